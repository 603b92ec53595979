"""Help: the tour, the rules of each table, and the glossary."""
