"""The ledger: every chip is somewhere, and every movement of chips is written down."""
