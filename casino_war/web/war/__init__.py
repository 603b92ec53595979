"""War in words and figures: its rules, its named games, its examples."""
