"""What can be wrong with what a person gave, in classes that decide the exit code.

Every message is written for a person: what is wrong, where, and what would be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import ParamSpec


class RefereeError(ValueError):
    """The base of all errors that are the input's and not the program's."""


class BadInput(RefereeError):
    """The input can't be used: a missing file, bad TOML, an unknown key, an impossible value (exit 2)."""


class NotFought(BadInput):
    """A game, or an entry of its log, that has no battle of its own to be judged."""


class Unreadable(BadInput):
    """An answer or a move that can't be read as anything."""


class Unchanged(Unreadable):
    """A correction that changes nothing."""


class Ambiguous(Unreadable):
    """A shortened name that fits several things."""


class Overtaken(RefereeError):
    """Another program has changed the file since it was read; nothing was written now."""


class Held(Overtaken):
    """Another program is writing the file and doesn't come to an end; nothing was written now."""


class Illegal(RefereeError):
    """A move that can be read but isn't allowed here (exit 1).

    `reason` says why in words; `ruling` is the id of the rule or ruling that forbids it. `first` is the correction
    ("Anna gold 8") after which it could be made, where one is known.
    """

    def __init__(self, reason: str, ruling: str, first: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.ruling = ruling
        self.first = first

    def __reduce__(self) -> tuple[type[Illegal], tuple[str, str, str]]:
        """As another process gets it."""
        return Illegal, (self.reason, self.ruling, self.first)


@contextmanager
def naming_place(
    place: object, caught: type[RefereeError] = Unreadable, *, raised: type[BadInput] = BadInput
) -> Iterator[None]:
    """Name in front of a message where in a file, or in what else was given, it is that something is wrong."""
    try:
        yield
    except caught as error:
        raise raised(f"{place}: {error}") from None


@contextmanager
def as_unreadable() -> Iterator[None]:
    """Let an answer be unreadable where what it names can't be used, as a file. Raises Unreadable."""
    try:
        yield
    except BadInput as error:
        raise Unreadable(str(error)) from None


P = ParamSpec("P")


def refusal(verify: Callable[P, object], *args: P.args, **more: P.kwargs) -> Illegal | None:
    """Why something isn't allowed, as `verify` raises it of these arguments; None if it is."""
    try:
        verify(*args, **more)
    except Illegal as error:
        return error
    return None


def fault(read: Callable[P, object], *args: P.args, **more: P.kwargs) -> RefereeError | None:
    """What is wrong with what `read` reads, as it raises it of these arguments; None if it can be read."""
    try:
        read(*args, **more)
    except RefereeError as error:
        return error
    return None


_WRITTEN = re.compile(r"(?:;|, which) (?:it )?is written like (.*)", re.DOTALL)
"""What would be right, at the end of what is wrong."""
_UNREAD = re.compile(r"(?:can't read )?\"([^\"]*)\"(?: isn't part of [^;]*)?(?:; (did you mean .*\?))?")
"""What can't be read, or has no place there, and what may be meant."""


def all_told(wrong: Sequence[str]) -> str:
    """All that is wrong, in one message: "can't read: 5 · spell (did you mean spell 2?). Like: ..."."""
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
    return " Also: ".join([f"can't read: {' · '.join(unread)}{like}", *others])
