"""Who may sit where when a practice game starts: the choices of its form."""

from dataclasses import dataclass

from casino_war.game.war_rules import Choice, WarRules
from casino_war.game.war_strategies import STRATEGIES, ComputerPlayer
from casino_war.web.language import _, ngettext, translate

PERSON = "person"
COMPUTER = "computer"


@dataclass(frozen=True, slots=True)
class Seating:
    """One choice: ``seats`` as the form sends them, seat after seat by commas."""

    seats: str
    label: str


def seatings(rules: WarRules) -> tuple[Seating, ...]:
    """List who may sit where: one person first, then more, then computer players alone.

    Where players decide something, computer players of each kind can be chosen.
    """
    persons = (*range(1, rules.players + 1), 0)
    return tuple(
        _seating(rules, count, player)
        for count in persons
        for player in (STRATEGIES[rules.choice] if count < rules.players else (None,))
    )


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
