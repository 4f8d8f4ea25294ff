"""Attack records: reading, judging, odds, and live attacks."""
