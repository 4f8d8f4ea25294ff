"""Worked examples of rules: turns and fights with made-up cards, on the demo's board, played by the engine."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import get_args

from msgspec import field

from referee.declaration.game import Playing
from referee.errors import Illegal
from referee.games.prophecy.board_file import load_board
from referee.games.prophecy.cards.language import CARDS
from referee.games.prophecy.rules.state import DeckName, GameState, Lying, Setup, Step
from referee.games.prophecy.rules.turns import RULES, start_game
from referee.play.event import names_of
from referee.play.notation import read_script
from referee.play.session import Session
from referee.rulebook.examples import Examples, ExampleScene

HEROES = (
    "Druid: hero, strength 3, willpower 6, Forest Camp, Monastery, man",
    "Mercenary: hero, strength 5, willpower 3, Fortress, Thieves' Guild, man",
    "Paladin: hero, strength 4, willpower 4, Fortress, Monastery, man",
)
"""The players' heroes; their guilds are made up."""
PLAYERS = ("Anna", "Bo", "Cleo")


class HeroScene(ExampleScene, dict=True):
    """A hero's turn: the heroes' values (`anna`, `bo`, `cleo`), the cards on spaces, and the moves as a script."""

    anna: dict[str, str | int | list[str]] = field(default_factory=dict)
    bo: dict[str, str | int | list[str]] = field(default_factory=dict)
    cleo: dict[str, str | int | list[str]] = field(default_factory=dict)
    cards: tuple[str, ...] = ()
    lying: dict[str, list[str]] = field(default_factory=dict)
    goods: dict[str, list[str]] = field(default_factory=dict)
    guilds: dict[str, list[str]] = field(default_factory=dict)
    step: Step = "turn"
    moves: tuple[str, ...] = ()

    @cached_property
    def setup(self) -> Setup:
        """The set-up of the game."""
        many = 3 if self.cleo else 2
        board = load_board(Path(__file__).parent / "demo" / "board.toml")
        cards = tuple(map(CARDS.read, (*HEROES, *self.cards)))
        return Setup(
            players=PLAYERS[:many],
            heroes=tuple(card.name for card in cards[:many]),
            board=board,
            sizes=dict.fromkeys(get_args(DeckName), 20),
            cards=cards,
        )

    @cached_property
    def before(self) -> GameState:
        """The state before the moves."""
        state, board = start_game(self.setup), self.setup.board
        assert board is not None
        for hero, values in zip(state.players, (self.anna, self.bo, self.cleo), strict=False):
            for key, value in values.items():
                setattr(hero, key, board.find_space(str(value)) if key == "space" else value)
        for space, names in self.lying.items():
            state.at(board.find_space(space)).cards = [Lying(name) for name in names]
        for space, names in self.goods.items():
            state.at(board.find_space(space)).goods = names
        for space, names in self.guilds.items():
            state.at(board.find_space(space)).abilities = names
        state.step = self.step
        return state

    @cached_property
    def played(self) -> Session[GameState]:
        """The session after the moves."""
        session = Session(Playing(RULES, self.setup), self.before.copy())
        for step in read_script("\n".join(self.moves)):
            session.say(step)
        return session

    def fill(self, place: str) -> str | Sequence[str]:
        """Fill a place: a hero's value ("Anna health"), "legal" moves, a refusal ("not MOVE"), or events by kind."""
        before = self.before
        name = names_of(before.players)
        match place.partition(" "):
            case "legal", _, _:
                assert self.played.question is not None
                return ", ".join(option.text for option in self.played.question.options())
            case "not", _, move:
                return self._refusal(move)
            case who, _, what if who in PLAYERS:
                return str(getattr(self.played.present.players[PLAYERS.index(who)], what))
        kinds = place.split(", ")
        lines = ((type(event).__name__, event.describe(name)) for event in self.played.events)
        return [
            text for kind, text in lines if kind in kinds or (place == "all" and kind not in ("Learnt", "RoundBegan"))
        ]

    def _refusal(self, move: str) -> str:
        try:
            for step in read_script(move):
                self.played.say(step)
        except Illegal as why:
            return why.reason
        raise ValueError(f"{move} is legal")


example = Examples("prophecy", {}, HeroScene)
