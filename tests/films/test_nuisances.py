from pathlib import Path

import numpy as np
import pytest

from referee.films import truth
from referee.films.make import FilmError, Script, Shot, shoot, write
from referee.films.motion import arm_at, card_at
from referee.films.nuisances import KINDS
from referee.films.plot import Plot
from referee.films.samples import of_nuisance
from referee.rules import engine
from referee.rules.actions import GameConfigured

SMALL = Shot(size=(320, 180), fps=5)


@pytest.fixture(scope="module")
def films() -> dict[str, Script]:
    return {kind: of_nuisance(kind, shot=SMALL)[0] for kind in KINDS}


def arms(script: Script, t: float) -> list[int]:
    return [reach.seat for reach in script.stage.reaches if arm_at(reach, t) is not None]


def lying(script: Script, t: float) -> list[tuple[str, float, float]]:
    seen = [card_at(track, t) for track in script.stage.tracks]
    return [(str(card.card), card.place.x, card.place.y) for card in seen if card is not None]


@pytest.mark.parametrize("kind", KINDS)
def test_a_short_film_has_its_nuisance(films: dict[str, Script], kind: str) -> None:
    told = films[kind].truth
    assert {nuisance.kind for nuisance in told.nuisances} == {kind}
    assert 15 < told.end < 40
    assert all(0 < nuisance.t0 < nuisance.t1 < told.end + 10 for nuisance in told.nuisances)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("lights", "crossed")])
def test_nothing_happens_by_the_truth_during_a_nuisance(films: dict[str, Script], kind: str) -> None:
    told = films[kind].truth
    for nuisance in told.nuisances:
        assert not [h for h in told.events if h.t0 < nuisance.t1 and nuisance.t0 < h.left]


@pytest.mark.parametrize("kind", KINDS)
def test_the_rules_find_nothing_wrong_with_the_truth(films: dict[str, Script], kind: str) -> None:
    told = films[kind].truth
    config = told.start[0]
    assert isinstance(config, GameConfigured)
    state = engine.new_game(config)
    for event in told.start[1:]:
        state = engine.observe(state, event)[0]
    for happening in told.events:
        assert engine.verify(state, happening.event).code == happening.code
        state = engine.observe(state, happening.event)[0]


@pytest.mark.parametrize("kind", ["held_over", "taken_back", "pointing", "glass"])
def test_the_cards_lie_afterwards_as_they_lay(films: dict[str, Script], kind: str) -> None:
    script = films[kind]
    for nuisance in script.truth.nuisances:
        assert lying(script, nuisance.t0 - 0.05) == lying(script, nuisance.t1)


def test_a_card_over_the_pile_is_seen_in_the_air_alone(films: dict[str, Script]) -> None:
    script = films["held_over"]
    nuisance = script.truth.nuisances[0]
    before = {name for name, _, _ in lying(script, nuisance.t0 - 0.05)}
    during = [card_at(track, (nuisance.t0 + nuisance.t1) / 2) for track in script.stage.tracks]
    (held,) = [card for card in during if card is not None and str(card.card) not in before]
    assert held.moving
    assert held.place.z > 30


def test_a_pile_squared_up_keeps_its_cards_close_together(films: dict[str, Script]) -> None:
    script = films["squared_up"]
    before, after = (lying(script, t) for t in (script.truth.nuisances[0].t0, script.truth.nuisances[0].t1))
    assert [name for name, _, _ in before] == [name for name, _, _ in after]
    moved = [(x, y) for (_, x, y), (_, x0, y0) in zip(after, before, strict=True) if (x, y) != (x0, y0)]
    assert len(moved) > 1
    assert np.ptp(np.array(moved), axis=0).max() < 15


def test_a_sleeve_drags_cards_by_one_to_four_centimetres(films: dict[str, Script]) -> None:
    script = films["sleeve"]
    nuisance = script.truth.nuisances[0]
    before, after = lying(script, nuisance.t0), lying(script, nuisance.t1)
    ways = [np.hypot(x - x0, y - y0) for (_, x, y), (_, x0, y0) in zip(after, before, strict=True)]
    assert all(9 < way < 41 for way in ways if way)
    assert any(ways)


def test_a_glass_stands_until_it_is_taken_away(films: dict[str, Script]) -> None:
    (glass, *_) = films["glass"].stage.props
    put, taken = glass.steps[0], glass.steps[-1]
    assert glass.at(put.t0 - 0.1) is None
    assert glass.at((put.t1 + taken.t0) / 2) == put.end
    assert glass.at(taken.t1 + 0.1) is None


def test_a_glass_is_drawn() -> None:
    script, shot = of_nuisance("glass", shot=SMALL)
    step = script.stage.props[0].steps[0]
    pictures = list(shoot(script, shot))
    before, after = pictures[int(step.t0 * shot.fps) - 1], pictures[int((step.t1 + 1.5) * shot.fps)]
    x, y = script.camera.project(np.array([[step.end.x, step.end.y]]), 40.0)[0].astype(int)
    assert (
        np.abs(after[y - 3 : y + 3, x - 3 : x + 3].astype(int) - before[y - 3 : y + 3, x - 3 : x + 3]).mean()
        > 20
    )


def test_the_lights_go_out_at_once_and_the_exposure_follows() -> None:
    script, shot = of_nuisance("lights", shot=SMALL)
    out = script.truth.nuisances[0]
    pictures = [picture.mean() for picture in shoot(script, shot)]
    lit, dark, later = (pictures[int(t * shot.fps)] for t in (out.t0 - 0.4, out.t0 + 0.3, out.t0 + 3.0))
    assert dark < 0.8 * lit
    assert dark < later < lit


def test_two_arms_are_over_the_table_while_they_cross(films: dict[str, Script]) -> None:
    script = films["crossed"]
    nuisance = script.truth.nuisances[0]
    assert len(set(arms(script, (nuisance.t0 + nuisance.t1) / 2))) == 2


def test_a_game_goes_on_with_all_nuisances_at_once() -> None:
    plot = Plot(plays=0, illegal=0.05, nuisances=KINDS)
    told = write(3, Shot(tempo="brisk", plot=plot)).truth
    assert {nuisance.kind for nuisance in told.nuisances} == set(KINDS)
    assert told.loser is not None


def test_nuisances_are_kept_in_the_truth_file(films: dict[str, Script], tmp_path: Path) -> None:
    films["glass"].truth.save(tmp_path / "truth.json")
    again = truth.load(tmp_path / "truth.json").nuisances
    assert [nuisance.kind for nuisance in again] == [n.kind for n in films["glass"].truth.nuisances]


def test_an_unknown_nuisance_is_named() -> None:
    with pytest.raises(FilmError, match="earthquake"):
        write(1, Shot(plot=Plot(nuisances=("earthquake",))))
