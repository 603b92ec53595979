"""Draws the picture that other sites show of a link to this one, from the house's own cards.

Run as `python -m tools.social_picture` after the cards or the colours have changed.
"""

import base64
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.find_browser import find_browser

STATIC = Path(__file__).parents[1] / "casino_war" / "web" / "static"
CARDS = (("full-two/KS", -9), ("full-two/KH", 9))

PAGE = """<!doctype html><meta charset="utf-8"><style>
body {{ margin: 0; width: 1200px; height: 630px; display: grid; grid-template-columns: 1fr 1fr;
  align-items: center; color: #fdf8ea; background: #145739; border-bottom: 24px solid #3b2719;
  box-sizing: border-box; font-family: "DejaVu Serif", Georgia, serif; }}
h1 {{ margin: 0 0 24px 80px; font-size: 92px; line-height: 1.05; color: #ecd08a; }}
p {{ margin: 0 0 0 80px; font: 34px/1.35 "DejaVu Sans", sans-serif; color: #dcebdc; }}
div {{ position: relative; height: 400px; }}
img {{ position: absolute; top: 0; left: 130px; width: 285px; height: 400px; border-radius: 18px;
  background: #fff; box-shadow: 0 4px 14px #0006; }}
</style><section><h1>Casino<br>War</h1><p>Virtual chips. Exact odds.<br>Every shuffle provable.</p>
</section><div>{cards}</div>"""


def _card(name: str, turn: int) -> str:
    data = base64.b64encode((STATIC / "cards" / f"{name}.svg").read_bytes()).decode()
    style = f"transform: translateX({turn * 11}px) rotate({turn}deg)"
    return f'<img style="{style}" src="data:image/svg+xml;base64,{data}" alt="">'


def main() -> None:
    """Write the picture among the static files."""
    page_text = PAGE.format(cards="".join(_card(name, turn) for name, turn in CARDS))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser())
        page = browser.new_page(viewport={"width": 1200, "height": 630})
        page.set_content(page_text)
        page.screenshot(path=STATIC / "img" / "social.jpg", type="jpeg", quality=82)
        browser.close()


if __name__ == "__main__":
    main()
