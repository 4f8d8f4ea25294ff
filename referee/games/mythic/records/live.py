"""An attack refereed live: set up by questions, its dice used move by move, kept as an attack record."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from referee.asking.dice import Seeded, write_roll
from referee.asking.question import Option, Procedure, yes_or_no
from referee.files.files import Data
from referee.games.mythic.attack.assault import AttackOver, assault, attacked, left_after, no_answer, roll_question
from referee.games.mythic.attack.dice import AttackDice
from referee.games.mythic.attack.moves import (
    VERBS,
    Average,
    Lift,
    Move,
    Reroll,
    Roll,
    Second,
    ThrowTarget,
    read_move,
    write_move,
)
from referee.games.mythic.attack.values import Values
from referee.games.mythic.records.record import (
    ClaimEntry,
    Record,
    RecordFile,
    ask_record,
    claim_of,
    read_record,
    record_of,
    write_record,
    written_claim,
)
from referee.games.mythic.vocabulary import FACES, GAME
from referee.play.event import Event
from referee.play.notation import Answer
from referee.saves.live_record import AnsweredRecord, Fought

ROLL, ASSAULT, REACHES = "roll", "assault", "reaches"
"""The keys of what is answered while dice lie."""


class _LiveGround:
    """The place of an attack that is no part of a game: dice of the table or from a seed, and no map."""

    def __init__(self, record: Record) -> None:
        self.record = record
        self.events: list[Event] = []
        self.thrown = False
        self._rolls = 0

    def emit(self, event: Event) -> None:
        """Keep what happened."""
        self.events.append(event)

    def roll(self, count: int, what: str) -> Procedure[tuple[int, ...]]:
        """Ask for dice; those of a seed are there already."""
        self._rolls += 1
        dice = Seeded(FACES, self.record.file.seed or 0)
        rolled = dice.values(count, self._rolls) if self.record.file.dice == "rolled" else None
        faces: tuple[int, ...] = yield roll_question(count, what, rolled=rolled)
        return faces

    def places(self) -> Sequence[Option]:
        """Somewhere: a record has no map."""
        return [Option("")]

    def throw(self, area: str) -> Procedure[bool]:
        """Ask where the target has landed, as far as it matters."""
        attack = self.record.attack
        self.thrown = True
        name, other = attack.defender.name, attack.attacker.name
        asked = f"Did {name} land in {other}'s area?"
        if attack.answer_after_throw == "in range":
            asked = f"Does {name} see {other} within its range from where it landed, or stand there?"
        reaches = yield yes_or_no(REACHES, asked)
        self.record = replace(self.record, attack=replace(attack, still_reaches=reaches))
        return True


def _whole(ground: _LiveGround, values: Values) -> Procedure[AttackDice]:
    """An attack's dice, and what they have done."""
    record = ground.record
    dice = yield from assault(ground, record.attack, values, average=record.file.dice == "average")
    attack = ground.record.attack
    refused = no_answer(attack, dice.placed, thrown=ground.thrown)
    why = "" if refused is None else refused.reason
    ground.emit(AttackOver(attack.defender.name, dice.placed, left_after(attack, dice.placed), why))
    return dice


# --- as a file ------------------------------------------------------------------------------------------


def steps_of(answers: Sequence[tuple[str, str]], *, average: bool = False) -> Iterator[str]:
    """The answers to an attack's questions, each with its key, as the steps of a record."""
    if average:
        yield write_move(Average())
    waiting = "" if average else "roll"
    for key, text in answers:
        if key == ROLL:
            yield f"{waiting} {text}" if waiting == "roll" else f"{waiting}: {text}"
            waiting = ""
        elif key == ASSAULT:
            for part in text.split(", "):
                move = read_move(part)
                if isinstance(move, Reroll | Second):
                    waiting = write_move(move)
                else:
                    yield write_move(move)
    if waiting not in ("", "roll"):
        yield waiting


def answers_of(file: RecordFile) -> Iterator[str]:
    """The steps of a record as answers to an attack's questions; lifts are said with what follows them."""
    lifts = list[str]()
    for text in file.steps:
        move = read_move(text, VERBS)
        match move:
            case Roll(faces):
                yield write_roll(faces)
            case Lift():
                lifts.append(write_move(move))
            case Average():
                pass
            case _:
                said = move._replace(faces=None) if isinstance(move, Reroll | Second) else move
                yield ", ".join([*lifts, write_move(said)])
                lifts = []
                yield from _after(move, file)
    if lifts:
        yield ", ".join(lifts)


def _after(move: Move, file: RecordFile) -> Iterator[str]:
    """What is answered right after a move."""
    if isinstance(move, Reroll | Second) and move.faces is not None:
        yield write_roll(move.faces)
    elif isinstance(move, ThrowTarget):
        yield "yes" if file.situation.still_reaches else "no"


class AttackTable(AnsweredRecord[RecordFile]):
    """A live attack, the record that it is kept in, and the screen that it is shown on."""

    game, what, claimed = GAME, "attack record", "wounds 2"

    def asking(self) -> Procedure[RecordFile]:
        """Ask for everything before the first die."""
        deck = "" if self.deck is None else os.path.relpath(self.deck, self.path.parent)
        return ask_record(lambda file: self._record(file).values(), deck)

    def _record(self, file: RecordFile) -> Record:
        return record_of(self.path, file, self.deck)

    def fought(self, file: RecordFile) -> Fought:
        """The attack with its values, and its dice."""
        record = self._record(file)
        ground = _LiveGround(record)
        ground.emit(attacked(record.attack, record.values()))
        return Fought(ground.events, _whole(ground, record.values()))

    def read(self, data: Data) -> tuple[RecordFile, Sequence[str], Iterable[str]]:
        """A record without its steps and claims, and these as they are said. Raises BadInput."""
        file = read_record(self.path, data, self.deck).file
        claims = (written_claim(*one) for one in file.claim.made().items())
        return replace(file, steps=(), claim=ClaimEntry()), tuple(answers_of(file)), claims

    def text_with(self, file: RecordFile, answers: Sequence[Answer], claims: Sequence[str]) -> str:
        """A record with the answers as its steps."""
        said = [(answer.key, answer.text) for answer in answers if answer.key in (ROLL, ASSAULT, REACHES)]
        if any(key == REACHES and text == "yes" for key, text in said):
            file = replace(file, situation=replace(file.situation, still_reaches=True))
        made: dict[str, Any] = dict(map(claim_of, claims))
        steps = tuple(steps_of(said, average=file.dice == "average"))
        return write_record(replace(file, steps=steps, claim=ClaimEntry(**made)))
