"""A referee for the physical copies of board games: scores, battles, rulings."""

__version__ = "0.1.0"
