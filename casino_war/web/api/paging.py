"""Pages of lists: how many, from where on, and the address of the next."""

import base64
import binascii
from typing import Annotated, Generic, TypeVar
from urllib.parse import urlencode

from flask import request
from pydantic import Field

from casino_war.errors import N_, InvalidRequestError
from casino_war.web.api.faults import not_as_documented
from casino_war.web.api.values import AddressNumber, Answer, Line, Query
from casino_war.web.forms import NUMBER_MAX
from casino_war.web.language import translate

T = TypeVar("T")

LIMIT_MAX = 100
LIMIT_DEFAULT = 25

_DIGITS_MAX = len(str(NUMBER_MAX))


class Paged(Query):
    """Which page of a list is asked for."""

    limit: Annotated[
        AddressNumber, Field(ge=1, le=LIMIT_MAX, description="How many of the list, at most.")
    ] = LIMIT_DEFAULT
    cursor: Annotated[
        Line | None,
        Field(description="Where the list goes on: the ``cursor`` of the page before."),
    ] = None

    @property
    def before(self) -> int | None:
        """The id behind which the page begins, None for the top of the list.

        Raises:
            InvalidRequestError: the cursor is none.
        """
        if self.cursor is None:
            return None
        try:
            text = base64.b64decode(self.cursor.encode("ascii"), altchars=b"-_", validate=True)
        except (UnicodeEncodeError, binascii.Error):
            raise _no_cursor() from None
        of_list, _, number = text.partition(b" ")
        if of_list != _list() or not number.isdigit() or len(number) > _DIGITS_MAX:
            raise _no_cursor()
        if int(number) > NUMBER_MAX:
            raise _no_cursor()
        return int(number)


class PageOf(Answer, Generic[T]):
    """Part of a list, the latest first."""

    items: tuple[T, ...]
    cursor: Annotated[str | None, Field(description="Where the list goes on; null at its end.")] = (
        None
    )
    next: Annotated[
        str | None,
        Field(description="The address of the next page, as in the header Link; null at the end."),
    ] = None


def cursor_of(older: int | None) -> str | None:
    """Return the cursor with which a list goes on behind the id *older*."""
    if older is None:
        return None
    return base64.urlsafe_b64encode(b"%s %d" % (_list(), older)).decode()


def next_of(cursor: str | None) -> str | None:
    """Return the address of the next page of the list that is asked for."""
    if cursor is None:
        return None
    fields = {**request.args.to_dict(), "cursor": cursor}
    return f"{request.script_root}{request.path}?{urlencode(fields)}"


def _list() -> bytes:
    """Return the name of the list that is asked for: another's numbers mean other things."""
    return request.path.rpartition("/")[2].encode()


def _no_cursor() -> InvalidRequestError:
    return not_as_documented(("cursor", translate(N_("It is no cursor of this list."))))
