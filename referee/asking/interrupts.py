"""What may be said at a question besides its answers: a manoeuvre in another's turn, a potion, a stone in the way.

A game says who may interrupt now, and with what; any of its questions carries that along. What is said is carried
out, and the question comes again. It is typed as "evade", "buy draw", or with who says it, "Bo: buy draw", which is
how it is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import Struct, field, structs

from referee.asking.question import Option, Procedure, Question, carried_out, relay
from referee.errors import Illegal, RefereeError, Unreadable
from referee.text.names import fold, or_list

T = TypeVar("T")

NOTHING: Final = "nothing"
"""What is answered where something was begun to be said, and isn't after all."""

INTERRUPT: Final = "interrupt"
"""The key under which an interrupt is recorded, whatever was asked when it was said."""


class Refusal(NamedTuple):
    """Why somebody can't say something now, and the id of the rule or ruling behind it."""

    reason: str
    ruling: str


class Interrupt(Struct, frozen=True, kw_only=True):
    """Something that may be said at a question besides its answers.

    `option` is how it is said, `who` are the players who may say it now (the table, where nobody is named), `closed`
    those who may not, with the reason. `do` carries it out; it is given who said it, and the value of the question
    that `rest` asks that player for what stands behind the words ("buy" what: "draw"). Where it isn't said at once it
    is asked for.

    A question with only one answer `waits` for it. One that is `interruptible` asks questions at which others may
    interrupt in turn.
    """

    option: Option
    do: Callable[[str, Any], Procedure[None] | None]
    who: Sequence[str] = ()
    closed: Mapping[str, Refusal] = field(default_factory=dict)
    rest: Callable[[str], Question[Any]] | None = None
    waits: bool = True
    interruptible: bool = False

    @property
    def can_be_said(self) -> bool:
        """Whether anybody can say it now."""
        return bool(self.who) or not self.closed

    @property
    def description(self) -> str:
        """The interrupt as it is listed: "buy (Anna or Bo): a card"."""
        who = f" ({or_list(self.who)})" if self.who else ""
        return f"{self.option.shown}{who}" + (f": {self.option.detail}" if self.option.detail else "")


class Interruption(Struct, frozen=True):
    """An interrupt as it was said: by whom, in what words, and the value of what stands behind them, if anything."""

    interrupt: Interrupt
    who: str
    text: str
    said: tuple[Any, ...] = ()

    def carried_out(self) -> Procedure[None]:
        """Ask for the rest, where it wasn't said, and carry it out."""
        value = self.said[0] if self.said else None
        if self.interrupt.rest is not None and not self.said:
            value = yield structs.replace(self.interrupt.rest(self.who), who=self.who)
        yield from carried_out(self.interrupt.do(self.who, value))


def interruptible(procedure: Procedure[T], interrupts: Callable[[], Sequence[Interrupt]]) -> Procedure[T]:
    """Run a procedure at whose questions something else may be said, as often as it is allowed then.

    A question that goes by itself (dice that the program rolls) is left alone.
    """

    def answer(question: Question[Any]) -> Procedure[Any]:
        while True:
            by_itself = question.forced() is not None
            said = yield question if by_itself else _may_be_interrupted(question, tuple(interrupts()))
            if not isinstance(said, Interruption):
                return said
            done = said.carried_out()
            yield from interruptible(done, interrupts) if said.interrupt.interruptible else done
            if question.look_again is not None:
                question.look_again()

    return relay(procedure, answer)


def is_interruption(question: Question[Any], text: str) -> bool:
    """Whether a text is something besides an answer to this question, even if it can't be said now."""
    try:
        return bool(question.interrupts) and isinstance(question.parse(text), Interruption)
    except RefereeError:
        begun = _begun(question.interrupts, text)
        return begun is not None and begun[1] != ""  # it is somebody's by name, and refused as such


def besides_answers(question: Question[Any]) -> list[Interrupt]:
    """What can be said besides an answer now, and isn't listed as a move of the only one who can say it."""
    return [
        one
        for one in question.interrupts
        if one.can_be_said and not (one.option.text in question.verbs and [*one.who] == [question.who])
    ]


def interrupts_text(question: Question[Any]) -> str:
    """A line of what may be said besides an answer, and by whom; "" for nothing."""
    text = "; ".join(one.description for one in besides_answers(question))
    return f"At any time: {text}" if text else ""


def ways_to_interrupt(question: Question[Any]) -> list[Option]:
    """Everything that may be said besides an answer, as it is typed in full: "Bo: evade"."""
    return [
        structs.replace(
            one.option, text=_by(who, one.option.text), label="", also=(one.option.text, *one.option.also)
        )
        for one in question.interrupts
        if one.can_be_said
        for who in one.who or ("",)
    ]


def said_in_full(question: Question[Any], players: Collection[str]) -> Iterator[Option]:
    """What these players may say besides an answer and isn't listed as a move: "Bo: buy draw", "Bo: buy search"."""
    for one in besides_answers(question):
        for who in one.who or ("",):
            if who and who not in players:
                continue
            rest = one.rest(who).options() if one.rest is not None else [structs.replace(one.option, text="")]
            begun = _by(who, one.option.text)
            for option in rest:
                if option.text != NOTHING:
                    said = partial(_behind, begun, option.ways)
                    yield structs.replace(option, text=f"{begun} {option.text}".strip(), label="", ways=said)


def _behind(begun: str, ways: Callable[[], Sequence[str]]) -> list[str]:
    return [f"{begun} {way}" for way in ways()]


def _may_be_interrupted(question: Question[T], interrupts: tuple[Interrupt, ...]) -> Question[Any]:
    """The same question, which takes interrupts too."""
    if not interrupts:
        return question
    asked = structs.replace(question, interrupts=interrupts)

    def parse(text: str) -> Any:
        try:
            said = _read(asked, text)
        except RefereeError as error:
            return _answer_or(question, text, error)
        return question.parse(text) if said is None else said

    return structs.replace(
        asked,
        parse=parse,
        waits=question.waits or any(one.waits and one.can_be_said for one in interrupts),
        write=_of_answers(question.write, lambda said: said.text),
        coins=_of_answers(question.coins, lambda said: ""),
        warns=_of_answers(question.warns, lambda said: ""),
        rather=_of_answers(question.rather, lambda said: ""),
    )


def _of_answers(
    function: Callable[[Any], str] | None, otherwise: Callable[[Interruption], str]
) -> Callable[[Any], str] | None:
    """A function of an answer's value, with what it is of an interruption."""
    if function is None:
        return None
    return lambda value: otherwise(value) if isinstance(value, Interruption) else function(value)


def _answer_or(question: Question[T], text: str, error: RefereeError) -> T:
    """What a text is as an answer; the error of reading it as an interrupt if it is none."""
    try:
        return question.parse(text)
    except RefereeError:
        raise error from None


def _is_listed(question: Question[Any], text: str) -> bool:
    """Whether a text is one of the answers that are listed: then it is that, and no interrupt."""
    return fold(text) in {fold(option.text) for option in question.options()}


def _begun(interrupts: Sequence[Interrupt], text: str) -> tuple[Interrupt, str, str] | None:
    """The interrupt that a text begins, who says it ("" if nobody is named), and what stands behind it."""
    for name, said in _speakers(interrupts, text):
        words = said.split()
        for one in sorted(interrupts, key=lambda one: -len(one.option.text)):
            for way in (one.option.text, *one.option.also):
                begin, behind = words[: (many := len(way.split()))], words[many:]
                if fold(" ".join(begin)) == fold(way) and (one.rest is not None or not behind):
                    return one, name, " ".join(behind)
    return None


def _speakers(interrupts: Sequence[Interrupt], text: str) -> Iterator[tuple[str, str]]:
    """Who may be named in front of a text, with what stands behind the name."""
    yield "", text
    name, colon, words = text.partition(":")
    if colon and name.strip():
        players = dict.fromkeys(who for one in interrupts for who in (*one.who, *one.closed))
        found = [who for who in players if fold(who) == fold(name)]
        found = found or [who for who in players if fold(who).startswith(fold(name))]
        yield from ((who, words) for who in found if len(found) == 1)


def _read(question: Question[Any], text: str) -> Interruption | None:
    """The interruption that a text is; None for anything else. Raises Unreadable, Ambiguous or Illegal."""
    begun = _begun(question.interrupts, text)
    if begun is None or _is_listed(question, text):
        return None
    one, named, behind = begun
    who = named or _speaker(one, question.who)
    if who in one.closed:
        raise Illegal(f"{one.option.shown}: {one.closed[who].reason}", one.closed[who].ruling)
    if who not in (one.who or ("",)):
        raise Unreadable(f"{who} can't say that now; {or_list(one.who)} can" if one.who else "nobody says that alone")
    said: tuple[Any, ...] = ()
    words = one.option.text
    if one.rest is not None and behind:
        rest = one.rest(who)
        said = (rest.parse(behind),)
        words = f"{words} {rest.record(said[0], behind)}"
    return Interruption(one, who, _by(who, words), said)


def _speaker(one: Interrupt, asked: str) -> str:
    """Who speaks where nobody is named: the one who is asked, else the only one who can. Raises Unreadable."""
    for able in (one.who, tuple(one.closed)):
        if asked in able or len(able) == 1:
            return asked if asked in able else able[0]
    if len(one.who) > 1:
        raise Unreadable(f"who says it? Write {or_list(_by(who, one.option.text) for who in one.who)}")
    return ""


def _by(who: str, words: str) -> str:
    return f"{who}: {words}" if who else words
