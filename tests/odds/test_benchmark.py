"""The benchmark of the odds runs: it times what it says, whatever that takes here."""

import pytest

from benchmarks import odds


def test_the_benchmark_times_every_table(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, value in (("COMPOSITIONS", 2), ("PAGES", 1), ("TRIES", 1)):
        monkeypatch.setattr(odds, name, value)
    for name in ("FLOATS_MS_MAX", "EXACT_MS_MAX", "PAGE_MS_MAX"):
        monkeypatch.setattr(odds, name, 1e6)
    with pytest.raises(SystemExit) as ended:
        odds.main()
    assert ended.value.code == 0
    lines = capsys.readouterr().out.splitlines()[1:]
    assert len(lines) == len(odds.TABLES) * 5
    assert all(float(line.split()[-2]) > 0 for line in lines)
