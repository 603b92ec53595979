"""Jinja as the site uses it: what a page calls is mostly macros and plain functions."""

from types import FunctionType
from typing import Any

from flask import Flask
from jinja2 import StrictUndefined
from jinja2.runtime import Context, Macro


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
