"""Synthetic photographs of cards on tables, with the truth about every card in them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import cv2
import numpy as np
from numpy.typing import NDArray

from referee.training.arrange import Pose, arranged
from referee.training.assets import FACES, Assets, Deck, Face, texture
from referee.training.light import Canvas, photographed

Corners = NDArray[np.float32]
BACK, JOKER = "BACK", "JOKER"
HAND, OUTSIDE = 65535, 65534


@dataclass(frozen=True)
class Laid:
    """A card in a scene: its corners (4 x 2, px, clockwise from its upper left), name, and number in `owner`."""

    corners: Corners
    name: str
    number: int
    face: Face
    four_cornered: bool = False


@dataclass(frozen=True)
class SceneTruth:
    """A picture (H x W x 3, B G R), its cards bottom to top, and for each pixel the number of the card it shows
    (0 table, `HAND` a hand)."""

    picture: NDArray[np.uint8]
    cards: tuple[Laid, ...]
    owner: NDArray[np.uint16]


@dataclass(frozen=True)
class Style:
    """What all cards of a scene share: deck, backs, shape, shadow."""

    deck: Deck
    other: Deck
    back: Face
    height: float
    radius: float
    margin: float
    paper: NDArray[np.float32]
    shadow: float
    shadow_px: float
    shadow_at: tuple[float, float]
    inverted: bool
    four: bool


def make_scene(
    r: Random, assets: Assets, size: tuple[int, int], card_px: float, n: int, tilt: float = 24.0
) -> SceneTruth:
    """A photograph of *size* (width, height) with about *n* cards about *card_px* wide, drawn from *assets*.

    *tilt* is the spread, in degrees, of the camera's lean from the vertical.
    """
    width, height = size
    canvas = table_top(r, assets, width, height)
    if r.random() < 0.3:
        clutter(r, canvas, assets, card_px)
    style = _style(r, assets, card_px)
    plane = _camera(r, width, height, tilt) @ np.diag([card_px, card_px, 1.0])
    owner = np.zeros((height, width), np.uint16)
    view = (width / card_px, height / card_px)
    names = _names(r)
    cards: list[Laid] = []
    for pose in arranged(r, n, view, style.height) if n else ():
        corners = _corners(r, plane, pose, style.height)
        if corners is not None and len(cards) < 250:
            laid = _drawn(r, assets, style, pose, corners, names, len(cards) + 1)
            if _lay(r, canvas, owner, laid, style):
                cards.append(laid)
    if r.random() < 0.35:
        _hands_over(r, canvas, owner, assets, cards, card_px)
    picture = photographed(r, canvas, max(0.5, min(1.6, card_px / 60)))
    return SceneTruth(picture, tuple(cards), owner)


def _names(r: Random) -> Callable[[], str]:
    """Deals the names of a shuffled pack, again and again."""
    pack: list[str] = []

    def deal() -> str:
        if not pack:
            pack.extend(r.sample(FACES, len(FACES)))
        return pack.pop()

    return deal


def _style(r: Random, assets: Assets, card_px: float) -> Style:
    deck, other = r.choices(assets.decks, assets.weights, k=2)
    back = drawn_back(r) if r.random() < 0.35 else r.choice(assets.backs)
    return Style(
        deck=deck,
        other=other if r.random() < 0.12 else deck,
        back=back,
        height=r.uniform(1.36, 1.56),
        radius=round(r.uniform(0.02, 0.09), 2),
        margin=0.0 if r.random() < 0.5 else r.uniform(0, 0.05),
        paper=np.array([r.uniform(0.9, 1), r.uniform(0.95, 1), 1], np.float32),
        shadow=r.uniform(0, 0.5),
        shadow_px=r.uniform(0.01, 0.06) * card_px + 0.5,
        shadow_at=(r.gauss(0, 0.03) * card_px, r.gauss(0, 0.03) * card_px),
        inverted=r.random() < 0.04,
        four=r.random() < 0.2,
    )


def _camera(r: Random, width: int, height: int, spread: float) -> NDArray[np.float64]:
    """The homography from the table plane (px at the middle of the view, origin there) to the picture."""
    lean = 0.0 if r.random() < 0.25 else math.radians(min(62.0, abs(r.gauss(0, spread))))
    focal = r.uniform(0.8, 2.0) * max(width, height)
    way = r.uniform(0, 2 * math.pi) if r.random() < 0.5 else r.gauss(0, 0.4)
    c, s = math.cos(way), math.sin(way)
    turn = np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]])
    tip = np.array([[1, 0, 0], [0, math.cos(lean), -math.sin(lean)], [0, math.sin(lean), math.cos(lean)]])
    rotation = turn @ tip @ turn.T
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    seen: NDArray[np.float64] = lens @ np.stack([rotation[:, 0], rotation[:, 1], np.array([0, 0, focal])], axis=1)
    return seen


def _corners(r: Random, plane: NDArray[np.float64], pose: Pose, height: float) -> Corners | None:
    c, s = math.cos(pose.turn), math.sin(pose.turn)
    flat = np.array([[-0.5, -height / 2], [0.5, -height / 2], [0.5, height / 2], [-0.5, height / 2]])
    flat = flat @ np.array([[c, s], [-s, c]]) + (pose.x, pose.y)
    flat += [[r.gauss(0, 0.006), r.gauss(0, 0.006)] for _ in range(4)]
    seen = np.c_[flat, np.ones(4)] @ plane.T
    if seen[:, 2].min() <= abs(seen[:, 2]).max() * 0.15:
        return None  # behind the camera, or stretched to the horizon
    return (seen[:, :2] / seen[:, 2:]).astype(np.float32)


def _drawn(
    r: Random, assets: Assets, style: Style, pose: Pose, corners: Corners, names: Callable[[], str], number: int
) -> Laid:
    if pose.back:
        return Laid(corners, BACK, number, style.back)
    deck = style.deck if r.random() < 0.8 else style.other
    if deck.jokers and r.random() < 0.02:
        return Laid(corners, JOKER, number, r.choice(deck.jokers))
    name = names()
    if style.four:
        return Laid(corners, name, number, deck.four_cornered(name), four_cornered=True)
    return Laid(corners, name, number, deck.faces[name])


def _lay(r: Random, canvas: Canvas, owner: NDArray[np.uint16], laid: Laid, style: Style) -> bool:
    """Paint *laid* with its shadow; False when it lies outside the picture."""
    reach = 3 + 3 * style.shadow_px
    x0, y0 = np.maximum(np.floor(laid.corners.min(axis=0) - reach).astype(int), 0)
    x1, y1 = np.minimum(np.ceil(laid.corners.max(axis=0) + reach).astype(int), owner.shape[::-1])
    if x1 - x0 < 4 or y1 - y0 < 4:
        return False
    size = (int(x1 - x0), int(y1 - y0))
    corners = laid.corners - np.array([x0, y0], np.float32)
    mask = _warped_mask(corners, size, style.radius)
    patch = canvas[y0:y1, x0:x1]
    _shadow(r, patch, mask, style)
    patch *= (1 - mask)[..., None]
    patch += _warped_face(r, laid, corners, size, style) * mask[..., None]
    owner[y0:y1, x0:x1][mask > 0.5] = laid.number
    return True


def _warped_face(r: Random, laid: Laid, corners: Corners, size: tuple[int, int], style: Style) -> Canvas:
    sides = np.linalg.norm(corners[[0, 1]] - corners[[3, 2]], axis=1)
    art = laid.face.at(float(sides.max()))
    height, width = art.shape[:2]
    m = 0.0 if laid.name == BACK else style.margin * width
    source = np.array([[-m, -m], [width + m, -m], [width + m, height + m], [-m, height + m]], np.float32)
    image = cv2.warpPerspective(
        art,
        cv2.getPerspectiveTransform(source, corners),
        size,
        flags=cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=(255, 255, 255),
    ).astype(np.float32)
    image *= style.paper
    if style.inverted and laid.name != BACK:
        image = (255 - image) * np.array([0.6, 0.85, 1], np.float32)
    if r.random() < 0.4:
        ramp = np.linspace(r.uniform(0.75, 1.05), r.uniform(0.75, 1.05), size[0], dtype=np.float32)
        image *= ramp[None, :, None]
    return image


def _shadow(r: Random, patch: Canvas, mask: Canvas, style: Style) -> None:
    if style.shadow > 0.08:
        shift = np.array([[1, 0, style.shadow_at[0]], [0, 1, style.shadow_at[1]]], np.float32)
        cast = cv2.warpAffine(mask, shift, mask.shape[::-1])
        patch *= (1 - style.shadow * cv2.GaussianBlur(cast, (0, 0), style.shadow_px))[..., None]
    elif r.random() < 0.5:
        patch *= (1 - 0.25 * cv2.dilate(mask, np.ones((3, 3), np.uint8)))[..., None]


def _warped_mask(corners: Corners, size: tuple[int, int], radius: float) -> Canvas:
    mask = _rounded(radius)
    height, width = mask.shape
    source = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    warped = cv2.warpPerspective(mask, cv2.getPerspectiveTransform(source, corners), size, flags=cv2.INTER_LINEAR)
    return warped.astype(np.float32) * np.float32(1 / 255)


@lru_cache(maxsize=32)
def _rounded(radius: float, width: int = 140, height: int = 196) -> NDArray[np.uint8]:
    mask = np.zeros((height, width), np.uint8)
    q = max(1, int(width * radius))
    cv2.rectangle(mask, (q, 0), (width - q - 1, height - 1), (255,), -1)
    cv2.rectangle(mask, (0, q), (width - 1, height - q - 1), (255,), -1)
    for x in (q, width - q - 1):
        for y in (q, height - q - 1):
            cv2.circle(mask, (x, y), q, (255,), -1)
    return mask


def table_top(r: Random, assets: Assets, width: int, height: int, kind: str | None = None) -> Canvas:
    """A piece of a table, recoloured at times, as float B G R."""
    kinds = {"wood": 30, "cloth": 22, "stone": 13, "other": 10, "procedural": 8, "photo": 9, "tabletops": 10}
    have = [name for name in kinds if name in assets.textures]
    kind = kind if kind in have else r.choices(have, [kinds[name] for name in have])[0]
    whole = texture(r.choice(assets.textures[kind]))
    image = _piece(r, whole, width, height)
    photo = kind in ("photo", "tabletops")
    if not photo and r.random() < 0.35:
        hsv = cv2.cvtColor(image, cv2.COLOR_BGR2HSV)
        hsv[..., 0] = (hsv[..., 0].astype(int) + r.randint(0, 179)) % 180
        hsv[..., 1] = (hsv[..., 1] * r.uniform(0.1, 1)).astype(np.uint8)
        image = cv2.cvtColor(hsv, cv2.COLOR_HSV2BGR).astype(np.uint8, copy=False)
    canvas = image.astype(np.float32)
    if not photo and r.random() < 0.45:
        canvas = canvas * 0.35 + r.uniform(150, 190) if r.random() < 0.5 else canvas * r.uniform(0.15, 0.5)
    return np.ascontiguousarray(np.clip(canvas, 0, 255).astype(np.float32))


def _piece(r: Random, whole: NDArray[np.uint8], width: int, height: int) -> NDArray[np.uint8]:
    h, w = whole.shape[:2]
    zoom = r.uniform(0.35, 1)
    ch = max(20, int(h * zoom))
    cw = max(20, int(min(w, ch * width / height)))
    x, y = r.randint(0, max(0, w - cw)), r.randint(0, max(0, h - ch))
    part = whole[y : y + ch, x : x + cw]
    if r.random() < 0.5:
        part = part[:, ::-1]
    way = cv2.INTER_AREA if ch > height else cv2.INTER_LINEAR
    return cv2.resize(part, (width, height), interpolation=way).astype(np.uint8, copy=False)


def clutter(r: Random, canvas: Canvas, assets: Assets, card_px: float) -> None:
    """Things that are no cards: papers, coasters, glasses, pens."""
    height, width = canvas.shape[:2]
    for _ in range(r.randint(1, 3)):
        x, y, size = r.uniform(0, width), r.uniform(0, height), card_px * r.uniform(0.5, 2.5)
        kind = r.random()
        if kind < 0.5:
            _paper(r, canvas, assets, (x, y), size)
        elif kind < 0.8:
            for share in (0.35, 0.28, 0.19):
                colour = [r.uniform(0, 255) for _ in range(3)]
                thick = -1 if share == 0.35 else r.choice((1, 2, -1))
                cv2.circle(canvas, (int(x), int(y)), int(size * share) + 2, colour, thick, cv2.LINE_AA)
        else:
            way = r.uniform(0, 2 * math.pi)
            end = (int(x + math.cos(way) * size * 2), int(y + math.sin(way) * size * 2))
            colour = [r.uniform(0, 255) for _ in range(3)]
            cv2.line(canvas, (int(x), int(y)), end, colour, max(1, int(size * 0.08)), cv2.LINE_AA)


def _paper(r: Random, canvas: Canvas, assets: Assets, at: tuple[float, float], size: float) -> None:
    corners = cv2.boxPoints((at, (size, size * r.uniform(1, 2)), r.uniform(0, 360))).astype(np.float32)
    w, h = 60, 84
    if r.random() < 0.4:
        sheet = table_top(r, assets, w, h, r.choice(("photo", "other", "wood", "cloth")))
    else:
        sheet = np.ones((h, w, 3), np.float32) * np.array([r.uniform(120, 255)] * 3, np.float32)
        for y in range(6, h - 6, r.randint(4, 9)) if r.random() < 0.6 else ():
            cv2.line(sheet, (6, y), (r.randint(20, w - 4), y), (60, 60, 60), 1)
    source = np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32)
    way = cv2.getPerspectiveTransform(source, corners)
    view = canvas.shape[1::-1]
    mask = cv2.warpPerspective(np.ones((h, w), np.float32), way, view)[..., None]
    canvas[:] = canvas * (1 - mask) + cv2.warpPerspective(sheet, way, view) * mask


def drawn_back(r: Random) -> Face:
    """A back nobody sells: a pattern of two colours inside a white border."""
    from referee.training.assets import levels  # noqa: PLC0415

    rng = np.random.default_rng(r.getrandbits(32))
    h, w = 240, 168
    y, x = np.mgrid[0:h, 0:w]
    k, kind = rng.uniform(0.1, 0.9), r.randrange(4)
    if kind == 0:
        pattern = np.sin(x * k) * np.sin(y * k) > rng.uniform(-0.3, 0.3)
    elif kind == 1:
        pattern = np.sin((x + y) * k) * np.sin((x - y) * k) > rng.uniform(-0.4, 0.4)
    elif kind == 2:
        blot = cv2.resize(rng.normal(0, 1, (h // 8, w // 8)).astype(np.float32), (w, h), interpolation=cv2.INTER_CUBIC)
        blot = blot + blot[::-1, ::-1]
        pattern = np.sin((blot + blot[:, ::-1]) * rng.uniform(2, 8)) > 0
    else:
        pattern = np.zeros((h, w), bool)
    colours = rng.integers(0, 255, (2, 3))
    if r.random() < 0.6:
        colours[0] = 255
    image = np.full((h, w, 3), 255, np.uint8)
    border = r.randint(0, 18)
    inner = np.s_[border : h - border, border : w - border]
    image[inner] = np.where(pattern[..., None], colours[0], colours[1])[inner]
    if r.random() < 0.4:
        colour = [float(v) for v in rng.integers(0, 255, 3)]
        cv2.circle(image, (w // 2, h // 2), r.randint(15, 60), colour, r.choice((-1, 2, 5)))
    return Face(levels(image))


def _hands_over(
    r: Random, canvas: Canvas, owner: NDArray[np.uint16], assets: Assets, cards: list[Laid], card_px: float
) -> None:
    height, width = owner.shape
    for _ in range(r.choice((1, 1, 2))):
        hand = r.choice(assets.hands)
        if r.random() < 0.5:
            hand = hand[:, ::-1]
        hh, hw = hand.shape[:2]
        scale = card_px * 1.45 * r.uniform(2.6, 4.5) / hh
        x, y = r.choice(cards).corners.mean(axis=0) if cards else (r.uniform(0, width), r.uniform(0, height))
        x, y = x + r.gauss(0, 0.6) * card_px, y + r.gauss(0, 0.6) * card_px
        turn = math.degrees(math.atan2(x - width / 2, y - height / 2)) + r.gauss(0, 40)
        way = cv2.getRotationMatrix2D((hw / 2, hh * r.uniform(0.05, 0.3)), turn, scale)
        way[:, 2] += (x - hw / 2, y - hh * 0.15)
        warped = cv2.warpAffine(hand, way, (width, height), flags=cv2.INTER_AREA)
        alpha = cv2.GaussianBlur(warped[..., 3], (0, 0), 0.7).astype(np.float32)[..., None] / 255
        canvas *= 1 - 0.3 * cv2.GaussianBlur(alpha, (0, 0), max(1.0, card_px * 0.06))[..., None]
        canvas *= 1 - alpha
        canvas += warped[..., :3].astype(np.float32) * np.float32(r.uniform(0.75, 1.15)) * alpha
        owner[warped[..., 3] > 127] = HAND
