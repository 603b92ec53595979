"""Where compiled kernels are kept: wherever there is room."""

import os
from enum import EnumType
from pathlib import Path

import pytest

from casino_war.lab import jit, war_cards, war_close, war_fight, war_kernel, war_pack


def test_kernels_are_kept_beside_their_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda path, mode: True)
    folder = jit._cache_folder()
    assert folder.parent == Path(jit.__file__).parent / "__pycache__"


def test_where_that_cannot_be_written_the_user_keeps_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    may = os.access
    beside = Path(jit.__file__).parent
    monkeypatch.setattr(
        "os.access", lambda path, mode: not Path(path).is_relative_to(beside) and may(path, mode)
    )
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert jit._cache_folder().parent == tmp_path / "casino-war"
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("tempfile.mkdtemp", lambda prefix: str(tmp_path / prefix))
    assert jit._cache_folder() == tmp_path / "casino-war-"


def test_kernels_are_compiled_anew_where_their_constants_change() -> None:
    modules = (war_cards, war_close, war_fight, war_kernel, war_pack)
    named = [value for module in modules for value in vars(module).values()]
    game = "casino_war.game."
    sources = {
        value.__module__.removeprefix(game)
        for value in named
        if isinstance(value, EnumType) and value.__module__.startswith(game)
    }
    assert {"war_terms", "war_events", "cards"} <= sources <= set(jit.CONSTANTS_FROM)
    # A number, which does not tell where it is from.
    assert "war_state" in jit.CONSTANTS_FROM
