"""An attack: its values, its dice, its wounds. Independent of whole games.

An attack apart from a game is declared in `battles`: its file, and the verdict on one, is `record`, `live` plays it,
`in_game` takes one out of a game's log.
"""
