"""Where the battle of a record stands: right before the move that is to be made."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from referee.asking.dice import Mode, Roll, read_roll
from referee.asking.question import Procedure
from referee.games.conjurers.battle.play import Play
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.battle.turn import turn
from referee.games.conjurers.records.record import Record
from referee.games.conjurers.tables import battle as battle_tables


@dataclass(frozen=True)
class BattleStanding:
    """A battle right before a move, or over; `notes` say what was left aside to come there."""

    battle: Battle
    notes: tuple[str, ...] = ()


def standing_of(record: Record, after: Battle) -> BattleStanding:
    """A record's battle after its turns, brought through the start of the next one (B1).

    Dice of that start which the record doesn't have are left aside, as if they did nothing. So are the answers of
    an unfinished turn from its move on. Raises Unreadable for rolls that don't fit.
    """
    battle = after.copy()
    if battle.outcome is not None:
        return BattleStanding(battle)
    entered = record.file.dice == "entered"
    unfinished = record.file.unfinished
    dice = _Begun(unfinished.turn if unfinished else ()) if entered else None
    next(turn(Play(battle, dice or record.dice, [])))  # up to the question for the move
    left = dice.left if dice else unfinished.turn if unfinished else ()
    notes = list(dice.aside) if dice else []
    if waiting := [f.name for f in battle.of(battle.side_to_move) if f.slot is None and f.key in record.unknown]:
        notes.append(f"no odds before its card is known: {', '.join(waiting)}")
    if left:
        notes.append(f'the last turn is unfinished; these are the odds before its move "{left[0]}"')
    return BattleStanding(battle, tuple(notes))


class _Begun:
    """The dice of a turn that has begun: those typed in already, and for the rest the least that can be."""

    mode: Mode = "entered"

    def __init__(self, answers: Iterable[str]) -> None:
        self.left = list(answers)
        self.aside: list[str] = []

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """The next roll."""
        yield from ()  # nothing to ask
        faces = battle_tables.numbers().die
        if self.left:
            values = read_roll(self.left.pop(0), count, faces)
            return Roll(count, values, sum(values))
        dice = "die" if count == 1 else "dice"
        self.aside.append(f"a throw before the move is left aside: {what}: {count} {dice}")
        return Roll(count, (), count * min(faces))
