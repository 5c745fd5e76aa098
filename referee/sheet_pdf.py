"""The printed sheet as a PDF of one page, drawn by rectangles: it prints sharp at any size."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from referee.table.board import ACROSS, DOWN, MARKER_MM, SQUARE_MM, marker

PAPERS = {"a4": (297.0, 210.0), "letter": (279.4, 215.9)}
"""Width and height in mm, lying."""
_PT = 72 / 25.4
_BAR_MM = 100.0
_TEXT = (
    f"referee - print at 100 % (actual size), not fitted to the page. "
    f"This bar is {_BAR_MM:.0f} mm long, each square {SQUARE_MM:.0f} mm: measure it. Lay the sheet flat."
)


def sheet(paper: str) -> bytes:
    """The PDF for *paper*, a key of `PAPERS`."""
    width, height = PAPERS[paper]
    left, bottom = (width - ACROSS * SQUARE_MM) / 2, (height - DOWN * SQUARE_MM) / 2 + 4
    boxes = [(left + x, bottom + y, w, h) for x, y, w, h in (*_squares(), *_markers())]
    boxes.append((left, bottom - 6, _BAR_MM, 1.0))
    drawn = "\n".join(" ".join(f"{value * _PT:.3f}" for value in box) + " re" for box in boxes)
    text = f"BT /F1 8 Tf {(left + _BAR_MM + 4) * _PT:.2f} {(bottom - 6) * _PT:.2f} Td"
    first, second = _TEXT.split(". ", 1)
    words = f"{text} ({first}.) Tj 0 -9 Td ({second}) Tj ET"
    return _document(f"0 g\n{drawn}\nf\n{words}\n", width * _PT, height * _PT)


def _squares() -> Iterator[tuple[float, float, float, float]]:
    """The black squares: x, y, width and height in mm, upwards from the board's lower left."""
    for down in range(DOWN):
        for across in range(ACROSS):
            if (down + across) % 2 == 0:
                yield across * SQUARE_MM, (DOWN - 1 - down) * SQUARE_MM, SQUARE_MM, SQUARE_MM


def _markers() -> Iterator[tuple[float, float, float, float]]:
    """The black fields of the markers, which lie in the white squares by row; runs of them as one box."""
    number, rim = 0, (SQUARE_MM - MARKER_MM) / 2
    for down in range(DOWN):
        for across in range(ACROSS):
            if (down + across) % 2:
                x, y = across * SQUARE_MM + rim, (DOWN - down) * SQUARE_MM - rim
                yield from _fields(marker(number), x, y)
                number += 1


def _fields(
    black: np.ndarray[tuple[int, ...], np.dtype[np.bool_]], x: float, y: float
) -> Iterator[tuple[float, float, float, float]]:
    field = MARKER_MM / len(black)
    for row, line in enumerate(black):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
        for start, end in edges.reshape(-1, 2):
            yield x + start * field, y - (row + 1) * field, (end - start) * field, field


def _document(content: str, width: float, height: float) -> bytes:
    """A PDF of one page of *width* x *height* points that shows *content*."""
    page = (
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 {width:.2f} {height:.2f}] /Contents 4 0 R "
        "/Resources << /Font << /F1 5 0 R >> >> >>"
    )
    parts = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page,
        f"<< /Length {len(content)} >>\nstream\n{content}endstream",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    data, places = "%PDF-1.4\n", []
    for number, part in enumerate(parts, 1):
        places.append(len(data))
        data += f"{number} 0 obj\n{part}\nendobj\n"
    rows = "".join(f"{place:010d} 00000 n \n" for place in places)
    count = len(parts) + 1
    table = f"xref\n0 {count}\n0000000000 65535 f \n{rows}trailer\n<< /Size {count} /Root 1 0 R >>\n"
    return f"{data}{table}startxref\n{len(data)}\n%%EOF\n".encode("ascii")
