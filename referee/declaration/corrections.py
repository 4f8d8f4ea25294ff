"""Corrections of a game's state by the table, and a game while it is changed."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property, partial
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Generic,
    Literal,
    NamedTuple,
    TypeVar,
    get_args,
    get_origin,
    get_type_hints,
)

from msgspec import Meta, Struct, defstruct
from msgspec.structs import astuple, fields, replace

from referee.asking.moves import Move, Moves, names_of
from referee.asking.question import Option, Procedure, Question, choice, finish, free_text, whole_number
from referee.declaration.changes import (
    ADJUST,
    GAINS,
    LARGEST,
    LOSES,
    C,
    Change,
    Holdings,
    after,
    present,
    put_and_tell,
)
from referee.declaration.readings import Readings, find_reading, readings_of
from referee.declaration.tracking import EVERYTHING, PLAYERS, TABLE, WORD, Counter, HowMuch, Pile, choose, missing
from referee.effects.phrases import Names
from referee.errors import Illegal, RefereeError, Unchanged, Unreadable
from referee.play.event import Claims, Said
from referee.play.notation import UNDER_WAY, Step, looks_like_correction, readings
from referee.text.grammar import FIGURES, whose
from referee.text.names import and_list, by_key, find, fold, or_list, word_set
from referee.text.pattern import lazy_pattern

if TYPE_CHECKING:
    from referee.declaration.game import Rules, State
    from referee.play.event import Event

G = TypeVar("G")
"""A game's set-up."""
S = TypeVar("S", bound="State")
"""A game's state."""


class Opened(Struct, Generic[G, S]):
    """A game while it is changed: set-up, state and events; a game with more has a class of its own."""

    setup: G
    state: S
    events: list[Any]

    def emit(self, event: Event) -> None:
        """Add an event."""
        self.events.append(event)

    def say(self, text: str, *rules: str) -> None:
        """Add an event that is no more than its sentence, with its rules."""
        self.emit(Said(text, rules))

    def name(self, seat: int) -> str:
        """Return a player's name."""
        return self.state.players[seat].name


# --- Corrections by the table, on the record: "adjust Anna gold 7", "adjust deck 12" --------------


T = TypeVar("T")

READING = "reading"
LEAVE = "leave"
_LEAVING = lazy_pattern(
    r"(?:(?:adjust|correct) )?(.+?) (?:(?:has )?left|leaves|goes home|went home)(?: (?:the (?:game|table)|us))?",
    re.IGNORECASE,
)
"""Sentences about a player who goes home."""
NOTHING = "nothing"
"""Answer by which one goes on without a correction."""
_WHO = r"(?P<who>.+?)"
_COUNTED = r"(?P<number>\d+|no|[a-z]+) (?P<what>[a-z ]+?)"
_INSTEAD = r"(?:,? (?:not|and not|instead of|now) .*|,? now| left|,? (?:adjust|correct|fix) (?:it|that|this))?"
_SENTENCES = tuple(
    lazy_pattern(way, re.IGNORECASE)
    for way in (
        rf"{_WHO} (?:(?:should|must) have|(?:now |only |really |actually |still )*(?:has|have|had)(?: got)?)"
        rf"(?: only| now| just)? {_COUNTED}{_INSTEAD}",
        rf"{_WHO} (?P<by>lost|gained) {_COUNTED}",
        rf"{_WHO} (?:has|have|had|got|took|drew) {_COUNTED} (?P<by>too (?:many|much|few|little))(?:[,.:;].*)?",
        rf"{_WHO} (?:has|have|gets?) (?P<number>\d+|[a-z]+) (?P<by>more|less|fewer) (?P<what>[a-z ]+?)",
        rf"(?:i|we) (?P<by>forgot(?: to \w+)?|missed) {_COUNTED} (?:for|of|from|to) {_WHO}",
        rf"{_WHO} (?P<by>forgot(?: to \w+)?|missed)(?: his| her| my| our| the| their)? {_COUNTED}",
        r"(?:change|correct|fix|make|put|set) (?P<who>my|.+?'s) (?P<what>[a-z ]+?)(?: to| at|:)? (?P<number>\d+)",
        rf"{_WHO} (?:has|have|gets?) {_COUNTED} (?P<by>more|less|fewer)",
        rf"{_WHO} (?P<by>lost|gained) (?P<number>\d+)",
        rf"{_WHO} (?:has|have) (?:only )?(?P<number>\d+)(?: vitality)? left",
        rf"{_WHO} (?:is|are) (?:now )?(?:on|at|down to) (?P<number>\d+)(?: (?P<what>[a-z ]+?))?{_INSTEAD}",
        rf"{_WHO} (?P<what>[a-z ]+?) (?:is|are|was|were|(?:should|must) be)(?: now| only| at| really)*"
        rf" (?P<number>\d+){_INSTEAD}",
        rf"(?P<who>my|.+?'s) (?P<what>[a-z ]+?) (?:is|are|was|were|(?:should|must) be)(?: now| only| at| really)*"
        rf" (?P<number>\d+){_INSTEAD}",
    )
)
"""Corrections typed as a sentence."""
_LOST = lazy_pattern(
    rf"{_WHO} (?:has )?(?:lost|loses|discarded)(?: (?:her|his|the|their))? (?P<card>[^,:;]+)", re.IGNORECASE
)
"""A sentence about a card that is gone."""

_OOPS = lazy_pattern(r"(?:(?:ah|hm+|no|oh|oops|sorry|wait)\b[,.! ]+)+", re.IGNORECASE)
_COUNT = lazy_pattern(r"(.+) \d+(?: of \d+)?")
"""A count as it is typed: "Anna gold 7", "Anna red 3 of 4"."""
_BY = {"lost": "-", "gained": "+", "more": "+", "less": "-", "fewer": "-"}
_BY |= {"too many": "-", "too much": "-", "too few": "+", "too little": "+", "missed": "+", "forgot": "+"}
_BY |= {f"forgot to {do}": "-" for do in ("discard", "lose", "pay", "return", "spend")}
_BY |= {f"forgot to {do}": "+" for do in ("add", "count", "gain", "get", "give", "take")}
_TRACKS = word_set("from light mode only switch track tracking tracked")
"""Words of a sentence about how much is tracked."""
_WITH_TRACKS = word_set("change from just let's lets level now on please the to us want we")
_NO_REASON = "no reason"
MOST = 4
"""Limit of a player's counts that are named besides the first."""


class Ask(NamedTuple):
    """Prompt for a field of a correction that wasn't typed; `options` list more than its names.

    `now` returns what the last field of that name is now; "" if it isn't known.
    """

    prompt: str
    hint: str = ""
    options: Callable[[Any], Sequence[Option]] | None = None
    now: Callable[[Any, str], str] | None = None


ANY_NAME = Names("name", lambda game: (), lambda game, text: text)
"""A name, known or not."""
CardName = Annotated[str, ANY_NAME, Ask("Which card")]


class Correction(Move[C], frozen=True):
    """A correction of something else than what is counted: its phrase stands after "adjust", or another `verb`.

    It is offered by its first word when a correction is asked for; its fields are asked for by the `Ask` of
    their types, and one without any isn't offered. `carried_out` gets the values of the fields. Where the last is a
    number, `now_is` returns its present value. One that is `past` states what was, and not what is from now on; one
    that may stand only `between` steps is refused within one. A `claim` changes nothing and is only kept. What is
    `forbidden` is refused when it is typed; in a log it stands.
    """

    says: ClassVar[str]
    verb: ClassVar[str] = ADJUST
    carried_out: ClassVar[Callable[..., None]]
    now_is: ClassVar[Callable[..., int] | None] = None
    past: ClassVar[bool] = False
    between: ClassVar[bool] = False
    claim: ClassVar[bool] = False
    forbidden: ClassVar[Callable[..., str] | None] = None

    @classmethod
    def word(cls) -> str:
        """Return the word by which it is offered."""
        return re.findall(r"\w+", cls.says)[0] if cls.verb == ADJUST else cls.verb

    @classmethod
    def asked(cls) -> dict[str, tuple[Any, Ask]]:
        """Return the fields that are asked for, each with its type and its `Ask`."""
        notes = [(one.name, one.type, note) for one in fields(cls) for note in get_args(one.type)[1:]]
        return {name: (hint, note) for name, hint, note in notes if isinstance(note, Ask)}

    @classmethod
    def questions(cls, context: C) -> list[Question[Any]]:
        """Return the questions for these fields."""
        return [_question(name, *one, context) for name, one in cls.asked().items()]

    @classmethod
    def text_of(cls, said: Mapping[str, str]) -> str:
        """Format the correction with these texts in the places of its phrase."""

        def part(found: re.Match[str]) -> str:
            return found["way"] or (found["maybe"] or "") * any(f"{{{name}" in found[0] for name in said)

        phrase = re.sub(r"\[(?P<maybe>[^\]]*)\]|\((?P<way>[^|()]*)\|[^()]*\)", part, cls.says)
        phrase = re.sub(r"\{(\w+)!*\}", lambda place: said[place[1]], phrase)
        return f"{cls.verb} {phrase}"

    @classmethod
    def noted(cls, context: C, said: Sequence[str]) -> str:
        """Return what its last field is now, after the others were `said`; "" if that isn't known."""
        *_, (_, ask) = cls.asked().values()
        return ask.now(context, *said) if ask.now is not None else ""

    def now(self, context: C) -> int | None:
        """Return the present value of its last field, a number; None where it ends otherwise."""
        return None if self.now_is is None else self.now_is(context, *astuple(self)[:-1])

    def why_not(self, context: C) -> str:
        """Return why it can't be made now; "" if it can."""
        return "" if self.forbidden is None else self.forbidden(context, *astuple(self))

    def do(self, context: C) -> Procedure[None]:
        """Carry it out; nothing is asked then."""
        self.carried_out(context, *astuple(self))
        yield from ()


def correction(
    says: str,
    *,
    verb: str = ADJUST,
    number: Callable[..., int] | None = None,
    past: bool = False,
    between: bool = False,
    claim: bool = False,
    places: Mapping[str, Any] | None = None,
    forbidden: Callable[..., str] | None = None,
) -> Callable[[Callable[..., None]], type[Correction[Any]]]:
    """Make a correction of the function that carries it out, whose parameters stand in its phrase.

    `places` are the parameters with their types, where the function's annotations don't say it.
    """

    def correction_of(function: Callable[..., None]) -> Any:
        hints = places or get_type_hints(function, include_extras=True)
        code = function.__code__  # `inspect`, which has its signature, takes long to load
        _, *taken = code.co_varnames[: code.co_argcount]
        usual = dict(zip(reversed(taken), reversed(function.__defaults__ or ()), strict=False))
        found = [(name, hints[name], *([usual[name]] if name in usual else [])) for name in taken]
        namespace = {
            "says": says,
            "verb": verb,
            "past": past,
            "between": between,
            "claim": claim,
            "__doc__": function.__doc__,
            "now_is": number and staticmethod(number),
            "forbidden": forbidden and staticmethod(forbidden),
            "carried_out": staticmethod(function),
        }
        return defstruct(function.__name__, found, bases=(Correction,), namespace=namespace, frozen=True)

    return correction_of


def _question(name: str, hint: Any, ask: Ask, context: Any) -> Question[Any]:
    """Build the question for a field: a number between its bounds, one of its words or names, or a text."""
    kind, *notes = get_args(hint)
    names = names_of(hint)
    listed: Sequence[Option] = ()
    if ask.options is not None:
        listed = ask.options(context)
    elif get_origin(kind) is Literal:
        listed = [*map(Option, get_args(kind))]
    elif names is not None and names.new is None:
        listed = [*map(Option, {**names.values(context), **names.also})]
    if listed:
        return choice(name, ask.prompt, listed, hint=ask.hint)
    if kind is int and names is None:
        bounds = next((note for note in notes if isinstance(note, Meta)), Meta())
        return whole_number(name, ask.prompt, int(bounds.ge or 0), int(bounds.le or 99), hint=ask.hint)
    return free_text(name, ask.prompt, hint=ask.hint)


def _tracking(rules: Rules[Any, Any]) -> type[Correction[Any]]:
    """Build the correction that changes how much is tracked."""

    @correction(f"{WORD} {{level}}", places={"level": Annotated[HowMuch, Ask("Track")]})
    def tracking(game: Any, level: HowMuch) -> None:
        """How much is tracked."""
        choose(rules, game.state, level)

    return tracking


def _reading(rules: Rules[Any, Any]) -> type[Correction[Any]]:
    """Build the correction by which the table decides in the middle of a game what the rulebook leaves open."""
    declared = rules.readings
    assert declared is not None

    def listed(game: Any) -> list[Option]:
        over = rules.settled(game.state)
        return [
            Option(one.words, detail=one.takes) for name, one in readings_of(declared).items() if name not in over
        ]

    def forbidden(game: Any, reading: str, answer: str = "") -> str:
        one, _ = find_reading(declared, f"{reading} {answer}")
        if one.name not in rules.settled(game.state):
            return ""
        over = f"{one.words} counts at the set-up only, which is over"
        return f"{over}; give it to `new`, or to `config readings` for all games"

    places = {
        "reading": Annotated[str, Ask("Which reading", options=listed)],
        "answer": Annotated[str, Ask("What holds from now on")],
    }

    @correction("{reading}[ {answer}]", verb=READING, between=True, places=places, forbidden=forbidden)
    def reading(game: Any, reading: str, answer: str = "") -> None:
        """What the rulebook leaves open."""
        one, said = find_reading(declared, f"{reading} {answer}")
        if rules.in_battle(game.state):
            between = "a reading changes between two actions, not in the middle of a battle"
            raise Illegal(f"{between}; finish it or undo it first", "")
        game.state.readings[one.name] = one.parse(said)
        game.setup = rules.in_force(game.setup, game.state)

    return reading


def _claim(rules: Rules[Any, Any]) -> type[Correction[Any]]:
    """Build the correction that keeps what the table claims."""

    @correction("claim {text}", claim=True, places={"text": str})
    def claim(game: Any, text: str) -> None:
        """What the table says is so."""
        under_way, said = text.startswith(UNDER_WAY), text.removeprefix(UNDER_WAY)
        if rules.claims is not None and not whole_counts(rules, game.state, said):
            game.emit(Claims(rules.claims(said), "of the step under way" if under_way else ""))
            return
        for of, number, ruled in claimed_counts(rules, game.state, said):
            known = "and so it is" if number == ruled else f"but it is {ruled}"
            game.emit(Claims(f"{of} {number}", "which isn't tracked" if ruled is None else known))

    return claim


def tracked_counts(rules: Rules[Any, Any], state: Any) -> dict[str, int | None]:
    """Return all counts by their names, "Anna gold"; None for what isn't tracked now."""
    unknown = missing(rules, state)
    return {
        f"{name} {one.name}".strip(): None if one.name in unknown else one.of(owner)
        for one in rules.counters
        for name, owner in one.owners.all_in(state).items()
    }


def claimed_counts(rules: Rules[Any, Any], state: Any, text: str) -> Iterator[tuple[str, int, int | None]]:
    """Parse claims of counts, "Anna gold 3, Bo gold 2": yield each count's name, the claimed and the true number.

    The true number is None for what isn't tracked now. Raises Unreadable or Ambiguous.
    """
    counts = tracked_counts(rules, state)
    for part in text.split(","):
        what, _, number = part.strip().rpartition(" ")
        if not number.isdecimal():
            raise Unreadable(f'can\'t read "claim {part.strip()}"; write it like claim {next(iter(counts))} 3')
        of = find(what, by_key(counts, str), "count")
        yield of, int(number), counts[of]


def whole_counts(rules: Rules[Any, Any], state: Any, text: str) -> list[tuple[str, int, int | None]]:
    """List claims of counts that are named whole; nothing for another claim, as of a battle."""
    try:
        counts = list(claimed_counts(rules, state, text))
    except RefereeError:
        return []
    return counts if fold(text) == fold(", ".join(f"{of} {number}" for of, number, _ in counts)) else []


def moved(word: str, counters: Sequence[Counter[Any]]) -> type[Correction[Any]]:
    """Build the correction by which something changes hands between several kinds of owners: "stone C Ash Runner".

    `counters` are what each kind has of it.
    """

    def holders(game: Any) -> dict[str, tuple[Counter[Any], str]]:
        return {name: (counter, name) for counter in counters[::-1] for name in counter.owners.all_in(game.state)}

    def givers(game: Any) -> list[Option]:
        every = [(counter, name, counter.owners.all_in(game.state)[name]) for counter, name in holders(game).values()]
        return [Option(name, detail=counter.describe(owner)) for counter, name, owner in every if counter.of(owner)]

    holder = Names(" or ".join(counter.owners.kind for counter in counters), holders)
    of_giver = Annotated[Any, holder, Ask(f"Which {word}", options=givers)]
    places = {"giver": of_giver, "taker": Annotated[Any, holder, Ask("To")]}

    @correction(f"{word} {{giver}} {{taker}}", places=places)
    def move(game: Any, giver: tuple[Counter[Any], str], taker: tuple[Counter[Any], str]) -> None:
        """Where one is."""
        for (counter, name), by in ((giver, -1), (taker, 1)):
            owner = counter.owners.all_in(game.state)[name]
            if by < 0 and not counter.of(owner):
                raise Illegal(f"{name} has no {word}", counter.rule)
            counter.set(owner, after(counter, owner, Change(name, number=by, by=True)))

    return move


def _correction_of(counter: Counter[Any]) -> type[Correction[Any]]:
    """Build the correction of a counter that lies on the table."""
    amount = Annotated[int, Meta(ge=0, le=LARGEST), Ask(f"How many {counter.name}")]

    @correction(f"{counter.name} {{amount}}", number=lambda game: counter.of(game.state), places={"amount": amount})
    def put(game: Any, amount: int) -> None:
        """How many there are."""
        if (most := counter.most_of(game.state)) is not None and amount > most:
            raise Illegal(f"there can't be {amount} {counter.name}; the most is {most}", counter.rule)
        counter.set(game.state, amount)

    return put


class Corrections(Struct, Generic[G, T, C], frozen=True, kw_only=True, dict=True):
    """Corrections of a game: of what is counted, and others.

    `opened` makes the game while it is changed; `settle` goes on where nothing is left to decide then. `readings` are
    those that a table may decide in the middle of it. `whose` is the player whose turn it is, where that isn't always
    who is asked. Two states whose `canonical` forms are equal mean the same. `count_claim` parses a claim of counts,
    where the game has claims of its own. `levels` are the names of the tracking levels.
    """

    holdings: Holdings[C]
    opened: Callable[[G, T, list[Any]], Any] = Opened
    others: Sequence[type[Correction[C]]] = ()
    settle: Callable[[C], None] = lambda game: None
    readings: type[Readings] | None = None
    whose: Callable[[T], str] = lambda state: ""
    canonical: Callable[[G, T], T] = lambda setup, state: state
    count_claim: Callable[[C, str], Correction[C] | None] = lambda game, said: None
    levels: Sequence[str] = ()

    @cached_property
    def all_others(self) -> tuple[type[Correction[C]], ...]:
        """Corrections besides what owners have: of counters of the table, and of what the game names."""
        return (*map(_correction_of, (one for one in self.holdings.counters if one.owners is TABLE)), *self.others)

    @cached_property
    def by_verb(self) -> dict[str, Moves[C]]:
        """All corrections by the verb that begins them."""
        verbs = dict.fromkeys((ADJUST, *(one.verb for one in self.all_others)))
        counted = {ADJUST: self.holdings.typed_kinds}
        return {
            verb: Moves(*counted.get(verb, ()), *(one for one in self.all_others if one.verb == verb))
            for verb in verbs
        }

    def with_tracking(self, rules: Rules[Any, Any]) -> Corrections[G, T, C]:
        """Return these with the correction of how much is tracked; there is none of what isn't tracked."""
        levels, verify = rules.tracking_levels, self.holdings.verify
        assert levels is not None

        def verify_tracked(game: C, counter: Counter[Any]) -> None:
            levels.verify(game.state, counter.name)
            verify(game, counter)

        return replace(
            self,
            holdings=replace(self.holdings, verify=verify_tracked),
            others=(*self.others, _tracking(rules)),
            levels=(EVERYTHING, *levels.lighter),
        )

    def with_claims(self, rules: Rules[Any, Any]) -> Corrections[G, T, C]:
        """Return these with the table's claims; only those of counts where the game has claims of its own."""
        claim: Any = _claim(rules)
        if all(one.word() != "claim" for one in self.others):
            return replace(self, others=(*self.others, claim))
        return replace(
            self, count_claim=lambda game, said: claim(said) if whole_counts(rules, game.state, said) else None
        )

    def with_readings(self, rules: Rules[Any, Any]) -> Corrections[G, T, C]:
        """Return these with the decision of what the rulebook leaves open."""

        def opened(setup: G, state: Any, events: list[Any]) -> C:
            found: C = self.opened(rules.in_force(setup, state), state, events)
            return found

        return replace(self, opened=opened, others=(*self.others, _reading(rules)), readings=rules.readings)

    @property
    def usage(self) -> list[str]:
        """Syntax of all corrections."""
        said = [f"{verb} {moves.usage(kind)}" for verb, moves in self.by_verb.items() for kind in moves.kinds]
        return [*self.holdings.usage, *said[len(self.holdings.typed_kinds) :]]

    def text_of(self, data: Mapping[str, Any]) -> str:
        """Format a correction given as data, {"move": "adjust deck", "number": 12}, as typed. Raises Unreadable.

        Counts and cards are given in words: {"move": "adjust", "what": "Anna gold 7"}.
        """
        name, texts = fold(str(data["move"])), {field: str(value) for field, value in data.items() if field != "move"}
        if name == ADJUST and [*texts] == ["what"]:
            return f"{ADJUST} {texts['what']}"
        known = {one.verb if one.verb != ADJUST else f"{ADJUST} {one.word()}": one for one in self.all_others}
        if name not in known:
            raise Unreadable(f'no correction is called "{name}"; it can be {or_list([ADJUST, *known])}')
        places = [one.name for one in fields(known[name])]
        if not {*texts} <= {*places}:
            raise Unreadable(f"{name} has {and_list(places)}, not {and_list(texts)}")
        try:
            return known[name].text_of(texts)
        except KeyError as lacks:
            raise Unreadable(f'{name} lacks "{lacks.args[0]}"') from None

    def following(self, setup: G, state: T, text: str) -> list[str]:
        """List the words that can follow what was typed of a correction."""
        return self.by_verb[ADJUST].following(Move, text, moment=self.opened(setup, state, []))

    def like(self, setup: G, state: Any) -> str:
        """Return an example of a correction of this game, as it is typed after the verb: "Anna gold 3"."""
        return f"{present(state)[0]} {self.holdings.names_now(self.opened(setup, state, []), PLAYERS)[0]} 3"

    def reads(self, state: Any, text: str) -> bool:
        """Return whether a text that is written like a correction is one, and no answer.

        A verb like "leave" must be followed by a player: somebody, or a card, may be called "Leave Taking".
        """
        verb, _, rest = text.partition(" ")
        named = fold(rest)
        if verb in (ADJUST, READING):
            return True
        return verb in self.by_verb and named != "" and any(fold(one.name).startswith(named) for one in state.players)

    def named(self, setup: G, state: Any, text: str, asked: str) -> str:
        """Add the player whose turn it is to a correction that begins with what players have and has no name.

        `asked` is who is asked now. A correction recorded like this means the same wherever it is replayed.
        """
        verb, _, rest = text.partition(" ")
        who = self.whose(state) or asked
        if verb.lower() != ADJUST or not who or not self.holdings.begins(rest):
            return text
        if self.holdings.owner_named(state, rest) is not None or self.other(self.opened(setup, state, []), text):
            return text
        return f"{ADJUST} {who} {rest}"

    def bare(self, setup: G, state: Any, text: str) -> str:
        """Return the correction that "wood +2", "Anna wood 2" or "Dan leaves" means without a verb; "" for none."""
        if (leaving := _LEAVING.fullmatch(text.strip())) is not None:
            who = next((one.name for one in state.players if fold(one.name) == fold(leaving[1])), "")
            known = LEAVE in self.by_verb
            return (f"{LEAVE} {who}" if known else f"{ADJUST} {who} leaves") if who else ""
        if self.readings is not None:
            with suppress(Unreadable):
                one, said = find_reading(self.readings, text)
                return f"{READING} {one.words} {one.write(one.parse(said))}"
        if self.holdings.all_by(state, text) or self._names_owner(setup, state, text):
            return f"{ADJUST} {text.strip()}"
        return self._parse_level(text) or self._parse_sentence(state, text) or self._parse_loss(setup, state, text)

    def _names_owner(self, setup: G, state: Any, text: str) -> bool:
        """Return whether a text is an owner and what it has: "Anna gold 7", "Anna gains Rope", "Anna red 3 of 4"."""
        named = self.holdings.owner_named(state, text)
        if named is None:
            return False
        then = fold(text).removeprefix(f"{fold(named[1])} ")
        if (
            named[0] is PLAYERS
            and self.holdings.read_card is not None
            and then.startswith((f"{GAINS} ", f"{LOSES} "))
        ):
            return True
        counted = _COUNT.fullmatch(then)
        if counted is None:
            return False
        with suppress(RefereeError):
            known = map(fold, self.holdings.counts(state))
            return f"{fold(named[1])} {counted[1]}" in known or bool(
                self.other(self.opened(setup, state.copy(), []), f"{ADJUST} {text.strip()}")
            )
        return False

    def _parse_level(self, text: str) -> str:
        """Return the correction of how much is tracked that "from now on only battles" means; "" for none."""
        words = set(fold(text).replace(",", " ").split())
        named_levels = [level for level in self.levels if level in words] or [*self.levels[1:2]] * ("light" in words)
        alone = len(named_levels) == 1 and words & _TRACKS and words <= {*_TRACKS, *_WITH_TRACKS, *named_levels}
        return f"{ADJUST} {WORD} {named_levels[0]}" if alone else ""

    def _parse_loss(self, setup: G, state: Any, text: str) -> str:
        """Return the correction that "Bo lost the Spark Imp" means, where it is Bo's; "" for none."""
        lost = _LOST.fullmatch(text.strip(" .!"))
        if lost is None or self.holdings.read_card is None:
            return ""
        change = f"{lost['who']} {LOSES} {lost['card']}"
        game = self.opened(setup, state.copy(), [])
        try:
            self.holdings.read(game, change, self.by_verb[ADJUST])
        except RefereeError:
            return ""
        return f"{ADJUST} {change}"

    def _parse_sentence(self, state: Any, text: str) -> str:
        """Return the correction that "Anna has 4 food, not 3" or "Bo's wounds are 2" means; "" for none.

        It is of the player whose turn it is, where it begins with "I have".
        """
        text = _OOPS.sub("", text.strip(" .!"))
        matches = (way.fullmatch(text) for way in _SENTENCES)
        return next(filter(None, (self._from_parts(state, match.groupdict()) for match in matches if match)), "")

    def _from_parts(self, state: Any, known: Mapping[str, str | None]) -> str:
        """Build the correction from the parts of a sentence: `who`, `what`, `number` and `by`; "" for none."""
        who, what, number = (fold(known.get(part) or "") for part in ("who", "what", "number"))
        who = who.removesuffix("'s")
        own = who in ("i", "we", "my")
        number = "0" if number == "no" else FIGURES.get(number, number)
        counts = {fold(word): word for word in (self.holdings.names if own else self.holdings.counts(state))}
        if not any(word.startswith(f"{who} ") for word in counts):
            who = who.removeprefix("the ")
        only = [word for word in counts if word.startswith(f"{who} ")] if not what and not own else []
        ways = [word if own else f"{who} {word}" for word in (what, f"{what}s", what.removesuffix("s")) if what]
        begun = [word for word in counts if what and word.startswith(what if own else f"{who} {what}")]
        for word in (*ways, *begun[: len(begun) == 1]) or only[: len(only) == 1]:
            if number.isdigit() and (found := counts.get(word)):
                by = fold(known.get("by") or "")
                return f"{ADJUST} {found} {_BY[by]}{number}" if by in _BY else f"{ADJUST} {found} {number}" * (not by)
        return ""

    def carry_out(self, setup: G, state: T, text: str, events: list[Any]) -> T:
        """Apply a correction to a state; return the state after it. Raises Unreadable or Illegal."""
        verb, _, rest = " ".join(text.split()).partition(" ")
        game = self.opened(setup, state, events)
        if (other := self.other(game, text)) is not None:
            finish(other.do(game))
        elif (moves := self.by_verb.get(verb.lower())) is None:
            raise Unreadable(f'can\'t read "{text}"; write {"; ".join(self.usage)}')
        elif verb.lower() != ADJUST:
            moves.read(Correction, rest, (), moment=game)
        else:
            self._change(game, rest)
        self.settle(game)
        return state

    def _change(self, game: C, text: str) -> None:
        """Apply changes of what owners have. Raises Unreadable or Illegal."""
        for change in self.holdings.read(game, text, self.by_verb[ADJUST]):
            self.holdings.apply(game, change, "corrected", ())

    def alike(self, setup: G, one: T, other: T) -> bool:
        """Return whether two states mean the same."""
        return one == other or self.canonical(setup, one) == self.canonical(setup, other)

    def recorded(self, setup: G, state: Any, now: Any, text: str) -> tuple[str, Callable[[T], bool]]:
        """Return a correction as it is recorded, and a function that tells whether it holds of a state.

        It is meant of `now`, to which the step under way has led from `state`; it is recorded before that step.
        Raises as `carry_out` does, Illegal for what can't be done in full, Unchanged for what is so already.
        """
        verb, _, rest = " ".join(text.split()).partition(" ")
        game, there = (self.opened(setup, one.copy(), []) for one in (state, now))
        found = self.other(game, text)
        if found is None:
            if verb.lower() != ADJUST:
                return text, lambda then: True
            whole, said = self.holdings.recorded(game, there, rest, self.by_verb[ADJUST])
            text = text if whole == rest else f"{ADJUST} {whole}"
            after: Any = None if state == now else now.copy()
            if after is not None:  # what the step has led to stands, but for what is said
                self._change(self.opened(setup, after, []), rest)
            alike = partial(self.alike, setup, after)
            return text, lambda then: all(one.holds(then) for one in said) and (after is None or alike(then))
        if why := found.why_not(game):
            raise Illegal(why, "")
        if found.between and state != now:
            finish(found.do(there))  # it may be refused for a better reason
            raise Illegal("finish the step under way first, or undo it", "")
        if found.now(game) is not None:
            return self._record_number(setup, game, there, found, f"{found.verb} {rest.rpartition(' ')[0]}")
        if found.claim:
            for one in (game, there):
                finish(found.do(one))
            if game.events != there.events:  # the log could only state what was so before the step
                sentence = " ".join(event.describe(str) for event in there.events)
                raise Illegal(
                    f"{sentence} That is within the step under way: claim it again after that, to keep it", ""
                )
            return text, lambda then: True
        once = self._state_after(setup, state, found)
        again = None if once is None else self._state_after(setup, once, found)
        there_too = self._state_after(setup, now, found)
        if all(
            then is not None and self.alike(setup, then, since) for then, since in ((once, state), (there_too, now))
        ):
            raise Unchanged(f'"{text}": that is so already; nothing was changed')
        if found.past or again is None or not self.alike(setup, once, again):
            return text, lambda then: True  # it states a change, and not the value after it

        def holds(then: T) -> bool:
            more = self._state_after(setup, then, found)
            return more is not None and self.alike(setup, more, then)

        return text, holds

    def _record_number(
        self, setup: G, game: C, there: C, other: Correction[C], about: str
    ) -> tuple[str, Callable[[T], bool]]:
        """Return the same for a correction that ends in a number; `about` is the text before it."""
        said: int = getattr(other, fields(other)[-1].name)
        then, now = (other.now(one) or 0 for one in (game, there))
        if now == said:
            raise Unchanged(f'"{about} {said}": that is so already; nothing was changed')
        if (before := then + said - now) < 0:
            raise Illegal(f"the step under way can't have left {said}; finish it or undo it first", "")
        return f"{about} {before}", lambda then: other.now(self.opened(setup, then, [])) == said

    def _state_after(self, setup: G, state: Any, other: Correction[C]) -> Any:
        """Return a copy of a state after a correction alone; None if it can't be made."""
        copy = state.copy()
        try:
            finish(other.do(self.opened(setup, copy, [])))
        except RefereeError:
            return None
        return copy

    def other(self, game: C, text: str) -> Correction[C] | None:
        """Parse a correction of something else than counts and cards; None if the text is none."""
        verb, _, rest = " ".join(text.split()).partition(" ")
        moves = self.by_verb.get(verb.lower())
        found = moves.find(Move, rest, moment=game) if moves is not None else None
        if not isinstance(found, Correction):
            return None
        said = getattr(found, "text", "") if found.word() == "claim" else ""
        return (self.count_claim(game, said) if said else None) or found

    # --- step by step -----------------------------------------------------------------------------

    def ask(self, setup: G, state: T, asked: str = "", now: T | None = None) -> Procedure[Step | None]:
        """Ask for a correction: of whom or what, how much, and why; refuse what can't be as soon as it is answered.

        The first answer may be the whole sentence. Returns None if nothing is to be corrected; `asked` is as in
        `named`, `now` the state that a step under way has led to.
        """
        try_out = partial(self._try_out, setup, state, state if now is None else now)
        game = self.opened(setup, state, [])
        others = self._others_asked
        what: str | Step = yield self._whole_or_begun(try_out, setup, state, game, asked)
        if isinstance(what, Step):
            return what
        if what == NOTHING:
            return None
        if what in others:
            other = others[what]
            text = yield from self._complete(
                try_out,
                other.questions(game),
                lambda said: other.text_of(dict(zip(other.asked(), said, strict=True))),
                lambda said: other.noted(game, said),
            )
        else:
            begun, last = yield from self._ask_of(game, state, what)
            text = yield from self._complete(try_out, [last], lambda said: f"{begun} {said[0]}")
        why = yield free_text("why", "Why", str.strip, default=_NO_REASON)
        return Step(correct=text, because="" if why == _NO_REASON else why)

    def _try_out(self, setup: G, state: Any, now: T, text: str) -> None:
        """Check that a correction can be recorded. Raises Unreadable, Illegal or Unchanged."""
        self.carry_out(setup, state.copy(), self.recorded(setup, state, now, text)[0], [])

    def _whole_or_begun(
        self, try_out: Callable[[str], None], setup: G, state: Any, game: C, asked: str
    ) -> Question[str | Step]:
        """Build the question what needs correcting: a player, something else, nothing, or a whole sentence."""
        first, *more = self.holdings.names_now(game, PLAYERS)
        counted = ", ".join([first, *more[:MOST], *["..."] * (len(more) > MOST)])
        names = [Option(name, detail=counted) for name in present(state)]
        kinds = {kind.kind: self.holdings.names_now(game, kind) for kind in self.holdings.things}
        things = [Option(kind, detail=or_list(names)) for kind, names in kinds.items()]
        others = [Option(word, detail=other.about()) for word, other in self._others_asked.items()]
        nothing = Option(NOTHING, detail="go on without a correction")
        listed = choice(ADJUST, "What needs correcting", [*names, *things, *others, nothing])

        def parse(text: str) -> str | Step:
            try:
                return listed.parse(text)
            except Unreadable:
                if " " not in text.strip():
                    raise
            return self._whole(try_out, setup, state, text, asked)

        like = f"{self.like(setup, state)} because we miscounted"
        return Question(
            ADJUST,
            listed.prompt,
            parse,
            options=listed.options,
            open=True,
            default=NOTHING,
            hint=f"or the whole sentence: {like}",
        )

    @property
    def _others_asked(self) -> dict[str, type[Correction[C]]]:
        """Other corrections that are asked for step by step; with "itself" for things that have counters too."""
        things = {kind.kind for kind in self.holdings.things}
        words = ((other.word(), other) for other in self.all_others if other.asked())
        return {f"{word} itself" if word in things else word: other for word, other in words}

    def _whole(self, try_out: Callable[[str], None], setup: G, state: Any, text: str, asked: str) -> Step:
        """Parse a correction typed in one sentence, with its reason. Raises Unreadable or Illegal."""
        refused: RefereeError | None = None
        for step in readings(text if looks_like_correction(text) else f"{ADJUST} {text}"):
            whole = self.named(setup, state, step.correct, asked)
            try:
                try_out(whole)
                return Step(correct=whole, because=step.because)
            except RefereeError as error:
                refused = refused or error
        raise refused or Unreadable(f'can\'t read "{text}"; write {"; ".join(self.usage)}')

    def _ask_of(self, game: C, state: T, owner: str) -> Procedure[tuple[str, Question[Any]]]:
        """Ask what is wrong with an owner; return how the correction begins, and the question that completes it."""
        kind = next((kind for kind in self.holdings.things if kind.kind == owner), PLAYERS)
        if kind is not PLAYERS:
            owner = yield choice(kind.kind, f"Which {kind.kind}", [*map(Option, kind.all_in(state))])
        has_cards = kind is PLAYERS and self.holdings.read_card is not None
        cards = [Option(GAINS), Option(LOSES)] if has_cards else []
        counted = map(Option, self.holdings.names_now(game, kind))
        what: str = yield choice("kind", f"What of {owner}", [*counted, *cards])
        begun = f"{ADJUST} {owner} {what}"
        if what not in (GAINS, LOSES):
            return begun, whole_number("amount", f"{whose(owner)} {what} now", 0, LARGEST)
        card = ""
        if self.holdings.kinds:
            card = yield choice("card kind", f"{owner} {what} a", [Option(name) for name in self.holdings.kinds])
            begun = f"{begun} {card}"
        return begun, self.holdings.ask_card(game, what, card)

    def _complete(
        self,
        try_out: Callable[[str], None],
        questions: Sequence[Question[Any]],
        text_of: Callable[[list[str]], str],
        noted: Callable[[list[str]], str] = lambda said: "",
    ) -> Procedure[str]:
        """Ask for what completes a correction; return its whole text.

        The last answer is refused if the correction can't be carried out with it, or changes nothing.
        """
        answers: list[str] = []
        for question in questions[:-1]:
            answers.append(str((yield question)))
        last = questions[-1]

        def parse(text: str) -> str:
            whole = text_of([*answers, str(last.parse(text))])
            try_out(whole)
            return whole

        now = noted(answers)
        whole: str = yield replace(last, parse=parse, hint=f"now: {now}" if now else last.hint)
        return whole


def of_counters(
    counters: Sequence[Counter[Any]], piles: Sequence[Pile[Any]] = (), others: Sequence[type[Correction[Any]]] = ()
) -> Corrections[Any, Any, Any]:
    """Build the corrections of all that is counted, each reported in its words, and `others`."""
    counted = (*counters, *(pile.as_counter for pile in piles if not pile.open))
    return Corrections(holdings=Holdings(counters=counted, put=put_and_tell), others=others)
