from __future__ import annotations

import pytest

from referee.training.components import components

SCRIPT = """
import _extends from 'somewhere';
import * as React from 'react';

const SvgHQ = _ref => {
  let {
    title,
    titleId,
    ...props
  } = _ref;
  return /*#__PURE__*/React.createElement("svg", _extends({
    xmlns: "http://www.w3.org/2000/svg",
    xmlnsXlink: "http://www.w3.org/1999/xlink",
    className: "card",
    viewBox: "-120 -168 240 336",
    "aria-labelledby": titleId
  }, props), title ? /*#__PURE__*/React.createElement("title", {
    id: titleId
  }, title) : null, /*#__PURE__*/React.createElement("g", null, /*#__PURE__*/React.createElement("rect", {
    x: -119.5,
    width: 239,
    strokeWidth: 1e-2,
    fill: "url(#a)",
    style: {
      stopColor: "red"
    }
  }), /*#__PURE__*/React.createElement("use", {
    xlinkHref: "#a & b"
  })));
};

const Helper = 3;

export { SvgHQ as Hq };
"""


def test_what_a_script_would_build_is_read_without_running_it() -> None:
    assert components(SCRIPT) == {
        "Hq": '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        'class="card" viewBox="-120 -168 240 336"><g>'
        '<rect x="-119.5" width="239" stroke-width="0.01" fill="url(#a)" '
        'style="stop-color:red"></rect><use xlink:href="#a &amp; b"></use></g></svg>'
    }


def test_a_script_of_another_kind_is_refused() -> None:
    with pytest.raises(ValueError, match="not found"):
        components("console.log('cards')")
