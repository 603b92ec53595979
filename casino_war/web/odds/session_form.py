"""The small forms of the odds pages: a number of decks, and a session of one's own.

They read as the calculator's does: what is wrong is told beside its field, the form keeps
what was typed, and what is no field of the form is none of its business.
"""

from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from casino_war.errors import N_, CasinoWarError, InvalidFormError, UnknownPresetError
from casino_war.game.money import parse_chips, shorten
from casino_war.game.table_presets import PRESETS, TablePreset, find
from casino_war.odds.comparisons import DECKS, STANDARD
from casino_war.odds.sessions import HANDS_MAX, BetSession, bet_session
from casino_war.web.asked import Asked

ANTE_DEFAULT, TIE_BET_DEFAULT = "10", ""


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionAsked:
    """A session's form as it was sent, the table it speaks of, and the session if one is asked."""

    asked: Asked
    preset: TablePreset
    found: BetSession | None


def read_decks(args: MultiDict[str, str]) -> tuple[Asked, int]:
    """Read how many decks are asked for, those of the standard table if none or no such."""
    asked = Asked({"decks": str(STANDARD.decks)})
    text = asked.read(args, "decks")
    if text is None:
        return asked, STANDARD.decks
    asked.fields["decks"] = text
    if text not in {str(decks) for decks in DECKS}:
        asked.blame(
            InvalidFormError(
                N_("A shoe holds 1 to 8 decks, not %(text)s."), reason="decks", text=shorten(text)
            ),
            "decks",
        )
    return asked, STANDARD.decks if asked.faults else int(text)


def read_session(args: MultiDict[str, str]) -> SessionAsked:
    """Read at which table, how long and for how much somebody plays; no length asks nothing."""
    fields = {
        "table": PRESETS[0].key,
        "played": "",
        "ante": ANTE_DEFAULT,
        "tie_bet": TIE_BET_DEFAULT,
    }
    asked = Asked(dict(fields))
    for name in fields:
        text = asked.read(args, name)
        if text is not None:
            asked.fields[name] = text.strip(" ")
    preset = PRESETS[0]
    try:
        preset = find(asked.fields["table"])
    except UnknownPresetError as error:
        asked.blame(error, "table")
    played = _played(asked)
    ante_cents = _cents(asked, "ante")
    tie_bet_cents = _cents(asked, "tie_bet") if asked.fields["tie_bet"] else 0
    if tie_bet_cents and not preset.rules.tie_bet_offered:
        asked.blame(
            InvalidFormError(N_("This table takes no tie bets."), reason="tie_bet"), "tie_bet"
        )
    found = None
    if played and ante_cents and tie_bet_cents is not None and not asked.faults:
        found = bet_session(preset.rules, played, ante_cents, tie_bet_cents)
    return SessionAsked(asked=asked, preset=preset, found=found)


def _played(asked: Asked) -> int | None:
    text = asked.fields["played"]
    if not text:
        return None
    digits = len(str(HANDS_MAX))
    if text.isascii() and text.isdigit() and len(text) <= digits and 1 <= int(text) <= HANDS_MAX:
        return int(text)
    asked.blame(
        InvalidFormError(
            N_("A session has 1 to %(maximum)s hands, not %(text)s."),
            reason="played",
            maximum=HANDS_MAX,
            text=shorten(text),
        ),
        "played",
    )
    return None


def _cents(asked: Asked, name: str) -> int | None:
    try:
        return parse_chips(asked.fields[name])
    except CasinoWarError as error:
        asked.blame(error, name)
        return None
