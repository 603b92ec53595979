"""The command ``casino-war``: a module for each of its commands."""
