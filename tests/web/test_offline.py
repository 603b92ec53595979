"""What browsers keep for the time without a connection: a worker, its pages, their files."""

import json
import re
from pathlib import PurePosixPath
from typing import Any

import pytest
from flask import Flask

from casino_war.web.assets import STATIC_FOLDER, static_url_path
from casino_war.web.offline.kept import offline_pages
from tests.web.browser import Browser


def known(browser: Browser) -> dict[str, Any]:
    """What the worker is told of this version of the site."""
    match = re.match(r"const known = (.*);\n", browser.get("/sw.js"))
    assert match is not None
    told: dict[str, Any] = json.loads(match[1])
    return told


def imported(name: str) -> set[str]:
    """The scripts that a script loads, whether at once or later, and those that they load."""
    found: set[str] = set()
    script = (STATIC_FOLDER / name).read_text("utf-8")
    for target in re.findall(r"(?:from|import\()\s*'(\.[^']+)'", script):
        path = (STATIC_FOLDER / PurePosixPath(name).parent / target).resolve()
        other = path.relative_to(STATIC_FOLDER).as_posix()
        found |= {other} | imported(other)
    return found


def test_the_worker_guards_the_whole_site_and_is_asked_for_anew(visitor: Browser) -> None:
    response = visitor.client.get("/sw.js")
    assert response.mimetype == "text/javascript"
    assert response.headers["Cache-Control"] == "private, no-store"
    assert "Set-Cookie" not in response.headers
    assert known(visitor)["static"] == f"{static_url_path()}/"


def test_all_that_the_pages_need_is_kept(visitor: Browser) -> None:
    told = known(visitor)
    root = f"{static_url_path()}/"
    for path in [*told["pages"], told["fallback"]]:
        page = re.sub(r"<template.*?</template>", "", visitor.get(path), flags=re.DOTALL)
        named = re.findall(rf'(?:href|src)="{root}([^"]+)"', page)
        scripts = {name for name in named if name.endswith(".js")}
        wanted = {*named, *(other for name in scripts for other in imported(name))}
        wanted -= {name for name in wanted if name.startswith("img/icon-")}
        assert sorted(root + name for name in wanted if root + name not in told["files"]) == []
    for path in told["files"]:
        assert (STATIC_FOLDER / path.removeprefix(root)).is_file()


def test_no_kept_page_is_one_player_s(player: Browser) -> None:
    told = known(player)
    for path in [*told["pages"], told["fallback"]]:
        response = player.client.get(path)
        assert response.status_code == 200
        assert "Set-Cookie" not in response.headers
        assert "csrf_token" not in response.text
        assert "<strong>" not in response.text.partition("<main")[0]


def test_the_page_for_all_others_leads_to_those_that_work(app: Flask, visitor: Browser) -> None:
    page = visitor.get("/offline")
    assert "Nothing is lost" in page
    with app.test_request_context():
        addresses = [each.address for each in offline_pages()]
    assert [each for each in addresses if f'href="{each}"' not in page] == []


def test_the_site_and_its_pages_can_be_installed(app: Flask, visitor: Browser) -> None:
    with app.test_request_context():
        starts = {each.key: each.address for each in offline_pages()}
    for key, start in {"": "/", "no such page": "/", **starts}.items():
        response = visitor.client.get("/manifest.webmanifest", query_string={"page": key})
        assert response.mimetype == "application/manifest+json"
        manifest = json.loads(response.text)
        assert (manifest["start_url"], manifest["scope"]) == (start, "/")
        assert re.fullmatch("#[0-9a-f]{6}", manifest["theme_color"])
        sizes = {icon["sizes"] for icon in manifest["icons"]}
        assert {"192x192", "512x512"} <= sizes
        for icon in manifest["icons"]:
            with visitor.client.get(icon["src"]) as picture:
                assert picture.status_code == 200
                assert picture.mimetype == icon["type"]


@pytest.mark.parametrize("rule", ["worker-src 'self'", "manifest-src 'self'"])
def test_the_policy_lets_them_in(visitor: Browser, rule: str) -> None:
    assert rule in visitor.client.get("/").headers["Content-Security-Policy"].split("; ")
