"""Every file is whole: no merge has left both of its sides in it."""

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
OTHERS = {"node_modules", "instance", "screenshots", "build", "dist"}
KINDS = {".cfg", ".css", ".html", ".js", ".md", ".mjs", ".po", ".py", ".toml", ".txt", ".yaml", ""}
# Written apart, so that this file is none of those it looks for.
MARK = re.compile(f"^({'<' * 7}|{'>' * 7}) ", re.MULTILINE)


def texts(folder: Path) -> Iterator[Path]:
    """Yield the files of the project that people write."""
    for path in folder.iterdir():
        if path.is_dir():
            if path.name[0] not in "._" and path.name not in OTHERS:
                yield from texts(path)
        elif path.suffix in KINDS and path.name[0] != ".":
            yield path


def test_no_file_holds_two_sides() -> None:
    found = list(texts(ROOT))
    assert {ROOT / "README.md", ROOT / "casino_war" / "web" / "factory.py"} <= {*found}
    torn = [path for path in found if MARK.search(path.read_text(encoding="utf-8"))]
    assert torn == []
