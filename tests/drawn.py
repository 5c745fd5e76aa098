"""Small drawn films and pictures for tests of the game."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from pathlib import Path

import av
import cv2
import numpy as np
from av.video.frame import VideoFrame

from referee.vision.sighting import Picture


def picture(number: int, size: tuple[int, int] = (64, 48)) -> Picture:
    drawn = np.full((size[1], size[0], 3), 40, np.uint8)
    cv2.circle(drawn, (5 + 3 * number % size[0], size[1] // 2), 6, (30, 200, 90), -1)
    return drawn


def write_film(path: Path, pictures: Iterable[Picture], fps: int = 15) -> Path:
    pictures = list(pictures)
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=fps, options={"preset": "ultrafast", "crf": "18"})
        stream.height, stream.width = pictures[0].shape[:2]
        stream.pix_fmt = "yuv420p"
        for number, drawn in enumerate(pictures):
            image = VideoFrame.from_ndarray(drawn, format="bgr24")
            image.pts, image.time_base = number, Fraction(1, fps)
            container.mux(stream.encode(image))
        container.mux(stream.encode())
    return path


def write_pictures(folder: Path, count: int, names: str = "{}.png") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for number in range(count):
        cv2.imwrite(str(folder / names.format(number)), picture(number))
    return folder
