"""What every form has: fields that stand there once, numbers, a key and a version.

Each room reads its own forms with these, into command values: it refuses, and decides nothing.
"""

import re
import secrets
from collections.abc import Mapping

from werkzeug.datastructures import MultiDict

from casino_war.errors import N_, InvalidFormError
from casino_war.game.money import shorten

Form = Mapping[str, str]

_KEY_BYTES = 16
_KEY = re.compile(r"[A-Za-z0-9_-]{8,64}", re.ASCII)
_NUMBER = re.compile(r"[0-9]{1,19}", re.ASCII)
# The database holds 63 bits, and a version must still have a next one.
NUMBER_MAX = 2**63 - 2

ID = f"int(max={2**63 - 1})"
"""How an id stands in a route; larger numbers are none, and no database could be asked for them."""


def fresh_key() -> str:
    """Draw the key of a new form: it names one intention of one player."""
    return secrets.token_urlsafe(_KEY_BYTES)


def read_fields(form: MultiDict[str, str]) -> Form:
    """Take the fields of a form or an address as they were sent, each of them once.

    Raises:
        InvalidFormError: one came more than once, and which of them counts would be a guess;
            or one holds the character 0, which not every database can keep.
    """
    for name, texts in form.lists():
        if len(texts) > 1:
            raise InvalidFormError(
                N_(
                    "The form came with its field %(field)s more than once: open the page "
                    "again and repeat."
                ),
                reason="repeated",
                field=shorten(name),
            )
    fields = form.to_dict()
    for name, text in fields.items():
        if "\0" in text:
            raise InvalidFormError(
                N_("The field %(field)s holds a character that cannot be kept: leave it out."),
                reason="nul",
                field=shorten(name),
            )
    return fields


def read_number(text: str, field: str) -> int:
    """Read an id or a version: digits, at most what the database can hold.

    *field* is the name of its field, for which `casino_war.web.messages` has a word.

    Raises:
        InvalidFormError: anything else.
    """
    if not _NUMBER.fullmatch(text) or int(text) > NUMBER_MAX:
        raise InvalidFormError(
            N_("%(field)s: %(text)s cannot be read; numbers from 0 to %(limit)s can."),
            reason=field,
            text=shorten(text),
            field=field,
            limit=NUMBER_MAX,
        )
    return int(text)


def read_before(args: MultiDict[str, str]) -> int | None:
    """Read where a list goes on: the ``before`` of the address, None for its top.

    Raises:
        InvalidFormError: it is no number, or something stands in the address twice.
    """
    text = read_fields(args).get("before")
    return None if text is None else read_number(text, "before")


def read_key(form: Form) -> str:
    """Read the key of a form, which names one intention of one player."""
    key = read_field(form, "key")
    if not _KEY.fullmatch(key):
        raise InvalidFormError(
            N_("%(text)s cannot be the key of a form: open the page again and repeat."),
            reason="key",
            text=shorten(key),
        )
    return key


def read_version(form: Form) -> int:
    """Read the version that a form was drawn from."""
    return read_number(read_field(form, "version"), "version")


def read_field(form: Form, name: str) -> str:
    """Read a field that every such form has."""
    text = form.get(name)
    if text is None:
        raise InvalidFormError(
            N_("The form came without its field %(field)s: open the page again and repeat."),
            reason=name,
            field=repr(name),
        )
    return text
