"""Mixes of everything that can be said to a live battle: its record leads to where it was."""

from __future__ import annotations

import random
import re
import tempfile
from io import StringIO
from pathlib import Path
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import RefereeError
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.battle import moves
from referee.games.conjurers.battle.battles import BATTLES
from referee.games.conjurers.battle.live import BattleTable
from referee.games.conjurers.battle.record import RecordFile
from referee.text.screen import Screen
from tests.conjurers.test_random_battles import battles
from tests.random_runs import games


def table(record: Path) -> BattleTable:
    return BattleTable(CONJURERS, record, Screen(plain=True, file=StringIO()))


def shown(found: BattleTable) -> tuple[Any, ...]:
    """Where a battle is: the board in the middle of a turn too, the turns so far, and what is asked."""
    session = found.session
    asked = session.question and (session.question.key, session.question.who, session.question.prompt)
    board = [msgspec.json.encode(state.battle, order="deterministic") for state in (session.state, session.present)]
    return board, [step.answers for step in session.steps], list(session.draft), asked


def answer(found: BattleTable, chance: random.Random) -> str:
    """A legal answer."""
    question, battle = found.session.question, found.session.present.battle
    assert question is not None
    assert battle is not None
    if question.key == "move":
        return moves.MOVES.write(chance.choice(moves.legal_moves(battle)), battle)
    if count := re.search(r"(\d+) (?:die|dice)(?:$|, then )", question.prompt):
        return " ".join(str(chance.randrange(3)) for _ in range(int(count[1])))
    return chance.choice(question.options()).text


def say(found: BattleTable, chance: random.Random) -> str:
    """Something, at random; what it was."""
    session = found.session
    said = chance.choices(("answer", "nonsense", "undo", "redo", "take back", "rewind"), (12, 1, 2, 2, 2, 1))[0]
    before = shown(found)
    if said == "answer" and session.question is not None:
        session.answer(answer(found, chance))
    elif said == "nonsense" and session.question is not None:
        try:
            session.answer("nonsense")
        except RefereeError:
            assert shown(found) == before
    elif said == "undo" and session.undo():
        if chance.random() < 0.5:
            assert session.redo()
            assert shown(found) == before
    elif said == "redo":
        session.redo()
    elif said == "take back" and session.take_back():
        if chance.random() < 0.5:
            assert session.redo()
            assert shown(found) == before
    elif said == "rewind":
        session.rewind(chance.randint(0, len(session.steps)))
    return said


@games(20)
@given(battles(), st.integers(0, 2**32))
def test_whatever_is_said_in_any_order_the_record_leads_to_the_battle(file: RecordFile, seed: int) -> None:
    chance = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        record = Path(folder) / "duel.toml"
        record.write_text(BATTLES.write(file), encoding="utf-8")
        found = table(record)
        for _ in range(40):
            say(found, chance)
            if chance.random() < 0.3:
                found.save()
                assert shown(table(record)) == shown(found)
                if chance.random() < 0.3:
                    found.reload()
