"""Judging a battle record: it is replayed, and illegal moves and wrong claims are reported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec import UNSET, Struct, to_builtins

from referee.asking.dice import Dice, Seeded
from referee.asking.question import Question, drive
from referee.declaration import judged
from referee.declaration.reports import IllegalAt
from referee.errors import BadInput, Illegal, Unreadable, refusal
from referee.games.conjurers.battle.moves import DAMAGE, MOVES, put_damage, put_slot
from referee.games.conjurers.battle.state import SIDES, Battle, BattleOutcome, Fighter, Play, SideName, find_key
from referee.games.conjurers.battle.turn import turn as play_turn
from referee.games.conjurers.records.record import Record, RecordTurn
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.vocabulary import GAME
from referee.play.notation import Answer
from referee.rulebook.rules import rulebook
from referee.text.grammar import does, so_many

if TYPE_CHECKING:
    from referee.text.screen import Screen


class PlayedTurn(Struct, frozen=True):
    """A turn that was played: its answers and events, and the battle after it."""

    turn: RecordTurn
    answers: tuple[Answer, ...]
    events: tuple[Any, ...]
    after: Battle


class Dispute(Struct, frozen=True):
    """A wrong claim: the damage claimed and the damage ruled."""

    turn: int
    creature: str
    claimed: int
    ruled: int


@dataclass
class Verdict(judged.Verdict[Record]):
    """The referee's findings on a battle record."""

    played: list[PlayedTurn] = field(default_factory=list)

    @property
    def disputes(self) -> list[Dispute]:
        """The wrong claims."""
        return [
            Dispute(one.turn.number, fighter.key, claimed, fighter.damage)
            for one in self.played
            for key, claimed in one.turn.claims.items()
            for fighter in one.after.fighters
            if fighter.key == key and fighter.damage != claimed
        ]

    @property
    def notes(self) -> Sequence[str]:
        """Remarks for people."""
        unfinished = self.record.file.unfinished
        return (f"{self.record.where}: its last turn is unfinished and isn't judged",) if unfinished else ()

    @property
    def cites(self) -> bool:
        """Whether it names rules: in full every hit of a turn does, in brief only what is wrong."""
        return self.against or (not self.brief and bool(self.played))

    @property
    def illegal_data(self) -> dict[str, Any] | None:
        """The illegal move in the fixed machine format, with the page of its rule; None without one."""
        found = super().illegal_data
        return found and {
            "turn": found["turn"],
            "move": self.illegal_text,
            "reason": found["reason"],
            "ruling": rulebook(GAME).cite_short(found["ruling"]),
        }

    @property
    def illegal_text(self) -> str:
        """The illegal move as it is written; "" without one."""
        return self.record.turns[self.illegal.number - 1].text if self.illegal is not None else ""

    def after(self, turn: int) -> Battle:
        """Return the battle after a turn that was played; the start of the battle for turn 0."""
        return self.played[turn - 1].after if turn else self.record.start

    @property
    def battle(self) -> Battle:
        """The battle after the last legal turn, and after its end by the outcome."""
        last = self.after(len(self.played))
        winner = self.record.file.winner
        if winner is UNSET or self.illegal is not None or len(self.played) < len(self.record.turns):
            return last
        ended = last.copy()
        ended.outcome = BattleOutcome(winner, "outcome")
        return ended

    def data(self) -> dict[str, Any]:
        """Return the verdict in the fixed machine format; damage in damage markers."""
        battle, outcome = self.battle, self.battle.outcome
        agreed = [{"turn": one.turn.number, "because": one.turn.because} for one in self.played if one.turn.because]
        return {
            "game": GAME,
            "kind": battle.kind,
            "legal": self.illegal is None,
            "illegal": self.illegal_data,
            "disputes": to_builtins(self.disputes),
            "turns": [
                {
                    "turn": played.turn.number,
                    "side": played.turn.side,
                    "move": played.turn.text,
                    "damage": {one.key: one.damage for one in played.after.fighters if not one.maybe},
                }
                for played in self.played
            ],
            "over": outcome is not None,
            "winner": outcome.winner if outcome else None,
            "reason": outcome.reason if outcome else None,
            "state": {side: _side(battle, side) for side in SIDES},
        } | ({"agreed": agreed} if agreed else {})

    def show(self, screen: Screen) -> None:
        """Show the board and the arithmetic turn by turn, then what is illegal or disputed."""
        from referee.games.conjurers.screens.verdict import show_verdict

        show_verdict(self, screen, brief=self.brief)


def replay(record: Record, brief: bool = False) -> Verdict:
    """Play a record up to its end or its first illegal move. Raises BadInput for dice that don't fit."""
    verdict = Verdict(record, brief=brief)
    for turn in record.turns:
        try:
            verdict.played.append(_play(record, verdict.battle, turn))
        except Illegal as error:
            verdict.illegal = IllegalAt(turn.number, str(error), error.ruling)
            break
    if record.file.winner is not UNSET and verdict.played and verdict.played[-1].after.outcome is not None:
        last = verdict.played[-1].turn.number
        raise BadInput(f"{record.where}: a winner is written, but turn {last} ended the battle")
    return verdict


class _WrongRoll(Exception):
    """Raised when a roll of the record doesn't fit, or is `missing`; `moved` if the move was made before it."""

    def __init__(self, what: object, moved: bool, missing: bool = False) -> None:
        super().__init__(str(what))
        self.moved, self.missing = moved, missing


def _play(record: Record, battle: Battle, turn: RecordTurn) -> PlayedTurn:
    """Play one turn on a copy. Raises Illegal, or BadInput for its dice."""
    if battle.outcome is not None:
        raise Illegal(f"the battle is over since turn {battle.turn}", battle.outcome.rule)
    place = f"{record.where}: turn {turn.number}"
    if turn.rolls is not None and record.file.dice != "entered":
        raise BadInput(f'{place}: dice are written with dice = "entered" only; here dice = "{record.file.dice}"')
    written = turn.rolls or ()
    rolls = list(written)
    try:
        played = _run(record.dice, battle, turn, rolls)
    except _WrongRoll as wrong:
        if not wrong.moved and (error := _illegal_anyhow(battle, turn)):
            raise error from None
        if wrong.missing:
            raise BadInput(f"{place}: roll {len(written) + 1} is missing: {wrong}") from None
        raise BadInput(f"{place}, roll {len(written) - len(rolls)}: {wrong}") from None
    if rolls:
        needed = len(written) - len(rolls)
        there = does(str(len(written)), "is", many=len(written) != 1)
        raise BadInput(f"{place}: it takes {so_many(needed, 'roll')}; {there} written")
    return played


def _run(dice: Dice, battle: Battle, turn: RecordTurn, rolls: list[str]) -> PlayedTurn:
    """Play one turn on a copy, using up `rolls` as far as the dice ask for any."""
    after = battle.copy()
    events: list[Any] = []
    given: list[Answer] = []

    def answer(question: Question[Any]) -> Any:
        moved = any(one.key == "move" for one in given)
        if question.key == "move":
            if not turn.because:
                MOVES.verify(after, turn.move)
            given.append(Answer(question.key, turn.text))
            return turn.move
        if question.key != "roll":
            chosen = turn.magic.get(question.key.removeprefix("magic "), battle_tables.numbers().magician[0])
            given.append(Answer(question.key, chosen))
            return chosen
        if not rolls:
            raise _WrongRoll(question.prompt.partition(" (like ")[0], moved, missing=True)
        given.append(Answer(question.key, rolls[0]))
        try:
            return question.parse(rolls.pop(0))
        except Unreadable as error:
            raise _WrongRoll(error, moved) from None

    drive(play_turn(Play(after, dice, events)), answer)
    for what, key, one in turn.put_right:
        number = find_key(key, after.fighters).number
        (put_damage if what == DAMAGE else put_slot)(after, number, one)
    return PlayedTurn(turn, tuple(given), tuple(events), after)


def _illegal_anyhow(battle: Battle, turn: RecordTurn) -> Illegal | None:
    """Return why a move is illegal whatever the dice before it show: with the lowest and the highest; or None."""
    found = None
    for face in (min(battle_tables.numbers().die), max(battle_tables.numbers().die)):
        refused = refusal(_run, Seeded((face,), ""), battle, turn, [])
        if refused is None:
            return None
        found = found or refused
    return found


def _side(battle: Battle, side: SideName) -> dict[str, Any]:
    slots: list[dict[str, Any] | None] = [None] * battle_tables.numbers().slots
    for fighter in battle.in_slots(side):
        assert fighter.slot is not None
        slots[fighter.slot - 1] = _in_slot(battle, fighter)
    return {
        "hand": [fighter.name for fighter in battle.of(side) if fighter.in_hand],
        "slots": slots,
        "dead": [battle.fighters[number].name for number in battle.sides[side].dead],
    }


def _in_slot(battle: Battle, fighter: Fighter) -> dict[str, Any]:
    def name(number: int | None) -> str | None:
        return None if number is None else battle.fighters[number].name

    return {
        "name": fighter.name,
        "damage": fighter.damage,
        "frost": fighter.frost,
        "poison": fighter.poison,
        "bound": fighter.bound,
        "equipment": [{"name": piece.name, "absorbed": piece.absorbed} for piece in fighter.worn],
        "devouring": name(fighter.devouring),
        "devoured_by": name(fighter.devoured_by),
    }


def with_creatures(ruled: Mapping[str, Any]) -> Mapping[str, Any]:
    """Add each creature's state to the data of a verdict: its damage and markers, or that it is dead."""
    sides = {side: of for side, of in (ruled.get("state") or {}).items() if "slots" in of}
    if not sides:
        return ruled
    after = ruled["turns"][-1]["damage"] if ruled["turns"] else {}
    creatures = {name: {"damage": damage} for name, damage in after.items()}
    for side, of in sides.items():
        for one in filter(None, of["slots"]):
            creatures[f"{side}.{one['name']}"] |= {"frost": one["frost"], "poison": one["poison"]}
        for name in of["dead"]:
            creatures[f"{side}.{name}"] |= {"dead": True}
    return {**ruled, "creatures": creatures}
