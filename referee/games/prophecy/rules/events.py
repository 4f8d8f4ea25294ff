"""Events outside of fights, the only output of the rules, with their texts.

Players are numbers, cards are identifiers, spaces are labels. `rules` are the ids of the rules and rulings behind an
event.
"""

from __future__ import annotations

from functools import partial
from typing import Annotated

from referee.games.prophecy.tables import chance_cards
from referee.games.prophecy.vocabulary import UNCOUNTED, CardName, Result
from referee.play.event import Event, Names, Seat, ShownBy
from referee.text.grammar import so_many
from referee.text.names import fold, printed

Rules = tuple[str, ...]
Card = Annotated[CardName, ShownBy(printed)]


class RoundBegan(Event, frozen=True, tag=True):
    """A player's round began."""

    says = "It is {player}'s round."
    player: Seat
    round: int
    rules: Rules = ("one-round",)


class TurnBegan(Event, frozen=True, tag=True):
    """An additional turn in the same round began."""

    says = "{player} has another turn ({source})."
    player: Seat
    turn: int
    source: Card
    rules: Rules = ("players-turns", "P14")


class TurnEnded(Event, frozen=True, tag=True):
    """A turn ended; `why` is what cut it short."""

    says = "{player}'s turn is over[why? ({why})]."
    player: Seat
    why: str = ""
    rules: Rules = ("players-turns",)


class ChanceDrawn(Event, frozen=True, tag=True):
    """A Chance card was drawn, to be discarded afterwards; `left` are in the deck."""

    says = "{player} draws {card}; {left} left."
    player: Seat
    card: Card
    left: Annotated[int, ShownBy(partial(so_many, what="Chance card"))]
    rules: Rules = ("chance-card",)

    def describe(self, name: Names) -> str:
        """Describe the event, with the turn that it brings."""
        explained = chance_cards().get(fold(printed(self.card)))
        twice = explained is not None and explained.does == "another turn"
        uncounted = f"{name(self.player)} draws {printed(self.card)}."
        drawn = uncounted if self.left > UNCOUNTED // 2 else super().describe(name)
        return drawn + (f" {name(self.player)} has two turns this round." if twice else "")


class Placed(Event, frozen=True, tag=True):
    """A card of a deck was laid on a space or plane; face down if it has no name."""

    says = "[card?{card}|A face-down {deck} card] is placed in {where}."
    card: Card
    deck: str
    where: str
    rules: Rules


class Discarded(Event, frozen=True, tag=True):
    """A card left the board, or unseen cards did."""

    card: Card
    deck: str
    number: int = 1
    rules: Rules = ("discarded-cards",)

    def describe(self, name: Names) -> str:
        """Describe the event."""
        if not self.card:
            return f"{self.number} {self.deck} card{'s go' if self.number > 1 else ' goes'} to the discards unseen."
        guild = self.deck[:1].isupper()
        return f"{printed(self.card)} goes {f'under the {self.deck} deck' if guild else 'to the discards'}."


class Took(Event, frozen=True, tag=True):
    """A hero got a card."""

    weighty = True
    says = "{player} takes {card} ({source})."
    player: Seat
    card: Card
    source: Card
    rules: Rules


class Used(Event, frozen=True, tag=True):
    """A rule of a card was used, or applied by itself."""

    says = "{player}: {card}: {does}."
    player: Seat
    card: Card
    does: str
    rules: Rules


GONE_HOME = "left the table"
"""Reason for leaving the game of a player who goes home."""


class Died(Event, frozen=True, tag=True):
    """A hero was eliminated."""

    weighty = turning = True
    says = "{player}'s {hero} is dead ({source})."
    player: Seat
    hero: Card
    source: Card
    rules: Rules = ("death", "P46")


class LightRolled(Event, frozen=True, tag=True):
    """A roll of a fight with totals from the table: the dice `thrown`, the enemy's last. `foe` is a hero or -1."""

    player: Seat
    own: int
    face: int
    enemy: int
    its_face: int
    result: Result
    foe: int = -1
    thrown: tuple[int, ...] = ()
    rules: Rules = ("roll-of-fight",)

    def describe(self, name: Names) -> str:
        """Describe the event."""
        own, its = f"{self.own} + {self.face} = {self.own + self.face}", self.enemy + self.its_face
        return f"{name(self.player)}: {own} against {self.enemy} + {self.its_face} = {its}: {self.result}."


class Learnt(Event, frozen=True, tag=True):
    """A card became known, with its contents as `line`; that of a Chance card of the rulebook is empty."""

    says = "{card}[line?: {line}| is known now]."
    card: Card
    rules: Rules = ()
    line: str = ""
