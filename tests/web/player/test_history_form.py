"""Days of a history begin and end where the viewer's clock says, whatever it does that day."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from flask import Flask

from casino_war.web.format import moment
from casino_war.web.player.history_form import read_filters, start_of_day
from casino_war.web.settings import ZONE_COOKIE

COPENHAGEN, NEW_YORK = "Europe/Copenhagen", "America/New_York"

STARTS = [
    ("UTC", "2026-03-29", "2026-03-29T00:00", 24),
    # Clocks go forward an hour at 2 in the night, and back in autumn.
    (COPENHAGEN, "2026-03-28", "2026-03-27T23:00", 24),
    (COPENHAGEN, "2026-03-29", "2026-03-28T23:00", 23),
    (COPENHAGEN, "2026-03-30", "2026-03-29T22:00", 24),
    (COPENHAGEN, "2026-10-25", "2026-10-24T22:00", 25),
    (COPENHAGEN, "2026-10-26", "2026-10-25T23:00", 24),
    (NEW_YORK, "2026-03-08", "2026-03-08T05:00", 23),
    (NEW_YORK, "2026-03-09", "2026-03-09T04:00", 24),
    (NEW_YORK, "2026-11-01", "2026-11-01T04:00", 25),
    (NEW_YORK, "2026-11-02", "2026-11-02T05:00", 24),
    # Half an hour only, and by half hours from UTC.
    ("Australia/Lord_Howe", "2026-10-04", "2026-10-03T13:30", 23.5),
    ("Australia/Lord_Howe", "2026-10-05", "2026-10-04T13:00", 24),
    ("Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00", 24.5),
    ("Asia/Kolkata", "2026-03-29", "2026-03-28T18:30", 24),
    ("Asia/Kathmandu", "2026-03-29", "2026-03-28T18:15", 24),
    # Midnight itself does not exist: the day begins at one.
    ("America/Sao_Paulo", "2018-11-04", "2018-11-04T03:00", 23),
    # Midnight comes twice: the day begins at the first, or behind the hour that is repeated.
    ("America/Havana", "2025-11-02", "2025-11-02T04:00", 25),
    ("America/Sao_Paulo", "2018-02-17", "2018-02-17T02:00", 25),
    ("America/Sao_Paulo", "2018-02-18", "2018-02-18T03:00", 24),
    # A day that a country left out when it crossed the date line.
    ("Pacific/Apia", "2011-12-30", "2011-12-30T10:00", 0),
]


@pytest.mark.parametrize(("zone", "day", "start", "hours"), STARTS)
def test_days_begin_and_end_by_the_clock_of_the_zone(
    zone: str, day: str, start: str, hours: float
) -> None:
    first, after = date.fromisoformat(day), date.fromisoformat(day) + timedelta(days=1)
    begins = start_of_day(first, ZoneInfo(zone))
    assert begins == datetime.fromisoformat(start).replace(tzinfo=UTC)
    assert start_of_day(after, ZoneInfo(zone)) - begins == timedelta(hours=hours)


@pytest.mark.parametrize("zone", [COPENHAGEN, NEW_YORK, "Australia/Lord_Howe", "America/Havana"])
def test_every_moment_of_a_year_belongs_to_the_day_that_its_clock_shows(zone: str) -> None:
    local = ZoneInfo(zone)
    moment_of_year = datetime(2025, 1, 1, tzinfo=UTC)
    while moment_of_year.year == 2025:
        day = moment_of_year.astimezone(local).date()
        start, end = start_of_day(day, local), start_of_day(day + timedelta(days=1), local)
        assert start <= moment_of_year < end
        # Odd steps meet every minute of an hour.
        moment_of_year += timedelta(minutes=97)


@pytest.mark.parametrize(
    ("zone", "at", "printed"),
    [
        ("", "2026-03-29T00:59", "Mar 29, 2026, 12:59:00 AM UTC"),
        (COPENHAGEN, "2026-03-29T00:59", "Mar 29, 2026, 1:59:00 AM"),
        (COPENHAGEN, "2026-03-29T01:00", "Mar 29, 2026, 3:00:00 AM"),
        (COPENHAGEN, "2026-10-25T00:30", "Oct 25, 2026, 2:30:00 AM (UTC+02:00)"),
        (COPENHAGEN, "2026-10-25T01:30", "Oct 25, 2026, 2:30:00 AM (UTC+01:00)"),
        (COPENHAGEN, "2026-10-25T02:30", "Oct 25, 2026, 3:30:00 AM"),
        ("Australia/Lord_Howe", "2026-04-04T14:45", "Apr 5, 2026, 1:45:00 AM (UTC+11:00)"),
        ("Australia/Lord_Howe", "2026-04-04T15:15", "Apr 5, 2026, 1:45:00 AM (UTC+10:30)"),
        ("No/Where", "2026-01-01T00:00", "Jan 1, 2026, 12:00:00 AM UTC"),
    ],
)
def test_moments_are_those_of_the_viewers_clock(
    app: Flask, zone: str, at: str, printed: str
) -> None:
    with app.test_request_context(headers={"Cookie": f"{ZONE_COOKIE}={zone}"}):
        shown = moment(datetime.fromisoformat(at).replace(tzinfo=UTC))
    assert shown.replace("\u202f", " ") == printed


def test_filters_are_read(app: Flask) -> None:
    args = {
        "table": "classic",
        "outcome": "tied_war",
        "from": "2026-03-29",
        "to": "2026-03-29",
        "wagered_from": " 5 ",
        "net_from": "−10",
        "net_to": "+0",
    }
    with app.test_request_context():
        filters = read_filters(args, ZoneInfo(COPENHAGEN))
    wanted = filters.search.rounds
    assert not filters.faults
    assert (filters.search.table_key, wanted.outcome) == ("classic", "tied_war")
    assert wanted.dealt_from == datetime(2026, 3, 28, 23, tzinfo=UTC)
    assert wanted.dealt_before == datetime(2026, 3, 29, 22, tzinfo=UTC)
    assert (wanted.wagered_from_cents, wanted.wagered_to_cents) == (500, None)
    assert (wanted.net_from_cents, wanted.net_to_cents) == (-1000, 0)
    assert filters.days == {"from": "2026-03-29", "to": "2026-03-29"}


@pytest.mark.parametrize(
    ("args", "at_fault"),
    [
        ({"from": "29.3.2026", "to": "2026-02-30"}, {"from", "to"}),
        ({"from": "20260329", "to": "2026-W13-7"}, {"from", "to"}),
        ({"from": "1969-12-31", "to": "3000-01-01"}, {"from", "to"}),
        ({"from": "9999-12-31", "to": "٢٠٢٦-٠١-٠١"}, {"from", "to"}),
        ({"from": "2026-03-02", "to": "2026-03-01"}, {"to"}),
        (
            {"outcome": "lucky", "net_from": "1.5", "wagered_to": "x"},
            {"outcome", "net_from", "wagered_to"},
        ),
        ({"wagered_from": "9" * 13, "net_to": "--1"}, {"wagered_from", "net_to"}),
        (
            {"wagered_from": "9", "wagered_to": "8", "net_from": "1", "net_to": "-1"},
            {"wagered_to", "net_to"},
        ),
        ({"from": "", "to": " ", "table": "no such table"}, set()),
        ({"from": "1970-01-01", "to": "2999-12-31"}, set()),
    ],
)
def test_all_faults_are_told_at_once(app: Flask, args: dict[str, str], at_fault: set[str]) -> None:
    for zone in ("UTC", "Pacific/Kiritimati", "Pacific/Niue"):
        with app.test_request_context():
            assert read_filters(args, ZoneInfo(zone)).faults.keys() == at_fault
