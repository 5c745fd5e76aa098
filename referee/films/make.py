"""Makes films of simulated games: the same seed and options give the same film."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from referee.errors import UserError
from referee.films import decks, encode, floor, hands, textures
from referee.films.camera import Camera
from referee.films.choreography import Stage
from referee.films.decks import Deck
from referee.films.floor import Floor
from referee.films.hands import Hand
from referee.films.nuisances import KINDS
from referee.films.plot import STARTS, Plot
from referee.films.render import Light, Renderer
from referee.films.sensor import Flaws, Sensor
from referee.films.story import Story
from referee.films.tempo import TEMPOS, USUAL
from referee.films.truth import Truth
from referee.rules import loading
from referee.rules.ruleset import RuleSet
from referee.saving import written
from referee.table.layout import Table
from referee.vision.sighting import Picture

NAMES = ("Ana", "Ben", "Cem", "Dee", "Eli", "Fay")
SHUTTER_S = 1 / 40
_SHUFFLES = 200
_VIEWS = {5: 1180.0, 6: 1220.0}
"""So much of the table (mm) is in the picture where it takes more than usual: a card is then 66 pixels wide
at 1280 x 720."""


class FilmError(UserError):
    """A film that cannot be made."""


@dataclass(frozen=True, slots=True)
class Shot:
    """How films are made.

    `deck`: a name, or `auto` for one by the seed. `tilt` and `view` None: by the seed, and by the number of
    players. `flaws` scales noise, shake and drift (0: a perfect camera, 1: a usual webcam); `flicker` and
    `jpeg` as in `Flaws`. `tempo` is one of `TEMPOS`.
    """

    players: int = 3
    rules: str = "pagat"
    deck: str = "auto"
    assets: Path | None = None
    size: tuple[int, int] = (1280, 720)
    fps: int = 15
    tilt: float | None = None
    distance: float = 1100.0
    view: float | None = None
    light: float = 1.0
    flaws: float = 1.0
    flicker: float = 0.0
    jpeg: int = 0
    tempo: str = USUAL
    plot: Plot = field(default_factory=Plot)


@dataclass(frozen=True, slots=True, eq=False)
class Script:
    """A film before it is drawn: the truth, the table as its camera sees it, and who moves when."""

    truth: Truth
    table: Table
    stage: Stage
    camera: Camera
    deck: Deck

    @property
    def count(self) -> int:
        """How many pictures the film has."""
        return int(self.truth.end * self.truth.fps)


def write(seed: int, shot: Shot) -> Script:
    """Play the game of *seed*; nothing is drawn yet. Raises `UserError`s."""
    _refuse_unknown(shot)
    rules, names, look = _rules(shot), NAMES[: shot.players], random.Random(f"look {seed}")
    camera = a_camera(shot, look)
    deck = decks.load(decks.choose(shot.deck, shot.assets, look), shot.assets)
    plan = floor.lay_out(names, look, max(rules.layout.up, rules.layout.down) or 3)
    story = _story(seed, shot, rules, plan)
    story.tell()
    stage = story.stage
    truth = Truth(
        seed=seed,
        rules=rules.name,
        names=names,
        deck=deck.name,
        size=shot.size,
        fps=shot.fps,
        start=story.start,
        events=tuple(story.events),
        turns=tuple(story.turns),
        end=stage.now,
        loser=story.state.over.loser if story.state.over else None,
        nuisances=tuple(story.nuisances.happened),
        house=None if shot.rules in loading.presets() else loading.read(shot.rules),
    )
    return Script(truth, plan.table(camera, deck.size_mm), stage, camera, deck)


def shoot(script: Script, shot: Shot) -> Iterator[Picture]:
    """The pictures of *script*, as its camera takes them: H x W x 3, BGR."""
    look, stage = random.Random(f"scenery {script.truth.seed}"), script.stage
    camera = stage.mount.roomy(script.camera)
    background = textures.top(camera, look, shot.assets)
    players = [_hands(camera, shot.assets, look) for _ in script.truth.names]
    light = Light((look.uniform(-0.5, 0.5), look.uniform(0.1, 0.6)), look.uniform(0.28, 0.45))
    renderer = Renderer(camera, script.deck, players, background, light)
    sensor = Sensor(script.camera.size, flaws(shot, look))
    for number in range(script.count):
        t = number / script.truth.fps
        clean = renderer.exposure(stage.tracks, stage.reaches, t, SHUTTER_S, stage.props)
        seen = stage.mount.shown(clean, script.camera, t)
        yield sensor.take(stage.lamps.shine(seen, t), number, t)


def save(script: Script, pictures: Iterable[Picture], folder: Path, crf: int = 24) -> None:
    """Write `film.mp4`, `table.json` and `truth.json` into *folder*."""
    with written(folder):
        folder.mkdir(parents=True, exist_ok=True)
        script.table.save(folder / "table.json")
        script.truth.save(folder / "truth.json")
        encode.write(folder / "film.mp4", pictures, script.truth.size, script.truth.fps, crf)


def _story(seed: int, shot: Shot, rules: RuleSet, plan: Floor) -> Story:
    """The game of *seed* where its film begins: the first of several shuffles that comes there."""
    for shuffle in range(_SHUFFLES):
        name = f"{seed}" if not shuffle else f"{seed} {shuffle}"
        stage = Stage(plan, random.Random(f"moves {name}"), TEMPOS[shot.tempo])
        rngs = random.Random(f"game {name}"), random.Random(f"nuisances {name}")
        story = Story(stage, rules, shot.plot, *rngs)
        if shot.plot.start in ("play", "deal") or story.skip():
            return story
    raise FilmError(f"No game of {rules.name} came to a {shot.plot.start}: choose another --from.")


def _refuse_unknown(shot: Shot) -> None:
    for kind in shot.plot.nuisances:
        if kind not in KINDS:
            raise FilmError(f"There is no nuisance {kind!r}: choose among {', '.join(KINDS)}.")
    if shot.plot.start not in STARTS:
        raise FilmError(f"Films do not begin with {shot.plot.start!r}: choose among {', '.join(STARTS)}.")
    if shot.tempo not in TEMPOS:
        raise FilmError(f"There is no tempo {shot.tempo!r}: choose among {', '.join(TEMPOS)}.")


def _rules(shot: Shot) -> RuleSet:
    rules = loading.load(shot.rules)
    most = 5 if shot.players < 4 else 4
    if max(rules.layout.down, rules.layout.up) > most:
        raise FilmError(
            f"Rows of a film have at most {most} cards with {shot.players} players: choose other --rules."
        )
    if rules.deal.style == "throw_starters" and shot.plot.start == "deal":
        raise FilmError(f"Films of {rules.name} begin after the deal: leave --from out.")
    return rules


def a_camera(shot: Shot, look: random.Random) -> Camera:
    """A camera as *shot* wants it, what it leaves open by *look*."""
    usual = look.uniform(3, 16)
    tilt = usual if shot.tilt is None else shot.tilt
    view = shot.view or _VIEWS.get(shot.players, 980.0)
    return Camera(shot.size, shot.distance, view, tilt, look.uniform(-3, 3))


def _hands(camera: Camera, assets: Path | None, look: random.Random) -> Mapping[str, Hand]:
    scale = camera.px_per_mm * 1.1
    return hands.pictured(assets, look, scale) if assets else hands.own(look, scale)


def flaws(shot: Shot, look: random.Random) -> Flaws:
    """The flaws of a camera, as bad as *shot* says."""
    much, light = shot.flaws, shot.light
    warm = look.uniform(-0.05, 0.05) * much
    return Flaws(
        noise=look.uniform(1.5, 3.5) * much,
        shake=look.uniform(0.1, 0.5) * much,
        drift=look.uniform(0.02, 0.06) * much,
        blur=look.uniform(0.4, 0.7) * much,
        falloff=look.uniform(0.08, 0.25) * much,
        cast=(light * (1 - warm), light, light * (1 + warm)),
        seed=look.randrange(1 << 30),
        flicker=shot.flicker,
        jpeg=shot.jpeg,
    )
