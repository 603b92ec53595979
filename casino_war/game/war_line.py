"""A game of War as one line of text.

``war/1 classic@1 war_face_down=3 seed=42`` reads: the preset ``classic`` in version 1 but
with three cards face down, dealt by the seed 42. ``war/1 steal_war@1 seed=1
stocks=9D,KS,2S/3C|4H,5H/QH,9S decisions=A:steal-B,B:play;A:KS`` is a game of given cards,
which also say how many play; the seed serves what is left to chance. Stocks and decisions
are spelled as in `casino_war.game.war_spelling`. ``battles=12`` ends the line of a game
that was stopped after so many; without it a game goes on to its end, or until nobody has
decided what it waits for. `casino_war.game.war_replay` plays it.

Games of the practice room have provably fair seeds (``seed=<server seed>:<nonce>:<client
seed>``, see `casino_war.game.war_seed`) and say which seats were a computer's, whose
choices by chance drew from the same stream (``computers=B:random``). Where a real clock
ran, ``clock=87`` says that it rang in the battle of that number, ``clock=0`` that it did
not ring.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass

from casino_war.errors import N_, CasinoWarError, InvalidNotationError, InvalidRulesError
from casino_war.game.cards import Cards
from casino_war.game.events import Seat
from casino_war.game.war_actions import SEATS
from casino_war.game.war_nearest import no_such_version, set_anew
from casino_war.game.war_presets import WarPreset, find
from casino_war.game.war_rules import Value, WarRules
from casino_war.game.war_seed import Seed, parse_seed, source_of
from casino_war.game.war_spelling import (
    QUOTED_MAX,
    Choices,
    format_decisions,
    format_stocks,
    parse_decisions,
    parse_stocks,
    unreadable,
)
from casino_war.game.war_strategies import STRATEGIES

_VERSION = "war/1"
_NUMBER = re.compile(r"0|[1-9][0-9]{0,19}", re.ASCII)
_PRESET = re.compile(r"([a-z0-9_]+)@([1-9][0-9]{0,8})", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class WarLine:
    """All that a game is made of.

    Raises:
        InvalidSeedError: the seed is not of 0 .. 2^64 - 1.
        InvalidRulesError: there are stocks, but not one for each player.
    """

    preset: str
    """The key of the preset to whose rules the line tells the differences."""
    version: int
    rules: WarRules
    seed: Seed
    stocks: tuple[Cards, ...] = ()
    """Given stocks, top card first; none if the seed deals."""
    piles: tuple[Cards, ...] = ()
    """Given side piles, first captured card first; none if all are empty."""
    decisions: tuple[Choices, ...] = ()
    battles: int | None = None
    """After how many battles the game was stopped."""
    computers: tuple[tuple[Seat, str], ...] = ()
    """Seats that a computer player played, each with the key of its strategy."""
    clock: int | None = None
    """In which battle a real clock rang, 0 if it did not; None where battles tell the time."""

    def __post_init__(self) -> None:
        source_of(self.seed)
        if self.stocks and len(self.stocks) != self.rules.players:
            raise _miscounted(len(self.stocks), self.rules.players)

    def __str__(self) -> str:
        settings = set_anew(find(self.preset), self.rules)
        if self.stocks:
            settings.pop("players", None)
        words = [_VERSION, f"{self.preset}@{self.version}"]
        words += [f"{name}={value}" for name, value in settings.items()]
        words.append(f"seed={self.seed}")
        if self.stocks:
            words.append(f"stocks={format_stocks(self.stocks, self.piles)}")
        if self.decisions:
            words.append(f"decisions={format_decisions(self.decisions)}")
        if self.computers:
            told = (f"{SEATS[seat]}:{strategy}" for seat, strategy in self.computers)
            words.append(f"computers={','.join(told)}")
        if self.clock is not None:
            words.append(f"clock={self.clock}")
        if self.battles is not None:
            words.append(f"battles={self.battles}")
        return " ".join(words)


def parse_line(text: str) -> WarLine:
    """Read a line that `WarLine` printed; the order of what follows the preset is free.

    Raises:
        InvalidNotationError: the line is no game of War; the message quotes the part.
    """
    version, *words = text.split(" ")
    if version != _VERSION or not words:
        raise InvalidNotationError(
            N_("%(text)s is not the notation of a game of War."), text=repr(text[:QUOTED_MAX])
        )
    with _reading(words[0]):
        preset = _parse_preset(words[0])
    parts: dict[str, str] = {}
    for word in words[1:]:
        name, equals, value = word.partition("=")
        if not equals or not value or name in parts:
            raise unreadable(word)
        parts[name] = value
    seed, stocks, decisions, battles, computers, clock = (
        parts.pop(name, "")
        for name in ("seed", "stocks", "decisions", "battles", "computers", "clock")
    )
    with _reading(f"stocks={stocks}"):
        given, piles = parse_stocks(stocks) if stocks else ((), ())
    with _reading(f"decisions={decisions}"):
        choices = parse_decisions(decisions) if decisions else ()
    settings = (f"{name}={value}" for name, value in parts.items())
    with _reading(" ".join(settings) or words[0]):
        rules = changed_rules(preset, parts, len(given) or None)
    with _reading(f"seed={seed}"):
        return WarLine(
            preset=preset.key,
            version=preset.version,
            rules=rules,
            seed=parse_seed(seed) if ":" in seed else _parse_number("seed", seed),
            stocks=given,
            piles=piles,
            decisions=choices,
            battles=_parse_number("battles", battles) if battles else None,
            computers=_parse_computers(computers, rules) if computers else (),
            clock=_parse_number("clock", clock) if clock else None,
        )


def changed_rules(
    preset: WarPreset, settings: Mapping[str, str], stocks: int | None = None
) -> WarRules:
    """Return the preset's rules with some set anew, for as many players as there are stocks.

    The preset's own range of players does not bind.

    Raises:
        InvalidRulesError: a rule or value is unknown, they do not go together, or
            ``players`` is not the number of stocks.
    """
    changed: dict[str, Value] = {**settings}
    if stocks is not None:
        if settings.get("players", str(stocks)) != str(stocks):
            raise _miscounted(stocks, settings["players"])
        if not 2 <= stocks <= len(SEATS):
            raise InvalidRulesError(
                N_("The stocks are %(stocks)s, but 2 to 4 players have one each."),
                fields=("players",),
                stocks=stocks,
            )
        changed["players"] = stocks
    return preset.rules_with(changed)


def _parse_preset(text: str) -> WarPreset:
    match = _PRESET.fullmatch(text)
    if match is None:
        raise unreadable(text)
    preset = find(match[1])
    if (preset.key, preset.version) != (match[1], int(match[2])):
        raise no_such_version(preset, text)
    return preset


def _parse_computers(text: str, rules: WarRules) -> tuple[tuple[Seat, str], ...]:
    found: dict[Seat, str] = {}
    for word in text.split(","):
        letter, _, strategy = word.partition(":")
        seat = SEATS.find(letter) if len(letter) == 1 else rules.players
        known = {player.key for player in STRATEGIES[rules.choice]}
        if not 0 <= seat < rules.players or seat in found or strategy not in known:
            raise unreadable(f"computers={text}")
        found[seat] = strategy
    return tuple(sorted(found.items()))


def _parse_number(name: str, text: str) -> int:
    if not _NUMBER.fullmatch(text):
        raise unreadable(f"{name}={text}")
    return int(text)


@contextmanager
def _reading(part: str) -> Iterator[None]:
    """Turn what is wrong with a part of a line into an error that quotes the part."""
    try:
        yield
    except InvalidNotationError:
        raise
    except CasinoWarError as error:
        raise InvalidNotationError(
            N_("%(part)s cannot be read: %(why)s"), part=repr(part[:QUOTED_MAX]), why=str(error)
        ) from error


def _miscounted(stocks: int, players: object) -> InvalidRulesError:
    return InvalidRulesError(
        N_("There are %(stocks)s stocks for %(players)s players."),
        fields=("players",),
        stocks=stocks,
        players=str(players)[:QUOTED_MAX],
    )
