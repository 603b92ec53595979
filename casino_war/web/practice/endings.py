"""How a practice game ended, in a sentence: who, and why."""

from collections.abc import Mapping
from typing import assert_never

from casino_war.game.war_events import Ended, EndReason, Outcome
from casino_war.game.war_rules import Objective, WarRules
from casino_war.web.language import Text, _, ngettext
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.practice.places import place_names

REASONS: Mapping[EndReason, Text] = {
    EndReason.COLLECTED_ALL: _l("all cards came into one hand"),
    EndReason.RAN_OUT: _l("out of cards"),
    EndReason.RAN_OUT_IN_WAR: _l("out of cards in a war"),
    EndReason.BOTH_RAN_OUT: _l("all ran out together"),
    EndReason.BATTLE_LIMIT: _l("the battle limit"),
    EndReason.TIME_LIMIT: _l("the time limit"),
    EndReason.WARS_REACHED: _l("wars won"),
    EndReason.STOCKS_PLAYED: _l("all cards played"),
    EndReason.CAP: _l("the technical limit"),
    EndReason.CYCLE: _l("the same position came again"),
}


def tell_end(ended: Ended, rules: WarRules) -> str:
    """Say who won, or lost, and why."""
    places = place_names(ended.seats, rules.players)
    count = len(ended.seats)
    match ended.outcome:
        case Outcome.WIN:
            return ngettext(
                "%(places)s wins: %(why)s.",
                "%(places)s win: %(why)s.",
                count,
                places=places,
                why=_why_won(ended, rules),
            )
        case Outcome.LOSER:
            return ngettext(
                "%(places)s loses: %(why)s.",
                "%(places)s lose: %(why)s.",
                count,
                places=places,
                why=_why_lost(ended, rules),
            )
        case Outcome.DRAW:
            return _("A draw: %(why)s.", why=_why_drawn(ended))
    assert_never(ended.outcome)


def _why_won(ended: Ended, rules: WarRules) -> str:
    match ended.reason:
        case EndReason.COLLECTED_ALL:
            return _("nobody else has a card left")
        case EndReason.RAN_OUT_IN_WAR:
            return _("everybody else ran out of cards, the last of them in a war")
        case EndReason.WARS_REACHED:
            return ngettext(
                "first to win %(num)s war", "first to win %(num)s wars", rules.wars_to_win
            )
        case EndReason.STOCKS_PLAYED:
            return _("all cards are played, and these are the most won")
        case _:
            return f"{_limit(ended)}, {_best(rules)}"


def _why_lost(ended: Ended, rules: WarRules) -> str:
    collects = rules.objective is Objective.AVOID_COLLECTING_ALL
    match ended.reason:
        case EndReason.COLLECTED_ALL:
            return _("all cards came into this hand")
        case EndReason.RAN_OUT_IN_WAR if collects:
            return _("the others ran out of cards, the last of them in a war")
        case EndReason.RAN_OUT:
            return _("out of cards first")
        case EndReason.RAN_OUT_IN_WAR:
            return _("out of cards first, in a war")
        case _:
            held = _("with the most cards") if collects else _("with the fewest cards")
            return f"{_limit(ended)}, {held}"


def _why_drawn(ended: Ended) -> str:
    match ended.reason:
        case EndReason.BOTH_RAN_OUT:
            return _("all who were left ran out of cards at the same moment")
        case EndReason.CYCLE:
            return ngettext(
                "the same position comes again every %(num)s battle, for ever",
                "the same position comes again every %(num)s battles, for ever",
                ended.period or 1,
            )
        case EndReason.CAP:
            return _("the game was stopped by the technical limit of 10,000 battles")
        case EndReason.STOCKS_PLAYED:
            return _("all cards are played, and as many were won by each")
        case _:
            return _limit(ended)


def _limit(ended: Ended) -> str:
    if ended.reason is EndReason.TIME_LIMIT:
        return _("the clock has rung")
    if ended.reason is EndReason.BATTLE_LIMIT:
        return _("the battle limit is reached")
    return str(REASONS[ended.reason])


def _best(rules: WarRules) -> str:
    if rules.objective is Objective.WARS_WON:
        return _("with the most wars won")
    return _("with the most cards")
