"""The shipped game of Prophecy for three, told to a light table: a line for each round, and how much that is.

When a Chance card is drawn, what happened since the last one is typed with it: fights by both totals and their
outcome, Artifacts, and the card itself, which ends the round before it.
"""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from referee.cli.new import begin
from referee.declaration.game import Playing
from referee.games.prophecy import GAME as PROPHECY
from referee.games.prophecy.fights.opening import FightEnded, Rolled
from referee.games.prophecy.rules import events as e
from referee.games.prophecy.rules.state import GameState
from referee.games.prophecy.tables import chance_cards, printed_cards
from referee.play import loop
from referee.play.notation import read_script
from referee.play.session import Session
from referee.saves.new import SetupForm
from referee.saves.save import OpenSave, read_save
from referee.saves.table import SavedTable
from referee.text.names import fold
from referee.text.screen import Screen
from tests.light_evening import Typist, in_a_line
from tests.prophecy.games import EXAMPLES

EXAMPLE = EXAMPLES / "three-players.moves"
SET_UP = ("battles", "3", "Anna", "Bo", "Cleo", "", "")
"""Set-up of a new group: the track, the players, who begins, the variant."""


def full_evening(folder: Path) -> OpenSave[GameState]:
    """The shipped game with everything tracked, played to its end."""
    head, _, rest = EXAMPLE.read_text(encoding="utf-8").partition("new --game prophecy ")[2].partition("\n")
    path = folder / "full.toml"
    begin(path, ["--game", "prophecy", *shlex.split(head)], yes=True, beside=EXAMPLES)
    full: OpenSave[GameState] = OpenSave(PROPHECY, path)
    full.do(read_script(rest))
    full.save()
    return full


def evening(full: OpenSave[GameState]) -> Iterator[str]:
    """What a light table is told of a game, line by line."""
    names = [hero.name for hero in full.session.state.players]
    again: Session[GameState] = Session(Playing(full.rules, full.setup), full.rules.start(full.setup))
    told: list[str] = []
    asked: list[str] = []
    totals, loser = (0, 0), ""
    for step in full.session.steps:
        late = again.state.phase == "final battle"
        again.repeat(step)
        for event in again.take_events():
            match event:
                case e.ChanceDrawn():
                    known = fold(event.card) in chance_cards()
                    yield in_a_line([*told, event.card if known else f"chance {event.card}"])
                    yield from asked
                    told, asked = [], []
                case Rolled():
                    totals = (event.own, event.against)
                case FightEnded():
                    told.append(_fight(event, totals, names))
                    loser = event.enemy if event.result == "won" else event.hero
                case e.Took() if late:
                    left = next((one.artifacts for one in again.state.players if one.name == loser), [])
                    told += [event.card] if left else []  # the only one goes without a word
                case e.Took() if full.setup.known[fold(event.card)].kind == "artifact":
                    told.append(f"{names[event.player]} takes {event.card}")
                    asked += [] if fold(event.card) in printed_cards() else [""]  # whether it is a new card: Enter
                case e.RoundBegan() if late:
                    yield in_a_line([*told, ""])
                    yield from asked
                    told, asked = [], []
    yield in_a_line(told)


def _fight(event: FightEnded, totals: tuple[int, int], names: list[str]) -> str:
    foe = f"attack {event.enemy}" if event.enemy in names else "fight"
    return f"{foe} {totals[0]}/{totals[1]} {event.result}"


def play(folder: Path, full: OpenSave[GameState]) -> tuple[OpenSave[GameState], dict[str, list[str]]]:
    """Set the game up at the prompts and tell it: its save, and what was typed for each."""
    path = folder / "light.toml"
    typists: dict[str, Any] = {"set-up": Typist(iter(SET_UP)), "evening": Typist(evening(full))}
    assert loop.play(SetupForm(PROPHECY, path, lambda text: None), typists["set-up"])
    table = SavedTable(PROPHECY, read_save(path), Screen(True))
    loop.play(table, typists["evening"])
    return table.open_save, {what: typist.typed for what, typist in typists.items()}
