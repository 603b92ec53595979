"""Casino War: a table in the browser where every chip is accounted for."""

__version__ = "0.1.0"
