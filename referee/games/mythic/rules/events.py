"""Events, the only output of the rules, and their text: what the players must do on the table.

Players are seats, units have their internal names. `rules` are the ids of the rules and rulings behind an event.
"""

from __future__ import annotations

from typing import Annotated

from referee.games.mythic.rules.state import AOW, CardName
from referee.play.event import Event, Names, Seat, ShownBy
from referee.text.grammar import agreeing, does, is_many, so_many
from referee.text.names import and_list, printed

Rules = tuple[str, ...]
Unit = Annotated[CardName, ShownBy(printed)]


def card_text(name: str) -> str:
    """Return a card's name for messages."""
    return "AoW card" if name == AOW else f"{printed(name)} card"


def element(terrain: str) -> str:
    """Return what a 3D element of a terrain is."""
    return "tree" if terrain == "forest" else "column"


def place_of(area: str, unit: str) -> str:
    """Describe where something of a unit lies; its own area if areas aren't tracked."""
    return f"in {area}" if area else f"where {'they stand' if is_many(unit) else 'it stands'}"


# --- recruiting and set-up --------------------------------------------------------------------------


class Recruited(Event, frozen=True, tag=True):
    """A unit joins an army."""

    says = "{player} takes {unit}[cost? for {cost} RP; {left} left]."
    player: Seat
    unit: Unit
    cost: int
    left: int
    rules: Rules = ("draft",)


# --- turns and cards --------------------------------------------------------------------------------


class TurnBegan(Event, frozen=True, tag=True):
    """The next player's turn."""

    says = "Round {round}: it is {player}'s turn."
    player: Seat
    round: int
    rules: Rules = ("rounds",)


class TurnEnded(Event, frozen=True, tag=True):
    """A turn is over."""

    says = "{player}'s turn is over."
    ends_turn = True
    player: Seat
    rules: Rules = ("rounds",)


class Activated(Event, frozen=True, tag=True):
    """A unit is activated."""

    says = "{player} discards {unit:a} card: [complex?one complex action|simple actions]."
    player: Seat
    unit: Unit
    complex: bool
    number: int
    rules: Rules = ("activation",)


class Recalled(Event, frozen=True, tag=True):
    """A troop comes back, or gets miniatures back."""

    says = "{player} recalls {unit}: {miniatures} miniature(s) in {area}."
    player: Seat
    unit: Unit
    miniatures: int
    area: str
    rules: Rules = ("recall", "M60")


# --- stones -----------------------------------------------------------------------------------------


class Claimed(Event, frozen=True, tag=True):
    """A unit takes a stone up."""

    says = "{unit:claims} the {stone}[area? of {area}]."
    unit: Unit
    stone: str
    area: str
    rules: Rules = ("claim",)


class Dropped(Event, frozen=True, tag=True):
    """A stone is put down."""

    unit: Unit
    stone: str
    area: str
    rules: Rules = ("drop",)

    def describe(self, name: Names) -> str:
        """Describe the stone, and where it lies."""
        unit = printed(self.unit)
        return f"{does(unit, 'drops')} {agreeing('its', unit)} {self.stone}: it lies {place_of(self.area, unit)}."


class Absorbed(Event, frozen=True, tag=True):
    """A divinity absorbs a stone."""

    says = (
        "{unit} absorbs the {stone}: {count} stone(s) on the dashboard."
        "[card? {player} takes an omphalos card into the hand.]"
    )
    player: Seat
    unit: Unit
    stone: str
    count: int
    card: bool = False
    rules: Rules = ("absorb", "M73", "M74")


class Healed(Event, frozen=True, tag=True):
    """Vitality comes back."""

    says = "{source}: {unit:regains} {by} vitality, {now} of {of} now."
    unit: Unit
    by: int
    now: int
    of: int
    source: str
    rules: Rules = ("heal-with-omphalos", "M63")


# --- wounds and the end -----------------------------------------------------------------------------


class Wounded(Event, frozen=True, tag=True):
    """Wounds are taken."""

    player: Seat
    unit: Unit
    wounds: int
    lost: int
    left: int
    troop: bool
    silent: tuple[str, ...] = ()
    source: str = ""
    rules: Rules = ("wounds", "M14")

    def describe(self, name: Names) -> str:
        """Describe the vitality or miniatures lost."""
        unit, by = f"{name(self.player)}'s {printed(self.unit)}", f" ({self.source})" if self.source else ""
        more = self.wounds - self.lost
        beyond = f"; {more} more {'has' if more == 1 else 'have'} no effect" if more > 0 else ""
        if self.troop:
            stay = f"{self.left} {'is' if self.left == 1 else 'are'} left" if self.left else "none is left"
            quiet = f"; {agreeing('its', unit)} {does(and_list(self.silent), 'is silent', many=len(self.silent) > 1)}"
            lose = does(unit, "loses")
            return f"{lose} {so_many(self.lost, 'miniature')}{by}, {stay}{beyond}{quiet if self.silent else ''}."
        return f"{does(unit, 'loses')} {self.lost} vitality{by}, {self.left} left{beyond}."
