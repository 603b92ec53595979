"""Building a table with scripts: what goes together and what it costs is told while one chooses."""

from playwright.sync_api import expect

from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import violations


def test_choices_answer_each_other(open_site: OpenSite, open_page: OpenPage) -> None:
    site = open_site()
    page = open_page(timezone_id="Australia/Lord_Howe")
    page.goto(f"{site.url}/own-tables/new?base=classic")
    costs = page.locator("#own-table-sum")
    expect(costs).to_contain_text("2.8771 %")
    page.get_by_label("Decks").select_option("1")
    expect(costs).to_contain_text("2.4154 %")
    expect(costs).to_contain_text("was: 6")
    page.get_by_label("Hands a round").select_option("7")
    page.get_by_label("Tied war").select_option("repeat")
    page.get_by_label("Cards burned from a new shoe").select_option("5")
    burned = page.get_by_label("Cards burned before a war")
    burned.select_option("8")
    expect(burned.locator("option[value='10']")).to_be_disabled()
    expect(page.locator("#field-war_burn")).to_contain_text("10: A round can need 50 cards")
    smallest = page.get_by_label("Smallest ante (chips)")
    smallest.fill("7")
    expect(page.locator("#field-ante_min")).to_contain_text("must be a multiple of the step")
    expect(costs).to_contain_text("do not go together")
    assert violations(page) == []
    smallest.fill("10")
    expect(costs).not_to_contain_text("do not go together")
    page.get_by_label("Title").fill("Long wars")
    page.get_by_role("button", name="Save as a table of your own").click()
    page.get_by_role("link", name="Play at Long wars").click()
    page.get_by_role("button", name="Sit down").click()
    expect(page.get_by_role("heading", name="Long wars")).to_be_visible()
    page.goto(f"{site.url}/ledger")
    page.goto(f"{site.url}/history")
    expect(page.get_by_text("times are those of Australia/Lord Howe")).to_be_visible()
