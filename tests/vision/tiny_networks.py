"""Networks that give the same answer to everything: the real engine runs them where no weights are needed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import openvino as ov
from numpy.typing import NDArray
from openvino import opset13 as ops

from referee.cards import card
from referee.vision.reader import CARDS

ANYWHERE = (-0.6875, -0.8, 0.6875, -0.8, 0.6875, 0.8, -0.6875, 0.8)
"""The corners of a card that fills its crop but for 20 pixels all around."""


def logits_for(name: str, classes: int, strength: float = 12.0) -> NDArray[np.float32]:
    told = np.zeros(classes, np.float32)
    told[CARDS.index(card(name))] = strength
    return told


def write_detector(path: Path, rows: Sequence[Sequence[float]]) -> Path:
    """*rows*: x, y, w, h (px of the picture as looked at), a score for face, back and index, the angle."""
    picture = ops.parameter([1, 3, -1, -1], np.float32)
    boxes = ops.constant(np.array(rows, np.float32).reshape(-1, 8).T[None])
    # The answer hangs on the picture, by nothing, since a network without an input cannot be asked.
    nothing = ops.multiply(ops.reduce_sum(picture, [0, 1, 2, 3]), np.float32(0))
    return _saved(ov.Model([ops.add(boxes, nothing)], [picture]), path)


def write_reader(path: Path, answers: Sequence[NDArray[np.float32]], size: tuple[int, int]) -> Path:
    """*answers*: one row each, given for every crop of *size* (height, width)."""
    crops = ops.parameter([-1, 3, *size], np.float32)
    nothing = ops.multiply(ops.reduce_sum(crops, [1, 2, 3]), np.float32(0))
    column = ops.unsqueeze(nothing, ops.constant(np.array([1])))
    outputs = [ops.add(column, ops.constant(answer[None])) for answer in answers]
    return _saved(ov.Model(outputs, [crops]), path)


def write_classifier(path: Path, classes: int, size: tuple[int, int], places: int = 0) -> Path:
    """A network whose features are the mean colours of a crop, that are classified by a matrix.

    With *places* so many numbers come as a second output, as of a reader of whole cards.
    """
    crops = ops.parameter([-1, 3, *size], np.float32)
    features = ops.reduce_mean(crops, [2, 3])
    chance = np.random.default_rng(7)
    weights = [chance.normal(size=(3, width)).astype(np.float32) for width in (classes, places) if width]
    logits, *more = (ops.matmul(features, ops.constant(each), False, False) for each in weights)
    told = ops.add(logits, ops.constant(np.zeros((1, classes), np.float32)))
    return _saved(ov.Model([told, *more], [crops]), path)


def _saved(model: ov.Model, path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    ov.save_model(model, path, compress_to_fp16=False)
    return path


def write_eyes(folder: Path, rows: Sequence[Sequence[float]], face: str, index: str) -> Path:
    """A whole set of weights that finds *rows*, reads every card as *face* and every index as *index*."""
    write_detector(folder / "detector.xml", rows)
    places = np.array(ANYWHERE, np.float32)
    write_reader(folder / "reader.xml", [logits_for(face, 55), places], (160, 128))
    write_reader(folder / "index.xml", [logits_for(index, 53)], (64, 64))
    settings = {"settings": {"face": 0.3, "index": 0.4, "sure": 0.6}}
    (folder / "eyes.json").write_text(json.dumps(settings), encoding="utf-8")
    return folder
