"""Small games for examples: Anna acts or ends a turn, with invented creatures and an invented item."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from referee.asking.dice import Average
from referee.declaration.game import Playing
from referee.games.conjurers.cards.cards import CreatureEntry, ItemEntry
from referee.games.conjurers.rules.card_pool import Context
from referee.games.conjurers.rules.play import RULES, start_game
from referee.games.conjurers.rules.state import CONJURER, Figure, GameState, Seat, Setup
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.tables import box as box_tables
from referee.games.conjurers.vocabulary import MYTHOLOGIES, Assistant, words
from referee.play.event import names_of
from referee.play.session import Session

ANNA, BO = "Anna", "Bo"

TINKER = CreatureEntry(name="Tinker", level=2, hp=6, bd=2, mythology="greek", abilities=("weapon smith",))
ARMY = (
    *(CreatureEntry(name=name, level=1, hp=4, bd=1) for name in ("Owl", "Fox", "Hare")),
    TINKER,
    *(
        CreatureEntry(name=name, level=level, hp=9, bd=3, mythology="norse")
        for name, level in (("Wolf", 2), ("Bear", 3), ("Elk", 4), ("Wyrm", 5))
    ),
)
"""Invented creatures of every level."""
ITEMS = (ItemEntry(name="Club", cost={"wood": 6, "iron": 2}),)


class ExampleTurn:
    """A game in which Anna acts (see `act` and `end`); what happens is told as to the hands at the table."""

    def __init__(
        self, turn: int = 1, players: int = 3, army: Iterable[str] = (), assistants: Iterable[Assistant] = ("worker",)
    ) -> None:
        seats = tuple(Seat(name, "red", "worker") for name in (ANNA, BO, "Cleo", "Dan")[:players])
        locked = MYTHOLOGIES[: box_tables.players().setups[players].locked]
        self.setup = Setup(players=seats, dice="average", locked=locked, creatures=ARMY, items=ITEMS,
                           dealt=tuple(() for _ in seats))  # fmt: skip
        self.state: GameState = start_game(self.setup)
        self.state.turn = turn
        self.state.players[0].creatures = list(army)
        self.state.players[0].assistants = list(assistants)
        self._session: Session[GameState] | None = None

    @property
    def context(self) -> Context:
        """The game as the actions' own functions take it."""
        return Context(self.setup, self.state, Average(battle_tables.numbers().die), [])

    def holds(self, player: int = 0, **goods: int) -> ExampleTurn:
        """Give a player goods."""
        for good, amount in goods.items():
            self.state.players[player].gain(good, amount)
        return self

    def act(self, space: str, *answers: str) -> ExampleTurn:
        """Resolve Anna's conjurer on a space, with these answers."""
        self.state.stage, self.state.order = "resolving", self.state.clockwise(0)
        self.state.figures = self.state.placed = [Figure(0, CONJURER, space)]
        return self._play(f"resolve {CONJURER}", *answers)

    def end(self) -> ExampleTurn:
        """End the turn: mines pay, and creatures are fed if it is time."""
        self.state.stage, self.state.order = "ending", self.state.clockwise(0)
        return self._play("end turn")

    def _play(self, *answers: str) -> ExampleTurn:
        self._session = Session(Playing(RULES, self.setup), self.state)
        for answer in answers:
            self._session.answer(answer)
        return self

    def told(self, *kinds: type[Any], of: int | None = None) -> list[str]:
        """What happened of these kinds, in words; of one player only, if one is named by number."""
        assert self._session is not None
        name = names_of(self.state.players)
        chosen = (event for event in self._session.events if isinstance(event, kinds))
        return [event.told(name) for event in chosen if of is None or event.player == of]


def goods(amounts: Mapping[Any, int]) -> str:
    """Goods in words: "4 wood and 4 stone"."""
    return words({str(good): amount for good, amount in amounts.items()})
