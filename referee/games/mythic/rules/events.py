"""Events, the only output of the rules, and their text: what the players must do on the table.

Players are seats, units have their internal names. `rules` are the ids of the rules and rulings behind an event.
"""

from __future__ import annotations

from collections import Counter
from typing import Annotated

from referee.games.mythic.rules.state import AOW, CardName
from referee.play.event import Event, Names, Seat, Seats, ShownBy
from referee.text.grammar import agreeing, does, is_many, so_many, whose
from referee.text.names import a_or_an, and_list, printed

Rules = tuple[str, ...]
Unit = Annotated[CardName, ShownBy(printed)]


UnitsOwn = Annotated[CardName, ShownBy(lambda unit: whose(printed(unit)))]
"""A unit in the possessive: "Ash Runner's"."""


def card_text(name: str) -> str:
    """Return a card's name for messages."""
    return "AoW card" if name == AOW else f"{printed(name)} card"


def _in(area: str, unit: str) -> str:
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


class Reserved(Event, frozen=True, tag=True):
    """Points that buy no further unit become AoW cards."""

    says = "{player}[cards? takes {cards} AoW card(s) for the starting hand|'s army is complete]."
    player: Seat
    cards: int
    rules: Rules = ("draft", "M71")


class Dealt(Event, frozen=True, tag=True):
    """A deck is formed, and the first hand drawn; `by_program` if the program shuffles and draws."""

    says = (
        "[by_program?The program shuffles|{player} shuffles] {activation} activation card(s) and {art} AoW card(s)"
        "[by_program? of {player}'s]; {extra} more AoW card(s) and the top {drawn} are the hand. "
        "Check: {hand} in {player}'s hand, {deck} in the deck."
    )
    player: Seat
    deck: int
    hand: int
    activation: int
    art: int
    extra: int
    drawn: int
    by_program: bool
    rules: Rules = ("deck-built", "first-hand")


class StonesLaid(Event, frozen=True, tag=True):
    """Divine stones lie on the board."""

    stones: tuple[tuple[str, str], ...]
    rules: Rules = ("board-set-up", "M1")

    def describe(self, name: Names) -> str:
        """Describe which stone lies where."""
        if not self.stones:
            return "No divine stones lie on the board."
        return f"Divine stones: {and_list(f'{mythology} in {area}' for mythology, area in self.stones)}."


class Placed(Event, frozen=True, tag=True):
    """A troop is set up."""

    says = "{player} places {unit} in {area}."
    player: Seat
    unit: Unit
    area: str
    rules: Rules = ("troops-placed", "M59")


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


class Passed(Event, frozen=True, tag=True):
    """A player passes."""

    says = "{player} passes."
    player: Seat
    rules: Rules = ("pass",)


class Drew(Event, frozen=True, tag=True):
    """Cards come into a hand."""

    player: Seat
    cards: int
    deck: int
    wanted: int
    rules: Rules = ("start-of-turn",)

    def describe(self, name: Names) -> str:
        """Describe how many cards are drawn, and how many are left."""
        lapsed = "" if self.cards == self.wanted else f" ({self.wanted - self.cards} lapse: no card is left)"
        drawn = so_many(self.cards, "card") if self.cards else "nothing"
        return f"{name(self.player)} draws {drawn}{lapsed}; {self.deck} in the deck."


class DeckOut(Event, frozen=True, tag=True):
    """The game pauses: a deck has run out."""

    says = "{player} has no card to draw: the game pauses, and all players do this."
    player: Seat
    rules: Rules = ("deck-out", "M65")


class Reformed(Event, frozen=True, tag=True):
    """One player's part in such a pause; `by_program` if the program shuffles and draws."""

    says = (
        "  {player}: [by_program?the deck ({taken} card(s)) comes into the hand; the program shuffles the discards"
        " as the new deck and draws {drawn}|take the deck ({taken} card(s)) into the hand, shuffle the discards as"
        " the new deck, draw {drawn}]. Now {hand} in hand, {deck} in the deck."
    )
    player: Seat
    taken: int
    deck: int
    drawn: int
    hand: int
    by_program: bool
    rules: Rules = ("deck-out", "M65")


class Discarded(Event, frozen=True, tag=True):
    """Cards are discarded for something."""

    player: Seat
    cards: tuple[CardName, ...]
    purpose: str = ""
    rules: Rules = ("aow-payment",)

    def describe(self, name: Names) -> str:
        """Describe the cards, and what they pay for."""
        many = Counter(self.cards)
        arts = [so_many(many[AOW], "AoW card") if many[AOW] > 1 else a_or_an(card_text(AOW))] if many[AOW] else []
        cards = and_list([*arts, *(card_text(card) for card in self.cards if card != AOW)])
        return f"{name(self.player)} discards {cards}{f' for {self.purpose}' if self.purpose else ''}."


class Searched(Event, frozen=True, tag=True):
    """A card of the player's choice comes from a deck; `card` if it is shown; `by_program` if that shuffles."""

    says = (
        "{player} [card?takes {card:a} and shows it|takes one card of the deck, unseen];"
        " [by_program?the program shuffles|shuffle] the deck."
    )
    player: Seat
    by_program: bool
    card: Annotated[CardName, ShownBy(card_text)] = ""
    rules: Rules = ("search-card",)


class Activated(Event, frozen=True, tag=True):
    """A unit is activated."""

    says = "{player} discards {unit:a} card: [complex?one complex action|simple actions]."
    player: Seat
    unit: Unit
    complex: bool
    number: int
    rules: Rules = ("activation",)


class ActivationEnded(Event, frozen=True, tag=True):
    """An activation is over, by more than having nothing left to do."""

    says = "{unit} activation is over ({why})."
    unit: UnitsOwn
    why: str
    rules: Rules = ("activation",)


class Recalled(Event, frozen=True, tag=True):
    """A troop comes back, or gets miniatures back."""

    says = "{player} recalls {unit}: {miniatures} miniature(s) in {area}."
    player: Seat
    unit: Unit
    miniatures: int
    area: str
    rules: Rules = ("recall", "M60")


# --- moving -----------------------------------------------------------------------------------------


class Moved(Event, frozen=True, tag=True):
    """A unit goes from area to area."""

    unit: Unit
    how: str
    way: tuple[str, ...]
    rules: Rules = ("walk",)

    def describe(self, name: Names) -> str:
        """Describe the route, and where the unit stands."""
        by = f" by {' and '.join(self.way[:-1])}" if len(self.way) > 1 else ""
        return f"{does(printed(self.unit), self.how)} to {self.way[-1]}{by}."


class MovementEnded(Event, frozen=True, tag=True):
    """Something ends a movement before its time."""

    says = "{unit:stops}: {why}."
    unit: Unit
    why: str
    rules: Rules = ("walk",)


class ElementRemoved(Event, frozen=True, tag=True):
    """A 3D element leaves the board."""

    area: str
    left: int
    terrain: str
    rules: Rules = ("elements", "M58")

    def describe(self, name: Names) -> str:
        """Describe what is left of the terrain."""
        what = "tree" if self.terrain == "forest" else "column"
        rest = f"{self.left} left" if self.left else "it is open ground now"
        return f"Remove {a_or_an(what)} from {self.area}: {rest}."


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
        return f"{does(unit, 'drops')} {agreeing('its', unit)} {self.stone}: it lies {_in(self.area, unit)}."


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


# --- attacks ----------------------------------------------------------------------------------------


class RecallWaits(Event, frozen=True, tag=True):
    """The end of an activation has changed what a recall needs; nothing is spent."""

    says = "The recall waits: {why}. Nothing is spent."
    why: str
    rules: Rules = ("recall", "M89")


class ActivationWaits(Event, frozen=True, tag=True):
    """The end of the activation before has taken what this one needs; nothing is spent."""

    says = "{unit} can't be activated any more: {why}. Nothing is spent."
    unit: Unit
    why: str
    rules: Rules = ("activation", "second-unit")


class NotAttacked(Event, frozen=True, tag=True):
    """A target turns out to be hidden once the line to it is known; nothing is spent."""

    says = "{unit} can't attack it: {why}. Nothing is spent."
    unit: Unit
    why: str
    rules: Rules = ("visible", "M30")


class Guarded(Event, frozen=True, tag=True):
    """A guard becomes the target."""

    guard: Unit
    unit: Unit
    rules: Rules = ("guard", "M39")

    def describe(self, name: Names) -> str:
        """Describe the guard and the unit it guards."""
        guard = printed(self.guard)
        now = "they are" if is_many(guard) else "it is"
        return f"{does(guard, 'guards')} {printed(self.unit)}: {now} the target now."


class Evaded(Event, frozen=True, tag=True):
    """A target evades."""

    says = "{unit} evades."
    unit: Unit
    rules: Rules = ("evade", "M40")


class AttackSpent(Event, frozen=True, tag=True):
    """An attack comes to nothing."""

    says = "{unit} attack is spent: {why}."
    unit: UnitsOwn
    why: str
    rules: Rules = ("evade",)


class Answered(Event, frozen=True, tag=True):
    """A unit answers an attack, or strikes first."""

    says = "{player} discards [card?{card:a}|{unit:a}] card: [first?{unit:strikes first}|{unit:retaliates}]."
    player: Seat
    unit: Unit
    target: Unit
    first: bool
    rules: Rules = ("retaliation", "M42")
    card: Annotated[str, ShownBy(printed)] = ""


class TokenHit(Event, frozen=True, tag=True):
    """A token is attacked."""

    says = "The token {token} in {area}: [left?{left} vitality left|put it back into the reserve]."
    token: str
    area: str
    left: int
    rules: Rules = ("token-targets", "M43")


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


class Destroyed(Event, frozen=True, tag=True):
    """A unit is destroyed."""

    weighty = turning = True
    player: Seat
    unit: Unit
    area: str
    stone: str = ""
    rules: Rules = ("destroyed",)

    def describe(self, name: Names) -> str:
        """Describe that the unit leaves the board; its stone lies where it stood."""
        unit = printed(self.unit)
        lies = f"; {agreeing('its', unit)} {self.stone} lies {_in(self.area, unit)}" if self.stone else ""
        off = f"take {'them' if is_many(unit) else 'it'} off the board"
        return f"{name(self.player)}'s {does(unit, 'is destroyed')}: {off}{lies}."


class TakenOut(Event, frozen=True, tag=True):
    """A player is out of the game."""

    weighty = turning = True
    says = "{player} is out ({why}): take all units and cards of {player} off the table."
    player: Seat
    why: str
    rules: Rules = ("M77",)


class Ended(Event, frozen=True, tag=True):
    """The game is over."""

    weighty = True
    says = "The game is over: [players?{players:wins}, {why}|{why}. Nobody wins]."
    players: Seats
    why: str
    rules: Rules = ("skirmish-win",)


class PutRight(Event, frozen=True, tag=True):
    """A correction, in its own words."""

    says = "Corrected: {what}."
    what: str
    rules: Rules = ()


class Learnt(Event, frozen=True, tag=True):
    """A unit, an area, a boundary or a line of sight that was typed in."""

    says = "Noted: {what}."
    what: str
    rules: Rules = ("M1",)


# --- powers -----------------------------------------------------------------------------------------


class PowerUsed(Event, frozen=True, tag=True):
    """A power is used."""

    says = "{player} uses {unit} {power}: {does}."
    player: Seat
    unit: UnitsOwn
    power: str
    does: str
    rules: Rules = ("active-powers",)


class Lasts(Event, frozen=True, tag=True):
    """An effect lasts on a unit."""

    power: str
    unit: Unit
    effect: str
    until: str
    rules: Rules = ("active-powers", "M84")

    def describe(self, name: Names) -> str:
        """Describe the effect and how long it lasts."""
        long = {"attack": "in this attack", "activation": "in this activation", "turn": "in this turn"}
        return f"{printed(self.unit)}: {self.effect} {long.get(self.until, 'for one round')} ({self.power})."


class Lapsed(Event, frozen=True, tag=True):
    """An effect does nothing."""

    says = "{power}: nothing happens, {why}."
    power: str
    why: str
    rules: Rules = ()


class Says(Event, frozen=True, tag=True):
    """The text of a sheet that the players carry out."""

    says = '{unit} {power} says "{text}".'
    unit: UnitsOwn
    power: str
    text: str
    rules: Rules = ("active-powers",)


class MiniaturesChanged(Event, frozen=True, tag=True):
    """A troop gains or loses miniatures by a power."""

    power: str
    unit: Unit
    by: int
    now: int
    rules: Rules = ()

    def describe(self, name: Names) -> str:
        """Describe the change, and how many there are."""
        verb = "gains" if self.by >= 0 else "loses"
        change = so_many(abs(self.by), "miniature")
        return f"{does(printed(self.unit), verb)} {change}: {self.now} there now ({self.power})."


class Given(Event, frozen=True, tag=True):
    """A stone is given from one unit to another."""

    says = "{unit:gives} {unit:its} {stone} to {to}."
    unit: Unit
    to: Unit
    stone: str
    rules: Rules = ()


class ElementsChanged(Event, frozen=True, tag=True):
    """3D elements go or come by a power."""

    power: str
    area: str
    by: int
    left: int
    terrain: str
    rules: Rules = ("elements", "M58")

    def describe(self, name: Names) -> str:
        """Describe what to do on the board, and what is left."""
        what = so_many(abs(self.by), "tree" if self.terrain == "forest" else "column")
        done = f"Put {what} into" if self.by > 0 else f"Remove {what} from"
        rest = f"{self.left} there" if self.left else "it is open ground now"
        return f"{done} {self.area}: {rest} ({self.power})."


class TokenPut(Event, frozen=True, tag=True):
    """A power token is laid down, or goes back to its reserve."""

    says = "[down?Lay {token:a} token in {area}|Put the {token} token of {area} back into its reserve]."
    token: str
    area: str
    down: bool
    rules: Rules = ("power-tokens",)


class Called(Event, frozen=True, tag=True):
    """A troop is called by a power, and may be activated."""

    says = "{unit} calls {troop}: it may be activated without an AoW card."
    unit: Unit
    troop: Unit
    rules: Rules = ("leader", "M68")


# --- light tables -----------------------------------------------------------------------------------


class LightActivated(Event, frozen=True, tag=True):
    """A unit is activated at a table that tracks no cards."""

    says = "{player} activates {unit}, the {number} unit of this turn."
    player: Seat
    unit: Unit
    number: str
    rules: Rules = ("activation", "two-units")


class MayAnswer(Event, frozen=True, tag=True):
    """A unit that was attacked may retaliate; a table that tracks no cards says so when it does."""

    says = "{unit} may retaliate, for {card}; if so, type: {unit} retaliates."
    unit: Unit
    card: str = "a card of its own"
    rules: Rules = ("retaliation", "M42")


class LightAnswered(Event, frozen=True, tag=True):
    """A unit answers an attack at a table that tracks no cards."""

    says = "{unit:answers} {target}, {unit:its} one answer of this turn."
    unit: Unit
    target: Unit
    rules: Rules = ("retaliation", "M42")


class LightRecalled(Event, frozen=True, tag=True):
    """A troop gets miniatures back at a table that tracks no areas."""

    says = "{unit:has} {now} miniature(s) again."
    unit: Unit
    now: int
    rules: Rules = ("recall", "M60")
