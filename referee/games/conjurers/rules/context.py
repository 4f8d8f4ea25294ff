"""What the steps of a game share: the set-up, the state, the events, the dice, and goods going to and fro."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from referee.asking.dice import Dice
from referee.errors import Illegal
from referee.games.conjurers.rules.events import Gained, Goods, Paid, Rules
from referee.games.conjurers.rules.state import GameState, Player, Setup
from referee.games.conjurers.tables import box as box_tables
from referee.games.conjurers.vocabulary import Resource
from referee.text.names import and_list


@dataclass(slots=True)
class Context:
    """A game while a step is played."""

    setup: Setup
    state: GameState
    dice: Dice
    events: list[Any]

    def emit(self, event: object) -> None:
        """Say that something happened."""
        self.events.append(event)

    def player(self, number: int) -> Player:
        """A player by number."""
        return self.state.players[number]

    @property
    def instead(self) -> Mapping[Resource, Resource]:
        """Resources that others stand in for with this number of players (p. 9; E6)."""
        return box_tables.players().setups[len(self.setup.players)].instead

    def verify_in_game(self, good: str) -> None:
        """Raises Illegal for a resource that this number of players does without (p. 9; E6)."""
        if good in self.instead:
            other = self.instead[good]  # type: ignore[index]
            raise Illegal(f"there is no {good} in this game; it is {other}", "E6")

    def in_this_game(self, goods: Mapping[str, int]) -> dict[str, int]:
        """Goods with stand-ins for the resources that aren't in the game (E6), without empty ones."""
        found: dict[str, int] = {}
        for good, amount in goods.items():
            name = str(self.instead.get(good, good))  # type: ignore[call-overload]
            if amount:
                found[name] = found.get(name, 0) + amount
        return found

    def gain(
        self, number: int, goods: Mapping[str, int], source: str, rules: Rules, paid: Goods | None = None
    ) -> dict[str, int]:
        """Give goods from the supply, a stand-in for a resource that isn't in the game (E6).

        `paid` is what was given for them in a trade.
        """
        found = self.in_this_game(goods)
        for name, amount in found.items():
            self.player(number).gain(name, amount)
        if found:
            self.emit(Gained(number, found, source, rules, paid or {}))
        return found

    def lacks(self, number: int, goods: Mapping[str, int]) -> str:
        """What a player lacks to pay; "" who can."""
        player = self.player(number)
        missing = [
            f"{amount - player.has(good)} {good}" for good, amount in goods.items() if player.has(good) < amount
        ]
        return f"{player.name} lacks {and_list(missing)}" if missing else ""

    def cannot_pay(self, number: int, goods: Mapping[str, int]) -> str:
        """What it costs and what a player lacks to pay it; "" who can."""
        needs = ", ".join(f"{amount} {good}" for good, amount in goods.items())
        return f"it costs {needs}; {lacks}" if (lacks := self.lacks(number, goods)) else ""

    def verify_pay(self, number: int, goods: Mapping[str, int], rule: str) -> None:
        """Check that a player can pay. Raises Illegal that says what is missing."""
        if lacks := self.cannot_pay(number, goods):
            raise Illegal(lacks, rule)

    def pay(self, number: int, goods: Mapping[str, int], purpose: str, rules: Rules) -> None:
        """Take goods that a player has."""
        self.verify_pay(number, goods, rules[0])
        for good, amount in goods.items():
            if amount:
                self.player(number).gain(good, -amount)
        if any(goods.values()):
            self.emit(Paid(number, {good: amount for good, amount in goods.items() if amount}, purpose, rules))
