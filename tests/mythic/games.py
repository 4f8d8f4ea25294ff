"""Games of Mythic Battles for tests, with invented units on an invented map, and a table that plays at random."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from referee.asking.interrupts import ways_to_interrupt
from referee.asking.question import Option, Question
from referee.declaration.game import Playing
from referee.errors import Illegal
from referee.errors import refusal as refused_by
from referee.games.mythic.board.board import Board
from referee.games.mythic.board.map_file import load_map
from referee.games.mythic.rules.state import GameState, Piece, Setup
from referee.games.mythic.rules.turns import RULES
from referee.games.mythic.units.language import read_unit
from referee.games.mythic.units.unit import Unit
from referee.play.notation import read_script
from referee.play.session import Session
from referee.text.names import fold
from tests.random_runs import read_as_listed

FORDS = Path(__file__).parents[2] / "examples" / "mythic" / "two-fords.toml"
BOARD: Board = load_map(FORDS)
TEN = (Path(__file__).parent / "ten-units.txt").read_text(encoding="utf-8")
MORE = """
Hollow King: god 6, egyptian, 4 cards, art 2, block; 8-5 6/8/0/2, 4-1 6/7/0/2
Iron Mother: god 5, roman, 5 cards, art 1, force of nature; 10-6 5/8/1/1, 5-1 6/8/1/1
Pale Rider: hero 4, roman, 4 cards, art 1, sneak attack, gem collector; 6-4 6/7/0/3, 3-1 5/7/0/2
Torch Bearer: hero 2, celtic, 3 cards, art 1, fireproof, bolster; 4-1 4/7/1/2
Cliff Goat: monster 2, celtic, 3 cards, art 0, climb; 4-1 4/7/0/2
Frost Ox: monster 3, norse, 3 cards, art 1, boreal; 6-1 5/8/0/1
River Pikes: troop 2, norse, 3 cards, art 0, aquatic, phalanx; 3 x 4/7/0/1
Sling Boys: troop 1, roman, 3 cards, art 1, archer; 3 x 3/6/2/1
Tomb Guard: troop 1, egyptian, 3 cards, art 0; 4 x 3/7/0/1
Lamp Thief: hero 1, egyptian, 2 cards, art 1; 3-1 3/6/0/2
"""
UNITS: tuple[Unit, ...] = tuple(read_unit(line) for line in (TEN + MORE).splitlines() if line.strip())
BOX = {fold(unit.name): unit for unit in UNITS}
PLAYERS = ("Anna", "Bo", "Cleo", "Dai")
POINTS = {2: 18, 3: 16, 4: 14}
STONES = "greek C, norse E, egyptian A, greek H, roman D, norse B"


def make_setup(players: int = 2, **settings: Any) -> Setup:
    """A set-up with all the invented units on the invented map, where nothing else is said."""
    known = {
        "players": PLAYERS[:players],
        "teams": players == 4,
        "points": POINTS[players],
        "board": BOARD,
        "board_file": str(FORDS),
        "units": UNITS,
        "deck": "units.toml",
    }
    return Setup(**(known | settings))  # type: ignore[arg-type]


def session(setup: Setup) -> Session[GameState]:
    """A game before its first pick."""
    return Session(Playing(RULES, setup), RULES.start(setup))


def staged(
    *placed: str, players: int = 2, turn: int = 0, typed: Sequence[str] = (), **settings: Any
) -> Session[GameState]:
    """A game in the middle: "Anna: Ash Runner C" for each unit that stands somewhere, and a turn that has just begun.

    Units that are named without an area wait; those that are `typed` are known besides the others. Every hand has all
    activation cards and five AoW cards.
    """
    more = tuple(map(read_unit, typed))
    setup = make_setup(players, **({"units": (*UNITS, *more)} | settings))
    box = BOX | {fold(unit.name): unit for unit in more}
    state = RULES.start(setup)
    state.phase, state.active = "choose", turn
    for text in placed:
        owner, _, rest = text.partition(": ")
        words = rest.split()
        area = words.pop() if words[-1] in BOARD else ""
        unit = box[fold(" ".join(words))]
        seat = PLAYERS.index(owner)
        state.pieces.append(Piece(unit.name, seat, unit.full, unit.full, "board" if area else "waiting", area))
        sure = state.players[seat].cards.sure
        sure[unit.name] = unit.cards or 0
        sure["art of war"] = 5
    for player in state.players:
        player.cards.pool, player.cards.deck = {"art of war": 9}, 9
        player.points, player.recruited = 0, True
        player.zone = "north" if state.players.index(player) % 2 == 0 else "south"
    return Session(Playing(RULES, setup), state)


def say(played: Session[GameState], *lines: str) -> Session[GameState]:
    """Say moves as a script has them, answers in brackets."""
    for said in read_script("\n".join(lines)):
        played.say(said)
    return played


def told(played: Session[GameState]) -> list[str]:
    """What has happened since this was asked last, in words."""
    names = [player.name for player in played.present.players]
    return [event.describe(names.__getitem__) for event in played.take_events()]


def options(played: Session[GameState]) -> list[str]:
    """What can be answered now."""
    assert played.question is not None
    return [option.text for option in played.question.options()]


def refusal(played: Session[GameState], text: str) -> Illegal:
    """Why an answer is illegal now."""
    with pytest.raises(Illegal) as caught:
        played.answer(text)
    return caught.value


@dataclass
class Table:
    """Who answers at random."""

    chance: random.Random
    setup: Setup
    refused: set[str] = field(default_factory=set)

    def answer(self, played: Session[GameState]) -> str:
        """A random answer to what is asked; what is offered can be read."""
        question = played.question
        assert question is not None
        if question.key == "stones":
            return STONES
        if question.key.startswith("line "):
            return "nothing"
        if question.key == "roll":
            assert question.throw is not None
            return " ".join(str(self.chance.choice(question.throw.faces)) for _ in range(question.throw.count))
        said = ways_to_interrupt(question)
        if said and self.chance.random() < 0.1:
            return self.chance.choice(said).text
        offered = [option for option in question.options() if option.text not in self.refused]
        assert offered, (question.prompt, [option.text for option in question.options()])
        read_as_listed(question, [one for one in offered[:3] if refused_by(question.parse, one.text) is None])
        return self._picked(question, offered)

    def _picked(self, question: Question[Any], offered: list[Option]) -> str:
        moves = [one for one in offered if not one.text.startswith(("end turn", "pass"))]
        if question.key == "move" and moves and self.chance.random() < 0.85:
            offered = [one for one in moves if one.text.startswith(("absorb", "claim", "attack"))] or moves
        return self.chance.choice(offered).text


def play(table: Table, most: int = 4000) -> Iterator[Session[GameState]]:
    """Play a game at random to its end, or so many answers; the session after each answer."""
    played = session(table.setup)
    yield played
    for _ in range(most):
        if played.question is None:
            return
        text = table.answer(played)
        try:
            played.answer(text)
            table.refused.clear()
        except Illegal as error:
            if table.setup.draws != "program":
                pytest.fail(f"{text} was offered and is refused: {error}")
            table.refused.add(text)  # what a hidden hand hasn't
        yield played
