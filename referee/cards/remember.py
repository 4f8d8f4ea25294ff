"""Cards learnt at the table are written to the group's own deck file, so that no later game asks for them again.

That is the deck with which the game was begun, else the one of the preferences, which also takes what was learnt in
games with the program's own example decks (these never change). Values in the deck stay; open fields are filled in.
Cards are corrected or removed only if this game itself wrote them. A deck that can't be written never stops a game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic

from referee.asking.question import Procedure, Question
from referee.cards.fields import C, name_of
from referee.errors import BadInput, Held, Overtaken, RefereeError, as_unreadable
from referee.files.files import path_of
from referee.play.session import Session
from referee.play.table import Table
from referee.text.names import and_list

if TYPE_CHECKING:
    from referee.cards.deck_editor import DeckEditor
    from referee.cards.fields import Written
    from referee.cards.language import CardLanguage
    from referee.text.screen import Screen

TRIES = 3
"""Most attempts to write the deck if another program writes it too."""


class Memory(Generic[C]):
    """The cards that one game at the table has learnt, and the deck that is to remember them.

    Cards are keyed by folded name. The language of cards is loaded only when there is something to remember.
    """

    def __init__(
        self,
        language: Callable[[], CardLanguage[C]],
        game: str,
        deck: str,
        save: Path,
        known: Mapping[str, C],
        say: Callable[[str], None],
    ) -> None:
        """Begin with the game's own `deck` file, named as at its start ("": none), and the cards `known` already.

        Cards in `known` were remembered when they were learnt.
        """
        self._language = language
        self._game = game
        self._deck = deck
        self._save = save
        self._say = say
        self._known = dict(known)
        self._doubted = list(self._known.values())
        self._ours: dict[str, C] = {}
        self._failed = False
        self._announced = False  # the message that new cards are remembered is printed once

    def print_doubts(self, learnt: Mapping[str, C]) -> None:
        """Print what is unusual about cards just typed in."""
        for card in learnt.values():
            if card not in self._doubted:
                self._doubted.append(card)
                for doubt in self._language().doubts_at_table(card):
                    self._say(f"note: {doubt}")

    def remember(self, learnt: Mapping[str, C]) -> None:
        """Update the deck to what the game knows now, and print what changed in it."""
        now = dict(learnt)
        if now == self._known:
            return
        before, self._known = self._known, now
        try:
            place = self._place()
            if place is not None:
                self._write(place, before, now)
        except (RefereeError, OSError) as error:
            if not self._failed:  # printed once
                self._say(f"note: new cards are kept in this game only: {error}")
            self._failed = True

    def _place(self) -> Path | None:
        """Return the deck's file; None if the group wants none. Raises BadInput if it is gone, or an example."""
        from referee.preferences import group_file, is_shipped  # loaded only when a card was learnt

        named = self._own_deck()
        if named is not None and not is_shipped(named):
            return named
        place = group_file(self._game, "deck")
        if place is not None and is_shipped(place):
            raise BadInput(f"{place} is an example; choose a deck of your own with: referee config deck FILE")
        return place

    def _own_deck(self) -> Path | None:
        """Return the deck with which the game was begun, if any. Raises BadInput if it is gone."""
        if not self._deck:
            return None
        named = path_of(self._deck)
        for path in (named, self._save.parent / named):
            if path.is_file():
                return path
        raise BadInput(f"{named}: there is no such file any more")

    def _write(self, place: Path, before: Mapping[str, C], now: Mapping[str, C]) -> None:
        from referee.cards.deck_editor import DeckEditor

        place.parent.mkdir(parents=True, exist_ok=True)
        for left in reversed(range(TRIES)):
            change = _Change(DeckEditor(self._language(), place, new=not place.exists()), before, self._ours)
            change.make(now)
            try:
                change.bench.save()
            except Held:
                raise
            except Overtaken:
                if not left:
                    raise
                continue
            self._ours = change.ours
            for line in change.messages[int(self._announced and bool(change.new)) :]:
                self._say(line)
            self._announced = self._announced or bool(change.new)
            return


class _Change(Generic[C]):
    """An update of a deck from what a game knew before to what it knows now; `ours` are the cards it wrote."""

    def __init__(self, bench: DeckEditor[C], before: Mapping[str, C], ours: Mapping[str, C]) -> None:
        self.bench = bench
        self.language = bench.language
        self.messages: list[str] = []
        self.ours = dict(ours)
        self._before = before
        self.new: list[str] = []

    def make(self, now: Mapping[str, C]) -> None:
        """Add new cards, fill in open fields, remove cards that were taken back."""
        for key, card in now.items():
            if self._before.get(key) != card:
                self._add(key, card)
        if self.new:
            are = "is" if len(self.new) == 1 else "are"
            self.messages.insert(0, f"{and_list(self.new)} {are} remembered for later games.")
        for key, card in self._before.items():
            if key not in now:
                self._take_back(key, card)

    def _add(self, key: str, card: C) -> None:
        there = self._find(card)
        try:
            if there is None:
                with self.bench.changing():
                    self.bench.put(card)
                self.new.append(name_of(card))
                self.ours[key] = card
            elif there.entry is not None:
                self._fill_in(key, there, there.entry, card)
        except BadInput as error:
            self.messages.append(f"note: {name_of(card)} is kept in this game only: {error}")

    def _fill_in(self, key: str, there: Written[C], entry: C, card: C) -> None:
        """Correct a card that this game wrote; in any other only fill in open fields."""
        describe, deck = self.language.describe, self.bench.path.name
        after = card if entry in (self._before.get(key), self.ours.get(key)) else self.language.filled(entry, card)
        if after != entry:
            self.bench.edit(there.name, [describe(after)], there.kind)
            self.messages.append(f"{deck} has it so now: {describe(after)}")
        if after == card and key in self.ours:
            self.ours[key] = card
        if self.language.contradicts(after, card):
            self.messages.append(f"note: {deck} has another {there}; it stays. referee cards edit changes it")

    def _take_back(self, key: str, card: C) -> None:
        there = self._find(card)
        if there is None or there.entry != card:
            return
        if self.ours.pop(key, None) == card:
            self.bench.remove([there.name], there.kind)
            self.messages.append(f"{name_of(card)} is no longer remembered for later games.")
        else:
            kept = f"{there.name} stays among your cards ({self.bench.path.name})"
            self.messages.append(f"note: {kept}; referee cards remove takes it out")

    def _find(self, card: C) -> Written[C] | None:
        """Return the deck's card of that name, if it has one."""
        return self.language.same_name(name_of(card), self.language.kind_of(card), self.bench.cards)


# --- Typing in cards, each saved before the next is asked for -------------------------------------


class Asking(Table, Generic[C]):
    """The cards typed so far as the table of the loop, which ends when the user stops."""

    def __init__(self, bench: DeckEditor[C], screen: Screen) -> None:
        self.bench = bench
        self.language = bench.language
        self.game = bench.language.game
        self.screen = screen
        self._begin()

    def _begin(self) -> None:
        self._before = self.bench.text
        self.session: Session[list[C]] = Session(self, [])

    # --- for the session --------------------------------------------------------------------------

    def next_decision(self, state: list[C], events: list[Any]) -> Procedure[None]:
        """Ask for the next card."""
        card = yield Question(
            "card",
            "Card",
            lambda text: self._read(text, state),
            hint="its name, a colon, the rest; stop ends",
            write=self.language.describe,
            whole=True,
        )
        state.append(card)
        events.append(card)

    def _read(self, text: str, typed: list[C]) -> C:
        """Parse a card that can be added to those typed. Raises Unreadable."""
        card = self.language.read(text, None)
        with as_unreadable():
            self._rebuild([*typed, card])
        return card

    def _rebuild(self, typed: list[C]) -> None:
        """Reset the deck to its earlier text and add the typed cards. Raises BadInput."""
        self.bench.take(self._before)
        with self.bench.changing():
            for card in typed:
                self.bench.put(card)

    # --- for the loop -----------------------------------------------------------------------------

    def save(self) -> None:
        """Write the deck with all that was typed. Raises Overtaken."""
        self._rebuild(self.session.state)
        self.bench.save()

    def reload(self) -> None:
        """Reload what another program has written, and start again on top of it."""
        self.bench.open(new=True)
        self._begin()

    def show(self, events: Sequence[Any]) -> None:
        """Print added cards with doubts and progress; at the start, how to write a card."""
        if not events and not self.session.steps:
            self.say(self.language.how)
            for example in self.language.examples.values():
                self.say(f"  {example}")
        for card in events:
            self.say(f"  {self.language.kind_of(card)} {self.language.describe(card)}")
            for doubt in self.language.doubts(card):
                self.say(f"  note: {doubt}")
            parts = self.language.groups(self.bench.cards)
            self.say(f"  {sum(part.have for part in parts)} of {sum(part.box for part in parts)} cards")

    def status(self) -> None:
        """Show what is still missing of the box."""
        self.bench.missing().show(self.screen)
