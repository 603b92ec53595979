"""Golden transcripts: a change in how any named game goes shows here, line by line."""

from pathlib import Path

import pytest

from casino_war.game.war_presets import PRESETS, WarPreset
from tests.game.war import transcripts


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.key)
def test_a_game_goes_as_it_was_written_down(preset: WarPreset) -> None:
    """If it was meant to change: `make transcripts`, and read what it changed."""
    kept = transcripts.FOLDER / f"{preset.key}.txt"
    assert transcripts.transcript(preset) == kept.read_text(encoding="utf-8")


def test_every_preset_has_a_transcript_and_nothing_else_has() -> None:
    kept = {path.name for path in transcripts.FOLDER.iterdir()}
    assert kept == {f"{preset.key}.txt" for preset in PRESETS}


def test_they_are_written_by_one_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(transcripts, "FOLDER", tmp_path)
    monkeypatch.setattr(transcripts, "PRESETS", PRESETS[:1])
    (tmp_path / "gone.txt").write_text("")
    transcripts.main()
    assert [path.name for path in tmp_path.iterdir()] == [f"{PRESETS[0].key}.txt"]
