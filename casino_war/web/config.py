"""Where the application keeps its things: instance folder, database address, secret key."""

import os
import secrets
import time
from pathlib import Path

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


def database_url(app: Flask) -> str:
    """Return the database's address: setting, environment, or a file in the instance folder."""
    configured = app.config.get(DATABASE_VARIABLE) or os.environ.get(DATABASE_VARIABLE)
    if configured:
        return str(configured)
    return f"sqlite:///{_made(Path(app.instance_path)) / _DATABASE_FILE}"


def secret_key(folder: Path) -> str:
    """Return the key that signs sessions: the environment's, else the one kept in *folder*.

    The first run draws it and keeps it readable by its owner alone, so that sessions
    survive a restart and no two installations share a key.

    Raises:
        OSError: the folder cannot be written, or the file of the key stays empty.
    """
    given = os.environ.get(SIGNING_VARIABLE)
    if given:
        return given
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


def _read_key(path: Path) -> str:
    # Another process may have made the file and not have written it yet.
    for _attempt in range(_READ_TRIES):
        key = path.read_text(encoding="ascii")
        if key.endswith("\n") and key.strip():
            return key.strip()
        time.sleep(_READ_PAUSE_SECONDS)
    raise OSError(f"{path} holds no secret key; delete it to have a new one drawn")


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
