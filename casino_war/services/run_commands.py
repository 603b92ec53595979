"""What players ask of the laboratory; see `casino_war.services.commands`."""

from dataclasses import dataclass

from casino_war.services.commands import Command


@dataclass(frozen=True, slots=True, kw_only=True)
class StartRun(Command):
    """Have something simulated; for a stranger the act that makes the player."""

    request_json: str
    """See `casino_war.services.run_request.write_request`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunCommand(Command):
    """What is asked of one run."""

    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class CancelRun(RunCommand):
    """End a run; what it has played is kept."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DeleteRun(RunCommand):
    """Delete a run that has ended, with all that came of it."""
