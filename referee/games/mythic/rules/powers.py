"""The effects of powers and bonuses on units: the view of the game for `units/active_powers`, and its results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Literal, TypeVar

from msgspec.structs import replace

from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.question import Option
from referee.games.mythic import tables
from referee.games.mythic.board import board as sight
from referee.games.mythic.board import moving
from referee.games.mythic.board.moving import Action, Mover
from referee.games.mythic.rules.state import NOBODY, Match, Piece
from referee.games.mythic.units import active_powers
from referee.games.mythic.units import powers as p
from referee.games.mythic.units.active_powers import FightAtRange, LyingToken, StandingUnit, View
from referee.games.mythic.vocabulary import Talent, Terrain, UnitType
from referee.text.names import printed

T = TypeVar("T")


def view(match: Match) -> View:
    """Return the part of the game that powers depend on: units in the game, tokens on the board."""
    kept = match.kept
    if kept is None:
        return _build_view(match)
    if kept.view is None:
        kept.view = _build_view(match)
    return kept.view


def _build_view(match: Match) -> View:
    game = match.state
    units = tuple(_standing(match, piece) for piece in game.pieces if piece.in_play)
    tokens = tuple(  # one without an owner has no allies, and all players are its enemies
        LyingToken(
            token=match.token_kind(token),
            side=NOBODY if token.owner == NOBODY else match.setup.side(token.owner),
            area=name,
        )
        for name, spot in game.spots.items()
        for token in spot.tokens
    )
    lasting = (bonus.effect for one in units for bonus in one.bonuses)
    return View(
        board=game.board,
        elements={name: spot.elements for name, spot in game.spots.items()},
        units=units,
        tokens=tokens,
        round_walls=match.round_walls,
        gives_types=any(active_powers.giving_types(one.unit.powers) for one in units)
        or any(isinstance(effect, p.HasType) for effect in lasting)
        or any("type " in lying.token.text for lying in tokens),
    )


def _standing(match: Match, piece: Piece) -> StandingUnit:
    acting = match.state.acting
    mine = acting.unit == piece.name
    return StandingUnit(
        name=piece.name,
        unit=match.unit(piece.name),
        side=match.setup.side(piece.seat),
        area=piece.area,
        vitality=piece.vitality,
        carrying=bool(piece.stone),
        inactive=not mine,
        complex=mine and acting.complex,
        frozen=mine and acting.frozen,
        used=frozenset(mark.partition(": ")[2] for mark in piece.marks) if piece.marks else frozenset(),
        bonuses=tuple(
            active_powers.ActiveEffect(one.source, effect, p.read_conditions(one.only))
            for one in piece.bonuses
            for effect in p.read_effects(one.effect)
        )
        if piece.bonuses
        else (),
    )


def effective_talents(match: Match, piece: Piece, fought: FightAtRange | None = None) -> tuple[Talent, ...]:
    """Return a unit's talents as powers add and remove them; silenced talents are included."""
    if not piece.in_play:
        return match.unit(piece.name).talents
    known = match.kept.talents if match.kept is not None else {}
    if (piece.name, fought) not in known:
        seen = view(match)
        known[piece.name, fought] = active_powers.talents(seen, seen[piece.name], fought)
    return known[piece.name, fought]


def alone(match: Match, piece: Piece) -> bool:
    """Return whether a troop of several is down to its last miniature: its talents are silent (M61)."""
    unit = match.unit(piece.name)
    return unit.troop and piece.vitality == 1 and unit.full > 1


def awake(match: Match, piece: Piece, fought: FightAtRange | None = None) -> frozenset[Talent]:
    """Return the talents that a unit could use on dry land: none for a troop's last miniature (M61)."""
    return frozenset() if alone(match, piece) else frozenset(effective_talents(match, piece, fought))


def talents(match: Match, piece: Piece, fought: FightAtRange | None = None) -> frozenset[Talent]:
    """Return a unit's talents that work in its area, in an attack or outside: water silences them (M62)."""
    match = match.cached()
    found = awake(match, piece, fought)
    if not found or not piece.there:
        return found
    ground = match.state.board.terrain(piece.area, {piece.area: match.spot(piece.area).elements})
    row = tables.terrain()[ground]
    swims = any(row.name in tables.types()[one].ignores for one in types(match, piece))
    return frozenset() if row.silences and not swims else found


def types(match: Match, piece: Piece) -> frozenset[UnitType]:
    """Return the types of a unit, with those that powers give."""
    if not piece.in_play:
        return frozenset(match.unit(piece.name).types)
    known = match.kept.types if match.kept is not None else {}
    if piece.name not in known:
        seen = view(match)
        known[piece.name] = frozenset(active_powers.types(seen, seen[piece.name]))
    return known[piece.name]


def forbidden(match: Match, piece: Piece, doing: p.Doing, fought: FightAtRange | None = None) -> Refusal:
    """Return why a power or token forbids a unit in play to do something, with the rule."""
    seen = view(match)
    source = active_powers.forbidden(seen, seen[piece.name], doing, fought)
    return Refusal(f"{source} forbids it", "M64") if source else ALLOWED


def forbidden_moves(match: Match, piece: Piece) -> Mapping[Action, str]:
    """Return why powers forbid a unit to walk or run, by the action."""
    if not piece.in_play:
        return {}
    doings: tuple[Literal["walk", "run"], ...] = ("walk", "run")
    return {doing: why for doing in doings if (why := forbidden(match, piece, doing).reason)}


# --- Places ---------------------------------------------------------------------------------------
# Areas with their contents, as the board's own rules need them: the mover, and the areas of the others.


def learns(match: Match) -> bool:
    """Return whether the map is typed in as the game goes: new areas may be named."""
    return not match.setup.board_file


def elements(match: Match) -> Mapping[str, int]:
    """Return the 3D elements left, by area."""
    return {name: spot.elements for name, spot in match.state.spots.items()}


def terrain(match: Match, name: str) -> Terrain:
    """Return the terrain of an area as it is now (M58)."""
    return match.state.board.terrain(name, elements(match))


def row(match: Match, name: str) -> tables.TerrainRow:
    """Return the effects of an area's terrain now."""
    return tables.terrain()[terrain(match, name)]


def _is_huge(match: Match, piece: Piece) -> bool:
    """Return whether a unit fills its area."""
    return any(tables.types()[kind].fills for kind in types(match, piece))


def mover(match: Match, piece: Piece, *, movement: int | None = None) -> Mover:
    """Return a unit as a mover on the board: its movement, or `movement` areas; its types, talents, what holds it."""
    match = match.cached()
    unit = match.unit(piece.name)
    if movement is None and piece.in_play:
        seen = view(match)
        movement = active_powers.movement(seen, seen[piece.name])
    others = [one for one in match.state.standing if one is not piece]
    standing = [(one.area, _is_huge(match, one)) for one in others]
    needs_room = match.setup.huge_entry == "empty" and _is_huge(match, piece)
    return Mover(
        board=match.state.board,
        elements=elements(match),
        full=moving.full_areas(match.state.board, standing),
        enemies=frozenset(one.area for one in others if match.enemy(piece, one)),
        held=frozenset(one.area for one in others if needs_room),
        open_flight=match.setup.flight_borders == "open",
        kind=unit.kind,
        vitality=piece.vitality,
        movement=unit.line(piece.vitality).stats.movement if movement is None else movement,
        types=types(match, piece),
        types_in=_elsewhere(match, piece, active_powers.types, "type"),
        talents=awake(match, piece),
        talents_in={} if alone(match, piece) else _elsewhere(match, piece, active_powers.talents, "talent climb"),
        blocked=blocker(match, piece, piece.area),
        forbidden=forbidden_moves(match, piece),
    )


def _elsewhere(
    match: Match, piece: Piece, what: Callable[[View, StandingUnit], Iterable[T]], said: str
) -> Mapping[str, frozenset[T]]:
    """Return a unit's types or talents by the area in which it would stand, where a power has these words (M64)."""
    seen = view(match)
    texts = (*(text for one in seen.units for text in one.unit.powers), *(lying.token.text for lying in seen.tokens))
    if not piece.in_play or not any(said in text for text in texts):
        return {}
    found = {}
    for area in seen.board.names:
        moved = replace(seen[piece.name], area=area)
        units = tuple(moved if one.name == piece.name else one for one in seen.units)
        found[area] = frozenset(what(replace(seen, units=units, found={}), moved))
    return found


def blocker(match: Match, piece: Piece, area: str) -> str:
    """Return the enemy that holds a unit in an area, or guards its stones (Block); "" if there is none."""
    enemies = match.enemies_at(piece, area) if area else []
    return next((printed(one.name) for one in enemies if "block" in talents(match, one)), "")


def why_not_zone(match: Match, piece: Piece, name: str) -> Refusal:
    """Return why a unit can't come into the game in an area: it isn't known to be in its army's zone (M90)."""
    board, own = match.state.board, match.state.players[piece.owner].zone
    zone = board[name].zone
    if zone != own and (other := zone_of_enemy(match, piece.owner, zone)):
        return Refusal(f"{name} is in zone {zone}, where {other} deploys", "deploy")
    if zone == own if own else zone or not any(area.zone for area in board.areas):
        return ALLOWED
    mend = f"; if it is: adjust area {name}: ..., zone {own or 'NAME'}" if learns(match) and not zone else ""
    return Refusal(f"{name} isn't in {f'zone {own}' if own else 'any zone'}{mend}", "M90")


def why_not_deploy(match: Match, piece: Piece, name: str) -> Refusal:
    """Return why a unit can't be set down in an area of its zone, with the rule."""
    return why_not_zone(match, piece, name) or moving.no_deploy(mover(match, piece), name)


def open_areas(match: Match, piece: Piece) -> list[str]:
    """List the known areas of its zone in which a unit can be set down."""
    return [name for name in match.state.board.names if not why_not_deploy(match, piece, name)]


def why_not_recalled(match: Match, piece: Piece, name: str) -> Refusal:
    """Return why a destroyed troop can't come back in an area: of another zone, or full; terrain doesn't matter."""
    return why_not_zone(match, piece, name) or why_no_room(match, piece, name)


def zone_of_enemy(match: Match, seat: int, zone: str) -> str:
    """Return the enemy of a player who deploys in a zone, "" if there is none."""
    enemies = (one for number, one in enumerate(match.state.players) if not match.setup.are_allied(number, seat))
    return next((one.name for one in enemies if zone and one.zone == zone), "")


def come(match: Match, piece: Piece, name: str) -> None:
    """Bring a unit into the game in an area, whose zone becomes its player's if that has none yet."""
    piece.status, piece.area = "board", name
    player = match.state.players[piece.owner]
    player.zone = player.zone or match.state.board[name].zone


def why_no_room(match: Match, piece: Piece, name: str) -> Refusal:
    """Return why a unit can't be set down in an area, whatever its terrain."""
    return moving.landing(mover(match, piece), name)


def seen_around(match: Match, name: str) -> Iterator[str]:
    """Yield the neighbours of an area that a unit in it sees: only the boundary could hide them (M30)."""
    board = match.state.board
    for area in board.neighbours(name):
        between = board.between(name, area)
        over = sight.sees_over(board, name, area, elements=elements(match))
        if between is not None and (over or not between.obstacle(match.setup.hiding)):
            yield area


def area_options(match: Match, names: Iterable[str]) -> list[Option]:
    """Return areas as options, each with its contents."""
    return [Option(name, detail=describe(match, name)) for name in names]


def describe(match: Match, name: str) -> str:
    """Describe an area: "forest 1/3, norse stone"."""
    stones = list(map(match.stone_text, match.spot(name).stones))
    units = f"{terrain(match, name)} {len(match.state.within(name))}/{match.state.board[name].capacity}"
    return ", ".join([units, *stones])
