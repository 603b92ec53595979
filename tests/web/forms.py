"""Every form of the site, found by walking its pages, and nasty things to write into them."""

from dataclasses import dataclass, field
from html.parser import HTMLParser
from random import Random
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import HTTPException

from tests.web.browser import Browser

PAGES_MAX = 200
SAME_MAX = 2


@dataclass(slots=True)
class Form:
    """A form as a page has it; ``choices`` holds what its lists and buttons offer."""

    endpoint: str
    method: str
    action: str
    page: str
    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """Forms of one name go to one place, with the same fields."""
        return f"{self.method} {self.endpoint}"


_Found = tuple[str, str, dict[str, str], dict[str, list[str]]]
"""Method, action, fields and choices of a form."""


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.forms: list[_Found] = []
        self._list = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "a":
            self.links.append(given.get("href", ""))
        elif tag == "form":
            method = given.get("method", "get").upper()
            self.forms.append((method, given.get("action", ""), {}, {}))
        elif self.forms:
            self._field(tag, given)

    def _form_of(self) -> _Found:
        """Return the form at whose fields a button stands that sends them elsewhere."""
        return next((form for form in self.forms if form[1].endswith("/deal")), self.forms[-1])

    def _field(self, tag: str, given: dict[str, str]) -> None:
        _, _, fields, choices = self.forms[-1]
        name, value = given.get("name", ""), given.get("value", "")
        if tag == "select":
            self._list = name
        if tag == "option":
            choices.setdefault(self._list, []).append(value)
            fields.setdefault(self._list, value)
        if "formaction" in given:
            # A button that sends the same fields elsewhere.
            method, _, fields, choices = self._form_of()
            self.forms.insert(0, (method, given["formaction"], fields, choices))
        elif name and (tag == "button" or given.get("type") in ("radio", "checkbox", "submit")):
            choices.setdefault(name, []).append(value or "on")
        elif name and tag in ("input", "textarea"):
            fields[name] = value


def endpoint_of(app: Flask, method: str, path: str) -> str | None:
    """Return where an address leads, None for nowhere of ours."""
    try:
        found = app.url_map.bind("localhost").match(urlsplit(path).path, method=method)
    except HTTPException:
        return None
    return str(found[0])


def walk(
    app: Flask, browser: Browser, starts: list[str], passed_by: tuple[str, ...] = ()
) -> dict[str, list[Form]]:
    """Follow every link of every page; return the forms by name.

    Pages of one kind are looked at twice: rounds, games and tables are many. Those of
    areas to be *passed_by* are not looked at.
    """
    found: dict[str, list[Form]] = {}
    waiting, seen, kinds = [*starts], set(starts), dict[str, int]()
    while waiting and len(seen) < PAGES_MAX:
        forms, links = look_at(app, browser, waiting.pop(0))
        for form in forms:
            found.setdefault(form.name, []).append(form)
        for link in links:
            kind = endpoint_of(app, "GET", link) or ""
            is_passed_by = not kind or kind.startswith(passed_by or "-")
            if link in seen or is_passed_by or kinds.get(kind, 0) >= SAME_MAX:
                continue
            kinds[kind] = kinds.get(kind, 0) + 1
            seen.add(link)
            waiting.append(link)
    return found


def look_at(app: Flask, browser: Browser, path: str) -> tuple[list[Form], list[str]]:
    """Return the forms of a page, and where its links lead within the site."""
    with browser.client.get(path) as answer:
        if "text/html" not in answer.content_type:
            return [], []
        page = _Page()
        page.feed(answer.get_data(as_text=True))
    links = [urlsplit(link)._replace(fragment="").geturl() for link in page.links]
    forms = []
    for method, action, fields, choices in page.forms:
        to = action or path
        endpoint = endpoint_of(app, method, to)
        assert endpoint is not None, (path, method, to)
        forms.append(Form(endpoint, method, urlsplit(to).path, path, fields, choices))
    return forms, [link for link in links if link.startswith("/")]


NASTY = (
    "", " ", "0", "-1", "1", "5", "10", "007", "1e9", "1.5", "+5", "1_000", "NaN", "Infinity",
    "0x10", "9" * 40, "-" + "9" * 40, str(2**31), str(2**63), str(2**63 - 1), str(2**64),
    "\u0661\u0662", "\u2155", "\u2460", "true", "null", "None", "undefined", "[]", "{}",
    '{"a": [1, {"b": null}]}', "' OR 1=1 --", "'; DROP TABLE transfer; --",
    '" UNION SELECT server_seed FROM shoe --', "%", "_", "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>', "{{7*7}}", "${7*7}", "%(code)s", "%s%n%d", "{0.__class__}",
    "../../etc/passwd", "/etc/passwd", "file:///etc/passwd", "|id", "$(id)",
    "x\r\nSet-Cookie: evil=1", "\n", "\t", "\x00", "a\x00b", "\x1b[31m", "\u202e", "\u200b",
    "\ufeff", "\u2028", "\xe9", "e\u0301", "\U0001d7d3", "\U0001f600",
    "\U0001f468\u200d\U0001f469\u200d\U0001f467\u200d\U0001f466", "\ufdfa" * 20,
    "Z\u0338\u0322\u031b" * 20, "\xdf", "\u0130", "\ufb01", "x" * 300, "x" * 5_000, "classic",
    "classic@1", "three_down@1 players=99999", "AS KD", "2H " * 400, "always_war", "war",
    "surrender", "2026-02-30", "9999-12-31", "0001-01-01", "24:00", "en", "xx_YY",
    "own-00000000000000000000000000000000", "a,b,c", "1,2,3", "5 5 5", "100000 100000",
    "\U0001f0a1",
)  # fmt: skip


def nasty_fields(form: Form, chance: Random) -> MultiDict[str, str]:
    """Fill a form as nobody would: values spoiled, fields left out, doubled or made up."""
    filled: MultiDict[str, str] = MultiDict()
    for name in (*form.fields, *form.choices):
        if name in filled:
            continue
        kept = chance.random()
        if name == "csrf_token":
            value = form.fields[name] if kept < 0.97 else chance.choice(NASTY)
        elif kept < 0.03:
            continue
        elif name in form.choices and kept < 0.7:
            value = chance.choice(form.choices[name])
        elif name in form.fields and kept < 0.6:
            value = form.fields[name]
        else:
            value = chance.choice(NASTY)
        filled.add(name, value)
        if chance.random() < 0.02:
            filled.add(name, chance.choice(NASTY))
    if chance.random() < 0.1:
        filled.add(
            chance.choice(("next", "admin", "player", "ante-9", "x" * 300)), chance.choice(NASTY)
        )
    if "key" in filled and chance.random() < 0.9:
        filled["key"] = f"nasty-{chance.getrandbits(48):012x}"
    return filled
