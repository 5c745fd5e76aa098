"""Writes a film: H.264 in MP4, as a webcam's recording would be."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import av

from referee.vision.sighting import Picture


def write(path: Path, pictures: Iterable[Picture], size: tuple[int, int], fps: int, crf: int = 24) -> None:
    """Encode *pictures* (H x W x 3, BGR) of *size* (width, height) to *path*; smaller *crf* means finer."""
    with av.open(str(path), "w", options={"movflags": "+faststart"}) as container:
        stream = container.add_stream("libx264", rate=fps, options={"crf": str(crf), "preset": "veryfast"})
        stream.width, stream.height = size
        stream.pix_fmt = "yuv420p"
        stream.codec_context.thread_count = 1
        for picture in pictures:
            container.mux(stream.encode(av.VideoFrame.from_ndarray(picture, format="bgr24")))
        container.mux(stream.encode(None))
