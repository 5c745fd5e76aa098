"""Events, notices and states as JSON: what the journal holds and the phones are sent.

An event or notice is one object with its class name under `type`; cards are texts, readings lists of pairs.
"""

from __future__ import annotations

import dataclasses
import json
import types
from collections.abc import Mapping
from enum import Enum
from functools import cache
from typing import Any, Union, cast, get_args, get_origin, get_type_hints

from referee.cards import Card, CardError, Reading, card
from referee.errors import UserError
from referee.rules import actions, rulings
from referee.rules.actions import Event
from referee.rules.ruleset import RuleSet
from referee.rules.rulings import Notice
from referee.rules.state import State

Json = dict[str, Any]
_EVENTS = {cls.__name__: cls for cls in get_args(actions.Event)}
_NOTICES = {cls.__name__: cls for cls in get_args(rulings.Notice)}
_DIGITS = 5


class CodecError(UserError):
    """JSON that is no event or notice."""


def event_to_json(event: Event) -> Json:
    """*event* as a JSON object; probabilities are rounded to five digits."""
    return _tagged(event)


def event_from_json(data: Json) -> Event:
    """The inverse of `event_to_json`; raises `CodecError`."""
    return cast("Event", _untagged(data, _EVENTS, "event"))


def notice_to_json(notice: Notice) -> Json:
    """*notice* as a JSON object."""
    return _tagged(notice)


def notice_from_json(data: Json) -> Notice:
    """The inverse of `notice_to_json`; raises `CodecError`."""
    return cast("Notice", _untagged(data, _NOTICES, "notice"))


def state_to_json(state: State) -> Json:
    """*state* as a JSON object: equal states give equal objects and different states different ones."""
    return cast("Json", _encode(state))


def canonical(data: Json) -> str:
    """One text for equal objects: sorted keys, no blanks."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def tidy(event: Event) -> Event:
    """*event* as it comes back from the journal, so that a game folds alike live and on replay."""
    kind: Any = type(event)
    fields = [getattr(event, name) for name in _uncertain_fields(kind)]
    return event if all(map(_tidy, fields)) else event_from_json(event_to_json(event))


def _tidy(value: object) -> bool:
    if isinstance(value, Reading):
        return value.certain or all(_rounded(p) for _, p in value.options)
    if isinstance(value, tuple):
        return all(map(_tidy, value))
    return not isinstance(value, float) or _rounded(value)


def _rounded(p: float) -> bool:
    return p == 1.0 or round(p, _DIGITS) == p


@cache
def _uncertain_fields(kind: Any) -> tuple[str, ...]:
    """The fields of a *kind* of event that may hold probabilities."""
    return tuple(name for name, hint in _hints(kind).items() if "Reading" in str(hint) or hint is float)


def _tagged(value: Event | Notice) -> Json:
    return {"type": type(value).__name__, **cast("Json", _encode(value))}


def _encode(value: object) -> object:
    if isinstance(value, Reading):
        return value.to_json()
    if isinstance(value, RuleSet):
        return value.name
    if isinstance(value, Card):
        return str(value)
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float):
        return round(value, _DIGITS)
    if isinstance(value, tuple | list):
        return [_member(item) for item in value]
    if dataclasses.is_dataclass(value):
        return {f.name: _member(getattr(value, f.name)) for f in dataclasses.fields(value)}
    return value


def _member(value: object) -> object:
    known = type(value).__name__
    return _tagged(cast("Event", value)) if known in _EVENTS else _encode(value)


def _untagged(data: object, classes: dict[str, Any], what: str) -> object:
    cls = classes.get(str(data.get("type"))) if isinstance(data, Mapping) else None
    if cls is None or not isinstance(data, Mapping):
        raise CodecError(f"{str(data)[:80]!r} is no {what}; its `type` must be one of {', '.join(classes)}")
    try:
        return _object(cls, {key: value for key, value in data.items() if key != "type"})
    except (CardError, TypeError, ValueError, AttributeError) as error:
        raise CodecError(f"{what} {data.get('type')} does not read: {error}") from error


def _object(cls: Any, data: Json) -> object:
    hints = _hints(cls)
    unknown = set(data) - set(hints)
    if unknown:
        raise ValueError(f"{', '.join(sorted(unknown))} is no field of it")
    return cls(**{key: _decode(hints[key], value) for key, value in data.items()})


@cache
def _hints(cls: Any) -> dict[str, Any]:
    return get_type_hints(cls)


def _decode(kind: Any, value: Any) -> object:
    origin = get_origin(kind)
    if origin in (Union, types.UnionType):
        return (
            None if value is None else _decode(next(a for a in get_args(kind) if a is not type(None)), value)
        )
    if origin is tuple:
        return tuple(_decode(get_args(kind)[0], item) for item in value)
    return _scalar(kind, value)


def _scalar(kind: Any, value: Any) -> object:
    if kind is Reading:
        return Reading.from_json(value)
    if kind is Card:
        return card(value)
    if dataclasses.is_dataclass(kind):
        return _object(kind, value)
    if kind is bool and not isinstance(value, bool):
        raise ValueError(f"{value!r} is neither true nor false")
    return kind(value)
