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

    With *features*, what its classifier's matrix is applied to comes last (N x `features`); where there is no
    such matrix, `features` is 0 and nothing more comes.
    Runs in float32 on the CPU (some processors would take bfloat16 by themselves). Raises `EyesError`.
    """

    def __init__(self, path: Path, threads: int = 0, features: bool = False) -> None:
        model = opened(path)
        self.features = _shown_features(model) if features else 0
        self._compiled = _compiled(model, path, threads)

    def __call__(self, inputs: Tensor) -> tuple[Tensor, ...]:
        results = self._compiled([inputs])
        return tuple(np.asarray(results[k], np.float32) for k in range(len(self._compiled.outputs)))


def opened(path: Path) -> Any:
    """The network in *path*, not yet compiled. Raises `EyesError`."""
    if not path.exists() or not path.with_suffix(".bin").exists():
        raise EyesError(
            f"The weights {path.name} are missing in {path.parent}: fetch the project again, whole."
        )
    try:
        return ov.Core().read_model(str(path))
    except RuntimeError as error:
        raise _broken(path) from error


def _compiled(model: Any, path: Path, threads: int) -> Any:
    options: dict[str, Any] = {"INFERENCE_PRECISION_HINT": "f32", "PERFORMANCE_HINT": "LATENCY"}
    if threads:
        options["INFERENCE_NUM_THREADS"] = threads
    try:
        return ov.Core().compile_model(model, "CPU", options)
    except RuntimeError as error:
        raise _broken(path) from error


def _broken(path: Path) -> EyesError:
    return EyesError(f"The weights {path} cannot be opened: fetch the project again, whole.")


def _shown_features(model: Any) -> int:
    """Make what goes into the matrix of the first output's classifier a further output; how wide it is."""
    node = model.outputs[0].get_node().input_value(0).get_node()
    if node.get_type_name() == "Add":
        node = node.input_value(0).get_node()
    if node.get_type_name() != "MatMul":
        return 0
    features = node.input_value(0)
    model.add_outputs(features)
    return int(features.get_partial_shape()[1].get_length())


@dataclass(frozen=True, slots=True)
class Settings:
    """`models/eyes.json`: what was measured to go with the weights.

    *face*, *index*: least detector confidence; *sure*: least probability of a card that is reported as read;
    *temperature*: makes the readers as sure as they are right.
    """

    face: float = 0.3
    index: float = 0.3
    sure: float = 0.6
    temperature: float = 1.0

    def __post_init__(self) -> None:
        if not self.temperature > 0:
            raise ValueError(f"a temperature of {self.temperature} is none")


def fingerprint(folder: Path, *others: Path) -> str:
    """The SHA-256 of the weights in *folder* and of *others*, for the journal: others may rule otherwise."""
    digest = hashlib.sha256()
    inside = [path for other in others for path in sorted(other.rglob("*.*")) or [other]]
    for path in [*sorted(folder.glob("*.bin")), *sorted(folder.glob("*.json")), *inside]:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()
