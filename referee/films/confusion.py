"""Which kind of play was taken for which, and which illegal plays were caught, by the rule they break."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from referee.films.truth import Happening, Play
from referee.rules.actions import CardsPlayed, Event, FaceDownFlipped, PileCleared, PilePickedUp, Source

NOTHING = "nothing"
_NAMES: tuple[tuple[type, str], ...] = (
    (CardsPlayed, "played"),
    (FaceDownFlipped, "flipped"),
    (PilePickedUp, "picked_up"),
    (PileCleared, "cleared"),
)
KINDS = (*(name for _, name in _NAMES), "stock_try", "swapped", NOTHING)
"""The kinds of plays in the order of the table; `nothing` was seen of a missed play, or was true of an
invented one.
"""

Pairs = tuple[tuple[str, str, int], ...]
Caught = tuple[tuple[str, int, int], ...]


def confused(
    plays: Sequence[Happening],
    noted: Sequence[tuple[float, Play]],
    pairs: Sequence[tuple[int, int]],
    spans: Sequence[tuple[float, float]],
) -> Pairs:
    """(true kind, seen kind, how often) of *plays* and what was *noted*, of which *pairs* belong together.

    A play that has no partner was seen as the likest of what nothing else explains in its time (*spans*).
    """
    found, used = dict(pairs), {b for _, b in pairs}
    stray = [b for b in range(len(noted)) if b not in used]
    counts = Counter[tuple[str, str]]()
    for number, (play, (since, until)) in enumerate(zip(plays, spans, strict=True)):
        here = [b for b in stray if since <= noted[b][0] < until]
        here.sort(key=lambda b: _kind(noted[b][1]) != _kind(play.event))
        seen = [found[number]] if number in found else here[:1]
        stray = [b for b in stray if b not in seen]
        counts[_kind(play.event), _kind(noted[seen[0]][1]) if seen else NOTHING] += 1
    counts.update((NOTHING, _kind(noted[b][1])) for b in stray)
    return tuple((true, said, count) for (true, said), count in sorted(counts.items()))


def table(scores: Iterable[Pairs]) -> list[str]:
    """The confusion of all *scores* in lines: true kinds down, seen kinds across."""
    counts = Counter[tuple[str, str]]()
    for pairs in scores:
        counts.update({(true, noted): count for true, noted, count in pairs})
    there = [name for name in KINDS if any(name in pair for pair in counts)]
    wide = max((len(name) for name in there), default=0) + 2
    head = "true, seen as:".ljust(16) + "".join(name.rjust(wide) for name in there)
    return [head] + [
        true.ljust(16) + "".join(str(counts[true, noted] or ".").rjust(wide) for noted in there)
        for true in there
        if any(counts[true, noted] for noted in there)
    ]


def by_code(scores: Iterable[Caught]) -> list[str]:
    """A line for each rule that was broken: how often, and how many of these were caught."""
    broken, caught = Counter[str](), Counter[str]()
    for score in scores:
        for code, count, found in score:
            broken[code] += count
            caught[code] += found
    return [f"{code}: caught {caught[code]} of {count}" for code, count in broken.most_common()]


def _kind(event: Event) -> str:
    """The kind of a play, a word of `KINDS`."""
    if isinstance(event, CardsPlayed) and event.source is Source.STOCK:
        return "stock_try"
    return next((name for type_, name in _NAMES if isinstance(event, type_)), "swapped")
