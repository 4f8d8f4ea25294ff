"""The cards of a deck file: reading and finding them, those too that can't be read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from referee.cards.entry import C, Written, shown_name
from referee.cards.language import CardLanguage
from referee.errors import BadInput, Unreadable
from referee.files.files import Data, convert
from referee.text.names import did_you_mean, fold, keyed, or_list
from referee.text.names import find as find_name


def written(language: CardLanguage[C], kind: str, data: Any) -> Written[C]:
    """A card as it stands in a file."""
    if not isinstance(data, dict):
        name = language.examples[kind].partition(":")[0]
        return Written(kind, {}, None, f'[[{kind}]] must be a table, like name = "{name}"')
    try:
        card = convert(data, language.types[kind], shown_name(kind, data))
    except BadInput as error:
        return Written(kind, data, None, str(error))
    return Written(kind, data, card, line=language.describe(card))


def cards_of(language: CardLanguage[C], data: Data, where: str) -> list[Written[C]]:
    """All cards of a deck file's data. Raises BadInput if there is something else where the cards should be."""
    found: list[Written[C]] = []
    for kind in language.kinds:
        cards = data.get(kind, [])
        if not isinstance(cards, list):
            raise BadInput(f"{where}: {kind} must be a list of cards, each under [[{kind}]]")
        found += [written(language, kind, card) for card in cards]
    return found


def find(name: str, cards: Sequence[Written[C]], kind: str | None = None, *, whole: bool = False) -> Written[C]:
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


def same_name(language: CardLanguage[C], name: str, kind: str, cards: Sequence[Written[C]]) -> Written[C] | None:
    """The card that a card of this name and kind would come twice with."""
    return next((card for card in cards if fold(card.name) == fold(name) and language.alike(card.kind, kind)), None)
