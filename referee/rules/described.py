"""A rule set in plain words: a sentence for each option that makes a rule, with where it comes from."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from referee.cards import Rank
from referee.rules.effect import Effect, Playable
from referee.rules.ruleset import RuleSet
from referee.rules.words import a, count_word, listed, plural, rank_name

_FILE = Path(__file__).resolve().parent / "options.toml"
_EFFECTS = "effects."
_IN_FORCE = {"draw.refill_to": "refill_to"}
"""Options that mean something else where they are left out, and what gives their value then."""


@dataclass(frozen=True, slots=True)
class Sentence:
    """One rule: the option it stems from, its words, and the rows of the inventory behind them."""

    option: str
    text: str
    rows: str

    def __str__(self) -> str:
        return f"{self.text} [{self.rows}]" if self.rows else self.text


@cache
def options() -> Mapping[str, Mapping[str, Any]]:
    """What `options.toml` says, by the dotted name of the option."""
    return dict(_flat(tomllib.loads(_FILE.read_text(encoding="utf-8"))))


def _flat(tables: Mapping[str, Any], above: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    for name, table in tables.items():
        if "about" in table:
            yield f"{above}{name}", table
        else:
            yield from _flat(table, f"{above}{name}.")


def described(rules: RuleSet) -> tuple[Sentence, ...]:
    """The rules of *rules*, one sentence each."""
    return tuple(_sentences(rules))


def _sentences(rules: RuleSet) -> Iterator[Sentence]:
    for name, entry in options().items():
        if not name.startswith(_EFFECTS):
            yield from _said(name, entry, value_of(rules, name), rules)
        elif name == _FIRST_EFFECT:
            for rank, effect in sorted(rules.effects, key=lambda pair: list(Rank).index(pair[0])):
                yield from _of_rank(rank, effect, rules)


_FIRST_EFFECT = "effects.playable"


def _of_rank(rank: Rank, effect: Effect, rules: RuleSet) -> Iterator[Sentence]:
    for name, entry in options().items():
        if name.startswith(_EFFECTS):
            key = name.removeprefix(_EFFECTS)
            value = _lets_anything(rank, effect, rules) if key == "reset" else _of_effect(effect, key)
            named = name.replace(_EFFECTS, f"{_EFFECTS}{rank}.")
            yield from _said(named, entry, value, rules, rank=rank, effect=effect)


def _of_effect(effect: Effect, key: str) -> Any:
    return getattr(effect, "as_" if key == "as" else key)


def _lets_anything(rank: Rank, effect: Effect, rules: RuleSet) -> bool:
    """Whether anything may follow: a rank outside the order, as jokers are, is lower than all."""
    burns = effect.burn and not effect.burn_on
    asks = effect.as_ or effect.transparent or effect.then or effect.force_pickup or effect.only_beaten_by
    return effect.reset or not (rules.height(rank) >= 0 or burns or asks)


def value_of(rules: RuleSet, name: str) -> Any:
    """The value of the option with the dotted *name*."""
    value: Any = rules
    for part in _IN_FORCE.get(name, name).split("."):
        value = getattr(value, part)
    return value


def _said(name: str, entry: Mapping[str, Any], value: Any, rules: RuleSet, **more: Any) -> Iterator[Sentence]:
    template = _template(entry.get("says", ""), value)
    if not template or not _matters(entry.get("when"), rules, more.get("effect")):
        return
    text, _, rows = template.format(rules=rules, **_named(value, rules, **more)).partition(" [")
    by_rank = entry.get("rows", {}).get(str(more.get("rank")), "")
    yield Sentence(name, text, rows.rstrip("]") or by_rank)


def _template(says: Any, value: Any) -> str:
    given = value is not None and value != frozenset()
    if isinstance(says, str):
        return says if given or "{rules" in says else ""
    return str(says.get(_key(value), says.get("more", "") if given else ""))


def _key(value: Any) -> str:
    if isinstance(value, Playable):
        return "any_except" if value.any_except else "only_on"
    return str(value).lower() if isinstance(value, bool) else str(value)


def _matters(when: str | None, rules: RuleSet, of: Effect | None = None) -> bool:
    """Whether there is anything that an option which depends on others applies to."""
    effects = [effect for _, effect in rules.effects]
    reverses = any(effect.reverse for effect in effects)
    glass = [effect for effect in effects if effect.see_through]
    known = {
        None: True,
        "runs": rules.play.runs != "none",
        "stock_try": rules.stock_try != "never",
        "last_leads": rules.pickup.next == "last_player",
        "row_starts": rules.starter.how == "first_dealt_up",
        "rows": rules.layout.up > 0,
        "down": rules.layout.down > 0,
        "swaps": rules.swap.own or rules.swap.onto_others,
        "see_through": bool(glass),
        "this_is_glass": of is not None and of.see_through,
        "draws": rules.refill_to > 0,
        "plain_glass": any(effect.on_empty is None for effect in glass),
        "reverses": reverses,
        "skips": any(effect.skip for effect in effects),
        "between_two": reverses or any(effect.two_player_then for effect in effects),
        "flush": rules.duty.flush,
        "winner": rules.end.goal == "winner",
    }
    return known[when]


def _named(
    value: Any, rules: RuleSet, rank: Rank | None = None, effect: Effect | None = None
) -> dict[str, str]:
    """What a sentence may name."""
    ranks = plural(rank) if rank else ""
    many = [plural(r) for r in _ranks(value)] or [""]
    jokers = f"{rules.jokers} joker{'s' * (rules.jokers > 1)}" if rules.jokers else "no jokers"
    return {
        "value": _value(value),
        "listed": listed(many),
        "all": listed(many, "and"),
        "All": listed(many, "and").capitalize(),
        "one": a(rank) if rank else "",
        "ranks": ranks,
        "Ranks": ranks.capitalize(),
        "bound": _bound(effect, rules) if effect else "",
        "own": "seven" if rank is Rank.JOKER else rank_name(rank) if rank else "",
        "players": "one player" if value == 1 else f"{value} players",
        "count": count_word(rules.burn.set_size),
        "Count": count_word(rules.burn.set_size).capitalize(),
        "starter": rank_name(rules.starter.rank),
        "jokers": jokers,
        "layers": _layers(rules),
    }


def _layers(rules: RuleSet) -> str:
    """`3 cards face down, 3 face up and 3 in the hand`, without the layers that there are none of."""
    layout = rules.layout
    parts = [(layout.down, "face down"), (layout.up, "face up"), (layout.hand, "in the hand")]
    first, *more = [(count, where) for count, where in parts if count]
    words = [f"{first[0]} cards {first[1]}", *(f"{count} {where}" for count, where in more)]
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else words[0]


def _value(value: Any) -> str:
    if isinstance(value, Rank):
        return rank_name(value)
    return " ".join(value) if isinstance(value, tuple) else str(value)


def _ranks(value: Any) -> list[Rank]:
    if isinstance(value, Playable):
        value = value.any_except or value.only_on
    return [rank for rank in Rank if rank in value] if isinstance(value, frozenset) else []


def _bound(effect: Effect, rules: RuleSet) -> str:
    op, rank = effect.limit
    if rank is None:
        return "anything"
    stronger = any(does.playable == "any" for _, does in rules.effects)
    bound = f"{rank_name(rank)} or lower" if op == "le" else f"a card lower than {rank_name(rank)}"
    return f"{bound}, or a card that goes on anything" if stronger else bound
