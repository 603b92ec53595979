"""What is counted while the site serves, for Prometheus; names begin with ``casino_war_``.

Imported late, by whoever counts first: the client library takes a tenth of the start. Where
several processes serve, each counts in a file of its own in a folder that they share, so
that any of them can tell the sum; see `casino_war.web.operations.shared_metrics`.
"""

from prometheus_client import CollectorRegistry, Counter, Histogram

SECONDS_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)

REGISTRY = CollectorRegistry()
"""What this process has counted, where it serves alone."""

REQUESTS = Histogram(
    "casino_war_request_seconds",
    "Time from a request's arrival at the site to its answer.",
    ("endpoint", "method", "status"),
    buckets=SECONDS_BUCKETS,
    registry=REGISTRY,
)
DATABASE_ERRORS = Counter(
    "casino_war_database_errors",
    "Transactions that were given up, by reason.",
    ("reason",),
    registry=REGISTRY,
)
DATABASE_RETRIES = Counter(
    "casino_war_database_retries",
    "Transactions that were run again, as they had lost a race or their connection.",
    registry=REGISTRY,
)
RATE_LIMITED = Counter(
    "casino_war_rate_limited",
    "Requests that were refused because there were too many, by what was limited.",
    ("limit",),
    registry=REGISTRY,
)
