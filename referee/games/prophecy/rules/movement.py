"""The movement of a turn: ways along the ring, work instead of moving, the attack on a plane (Movement)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec.structs import replace

from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.moves import SpokenMove, forbid
from referee.asking.question import Option, Procedure
from referee.effects.phrases import Misread
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.board import CITY, SPACES
from referee.games.prophecy.cards.wording import BoatGains, Do
from referee.games.prophecy.rules import effects, payments, places
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.ending import TurnAction
from referee.games.prophecy.tables import numbers
from referee.games.prophecy.vocabulary import What
from referee.text.names import fold, in_lower_case, or_list, printable, printed
from referee.text.pattern import lazy_pattern


class Way(TurnAction, SpokenMove[Quest], frozen=True):
    """A way of moving; where it leads (a space, for `plane` a plane), its price in Gold, and the card that helps."""

    verbs = ("stay", "walk", "horse", "boat", "gate", "work", "plane")
    also = (
        *((word, "stay") for word in ("remain", "rest")),
        *((word, "walk") for word in ("go", "head", "hike", "march", "move", "step", "stroll")),
        ("ride", "horse"),
        ("sail", "boat"),
        ("ship", "boat"),
        ("teleport", "gate"),
        ("enter", "plane"),
        *((word, "work") for word in ("earn", "labor", "labour")),
    )
    usage = ("stay", "work", "walk|horse|boat|gate SPACE [with CARD]", "plane PLANE")
    cause = "what was turned up"

    kind: str
    to: int = 0
    price: int = 0
    card: str = ""

    @classmethod
    def with_reasons(cls, quest: Quest) -> Iterator[tuple[Way, str | Refusal]]:
        """Yield the ways, also with each card that helps to pay; after the movement only open work (P20)."""
        moving = quest.state.step == "movement"
        for way, why in ways(quest) if moving else ():
            yield from payments.with_help(quest, way, why, way.price)
        no_work = why_no_work(quest)
        if not no_work or (moving and wages(quest) is not None):
            yield cls("work"), no_work

    @classmethod
    def read(cls, quest: Quest, verb: str, rest: str) -> Way:
        """Parse a way: "City", "Plains 6 with Counterfeiting"."""
        if quest.state.step != "movement" and verb != "work":
            if quest.state.attacking >= 0 and verb == "stay":
                raise Illegal("you have moved this turn", "movement")
            forbid("you have moved this turn", "movement")
        rest, said = payments.split_price(rest)
        try:
            rest, card = payments.split_helper(quest, f" {rest}")
        except Unreadable as error:
            where, _, name = in_lower_case(rest, payments.WITH).rpartition(payments.WITH)
            held = [printed(one) for one in (*quest.hero.items, *quest.hero.abilities) if fold(name) in fold(one)]
            meant = f"use {held[0]} to {where}" if len(held) == 1 and where else ""
            raise Misread(f"{error}; did you mean {meant}?" if meant else str(error), meant=meant) from None
        if verb in ("stay", "work") and fold(rest) not in ("", "here"):
            raise Unreadable(f'can\'t read "{printable(rest)}" after {verb}')
        if verb == "work":
            if (no_work := why_no_work(quest)) and wages(quest) is None:
                raise Illegal(*no_work)
            forbid(no_work)
            return cls("work")
        mine = {way: why for way, why in ways(quest) if way.kind == verb}
        if verb == "stay":
            forbid(mine[cls("stay")])
            return cls("stay")
        here = quest.board.label(quest.hero.space)
        if not mine and not (verb == "plane" and rest):
            if not rest:
                raise Illegal(_why_none(quest, verb, here), RULES[verb])
            forbid(_why_none(quest, verb, here), RULES[verb])
        if verb == "plane" and fold(rest) in ("the plane", "the astral plane") and len(mine) == 1:
            rest = quest.board.planes[next(iter(mine)).to].name
        if not rest:
            raise Unreadable(f"{verb} where to? It can be {or_list(way.write(quest) for way in mine)}")
        near = [way.to for way in mine]
        try:
            to = quest.board.find_plane(rest) if verb == "plane" else quest.board.find_space(rest, near)
        except Unreadable:
            if (first := _BEHIND.sub("", rest)) != rest:
                cls.read(quest, verb, first)  # why the hero can't go there comes first
            raise
        found = next((way for way in mine if way.to == to), None)
        if found is None:
            forbid(_why_not(quest, verb, to, here), RULES[verb])
            travel = numbers().travel
            prices = {"boat": travel.boat_gold, "gate": travel.gate_gold}
            found = cls(verb, to, max((way.price for way in mine), default=prices.get(verb, 0)))
        payments.expect_price(said, max(0, found.price - payments.saving(quest, card)))
        if why := payments.why_too_dear(quest, found.price, card):
            forbid(f"{verb}: {why}", RULES[verb])
        forbid(mine.get(found, ALLOWED))
        return cls(verb, to, found.price, card)

    def write(self, quest: Quest) -> str:
        """Write a way as it is typed."""
        if self.kind in ("stay", "work"):
            text = self.kind
        elif self.kind == "plane":
            text = f"plane {quest.board.planes[self.to].name}"
        else:
            text = f"{self.kind} {quest.board.label(self.to)}"
        return f"{text}{payments.WITH}{printed(self.card)}" if self.card else text

    def option(self, context: Quest, text: str) -> Option:
        """Return the option under which the way is listed."""
        onward = (self.to - context.hero.space) % SPACES < SPACES / 2
        ways = ("clockwise",) if onward else ("anticlockwise", "counterclockwise")
        also = tuple(f"{self.kind} {way}" for way in ways) if self.kind in ("walk", "horse") else ()
        if self.to and self.kind != "plane":  # who goes to the Fortress doesn't attack its plane
            onto = (f"{self.kind} back to", *("on foot to", "over to", "back to") * (self.kind == "walk"))
            also += tuple(f"{words} {context.board.label(self.to)}" for words in onto)
        if self.kind == "stay":
            also = (*_STAYS, *(f"stay {there} {context.board.label(context.hero.space)}" for there in ("in", "at")))
        return replace(super().option(context, text), also=also if self.kind != "work" else _WORKS)

    def detail(self, quest: Quest) -> str:
        """Describe its price, and what lies where it leads."""
        if self.kind == "work":
            labour = wages(quest) or {}
            paid = " and ".join(f"{-number} {what.capitalize()}" for what, number in labour.items() if number < 0)
            return f"{paid} for " + " and ".join(f"{n} {what.capitalize()}" for what, n in labour.items() if n > 0)
        if self.kind == "plane":
            return guardians(quest, self.to)
        priced = self.kind in ("horse", "boat", "gate")
        price = payments.in_gold(max(0, self.price - payments.saving(quest, self.card))) if priced else ""
        if self.kind == "boat" and (gained := payments.total(quest, BoatGains)):
            price = f"gains {gained} Gold"
        where = places.describe_space(quest, self.to or quest.hero.space)
        return "; ".join(filter(None, (price, where)))

    def carry_out(self, quest: Quest) -> Procedure[None]:
        """Take the way; work is also possible without moving."""
        if self.kind == "work" and quest.state.step == "turn":
            work(quest)
        else:
            yield from _go(quest, self)


def ways(quest: Quest) -> Iterator[tuple[Way, Refusal]]:
    """Yield all ways from the hero's space, each with why it is closed."""
    board, space, travel = quest.board, quest.hero.space, numbers().travel
    joined = quest.state.joined
    yield Way("stay"), Refusal("with Fleet of Foot you move twice", "fleet-of-foot") if joined else ALLOWED
    if quest.state.phase == "final battle":
        return
    yield from ((Way("walk", board.step(space, way * travel.walk)), ALLOWED) for way in (1, -1))
    for way in (1, -1):
        yield _with_price(quest, Way("horse", board.step(space, way * travel.horse), travel.horse_gold))
    if board[space].port:
        swims = bool(payments.standing(quest, BoatGains))
        anywhere = payments.standing(quest, Do, "boat to any port")
        ports = [port for port in board.numbers() if board[port].port and port != space]
        for port in ports if anywhere else board.ports_beside(space):
            yield _with_price(quest, Way("boat", port, 0 if swims else travel.boat_gold))
    if board[space].gate:
        for gate in board.numbers():
            if board[gate].gate and gate != space:
                yield _with_price(quest, Way("gate", gate, travel.gate_gold))
    for at in board.planes_at(space):
        why = ALLOWED
        if quest.state.planes[at].closed:
            why = Refusal("its Artifact was taken: it is closed", "attack-on-planes")
        elif joined and quest.state.moves > 1:
            why = Refusal("with Fleet of Foot the attack on a plane comes second", "P21")
        yield Way("plane", at), why


def _with_price(quest: Quest, way: Way) -> tuple[Way, Refusal]:
    if not (why := payments.why_too_dear(quest, way.price)):
        return way, ALLOWED
    if helped := [payments.why_too_dear(quest, way.price, card) for card in payments.helpers(quest)]:
        why = min(helped, key=len)
    return way, Refusal(why, RULES[way.kind])


_HOW = ("dirty", "skilled")
_WORKS = ("work instead of moving", *(f"{how} {work}" for how in _HOW for work in ("work", "labor", "labour")))
_STAYS = ("no move", "no movement", "stay where i am", "stay where he is", "stay where she is")
"""Other words for staying."""

RULES = {
    "stay": "staying",
    "walk": "walk",
    "horse": "horse",
    "boat": "boat",
    "gate": "gate-travel",
    "plane": "attack-on-planes",
}
"""The rule of each way."""


def guardians(quest: Quest, at: int) -> str:
    """Name a plane's Guardians as far as they are known."""
    plane = quest.state.planes[at]
    names = [] if plane.beaten else [printed(plane.lesser) or "an unknown Lesser Guardian"]
    return " and ".join([*names, printed(plane.greater) or "an unknown Greater Guardian"])


_BEHIND = lazy_pattern(r"^(?:to )?(?:the )?(?=.*(?:,| and | then ))|(?:,| and | then ).*", re.IGNORECASE)
"""Words around a space's name, if more is to be done there."""


def _why_none(quest: Quest, kind: str, here: str) -> str:
    if quest.state.phase == "final battle":
        return "nobody leaves the battleground"
    if kind == "plane":
        return f"{here} is beside no plane; status shows from where each is attacked"
    there = {"boat": "port", "gate": "gate"}[kind]
    lacks = not getattr(quest.board[quest.hero.space], there)
    return f"{here} has no {there}" if lacks else f"there is no other {there}"


def _why_not(quest: Quest, kind: str, to: int, here: str) -> str:
    if kind == "plane":
        plane = quest.board.planes[to]
        spaces = " or ".join(map(quest.board.label, plane.spaces))
        return f"the plane of the {plane.name} is attacked from {spaces}, not from {here}"
    there = quest.board.label(to)
    reasons = {
        "walk": f"{there} isn't beside {here}",
        "horse": f"a horse goes exactly two spaces; {there} isn't two from {here}",
        "boat": f"{there} isn't the next port",
        "gate": f"{there} is no other gate",
    }
    return reasons[kind]


# --- work --------------------------------------------------------------------------------------------


def wages(quest: Quest) -> dict[What, int] | None:
    """Return the costs (below zero) and gains of the work on this space; None where there is none."""
    labour = numbers().work.by_space.get(quest.board[quest.hero.space].name)
    if labour is None:
        return None
    return {"health": -labour.health, "magic": -labour.magic, "gold": labour.gold, "experience": labour.experience}


def why_no_possibility(quest: Quest) -> str:
    """Return why the space's Possibilities can't be used now, "" if they can (Using Possibilities)."""
    game = quest.state
    if game.step != "turn":
        return "the movement comes first"
    if game.attacking >= 0:
        return "in a plane the Guardian must be fought"
    if why := places.why_in_the_way(quest):
        return why
    stealth = payments.standing(quest, Do, "possibilities first")
    if game.phase == "final battle" and game.attacked < 0 and not stealth:
        return "a Champion must be attacked first"
    return ""


def why_no_work(quest: Quest) -> Refusal:
    """Return why work isn't possible now."""
    if quest.state.attacking >= 0:
        return Refusal("in a plane the Guardian must be fought", "P50")
    return Refusal(_why_no_work_here(quest), "instead-of-moving")


def _why_no_work_here(quest: Quest) -> str:
    """Return why a hero outside of the planes can't work, "" if she can."""
    game, labour = quest.state, wages(quest)
    if labour is None:
        return f"there is no work in {quest.board.label(quest.hero.space)}"
    if game.step == "movement" and game.joined:
        return "with Fleet of Foot you move twice, and don't work"
    if game.step == "turn" and not quest.setup.work_after_moving:
        return "work is done instead of moving, though the sample turn does both (P20)"
    if game.step == "turn" and quest.is_marked(quest.seat, "work"):
        return "you have worked this turn"
    if game.step == "turn" and (why := why_no_possibility(quest)):  # after moving it is one (P20)
        return why
    for what, number in labour.items():
        if number < 0 and (why := quest.can_pay(quest.seat, what, -number)):
            return f"it costs {why}"
    return ""


def work(quest: Quest) -> None:
    """Work in City, Thieves' Guild or Fortress."""
    where = f"work in the {quest.board[quest.hero.space].name}"
    for what, number in (wages(quest) or {}).items():
        if number < 0:
            quest.pay(quest.seat, what, -number, where, ("instead-of-moving",))
        else:
            quest.change(quest.seat, what, number, where, ("instead-of-moving",))
    quest.mark(quest.seat, "work", "turn")
    quest.state.possible = quest.state.possible or quest.state.step == "turn"


# --- moving ------------------------------------------------------------------------------------------


def _go(quest: Quest, way: Way) -> Procedure[None]:
    """Pay and move, then turn up face-down cards there; or enter a plane."""
    game, hero = quest.state, quest.hero
    match way.kind:
        case "stay":
            quest.say_stays()
        case "work":
            quest.say_stays(_WORK[quest.board[hero.space].name])
            work(quest)
        case "plane":
            game.moves, game.joined, game.step, game.attacking, game.first = 0, False, "turn", way.to, True
            plane = f"the plane of the {quest.board.planes[way.to].name}"
            quest.say(f"{hero.name} attacks {plane}; no card of the space is met.", "attack-on-planes", "P50")
            yield from places.turn_up_plane(quest, way.to, "greater" if game.planes[way.to].beaten else "lesser")
            return
        case kind:
            payments.pay_gold(quest, way.price, kind, (RULES[kind],), way.card)
            if kind == "boat":
                for name, _, number in payments.standing(quest, BoatGains):
                    quest.change(quest.seat, "gold", number, name, ("boat", "card-effects"))
            places.place_hero(quest, quest.seat, way.to, kind, (RULES[kind], "movement"))
    yield from finish_movement(quest)


_WORK = {CITY: "skilled work", "Thieves' Guild": "dirty work", "Fortress": "training"}


def finish_movement(quest: Quest) -> Procedure[None]:
    """Finish a movement; after the last one the cards of the space come into play."""
    game = quest.state
    game.moves -= 1
    if game.moves <= 0:
        game.moves, game.joined, game.step = 0, False, "turn"
        yield from effects.arrive(quest)
