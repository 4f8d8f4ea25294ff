"""Changes of what players have, in words: "Anna gold 7", "Bo wounds +2, Bo loses Goblin".

Corrections are written so, and what a card says that no rule can. Counters follow from a game's declaration; how
cards come and go is the game's own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from referee.asking.question import Option, Procedure, Question, free_text
from referee.declaration.counts import Counter
from referee.errors import Illegal, Unreadable
from referee.text.names import did_you_mean, find, fold, keyed

GAINS, LOSES, DONE = "gains", "loses", "done"
LARGEST = 999_999
"""The largest number that anybody can have of anything."""
_NUMBER = re.compile(r"([+-]?)(\d{1,6})")


class Change(Struct, frozen=True):
    """A change of one player's things.

    `what` is a counter, "gains" or "loses"; `number` what it is then, or for "+2" and "-2" what it changes `by`;
    `card` is what the game read of the card that comes or goes.
    """

    player: int
    what: str
    number: int = 0
    by: bool = False
    card: Any = None


class Open(Protocol):
    """A game while it is changed: a dataclass with its state, and what has happened."""

    game: Any
    events: list[Any]


@dataclass
class Opened:
    """A game while it is changed: set-up, state, and what has happened; a game with more has a class of its own."""

    setup: Any
    game: Any
    events: list[Any]


C = TypeVar("C", bound=Open)


def _copy(game: Any) -> Any:
    """The same on a copy of the state."""
    return replace(game, game=game.game.copy(), events=[])


def some_name(hint: str = "") -> Question[str]:
    """A question for a card's name."""

    def check(text: str) -> str:
        if not text.strip():
            raise Unreadable("a name is needed")
        return text.strip()

    return free_text("card", "Which card", check, hint=hint)


def _put(game: Open, counter: Counter[Any], change: Change, source: str, rules: Sequence[str]) -> None:
    """Let a player have so many, without a word."""
    owner = game.game.players[change.player]
    counter.set(owner, after(counter, owner, change))


def after(counter: Counter[Any], owner: Any, change: Change) -> int:
    """What a counter is after a change; never below 0. Raises Illegal for more than can be."""
    now = max(0, counter.of(owner) + change.number if change.by else change.number)
    most = counter.most_of(owner)
    if most is not None and now > most:
        raise Illegal(f"{owner.name} can't have {now} {counter.name}; the most is {most}", counter.rule)
    return now


@dataclass(frozen=True, kw_only=True)
class Holdings(Generic[C]):
    """What a correction can change of a player: counters by their names, and cards.

    `only_by` are counts that change by "+2" or "-2" alone, of whose turn it is. `words` are other words for counters.
    `verify` raises Illegal for a counter that the player doesn't have in this game; `put` changes one and says so;
    `read_card` reads what stands behind "gains" or "loses", `move_card` carries it out, where there are cards.
    `kinds` are the kinds of cards, if their kind is said, `ask_card` asks for one, given the verb and the kind.
    `example` is what could be written behind a name.
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

    @property
    def names(self) -> list[str]:
        """What can be changed."""
        return [one.name for one in self.counters if not one.lies and one.name not in self.only_by]

    def begins(self, text: str) -> bool:
        """Whether a text begins with what a player has, gains or loses."""
        words = (*self.names, *self.only_by, *self.words, *((GAINS, LOSES) if self.read_card is not None else ()))
        return any(fold(text).startswith(f"{fold(word)} ") for word in words)

    def all_by(self, game: Any, text: str) -> bool:
        """Whether a text is nothing but changes by +NUMBER or -NUMBER, of whose turn it is or of players by name."""
        counts = [fold(word) for word in (*self.names, *self.only_by, *self.words)]

        def is_by(part: str) -> bool:
            seat = seat_named(game, part)
            rest = part.strip() if seat is None else part.strip()[len(game.players[seat].name) :]
            what, _, amount = rest.rpartition(" ")
            return fold(what) in counts and amount[:1] in "+-" and _NUMBER.fullmatch(amount) is not None

        return all(map(is_by, text.split(",")))

    # --- reading ----------------------------------------------------------------------------------

    def read(self, game: C, text: str) -> tuple[Change, ...]:
        """Changes in words with commas between, each read as things are after those before it.

        One that names no player is of the player before it. Raises Unreadable, or Illegal for what can't be.
        """
        trial = self.copy(game)
        found: list[Change] = []
        for part in self._parts(trial, text):
            found.append(self._read_one(trial, part))
            self.apply(trial, found[-1], "", ())
        return tuple(found)

    def _parts(self, game: C, text: str) -> list[str]:
        """A text parted by those commas behind which a player or a thing to change is named."""
        names = [fold(player.name) for player in game.game.players]
        begins = [fold(word) for word in (*self.names, *self.only_by, *self.words, GAINS, LOSES)]
        parts: list[str] = []
        for part in text.split(","):
            folded, whole_line = fold(part), bool(parts) and ":" in parts[-1]  # of a card's line commas are its own
            if not parts or any(folded.startswith(f"{name} ") for name in names):
                parts.append(part)
            elif any(folded.startswith(f"{word} ") for word in begins) and not whole_line:
                seat = seat_named(game.game, parts[-1])
                parts.append(part if seat is None else f"{game.game.players[seat].name} {part}")
            else:
                parts[-1] += f",{part}"
        return parts

    def _read_one(self, game: C, text: str) -> Change:
        players = game.game.players
        typed = " ".join(text.split())
        seat = seat_named(game.game, typed)
        if seat is None:
            hint = did_you_mean(typed.partition(" ")[0], [player.name for player in players])
            raise Unreadable(
                f'"{typed}" begins with no player\'s name{hint or f"; what can be corrected: {self._can_be()}"}'
            )
        rest = typed[len(players[seat].name) :].strip()
        verb, _, card = rest.partition(" ")
        if self.read_card is not None and fold(verb) in (GAINS, LOSES) and card:
            return Change(seat, fold(verb), card=self.read_card(game, seat, fold(verb), card))
        what, _, amount = rest.rpartition(" ")
        match = _NUMBER.fullmatch(amount)
        if match is None or not what:
            says = f'can\'t read "{rest}"' if rest else f"what is wrong with {players[seat].name}"
            like = self.example(game) if self.example is not None else f"{self.names[0]} 2"
            raise Unreadable(f"{says}; write like {players[seat].name} {like}")
        named = find(what, keyed([*self.names, *self.only_by, *self.words], str), "thing to change")
        counter = self._counter(self.words.get(named, named))
        self.verify(game, counter)
        if counter.name in self.only_by:
            if not match[1]:
                raise Unreadable(f"{counter.name} changes by +NUMBER or -NUMBER")
            if seat != game.game.active:
                raise Illegal(f"{counter.name} changes for the player whose turn it is", counter.rule)
        return Change(seat, counter.name, int(match[2]) * (-1 if match[1] == "-" else 1), bool(match[1]))

    def _counter(self, name: str) -> Counter[Any]:
        return next(counter for counter in self.counters if counter.name == name)

    def _can_be(self) -> str:
        return "; ".join(one.removeprefix("adjust ") for one in self.usage)

    # --- carrying out -----------------------------------------------------------------------------

    def apply(self, game: C, change: Change, source: str, rules: Sequence[str]) -> None:
        """Carry a change out that `source` makes by these rules. Raises Illegal."""
        if self.move_card is not None and change.what in (GAINS, LOSES):
            self.move_card(game, change, source, rules)
        else:
            self.put(game, self._counter(change.what), change, source, rules)

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
