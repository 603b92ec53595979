"""Where the API stands; imports nothing of it, so that everything may ask."""

from flask import request

NAME = "api"
"""The blueprint's name."""

PAGE_NAME = "api_page"
"""The name of the blueprint of its document and page, which take no token."""

PAGE = f"{PAGE_NAME}.index"
"""The endpoint of the page, which is one of the site's."""

PREFIX = "/api/v1"
"""What every address of the API begins with; another contract would be another version."""


def is_of_api() -> bool:
    """Say whether the present request is one to the API, whether or not it has such a route."""
    return request.path.startswith("/api/") and request.endpoint != PAGE
