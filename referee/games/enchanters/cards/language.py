"""The card language of Enchanters: the fields of cards, and the naming of cards.

    Scimitar: item, attack 1, kingdom Ashmoor, 2 copies, 1 marked 2; minor: 1 crystal -> attack 3; lower turn: ...

Values are separated by commas, rules by semicolons. Parts below the card's line begin with "lower".
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, NamedTuple, get_args

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking.meaning import Suggestion
from referee.asking.question import Procedure, Question
from referee.asking.words import is_no_name
from referee.cards.fields import SIGNED, TEXT, CardField, FieldTable, Parts, Written, find_card, one_of, rule
from referee.cards.language import CardLanguage, Group, beginning
from referee.effects.rules import GAP
from referee.errors import Unreadable, fault
from referee.files.files import Data
from referee.games.enchanters import tables
from referee.games.enchanters.cards import cards
from referee.games.enchanters.cards.cards import Card, Village, When
from referee.games.enchanters.rules.context import Learnt, Quest
from referee.games.enchanters.rules.state import Setup
from referee.games.enchanters.vocabulary import FIGHTS, GAME, TYPES, VERBS, crystals
from referee.text.names import (
    a_or_an,
    and_list,
    did_you_mean,
    fold,
    is_nothing,
    nearest,
    numbered,
    or_list,
    printable,
    printed,
)
from referee.text.pattern import lazy_pattern

if TYPE_CHECKING:
    from referee.text.screen import Screen

Entry = Card | Village

_RULE = rule(get_args(When))
_MOST = 20
"""Highest strength, health or glory without a warning."""
_ABOVE = ("name", "type", "kingdom", "glory", "attack", "defence", "strength", "health")
"""Fields in the order in which files have them: above a card's line, but for its rules."""


_PRICE = lazy_pattern(r"(?:pay )?\d+ crystals?|(?:take )?\d+ wounds?", re.IGNORECASE)
"""The cost of a rule, at its beginning."""


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
        "kind",
        *_ABOVE,
        "rules",
        "lower attack",
        "lower defence",
        "lower glory",
        "lower rules",
        "copies",
        "two",
    )
    order = (*_ABOVE, "lower", "rules", "copies", "two")
    examples: Mapping[str, str] = {
        "card": "Scimitar: item, attack 1, kingdom Ashmoor, 2 copies, 1 marked 2; minor: 1 crystal -> attack 3",
        "village": "Normaltown: village; multi: 2 crystals -> attack 1; rest: gain 2 crystals",
    }
    how = 'A card in a line; "lower" is what is printed below its line; rules come after semicolons:'
    box = "Game overview"

    def expect(self, data: Data, where: object) -> None:
        """Refuse a file that is no deck. Raises BadInput."""
        cards.expect_deck(data, where)

    def read_name(self, text: str) -> str:
        """Parse a card's name. Raises Unreadable."""
        return cards.read_card_name(text)

    def filled_in(self, name: str, said: Parts, kind: str) -> Parts:
        """Add the rulebook's type to a card's fields; a card that is fought is a monster by default.

        Saves keep the part below its line even if it is empty, so it is always added.
        """
        if kind == "village":
            return said
        entry = tables.printed_cards().get(fold(name))
        named = fold(name).rpartition(" ")[2] in TYPES  # "Bat monster 2/5" is a Bat
        fought = {"type": "monster"} if {"strength", "health"} & said.keys() and not named else {}
        return {"lower": {}} | fought | ({"type": entry.type} if entry and entry.type is not UNSET else {}) | said

    def put(self, said: Parts, new: Parts) -> Parts:
        """Return a card's fields after a change: a new rule replaces a rule of the rulebook of its kind."""
        after, name = super().put(said, new), fold(said["name"])
        entry = tables.printed_cards().get(name) or tables.printed_villages().get(name)
        for key in ("rules", "lower rules"):
            if key in new and entry is not None and entry.rules:
                whens = {cards.read_rule(text).when for text in new[key][-1:] if not list(cards.wrong_rules([text]))}
                replaced = [rule.text for rule in cards.rules_of(entry.rules) if rule.when in whens]
                after["rules"] = [
                    text for text in after.get("rules", ()) if text not in replaced or text == new[key][-1]
                ]
        return after

    def without_name(self, name: str, text: str) -> str:
        """Remove the name, as for any card. Raises Unreadable for a price without its moment, with a correct line."""
        price, _, effect = text.partition(":")
        if _PRICE.fullmatch(price.strip()):
            rule = f"{price.strip()} -> {effect.strip()}"
            raise Unreadable(f"when? Write minor: {rule} for once a turn, or multi: {rule} for again and again")
        return super().without_name(name, text)

    def in_own_words(self, text: str) -> str:
        """Translate a line in players' words to the language; "" if that fails.

        Raises Unreadable for a rule's effect without its moment, with a correct line.
        """
        from referee.games.enchanters.cards.own_words import in_the_language, lacks_moment  # only for unread lines

        kind, semicolon, rest = text.partition(";")
        village = f"{kind.strip()}; " if semicolon and fold(kind) in self.said else ""
        line = in_the_language(rest if village else text, lambda part: bool(self.table.understood(part)))
        for part in () if line else map(str.strip, text.split(";")):
            if ":" not in part and not self.table.understood(part) and lacks_moment(part):
                raise Unreadable(f"when? Write rest: {part} for a rest, or minor: {part} for once a turn")
        return line and f"{village}{line}"

    def wrong_rules(self, said: Parts) -> Iterator[str]:
        """Describe the errors of a card's rules that can't be read."""
        return cards.wrong_rules([*said.get("rules", ()), *said.get("lower rules", ())])

    def validated(self, card: Entry) -> Entry:
        """Complete a card from the rulebook, and check it. Raises Unreadable."""
        return cards.complete(card) if isinstance(card, Card) else cards.complete_village(card)

    def from_row(self, row: Mapping[str, str]) -> Entry:
        """Read a card from its cells, or a village, which has only rules, by its kind or type. Raises Unreadable."""
        kind = "village" if "village" in (fold(row.get("kind", "")), fold(row.get("type", ""))) else "card"
        cells = {key: cell for key, cell in row.items() if kind == "card" or key in ("name", "rules")}
        return super().from_row(cells | {"kind": kind})

    def whole(self, card: Entry) -> Entry:
        """Complete a card or village from the rulebook if that is possible."""
        try:
            return self.validated(card)
        except Unreadable:
            return card

    def doubts(self, card: Entry) -> Iterator[str]:
        """Yield warnings about what is possible on a card or village, but unusual."""
        yield from super().doubts(card)
        for other in cards.differing_rules(card):
            yield f'{card.name}: the rulebook says "{other}"; what was typed counts instead'
        if isinstance(card, Village):
            if not any(rule.startswith("rest") for rule in card.rules):
                yield f"{card.name}: has no rest; every village has one (Major Action: Rest)"
            return
        if card.fights and card.glory <= 0:
            yield f"{card.name}: {a_or_an(card.type)} that is worth {card.glory} glory?"
        shown_fields = {field.key for field in self.table.fields.values() if field.printed and field.key != "type"}
        if not card.fights and not _is_starting(card.name) and not shown_fields & self.values_of(card).keys():
            yield f"{card.name}: nothing is printed on it?"
        copies = tables.box().kingdom.copies
        if card.kingdom and not card.fights and card.copies != copies:
            yield f"{card.name}: {card.copies} copies? A kingdom deck has {copies} of each {card.type}"

    def faults_together(self, cards: Sequence[Written[Entry]]) -> Iterator[str]:
        """Yield the faults of cards or kingdoms that exceed the box."""
        box = tables.box()
        if (many := len(_kingdoms(cards))) > box.kingdom.decks:
            yield f"{many} kingdoms; the box has {box.kingdom.decks} ({self.box})"
        noted = sum(card.copies for card in cards if isinstance(card.entry, Card) and card.entry.kingdom)
        if (many := noted + _without_kingdom(cards)) > (whole := box.kingdom.decks * box.kingdom.cards):
            yield f"{many} cards of kingdoms; the box has {whole} ({self.box})"
        yield from super().faults_together(cards)

    def groups(self, cards: Sequence[Written[Entry]]) -> list[Group]:
        """List the parts of the box: starting cards, kingdoms' cards by type, kingdoms not begun, villages.

        Cards without a noted kingdom, as most that were typed in at the table, count as cards of kingdoms not begun
        (`kingdom-decks`, `box`).
        """
        box, here = tables.box(), _kingdoms(cards)
        names = {fold(card.name) for card in cards}
        starting = [name for name in (box.fist, box.enchanting) if fold(name) not in names]
        found = [Group("starting cards", 2 - len(starting), 2, tuple(starting))]
        of = box.kingdom
        many = (of.items * of.copies, of.enchantments * of.copies, of.minor + of.medium + of.major, of.dragons)
        for kingdom in here:
            have = Counter({card.entry.type: 0 for card in cards if isinstance(card.entry, Card)})
            for card in cards:
                if isinstance(card.entry, Card) and card.entry.kingdom == kingdom:
                    have[card.entry.type] += card.copies
            found += [Group(f"{kingdom} {kind}s", have[kind], boxed) for kind, boxed in zip(TYPES, many, strict=True)]
        unnoted = _without_kingdom(cards)
        others = max(0, of.decks - len(here)) * of.cards
        found.append(Group("cards without a kingdom", unnoted, unnoted))
        found.append(Group("other kingdoms", 0, max(0, others - unnoted)))
        found.append(Group("villages", sum(card.kind == "village" for card in cards), box.villages))
        return [group for group in found if group.box]

    def draw(self, card: Entry, screen: Screen) -> None:
        """Draw a card completed from the rulebook; in plain mode describe it."""
        from referee.games.enchanters.screens.cards import show_card

        show_card(self.whole(card), screen)

    def show_list(self, cards: Sequence[Written[Entry]], screen: Screen) -> None:
        """Show a line for each card, by kingdoms."""
        from referee.games.enchanters.screens.cards import show_list

        show_list(cards, screen)


CARDS = EnchantersCards()


# --- the box (Game overview) ----------------------------------------------------------------------------


def _is_starting(name: str) -> bool:
    return fold(name) in map(fold, (tables.box().fist, tables.box().enchanting))


def _kingdoms(cards: Sequence[Written[Entry]]) -> list[str]:
    """List the kingdoms of some cards."""
    found = (card.entry.kingdom for card in cards if isinstance(card.entry, Card))
    return list(dict.fromkeys(kingdom for kingdom in found if kingdom))


def _without_kingdom(cards: Sequence[Written[Entry]]) -> int:
    """Count the cards, besides the starting ones, without a noted kingdom."""
    unnoted = (card for card in cards if isinstance(card.entry, Card) and not card.entry.kingdom)
    return sum(card.copies for card in unnoted if not _is_starting(card.name))


# --- Line -----------------------------------------------------------------------------------------
# A card in one line, as it is typed in at the table: "item, attack 1, glory 1; minor: 1 crystal -> attack 3".
#
# In a deck a line begins with the card's name and a colon; a village is "NAME: village; RULE".


HINT = "like: monster 2/5 3g 1la, or item 1a 2d; minor: 1c -> 2a (a attack, d defence, g glory, c crystals, l lower)"


def read_card(name: str, text: str) -> Card:
    """Parse a card from its name and line, which may leave out what the rulebook prints. Raises Unreadable."""
    card = CARDS.read_rest(name, CARDS.without_name(name, text), "card")
    if isinstance(card, Card):
        return card
    raise Unreadable(f"{name}: is a village; a card was expected")


def read_village(name: str, text: str) -> Village:
    """Parse a village from its name and its rules with semicolons between, as in a deck. Raises Unreadable."""
    village = CARDS.read_rest(name, text, "village")
    assert isinstance(village, Village)
    return village


write_card = CARDS.write_rest
"""Writes a card's line, without its name."""


def write_village(village: Village) -> str:
    """Write a village in one line, with its name, as a set-up takes it."""
    return f"{village.name}: {'; '.join(village.rules) or 'none'}"


def in_words(card: Card) -> tuple[list[str], list[str]]:
    """Format a card's values, "item", "attack 1", "lower defence 1", and its rules, as in its line."""
    return CARDS.table.words(CARDS.values_of(as_printed(card)))


def as_printed(card: Card) -> Card:
    """Return a card as printed, without its kingdom and number of copies."""
    return replace(card, kingdom="", copies=1, two=0)


# --- cards of the rulebook ----------------------------------------------------------------------------


def known_of(name: str) -> str:
    """Describe a card or village by the rulebook, for a person who types it in; "" if it isn't there."""
    key = fold(name)
    card, village = tables.printed_cards().get(key), tables.printed_villages().get(key)
    values = {what: getattr(card, what, UNSET) for what in ("type", "strength", "health", "attack")}
    found, _ = CARDS.table.words({what: value for what, value in values.items() if value is not UNSET})
    entry = card or village
    return "; ".join([*found, *entry.rules, *entry.untold] if entry is not None else found)


def usual_line(name: str) -> str | None:
    """Return the default line of a card that the rulebook prints in full: its type; None for others.

    A card of which it prints only the name has none.
    """
    entry = tables.printed_cards().get(fold(name))
    if entry is None or entry.type is UNSET or entry.untold or not (entry.rules or entry.attack):
        return None
    fought = entry.type in FIGHTS and UNSET in (entry.health, entry.strength)
    return None if fought else str(entry.type)


def with_price(name: str, text: str) -> str:
    """Return the line of a card that the rulebook prints but for a price, if that is typed first; else ""."""
    entry = tables.printed_cards().get(fold(name))
    if entry is None or entry.type is UNSET or not entry.untold:
        return ""
    price, comma, values = text.partition(",")
    price = re.sub(r"^(\d+) ?c?$", lambda many: crystals(int(many[1])), price.strip())
    priced = [rule.replace(GAP, price) for rule in entry.untold]
    if list(cards.wrong_rules(priced)):
        return ""
    return "; ".join((f"{entry.type}{comma}{values}", *entry.rules, *priced))


# --- Cards that the deck lacks are typed in when they first matter, and kept in the save ----------


def learn(quest: Quest, name: str) -> Procedure[None]:
    """Ask for a card's line, if it isn't known."""
    if find_card(quest.setup, quest.state, name) is not None:
        return
    keep(quest, (yield card_question(printed(name))))


def keep(quest: Quest, card: Card) -> None:
    """Keep a card that was typed in, and tell how it was read."""
    quest.state.learnt += (card,)
    quest.emit(Learnt(card.name, write_card(as_printed(card))))


def card_question(name: str) -> Question[Card | Village]:
    """Return the question for a card's line."""
    known_text = known_of(name)
    price = f"; type the price for {GAP}, like 2c" if GAP in known_text else ""
    hint = f"the rulebook says: {known_text}{price}" if known_text else HINT
    asked = CARDS.question(name, "card", f"{name}: what is printed on it", hint, default=usual_line(name))

    def parse(text: str) -> Card | Village:
        kind = "enchantment" if fold(name).startswith(_OF) else ""
        return beginning(asked.parse, with_price(name, text) or text, [f"{kind}; "] if kind else [])

    def foresee(text: str) -> str:
        return asked.default if asked.default and _begins_next(name, text) and fault(parse, text) else ""

    return replace(asked, parse=parse, foresees=foresee)


def _begins_next(name: str, text: str) -> bool:
    """Return whether a text begins with the whole line of another card than this one."""
    head, colon, _ = text.partition(";")[0].partition(":")
    words = fold(head).split()
    moment = any(nearest(word, get_args(When), 1, alike=0.7) or word[0].isdigit() for word in words)
    return bool(colon and words) and fold(head) != fold(name) and not moment


# --- Naming ---------------------------------------------------------------------------------------
# Finding the card that the table names: a known one, one more of a name, or a new one.


ALIKE = 0.8
"""Similarity to a known name from which on a new name is taken for a typing mistake."""
_OF = "of "
"""Prefix of most enchantments, which is ignored when names are compared."""


class NamedCard(NamedTuple):
    """A card by its name in the program, with its printed values if they were typed too.

    `new` is whether it wasn't known before; a known card's line means one more of it.
    """

    name: str
    card: Card | None = None
    new: bool = False

    @property
    def written(self) -> str:
        """The answer to be recorded: a name alone is refused if a deck has no more of it."""
        return CARDS.describe(self.card) if self.card is not None else printed(self.name)


class CardNames(NamedTuple):
    """The possible meanings of a name: `left` are known cards that may come, `seen` those on the table.

    `learnt` are the cards typed in at this table. If no whole line can be typed (`bare`), a new name may resemble
    a known one.
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
        """Return a card by name; one typed in later goes before the deck's."""
        key = fold(printed(name))
        typed = next((card for card in reversed(self.learnt) if fold(card.name) == key), None)
        return typed or self.setup.known.get(key)

    @property
    def known(self) -> dict[str, str]:
        """Every name of the deck and the table in its first spelling, by its folded form."""
        cards = [card.name for card in (*self.setup.cards, *self.learnt)]
        return {fold(name): name for name in reversed((*cards, *map(printed, (*self.left, *self.seen))))}

    @property
    def spelt(self) -> dict[str, str]:
        """The known names, and those of the rulebook."""
        return {key: card.name for key, card in tables.printed_cards().items()} | self.known

    def next_of(self, name: str) -> str:
        """Return the identifier of one more card of a name."""
        taken = {fold(other) for other in (*self.seen, *self.left)}
        return next(one for number in count(1) if fold(one := numbered(name, number)) not in taken)


def pick_named(names: CardNames, text: str) -> NamedCard:
    """Find the card that a table names, or writes with its whole line: a known one that is left, or a new one.

    Raises Unreadable, also for a new name that looks like a typing mistake.
    """
    if ":" in text:
        return _whole_line(names, text)
    name, _, line = text.partition(",")
    if fold(line).split(" ")[0].rstrip(",;") in TYPES:
        line = f"{name.strip()}: {line.strip()}"
        raise Suggestion(f'A colon ends a card\'s name. Did you mean "{line}"?', line)
    key, coming, spelt = fold(printed(text)), names.coming, names.spelt
    if key in coming:
        return NamedCard(coming[key])
    starting = [name for folded, name in coming.items() if key and folded.startswith(key)]
    if names.setup.complete:
        words = [name for folded, name in coming.items() if key in folded.split()]
        for found in (starting, words):
            if len(found) == 1:
                return NamedCard(found[0])
        raise Unreadable(_none_left(names, text))
    if key not in spelt:
        _refuse_other_words(names, text)
        if len(starting) == 1 and not fold(starting[0]).startswith(f"{key} "):
            return NamedCard(starting[0])
        if not names.bare and (near := _similar(names, key)):
            example = f"{cards.read_card_name(text)}: monster, strength 2, health 3"
            raise Unreadable(f"did you mean {or_list(near)}? For a new card write its whole line, like {example}")
    return NamedCard(names.next_of(spelt.get(key) or cards.read_card_name(text)))


def doubtful(names: CardNames, typed: Sequence[str]) -> str:
    """Describe doubts about new names: no card is called so, or they are nearly a known one."""
    new = [name for name in map(printed, typed) if fold(name) not in names.spelt]
    if words := [name for name in new if is_no_name(name) or fold(name) in (*VERBS, *TYPES)]:
        return f"{and_list(words)}: {'is that a name' if len(words) == 1 else 'are those names'} on a card?"
    near = {name: found for name in new if (found := _similar(names, fold(name)))}
    return " ".join(f"{name} isn't known yet, and is nearly {or_list(found)}." for name, found in near.items())


def _whole_line(names: CardNames, text: str) -> NamedCard:
    """Parse a card's whole line, the only way to name a card that a complete deck lacks."""
    name_part, _, line = text.partition(":")
    name = cards.read_card_name(name_part)
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
    """Explain why a complete deck can't have a card, and what to do."""
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
    """Refuse words that are no card: a player's name, a move, "none". Raises Unreadable."""
    if all(word[0].isdigit() for word in re.split(r"[\s,;]+", text.strip()) if word) and any(map(str.isalpha, text)):
        raise Unreadable(f'"{printable(text)}" has no name; the name comes first, like Bat: {printable(text)}')
    if not names.bare and (is_nothing(text) or not any(map(str.isalpha, text))):
        raise Unreadable(f'"{printable(text)}" can\'t be the name of a card; if none is left, say adjust deck 0')
    if fold(text) in map(fold, names.setup.players):
        raise Unreadable(f"{text.strip()} is a player; which card is it?")
    verb, space, _ = fold(text).partition(" ")
    if space and verb in (*VERBS, "adjust"):
        raise Unreadable(f'"{text.strip()}" is a move, and no card; say first which card it is')


def _similar(names: CardNames, key: str) -> list[str]:
    """List the known names similar to a new one; of two enchantments only the part after "of" is compared.

    A name that only the rulebook has isn't similar to its own beginning.
    """
    known = names.known
    near = {one: name for one, name in names.spelt.items() if one in known or len(one) * ALIKE <= len(key)}
    if not key.startswith(_OF):
        return nearest(key, near.values(), alike=ALIKE)
    rest = {one.removeprefix(_OF): name for one, name in near.items() if one.startswith(_OF)}
    return [rest[found] for found in nearest(key.removeprefix(_OF), rest, alike=ALIKE)]
