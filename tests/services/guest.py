"""A player at the services, who takes versions from the pages as a browser would."""

from dataclasses import dataclass, field

from casino_war.game.notation import parse_notation
from casino_war.game.round import Decision
from casino_war.game.table_rules import TableRules
from casino_war.game.wagers import HandWagers
from casino_war.services import cashier, own_tables, tables
from casino_war.services.commands import (
    BuyIn,
    CashOut,
    ChangeTable,
    CloseTable,
    DealRound,
    Decide,
    MakeTable,
    SetClientSeed,
    SitDown,
    StartNewShoe,
)
from casino_war.services.history import round_page
from casino_war.services.house import House
from casino_war.services.pages import PlayerBar, RoundPage, SeatPage
from casino_war.services.player_bar import player_bar
from casino_war.services.rounds import rules_text
from casino_war.services.table_page import table_page

CHIP = 100


OWN_RULES = TableRules(decks=2, hands_max=3)


@dataclass(slots=True)
class Guest:
    """One browser. Keys are counted; ``last_*`` keep what was sent, to send it again."""

    house: House
    table_key: str = "classic"
    token: str | None = None
    keys: int = field(default=0)
    visitor: str = "a browser"

    def key(self) -> str:
        self.keys += 1
        return f"{self.visitor}-{self.keys}"

    @property
    def bar(self) -> PlayerBar:
        bar = player_bar(self.house, self.token)
        assert bar is not None
        return bar

    @property
    def seat(self) -> SeatPage:
        seat = table_page(self.house, self.token, self.table_key).seat
        assert seat is not None
        return seat

    def buy_in(self, chips: int = 1_000) -> "Guest":
        version = 0 if self.token is None else self.bar.version
        command = BuyIn(
            key=self.key(), version=version, amount_cents=chips * CHIP, visitor=self.visitor
        )
        self.token = cashier.buy_in(self.house, self.token, command)
        return self

    def make_table(self, title: str = "Mine", rules: TableRules = OWN_RULES) -> str:
        command = MakeTable(key=self.key(), version=0, title=title, rules_json=rules_text(rules))
        made = own_tables.make_table(self.house, self.token, command, self.visitor)
        self.token = made.token
        return made.table_key

    def change_table(self, key: str, title: str = "Mine", rules: TableRules = OWN_RULES) -> None:
        page = own_tables.own_table_page(self.house, self.token, key)
        command = ChangeTable(
            key=self.key(),
            version=page.version,
            table_key=key,
            title=title,
            rules_json=rules_text(rules),
        )
        own_tables.change_table(self.house, self.token, command)

    def close_table(self, key: str) -> None:
        version = own_tables.own_table_page(self.house, self.token, key).version
        command = CloseTable(key=self.key(), version=version, table_key=key)
        own_tables.close_table(self.house, self.token, command)

    def cash_out(self) -> int:
        bar = self.bar
        command = CashOut(key=self.key(), version=bar.version, amount_cents=bar.bankroll_cents)
        return cashier.cash_out(self.house, self.token, command)

    def sit(self) -> "Guest":
        command = SitDown(key=self.key(), version=0, table_key=self.table_key)
        tables.sit_down(self.house, self.token, command)
        return self

    def deal_command(self, *wagers: HandWagers) -> DealRound:
        return DealRound(
            key=self.key(), version=self.seat.version, table_key=self.table_key, wagers=wagers
        )

    def deal(self, *wagers: HandWagers) -> int:
        return tables.deal_round(self.house, self.token, self.deal_command(*wagers))

    def decide_command(self, decision: Decision) -> Decide:
        seat = self.seat
        assert seat.open_round_id is not None
        return Decide(
            key=self.key(),
            version=seat.version,
            table_key=self.table_key,
            round_id=seat.open_round_id,
            decision=decision,
        )

    def decide(self, decision: Decision) -> int:
        return tables.decide(self.house, self.token, self.decide_command(decision))

    def new_shoe(self) -> None:
        tables.start_new_shoe(
            self.house,
            self.token,
            StartNewShoe(key=self.key(), version=self.seat.version, table_key=self.table_key),
        )

    def client_seed(self, client_seed: str) -> None:
        tables.set_client_seed(
            self.house,
            self.token,
            SetClientSeed(
                key=self.key(),
                version=self.seat.version,
                table_key=self.table_key,
                client_seed=client_seed,
            ),
        )

    def round(self, round_id: int) -> RoundPage:
        return round_page(self.house, self.token, round_id)

    def decisions(self, round_id: int) -> tuple[Decision, ...]:
        return parse_notation(self.round(round_id).notation).decisions


def bet(ante: int = 0, tie_bet: int = 0) -> HandWagers:
    """Wagers in whole chips."""
    return HandWagers(ante_cents=ante * CHIP, tie_bet_cents=tie_bet * CHIP)
