"""What Conjurers says of its cards: their fields, and how the kind of a card is told.

    Sphinx: egyptian 3, earth, 9/3, offensive 2, flying
    Wolf: level 1, earth, 5/2, poisonous, 2 copies
    Dirk: power hit 1, costs 2 iron and 1 wood
    The Holy Grail: absorption 3

A creature has a mythology with its level (a level 1 creature only its level), an element, hit points / battle dice,
and abilities; an item abilities and a price; an artifact abilities (the rest is in the table, p. 8; a card that
differs may have its mythology, price and points). Names may hold anything but : [ ] / and commas.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec import UNSET

from referee.cards.entry import Written
from referee.cards.fields import CardField, FieldTable, Parts, Value, one_of
from referee.cards.language import NOT_IN_NAMES, CardLanguage, Group
from referee.errors import BadInput, Unreadable
from referee.files.files import Data, convert
from referee.games.conjurers.cards import abilities
from referee.games.conjurers.cards.cards import (
    ArtifactEntry,
    Card,
    CreatureEntry,
    DeckFile,
    ItemEntry,
    base_name,
    read_cost,
    write_cost,
)
from referee.games.conjurers.records.kinds import expect
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.tables import box as box_tables
from referee.games.conjurers.tables import points as points_tables
from referee.games.conjurers.vocabulary import ELEMENTS, GAME, MYTHOLOGIES
from referee.text.names import did_you_mean, fold, nearest

if TYPE_CHECKING:
    from referee.text.screen import Screen

MOST_USUAL = 10
"""The highest number of an ability that is not doubted."""
SMITH = "weapon smith"
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
        CardField("hp", ("#/{bd}",), called="hit points and battle dice", must=_STRENGTH),
        CardField("bd", ("{hp}/#",), must=_STRENGTH),
        CardField(
            "abilities",
            ("#",),
            Value(abilities.pattern, abilities.read, words=abilities.words),
            called="ability",
            several=True,
            open=True,
        ),
        CardField(
            "cost",
            ("costs #", "cost #"),
            Value(".+", read_cost, write_cost, words=lambda: ("2 iron",), free=True),
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
        """Items and artifacts are found as one; creatures are not worn."""
        return (one == "creature") == (other == "creature")

    def expect(self, data: Data, where: object) -> None:
        """Refuse a file that is no deck. Raises BadInput."""
        expect("deck", data, where)
        convert({key: value for key, value in data.items() if key not in self.kinds}, DeckFile, str(where))

    def kind_told(self, name: str, keys: Collection[str]) -> str:
        """A creature by what only creatures have, an artifact by its name (p. 8), else an item. Raises Unreadable."""
        if tells_creature(keys):
            return "creature"
        known = [row.name for row in points_tables.artifacts()]
        if fold(name) in map(fold, known):
            return "artifact"
        if {"mythology", "points"} & set(keys):
            raise Unreadable(f'there is no artifact "{name}"{did_you_mean(name, known)}')
        if "cost" not in keys and (near := nearest(name, known, 1, alike=0.75)):
            raise Unreadable(f'"{name}" is nearly the artifact {near[0]}; write that, or say that it is an item')
        return "item"

    def put(self, said: Parts, new: Parts) -> Parts:
        """What is said of a card after a change; at level 1 it loses its mythology (p. 6)."""
        if new.get("level") == 1 and "mythology" not in new:
            said = {key: value for key, value in said.items() if key != "mythology"}
        return said | new

    def finished(self, card: Card) -> Card:
        """A card that has its mythology, if it needs one (p. 6), and no ability without effect. Raises Unreadable."""
        if isinstance(card, CreatureEntry) and card.level > 1 and card.mythology is UNSET:
            needs = f'a level {card.level} creature needs its mythology, as in "greek {card.level}"'
            raise Unreadable(f"{card.name}: {needs}")
        if useless := list(_useless(card)):
            raise Unreadable(useless[0])
        return card

    def faults(self, card: Card) -> Iterator[str]:
        """What makes a card unfit to be played with."""
        for text in card.abilities:
            try:
                abilities.parse(text, card.name)
            except BadInput as error:
                yield str(error)
        if isinstance(card, CreatureEntry) and card.level > 1 and card.mythology is UNSET:
            yield f"{card.name}: a level {card.level} creature needs its mythology (p. 6)"
        yield from _useless(card)
        if base_name(card.name) != card.name:
            yield f'{card.name}: "#2" names a second copy; write the card once, with copies = 2'
        if isinstance(card, ArtifactEntry):
            yield from _artifact_faults(card)

    def doubts(self, card: Card) -> Iterator[str]:
        """What is possible on a card, and unusual."""
        if signs := [sign for sign in card.name if sign in NOT_IN_NAMES]:
            yield f'{card.name}: a name with "{signs[0]}" can\'t be told in one line, nor in every move'
        names = [fold(text).rpartition(" ")[0] or fold(text) for text in card.abilities]
        for ability, many in Counter(map(fold, card.abilities)).items():
            if many > 1:
                yield f"{card.name}: {ability} stands there {many} times"
        for text, name in zip(card.abilities, names, strict=True):
            number = fold(text).removeprefix(name).strip()
            if number.isdigit() and int(number[:9]) > MOST_USUAL:
                yield f"{card.name}: {text}? Usual is 1 to {MOST_USUAL}"
        if isinstance(card, CreatureEntry):
            yield from _creature_doubts(card)
        elif not card.abilities:
            yield f"{card.name}: has no ability yet"
        if isinstance(card, ItemEntry) and not (card.cost or {}):
            yield f"{card.name}: has no price yet; the blacksmith can't sell it"

    def doubts_at_table(self, card: Card) -> Iterator[str]:
        """Of a piece not all is known yet at the table."""
        return (doubt for doubt in self.doubts(card) if isinstance(card, CreatureEntry) or "yet" not in doubt)

    def faults_together(self, cards: Sequence[Written[Card]]) -> Iterator[str]:
        """Cards that the box doesn't have so often."""
        yield from super().faults_together(cards)
        for card in cards:
            if card.kind == "artifact" and card.copies > 1:
                yield f"{card.name}: {card.copies} copies; there is one of each artifact (p. 8)"

    def groups(self, cards: Sequence[Written[Card]]) -> list[Group]:
        """The box part by part: level 1, each mythology's creatures, items, each mythology's artifacts (pp. 5-8)."""
        box = box_tables.players().box
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
            names = [row.name for row in points_tables.artifacts() if row.mythology == mythology]
            lacking = tuple(name for name in names if fold(name) not in held)
            have = len(names) - len(lacking)
            found.append(Group(f"{mythology} artifacts", have, box.artifacts_per_mythology, lacking))
        return found

    def draw(self, card: Card, screen: Screen) -> None:
        """Draw a card; in plain mode tell it."""
        from referee.games.conjurers.screens.cards import show_card

        show_card(card, screen)

    def show_list(self, cards: Sequence[Written[Card]], screen: Screen) -> None:
        """A line for each card, by kinds and mythologies."""
        from referee.games.conjurers.screens.cards import show_list

        show_list(cards, screen)


def tells_creature(keys: Collection[str]) -> bool:
    """Whether what is said of a card is said of creatures only."""
    return bool({"level", "element", "hp"} & set(keys))


CARDS = ConjurersCards()


# --- what may be wrong with a card ----------------------------------------------------------------


def _useless(card: Card) -> Iterator[str]:
    """Abilities that do nothing there."""
    if not isinstance(card, CreatureEntry) and SMITH in map(fold, card.abilities):
        yield f"{card.name}: {SMITH} does nothing on an item or artifact; only creatures are weapon smiths (p. 20)"


def _artifact_faults(card: ArtifactEntry) -> Iterator[str]:
    try:
        row = points_tables.find_artifact(card.name, card.name)
    except BadInput as error:
        yield str(error)
        return
    if card.mythology not in (UNSET, row.mythology):
        yield f"{card.name}: is {row.mythology} in the rulebook (p. 8), not {card.mythology}"
    if card.points not in (UNSET, row.points):
        yield f"{card.name}: is worth {row.points} points in the rulebook (p. 8), not {card.points}"
    if card.cost is not UNSET and card.cost != row.cost:
        yield f"{card.name}: costs {write_cost(row.cost)} in the rulebook (p. 8), not {write_cost(card.cost)}"


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
    """Hit points and battle dice that aren't doubted at a level: half to twice the minion's of that level (p. 15).

    Level 1 has no minion; the weakest is taken, and one hit point and no dice are possible.
    """
    rows = battle_tables.minions().strengths
    row = min(rows, key=lambda row: abs(row.level - level))
    least = (1, 0) if level < row.level else (row.hp // 2, row.bd // 2)
    return range(least[0], 2 * row.hp + 1), range(least[1], 2 * row.bd + 1)


def _creatures(cards: Sequence[Written[Card]]) -> Iterator[tuple[Written[Card], CreatureEntry]]:
    """The creatures that can be read."""
    return ((card, card.entry) for card in cards if isinstance(card.entry, CreatureEntry))
