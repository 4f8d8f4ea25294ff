"""A battle refereed live: set up by questions, played step by step, kept as a battle record."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from referee.asking.dice import any_seed
from referee.asking.question import EVERYWHERE, OF_BATTLES, CommandName
from referee.errors import BadInput
from referee.files.files import Data, expect_place, parse_toml, put_file, read_text
from referee.play.form import resume, unfinished_of, write_unfinished
from referee.play.loop import BareTable
from referee.play.session import Session

if TYPE_CHECKING:
    from referee.declaration.game import Battles
    from referee.play.loop import Answerer
    from referee.text.screen import Screen


def told(what: str, number: int) -> str:
    """So many of the parts that a record has: "1 turn", "4 steps"."""
    return f"{number} {what if number == 1 else f'{what}s'}"


def before(where: str, parts: Sequence[str], what: str, number: int, instead: str) -> tuple[str, ...]:
    """The parts of a record before one of them, to be gone on from there; what they are called.

    Raises BadInput for a number that it doesn't have, and where another one is to be put in.
    """
    if instead:
        raise BadInput(f"{where}: leave out --instead; another {what} is said where it goes on")
    if not 1 <= number <= len(parts):
        raise BadInput(f"{where}: there is no {what} {number}; they are numbered from 1 to {len(parts)}")
    return tuple(parts[: number - 1])


S = TypeVar("S")
"""How far a battle and its set-up have come."""


class LiveRecord(BareTable, ABC, Generic[S]):
    """A live battle, the record that it is kept in, and the screen that it is shown on.

    `what` is what a game calls such a record: "battle record". `battles` are those of its game, by which they are
    judged and their odds told.
    """

    what: str
    battles: Battles
    commands: Sequence[CommandName] = (*EVERYWHERE, *OF_BATTLES, "back")
    session: Session[S]

    def __init__(self, path: Path, screen: Screen, deck: Path | None = None) -> None:
        """Open a record to go on with, or begin a new one. Raises BadInput, or Illegal for an illegal record."""
        self.path, self.screen, self.deck = path, screen, deck
        expect_place(path)
        self.reload()

    @abstractmethod
    def begun(self) -> Session[S]:
        """A session before its first answer. Raises BadInput."""

    @abstractmethod
    def opened(self, data: Data) -> Session[S]:
        """A session that goes on from a record's data. Raises BadInput, or Illegal for an illegal one."""

    @abstractmethod
    def written(self) -> str | None:
        """The record as a file's text; None while it isn't set up."""

    def reload(self) -> None:
        """Read the record as it is on the disk, or begin it."""
        self._last = read_text(self.path) if self.path.exists() else None
        data = None if self._last is None else parse_toml(self._last, str(self.path))
        if data is not None and unfinished_of(data) != self.what:
            self.session = self.opened(data)
            return
        self.session = self.begun()
        if data is not None:
            resume(self.session, data, str(self.path), self.game)

    def save(self) -> None:
        """Write the record, if anything was answered since it was read or last written.

        Raises Overtaken if it has been changed on the disk meanwhile, BadInput if it can't be written or another
        program has begun it.
        """
        text = self.written() or write_unfinished(self.game, self.what, self.session)
        if text != self._last:
            put_file(self.path, text, self._last)
            self._last = text

    def advised(self, answerer: Answerer) -> Answerer:
        """The same answerer, to whom moves are listed with their odds where the questions don't tell them."""
        return answerer

    def unasked(self) -> Mapping[str, str]:
        """What the rolled dice follow from: any number will do."""
        return {"seed": any_seed()}
