"""Areas with who and what is in them, as the board's own rules need them: who moves, and where others stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from referee.games.mythic import tables
from referee.games.mythic.board import moving, sight
from referee.games.mythic.board.moving import BoardScene, Mover
from referee.games.mythic.rules import powers
from referee.games.mythic.rules.context import FREE, Match, Refusal
from referee.games.mythic.rules.learning import WhyNot
from referee.games.mythic.rules.state import Piece
from referee.games.mythic.vocabulary import Terrain
from referee.text.names import printed


def learns(match: Match) -> bool:
    """Whether the map is learnt as the game goes: areas may be named that nobody has told yet."""
    return not match.setup.board_file


def elements(match: Match) -> Mapping[str, int]:
    """The 3D elements left, by area."""
    return {name: spot.elements for name, spot in match.state.spots.items()}


def terrain(match: Match, name: str) -> Terrain:
    """The terrain of an area as it is now (M58)."""
    return match.state.board.terrain(name, elements(match))


def row(match: Match, name: str) -> tables.TerrainRow:
    """What the terrain of an area does now."""
    return tables.terrain()[terrain(match, name)]


def full_areas(match: Match, but: Piece | None = None) -> frozenset[str]:
    """The areas that are full, one unit not counted."""
    seen = powers.view(match)
    standing = [(one.area, any(tables.types()[kind].fills for kind in powers.types(match, one, seen)))
                for one in match.state.pieces if one.there and one is not but]  # fmt: skip
    return moving.full_areas(match.state.board, standing)


def scene(match: Match, piece: Piece) -> BoardScene:
    """The board as it is for a unit that moves."""
    return BoardScene(
        board=match.state.board, elements=elements(match), full=full_areas(match, piece),
        enemies=frozenset(one.area for one in match.state.pieces if one.there and match.enemy(piece, one)),
    )  # fmt: skip


def mover(match: Match, piece: Piece, *, movement: int | None = None) -> Mover:
    """A unit as it moves now: its movement, or so many areas; its types and talents, and what holds it."""
    areas = powers.movement(match, piece) if movement is None else movement
    return Mover(
        kind=match.unit(piece.name).kind, movement=areas, types=powers.types(match, piece),
        talents=powers.awake(match, piece), blocked=blocker(match, piece, piece.area),
        forbidden=powers.forbidden_moves(match, piece),
    )  # fmt: skip


def blocker(match: Match, piece: Piece, area: str) -> str:
    """The enemy that holds a unit in an area, or guards its stones (Block); "" without one."""
    there = match.enemies_at(piece, area) if area else []
    return next((printed(one.name) for one in there if "block" in powers.talents(match, one)), "")


def why_not_zone(match: Match, piece: Piece, name: str) -> Refusal:
    """Why a unit doesn't come into the game in an area: it isn't known to be one of its army's zone (M90)."""
    board, own = match.state.board, match.state.players[piece.owner].zone
    zone = board[name].zone
    if zone != own and (other := zone_of_enemy(match, piece.owner, zone)):
        return f"{name} is in zone {zone}, where {other} deploys", "deploy"
    if zone == own if own else zone or not any(area.zone for area in board.areas):
        return FREE
    mend = f"; if it is: adjust area {name}: ..., zone {own or 'NAME'}" if learns(match) and not zone else ""
    return f"{name} isn't in {f'zone {own}' if own else 'any zone'}{mend}", "M90"


def why_not_deploy(match: Match, piece: Piece, name: str) -> Refusal:
    """Why a unit can't be set down in an area of its zone, with the rule."""
    if (why := why_not_zone(match, piece, name))[0]:
        return why
    return moving.no_deploy(scene(match, piece), mover(match, piece), name) or FREE


def deploying(piece: Piece) -> WhyNot:
    """Why a unit can't be set down in an area, as a game stands in which somebody tells of it."""
    return lambda match, name: why_not_deploy(match, piece, name)


def why_not_recalled(match: Match, piece: Piece, name: str) -> Refusal:
    """Why a destroyed troop can't come back in an area: of another zone, or full; its terrain doesn't matter."""
    why = why_not_zone(match, piece, name)
    return why if why[0] else why_no_room(match, piece, name)


def zone_of_enemy(match: Match, seat: int, zone: str) -> str:
    """The enemy of a player who deploys in a zone, "" without one."""
    enemies = (one for number, one in enumerate(match.state.players) if not match.setup.allied(number, seat))
    return next((one.name for one in enemies if zone and one.zone == zone), "")


def come(match: Match, piece: Piece, name: str) -> None:
    """A unit comes into the game in an area, whose zone is its player's where nobody has said another."""
    piece.status, piece.area = "board", name
    player = match.state.players[piece.owner]
    player.zone = player.zone or match.state.board[name].zone


def why_no_room(match: Match, piece: Piece, name: str) -> Refusal:
    """Why a unit can't be set down in an area, whatever its terrain."""
    return moving.landing(scene(match, piece), mover(match, piece), name) or FREE


def seen_around(match: Match, name: str) -> Iterator[str]:
    """The neighbours of an area that a unit in it sees: only the boundary between could hide them (M30)."""
    board = match.state.board
    for area in board.neighbours(name):
        between = board.between(name, area)
        over = sight.sees_over(board, name, area, elements=elements(match))
        if between is not None and (over or not between.obstacle):
            yield area


def told(match: Match, name: str) -> str:
    """An area in a few words: "forest 1/3, norse stone"."""
    stones = list(map(match.stone_told, match.spot(name).stones))
    units = f"{terrain(match, name)} {len(match.state.within(name))}/{match.state.board[name].capacity}"
    return ", ".join([units, *stones])
