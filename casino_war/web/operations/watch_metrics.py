"""The house's own watch as numbers for Prometheus."""

from collections import Counter
from collections.abc import Iterator

from prometheus_client.core import GaugeMetricFamily, Metric

from casino_war.services.watch_status import WatchStatus
from casino_war.store.own_tables import is_own_key


def watch_metrics(status: WatchStatus) -> Iterator[Metric]:
    """Tell whether anything rings, when the books were last looked at, and how far tables drift.

    Tables of players are left out: there may be any number of them.
    """
    ringing = Counter((*status.violations, *(each.code for each in status.alarms)))
    yield GaugeMetricFamily(
        "casino_war_watch_ringing",
        "Violations of the books and alarms of charts that are not seen to.",
        value=ringing.total(),
    )
    codes = GaugeMetricFamily(
        "casino_war_watch_alarms", "The same by what they tell.", labels=("code",)
    )
    for code, count in sorted(ringing.items()):
        codes.add_metric((code,), count)
    yield codes
    if status.audit_age_seconds is not None:
        yield GaugeMetricFamily(
            "casino_war_watch_age_seconds",
            "Age of the watch's last audit, whatever it found.",
            value=status.audit_age_seconds,
        )
    yield from _charts(status)


def _charts(status: WatchStatus) -> Iterator[Metric]:
    z = GaugeMetricFamily(
        "casino_war_watch_result_deviations",
        "Standard deviations by which the house's result lies above expectation.",
        labels=("table", "version"),
    )
    drift = GaugeMetricFamily(
        "casino_war_watch_drift",
        "How far a chart has drifted; the alarm rings above 22.",
        labels=("table", "version", "figure", "side"),
    )
    for table in status.tables:
        if is_own_key(table.key):
            continue
        place = (table.key, str(table.version))
        z.add_metric(place, table.totals.z)
        for figure, each in table.chart.drifts.items():
            drift.add_metric((*place, figure.value, "up"), each.up)
            drift.add_metric((*place, figure.value, "down"), each.down)
    yield from (z, drift)
