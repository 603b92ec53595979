"""Doing several things at the same moment, from as many threads."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

from casino_war.errors import CasinoWarError

Act = Callable[[], object]


def at_once(acts: Sequence[Act]) -> list[object]:
    """Return what each of them answered, in their order; of a refusal, its type."""
    barrier = Barrier(len(acts))

    def do(act: Act) -> object:
        barrier.wait(timeout=30)
        try:
            return act()
        except CasinoWarError as error:
            return type(error)

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(do, acts))
