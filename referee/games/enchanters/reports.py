"""A score as the JSON that scripts rely on, and as a screen."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.errors import BadInput
from referee.files import Data
from referee.games.enchanters.scoring import CATEGORIES, score
from referee.games.enchanters.state import Game
from referee.games.enchanters.vocabulary import GAME
from referee.save import is_save
from referee.scoring import Result, TurnPoints

if TYPE_CHECKING:
    from referee.pictures.picture import Picture
    from referee.screens import Screen


class ScoreReport(Struct, frozen=True):
    """The result of `referee score` for one save, whose file is `save`."""

    result: Result
    notes: tuple[str, ...] = ()
    against: bool = False
    save: Path | None = None

    def data(self) -> dict[str, Any]:
        """The result in the fixed machine format; glory throughout, wounds as a negative number."""
        return {
            "game": GAME,
            "players": [
                {
                    "name": player.name,
                    "total": player.total,
                    **{category: player.points(category) for category in CATEGORIES},
                    "lines": [{"category": line.category, "text": line.text, "points": line.points,
                               "rules": list(line.rules)} for line in player.lines],
                }
                for player in self.result.players
            ],
            "winners": list(self.result.winners),
            "decided_by": self.result.decided_by,
        }  # fmt: skip

    def show(self, screen: Screen) -> None:
        """The score sheet: a line for every reason, and who wins."""
        from referee.games.enchanters.score_words import WORDS
        from referee.screens import show_score

        show_score(self.result, WORDS, screen)

    def picture(self) -> Picture:
        """The score to be shared, with the glory turn by turn. Raises BadInput for a broken log."""
        from referee.games.enchanters.score_words import WORDS
        from referee.pictures.scores import picture_of

        return picture_of(self.result, WORDS, _turns(self.save) if self.save is not None else ())


def _turns(save: Path) -> list[TurnPoints]:
    from referee.games.enchanters.kept import KeptEnchanters
    from referee.keeping import Keeper
    from referee.turn_points import points_by_turn

    keeper: Keeper[Game] = Keeper(KeptEnchanters(), save)
    return points_by_turn(keeper, partial(score, keeper.setup), lambda game: game.over)


def score_save(path: Path, data: Data) -> ScoreReport:
    """The score of a save "if the game ended now". Raises BadInput."""
    from referee.games.enchanters.kept import KeptEnchanters
    from referee.keeping import Keeper

    if not is_save(data):
        raise BadInput(f"{path}: is no save of a game of Enchanters; begin one with: referee new --game {GAME} FILE")
    keeper = Keeper(KeptEnchanters(), path, data)
    mended = [f"{path}: its state was changed by hand; see: referee verify {path}"] if keeper.file.mended else []
    return ScoreReport(score(keeper.setup, keeper.state_on_file), tuple(mended), save=path)
