"""What the rules of War are called, what each is for, and what each of their values is called."""

from collections.abc import Mapping, Sequence

from casino_war.game.war_presets import WarPreset
from casino_war.game.war_rules import Value, WarRules
from casino_war.web.format import number
from casino_war.web.language import Text, _, lazy_pgettext, translate
from casino_war.web.language import lazy_gettext as _l

SECTIONS: Sequence[tuple[str, Text, tuple[str, ...]]] = (
    (
        "cards",
        _l("Players and cards"),
        ("players", "deck", "jokers", "joker_placement", "undealt_cards"),
    ),
    (
        "better",
        _l("Which card is better"),
        ("winning_card", "ace_rank", "lowest_beats_ace", "cards_per_turn", "combine"),
    ),
    (
        "war",
        _l("Ties and wars"),
        (
            "tie_action",
            "war_face_down",
            "rank_count",
            "rank_values",
            "repeat_face_down",
            "war_entrants",
            "short_rule",
        ),
    ),
    ("spoils", _l("Won cards"), ("captured_to", "pickup_order")),
    (
        "end",
        _l("The end"),
        (
            "objective",
            "wars_to_win",
            "battle_limit",
            "time_limit_min",
            "limit_result",
            "games_to_win",
        ),
    ),
    ("decisions", _l("Decisions"), ("choice",)),
)
"""The fields of the rules as a player meets them: key, heading, names."""

TITLES: Mapping[str, Text] = {
    "players": _l("Players"),
    "deck": _l("Pack"),
    "jokers": _l("Jokers"),
    "joker_placement": _l("Where the jokers go"),
    "ace_rank": _l("Ace"),
    "winning_card": _l("What wins"),
    "lowest_beats_ace": _l("Lowest card beats the ace"),
    "undealt_cards": _l("Cards left over"),
    "tie_action": _l("A tie for best"),
    "war_face_down": _l("Face down in a war"),
    "rank_count": _l("What the tied rank counts"),
    "rank_values": _l("Values of courts and aces"),
    "repeat_face_down": _l("At a further tie"),
    "war_entrants": _l("Who fights"),
    "short_rule": _l("Too few cards for a war"),
    "captured_to": _l("Where won cards go"),
    "pickup_order": _l("Order of won cards"),
    "objective": _l("Aim"),
    "wars_to_win": _l("Wars to win"),
    "battle_limit": _l("Battle limit"),
    "time_limit_min": _l("Time limit"),
    "limit_result": _l("At a limit"),
    "games_to_win": _l("Games that win the match"),
    "cards_per_turn": _l("Cards turned at once"),
    "combine": _l("Two cards count"),
    "choice": _l("What players decide"),
}

HINTS: Mapping[str, Text] = {
    "players": _l("Everybody turns at the same moment."),
    "deck": _l("One pack, as long or short as the country plays it."),
    "jokers": _l("Both are equal, and above every other card."),
    "joker_placement": _l("Apart, each of two players is sure of one, at a depth by chance."),
    "ace_rank": _l("A low ace is below the lowest card of the pack."),
    "winning_card": _l("If the lowest card wins, every comparison is turned round."),
    "lowest_beats_ace": _l(
        "Only where an ace is among the compared cards; against all others it stays the lowest."
    ),
    "undealt_cards": _l("What becomes of cards that do not divide evenly."),
    "tie_action": _l("Equal cards below the best start nothing, and suits never count."),
    "war_face_down": _l(
        "Cards that everybody who fights buries before turning up the next; they make a war dear."
    ),
    "rank_count": _l("Has an effect only where the tied rank sizes the war."),
    "rank_values": _l("Has an effect only where the tied rank sizes the war."),
    "repeat_face_down": _l("What is buried in the second and every later step of a war."),
    "war_entrants": _l("Makes a difference with three or four players."),
    "short_rule": _l("The sources agree on nothing less than on this."),
    "captured_to": _l("A pile becomes the stock when the stock is empty."),
    "pickup_order": _l("No source fixes it, and fixed orders can make a game go round for ever."),
    "objective": _l("What ends the game, and for whom that is good."),
    "wars_to_win": _l("Has an effect only where the aim is a number of wars."),
    "battle_limit": _l("The game stops after so many battles; 0 for no limit."),
    "time_limit_min": _l("The game stops after so many minutes, once the battle is over."),
    "limit_result": _l("Has an effect only where there is a limit."),
    "games_to_win": _l("A match is won by so many won games; draws count for nobody."),
    "cards_per_turn": _l("Two make a game of sums or differences, from the classroom."),
    "combine": _l("Jack to ace count 11 to 14, a low ace 1, a joker 15."),
    "choice": _l("Most games of War leave nothing to decide. These three do."),
}
"""One sentence for each field, beside its choices."""

WORDS: Mapping[tuple[str, Value], Text] = {
    ("deck", 52): _l("52: two to ace"),
    ("deck", 36): _l("36: six to ace"),
    ("deck", 32): _l("32: seven to ace"),
    ("jokers", 0): _l("None"),
    ("jokers", 2): _l("Two"),
    ("joker_placement", "shuffled"): _l("Shuffled in"),
    ("joker_placement", "one_in_each_stock"): _l("One in each stock"),
    ("ace_rank", "high"): _l("High"),
    ("ace_rank", "low"): _l("Low"),
    ("winning_card", "highest"): _l("The highest card"),
    ("winning_card", "lowest"): _l("The lowest card"),
    ("lowest_beats_ace", "no"): _l("No"),
    ("lowest_beats_ace", "yes"): _l("Yes"),
    ("undealt_cards", "set_aside"): _l("Set aside unseen"),
    ("undealt_cards", "to_first_winner"): _l("To the first winner"),
    ("undealt_cards", "strip_lowest"): _l("Lowest taken out before the deal"),
    ("tie_action", "war"): _l("Means war"),
    ("tie_action", "split"): _l("Splits the pot"),
    ("war_face_down", 0): _l("None: sudden death"),
    ("war_face_down", "by_rank"): _l("By the tied rank"),
    ("rank_count", "total"): _l("All cards, the upturned one too"),
    ("rank_count", "face_down"): _l("The face-down cards only"),
    ("rank_values", "court10_ace11"): _l("Courts 10, ace 11"),
    ("rank_values", "court10_ace1"): _l("Courts 10, ace 1"),
    ("rank_values", "index"): _l("Jack 11 to ace 14"),
    ("repeat_face_down", "same"): _l("As many as before"),
    ("repeat_face_down", 0): _l("Nothing more is buried"),
    ("war_entrants", "all"): _l("All who turned a card"),
    ("war_entrants", "tied"): _l("Only those who tied"),
    ("short_rule", "eliminated"): _l("Whoever runs out is out"),
    ("short_rule", "last_card_stands"): _l("The last card stands"),
    ("short_rule", "play_available"): _l("Lay what you have"),
    ("short_rule", "match_fewest"): _l("All lay as few as the shortest"),
    ("short_rule", "share_pot"): _l("All take their cards back"),
    ("captured_to", "stock_bottom"): _l("Under the stock"),
    ("captured_to", "pile_shuffled"): _l("To a pile, shuffled for reuse"),
    ("captured_to", "pile_turned"): _l("To a pile, turned over for reuse"),
    ("captured_to", "scored"): _l("Only counted, never replayed"),
    ("pickup_order", "shuffled"): _l("By chance"),
    ("pickup_order", "winner_first"): _l("The winner’s first"),
    ("pickup_order", "loser_first"): _l("The loser’s first"),
    ("pickup_order", "as_played"): _l("As they were laid"),
    ("pickup_order", "winner_chooses"): _l("As the winner likes"),
    ("objective", "collect_all"): _l("Win all cards"),
    ("objective", "avoid_collecting_all"): _l("Do not end up with all cards"),
    ("objective", "avoid_running_out"): _l("Do not run out first"),
    ("objective", "most_cards"): _l("Win the most cards"),
    ("objective", "wars_won"): _l("Win a number of wars"),
    ("wars_to_win", 0): _l("Not counted"),
    ("battle_limit", 0): lazy_pgettext("limit", "None"),
    ("time_limit_min", 0): lazy_pgettext("limit", "None"),
    ("limit_result", "draw"): _l("The game is drawn"),
    ("limit_result", "most_cards"): _l("The most cards win"),
    ("combine", "sum"): _l("Their sum"),
    ("combine", "difference"): _l("The higher less the lower"),
    ("choice", "nothing"): _l("Nothing"),
    ("choice", "steal"): _l("When to steal a pile"),
    ("choice", "hand"): _l("Which card of a hand to play"),
    ("choice", "spoils"): _l("The order of won cards"),
}
"""What a value is called that is no plain number."""


def title_word(name: str) -> str:
    """Return what a rule is called, or its name if there is no such rule."""
    return str(TITLES.get(name, name))


def value_word(name: str, value: object) -> str:
    """Return what a value of a rule is called; text that is none is shown as it is."""
    known = WORDS.get((name, value)) if isinstance(value, int | str) else None
    if known is not None:
        return str(known)
    if not isinstance(value, int):
        return str(value)
    text = number(value)
    return text if name != "time_limit_min" else minutes_word(text)


def minutes_word(text: str) -> str:
    """Print a number of minutes in short."""
    return _("%(minutes)s min", minutes=text)


def rule_word(name: str, value: object) -> str:
    """Name a rule with its value: ``Ace: Low``."""
    return _("%(rule)s: %(value)s", rule=title_word(name), value=value_word(name, value))


def parameters(rules: WarRules) -> list[tuple[str, list[tuple[str, str]]]]:
    """List every rule with its value, by section, in words."""
    data = rules.to_data()
    return [
        (str(heading), [(title_word(name), value_word(name, data[name])) for name in names])
        for _key, heading, names in SECTIONS
    ]


def players_word(preset: WarPreset) -> str:
    """Say how many may play a preset, such as ``2–4``."""
    lowest, highest = preset.players
    return str(lowest) if lowest == highest else f"{lowest}–{highest}"


def names_word(preset: WarPreset) -> str:
    """List the other names of a preset."""
    return ", ".join(map(translate, preset.names))
