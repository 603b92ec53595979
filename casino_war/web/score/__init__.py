"""The score sheet for games at a real table."""
