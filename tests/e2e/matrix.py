"""Every way a hand can end, with what is seen of it and how it is played."""

import re
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import cycle

from playwright.sync_api import Browser, BrowserContext, Page, expect

from casino_war.game.shoe import Shoe
from casino_war.game.table_presets import find
from casino_war.game.table_rules import TableRules, TiedWar
from casino_war.services.commands import MakeTable
from casino_war.services.own_tables import make_table
from casino_war.services.rounds import rules_text
from tests.e2e.pairwise import Row
from tests.e2e.site import Site, seed_for, wait_for_answer
from tests.services.seeds import ranks
from tests.web.browser import find_form

CLASSIC = find("classic")
GO_TO_WAR, WITH_TIE_BET = "Go to war", "Go to war with a second tie bet"


@dataclass(frozen=True, slots=True)
class Ending:
    """How the last hand ends: with which cards, by which decision, and what is then said."""

    first: int
    """1: the hand beats the dealer's first card, -1 loses to it, 0 ties."""
    badge: str
    net_cents: int
    """With an ante of 5 chips, and a tie bet of 5 if there is one."""
    wars: tuple[int, ...] = ()
    """How each of its wars ends, as *first*."""
    decision: str = ""
    tie_bet: bool = False
    rules: TableRules = CLASSIC.rules


def tied_war(badge: str, net_cents: int, rule: TiedWar, *further: int) -> Ending:
    """A war that ties at a table where that is worth something else than at the classic one."""
    rules = replace(CLASSIC.rules, tied_war=rule)
    return Ending(0, badge, net_cents, (0, *further), GO_TO_WAR, rules=rules)


ENDINGS = {
    "win": Ending(1, "Win", 500),
    "loss": Ending(-1, "Loss", -500),
    "surrender": Ending(0, "Surrendered", -250, decision="Surrender"),
    "war won": Ending(0, "War won", 500, (1,), GO_TO_WAR),
    "war lost": Ending(0, "War lost", -1000, (-1,), GO_TO_WAR),
    "tied war": Ending(0, "Tied war", 500, (0,), GO_TO_WAR),
    "tie bet won": Ending(0, "War lost", 4000, (-1,), GO_TO_WAR, tie_bet=True),
    "tie bet won at once": Ending(0, "Surrendered", 4750, decision="Surrender", tie_bet=True),
    "tie bet lost": Ending(-1, "Loss", -1000, tie_bet=True),
}
"""What every table can bring."""
ENDINGS_BY_RULE = {
    "tied war, bonus": tied_war("Tied war", 1000, TiedWar.BONUS_ANTE),
    "tied war, triple raise": tied_war("Tied war", 1500, TiedWar.TRIPLE_RAISE),
    "tied war, triple total": tied_war("Tied war", 3000, TiedWar.TRIPLE_TOTAL),
    "tied war, push": tied_war("Tied war", 0, TiedWar.PUSH),
    "tied war, lost": tied_war("Tied war", -1000, TiedWar.LOSE),
    "tied war, again and won": tied_war("War won", 500, TiedWar.REPEAT, 1),
    "second tie bet won": Ending(
        *(0, "Tied war", 5500, (0,), WITH_TIE_BET),
        rules=replace(CLASSIC.rules, second_tie_bet_to_one=10),
    ),
}
"""What some tables bring by rules of their own: a tied war by each rule for it."""
AXES = {
    "ending": tuple(ENDINGS),
    "width": ("320", "360", "768", "1280", "2560"),
    "by": ("mouse", "keyboard", "tree", "no script"),
    "motion": ("motion", "still"),
    "scheme": ("light", "dark"),
    "hands": ("1", "2"),
}
HEIGHT = 1400
"""High enough that the bar below the felt covers nothing that could be scrolled away."""


def is_possible(row: Row) -> bool:
    """Without scripts nothing moves."""
    return row["by"] != "no script" or row["motion"] == "still"


def rows_by_rule() -> list[Row]:
    """Each ending by rule once; on the way each value of the other axes is met."""
    others = [cycle(values) for axis, values in AXES.items() if axis != "ending"]
    rows = []
    for ending in ENDINGS_BY_RULE:
        row = dict(zip(AXES, (ending, *map(next, others)), strict=True))
        rows.append(row if is_possible(row) else row | {"motion": "still"})
    return rows


def ending_of(name: str) -> Ending:
    return ENDINGS.get(name) or ENDINGS_BY_RULE[name]


def sign(one: int, other: int) -> int:
    return (one > other) - (one < other)


@cache
def seed_of(name: str, hands: int) -> str:
    """A shoe in which the last hand ends as wanted, and a hand before it wins."""
    ending = ending_of(name)

    def suits(shoe: Shoe) -> bool:
        *own, dealer = ranks(shoe, *range(hands + 1))
        if sign(own[-1], dealer) != ending.first or any(each <= dealer for each in own[:-1]):
            return False
        # Before each war as many cards are burned, and it takes two.
        first, step = hands + 1, ending.rules.war_burn + 2
        wars = (ranks(shoe, at + step - 2, at + step - 1) for at in range(first, 99, step))
        return all(
            sign(war, dealers) == wanted
            for wanted, (war, dealers) in zip(ending.wars, wars, strict=False)
        )

    return seed_for(suits)


@dataclass
class Room:
    """A site and windows that are used again and again: with scripts, without, in slow time."""

    browser: Browser
    site: Site
    seeds: deque[str]
    listen: Callable[[BrowserContext], None]
    windows: dict[str, BrowserContext] = field(default_factory=dict)
    tables: dict[TableRules, str] = field(default_factory=lambda: {CLASSIC.rules: CLASSIC.key})

    def sit(self, row: Row) -> Page:
        """Seat a new player, whose shoe is that of the row, before a page of their own."""
        window = self._window(row)
        window.clear_cookies()
        self.seeds.append(seed_of(row["ending"], int(row["hands"])))
        table = f"{self.site.url}/tables/{self._table(row)}"
        text = window.request.get(table).text()
        fields: dict[str, str | float | bool] = {**find_form(text, "/cashier/buy-in")}
        fields["amount"] = "1000"
        assert window.request.post(f"{self.site.url}/cashier/buy-in", form=fields).ok
        page = window.new_page()
        page.set_viewport_size({"width": int(row["width"]), "height": HEIGHT})
        page.emulate_media(
            color_scheme="dark" if row["scheme"] == "dark" else "light",
            reduced_motion="no-preference" if row["motion"] == "motion" else "reduce",
        )
        page.goto(table)
        return page

    def _table(self, row: Row) -> str:
        """Return the table of a row, which somebody has built if the house has none like it."""
        rules = ending_of(row["ending"]).rules
        if rules not in self.tables:
            title = f"Table {len(self.tables)}"
            command = MakeTable(key=title, version=0, title=title, rules_json=rules_text(rules))
            self.tables[rules] = make_table(self.site.house, None, command, title).table_key
        return self.tables[rules]

    def _window(self, row: Row) -> BrowserContext:
        kind = row["by"] if row["by"] == "no script" else row["motion"]
        if kind not in self.windows:
            window = self.browser.new_context(java_script_enabled=kind != "no script")
            self.listen(window)
            if kind == "motion":
                # Time goes on only when it is told to: a play takes no time of the test.
                window.clock.install(time=0)
                window.clock.pause_at(3_600_000)
            self.windows[kind] = window
        return self.windows[kind]


class Player:
    """Plays one hand at the page, or two, in one of the ways of a row."""

    def __init__(self, page: Page, row: Row) -> None:
        self.page, self.by, self.row = page, row["by"], row
        self.hand = int(row["hands"])
        self.ending = ending_of(row["ending"])

    def bet(self) -> None:
        """Put 5 chips on each ante, and on the last tie bet if it is wanted."""
        spots = ["ante-2"] * (self.hand == 2) + [f"tie_bet-{self.hand}"] * self.ending.tie_bet
        if self.by == "keyboard":
            for key in ("1", *["ArrowRight"] * (self.hand - 1), *(spot[0] for spot in spots)):
                self.page.keyboard.press(key)
        elif self.by == "tree":
            chips = self.page.get_by_role("group", name="Chips to place")
            chips.get_by_role("button", name="5 chips", exact=True).click()
            for spot in spots:
                name = f"{'Ante' if spot[0] == 'a' else 'Tie bet'} of hand {self.hand},"
                self.page.get_by_role("button", name=name).click()
        elif self.by == "mouse":
            self.page.locator("[data-chip='5']").click()
            for spot in spots:
                self.page.locator(f"[data-place='{spot}']").click()
        else:
            for spot in spots:
                self.page.locator(f"input[name='{spot}']").fill("5")

    def press(self, name: str) -> None:
        """Press a button by its name, and see to it that what follows is played."""
        self._wait(lambda: self._press(name))
        if self.row["motion"] == "motion":
            expect(self.page.locator("[data-dealing]")).to_have_count(1)
            self.page.clock.run_for(30_000)
            expect(self.page.locator("[data-dealing]")).to_have_count(0)
            # The hand that waits glides to its place when all is told.
            self.page.locator("[data-felt]").evaluate(
                "felt => Promise.allSettled("
                "felt.getAnimations({subtree: true}).map((each) => each.finished))"
            )

    def _press(self, name: str) -> None:
        button = self.page.get_by_role("button", name=name, exact=True)
        if self.by != "keyboard":
            button.click()
            return
        for _ in range(80):
            if button.evaluate("element => element === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{name} is not reached with the keyboard")

    def _wait(self, act: Callable[[], None]) -> None:
        wait_for_answer(self.page, act)
        self.page.wait_for_load_state("load")

    def expect_tie(self) -> None:
        expect(self.page.get_by_role("status")).to_contain_text(
            re.compile(rf"(Hand {self.hand} ties|You tie)")
        )

    def expect_end(self) -> None:
        """The page must say the hand's end and the round's, and hold the chips that it left."""
        net_cents = self.ending.net_cents + 500 * (self.hand - 1)
        seat = self.page.get_by_role("listitem").filter(has_text=f"Hand {self.hand}")
        expect(seat).to_contain_text(self.ending.badge)
        chips = f"{abs(net_cents) / 100:.2f}".removesuffix(".00")
        verb = "win" if net_cents > 0 else "lose"
        said = f"You {verb} {chips} chips." if net_cents else "You break even."
        expect(self.page.get_by_role("status")).to_contain_text(said)
        held = f"{1000 + net_cents / 100:,.2f}".removesuffix(".00")
        expect(self.page.locator("#bankroll strong")).to_have_text(held)
        if self.by == "tree":
            self.page.goto(re.sub("/tables/.*", "/history", self.page.url))
            row = self.page.get_by_role("row").last
            expect(row).to_contain_text(self.ending.badge)
            expect(row.get_by_role("cell").last).to_contain_text(held)
            self.page.go_back()
            # Gone back, the table is as it was left, and nothing is played again.
            expect(self.page.get_by_role("status")).to_contain_text(said)
            expect(self.page.locator("[data-dealing]")).to_have_count(0)
