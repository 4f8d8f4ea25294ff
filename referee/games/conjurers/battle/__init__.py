"""The battle engine (pp. 15-23; B1-B26): state, moves, legality, fights and turns.

It prints nothing and reads no files: it asks for moves and rolls, changes the state, and yields events. A battle
apart from a game is declared in `battles`: its file, and the verdict on one, is `record`, `live` sets it up by
questions and plays it, `in_game` takes one out of a game's log.
"""
