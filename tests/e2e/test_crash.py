"""The real command is killed without warning while a tie waits, and started again."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage
from tests.e2e.site import deal, wait_for_answer

COMMAND = Path(sys.executable).with_name("casino-war")
ROUNDS_MAX = 80


@contextmanager
def running(instance: Path, port: int) -> Iterator[tuple[str, "subprocess.Popen[str]"]]:
    """Run the server in a process group of its own; killed at the end if it still lives."""
    process = subprocess.Popen(
        [COMMAND, "run", "--port", str(port)],
        env={**os.environ, "CASINO_WAR_INSTANCE": str(instance)},
        stdout=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    assert process.stdout is not None
    try:
        address = re.search(r"http://\S+", process.stdout.readline())
        assert address is not None
        yield address[0].rstrip("/"), process
    finally:
        if process.poll() is None:
            kill(process)
        process.stdout.close()


def kill(process: "subprocess.Popen[str]") -> None:
    """End the server and its workers as a power cut would."""
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def play_until_a_tie(page: Page) -> None:
    deal(page, *[("10", "")] * 5)
    for _ in range(ROUNDS_MAX):
        if page.get_by_role("button", name="Go to war").count():
            return
        again = page.get_by_role("button", name=re.compile("Rebet and deal"))
        wait_for_answer(page, again.click)
    raise AssertionError(f"no tie in {ROUNDS_MAX} rounds of five hands")


def cards(page: Page) -> list[str | None]:
    return [image.get_attribute("alt") for image in page.locator(".felt img").all()]


def test_a_tie_survives_kill_9(tmp_path: Path, open_page: OpenPage) -> None:
    page = open_page()
    with running(tmp_path, 0) as (url, server):
        page.goto(f"{url}/tables/classic")
        page.locator("[name='amount']").fill("10000")
        page.get_by_role("button", name=re.compile("Buy in")).click()
        play_until_a_tie(page)
        shown = cards(page)
        chips = page.locator("#bankroll strong").inner_text()
        kill(server)
    with running(tmp_path, int(url.rpartition(":")[2])) as (url, server):
        page.goto(f"{url}/tables/classic")
        assert cards(page) == shown
        expect(page.locator("#bankroll strong")).to_have_text(chips)
        surrender = page.get_by_role("button", name="Surrender")
        while surrender.count():
            wait_for_answer(page, surrender.click)
        expect(page.get_by_role("button", name="Deal", exact=True)).to_be_visible()
    audit = subprocess.run(
        [COMMAND, "audit"],
        env={**os.environ, "CASINO_WAR_INSTANCE": str(tmp_path)},
        capture_output=True,
        text=True,
    )
    assert audit.returncode == 0, audit.stdout
