"""Any event at all, sensible or not."""

from __future__ import annotations

from hypothesis import strategies as st

from referee.cards import DECK, RANKS, UNKNOWN, Card, Reading
from referee.rules.actions import (
    CardsPlayed,
    Event,
    FaceDownFlipped,
    PileCleared,
    PileDisturbed,
    PilePickedUp,
    PlayRetracted,
    RowSeen,
    RowSwapped,
    Saying,
    SeatLeft,
    Source,
    StarterDeclared,
    StockDrawn,
    StockState,
    TableSays,
    ViewLost,
    ViewRestored,
)

seats = st.integers(-1, 4)
a_card = st.sampled_from((*DECK, UNKNOWN, Card(RANKS[3]), Card(RANKS[8])))
probability = st.floats(0, 1)


@st.composite
def readings(draw: st.DrawFn) -> Reading:
    best = draw(a_card)
    if draw(st.booleans()):
        return Reading.sure(best)
    p = draw(probability)
    other = draw(a_card)
    options = {best: p, other: (1 - p) * draw(probability)} if other != best else {best: p}
    return Reading.of({card: q for card, q in options.items() if card.known})


some = st.lists(readings(), min_size=0, max_size=4).map(tuple)
few = st.lists(readings(), min_size=0, max_size=2).map(tuple)
source = st.sampled_from(Source)
words = st.sampled_from(
    (
        *(
            "",
            "yes",
            "no",
            "6H",
            "??",
            "7",
            "0",
            "1",
            "burnt",
            "picked_up",
            "4H 4D",
            "nonsense",
            "out",
            "stay",
        ),
        "pagat play 1:3/3x??/3 2:2-3(7H)/4C,4D/3 3:out1 pile:1=9H turn:2",
        "pagat play 1:3/3x??/3 2:left 3:1/-/0 pile:1=9H burnt:10C turn:3",
    )
)

events: st.SearchStrategy[Event] = st.one_of(
    st.builds(CardsPlayed, seats, some, source, probability, st.integers(0, 2)),
    st.builds(CardsPlayed, seats, few, source),
    st.builds(FaceDownFlipped, seats, readings(), st.none(), probability),
    st.builds(PilePickedUp, seats, few, st.integers(0, 1), probability),
    st.builds(PileCleared, st.none() | seats),
    st.builds(StockDrawn, seats, st.integers(0, 3), st.integers(0, 4)),
    st.builds(StockState, st.booleans()),
    st.builds(RowSeen, seats, some, st.integers(0, 4)),
    st.builds(RowSwapped, seats, few, few, source, st.none() | seats, st.none() | a_card),
    st.builds(RowSwapped, seats, few, st.just(()), st.just(Source.UP), st.none() | seats, st.none() | a_card),
    st.builds(StarterDeclared, seats),
    st.builds(PlayRetracted, seats),
    st.builds(SeatLeft, seats),
    st.builds(TableSays, st.sampled_from(Saying), words, st.none() | seats),
    st.builds(PileDisturbed),
    st.builds(ViewLost),
    st.builds(ViewRestored, st.booleans(), st.none() | some),
)
