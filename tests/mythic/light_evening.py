"""The shipped game of Mythic Battles for two, told to a light table: a line for each activation, two with an attack.

A line ends where dice are thrown. Both values of each attack are typed as the table reckoned them; every throw is
typed, and what was done with the dice.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from referee.cli.new import begin
from referee.declaration.game import Playing
from referee.effects.rules import total
from referee.games.mythic import GAME as MYTHIC
from referee.games.mythic.attack.assault import Attacked, DiceRolled, Lifted
from referee.games.mythic.attack.moves import Lift, Reroll, Second, write_move
from referee.games.mythic.rules import events as e
from referee.games.mythic.rules.state import GameState
from referee.games.mythic.vocabulary import FIVE
from referee.play import loop
from referee.play.notation import read_script
from referee.play.session import Session
from referee.saves.new import SetupForm
from referee.saves.save import OpenSave, read_save
from referee.saves.table import SavedTable
from referee.text.names import printed
from referee.text.screen import Screen
from tests.light_evening import Typist, in_a_line

EXAMPLES = Path(__file__).parents[2] / "examples" / "mythic"
EXAMPLE = EXAMPLES / "two-players.moves"
SET_UP = (
    "battles",
    "2",
    "Anna",
    "Bo",
    "",
    "Anna",
    "draft",
    "god",
    "18",
    str(EXAMPLES / "sample-units.toml"),
    "",
    "",
    "",
)
"""Set-up of a new group: the track, the players, the scenario, who leads, armies, points, the deck, rulings, dice."""


def full_evening(folder: Path) -> OpenSave[GameState]:
    """The shipped game with everything tracked, played to its end."""
    head, _, rest = EXAMPLE.read_text(encoding="utf-8").partition("\nnew --game mythic ")[2].partition("\n")
    path = folder / "full.toml"
    begin(path, ["--game", "mythic", *shlex.split(head)], yes=True, beside=EXAMPLES)
    full: OpenSave[GameState] = OpenSave(MYTHIC, path)
    full.do(read_script(rest))
    full.save()
    return full


class _Evening:
    """What is still to be typed: the last throw, what was done with its dice, what followed."""

    def __init__(self, asked: Callable[[], str]) -> None:
        self._asked = asked
        self.told: list[str] = []
        self.ends = 0
        self._faces, self._moves = "", list[str]()

    def tell(self, unit: str, said: str) -> None:
        """Something happened; what a unit does activates it."""
        if self.told and self.told[-1] == unit and said.startswith(f"{unit} ") and "vitality" not in said:
            self.told.pop()
        self.told.append(said)

    def flush_dice(self) -> Iterator[str]:
        """What is to be typed before another attack begins, if dice lie."""
        if self._faces:
            yield from self.flush()

    def flush(self) -> Iterator[str]:
        """All that is to be typed now, as few lines as that takes."""
        if self._faces and not self._moves:  # whether anything could be done with these dice is seen when they lie
            yield self._faces
            said = [""] if self._asked() == "assault" else []
        else:
            said = [self._faces, ", ".join([*self._moves, "done"])] if self._faces else []
        if said or self.told:
            yield in_a_line([*said, *self.told])
        self.told, self._faces, self._moves = [], "", []

    def thrown(self, event: DiceRolled) -> Iterator[str]:
        """A throw: what leads to it ends a line."""
        if event.again:
            again = Second(event.again) if set(event.again) == {FIVE} else Reroll(event.again)
            yield in_a_line([self._faces, ", ".join([*self._moves, write_move(again)])])
        self._faces, self._moves = "".join(map(str, event.faces)), []

    def lifted(self, event: Lifted) -> None:
        """A die was lifted by others."""
        self._moves.append(write_move(Lift(event.die, event.fuel)))


def evening(full: OpenSave[GameState], asked: Callable[[], str]) -> Iterator[str]:
    """What a light table is told of a game, line by line; `asked` is the kind of the question that is open."""
    again: Session[GameState] = Session(Playing(full.rules, full.setup), full.rules.start(full.setup))
    names = {printed(piece.name) for piece in full.session.state.pieces}
    line, on_token = _Evening(asked), False
    for step in full.session.steps:
        before = {piece.name: piece.stone for piece in again.state.pieces}
        again.repeat(step)
        for event in again.take_events():
            match event:
                case e.Recruited():
                    yield event.unit
                case e.TurnEnded():
                    line.ends += 1
                case e.Activated():
                    yield from line.flush()
                    line.told, line.ends = [*["end turn"] * (line.ends - 1), event.unit], 0
                case Attacked():
                    on_token = event.defender not in names
                    if not on_token:
                        yield from line.flush_dice()
                        line.tell(event.attacker, _attack(event))
                        yield in_a_line(line.told)
                        line.told = []
                case DiceRolled() if not on_token:
                    yield from line.thrown(event)
                case Lifted() if not on_token:
                    line.lifted(event)
                case _ if said := _besides(event, before, again.state):
                    line.tell(getattr(event, "unit", ""), said)
    yield from line.flush()


def _attack(event: Attacked) -> str:
    values = f"{total(event.offence)}/{total(event.defence)}"
    far = f" at {event.distance}" if event.distance else ""
    whom = "retaliates" if event.answers else f"attacks {event.defender}"
    return f"{event.attacker} {whom}{far} {values}"


def _besides(event: Any, before: dict[str, str], state: GameState) -> str:
    """What a table tells besides attacks: stones, and what terrain and powers did."""
    match event:
        case e.Claimed():
            return f"{event.unit} claims {_mythology(event.stone)}"
        case e.Dropped():
            return f"{event.unit} drops"
        case e.Absorbed():
            bearer = next((name for name, stone in before.items() if stone and not state.piece(name).stone), "")
            return f"{event.unit} absorbs {f'from {bearer}' if bearer else _mythology(event.stone)}"
        case e.Wounded() if event.source:
            return f"{event.unit} vitality -{event.lost}"
        case e.Healed():
            return f"{event.unit} vitality +{event.by}"
        case e.Recalled():
            return f"recall {event.unit} {event.miniatures}"
    return ""


def _mythology(stone: str) -> str:
    return stone.removesuffix(" stone")


def play(folder: Path, full: OpenSave[GameState]) -> tuple[OpenSave[GameState], dict[str, list[str]]]:
    """Set the game up at the prompts and tell it: its save, and what was typed for each."""
    path = folder / "light.toml"
    setting_up = Typist(iter(SET_UP))
    assert loop.play(SetupForm(MYTHIC, path, lambda text: None), setting_up)
    table = SavedTable(MYTHIC, read_save(path), Screen(True))

    def asked() -> str:
        question = table.open_save.session.question
        return question.key if question is not None else ""

    telling = Typist(evening(full, asked))
    loop.play(table, telling)
    return table.open_save, {"set-up": setting_up.typed, "evening": telling.typed}
