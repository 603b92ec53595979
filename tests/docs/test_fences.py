"""Every command of README and docs runs as it stands there, in order, page by page."""

import json
from pathlib import Path
from urllib.error import HTTPError

import pytest

from tests.docs import fences as runner
from tests.docs.curl import SITE
from tests.docs.fences import PAGES, ROOT, Fence, command_lines, fences, run_line

FENCES = {path: list(fences(path)) for path in PAGES}
RUN = ("sh", "python")
DATA = ("csv", "json", "text")
"""Languages of blocks that show something: nothing in them is a command."""

NOT_RUN = {
    "README.md": {"builds the environment that the tests run in"},
    "docs/commands.md": {
        "needs a server of PostgreSQL",
        "needs a table that has been played for long",
        "plays until it is stopped",
        "serves until it is stopped",
        "speaks to the shell that reads it",
        "takes a minute, and a seed that chance draws",
        "watches until it is stopped",
    },
    "docs/lab.md": {"needs ten machines"},
    "docs/operating.md": {
        "needs a server of PostgreSQL",
        "needs an engine for containers",
        "serves until it is stopped",
    },
}
"""Why blocks of a page are not run: a new reason has to be added here."""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_block_runs(path: Path, house_folder: Path, request: pytest.FixtureRequest) -> None:
    names: dict[str, object] = {"__name__": "__main__"}
    if any(SITE in fence.text and not fence.why_not for fence in FENCES[path]):
        request.getfixturevalue("served")
    for fence in FENCES[path]:
        if fence.why_not:
            continue
        if fence.language == "python":
            exec(compile(fence.text, str(fence), "exec"), names)
        elif fence.language == "sh":
            for line in command_lines(fence.text):
                run_line(line)


def test_what_is_not_run_is_known() -> None:
    found: dict[str, set[str]] = {}
    for fence in all_fences():
        assert fence.language in RUN + DATA, f"{fence} is {fence.language}"
        if fence.why_not:
            found.setdefault(fence.page, set()).add(fence.why_not)
    assert found == {page: whys for page, whys in NOT_RUN.items() if (ROOT / page).exists()}


def test_blocks_are_found() -> None:
    assert len([each for each in all_fences() if each.language in RUN and not each.why_not]) > 30


@pytest.mark.parametrize(
    "line",
    [
        "casino-war table close moon",
        "casino-war db check | false",
        "casino-war table close moon | cat",
        "casino-war no-such-command",
    ],
)
def test_a_command_that_fails_is_noticed(line: str, house_folder: Path) -> None:
    with pytest.raises(AssertionError, match=line.split()[1]):
        run_line(line)


def test_a_command_that_goes_on_is_stopped(
    house_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(runner, "SECONDS_MAX", 1)
    with pytest.raises(AssertionError, match="goes on and on"):
        run_line("casino-war watch --every 60")


@pytest.mark.usefixtures("served")
def test_a_site_answers_what_the_pages_ask() -> None:
    asked = f'curl {SITE}/api/v1/player -H "Authorization: Bearer $TOKEN"'
    run_line(f"{asked} > player.json")
    assert json.loads(Path("player.json").read_text())["bankroll_cents"] == 0
    with pytest.raises(HTTPError, match="401"):
        run_line(asked.replace("$TOKEN", "nobody"))


def all_fences() -> list[Fence]:
    return [fence for page in FENCES.values() for fence in page]
