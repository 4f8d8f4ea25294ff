"""Saves: a whole game in one TOML file that a person can read and edit.

A save has a header, the set-up, the state as of now, and the history: the log of all steps with every die and draw,
so that replaying never rolls again. Each of the three has a mark (a checksum) in the header, which shows what was
changed by hand. `data_of` and `file_of` read a save, a `Writer` writes it.
"""

# Annotations aren't texts here, which msgspec would evaluate one by one whenever such a record is first read.

import re
import uuid
from collections.abc import Callable, Iterable, Sequence
from functools import cache, cached_property
from typing import Annotated, Any

import msgspec
from msgspec import Meta, Struct

from referee.errors import BadInput, Unreadable
from referee.files.files import Data, convert, parse_toml
from referee.files.kinds import SAVE, expect, is_save
from referee.files.portable import sha256
from referee.play.notation import MEND, WHOSE, Answer, Step, looks_like_correction, readings
from referee.text.pattern import lazy_pattern

FORMAT = 3
"""Version of this layout. A newer one is refused; an older one is migrated (`migrate`)."""

KIND = "save"

FIRST_LINE = (
    "# A game kept by referee. It may be mended by hand: a change is noticed and asked about.\n"
    '# Comments are not kept when it is written again; use note = "...".\n'
)


class Marks(Struct, frozen=True, forbid_unknown_fields=True):
    """Checksums of a save's parts as the program wrote them; "" for a part that was taken out, which matches nothing.

    The history's mark covers the checkpoint too, from which its log is played.
    """

    setup: str = ""
    state: str = ""
    history: str = ""


class Checkpoint(Struct, frozen=True, forbid_unknown_fields=True):
    """The state `after` that many steps, where the log before no longer leads there: its rules were fixed since."""

    after: int
    state: dict[str, Any]


class History(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The steps so far, the answers of the one under way, and undone steps that can be redone, newest last."""

    log: tuple[Step, ...] = ()
    draft: tuple[Answer, ...] = ()
    undone: tuple[tuple[Step, ...], ...] = ()


class SaveFile(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True, dict=True):
    """Layout of a save. `setup` and `state` are plain data that the game converts to its own types.

    `id` identifies the game for good. `rules` is the version of the game's rules that the save was written under.
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

    @cached_property
    def changed(self) -> tuple[str, ...]:
        """The parts that were changed by hand and not by the program: "setup", "state", "history"."""
        now = marks_of(self.setup, self.state, self.history, self.checkpoint)
        return tuple(part for part in Marks.__struct_fields__ if getattr(self.marks, part) != getattr(now, part))


def new_save(game: str, rules: int, setup: Data, state: Data) -> SaveFile:
    """Build a game's save before its first decision."""
    return SaveFile(
        game=game,
        format=FORMAT,
        rules=rules,
        revision=1,
        id=uuid.uuid4().hex[:12],
        marks=marks_of(setup, state, History()),
        setup=setup,
        state=state,
    )


# --- marks ----------------------------------------------------------------------------------------


def mark(part: object) -> str:
    """Compute a short checksum of data."""
    return _digest(part)[:16]


def _digest(part: object) -> str:
    found: str = sha256()(msgspec.json.encode(part, order="deterministic")).hexdigest()
    return found


def marks_of(setup: Data, state: Data, history: History, checkpoint: Checkpoint | None = None) -> Marks:
    """Compute the marks of the three parts of a save."""
    return Marks(mark(setup), mark(state), _history_mark(history, checkpoint))


def _history_mark(history: History, checkpoint: Checkpoint | None) -> str:
    return mark(history if checkpoint is None else (checkpoint, history))


# --- reading --------------------------------------------------------------------------------------


def data_of(text: str, where: str) -> Data:
    """Parse the text of a save. Raises BadInput if it is no TOML.

    The log is nearly all of it. As the program writes it, it is JSON but for its keys, and so it is parsed much
    faster; its mark shows whether the result is what was written. Anything else is parsed as TOML.
    """
    head, begins, rest = text.partition("\n[history]\nlog = [\n")
    lines, _, others = rest.partition("\n]\n")
    try:
        if begins:
            steps = _KEY.sub(r'"\1": ', lines).removesuffix(",")
            log = msgspec.json.decode(f"[{steps}]")
            data = parse_toml(f"{head}\n[history]\n{others}", where)
            data["history"]["log"] = log
            file = convert(data, SaveFile, where)
            if file.marks.history == _history_mark(file.history, file.checkpoint):
                return data
    except (msgspec.MsgspecError, BadInput, RecursionError):
        pass
    return parse_toml(text, where)


_KEY = lazy_pattern(r"(?<=[{,] )(\w+) = ")
"""A key in the line of a step."""


def file_of(data: Data, where: str) -> SaveFile:
    """Convert a file's data to a save. Raises BadInput, politely for one of a newer version."""
    if not is_save(data):
        expect(SAVE, data, where)
        raise BadInput(f"{where}: isn't a save of a game; start one with: referee new FILE")
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

    return _fill_marks(convert(migrate(data, version, where), SaveFile, where))


def _fill_marks(file: SaveFile) -> SaveFile:
    """Add the marks that an older version of the save lacks: these parts count as they stand."""
    now = marks_of(file.setup, file.state, file.history, file.checkpoint)
    known = {part: value for part in Marks.__struct_fields__ if (value := getattr(file.marks, part))}
    return msgspec.structs.replace(file, marks=msgspec.structs.replace(now, **known))


# --- writing --------------------------------------------------------------------------------------


class Writer:
    """Writer of successive versions of a save; unchanged parts aren't formatted again."""

    def __init__(self) -> None:
        self._setup: tuple[Data | None, str] = (None, "")
        self._lines: list[tuple[Step, str]] = []  # of the log

    def text_of(self, file: SaveFile) -> str:
        """Format a save as TOML: header, set-up, state, and the history last, a step each line."""
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
        """Format the lines of a log; steps that were written before keep their lines."""
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
    """Format a step as an inline table on one line."""
    return _inline(msgspec.to_builtins(step))


def _inline(value: Any) -> str:
    """Format plain data as TOML on one line."""
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


# --- Migrations -----------------------------------------------------------------------------------
# Convert saves of older formats to today's. This is the only place where a stored text is split.
#
# Format 1 kept a table for each step, format 2 a line of text. Neither had the keys of questions, times or an id, and
# a card's text could contain the separator of a step's answers: then the log can't be played, which is reported when
# it is.


_BETWEEN = " / "
_FOLLOWS = "+"
"""Marks a line of what was undone that belongs to the correction before it."""
_BECAUSE = " because "


def migrate(data: Data, version: int, where: str) -> Data:
    """Convert the data of an older save to the newest format. Raises BadInput."""
    while version in _MIGRATIONS:
        data = _MIGRATIONS[version](data, where) | {"format": version + 1}
        version += 1
    return data


def doubtful(step: Step) -> bool:
    """Return whether an older format may have stored a step so that it can't be read back.

    A card's own words could contain what separated the answers, an edit by hand a name with a full stop.
    """
    return step.correct.lower().startswith(MEND) or any("manual" in answer.text for answer in step.answers)


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
    """Convert format 1, with a table for each step, to format 2, with a line for each."""
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
    """Convert format 2, with a text for each step, to format 3, with a record for each."""
    old = convert({key: data[key] for key in ("history", "draft", "fingerprint") if key in data}, _Save2, where)
    log = _plain_steps(_step(line) for line in old.history.log)
    history: dict[str, Any] = {
        "log": log,
        "draft": [["", text] for text in old.draft],
        "undone": [_plain_steps(steps) for steps in _undone(old.history.undone)],
    }
    kept = {key: value for key, value in data.items() if key not in ("draft", "fingerprint")}
    marks = {"state": old.fingerprint}
    begun = _digest([data.get("setup"), log[:3]])[:12]  # it had no id
    return kept | {"history": history, "marks": marks, "id": begun}


def _plain_steps(steps: Iterable[Step]) -> list[Data]:
    return [msgspec.to_builtins(step) for step in steps]


def _step(line: str) -> Step:
    """Parse a step from its line: "turn 1, placing · Anna: place worker [a / b]"."""
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
    """Parse a correction as it was carried out: its reason followed the first "because"."""
    try:
        return min(readings(text), key=lambda step: len(step.correct))
    except Unreadable:
        correction, _, because = text.partition(_BECAUSE)
        return Step(correct=correction, because=because)


def _undone(lines: Iterable[str]) -> list[list[Step]]:
    """Parse what was undone: a list for each line; answers that followed a correction by themselves go with it."""
    found: list[list[Step]] = []
    for line in lines:
        if line.startswith(f"{_FOLLOWS}: ") and found:
            found[-1].append(Step.of(_answers(line.partition(": ")[2])))
        else:
            found.append([_step(line)])
    return found


_MIGRATIONS: dict[int, Callable[[Data, str], Data]] = {1: _one_line_steps, 2: _steps}
"""For each older format, a function that converts its data (of the named file) to the next. Raises BadInput."""
