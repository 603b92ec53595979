"""Records of rounds as text: CSV with a line of names, or JSON Lines; read and written."""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import chain
from typing import TextIO, TypeVar

from casino_war.errors import N_, InvalidRecordError
from casino_war.services.round_record import (
    NAMES,
    RoundRecord,
    record_from_data,
    record_from_row,
)

T = TypeVar("T")


class FileFormat(StrEnum):
    """How records are written down; the values are the endings of file names."""

    CSV = "csv"
    JSON_LINES = "jsonl"


def write_records(records: Iterable[RoundRecord], file_format: FileFormat) -> Iterator[str]:
    """Write records line by line, one at a time in memory."""
    if file_format is FileFormat.JSON_LINES:
        for record in records:
            yield json.dumps(record.to_data()) + "\n"
        return
    line = io.StringIO()
    writer = csv.DictWriter(line, NAMES, lineterminator="\n")
    writer.writeheader()
    for record in records:
        writer.writerow(record.to_row())
        yield line.getvalue()
        line.seek(0)
        line.truncate()
    yield line.getvalue()


def read_records(file: TextIO) -> Iterator[RoundRecord]:
    """Read records of either format, told apart by the first character.

    Raises:
        InvalidRecordError: a line is no record; the error names the line.
    """
    try:
        # A pipe cannot be wound back.
        first = file.readline()
        read = _json_lines if first.startswith("{") else _csv_rows
        yield from read(chain([first], file))
    except UnicodeDecodeError:
        raise InvalidRecordError(N_("The file is not text in UTF-8.")) from None


def _json_lines(lines: Iterable[str]) -> Iterator[RoundRecord]:
    for number, text in enumerate(lines, start=1):
        yield _at(number, _record_from_json, text)


def _csv_rows(lines: Iterable[str]) -> Iterator[RoundRecord]:
    rows = csv.DictReader(lines, restkey="", restval="", strict=True)
    try:
        # A file without a line has no record; one with other names has none of these.
        if set(rows.fieldnames or NAMES) != set(NAMES):
            raise _unreadable(1, "it does not name the fields of a record")
        for row in rows:
            yield _at(rows.line_num, record_from_row, row)
    except csv.Error as error:
        raise _unreadable(rows.line_num, str(error)) from None


def _record_from_json(text: str) -> RoundRecord:
    return record_from_data(json.loads(text))


def _at(number: int, read: Callable[[T], RoundRecord], given: T) -> RoundRecord:
    try:
        return read(given)
    except (InvalidRecordError, ValueError, RecursionError) as error:
        raise _unreadable(number, str(error)) from None


def _unreadable(number: int, why: str) -> InvalidRecordError:
    return InvalidRecordError(
        N_("Line %(line)s is no record of a round: %(why)s"), line=number, why=why
    )
