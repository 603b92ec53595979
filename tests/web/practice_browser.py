"""A browser without scripts in the practice room."""

import re
import secrets
from dataclasses import dataclass

from tests.web.browser import Browser, find_form


@dataclass(slots=True)
class PracticeBrowser:
    """One visitor at one game."""

    browser: Browser
    path: str = ""

    def start(self, rules: str, seats: str = "person,computer", status: int = 303) -> str:
        """Start a game as the forms of the gallery do; return what was answered."""
        token = self.browser.form("/cashier", "/cashier/buy-in")["csrf_token"]
        fields = {"csrf_token": token, "key": secrets.token_urlsafe(12)}
        response = self.browser.send(
            "/practice/games", fields | {"rules": rules, "seats": seats}, status
        )
        if status == 303:
            self.path = response.location
        return response.text

    @property
    def page(self) -> str:
        return self.browser.get(self.path)

    def act(self, name: str, /, status: int = 303, page: str | None = None, **fields: str) -> str:
        """Send one of the page's forms; return the page that comes of it."""
        action = f"{self.path}/{name}"
        form = find_form(self.page if page is None else page, action)
        response = self.browser.send(action, form | fields, status)
        if status == 303:
            return self.browser.get(response.location)
        return response.text

    def battle(self) -> int:
        """The number of the battle on the felt."""
        match = re.search(r'id="felt" data-battle="(\d+)"', self.page)
        assert match is not None
        return int(match[1])
