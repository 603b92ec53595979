"""The pictures of the odds pages: their numbers as specifications, for any width."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from math import sqrt

from casino_war.game.table_rules import TiedWar
from casino_war.odds.comparisons import DECKS, Change, Edges
from casino_war.odds.derivation import Derivation
from casino_war.odds.sessions import NORMAL_TAIL_DEVIATIONS
from casino_war.odds.tie_rich import TieBetAt
from casino_war.web.charts.drawing import Drawing
from casino_war.web.charts.specs import Axis, Band, Bar, Line, bars, lines
from casino_war.web.format import percent
from casino_war.web.language import _
from casino_war.web.odds.words import TIED_WARS_SHORT, change_word, to_one_word

_SESSION_HANDS = 1_000
_POINTS = 50
_RANKS_GONE_SHOWN = 6


def edges_by_decks(edges: Mapping[TiedWar, Sequence[Edges]]) -> Drawing:
    """Draw the house edge by decks, a line for each tied-war rule."""
    series = [
        Line(
            str(TIED_WARS_SHORT[tied_war]),
            [(decks, _hundredths(one.house_edge)) for decks, one in zip(DECKS, row, strict=True)],
        )
        for tied_war, row in edges.items()
    ]
    return partial(
        lines,
        _("House edge of the ante by the number of decks, a line for each tied-war rule."),
        Axis(title=_("Decks"), ticks=DECKS, ends=(1, DECKS[-1]), from_zero=False),
        Axis(title=_("House edge (per cent)")),
        series,
    )


def changes(found: Sequence[Change]) -> Drawing:
    """Draw the house edge after each change, the standard table marked."""
    return shares(
        _("House edge of the ante at the standard table and after each single change."),
        _("House edge (per cent)"),
        [(change_word(one), one.edges.house_edge, not one.field) for one in found],
    )


def shares(description: str, title: str, rows: Sequence[tuple[str, Fraction, bool]]) -> Drawing:
    """Draw shares as bars under the name of their axis, each with its own name; some marked."""
    longest = max(float(100 * share) for _name, share, _marked in rows)
    return partial(
        bars,
        description,
        # Room for the text at the end of the longest bar.
        Axis(title=title, ends=(0.0, 1.35 * longest)),
        [
            Bar(name, _hundredths(share), percent(share, 2), is_marked)
            for name, share, is_marked in rows
        ],
    )


def session(ev: Fraction, variance: Fraction) -> Drawing:
    """Draw what sessions of up to a thousand hands net: the mean, and two bands around it."""
    hands = [_SESSION_HANDS * (point / _POINTS) ** 2 for point in range(_POINTS + 1)]

    def band(name: str, deviations: float) -> Band:
        reach = deviations * sqrt(variance)
        return Band(
            name,
            [(n, float(ev) * n - reach * sqrt(n), float(ev) * n + reach * sqrt(n)) for n in hands],
        )

    return partial(
        lines,
        _(
            "Net result in antes by hands played: the expected loss as a line, with the bands "
            "in which two of three and nineteen of twenty sessions end."
        ),
        Axis(title=_("Hands played"), ends=(0, _SESSION_HANDS), number_format=",d"),
        Axis(title=_("Net result (antes)"), number_format=",d"),
        [Line(_("Expected"), [(n, float(ev) * n) for n in hands])],
        [band(_("19 of 20 sessions"), NORMAL_TAIL_DEVIATIONS), band(_("2 of 3 sessions"), 1.0)],
        has_points=False,
    )


def tie_bet(found: Sequence[TieBetAt]) -> Drawing:
    """Draw what a tie bet nets by the ranks gone, a line for each of its odds."""
    shown = [one for one in found if one.ranks_gone <= _RANKS_GONE_SHOWN]
    series = [
        Line(to_one_word(to_one), [(one.ranks_gone, _hundredths(one.ev[to_one])) for one in shown])
        for to_one in found[0].ev
    ]
    return partial(
        lines,
        _("What a tie bet nets on average by the number of ranks gone, for each of its odds."),
        Axis(
            title=_("Ranks gone"),
            ticks=tuple(range(_RANKS_GONE_SHOWN + 1)),
            ends=(0, _RANKS_GONE_SHOWN),
        ),
        Axis(title=_("Expected net (per cent of the bet)")),
        series,
    )


def ways_to_end(steps: Derivation) -> Drawing:
    """Draw how hands end that always go to war."""
    war_won = steps.p_tie * steps.p_war_won
    tied_war = steps.p_tie * steps.p_tied_war
    rows = [
        (_("Won at once"), steps.p_first_won, False),
        (_("Lost at once"), steps.p_first_won, False),
        (_("War won"), war_won, True),
        (_("War lost"), war_won, True),
        (_("Tied war"), tied_war, True),
    ]
    return shares(
        _("How often a hand ends in each way, wars marked."), _("Chance (per cent)"), rows
    )


def _hundredths(share: Fraction) -> float:
    """Return a share in per cent, to more places than a chart can show."""
    return round(float(100 * share), 6)
