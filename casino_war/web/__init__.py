"""The site: Flask, and the only package that knows it."""

from casino_war.web.factory import create_app

__all__ = ["create_app"]
