"""An attack refereed live: set up by questions, its dice used move by move, kept as an attack record."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from pathlib import Path
from typing import Any

import tomli_w
from msgspec import to_builtins
from msgspec.structs import replace

from referee.asking.commands import Command
from referee.asking.dice import Seeded, write_roll
from referee.asking.question import Option, Procedure, finish, yes_or_no
from referee.errors import Illegal
from referee.files.files import Data
from referee.games.mythic.attack.aftermath import left_after, no_answer
from referee.games.mythic.attack.assault import assault, roll_question
from referee.games.mythic.attack.dice import AttackDice
from referee.games.mythic.attack.events import AttackOver, attacked
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
from referee.games.mythic.records.ask import ask_record
from referee.games.mythic.records.record import ClaimEntry, Record, RecordFile, read_record
from referee.games.mythic.vocabulary import FACES, GAME
from referee.play.event import Event
from referee.play.form import Form, Interview, answer_all
from referee.play.live_record import LiveRecord, before, told
from referee.play.session import Session
from referee.saves.battles import tell_of_record

_FIRST_LINE = '# An attack record of referee. Comments are not kept when it is written again; use note = "...".\n'
_ORDER = ("game", "kind", "ceiling", "throw_counts", "dice", "seed", "deck", "note", "steps", "modifiers", "claim",
          "situation", "attacker", "defender")  # fmt: skip
ROLL, ASSAULT, REACHES = "roll", "assault", "reaches"
"""The keys of what is answered while dice lie."""


@dataclass
class Stage:
    """How far a live attack has come: its set-up, then its dice, and how many of its events were told."""

    form: Form[RecordFile] = field(default_factory=Form)
    playing: Form[AttackDice] = field(default_factory=Form)
    told: int = 0

    def copy(self) -> Stage:
        """An independent copy."""
        return Stage(self.form.copy(), self.playing.copy(), self.told)


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

    def keep(self, dice: AttackDice) -> None:
        """The dice are reckoned anew for each answer."""

    def roll(self, count: int, what: str) -> Procedure[tuple[int, ...]]:
        """Ask for dice; those of a seed are there already."""
        self._rolls += 1
        question = roll_question(count, what)
        if self.record.file.dice == "rolled":
            rolled = finish(Seeded(FACES, self.record.file.seed or 0).roll(count, self._rolls, what))
            question = replaced(question, forced=lambda: write_roll(rolled.values))
        faces: tuple[int, ...] = yield question
        return faces

    def places(self) -> Sequence[Option]:
        """Somewhere: a record has no map."""
        return [Option("")]

    def throw(self, area: str) -> Procedure[bool]:
        """Ask where the target has landed, as far as it matters."""
        attack = self.record.attack
        self.thrown = True
        reaches = yield yes_or_no(REACHES, f"Did {attack.defender.name} land in {attack.attacker.name}'s area (M45)?")
        self.record = replaced(self.record, attack=replace(attack, still_reaches=reaches))
        return True


class LiveAttack:
    """A live attack as a session plays it: each answer is a step, so that each can be taken back."""

    def __init__(self, path: Path, deck: Path | None) -> None:
        self._path = path
        self._deck = "" if deck is None else os.path.relpath(deck, path.parent)

    def copy(self, state: Stage) -> Stage:
        """An independent copy."""
        return state.copy()

    def next_decision(self, state: Stage, events: list[Any]) -> Procedure[None] | None:
        """The next answer; None when the attack is over."""
        if state.playing.result is not None:
            return None
        return self._set_up(state, events) if state.form.result is None else self._play(state, events)

    def record(self, file: RecordFile) -> Record:
        """The record of an attack before its first step. Raises BadInput."""
        return read_record(self._path, data_of(replace(file, steps=())))

    def _set_up(self, state: Stage, events: list[Any]) -> Procedure[None]:
        yield from Interview(lambda: ask_record(self._check, self._deck)).ask_next(state.form)
        if state.form.result is not None:
            record = self.record(state.form.result)
            events.append(attacked(record.attack, record.values()))

    def _check(self, file: RecordFile) -> None:
        self.record(file).values()

    def _play(self, state: Stage, events: list[Any]) -> Procedure[None]:
        assert state.form.result is not None
        record = self.record(state.form.result)
        ground = _LiveGround(record)
        yield from Interview(lambda: _whole(ground, record.values())).ask_next(state.playing)
        events.extend(ground.events[state.told :])
        state.told = len(ground.events)


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


def data_of(file: RecordFile) -> Data:
    """A record as a file's data, its keys in a good order."""
    plain: Data = {"game": GAME, "kind": file.kind} | to_builtins(file)
    return {key: value for key in _ORDER if (value := plain.get(key)) not in (None, "", [], (), {})}


def record_text(file: RecordFile) -> str:
    """A record as TOML text."""
    return _FIRST_LINE + tomli_w.dumps(data_of(file))


def played_again(record: Record, number: int, instead: str, deck: str) -> tuple[str, str, str]:
    """An attack record up to before one of its steps, without claims. Raises BadInput."""
    steps = before(record.where, record.file.steps, "step", number, instead)
    return record_text(replace(record.file, steps=steps, claim=ClaimEntry(), deck=deck)), told("step", len(steps)), ""


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


class AttackTable(LiveRecord[Stage]):
    """A live attack, the record that it is kept in, and the screen that it is shown on."""

    game, what = GAME, "attack record"

    def begun(self) -> Session[Stage]:
        """An attack that isn't set up. Raises BadInput."""
        return Session(LiveAttack(self.path, self.deck), Stage())

    def opened(self, data: Data) -> Session[Stage]:
        """An attack that goes on from its record. Raises BadInput, or Illegal for an illegal one."""
        file = read_record(self.path, data, self.deck).file
        session = Session(LiveAttack(self.path, self.deck), Stage(form=Form(result=replace(file, steps=()))))
        try:
            answer_all(session, list(answers_of(file)), str(self.path))
        except Illegal as error:
            raise Illegal(f"{self.path}: {error}; see: referee judge {self.path}", error.ruling) from None
        return session

    def written(self) -> str | None:
        """The record as a file's text; None while it isn't set up."""
        file = self.session.state.form.result
        if file is None:
            return None
        given = [*(answer for step in self.session.steps for answer in step.answers), *self.session.draft]
        said = [(answer.key, answer.text) for answer in given if answer.key in (ROLL, ASSAULT, REACHES)]
        if any(key == REACHES and text == "yes" for key, text in said):
            file = replace(file, situation=replace(file.situation, still_reaches=True))
        return record_text(replace(file, steps=tuple(steps_of(said, average=file.dice == "average"))))

    def show(self, events: Sequence[Any]) -> None:
        """Tell what happened."""
        for event in events:
            self.screen.line(event.told(str))

    def of_battle(self, said: Command) -> None:
        """Show odds or the verdict of the record, or whether a claim holds. Raises BadInput, or Illegal."""
        tell_of_record(self.battles, self.path, self.deck, said, self.screen)

    @property
    def is_set_up(self) -> bool:
        """Whether the sides are set up, so that options for the set-up come too late."""
        return self.session.state.form.result is not None

    @property
    def over(self) -> bool:
        """Whether the attack is over."""
        return self.session.state.playing.result is not None
