"""The randomness report as a command."""

import json
from pathlib import Path

import pytest

from casino_war.odds.streams import Trial
from casino_war.services import randomness_report
from casino_war.services.randomness_report import RandomnessReport, SourceReport
from tests.web.terminal import bare_home, line_of_refusal, run

SEED = "5eed" * 16


def test_the_report_is_told_and_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bare_home(tmp_path, monkeypatch)
    path = tmp_path / "p.svg"
    result = run("rng-report", "--shuffles", "1024", "--seed", SEED, "--picture", str(path))
    assert result.exit_code == 0, result.output
    first, *told = result.stdout.splitlines()
    assert first == f"seed {SEED}, 1024 shuffles and 40960 words of each"
    assert [line for line in told if not line.startswith(" ")][:2] == ["war-fair/1", "SplitMix64"]
    assert told[-1] == "failed (p below 2.2e-05): none"
    assert "perfect chance" in path.read_text("utf-8")


def test_a_failed_test_is_the_exit_status(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = Trial(name="gaps", statistic=99.0, distribution="normal", p=1e-9)
    good = Trial(name="ones", statistic=0.0, distribution="normal", p=0.5)
    source = SourceReport(name="broken", tests=(bad, good))
    report = RandomnessReport(seed=SEED, shuffles=1024, words=9, sources=(source,))
    monkeypatch.setattr(randomness_report, "randomness_report", lambda *_: report)
    result = run("rng-report", "--seed", SEED)
    assert result.exit_code == 1
    assert result.stdout.splitlines()[-1] == "failed (p below 0.0005): gaps"
    as_json = run("rng-report", "--json")
    assert as_json.exit_code == 1
    found = json.loads(as_json.stdout)
    assert (found["failed"], found["below_one_percent"]) == (1, 1)
    assert [each["p"] for each in found["tests"]] == [1e-9, 0.5]


def test_a_seed_that_is_none_is_refused_in_a_line() -> None:
    assert "64 hexadecimal characters" in line_of_refusal(run("rng-report", "--seed", "xyz"))
