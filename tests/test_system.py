from __future__ import annotations

import pytest

from referee import system


def loads_nothing(name: str) -> object:
    raise OSError(name)


def without_package_manager(_: str) -> None:
    return None


@pytest.fixture
def linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")


@pytest.mark.usefixtures("linux")
def test_every_library_that_does_not_load_is_missing() -> None:
    missing = system.missing_libraries(load=loads_nothing)

    assert {library.name for library in missing} >= {"libGL.so.1", "libgthread-2.0.so.0"}


@pytest.mark.usefixtures("linux")
def test_nothing_is_missing_where_everything_loads() -> None:
    assert system.missing_libraries(load=lambda name: name) == ()


def test_wheels_bring_every_library_on_a_mac(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "darwin")

    assert system.missing_libraries(load=loads_nothing) == ()


@pytest.mark.usefixtures("linux")
@pytest.mark.parametrize(
    ("manager", "command"),
    [
        ("apt-get", "sudo apt-get install -y libgl1 libglib2.0-0 libxcb1"),
        ("dnf", "sudo dnf install -y mesa-libGL glib2 libxcb"),
    ],
)
def test_the_remedy_is_a_command_of_this_systems_package_manager(manager: str, command: str) -> None:
    missing = system.missing_libraries(load=loads_nothing)

    assert command in system.remedy(missing, which=lambda name: name if name == manager else None)


@pytest.mark.usefixtures("linux")
def test_without_a_known_package_manager_the_remedy_still_names_the_libraries() -> None:
    sentence = system.remedy(system.missing_libraries(load=loads_nothing), which=without_package_manager)

    assert "libGL.so.1" in sentence
    assert "sudo" not in sentence
