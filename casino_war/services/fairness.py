"""Fairness: finished shoes with their seeds, and the check that anyone can make."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection

from casino_war.errors import N_, InvalidSeedError, NotFoundError
from casino_war.game.cards import PACK, Card, parse_card
from casino_war.game.notation import parse_notation
from casino_war.game.randomness import FairStream, commitment, shuffle
from casino_war.game.table_rules import DECKS_MAX
from casino_war.services.carry_out import find_player
from casino_war.services.house import House
from casino_war.services.pages import ProofRow, ShoePage, ShoesPage
from casino_war.services.rounds import dealt_cards, replay
from casino_war.store import rounds, shoe_history
from casino_war.store import rules as rules_store
from casino_war.store.shoes import StoredShoe

SHOES_PER_PAGE = 25

UNSEEN = "?"
"""What stands for a burned card, which nobody saw, in a list of dealt cards."""


@dataclass(frozen=True, slots=True)
class Verification:
    """What the seeds of a shoe give: its commitment and its cards in dealing order."""

    commitment: str
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Place:
    """One place of a shoe: the card that the seeds put there and the card that was dealt.

    ``number`` counts from 1. ``shuffled`` is None behind the end of the shoe, ``dealt``
    for a burned card.
    """

    number: int
    shuffled: Card | None
    dealt: Card | None

    @property
    def is_kept(self) -> bool | None:
        """Whether both are the same card; None where nobody saw which was dealt."""
        if self.dealt is None and self.shuffled is not None:
            return None
        return self.shuffled is not None and self.dealt == self.shuffled


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


def parse_dealt(text: str) -> tuple[Card | None, ...]:
    """Read dealt cards parted by white space, `UNSEEN` among them.

    Raises:
        InvalidCardError: a part is neither.
    """
    return tuple(None if code == UNSEEN else parse_card(code) for code in text.split())


def format_dealt(cards: Iterable[Card | None]) -> str:
    """Print dealt cards parted by single spaces; `parse_dealt` reads them back."""
    return " ".join(UNSEEN if card is None else card.code for card in cards)


def places(shuffled: Sequence[Card], dealt: Sequence[Card | None], first: int) -> tuple[Place, ...]:
    """Lay dealt cards beside a shoe, the first of them at its place *first* (from 1)."""
    return tuple(
        Place(number, shuffled[number - 1] if number <= len(shuffled) else None, card)
        for number, card in enumerate(dealt, start=first)
    )


def shoes_page(
    house: House, token: str | None, before: int | None, limit: int = SHOES_PER_PAGE
) -> ShoesPage:
    """Return a page of the player's finished shoes, newest first."""
    with house.database.reading() as connection:
        player = find_player(connection, token)
        if player is None:
            return ShoesPage(shoes=(), older=None)
        found = shoe_history.finished_shoes_before(connection, player.id, before, limit + 1)
        shown = found[:limit]
        return ShoesPage(
            shoes=tuple(proof_of(each.shoe, each.table_key, each.table_title) for each in shown),
            older=shown[-1].shoe.id if len(found) > limit else None,
        )


def proof_page(house: House, token: str | None, shoe_id: int) -> ShoePage:
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
            raise NotFoundError(
                N_("You have no shoe %(shoe_id)s: your rounds lead to those that you have."),
                reason="shoe",
                shoe_id=shoe_id,
            )
        is_finished = found.shoe.finished_at is not None
        return ShoePage(
            proof=proof_of(found.shoe, found.table_key, found.table_title),
            dealt=_dealt_from(connection, found.shoe) if is_finished else (),
        )


def proof_of(stored: StoredShoe, table_key: str, table_title: str) -> ProofRow:
    """Show a shoe, keeping its seed back until it is finished."""
    is_finished = stored.finished_at is not None
    return ProofRow(
        shoe_id=stored.id,
        table_key=table_key,
        table_title=table_title,
        nonce=stored.nonce,
        decks=stored.decks,
        commitment=stored.commitment,
        client_seed=stored.client_seed,
        server_seed=stored.server_seed if is_finished else None,
        finished_at=stored.finished_at,
        end_reason=stored.end_reason,
    )


def _dealt_from(connection: Connection, shoe: StoredShoe) -> tuple[Card | None, ...]:
    dealt: list[Card | None] = []
    for stored in rounds.rounds_of_shoe(connection, shoe.id):
        rules_json = rules_store.rules_by_id(connection, stored.rules_id).rules_json
        _, events = replay(stored, rules_json, shoe.order_text)
        # Before the first round only the opening burn is gone.
        dealt.extend([None] * (parse_notation(stored.notation).position - len(dealt)))
        dealt.extend(dealt_cards(stored, events))
    return tuple(dealt)
