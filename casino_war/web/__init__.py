"""The site: Flask, and the only package that knows it."""

import gc
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from casino_war.web.factory import create_app as create_app

__all__ = ["create_app"]


def __getattr__(name: str) -> Any:
    # The command line passes through here too, and seldom needs a whole site.
    if name == "create_app":
        return _loaded()
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _loaded() -> Any:
    """Import the site; what it consists of stays, so that nobody looks for garbage in it.

    Python would look through all of it several times, which takes a tenth of the import, and
    now and then while it serves.
    """
    is_collecting = gc.isenabled()
    gc.disable()
    try:
        from casino_war.web.factory import create_app
    finally:
        gc.freeze()
        if is_collecting:
            gc.enable()
    return create_app
