from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
import uvicorn
from playwright.sync_api import Page, expect

from referee.films.camera import Camera
from referee.server.serve import config, listen
from referee.server.zones import create_app, serve
from referee.setting_zones import ZoneSetting, moved, renewed
from referee.table.geometry import to_px
from referee.table.layout import Polygon, Table, TableError
from referee.table.survey import Survey
from referee.table.zoning import proposed
from referee.vision.conditions import Conditions
from referee.vision.frames import Closing, Frame
from referee.vision.sighting import Picture

SIZE = (1280, 720)
CLOTH: Picture = np.full((720, 1280, 3), (60, 90, 60), np.uint8)
TABLE = proposed(Camera(SIZE, tilt=20).to_mm(), SIZE, ("Ana", "Ben", "Cem"), (63.0, 88.0))
SURVEY = Survey(CLOTH, (), Conditions(0, 0, (), 0), (0.0,), None, TABLE, ())
PILE = "pile"


def setting(folder: Path) -> ZoneSetting:
    return ZoneSetting(SURVEY, TABLE, folder / "new" / "table.json")


def outlines(table: Table = TABLE, **other: Polygon) -> dict[str, Polygon]:
    rows = {f"rows{number}": seat.rows for number, seat in enumerate(table.seats)}
    return {PILE: table.pile, "stock": table.stock, "burnt": table.burnt, **rows, **other}


@contextmanager
def served(zones: ZoneSetting) -> Iterator[str]:
    listener = listen("127.0.0.1", 0)
    server = uvicorn.Server(config(create_app(zones)))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{listener.getsockname()[1]}/"
    server.should_exit = True
    thread.join()


@pytest.fixture
def zones(tmp_path: Path) -> ZoneSetting:
    return setting(tmp_path)


@pytest.fixture
def address(zones: ZoneSetting) -> Iterator[str]:
    with served(zones) as url:
        yield url


def put(url: str, body: Mapping[str, Any]) -> httpx.Response:
    return httpx.put(f"{url}zones", json=body, trust_env=False)


def test_zones_that_were_dragged_are_kept(address: str, tmp_path: Path) -> None:
    pile = tuple((x + 30, y - 20) for x, y in TABLE.pile)
    answer = put(address, {"outlines": outlines(pile=pile)})

    assert answer.json() == {"kept": "table.json"}
    kept = Table.load(tmp_path / "new" / "table.json")
    assert np.allclose(kept.pile, pile)
    assert kept.seats == TABLE.seats
    assert kept.to_mm == TABLE.to_mm


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"outlines": {"pile": [[0, 0], [1e9, 0], [0, 50]]}},
        {"outlines": {"pile": "everywhere"}},
        {"outlines": {"pile": [[0, 0]] * 30}},
    ],
)
def test_what_is_no_outline_is_refused_in_a_sentence(
    address: str, tmp_path: Path, body: dict[str, Any]
) -> None:
    answer = put(address, body)

    assert answer.status_code == 422
    assert answer.json()["error"].endswith(".")
    assert not (tmp_path / "new").exists()


def test_another_site_may_not_move_the_zones(address: str) -> None:
    answer = httpx.put(f"{address}zones", json={}, headers={"origin": "http://evil.example"}, trust_env=False)

    assert answer.status_code == 403


def test_zones_that_cross_over_or_are_missing_are_refused() -> None:
    a, b, c, d = TABLE.pile

    with pytest.raises(TableError, match="The corners of pile lie on one line or cross over"):
        moved(TABLE, outlines(pile=(a, c, b, d)))
    with pytest.raises(TableError, match="The corners of Ana"):
        moved(TABLE, outlines(rows0=((0, 0), (1, 0), (1, 1))))
    with pytest.raises(TableError, match="load the page again"):
        moved(TABLE, {"pile": TABLE.pile})


def test_the_page_is_served_until_the_zones_are_kept(zones: ZoneSetting) -> None:
    told: list[str] = []
    there = threading.Event()
    answers: list[httpx.Response] = []

    def drag() -> None:
        there.wait()
        answers.append(httpx.get(told[0], follow_redirects=True, trust_env=False))
        answers.append(put(told[0], {"outlines": outlines()}))

    def tell(url: str) -> None:
        told.append(url)
        there.set()

    thread = threading.Thread(target=drag)
    thread.start()
    assert serve(zones, tell, 0, "127.0.0.1")
    thread.join()
    assert [answer.status_code for answer in answers] == [200, 200]
    assert zones.kept is not None


def middle(page: Page, name: str) -> tuple[float, float]:
    box = page.get_by_label(name, exact=True).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def drag(page: Page, start: tuple[float, float], by: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + by[0], start[1] + by[1], steps=4)
    page.mouse.up()


@pytest.mark.browser
def test_a_zone_is_dragged_whole_and_by_a_corner_and_saved(phone: Page, address: str, tmp_path: Path) -> None:
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto(address)
    x, y = middle(phone, PILE)
    drag(phone, (x, y), (15, 6))
    assert middle(phone, PILE) == pytest.approx((x + 15, y + 6), abs=2)
    corner = middle(phone, "pile, corner 1")
    drag(phone, corner, (-6, -4))
    assert middle(phone, "pile, corner 1") == pytest.approx((corner[0] - 6, corner[1] - 4), abs=2)
    phone.get_by_role("button", name="Save the zones").click()
    expect(phone.locator("#said")).to_contain_text("Saved in table.json")

    kept = Table.load(tmp_path / "new" / "table.json")
    shifted = np.array(kept.pile) - np.array(TABLE.pile)
    assert (shifted[2] > 10).all()
    assert np.linalg.norm(shifted[0] - shifted[2]) > 8
    assert kept.stock == TABLE.stock


@pytest.mark.browser
def test_zones_lie_upon_what_they_mean_in_the_picture(phone: Page, address: str) -> None:
    phone.set_viewport_size({"width": 390, "height": 844})
    phone.goto(address)
    expect(phone.locator("#over .zone")).to_have_count(6)
    still, over = (phone.locator(one).bounding_box() for one in ("#still", "#over"))

    assert still is not None
    assert over is not None
    assert [over[side] for side in ("x", "y", "width")] == pytest.approx(
        [still[k] for k in ("x", "y", "width")], abs=1
    )
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.browser
def test_keys_move_a_zone_by_millimetres_and_never_out_of_the_picture(
    phone: Page, address: str, zones: ZoneSetting
) -> None:
    phone.goto(address)
    phone.get_by_label(PILE, exact=True).focus()
    phone.keyboard.press("ArrowRight")
    phone.keyboard.press("Shift+ArrowDown")
    phone.get_by_label("burnt", exact=True).focus()
    for _ in range(60):
        phone.keyboard.press("ArrowUp")
    phone.get_by_role("button", name="Save the zones").click()
    expect(phone.locator("#said")).to_contain_text("Saved")

    assert zones.kept is not None
    assert np.allclose(np.array(zones.kept.pile) - np.array(TABLE.pile), (5, 1))
    top = min(y for _, y in to_px(zones.kept, zones.kept.burnt))
    assert 0 <= top < 12


class Live(Closing):
    """A camera that shows one picture after the other, until it is closed."""

    name, live, size, fps = "live", True, SIZE, 15.0

    def __init__(self) -> None:
        self.on = threading.Event()

    def __iter__(self) -> Iterator[Frame]:
        yield Frame(0, 0.0, CLOTH)
        self.on.wait()
        yield Frame(1, 0.1, np.full_like(CLOTH, 200))


def test_the_picture_of_a_camera_is_renewed_while_zones_are_dragged(tmp_path: Path) -> None:
    live = Live()
    zones = ZoneSetting(SURVEY, TABLE, tmp_path / "table.json", live=True)
    came = threading.Event()
    renew = zones.renew

    def renewing(picture: Picture) -> None:
        renew(picture)
        if picture.mean() > 150:
            came.set()

    zones.renew = renewing  # type: ignore[method-assign]
    before = zones.still()
    with renewed(zones, live):
        live.on.set()
        assert came.wait(20)

    assert zones.zones()["live"] is True
    assert zones.still() != before
