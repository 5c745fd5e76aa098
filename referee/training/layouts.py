"""What printers do differently: where the pips of a number stand, and which letters name the courts."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from referee.cards import Rank

Places = tuple[tuple[float, float], ...]
"""How pips stand: column (-1, 0, 1) and row (0 top to 1 bottom) of each."""

USUAL: dict[int, Places] = {
    1: ((0, 0.5),),
    2: ((0, 0), (0, 1)),
    3: ((0, 0), (0, 0.5), (0, 1)),
    4: ((-1, 0), (1, 0), (-1, 1), (1, 1)),
    5: ((-1, 0), (1, 0), (0, 0.5), (-1, 1), (1, 1)),
    6: ((-1, 0), (1, 0), (-1, 0.5), (1, 0.5), (-1, 1), (1, 1)),
    7: ((-1, 0), (1, 0), (0, 0.25), (-1, 0.5), (1, 0.5), (-1, 1), (1, 1)),
    8: ((-1, 0), (1, 0), (0, 0.25), (-1, 0.5), (1, 0.5), (0, 0.75), (-1, 1), (1, 1)),
    9: (*((x, y / 3) for y in range(4) for x in (-1, 1)), (0, 0.5)),
    10: (*((x, y / 3) for y in range(4) for x in (-1, 1)), (0, 1 / 6), (0, 5 / 6)),
}
LETTERS: tuple[Mapping[Rank, str], ...] = (
    {Rank.ACE: "1", Rank.JACK: "V", Rank.QUEEN: "D", Rank.KING: "R"},  # French
    {Rank.JACK: "V", Rank.QUEEN: "D", Rank.KING: "R"},  # French, for export
    {Rank.JACK: "B", Rank.QUEEN: "D", Rank.KING: "K"},  # German and Dutch
)


def new_letters(r: Random) -> Mapping[Rank, str]:
    """What a printer prints for a rank: English, or one time in eight another language's."""
    usual = {rank: str(rank) for rank in Rank}
    return usual | dict(r.choice(LETTERS)) if r.random() < 0.125 else usual


def new_places(r: Random) -> Mapping[int, Places]:
    """Where a printer's pips stand: as usual, or one time in three for some numbers in a way of his own."""
    if r.random() < 2 / 3:
        return USUAL
    own = {number: _columns(r, number) for number in range(4, 11)}
    return USUAL | {number: places for number, places in own.items() if r.random() < 0.6}


def _columns(r: Random, number: int) -> Places:
    """*number* pips in three columns, as many left as right."""
    middle = r.choice([n for n in range(min(number, 4) + 1) if (number - n) % 2 == 0 and number - n <= 8])
    side, margin = (number - middle) // 2, r.choice((0.0, 0.0, 0.2))
    ends = margin if middle > 1 else 0.0
    inner = 0.0 if margin else r.choice((0.0, 0.17))
    left_and_right = ((x, y) for y in _apart(side, ends) for x in (-1.0, 1.0))
    return (*left_and_right, *((0.0, y) for y in _apart(middle, inner)))


def _apart(number: int, margin: float) -> tuple[float, ...]:
    """*number* rows evenly from *margin* to 1 - *margin*; a single one in the middle."""
    if number < 2:
        return (0.5,) * number
    return tuple(margin + k * (1 - 2 * margin) / (number - 1) for k in range(number))
