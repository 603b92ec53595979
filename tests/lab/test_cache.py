"""Where compiled kernels are kept: wherever there is room."""

import os
from pathlib import Path

import pytest

from casino_war.lab import jit


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
