"""The two readers' networks: small residual nets on levelled crops."""

from __future__ import annotations

from itertools import pairwise

import torch
from torch import nn
from torch.nn import functional

from referee.training.decks import FACES

CARD_CLASSES: tuple[str, ...] = (*FACES, "BACK", "JOKER", "UNREADABLE")
INDEX_CLASSES: tuple[str, ...] = (*FACES, "UNREADABLE")


class Block(nn.Module):
    """Two 3 x 3 convolutions and a short cut."""

    def __init__(self, inputs: int, outputs: int, stride: int) -> None:
        super().__init__()
        self.first = nn.Conv2d(inputs, outputs, 3, stride, 1, bias=False)
        self.first_norm = nn.BatchNorm2d(outputs)
        self.second = nn.Conv2d(outputs, outputs, 3, 1, 1, bias=False)
        self.second_norm = nn.BatchNorm2d(outputs)
        self.short = nn.Sequential(nn.Conv2d(inputs, outputs, 1, stride, bias=False), nn.BatchNorm2d(outputs))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        y = functional.relu(self.first_norm(self.first(x)))
        return functional.relu(self.second_norm(self.second(y)) + self.short(x))


def _stem(width: int) -> nn.Sequential:
    return nn.Sequential(nn.Conv2d(3, width, 5, 2, 2, bias=False), nn.BatchNorm2d(width), nn.ReLU())


def _body(widths: tuple[int, ...]) -> nn.Sequential:
    return nn.Sequential(*(Block(inputs, outputs, 2) for inputs, outputs in pairwise(widths)))


def _features(layers: nn.Module, x: torch.Tensor, training: bool) -> torch.Tensor:
    """What *layers* make of *x*, float32; while *training* computed in bfloat16, in half the time."""
    with torch.autocast(x.device.type, torch.bfloat16, enabled=training):
        features = layers(x)
    return features.float() if isinstance(features, torch.Tensor) else features


class CardReader(nn.Module):
    """Crop (N x 3 x 160 x 128) -> logits over `CARD_CLASSES`, and the card's corners.

    The corners are N x 8: x, y of each, clockwise from the upper left, in half crop widths and heights from
    the crop's middle.
    """

    def __init__(self, widths: tuple[int, ...] = (24, 40, 80, 144, 224)) -> None:
        super().__init__()
        self.stem, self.body = _stem(widths[0]), _body(widths)
        self.classify = nn.Linear(2 * widths[-1], len(CARD_CLASSES))
        self.squeeze = nn.Sequential(nn.Conv2d(widths[-1], 48, 1), nn.ReLU())
        self.corners = nn.Linear(48 * 5 * 4, 8)

    def forward(self, x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        features = _features(self.body, self.stem(x), self.training)
        pooled = torch.cat([features.mean((2, 3)), features.amax((2, 3))], 1)
        return self.classify(pooled), self.corners(self.squeeze(features).flatten(1))


class IndexReader(nn.Module):
    """Crop (N x 3 x 64 x 64) -> logits over `INDEX_CLASSES`."""

    def __init__(self, widths: tuple[int, ...] = (32, 64, 128, 192)) -> None:
        super().__init__()
        self.stem, self.body = _stem(widths[0]), _body(widths)
        self.classify = nn.Linear(2 * widths[-1], len(INDEX_CLASSES))

    def forward(self, x: torch.Tensor) -> torch.Tensor:
        features = _features(self.body, self.stem(x), self.training)
        return self.classify(torch.cat([features.mean((2, 3)), features.amax((2, 3))], 1))
