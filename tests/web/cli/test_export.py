"""The rounds as a file from the history, and by the commands that write and read it."""

import io
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from casino_war.services.recheck import recheck
from casino_war.services.record_file import read_records
from casino_war.web.cli.main import main
from tests.web.browser import Browser


@pytest.fixture
def played(player: Browser) -> Browser:
    """Three settled rounds, the second with twice the ante."""
    for ante in ("5", "10", "5"):
        player.deal("classic", ante_1=ante)
        if 'action="/tables/classic/decide"' in player.get("/tables/classic"):
            player.decide("classic", "surrender")
    return player


def rounds_in(text: str) -> int:
    done = recheck(read_records(io.StringIO(text)))
    assert done.difference is None
    return done.rounds


@pytest.mark.parametrize(
    ("ending", "media_type"), [("csv", "text/csv"), ("jsonl", "application/jsonl")]
)
def test_the_history_gives_the_rounds_as_a_file(
    played: Browser, ending: str, media_type: str
) -> None:
    assert f'href="/history/rounds.{ending}"' in played.get("/history")
    response = played.client.get(f"/history/rounds.{ending}")
    assert response.mimetype == media_type
    assert response.headers["Content-Disposition"] == (
        f"attachment; filename=casino-war-rounds.{ending}"
    )
    assert rounds_in(response.text) == 3
    response.close()


def test_the_filters_narrow_the_file(played: Browser) -> None:
    page = played.get("/history?wagered_to=5")
    assert 'href="/history/rounds.csv?wagered_to=5"' in page
    assert rounds_in(played.get("/history/rounds.csv?wagered_to=5")) == 2
    assert "wagered_to" in played.get("/history/rounds.csv?wagered_to=much", status=422)


def test_nobody_gets_the_rounds_of_others(played: Browser) -> None:
    assert rounds_in(Browser(played.app).get("/history/rounds.csv")) == 0


@pytest.fixture
def command_line(played: Browser, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    monkeypatch.setenv("DATABASE_URL", played.app.config["DATABASE_URL"])
    return CliRunner()


def run(command_line: CliRunner, *arguments: str, status: int = 0) -> Result:
    result = command_line.invoke(main, arguments)
    assert result.exit_code == status, result.output
    return result


@pytest.mark.parametrize("file_format", ["csv", "jsonl"])
def test_what_is_exported_is_replayed(
    command_line: CliRunner, tmp_path: Path, file_format: str
) -> None:
    file = tmp_path / "rounds"
    options = ("--format", file_format, "--output", str(file))
    assert "rounds written: 3" in run(command_line, "export", *options).stderr
    told = run(command_line, "replay", str(file)).stdout
    assert "rounds 3" in told
    assert "every result and transfer is as its cards and rules make it" in told


def test_one_player_is_exported_to_a_pipe(command_line: CliRunner) -> None:
    assert rounds_in(run(command_line, "export", "--player", "1").stdout) == 3
    assert rounds_in(run(command_line, "export", "--player", "2").stdout) == 0


def test_a_changed_amount_is_told_with_status_1(command_line: CliRunner, tmp_path: Path) -> None:
    text = run(command_line, "export", "--format", "jsonl").stdout
    lines = [json.loads(line) for line in text.splitlines()]
    lines[1]["transfers"][0]["amount_cents"] += 100
    file = tmp_path / "changed.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    told = run(command_line, "replay", str(file), status=1).stdout
    assert told.splitlines()[-1] == (
        "row 2: transfer 1 is 11 chips from bankroll to felt: ante of hand 1,"
        " and should be 10 chips from bankroll to felt: ante of hand 1"
    )
    facts = json.loads(run(command_line, "replay", str(file), "--json", status=1).stdout)
    assert (facts["rounds"], facts["difference"]["row"]) == (1, 2)
    assert facts["difference"]["told"] == lines[1]["transfers"][0]


def test_what_is_no_record_ends_with_status_2(command_line: CliRunner, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("remember the milk\n")
    assert run(command_line, "replay", str(file), status=2).stderr.count("\n") == 1
    file.write_bytes(b"\xff\xfe")
    assert "UTF-8" in run(command_line, "replay", str(file), status=2).stderr


def test_a_file_without_a_round_proves_nothing(command_line: CliRunner, tmp_path: Path) -> None:
    file = tmp_path / "none.csv"
    header = run(command_line, "export", "--player", "2").stdout
    for text in ("", header):
        file.write_text(text)
        assert "holds no round" in run(command_line, "replay", str(file), status=2).stderr


def test_the_shuffles_of_finished_shoes_are_measured(
    played: Browser, command_line: CliRunner, tmp_path: Path
) -> None:
    played.submit("/tables/classic", "/tables/classic/new-shoe")
    file = tmp_path / "rounds.csv"
    run(command_line, "export", "--output", str(file))
    facts = json.loads(run(command_line, "replay", str(file), "--statistics", "--json").stdout)
    assert facts["finished_shoes"] == 1
    assert {each["shuffles"] for each in facts["statistics"]} == {1}
    assert "inversions" in run(command_line, "replay", str(file), "--statistics").stdout
