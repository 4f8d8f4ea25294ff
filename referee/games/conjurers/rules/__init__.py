"""The whole game of Conjurers, from set-up to the last turn (pp. 9-15), but for the fights themselves.

It prints nothing and reads no files: procedures ask for decisions, change the state, and yield events.
"""
