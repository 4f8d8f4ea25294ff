"""Whole games at random, with every variant and setting: what always holds, and how they end."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from msgspec import to_builtins

from referee.cards.fields import find_card
from referee.declaration.readings import readings_of
from referee.errors import RefereeError
from referee.games.prophecy import GAME
from referee.games.prophecy.readings import ProphecyReadings
from referee.games.prophecy.rules import ending
from referee.games.prophecy.rules.context import deck_of
from referee.games.prophecy.rules.ending import winners
from referee.games.prophecy.rules.events import Learnt, RoundBegan, TurnBegan
from referee.games.prophecy.rules.state import UNSEEN, GameState, Setup
from referee.games.prophecy.rules.turns import RULES
from referee.games.prophecy.vocabulary import ARTIFACTS, MOST_BLUE, MOST_RED
from referee.play.event import Said
from referee.play.notation import read_script, readings, write_step
from referee.play.session import Session
from referee.saves.save import OpenSave
from tests.prophecy.games import Table, make_setup, play
from tests.random_runs import random_readings, seeds
from tests.steps import Corrected, begin_save

WAYS = ("walk", "horse", "boat", "gate")


def table(seed: int, **told: Any) -> Table:
    """A table with everything that isn't told left to chance."""
    chance = random.Random(seed)
    players = told.pop("players", chance.randint(2, 5))
    settings: dict[str, Any] = {
        "variant": chance.choice(["standard", "two artifacts", "apocalypse"]),
        "draws": chance.choice(["table", "program"]),
        "dice": chance.choice(["entered", "rolled", "average"]),
        "teams": players == 4 and chance.random() < 0.5,
        "first": chance.choice(["Mountains", "Forests", "Plains"]),
        "trading": chance.random() < 0.5,
        **random_readings(chance, ProphecyReadings),
    }
    strong = told.pop("strong", chance.random() < 0.7)
    known = told.pop("known", True)
    settings |= told
    if not known:
        settings["draws"] = "table"
    return Table(chance, make_setup(players, seed=seed, known=known, **settings), strong=strong)


def conserved(setup: Setup, game: GameState) -> None:
    """Every card of every deck is in exactly one place (Discarded Cards)."""
    seen: Counter[str] = Counter()
    names = [name for name, _ in game.known_places()]
    assert len(set(names)) == len(names)
    for name in names:
        card = find_card(setup, game, name)
        assert card is not None
        seen[deck_of(card)] += 1
    hidden = sum(not one.open for space in game.spaces for one in space.cards)
    for deck, size in setup.sizes.items():
        pack = game.decks[deck]
        there = pack.count - len(pack.bottom) + seen[deck] + pack.discards.count(UNSEEN)
        if deck == "adventure":
            there += hidden
        if deck in ("lesser", "greater", "artifact"):
            taken = [plane.closed for plane in game.planes] if deck == "artifact" else []
            there += sum(getattr(plane, deck) == UNSEEN for plane in game.planes) - sum(taken)
        assert there == size, deck


def holds(setup: Setup, game: GameState) -> None:
    """What holds of each state between two steps."""
    RULES.check(setup, game)
    conserved(setup, game)
    for hero in game.players:
        assert 0 <= hero.health <= hero.red <= max(MOST_RED, setup.red_cubes)
        assert 0 <= hero.magic <= hero.blue <= max(MOST_BLUE, setup.blue_cubes)
        assert min(hero.gold, hero.experience) >= 0
        assert len(set(hero.marks)) == len(hero.marks), "used twice"
    closed = sum(plane.closed for plane in game.planes)
    out = sum(len(hero.artifacts) for hero in game.players) + sum(len(space.artifacts) for space in game.spaces)
    assert out + sum(len(plane.left) for plane in game.planes) == closed <= ARTIFACTS


@pytest.mark.rule("discarded-cards", "most-red", "most-blue", "adventures-on-space", "once-a-round", "P13", "P18")
@pytest.mark.parametrize("seed", seeds(0, 10))
def test_a_random_game_keeps_what_always_holds(seed: int) -> None:
    player = table(seed)
    steps, moved, joined = 0, 0, False
    for played in play(player, 1200):
        for event in played.take_events():
            assert event.rules or isinstance(event, Learnt), event
            if isinstance(event, RoundBegan | TurnBegan):
                moved = 0
            moved += isinstance(event, Said) and event.text.rpartition("(")[2].removesuffix(").") in WAYS
            assert moved <= 1 + joined, "two movements in a turn"
        if (asked := played.question) is not None:
            assert bool(asked.who) == (asked.key not in ("draw", "card", "costs")), asked.key
        joined = played.present.joined or (joined and moved > 0)
        if len(played.steps) == steps:
            continue
        steps = len(played.steps)
        now = played.state
        holds(player.setup, now)
    assert not played.state.over or played.question is None


@pytest.mark.rule("P23", "end-limits")
@pytest.mark.parametrize("seed", range(20, 24))
def test_who_ends_a_round_keeps_the_limits(seed: int) -> None:
    player = table(seed, strong=True)
    before = None
    for played in play(player, 700):
        now = played.state
        drew = before is not None and now.drawn > before.drawn  # by then the next Chance card may have helped all
        if before is not None and now.round == before.round + 1 and not now.over and not drew:
            hero = now.players[before.active]
            over = ending.excess(player.setup, hero)
            assert not over or (set(over) == {"items"} and not (hero.items or hero.damaged))
        before = now


def decide(played: Session[GameState], chance: random.Random) -> bool:
    """The table decides something that the rulebook leaves open, where nothing is under way; whether it could."""
    known = readings_of(ProphecyReadings)
    said = [
        f"reading {known[name].words} {known[name].write(value)}"
        for name, value in random_readings(chance, ProphecyReadings).items()
    ]
    if not said or played.present != played.state:
        return False
    try:
        played.correct(*readings(said[0]))
    except RefereeError:
        return False
    return True


@pytest.mark.parametrize("seed", seeds(40, 4))
def test_going_back_and_on_and_a_replay_lead_to_the_same(seed: int, tmp_path: Path) -> None:
    player = table(seed, known=seed % 2 == 0, strong=False)
    corrections, decided = RULES.all_corrections, 0
    corrector = Corrected(lambda at, text, events: corrections.carry_out(player.setup, at, text, events))
    for played in play(player, 160):
        played.corrector = corrector
        if not decided or player.chance.random() < 0.1:
            decided += decide(played, player.chance)
        if played.question is not None and player.chance.random() < 0.3:
            before = to_builtins(played.present)
            if played.undo():
                assert played.redo()
            assert to_builtins(played.present) == before
    assert decided
    fresh = Session(played.game, played.start, list(played.steps), list(played.draft), corrector=corrector)
    assert fresh.state == played.state
    save: OpenSave[Any] = begin_save(GAME, tmp_path / "game.toml", player.setup)
    save.do(read_script("\n".join(map(write_step, played.steps))))
    save.save()
    again: OpenSave[Any] = OpenSave(GAME, tmp_path / "game.toml")
    assert again.session.state == played.state
    assert (again.changed, again.disagreements()) == ((), [])


ENDS: dict[str, tuple[str, bool, set[str], bool]] = {
    "four artifacts": ("standard", True, {"normal"}, True),
    "final battle": ("standard", True, {"final battle"}, True),
    "two artifacts": ("two artifacts", True, {"normal"}, True),
    "countdown": ("apocalypse", True, {"countdown", "apocalypse"}, True),
    "apocalypse": ("apocalypse", True, {"apocalypse"}, False),
    "all dead": ("standard", False, {"normal"}, False),
}
"""Ways of ending: the variant, whether heroes are strong, in which phases it ends, whether anybody wins."""
FOUND = {"final battle": 1, "countdown": 8, "apocalypse": 1}
"""The games that ended so, to be tried first; where they don't any more, others are looked for."""


@pytest.mark.rule("four-artifacts", "final-battle", "short-game", "end-of-world", "P48", "P52", "P54", "P58", "P60")
@pytest.mark.parametrize("end", ENDS)
def test_each_way_of_ending_is_reached(end: str) -> None:
    variant, strong, phases, won = ENDS[end]
    for seed in sorted(range(60), key=lambda seed: seed != FOUND.get(end)):
        player = table(seed, teams=False, draws="program", variant=variant, strong=strong)
        game = list(play(player, 2500))[-1].state
        assert game.won == winners(player.setup, game) or not game.over
        if game.over and game.phase in phases and bool(game.won) == won:
            return
    pytest.fail(f"no game ended so: {end}")
