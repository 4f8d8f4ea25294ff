"""What cards do, in words that a game declares, and what makes up a sum."""
