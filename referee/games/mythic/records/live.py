"""An attack refereed live: set up by questions, its dice used move by move, kept as an attack record."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from dataclasses import replace as replaced
from dataclasses import replace as with_
from pathlib import Path
from typing import Any, NamedTuple, get_args

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking.dice import Seeded, write_roll
from referee.asking.question import Option, Procedure, Question, finish, relay, yes_or_no
from referee.declaration.game import Battles, Idle, Playing, part
from referee.declaration.readings import readings_of
from referee.errors import BadInput
from referee.explain.why import play
from referee.files.files import Data, parse_toml
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
from referee.games.mythic.attack.values import Attack, Side, Values, reckoned
from referee.games.mythic.readings import AttackReadings, MythicReadings, in_attack
from referee.games.mythic.records.record import (
    FROM_THE_START,
    ClaimEntry,
    ModifierEntry,
    Record,
    RecordFile,
    SideEntry,
    Situation,
    ask_record,
    claim_of,
    read_record,
    record_of,
    with_claims,
    with_steps,
    written_claim,
)
from referee.games.mythic.rules import turns, using
from referee.games.mythic.rules.state import UNDER_WAY, GameState, Match, Setup
from referee.games.mythic.vocabulary import FACES, GAME, AttackKind
from referee.play.event import Event
from referee.play.notation import CLAIM, Answer
from referee.play.session import Session
from referee.saves.battles import expect_entry, record_text
from referee.saves.live_record import AnsweredRecord, Fought

_ORDER = (
    "game",
    "kind",
    *readings_of(MythicReadings),
    "dice",
    "seed",
    "deck",
    "note",
    "steps",
    "modifiers",
    "claim",
    "situation",
    "attacker",
    "defender",
)
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

    def keep(self, dice: AttackDice) -> None:
        """The dice are reckoned anew for each answer."""

    def roll(self, count: int, what: str) -> Procedure[tuple[int, ...]]:
        """Ask for dice; those of a seed are there already."""
        self._rolls += 1
        question = roll_question(count, what)
        if self.record.file.dice == "rolled":
            rolled = finish(Seeded(FACES, self.record.file.seed or 0).roll(count, self._rolls, what))
            question = replace(question, forced=lambda: write_roll(rolled.values))
        faces: tuple[int, ...] = yield question
        return faces

    def places(self) -> Sequence[Option]:
        """Somewhere: a record has no map."""
        return [Option("")]

    def throw(self, area: str) -> Procedure[bool]:
        """Ask where the target has landed, as far as it matters."""
        attack = self.record.attack
        self.thrown = True
        name, other = attack.defender.name, attack.attacker.name
        asked = f"Did {name} land in {other}'s area (M45)?"
        if attack.answer_after_throw == "in range":
            asked = f"Does {name} see {other} within its range from where it landed, or stand there (M45)?"
        reaches = yield yes_or_no(REACHES, asked)
        self.record = replaced(self.record, attack=replace(attack, still_reaches=reaches))
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


def text(file: RecordFile) -> str:
    """A record as TOML text."""
    return record_text("attack record", file, _ORDER)


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

    game, what = GAME, "attack record"

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

    def read(self, data: Data) -> tuple[RecordFile, Iterable[str]]:
        """A record without its steps and claims, and these as they are said. Raises BadInput."""
        file = read_record(self.path, data, self.deck).file
        claims = (f"{CLAIM}{written_claim(*one)}" for one in file.claim.made().items())
        return replace(file, steps=(), claim=ClaimEntry()), (*answers_of(file), *claims)

    def text_with(self, file: RecordFile, answers: Sequence[Answer], claims: Sequence[str]) -> str:
        """A record with the answers as its steps."""
        said = [(answer.key, answer.text) for answer in answers if answer.key in (ROLL, ASSAULT, REACHES)]
        if any(key == REACHES and text == "yes" for key, text in said):
            file = replace(file, situation=replace(file.situation, still_reaches=True))
        made: dict[str, Any] = {what: value for claim in claims for what, value in claim_of(claim).made().items()}
        steps = tuple(steps_of(said, average=file.dice == "average"))
        return text(replace(file, steps=steps, claim=ClaimEntry(**made)))


# --- Attacks apart from a whole game, as the commands get them ------------------------------------


BATTLES = Battles(
    judge=part("referee.games.mythic.records.verdict:judge"),
    readings=AttackReadings,
    read=part("referee.games.mythic.records.record:read_record"),
    in_game=part("referee.games.mythic.records.live:attack_in"),
    text=part("referee.games.mythic.records.live:text_of"),
    claimed=part("referee.games.mythic.records.record:claimed"),
    outlasts=lambda claim: claim.split()[0] in FROM_THE_START,
    odds=part("referee.games.mythic.odds.report:report_odds"),
    live=part("referee.games.mythic.records.live:AttackTable"),
    advised=part("referee.games.mythic.surviving.report:Adviser"),
    cost=part("referee.games.mythic.odds.report:hangs_on"),
    ahead=part("referee.games.mythic.surviving.report:report_round"),
    idle=part("referee.games.mythic.records.live:idle"),
    write=text,
    said_at_end={"claim": ClaimEntry()},
    turn="step",
    kinds=frozenset(get_args(AttackKind)),
    named=part("referee.games.mythic.surviving.report:report_unit"),
)


# --- An attack inside a whole game, as the record that it would be on a file of its own -----------


_THROW = write_move(ThrowTarget(""))
_BEFORE_DICE = ("guard", "evade", "initiative")
"""How begins what a light table says in the place of the first dice."""


class FoughtAttack(NamedTuple):
    """An attack of a step: as its values were taken, and what was said of its dice, with the questions' keys."""

    attack: Attack
    said: tuple[tuple[str, str], ...]


def attack_in(where: str, setup: Setup, session: Session[GameState], number: int | None, whole: bool) -> Record:
    """The attack that an entry of a log made; without a number the one under way, else the last.

    Of an entry it is the attack itself, not what answered it, of several targets the first; all the rest is among
    its `others`. With the dice, or as it stood before them if it isn't to be `whole`: of the one under way those that
    lie count. Raises BadInput where there is none.
    """
    if number is None and (under_way := _under_way(setup, session)):
        return with_claims(_record(where, setup, under_way[-1]), session.claims_about(None, bool))
    if number is None:
        every = ((_of_entry(setup, session, at), at) for at in range(len(session.steps), 0, -1))
        fought, number = next((one for one in every if one[0]), ([], 0))
        if not fought:
            raise BadInput(f"{where}: nobody has attacked in this game yet")
    else:
        expect_entry(where, session, number)
        fought = _of_entry(setup, session, number)
        if not fought:
            said = session.steps[number - 1]
            told = f'entry {number} ("{said.do or said.correct}") came to no attack'
            raise BadInput(f"{where}: {told}; see: referee log {where}")
    record = _entry(where, setup, fought, whole=whole)
    if not whole:
        return record
    return with_claims(record, session.claims_about(number, lambda at: bool(_of_entry(setup, session, at))))


def idle(setup: Setup, session: Session[GameState]) -> Idle | None:
    """What is told where no attack is under way; None where one is."""
    if _under_way(setup, session):
        return None
    tracked = not session.state.light and session.state.phase in UNDER_WAY
    last = "No attack is under way: this is the last one, as it stood before its dice."
    return Idle(last, "What each unit has to fear in this round" if tracked else "")


def text_of(record: Record) -> str:
    """An attack of a game as the text of an attack record. Raises BadInput where a record can't say all of it."""
    told = text(record.file)
    if read_record(Path(record.where), parse_toml(told, record.where)).attack != record.attack:
        raise BadInput(f"{record.where}: this attack can't be a record: its force of nature was used somewhere else")
    return told


# --- found in the log -----------------------------------------------------------------------------------


def _under_way(setup: Setup, session: Session[GameState]) -> list[FoughtAttack]:
    """The attacks of the step under way, as far as they have come."""
    return _fought(setup, session.state, session.draft) if session.draft else []


def _of_entry(setup: Setup, session: Session[GameState], number: int) -> list[FoughtAttack]:
    """The attacks of an entry, in their order."""
    step = session.steps[number - 1]
    return _fought(setup, session.state_before(number), step.answers) if step.kind == "move" else []


@dataclass
class _Watch:
    """Plays a step and notes its attacks, each with what is said of its dice."""

    opened: list[Match] = field(default_factory=list)
    said: dict[int, list[tuple[str, str]]] = field(default_factory=dict)

    def decision(self, setup: Setup, state: GameState, events: list[Any]) -> Procedure[None] | None:
        """The next decision, watched."""
        match = Match(setup, state, events, settle=using.settle)
        asking = turns.light_decision(match) if state.light else turns.decision(match)
        self.opened.append(match)
        return None if asking is None else relay(asking, self._note)

    def _note(self, question: Question[Any]) -> Procedure[Any]:
        value = yield question
        said = question.record(value, "")
        if question.key in (ROLL, ASSAULT) and not said.startswith(_BEFORE_DICE):
            self.said.setdefault(len(self.attacks), []).append((question.key, said))
        return value

    @property
    def attacks(self) -> list[Attack]:
        """The attacks so far, in the order in which their values were taken."""
        return [attack for match in self.opened for attack in match.fought]


def _fought(setup: Setup, before: GameState, answers: Sequence[Answer]) -> list[FoughtAttack]:
    """The attacks of a step in their order, with answers to the end or as far as they go."""
    watch = _Watch()
    playing = Playing(replace(turns.RULES, next_decision=watch.decision, tracking_levels=None), setup)
    play(playing, before, [(answer.key, None, answer.text) for answer in answers])
    return [FoughtAttack(attack, tuple(watch.said.get(at, ()))) for at, attack in enumerate(watch.attacks, 1)]


# --- as a record ----------------------------------------------------------------------------------------


def _entry(where: str, setup: Setup, fought: Sequence[FoughtAttack], *, whole: bool) -> Record:
    """The attack of an entry as a record, with the others."""
    meant = next((at for at, one in enumerate(fought) if one.attack.kind != "retaliation"), 0)
    ordered = (fought[meant], *fought[:meant], *fought[meant + 1 :])
    first, *others = (_record(where, setup, one, whole=whole) for one in ordered)
    return with_(first, others=tuple(others))


def _record(where: str, setup: Setup, fought: FoughtAttack, *, whole: bool = True) -> Record:
    """An attack as a record, with what was done with its dice if it is `whole`."""
    attack = fought.attack
    average = setup.dice == "average"
    file = RecordFile(
        game="mythic",
        kind=attack.kind,
        **in_attack(attack),
        dice="average" if average else "entered",
        situation=_situation(attack),
        modifiers=tuple(
            ModifierEntry(
                why=one.why,
                offence=one.offence,
                defence=one.defence,
                range=one.range,
                dice=UNSET if one.dice is None else one.dice,
                reroll=one.reroll,
            )
            for one in attack.modifiers
        ),
        attacker=_side(attack.attacker),
        defender=_side(attack.defender),
    )
    steps = list(steps_of(fought.said, average=average)) if whole and reckoned(attack).offence else []
    steps = [_THROW if step.startswith(_THROW) else step for step in steps]  # a record has no map
    return with_steps(Record(where, file, attack, (), saved=True), steps)


def _situation(attack: Attack) -> Situation:
    return Situation(**{name: getattr(attack, name) for name in Situation.__struct_fields__})


def _side(side: Side) -> SideEntry:
    """One of the two, told whole."""
    told: dict[str, Any] = {
        "name": side.name,
        "type": side.kind,
        "offence": side.offence,
        "defence": side.defence,
        "range": side.range,
        "talents": side.talents,
        "unused": side.unused,
        "traits": side.types,
        "terrain": side.terrain,
        "company": side.company,
        "helped": side.helped,
    }
    left = {"miniatures": side.miniatures, "full": side.full}
    if side.kind != "troop":
        left = {"vitality": side.vitality}
    return SideEntry(**told | {name: number for name, number in left.items() if number is not None})
