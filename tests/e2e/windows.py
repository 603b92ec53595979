"""Windows of the browser, and an ear for what it complains about."""

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Response

from tests.e2e.looks import Look

WIDEST, HEIGHT = 1280, 740
WANTED = (
    # A page answered with 404 or 422 on purpose is no fault of its own.
    "Failed to load resource",
    "Service Worker registration blocked",
)
"""What the browser says of that which is as the tests want it."""


def hearing(context: BrowserContext, complaints: list[str]) -> None:
    """Note whatever the browser complains about in a window, in every tab of it."""

    def heard(message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not message.text.startswith(WANTED):
            complaints.append(message.text)

    def answered(response: Response) -> None:
        is_file = "/static/" in response.url
        if response.status >= (400 if is_file else 500) and "/fails/" not in response.url:
            complaints.append(f"{response.status} {response.url}")

    context.on("console", heard)
    context.on("weberror", lambda error: complaints.append(str(error.error)))
    context.on("response", answered)


class Windows:
    """One window in which most is looked at, and a fresh one for each look that needs it."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._shared: Page | None = None
        self.complaints: list[str] = []

    def _open(self, *, keeps_pages: bool) -> Page:
        window = self._browser.new_context(
            reduced_motion="reduce", service_workers="allow" if keeps_pages else "block"
        )
        hearing(window, self.complaints)
        return window.new_page()

    def page(self, look: Look) -> Page:
        """Return a page as wide as the widest."""
        if look.is_fresh:
            page = self._open(keeps_pages=True)
        else:
            page = self._shared = self._shared or self._open(keeps_pages=False)
        page.set_viewport_size({"width": WIDEST, "height": HEIGHT})
        return page

    def leave(self, page: Page) -> None:
        """Close a page that was for one look alone."""
        if page is not self._shared:
            page.context.close()

    def close(self) -> None:
        """Close what is open still."""
        if self._shared is not None:
            self._shared.context.close()
