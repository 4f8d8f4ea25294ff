"""Walking, running, flying, deploying: the open routes, the one that is meant, and carrying it out (Actions)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Self

from msgspec.structs import replace

from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.moves import Moves
from referee.asking.question import Option, Procedure, choice
from referee.errors import Illegal
from referee.games.mythic.board import moving
from referee.games.mythic.board.moving import Action, Route
from referee.games.mythic.rules import endings, powers, recruiting
from referee.games.mythic.rules.activation import Act, Area, reason_of
from referee.games.mythic.rules.state import Match, Piece
from referee.text.grammar import does, whose
from referee.text.names import and_list, printed

ACTIONS: dict[str, Action] = {"walk": "walk", "run": "run", "fly": "fast flight"}
DONE = {"walk": "walks", "run": "runs", "fly": "flies"}
STOPS = {
    "enemies": ("enemies stand there", ("enemies-stop",)),
    "chains": ("chains", ("chains", "M52")),
    "swamp": ("swamp", ("swamp",)),
}
"""Text and rules of each stop of a movement; lava is reported by its wound."""


def _why_off(piece: Piece) -> str:
    """Return the reason that a unit off the board can't move."""
    return does(printed(piece.name), "isn't on the board")


def reach(match: Match, piece: Piece, how: str) -> moving.Reachable:
    """Find where a unit can go now."""
    return moving.reach(powers.mover(match, piece), ACTIONS[how], piece.area)


def why_not(match: Match, piece: Piece, how: str) -> Refusal:
    """Return why a unit can't walk, run or fly anywhere now."""
    far = reach(match, piece, how)
    if far.refused or far.ways or powers.learns(match):
        return far.refused
    reasons = and_list(dict.fromkeys(why.reason for why in far.closed.values()))
    return Refusal(reasons, "fast-flight" if how == "fly" else how)


def by_areas(ways: Iterable[Route]) -> dict[str, Route]:
    """Key routes by the areas entered on them."""
    return {" ".join(way.entered): way for way in ways}


def led_routes(match: Match, ways: Iterable[Route]) -> dict[str, list[Route]]:
    """Key routes in the same way if another player moves the unit: out of lava its own player moves it on."""
    found: dict[str, list[Route]] = {}
    for way in ways:
        found.setdefault(" ".join(_on_foot(match, way)), []).append(way)
    return found


def _on_foot(match: Match, way: Route) -> tuple[str, ...]:
    """Return the areas entered on a route, except the one to which lava moves the unit on (M50)."""
    moved_on = way.stop == "lava" and not powers.row(match, way.end).moved_on
    return way.entered[:-1] if moved_on else way.entered


class Go(Act, frozen=True):
    """A movement, by the areas that were typed: all that are entered, or the last alone.

    `dropped` is an area on the way in which the carried stone is put down.
    """

    listed = False
    areas: tuple[Area, ...]
    dropped: Area = ""

    @classmethod
    def nothing(cls, match: Match) -> Refusal:
        """Return why no area can be reached."""
        return why_not(match, match.actor, cls.action)

    @classmethod
    def others(cls, match: Match, *, closed: bool) -> Iterator[Option]:
        """Yield the areas that can be reached, computed together: each with its route and contents."""
        if closed or cls.why_none(match):
            yield from super().others(match, closed=closed)
            return
        ways = (way for there in reach(match, match.actor, cls.action).ways.values() for way in there)
        for text, way in by_areas(ways).items():
            *before, area = text.split()
            by = f"by {', '.join(before)}; " if before else ""
            harmed = f"{way.wounds} wound; " if way.wounds else "ends the activation; " if way.over else ""
            detail = f"{by}{harmed}{powers.describe(match, area)}"
            yield Option(f"{cls.action} {text}", detail=detail, alike=f"{cls.action} {area}")

    def complete(self, match: Match) -> Self:
        """Drop the area that it leaves: "from A to B"."""
        left = len(self.areas) > 1 and self.areas[0] == match.actor.area
        return replace(self, areas=self.areas[1:]) if left else self

    def why_not(self, match: Match) -> Refusal:
        """Return why the move is illegal; areas that the map lacks are checked on the way."""
        if not match.actor.there:
            return Refusal(_why_off(match.actor), self.rule)
        if all(area in match.state.board for area in self.areas):
            return reason_of(self.ways, match)
        return why_not(match, match.actor, self.action)

    def ways(self, match: Match) -> tuple[Route, ...]:
        """Resolve the typed areas to routes. Raises Illegal."""
        piece = match.actor
        found = moving.matching_routes(powers.mover(match, piece), ACTIONS[self.action], piece.area, self.areas)
        if not self.dropped:
            return found
        if self.action == "fly":
            raise Illegal("no stone is dropped in a fast flight", "fast-flight")
        if not piece.stone:
            raise Illegal(does(printed(piece.name), "carries no stone"), "drop")
        through = tuple(way for way in found if self.dropped in _on_foot(match, way)[:-1])
        if not through:
            raise Illegal(f"it doesn't go on from {self.dropped}; write every area that it enters", "drop")
        return through

    def act(self, match: Match, piece: Piece) -> Procedure[None]:
        """Move; ask for the route and for unknown parts of the map. An overruled move is made all the same."""
        if not piece.there:
            raise Illegal(_why_off(piece), self.action, f"{piece.name} area {self.areas[-1]}")
        overruled = bool(self.why_not(match))
        for area in self.areas:
            yield from recruiting.known_area(match, area)
        *before, there = self.areas
        set_down = (replace(way, entered=(*before, *way.entered)) for way in _set_down(match, piece, there))
        way = yield from choose_route(match, piece, tuple(set_down) if overruled else self.ways(match))
        rules = ("fast-flight" if self.action == "fly" else self.action,)
        dropped, action = self.dropped * bool(piece.stone), None if overruled else ACTIONS[self.action]
        way = yield from arrive(match, piece, way, DONE[self.action], rules, drops_in=dropped, action=action)
        if way.over:
            match.state.acting.stopped = True
            match.say(f"{whose(printed(piece.name))} activation is over ({way.stop}).", way.stop)


_THERE = (
    "(|from|to|over|into|through|via|back to) {areas:|,|and|to|then}[ dropping (in|) {dropped}]"
    " (|with the stone|with its stone|carrying the stone|carrying it)"
)
"""Words behind the verb of a movement."""


class Walk(Go, frozen=True):
    """A walk."""

    says = f"(walk|move|climb|go|march|step|advance|retreat|head|swim|back|enter|carry it|carry the stone) {_THERE}"
    action = "walk"


class Run(Go, frozen=True):
    """A run."""

    says = f"(run|sprint|dash) {_THERE}"
    action = "run"


class Fly(Go, frozen=True):
    """A fast flight."""

    says = f"fly {_THERE}"
    action = "fly"


def choose_route(match: Match, piece: Piece, ways: Sequence[Route]) -> Procedure[Route]:
    """Ask which of several routes to take, if they differ in what happens on them."""
    texts = by_areas(ways)
    ways = list(texts.values())
    if len(ways) == 1:
        return ways[0]
    apart = len({way.end for way in ways}) == len(ways)  # where lava moves it on to
    texts = {way.end: way for way in ways} if apart else texts
    options = [Option(text, detail=_costs(way)) for text, way in texts.items()]
    player = match.name(piece.seat)
    where = "on to" if apart else "which way"
    picked: str = yield choice("way", f"{player}: {does(printed(piece.name), 'goes')} {where}", options, who=player)
    return texts[picked]


def _costs(way: Route) -> str:
    return f"{way.wounds} wound" if way.wounds else "ends the activation" if way.over else "nothing happens on it"


def arrive(
    match: Match,
    piece: Piece,
    way: Route,
    how: str,
    rules: tuple[str, ...],
    *,
    drops_in: str = "",
    action: Action | None = None,
    areas: int | None = None,
) -> Procedure[Route]:
    """Move a unit along a route, with its effects: stops, and the wounds of lava before it is moved on (M50).

    It puts its stone down in `drops_in`, an area on the way (drop). In an `action`, or a power's walk of so many
    `areas`, it waits wherever a power is due as it enters, and then goes on as far as it can (X11). Return the route
    on which it went in the end.
    """
    start, moved = piece.area, 0
    entered: tuple[str, ...] = ()
    while len(entered) < len(on_foot := _on_foot(match, way)):
        entered = on_foot[: len(entered) + 1]
        piece.area = entered[-1]
        if piece.area == drops_in:
            endings.drop(match, piece)
        due = [*match.noted]
        match.noted.clear()
        endings.on_enter(match, piece)
        if match.noted and action and len(entered) < len(on_foot):
            _say_moved(match, piece, how, entered[moved:], rules)
            moved = len(entered)
            yield from match.settle(match)
            way = yield from _go_on(match, piece, way, action, start, entered, areas)
        match.noted[:0] = due
    if entered[moved:]:
        _say_moved(match, piece, how, entered[moved:], rules)
    if way.stop in STOPS and piece.there:
        _say_stopped(match, piece, *STOPS[way.stop])
    _burn(match, piece, way, ("lava",))
    return way


def _say_moved(match: Match, piece: Piece, how: str, way: Sequence[str], rules: Sequence[str]) -> None:
    by = f" by {' and '.join(way[:-1])}" if len(way) > 1 else ""
    match.say(f"{does(printed(piece.name), how)} to {way[-1]}{by}.", *rules)


def _say_stopped(match: Match, piece: Piece, why: str, rules: Sequence[str]) -> None:
    match.say(f"{does(printed(piece.name), 'stops')}: {why}.", *rules)


def _go_on(
    match: Match, piece: Piece, way: Route, action: Action, start: str, entered: tuple[str, ...], areas: int | None
) -> Procedure[Route]:
    """Return the route of a unit on which a power has worked on its way: as before, as far as it still can (X11)."""
    if match.state.over or not piece.there:
        return Route(entered=entered)
    if piece.area != entered[-1]:
        _say_stopped(match, piece, "it was moved", ("X11",))
        return Route(entered=entered)
    mover = powers.mover(match, piece, movement=areas)
    ways, why = moving.rest_of(mover, action, start, entered, way)
    if why:
        _say_stopped(match, piece, why.reason, ("X11", why.ruling))
    return (yield from choose_route(match, piece, ways))


def _burn(match: Match, piece: Piece, way: Route, rules: tuple[str, ...]) -> None:
    """Inflict the wounds of lava, and move the unit on; do nothing on a route that ends elsewhere."""
    endings.wound(match, piece, way.wounds, "lava", rules)
    if way.stop == "lava" and piece.there and way.end != piece.area:
        piece.area = way.end
        endings.on_enter(match, piece)
        _say_moved(match, piece, "moves on", (way.end,), ("lava", "M50"))


def land(match: Match, piece: Piece, area: str, how: str, rules: tuple[str, ...]) -> Procedure[None]:
    """Set a unit down in an area, not by its own movement: lava moves it on (M45, M82)."""
    way = yield from choose_route(match, piece, _set_down(match, piece, area))
    yield from arrive(match, piece, way, how, rules)


def resolve_arrival(match: Match, piece: Piece) -> Procedure[None]:
    """Apply the effects on a unit that has come into the game: it has entered its area; lava moves it on (X6)."""
    endings.on_enter(match, piece)
    ways = _set_down(match, piece, piece.area)
    _burn(match, piece, (yield from choose_route(match, piece, ways)), ("lava", "X6"))


def _set_down(match: Match, piece: Piece, area: str) -> tuple[Route, ...]:
    """Return the possible routes of a unit set down in an area, wherever it comes from."""
    return moving.landing_routes(powers.mover(match, piece), area)


# --- deploying --------------------------------------------------------------------------------------


class Deploy(Act, frozen=True):
    """A unit comes into the game in an area of its zone; its activation is over."""

    says = (
        "(deploy|place|enter|appear) (|on board) (|in|to|at) {area}",
        "show up (|in|at|on) {area}",
        "(come|enter|arrive) (into play|into the game|the game|onto the board|on the board)"
        " (|in|to|at|on) (|area) {area}",
    )
    action = "deploy"
    area: Area

    @classmethod
    def candidates(cls, match: Match) -> Iterator[Self]:
        """List the areas that are open."""
        return map(cls, powers.open_areas(match, match.actor))

    @classmethod
    def others(cls, match: Match, *, closed: bool) -> Iterator[Option]:
        """Offer an area that the map lacks so far."""
        if not closed and not cls.why_none(match):
            yield from recruiting.new_area(match, match.actor.owner, "deploy", DEPLOYING)

    def why_not(self, match: Match) -> Refusal:
        """Return why a known area is closed."""
        known = self.area in match.state.board
        return powers.why_not_deploy(match, match.actor, self.area) if known else ALLOWED

    def detail(self, match: Match) -> str:
        """Describe the area's contents."""
        return powers.describe(match, self.area)

    def act(self, match: Match, piece: Piece) -> Procedure[None]:
        """Bring the unit into the game."""
        area = yield from recruiting.known_area(match, self.area, partial(powers.why_not_deploy, piece=piece))
        powers.come(match, piece, area)
        match.state.acting.stopped = True
        match.say(f"{match.name(piece.owner)} places {printed(piece.name)} in {area}.", "deploy")
        yield from resolve_arrival(match, piece)


DEPLOYING = Moves(Deploy)
