"""The parts of a card's line, one by one: "egyptian 3", "earth", "9/3", "offensive 2", "costs 2 iron and 1 wood"."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, get_args

from referee.errors import BadInput, Unreadable
from referee.games.conjurers.cards import abilities
from referee.games.conjurers.cards.cards import ArtifactEntry, CreatureEntry, ItemEntry
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.vocabulary import MYTHOLOGIES, RESOURCES, Element
from referee.text.names import did_you_mean, fold, or_list

Card = CreatureEntry | ItemEntry | ArtifactEntry
Kind = Literal["creature", "item", "artifact"]
Parts = dict[str, Any]
"""What is said of a card, by the keys of its entry."""

KINDS: tuple[Kind, ...] = get_args(Kind)
ELEMENTS: tuple[Element, ...] = get_args(Element)
TYPES: Mapping[Kind, type[Card]] = {"creature": CreatureEntry, "item": ItemEntry, "artifact": ArtifactEntry}
EXAMPLES: Mapping[Kind, str] = {
    "creature": "Sphinx: egyptian 3, earth, 9/3, offensive 2, flying",
    "item": "Dirk: power hit 1, costs 2 iron and 1 wood",
    "artifact": "The Holy Grail: absorption 3",
}

_KEYS: Mapping[Kind, frozenset[str]] = {kind: frozenset(entry.__struct_fields__) for kind, entry in TYPES.items()}
_MYTHOLOGY = "|".join(MYTHOLOGIES)
_PATTERNS: Sequence[tuple[str, Callable[[re.Match[str]], Parts]]] = (
    (
        rf"(?:({_MYTHOLOGY}) ?(?:level )?|level ?)([0-9]{{1,9}})",
        lambda m: {"level": int(m[2])} | ({"mythology": m[1]} if m[1] else {}),
    ),
    (_MYTHOLOGY, lambda m: {"mythology": m[0]}),
    ("|".join(ELEMENTS), lambda m: {"element": m[0]}),
    ("([0-9]{1,9}) ?/ ?([0-9]{1,9})", lambda m: {"hp": int(m[1]), "bd": int(m[2])}),
    ("costs? (.+)", lambda m: {"cost": m[1]}),
    ("([0-9]{1,9}) points?", lambda m: {"points": int(m[1])}),
    ("([0-9]{1,9}) cop(?:y|ies)", lambda m: {"copies": int(m[1])}),
)


def kind_of(card: Card) -> Kind:
    """The kind of a card."""
    return next(kind for kind, entry in TYPES.items() if isinstance(card, entry))


def as_kind(word: str) -> Kind:
    """A kind by its name, which is a known one."""
    return next(kind for kind in KINDS if kind == word)


def understood(part: str) -> Parts:
    """What a part says, a price still in words; nothing if it can only be an ability."""
    for pattern, read in _PATTERNS:
        if match := re.fullmatch(pattern, fold(part)):
            return read(match)
    return {}


def read_part(part: str, kind: Kind, name: str) -> Parts:
    """What a part says of a card of this kind. Raises Unreadable that names the card and the nearest words."""
    found = understood(part)
    if not found:
        return {"abilities": (_ability(part, kind, name),)}
    if not set(found) <= _KEYS[kind]:
        a_kind = "a creature" if kind == "creature" else f"an {kind}"
        raise Unreadable(f'{name}: "{part}" is no part of {a_kind}, which is written like {EXAMPLES[kind]}')
    return found | ({"cost": read_cost(found["cost"], name)} if "cost" in found else {})


def _ability(part: str, kind: Kind, name: str) -> str:
    """An ability as it is spelled. Raises Unreadable with the nearest of all the words that could stand there."""
    known = battle_tables.numbers().abilities
    bare = re.sub(r" [0-9]+$", "", fold(part))
    try:
        return abilities.show(*abilities.parse(part, name))
    except BadInput as error:
        if bare in known:
            raise Unreadable(str(error)) from None
    if parts := parted(part, kind, name):
        raise Unreadable(f'{name}: "{part}": commas stand between, as in {", ".join(parts)}')
    number = fold(part).removeprefix(bare)
    words = [f"{one}{number or ' 2'}" if row.number else one for one, row in known.items()]
    if kind == "creature":
        words += [*ELEMENTS, *(f"{one}{number}" for one in MYTHOLOGIES)]
    hint = did_you_mean(part, words) or f"; it is written like {EXAMPLES[kind]}"
    raise Unreadable(f'{name}: can\'t read "{part}"{hint}')


def parted(text: str, kind: Kind, name: str) -> list[str]:
    """Several parts of a card that were written without commas, each on its own; none if it isn't that."""
    words = text.split()
    for end in range(len(words) - 1, 0, -1):  # "offensive 2 flying": the longest beginning that is a part
        first, rest = " ".join(words[:end]), " ".join(words[end:])
        if not _is_part(first, kind, name):
            continue
        if _is_part(rest, kind, name):
            return [first, rest]
        if more := parted(rest, kind, name):
            return [first, *more]
    return []


def _is_part(text: str, kind: Kind, name: str) -> bool:
    """Whether a text is one part of a card; a price isn't, as any words may follow it."""
    found = understood(text)
    if found:
        return set(found) <= _KEYS[kind] - {"cost"}
    try:
        abilities.parse(text, name)
    except BadInput:
        return False
    return True


def read_cost(words: str, name: str) -> dict[str, int]:
    """A price: "2 iron and 1 wood", also without "and"; "nothing" is none. Raises Unreadable."""
    found: dict[str, int] = {}
    rest = re.sub(r"\band\b|[+,]", " ", fold(words)).strip()
    while rest and rest != "nothing":
        match = re.match(r"([0-9]{1,9}) ?([a-z]+)\s*", rest)
        if match is None:
            raise Unreadable(f'{name}: can\'t read the price "{words}"; write like costs 2 iron and 1 wood')
        amount, resource = int(match[1]), match[2]
        if resource not in RESOURCES:
            hint = did_you_mean(resource, RESOURCES) or f"; it is {or_list(RESOURCES)}"
            raise Unreadable(f'{name}: there is no resource "{resource}"{hint}')
        if resource in found:
            raise Unreadable(f"{name}: {resource} stands twice in its price")
        found[resource] = amount
        rest = rest[match.end() :]
    return found


def write_cost(cost: Mapping[Any, int]) -> str:
    """A price in words: "2 iron and 1 wood"."""
    return " and ".join(f"{amount} {resource}" for resource, amount in cost.items()) or "nothing"
