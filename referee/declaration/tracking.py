"""Levels of tracking a game: everything, the clock and the battles, or only the score.

A game declares what each lighter level keeps, which decisions it asks for, and how the rest is asked for when the
score is counted or more is tracked from then on. A state has the level that the table has chosen, `tracking`, and
the level by which it is `known`: until the rest has been asked for, the two differ, or neither is "everything".
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import zip_longest
from typing import TYPE_CHECKING, Annotated, Any, Final, Generic, Literal, Protocol, TypeVar, get_args, get_type_hints

from msgspec import Meta, Struct

from referee.asking.question import Option, Procedure, Question
from referee.errors import BadInput, Illegal, Unreadable
from referee.play.event import Copyable, Event
from referee.text.names import and_list, by_key, find, fold

if TYPE_CHECKING:
    from referee.declaration.game import Rules

G = TypeVar("G")
S = TypeVar("S")

HowMuch = Literal["everything", "battles", "score"]
EVERYTHING: Final = "everything"
BATTLES: Final = "battles"
SCORE: Final = "score"
NAMES: tuple[HowMuch, ...] = get_args(HowMuch)
"""Levels of tracking, the fullest first."""

WORD = "tracking"
"""First word of the correction that changes what is tracked: "adjust tracking everything"."""

NextDecision = Callable[[G, S, list[Any]], Procedure[None] | None]
"""The next decision of a game, as in `Rules.next_decision`."""


class Tracked(Protocol):
    """A state of a game with levels of tracking."""

    tracking: HowMuch
    known: HowMuch


class TrackingLevel(Struct, frozen=True, kw_only=True):
    """A level of tracking that keeps less than everything.

    `keeps` describes it in a few words. `names` are the counters and piles that stay known; a pile in `partly` is
    known as far as battles tell, and is asked for again when all is counted.
    """

    keeps: str
    names: Collection[str] = ()
    partly: Collection[str] = ()


class TrackingLevels(Struct, Generic[S], frozen=True, kw_only=True):
    """The lighter levels of tracking of a game, by name.

    `ready` returns whether a state lies between two turns, where a fuller level can begin. `scored` are the counters
    and piles that the score is made of, `others` things that aren't tracked and are neither. `heading` describes of a
    state what a light table wants to see beside the turn. `advised` is the level that fits the game best at a prompt,
    `newcomers` the one for a first evening.
    """

    lighter: Mapping[HowMuch, TrackingLevel]
    ready: Callable[[S], bool]
    heading: Callable[[S], str]
    scored: Sequence[str]
    others: Sequence[str] = ()
    advised: HowMuch = EVERYTHING
    newcomers: HowMuch = BATTLES

    @property
    def names(self) -> list[HowMuch]:
        """Levels that this game has, the fullest first."""
        return [name for name in NAMES if name == EVERYTHING or name in self.lighter]

    def unknown(self, rules: Rules[Any, Any], state: Tracked) -> list[str]:
        """List the counters, piles and other things that aren't known of a state; those counted for the score are."""
        if (known := self._known(state)) is None:
            return []
        names = [*(counter.name for counter in rules.counters), *(pile.name for pile in rules.piles)]
        return [name for name in (*names, *self.others) if name not in known]

    def _known(self, state: Tracked) -> set[str] | None:
        """Return the counters, piles and other things that are known of a state; None where all are."""
        counted = state.known == EVERYTHING
        kept = self.lighter.get(state.tracking if counted else state.known)
        return None if kept is None else {*kept.names, *(self.scored if counted else ())}

    def verify(self, state: Tracked, name: str) -> None:
        """Check that a counter is tracked now. Raises Unreadable."""
        known = self._known(state)
        if known is not None and name not in known:
            over = state.known == EVERYTHING
            more = "" if over else f". To track it from the next turn on, write: adjust {WORD} {EVERYTHING}"
            level = state.tracking if over else state.known
            verb = "aren't" if name.endswith("s") else "isn't"
            raise Unreadable(f"{name} {verb} tracked: this game tracks {level_text(level)}{more}")


class Stopped(Event, frozen=True, tag=True):
    """The table ends a game of which only the score is tracked."""

    says = "The game is over."
    rules: tuple[str, ...] = ()


class AllCounted(Event, frozen=True, tag=True):
    """What wasn't tracked has been counted."""

    ends_turn = True
    says = "Everything is counted."
    rules: tuple[str, ...] = ()


class LightPlay(Struct, Generic[G, S], frozen=True, kw_only=True):
    """Rules for the lighter levels of a game.

    `next_decision` is the one under them, until a fuller level has begun. `count` asks for what isn't known yet, at
    the end of the game, by the rules `counted`, or before more is tracked; then the state is known by what it tracks.
    `lighten` drops what a lighter level doesn't keep, besides counters. `lines` describe of a state what a light
    table wants to see below the players.
    """

    next_decision: NextDecision[G, S]
    count: Callable[[G, S, list[Any]], Procedure[None]]
    lighten: Callable[[S], None]
    lines: Callable[[G, S], Iterable[str]] = lambda setup, state: ()
    counted: tuple[str, ...] = ()

    def decision(
        self, levels: TrackingLevels[S], full: NextDecision[G, S], setup: G, state: Any, events: list[Any]
    ) -> Procedure[None] | None:
        """Ask for the next decision, by what is tracked; when the game is over, count what isn't known yet."""
        everything = state.known == EVERYTHING and state.tracking == EVERYTHING
        found = (full if everything else self.next_decision)(setup, state, events)
        if found is None:
            return None if state.known == EVERYTHING else self._count_rest(setup, state, events, over=True)
        more = wants_more(state) and levels.ready(state)
        return self._count_rest(setup, state, events, over=False) if more else found

    def _count_rest(self, setup: G, state: Any, events: list[Any], *, over: bool) -> Procedure[None]:
        """Count the rest; at the end there is no turn left of which more could be tracked."""
        yield from self.count(setup, state, events)
        events.append(AllCounted(self.counted if over else ()))
        if over and wants_more(state):
            state.tracking = state.known
        state.known = EVERYTHING if over else state.tracking


def level_text(level: HowMuch) -> str:
    """Return a level of tracking in the words of a sentence."""
    return {EVERYTHING: "everything", BATTLES: "the clock and the battles", SCORE: "only the score"}[level]


def wants_more(state: Tracked) -> bool:
    """Return whether more is to be tracked than is known yet."""
    return NAMES.index(state.tracking) < NAMES.index(state.known)


def missing(rules: Rules[Any, Any], state: Any) -> list[str]:
    """List what isn't known of a state, as it isn't tracked; nothing for a game that tracks everything."""
    levels = rules.tracking_levels
    return levels.unknown(rules, state) if levels is not None else []


def missing_for_score(rules: Rules[Any, Any], state: Any) -> list[str]:
    """List the parts of the score that aren't known of a state."""
    levels = rules.tracking_levels
    return [name for name in missing(rules, state) if levels is not None and name in levels.scored]


def verify_counted(rules: Rules[Any, Any], state: Any) -> None:
    """Check that the score is counted. Raises BadInput that says what is missing."""
    if lacks := missing_for_score(rules, state):
        raise BadInput(
            f"the score isn't counted yet: this game tracks {level_text(state.known)}. Missing: {and_list(lacks)}. "
            "They are asked for when the last turn is over"
        )


# --- changing it ----------------------------------------------------------------------------------


def choose(rules: Rules[Any, Any], state: Any, name: HowMuch) -> None:
    """Track more or less from now on. What a lighter level doesn't keep is let go; the rest is asked for later.

    Raises Unreadable while a battle is under way or when all is over.
    """
    levels, light = rules.tracking_levels, rules.light
    assert levels is not None
    assert light is not None
    state.tracking = name
    if NAMES.index(name) <= NAMES.index(state.known):
        return
    kept = levels.lighter[name].names
    for counter in rules.counters:
        for owner in counter.owners.all_in(state).values():
            if counter.name not in kept:
                counter.set(owner, 0)
    light.lighten(state)
    state.known = name


_ALSO: Mapping[str, tuple[str, ...]] = {
    EVERYTHING: ("all", "full game", "whole game", "complete"),
    "battles": ("light", "simple", "easy"),
    "score": ("points",),
}
"""Players' words for the levels."""


def how_much_question(levels: TrackingLevels[Any]) -> Question[HowMuch]:
    """Build the set-up's question how much is tracked; everything, where a script or an older set-up doesn't say.

    A line with commas has the players, who are asked for next.
    """
    known = by_key(levels.names, str)
    details = {EVERYTHING: "the referee knows the whole board and enforces the rules"}
    details |= {name: levels.lighter[name].keeps for name in levels.names if name != EVERYTHING}
    options = [Option(name, detail=detail, also=_ALSO.get(name, ())) for name, detail in details.items()]

    def parse(text: str) -> HowMuch:
        if text.strip().isdigit():
            raise Unreadable("write everything, battles or score")
        return find(text, known, "level of tracking", listing=len(known))

    return Question(
        "tracking",
        "How much should the referee track",
        parse,
        options=lambda: options,
        default=EVERYTHING,
        write=str,
        skippable=True,
        foresees=lambda text: EVERYTHING if "," in text and not any(name in fold(text) for name in known) else "",
    )


# --- Counters and piles: what can be counted in a game, and where its cards lie -------------------
# Declared once, they define what everybody sees of a state, what a correction can change, and what is impossible.


NOT_TRACKED = "not tracked"
"""Text in place of a count that isn't known."""


class Owners(Struct, frozen=True):
    """Owners of what is counted: the players, the table, or things of the game (units, areas) by their names.

    `kind` is the word for one of them, and the field of an event that names it; `all_in` returns a state's by name.
    """

    kind: str
    all_in: Callable[[Any], Mapping[str, Any]]

    def whose(self, name: str) -> str:
        """Format an owner's name before a count: "Anna's "; "" for the table."""
        return f"{name}'s " if name else ""


PLAYERS = Owners("player", lambda state: by_name(state.players))
TABLE = Owners("table", lambda state: {"": state})


def by_name(things: Iterable[Any]) -> dict[str, Any]:
    """Return things of the game by their names."""
    return {thing.name: thing for thing in things}


class Wording(Struct, frozen=True):
    """Texts for the change of a count, after its owner's name: "takes {many} ({source})", "... ; {now} now".

    `amount` formats the amount ("{many} on {name}"). `more` and `fewer` are what hands do where a state gives way to
    another, with the `{number}` too, and `{s}` for the plural of what it counts.
    """

    gains: str = "gains {many} ({source})"
    loses: str = "loses {many} ({source})"
    sets: str = "has {many} now ({source})"
    amount: Callable[[int], str] | str = ""
    more: str = "take {many}"
    fewer: str = "put {many} back"


class Counter(Struct, Generic[S], frozen=True):
    """A count that each of its `owners` has: a player's gold, a unit's vitality, cards of the deck.

    `value` reads it and `put` writes it, of an owner; without them it is the attribute of that name. It is never more
    than `most`, by the rule `rule`, and shown as "3 of 8" then. `unit` is what is counted, where that isn't its name;
    `said` are the words for a change.
    """

    name: str
    most: Callable[[Any], int] | int | None = None
    rule: str = ""
    owners: Owners = PLAYERS
    value: Callable[[Any], int] | None = None
    put: Callable[[Any, int], None] | None = None
    unit: str = ""
    said: Wording = Wording()

    def of(self, owner: Any) -> int:
        """Return an owner's count."""
        return self.value(owner) if self.value is not None else int(getattr(owner, self._attribute))

    def set(self, owner: Any, number: int) -> None:
        """Set an owner's count."""
        if self.put is not None:
            self.put(owner, number)
        else:
            setattr(owner, self._attribute, number)

    def most_of(self, owner: Any) -> int | None:
        """Return the most that an owner can have now; None without a bound."""
        return self.most(owner) if callable(self.most) else self.most

    def limit_of(self, owner: Any) -> int | None:
        """Return the most that an owner can have now, or that a save can hold; None without a bound."""
        most = self.most_of(owner)
        return most if most is not None or self.value is not None else _field_limit(owner.__class__, self._attribute)

    def amount(self, number: int) -> str:
        """Format an amount: "3 stones", "1 stone"."""
        if callable(self.said.amount):
            return self.said.amount(number)
        if self.said.amount:
            return self.said.amount.format(many=number, name=self.name)
        name = self.unit or self.name
        return f"{number} {name if number != 1 else name.removesuffix('s')}"

    def describe(self, owner: Any) -> str:
        """Format the count as people see it: "3", or "3 of 8"."""
        most = self.most_of(owner)
        return str(self.of(owner)) + (f" of {most}" if most is not None else "")

    @property
    def _attribute(self) -> str:
        return self.name.replace(" ", "_")


def in_places(attribute: str, places: Mapping[str, Any], said: Wording, rule: str = "") -> list[Counter[Any]]:
    """Build a counter for each named place of a list or dict that every player has, all with the same wording."""

    def at(name: str, place: Any) -> Counter[Any]:
        def put(owner: Any, number: int) -> None:
            getattr(owner, attribute)[place] = number

        return Counter(name, rule=rule, value=lambda owner: getattr(owner, attribute)[place], put=put, said=said)

    return [at(name, place) for name, place in places.items()]


@cache
def _field_limit(kind: Any, attribute: str) -> int | None:
    """Return the largest number that a field can hold, by its type; None without a bound."""
    marks = get_args(get_type_hints(kind, include_extras=True).get(attribute))[1:]
    most = next((mark.le for mark in marks if isinstance(mark, Meta)), None)
    return None if most is None else int(most)


class HiddenCards(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """Cards whose number is public, and of which the program knows those in `known`: a hand, a deck."""

    number: Annotated[int, Meta(ge=0)] = 0
    known: list[str] = []

    def add(self, *cards: str) -> None:
        """Add cards that are known."""
        self.number += len(cards)
        self.known += cards

    def remove(self, card: str) -> None:
        """Remove a card: one that is known, or one of those that aren't. Raises ValueError if it can't be there."""
        if card in self.known:
            self.known.remove(card)
        elif self.number == len(self.known):
            raise ValueError(f"{card} isn't there")
        self.number -= 1


SeenBy = Literal["everybody", "owner", "nobody"]


class Pile(Struct, Generic[S], frozen=True):
    """Cards that each of its `owners` has, by the attribute that holds their names, or `HiddenCards`.

    `shown` is a card's name as people know it. At most `most` lie there, by the rule `rule`. A pile that isn't
    `seen_by` everybody (a hand, a deck) is only a number for the others; its owner may look at it, or nobody. Answers
    to questions of the kinds `drawn` and `chosen` name its cards, and are as secret: the first are given by the
    program and follow from its seed. A card lies in `one_place` among all piles that say so. The table's lie `there`:
    "on the track"; by default "in the" and its name.
    """

    name: str
    most: Callable[[Any], int] | int | None = None
    owners: Owners = PLAYERS
    seen_by: SeenBy = "everybody"
    one_place: bool = True
    shown: Callable[[str], str] = str
    there: str = ""
    rule: str = ""
    drawn: Collection[str] = ()
    chosen: Collection[str] = ()

    @property
    def open(self) -> bool:
        """True if everybody sees its cards."""
        return self.seen_by == "everybody"

    def cards(self, owner: Any) -> list[str]:
        """Return the cards as they are stored, as far as they are known."""
        cards: list[str] | HiddenCards = getattr(owner, self.name)
        return cards.known if isinstance(cards, HiddenCards) else cards

    def number(self, owner: Any) -> int:
        """Return how many cards lie there."""
        cards: list[str] | HiddenCards = getattr(owner, self.name)
        return cards.number if isinstance(cards, HiddenCards) else len(cards)

    def most_of(self, owner: Any) -> int | None:
        """Return the most cards that can lie there now; None without a bound."""
        return self.most(owner) if callable(self.most) else self.most

    def describe(self, owner: Any) -> str:
        """Format the pile as everybody sees it."""
        return ", ".join(map(self.shown, self.cards(owner))) if self.open else _cards(self.number(owner))

    def owner_view(self, owner: Any) -> list[str]:
        """List the pile as its owner sees it: its cards, and how many others there are."""
        known = [self.shown(card) for card in self.cards(owner)]
        others = self.number(owner) - len(known)
        return [*known, *([_cards(others, "other ")] if others and known else [])]

    @property
    def as_counter(self) -> Counter[S]:
        """The number of `HiddenCards` that lie there, as a counter for corrections and arithmetic."""

        def put(owner: Any, number: int) -> None:
            cards: HiddenCards = getattr(owner, self.name)
            if number < len(cards.known):
                raise Illegal(f"{_cards(len(cards.known))} of the {self.name} are known by name", self.rule)
            cards.number = number

        return Counter(self.name, self.most, self.rule, self.owners, self.number, put, unit="cards")


def _cards(number: int, which: str = "") -> str:
    return f"{number} {which}{'card' if number == 1 else 'cards'}"


def kinds_of_owners(rules: Rules[Any, Any]) -> list[Owners]:
    """List the kinds of owners: the players, other things as they are declared, and last the table."""
    kinds = dict.fromkeys(one.owners for one in declarations(rules))
    return sorted(kinds, key=lambda kind: (kind is not PLAYERS) + (kind is TABLE))


def declarations(rules: Rules[Any, Any], owners: Owners | None = None) -> list[Counter[Any] | Pile[Any]]:
    """List the counters and piles of a game, or those that such owners have."""
    every: Sequence[Counter[Any] | Pile[Any]] = (*rules.counters, *rules.piles)
    return [one for one in every if owners is None or one.owners is owners]


def public_view(rules: Rules[Any, Any], state: Any) -> dict[str, str]:
    """Return what everybody sees of counters and piles: "Anna's gold" is "3"."""
    unknown = missing(rules, state)
    return {
        f"{kind.whose(name)}{one.name}": NOT_TRACKED if one.name in unknown else one.describe(owner)
        for kind in kinds_of_owners(rules)
        for name, owner in kind.all_in(state).items()
        for one in declarations(rules, kind)
    }


def hands(rules: Rules[Any, Any], before: Any, after: Any, but: Collection[str] = ()) -> list[str]:
    """List what hands must move where a state gives way to another: "Anna: put 2 wood back", "Bo: take 1 food".

    Cards of open piles are named with where they go; of hidden ones only how many are more or fewer. What isn't
    tracked is named in `but`, and left out.
    """
    counters = [counter for counter in rules.counters if counter.name not in but]
    piles = [pile for pile in rules.piles if pile.name not in but]
    found = []
    for kind in kinds_of_owners(rules):
        then = kind.all_in(before)
        for name, owner in kind.all_in(after).items():
            moves = list(_list_moves(kind, counters, piles, then[name], owner)) if name in then else []
            if moves:
                found.append(f"{name or 'table'}: {', '.join(moves)}")
    return [*found, *_list_card_moves(piles, before, after)]


def _list_moves(
    kind: Owners, counters: Sequence[Counter[Any]], piles: Sequence[Pile[Any]], before: Any, after: Any
) -> Iterator[str]:
    """Yield what hands do with what one owner has."""
    for counter in counters:
        if counter.owners is kind and (by := counter.of(after) - counter.of(before)):
            yield _describe_change(counter, counter.of(after), by, taken=kind is PLAYERS)
    for pile in piles:
        if pile.owners is kind and not pile.open and (by := pile.number(after) - pile.number(before)):
            yield f"{abs(by)} {'more' if by > 0 else 'fewer'} in the {pile.name}"


def _describe_change(counter: Counter[Any], now: int, by: int, *, taken: bool) -> str:
    """Describe what hands do when a count changes by `by`, which is `taken` by a player or only set."""
    if not taken:
        return f"{counter.name} is {now}, not {now - by}"
    return (counter.said.more if by > 0 else counter.said.fewer).format(
        many=counter.amount(abs(by)), number=abs(by), s="s" * (abs(by) != 1)
    )


def _list_card_moves(piles: Sequence[Pile[Any]], before: Any, after: Any) -> Iterator[str]:
    """Yield the cards of open piles that lie elsewhere, with where they must go."""
    then, now = _places(piles, before), _places(piles, after)
    moved: dict[str, list[str]] = {}
    for card in dict.fromkeys((*then, *now)):
        (_, here), (shown, there) = then.get(card, ("", "")), now.get(card, ("", ""))
        if here != there:
            way = (f"from {here} to {there}" if here else f"to {there}") if there else f"away from {here}"
            moved.setdefault(way, []).append(shown or then[card][0])
    for way, cards in moved.items():
        yield f"{and_list(cards)}: {way}"


def _places(piles: Sequence[Pile[Any]], state: Any) -> dict[str, tuple[str, str]]:
    """Return the cards of open piles, each with its name as people know it and its place: "Anna's creatures"."""
    return {
        card if pile.one_place else f"{whose}{card}": (pile.shown(card), f"{whose or 'the '}{pile.name}")
        for pile in piles
        if pile.open
        for whose, owner in _owners(pile, state)
        for card in pile.cards(owner)
    }


def moved_things(before: Iterable[tuple[str, str]], after: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield what lies elsewhere than before, and where it must go: "Ash Runner: from F to C"; some may be alike."""
    then, now = list(before), list(after)
    for one in list(then):
        if one in now:
            then.remove(one)
            now.remove(one)
    for thing in dict.fromkeys(thing for thing, _ in (*now, *then)):
        left = [place for one, place in then if one == thing]
        gone = [place for one, place in now if one == thing]
        for here, there in zip_longest(left, gone):
            yield f"{thing}: " + (
                f"from {here} to {there}" if here and there else f"to {there}" if there else "off the board"
            )


def wrong(rules: Rules[Any, Any], state: Any) -> Iterator[str]:
    """Yield what is impossible in counters and piles: less than 0, more than the most, a card in two places."""
    for counter in rules.counters:
        for whose, owner in _owners(counter, state):
            most, has = counter.most_of(owner), counter.of(owner)
            if has < 0 or (most is not None and has > most):
                can_be = f"it can be 0 to {most}" if most is not None else "it is never below 0"
                yield f"{whose}{counter.name}: {has}; {can_be}"
    for pile in rules.piles:
        for whose, owner in _owners(pile, state):
            most, many = pile.most_of(owner), pile.number(owner)
            if most is not None and many > most:
                yield f"{whose}{pile.name}: {_cards(many)}; at most {most} lie there"
            if many < len(pile.cards(owner)):
                yield f"{whose}{pile.name}: {_cards(many)}, of which {len(pile.cards(owner))} are known"
    yield from _in_two_places(rules, state)


def _owners(one: Counter[Any] | Pile[Any], state: Any) -> Iterator[tuple[str, Any]]:
    """Yield the owners of a counter or pile, each after the text that names it before a count."""
    return ((one.owners.whose(name), owner) for name, owner in one.owners.all_in(state).items())


def _in_two_places(rules: Rules[Any, Any], state: Any) -> Iterator[str]:
    places: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    hidden: set[str] = set()
    for pile in rules.piles:
        for whose, owner in _owners(pile, state):
            for card in pile.cards(owner) if pile.one_place else ():
                key = fold(card)
                names.setdefault(key, card)
                hidden |= set() if pile.open else {key}
                where = f"among {whose}{pile.name}" if whose else pile.there or f"in the {pile.name}"
                places.setdefault(key, []).append(where)
    for key, there in places.items():
        if len(there) > 1:
            where = and_list(there) if len(set(there)) > 1 else f"twice {there[0]}"
            name = "a hidden card" if key in hidden else names[key]
            second = "" if key in hidden else f'; a second card of one name is "{names[key]} #2"'
            yield f"{name} lies in two places: {where}{second}"


def without_hidden(rules: Rules[Any, Any], state: S) -> S:
    """Return a state to be shown, not played, in which piles that aren't open are only numbers of cards."""
    closed = [pile for pile in rules.piles if not pile.open]
    if not closed:
        return state
    public: Any = state.copy()  # type: ignore[attr-defined]
    for pile in closed:
        for owner in pile.owners.all_in(public).values():
            setattr(owner, pile.name, pile.number(owner))
    shown: S = public
    return shown


def hidden_of(rules: Rules[Any, Any], state: Any, name: str) -> list[str]:
    """List the cards that only the player of this name may see in the own piles, as people know them."""
    player = PLAYERS.all_in(state)[name]
    own = [pile for pile in rules.piles if pile.seen_by == "owner" and pile.owners is PLAYERS]
    return [card for pile in own for card in pile.owner_view(player)]
