"""The events of a game outside its fights, which are all that the rules emit, and their wording.

Players are numbers, goods are resources or "food". `rules` are the ids of the rules and rulings behind an event.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.conjurers.battle.state import SIDES, Battle
from referee.games.conjurers.vocabulary import words
from referee.play.event import Event, Names, Seat, ShownBy
from referee.text.names import and_list

Rules = tuple[str, ...]
Goods = Annotated[dict[str, int], ShownBy(words)]


class Claimed(Event, frozen=True, tag=True):
    """The table claims the damage on a creature of a refereed battle; `ruled` is the damage by the rules."""

    remark = True
    creature: str
    claimed: int
    ruled: int
    rules: Rules = ()

    def describe(self, name: Names) -> str:
        """Describe the event."""
        verdict = "and so it is" if self.claimed == self.ruled else f"but it is {self.ruled}"
        return f"{self.claimed} damage on {self.creature} is claimed, {verdict}."


class Gained(Event, frozen=True, tag=True):
    """A player gains goods from the supply; `paid` is the price in a trade."""

    says = "{player} takes {goods} ({source})."
    player: Seat
    goods: Goods
    source: str
    rules: Rules
    paid: Goods = {}  # noqa: RUF012 - a Struct makes a new one each time


class Paid(Event, frozen=True, tag=True):
    """A player puts goods back into the supply."""

    says = "{player} pays {goods} ({purpose})."
    player: Seat
    goods: Goods
    purpose: str
    rules: Rules


class ButtonTaken(Event, frozen=True, tag=True):
    """The Initiative Button changes hands."""

    says = "{player} takes the Initiative Button from {before}."
    player: Seat
    before: Seat
    rules: Rules = ("tavern", "A14")


class Bought(Event, frozen=True, tag=True):
    """A player buys an item or artifact; `discount` is the weapon smith's."""

    says = "{player} takes the card {card}."
    player: Seat
    card: str
    price: Goods
    discount: Goods
    rules: Rules


class CreaturesLost(Event, frozen=True, tag=True):
    """Creatures that died in a battle leave their army (A22)."""

    says = "{creatures:leaves} {player}'s army for good."
    player: Seat
    creatures: Annotated[tuple[str, ...], ShownBy(and_list)]
    rules: Rules = ("A22",)


class Sacrificed(Event, frozen=True, tag=True):
    """A creature is given at the pit for goods; it is the `place`-th of this action."""

    says = "{player} sacrifices {creature}: {goods}."
    player: Seat
    creature: str
    place: int
    goods: Goods
    rules: Rules = ("sacrificial-pit", "A4")


class BattleSetUp(Event, frozen=True, tag=True):
    """A battle to be refereed is set up; its fighters are needed to describe its events."""

    battle: Battle
    rules: Rules = ("who-starts",)

    def describe(self, name: Names) -> str:
        """Describe the event."""
        battle = self.battle
        hands = " and ".join(f"{battle.sides[side].player} {battle.hand_size(side)}" for side in SIDES)
        return f"The battle begins; in hand: {hands}. {battle.sides[battle.first].player} starts."


class PairsDrawn(Event, frozen=True, tag=True):
    """The pairs of a tournament: each bout with challenger and defender, in the order they are fought."""

    bouts: tuple[tuple[str, int, int], ...]
    rules: Rules = ("tournament-pairs", "A18")

    def describe(self, name: Names) -> str:
        """Describe the event."""
        return " ".join(
            f"{bout.capitalize()}: {name(attacker)} challenges {name(defender)}."
            for bout, attacker, defender in self.bouts
        )


class ContestEnded(Event, frozen=True, tag=True):
    """A battle is over: one for a creature (`guarded`, "" if it isn't named), a bout of a tournament, or a duel.

    In a battle for a creature the defender plays it and its minion, and wins or loses nothing.
    """

    attacker: Seat
    defender: Seat
    winner: Seat
    guarded: str
    tournament: str
    rules: Rules
    for_creature: bool

    def describe(self, name: Names) -> str:
        """Describe the event."""
        won = self.winner == self.attacker
        if self.for_creature and won:
            return f"{name(self.attacker)} wins the battle for {self.guarded}."
        if self.for_creature:
            return f"{name(self.attacker)} loses the battle; {self.guarded or 'the creature'} goes back to its pile."
        fought = f"the battle ({self.tournament})" if self.tournament else "the duel"
        return f"{name(self.winner)} wins {fought} against {name(self.defender if won else self.attacker)}."


class Stolen(Event, frozen=True, tag=True):
    """The winner of a duel takes goods from the beaten defender."""

    says = "{player} takes {goods} from {victim}."
    player: Seat
    victim: Seat
    goods: Goods
    rules: Rules = ("duel-spoils", "A6")


class Penalty(Event, frozen=True, tag=True):
    """Minus point tokens."""

    says = "{player} takes {points} in minus tokens: {why}."
    player: Seat
    points: int
    why: str
    rules: Rules


class Fed(Event, frozen=True, tag=True):
    """A player feeds creatures and assistants: food needed, paid, and missing."""

    says = "{player} pays {paid}[missing? of {needed}] food (feeding)."
    player: Seat
    needed: int
    paid: int
    missing: int
    rules: Rules = ("feeding", "A9")


class TurnEnded(Event, frozen=True, tag=True):
    """A turn is over."""

    ends_turn = True
    says = "Turn {turn} is over[last?|; the turn figure moves on]."
    turn: int
    rules: Rules = ("A11",)
    last: bool = False
