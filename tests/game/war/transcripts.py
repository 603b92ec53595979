"""The golden transcripts: `make transcripts` writes them, a test compares them.

Each is one game of a preset from seed 1, with the fewest and with the most players that it
allows. Of a long game the first battles are kept, and the last one. Where players decide
something they choose among what they may, by the same seed.
"""

from dataclasses import replace
from pathlib import Path

from casino_war.game.cards import format_cards
from casino_war.game.randomness import RandomSource, SplitMix64, choice
from casino_war.game.war_actions import SEATS, Action
from casino_war.game.war_choices import apply, deal, legal_actions
from casino_war.game.war_presets import PRESETS, WarPreset
from casino_war.game.war_rules import WarRules
from casino_war.game.war_state import WarState
from casino_war.game.war_transcript import result, short

FOLDER = Path(__file__).parents[2] / "transcripts"
SEED = 1
BATTLES_KEPT = 30


def written() -> dict[str, str]:
    """Return the transcript of every preset by the name of its file."""
    return {f"{preset.key}.txt": transcript(preset) for preset in PRESETS}


def transcript(preset: WarPreset) -> str:
    """Return the games of one preset as text."""
    games = [_game(preset, players) for players in dict.fromkeys(preset.players)]
    return "\n".join("\n".join(lines) + "\n" for lines in games)


def _game(preset: WarPreset, players: int) -> list[str]:
    rules = replace(preset.rules, players=players)
    source = SplitMix64(SEED)
    state = deal(rules, source)
    lines = [
        f"{preset.title} ({preset.key}, version {preset.version}), {players} players, seed {SEED}",
        _differences(rules),
        *_cards(state),
    ]
    battles: dict[int, list[str]] = {}
    while state.ended is None:
        told = battles.setdefault(state.battles + 1, [])
        choices = _choices(state, source)
        if choices:
            told.append("choose " + " ".join(f"{SEATS[s]}:{did}" for s, did in choices.items()))
        state, events = apply(state, choices, source)
        told.extend(map(short, events))
    for battle, told in battles.items():
        if battle <= BATTLES_KEPT or battle == state.battles:
            lines += [f"battle {battle}", *(f"  {line}" for line in told)]
        elif battle == BATTLES_KEPT + 1:
            lines.append(f"({state.battles - BATTLES_KEPT - 1} more)")
    period = "" if state.ended.period is None else f", period {state.ended.period}"
    lines.append(f"{result(state.ended)}: {state.ended.reason.value}{period}")
    return lines


def _choices(state: WarState, source: RandomSource) -> dict[int, Action]:
    awaited = () if state.awaiting is None else state.awaiting.seats
    return {seat: choice(legal_actions(state, seat), source) for seat in awaited}


def _differences(rules: WarRules) -> str:
    classic = WarRules().to_data()
    changed = {name: value for name, value in rules.to_data().items() if value != classic[name]}
    return "rules: " + (" ".join(f"{name}={value}" for name, value in changed.items()) or "classic")


def _cards(state: WarState) -> list[str]:
    lines = []
    for seat, (hand, stock) in enumerate(zip(state.hands, state.stocks, strict=True)):
        held = f"[{format_cards(hand)}] " if hand else ""
        lines.append(f"{SEATS[seat]}: {held}{format_cards(stock)}")
    undealt = (("set aside", state.set_aside), ("carry", state.carry))
    return lines + [f"{where}: {format_cards(cards)}" for where, cards in undealt if cards]


def main() -> None:
    """Write all transcripts anew and remove those of presets that are gone."""
    FOLDER.mkdir(exist_ok=True)
    texts = written()
    for path in FOLDER.iterdir():
        if path.name not in texts:
            path.unlink()
    for name, text in texts.items():
        (FOLDER / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
