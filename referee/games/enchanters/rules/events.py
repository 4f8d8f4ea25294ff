"""What happens in a game, as the only thing that the rules say.

Players are numbers, cards are called as the program calls them. `rules` are the ids of the rules and rulings behind
an event.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from referee.games.enchanters.rules.powers import Part
from referee.games.enchanters.vocabulary import Pile

Rules = tuple[str, ...]


class Event(Struct, frozen=True, tag=True):
    """Something that happened."""


class TurnBegan(Event, frozen=True):
    """A player's turn."""

    player: int
    turn: int
    rules: Rules = ("turn",)


class Acted(Event, frozen=True):
    """A player uses an action `times` times."""

    player: int
    source: str
    does: str
    times: int
    rules: Rules


class CutShort(Event, frozen=True):
    """An action that was to be taken several times ends after `times`, since the next can't be."""

    player: int
    source: str
    times: int
    why: str
    rules: Rules = ("multiaction", "E-av")


class Triggered(Event, frozen=True):
    """A passive effect, or an immediate one, begins."""

    player: int
    source: str
    does: str
    rules: Rules


class Crystals(Event, frozen=True):
    """A player takes crystals from the supply, or puts so many back if it is negative.

    `counted` says for what; `now` how many there are where the table set them.
    """

    player: int
    number: int
    source: str
    rules: Rules
    counted: str = ""
    now: int | None = None


class Wounds(Event, frozen=True):
    """A player takes wound markers, or puts so many back if it is negative; the rest is as of crystals."""

    player: int
    number: int
    source: str
    rules: Rules
    counted: str = ""
    now: int | None = None


class Boosted(Event, frozen=True):
    """Attack or defence until the end of the turn; `counted` says for what."""

    player: int
    what: Literal["attack", "defence"]
    points: int
    source: str
    rules: Rules = ("action-effect", "E-o")
    counted: str = ""


class Journeyed(Event, frozen=True):
    """A player goes for a card: on the track, or on top of the graveyard."""

    player: int
    card: str
    passed: int
    graveyard: bool
    rules: Rules


class NoDestination(Event, frozen=True):
    """A journey leads to the graveyard, and no card lies there."""

    player: int
    rules: Rules = ("chapel-of-soulfire", "E-at")


class Struck(Event, frozen=True):
    """A monster attacks a player: strength less defence, doubled or not."""

    player: int
    card: str
    strength: int
    defence: int
    parts: tuple[Part, ...]
    times: int
    wounds: int
    rules: Rules


class Attacked(Event, frozen=True):
    """The player attacks the monster: attack against health."""

    player: int
    card: str
    attack: int
    parts: tuple[Part, ...]
    health: int
    won: bool
    rules: Rules


class Failed(Event, frozen=True):
    """A fight was lost; the card stays where it was and the nearest card goes at the end of the turn.

    `nearest` is whether these two are the same card (E-l).
    """

    player: int
    card: str
    nearest: bool = False
    rules: Rules = ("failed-fight", "E-k", "E-l", "E-ao")


class Taken(Event, frozen=True):
    """A card goes on top of a player's pile; `origin` says from where, if the table moved it by hand."""

    player: int
    card: str
    pile: Pile
    rules: Rules
    origin: str = ""


class Lost(Event, frozen=True):
    """A card leaves a player's pile, for the graveyard."""

    player: int
    card: str
    source: str
    rules: Rules = ("whose-choice", "E-aj")


class Handed(Event, frozen=True):
    """A monster changes hands."""

    player: int
    to: int
    card: str
    rules: Rules = ("roc", "E-w")


class NothingLost(Event, frozen=True):
    """A player who should give up a monster has none."""

    player: int
    source: str
    rules: Rules = ("as-far-as-possible", "E-u")


class NothingGiven(Event, frozen=True):
    """A player who should give monsters is the one who gets them."""

    player: int
    source: str
    rules: Rules = ("E-au",)


class Buried(Event, frozen=True):
    """The nearest card of the track goes to the graveyard."""

    card: str
    rules: Rules = ("rest", "E-ak")


class Revealed(Event, frozen=True):
    """A card comes from the adventure deck to the end of the track."""

    card: str
    place: int
    left: int
    rules: Rules = ("refill",)


class Learnt(Event, frozen=True):
    """What is printed on a card was typed in."""

    card: str
    rules: Rules = ("card-anatomy",)


class ByHand(Event, frozen=True):
    """The table says what a card's own words did."""

    player: int
    source: str
    text: str
    rules: Rules = ("E-ap",)


class TurnEnded(Event, frozen=True):
    """A turn is over."""

    player: int
    rules: Rules = ("turn",)


class GameEnded(Event, frozen=True):
    """Deck and track are empty; the glory is counted."""

    rules: Rules = ("end", "E-ad")
