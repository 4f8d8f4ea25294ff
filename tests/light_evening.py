"""Shipped evenings, told to a light table: what is typed for them, and how much that is.

    python -m tests.light_evening

prints the inputs and keys of set-up, evening and count. An input ends with Enter, which is a key; the usual answer is
Enter alone. Every battle is told by its outcome, lost ones too, after it was fought; nothing is known before.
"""

from __future__ import annotations

import contextlib
import io
import os
import shlex
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from referee.asking.meaning import Suggestion
from referee.asking.question import Question
from referee.cli.new import begin
from referee.declaration.game import Playing
from referee.errors import RefereeError
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.rules import events as e
from referee.games.conjurers.rules.card_pool import face_of
from referee.games.conjurers.rules.ending import feeding_now
from referee.games.conjurers.rules.state import GameState, Player
from referee.games.conjurers.vocabulary import MYTHOLOGIES
from referee.play import loop
from referee.play.event import Said
from referee.play.notation import read_script
from referee.play.person import Person
from referee.play.session import Session
from referee.preferences import VARIABLE
from referee.saves.new import SetupForm
from referee.saves.save import OpenSave, read_save
from referee.saves.table import SavedTable
from referee.text.screen import Screen

EXAMPLES = Path(__file__).parents[1] / "examples"
EXAMPLE = EXAMPLES / "four-player-game.moves"


class Typist(Person):
    """Types lines at the prompts, and keeps them; stops when there is none left."""

    def __init__(self, lines: Iterator[str]) -> None:
        super().__init__(Screen(plain=True))
        self._lines = lines
        self.typed: list[str] = []

    def _line(self, prompt: str, words: Sequence[str], default: str = "") -> str:
        line = next(self._lines, None)
        if line is None:
            return "stop"
        self.typed.append(line)
        return line

    def refused(self, question: Question[Any], error: RefereeError) -> None:
        """A line that is refused was not to be typed; whether a name is new is answered by Enter."""
        if isinstance(error, Suggestion):
            super().refused(question, error)
            return
        raise AssertionError(f"{question.prompt}: {self.typed[-1]}: {error}")


def full_evening(folder: Path) -> OpenSave[GameState]:
    """The shipped evening with everything tracked, played to its end."""
    beginning, _, rest = EXAMPLE.read_text(encoding="utf-8").partition("new --player")[2].partition("\n")
    path = folder / "full.toml"
    begin(path, ["--player", *shlex.split(beginning)], yes=True, beside=EXAMPLES)
    full: OpenSave[GameState] = OpenSave(CONJURERS, path)
    full.do(read_script(rest))
    full.save()
    return full


SET_UP = ("battles", "4", "Anna", "Bo", "Cleo", "Dan", "", str(EXAMPLES / "sample-deck.toml"), "", "", "yes")
"""Set-up of a new group: the track, the players, who starts, the deck, dice, optional rules, the tournament."""


def evening(full: OpenSave[GameState]) -> Iterator[str]:
    """What a light table is told of an evening, line by line."""
    names = [seat.name for seat in full.setup.players]
    again: Session[GameState] = Session(Playing(full.rules, full.setup), full.rules.start(full.setup))
    told: list[str] = []
    short: list[str] = []
    prizes: list[list[str]] = []
    bouts: list[str] = []
    taken: list[str] = []
    feeding = False
    for step in full.session.steps:
        feeding = feeding or feeding_now(again.state)
        again.repeat(step)
        for event in again.take_events():
            match event:
                case e.ButtonTaken():
                    told.append(f"button {names[event.player]}")
                case e.ContestEnded() if event.tournament:
                    bouts.append(_battle(event, names))
                    if len(bouts) == 2:  # two are fought at once
                        prizes.append(bouts)
                        bouts = []
                case e.ContestEnded():
                    told.append(_battle(event, names))
                case e.Penalty() if "feeding" in event.rules:
                    short.append(f"{names[event.player]} {event.points // 2}")
                case e.PairsDrawn():
                    prizes.append([*_drawn(event, names)])
                case Said() if " takes the card " in event.text and "tournaments" in event.rules:
                    taken.append(event.text.partition(" takes the card ")[2].removesuffix("."))
                case e.Gained() if "tournaments" in event.rules:
                    taken.append(next(iter(event.goods)))
                case e.TurnEnded():
                    prizes += [taken] if taken else []
                    yield in_a_line([*told, "", *([", ".join(short)] if feeding else [])])
                    yield from map(in_a_line, prizes)
                    told, short, prizes, taken, feeding = [], [], [], [], False


def in_a_line(answers: Sequence[str]) -> str:
    """Answers as they are typed in a line; nothing between two semicolons, and at the end, is Enter."""
    return ";".join(answers) + (";" if len(answers) > 1 and not answers[-1] else "")


def _battle(event: e.ContestEnded, names: Sequence[str]) -> str:
    won = event.winner == event.attacker
    if event.tournament:
        return "won" if won else "lost"
    name = names[event.attacker]
    if event.guarded:
        return f"{name} won {event.guarded}" if won else f"{name} lost"
    return f"{name} {'beats' if won else 'loses to'} {names[event.defender]}"


def _drawn(event: e.PairsDrawn, names: Sequence[str]) -> Iterator[str]:
    """Who was drawn: all four for the semifinals, then the challengers of the final and for third place."""
    if event.bouts[0][0].startswith("semifinal"):
        yield ", ".join(names[seat] for _, *pair in event.bouts for seat in pair)
    else:
        yield from (names[attacker] for _, attacker, _ in reversed(event.bouts))


def count(full: OpenSave[GameState]) -> Iterator[str]:
    """What lies before each player at the end: creatures by kind, artifacts, resources."""
    for player in full.session.state.players:
        goods = " ".join(f"{amount} {good}" for good, amount in player.resources.items())
        yield in_a_line([_army(full, player), ", ".join(player.artifacts), goods])


def _army(full: OpenSave[GameState], player: Player) -> str:
    faces = [face_of(full.setup, full.session.state, name) for name in player.creatures]
    kinds = ["1"] * sum(face.level == 1 for face in faces)
    for mythology in MYTHOLOGIES:
        if levels := sorted(face.level for face in faces if face.level > 1 and face.mythology == mythology):
            kinds.append(mythology[0] + "".join(map(str, levels)))
    return " ".join(kinds)


def play(folder: Path, full: OpenSave[GameState]) -> tuple[OpenSave[GameState], dict[str, list[str]]]:
    """Set the evening up at the prompts, tell it, count it: its save, and what was typed for each."""
    path = folder / "light.toml"
    typists = {"set-up": Typist(iter(SET_UP)), "evening": Typist(evening(full)), "count": Typist(count(full))}
    form = SetupForm(CONJURERS, path, lambda text: None)
    assert loop.play(form, typists["set-up"])
    table = SavedTable(CONJURERS, read_save(path), Screen(True))
    assert not loop.play(table, typists["evening"])
    loop.play(table, typists["count"])
    return table.open_save, {what: typist.typed for what, typist in typists.items()}


def main() -> None:
    """Print how much is typed for each part of each game's evening."""
    from tests.mythic import light_evening as mythic  # which use the typist above
    from tests.prophecy import light_evening as prophecy

    evenings: dict[str, Callable[[Path], dict[str, list[str]]]] = {
        "conjurers": lambda folder: play(folder, full_evening(folder))[1],
        "mythic": lambda folder: mythic.play(folder, mythic.full_evening(folder))[1],
        "prophecy": lambda folder: prophecy.play(folder, prophecy.full_evening(folder))[1],
    }
    for game, play_in in evenings.items():
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            os.environ[VARIABLE] = str(folder / "config.toml")
            with contextlib.redirect_stdout(io.StringIO()):
                typed = play_in(folder)
        typed["all"] = [line for lines in typed.values() for line in lines]
        for what, lines in typed.items():
            print(f"{game}, {what}: {len(lines)} inputs, {sum(len(line) + 1 for line in lines)} keys")


if __name__ == "__main__":
    main()
