"""Answers to questions about an open game."""
