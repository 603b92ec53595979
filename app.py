"""The WSGI entry: ``gunicorn app:app``, ``flask --app app``."""

from casino_war.web import create_app

app = create_app()
