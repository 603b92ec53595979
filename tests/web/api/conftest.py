"""A program with chips at a table, and another one beside it."""

import pytest
from flask import Flask

from tests.web.api.program import Program


@pytest.fixture
def program(app: Flask) -> Program:
    """A program seated at the classic table with 1,000 chips."""
    program = Program(app)
    program.buy()
    program.sit()
    return program


@pytest.fixture
def other(app: Flask) -> Program:
    """A program of another player."""
    return Program(app)
