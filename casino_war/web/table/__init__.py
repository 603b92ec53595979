"""A table in the browser: its page, its felt, its words, and tables of players' own."""
