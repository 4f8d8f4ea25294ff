"""What powers and what lasts change of a unit: the game as `units/in_force` asks for it, and its answers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import get_args

from referee.games.mythic import tables
from referee.games.mythic.board.moving import Action
from referee.games.mythic.rules.context import FREE, Match, Refusal
from referee.games.mythic.rules.state import NOBODY, Piece, Token
from referee.games.mythic.units import in_force
from referee.games.mythic.units import powers as p
from referee.games.mythic.units.in_force import FightAtRange, LyingToken, StandingUnit, View
from referee.games.mythic.vocabulary import Talent, UnitType


def view(match: Match) -> View:
    """The game as far as powers ask: units in the game, tokens on the board."""
    kept = match.kept
    if kept is None:
        return _viewed(match)
    if kept.view is None:
        kept.view = _viewed(match)
    return kept.view


def _viewed(match: Match) -> View:
    game = match.state
    alive = (piece for piece in game.pieces if in_play(piece))
    return View(
        board=game.board, elements={name: spot.elements for name, spot in game.spots.items()},
        units=tuple(_standing(match, piece) for piece in alive),
        tokens=tuple(
            LyingToken(token=match.token_kind(token), side=_side(match, token), area=name)
            for name, spot in game.spots.items() for token in spot.tokens
        ),
    )  # fmt: skip


def _side(match: Match, token: Token) -> int:
    """Whose token it is; one of nobody has no allies, and everybody is its enemy."""
    return NOBODY if token.owner == NOBODY else match.setup.side(token.owner)


def in_play(piece: Piece) -> bool:
    """Whether a unit's powers can work: on the board, or not deployed yet (M64)."""
    return piece.status in ("board", "waiting")


def _standing(match: Match, piece: Piece) -> StandingUnit:
    acting = match.state.acting
    mine = acting.unit == piece.name
    return StandingUnit(
        name=piece.name, unit=match.unit(piece.name), side=match.setup.side(piece.seat), area=piece.area,
        vitality=piece.vitality, carrying=bool(piece.stone), complex=mine and acting.complex,
        frozen=mine and acting.frozen, used=frozenset(mark.partition(": ")[2] for mark in piece.marks),
        bonuses=tuple(in_force.ActiveBonus(one.source, effect) for one in piece.bonuses
                      for effect in p.read_effects(one.effect)),
    )  # fmt: skip


def fight(attacker: Piece, defender: Piece | None, distance: int) -> FightAtRange:
    """An attack as powers ask for it; a token that is attacked has none."""
    return FightAtRange(
        attacker=attacker.name, defender=defender.name if defender is not None else "", range=distance
    )


def given(
    match: Match, piece: Piece, of: View | None = None, fought: FightAtRange | None = None
) -> tuple[Talent, ...]:
    """A unit's talents with what powers give and take, silent or not."""
    if not in_play(piece):
        return match.unit(piece.name).talents
    seen = of or view(match)
    return in_force.talents(seen, seen[piece.name], fought)


def alone(match: Match, piece: Piece) -> bool:
    """Whether only the last miniature is left of a troop that had more: its talents are silent (M61)."""
    unit = match.unit(piece.name)
    return unit.troop and piece.vitality == 1 and unit.full > 1


def awake(match: Match, piece: Piece) -> frozenset[Talent]:
    """The talents that a unit could use on dry land: none of a troop's last miniature (M61)."""
    return frozenset() if alone(match, piece) else frozenset(given(match, piece))


def talents(match: Match, piece: Piece) -> frozenset[Talent]:
    """The talents of a unit that work where it stands: water silences them (M62)."""
    found = awake(match, piece)
    if not found or not piece.there:
        return found
    ground = match.state.board.terrain(piece.area, {piece.area: match.spot(piece.area).elements})
    row = tables.terrain()[ground]
    swims = any(row.name in tables.types()[one].ignores for one in types(match, piece))
    return frozenset() if row.silences and not swims else found


def types(match: Match, piece: Piece, of: View | None = None) -> frozenset[UnitType]:
    """The types of a unit, with those that powers give."""
    if not in_play(piece) or not _gives_types(match):
        return frozenset(match.unit(piece.name).types)
    seen = of or view(match)
    return frozenset(in_force.types(seen, seen[piece.name]))


def _gives_types(match: Match) -> bool:
    """Whether any power, token or bonus in the game gives a type at all."""
    kept = match.kept
    if kept is None:
        return _type_given(match)
    if kept.gives_types is None:
        kept.gives_types = _type_given(match)
    return kept.gives_types


def _type_given(match: Match) -> bool:
    game, units = match.state, (match.unit(piece.name) for piece in match.state.pieces)
    lasting = tuple([bonus.effect for piece in game.pieces for bonus in piece.bonuses])
    laid = tuple([text for _, text in match.setup.tokens])
    return any(_says_type((*unit.powers, *unit.tokens)) for unit in units) or _says_type((*lasting, *laid))


@lru_cache(maxsize=4096)
def _says_type(texts: tuple[str, ...]) -> bool:
    return any("type " in text for text in texts)


def movement(match: Match, piece: Piece) -> int:
    """How many areas a unit walks."""
    seen = view(match)
    return in_force.movement(seen, seen[piece.name]) if in_play(piece) else match.line(piece).stats.movement


def forbidden(match: Match, piece: Piece, doing: p.Doing, fought: FightAtRange | None = None) -> Refusal:
    """Why a power or token forbids a unit to do something, with the rule."""
    if not in_play(piece):
        return FREE
    seen = view(match)
    source = in_force.forbidden(seen, seen[piece.name], doing, fought)
    return (f"{source} forbids it", "permanent-powers") if source else FREE


def forbidden_moves(match: Match, piece: Piece) -> Mapping[Action, str]:
    """What forbids a unit to walk or run, by the action."""
    if not in_play(piece):
        return {}
    seen = view(match)
    doings = [doing for doing in get_args(p.Doing) if doing in ("walk", "run")]
    found = {doing: in_force.forbidden(seen, seen[piece.name], doing) for doing in doings}
    return {doing: f"{source} forbids it" for doing, source in found.items() if source}
