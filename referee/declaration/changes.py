"""Changes of what somebody has, in words: "Anna gold 7", "Bo wounds +2, Bo loses Goblin", "Ash Runner vitality 3".

Corrections are written so, and what a card says that no rule can. Counters follow from a game's declaration; how
cards come and go is the game's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import replace as copy_of

from referee.asking.question import Option, Procedure, Question, free_text
from referee.declaration.counted import Counted
from referee.declaration.counts import PLAYERS, TABLE, Counter, Owners
from referee.errors import Illegal, Unchanged, Unreadable
from referee.text.names import did_you_mean, find, fold, keyed, or_list

GAINS, LOSES, DONE = "gains", "loses", "done"
LARGEST = 999_999
"""The largest number that anybody can have of anything."""
_NUMBER = re.compile(r"([+-]?)(\d{1,6})")


class Change(Struct, frozen=True):
    """A change of what one owner has: a player, whose number is told too, or a thing of another `kind` by its name.

    `what` is a counter, "gains" or "loses"; `number` what it is then, or for "+2" and "-2" what it changes `by`;
    `card` is what the game read of the card that comes or goes.
    """

    owner: str
    what: str = ""
    number: int = 0
    by: bool = False
    card: Any = None
    player: int = -1
    kind: str = PLAYERS.kind


class Open(Protocol):
    """A game while it is changed: a dataclass with its state, and what has happened."""

    state: Any
    events: list[Any]


C = TypeVar("C", bound=Open)


class SaidCount(NamedTuple):
    """What a correction says of a count: the number that an owner has then."""

    counter: Counter[Any]
    owner: str
    number: int

    def holds(self, state: Any) -> bool:
        """Whether it is so in a state."""
        owner = self.counter.owners.all_in(state).get(self.owner)
        return owner is not None and self.counter.of(owner) == self.number


def _not_in_full(counter: Counter[Any], change: Change, has: int, now: int) -> str:
    """Why a count that is `has`, and `now` within the step under way, can't change by so much."""
    if now + change.number < 0:
        none = f"to leave none, write: {change.owner} {counter.name} 0"
        return f"{change.owner} has {now} {counter.name}; {-change.number} can't be taken from that; {none}"
    if has == now:
        return f"{change.owner} has {now} {counter.name}, and can't have {now + change.number}"
    begun = f"the step under way began with {has} {counter.name} for {change.owner}"
    return f"{begun}, so there can't be {now + change.number} now; finish it or undo it first"


def _copy(game: Any) -> Any:
    """The same on a copy of the state."""
    return replace(game, state=game.state.copy(), events=[])


def some_name(hint: str = "") -> Question[str]:
    """A question for a card's name."""

    def check(text: str) -> str:
        if not text.strip():
            raise Unreadable("a name is needed")
        return text.strip()

    return free_text("card", "Which card", check, hint=hint)


def _put(game: Open, counter: Counter[Any], change: Change, source: str, rules: Sequence[str]) -> None:
    """Let an owner have so many, without a word."""
    owner = counter.owners.all_in(game.state)[change.owner]
    counter.set(owner, after(counter, owner, change))


def put_and_tell(game: Open, counter: Counter[Any], change: Change, source: str, rules: Sequence[str]) -> None:
    """Let an owner have so many, and say so."""
    owner = counter.owners.all_in(game.state)[change.owner]
    before, now = counter.of(owner), after(counter, owner, change)
    counter.set(owner, now)
    game.events.append(
        Counted(counter, change.owner, now - before, now, source, tuple(rules), put_right=not change.by)
    )


def after(counter: Counter[Any], owner: Any, change: Change) -> int:
    """What a counter is after a change; never below 0. Raises Illegal for more than can be."""
    now = max(0, counter.of(owner) + change.number if change.by else change.number)
    most = counter.limit_of(owner)
    if most is not None and now > most:
        raise Illegal(f"{change.owner} can't have {now} {counter.name}; the most is {most}", counter.rule)
    return now


@dataclass(frozen=True, kw_only=True)
class Holdings(Generic[C]):
    """What a correction can change of an owner: counters by their names, and a player's cards.

    `only_by` are counts that change by "+2" or "-2" alone, of whose turn it is. `words` are other words for counters.
    `verify` raises Illegal for a counter that the player doesn't have in this game; `put` changes one and says so;
    `read_card` reads what stands behind "gains" or "loses", `move_card` carries it out, where there are cards.
    `kinds` are the kinds of cards, if their kind is said, `ask_card` asks for one, given the verb and the kind.
    `example` is what could be written behind a name. `beyond` tells of a change by more than there is, or than there
    can be, whether it means something all the same: Health lost that isn't there kills.
    """

    counters: Sequence[Counter[Any]]
    usage: Sequence[str]
    put: Callable[[C, Counter[Any], Change, str, Sequence[str]], None] = _put
    verify: Callable[[C, Counter[Any]], None] = lambda game, counter: None
    copy: Callable[[C], C] = _copy
    example: Callable[[C], str] | None = None
    read_card: Callable[[C, int, str, str], Any] | None = None
    move_card: Callable[[C, Change, str, Sequence[str]], None] | None = None
    kinds: Sequence[str] = ()
    ask_card: Callable[[C, str, str], Question[str]] = lambda game, verb, kind: some_name()
    only_by: Collection[str] = ()
    words: Mapping[str, str] = field(default_factory=dict)
    beyond: Callable[[Change], bool] = lambda change: False

    @property
    def names(self) -> list[str]:
        """What can be changed of players."""
        return self.names_of(PLAYERS)

    def names_of(self, kind: Owners) -> list[str]:
        """What can be changed of such owners."""
        return [one.name for one in self.counters if one.owners is kind and one.name not in self.only_by]

    @property
    def things(self) -> list[Owners]:
        """The kinds of owners besides players and the table."""
        return list(dict.fromkeys(one.owners for one in self.counters if one.owners not in (PLAYERS, TABLE)))

    @property
    def changed_of_things(self) -> list[str]:
        """How changes of such owners are written: "adjust UNIT vitality NUMBER"."""
        return [f"adjust {kind.kind.upper()} {'|'.join(self.names_of(kind))} NUMBER" for kind in self.things]

    def owner_named(self, state: Any, text: str) -> tuple[Owners, str] | None:
        """The owner whose name a text begins with (the longest of several), and its kind; nobody who has left."""
        typed = f"{fold(text)} "
        kinds = [(PLAYERS, [one.name for one in state.players if not getattr(one, "left", False)])]
        kinds += [(kind, list(kind.all_in(state))) for kind in self.things]
        named = [(kind, name) for kind, names in kinds for name in names if typed.startswith(f"{fold(name)} ")]
        return max(named, key=lambda one: len(one[1]), default=None)

    def begins(self, text: str) -> bool:
        """Whether a text begins with what a player has, gains or loses."""
        words = (*self.names, *self.only_by, *self.words, *((GAINS, LOSES) if self.read_card is not None else ()))
        return any(fold(text).startswith(f"{fold(word)} ") for word in words)

    def all_by(self, game: Any, text: str) -> bool:
        """Whether a text is nothing but changes by +NUMBER or -NUMBER, of whose turn it is or of owners by name."""

        def is_by(part: str) -> bool:
            kind, name = self.owner_named(game, part) or (PLAYERS, "")
            what, _, amount = part.strip()[len(name) :].rpartition(" ")
            own = (*self.only_by, *self.words) if kind is PLAYERS else ()
            counts = [fold(word) for word in (*self.names_of(kind), *own)]
            return fold(what) in counts and amount[:1] in "+-" and _NUMBER.fullmatch(amount) is not None

        return all(map(is_by, text.split(",")))

    # --- reading ----------------------------------------------------------------------------------

    def read(self, game: C, text: str) -> tuple[Change, ...]:
        """Changes in words with commas between, each read as things are after those before it.

        One that names no owner is of the owner before it. Raises Unreadable, or Illegal for what can't be.
        """
        trial = self.copy(game)
        found: list[Change] = []
        for part in self._parts(trial, text):
            found.append(self._read_one(trial, part))
            self.apply(trial, found[-1], "", ())
        return tuple(found)

    def recorded(self, game: C, now: C, text: str) -> tuple[str, list[SaidCount]]:
        """Changes as they are recorded in `game`, where a step under way has led to `now`; and what they say of then.

        A number that is said is what there is now: where the step has changed it, it is recorded by how much that is
        more or less. Raises as `read` does, Illegal for what can't come or go in full, and Unchanged.
        """
        trial, there = self.copy(game), self.copy(now)
        parts: list[str] = []
        said: dict[tuple[str, str, str], SaidCount] = {}
        as_typed = True
        for typed in self._parts(trial, text):
            change, part = self._read_one(trial, typed), " ".join(typed.split())
            if change.what in (GAINS, LOSES, *self.only_by):
                self.apply(trial, change, "", ())
                parts.append(part)
                continue
            counter, absolute = self._counter(change.kind, change.what), not change.by
            owner, present = (counter.owners.all_in(one.state)[change.owner] for one in (trial, there))
            has, before = counter.of(owner), counter.of(present)
            by = change.number - before if absolute else change.number
            key = change.kind, change.owner, change.what
            if absolute or key in said:
                said[key] = SaidCount(counter, change.owner, before + by)
            if not by:
                as_typed = False
                continue
            if absolute and has != before:
                as_typed, part = False, f"{change.owner} {change.what} {by:+}"
                change = copy_of(change, number=by, by=True)
            self.apply(trial, change, "", ())
            in_full = counter.of(owner) - has == by and before + by >= 0
            if not in_full and (absolute or not self.beyond(change)):
                raise Illegal(_not_in_full(counter, change, has, before), counter.rule)
            counter.set(present, before + by)
            parts.append(part)
        if not parts:
            raise Unchanged(f'"{text}": that is so already; nothing was changed')
        for one in said.values():
            if not one.holds(there.state):
                found = one.counter.of(one.counter.owners.all_in(there.state)[one.owner])
                what = f"{one.owner} {one.counter.name} {one.number}"
                raise Illegal(f"{what}: the rest of that makes it {found}; say one of them", one.counter.rule)
        return (text if as_typed else ", ".join(parts)), list(said.values())

    def _parts(self, game: C, text: str) -> list[str]:
        """A text parted by those commas behind which an owner or a thing to change is named."""
        of_things = [name for kind in self.things for name in self.names_of(kind)]
        begins = [fold(word) for word in (*self.names, *of_things, *self.only_by, *self.words, GAINS, LOSES)]
        parts: list[str] = []
        for part in text.split(","):
            folded, whole_line = fold(part), bool(parts) and ":" in parts[-1]  # of a card's line commas are its own
            if not parts or self.owner_named(game.state, part) is not None:
                parts.append(part)
            elif any(folded.startswith(f"{word} ") for word in begins) and not whole_line:
                owner = self.owner_named(game.state, parts[-1])
                parts.append(part if owner is None else f"{owner[1]} {part}")
            else:
                parts[-1] += f",{part}"
        return parts

    def _read_one(self, game: C, text: str) -> Change:
        typed = " ".join(text.split())
        owner = self.owner_named(game.state, typed)
        if owner is None:
            known = [name for kind in (PLAYERS, *self.things) for name in kind.all_in(game.state)]
            hint = did_you_mean(typed.partition(" ")[0], known)
            kinds = or_list(kind.kind for kind in (PLAYERS, *self.things))
            raise Unreadable(
                f'"{typed}" begins with no {kinds}\'s name{hint or f"; what can be corrected: {self._can_be()}"}'
            )
        kind, name = owner
        rest = typed[len(name) :].strip()
        if kind is not PLAYERS:
            return self._counted(game, kind, Change(name, kind=kind.kind), rest)
        begun = Change(name, player=[player.name for player in game.state.players].index(name))
        verb, _, card = rest.partition(" ")
        if self.read_card is not None and fold(verb) in (GAINS, LOSES) and card:
            card = self.read_card(game, begun.player, fold(verb), card)
            return copy_of(begun, what=fold(verb), card=card)
        return self._counted(game, kind, begun, rest)

    def _counted(self, game: C, kind: Owners, begun: Change, text: str) -> Change:
        """A change of a counter: "gold 7", "vitality -1". Raises Unreadable or Illegal."""
        names, words = self.names_of(kind), self.words if kind is PLAYERS else {}
        what, _, amount = text.rpartition(" ")
        match = _NUMBER.fullmatch(amount)
        if match is None or not what:
            says = f'can\'t read "{text}"' if text else f"what is wrong with {begun.owner}"
            like = self.example(game) if self.example is not None and kind is PLAYERS else f"{names[0]} 2"
            raise Unreadable(f"{says}; write like {begun.owner} {like}")
        only_by = self.only_by if kind is PLAYERS else ()
        named = find(what, keyed([*names, *only_by, *words], str), "thing to change")
        counter = self._counter(kind.kind, words.get(named, named))
        self.verify(game, counter)
        if counter.name in only_by:
            if not match[1]:
                raise Unreadable(f"{counter.name} changes by +NUMBER or -NUMBER")
            if begun.player != game.state.active:
                raise Illegal(f"{counter.name} changes for the player whose turn it is", counter.rule)
        number = int(match[2]) * (-1 if match[1] == "-" else 1)
        return copy_of(begun, what=counter.name, number=number, by=bool(match[1]))

    def _counter(self, kind: str, name: str) -> Counter[Any]:
        return next(counter for counter in self.counters if (counter.owners.kind, counter.name) == (kind, name))

    def _can_be(self) -> str:
        return "; ".join(one.removeprefix("adjust ") for one in (*self.usage, *self.changed_of_things))

    # --- carrying out -----------------------------------------------------------------------------

    def apply(self, game: C, change: Change, source: str, rules: Sequence[str]) -> None:
        """Carry a change out that `source` makes by these rules. Raises Illegal."""
        if self.move_card is not None and change.what in (GAINS, LOSES):
            self.move_card(game, change, source, rules)
        else:
            self.put(game, self._counter(change.kind, change.what), change, source, rules)

    def by_hand(self, game: C, source: str, text: str, rules: Sequence[str], who: str, hint: str) -> Procedure[None]:
        """Ask what a card's own `text` changes, which no rule can say, and carry it out, until all is done."""

        def parse(typed: str) -> tuple[Change, ...]:
            return () if fold(typed) == DONE else self.read(game, typed)

        asked = Question(
            "by hand", f'{source} says "{text}". What changes', parse, who=who, open=True, hint=hint,
            options=lambda: [Option(DONE, detail="nothing more changes")],
        )  # fmt: skip
        while changes := (yield asked):
            for change in changes:
                self.apply(game, change, source, rules)


def seat_named(game: Any, text: str) -> int | None:
    """The player whose name a text begins with, by number; the longest name of several. Who has left isn't meant."""
    typed = f"{fold(text)} "
    named = [n for n, player in enumerate(game.players)
             if typed.startswith(f"{fold(player.name)} ") and not getattr(player, "left", False)]  # fmt: skip
    return max(named, key=lambda number: len(game.players[number].name), default=None)


def seat_called(game: Any, name: str) -> int:
    """The player who has a name, or whose alone begins so, by number; nobody who has left. Raises Unreadable."""
    present = {n: player.name for n, player in enumerate(game.players) if not getattr(player, "left", False)}
    found = find(name, keyed(present.values(), str), "player", listing=len(present))
    return next(number for number, known in present.items() if known == found)
