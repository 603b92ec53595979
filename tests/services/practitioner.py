"""A player at the services of the practice room, with versions taken from the page."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TypeVar

from casino_war.game.war_line import changed_rules
from casino_war.game.war_presets import find
from casino_war.services.house import House
from casino_war.services.practice import acts as practice
from casino_war.services.practice.commands import (
    Abandon,
    Acknowledge,
    Choose,
    ChooseSeed,
    Deal,
    Flip,
    GameCommand,
    Pause,
    Resume,
    StartPractice,
)
from casino_war.services.practice.page import GamePage, game_page
from casino_war.services.practice.start import start

C = TypeVar("C", bound=GameCommand)

TWO = ("person", "computer")


@dataclass(slots=True)
class Clock:
    """A clock that stands until it is set on."""

    now: datetime = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def go(self, **time: float) -> None:
        self.now += timedelta(**time)


@dataclass(slots=True)
class Practitioner:
    """One browser, at one game after the other."""

    house: House
    token: str | None = None
    link: str = ""
    visitor: str = "a browser"
    keys: int = field(default=0)

    def key(self) -> str:
        self.keys += 1
        return f"{self.visitor}-{self.keys}"

    @property
    def page(self) -> GamePage:
        return game_page(self.house, self.token, self.link)

    def start_command(
        self, preset: str, seats: tuple[str, ...] = TWO, seed: str = "lucky", **more: str
    ) -> StartPractice:
        ways = {name: more.pop(name) for name in ("rematch_of", "deal_of") if name in more}
        rules = changed_rules(find(preset), {"players": str(len(seats)), **more})
        return StartPractice(
            key=self.key(),
            version=0,
            preset_key=preset,
            settings=tuple((name, str(value)) for name, value in rules.to_data().items()),
            seats=seats,
            client_seed=seed,
            visitor=self.visitor,
            **ways,
        )

    def start(self, preset: str = "classic", *seats: str, **more: str) -> "Practitioner":
        command = self.start_command(preset, seats or TWO, **more)
        started = start(self.house, self.token, command)
        self.token, self.link = started.token, started.link
        return self

    def command(self, kind: type[C], **more: object) -> C:
        facts: dict[str, object] = {
            "key": self.key(),
            "version": self.page.game.version,
            "link": self.link,
        }
        return kind(**facts | more)  # type: ignore[arg-type]  # the tests name what they pass

    def deal(self) -> "Practitioner":
        practice.deal(self.house, self.token, self.command(Deal))
        return self

    def flip(self, battles: int | None = 1) -> "Practitioner":
        practice.flip(self.house, self.token, self.command(Flip, battles=battles))
        return self

    def choose(self, seat: int, action: str, *, rest: bool = False) -> "Practitioner":
        turn = self.page.game.turn
        command = self.command(Choose, seat=seat, turn=turn, action=action, and_rest=rest)
        practice.choose(self.house, self.token, command)
        return self

    def acknowledge(self) -> None:
        practice.acknowledge(self.house, self.token, self.command(Acknowledge))

    def pause(self) -> None:
        practice.pause(self.house, self.token, self.command(Pause))

    def resume(self) -> None:
        practice.resume(self.house, self.token, self.command(Resume))

    def abandon(self) -> None:
        practice.abandon(self.house, self.token, self.command(Abandon))

    def seed(self, client_seed: str) -> None:
        command = self.command(ChooseSeed, client_seed=client_seed)
        practice.choose_seed(self.house, self.token, command)
