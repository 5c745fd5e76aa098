from __future__ import annotations

import pytest

from referee.bench import Delay, Moment, Pace, delay


def played(t: float, seat: int = 0) -> Moment:
    return Moment("played", seat, t)


def test_a_play_is_paired_with_the_news_of_it() -> None:
    measured = delay([played(1.0), played(5.0, 1)], [played(1.3), played(5.4, 1)])

    assert measured.plays == 2
    assert measured.seconds == pytest.approx((0.3, 0.4))


@pytest.mark.parametrize(
    "news",
    [Moment("picked_up", 0, 1.2), Moment("played", 1, 1.2), played(0.5), played(9.5)],
    ids=["another kind", "another seat", "too early", "too late"],
)
def test_other_news_are_not_about_a_play(news: Moment) -> None:
    assert delay([played(1.0)], [news]).seconds == ()


def test_each_play_is_paired_once() -> None:
    assert len(delay([played(1.0)], [played(1.2), played(1.3)]).seconds) == 1


def test_shares_of_the_delays() -> None:
    measured = Delay(100, tuple(n / 100 for n in range(101)))

    assert measured.share(50) == pytest.approx(0.5)
    assert measured.share(95) == pytest.approx(0.95)


def test_no_delay_without_plays() -> None:
    assert Delay(0, ()).share(50) is None


def test_the_film_began_when_its_first_frame_could_be_shown_at_the_earliest(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = iter([100.5, 101.2, 102.9])
    monkeypatch.setattr("time.monotonic", lambda: next(now))
    pace = Pace()
    told = pace.around(lambda _: None)

    for t in (0.0, 1.0, 2.0):
        told({"t": t})

    assert pace.began == pytest.approx(100.2)
