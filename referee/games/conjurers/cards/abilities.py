"""The abilities as words on cards: "offensive 2", "frost attack" (pp. 18-20, 22-23).

What an ability does stands in `battle`; here its name is found and its number checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from referee.errors import BadInput, Unreadable
from referee.games.conjurers.tables import battle as battle_tables
from referee.text.names import did_you_mean, fold

Abilities = Mapping[str, int]
"""Ability names with their numbers; 1 for an ability without a number. Numbers of one name add up."""

MOST = 999
"""The highest number that an ability is believed to have."""


def parse(text: str, where: str) -> tuple[str, int]:
    """One ability as (name, number): "Offensive 2" is ("offensive", 2), "flying" is ("flying", 1).

    Raises BadInput with the place and the nearest right spelling.
    """
    known = battle_tables.numbers().abilities
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
    """A card's abilities by name. The numbers of an ability named twice are added. Raises BadInput."""
    found: dict[str, int] = {}
    for text in texts:
        name, number = parse(text, where)
        found[name] = found.get(name, 0) + number if battle_tables.numbers().abilities[name].number else 1
    return found


def show(name: str, number: int) -> str:
    """An ability in words, as on a card."""
    return f"{name} {number}" if battle_tables.numbers().abilities[name].number else name


def show_all(abilities: Abilities) -> list[str]:
    """A card's abilities in words."""
    return [show(name, number) for name, number in abilities.items()]


# --- as fields of cards ---------------------------------------------------------------------------


def pattern() -> str:
    """What an ability looks like, whether its number is right or not."""
    names = "|".join(name.replace(" ", "[-_ ]") for name in battle_tables.numbers().abilities)
    return f"(?:{names})(?: [0-9]+)?"


def words() -> Iterator[str]:
    """All abilities, with 2 for their numbers."""
    return (show(name, 2) for name in battle_tables.numbers().abilities)


def read(text: str) -> str:
    """An ability as it is spelled. Raises Unreadable with the nearest spelling."""
    try:
        return show(*parse(text, "card"))
    except BadInput as error:
        raise Unreadable(str(error).removeprefix("card: ")) from None
