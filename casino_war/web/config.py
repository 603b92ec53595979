"""Where the application keeps its things: instance folder, database address, secret key."""

import os
import secrets
import time
from pathlib import Path
from typing import TYPE_CHECKING

from casino_war.errors import N_, CasinoWarError

if TYPE_CHECKING:
    from flask import Flask

INSTANCE_VARIABLE = "CASINO_WAR_INSTANCE"
DATABASE_VARIABLE = "DATABASE_URL"
SIGNING_VARIABLE = "CASINO_WAR_SECRET_KEY"

_DATABASE_FILE = "casino_war.sqlite3"
_KEY_FILE = "secret_key"
_KEY_BYTES = 32
_READ_TRIES = 50
_READ_PAUSE_SECONDS = 0.02


def instance_folder() -> Path:
    """Return the folder for what the application writes, absolute; not made here.

    It is what the environment's ``CASINO_WAR_INSTANCE`` names, else ``instance`` in the
    present folder: an installed package must not write beside its own code.
    """
    return Path(os.environ.get(INSTANCE_VARIABLE) or "instance").absolute()


def database_url(app: "Flask") -> str:
    """Return the database's address: the application's setting, else as the environment has it."""
    configured = app.config.get(DATABASE_VARIABLE)
    return str(configured) if configured else environment_url(Path(app.instance_path))


def environment_url(folder: Path, *, may_make: bool = False) -> str:
    """Return the database's address: the environment's, else a file in *folder*.

    The instance *folder* is made for that file only if *may_make*: whoever just looks
    must leave nothing behind.

    Raises:
        OSError: the folder cannot be made.
    """
    given = os.environ.get(DATABASE_VARIABLE)
    if given:
        return given
    from sqlalchemy.engine import URL  # late, for the command line asks for help without it

    path = (_made(folder) if may_make else folder) / _DATABASE_FILE
    # A folder's name may hold what means something else in an address: ? and %.
    return URL.create("sqlite", database=str(path)).render_as_string()


def secret_key(folder: Path) -> str:
    """Return the key that signs sessions: the environment's, else the one kept in *folder*.

    The first run draws it and keeps it readable by its owner alone, so that sessions
    survive a restart and no two installations share a key.

    Raises:
        OSError: the folder cannot be written, or its file holds no key.
        CasinoWarError: the environment's key is not text.
    """
    given = os.environ.get(SIGNING_VARIABLE)
    if given:
        return _text(given)
    path = _made(folder) / _KEY_FILE
    try:
        # Exclusive creation lets exactly one of several first starts write the key.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read_key(path)
    key = secrets.token_urlsafe(_KEY_BYTES)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key + "\n")
    return key


def _text(given: str) -> str:
    try:
        given.encode()
    except UnicodeEncodeError as error:
        raise CasinoWarError(
            N_("%(variable)s is not text."), reason="secret_key", variable=SIGNING_VARIABLE
        ) from error
    return given


def _read_key(path: Path) -> str:
    # Another process may have made the file and not have written it yet.
    for _attempt in range(_READ_TRIES):
        # A pipe would be waited on for ever.
        key = path.read_bytes() if path.is_file() else None
        if key is None or not key.isascii():
            break
        if key.endswith(b"\n") and key.strip():
            return key.decode("ascii").strip()
        time.sleep(_READ_PAUSE_SECONDS)
    raise OSError(f"{path} holds no secret key; delete it to have a new one drawn")


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
