"""A step of a game: the one record of what was decided, from the prompt to the save and back.

A step is a move with the answers that follow it, a correction in words, or an edit of the state by hand. It is data:
nothing of it is ever read out of a text again. What people type is read by `notation`.
"""

# Annotations aren't texts here, which msgspec would evaluate one by one whenever such a record is first read.

import re
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cache
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
"""How a correction begins that changes nothing: it says what is so, and is judged."""
UNDER_WAY = "under way "
"""How a claim begins that is about the step under way, before which it is kept."""


class Answer(NamedTuple):
    """An answer as it is recorded: the key of its question ("" where nobody knows) and its text."""

    key: str
    text: str


class Owner(NamedTuple):
    """Whose an answer is: the key of its question and who gave it, "" each where nobody knows or the table did."""

    key: str
    who: str

    def owns(self, key: str, who: str) -> bool:
        """Whether an answer of theirs may be given to a question of this kind to this player."""
        return self.key in ("", key) and (self.who == who or "" in (self.who, who))


class StateChange(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """One place of a state, as the keys and numbers that lead there, and its new value; without one it is gone."""

    place: tuple[str | int, ...]
    value: Any | UnsetType = UNSET


class Step(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """One step, as it is kept in a line of a save.

    `at` is where in the game it was made ("turn 4, placing"), `who` decided it ("" for the table), `when` it was made
    (an ISO time with its offset; "" in older saves). A move has the `key` of its question, what was answered, `do`,
    and the answers that followed, `then`, with who gave each of them, `by` (nobody knows in older saves). A
    correction has its text, `correct`; an edit by hand its changes, `edit`; these two may have a reason, `because`.
    Raises ValueError if it is several of them.

    Where the log was amended, `was` is what stood in its place, in words, and `removed` what stood before it and is
    gone.
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
        """A move of one answer or more; `by` are those who gave the answers that followed."""
        first, *rest = answers
        known = tuple(by) if any(by) else ()
        return cls(at=at, who=who, when=when, key=first.key, do=first.text, then=tuple(rest), by=known)

    @property
    def made(self) -> datetime | None:
        """When it was made, in this place's time where it has no offset; None where that is no time."""
        try:
            at = datetime.fromisoformat(self.when)
            return at if at.tzinfo is not None else at.astimezone()
        except (ValueError, OverflowError):
            return None

    @property
    def kind(self) -> Kind:
        """What kind of step it is."""
        return "correction" if self.correct else "edit" if self.edit else "move"

    @property
    def claim(self) -> str:
        """What the table claims with it; "" if it is something else."""
        return self.correct.removeprefix(CLAIM) if self.correct.startswith(CLAIM) else ""

    @property
    def answers(self) -> tuple[Answer, ...]:
        """All answers of a move, in order; none of a correction or an edit."""
        return (Answer(self.key, self.do), *self.then) if self.kind == "move" else ()

    @property
    def owners(self) -> tuple[Owner, ...]:
        """Whose each answer of a move is, as far as it is recorded."""
        by = self.by or ("",) * len(self.then)
        owners = [Owner(self.key, self.who), *(Owner(one.key, who) for one, who in zip(self.then, by, strict=False))]
        return tuple(owners) if self.kind == "move" else ()

    @property
    def place(self) -> str:
        """Where in the game, and who decided it: "turn 1, placing · Anna"."""
        return f"{self.at}{WHOSE}{self.who}" if self.at and self.who else self.at


WHOSE = " · "
"""What parts where in the game a step is from who decided it, where people read both."""


# --- What people type for a step, and how a step is printed so that it can be typed again ---------
# This is the only place where text becomes steps. A line of a script is an answer; answers to the questions that
# follow may stand on the same line in square brackets, parted by " / ":
#
#     attack Sphinx [2 1 0 / 1 1 1 0]
#     adjust Anna food 7 because miscounted
#     mend players.0.food = 7 because by hand
#
# An answer stands whole in double quotes (one within it doubled) where it holds what would part it: a bracket, " / ",
# a line break, a comment's #. So does the text of a correction or its reason. What follows # is a comment, unless it
# is a part of a name ("Wolf #2"). One that begins with #by says whose the answers of its line are, and the kinds of
# their questions, so that they are given to nobody else:
#
#     attack Sphinx [2 1 0 / 1 1 1 0]  #by Anna: move, roll; Bo: roll


VERBS = ("adjust", "leave", "reading")
"""How a correction begins."""

_ALSO = {"correct": "adjust"}
"""Other words for them, which no log has."""

MEND = "mend"
"""How an edit of the state by hand begins."""

_BY, _NOBODY = "#by ", "-"
"""How a comment begins that says whose answers stand before it, and how it calls the table."""

_EXAMPLE = f"{MEND} turn = 4"
_BECAUSE = " because "
_COLON = ":"
"""What begins a text of its own within a correction: "adjust card Gnoll: monster, ..."."""

_re = cache(re.compile)
"""A pattern ready to be used; most commands need few of them, and making one takes its time."""

_REASON = rf"{_BECAUSE.strip()}(?!\S)"
"""What begins an edit's reason."""
_VERB = rf"(?i)({'|'.join((*VERBS, *_ALSO, MEND))})[ \t]+(?=\S)"
_EDIT = rf"(?i){MEND}[ \t]+(-\S|.+?\s=\s)"
_QUOTED = r'"((?:[^"]|"")*)"'
_QUOTED_REASON = rf"[^\n]*?{_BECAUSE}{_QUOTED}(?=[ \t]*(?:\n|$))"
_SAYS_NOTHING = r"(?:\s+|#(?!\d)[^\n]*)*"
_PARTING = {False: r"[\[\]]|\s#(?!\d)[^\n]*", True: r"[\[\]]|\s#(?!\d)[^\n]*|\s/(?=\s)|/(?=\s*\])|(?<=\[)/"}
"""What parts answers outside of brackets and within them."""
_MISPLACED = {"[": 'this "[" stands within brackets', "]": 'there is no "[" before this "]"'}
"""What is wrong with a bracket where it can't be."""
_WHOLE = {
    False: rf"\s*{_QUOTED}(?=[ \t]*(?:$|[\n\[\]]|\s#(?!\d)))",
    True: rf"\s*{_QUOTED}(?=[ \t]*(?:$|[\n\[\]]|\s#(?!\d)|/\s|/\]))",
}
"""An answer in quotes, if nothing but what parts answers follows it."""
_APART = r'[\[\]\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]|^\s|\s$|^"|^/|/$|\s/\s|(^|\s)#(?!\d)|^$'
"""What makes an answer stand in quotes."""
_NAME = r'[^\s.="\-;][^\s.=";]*'
"""A part of a place that needs no quotes."""
_NUMBER = "[0-9]{1,9}"
"""A part of a place that is a number; what is longer is a name."""


class SaidStep(Struct, frozen=True):
    """Something that was typed: its text and its line, counted from 1. One in quotes is an answer in any case.

    `owner` is whose answer it is, where that is said.
    """

    text: str
    line: int = 1
    quoted: bool = False
    owner: Owner | None = None

    def __post_init__(self) -> None:
        expect_text(self.text)


def expect_text(text: str) -> None:
    """Refuse what no file can hold: bytes from a terminal that are no letters. Raises Unreadable."""
    try:
        text.encode()
    except UnicodeEncodeError:
        raise Unreadable(f'a character in "{printable(text)}" isn\'t text (UTF-8 was expected)') from None


# --- reading --------------------------------------------------------------------------------------


def read_script(text: str, where: str = "") -> list[SaidStep]:
    """Everything that a script says, in order. Corrections and edits are one text each.

    Raises Unreadable, with the line of `where`, for a bracket that can't be there.
    """
    return list(_Reader(text, where).script())


def read_each(texts: Sequence[str]) -> list[SaidStep]:
    """What several texts say, one after the other; each is a line, and numbered as one."""
    return [replace(said, line=number) for number, text in enumerate(texts, 1) for said in read_script(text)]


def read_one(text: str) -> SaidStep:
    """What somebody typed at a prompt: all of it is one answer, correction or edit; one in quotes is an answer."""
    typed = text.strip()
    match = _re(_QUOTED).fullmatch(typed)
    return SaidStep(_unquoted(match), quoted=True) if match else SaidStep(typed)


def looks_like_correction(text: str) -> bool:
    """Whether a text is written like a correction or an edit; the game knows whether it is one."""
    return _is_correction_at(text, 0)


def looks_like_edit(text: str) -> bool:
    """Whether a text is written like an edit by hand, which nothing else is."""
    return _re(_EDIT).match(text) is not None


def _is_correction_at(text: str, at: int) -> bool:
    verb = _re(_VERB).match(text, at)
    return verb is not None and (verb[1].lower() != MEND or _re(_EDIT).match(text, at) is not None)


def readings(text: str) -> list[Step]:
    """The steps that a correction or an edit can be read as, the likeliest first.

    A reason follows the first "because", a word that may be a part of the correction too: what follows the next one
    comes after that, and the whole text last. But what stands behind a colon is a text of its own, which goes to the
    end: there it is the other way round. Raises Unreadable for an edit that can't be read.
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
            because = _plain(rest.removeprefix(_BECAUSE))
            return [Step(correct=f"{begins} {_unquoted(match)}", because=because)]
    typed = f"{begins} {typed[verb.end() :]}"
    parts = typed.split(_BECAUSE)
    found = []
    for many in range(1, len(parts) + 1):
        correction, because = (_BECAUSE.join(some).strip() for some in (parts[:many], parts[many:]))
        found.append(Step(correct=correction, because=_plain(because)))
    return found[::-1] if _COLON in parts[0] else found


def _plain(text: str) -> str:
    """A text without the quotes that it stands in whole."""
    match = _re(_QUOTED).fullmatch(text.strip())
    return _unquoted(match) if match else text.strip()


def _unquoted(match: re.Match[str]) -> str:
    return match[1].replace('""', '"')


class _Reader:
    """Reads a script from its beginning to its end."""

    def __init__(self, text: str, where: str) -> None:
        self._text, self._where = text, where
        self._at = 0
        self._line, self._counted = 1, 0  # the line up to where lines were counted

    def script(self) -> Iterator[SaidStep]:
        while match := _re(_SAYS_NOTHING).match(self._text, self._at):
            self._at = match.end()
            if self._at >= len(self._text):
                return
            if _is_correction_at(self._text, self._at):
                yield self._correction()
            else:
                yield from self._answers()

    def _said(self, text: str, at: int, *, quoted: bool = False) -> SaidStep:
        self._line += self._text.count("\n", self._counted, at)
        self._counted = at
        return SaidStep(text, self._line, quoted)

    def _correction(self) -> SaidStep:
        """A correction to the end of its line; what stands in quotes may go over several."""
        begun = self._at
        verb = _re(_VERB).match(self._text, begun)
        at = verb.end() if verb else begun
        for part in (_QUOTED, _QUOTED_REASON):  # its text and its reason may stand in quotes
            match = _re(part).match(self._text, at)
            at = match.end() if match else at
        end = self._text.find("\n", at)
        self._at = end if end >= 0 else len(self._text)
        return self._said(self._text[begun : self._at].strip(), begun)

    def _answers(self) -> list[SaidStep]:
        """The answers of a line: outside of brackets one, within them as many as are parted; and whose they are.

        A script may end within brackets. Raises Unreadable where a bracket can't be.
        """
        inside, text, first = False, self._text, self._at
        found: list[SaidStep] = []
        owners: Sequence[Owner] = ()
        while self._at < len(text) and text[self._at] != "\n":
            if match := _re(_WHOLE[inside]).match(text, self._at):
                found.append(self._said(_unquoted(match), self._at, quoted=True))
                self._at = match.end()
                continue
            begun = self._at
            end = text.find("\n", begun) % (len(text) + 1)
            parted = _re(_PARTING[inside]).search(text, begun, end + 1)
            if words := text[begun : parted.start() if parted else end].strip():
                found.append(self._said(words, begun))
            if parted:
                if parted[0] == ("[" if inside else "]"):
                    raise self._of_brackets(first, _MISPLACED[parted[0]])
                inside = parted[0] == "[" or (inside and parted[0] != "]")
                owners = _read_owners(parted[0].strip())
            self._at = parted.end() if parted else end
        known = zip(found, owners, strict=False) if len(owners) == len(found) else ()
        return [replace(said, owner=owner) for said, owner in known] or found

    def _of_brackets(self, begun: int, wrong: str) -> Unreadable:
        """What to say of the line that begins there, with a bracket that can't be there."""
        line = self._text[begun:].split("\n", 1)[0].strip()
        place = f"{self._where}, line {self._said('', begun).line}: " if self._where else ""
        return Unreadable(f'{place}can\'t read "{printable(line)}": {wrong}; write it like MOVE [ANSWER / ANSWER]')


def _read_owners(comment: str) -> list[Owner]:
    """Whose the answers of a line are, by its comment; none where it doesn't say so."""
    if not comment.startswith(_BY):
        return []
    found: list[Owner] = []
    for whose in _re(r";\s*").split(comment.removeprefix(_BY)):
        who, _, kinds = (part.strip() for part in whose.partition(":"))
        found += [Owner(kind, "" if who == _NOBODY else who) for kind in _re(r"\s*,\s*").split(kinds)]
    return found


def _read_edit(text: str) -> tuple[tuple[StateChange, ...], str]:
    """The changes of an edit and its reason. Raises Unreadable."""
    at = len(MEND)
    changes: list[StateChange] = []
    while True:
        at = _past(text, at, r"[\s;]*")
        if _re(_REASON).match(text, at) or at >= len(text):
            break
        gone = text[at] == "-"
        at += gone
        place, at = _read_place(text, at)
        value: Any = UNSET
        if not gone:
            at = _past(text, at, r"\s*=\s*")
            value, at = _read_json(text, at, "value")
        changes.append(StateChange(place, value))
    if not changes:
        raise Unreadable(f'can\'t read "{text}"; write it like: {_EXAMPLE}')
    return tuple(changes), _plain(text[at:].removeprefix(_BECAUSE.strip()))


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
    """A value in JSON, as far as a save can hold it, and where it ends. Raises Unreadable that says `what` it is."""
    try:
        value, end = _decoder().raw_decode(text, at)
        encoded.encode(value)  # what is escaped may be no text
        if _lacks_something(value):
            raise ValueError
    except (ValueError, RecursionError):
        raise Unreadable(f'can\'t read the {what} in "{printable(text)}"; write it like: {_EXAMPLE}') from None
    return value, end


def _no_number(name: str) -> Any:
    """What JSON doesn't know and its reader does: NaN and the infinities."""
    raise ValueError(name)


@cache
def _decoder() -> "JSONDecoder":
    """What reads one value of several; loaded only for an edit by hand."""
    from json import JSONDecoder

    return JSONDecoder(parse_constant=_no_number)


def _lacks_something(value: object) -> bool:
    """Whether there is a null in a value."""
    if isinstance(value, dict):
        return any(map(_lacks_something, value.values()))
    return value is None or (isinstance(value, list) and any(map(_lacks_something, value)))


def _past(text: str, at: int, pattern: str) -> int:
    match = _re(pattern).match(text, at)
    return match.end() if match else at


# --- printing -------------------------------------------------------------------------------------


def written(step: Step) -> str:
    """A step as it can be typed again: "resolve recruiter [trade 3 wood iron / done]"."""
    match step.kind:
        case "edit":
            return _with_reason(f"{MEND} {'; '.join(map(written_change, step.edit))}", step.because)
        case "correction":
            verb, _, rest = step.correct.partition(" ")
            plain = not _parted(rest) and not _parted(step.because or "-")
            plain = plain and not (step.because and _COLON in rest)
            return _with_reason(f"{verb} {rest if plain else quoted(rest)}", step.because)
        case _:
            begin, *more = [as_answer(answer.text) for answer in step.answers]
            if looks_like_correction(in_brackets([begin, *more])):  # it is one word, like "leave"
                begin = quoted(begin)
            return in_brackets([begin, *more])


def written_for_owners(step: Step) -> str:
    """A step as it can be typed again, a move with whose its answers are; as `written` where that can't be told."""
    groups: list[tuple[str, list[str]]] = []
    for key, who in step.owners:
        if not key or who == _NOBODY or _re(r"[,;:\n]").search(f"{key}{who}"):
            return written(step)
        if not groups or groups[-1][0] != who:
            groups.append((who, []))
        groups[-1][1].append(key)
    by = "; ".join(f"{who or _NOBODY}: {', '.join(keys)}" for who, keys in groups)
    return f"{written(step)}  {_BY}{by}" if by else written(step)


def in_brackets(answers: Sequence[str]) -> str:
    """The answers of a step as they are told: "resolve recruiter [trade 3 wood iron / done]"."""
    first, *rest = answers
    return f"{first} [{' / '.join(rest)}]" if rest else first


def quoted(text: str) -> str:
    """A text in double quotes, those within it doubled."""
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def as_answer(text: str) -> str:
    """An answer, in quotes where something in it would part it or it would be read as a correction."""
    return quoted(text) if _re(_APART).search(text) or looks_like_correction(text) else text


def _with_reason(text: str, because: str) -> str:
    if not because:
        return text
    return f"{text}{_BECAUSE}{quoted(because) if _parted(because) else because}"


def _parted(text: str) -> bool:
    """Whether a correction or its reason would be read otherwise without quotes."""
    return _BECAUSE in f" {text} " or _re(_APART).search(text) is not None


def written_change(change: StateChange) -> str:
    """A change as an edit writes it: "players.0.food = 7"; "-players.0.left" for what is gone."""
    place = ".".join(_written_part(part) for part in change.place)
    return f"-{place}" if change.value is UNSET else f"{place} = {_as_json(change.value)}"


def _written_part(part: str | int) -> str:
    if isinstance(part, int) or (_re(_NAME).fullmatch(part) and not part.isdigit() and part != _BECAUSE.strip()):
        return str(part)
    return _as_json(part)


def _as_json(value: Any) -> str:
    """A value in JSON, in which nothing looks like the beginning of a reason."""
    because = _BECAUSE.rstrip()
    return encoded.encode(value).decode().replace(because, rf"\u0020{because.lstrip()}")
