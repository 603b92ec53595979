"""Cookies: a name and nothing else, however long somebody plays."""

from tests.web.browser import Browser, find_form

ROUNDS = 50
BYTES_MAX = 1024
BUY_IN = "/cashier/buy-in"
TABLE, DEAL, DECIDE = "/tables/classic", "/tables/classic/deal", "/tables/classic/decide"
DRAWING = frozenset({"odds", "luck", "me"})
"""Areas whose pages draw pictures, which takes its time and has no part in this."""


def bytes_of_cookies(browser: Browser) -> int:
    held = (browser.client.get_cookie(name) for name in ("casino_war", "casino_war_settings"))
    return sum(len(f"{each.key}={each.value}; ") for each in held if each is not None)


def test_cookies_do_not_grow(player: Browser) -> None:
    sizes, dealt = [], 0
    while dealt < ROUNDS:
        page = player.get(TABLE)
        if f'action="{DECIDE}"' in page:
            player.send(DECIDE, find_form(page, DECIDE) | {"decision": "surrender"})
        else:
            player.send(DEAL, find_form(page, DEAL) | {"ante-1": "5"})
            dealt += 1
        sizes.append(bytes_of_cookies(player))
    player.send(BUY_IN, player.form("/cashier", BUY_IN) | {"amount": "5"})
    sizes.append(bytes_of_cookies(player))
    for rule in player.app.url_map.iter_rules():
        is_plain = "GET" in (rule.methods or ()) and not rule.arguments
        if is_plain and rule.endpoint.partition(".")[0] not in DRAWING:
            with player.client.get(rule.rule) as answer:
                assert answer.status_code < 500
            sizes.append(bytes_of_cookies(player))
    assert len(sizes) > ROUNDS + 20
    assert 0 < max(sizes) < BYTES_MAX
    # A time stamp more or less makes no difference; what was played must make none.
    assert max(sizes) - min(sizes) < 8
