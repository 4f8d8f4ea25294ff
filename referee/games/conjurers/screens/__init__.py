"""How Conjurers looks on a terminal: events, boards and scores turned into words and tables."""
