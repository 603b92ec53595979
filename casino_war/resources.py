"""Where the data folders of the project are: in a wheel and in a checkout alike."""

from pathlib import Path

PACKAGE_DIR = Path(__file__).resolve().parent


def data_dir(name: str) -> Path:
    """Return the absolute path of the data folder ``name``.

    ``"templates"`` and ``"migrations"`` are at the top of a checkout but inside the package
    in a wheel; ``"translations"`` is inside the package in both. The package is searched
    first, so that an installed application never picks up a stranger's folder beside it.

    Raises ``FileNotFoundError`` where neither place has the folder: the installation
    is incomplete.
    """
    for parent in (PACKAGE_DIR, PACKAGE_DIR.parent):
        folder = parent / name
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"no folder {name!r} in {PACKAGE_DIR} or beside it")
