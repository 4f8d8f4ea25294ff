"""The board: areas, boundaries, sight, and the files of maps and scenarios."""
