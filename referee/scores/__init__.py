"""A score: its lines and totals, its wording, picture and screen, and the points turn by turn."""
