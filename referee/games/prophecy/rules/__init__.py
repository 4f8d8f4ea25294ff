"""The rules: rounds and turns, movement, Possibilities, deaths, and how the game ends."""
