"""Saves: a whole game in one TOML file that a person can read and mend.

A save has a header, the set-up, the state as of now, and the history: the log of all answers with every die and
draw, so that replaying never rolls again. State and history are both there; a fingerprint of the state tells one
that was mended by hand from one that the program wrote. Writing is atomic, keeps the version before as a backup,
and never overwrites what another program wrote meanwhile: a revision number is compared under a lock that is held
only for that.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from referee.errors import BadInput, Overtaken
from referee.files import Data, convert, parse_toml, read_text, replace_file
from referee.session import INTERVENE, Answer, Entry, is_correction

FORMAT = 2
"""The version of this layout. A newer one is refused; an older one goes through `MIGRATIONS`."""

KIND = "save"
SEPARATOR = " / "
"""What parts the answers of one step."""

FIRST_LINE = (
    "# A game kept by referee. It may be mended by hand: a change of [state] is noticed and asked about.\n"
    '# Comments are not kept when it is written again; use note = "...".\n'
)


class LogEntry(Struct, frozen=True):
    """One step as it is kept: where in the game, the answer it began with, and the answers that followed."""

    at: str
    move: str
    more: tuple[str, ...] = ()

    def answers(self) -> Entry:
        """The answers of the step, in order; the keys of their questions aren't kept."""
        kind = INTERVENE if is_correction(self.move) else ""
        return (Answer(kind, self.move), *(Answer("", text) for text in self.more))

    @property
    def text(self) -> str:
        """The step in the notation of moves: "resolve recruiter [trade 3 wood iron / done]"."""
        return f"{self.move} [{SEPARATOR.join(self.more)}]" if self.more else self.move

    @property
    def line(self) -> str:
        """The step as one line of a save: "turn 1, placing: place worker stone mine"."""
        return f"{self.at}: {self.text}"


def read_line(line: str) -> LogEntry:
    """A step from its line in a save."""
    at, _, text = line.partition(": ")
    move, bracket, more = text.rstrip().removesuffix("]").partition(" [")
    if not bracket or is_correction(text):
        return LogEntry(at, text)
    return LogEntry(at, move, tuple(more.split(SEPARATOR)))


def entry_of(at: str, answers: Entry) -> LogEntry:
    """A step as it is kept."""
    first, *rest = (answer.text for answer in answers)
    return LogEntry(at, first, tuple(rest))


class History(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The log, and what was undone and can be redone: the newest last, a line each."""

    log: list[str] = []
    undone: list[str] = []

    @classmethod
    def of(cls, log: list[LogEntry], undone: list[LogEntry]) -> History:
        """A history of steps."""
        return cls([entry.line for entry in log], [line for entry in undone for line in _undone_lines(entry)])

    def entries(self) -> list[LogEntry]:
        """The steps of the log."""
        return [read_line(line) for line in self.log]

    def undone_entries(self) -> list[LogEntry]:
        """The steps that were undone."""
        found: list[LogEntry] = []
        for entry in map(read_line, self.undone):
            if entry.at == _FOLLOWS and found:
                found[-1] = LogEntry(found[-1].at, found[-1].move, (entry.move, *entry.more))
            else:
                found.append(entry)
        return found


_FOLLOWS = "+"
"""Where a line of what was undone belongs to the correction before it, which is one text whatever is in it."""


def _undone_lines(entry: LogEntry) -> list[str]:
    if not is_correction(entry.move) or not entry.more:
        return [entry.line]
    return [LogEntry(entry.at, entry.move).line, LogEntry(_FOLLOWS, entry.more[0], entry.more[1:]).line]


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

    def entries(steps: list[_Step1]) -> list[LogEntry]:
        return [LogEntry(s.at, s.move, tuple(s.more.split(SEPARATOR)) if s.more else ()) for s in steps]

    return data | {"history": msgspec.to_builtins(History.of(entries(old.log), entries(old.undone)))}


MIGRATIONS: dict[int, Callable[[Data, str], Data]] = {1: _one_line_steps}
"""For each older format, what turns its data (of the file named) into the next one's. Raises BadInput."""


class SaveFile(Struct, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A save's layout. `setup` and `state` are plain data that the game reads into its own types."""

    game: str
    kind: str
    format: int
    rules: int
    revision: int
    fingerprint: str
    note: str = ""
    draft: list[str] = []
    setup: dict[str, Any]
    state: dict[str, Any]
    history: History = msgspec.field(default_factory=History)

    @property
    def mended(self) -> bool:
        """Whether the state was changed by another hand than the program's."""
        return self.fingerprint != fingerprint(self.state)


def fingerprint(state: Data) -> str:
    """A short mark of a state that changes when anything in it does."""
    return hashlib.sha256(msgspec.json.encode(state, order="deterministic")).hexdigest()[:16]


def is_save(data: Data) -> bool:
    """Whether a file's data is a save."""
    return data.get("kind") == KIND


def read_save(path: Path) -> SaveFile:
    """A save. Raises BadInput, politely for one of a newer version."""
    return save_from(parse_toml(read_text(path), str(path)), str(path))


def save_from(data: Data, where: str) -> SaveFile:
    """A save from a file's data. Raises BadInput."""
    if not is_save(data):
        raise BadInput(f"{where}: is no save of a game; begin one with: referee new FILE")
    version = data.get("format")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadInput(f"{where}: format must be a whole number from 1 to {FORMAT}")
    if version > FORMAT:
        raise BadInput(
            f"{where}: was written by a newer referee (format {version}; this one reads up to {FORMAT}). "
            "Nothing was changed; please update referee"
        )
    while version < FORMAT:
        data = MIGRATIONS[version](data, where)
        version += 1
    return convert({**data, "format": FORMAT}, SaveFile, where)


def text_of(file: SaveFile) -> str:
    """A save as TOML text: header, set-up, state, and the history last."""
    import tomli_w  # loaded only by what writes

    return FIRST_LINE + tomli_w.dumps(msgspec.to_builtins(file))


def replace_save(path: Path, file: SaveFile, before: SaveFile) -> None:
    """Write a save over its last version, which becomes the backup; `file.revision` is counted up.

    Raises Overtaken if the version on the disk is not the one that was read, `before`: written by another program,
    or mended by hand.
    """
    text = read_text(path)
    if _as_written(save_from(parse_toml(text, str(path)), str(path))) != _as_written(before):
        raise Overtaken(f"{path} was changed meanwhile")
    file.revision += 1
    replace_file(path, text_of(file), text, backup=True)


# --- differences between states -------------------------------------------------------------------


def differences(old: object, new: object, place: str = "") -> list[str]:
    """What makes one state another, one line a place: `players.0.food = 7`; a place that is gone is `-place`."""
    if isinstance(old, dict) and isinstance(new, dict):
        found = []
        for key in dict.fromkeys([*old, *new]):
            at = f"{place}.{key}" if place else str(key)
            if key not in new:
                found.append(f"-{at}")
            elif key not in old:
                found.append(f"{at} = {_value(new[key])}")
            else:
                found += differences(old[key], new[key], at)
        return found
    if isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        pairs = enumerate(zip(old, new, strict=True))
        return [line for n, (a, b) in pairs for line in differences(a, b, f"{place}.{n}")]
    return [] if old == new else [f"{place} = {_value(new)}"]


def _as_written(file: SaveFile) -> bytes:
    """A save in the one form in which two can be compared."""
    return msgspec.json.encode(file, order="deterministic")


def told_differences(old: Data, new: Data) -> list[str]:
    """What makes one state another, in words; a part of a list is named by its `name` if it has one."""
    found = []
    for line in differences(old, new):
        place = line.removeprefix("-").partition(" = ")[0]
        words: list[str] = []
        before, after = old, new
        for step in place.split("."):
            before, after = _part(before, step), _part(after, step)
            name = after.get("name") if isinstance(after, dict) else None
            words = [f"{name}'s"] if name else [*words, step]
        was = "nothing" if before is None else msgspec.json.encode(before).decode()
        now = "gone" if after is None else msgspec.json.encode(after).decode()
        found.append(f"{' '.join(words)} is {now}; the log leads to {was}")
    return found


def _part(whole: Any, step: str) -> Any:
    """A part of plain data by its key or number; None if there is none."""
    if isinstance(whole, dict):
        return whole.get(step)
    return whole[int(step)] if isinstance(whole, list) and int(step) < len(whole) else None


def _value(value: object) -> str:
    text = msgspec.json.encode(value).decode()
    return text.replace(";", r"\u003b").replace(" because", r"\u0020because")  # what parts the lines of a correction


def mend(state: Data, lines: list[str]) -> Data:
    """A state with differences applied. Raises BadInput if a place isn't there."""
    copy: Data = msgspec.json.decode(msgspec.json.encode(state))
    for line in lines:
        place, _, value = line.removeprefix("-").partition(" = ")
        *path, last = place.split(".")
        at: Any = copy
        try:
            for step in path:
                at = at[int(step)] if isinstance(at, list) else at[step]
            if line.startswith("-"):
                del at[last]
            elif isinstance(at, list):
                at[int(last)] = msgspec.json.decode(value)
            else:
                at[last] = msgspec.json.decode(value)
        except (KeyError, IndexError, ValueError, TypeError) as error:
            raise BadInput(f'can\'t mend "{line}": {error}') from None
    return copy
