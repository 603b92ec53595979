"""Finds every text of the program and brings the catalogues up to it: `make messages`.

New texts stand untranslated in `casino_war/translations/<language>/LC_MESSAGES/messages.po`
until somebody translates them; what the program says no more is dropped.
"""

import sys
from datetime import UTC, datetime
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "casino_war" / "translations"
LANGUAGES = ("da", "de", "nb", "sv")
KEYWORDS = DEFAULT_KEYWORDS | {
    "N_": None,
    "_l": None,
    "lazy_gettext": None,
    "lazy_pgettext": DEFAULT_KEYWORDS["pgettext"],
}

# A date of their own would change the catalogues whenever they are made.
_DATE = datetime(2026, 1, 1, tzinfo=UTC)


def extract() -> Catalog:
    """Return every text that the program shows, with the files that it stands in."""
    found = Catalog(project="Casino War", creation_date=_DATE, revision_date=_DATE, fuzzy=False)
    with (ROOT / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]  # Babel's own
    # Only the two folders: a walk through everything beside them takes longer.
    for folder in ("casino_war", "templates"):
        for name, _line, message, _comments, context in extract_from_dir(
            ROOT / folder,
            [(_below(folder, pattern), method) for pattern, method in methods],
            {_below(folder, pattern): chosen for pattern, chosen in options.items()},
            KEYWORDS,
        ):
            if message:
                found.add(message, locations=[(f"{folder}/{name}", 0)], context=context)
    return found


def _below(folder: str, pattern: str) -> str:
    return pattern.removeprefix(f"{folder}/")


def path_of(language: str) -> Path:
    """Return where the catalogue of a language stands."""
    return FOLDER / language.replace("-", "_") / "LC_MESSAGES" / "messages.po"


def read(language: str) -> Catalog:
    """Return the catalogue of a language; an empty one where there is none yet."""
    path = path_of(language)
    if not path.exists():
        return Catalog(
            locale=language.replace("-", "_"),
            project="Casino War",
            creation_date=_DATE,
            fuzzy=False,
        )
    with path.open("rb") as file:
        return read_po(file, locale=language.replace("-", "_"))


def write(language: str, catalogue: Catalog) -> None:
    """Write a catalogue in one way, so that it differs only where its texts do."""
    catalogue.fuzzy = False
    catalogue.creation_date = catalogue.revision_date = _DATE
    catalogue.header_comment = "# Texts of Casino War; `make messages` brings them up to date."
    catalogue.last_translator = catalogue.language_team = ""
    path = path_of(language)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        write_po(
            file, catalogue, width=0, ignore_obsolete=True, include_lineno=False, sort_output=True
        )


def is_translated(message: Message) -> bool:
    """Say whether a text is there in the other language, each of its plurals too."""
    given = message.string
    return all(given) if isinstance(given, (tuple, list)) else bool(given)


def main() -> int:
    """Bring every catalogue up to date and say what is left to translate."""
    found = extract()
    for language in sys.argv[1:] or LANGUAGES:
        catalogue = read(language)
        catalogue.update(found, no_fuzzy_matching=True)
        write(language, catalogue)
        blank = sum(not is_translated(each) for each in catalogue if each.id)
        print(f"{language}: {len(catalogue)} texts, {blank} to translate")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
