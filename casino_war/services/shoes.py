"""The life of a shoe: committed, drawn at its first bet, dealt, finished and revealed.

A seat always has two shoes in play, the present one and the next, so that both
commitments can be shown before the first bet of the present one.
"""

from casino_war.game.cards import PACK, format_cards
from casino_war.game.randomness import FairStream, commitment
from casino_war.game.shoe import Shoe, shuffled_shoe
from casino_war.game.table_rules import ShoeRule, TableRules
from casino_war.ledger.invariants.shoe import ENDED_BY_PLAYER as ENDED_BY_PLAYER
from casino_war.ledger.invariants.shoe import SHOES_IN_PLAY as SHOES_IN_PLAY
from casino_war.services.carry_out import Scene
from casino_war.services.pages import ShoeState
from casino_war.services.rounds import cards_of
from casino_war.store import shoes
from casino_war.store.shoes import StoredShoe


def commit_shoe(scene: Scene, seat_id: int, rules: TableRules, client_seed: str) -> None:
    """Draw the server seed of a seat's next shoe and store it with its commitment."""
    server_seed = scene.house.draw_seed()
    shoes.add_shoe(
        scene.connection,
        seat_id=seat_id,
        server_seed=server_seed,
        commitment=commitment(server_seed),
        client_seed=client_seed,
        decks=rules.decks,
        at=scene.at,
    )


def drawn_shoe(scene: Scene, stored: StoredShoe, rules: TableRules) -> Shoe:
    """Return the shoe as it stands; at its first bet its order is drawn, once for all."""
    if stored.order_text is not None:
        return Shoe(cards_of(stored.order_text), stored.position)
    stream = FairStream(stored.server_seed, stored.client_seed, stored.nonce)
    shoe = shuffled_shoe(rules, stream)
    shoes.start_shoe(
        scene.connection,
        stored.id,
        order_text=format_cards(shoe.cards),
        position=shoe.position,
        at=scene.at,
    )
    return shoe


def finish_shoe(
    scene: Scene, stored: StoredShoe, rules: TableRules, reason: str, later_rules: TableRules
) -> StoredShoe:
    """End a shoe, whose seed may then be shown, and return the next, which takes its place.

    Another is committed, with the decks of *later_rules*.
    """
    drawn_shoe(scene, stored, rules)
    shoes.finish_shoe(scene.connection, stored.id, end_reason=reason, at=scene.at)
    (following,) = shoes.shoes_in_play(scene.connection, stored.seat_id)
    shoes.set_client_seed(scene.connection, following.id, stored.client_seed)
    commit_shoe(scene, stored.seat_id, later_rules, stored.client_seed)
    return following


def shoe_state(present: StoredShoe, following: StoredShoe, rules: TableRules) -> ShoeState:
    """Show a shoe in play without its seed and order."""
    return ShoeState(
        shoe_id=present.id,
        nonce=present.nonce,
        commitment=present.commitment,
        next_shoe_id=following.id,
        next_commitment=following.commitment,
        client_seed=present.client_seed,
        is_seed_fixed=present.started_at is not None,
        cards=len(PACK) * present.decks,
        position=present.position,
        cut_position=None if rules.shoe is ShoeRule.FRESH else rules.cut_position,
    )
