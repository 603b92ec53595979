"""The history page of a young casino beside that of an old one.

``python -m benchmarks.history URL URL ...`` asks each book that ``benchmarks.books`` made for
the first player's newest rounds and for older ones, in turn, and prints the median processor
time of a page, SQLite included, as a ratio to the first book's.
"""

import sys
import tempfile
import time
from statistics import median

from flask.testing import FlaskClient
from sqlalchemy import text

from casino_war.web.factory import create_app

PAGES = 60


def visitor(url: str, folder: str) -> tuple[FlaskClient, list[str]]:
    """Open a book as its first player; list the addresses of a new and an old page."""
    app = create_app({"DATABASE_URL": url, "SECRET_KEY": "s" * 32, "INSTANCE_PATH": folder})
    with app.extensions["casino_war"].database.reading() as connection:
        token = connection.scalar(text("SELECT token FROM player WHERE id = 1"))
        middle = connection.scalar(text("SELECT max(id) / 2 FROM round WHERE player_id = 1"))
    client = app.test_client()
    with client.session_transaction() as session:
        session["player"] = token
    return client, ["/history", f"/history?before={middle}"]


def page_ms(client: FlaskClient, path: str) -> float:
    """Return the processor time of one page."""
    start = time.process_time()
    answer = client.get(path)
    milliseconds = (time.process_time() - start) * 1000
    assert answer.status_code == 200
    assert "/history/" in answer.text
    return milliseconds


def main() -> None:
    """Ask all books in turn, so that what slows one slows all."""
    with tempfile.TemporaryDirectory() as folder:
        books = [(url, *visitor(url, folder)) for url in sys.argv[1:]]
        for number in range(2):
            times: dict[str, list[float]] = {url: [] for url in sys.argv[1:]}
            for _ in range(PAGES):
                for url, client, paths in books:
                    times[url].append(page_ms(client, paths[number]))
            first = median(times[sys.argv[1]])
            for url, each in times.items():
                print(f"{url}: {median(each):.1f} ms, {median(each) / first:.2f} of the first")


if __name__ == "__main__":
    main()
