from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

import referee
from referee import resources

FORBIDDEN = re.compile(
    r"/work/|/root/|/home/(?!referee)\w+/|/tmp/\w|pypi\.org|files\.pythonhosted|registry\.npmjs|deb\.debian\.org",
    re.IGNORECASE,
)


def tracked(root: Path) -> list[Path]:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    return [root / name for name in listed.stdout.split("\0") if name and (root / name).is_file()]


@pytest.fixture(scope="module")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> set[str]:
    """The names of the files in a freshly built wheel."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=root, check=True, capture_output=True)
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as archive:
        return set(archive.namelist())


@pytest.mark.parametrize(
    "pattern",
    [
        r"referee/rules/presets/pagat\.toml",
        r"referee/rules/presets/classic001\.toml",
        r"referee/server/web/.+\.html",
        r"referee/server/web/.+\.js",
        r"referee/films/data/demo/film\.mp4",
        r"referee/films/data/demo/table\.json",
        r"referee/films/data/demo/truth\.json",
        r"referee/models/.+\.xml",
        r"referee/models/.+\.bin",
        r"referee/py\.typed",
        r"referee-.+\.dist-info/licenses/LICENSE",
    ],
)
def test_the_wheel_carries_all_that_an_evening_needs(wheel: set[str], pattern: str) -> None:
    assert any(re.fullmatch(pattern, name) for name in wheel)


def test_the_wheel_carries_no_tests(wheel: set[str]) -> None:
    assert not [name for name in wheel if name.startswith(("tests/", "scripts/"))]


def test_the_bundled_film_is_small() -> None:
    assert (resources.demo_dir() / "film.mp4").stat().st_size < 8_000_000


def test_the_changelog_names_this_version(root: Path) -> None:
    assert f"## {referee.__version__}" in (root / "CHANGELOG.md").read_text(encoding="utf-8")


def test_the_core_needs_no_torch(root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]

    assert not [need for need in project["dependencies"] if need.startswith(("torch", "ultralytics"))]


def test_no_file_names_a_machine_or_a_registry(root: Path) -> None:
    own = Path(__file__).name
    guilty = []
    for path in tracked(root):
        if path.name == own or path.suffix in {".bin", ".mp4", ".png", ".webp", ".jpg"}:
            continue
        found = FORBIDDEN.search(path.read_text(encoding="utf-8", errors="ignore"))
        if found:
            guilty.append(f"{path.relative_to(root)}: {found[0]}")

    assert guilty == []


def test_links_in_the_documents_lead_to_files(root: Path) -> None:
    pages = [page for page in tracked(root) if page.suffix == ".md"]

    assert [dead for page in pages for dead in _dead_links(page)] == []


def _dead_links(page: Path) -> list[str]:
    links = re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8"))
    return [f"{page.name}: {link}" for link in links if not (page.parent / link).exists()]


def test_nothing_said_to_people_leads_to_a_document_that_a_package_has_not(root: Path) -> None:
    modules = sorted((root / "referee").rglob("*.py"))

    assert [f"{path.stem}: {text}" for path in modules for text in _said(path) if "docs/" in text] == []


def _said(module: Path) -> list[str]:
    """The texts in *module* but for what it says of itself at its top."""
    body = ast.parse(module.read_text(encoding="utf-8")).body[1:]
    nodes = (node for part in body for node in ast.walk(part))
    return [str(node.value) for node in nodes if isinstance(node, ast.Constant)]
