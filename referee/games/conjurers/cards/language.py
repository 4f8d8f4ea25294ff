"""The card language of Conjurers: fields, and how the kind of a card is recognized.

    Sphinx: egyptian 3, earth, 9/3, offensive 2, flying
    Wolf: level 1, earth, 5/2, poisonous, 2 copies
    Dirk: power hit 1, costs 2 iron and 1 wood
    The Holy Grail: absorption 3

A creature has a mythology with its level (a level 1 creature only its level), an element, hit points / battle dice,
and abilities; an item abilities and a price; an artifact abilities (the rest is in the table, p. 8; a card that
differs may have its mythology, price and points). Names may hold anything but : [ ] / and commas.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any, Literal

from msgspec import UNSET, Struct
from msgspec.structs import replace

from referee.cards.fields import CardField, FieldTable, Parts, Value, Written, one_of
from referee.cards.language import NOT_IN_NAMES, CardLanguage, Group
from referee.errors import BadInput, Unreadable, fault
from referee.files.files import Data, convert
from referee.files.kinds import expect
from referee.games.conjurers import tables
from referee.games.conjurers.cards import cards
from referee.games.conjurers.cards.cards import (
    ArtifactEntry,
    Card,
    CreatureEntry,
    Deck,
    DeckFile,
    ItemEntry,
    base_name,
    read_card_name,
    read_cost,
)
from referee.games.conjurers.rules.state import GameState
from referee.games.conjurers.vocabulary import ELEMENTS, GAME, MYTHOLOGIES, RESOURCES, words
from referee.text.names import did_you_mean, find, fold, nearest, numbered
from referee.text.pattern import lazy_pattern

if TYPE_CHECKING:
    from referee.text.screen import Screen

MOST_USUAL = 10
"""Highest number of an ability without a warning."""
SMITH = "weapon smith"
_PRICE = lazy_pattern(
    r"(?:,\s*)?\b(?:costs? |price |for )?(X(?:(?:,| and|)\s+X)*)".replace("X", rf"\d+ (?:{'|'.join(RESOURCES)})\b"),
    re.IGNORECASE,
)
"""A price as people type it, anywhere in a line: "for 2 iron, 1 wood"."""
_BARE_LEVEL = lazy_pattern(r"^\s*(\d)(?=,?\s+\d+/\d)")
_STRENGTH = '{name}: its hit points and battle dice are missing, as in "9/3"'


class ConjurersCards(CardLanguage[Card]):
    """Creatures, items and artifacts."""

    game = GAME
    types: Mapping[str, type[Card]] = {"creature": CreatureEntry, "item": ItemEntry, "artifact": ArtifactEntry}
    table = FieldTable(
        CardField(
            "level",
            ("{mythology} #", "{mythology} level #", "level #"),
            must='{name}: its level is missing, as in "level 1" or "egyptian 3"',
        ),
        CardField("mythology", ("#",), one_of(MYTHOLOGIES), open=True),
        CardField("element", ("#",), one_of(ELEMENTS), open=True),
        CardField(
            "hp",
            ("#/{bd}", "# (hp|h|health|life|hit points|hitpoints)", "(hp|health|life|hit points|hitpoints) #"),
            called="hit points and battle dice",
            must=_STRENGTH,
        ),
        CardField("bd", ("{hp}/#", "# (bd|d|die|dice|battle dice)", "(bd|dice|battle dice) #"), must=_STRENGTH),
        CardField(
            "abilities",
            ("#",),
            Value(cards.pattern, cards.read, words=cards.words),
            called="ability",
            several=True,
            open=True,
        ),
        CardField(
            "cost",
            ("costs #", "cost #"),
            Value(".+", read_cost, words, words=lambda: ("2 iron",), free=True),
            called="price",
            also=("costs",),
            open=True,
        ),
        CardField("points", ("# (point|points)",), open=True),
        CardField("copies", ("# (copy|copies)",), open=True, printed=False),
    )
    order = ("name", "mythology", "level", "element", "hp", "bd", "abilities", "cost", "points", "copies")
    examples: Mapping[str, str] = {
        "creature": "Sphinx: egyptian 3, earth, 9/3, offensive 2, flying",
        "item": "Dirk: power hit 1, costs 2 iron and 1 wood",
        "artifact": "The Holy Grail: absorption 3",
    }
    how = "A card in a line, with hit points / battle dice:"
    box = "pp. 5-8"

    def alike(self, one: str, other: str) -> bool:
        """Return whether two kinds are found as one: items and artifacts; creatures are not worn."""
        return (one == "creature") == (other == "creature")

    def expect(self, data: Data, where: object) -> None:
        """Refuse a file that is no deck. Raises BadInput."""
        expect("deck", data, where)
        convert({key: value for key, value in data.items() if key not in self.kinds}, DeckFile, str(where))

    def printed_kind(self, name: str, keys: Collection[str]) -> str:
        """Return the kind: a creature by its fields, an artifact by name (p. 8), else an item. Raises Unreadable."""
        if tells_creature(keys):
            return "creature"
        known = [row.name for row in tables.artifacts()]
        if fold(name) in tables.artifacts_by_key():
            return "artifact"
        if {"mythology", "points"} & set(keys):
            raise Unreadable(f'there is no artifact "{name}"{did_you_mean(name, known)}')
        if "cost" not in keys and (near := nearest(name, known, 1, alike=0.75)):
            raise Unreadable(f'"{name}" is nearly the artifact {near[0]}; write that, or say that it is an item')
        return "item"

    def in_own_words(self, text: str) -> str:
        """Normalize a line: move a bare price to the end, read a number in front as the level, split "of2".

        Returns "" if nothing changes.
        """
        line, prices = _BARE_LEVEL.sub(r"level \1", text), [match[1] for match in _PRICE.finditer(text)]
        line = re.sub(r"(?<=[^\W\d_])(?=\d)", " ", line)
        line = re.sub(r"(?i)\b(?:it )?(?:can fly|flies)\b", "flying", re.sub(r"(?i)\blvl\b", "level", line))
        line = ", ".join(
            [_PRICE.sub("", line).strip(" ,"), *(f"costs {price.replace(',', ' ')}" for price in prices)]
        )
        return "" if line.strip(" ,") == text.strip(" ,") else line.strip(" ,")

    def put(self, said: Parts, new: Parts) -> Parts:
        """Return a card's fields after a change; at level 1 it loses its mythology (p. 6)."""
        if new.get("level") == 1 and "mythology" not in new:
            said = {key: value for key, value in said.items() if key != "mythology"}
        return said | new

    def validated(self, card: Card) -> Card:
        """Check that a card has its mythology if needed (p. 6), and no useless ability. Raises Unreadable."""
        if isinstance(card, CreatureEntry) and card.level > 1 and card.mythology is UNSET:
            needs = f'a level {card.level} creature needs its mythology, as in "greek {card.level}"'
            raise Unreadable(f"{card.name}: {needs}")
        if useless := list(_useless(card)):
            raise Unreadable(useless[0])
        return card

    def faults(self, card: Card) -> Iterator[str]:
        """Yield the faults that make a card unplayable."""
        for text in card.abilities:
            if wrong := fault(cards.parse, text, card.name):
                yield str(wrong)
        if isinstance(card, CreatureEntry) and card.level > 1 and card.mythology is UNSET:
            yield f"{card.name}: a level {card.level} creature needs its mythology (p. 6)"
        yield from _useless(card)
        if base_name(card.name) != card.name:
            yield f'{card.name}: "#2" names a second copy; write the card once, with copies = 2'
        if isinstance(card, ArtifactEntry):
            yield from _artifact_faults(card)

    def doubts(self, card: Card) -> Iterator[str]:
        """Yield warnings about what is possible on a card, but unusual."""
        if signs := [sign for sign in card.name if sign in NOT_IN_NAMES]:
            yield f'{card.name}: a name with "{signs[0]}" can\'t be told in one line, nor in every move'
        for ability, many in Counter(map(fold, card.abilities)).items():
            if many > 1:
                yield f"{card.name}: {ability} is listed {many} times"
        for text in card.abilities:
            _, space, number = fold(text).rpartition(" ")
            if space and number.isdigit() and int(number[:9]) > MOST_USUAL:
                yield f"{card.name}: {text}? Usual is 1 to {MOST_USUAL}"
        if isinstance(card, CreatureEntry):
            yield from _creature_doubts(card)
        elif not card.abilities:
            yield f"{card.name}: has no ability yet"
        if isinstance(card, ItemEntry) and not (card.cost or {}):
            yield f"{card.name}: has no price yet; the blacksmith can't sell it"

    def doubts_at_table(self, card: Card) -> Iterator[str]:
        """Yield the doubts but those on unknown values of items and artifacts, which are learnt at the table."""
        return (doubt for doubt in self.doubts(card) if isinstance(card, CreatureEntry) or "yet" not in doubt)

    def faults_together(self, cards: Sequence[Written[Card]]) -> Iterator[str]:
        """Yield the faults of cards that exceed the box."""
        yield from super().faults_together(cards)
        for card in cards:
            if card.kind == "artifact" and card.copies > 1:
                yield f"{card.name}: {card.copies} copies; there is one of each artifact (p. 8)"

    def groups(self, cards: Sequence[Written[Card]]) -> list[Group]:
        """List the parts of the box: level 1, creatures by mythology, items, artifacts by mythology (pp. 5-8)."""
        box = tables.players().box
        levels = sum(card.copies for card, entry in _creatures(cards) if entry.level == 1)
        found = [Group("level 1 creatures", levels, box.level_1_creatures)]
        for mythology in box.mythologies:
            have = sum(
                card.copies
                for card, entry in _creatures(cards)
                if (entry.level > 1, entry.mythology) == (True, mythology)
            )
            found.append(Group(f"{mythology} creatures", have, box.creatures_per_mythology))
        found.append(Group("items", sum(card.copies for card in cards if card.kind == "item"), box.items))
        held: Mapping[str, Written[Card]] = {fold(card.name): card for card in cards if card.kind == "artifact"}
        for mythology in box.mythologies:
            names = [row.name for row in tables.artifacts() if row.mythology == mythology]
            lacking = tuple(name for name in names if fold(name) not in held)
            have = len(names) - len(lacking)
            found.append(Group(f"{mythology} artifacts", have, box.artifacts_per_mythology, lacking))
        return found

    def draw(self, card: Card, screen: Screen) -> None:
        """Draw a card; in plain mode describe it."""
        from referee.games.conjurers.screens.cards import show_card

        show_card(card, screen)

    def show_list(self, cards: Sequence[Written[Card]], screen: Screen) -> None:
        """Show a line for each card, by kinds and mythologies."""
        from referee.games.conjurers.screens.cards import show_list

        show_list(cards, screen)


def tells_creature(keys: Collection[str]) -> bool:
    """Return whether some of a card's fields belong to creatures only."""
    return bool({"level", "element", "hp"} & set(keys))


CARDS = ConjurersCards()


# --- faults and doubts of a card ------------------------------------------------------------------


def _useless(card: Card) -> Iterator[str]:
    """Yield the abilities that have no effect on the card."""
    if not isinstance(card, CreatureEntry) and SMITH in map(fold, card.abilities):
        yield f"{card.name}: {SMITH} does nothing on an item or artifact; only creatures are weapon smiths (p. 20)"


def _artifact_faults(card: ArtifactEntry) -> Iterator[str]:
    try:
        row = tables.find_artifact(card.name, card.name)
    except BadInput as error:
        yield str(error)
        return
    if card.mythology not in (UNSET, row.mythology):
        yield f"{card.name}: is {row.mythology} in the rulebook (p. 8), not {card.mythology}"
    if card.points not in (UNSET, row.points):
        yield f"{card.name}: is worth {row.points} points in the rulebook (p. 8), not {card.points}"
    if card.cost is not UNSET and card.cost != row.cost:
        yield f"{card.name}: costs {words(row.cost)} in the rulebook (p. 8), not {words(card.cost)}"


def _creature_doubts(card: CreatureEntry) -> Iterator[str]:
    if card.level == 1 and card.mythology is not UNSET:
        yield f"{card.name}: a level 1 creature has no mythology; {card.mythology} doesn't count (p. 6)"
    if not card.abilities:
        yield f"{card.name}: has no ability; every creature has one or more (p. 17)"
    hp, dice = _usual(card.level)
    if card.bd > card.hp:
        yield f"{card.name}: {card.hp}/{card.bd} is {card.hp} hit points and {card.bd} battle dice; swapped?"
        return
    if card.hp not in hp:
        yield f"{card.name}: {card.hp} hit points? Usual at level {card.level} is {hp[0]} to {hp[-1]}"
    if card.bd not in dice:
        yield f"{card.name}: {card.bd} battle dice? Usual at level {card.level} is {dice[0]} to {dice[-1]}"


def _usual(level: int) -> tuple[range, range]:
    """Return undoubted hit points and battle dice of a level: half to twice those of its minion (p. 15).

    Level 1 has no minion: the weakest one's are used, but one hit point and no dice are accepted.
    """
    rows = tables.minions().strengths
    row = min(rows, key=lambda row: abs(row.level - level))
    least = (1, 0) if level < row.level else (row.hp // 2, row.bd // 2)
    return range(least[0], 2 * row.hp + 1), range(least[1], 2 * row.bd + 1)


def _creatures(cards: Sequence[Written[Card]]) -> Iterator[tuple[Written[Card], CreatureEntry]]:
    """Yield the creatures that can be read."""
    return ((card, card.entry) for card in cards if isinstance(card.entry, CreatureEntry))


# --- Remember -------------------------------------------------------------------------------------
# Cards learnt in a game or a battle, for the group's own deck.


Cards = dict[str, Card]
"""Cards by their folded names."""

_NUMBER = lazy_pattern(r"#\s*([0-9]+)$")


def learnt_by(game: GameState) -> Cards:
    """Return all cards that a game has learnt whole."""
    return learnt(game.learnt_creatures, game.learnt_items, game.prices)


def learnt(creatures: Sequence[CreatureEntry], items: Sequence[ItemEntry], printed: Mapping[str, Any]) -> Cards:
    """Return cards that were typed in, with the items' `printed` prices, as a deck has them.

    "Wolf #2" is the second copy of one card.
    """
    found: Cards = {}
    copies: dict[str, int] = {}
    prices = {fold(name): cost for name, cost in printed.items()}
    cards: tuple[CreatureEntry | ItemEntry, ...] = (*creatures, *items)
    for card in cards:
        key = fold(base_name(card.name))
        number = _NUMBER.search(card.name)
        copies[key] = max(copies.get(key, 1), int(number[1]) if number else 1)
        found.setdefault(key, _deck_card(card, prices.get(key) or UNSET))
    return {key: replace(card, copies=many) if (many := copies[key]) > 1 else card for key, card in found.items()}


def _deck_card(card: CreatureEntry | ItemEntry, cost: Any) -> Card:
    """Return a learnt card under its own name; artifacts are recognized by the printed table (p. 8)."""
    name = base_name(card.name)
    if isinstance(card, CreatureEntry):
        return replace(card, name=name)
    if (row := tables.artifacts_by_key().get(fold(name))) is not None:
        return ArtifactEntry(name=row.name, abilities=card.abilities)
    return ItemEntry(name=name, abilities=card.abilities, cost=cost)


# --- Typed ----------------------------------------------------------------------------------------
# Parsing the cards of a battle: names from the deck, new ones, whole cards in a line.
#
# `A; B; C` is a whole side in one answer, creatures and equipment: then nothing more is asked of it.


DONE = "done"
NO_MORE = (DONE, "none", "")
BETWEEN = ";"
"""Separator of the cards of a side typed in one answer."""

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
    """One answer: its cards, none for "done". `whole` says that the side is complete."""

    cards: tuple[Asked, ...] = ()
    whole: bool = False


class TypedCards(Struct, frozen=True):
    """The deck in which names are looked up, and whether elements count."""

    deck: Deck
    elements: bool

    def known_names(self, kind: Kind, least: int = 1) -> dict[str, str]:
        """Return the deck's names of a kind, creatures of a level of at least `least`, by folded name."""
        if kind == "piece":
            return {key: card.name for key, card in self.deck.equipment.items()}
        return {key: card.name for key, card in self.deck.creatures.items() if card.level >= least}


def read(text: str, kind: Kind, cards: TypedCards, known: dict[str, str], taken: Collection[str]) -> Asked:
    """Parse a card: whole, by a name of the deck or its only beginning, or a new name. Raises Unreadable."""
    if ":" in text:
        card = _read_whole(text, kind, cards.elements)
        name = _free_name(base_name(read_card_name(card.name)), taken)
        return Asked(name, kind, replace(card, name=name))
    if "," in text or "/" in text:
        return read(_with_colon(text, kind, cards.elements), kind, cards, known, taken)
    base = base_name(read_card_name(text))
    exact = known.get(fold(base)) or (find(base, known, "card") if _begins_one(base, known) else None)
    return Asked(_free_name(exact or base, taken), kind, known=exact is not None)


def _with_colon(text: str, kind: Kind, elements: bool) -> str:
    """Put the colon behind the name of a card: "wolf 1 earth 5/2" is "wolf: level 1 earth 5/2". Raises Unreadable."""
    refused = ""
    for typed in (re.sub(r"^(\D+) (\d)(?=[ ,])", r"\1 level \2", text), text):
        for gap in re.finditer(",? ", typed):
            card = f"{typed[: gap.start()]}: {typed[gap.end() :]}"
            try:
                _read_whole(card, kind, elements)
            except Unreadable as error:
                refused = refused or str(error) * ("can't read" not in str(error))
            else:
                return card
    unread = f'"{text.strip()}": a whole card has a colon after its name, like {EXAMPLES[kind]}'
    raise Unreadable(refused or unread)


def _read_whole(text: str, kind: Kind, elements: bool) -> Entry:
    """Parse a card's line without its copies; artifacts are recognized by their names. Raises Unreadable."""
    if kind == "piece":
        row = tables.artifacts_by_key().get(fold(CARDS.cut(text)[0]))
        if row is None:
            return replace(CARDS.read_as(text, ItemEntry), copies=UNSET)
        return ItemEntry(name=row.name, abilities=CARDS.read(text, "artifact").abilities)
    card = replace(CARDS.read_as(text, CreatureEntry), copies=UNSET)
    if elements and (lacking := CARDS.lacking(card, ["element"])):
        raise Unreadable(f"{card.name}: {lacking}")
    return card


def read_side(text: str, kind: Kind | None, cards: TypedCards, taken: Collection[str]) -> tuple[Asked, ...]:
    """Parse the cards of a whole side, in the order typed; without a `kind` creatures and equipment.

    Raises Unreadable, also for an unknown name.
    """
    found: list[Asked] = []
    for part in filter(None, map(str.strip, text.split(BETWEEN))):
        its = kind or _kind_of(part, cards)
        used = [*taken, *(asked.name for asked in found if asked.kind == its)]
        asked = read(part, its, cards, cards.known_names(its), used)
        if asked.card is None and not asked.known:
            raise Unreadable(f'nothing is known of "{asked.name}"; write the whole card, like {EXAMPLES[its]}')
        found.append(asked)
    return tuple(found)


def _kind_of(text: str, cards: TypedCards) -> Kind:
    """Return whether a part of a side is a creature or a piece of equipment."""
    if ":" in text:
        return "creature" if tells_creature(CARDS.keys_in(CARDS.cut(text)[1])) else "piece"
    name, pieces = fold(base_name(text)), cards.known_names("piece")
    creatures = cards.known_names("creature")
    only_piece = name in pieces or (_begins_one(name, pieces) and not _begins_one(name, creatures))
    return "piece" if only_piece and name not in creatures else "creature"


def write(typed: Typed) -> str:
    """Write an answer so that it can be read again."""
    names = (asked.name if asked.card is None else CARDS.write(asked.card) for asked in typed.cards)
    return f"{BETWEEN} ".join(names) + (BETWEEN if typed.whole and len(typed.cards) == 1 else "") or DONE


def _begins_one(word: str, known: dict[str, str]) -> bool:
    return sum(1 for name in known if name.startswith(fold(word))) == 1


def _free_name(name: str, taken: Collection[str]) -> str:
    """Return a name unique on its side: the second Wolf is "Wolf #2"."""
    used = {fold(other) for other in taken}
    return next(free for copy in count(1) if fold(free := numbered(name, copy)) not in used)
