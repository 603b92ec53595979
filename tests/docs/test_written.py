"""The pages that follow from the program say what it says now: `make docs` writes them."""

from pathlib import Path

import pytest

from tools.pages import written

WRITTEN = written()


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_the_committed_page_is_the_written_one(path: Path) -> None:
    assert path.read_text(encoding="utf-8") == WRITTEN[path], "run make docs"
