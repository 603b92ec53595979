"""The locks pin everything by hash and name no machine."""

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOCKS = ("run", "server", "test")


def lock_text(name: str) -> str:
    return (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")


def pins(name: str) -> dict[str, str]:
    found = re.findall(r"^([a-z0-9._-]+)(?:\[.*\])?==(\S+)", lock_text(name), re.MULTILINE)
    return dict(found)


@pytest.mark.parametrize("name", LOCKS)
def test_lock_names_no_address(name: str) -> None:
    assert not re.search(r"://|--index|--extra-index|--find-links| @ ", lock_text(name))


@pytest.mark.parametrize("name", LOCKS)
def test_every_pin_has_a_hash(name: str) -> None:
    requirements = lock_text(name).replace("\\\n", " ").splitlines()
    assert requirements
    assert all("==" in line and "--hash=sha256:" in line for line in requirements)


def test_test_lock_holds_the_run_lock() -> None:
    assert pins("run").items() <= pins("server").items() <= pins("test").items()


def test_every_declared_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

    def names(requirements: list[str]) -> set[str]:
        return {re.split(r"[^A-Za-z0-9_-]", text)[0] for text in requirements}

    groups = project["dependency-groups"]
    run = names(project["project"]["dependencies"]) | names(groups["build"])
    assert run <= pins("run").keys()
    assert names(groups["dev"]) <= pins("test").keys()
