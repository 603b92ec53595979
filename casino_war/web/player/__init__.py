"""What belongs to a player: account, chips, history, statistics, limits."""
