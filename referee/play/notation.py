"""Steps of a game: the one record of each decision, from the prompt to the save and back; and their notation.

A step is a move with the answers that follow it, a correction in words, or an edit of the state by hand. It is data,
and never parsed from text again. The second half of this module parses what people type.
"""

# Annotations aren't strings here: msgspec would evaluate these one by one whenever such a record is first read.

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec import json as encoded
from msgspec.structs import replace

from referee.errors import Unreadable
from referee.text.names import printable

if TYPE_CHECKING:
    from json import JSONDecoder

Kind = Literal["move", "correction", "edit"]


CLAIM = "adjust claim "
"""Beginning of a correction that changes nothing, but claims something, and is judged."""
UNDER_WAY = "under way "
"""Beginning of a claim about the current step, which is recorded before that step."""


class Answer(NamedTuple):
    """An answer as it is recorded: the key of its question ("" if unknown) and its text."""

    key: str
    text: str


class Owner(NamedTuple):
    """The key of an answer's question and who gave it; each "" if unknown, `who` also for the table."""

    key: str
    who: str

    def owns(self, key: str, who: str) -> bool:
        """Return whether their answer may be given to a question of this kind to this player."""
        return self.key in ("", key) and (self.who == who or "" in (self.who, who))


class StateChange(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One change of a state: the keys and indices that lead to the place, and its new value; UNSET deletes it."""

    place: tuple[str | int, ...]
    value: Any | UnsetType = UNSET


class Step(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """One step, as it is stored in a line of a save.

    `at` is the place in the game ("turn 4, placing"), `who` the player who decided ("" for the table), `when` the ISO
    time with its offset ("" in older saves). A move has the `key` of its question, the answer `do`, and the answers
    that followed, `then`, with the player who gave each of them, `by` (empty in older saves). A correction has its
    text, `correct`; an edit by hand its changes, `edit`; these two may have a reason, `because`. Raises ValueError
    for several of these at once.

    In an amended log, `was` is the text of the entry that this one replaced, and `removed` the texts of entries that
    were removed before it.
    """

    at: str = ""
    who: str = ""
    when: str = ""
    key: str = ""
    do: str = ""
    then: tuple[Answer, ...] = ()
    correct: str = ""
    edit: tuple[StateChange, ...] = ()
    because: str = ""
    by: tuple[str, ...] = ()
    was: str = ""
    removed: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        moved = bool(self.key or self.do or self.then)
        if moved + bool(self.correct) + bool(self.edit) > 1:
            raise ValueError("a step has do, correct or edit, and not several of them")
        if moved and self.because:
            raise ValueError("only a correction or an edit has a reason (because)")

    @classmethod
    def of(
        cls, answers: Sequence[Answer], at: str = "", who: str = "", when: str = "", by: Sequence[str] = ()
    ) -> "Step":
        """Create the step of a move with its answers; `by` are the players who gave the answers after the first."""
        first, *rest = answers
        known = tuple(by) if any(by) else ()
        return cls(at=at, who=who, when=when, key=first.key, do=first.text, then=tuple(rest), by=known)

    @property
    def made(self) -> datetime | None:
        """Time at which it was made, in local time if it has no offset; None if `when` is no valid time."""
        try:
            at = datetime.fromisoformat(self.when)
            return at if at.tzinfo is not None else at.astimezone()
        except (ValueError, OverflowError):
            return None

    @property
    def kind(self) -> Kind:
        """Kind of step."""
        return "correction" if self.correct else "edit" if self.edit else "move"

    @property
    def claim(self) -> str:
        """The claim in this step; "" for anything else."""
        return self.correct.removeprefix(CLAIM) if self.correct.startswith(CLAIM) else ""

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers of a move, in order; none for a correction or an edit."""
        return (Answer(self.key, self.do), *self.then) if self.kind == "move" else ()

    @property
    def owners(self) -> tuple[Owner, ...]:
        """Owner of each answer of a move, as far as it is recorded."""
        by = self.by or ("",) * len(self.then)
        owners = [Owner(self.key, self.who), *(Owner(one.key, who) for one, who in zip(self.then, by, strict=False))]
        return tuple(owners) if self.kind == "move" else ()

    @property
    def place(self) -> str:
        """Place in the game, and who decided: "turn 1, placing · Anna"."""
        return f"{self.at}{WHOSE}{self.who}" if self.at and self.who else self.at


WHOSE = " · "
"""Separator between a step's place in the game and the player who decided it, for people."""


# --- Parsing typed steps, and printing steps so that they can be typed again -----------------------
# This is the only place where text becomes steps. A line of a script is an answer; answers to the questions that
# follow may stand on the same line in square brackets, separated by " / ":
#
#     attack Sphinx [2 1 0 / 1 1 1 0]
#     adjust Anna food 7 because miscounted
#     mend players.0.food = 7 because by hand
#
# An answer that contains a separator (a bracket, " / ", a line break, the # of a comment) stands in double quotes,
# those within it doubled. So does the text of a correction or its reason. What follows # is a comment, unless it is
# part of a name ("Wolf #2"). A comment that begins with #by names the players who give the answers of its line, and
# the keys of their questions, so that they answer no other question:
#
#     attack Sphinx [2 1 0 / 1 1 1 0]  #by Anna: move, roll; Bo: roll


VERBS = ("adjust", "leave", "reading")
"""Words that begin corrections."""

_ALSO = {"correct": "adjust"}
"""Synonyms of these, which logs don't have."""

MEND = "mend"
"""Word that begins an edit of the state by hand."""

_BY, _NOBODY = "#by ", "-"
"""Beginning of a comment with the owners of a line's answers, and the sign for the table in it."""

_EXAMPLE = f"{MEND} turn = 4"
_BECAUSE = " because "
_COLON = ":"
"""Begins a text within a correction: "adjust card Gnoll: monster, ..."."""

_re = cache(re.compile)
"""Compiles a pattern at its first use: most commands need few of them, and compiling is slow."""

_REASON = rf"{_BECAUSE.strip()}(?!\S)"
"""Begins the reason of an edit."""
_VERB = rf"(?i)({'|'.join((*VERBS, *_ALSO, MEND))})[ \t]+(?=\S)"
_EDIT = rf"(?i){MEND}[ \t]+(-\S|.+?\s=\s)"
_QUOTED = r'"((?:[^"]|"")*)"'
_QUOTED_REASON = rf"[^\n]*?{_BECAUSE}{_QUOTED}(?=[ \t]*(?:\n|$))"
_BLANK = r"(?:\s+|#(?!\d)[^\n]*)*"
_SEPARATORS = {False: r"[\[\]]|\s#(?!\d)[^\n]*", True: r"[\[\]]|\s#(?!\d)[^\n]*|\s/(?=\s)|/(?=\s*\])|(?<=\[)/"}
"""Separators of answers outside of brackets (False) and within them (True)."""
_BRACKET_ERRORS = {"[": 'this "[" stands within brackets', "]": 'there is no "[" before this "]"'}
"""Messages about misplaced brackets."""
_QUOTED_ANSWER = {
    False: rf"\s*{_QUOTED}(?=[ \t]*(?:$|[\n\[\]]|\s#(?!\d)))",
    True: rf"\s*{_QUOTED}(?=[ \t]*(?:$|[\n\[\]]|\s#(?!\d)|/\s|/\]))",
}
"""A quoted answer that is followed by a separator or the end."""
_NEEDS_QUOTES = r'[\[\]\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]|^\s|\s$|^"|^/|/$|\s/\s|(^|\s)#(?!\d)|^$'
"""Text that requires quotes around an answer."""
_NAME = r'[^\s.="\-;][^\s.=";]*'
"""A key in a place of the state that needs no quotes."""
_NUMBER = "[0-9]{1,9}"
"""An index in a place of the state; longer numbers are keys."""


class TypedStep(Struct, frozen=True):
    """A typed answer, correction or edit: its text and its line, from 1. A `quoted` one is always an answer.

    `owner` is the owner of the answer, if the script names one.
    """

    text: str
    line: int = 1
    quoted: bool = False
    owner: Owner | None = None

    def __post_init__(self) -> None:
        expect_text(self.text)


def expect_text(text: str) -> None:
    """Check that a file can hold the text: terminals may send bytes that aren't UTF-8. Raises Unreadable."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Unreadable(f'a character in "{printable(text)}" isn\'t text (UTF-8 was expected)') from None


# --- reading --------------------------------------------------------------------------------------


def read_script(text: str, where: str = "") -> list[TypedStep]:
    """Parse a script into answers, corrections and edits, in order. Corrections and edits are one text each.

    Raises Unreadable, with the line of `where`, for a misplaced bracket.
    """
    return list(_Reader(text, where).script())


def read_each(texts: Sequence[str]) -> list[TypedStep]:
    """Parse several texts, each of which counts as one line."""
    return [replace(step, line=number) for number, text in enumerate(texts, 1) for step in read_script(text)]


def read_one(text: str) -> TypedStep:
    """Parse a text typed at a prompt: all of it is one answer, correction or edit; in quotes it is an answer."""
    typed = text.strip()
    match = _re(_QUOTED).fullmatch(typed)
    return TypedStep(_unquoted_group(match), quoted=True) if match else TypedStep(typed)


def looks_like_correction(text: str) -> bool:
    """Return whether a text has the form of a correction or an edit; only the game knows whether it is one."""
    return _is_correction_at(text, 0)


def looks_like_edit(text: str) -> bool:
    """Return whether a text has the form of an edit by hand, which only edits have."""
    return _re(_EDIT).match(text) is not None


def _is_correction_at(text: str, at: int) -> bool:
    verb = _re(_VERB).match(text, at)
    return verb is not None and (verb[1].lower() != MEND or _re(_EDIT).match(text, at) is not None)


def readings(text: str) -> list[Step]:
    """List the possible readings of a correction or an edit as steps, the most likely first.

    A reason follows "because", but that word may be part of the correction too: the first reading splits at the first
    "because", the next ones at later ones, and the last one takes the whole text as the correction. If a colon stands
    before the first "because", the order is reversed, as a text after a colon usually goes to the end. Raises
    Unreadable for an edit that can't be parsed.
    """
    expect_text(text)
    typed = text.strip()
    verb = _re(_VERB).match(typed)
    if verb is None or not looks_like_correction(typed):
        return []
    if verb[1].lower() == MEND:
        changes, because = _read_edit(typed)
        return [Step(edit=changes, because=because)]
    begins = _ALSO.get(verb[1].lower(), verb[1].lower())
    if match := _re(_QUOTED).match(typed, verb.end()):
        rest = typed[match.end() :]
        if not rest.strip() or rest.startswith(_BECAUSE):
            because = _unquote(rest.removeprefix(_BECAUSE))
            return [Step(correct=f"{begins} {_unquoted_group(match)}", because=because)]
    typed = f"{begins} {typed[verb.end() :]}"
    parts = typed.split(_BECAUSE)
    found = []
    for many in range(1, len(parts) + 1):
        correction, because = (_BECAUSE.join(some).strip() for some in (parts[:many], parts[many:]))
        found.append(Step(correct=correction, because=_unquote(because)))
    return found[::-1] if _COLON in parts[0] else found


def _unquote(text: str) -> str:
    """Remove the quotes around a whole text."""
    match = _re(_QUOTED).fullmatch(text.strip())
    return _unquoted_group(match) if match else text.strip()


def _unquoted_group(match: re.Match[str]) -> str:
    return match[1].replace('""', '"')


class _Reader:
    """Parser of a script."""

    def __init__(self, text: str, where: str) -> None:
        self._text, self._where = text, where
        self._at = 0
        self._line, self._counted_to = 1, 0  # the current line, and the offset up to which line breaks were counted

    def script(self) -> Iterator[TypedStep]:
        while match := _re(_BLANK).match(self._text, self._at):
            self._at = match.end()
            if self._at >= len(self._text):
                return
            if _is_correction_at(self._text, self._at):
                yield self._read_correction()
            else:
                yield from self._read_answers()

    def _make_step(self, text: str, at: int, *, quoted: bool = False) -> TypedStep:
        self._line += self._text.count("\n", self._counted_to, at)
        self._counted_to = at
        return TypedStep(text, self._line, quoted)

    def _read_correction(self) -> TypedStep:
        """Read a correction up to the end of its line; quoted text may span several."""
        start = self._at
        verb = _re(_VERB).match(self._text, start)
        at = verb.end() if verb else start
        for part in (_QUOTED, _QUOTED_REASON):  # its text and its reason may be quoted
            match = _re(part).match(self._text, at)
            at = match.end() if match else at
        end = self._text.find("\n", at)
        self._at = end if end >= 0 else len(self._text)
        return self._make_step(self._text[start : self._at].strip(), start)

    def _read_answers(self) -> list[TypedStep]:
        """Read the answers of a line, one before the brackets and any number within them, and their owners.

        The script may end within brackets. Raises Unreadable for a misplaced bracket.
        """
        inside, text, first = False, self._text, self._at
        found: list[TypedStep] = []
        owners: Sequence[Owner] = ()
        while self._at < len(text) and text[self._at] != "\n":
            if match := _re(_QUOTED_ANSWER[inside]).match(text, self._at):
                found.append(self._make_step(_unquoted_group(match), self._at, quoted=True))
                self._at = match.end()
                continue
            start_of_text = self._at
            end = text.find("\n", start_of_text) % (len(text) + 1)
            separator = _re(_SEPARATORS[inside]).search(text, start_of_text, end + 1)
            if words := text[start_of_text : separator.start() if separator else end].strip():
                found.append(self._make_step(words, start_of_text))
            if separator:
                if separator[0] == ("[" if inside else "]"):
                    raise self._bracket_error(first, _BRACKET_ERRORS[separator[0]])
                inside = separator[0] == "[" or (inside and separator[0] != "]")
                owners = _read_owners(separator[0].strip())
            self._at = separator.end() if separator else end
        known = zip(found, owners, strict=False) if len(owners) == len(found) else ()
        return [replace(said, owner=owner) for said, owner in known] or found

    def _bracket_error(self, begun: int, wrong: str) -> Unreadable:
        """Return the error for the line that starts at `begun` and has a misplaced bracket."""
        line = self._text[begun:].split("\n", 1)[0].strip()
        place = f"{self._where}, line {self._make_step('', begun).line}: " if self._where else ""
        return Unreadable(f'{place}can\'t read "{printable(line)}": {wrong}; write it like MOVE [ANSWER / ANSWER]')


def _read_owners(comment: str) -> list[Owner]:
    """Parse the owners of a line's answers from its comment; none if it has no such comment."""
    if not comment.startswith(_BY):
        return []
    found: list[Owner] = []
    for whose in _re(r";\s*").split(comment.removeprefix(_BY)):
        who, _, kinds = (part.strip() for part in whose.partition(":"))
        found += [Owner(kind, "" if who == _NOBODY else who) for kind in _re(r"\s*,\s*").split(kinds)]
    return found


def _read_edit(text: str) -> tuple[tuple[StateChange, ...], str]:
    """Parse the changes of an edit and its reason. Raises Unreadable."""
    at = len(MEND)
    changes: list[StateChange] = []
    while True:
        at = _skip(text, at, r"[\s;]*")
        if _re(_REASON).match(text, at) or at >= len(text):
            break
        deletes = text[at] == "-"
        at += deletes
        place, at = _read_place(text, at)
        value: Any = UNSET
        if not deletes:
            at = _skip(text, at, r"\s*=\s*")
            value, at = _read_json(text, at, "value")
        changes.append(StateChange(place, value))
    if not changes:
        raise Unreadable(f'can\'t read "{text}"; write it like: {_EXAMPLE}')
    return tuple(changes), _unquote(text[at:].removeprefix(_BECAUSE.strip()))


def _read_place(text: str, at: int) -> tuple[tuple[str | int, ...], int]:
    parts: list[str | int] = []
    while True:
        if match := _re(_NAME).match(text, at):
            parts.append(int(match[0]) if _re(_NUMBER).fullmatch(match[0]) else match[0])
            at = match.end()
        else:
            part, at = _read_json(text, at, "place")
            parts.append(str(part))
        if not text.startswith(".", at):
            return tuple(parts), at
        at += 1


def _read_json(text: str, at: int, what: str) -> tuple[Any, int]:
    """Parse a JSON value that a save can hold; return it and its end. Raises Unreadable, with `what` it should be."""
    try:
        value, end = _decoder().raw_decode(text, at)
        encoded.encode(value)  # an escaped surrogate isn't valid text
        if _contains_null(value):
            raise ValueError
    except (ValueError, RecursionError):
        raise Unreadable(f'can\'t read the {what} in "{printable(text)}"; write it like: {_EXAMPLE}') from None
    return value, end


def _refuse_constant(name: str) -> Any:
    """Refuse NaN and the infinities, which aren't JSON though Python's parser takes them."""
    raise ValueError(name)


@cache
def _decoder() -> "JSONDecoder":
    """Return the JSON decoder; imported only for an edit by hand."""
    from json import JSONDecoder

    return JSONDecoder(parse_constant=_refuse_constant)


def _contains_null(value: object) -> bool:
    if isinstance(value, dict):
        return any(map(_contains_null, value.values()))
    return value is None or (isinstance(value, list) and any(map(_contains_null, value)))


def _skip(text: str, at: int, pattern: str) -> int:
    match = _re(pattern).match(text, at)
    return match.end() if match else at


# --- printing -------------------------------------------------------------------------------------


def write_step(step: Step) -> str:
    """Format a step so that it can be typed again: "resolve recruiter [trade 3 wood iron / done]"."""
    match step.kind:
        case "edit":
            return _with_reason(f"{MEND} {'; '.join(map(written_change, step.edit))}", step.because)
        case "correction":
            verb, _, rest = step.correct.partition(" ")
            plain = not _needs_quotes(rest) and not _needs_quotes(step.because or "-")
            plain = plain and not (step.because and _COLON in rest)
            return _with_reason(f"{verb} {rest if plain else quote(rest)}", step.because)
        case _:
            begin, *more = [as_answer(answer.text) for answer in step.answers]
            if looks_like_correction(in_brackets([begin, *more])):  # as the answer "leave" with others behind it
                begin = quote(begin)
            return in_brackets([begin, *more])


def written_for_owners(step: Step) -> str:
    """Format a step so that it can be typed again, a move with the owners of its answers if they are known."""
    if any(not key or who == _NOBODY or _re(r"[,;:\n]").search(f"{key}{who}") for key, who in step.owners):
        return write_step(step)
    by_player = groupby(step.owners, lambda owner: owner.who)
    by = "; ".join(f"{who or _NOBODY}: {', '.join(owner.key for owner in owners)}" for who, owners in by_player)
    return f"{write_step(step)}  {_BY}{by}" if by else write_step(step)


def in_brackets(answers: Sequence[str]) -> str:
    """Format the answers of a step: "resolve recruiter [trade 3 wood iron / done]"."""
    first, *rest = answers
    return f"{first} [{' / '.join(rest)}]" if rest else first


def quote(text: str) -> str:
    """Put a text in double quotes, those within it doubled."""
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def as_answer(text: str) -> str:
    """Return the answer's text, quoted if it would be split or read as a correction otherwise."""
    return quote(text) if _re(_NEEDS_QUOTES).search(text) or looks_like_correction(text) else text


def _with_reason(text: str, because: str) -> str:
    if not because:
        return text
    return f"{text}{_BECAUSE}{quote(because) if _needs_quotes(because) else because}"


def _needs_quotes(text: str) -> bool:
    """Return whether a correction or its reason would be read differently without quotes."""
    return _BECAUSE in f" {text} " or _re(_NEEDS_QUOTES).search(text) is not None


def written_change(change: StateChange) -> str:
    """Format a change as in an edit: "players.0.food = 7"; "-players.0.left" for a deletion."""
    place = ".".join(_format_key(part) for part in change.place)
    return f"-{place}" if change.value is UNSET else f"{place} = {_as_json(change.value)}"


def _format_key(part: str | int) -> str:
    if isinstance(part, int) or (_re(_NAME).fullmatch(part) and not part.isdigit() and part != _BECAUSE.strip()):
        return str(part)
    return _as_json(part)


def _as_json(value: Any) -> str:
    """Format a value as JSON, in which " because" is escaped."""
    because = _BECAUSE.rstrip()
    return encoded.encode(value).decode().replace(because, rf"\u0020{because.lstrip()}")
