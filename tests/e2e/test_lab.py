"""A run of the laboratory in a browser: started, watched, cancelled, restarted, compared."""

import threading
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from casino_war.lab.backends import Backend, Plan, play_chunk
from casino_war.services import run_request, run_work
from casino_war.services.house import House
from casino_war.services.run_work import work_once
from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import Site, faults


class Worker:
    """Plays runs in a thread by the engine, after so many chunks only on demand."""

    def __init__(self) -> None:
        self.free = threading.Event()
        self._ended = threading.Event()
        self._thread: threading.Thread | None = None

    def play(self, plan: Plan, backend: Backend, index: int) -> object:
        if index >= 20:
            assert self.free.wait(60)
        return play_chunk(plan, backend, index)

    def begin(self, house: House) -> None:
        self._thread = threading.Thread(target=self._work, args=(house,))
        self._thread.start()

    def _work(self, house: House) -> None:
        while not self._ended.is_set():
            if work_once(house, "worker") is None:
                self._ended.wait(0.05)

    def end(self) -> None:
        self.free.set()
        self._ended.set()
        if self._thread is not None:
            self._thread.join()


@pytest.fixture
def worker(monkeypatch: pytest.MonkeyPatch) -> Iterator[Worker]:
    one = Worker()
    for module in (run_work, run_request):
        monkeypatch.setattr(module, "choose", lambda plan: (Backend.ENGINE, ""))
    monkeypatch.setattr(run_request, "ENGINE_SHARE", 1)
    monkeypatch.setattr(run_work, "_FIRST_STORED_SECONDS", 0.0)
    monkeypatch.setattr(run_work, "_GROWTH", 0.0)
    monkeypatch.setattr(run_work, "play_chunk", one.play)
    yield one
    one.end()


def ask(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/lab")
    page.get_by_role("link", name="Set up sessions").click()
    page.get_by_label("Bankroll (antes)").fill("3")
    page.get_by_label("Goal (antes)").fill("5")
    page.get_by_label("Sessions to play").fill("128")
    page.get_by_role("button", name="Play", exact=True).click()


@pytest.mark.parametrize(
    "scripts",
    [
        pytest.param(True, id="scripts"),
        # The pages without a browser's scripts are tested by their routes as well.
        pytest.param(False, id="no scripts", marks=pytest.mark.slow),
    ],
)
def test_a_run_is_started_watched_cancelled_restarted_and_compared(
    open_site: OpenSite, open_page: OpenPage, worker: Worker, scripts: bool
) -> None:
    site = open_site()
    page = open_page(java_script_enabled=scripts, viewport={"width": 1280, "height": 800})
    worker.begin(site.house)
    try:
        ask(page, site)
        run = page.locator("#run")
        # As they come: the page has what was played of a run that goes on.
        expect(run).to_contain_text("40 of 128")
        expect(run.get_by_role("progressbar")).to_have_attribute("value", "40")
        expect(run).to_contain_text("Nobody beats the house")
        if scripts:
            assert faults(page, has_axe=True) == []
        run.get_by_role("button", name="Cancel the run").click()
        worker.free.set()
        expect(page.get_by_role("heading", name="Cancelled")).to_be_visible()
        run.get_by_role("button", name="Run again with another seed").click()
        expect(page.get_by_role("heading", name="Finished")).to_be_visible()
        expect(run).to_contain_text("128 of 128")
        page.get_by_role("button", name="Compare").click()
        expect(page.get_by_role("row", name="Reach the goal")).to_contain_text("±")
    finally:
        worker.end()
