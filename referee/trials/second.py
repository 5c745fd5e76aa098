"""The second telling of the rules, which lies among the tests of a checkout."""

from __future__ import annotations

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import referee
from referee.errors import UserError

CHECKOUT = Path(referee.__file__).resolve().parent.parent
_FILE = Path("tests", "rules", "slow_rules.py")
_NAME = "referee_slow_rules"


class NoCheckoutError(UserError):
    """The tests are not there to count moves with."""


def second_telling(*checkouts: Path) -> ModuleType:
    """The module `slow_rules` of the first of *checkouts* that has it.

    Without any these are the checkout that the package runs from, and the working folder: in a checkout the
    package may be one that was installed elsewhere. Raises `NoCheckoutError` where it is in none of them.
    """
    paths = (folder / _FILE for folder in checkouts or (CHECKOUT, Path.cwd()))
    path = next((path for path in paths if path.is_file()), None)
    spec = path and spec_from_file_location(_NAME, path)
    if not spec or spec.loader is None:
        raise NoCheckoutError(
            "Counting moves needs the tests of a checkout: run this in one, or give --nodes 0."
        )
    module = sys.modules[_NAME] = module_from_spec(spec)  # its dataclasses look themselves up there
    spec.loader.exec_module(module)
    return module
