"""The battle engine (pp. 15-23; B1-B26): state, moves, legality, fights and turns.

It prints nothing and reads no files: it asks for moves and rolls, changes the state, and yields events.
"""
