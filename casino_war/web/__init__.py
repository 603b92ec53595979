"""The site: Flask, and the only package that knows it."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casino_war.web.factory import create_app as create_app

__all__ = ["create_app"]


def __getattr__(name: str) -> Any:
    # The command line passes through here too, and seldom needs a whole site.
    if name == "create_app":
        from casino_war.web.factory import create_app

        return create_app
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
