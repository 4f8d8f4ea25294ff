"""What Enchanters says of its cards: their fields, and what follows from their names.

    Scimitar: item, attack 1, kingdom Ashmoor, 2 copies, 1 marked 2; minor: 1 crystal -> attack 3; lower turn: ...

Values are parted by commas, rules by semicolons. What stands below the card's line begins with "lower".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, get_args

from msgspec import UNSET

from referee.cards.entry import Written
from referee.cards.fields import SIGNED, TEXT, CardField, FieldTable, Parts, one_of, rule
from referee.cards.language import CardLanguage, Group
from referee.errors import Unreadable
from referee.files.files import Data
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import (
    Card,
    Village,
    complete,
    complete_village,
    expect_deck,
    instead_of_told,
    read_card_name,
    rules_of,
    wrong_rules,
)
from referee.games.enchanters.cards.wording import EnchantersRule, When, read_rule
from referee.games.enchanters.vocabulary import GAME, TYPES, CardType
from referee.text.names import a_or_an, fold, or_list

if TYPE_CHECKING:
    from referee.text.screen import Screen

Entry = Card | Village

_RULE = rule(get_args(When))
_MOST = 20
"""The highest strength, health or glory that is not doubted."""


class EnchantersCards(CardLanguage[Entry]):
    """Cards of kingdoms, and villages."""

    game = GAME
    types: Mapping[str, type[Entry]] = {"card": Card, "village": Village}
    said = ("village",)
    last_counts = True
    table = FieldTable(
        CardField("type", ("#",), one_of(TYPES), must=f"start with the type of {{name}}: {or_list(TYPES)}"),
        CardField("strength", value=SIGNED, open=True, usual=_MOST),
        CardField("health", value=SIGNED, open=True, usual=_MOST),
        CardField("attack", value=SIGNED),
        CardField("defence", ("defence #", "defense #"), SIGNED),
        CardField("lower attack", value=SIGNED),
        CardField("lower defence", ("lower defence #", "lower defense #"), SIGNED),
        CardField("lower glory", value=SIGNED),
        CardField("glory", value=SIGNED, usual=_MOST),
        CardField("kingdom", value=TEXT, open=True, printed=False),
        CardField("copies", ("# (copy|copies)",), printed=False),
        CardField("two", ("# marked 2",), called="marked 2", also=("mark",), printed=False),
        CardField("rules", ("#",), _RULE, several=True),
        CardField("lower rules", ("lower #",), _RULE, several=True),
    )
    columns = (
        "kind", "name", "type", "kingdom", "glory", "attack", "defence", "strength", "health", "rules",
        "lower attack", "lower defence", "lower glory", "lower rules", "copies", "two",
    )  # fmt: skip
    order = (
        "name", "type", "kingdom", "glory", "attack", "defence", "strength", "health", "lower", "rules", "copies",
        "two",
    )  # fmt: skip
    examples: Mapping[str, str] = {
        "card": "Scimitar: item, attack 1, kingdom Ashmoor, 2 copies, 1 marked 2; minor: 1 crystal -> attack 3",
        "village": "Normaltown: village; multi: 2 crystals -> attack 1; rest: gain 2 crystals",
    }
    how = 'A card in a line; "lower" stands below its line, rules behind semicolons:'
    box = "Game overview"

    def expect(self, data: Data, where: object) -> None:
        """Refuse a file that is no deck. Raises BadInput."""
        expect_deck(data, where)

    def read_name(self, text: str) -> str:
        """A card's name. Raises Unreadable."""
        return read_card_name(text)

    def filled_in(self, name: str, said: Parts, kind: str) -> Parts:
        """What is said of a card, with the type that the rulebook tells of it.

        Saves keep what stands below its line also where that is nothing, so it is always said.
        """
        if kind == "village":
            return said
        told = tables.told_cards().get(fold(name))
        return {"lower": {}} | ({"type": told.type} if told and told.type is not UNSET else {}) | said

    def put(self, said: Parts, new: Parts) -> Parts:
        """What is said of a card after a change: a new rule takes the place of a told one of its kind."""
        after = super().put(said, new)
        for key in ("rules", "lower rules"):
            if key in new and (told := self._told_rules(said["name"])):
                whens = {rule.when for rule in _readable(new[key][-1:])}
                gone = [rule.text for rule in rules_of(told) if rule.when in whens]
                after["rules"] = [text for text in after.get("rules", ()) if text not in gone or text == new[key][-1]]
        return after

    @staticmethod
    def _told_rules(name: str) -> tuple[str, ...]:
        told = tables.told_cards().get(fold(name)) or tables.told_villages().get(fold(name))
        return told.rules if told is not None else ()

    def in_own_words(self, text: str) -> str:
        """A line as players say it, in the words of the language; "" if nothing is known of it."""
        from referee.games.enchanters.cards.own_words import in_the_language  # loaded only where a line can't be read

        kind, semicolon, rest = text.partition(";")
        village = f"{kind.strip()}; " if semicolon and fold(kind) in self.said else ""
        line = in_the_language(rest if village else text, lambda part: bool(self.table.understood(part)))
        return line and f"{village}{line}"

    def wrong_rules(self, said: Parts) -> Iterator[str]:
        """What is wrong with those of a card's rules that can't be read."""
        return wrong_rules([*said.get("rules", ()), *said.get("lower rules", ())])

    def finished(self, card: Entry) -> Entry:
        """A card with what the rulebook tells of it, checked. Raises Unreadable."""
        return complete(card) if isinstance(card, Card) else complete_village(card)

    def from_row(self, row: Mapping[str, str]) -> Entry:
        """A card from its cells, or a village, which has only rules, by its kind or type. Raises Unreadable."""
        kind = "village" if "village" in (fold(row.get("kind", "")), fold(row.get("type", ""))) else "card"
        cells = {key: cell for key, cell in row.items() if kind == "card" or key in ("name", "rules")}
        return super().from_row(cells | {"kind": kind})

    def whole(self, card: Entry) -> Entry:
        """A card or village with what the rulebook tells of it, as far as it can be."""
        try:
            return self.finished(card)
        except Unreadable:
            return card

    def doubts(self, card: Entry) -> Iterator[str]:
        """What is possible on a card or village, and unusual."""
        yield from super().doubts(card)
        for other in instead_of_told(card):
            yield f'{card.name}: the rulebook tells "{other}"; what was typed counts instead'
        if isinstance(card, Village):
            if not any(rule.startswith("rest") for rule in card.rules):
                yield f"{card.name}: has no rest; every village has one (Major Action: Rest)"
            return
        if card.fights and card.glory <= 0:
            yield f"{card.name}: {a_or_an(card.type)} that is worth {card.glory} glory?"
        told = {field.key for field in self.table.fields.values() if field.printed and field.key != "type"}
        if not card.fights and not _is_starting(card.name) and not told & self.said_of(card).keys():
            yield f"{card.name}: nothing is printed on it?"
        copies = tables.box().kingdom.copies
        if card.kingdom and not card.fights and card.copies != copies:
            yield f"{card.name}: {card.copies} copies? A kingdom deck has {copies} of each {card.type}"

    def faults_together(self, cards: Sequence[Written[Entry]]) -> Iterator[str]:
        """More cards or kingdoms than the box has."""
        box = tables.box()
        if (many := len(_kingdoms(cards))) > box.kingdom.decks:
            yield f"{many} kingdoms; the box has {box.kingdom.decks} ({self.box})"
        noted = sum(card.copies for card in cards if isinstance(card.entry, Card) and card.entry.kingdom)
        if (many := noted + _without_kingdom(cards)) > (whole := box.kingdom.decks * box.kingdom.cards):
            yield f"{many} cards of kingdoms; the box has {whole} ({self.box})"
        yield from super().faults_together(cards)

    def groups(self, cards: Sequence[Written[Entry]]) -> list[Group]:
        """The box part by part: starting cards, each kingdom's cards by type, kingdoms not begun, villages.

        Cards whose kingdom nobody has noted, as most are that were typed in at the table, are taken for cards of
        kingdoms not begun (`kingdom-decks`, `box`).
        """
        box, here = tables.box(), _kingdoms(cards)
        names = {fold(card.name) for card in cards}
        starting = [name for name in (box.fist, box.enchanting) if fold(name) not in names]
        found = [Group("starting cards", 2 - len(starting), 2, tuple(starting))]
        for kingdom in here:
            have = Counter({card.entry.type: 0 for card in cards if isinstance(card.entry, Card)})
            for card in cards:
                if isinstance(card.entry, Card) and card.entry.kingdom == kingdom:
                    have[card.entry.type] += card.copies
            found += [Group(f"{kingdom} {kind}s", have[kind], many) for kind, many in _of_a_kingdom().items()]
        unnoted = _without_kingdom(cards)
        others = max(0, box.kingdom.decks - len(here)) * box.kingdom.cards
        found.append(Group("cards of no noted kingdom", unnoted, unnoted))
        found.append(Group("other kingdoms", 0, max(0, others - unnoted)))
        found.append(Group("villages", sum(card.kind == "village" for card in cards), box.villages))
        return [group for group in found if group.box]

    def draw(self, card: Entry, screen: Screen) -> None:
        """Draw a card with what the rulebook tells of it; in plain mode tell it."""
        from referee.games.enchanters.screens.cards import show_card

        show_card(self.whole(card), screen)

    def show_list(self, cards: Sequence[Written[Entry]], screen: Screen) -> None:
        """A line for each card, by kingdoms."""
        from referee.games.enchanters.screens.cards import show_list

        show_list(cards, screen)


CARDS = EnchantersCards()


# --- the box (Game overview) ----------------------------------------------------------------------------


def _readable(texts: Sequence[str]) -> list[EnchantersRule]:
    """Those rules that can be read."""
    return [read_rule(text) for text in texts if not list(wrong_rules([text]))]


def _is_starting(name: str) -> bool:
    return fold(name) in map(fold, (tables.box().fist, tables.box().enchanting))


def _kingdoms(cards: Sequence[Written[Entry]]) -> list[str]:
    """The kingdoms that there are cards of."""
    found = (card.entry.kingdom for card in cards if isinstance(card.entry, Card))
    return list(dict.fromkeys(kingdom for kingdom in found if kingdom))


def _without_kingdom(cards: Sequence[Written[Entry]]) -> int:
    """How many cards, besides the starting ones, nobody has noted the kingdom of."""
    unnoted = (card for card in cards if isinstance(card.entry, Card) and not card.entry.kingdom)
    return sum(card.copies for card in unnoted if not _is_starting(card.name))


def _of_a_kingdom() -> dict[CardType, int]:
    """How many cards of each type a kingdom deck has (`kingdom-decks`)."""
    of = tables.box().kingdom
    many = (of.items * of.copies, of.enchantments * of.copies, of.minor + of.medium + of.major, of.dragons)
    return dict(zip(TYPES, many, strict=True))
