"""Example rounds of any table: cards laid for it, dealt and settled by the engine itself."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import cycle

from casino_war.game.cards import PACK, Card, parse_card
from casino_war.game.casino import deal, decide
from casino_war.game.round import AwaitingDecision, Decision
from casino_war.game.shoe import Shoe
from casino_war.game.table_rules import Surrender, TableRules
from casino_war.game.views import HandView, RoundView, view_round
from casino_war.game.wagers import HandWagers
from casino_war.web.language import Text
from casino_war.web.language import lazy_gettext as _l

_ANTE_CENTS = 1000
_TIE = ("8H", "8C")
_FURTHER_TIES = (("JS", "JD"), ("QS", "QD"), ("4S", "4D"))


@dataclass(frozen=True, slots=True)
class Example:
    """A round of one hand, with what it shows."""

    key: str
    title: Text
    view: RoundView
    burned: int

    @property
    def hand(self) -> HandView:
        """The only hand."""
        return self.view.hands[0]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Scene:
    key: str
    title: Text
    pairs: tuple[tuple[str, str], ...]
    """The hand's card and the dealer's, once and for each war."""
    decision: Decision | None = None
    has_tie_bet: bool = False


def _scenes(rules: TableRules) -> Iterator[_Scene]:
    yield _Scene(key="win", title=_l("The higher card wins"), pairs=(("KD", "9S"),))
    yield _Scene(key="loss", title=_l("The lower card loses"), pairs=(("5C", "QH"),))
    if rules.surrender is not Surrender.NOT_OFFERED:
        yield _Scene(
            key="surrender",
            title=_l("A tie, given up"),
            pairs=(_TIE,),
            decision=Decision.SURRENDER,
        )
    war = Decision.WAR
    yield _Scene(
        key="war_win", title=_l("A tie, and a war won"), pairs=(_TIE, ("JS", "4D")), decision=war
    )
    yield _Scene(
        key="war_loss", title=_l("A tie, and a war lost"), pairs=(_TIE, ("4D", "JS")), decision=war
    )
    yield _Scene(
        key="tied_war",
        title=_l("A war that ties"),
        pairs=(_TIE, *_FURTHER_TIES[: rules.wars_in_a_row_max]),
        decision=war,
    )
    if rules.tie_bet_offered:
        yield _Scene(
            key="tie_bet",
            title=_l("A tie with a tie bet on it"),
            pairs=(_TIE, ("4D", "JS")),
            decision=war,
            has_tie_bet=True,
        )
    if rules.second_tie_bet_to_one is not None:
        yield _Scene(
            key="second_tie_bet",
            title=_l("A war that ties, with a second tie bet"),
            pairs=(_TIE, *_FURTHER_TIES[: rules.wars_in_a_row_max]),
            decision=Decision.WAR_WITH_TIE_BET,
        )


@lru_cache(maxsize=64)
def examples(rules: TableRules) -> tuple[Example, ...]:
    """Play one round for everything that can happen at a table of these rules."""
    return tuple(_played(rules, scene) for scene in _scenes(rules))


def _played(rules: TableRules, scene: _Scene) -> Example:
    ante_cents = min(
        max(rules.ante_min_cents, _ANTE_CENTS - _ANTE_CENTS % rules.ante_step_cents),
        rules.ante_max_cents,
    )
    wagers = HandWagers(
        ante_cents=ante_cents,
        tie_bet_cents=rules.tie_bet_floor_cents if scene.has_tie_bet else 0,
    )
    funds_cents = 4 * (ante_cents + rules.tie_bet_floor_cents)
    state, _ = deal(rules, _shoe(rules, scene), [wagers], funds_cents)
    if scene.decision is not None and isinstance(state, AwaitingDecision):
        state, _ = decide(state, scene.decision, funds_cents)
    burns = (len(scene.pairs) - 1) * (2 if rules.war_burn_each else 1)
    return Example(
        key=scene.key,
        title=scene.title,
        view=view_round(state, funds_cents),
        burned=burns * rules.war_burn,
    )


def _shoe(rules: TableRules, scene: _Scene) -> Shoe:
    """Lay the cards in the order in which the table takes them; burned ones are never seen."""
    unseen = cycle(PACK)
    burn = [next(unseen) for _ in range(rules.war_burn)]
    cards: list[Card] = []
    for number, (own, dealer) in enumerate(scene.pairs):
        if number:
            cards += burn
        cards.append(parse_card(own))
        if number and rules.war_burn_each:
            cards += burn
        cards.append(parse_card(dealer))
    return Shoe(tuple(cards))
