"""The words of the score sheet: its settings, and what the page says while it is kept.

The page keeps its sheets without the server, so every sentence travels with it; a name in
braces is filled in by the browser.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from casino_war.web.language import Text
from casino_war.web.language import lazy_gettext as _l


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting as people meet it: what it is called, what it does, and its choices."""

    name: str
    title: Text
    hint: Text
    words: Mapping[int, Text | str] | Mapping[int, Text] | Mapping[str, Text]
    """What each choice is called, by value."""


def _numbers(*values: int) -> Mapping[int, Text | str]:
    return {value: str(value) for value in values}


_MINUTES = _l("{minutes} minutes")

SETTINGS = (
    Setting(
        "table_size",
        _l("Table"),
        _l(
            "How many play. With three or four, only those who tied go to war. Whoever has no"
            " seat at a smaller table stays on the sheet, but wins count again only with a seat."
        ),
        {2: _l("Two"), 3: _l("Three"), 4: _l("Four")},
    ),
    Setting(
        "games_to_win",
        _l("Games to win"),
        _l("Whoever first takes so many games wins the match. Drawn games count for nobody."),
        _numbers(1, 2, 3, 4, 5),
    ),
    Setting(
        "time_limit_minutes",
        _l("Time limit"),
        _l(
            "When time is up, the battle is finished and the cards are counted: whoever has"
            " most takes the game. Equal counts make it a draw."
        ),
        {0: _l("No limit")} | dict.fromkeys(range(5, 65, 5), _MINUTES),
    ),
    Setting(
        "tie",
        _l("A tie triggers"),
        _l(
            "War: bury cards, turn one more, highest takes all. Sudden death: turn the next"
            " card at once. Split the pile: each takes the own card back."
        ),
        {"war": _l("War"), "sudden_death": _l("Sudden death"), "split": _l("Split the pile")},
    ),
    Setting(
        "cards_buried",
        _l("Cards buried in a war"),
        _l(
            "What each who fights lays face down before turning the next card. One makes short"
            " wars, but longer games. Counts only where a tie triggers war."
        ),
        _numbers(1, 2, 3),
    ),
    Setting(
        "aces",
        _l("Aces"),
        _l("High: above the king. Low: below the two."),
        {"high": _l("High"), "low": _l("Low")},
    ),
    Setting(
        "shuffle",
        _l("Shuffle won cards"),
        _l(
            "Before they go under the stock. Unshuffled, the deal decides the whole game, and"
            " it may go round for ever."
        ),
        {"yes": _l("Yes"), "no": _l("No")},
    ),
)
"""The seven settings in the order of the page."""

SAID: Mapping[str, Text] = {
    # Names of a fresh sheet.
    "player": _l("Player {number}"),
    "sheet": _l("Sheet of {date}"),
    "copy": _l("{title}, mine"),
    # The running game.
    "game": _l("Game {number}"),
    "took": _l("{name} took it"),
    "lost": _l("{name} lost"),
    "cards-of": _l("Cards of {name}"),
    "entered": _l("Game {number}: {result}."),
    "drawn": _l("drawn"),
    "nobody": _l("Nobody: a draw"),
    "by-count": _l("by count: {cards}"),
    "left": _l("left"),
    "played": _l("played"),
    "start": _l("Start the clock"),
    "go-on": _l("Go on"),
    "pause": _l("Pause"),
    "time-up": _l("Time is up. Finish the battle, then count the cards."),
    "count-sum": _l("Cards counted: {sum}, dealt: {dealt}. Count again, or enter it so."),
    "count-needed": _l("Write down how many cards each player holds."),
    # The match.
    "won": _l("{names} wins the match, {games}."),
    "shared": _l("{names} share the match, {games}."),
    "undone": _l("Undone."),
    "redone": _l("Done again."),
    "reckoned": _l("The whole sheet was reckoned anew."),
    "took-of": _l("Who took game {number}"),
    "note-of": _l("Note on game {number}"),
    "deal": _l("{each} cards each, {aside} set aside."),
    "deal-all": _l("{each} cards each."),
    "war": _l("A war that two begin takes {cards} cards."),
    "no-war": _l("Nobody fights: equal cards go back to their owners."),
    # Refusals.
    "name-empty": _l("A player needs a name."),
    "name-twice": _l("{name} plays already: names must differ."),
    "name-away": _l("{name} stands on this sheet for a larger table: names must differ."),
    "title-empty": _l("A sheet needs a name."),
    "match-over": _l("The match has been won: undo, or raise the games to win."),
    "rows-full": _l("A sheet has room for {most} games: begin a new one."),
    "row-gone": _l("Game {number} is not on the sheet any more."),
    # Keeping.
    "closed": _l("This browser keeps nothing here. All stays until you close it: export it."),
    "full": _l("The browser’s storage is full. Your last changes are only on the screen: export."),
    "changed": _l("Another tab has changed this sheet too. What you see was not kept."),
    "gone": _l("Another tab has given this sheet up. What you see is not kept any more."),
    "followed": _l("Changed in another tab."),
    "dropped": _l("{title} is given up."),
    "imported": _l("{title} is read and kept."),
    "link-made": _l("Whoever has this link sees the sheet as it is now. No server does."),
    "link-long": _l("This sheet is too long for a link: export it as a file."),
    "link-broken": _l("This link holds no whole sheet. Perhaps it was cut off on its way."),
    # Files that are no sheets.
    "file-line": _l("Line {line}: {reason}"),
    "file-large": _l("This file is too large for a score sheet."),
    "file-bytes": _l("This file is no text in UTF-8."),
    "file-end": _l("the file ends too early."),
    "file-syntax": _l("{found} cannot stand here."),
    "file-quotes": _l("a quotation mark is missing or too many."),
    "file-doubled": _l("{name} stands there twice."),
    "file-missing": _l("{name} is missing."),
    "file-kind": _l("{name} is of another kind than a sheet has."),
    "file-unknown": _l("a sheet has nothing called {name}."),
    "file-format": _l("this is no score sheet."),
    "file-version": _l("version {version} is not known here; 1 is."),
    "file-blank": _l("{name} is empty."),
    "file-text": _l("{name} is longer than {length} signs, or has line breaks or spaces around."),
    "file-number": _l("{name} is a whole number from 0 to {most}."),
    "file-setting": _l("{name} cannot be {value}; it is one of {allowed}."),
    "file-players": _l("a table for {size} needs so many names, and at most 4, not {count}."),
    "file-twice": _l("{name} plays already."),
    "file-stranger": _l("{name} does not play on this sheet."),
    "file-won-twice": _l("a game is taken by each player once."),
    "file-count": _l("a count has the cards of each player, and no winner beside it."),
    "file-took": _l("{name} is 1 for who took the game, else 0."),
    "file-cells": _l("this line has another number of cells: {count}."),
    "file-header": _l("the games’ heading reads {header}."),
    "file-no-games": _l("the heading of the games is missing."),
    "file-rows": _l("a sheet has at most {most} games."),
}
"""What the page says, by the name that its scripts know."""
