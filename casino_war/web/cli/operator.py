"""The commands of the operator: ``casino-war user`` and ``casino-war table``.

Whoever can run them can read the database anyway: that is all that makes an operator. No
command moves a chip, and what each has done stands in the books for ever.
"""

import json
from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any

import click

from casino_war.errors import N_, InvalidRulesError
from casino_war.game.money import CENTS_PER_CHIP
from casino_war.web.cli.common import JSON, examples
from casino_war.web.cli.open_house import open_house

if TYPE_CHECKING:
    from casino_war.services.operator import Act, PlayerFile

_NOTE = click.option("--note", default="", help="Why; it is kept with the act.")


@click.group(epilog=examples("casino-war user list"))
def user() -> None:
    """Look at players, and let them deal no more or again."""


@click.group(epilog=examples("casino-war table results"))
def table() -> None:
    """Open and close the house's tables, publish rules, see what they won."""


@user.command(
    "list", epilog=examples("casino-war user list", "casino-war user list --frozen --json")
)
@click.option("--frozen", is_flag=True, help="Only those who are frozen.")
@click.option("--json", "as_json", is_flag=True, help="Print a JSON object on each line.")
def list_users(frozen: bool, as_json: bool) -> None:
    """List all players by their numbers."""
    from casino_war.services.operator import list_players

    with open_house() as house:
        for each in list_players(house, only_frozen=frozen):
            click.echo(json.dumps(_facts(each)) if as_json else _line(each))


@user.command(epilog=examples("casino-war user show Ada", "casino-war user show 1 --json"))
@click.argument("who")
@JSON
def show(who: str, as_json: bool) -> None:
    """Print what there is of WHO, a player's number or name."""
    from casino_war.services.operator import show_player

    with open_house() as house:
        found = show_player(house, who)
    if as_json:
        click.echo(json.dumps(_facts(found, is_whole=True)))
        return
    click.echo(_line(found))
    click.echo(f"bankroll {_chips(found.bankroll_cents)}, on felts {_chips(found.felt_cents)}")
    for name in found.tokens:
        click.echo(f"token {name}")
    for act in found.acts:
        click.echo(f"{_moment(act.made_at)} {act.kind}{f': {act.note}' if act.note else ''}")


@user.command(epilog=examples('casino-war user freeze Ada --note "asked for it"'))
@click.argument("who")
@_NOTE
@JSON
def freeze(who: str, note: str, as_json: bool) -> None:
    """Let WHO deal no more rounds. Open rounds can be finished, and chips cashed out."""
    from casino_war.services.operator import freeze as act

    _carry_out(act, who, note, ("frozen", "was frozen already"), as_json=as_json)


@user.command(epilog=examples("casino-war user unfreeze Ada --json"))
@click.argument("who")
@_NOTE
@JSON
def unfreeze(who: str, note: str, as_json: bool) -> None:
    """Let WHO deal again."""
    from casino_war.services.operator import unfreeze as act

    _carry_out(act, who, note, ("may deal again", "was not frozen"), as_json=as_json)


@user.command(epilog=examples('casino-war user revoke Ada --note "the token got out"'))
@click.argument("who")
@_NOTE
@JSON
def revoke(who: str, note: str, as_json: bool) -> None:
    """Revoke all tokens by which programs play for WHO."""
    from casino_war.services.operator import revoke_tokens as act

    _carry_out(act, who, note, ("revoked", "had no tokens"), as_json=as_json)


@table.command("open", epilog=examples("casino-war table open classic"))
@click.argument("key")
@_NOTE
@JSON
def open_(key: str, note: str, as_json: bool) -> None:
    """Let the house's table KEY deal again."""
    from casino_war.services.operator import open_table

    _carry_out(open_table, key, note, ("open", "was open already"), as_json=as_json)


@table.command(epilog=examples('casino-war table close classic --note "new felt" --json'))
@click.argument("key")
@_NOTE
@JSON
def close(key: str, note: str, as_json: bool) -> None:
    """Let the house's table KEY deal no more. Open rounds can be finished."""
    from casino_war.services.operator import close_table

    _carry_out(close_table, key, note, ("closed", "was closed already"), as_json=as_json)


@table.command(
    epilog=examples(
        "casino-war table publish bonus --set decks=8",
        'casino-war table publish eleven --set surrender=not_offered --title "Eleven, no way back"',
    )
)
@click.argument("key")
@click.option(
    "--set",
    "changes",
    multiple=True,
    metavar="RULE=VALUE",
    help='A rule of the table as JSON has it: decks=8, surrender="not_offered".',
)
@click.option("--title", default="", help="Another title.")
@_NOTE
@JSON
def publish(key: str, changes: tuple[str, ...], title: str, note: str, as_json: bool) -> None:
    """Give the table KEY another version of its rules; shoes in play keep theirs.

    Rules that are not set stay as they are. Prints the number of the new version.
    """
    from casino_war.services import operator

    with open_house() as house:
        present = operator.present_rules(house, key)
        version = operator.publish(
            house, key, _changed(present.to_data(), changes), title=title, note=note
        )
    told = json.dumps({"table": key, "version": version}) if as_json else f"{key}@{version}"
    click.echo(told)


@table.command(epilog=examples("casino-war table results", "casino-war table results --json"))
@click.option("--json", "as_json", is_flag=True, help="Print the results as JSON, in cents.")
def results(as_json: bool) -> None:
    """Print what each table has kept, against what was exactly to be expected.

    A result beyond three deviations is seen once in 370 tables: worth a look.
    """
    from casino_war.services.table_results import table_results

    with open_house() as house:
        found = list(table_results(house))
    rows = [
        {
            "table": each.table_key,
            "rounds": each.sums.rounds,
            "handle_cents": each.sums.wagered_cents,
            "hold_cents": each.hold_cents,
            "expected_cents": round(each.expected_cents, 2),
            "deviation_cents": round(each.deviation_cents, 2),
            "deviations": None if each.deviations is None else round(each.deviations, 2),
            "rounds_not_measured": each.late_rounds,
        }
        for each in found
    ]
    if as_json:
        click.echo(json.dumps(rows))
        return
    for row in rows:
        click.echo(_result(row))


def _carry_out(
    act: "Act", subject: str, note: str, words: tuple[str, str], *, as_json: bool
) -> None:
    """Act on a player or a table, and say whether that changed anything.

    *words* tell that it did, and that it did not.
    """
    with open_house() as house:
        is_changed = act(house, subject, note=note)
    told = words[0] if is_changed else words[1]
    if as_json:
        told = json.dumps({"subject": subject, "state": words[0], "is_changed": is_changed})
    click.echo(told)


def _result(row: dict[str, Any]) -> str:
    late = row["rounds_not_measured"]
    away = "-" if row["deviations"] is None else f"{row['deviations']:+.2f}"
    more = f", {late} rounds not measured (casino-war luck catch-up)" if late else ""
    return (
        f"{row['table']}: {row['rounds']} rounds, handle {_chips(row['handle_cents'])}, "
        f"hold {_chips(row['hold_cents'])}, expected {_chips(row['expected_cents'])} "
        f"+- {_chips(row['deviation_cents'])}, {away} deviations{more}"
    )


def _changed(data: dict[str, Any], changes: Iterable[str]) -> Any:
    from casino_war.game.table_rules import TableRules

    for change in changes:
        name, _, text = change.partition("=")
        if name not in data:
            raise InvalidRulesError(
                N_("There is no rule %(name)s; there are %(names)s."),
                fields=(),
                name=repr(name),
                names=", ".join(data),
            )
        try:
            data[name] = json.loads(text)
        except ValueError:
            # A word may come without its quotes.
            data[name] = text
    return TableRules.from_data(data)


def _line(player: "PlayerFile") -> str:
    states = [
        f"{word} {_moment(at)}"
        for word, at in (("frozen", player.frozen_at), ("left", player.closed_at))
        if at is not None
    ]
    name = "guest" if player.name is None else player.name
    return ", ".join((f"{player.number} {name}", f"since {_moment(player.created_at)}", *states))


def _facts(player: "PlayerFile", *, is_whole: bool = False) -> dict[str, Any]:
    """Return what a program is told of a player; *is_whole* adds chips and acts."""
    facts: dict[str, Any] = {
        "number": player.number,
        "name": player.name,
        "created_at": _moment(player.created_at),
        "frozen_at": None if player.frozen_at is None else _moment(player.frozen_at),
        "closed_at": None if player.closed_at is None else _moment(player.closed_at),
    }
    if is_whole:
        facts["bankroll_cents"] = player.bankroll_cents
        facts["felt_cents"] = player.felt_cents
        facts["tokens"] = list(player.tokens)
        facts["acts"] = [
            {"made_at": _moment(act.made_at), "kind": act.kind, "note": act.note}
            for act in player.acts
        ]
    return facts


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


def _chips(amount_cents: float) -> str:
    return f"{amount_cents / CENTS_PER_CHIP:,.2f}"
