"""The odds of a move: the exact chance of everything that its dice can lead to (pp. 16-20; B9-B18, B24-B26).

Everything is counted in whole numbers: in how many of the ways that the dice can fall. The effect of a roll is
never computed here: the battle's own steps run for each total (`OddsStage`), and only the sequence of effects and
the ways to it are combined (`fights`). `branches` plays a move from beginning to end for all totals: slower,
and the reference that tests compare the rest with.
"""
