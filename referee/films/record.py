"""The record of a simulated table: the ways of cards and arms, written while time goes on."""

from __future__ import annotations

from collections.abc import Sequence

from referee.cards import Card
from referee.films.floor import Place
from referee.films.lamps import Lamps
from referee.films.motion import Key, Reach, Step, Track
from referee.films.mount import Mount
from referee.films.props import Prop
from referee.table.layout import Point


class Record:
    """What has moved until `now` (seconds of film time). Cards are named by the indices of `tracks`."""

    def __init__(self) -> None:
        self.now = 0.0
        self.tracks: list[Track] = []
        self.reaches: list[Reach] = []
        self.props: list[Prop] = []
        self.lamps = Lamps()
        self.mount = Mount()
        self._order = 0

    def set_card(self, card: Card, place: Place, *, face_up: bool) -> int:
        """Lay *card* on the table before the film begins."""
        face = float(face_up)
        self.tracks.append(Track(card, [Step(-1.0, -0.5, place, place, (face, face), self._next())]))
        return len(self.tracks) - 1

    def held_card(self, card: Card) -> int:
        """A card that is in somebody's hand when the film begins."""
        self.tracks.append(Track(card))
        return len(self.tracks) - 1

    def cut(self) -> None:
        """Begin the film now: what moved before is forgotten, what lies on the table lies there."""
        for track in self.tracks:
            last = track.steps[-1] if track.steps else None
            track.steps.clear()
            if last is not None and not last.gone:
                face = (last.face[1], last.face[1])
                track.steps.append(Step(-1.0, -0.5, last.end, last.end, face, last.order))
        self.reaches.clear()
        self.props.clear()
        self.lamps = Lamps()
        self.mount = Mount()
        self.now = 0.0

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds

    def lies(self, thing: int) -> bool:
        """Whether card *thing* lies on the table."""
        steps = self.tracks[thing].steps
        return bool(steps) and not steps[-1].gone

    def where(self, thing: int) -> Place:
        """Where card *thing* lies, or was last."""
        return self.tracks[thing].steps[-1].end

    def move(
        self, thing: int, since: float, end: Place, *, face: float | None = None, gone: bool = False
    ) -> None:
        """Card *thing* went from where it lay to *end* between *since* and now; *face* 1 is up, 0 down."""
        last = self.tracks[thing].steps[-1]
        after = last.face[1] if face is None else face
        self._step(thing, Step(since, self.now, last.end, end, (last.face[1], after), self._next(), gone))

    def bring(self, thing: int, since: float, start: Place, end: Place) -> None:
        """Card *thing* came out of a hand at *start*, face up, and went to *end* between *since* and now."""
        self._step(thing, Step(since, self.now, start, end, (1.0, 1.0), self._next()))

    def reach(self, seat: int, shoulder: Point, keys: Sequence[Key]) -> Reach:
        """The arm of *seat* has moved along *keys*."""
        self.reaches.append(Reach(seat, shoulder, tuple(keys)))
        return self.reaches[-1]

    def shift(self, prop: int, since: float, start: Place, end: Place, *, gone: bool = False) -> None:
        """Prop *prop* went from *start* to *end* between *since* and now."""
        step = Step(since, self.now, start, end, (1.0, 1.0), 0, gone)
        self.props[prop].steps.append(step)

    def _step(self, thing: int, step: Step) -> None:
        self.tracks[thing].steps.append(step)

    def _next(self) -> int:
        self._order += 1
        return self._order
