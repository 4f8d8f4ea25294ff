"""Enchanters as the commands see it. What a command doesn't need isn't loaded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from referee.files.files import Data
from referee.games.enchanters import vocabulary
from referee.games.enchanters.setup.option_names import NEW_OPTIONS
from referee.games.protocol import BareGame, Game

if TYPE_CHECKING:
    from referee.cards.ask import Asking
    from referee.cards.deck_editor import DeckEditor
    from referee.games.enchanters.cards.cards import Card, Village
    from referee.games.enchanters.saved import SavedEnchanters
    from referee.games.enchanters.scores.report import EnchantersScoreReport
    from referee.games.enchanters.setup.new import SetupForm
    from referee.games.enchanters.table import EnchantersTable
    from referee.saves.save import OnDisk
    from referee.text.screen import Screen


class Enchanters(BareGame):
    """The game of Enchanters."""

    name = vocabulary.GAME
    title = "Enchanters"
    new_options = NEW_OPTIONS

    def score(self, path: Path, data: Data, deck: Path | None) -> EnchantersScoreReport:
        """The score of a save, as if the game ended now. Raises BadInput."""
        from referee.games.enchanters.scores.report import score_save

        return score_save(path, data)

    def new_answers(self, options: Mapping[str, Sequence[str]]) -> dict[str, str]:
        """Options of a new game as answers by question key. Raises BadInput."""
        from referee.games.enchanters.setup.options import answers_of

        return answers_of(options)

    def new(self, path: Path, say: Callable[[str], None]) -> SetupForm:
        """The set-up of a game, kept in `path` while it is answered. Raises BadInput."""
        from referee.games.enchanters.setup.new import SetupForm

        return SetupForm(path, say)

    def table(self, found: OnDisk, screen: Screen) -> EnchantersTable:
        """A whole game from its save, as it was read. Raises BadInput."""
        from referee.games.enchanters.table import EnchantersTable

        return EnchantersTable(found, screen)

    def kept(self) -> SavedEnchanters:
        """The game as it is kept in saves."""
        from referee.games.enchanters.saved import SavedEnchanters

        return SavedEnchanters()

    def cards(self, path: Path, *, new: bool = False) -> DeckEditor[Card | Village]:
        """A deck to be worked on; a `new` one may be a file that isn't there yet. Raises BadInput."""
        from referee.cards.deck_editor import DeckEditor
        from referee.games.enchanters.cards.language import CARDS

        return DeckEditor(CARDS, path, new=new)

    def asked_cards(self, path: Path, screen: Screen) -> Asking[Card | Village]:
        """Cards for a deck, which may be new, asked for one by one and each saved at once. Raises BadInput."""
        from referee.cards.ask import Asking

        return Asking(self.cards(path, new=True), screen)

    def example(self, entry_id: str) -> list[str]:
        """A worked example of a rule or ruling, reckoned by the engine; none if it computes nothing."""
        from referee.games.enchanters.examples import example

        return example(entry_id)


GAME: Game = Enchanters()
