"""Exact odds of fights before anything is paid, computed on the same state as the fights themselves."""
