"""A whole game at the table: its keeper, and how it looks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from referee.games.conjurers.evening.kept import KeptConjurers
from referee.games.conjurers.evening.state import Game, Setup
from referee.games.conjurers.scoring import Result, score
from referee.games.conjurers.sheet import Holdings
from referee.games.conjurers.tables.points import find_artifact
from referee.games.conjurers.vocabulary import GAME
from referee.keeping import Keeper
from referee.names import fold
from referee.session import Session

if TYPE_CHECKING:
    from referee.screens import Screen


class GameTable:
    """A save that is open, as the loop plays it."""

    set_up = True

    def __init__(self, path: Path, screen: Screen) -> None:
        """Open a save. Raises BadInput."""
        self.keeper: Keeper[Game] = Keeper(KeptConjurers(), path)
        self.screen = screen

    @property
    def session(self) -> Session[Any]:
        """The game being played."""
        return self.keeper.session

    @property
    def setup(self) -> Setup:
        """What was agreed before the first turn."""
        setup: Setup = self.keeper.setup
        return setup

    @property
    def over(self) -> bool:
        """Whether the last turn is over."""
        return self.keeper.session.state.stage == "over"

    def save(self) -> None:
        """Write the save. Raises Overtaken if another program was faster."""
        self.keeper.save()

    def reload(self) -> None:
        """Take over what another program has written."""
        self.keeper.reload()

    def show(self, events: Sequence[Any]) -> None:
        """Tell what the hands must do; at a turn's end and at the start, where everybody stands."""
        from referee.games.conjurers.evening.events import GameEnded, TurnEnded
        from referee.games.conjurers.screens.evening import show_game_events

        show_game_events(self.session.present, events, self.screen)
        if not events or any(isinstance(event, TurnEnded | GameEnded) for event in events):
            self.status()
        elif (contest := self.session.present.contest) is not None and contest.battle is not None:
            from referee.games.conjurers.screens.battle import show_board

            show_board(contest.battle, self.screen)

    def status(self) -> None:
        """Where everybody stands."""
        from referee.games.conjurers.screens.evening import show_status

        show_status(self.setup, self.session.present, self.screen)

    def rules(self, words: str) -> None:
        """Rules and rulings on a word."""
        from referee.rules import rulebook
        from referee.screens import show_rules

        show_rules(rulebook(GAME), words, self.screen)

    def say(self, text: str) -> None:
        """One line."""
        self.screen.line(text)


def score_now(setup: Setup, game: Game) -> Result:
    """The score if the game ended now; players who left are left out (A21)."""
    cards = {fold(card.name): card for card in (*setup.creatures, *game.learnt_creatures)}
    held = []
    for player in game.players:
        if player.left:
            continue
        creatures = [cards[fold(name)] for name in player.creatures]
        held.append(
            Holdings(
                player.name,
                tuple((card.mythology or None, card.level) if card.level > 1 else (None, 1) for card in creatures),
                tuple(find_artifact(name, "save") for name in player.artifacts),
                dict(player.resources),
                player.minus_points,
            )
        )
    return score(held, len(setup.players))
