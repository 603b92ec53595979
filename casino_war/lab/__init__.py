"""Bulk simulation: millions of hands and games from the same rules as everything else."""
