"""Templates and routes that are compiled once for all the sites of a test process."""

from collections.abc import Callable

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from werkzeug.routing import Rule


class _InMemory(BytecodeCache):
    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        kept = self._kept.get((bucket.key, bucket.checksum))
        if kept is not None:
            bucket.bytecode_from_string(kept)

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._kept[bucket.key, bucket.checksum] = bucket.bytecode_to_string()


_COMPILED = _InMemory()


def compile_once(app: Flask) -> Flask:
    """Let a site take the templates that another has compiled; most of a first page is that."""
    app.jinja_env.bytecode_cache = _COMPILED
    return app


_BUILDERS: dict[tuple[object, ...], Callable[..., tuple[str, str]]] = {}


class _RuleCompiledOnce(Rule):
    """A route whose writing of addresses, a small program, is taken from a site before.

    It is Werkzeug's own affair that it compiles one for each; should that change, this is
    not called, and a site takes its time again.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        # Converters are looked up in the rule that writes, unless a value is given here.
        if self.defaults:
            return super()._compile_builder(append_unknown)
        key = (self.rule, *self._trace, append_unknown)
        if key not in _BUILDERS:
            _BUILDERS[key] = super()._compile_builder(append_unknown)
        return _BUILDERS[key]


Flask.url_rule_class = _RuleCompiledOnce
