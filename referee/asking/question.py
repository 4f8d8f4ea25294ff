"""One protocol for every decision: a procedure asks, a person, a script or a test answers.

A procedure is a generator. It yields a `Question` whenever something must be decided (a move, a roll that the
table makes, a name) and is sent the value of the answer. It does nothing else: no printing, no files. So the
same rules play live, replay a record and run in tests; only where the answers come from differs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from referee.errors import Illegal, Unreadable
from referee.text.names import find as find_name
from referee.text.names import fold, keyed, nearest, or_list

if TYPE_CHECKING:
    from referee.asking.interrupts import Interrupt
    from referee.asking.moves import MovesNow

T = TypeVar("T")

FEW = 8
"""So many answers are all named when something else is typed."""


def no_options() -> Sequence[Option]:
    """The options of a question that is answered with free text."""
    return ()


def not_forced() -> str | None:
    """What a question says that leaves a choice."""
    return None


@dataclass(frozen=True, slots=True)
class Option:
    """A possible answer: what is typed and recorded, how it is shown, and what it does or why it is closed.

    `rule` is the id of the rule or ruling that closes it. `also` are other words for it, and options of the same
    `alike` are as good as each other. Options of the same `group` stand together where there is little room.
    One that is `weighed` by its detail (odds) keeps it where there is little room.
    `number` is typed for it whatever else is listed, where the options of a question have numbers of their own.
    `more` asks for the rest of the answer where the option is only its beginning (which equipment?): it
    returns the question whose answer is the whole text, or None.
    """

    text: str
    label: str = ""
    detail: str = ""
    more: Callable[[], Question[str] | None] | None = None
    rule: str = ""
    also: tuple[str, ...] = ()
    number: str = ""
    alike: str = ""
    group: str = ""
    weighed: bool = False

    @property
    def shown(self) -> str:
        """What a person reads."""
        return self.label or self.text


def closed_by(text: str, error: Illegal) -> Option:
    """What can't be answered, with the reason and its rule."""
    return Option(text, detail=error.reason, rule=error.ruling)


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that a question asks for: how many, what each of them can show, and whose they are ("" for nobody's)."""

    count: int
    faces: tuple[int, ...]
    who: str = ""


@dataclass(frozen=True, slots=True)
class DiceThere:
    """Dice that lie on the table: whose they are ("" for nobody's), what each can show, and what each shows."""

    who: str
    faces: tuple[int, ...]
    showing: tuple[int, ...]


@dataclass(slots=True, eq=False)
class Question(Generic[T]):
    """Something that must be decided now.

    `key` says what kind of answer it is ("move", "roll"); `parse` turns a typed answer into its value and
    raises Unreadable, Ambiguous or Illegal; `options` are the legal answers where they can be listed, `closed`
    those that aren't legal, with the reason. `write` gives a value back as the text that is recorded (by
    default it is what was typed). `forced` gives the answer where there
    is only one, which isn't asked for then. A question
    that is `open` has answers that its options don't list; the options of one that is `private` are for the
    eyes of `who` alone. One that `tells_closed` shows what is closed without being asked. `grouped` are fewer options
    for a person to begin with, where there are many; the rest is asked for by their `more`. `throw` are the dice
    that are asked for, if it is a throw of the table's, `dice` those that an answer is about. An answer `in_parts`
    may have several of the options, each as those before it leave it (`asking.parts`). `coins` tells, of a question
    that takes names of cards not named yet, the new name in a value; "" if it has none.

    One that `waits` is asked even where there is only one answer. The usual answer to a `routine` question asks for
    nothing more, so such questions are asked together; where the usual answer of one only `opens` another question,
    which can be declined itself, that one is asked at once. One that is `passable` wasn't always asked: a script or
    an older set-up that answers the next question instead means the usual answer; `foresees` tells of a line that a
    person typed whether it is one. `warns` tells, of a value, why a
    person should think twice before giving it; "" if there is no reason. `rather` is the answer that a person who
    types so little most likely wants instead; "" if it is well so. `words` can be typed in an answer that isn't one
    of the options; the tab key knows them. `interrupts` may be said besides an answer (`asking.interrupts`).
    `moves` reads and writes its answers as data, where they are moves that a game declares (`asking.moves`).
    An answer to one that is `whole`, what is printed on a card, is all of a line, semicolons and brackets too.
    `meanwhile` is a line that stands below the prompt while somebody thinks, and says more and more. `follows` plays
    an answer ahead and returns the question after it, None for the end; it is None itself where nobody looks ahead.
    """

    key: str
    prompt: str
    parse: Callable[[str], T]
    options: Callable[[], Sequence[Option]] = no_options
    closed: Callable[[], Sequence[Option]] = no_options
    who: str = ""
    hint: str = ""
    default: str | None = None
    forced: Callable[[], str | None] = not_forced
    write: Callable[[T], str] | None = None
    open: bool = False
    private: bool = False
    tells_closed: bool = False
    grouped: Callable[[], Sequence[Option]] = no_options
    throw: Throw | None = None
    dice: tuple[DiceThere, ...] = ()
    in_parts: bool = False
    coins: Callable[[T], str] | None = None
    waits: bool = False
    routine: bool = False
    opens: bool = False
    passable: bool = False
    foresees: Callable[[str], bool] = lambda text: False
    warns: Callable[[T], str] | None = None
    rather: Callable[[T], str] | None = None
    words: Callable[[], Sequence[str]] = tuple
    interrupts: tuple[Interrupt, ...] = ()
    whole: bool = False
    meanwhile: Callable[[], str] | None = None
    follows: Callable[[str], Question[Any] | None] | None = None
    moves: MovesNow[Any] | None = None

    def only(self) -> str | None:
        """The answer that there is no choice about; None where there is one, or where it must be waited for."""
        if (only := self.forced()) is not None or self.open or self.waits or self.private:
            return only
        options = self.options()
        return options[0].text if len(options) == 1 and options[0].more is None else None

    @property
    def decides(self) -> bool:
        """Whether somebody decides something by the answer."""
        return not self.opens and self.only() is None

    def left_out(self) -> str | None:
        """The answer that a log or a script may leave out; None if it must be there."""
        return self.default if self.passable else self.forced()

    def passed_over(self, text: str) -> bool:
        """Whether a text from a script or a file doesn't answer a passable question, but the next one."""
        if not self.passable:
            return False
        try:
            self.parse(text)
        except (Unreadable, Illegal):
            return True
        return False

    def record(self, value: T, typed: str) -> str:
        """The text under which an answer is recorded."""
        return self.write(value) if self.write is not None else typed.strip()


Procedure = Generator[Question[Any], Any, T]
"""Rules that ask: yields questions, is sent their answers' values, returns a T."""


def carried_out(done: Any) -> Procedure[Any]:
    """What a part of the rules has done, as a procedure: one that asks nothing needn't be one."""
    return (yield from done) if isinstance(done, Generator) else done


def finish(procedure: Procedure[T]) -> T:
    """Run a procedure that has nothing to ask. Raises RuntimeError if it asks after all."""
    return drive(procedure, _nobody)


def _nobody(question: Question[Any]) -> Any:
    raise RuntimeError(f"asked without anybody to answer: {question.prompt}")


def drive(procedure: Procedure[T], answer: Callable[[Question[Any]], Any]) -> T:
    """Run a procedure to its end, each question answered with the value that `answer` has for it; its result.

    What `answer` or the procedure raises is raised.
    """
    value: Any = None
    while True:
        try:
            question = procedure.send(value)
        except StopIteration as stop:
            result: T = stop.value
            return result
        value = answer(question)


def relay(procedure: Procedure[T], answer: Callable[[Question[Any]], Procedure[Any]]) -> Procedure[T]:
    """Run a procedure within another: `answer` is the procedure that finds the value for each of its questions.

    One that asks the same question on (`value = yield question`) changes nothing.
    """
    value: Any = None
    while True:
        try:
            question = procedure.send(value)
        except StopIteration as stop:
            result: T = stop.value
            return result
        value = yield from answer(question)


def choice(
    key: str, prompt: str, options: Sequence[Option] | Mapping[str, str], *, who: str = "", hint: str = "",
    default: str | None = None,
) -> Question[str]:  # fmt: skip
    """A question with a few answers, perhaps each with a detail, chosen by the beginning of its text or by number."""
    if isinstance(options, Mapping):
        options = [Option(text, detail=detail) for text, detail in options.items()]
    texts = keyed(options, lambda option: option.text)

    def parse(text: str) -> str:
        typed = text.strip()
        if typed.isdecimal() and fold(typed) not in texts:
            if len(typed) > 9 or not 1 <= int(typed) <= len(options):
                raise Unreadable(f"{typed} is not in the list; it has 1 to {len(options)}")
            return options[int(typed) - 1].text
        return find_name(typed, texts, "answer", listing=FEW).text

    return Question(key, prompt, parse, options=lambda: options, who=who, hint=hint, write=str, default=default)


def kind_of_move(word: str, kinds: Sequence[str], options: Callable[[], Iterable[Option]]) -> str:
    """The kind of move that a word names or begins, of all `kinds` that there are.

    Raises Ambiguous, or Unreadable: with the nearest kind, else with those of the moves that are legal now.
    """
    known = {kind: kind for kind in kinds}
    try:
        return find_name(word, known, "kind of move")
    except Unreadable as error:
        if nearest(word, kinds):
            raise
        first = {fold(option.text).partition(" ")[0] for option in options()}
        raise Unreadable(f"{error}; now it can be {or_list(kind for kind in kinds if kind in first)}") from None


def but_not(question: Question[T], others: Iterable[str], reason: str, ruling: str) -> Question[T]:
    """A question to which some `others` are answers of its kind that aren't allowed: Illegal, not unreadable."""
    refused = {fold(other) for other in others}

    def parse(text: str) -> T:
        if fold(text) in refused:
            raise Illegal(reason, ruling)
        return question.parse(text)

    return replace(question, parse=parse)


def with_default(question: Question[T], default: str) -> Question[T]:
    """A question with a usual answer."""
    return replace(question, default=default)


def yes_or_no(key: str, prompt: str, *, hint: str = "") -> Question[bool]:
    """A question with the answers yes and no."""
    asked = choice(key, prompt, (Option("yes"), Option("no")), hint=hint)
    return Question(
        key,
        prompt,
        lambda text: asked.parse(text) == "yes",
        options=asked.options,
        hint=hint,
        default="no",
        write=lambda value: "yes" if value else "no",
    )


def whole_number(key: str, prompt: str, least: int, most: int | None = None, *, default: str | None = None,
                 hint: str = "") -> Question[int]:  # fmt: skip
    """A question for a whole number from `least` to `most`."""
    limits = f"from {least} to {most}" if most is not None else f"{least} or more"

    def parse(text: str) -> int:
        typed = text.strip()
        if not typed.removeprefix("-").isascii() or not typed.removeprefix("-").isdigit():
            raise Unreadable(f'"{text}" is no whole number; it must be {limits}')
        if len(typed) > 9 or int(typed) < least or (most is not None and int(typed) > most):
            raise Unreadable(f"{typed} can't be; it must be {limits}")
        return int(typed)

    return Question(key, prompt, parse, default=default, hint=hint)


def free_text(key: str, prompt: str, check: Callable[[str], str] = str.strip, *, hint: str = "",
              default: str | None = None) -> Question[str]:  # fmt: skip
    """A question for text; `check` returns it tidied or raises Unreadable."""
    return Question(key, prompt, check, hint=hint, default=default)
