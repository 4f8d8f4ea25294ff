"""Cards learnt at the table go to the group's own deck file, so that no later game asks for them again.

That is the deck the game was begun with, else the one of the preferences. What the deck says already stays; what it
leaves open is filled in. A card is put right or taken out again only where this game itself wrote it so. A deck
that can't be written never stops a game.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import asdict, replace

from referee.errors import BadInput, Overtaken, RefereeError
from referee.games.conjurers.cards import ArtifactEntry, CreatureEntry, ItemEntry, base_name
from referee.games.conjurers.evening.state import Game
from referee.games.conjurers.tables import points as points_tables
from referee.games.conjurers.vocabulary import GAME
from referee.names import and_list, fold

if TYPE_CHECKING:
    from referee.games.conjurers.card_parts import Card
    from referee.games.conjurers.deck.bench import Bench
    from referee.games.conjurers.deck.written import Written

Cards = dict[str, "Card"]
"""Cards by their folded names."""

TRIES = 3
"""How often the deck is read anew where another program writes it too."""

_NUMBER = re.compile(r"#\s*([0-9]+)$")


class Memory:
    """What one game at the table has learnt of cards, and the deck that is to remember it."""

    def __init__(self, deck: str, save: Path, game: Game, say: Callable[[str], None]) -> None:
        """`deck` is the file that the game was begun with, as it was named then; "" for none.

        What `game` knows already was remembered when it was learnt.
        """
        self._deck = deck
        self._save = save
        self._say = say
        self._known = learnt(game)
        self._doubted = list(self._known.values())
        self._ours: Cards = {}
        self._failed = False

    def tell_doubts(self, game: Game) -> None:
        """Say what is unusual about cards that were just typed in."""
        if not (game.learnt_creatures or game.learnt_items):
            return
        for card in learnt(game).values():
            if card not in self._doubted:
                from referee.games.conjurers.deck.checks import card_doubts  # loaded only for a new card

                self._doubted.append(card)
                for doubt in card_doubts(card):
                    if isinstance(card, CreatureEntry) or "yet" not in doubt:  # of a piece not all is known yet
                        self._say(f"note: {doubt}")

    def remember(self, game: Game) -> None:
        """Bring the deck up to what the game knows now, and say what changed in it."""
        now = learnt(game)
        if now == self._known:
            return
        before, self._known = self._known, now
        try:
            place = self._place()
            if place is not None:
                self._write(place, before, now)
        except (RefereeError, OSError) as error:
            if not self._failed:  # said once
                self._say(f"note: new cards are kept in this game only: {error}")
            self._failed = True

    def _place(self) -> Path | None:
        """The deck's file; None if the group wants none. Raises BadInput if it is gone."""
        if not self._deck:
            from referee.preferences import deck_place  # loaded only when a card was learnt

            return deck_place(GAME)
        named = Path(self._deck).expanduser()
        for path in (named, self._save.parent / named):
            if path.is_file():
                return path
        raise BadInput(f"{named}: there is no such file any more")

    def _write(self, place: Path, before: Cards, now: Cards) -> None:
        from referee.games.conjurers.deck.bench import Bench

        place.parent.mkdir(parents=True, exist_ok=True)
        for left in reversed(range(TRIES)):
            change = _Change(Bench(place, new=not self._deck), before, self._ours)
            change.make(now)
            try:
                change.bench.save()
            except Overtaken:
                if not left:
                    raise
                continue
            self._ours = change.ours
            for line in change.said:
                self._say(line)
            return


class _Change:
    """A deck brought from what a game knew before to what it knows now; `ours` are the cards that it wrote there."""

    def __init__(self, bench: Bench, before: Cards, ours: Cards) -> None:
        self.bench = bench
        self.said: list[str] = []
        self.ours = dict(ours)
        self._before = before
        self._new: list[str] = []

    def make(self, now: Cards) -> None:
        """Put in what is new, fill in what the deck leaves open, take out what was taken back."""
        for key, card in now.items():
            if self._before.get(key) != card:
                self._take_in(key, card)
        if self._new:
            are = "is" if len(self._new) == 1 else "are"
            self.said.insert(0, f"{and_list(self._new)} {are} remembered in {self.bench.path}")
        for key, card in self._before.items():
            if key not in now:
                self._take_back(key, card)

    def _take_in(self, key: str, card: Card) -> None:
        there = _find(self.bench, card)
        try:
            if there is None:
                with self.bench.changing():
                    self.bench.put(card)
                self._new.append(card.name)
                self.ours[key] = card
            elif there.entry is not None:
                self._fill_in(key, there, there.entry, card)
        except BadInput as error:
            self.said.append(f"note: {card.name} is kept in this game only: {error}")

    def _fill_in(self, key: str, there: Written, entry: Card, card: Card) -> None:
        """Put a card right that this game wrote; of another only fill in what it leaves open."""
        from referee.games.conjurers.card_line import describe

        after = card if entry in (self._before.get(key), self.ours.get(key)) else filled(entry, card)
        if after != entry:
            self.bench.edit(there.name, [describe(after)], there.kind)
            self.said.append(f"{self.bench.path} has it so now: {describe(after)}")
        if after == card and key in self.ours:
            self.ours[key] = card
        if contradicts(after, card):
            how = f'referee cards edit {self.bench.path} "{there.name}" "{describe(card)}"'
            self.said.append(f"note: {self.bench.path} has another {there}; it stays. Change it with: {how}")

    def _take_back(self, key: str, card: Card) -> None:
        there = _find(self.bench, card)
        if there is None or there.entry != card:
            return
        if self.ours.pop(key, None) == card:
            self.bench.remove([there.name], there.kind)
            self.said.append(f"{card.name} is taken out of {self.bench.path} again")
        else:
            how = f'referee cards remove {self.bench.path} "{there.name}"'
            self.said.append(f"note: {there.name} stays in {self.bench.path}; take it out with: {how}")


def learnt(game: Game) -> Cards:
    """All cards that a game has learnt whole, as a deck has them: "Wolf #2" is the second copy of one card."""
    found: Cards = {}
    copies: dict[str, int] = {}
    prices = {fold(name): cost for name, cost in game.prices.items()}
    cards: tuple[CreatureEntry | ItemEntry, ...] = (*game.learnt_creatures, *game.learnt_items)
    for card in cards:
        key = fold(base_name(card.name))
        number = _NUMBER.search(card.name)
        copies[key] = max(copies.get(key, 1), int(number[1]) if number else 1)
        found.setdefault(key, _as_in_a_deck(card, prices.get(key) or UNSET))
    return {key: replace(card, copies=many) if (many := copies[key]) > 1 else card for key, card in found.items()}


def _as_in_a_deck(card: CreatureEntry | ItemEntry, cost: Any) -> Card:
    """A learnt card under its own name; artifacts are told from items by the printed table (p. 8)."""
    name = base_name(card.name)
    if isinstance(card, CreatureEntry):
        return replace(card, name=name)
    artifact = next((row.name for row in points_tables.artifacts() if fold(row.name) == fold(name)), None)
    if artifact is not None:
        return ArtifactEntry(name=artifact, abilities=card.abilities)
    return ItemEntry(name=name, abilities=card.abilities, cost=cost)


def filled(there: Card, card: Card) -> Card:
    """A deck's card with what it leaves open and the game has learnt; more copies, where there are."""
    said = asdict(card)
    new = {key: said[key] for key, value in asdict(there).items() if value in (UNSET, ()) and key in said}
    if there.copies is not UNSET and card.copies is not UNSET:
        new["copies"] = max(there.copies, card.copies)
    return replace(there, **new)


def contradicts(there: Card, card: Card) -> bool:
    """Whether a deck says something else of a card than the game has learnt, its name and copies aside."""
    theirs = asdict(there)
    said = {key: value for key, value in asdict(card).items() if key not in ("name", "copies")}
    return any(value not in (UNSET, ()) and theirs.get(key, UNSET) != value for key, value in said.items())


def _find(bench: Bench, card: Card) -> Written | None:
    """The deck's card of that name, if it has one."""
    from referee.games.conjurers.card_parts import kind_of
    from referee.games.conjurers.deck.written import same_name

    return same_name(card.name, kind_of(card), bench.cards)
