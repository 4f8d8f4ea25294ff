"""Saves: a whole game in one TOML file that a person can read and mend.

A save has a header, the set-up, the state as of now, and the history: the log of all steps with every die and draw,
so that replaying never rolls again. Each of the three has a mark in the header, which tells what was changed by hand
from what the program wrote. `data_of` and `file_of` read a save, `text_of` writes it.
"""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from referee.errors import BadInput
from referee.files.files import Data, convert, parse_toml
from referee.play.step import Answer, Step

FORMAT = 3
"""The version of this layout. A newer one is refused; an older one goes through `migrations`."""

KIND = "save"

FIRST_LINE = (
    "# A game kept by referee. It may be mended by hand: a change is noticed and asked about.\n"
    '# Comments are not kept when it is written again; use note = "...".\n'
)


class Marks(Struct, frozen=True, forbid_unknown_fields=True):
    """What each part of a save was when the program wrote it; one that was taken out is "", which none is.

    The history's mark covers the checkpoint too, from which its log is played.
    """

    setup: str = ""
    state: str = ""
    history: str = ""


class Checkpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """The state `after` so many steps, where the log before doesn't lead there any more: its rules were mended."""

    after: int
    state: dict[str, Any]


class History(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The steps so far, the answers of the one under way, and what was undone and can be redone, newest last."""

    log: tuple[Step, ...] = ()
    draft: tuple[Answer, ...] = ()
    undone: tuple[tuple[Step, ...], ...] = ()


class SaveFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A save's layout. `setup` and `state` are plain data that the game reads into its own types.

    `id` is the game's for good. `rules` is the version of the game's rules that the save was written under.
    """

    game: str
    kind: str = KIND
    format: int
    rules: int
    revision: int
    id: Annotated[str, Meta(min_length=1)]
    marks: Marks = Marks()
    note: str = ""
    setup: dict[str, Any]
    state: dict[str, Any]
    checkpoint: Checkpoint | None = None
    history: History = History()

    @property
    def changed(self) -> tuple[str, ...]:
        """The parts that another hand than the program's has changed: "setup", "state", "history"."""
        now = marks_of(self.setup, self.state, self.history, self.checkpoint)
        return tuple(part for part in Marks.__struct_fields__ if getattr(self.marks, part) != getattr(now, part))


def new_save(game: str, rules: int, setup: Data, state: Data) -> SaveFile:
    """A game's save before its first decision."""
    return SaveFile(
        game=game, kind=KIND, format=FORMAT, rules=rules, revision=1, id=uuid.uuid4().hex[:12],
        marks=marks_of(setup, state, History()), setup=setup, state=state,
    )  # fmt: skip


# --- marks ----------------------------------------------------------------------------------------


def mark(part: object) -> str:
    """A short mark of data that changes when anything in it does."""
    return hashlib.sha256(msgspec.json.encode(part, order="deterministic")).hexdigest()[:16]


def marks_of(setup: Data, state: Data, history: History, checkpoint: Checkpoint | None = None) -> Marks:
    """The marks of the three parts of a save."""
    return Marks(mark(setup), mark(state), mark(history if checkpoint is None else (checkpoint, history)))


# --- reading --------------------------------------------------------------------------------------


def is_save(data: Data) -> bool:
    """Whether a file's data is a save."""
    return data.get("kind") == KIND


def data_of(text: str, where: str) -> Data:
    """A save's text as data. Raises BadInput if it is no TOML.

    The log is nearly all of it. As the program writes it, it is JSON but for its keys, and so it is read much sooner;
    its mark tells whether that came out as it was written. Whatever isn't so is read as TOML.
    """
    head, begins, rest = text.partition("\n[history]\nlog = [\n")
    lines, _, others = rest.partition("\n]\n")
    try:
        if begins:
            log = msgspec.json.decode(f"[{_KEY.sub(_AS_JSON, lines).removesuffix(',')}]")
            data = parse_toml(f"{head}\n[history]\n{others}", where)
            data["history"]["log"] = log
            if "history" not in convert(data, SaveFile, where).changed:
                return data
    except (msgspec.MsgspecError, BadInput):
        pass
    return parse_toml(text, where)


_KEY, _AS_JSON = re.compile(r"(?<=[{,] )(\w+) = "), r'"\1": '
"""A key of a step's line, and how JSON has it."""


def file_of(data: Data, where: str) -> SaveFile:
    """A save from a file's data. Raises BadInput, politely for one of a newer version."""
    if not is_save(data):
        raise BadInput(f"{where}: is no save of a game; start one with: referee new FILE")
    version = data.get("format")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise BadInput(f"{where}: format must be a whole number from 1 to {FORMAT}")
    if version > FORMAT:
        raise BadInput(
            f"{where}: was written by a newer referee (format {version}; this one reads up to {FORMAT}). "
            "Nothing was changed; please update referee"
        )
    if version == FORMAT:
        return convert(data, SaveFile, where)
    from referee.saves.migrations import migrated  # loaded only for an older save

    return _marked(convert(migrated(data, version, where), SaveFile, where))


def _marked(file: SaveFile) -> SaveFile:
    """A save with marks of the parts that an older version had none of: they count as they stand."""
    now = marks_of(file.setup, file.state, file.history, file.checkpoint)
    known = {part: said for part in Marks.__struct_fields__ if (said := getattr(file.marks, part))}
    return msgspec.structs.replace(file, marks=msgspec.structs.replace(now, **known))


# --- writing --------------------------------------------------------------------------------------


def text_of(file: SaveFile) -> str:
    """A save as TOML text: header, set-up, state, and the history last, a step each line."""
    return Writer().text_of(file)


class Writer:
    """Writes one version of a save after the other; what was written before isn't worked out again."""

    def __init__(self) -> None:
        self._setup: tuple[Data | None, str] = (None, "")
        self._lines: list[tuple[Step, str]] = []  # of the log

    def text_of(self, file: SaveFile) -> str:
        """A save as TOML text."""
        import tomli_w  # loaded only by what writes

        head = {name: value for name in _HEAD if (value := getattr(file, name)) != ""}
        if self._setup[0] is not file.setup:
            self._setup = (file.setup, tomli_w.dumps({"setup": file.setup}))
        after: Data = {"state": file.state}
        if file.checkpoint is not None:
            after["checkpoint"] = msgspec.to_builtins(file.checkpoint)
        history = file.history
        parts = [FIRST_LINE, tomli_w.dumps(head | {"marks": msgspec.to_builtins(file.marks)}), "\n", self._setup[1]]
        parts += ["\n", tomli_w.dumps(after), "\n[history]\n", _array("log", self._log(history.log))]
        if history.draft:
            parts.append(f"draft = {_inline(history.draft)}\n")
        if history.undone:
            parts.append(_array("undone", [f"[{', '.join(map(line_of, steps))}]" for steps in history.undone]))
        return "".join(parts)

    def _log(self, log: Sequence[Step]) -> list[str]:
        """The lines of a log; a step that was written before has its line still."""
        same = 0
        for (known, _), step in zip(self._lines, log, strict=False):
            if known is not step:
                break
            same += 1
        self._lines[same:] = [(step, line_of(step)) for step in log[same:]]
        return [line for _, line in self._lines]


_HEAD = ("game", "kind", "format", "rules", "revision", "id", "note")


def _array(name: str, lines: Sequence[str]) -> str:
    return "".join([f"{name} = [\n", *(f"    {line},\n" for line in lines), "]\n"])


def line_of(step: Step) -> str:
    """A step as an inline table on one line."""
    return _inline(msgspec.to_builtins(step))


def _inline(value: Any) -> str:
    """Plain data as TOML on one line."""
    if isinstance(value, str):
        return msgspec.json.encode(value).decode().replace("\x7f", r"\u007f")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        pairs = [f"{_key(key)} = {_inline(one)}" for key, one in value.items()]
        return f"{{ {', '.join(pairs)} }}" if value else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(_inline, value))}]"
    return repr(value)


@cache
def _key(key: str) -> str:
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _inline(key)
