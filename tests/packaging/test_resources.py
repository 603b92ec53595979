from pathlib import Path

import pytest

from casino_war import resources


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "casino_war"
    folder.mkdir()
    monkeypatch.setattr(resources, "PACKAGE_DIR", folder)
    return folder


def test_folder_beside_the_package_is_found_in_a_checkout(package: Path) -> None:
    (package.parent / "templates").mkdir()
    assert resources.data_dir("templates") == package.parent / "templates"


def test_folder_inside_the_package_comes_first(package: Path) -> None:
    (package.parent / "templates").mkdir()
    (package / "templates").mkdir()
    assert resources.data_dir("templates") == package / "templates"


def test_missing_folder_is_an_error_that_names_it(package: Path) -> None:
    with pytest.raises(FileNotFoundError, match="'templates'"):
        resources.data_dir("templates")
