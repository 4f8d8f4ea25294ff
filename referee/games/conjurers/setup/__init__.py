"""What is agreed before the first turn."""
