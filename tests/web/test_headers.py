"""What every answer carries, and what no page holds."""

import re

import pytest

from tests.web.browser import Browser

PAGES = ["/", "/tables/classic", "/history", "/ledger", "/cashier", "/fairness", "/nowhere"]


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_locked_down(visitor: Browser, path: str) -> None:
    headers = visitor.client.get(path).headers
    policy = headers["Content-Security-Policy"].split("; ")
    assert {"default-src 'none'", "script-src 'self'", "style-src 'self'"} <= set(policy)
    assert {"base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"} <= set(policy)
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Permissions-Policy" in headers
    assert headers["Cache-Control"] == "private, no-store"
    assert "Accept-Language" in headers["Vary"]


@pytest.mark.parametrize("path", PAGES)
def test_no_page_holds_a_script_or_style_of_its_own(player: Browser, path: str) -> None:
    text = player.client.get(path).text
    assert '<html lang="en" ' in text
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|javascript:", text)
    for script in re.findall(r"<script[^>]*>", text):
        assert 'src="/static/' in script


def static_files(visitor: Browser) -> list[str]:
    return re.findall(r'(?:href|src)="(/static/[^"]+)"', visitor.get("/tables/classic"))


def test_static_files_are_kept_for_ever_under_hashed_addresses(visitor: Browser) -> None:
    paths = static_files(visitor)
    assert len(paths) > 5
    for path in paths:
        assert re.match(r"/static/[0-9a-f]{12}/", path)
        with visitor.client.get(path) as response:
            assert response.status_code == 200
            assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
            assert response.headers["X-Content-Type-Options"] == "nosniff"


def test_pages_from_before_an_update_still_find_their_files(visitor: Browser) -> None:
    path = re.sub(r"/static/[0-9a-f]{12}/", "/static/0123456789ab/", static_files(visitor)[0])
    with visitor.client.get(path) as response:
        assert response.status_code == 200
        assert response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("path", ["0123456789ab/", "0123456789ab/../__init__.py", "nowhere.css"])
def test_no_other_file_is_found_under_an_old_address(visitor: Browser, path: str) -> None:
    assert visitor.client.get("/static/" + path).status_code == 404


def test_static_files_are_compressed_and_pages_are_not(visitor: Browser) -> None:
    # A page holds a secret token, and its compressed length would tell of it.
    accepted = {"Accept-Encoding": "gzip"}
    with visitor.client.get(static_files(visitor)[1], headers=accepted) as sheet:
        assert sheet.headers["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in sheet.headers["Vary"]
    page = visitor.client.get("/tables/classic", headers=accepted)
    assert "Content-Encoding" not in page.headers
