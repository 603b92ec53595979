"""The command ``casino-war odds``: what every bet costs, as fractions and decimals."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import click

from casino_war.errors import N_, BetRefusedError, InvalidInputError
from casino_war.game.money import shorten
from casino_war.game.table_presets import find
from casino_war.game.table_rules import HANDS_MAX, Surrender, TableRules, TiedWar
from casino_war.web.cli.common import JSON, examples

if TYPE_CHECKING:
    from casino_war.odds.composition import Composition
    from casino_war.odds.strategy import Strategy

NO_BET = "none"

Figures = Mapping[str, Fraction | None]
"""Figures by the names that programs know them by; None for what there is not."""

_LABELS: Mapping[str, str] = {
    "p_win": "first card wins",
    "p_lose": "first card loses",
    "p_tie": "first cards tie",
    "p_tied_war": "war ties, given a tie",
    "p_hand_won": "hand wins in the end",
    "house_edge": "house edge (of the ante)",
    "element_of_risk": "element of risk (of all staked)",
    "variance": "variance (antes squared)",
    "average_action": "staked on average (antes)",
    "tie_bet_edge": "house edge of the tie bet",
    "second_tie_bet_edge": "house edge of the second tie bet",
    "ev_ante": "expected net of the ante",
    "ev_tie_bet": "expected net of the tie bet",
    "round_ev": "expected net of the round (antes)",
    "round_action": "staked on the round (antes)",
    "covariance": "covariance of two hands",
    "round_variance": "variance of the round",
    "p_any_tie": "a hand of the round ties",
    "p_next_match": "next two cards match",
    "ev_war": "going to war nets (antes)",
    "ev_surrender": "surrender nets (antes)",
    "ev_tie_bet_war": "standing tie bet nets, war",
    "ev_tie_bet_surrender": "standing tie bet nets, surrender",
}
_IN_ANTES = frozenset(
    {
        "variance",
        "average_action",
        "round_ev",
        "round_action",
        "covariance",
        "round_variance",
        "ev_war",
        "ev_surrender",
        "ev_tie_bet_war",
        "ev_tie_bet_surrender",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The options as they were typed, None for those left out."""

    table: str | None
    rules: Mapping[str, str | None]
    counts: str | None
    is_after_tie: bool
    hands: str | None
    strategy: str | None


@click.command(
    epilog=examples(
        "casino-war odds --table classic",
        "casino-war odds --decks 1 --tied-war bonus_ante --hands 3 --json",
        'casino-war odds --counts "2 2 2 2 2 2 2 2 2 2 2 2 2" --after-tie',
    ),
)
@click.option("--table", metavar="KEY", help="A table of the lobby, such as classic.")
@click.option("--decks", metavar="N", help="Packs in the shoe, 1-8; 6 if left out.")
@click.option("--tied-war", metavar="RULE", help=f"{', '.join(TiedWar)}; even if left out.")
@click.option("--surrender", metavar="RULE", help=f"{', '.join(Surrender)}; half if left out.")
@click.option("--tie-bet-to-one", metavar="ODDS", help="9-12, or none; 10 if left out.")
@click.option("--second-tie-bet-to-one", metavar="ODDS", help="9-12, or none, as if left out.")
@click.option("--tie-ladder", metavar="ODDS", help='As "10 25 50 200": for 1, 2, ... ties.')
@click.option(
    "--counts", metavar="COUNTS", help='Cards left by rank, two first: "22 24 24"; others none.'
)
@click.option(
    "--after-tie", "is_after_tie", is_flag=True, help="Value the decisions at a tie instead."
)
@click.option("--hands", metavar="N", help="Show what a round of N hands comes to, too.")
@click.option(
    "--strategy",
    metavar="NAME",
    help="always_war, always_surrender or best; always_war if left out.",
)
@JSON
def odds(
    table: str | None,
    counts: str | None,
    is_after_tie: bool,
    hands: str | None,
    strategy: str | None,
    as_json: bool,
    **rules: str | None,
) -> None:
    """Print what every bet costs in one round, exactly.

    The round begins with a full shoe, or with the cards of --counts. With --after-tie
    they are what the tie left. Burned cards are unseen and change nothing.
    """
    asked = Asked(
        table=table,
        rules=rules,
        counts=counts,
        is_after_tie=is_after_tie,
        hands=hands,
        strategy=strategy,
    )
    title, figures, distribution = _answer(asked)
    if as_json:
        click.echo(json.dumps(_as_data(figures, distribution)))
    else:
        click.echo("\n".join([title, *_lines(figures, distribution)]))


def _answer(asked: Asked) -> tuple[str, Figures, Mapping[Fraction, Fraction]]:
    rules, hands = _rules(asked)
    strategy = _strategy("always_war" if asked.strategy is None else asked.strategy)
    left = _composition(asked, rules)
    shoe = "" if asked.counts is not None else f", decks {rules.decks}"
    title = f"tied war {rules.tied_war}{shoe}, cards {left.cards}"
    if asked.is_after_tie:
        if asked.hands is not None:
            raise _together("--after-tie", "--hands")
        if asked.strategy is not None:
            raise _together("--after-tie", "--strategy")
        return f"{title}, after a tie", _after_tie(rules, left), {}
    return (f"{title}, {strategy}", *_round(rules, left, strategy, asked, hands))


def _rules(asked: Asked) -> tuple[TableRules, int]:
    """Return the table's rules, and the hands of a round at it."""
    given = {name: text for name, text in asked.rules.items() if text is not None}
    hands = 1 if asked.hands is None else _whole("--hands", asked.hands)
    if asked.table is not None:
        if given:
            raise _together("--table", _option(next(iter(given))))
        rules = find(asked.table).rules
        _check_hands(hands, rules.hands_max)
        return rules, hands
    _check_hands(hands, HANDS_MAX)
    data: dict[str, Any] = {name: _rule(name, text) for name, text in given.items()}
    if "tie_ladder" in data:
        data.setdefault("tie_bet_to_one", data["tie_ladder"][0])
    if asked.hands is not None:
        data["hands_max"] = hands
    return TableRules.from_data(data), hands


def _check_hands(hands: int, maximum: int) -> None:
    if not 1 <= hands <= maximum:
        raise BetRefusedError(
            N_("Hands a round at this table: 1 to %(maximum)s, not %(hands)s."),
            reason="hands",
            hands=hands,
            maximum=maximum,
        )


def _rule(name: str, text: str) -> object:
    """Read one rule; what it may be is for the rules to say."""
    if name in ("tied_war", "surrender"):
        return text
    if name == "tie_ladder":
        rungs = text.split()
        return [_whole(_option(name), rung) for rung in rungs or [""]]
    if name.endswith("to_one"):
        return None if text == NO_BET else _whole(_option(name), text, or_none=True)
    return _whole(_option(name), text)


def _strategy(name: str) -> "Strategy":
    from casino_war.odds.strategy import Strategy

    try:
        return Strategy(name)
    except ValueError:
        raise InvalidInputError(
            N_("There is no strategy called %(name)s; there are %(names)s."),
            reason="strategy",
            name=shorten(name),
            names=", ".join(Strategy),
        ) from None


def _composition(asked: Asked, rules: TableRules) -> "Composition":
    from casino_war.odds.composition import (
        full_shoe,
        parse_counts,
        require_tie_gone,
        shoe_after_tie,
    )

    if asked.counts is not None:
        # A table's shoe may be any number of packs; only --decks says how many are meant.
        decks = rules.decks if asked.rules["decks"] else None
        left = parse_counts(asked.counts, decks)
        if asked.is_after_tie and decks is not None:
            require_tie_gone(left, decks)
        return left
    return (shoe_after_tie if asked.is_after_tie else full_shoe)(rules.decks)


def _after_tie(rules: TableRules, left: "Composition") -> Figures:
    from casino_war.odds.decisions import decision_odds
    from casino_war.odds.numbers import EXACT

    found = decision_odds(rules, left, EXACT)
    figures: dict[str, Fraction | None] = {
        "p_next_match": found.p_next_match,
        "ev_war": found.ev_war,
        "ev_surrender": found.ev_surrender,
    }
    if found.ev_second_tie_bet is not None:
        figures["second_tie_bet_edge"] = -found.ev_second_tie_bet
    for decision, ev in found.ev_tie_bet.items():
        figures[f"ev_tie_bet_{decision.value}"] = ev
    return figures


def _round(
    rules: TableRules, left: "Composition", strategy: "Strategy", asked: Asked, hands: int
) -> tuple[Figures, Mapping[Fraction, Fraction]]:
    from casino_war.odds.numbers import EXACT
    from casino_war.odds.report import hand_odds
    from casino_war.odds.rounds import round_odds

    found = hand_odds(rules, left, strategy, EXACT)
    figures: dict[str, Fraction | None] = {
        "p_win": found.p_win,
        "p_lose": found.p_lose,
        "p_tie": found.p_tie,
        "p_tied_war": found.p_tied_war,
        "p_hand_won": found.p_hand_won,
        "house_edge": found.house_edge,
        "element_of_risk": found.element_of_risk,
        "variance": found.ante.variance,
        "average_action": found.ante.average_action,
        "tie_bet_edge": found.tie_bet.edge if found.tie_bet else None,
    }
    if found.second_tie_bet:
        figures["second_tie_bet_edge"] = found.second_tie_bet.edge
    if asked.counts is not None:
        figures["ev_ante"] = found.ante.ev
        figures["ev_tie_bet"] = found.tie_bet.ev if found.tie_bet else None
    if asked.hands is not None:
        together = round_odds(rules, left, hands, strategy, EXACT)
        figures["round_ev"] = together.round_mean
        figures["round_action"] = together.round_action
        figures["covariance"] = together.covariance
        figures["round_variance"] = together.round_variance
        figures["p_any_tie"] = together.p_any_tie
    return figures, found.ante.distribution


def _as_data(figures: Figures, distribution: Mapping[Fraction, Fraction]) -> dict[str, object]:
    data: dict[str, object] = {
        name: None if value is None else {"fraction": str(value), "decimal": float(value)}
        for name, value in figures.items()
    }
    if distribution:
        data["distribution"] = {str(net): str(chance) for net, chance in distribution.items()}
    return data


def _lines(figures: Figures, distribution: Mapping[Fraction, Fraction]) -> list[str]:
    lines = []
    for name, value in figures.items():
        lines.append(_line(_LABELS[name], value, is_share=name not in _IN_ANTES))
    for net, chance in distribution.items():
        lines.append(
            _line(f"net {net} {'ante' if abs(net) == 1 else 'antes'}", chance, is_share=True)
        )
    return lines


def _line(label: str, value: Fraction | None, *, is_share: bool) -> str:
    if value is None:
        return f"{label:34}{'-':>13}"
    shown = f"{float(100 * value):.4f} %" if is_share else f"{float(value):.6f}  "
    return f"{label:34}{shown:>13}  {value}"


def _whole(option: str, text: str, *, or_none: bool = False) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise InvalidInputError(
            N_("%(option)s takes a whole number in digits or none, not %(text)s.")
            if or_none
            else N_("%(option)s takes whole numbers in digits, not %(text)s."),
            reason="number",
            option=option,
            text=shorten(text),
        )
    return int(text)


def _option(name: str) -> str:
    return "--" + name.replace("_", "-")


def _together(one: str, other: str) -> InvalidInputError:
    return InvalidInputError(
        N_("%(one)s and %(other)s cannot be given together."),
        reason="together",
        one=one,
        other=other,
    )
