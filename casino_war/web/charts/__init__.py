"""Charts: specified, drawn by a process of their own, and kept."""
