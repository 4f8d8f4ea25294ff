"""A battle record taken up again from one of its turns, with another move in its place."""

from __future__ import annotations

from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from referee.errors import BadInput, Illegal
from referee.games.conjurers.records.record import (
    Record,
    RecordFile,
    dice_of,
    turn_of,
    write_record,
)
from referee.games.conjurers.records.verdict import replay
from referee.play.live_record import told


class RecordAgain(NamedTuple):
    """A record's text from its beginning on, what it has ("4 turns"), and why it has no more ("" if it has all)."""

    text: str
    kept: str
    ended: str


def played_again(record: Record, turn: int, instead: str, deck: str) -> RecordAgain:
    """A record up to before a turn; with a move `instead` that and what follows with the same dice, while they fit.

    Claims are left out from that turn on. `deck` is where the new record finds its cards. Raises BadInput for a turn
    that the record doesn't have, Illegal for a move that isn't legal there, and what can't be read.
    """
    last = len(record.turns)
    if not 1 <= turn <= last:
        raise BadInput(f"{record.where}: there is no turn {turn}; they are numbered from 1 to {last}")
    file = replace(record.file, deck=deck, turns=record.file.turns[: turn - 1], winner=UNSET, unfinished=UNSET)
    if not instead:
        return RecordAgain(write_record(file), told("turn", turn - 1), "")
    first = replace(record.file.turns[turn - 1], move=instead, claim={})
    turn_of(turn, first, record.start, record.where)  # a move that can't be read is nobody's to play on from
    later = [replace(entry, claim={}) for entry in record.file.turns[turn:]]
    if not _fits(record, replace(file, turns=(*file.turns, first))):  # its dice were those of another move
        first = replace(first, dice=UNSET)
    ended = ""
    for entry in (first, *later):
        longer = replace(file, turns=(*file.turns, entry))
        try:
            illegal = replay(_record(record, longer)).illegal
        except BadInput as error:
            ended = str(error).removeprefix(f"{record.where}: ")
            break
        if illegal is not None and illegal.turn.number == turn:
            raise Illegal(illegal.reason, illegal.ruling)
        if illegal is not None:
            ended = f"turn {illegal.turn.number} ({entry.move}) isn't legal any more: {illegal.reason}"
            break
        file = longer
    return RecordAgain(write_record(file), told("turn", len(file.turns)), ended)


def _fits(record: Record, file: RecordFile) -> bool:
    """Whether the dice of a record fit."""
    try:
        replay(_record(record, file))
    except BadInput:
        return False
    return True


def _record(record: Record, file: RecordFile) -> Record:
    """A record of the same sides with other turns."""
    start = record.start.copy()
    turns = tuple(turn_of(number, entry, start, record.where) for number, entry in enumerate(file.turns, 1))
    return Record(record.where, file, start, dice_of(file, record.where), turns, record.unknown)
