"""What people type for a step, and how a step is printed so that it can be typed again.

This is the only place where text becomes steps. A line of a script is an answer; answers to the questions that
follow may stand on the same line in square brackets, parted by " / ":

    attack Sphinx [2 1 0 / 1 1 1 0]
    adjust Anna food 7 because miscounted
    mend players.0.food = 7 because by hand

An answer stands whole in double quotes (one within it doubled) where it holds what would part it: a bracket, " / ",
a line break, a comment's #. So does the text of a correction or its reason. What follows # is a comment, unless it is
a part of a name ("Wolf #2").
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from msgspec import UNSET
from msgspec import json as encoded

from referee.errors import Unreadable
from referee.play.step import Change, Step

VERBS = ("adjust", "leave")
"""How a correction begins."""

MEND = "mend"
"""How an edit of the state by hand begins."""

_EXAMPLE = f"{MEND} players.0.food = 7"
_BECAUSE = " because "
_COLON = ":"
"""What begins a text of its own within a correction: "adjust card Gnoll: monster, ..."."""

_re = cache(re.compile)
"""A pattern ready to be used; most commands need few of them, and making one takes its time."""

_VERB = rf"(?i)({'|'.join((*VERBS, MEND))})[ \t]+(?=\S)"
_EDIT = rf"(?i){MEND}[ \t]+(-\S|.+?\s=\s)"
_QUOTED = r'"((?:[^"]|"")*)"'
_QUOTED_REASON = rf"[^\n]*?{_BECAUSE}{_QUOTED}(?=[ \t]*(?:\n|$))"
_SAYS_NOTHING = r"(?:\s+|#(?!\d)[^\n]*)*"
_PARTING = {
    False: r"[\[\]]|\s#(?!\d)[^\n]*",
    True: r"[\[\]]|\s#(?!\d)[^\n]*|\s/(?=\s)|/(?=\s*\])|(?<=\[)/",
}
"""What parts answers outside of brackets and within them."""
_WHOLE = {
    False: rf"\s*{_QUOTED}(?=[ \t]*(?:$|[\n\[\]]|\s#(?!\d)))",
    True: rf"\s*{_QUOTED}(?=[ \t]*(?:$|[\n\[\]]|\s#(?!\d)|/\s|/\]))",
}
"""An answer in quotes, if nothing but what parts answers follows it."""
_APART = r'[\[\]\r\n\x0b\x0c\x1c-\x1e\x85\u2028\u2029]|^\s|\s$|^"|^/|/$|\s/\s|(^|\s)#(?!\d)|^$'
"""What makes an answer stand in quotes."""
_NAME = r'[^\s.="\-;][^\s.=";]*'
"""A part of a place that needs no quotes."""


@dataclass(frozen=True)
class Said:
    """Something that was typed: its text and its line, counted from 1. One in quotes is an answer in any case."""

    text: str
    line: int = 1
    quoted: bool = False


# --- reading --------------------------------------------------------------------------------------


def read_script(text: str) -> list[Said]:
    """Everything that a script says, in order. Corrections and edits are one text each."""
    return list(_Reader(text).script())


def read_each(texts: Sequence[str]) -> list[Said]:
    """What several texts say, one after the other; each is a line, and numbered as one."""
    return [replace(said, line=number) for number, text in enumerate(texts, 1) for said in read_script(text)]


def read_one(text: str) -> Said:
    """What somebody typed at a prompt: all of it is one answer, correction or edit; one in quotes is an answer."""
    typed = text.strip()
    match = _re(_QUOTED).fullmatch(typed)
    return Said(_unquoted(match), quoted=True) if match else Said(typed)


def looks_like_correction(text: str) -> bool:
    """Whether a text is written like a correction or an edit; the game knows whether it is one."""
    return _is_correction_at(text, 0)


def _is_correction_at(text: str, at: int) -> bool:
    verb = _re(_VERB).match(text, at)
    return verb is not None and (verb[1].lower() != MEND or _re(_EDIT).match(text, at) is not None)


def readings(text: str) -> list[Step]:
    """The steps that a correction or an edit can be read as, the likeliest first.

    A reason follows the first "because", a word that may be a part of the correction too: what follows the next one
    comes after that, and the whole text last. But what stands behind a colon is a text of its own, which goes to the
    end: there it is the other way round. Raises Unreadable for an edit that can't be read.
    """
    typed = text.strip()
    verb = _re(_VERB).match(typed)
    if verb is None or not looks_like_correction(typed):
        return []
    if verb[1].lower() == MEND:
        changes, because = _read_edit(typed)
        return [Step(edit=changes, because=because)]
    if match := _re(_QUOTED).match(typed, verb.end()):
        rest = typed[match.end() :]
        if not rest.strip() or rest.startswith(_BECAUSE):
            because = _plain(rest.removeprefix(_BECAUSE))
            return [Step(correct=f"{verb[1].lower()} {_unquoted(match)}", because=because)]
    typed = f"{verb[1].lower()} {typed[verb.end() :]}"
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

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0

    def script(self) -> Iterator[Said]:
        while match := _re(_SAYS_NOTHING).match(self._text, self._at):
            self._at = match.end()
            if self._at >= len(self._text):
                return
            if _is_correction_at(self._text, self._at):
                yield self._correction()
            else:
                yield from self._answers()

    def _said(self, text: str, at: int, *, quoted: bool = False) -> Said:
        return Said(text, self._text.count("\n", 0, at) + 1, quoted)

    def _correction(self) -> Said:
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

    def _answers(self) -> Iterator[Said]:
        """The answers of a line: outside of brackets one, within them as many as are parted."""
        inside, words, begun = False, "", self._at
        while self._at < len(self._text) and self._text[self._at] != "\n":
            if not words.strip() and (match := _re(_WHOLE[inside]).match(self._text, self._at)):
                yield self._said(_unquoted(match), self._at, quoted=True)
                self._at = match.end()
            elif match := _re(_PARTING[inside]).match(self._text, self._at):
                if words.strip():
                    yield self._said(words.strip(), begun)
                words, begun = "", match.end()
                inside = match[0] == "[" or (inside and match[0] != "]")
                self._at = match.end()
            else:
                words += self._text[self._at]
                self._at += 1
        if words.strip():
            yield self._said(words.strip(), begun)


def _read_edit(text: str) -> tuple[tuple[Change, ...], str]:
    """The changes of an edit and its reason. Raises Unreadable."""
    at = len(MEND)
    changes: list[Change] = []
    while True:
        at = _past(text, at, r"[\s;]*")
        if text.startswith(_BECAUSE.strip(), at) or at >= len(text):
            break
        gone = text[at] == "-"
        at += gone
        place, at = _read_place(text, at)
        value: Any = UNSET
        if not gone:
            at = _past(text, at, r"\s*=\s*")
            try:
                value, at = json.JSONDecoder().raw_decode(text, at)
            except ValueError:
                raise Unreadable(
                    f'can\'t read the value in "{text}"; write like: {MEND} players.0.food = 7'
                ) from None
        changes.append(Change(place, value))
    if not changes:
        raise Unreadable(f'can\'t read "{text}"; write like: {_EXAMPLE}')
    return tuple(changes), _plain(text[at:].removeprefix(_BECAUSE.strip()))


def _read_place(text: str, at: int) -> tuple[tuple[str | int, ...], int]:
    parts: list[str | int] = []
    while True:
        if match := _re(_NAME).match(text, at):
            parts.append(int(match[0]) if match[0].isascii() and match[0].isdigit() else match[0])
            at = match.end()
        else:
            try:
                part, at = json.JSONDecoder().raw_decode(text, at)
            except ValueError:
                raise Unreadable(f'can\'t read the place in "{text}"; write like: players.0.food') from None
            parts.append(str(part))
        if not text.startswith(".", at):
            return tuple(parts), at
        at += 1


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
            return in_brackets([_as_answer(answer.text) for answer in step.answers])


def in_brackets(answers: Sequence[str]) -> str:
    """The answers of a step as they are told: "resolve recruiter [trade 3 wood iron / done]"."""
    first, *rest = answers
    return f"{first} [{' / '.join(rest)}]" if rest else first


def quoted(text: str) -> str:
    """A text in double quotes, those within it doubled."""
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def _as_answer(text: str) -> str:
    """An answer, in quotes where something in it would part it or it would be read as a correction."""
    return quoted(text) if _re(_APART).search(text) or looks_like_correction(text) else text


def _with_reason(text: str, because: str) -> str:
    if not because:
        return text
    return f"{text}{_BECAUSE}{quoted(because) if _parted(because) else because}"


def _parted(text: str) -> bool:
    """Whether a correction or its reason would be read otherwise without quotes."""
    return _BECAUSE in f" {text} " or _re(_APART).search(text) is not None


def written_change(change: Change) -> str:
    """A change as an edit writes it: "players.0.food = 7"; "-players.0.left" for what is gone."""
    place = ".".join(_written_part(part) for part in change.place)
    return f"-{place}" if change.value is UNSET else f"{place} = {encoded.encode(change.value).decode()}"


def _written_part(part: str | int) -> str:
    if isinstance(part, int) or (_re(_NAME).fullmatch(part) and not part.isdigit() and part != _BECAUSE.strip()):
        return str(part)
    return encoded.encode(part).decode()
