"""The score of Conjurers: from a sheet, a game, or by questions."""
