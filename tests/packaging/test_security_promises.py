"""SECURITY.md: every promise names tests, and every test that it names is there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "SECURITY.md").read_text("utf-8")
NAMED = sorted(set(re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", TEXT)))


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text("utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_the_tests_that_are_named_are_there(path: str, name: str) -> None:
    assert name in names_in(path)


def test_every_promise_names_a_test() -> None:
    promised = TEXT.partition("## Promised")[2].partition("\n## ")[0]
    sections = promised.split("\n### ")[1:]
    assert len(sections) == 6
    promises = [one for section in sections for one in section.split("\n- ")[1:]]
    assert len(promises) > 20
    assert [one for one in promises if "::test_" not in one] == []
    assert [one for one in promises if "Tried" not in one] == []


def test_what_is_named_in_passing_is_there() -> None:
    for path in re.findall(r"`(t[\w]+/[\w./]+)`", TEXT):
        assert (ROOT / path).exists(), path
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"`make ([a-z-]+)`", TEXT):
        assert f"\n{target}:" in makefile, target
