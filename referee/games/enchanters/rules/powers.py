"""What a player's cards do now: attack and defence with where each point comes from, and the rules that are active.

The whole top card of a pile is active; of a covered one what stands below its line (E-a, E-am).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from referee.cards.known import card_of
from referee.effects import terms
from referee.games.enchanters.cards.cards import Card, rules_of
from referee.games.enchanters.cards.wording import Count, CountedCards, DoubleDamage, EnchantersRule
from referee.games.enchanters.rules.state import GameState, Setup, monsters_of, village_of
from referee.text.names import printed

Power = Literal["attack", "defence"]
POWERS: tuple[Power, ...] = ("attack", "defence")


class PowerPart(terms.Term, frozen=True):
    """Points and where they come from: a card on top of its pile or `covered`, or something for `this_turn`."""

    covered: bool = False
    this_turn: bool = False


class ActiveRule(Struct, frozen=True):
    """A rule that is active: its card or village, and its number there, counted from 1."""

    source: str
    number: int
    rule: EnchantersRule

    @property
    def key(self) -> str:
        """What marks it as used; each card counts for itself (E-b)."""
        return f"{self.source}/{self.number}"


def parts(setup: Setup, game: GameState, number: int, what: Power, *, boosts: bool = True) -> list[PowerPart]:
    """What a player's attack or defence is made of; boosts are those of this turn, which is the active player's."""
    found: list[PowerPart] = []
    for pile in game.players[number].piles():
        for place, name in enumerate(pile, 1):
            card = card_of(setup, game, name)
            covered = place < len(pile)
            if points := getattr(card.lower, what) + (0 if covered else getattr(card, what)):
                found.append(PowerPart(printed(name), points, covered=covered))
    if boosts and number == game.active:
        mine = [boost for boost in game.boosts if boost.what == what]
        for source in dict.fromkeys(boost.source for boost in mine):
            points = sum(boost.points for boost in mine if boost.source == source)
            found += [PowerPart(source, points, this_turn=True)] if points else []
    return found


def total(setup: Setup, game: GameState, number: int, what: Power, *, boosts: bool = True) -> int:
    """A player's attack or defence; the sum is never below zero (E-p)."""
    return max(0, terms.total(parts(setup, game, number, what, boosts=boosts)))


def wounds_from(card: Card, defence: int) -> tuple[int, int]:
    """The wounds that a monster deals against a defence, and how many times they count (Ogre; E-q)."""
    times = 2 if any(rule.has(DoubleDamage) for rule in card.all_rules) else 1
    return max(0, int(card.strength or 0) - defence) * times, times


def active_rules(setup: Setup, game: GameState, number: int) -> list[ActiveRule]:
    """The rules that a player may use or is bound by: of the village and the visible parts of the own cards."""
    return [*village_rules(setup, game), *card_rules(setup, game, number)]


def village_rules(setup: Setup, game: GameState) -> Iterator[ActiveRule]:
    """The rules of the village, which are everybody's."""
    village = village_of(setup, game)
    for at, rule in enumerate(rules_of(village.rules), 1):
        yield ActiveRule(village.name, at, rule)


def card_rules(setup: Setup, game: GameState, number: int) -> Iterator[ActiveRule]:
    """The rules in sight on a player's cards."""
    for pile in game.players[number].piles():
        for name in pile:
            card = card_of(setup, game, name)
            upper = rules_of(card.rules)
            if name == pile[-1]:
                for at, rule in enumerate(upper, 1):
                    yield ActiveRule(name, at, rule)
            for at, rule in enumerate(rules_of(card.lower.rules), len(upper) + 1):
                yield ActiveRule(name, at, rule)


def count(setup: Setup, game: GameState, number: int, of: Count, *, boosts: bool = True) -> int:
    """How many of something a player has; attack and defence are the totals of this moment (E-o)."""
    player = game.players[number]
    match of:
        case "attack" | "defence":
            return total(setup, game, number, of, boosts=boosts)
        case "monsters":
            return len(monsters_of(setup, game, number))
        case "dragons":
            return len(player.monsters) - len(monsters_of(setup, game, number))
        case "crystals":
            return player.crystals
        case "wounds":
            return player.wounds
        case _:
            return len(player.pile(of))


def amount(setup: Setup, game: GameState, number: int, effect: CountedCards) -> int:
    """What an effect comes to for the owner of its card, all as 1."""
    return effect.comes_to(count(setup, game, number, effect.per.of) if effect.per else 0)


def counted(setup: Setup, game: GameState, number: int, effect: CountedCards) -> str:
    """What an effect's number was counted from: "1 for every 2 attack, of 6 (Sword 5; covered Fist 1)"."""
    per = effect.per
    if per is None:
        return ""
    has = count(setup, game, number, per.of)
    made_of = told(parts(setup, game, number, per.of)) if per.of in POWERS else ""
    many = "all" if effect.number == "all" else abs(effect.number)
    return f"{many} for every {per.words}, of {has}" + (f" ({made_of})" if made_of else "")


def told(parts: Iterable[PowerPart]) -> str:
    """Where points come from, cards alike together: "Axe 2; covered Fist 1, 2 Goblin 4; for this turn Inn 2"."""
    found = list(parts)
    open_ones = terms.listed(part for part in found if not part.covered and not part.this_turn)
    covered = terms.listed(part for part in found if part.covered)
    passing = terms.listed(part for part in found if part.this_turn)
    groups = (open_ones, covered and f"covered {covered}", passing and f"for this turn {passing}")
    return "; ".join(filter(None, groups))
