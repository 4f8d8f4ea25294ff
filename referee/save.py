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
from referee.files import Data, convert, lock_of, parse_toml, read_text, sweep, write_atomic
from referee.session import INTERVENE, Answer, Entry

FORMAT = 1
"""The version of this layout. A newer one is refused; an older one goes through `MIGRATIONS`."""

KIND = "save"
SEPARATOR = " / "
"""What parts the answers of one step."""

FIRST_LINE = (
    "# A game kept by referee. It may be mended by hand: a change of [state] is noticed and asked about.\n"
    '# Comments are not kept when it is written again; use note = "...".\n'
)

MIGRATIONS: dict[int, Callable[[Data], Data]] = {}
"""For each older format, what turns its data into the next one's."""


class LogEntry(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """One step as it is kept: where in the game, the answer it began with, and the answers that followed."""

    at: str
    move: str
    more: str = ""
    kind: str = ""

    def answers(self) -> Entry:
        """The answers of the step, in order; the keys of their questions aren't kept."""
        more = self.more.split(SEPARATOR) if self.more else []
        return (Answer(self.kind, self.move), *(Answer("", text) for text in more))


def entry_of(at: str, answers: Entry) -> LogEntry:
    """A step as it is kept."""
    first, *rest = (answer.text for answer in answers)
    kind = INTERVENE if answers[0].key == INTERVENE else ""
    return LogEntry(at, first, SEPARATOR.join(rest), kind)


class History(Struct, omit_defaults=True, forbid_unknown_fields=True):
    """The log, and what was undone and can be redone: the newest last."""

    log: list[LogEntry] = []
    undone: list[LogEntry] = []


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
        data = MIGRATIONS[version](data)
        version += 1
    return convert({**data, "format": FORMAT}, SaveFile, where)


def text_of(file: SaveFile) -> str:
    """A save as TOML text: header, set-up, state, and the history last."""
    import tomli_w  # loaded only by what writes

    return FIRST_LINE + tomli_w.dumps(msgspec.to_builtins(file))


def replace_save(path: Path, file: SaveFile) -> None:
    """Write a save over its last version, which becomes the backup; `file.revision` is counted up.

    Raises Overtaken if the version on the disk is not the one that was read.
    """
    from filelock import FileLock  # loaded only by what writes

    with FileLock(lock_of(path), timeout=30):
        sweep(path)
        text = read_text(path)
        on_disk = parse_toml(text, str(path)).get("revision")
        if on_disk != file.revision:
            raise Overtaken(f"{path} was changed meanwhile")
        file.revision += 1
        write_atomic(path.with_name(f"{path.name}.bak"), text)
        write_atomic(path, text_of(file))


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
