"""Pictures of cards out of SVG: a sheet cut into its cells, an element of a page, and the last touch."""

from __future__ import annotations

import gzip
import re
from itertools import pairwise
from xml.etree import ElementTree as ET

import cv2
import numpy as np

from referee.training.decks import CARD_HEIGHT, Image, flattened

Element = ET.Element
RANKS = ("A", *map(str, range(2, 11)), "J", "Q", "K")
FINE, ROUGH = 560, 1200
"""So many pixels high cards are drawn before they are cut out; and a page, to find a card there."""
_MARGIN = 0.6
"""So many heights and widths of a page are looked at on each side of it: some backs lie there."""
_SVG = "{http://www.w3.org/2000/svg}"
_UNITS = {"": 1.0, "px": 1.0, "pt": 96 / 72, "mm": 96 / 25.4, "cm": 96 / 2.54, "in": 96.0}
_REFERENCE = re.compile(r"#([^\s)\"']+)")
_CORNER = 0.045


def text_of(data: bytes) -> str:
    """The SVG in *data*, which may be compressed."""
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("utf-8")


def rendered(svg: str, height: int) -> Image:
    """*svg* drawn *height* px high, B G R A. Raises `ValueError` where it is none."""
    import resvg_py  # comes with [train]; everything else here does without

    words = "<text" in svg or ":text" in svg
    png = resvg_py.svg_to_bytes(svg_string=svg, height=height, dpi=96.0, skip_system_fonts=not words)
    image = cv2.imdecode(np.frombuffer(bytes(png), np.uint8), cv2.IMREAD_UNCHANGED)
    if image is None or image.ndim != 3 or image.shape[2] != 4:
        raise ValueError("it cannot be drawn")
    return image.astype(np.uint8, copy=False)


def sheet(svg: str) -> dict[str, Image]:
    """The cards of a sheet of 13 x 5: clubs, diamonds, hearts, spades, then two jokers and a back."""
    page = rendered(svg, 5 * FINE)
    rows = [[rank + suit for rank in RANKS] for suit in "CDHS"] + [["JOKER1", "JOKER2", "BACK1"]]
    height, width = page.shape[0] / 5, page.shape[1] / 13
    return {
        name: page[round(y * height) : round((y + 1) * height), round(x * width) : round((x + 1) * width)]
        for y, row in enumerate(rows)
        for x, name in enumerate(row)
    }


def parsed(svg: str) -> Element:
    """The root of *svg*, as large as its `viewBox` says. Raises `ValueError`."""
    try:
        root = ET.fromstring(svg)
    except ET.ParseError as error:
        raise ValueError(f"it is no SVG ({error})") from error
    if root.get("viewBox") is None:
        root.set("viewBox", f"0 0 {_length(root, 'width')} {_length(root, 'height')}")
    for side in ("width", "height"):
        root.attrib.pop(side, None)
    return root


def _length(root: Element, side: str) -> float:
    found = re.fullmatch(r"([\d.]+)\s*([a-z]*)", root.get(side, ""))
    if not found or found[2] not in _UNITS:
        raise ValueError(f"its {side} is not said")
    return float(found[1]) * _UNITS[found[2]]


def element(root: Element, name: str) -> Image:
    """The element of that *name* alone, as large as it is. Raises `ValueError` where it shows nothing."""
    alone = _alone(root, name)
    left, top, width, height = (float(part) for part in re.split(r"[\s,]+", root.get("viewBox", "").strip()))
    left, width = left - _MARGIN * width, (1 + 2 * _MARGIN) * width
    top, height = top - _MARGIN * height, (1 + 2 * _MARGIN) * height
    page = _viewed(alone, (left, top, width, height), ROUGH)
    ys, xs = np.nonzero(page[..., 3] > 8)
    if len(ys) == 0:
        raise ValueError(f"{name} shows nothing")
    unit = height / page.shape[0]
    at = left + (xs.min() - 1) * unit, top + (ys.min() - 1) * unit
    return _viewed(alone, (*at, (np.ptp(xs) + 3) * unit, (np.ptp(ys) + 3) * unit), FINE)


def _viewed(root: Element, box: tuple[float, float, float, float], height: int) -> Image:
    root.set("viewBox", " ".join(f"{side:.4f}" for side in box))
    return rendered(ET.tostring(root, "unicode"), height)


def _alone(root: Element, name: str) -> Element:
    """*root* with the element of that *name*, and unseen what it refers to. Raises `ValueError`."""
    path = _path(root, name)
    wanted = _referred(root, path)
    kept = path[-1]
    for parent, child in reversed(list(pairwise(path))):
        tag = f"{_SVG}g" if parent.tag == f"{_SVG}defs" else parent.tag
        above = ET.Element(tag, parent.attrib)
        above.append(kept)
        unseen = (part for part in parent if part is not child and _holds(part, wanted))
        ET.SubElement(above, f"{_SVG}defs").extend(unseen)
        kept = above
    return kept


def _path(within: Element, name: str) -> list[Element]:
    """The elements from *within* down to the one of that *name*."""
    parents = {child: parent for parent in within.iter() for child in parent}
    here = next((part for part in parents if part.get("id") == name), None)
    if here is None:
        raise ValueError(f"there is no {name}")
    path = [here]
    while path[0] in parents:
        path.insert(0, parents[path[0]])
    return path


def _referred(root: Element, path: list[Element]) -> set[str]:
    """The ids that *path* refers to, and what is in its last element, directly or by way of others."""
    by_id = {part.get("id", ""): part for part in root.iter()}
    todo = [*path[:-1], *path[-1].iter()]
    found: set[str] = set()
    while todo:
        for value in todo.pop().attrib.values():
            for name in set(_REFERENCE.findall(value)) & by_id.keys() - found:
                found.add(name)
                todo += by_id[name].iter()
    return found


def _holds(part: Element, wanted: set[str]) -> bool:
    return part.tag == f"{_SVG}style" or any(one.get("id") in wanted for one in part.iter())


def finished(image: Image) -> Image | None:
    """A card out of *image*, without shadow and surroundings, round at its corners, 480 px high; B G R A.

    None where there is no card.
    """
    image = image if image.shape[2] == 4 else np.dstack([image, np.full(image.shape[:2], 255, np.uint8)])
    solid = np.clip((image[..., 3].astype(np.float32) - 170) * 3, 0, 255).astype(np.uint8)
    ys = np.flatnonzero((solid > 128).mean(axis=1) > 0.5)
    xs = np.flatnonzero((solid > 128).mean(axis=0) > 0.5)
    if len(ys) < 50 or len(xs) < 50:
        return None
    card = np.s_[ys[0] : ys[-1] + 1, xs[0] : xs[-1] + 1]
    cut = np.dstack([flattened(image)[card], solid[card]])
    size = (round(cut.shape[1] * CARD_HEIGHT / cut.shape[0]), CARD_HEIGHT)
    cut = cv2.resize(cut, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    if min(cut[y, x, 3] for y in (2, -3) for x in (2, -3)) > 200:
        cut[..., 3] = np.minimum(cut[..., 3], _round(size))
    return cut


def _round(size: tuple[int, int]) -> Image:
    """A mask of *size* (width, height) whose corners are round."""
    width, height = size
    radius = _CORNER * width
    x = np.maximum(np.abs(np.arange(width) + 0.5 - width / 2) - (width / 2 - radius), 0)
    y = np.maximum(np.abs(np.arange(height) + 0.5 - height / 2) - (height / 2 - radius), 0)
    outside = np.hypot(x[None, :], y[:, None]) - radius
    return np.asarray(np.rint(np.clip(0.5 - outside, 0, 1) * 255), np.uint8)
