"""The odds pages: what every bet costs, why, and a calculator for any table and shoe."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from flask import Blueprint, Response, make_response, render_template, request

from casino_war.game.table_presets import PRESETS, TablePreset
from casino_war.game.table_rules import TableRules, TiedWar
from casino_war.odds import comparisons, derivation, sessions, tie_rich
from casino_war.odds.composition import RANKS, full_shoe, shoe_after_tie
from casino_war.odds.decisions import decision_odds
from casino_war.odds.edges import house_edge
from casino_war.odds.numbers import EXACT
from casino_war.odds.report import HandOdds, hand_odds
from casino_war.odds.strategy import Strategy
from casino_war.services.cut_card import cut_card_biases, cut_card_command
from casino_war.web.charts.drawing import chart_picture
from casino_war.web.language import _, translate
from casino_war.web.language import lazy_gettext as _l
from casino_war.web.messages import field_word
from casino_war.web.odds import form, pictures, session_form, words
from casino_war.web.odds.figures import sections_of
from casino_war.web.odds.options import options_of
from casino_war.web.pages import current_bar
from casino_war.web.table.rule_fields import RULE_FIELDS
from casino_war.web.words import RANKS as RANK_WORDS
from casino_war.web.words import word

blueprint = Blueprint("odds", __name__, url_prefix="/odds")

PAGES = (
    ("odds.index", _l("Overview")),
    ("odds.calculator", _l("Calculator")),
    ("odds.strategy", _l("How to play")),
    ("odds.decks", _l("By decks")),
    ("odds.rules", _l("By rule")),
    ("odds.session", _l("A session")),
    ("odds.tie_bet", _l("The tie bet")),
    ("odds.working", _l("How this is computed")),
)
"""The endpoints of the odds pages, and what each is called."""

STANDARD = comparisons.STANDARD


def _page(name: str, **values: object) -> str:
    return render_template(
        f"odds/{name}.html",
        bar=current_bar(),
        pages=PAGES,
        chart_picture=chart_picture,
        cut_cards=cut_card_biases(),
        **values,
    )


def _standard(strategy: Strategy = Strategy.ALWAYS_WAR, **rules: object) -> HandOdds[Fraction]:
    table = TableRules.from_data(rules)
    return hand_odds(table, full_shoe(table.decks), strategy, EXACT)


@blueprint.get("")
def index() -> str:
    """Say in a few sentences what the bets cost."""
    war = _standard()
    surrender = _standard(Strategy.ALWAYS_SURRENDER)
    bonus = _standard(tied_war=TiedWar.BONUS_ANTE.value)
    eleven = _standard(tie_bet_to_one=11)
    if war.tie_bet is None or eleven.tie_bet is None:
        raise AssertionError("the standard table takes tie bets")
    costs = [
        (_("Ante, always war"), war.house_edge, True),
        (_("Ante, bonus table"), bonus.house_edge, False),
        (_("Ante, surrendering"), surrender.house_edge, False),
        (_("Tie bet 11 to 1"), eleven.tie_bet.edge, False),
        (_("Tie bet 10 to 1"), war.tie_bet.edge, False),
    ]
    picture = pictures.shares(
        _("What each bet loses on average, in per cent of the bet."), _("Loss (per cent)"), costs
    )
    return _page("index", war=war, costs=costs, picture=picture)


@blueprint.get("/calculator")
def calculator() -> Response:
    """Answer one question about any table, shoe and way to play."""
    asked = form.read_calculator(request.args)
    rules = asked.draft.rules
    sections = sections_of(rules, asked.answer) if rules and asked.answer else []
    text = _page(
        "calculator",
        asked=asked,
        sections=sections,
        rule_fields=RULE_FIELDS,
        options=options_of(asked.draft),
        ranks=list(zip(form.LEFT, RANKS, strict=True)),
        presets=PRESETS,
        field_word=field_word,
        rank_word=lambda rank: str(RANK_WORDS[rank]),
        strategy_word=lambda: word(Strategy(asked.fields["strategy"])),
    )
    return make_response(text, 422 if asked.faults else 200)


@blueprint.get("/decks")
def decks() -> str:
    """Show the edges by decks for every tied-war rule."""
    edges = comparisons.edges_by_decks()
    return _page(
        "decks",
        decks=comparisons.DECKS,
        edges=edges,
        tie_bets=comparisons.tie_bet_edges_by_decks(),
        short=words.TIED_WARS_SHORT,
        cheaper=_cheaper_with_more_decks(edges),
        to_one=words.to_one_word,
        picture=pictures.edges_by_decks(edges),
        tables={preset.key: translate(preset.title) for preset in PRESETS},
        command=cut_card_command(),
    )


def _cheaper_with_more_decks(
    edges: Mapping[TiedWar, Sequence[comparisons.Edges]],
) -> list[tuple[TiedWar, int]]:
    """Return the rules whose edge falls again, and the decks from which on it does."""
    found = []
    for tied_war, row in edges.items():
        costs = [one.house_edge for one in row]
        dearest = costs.index(max(costs))
        if dearest < len(costs) - 1:
            found.append((tied_war, comparisons.DECKS[dearest]))
    return found


@blueprint.get("/rules")
def rules() -> str:
    """Show how the edge moves with each rule, changed alone."""
    changes = comparisons.changes()
    return _page(
        "rules",
        changes=changes,
        sentence=words.change_sentence,
        picture=pictures.changes(changes),
    )


@blueprint.get("/session")
def session() -> Response:
    """Show what a session of many hands does, at the table asked for, and one of one's own."""
    asked = session_form.read_session(request.args)
    table = asked.preset.rules
    ante = hand_odds(table, full_shoe(table.decks), Strategy.ALWAYS_WAR, EXACT).ante
    text = _page(
        "session",
        asked=asked.asked,
        own=asked.found,
        preset=asked.preset,
        presets=PRESETS,
        field_word=field_word,
        ante=ante,
        sessions=sessions.sessions(table),
        picture=pictures.session(ante.ev, ante.variance),
    )
    return make_response(text, 422 if asked.asked.faults else 200)


@blueprint.get("/tie-bet")
def tie_bet() -> str:
    """Show what a tie bet nets by the cards that are left."""
    gone = tie_rich.by_ranks_gone(STANDARD.decks)
    return _page(
        "tie_bet",
        gone=gone,
        gains_from=[
            (to_one, next(row.ranks_gone for row in gone if row.ev[to_one] > 0))
            for to_one in comparisons.TIE_BET_ODDS
        ],
        most=tie_rich.most_ranks(),
        odds=comparisons.TIE_BET_ODDS,
        to_one=words.to_one_word,
        picture=pictures.tie_bet(gone),
    )


@blueprint.get("/strategy")
def strategy() -> str:
    """Say how to play and why, and what is told wrongly elsewhere."""
    left = shoe_after_tie(STANDARD.decks)
    wars = {
        tied_war: decision_odds(TableRules(tied_war=tied_war), left, EXACT) for tied_war in TiedWar
    }
    surrender = wars[TiedWar.EVEN].ev_surrender or Fraction(0)
    rows = [(str(words.TIED_WARS_SHORT[one]), -odds.ev_war, False) for one, odds in wars.items()]
    war = _standard()
    for_one = _standard(tie_bet_to_one=9)
    return _page(
        "strategy",
        war=war,
        surrendering=_standard(Strategy.ALWAYS_SURRENDER),
        bonus=_standard(tied_war=TiedWar.BONUS_ANTE.value),
        for_one=for_one,
        wars=wars,
        by_edge=_by_edge(),
        surrender=surrender,
        # What the bonus wording pays to those who let the ante push as well.
        misread=3 * war.p_tie * (war.p_tied_war or 0),
        short=words.TIED_WARS_SHORT,
        picture=pictures.shares(
            _("What a tie costs on average, by what is done about it and by the tied-war rule."),
            _("Loss at a tie (per cent of the ante)"),
            [(_("Surrender"), -surrender, True), *rows],
        ),
    )


@blueprint.get("/working")
def working() -> Response:
    """Derive the chance to win a hand, step by step."""
    asked, decks = session_form.read_decks(request.args)
    steps = derivation.derive(decks)
    text = _page(
        "working",
        asked=asked,
        field_word=field_word,
        steps=steps,
        decks=comparisons.DECKS,
        picture=pictures.ways_to_end(steps),
    )
    return make_response(text, 422 if asked.faults else 200)


def _by_edge() -> list[tuple[TablePreset, Fraction]]:
    """Return the tables of the house, the cheapest ante first."""
    found = [(preset, house_edge(preset.rules)) for preset in PRESETS]
    return sorted(found, key=lambda one: one[1])
