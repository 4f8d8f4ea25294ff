"""Fight records: reading, playing and judging them."""
