"""A game as it is played: recruiting, cards, turns, movement, attacks, stones, endings."""
