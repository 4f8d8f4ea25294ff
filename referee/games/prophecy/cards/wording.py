"""The language of card rules: "once a turn battle if man: 2 gold and 1 magic -> in strength 2 thrown, heal 1 health".

    [once a turn] WHEN [on 4-6] [if CONDITION and CONDITION]: [COST and COST ->] EFFECT, EFFECT

An effect may begin with its target (`each other player heal 1 health`) and end with what it counts, how long it
lasts, a delay, and an alternative as far as it can't be done. A text that no phrase covers is `manual` with the
card's own words.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from referee.effects import rules
from referee.effects.phrases import Word
from referee.games.prophecy.vocabulary import What

Often = Literal["", "once a turn", "once a round", "once a battle", "once in two rounds"]
When = Literal[
    "always",
    "any time",
    "moving",
    "instead of moving",
    "round starts",
    "round ends",
    "before battle",
    "battle",
    "roll",
    "after roll",
    "any roll",
    "revealed",
    "met",
    "won",
    "drawn",
    "lost",
    "after battle",
    "use",
    "drawn by",
    "hero beaten",
]

Gains = Literal["gold", "experience", "strength", "willpower"]
Counted = Literal["gold", "experience", "strength", "willpower", "health", "magic", "rare items", "wealth"]
Some = int | Literal["all", "half"]
Face = Annotated[int, Meta(ge=1, le=6)]
Part = Literal["strength", "willpower"]
Which = Literal["a weapon", "a shield", "an item", "the dearest item", "all items", "this"]
Deck = Literal["common", "rare", "adventure"]
Sort = Literal["mountains", "forest", "plains", "guild", "port", "gate"]
Space = Literal[
    "any space",
    "City",
    "Village",
    "Enchanted Wilderness",
    "Monastery",
    "Fortress",
    "Thieves' Guild",
    "Forest Camp",
    "Magic Tower",
]


class Faces(Struct, frozen=True):
    """Faces of a die on which something happens, from `least` to `most`."""

    least: int
    most: int

    example = "4-6"

    @classmethod
    def from_word(cls, word: str) -> Faces | None:
        """Parse faces, "4-6" or "5"; None for another word."""
        least, _, most = word.partition("-")
        if len(least) == 1 and "1" <= least <= (most or least) <= "6" and len(most) <= 1:
            return cls(int(least), int(most or least))
        return None

    def __str__(self) -> str:
        return f"{self.least}-{self.most}" if self.least < self.most else str(self.least)


class Sorts(Struct, frozen=True):
    """Creatures of a kind, in the plural: "demons"; `name` is the kind as printed, "demon"."""

    name: str

    example = "demons"

    @classmethod
    def from_word(cls, word: str) -> Sorts:
        """Parse a kind, by its plural or as printed."""
        return cls(word.removesuffix("s") or word)

    def __str__(self) -> str:
        return self.name if self.name == "undead" else f"{self.name}s"


# --- conditions -----------------------------------------------------------------------------------------


class Is(rules.Condition, frozen=True):
    """A state: the Creature is new (P42), the hero's sex, the type of fight, Health lost in this battle, ...

    A card is "used" if it was announced in the battle, or in hand (P81).
    """

    what: Literal["new", "man", "woman", "no spell cast", "strength fight", "wills fight", "attacker", "hurt", "used"]


class Against(rules.Condition, frozen=True):
    """The enemy is a Creature of this kind."""

    kind: Sorts


class Least(rules.Condition, frozen=True):
    """The hero has least of something, alone or not (Charity, Hermit, Golden Fish; P5, P17)."""

    what: Counted
    alone: Literal["", "alone"] = ""


CONDITIONS: Mapping[str, type[rules.Condition]] = {
    "{what}": Is,
    "against {kind}": Against,
    "[{alone} ]least {what}": Least,
}

# --- costs ----------------------------------------------------------------------------------------------


class Pay(rules.Cost, frozen=True):
    """A number of a counter; Strength and Willpower are lost permanently, as cubes."""

    number: int
    counter: What


class PayItems(rules.Cost, frozen=True):
    """A number of Items of the hero's choice."""

    number: int


class Spend(rules.Cost, frozen=True):
    """The card itself is discarded or damaged."""

    verb: Literal["discard", "damage"]


COSTS: Mapping[str, type[rules.Cost]] = {
    "{number} {counter}": Pay,
    "{number} item(s)": PayItems,
    "{verb} this": Spend,
}

# --- effects --------------------------------------------------------------------------------------------

Who = Literal["", "each player", "each other player", "a hero here"]


class ProphecyEffect(rules.Effect, frozen=True, kw_only=True):
    """An effect, with the modifiers that every one can have.

    It applies to the hero, or to `who`. It lasts as long as its WHEN, or `lasting`; it happens at once, or `later`;
    as far as it can't be done, `instead` replaces it.
    """

    who: Who | Least = ""
    lasting: Literal["", "for the roll", "for the battle", "for the turn", "for the round"] = ""
    later: Literal["", "after battle"] = ""
    instead: ProphecyEffect | None = None


class Per(Struct, frozen=True):
    """A multiplier: for every `number` Artifacts or Items of the hero."""

    of: Literal["artifacts", "items"]
    number: Annotated[int, Meta(ge=1)] = 1


class Counts(ProphecyEffect, frozen=True, kw_only=True):
    """An effect that may be multiplied."""

    per: Per | None = None


class GainEffect(Counts, frozen=True):
    """Gain of a counter; Strength and Willpower are permanent cubes (P6)."""

    number: Some
    counter: Gains


class Lose(Counts, frozen=True):
    """Loss of a counter; Strength and Willpower are permanent cubes (P7)."""

    number: Some
    counter: What


class HealEffect(Counts, frozen=True):
    """Health regained, up to all red cubes."""

    number: Some


class Recharge(Counts, frozen=True):
    """Magic regained, up to all blue cubes."""

    number: Some


Where = Literal["on a weapon", "thrown", "two-handed", "empty hands", "first roll"]


class With(Struct, frozen=True):
    """With a weapon of this type."""

    type: Word


class At(Struct, frozen=True):
    """On a space of this sort, or on this space."""

    space: Sort | Space


Limits = tuple[Where | With | Against | At, ...]


class InFight(Counts, frozen=True):
    """A bonus in fights of one type or of either (P38), under limits."""

    fight: Literal["strength", "wills", "either"]
    number: int
    limits: Limits = ()


class ToValue(Counts, frozen=True):
    """A bonus to Strength or Willpower itself (P38), under limits."""

    value: Part
    number: int
    limits: Limits = ()


class OfTwo(ProphecyEffect, frozen=True):
    """The better or the worse of two throws of a die, one's own or the enemy's (P35)."""

    which: Literal["better", "worse"]
    whose: Literal["", "enemy"] = ""


class SetDie(ProphecyEffect, frozen=True):
    """A die is set to a face (P35)."""

    whose: Literal["own", "enemy"]
    face: Face


class Soften(ProphecyEffect, frozen=True):
    """A lost fight is a draw (P40): if lost by at most `by`, or by any margin (0)."""

    by: int = 0


class Draw(ProphecyEffect, frozen=True):
    """Cards drawn from a deck, of which `keep` are kept (0: all); `wanted` ones may be declined (Mummy)."""

    number: int
    deck: Deck
    keep: int = 0
    wanted: Literal["", "if wanted"] = ""


class Harm(ProphecyEffect, frozen=True):
    """Items damaged or discarded: "a weapon" is the one in use, "an item" is chosen by its owner."""

    verb: Literal["damage", "discard"]
    which: Which


class StealItem(ProphecyEffect, frozen=True):
    """An Item taken from the other hero."""

    which: Which


class StealGold(ProphecyEffect, frozen=True):
    """Gold taken from the other hero, as much as there is."""

    number: int


class Lay(ProphecyEffect, frozen=True):
    """Items or Gold laid on this card, for the hero who beats it (P42)."""

    number: int
    what: Literal["item", "gold"]


class MoveEffect(ProphecyEffect, frozen=True):
    """A move by up to `number` spaces (P66)."""

    number: int


class MoveToEffect(ProphecyEffect, frozen=True):
    """A move to a space of this sort, or to this space."""

    sort: Sort | None = None
    space: Space | None = None


class BoatGains(ProphecyEffect, frozen=True):
    """Boats bring Gold instead of costing it."""

    number: int


class PriceEffect(ProphecyEffect, frozen=True):
    """A price reduced by `number`, in Magic for Wills and Spells, else in Gold."""

    what: Literal["wills", "spell", "payment", "buying"]
    number: int


class SellFor(ProphecyEffect, frozen=True):
    """Extra Gold for each Item sold."""

    number: int


class EnemyLoses(ProphecyEffect, frozen=True):
    """The enemy's value is lower, not below 0; an enemy hero loses Magic or Health for it."""

    number: int
    what: Part | Literal["health", "magic"]


class Do(ProphecyEffect, frozen=True):
    """An effect without a number."""

    what: Literal[
        "reroll a die",
        "roll again",
        "new ability",
        "turn up a plane card",
        "find a creature",
        "boat to any port",
        "a second move",
        "arrive again",
        "another turn",
        "fight again",
        "two weapons",
        "possibilities first",
    ]


Lasting = InFight | ToValue | OfTwo | SetDie | Soften | EnemyLoses | PriceEffect
"""Effects that can last for a time."""


class AlsoDoes(rules.Effect, frozen=True):
    """An effect on top of the loss of 1 Health, not in its place (P28)."""

    effect: ProphecyEffect


class Manual(rules.Effect, frozen=True):
    """The card's own words: they are shown, and the players type the changes."""

    text: str


_PER = "[ {per}]"
_LIMITS = "[ {limits:}]"
_EFFECTS: Mapping[str, type[ProphecyEffect]] = {
    f"gain|gains {{number}} {{counter}}{_PER}": GainEffect,
    f"lose|loses {{number}} {{counter}}{_PER}": Lose,
    f"heal|heals {{number}} health{_PER}": HealEffect,
    f"recharge|recharges {{number}} magic{_PER}": Recharge,
    f"in {{fight}} {{number}}{_PER}{_LIMITS}": InFight,
    f"to {{value}} {{number}}{_PER}{_LIMITS}": ToValue,
    "[{whose} ]{which} of two": OfTwo,
    "{whose} die {face}": SetDie,
    "lost[ by {by}] is drawn": Soften,
    "draw {number} {deck}[ keep {keep}][ {wanted}]": Draw,
    "{verb} {which}": Harm,
    "steal {number} gold": StealGold,
    "steal {which}": StealItem,
    "lay {number} {what} (on this|)": Lay,
    "move {number}": MoveEffect,
    "move to a {sort}": MoveToEffect,
    "move to (|the) {space}": MoveToEffect,
    "boat gains {number} gold": BoatGains,
    "{what} {number} less": PriceEffect,
    "selling {number} more": SellFor,
    "enemy loses {number} {what}": EnemyLoses,
    "{what}": Do,
}


EFFECTS: Mapping[str, type[rules.Effect]] = {
    **{
        f"[{{who}} ]{phrase}[ {{lasting}}][ {{later}}][ or else {{instead}}]": kind
        for phrase, kind in _EFFECTS.items()
    },
    "also {effect}": AlsoDoes,
    "manual {text}": Manual,
}

# --- rules ----------------------------------------------------------------------------------------------


class ProphecyRule(rules.Rule, frozen=True, kw_only=True):
    """A rule of a card: its moment, how often, the faces of a die thrown for it, and its conditions."""

    when: When
    often: Often = ""
    on: Faces | None = None
    conditions: tuple[rules.Condition, ...] = ()

    def applies(self, face: int) -> bool:
        """Return whether it applies for a face of the die."""
        return self.on is None or self.on.least <= face <= self.on.most


RULES = rules.RuleLanguage(
    ProphecyRule,
    {"[{often} ]{when}[ on {on}][ if {conditions:and}]": ProphecyRule},
    COSTS,
    EFFECTS,
    {**CONDITIONS, "per {number} {of}(s)": Per, "per {of}(s)": Per, "with {type}": With, "at {space}": At},
    examples=(
        get_args(When),
        ("2 gold", "1 magic", "1 item", "discard this"),
        (
            "gain 2 gold",
            "lose 1 health",
            "heal 1 health",
            "recharge 2 magic",
            "in strength 1",
            "to willpower 1",
            "better of two",
            "draw 1 rare",
            "damage a weapon",
            "move to a forest",
            "another turn",
            "wills 1 less",
            "manual ...",
        ),
    ),
)
"""Language of the rules of Prophecy's cards."""
read_rule = lru_cache(maxsize=2048)(RULES.read)
