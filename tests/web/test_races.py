"""Fifty requests at the same moment to the two workers of a real server: one of them wins.

What the others are told is written down: the same form again has the first answer, every
other form is drawn from a table that has moved on, and is refused with 409.
"""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from casino_war.store.rounds import ROUND
from tests.databases import opened
from tests.web.live import LiveBrowser, serving

REQUESTS = 50
FORMS = 10
"""Different forms; each is sent five times."""
HANDS = 5
SPOTS = range(1, HANDS + 1)
TABLE = "/tables/classic"
BUY_IN = "/cashier/buy-in"
ROUNDS_MAX = 100


@pytest.fixture
def player(url: str, tmp_path: Path) -> Iterator[LiveBrowser]:
    with serving(url, tmp_path) as port:
        yield LiveBrowser(port)


def rounds(url: str) -> list[bool]:
    """List the rounds, oldest first: whether each is open."""
    with opened(url) as database, database.reading() as connection:
        query = ROUND.select().order_by(ROUND.c.id)
        return [row.settled_at is None for row in connection.execute(query)]


def race(player: LiveBrowser, action: str, **fields: str) -> None:
    """Send copies of one form under several keys, and require that one key has won."""
    form = player.form(TABLE, action) | fields
    forms = [form | {"key": f"{form['key'][:-3]}-{number % FORMS}"} for number in range(REQUESTS)]
    answers = player.post_at_once(action, forms)
    told = Counter(
        (form["key"], answer.status) for form, answer in zip(forms, answers, strict=True)
    )
    assert Counter(told.values()) == {REQUESTS // FORMS: FORMS}, told
    assert sorted(status for _, status in told) == [303, *[409] * (FORMS - 1)], told
    assert {answer.location for answer in answers} == {TABLE, None}
    refused = [answer.text for answer in answers if answer.status == 409]
    assert all("The table has moved on since this page was drawn" in text for text in refused)


def bets(*antes: str) -> dict[str, str]:
    """Fill the form of the bets with an ante for each hand, and nothing else."""
    given = iter(antes)
    blank = {f"tie_bet-{spot}": "" for spot in SPOTS}
    return blank | {f"ante-{spot}": next(given, "") for spot in SPOTS}


def test_fifty_bets_of_the_whole_bankroll(player: LiveBrowser, url: str) -> None:
    player.submit(TABLE, BUY_IN, amount="500")
    race(player, f"{TABLE}/deal", **bets("500"))
    assert len(rounds(url)) == 1


def test_fifty_decisions_on_one_hand(player: LiveBrowser, url: str) -> None:
    player.submit(TABLE, BUY_IN, amount="10000")
    for _ in range(ROUNDS_MAX):
        player.submit(TABLE, f"{TABLE}/deal", **bets(*["5"] * HANDS))
        if rounds(url)[-1]:
            break
    race(player, f"{TABLE}/decide", decision="surrender")


def test_fifty_first_purchases_of_one_browser(player: LiveBrowser, url: str) -> None:
    form = player.form(TABLE, BUY_IN) | {"amount": "500"}
    forms = [form | {"key": f"key-of-form-{number}"} for number in range(REQUESTS)]
    answers = player.post_at_once(BUY_IN, forms)
    statuses = Counter(answer.status for answer in answers)
    assert statuses == {303: 1, 409: REQUESTS - 1}
