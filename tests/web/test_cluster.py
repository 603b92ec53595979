"""A real Dask cluster of two workers on this machine: a worker is killed, then all of it."""

import json
import subprocess
import sys
import time
from ast import literal_eval
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from casino_war.errors import ClusterError
from casino_war.game.table_presets import find
from casino_war.lab import runner
from casino_war.lab.backends import Backend
from casino_war.lab.plan import HandsPlan
from tests.processes import children_of, kill_all
from tests.web.cli.test_simulate import simulate
from tests.web.war_commands import environment

QUIET = {"DASK_DISTRIBUTED__DASHBOARD__ENABLED": "False", "DASK_LOGGING__DISTRIBUTED": "error"}
WAIT_SECONDS = 60


@dataclass
class Cluster:
    """Processes of a scheduler and its workers."""

    address: str
    scheduler: "subprocess.Popen[bytes]"
    workers: "list[subprocess.Popen[bytes]]"


def dask(program: str, *options: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", f"distributed.cli.dask_{program}", *options]
    return subprocess.Popen(
        command,
        env=environment() | QUIET,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        # It and whatever it starts are ended together.
        start_new_session=True,
    )


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    file = tmp_path / "scheduler.json"
    quiet = ("--no-dashboard", "--scheduler-file", str(file))
    started = [dask("scheduler", "--host", "127.0.0.1", "--port", "0", *quiet)]
    options = ("--scheduler-file", str(file), "--no-dashboard", "--nthreads", "1", "--no-nanny")
    started += [
        dask("worker", *options, "--local-directory", str(tmp_path / f"worker-{number}"))
        for number in range(2)
    ]
    try:
        give_up_at = time.monotonic() + WAIT_SECONDS
        while not (file.exists() and file.read_text().endswith("}")):
            assert time.monotonic() < give_up_at
            assert started[0].poll() is None
            time.sleep(0.05)
        yield Cluster(json.loads(file.read_text())["address"], started[0], started[1:])
    finally:
        for process in started:
            kill_all([process.pid, *children_of(process.pid)])
            process.wait()


PLAY = """
import sys
from dataclasses import asdict
from casino_war.game.table_presets import find
from casino_war.lab.backends import Backend
from casino_war.lab.plan import HandsPlan
from casino_war.lab.runner import simulate_hands

if __name__ == "__main__":
    rules = find("single_deck").rules
    plan = HandsPlan(rules=rules, hands=int(sys.argv[2]), ante_cents=1000, seed=3)
    tell = lambda hands: print("chunk", flush=True)
    result = simulate_hands(plan, backend=Backend.ENGINE, tell=tell, cluster=sys.argv[1])
    fault = result.fault and result.fault.reason
    print([result.is_partial, fault, asdict(result.summary)], flush=True)
"""


@contextmanager
def playing(cluster: Cluster, hands: int) -> Iterator["subprocess.Popen[str]"]:
    """Simulate in a process of its own; it has had the first chunk's summary."""
    command = [sys.executable, "-c", PLAY, cluster.address, str(hands)]
    with subprocess.Popen(
        command, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "chunk\n"
            yield process
        finally:
            process.kill()


def record_of(process: "subprocess.Popen[str]") -> tuple[int, Any]:
    """Return how many more chunks came, and the last line."""
    out, told = process.communicate(timeout=WAIT_SECONDS)
    assert process.returncode == 0, told
    *chunks, record = out.splitlines()
    return len(chunks), literal_eval(record)


def test_a_cluster_has_the_result_of_one_process_though_a_worker_is_killed(
    cluster: Cluster,
) -> None:
    """Then the whole cluster is lost, and what it had played is kept."""
    plan = HandsPlan(rules=find("single_deck").rules, hands=6_400, ante_cents=1000, seed=3)
    with playing(cluster, plan.hands) as process:
        cluster.workers[0].kill()
        chunks, record = record_of(process)
    alone = runner.simulate_hands(plan, backend=Backend.ENGINE).summary
    assert chunks == plan.chunks - 1
    assert record == [False, None, asdict(alone)]
    with playing(cluster, 64_000) as process:
        for each in (cluster.scheduler, *cluster.workers):
            each.kill()
        chunks, (is_partial, fault, summary) = record_of(process)
    assert (is_partial, fault) == (True, "lost")
    whole = replace(plan, hands=64_000)
    assert summary["rounds"] == (1 + chunks) * whole.chunk_size < 64_000


def test_where_no_cluster_answers_nothing_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = HandsPlan(rules=find("single_deck").rules, hands=64, ante_cents=1000)
    monkeypatch.setattr(runner, "find_spec", lambda name: None)
    with pytest.raises(ClusterError) as refused:
        runner.simulate_hands(plan, cluster="tcp://127.0.0.1:9")
    assert refused.value.reason == "dask"
    done = simulate("hands", "--hands", "64", "--engine", "--cluster", "tcp://127.0.0.1:9")
    assert done.exit_code == 2
    assert "Dask is missing" in done.stderr


@pytest.mark.parametrize("address", ["nonsense", "tcp://", "tcp://host", "http://host:8786", "-"])
def test_what_is_no_address_is_told_at_once(address: str) -> None:
    done = simulate("hands", "--hands", "64", "--engine", "--cluster", address)
    assert done.exit_code == 2
    assert "is no address of a scheduler" in done.stderr


def test_what_a_lost_cluster_had_played_is_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    played = runner.simulate_hands

    def lost(*asked: Any) -> Any:
        fault = ClusterError("The cluster at %(address)s was lost.", reason="lost", address="x")
        return replace(played(*asked[:4]), is_partial=True, fault=fault)

    monkeypatch.setattr(runner, "simulate_hands", lost)
    done = simulate("hands", "--hands", "64", "--engine", "--json", "--cluster", "tcp://x")
    assert done.exit_code == 1
    assert json.loads(done.stdout)["is_partial"] is True
    assert done.stderr == ("The cluster at x was lost. These are the figures of what was played.\n")


class Batch:
    """What became of a batch, each time it was given out."""

    status = "error"

    def __init__(self, *fates: object) -> None:
        self._fates = list(fates)

    def result(self, timeout: float) -> object:
        fate = self._fates.pop(0)
        if isinstance(fate, Exception):
            raise fate
        return fate


class Fake:
    """A client that gives out batches with fates known beforehand."""

    status = "running"
    scheduler = None

    def __init__(self, *batches: Batch, threads: int = 1) -> None:
        self._batches = list(batches)
        self._threads = {"a": threads} if threads else {}

    def submit(self, *asked: object, pure: bool) -> Batch:
        assert not pure
        return self._batches.pop(0)

    def nthreads(self) -> dict[str, int]:
        return self._threads


def result_of(client: Fake) -> Any:
    # Late, for most of the tests here need no Dask.
    from casino_war.lab import cluster

    plan = HandsPlan(rules=find("single_deck").rules, hands=64, ante_cents=1000)
    batch = range(1)
    first: Any = client.submit(pure=False)
    return cluster._result(client, plan, Backend.ENGINE, batch, first)


def test_a_batch_whose_workers_are_lost_is_given_out_again_but_not_for_ever() -> None:
    from distributed import KilledWorker

    nobody: Any = None
    killed = KilledWorker("batch", nobody, 3)
    assert result_of(Fake(Batch(killed), Batch(killed), Batch("played"))) == "played"
    with pytest.raises(ClusterError, match="was lost"):
        result_of(Fake(*[Batch(killed) for _ in range(5)]))


def test_a_fault_of_the_game_is_not_taken_for_a_lost_cluster() -> None:
    with pytest.raises(RuntimeError, match="no more cards"):
        result_of(Fake(Batch(RuntimeError("no more cards"))))


def test_a_cluster_without_workers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    from distributed import TimeoutError as NothingYet

    from casino_war.lab import cluster

    monkeypatch.setattr(cluster, "ALONE_SECONDS", -1.0)
    slow = Batch(NothingYet(), NothingYet(), "played")
    assert result_of(Fake(slow)) == "played"
    with pytest.raises(ClusterError, match="was lost"):
        result_of(Fake(Batch(NothingYet(), NothingYet()), threads=0))
