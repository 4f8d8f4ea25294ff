"""Which card the table means when it names one that comes: a known one, one more of a kind, or a new one."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from referee.asking.meaning import Meant, is_no_name
from referee.errors import Unreadable
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import Card, read_card_name
from referee.games.enchanters.cards.language import CARDS
from referee.games.enchanters.cards.line import as_printed, read_card, write_card
from referee.games.enchanters.rules.state import Setup
from referee.games.enchanters.vocabulary import TYPES, VERBS
from referee.text.names import and_list, did_you_mean, fold, nearest, numbered, or_list, printed

ALIKE = 0.8
"""How near a new name may come to a known one before it is taken for a slip of the pen."""
_OF = "of "
"""What most enchantments begin with, and so says nothing about how alike two names are."""


class NamedCard(NamedTuple):
    """A card by the name that the program has for it, and what is printed on it if that was typed too.

    `new` is whether nobody knew what is printed on it; a known card's line says that one more of it is there.
    """

    name: str
    card: Card | None = None
    new: bool = False

    @property
    def written(self) -> str:
        """What was said, so that it can be said again: the name alone is refused where a deck has no more of it."""
        return CARDS.describe(self.card) if self.card is not None else printed(self.name)


class CardNames(NamedTuple):
    """What a name may mean: `left` are known cards that may come, `seen` what lies on the table.

    `learnt` are the cards typed in at this table. Where no whole line can be typed (`bare`), a new name may be as
    near to a known one as it likes.
    """

    setup: Setup
    left: Sequence[str]
    seen: Sequence[str] = ()
    learnt: Sequence[Card] = ()
    bare: bool = False

    @property
    def coming(self) -> dict[str, str]:
        """The first card of each kind that may come, by folded printed name."""
        return {fold(printed(name)): name for name in reversed(self.left)}

    def card(self, name: str) -> Card | None:
        """What is printed on a card; what was typed in last goes before the deck."""
        key = fold(printed(name))
        typed = next((card for card in reversed(self.learnt) if fold(card.name) == key), None)
        return typed or self.setup.known.get(key)

    @property
    def known(self) -> dict[str, str]:
        """Every name of the deck and the table as it was first spelt, by its folded form."""
        cards = [card.name for card in (*self.setup.cards, *self.learnt)]
        return {fold(name): name for name in reversed((*cards, *map(printed, (*self.left, *self.seen))))}

    @property
    def spelt(self) -> dict[str, str]:
        """The known names, and those of the rulebook."""
        return {key: card.name for key, card in tables.told_cards().items()} | self.known

    def next_of(self, name: str) -> str:
        """What the program calls one more card of a name."""
        taken = {fold(other) for other in (*self.seen, *self.left)}
        return next(one for number in count(1) if fold(one := numbered(name, number)) not in taken)


def pick_named(names: CardNames, text: str) -> NamedCard:
    """The card that a table names, or writes with its whole line: a known one that is left, or a new one.

    Raises Unreadable, also for what is rather a slip of the pen than a new name.
    """
    if ":" in text:
        return _whole_line(names, text)
    name, _, line = text.partition(",")
    if fold(line).split(" ")[0].rstrip(",;") in TYPES:
        line = f"{name.strip()}: {line.strip()}"
        raise Meant(f'A colon ends a card\'s name. Did you mean "{line}"?', line)
    key, coming, spelt = fold(printed(text)), names.coming, names.spelt
    if key in coming:
        return NamedCard(coming[key])
    starting = [name for folded, name in coming.items() if key and folded.startswith(key)]
    if names.setup.complete:
        if len(starting) == 1:
            return NamedCard(starting[0])
        raise Unreadable(_none_left(names, text))
    if key not in spelt:
        _refuse_other_words(names, text)
        if len(starting) == 1 and not fold(starting[0]).startswith(f"{key} "):
            return NamedCard(starting[0])
        if not names.bare and (near := _nearly(names, key)):
            example = f"{read_card_name(text)}: monster, strength 2, health 3"
            raise Unreadable(f"did you mean {or_list(near)}? For a new card write its whole line, like {example}")
    return NamedCard(names.next_of(spelt.get(key) or read_card_name(text)))


def doubtful(names: CardNames, typed: Sequence[str]) -> str:
    """What is wrong with names that nobody knows yet: no card is called so, or they are nearly a known one."""
    new = [name for name in map(printed, typed) if fold(name) not in names.spelt]
    if words := [name for name in new if is_no_name(name) or fold(name) in (*VERBS, *TYPES)]:
        return f"{and_list(words)}: {'is that a name' if len(words) == 1 else 'are those names'} on a card?"
    near = {name: found for name in new if (found := _nearly(names, fold(name)))}
    return " ".join(f"{name} isn't known yet, and is nearly {or_list(found)}." for name, found in near.items())


def _whole_line(names: CardNames, text: str) -> NamedCard:
    """A card with all that is printed on it; the one way to name a card that a complete deck lacks."""
    said, _, line = text.partition(":")
    name = read_card_name(said)
    key = fold(name)
    card = read_card(names.spelt.get(key, name), line)
    known = names.card(name)
    if known is not None and as_printed(known) != as_printed(card):
        right = write_card(as_printed(known))
        alone = "its name alone" if key in names.coming or not names.setup.complete else f"{known.name}: {right}"
        raise Unreadable(
            f"{known.name} is known as {right}; write {alone}, "
            f"and if that is wrong: adjust card {known.name}: {line.strip()}"
        )
    if key in names.coming:
        return NamedCard(names.coming[key]) if known else NamedCard(names.coming[key], card, new=True)
    if names.setup.draws == "program":
        raise Unreadable(f"the program draws, and no {card.name} is left in its deck")
    return NamedCard(names.next_of(card.name), card, new=known is None)


def _none_left(names: CardNames, text: str) -> str:
    """Why a deck of which every card is known can't have a card, and what to do."""
    name, whole = " ".join(printed(text).split()), len(names.setup.names)
    if names.setup.draws == "program":
        more = ""
    else:
        more = f" (all {whole} cards are known); if it is one more, write its whole line, like {name}: item, attack 1"
    if any(fold(printed(other)) == fold(name) for other in names.setup.names):
        return f"every {name} of these kingdoms is out of the deck already{more}"
    left = [printed(other) for other in names.coming.values()]
    return f'no card left in the deck is called "{name}"{did_you_mean(name, left)}{more}'


def _refuse_other_words(names: CardNames, text: str) -> None:
    """Refuse what can't be meant as a card: a player's name, a move. Raises Unreadable."""
    if fold(text) in map(fold, names.setup.players):
        raise Unreadable(f"{text.strip()} is a player; which card is it?")
    verb, space, _ = fold(text).partition(" ")
    if space and verb in (*VERBS, "adjust"):
        raise Unreadable(f'"{text.strip()}" is a move, and no card; say first which card it is')


def _nearly(names: CardNames, key: str) -> list[str]:
    """The known names that a new one looks like; of two enchantments only what stands behind "of" is compared.

    Of a name that only the rulebook has the beginning alone is no likeness.
    """
    known = names.known
    near = {one: name for one, name in names.spelt.items() if one in known or len(one) * ALIKE <= len(key)}
    if not key.startswith(_OF):
        return nearest(key, near.values(), alike=ALIKE)
    rest = {one.removeprefix(_OF): name for one, name in near.items() if one.startswith(_OF)}
    return [rest[found] for found in nearest(key.removeprefix(_OF), rest, alike=ALIKE)]
