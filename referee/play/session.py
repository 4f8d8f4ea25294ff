"""A game being played: a start, the steps so far, and the next question.

The log of steps is authoritative; the state follows from it. A step is played on a copy of the state before it, and
that state is kept: a refused answer changes nothing, and undo costs nothing. If a session is resumed with the state
that its steps lead to, they are replayed at most once, when an earlier state is first needed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.interrupts import INTERRUPT, Interruption
from referee.asking.moves import NotHeld, not_held, split_overrule
from referee.asking.question import Procedure, Question
from referee.errors import BadInput, Illegal, RefereeError, Unchanged, Unreadable, fault
from referee.play.event import Overruled
from referee.play.notation import (
    UNDER_WAY,
    Answer,
    Owner,
    Step,
    TypedStep,
    looks_like_correction,
    readings,
    write_step,
)


class Copied(Protocol):
    """State that can be copied."""

    def copy(self) -> Self:
        """Return an independent copy."""


S = TypeVar("S", bound=Copied)
S_contra = TypeVar("S_contra", bound=Copied, contravariant=True)


class Playable(Protocol[S_contra]):
    """Game, or a part of one, that a session can play."""

    def next_decision(self, state: S_contra, events: list[Any]) -> Procedure[None] | None:
        """Return the next step (one entry of the log), a procedure that changes `state`; None when all is over."""


class Corrector(Protocol[S]):
    """Carries out steps that are no moves: corrections and edits by hand, or `only_claims`."""

    only_claims: bool

    def corrects(self, state: S, text: str) -> bool:
        """Return whether a text in the form of a correction is one, and not an answer."""

    def named(self, state: S, text: str, asked: str) -> str:
        """Return a correction with the name of the player on turn, if it has none; `asked` is who is asked now."""

    def correct(self, state: S, step: Step, events: list[Any]) -> S:
        """Apply a correction or edit, return the new state; `state` may be changed. Raises Unreadable or Illegal."""


def as_typed(state: Any, now: Any, step: Step) -> tuple[Step, Callable[[Any], bool]]:
    """Return the correction unchanged, and a check that is always true: it is recorded as it was typed."""
    return step, lambda after: True


class Unplayable(RefereeError):
    """A recorded step that can't be played: its number, counted from 1, its beginning, and why."""

    def __init__(self, number: int, step: Step, why: RefereeError) -> None:
        super().__init__(f"entry {number} ({step.correct or step.do or 'an edit by hand'}): {why}")
        self.number = number
        self.step = step
        self.why = why


class NoFurther(BadInput):
    """The steps before this can't be undone: the log no longer leads to the current state."""


class _Snapshot(NamedTuple):
    """Snapshot from which a session can be restored."""

    state: Any
    steps: list[Step]
    before: list[Any]
    draft: list[Answer]
    undone: list[list[Step]]
    done: list[Any]
    taken: int


class Session(Struct, Generic[S], eq=False, dict=True):
    """Game played step by step: its log, current state and question.

    `steps` are the whole steps so far, `draft` the answers of the current step, `undone` the undone steps, newest
    last: each item has the steps (the first perhaps only in part) that were undone together. `resumed` is the state
    that the steps lead to, if it is known: then they are replayed only when needed. The first `settled` steps can't
    be undone: `start` is the state after them. If the steps don't lead to `resumed`, because the rules have been
    corrected since they were made, and the session is `drifting`, then `resumed` counts and the steps are settled;
    `unplayable` is the error if a step couldn't be replayed.
    `corrector` applies corrections of the state, which are steps of their own. `recorder` returns the step as which a
    typed correction is recorded, from the state before the current step and the present one, and a function that
    checks whether a state is as corrected; it raises as `correct` does.
    `earlier` returns the state before the step at an index of the log, if it is known without replaying. Without
    `forcing`, forced answers are given only within the current step. `label` returns the place in the game of a
    state, `clock` the current time. `typed` is the last answer as given; `public_text` formats a step as everybody
    may read it.
    """

    game: Playable[S]
    start: S
    steps: list[Step] = []
    draft: list[Answer] = []
    undone: list[list[Step]] = []
    resumed: S | None = None
    settled: int = 0
    drifting: bool = False
    corrector: Corrector[S] | None = None
    recorder: Callable[[S, S, Step], tuple[Step, Callable[[S], bool]]] = as_typed
    forcing: bool = True
    typed: str = ""
    public_text: Callable[[Step], str] = write_step
    label: Callable[[S], str] = lambda state: ""
    clock: Callable[[], str] = lambda: ""
    earlier: Callable[[int], S | None] = lambda at: None

    __repr__ = object.__repr__

    def __post_init__(self) -> None:
        self._done: list[Any] = []  # events of whole steps that weren't taken yet
        self._under_way: list[Any] = []  # all events of the current step
        self._taken = 0  # how many of these were taken
        self._replayed: Step | None = None  # the step that is being replayed
        self._askers: list[str] = []  # who gave each answer of the current step
        self._first = self.settled  # index of the first step that can be replayed
        self._resumed_with: Sequence[Step] = ()
        self._recalled_states: Sequence[S] | None = None  # those before the steps that it was resumed with
        self.unplayable: Unplayable | None = None
        steps, draft = list(self.steps), list(self.draft)
        if self.resumed is None:
            self._play_log(steps, draft)
        else:
            self._before: list[S | None] = [None] * len(steps)  # the state before each step, if it was made here
            self._resumed_with, self.state = tuple(steps), self.resumed
            self._restart(draft)
        self._run_forced()

    @property
    def question(self) -> Question[Any] | None:
        """The current question; None when all is over."""
        return self._question

    @property
    def answers(self) -> list[Answer]:
        """All answers of the steps so far and of the current one."""
        return [*(answer for step in self.steps for answer in step.answers), *self.draft]

    @property
    def present(self) -> S:
        """Current state, also in the middle of a step; read-only."""
        return self.state if self._question is None else self._trial

    # --- going on ---------------------------------------------------------------------------------

    def say(self, said: TypedStep) -> Step | None:
        """Answer the question, or correct the state; return the correction, None for an answer. Raises as both do."""
        if self.corrects(said):
            return self.correct(*readings(said.text))
        self.answer(said.text)
        return None

    def corrects(self, said: TypedStep) -> bool:
        """Return whether a text is a correction and not an answer."""
        likely = self.corrector is not None and not said.quoted and looks_like_correction(said.text)
        return likely and self.corrector is not None and self.corrector.corrects(self.state, said.text)

    def answer(self, text: str) -> None:
        """Answer the question. Raises Unreadable, Ambiguous or Illegal, and then nothing has changed."""
        self.give(text)
        self.typed = text
        self._run_forced()

    def give(self, text: str) -> None:
        """Answer the question, without the forced answers after it. Raises as `answer` does."""
        self._answer(text)
        self.undone.clear()

    def correct(self, *readings: Step) -> Step:
        """Record a correction and apply it before the current step; of its readings, take the first valid one.

        Raises Unreadable or Illegal, also for one that changes nothing; if no reading is valid, with the error of the
        first one. The answers of the current step are given again; if they are refused now, nothing has changed.
        """
        step = self.put_right(*readings)
        self._run_forced()
        return step

    def put_right(self, *readings: Step) -> Step:
        """Record a correction, without the forced answers after it. Raises as `correct` does."""
        now, taken_events, present = self._snapshot(), self._under_way[: self._taken], self.present
        askers = list(self._askers)
        refused: RefereeError | None = None
        decider = self._question.who if self._question is not None else ""
        for step in readings:
            if step.correct and self.corrector is not None:
                step = replace(step, correct=self.corrector.named(self.state, step.correct, decider))
            try:
                self.draft = []
                step, holds = self.recorder(now.state, present, step)
                self._correct(step)
                if self.state == now.state and holds(present) and not self._is_new_claim(step):
                    raise Unchanged(f'"{write_step(step)}": that is so already; nothing was changed')
                self._restart_after_correction(now.draft, askers)
                if not holds(self.present):
                    if not now.draft:
                        reason = "what follows by itself changes that again at once"
                        raise Unreadable(f"{reason}; undo the last entry, and say it there")
                    first = self.public_text(Step.of(now.draft[:1]))
                    raise Unreadable(f'"{first}" is under way and makes it otherwise; finish it or undo it first')
                break
            except RefereeError as error:
                self._restore(now)
                refused = refused or error
                if isinstance(error, Unchanged):
                    raise
        else:
            raise refused or Unreadable("there is nothing to correct")
        if self._under_way[: len(taken_events)] == taken_events:
            self._taken = len(taken_events)  # else the events are different now, and are shown again
        self.undone.clear()
        return step

    def _is_new_claim(self, step: Step) -> bool:
        """Return whether the last step is a claim that wasn't made since the last move."""
        since = takewhile(lambda one: one.kind != "move", reversed(self.steps[:-1]))
        return bool(step.claim) and all(one.correct != step.correct for one in since)

    def claims_about(
        self, number: int | None, is_judged: Callable[[int], bool], reads: Callable[[str], Any]
    ) -> list[tuple[str, bool]]:
        """List the claims about an entry, or about the current step (None), and whether the step was under way then.

        A claim is about the last entry before it whose number `is_judged`. A claim that `reads` refuses is left out:
        it is about counters.
        """
        at = len(self.steps) + 1 if number is None else number
        before = [*takewhile(lambda one: one.kind != "move", reversed(self.steps[: at - 1]))][::-1]
        found = [(one.claim.removeprefix(UNDER_WAY), True) for one in before if one.claim.startswith(UNDER_WAY)]
        later = [n for n, one in enumerate(self.steps[at:], at + 1) if one.claim]
        for n in range(at + 1, max(later, default=0) + 1):
            if n in later:
                claim = self.steps[n - 1].claim
                found += [] if claim.startswith(UNDER_WAY) else [(claim, False)]
            elif is_judged(n):
                break
        return [one for one in found if not fault(reads, one[0])]

    def repeat(self, step: Step, owners: Sequence[Owner] = (), *, whole: bool = True) -> None:
        """Play one recorded step again, and the forced answers at its end.

        With `owners`, each answer is given only to a question of its owner. At the end of a `whole` step, omitted
        answers to skippable questions are filled in, too. Raises as `answer` does; a part of it may be played then.
        """
        self._repeat(step, owners)
        self._finish(left_out=whole)

    def force(self) -> None:
        """Give forced answers, from now on too."""
        self.forcing = True
        self._run_forced()

    def ahead(self) -> Session[S]:
        """Return a session in the current position, to look ahead; answers in it don't count here."""
        return Session(
            self.game, self.state, draft=list(self.draft), resumed=self.state, forcing=self.forcing, label=self.label
        )

    def before(self, number: int) -> Session[S]:
        """Return a session in the position before the n-th step, to look ahead. Raises as `state_before`."""
        state = self.state_before(number)
        return Session(self.game, state, resumed=state, forcing=self.forcing, label=self.label)

    # --- going back -------------------------------------------------------------------------------

    def state_before(self, number: int) -> S:
        """Return the state before the n-th step, counted from 1; read-only.

        Raises Unplayable if the log can't be played, NoFurther if it no longer leads there.
        """
        at = number - 1
        kept = self._before[at]
        if kept is None and at >= self.settled and self._recalled_states is None:
            kept = self._before[at] = self.earlier(at)
        if kept is not None:
            return kept
        if at >= self.settled:
            self.recall()
        if at < self.settled:
            raise NoFurther(
                f"there is no way back beyond entry {number}: the log up to it doesn't lead here any more (rules "
                "were mended since, or it was changed by hand). What is wrong can be corrected"
            )
        return (self._recalled_states or ())[at - self._first]

    def undo(self) -> bool:
        """Undo the last answer of the current step, else the last whole step; return False if there is none.

        Forced steps are undone together with the one before them. Raises as `state_before` does.
        """
        with self.all_or_nothing():
            undone: list[Step] = []
            while self.draft or self.steps:
                if self.draft:
                    undone.insert(0, Step.of(self.draft[-1:], who=self._askers[-1]))
                    self._restart(self.draft[:-1])
                else:
                    undone.insert(0, self._drop())
                    self._begin()
                if self._has_choice():
                    self.undone.append(undone)
                    return True
        self._run_forced()
        return False

    def take_back(self) -> str:
        """Undo the last answer that a player gave, even in a finished step; return its text, "" if there is none.

        Automatic answers after it are undone too; the answers before it become the current step. Raises as
        `state_before` does.
        """
        with self.all_or_nothing():
            undone: list[Step] = []
            while self.draft or self.steps:
                draft, askers, step = self.draft, self._askers, Step()
                if not draft:
                    step = self._drop()
                    draft, askers = list(step.answers), [owner.who for owner in step.owners]
                    if step.kind != "move":
                        undone.insert(0, step)
                if draft:
                    last = Step.of(draft[-1:], who=askers[-1], when=step.when)
                    undone.insert(0, replace(last, was=step.was, removed=step.removed))
                self._restart(draft[:-1])
                if self._question is None or self._question.decides:
                    self.undone.append(undone)
                    return self.public_text(undone[0])
        self._run_forced()
        return ""

    def rewind(self, count: int) -> int:
        """Undo all but the first `count` steps, and forced ones before them; return the number of undone steps.

        Raises as `state_before` does.
        """
        with self.all_or_nothing():
            before, draft, askers = list(self.steps), self.draft, self._askers
            count = min(count, len(before))
            while True:
                while len(self.steps) > count:
                    self._drop()
                self._restart([])
                if not count or self._has_choice():
                    break
                count -= 1
            if draft:
                self.undone.append([Step.of(draft, who=askers[0], by=askers[1:])])
            self.undone += [[step] for step in reversed(before[count:])]
        return len(before) - count

    def truncate(self, count: int) -> list[Step]:
        """Remove the current step and all but the first `count` steps, for good; return the whole ones.

        The undone steps are removed too, and no forced answers are given. Raises as `state_before` does.
        """
        with self.all_or_nothing():
            self.undone.clear()
            cut = self.steps[count:]
            while len(self.steps) > count:
                self._drop()
            self._restart([])
        return cut

    def redo(self) -> bool:
        """Redo what the last `undo` took, or the first step that `rewind` took; return False if there is nothing.

        Raises what the answers raise, and then nothing has changed.
        """
        if not self.undone:
            return False
        with self.all_or_nothing():
            self._redo_once()
            while self.undone and self._question is not None and self._question.forced() is not None:
                self._redo_once()  # it was forced then, too
        self._run_forced()
        return True

    def _redo_once(self) -> None:
        for step in self.undone.pop():
            self._repeat(step, step.owners)
        self._finish()

    def last_answer(self) -> str:
        """Return the last answer, with those that followed in the same step; "" at the start."""
        if self.draft:
            return self.public_text(Step.of(self.draft[-1:]))
        return self.public_text(self.steps[-1]) if self.steps else ""

    # --- events -----------------------------------------------------------------------------------

    @property
    def events(self) -> Sequence[Any]:
        """Events since the last call of `take_events`."""
        return [*self._done, *self._under_way[self._taken :]]

    @property
    def events_under_way(self) -> Sequence[Any]:
        """All events of the current step, taken or not."""
        return self._under_way

    def take_events(self) -> Sequence[Any]:
        """Return the events since the last call."""
        taken = self.events
        self._done, self._taken = [], len(self._under_way)
        return taken

    # --- moments ----------------------------------------------------------------------------------

    def _snapshot(self) -> _Snapshot:
        undone = [list(steps) for steps in self.undone]
        return _Snapshot(
            self.state, list(self.steps), list(self._before), list(self.draft), undone, list(self._done), self._taken
        )

    def _restore(self, moment: _Snapshot) -> None:
        self.state, self.steps, self._before = moment.state, list(moment.steps), list(moment.before)
        self.undone, self._done = [list(steps) for steps in moment.undone], list(moment.done)
        self._restart(moment.draft)
        self._taken = moment.taken

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Restore the session if anything within raises a RefereeError."""
        now = self._snapshot()
        try:
            yield
        except RefereeError:
            self._restore(now)
            raise

    # --- history ----------------------------------------------------------------------------------

    def _drop(self) -> Step:
        """Remove the last whole step, and go back to the state before it."""
        self.state = self.state_before(len(self.steps))
        self._before.pop()
        return self.steps.pop()

    def recall(self) -> None:
        """Play the steps with which the session was resumed, once, to know the states before them.

        Raises Unplayable if they can't be played. If they were made under rules that have been corrected since
        (`drifting`) and don't lead to the resumed state, they are settled: the resumed state counts.
        """
        if self.resumed is None or self._recalled_states is not None:
            return
        recalled, led_to, unplayable = self._recall()
        if unplayable is not None and not self.drifting:
            raise unplayable
        self._recalled_states = recalled
        if unplayable is not None or (self.drifting and led_to != self.resumed):
            self.settled, self.start, self.unplayable = len(self._resumed_with), self.resumed, unplayable

    def _recall(self) -> tuple[list[S], S, Unplayable | None]:
        """Replay the steps: return the state before each, the one after them, and the error that stopped it."""
        replay = Replaying(self.game, self.start, corrector=self.corrector, forcing=False)
        recalled = []
        for at, step in enumerate(self._resumed_with[self._first :], self._first + 1):
            recalled.append(replay.state)
            try:
                replay.repeat(step)
            except RefereeError as error:
                return recalled, replay.state, Unplayable(at, step, error)
        return recalled, replay.state, None

    # --- playing ----------------------------------------------------------------------------------

    def _play_log(self, steps: Sequence[Step], draft: Sequence[Answer]) -> None:
        """Play a log from the start. Raises Unplayable."""
        self.state = self.start.copy()
        self.steps, self._before, self.draft = list(steps[: self.settled]), [None] * self.settled, []
        self._begin()
        for number, step in enumerate(steps[self.settled :], self.settled + 1):
            try:
                self.repeat(step)
            except RefereeError as error:
                raise Unplayable(number, step, error) from None
        self._give(draft)

    def _restart_after_correction(self, draft: Sequence[Answer], askers: Sequence[str]) -> None:
        """Restart the current step after a correction. Raises as `correct` does, with what to do first."""
        try:
            self._restart(draft, [Owner(answer.key, who) for answer, who in zip(draft, askers, strict=True)])
        except RefereeError as error:
            first = f'"{self.public_text(Step.of(draft[:1]))}" is under way and can\'t go on after that'
            if isinstance(error, Illegal):
                raise Illegal(f"{first}: {error.reason}; finish it or undo it first", error.ruling) from None
            raise Unreadable(f"{first}; finish it or undo it first") from None

    def _restart(self, draft: Sequence[Answer], owners: Sequence[Owner] = ()) -> None:
        """Restart the current step, with these answers."""
        self.draft = []
        self._begin()
        self._give(draft, owners)

    def _has_choice(self) -> bool:
        """Return whether there is a question that isn't forced, or the game is over."""
        return self._question is None or self._question.forced() is None

    def _repeat(self, step: Step, owners: Sequence[Owner] = ()) -> None:
        """Play a recorded step, or a part of one, again."""
        self._replayed = step
        try:
            if step.kind == "move":
                self._give(step.answers, owners)
            else:
                draft, self.draft = self.draft, []
                self._correct(step)
                self._restart(draft)
        finally:
            self._replayed = None

    def owners_of(self, number: int) -> list[Owner]:
        """Find the owners of the n-th step's answers by playing it, even if the log doesn't have them.

        Raises as `state_before`.
        """
        state, step = self.state_before(number), self.steps[number - 1]
        return Replaying(self.game, state, forcing=False)._give(step.answers) if step.kind == "move" else []

    @property
    def owners_under_way(self) -> list[Owner]:
        """Owners of the answers in the current step."""
        return [Owner(answer.key, who) for answer, who in zip(self.draft, self._askers, strict=True)]

    def _give(self, answers: Sequence[Answer], owners: Sequence[Owner] = ()) -> list[Owner]:
        """Give recorded answers of one step; return their owners. Refuses answers after the step's end."""
        owners_given = []
        for number, answer in enumerate(answers):
            if number and not self.draft:
                raise Unreadable(f'"{answer.text}" isn\'t asked for any more: the step is over before it')
            owners_given.append(self._give_one(answer, owners[number] if number < len(owners) else None))
        return owners_given

    def _give_one(self, answer: Answer, owner: Owner | None) -> Owner:
        """Give a recorded answer to its owner; first give omitted answers that were forced or skippable.

        Older logs, for example, don't have the dice that the program rolled.
        """
        while True:
            question = self._question
            try:
                if owner is not None and question is not None:
                    expect_owner(answer.text, owner, question)
                return self._answer(answer.text, answer.key)
            except RefereeError:
                only = self._question.left_out() if self._question is not None else None
                if only is None or not self.draft:
                    raise
                self._answer(only)
                if not self.draft:  # the step is over without it
                    raise

    def _correct(self, step: Step) -> None:
        if self.corrector is None:
            raise RefereeError(f'"{write_step(step)}": this game takes no corrections')
        state = self.corrector.correct(self.state.copy(), step, self._done)
        when = self._replayed.when if self._replayed is not None else ""
        self._append(replace(step, at=self.label(self.state), who="", when=when or self.clock()), state)

    def _append(self, step: Step, state: S) -> None:
        """Append a step to the log, with the state after it."""
        self.steps.append(step)
        self._before.append(self.state)
        self.state = state

    def _begin(self) -> None:
        """Start the next step on a copy of the state, up to its first question; complete steps that ask nothing."""
        self._question: Question[Any] | None = None
        while True:
            self._began = self.label(self.state)
            self._trial = self.state.copy()
            self._under_way, self._taken, self._askers = [], 0, []
            procedure = self.game.next_decision(self._trial, self._under_way)
            if procedure is None:
                return
            try:
                self._question = next(procedure)
            except StopIteration:
                self.state = self._trial
                self._done += self._under_way
                continue
            self._procedure = procedure
            return

    def _answer(self, text: str, key: str = "") -> Owner:
        """Answer the question, maybe with a text recorded under a key; return the answer's owner."""
        question = self._question
        if question is None:
            raise RefereeError(f'"{text}" comes after the end')
        value = (question.plain if question.plain and key == question.key else question.parse)(text)
        overruled = overruling(question, value)
        given = self._record(question, value, text)
        owner = Owner(given.key, value.who if self.draft and isinstance(value, Interruption) else question.who)
        self.draft.append(given)
        self._askers.append(owner.who)
        try:
            if overruled is not None:
                self._under_way.append(overruled)
            self._advance(value, overruled)
        except StopIteration:
            self._complete()
            self._done += self._under_way[self._taken :]
            self.draft = []
            self._begin()
        except RefereeError as error:  # refused when it was carried out: restart the step, up to this question
            taken = self._taken
            against = (at for at, one in enumerate(self.draft) if split_overrule(one.text)[1])
            self._restart(self.draft[: next(against, -1) if isinstance(error, NotHeld) else -1])
            self._taken = taken
            raise
        return owner

    def _record(self, question: Question[Any], value: Any, typed: str) -> Answer:
        """Return the record of an answer, or of an interrupt."""
        if isinstance(value, Interruption):
            return Answer(INTERRUPT, value.text)
        return Answer(question.key, question.record(value, typed))

    def _complete(self) -> None:
        """Append the current step, which is over, to the log."""
        replayed = self._replayed or Step()
        step = Step.of(self.draft, self._began, self._askers[0], replayed.when or self.clock(), self._askers[1:])
        if replayed.was or replayed.removed:
            step = replace(step, was=replayed.was, removed=replayed.removed)
        self._append(step, self._trial)

    def _advance(self, value: Any, overruled: Overruled | None) -> None:
        """Send an answer's value to the procedure, up to its next question. Raises StopIteration at the step's end.

        Raises Illegal for an overruled move that leads to a state which can't be represented.
        """
        broken = next((one for one in self._under_way if isinstance(one, Overruled)), None)
        try:
            self._question = self._procedure.send(value)
        except StopIteration:
            if broken:
                self._verify(broken)
            raise
        except Exception as error:
            if broken is None or (isinstance(error, RefereeError) and overruled is None):
                raise
            raise not_held(broken.move, broken.rules, error, broken.reason, adjustable=self._adjustable) from None
        if broken and overruled is not None:
            self._verify(broken)  # before dice are thrown for it

    @property
    def _adjustable(self) -> bool:
        """Whether the state can be corrected: a battle's own record takes only claims."""
        return self.corrector is not None and not self.corrector.only_claims

    def _verify(self, broken: Overruled) -> None:
        """Raise Illegal if an overruled move has led to a state that can't be represented."""
        try:
            if (verify := getattr(self.game, "verify", None)) is not None:
                verify(self._trial)
        except RefereeError as error:
            raise not_held(broken.move, broken.rules, error, broken.reason, adjustable=self._adjustable) from None

    def _finish(self, *, left_out: bool = False) -> None:
        """Give the forced answers at the end of a recorded step, and skippable ones if some may be `left_out`."""
        while self.draft and self._question is not None:
            only = self._question.left_out() if left_out else self._question.forced()
            if only is None:
                break
            self._answer(only)

    def _run_forced(self) -> None:
        while (
            (self.forcing or self.draft)
            and self._question is not None
            and (only := self._question.forced()) is not None
        ):
            self._answer(only)


class Replaying(Session[S], eq=False, dict=True):
    """Session that replays recorded steps without a log: it doesn't rewrite answers, and can't undo."""

    def _record(self, question: Question[Any], value: Any, typed: str) -> Answer:
        return Answer(INTERRUPT if isinstance(value, Interruption) else question.key, typed)

    def _complete(self) -> None:
        self.state = self._trial

    def _append(self, step: Step, state: S) -> None:
        self.state = state


def overruling(question: Question[Any], value: Any) -> Overruled | None:
    """Return the event for a parsed answer that breaks a rule; None for a legal one."""
    found = question.moves.overruling(value) if question.moves is not None else None
    if found is None:
        return None
    return Overruled(found.move, found.because, (found.rule,) if found.rule else (), found.reason)


def expect_owner(answer: str, owner: Owner, question: Question[Any]) -> None:
    """Check that an answer is for this question and this player. Raises Unreadable."""
    if owner.key == INTERRUPT or owner.owns(question.key, question.who):
        return
    whose = f"{owner.who}'s" if owner.who else "the table's"
    raise Unreadable(f'"{answer}" is {whose} answer to another question; now it is asked: {question.prompt}')
