"""What may be wrong with a deck's cards, and what is still missing of the box (pp. 5-8).

A fault can't be played with. A doubt is a value that is possible and unusual, often a slip of the fingers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec import UNSET

from referee.cards.entry import Written
from referee.cards.language import Group
from referee.errors import BadInput
from referee.games.conjurers.cards import abilities
from referee.games.conjurers.cards.cards import (
    NOT_IN_NAMES,
    ArtifactEntry,
    Card,
    CreatureEntry,
    ItemEntry,
    base_name,
    write_cost,
)
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.tables import box as box_tables
from referee.games.conjurers.tables import points as points_tables
from referee.text.names import fold

MOST_USUAL = 10
"""The highest number of an ability that is not doubted."""


# --- a card by itself -----------------------------------------------------------------------------


def card_faults(entry: Card) -> Iterator[str]:
    """What makes a card unfit to be played with."""
    for text in entry.abilities:
        try:
            abilities.parse(text, entry.name)
        except BadInput as error:
            yield str(error)
    if isinstance(entry, CreatureEntry) and entry.level > 1 and entry.mythology is UNSET:
        yield f"{entry.name}: a level {entry.level} creature needs its mythology (p. 6)"
    if base_name(entry.name) != entry.name:
        yield f'{entry.name}: "#2" names a second copy; write the card once, with copies = 2'
    if isinstance(entry, ArtifactEntry):
        yield from _artifact_faults(entry)


def _artifact_faults(entry: ArtifactEntry) -> Iterator[str]:
    try:
        row = points_tables.find_artifact(entry.name, entry.name)
    except BadInput as error:
        yield str(error)
        return
    if entry.mythology not in (UNSET, row.mythology):
        yield f"{entry.name}: is {row.mythology} in the rulebook (p. 8), not {entry.mythology}"
    if entry.points not in (UNSET, row.points):
        yield f"{entry.name}: is worth {row.points} points in the rulebook (p. 8), not {entry.points}"
    if entry.cost is not UNSET and entry.cost != row.cost:
        yield f"{entry.name}: costs {write_cost(row.cost)} in the rulebook (p. 8), not {write_cost(entry.cost)}"


def card_doubts(entry: Card) -> Iterator[str]:
    """What is possible on a card, and unusual."""
    if signs := [sign for sign in entry.name if sign in NOT_IN_NAMES]:
        yield f'{entry.name}: a name with "{signs[0]}" can\'t be told in one line, nor in every move'
    names = [fold(text).rpartition(" ")[0] or fold(text) for text in entry.abilities]
    for ability, many in Counter(map(fold, entry.abilities)).items():
        if many > 1:
            yield f"{entry.name}: {ability} stands there {many} times"
    for text, name in zip(entry.abilities, names, strict=True):
        number = fold(text).removeprefix(name).strip()
        if number.isdigit() and int(number[:9]) > MOST_USUAL:
            yield f"{entry.name}: {text}? Usual is 1 to {MOST_USUAL}"
    if isinstance(entry, CreatureEntry):
        yield from _creature_doubts(entry)
    elif not entry.abilities:
        yield f"{entry.name}: has no ability yet"
    if isinstance(entry, ItemEntry) and not (entry.cost or {}):
        yield f"{entry.name}: has no price yet; the blacksmith can't sell it"


def _creature_doubts(entry: CreatureEntry) -> Iterator[str]:
    if entry.level == 1 and entry.mythology is not UNSET:
        yield f"{entry.name}: a level 1 creature has no mythology; {entry.mythology} doesn't count (p. 6)"
    if not entry.abilities:
        yield f"{entry.name}: has no ability; every creature has one or more (p. 17)"
    hp, dice = usual(entry.level)
    if entry.bd > entry.hp:
        yield f"{entry.name}: {entry.hp}/{entry.bd} is {entry.hp} hit points and {entry.bd} battle dice; swapped?"
        return
    if entry.hp not in hp:
        yield f"{entry.name}: {entry.hp} hit points? Usual at level {entry.level} is {hp[0]} to {hp[-1]}"
    if entry.bd not in dice:
        yield f"{entry.name}: {entry.bd} battle dice? Usual at level {entry.level} is {dice[0]} to {dice[-1]}"


def usual(level: int) -> tuple[range, range]:
    """Hit points and battle dice that aren't doubted at a level: half to twice the minion's of that level (p. 15).

    Level 1 has no minion; the weakest is taken, and one hit point and no dice are possible.
    """
    rows = battle_tables.minions().strengths
    row = min(rows, key=lambda row: abs(row.level - level))
    least = (1, 0) if level < row.level else (row.hp // 2, row.bd // 2)
    return range(least[0], 2 * row.hp + 1), range(least[1], 2 * row.bd + 1)


# --- the cards together ---------------------------------------------------------------------------


def too_many(cards: Sequence[Written[Card]]) -> Iterator[str]:
    """Cards that the box doesn't have so often."""
    for group in groups(cards):
        if group.have > group.box:
            yield f"{group.name}: {group.have} cards; the box has {group.box} (pp. 5-8)"
    for card in cards:
        if card.kind == "artifact" and card.copies > 1:
            yield f"{card.name}: {card.copies} copies; there is one of each artifact (p. 8)"


def creatures(cards: Sequence[Written[Card]]) -> Iterator[tuple[Written[Card], CreatureEntry]]:
    """The creatures that can be read."""
    return ((card, card.entry) for card in cards if isinstance(card.entry, CreatureEntry))


def groups(cards: Sequence[Written[Card]]) -> list[Group]:
    """The box part by part: level 1, each mythology's creatures, items, each mythology's artifacts (pp. 5-8)."""
    box = box_tables.players().box
    levels = sum(card.copies for card, entry in creatures(cards) if entry.level == 1)
    found = [Group("level 1 creatures", levels, box.level_1_creatures)]
    for mythology in box.mythologies:
        have = sum(
            card.copies for card, entry in creatures(cards) if (entry.level > 1, entry.mythology) == (True, mythology)
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
