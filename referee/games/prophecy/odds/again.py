"""The odds of battles that a card gives anew after each draw (Fanaticism), to their end.

A draw that cost nothing leads back to the very same battle: its chance to be won is found as what it comes to if it
is taken for that itself.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from referee.games.prophecy.cards.wording import Do
from referee.games.prophecy.fights.state import Fight, Fighter, Scene
from referee.games.prophecy.odds.chance import Chance
from referee.games.prophecy.odds.endings import shared
from referee.games.prophecy.odds.reach import best_in, ended
from referee.games.prophecy.odds.reckoning import Reckoning

MOST_GUESSES = 20
"""So many guesses are made; two or three are enough where a hero has few choices."""


def to_the_end(reckoning: Reckoning, scene: Scene, hero: Fighter) -> Chance:
    """The best odds to win against a Creature, with every new battle that a draw gives; else as a single one's."""
    cards = (scene.card(name) for name in (*hero.held, *hero.abilities))
    if any(rule.when == "drawn" and Do("fight again") in rule.effects for card in cards for rule in card.parsed):
        return _Anew(reckoning, scene).best(scene, hero)
    return best_in(reckoning, scene, hero)


class _Anew:
    """The battles against one Creature, each after a draw in the one before."""

    def __init__(self, reckoning: Reckoning, scene: Scene) -> None:
        self._reckoning = reckoning
        self._scene = replace(scene, first=False, cache={})
        self._known: dict[Fighter, Chance] = {}

    def best(self, scene: Scene, hero: Fighter) -> Chance:
        """The best odds in a battle, new ones counted; no loss is told from a draw."""
        return best_in(self._reckoning.once_more(self._drawn), scene, hero)

    def _drawn(self, fight: Fight) -> Chance:
        heroes = [(dice, after.own.hero) for dice, after in ended(fight, "drawn")]
        return shared((dice, self._new(hero) if hero.alive else Chance(1, lost=1)) for dice, hero in heroes)

    def _new(self, hero: Fighter) -> Chance:
        """The best odds in a new battle; a guess while they are being found.

        A guess is marked as deadly, so that the odds tell how likely the same battle comes back.
        """
        if (known := self._known.get(hero)) is not None:
            return known
        guess = Fraction(0)
        for _ in range(MOST_GUESSES):
            self._known[hero] = Chance(guess.denominator, guess.numerator, dies=guess.denominator)
            found = self.best(self._scene, hero)
            won, back = Fraction(found.won, found.ways), Fraction(found.dies, found.ways)
            if won == guess or back == 1:
                break
            guess = (won - back * guess) / (1 - back)
        self._known[hero] = Chance(guess.denominator, guess.numerator)
        return self._known[hero]
