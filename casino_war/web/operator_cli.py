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
from casino_war.web.open_house import open_house

if TYPE_CHECKING:
    from casino_war.services.operator import Act, PlayerFile

_NOTE = click.option("--note", default="", help="Why; it is kept with the act.")


@click.group()
def user() -> None:
    """Look at players, and let them deal no more or again."""


@click.group()
def table() -> None:
    """Open and close the house's tables, publish rules, see what they won."""


@user.command("list")
@click.option("--frozen", is_flag=True, help="Only those who are frozen.")
def list_users(frozen: bool) -> None:
    """List all players by their numbers."""
    from casino_war.services.operator import list_players

    with open_house() as house:
        for each in list_players(house, only_frozen=frozen):
            click.echo(_line(each))


@user.command()
@click.argument("who")
def show(who: str) -> None:
    """Print what there is of WHO, a player's number or name."""
    from casino_war.services.operator import show_player

    with open_house() as house:
        found = show_player(house, who)
    click.echo(_line(found))
    click.echo(f"bankroll {_chips(found.bankroll_cents)}, on felts {_chips(found.felt_cents)}")
    for act in found.acts:
        click.echo(f"{_moment(act.made_at)} {act.kind}{f': {act.note}' if act.note else ''}")


@user.command()
@click.argument("who")
@_NOTE
def freeze(who: str, note: str) -> None:
    """Let WHO deal no more rounds. Open rounds can be finished, and chips cashed out."""
    from casino_war.services.operator import freeze as act

    _carry_out(act, who, note, done="frozen", already="was frozen already")


@user.command()
@click.argument("who")
@_NOTE
def unfreeze(who: str, note: str) -> None:
    """Let WHO deal again."""
    from casino_war.services.operator import unfreeze as act

    _carry_out(act, who, note, done="may deal again", already="was not frozen")


@table.command("open")
@click.argument("key")
@_NOTE
def open_(key: str, note: str) -> None:
    """Let the house's table KEY deal again."""
    from casino_war.services.operator import open_table

    _carry_out(open_table, key, note, done="open", already="was open already")


@table.command()
@click.argument("key")
@_NOTE
def close(key: str, note: str) -> None:
    """Let the house's table KEY deal no more. Open rounds can be finished."""
    from casino_war.services.operator import close_table

    _carry_out(close_table, key, note, done="closed", already="was closed already")


@table.command()
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
def publish(key: str, changes: tuple[str, ...], title: str, note: str) -> None:
    """Give the table KEY another version of its rules; shoes in play keep theirs.

    Rules that are not set stay as they are. Prints the number of the new version.
    """
    from casino_war.services import operator

    with open_house() as house:
        present = operator.present_rules(house, key)
        version = operator.publish(
            house, key, _changed(present.to_data(), changes), title=title, note=note
        )
    click.echo(f"{key}@{version}")


@table.command()
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


def _carry_out(act: "Act", subject: str, note: str, *, done: str, already: str) -> None:
    """Act on a player or a table, and say whether that changed anything."""
    with open_house() as house:
        click.echo(done if act(house, subject, note=note) else already)


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


def _moment(at: datetime) -> str:
    return at.isoformat(timespec="seconds")


def _chips(amount_cents: float) -> str:
    return f"{amount_cents / CENTS_PER_CHIP:,.2f}"
