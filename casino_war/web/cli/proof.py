"""The commands ``casino-war audit`` and ``casino-war verify``: whether all is as it should be."""

import json
import sys
from typing import Any

import click

from casino_war.game.cards import Card, format_cards
from casino_war.game.table_rules import DECKS_MAX
from casino_war.web.cli.common import DONE, FOUND, JSON, Digits, examples
from casino_war.web.cli.open_house import open_house

_SEED = "7760666d0742c93c977e4a453a517aa258c62aea04ff706e82e6ead6bea30d16"


@click.command(epilog=examples("casino-war audit", "casino-war audit --full --json"))
@click.option("--full", "is_full", is_flag=True, help="Read everything, not only what is new.")
@JSON
def audit(is_full: bool, as_json: bool) -> None:
    """Check every invariant of the books; exit with 1 and a line for each violation.

    Only what is new since the last clean audit is read, as long as the database shows that
    nobody can have changed the rest. The last line says what was looked at.
    """
    from casino_war.services.audit import run_audit

    with open_house() as house:
        report = run_audit(house, is_full=is_full)
    since = None if report.since is None else report.since.isoformat(timespec="seconds")
    looked = {"rounds": report.rounds, "transfers": report.transfers}
    if as_json:
        rows = [{"name": each.name, "text": each.text} for each in report.violations]
        scope = {"full": since is None, "since": since, "why": report.why or None}
        click.echo(json.dumps({"violations": rows, **scope, **looked}))
    else:
        for violation in report.violations:
            click.echo(f"{violation.name}: {' '.join(violation.text.split())}")
        why = f" ({report.why})" if report.why else ""
        mode = f"full audit{why}" if since is None else f"audit of what is new since {since}"
        click.echo(f"{mode}: {report.rounds} rounds, {report.transfers} transfers")
    sys.exit(FOUND if report.violations else DONE)


@click.command(
    epilog=examples(
        f"casino-war verify --server-seed {_SEED} \\",
        '    --client-seed "client seed" --nonce 0 --decks 1',
    )
)
@click.option("--server-seed", required=True, help="64 lower-case hexadecimal characters.")
@click.option("--client-seed", required=True, help="1-64 printable characters, no colon.")
@click.option("--nonce", required=True, type=Digits(0), help="0, 1, 2, ...")
@click.option("--decks", default=6, show_default=True, type=Digits(1, DECKS_MAX), help="Its packs.")
@click.option("--commitment", help="The one that you noted, to be compared.")
@click.option("--cards", "dealt", help="Cards that were dealt, to be compared; ? for a burned one.")
@click.option("--from", "first", default=1, show_default=True, type=Digits(1), help="Their place.")
@JSON
def verify(
    server_seed: str,
    client_seed: str,
    nonce: int,
    decks: int,
    commitment: str | None,
    dealt: str | None,
    first: int,
    as_json: bool,
) -> None:
    """Shuffle a finished shoe again and print its commitment and its cards.

    With --commitment or --cards, exit with 1 if they are not what the seeds give.
    """
    from casino_war.services import fairness

    claimed = fairness.parse_dealt(dealt or "")
    found = fairness.verify(server_seed, client_seed, nonce, decks)
    facts: dict[str, Any] = {
        "commitment": found.commitment,
        "cards": format_cards(found.cards),
    }
    lines = [f"{name} {fact}" for name, fact in facts.items()]
    if commitment is not None:
        is_kept = commitment.strip().lower() == found.commitment
        facts["commitment_matches"] = is_kept
        lines.append("the commitment " + ("matches" if is_kept else "differs"))
    if claimed:
        facts["differences"] = differences = [
            {"place": place.number, "shuffled": _code(place.shuffled), "dealt": _code(place.dealt)}
            for place in fairness.places(found.cards, claimed, first)
            if place.is_kept is False
        ]
        lines += [
            f"card {each['place']} differs: {each['shuffled'] or 'none'} by the seeds,"
            f" {each['dealt'] or 'unseen'} dealt"
            for each in differences
        ] or [f"cards {first} to {first + len(claimed) - 1} match"]
    click.echo(json.dumps(facts) if as_json else "\n".join(lines))
    is_refuted = facts.get("commitment_matches") is False or bool(facts.get("differences"))
    sys.exit(FOUND if is_refuted else DONE)


def _code(card: Card | None) -> str | None:
    return None if card is None else card.code
