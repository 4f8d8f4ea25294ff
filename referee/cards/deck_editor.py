"""A deck on the workbench, as the commands see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Generic

from msgspec.structs import asdict

from referee.cards import toml_source as text_of
from referee.cards.entry import C, Written, find
from referee.cards.language import CardLanguage
from referee.cards.reports import CardReport
from referee.errors import BadInput
from referee.files.files import Data, expect_place, parse_toml, read_text, replace_file
from referee.text.names import find as find_name
from referee.text.names import fold

if TYPE_CHECKING:
    from referee.text.screen import Screen


class DeckEditor(Generic[C]):
    """A deck file, read once; what is changed is written by `save`, all of it or nothing."""

    def __init__(self, language: CardLanguage[C], path: Path, *, new: bool = False) -> None:
        """Open a deck; a `new` one may be a file that isn't there yet. Raises BadInput.

        A card that can't be read doesn't keep the others from being worked on; `findings` tells of it.
        """
        self.language = language
        self.path = path
        self.text = ""
        self.cards: list[Written[C]] = []
        self._pieces: list[text_of.SourcePiece] = []
        self.open(new=new)

    def open(self, *, new: bool = False) -> None:
        """Read the file, again too. Raises BadInput."""
        if new:
            expect_place(self.path)
        self._on_disk = None if new and not self.path.exists() else read_text(self.path)
        self.take(self._new() if self._on_disk is None else self._on_disk)

    def take(self, text: str) -> None:
        """Take a text for the deck's, without writing it. Raises BadInput."""
        data = parse_toml(text, str(self.path))
        self.language.expect(data, self.path)
        self.text = text
        self.cards = self.language.cards_of(data, str(self.path))

    def _new(self) -> str:
        """How a deck begins that the program makes."""
        game = self.language.game
        return f'# A deck of referee: the cards of one box, as they are printed.\n\ngame = "{game}"\nkind = "deck"\n'

    # --- looking ----------------------------------------------------------------------------------

    def listing(self, words: Sequence[str]) -> CardReport:
        """The cards that have all these words in their kind or line; without words all."""
        cards = [card for card in self.cards if all(fold(word) in fold(str(card)) for word in words)]
        told = [{"kind": card.kind, **card.data} | ({"problem": card.problem} if card.problem else {})
                for card in cards]  # fmt: skip

        def show(screen: Screen) -> None:
            if cards:
                self.language.show_list(cards, screen)
            else:
                screen.line("No card.")

        return CardReport({"cards": told}, show)

    def drawing(self, names: Sequence[str], kind: str | None) -> CardReport:
        """Some cards as they look. Raises BadInput."""
        language, kind = self.language, self._kind(kind)
        cards = [self._readable(find(name, self.cards, kind)) for name in names]
        told = [{"kind": language.kind_of(card), **language.data_of(card)} for card in cards]

        def show(screen: Screen) -> None:
            for card in cards:
                language.draw(card, screen)

        return CardReport({"cards": told}, show)

    def _readable(self, card: Written[C]) -> C:
        if card.entry is None:
            raise BadInput(f"{self.path}: {card.problem}; put it right with: referee cards edit {self.path}")
        return card.entry

    def findings(self) -> CardReport:
        """What may be wrong with the cards: faults can't be played with, doubts are unusual."""
        language, deck = self.language, str(self.path)
        faults = [fault for card in self.cards for fault in self._faults(card)]
        faults += [*language.twice(self.cards), *language.faults_together(self.cards)]
        doubts = [doubt for card in self.cards if card.entry is not None for doubt in language.doubts(card.entry)]

        def show(screen: Screen) -> None:
            from referee.cards.screens import show_findings

            show_findings(deck, len(self.cards), faults, doubts, screen)

        return CardReport({"deck": deck, "faults": faults, "doubts": doubts}, show, against=bool(faults))

    def missing(self) -> CardReport:
        """What the deck has of each part of the box, and what is still missing."""
        deck, groups = str(self.path), self.language.groups(self.cards)
        parts = [{**asdict(part), "missing": part.missing} for part in groups]

        def show(screen: Screen) -> None:
            from referee.cards.screens import show_missing

            show_missing(deck, groups, screen)

        return CardReport({"deck": deck, "missing": sum(part.missing for part in groups), "parts": parts}, show)

    def comparison(self, other: Path) -> CardReport:
        """This deck beside another one. Raises BadInput."""
        from referee.cards.compare import compare

        found = compare(self.language, self.cards, DeckEditor(self.language, other).cards)
        here, there = str(self.path), str(other)
        told = {"here": here, "there": there, **asdict(found)}

        def show(screen: Screen) -> None:
            from referee.cards.screens import show_comparison

            show_comparison(here, there, found, screen)

        return CardReport(told | {"differences": [asdict(one) for one in found.differences]}, show)

    def export_csv(self) -> str:
        """All cards for a spreadsheet. Raises BadInput for a card that can't be read."""
        from referee.cards.spreadsheet import write

        return write(self.language, map(self._readable, self.cards))

    def offered(self, name: str) -> list[str]:
        """What can be typed to change a card. Raises BadInput."""
        return self.language.offered(find(name, self.cards))

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
        kinds = self.language.kinds
        cards: Data = {kind: [card.data for card in self.cards if card.kind == kind] for kind in kinds}
        nothing: Data = {kind: [] for kind in kinds}
        if nothing | new != old | cards:
            raise BadInput(f"{self.path}: can't be changed without harm to the rest of it; change it by hand")
        self.take(text)

    def add(self, lines: Iterable[str], kind: str | None = None) -> list[str]:
        """Put in cards that are written in lines; what was added. Raises BadInput, and nothing is added."""
        with self.changing():
            return [self.put(self.language.read(line, self._kind(kind))) for line in lines]

    def put(self, card: C) -> str:
        """Put a card in, within `changing`; the card in words. Raises BadInput if it is there or can't be."""
        kind = self.language.kind_of(card)
        new = self._sound(card)
        if there := self.language.same_name(new.name, kind, self.cards):
            change = f'referee cards edit {self.path} "{there.name}"'
            raise BadInput(f"{self.path}: {there.kind} {there.name} already exists; change it with: {change}")
        self._pieces = text_of.put_in(self._pieces, kind, new.data, self.language.kinds, self.language.order)
        self.cards.append(new)
        return str(new)

    def edit(self, name: str, changes: Sequence[str], kind: str | None) -> list[str]:
        """Change a card in words; what it was and is. Raises BadInput, and nothing is changed."""
        card = find(name, self.cards, self._kind(kind))
        after = self.language.changed(card, changes)
        with self.changing():
            self._replace(card, after)
        return [f"was: {card.problem or card}", f"is:  {card.kind} {self.language.describe(after)}"]

    def _replace(self, card: Written[C], after: C) -> None:
        new, at = self._sound(after), self._at(card)
        others = [*self.cards[:at], *self.cards[at + 1 :]]
        if there := self.language.same_name(new.name, card.kind, others):
            raise BadInput(f"{self.path}: {there.kind} {there.name} already exists")
        place = self._place(at)
        self._pieces[place] = text_of.changed(self._pieces[place], new.data, self.language.order)
        self.cards[at] = new

    def remove(self, names: Sequence[str], kind: str | None) -> list[str]:
        """Take cards out, called by their whole names; what was taken. Raises BadInput, and nothing is taken."""
        with self.changing():
            return [self._remove(find(name, self.cards, self._kind(kind), whole=True)) for name in names]

    def _remove(self, card: Written[C]) -> str:
        at = self._at(card)
        self._pieces = text_of.take_out(self._pieces, self._place(at))
        del self.cards[at]
        return str(card)

    def import_csv(self, source: Path) -> list[str]:
        """Take over the cards of a spreadsheet: new ones are added, known ones changed. All of them or none.

        How many, in words. Raises BadInput that names every bad row.
        """
        from referee.cards.spreadsheet import read

        counts = dict.fromkeys(("added", "changed", "as they were"), 0)
        with self.changing():
            for card in read(self.language, read_text(source), str(source)):
                counts[self._take_over(card)] += 1
        return [", ".join(f"{many} {what}" for what, many in counts.items())]

    def _take_over(self, card: C) -> str:
        new = self.language.written(self.language.kind_of(card), self.language.data_of(card))
        key = new.kind, fold(new.name)
        there = next((one for one in self.cards if (one.kind, fold(one.name)) == key), None)
        if there is None:
            self.put(card)
            return "added"
        if there.entry == card:
            return "as they were"
        self._replace(there, card)
        return "changed"

    def _sound(self, card: C) -> Written[C]:
        """A card as it is to stand in the file. Raises BadInput if it can't be played with."""
        new = self.language.written(self.language.kind_of(card), self.language.data_of(card))
        for fault in self._faults(new):
            raise BadInput(fault)
        return new

    def _faults(self, card: Written[C]) -> list[str]:
        """What makes a card unfit to be played with."""
        return [card.problem] if card.entry is None else list(self.language.faults(card.entry))

    def _at(self, card: Written[C]) -> int:
        return next(n for n, one in enumerate(self.cards) if one is card)

    def _place(self, at: int) -> int:
        """Where the n-th of the cards is among the pieces."""
        kind = self.cards[at].kind
        return text_of.place_of(self._pieces, kind, sum(one.kind == kind for one in self.cards[:at]))

    # --- writing ----------------------------------------------------------------------------------

    def doubts(self) -> list[str]:
        """What is unusual on the cards that aren't on the disk yet, or aren't so there."""
        data = parse_toml(self._on_disk or self._new(), str(self.path))
        before = [card.entry for card in self.language.cards_of(data, str(self.path))]
        new = [card.entry for card in self.cards if card.entry is not None and card.entry not in before]
        return [doubt for entry in new for doubt in self.language.doubts(entry)]

    def save(self) -> None:
        """Write the deck, the version before as a backup. Raises Overtaken if another program has changed it."""
        if self.text == self._on_disk:
            return
        replace_file(self.path, self.text, self._on_disk, backup=True)
        self._on_disk = self.text

    def _kind(self, word: str | None) -> str | None:
        """A kind of card by its name or the beginning of it. Raises Unreadable."""
        return None if word is None else find_name(word, {one: one for one in self.language.kinds}, "kind of card")
