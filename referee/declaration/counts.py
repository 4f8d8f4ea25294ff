"""Counters and piles: what can be counted in a game, and where its cards lie.

Declared once, they say what everybody sees of a state, what a correction can change, and what can't be.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from referee.declaration.tracks import missing
from referee.text.names import and_list, fold

if TYPE_CHECKING:
    from referee.declaration.rules import Rules

S = TypeVar("S")

NOT_TRACKED = "not tracked"
"""What stands in the place of a count that isn't known."""


@dataclass(frozen=True)
class Counter(Generic[S]):
    """Something of a player that is counted (or of the table, where it `lies` there): gold, wounds, cards of a deck.

    `value` reads it and `put` writes it, of the player (or state); without them it is the attribute of that name. It
    is never more than `most`, which `rule` tells of, and shown as "3 of 8" then.
    """

    name: str
    most: Callable[[Any], int] | int | None = None
    rule: str = ""
    lies: bool = False
    value: Callable[[Any], int] | None = None
    put: Callable[[Any, int], None] | None = None

    def of(self, owner: Any) -> int:
        """How many a player (or the table) has."""
        return self.value(owner) if self.value is not None else int(getattr(owner, self._attribute))

    def set(self, owner: Any, number: int) -> None:
        """Let a player (or the table) have so many."""
        if self.put is not None:
            self.put(owner, number)
        else:
            setattr(owner, self._attribute, number)

    def most_of(self, owner: Any) -> int | None:
        """The most that a player can have now; None without a bound."""
        return self.most(owner) if callable(self.most) else self.most

    def told(self, owner: Any) -> str:
        """The count as people see it: "3", or "3 of 8"."""
        most = self.most_of(owner)
        return str(self.of(owner)) + (f" of {most}" if most is not None else "")

    @property
    def _attribute(self) -> str:
        return self.name.replace(" ", "_")


@dataclass(frozen=True)
class Pile(Generic[S]):
    """A list of cards of a player (or of the table, where it `lies` there), by the attribute that holds their names.

    `shown` is a card's name as people know it. At most `most` lie there. A pile that isn't `open` is for its owner's
    eyes alone: everybody sees how many cards it has. A card lies in `one_place` among all piles that say so. The
    table's lie `there`: "on the track"; "in the" and its name, if it isn't said.
    """

    name: str
    most: int | None = None
    lies: bool = False
    open: bool = True
    one_place: bool = True
    shown: Callable[[str], str] = str
    there: str = ""

    def of(self, owner: Any) -> list[str]:
        """The cards, as they are kept."""
        cards: list[str] = getattr(owner, self.name)
        return cards

    def told(self, owner: Any) -> str:
        """The pile as everybody sees it."""
        cards = self.of(owner)
        return ", ".join(map(self.shown, cards)) if self.open else f"{len(cards)} cards"


def seen(rules: Rules[Any, Any], state: Any) -> dict[str, str]:
    """What everybody sees of counters and piles: "Anna's gold" is "3"."""
    found: dict[str, str] = {}
    for player in state.players:
        found |= {f"{player.name}'s {what}": told for what, told in _told(rules, player, lies=False)}
    found |= _told(rules, state, lies=True)
    unknown = missing(rules, state)
    return {what: NOT_TRACKED if what.rpartition("'s ")[2] in unknown else told for what, told in found.items()}


def _told(rules: Rules[Any, Any], owner: Any, *, lies: bool) -> Iterator[tuple[str, str]]:
    counts: Sequence[Counter[Any] | Pile[Any]] = (*rules.counters, *rules.piles)
    yield from ((one.name, one.told(owner)) for one in counts if one.lies == lies)


def hands(rules: Rules[Any, Any], before: Any, after: Any, but: Collection[str] = ()) -> list[str]:
    """What hands must move where a state gives way to another: "Anna: put 2 wood back", "Bo: take 1 food".

    Cards of open piles are named with where they go; of hidden ones only how many are more or fewer. What isn't
    tracked is named in `but`, and left out.
    """
    counters = [counter for counter in rules.counters if counter.name not in but]
    piles = [pile for pile in rules.piles if pile.name not in but]
    found = []
    for (owner, whose, lies), (then, _, _) in zip(_owners(after), _owners(before), strict=False):
        told = [
            _counted(counter.name, counter.of(owner), by, lies)
            for counter in counters
            if counter.lies == lies and (by := counter.of(owner) - counter.of(then))
        ]
        told += [
            f"{abs(by)} {'more' if by > 0 else 'fewer'} in the {pile.name}"
            for pile in piles
            if pile.lies == lies and not pile.open and (by := len(pile.of(owner)) - len(pile.of(then)))
        ]
        if told:
            found.append(f"{owner.name if whose else 'table'}: {', '.join(told)}")
    return [*found, *_cards_moved(piles, before, after)]


def _counted(name: str, now: int, by: int, lies: bool) -> str:
    """What hands do where a count has changed by so many."""
    if lies:
        return f"{name} is {now}, not {now - by}"
    name = name if abs(by) != 1 else name.removesuffix("s")
    return f"take {by} {name}" if by > 0 else f"put {-by} {name} back"


def _cards_moved(piles: Sequence[Pile[Any]], before: Any, after: Any) -> Iterator[str]:
    """Cards of open piles that lie elsewhere, each with where it must go."""
    then, now = _places(piles, before), _places(piles, after)
    for card in dict.fromkeys((*then, *now)):
        (_, here), (shown, there) = then.get(card, ("", "")), now.get(card, ("", ""))
        if here and there and here != there:
            yield f"{shown}: from {here} to {there}"
        elif here != there:
            yield f"{shown}: to {there}" if there else f"{then[card][0]}: away from {here}"


def _places(piles: Sequence[Pile[Any]], state: Any) -> dict[str, tuple[str, str]]:
    """The cards of open piles, each with its name as people know it, and where it lies: "Anna's creatures"."""
    return {
        card if pile.one_place else f"{whose}{card}": (pile.shown(card), f"{whose or 'the '}{pile.name}")
        for owner, whose, lies in _owners(state) for pile in piles
        if pile.lies == lies and pile.open for card in pile.of(owner)
    }  # fmt: skip


def wrong(rules: Rules[Any, Any], state: Any) -> Iterator[str]:
    """What can't be of counters and piles: fewer than none, more than the most, a card in two places."""
    for owner, whose, lies in _owners(state):
        for counter in rules.counters:
            if counter.lies == lies:
                most, has = counter.most_of(owner), counter.of(owner)
                if has < 0 or (most is not None and has > most):
                    yield (
                        f"{whose}{counter.name}: {has}; it can be 0 to {most}"
                        if most is not None
                        else (f"{whose}{counter.name}: {has}; it is never below 0")
                    )
        for pile in rules.piles:
            if pile.lies == lies and pile.most is not None and len(pile.of(owner)) > pile.most:
                yield f"{whose}{pile.name}: {len(pile.of(owner))} cards; at most {pile.most} lie there"
    yield from _in_two_places(rules, state)


def _owners(state: Any) -> Iterator[tuple[Any, str, bool]]:
    """The players and the table, each as it is named before a count."""
    yield from ((player, f"{player.name}'s ", False) for player in state.players)
    yield state, "", True


def _in_two_places(rules: Rules[Any, Any], state: Any) -> Iterator[str]:
    places: dict[str, list[str]] = {}
    names: dict[str, str] = {}
    hidden: set[str] = set()
    for owner, whose, lies in _owners(state):
        for pile in rules.piles:
            for card in pile.of(owner) if pile.lies == lies and pile.one_place else ():
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


def without_hidden(rules: Rules[Any, Any], plain: dict[str, Any]) -> dict[str, Any]:
    """A state as plain data, of piles that aren't open only the number of cards."""
    closed = [pile for pile in rules.piles if not pile.open]
    if not closed:
        return plain
    for pile in closed:
        for owner in [plain] if pile.lies else plain["players"]:
            if isinstance(owner.get(pile.name), list):
                owner[pile.name] = len(owner[pile.name])
    return plain


def hidden_of(rules: Rules[Any, Any], player: Any) -> list[str]:
    """The cards of a player's piles that aren't open, as people know them."""
    return [pile.shown(card) for pile in rules.piles if not pile.open and not pile.lies for card in pile.of(player)]
