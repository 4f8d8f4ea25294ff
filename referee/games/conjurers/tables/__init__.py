"""The rulebook's numbers, typed: a module for each group of files in `tables/conjurers/`.

`board` has phases, spaces, prices and feeding; `battle` fights and minions; `points` artifacts and bonuses;
`box` the contents of the box and the set-ups by number of players. A wrong value raises BadInput that names the
file, the key and what was expected.
"""
