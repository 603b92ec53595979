"""What a page says about the form that it refused."""


def alert_of(page: str) -> str:
    """Return the words of the alert that a page opens with."""
    _, found, rest = page.partition('role="alert">')
    assert found, page
    return rest.partition("</p>")[0]
