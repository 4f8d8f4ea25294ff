"""The cards of Enchanters: their lines, rules in words, decks, and what was learnt of them."""
