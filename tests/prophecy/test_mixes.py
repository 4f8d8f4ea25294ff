"""Mixes of everything that can be said to a game of Prophecy."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

from hypothesis import given, note
from hypothesis import strategies as st

from referee.games.prophecy import GAME
from referee.games.prophecy.rules.state import GameState
from referee.text.names import printed
from tests.mixing import Mix
from tests.prophecy.test_random_games import table
from tests.random_runs import games


def corrections(game: GameState, chance: random.Random) -> Sequence[str]:
    """Corrections of Prophecy, most of which can be."""
    hero = chance.choice(game.players)
    found = [
        f"adjust {hero.name} gold {chance.randrange(12)}",
        f"adjust {hero.name} health +1",
        "adjust Nobody gold 3",
        f"adjust {hero.name} red 2 of {chance.randrange(1, 10)}",
        f"adjust {hero.name} gold {hero.gold}",
        f"adjust {hero.name} space City",
        f"adjust chance {game.decks['chance'].count}",
        "adjust chance 999",
        f"adjust {hero.name} gains Moth Cleaver, experience +2",
        "adjust Plains 6 gains Lone Wolf",
        "adjust card Odd Tin: item, common, costs 2; any time: manual pay 1 / 2 gold because [so] # loudly",
        "adjust Monastery 3",
        "adjust City gains Rope",
        f"adjust {hero.name} willpower much",
    ]
    found += [f"adjust {hero.name} loses {printed(name)}" for name in (*hero.items, *hero.abilities)[-2:]]
    found += [f"adjust {hero.name} damages {printed(name)}" for name in hero.items[-1:]]
    return found


def edits(game: GameState, chance: random.Random) -> Sequence[str]:
    """Edits by hand of what can be anything."""
    number = chance.randrange(len(game.players))
    return [f"players.{number}.gold = {chance.randrange(9)}", f"players.{number}.experience = {chance.randrange(9)}"]


@games(8)
@given(st.integers(0, 10_000), st.booleans(), st.sampled_from((0, 20, 60, 120)))
def test_whatever_is_said_in_any_order_the_log_leads_to_the_state(seed: int, known: bool, before: int) -> None:
    player = table(seed, known=known)
    player.strong = False
    with tempfile.TemporaryDirectory() as folder:
        mixed = Mix(GAME, player.setup, player, Path(folder), random.Random(seed), corrections, edits)
        try:
            mixed.run(before, 40)
        except BaseException:
            note("\n".join(mixed.told))
            raise
