"""What the table puts right by hand, on the record: "adjust Anna gold 7", "adjust deck 12"."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from referee.asking.question import FEW, Option, Procedure, Question, choice, free_text, whole_number
from referee.declaration.changes import GAINS, LARGEST, LOSES, C, Holdings, put_and_tell
from referee.declaration.counts import PLAYERS, TABLE, Counter, Owners, Pile
from referee.declaration.opened import Opened
from referee.declaration.readings import find_reading, readings_of
from referee.declaration.tracking import NAMES, WORD, choose
from referee.errors import Illegal, RefereeError, Unchanged, Unreadable
from referee.play.notation import looks_like_correction, readings
from referee.play.step import Step
from referee.text.names import find, fold, keyed, or_list

if TYPE_CHECKING:
    from referee.declaration.rules import Rules

G = TypeVar("G")
S = TypeVar("S")

ADJUST = "adjust"
READING = "reading"
NOTHING = "nothing"
"""What is said to go on without a correction."""
_NO_REASON = "no reason"


@dataclass(frozen=True, kw_only=True)
class Correction(Generic[C]):
    """Something besides what players have that can be put right.

    `word` is what it begins with, and how it is offered, with a `detail`; what stands behind fits the `pattern`,
    whose groups `carry_out` gets. `ask` are the questions for what stands behind the word, with `joint` between the
    answers; without it this isn't offered where somebody asks what can be put right. It is an "adjust", or has a
    `verb` of its own. Where the last group of the pattern is a number, `number` is what it is now. One that is `past`
    says what was, and not what is from now on. One that may stand only `between` steps is refused within one.
    """

    word: str
    detail: str
    usage: str
    pattern: str
    carry_out: Callable[..., None]
    ask: Callable[[C], Sequence[Question[Any]]] | None = None
    joint: str = " "
    verb: str = ADJUST
    number: Callable[..., int] | None = None
    past: bool = False
    between: bool = False

    def match(self, verb: str, rest: str) -> re.Match[str] | None:
        """How a correction with this verb fits, if it does."""
        if verb != self.verb:
            return None
        return re.fullmatch(self.pattern if verb != ADJUST else f"{self.word} {self.pattern}", rest, re.IGNORECASE)


@dataclass(frozen=True, kw_only=True)
class OfNamed(Correction[C]):
    """One that begins with the name of what it is about; the word that it is asked by may stand before it.

    Where it is of one of some `owners` of a state, it must be that name and nothing else.
    """

    owners: Owners | None = None

    def match(self, verb: str, rest: str) -> re.Match[str] | None:
        """How a correction with this verb fits, if it does."""
        return re.fullmatch(f"(?:{self.word} )?{self.pattern}", rest, re.IGNORECASE) if verb == ADJUST else None


def _tracking(rules: Rules[Any, Any]) -> Correction[Any]:
    """The correction that changes how much is tracked."""

    def carry_out(game: Any, name: str) -> None:
        choose(rules, game.state, find(name, keyed(NAMES, str), "track"))

    return Correction(
        word=WORD, detail="how much is tracked", usage=f"adjust {WORD} {'|'.join(NAMES)}", pattern=r"(\w+)",
        carry_out=carry_out, ask=lambda game: [choice(WORD, "Track", [Option(name) for name in NAMES])],
    )  # fmt: skip


def _reading(rules: Rules[Any, Any]) -> Correction[Any]:
    """The correction by which the table decides in the middle of a game what the rulebook leaves open."""
    declared = rules.readings
    assert declared is not None

    def carry_out(game: Any, text: str) -> None:
        one, said = find_reading(declared, text)
        if rules.in_battle(game.state):
            raise Illegal("a reading changes between two actions, not in the middle of a battle", "")
        game.state.readings[one.name] = one.parse(said)

    def ask(game: Any) -> list[Question[Any]]:
        named = [Option(one.words, detail=one.takes) for one in readings_of(declared).values()]
        return [choice("reading", "Which reading", named), free_text("answer", "What holds from now on", str.strip)]

    return Correction(word=READING, verb=READING, detail="what the rulebook leaves open", pattern=r"(.+)",
                      usage=f"{READING} NAME ANSWER", carry_out=carry_out, ask=ask, between=True)  # fmt: skip


def moved(word: str, counters: Sequence[Counter[Any]], detail: str = "") -> Correction[Any]:
    """The correction by which one of something that several kinds of owners have changes hands: "stone C Ash Runner".

    `counters` are what each kind has of it.
    """
    usage = " or ".join(counter.owners.kind.upper() for counter in counters)

    def holders(game: Any) -> dict[str, tuple[Counter[Any], str, Any]]:
        return {fold(name): (counter, name, owner) for counter in reversed(counters)
                for name, owner in counter.owners.all_in(game.state).items()}  # fmt: skip

    def carry_out(game: Any, text: str) -> None:
        known = holders(game)
        typed = fold(text)
        begins = max((name for name in known if typed.startswith(f"{name} ")), key=len, default="")
        if not begins:
            raise Unreadable(f'"{text}" begins with nothing that has a {word}; write like: adjust {word} {usage}')
        giving, giver, has = known[begins]
        behind = text.split()[len(begins.split()) :]
        taking, taker, gets = find(" ".join(behind), known, f"{usage.lower()}")
        if not giving.of(has):
            raise Illegal(f"{giver} has no {word}", giving.rule)
        giving.set(has, giving.of(has) - 1)
        if (most := taking.most_of(gets)) is not None and taking.of(gets) >= most:
            raise Illegal(f"{taker} can't have {taking.of(gets) + 1} {taking.name}; the most is {most}", taking.rule)
        taking.set(gets, taking.of(gets) + 1)

    def asked(game: Any) -> list[Question[Any]]:
        known = holders(game).values()
        from_whom = [Option(name, detail=counter.told(owner)) for counter, name, owner in known if counter.of(owner)]
        return [
            choice("from", f"Which {word}", from_whom),
            choice("to", "To", [Option(name) for _, name, _ in known]),
        ]

    return Correction(
        word=word, detail=detail or "it is elsewhere", usage=f"adjust {word} {usage} {usage}", pattern="(.+)",
        carry_out=carry_out, ask=asked,
    )  # fmt: skip


def _of_table(counter: Counter[Any]) -> Correction[Any]:
    """The correction of a counter that lies on the table."""

    def carry_out(game: Any, number: str) -> None:
        if (most := counter.most_of(game.state)) is not None and int(number) > most:
            raise Illegal(f"there can't be {number} {counter.name}; the most is {most}", counter.rule)
        counter.set(game.state, int(number))

    return Correction(
        word=counter.name, detail="how many there are", usage=f"adjust {counter.name} NUMBER", pattern=r"(\d{1,6})",
        carry_out=carry_out, ask=lambda game: [whole_number("amount", f"How many {counter.name}", 0, LARGEST)],
        number=lambda game: counter.of(game.state),
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Corrections(Generic[G, S, C]):
    """A game's corrections: of what players have, and others.

    `opened` is the game while it is changed; `settle` goes on where nothing is left to decide then. `whose` is the
    player whose turn it is, where that isn't always who is asked. Two states of which the `canonical` ones are alike
    say the same.
    """

    holdings: Holdings[C]
    opened: Callable[[G, S, list[Any]], Any] = Opened
    others: Sequence[Correction[C]] = ()
    settle: Callable[[C], None] = lambda game: None
    whose: Callable[[S], str] = lambda state: ""
    canonical: Callable[[G, S], S] = lambda setup, state: state

    @property
    def all_others(self) -> tuple[Correction[C], ...]:
        """What can be put right besides what players have: counters of the table, and what the game names."""
        return (*map(_of_table, (one for one in self.holdings.counters if one.owners is TABLE)), *self.others)

    def with_tracking(self, rules: Rules[Any, Any]) -> Corrections[G, S, C]:
        """The same with the correction of how much is tracked."""
        return replace(self, others=(*self.others, _tracking(rules)))

    def with_readings(self, rules: Rules[Any, Any]) -> Corrections[G, S, C]:
        """The same with the decision of what the rulebook leaves open."""
        return replace(self, others=(*self.others, _reading(rules)))

    @property
    def usage(self) -> tuple[str, ...]:
        """How corrections are written."""
        of_things = self.holdings.changed_of_things
        return (*self.holdings.usage, *of_things, *(other.usage for other in self.all_others))

    def like(self, state: Any) -> str:
        """A correction of the game at hand, as it is typed behind the verb: "Anna gold 3"."""
        player = next(one.name for one in state.players if not getattr(one, "left", False))
        return f"{player} {self.holdings.names[0]} 3"

    def reads(self, state: Any, text: str) -> bool:
        """Whether what is written like a correction is one and no answer.

        Behind a verb like "leave" must stand a player: somebody, or a card, may be called "Leave Taking".
        """
        verb, _, rest = text.partition(" ")
        named = fold(rest)
        if verb in (ADJUST, READING):
            return True
        verbs = {other.verb for other in self.all_others}
        return verb in verbs and named != "" and any(fold(one.name).startswith(named) for one in state.players)

    def named(self, state: Any, text: str, asked: str) -> str:
        """A correction with the name of whose turn it is, where it begins with what players have and names nobody.

        `asked` is who is asked now. What is recorded so says the same wherever it is played again.
        """
        verb, _, rest = text.partition(" ")
        who = self.whose(state) or asked
        if verb.lower() != ADJUST or not who or self._other(state, ADJUST, rest) is not None:
            return text
        if self.holdings.owner_named(state, rest) is not None or not self.holdings.begins(rest):
            return text
        return f"{ADJUST} {who} {rest}"

    def bare(self, state: Any, text: str) -> str:
        """The correction that "wood +2" or "mette wood +2, stone -1" is without its verb; "" for anything else."""
        return f"{ADJUST} {text.strip()}" if self.holdings.all_by(state, text) else ""

    def carry_out(self, setup: G, state: S, text: str, events: list[Any]) -> S:
        """Carry a correction out on a state; the state after it. Raises Unreadable or Illegal."""
        verb, _, rest = " ".join(text.split()).partition(" ")
        verb = verb.lower()
        game = self.opened(setup, state, events)
        other = self._other(state, verb, rest)
        if other is not None:
            other[0].carry_out(game, *other[1].groups())
        elif verb != ADJUST:
            raise Unreadable(f'can\'t read "{text}"; write {"; ".join(self.usage)}')
        else:
            for change in self.holdings.read(game, rest):
                self.holdings.apply(game, change, "put right", ())
        self.settle(game)
        return state

    def alike(self, setup: G, one: S, other: S) -> bool:
        """Whether two states say the same."""
        return one == other or self.canonical(setup, one) == self.canonical(setup, other)

    def recorded(self, setup: G, state: Any, now: Any, text: str) -> tuple[str, Callable[[S], bool]]:
        """What a correction is recorded as, and of a state whether it is as said.

        What is said is meant of `now`, to which the step under way has led from `state`; it is recorded before that
        step. Raises as `carry_out` does, Illegal for what can't be done in full, Unchanged for what is so already.
        """
        verb, _, rest = " ".join(text.split()).partition(" ")
        found = self._other(state, verb.lower(), rest)
        if found is None and verb.lower() == ADJUST:
            game, there = (self.opened(setup, one.copy(), []) for one in (state, now))
            whole, said = self.holdings.recorded(game, there, rest)
            return (text if whole == rest else f"{ADJUST} {whole}"), lambda after: all(
                one.holds(after) for one in said
            )
        if found is None:
            return text, lambda after: True
        if found[0].between and state != now:
            raise Illegal("finish the step under way first, or undo it", "")
        if found[0].number is not None:
            return self._number_recorded(setup, state, now, *found)
        once = self._carried_out(setup, state, *found)
        again = None if once is None else self._carried_out(setup, once, *found)
        if once is not None and self.alike(setup, once, state) and self.alike(setup, state, now):
            raise Unchanged(f'"{text}": that is so already; nothing was changed')
        if (
            found[0].past or again is None or not self.alike(setup, once, again)
        ):  # it says what comes or goes, and not what is then
            return text, lambda after: True

        def holds(after: S) -> bool:
            then = self._carried_out(setup, after, *found)
            return then is not None and self.alike(setup, then, after)

        return text, holds

    def _number_recorded(
        self, setup: G, state: Any, now: Any, other: Correction[C], match: re.Match[str]
    ) -> tuple[str, Callable[[S], bool]]:
        """The same of a correction that ends in a number."""
        *about, number = match.groups()
        text = f"{other.verb} {match.string}"

        def value(of: Any) -> int:
            assert other.number is not None
            return other.number(self.opened(setup, of.copy(), []), *about)

        before = value(state) + int(number) - value(now)
        if value(now) == int(number):
            raise Unchanged(f'"{text}": that is so already; nothing was changed')
        if before < 0:
            raise Illegal(f"the step under way can't have left {number}; finish it or undo it first", "")
        return f"{text.removesuffix(number)}{before}", lambda after: value(after) == int(number)

    def _carried_out(self, setup: G, state: Any, other: Correction[C], match: re.Match[str]) -> Any:
        """A copy of a state after a correction alone; None if it can't be."""
        copy = state.copy()
        try:
            other.carry_out(self.opened(setup, copy, []), *match.groups())
        except RefereeError:
            return None
        return copy

    def _other(self, state: S, verb: str, rest: str) -> tuple[Correction[C], re.Match[str]] | None:
        """The correction besides those of what players have that a text is, and how it fits."""
        for other in self.all_others:
            match = other.match(verb, rest)
            if match is None or self._begins_a_name(other.word, state, rest):
                continue
            owners = other.owners if isinstance(other, OfNamed) else None
            if owners is None or fold(match[1]) in map(fold, owners.all_in(state)):
                return other, match
        return None

    def _begins_a_name(self, word: str, state: S, text: str) -> bool:
        """Whether the word of a correction is only the beginning of an owner's name: "stone" of a Stone Thrower."""
        named = self.holdings.owner_named(state, text)
        return named is not None and fold(named[1]).startswith(f"{fold(word)} ")

    # --- step by step -----------------------------------------------------------------------------

    def ask(self, setup: G, state: S, asked: str = "", now: S | None = None) -> Procedure[Step | None]:
        """Ask for a correction: whom or what, how much, and why; what can't be is refused when it is answered.

        The first answer may be the whole sentence. None if nothing is to be corrected; `asked` is as in `named`,
        `now` what a step under way has led to.
        """
        try_out = partial(self._try_out, setup, state, state if now is None else now)
        game = self.opened(setup, state, [])
        others = {other.word: (other, other.ask) for other in self.all_others if other.ask is not None}
        what: str | Step = yield self._whole_or_begun(try_out, state, asked)
        if isinstance(what, Step):
            return what
        if what == NOTHING:
            return None
        if what in others:
            other, ask = others[what]
            begun = f"{ADJUST} {what}" if other.verb == ADJUST else other.verb
            text = yield from self._complete(try_out, begun, ask(game), other.joint)
        else:
            begun, last = yield from self._ask_of(game, state, what)
            text = yield from self._complete(try_out, begun, [last])
        why = yield free_text("why", "Why", str.strip, hint="enter for no reason", default=_NO_REASON)
        return Step(correct=text, because="" if why == _NO_REASON else why)

    def _try_out(self, setup: G, state: Any, now: S, text: str) -> None:
        """Raises Unreadable, Illegal or Unchanged for a correction that can't be recorded."""
        self.carry_out(setup, state.copy(), self.recorded(setup, state, now, text)[0], [])

    def _whole_or_begun(self, try_out: Callable[[str], None], state: Any, asked: str) -> Question[str | Step]:
        """The question what needs correcting: a player, something else, nothing, or all of it in a sentence."""
        names = [Option(player.name) for player in state.players if not getattr(player, "left", False)]
        things = [Option(kind.kind, detail=or_list(self.holdings.names_of(kind))) for kind in self.holdings.things]
        others = [Option(other.word, detail=other.detail) for other in self.all_others if other.ask is not None]
        nothing = Option(NOTHING, detail="go on without a correction")
        listed = choice(ADJUST, "What needs correcting", [*names, *things, *others, nothing])

        def parse(text: str) -> str | Step:
            try:
                return listed.parse(text)
            except Unreadable:
                if " " not in text.strip():
                    raise
            return self._whole(try_out, state, text, asked)

        like = f"{self.like(state)} because we miscounted"
        return Question(ADJUST, listed.prompt, parse, options=listed.options, open=True, default=NOTHING,
                        hint=f"or the whole sentence: {like}")  # fmt: skip

    def _whole(self, try_out: Callable[[str], None], state: Any, text: str, asked: str) -> Step:
        """A correction typed in one sentence, with its reason. Raises Unreadable or Illegal if it can't be."""
        refused: RefereeError | None = None
        for step in readings(text if looks_like_correction(text) else f"{ADJUST} {text}"):
            whole = self.named(state, step.correct, asked)
            try:
                try_out(whole)
                return Step(correct=whole, because=step.because)
            except RefereeError as error:
                refused = refused or error
        raise refused or Unreadable(f'can\'t read "{text}"; write {"; ".join(self.usage)}')

    def _ask_of(self, game: C, state: S, owner: str) -> Procedure[tuple[str, Question[Any]]]:
        """Ask what is wrong of a player's or another owner's: how the correction begins, and what completes it."""
        kind = next((kind for kind in self.holdings.things if kind.kind == owner), PLAYERS)
        if kind is not PLAYERS:
            owner = yield choice(kind.kind, f"Which {kind.kind}", [*map(Option, kind.all_in(state))])
        has_cards = kind is PLAYERS and self.holdings.read_card is not None
        cards = [Option(GAINS), Option(LOSES)] if has_cards else []
        what: str = yield choice("kind", f"What of {owner}", [*map(Option, self.holdings.names_of(kind)), *cards])
        begun = f"{ADJUST} {owner} {what}"
        if what not in (GAINS, LOSES):
            return begun, whole_number("amount", f"{owner} has how many {what}", 0, LARGEST)
        card = ""
        if self.holdings.kinds:
            card = yield choice("card kind", f"{owner} {what} a", [Option(name) for name in self.holdings.kinds])
            begun = f"{begun} {card}"
        return begun, self.holdings.ask_card(game, what, card)

    def _complete(
        self, try_out: Callable[[str], None], begun: str, questions: Sequence[Question[Any]], joint: str = " "
    ) -> Procedure[str]:
        """Ask for what completes a correction that has `begun`; its whole text.

        The last answer is refused if the correction can't be carried out with it, or changes nothing.
        """
        said: list[str] = []
        for question in questions[:-1]:
            said.append(str((yield question)))
        last = questions[-1]

        def parse(text: str) -> str:
            whole = f"{begun} {joint.join([*said, str(last.parse(text))])}"
            try_out(whole)
            return whole

        whole: str = yield replace(last, parse=parse)
        return whole


def of_counters(
    counters: Sequence[Counter[Any]], piles: Sequence[Pile[Any]] = (), others: Sequence[Correction[Any]] = ()
) -> Corrections[Any, Any, Any]:
    """Corrections of all that is counted, each told in its words, and `others`."""
    counted = (*counters, *(pile.as_counter for pile in piles if not pile.open))
    names = [one.name for one in counted if one.owners is PLAYERS]
    usage = f"adjust PLAYER {'|'.join(names if len(names) <= FEW else [*names[:FEW], '...'])} NUMBER"
    return Corrections(holdings=Holdings(counters=counted, put=put_and_tell, usage=(usage,)), others=others)
