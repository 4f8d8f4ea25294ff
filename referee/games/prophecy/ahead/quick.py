"""How a fight stands for a hero, quickly: each way to fight it by its lead alone, with what is best announced.

For playing games out, where exact odds take too long. What is announced is picked one after the other, dice are
thrown once, and the space doesn't count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from referee.asking import changed_dice as dice
from referee.asking.changed_dice import Changes
from referee.errors import Illegal, refusal
from referee.games.prophecy.ahead.planes import Planes
from referee.games.prophecy.cards.cards import Card, Creature
from referee.games.prophecy.fights import acts, aftermath, hands, opening, powers
from referee.games.prophecy.fights.moves import Opening
from referee.games.prophecy.fights.state import OWN, AnnouncedAct, Fight, Fighter, Scene
from referee.games.prophecy.odds.reach import after_win
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.state import GameState, Setup
from referee.text.names import printed

KEPT = 20_000
"""So many fights are kept, to be found again."""


class Stands(NamedTuple):
    """How a fight stands at its best: the chance to win, by how much the hero is ahead, how it is opened.

    `said` is what is announced for the roll, `after` the hero once it is won. Of several rolls and parts `lead` is
    that of the first.
    """

    won: float
    lead: int
    opening: Opening
    said: tuple[AnnouncedAct, ...] = ()
    after: Fighter = Fighter("")

    @property
    def rank(self) -> tuple[float, int, int]:
        """What is better comes higher; of what is as good, where less is announced."""
        return self.won, self.lead, -len(self.said)


NEVER = Stands(0.0, -9, Opening("fight", "", None, ()))
"""A fight that can't be paid."""


class Quick:
    """How fights stand; what is asked again is found once. `card` tells what is printed on a card."""

    def __init__(self, card: Callable[[str], Card], *, average: bool = False) -> None:
        self._card, self._average = cache(card), average
        self._scenes: dict[str, Scene] = {}
        self._found: dict[tuple[str, Fighter], Stands] = {}

    def stands(self, name: str, fighter: Fighter) -> Stands:
        """How a fight with a Creature stands for a hero."""
        alike = _alike(fighter)  # what is found hangs on nothing else, so it doesn't matter who is asked first
        if (found := self._found.get((name, alike))) is None:
            if len(self._found) > KEPT:
                self._found.clear()
                self._scenes.clear()
            found = max(self._ways(self._scene(name), alike), key=_rank, default=NEVER)
            self._found[name, alike] = found
        return found

    def taking(
        self, fighter: Fighter, lessers: Sequence[str], greaters: Sequence[str], least: float = 0.0
    ) -> float:  # fmt: skip
        """The chance to take a plane where one of these Guardians lies, each as likely.

        Without Lesser ones only the Greater is fought. Where the first fights alone leave less than `least`, that.
        """
        if not lessers:
            return sum(self.stands(name, fighter).won for name in greaters) / len(greaters)
        first = [self.stands(name, fighter) for name in lessers]
        if (most := sum(one.won for one in first) / len(lessers)) < least:
            return most
        return sum(one.won * self.taking(one.after, (), greaters) for one in first if one.won) / len(lessers)

    def _scene(self, name: str) -> Scene:
        if (found := self._scenes.get(name)) is None:
            creature = self._card(name)
            assert isinstance(creature, Creature)
            found = self._scenes[name] = Scene(self._card, creature)
        return found

    def _ways(self, scene: Scene, fighter: Fighter) -> Iterator[Stands]:
        assert scene.creature is not None
        kinds = opening.types(scene.creature)
        _, fighter = max(aftermath.meetings(scene, fighter), key=lambda way: way[0])  # what is likeliest of a die
        for kind in kinds if fighter.alive else ():
            for used in hands.legal_sets(scene, fighter):
                try:
                    begun = opening.begin(scene, fighter, kind, used)
                except Illegal:
                    continue
                typed = kind if len(kinds) > 1 and kind in ("strength", "wills") else None
                yield self._announced(begun, Opening("fight", "", typed, used))

    def _announced(self, fight: Fight, said: Opening) -> Stands:
        """The best that is announced for the roll: what helps most, then what helps most besides it, and so on."""
        acted: tuple[AnnouncedAct, ...] = ()
        won = self._won(fight)
        while True:
            best: tuple[float, AnnouncedAct, Fight] | None = None
            for act in acts.thinkable(fight, OWN, "before"):
                if act in acted or refusal(acts.verify, fight, act) or not acts.useful(fight, act):
                    continue
                after = acts.perform(fight, act)
                chance = self._won(after)
                if chance > (best[0] if best is not None else won) + WORTH:
                    best = chance, act, after
            if best is None:
                return Stands(won, powers.lead(fight), said, acted, after_win(fight))
            won, act, fight = best
            acted = (*acted, act)

    def _won(self, fight: Fight) -> float:
        """The chance to win every roll as the first one stands; of two parts, both."""
        chance = winning(powers.lead(fight), *powers.changes(fight), powers.saves(fight)[1], average=self._average)
        if fight.type == "both" and not fight.part:
            chance *= self._won(replace(acts.next_roll(fight), part=1))
        return float(chance**fight.lives)


class QuickPlanes(Planes):
    """The chances to take planes at a rough estimate, where exact ones take too long."""

    exact = False

    def __init__(self, setup: Setup, game: GameState) -> None:
        super().__init__(setup, game)
        self._quick = Quick(self.quest.card, average=self.average)

    def taken(
        self, quest: Quest, fighter: Fighter, lessers: Sequence[str], greaters: Sequence[str]
    ) -> Fraction:  # fmt: skip
        """The chance by `Quick`, to a ten thousandth."""
        first, second = (list(map(printed, some)) for some in (lessers, greaters))
        return Fraction(round(10_000 * self._quick.taking(fighter, first, second)), 10_000)


WORTH = 0.005
"""By so much a chance must be better to be worth announcing something more."""


@cache
def winning(lead: int, own: Changes, enemy: Changes, saved: int = 0, *, average: bool = False) -> float:
    """The chance to win one roll; the enemy may lose by `saved`, and it is a draw all the same."""
    if average:
        return float(powers.outcome(lead + float(dice.average(own) - dice.average(enemy)), 0, saved) == "won")
    ways = dice.margins(own, enemy)
    won = sum(many for margin, many in ways if powers.outcome(lead + margin, 0, saved) == "won")
    return won / sum(many for _, many in ways)


def _rank(one: Stands) -> tuple[float, int, int]:
    return one.rank


@lru_cache(maxsize=KEPT)
def _alike(fighter: Fighter) -> Fighter:
    """A hero without what rarely matters in a fight: name, marks of other cards, the order of cards."""
    return replace(
        fighter, name="", items=_sorted(fighter.items), abilities=_sorted(fighter.abilities),
        artifacts=_sorted(fighter.artifacts), damaged=(), marks=(), cast=(), gold=min(fighter.gold, 3), experience=0,
    )  # fmt: skip


def _sorted(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(names))
