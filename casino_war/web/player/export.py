"""The player's rounds as a file: those that the history's filters ask for, streamed."""

from collections.abc import Iterator
from contextlib import ExitStack

from flask import Blueprint, Response, request

from casino_war.errors import N_, InvalidFormError
from casino_war.services.history_search import HistorySearch
from casino_war.services.record_file import FileFormat, write_records
from casino_war.services.round_export import export_of_player
from casino_war.web.forms import read_fields
from casino_war.web.pages import current_house
from casino_war.web.player.history_form import read_filters
from casino_war.web.player.identity import player_token
from casino_war.web.settings import current_zone

blueprint = Blueprint("export", __name__)

MEDIA_TYPES = {FileFormat.CSV: "text/csv", FileFormat.JSON_LINES: "application/jsonl"}

_CHUNK = 64 * 1024
"""Characters that are sent in one go: a line each would cost as many writes as rounds."""


@blueprint.get("/history/rounds.csv", defaults={"ending": FileFormat.CSV.value})
@blueprint.get("/history/rounds.jsonl", defaults={"ending": FileFormat.JSON_LINES.value})
def rounds(ending: str) -> Response:
    """Send the player's settled rounds as asked for, the oldest first."""
    filters = read_filters(read_fields(request.args), current_zone())
    if filters.faults:
        raise InvalidFormError(
            N_("These filters cannot be used: %(field)s. Set them right in the history first."),
            field=", ".join(filters.faults),
        )
    response = stream_rounds(player_token(), filters.search, FileFormat(ending))
    response.headers.set(
        "Content-Disposition", "attachment", filename=f"casino-war-rounds.{ending}"
    )
    return response


def stream_rounds(token: str | None, search: HistorySearch, file_format: FileFormat) -> Response:
    """Send the rounds of the token's player that are asked for, as they are read."""
    with ExitStack() as stack:
        # Entered before the first line is sent: a busy database is told by the status.
        found = stack.enter_context(export_of_player(current_house(), token, search))
        response = Response(
            _in_chunks(write_records(found.records, file_format)),
            mimetype=MEDIA_TYPES[file_format],
        )
        response.call_on_close(stack.pop_all().close)
    return response


def _in_chunks(lines: Iterator[str]) -> Iterator[str]:
    gathered: list[str] = []
    size = 0
    for line in lines:
        gathered.append(line)
        size += len(line)
        if size >= _CHUNK:
            yield "".join(gathered)
            gathered, size = [], 0
    yield "".join(gathered)
