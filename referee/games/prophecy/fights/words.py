"""Fights in words: prices and changes as the hands carry them out, chances as people read them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from referee.asking.chances import percent
from referee.games.prophecy.vocabulary import Battle
from referee.text.names import and_list

KINDS: Mapping[Battle, str] = {
    "strength": "Strength", "wills": "Wills", "both": "Wills, then Strength", "all": "all values at once",
}  # fmt: skip
"""What a type of fight is called."""
_MOVED = {"health": "red", "magic": "blue"}
_TAKEN = {"red": "red", "blue": "blue", "strength": "red", "willpower": "blue"}


def price(paid: Mapping[str, int]) -> str:
    """What is paid, as the hands do it: "2 blue cubes to the left"; "" for nothing."""
    found = [counted(what, -many) for what, many in paid.items() if many]
    return and_list(found) if found else ""


def counted(what: str, many: int) -> str:
    """A change of a count, as the hands do it: "1 red cube to the left", "3 Gold from the bank"."""
    number, more = abs(many), many > 0
    if colour := _MOVED.get(what):
        return f"{number} {colour} cube{'s' * (number > 1)} to the {'right' if more else 'left'}"
    bank = "from the bank" if more else "to the bank"
    if colour := _TAKEN.get(what):
        return f"{number} {colour} cube{'s' * (number > 1)} {bank}"
    return f"{number} {what.capitalize()} {bank}"


def number(text: str) -> str:
    """A sum as people read it; averages with two places."""
    value = Fraction(text)
    return str(value) if value.denominator == 1 else f"{float(value):.2f}"


def chances(won: Fraction, drawn: Fraction, lost: Fraction, dies: Fraction) -> str:
    """The chances of a fight in a line: "won 42%, drawn 17%, lost 42%"."""
    parts = [f"won {percent(won)}", f"drawn {percent(drawn)}", f"lost {percent(lost)}"]
    return ", ".join([*parts, f"dies {percent(dies)}"] if dies else parts)
