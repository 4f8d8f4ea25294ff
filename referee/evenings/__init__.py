"""Evenings: the games of a folder together, who won how often, and what others' apps and readers want of them."""
