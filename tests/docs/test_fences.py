"""Every command of README and docs runs as it stands there, in order, page by page."""

from pathlib import Path

import pytest

from tests.docs.fences import PAGES, ROOT, Fence, command_lines, fences, run_line

FENCES = {path: list(fences(path)) for path in PAGES}
RUN = ("sh", "python")
DATA = ("csv", "json", "text")
"""Languages of blocks that show something: nothing in them is a command."""

NOT_RUN = {
    "README.md": {"builds the environment that the tests run in"},
    "docs/commands.md": {
        "needs a server of PostgreSQL",
        "plays until it is stopped",
        "serves until it is stopped",
        "speaks to the shell that reads it",
        "takes a minute, and a seed that chance draws",
        "watches until it is stopped",
    },
    "docs/api.md": {"asks a site that the tests do not serve"},
    "docs/lab.md": {"needs ten machines"},
}
"""Why blocks of a page are not run: a new reason has to be added here."""


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_every_block_runs(path: Path, house_folder: Path) -> None:
    names: dict[str, object] = {"__name__": "__main__"}
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


def all_fences() -> list[Fence]:
    return [fence for page in FENCES.values() for fence in page]
