"""The cards of a deck as they stand in its file, those too that can't be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET, Struct

from referee.errors import BadInput, Unreadable
from referee.files import Data, convert
from referee.games.conjurers.card_line import describe
from referee.games.conjurers.card_parts import KINDS, TYPES, Card, Kind
from referee.games.conjurers.cards import CreatureEntry
from referee.names import did_you_mean, fold, keyed, or_list, printable
from referee.names import find as find_name


class Written(Struct, frozen=True):
    """A card in a file: its kind, its data, and its entry or why it can't be read."""

    kind: Kind
    data: dict[str, Any]
    entry: Card | None
    problem: str = ""

    @property
    def name(self) -> str:
        """Its name, or what stands for one where it has none."""
        return self.entry.name if self.entry is not None else _shown_name(self.kind, self.data)

    def __str__(self) -> str:
        return f"{self.kind} {self.name}" if self.entry is None else f"{self.kind} {describe(self.entry)}"

    @property
    def copies(self) -> int:
        """How many cards it stands for."""
        return 1 if self.entry is None or self.entry.copies is UNSET else self.entry.copies


def written(kind: Kind, data: Any) -> Written:
    """A card as it stands in a file."""
    if not isinstance(data, dict):
        return Written(kind, {}, None, f'[[{kind}]] must be a table, like name = "Wolf"')
    try:
        return Written(kind, data, convert(data, TYPES[kind], _shown_name(kind, data)))
    except BadInput as error:
        return Written(kind, data, None, str(error))


def _shown_name(kind: Kind, data: Data) -> str:
    """The name of a card that may have none, or one that can't be printed."""
    name = data.get("name")
    return printable(name) if isinstance(name, str) and name else f"a nameless {kind}"


def cards_of(data: Data, where: str) -> list[Written]:
    """All cards of a deck file's data. Raises BadInput if there is something else where the cards should be."""
    found: list[Written] = []
    for kind in KINDS:
        cards = data.get(kind, [])
        if not isinstance(cards, list):
            raise BadInput(f"{where}: {kind} must be a list of cards, each under [[{kind}]]")
        found += [written(kind, card) for card in cards]
    return found


def find(name: str, cards: Sequence[Written], kind: Kind | None = None, *, whole: bool = False) -> Written:
    """The card that is called so; or the only one whose name begins so, or holds it, unless the `whole` is wanted.

    Raises Unreadable with the nearest names, and for a name that cards of several kinds have.
    """
    there = [card for card in cards if kind in (None, card.kind)]
    known = keyed(there, lambda card: card.name)
    if whole and fold(name) not in known:
        raise Unreadable(f'no card is called "{name}"{did_you_mean(name, [card.name for card in there])}')
    inside = [key for key in known if fold(name) in key]
    key = (
        inside[0] if len(inside) == 1 else fold(find_name(name, {k: card.name for k, card in known.items()}, "card"))
    )
    found = known[key]
    kinds = [card.kind for card in there if fold(card.name) == fold(found.name)]
    if len(kinds) > 1 and kind is None:
        raise Unreadable(f"{or_list(f'{one} {found.name}' for one in kinds)}? Say which with --kind")
    return found


def same_name(name: str, kind: Kind, cards: Sequence[Written]) -> Written | None:
    """The card that a card of this name and kind would come twice with: items and artifacts are found as one."""
    return next((card for card in cards if fold(card.name) == fold(name) and alike(card.kind, kind)), None)


def alike(one: Kind, other: Kind) -> bool:
    """Whether two kinds are looked up together: creatures are not worn."""
    return (one == "creature") == (other == "creature")


def creatures(cards: Sequence[Written]) -> Iterator[tuple[Written, CreatureEntry]]:
    """The creatures that can be read."""
    return ((card, card.entry) for card in cards if isinstance(card.entry, CreatureEntry))
