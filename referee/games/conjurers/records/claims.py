"""What somebody says at the table of a battle as it stands, put into its record to be judged."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from referee.errors import BadInput, Unreadable
from referee.games.conjurers.battle.moves import find_key
from referee.games.conjurers.battle.state import Fighter
from referee.games.conjurers.records.record import Record
from referee.text.names import fold, printable

_CLAIM = re.compile(r"(.*\S)\s*[ =:]\s*(\d{1,4})(?:\s+damage)?", re.IGNORECASE)


def claimed(record: Record, text: str) -> Record:
    """A record whose last turn claims damage on creatures, as in "Griffin 4, Sphinx 2".

    Raises BadInput where no turn was played, Unreadable for what is no claim, Ambiguous for several creatures.
    """
    if not record.turns:
        raise BadInput("no turn of this battle is over yet, so there is nothing to claim")
    known = [fighter for fighter in record.start.fighters if not fighter.maybe]
    claims = dict(_claim(part, known) for part in text.split(","))
    *before, last = record.turns
    return replace(record, turns=(*before, replace(last, claims={**last.claims, **claims})))


def _claim(text: str, known: Sequence[Fighter]) -> tuple[str, int]:
    read = _CLAIM.fullmatch(text.strip())
    if read is None:
        raise Unreadable(f'"{printable(text)}" is no claim; say who has how much damage: claim Griffin 4')
    return _creature(read[1], known).key, int(read[2])


def _creature(said: str, known: Sequence[Fighter]) -> Fighter:
    """The creature that somebody means by some words of its name, or their beginnings. Raises BadInput."""
    words = fold(said).split()
    meant = [
        one for one in known if all(any(part.startswith(word) for part in fold(one.name).split()) for word in words)
    ]
    return meant[0] if len(meant) == 1 else find_key(said, known)
