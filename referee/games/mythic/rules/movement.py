"""Walking, running, flying, deploying: the ways that are open, which one is meant, and carrying it out (Actions)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from referee.asking.question import Option, Procedure, choice
from referee.errors import Unreadable
from referee.games.mythic.board import moving
from referee.games.mythic.board.moving import Action, Way
from referee.games.mythic.rules import harm, learning, moments, places
from referee.games.mythic.rules.context import FREE, Match, Refusal
from referee.games.mythic.rules.events import ActivationEnded, Moved, MovementEnded, Placed
from referee.games.mythic.rules.state import Piece
from referee.text.grammar import does
from referee.text.names import and_list, printed

ACTIONS: dict[str, Action] = {"walk": "walk", "run": "run", "fly": "fast flight"}
DONE = {"walk": "walks", "run": "runs", "fly": "flies"}
STOPS = {
    "enemies": ("enemies stand there", ("enemies-stop",)), "chains": ("chains", ("chains", "M52")),
    "swamp": ("swamp", ("swamp",)),
}  # fmt: skip
"""What ended a movement, in words, with the rules; of lava its wound tells."""


class Go(Struct, frozen=True):
    """A movement: walk, run or fly, and the areas that were typed: all that are entered, or the last alone."""

    how: str
    areas: tuple[str, ...]


class Deploy(Struct, frozen=True):
    """The area in which a unit comes into the game."""

    area: str


def reach(match: Match, piece: Piece, how: str) -> moving.Reach:
    """Where a unit can go now."""
    return moving.reach(places.scene(match, piece), places.mover(match, piece), ACTIONS[how], piece.area)


def why_not(match: Match, piece: Piece, how: str) -> Refusal:
    """Why a unit can't walk, run or fly anywhere now."""
    far = reach(match, piece, how)
    if far.refused is not None:
        return far.refused
    if far.ways or places.learns(match):
        return FREE
    return and_list(dict.fromkeys(why for why, _ in far.closed.values())), how if how != "fly" else "fast-flight"


def options(match: Match, piece: Piece, how: str) -> Iterator[Option]:
    """The areas that can be reached, each with the way and what lies there."""
    ways = (way for there in reach(match, piece, how).ways.values() for way in there)
    for text, way in by_areas(match, piece, ways).items():
        *before, area = text.split()
        by = f"by {', '.join(before)}; " if before else ""
        harmed = f"{way.wounds} wound; " if way.wounds else "ends the activation; " if way.over else ""
        detail = f"{by}{harmed}{places.told(match, area)}"
        yield Option(f"{how} {text}", detail=detail, alike=f"{how} {area}")


def by_areas(match: Match, piece: Piece, ways: Iterable[Way]) -> dict[str, Way]:
    """Ways by the areas that are entered on them; whom lava destroys, it moves nowhere."""
    found: dict[str, Way] = {}
    for way in ways:
        dies = piece.vitality <= way.wounds
        found.setdefault(" ".join(_on_foot(match, way) if dies else way.entered), way)
    return found


def _on_foot(match: Match, way: Way) -> tuple[str, ...]:
    """The areas that are entered on a way, but the one to which lava moves the unit on (M50)."""
    moved_on = way.stop == "lava" and not places.row(match, way.end).moved_on
    return way.entered[:-1] if moved_on else way.entered


def read_go(match: Match, piece: Piece, how: str, text: str) -> Go:
    """A movement as typed: every area entered, or the last alone. Raises Unreadable or Illegal."""
    names = text.replace(",", " ").split()
    if not names:
        raise Unreadable(f"write where to, like {how} C or {how} C E")
    if places.learns(match):
        return Go(how, tuple(learning.area_named(match, name) for name in names))
    areas = tuple(match.find_area(name) for name in names)
    meant(match, piece, how, areas)
    return Go(how, areas)


def meant(match: Match, piece: Piece, how: str, areas: Sequence[str]) -> tuple[Way, ...]:
    """The ways that are meant. Raises Illegal."""
    return moving.meant(places.scene(match, piece), places.mover(match, piece), ACTIONS[how], piece.area, areas)


def go(match: Match, piece: Piece, move: Go) -> Procedure[None]:
    """Carry a movement out; which way, and what isn't known of the map, is asked."""
    yield from learning.known_way(match, piece.area, move.areas)
    ways = meant(match, piece, move.how, move.areas)
    way = yield from _chosen(match, piece, ways)
    rule = "fast-flight" if move.how == "fly" else move.how
    arrive(match, piece, way, DONE[move.how], (rule,))
    if way.over:
        match.state.acting.stopped = True
        match.emit(ActivationEnded(piece.name, way.stop, (way.stop,)))


def _chosen(match: Match, piece: Piece, ways: Sequence[Way]) -> Procedure[Way]:
    """Which of several ways: what meets the unit on them differs."""
    texts = by_areas(match, piece, ways)
    ways = list(texts.values())
    if len(ways) == 1:
        return ways[0]
    apart = len({way.end for way in ways}) == len(ways)  # where lava moves it on to
    texts = {way.end: way for way in ways} if apart else texts
    options = [Option(text, detail=_costs(way)) for text, way in texts.items()]
    player = match.name(piece.seat)
    where = "on to" if apart else "which way"
    said: str = yield choice("way", f"{player}: {does(printed(piece.name), 'goes')} {where}", options, who=player)
    return texts[said]


def _costs(way: Way) -> str:
    return f"{way.wounds} wound" if way.wounds else "ends the activation" if way.over else "nothing happens on it"


def arrive(match: Match, piece: Piece, way: Way, how: str, rules: tuple[str, ...]) -> None:
    """A unit goes a way, with what meets it: stops, and the wounds of lava before it is moved on (M50)."""
    lava, on_foot = way.stop == "lava", _on_foot(match, way)
    for area in on_foot:
        piece.area = area
        moments.entered(match, piece)
    match.emit(Moved(piece.name, how, on_foot, rules))
    if way.stop and not lava:
        match.emit(MovementEnded(piece.name, *STOPS[way.stop]))
    harm.wound(match, piece, way.wounds, "lava", ("lava",))
    if lava and piece.there and way.end != piece.area:
        piece.area = way.end
        moments.entered(match, piece)
        match.emit(Moved(piece.name, "moves on", (way.end,), ("lava", "M50")))


def land(match: Match, piece: Piece, area: str, how: str, rules: tuple[str, ...]) -> Procedure[None]:
    """A unit is set down in an area by something else than its own movement: lava moves it on (M45, M82)."""
    ways = moving.landed(places.scene(match, piece), places.mover(match, piece), area)
    way = yield from _chosen(match, piece, ways)
    arrive(match, piece, way, how, rules)


# --- deploying --------------------------------------------------------------------------------------


def deploy_options(match: Match, piece: Piece) -> Iterator[Option]:
    """The areas of its zone where a unit can come into the game."""
    for name in match.state.board.names:
        if not places.why_not_deploy(match, piece, name)[0]:
            yield Option(f"deploy {name}", detail=places.told(match, name))
    yield from learning.new_area(
        match, piece.owner, "deploy", lambda said: read_deploy(match, piece, said.removeprefix("deploy "))
    )


def read_deploy(match: Match, piece: Piece, text: str) -> Deploy:
    """The area of a deployment. Raises Unreadable or Illegal."""
    if not text.strip():
        raise Unreadable("write where, like deploy Camp")
    name = learning.area_named(match, text) if places.learns(match) else match.find_area(text)
    if name in match.state.board:
        match.refuse(*places.why_not_deploy(match, piece, name))
    return Deploy(name)


def deploy(match: Match, piece: Piece, where: Deploy) -> Procedure[None]:
    """A unit comes into the game; its activation is over."""
    area = yield from learning.known_area(match, where.area, places.deploying(piece))
    places.come(match, piece, area)
    moments.entered(match, piece)
    match.state.acting.stopped = True
    match.emit(Placed(piece.owner, piece.name, area, ("deploy",)))
