"""The game stands on the standard library alone, and chance has one door."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import casino_war.game

PACKAGE = Path(casino_war.game.__file__).parent
ROOT = PACKAGE.parent
MODULES = sorted(path.stem for path in PACKAGE.glob("*.py"))

LIST_IMPORTED = """
import sys, importlib
before = set(sys.modules)
importlib.import_module(sys.argv[1])
print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
print(*sorted(name for name in set(sys.modules) - before if name.startswith("casino_war.")))
"""


def imports_of(path: Path) -> Iterator[str]:
    """Every absolute module name that a file imports, in functions too."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        match node:
            case ast.Import():
                yield from (alias.name for alias in node.names)
            case ast.ImportFrom():
                assert node.level == 0, f"{path.name} imports relatively"
                yield node.module or ""
            case _:
                pass


@pytest.mark.parametrize("module", MODULES)
def test_importing_a_module_of_the_game_pulls_in_the_standard_library_only(module: str) -> None:
    name = f"casino_war.game.{module}".removesuffix(".__init__")
    done = subprocess.run(
        [sys.executable, "-c", LIST_IMPORTED, name],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT.parent,
    )
    tops, ours = (line.split() for line in done.stdout.splitlines())
    assert set(tops) - set(sys.stdlib_module_names) == {"casino_war"}
    allowed = ("casino_war.errors", "casino_war.game")
    assert all(name.startswith(allowed) for name in ours)


@pytest.mark.parametrize("module", MODULES)
def test_the_game_names_only_the_standard_library_errors_and_itself(module: str) -> None:
    for name in imports_of(PACKAGE / f"{module}.py"):
        assert (
            name.partition(".")[0] in sys.stdlib_module_names
            or name == "casino_war.errors"
            or name.startswith("casino_war.game")
        ), name


@pytest.mark.parametrize("path", sorted(ROOT.rglob("*.py")), ids=lambda path: path.stem)
def test_no_other_source_of_chance_exists(path: Path) -> None:
    """No `random` anywhere; server seeds come from `secrets`, never in the game."""
    names = {name.partition(".")[0] for name in imports_of(path)}
    assert "random" not in names
    if path.is_relative_to(PACKAGE):
        assert "secrets" not in names
        assert path.name == "randomness.py" or "hmac" not in names


def test_only_randomness_draws_within_the_game() -> None:
    """Elsewhere a source is an argument, passed on and not drawn from."""
    for path in PACKAGE.glob("*.py"):
        called = {
            node.func.attr
            for node in ast.walk(ast.parse(path.read_text("utf-8")))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)
        }
        drawn = called & {"below", "word", "swaps"}
        assert path.name == "randomness.py" or not drawn, path.name


RANK_READERS = {
    "cards": "prints them",
    "battle": "compares them",
    "war_pack": "numbers them, as the comparison of these rules needs",
    "stock": "sizes a war by the tied rank",
    "steal": "matches a card with the top of a pile",
    "war_strategies": "weighs the cards that a computer player may choose",
}


def test_battle_is_the_one_place_where_cards_are_compared() -> None:
    """Ranks are read in few places, and compared to find a winner in the battle alone."""
    readers = {
        path.stem
        for path in PACKAGE.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "rank"
    }
    assert readers == set(RANK_READERS)
