"""What plays the chunks of a plan: the engine as it is, or compiled kernels that equal it.

Kernels, numpy and numba are imported by the process that plays, when it first plays.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import lru_cache
from importlib.util import find_spec

from casino_war.lab.hands_summary import HandsSummary
from casino_war.lab.plan import Chunk, HandsPlan, WarPlan
from casino_war.lab.session_plan import SessionPlan
from casino_war.lab.session_summary import SessionSummary
from casino_war.lab.war_summary import WarSummary

Plan = HandsPlan | WarPlan | SessionPlan
Summary = HandsSummary | WarSummary | SessionSummary
PlayChunk = Callable[[Chunk], Summary]


class Backend(StrEnum):
    """Who plays."""

    ENGINE = "engine"
    KERNEL = "kernel"


def choose(plan: Plan) -> tuple[Backend, str]:
    """Return the fastest backend that can play a plan, and why it is no faster one."""
    if find_spec("numba") is None:
        return Backend.ENGINE, "numba is not installed"
    if isinstance(plan, SessionPlan):
        return Backend.KERNEL, ""
    if isinstance(plan, HandsPlan):
        from casino_war.lab import hands_pack

        reason = hands_pack.unsupported(plan)
    else:
        from casino_war.lab import war_pack

        reason = war_pack.unsupported(plan.rules)
    if reason is None:
        return Backend.KERNEL, ""
    return Backend.ENGINE, f"no kernel plays {reason}"


def play_chunk(plan: Plan, backend: Backend, index: int) -> Summary:
    """Play one chunk of a plan."""
    return _player(plan, backend)(plan.chunk(index))


def plus(one: Summary, other: Summary) -> Summary:
    """Add the summaries of two parts of one plan, in the order of the parts."""
    match one, other:
        case (HandsSummary(), HandsSummary()):
            return one.plus(other)
        case (WarSummary(), WarSummary()):
            return one.plus(other)
        case (SessionSummary(), SessionSummary()):
            return one.plus(other)
        case _:
            raise TypeError("the parts of a plan are of one kind")


# A process plays many chunks of one plan.
@lru_cache(maxsize=1)
def _player(plan: Plan, backend: Backend) -> PlayChunk:
    if isinstance(plan, HandsPlan):
        return _hands_player(plan, backend)
    if isinstance(plan, SessionPlan):
        return _session_player(plan, backend)
    return _war_player(plan, backend)


def _session_player(plan: SessionPlan, backend: Backend) -> PlayChunk:
    if backend is Backend.ENGINE:
        from casino_war.lab.session_engine import simulate_sessions

        return lambda chunk: simulate_sessions(plan, chunk)
    from casino_war.lab.session_kernel import simulate_packed
    from casino_war.lab.session_pack import pack

    packed = pack(plan)
    return lambda chunk: simulate_packed(plan, packed, chunk)


def _hands_player(plan: HandsPlan, backend: Backend) -> PlayChunk:
    if backend is Backend.ENGINE:
        from casino_war.lab.hands_engine import simulate_hands

        return lambda chunk: simulate_hands(plan, chunk)
    from casino_war.lab.hands_fast import is_plain, play_plain
    from casino_war.lab.hands_kernel import simulate_packed
    from casino_war.lab.hands_pack import pack

    packed = pack(plan)
    play = play_plain if is_plain(packed) else None
    return lambda chunk: simulate_packed(packed, chunk, play)


def _war_player(plan: WarPlan, backend: Backend) -> PlayChunk:
    if backend is Backend.ENGINE:
        from casino_war.lab.war_engine import simulate_games

        return lambda chunk: simulate_games(plan, chunk)
    from casino_war.lab.war_fast import is_plain, play_plain
    from casino_war.lab.war_kernel import simulate_packed
    from casino_war.lab.war_pack import pack

    packed = pack(plan.rules)
    play = play_plain if is_plain(packed) else None
    return lambda chunk: simulate_packed(packed, chunk, play)
