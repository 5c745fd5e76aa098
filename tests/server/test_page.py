from __future__ import annotations

import re
from pathlib import Path
from urllib.parse import urlsplit

import cv2
import numpy as np
import pytest
from playwright.sync_api import Page, expect

from referee.errors import UserError
from referee.rules.actions import Saying, TableSays
from referee.server.live import KEPT
from referee.server.serve import PhoneServer
from tests.server import tables
from tests.server.conftest import PATIENCE_MS
from tests.server.tables import Snapshot, Table

pytestmark = pytest.mark.browser

MOMENTS = (
    tables.empty,
    tables.midgame,
    tables.illegal,
    tables.question,
    tables.burn,
    tables.over,
    tables.evening_over,
)
LONG = ("Maximiliane-Wilhelmina von und zu Hohenstein", "Bartholomäus" * 4, "Ⓐnastasia 👩‍👩‍👧‍👦")
SMALL = """[...document.querySelectorAll("button, a, input, textarea")].filter((one) => {
  const { width, height } = one.getBoundingClientRect();
  return one.checkVisibility() && Math.min(width, height) < 44;
}).map((one) => one.textContent)"""
LINE_LOST = "WebSocket|ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED|ERR_NETWORK_CHANGED"


def picture() -> bytes:
    card = np.full((264, 189, 3), 235, np.uint8)
    return bytes(cv2.imencode(".jpg", cv2.putText(card, "9", (20, 90), 0, 3, (20, 20, 20), 6))[1])


def show(server: PhoneServer, table: Table, snapshot: Snapshot) -> None:
    table.now = snapshot
    table.crops = {card["crop"]: picture() for play in snapshot["plays"] for card in play["cards"]}
    server.publish(snapshot)


def decoded(path: Path) -> str:
    seen = cv2.imread(str(path))
    assert seen is not None
    return cv2.QRCodeDetector().detectAndDecode(seen)[0]


def plays(phone: Page) -> list[str]:
    return phone.locator(".plays .what").all_inner_texts()


def test_a_phone_joins_by_the_code_and_sees_each_play_arrive(
    server: PhoneServer, table: Table, phone: Page, tmp_path: Path
) -> None:
    show(server, table, tables.empty())
    phone.goto(f"{server.url}join")
    expect(phone.locator("#address")).to_have_text(urlsplit(server.url).netloc)
    phone.screenshot(path=tmp_path / "join.png")
    phone.goto(decoded(tmp_path / "join.png"))
    expect(phone.locator("h1")).to_have_text("Waiting for the first card")
    told = tables.midgame()["plays"][::-1]
    for count in range(1, len(told) + 1):
        show(server, table, tables.midgame() | {"plays": told[:count][::-1]})
        expect(phone.locator(".plays > li")).to_have_count(count)
    assert plays(phone)[0].split() == ["Ana", "9", "on", "7"]
    expect(phone.locator(".plays > li").first).to_contain_text("99 % sure · 20:01")
    expect(phone.locator("h1")).to_have_text("Ben’s turn")
    expect(phone.locator("#may")).to_contain_text("nine or higher")


def test_a_reload_loses_nothing(server: PhoneServer, table: Table, phone: Page) -> None:
    show(server, table, tables.illegal())
    phone.goto(server.url)
    phone.locator("#who").get_by_role("button", name="Cem").click()
    for _ in range(3):
        show(server, table, table.now | {"burnt": table.now["burnt"] + 4})
    expect(phone.locator("#table")).to_contain_text("24")
    before = phone.locator("body").inner_text()
    phone.reload()
    expect(phone.locator("#table")).to_contain_text("24")
    assert phone.locator("body").inner_text() == before


@pytest.mark.parametrize("missed", [3, 3 * KEPT])
def test_a_phone_that_was_offline_catches_up(
    server: PhoneServer, table: Table, phone: Page, expected: list[str], missed: int
) -> None:
    expected.append(LINE_LOST)
    show(server, table, tables.midgame())
    phone.goto(server.url)
    expect(phone.locator("#status")).to_have_text("watching")
    phone.context.set_offline(True)
    expect(phone.locator("#status")).to_have_text("reconnecting …")
    for count in range(missed):
        show(server, table, tables.midgame() | {"burnt": 100 + count, "t": 100.0 + count})
    show(server, table, tables.illegal() | {"burnt": 999})
    assert "999" not in phone.locator("#table").inner_text()
    phone.context.set_offline(False)
    expect(phone.locator("#table")).to_contain_text("999")
    expect(phone.locator("#ruling")).to_contain_text("The four does not beat the nine.")
    expect(phone.locator("#status")).to_have_text("watching")


def test_a_phone_finds_a_referee_that_was_started_again(
    table: Table, phone: Page, expected: list[str]
) -> None:
    expected.append(LINE_LOST)
    with PhoneServer(table, port=0, host="127.0.0.1") as server:
        show(server, table, tables.midgame())
        phone.goto(server.url)
        expect(phone.locator("#status")).to_have_text("watching")
    expect(phone.locator("#status")).to_have_text("reconnecting …")
    table.now = tables.over()
    with PhoneServer(table, int(urlsplit(server.url).port or 0), "127.0.0.1"):
        expect(phone.locator("h1")).to_have_text("Cem is the Shithead")


def test_names_in_any_script_are_shown_and_markup_in_them_is_inert(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    names = ("<img src=x onerror='window.hacked=1'>", "Łukasz 李小龙 👩‍🚀", "علي")
    show(server, table, tables.illegal(names))
    phone.goto(server.url)
    expect(phone.locator("#seats .name")).to_have_text(list(names))
    expect(phone.locator("#turn")).to_contain_text("Łukasz 李小龙 👩‍🚀’s turn")
    expect(phone.locator("img[src=x]")).to_have_count(0)
    assert phone.evaluate("window.hacked") is None


def test_a_player_who_is_called_like_a_card_stays_a_player(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    show(server, table, tables.illegal(("Ana", "AC", "Cem")))
    phone.goto(server.url)
    expect(phone.locator("#ruling .remedy")).to_have_text("AC takes it back.")


@pytest.mark.parametrize("width", [320, 360])
def test_nothing_sticks_out_and_all_is_large_enough_for_a_thumb(
    server: PhoneServer, table: Table, phone: Page, width: int
) -> None:
    phone.set_viewport_size({"width": width, "height": 740})
    show(server, table, tables.empty())
    phone.goto(server.url)
    for moment in MOMENTS:
        snapshot = moment()
        for seat, name in zip(snapshot["seats"], LONG, strict=True):
            seat["name"] = name
        show(server, table, snapshot | {"rules": moment.__name__})
        expect(phone.locator("#foot")).to_contain_text(moment.__name__)
        assert phone.evaluate("document.documentElement.scrollWidth") <= width
        assert phone.evaluate(SMALL) == []


def test_an_illegal_play_is_said_in_words_and_taken_back_by_a_tap(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    show(server, table, tables.illegal())
    phone.goto(server.url)
    ruling = phone.get_by_role("alert")
    expect(ruling).to_contain_text("Not allowed")
    expect(ruling.get_by_role("img", name="4 of diamonds")).to_be_visible()
    expect(ruling).to_contain_text("Ben takes it back.")
    expect(ruling).to_contain_text("Rule P-20 · too low")
    expect(phone.locator(".plays > li").first).to_contain_text("not allowed")
    ruling.get_by_role("button", name="Takes it back").tap()
    expect(ruling).to_contain_text("Heard.")
    assert table.heard == [TableSays(Saying.TAKEN_BACK, "", 1, "43")]
    show(server, table, tables.midgame())
    expect(ruling).to_be_hidden()


def test_an_illegal_play_can_be_said_to_stand(server: PhoneServer, table: Table, phone: Page) -> None:
    show(server, table, tables.illegal())
    phone.goto(server.url)
    phone.get_by_role("button", name="It stands").tap()
    expect(phone.get_by_role("alert")).to_contain_text("Heard.")
    assert table.heard == [TableSays(Saying.STANDS, "", 1, "43")]


def test_a_question_is_answered_by_a_tap_and_its_default_runs_out(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    show(server, table, tables.question())
    phone.goto(server.url)
    question = phone.locator("#question")
    expect(phone.locator("#status")).to_have_text("asking")
    expect(question.get_by_role("button", name="6 of hearts").locator(".fuse")).to_be_attached()
    expect(question.get_by_role("button", name="8 of hearts").locator(".fuse")).to_have_count(0)
    width = "document.querySelector('.fuse').getBoundingClientRect().width"
    before = phone.evaluate(width)
    for _ in range(
        PATIENCE_MS // 50
    ):  # wait_for_function polls by eval, which the page's security policy forbids
        if phone.evaluate(width) < before:
            break
        phone.wait_for_timeout(50)
    assert phone.evaluate(width) < before
    question.get_by_role("button", name="8 of hearts").tap()
    expect(question).to_contain_text("Heard.")
    assert table.heard == [TableSays(Saying.ANSWER, "8H", None, "q41")]


def test_three_answers_stand_side_by_side_and_no_word_of_them_is_broken(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    show(server, table, tables.question())
    phone.goto(server.url)
    other = phone.locator("#question").get_by_role("button", name="another card")
    first = phone.locator("#question").get_by_role("button", name="6 of hearts")
    top = "(button) => button.getBoundingClientRect().top"
    assert first.evaluate(top) == other.evaluate(top)
    fits = "(button) => [getComputedStyle(button).overflowWrap, button.scrollWidth <= button.clientWidth]"
    assert other.evaluate(fits) == ["normal", True]


def test_a_question_that_nobody_answered_is_told_on_its_play(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    moment = tables.midgame()
    moment["plays"][0]["unanswered"] = {"question": "Was that a nine or a six?", "default": "a nine"}
    show(server, table, moment)
    phone.goto(server.url)
    newest = phone.locator(".plays > li").first
    expect(newest.locator(".how")).to_contain_text("nobody answered")
    newest.get_by_role("button").tap()
    told = "Was that a nine or a six? Nobody answered: the default holds (a nine)."
    expect(newest.locator(".detail")).to_contain_text(told)


def test_a_word_that_is_refused_comes_back_with_its_reason(
    server: PhoneServer, table: Table, phone: Page, expected: list[str]
) -> None:
    def deaf(word: TableSays) -> None:
        raise UserError("That question has been answered already.")

    expected.append("409")
    table.on_word = deaf
    show(server, table, tables.question())
    phone.goto(server.url)
    phone.get_by_role("button", name="8 of hearts").tap()
    expect(phone.locator("#question")).to_contain_text("That question has been answered already.")
    expect(phone.get_by_role("button", name="8 of hearts")).to_be_enabled()


def test_the_phone_of_the_player_in_turn_says_so_and_buzzes(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    show(server, table, tables.empty())
    phone.goto(server.url)
    phone.locator("#who").get_by_role("button", name="Ben").tap()
    expect(phone.locator("#who")).to_be_hidden()
    show(server, table, tables.midgame())
    expect(phone.locator("h1")).to_have_text("YOUR TURN")
    assert phone.evaluate("window.buzzed") == [[200]]
    assert phone.title() == "YOUR TURN · Referee"
    phone.reload()
    expect(phone.locator("h1")).to_have_text("YOUR TURN")
    phone.locator("#me").tap()
    phone.get_by_role("button", name="just looking").tap()
    expect(phone.locator("h1")).to_have_text("Ben’s turn")


def test_a_tap_shows_what_the_camera_saw_and_what_else_it_might_be(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    show(server, table, tables.midgame())
    phone.goto(server.url)
    newest = phone.locator(".plays > li").first
    small = newest.locator(".crops img")
    expect(small).to_be_visible()
    newest.get_by_role("button").tap()
    expect(newest.locator(".detail")).to_contain_text("It might also be")
    expect(newest.locator(".detail li").get_by_role("img", name="ace of hearts")).to_be_visible()
    large = newest.locator(".detail img").bounding_box()
    assert large
    assert large["height"] > 160
    newest.get_by_role("button").tap()
    expect(newest.locator(".detail")).to_have_count(0)
    phone.locator("button.pile").tap()
    expect(newest.locator(".detail")).to_be_visible()


def test_a_reading_that_leaves_no_doubt_is_not_said_to_be_beyond_it(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    moment = tables.midgame()
    certain, nearly = moment["plays"][0]["cards"][0], moment["plays"][2]["cards"][0]
    certain |= {"p": 1, "alternatives": []}
    nearly["p"] = 0.9983
    show(server, table, moment)
    phone.goto(server.url)
    for place in (0, 2):
        expect(phone.locator(".plays > li").nth(place)).to_contain_text("over 99 % sure")


def test_a_burn_is_said_where_the_pile_was_also_after_a_reload(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    show(server, table, tables.midgame())
    phone.goto(server.url)
    expect(phone.locator("button.pile")).to_be_visible()
    show(server, table, tables.burn())
    expect(phone.locator(".pile")).to_contain_text("Burnt")
    expect(phone.locator("#table")).to_contain_text("18")
    phone.reload()
    expect(phone.locator(".pile")).to_contain_text("Ben burnt the pile")


def test_a_play_that_does_not_count_is_not_said_to_have_burnt_the_pile(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    moment = tables.illegal()
    nothing: Snapshot = {"top": None, "count": 0, "cards": []}
    picked_up = tables.play(98, 0, "picked_up")
    show(server, table, moment | {"pile": nothing, "plays": [moment["plays"][0], picked_up]})
    phone.goto(server.url)
    expect(phone.locator(".pile")).to_have_text("no pile")


def test_a_question_who_played_shows_names_and_no_cards(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    choices = [{"value": "1", "label": "Ben"}, {"value": "2", "label": "Cem"}]
    asked = {
        "id": "who-3",
        "text": "Who played the six?",
        "choices": choices,
        "default": "2",
        "expires_t": 110.0,
    }
    show(server, table, tables.midgame() | {"question": asked})
    phone.goto(server.url)
    expect(phone.locator("#question button")).to_have_count(2)
    expect(phone.locator("#question .face")).to_have_count(0)


def test_the_state_of_the_referee_is_a_word_and_on_a_tap_a_sentence(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    show(server, table, tables.empty())
    phone.goto(server.url)
    phone.locator("#status").tap()
    words = {"arm": "arm in view", "lost": "camera lost", "paused": "paused", "ended": "game over"}
    for status, word in words.items():
        show(server, table, tables.midgame() | {"status": status})
        expect(phone.locator("#status")).to_have_text(word)
        expect(phone.locator("#status-more")).to_contain_text(".")


def test_a_camera_that_was_moved_is_told_for_half_a_minute(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    game = tables.midgame()
    moved = {"camera": game["camera"] | {"moved_t": game["t"] - 3.0}}
    show(server, table, game | moved)
    phone.goto(server.url)
    expect(phone.locator("#camera")).to_have_text("The camera was moved; I set the zones right.")
    show(server, table, game | moved | {"t": game["t"] + 60.0})
    expect(phone.locator("#camera")).to_be_hidden()
    show(server, table, game | {"status": "astray"})
    expect(phone.locator("#status")).to_have_text("camera moved?")
    expect(phone.locator("#camera")).to_contain_text("referee calibrate")


def test_turn_and_ruling_are_read_out(server: PhoneServer, table: Table, phone: Page) -> None:
    show(server, table, tables.illegal())
    phone.goto(server.url)
    expect(phone.locator("#turn")).to_have_attribute("aria-live", "polite")
    expect(phone.locator("#ruling")).to_have_attribute("role", "alert")


def test_nothing_moves_where_the_phone_asks_for_stillness(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    phone.emulate_media(reduced_motion="reduce")
    show(server, table, tables.empty())
    phone.goto(server.url)
    show(server, table, tables.midgame())
    arriving = phone.locator(".arrives")
    expect(arriving).to_be_visible()
    assert arriving.evaluate("(card) => getComputedStyle(card).animationDuration") == "0.001s"


@pytest.mark.parametrize("scheme", ["dark", "light"])
def test_words_stand_out_from_their_ground(
    server: PhoneServer, table: Table, phone: Page, scheme: str
) -> None:
    phone.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    show(server, table, tables.illegal())
    phone.goto(server.url)
    expect(phone.locator("#ruling")).to_be_visible()
    pairs = (
        "ink cloth",
        "soft cloth",
        "soft raised",
        "on-accent accent",
        "on-red red",
        "bad cloth",
        "on-amber amber",
        "odd cloth",
    )
    for ink, ground in (pair.split() for pair in pairs):
        assert contrast(phone, ink, ground) >= 4.5, (ink, ground)


def contrast(phone: Page, ink: str, ground: str) -> float:
    """The WCAG contrast of two of the page's colours."""
    lights = sorted(luminance(phone, name) for name in (ink, ground))
    return (lights[1] + 0.05) / (lights[0] + 0.05)


COLOUR = """(name) => {
  document.body.style.outlineColor = `var(--${name})`;
  return getComputedStyle(document.body).outlineColor;
}"""


def luminance(phone: Page, name: str) -> float:
    text = phone.evaluate(COLOUR, name)
    parts = np.array([int(part) for part in re.findall(r"\d+", text)[:3]]) / 255
    linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
    return float(linear @ (0.2126, 0.7152, 0.0722))
