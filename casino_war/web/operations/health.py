"""Addresses for machines: whether the process lives, whether it could serve, what it counts.

No visitor has business here: a proxy before the site keeps `/readyz` and `/metrics` to
itself, and `/metrics` asks for more than that by itself.
"""

import hmac
from ipaddress import ip_address
from typing import cast

from flask import Blueprint, Flask, Response, abort, current_app, jsonify, request

from casino_war.services.readiness import Readiness
from casino_war.web.operations.deployment import LOOPBACK_HOSTS
from casino_war.web.pages import current_house

blueprint = Blueprint("health", __name__)

_READINESS = "casino_war_readiness"
_METRICS = "casino_war_metrics"
_BEARER = "Bearer "
_TEXT_FORMAT = "text/plain; version=0.0.4; charset=utf-8"
_FORWARDED = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP")


def init_health(app: Flask) -> None:
    """Prepare to ask the database; nothing is connected yet."""
    app.extensions[_READINESS] = Readiness(app.config["DATABASE_URL"])


def readiness_of(app: Flask) -> Readiness:
    """Return what the application asks whether it is ready."""
    return cast(Readiness, app.extensions[_READINESS])


@blueprint.get("/healthz")
def healthz() -> Response:
    """Say that this process answers; no database is asked."""
    return jsonify(alive=True)


@blueprint.get("/readyz")
def readyz() -> tuple[Response, int]:
    """Say whether this process could serve a player, with 503 and the reasons if not."""
    faults = readiness_of(current_app).faults()
    told = [{"check": fault.check, "reason": fault.reason} for fault in faults]
    return jsonify(ready=not told, faults=told), 503 if told else 200


@blueprint.get("/metrics")
def metrics() -> Response:
    """Print the metrics for whoever may see them; for others there is nothing here."""
    if not _may_see_metrics():
        abort(404)
    # Late, for the client library takes a tenth of the start.
    from casino_war.web.operations.metrics import HouseMetrics, latest

    house_metrics = current_app.extensions.get(_METRICS)
    if house_metrics is None:
        house_metrics = current_app.extensions[_METRICS] = HouseMetrics(current_house())
    return Response(latest(house_metrics), content_type=_TEXT_FORMAT)


def _may_see_metrics() -> bool:
    token = str(current_app.config["METRICS_TOKEN"])
    given = request.headers.get("Authorization", "")
    if token and given.startswith(_BEARER):
        return hmac.compare_digest(given.removeprefix(_BEARER).encode(), token.encode())
    return is_from_here()


def is_from_here() -> bool:
    """Say whether this machine asks itself, and no proxy on it for somebody else."""
    if current_app.config["TRUSTED_PROXIES"] or any(map(request.headers.get, _FORWARDED)):
        return False
    host = request.host.rpartition(":")[0] if request.host[-1:].isdigit() else request.host
    return is_loopback(request.remote_addr or "") and (host or request.host) in LOOPBACK_HOSTS


def is_loopback(address: str) -> bool:
    """Say whether an address is this machine's own for itself."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"
