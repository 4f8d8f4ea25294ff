"""The set-up, which is agreed before the first turn."""
