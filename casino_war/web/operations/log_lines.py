"""The log as lines of JSON, for machines that gather it; asked for by `LOG_VARIABLE`.

A line holds what its record says, and what `extra` gave it under the names below: nothing
of a request goes into the log but what is put there by name.
"""

import json
import logging
import os
from datetime import UTC, datetime

from casino_war.errors import N_, CasinoWarError

LOG_VARIABLE = "CASINO_WAR_LOG"
FIELDS = ("request_id", "method", "route", "status", "ms", "player", "code")
"""What a record may bring along, beside its text."""

_FORMS = ("", "text", "json")


class JsonLines(logging.Formatter):
    """Writes each record as one JSON object on one line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        at = datetime.fromtimestamp(record.created, UTC)
        line: dict[str, object] = {
            "time": at.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "pid": record.process,
        }
        line |= {
            name: value for name in FIELDS if (value := getattr(record, name, None)) is not None
        }
        if record.exc_info:
            line["traceback"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def is_json() -> bool:
    """Say whether the environment asks for JSON.

    Raises:
        CasinoWarError: it asks for something else.
    """
    form = os.environ.get(LOG_VARIABLE, "")
    if form not in _FORMS:
        raise CasinoWarError(
            N_("%(variable)s is text or json, not %(given)s."),
            reason="log",
            variable=LOG_VARIABLE,
            given=repr(form),
        )
    return form == "json"


def write_json_lines() -> None:
    """Let everything that is logged here go to the standard error as JSON."""
    handler = logging.StreamHandler()
    handler.setFormatter(JsonLines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    # Every request has a line; of other things only what goes wrong is worth one.
    logging.getLogger("casino_war").setLevel(logging.INFO)
