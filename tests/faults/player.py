"""A player whose server dies again and again, and who writes down all that it acknowledged."""

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.client import HTTPException
from random import Random
from typing import TypeVar

from tests.web.browser import find_form, forms_of
from tests.web.live import Answer, LiveBrowser

TABLES = ("classic", "bonus", "single_deck", "ladder")
BUY_IN = "/cashier/buy-in"
CASH_OUT = "/cashier/cash-out"
PATIENT_SECONDS = 60
PAUSE_SECONDS = 0.02

_ANTES = (5, 10, 25, 50)
_BANKROLL = re.compile(r'id="bankroll".*?<strong>([^<]*)</strong>', re.DOTALL)
_LAST_ROUND = re.compile(r'class="last-hands".*?href="/history/([0-9]+)">(.*?)</a>', re.DOTALL)
_WAITING = re.compile(r'href="/tables/([a-z_]+)">')
_DECISION = re.compile(r'name="decision" value="([a-z_]+)"(?![^>]* disabled)')

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Acknowledged:
    """What a page said of a round after its form had been answered; no net while it waits."""

    round_id: int
    net_cents: int | None
    bankroll_cents: int


@dataclass(slots=True)
class CrashPlayer:
    """One browser, who plays at random until told to stop.

    A form without an answer is sent again as it is, at the next of *ports*, until there is
    one; but with the chance *gives_up* the player lets it be and looks at the table instead.
    """

    name: str
    ports: Sequence[int]
    chance: Random
    gives_up: float = 0.2
    rounds: list[Acknowledged] = field(default_factory=list)
    answered: set[str] = field(default_factory=set)
    """Keys of forms that were carried out, as their sender was told."""
    abandoned: set[str] = field(default_factory=set)
    """Keys of forms of which the sender never learned."""
    repeats: int = 0
    """How often a form was sent again."""
    bankroll_cents: int = 0
    _seen: dict[str, str] = field(default_factory=dict)
    """The table that was looked at last, as nothing has changed since."""
    _browser: LiveBrowser = field(init=False)

    def __post_init__(self) -> None:
        self._browser = LiveBrowser(self.chance.choice(self.ports))

    def play(self, is_over: Callable[[], bool]) -> None:
        """Play until it is over, decide what is open then, and count the chips."""
        table = self.chance.choice(TABLES)
        self._buy_in(f"/tables/{table}")
        while not self.answered:
            self._buy_in("/cashier")
        while not is_over():
            if self.chance.random() < 0.3:
                table = self.chance.choice(TABLES)
            self._play_at(table, self._seen.get(table) or self._get(f"/tables/{table}"))
        while waiting := _WAITING.search(self._get("/cashier")):
            self._decide(waiting[1], self._get(f"/tables/{waiting[1]}"))
        self.bankroll_cents = _bankroll_cents(self._get("/cashier"))

    def _play_at(self, table: str, page: str) -> None:
        address = f"/tables/{table}"
        actions = {action for action, _ in forms_of(page)}
        if f"{address}/sit" in actions:
            self._send(f"{address}/sit", find_form(page, f"{address}/sit"))
        elif self._decide(table, page):
            pass
        elif BUY_IN in actions:
            self._buy_in(address)
        elif self.chance.random() < 0.04:
            self._send(f"{address}/new-shoe", find_form(page, f"{address}/new-shoe"))
        elif f"{address}/client-seed" in actions and self.chance.random() < 0.3:
            fields = find_form(page, f"{address}/client-seed")
            fields["client_seed"] = f"{self.name} {self.chance.random()}"
            self._send(f"{address}/client-seed", fields)
        elif self.chance.random() < 0.02:
            self._visit_cashier()
        else:
            self._deal(table, page)

    def _deal(self, table: str, page: str) -> None:
        action = f"/tables/{table}/deal"
        fields = find_form(page, action)
        spots = sum(name.startswith("ante-") for name in fields)
        hands = self.chance.randint(1, spots)
        left_cents = _bankroll_cents(page)
        for spot in range(1, spots + 1):
            ante = self.chance.choice(_ANTES)
            ante = ante if ante * 100 <= left_cents else _ANTES[0]
            has_hand = spot <= hands and (spot == 1 or ante * 100 <= left_cents)
            left_cents -= ante * 100 if has_hand else 0
            fields[f"ante-{spot}"] = str(ante) if has_hand else ""
            has_tie_bet = has_hand and self.chance.random() < 0.3 and left_cents >= 500
            left_cents -= 500 if has_tie_bet else 0
            fields[f"tie_bet-{spot}"] = "5" if has_tie_bet else ""
        if self._send(action, fields):
            self._note(table)

    def _decide(self, table: str, page: str) -> bool:
        """Decide the hand that waits at the table, and say whether one did."""
        action = f"/tables/{table}/decide"
        offered = _DECISION.findall(page)
        if not offered:
            return False
        fields = find_form(page, action) | {"decision": self.chance.choice(offered)}
        if self._send(action, fields):
            self._note(table)
        return True

    def _note(self, table: str) -> None:
        page = self._get(f"/tables/{table}")
        if _DECISION.search(page):
            round_id, net_cents = int(find_form(page, f"/tables/{table}/decide")["round"]), None
        else:
            found = _LAST_ROUND.search(page)
            assert found is not None, page
            round_id = int(found[1])
            net_cents = _cents(re.sub(r"<[^>]*>", " ", found[2]).split()[-1])
        self._seen = {table: page}
        self.rounds.append(Acknowledged(round_id, net_cents, _bankroll_cents(page)))

    def _visit_cashier(self) -> None:
        page = self._get("/cashier")
        if 'id="cash-out-hint"' in page or self.chance.random() < 0.7:
            self._buy_in("/cashier")
        else:
            self._send(CASH_OUT, find_form(page, CASH_OUT))

    def _buy_in(self, address: str) -> None:
        fields = find_form(self._get(address), BUY_IN)
        self._send(BUY_IN, fields | {"amount": str(self.chance.choice((50, 200, 1_000)))})

    def _get(self, path: str) -> str:
        while True:
            answer = self._persist(lambda: self._browser.fetch(path), lambda: False)
            if answer is not None:
                assert answer.status == 200, (path, answer)
                return answer.text

    def _send(self, action: str, fields: dict[str, str]) -> bool:
        """Send a form until it is answered, and say whether the player waited for that."""
        key = fields["key"]
        # What was seen before is old now.
        self._seen.clear()

        def gives_up() -> bool:
            self.repeats += 1
            return self.chance.random() < self.gives_up

        answer = self._persist(lambda: self._browser.post(action, fields), gives_up)
        if answer is None:
            self.abandoned.add(key)
            return False
        assert answer.status == 303, (action, fields, answer)
        self.answered.add(key)
        return True

    def _persist(self, ask: Callable[[], Answer], gives_up: Callable[[], bool]) -> Answer | None:
        """Ask until there is an answer other than "try again", or it is given up."""
        give_up_at = time.monotonic() + PATIENT_SECONDS
        while time.monotonic() < give_up_at:
            try:
                answer = ask()
            except (OSError, HTTPException):
                self._browser.port = self.chance.choice(self.ports)
            else:
                if answer.status != 503:
                    return answer
                assert answer.retry_after, answer
            if gives_up():
                return None
            time.sleep(PAUSE_SECONDS)
        raise AssertionError(f"{self.name} had no answer in {PATIENT_SECONDS} s")


def _bankroll_cents(page: str) -> int:
    found = _BANKROLL.search(page)
    assert found is not None, page
    return _cents(found[1])


def _cents(text: str) -> int:
    """Read ``1,000``, ``12.50``, ``+10`` or a true minus as a page prints them."""
    chips, _, cents = text.replace(",", "").lstrip("+\N{MINUS SIGN}").partition(".")
    amount_cents = int(chips) * 100 + int(cents or 0)
    return -amount_cents if text.startswith("\N{MINUS SIGN}") else amount_cents
