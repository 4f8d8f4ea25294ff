"""Effects of cards, in phrases that a game declares, and the terms of sums."""
