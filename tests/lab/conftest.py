"""Kernels are compiled once for all test processes, not by each of them at the same time."""

import fcntl
import tempfile
from pathlib import Path

import pytest

from casino_war.game.war_rules import WarRules


@pytest.fixture(scope="session", autouse=True)
def compiled() -> None:
    """Wait for another process that compiles; then what it compiled only has to be loaded."""
    path = Path(tempfile.gettempdir()) / "casino-war-kernels.lock"
    with path.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        from casino_war.game.table_presets import find
        from casino_war.lab.backends import Backend, play_chunk
        from casino_war.lab.plan import HandsPlan, TieBets, WarPlan
        from tests.lab.lockstep import play_both

        for name in ("classic", "single_deck"):
            plan = HandsPlan(rules=find(name).rules, hands=4, ante_cents=500)
            play_chunk(plan, Backend.KERNEL, 0)
            counted = HandsPlan(
                rules=find(name).rules,
                hands=4,
                ante_cents=500,
                tie_bet_cents=500,
                tie_bets=TieBets.COUNTED,
            )
            play_chunk(counted, Backend.KERNEL, 0)
        for rules in (WarRules(), WarRules(players=3)):
            play_chunk(WarPlan(rules=rules, games=1), Backend.KERNEL, 0)
        play_both(WarRules(), 1, 2)
