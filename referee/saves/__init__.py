"""Saves: a game on the disk, opened, played on, written, mended by hand, and brought up from older formats."""
