"""Explanations why an entry of a log came out as it did."""
