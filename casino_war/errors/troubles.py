"""What is not there, what does not answer, and what is a fault of the program."""

from casino_war.errors.root import CasinoWarError


class NotFoundError(CasinoWarError):
    """No such table, round or shoe, or not this player's."""

    code = "not_found"


class ClusterError(CasinoWarError):
    """There is no cluster to simulate on, or it was lost; ``reason`` says which."""

    code = "cluster"


class DatabaseBusyError(CasinoWarError):
    """The database did not answer within its bounded wait."""

    code = "database_busy"


class DatabaseUnusableError(CasinoWarError):
    """The database fails until its keeper has mended it.

    ``reason`` is ``full``, ``read_only``, ``missing``, ``damaged`` or ``failed``.
    """

    code = "database_unusable"


class BrokenInvariantError(CasinoWarError):
    """A fault of the program: a state that the rules exclude."""

    code = "broken_invariant"


class ShoeExhaustedError(BrokenInvariantError):
    """More cards were asked for than the shoe holds."""

    code = "shoe_exhausted"
