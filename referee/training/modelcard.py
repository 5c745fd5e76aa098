"""Measures freshly trained eyes and writes down what they are: `CARD.md` beside the networks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from referee.films import unseen
from referee.films.eyesight import Eyesight
from referee.films.make import Shot
from referee.measuring import on_empty, on_tables, pictures_in
from referee.saving import save
from referee.training.assets import trainable
from referee.training.device import device
from referee.training.loop import Progress
from referee.training.whole import Order, Stage
from referee.vision import eyes, photos
from referee.vision.eyes import YoloEyes

Report = Callable[[str], None]
CARD = "CARD.md"
SEED = 1


@dataclass(frozen=True, slots=True)
class Figure:
    """A measurement: what was measured, the command that measures it again, and its lines.

    Where nothing could be measured `lines` is empty and `why` says why.
    """

    title: str
    command: str = ""
    lines: tuple[str, ...] = ()
    why: str = ""

    @property
    def last(self) -> str:
        """The totals, or why there are none."""
        return self.lines[-1] if self.lines else f"not measured: {self.why}"


def measured(order: Order, pictures: int, report: Report) -> list[Figure]:
    """What the eyes in `order.models` get right, as far as there is something to measure it on.

    Raises `UserError` where the networks or the labels cannot be read.
    """
    seeing = eyes.load(order.models)
    figures = []
    for measure in (_tables, _empty, _photographs):
        figures.append(measure(order, seeing, pictures))
        report(f"{figures[-1].title}: {figures[-1].last}")
    return figures


def _tables(order: Order, seeing: YoloEyes, pictures: int) -> Figure:
    title = "Cards laid apart on drawn tables, of decks kept out of training"
    decks = [name for name in unseen.DECKS if (order.assets / "decks" / name).is_dir()]
    if not decks:
        return Figure(title, why="none of these decks is there")
    shot, totals, lines = Shot(assets=order.assets), Eyesight(), []
    for deck in decks:
        sight = on_tables(seeing, deck, shot, pictures, SEED).first
        lines.append(f"{deck}: {sight.line()}")
        totals.join(sight)
    command = f"referee eval tables --assets {order.assets} --pictures {pictures} --models {order.models}"
    if len(decks) < len(unseen.DECKS):
        command += f" --decks {','.join(decks)}"
    return Figure(title, command, (*lines, totals.line()))


def _empty(order: Order, seeing: YoloEyes, _: int) -> Figure:
    title = "Pictures without cards, the half that is kept out of training"
    if order.tabletops is None:
        return Figure(title, why="no --tabletops were given")
    kept = [path for path in pictures_in(order.tabletops) if unseen.odd(path)]
    counts = on_empty(seeing, kept)
    command = f"referee eval empty {order.tabletops} --models {order.models}"
    return Figure(title, command, (*counts.named, counts.line()))


def _photographs(order: Order, seeing: YoloEyes, _: int) -> Figure:
    title = "Photographs"
    if order.labels is None:
        return Figure(title, why="no labels were given with --eval")
    listed = photos.load_labels(order.labels)
    looks = photos.look_at(listed, seeing, lambda *_: None)
    found = [photos.findings(look, seeing.settings.sure) for look in looks]
    command = f"referee eval photos {order.labels} --models {order.models}"
    return Figure(title, command, tuple(photos.compare(listed, found).lines()))


def write(
    order: Order, trained: Sequence[tuple[Stage, Progress]], figures: Sequence[Figure], today: date
) -> Path:
    """Write the card of what was *trained* and measured; gives its path. Raises `UserError`."""
    path = order.models / CARD
    save(path, ("\n".join(_card(order, trained, figures, today)) + "\n").encode())
    return path


def _card(
    order: Order, trained: Sequence[tuple[Stage, Progress]], figures: Sequence[Figure], today: date
) -> Iterator[str]:
    yield "# Model card"
    yield f"\nTrained on {today.isoformat()} ({device().type}), by\n\n```\n{order.command()}\n```\n"
    yield "| network | seed | steps | seconds |\n|---|---|---|---|"
    for stage, done in trained:
        yield f"| {stage.name} | {order.seed + stage.seed} | {done.step} | {done.seconds:.0f} |"
    yield from _sources(order)
    yield "\n## Figures"
    for figure in figures:
        yield f"\n### {figure.title}"
        yield f"`{figure.command}`\n" if figure.lines else f"Not measured: {figure.why}."
        yield from ("```", *figure.lines, "```") if figure.lines else ()
    yield "\n### Games\nNot measured: `referee eval games` does, on films of `referee films make`."


def _sources(order: Order) -> Iterator[str]:
    pictures = order.pictures(readable_only=False)
    kept_out = pictures.selection.kept_out
    here = sorted(folder.name for folder in (order.assets / "decks").glob("*/"))
    learnt = trainable(order.assets, pictures.selection)
    letters = [name for name in here if name in pictures.selection.other_letters]
    yield "\n## What they learnt from"
    yield f"- {len(learnt)} decks: {', '.join(learnt)}; and decks of our own printing."
    yield f"- The detector alone: {', '.join(letters) or 'no other deck'}."
    yield f"- Kept out: {', '.join(name for name in here if name in kept_out) or 'none was there'}."
    tops = ", ".join(f"{len(paths)} {kind}" for kind, paths in pictures.textures.items())
    yield f"- Table tops: {tops or 'drawn ones alone'}."
    yield f"- Photographs: {', '.join(folder.name for folder in order.photos) or 'none'}."
    start = order.pretrained.name if order.pretrained else "nothing"
    yield f"- The detector started from {start}, the readers from nothing."
    yield "- The thresholds in `eyes.json` were not chosen anew."
