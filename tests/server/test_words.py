from __future__ import annotations

import re
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Locator, Page, expect

from referee.game import Game
from referee.journal.log import Journal
from referee.rules.actions import Saying, TableSays
from referee.server.serve import PhoneServer
from tests.server import tables
from tests.server.tables import Table
from tests.server.test_page import SMALL, show
from tests.tables import EYES, config, film_frames, setup

TELL = "Tell the referee"
pytestmark = pytest.mark.browser
POSITION = "pagat play 1:3/4C,9D,KH/3 2:3/-/3 3:2/-/1 pile:3=8S stock:23 burnt:10x?? turn:2"


class Evening:
    """A game that is refereed and served; `goes_on` takes the next frames, so that words count."""

    def __init__(self) -> None:
        self.game = Game(Journal.in_memory(), EYES(), config(), setup())
        self.server = PhoneServer(self.game, port=0, host="127.0.0.1")
        self._frames = film_frames()

    def goes_on(self, *words: TableSays) -> None:
        for word in words:
            self.game.say(word)
        self.game.step(next(self._frames))


@pytest.fixture
def evening() -> Iterator[Evening]:
    evening = Evening()
    with evening.server as server:
        evening.game.on_change = server.publish
        yield evening


@pytest.fixture
def phones(evening: Evening, another_phone: Callable[[], Page]) -> tuple[Page, Page]:
    """Two phones that show the game."""
    pages = another_phone(), another_phone()
    for page in pages:
        page.goto(evening.server.url)
        expect(page.locator("#seats .name")).to_have_text(["Ana", "Ben", "Cem"])
    return pages


def unfold(phone: Page, label: str) -> Locator:
    phone.locator("#menu").tap()
    phone.get_by_role("button", name=label).tap()
    return phone.get_by_role("form", name=label)


def choose(form: Locator, *labels: str) -> None:
    for label in labels:
        form.get_by_role("button", name=label, exact=True).tap()


def heard(phone: Page) -> None:
    expect(phone.locator("#words > .said")).to_have_text("Heard.")


def seat(phone: Page, place: int) -> Locator:
    return phone.locator("#seats li").nth(place)


@pytest.mark.parametrize("fate", ["go out of the game", "stay where they lie"])
def test_somebody_leaves_and_every_phone_shows_it(
    evening: Evening, phones: tuple[Page, Page], fate: str
) -> None:
    form = unfold(phones[0], "Somebody leaves")
    expect(form.get_by_role("button", name=TELL, exact=True)).to_be_disabled()
    choose(form, "Ben", fate, TELL)
    heard(phones[0])
    evening.goes_on()
    for phone in phones:
        expect(seat(phone, 1)).to_contain_text("has left")
    assert evening.game.view.state
    assert len(evening.game.view.state.burnt) == (9 if fate.startswith("go") else 0)


def test_somebody_takes_a_seat_over_and_every_phone_shows_the_name(
    evening: Evening, phones: tuple[Page, Page]
) -> None:
    form = unfold(phones[0], "Somebody leaves")
    choose(form, "Ana", "somebody takes over")
    form.get_by_label("Who takes over").fill(" Dora ")
    choose(form, TELL)
    heard(phones[0])
    evening.goes_on()
    for phone in phones:
        expect(seat(phone, 0)).to_contain_text("Dora")
        expect(phone.locator("h1")).to_have_text("Dora’s turn")


def test_a_seat_that_lies_dead_can_be_taken_over_and_nothing_else(
    evening: Evening, phones: tuple[Page, Page]
) -> None:
    evening.goes_on(TableSays(Saying.LEAVES, "stay", 1))
    expect(seat(phones[0], 1)).to_contain_text("has left")
    form = unfold(phones[0], "Somebody leaves")
    choose(form, "Ben")
    expect(form.locator(".fates button")).to_have_text(["somebody takes over"])
    choose(form, "Cem")
    expect(form.locator(".fates button")).to_have_count(3)


def test_who_is_out_is_not_offered_to_leave(evening: Evening, phones: tuple[Page, Page]) -> None:
    evening.goes_on(TableSays(Saying.OUT, "yes", 0))
    expect(seat(phones[0], 0)).to_contain_text("out, 1st")
    form = unfold(phones[0], "Somebody leaves")
    expect(form.get_by_role("group", name="Who leaves").get_by_role("button")).to_have_text(["Ben", "Cem"])


def test_somebody_joins_the_next_hand_and_every_phone_shows_it(
    evening: Evening, phones: tuple[Page, Page]
) -> None:
    form = unfold(phones[0], "Somebody joins the next hand")
    form.get_by_label("Name").fill("Dora")
    form.get_by_label("Name").press("Enter")
    heard(phones[0])
    evening.goes_on()
    for phone in phones:
        expect(phone.locator("#scores")).to_have_text("Dora joins the next hand")


def test_a_position_is_entered_and_every_phone_shows_the_hand_so(
    evening: Evening, phones: tuple[Page, Page]
) -> None:
    form = unfold(phones[0], "Enter a position")
    form.get_by_role("textbox").fill(POSITION)
    choose(form, TELL)
    heard(phones[0])
    evening.goes_on()
    for phone in phones:
        expect(phone.locator("h1")).to_have_text("Ben’s turn")
        expect(phone.locator("button.pile")).to_have_accessible_name(re.compile("8 of spades on top"))
        expect(seat(phone, 0).locator(".up").get_by_role("img")).to_have_count(3)


def test_a_word_that_is_refused_says_why_and_keeps_what_was_typed(
    evening: Evening, phones: tuple[Page, Page], expected: list[str]
) -> None:
    expected.append("409")
    form = unfold(phones[0], "Enter a position")
    form.get_by_role("textbox").fill("pagat play 1:3/-/3 2:3/-/3")
    choose(form, TELL)
    expect(form.locator(".said")).to_have_text(
        "The position has 2 seats and 3 play: write each of them, also those who are out."
    )
    expect(form.get_by_role("textbox")).to_have_value("pagat play 1:3/-/3 2:3/-/3")
    phones[0].get_by_role("button", name="Somebody joins the next hand").tap()
    form = phones[0].get_by_role("form", name="Somebody joins the next hand")
    form.get_by_label("Name").fill("ana")
    choose(form, TELL)
    expect(form.locator(".said")).to_have_text("Two players are called Ana: give each a name of their own.")


def test_after_a_hand_every_phone_shows_points_tea_dealer_and_who_plays_next(
    evening: Evening, phones: tuple[Page, Page]
) -> None:
    evening.goes_on(TableSays(Saying.OUT, "yes", 2), TableSays(Saying.OUT, "yes", 0))
    for phone in phones:
        expect(phone.locator("#evening")).to_contain_text("Ben makes the tea and deals")
        expect(phone.locator("#evening")).to_contain_text("Next hand: Ana, Ben, Cem")
    form = unfold(phones[0], "Somebody leaves")
    choose(form, "Ben", "nobody takes the seat", TELL)
    heard(phones[0])
    evening.goes_on()
    for phone in phones:
        expect(phone.locator("#evening")).to_contain_text("Next hand: Ana, Cem")
    phones[0].get_by_role("button", name="Somebody leaves").tap()
    expect(form.get_by_role("group", name="Who leaves").get_by_role("button")).to_have_text(["Ana", "Cem"])


def test_the_points_of_all_hands_stand_there_the_fewest_first(
    server: PhoneServer, table: Table, phone: Page
) -> None:
    show(server, table, tables.over() | {"evening": tables.THREE_HANDS})
    phone.goto(server.url)
    assert [row.split() for row in phone.locator("#evening tr").all_inner_texts()] == [
        ["1.", "Ana", "4", "points", "+1"],
        ["2.", "Ben", "6", "points", "+2"],
        ["3.", "Cem", "8", "points", "+3"],
    ]
    show(server, table, tables.midgame() | {"evening": tables.THREE_HANDS | {"joining": ["Dora"]}})
    expect(phone.locator("#evening")).to_be_hidden()
    expect(phone.locator("#scores")).to_contain_text("Dora joins the next hand")
    expect(phone.locator("#scores tr")).to_have_count(3)


@pytest.mark.parametrize("width", [320, 390])
def test_the_words_fit_a_narrow_phone_and_a_thumb(
    server: PhoneServer, table: Table, phone: Page, width: int
) -> None:
    phone.set_viewport_size({"width": width, "height": 740})
    names = ("Maximiliane-Wilhelmina von und zu Hohenstein", "Ben", "Bartholomäus" * 4)
    show(server, table, tables.midgame(names))
    phone.goto(server.url)
    for label in ("Somebody leaves", "Somebody joins the next hand", "Enter a position"):
        if phone.locator("#words").is_hidden():
            phone.locator("#menu").tap()
        phone.get_by_role("button", name=label).tap()
        expect(phone.get_by_role("form", name=label)).to_be_visible()
        if label == "Somebody leaves":
            choose(phone.get_by_role("form", name=label), "Ben", "somebody takes over")
        assert phone.evaluate("document.documentElement.scrollWidth") <= width
        assert phone.evaluate(SMALL) == []
