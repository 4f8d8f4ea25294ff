"""A game being played: a start, the answers so far, and the next question.

The log of answers is the truth; the state is what they lead to. An answer is applied to a copy, so a refused
one changes nothing; undo takes answers off the log and plays the rest again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from referee.ask import Procedure, Question
from referee.errors import RefereeError, Unreadable

S = TypeVar("S")


class Playable(Protocol[S]):
    """What a game, or a part of one, gives to be played by a session."""

    def copy(self, state: S) -> S:
        """An independent copy of a state."""

    def step(self, state: S, events: list[Any]) -> Procedure[None] | None:
        """The next step (one entry of the log) as a procedure that changes `state`; None when all is over."""


def no_label(state: Any) -> str:
    """Steps without a label."""
    return ""


WHOSE = " · "
"""What parts where in the game a step is from who decided it."""


def placed(at: str, who: str) -> str:
    """Where in the game a step is, and who decided it: "turn 1, placing · Anna"."""
    return f"{at}{WHOSE}{who}" if at and who else at


def is_correction(text: str) -> bool:
    """Whether a text is a correction of the state and no answer."""
    return text.lower().startswith(("adjust ", "leave ", MEND))


class Answer(NamedTuple):
    """An answer as it is recorded: the key of its question and its text."""

    key: str
    text: str


MEND = "mend "
"""How a correction begins that mends the state as data."""

INTERVENE = "intervene"
"""The key of a correction among the answers."""

Entry = tuple[Answer, ...]
"""The answers of one step."""


def in_brackets(answers: Sequence[str]) -> str:
    """The answers of a step as they are told: "resolve recruiter [trade 3 wood iron / done]"."""
    first, *rest = answers
    return f"{first} [{' / '.join(rest)}]" if rest else first


def as_given(entry: Entry) -> str:
    """A step as it is told where nothing in it is secret."""
    return in_brackets([answer.text for answer in entry])


class Unplayable(RefereeError):
    """A recorded step that can't be played: its number, counted from 1, how it begins, and why."""

    def __init__(self, number: int, text: str, why: RefereeError) -> None:
        super().__init__(f"entry {number} ({text}): {why}")


@dataclass
class Session(Generic[S]):
    """Plays a game step by step.

    `entries` are the whole steps so far, `draft` the answers of the step that is under way. `resumed` is the state
    that the entries lead to, if it is known: then they aren't played again. `intervene` carries out a correction of
    the state itself, which is an entry of its own with the key "intervene"; it returns the new state and raises
    Unreadable or Illegal.
    Without `forcing` a question with one answer is answered by itself only within a step under way. `labels` are
    what `label` says of the state that each step began with (which turn it was), and who decided it. `typed` is the
    last answer as given; `told` tells a step to everybody.
    """

    game: Playable[S]
    start: S
    entries: list[Entry] = field(default_factory=list)
    draft: list[Answer] = field(default_factory=list)
    undone: list[list[Answer]] = field(default_factory=list)
    resumed: S | None = None
    intervene: Callable[[S, str, list[Any]], S] | None = None
    forcing: bool = True
    typed: str = ""
    told: Callable[[Entry], str] = as_given
    label: Callable[[S], str] = no_label
    labels: list[str] = field(default_factory=list)
    state: S = field(init=False)

    def __post_init__(self) -> None:
        self._done: list[Any] = []  # events of whole steps that nobody has taken yet
        self._under_way: list[Any] = []  # all events of the step under way, and how many of them were taken
        self._taken = 0
        if self.resumed is None:
            self._replay(list(self.entries), list(self.draft))
        else:
            self._resume(self.resumed, list(self.entries), list(self.draft))
        self._run_forced()

    @property
    def question(self) -> Question[Any] | None:
        """What must be decided now; None when all is over."""
        return self._question

    @property
    def present(self) -> S:
        """The state as it is now, in the middle of a step too; to be looked at only."""
        return self.state if self._question is None else self._trial

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

    def correct(self, text: str) -> None:
        """Record a correction and carry it out, before the step under way. Raises Unreadable or Illegal.

        One that changes nothing is Unreadable. The answers of the step under way are given again; if they don't
        hold, nothing has changed.
        """
        entries, draft, labels = list(self.entries), list(self.draft), list(self.labels)
        state, done, heard = self.state, list(self._done), self._under_way[: self._taken]
        self.draft = []
        try:
            self._correct(text)
            if self.state == state:
                raise Unreadable(f'"{text}": that is so already; nothing was changed')
            self._begin()
            self._give(draft)
        except RefereeError:
            self._resume(state, entries, draft)
            self.labels, self._done, self._taken = labels, done, len(heard)
            raise
        if self._under_way[: len(heard)] == heard:
            self._taken = len(heard)  # else it happened in another way now, and is told again
        self.undone.clear()
        self._run_forced()

    def _correct(self, text: str) -> None:
        if self.intervene is None:
            raise RefereeError(f'"{text}": this game takes no corrections')
        label = self.label(self.state)
        self.state = self.intervene(self.game.copy(self.state), text, self._done)
        self._enter((Answer(INTERVENE, text),), label)

    def _enter(self, entry: Entry, label: str) -> None:
        self.entries.append(entry)
        self.labels.append(label)

    def undo(self) -> bool:
        """Take back the last answer of the step under way, else the last whole step. False if there is none.

        Steps that were forced go with the one before them.
        """
        entries, draft = list(self.entries), list(self.draft)
        taken: list[Answer] = []
        while draft or entries:
            back = [draft.pop()] if draft else list(entries.pop())
            taken[:0] = back
            self._replay(entries, draft)
            if self._question is None or self._question.forced() is None:
                self.undone.append(taken)
                return True
        self._run_forced()
        return False

    def take_back(self) -> str:
        """Take back the last answer that somebody gave, of a whole step too; its text, "" if there is none.

        What followed by itself goes with it; the answers before it are the step under way then.
        """
        entries, draft = list(self.entries), list(self.draft)
        taken: list[Answer] = []
        while draft or entries:
            draft = draft or list(entries.pop())
            taken.insert(0, draft.pop())
            self._replay(entries, draft)
            if self._question is None or self._question.forced() is None:
                self.undone.append(taken)
                return taken[0].text
        self._run_forced()
        return ""

    def rewind(self, count: int) -> int:
        """Take back all but the first `count` steps, and forced ones before them; how many steps went."""
        steps = len(self.entries)
        if self.draft:
            self.undone.append(list(self.draft))
        entries = list(self.entries)
        while True:
            self.undone += [list(entry) for entry in reversed(entries[count:])]
            entries = entries[:count]
            self._replay(entries, [])
            if not count or self._question is None or self._question.forced() is None:
                return steps - len(self.entries)
            count -= 1

    def redo(self) -> bool:
        """Give back what the last `undo` took, or the first step that `rewind` took. False if there is nothing."""
        if not self.undone:
            return False
        self._give(self.undone.pop())
        while self.undone and self._question is not None and self._question.forced() is not None:
            self._give(self.undone.pop())  # it went by itself then, too
        self._run_forced()
        return True

    def repeat(self, entry: Entry) -> None:
        """Play a recorded step again, and no other, with what goes by itself at its end.

        Raises as `answer` does; a part of it may be played then.
        """
        self._give(entry)
        self._finish()

    def _give(self, answers: Iterable[Answer], *, copying: bool = True) -> None:
        """Play recorded answers again, corrections among them; without `copying` what is refused leaves a mess.

        What goes by itself may be left out: an older log has no dice that the program rolled.
        """
        for answer in answers:
            if answer.key == INTERVENE:
                self._correct(answer.text)
                self._begin(copying=copying)
                continue
            while True:
                try:
                    self._answer(answer.text, copying=copying)
                    break
                except RefereeError:
                    only = self._question.forced() if self._question is not None else None
                    if only is None or not self.draft:
                        raise
                self._answer(only, copying=copying)

    def _resume(self, state: S, entries: list[Entry], draft: Iterable[Answer]) -> None:
        self.state, self.entries, self.draft = self.game.copy(state), entries, []
        self._begin()
        self._give(draft)

    def last_answer(self) -> str:
        """What was answered last, with what followed in the same step; "" at the start."""
        if self.draft:
            return self.draft[-1].text
        return self.told(self.entries[-1]) if self.entries else ""

    @property
    def events(self) -> Sequence[Any]:
        """What happened since the last call of `take_events`."""
        return [*self._done, *self._under_way[self._taken :]]

    def take_events(self) -> Sequence[Any]:
        """The events since the last call."""
        taken = self.events
        self._done, self._taken = [], len(self._under_way)
        return taken

    def _replay(self, entries: Iterable[Entry], draft: Iterable[Answer]) -> None:
        self.state = self.game.copy(self.start)
        self.entries, self.draft, self.labels = [], [], []
        self._done = []
        recorded = list(entries)
        self._begin(copying=not recorded)
        for number, entry in enumerate(recorded, 1):
            copying = number == len(recorded)  # a recorded step isn't refused, so nothing need be kept back
            try:
                self._give(entry, copying=copying)
            except RefereeError as error:
                raise Unplayable(number, entry[0].text, error) from None
            self._finish(copying=copying)
        self._give(draft)

    def _begin(self, *, copying: bool = True) -> None:
        """Start the next step on a copy of the state, up to its first question; steps that ask nothing go by."""
        self._question: Question[Any] | None = None
        while True:
            self._began = self.label(self.state)
            self._trial = self.game.copy(self.state) if copying else self.state
            self._under_way, self._taken = [], 0
            procedure = self.game.step(self._trial, self._under_way)
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

    def _answer(self, text: str, *, copying: bool = True) -> None:
        question = self._question
        if question is None:
            raise RefereeError(f'"{text}" comes after the end')
        value = question.parse(text)
        if not self.draft:
            self._who = question.who
        self.draft.append(Answer(question.key, question.record(value, text)))
        try:
            self._question = self._procedure.send(value)
        except StopIteration:
            self.state = self._trial
            self._enter(tuple(self.draft), placed(self._began, self._who))
            self._done += self._under_way[self._taken :]
            self.draft = []
            self._begin(copying=copying)
        except RefereeError:
            if copying:  # refused when it was carried out: the step is begun anew, up to this question
                heard = self._taken
                self._resume(self.state, self.entries, self.draft[:-1])
                self._taken = heard
            raise

    def _finish(self, *, copying: bool = True) -> None:
        """Answer what goes by itself at the end of a recorded step, and was left out there."""
        while self.draft and self._question is not None and (only := self._question.forced()) is not None:
            self._answer(only, copying=copying)

    def force(self) -> None:
        """Answer what has only one answer, from now on too."""
        self.forcing = True
        self._run_forced()

    def _run_forced(self) -> None:
        while (
            (self.forcing or self.draft)
            and self._question is not None
            and (only := self._question.forced()) is not None
        ):
            self._answer(only)
