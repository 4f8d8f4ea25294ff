"""A score: its lines and totals, how it is told, drawn, and reckoned turn by turn."""
