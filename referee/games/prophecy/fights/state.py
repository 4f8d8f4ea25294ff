"""The state of a fight: two sides, announcements, and dice. All of it is immutable: each step makes a new state."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from referee.asking.dice import Die
from referee.games.prophecy.cards.cards import Card, Creature, Item
from referee.games.prophecy.readings import USUAL, FightReadings
from referee.games.prophecy.vocabulary import Battle, Name, Sex
from referee.text.names import printed

if TYPE_CHECKING:
    from referee.games.prophecy.rules.state import Hero

Until = Literal["turn", "round", "next battle"]
Verb = Literal["cast", "throw", "pay", "use"]
OWN, ENEMY = 0, 1
"""Indices of the sides: the hero who fights a Creature or attacks, and the opponent."""


class Bonus(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A temporary effect of a card, in the words of the effect language, and when it ends."""

    source: Name
    effect: str
    until: Until


def lasting(bonuses: Iterable[Bonus]) -> tuple[Bonus, ...]:
    """Return the bonuses that don't end with a battle."""
    return tuple(bonus for bonus in bonuses if bonus.until != "next battle")


class Fighter(Struct, frozen=True):
    """A hero in fights: cubes on the right (health, magic), all cubes (red, blue), and cards.

    `items` are undamaged and without Artifacts, `marks` the used limits ("turn: NAME", "two rounds: NAME"), `cast`
    the Spells of the round. `hurt` is the Health that the enemy took when met, before the battle begins (P77).
    """

    name: str
    health: int = 0
    magic: int = 0
    red: int = 0
    blue: int = 0
    gold: int = 0
    experience: int = 0
    items: tuple[str, ...] = ()
    damaged: tuple[str, ...] = ()
    abilities: tuple[str, ...] = ()
    artifacts: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    bonuses: tuple[Bonus, ...] = ()
    cast: tuple[str, ...] = ()
    sex: Sex | None = None
    alive: bool = True
    hurt: int = 0

    @property
    def held(self) -> tuple[str, ...]:
        """Usable Items: undamaged ones and Artifacts."""
        return (*self.items, *self.artifacts)

    @property
    def losable(self) -> tuple[str, ...]:
        """Items that can be lost, damaged ones too; no Artifacts (P51)."""
        return (*self.items, *self.damaged)

    @property
    def missing(self) -> int:
        """Health that can be healed."""
        return self.red - self.health


_VALUES = ("health", "magic", "red", "blue", "gold", "experience")
_LISTS = ("items", "damaged", "abilities", "artifacts", "marks", "bonuses", "cast")


def fighter_of(hero: Hero) -> Fighter:
    """Return the fighter of a game's hero."""
    found: dict[str, Any] = {key: getattr(hero, key) for key in _VALUES}
    found |= {key: tuple(getattr(hero, key)) for key in _LISTS}
    found["marks"] = tuple(map(_mark_in_fight, hero.marks))
    return Fighter(hero.name, sex=hero.sex or None, alive=hero.playing, **found)


def keep(fighter: Fighter, hero: Hero) -> None:
    """Copy the fighter's state back to the game's hero."""
    for key in _VALUES:
        setattr(hero, key, getattr(fighter, key))
    past = {_mark_in_fight(mark): mark for mark in hero.marks}
    for key in _LISTS:
        setattr(hero, key, list(getattr(fighter, key)))
    hero.marks = [past.get(mark, mark.replace("two rounds:", f"round {hero.rounds}:", 1)) for mark in fighter.marks]


def _mark_in_fight(mark: str) -> str:
    """Return a mark as a fight knows it: "two rounds: NAME" for one of an own round, "round 4: NAME"."""
    return re.sub(r"^round \d+:", "two rounds:", mark)


class AnnouncedAct(Struct, frozen=True):
    """An announcement: a Spell cast, a weapon thrown, a payment for an Item, a card used.

    `rule` is the number of the card's rule, `target` the weapon or die that it is for, `items` are what it costs.
    """

    who: int
    verb: Verb
    card: str
    rule: int = -1
    target: str = ""
    items: tuple[str, ...] = ()


class Side(Struct, frozen=True):
    """A hero in a fight: hand and head Items in use, announcements for the battle, for this roll, and after it.

    `earlier` are announcements at earlier rolls that still have an effect after the battle.
    `thrown` are weapons out of the hand since an earlier roll, `throwing` those thrown at this one, `spent` Items
    that were damaged or discarded as a price for this roll and work until it is over; `done` cards used that go
    once a battle; `discarded` cards used up; `lost` the Health that the enemy took in this battle (P76, P77).
    """

    hero: Fighter
    used: tuple[str, ...] = ()
    battle: tuple[AnnouncedAct, ...] = ()
    roll: tuple[AnnouncedAct, ...] = ()
    after: tuple[AnnouncedAct, ...] = ()
    earlier: tuple[AnnouncedAct, ...] = ()
    throwing: tuple[str, ...] = ()
    thrown: tuple[str, ...] = ()
    spent: tuple[str, ...] = ()
    done: tuple[str, ...] = ()
    discarded: tuple[str, ...] = ()
    lost: int = 0

    @property
    def acts(self) -> tuple[AnnouncedAct, ...]:
        """All announcements that still count when the battle is over."""
        return (*self.battle, *self.earlier, *self.roll, *self.after)

    @property
    def hand(self) -> tuple[str, ...]:
        """Items in use that weren't thrown at an earlier roll."""
        return tuple(name for name in self.used if name not in self.thrown)


class Scene(Struct, eq=False):
    """The constant facts of a fight.

    `creature` is the opponent, None for a hero. `place` are the words that `at` may name: the space's terrain or
    name, port, gate, guild. In a plane they hold for the first roll of the first fight alone (P43). `new` is
    whether the Creature was revealed in this round; `others` the least of each count that heroes who don't fight
    have, None where these aren't known; `readings` are the table's. `cache` keeps results computed from the cards.
    """

    cards: Callable[[str], Card]
    creature: Creature | None = None
    place: frozenset[str] = frozenset()
    plane: bool = False
    new: bool = False
    others: Mapping[str, int] | None = None
    readings: FightReadings = USUAL
    cache: dict[Any, Any] = field(default_factory=dict)

    @property
    def enemy(self) -> Creature:
        """The Creature of a fight with one."""
        assert self.creature is not None, "it is a fight with a hero"
        return self.creature

    def card(self, name: str) -> Card:
        """Return the card of a name."""
        return self.cards(printed(name))

    def item(self, name: str) -> Item:
        """Return the Item of a name."""
        card = self.card(name)
        assert isinstance(card, Item), f"{name} is no Item"
        return card


class Fight(Struct, frozen=True):
    """The state of a fight. `part` counts the parts of `both` from 0, `lives` those still to win in this part.

    `roll` is the number of the throw from 1; `dice` are the thrown dice, one's own first, None before the throw.
    With `reward` there is no fight, only a roll for a reward (P41).
    """

    scene: Scene
    sides: tuple[Side, ...]
    type: Battle
    part: int = 0
    lives: int = 1
    roll: int = 1
    dice: tuple[Die, Die] | None = None
    reward: bool = False

    @property
    def own(self) -> Side:
        """Side of the hero who fights a Creature or attacks."""
        return self.sides[OWN]

    @property
    def fought(self) -> Battle:
        """Type of the current part: strength, wills or all."""
        return ("wills", "strength")[self.part] if self.type == "both" else self.type

    def changed(self, who: int, **changes: Any) -> Fight:
        """Return the fight with fields of a side replaced."""
        sides = list(self.sides)
        sides[who] = replace(sides[who], **changes)
        return replace(self, sides=tuple(sides))

    def with_hero(self, who: int, **changes: Any) -> Fight:
        """Return the fight with fields of a hero replaced."""
        return self.changed(who, hero=replace(self.sides[who].hero, **changes))
