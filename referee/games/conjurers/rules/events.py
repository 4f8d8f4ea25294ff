"""What happens in a game outside its fights, as the only thing that the rules say.

Players are numbers, goods are resources or "food". `rules` are the ids of the rules and rulings behind an event.
"""

from __future__ import annotations

from msgspec import Struct

from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.vocabulary import Assistant

Rules = tuple[str, ...]
Goods = dict[str, int]


class GameEvent(Struct, frozen=True, tag=True):
    """Something that happened."""


class Placed(GameEvent, frozen=True):
    """A figure goes to a space."""

    player: int
    figure: str
    space: str
    rules: Rules = ("allocation",)


class Skipped(GameEvent, frozen=True):
    """A figure stays at home: no legal space is left for it."""

    player: int
    figure: str
    rules: Rules = ("E5",)


class ResolvingBegan(GameEvent, frozen=True):
    """All figures stand; they are resolved in this order of players."""

    order: tuple[int, ...]
    rules: Rules = ("resolving",)


class Declined(GameEvent, frozen=True):
    """A figure's action is left unused."""

    player: int
    figure: str
    space: str
    rules: Rules = ("A20",)


class Gained(GameEvent, frozen=True):
    """A player takes goods from the supply; `paid` is what was given for them in a trade."""

    player: int
    goods: Goods
    source: str
    rules: Rules
    paid: Goods = {}


class Paid(GameEvent, frozen=True):
    """A player puts goods back into the supply."""

    player: int
    goods: Goods
    purpose: str
    rules: Rules


class Controlled(GameEvent, frozen=True):
    """A control marker goes on a mine; `before` is whose comes off."""

    player: int
    mine: str
    before: int | None
    rules: Rules = ("mines",)


class ButtonTaken(GameEvent, frozen=True):
    """The Initiative Button changes hands."""

    player: int
    before: int
    rules: Rules = ("tavern", "A14")


class Hired(GameEvent, frozen=True):
    """A new assistant, to be placed from the next turn on."""

    player: int
    assistant: Assistant
    rules: Rules = ("guild-house", "E2", "A23")


class Bought(GameEvent, frozen=True):
    """An item or artifact changes into a player's hands; `discount` is what the weapon smith took off."""

    player: int
    card: str
    price: Goods
    discount: Goods
    rules: Rules


class NotBought(GameEvent, frozen=True):
    """A card whose price was learnt is too dear."""

    player: int
    card: str
    price: Goods
    why: str
    rules: Rules


class Sacrificed(GameEvent, frozen=True):
    """A creature is given at the pit for goods; it is the `place`-th of this action."""

    player: int
    creature: str
    place: int
    goods: Goods
    rules: Rules = ("sacrificial-pit", "A4")


class ContestBegan(GameEvent, frozen=True):
    """A battle is to be fought; `guarded` is the creature fought for, empty in a duel."""

    attacker: int
    defender: int
    guarded: str
    rules: Rules


class SetAside(GameEvent, frozen=True):
    """The defender of a duel keeps a creature out of the draw; empty: none."""

    player: int
    creature: str
    rules: Rules = ("set-aside", "A23")


class Drawn(GameEvent, frozen=True):
    """A player draws so many creatures of an army; nobody else learns which."""

    player: int
    many: int
    army: int
    rules: Rules = ("random-draw",)


class BattleSetUp(GameEvent, frozen=True):
    """A battle to be refereed stands ready: who is in it is needed to tell what happens in it."""

    battle: Battle
    rules: Rules = ("who-starts",)


class PairsDrawn(GameEvent, frozen=True):
    """Who meets whom in a tournament: each bout with challenger and defender, in the order they are fought."""

    bouts: tuple[tuple[str, int, int], ...]
    rules: Rules = ("tournament-pairs", "A18")


class ContestEnded(GameEvent, frozen=True):
    """A battle is over."""

    attacker: int
    defender: int
    winner: int
    guarded: str
    tournament: str
    rules: Rules


class CreatureWon(GameEvent, frozen=True):
    """A creature joins an army."""

    player: int
    creature: str
    rules: Rules


class Stolen(GameEvent, frozen=True):
    """The winner of a duel takes goods from the beaten defender."""

    player: int
    victim: int
    goods: Goods
    rules: Rules = ("duel-spoils", "A6")


class Penalty(GameEvent, frozen=True):
    """Minus point tokens."""

    player: int
    points: int
    why: str
    rules: Rules


class Fed(GameEvent, frozen=True):
    """A player feeds creatures and assistants: what it takes, what is paid, what is missing."""

    player: int
    needed: int
    paid: int
    missing: int
    rules: Rules = ("feeding", "A9")


class TurnEnded(GameEvent, frozen=True):
    """A turn is over."""

    turn: int
    rules: Rules = ("A11",)


class PhaseBegan(GameEvent, frozen=True):
    """A new phase: outputs double and spaces open."""

    phase: int
    rules: Rules = ("E4",)


class GameEnded(GameEvent, frozen=True):
    """The last turn is over; the points are counted."""

    rules: Rules = ("winning",)
