"""What dice can show in how many ways, and chances as people read them and as scripts rely on them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

Throw = tuple[tuple[int, int], ...]
"""What a throw can show: each sum, from the least on, with the number of ways to throw it."""

LONGER = "--seconds 60 (at the prompt: odds battle 60)"
"""How an estimate of who wins is given more time, by the option of a command and by what is said at a prompt."""


def sums(faces: Sequence[int], count: int) -> Throw:
    """The sums of `count` dice with these faces, whole numbers that needn't differ.

    The ways are the coefficients of a polynomial's power: with p for one die and c for all of them,
    k p(0) c(k) = sum over i of (i (count + 1) - k) p(i) c(k - i). So each takes a few multiplications.
    """
    least = min(faces)
    first, *others = [faces.count(face) for face in range(least, max(faces) + 1)]
    found = [first**count]
    for k in range(1, count * len(others) + 1):
        total = 0
        for i, one in enumerate(others[:k], 1):
            total += (i * (count + 1) - k) * one * found[k - i]
        found.append(total // (k * first))
    return tuple([(count * least + k, number) for k, number in enumerate(found) if number])


def percent(chance: Fraction) -> str:
    """A chance as a person reads it; only what can't be otherwise is "0%" or "100%"."""
    if 0 < chance < Fraction(1, 100):
        return "<1%"
    if Fraction(99, 100) < chance < 1:
        return ">99%"
    return f"{int(chance * 100 + Fraction(1, 2))}%"


def exactly(chance: Fraction) -> str:
    """A chance to a tenth of a percent."""
    if chance in (0, 1):
        return percent(chance)
    if chance < Fraction(1, 1000):
        return "<0.1%"
    if chance > Fraction(999, 1000):
        return ">99.9%"
    return f"{float(chance * 100):.1f}%"


def chance_data(chance: Fraction) -> dict[str, Any]:
    """A chance in the fixed machine format: in lowest terms, and about."""
    return {"exact": str(chance), "about": round(float(chance), 6)}
