"""What is told of every named game of War: one line for the gallery, and where it comes from.

The keys are those of `casino_war.game.war_presets`.
"""

from collections.abc import Mapping

from casino_war.web.language import Text
from casino_war.web.language import lazy_gettext as _l

SUMMARIES: Mapping[str, Text] = {
    "classic": _l("One card down, one up, until somebody holds the whole pack."),
    "classic_last_card": _l("Run short in a war, and your last card still fights."),
    "multiplayer": _l("Highest of three or four takes all; a tie draws everybody into war."),
    "three_down": _l("Ten cards hang on every war, so fortunes turn sooner."),
    "jokers": _l("Two jokers above the aces, three cards down in a war."),
    "jokers_one_each": _l("Each of you is dealt one joker, somewhere in the stock."),
    "razboi": _l("A tie of sevens is a war of seven cards: the rank sets the size."),
    "pyanitsa": _l("Sixes beat aces, and whoever ends up with all the cards loses."),
    "pyanitsa_down_up": _l("Sixes beat aces, and the first to run out loses."),
    "tod_und_leben": _l("Sixteen turns, every card played once; most cards win."),
    "score_sheet_default": _l("Three down, only the tied fight, first to win three games."),
    "speed": _l("One down for short wars. The game itself is no shorter."),
    "timed": _l("Ten minutes on the clock; then the most cards win."),
    "four_handed": _l("A table of four where only the tied go to war."),
    "sudden_death": _l("Nothing is buried: the very next card decides."),
    "split": _l("A tie is shared, not fought, and the clock decides."),
    "web_standard": _l("Three down, or as many as you have."),
    "one_face_down": _l("One down, and a draw after a thousand battles."),
    "peace": _l("The lowest card wins, and five go down for every tie."),
    "single_card_retie": _l("Three down once; after a second tie card by card."),
    "three_wars": _l("The first to win three wars wins: the short classic."),
    "norwegian": _l("Everybody in the battle fights, and whoever cannot is out."),
    "bataille": _l("One hidden, one shown, and only those who tied play on."),
    "quadruple": _l("Four down for every tie: twelve cards change hands at once."),
    "steal_war": _l("Match the top of a rival’s pile and it is yours."),
    "arneson": _l("Choose from a hand of three: War with something to think about."),
    "raw": _l("War spelled backwards: the lowest card wins, two go down."),
    "arrange_spoils": _l("Lay won cards back in any order you like."),
    "addition": _l("Turn two cards, add them up, and the higher sum wins."),
    "subtraction": _l("Turn two cards, take one from the other, and the larger wins."),
}
"""One line for the gallery."""

EVERYWHERE = _l(
    "War is a game of children in many countries, learned from each other rather than from "
    "books. Nobody governs it: there is no federation and no official text, so every rule here "
    "is somebody’s, and its source is named."
)
NAMES = _l(
    "English speakers call it War, in Britain often Battle. It is Krig in Norway, Bataille in "
    "France, Krieg or Kriegspiel in Germany, Război in Romania and P’yanitsa, the drunkard, "
    "in Russia. Tod und Leben is its German cousin, in which every card is played once."
)

_PAGAT = _l("The rules are those that pagat.com collects.")
_SHEET = _l(
    "From a scoring application’s page on War, which counts games on a sheet: a won game is "
    "one point, and the first with the agreed number wins."
)
_TEACHERS = _l("A classroom game: two cards at a turn make War an exercise in arithmetic.")
_RUSSIA = _l(
    "P’yanitsa means the drunkard, who is left with everything on the table. It is played in "
    "Russia with 36 cards. Pages differ on whether holding all cards wins or loses, and on "
    "whether a tie buries a card: all of it can be set in the editor."
)
_BURIED = _l(
    "How many cards a war buries is the commonest difference between families: one, two, "
    "three or four. With more of them a game is shorter, as each war moves more cards."
)

HISTORIES: Mapping[str, tuple[Text, ...]] = {
    "classic": (_PAGAT, _BURIED),
    "classic_last_card": (
        _PAGAT,
        _l(
            "Most descriptions forget to say what happens when the cards run out in a war. "
            "This is the milder of the two answers that pagat.com gives."
        ),
    ),
    "multiplayer": (
        _PAGAT,
        _l("What is left of 52 cards among three players lies aside: one card, unseen."),
    ),
    "three_down": (_PAGAT, _BURIED),
    "jokers": (_PAGAT, _l("Two jokers can tie, and then make a war like any other pair.")),
    "jokers_one_each": (
        _PAGAT,
        _l("That the depth of each joker is by chance is this project’s choice."),
    ),
    "razboi": (
        _l(
            "Război is Romanian for war. The tied rank sets the size of the war; what courts "
            "and aces count is told differently from page to page. Here courts count 10 and "
            "aces 11, as most of them have it."
        ),
    ),
    "pyanitsa": (_RUSSIA,),
    "pyanitsa_down_up": (_RUSSIA,),
    "tod_und_leben": (
        _l(
            "Tod und Leben, death and life, is a German game with 32 cards. Games of this "
            "kind stand in a German text of 1833, early for a game that children pass on by "
            "word of mouth. Won cards never come back, so that it ends after sixteen turns."
        ),
    ),
    "score_sheet_default": (_SHEET,),
    "speed": (
        _SHEET,
        _l(
            "The page calls it Speed, for its wars are short. Measured, it takes about twice "
            "as many battles as the game with three cards down."
        ),
    ),
    "timed": (_SHEET, _l("The battle that the bell interrupts is finished first.")),
    "four_handed": (_SHEET,),
    "sudden_death": (
        _SHEET,
        _l("It is also the oldest form of Bataille in print, which hides no card."),
    ),
    "split": (
        _SHEET,
        _l("Aces can never change hands here, so that without a limit hardly any game would end."),
    ),
    "web_standard": (_l("From a page that lets the short lay what they have."),),
    "one_face_down": (
        _l("From a page that buries one card and calls a game of 1,000 battles a draw."),
    ),
    "peace": (
        _l(
            "From an old list of variants in Wikipedia: everything is turned round, and the "
            "ace is the worst card. What wins the game was never said; here it is still all "
            "the cards."
        ),
    ),
    "single_card_retie": (
        _l("From ThoughtCo, where a second tie is fought card against card."),
        _BURIED,
    ),
    "three_wars": (
        _l("ThoughtCo’s other ending, which other pages know as well: three wars, not all cards."),
    ),
    "norwegian": (
        _l("Krig is Norwegian for war. The rules are those of a Norwegian page."),
        _l("They are those of the classic game, for two to four."),
    ),
    "bataille": (
        _l(
            "Bataille, battle, is how France plays it, with 52 or 32 cards. Its oldest form in "
            "print hides no card; today one is hidden and one shown."
        ),
    ),
    "quadruple": (
        _l("Quadruple War is told by Bicycle, the maker of playing cards."),
        _BURIED,
    ),
    "steal_war": (
        _PAGAT,
        _l(
            "A game of memory and nerve: what tops your pile decides who can take it. What the "
            "source leaves open for three and four players this project had to decide."
        ),
    ),
    "arneson": (
        _l(
            "ThoughtCo tells it under the name of Arneson: a hand of three cards turns the "
            "game of pure chance into one of choices."
        ),
    ),
    "raw": (_PAGAT, _l("Raw is war backwards, in name and ranking.")),
    "arrange_spoils": (
        _l(
            "No source says in which order won cards go under the stock, and choosing it is an "
            "advantage. This project made a game of that."
        ),
    ),
    "addition": (_TEACHERS,),
    "subtraction": (_TEACHERS,),
}
"""Where each game comes from, one paragraph each."""
