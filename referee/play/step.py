"""A step of a game: the one record of what was decided, from the prompt to the save and back.

A step is a move with the answers that follow it, a correction in words, or an edit of the state by hand. It is data:
nothing of it is ever read out of a text again. What people type is read by `notation`.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from msgspec import UNSET, Struct, UnsetType

Kind = Literal["move", "correction", "edit"]


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
    ) -> Step:
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
