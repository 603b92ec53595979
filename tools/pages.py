"""Write the pages of docs/ that follow from the program: ``make docs``."""

from pathlib import Path

from tools import command_page, rule_tables

DOCS = Path(__file__).resolve().parent.parent / "docs"


def written() -> dict[Path, str]:
    """Return each page with what it must say."""
    rules = DOCS / "casino_war.md"
    return {
        DOCS / "commands.md": command_page.page(),
        rules: rule_tables.filled(rules.read_text(encoding="utf-8")),
    }


def main() -> None:
    """Write them all."""
    for path, text in written().items():
        path.write_text(text, encoding="utf-8")
        print(path.relative_to(DOCS.parent))


if __name__ == "__main__":
    main()
