"""The game stands on the standard library alone, and chance has one door."""

import ast
import json
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
import sys, importlib, json
found = {}
for module in sys.argv[1:]:
    # Each is the first of the package to be imported, so that none leans on another's order.
    for name in [name for name in sys.modules if name.partition(".")[0] == "casino_war"]:
        del sys.modules[name]
    before = set(sys.modules)
    importlib.import_module(module)
    found[module] = sorted(set(sys.modules) - before)
print(json.dumps(found))
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


def test_importing_any_module_of_the_game_pulls_in_the_standard_library_only() -> None:
    names = [f"casino_war.game.{module}".removesuffix(".__init__") for module in MODULES]
    done = subprocess.run(
        [sys.executable, "-c", LIST_IMPORTED, *names],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT.parent,
    )
    allowed = ("casino_war.errors", "casino_war.game")
    for module, imported in json.loads(done.stdout).items():
        assert module in imported
        for name in set(imported) - {"casino_war"}:
            is_standard = name.partition(".")[0] in sys.stdlib_module_names
            assert is_standard or name.startswith(allowed), f"{module} imports {name}"


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
