"""Fights (Battles of Strength & Wills): an immutable state that each step replaces, and the procedure of the steps.

`state` defines a fight, `powers` computes the totals, `acts` has the announcements before a roll and the answers to
the dice, `opening` types, prices, Items, notation and events, `aftermath` the consequences of a result, `fight` the
procedure, `against_hero` the fight of two heroes. The odds work on the same state.

A fight apart from a game is declared in `battles`: its file is `record`, `verdict` judges it, `live` plays it,
`in_game` takes one out of a game's log.
"""
