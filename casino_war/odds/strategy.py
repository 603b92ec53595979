"""What a player does at ties, and which rules matter to one who always does it."""

from dataclasses import replace
from enum import StrEnum

from casino_war.errors import N_, IllegalDecisionError
from casino_war.game.casino import offered_decisions
from casino_war.game.round import Decision
from casino_war.game.table_rules import Surrender, TableRules, TiedWar


class Strategy(StrEnum):
    """How a player decides tied hands.

    `BEST` weighs ante and raise alone, with all cards counted that lie face up when it
    decides: it surrenders where that is worth more. Where both are worth the same it does
    what would be better if ties were likelier. Under standard rules that is always war.
    """

    ALWAYS_WAR = "always_war"
    ALWAYS_SURRENDER = "always_surrender"
    BEST = "best"


def check_strategy(rules: TableRules, strategy: Strategy) -> None:
    """Refuse a strategy that the table does not let anybody play.

    Raises:
        IllegalDecisionError: it surrenders, and the table does not offer that.
    """
    if strategy is Strategy.ALWAYS_SURRENDER and rules.surrender is Surrender.NOT_OFFERED:
        raise IllegalDecisionError(
            N_("This table does not offer %(decision)s; it offers: %(offered)s."),
            reason="not_offered",
            decision=Decision.SURRENDER.value,
            offered=", ".join(offered_decisions(rules)),
        )


def as_surrendered(rules: TableRules, strategy: Strategy) -> TableRules:
    """Return rules without wars that repeat, where the strategy fights none of them.

    Who surrenders every tie fares the same under both. Only a ladder without an ante is
    fought for to its end, whatever the strategy.
    """
    is_fought_alone = rules.tie_bet_alone and bool(rules.tie_ladder)
    if strategy is not Strategy.ALWAYS_SURRENDER or is_fought_alone:
        return rules
    return replace(rules, tied_war=TiedWar.EVEN, tie_ladder=())
