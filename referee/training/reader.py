"""Trains the card reader (identity and corners) and the index reader on fresh crops, and on real ones where given."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch.nn import functional

from referee.training.assets import Assets
from referee.training.crops import CardSample, IndexSample, card_samples, corners_target, index_samples, roughened
from referee.training.loop import Stream, Training
from referee.training.networks import CARD_CLASSES, INDEX_CLASSES, CardReader, IndexReader
from referee.vision.rectify import levelled
from referee.vision.sighting import Picture

Report = Callable[[str], None]
CORNER_WEIGHT = 4.0


def pixels(crops: Iterable[Picture]) -> torch.Tensor:
    """Crops as a batch N x 3 x H x W, levelled."""
    return torch.from_numpy(np.stack([levelled(crop) for crop in crops])).permute(0, 3, 1, 2)


def train_card_reader(
    assets: Callable[[], Assets], checkpoint: Path, minutes: float, seed: int, report: Report,
    real: Callable[[], list[CardSample]] = list, batch: int = 48, reuse: float = 6.0,
) -> None:
    """Train for *minutes* of wall time; goes on from *checkpoint* if it exists. *real* is asked again now and then
    for labelled crops of photographs, which then make a sixth of each batch."""

    def prepare() -> Callable[[Random], list[CardSample]]:
        have = assets()
        return lambda r: [sample for _ in range(4) for sample in card_samples(r, have)]

    net = CardReader().to(memory_format=torch.channels_last)
    training = Training(net, 0.002, minutes, checkpoint)
    stream = Stream(prepare, seed + training.progress.step, pool=40000, reuse=reuse)
    r, photos = Random(seed), real()
    net.train()
    hits: list[float] = []
    for step in training.steps():
        if step % 500 == 0:
            photos = real()
        samples = _mixed(stream.batch(batch), photos, r)
        names = torch.tensor([CARD_CLASSES.index(sample.name) for sample in samples])
        logits, corners = net(pixels(roughened(r, sample.crop) for sample in samples))
        loss = functional.cross_entropy(logits, names, label_smoothing=0.03)
        training.learn(loss + CORNER_WEIGHT * corner_loss(corners, samples))
        hits.append(float((logits.argmax(1) == names).float().mean()))
        if step % 200 == 0:
            off = float(corner_loss(corners.detach(), samples))
            report(f"step {step} {training.progress.seconds:.0f} s rate {training.rate():.5f} loss {loss:.3f} "
                   f"corners {off:.4f} right {np.mean(hits[-200:]):.3f} made {stream.made} photos {len(photos)}")
    stream.close()


def _mixed(samples: list[CardSample], photos: list[CardSample], r: Random) -> list[CardSample]:
    if not photos:
        return samples
    n = len(samples) // 6
    return samples[n:] + r.choices(photos, k=n)


def corner_loss(corners: torch.Tensor, samples: list[CardSample]) -> torch.Tensor:
    """The mean deviation of the predicted corners, over samples whose corners are known."""
    known = [k for k, sample in enumerate(samples) if sample.corners is not None]
    if not known:
        return corners.sum() * 0
    truth = np.stack([corners_target(sample.corners) for sample in samples if sample.corners is not None])
    return functional.smooth_l1_loss(corners[known], torch.from_numpy(truth).clamp(-2, 2), beta=0.05)


def train_index_reader(
    assets: Callable[[], Assets], checkpoint: Path, minutes: float, seed: int, report: Report,
    real: Callable[[], list[IndexSample]] = list, batch: int = 96, reuse: float = 6.0,
) -> None:
    """As `train_card_reader`, for indexes; *real* crops make a quarter of each batch."""

    def prepare() -> Callable[[Random], list[IndexSample]]:
        have = assets()
        return lambda r: [sample for _ in range(6) for sample in index_samples(r, have)]

    net = IndexReader().to(memory_format=torch.channels_last)
    training = Training(net, 0.002, minutes, checkpoint)
    stream = Stream(prepare, seed + training.progress.step, pool=80000, reuse=reuse)
    r, photos = Random(seed), real()
    net.train()
    hits: list[float] = []
    for step in training.steps():
        samples = stream.batch(batch)
        if photos:
            samples = samples[batch // 4 :] + r.choices(photos, k=batch // 4)
        names = torch.tensor([INDEX_CLASSES.index(sample.name) for sample in samples])
        logits = net(pixels(roughened(r, _turned(r, sample.crop)) for sample in samples))
        loss = functional.cross_entropy(logits, names, label_smoothing=0.03)
        training.learn(loss)
        hits.append(float((logits.argmax(1) == names).float().mean()))
        if step % 200 == 0:
            report(f"step {step} {training.progress.seconds:.0f} s rate {training.rate():.5f} loss {loss:.3f} "
                   f"right {np.mean(hits[-200:]):.3f} made {stream.made}")
    stream.close()


def _turned(r: Random, crop: Picture) -> Picture:
    """Upside down half the time: which end of a card an index belongs to is not known."""
    return np.ascontiguousarray(crop[::-1, ::-1]) if r.random() < 0.5 else crop
