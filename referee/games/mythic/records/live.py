"""A live attack: set up by questions, its dice used move by move, saved as an attack record."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.dice import Seeded, write_roll
from referee.asking.question import Option, Procedure, yes_or_no
from referee.games.mythic.attack.assault import (
    AttackOver,
    assault,
    attack_event,
    left_after,
    no_answer,
    roll_question,
)
from referee.games.mythic.attack.dice import AttackDice
from referee.games.mythic.attack.moves import (
    VERBS,
    Average,
    FirstRoll,
    Lift,
    Reroll,
    Second,
    ThrowTarget,
    read_move,
    write_move,
)
from referee.games.mythic.attack.values import Values
from referee.games.mythic.records.ask import ask_record
from referee.games.mythic.records.record import (
    ClaimEntry,
    Record,
    RecordFile,
    claim_of,
    record_of,
    written_claim,
)
from referee.games.mythic.vocabulary import FACES
from referee.play.event import Event
from referee.saves.live_record import AnsweredRecord, Fought

ROLL, ASSAULT, REACHES = "roll", "assault", "reaches"
"""Keys of the questions after the dice are rolled."""


class _LiveArena(Struct):
    """Surroundings of an attack outside a game: dice of the table or from a seed, and no map."""

    record: Record
    events: list[Event] = []
    thrown: bool = False
    rolls: int = 0

    def emit(self, event: Event) -> None:
        """Store an event."""
        self.events.append(event)

    def roll(self, count: int, what: str) -> Procedure[tuple[int, ...]]:
        """Ask for dice; dice of a seed are rolled already."""
        self.rolls += 1
        dice = Seeded(FACES, self.record.file.seed or 0)
        rolled = dice.values(count, self.rolls) if self.record.file.dice == "rolled" else None
        faces: tuple[int, ...] = yield roll_question(count, what, rolled=rolled)
        return faces

    def places(self) -> Sequence[Option]:
        """Return one unnamed place: a record has no map."""
        return [Option("")]

    def throw(self, area: str) -> Procedure[bool]:
        """Ask where the target has landed, as far as it matters."""
        attack = self.record.attack
        self.thrown = True
        name, other = attack.defender.name, attack.attacker.name
        question = f"Did {name} land in {other}'s area?"
        if attack.answer_after_throw == "in range":
            question = f"Does {name} see {other} within its range from where it landed, or stand there?"
        reaches = yield yes_or_no(REACHES, question)
        self.record = replace(self.record, attack=replace(attack, still_reaches=reaches))
        return True


def _play_out(arena: _LiveArena, values: Values) -> Procedure[AttackDice]:
    """Play an attack's dice and emit its result."""
    record = arena.record
    dice = yield from assault(arena, record.attack, values, average=record.file.dice == "average")
    attack = arena.record.attack
    refused = no_answer(attack, dice.placed, thrown=arena.thrown)
    why = "" if refused is None else refused.reason
    arena.emit(AttackOver(attack.defender.name, dice.placed, left_after(attack, dice.placed), why))
    return dice


# --- as a file ------------------------------------------------------------------------------------------


def steps_of(answers: Sequence[tuple[str, str]], *, average: bool = False) -> Iterator[str]:
    """Convert the answers to an attack's questions, each with its key, to the steps of a record."""
    if average:
        yield write_move(Average())
    pending = "" if average else "roll"
    for key, text in answers:
        if key == ROLL:
            yield f"{pending} {text}" if pending == "roll" else f"{pending}: {text}"
            pending = ""
        elif key == ASSAULT:
            for part in text.split(", "):
                move = read_move(part)
                if isinstance(move, Reroll | Second):
                    pending = write_move(move)
                else:
                    yield write_move(move)
    if pending not in ("", "roll"):
        yield pending


def answers_of(file: RecordFile) -> Iterator[str]:
    """Convert the steps of a record to answers; lifts are joined with the move after them."""
    lifts = list[str]()
    for text in file.steps:
        move = read_move(text, VERBS)
        match move:
            case FirstRoll(faces):
                yield write_roll(faces)
            case Lift():
                lifts.append(write_move(move))
            case Average():
                pass
            case _:
                unrolled = move._replace(faces=None) if isinstance(move, Reroll | Second) else move
                yield ", ".join([*lifts, write_move(unrolled)])
                lifts = []
                if isinstance(move, ThrowTarget):
                    yield "yes" if file.situation.still_reaches else "no"
                elif isinstance(move, Reroll | Second) and move.faces is not None:
                    yield write_roll(move.faces)
    if lifts:
        yield ", ".join(lifts)


class AttackTable(AnsweredRecord[RecordFile]):
    """A live attack with the record that it is saved in."""

    what, claimed = "attack record", "wounds 2"

    def asking(self) -> Procedure[RecordFile]:
        """Ask for everything before the first die."""
        deck = "" if self.deck is None else os.path.relpath(self.deck, self.path.parent)
        return ask_record(lambda file: self._record(file).values(), deck)

    def _record(self, file: RecordFile) -> Record:
        return record_of(self.path, file, self.deck)

    def start_fight(self, file: RecordFile) -> Fought:
        """Return the attack with its values, and the procedure for its dice."""
        record = self._record(file)
        arena = _LiveArena(record)
        arena.emit(attack_event(record.attack, record.values()))
        return Fought(arena.events, _play_out(arena, record.values()))

    def said(self, file: RecordFile) -> tuple[Sequence[str], Iterable[str]]:
        """Return the answers in a record, and its claims."""
        return tuple(answers_of(file)), (written_claim(*one) for one in file.claim.claims().items())

    def filled(self, file: RecordFile) -> RecordFile:
        """Return the record with the answers as its steps, and the claims."""
        keys = (ROLL, ASSAULT, REACHES)
        dice_answers = [(answer.key, answer.text) for answer in self.session.answers if answer.key in keys]
        if any(key == REACHES and text == "yes" for key, text in dice_answers):
            file = replace(file, situation=replace(file.situation, still_reaches=True))
        made: dict[str, Any] = dict(map(claim_of, self.session.state.claims))
        steps = tuple(steps_of(dice_answers, average=file.dice == "average"))
        return replace(file, steps=steps, claim=ClaimEntry(**made))
