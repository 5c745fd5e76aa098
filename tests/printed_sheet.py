"""The printed sheet as it lies on a drawn table, read from the very PDF that is printed."""

from __future__ import annotations

import re
from functools import cache

import cv2
import numpy as np

from referee.films.camera import Camera
from referee.films.floor import Place, box
from referee.sheet_pdf import PAPERS, sheet
from referee.vision.sighting import Picture

FINE = 6
"""Pixels a millimetre."""


@cache
def page(paper: str = "a4") -> Picture:
    """The page as printed, from the boxes of the PDF."""
    width, height = PAPERS[paper]
    drawn = np.full((round(height * FINE), round(width * FINE), 3), 235, np.uint8)
    scale = FINE * 25.4 / 72
    for found in re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re", sheet(paper)):
        x, y, w, h = (float(value) * scale for value in found)
        top = height * FINE - y - h
        drawn[round(top) : round(top + h), round(x) : round(x + w)] = 25
    return drawn


def lain(picture: Picture, camera: Camera, place: Place, paper: str = "a4", shrunk: float = 1.0) -> Picture:
    """*picture* with the sheet at *place* on its table, as *camera* sees it."""
    width, height = PAPERS[paper]
    there = camera.project(np.array(box((place.x, place.y), width * shrunk, height * shrunk, place.angle)))
    print_ = page(paper)
    h, w = print_.shape[:2]
    way = cv2.getPerspectiveTransform(
        np.array([[-0.5, -0.5], [w - 0.5, -0.5], [w - 0.5, h - 0.5], [-0.5, h - 0.5]], np.float32),
        (2 * there + 0.5).astype(np.float32),
    )
    size = (2 * picture.shape[1], 2 * picture.shape[0])
    soft = cv2.GaussianBlur(print_, (0, 0), 0.35 * FINE / (2 * camera.px_per_mm))
    large = cv2.warpPerspective(soft, way, size, flags=cv2.INTER_AREA)
    mask = cv2.warpPerspective(np.full_like(print_, 255), way, size)
    small = [cv2.resize(part, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA) for part in (large, mask)]
    share = small[1].astype(np.float32) / 255
    dice = np.random.default_rng(2).normal(0, 2.5, picture.shape)
    laid = cv2.GaussianBlur(picture * (1 - share) + small[0] * share, (0, 0), 0.6)
    return np.asarray(np.clip(laid + dice, 0, 255), np.uint8)
