"""The odds of a move: the exact chance of everything that its dice can lead to (pp. 16-20; B9-B18, B24-B26).

Everything is counted in whole numbers: of the ways that the dice can fall, so many lead there. What a roll does is
never reckoned here: the battle's own steps are taken for each total (`stage`), and only what follows from what, and
in how many ways, is put together (`fights`). `branches` plays a move from beginning to end for all totals: slower,
and what the tests hold the rest against.
"""
