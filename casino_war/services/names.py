"""Names that people give: to themselves at a table, to rules of their own."""

import unicodedata

from casino_war.errors import N_, InvalidNameError


def read_name(text: str, length_max: int, *, if_blank: str) -> str:
    """Return a name as it is kept: composed, without space around or doubled within.

    *if_blank* is what somebody is told who gave none.

    Raises:
        InvalidNameError: it is blank, too long, or holds what cannot be printed.
    """
    name = " ".join(unicodedata.normalize("NFC", text).split())
    if not name:
        raise InvalidNameError(if_blank, reason="blank")
    if len(name) > length_max:
        raise InvalidNameError(
            N_("A name has at most %(limit)s characters, this one %(length)s."),
            reason="length",
            limit=length_max,
            length=len(name),
        )
    if not name.isprintable():
        raise InvalidNameError(
            N_("The name holds a character that cannot be printed: leave it out."),
            reason="unprintable",
        )
    return name
