"""Mixes of everything that can be said to a game of Enchanters."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hypothesis import given, note
from hypothesis import strategies as st

from referee.games.enchanters import GAME as ENCHANTERS
from referee.games.enchanters.rules.state import GameState
from referee.text.names import printed
from tests.enchanters.random_play import Start, Table, starts
from tests.mixing import Mix
from tests.random_runs import games


def corrections(game: GameState, chance: random.Random) -> Sequence[str]:
    """Corrections of Enchanters, most of which can be."""
    player = chance.choice(game.players)
    found = [
        f"adjust {player.name} crystals {chance.randrange(12)}",
        f"adjust {player.name} wounds {chance.randrange(9)}",
        f"adjust {player.name} crystals {player.crystals}",
        "adjust Nobody crystals 3",
        f"adjust deck {game.deck}",
        f"adjust {player.name} crystals much",
        f"adjust {player.name} wounds +1",
        "adjust deck 999",
        "adjust card Odd Bird: item, attack 2, manual pay 1 / 2 crystals because the ape [screams] # loudly",
        "adjust card Odd Bird: monster, strength 3, health 2, crystals 1",
    ]
    piles = [name for pile in player.piles() for name in pile]
    found += [f"adjust {player.name} loses {printed(name)}" for name in piles[-2:]]
    found += [f"adjust {player.name} gains {printed(name)} from graveyard" for name in game.graveyard[-2:]]
    return found


def edits(game: GameState, chance: random.Random) -> Sequence[str]:
    """Edits by hand of what can be anything."""
    number = chance.randrange(len(game.players))
    return [f"players.{number}.crystals = {chance.randrange(9)}", f"players.{number}.wounds = {chance.randrange(9)}"]


def mix(start: Start, seed: int, folder: Path) -> Mix:
    table = Table(start, random.Random(seed))
    return Mix(ENCHANTERS, start.setup, table, folder, random.Random(seed), corrections, edits)


@games(8)
@given(starts(), st.integers(0, 2**32), st.sampled_from((0, 20, 60, 120)))
def test_whatever_is_said_in_any_order_the_log_leads_to_the_state(start: Start, seed: int, before: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        mixed = mix(start, seed, Path(folder))
        try:
            mixed.run(before, 40)
        except BaseException:
            note("\n".join(mixed.told))
            raise
