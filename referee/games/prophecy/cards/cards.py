"""The cards: heroes, Creatures and Guardians, Items and Artifacts, Abilities, Opportunities, Chance cards.

The rulebook describes hardly any; the rest is on the cards. Values left out of a card's line are UNSET, and asked
for when they matter.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.games.prophecy.cards.wording import ProphecyRule, read_rule
from referee.games.prophecy.vocabulary import CardName, Guild, Kind, Rarity, Sex, Value

Copies = Annotated[int, Meta(ge=1, le=99)]
AsYours = Annotated[str, Meta(pattern=r"^as yours( \+\d| x\d)?$")]
"""A Creature's value that depends on the hero's own."""
Way = Literal["usual", "both parts", "willpower for strength", "all values"]
"""Ways to fight a Creature: the Vampire, the Shadow of Death and the Master of Pain have their own."""
Word = Annotated[str, Meta(min_length=1, max_length=30, pattern=r"^[a-z-]+$")]


class Printed(Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True):
    """Base of all cards: a name, rules in the language of `wording`, and the number of copies."""

    name: CardName
    rules: tuple[str, ...] = ()
    copies: Copies = 1

    @property
    def kind(self) -> Kind:
        """Kind of card."""
        return self.__struct_config__.tag  # type: ignore[return-value]

    @property
    def price(self) -> int:
        """What it costs; 0 if that isn't known, or it has no price."""
        costs: Value | UnsetType = getattr(self, "costs", UNSET)
        return 0 if costs is UNSET else costs

    @property
    def is_spell(self) -> bool:
        """Whether it is cast."""
        return getattr(self, "spell", UNSET) is not UNSET

    @property
    def magic(self) -> int:
        """The Magic that it takes as a Spell; 0 for any other card."""
        spell: Value | UnsetType = getattr(self, "spell", UNSET)
        return 0 if spell is UNSET else spell

    @property
    def verb(self) -> Literal["cast", "use"]:
        """Verb of its use outside of a battle."""
        return "cast" if self.is_spell else "use"

    @property
    def parsed(self) -> tuple[ProphecyRule, ...]:
        """Its rules, parsed. Raises Unreadable."""
        return rules_of(self.rules)


class HeroCard(Printed, frozen=True, tag_field="kind", tag="hero"):
    """A hero: values, two guilds (the start is in the first), and sex."""

    strength: Annotated[int, Meta(ge=0, le=8)] | UnsetType = UNSET
    willpower: Annotated[int, Meta(ge=0, le=10)] | UnsetType = UNSET
    guilds: tuple[Guild, ...] = ()
    sex: Sex | UnsetType = UNSET


class Creature(Printed, frozen=True, tag_field="kind", tag="creature"):
    """A Creature. `willpower_first` is the printed order; a price may replace the usual one (Shapeless Things)."""

    race: Word | UnsetType = UNSET
    strength: Value | AsYours | UnsetType = UNSET
    willpower: Value | AsYours | UnsetType = UNSET
    willpower_first: bool = False
    lives: Annotated[int, Meta(ge=1, le=9)] = 1
    experience: Value | UnsetType = UNSET
    no_spells: bool = False
    way: Way = "usual"
    strength_costs_magic: Value | UnsetType = UNSET
    wills_costs_health: Value | UnsetType = UNSET


class Lesser(Creature, frozen=True, tag_field="kind", tag="lesser"):
    """A Lesser Guardian."""


class Greater(Creature, frozen=True, tag_field="kind", tag="greater"):
    """A Greater Guardian."""


class Item(Printed, frozen=True, tag_field="kind", tag="item"):
    """An Item: where it is used (`hand`, `head`; with neither it always works), and its type."""

    rarity: Rarity | UnsetType = UNSET
    costs: Value | UnsetType = UNSET
    weapon: bool = False
    shield: bool = False
    hand: bool = False
    head: bool = False
    two_handed: bool = False
    types: tuple[Word, ...] = ()
    throwing: bool = False
    potion: bool = False
    scroll: bool = False

    @property
    def in_hand(self) -> bool:
        """Whether it is held in a hand."""
        return self.weapon or self.shield or self.hand

    @property
    def chosen(self) -> bool:
        """Whether it works only if announced before a battle (P37)."""
        return self.in_hand or self.head


class Artifact(Item, frozen=True, tag_field="kind", tag="artifact"):
    """An Artifact: an Item that can't be discarded, sold, damaged or destroyed (P51)."""


class Ability(Printed, frozen=True, tag_field="kind", tag="ability"):
    """An Ability: its guild (one), its price in Experience, and the Magic it takes if it is a Spell."""

    guilds: tuple[Guild, ...] = ()
    costs: Value | UnsetType = UNSET
    spell: Value | UnsetType = UNSET

    @property
    def guild(self) -> Guild | UnsetType:
        """The guild that teaches it."""
        return self.guilds[0] if self.guilds else UNSET


class Opportunity(Printed, frozen=True, tag_field="kind", tag="opportunity"):
    """An Opportunity: rules only."""


class ChanceEntry(Printed, frozen=True, tag_field="kind", tag="chance"):
    """A Chance card: rules only; without rules if the rulebook explains it."""


Card = HeroCard | Creature | Lesser | Greater | Item | Artifact | Ability | Opportunity | ChanceEntry
KINDS: dict[str, type[Printed]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Card)}
"""Classes of cards by kind."""


@lru_cache(maxsize=2048)
def rules_of(texts: tuple[str, ...]) -> tuple[ProphecyRule, ...]:
    """Parse written rules. Raises Unreadable."""
    return tuple(map(read_rule, texts))
