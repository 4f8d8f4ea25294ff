"""An open session that is kept in a file: make moves in it, and replace entries."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from typing import Any, Generic, Literal, NamedTuple, TypeVar

from msgspec.structs import replace

from referee.errors import BadInput, NotFought, RefereeError, Unreadable, fault
from referee.play.notation import Owner, Step, TypedStep, write_step
from referee.play.script import give_all
from referee.play.session import Copied, Session

S = TypeVar("S", bound=Copied)


def expect_entry(where: str, number: int, many: int) -> None:
    """Check that a log with so many entries has one with this number. Raises BadInput."""
    if not 1 <= number <= many:
        numbered = f"they are numbered from 1 to {many}" if many else "the log has none yet"
        raise BadInput(f"{where}: there is no entry {number}; {numbered}")


def find_entry(
    where: str, session: Session[Any], number: int | None, is_meant: Callable[[int], bool], none: str, other: str
) -> int:
    """Return the number of an entry that `is_meant`, without a `number` of the last one.

    Raises NotFought with the message that there is `none`, or that the entry is an `other`, in terms of its `number`
    and `text`; BadInput for an entry that isn't there.
    """
    if number is None:
        found = next(filter(is_meant, range(len(session.steps), 0, -1)), None)
        if found is None:
            raise NotFought(f"{where}: {none}")
        return found
    expect_entry(where, number, len(session.steps))
    if not is_meant(number):
        text = session.steps[number - 1].do or session.steps[number - 1].correct
        raise NotFought(f"{where}: {other.format(number=number, text=text)}; see: referee log {shlex.quote(where)}")
    return number


class Amendment(RefereeError):
    """A later entry no longer holds after an earlier one was changed. `number` counts from 1."""

    def __init__(self, number: int, step: Step, why: RefereeError) -> None:
        super().__init__(f"entry {number} ({step.place}: {write_step(step)}) doesn't hold any more: {why}")
        self.number = number
        self.step = step
        self.why = why


Way = Literal["cut off", "leave out", "keep"]
"""Choice for a later entry that no longer holds: the log ends before it, goes on without it, or stays as it was."""


def refuse(amendment: Amendment) -> Way:
    """Keep all as it was where a later entry no longer holds."""
    return "keep"


class _Later(NamedTuple):
    """A later entry to be replayed: its number, its step, whose its answers are, and whether it was done in full."""

    number: int
    step: Step
    owners: Sequence[Owner]
    in_full: bool


class OpenSession(Generic[S]):
    """An open session, with the operations on it."""

    session: Session[S]

    def as_typed(self, said: TypedStep) -> TypedStep:
        """Return a step as it is typed. Raises Unreadable."""
        return said

    def expect_in_full(self, state: S, step: Step) -> None:
        """Check that a correction can be carried out in full. Raises as it is recorded."""

    def changes_nothing(self, before: S) -> bool:
        """Return whether a correction has left all as it was."""
        return False

    def corrected_later(self, number: int) -> Sequence[Any]:
        """List the corrections after an entry that may hide a change of it."""
        return ()

    def masking_corrections(self, earlier: Sequence[Any]) -> Sequence[str]:
        """Describe which of the `earlier` corrections hide what an amendment before them changed."""
        return ()

    def do(self, said: Sequence[TypedStep], where: str = "moves", unit: str = "line") -> list[str]:
        """Carry out steps in order, all or none; nothing is saved here. Raises Illegal or BadInput.

        Returns the default answers that were used where the script has left an answer out.
        """
        with self.session.all_or_nothing():
            return give_all(self.session, [self.as_typed(one) for one in said], where, unit)

    def amend(
        self, number: int, said: Sequence[TypedStep], *, choose: Callable[[Amendment], Way] = refuse
    ) -> list[Step]:
        """Replace the n-th entry by `said` (nothing removes it), and replay the later entries.

        Each answer is given only to the player and the kind of question that it was given for. Where a later entry no
        longer holds, `choose` decides what happens to it. The new entry is marked with the one that it replaces, the
        entry after a removed one with that.

        Returns the steps that are no longer in the log: those that were cut off or left out, and later corrections
        that change nothing now. Raises Amendment where all is to be kept as it was; BadInput if there is no such
        entry.
        """
        session = self.session
        if not 1 <= number <= len(session.steps):
            raise BadInput(f"there is no entry {number}; the log has {len(session.steps)}")
        session.forcing = False  # forced answers are in the log, too, and must not be given twice
        try:
            with session.all_or_nothing():
                old, later = session.steps[number - 1], self._later(number)
                under_way = bool(session.draft)
                session.truncate(number - 1)
                give_all(session, said, f"entry {number}")
                if session.draft and later:
                    lacks = session.question and session.question.prompt
                    raise BadInput(f"entry {number}: {write_step(Step.of(session.draft))} lacks an answer: {lacks}")
                removed = self._mark(number, old)
                return self._play_again(later, removed, under_way=under_way, choose=choose)
        finally:
            session.force()

    def _later(self, number: int) -> list[_Later]:
        """List the entries after the n-th, and the step under way."""
        session = self.session
        found = [
            _Later(at, step, session.owners_of(at), not fault(self.expect_in_full, session.state_before(at), step))
            for at, step in enumerate(session.steps[number:], number + 1)
        ]
        if session.draft:
            owners = session.owners_under_way
            found.append(
                _Later(len(session.steps) + 1, Step.of(session.draft, who=owners[0].who), owners, in_full=True)
            )
        return found

    def _mark(self, number: int, old: Step) -> tuple[str, ...]:
        """Mark the replacement of an old entry with its text; return the removed texts if nothing replaces it."""
        session, text = self.session, self.session.public_text(old)
        if number > len(session.steps):
            return () if session.draft else (*old.removed, text)
        new = session.steps[number - 1]
        same = (new.answers, new.correct, new.edit) == (old.answers, old.correct, old.edit)
        session.steps[number - 1] = replace(new, was=old.was if same else old.was or text, removed=old.removed)
        return ()

    def _play_again(
        self,
        later: Sequence[_Later],
        removed: tuple[str, ...],
        *,
        under_way: bool,
        choose: Callable[[Amendment], Way],
    ) -> list[Step]:
        """Replay later entries, the last of them `under_way`; return those that were left out.

        The first that holds is marked with what was `removed` before it.
        """
        session = self.session
        dropped: list[Step] = []
        for at, one in enumerate(later):
            held, before, is_draft = len(session.steps), session.state, under_way and one is later[-1]
            try:
                self._give_forced(one)
                session.repeat(one.step, one.owners, whole=not is_draft)
                if one.step.kind != "move" and not one.step.claim and self.changes_nothing(before):
                    session.truncate(held)
                    dropped.append(one.step)
                    continue
                if session.draft and not is_draft:
                    raise Unreadable(f"it lacks an answer now: {session.question and session.question.prompt}")
            except RefereeError as error:
                amendment = Amendment(one.number, one.step, error)
                way = choose(amendment)
                if way == "keep":
                    raise amendment from None
                session.truncate(held)
                if way == "cut off":
                    return [*dropped, *(left.step for left in later[at:])]
                dropped.append(one.step)
                removed = (*removed, session.public_text(one.step))
                continue
            if removed and len(session.steps) > held:
                first = session.steps[held]
                session.steps[held], removed = replace(first, removed=(*removed, *first.removed)), ()
        return dropped

    def _give_forced(self, later: _Later) -> None:
        """Answer forced questions before an entry's own; refuse a correction that isn't possible in full any more."""
        session = self.session
        while (question := session.question) is not None and (only := question.forced()) is not None:
            if later.step.kind != "move" or later.owners[0].owns(question.key, question.who):
                break
            session.give(only)
        if later.in_full:
            self.expect_in_full(session.state, later.step)
