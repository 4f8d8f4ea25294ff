"""The cards of Prophecy."""
