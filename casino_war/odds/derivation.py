"""The chance to win a hand, from first principles, step by step for people to follow."""

from dataclasses import dataclass
from fractions import Fraction

from casino_war.odds.composition import RANKS, TIED_CARDS, full_shoe, shoe_after_tie
from casino_war.odds.ties import tie_run_probabilities


@dataclass(frozen=True, slots=True, kw_only=True)
class Derivation:
    """Each number on the way from the cards of a fresh shoe to the chance to win a hand."""

    decks: int
    cards: int
    per_rank: int
    """Cards of each rank."""
    ranks: int
    p_tie: Fraction
    """Of the cards that may follow the first, those of its rank."""
    p_first_won: Fraction
    """Half of what is no tie: the two cards could as well have come in the other order."""
    same_rank_pairs: int
    """Ordered pairs of the rank that tied, of which two cards are gone."""
    other_rank_pairs: int
    """Ordered pairs of all other ranks."""
    pairs: int
    """Ordered pairs of any two cards that are left after a tie."""
    p_tied_war: Fraction
    p_war_won: Fraction
    """The chance that the war's higher card is the player's, a tied war left out."""
    p_hand_won: Fraction
    """Won at once, or after a tie; a tied war counts as won."""
    house_edge: Fraction
    """Expected loss per ante under the rule `even`, always going to war."""


def derive(decks: int) -> Derivation:
    """Return the steps for *decks* packs of 52."""
    shoe = full_shoe(decks)
    per_rank, others = shoe.counts[0], len(RANKS) - 1
    left, same_left = shoe_after_tie(decks), per_rank - TIED_CARDS
    same = same_left * (same_left - 1)
    other = others * per_rank * (per_rank - 1)
    (p_tie, p_tied_war) = (tie_run_probabilities(one, 1)[1] for one in (shoe, left))
    p_first_won, p_war_won = (1 - p_tie) / 2, (1 - p_tied_war) / 2
    return Derivation(
        decks=decks,
        cards=shoe.cards,
        per_rank=per_rank,
        ranks=len(RANKS),
        p_tie=p_tie,
        p_first_won=p_first_won,
        same_rank_pairs=same,
        other_rank_pairs=other,
        pairs=left.cards * (left.cards - 1),
        p_tied_war=p_tied_war,
        p_war_won=p_war_won,
        p_hand_won=p_first_won + p_tie * (p_war_won + p_tied_war),
        house_edge=p_tie * (2 * p_war_won - p_war_won - p_tied_war),
    )
