"""Changes of counts: the one event of every counter, in the words of its declaration."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from typing import Annotated, Any, ClassVar, Generic, Literal, NamedTuple, Protocol, Self, TypeVar

from msgspec import Struct, defstruct, field
from msgspec.structs import replace

from referee.asking.moves import Move, Moves
from referee.asking.question import Option, Procedure, Question, free_text
from referee.declaration.tracking import PLAYERS, TABLE, Counter, Owners
from referee.effects.phrases import Misread
from referee.effects.phrases import Names as NamesOf
from referee.errors import Ambiguous, Illegal, Unchanged, Unreadable
from referee.play.event import Event, Names
from referee.text.names import by_key, did_you_mean, find, fold, or_list
from referee.text.pattern import lazy_pattern


class Counted(Event, frozen=True, tag=True):
    """An owner gains or loses `by` of what a counter counts, and has `now` in all.

    `source` is the reason, `counted` where the number comes from, if that has to be said. `put_right` marks a number
    that the table set.
    """

    counter: Counter[Any]
    owner: str
    by: int
    now: int
    source: str
    rules: tuple[str, ...] = ()
    counted: str = ""
    put_right: bool = False

    def describe(self, name: Names) -> str:
        """Describe the event."""
        wording = self.counter.said
        way = wording.sets if self.put_right else wording.loses if self.by < 0 else wording.gains
        amount = self.counter.amount(self.now if self.put_right else abs(self.by))
        return f"{self.owner or 'The table'} {way.format(many=amount, source=self.source, now=self.now)}."


def change(
    counter: Counter[Any],
    state: Any,
    owner: str,
    by: int,
    source: str,
    rules: tuple[str, ...] = (),
    counted: str = "",
) -> list[Counted]:
    """Change an owner's count by `by`, as far as it goes; return the events, none where nothing changes.

    A number that was `counted` is reported even if it is 0.
    """
    has = counter.owners.all_in(state)[owner]
    before, most = counter.of(has), counter.limit_of(has)
    by = max(-before, by if most is None else min(by, max(0, most - before)))
    if not by and not counted:
        return []
    counter.set(has, before + by)
    return [Counted(counter, owner, by, before + by, source, rules, counted)]


# --- Changes --------------------------------------------------------------------------------------
# Changes of what an owner has, in words: "Anna gold 7", "Bo wounds +2, Bo loses Goblin", "Ash Runner vitality 3".
#
# Corrections are written like this, and effects of cards that no rule covers. Counters follow from a game's
# declaration; how cards come and go is the game's own.


ADJUST, GAINS, LOSES, DONE = "adjust", "gains", "loses", "done"
LARGEST = 999_999
"""Largest value of any count."""
_NUMBER = lazy_pattern(r"([+-]?)(\d{1,6})")


class Change(Struct, frozen=True):
    """A change of what one owner has: a player (with the seat's number), or a thing of another `kind` by its name.

    `what` is a counter, "gains" or "loses"; `number` the new value, or with `by` ("+2", "-2") the difference; `card`
    is what the game read of the card that comes or goes.
    """

    owner: str
    what: str = ""
    number: int = 0
    by: bool = False
    card: Any = None
    player: int = -1
    kind: str = PLAYERS.kind


class Amount(Struct, frozen=True):
    """A new value of a count; with a sign the difference."""

    number: int
    by: bool = False
    example: ClassVar[str] = "a number"

    @classmethod
    def from_word(cls, word: str) -> Self | None:
        """Parse the amount that a word says; None if it says none."""
        match = _NUMBER.fullmatch(word)
        return None if match is None else cls(int(word), bool(match[1]))

    def __str__(self) -> str:
        return f"{self.number:+}" if self.by else str(self.number)


class Open(Protocol):
    """A game while it is changed: its state, and its events so far."""

    state: Any
    events: list[Any]


C = TypeVar("C", bound=Open)


class StatedCount(NamedTuple):
    """A count that a correction states: the number that an owner has then."""

    counter: Counter[Any]
    owner: str
    number: int

    def holds(self, state: Any) -> bool:
        """Return whether it is true of a state."""
        owner = self.counter.owners.all_in(state).get(self.owner)
        return owner is not None and self.counter.of(owner) == self.number


def _not_in_full(counter: Counter[Any], change: Change, has: int, now: int) -> str:
    """Explain why a count that is `has`, and `now` within the step under way, can't change by that much."""
    if now + change.number < 0:
        none = f"to leave none, write: {change.owner} {counter.name} 0"
        return f"{change.owner} has {now} {counter.name}; {-change.number} can't be taken from that; {none}"
    if has == now:
        return f"{change.owner} has {now} {counter.name}, and can't have {now + change.number}"
    begun = f"the step under way began with {has} {counter.name} for {change.owner}"
    return f"{begun}, so there can't be {now + change.number} now; finish it or undo it first"


def _copy(game: Any) -> Any:
    """Return the game with a copy of its state and no events."""
    return replace(game, state=game.state.copy(), events=[])


def some_name(hint: str = "") -> Question[str]:
    """Build the question for a card's name."""

    def check(text: str) -> str:
        if not text.strip():
            raise Unreadable("a name is needed")
        return text.strip()

    return free_text("card", "Which card", check, hint=hint)


def _put(game: Open, counter: Counter[Any], change: Change, source: str, rules: Sequence[str]) -> None:
    """Set an owner's count without an event."""
    owner = counter.owners.all_in(game.state)[change.owner]
    counter.set(owner, after(counter, owner, change))


def put_and_tell(game: Open, counter: Counter[Any], change: Change, source: str, rules: Sequence[str]) -> None:
    """Set an owner's count, and emit the event."""
    owner = counter.owners.all_in(game.state)[change.owner]
    before, now = counter.of(owner), after(counter, owner, change)
    counter.set(owner, now)
    game.events.append(
        Counted(counter, change.owner, now - before, now, source, tuple(rules), put_right=not change.by)
    )


def after(counter: Counter[Any], owner: Any, change: Change) -> int:
    """Compute a counter's value after a change; never below 0. Raises Illegal for more than can be."""
    now = max(0, counter.of(owner) + change.number if change.by else change.number)
    most = counter.limit_of(owner)
    if most is not None and now > most:
        raise Illegal(f"{change.owner} can't have {now} {counter.name}; the most is {most}", counter.rule)
    return now


def present(state: Any) -> list[str]:
    """Return the names of the players who haven't left."""
    return [player.name for player in state.players if not player.left]


PRESENT = NamesOf("player", lambda game: present(game.state))
"""Names of the players who haven't left."""


class CountChange(Move[Any], frozen=True):
    """How many of something an owner has: "Anna gold 7", "Ash Runner vitality -1"."""

    says = "{count} {amount}"
    count: tuple[Counter[Any], str]
    amount: Amount


class CardChange(Move[Any], frozen=True):
    """A card that a player gains or loses."""

    says = "{player} {verb} {card}"
    player: Annotated[str, PRESENT]
    verb: Literal["gains", "loses"]
    card: str


class Holdings(Struct, Generic[C], frozen=True, kw_only=True, dict=True):
    """All that corrections can change of an owner: counters by their names, and a player's cards.

    `only_by` are counts that change only by "+2" or "-2", of the player whose turn it is. `words` are other words for
    counters. `verify` raises Illegal for a counter that the player doesn't have in this game; `put` changes one and
    reports it; `read_card` parses the text after "gains" or "loses", `move_card` carries it out, where there are
    cards. `kinds` are the kinds of cards, if they are typed, `ask_card` asks for one, given the verb and the kind.
    `example` is a change as it is written after a name. `beyond` returns whether a change by more than there is, or
    than there can be, has a meaning all the same: Health lost that isn't there kills.
    """

    counters: Sequence[Counter[Any]]
    put: Callable[[C, Counter[Any], Change, str, Sequence[str]], None] = _put
    verify: Callable[[C, Counter[Any]], None] = lambda game, counter: None
    example: Callable[[C], str] | None = None
    read_card: Callable[[C, int, str, str], Any] | None = None
    move_card: Callable[[C, Change, str, Sequence[str]], None] | None = None
    kinds: Sequence[str] = ()
    ask_card: Callable[[C, str, str], Question[str]] = lambda game, verb, kind: some_name()
    only_by: Collection[str] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    beyond: Callable[[Change], bool] = lambda change: False

    @cached_property
    def typed_kinds(self) -> tuple[type[Move[Any]], ...]:
        """Forms in which changes are typed, a class each."""

        known = NamesOf("count", lambda game: self.counts(game.state))
        count = ("count", Annotated[Any, known])
        counting: Any = defstruct("CountChange", [count], bases=(CountChange,), frozen=True)
        return (counting, CardChange) if self.read_card is not None else (counting,)

    @cached_property
    def typed_changes(self) -> Moves[C]:
        """All forms in which changes are typed, as one set of moves."""
        return Moves(*self.typed_kinds)

    @property
    def names(self) -> list[str]:
        """Names of what can be changed of players."""
        return self.names_of(PLAYERS)

    def names_of(self, kind: Owners) -> list[str]:
        """List the names of what can be changed of such owners."""
        return [one.name for one in self.counters if one.owners is kind and one.name not in self.only_by]

    def names_now(self, game: C, kind: Owners) -> list[str]:
        """List what can be changed as things stand, without what isn't tracked; all of it if that leaves nothing."""

        def stands(counter: Counter[Any]) -> bool:
            with suppress(Unreadable, Illegal):
                self.verify(game, counter)
                return True
            return False

        now = {one.name for one in self.counters if one.owners is kind and stands(one)}
        names = self.names_of(kind)
        return [name for name in names if name in now] or names

    @property
    def things(self) -> list[Owners]:
        """Kinds of owners besides players and the table."""
        return list(dict.fromkeys(one.owners for one in self.counters if one.owners not in (PLAYERS, TABLE)))

    @property
    def usage(self) -> list[str]:
        """Syntax of changes: "adjust PLAYER gold|experience NUMBER"."""
        found = [
            f"adjust {kind.kind.upper()} {'|'.join(self.names_of(kind))} NUMBER" for kind in (PLAYERS, *self.things)
        ]
        if self.read_card is not None:
            card = f"{'|'.join(self.kinds)} CARD" if self.kinds else "CARD"
            found.append(f"adjust {self.typed_changes.usage(CardChange)}".replace("CARD", card))
        return found

    def owners(self, state: Any, kind: Owners) -> list[str]:
        """List the owners of a kind, without players who have left."""
        return present(state) if kind is PLAYERS else list(kind.all_in(state))

    def counts(self, state: Any) -> dict[str, tuple[Counter[Any], str]]:
        """Return everything that can be counted now, by how it is typed: "Anna gold"."""
        owners = {kind: self.owners(state, kind) for kind in (PLAYERS, *self.things)}
        return {
            f"{name} {word}": (counter, name)
            for counter in self.counters
            for name in owners.get(counter.owners, ())
            for word in (counter.name, *(word for word, meant in self.words.items() if meant == counter.name))
        }

    def owner_named(self, state: Any, text: str) -> tuple[Owners, str] | None:
        """Find the owner whose name a text begins with (the longest of several), and its kind."""
        typed = f"{fold(text)} "
        named = [
            (kind, name)
            for kind in (PLAYERS, *self.things)
            for name in self.owners(state, kind)
            if typed.startswith(f"{fold(name)} ")
        ]
        return max(named, key=lambda one: len(one[1]), default=None)

    def begins(self, text: str) -> bool:
        """Return whether a text begins with what a player has, gains or loses."""
        words = (*self.names, *self.only_by, *self.words, *((GAINS, LOSES) if self.read_card is not None else ()))
        return any(fold(text).startswith(f"{fold(word)} ") for word in words)

    def all_by(self, state: Any, text: str) -> bool:
        """Return whether a text has only changes by +NUMBER or -NUMBER, of whose turn it is or of owners by name."""
        counts = {fold(word) for word in (*self.counts(state), *self.names, *self.only_by, *self.words)}
        parts = [part.strip().rpartition(" ") for part in text.split(",")]
        return all(fold(what) in counts and (Amount.from_word(amount) or Amount(0)).by for what, _, amount in parts)

    # --- reading ----------------------------------------------------------------------------------

    def read(self, game: C, text: str, said: Moves[C] | None = None) -> tuple[Change, ...]:
        """Parse changes with commas between, each in the state after those before it.

        One that names no owner is of the owner before it. `said` are the forms that can be typed, where there are
        more. Raises Unreadable, or Illegal for what can't be.
        """
        trial = _copy(game)
        found: list[Change] = []
        for part in self._parts(trial, text):
            found.append(self._read_one(trial, part, said))
            self.apply(trial, found[-1], "", ())
        return tuple(found)

    def recorded(self, game: C, now: C, text: str, moves: Moves[C]) -> tuple[str, list[StatedCount]]:
        """Return changes as recorded in `game`, where a step under way has led to `now`, and the counts they state.

        A number is meant of `now`: where the step has changed the count, it is recorded as the difference. Raises as
        `read` does, Illegal for what can't come or go in full, and Unchanged.
        """
        trial, there = _copy(game), _copy(now)
        parts: list[str] = []
        stated: dict[tuple[str, str, str], StatedCount] = {}
        as_typed = True
        for typed in self._parts(trial, text):
            change, part = self._read_one(trial, typed, moves), " ".join(typed.split())
            if change.what in (GAINS, LOSES, *self.only_by):
                self.apply(trial, change, "", ())
                parts.append(part)
                continue
            counter, absolute = self._counter(change.kind, change.what), not change.by
            owner, later = (counter.owners.all_in(one.state)[change.owner] for one in (trial, there))
            has, before = counter.of(owner), counter.of(later)
            by = change.number - before if absolute else change.number
            key = change.kind, change.owner, change.what
            if absolute or key in stated or not self.beyond(change):
                stated[key] = StatedCount(counter, change.owner, before + by)
            if not by:
                as_typed = False
                continue
            if absolute and has != before:
                as_typed, part = False, f"{change.owner} {change.what} {by:+}"
                change = replace(change, number=by, by=True)
            self.apply(trial, change, "", ())
            in_full = counter.of(owner) - has == by and before + by >= 0
            if not in_full and (absolute or not self.beyond(change)):
                raise Illegal(_not_in_full(counter, change, has, before), counter.rule)
            counter.set(later, before + by)
            parts.append(part)
        if not parts:
            raise Unchanged(f'"{text}": that is so already; nothing was changed')
        for one in stated.values():
            if not one.holds(there.state):
                found = one.counter.of(one.counter.owners.all_in(there.state)[one.owner])
                what = f"{one.owner} {one.counter.name} {one.number}"
                raise Illegal(f"{what}: the rest of that makes it {found}; say one of them", one.counter.rule)
        return (text if as_typed else ", ".join(parts)), list(stated.values())

    def _parts(self, game: C, text: str) -> list[str]:
        """Split a text at the commas after which an owner or a thing to change is named.

        "Anna pays 3 gold" is "Anna gold -3", and "Anna gets Rope" is "Anna gains Rope".
        """
        of_things = [name for kind in self.things for name in self.names_of(kind)]
        counts = [fold(word) for word in (*self.names, *of_things, *self.only_by, *self.words)]
        begins = [*counts, GAINS, LOSES]
        parts: list[str] = []
        for part in text.split(","):
            whole_line = bool(parts) and ":" in parts[-1]  # commas belong to a card's line
            if not whole_line and (match := _BY_VERB.fullmatch(part)) is not None:
                owner, rest, less = match["owner"].strip(), match["rest"].strip(), match["less"]
                number, _, what = rest.partition(" ")
                if owner and self.owner_named(game.state, owner) is None:
                    pass  # no verb of an owner's
                elif number.isdigit() and fold(what) in counts:
                    part = f"{owner} {what} {'-' if less else '+'}{number}".strip()
                elif (less or match["more"]) not in "+-":
                    part = f"{owner} {LOSES if less else GAINS} {rest}".strip()
            folded = fold(part)
            if not parts or self.owner_named(game.state, part) is not None:
                parts.append(part)
            elif any(folded.startswith(f"{word} ") for word in begins) and not whole_line:
                owner = self.owner_named(game.state, parts[-1])
                parts.append(part if owner is None else f"{owner[1]} {part}")
            else:
                parts[-1] += f",{part}"
        return parts

    def _read_one(self, game: C, text: str, said: Moves[C] | None = None) -> Change:
        typed = " ".join(text.split())
        try:
            (found,) = (said or self.typed_changes).read(Move, typed, (), moment=game)
        except Unreadable as error:
            raise self._explain(game, typed, error, said or self.typed_changes) from None
        seats = [player.name for player in game.state.players]
        if isinstance(found, CardChange):
            assert self.read_card is not None
            seat = seats.index(found.player)
            card = self.read_card(game, seat, found.verb, found.card)
            return Change(found.player, found.verb, card=card, player=seat)
        if not isinstance(found, CountChange):
            raise Unreadable(f'"{typed}" is a correction of its own; write it alone')
        (counter, owner), number, by = found.count, found.amount.number, found.amount.by
        self.verify(game, counter)
        seat = seats.index(owner) if counter.owners is PLAYERS else -1
        if counter.name in self.only_by and not by:
            raise Unreadable(f"{counter.name} changes by +NUMBER or -NUMBER")
        if counter.name in self.only_by and seat != game.state.active:
            raise Illegal(f"{counter.name} changes for the player whose turn it is", counter.rule)
        return Change(owner, counter.name, number, by, player=seat, kind=counter.owners.kind)

    def _explain(self, game: C, text: str, error: Unreadable, said: Moves[C]) -> Unreadable:
        """Return an error that tells why a change can't be read, and how it is written."""
        plain = isinstance(error, Misread) and not error.message and "did you mean" not in error.hint
        owner = self.owner_named(game.state, text)
        if owner is not None:
            kind, name = owner
            rest = text[len(name) :].strip()
            like = (
                self.example(game) if self.example is not None and kind is PLAYERS else f"{self.names_of(kind)[0]} 2"
            )
            what, _, amount = rest.rpartition(" ")
            if what and Amount.from_word(amount) is not None and plain:
                return Unreadable(f'nothing to change is called "{what}"{did_you_mean(what, self.names_of(kind))}')
            says = f'can\'t read "{rest}"' if rest else f"what is wrong with {name}"
            return Unreadable(f"{says}; write it like {name} {like}") if plain or not rest else error
        first = text.partition(" ")[0]
        if isinstance(error, Ambiguous) or not plain or fold(first) in said.begins:
            return error
        for player in game.state.players:
            if f"{fold(text)} ".startswith(f"{fold(player.name)} "):
                return Unreadable(f"{player.name} has left the game; undo takes that back")
        known = [name for kind in (PLAYERS, *self.things) for name in kind.all_in(game.state)]
        kinds = or_list(kind.kind for kind in (PLAYERS, *self.things))
        others = [said.usage(kind) for kind in said.kinds[len(self.typed_kinds) :]]
        can_be = "; ".join([*(one.removeprefix(f"{ADJUST} ") for one in self.usage), *others])
        hint = did_you_mean(first, known) or f"; what can be corrected: {can_be}"
        return Unreadable(f'"{text}" begins with no {kinds}\'s name{hint}')

    def _counter(self, kind: str, name: str) -> Counter[Any]:
        return next(counter for counter in self.counters if (counter.owners.kind, counter.name) == (kind, name))

    # --- carrying out -----------------------------------------------------------------------------

    def apply(self, game: C, change: Change, source: str, rules: Sequence[str]) -> None:
        """Apply a change that `source` makes by these rules. Raises Illegal."""
        if self.move_card is not None and change.what in (GAINS, LOSES):
            self.move_card(game, change, source, rules)
        else:
            self.put(game, self._counter(change.kind, change.what), change, source, rules)

    def by_hand(self, game: C, source: str, rules: Sequence[str], who: str, hint: str) -> Procedure[None]:
        """Ask what a card's own text changes, which no rule can say, and carry it out, until all is done."""

        def parse(typed: str) -> tuple[Change, ...]:
            return () if fold(typed) == DONE else self.read(game, typed)

        asked = Question(
            "by hand",
            f"{source}: what changes",
            parse,
            who=who,
            open=True,
            hint=hint,
            options=lambda: [Option(DONE, detail="nothing more changes")],
        )
        while changes := (yield asked):
            for change in changes:
                self.apply(game, change, source, rules)


_BY_VERB = lazy_pattern(
    r"(?P<owner>.*?)(?:(?P<less>\b(?:loses?|pays?|spends?) |(?<![^ ])-)"
    r"|(?P<more>\b(?:gains?|gets?|takes?|receives?) |(?<![^ ])\+))(?P<rest>.+)",
    re.IGNORECASE,
)
"""A loss (`less`) or a gain (`more`) of an owner, by a verb or by a sign."""


def seat_called(game: Any, name: str) -> int:
    """Find the seat of a player who hasn't left, by the name or its beginning. Raises Unreadable."""
    found = find(name, by_key(present(game), str), "player", listing=len(game.players))
    return [player.name for player in game.players].index(found)
