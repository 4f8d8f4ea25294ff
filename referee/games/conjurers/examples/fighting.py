"""Small battles for examples: a few invented creatures, and dice that fall the same in every run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import cycle, islice
from typing import Any

from referee.asking.dice import Average, Dice, Mode, Roll
from referee.asking.question import Procedure
from referee.games.conjurers.battle.events import Hit, HitKind
from referee.games.conjurers.battle.state import Battle, Lineup, start_battle
from referee.games.conjurers.battle.turn import BattleGame
from referee.games.conjurers.cards import cards
from referee.games.conjurers.cards.cards import Creature, Equipment
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.vocabulary import Element, Mythology
from referee.play.session import Session


class InTurn:
    """Dice that show the faces of the battle die in turn, the highest first."""

    mode: Mode = "rolled"

    def __init__(self, faces: Sequence[int]) -> None:
        self._next = cycle(sorted(faces, reverse=True))

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """The next faces."""
        yield from ()  # nothing to ask
        values = tuple(islice(self._next, count))
        return Roll(count, values, sum(values))


def creature(
    name: str, hp: int, bd: int, *words: str, level: int = 2, mythology: Mythology = "norse",
    element: Element | None = None,
) -> Creature:  # fmt: skip
    """An invented creature card."""
    powers = cards.parse_all(words, name)
    return Creature(name=name, level=level, mythology=mythology, element=element, hp=hp, bd=bd, abilities=powers)


def item(name: str, *words: str) -> Equipment:
    """An invented piece of equipment."""
    return Equipment(name, cards.parse_all(words, name))


class ExampleDuel:
    """A duel of Anna's creatures, the attackers, with Bo's; all moves are played when it is made."""

    def __init__(
        self,
        anna: Sequence[Creature],
        bo: Sequence[Creature],
        *moves: str,
        wears: Sequence[Equipment] = (),
        average: bool = False,
        elements: bool = False,
        morale: bool = False,
    ) -> None:
        faces = battle_tables.numbers().die
        dice: Dice = Average(faces) if average else InTurn(faces)
        # Both may have the equipment: a name is worn by whose summon names it.
        lineups = Lineup("Anna", tuple(anna), tuple(wears)), Lineup("Bo", tuple(bo), tuple(wears))
        self.start: Battle = start_battle("duel", *lineups, elements=elements, morale=morale)
        self._session = Session(BattleGame(dice), self.start)
        for move in moves:
            self._session.answer(move)

    @property
    def cards(self) -> str:
        """The creatures with what matters of their cards: "Ox (12 hit points, 3 dice, offensive 2)"."""
        return ", ".join(_card(fighter.card, self.start.elements) for fighter in self.start.fighters)

    def told(self, *kinds: type[Any]) -> list[str]:
        """What happened of these kinds, in words."""
        return self._words(event for event in self._session.events if isinstance(event, kinds))

    def hits(self, name: str, kind: HitKind | None = None) -> list[str]:
        """The damage that a creature of this name dealt (or took from its own poison), hit by hit, in words."""
        hits = (event for event in self._session.events if isinstance(event, Hit))
        return self._words(hit for hit in hits if hit.source.endswith(f".{name}") and kind in (None, hit.kind))

    def _words(self, events: Iterable[Any]) -> list[str]:
        from referee.games.conjurers.screens.battle import Teller

        return list(map(Teller(self.start).tell, events))


def _card(card: Creature, elements: bool) -> str:
    said = [f"level {card.level}", str(card.element)] if elements and card.element else []
    said += [f"{card.hp} hit points", f"{card.bd} {'die' if card.bd == 1 else 'dice'}"]
    return f"{card.name} ({', '.join([*said, *cards.show_all(card.abilities)])})"
