"""The rules of Enchanters, a file for each part of a turn."""
