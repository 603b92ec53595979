"""Who may sit where when a practice game starts: the choices of its form."""

from dataclasses import dataclass

from casino_war.game.war_rules import Choice, WarRules
from casino_war.game.war_strategies import STRATEGIES, ComputerPlayer
from casino_war.web.language import _, ngettext, translate

PERSON = "person"
ELSEWHERE = "elsewhere"
COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class Seating:
    """One choice: ``seats`` as the form sends them, seat after seat by commas."""

    seats: str
    label: str


def seatings(rules: WarRules) -> tuple[Seating, ...]:
    """List who may sit where: here, then with persons elsewhere, then computer players alone.

    Where players decide something, computer players of each kind can be chosen; where
    persons elsewhere play too, the usual one.
    """
    players = rules.players
    here = [
        _seating(rules, count, player)
        for count in range(1, players + 1)
        for player in (STRATEGIES[rules.choice] if count < players else (None,))
    ]
    apart = [
        _seating_apart(count, away, players - count - away)
        for count in range(1, players)
        for away in range(players - count, 0, -1)
    ]
    alone = [_seating(rules, 0, player) for player in STRATEGIES[rules.choice]]
    return (*here, *apart, *alone)


def _seating_apart(here: int, away: int, computers: int) -> Seating:
    seats = [PERSON] * here + [ELSEWHERE] * away + [COMPUTER] * computers
    parts = [
        _("You") if here == 1 else ngettext("%(num)s player here", "%(num)s players here", here),
        ngettext("%(num)s player elsewhere", "%(num)s players elsewhere", away),
    ]
    if computers:
        parts.append(ngettext("the computer", "%(num)s computer players", computers))
    label = _("%(first)s and %(last)s", first=", ".join(parts[:-1]), last=parts[-1])
    return Seating(",".join(seats), label)


def _seating(rules: WarRules, persons: int, player: ComputerPlayer | None) -> Seating:
    decides = player is not None and rules.choice is not Choice.NOTHING
    computer = f"{COMPUTER}:{player.key}" if player is not None and decides else COMPUTER
    seats = [PERSON] * persons + [computer] * (rules.players - persons)
    label = _label(persons, rules.players - persons)
    if player is not None and decides:
        label = _("%(seats)s: %(strategy)s", seats=label, strategy=translate(player.title))
    return Seating(",".join(seats), label)


def _label(persons: int, computers: int) -> str:
    if not computers:
        return ngettext("%(num)s player here", "%(num)s players here", persons)
    against = ngettext("the computer", "%(num)s computer players", computers)
    if persons == 0:
        return ngettext("%(num)s computer player", "%(num)s computer players alone", computers)
    if persons == 1:
        return _("You and %(computers)s", computers=against)
    return ngettext(
        "%(num)s player here and %(computers)s",
        "%(num)s players here and %(computers)s",
        persons,
        computers=against,
    )
