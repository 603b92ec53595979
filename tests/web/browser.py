"""A browser without scripts: fetches pages, fills their forms, sends them."""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from html.parser import HTMLParser

from flask import Flask
from sqlalchemy import text
from werkzeug.test import TestResponse

from casino_war.game.cards import PACK, Card
from casino_war.game.randomness import FairStream, shuffle
from casino_war.game.table_presets import find

CLIENT_SEED = "test"

# A page is large, and reading the rest of it takes as long as making it.
_TAGS = re.compile(r"""<(?:form|input)\b(?:[^>"']|"[^"]*"|'[^']*')*>""")


class _Forms(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.forms: list[tuple[str, dict[str, str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form":
            self.forms.append((given.get("action") or "", {}))
        elif tag == "input" and self.forms and given.get("name"):
            self.forms[-1][1][str(given["name"])] = given.get("value") or ""


def find_form(page: str, action: str, index: int = 0) -> dict[str, str]:
    """Return the fields of a page's form with that action, as the page fills them."""
    fields = [fields for target, fields in forms_of(page) if target == action]
    assert fields, f"the page has no form to {action}"
    return fields[index]


class Browser:
    """One visitor with cookies of their own."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.client = app.test_client()

    def get(self, path: str, status: int = 200) -> str:
        response = self.client.get(path)
        assert response.status_code == status, response.text
        return response.text

    def form(self, path: str, action: str, index: int = 0) -> dict[str, str]:
        """Return the fields of the page's form with that action, as the page fills them."""
        return find_form(self.get(path), action, index)

    def send(self, action: str, fields: dict[str, str], status: int = 303) -> TestResponse:
        response = self.client.post(action, data=fields)
        assert response.status_code == status, response.text
        return response

    def submit(self, path: str, action: str, status: int = 303, **fields: str) -> TestResponse:
        """Fill the form on the page with the fields and send it."""
        return self.send(action, self.form(path, action) | named(fields), status)

    def sit(self, table: str, amount: str = "1000") -> None:
        """Buy in as a stranger at a table, sit down and set the client seed."""
        self.submit(f"/tables/{table}", "/cashier/buy-in", amount=amount)
        self.submit(f"/tables/{table}", f"/tables/{table}/client-seed", client_seed=CLIENT_SEED)

    def deal(self, table: str, status: int = 303, **fields: str) -> TestResponse:
        action = f"/tables/{table}/deal"
        form = self.form(f"/tables/{table}", action)
        blank = {name: "" for name in form if name.startswith(("ante-", "tie_bet-"))}
        return self.send(action, form | blank | named(fields), status)

    def decide(self, table: str, decision: str, status: int = 303) -> TestResponse:
        action = f"/tables/{table}/decide"
        return self.submit(f"/tables/{table}", action, status, decision=decision)

    def ledger(self) -> tuple[int, int]:
        """Count and add up all transfers: what must not move when something is refused."""
        with self.app.extensions["casino_war"].database.reading() as connection:
            row = connection.execute(
                text("SELECT count(*), coalesce(sum(amount_cents), 0) FROM transfer")
            ).one()
        return int(row[0]), int(row[1])


def forms_of(page: str) -> list[tuple[str, dict[str, str]]]:
    """Return the forms of a page: where each goes, and its fields as the page fills them."""
    parser = _Forms()
    parser.feed("".join(_TAGS.findall(page)))
    return parser.forms


def named(fields: dict[str, str]) -> dict[str, str]:
    """Turn ``ante_1`` into ``ante-1``, which no keyword can be."""
    return {
        name[:-2] + "-" + name[-1] if name[-1].isdigit() and name[-2] == "_" else name: value
        for name, value in fields.items()
    }


def seed_where(fits: Callable[[Sequence[Card]], bool], table: str = "classic") -> str:
    """Find a server seed whose first shoe, behind the opening burn, fits."""
    rules = find(table).rules
    for number in range(10**5):
        seed = f"{number:064x}"
        if fits(_cards(rules.decks, seed)[rules.opening_burn :]):
            return seed
    raise AssertionError("no such seed")


# Whoever looks for a shoe looks through the same ones from the first.
@lru_cache(maxsize=2048)
def _cards(decks: int, seed: str) -> tuple[Card, ...]:
    return shuffle(PACK * decks, FairStream(seed, CLIENT_SEED, 0))


def ranks(cards: Sequence[Card], *places: int) -> list[int]:
    """Return the ranks at these places."""
    return [int(cards[place].rank) for place in places]


def is_win(cards: Sequence[Card]) -> bool:
    return cards[0].rank > cards[1].rank


def is_loss(cards: Sequence[Card]) -> bool:
    return cards[0].rank < cards[1].rank


def is_tie(cards: Sequence[Card]) -> bool:
    return cards[0].rank == cards[1].rank


def is_tie_then_win(cards: Sequence[Card]) -> bool:
    """Fits a single hand at a table that burns three: the war cards are the sixth and seventh."""
    return is_tie(cards) and cards[5].rank > cards[6].rank


def is_tied_war(cards: Sequence[Card]) -> bool:
    return is_tie(cards) and cards[5].rank == cards[6].rank
