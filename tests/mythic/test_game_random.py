"""Whole games at random, with two, three and four players, all modes and settings: what always holds."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from referee.cards.fields import card_of
from referee.declaration.game import Playing
from referee.declaration.readings import readings_of
from referee.errors import RefereeError
from referee.games.mythic import GAME
from referee.games.mythic.readings import MythicReadings
from referee.games.mythic.rules.state import GameState, Setup
from referee.games.mythic.rules.turns import RULES
from referee.play.notation import readings
from referee.play.session import Session
from tests.leading_back import check_saved
from tests.mythic.games import STONES, Table, make_setup, play
from tests.random_runs import random_readings, seeds
from tests.steps import Corrected


def table(seed: int, **told: Any) -> Table:
    """A table with everything that isn't told left to chance."""
    chance = random.Random(seed)
    settings: dict[str, Any] = {
        "players": chance.choice([2, 3, 4]),
        "mode": chance.choice(["draft", "constructed", "limited"]),
        "draws": chance.choice(["table", "program"]),
        "seed": seed,
        "dice": chance.choice(["entered", "rolled", "average"]),
        **random_readings(chance, MythicReadings),
    }
    found = settings | told
    if found["players"] > 2:  # one pool has too few invented units for many armies that spend all their points
        found["constructed_from"] = "own"
    return Table(chance, make_setup(**found))


def holds(setup: Setup, game: GameState) -> None:
    """What holds of every state between two decisions."""
    RULES.check(setup, game)
    laid = Counter(part.split()[0] for part in STONES.split(", "))
    stones = Counter(stone for spot in game.spots.values() for stone in spot.stones)
    stones += Counter(piece.stone for piece in game.pieces if piece.stone)
    stones += Counter(stone for player in game.players for stone in player.absorbed)
    if game.phase not in ("recruit", "stones") and not any(player.out for player in game.players):
        assert stones == laid
    for piece in game.pieces:
        unit = card_of(setup, game, piece.name)
        assert 0 <= piece.vitality <= unit.full
        assert (piece.status == "board") == bool(piece.area)
        if piece.status == "destroyed" and not unit.troop:
            assert not piece.vitality
    for name in setup.board.names:
        there = game.within(name)
        assert len(there) <= setup.board[name].capacity
    for seat, player in enumerate(game.players):
        cards = player.cards
        assert cards.deck >= 0
        assert cards.held >= 0
        assert min([*cards.pool.values(), *cards.sure.values()], default=1) > 0
        if setup.draws == "program" and game.turn > 1 and not player.out:
            assert len(cards.hand) == cards.held
        for piece in game.of(seat):
            if game.phase in ("start", "choose", "act") and not player.out:
                everywhere = cards.all().get(piece.name, 0) + borrowed(game, piece.name, seat)
                assert everywhere == card_of(setup, game, piece.name).cards
    assert game.activated <= setup.units_a_turn


def borrowed(game: GameState, name: str, seat: int) -> int:
    """The cards of a unit that are in a teammate's hand."""
    return sum(player.cards.all().get(name, 0) for other, player in enumerate(game.players) if other != seat)


@pytest.mark.parametrize("seed", seeds(0, 8))
def test_a_random_game_keeps_what_always_holds(seed: int) -> None:
    one = table(seed)
    steps = -1
    for played in play(one, 600):
        if len(played.steps) > steps:
            steps = len(played.steps)
            holds(one.setup, played.state)
    assert played.state.turn > 5


def decide(played: Session[GameState], chance: random.Random) -> bool:
    """The table decides something that the rulebook leaves open, where nothing is under way; whether it could."""
    known = readings_of(MythicReadings)
    said = [
        f"reading {known[name].words} {known[name].write(value)}"
        for name, value in random_readings(chance, MythicReadings).items()
    ]
    try:
        played.correct(*readings(said[0]))
    except (RefereeError, IndexError):
        return False
    return True


@pytest.mark.parametrize("seed", seeds(20, 3))
def test_a_random_game_is_the_same_undone_redone_saved_and_played_again(seed: int, tmp_path: Path) -> None:
    one = table(seed)
    corrections = RULES.all_corrections
    corrector = Corrected(lambda state, text, events: corrections.carry_out(one.setup, state, text, events))
    decided = 0
    for played in play(one, 300):
        played.corrector = corrector
        if one.chance.random() < 0.1:
            decided += decide(played, one.chance)
    assert decided
    again = Session(
        Playing(RULES, one.setup), RULES.start(one.setup), list(played.steps), list(played.draft), corrector=corrector
    )
    assert again.state == played.state
    assert again.present == played.present
    check_saved(GAME, played, one.setup, tmp_path, replay=True)
    now = played.present
    for _ in range(9):
        assert played.undo()
    for _ in range(9):
        assert played.redo()
    assert played.present == now
