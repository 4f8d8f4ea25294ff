"""What a game gives to the commands, and what it gets."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from referee.errors import BadInput
from referee.files.files import Data
from referee.play.loop import Answerer, Table
from referee.saves.save import OnDisk, OpenSave, SavedGame

if TYPE_CHECKING:
    from referee.pictures.picture import Picture
    from referee.play.step import Step
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


class ScoreReport(Report, Protocol):
    """A score."""

    def picture(self) -> Picture:
        """The score as a picture to be shared. Raises BadInput if what it is drawn from can't be used."""


class ScoreForm(Table, Protocol):
    """A score sheet that is being asked for."""

    def report(self) -> ScoreReport:
        """The score of the finished sheet. Raises BadInput."""

    def text(self) -> str:
        """The finished sheet as a file's text."""


class WholeGame(Table, Protocol):
    """A game that is kept in a save."""

    @property
    def open_save(self) -> OpenSave[Any]:
        """The save, and the session that it keeps."""

    @property
    def screen(self) -> Screen:
        """Where it is shown."""

    def advised(self, answerer: Answerer) -> Answerer:
        """The same answerer, to whom moves are listed with their odds."""

    def show_events(self, events: Sequence[Any]) -> None:
        """Tell what the hands must do."""

    def board(self) -> None:
        """Show everything that everybody may see, as one picture."""

    def public_state(self) -> dict[str, Any]:
        """The state as plain data, as far as it is everybody's to see."""

    def explanation(self, number: int | None = None) -> Report:
        """Why an entry of the log (the last one without a number) came out as it did. Raises BadInput."""

    def public_log(self) -> list[Step]:
        """The log, as far as it is everybody's to see."""

    def hand_of(self, name: str) -> list[str]:
        """What only a player may see now: cards that the program drew for the hand."""


class Cards(Protocol):
    """A file of cards that is worked on; what is changed is written by `save`, all of it or nothing.

    What changes cards returns what it did, in words. All raise BadInput, and then nothing is changed. `kind` says
    which kind of card is meant where the rest doesn't tell.
    """

    def listing(self, words: Sequence[str]) -> Report:
        """The cards that have all these words; without words all."""

    def drawing(self, names: Sequence[str], kind: str | None) -> Report:
        """Some cards as they look."""

    def findings(self) -> Report:
        """What may be wrong with the cards."""

    def missing(self) -> Report:
        """What is still missing of the box."""

    def comparison(self, other: Path) -> Report:
        """These cards beside those of another file."""

    def add(self, lines: Iterable[str], kind: str | None = None) -> Sequence[str]:
        """Put in cards that are written in lines."""

    def edit(self, name: str, changes: Sequence[str], kind: str | None) -> Sequence[str]:
        """Change a card in words."""

    def remove(self, names: Sequence[str], kind: str | None) -> Sequence[str]:
        """Take cards out, called by their whole names."""

    def import_csv(self, source: Path) -> Sequence[str]:
        """Take over the cards of a spreadsheet: new ones are added, known ones changed."""

    def export_csv(self) -> str:
        """All cards for a spreadsheet."""

    def doubts(self) -> Sequence[str]:
        """What is unusual on the cards that were added or changed."""

    def save(self) -> None:
        """Write the file. Raises Overtaken if another program has changed it."""


class RefereedBattle(Table, Protocol):
    """A battle that is refereed live."""

    def unasked(self) -> Mapping[str, str]:
        """Answers by question key that a person needn't give; scripts and options may."""

    def advised(self, answerer: Answerer) -> Answerer:
        """The same answerer, to whom moves are listed with their odds."""


class SetupForm(Table, Protocol):
    """The set-up of a game, kept in a file while it is answered, unless it isn't to be written `in_steps`."""

    in_steps: bool

    def discard(self) -> None:
        """Take the file away if it was begun here and nobody else has written it since. Raises BadInput."""


class Game(Protocol):
    """What a game gives to the commands."""

    name: str
    title: str
    new_options: Mapping[str, str]
    """The options of a new game, with what they take."""

    def new_answers(self, options: Mapping[str, Sequence[str]]) -> dict[str, str]:
        """Options of a new game as answers by question key. Raises BadInput."""

    def score(self, path: Path, data: Data, deck: Path | None) -> ScoreReport:
        """Score a finished game's file. Raises BadInput."""

    def ask_score(self, say: Callable[[str], None], deck: Path | None, path: Path | None) -> ScoreForm:
        """Ask for a score sheet; it is kept in `path`, if one is named. Raises BadInput."""

    def new(self, path: Path, say: Callable[[str], None]) -> SetupForm:
        """The set-up of a game, kept in `path` while it is answered, and its save afterwards. Raises BadInput."""

    def table(self, found: OnDisk, screen: Screen) -> WholeGame:
        """A whole game from its save as it was read. Raises BadInput."""

    def kept(self) -> SavedGame[Any]:
        """The game as it is kept in saves."""

    def cards(self, path: Path, *, new: bool = False) -> Cards:
        """A deck to be worked on; a `new` one may be a file that isn't there yet. Raises BadInput."""

    def asked_cards(self, path: Path, screen: Screen) -> Table:
        """Cards for a deck, which may be new, asked for one by one and each saved at once. Raises BadInput."""

    def judge(self, path: Path, data: Data, deck: Path | None, brief: bool = False) -> Report:
        """Replay a battle record and say what is true of it; `brief`: only what is wrong. Raises BadInput."""

    def odds(self, path: Path, data: Data, deck: Path | None, move: str | None, magic: Iterable[str]) -> Report:
        """The odds of a battle record's next moves, or of one `move`; `magic` is what magicians choose.

        Raises BadInput, or Illegal for a move that isn't legal.
        """

    def battle(self, path: Path, screen: Screen, deck: Path | None) -> RefereedBattle:
        """A battle to be refereed live, new or to go on with. Raises BadInput or Illegal."""

    def example(self, entry_id: str) -> list[str]:
        """A worked example of a rule or ruling, line by line, reckoned by the game itself; none if it has none."""


class BareGame:
    """What a game says that is kept in saves and nothing else: no sheets, no battles of its own."""

    title: str

    def ask_score(self, say: Callable[[str], None], deck: Path | None, path: Path | None) -> ScoreForm:
        """There is no sheet. Raises BadInput."""
        raise BadInput(f"{self.title} is scored from its save: referee score FILE")

    def judge(self, path: Path, data: Data, deck: Path | None, brief: bool = False) -> Report:
        """There are no battle records. Raises BadInput."""
        raise BadInput(f"{path}: {self.title} has no battle records; verify a save with: referee verify {path}")

    def odds(self, path: Path, data: Data, deck: Path | None, move: str | None, magic: Iterable[str]) -> Report:
        """There are no battle records. Raises BadInput."""
        raise BadInput(f"{path}: {self.title} has no dice, so there are no odds to tell")

    def battle(self, path: Path, screen: Screen, deck: Path | None) -> RefereedBattle:
        """There are no battles apart from the game. Raises BadInput."""
        raise BadInput(f"{self.title} has no battles of its own; its fights are part of: referee play FILE")

    def example(self, entry_id: str) -> list[str]:
        """No worked examples."""
        return []
