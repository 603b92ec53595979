"""Jinja as the site uses it: what a page calls is mostly macros and plain functions."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from types import FunctionType
from typing import Any, NamedTuple

from flask import Flask, request
from jinja2 import Environment, StrictUndefined, nodes
from jinja2.compiler import CodeGenerator, Frame
from jinja2.runtime import Context, Macro
from markupsafe import Markup

from casino_war.web.language import Reader, g_of_request, reader
from casino_war.web.settings import Faces, Suits, current_settings

_KEPT_MAX = 4096


class _Here(NamedTuple):
    reader: Reader
    root_path: str
    faces: Faces
    suits: Suits


class QuickContext(Context):
    """A template's variables, with a shorter way to call things.

    Jinja's own asks everything that a template calls, hundreds of times a page, whether it
    takes the context and whether its class does. It also compares the names of all globals
    with every template that is imported, in case that one has others; here none has.
    """

    def __init__(
        self,
        environment: Environment,
        parent: dict[str, Any],
        name: str | None,
        blocks: dict[str, Callable[[Context], Iterator[str]]],
        **_globals: object,
    ) -> None:
        super().__init__(environment, parent, name, blocks)

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


class QuickCode(CodeGenerator):
    """Jinja's writer of programs from templates, with a shorter way past what is safe already.

    Nearly all that a page prints is: texts and parts of it. Jinja's own way has each wrapped
    twice more before it leaves it as it is.
    """

    def _output_child_pre(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        if _is_plain(frame, finalize):
            self.write("(quick if type(quick := (")
        else:
            super()._output_child_pre(node, frame, finalize)

    def _output_child_post(
        self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo
    ) -> None:
        if _is_plain(frame, finalize):
            self.write(")) is Markup else escape(quick))")
        else:
            super()._output_child_post(node, frame, finalize)


def _is_plain(frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> bool:
    context = frame.eval_ctx
    return bool(context.autoescape) and not context.volatile and finalize.src is None


def init_jinja(app: Flask) -> None:
    """Choose how templates are read."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.context_class = QuickContext
    app.jinja_env.code_generator_class = QuickCode
    # A template that misses a value is a fault, not a blank.
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.globals["kept"] = _keeper(app)


def _here() -> _Here:
    """Say for whom a part is drawn; that is found once for a request."""
    memory = g_of_request()
    try:
        known: _Here = memory.here
    except AttributeError:
        wished = current_settings()
        known = memory.here = _Here(reader(), request.root_path, wished.faces, wished.suits)
    return known


def _keeper(app: Flask) -> Callable[..., Markup]:
    """Make a function by which templates keep parts that depend on nothing but a few values."""

    def draw(_drawn_for: _Here, template: str, macro: str, *values: object) -> Markup:
        found = app.jinja_env.get_template(template)
        # The macros of a template are kept, as they are for templates that import it.
        drawn = getattr(found.module, macro)(*values) if macro else found.make_module()
        # Either is escaped already.
        return Markup(drawn)  # nosec B704

    draw_once = lru_cache(maxsize=_KEPT_MAX)(draw)

    def kept(template: str, macro: str = "", *values: object) -> Markup:
        """Draw a template, or one of its macros with *values*, once for each language.

        Nothing in it may depend on who asks, or when, but for the set of cards that they
        have chosen and the path below which they found the site. While the program is
        worked on, its templates change, and nothing is kept.
        """
        return (draw if app.debug else draw_once)(_here(), template, macro, *values)

    return kept
