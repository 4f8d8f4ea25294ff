"""The cards, and the notation of their abilities: "offensive 2", "frost attack" (pp. 18-20, 22-23).

An ability's effect is in `battle`; here its name is parsed and its number checked.
"""

# No string annotations here: msgspec would evaluate each when such a record is first read.

import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Annotated, Literal, TypeVar

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from referee.errors import BadInput, Unreadable
from referee.files.files import convert, expect_game, read_toml
from referee.games.conjurers import tables
from referee.games.conjurers.tables import find_artifact
from referee.games.conjurers.vocabulary import GAME, RESOURCES, Element, Level, Mythology, Name, Resource
from referee.text.names import did_you_mean, fold, or_list, printable
from referee.text.pattern import lazy_pattern

Abilities = Mapping[str, int]
"""Ability names with their numbers; 1 for an ability without a number. Numbers of one name add up."""

MOST = 999
"""Highest number of an ability that is accepted."""


def parse(text: str, where: str) -> tuple[str, int]:
    """Parse an ability: "Offensive 2" is ("offensive", 2), "flying" is ("flying", 1).

    Raises BadInput with the place and the nearest right spelling.
    """
    known = tables.battle().abilities
    words = re.sub(r"(?<=[a-z])[-_](?=[a-z])", " ", fold(text))
    name, _, tail = words.rpartition(" ")
    number = int(tail[:9]) if re.fullmatch(r"[0-9]+", tail) else None
    if number is None:
        name = words
    if name not in known:
        numbered = number is not None
        spelled = [f"{one} {number}" if numbered and row.number else one for one, row in known.items()]
        hint = did_you_mean(words, spelled) or f"; known are {', '.join(known)}"
        raise BadInput(f'{where}: there is no ability "{text}"{hint}')
    if known[name].number and number is None:
        raise BadInput(f'{where}: "{text}" needs its number, as in "{name} 2"')
    if not known[name].number and number is not None:
        raise BadInput(f'{where}: "{text}" takes no number; write "{name}"')
    if number is not None and not 1 <= number <= MOST:
        raise BadInput(f'{where}: "{text}": the number must be from 1 to {MOST}')
    return name, 1 if number is None else number


def parse_all(texts: Iterable[str], where: str) -> dict[str, int]:
    """Parse a card's abilities by name. The numbers of an ability named twice are added. Raises BadInput."""
    found: dict[str, int] = {}
    for text in texts:
        name, number = parse(text, where)
        found[name] = found.get(name, 0) + number if tables.battle().abilities[name].number else 1
    return found


def show(name: str, number: int) -> str:
    """Format an ability as on a card."""
    return f"{name} {number}" if tables.battle().abilities[name].number else name


def show_all(abilities: Abilities) -> list[str]:
    """Format a card's abilities."""
    return [show(name, number) for name, number in abilities.items()]


# --- as fields of cards ---------------------------------------------------------------------------


def pattern() -> str:
    """Return the regular expression of an ability, whether its number is right or not."""
    names = "|".join(name.replace(" ", "[-_ ]") for name in tables.battle().abilities)
    return f"(?:{names})(?: [0-9]+)?"


def words() -> Iterator[str]:
    """Yield all abilities, with 2 for their numbers."""
    return (show(name, 2) for name in tables.battle().abilities)


def read(text: str) -> str:
    """Return an ability in its right spelling. Raises Unreadable with the nearest spelling."""
    try:
        return show(*parse(text, "card"))
    except BadInput as error:
        raise Unreadable(str(error).removeprefix("card: ")) from None


# --- The cards: creatures, items, artifacts, and the deck files in which a group keeps them -------
# The rulebook doesn't list the creatures and items; they are on the cards (pp. 6, 17, 22). A deck is a TOML file of
# `[[creature]]`, `[[item]]` and `[[artifact]]` entries.


HitPoints = Annotated[int, Meta(ge=1, le=9999)]
Dice = Annotated[int, Meta(ge=0, le=999)]
Copies = Annotated[int, Meta(ge=1, le=99)]

_COPY = lazy_pattern(r"\s*#\s*([1-9][0-9]?)$")
_VALUES = lazy_pattern(r"(\d{1,4})\s*[/ ]\s*(\d{1,3})")
LONGEST_NAME = 40


class CardEntry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A card as written in a file: its name, its abilities, and the number of copies."""

    name: Name
    abilities: tuple[str, ...] = ()
    copies: Copies | UnsetType = UNSET


class CreatureEntry(CardEntry, frozen=True, kw_only=True, omit_defaults=True):
    """A creature as written in a deck or a battle record. A level 1 creature has no mythology (p. 6)."""

    level: Level
    hp: HitPoints
    bd: Dice
    mythology: Mythology | UnsetType = UNSET
    element: Element | UnsetType = UNSET


class ItemEntry(CardEntry, frozen=True, kw_only=True, omit_defaults=True):
    """An item as written in a deck or a battle record."""

    cost: dict[Resource, Annotated[int, Meta(ge=1)]] | UnsetType = UNSET


class ArtifactEntry(CardEntry, frozen=True, kw_only=True, omit_defaults=True):
    """An artifact as written in a deck: its name and abilities; the table (p. 8) has the rest."""

    mythology: Mythology | UnsetType = UNSET
    cost: dict[Resource, Annotated[int, Meta(ge=1)]] | UnsetType = UNSET
    points: Annotated[int, Meta(ge=1)] | UnsetType = UNSET


Card = CreatureEntry | ItemEntry | ArtifactEntry


class DeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck file's layout."""

    creature: tuple[CreatureEntry, ...] = ()
    item: tuple[ItemEntry, ...] = ()
    artifact: tuple[ArtifactEntry, ...] = ()
    game: str = "conjurers"
    kind: Literal["deck"] = "deck"
    name: str = ""
    note: str = ""


class Creature(Struct, frozen=True, kw_only=True, omit_defaults=True, forbid_unknown_fields=True):
    """A creature card. `hp` in damage, `bd` in dice; `mythology` is None at level 1."""

    name: Name
    level: Level
    mythology: Mythology | None = None
    element: Element | None = None
    hp: HitPoints
    bd: Dice
    abilities: Abilities


class Equipment(Struct, frozen=True, forbid_unknown_fields=True):
    """An item or artifact card as worn in a battle."""

    name: str
    abilities: Abilities


C = TypeVar("C", Creature, Equipment)


class Deck(Struct, frozen=True):
    """The cards of one file, by folded name. `copies` holds only what the file states."""

    where: str = "no deck"
    creatures: dict[str, Creature] = {}
    equipment: dict[str, Equipment] = {}
    copies: dict[str, int] = {}

    def creature(self, name: str, where: str) -> Creature:
        """Return the creature called `name` ("Wolf", or "Wolf #2" for a second copy), under that very name."""
        return self._find(name, self.creatures, "creature", where)

    def piece(self, name: str, where: str) -> Equipment:
        """Return the item or artifact called `name`. Raises BadInput with the nearest names."""
        return self._find(name, self.equipment, "item or artifact", where)

    def stated_copies(self, name: str) -> int | None:
        """Return how many cards of this name the deck states; None if it states nothing."""
        return self.copies.get(fold(base_name(name)))

    def _find(self, name: str, cards: Mapping[str, C], what: str, where: str) -> C:
        wanted = fold(base_name(name))
        if wanted in cards:
            card, mark = cards[wanted], _COPY.search(name)
            return replace(card, name=f"{card.name} #{int(mark[1])}") if mark else card
        if not self.creatures and not self.equipment:
            raise BadInput(
                f'{where}: "{printable(name)}" is only a name, and there is no deck to look it up in; '
                "name one with --deck or in the file, or write the whole card"
            )
        hint = did_you_mean(base_name(name), [card.name for card in cards.values()])
        raise BadInput(f'{where}: no {what} in {self.where} is called "{printable(name)}"{hint}')


def base_name(name: str) -> str:
    """Return a card's name without the mark of a second copy: "Wolf" for "Wolf #2"."""
    return _COPY.sub("", name)


def read_card_name(text: str) -> str:
    """Parse a card's name, tidied. Raises Unreadable if moves couldn't be written with it."""
    name = " ".join(text.split())
    if not name:
        raise Unreadable("a name is needed")
    if re.search(r"[\[\]/,;:]", name) or len(name) > LONGEST_NAME:
        raise Unreadable(f'a card\'s name has no brackets, commas, colons or "/", and {LONGEST_NAME} letters at most')
    return name


def read_cost(words: str) -> dict[str, int]:
    """Parse a price: "2 iron and 1 wood", also without "and"; "nothing" is none. Raises Unreadable."""
    found: dict[str, int] = {}
    rest = re.sub(r"\band\b|[+,]", " ", fold(words).removeprefix("costs ")).strip()
    while rest and rest != "nothing":
        match = re.match(r"([0-9]{1,9}) ?([a-z]+)\s*", rest)
        if match is None:
            raise Unreadable(f'can\'t read the price "{words}"; write it like costs 2 iron and 1 wood')
        amount, resource = int(match[1]), match[2]
        if resource not in RESOURCES:
            hint = did_you_mean(resource, RESOURCES) or f"; it is {or_list(RESOURCES)}"
            raise Unreadable(f'there is no resource "{resource}"{hint}')
        if resource in found:
            raise Unreadable(f"{resource} stands twice in its price")
        found[resource] = amount
        rest = rest[match.end() :]
    return found


def read_values(text: str) -> tuple[int, int]:
    """Parse hit points and battle dice as at a card's foot: "9/3" (p. 17). Raises Unreadable."""
    match = _VALUES.fullmatch(text.strip())
    if match is None or int(match[1]) < 1:
        raise Unreadable(f'can\'t read "{text}"; write hit points / battle dice, like 9/3')
    return int(match[1]), int(match[2])


def read_abilities(text: str) -> tuple[str, ...]:
    """Parse abilities with commas between; "none" for none. Raises Unreadable with the nearest spelling."""
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if [fold(part) for part in parts] in (["none"], ["-"], []):
        return ()
    return tuple(map(read, parts))


def creature_of(entry: CreatureEntry, where: str) -> Creature:
    """Build a creature card from its entry. Raises BadInput for a wrong mythology or ability."""
    place = f"{where}: {entry.name}"
    mythology = None if entry.mythology is UNSET else entry.mythology
    if entry.level == 1:
        mythology = None  # whatever is written there (S1)
    elif mythology is None:
        raise BadInput(f'{place}: a level {entry.level} creature needs its "mythology"')
    return Creature(
        name=entry.name,
        level=entry.level,
        mythology=mythology,
        element=None if entry.element is UNSET else entry.element,
        hp=entry.hp,
        bd=entry.bd,
        abilities=parse_all(entry.abilities, place),
    )


def equipment_of(entry: ItemEntry | ArtifactEntry, where: str) -> Equipment:
    """Build equipment from an item or artifact. Raises BadInput for a wrong ability."""
    return Equipment(entry.name, parse_all(entry.abilities, f"{where}: {entry.name}"))


def _only_once(name: str, cards: Mapping[str, object], where: str) -> None:
    if fold(name) in cards:
        raise BadInput(f'{where}: "{name}" stands twice; give the number of cards as "copies = 2"')


def load_deck(path: Path) -> Deck:
    """Read a deck file. Raises BadInput that names the file and the card."""
    file = convert(expect_game(read_toml(path), GAME, "a deck", path), DeckFile, str(path))
    where = str(path)
    creatures: dict[str, Creature] = {}
    equipment: dict[str, Equipment] = {}
    for entry in file.creature:
        _only_once(entry.name, creatures, where)
        creatures[fold(entry.name)] = creature_of(entry, where)
    pieces: tuple[ItemEntry | ArtifactEntry, ...] = (*file.item, *file.artifact)
    for piece in pieces:
        _only_once(piece.name, equipment, where)
        if isinstance(piece, ArtifactEntry):
            find_artifact(piece.name, where)
        equipment[fold(piece.name)] = equipment_of(piece, where)
    cards: tuple[CardEntry, ...] = (*file.creature, *file.item, *file.artifact)
    copies = {fold(card.name): card.copies for card in cards if card.copies is not UNSET}
    return Deck(where, creatures, equipment, copies)


def _is_there(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # no name that a file can have
        return False


def deck_for(file: Path, named: str | None, given: Path | None, *, usual: bool = False) -> Deck:
    """Return the deck for a file: that of the command line, else the one it names (relative to it), else none.

    With `usual` the group's own deck replaces none. Raises BadInput.
    """
    if given is not None:
        return load_deck(given)
    if named:
        path = file.parent / named
        if not _is_there(path):
            beside = [other.name for other in file.parent.glob("*.toml") if other.name != file.name]
            raise BadInput(f'{file}: deck = "{printable(named)}": there is no such file{did_you_mean(named, beside)}')
        return load_deck(path)
    if usual:
        from referee.preferences import usual_deck  # loaded only if no deck is named

        return load_deck(own) if (own := usual_deck(GAME)) is not None else Deck()
    return Deck()
