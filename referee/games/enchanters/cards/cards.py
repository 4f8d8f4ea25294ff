"""The rules of cards and villages in a small language, and the cards: "minor: 1 crystal -> attack 3".

A rule is WHEN, a colon, its cost and an arrow if it has a cost, and effects with commas between. Effects that the
language lacks are written `manual` with the card's own words: the referee shows them and asks for the changes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal, TypeVar, get_args

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import replace

from referee.effects import rules
from referee.effects.rules import GAP
from referee.errors import BadInput, Unreadable, fault, join_errors, naming_place
from referee.files.files import Data, convert, expect_game, read_toml
from referee.files.kinds import DECK, expect
from referee.games.enchanters import tables
from referee.games.enchanters.tables import PrintedCard, PrintedVillage
from referee.games.enchanters.vocabulary import FIGHTS, GAME, Amount, CardType, Name, Points
from referee.text.names import a_or_an, fold, numbered
from referee.text.pattern import lazy_pattern

When = Literal[
    "minor",
    "multi",
    "rest",
    "immediate",
    "fight",
    "turn",
    "after rest",
    "after item",
    "after enchantment",
    "after monster",
    "after dragon",
    "end",
]
"""An action (once a turn, repeatable, as a rest), on being taken, while it is fought, triggers, the end."""

Who = Literal["", "each player", "each other player", "a player", "another player"]
Count = Literal["attack", "defence", "monsters", "dragons", "items", "enchantments", "wounds", "crystals"]
Number = Annotated[int, Meta(ge=-99)] | Literal["all"]

ACTIONS: tuple[When, ...] = ("minor", "multi", "rest")
CHOOSING: tuple[Who, ...] = ("a player", "another player")


class EnchantersCost(rules.Cost, frozen=True):
    """The cost of an action: crystals, wounds taken, monsters discarded."""

    crystals: int = 0
    wounds: int = 0
    monsters: int = 0


class PerCard(Struct, frozen=True):
    """The unit of a counted effect: for every `number` of something that the player has."""

    of: Count
    number: int = 1

    def __post_init__(self) -> None:
        if not self.number:
            raise Unreadable(f"counts {self.of} by 0; write per 1 {self.of} or more")

    @property
    def words(self) -> str:
        """The unit in words: "2 attack", "monster"."""
        return self.of.removesuffix("s") if self.number == 1 else f"{self.number} {self.of}"


class CountedCards(rules.Effect, frozen=True):
    """An effect with a number, once or for every unit of something."""

    number: Number
    per: PerCard | None = None

    @property
    def each(self) -> int:
        """The number by itself; "all" is 1."""
        return 1 if self.number == "all" else self.number

    def value_of(self, has: int) -> int:
        """Return the number if `has` was counted; parts of a unit are rounded down (E-o)."""
        return self.each if self.per is None else self.each * (has // self.per.number)

    def __post_init__(self) -> None:
        if self.each < 0 and isinstance(self, OfPlayers):
            raise Unreadable("write a number without a sign; lose and heal take away")
        if self.number == "all" and not (isinstance(self, OfPlayers) and self.verb not in ("gains", "takes")):
            raise Unreadable('say how many; only what somebody has can be "all" of it')
        if isinstance(self, HandOver) and self.who not in CHOOSING:
            raise Unreadable("say who gives it, like another player gives 1 monster")


class Add(CountedCards, frozen=True, kw_only=True):
    """More attack or defence in this turn."""

    what: Literal["attack", "defence"]


class Glory(CountedCards, frozen=True):
    """Glory at the end."""


class OfPlayers(CountedCards, frozen=True, kw_only=True):
    """An effect on the active player, or on `who`."""

    who: Who = ""
    verb: str = ""


class Crystals(OfPlayers, frozen=True, kw_only=True):
    """Crystals are gained or lost."""

    verb: Literal["gains", "loses"]


class WoundsEffect(OfPlayers, frozen=True, kw_only=True):
    """Wounds are taken or healed."""

    verb: Literal["takes", "heals"]


class Discard(OfPlayers, frozen=True):
    """Monsters go to the graveyard."""


class HandOver(OfPlayers, frozen=True):
    """Monsters of a player go to the active one."""


class GiveAway(rules.Effect, frozen=True):
    """The card itself goes to another player."""


class Graveyard(rules.Effect, frozen=True):
    """A journey to the graveyard."""


class DoubleDamage(rules.Effect, frozen=True):
    """The monster's damage counts twice."""


class StrikeEveryone(rules.Effect, frozen=True):
    """The monster strikes all players."""


class ManualEffect(rules.Effect, frozen=True):
    """The card's own words."""

    text: str


class EnchantersRule(rules.Rule, frozen=True, kw_only=True):
    """A rule of a card or village, and when it applies."""

    when: When

    def pays(self, what: Literal["crystals", "wounds", "monsters"]) -> int:
        """Return how many of something it costs."""
        return sum(getattr(cost, what) for cost in self.cost or ())

    def has(self, *effects: type[rules.Effect]) -> bool:
        """Return whether one of its effects is of these types."""
        return any(isinstance(effect, effects) for effect in self.effects)


RULES = rules.RuleLanguage(
    EnchantersRule,
    {"{when}": EnchantersRule},
    {
        "(|pay|take|discard) {crystals} crystal(s)": EnchantersCost,
        "(|pay|take|discard) {wounds} wound(s)": EnchantersCost,
        "(discard|pay|take|) {monsters} monster(s)": EnchantersCost,
    },
    {
        "[{who} ]{verb}(s) {number} crystal(s)[ {per}]": Crystals,
        "[{who} ]{verb}(s) {number} wound(s)[ {per}]": WoundsEffect,
        "{what} {number}[ {per}]": Add,
        "[{who} ]discard(s) {number} monster(s)[ {per}]": Discard,
        "[{who} ]give(s) {number} monster(s)": HandOver,
        "give this card away": GiveAway,
        "journey to (the|) graveyard": Graveyard,
        "double damage": DoubleDamage,
        "strike|strikes everyone": StrikeEveryone,
        "glory {number}[ {per}]": Glory,
        "manual {text}": ManualEffect,
    },
    {"(per|for every|for each) {number} {of}(s)": PerCard, "(per|for every|for each) {of}(s)": PerCard},
    examples=(
        get_args(When),
        ("2 crystals", "1 wound", "discard 1 monster"),
        (
            "gain 2 crystals",
            "lose 1 crystal",
            "take 1 wound",
            "heal 2 wounds",
            "attack 3",
            "defence 1",
            "discard 1 monster",
            "another player gives 1 monster",
            "give this card away",
            "journey to the graveyard",
            "double damage",
            "strike everyone",
            "glory 1 per defence",
            "manual ...",
        ),
    ),
    spellings={"defense": "defence"},
)
"""The notation of rules; the affected player may go before an effect: `each other player`, `a player` ..."""


@lru_cache(maxsize=1024)
def read_rule(text: str) -> EnchantersRule:
    """Parse a rule. Raises Unreadable with the unreadable part and what is possible there."""
    rule = RULES.read(text)
    if rule.cost and rule.when not in ACTIONS:
        raise Unreadable(f'"{text}": only an action (minor, multi, rest) has a cost')
    if rule.has(DoubleDamage, StrikeEveryone) != (rule.when == "fight"):
        raise Unreadable(f'"{text}": double damage and strike everyone, and nothing else, come after "fight:"')
    if rule.has(Glory) != (rule.when == "end"):
        raise Unreadable(f'"{text}": glory, and nothing else, comes after "end:"')
    if rule.when != "immediate" and rule.has(GiveAway):
        raise Unreadable(f'"{text}": a card is given away as it is taken; write it after "immediate:"')
    return rule


# --- Cards ----------------------------------------------------------------------------------------
# The cards: items, enchantments, monsters, dragons, villages, and the deck files in which a group keeps them.
#
# The rulebook prints only a few; the rest is on the cards. Values that it prints needn't be written again: a deck's
# entry without them is completed from the tables.


C = TypeVar("C", "Card", "Village")

_NAME = lazy_pattern(r"[^\[\]/:;,#\x00-\x1f\x7f-\x9f]{1,40}")


class Lower(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The part below a card's line, which stays active when the card is covered (E-a)."""

    attack: Points = 0
    defence: Points = 0
    rules: tuple[str, ...] = ()
    glory: Points = 0


class Card(Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """A card as printed. `attack`, `defence` and `rules` are above the line and count only on top of a pile.

    `copies` is its number in a kingdom deck, `two` the number of these marked 2. Glory counts anywhere (E-z).
    """

    name: Name
    type: CardType
    kingdom: str = ""
    glory: Points = 0
    attack: Points = 0
    defence: Points = 0
    health: Amount | UnsetType = UNSET
    strength: Amount | UnsetType = UNSET
    lower: Lower = Lower()
    rules: tuple[str, ...] = ()
    copies: Annotated[int, Meta(ge=1, le=99)] = 1
    two: Annotated[int, Meta(ge=0, le=99)] = 0

    @property
    def all_rules(self) -> tuple[EnchantersRule, ...]:
        """The rules above and below its line, all active until it is covered."""
        return rules_of((*self.rules, *self.lower.rules))

    @property
    def fights(self) -> bool:
        """Whether it must be beaten."""
        return self.type in FIGHTS


class Village(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A village: its actions, passives, and its additions to the score."""

    name: Name
    rules: tuple[str, ...] = ()


class DeckFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A deck file's layout: cards of one or more kingdoms, and villages."""

    card: tuple[Card, ...] = ()
    village: tuple[Village, ...] = ()
    game: Literal["enchanters"] = "enchanters"
    kind: Literal["deck"] = "deck"
    name: str = ""
    note: str = ""

    @property
    def kingdoms(self) -> list[str]:
        """The kingdoms of its cards."""
        return list(dict.fromkeys(card.kingdom for card in self.card if card.kingdom))


def expect_deck(data: Data, where: object) -> None:
    """Refuse a file that is no deck of this game, or has an unreadable head. Raises BadInput."""
    expect(DECK, data, where)
    expect_game(data, GAME, "a deck", where)
    convert({key: value for key, value in data.items() if key not in ("card", "village")}, DeckFile, str(where))


def load_deck(path: Path) -> DeckFile:
    """Read a deck file; check every card and complete it from the rulebook. Raises BadInput."""
    data = read_toml(path)
    expect_deck(data, path)
    deck = convert(data, DeckFile, str(path))
    with naming_place(path):
        cards = tuple(complete(card) for card in deck.card)
        villages = tuple(complete_village(village) for village in deck.village)
    names = [fold(card.name) for card in cards] + [fold(village.name) for village in villages]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise BadInput(f'{path}: "{twice}" is listed twice; write copies = 2')
    return DeckFile(cards, villages, deck.game, deck.kind, deck.name, deck.note)


def complete(card: Card) -> Card:
    """Complete a card from the rulebook, and check it. Raises Unreadable that names the card."""
    entry = tables.printed_cards().get(fold(card.name))
    if entry is not None:
        if entry.type is not UNSET and entry.type != card.type:
            raise Unreadable(f"{card.name}: is a{'n' * (entry.type[0] in 'aeio')} {entry.type}, the rulebook says")
        for what in ("health", "strength"):
            if getattr(card, what) is UNSET and getattr(entry, what) is not UNSET:
                card = replace(card, **{what: getattr(entry, what)})
        if entry.attack is not UNSET and not card.attack:
            card = replace(card, attack=entry.attack)
    card = replace(card, rules=_with_printed(card.name, card.rules, card.lower.rules, entry))
    if [card.health is not UNSET, card.strength is not UNSET] != [card.fights] * 2:
        none = f" is {a_or_an(card.type)}, with neither health nor strength; only monsters and dragons have them"
        raise Unreadable(f"{card.name}{': needs health and strength' if card.fights else none}")
    for rule in () if card.fights else card.all_rules:
        if rule.when == "fight":
            raise Unreadable(f'{card.name}: "{rule.text}" can\'t be on {a_or_an(card.type)}, which is never fought')
    if card.two > card.copies:
        raise Unreadable(f"{card.name}: {card.two} of {card.copies} cards can't be marked 2")
    return card


def complete_village(village: Village) -> Village:
    """Complete a village from the rulebook, and check it. Raises Unreadable."""
    entry = tables.printed_villages().get(fold(village.name))
    village = replace(village, rules=_with_printed(village.name, village.rules, (), entry))
    for rule in rules_of(village.rules):
        if rule.when == "fight":
            raise Unreadable(f'{village.name}: "{rule.text}" can\'t be on a village')
    refuse_at_start(village.name, village.rules)
    return village


def refuse_at_start(name: str, rules: tuple[str, ...]) -> None:
    """Refuse rules impossible on a card there at the start: it is never taken, and no player can choose yet.

    Raises Unreadable.
    """
    for rule in rules_of(rules):
        if rule.when == "immediate":
            raise Unreadable(f'{name}: "{rule.text}" can\'t be: it lies there at the start and is never taken')
        asks = rule.has(ManualEffect, GiveAway) or any(
            getattr(effect, "who", "") in CHOOSING for effect in rule.effects
        )
        if rule.when == "turn" and asks:
            raise Unreadable(f'{name}: "{rule.text}" can\'t be: nobody can choose before the first turn')


def _with_printed(
    name: str, rules: tuple[str, ...], lower: tuple[str, ...], entry: PrintedCard | PrintedVillage | None
) -> tuple[str, ...]:
    """Check rules, and add those of the rulebook unless there is one of their kind. Raises Unreadable."""
    if wrong := list(wrong_rules((*rules, *lower))):
        raise Unreadable(f"{name}: {join_errors(wrong)}")
    if entry is None:
        return rules
    kinds = {rule.when for rule in rules_of((*rules, *lower))}
    whole = (*rules, *(rule.text for rule in rules_of(entry.rules) if rule.when not in kinds))
    _expect_priced(name, rules_of((*whole, *lower)), entry.untold)
    return whole


def differing_rules(card: Card | Village) -> Iterator[str]:
    """Yield the rulebook's rules and values of a card or village that differ on it."""
    key, lower = fold(card.name), card.lower.rules if isinstance(card, Card) else ()
    printed_entry = (
        tables.printed_villages().get(key) if isinstance(card, Village) else tables.printed_cards().get(key)
    )
    if printed_entry is not None:
        here = [replace(rule, text="") for rule in rules_of((*card.rules, *lower))]
        yield from (rule.text for rule in rules_of(printed_entry.rules) if replace(rule, text="") not in here)
        for what in ("strength", "health", "attack"):
            if getattr(printed_entry, what, UNSET) not in (UNSET, getattr(card, what, UNSET)):
                yield f"{what} {getattr(printed_entry, what)}"


def _expect_priced(name: str, rules: Sequence[EnchantersRule], untold: Sequence[str]) -> None:
    """Refuse a card without the action that the rulebook prints without its price. Raises Unreadable.

    Its own words in a `manual` rule are accepted instead.
    """
    does = [effect for rule in rules for effect in rule.effects]
    for text in untold:
        effects = RULES.read(text, gaps=True).effects
        if not set(effects) <= set(does) and not any(isinstance(effect, ManualEffect) for effect in does):
            raise Unreadable(
                f'{name}: the rulebook says "{text}" without its price; write the one on your card, '
                f"like {text.replace(GAP, '2 crystals')}"
            )


def wrong_rules(rules: Iterable[str]) -> Iterator[str]:
    """Describe the errors of the rules that can't be read."""
    return (str(wrong) for text in rules if (wrong := fault(read_rule, text)))


@lru_cache(maxsize=1024)
def rules_of(texts: tuple[str, ...]) -> tuple[EnchantersRule, ...]:
    """Parse rules."""
    return tuple(map(read_rule, texts))


def read_card_name(text: str) -> str:
    """Parse a new card's name. Raises Unreadable."""
    name = " ".join(text.split())
    if not _NAME.fullmatch(name) or name.isdigit():
        raise Unreadable(
            f'"{text}" can\'t be a card\'s name: 1 to 40 letters, without brackets, commas, colons, # or "/"'
        )
    return name


# --- copies -----------------------------------------------------------------------------------------


def copies(card: Card, *, marked: bool) -> Iterator[str]:
    """Yield the names of all copies of a card; with `marked` only those with the mark 2."""
    return (numbered(card.name, number) for number in range(1, (card.two if marked else card.copies) + 1))
