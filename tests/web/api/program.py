"""A program at the API: shows its token, gives every wish a key, reads JSON."""

from typing import Any

from flask import Flask
from werkzeug.test import TestResponse

from casino_war.services.api_tokens import Scope, make_token
from casino_war.services.commands import MakeToken
from casino_war.services.house import House
from casino_war.web.api.address import PREFIX

Json = dict[str, Any]


class Program:
    """A program that plays for a player of its own, or for the one of *player_token*."""

    made = 0

    def __init__(
        self, app: Flask, scope: Scope = Scope.PLAY, player_token: str | None = None
    ) -> None:
        self.app = app
        self.client = app.test_client(use_cookies=False)
        self.house: House = app.extensions["casino_war"]
        Program.made += 1
        name = f"program-{Program.made}"
        command = MakeToken(key=f"key-of-{name}", version=0, name=name, scope=scope)
        made = make_token(self.house, player_token, command, name)
        self.player_token = made.player_token
        self.secret = made.secret or ""
        self.token_id = made.token.id
        self.keys = 0

    def ask(
        self, method: str, path: str, body: object = None, *, key: str = "", **headers: str
    ) -> TestResponse:
        """Send a request as it is, with the token; *headers* by their names with underscores."""
        given = {"Authorization": f"Bearer {self.secret}"}
        if key:
            given["Idempotency-Key"] = key
        given |= {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.open(f"{PREFIX}{path}", method=method, json=body, headers=given)

    def get(self, path: str, status: int = 200) -> Json:
        answer = self.ask("GET", path)
        assert answer.status_code == status, answer.text
        told: Json = answer.get_json(force=True)
        return told

    def send(
        self, path: str, body: object = None, status: int = 201, method: str = "POST", key: str = ""
    ) -> Json:
        """Send a wish under a key of its own."""
        self.keys += 1
        answer = self.ask(method, path, body, key=key or f"wish-{self.token_id}-{self.keys:06}")
        assert answer.status_code == status, answer.text
        told: Json = answer.get_json(force=True) if answer.data else {}
        return told

    def buy(self, amount_cents: int = 100_000) -> Json:
        version = self.get("/player")["version"]
        return self.send("/cashier/buy-ins", {"version": version, "amount_cents": amount_cents})

    def sit(self, table: str = "classic") -> Json:
        return self.send(f"/tables/{table}/seat", {}, 200)

    def deal(self, table: str = "classic", *antes: int, status: int = 201) -> Json:
        version = self.get(f"/tables/{table}")["seat"]["version"]
        hands = [{"ante_cents": ante} for ante in antes or (1000,)]
        return self.send(f"/tables/{table}/rounds", {"version": version, "hands": hands}, status)

    def decide(
        self, played: Json, decision: str, table: str = "classic", status: int = 201
    ) -> Json:
        path = f"/tables/{table}/rounds/{played['round_id']}/decisions"
        body = {"version": played["seat"]["version"], "decision": decision}
        return self.send(path, body, status)
