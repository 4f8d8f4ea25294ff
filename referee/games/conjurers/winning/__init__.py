"""The chance to win a battle, by the battle's own steps: only the heuristic `solving.share` knows of abilities.

With average dice nothing is left to chance, and `solving` finds the winner with best play. With dice, `choosing`
runs rollouts in which both sides choose well; `winning` combines that for all moves of a position.
"""
