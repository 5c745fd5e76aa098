"""Networks in eight-bit integers: a third of the time, for nothing that could be measured.

Each layer's range is taken from samples as it will meet them. The first layers, the last ones and products of
two activations stay in float: there it would cost accuracy (docs/decisions/0015-eight-bits.md).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, count, islice
from pathlib import Path
from random import Random
from typing import Any

import nncf
import numpy as np
import openvino as ov
from numpy.typing import NDArray

from referee.training.assets import Assets, read
from referee.training.crops import CardSample, IndexSample, card_samples, index_samples, roughened
from referee.training.targets import detector_sample
from referee.vision.detector import as_input
from referee.vision.eyes import SIZES
from referee.vision.models import opened
from referee.vision.rectify import levelled_batch
from referee.vision.sighting import Picture

SCENES, SIDES = 240, (640, 768, 960)
PHOTOS = 40
"""So many photographs of each set, each at every size that pictures are looked at."""
CROPS, BATCH = 5, 8
"""So many crops of cards, and of indexes, for each scene."""
FIRST = {"detector": 3, "reader": 1, "index": 1}
Input = NDArray[np.float32]
Make = Callable[[Random, Assets], Sequence[CardSample | IndexSample]]


@dataclass(frozen=True, slots=True)
class Samples:
    """What ranges are taken from: so many *scenes* of *assets* (*readable*: only decks whose cards can be
    read), and photographs in the `images` of each of *photos*.
    """

    assets: Callable[[], Assets]
    readable: Callable[[], Assets]
    photos: Sequence[Path] = ()
    scenes: int = SCENES

    def of(self, name: str, r: Random) -> list[Input]:
        """Inputs of the network *name*. Raises `AssetsError`."""
        if name == "detector":
            pictures = list(self._pictures(r))
            r.shuffle(pictures)
            return [as_input(picture, scale) for picture, scale in pictures]
        return self._crops(r, card_samples if name == "reader" else index_samples)

    def _pictures(self, r: Random) -> Iterator[tuple[Picture, float]]:
        """Pictures, each with the scale to look at it."""
        assets = self.assets()
        for k in range(self.scenes):
            yield detector_sample(r, assets, SIDES[k % len(SIDES)]).picture, 1.0
        for folder in self.photos:
            paths = sorted((folder / "images").iterdir())
            for path in r.sample(paths, min(PHOTOS, len(paths))):
                picture = read(path)
                for size in SIZES:
                    yield picture, size / max(picture.shape[:2])

    def _crops(self, r: Random, make: Make) -> list[Input]:
        assets = self.readable()
        samples = list(islice(chain.from_iterable(make(r, assets) for _ in count()), CROPS * self.scenes))
        r.shuffle(samples)
        crops = [roughened(r, sample.crop) for sample in samples]
        return [levelled_batch(crops[k : k + BATCH]) for k in range(0, len(crops), BATCH)]


def quantize(source: Path, target: Path, names: Iterable[str], samples: Samples, seed: int) -> None:
    """Write the networks *names* of the folder *source* to the folder *target* in integers.

    Raises `AssetsError`, and `EyesError` where there is no such network.
    """
    for name in names:
        _write(
            source / f"{name}.xml", target / f"{name}.xml", name, samples.of(name, Random(f"{seed} {name}"))
        )


def _write(source: Path, target: Path, name: str, inputs: list[Input]) -> None:
    model = opened(source)
    quantized = nncf.quantize(
        model,
        nncf.Dataset(inputs),
        preset=nncf.QuantizationPreset.MIXED,
        subset_size=len(inputs),
        ignored_scope=nncf.IgnoredScope(names=_in_float(model, FIRST[name])),
    )
    target.parent.mkdir(parents=True, exist_ok=True)
    ov.save_model(quantized, target)


def _in_float(model: Any, first: int) -> list[str]:
    """The *first* convolutions, those without a norm (the last ones), and all products of matrices."""
    nodes = [(node.get_type_name(), node.get_friendly_name()) for node in model.get_ordered_ops()]
    convolutions = [name for kind, name in nodes if kind in ("Convolution", "GroupConvolution")]
    # Where a norm was folded into a convolution OpenVINO names it anew, after the multiplication.
    bare = [name for name in convolutions if "Multiply" not in name]
    products = [name for kind, name in nodes if kind == "MatMul"]
    return sorted({*convolutions[:first], *bare, *products})
