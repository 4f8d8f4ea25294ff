"""The cards of Conjurers: their kinds, lines, decks, and what was learnt of them."""
