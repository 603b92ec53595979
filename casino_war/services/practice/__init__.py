"""The practice room: games of War without chips. It knows no ledger."""
