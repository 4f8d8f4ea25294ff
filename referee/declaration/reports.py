"""Reports that commands get from a game, to be shown to people or written as data."""

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
    """Result of a command about one file."""

    @property
    def notes(self) -> Iterable[str]:
        """Remarks for people about what looks odd."""

    @property
    def against(self) -> bool:
        """True if the referee found against the input (exit 1)."""

    def data(self) -> dict[str, Any]:
        """Return the report as the JSON object that scripts rely on."""

    def show(self, screen: Screen) -> None:
        """Show the report to people."""


class ReportAround(Struct, frozen=True):
    """Wrapper of another `report`: what it doesn't override is as in that one."""

    report: Report

    @property
    def notes(self) -> Iterable[str]:
        """Remarks for people."""
        return self.report.notes

    @property
    def against(self) -> bool:
        """True if the referee found against the input."""
        return self.report.against

    @property
    def cites(self) -> bool:
        """True if it names rules by their ids."""
        return bool(getattr(self.report, "cites", False))

    def data(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return self.report.data()


class ShortReport(Struct, frozen=True):
    """A report of a few lines for people; `told` is the same as plain data for scripts."""

    told: dict[str, Any]
    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()
    against: bool = False

    cites = False

    def data(self) -> dict[str, Any]:
        """Return the report as the JSON object that scripts rely on."""
        return self.told

    def show(self, screen: Screen) -> None:
        """Show the report to people."""
        for line in self.lines:
            screen.line(line)


def throws(
    game: str, count: int, faces: Sequence[int], wins: Callable[..., bool], what: str, **more: Any
) -> ShortReport:
    """Count how many of all throws do `what`; `wins` gets the dice one by one, `more` is added to the data."""
    from fractions import Fraction  # loaded only where throws are counted

    found = [wins(*dice) for dice in product(faces, repeat=count)]
    many, of = sum(found), len(found)
    data = {"game": game, **more, "rolls": many, "of": of, "chance": str(Fraction(many, of))}
    return ShortReport(data, (f"{many} of {of} rolls {what}",))


def number_given(given: Mapping[str, str], name: str, least: int, most: int) -> int:
    """Parse a whole number that was given as an option. Raises BadInput."""
    text = given.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= len(str(most)) and least <= int(text) <= most):
        raise BadInput(f'--{name} takes a number from {least} to {most}, not "{text}"')
    return int(text)


class Judged(Report, Protocol):
    """A verdict on a battle."""

    @property
    def cites(self) -> bool:
        """True if it names rules by their ids."""


class IllegalAt(Struct, frozen=True):
    """An illegal place in a record: the number of its turn, move or step, the reason, and the rule behind it."""

    number: int
    reason: str
    ruling: str


# --- Costs of mistakes ----------------------------------------------------------------------------
# The cost of a mistake, as every game shows it: what it is about, in sentences, and the ways open to the table.


AGAIN = Path("again.toml")
"""File that is proposed for a replayed record, if it doesn't exist yet."""


class Remedy(Struct, frozen=True):
    """One way for the table to go on: its description, and the command that does it; "" where hands do it.

    At the prompt of that very game or battle it is `typed` instead; "" where nothing needs to be.
    """

    what: str
    command: str = ""
    typed: str = ""


def taken_back(what: str, where: str, number: int) -> Remedy:
    """Build the remedy to replay a record from before one of its turns or steps, in a file that is new."""
    again = shlex.join(["referee", "battle", str(free_path(AGAIN)), str(number), "--from", where])
    return Remedy(f"take it back to before {what} {number}", again, typed="back")


def of_choices(where: str, entry: int, found: Sequence[MistakeReport]) -> Iterator[MistakeReport]:
    """Yield the cost of each choice of a log's entry that wasn't the best, with the ways on; or that all were."""
    file = shlex.quote(where)
    ways = (
        Remedy(f"take it back to before entry {entry}", f"referee undo {file} --to {entry - 1}", f"back {entry}"),
        Remedy("let it stand", f"referee play {file}"),
    )
    yield from found[:-1]
    for last in found[-1:]:
        yield replace(last, remedies=ways)
    if not found:
        yield MistakeReport(f"entry {entry}", ("Nothing that could be chosen was better.",), (), {"sort": "choice"})


class MistakeReport(Struct, frozen=True):
    """Cost of one mistake: which it is, what it makes of the chances, and what can be done.

    `plain` is the same for scripts; `lost` is the chance that a choice gave away, where that is known.
    """

    about: str
    sentences: tuple[str, ...]
    remedies: tuple[Remedy, ...]
    plain: dict[str, Any]
    lost: float = 0.0

    def data(self) -> dict[str, Any]:
        """Return the cost as plain data, with the remedies."""
        return {
            **self.plain,
            "remedies": [{"what": one.what, "command": one.command or None} for one in self.remedies],
        }

    def show(self, screen: Screen, *, at_prompt: bool = False) -> None:
        """Show the cost to people: each command on a line of its own."""
        screen.line()
        screen.line(f"Effect of {self.about}:", style="bold")
        for sentence in self.sentences:
            screen.print_indented(sentence)
        if self.remedies:
            screen.line("  The table can:")
        self._list_ways(screen, at_prompt)

    def show_ways(self, screen: Screen, *, at_prompt: bool = False) -> None:
        """Show only what can be done."""
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
