"""One module for each ability that does something in a battle, and for the two optional rules.

To add an ability: its row in `tables/conjurers/battle.toml`, its rule in `rules.toml`, a module here, and its
place among the steps of a fight (`fight.POOL`, `fight.TERMS`, `damage.MARKERS`) or of legality.
"""
