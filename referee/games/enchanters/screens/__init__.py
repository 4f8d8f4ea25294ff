"""What Enchanters looks like on a terminal."""
