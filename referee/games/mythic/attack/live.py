"""A live attack: set up by questions, its dice used move by move, saved as an attack record."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any, TypeVar, get_args

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.dice import ask_dice, write_roll
from referee.asking.question import Option, Procedure, Question, choice, yes_or_no
from referee.cards.fields import SIGNED, CardField, FieldTable, Value, one_of
from referee.errors import BadInput, Unreadable
from referee.files.files import Data, convert
from referee.games.mythic.attack import moves
from referee.games.mythic.attack.assault import (
    assault,
    attack_event,
    left_after,
    no_answer,
    roll_question,
)
from referee.games.mythic.attack.dice import AttackDice
from referee.games.mythic.attack.record import (
    ClaimEntry,
    Record,
    RecordFile,
    SideEntry,
    Situation,
    claim_of,
    written_claim,
)
from referee.games.mythic.attack.values import Modifier, Values
from referee.games.mythic.vocabulary import Ceiling, Talent, Target, Terrain, UnitType
from referee.play.event import Event, Said
from referee.saves.live_record import AnsweredRecord, Fought
from referee.text.grammar import so_many
from referee.text.names import fold

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
        file = self.record.file
        faces: tuple[int, ...] = yield roll_question(count, what, "", file.dice, file.seed or 0, self.rolls)
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
    answer = f"No answer: {refused.reason}." if refused else "It may answer, with a card of its own."
    left = left_after(attack, dice.placed)
    rest = "" if left is None else f", {left} left" if left else ", destroyed"
    wounds = f"{attack.defender.name}: {so_many(dice.placed, 'wound')}{rest}"
    arena.emit(Said(f"{wounds}. {answer}", ("wounds", "M14", "retaliation", "M42")))
    return dice


# --- as a file ------------------------------------------------------------------------------------------


def steps_of(answers: Sequence[tuple[str, str]], *, average: bool = False) -> Iterator[str]:
    """Convert the answers to an attack's questions, each with its key, to the steps of a record."""
    if average:
        yield moves.write_move(moves.Average())
    pending = "" if average else "roll"
    for key, text in answers:
        if key == ROLL:
            yield f"{pending} {text}" if pending == "roll" else f"{pending}: {text}"
            pending = ""
        elif key == ASSAULT:
            for part in text.split(", "):
                move = moves.read_move(part)
                if isinstance(move, moves.Reroll | moves.Second):
                    pending = moves.write_move(move)
                else:
                    yield moves.write_move(move)
    if pending not in ("", "roll"):
        yield pending


def answers_of(file: RecordFile) -> Iterator[str]:
    """Convert the steps of a record to answers; lifts are joined with the move after them."""
    lifts = list[str]()
    for text in file.steps:
        move = moves.read_move(text, moves.VERBS)
        match move:
            case moves.FirstRoll(faces):
                yield write_roll(faces)
            case moves.Lift():
                lifts.append(moves.write_move(move))
            case moves.Average():
                pass
            case _:
                unrolled = move._replace(faces=None) if isinstance(move, moves.Reroll | moves.Second) else move
                yield ", ".join([*lifts, moves.write_move(unrolled)])
                lifts = []
                if isinstance(move, moves.ThrowTarget):
                    yield "yes" if file.situation.still_reaches else "no"
                elif isinstance(move, moves.Reroll | moves.Second) and move.faces is not None:
                    yield write_roll(move.faces)
    if lifts:
        yield ", ".join(lifts)


class AttackTable(AnsweredRecord[RecordFile]):
    """A live attack with the record that it is saved in."""

    claimed = "wounds 2"

    def asking(self) -> Procedure[RecordFile]:
        """Ask for everything before the first die."""
        deck = "" if self.deck is None else os.path.relpath(self.deck, self.path.parent)
        return ask_record(lambda file: self.built(file).values(), deck)

    def start_fight(self, record: Record) -> Fought:
        """Return the attack with its values, and the procedure for its dice."""
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


# --- Ask ------------------------------------------------------------------------------------------
# The questions that set an attack up: its kind, the two sides in a line each, the situation, modifiers.


T = TypeVar("T")

NOTHING, HERE = "none", "here"
"""The default answers: no modifiers, both in one area."""
_ATTACKER = "Ash Runner: hero, offence 6, close combat, in forest, with troop"
_DEFENDER = "Marsh Serpent: monster, defence 8, vitality 5"
_STATS = ("offence", "defence", "range", "vitality")


def _names(between: str) -> Value:
    """Return the value of a list of names."""
    return Value(".+", lambda text: re.split(between, fold(text)), words=lambda: ("...",), free=True)


_SIDE = FieldTable(
    CardField("type", ("#",), one_of(get_args(Target))),
    CardField("offence", ("offence #", "#/{defence}/{range}(|/[0-9]+)")),
    *(CardField(stat) for stat in _STATS[1:]),
    CardField("miniatures", ("# (miniature|miniatures)", "# of {full} (miniature|miniatures)")),
    CardField("full"),
    CardField("traits", ("#",), one_of(get_args(UnitType)), several=True),
    CardField("talents", ("#",), one_of(get_args(Talent)), several=True),
    CardField("terrain", ("in #", "#"), one_of(get_args(Terrain))),
    CardField("with", ("with #",), _names(" and |/| ")),
    CardField("helped", ("helped by #",), _names(" and ")),
    CardField("unused", ("without #",), _names(" and ")),
)
_HOW = {
    "as if there": "as_if_there",
    "heights": "heights",
    "aerial": "aerial",
    "nature": "nature",
    "force of nature": "nature",
    "still reaches": "still_reaches",
}
_SITUATION = FieldTable(
    CardField("distance", ("distance #", "#", "# (area|areas)", "# away", "# (area|areas) away")),
    CardField("how", ("#",), one_of((HERE, "hidden", *_HOW)), several=True),
    CardField("ceiling", ("ceiling #",), one_of(get_args(Ceiling))),
)
_CHANGES = FieldTable(*(CardField(key, value=SIGNED) for key in ("offence", "defence", "range", "dice", "reroll")))


def ask_record(check: Callable[[RecordFile], object], deck: str) -> Procedure[RecordFile]:
    """Ask for everything before the first roll; `check` raises BadInput or Illegal for impossible answers."""
    kinds = {
        "attack": "a normal attack",
        "retaliation": "the answer to one",
        "area": "one target of an area attack",
    }
    kind = yield choice("kind", "What kind of attack", kinds, default="attack")
    attacker = yield _line("attacker", "The attacker", partial(read_side, deck=deck), f"like {_ATTACKER}")
    defender = yield _line(
        "defender", "The defender", partial(read_side, deck=deck, like=_DEFENDER), f"like {_DEFENDER}"
    )
    hint = "like distance 2, heights, ceiling five; or as if there, aerial, nature, hidden"
    situation = yield _line("situation", "How they stand to each other", read_situation, hint, usual=HERE)
    hint = "like power Dread: offence -1; fog: range -1"
    modifiers = yield _line("modifiers", "What else changes a value", read_modifiers, hint, usual=NOTHING)
    file = RecordFile(
        game="mythic",
        kind=kind,
        deck=deck,
        attacker=attacker,
        defender=defender,
        situation=situation[0],
        ceiling=situation[1],
        modifiers=modifiers,
    )
    check(file)
    dice, seed = yield from ask_dice("what has an even chance")
    return replace(file, dice=dice, seed=seed)


def read_side(text: str, deck: str = "", like: str = _ATTACKER) -> SideEntry:
    """Parse a side: "Ash Runner: hero, offence 6, close combat, in forest, with troop". Raises Unreadable.

    With a deck, a name without a colon is one of its units: "Ash Runner, vitality 3".
    """
    name, colon, rest = text.partition(":")
    if not colon:
        name, _, rest = text.partition(",")
    if not deck and not rest:
        raise Unreadable(f'"{text.strip()}": write it like {like}')
    parts = _read(rest, _SIDE, "hero, offence 6 or all like 6/7/0/2, close combat, in forest, with troop")
    return _made({"unit" if deck and not colon else "name": " ".join(name.split()), **parts}, SideEntry)


def read_situation(text: str) -> tuple[Situation, Ceiling]:
    """Parse the situation, and the ceiling: "distance 2, heights, hidden". Raises Unreadable."""
    data = _read(text, _SITUATION, "distance 2, hidden, as if there, ceiling five")
    how = data.pop("how", ())
    ceiling: Ceiling = data.pop("ceiling", "none")
    flags = {_HOW[word]: True for word in how if word in _HOW}
    return _made({**data, **flags, "visible": "hidden" not in how}, Situation), ceiling


def read_modifiers(text: str) -> tuple[Modifier, ...]:
    """Parse modifiers: "power Dread: offence -1; fog: range -1". Raises Unreadable."""
    if fold(text) == NOTHING:
        return ()
    return tuple(_modifier_of(part) for part in text.split(";") if part.strip())


def _modifier_of(text: str) -> Modifier:
    why, _, changes = text.partition(":")
    changed = _read(changes, _CHANGES, "power Dread: offence -1")
    if not changed:
        raise Unreadable(f'can\'t read "{text.strip()}"; write it like power Dread: offence -1')
    return _made({"why": " ".join(why.split()), **changed}, Modifier)


def _read(text: str, table: FieldTable, like: str) -> Data:
    """Parse parts with commas between; lists said in several of them are joined. Raises Unreadable."""
    data: Data = {}
    for part in table.split(text):
        for key, value in table.read(part, table.fields, "it", like).items():
            data[key] = [*data.get(key, ()), *value] if isinstance(value, list) else value
    return data


def _made(data: Data, kind: type[T]) -> T:
    try:
        return convert(data, kind, "")
    except BadInput as error:
        raise Unreadable(str(error).removeprefix(": ")) from None


def _line(
    key: str, prompt: str, read: Callable[[str], Any], hint: str = "", *, usual: str | None = None
) -> Question[Any]:
    return Question(key, prompt, read, hint=hint, default=usual, open=True)
