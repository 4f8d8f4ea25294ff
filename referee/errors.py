"""Errors in the input; their classes decide the exit code.

Every message is written for a person: what is wrong, where, and what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import ParamSpec


class RefereeError(ValueError):
    """Base of all errors that are caused by the input, not by the program."""


class BadInput(RefereeError):
    """The input can't be used: a missing file, bad TOML, an unknown key, an impossible value (exit 2)."""


class NotFought(BadInput):
    """The game, or the entry of its log, has no battle of its own that could be judged."""


class Unreadable(BadInput):
    """The answer or move can't be parsed."""


class Incomplete(Unreadable):
    """The answer is right as far as it goes, but lacks something."""


class Unchanged(Unreadable):
    """The correction changes nothing."""


class Ambiguous(Unreadable):
    """The shortened name fits several things."""


class Overtaken(RefereeError):
    """Another program has changed the file since it was read; nothing was written now."""


class Held(Overtaken):
    """Another program is writing the file and doesn't finish; nothing was written now."""


class Illegal(RefereeError):
    """A move that can be read but isn't allowed here (exit 1).

    `reason` says why in words; `ruling` is the id of the rule or ruling that forbids it. `first` is the correction
    ("Anna gold 8") after which the move would be legal, if one is known.
    """

    def __init__(self, reason: str, ruling: str, first: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.ruling = ruling
        self.first = first

    def __reduce__(self) -> tuple[type[Illegal], tuple[str, str, str]]:
        """Support pickling, for other processes."""
        return Illegal, (self.reason, self.ruling, self.first)


@contextmanager
def naming_place(
    place: object, caught: type[RefereeError] = Unreadable, *, raised: type[BadInput] = BadInput
) -> Iterator[None]:
    """Put `place` (of the mistake in the file or other input) in front of the message of an error raised inside."""
    try:
        yield
    except caught as error:
        raise raised(f"{place}: {error}") from None


@contextmanager
def as_unreadable() -> Iterator[None]:
    """Raise Unreadable for BadInput: an answer that names something unusable, as a bad file, is asked for again."""
    try:
        yield
    except BadInput as error:
        raise Unreadable(str(error)) from None


P = ParamSpec("P")


def refusal(verify: Callable[P, object], *args: P.args, **more: P.kwargs) -> Illegal | None:
    """Return the Illegal that `verify` raises with these arguments; None if it raises none."""
    try:
        verify(*args, **more)
    except Illegal as error:
        return error
    return None


def fault(read: Callable[P, object], *args: P.args, **more: P.kwargs) -> RefereeError | None:
    """Return the error that `read` raises with these arguments; None if it can be read."""
    try:
        read(*args, **more)
    except RefereeError as error:
        return error
    return None


_WRITTEN = re.compile(r"(?:;|, which) (?:it )?is written like (.*)", re.DOTALL)
"""The example of correct input at the end of a message."""
_UNREAD = re.compile(r"(?:can't read )?\"([^\"]*)\"(?: isn't part of [^;]*)?(?:; (did you mean .*\?))?")
"""Unreadable or misplaced input, and the suggestion for it."""


def join_errors(wrong: Sequence[str]) -> str:
    """Join several error messages into one: "can't read: 5 · spell (did you mean spell 2?). Like: ..."."""
    if len(wrong) < 2:
        return "".join(wrong)
    examples = [match[1] for one in wrong if (match := _WRITTEN.search(one))]
    unread, others = [], []
    for one in wrong:
        found = _UNREAD.fullmatch(_WRITTEN.sub("", one))
        if found is None:
            others.append(one if one.endswith(("?", ".")) else f"{one}.")
        else:
            unread.append(f"{found[1]} ({found[2]})" if found[2] else found[1])
    if len(unread) < 2:
        return " Also: ".join([*(one if one.endswith(("?", ".")) else f"{one}." for one in wrong[:-1]), wrong[-1]])
    like = f". Like: {examples[0]}" if examples else ""
    return " Also: ".join([f"can't read: {' · '.join(unread)}{like}{'.' * bool(others)}", *others])
