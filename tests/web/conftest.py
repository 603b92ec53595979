"""A site on a database of its own, shoes that are known, and a browser to use it with."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from casino_war.web import create_app
from tests.compiled import compile_once
from tests.web.browser import Browser

MakeApp = Callable[..., Flask]


@pytest.fixture
def make_app(tmp_path: Path, migrated: Path) -> Iterator[MakeApp]:
    """Build applications over the test's own database; seeds are drawn from the list."""
    path = tmp_path / "casino_war.sqlite3"
    shutil.copy(migrated, path)
    apps: list[Flask] = []

    def make(*seeds: str, **config: object) -> Flask:
        left = iter(seeds)
        counter = iter(range(10**6))
        settings = {
            "DATABASE_URL": f"sqlite:///{path}",
            "INSTANCE_PATH": str(tmp_path / "instance"),
            "TESTING": True,
            **config,
        }
        app = create_app(settings, draw_seed=lambda: next(left, None) or f"{next(counter):064x}")
        apps.append(app)
        return compile_once(app)

    yield make
    for app in apps:
        app.extensions["casino_war"].database.dispose()


@pytest.fixture
def app(make_app: MakeApp) -> Flask:
    return make_app()


@pytest.fixture
def visitor(app: Flask) -> Browser:
    return Browser(app)


@pytest.fixture
def player(visitor: Browser) -> Browser:
    """A visitor seated at the classic table with 1,000 chips."""
    visitor.sit("classic")
    return visitor


@pytest.fixture(scope="session")
def reader(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Browser]:
    """A visitor who only reads: one site for all tests that store nothing."""
    folder = tmp_path_factory.mktemp("reader")
    path = folder / "casino_war.sqlite3"
    shutil.copy(migrated, path)
    app = create_app(
        {"DATABASE_URL": f"sqlite:///{path}", "INSTANCE_PATH": str(folder), "TESTING": True}
    )
    yield Browser(compile_once(app))
    app.extensions["casino_war"].database.dispose()
