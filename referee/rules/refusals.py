"""What a rule set cannot be: combinations that contradict each other, and deals that no pack allows."""

from __future__ import annotations

from collections.abc import Iterator

from referee.cards import RANKS, Rank
from referee.rules.effect import Effect, Playable
from referee.rules.ruleset import RuleSet

_MANY = 20
"""More packs, jokers, players or missed turns than any table has."""


def contradiction(rules: RuleSet) -> str | None:
    """The first reason why nobody could play by *rules*, with what to change; None for a sound rule set."""
    return next(_faults(rules), None)


def _faults(rules: RuleSet) -> Iterator[str]:
    yield from _numbers(rules)
    yield from _deal(rules)
    yield from _order(rules)
    yield from _jokers(rules)
    yield from _layers(rules)
    for rank, effect in rules.effects:
        yield from (f"`effects.{rank}`: {fault}" for fault in _effect(rank, effect, rules))


def _numbers(rules: RuleSet) -> Iterator[str]:
    bounds = {
        "decks": (rules.decks, 1, _MANY),
        "jokers": (rules.jokers, 0, _MANY),
        "players.min": (rules.players.min, 2, _MANY),
        "players.max": (rules.players.max, 2, _MANY),
        "layout.down": (rules.layout.down, 0, rules.pack),
        "layout.up": (rules.layout.up, 0, rules.pack),
        "layout.hand": (rules.layout.hand, 1, rules.pack),
        "draw.refill_to": (rules.refill_to, 0, rules.pack),
        "swap.blind": (rules.swap.blind, 0, max(1, rules.layout.up)),
        "burn.set_size": (rules.burn.set_size, 2, rules.pack),
        "run.min": (rules.run.min, 2, len(RANKS)),
        "flip.count": (rules.flip.count, 1, max(1, rules.layout.down)),
        "pickup.next_min_active": (rules.pickup.next_min_active, 2, _MANY),
    }
    yield from (fault for key, bound in bounds.items() for fault in _out_of(key, *bound))


def _out_of(key: str, value: int, low: int, high: int) -> Iterator[str]:
    if value < low:
        yield f"`{key}` is {value}; it must be {low} or more"
    if value > high:
        yield f"`{key}` is {value}; it must be {high} or less"


def _deal(rules: RuleSet) -> Iterator[str]:
    fewest, most, each = rules.players.min, rules.players.max, rules.layout.each
    if most < fewest:
        yield f"`players` asks for at least {fewest} and at most {most}; swap the two"
    for players, change in ((fewest, ""), (most, f"set `players.max` to {rules.pack // each}, ")):
        if players * each > rules.pack:
            yield (
                f"{players} players with {each} cards each need {players * each} cards"
                f" and there are {rules.pack}; {change}deal fewer or add `decks`"
            )


def _order(rules: RuleSet) -> Iterator[str]:
    order = rules.rank_order
    if len(set(order)) != len(order) or not set(order) <= set(RANKS):
        yield "`rank_order` must name each rank from 2 to A once"
    elsewhere = [r for r in RANKS if r not in order and rules.effect(r).playable != "any"]
    if elsewhere:
        yield f'`rank_order` leaves out {elsewhere[0]}; put it in, or let it be `playable = "any"`'


def _jokers(rules: RuleSet) -> Iterator[str]:
    """Jokers have no place in the order: they need a rule where they go, and are named only if there."""
    for key, ranks in _lists(rules):
        if Rank.JOKER in ranks and not rules.jokers:
            yield f"`{key}` names jokers and there are none in the pack; set `jokers`, or take out JK"
    goes = rules.effect(Rank.JOKER).playable
    if rules.jokers and not (goes == "any" or (isinstance(goes, Playable) and goes.any_except)):
        yield (
            "`jokers` are in the pack and have no place in the order; say where they go,"
            ' as with `playable = "any"` under [effects.JK]'
        )


def _lists(rules: RuleSet) -> Iterator[tuple[str, frozenset[Rank]]]:
    """Every list of ranks with its key."""
    yield "burn.never", rules.burn.never
    for rank, effect in rules.effects:
        yield from ((f"effects.{rank}.{key}", ranks) for key, ranks in effect.lists.items())


def _layers(rules: RuleSet) -> Iterator[str]:
    if not rules.layout.up and (rules.swap.blind or rules.swap.onto_others):
        yield "`swap` needs face-up cards; set `layout.up`"
    stacking = rules.deal.style == "daly_stack" or rules.swap.onto_others
    if rules.deal.topup and not stacking:
        yield '`deal.topup` goes with `deal.style = "daly_stack"` or `swap.onto_others`'
    if rules.up.stack_group and rules.deal.style != "daly_stack":
        yield '`up.stack_group` goes with `deal.style = "daly_stack"`'
    if rules.burn.set_size > 4 * rules.decks:
        yield f"`burn.set_size` is {rules.burn.set_size} and there are only {4 * rules.decks} of a rank"


def _effect(rank: Rank, effect: Effect, rules: RuleSet) -> Iterator[str]:
    if rank is Rank.UNKNOWN:
        yield "this is no rank"
    if rank is Rank.JOKER and effect.special and not rules.jokers:
        yield "there is no joker in the pack; set `jokers`"
    if effect.transparent and effect.as_ not in (None, "glass"):
        yield "a see-through card has no value of its own; take out `as` or `transparent`"
    if effect.see_through and (effect.reset or effect.then):
        yield "a see-through card sets no limit; take out `reset` or `then`"
    if effect.mix and not effect.see_through:
        yield "a card that joins others must be see-through, so that they count; set `transparent`"
    if effect.reset and effect.then:
        yield "`reset` lets anything follow and `then` does not; take out one"
    if effect.burn and not effect.burn_on and (effect.led_empty or effect.force_pickup):
        yield "a pile that burns cannot be taken; take out `burn`, or say what it burns with `burn_on`"
    if effect.burn_on and not effect.burn:
        yield "`burn_on` says on what it burns and `burn` that it does; set `burn`, or take out `burn_on`"
    if effect.then_exempt and not (effect.then or effect.force_pickup):
        yield "`then_exempt` is what may follow in spite of `then` or `force_pickup`; set one, or take it out"
    yield from _out_of("skip", effect.skip, 0, _MANY)
    if isinstance(effect.playable, Playable) and bool(effect.playable.any_except) == bool(
        effect.playable.only_on
    ):
        yield "`playable` takes either `any_except` or `only_on`"
