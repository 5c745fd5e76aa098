"""The recording beside the journal: H.264 in fragmented MP4, a fragment a picture, the times kept.

The loop analyses the pictures decoded from what was recorded, so the recording shows what was judged.
"""

from __future__ import annotations

import os
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import av
import numpy as np
from av.codec.context import Flags
from av.packet import Packet
from av.video.codeccontext import VideoCodecContext
from av.video.frame import VideoFrame
from av.video.stream import VideoStream

from referee.journal.log import JournalError
from referee.vision.film import Film, picture_of
from referee.vision.frames import Closing, Frame

_TICKS = 90_000
_TIME_BASE = Fraction(1, _TICKS)
# Slower presets cost two to three times the processor time and make no smaller files of a noisy picture.
_OPTIONS = {"preset": "ultrafast", "tune": "zerolatency", "crf": "20"}
_FRAGMENTS = {"movflags": "frag_every_frame+empty_moov+default_base_moof", "flush_packets": "1"}


class Recorder(Closing):
    """Writes one stretch of recording and gives every picture back as the recording shows it.

    The frames given back are numbered from *first_seq* and timed from *first_t*.
    """

    def __init__(
        self, path: Path, size: tuple[int, int], fps: float, first_seq: int = 0, first_t: float = 0.0
    ):
        self._path = path
        self._first_seq = first_seq
        self._first_t = first_t
        self._began: float | None = None
        self._last_tick = -1
        self._held: list[Frame] = []
        self._closing = threading.Lock()
        self._gaps: deque[float | None] = deque()
        self._seq = first_seq - 1
        self._size = (size[0] // 2 * 2, size[1] // 2 * 2)  # H.264 in 4:2:0 has even sides only
        try:
            self._file = path.open("xb")
        except OSError as error:
            raise JournalError(_cannot_record(path, error)) from error
        self._container = av.open(self._file, "w", format="mp4", options=_FRAGMENTS)
        self._stream = self._make_stream(max(1, round(fps)))
        self._decoder: VideoCodecContext | None = None

    def add(self, frame: Frame) -> list[Frame]:
        """Record *frame*; give the frames whose pictures have now reached the file.

        That is one late, as a fragment is closed when the next one begins.
        """
        packets = self._stream.encode(self._image(frame))
        self._gaps.append(None if frame.gap_from is None else self._shown_t(frame.gap_from))
        arrived, self._held = self._held, [self._shown(image) for image in self._decode(packets)]
        try:
            self._container.mux(packets)
        except (av.FFmpegError, OSError) as error:
            raise JournalError(_cannot_record(self._path, error)) from error
        return arrived

    def finish(self) -> list[Frame]:
        """Close the file; give the frames not given yet."""
        self.close()
        arrived, self._held = self._held, []
        return arrived

    def sync(self) -> None:
        """Have everything recorded so far on the disk; from any thread."""
        with self._closing:
            if not self._file.closed:
                self._file.flush()
                os.fsync(self._file.fileno())

    def close(self) -> None:
        """Finish the file."""
        if self._file.closed:
            return
        try:
            self._container.close()
            self.sync()
            with self._closing:
                self._file.close()
        except (av.FFmpegError, OSError) as error:
            raise JournalError(_cannot_record(self._path, error)) from error

    def _make_stream(self, rate: int) -> VideoStream:
        stream = self._container.add_stream("libx264", rate=rate, options=_OPTIONS)
        stream.width, stream.height = self._size
        stream.pix_fmt = "yuv420p"
        stream.time_base = _TIME_BASE
        stream.codec_context.time_base = _TIME_BASE
        stream.codec_context.gop_size = 2 * rate
        return stream

    def _image(self, frame: Frame) -> VideoFrame:
        width, height = self._size
        image = VideoFrame.from_ndarray(np.ascontiguousarray(frame.picture[:height, :width]), format="bgr24")
        self._began = frame.t if self._began is None else self._began
        self._last_tick = max(round((frame.t - self._began) * _TICKS), self._last_tick + 1)
        image.pts, image.time_base = self._last_tick, _TIME_BASE
        return image

    def _shown(self, image: VideoFrame) -> Frame:
        self._seq += 1
        t = _time(self._first_t, round((image.pts or 0) / _TICKS, 6))
        return Frame(self._seq, t, picture_of(image), self._gaps.popleft())

    def _shown_t(self, t: float) -> float:
        """A time of the source, as that of the recording."""
        return _time(self._first_t, t - (self._began or 0.0))

    def _decode(self, packets: list[Packet[VideoStream]]) -> list[VideoFrame]:
        return [image for packet in packets for image in self._open_decoder().decode(_copy(packet))]

    def _open_decoder(self) -> VideoCodecContext:
        if self._decoder is None:
            decoder = VideoCodecContext.create("h264", "r")
            decoder.extradata = self._stream.codec_context.extradata
            decoder.thread_count = 1  # more threads would hold pictures back
            decoder.flags |= Flags.low_delay
            self._decoder = decoder
        return self._decoder


def record(frames: Iterable[Frame], recorder: Recorder) -> Iterator[Frame]:
    """Record *frames* as they come; give them as the recording shows them."""
    for frame in frames:
        yield from recorder.add(frame)
    yield from recorder.finish()


def read_back(path: Path, first_seq: int = 0, first_t: float = 0.0) -> Iterator[Frame]:
    """The frames of one recorded stretch, exactly as `Recorder` gave them."""
    for frame in Film(path):
        yield Frame(first_seq + frame.seq, _time(first_t, frame.t), frame.picture)


def _time(first_t: float, t: float) -> float:
    return round(first_t + t, 6)


def _copy(packet: Packet[VideoStream]) -> Packet[Any]:
    """The packet for the decoder: the muxer takes the times of the one it is given for its own."""
    copy = Packet(bytes(packet))
    copy.pts, copy.dts, copy.time_base = packet.pts, packet.dts, _TIME_BASE
    return copy


def _cannot_record(path: Path, error: Exception) -> str:
    why = getattr(error, "strerror", None) or str(error)
    return f"The recording {path} cannot be written ({why}): make room on the disk and start again."
