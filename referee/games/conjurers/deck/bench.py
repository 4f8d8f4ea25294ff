"""A deck on the workbench, as the commands see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from referee.errors import BadInput, Overtaken
from referee.files import Data, convert, lock_of, parse_toml, read_text, write_atomic
from referee.games.conjurers.card_line import describe, read_card
from referee.games.conjurers.card_parts import KINDS, Card, Kind, kind_of
from referee.games.conjurers.cards import DeckFile
from referee.games.conjurers.deck import pieces as text_of
from referee.games.conjurers.deck.changes import changed, data_of
from referee.games.conjurers.deck.checks import card_doubts, card_faults
from referee.games.conjurers.deck.written import Written, cards_of, find, same_name, written
from referee.games.conjurers.kinds import expect
from referee.games.conjurers.vocabulary import GAME
from referee.names import find as find_name
from referee.names import fold

if TYPE_CHECKING:
    from referee.games.conjurers.reports.cards import Comparing, Drawing, Findings, Listing, Missing

NEW = f'# A deck of referee: the cards of one box, as they are printed.\n\ngame = "{GAME}"\nkind = "deck"\n'
"""How a deck begins that the program makes."""


class Bench:
    """A deck file, read once; what is changed is written by `save`, all of it or nothing."""

    def __init__(self, path: Path, *, new: bool = False) -> None:
        """Open a deck; a `new` one may be a file that isn't there yet. Raises BadInput.

        A card that can't be read doesn't keep the others from being worked on; `findings` tells of it.
        """
        self.path = path
        self.text = ""
        self.cards: list[Written] = []
        self._pieces: list[text_of.Piece] = []
        self.open(new=new)

    def open(self, *, new: bool = False) -> None:
        """Read the file, again too. Raises BadInput."""
        self._on_disk = None if new and not self.path.exists() else read_text(self.path)
        self.take(NEW if self._on_disk is None else self._on_disk)

    def take(self, text: str) -> None:
        """Take a text for the deck's, without writing it. Raises BadInput."""
        data = parse_toml(text, str(self.path))
        expect("deck", data, self.path)
        convert({key: value for key, value in data.items() if key not in KINDS}, DeckFile, str(self.path))
        self.text = text
        self.cards = cards_of(data, str(self.path))

    # --- looking ----------------------------------------------------------------------------------

    def listing(self, words: Sequence[str]) -> Listing:
        """The cards that have all these words in their kind or line; without words all."""
        from referee.games.conjurers.reports.cards import Listing

        wanted = [fold(word) for word in words]
        return Listing(tuple(card for card in self.cards if all(word in fold(str(card)) for word in wanted)))

    def drawing(self, names: Sequence[str], kind: str | None) -> Drawing:
        """Some cards as they look. Raises BadInput."""
        from referee.games.conjurers.reports.cards import Drawing

        return Drawing(tuple(self._readable(find(name, self.cards, _kind(kind))) for name in names))

    def _readable(self, card: Written) -> Card:
        if card.entry is None:
            raise BadInput(f"{self.path}: {card.problem}; put it right with: referee cards edit {self.path}")
        return card.entry

    def findings(self) -> Findings:
        """What may be wrong with the cards."""
        from referee.games.conjurers.deck.checks import check
        from referee.games.conjurers.reports.cards import Findings

        found = check(self.cards)
        return Findings(str(self.path), len(self.cards), found.faults, found.doubts)

    def missing(self) -> Missing:
        """What is still missing of the box."""
        from referee.games.conjurers.deck.checks import groups
        from referee.games.conjurers.reports.cards import Missing

        return Missing(str(self.path), tuple(groups(self.cards)))

    def comparison(self, other: Path) -> Comparing:
        """This deck beside another one. Raises BadInput."""
        from referee.games.conjurers.deck.compare import compare
        from referee.games.conjurers.reports.cards import Comparing

        return Comparing(str(self.path), str(other), compare(self.cards, Bench(other).cards))

    def export_csv(self) -> str:
        """All cards for a spreadsheet. Raises BadInput for a card that can't be read."""
        from referee.games.conjurers.deck.spreadsheet import write

        return write(map(self._readable, self.cards))

    # --- changing ---------------------------------------------------------------------------------

    @contextmanager
    def changing(self) -> Iterator[None]:
        """All changes within are taken over together, or none of them where one raises BadInput."""
        before = self.cards
        self._pieces = text_of.cut(self.text, str(self.path))
        self.cards = list(before)
        try:
            yield
            self._settle()
        except BadInput:
            self.cards = before
            raise

    def _settle(self) -> None:
        """Take over the changed text, once it is sure that it says what it should, and the rest what it said."""
        text = text_of.join(self._pieces)
        old, new = (parse_toml(one, str(self.path)) for one in (self.text, text))
        cards: Data = {kind: [card.data for card in self.cards if card.kind == kind] for kind in KINDS}
        nothing: Data = {kind: [] for kind in KINDS}
        if nothing | new != old | cards:
            raise BadInput(f"{self.path}: can't be changed without harm to the rest of it; change it by hand")
        self.take(text)

    def add(self, lines: Iterable[str], kind: str | None = None) -> list[str]:
        """Put in cards that are written in lines; what was added. Raises BadInput, and nothing is added."""
        with self.changing():
            return [self.put(read_card(line, _kind(kind))) for line in lines]

    def put(self, card: Card) -> str:
        """Put a card in, within `changing`; the card in words. Raises BadInput if it is there or can't be."""
        kind = kind_of(card)
        self._refuse_faults(card)
        if there := same_name(card.name, kind, self.cards):
            change = f'referee cards edit {self.path} "{there.name}"'
            raise BadInput(f"{self.path}: {there.kind} {there.name} is there already; change it with: {change}")
        self._pieces = text_of.put_in(self._pieces, kind, data_of(card))
        self.cards.append(written(kind, data_of(card)))
        return f"{kind} {describe(card)}"

    def edit(self, name: str, changes: Sequence[str], kind: str | None) -> list[str]:
        """Change a card in words; what it was and is. Raises BadInput, and nothing is changed."""
        card = find(name, self.cards, _kind(kind))
        after = changed(card, changes)
        with self.changing():
            self._replace(card, after)
        return [f"was: {card.problem or card}", f"is:  {card.kind} {describe(after)}"]

    def _replace(self, card: Written, after: Card) -> None:
        self._refuse_faults(after)
        at = self._at(card)
        others = [*self.cards[:at], *self.cards[at + 1 :]]
        if there := same_name(after.name, card.kind, others):
            raise BadInput(f"{self.path}: {there.kind} {there.name} is there already")
        place = self._place(at)
        self._pieces[place] = text_of.changed(self._pieces[place], data_of(after))
        self.cards[at] = written(card.kind, data_of(after))

    def remove(self, names: Sequence[str], kind: str | None) -> list[str]:
        """Take cards out, called by their whole names; what was taken. Raises BadInput, and nothing is taken."""
        with self.changing():
            return [self._remove(find(name, self.cards, _kind(kind), whole=True)) for name in names]

    def _remove(self, card: Written) -> str:
        at = self._at(card)
        self._pieces = text_of.take_out(self._pieces, self._place(at))
        del self.cards[at]
        return str(card)

    def import_csv(self, source: Path) -> list[str]:
        """Take over the cards of a spreadsheet: new ones are added, known ones changed. All of them or none.

        How many, in words. Raises BadInput that names every bad row.
        """
        from referee.games.conjurers.deck.spreadsheet import read

        counts = dict.fromkeys(("added", "changed", "as they were"), 0)
        with self.changing():
            for card in read(read_text(source), str(source)):
                counts[self._take_over(card)] += 1
        return [", ".join(f"{many} {what}" for what, many in counts.items())]

    def _take_over(self, card: Card) -> str:
        key = kind_of(card), fold(card.name)
        there = next((one for one in self.cards if (one.kind, fold(one.name)) == key), None)
        if there is None:
            self.put(card)
            return "added"
        if there.entry == card:
            return "as they were"
        self._replace(there, card)
        return "changed"

    def _refuse_faults(self, card: Card) -> None:
        for fault in card_faults(written(kind_of(card), data_of(card))):
            raise BadInput(fault)

    def _at(self, card: Written) -> int:
        return next(n for n, one in enumerate(self.cards) if one is card)

    def _place(self, at: int) -> int:
        """Where the n-th of the cards is among the pieces."""
        kind = self.cards[at].kind
        return text_of.place_of(self._pieces, kind, sum(one.kind == kind for one in self.cards[:at]))

    # --- writing ----------------------------------------------------------------------------------

    def doubts(self) -> list[str]:
        """What is unusual on the cards that aren't on the disk yet, or aren't so there."""
        data = parse_toml(self._on_disk or NEW, str(self.path))
        before = [card.entry for card in cards_of(data, str(self.path))]
        new = [card.entry for card in self.cards if card.entry is not None and card.entry not in before]
        return [doubt for entry in new for doubt in card_doubts(entry)]

    def save(self) -> None:
        """Write the deck, the version before as a backup. Raises Overtaken if another program has changed it."""
        from filelock import FileLock  # loaded only by what writes

        if self.text == self._on_disk:
            return
        with FileLock(lock_of(self.path), timeout=30):
            on_disk = read_text(self.path) if self.path.exists() else None
            if on_disk != self._on_disk:
                raise Overtaken(f"{self.path} was changed meanwhile")
            if on_disk is not None:
                write_atomic(self.path.with_name(f"{self.path.name}.bak"), on_disk)
            write_atomic(self.path, self.text)
        self._on_disk = self.text


def _kind(word: str | None) -> Kind | None:
    """A kind of card by its name or the beginning of it. Raises Unreadable."""
    return None if word is None else find_name(word, {one: one for one in KINDS}, "kind of card")
