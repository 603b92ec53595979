"""Play Casino War by the JSON API, as a strategy says, and compare the loss with the exact edge.

Make a token on the page of your account, and run, against a site of your own:

    python examples/play_by_strategy.py --token TOKEN --rounds 10000

A strategy is two functions, see `ALWAYS_WAR`: write your own and pass it to `play`. Nothing but
Python itself is needed. Amounts are cents, 100 to the chip.
"""

import argparse
import json
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

Json = dict[str, Any]
BUY_IN_CENTS = 1_000_000
TRIES = 8
AGAIN = (429, 503)
"""Answers that ask to wait: too many requests, or a database that is busy."""


class Strategy(NamedTuple):
    """What to stake on the hands of a round, and what to do when one ties."""

    bet: Callable[[Json], list[Json]]
    """Takes the table as it stands."""
    decide: Callable[[Json], str]
    """Takes the round, whose ``choices`` say what is offered."""


ALWAYS_WAR = Strategy(bet=lambda table: [{"ante_cents": 1000}], decide=lambda round_: "war")
ALSO_TIE_BETS = ALWAYS_WAR._replace(bet=lambda table: [{"ante_cents": 1000, "tie_bet_cents": 500}])
STRATEGIES = {"war": ALWAYS_WAR, "tie_bets": ALSO_TIE_BETS}


class Site:
    """The API of a site, for the owner of a token."""

    def __init__(self, address: str, token: str) -> None:
        self._prefix = f"{address.rstrip('/')}/api/v1"
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}

    def ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """Send a request until it is answered.

        Its key stays the same, so that the house does once what is asked twice.
        """
        headers = self._headers | {"Idempotency-Key": uuid.uuid4().hex}
        data = None if body is None else json.dumps(body).encode()
        request = Request(self._prefix + path, data, headers, method=method)
        for tries_left in reversed(range(TRIES)):
            try:
                with urlopen(request, timeout=30) as answer:
                    told: Json = json.load(answer)
                    return told
            except HTTPError as error:
                if error.code not in AGAIN or not tries_left:
                    raise SystemExit(f"{error.code}: {error.read().decode()}") from error
                time.sleep(float(error.headers.get("Retry-After", 1)))
            except URLError:
                if not tries_left:
                    raise
                time.sleep(1)
        raise AssertionError("the last try answers or fails")


@dataclass
class Played:
    """What rounds came to, in cents."""

    nets: list[int] = field(default_factory=list)
    handle: int = 0
    expected_loss: float = 0.0

    @property
    def loss(self) -> int:
        """What the house kept."""
        return -sum(self.nets)

    @property
    def standard_error(self) -> float:
        """The standard error of the loss, from how far the rounds lie apart."""
        mean = sum(self.nets) / len(self.nets)
        return sqrt(sum((net - mean) ** 2 for net in self.nets))

    def add(self, round_: Json, edges: Json) -> None:
        """Count a settled round, and what its bets cost by the table's edges."""
        self.nets.append(round_["net_cents"])
        for hand in round_["hands"]:
            self.handle += sum(wager["stake_cents"] for wager in hand["settled"])
            wagers = hand["wagers"]
            self.expected_loss += wagers["ante_cents"] * edges["house_edge"]
            self.expected_loss += wagers["tie_bet_cents"] * (edges["tie_bet"] or 0)


def play(site: Site, strategy: Strategy, rounds: int, key: str = "classic") -> Played:
    """Play so many rounds at a table; more chips are bought when they run out."""
    player = site.ask("GET", "/player")
    table = site.ask("POST", f"/tables/{key}/seat", {})
    path, played = f"/tables/{key}/rounds", Played()
    if table["seat"]["open_round_id"] is not None:
        raise SystemExit("A round is open at this table: decide it first.")
    for _ in range(rounds):
        hands = strategy.bet(table)
        # As much again for the raises.
        if table["player"]["bankroll_cents"] < 2 * sum(sum(hand.values()) for hand in hands):
            wish = {"version": player["version"], "amount_cents": BUY_IN_CENTS}
            player = site.ask("POST", "/cashier/buy-ins", wish)
        state = site.ask("POST", path, {"version": table["seat"]["version"], "hands": hands})
        while state["round"]["net_cents"] is None:
            choice = strategy.decide(state["round"])
            wish = {"version": state["seat"]["version"], "decision": choice}
            state = site.ask("POST", f"{path}/{state['round_id']}/decisions", wish)
        played.add(state["round"], table["edges"])
        table |= {"seat": state["seat"], "player": state["player"]}
    return played


def main() -> None:
    """Play, and tell what it came to."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--site", default="http://127.0.0.1:8000", help="address of the site")
    parser.add_argument("--token", required=True, help="a token that may play")
    parser.add_argument("--table", default="classic", help="key of the table")
    parser.add_argument("--rounds", type=int, default=10_000, help="one or more")
    parser.add_argument("--strategy", choices=STRATEGIES, default="war")
    asked = parser.parse_args()
    if asked.rounds < 1:
        parser.error("--rounds: one or more")
    site = Site(asked.site, asked.token)
    found = play(site, STRATEGIES[asked.strategy], asked.rounds, asked.table)
    error = found.standard_error
    print(f"rounds          {len(found.nets):>12,}")
    print(f"handle          {found.handle / 100:>12,.2f} chips")
    print(f"loss            {found.loss / 100:>12,.2f} chips")
    print(f"by the edge     {found.expected_loss / 100:>12,.2f} chips")
    print(f"standard error  {error / 100:>12,.2f} chips")
    if error:
        print(f"apart           {(found.loss - found.expected_loss) / error:>+12.2f} of them")


if __name__ == "__main__":
    main()
