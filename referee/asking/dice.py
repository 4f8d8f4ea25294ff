"""Dice from several sources: typed in from the table, rolled from a seed, averaged, or read from a record.

Rules ask for a roll and never know where it comes from. A roll that a person makes is a question like any
other; one that the program makes depends on the seed and the number of the roll alone, so going back and
playing on gives the same dice.
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


class Dice:
    """A source of rolls: what each die shows, or another `roll`."""

    mode: Mode = "rolled"

    def values(self, count: int, number: int) -> tuple[int, ...]:
        """What so many dice show in a throw of this number."""
        raise NotImplementedError

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Throw `count` dice (1 or more), the `number`-th throw of the battle, for `what`."""
        yield from ()  # nothing to ask
        values = self.values(count, number)
        return Roll(count, values, sum(values))


class Average(Dice):
    """n dice are their average, rounded down."""

    mode: Mode = "average"

    def __init__(self, faces: Sequence[int]) -> None:
        self._sum, self._faces = sum(faces), len(faces)

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """The average of the dice."""
        yield from ()  # nothing to ask
        return Roll(count, (), count * self._sum // self._faces)


class Seeded(Dice):
    """Dice rolled by the program. The same seed gives the same dice for the same throw."""

    def __init__(self, faces: Sequence[int], seed: int | str) -> None:
        self._faces = tuple(faces)
        self.seed = seed

    def values(self, count: int, number: int) -> tuple[int, ...]:
        """Dice made from the seed and the number of the throw."""
        source = random.Random(f"{self.seed}/{number}")
        return tuple(self._faces[int(source.random() * len(self._faces))] for _ in range(count))


class Entered(Dice):
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
            throw=ThrowAsked(count, self._faces),
        )
        return Roll(count, values, sum(values))


class OnRecord(Dice):
    """Dice rolled by the program whose values are answers like typed ones, so that replaying never rolls again."""

    def __init__(self, faces: Sequence[int], seed: int | str, *, each: bool = False) -> None:
        self._source = Seeded(faces, seed)
        self._asked = Entered(faces, each=each)

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Ask as for typed dice; the answer is there already."""
        rolled = self._source.values(count, number)
        asking = self._asked.roll(count, number, what)
        values = yield structs.replace(next(asking), forced=lambda: write_roll(rolled))
        return Roll(count, values, sum(values))


class AllShow(Dice):
    """Every die shows the same face: the least or the most that can happen."""

    def __init__(self, face: int) -> None:
        self._face = face

    def values(self, count: int, number: int) -> tuple[int, ...]:
        """Dice that all show the face."""
        return (self._face,) * count


def any_seed() -> str:
    """A seed that nobody chooses."""
    return str(random.SystemRandom().randrange(1_000_000))


def whose_dice(average: str = "", modes: Sequence[str] = ("entered", "rolled", "average")) -> Question[Any]:
    """The question whose dice are thrown; `average` is what happens where nobody throws any."""
    means = {"entered": "you throw your own and type them in", "rolled": "the program throws", "average": average}
    also = {"entered": ("ours", "our own", "us", "by hand"), "rolled": ("the computer's", "computer")}
    found = [Option(mode, detail=means[mode], also=also.get(mode, ())) for mode in modes]
    return choice("dice", "Whose dice", found, default="entered")


def ask_dice(average: str) -> Procedure[tuple[Mode, int | UnsetType]]:
    """Ask whose dice a battle has, and from which seed the program throws them."""
    mode: Mode = yield whose_dice(average)
    if mode != "rolled":
        return mode, UNSET
    asked = whole_number(
        "seed",
        "A number that the dice follow from",
        0,
        999_999_999,
        default=any_seed(),
        hint="enter for any; the same number throws the same dice again",
    )
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


_TOTAL = lazy_pattern(r"(?:(=|total|sum)\s*(\d{1,3})|(\d))", re.ASCII | re.IGNORECASE)


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


# --- Chances --------------------------------------------------------------------------------------
# What dice can show in how many ways, and chances as people read them and as scripts rely on them.


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


# --- Changed dice ---------------------------------------------------------------------------------
# What a throw comes to whose dice are changed: better or worse of two, set to a face; and how likely each result is.
#
# Changes of one die work in their order, each on what the earlier ones left, so a die that is doubled twice is four:
# the worse of two results of which each is the better of two.


SIX = (1, 2, 3, 4, 5, 6)
"""The faces of a usual die."""
Faces = tuple[int, ...]
Die = tuple[int | Fraction, ...]
"""What was thrown for one side: one die or several, of which one result is made; an average is one fraction."""
Change = Literal["better", "worse"] | int
"""A change of a die: the better or the worse of two, or the face that it is set to."""
Changes = tuple[Change, ...]


@lru_cache(maxsize=256)
def many(changes: Changes) -> int:
    """How many dice are thrown for one side; none where the last word is a face that is set."""
    thrown = 1
    for change in changes:
        thrown = 0 if isinstance(change, int) else thrown * 2
    return thrown


def lie(changes: Changes, thrown: Sequence[int]) -> Die:
    """The dice of a side as they lie: those thrown, or the one that is set (it counts as rolled)."""
    faces = [change for change in changes if isinstance(change, int)]
    return tuple(thrown) if many(changes) else (faces[-1],)


@lru_cache(maxsize=16384)
def comes_to(changes: Changes, dice: Die) -> int | Fraction:
    """What the dice of a side come to."""
    if not many(changes):
        return dice[0]
    left = list(dice)
    for change in changes:
        if len(left) == 1:
            break
        best = max if change == "better" else min
        left = [best(pair) for pair in zip(left[::2], left[1::2], strict=True)]
    return left[0]


@lru_cache(maxsize=64)
def ways(changes: Changes, faces: Faces = SIX) -> tuple[tuple[int, int], ...]:
    """Each face that a side can come to, with the number of throws of its dice that lead there."""
    found = Counter(int(comes_to(changes, lie(changes, thrown))) for thrown in product(faces, repeat=many(changes)))
    return tuple(sorted(found.items()))


def average(changes: Changes, faces: Faces = SIX) -> Fraction:
    """What a side comes to on average."""
    return Fraction(sum(face * number for face, number in ways(changes, faces)), len(faces) ** many(changes))


@lru_cache(maxsize=256)
def margins(own: Changes, enemy: Changes, faces: Faces = SIX) -> tuple[tuple[int, int], ...]:
    """Each difference of own and enemy dice, with the number of throws of all dice that lead there."""
    found: Counter[int] = Counter()
    for one, many_one in ways(own, faces):
        for other, many_other in ways(enemy, faces):
            found[one - other] += many_one * many_other
    return tuple(sorted(found.items()))


def throws(changes: Changes, faces: Faces = SIX) -> Iterator[Die]:
    """Every throw of a side's dice."""
    return (lie(changes, thrown) for thrown in product(faces, repeat=many(changes)))
