"""Every page and state of the site, one list of them, and how each is brought on the screen."""

from collections.abc import Callable
from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.e2e.furnished import House

Act = Callable[[Page], None]


def nothing(page: Page) -> None:
    """Look at the page as it comes."""


@dataclass(frozen=True, slots=True)
class Look:
    """What is looked at. All that is done to it is done without the words of a language."""

    name: str
    endpoint: str
    """The route that draws it."""
    path: str
    """Its address; names in braces are places of the house."""
    who: str = "ada"
    """Who looks; nobody has to be known in the house."""
    act: Act = nothing
    """What is done on the page first."""
    settings: str = ""
    """What is set besides language and theme."""
    is_fresh: bool = False
    """Whether the browser must not have been here before, for it keeps what was done."""

    def show(self, page: Page, house: House, language: str, theme: str) -> None:
        """Bring it on the screen, in a language and a theme; all that is folded is open."""
        wishes = f"language={language}&theme={theme}{self.settings}"
        house.let_in(page.context, self.who, wishes)
        page.goto(house.site.url + self.path.format_map(house.places))
        expect(page.locator("h1, [data-deal-result]").first).to_be_attached()
        self.act(page)
        page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true")
        page.wait_for_load_state("load")


def press(*selectors: str) -> Act:
    """Press one after another."""

    def act(page: Page) -> None:
        for selector in selectors:
            page.locator(selector).first.click()

    return act


def send(form: str, shown: str, **fields: str) -> Act:
    """Fill a form in, send it, and wait for what is shown then."""

    def act(page: Page) -> None:
        for name, value in fields.items():
            field = page.locator(f"form[action='{form}'] [name='{name}']").first
            field.fill(value)
        page.locator(f"form[action='{form}'] [type=submit]").first.click()
        expect(page.locator(shown).filter(visible=True).first).to_be_visible()

    return act


def refused(form: str, **fields: str) -> Act:
    """Fill a form in so that it is refused."""
    return send(form, "[role=alert]:not(:empty)", **fields)


def _type_a_bet(page: Page) -> None:
    page.locator("#typing").check()
    page.locator("input.amount[name='ante-1']").fill("7")
    page.locator("#deal-button").click()
    expect(page.locator("#alert")).to_be_visible()


def _open_tour(page: Page) -> None:
    page.locator("[data-tour-open]").first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def _check_cards(seed: str = "") -> Act:
    def act(page: Page) -> None:
        if seed:
            page.locator("#server_seed").fill(seed)
        page.locator("#verify-form [type=submit]").click()
        expect(page.locator("#verify-result .message").first).to_be_visible()

    return act


def _check_deal(page: Page) -> None:
    page.locator("[data-check-deal]").click()
    expect(page.locator("[data-deal-result]")).to_be_visible()


def _choose(page: Page) -> None:
    page.locator(".pt-cover a").first.click()
    expect(page.locator(".pt-offer")).to_have_count(3)


def _play_match(games: int) -> Act:
    def act(page: Page) -> None:
        expect(page.locator("#score")).to_be_visible()
        for game in range(games):
            if page.locator("#score-note").is_visible():
                page.locator("#score-note").fill("A war of kings")
            page.locator("#score-takers button").nth(min(game, 1)).click()
        expect(page.locator("#score-rows tr")).to_have_count(games)

    return act


def _deal_ahead(page: Page) -> None:
    expect(page.locator("#offline[data-ready]")).to_be_visible()
    page.locator("[data-ask] [type=submit]").click()
    expect(page.locator("[data-shelf] li").first).to_be_visible()


def _play_ahead(page: Page) -> None:
    _deal_ahead(page)
    page.locator("[data-shelf] button").first.click()
    page.locator("[data-do=end]").click()
    expect(page.locator("[data-verdict]")).not_to_be_empty()


CASHIER = (
    Look("lobby", "lobby.index", "/", "nobody"),
    Look("lobby of a player", "lobby.index", "/"),
    Look("cashier", "cashier.index", "/cashier", "nobody"),
    Look("cashier of a player", "cashier.index", "/cashier"),
    Look(
        *("cashier refuses", "cashier.index", "/cashier", "nobody"),
        refused("/cashier/buy-in", amount="1.5"),
    ),
    Look("ledger", "history.ledger", "/ledger", "nobody"),
    Look("ledger of a player", "history.ledger", "/ledger"),
    Look("settings", "settings.index", "/settings", "nobody"),
    Look("style", "style.index", "/style", "nobody"),
    Look("style refused", "style.index", "/style?table=refused", "nobody"),
)
TABLES = (
    Look("table", "tables.table", "/tables/classic", "nobody"),
    Look("table with an open seat", "tables.table", "/tables/ladder"),
    Look("table betting", "tables.table", "/tables/classic", "guest"),
    Look("table deciding", "tables.table", "/tables/niagara"),
    Look("table settled", "tables.table", "/tables/classic"),
    Look("table refuses", "tables.table", "/tables/classic", "guest", _type_a_bet),
    Look("table holds a round", "tables.table", "/tables/classic", "poor"),
    Look("table in a break", "tables.table", "/tables/classic", "idle"),
    Look("table tells odds", "tables.table", "/tables/classic", settings="&hints=full"),
    Look("table advises", "tables.table", "/tables/niagara", settings="&hints=full"),
    Look("own table", "tables.table", "/tables/{own-table}"),
    Look("own table's rules", "own_tables.edit", "/own-tables/{own-table}"),
    Look(
        *("own table planned", "own_tables.new"),
        "/own-tables/new?decks=1&tied_war=repeat&ante_min=7",
    ),
    Look("own table of a stranger", "own_tables.new", "/own-tables/new", "nobody"),
)
ROUNDS = (
    Look("history", "history.index", "/history", "nobody"),
    Look("history of a player", "history.index", "/history"),
    Look("history filtered", "history.index", "/history?outcome=win&net_from=5"),
    Look("history refuses", "history.index", "/history?net_from=x"),
    Look("history, nothing found", "history.index", "/history?net_from=5000"),
    Look("bankroll", "history.bankroll", "/history/bankroll", "nobody"),
    Look("bankroll of a player", "history.bankroll", "/history/bankroll"),
    Look("luck", "luck.index", "/history/luck", "guest"),
    Look("luck of a player", "luck.index", "/history/luck"),
    Look("round", "history.round_page", "/history/1"),
    Look("round midway", "history.round_page", "/history/1?step=8"),
    Look("round deciding", "history.round_page", "/history/3"),
    Look("round proved", "history.round_page", "/history/1", act=_check_cards()),
    Look("fairness", "fairness.index", "/fairness", "nobody"),
    Look("shoe", "fairness.shoe", "/fairness/1"),
    Look("shoe refuted", "fairness.shoe", "/fairness/1", act=_check_cards("f" * 64)),
)
PLAYER = (
    Look("account", "account.index", "/account", "nobody"),
    Look("account of a guest", "account.index", "/account", "guest"),
    Look("account of a member", "account.index", "/account"),
    Look("sign in", "account.sign_in_page", "/account/sign-in", "nobody"),
    Look("sign in as a guest", "account.sign_in_page", "/account/sign-in", "guest"),
    Look("leave", "account.leave_page", "/account/leave"),
    Look("tokens", "account_tokens.index", "/account/tokens"),
    Look("programs", "api_page.index", "/api/v1/", "nobody"),
    Look("statistics", "me.index", "/me", "guest"),
    Look("statistics of a player", "me.index", "/me"),
    Look("statistics by time", "me.index", "/me?by=time"),
    Look("care", "care.index", "/me/care", "nobody"),
    Look("care of a player", "care.index", "/me/care"),
    Look("care in a break", "care.index", "/me/care", "idle"),
)
HELP = (
    Look("help", "help.tour", "/help", "nobody"),
    Look("glossary", "help.glossary", "/glossary", "nobody"),
    Look("help on a table", "help.table", "/help/tables/ladder", "nobody"),
    Look("tour", "tables.table", "/tables/classic", "nobody", _open_tour),
)
ODDS = tuple(
    Look(path, f"odds.{endpoint}", path, "nobody")
    for endpoint, path in (
        ("index", "/odds"),
        ("calculator", "/odds/calculator?table=ladder&hands=3"),
        ("calculator", "/odds/calculator?decks=9&ante_min=x&left-5=99"),
        ("strategy", "/odds/strategy"),
        ("decks", "/odds/decks"),
        ("rules", "/odds/rules"),
        ("session", "/odds/session"),
        ("tie_bet", "/odds/tie-bet"),
        ("working", "/odds/working"),
    )
)
LAB = (
    Look("lab", "lab.index", "/lab", "nobody"),
    Look("lab of a player", "lab.index", "/lab"),
    Look("lab sessions", "lab.session", "/lab/session", "nobody"),
    Look("lab sessions refused", "lab.session", "/lab/session?begun_with=x&staking=hope"),
    Look("lab war", "lab.war", "/lab/war", "nobody"),
    Look("lab war refused", "lab.war", "/lab/war?games="),
    Look("run finished", "lab.run", "{finished}"),
    Look("run cancelled", "lab.run", "{cancelled}"),
    Look("run waiting", "lab.run", "{waiting}"),
    Look("runs compared", "lab.compare", "/lab/compare?{compared}"),
)
PRACTICE = (
    Look("practice", "practice_gallery.index", "/practice", "nobody"),
    Look("practice of a player", "practice_gallery.index", "/practice"),
    Look("practice found", "practice_gallery.index", "/practice?pace=quick"),
    Look("practice found nothing", "practice_gallery.index", "/practice?name=none+of+them"),
    Look("rules of four", "practice_gallery.rules", "/practice/rules/razboi?players=4", "nobody"),
    Look("rules with a choice", "practice_gallery.rules", "/practice/rules/steal_war", "nobody"),
    Look(
        *("rules that clash", "practice_gallery.new"),
        "/practice/new?rules=three_down&players=9&captured_to=scored",
    ),
    Look("rules kept", "practice_gallery.new", "/practice/new?rules=peace&name=Peace&saved=yes"),
    Look("practice played", "practice.statistics", "/practice/statistics"),
    Look("practice never played", "practice.statistics", "/practice/statistics", "nobody"),
    Look("offline", "offline.fallback", "/offline", "nobody"),
    Look("ahead", "practice_offline.index", "/practice/offline", "nobody"),
    Look(
        "ahead, a shelf", "practice_offline.index", "/practice/offline", "", _deal_ahead, "", True
    ),
    Look("ahead, over", "practice_offline.index", "/practice/offline", "", _play_ahead, "", True),
)
GAMES = (
    *(
        Look(f"game {place}", "practice.game", f"{{{place}}}")
        for place in ("undealt", "dealt", "war", "paused", "over", "abandoned", "covered", "four")
    ),
    Look("game replayed", "practice.game", "{over}?battle=1"),
    Look("game proved", "practice.game", "{over}", act=_check_deal),
    Look("game choice", "practice.game", "{covered}", act=_choose),
    Look("game steal", "practice.game", "{steal}"),
    Look("game to share", "practice.game", "{invited}"),
    Look("game shared, invited", "practice.game", "{invited}", "nobody"),
    Look("game shared, choosing", "practice.game", "{shared}", "otto"),
    Look("game shared, watching", "practice.game", "{shared}", "nobody"),
    Look("game shared, left", "practice.game", "{left}", "otto"),
)
SCORE = (
    Look("score", "score.index", "/score", "nobody", _play_match(0), "", True),
    Look("score running", "score.index", "/score", "nobody", _play_match(3), "", True),
    Look("score over", "score.index", "/score", "nobody", _play_match(4), "", True),
)
FAILURES = tuple(
    Look(f"error {name}", "fails", f"/fails/{name}", "nobody")
    for name in ("400", "403", "404", "405", "409", "413", "422", "429", "500", "busy", "unusable")
)

ALL = (
    *(*CASHIER, *TABLES, *ROUNDS, *PLAYER, *HELP, *ODDS),
    *(*LAB, *PRACTICE, *GAMES, *SCORE, *FAILURES),
)
"""All there is to look at."""

NO_PAGES = frozenset(
    {
        *("account.export", "export.rounds", "lab.result_csv", "lab.result_json"),
        *("api.answer", "api_page.openapi", "practice.battles", "practice_offline.state"),
        *("health.healthz", "health.metrics", "health.readyz"),
        *("offline.icon", "offline.manifest", "offline.worker", "static", "static_of_old"),
        *("lab.news", "practice_together.news"),
    }
)
"""Routes that answer with files, figures for programs and parts of pages."""
