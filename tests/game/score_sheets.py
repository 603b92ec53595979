"""Sheets and what they come to, for the rules in Python and for those in the browser.

``python -m tests.game.score_sheets`` writes the drawn ones of tests/data/score_sheets.json
anew; the worked ones are written by hand.
"""

import json
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from casino_war.game.score_sheet import SETTINGS, ScoreSheet, SheetRow, SheetSettings

FILE = Path(__file__).parents[1] / "data" / "score_sheets.json"
DRAWN = 80
SEED = 8
NAMES = ("Ida", "Otto", "Ada", "Ulf")


def read_sheets() -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The worked sheets and the drawn ones."""
    data = json.loads(FILE.read_text("utf-8"))
    return data["worked"], data["drawn"]


def sheet_of(case: Mapping[str, Any]) -> ScoreSheet:
    """The sheet of a case, as the file writes it; settings left out are the defaults."""
    return ScoreSheet(
        players=tuple(case["players"]),
        settings=SheetSettings(**case["settings"]),
        rows=tuple(
            SheetRow(
                winners=tuple(row["winners"]),
                cards=None if row["cards"] is None else tuple(row["cards"]),
            )
            for row in case["rows"]
        ),
        played_seconds=case["played_seconds"],
    )


def reckoned(sheet: ScoreSheet) -> dict[str, Any]:
    """What a sheet comes to, as the file writes it; players are seats."""
    match, settings = sheet.match, sheet.settings
    seat = {player: number for number, player in enumerate(sheet.players)}
    return {
        "totals": [list(total.values()) for total in match.running_totals],
        "standings": [[line.place, seat[line.player], line.games_won] for line in match.standings],
        "winners": [seat[player] for player in match.winners],
        "is_over": match.is_over,
        "is_time_up": sheet.is_time_up,
        "seconds_left": settings.seconds_left(sheet.played_seconds),
        "cards_each": settings.cards_each,
        "cards_in_war": settings.cards_in_war,
        "may_go_on_for_ever": settings.may_go_on_for_ever,
    }


def _drawn(chance: random.Random) -> dict[str, Any]:
    settings = {name: chance.choice(allowed) for name, allowed in SETTINGS.items()}
    seats = chance.randint(int(settings["table_size"]), 4)
    rows: list[dict[str, Any]] = []
    for _ in range(chance.randint(0, 12)):
        if chance.random() < 0.2:
            counts = [chance.choice((10, 13, 17, 26)) for _ in range(chance.randint(2, seats))]
            rows.append({"winners": [], "cards": counts})
        else:
            winners = chance.sample(range(seats), chance.choice((0, 1, 1, 1, seats - 1)))
            rows.append({"winners": winners, "cards": None})
    case: dict[str, Any] = {
        "players": list(NAMES[:seats]),
        "settings": settings,
        "rows": rows,
        "played_seconds": chance.choice((0, 299, 300, 1200, 3600)),
    }
    return case | {"reckoned": reckoned(sheet_of(case))}


def drawn_sheets() -> list[dict[str, Any]]:
    chance = random.Random(SEED)
    return [_drawn(chance) for _ in range(DRAWN)]


def main() -> None:
    worked, _ = read_sheets()
    parts = ("worked", worked), ("drawn", drawn_sheets())
    lines = [
        f'"{name}": [\n' + ",\n".join(json.dumps(case) for case in cases) + "\n]"
        for name, cases in parts
    ]
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
