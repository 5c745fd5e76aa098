"""SVG out of a script that builds it element by element with `React.createElement`, without running it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any
from xml.sax.saxutils import escape, quoteattr

_KEPT = {
    "viewBox",
    "preserveAspectRatio",
    "patternUnits",
    "patternTransform",
    "patternContentUnits",
    "gradientUnits",
    "gradientTransform",
    "clipPathUnits",
}
_RENAMED = {"className": "class", "xlinkHref": "xlink:href", "xmlnsXlink": "xmlns:xlink"}
_COMPONENT = re.compile(r"^const (\w+) = .*?^  return (.*?);$\n^\};", re.MULTILINE | re.DOTALL)
_TOKEN = re.compile(
    r"""(?P<key>"[^"]*"|[A-Za-z_$][\w$]*)\s*:\s|(?P<text>"(?:[^"\\]|\\.)*"|-?\d[\d.]*(?:e-?\d+)?)"""
    r"""|(?P<note>/\*.*?\*/)|(?P<call>[\w$.]+\s*\()|(?P<word>[A-Za-z_$][\w$]*)|(?P<sign>\S)"""
)


def components(script: str) -> dict[str, str]:
    """The SVG of each component that *script* exports, by the name it is exported under.

    Raises `ValueError` where the script is of another kind.
    """
    built = {found[1]: found[2] for found in _COMPONENT.finditer(script)}
    exported = dict(re.findall(r"(\w+) as (\w+)", script[script.rindex("export {") :]))
    return {exported[name]: _svg(_tree(body)) for name, body in built.items() if name in exported}


def _tree(body: str) -> Any:
    """`createElement("a", {x: 1}, ...)` as ["a", {"x": 1}, ...]."""
    return json.loads("".join(_rewritten(body)))


def _rewritten(body: str) -> Iterator[str]:
    for token in _TOKEN.finditer(body):
        kind, part = token.lastgroup, token[0]
        if kind == "key":
            yield json.dumps(token["key"].strip('"')) + ":"
        elif kind == "call":
            yield "["
        elif kind == "word":
            yield "null"
        elif kind == "sign":
            # Of a choice both ways are listed: what would be made of nothing is left out later.
            yield {")": "]", "?": ",", ":": ","}.get(part, part)
        elif kind == "text":
            yield part


def _svg(tree: Any) -> str:
    if not isinstance(tree, list):
        return "" if tree is None else escape(str(tree))
    tag, properties, *children = tree
    if tag == "title":
        return ""
    inner = "".join(_svg(child) for child in children)
    return f"<{tag}{_attributes(properties)}>{inner}</{tag}>"


def _attributes(properties: Any) -> str:
    given = properties[0] if isinstance(properties, list) else properties or {}
    return "".join(
        f" {_name(name)}={quoteattr(_value(value))}" for name, value in given.items() if value is not None
    )


def _name(name: str) -> str:
    if name in _KEPT:
        return name
    return _RENAMED.get(name) or re.sub(r"[A-Z]", lambda found: f"-{found[0].lower()}", name)


def _value(value: Any) -> str:
    if isinstance(value, dict):
        return ";".join(f"{_name(name)}:{part}" for name, part in value.items())
    return str(value)
