"""Trains the card reader (identity and corners) and the index reader on fresh crops and real ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from random import Random
from typing import TypeVar

import numpy as np
import torch
from torch.nn import functional

from referee.training.assets import Assets
from referee.training.course import Course, Report
from referee.training.crops import (
    CardSample,
    IndexSample,
    card_samples,
    corners_target,
    index_samples,
    roughened,
)
from referee.training.networks import CARD_CLASSES, INDEX_CLASSES, CardReader, IndexReader
from referee.vision.rectify import levelled
from referee.vision.sighting import Picture

Sample = TypeVar("Sample")
CORNER_WEIGHT = 4.0


def pixels(crops: Iterable[Picture]) -> torch.Tensor:
    """Crops as a batch N x 3 x H x W, levelled."""
    return torch.from_numpy(np.stack([levelled(crop) for crop in crops])).permute(0, 3, 1, 2)


def train_card_reader(
    assets: Callable[[], Assets],
    checkpoint: Path,
    minutes: float,
    seed: int,
    report: Report,
    real: Callable[[], list[CardSample]] = list,
    batch: int = 48,
    reuse: float = 6.0,
) -> None:
    """Train for *minutes* of wall time; goes on from *checkpoint* if it exists.

    *real* is asked again now and then for labelled crops of photographs: then a sixth of each batch.
    """
    course = Course(
        CardReader(), 0.002, minutes, checkpoint, assets, card_samples, seed, 40000, reuse, scenes=4
    )
    r, photos = Random(seed), real()
    hits: list[float] = []
    for step, drawn in course.batches(batch):
        if step % 500 == 0:
            photos = real()
        samples = _mixed(drawn, photos, batch // 6, r)
        crops = pixels(roughened(r, sample.crop) for sample in samples)
        logits, corners = course.model(crops.to(course.device))
        loss, right = _identity(logits, samples, CARD_CLASSES)
        off = corner_loss(corners, samples)
        course.learn(loss + CORNER_WEIGHT * off)
        hits.append(right)
        if step % 200 == 0:
            figures = f"loss {loss:.3f} corners {off:.4f} right {np.mean(hits[-200:]):.3f}"
            report(course.standing(figures) + f" photos {len(photos)}")


def _mixed(samples: list[Sample], photos: list[Sample], n: int, r: Random) -> list[Sample]:
    """*samples*, the first *n* of them replaced by some of *photos* if there are any."""
    return samples[n:] + r.choices(photos, k=n) if photos else samples


def _identity(
    logits: torch.Tensor, samples: Sequence[CardSample | IndexSample], classes: Sequence[str]
) -> tuple[torch.Tensor, float]:
    """The loss of the *logits*, and the share of *samples* that they get right."""
    names = torch.tensor([classes.index(sample.name) for sample in samples], device=logits.device)
    loss = functional.cross_entropy(logits, names, label_smoothing=0.03)
    return loss, float((logits.argmax(1) == names).float().mean())


def corner_loss(corners: torch.Tensor, samples: list[CardSample]) -> torch.Tensor:
    """The mean deviation of the predicted corners, over samples whose corners are known."""
    known = [k for k, sample in enumerate(samples) if sample.corners is not None]
    if not known:
        return corners.sum() * 0
    truth = np.stack([corners_target(sample.corners) for sample in samples if sample.corners is not None])
    target = torch.from_numpy(truth).to(corners.device).clamp(-2, 2)
    return functional.smooth_l1_loss(corners[known], target, beta=0.05)


def train_index_reader(
    assets: Callable[[], Assets],
    checkpoint: Path,
    minutes: float,
    seed: int,
    report: Report,
    real: Callable[[], list[IndexSample]] = list,
    batch: int = 96,
    reuse: float = 6.0,
) -> None:
    """As `train_card_reader`, for indexes; *real* crops make a quarter of each batch."""
    course = Course(
        IndexReader(), 0.002, minutes, checkpoint, assets, index_samples, seed, 80000, reuse, scenes=6
    )
    r, photos = Random(seed), real()
    hits: list[float] = []
    for step, drawn in course.batches(batch):
        samples = _mixed(drawn, photos, batch // 4, r)
        crops = pixels(roughened(r, _turned(r, sample.crop)) for sample in samples)
        logits = course.model(crops.to(course.device))
        loss, right = _identity(logits, samples, INDEX_CLASSES)
        course.learn(loss)
        hits.append(right)
        if step % 200 == 0:
            report(course.standing(f"loss {loss:.3f} right {np.mean(hits[-200:]):.3f}"))


def _turned(r: Random, crop: Picture) -> Picture:
    """Upside down half the time: which end of a card an index belongs to is not known."""
    return np.ascontiguousarray(crop[::-1, ::-1]) if r.random() < 0.5 else crop
