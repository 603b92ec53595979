"""The account in a browser: the way of a guest."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import OpenPage, OpenSite
from tests.e2e.site import Site, buy_in, deal, deals, seed_for

PASSWORD = "four words of one"


def claim(page: Page, site: Site, name: str = "Ada") -> None:
    page.goto(f"{site.url}/account")
    page.get_by_label("Name").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_label("Password once more").fill(PASSWORD)
    page.get_by_role("button", name="Claim it").click()
    expect(page.get_by_role("heading", name=f"Known as {name}")).to_be_visible()


def sign_in(page: Page, site: Site, button: str) -> None:
    page.goto(f"{site.url}/account/sign-in")
    page.get_by_label("Name").fill("ada")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name=button).click()


def test_a_guest_signs_in_elsewhere_with_chips_and_history(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site = open_site(seed_for(deals(1)))
    page = open_page()
    buy_in(page, site)
    deal(page, ("10", ""))
    claim(page, site)
    other = open_page(viewport={"width": 360, "height": 740})
    buy_in(other, site, table="bonus", amount="200")
    sign_in(other, site, "Sign in and bring 200 chips")
    expect(other.locator("#bankroll strong")).to_have_text("1,210")
    other.goto(f"{site.url}/me")
    expect(other.get_by_text("+10 chips").first).to_be_visible()
    page.goto(f"{site.url}/account")
    page.get_by_role("button", name="Sign out everywhere").click()
    expect(page.get_by_role("heading", name="Sign in", level=1)).to_be_visible()
    other.reload()
    expect(other.locator("#bankroll strong")).to_have_count(0)


def test_an_account_is_deleted_by_who_knows_its_password(
    open_site: OpenSite, open_page: OpenPage
) -> None:
    site = open_site(seed_for(deals(1)))
    page = open_page(viewport={"width": 360, "height": 740}, java_script_enabled=False)
    buy_in(page, site)
    claim(page, site)
    page.get_by_role("link", name="Delete the account").click()
    for password, is_sure in (("none of these words", True), (PASSWORD, False), (PASSWORD, True)):
        # Neither is written again for whoever was refused.
        expect(page.get_by_label("I am sure")).not_to_be_checked()
        page.get_by_label("Password").fill(password)
        page.get_by_label("I am sure").set_checked(is_sure)
        page.get_by_role("button", name="Delete the account").click()
    expect(page.get_by_role("heading", name="Tables", level=1)).to_be_visible()
    expect(page.locator("#bankroll strong")).to_have_count(0)
    sign_in(page, site, "Sign in")
    expect(page.get_by_role("alert")).to_contain_text("No account has this name")
    assert site.has_clean_books()
