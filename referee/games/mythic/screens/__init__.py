"""Terminal screens of the game."""
