"""Building the application."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from flask import Flask, request

from casino_war.resources import data_dir
from casino_war.services import house as houses
from casino_war.services.house import House
from casino_war.store.database import ANSWER_SECONDS, Database
from casino_war.web import errors, lobby, pages, settings_page
from casino_war.web.api import page as api_page
from casino_war.web.api.entry import init_api
from casino_war.web.assets import init_assets, static_url_path
from casino_war.web.config import database_url, instance_folder, old_keys, secret_key
from casino_war.web.fairness import pages as fairness
from casino_war.web.help import pages as help_pages
from casino_war.web.jinja import init_jinja
from casino_war.web.lab import pages as lab
from casino_war.web.language import init_languages
from casino_war.web.odds import pages as odds
from casino_war.web.offline import pages as offline
from casino_war.web.operations import health
from casino_war.web.operations.deployment import init_deployment
from casino_war.web.operations.limits import init_limits
from casino_war.web.operations.page_limits import init_page_limits
from casino_war.web.operations.requests import (
    count_refusal,
    count_retry,
    facts_of_request,
    init_requests,
)
from casino_war.web.player import account, care, cashier, export, history, luck, me
from casino_war.web.player import tokens as account_tokens
from casino_war.web.player.identity import init_identity
from casino_war.web.player.recall import init_recall
from casino_war.web.practice import gallery as practice_gallery
from casino_war.web.practice import offline as practice_offline
from casino_war.web.practice import own_rules as practice_own
from casino_war.web.practice import pages as practice
from casino_war.web.practice import together as practice_together
from casino_war.web.score import pages as score
from casino_war.web.security import init_security
from casino_war.web.settings import init_settings
from casino_war.web.style import pages as style
from casino_war.web.table import coach, own_tables
from casino_war.web.table import pages as tables

_SESSION_LIFETIME = timedelta(days=365)
_FORM_BYTES_MAX = 64 * 1024


class _Site(Flask):
    def log_exception(self, exc_info: Any) -> None:
        """Log a fault with its route: the address may be a secret that opens a game."""
        route = request.url_rule.rule if request.url_rule else "no route"
        self.logger.error(
            "fault at %s %s", request.method, route, exc_info=exc_info, extra=facts_of_request()
        )


def create_app(
    config: Mapping[str, Any] | None = None,
    *,
    draw_seed: Callable[[], str] | None = None,
    clock: Callable[[], datetime] | None = None,
) -> Flask:
    """Build the application.

    *config* overrides settings: ``DATABASE_URL``, ``SECRET_KEY``, ``INSTANCE_PATH`` and
    Flask's own. *draw_seed* and *clock* are for tests, which need known shoes and times:
    no setting and no route can reach them. Nothing is connected yet, so that a server may
    fork afterwards.

    Raises:
        OSError: the secret key can be neither read nor written.
        CasinoWarError: the database's address or the given secret key cannot be used.
    """
    settings = dict(config or {})
    app = _Site(
        "casino_war.web",
        static_url_path=static_url_path(),
        template_folder=str(data_dir("templates")),
        instance_path=str(settings.pop("INSTANCE_PATH", instance_folder())),
    )
    app.config.update(
        MAX_CONTENT_LENGTH=_FORM_BYTES_MAX,
        PERMANENT_SESSION_LIFETIME=_SESSION_LIFETIME,
        SESSION_COOKIE_HTTPONLY=True,
        SESSION_COOKIE_NAME="casino_war",
        SESSION_COOKIE_SAMESITE="Lax",
    )
    app.config.update(settings)
    app.config["DATABASE_URL"] = database_url(app)
    if not app.secret_key:
        folder = Path(app.instance_path)
        app.secret_key = secret_key(folder)
        app.config["SECRET_KEY_FALLBACKS"] = old_keys(folder)
    init_deployment(app)
    init_jinja(app)
    # First, so that they are the last to touch an answer, and see it as it leaves.
    init_requests(app)
    app.extensions["casino_war"] = _house_of(app, draw_seed, clock)
    # Before the rest, so that what it compresses changes no more.
    init_assets(app)
    init_languages(app)
    init_identity(app)
    # Before anything is asked of the database.
    init_page_limits(app)
    # Before the forms are guarded, so that an answer to a refused one knows the player.
    init_recall(app)
    init_security(app)
    pages.init_pages(app)
    init_settings(app)
    health.init_health(app)
    errors.init_errors(app)
    init_limits(app)
    _register(app)
    return app


def _house_of(
    app: Flask, draw_seed: Callable[[], str] | None, clock: Callable[[], datetime] | None
) -> House:
    return House(
        database=Database(
            app.config["DATABASE_URL"],
            answer_seconds=ANSWER_SECONDS,
            on_retry=count_retry,
            on_refusal=count_refusal,
        ),
        clock=clock or houses.utc_now,
        draw_seed=draw_seed or houses.draw_seed,
    )


def _register(app: Flask) -> None:
    areas = (
        *(lobby, tables, coach, own_tables, cashier),
        *(history, export, luck, fairness, odds, practice, practice_gallery, practice_own),
        *(practice_together, practice_offline, lab, score, offline, settings_page, style),
        *(account, account_tokens, care, me, health, help_pages),
    )
    for area in areas:
        app.register_blueprint(area.blueprint)
    init_api(app)
    app.register_blueprint(api_page.blueprint)
