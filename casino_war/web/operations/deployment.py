"""What the environment says of the place where the site is served: names, proxies, secrets.

Each has a setting of the same name without ``CASINO_WAR_``, which `create_app` may be given.
"""

import os

from flask import Flask

from casino_war.web.operations.proxies import PROXIES_VARIABLE, behind, read_proxies

PREFIX = "CASINO_WAR_"
HOSTS_VARIABLE = f"{PREFIX}TRUSTED_HOSTS"
METRICS_VARIABLE = f"{PREFIX}METRICS_TOKEN"
VARIABLES = (HOSTS_VARIABLE, METRICS_VARIABLE, PROXIES_VARIABLE)

LOOPBACK_HOSTS = ("localhost", "127.0.0.1", "[::1]")
"""Names by which a machine asks itself: whether it is well, above all."""


def init_deployment(app: Flask) -> None:
    """Take the place's settings: the application's own, else as the environment has them.

    Raises:
        CasinoWarError: one of them cannot be read.
    """
    for variable in VARIABLES:
        name = variable.removeprefix(PREFIX)
        if app.config.get(name) is None:
            app.config[name] = os.environ.get(variable, "")
    app.config["TRUSTED_HOSTS"] = _hosts(app.config["TRUSTED_HOSTS"])
    proxies = app.config["TRUSTED_PROXIES"] = read_proxies(str(app.config["TRUSTED_PROXIES"]))
    if proxies:
        vars(app)["wsgi_app"] = behind(app.wsgi_app, proxies)


def _hosts(given: str | list[str]) -> list[str] | None:
    """Return the names by which the site may be asked for, None for any."""
    names = given.split(",") if isinstance(given, str) else given
    hosts = [name.strip() for name in names if name.strip()]
    return [*hosts, *LOOPBACK_HOSTS] if hosts else None
