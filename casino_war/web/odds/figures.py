"""What the calculator found, as named figures in sections for its page."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from casino_war.game.round import Decision
from casino_war.game.table_rules import Surrender, TableRules
from casino_war.odds.decisions import DecisionOdds
from casino_war.odds.report import HandOdds, WagerOdds
from casino_war.odds.rounds import RoundOdds
from casino_war.services.calculator import Answer
from casino_war.web.language import _
from casino_war.web.words import word

_BAR_UNITS = 1000


class Kind(StrEnum):
    """How a figure is printed beside its fraction."""

    SHARE = "share"
    """A part of one: as a decimal and as per cent."""
    NUMBER = "number"
    """Antes, antes squared, odds: as a decimal."""
    ROOT = "root"
    """The square root of the fraction: as a decimal."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One figure; None where these cards or rules have none."""

    label: str
    value: Fraction | None
    kind: Kind = Kind.SHARE
    root: float = 0.0
    """Of a `ROOT`, its value."""
    below_zero: str = ""
    """What it means if the value is below zero, where that is not plain."""
    if_none: str = ""
    """Why there is no value, if not for the cards."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """A net result, its chance, and the length of its bar out of a thousand."""

    net: Fraction
    chance: Fraction
    bar: int


@dataclass(frozen=True, slots=True)
class Section:
    """Figures that belong together, with the distribution that they describe."""

    key: str
    title: str
    figures: Sequence[Figure]
    outcomes: Sequence[Outcome] = ()


def sections_of(rules: TableRules, answer: Answer) -> list[Section]:
    """Return everything that was found, in the order of the page."""
    if answer.decision is not None:
        return [_decision(rules, answer.decision)]
    if answer.hand is None:
        return []
    found = [_first_cards(answer.hand), *_wagers(rules, answer), _break_even(answer.hand)]
    if answer.together is not None:
        found.insert(2, _together(answer.together))
    return found


def _first_cards(hand: HandOdds[Fraction]) -> Section:
    figures = [
        Figure(_("Your first card is higher"), hand.p_win),
        Figure(_("The dealer’s first card is higher"), hand.p_lose),
        Figure(_("The first cards tie"), hand.p_tie),
        Figure(_("The war ties too, given a tie"), hand.p_tied_war),
        Figure(_("The hand wins in the end"), hand.p_hand_won),
    ]
    return Section("cards", _("The cards"), figures)


def _wagers(rules: TableRules, answer: Answer) -> Iterator[Section]:
    hand = answer.hand
    if hand is None:
        return
    yield _wager("ante", _("Ante and raise"), hand.ante)
    if hand.tie_bet:
        yield _wager("tie-bet", _("Tie bet"), hand.tie_bet)
    if answer.both:
        yield _both(answer.both)
    # Only a ladder fares differently without an ante, and only where a hand can surrender.
    if hand.lone_tie_bet and rules.tie_ladder:
        yield _wager("lone-tie-bet", _("Tie bet without an ante"), hand.lone_tie_bet)
    if hand.second_tie_bet:
        yield _wager("second-tie-bet", _("Second tie bet, at war"), hand.second_tie_bet)


def _wager(key: str, title: str, odds: WagerOdds[Fraction]) -> Section:
    figures = _figures(odds, odds.edge, Figure(_("Expected net"), odds.ev))
    return Section(key, title, figures, _outcomes(odds.distribution))


def _both(odds: WagerOdds[Fraction]) -> Section:
    """Tell of an ante and a tie bet of one unit each: two are bet at first."""
    ev = Figure(_("Expected net of both"), odds.ev, Kind.NUMBER)
    title = _("Ante and tie bet of one unit each, together")
    return Section("both", title, _figures(odds, odds.edge / 2, ev), _outcomes(odds.distribution))


def _figures(odds: WagerOdds[Fraction], edge: Fraction, ev: Figure) -> list[Figure]:
    gain = _("a gain")
    return [
        Figure(_("House edge: loss per unit bet at first"), edge, below_zero=gain),
        Figure(
            _("Element of risk: loss per unit staked in all"),
            odds.element_of_risk,
            below_zero=gain,
        ),
        ev,
        Figure(_("Staked on average"), odds.average_action, Kind.NUMBER),
        Figure(_("Variance"), odds.variance, Kind.NUMBER),
        _deviation(odds.variance, odds.standard_deviation),
    ]


def _outcomes(distribution: Mapping[Fraction, Fraction]) -> list[Outcome]:
    likeliest = max(distribution.values())
    return [
        Outcome(net, chance, round(_BAR_UNITS * chance / likeliest))
        for net, chance in distribution.items()
    ]


def _break_even(hand: HandOdds[Fraction]) -> Section:
    figures = [
        Figure(
            _("Odds to one at which a tie bet would cost nothing"),
            hand.tie_bet_break_even_to_one,
            Kind.NUMBER,
        ),
        Figure(
            _("Share of the ante below which surrendering would be right"),
            hand.surrender_break_even,
            below_zero=_("never: war gains"),
        ),
    ]
    return Section("break-even", _("Where it would be even"), figures)


def _together(together: RoundOdds[Fraction]) -> Section:
    """Tell of the round: where hands decide by each other's cards, one of it is not one alone."""
    count = together.hands
    figures = [
        Figure(_("At least one hand ties"), together.p_any_tie),
        Figure(_("Expected net of the round, in antes"), together.round_mean, Kind.NUMBER),
        Figure(_("Staked on average, in antes"), together.round_action, Kind.NUMBER),
        Figure(_("Variance of one hand"), together.variance, Kind.NUMBER),
        Figure(_("Covariance of two hands"), together.covariance, Kind.NUMBER),
        Figure(_("Correlation of two hands"), together.correlation, Kind.NUMBER),
        Figure(_("Variance of the round"), together.round_variance, Kind.NUMBER),
        _deviation(together.round_variance, together.round_standard_deviation),
        Figure(_("Variance if the hands were independent"), together.variance * count, Kind.NUMBER),
    ]
    return Section("round", _("A round of %(hands)s hands", hands=count), figures)


def _decision(rules: TableRules, decision: DecisionOdds[Fraction]) -> Section:
    figures = [
        Figure(_("The next two cards match"), decision.p_next_match),
        Figure(_("Going to war nets, per ante"), decision.ev_war),
        Figure(_("Surrender nets, per ante"), decision.ev_surrender, if_none=_("not offered here")),
        Figure(
            _("Share of the ante below which surrendering would be right"),
            decision.surrender_break_even,
            below_zero=_("never: war gains"),
        ),
    ]
    if decision.ev_second_tie_bet is not None:
        figures.append(Figure(_("A second tie bet nets, per unit"), decision.ev_second_tie_bet))
    for choice, ev in decision.ev_tie_bet.items():
        label = _("The standing tie bet nets: %(decision)s", decision=word(choice))
        figures.append(Figure(label, ev, Kind.NUMBER))
    if rules.surrender is Surrender.NOT_OFFERED:
        title = _("At this tie there is only war")
    elif decision.best is Decision.SURRENDER:
        title = _("At this tie surrender is worth more")
    else:
        title = _("At this tie war is worth more, or as much")
    return Section("decision", title, figures)


def _deviation(variance: Fraction, deviation: float) -> Figure:
    return Figure(_("Standard deviation"), variance, Kind.ROOT, deviation)
