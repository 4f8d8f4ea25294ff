"""Fights (Battles of Strength & Wills): values that each step turns into the next, and what asks for the steps.

`state` is what a fight is, `hands` which Items go together, `powers` what everybody's total is made of,
`acts` what can be announced and what answers the dice, `opening` type, price and Items, `aftermath`
what a result brings, `fight` the procedure, `moves` its notation. The odds work on the same values.
"""
