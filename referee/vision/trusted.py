"""A detector that a person brings, run by ultralytics: on a GPU where there is one.

Only after `--trust-model`: a `.pt` is a pickle, and opening it runs whatever is in it.
"""

from __future__ import annotations

import importlib.util
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from referee.vision.detector import Box, Kind, without_doubles
from referee.vision.models import EyesError, Tensor
from referee.vision.sighting import Picture


class TrustedDetector:
    """A model of ultralytics for oriented boxes; classes named face, back and index are looked for.

    Raises `EyesError` where ultralytics is not installed, or *path* is no such model.
    """

    def __init__(self, path: Path) -> None:
        self._model = _opened(path)
        self._kinds = _kinds(path, self._model.names)

    def find(self, picture: Picture, sizes: Sequence[int], least: float) -> list[Box]:
        """Boxes of confidence *least* or more on *picture* (H x W x 3, B G R), as a `Detector` finds them."""
        return without_doubles(np.concatenate([self._rows(picture, size, least) for size in sizes]))

    def _rows(self, picture: Picture, size: int, least: float) -> Tensor:
        """One row a box: x, y, w, h (px), a score per kind, the angle in radians."""
        (found,) = self._model.predict(picture, imgsz=size, conf=least, verbose=False)
        boxes = found.obb.cpu().numpy()
        rows = np.zeros((len(boxes), 5 + len(Kind)), np.float32)
        rows[:, :4], rows[:, -1] = boxes.xywhr[:, :4], boxes.xywhr[:, 4]
        for row, name, score in zip(rows, boxes.cls, boxes.conf, strict=True):
            kind = self._kinds.get(int(name))
            if kind is not None:
                row[4 + kind] = score
        return np.ascontiguousarray(rows[rows[:, 4:-1].any(axis=1)])


def _opened(path: Path) -> Any:
    if not path.exists():
        raise EyesError(f"There is no model {path}: check the name after --trust-model.")
    if importlib.util.find_spec("ultralytics") is None:
        raise EyesError("A model of your own needs ultralytics: run `pip install .[train]`.")
    # It would look for updates and install what it misses: nothing here leaves the house.
    os.environ.setdefault("YOLO_OFFLINE", "true")
    os.environ.setdefault("YOLO_AUTOINSTALL", "false")
    from ultralytics import YOLO

    try:
        model = YOLO(str(path), task="obb", verbose=False)
        task, _ = model.task, model.names
    except Exception as error:  # what a broken file raises is anybody's guess
        raise EyesError(
            f"{path} cannot be opened by ultralytics ({type(error).__name__}): give another model."
        ) from error
    if task != "obb":
        raise EyesError(f"{path} is a model for {task}: oriented boxes (obb) are needed.")
    return model


def _kinds(path: Path, names: dict[int, str]) -> dict[int, Kind]:
    """Which of the model's classes is which kind. Raises `EyesError` where there is none for faces."""
    known = {kind.name.lower(): kind for kind in Kind}
    kinds = {number: known[name.lower()] for number, name in names.items() if name.lower() in known}
    if Kind.FACE not in kinds.values():
        have = ", ".join(list(names.values())[:5])
        raise EyesError(f"{path} knows {have}: a class must be called face (others may be back and index).")
    return kinds
