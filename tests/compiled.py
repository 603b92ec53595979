"""Templates that are compiled once for all the sites of a test process."""

from flask import Flask
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket


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
