"""Print the path of the browser that the end-to-end tests drive.

Asked in this order: the variable ``CHROMIUM``, a Chromium or Chrome on the path, the
one that ``playwright install chromium`` fetched. Exit status 1 where there is none.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# The shell has no windows to draw: the tests take two thirds of the time with it.
NAMES = (
    "chromium-headless-shell",
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"),
)


def find_browser() -> Path | None:
    """Return the executable of the first browser that starts, or None.

    Raises ``FileNotFoundError`` where ``CHROMIUM`` is set to what does not start: the
    choice was made on purpose and no other browser may stand in for it unnoticed.
    """
    chosen = os.environ.get("CHROMIUM")
    if chosen:
        found = shutil.which(chosen)
        if found is None or not _starts(found):
            raise FileNotFoundError(f"CHROMIUM is {chosen!r}, which does not start")
        return Path(found)
    for name in NAMES:
        found = shutil.which(name)
        if found is not None and _starts(found):
            return Path(found)
    return _from_playwright()


def _starts(executable: str) -> bool:
    """Tell a browser from the placeholder that some systems put in its place."""
    try:
        answer = subprocess.run([executable, "--version"], capture_output=True, timeout=30)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return answer.returncode == 0


def _from_playwright() -> Path | None:
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return None
    with sync_playwright() as playwright:
        executable = Path(playwright.chromium.executable_path)
    return executable if executable.is_file() else None


def main() -> int:
    """Print the path, or say on standard error that there is none."""
    try:
        browser = find_browser()
    except FileNotFoundError as error:
        print(error, file=sys.stderr)
        return 1
    if browser is None:
        print("no Chromium or Chrome found", file=sys.stderr)
        return 1
    print(browser)
    return 0


if __name__ == "__main__":
    sys.exit(main())
