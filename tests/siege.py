"""A made-up siege: units with vitality in areas, hidden hands, and manoeuvres that anybody may buy in another's turn.

It is no good game. It has what the race lacks and a game with a map and hidden hands needs.
"""

from __future__ import annotations  # noqa: I001

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from msgspec import Meta, Struct, field, structs

from referee.game import (
    Prompt,
    BadInput,
    Copyable,
    Counter,
    DiceThere,
    Entered,
    Event,
    HiddenCards,
    Illegal,
    Interrupt,
    OnTurn,
    Option,
    Owners,
    Parts,
    Pile,
    PlayerState,
    Procedure,
    Refusal,
    Seat,
    ShortReport,
    TurnState,
    Unreadable,
    Wording,
    by_name,
    choice,
    in_parts,
    moved,
    of_counters,
    plain_game,
)

FACES = (0, 1, 2, 3, 4, 5)
WOUNDS = 4
"""A die that shows as much wounds."""


class Setup(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who plays, whether the program draws the cards, and how many dice an attack has."""

    players: Annotated[tuple[str, ...], Meta(min_length=2, max_length=3)]
    drawn: Annotated[bool, Prompt("Draw cards", "yes: the program draws cards")] = False
    thrown: Annotated[int, Meta(ge=1, le=9), Prompt("Dice of an attack", "dice of an attack")] = 2


class Side(PlayerState):
    """A player: gold, cards in hand, and what was bought this turn."""

    gold: int = 2
    hand: HiddenCards = field(default_factory=HiddenCards)
    deck: HiddenCards = field(default_factory=HiddenCards)
    bought: list[str] = field(default_factory=list)


class Unit(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A unit of a player, by the place at the table, and the stone that it carries."""

    name: str
    owner: int
    vitality: int = 3
    stones: int = 0


class Area(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """An area: trees that stand there, stones that lie there, and guards who hold it."""

    trees: int = 2
    stones: int = 1
    guards: list[str] = []


class State(TurnState):
    """A siege between two turns, or within one: `target` is the unit that dice are thrown at."""

    players: list[Side]
    units: list[Unit] = field(default_factory=list)
    areas: dict[str, Area] = field(default_factory=dict)
    target: str = ""
    evaded: bool = False

    def unit(self, name: str) -> Unit:
        """A unit by its name."""
        return next(unit for unit in self.units if unit.name == name)


class Bought(Event, frozen=True):
    """A player buys a manoeuvre."""

    says = "{player} buys {what}."
    changes = {"gold": "gold", "hand": "cards"}  # noqa: RUF012
    player: Seat
    what: str
    gold: int = -1
    cards: int = 1
    rules: tuple[str, ...] = ("manoeuvre",)


class Struck(Event, frozen=True):
    """A unit is struck, or evades."""

    says = "{unit} {how}."
    changes = {"vitality": "by"}  # noqa: RUF012
    unit: str
    how: str
    by: int = 0
    rules: tuple[str, ...] = ("attack",)


class Claimed(Event, frozen=True):
    """A unit takes a stone up."""

    says = "{unit} takes a stone up in {area}."
    changes = {"area stones": "lost", "unit stones": "gained"}  # noqa: RUF012
    unit: str
    area: str
    lost: int = -1
    gained: int = 1
    rules: tuple[str, ...] = ("stones",)


class Turn(OnTurn[Setup, State]):
    """Attack a unit of another player, plan in secret, or rest."""

    def play(self) -> Procedure[None]:
        """Ask for the move, and make it."""
        state, name = self.state, self.mine.name
        moves = [f"attack {unit.name}" for unit in state.units if unit.owner != state.active and unit.vitality]
        moves += [f"claim from {name}" for name, area in state.areas.items() if area.stones]
        move: str = yield choice("move", f"{name} moves", dict.fromkeys([*moves, "plan", "rest"], ""), who=name)
        if move == "plan":
            asked = choice("plan", "What is planned", {"north": "", "south": ""}, who=name)
            self.mine.hand.add((yield structs.replace(asked, private=True)))
        elif move.startswith("attack"):
            yield from self.attack(move.removeprefix("attack "))
        elif move.startswith("claim"):
            unit, area = state.units[state.active], move.removeprefix("claim from ")
            unit.stones, state.areas[area].stones = 1, state.areas[area].stones - 1
            self.emit(Claimed(unit.name, area))
        state.end_turn()
        for one in state.players:
            one.bought = []

    def attack(self, name: str) -> Procedure[None]:
        """Each die from 4 up is a wound, others can be spent to lift one there; the unit may evade meanwhile."""
        state, who = self.state, self.mine.name
        unit, state.target = state.unit(name), name
        shown = (yield from Entered(FACES).roll(self.setup.thrown, state.turn, f"At {name}")).values
        wounds, there = sum(value >= WOUNDS for value in shown), tuple(v for v in shown if 0 < v < WOUNDS)
        if len(there) > 1:
            dice = [DiceThere(who, FACES, there)]
            asked = in_parts("lift", "Lift dice", LIFTS, there, suggested=best(there), dice=dice, who=who)
            wounds += len((yield asked))
        wounds = 0 if state.evaded else min(unit.vitality, wounds)
        unit.vitality -= wounds
        self.emit(Struck(name, "evades" if state.evaded else f"loses {wounds} vitality", -wounds))
        state.target, state.evaded = "", False


class Lift(NamedTuple):
    """A die that wounds, as others are spent for it: each is worth one."""

    die: int
    by: tuple[int, ...]


def read_lift(there: tuple[int, ...], text: str) -> Lift:
    """A lift as typed: "lift 3 by 1"; "3+1" says the same. Raises Unreadable or Illegal."""
    found = re.fullmatch(r"(?:lift )?(\d)(?: by |\+)(\d(?:[ +]\d)*)", text)
    if found is None:
        raise Unreadable(f'can\'t read "{text}"; write it like lift 3 by 1')
    lift = Lift(int(found[1]), tuple(map(int, re.findall(r"\d", found[2]))))
    left = list(there)
    for die in (lift.die, *lift.by):
        if die not in left:
            raise Illegal(f"no {die} lies there", "lift")
        left.remove(die)
    if lift.die + len(lift.by) != WOUNDS:
        raise Illegal(f"{lift.die} and {len(lift.by)} isn't {WOUNDS}", "lift")
    return lift


def after_lift(there: tuple[int, ...], lift: Lift) -> tuple[int, ...]:
    """The dice that are left."""
    left = list(there)
    for die in (lift.die, *lift.by):
        left.remove(die)
    return tuple(left)


def lifts(there: tuple[int, ...]) -> list[Lift]:
    """What can be lifted, the least dice spent first, each by the lowest others."""
    found = []
    for die in sorted(set(there), reverse=True):
        others = sorted(after_lift(there, Lift(die, ())))
        if WOUNDS - die <= len(others):
            found.append(Lift(die, tuple(others[: WOUNDS - die])))
    return found


def best(there: tuple[int, ...]) -> list[Lift]:
    """As many lifts as can be."""
    can_be = lifts(there)
    return [can_be[0], *best(after_lift(there, can_be[0]))] if can_be else []


def write_lift(lift: Lift) -> str:
    """A lift as it is recorded."""
    return f"lift {lift.die} by {' '.join(map(str, lift.by))}"


LIFTS = Parts(
    read=read_lift,
    write=write_lift,
    after=after_lift,
    options=lambda there: [Option(write_lift(one), detail="a wound") for one in lifts(there)],
)


def manoeuvres(setup: Setup, state: State, events: list[Any]) -> list[Interrupt]:
    """A draw or a search may be bought by anybody; who is attacked may evade."""

    def seat(who: str) -> int:
        return next(number for number, side in enumerate(state.players) if side.name == who)

    def buy(who: str, what: str) -> Procedure[None]:
        side = state.players[seat(who)]
        if what in side.bought:
            raise Illegal(f"{who} has bought a {what} this turn", "manoeuvre")
        found = ""
        if what == "draw" and setup.drawn:
            card = side.deck.known[0]
            found = yield structs.replace(choice("draw", "The card", [Option(card)]), forced=lambda: card)
        elif what == "search":
            found = yield structs.replace(
                choice("search", "For what", [Option("oil"), Option("rope")], who=who), private=True
            )
        side.gold -= 1
        side.bought.append(what)
        side.deck.remove(found)
        side.hand.number += 1
        side.hand.known += [found] if found else []
        events.append(Bought(seat(who), what))

    def evade(who: str, rest: None) -> None:
        Turn(setup, state, events).give(GOLD, who, -1, "evading", "evade")
        state.evaded = True

    rich = [side.name for side in state.players if side.gold]
    broke = {side.name: Refusal("it costs 1 gold", "manoeuvre") for side in state.players if not side.gold}
    found = [
        Interrupt(
            option=Option("buy", detail="draw or search, 1 gold"),
            who=rich,
            closed=broke,
            do=buy,
            rest=lambda who: choice("manoeuvre", "Buy", [Option("draw"), Option("search")]),
        )
    ]
    if state.target and not state.evaded:
        owner = state.players[state.unit(state.target).owner].name
        found.append(Interrupt(option=Option("evade"), who=[owner] if owner in rich else [], closed=broke, do=evade))
    return found


def winners(setup: Setup, state: State) -> list[str]:
    """Who alone has units left."""
    alive = {state.players[unit.owner].name for unit in state.units if unit.vitality}
    return list(alive) if len(alive) == 1 else []


def chances(given: Mapping[str, str]) -> ShortReport:
    """The chances of dice given as an option. Raises BadInput or Illegal."""
    dice = given.get("dice", "2")
    if not dice.isdecimal():
        raise BadInput(f'--dice takes a number, not "{dice}"')
    if int(dice) > 9:
        raise Illegal("nobody throws more than 9 dice", "attack")
    chance = str(1 - Fraction(2, 3) ** int(dice))
    return ShortReport({"game": "siege", "at_least": [chance]}, (f"{dice} dice wound with {chance}",))


def begin(setup: Setup) -> State:
    """A unit for each player."""
    units = [Unit(f"{name}'s Guard", number) for number, name in enumerate(setup.players)]
    known = ["oil", "rope", "ladder"] if setup.drawn else []
    sides = [Side(name, deck=HiddenCards(3, list(known))) for name in setup.players]
    return State(sides, units=units, areas={"Hill": Area(), "Stone Ford": Area()})


GOLD = Counter[Any](
    "gold", rule="manoeuvre", said=Wording(loses="pays {many} ({source})", amount=lambda many: f"{many} gold")
)
UNITS = Owners("unit", lambda state: by_name(state.units))
AREAS = Owners("area", lambda state: state.areas)
STONES = (
    Counter[Any]("stones", most=1, owners=UNITS, rule="stones"),
    Counter[Any]("stones", owners=AREAS, rule="stones"),
)
COUNTERS = (
    GOLD,
    Counter[Any]("vitality", most=3, owners=UNITS, rule="attack"),
    Counter[Any]("trees", most=lambda area: 3 - area.stones, owners=AREAS, rule="stones"),
    *STONES,
)
HAND = Pile[Any](
    "hand", most=5, seen_by="owner", one_place=False, rule="hand", drawn=("draw",), chosen=("plan", "search")
)
GUARDS = Pile[Any]("guards", owners=AREAS, most=lambda area: 1 + area.trees, rule="stones")
PILES = (HAND, GUARDS, Pile[Any]("deck", seen_by="nobody", one_place=False, drawn=("draw",), chosen=("search",)))
GAME = plain_game(
    "The Siege",
    Turn,
    name="siege",
    start=begin,
    counters=COUNTERS,
    piles=PILES,
    interrupts=manoeuvres,
    corrections=lambda: of_counters(COUNTERS, PILES, [moved("stone", STONES)]),
    winners=winners,
    reasons={"last": "is left"},
    counts=lambda setup, side: {"gold": str(side.gold)},
    odds=chances,
    options={"dice": "how many are thrown"},
)
