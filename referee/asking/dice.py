"""Dice from several sources: typed in from the table, rolled from a seed, averaged, or read from a record.

Rules ask for a roll and never know where it comes from. A roll that a person makes is a question like any
other; one that the program makes depends on the seed and the number of the roll alone, so going back and
playing on gives the same dice.
"""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, Protocol

from msgspec import Struct

from referee.asking.question import Procedure, Question, Throw, finish
from referee.errors import Unreadable

Mode = Literal["entered", "average", "rolled"]


class Roll(Struct, frozen=True):
    """One throw: how many dice, what each showed (nothing if averaged), and their sum."""

    count: int
    values: tuple[int, ...]
    total: int


class Dice(Protocol):
    """A source of rolls."""

    mode: Mode

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Throw `count` dice (1 or more), the `number`-th throw of the battle, for `what`."""


class Average:
    """n dice are their average, rounded down."""

    mode: Mode = "average"

    def __init__(self, faces: Sequence[int]) -> None:
        self._sum, self._faces = sum(faces), len(faces)

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """The average of the dice."""
        yield from ()  # nothing to ask
        return Roll(count, (), count * self._sum // self._faces)


class Seeded:
    """Dice rolled by the program. The same seed gives the same dice for the same throw."""

    mode: Mode = "rolled"

    def __init__(self, faces: Sequence[int], seed: int | str) -> None:
        self._faces = tuple(faces)
        self.seed = seed

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Dice made from the seed and the number of the throw."""
        yield from ()  # nothing to ask
        source = random.Random(f"{self.seed}/{number}")
        values = tuple(self._faces[int(source.random() * len(self._faces))] for _ in range(count))
        return Roll(count, values, sum(values))


class Entered:
    """The table's own dice: each throw is a question."""

    mode: Mode = "entered"

    def __init__(self, faces: Sequence[int]) -> None:
        self._faces = tuple(faces)

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Ask for what the dice show."""
        values: tuple[int, ...] = yield Question(
            "roll",
            f"{what}: {count} {'die' if count == 1 else 'dice'}",
            lambda text: read_roll(text, count, self._faces),
            hint=f"each shows {' '.join(map(str, self._faces))}; type them together or apart",
            write=write_roll,
            throw=Throw(count, self._faces),
        )
        return Roll(count, values, sum(values))


class OnRecord:
    """Dice rolled by the program whose values are answers like typed ones, so that replaying never rolls again."""

    mode: Mode = "rolled"

    def __init__(self, faces: Sequence[int], seed: int | str) -> None:
        self._source = Seeded(faces, seed)
        self._asked = Entered(faces)

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Ask as for typed dice; the answer is there already."""
        rolled = finish(self._source.roll(count, number, what))
        asking = self._asked.roll(count, number, what)
        values = yield replace(next(asking), forced=lambda: write_roll(rolled.values))
        return Roll(count, values, sum(values))


class AllShow:
    """Every die shows the same face: the least or the most that can happen."""

    mode: Mode = "rolled"

    def __init__(self, face: int) -> None:
        self._face = face

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Dice that all show the face."""
        yield from ()  # nothing to ask
        return Roll(count, (self._face,) * count, count * self._face)


def dice_of(mode: Mode, faces: Sequence[int], seed: int | str) -> Dice:
    """The dice that were agreed on; what the program rolls stands on record like what is typed in."""
    match mode:
        case "average":
            return Average(faces)
        case "rolled":
            return OnRecord(faces, seed)
        case _:
            return Entered(faces)


def read_roll(text: str, count: int, faces: Sequence[int]) -> tuple[int, ...]:
    """One throw as typed: "2011" or "2 0 1 1". Raises Unreadable if the count or a face is wrong."""
    typed = text.strip()
    parts = [part for part in re.split(r"[\s,+]+", typed) if part] if re.search(r"[\s,+]", typed) else list(typed)
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise Unreadable(f'can\'t read the dice "{typed.rstrip(",")}"; write them like 2 0 1')
    values = tuple(int(part[:6]) for part in parts)
    return check_roll(values, count, faces)


def check_roll(values: Sequence[int], count: int, faces: Sequence[int]) -> tuple[int, ...]:
    """One throw, if it has `count` dice and each shows one of the `faces`. Raises Unreadable."""
    for value in values:
        if value not in faces:
            shown = ", ".join(map(str, faces))
            raise Unreadable(f"a die can't show {value}; it shows {shown}")
    if len(values) != count:
        many = "too many" if len(values) > count else "too few"
        dice = "die is" if len(values) == 1 else "dice are"
        raise Unreadable(f"{len(values)} {dice} {many}; it must be {count}")
    return tuple(values)


def split_rolls(text: str) -> list[str]:
    """The throws of one turn as written in a record: "2 1 / 0 1 2" is two."""
    return [part.strip() for part in text.split("/")] if text.strip() else []


def write_roll(values: Sequence[int]) -> str:
    """One throw as written in a record: "2 0 1"."""
    return " ".join(map(str, values))
