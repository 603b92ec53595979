"""Compiles kernels and keeps what was compiled; whoever imports this module imports numba.

Compiled code is kept in a folder named after the source of all kernels: numba itself would
not notice a change in another file than the kernel's own. The folder lies beside the
kernels, or in the user's cache where that cannot be written, or for once in a temporary
folder. NUMBA_CACHE_DIR goes first.
"""

import hashlib
import os
import platform
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from llvmlite import ir
from numba import types
from numba.core import config
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])

Int = Any
"""A whole number inside a kernel: Python's where it is written, a machine's where it runs."""
whole: Any = np.int64
"""Makes a signed 64-bit integer. Untyped, since for numpy's types that is no `int`."""

_HERE = Path(__file__).parent
CONSTANTS_FROM = ("cards", "war_events", "war_state", "war_terms")
"""Modules of the game whose numbers, and orders of names, are compiled into kernels."""


def _cache_folder() -> Path:
    digest = hashlib.sha256(f"{numba.__version__} {platform.python_version()}".encode())
    named = (_HERE.parent / "game" / f"{name}.py" for name in CONSTANTS_FROM)
    for path in (*sorted(_HERE.glob("*.py")), *named):
        digest.update(path.read_bytes())
    home = os.environ.get("XDG_CACHE_HOME") or "~/.cache"
    for place in (_HERE / "__pycache__", Path(home) / "casino-war"):
        # RuntimeError: whoever runs this has no home.
        with suppress(OSError, RuntimeError):
            folder = place.expanduser() / f"kernels-{digest.hexdigest()[:16]}"
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
    # numba refuses to compile what it has no room to keep.
    return Path(tempfile.mkdtemp(prefix="casino-war-"))


if not getattr(config, "CACHE_DIR", ""):
    # Its own types leave this setting out.
    setattr(config, "CACHE_DIR", str(_cache_folder()))  # noqa: B010  # as said above


def jit(function: F) -> F:
    """Compile on the first call, once for all processes; the GIL is released meanwhile."""
    return cast(F, numba.njit(cache=True, nogil=True, boundscheck=False)(function))


def inlined(function: F) -> F:
    """Compile into whatever calls it."""
    return cast(F, numba.njit(cache=True, nogil=True, inline="always")(function))


# numba's own decorators have no types, and neither have what they hand to the function.
def _high_of(context: Any, one: Any, other: Any) -> Any:
    """Return the upper 64 of the 128 bits of a product of two words."""

    def generate(_: Any, builder: Any, __: Any, arguments: Any) -> Any:
        wide = ir.IntType(128)
        left, right = (builder.zext(argument, wide) for argument in arguments)
        upper = builder.lshr(builder.mul(left, right), ir.Constant(wide, 64))
        return builder.trunc(upper, ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), generate


high: Any = intrinsic(_high_of)
"""Returns the upper half of the product of two words."""
