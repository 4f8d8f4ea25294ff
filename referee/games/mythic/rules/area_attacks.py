"""Area attacks: every unit in an area but the attacker, each once, in the attacker's order (M36, M44)."""

from __future__ import annotations

from msgspec.structs import replace

from referee.asking.question import Option, Procedure, choice
from referee.errors import Illegal
from referee.games.mythic.rules import attacks, fights, powers
from referee.games.mythic.rules.attacks import Manner, Struck
from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.state import Piece
from referee.text.names import printed

AREA = Manner(kind="area")


def open_areas(match: Match, attacker: Piece, manner: Manner = AREA) -> list[str]:
    """The areas that a unit can attack: in range and seen, with an enemy in them; its own too."""
    seen = powers.view(match)
    found: list[str] = []
    for piece in match.game.pieces:
        if piece.there and match.enemy(attacker, piece) and piece.area not in found:
            try:
                attacks.verified(match, attacker, Struck(piece.name), manner, seen)
            except Illegal:
                continue
            found.append(piece.area)
    return found


def carry_out(match: Match, attacker: Piece, area: str, manner: Manner = AREA) -> Procedure[None]:
    """Attack one unit of the area after the other; nobody answers (area-no-answer)."""
    left = [piece.name for piece in match.game.within(area) if piece is not attacker]
    while left and attacker.there and not match.game.over:
        name = yield from _next(match, attacker, left)
        left.remove(name)
        if match.game.piece(name).there:
            yield from _one(match, attacker, name, manner)


def _next(match: Match, attacker: Piece, left: list[str]) -> Procedure[str]:
    """The unit that is attacked next: the attacker's player picks."""
    if len(left) == 1:
        return left[0]
    player = match.name(attacker.seat)
    said: str = yield choice("next", f"{player}: the area attack goes on with", list(map(Option, left)), who=player)
    return said


def _one(match: Match, attacker: Piece, name: str, manner: Manner) -> Procedure[None]:
    """One target: an enemy may be guarded, an ally's dice are the opponent's (M39, M44)."""
    piece = match.game.piece(name)
    target, who = Struck(name), attacker.seat
    if match.enemy(attacker, piece):
        target = yield from fights.guarded(match, attacker, target)
    else:
        who = next(seat for seat in match.game.playing(attacker.seat) if not match.setup.allied(seat, attacker.seat))
    yield from fights.resolve(match, attacker, target, replace(manner, kind="area"), who=who)


def told(match: Match, area: str) -> str:
    """Who is in an area, for a list of areas to attack."""
    return ", ".join(printed(piece.name) for piece in match.game.within(area))
