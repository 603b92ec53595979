"""Jinja as the site uses it: what a page calls is mostly macros and plain functions."""

from collections.abc import Callable
from functools import lru_cache
from types import FunctionType
from typing import Any

from flask import Flask, request
from jinja2 import StrictUndefined
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from casino_war.web.language import Reader, reader
from casino_war.web.settings import Faces, Suits, current_settings

_KEPT_MAX = 4096


class QuickContext(Context):
    """A template's variables, with a shorter way to call things.

    Jinja's own asks everything that a template calls, hundreds of times a page, whether it
    takes the context and whether its class does.
    """

    def call(self, called: Any, /, *args: Any, **kwargs: Any) -> Any:
        """Call a macro or a plain function at once, anything else as Jinja does."""
        kind = type(called)
        if kind is Macro:
            args = (self.eval_ctx, *args)
        elif kind is not FunctionType or hasattr(called, "jinja_pass_arg"):
            return super().call(called, *args, **kwargs)
        kwargs.pop("_block_vars", None)
        kwargs.pop("_loop_vars", None)
        return called(*args, **kwargs)


def init_jinja(app: Flask) -> None:
    """Choose how templates are read."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.context_class = QuickContext
    # A template that misses a value is a fault, not a blank.
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.globals["kept"] = _keeper(app)


def _keeper(app: Flask) -> Callable[..., Markup]:
    """Make a function by which templates keep parts that depend on nothing but a few values."""

    def draw(
        _here: tuple[Reader, str, Faces, Suits], template: str, macro: str, *values: object
    ) -> Markup:
        module = app.jinja_env.get_template(template).make_module()
        # A macro's answer is escaped already.
        return Markup(getattr(module, macro)(*values) if macro else module)  # nosec B704

    draw_once = lru_cache(maxsize=_KEPT_MAX)(draw)

    def kept(template: str, macro: str = "", *values: object) -> Markup:
        """Draw a template, or one of its macros with *values*, once for each language.

        Nothing in it may depend on who asks, or when, but for the set of cards that they
        have chosen and the path below which they found the site. While the program is
        worked on, its templates change, and nothing is kept.
        """
        wished = current_settings()
        here = (reader(), request.root_path, wished.faces, wished.suits)
        return (draw if app.debug else draw_once)(here, template, macro, *values)

    return kept
