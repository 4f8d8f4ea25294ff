"""The cards of Prophecy: their kinds, their lines, and the small language of their rules."""
