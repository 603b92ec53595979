"""Numbers for Prometheus: what the processes counted, and what the database knows.

The house's own numbers are read from the database, so that every process of every machine
tells the same; whoever adds machines up must take the greatest of them and not the sum.
"""

import os
from collections.abc import Iterable, Iterator
from math import sqrt
from pathlib import Path
from threading import Lock
from time import monotonic

from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

from casino_war import __version__
from casino_war.errors import DatabaseBusyError, DatabaseUnusableError
from casino_war.services.house import House
from casino_war.services.house_figures import HouseFigures, TableFigures, house_figures
from casino_war.services.watch_status import WatchStatus, watch_status
from casino_war.web.operations import meters
from casino_war.web.operations.shared_metrics import FOLDER_VARIABLE
from casino_war.web.operations.watch_metrics import watch_metrics

KEPT_SECONDS = 10.0
"""How long the house's numbers are good: they take a look at every seat there is."""

_PAGE_BYTES = os.sysconf("SC_PAGE_SIZE")
_TICKS = os.sysconf("SC_CLK_TCK")


def latest(house_metrics: "HouseMetrics") -> bytes:
    """Print every number there is, in Prometheus' text format."""
    registry = CollectorRegistry()
    registry.register(house_metrics)
    registry.register(_Processes())
    counted = meters.REGISTRY
    if os.environ.get(FOLDER_VARIABLE):
        counted = CollectorRegistry()
        MultiProcessCollector(counted)  # type: ignore[no-untyped-call]  # has no types
    return generate_latest(registry) + generate_latest(counted)


class HouseMetrics(Collector):
    """The house as its database knows it; kept for a while, whoever asks."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._lock = Lock()
        self._read: tuple[HouseFigures, WatchStatus] | None = None
        self._read_at = -KEPT_SECONDS

    def collect(self) -> Iterator[Metric]:
        """Tell tables, runs and audit; only that they are missing if they cannot be read."""
        with self._lock:
            if monotonic() - self._read_at >= KEPT_SECONDS:
                try:
                    self._read = house_figures(self._house), watch_status(self._house)
                except (DatabaseBusyError, DatabaseUnusableError):
                    self._read = None
                self._read_at = monotonic()
            read = self._read
        yield GaugeMetricFamily(
            "casino_war_house_readable",
            "Whether the numbers of tables, runs and audit could be read: 1 or 0.",
            value=float(read is not None),
        )
        if read is not None:
            figures, watch = read
            yield from watch_metrics(watch)
            yield from _of_tables(figures.tables.items())
            yield _runs(figures)
            if figures.audit_age_seconds is not None:
                yield GaugeMetricFamily(
                    "casino_war_audit_age_seconds",
                    "Age of the last clean audit; missing after one that found something.",
                    value=figures.audit_age_seconds,
                )


def _of_tables(tables: Iterable[tuple[str, TableFigures]]) -> Iterator[Metric]:
    told = [*tables]
    rounds = CounterMetricFamily(
        "casino_war_rounds", "Rounds settled since the table was opened.", labels=("table",)
    )
    handle = CounterMetricFamily(
        "casino_war_handle_cents", "All that was wagered, in cents.", labels=("table",)
    )
    hold = GaugeMetricFamily(
        "casino_war_hold_cents", "What the house has kept of it, in cents.", labels=("table",)
    )
    expected = GaugeMetricFamily(
        "casino_war_expected_hold_cents",
        "What the rules give the house of exactly these bets, in cents.",
        labels=("table",),
    )
    deviation = GaugeMetricFamily(
        "casino_war_hold_deviation_cents",
        "Standard deviation of what the house keeps of such bets, in cents.",
        labels=("table",),
    )
    for name, figures in told:
        labels = (name,)
        rounds.add_metric(labels, figures.rounds)
        handle.add_metric(labels, figures.handle_cents)
        hold.add_metric(labels, figures.hold_cents)
        expected.add_metric(labels, figures.expected_hold_cents)
        deviation.add_metric(labels, sqrt(figures.variance_cents2))
    yield from (rounds, handle, hold, expected, deviation)


def _runs(figures: HouseFigures) -> Metric:
    runs = GaugeMetricFamily(
        "casino_war_runs", "Runs of the laboratory, by where they stand.", labels=("state",)
    )
    for state, count in figures.runs.items():
        runs.add_metric((state.value,), count)
    return runs


class _Processes(Collector):
    """The processes of this server: its workers, and the laboratory's beside them."""

    def collect(self) -> Iterator[Metric]:
        """Read them from Linux; elsewhere there is only the version to tell."""
        build = GaugeMetricFamily("casino_war_build", "The version served.", labels=("version",))
        build.add_metric((__version__,), 1)
        yield build
        seen = [stat for pid in _own_processes() if (stat := _stat(pid)) is not None]
        if not seen:
            return
        yield GaugeMetricFamily(
            "casino_war_processes", "Processes of this server.", value=len(seen)
        )
        yield GaugeMetricFamily(
            "casino_war_processes_resident_bytes",
            "Resident memory of all of them; what they share is counted for each.",
            value=sum(int(stat[21]) for stat in seen) * _PAGE_BYTES,
        )
        yield GaugeMetricFamily(
            "casino_war_processes_cpu_seconds",
            "Processor time of those that live.",
            value=sum(int(stat[11]) + int(stat[12]) for stat in seen) / _TICKS,
        )


def _own_processes() -> list[str]:
    own = str(os.getpid())
    if not os.environ.get(FOLDER_VARIABLE):
        return [own]
    parent = os.getppid()
    try:
        return Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
    except OSError:
        return [own]


def _stat(pid: str) -> list[str] | None:
    """Return the fields of proc(5)'s ``stat`` from the third on, None for one that is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
