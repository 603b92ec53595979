"""The command ``casino-war war``: play a game, list rules, enumerate tiny decks, measure."""

import json
from collections.abc import Sequence

import click
from click.core import ParameterSource

from casino_war.errors import N_, InvalidInputError, InvalidRulesError
from casino_war.game.cards import format_cards
from casino_war.game.randomness import SplitMix64
from casino_war.game.war_actions import SEATS
from casino_war.game.war_choices import legal_actions
from casino_war.game.war_enumeration import enumerate_deals
from casino_war.game.war_lengths import LONG_BATTLES
from casino_war.game.war_line import WarLine, changed_rules, parse_line
from casino_war.game.war_presets import PRESETS, find
from casino_war.game.war_replay import Choose, Played
from casino_war.game.war_replay import play as play_line
from casino_war.game.war_rules import WarRules
from casino_war.game.war_seed import source_of
from casino_war.game.war_spelling import parse_decisions, parse_stocks
from casino_war.game.war_state import WarState
from casino_war.game.war_strategies import choose_all, usual
from casino_war.game.war_strategies import find as find_strategy
from casino_war.game.war_transcript import result, short
from casino_war.web.cli.one_line import JSON, Digits, OneLineGroup, examples

SEED_MAX = 2**64 - 1
COUNT_MAX = 10**9

_RULES = click.option(
    "--rules", "preset", default="classic", show_default=True, help="A game, by any of its names."
)
_SET = click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Change a rule; repeatable."
)
_SEED = click.option(
    "--seed", default=1, show_default=True, type=Digits(0, SEED_MAX), help="The source of chance."
)


@click.group(cls=OneLineGroup, epilog=examples("casino-war war play --rules pyanitsa"))
def war() -> None:
    """Play games of War and count them."""


@war.command(
    epilog=examples(
        "casino-war war play --rules pyanitsa --seed 7",
        'casino-war war play --stocks "7S 2S KD 9S | 7H 3H QD 9H" \\',
        "    --set pickup_order=winner_first --battles 1",
        'casino-war war play --line "war/1 classic@1 war_face_down=3 seed=42" --json',
    )
)
@_RULES
@_SET
@click.option("--stocks", metavar="CARDS", help='Each player\'s cards: "7S KD | 7H 3C".')
@click.option("--decisions", metavar="CHOICES", help='"A:steal-B B:play; A:KS".')
@click.option("--strategy", metavar="NAME", help="Who decides what the decisions leave open.")
@click.option("--battles", type=Digits(0, COUNT_MAX), help="Stop after so many battles.")
@_SEED
@click.option("--line", metavar="LINE", help="Play a game from its line of notation instead.")
@JSON
@click.pass_context
def play(
    ctx: click.Context,
    preset: str,
    settings: tuple[str, ...],
    stocks: str | None,
    decisions: str | None,
    strategy: str | None,
    battles: int | None,
    seed: int,
    line: str | None,
    as_json: bool,
) -> None:
    """Play one game; print its events, its result and its line of notation.

    STOCKS: the cards of the players A, B, ... parted by bars, top card first, and a side
    pile after a slash, the card captured first (in Steal War the lowest) first:
    "9D KS 2S / 3C | 4H 5H / QH 9S". They set the number of players.

    DECISIONS: rounds of choices that are made together, parted by semicolons, each choice
    behind the letter of its player. A choice is play, steal-B (the pile of B) or a card.
    An example is "A:steal-B B:play; A:KS": A steals from B, who plays, and having won the
    battle A lays the KS on top. Whatever is left open is decided by the computer player
    that --strategy names, by default the usual one of the game.

    LINE: "war/1 classic@1 war_face_down=3 seed=42", say. It tells rules, seed, stocks,
    decisions and battles, so that those options cannot stand beside it, and what it leaves
    open stays open unless a --strategy is named.
    """
    if line is None:
        found = find(preset)
        given, piles = parse_stocks(stocks, typed=True) if stocks is not None else ((), ())
        told = WarLine(
            preset=found.key,
            version=found.version,
            rules=changed_rules(found, read_settings(settings), len(given) if given else None),
            seed=seed,
            stocks=given,
            piles=piles,
            decisions=parse_decisions(decisions, typed=True) if decisions else (),
            battles=battles,
        )
    else:
        _refuse_beside_line(ctx)
        told = parse_line(line)
    choose = _player(told, strategy) if line is None or strategy is not None else None
    played = play_line(told, choose)
    click.echo(json.dumps(_record(played)) if as_json else "\n".join(_lines(played)))


def read_settings(texts: Sequence[str]) -> dict[str, str]:
    """Read rules that are set anew, each as ``name=value``."""
    settings: dict[str, str] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals:
            raise InvalidInputError(N_("%(text)s is not name=value."), text=repr(text))
        if name in settings:
            raise InvalidRulesError(N_("%(field)s is set twice."), fields=(name,), field=repr(name))
        settings[name] = value
    return settings


def _refuse_beside_line(ctx: click.Context) -> None:
    for name in ("preset", "settings", "stocks", "decisions", "battles", "seed"):
        if ctx.get_parameter_source(name) is not ParameterSource.DEFAULT:
            option = {"preset": "rules", "settings": "set"}.get(name, name)
            raise click.UsageError(f"--line tells the whole game: leave out --{option}.")


def _player(line: WarLine, strategy: str | None) -> Choose:
    """Return a computer player for all seats, with chance of its own.

    It must not draw from the game's source: the line replays the game without it.
    """
    game = line.rules.choice
    player = usual(game) if strategy is None else find_strategy(strategy, game)
    source = SplitMix64(source_of(line.seed).word())
    players = [player] * line.rules.players
    return lambda state: choose_all(state, players, source)


def _record(played: Played) -> dict[str, object]:
    state, ended = played.state, played.state.ended
    record: dict[str, object] = {
        "events": list(map(short, played.events)),
        "final_stocks": list(map(format_cards, state.stocks)),
        "carry": format_cards(state.carry),
        "side_piles": list(map(format_cards, state.piles)),
        "battles": state.battles,
        "result": result(ended) if ended else None,
        "reason": ended.reason.value if ended else None,
        "notation": str(played.line),
    }
    if any(state.hands):
        record["hands"] = list(map(format_cards, state.hands))
    if ended and ended.period is not None:
        record["period"] = ended.period
    if state.awaiting:
        record["awaiting"] = _offers(state)
    return record


def _lines(played: Played) -> list[str]:
    state, ended = played.state, played.state.ended
    lines = list(map(short, played.events))
    if ended:
        period = "" if ended.period is None else f" period={ended.period}"
        lines.append(f"{result(ended)} {ended.reason.value} battles={state.battles}{period}")
    else:
        lines.append(f"- - battles={state.battles}")
    lines += [f"awaits {seat}: {' '.join(offered)}" for seat, offered in _offers(state).items()]
    return [*lines, str(played.line)]


def _offers(state: WarState) -> dict[str, list[str]]:
    seats = state.awaiting.seats if state.awaiting else ()
    return {SEATS[seat]: list(map(str, legal_actions(state, seat))) for seat in seats}


@war.command(epilog=examples("casino-war war rules", "casino-war war rules --json"))
@click.option("--json", "as_json", is_flag=True, help="Print a JSON list.")
def rules(as_json: bool) -> None:
    """List every preset with all its parameters."""
    rows = [
        {
            "key": preset.key,
            "title": preset.title,
            "source": preset.source,
            "version": preset.version,
            "players_allowed": list(preset.players),
            "names": list(preset.names),
            "rules": preset.rules.to_data(),
        }
        for preset in PRESETS
    ]
    if as_json:
        click.echo(json.dumps(rows))
        return
    for preset in PRESETS:
        values = " ".join(f"{name}={value}" for name, value in preset.rules.to_data().items())
        click.echo(f"{preset.key}: {values}")


@war.command(
    "enumerate",
    epilog=examples(
        "casino-war war enumerate --ranks 3 --suits 2",
        "casino-war war enumerate --ranks 2 --suits 2 --rules three_down --json",
    ),
)
@click.option("--ranks", required=True, type=Digits(1, 13), help="The highest so many ranks.")
@click.option("--suits", required=True, type=Digits(1, 4), help="Cards of each rank.")
@_RULES
@_SET
@_SEED
@JSON
def enumerate_(
    ranks: int, suits: int, preset: str, settings: tuple[str, ...], seed: int, as_json: bool
) -> None:
    """Play every deal of a tiny deck, once each, and count how they end.

    Battles and the longest game are of those deals that end. Where something is shuffled
    while a game goes on, the counts depend on the seed.
    """
    changed: WarRules = changed_rules(find(preset), read_settings(settings))
    tally = enumerate_deals(changed, ranks, suits, SplitMix64(seed)).to_data()
    if as_json:
        click.echo(json.dumps(tally))
    else:
        click.echo(" ".join(f"{name}={count}" for name, count in tally.items()))


@war.command(epilog=examples("casino-war war measure --games 1 --decided-games 1"))
@click.option("--games", default=500, show_default=True, type=Digits(1, COUNT_MAX), help="Of each.")
@click.option(
    "--decided-games",
    default=100,
    show_default=True,
    type=Digits(1, COUNT_MAX),
    help="Of each in which players decide: these take far longer.",
)
@_SEED
@click.option("--jobs", default=1, show_default=True, type=Digits(1, 256), help="Processes.")
def measure(games: int, decided_games: int, seed: int, jobs: int) -> None:
    """Measure how long games of every preset are, and print it as JSON.

    Every number of players that a preset allows is measured; computer players decide. The
    figures that the practice room shows are the output of this command.
    """
    from casino_war.lab.war_lengths import measure_presets

    found = measure_presets(
        games, decided_games, seed, jobs, lambda name: click.echo(name, err=True)
    )
    shown = {
        key: {players: each.to_data() for players, each in by_players.items()}
        for key, by_players in found.items()
    }
    options = f"--games {games} --decided-games {decided_games} --seed {seed}"
    about = {"command": f"casino-war war measure {options}", "long_battles": LONG_BATTLES}
    click.echo(json.dumps({**about, "presets": shown}, indent=1))
