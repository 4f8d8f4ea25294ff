"""The chance to win a battle, by the battle's own steps: only `standing`, a rule of thumb, knows of abilities.

`stepping` plays a turn without telling of it. With average dice nothing is left to chance, and `solving` finds out
who wins with best play. With dice, `playing_out` plays a battle to its end again and again, both sides choosing by
`choosing`; `winning` puts that together for all moves of a position.
"""
