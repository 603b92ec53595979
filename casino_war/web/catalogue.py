"""The texts of each language, read from their catalogues when first asked for.

The catalogues are read as translators write them: there is no compiled copy that an
installation could miss or that could grow stale. One takes a tenth of a second, once.
"""

from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path


@lru_cache(maxsize=16)
def catalogue(folder: Path, language: str) -> NullTranslations:
    """Return the texts of *language* below *folder*; those of the code where it has none."""
    path = folder / language / "LC_MESSAGES" / "messages.po"
    if not path.is_file():
        return NullTranslations()
    # Only readers of other languages wait for these imports.
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    with path.open("rb") as file:
        write_mo(compiled, read_po(file, locale=language))
    compiled.seek(0)
    return GNUTranslations(compiled)
