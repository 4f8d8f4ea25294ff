"""The events of a battle, which are all that the rules emit, and their wording.

Every screen, record and explanation is made from these events. `rules` are the ids of the rules and rulings
behind an event; creatures are named by key ("attacker.Wolf"); damage is in damage markers.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Struct

from referee.effects.rules import Term
from referee.games.conjurers.battle.state import Reason, SideName
from referee.play.event import CALLED, Event, Names, ShownBy
from referee.text.grammar import so_many
from referee.text.names import and_list

HitKind = Literal["strike", "multi attack", "burning", "devour", "break free", "poison"]
Marker = Literal["frost", "poison"]
Rules = tuple[str, ...]
Creature = Annotated[str, CALLED]
"""A creature by key."""
Side = Annotated[SideName, CALLED]
"""A side, shown as its player."""
Pieces = Annotated[tuple[str, ...], ShownBy(and_list)]


class BattleEvent(Event, frozen=True, tag=True):
    """Something that happened in a battle."""


class TurnBegan(BattleEvent, frozen=True):
    """A turn starts. `turn` counts from 1."""

    says = "Turn {turn} · {side}"
    turn: int
    round: int
    side: Side


class Summoned(BattleEvent, frozen=True):
    """A creature comes into a slot, wearing pieces."""

    says = "{creature} is summoned into slot {slot}[equipment? with {equipment}]."
    creature: Creature
    slot: int
    equipment: Pieces
    rules: Rules = ("summon",)


class Moved(BattleEvent, frozen=True):
    """A creature goes to a slot next to its own."""

    says = "{creature} moves from slot {from_slot} to {to_slot}."
    creature: Creature
    from_slot: int
    to_slot: int
    rules: Rules = ("move",)


class Attacked(BattleEvent, frozen=True):
    """A creature attacks the one in front of it."""

    says = "{creature} attacks {target}."
    creature: Creature
    target: Creature
    rules: Rules = ("attack",)


class NoFight(BattleEvent, frozen=True):
    """Two creatures face each other and yet don't fight."""

    says = "No fight with {opponent}: {why}."
    creature: Creature
    opponent: Creature
    why: str
    rules: Rules


class MagicChosen(BattleEvent, frozen=True):
    """A creature with magician chooses its ability for this fight."""

    says = "{creature} uses {ability} in this fight."
    creature: Creature
    ability: str
    rules: Rules = ("magician", "B19")


class NoStrike(BattleEvent, frozen=True):
    """A creature in a fight doesn't strike."""

    says = "{creature} doesn't strike: {why}."
    creature: Creature
    why: str
    rules: Rules


class Absorbed(Struct, frozen=True):
    """The damage that a piece took of a hit; `left` is what it can still take."""

    piece: str
    amount: int
    left: int


class Hit(BattleEvent, frozen=True):
    """Damage: rolled, computed, absorbed and received.

    `dice` are the faces (empty if averaged, the sum if only that was typed), `count` how many dice, `pool` the terms
    that make up the count, `rolled` their sum, `terms` what changes the sum, `dealt` the damage dealt (B9),
    `received` what reached the creature, `left` its hit points after that (0 or less: it dies).
    """

    kind: HitKind
    source: Creature
    target: Creature
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

    def describe(self, name: Names) -> str:
        """Describe the event."""
        return f"{self.blow(name)}: {self.arithmetic()}"

    def blow(self, name: Names) -> str:
        """Describe a hit without its arithmetic: "Sphinx strikes Wolf"."""
        source, target = name(self.source), name(self.target)
        match self.kind:
            case "strike":
                return f"{source} strikes {target}"
            case "multi attack":
                return f"{source}'s multi attack on {target}"
            case "burning":
                return f"{source} burns {target}"
            case "devour":
                return f"{source} devours {target}"
            case "break free":
                return f"{target} breaks free from {source}"
            case "poison":
                return f"Poison in {target}"

    def arithmetic(self) -> str:
        """Format it: "5 dice 2+0+1+1+2 = 6, frost -2, defensive -1: 3 dealt, Shield takes 2, 1 received"."""
        parts = []
        if self.count:
            dice = so_many(self.count, "die")
            if self.pool:
                dice += f" ({', '.join(f'{term.name} +{term.amount}' for term in self.pool)})"
            shown = " " + "+".join(map(str, self.dice)) if self.dice else " averaged"
            if len(self.dice) == 1 < self.count:  # only their sum was typed
                shown = ""
            parts.append(f"{dice}{shown} = {self.rolled}" if self.count > 1 or not self.dice else f"{dice}{shown}")
        elif self.kind == "multi attack":
            parts.append(f"a third of the strike is {self.rolled}")
        elif self.kind == "poison":
            parts.append(so_many(self.dealt, "marker"))
        else:
            parts.append("no dice")
        if self.kind != "poison":
            parts += [f"{term.name} {term.amount:+}" for term in self.terms]
        words = f"{', '.join(parts)}: {self.dealt} dealt"
        for taken in self.absorbed:
            words += f", {taken.piece} takes {taken.amount} ({f'{taken.left} left' if taken.left else 'it breaks'})"
        if self.absorbed:
            words += f", {self.received} received"
        return f"{words}; {max(0, self.left)} of {self.hp} left"


class Marked(BattleEvent, frozen=True):
    """A creature gets a frost or poison marker. `count` is how many it has after that."""

    creature: Creature
    marker: Marker
    by: Creature
    count: int
    rules: Rules

    def describe(self, name: Names) -> str:
        """Describe the event."""
        more = "a poison marker" if self.count == 1 else f"another poison marker, {self.count} in all"
        return f"{name(self.creature)} gets {'a frost marker' if self.marker == 'frost' else more}."


class Immune(BattleEvent, frozen=True):
    """An immunity cancels what would have happened to `creature` (or all burning of a fight)."""

    says = "{creature} is immune[whole_fight?: {by}'s burning is cancelled in this fight| to {by}'s {to}]."
    creature: Creature
    to: str
    by: Creature
    whole_fight: bool = False
    rules: Rules = ("immunity", "B15")


class LifeStolen(BattleEvent, frozen=True):
    """A creature takes damage off itself."""

    says = "{creature} steals life: it heals {amount}."
    creature: Creature
    amount: int
    rules: Rules = ("life-steal", "B13")


class MoraleRose(BattleEvent, frozen=True):
    """A summoned creature found others of its mythology: each creature and the damage healed."""

    mythology: str
    others: int
    healed: tuple[tuple[str, int], ...]
    rules: Rules = ("morale", "B21")

    def describe(self, name: Names) -> str:
        """Describe the event."""
        healed = [f"{name(key)} {amount}" for key, amount in self.healed]
        what = f"healed: {', '.join(healed)}" if healed else "nobody is hurt"
        kin = f"{self.others} other {self.mythology} creature{'s' if self.others > 1 else ''}"
        return f"Morale rises ({kin} in slots); {what}."


class Died(BattleEvent, frozen=True):
    """A creature dies; `lost` are the pieces that are out for the battle."""

    says = "{creature} dies[lost?, and {lost:is} out]."
    creature: Creature
    lost: Pieces
    rules: Rules = ("hit-points",)


class Resurrected(BattleEvent, frozen=True):
    """A creature dies and is back at once, without damage, markers and equipment."""

    says = "{creature} dies and resurrects in its slot, unhurt[lost?, without {lost}]."
    creature: Creature
    lost: Pieces
    rules: Rules = ("resurrection", "B17")


class Devoured(BattleEvent, frozen=True):
    """A creature goes on top of another to devour it."""

    says = "{creature} sits on {victim} and devours it from its next turn on."
    creature: Creature
    victim: Creature
    rules: Rules = ("devour", "B16")


class Returned(BattleEvent, frozen=True):
    """A devouring creature comes back to its slot."""

    says = "{creature} goes back to its slot: {why}."
    creature: Creature
    why: str
    rules: Rules = ("devour", "B16")


class Bound(BattleEvent, frozen=True):
    """A creature is bound for the rest of the battle."""

    says = "{by} binds {creature} with {piece}."
    creature: Creature
    by: Creature
    piece: str
    rules: Rules = ("bind", "B18")


class Passed(BattleEvent, frozen=True):
    """A turn without an action."""

    says = "{side} passes: {why}."
    side: Side
    why: str
    rules: Rules = ("must-act", "B2")


class BattleEnded(BattleEvent, frozen=True):
    """The battle is over. `tally` are the sums of a stalemate after `quiet` rounds without dice, attacker's first.

    If rounds with dice that changed nothing ended it, `idle` is their number (X12); else it is 0.
    """

    winner: Side
    reason: Reason
    tally: tuple[int, int] | None
    quiet: int
    rules: Rules
    idle: int = 0

    def describe(self, name: Names) -> str:
        """Describe the event."""
        winner = name(self.winner)
        match self.reason:
            case "eliminated":
                return f"{winner} wins: the other side has no creature left."
            case "simultaneous":
                return f"{winner} wins: both sides lost their last creature at the same moment."
            case "outcome":
                return f"{winner} wins: the table said so."
            case "stalemate":
                attacker, defender = self.tally or (0, 0)
                why = (
                    f"{self.idle} rounds without a change"
                    if self.idle
                    else f"{self.quiet} rounds without a battle die"
                )
                return (
                    f"{winner} wins: {why}, and {attacker} hit points "
                    f"and absorption are left with {name('attacker')}, {defender} with {name('defender')}."
                )


class BurningDropped(BattleEvent, frozen=True):
    """A dead creature's burning is skipped as the battle is over; `victims` are those it would have reached.

    `side` is the burner's, which had no creature left.
    """

    says = (
        "{creature} doesn't burn {victims}: a creature burns even if it died, but the battle was over before that, "
        "when {side} had no creature left."
    )
    creature: Creature
    victims: Annotated[tuple[str, ...], CALLED]
    side: Side
    rules: Rules = ("burning", "B14", "B25")
