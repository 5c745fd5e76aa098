"""Joins what was read of whole cards with what was read of index corners: one opinion a card.

An index belongs to a card if it lies in one of its corners and the two readings agree better than two
readings of different cards would (a Bayes factor over the 52 identities); where decks print a card's own
index it belongs to that card also when they disagree. An index that belongs to none is a card of which only
the corner is seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.cards import JOKER as JOKER_CARD
from referee.cards import Reading
from referee.vision.reader import BACK, CARDS, INDEX_UNREADABLE, JOKER, UNREADABLE
from referee.vision.rectify import Corners, frame_of, to_quad
from referee.vision.sighting import SeenCard, Side

Belief = NDArray[np.float32]
"""Probabilities of the 52 identities; what lacks to one is doubt, spread evenly."""

N = len(CARDS)
INDEX_SHARE = 0.25  # the usual height of an index as a share of its card's
AGREES = 0.5
HARDLY = 0.05
"""Where a card's own index is printed so little agreement is enough: measured on piles of rendered games."""
COVERED = 0.4
"""A card of whose box another covers so large a share is read with doubt."""
FLATTER = 0.4
"""The power that the posterior of a covered card is raised to: measured on piles of rendered games."""

NO_JOKER = 0.8
"""An index so sure shows that a card is no joker."""
FURTHER = 0.5
"""The power of a card's further indexes: printed, lit and cut off alike, they err alike."""


def no_features() -> Belief:
    """What weights give of a card that do not say what they went by."""
    return np.zeros(0, np.float32)


@dataclass(frozen=True)
class Whole:
    """A card with its corners (4 x 2 px), posterior (52, back, joker, unreadable) and detector confidence.

    `features`: what the reader went by, of length 0 where the weights do not give it.
    """

    corners: Corners
    posterior: Belief
    score: float
    features: Belief = field(default_factory=no_features)


@dataclass(frozen=True)
class Corner:
    """An index with its corners, posterior (52, unreadable), detector confidence and features."""

    corners: Corners
    posterior: Belief
    score: float
    features: Belief = field(default_factory=no_features)


@dataclass(frozen=True)
class _Opinion:
    corners: Corners
    belief: Belief
    back: float
    joker: float
    score: float
    whole: bool
    height: float

    @property
    def best(self) -> int:
        return int(self.belief.argmax())

    @property
    def p(self) -> float:
        return float(self.belief.max())

    @property
    def middle(self) -> Corners:
        return np.asarray(self.corners.mean(axis=0), np.float32)


Owner = Callable[[list[_Opinion], Corner], int | None]
"""Which of the opinions an index belongs to."""


def fused(cards: Sequence[Whole], indexes: Sequence[Corner]) -> list[SeenCard]:
    """Every card seen, doubles removed; corners in pixels."""
    opinions = _doubted(_one_each([_of_card(card) for card in cards]))
    left = sorted(indexes, key=lambda seen: -float(seen.posterior[:N].max()))
    agreeing, left = _joined(opinions, left, _owner)
    _, left = _joined(opinions, left, partial(_contradicted, agreeing=agreeing))
    alone = [_of_index(index) for index in left]
    return [_seen(opinion) for opinion in _apart(opinions, alone) if not _phantom(opinion)]


def _joined(
    opinions: list[_Opinion], indexes: Sequence[Corner], owner_of: Owner
) -> tuple[set[int], list[Corner]]:
    """Tell *opinions* what their own *indexes* say; which were told, and the indexes that are nobody's."""
    told: set[int] = set()
    left = []
    for index in indexes:
        owner = owner_of(opinions, index)
        if owner is None:
            left.append(index)
            continue
        weight = FURTHER if owner in told else 1.0
        opinions[owner] = _told(opinions[owner], index.posterior[:N], weight)
        told.add(owner)
    return told, left


def _of_card(card: Whole) -> _Opinion:
    p = card.posterior
    height = float(np.linalg.norm(card.corners[3] - card.corners[0]))
    return _Opinion(card.corners, p[:N], float(p[BACK]), float(p[JOKER]), card.score, True, height)


def _of_index(index: Corner) -> _Opinion:
    height = float(np.linalg.norm(index.corners[3] - index.corners[0])) / INDEX_SHARE
    return _Opinion(index.corners, index.posterior[:N], 0.0, 0.0, index.score, False, height)


def _one_each(opinions: list[_Opinion]) -> list[_Opinion]:
    """Boxes that turned out to be the same card are one; the surer reading stays."""
    kept: list[_Opinion] = []
    for opinion in sorted(opinions, key=lambda o: -max(o.p, o.back, o.joker) - 0.1 * o.score):
        if all(shared(opinion.corners, other.corners) < 0.8 for other in kept):
            kept.append(opinion)
    return kept


def _doubted(opinions: list[_Opinion]) -> list[_Opinion]:
    """*opinions*, those of covered cards flattened: their crops show the face of the card upon them as well.

    Of two boxes that overlap the one found more surely is taken for the upper. An index of its own makes a
    covered card sure again.
    """
    return [
        _flattened(opinion) if any(_covers(other, opinion) for other in opinions) else opinion
        for opinion in opinions
    ]


def _covers(upper: _Opinion, lower: _Opinion) -> bool:
    if upper.score <= lower.score:
        return False
    both, _ = cv2.intersectConvexConvex(upper.corners, lower.corners)
    return bool(both > COVERED * cv2.contourArea(lower.corners))


def _flattened(opinion: _Opinion) -> _Opinion:
    flat = spread(opinion.belief) ** np.float32(FLATTER)
    return replace(opinion, belief=np.asarray(flat / flat.sum() * opinion.belief.sum(), np.float32))


def shared(a: Corners, b: Corners) -> float:
    """Intersection over union of two convex quadrilaterals."""
    both, _ = cv2.intersectConvexConvex(a, b)
    return float(both / max(cv2.contourArea(a) + cv2.contourArea(b) - both, 1e-6))


def _owner(opinions: list[_Opinion], index: Corner) -> int | None:
    """The card in whose corner *index* lies, and with whose reading it agrees best; None if with none."""
    return _best(index, opinions, range(len(opinions)), AGREES)


def _contradicted(opinions: list[_Opinion], index: Corner, agreeing: set[int]) -> int | None:
    """The card that *index* can but belong to, though they disagree: it lies where the card's own is printed,
    and no other index has agreed with it.

    A card under it would not show there; so one of the two is misread, and together they say so.
    """
    own = [k for k, opinion in enumerate(opinions) if k not in agreeing and _printed_there(opinion, index)]
    return _best(index, opinions, own, HARDLY)


def _best(index: Corner, opinions: list[_Opinion], among: Iterable[int], least: float) -> int | None:
    best, owner = least, None
    for k in among:
        opinion = opinions[k]
        fits = _may_be_read(opinion, index) and in_corner(opinion.corners, opinion.height, index)
        if opinion.back < 0.5 and fits:
            factor = agreement(opinion.belief, index.posterior[:N])
            if factor > best:
                best, owner = factor, k
    return owner


def _may_be_read(opinion: _Opinion, index: Corner) -> bool:
    """A joker has no index that reads as a card's."""
    return opinion.joker < 0.5 or float(index.posterior[:N].max()) > NO_JOKER


def in_corner(card: Corners, height: float, index: Corner) -> bool:
    """Whether *index* lies where a *card* (4 x 2 px) of that *height* (px) has one."""
    size = float(np.linalg.norm(index.corners[3] - index.corners[0])) / max(height, 1.0)
    u, v = _from_the_corner(card, index)
    return 0.08 < size < 0.48 and -0.06 < u < 0.36 and -0.06 < v < 0.4


def _printed_there(opinion: _Opinion, index: Corner) -> bool:
    """Whether *index* lies just where decks print that of the card."""
    u, v = _from_the_corner(opinion.corners, index)
    return 0 < u < 0.2 and 0.06 < v < 0.24


def _from_the_corner(card: Corners, index: Corner) -> tuple[float, float]:
    """How far the middle of *index* is from the nearest corner of *card*, in its widths and heights."""
    way = cv2.getPerspectiveTransform(card, frame_of(0, (1, 1)))
    u, v = cv2.perspectiveTransform(index.corners.mean(axis=0)[None, None], way)[0, 0]
    return float(min(u, 1 - u)), float(min(v, 1 - v))


def agreement(a: Belief, b: Belief) -> float:
    """How much likelier *a* and *b* are if they are one card than if they are two.

    1 says nothing, 52 is the most.
    """
    return float(N * (spread(a) * spread(b)).sum())


def spread(belief: Belief) -> Belief:
    """*belief* with its doubt spread over the 52, so that it sums to one and nothing is impossible."""
    raised = belief + (1 - belief.sum()) / N + 1e-4
    return np.asarray(raised / raised.sum(), np.float32)


def _told(opinion: _Opinion, more: Belief, weight: float) -> _Opinion:
    both = spread(opinion.belief) * spread(more) ** np.float32(weight)
    return replace(opinion, belief=both / both.sum(), back=0.0, joker=0.0)


def _apart(opinions: list[_Opinion], alone: list[_Opinion]) -> list[_Opinion]:
    """The second index of a card already known, or a second box about it, is no further card."""
    kept: list[_Opinion] = []
    for opinion in sorted(opinions, key=lambda o: -o.p) + sorted(alone, key=lambda o: -o.p):
        if not any(_same(opinion, other) for other in kept):
            kept.append(opinion)
    return kept


def _same(a: _Opinion, b: _Opinion) -> bool:
    if a.p < 0.2 or a.best != b.best or a.back > 0.5 or b.back > 0.5:
        return False
    reach = max(a.height, b.height)
    return float(np.linalg.norm(a.middle - b.middle)) < 1.15 * reach


def _phantom(opinion: _Opinion) -> bool:
    """A weak box in which no reader sees a card, or a weak index that reads as none."""
    sure = max(opinion.p, opinion.back, opinion.joker)
    return sure < 0.3 and (opinion.score < 0.6 or not opinion.whole)


def _seen(opinion: _Opinion) -> SeenCard:
    quad = to_quad(opinion.corners)
    if opinion.back > 0.5:
        return SeenCard(quad, Side.BACK, Reading(()), opinion.score, opinion.whole)
    return SeenCard(quad, Side.FACE, _reading(opinion), opinion.score, opinion.whole)


def _reading(opinion: _Opinion, most: int = 5) -> Reading:
    order = np.argsort(-opinion.belief)[:most]
    options = [(CARDS[k], float(opinion.belief[k])) for k in order if opinion.belief[k] > 0.002]
    if opinion.joker > 0.002:
        options.append((JOKER_CARD, opinion.joker))
    return Reading.of(options)


assert UNREADABLE == N + 2
assert INDEX_UNREADABLE == N
