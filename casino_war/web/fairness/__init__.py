"""The proof of the shuffles: the scheme explained, and every finished shoe checked."""
