"""docs/architecture.md draws the packages as they are, and as the contracts have them."""

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from casino_war import game, lab, odds
from tests.docs.fences import ROOT, fences

PAGE = ROOT / "docs" / "architecture.md"
CONTRACT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"][
    "importlinter"
]["contracts"][0]


def test_the_drawing_is_the_contract() -> None:
    drawing = next(iter(fences(PAGE))).text.splitlines()
    layers = [re.findall(r"^(\w+)(?:\s{2,10}(\w+)\s{2,})?", line) for line in drawing]
    drawn = [[name for name in found[0] if name] for found in layers if found]
    assert drawn == [layer.split(" | ") for layer in CONTRACT["layers"]]


def test_every_folder_has_its_line() -> None:
    listed = re.findall(r"^\| `([\w/]+)` \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    package = ROOT / "casino_war"
    rooms = [package, package / "web", package / "services", package / "ledger"]
    folders = [inner for each in (ROOT, *rooms) for inner in _folders(each)]
    names = {each.relative_to(ROOT).as_posix() for each in folders}
    assert set(listed) == names - {"casino_war"}


@pytest.mark.parametrize("package", [game, lab, odds], ids=lambda package: package.__name__)
def test_a_package_tells_of_each_of_its_modules(package: ModuleType) -> None:
    modules = {path.stem for path in Path(package.__path__[0]).glob("*.py")} - {"__init__"}
    assert set(re.findall(r"`(\w+)`", package.__doc__ or "")) == modules


def _folders(above: Path) -> Iterator[Path]:
    """Yield the folders that belong to the project: none that is hidden, ignored or empty."""
    ignored = {line.strip("/") for line in (ROOT / ".gitignore").read_text().splitlines()}
    for each in above.iterdir():
        is_ours = each.is_dir() and each.name[0] not in "._" and each.name not in ignored
        if is_ours and any(inner.name != "__pycache__" for inner in each.iterdir()):
            yield each


def test_the_keys_are_those_of_the_table() -> None:
    template = (ROOT / "templates" / "tables" / "_keys.html").read_text(encoding="utf-8")
    keys = re.findall(r'\((?:_\()?"([^"]+)"\)?, _\("([^"]+)"\)\)', template)
    guide = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\S.*?) \| (.*) \|$", guide, re.MULTILINE)
    assert rows[1:] == keys
