"""What commands get of a game, to be printed or asked through."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct
from msgspec.structs import replace

from referee.errors import BadInput
from referee.files.files import free_path

if TYPE_CHECKING:
    from referee.text.screen import Screen


class Report(Protocol):
    """What a command found out about one file."""

    @property
    def notes(self) -> Iterable[str]:
        """Remarks for people about what looks odd."""

    @property
    def against(self) -> bool:
        """Whether the referee found against the input (exit 1)."""

    def data(self) -> dict[str, Any]:
        """The report as the JSON object that scripts rely on."""

    def show(self, screen: Screen) -> None:
        """The report for people."""


class ReportAround(Struct, frozen=True):
    """What is said around another `report`: what it doesn't say otherwise is as that one has it."""

    report: Report

    @property
    def notes(self) -> Iterable[str]:
        """Remarks for people."""
        return self.report.notes

    @property
    def against(self) -> bool:
        """Whether the referee found against the input."""
        return self.report.against

    @property
    def cites(self) -> bool:
        """Whether it names rules by their ids."""
        return bool(getattr(self.report, "cites", False))

    def data(self) -> dict[str, Any]:
        """The report as plain data."""
        return self.report.data()


class ShortReport(Struct, frozen=True):
    """A report of a few lines for people, with the same as plain `told` data for scripts."""

    told: dict[str, Any]
    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()
    against: bool = False

    def data(self) -> dict[str, Any]:
        """The report as the JSON object that scripts rely on."""
        return self.told

    def show(self, screen: Screen) -> None:
        """The report for people."""
        for line in self.lines:
            screen.line(line)


def throws(
    game: str, count: int, faces: Sequence[int], wins: Callable[..., bool], what: str, **more: Any
) -> ShortReport:
    """How many of all throws of some dice, given one by one, do `what`; `more` stands in the data too."""
    from fractions import Fraction  # loaded only where something is counted out

    found = [wins(*dice) for dice in product(faces, repeat=count)]
    many, of = sum(found), len(found)
    data = {"game": game, **more, "rolls": many, "of": of, "chance": str(Fraction(many, of))}
    return ShortReport(data, (f"{many} of {of} rolls {what}",))


def number_given(given: Mapping[str, str], name: str, least: int, most: int, usual: int | None = None) -> int:
    """A whole number that was given as an option, else the `usual` one. Raises BadInput."""
    text = given.get(name, "" if usual is None else str(usual))
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most):
        raise BadInput(f'--{name} takes a number from {least} to {most}, not "{text}"')
    return int(text)


class Judged(Report, Protocol):
    """A verdict on a battle."""

    @property
    def cites(self) -> bool:
        """Whether it names rules by their ids."""


class IllegalAt(Struct, frozen=True):
    """Where a record can't go on: the number of its turn, move or step; why, and the rule that forbids it."""

    number: int
    reason: str
    ruling: str


# --- Hangs ----------------------------------------------------------------------------------------
# What hangs on a mistake, as every game tells it: what it is about, in sentences, and the ways open to the table.


AGAIN = Path("again.toml")
"""Where a record is proposed to be played again, if nothing is there yet."""


class Remedy(Struct, frozen=True):
    """One way for the table to go on: what it is, and the command that does it; "" where hands do it.

    At the prompt of that very game or battle it is `typed` instead; "" where nothing needs to be.
    """

    what: str
    command: str = ""
    typed: str = ""


def taken_back(what: str, where: str, number: int) -> Remedy:
    """The way of playing a record again from before one of its turns or steps, in a file that isn't there yet."""
    again = shlex.join(["referee", "battle", str(free_path(AGAIN)), str(number), "--from", where])
    return Remedy(f"take it back to before {what} {number}", again, typed="back")


def of_choices(where: str, entry: int, found: Sequence[Hangs]) -> Iterator[Hangs]:
    """What the choices of an entry of a game's log cost that weren't the best, with the ways on; or that all were."""
    file = shlex.quote(where)
    ways = (
        Remedy(f"take it back to before entry {entry}", f"referee undo {file} --to {entry - 1}", f"back {entry}"),
        Remedy("let it stand", f"referee play {file}"),
    )
    yield from found[:-1]
    for last in found[-1:]:
        yield replace(last, remedies=ways)
    if not found:
        yield Hangs(f"entry {entry}", ("Nothing that could be chosen was better.",), (), {"sort": "choice"})


class Hangs(Struct, frozen=True):
    """What hangs on one mistake: what that is, what it makes of the chances, and what can be done.

    `plain` is the same for scripts; `lost` is the chance that a choice gave away, where that is known.
    """

    about: str
    sentences: tuple[str, ...]
    remedies: tuple[Remedy, ...]
    plain: dict[str, Any]
    lost: float = 0.0

    def data(self) -> dict[str, Any]:
        """It as plain data, with the remedies."""
        return {
            **self.plain,
            "remedies": [{"what": one.what, "command": one.command or None} for one in self.remedies],
        }

    def show(self, screen: Screen, *, at_prompt: bool = False) -> None:
        """It for people: each command on a line of its own."""
        screen.line()
        screen.line(f"Effect of {self.about}:", style="bold")
        for sentence in self.sentences:
            screen.print_indented(sentence)
        if self.remedies:
            screen.line("  The table can:")
        self._list_ways(screen, at_prompt)

    def show_ways(self, screen: Screen, *, at_prompt: bool = False) -> None:
        """Only what can be done, for people."""
        if self.remedies:
            screen.line()
            screen.line(f"Ways to go on after {self.about}:", style="bold")
        self._list_ways(screen, at_prompt)

    def _list_ways(self, screen: Screen, at_prompt: bool) -> None:
        for one in self.remedies:
            command = one.typed if at_prompt else one.command
            screen.print_indented(f"- {one.what}{':' if command else ''}")
            if command:
                screen.command(command)
