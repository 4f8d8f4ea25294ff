"""A game being played: a start, the steps so far, and the next question.

The log of steps is the truth; the state is what they lead to. A step is played on a copy of the state before it, and
that state is kept: a refused answer changes nothing, and going back costs nothing. Where a session is resumed with
the state that its steps lead to, they are played again at most once, when somebody first asks for what lies before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import takewhile
from typing import Any, Generic, NamedTuple, Protocol, Self, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from referee.asking.interrupts import INTERRUPT, Interruption
from referee.asking.moves import NotHeld, not_held, said_against
from referee.asking.question import Procedure, Question
from referee.errors import BadInput, Illegal, RefereeError, Unchanged, Unreadable, fault
from referee.play.event import Overruled
from referee.play.notation import UNDER_WAY, Answer, Owner, SaidStep, Step, looks_like_correction, readings, written


class Copied(Protocol):
    """A state, which gives copies of itself."""

    def copy(self) -> Self:
        """An independent copy."""


S = TypeVar("S", bound=Copied)
S_contra = TypeVar("S_contra", bound=Copied, contravariant=True)


class Playable(Protocol[S_contra]):
    """What a game, or a part of one, gives to be played by a session."""

    def next_decision(self, state: S_contra, events: list[Any]) -> Procedure[None] | None:
        """The next step (one entry of the log) as a procedure that changes `state`; None when all is over."""


class Corrector(Protocol[S]):
    """Carries out what is no move: corrections, and edits by hand, or `only_claims` of what isn't so."""

    only_claims: bool

    def corrects(self, state: S, text: str) -> bool:
        """Whether a text that is written like a correction is one, and no answer."""

    def named(self, state: S, text: str, asked: str) -> str:
        """A correction with the name of whose turn it is, if it names nobody; `asked` is who is asked now."""

    def correct(self, state: S, step: Step, events: list[Any]) -> S:
        """The state after a correction or an edit; `state` may be changed. Raises Unreadable or Illegal."""


def no_label(state: Any) -> str:
    """Steps without a label."""
    return ""


def not_known(at: int) -> None:
    """No state before a step is known sooner than by playing the steps."""


def no_time() -> str:
    """Steps without a time."""
    return ""


def as_typed(state: Any, now: Any, step: Step) -> tuple[Step, Callable[[Any], bool]]:
    """A correction is recorded as it was typed."""
    return step, lambda after: True


class Unplayable(RefereeError):
    """A recorded step that can't be played: its number, counted from 1, how it begins, and why."""

    def __init__(self, number: int, step: Step, why: RefereeError) -> None:
        super().__init__(f"entry {number} ({step.correct or step.do or 'an edit by hand'}): {why}")
        self.number = number
        self.step = step
        self.why = why


class NoFurther(BadInput):
    """The steps before this can't be taken back: the log doesn't lead to the state as it stands any more."""


class _Moment(NamedTuple):
    """All that a session must know to return to where it was."""

    state: Any
    steps: list[Step]
    before: list[Any]
    draft: list[Answer]
    undone: list[list[Step]]
    done: list[Any]
    taken: int


class Session(Struct, Generic[S], eq=False, dict=True):
    """Plays a game step by step.

    `steps` are the whole steps so far, `draft` the answers of the step that is under way, `undone` what was taken
    back, newest last: each the steps (the first perhaps only in part) that went together. `resumed` is the state that
    the steps lead to, if it is known: then they aren't played again before they must. The first `settled` of them are
    history: `start` is the state after them. Where the steps don't lead to `resumed`, because they were made under
    rules that have been mended since, it counts as it stands if `drifting`, and they are settled; `unplayable` is
    what couldn't be played then.
    `corrector` carries out corrections of the state itself, which are steps of their own. `recorder` says what one
    that was typed is recorded as, from the state before the step under way and the one now, and of a state whether it
    is as was said; it raises as `correct` does.
    `earlier` is the state before the step at a place of the log, where that is known without playing the steps again.
    Without `forcing` a question with one answer is answered by itself only within a step under way. `label` says of a
    state where in the game it is, `clock` what time it is now. `typed` is the last answer as given; `public_text` is
    what everybody hears of a step.
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
    public_text: Callable[[Step], str] = written
    label: Callable[[S], str] = no_label
    clock: Callable[[], str] = no_time
    earlier: Callable[[int], S | None] = not_known

    __repr__ = object.__repr__

    def __post_init__(self) -> None:
        self._done: list[Any] = []  # events of whole steps that nobody has taken yet
        self._under_way: list[Any] = []  # all events of the step under way, and how many of them were taken
        self._taken = 0
        self._again: Step | None = None  # the step that is played again
        self._askers: list[str] = []  # who gave each answer of the step under way
        self._first = self.settled  # the first step that can be played again
        self._resumed_with: Sequence[Step] = ()
        self._recalled: Sequence[S] | None = None  # the states before the steps that the session was resumed with
        self.unplayable: Unplayable | None = None
        steps, draft = list(self.steps), list(self.draft)
        if self.resumed is None:
            self._play_log(steps, draft)
        else:
            self._before: list[S | None] = [None] * len(steps)  # the state before each step, where it was made here
            self._resumed_with, self.state = tuple(steps), self.resumed
            self._restart(draft)
        self._run_forced()

    @property
    def question(self) -> Question[Any] | None:
        """What must be decided now; None when all is over."""
        return self._question

    @property
    def present(self) -> S:
        """The state as it is now, in the middle of a step too; to be looked at only."""
        return self.state if self._question is None else self._trial

    # --- going on ---------------------------------------------------------------------------------

    def say(self, said: SaidStep) -> Step | None:
        """Answer the question, or correct the state; the correction, if it was one. Raises as both do."""
        correction = self.corrects(said)
        if correction:
            return self.correct(*readings(said.text))
        self.answer(said.text)
        return None

    def corrects(self, said: SaidStep) -> bool:
        """Whether what was said is a correction and no answer."""
        likely = self.corrector is not None and not said.quoted and looks_like_correction(said.text)
        return likely and self.corrector is not None and self.corrector.corrects(self.state, said.text)

    def answer(self, text: str) -> None:
        """Answer the question. Raises Unreadable, Ambiguous or Illegal, and then nothing has changed."""
        self._answer(text)
        self.typed = text
        self.undone.clear()
        self._run_forced()

    def give(self, text: str) -> None:
        """Answer the question, and nothing that follows by itself. Raises as `answer` does."""
        self._answer(text)
        self.undone.clear()

    def correct(self, *readings: Step) -> Step:
        """Record a correction and carry it out, before the step under way; the first of its readings that can be.

        Raises Unreadable or Illegal, also for one that changes nothing; where none of several readings can be, it is
        the first one that is refused. The answers of the step under way are given again; if they don't hold, nothing
        has changed.
        """
        step = self.put_right(*readings)
        self._run_forced()
        return step

    def put_right(self, *readings: Step) -> Step:
        """Record a correction, and nothing that follows by itself. Raises as `correct` does."""
        now, heard, present = self._moment(), self._under_way[: self._taken], self.present
        askers = list(self._askers)
        refused: RefereeError | None = None
        asked = self._question.who if self._question is not None else ""
        for step in readings:
            if step.correct and self.corrector is not None:
                step = replace(step, correct=self.corrector.named(self.state, step.correct, asked))
            try:
                self.draft = []
                step, holds = self.recorder(now.state, present, step)
                self._correct(step)
                if self.state == now.state and holds(present) and not self._is_new_claim(step):
                    raise Unchanged(f'"{written(step)}": that is so already; nothing was changed')
                self._go_on_with(now.draft, askers)
                if not holds(self.present):
                    if not now.draft:
                        again = "what follows by itself changes that again at once"
                        raise Unreadable(f"{again}; undo the last entry, and say it there")
                    begun = self.public_text(Step.of(now.draft[:1]))
                    raise Unreadable(f'"{begun}" is under way and makes it otherwise; finish it or undo it first')
                break
            except RefereeError as error:
                self._return_to(now)
                refused = refused or error
                if isinstance(error, Unchanged):
                    raise
        else:
            raise refused or Unreadable("there is nothing to correct")
        if self._under_way[: len(heard)] == heard:
            self._taken = len(heard)  # else it happened in another way now, and is told again
        self.undone.clear()
        return step

    def _is_new_claim(self, step: Step) -> bool:
        """Whether a step that was just made is a claim that wasn't made since the last move."""
        since = takewhile(lambda one: one.kind != "move", reversed(self.steps[:-1]))
        return bool(step.claim) and all(one.correct != step.correct for one in since)

    def claims_about(
        self, number: int | None, is_judged: Callable[[int], bool], reads: Callable[[str], Any]
    ) -> list[tuple[str, bool]]:
        """What the table claimed of an entry, or of the step under way, and whether that was under way then.

        A claim is about the last entry that `is_judged`, by its number. What isn't so that it `reads` it is a claim
        of counts.
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
        """Play a recorded step again, and no other, with what goes by itself at its end.

        Where the `owners` of its answers are given, each answer is given only to a question of theirs. Of a `whole`
        step other answers may have been left out at its end, too. Raises as `answer` does; a part of it may be played
        then.
        """
        self._repeat(step, owners)
        self._finish(left_out=whole)

    def force(self) -> None:
        """Answer what has only one answer, from now on too."""
        self.forcing = True
        self._run_forced()

    def ahead(self) -> Session[S]:
        """A session that stands where this one does, to look ahead: nothing that is answered in it counts."""
        return Session(
            self.game, self.state, draft=list(self.draft), resumed=self.state, forcing=self.forcing, label=self.label
        )

    def before(self, number: int) -> Session[S]:
        """A session that stands before the n-th step, to look from there. Raises as `state_before`."""
        state = self.state_before(number)
        return Session(self.game, state, resumed=state, forcing=self.forcing, label=self.label)

    # --- going back -------------------------------------------------------------------------------

    def state_before(self, number: int) -> S:
        """The state before the n-th step, counted from 1; to be looked at only.

        Raises Unplayable if the log can't be played, NoFurther if it doesn't lead there any more.
        """
        return self._state_before(number - 1)

    def undo(self) -> bool:
        """Take back the last answer of the step under way, else the last whole step. False if there is none.

        Steps that were forced go with the one before them. Raises as `state_before` does.
        """
        with self.all_or_nothing():
            taken: list[Step] = []
            while self.draft or self.steps:
                if self.draft:
                    taken.insert(0, Step.of(self.draft[-1:], who=self._askers[-1]))
                    self._restart(self.draft[:-1])
                else:
                    taken.insert(0, self._drop())
                    self._begin()
                if self._asks():
                    self.undone.append(taken)
                    return True
        self._run_forced()
        return False

    def take_back(self) -> str:
        """Take back the last answer that somebody gave, of a whole step too; its text, "" if there is none.

        What followed by itself goes with it; the answers before it are the step under way then. Raises as
        `state_before` does.
        """
        with self.all_or_nothing():
            taken: list[Step] = []
            while self.draft or self.steps:
                draft, askers, step = self.draft, self._askers, Step()
                if not draft:
                    step = self._drop()
                    draft, askers = list(step.answers), [owner.who for owner in step.owners]
                    if step.kind != "move":
                        taken.insert(0, step)
                if draft:
                    last = Step.of(draft[-1:], who=askers[-1], when=step.when)
                    taken.insert(0, replace(last, was=step.was, removed=step.removed))
                self._restart(draft[:-1])
                if self._question is None or self._question.decides:
                    self.undone.append(taken)
                    return self.public_text(taken[0])
        self._run_forced()
        return ""

    def rewind(self, count: int) -> int:
        """Take back all but the first `count` steps, and forced ones before them; how many steps went.

        Raises as `state_before` does.
        """
        with self.all_or_nothing():
            before, draft, askers = list(self.steps), self.draft, self._askers
            count = min(count, len(before))
            while True:
                while len(self.steps) > count:
                    self._drop()
                self._restart([])
                if not count or self._asks():
                    break
                count -= 1
            if draft:
                self.undone.append([Step.of(draft, who=askers[0], by=askers[1:])])
            self.undone += [[step] for step in reversed(before[count:])]
        return len(before) - count

    def truncate(self, count: int) -> list[Step]:
        """Take off the step under way and all but the first `count` steps, for good; the whole ones.

        What was undone before goes too, and nothing goes by itself then. Raises as `state_before` does.
        """
        with self.all_or_nothing():
            self.undone.clear()
            cut = self.steps[count:]
            while len(self.steps) > count:
                self._drop()
            self._restart([])
        return cut

    def redo(self) -> bool:
        """Give back what the last `undo` took, or the first step that `rewind` took. False if there is nothing.

        Raises what its answers raise, and then nothing has changed.
        """
        if not self.undone:
            return False
        with self.all_or_nothing():
            self._redo_one()
            while self.undone and self._question is not None and self._question.forced() is not None:
                self._redo_one()  # it went by itself then, too
        self._run_forced()
        return True

    def _redo_one(self) -> None:
        for step in self.undone.pop():
            self._repeat(step, step.owners)
        self._finish()

    def last_answer(self) -> str:
        """What was answered last, with what followed in the same step; "" at the start."""
        if self.draft:
            return self.public_text(Step.of(self.draft[-1:]))
        return self.public_text(self.steps[-1]) if self.steps else ""

    # --- events -----------------------------------------------------------------------------------

    @property
    def events(self) -> Sequence[Any]:
        """What happened since the last call of `take_events`."""
        return [*self._done, *self._under_way[self._taken :]]

    @property
    def events_under_way(self) -> Sequence[Any]:
        """All that has happened of the step under way, whether somebody took it or not."""
        return self._under_way

    def take_events(self) -> Sequence[Any]:
        """The events since the last call."""
        taken = self.events
        self._done, self._taken = [], len(self._under_way)
        return taken

    # --- moments ----------------------------------------------------------------------------------

    def _moment(self) -> _Moment:
        undone = [list(steps) for steps in self.undone]
        return _Moment(
            self.state, list(self.steps), list(self._before), list(self.draft), undone, list(self._done), self._taken
        )

    def _return_to(self, moment: _Moment) -> None:
        self.state, self.steps, self._before = moment.state, list(moment.steps), list(moment.before)
        self.undone, self._done = [list(steps) for steps in moment.undone], list(moment.done)
        self._restart(moment.draft)
        self._taken = moment.taken

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Whatever is done within it is done, or nothing of it if a part is refused."""
        now = self._moment()
        try:
            yield
        except RefereeError:
            self._return_to(now)
            raise

    # --- history ----------------------------------------------------------------------------------

    def _drop(self) -> Step:
        """Take the last whole step off, back to the state before it."""
        self.state = self._state_before(len(self.steps) - 1)
        self._before.pop()
        return self.steps.pop()

    def _state_before(self, at: int) -> S:
        kept = self._before[at]
        if kept is None and at >= self.settled and self._recalled is None:
            kept = self._before[at] = self.earlier(at)
        if kept is not None:
            return kept
        if at >= self.settled:
            self.recall()
        if at < self.settled:
            raise NoFurther(
                f"there is no way back beyond entry {at + 1}: the log up to it doesn't lead here any more (rules "
                "were mended since, or it was changed by hand). What is wrong can be corrected"
            )
        return (self._recalled or ())[at - self._first]

    def recall(self) -> None:
        """Play the steps that were there when the session was resumed, once, to know the states before them.

        Raises Unplayable if they can't be played. Where they were made under rules that have been mended since
        (`drifting`) and don't lead to the state that was resumed, they are settled: it counts as it stands.
        """
        if self.resumed is None or self._recalled is not None:
            return
        recalled, led_to, unplayable = self._recall()
        if unplayable is not None and not self.drifting:
            raise unplayable
        self._recalled = recalled
        if unplayable is not None or (self.drifting and led_to != self.resumed):
            self.settled, self.start, self.unplayable = len(self._resumed_with), self.resumed, unplayable

    def _recall(self) -> tuple[list[S], S, Unplayable | None]:
        """Play the steps again: the states before each, the one after them, and what can't be played."""
        again = Replaying(self.game, self.start, corrector=self.corrector, forcing=False)
        recalled = []
        for at, step in enumerate(self._resumed_with[self._first :], self._first + 1):
            recalled.append(again.state)
            try:
                again.repeat(step)
            except RefereeError as error:
                return recalled, again.state, Unplayable(at, step, error)
        return recalled, again.state, None

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

    def _go_on_with(self, draft: Sequence[Answer], askers: Sequence[str]) -> None:
        """Begin the step under way anew after a correction. Raises as `correct` does, with what to do first."""
        try:
            self._restart(draft, [Owner(answer.key, who) for answer, who in zip(draft, askers, strict=True)])
        except RefereeError as error:
            first = f'"{self.public_text(Step.of(draft[:1]))}" is under way and can\'t go on after that'
            if isinstance(error, Illegal):
                raise Illegal(f"{first}: {error.reason}; finish it or undo it first", error.ruling) from None
            raise Unreadable(f"{first}; finish it or undo it first") from None

    def _restart(self, draft: Sequence[Answer], owners: Sequence[Owner] = ()) -> None:
        """Begin the step under way anew, with these answers."""
        self.draft = []
        self._begin()
        self._give(draft, owners)

    def _asks(self) -> bool:
        """Whether there is something to decide: a question with several answers, or nothing any more."""
        return self._question is None or self._question.forced() is None

    def _repeat(self, step: Step, owners: Sequence[Owner] = ()) -> None:
        """Play a recorded step, or a part of one, again."""
        self._again = step
        try:
            if step.kind == "move":
                self._give(step.answers, owners)
            else:
                draft, self.draft = self.draft, []
                self._correct(step)
                self._restart(draft)
        finally:
            self._again = None

    def owners_of(self, number: int) -> list[Owner]:
        """Whose the answers of the n-th step are, found by playing it: also where the log doesn't say so.

        Raises as `state_before`.
        """
        state, step = self.state_before(number), self.steps[number - 1]
        return Replaying(self.game, state, forcing=False)._give(step.answers) if step.kind == "move" else []

    @property
    def owners_under_way(self) -> list[Owner]:
        """Whose the answers of the step under way are."""
        return [Owner(answer.key, who) for answer, who in zip(self.draft, self._askers, strict=True)]

    def _give(self, answers: Sequence[Answer], owners: Sequence[Owner] = ()) -> list[Owner]:
        """Give recorded answers of one step; whose they are now. What would be one of the next step is refused."""
        given = []
        for number, answer in enumerate(answers):
            if number and not self.draft:
                raise Unreadable(f'"{answer.text}" isn\'t asked for any more: the step is over before it')
            given.append(self._give_one(answer, owners[number] if number < len(owners) else None))
        return given

    def _give_one(self, answer: Answer, owner: Owner | None) -> Owner:
        """Give a recorded answer to whom it is; what went by itself before it may have been left out.

        So an older log has no dice that the program rolled.
        """
        while True:
            question = self._question
            try:
                if owner is not None and question is not None:
                    expect_owner(answer.text, owner, question)
                return self._answer(answer.text)
            except RefereeError:
                only = self._question.left_out() if self._question is not None else None
                if only is None or not self.draft:
                    raise
                self._answer(only)
                if not self.draft:  # the step is over without it
                    raise

    def _correct(self, step: Step) -> None:
        if self.corrector is None:
            raise RefereeError(f'"{written(step)}": this game takes no corrections')
        state = self.corrector.correct(self.state.copy(), step, self._done)
        when = self._again.when if self._again is not None else ""
        self._enter(replace(step, at=self.label(self.state), who="", when=when or self.clock()), state)

    def _enter(self, step: Step, state: S) -> None:
        """Take a step into the log, with the state that it leads to."""
        self.steps.append(step)
        self._before.append(self.state)
        self.state = state

    def _begin(self) -> None:
        """Start the next step on a copy of the state, up to its first question; steps that ask nothing go by."""
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

    def _answer(self, text: str) -> Owner:
        """Give an answer to the question; whose it is."""
        question = self._question
        if question is None:
            raise RefereeError(f'"{text}" comes after the end')
        value = question.parse(text)
        overruled = overruling(question, value)
        given = self._recorded(question, value, text)
        owner = Owner(given.key, value.who if self.draft and isinstance(value, Interruption) else question.who)
        self.draft.append(given)
        self._askers.append(owner.who)
        try:
            if overruled is not None:
                self._under_way.append(overruled)
            self._go_on(value, overruled)
        except StopIteration:
            self._complete()
            self._done += self._under_way[self._taken :]
            self.draft = []
            self._begin()
        except RefereeError as error:  # refused when it was carried out: the step is begun anew, up to this question
            heard = self._taken
            against = (at for at, one in enumerate(self.draft) if said_against(one.text)[1])
            self._restart(self.draft[: next(against, -1) if isinstance(error, NotHeld) else -1])
            self._taken = heard
            raise
        return owner

    def _recorded(self, question: Question[Any], value: Any, typed: str) -> Answer:
        """What was said as it is recorded: an answer, or what somebody interrupted with."""
        if isinstance(value, Interruption):
            return Answer(INTERRUPT, value.text)
        return Answer(question.key, question.record(value, typed))

    def _complete(self) -> None:
        """Take the step under way, which is over, into the log."""
        again = self._again or Step()
        step = Step.of(self.draft, self._began, self._askers[0], again.when or self.clock(), self._askers[1:])
        if again.was or again.removed:
            step = replace(step, was=again.was, removed=again.removed)
        self._enter(step, self._trial)

    def _go_on(self, value: Any, overruled: Overruled | None) -> None:
        """Send an answer's value on to the next question. Raises StopIteration when the step is over.

        What breaks a rule is refused, too, where the state can't hold what comes of it.
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
            self._verify(broken)  # before anybody throws dice for it

    @property
    def _adjustable(self) -> bool:
        """Whether the state can be corrected: a battle's own record keeps only claims."""
        return self.corrector is not None and not self.corrector.only_claims

    def _verify(self, broken: Overruled) -> None:
        """Raise Illegal for a move against the rules where the state can't be what has come of it."""
        try:
            if (verify := getattr(self.game, "verify", None)) is not None:
                verify(self._trial)
        except RefereeError as error:
            raise not_held(broken.move, broken.rules, error, broken.reason, adjustable=self._adjustable) from None

    def _finish(self, *, left_out: bool = False) -> None:
        """Answer what goes by itself at the end of a recorded step, and what else a whole one may have `left_out`."""
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
    """Plays recorded steps again and keeps no log of its own: it writes no answer anew, and has no way back."""

    def _recorded(self, question: Question[Any], value: Any, typed: str) -> Answer:
        return Answer(INTERRUPT if isinstance(value, Interruption) else question.key, typed)

    def _complete(self) -> None:
        self.state = self._trial

    def _enter(self, step: Step, state: S) -> None:
        self.state = state


def overruling(question: Question[Any], value: Any) -> Overruled | None:
    """What is told of an answer that was read and breaks a rule; None for one that is legal."""
    found = question.moves.overruling(value) if question.moves is not None else None
    if found is None:
        return None
    return Overruled(found.move, found.because, (found.rule,) if found.rule else (), found.reason)


def expect_owner(answer: str, owner: Owner, question: Question[Any]) -> None:
    """Raises Unreadable where an answer of somebody's is to be given to another question, or as somebody else's."""
    if owner.key == INTERRUPT or owner.owns(question.key, question.who):
        return
    whose = f"{owner.who}'s" if owner.who else "the table's"
    raise Unreadable(f'"{answer}" is {whose} answer to another question; now it is asked: {question.prompt}')
