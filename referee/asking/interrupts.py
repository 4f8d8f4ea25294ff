"""Interrupts: actions typed at a question instead of an answer, as a manoeuvre in another's turn, or a potion.

A game declares who may interrupt now, and with what; any of its questions takes that too. The interrupt is carried
out, and the question is asked again. It is typed as "evade", "buy draw", or with the speaker, "Bo: buy draw", which
is how it is recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache, partial
from typing import Any, Final, NamedTuple, TypeVar

from msgspec import Struct, field, structs

from referee.asking.question import Option, Procedure, Question, carried_out, relay
from referee.errors import Illegal, RefereeError, Unreadable
from referee.text.names import fold, or_list

T = TypeVar("T")

NOTHING: Final = "nothing"
"""Answer to the `rest` of an interrupt that is called off."""

INTERRUPT: Final = "interrupt"
"""Key under which an interrupt is recorded, whatever question it interrupted."""


class Refusal(NamedTuple):
    """Reason against a move or an interrupt, and the id of the rule or ruling behind it; false without a reason."""

    reason: str
    ruling: str

    def __bool__(self) -> bool:
        return bool(self.reason)


ALLOWED: Final = Refusal("", "")
"""Nothing forbids it."""
_EARLIER: Final = Refusal("that is said before a decision, not in the middle of one", "")


class Interrupt(Struct, frozen=True, kw_only=True):
    """Action that may be typed at a question instead of an answer.

    `option` is how it is typed, `who` are the players who may make it now (the table, if both it and `closed` are
    empty), `closed` those who may not, with the reason. `do` carries it out; its arguments are the player who made
    it, and the answer to the question that `rest` returns for that player: the words behind it ("draw" in "buy
    draw"). If these aren't typed, they are asked for.

    `typed` converts what is typed into those words. `at` are the keys of the only questions at which it can be said,
    each the first of a step; `ends_step`: the decision isn't asked again, but the next one, if the game goes on.
    """

    option: Option
    do: Callable[[str, Any], Procedure[None] | None]
    who: Sequence[str] = ()
    closed: Mapping[str, Refusal] = field(default_factory=dict)
    rest: Callable[[str], Question[Any]] | None = None
    typed: Callable[[str], str] = str
    at: Collection[str] = ()
    ends_step: bool = False

    def closed_by(self, why: Refusal) -> Interrupt:
        """Return the interrupt as it is when nobody may say it."""
        return structs.replace(self, who=(), closed=dict.fromkeys((*self.who, *self.closed), why))

    @property
    def is_available(self) -> bool:
        """Whether any player can say it now."""
        return bool(self.who) or not self.closed

    @property
    def description(self) -> str:
        """The interrupt as it is listed: "buy (Anna or Bo): a card"."""
        who = f" ({or_list(self.who)})" if self.who else ""
        return f"{self.option.shown}{who}" + (f": {self.option.detail}" if self.option.detail else "")


class Interruption(Struct, frozen=True):
    """Interrupt that was typed: its speaker, its words, and the value of its `rest`, if that was typed too."""

    interrupt: Interrupt
    who: str
    text: str
    said: tuple[Any, ...] = ()

    def carried_out(self) -> Procedure[None]:
        """Ask for the rest if it wasn't typed, and carry the interrupt out."""
        value = self.said[0] if self.said else None
        if self.interrupt.rest is not None and not self.said:
            value = yield structs.replace(self.interrupt.rest(self.who), who=self.who)
        yield from carried_out(self.interrupt.do(self.who, value))


class _StepEnds(Exception):
    """Raised after an interrupt with which its step ends."""


def interruptible(procedure: Procedure[None], interrupts: Callable[[], Sequence[Interrupt]]) -> Procedure[None]:
    """Run a procedure whose questions take interrupts too, as often as `interrupts` allows.

    A question that is answered by itself (dice that the program rolls) is left alone.
    """

    def answer(question: Question[Any]) -> Procedure[Any]:
        while True:
            by_itself = question.forced() is not None
            value = yield question if by_itself else _with_interrupts(question, interrupts)
            if not isinstance(value, Interruption):
                return value
            if value.interrupt.ends_step:
                yield from relay(value.carried_out(), answer)
                raise _StepEnds
            yield from value.carried_out()
            if question.look_again is not None:
                question.look_again()

    with suppress(_StepEnds):
        yield from relay(procedure, answer)


def is_interruption(question: Question[Any], text: str) -> bool:
    """Return whether a text is an interrupt and no answer to this question, even if it isn't allowed now."""
    try:
        return bool(question.interrupts()) and isinstance(question.parse(text), Interruption)
    except RefereeError:
        match = _find_begun(question.interrupts(), text)
        return match is not None and match[1] != ""  # it names a player, and is refused as an interrupt


def besides_answers(question: Question[Any]) -> list[Interrupt]:
    """List the interrupts that are allowed now and aren't listed as moves of the only player who may make them."""
    return [
        one
        for one in question.interrupts()
        if one.is_available and not (one.option.text in question.verbs and [*one.who] == [question.who])
    ]


def interrupts_text(question: Question[Any]) -> str:
    """Format a line with the possible interrupts and the players who may make them; "" if there are none."""
    text = "; ".join(one.description for one in besides_answers(question))
    return f"At any time: {text}" if text else ""


def ways_to_interrupt(question: Question[Any]) -> list[Option]:
    """List all possible interrupts as they are typed in full: "Bo: evade"."""
    return [
        structs.replace(
            one.option, text=_with_speaker(who, one.option.text), label="", also=(one.option.text, *one.option.also)
        )
        for one in question.interrupts()
        if one.is_available
        for who in one.who or ("",)
    ]


def all_interruptions(question: Question[Any], players: Collection[str]) -> Iterator[Option]:
    """Yield the interrupts of these players that aren't listed as moves: "Bo: buy draw", "Bo: buy search"."""
    for one in besides_answers(question):
        for who in one.who or ("",):
            if who and who not in players:
                continue
            rest = one.rest(who).options() if one.rest is not None else [structs.replace(one.option, text="")]
            prefix = _with_speaker(who, one.option.text)
            for option in rest:
                if option.text != NOTHING:
                    ways = partial(_ways_with_prefix, prefix, option.ways)
                    yield structs.replace(option, text=f"{prefix} {option.text}".strip(), label="", ways=ways)


def _ways_with_prefix(prefix: str, ways: Callable[[], Sequence[str]]) -> list[str]:
    return [f"{prefix} {way}" for way in ways()]


def _with_interrupts(question: Question[T], interrupts: Callable[[], Sequence[Interrupt]]) -> Question[Any]:
    """Return the question with a `parse` that takes interrupts too; they are built once somebody looks."""

    @cache
    def here() -> Sequence[Interrupt]:
        return [one if not one.at or question.key in one.at else one.closed_by(_EARLIER) for one in interrupts()]

    extended = structs.replace(question, interrupts=here)

    def parse(text: str) -> Any:
        try:
            interruption = _parse_interruption(extended, text)
        except RefereeError:
            with suppress(RefereeError):
                return question.parse(text)
            raise
        return question.parse(text) if interruption is None else interruption

    return structs.replace(
        extended,
        parse=parse,
        plain=question.parse,
        write=_extend(question.write, lambda said: said.text),
        coins=_extend(question.coins, lambda said: ""),
        warns=_extend(question.warns, lambda said: ""),
        rather=_extend(question.rather, lambda said: ""),
    )


def _extend(
    function: Callable[[Any], str] | None, otherwise: Callable[[Interruption], str]
) -> Callable[[Any], str] | None:
    """Extend a function of an answer's value to interruptions, for which it returns `otherwise`."""
    if function is None:
        return None
    return lambda value: otherwise(value) if isinstance(value, Interruption) else function(value)


def _find_begun(interrupts: Sequence[Interrupt], text: str) -> tuple[Interrupt, str, str] | None:
    """Find the interrupt that a text begins; return it, the speaker ("" if none is named), and the rest."""
    for name, words_typed in _speakers(interrupts, text):
        for one in sorted(interrupts, key=lambda one: -len(one.option.text)):
            words = one.typed(words_typed).split()
            for way in (one.option.text, *one.option.also):
                begin, rest = words[: (many := len(way.split()))], words[many:]
                said = fold(" ".join(begin))
                told = name and many == 1 and said == f"{fold(way)}s"  # "Bo buys draw"
                if (said == fold(way) or told) and (one.rest is not None or not rest):
                    return one, name, " ".join(rest)
    return None


def _speakers(interrupts: Sequence[Interrupt], text: str) -> Iterator[tuple[str, str]]:
    """Yield each player who may be named in front of a text, with the rest of the text; last "" and all of it."""
    players = dict.fromkeys(who for one in interrupts for who in (*one.who, *one.closed))
    name, colon, words = text.partition(":")
    if colon and name.strip():
        found = [who for who in players if fold(who) == fold(name)]
        found = found or [who for who in players if fold(who).startswith(fold(name))]
        yield from ((who, words) for who in found if len(found) == 1)
    yield from ((who, text[len(who) + 1 :]) for who in players if fold(text).startswith(f"{fold(who)} "))
    yield "", text


def _parse_interruption(question: Question[Any], text: str) -> Interruption | None:
    """Parse a text as an interruption; None for anything else. Raises Unreadable, Ambiguous or Illegal."""
    match = _find_begun(question.interrupts(), text)
    if match is None or fold(text) in {fold(option.text) for option in question.options()}:
        return None  # a listed answer takes precedence
    one, named, rest_text = match
    if not named and one.option.text in question.verbs:
        return None  # a move of the player who is asked
    who = named or _find_speaker(one, question.who)
    if who in one.closed:
        raise Illegal(f"{one.option.shown}: {one.closed[who].reason}", one.closed[who].ruling)
    if who not in (one.who or ("",)):
        raise Unreadable(f"{who} can't say that now; {or_list(one.who)} can" if one.who else "nobody says that alone")
    value: tuple[Any, ...] = ()
    words = one.option.text
    if one.rest is not None and rest_text:
        rest = one.rest(who)
        value = (rest.parse(rest_text),)
        words = f"{words} {rest.record(value[0], rest_text)}"
    return Interruption(one, who, _with_speaker(who, words), value)


def _find_speaker(one: Interrupt, asked: str) -> str:
    """Return who speaks if no player is named: the one who is asked, else the only one who can. Raises Unreadable."""
    for able in (one.who, tuple(one.closed)):
        if asked in able or len(able) == 1:
            return asked if asked in able else able[0]
    if len(one.who) > 1:
        raise Unreadable(f"who says it? Write {or_list(_with_speaker(who, one.option.text) for who in one.who)}")
    return ""


def _with_speaker(who: str, words: str) -> str:
    return f"{who}: {words}" if who else words
