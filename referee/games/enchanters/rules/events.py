"""What happens in a game, as the only thing that the rules say, and in which words.

Players are numbers, cards are called as the program calls them. `rules` are the ids of the rules and rulings behind
an event.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from referee.games.enchanters.rules import powers
from referee.games.enchanters.rules.powers import PowerPart
from referee.games.enchanters.vocabulary import Pile, wounds
from referee.play.event import Event, Names, Seat, ShownBy
from referee.text.names import printed

Rules = tuple[str, ...]
CardName = Annotated[str, ShownBy(printed)]


class TurnBegan(Event, frozen=True, tag=True):
    """A player's turn."""

    ends_turn = True
    says = "It is {player}'s turn."
    player: Seat
    turn: int
    rules: Rules = ("turn",)


class Acted(Event, frozen=True, tag=True):
    """A player uses an action `times` times."""

    player: Seat
    source: str
    does: str
    times: int
    rules: Rules

    def told(self, name: Names) -> str:
        """The event in words."""
        often = f" {self.times} times" if self.times > 1 else ""
        return f"{name(self.player)} uses {self.source}{often}: {self.does}."


class CutShort(Event, frozen=True, tag=True):
    """An action that was to be taken several times ends after `times`, since the next can't be."""

    player: Seat
    source: str
    times: int
    why: str
    rules: Rules = ("multiaction", "E-av")

    def told(self, name: Names) -> str:
        """The event in words."""
        often = "once" if self.times == 1 else f"{self.times} times"
        return f"{self.source} is used {often} only: {self.why}."


class Triggered(Event, frozen=True, tag=True):
    """A passive effect, or an immediate one, begins."""

    says = "{source}: {does}."
    player: Seat
    source: str
    does: str
    rules: Rules


class Boosted(Event, frozen=True, tag=True):
    """Attack or defence until the end of the turn; `counted` says for what."""

    player: Seat
    what: Literal["attack", "defence"]
    points: int
    source: str
    rules: Rules = ("action-effect", "E-o")
    counted: str = ""

    def told(self, name: Names) -> str:
        """The event in words."""
        if not self.points:
            return f"{name(self.player)} gains no {self.what} ({self.source}: {self.counted})."
        return f"{name(self.player)} has {self.points:+} {self.what} this turn ({self.source})."


class Journeyed(Event, frozen=True, tag=True):
    """A player goes for a card: on the track, or on top of the graveyard."""

    player: Seat
    card: CardName
    passed: int
    graveyard: bool
    rules: Rules

    def told(self, name: Names) -> str:
        """The event in words."""
        place = "in the graveyard" if self.graveyard else f"card {self.passed + 1} of the track"
        return f"{name(self.player)} journeys to {printed(self.card)}, {place}."


class NoDestination(Event, frozen=True, tag=True):
    """A journey leads to the graveyard, and no card lies there."""

    says = "The graveyard is empty: {player}'s journey there leads nowhere."
    player: Seat
    rules: Rules = ("chapel-of-soulfire", "E-at")


class Struck(Event, frozen=True, tag=True):
    """A monster attacks a player: strength less defence, doubled or not."""

    changes = {"wounds": "wounds"}  # noqa: RUF012
    player: Seat
    card: CardName
    strength: int
    defence: int
    parts: tuple[PowerPart, ...]
    times: int
    wounds: int
    rules: Rules

    def told(self, name: Names) -> str:
        """The event in words."""
        left = max(0, self.strength - self.defence)
        times = f", doubled {self.wounds}" if self.times > 1 else ""
        sums = f"strength {self.strength} less defence {self.defence}{_made_of(self.parts)} = {left}{times}"
        deals = f"{name(self.player)} takes {wounds(self.wounds)}" if self.wounds else "no wound"
        return f"{printed(self.card)} strikes {name(self.player)}: {sums}; {deals}."


class Attacked(Event, frozen=True, tag=True):
    """The player attacks the monster: attack against health."""

    player: Seat
    card: CardName
    attack: int
    parts: tuple[PowerPart, ...]
    health: int
    won: bool
    rules: Rules

    def told(self, name: Names) -> str:
        """The event in words."""
        attack = f"attack {self.attack}{_made_of(self.parts)} against health {self.health}"
        end = "beaten" if self.won else f"{self.health - self.attack} short"
        return f"{name(self.player)} attacks {printed(self.card)}: {attack}; {end}."


class Failed(Event, frozen=True, tag=True):
    """A fight was lost; the card stays where it was and the nearest card goes at the end of the turn.

    `nearest` is whether these two are the same card (E-l), `spared` whether the card after it goes instead.
    """

    player: Seat
    card: CardName
    nearest: bool = False
    spared: bool = False
    rules: Rules = ("failed-fight", "E-k", "E-l", "E-ao")

    def told(self, name: Names) -> str:
        """The event in words."""
        goes = "is the nearest card and" if self.nearest else "stays; the nearest card"
        if self.spared and not self.nearest:
            goes = "stays; the card behind it"
        return f"The fight is lost: {printed(self.card)} {goes} goes at the end of the turn."


class Taken(Event, frozen=True, tag=True):
    """A card goes on top of a player's pile; `origin` says from where, if the table moved it by hand."""

    player: Seat
    card: CardName
    pile: Pile
    rules: Rules
    origin: str = ""

    def told(self, name: Names) -> str:
        """The event in words."""
        origin = f" {self.origin}," * bool(self.origin)
        return f"{printed(self.card)} goes{origin} on top of {name(self.player)}'s {self.pile}."


class Lost(Event, frozen=True, tag=True):
    """A card leaves a player's pile, for the graveyard or the box."""

    says = "{player}'s {card} goes to the {to} ({source})."
    player: Seat
    card: CardName
    source: str
    to: Literal["graveyard", "box"] = "graveyard"
    rules: Rules = ("whose-choice", "E-aj")


class Handed(Event, frozen=True, tag=True):
    """A monster changes hands."""

    says = "{player} gives {card} to {to}, on top of the monsters."
    player: Seat
    to: Seat
    card: CardName
    rules: Rules = ("roc", "E-w")


class NothingLost(Event, frozen=True, tag=True):
    """A player who should give up a monster has none."""

    says = "{player} has no monster to give up ({source})."
    player: Seat
    source: str
    rules: Rules = ("as-far-as-possible", "E-u")


class NothingGiven(Event, frozen=True, tag=True):
    """A player who should give monsters is the one who gets them."""

    says = "{player} would give to {player}: no monster moves ({source})."
    player: Seat
    source: str
    rules: Rules = ("E-au",)


class Buried(Event, frozen=True, tag=True):
    """The nearest card of the track goes to the graveyard."""

    says = "{card}, the nearest card, goes to the graveyard."
    card: CardName
    rules: Rules = ("rest", "E-ak")


class Revealed(Event, frozen=True, tag=True):
    """A card comes from the adventure deck to the end of the track."""

    says = "{card} comes to place {place} of the track; {left} left in the deck."
    card: CardName
    place: int
    left: int
    rules: Rules = ("refill",)


class Learnt(Event, frozen=True, tag=True):
    """What is printed on a card was typed in, and read as `line`."""

    card: CardName
    line: str
    rules: Rules = ("card-anatomy",)

    def told(self, name: Names) -> str:
        """The event in words."""
        return f"{self.card} is noted: {self.line}."


class ByHand(Event, frozen=True, tag=True):
    """The table says what a card's own words did."""

    says = '{source} says "{text}": do that at the table.'
    player: Seat
    source: str
    text: str
    rules: Rules = ("E-ap",)


class LastTurn(Event, frozen=True, tag=True):
    """The turn begins in which the last card goes."""

    says = "This is the last turn: the last card of the track goes, and the deck is empty."
    player: Seat
    rules: Rules = ("end",)


class TurnEnded(Event, frozen=True, tag=True):
    """A turn is over."""

    says = "{player}'s turn is over."
    player: Seat
    rules: Rules = ("turn",)


class GameEnded(Event, frozen=True, tag=True):
    """Deck and track are empty; the glory is counted."""

    ends_turn = True
    says = "Deck and track are empty: the game is over; glory is counted."
    rules: Rules = ("end", "E-ad")


class AllCounted(Event, frozen=True, tag=True):
    """All that the score is made of is known now."""

    ends_turn = True
    says = "Everything is counted."
    rules: Rules = ("end",)


def _made_of(parts: Iterable[PowerPart]) -> str:
    """Where points come from, behind their sum: " (Scimitar 3; covered Fist 1)"."""
    told = powers.told(parts)
    return f" ({told})" if told else ""
