"""The named invariants of the books, a module for each thing that they speak of."""
