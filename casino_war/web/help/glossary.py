"""The words of the table, of War, of odds and of proofs, each in a sentence or two."""

from collections.abc import Mapping
from dataclasses import dataclass
from unicodedata import normalize

from casino_war.web.language import Text, language
from casino_war.web.language import lazy_gettext as _l


@dataclass(frozen=True, slots=True)
class Term:
    """A word as pages write it, and what it means."""

    word: Text
    meaning: Text


@dataclass(frozen=True, slots=True)
class Chapter:
    """Words that belong together; their keys are the anchors that pages link to."""

    title: Text
    terms: Mapping[str, Term]

    def by_word(self) -> list[tuple[str, Term]]:
        """Return its words by their keys, in the order of the reader's alphabet."""
        last = _LAST_LETTERS.get(language(), "")
        return sorted(self.terms.items(), key=lambda item: _place(str(item[1].word), last))


_LAST_LETTERS = {"da": "æøå", "nb": "æøå", "sv": "åäö"}
"""What follows z; in other languages letters with marks stand among those without."""


def _place(word: str, last: str) -> str:
    """Return by what a word is sorted where the letters *last* follow z."""
    return "".join(
        "z" + chr(ord("{") + last.index(letter)) if letter in last else normalize("NFD", letter)[0]
        for letter in normalize("NFC", word.casefold())
    )


CHAPTERS = (
    Chapter(
        _l("At the table"),
        {
            "ante": Term(
                _l("Ante"), _l("The bet that a round begins with: your card against the dealer’s.")
            ),
            "your-bankroll": Term(
                _l("Bankroll"), _l("All the chips that are yours and not on the felt.")
            ),
            "burn": Term(
                _l("Burn"), _l("To put cards away unseen, as before a war or from a new shoe.")
            ),
            "buy-in": Term(_l("Buy-in"), _l("The chips that you take from the cashier to play.")),
            "cash-out": Term(_l("Cash-out"), _l("Chips given back to the cashier.")),
            "cut-card": Term(
                _l("Cut card"),
                _l("A blank card in the shoe. Once it shows, this round is the shoe’s last."),
            ),
            "felt": Term(
                _l("Felt"), _l("The cloth of the table. Chips on the felt are at risk in a round.")
            ),
            "hand": Term(_l("Hand"), _l("One spot of a round with its cards and its bets.")),
            "ledger": Term(
                _l("Ledger"), _l("The book of every chip that ever moved. Nothing in it changes.")
            ),
            "penetration": Term(
                _l("Penetration"), _l("How much of the shoe is dealt before the cut card shows.")
            ),
            "push": Term(_l("Push"), _l("Neither won nor lost: the bet comes back to you.")),
            "raise": Term(
                _l("Raise"), _l("The second bet, as large as the ante, with which you go to war.")
            ),
            "round": Term(
                _l("Round"), _l("One deal, from the bets to the last payout, with all your hands.")
            ),
            "second-tie-bet": Term(
                _l("Second tie bet"),
                _l("A bet, made together with the raise, that the war ties as well."),
            ),
            "shoe": Term(
                _l("Shoe"), _l("The shuffled decks that the cards come from. Yours is your own.")
            ),
            "surrender": Term(
                _l("Surrender"),
                _l("To give up half of the ante at a tie, and not to fight. Few tables take all."),
            ),
            "tie": Term(
                _l("Tie"), _l("Your card and the dealer’s have one rank. Suits never count.")
            ),
            "tie-bet": Term(
                _l("Tie bet"), _l("A bet beside the ante that the first two cards tie.")
            ),
            "tied-war": Term(
                _l("Tied war"),
                _l("The cards of the war tie too. What it pays is the table’s rule."),
            ),
            "war": Term(
                _l("War"),
                _l("After a tie: you raise, cards are burned, and one more card each decides."),
            ),
        },
    ),
    Chapter(
        _l("Odds and luck"),
        {
            "element-of-risk": Term(
                _l("Element of risk"),
                _l("What is lost on average of all that is staked, raises included."),
            ),
            "handle": Term(_l("Handle"), _l("All that was staked, won or lost.")),
            "house-edge": Term(
                _l("House edge"),
                _l("What the house keeps of each ante on average, as a share of it."),
            ),
            "luck": Term(
                _l("Luck"), _l("Your result less what your bets and decisions come to on average.")
            ),
            "odds-to-one": Term(
                _l("10 to 1"), _l("A win pays ten chips for each chip bet, which comes back too.")
            ),
            "ruin": Term(
                _l("Risk of ruin"),
                _l("The chance that a bankroll is lost before a goal or an end."),
            ),
            "session": Term(_l("Session"), _l("All that you play without a pause of six hours.")),
            "standard-deviation": Term(
                _l("Standard deviation"),
                _l("How far results lie from their average: two of three are within one of it."),
            ),
        },
    ),
    Chapter(
        _l("Proof of the shuffle"),
        {
            "client-seed": Term(
                _l("Client seed"),
                _l("Your own part of the shuffle, which the house cannot foresee."),
            ),
            "commitment": Term(
                _l("Commitment"),
                _l("The SHA-256 of the server seed, shown before you bet. It binds the house."),
            ),
            "nonce": Term(
                _l("Nonce"), _l("The number of the shoe, so that no two are shuffled alike.")
            ),
            "server-seed": Term(
                _l("Server seed"),
                _l("The secret part of the shuffle, shown when the shoe is over."),
            ),
        },
    ),
    Chapter(
        _l("The game of War"),
        {
            "battle": Term(_l("Battle"), _l("Each player turns a card; the best takes them all.")),
            "bury": Term(
                _l("Bury"), _l("To lay cards face down into a war before the next is turned.")
            ),
            "carry": Term(
                _l("Carry"),
                _l("Cards that nobody won: they wait for the winner of the next battle."),
            ),
            "match": Term(
                _l("Match"), _l("Several games, until one player has won enough of them.")
            ),
            "out": Term(_l("Out"), _l("Whoever has no card left plays no more in this game.")),
            "pot": Term(_l("Pot"), _l("The cards on the table that a battle is fought over.")),
            "short": Term(
                _l("Short"), _l("To have too few cards for a war. Each game has its rule.")
            ),
            "side-pile": Term(
                _l("Side pile"), _l("Won cards, kept apart until the stock is played out.")
            ),
            "stock": Term(_l("Stock"), _l("The face-down pile that a player turns cards from.")),
            "war-step": Term(
                _l("War step"), _l("One round of a war: cards buried, a card turned, compared.")
            ),
        },
    ),
)

_WORDS = {key: term.word for chapter in CHAPTERS for key, term in chapter.terms.items()}


def word_of(key: str) -> Text:
    """Return a word by its key.

    Raises:
        KeyError: the glossary does not have it.
    """
    return _WORDS[key]
