"""A card changed in words: parts of its line in place of the old ones.

`6/2`, `earth`, `greek 3`, `costs 2 iron` take the place of what was there; an ability is added, or takes the place
of itself with another number; `no flying`, `no element`, `no price` take away; `name Dire Wolf` calls it otherwise.
A whole line, name and all, takes the place of everything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.cards.entry import Written
from referee.errors import Unreadable
from referee.games.conjurers.cards.line import card_from, check_name, read_card, split_parts
from referee.games.conjurers.cards.parts import Card, Kind, Parts, as_kind, read_part
from referee.text.names import did_you_mean, fold

_GONE: Mapping[str, tuple[str, ...]] = {
    "element": ("element",), "mythology": ("mythology",), "price": ("cost",), "cost": ("cost",),
    "costs": ("cost",), "copies": ("copies",), "points": ("points",), "abilities": ("abilities",),
}  # fmt: skip
"""What `no ...` takes away, besides abilities by their names."""


def changed(card: Written[Card], texts: Sequence[str]) -> Card:
    """A card after changes, in order. Raises Unreadable, and then nothing is changed."""
    kind = as_kind(card.kind)
    if whole := [text for text in texts if ":" in text]:
        if len(texts) > 1:
            raise Unreadable(f'"{whole[0]}" is a whole card; give it alone')
        return read_card(whole[0], kind)
    parts: Parts = {**card.data, "name": card.name}
    changes = [change for text in texts for change in split_parts(text)]
    if not changes:
        raise Unreadable(f'say what changes, like 6/2, flying, "no poisonous" or "name Dire {card.name}"')
    for change in changes:
        parts = _changed(parts, change, kind)
    return card_from(parts, kind)


def _changed(parts: Parts, change: str, kind: Kind) -> Parts:
    word, _, rest = change.partition(" ")
    if fold(word) == "name" and rest.strip():
        check_name(rest)
        return {**parts, "name": rest.strip()}
    if fold(word) == "no" and rest.strip():
        return _without(parts, rest)
    found = read_part(change, kind, parts["name"])
    if "abilities" in found:
        new = found["abilities"][0]
        kept = [old for old in _abilities(parts) if _bare(old) != _bare(new)]
        at = next((n for n, old in enumerate(_abilities(parts)) if _bare(old) == _bare(new)), len(kept))
        return {**parts, "abilities": [*kept[:at], new, *kept[at:]]}
    if found.get("level") == 1 and "mythology" not in found:  # level 1 has none (p. 6)
        parts = {key: value for key, value in parts.items() if key != "mythology"}
    return {**parts, **found}


def _without(parts: Parts, what: str) -> Parts:
    wanted = fold(what)
    gone = [key for key in _GONE.get(wanted, ()) if key in parts]
    gone += [key for key in ("element", "mythology") if parts.get(key) == wanted]
    if gone:
        return {key: value for key, value in parts.items() if key not in gone}
    kept = [old for old in _abilities(parts) if wanted not in (fold(old), _bare(old))]
    if len(kept) == len(_abilities(parts)):
        there = [*_abilities(parts), *(word for word, keys in _GONE.items() if set(keys) & set(parts))]
        raise Unreadable(f'{parts["name"]}: has no "{what}"{did_you_mean(what, there)}')
    return {**parts, "abilities": kept}


def _abilities(parts: Parts) -> list[str]:
    found = parts.get("abilities", [])
    return [one for one in found if isinstance(one, str)] if isinstance(found, list | tuple) else []


def _bare(ability: str) -> str:
    """An ability without its number."""
    name, _, number = fold(ability).rpartition(" ")
    return name if number.isdigit() else fold(ability)
