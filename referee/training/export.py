"""Turns training checkpoints into the OpenVINO networks that ship."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import openvino as ov
import torch
from torch import nn

from referee.training.detector import new_model
from referee.training.networks import CardReader, IndexReader


def export_detector(checkpoint: Path, target: Path) -> None:
    """`models/detector.xml`: picture (1 x 3 x H x W, R G B, 0..1) -> boxes.

    The boxes are 1 x 8 x N: x, y, w, h in px, three scores, the angle in radians.
    """
    model = new_model(None)
    model.load_state_dict(_average(checkpoint))
    model.eval()
    head = model.model[-1]
    head.export, head.dynamic, head.format = True, True, "openvino"
    _write(model, torch.zeros(1, 3, 416, 416), [1, 3, -1, -1], target)


def export_card_reader(checkpoint: Path, target: Path) -> None:
    """`models/reader.xml`: levelled crops (N x 3 x 160 x 128) -> logits, corners."""
    net = CardReader()
    net.load_state_dict(_average(checkpoint))
    _write(net.eval(), torch.zeros(2, 3, 160, 128), [-1, 3, 160, 128], target)


def export_index_reader(checkpoint: Path, target: Path) -> None:
    """`models/index.xml`: levelled crops (N x 3 x 64 x 64) -> logits."""
    net = IndexReader()
    net.load_state_dict(_average(checkpoint))
    _write(net.eval(), torch.zeros(2, 3, 64, 64), [-1, 3, 64, 64], target)


def _average(checkpoint: Path) -> dict[str, Any]:
    return dict(torch.load(checkpoint, weights_only=True, map_location="cpu")["average"])


def _write(model: nn.Module, example: torch.Tensor, shape: list[int], target: Path) -> None:
    with torch.no_grad():
        network = ov.convert_model(model, example_input=example, input=[ov.PartialShape(shape)])
    ov.save_model(network, target, compress_to_fp16=True)
