"""Reads the figures of an odds page as a reader finds them: by section, row and column."""

from html.parser import HTMLParser


class _Tables(HTMLParser):
    """Collects the rows of all tables under the id of the section's heading."""

    def __init__(self) -> None:
        super().__init__()
        self.rows: dict[str, list[list[str]]] = {}
        self._section = ""
        self._cell: list[str] | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "section":
            self._section = (given.get("aria-labelledby") or "").removesuffix("-heading")
        elif tag == "tr":
            self.rows.setdefault(self._section, []).append([])
        elif tag in ("td", "th"):
            self._cell = []

    def handle_endtag(self, tag: str) -> None:
        if tag in ("td", "th") and self._cell is not None:
            self.rows[self._section][-1].append(" ".join("".join(self._cell).split()))
            self._cell = None

    def handle_data(self, data: str) -> None:
        if self._cell is not None:
            self._cell.append(data)


def rows_of(page: str) -> dict[str, list[list[str]]]:
    """Return the rows of each section of a page, headings of columns included."""
    parser = _Tables()
    parser.feed(page)
    return parser.rows


def figures_of(page: str) -> dict[str, dict[str, str]]:
    """Return the exact figures of each section by their labels, as a computer writes them."""
    return {
        section: {row[0]: _exact(row[1]) for row in rows} for section, rows in rows_of(page).items()
    }


def _exact(printed: str) -> str:
    return printed.removeprefix("√(").removesuffix(")").replace("\N{MINUS SIGN}", "-")
