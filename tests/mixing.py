"""Everything that can be said to a game, in any order: what must hold of its session and its save each time."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

import msgspec
import pytest

from referee.declaration.game import Game
from referee.errors import Overtaken, RefereeError
from referee.files.files import read_text
from referee.play.notation import Answer, Step, read_each, read_one, read_script, readings, write_step
from referee.play.session import Session
from referee.saves import save
from referee.saves.edits import apply_edits
from referee.saves.layout import Writer, mark
from referee.saves.open_session import Way
from referee.saves.save import OpenSave
from tests.steps import begin_save

REASONS = (
    "",
    "miscounted",
    "",
    "because of Enchanting",
    "a / b [c] # d",
    'she said "no"',
    '"',
    "two\nlines",
    "\\ and \x7f",
    "mend players.0.food = 3",
    "adjust Anna food 3",
    "it is so because it is so",
    "[",
    "] / ",
    "# 1",
    "Zoë · 🎲",
    "  x  ",
)
"""Why something is put right: what people write, and what the notation uses itself."""

ODD_ANSWERS = (
    "",
    "nonsense",
    "mend foo",
    "mend",
    "leave",
    "adjust",
    '"',
    "[",
    " / ",
    "leave Taking",
    "mend Armour",
    "0",
    "-1",
)

ODD_EDITS = (
    "players.0.food = -5",
    "players.9.name = 3",
    "-players",
    "players = []",
    'players.0.name = "Zed"',
    "x.y = 1",
)


class Answering(Protocol):
    """A table that answers a session's question at random."""

    def answer(self, played: Session[Any]) -> str:
        """A legal answer."""


@dataclass
class Mix:
    """A game that all sorts of things are said to, at random; `told` is what was said, for whoever reads a failure.

    `corrections` and `edits` give some that may hold now.
    """

    game: Game[Any, Any]
    setup: Any
    table: Answering
    folder: Path
    chance: random.Random
    corrections: Callable[[Any, random.Random], Sequence[str]]
    edits: Callable[[Any, random.Random], Sequence[str]]
    told: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._ticks = itertools.count(1)
        self.open_save: OpenSave[Any] = begin_save(self.game, self.folder / "mixed.toml", self.setup)

    @property
    def session(self) -> Session[Any]:
        return self.open_save.session

    def run(self, before: int, count: int, *, whole: float = 0.2) -> None:
        """After some answers say so many things; all that must hold is looked at with a chance of `whole` each."""
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(save, "now", lambda: f"second {next(self._ticks)}")  # no two steps at one time
            self.open_save.reload()
            self._run(before, count, whole)

    def _run(self, before: int, count: int, whole: float) -> None:
        for _ in range(before):
            if self.session.question is None:
                break
            self.session.answer(self.table.answer(self.session))
        names = list(_SAID)
        weights = [weight for _, weight in _SAID.values()]
        for _ in range(count):
            name = self.chance.choices(names, weights)[0]
            self.told.append(name)
            if self.chance.random() < 0.5:
                self.session.take_events()
            _SAID[name][0](self)
            self.check_step()
            if self.chance.random() < whole:
                self.check()
        self.check()
        self.check_script()

    # --- what holds -------------------------------------------------------------------------------

    def check_step(self) -> None:
        """What holds after everything, and is soon looked at: going back and on again changes nothing."""
        before = shown(self.session)
        heard = len(self.session.undone)
        if self.session.undo():
            assert shown(self.session) != before
            assert len(self.session.undone) == heard + 1
            assert self.session.redo()
        assert shown(self.session) == before

    def check(self) -> None:
        """All the rest: a fresh session, and the save as it is read, are the same."""
        session = self.session
        fresh = self.fresh()
        assert shown(fresh)[:-1] == shown(session)[:-1]
        for number in range(1, len(session.steps) + 1):
            assert session.state_before(number) == fresh.state_before(number), number
        self.open_save.save()
        again: OpenSave[Any] = OpenSave(self.game, self.open_save.path)
        assert shown(again.session) == shown(session)
        assert (again.changed, again.disagreements(), again.setup) == ((), [], self.setup)
        assert Writer().text_of(again.file) == read_text(self.open_save.path)

    def fresh(self) -> Session[Any]:
        """A session that plays the same steps from the start."""
        session = self.session
        return Session(
            session.game,
            self.game.rules().start(self.setup),
            list(session.steps),
            list(session.draft),
            corrector=session.corrector,
            label=session.label,
            clock=session.clock,
        )

    def check_script(self) -> None:
        """`log --moves`, done in a new game, leads to the same state."""
        script = "\n".join(write_step(step) for step in self.session.steps)
        path = self.folder / "again.toml"
        again = begin_save(self.game, path, self.setup)
        again.do(read_script(script))
        assert again.session.state == self.session.state
        assert list(map(bare, again.session.steps)) == list(map(bare, self.session.steps))
        path.unlink()

    @contextmanager
    def may_be_refused(self) -> Iterator[None]:
        """What is refused changes nothing, neither the question nor what is told; the file stays too."""
        session, before, text = self.session, whole_of(self.session), read_text(self.open_save.path)
        try:
            yield
        except RefereeError as error:
            self.told[-1] += f" (refused: {error})"
            assert self.session is session
            assert whole_of(session) == before
            assert read_text(self.open_save.path) == text

    # --- what is said -----------------------------------------------------------------------------

    def _pick(self, texts: Sequence[str]) -> str:
        text = self.chance.choice(texts)
        self.told[-1] += f": {text}"
        return text

    def answer(self) -> None:
        if self.session.question is not None:
            self.session.say(read_one(self._pick([self.table.answer(self.session)])))

    def answer_oddly(self) -> None:
        text = self._pick(ODD_ANSWERS)
        opened = self.session.question is not None and self.session.question.open
        with self.may_be_refused():
            self.session.say(read_one(text))
            if opened:  # it was taken for a card that the box doesn't have
                self.session.undo()
                self.session.undone.clear()

    def correct(self) -> None:
        text, why = self._pick(self.corrections(self.session.state, self.chance)), self._pick(REASONS)
        with self.may_be_refused():
            self.session.correct(Step(correct=text, because=why.strip()))

    def correct_in_words(self) -> None:
        text, why = self._pick(self.corrections(self.session.state, self.chance)), self._pick(REASONS)
        with self.may_be_refused():
            self.session.say(read_one(f"{text} because {why}" if why else text))

    def correct_twice(self) -> None:
        """What is so already can't be put right."""
        text = self._pick(self.corrections(self.session.state, self.chance))
        with self.may_be_refused():
            self.session.correct(Step(correct=text))
        with self.may_be_refused():
            self.session.correct(Step(correct=text))

    def edit(self) -> None:
        edits = self.edits(self.session.state, self.chance)
        text, why = self._pick([*edits, *edits, *ODD_EDITS]), self._pick(REASONS)
        with self.may_be_refused():
            changes = readings(f"mend {text}")[0].edit
            self.open_save.do(read_script(write_step(Step(edit=changes, because=why.strip()))))

    def undo(self) -> None:
        for _ in range(self.chance.choice((1, 1, 2, 5))):
            self.session.undo()

    def redo(self) -> None:
        for _ in range(self.chance.choice((1, 1, 2, 5))):
            self.session.redo()

    def take_back(self) -> None:
        for _ in range(self.chance.choice((1, 1, 2, 5))):
            before = shown(self.session)
            taken = self.session.take_back()
            assert bool(taken) == (shown(self.session) != before)
            if taken and self.chance.random() < 0.5:
                assert self.session.redo()
                assert shown(self.session) == before

    def rewind(self) -> None:
        steps = len(self.session.steps)
        count = self.chance.choice((0, steps // 2, max(0, steps - 3), max(0, steps - 1), steps))
        before = whole_of(self.session)
        self.session.rewind(count)
        assert len(self.session.steps) <= count
        if self.chance.random() < 0.5:
            while len(self.session.undone) > len(before[4]):
                assert self.session.redo()
            self.told[-1] += ", and back"

    def amend(self) -> None:
        if not self.session.steps:
            return
        number = self.chance.randint(max(1, len(self.session.steps) - 12), len(self.session.steps))
        cut = self.chance.random() < 0.3
        way: Way = self.chance.choice(("keep", "leave out", "cut off"))
        same = write_step(self.session.steps[number - 1])
        corrections = self.corrections(self.session.state_before(number), self.chance)
        texts = self.chance.choice(([], [same], [self.chance.choice(corrections), same], ["end turn"], [same, same]))
        self.told[-1] += f" {number}: {texts}{' --cut' if cut else ''} {way}"
        with self.may_be_refused():
            before, steps = shown(self.session)[:2], list(map(bare, self.session.steps))
            self.open_save.amend(number, read_each(texts), choose=lambda amendment: "cut off" if cut else way)
            if texts == [same] and not cut:
                assert (shown(self.session)[:2], list(map(bare, self.session.steps))) == (before, steps)

    def do(self) -> None:
        """Several at once are done, or none of them."""
        texts = [self.chance.choice(self.corrections(self.session.state, self.chance))]
        if self.session.question is not None and self.session.question.key != "hand":
            texts.insert(self.chance.randint(0, 1), write_step(Step.of([_answer(self.table.answer(self.session))])))
        if self.chance.random() < 0.5:
            texts.append("adjust Nobody food 3")
        self.told[-1] += f": {texts}"
        with self.may_be_refused():
            self.open_save.do(read_each(texts))

    def save(self) -> None:
        self.open_save.save()

    def reload(self) -> None:
        """What wasn't saved is gone; most times it was."""
        if self.chance.random() < 0.8:
            self.open_save.save()
        self.open_save.reload()

    def overtaken(self) -> None:
        """Another program has gone on meanwhile: nothing of it is lost."""
        self.open_save.save()
        other: OpenSave[Any] = OpenSave(self.game, self.open_save.path)
        changed = other.session.take_back() if self.chance.random() < 0.5 else ""
        if not changed and other.session.question is not None:
            other.session.answer(self.table.answer(other.session))
        other.save()
        mine = self.session.question is not None and not self.session.draft
        if mine:
            self.session.answer(self.table.answer(self.session))
        if (
            shown(other.session) != shown(self.session)
            and read_text(self.open_save.path) != self.open_save._text
            and mine
        ):
            with pytest.raises(Overtaken):
                self.open_save.save()
        self.open_save.reload()
        assert shown(self.session) == shown(other.session)

    def change_by_hand(self) -> None:
        """Somebody edits the file: kept, or put back."""
        self.open_save.save()
        before, path = shown(self.session), self.open_save.path
        file, text = self.open_save.file, read_text(path)
        log = self.chance.random() < 0.4 and file.history.log
        if log:
            history = msgspec.structs.replace(file.history, log=file.history.log[:-1], draft=(), undone=())
            path.write_text(Writer().text_of(msgspec.structs.replace(file, history=history)), encoding="utf-8")
        else:
            edit = self.chance.choice(self.edits(self.session.state, self.chance))
            changes = read_and_edit(edit, file.state)
            if changes is None or mark(changes) == mark(file.state):
                return
            path.write_text(Writer().text_of(msgspec.structs.replace(file, state=changes)), encoding="utf-8")
        try:
            self.open_save.reload()
        except RefereeError as error:  # a state that can't be
            self.told[-1] += f" (refused: {error})"
            path.write_text(text, encoding="utf-8")
            self.open_save.reload()
            assert shown(self.session) == before
            return
        assert self.open_save.changed == (("history",) if log else ("state",))
        if self.chance.random() < 0.5:
            self.told[-1] += " kept"
            try:
                self.open_save.accept_mended(self.chance.choice(REASONS).strip())
            except RefereeError as error:  # a step under way doesn't hold with it
                self.told[-1] += f" (refused: {error})"
                path.write_text(text, encoding="utf-8")
                self.open_save.reload()
                return
            self.open_save.save()
        else:
            self.told[-1] += " put back"
            try:
                self.open_save.drop_mended()
            except RefereeError as error:  # the version before was changed by hand, too
                assert log
                self.told[-1] += f" (refused: {error})"
                path.write_text(text, encoding="utf-8")
                self.open_save.reload()
            assert log or shown(self.session)[:4] == before[:4]


def _answer(text: str) -> Any:
    return Answer("", text)


def read_and_edit(edit: str, state: Any) -> Any:
    """A state as a file has it, with an edit made."""
    try:
        return apply_edits(state, readings(f"mend {edit}")[0].edit)
    except RefereeError:
        return None


def shown(session: Session[Any]) -> tuple[Any, ...]:
    """All that a person can see of a session, and redo can give back."""
    asked = session.question
    return (
        msgspec.json.encode(session.state, order="deterministic"),
        msgspec.json.encode(session.present, order="deterministic"),
        list(session.steps),
        list(session.draft),
        None if asked is None else (asked.key, asked.who, asked.prompt),
        [list(steps) for steps in session.undone],
    )


def whole_of(session: Session[Any]) -> tuple[Any, ...]:
    """The same with what nobody was told yet."""
    return (
        *shown(session)[:4],
        [list(steps) for steps in session.undone],
        shown(session)[4],
        list(session.events),
        session.forcing,
    )


def bare(step: Step) -> Step:
    """A step without when it was made and how the log was amended there."""
    return msgspec.structs.replace(step, when="", was="", removed=())


_SAID: dict[str, tuple[Callable[[Mix], None], int]] = {
    "answer": (Mix.answer, 30),
    "odd answer": (Mix.answer_oddly, 3),
    "correct": (Mix.correct, 8),
    "correct in words": (Mix.correct_in_words, 5),
    "correct twice": (Mix.correct_twice, 3),
    "edit": (Mix.edit, 5),
    "undo": (Mix.undo, 6),
    "redo": (Mix.redo, 6),
    "take back": (Mix.take_back, 6),
    "rewind": (Mix.rewind, 3),
    "amend": (Mix.amend, 5),
    "do": (Mix.do, 4),
    "save": (Mix.save, 2),
    "reload": (Mix.reload, 4),
    "overtaken": (Mix.overtaken, 3),
    "by hand": (Mix.change_by_hand, 3),
}
"""What is said, and how often."""
