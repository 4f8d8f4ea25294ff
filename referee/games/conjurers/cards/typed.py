"""What is typed for the cards of a battle: names from the deck, new ones, whole cards in a line.

`A; B; C` is a whole side in one answer, creatures and equipment: then nothing more is asked of it.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Literal

from msgspec import UNSET, Struct
from msgspec.structs import replace

from referee.errors import Unreadable
from referee.games.conjurers.cards.cards import CreatureEntry, Deck, ItemEntry, base_name, read_card_name
from referee.games.conjurers.cards.language import CARDS, tells_creature
from referee.games.conjurers.tables import points as points_tables
from referee.text.names import find, fold, keyed

DONE = "done"
NO_MORE = (DONE, "none", "")
BETWEEN = ";"
"""What parts the cards of a side that is typed in one answer."""

Kind = Literal["creature", "piece"]
Entry = CreatureEntry | ItemEntry

EXAMPLES: dict[Kind, str] = {"creature": "Pegasus: greek 3, 9/3, flying", "piece": "Dirk: power hit 1"}


class Asked(Struct, frozen=True):
    """A card as it was answered: whole, or a name that the deck knows, or (None) a name that it doesn't."""

    name: str
    kind: Kind
    card: Entry | None = None
    known: bool = False


class Typed(Struct, frozen=True):
    """One answer: its cards, none for "done". `whole` says that nothing more is to be asked of the side."""

    cards: tuple[Asked, ...] = ()
    whole: bool = False


class TypedCards(Struct, frozen=True):
    """Where names are looked up, and whether elements count."""

    deck: Deck
    elements: bool

    def known(self, kind: Kind, least: int = 1) -> dict[str, str]:
        """The deck's names of a kind, creatures of a level of at least `least`, by folded name."""
        if kind == "piece":
            return {key: card.name for key, card in self.deck.equipment.items()}
        return {key: card.name for key, card in self.deck.creatures.items() if card.level >= least}


def read(text: str, kind: Kind, cards: TypedCards, known: dict[str, str], taken: Collection[str]) -> Asked:
    """A card as typed: whole, by a name of the deck or its only beginning, or a new name. Raises Unreadable."""
    if ":" in text:
        card = _read_whole(text, kind, cards.elements)
        name = _free_name(base_name(read_card_name(card.name)), taken)
        return Asked(name, kind, replace(card, name=name))
    if "," in text or "/" in text:
        raise Unreadable(f'"{text.strip()}": a whole card has a colon behind its name, like {EXAMPLES[kind]}')
    base = base_name(read_card_name(text))
    exact = known.get(fold(base)) or (find(base, known, "card") if _begins_one(base, known) else None)
    return Asked(_free_name(exact or base, taken), kind, known=exact is not None)


def _read_whole(text: str, kind: Kind, elements: bool) -> Entry:
    """A card from its line, its number of copies left out; artifacts are told by their names. Raises Unreadable."""
    if kind == "piece":
        artifacts = keyed(points_tables.artifacts(), lambda row: row.name)
        name, _ = CARDS.cut(text)
        if fold(name) not in artifacts:
            return replace(CARDS.read_as(text, ItemEntry), copies=UNSET)
        return ItemEntry(name=artifacts[fold(name)].name, abilities=CARDS.read(text, "artifact").abilities)
    card = replace(CARDS.read_as(text, CreatureEntry), copies=UNSET)
    if elements and (lacking := CARDS.lacking(card, ["element"])):
        raise Unreadable(f"{card.name}: {lacking}")
    return card


def read_side(text: str, kind: Kind | None, cards: TypedCards, taken: Collection[str]) -> tuple[Asked, ...]:
    """The cards of a whole side, in the order as typed; without a `kind` creatures and equipment.

    Raises Unreadable, also for a name that nothing is known of.
    """
    found: list[Asked] = []
    for part in filter(None, map(str.strip, text.split(BETWEEN))):
        its = kind or _kind_of(part, cards)
        used = [*taken, *(asked.name for asked in found if asked.kind == its)]
        asked = read(part, its, cards, cards.known(its), used)
        if asked.card is None and not asked.known:
            raise Unreadable(f'nothing is known of "{asked.name}"; write the whole card, like {EXAMPLES[its]}')
        found.append(asked)
    return tuple(found)


def _kind_of(text: str, cards: TypedCards) -> Kind:
    """Whether a part of a side is a creature or a piece of equipment."""
    if ":" in text:
        return "creature" if tells_creature(CARDS.keys_in(CARDS.cut(text)[1])) else "piece"
    name, pieces = fold(base_name(text)), cards.known("piece")
    creatures = cards.known("creature")
    only_piece = name in pieces or (_begins_one(name, pieces) and not _begins_one(name, creatures))
    return "piece" if only_piece and name not in creatures else "creature"


def write(typed: Typed) -> str:
    """An answer as it is recorded, so that it can be read again."""
    told = (asked.name if asked.card is None else CARDS.write(asked.card) for asked in typed.cards)
    return f"{BETWEEN} ".join(told) + (BETWEEN if typed.whole and len(typed.cards) == 1 else "") or DONE


def _begins_one(word: str, known: dict[str, str]) -> bool:
    return sum(1 for name in known if name.startswith(fold(word))) == 1


def _free_name(name: str, taken: Collection[str]) -> str:
    """A name unique on its side: the second Wolf is "Wolf #2"."""
    used = {fold(other) for other in taken}
    free, copy = name, 1
    while fold(free) in used:
        copy += 1
        free = f"{name} #{copy}"
    return free
