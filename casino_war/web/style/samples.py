"""A table in every state for the page of the design: real rounds, from shoes laid in order."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from casino_war.game.cards import PACK, parse_cards
from casino_war.game.casino import deal, decide
from casino_war.game.round import Decision, RoundState
from casino_war.game.shoe import Shoe
from casino_war.game.table_presets import find
from casino_war.game.views import view_round
from casino_war.game.wagers import HandWagers
from casino_war.services.pages import PlayerBar, SeatPage, ShoeState, TablePage, TableSign

TABLE_KEY = "classic"
RULES = replace(find(TABLE_KEY).rules, hands_max=7)
BANKROLL_CENTS = 98_500
NO_VERSION = 10**9
"""No seat is ever at it: whoever sends a form of the page of the design moves no chip."""

_POSITION = 96
_DEALT = "KD 4S 9C 9H 9D 9S 9C"
_WAR = "2D 3C 5H KS 4D 9H 9D"
"""Three burned cards, then those of the wars of hands 4, 5 and 6, and the dealer's."""
_WAGERS = tuple(
    HandWagers(ante_cents=chips * 100, tie_bet_cents=tie * 100)
    for chips, tie in ((10, 0), (25, 5), (15, 10), (100, 0), (45, 25), (20, 0))
)
_DECISIONS = (Decision.SURRENDER, Decision.WAR, Decision.WAR, Decision.WAR)


@dataclass(frozen=True, slots=True)
class Sample:
    """A table as its page shows it; *typed* stands in the fields, *faults* names those at fault."""

    page: TablePage
    typed: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[str, ...] = ()


def samples() -> Mapping[str, Sample]:
    """Return a table for each state of a round, by the state's name, in the order of play."""
    names = [f"{wager}-{hand}" for hand in range(1, 8) for wager in ("ante", "tie_bet")]
    amounts = {"ante-1": "10", "ante-2": "125", "tie_bet-2": "25", "ante-3": "500"}
    bets = dict.fromkeys(names, "") | amounts | {"ante-4": "40", "tie_bet-4": "5", "ante-5": "7"}
    return {
        "idle": Sample(TablePage(table=_sign(), rules=RULES, player=None, seat=None)),
        "betting": Sample(_page(None), typed=bets | {"ante-5": ""}),
        "refused": Sample(_page(None), typed=bets, faults=("ante-5",)),
        "deciding": Sample(_page(_round(_DECISIONS[:2]))),
        "settled": Sample(_page(_round(_DECISIONS))),
    }


def _round(decisions: Sequence[Decision]) -> RoundState:
    cards = (*PACK, *PACK[: _POSITION - len(PACK)], *parse_cards(f"{_DEALT} {_WAR}"), *PACK * 3)
    state, _events = deal(RULES, Shoe(cards, _POSITION), _WAGERS, BANKROLL_CENTS)
    for decision in decisions:
        state, _events = decide(state, decision, BANKROLL_CENTS)
    return state


def _sign() -> TableSign:
    return TableSign(key=TABLE_KEY, title=find(TABLE_KEY).title)


def _page(state: RoundState | None) -> TablePage:
    view = None if state is None else view_round(state, BANKROLL_CENTS)
    is_open = view is not None and view.deciding is not None
    player = PlayerBar(
        bankroll_cents=BANKROLL_CENTS, felt_cents=0, version=NO_VERSION, open_tables=()
    )
    seat = SeatPage(
        version=NO_VERSION,
        shoe=_shoe(_POSITION if state is None else state.shoe.position),
        open_round_id=1 if is_open else None,
        shown_round_id=None if view is None else 1,
        shown_round=view,
        shown_commands=(),
        last_wagers=_WAGERS,
        finished_shoe_id=None,
        last_rounds=(),
        shoes_to_newest=None,
    )
    return TablePage(table=_sign(), rules=RULES, player=player, seat=seat)


def _shoe(position: int) -> ShoeState:
    return ShoeState(
        shoe_id=1,
        nonce=0,
        commitment="5f" * 32,
        next_shoe_id=2,
        next_commitment="a1" * 32,
        client_seed="sample",
        is_seed_fixed=True,
        cards=RULES.cards,
        position=position,
        cut_position=RULES.cut_position,
    )
