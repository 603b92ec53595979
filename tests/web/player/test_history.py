"""The history as a page: what it shows of the rounds that are asked for, and its links."""

import re
from datetime import UTC, datetime
from urllib.parse import parse_qs, urlsplit

import pytest

from casino_war.services import history_search
from casino_war.services.history_search import BalancePoint
from casino_war.store import round_search
from casino_war.web.player.bankroll_chart import rows
from casino_war.web.settings import ZONE_COOKIE
from tests.web.browser import Browser


def links(page: str, words: str) -> list[str]:
    return [
        href.replace("&amp;", "&")
        for href, text in re.findall(r'<a [^>]*href="([^"]*)"[^>]*>([^<]*)<', page)
        if text.strip() == words
    ]


def listed(page: str) -> list[int]:
    return [
        int(number) for number in re.findall(r'<th scope="row"[^>]*><a href="/history/(\d+)"', page)
    ]


@pytest.fixture
def played(player: Browser) -> Browser:
    """Seven rounds of one hand each, the odd ones with an ante of 5, the even with 10."""
    for number in range(7):
        player.deal("classic", ante_1=("5", "10")[number % 2])
        if 'action="/tables/classic/decide"' in player.get("/tables/classic"):
            player.decide("classic", "surrender")
    return player


def test_filters_and_pages(played: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    assert listed(played.get("/history")) == [7, 6, 5, 4, 3, 2, 1]
    tens = "/history?wagered_from=10&wagered_to=10&table=classic"
    page = played.get(tens)
    assert listed(page) == [6, 4, 2]
    assert re.search(r"<dt>Rounds</dt><dd>3</dd>", page)
    assert re.search(r"<dt>Wagered in all</dt><dd>30</dd>", page)
    monkeypatch.setattr(history_search, "ROUNDS_PER_PAGE", 2)
    (older,) = links(played.get(tens), "Older")
    assert parse_qs(urlsplit(older).query) == {
        "before": ["4"],
        "wagered_from": ["10"],
        "wagered_to": ["10"],
        "table": ["classic"],
    }
    page = played.get(older)
    assert listed(page) == [2]
    assert "On this page: 1 round, wagered 10, net" in page
    (newest,) = links(page, "Newest")
    assert listed(played.get(newest)) == [6, 4]


def test_a_search_that_stops_goes_on(played: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(round_search, "SCAN_MAX", 3)
    address, found, pages = "/history?wagered_from=5&wagered_to=5", list[int](), 0
    while address:
        page = played.get(address)
        found += listed(page)
        pages += 1
        address = "".join(links(page, "Search older rounds"))
    assert (found, pages) == ([7, 5, 3, 1], 3)
    page = played.get("/history?net_from=5000")
    assert "None of the latest" in page


def test_what_fits_nothing_is_said(played: Browser) -> None:
    for query in ("net_from=5000", "table=bonus", "to=1999-01-01", "outcome=open", "before=999"):
        page = played.get(f"/history?{query}")
        assert "No round fits." in page, query
        assert listed(page) == []
    assert "A table where you never sat" in played.get("/history?table=bonus")


def test_faults_stand_beside_their_fields_and_no_list_below(played: Browser) -> None:
    page = played.get("/history?from=yesterday&net_from=much&outcome=win", 422)
    assert page.count('aria-invalid="true"') == 2
    assert 'value="yesterday"' in page
    assert 'value="much"' in page
    assert '<option value="win" selected>' in page
    assert listed(page) == []
    played.get("/history?from=2026-01-01&from=2026-01-02", 422)


def test_times_are_utc_until_the_zone_is_known(played: Browser) -> None:
    page = played.get("/history")
    assert "times are those of UTC" in page
    assert re.search(r'<time datetime="[^"]*\+00:00">[^<]* UTC</time>', page)
    played.client.set_cookie(ZONE_COOKIE, "America/New_York")
    for path in ("/history", "/ledger"):
        page = played.get(path)
        assert "imes are those of America/New York" in page
        assert not re.search(r"<time[^>]*>[^<]* UTC</time>", page)


def test_other_peoples_rounds_are_nobody_elses(played: Browser) -> None:
    stranger = Browser(played.app)
    assert "No rounds yet" in stranger.get("/history")
    other = Browser(played.app)
    other.sit("bonus")
    other.deal("bonus", ante_1="5")
    for query in ("", "?table=bonus", "?before=7", "?table=classic"):
        found = listed(other.get(f"/history{query}"))
        assert found == ([8] if query in ("", "?table=bonus") else [])


def test_the_course_of_the_bankroll(played: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    page = played.get("/history/bankroll")
    assert re.search(r'<div class="chart" role="img" aria-label="The bankroll goes from', page)
    assert re.findall(r">Round (\d)</a>", page) == list("7654321")
    monkeypatch.setattr(history_search, "POINTS_MAX", 4)
    page = played.get("/history/bankroll")
    assert "After every 3 rounds" in page
    assert re.findall(r">Round (\d)</a>", page) == list("741")
    assert "Too few rounds" in played.get("/history/bankroll?to=1999-12-31")
    assert "Too few rounds" in Browser(played.app).get("/history/bankroll")
    played.get("/history/bankroll?from=x", 422)


@pytest.mark.parametrize(("points", "shown"), [(1, 1), (25, 25), (26, 13), (300, 25)])
def test_the_table_below_the_picture_is_short(points: int, shown: int) -> None:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    course = [
        BalancePoint(number=number, round_id=number, dealt_at=at, balance_after_cents=5)
        for number in range(points)
    ]
    chosen = rows(course)
    assert (len(chosen), chosen[0]) == (shown, course[-1])
