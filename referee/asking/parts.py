"""Answers of several parts, each of which can be what those before it leave: dice assigned one after the other.

They are typed with commas between, as in "lift 4 by 1, lift 4 by 2"; "done" is an answer without parts. Where an
answer is suggested, Enter takes it, and so does "best".
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from referee.asking.question import DiceThere, Option, Question
from referee.errors import Illegal, RefereeError, Unreadable
from referee.text.names import fold

S = TypeVar("S")
P = TypeVar("P")

DONE: Final = "done"
"""The answer that has no parts."""

BEST: Final = "best"
"""The word for the suggested answer."""

_BETWEEN: Final = ", "


@dataclass(frozen=True, kw_only=True)
class Parts(Generic[S, P]):
    """How the parts of an answer are read, where S is what there is to choose among (the dice in hand).

    `read` makes a part of its text and raises Unreadable, Ambiguous or Illegal; `write` gives the text back, `after`
    is what there is after a part (S itself stays as it is), `options` are the parts that there can be.
    """

    read: Callable[[S, str], P]
    write: Callable[[P], str]
    after: Callable[[S, P], S]
    options: Callable[[S], Sequence[Option]]

    def parse(self, there: S, text: str) -> tuple[P, ...]:
        """The parts of an answer. Raises as `read` does, naming the part where there are several."""
        texts = [] if fold(text) == DONE else text.split(_BETWEEN.strip())
        found: list[P] = []
        for typed in texts:
            try:
                found.append(self.read(there, typed.strip()))
            except RefereeError as error:
                raise _of_part(typed.strip(), error) if len(texts) > 1 else error from None
            there = self.after(there, found[-1])
        return tuple(found)

    def text(self, parts: Sequence[P]) -> str:
        """An answer as it is recorded."""
        return _BETWEEN.join(map(self.write, parts)) or DONE


def _of_part(typed: str, error: RefereeError) -> RefereeError:
    if isinstance(error, Illegal):
        return Illegal(f"{typed}: {error}", error.ruling)
    return Unreadable(f"{typed}: {error}")


def in_parts(key: str, prompt: str, parts: Parts[S, P], there: S, *, suggested: Sequence[P] | None = None,
             who: str = "", hint: str = "", dice: Sequence[DiceThere] = ()) -> Question[tuple[P, ...]]:  # fmt: skip
    """A question whose answer has several parts, or none; `dice` are those that it is about."""
    best = None if suggested is None else parts.text(suggested)

    def parse(text: str) -> tuple[P, ...]:
        return parts.parse(there, best if best is not None and fold(text) == BEST else text)

    def options() -> list[Option]:
        return [*parts.options(there), Option(DONE)]

    words: Callable[[], Sequence[Any]] = tuple if best is None else lambda: (BEST,)
    return Question(
        key, prompt, parse, options=options, who=who, hint=hint or "several with commas between", default=best,
        write=parts.text, open=True, dice=tuple(dice), words=words, in_parts=True,
    )  # fmt: skip
