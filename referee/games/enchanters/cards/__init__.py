"""The cards of Enchanters: their lines, the rule language, decks, and learnt cards."""
