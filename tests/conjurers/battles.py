"""Short ways to write battles in tests."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import tomli_w

from referee.games.conjurers.battle.battles import BATTLES
from referee.games.conjurers.battle.record import Verdict, replay
from referee.games.conjurers.battle.state import Fighter


def creature(
    name: str, hp: int, bd: int, *abilities: str, level: int = 2, mythology: str = "norse", element: str = ""
) -> dict[str, Any]:
    """A creature's entry in a record."""
    entry: dict[str, Any] = {"name": name, "level": level, "hp": hp, "bd": bd, "abilities": list(abilities)}
    if level > 1:
        entry["mythology"] = mythology
    if element:
        entry["element"] = element
    return entry


def piece(name: str, *abilities: str) -> dict[str, Any]:
    """An item's entry in a record."""
    return {"name": name, "abilities": list(abilities)}


def record(
    attacker: list[dict[str, Any]],
    defender: list[dict[str, Any]],
    *turns: str | tuple[str, str] | dict[str, Any],
    attacker_wears: list[dict[str, Any]] | None = None,
    defender_wears: list[dict[str, Any]] | None = None,
    minion: dict[str, Any] | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """A battle record as data. A turn is a move, (move, dice) or a whole entry; dice are average unless entered."""
    entries = [
        {"move": t} if isinstance(t, str) else {"move": t[0], "dice": t[1]} if isinstance(t, tuple) else t
        for t in turns
    ]
    entered = any("dice" in entry for entry in entries)
    data: dict[str, Any] = {
        "game": "conjurers",
        "kind": "battleground" if minion else "duel",
        "dice": "entered" if entered else "average",
        "attacker": {"name": "Anna", "creatures": attacker, "equipment": attacker_wears or []},
        "defender": {"name": "Bo", "creatures": defender, "equipment": defender_wears or []},
        "turns": entries,
        **settings,
    }
    if minion:
        data["defender"]["minion"] = minion
    return data


def judge(data: dict[str, Any]) -> Verdict:
    """The verdict on a record, read as it would be from a file."""
    return replay(BATTLES.read(Path("test.toml"), tomllib.loads(tomli_w.dumps(data))))


def fought(*args: Any, **settings: Any) -> Verdict:
    """The verdict on a record (see `record`) whose turns must all be legal."""
    verdict = judge(record(*args, **settings))
    assert verdict.illegal is None, verdict.illegal
    return verdict


def refused(*args: Any, **settings: Any) -> str:
    """The id of the rule by which the last turn of a record is illegal; all before it must be legal."""
    data = record(*args, **settings)
    verdict = judge(data)
    assert verdict.illegal is not None, "every turn was legal"
    assert verdict.illegal.number == len(data["turns"]), verdict.illegal
    return verdict.illegal.ruling


def report(verdict: Verdict) -> dict[str, Any]:
    """A verdict as the JSON object of `referee judge`."""
    return verdict.data()


def damage(verdict: Verdict) -> dict[str, int]:
    """The damage on every creature at the end, by key ("attacker.Wolf")."""
    return {fighter.key: fighter.damage for fighter in verdict.battle.fighters}


def fighter(verdict: Verdict, key: str) -> Fighter:
    """A creature at the end, by key."""
    return next(fighter for fighter in verdict.battle.fighters if fighter.key == key)


def events(verdict: Verdict, kind: type[Any]) -> list[Any]:
    """All events of a kind, in order."""
    return [event for played in verdict.played for event in played.events if isinstance(event, kind)]
