"""Mixes of everything that can be said to a game of Conjurers, in the middle of battles too."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hypothesis import given, note
from hypothesis import strategies as st

from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.rules.state import GameState
from tests.conjurers.random_play import BOX, KINDS, Start, starts
from tests.mixing import Mix
from tests.random_runs import games


def corrections(game: GameState, chance: random.Random) -> Sequence[str]:
    """Corrections of Conjurers, most of which can be."""
    player = chance.choice(game.players)
    card, piece = chance.choice(list(BOX.creatures)), chance.choice(list(BOX.items))
    found = [
        f"adjust {player.name} food {chance.randrange(12)}",
        f"adjust {player.name} wood {chance.randrange(9)}",
        f"adjust {player.name} minus points {chance.randrange(5)}",
        f"adjust {player.name} gains creature {card}",
        f"adjust {player.name} gains item {piece}",
        f"adjust {player.name} gains assistant {chance.choice(KINDS)}",
        f"adjust {player.name} loses assistant {chance.choice(KINDS)}",
        f"adjust button {player.name}",
        f"adjust mine iron mine 1 {player.name}",
        "adjust mine iron mine 1 nobody",
        "adjust Nobody food 3",
        f"adjust {player.name} food much",
        f"adjust {player.name} food {player.food}",
        "leave Nobody",
    ]
    found += [f"adjust {player.name} loses creature {name}" for name in player.creatures[:2]]
    if chance.random() < 0.1:
        found.append(f"leave {player.name}")
    return found


def edits(game: GameState, chance: random.Random) -> Sequence[str]:
    """Edits by hand of what can be anything."""
    number = chance.randrange(len(game.players))
    found = [
        f"players.{number}.food = {chance.randrange(9)}",
        f"players.{number}.minus_points = {chance.randrange(9)}",
    ]
    battle = game.contest.battle if game.contest is not None else None
    for fighter in battle.fighters if battle is not None else ():
        if fighter.slot is not None and not fighter.dead and fighter.hit_points_left:
            damage = chance.randrange(fighter.card.hp)
            found += [f"contest.battle.fighters.{fighter.number}.damage = {damage}"] * 2
    return found


def mix(start: Start, seed: int, folder: Path) -> Mix:
    return Mix(CONJURERS, start.setup, start.table(seed), folder, random.Random(seed), corrections, edits)


@games(6)
@given(starts(), st.integers(0, 2**32), st.sampled_from((0, 20, 60, 120, 250)))
def test_whatever_is_said_in_any_order_the_log_leads_to_the_state(start: Start, seed: int, before: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        mixed = mix(start, seed, Path(folder))
        try:
            mixed.run(before, 30)
        except BaseException:
            note("\n".join(mixed.told))
            raise
