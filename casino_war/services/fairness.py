"""Fairness: finished shoes with their seeds, and the check that anyone can make."""

from dataclasses import dataclass

from casino_war.errors import N_, InvalidSeedError, NotFoundError
from casino_war.game import table_presets
from casino_war.game.cards import PACK, Card
from casino_war.game.randomness import FairStream, commitment, shuffle
from casino_war.game.table_rules import DECKS_MAX
from casino_war.services.carry_out import find_player
from casino_war.services.house import House
from casino_war.services.pages import ProofRow, ShoesPage
from casino_war.store import shoe_history
from casino_war.store.shoes import StoredShoe

SHOES_PER_PAGE = 25


@dataclass(frozen=True, slots=True)
class Verification:
    """What the seeds of a shoe give: its commitment and its cards in dealing order."""

    commitment: str
    cards: tuple[Card, ...]


def verify(server_seed: str, client_seed: str, nonce: int, decks: int) -> Verification:
    """Work out a shoe from its seeds.

    Raises:
        InvalidSeedError: a seed or the nonce is malformed, or decks are not 1-8.
    """
    if not 1 <= decks <= DECKS_MAX:
        raise InvalidSeedError(
            N_("A shoe has 1 to %(maximum)s decks, not %(decks)s."), maximum=DECKS_MAX, decks=decks
        )
    stream = FairStream(server_seed, client_seed, nonce)
    return Verification(commitment(server_seed), shuffle(PACK * decks, stream))


def shoes_page(house: House, token: str | None, before: int | None) -> ShoesPage:
    """Return a page of the player's finished shoes, newest first."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return ShoesPage(shoes=(), older=None)
        found = shoe_history.finished_shoes_before(
            connection, player.id, before, SHOES_PER_PAGE + 1
        )
        shown = found[:SHOES_PER_PAGE]
        return ShoesPage(
            shoes=tuple(proof_of(each.shoe, each.table_key) for each in shown),
            older=shown[-1].shoe.id if len(found) > SHOES_PER_PAGE else None,
        )


def proof_page(house: House, token: str | None, shoe_id: int) -> ProofRow:
    """Return the proof of one shoe; its secrets only once it is finished.

    Raises:
        NotFoundError: there is no such shoe, or it is another player's.
    """
    with house.database.reading() as connection:
        player = find_player(connection, token)
        found = (
            None if player is None else shoe_history.shoe_of_player(connection, player.id, shoe_id)
        )
        if found is None:
            raise NotFoundError(N_("You have no shoe %(shoe_id)s."), reason="shoe", shoe_id=shoe_id)
        return proof_of(found.shoe, found.table_key)


def proof_of(stored: StoredShoe, table_key: str) -> ProofRow:
    """Show a shoe, keeping seed and order back until it is finished."""
    is_finished = stored.finished_at is not None
    return ProofRow(
        shoe_id=stored.id,
        table_key=table_key,
        table_title=table_presets.find(table_key).title,
        nonce=stored.nonce,
        decks=stored.decks,
        commitment=stored.commitment,
        client_seed=stored.client_seed,
        server_seed=stored.server_seed if is_finished else None,
        cards=stored.order_text if is_finished else None,
        finished_at=stored.finished_at,
        end_reason=stored.end_reason,
    )
