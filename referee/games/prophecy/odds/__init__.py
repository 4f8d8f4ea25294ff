"""Exact odds of fights before anything is paid: on the very values that the fights themselves are made of."""
