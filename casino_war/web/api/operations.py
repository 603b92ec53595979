"""Operations: functions that say in their signatures what they take and what they give."""

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, TypeVar

from flask import Response

from casino_war.services.api_tokens import Scope
from casino_war.web.api.values import Answer, Body, Query

Handler = Callable[..., Answer | Response | None]
# The call comes first, which knows operations itself; then what stands in the address.
Present = Callable[[Any, Mapping[str, Any]], Answer | None]
JSON = "application/json"

H = TypeVar("H", bound=Handler)


class Keyed(Enum):
    """Whether a request carries the key that makes it safe to repeat."""

    NOT = "not"
    OPTIONAL = "optional"
    REQUIRED = "required"


@dataclass(frozen=True, slots=True, kw_only=True)
class Link:
    """What an answer leads on to: an operation, with what of the answer fills it in.

    Values are runtime expressions of OpenAPI, such as ``$response.body#/id``.
    """

    operation: str
    parameters: Mapping[str, str] = field(default_factory=dict)
    body: Mapping[str, object] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """One method at one address, and the function that carries it out."""

    method: str
    rule: str
    """The address below the API's own, with the names of what stands in it, as Flask has it."""
    name: str
    area: str
    summary: str
    description: str
    handler: Handler
    body: type[Body] | None
    query: type[Query] | None
    answer: type[Answer] | None
    status: int
    keyed: Keyed
    scope: Scope
    links: tuple[Link, ...]
    present: Present | None
    media: str
    """What is answered, if not JSON."""


@dataclass(frozen=True, slots=True)
class Area:
    """Operations about one thing, in the order in which the document lists them."""

    name: str
    title: str
    present: Present | None = None
    """Tells how things stand, for whoever came with an old version."""
    operations: list[Operation] = field(default_factory=list)

    def get(
        self, rule: str, summary: str, *, links: tuple[Link, ...] = (), media: str = JSON
    ) -> Callable[[H], H]:
        """Register a function that only looks."""
        return self._add("GET", rule, summary, links=links, scope=Scope.READ, media=media)

    def post(
        self,
        rule: str,
        summary: str,
        *,
        status: int = 200,
        keyed: Keyed = Keyed.OPTIONAL,
        links: tuple[Link, ...] = (),
        scope: Scope = Scope.PLAY,
    ) -> Callable[[H], H]:
        """Register a function that makes or moves something."""
        return self._add(
            "POST", rule, summary, status=status, keyed=keyed, links=links, scope=scope
        )

    def put(self, rule: str, summary: str, *, keyed: Keyed = Keyed.OPTIONAL) -> Callable[[H], H]:
        """Register a function that puts something in another's place."""
        return self._add("PUT", rule, summary, keyed=keyed)

    def delete(self, rule: str, summary: str, *, keyed: Keyed = Keyed.NOT) -> Callable[[H], H]:
        """Register a function that does away with something."""
        return self._add("DELETE", rule, summary, status=204, keyed=keyed)

    def _add(
        self,
        method: str,
        rule: str,
        summary: str,
        *,
        status: int = 200,
        keyed: Keyed = Keyed.NOT,
        scope: Scope = Scope.PLAY,
        links: tuple[Link, ...] = (),
        media: str = JSON,
    ) -> Callable[[H], H]:
        def register(handler: H) -> H:
            told = inspect.get_annotations(handler)
            operation = Operation(
                method=method,
                rule=rule,
                name=handler.__name__,
                area=self.name,
                summary=summary,
                description=inspect.cleandoc(handler.__doc__ or ""),
                handler=handler,
                body=told.get("body"),
                query=told.get("query"),
                answer=_model(told.get("return")),
                status=status,
                keyed=keyed,
                scope=scope,
                links=links,
                present=self.present,
                media=media,
            )
            self.operations.append(operation)
            return handler

        return register


def _model(kind: Any) -> type[Answer] | None:
    return kind if isinstance(kind, type) and issubclass(kind, Answer) else None
