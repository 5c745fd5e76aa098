"""Whether the camera hangs still: how much of a small picture lies as it lay. Cheap, no model."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.vision.sighting import Picture

CELLS = 8
"""The picture is compared in CELLS x CELLS parts."""
EDGED = 3.0
"""A part whose edges (the Laplacian, in grey levels) are weaker shows a plain cloth, which says nothing."""
ALIKE = 0.35
"""A part whose edges agree so well (correlation) lies as it lay."""
PATTERNED = 0.75
"""A table has a pattern of its own where so large a share of the parts has edges."""
LEAST_EDGED = 8
"""Where fewer parts have edges there is too little to compare."""

Edges = NDArray[np.float32]


def edges(small: Picture) -> Edges:
    """The edges of a small picture, however bright it is."""
    smooth = cv2.GaussianBlur(cv2.cvtColor(small, cv2.COLOR_BGR2GRAY), (0, 0), 1.0)
    return np.asarray(cv2.Laplacian(smooth, cv2.CV_32F, ksize=3), np.float32)


def standing(was: Edges, now: Edges) -> float:
    """The share of the parts of one picture that lie as they lay in the other; 1 where too few have edges."""
    edged = _is_edged(was)
    if edged.sum() < LEAST_EDGED:
        return 1.0
    products = _means(was * now) - _means(was) * _means(now)
    agreement = products / np.sqrt(np.maximum(_variances(was) * _variances(now), 1e-6))
    return float((agreement[edged] >= ALIKE).mean())


def is_patterned(small: Edges) -> bool:
    """Whether the table itself has edges almost everywhere: its wood, its cloth, not only what lies on it."""
    return bool(_is_edged(small).mean() >= PATTERNED)


def _is_edged(small: Edges) -> NDArray[np.bool_]:
    return np.asarray(_variances(small) >= EDGED**2)


def _variances(values: Edges) -> NDArray[np.float64]:
    return np.asarray(_means(values * values) - _means(values) ** 2, np.float64)


def _means(values: Edges) -> NDArray[np.float64]:
    return cv2.resize(values, (CELLS, CELLS), interpolation=cv2.INTER_AREA).astype(np.float64)
