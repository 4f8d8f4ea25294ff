"""Cards typed in one after the other, each on the disk before the next is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Generic

from referee.asking.question import Procedure, Question
from referee.cards.deck_editor import DeckEditor
from referee.cards.entry import C
from referee.errors import BadInput, Unreadable
from referee.play.loop import BareTable
from referee.play.session import Session

if TYPE_CHECKING:
    from referee.text.screen import Screen


class Asking(BareTable, Generic[C]):
    """The cards typed so far, as the loop plays it; it ends when somebody stops."""

    is_set_up, over = True, False

    def __init__(self, bench: DeckEditor[C], screen: Screen) -> None:
        self.bench = bench
        self.language = bench.language
        self.game = bench.language.game
        self.screen = screen
        self._begin()

    def _begin(self) -> None:
        self._before = self.bench.text
        self.session: Session[list[C]] = Session(self, [])

    # --- what the session plays -------------------------------------------------------------------

    def copy(self, state: list[C]) -> list[C]:
        """An independent copy."""
        return list(state)

    def next_decision(self, state: list[C], events: list[Any]) -> Procedure[None]:
        """The next card."""
        read = lambda text: self._read(text, state)  # noqa: E731
        card = yield Question(
            "card",
            "Card",
            read,
            hint="its name, a colon, the rest; stop ends",
            write=self.language.describe,
            whole=True,
        )
        state.append(card)
        events.append(card)

    def _read(self, text: str, typed: list[C]) -> C:
        """A card that can be added to those typed. Raises Unreadable."""
        card = self.language.read(text, None)
        try:
            self._put_in([*typed, card])
        except BadInput as error:
            raise Unreadable(str(error)) from None
        return card

    def _put_in(self, typed: list[C]) -> None:
        """Make the deck the one that it was before, with these cards more. Raises BadInput."""
        self.bench.take(self._before)
        with self.bench.changing():
            for card in typed:
                self.bench.put(card)

    # --- what the loop plays at -------------------------------------------------------------------

    def save(self) -> None:
        """Write the deck with all that was typed. Raises Overtaken."""
        self._put_in(self.session.state)
        self.bench.save()

    def reload(self) -> None:
        """Take over what another program has written, and begin anew on top of it."""
        self.bench.open(new=True)
        self._begin()

    def show(self, events: Sequence[Any]) -> None:
        """Say what was added, what is unusual about it, and how far the deck is; at the start how to write a card."""
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
        """What is still missing of the box."""
        self.bench.missing().show(self.screen)
