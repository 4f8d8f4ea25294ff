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
from typing import Any, Literal, Protocol

from msgspec import UNSET, Struct, UnsetType

from referee.asking.question import Option, Procedure, Question, Throw, choice, finish, whole_number
from referee.errors import Unreadable

Mode = Literal["entered", "rolled", "average"]
"""Whose dice: the table's, the program's, or none at all."""
Draws = Literal["table", "program"]
"""Who shuffles and draws."""


class Roll(Struct, frozen=True):
    """One throw: how many dice, what each showed, and their sum.

    There is nothing that they showed if they are averaged, and the sum alone if only that is known.
    """

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
    """The table's own dice: each throw is a question; where `each` of several must be known, a total won't do."""

    mode: Mode = "entered"

    def __init__(self, faces: Sequence[int], *, each: bool = False) -> None:
        self._faces = tuple(faces)
        self._each = each

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Ask for what the dice show."""
        values: tuple[int, ...] = yield Question(
            "roll",
            f"{what}: {count} {'die' if count == 1 else 'dice'}",
            lambda text: read_roll(text, count, self._faces, totals=not self._each),
            hint=f"each shows {' '.join(map(str, self._faces))}; type them together or apart"
            + ("" if self._each else ", or =4 for a total"),
            write=lambda values: _write_throw(values, count),
            throw=Throw(count, self._faces),
        )
        return Roll(count, values, sum(values))


class OnRecord:
    """Dice rolled by the program whose values are answers like typed ones, so that replaying never rolls again."""

    mode: Mode = "rolled"

    def __init__(self, faces: Sequence[int], seed: int | str, *, each: bool = False) -> None:
        self._source = Seeded(faces, seed)
        self._asked = Entered(faces, each=each)

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


def any_seed() -> str:
    """A seed that nobody chooses."""
    return str(random.SystemRandom().randrange(1_000_000))


def whose_dice(average: str = "", modes: Sequence[str] = ("entered", "rolled", "average")) -> Question[Any]:
    """The question whose dice are thrown; `average` is what happens where nobody throws any."""
    means = {"entered": "you throw your own and type them in", "rolled": "the program throws", "average": average}
    return choice("dice", "Whose dice", [Option(mode, detail=means[mode]) for mode in modes], default="entered")


def ask_dice(average: str) -> Procedure[tuple[Mode, int | UnsetType]]:
    """Ask whose dice a battle has, and from which seed the program throws them."""
    mode: Mode = yield whose_dice(average)
    if mode != "rolled":
        return mode, UNSET
    asked = whole_number(
        "seed", "A number that the dice follow from", 0, 999_999_999, default=any_seed(),
        hint="enter for any; the same number throws the same dice again",
    )  # fmt: skip
    return mode, (yield asked)


def dice_of(mode: Mode, faces: Sequence[int], seed: int | str, *, each: bool = False) -> Dice:
    """The dice that were agreed on; what the program rolls stands on record like what is typed in.

    A throw is its dice, or only their sum; where `each` of them must be known, sums aren't taken.
    """
    match mode:
        case "average":
            return Average(faces)
        case "rolled":
            return OnRecord(faces, seed, each=each)
        case _:
            return Entered(faces, each=each)


def read_roll(text: str, count: int, faces: Sequence[int], *, totals: bool = True) -> tuple[int, ...]:
    """One throw as typed: "2011" or "2 0 1 1"; of several dice the sum too: "=4", "total 4", or "4" if no die has it.

    Without `totals` a sum isn't taken. Raises Unreadable if the count, a face or the sum is wrong.
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


_TOTAL = re.compile(r"(?:(=|total|sum)\s*(\d{1,3})|(\d))", re.ASCII | re.IGNORECASE)


def _total(typed: str, faces: Sequence[int]) -> int | None:
    """The sum of several dice, if that is what was typed."""
    match = _TOTAL.fullmatch(typed)
    if match is None:
        return None
    total = int(match[2] or match[3])
    return total if match[1] or total not in faces else None


def check_roll(values: Sequence[int], count: int, faces: Sequence[int], *, totals: bool = True) -> tuple[int, ...]:
    """One throw, if it has `count` dice and each shows one of the `faces`. Raises Unreadable."""
    for value in values:
        if value not in faces:
            shown = ", ".join(map(str, faces))
            raise Unreadable(f"a die can't show {value}; it shows {shown}")
    if len(values) != count:
        many = "too many" if len(values) > count else "too few"
        dice = "die is" if len(values) == 1 else "dice are"
        total = f", or ={values[0]} for a total of {values[0]}" if totals and len(values) == 1 < count else ""
        raise Unreadable(f"{len(values)} {dice} {many}; it must be {count}{total}")
    return tuple(values)


def split_rolls(text: str) -> list[str]:
    """The throws of one turn as written in a record: "2 1 / 0 1 2" is two."""
    return [part.strip() for part in text.split("/")] if text.strip() else []


def _write_throw(values: Sequence[int], count: int) -> str:
    """One throw as it is recorded; of a sum that it is one."""
    return write_roll(values) if len(values) == count else f"total {values[0]}"


def write_roll(values: Sequence[int]) -> str:
    """One throw as written in a record: "2 0 1"."""
    return " ".join(map(str, values))
