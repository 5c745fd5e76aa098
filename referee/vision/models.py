"""Opens the shipped networks with OpenVINO, at one fixed precision so that a replay computes the same."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import openvino as ov
from numpy.typing import NDArray

from referee.errors import UserError

Tensor = NDArray[np.float32]


class EyesError(UserError):
    """The weights are missing or broken."""


class Network:
    """A network of `models/`: `network(inputs)` gives its outputs as float32, in the order of their export.

    Runs in float32 on the CPU (some processors would take bfloat16 by themselves). Raises `EyesError`.
    """

    def __init__(self, path: Path, threads: int = 0) -> None:
        self._compiled = _compiled(path, threads)

    def __call__(self, inputs: Tensor) -> tuple[Tensor, ...]:
        results = self._compiled([inputs])
        return tuple(np.asarray(results[k], np.float32) for k in range(len(self._compiled.outputs)))


def _compiled(path: Path, threads: int) -> Any:
    if not path.exists() or not path.with_suffix(".bin").exists():
        raise EyesError(
            f"The weights {path.name} are missing in {path.parent}: fetch the project again, whole."
        )
    options: dict[str, Any] = {"INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY"}
    if threads:
        options["INFERENCE_NUM_THREADS"] = threads
    try:
        return ov.Core().compile_model(str(path), "CPU", options)
    except RuntimeError as error:
        raise EyesError(f"The weights {path} cannot be opened: fetch the project again, whole.") from error


@dataclass(frozen=True, slots=True)
class Settings:
    """`models/eyes.json`: what was measured to go with the weights.

    *face*, *index*: least detector confidence; *sure*: least probability of a card that is reported as read.
    """

    face: float = 0.3
    index: float = 0.3
    sure: float = 0.6


def fingerprint(folder: Path) -> str:
    """The SHA-256 of all weights in *folder*, which the journal keeps: another model may rule otherwise."""
    digest = hashlib.sha256()
    for path in sorted(folder.glob("*.bin")) + sorted(folder.glob("*.json")):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()
