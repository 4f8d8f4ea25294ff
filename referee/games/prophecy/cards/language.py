"""What Prophecy says of its cards: their fields, and what the rulebook tells of them.

    Toll Ogre: creature, humanoid, strength 5, 2 experience; lost: lose 2 health; won on 4-6: draw 1 common

A card's first part is its kind. Values are parted by commas, rules by semicolons.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, get_args

from msgspec import UNSET
from msgspec.structs import replace

from referee.asking.question import Option, Procedure, Question
from referee.cards.entry import Written
from referee.cards.fields import FLAG, CardField, FieldTable, Parts, Value, one_of, own_word
from referee.cards.language import CardLanguage, Group
from referee.errors import BadInput, Unreadable
from referee.files.files import Data, convert
from referee.games.prophecy import tables
from referee.games.prophecy.cards.cards import KINDS, Ability, Card, Creature, HeroCard, Item, rules_of
from referee.games.prophecy.cards.moments import why_not
from referee.games.prophecy.cards.wording import Often, When, read_rule
from referee.games.prophecy.vocabulary import GAME, GUILDS, RACES, TYPES, CardName
from referee.text.names import find, fold, keyed

UNTOLD = "?"
"""What stands for a number that is printed on a card and that the rulebook doesn't tell."""
_MOST = 20
"""The highest value or price that is not doubted."""
TYPED, TOLD = "typed", "rulebook"
"""Which of two rules of one WHEN holds: the one that was typed, or the one that the rulebook tells."""


def _read_value(text: str) -> int | str:
    said = fold(text)
    return int(said) if said.isdigit() else re.sub(r" ?([+x]) ?", r" \1", said)


_VALUE = Value(rf"[0-9]{{1,2}}|\{UNTOLD}|as yours(?: ?[+x] ?[0-9])?", _read_value, str, lambda: ("2", "as yours"))
_GUILD = Value("|".join(GUILDS), lambda text: keyed(GUILDS, str)[fold(text)], words=lambda: GUILDS)
_WHENS = tuple(get_args(When))
_RULE = Value(
    rf"(?:(?:{'|'.join(filter(None, get_args(Often)))}) )?(?:{'|'.join(sorted(_WHENS, key=len, reverse=True))})"
    r"(?: on [^:]*)?(?: if [^:]*)? ?:.*",
    str.strip, words=lambda: (), rule=True, begins=_WHENS,
)  # fmt: skip


class ProphecyCards(CardLanguage[Card]):
    """Cards of nine kinds."""

    game = GAME
    types: Mapping[str, type[Any]] = KINDS
    said = tuple(KINDS)
    table = FieldTable(
        CardField("rarity", ("#",), one_of(("common", "rare")), open=True),
        CardField("race", ("#",), own_word(RACES, "kind"), called="kind", open=True),
        CardField("strength", value=_VALUE, open=True),
        CardField("willpower", value=_VALUE, open=True),
        CardField("willpower_first", ("willpower first",), FLAG),
        CardField("lives", ("# (life|lives)",), usual=3),
        CardField("experience", ("# experience",), open=True, usual=_MOST),
        CardField("no_spells", ("no spells",), FLAG),
        CardField("way", ("#",), one_of(("both parts", "willpower for strength", "all values"))),
        CardField("strength_costs_magic", ("strength costs # magic",)),
        CardField("wills_costs_health", ("wills costs # health", "will costs # health")),
        CardField("guilds", ("#",), _GUILD, called="guild", several=True),
        CardField("sex", ("#",), one_of(("woman", "man")), open=True),
        CardField("costs", ("costs #", "cost #"), open=True, usual=_MOST),
        CardField("spell", open=True),
        *(CardField(word, (word,), FLAG) for word in ("weapon", "shield", "hand", "head")),
        CardField("two_handed", ("two-handed",), FLAG),
        CardField("types", ("#",), own_word(TYPES, "type"), called="type", several=True),
        *(CardField(word, (word,), FLAG) for word in ("throwing", "potion", "scroll")),
        CardField("copies", ("# (copy|copies)",), printed=False),
        CardField("rules", ("#",), _RULE, several=True),
    )
    examples: Mapping[str, str] = {
        "hero": "Bellringer: hero, strength 3, willpower 4, Monastery, Fortress, woman",
        "creature": "Toll Ogre: creature, humanoid, strength 5, 2 experience; lost: lose 1 health, lose 2 gold",
        "lesser": "Door Warden: lesser, strength 3, 2 experience; won: draw 1 rare",
        "greater": "Hollow Regent: greater, undead, willpower 6, strength 7, both parts; lost: lose 2 health",
        "item": "Moth Cleaver: item, common, costs 6, weapon, edged, throwing; always: in strength 1",
        "artifact": "Mirrored Shield: artifact, shield; always: lost by 1 is drawn",
        "ability": "Prayer: ability, Monastery, costs 4, spell 1; any roll: better of two",
        "opportunity": "Whispering Well: opportunity; use: 1 experience -> recharge 4 magic",
        "chance": "Harvest Wind: chance; drawn by: heal 2 health, each other player heal 1 health",
    }
    how = "A card in a line; its kind comes first, rules stand behind semicolons:"
    box = "Guardians and Artifacts"

    def kind_of(self, card: Card) -> str:
        """The kind of a card."""
        return card.kind

    def read_name(self, text: str) -> str:
        """A card's name. Raises Unreadable."""
        name = " ".join(super().read_name(text).split())
        try:
            return convert(name, CardName, "")
        except BadInput:
            raise Unreadable(
                f'"{name}" can\'t be a card\'s name: 1 to 80 letters, without commas, colons or "/"'
            ) from None

    def kind_told(self, name: str, keys: Collection[str]) -> str:
        """The kind that the rulebook tells of a card. Raises Unreadable."""
        told = tables.told_cards().get(fold(name))
        return (
            told.line.partition(":")[2].partition(",")[0].split(";")[0].strip()
            if told
            else super().kind_told(name, keys)
        )

    def filled_in(self, name: str, said: Parts, kind: str) -> Parts:
        """What is said of a card, with what the rulebook tells of it but for rules of a WHEN that is said too (P82).

        Raises Unreadable for another kind of card, and for a number that is printed and not told.
        """
        told = self._told(name, kind)
        if lacking := next((key for key, value in told.items() if value == UNTOLD and key not in said), None):
            raise Unreadable(f"the rulebook tells that it has {lacking}; write the number too, like {lacking} 4")
        whole = {**said, **{key: value for key, value in told.items() if key not in said}}
        if mine := said.get("rules"):
            whens = set(map(_when, mine))
            whole["rules"] = [*mine, *(text for text in told.get("rules", ()) if _when(text) not in whens)]
        both = [key for key in whole if key in ("strength", "willpower")]
        if both == ["willpower", "strength"]:
            whole.setdefault("willpower_first", True)
        return {key: value for key, value in whole.items() if value != UNTOLD}

    def _told(self, name: str, kind: str) -> Parts:
        """What the rulebook tells of a card. Raises Unreadable if that is of another kind."""
        if (found := tables.told_cards().get(fold(name))) is None:
            return {}
        told_kind, *parts = self.table.split(found.line.partition(":")[2])
        if told_kind != kind and (told_kind, kind) != ("item", "artifact"):
            raise Unreadable(f"it is {_a(told_kind)}, the rulebook tells, not {_a(kind)}")
        told: Parts = {}
        for part in parts:
            for key, value in self._read_part(part, told_kind).items():
                told[key] = [*told.get(key, ()), *value] if self.table.fields[key].several else value
        return told

    def disputed(self, card: Card) -> list[str]:
        """The rules that the rulebook tells of a card and that others of their WHEN on it stand in for (P82)."""
        mine = [replace(rule, text="") for rule in card.parsed]
        whens = {rule.when for rule in mine}
        told = rules_of(tuple(self._told(card.name, card.kind).get("rules", ())))
        return [rule.text for rule in told if rule.when in whens and replace(rule, text="") not in mine]

    def settled(self, card: Card, key: str = "holds") -> Procedure[Card]:
        """A card that was just typed; where its rules and the rulebook's differ, which hold is asked (P82)."""
        whens = set(map(_when, self.disputed(card)))
        mine = [text for text in card.rules if _when(text) in whens]
        asked = _which_holds(key, card.name, "; ".join(mine), "; ".join(self.disputed(card)))
        if not whens or (yield asked) == TYPED:
            return card
        told = [text for text in self._told(card.name, card.kind)["rules"] if _when(text) in whens]
        whole: Card = replace(card, rules=(*(text for text in card.rules if text not in mine), *told))
        return whole

    def finished(self, card: Card) -> Card:
        """A card whose rules can be read, and do something on it. Raises Unreadable."""
        for text in card.rules:
            if why := why_not(card.kind, read_rule(text)):
                raise Unreadable(f'"{text}": {why}')
        return card

    def write_rest(self, card: Card) -> str:
        """A card's line without its name; what is printed first stands first."""
        text = super().write_rest(card)
        if not isinstance(card, Creature) or not card.willpower_first:
            return text
        text = text.replace(", willpower first", "")
        return re.sub(r"(strength [^,;]+), (willpower [^,;]+)", r"\2, \1", text, count=1)

    def data_of(self, card: Card) -> Data:
        """A card as it is written in a file: its kind is the header that it stands under."""
        return {key: value for key, value in super().data_of(card).items() if key != "kind"}

    def whole(self, card: Card) -> Card:
        """A card with what the rulebook tells of it, as far as it can be."""
        try:
            return read_card(write_card(card))
        except Unreadable:
            return card

    # --- what may be wrong --------------------------------------------------------------------------

    def faults(self, card: Card) -> Iterator[str]:
        """What makes a card unfit to be played with."""
        try:
            yield from (f"{card.name}: {fault}" for fault in faults(read_card(write_card(card))))
        except Unreadable as error:
            yield str(error)

    def doubts(self, card: Card) -> Iterator[str]:
        """What is possible on a card, and unusual."""
        yield from super().doubts(card)
        for told in self.disputed(card):
            yield f'{card.name}: the rulebook tells "{told}"; what was typed counts instead'
        for effect in _without_moment(card):
            yield f'{card.name}: "{effect}" is its too, and the rulebook doesn\'t say when; add it as the card has it'
        if isinstance(card, HeroCard) and len(card.guilds) != 2:
            yield f"{card.name}: a hero belongs to two guilds, and this one to {len(card.guilds) or 'none'}"
        if isinstance(card, Item) and not (card.rules or card.potion or card.scroll) and card.kind == "item":
            yield f"{card.name}: nothing is written of what it does"
        if isinstance(card, Ability) and len(card.guilds) > 1:
            yield f"{card.name}: an Ability is of one guild"
        if isinstance(card, Item) and card.shield and card.weapon:
            yield f"{card.name}: a weapon and a shield at once?"

    def faults_together(self, cards: Sequence[Written[Card]]) -> Iterator[str]:
        """Nothing: a table may have more heroes and Guardians than the rulebook's box."""
        yield from ()

    def groups(self, cards: Sequence[Written[Card]]) -> list[Group]:
        """The box as far as the rulebook tells it: heroes, Guardians, Artifacts; other decks are asked for."""
        box = tables.numbers().box
        parts = {"hero": ("heroes", box.heroes), "lesser": ("Lesser Guardians", box.lesser),
                 "greater": ("Greater Guardians", box.greater), "artifact": ("Artifacts", box.artifacts)}  # fmt: skip
        found = []
        for kind, (called, many) in parts.items():
            there = [card for card in cards if card.kind == kind]
            names = {fold(card.name) for card in there}
            told = {one.name for one in tables.told_cards().values() if _told_kind(one) == kind}
            missing = tuple(name for name in sorted(told) if fold(name) not in names)
            found.append(Group(called, sum(card.copies for card in there), many, missing))
        return found


CARDS = ProphecyCards()


def read_card(line: str) -> Card:
    """A card from its line, name and all, with what the rulebook tells of it. Raises Unreadable."""
    return CARDS.read(line)


def write_card(card: Card) -> str:
    """A card's whole line; reading it gives the same card."""
    return CARDS.write(card)


def faults(card: Card) -> Iterator[str]:
    """What makes a card unfit to be played with, whatever the rulebook tells."""
    if isinstance(card, Creature):
        lacks = [what for what in ("strength", "willpower") if getattr(card, what) is UNSET]
        if len(lacks) == 2:
            yield "a Creature needs its Strength, its Willpower or both, like strength 4, willpower 3"
        elif card.way == "both parts" and lacks:
            yield f"it is fought in both parts, so it needs its {lacks[0].capitalize()} too, like {lacks[0]} 4"
        elif card.way == "willpower for strength" and card.strength is UNSET:
            yield "its Strength is fought against, so it needs that, like strength 4"
        elif card.way == "all values" and card.strength is UNSET:
            yield "it is fought with all values at once; write its number as Strength, like strength 14"


def told_of(name: str) -> str:
    """What the rulebook tells of a card, for who types it in; what it tells in part has "..."; "" for nothing."""
    told = tables.told_cards().get(fold(name))
    if told is None:
        return ""
    line = "; ".join((told.line.partition(":")[2].strip(), *told.untold))
    return f"the rulebook tells: {line}{told.note and f' ({told.note})'}"


def _without_moment(card: Card) -> Iterator[str]:
    """The effects that the rulebook tells of without their WHEN, and that no rule of the card has yet (P82)."""
    told = tables.told_cards().get(fold(card.name))
    for part in told.untold if told is not None else ():
        effect = part.partition(": ")[2]
        if not any(effect in rule for rule in card.rules):
            yield effect


def _when(text: str) -> str:
    """The WHEN of a rule; "" of one that can't be read."""
    try:
        return read_rule(text).when
    except Unreadable:
        return ""


def _which_holds(key: str, name: str, mine: str, told: str) -> Question[str]:
    """Which rules of a card hold. Logs of before it was asked go on with the answer that comes next."""
    said = {TYPED: TYPED, TOLD: TOLD}
    options = [Option(TYPED, detail=mine), Option(TOLD, detail=told)]
    return Question(
        key, f'{name}: the rulebook tells "{told}", you typed "{mine}"; which holds',
        lambda text: find(text, said, "answer", listing=2), options=lambda: options, default=TYPED, passable=True,
    )  # fmt: skip


def _told_kind(told: tables.ToldCard) -> str:
    return re.split("[,;]", told.line.partition(":")[2], maxsplit=1)[0].strip()


def _a(kind: str) -> str:
    return f"a{'n' * (kind[0] in 'aio')} {kind}"
