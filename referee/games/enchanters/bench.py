"""A deck file as the commands see it: its cards listed, drawn, checked and counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from msgspec import Struct

from referee.errors import BadInput
from referee.games.enchanters import tables
from referee.games.enchanters.card_line import write_card
from referee.games.enchanters.cards import Card, Village, load_deck
from referee.games.enchanters.vocabulary import GAME
from referee.names import find, fold, keyed

if TYPE_CHECKING:
    from referee.screens import Screen


class Lines(Struct, frozen=True):
    """Something told about a deck: a heading, and a line for each thing."""

    what: str
    heading: str
    lines: tuple[str, ...]
    against: bool = False
    notes: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """The lines for scripts."""
        return {"game": GAME, self.what: list(self.lines)}

    def show(self, screen: Screen) -> None:
        """The lines for people."""
        screen.line(self.heading, style="bold")
        for line in self.lines:
            screen.print_indented(line)


class Bench:
    """A deck file that is looked at; its cards are written by hand, or typed in while they are played with."""

    def __init__(self, path: Path) -> None:
        """Open a deck, every card checked. Raises BadInput."""
        self.path = path
        self.deck = load_deck(path)

    def listing(self, words: Sequence[str]) -> Lines:
        """The cards and villages that have all these words; without words all."""
        wanted = [fold(word) for word in words]
        found = [line for line in map(_line, self._all()) if all(word in fold(line) for word in wanted)]
        return Lines("cards", f"{len(found)} of {len(self._all())}", tuple(found))

    def drawing(self, names: Sequence[str], kind: str | None) -> Lines:
        """Some cards in full. Raises BadInput with the nearest names."""
        known = keyed(self._all(), lambda one: one.name)
        shown = {key: one.name for key, one in known.items()}
        return Lines("cards", str(self.path), tuple(_line(known[fold(find(n, shown, "card here"))]) for n in names))

    def findings(self) -> Lines:
        """How each kingdom differs from what a kingdom deck is made of (`kingdom-decks`)."""
        wrong = tuple(line for kingdom in self.deck.kingdoms for line in self._differences(kingdom))
        return Lines("faults", f"{len(wrong)} differences from whole kingdom decks", wrong, against=bool(wrong))

    def missing(self) -> Lines:
        """What is still missing of the box's kingdoms and villages."""
        box = tables.box()
        lacking = [
            f"{box.kingdom.decks - len(self.deck.kingdoms)} of {box.kingdom.decks} kingdoms",
            f"{box.villages - len(self.deck.village)} of {box.villages} villages",
            *(line for kingdom in self.deck.kingdoms for line in self._differences(kingdom)),
        ]
        return Lines("missing", "Not here yet", tuple(line for line in lacking if not line.startswith("0 of ")))

    def _differences(self, kingdom: str) -> Iterable[str]:
        of, cards = tables.box().kingdom, [card for card in self.deck.card if card.kingdom == kingdom]
        counted = Counter(card.type for card in cards for _ in range(card.copies))
        wanted = {
            "item": of.items * of.copies, "enchantment": of.enchantments * of.copies,
            "monster": of.minor + of.medium + of.major, "dragon": of.dragons,
        }  # fmt: skip
        for kind, many in wanted.items():
            has = counted.get(kind, 0)  # type: ignore[call-overload]
            if has != many:
                yield f"{kingdom}: {has} {kind}s; a kingdom deck has {many}"

    def _all(self) -> list[Card | Village]:
        return [*self.deck.card, *self.deck.village]

    # --- what isn't done here ---------------------------------------------------------------------

    def comparison(self, other: Path) -> Lines:
        """The cards that only one of two decks has, or that differ."""
        mine, theirs = ({_line(one) for one in deck._all()} for deck in (self, Bench(other)))
        lines = [f"only in {self.path}: {line}" for line in sorted(mine - theirs)]
        lines += [f"only in {other}: {line}" for line in sorted(theirs - mine)]
        return Lines("differences", f"{len(lines)} differences", tuple(lines))

    def add(self, lines: Iterable[str], kind: str | None = None) -> Sequence[str]:
        """Refused. Raises BadInput."""
        self._by_hand()

    def edit(self, name: str, changes: Sequence[str], kind: str | None) -> Sequence[str]:
        """Refused. Raises BadInput."""
        self._by_hand()

    def remove(self, names: Sequence[str], kind: str | None) -> Sequence[str]:
        """Refused. Raises BadInput."""
        self._by_hand()

    def import_csv(self, source: Path) -> Sequence[str]:
        """Refused. Raises BadInput."""
        self._by_hand()

    def export_csv(self) -> str:
        """Refused. Raises BadInput."""
        self._by_hand()

    def doubts(self) -> Sequence[str]:
        """Nothing is changed, so nothing is in doubt."""
        return ()

    def save(self) -> None:
        """Nothing is changed, so nothing is written."""

    def _by_hand(self) -> NoReturn:
        raise BadInput(f"{self.path}: a deck of Enchanters is changed in the file itself, not by this command")


def _line(one: Card | Village) -> str:
    if isinstance(one, Village):
        return f"{one.name}: village; {'; '.join(one.rules)}"
    many = f" ({one.kingdom}, {one.copies} cards, {one.two} marked 2)" if one.kingdom else ""
    return f"{one.name}: {write_card(one)}{many}"
