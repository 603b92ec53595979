"""Flask's own commands for a developer, as ``casino-war routes`` and ``casino-war shell``."""

import json
from secrets import token_hex
from typing import TYPE_CHECKING

import click

from casino_war.web.cli.common import JSON, examples

if TYPE_CHECKING:
    from flask import Flask


@click.command(epilog=examples("casino-war routes --sort rule", "casino-war routes --json"))
@click.option(
    "--sort",
    default="endpoint",
    show_default=True,
    type=click.Choice(("endpoint", "methods", "rule", "match")),
    help="The order; match is that in which an address is compared with them.",
)
@click.option("--all-methods", is_flag=True, help="Show HEAD and OPTIONS too.")
@JSON
@click.pass_context
def routes(ctx: click.Context, sort: str, all_methods: bool, as_json: bool) -> None:
    """List the addresses that the site answers."""
    from flask.cli import routes_command

    from casino_war.web import create_app

    # Nothing is signed: no key is drawn, and none left behind.
    app = create_app({"SECRET_KEY": token_hex()})
    if as_json:
        click.echo(json.dumps(_rows(app, all_methods=all_methods)))
        return
    with app.app_context():
        ctx.invoke(routes_command, sort=sort, all_methods=all_methods)


def _rows(app: "Flask", *, all_methods: bool) -> list[dict[str, object]]:
    hidden = set() if all_methods else {"HEAD", "OPTIONS"}
    return [
        {
            "rule": rule.rule,
            "methods": sorted((rule.methods or set()) - hidden),
            "endpoint": rule.endpoint,
        }
        for rule in app.url_map.iter_rules()
    ]


@click.command(epilog=examples("casino-war shell", "echo 'print(house)' | casino-war shell"))
@click.pass_context
def shell(ctx: click.Context) -> None:
    """Open a Python prompt that knows app and house, which the services take.

    It can do all that the services can: what it posts stays posted.
    """
    from flask.cli import shell_command

    from casino_war.web import create_app

    app = create_app()
    house = app.extensions["casino_war"]
    app.shell_context_processors.append(lambda: {"house": house})
    with app.app_context():
        ctx.invoke(shell_command)
    house.database.dispose()
