"""What a visitor can wish for."""

THEMES = ("light", "dark", "contrast")
