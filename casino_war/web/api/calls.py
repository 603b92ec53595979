"""A call: who asks, and what the request brings, read and refused before anything is done."""

import base64
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from flask import request
from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from werkzeug.exceptions import NotAcceptable, UnsupportedMediaType

from casino_war.errors import (
    N_,
    InvalidRequestError,
    KeyMissingError,
    ScopeRefusedError,
    TokenRefusedError,
    UnreadableRequestError,
)
from casino_war.services.api_tokens import Caller, Scope, caller_of
from casino_war.services.house import House
from casino_war.services.tries import counted_address
from casino_war.web.api.faults import not_as_documented
from casino_war.web.api.operations import JSON, Keyed, Operation
from casino_war.web.api.problems import MEDIA_TYPE
from casino_war.web.api.values import Body, Query
from casino_war.web.forms import fresh_key
from casino_war.web.language import translate
from casino_war.web.operations.limits import require_within

M = TypeVar("M", bound=BaseModel)

KEY_HEADER = "Idempotency-Key"
KEY_PATTERN = "[A-Za-z0-9_-]{8,64}"

_KEY = re.compile(f'"?({KEY_PATTERN})"?', re.ASCII)
_BEARER = re.compile(r"bearer +(\S+) *", re.IGNORECASE | re.ASCII)

_FAULTS: Mapping[str, str] = {
    "missing": N_("It is missing."),
    "extra_forbidden": N_("There is no such field."),
    "greater_than_equal": N_("It is %(ge)s at least."),
    "less_than_equal": N_("It is %(le)s at most."),
    "greater_than": N_("It is more than %(gt)s."),
    "less_than": N_("It is less than %(lt)s."),
    "enum": N_("It is one of %(expected)s."),
    "literal_error": N_("It is one of %(expected)s."),
    "string_too_long": N_("It has at most %(max_length)s characters."),
    "string_too_short": N_("It has at least %(min_length)s characters."),
    "too_long": N_("It has at most %(max_length)s parts."),
    "too_short": N_("It has at least %(min_length)s parts."),
    "string_pattern_mismatch": N_("It is not written like that."),
}
_OTHER_KIND = N_("It is of another kind.")
_OTHER = N_("It cannot be taken.")


@dataclass(slots=True)
class Call:
    """One request: whom it is for, and the key of the command that it makes."""

    house: House
    caller: Caller
    key: str
    made: tuple[str, Mapping[str, Any]] | None = None
    """What was made: the operation that shows it, and what stands in its address."""

    @property
    def token(self) -> str:
        """The player's own token, by which the services know players."""
        return self.caller.player_token

    @property
    def visitor(self) -> str:
        """The name of the browser that a program is, for services that ask strangers for one."""
        return f"api-{self.caller.player_id}"


def require_acceptable(operation: Operation) -> None:
    """Refuse whoever would not take what the operation answers.

    Raises:
        NotAcceptable: the header Accept says so.
    """
    accepted = request.accept_mimetypes
    if accepted and not (accepted[operation.media] or accepted[MEDIA_TYPE]):
        raise NotAcceptable


def admit(house: House, operation: Operation) -> Caller:
    """Return whom the request is for, counted against the limit of the token.

    A request without a token that holds counts against those of its address.

    Raises:
        TooManyRequestsError, TokenRefusedError.
        ScopeRefusedError: the token may only read.
    """
    match = _BEARER.fullmatch(request.headers.get("Authorization", ""))
    caller = None if match is None else caller_of(house, match[1])
    if caller is None:
        require_within("api", f"address {counted_address(request.remote_addr or '')}")
        raise TokenRefusedError(
            N_(
                "Send a token with the header Authorization: Bearer. Players make them on the "
                "page of their account."
            )
            if match is None
            else N_("There is no such token, or it is revoked.")
        )
    require_within("api", f"token {caller.token_id}")
    if operation.scope is Scope.PLAY and caller.scope is Scope.READ:
        raise ScopeRefusedError(N_("This token may only read."))
    return caller


def key_of(operation: Operation, caller: Caller) -> str:
    """Return the key of the command that a request makes.

    What a program calls its commands is its own affair: players' keys are kept apart.

    Raises:
        KeyMissingError: the operation moves chips and came without one, or it is no key.
    """
    given = request.headers.get(KEY_HEADER)
    if given is None:
        if operation.keyed is Keyed.REQUIRED:
            raise KeyMissingError(
                N_("This moves chips: send a new key with the header %(header)s for each wish."),
                header=KEY_HEADER,
            )
        return fresh_key()
    match = _KEY.fullmatch(given.strip(" "))
    if match is None:
        raise KeyMissingError(
            N_("The header %(header)s is no key: 8 to 64 letters, digits, hyphens or underscores."),
            header=KEY_HEADER,
            reason="unread",
        )
    digest = hashlib.sha256(f"{caller.player_id} {match[1]}".encode()).digest()
    return f"api-{base64.urlsafe_b64encode(digest).decode().rstrip('=')}"


def read_body(kind: type[Body]) -> Body:
    """Read the body of a request.

    Raises:
        UnsupportedMediaType: it is not sent as JSON.
        RequestEntityTooLarge: it is too long.
        UnreadableRequestError: it is no JSON.
        InvalidRequestError: it is not what the operation takes, or a field stands there twice.
    """
    if request.mimetype != JSON:
        raise UnsupportedMediaType
    data = request.get_data(cache=False)
    try:
        body = kind.model_validate_json(data)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
        if faults[0]["type"] == "json_invalid":
            raise UnreadableRequestError(N_("The body is no JSON.")) from None
        raise _invalid(faults) from None
    # Of two fields of a name the last would hold, and nobody knows which one was meant.
    json.loads(data, object_pairs_hook=_require_once)
    return body


def _require_once(fields: list[tuple[str, object]]) -> None:
    seen: set[str] = set()
    for name, _ in fields:
        if name in seen:
            raise _twice(name)
        seen.add(name)


def read_query(kind: type[Query]) -> Query:
    """Read what stands in the address behind its question mark, each of it once.

    Raises:
        InvalidRequestError: it is not what the operation takes.
    """
    fields: dict[str, str] = {}
    for name, texts in request.args.lists():
        if len(texts) > 1:
            raise _twice(name)
        fields[name] = texts[0]
    try:
        return kind.model_validate(fields)
    except ValidationError as error:
        raise _invalid(error.errors(include_url=False, include_input=False)) from None


def _twice(name: str) -> InvalidRequestError:
    return not_as_documented((name, translate(N_("It stands there more than once."))))


def _invalid(faults: list[ErrorDetails]) -> InvalidRequestError:
    places = [fault["loc"] for fault in faults]
    # A part that is wrong is not counted, and its list would be called too short besides.
    faults = [
        fault
        for fault in faults
        if fault["type"] != "too_short"
        or not any(
            len(place) > len(fault["loc"]) and place[: len(fault["loc"])] == fault["loc"]
            for place in places
        )
    ]
    return not_as_documented(
        *((".".join(map(str, fault["loc"])), _told(fault)) for fault in faults)
    )


def _told(fault: ErrorDetails) -> str:
    kind = fault["type"]
    message = _FAULTS.get(kind)
    if message is None:
        is_kind = kind.endswith(("_type", "_parsing", "_float"))
        return translate(_OTHER_KIND if is_kind else _OTHER)
    facts: dict[str, Any] = {**fault.get("ctx", {})}
    return translate(message, **facts)
