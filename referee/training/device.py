"""Where networks are trained, and how exactly they compute there."""

from __future__ import annotations

from typing import Any

import torch


def device() -> torch.device:
    """A graphics card that torch can use, else the processor."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def forward(model: Any, pictures: torch.Tensor) -> Any:
    """What *model* makes of *pictures*: computed in bfloat16, in about half the time, handed over in float32.

    Losses are sums of small differences: they are better taken of float32.
    """
    with torch.autocast(pictures.device.type, torch.bfloat16):
        made = model(pictures)
    return _exact(made)


def _exact(made: Any) -> Any:
    if isinstance(made, torch.Tensor):
        return made.float() if made.is_floating_point() else made
    if isinstance(made, dict):
        return {name: _exact(part) for name, part in made.items()}
    return type(made)(_exact(part) for part in made) if isinstance(made, list | tuple) else made
