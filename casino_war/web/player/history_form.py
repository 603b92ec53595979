"""The filters of the history: read from the address, all faults at once, kept in its links."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from casino_war.game.money import CENTS_PER_CHIP, shorten
from casino_war.services.history_search import OPEN, HistorySearch, RoundFilter
from casino_war.web.language import Text, _
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.words import OUTCOMES

LABELS: Mapping[str, Text] = {
    "table": _l("Table"),
    "outcome": _l("Outcome of a hand"),
    "from": _l("From day"),
    "to": _l("To day"),
    "wagered_from": _l("Wagered at least"),
    "wagered_to": _l("Wagered at most"),
    "net_from": _l("Net at least"),
    "net_to": _l("Net at most"),
}
"""What an address may ask for, and what each filter is called."""

_AMOUNTS = ("wagered_from", "wagered_to", "net_from", "net_to")

CHOICES: Mapping[str, Text] = {
    **{outcome.value: words for outcome, words in OUTCOMES.items()},
    OPEN: _l("Waits for a decision"),
}
"""What the outcomes to choose from are called."""

DAY_FIRST, DAY_LAST = date(1970, 1, 1), date(2999, 12, 31)
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_AMOUNT = re.compile(r"(?P<sign>[-+\N{MINUS SIGN}]?)(?P<chips>[0-9]{1,12})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What was typed, what is wrong with it, and what it asks for."""

    texts: Mapping[str, str]
    faults: Mapping[str, str]
    search: HistorySearch

    @property
    def kept(self) -> dict[str, str]:
        """The filters that are set, for the links of the page."""
        return {name: text for name, text in self.texts.items() if text}

    @property
    def days(self) -> dict[str, str]:
        """The filters by time, for the course of the bankroll."""
        return {name: text for name, text in self.kept.items() if name in ("from", "to")}


def read_filters(args: Mapping[str, str], zone: ZoneInfo) -> Filters:
    """Read the filters of an address; its days are those of *zone*."""
    texts = {name: args.get(name, "").strip(" ") for name in LABELS}
    faults: dict[str, str] = {}
    days = {name: _day(name, texts[name], faults) for name in ("from", "to")}
    cents = {name: _cents(name, texts[name], faults) for name in _AMOUNTS}
    if texts["outcome"] and texts["outcome"] not in CHOICES:
        faults["outcome"] = _("%(text)s is no outcome.", text=shorten(texts["outcome"]))
    first, last = days["from"], days["to"]
    if first is not None and last is not None and last < first:
        faults["to"] = _("The last day cannot come before the first.")
    for lowest, highest in (("wagered_from", "wagered_to"), ("net_from", "net_to")):
        low, high = cents[lowest], cents[highest]
        if low is not None and high is not None and high < low:
            faults[highest] = _("The largest amount cannot be smaller than the smallest.")
    wanted = RoundFilter(
        outcome=texts["outcome"] or None,
        dealt_from=None if first is None else start_of_day(first, zone),
        dealt_before=None if last is None else start_of_day(last + timedelta(days=1), zone),
        wagered_from_cents=cents["wagered_from"],
        wagered_to_cents=cents["wagered_to"],
        net_from_cents=cents["net_from"],
        net_to_cents=cents["net_to"],
    )
    search = HistorySearch(table_key=texts["table"] or None, rounds=wanted)
    return Filters(texts=texts, faults=faults, search=search)


def start_of_day(day: date, zone: ZoneInfo) -> datetime:
    """Return the moment at which a day begins in a zone, in UTC.

    Where clocks are put forward at midnight the day begins at the change, for its midnight
    does not exist; where they are put back at it, at the first of its two midnights.
    """
    midnight = datetime.combine(day, time.min, tzinfo=zone)
    return midnight.astimezone(UTC)


def _day(name: str, text: str, faults: dict[str, str]) -> date | None:
    if not text:
        return None
    try:
        day = date.fromisoformat(text) if _DAY.fullmatch(text) else None
    except ValueError:
        day = None
    if day is None or not DAY_FIRST <= day <= DAY_LAST:
        faults[name] = _(
            "%(text)s is no day: write year, month and day as 2026-01-31.", text=shorten(text)
        )
        return None
    return day


def _cents(name: str, text: str, faults: dict[str, str]) -> int | None:
    if not text:
        return None
    match = _AMOUNT.fullmatch(text)
    if match is None:
        faults[name] = _("%(text)s is not a whole number of chips.", text=shorten(text))
        return None
    cents = int(match["chips"]) * CENTS_PER_CHIP
    return cents if match["sign"] in ("", "+") else -cents
