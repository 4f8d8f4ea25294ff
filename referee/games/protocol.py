"""What a game gives to the commands, and what it gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from referee.files import Data
from referee.keeping import Keeper
from referee.loop import Answerer, Table

if TYPE_CHECKING:
    from referee.screens import Screen


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


class ScoreForm(Table, Protocol):
    """A score sheet that is being asked for."""

    def report(self) -> Report:
        """The score of the finished sheet. Raises BadInput."""

    def text(self) -> str:
        """The finished sheet as a file's text."""


class WholeGame(Table, Protocol):
    """A game that is kept in a save."""

    keeper: Keeper[Any]


class RefereedBattle(Table, Protocol):
    """A battle that is refereed live."""

    def advised(self, answerer: Answerer) -> Answerer:
        """The same answerer, to whom moves are listed with their odds."""


class Game(Protocol):
    """What a game gives to the commands."""

    name: str
    title: str

    def score(self, path: Path, data: Data, deck: Path | None) -> Report:
        """Score a finished game's file. Raises BadInput."""

    def ask_score(self, say: Callable[[str], None], deck: Path | None, path: Path | None) -> ScoreForm:
        """Ask for a score sheet; it is kept in `path`, if one is named. Raises BadInput."""

    def new(self, path: Path, deck: Path, say: Callable[[str], None]) -> Table:
        """The set-up of a game, kept in `path` while it is answered, and its save afterwards. Raises BadInput."""

    def table(self, path: Path, screen: Screen) -> WholeGame:
        """A whole game from its save. Raises BadInput."""

    def judge(self, path: Path, data: Data, deck: Path | None, brief: bool = False) -> Report:
        """Replay a battle record and say what is true of it; `brief`: only what is wrong. Raises BadInput."""

    def odds(self, path: Path, data: Data, deck: Path | None, move: str | None, magic: Iterable[str]) -> Report:
        """The odds of a battle record's next moves, or of one `move`; `magic` is what magicians choose.

        Raises BadInput, or Illegal for a move that isn't legal.
        """

    def battle(self, path: Path, screen: Screen, deck: Path | None) -> RefereedBattle:
        """A battle to be refereed live, new or to go on with. Raises BadInput or Illegal."""
