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
OLD_KEYS_VARIABLE = "CASINO_WAR_OLD_SECRET_KEYS"
"""Keys that are still good for what was signed before, with blanks between."""

GIVEN_KEY_MIN = 16
"""Characters of a key that is given: whoever has a cookie can try shorter ones at home."""

OLD_KEYS_KEPT = 2
"""How many keys before the present one an instance folder keeps."""

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
        CasinoWarError: the environment's key is not text, too short or not one word.
    """
    given = os.environ.get(SIGNING_VARIABLE)
    if given:
        return _strong(_text(given))
    path = _made(folder) / _KEY_FILE
    try:
        # Exclusive creation lets exactly one of several first starts write the key.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return _read_keys(path)[0]
    key = secrets.token_urlsafe(_KEY_BYTES)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(key + "\n")
    return key


def old_keys(folder: Path) -> list[str]:
    """Return the keys that signed sessions before `secret_key`, whose sessions are still good.

    They come from where the key itself does, the environment or the file in *folder*.

    Raises:
        OSError: the folder's file holds no key.
        CasinoWarError: the environment's keys are not text.
    """
    if os.environ.get(SIGNING_VARIABLE):
        return _text(os.environ.get(OLD_KEYS_VARIABLE, ""), OLD_KEYS_VARIABLE).split()
    path = folder / _KEY_FILE
    return _read_keys(path)[1:] if path.exists() else []


def rotate_key(folder: Path, *, keeps_old: bool = True) -> int:
    """Draw another key for *folder* and return how many old ones stay good beside it.

    Servers take it with their next start. Without *keeps_old* every session ends then.

    Raises:
        OSError: the folder cannot be written, or its file holds no key.
        CasinoWarError: the key is the environment's, not the folder's.
    """
    if os.environ.get(SIGNING_VARIABLE):
        raise CasinoWarError(
            N_("The key is what %(variable)s says: change it there, and name the old in %(old)s."),
            reason="secret_key",
            variable=SIGNING_VARIABLE,
            old=OLD_KEYS_VARIABLE,
        )
    before = [secret_key(folder), *old_keys(folder)][:OLD_KEYS_KEPT] if keeps_old else []
    path = folder / _KEY_FILE
    new = path.with_name(f"{_KEY_FILE}.new")
    new.unlink(missing_ok=True)
    descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write("\n".join([secrets.token_urlsafe(_KEY_BYTES), *before]) + "\n")
        file.flush()
        os.fsync(file.fileno())
    # Whoever reads meanwhile finds all of the one or all of the other.
    new.replace(path)
    return len(before)


def _text(given: str, variable: str = SIGNING_VARIABLE) -> str:
    try:
        given.encode()
    except UnicodeEncodeError as error:
        raise CasinoWarError(
            N_("%(variable)s is not text."), reason="secret_key", variable=variable
        ) from error
    return given


def _strong(given: str) -> str:
    """Refuse a key that is soon guessed from a cookie, or could not be named as an old one."""
    words = given.split()
    if len(words) != 1 or len(words[0]) < GIVEN_KEY_MIN:
        raise CasinoWarError(
            N_(
                "%(variable)s is one word of at least %(least)s characters: what"
                " openssl rand -base64 32 prints is one."
            ),
            reason="secret_key",
            variable=SIGNING_VARIABLE,
            least=GIVEN_KEY_MIN,
        )
    return words[0]


def _read_keys(path: Path) -> list[str]:
    """Return the keys of a file, one on each line, the present one first."""
    # Another process may have made the file and not have written it yet.
    for _attempt in range(_READ_TRIES):
        # A pipe would be waited on for ever.
        key = path.read_bytes() if path.is_file() else None
        if key is None or not key.isascii():
            break
        if key.endswith(b"\n") and key.strip():
            return key.decode("ascii").split()
        time.sleep(_READ_PAUSE_SECONDS)
    raise OSError(f"{path} holds no secret key; delete it to have a new one drawn")


def _made(folder: Path) -> Path:
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
