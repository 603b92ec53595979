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
    assert '<html lang="en">' in text
    assert not re.search(r"\sstyle=|<style|\son[a-z]+=|javascript:", text)
    for script in re.findall(r"<script[^>]*>", text):
        assert 'src="/static/' in script


def test_static_files_may_be_kept(visitor: Browser) -> None:
    with visitor.client.get("/static/cards/back.svg") as response:
        assert response.status_code == 200
        assert "no-store" not in response.headers["Cache-Control"]
        assert response.headers["X-Content-Type-Options"] == "nosniff"
