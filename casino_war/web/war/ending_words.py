"""How a game of War ends, in sentences."""

from collections.abc import Iterator

from casino_war.game.war_rules import LimitResult, Objective, WarRules
from casino_war.game.war_state import BATTLES_MAX, is_deterministic
from casino_war.web.format import number
from casino_war.web.language import _, ngettext


def tell_aim(rules: WarRules) -> Iterator[str]:
    """Tell what ends a game and who has won then."""
    is_two = rules.players == 2
    match rules.objective:
        case Objective.COLLECT_ALL:
            yield _("Whoever has no cards left is out. The last one with cards wins the game.")
        case Objective.AVOID_COLLECTING_ALL:
            yield _("Whoever has no cards left is out of danger.")
            yield (
                _("Whoever ends up with all the cards loses, and the other one wins.")
                if is_two
                else _("Whoever ends up with all the cards loses, and all others win.")
            )
        case Objective.AVOID_RUNNING_OUT:
            yield _("The first player without cards loses, and the game is over at once.")
        case Objective.MOST_CARDS:
            yield _("When the stocks are played through, whoever has won the most cards wins.")
            yield _("Equally many are a draw.")
        case Objective.WARS_WON:
            yield ngettext(
                "Whoever wins a war wins the game. A war counts once, however long it is.",
                "Whoever first wins %(num)s wars wins the game. A war counts once, however long "
                "it is.",
                rules.wars_to_win,
            )
            yield _("Whoever holds all cards before that wins too.")


def tell_limits(rules: WarRules) -> Iterator[str]:
    """Tell what stops a game that goes on, and how many games win the match."""
    if rules.battle_limit:
        yield ngettext(
            "The game stops after %(num)s battle.",
            "The game stops after %(battles)s battles.",
            rules.battle_limit,
            battles=number(rules.battle_limit),
        )
    if rules.time_limit_min:
        yield ngettext(
            "The game stops after %(num)s minute; the battle in progress is finished first.",
            "The game stops after %(num)s minutes; the battle in progress is finished first.",
            rules.time_limit_min,
        )
    if rules.battle_limit or rules.time_limit_min:
        yield (
            _("It is a draw then.")
            if rules.limit_result is LimitResult.DRAW
            else _at_a_limit(rules.objective)
        )
    elif rules.objective is not Objective.MOST_CARDS:
        yield _(
            "No rule ends it sooner. Here any game stops after %(battles)s battles as a draw.",
            battles=number(BATTLES_MAX),
        )
    if is_deterministic(rules) and rules.objective is not Objective.MOST_CARDS:
        yield _("A game that provably goes round for ever is a draw as well.")
    if rules.games_to_win > 1:
        yield _(
            "The match goes to whoever first wins %(games)s games.",
            games=number(rules.games_to_win),
        )


def _at_a_limit(objective: Objective) -> str:
    match objective:
        case Objective.AVOID_COLLECTING_ALL:
            return _("Whoever holds the most cards then loses; equally many are a draw.")
        case Objective.AVOID_RUNNING_OUT:
            return _("Whoever holds the fewest cards then loses; equally few are a draw.")
        case Objective.WARS_WON:
            return _("Whoever has won the most wars then wins; equally many are a draw.")
        case Objective.COLLECT_ALL | Objective.MOST_CARDS:
            return _("Whoever has the most cards then wins; equally many are a draw.")
