"""Dice from several sources: typed in from the table, rolled from a seed, averaged, or read from a record.

Rules ask for a roll and never know where it comes from. A roll of a person is a question like any other; a roll of
the program depends only on the seed and the number of the roll, so undoing and playing on gives the same dice.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType, structs

from referee.asking.question import Option, Procedure, Question, choice, whole_number
from referee.asking.question import Throw as ThrowAsked
from referee.errors import Unreadable
from referee.text.pattern import lazy_pattern

Mode = Literal["entered", "rolled", "average"]
"""Source of the dice: the table, the program, or averages instead of dice."""
Draws = Literal["table", "program"]
"""Who shuffles and draws."""


class Roll(Struct, frozen=True):
    """One throw: the number of dice, what each showed, and their sum.

    `values` is empty for averaged dice, and holds only the sum if nothing else is known.
    """

    count: int
    values: tuple[int, ...]
    total: int


class Dice:
    """Source of rolls; subclasses implement `values` or override `roll`."""

    mode: Mode = "rolled"

    def values(self, count: int, number: int) -> tuple[int, ...]:
        """Return what `count` dice show in the `number`-th throw."""
        raise NotImplementedError

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Throw `count` dice (1 or more), the `number`-th throw of the battle, for `what`."""
        yield from ()  # nothing to ask
        values = self.values(count, number)
        return Roll(count, values, sum(values))


class Average(Dice):
    """Dice that aren't thrown: `count` dice give their average, rounded down."""

    mode: Mode = "average"

    def __init__(self, faces: Sequence[int]) -> None:
        self._sum, self._faces = sum(faces), len(faces)

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Return the average of the dice, without values."""
        yield from ()  # nothing to ask
        return Roll(count, (), count * self._sum // self._faces)


class Seeded(Dice):
    """Dice rolled by the program. The same seed gives the same dice for the same throw."""

    def __init__(self, faces: Sequence[int], seed: int | str) -> None:
        self._faces = tuple(faces)
        self.seed = seed

    def values(self, count: int, number: int) -> tuple[int, ...]:
        """Generate values from the seed and the number of the throw."""
        source = random.Random(f"{self.seed}/{number}")
        return tuple(self._faces[int(source.random() * len(self._faces))] for _ in range(count))


class Entered(Dice):
    """The table's own dice: each throw is a question. With `each`, a total isn't accepted for several dice."""

    mode: Mode = "entered"

    def __init__(self, faces: Sequence[int], *, each: bool = False) -> None:
        self._faces = tuple(faces)
        self._each = each

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Ask what the dice show."""
        values: tuple[int, ...] = yield Question(
            "roll",
            f"{what}: {count} {'die' if count == 1 else 'dice'}",
            lambda text: read_roll(text, count, self._faces, totals=not self._each),
            hint=f"each shows {' '.join(map(str, self._faces))}; type them together or apart"
            + ("" if self._each else ", or =4 for a total"),
            write=lambda values: write_roll(values) if len(values) == count else f"total {values[0]}",
            throw=ThrowAsked(count, self._faces),
        )
        return Roll(count, values, sum(values))


class OnRecord(Dice):
    """Dice rolled by the program, but recorded like typed answers, so that a replay never rolls again."""

    def __init__(self, faces: Sequence[int], seed: int | str, *, each: bool = False) -> None:
        self._source = Seeded(faces, seed)
        self._asked = Entered(faces, each=each)

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Ask the question of `Entered`, forced to the rolled values."""
        rolled = self._source.values(count, number)
        asking = self._asked.roll(count, number, what)
        values = yield structs.replace(next(asking), forced=lambda: write_roll(rolled))
        return Roll(count, values, sum(values))


def any_seed() -> str:
    """Draw a random seed below a million."""
    return str(random.SystemRandom().randrange(1_000_000))


def seed_question(prompt: str, hint: str) -> Question[int]:
    """Return the question for the seed of what the program throws or draws."""
    return whole_number("seed", prompt, 0, 999_999_999, default=any_seed(), hint=hint)


def whose_dice(average: str = "", modes: Sequence[str] = ("entered", "rolled", "average")) -> Question[Any]:
    """Return the question that asks whose dice are thrown; `average` describes the mode without dice."""
    means = {"entered": "you throw your own and type them in", "rolled": "the program throws", "average": average}
    ours = ("ours", "our own", "mine", "us", "by hand", "real dice", "we roll our own dice", "we throw our own dice")
    also = {"entered": ours, "rolled": ("the computer's", "computer", "app", "yours", "you roll", "you throw")}
    options = [Option(mode, detail=means[mode], also=also.get(mode, ())) for mode in modes]
    return choice("dice", "Whose dice", options, default="entered")


def ask_dice(average: str) -> Procedure[tuple[Mode, int | UnsetType]]:
    """Ask whose dice a battle uses, and for the seed if the program throws; UNSET if it doesn't."""
    mode: Mode = yield whose_dice(average)
    if mode != "rolled":
        return mode, UNSET
    return mode, (yield seed_question("A number that decides the dice", "the same number throws the same dice again"))


def dice_of(mode: Mode, faces: Sequence[int], seed: int | str, *, each: bool = False) -> Dice:
    """Create the dice of a mode; rolls by the program are recorded like typed ones.

    With `each`, the value of every die must be known, and sums aren't accepted.
    """
    match mode:
        case "average":
            return Average(faces)
        case "rolled":
            return OnRecord(faces, seed, each=each)
        case _:
            return Entered(faces, each=each)


def read_roll(text: str, count: int, faces: Sequence[int], *, totals: bool = True) -> tuple[int, ...]:
    """Parse one throw: "2011" or "2 0 1 1"; of several dice also the sum: "=4", "total 4", or "4" if no die has it.

    Without `totals` a sum isn't accepted. Raises Unreadable if the count, a face or the sum is wrong.
    """
    typed = text.strip()
    if totals and count > 1 and (total := _total(typed, faces)) is not None:
        least, most = count * min(faces), count * max(faces)
        if not least <= total <= most:
            raise Unreadable(f"{count} dice can't show {total} in all; it must be {least} to {most}")
        return (total,)
    parts = [part for part in re.split(r"[\s,+]+", typed) if part] if re.search(r"[\s,+]", typed) else list(typed)
    if not all(part.isascii() and part.isdigit() for part in parts):
        like = " ".join(map(str, (2, 0, 1) if {0, 1, 2} <= set(faces) else tuple(faces)[:-4:-1][:count]))
        raise Unreadable(f'can\'t read the dice "{typed.rstrip(",")}"; write them like {like}')
    values = tuple(int(part.lstrip("0")[:6] or 0) for part in parts)
    return check_roll(values, count, faces, totals=totals)


_TOTAL = lazy_pattern(r"(?:(=|total|sum)\s*(\d{1,3})|(\d))", re.ASCII | re.IGNORECASE)


def _total(typed: str, faces: Sequence[int]) -> int | None:
    """Parse the sum of several dice; None if something else was typed."""
    match = _TOTAL.fullmatch(typed)
    if match is None:
        return None
    total = int(match[2] or match[3])
    return total if match[1] or total not in faces else None


def check_roll(values: Sequence[int], count: int, faces: Sequence[int], *, totals: bool = True) -> tuple[int, ...]:
    """Return one throw if it has `count` dice and each shows one of the `faces`. Raises Unreadable."""
    for value in values:
        if value not in faces:
            allowed = ", ".join(map(str, faces))
            raise Unreadable(f"a die can't show {value}; it shows {allowed}")
    if len(values) != count:
        many = "too many" if len(values) > count else "too few"
        dice = "die is" if len(values) == 1 else "dice are"
        total = f", or ={values[0]} for a total of {values[0]}" if totals and len(values) == 1 < count else ""
        raise Unreadable(f"{len(values)} {dice} {many}; {count} {'is' if count == 1 else 'are'} thrown{total}")
    return tuple(values)


def split_rolls(text: str) -> list[str]:
    """Split a record's dice of one turn into throws: "2 1 / 0 1 2" has two."""
    return [part.strip() for part in text.split("/")] if text.strip() else []


def write_roll(values: Sequence[int]) -> str:
    """Format the dice of one throw as in a record: "2 0 1"."""
    return " ".join(map(str, values))


# --- Chances --------------------------------------------------------------------------------------
# Distributions of sums, and chances formatted for people and for scripts.


Throw = tuple[tuple[int, int], ...]
"""Distribution of a throw: each sum, in ascending order, with the number of ways to throw it."""

LONGER = "--seconds 60 (at the prompt: odds battle 60)"
"""The option, and the words at a prompt, that give an estimate of who wins more time."""


def sums(faces: Sequence[int], count: int) -> Throw:
    """Count the ways to throw each sum of `count` dice with these faces, integers that may be equal.

    The numbers of ways are the coefficients of a polynomial's power: with p for one die and c for all of them,
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
    """Format a chance in whole percent; only 0 and 1 are "0%" and "100%"."""
    if 0 < chance < Fraction(1, 100):
        return "<1%"
    if Fraction(99, 100) < chance < 1:
        return ">99%"
    return f"{int(chance * 100 + Fraction(1, 2))}%"


def exactly(chance: Fraction) -> str:
    """Format a chance to a tenth of a percent."""
    if chance in (0, 1):
        return percent(chance)
    if chance < Fraction(1, 1000):
        return "<0.1%"
    if chance > Fraction(999, 1000):
        return ">99.9%"
    return f"{float(chance * 100):.1f}%"


def chance_data(chance: Fraction) -> dict[str, Any]:
    """Return a chance in the fixed machine format: exact in lowest terms, and rounded to 6 digits."""
    return {"exact": str(chance), "about": round(float(chance), 6)}


# --- Changed dice ---------------------------------------------------------------------------------
# Results of throws with changed dice (better or worse of two, set to a face), and their distributions.
#
# Changes of one die apply in order, each to the result of the earlier ones, so a die that is doubled twice is four:
# the worse of two results of which each is the better of two.


SIX = (1, 2, 3, 4, 5, 6)
"""Faces of an ordinary die."""
Faces = tuple[int, ...]
Die = tuple[int | Fraction, ...]
"""Dice thrown for one side, which give one result; an average is a single fraction."""
Change = Literal["better", "worse"] | int
"""A change of a die: the better or the worse of two, or the face that it is set to."""
Changes = tuple[Change, ...]


@lru_cache(maxsize=256)
def many(changes: Changes) -> int:
    """Count the dice thrown for one side; 0 if the last change sets a face."""
    thrown = 1
    for change in changes:
        thrown = 0 if isinstance(change, int) else thrown * 2
    return thrown


def side_dice(changes: Changes, thrown: Sequence[int]) -> Die:
    """Return the dice of a side: those thrown, or the one that is set to a face (it counts as rolled)."""
    faces = [change for change in changes if isinstance(change, int)]
    return tuple(thrown) if many(changes) else (faces[-1],)


@lru_cache(maxsize=16384)
def result_of(changes: Changes, dice: Die) -> int | Fraction:
    """Compute the result of a side's dice."""
    if not many(changes):
        return dice[0]
    dice_left = list(dice)
    for change in changes:
        if len(dice_left) == 1:
            break
        best = max if change == "better" else min
        dice_left = [best(pair) for pair in zip(dice_left[::2], dice_left[1::2], strict=True)]
    return dice_left[0]


@lru_cache(maxsize=64)
def ways(changes: Changes, faces: Faces = SIX) -> tuple[tuple[int, int], ...]:
    """List each possible result of a side, with the number of throws of its dice that lead to it."""
    found = Counter(
        int(result_of(changes, side_dice(changes, thrown))) for thrown in product(faces, repeat=many(changes))
    )
    return tuple(sorted(found.items()))


def average(changes: Changes, faces: Faces = SIX) -> Fraction:
    """Compute the expected result of a side."""
    return Fraction(sum(face * number for face, number in ways(changes, faces)), len(faces) ** many(changes))


@lru_cache(maxsize=256)
def margins(own: Changes, enemy: Changes, faces: Faces = SIX) -> tuple[tuple[int, int], ...]:
    """List each difference of own and enemy result, with the number of throws of all dice that lead to it."""
    found: Counter[int] = Counter()
    for one, many_one in ways(own, faces):
        for other, many_other in ways(enemy, faces):
            found[one - other] += many_one * many_other
    return tuple(sorted(found.items()))


def throws(changes: Changes, faces: Faces = SIX) -> Iterator[Die]:
    """Yield every throw of a side's dice."""
    return (side_dice(changes, thrown) for thrown in product(faces, repeat=many(changes)))
