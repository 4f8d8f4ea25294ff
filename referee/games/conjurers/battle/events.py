"""What happens in a battle, as the only thing that the rules say.

Every screen, record and explanation is made from these events. `rules` are the ids of the rules and rulings
behind an event; creatures are named by key ("attacker.Wolf"); damage is in damage markers.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from referee.effects.terms import Term
from referee.games.conjurers.battle.state import Reason, SideName

HitKind = Literal["strike", "multi attack", "burning", "devour", "break free", "poison"]
Marker = Literal["frost", "poison"]
Rules = tuple[str, ...]


class Event(Struct, frozen=True, tag=True):
    """Something that happened."""


class TurnBegan(Event, frozen=True):
    """A turn starts. `turn` counts from 1."""

    turn: int
    round: int
    side: SideName


class Summoned(Event, frozen=True):
    """A creature comes into a slot, wearing pieces."""

    creature: str
    slot: int
    equipment: tuple[str, ...]
    rules: Rules = ("summon",)


class Moved(Event, frozen=True):
    """A creature goes to a slot next to its own."""

    creature: str
    from_slot: int
    to_slot: int
    rules: Rules = ("move",)


class Attacked(Event, frozen=True):
    """A creature attacks the one in front of it."""

    creature: str
    target: str
    rules: Rules = ("attack",)


class NoFight(Event, frozen=True):
    """Two creatures face each other and yet don't fight."""

    creature: str
    opponent: str
    why: str
    rules: Rules


class MagicChosen(Event, frozen=True):
    """What a creature with magician is in this fight."""

    creature: str
    ability: str
    rules: Rules = ("magician", "B19")


class NoStrike(Event, frozen=True):
    """A creature in a fight doesn't strike."""

    creature: str
    why: str
    rules: Rules


class Absorbed(Struct, frozen=True):
    """What a piece took of a hit; `left` is what it can still take."""

    piece: str
    amount: int
    left: int


class Hit(Event, frozen=True):
    """Damage: rolled, reckoned, absorbed and received.

    `dice` are the faces (empty if averaged, the sum if only that was typed), `count` how many dice, `pool` the terms
    that make up the count, `rolled` their sum, `terms` what changes the sum, `dealt` the damage dealt (B9),
    `received` what reached the creature, `left` its hit points after that (0 or less: it dies).
    """

    kind: HitKind
    source: str
    target: str
    count: int
    dice: tuple[int, ...]
    rolled: int
    pool: tuple[Term, ...]
    terms: tuple[Term, ...]
    dealt: int
    absorbed: tuple[Absorbed, ...]
    received: int
    left: int
    hp: int
    rules: Rules


class Marked(Event, frozen=True):
    """A creature gets a frost or poison marker. `count` is how many it has then."""

    creature: str
    marker: Marker
    by: str
    count: int
    rules: Rules


class Immune(Event, frozen=True):
    """An immunity cancels what would have happened to `creature` (or all burning of a fight)."""

    creature: str
    to: str
    by: str
    whole_fight: bool = False
    rules: Rules = ("immunity", "B15")


class LifeStolen(Event, frozen=True):
    """A creature takes damage off itself."""

    creature: str
    amount: int
    rules: Rules = ("life-steal", "B13")


class MoraleRose(Event, frozen=True):
    """A summoned creature found others of its mythology: each creature and the damage healed."""

    mythology: str
    others: int
    healed: tuple[tuple[str, int], ...]
    rules: Rules = ("morale", "B21")


class Died(Event, frozen=True):
    """A creature dies; `lost` are the pieces that are out for the battle."""

    creature: str
    lost: tuple[str, ...]
    rules: Rules = ("hit-points",)


class Resurrected(Event, frozen=True):
    """A creature dies and is back at once, without damage, markers and equipment."""

    creature: str
    lost: tuple[str, ...]
    rules: Rules = ("resurrection", "B17")


class Devoured(Event, frozen=True):
    """A creature goes on top of another to devour it."""

    creature: str
    victim: str
    rules: Rules = ("devour", "B16")


class Returned(Event, frozen=True):
    """A devouring creature comes back to its slot."""

    creature: str
    why: str
    rules: Rules = ("devour", "B16")


class Bound(Event, frozen=True):
    """A creature is bound for the rest of the battle."""

    creature: str
    by: str
    piece: str
    rules: Rules = ("bind", "B18")


class Passed(Event, frozen=True):
    """A turn without an action."""

    side: SideName
    why: str
    rules: Rules = ("must-act", "B2")


class BattleEnded(Event, frozen=True):
    """The battle is over. `tally` are the sums of a stalemate, attacker's first."""

    winner: SideName
    reason: Reason
    tally: tuple[int, int] | None
    rules: Rules


class BurningDropped(Event, frozen=True):
    """A dead creature's burning that was still to come when the battle was over, and whom it would have reached.

    `side` is the burner's, which had no creature left.
    """

    creature: str
    victims: tuple[str, ...]
    side: SideName
    rules: Rules = ("burning", "B14", "B25")


BattleEvent = (
    TurnBegan | Summoned | Moved | Attacked | NoFight | MagicChosen | NoStrike | Hit | Marked | Immune | LifeStolen
    | MoraleRose | Died | Resurrected | Devoured | Returned | Bound | Passed | BattleEnded
    | BurningDropped
)  # fmt: skip
