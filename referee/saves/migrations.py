"""Saves of older formats, made into those of today. This is the only place where a stored text is split.

Format 1 kept a table for each step, format 2 a line of text. Neither had the keys of questions, times or an id, and
what a card says could hold what parted the answers of a step: then the log can't be played, which is told when it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from referee.errors import Unreadable
from referee.files.files import Data, convert
from referee.play.notation import MEND, looks_like_correction, readings
from referee.play.step import WHOSE, Answer, Step

_BETWEEN = " / "
_FOLLOWS = "+"
"""Where a line of what was undone belongs to the correction before it."""
_BECAUSE = " because "


def migrated(data: Data, version: int, where: str) -> Data:
    """The data of an older save as the newest format has it. Raises BadInput."""
    while version in _MIGRATIONS:
        data = _MIGRATIONS[version](data, where) | {"format": version + 1}
        version += 1
    return data


def doubtful(step: Step) -> bool:
    """Whether an older format may have kept a step so that it can't be read back.

    A card's own words could hold what parted the answers, an edit by hand a name with a full stop.
    """
    return step.correct.lower().startswith(MEND) or any("manual" in answer.text for answer in step.answers)


def id_of_old(data: Data, steps: Sequence[Data]) -> str:
    """The id of a save that was begun without one: it follows from its set-up and first steps."""
    begun = msgspec.json.encode([data.get("setup"), steps[:3]], order="deterministic")
    return hashlib.sha256(begun).hexdigest()[:12]


# --- from format 1 --------------------------------------------------------------------------------


class _Step1(Struct, forbid_unknown_fields=True):
    at: str
    move: str
    more: str = ""
    kind: str = ""


class _History1(Struct, forbid_unknown_fields=True):
    log: list[_Step1] = []
    undone: list[_Step1] = []


def _one_line_steps(data: Data, where: str) -> Data:
    """Format 1 kept a table for each step; format 2 a line."""
    old = convert(data.get("history", {}), _History1, f"{where}: history")

    def lines(steps: Iterable[_Step1]) -> list[str]:
        return [f"{s.at}: {s.move}" + (f" [{s.more}]" if s.more else "") for s in steps]

    return data | {"history": {"log": lines(old.log), "undone": lines(old.undone)}}


# --- from format 2 --------------------------------------------------------------------------------


class _History2(Struct, forbid_unknown_fields=True):
    log: list[str] = []
    undone: list[str] = []


class _Save2(Struct):
    history: _History2 = msgspec.field(default_factory=_History2)
    draft: list[str] = []
    fingerprint: str = ""


def _steps(data: Data, where: str) -> Data:
    """Format 2 kept a text for each step; format 3 a record."""
    old = convert({key: data[key] for key in ("history", "draft", "fingerprint") if key in data}, _Save2, where)
    log = _built(_step(line) for line in old.history.log)
    history: dict[str, Any] = {
        "log": log,
        "draft": [["", text] for text in old.draft],
        "undone": [_built(steps) for steps in _undone(old.history.undone)],
    }
    kept = {key: value for key, value in data.items() if key not in ("draft", "fingerprint")}
    marks = {"state": old.fingerprint}
    return kept | {"history": history, "marks": marks, "id": id_of_old(data, log)}


def _built(steps: Iterable[Step]) -> list[Data]:
    return [msgspec.to_builtins(step) for step in steps]


def _step(line: str) -> Step:
    """A step from its line: "turn 1, placing · Anna: place worker [a / b]"."""
    place, _, text = line.partition(": ")
    at, _, who = place.partition(WHOSE)
    if looks_like_correction(text):
        return msgspec.structs.replace(_correction(text), at=at, who=who)
    return Step.of(_answers(text), at, who)


def _answers(text: str) -> list[Answer]:
    move, bracket, more = text.rstrip().removesuffix("]").partition(" [")
    if not bracket:
        return [Answer("", text)]
    return [Answer("", one) for one in (move, *more.split(_BETWEEN))]


def _correction(text: str) -> Step:
    """A correction as it was carried out: its reason followed the first "because"."""
    try:
        return min(readings(text), key=lambda step: len(step.correct))
    except Unreadable:
        correction, _, because = text.partition(_BECAUSE)
        return Step(correct=correction, because=because)


def _undone(lines: Iterable[str]) -> list[list[Step]]:
    """What was undone: a line for each, and those that followed a correction by themselves with it."""
    found: list[list[Step]] = []
    for line in lines:
        if line.startswith(f"{_FOLLOWS}: ") and found:
            found[-1].append(Step.of(_answers(line.partition(": ")[2])))
        else:
            found.append([_step(line)])
    return found


_MIGRATIONS: dict[int, Callable[[Data, str], Data]] = {1: _one_line_steps, 2: _steps}
"""For each older format, what turns its data (of the file named) into the next one's. Raises BadInput."""
