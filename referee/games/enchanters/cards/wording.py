"""What a card or village does, in a small language: "minor: 1 crystal -> attack 3".

A rule is WHEN, a colon, its cost and an arrow if it has a cost, and effects with commas between. What the language
can't say is written `manual` with the card's own words: the referee shows them and asks what changed.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct

from referee.effects import rules
from referee.errors import Unreadable

When = Literal[
    "minor", "multi", "rest", "immediate", "fight", "turn", "after rest", "after item", "after enchantment",
    "after monster", "after dragon", "end",
]  # fmt: skip
"""An action (once a turn, as often as wanted, as a rest), on being taken, while it is fought, triggers, the end."""

Who = Literal["", "each player", "each other player", "a player", "another player"]
Count = Literal["attack", "defence", "monsters", "dragons", "items", "enchantments", "wounds", "crystals"]
Number = Annotated[int, Meta(ge=-99)] | Literal["all"]

ACTIONS: tuple[When, ...] = ("minor", "multi", "rest")
CHOOSING: tuple[Who, ...] = ("a player", "another player")


class EnchantersCost(rules.Cost, frozen=True):
    """Crystals, wounds taken, monsters discarded."""

    crystals: int = 0
    wounds: int = 0
    monsters: int = 0


class PerCard(Struct, frozen=True):
    """For every so many of something that the player has."""

    of: Count
    number: int = 1

    def __post_init__(self) -> None:
        if not self.number:
            raise Unreadable(f"counts {self.of} by 0; write per 1 {self.of} or more")

    @property
    def words(self) -> str:
        """What is counted: "2 attack", "monster"."""
        return self.of.removesuffix("s") if self.number == 1 else f"{self.number} {self.of}"


class CountedCards(rules.Effect, frozen=True):
    """An effect of so much, or of so much for every so many of something."""

    number: Number
    per: PerCard | None = None

    @property
    def each(self) -> int:
        """The number by itself; all of something is 1."""
        return 1 if self.number == "all" else self.number

    def comes_to(self, has: int) -> int:
        """The number where so much `has` been counted; parts of a count are rounded down (E-o)."""
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
    """What happens to the active player, or to `who`."""

    who: Who = ""
    verb: str = ""


class Crystals(OfPlayers, frozen=True, kw_only=True):
    """Crystals come or go."""

    verb: Literal["gains", "loses"]


class WoundsEffect(OfPlayers, frozen=True, kw_only=True):
    """Wounds come or go."""

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
    """A rule of a card or village: when."""

    when: When

    def pays(self, what: Literal["crystals", "wounds", "monsters"]) -> int:
        """How many of something it costs."""
        return sum(getattr(cost, what) for cost in self.cost or ())

    def has(self, *effects: type[rules.Effect]) -> bool:
        """Whether one of its effects is such a one."""
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
        ("gain 2 crystals", "lose 1 crystal", "take 1 wound", "heal 2 wounds", "attack 3", "defence 1",
         "discard 1 monster", "another player gives 1 monster", "give this card away", "journey to the graveyard",
         "double damage", "strike everyone", "glory 1 per defence", "manual ..."),
    ),
    spellings={"defense": "defence"},
)  # fmt: skip
"""How rules are written; who an effect happens to may go before it: `each other player`, `a player` ..."""


@lru_cache(maxsize=1024)
def read_rule(text: str) -> EnchantersRule:
    """A rule as written. Raises Unreadable that says what can't be read and what could stand there."""
    rule = RULES.read(text)
    if rule.cost and rule.when not in ACTIONS:
        raise Unreadable(f'"{text}": only an action (minor, multi, rest) has a cost')
    if rule.has(DoubleDamage, StrikeEveryone) != (rule.when == "fight"):
        raise Unreadable(f'"{text}": double damage and strike everyone, and nothing else, stand behind "fight:"')
    if rule.has(Glory) != (rule.when == "end"):
        raise Unreadable(f'"{text}": glory, and nothing else, stands behind "end:"')
    if rule.when != "immediate" and rule.has(GiveAway):
        raise Unreadable(f'"{text}": a card is given away as it is taken; write it behind "immediate:"')
    return rule
