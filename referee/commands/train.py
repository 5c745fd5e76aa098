"""`referee train`: all in one go, or pictures, scenes, each network and export. Needs the extra `[train]`."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated

import typer

from referee import terminal
from referee.errors import UserError
from referee.options import file_to_write, folder_to_write
from referee.resources import models_dir
from referee.saving import refuse_folder

if TYPE_CHECKING:
    from referee.training.assets import Assets

AssetsDir = Annotated[Path, typer.Option("--assets", help="The folder with decks, textures and hands.")]
Tabletops = Annotated[Path | None, typer.Option(help="A folder of photographs of tables without cards.")]
Checkpoint = Annotated[
    Path,
    typer.Option(help="Where the training stands; goes on from it if it exists.", callback=file_to_write),
]
Minutes = Annotated[float, typer.Option(min=0.1, help="How long to train, all sessions together.")]
Threads = Annotated[int, typer.Option(min=1, help="How many processor cores to use.")]
Seed = Annotated[int, typer.Option(help="Start of the random numbers.")]
Pretrained = Annotated[Path | None, typer.Option(help="A COCO checkpoint of YOLO11n to start from.")]
Side = Annotated[int, typer.Option(min=160, help="Side of the scenes in pixels.")]
Photos = Annotated[list[Path] | None, typer.Option(help="Sets of labelled photographs to train on as well.")]

GENERATED = Path("datasets/generated")
TRAINING = Path("runs/training")

train = typer.Typer(
    help="Train the eyes: needs `pip install .[train]`. All of it in one go is `referee train all`.",
    epilog="Example: referee train all --minutes 480",
    no_args_is_help=True,
)


def register(app: typer.Typer) -> None:
    """Add the group to *app*."""
    app.add_typer(train, name="train")


def _needs(what: str, *modules: str) -> None:
    if any(importlib.util.find_spec(module) is None for module in modules):
        raise UserError(f"{what}: run `pip install .[train]`.")


def _ready(threads: int) -> None:
    _needs("Training needs torch and ultralytics", "torch", "ultralytics")
    import cv2
    import torch

    torch.set_num_threads(threads)
    cv2.setNumThreads(1)


def _assets(root: Path, tabletops: Path | None, readable_only: bool) -> Assets:
    from referee.training.assets import PRINTED, Assets

    # The figures of printed decks are matplotlib's, which comes with [train]; scenes to look at need none.
    printed = PRINTED if importlib.util.find_spec("matplotlib") else 0.0
    return Assets(root, tabletops, readable_only=readable_only, printed=printed)


def _readable(root: Path, tabletops: Path | None) -> Callable[[], Assets]:
    """Opens the decks whose cards can be read, where they are needed: in the process that makes samples."""
    return partial(_assets, root, tabletops, readable_only=True)


def _fetch(folder: Path) -> None:
    _needs("Drawing decks needs resvg-py", "resvg_py")
    from referee.training.fetching import fetch as bring

    decks = bring(folder, terminal.tell)
    terminal.tell(f"{len(decks)} decks in {folder / 'decks'}; the git decks are not fetched: see datasets/.")


@train.command(epilog="Example: referee train fetch assets")
def fetch(
    folder: Annotated[
        Path, typer.Argument(help="Where the pictures go.", callback=folder_to_write)
    ] = GENERATED,
) -> None:
    """Get the decks again that training draws, from Debian, npm and PyPI; what is there stays.

    Table tops of our own making come with them where the folder has none.
    """
    _fetch(folder)


@train.command(name="all", epilog="Example: referee train all --minutes 480")
def everything(
    minutes: Annotated[float, typer.Option(min=0.1, help="How long to train, all networks and sessions.")],
    assets: Annotated[
        Path, typer.Option(help="The folder with decks; fetched if there are none.")
    ] = GENERATED,
    photos: Photos = None,
    tabletops: Tabletops = None,
    labels: Annotated[
        Path | None, typer.Option("--eval", help="The labels beside photographs to measure on.")
    ] = None,
    work: Annotated[Path, typer.Option(help="Where the training stands; goes on from there.")] = TRAINING,
    models: Annotated[Path | None, typer.Option(help="Where the networks go (default: WORK/models).")] = None,
    pretrained: Pretrained = None,
    side: Side = 384,
    pictures: Annotated[
        int, typer.Option(min=1, help="How many drawn tables of each deck to measure on.")
    ] = 20,
    threads: Threads = 1,
    seed: Seed = 7,
) -> None:
    """Fetch, train all three networks, export, measure, and write the model card; killed, it goes on.

    Each network gets its part of the minutes. What ships is replaced only with `--models models`.
    """
    _ready(threads)
    from referee.training import modelcard, whole
    from referee.training.assets import Selection, trainable
    from referee.training.fetching import UNFINISHED

    order = whole.Order(
        assets=assets,
        work=work,
        models=models or work / "models",
        minutes=minutes,
        photos=tuple(photos or ()),
        tabletops=tabletops,
        pretrained=pretrained,
        labels=labels,
        side=side,
        seed=seed,
    )
    whole.check(order)
    if (assets / UNFINISHED).exists() or not trainable(assets, Selection.load()):
        _fetch(assets)
    if not trainable(assets, Selection.load()):
        raise UserError(f"There is no deck in {assets} to train on: give a folder with decks as --assets.")
    plan = whole.stages()
    trained = list(whole.train_all(order, plan, terminal.tell))
    whole.export_all(order, plan)
    figures = modelcard.measured(order, pictures, terminal.tell)
    terminal.tell(f"The model card is {modelcard.write(order, trained, figures, date.today())}.")


@train.command(epilog="Example: referee train scenes scenes --assets assets --n 20")
def scenes(
    folder: Annotated[Path, typer.Argument(help="Where the pictures go.", callback=folder_to_write)],
    assets: AssetsDir,
    tabletops: Tabletops = None,
    n: Annotated[int, typer.Option(min=1, help="How many.")] = 20,
    side: Annotated[int, typer.Option(min=160, help="Their side in pixels.")] = 640,
    seed: Seed = 7,
) -> None:
    """Draw scenes with the boxes the detector learns, to look at them."""
    from referee.training.targets import detector_sample, outlined
    from referee.vision.pictures import save_picture

    have, r = _assets(assets, tabletops, readable_only=False), Random(seed)
    for k in range(n):
        save_picture(folder / f"{seed}-{k:04d}.png", outlined(detector_sample(r, have, side)))


@train.command(
    epilog="Example: referee train detector --assets assets --minutes 90 --checkpoint detector.ckpt"
)
def detector(
    assets: AssetsDir,
    checkpoint: Checkpoint,
    minutes: Minutes,
    tabletops: Tabletops = None,
    pretrained: Pretrained = None,
    side: Side = 384,
    threads: Threads = 1,
    seed: Seed = 7,
) -> None:
    """Train the detector (YOLO11n-OBB: face, back, index) on fresh scenes."""
    _ready(threads)
    from referee.training.detector import train_detector

    train_detector(
        partial(_assets, assets, tabletops, readable_only=False),
        pretrained,
        checkpoint,
        minutes,
        side,
        seed,
        typer.echo,
    )


@train.command(epilog="Example: referee train reader --assets assets --minutes 80 --checkpoint reader.ckpt")
def reader(
    assets: AssetsDir,
    checkpoint: Checkpoint,
    minutes: Minutes,
    tabletops: Tabletops = None,
    photos: Photos = None,
    models: Annotated[Path | None, typer.Option(help="Eyes that find the cards on --photos.")] = None,
    threads: Threads = 1,
    seed: Seed = 11,
) -> None:
    """Train the card reader: identity and corners."""
    _ready(threads)
    from referee.training.photographs import marked_cards
    from referee.training.reader import train_card_reader
    from referee.vision import eyes

    look = eyes.load(models).look if photos else None
    real = [sample for folder in photos or () if look for sample in marked_cards(folder, look, Random(seed))]
    train_card_reader(_readable(assets, tabletops), checkpoint, minutes, seed, typer.echo, lambda: real)


@train.command(epilog="Example: referee train index --assets assets --minutes 40 --checkpoint index.ckpt")
def index(
    assets: AssetsDir,
    checkpoint: Checkpoint,
    minutes: Minutes,
    tabletops: Tabletops = None,
    photos: Photos = None,
    threads: Threads = 1,
    seed: Seed = 13,
) -> None:
    """Train the index reader; *photos* are sets whose index corners are marked."""
    _ready(threads)
    from referee.training.photographs import marked_indexes
    from referee.training.reader import train_index_reader

    r = Random(seed)
    real = [sample for folder in photos or () for sample in marked_indexes(folder, r)]
    train_index_reader(_readable(assets, tabletops), checkpoint, minutes, seed, typer.echo, lambda: real)


@train.command(epilog="Example: referee train export --detector detector.ckpt --models float")
def export(
    detector: Annotated[Path | None, typer.Option(help="Its checkpoint.")] = None,
    reader: Annotated[Path | None, typer.Option(help="Its checkpoint.")] = None,
    index: Annotated[Path | None, typer.Option(help="Its checkpoint.")] = None,
    models: Annotated[Path | None, typer.Option(help="Where the networks go (default: what ships).")] = None,
) -> None:
    """Turn checkpoints into the networks that ship.

    Measure them with `referee eval photos` before you commit them.
    """
    _ready(1)
    from referee.training import export as exports

    folder = models or models_dir()
    refuse_folder(folder)
    folder.mkdir(parents=True, exist_ok=True)
    if detector:
        exports.export_detector(detector, folder / "detector.xml")
    if reader:
        exports.export_card_reader(reader, folder / "reader.xml")
    if index:
        exports.export_index_reader(index, folder / "index.xml")


@train.command(name="quantize", epilog="Example: referee train quantize float models --assets assets")
def in_integers(
    source: Annotated[Path, typer.Argument(help="The folder with the networks as they were exported.")],
    target: Annotated[Path, typer.Argument(help="Where they go in integers.", callback=folder_to_write)],
    assets: AssetsDir,
    tabletops: Tabletops = None,
    photos: Photos = None,
    only: Annotated[list[str] | None, typer.Option(help="Only these of detector, reader and index.")] = None,
    seed: Seed = 78,
) -> None:
    """Turn networks into eight-bit integers: a third of the time; their ranges from scenes and photographs.

    Measure them with `referee eval photos` before you commit them.
    """
    _ready(1)
    _needs("Quantizing needs nncf", "nncf")
    from referee.training.quantize import FIRST, Samples, quantize

    strange = sorted({*(only or ())} - {*FIRST})
    if strange:
        raise UserError(f"There is no network {strange[0]}: name some of {', '.join(FIRST)}.")
    whole = partial(_assets, assets, tabletops, readable_only=False)
    quantize(
        source, target, only or FIRST, Samples(whole, _readable(assets, tabletops), tuple(photos or ())), seed
    )
