"""Conjurers as the commands see it. What a command doesn't need isn't loaded."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from referee.files.files import Data
from referee.games.conjurers import vocabulary
from referee.games.conjurers.records.kinds import expect
from referee.games.conjurers.setup.option_names import NEW_OPTIONS

if TYPE_CHECKING:
    from referee.cards.ask import Asking
    from referee.games.conjurers.cards.deck_editor import DeckEditor
    from referee.games.conjurers.cards.parts import Card
    from referee.games.conjurers.odds.report import OddsReport
    from referee.games.conjurers.records.live import BattleTable
    from referee.games.conjurers.records.verdict_report import VerdictReport
    from referee.games.conjurers.saved import SavedConjurers
    from referee.games.conjurers.scores.ask import ScoreForm
    from referee.games.conjurers.scores.report import ConjurersScoreReport
    from referee.games.conjurers.setup.new import SetupForm
    from referee.games.conjurers.table import ConjurersTable
    from referee.games.protocol import Game
    from referee.saves.save import OnDisk
    from referee.text.screen import Screen


class Conjurers:
    """The game of Conjurers."""

    name = vocabulary.GAME
    title = "Conjurers"
    new_options = NEW_OPTIONS

    def score(self, path: Path, data: Data, deck: Path | None) -> ConjurersScoreReport:
        """Score a score sheet (pp. 24-26). Raises BadInput."""
        from referee.games.conjurers.scores.report import ConjurersScoreReport
        from referee.games.conjurers.scores.score import score
        from referee.games.conjurers.scores.sheet import read_sheet

        if data.get("kind") == "save":
            return self.score_save(path, data)
        expect("score sheet", data, path)
        sheet = read_sheet(path, data, deck)
        return ConjurersScoreReport(score(sheet.players), sheet.notes)

    def ask_score(self, say: Callable[[str], None], deck: Path | None, path: Path | None) -> ScoreForm:
        """Ask for a score sheet; it is kept in `path`, if one is named. Raises BadInput."""
        from referee.games.conjurers.scores.ask import ScoreForm

        return ScoreForm(say, deck, path)

    def score_save(self, path: Path, data: Data) -> ConjurersScoreReport:
        """The score of a save "if the game ended now". Raises BadInput."""
        from referee.games.conjurers.saved import SavedConjurers
        from referee.games.conjurers.scores.of_game import score_now
        from referee.games.conjurers.scores.report import ConjurersScoreReport
        from referee.saves.save import OnDisk, OpenSave

        open_save = OpenSave(SavedConjurers(), OnDisk(path, "", data))
        return ConjurersScoreReport(score_now(open_save.setup, open_save.state_on_file), open_save.notes, save=path)

    def new_answers(self, options: Mapping[str, Sequence[str]]) -> dict[str, str]:
        """Options of a new game as answers by question key. Raises BadInput."""
        from referee.games.conjurers.setup.options import answers_of

        return answers_of(options)

    def new(self, path: Path, say: Callable[[str], None]) -> SetupForm:
        """The set-up of a game, kept in `path` while it is answered. Raises BadInput."""
        from referee.games.conjurers.setup.new import SetupForm

        return SetupForm(path, say)

    def table(self, found: OnDisk, screen: Screen) -> ConjurersTable:
        """A whole game from its save, as it was read. Raises BadInput."""
        from referee.games.conjurers.table import ConjurersTable

        expect("save of a game", found.data, found.path)
        return ConjurersTable(found, screen)

    def kept(self) -> SavedConjurers:
        """The game as it is kept in saves."""
        from referee.games.conjurers.saved import SavedConjurers

        return SavedConjurers()

    def cards(self, path: Path, *, new: bool = False) -> DeckEditor:
        """A deck to be worked on; a `new` one may be a file that isn't there yet. Raises BadInput."""
        from referee.games.conjurers.cards.deck_editor import DeckEditor

        return DeckEditor(path, new=new)

    def asked_cards(self, path: Path, screen: Screen) -> Asking[Card]:
        """Cards for a deck, which may be new, asked for one by one and each saved at once. Raises BadInput."""
        from referee.cards.ask import Asking

        return Asking(self.cards(path, new=True), screen)

    def judge(self, path: Path, data: Data, deck: Path | None, brief: bool = False) -> VerdictReport:
        """Replay a battle record; a `brief` report shows only what is wrong. Raises BadInput."""
        from referee.games.conjurers.records.verdict import judge
        from referee.games.conjurers.records.verdict_report import VerdictReport

        expect("battle record", data, path)
        return VerdictReport(judge(path, data, deck), brief)

    def odds(self, path: Path, data: Data, deck: Path | None, move: str | None, magic: Iterable[str]) -> OddsReport:
        """The odds of a battle record's next moves, or of one `move`. Raises BadInput or Illegal."""
        from referee.games.conjurers.odds.report import report_odds

        expect("battle record", data, path)
        return report_odds(path, data, deck, move, magic)

    def battle(self, path: Path, screen: Screen, deck: Path | None) -> BattleTable:
        """A battle to be refereed live. Raises BadInput, or Illegal for an illegal record."""
        from referee.games.conjurers.records.live import BattleTable

        return BattleTable(path, screen, deck)

    def example(self, entry_id: str) -> list[str]:
        """A worked example of a rule or ruling, reckoned by the engine; none if it computes nothing."""
        from referee.games.conjurers.examples import example

        return example(entry_id)


GAME: Game = Conjurers()
