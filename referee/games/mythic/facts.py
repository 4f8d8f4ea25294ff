"""Facts of the map that questions to an open game are answered from: areas, units, stones."""

from __future__ import annotations

from collections.abc import Iterator

from referee.declaration.facts import Thing, Value
from referee.games.mythic.rules import powers
from referee.games.mythic.rules.state import GameState, Match, Piece, Setup
from referee.text.names import printed


def facts(setup: Setup, game: GameState) -> Iterator[Thing]:
    """Yield everything that stands or lies open, where everything is tracked."""
    if game.light or game.phase == "recruit":
        return
    match = Match(setup, game, [])
    yield Thing("", facts={"round": game.round, "turn": game.turn})
    for seat, player in enumerate(game.players):
        divinity = match.divinity(seat)
        yield Thing(
            player.name,
            facts={
                "stones/absorbed/divine stones/stones absorbed": len(player.absorbed),
                "discards/discard pile/cards discard pile": f"{len(player.cards.discard)} cards",
                "cards/cards left": f"hand {player.cards.held}, deck {player.cards.deck}",
                "divinity": printed(divinity.name) if divinity is not None else "none",
                "lead": seat == game.lead,
            },
        )
    for area in game.board.names:
        yield _area(match, area)
    yield from (_unit(match, piece) for piece in game.pieces)
    for number, (stone, owner, at) in enumerate(_stones(game), 1):
        text = f"{match.stone_text(stone)} #{number}"
        yield Thing(
            text,
            "stone divine",
            owner,
            at,
            {
                "absorbed": bool(owner),
                "taken/claimed": at not in game.spots,
                "carried": at.startswith("with "),
                "lying/board/free/loose/unclaimed": at in game.spots,
            },
        )
    tokens = [(token.name, area) for area, spot in game.spots.items() for token in spot.tokens]
    yield from (Thing(f"{name} #{number}", "token", "", area) for number, (name, area) in enumerate(tokens, 1))


def _stones(game: GameState) -> Iterator[tuple[str, str, str]]:
    """Yield each stone that isn't in the box, with its owner, and its place."""
    for player in game.players:
        yield from ((stone, player.name, f"absorbed by {player.name}") for stone in player.absorbed)
    for piece in game.pieces:
        if piece.stone:
            yield piece.stone, "", f"with {printed(piece.name)}{f' in {piece.area}' if piece.area else ''}"
    yield from ((stone, "", area) for area, spot in game.spots.items() for stone in spot.stones)


def _area(match: Match, name: str) -> Thing:
    board, spot = match.state.board, match.spot(name)
    units, capacity = len(match.state.within(name)), board[name].capacity
    terrain = powers.terrain(match, name)
    here: dict[str, Value] = {
        "terrain": terrain,
        "capacity": capacity,
        "zone": board[name].zone or "none",
        "room/space/free space/free room/room left": max(0, capacity - units),
        "neighbours/next to/beside/adjacent/border": board.neighbours(name),
        "elements/trees/columns": spot.elements,
        "empty/free": not units,
        "full": units >= capacity,
    }
    return Thing(name, f"area {terrain} terrain", facts=here)


def _unit(match: Match, piece: Piece) -> Thing:
    unit = match.unit(piece.name)
    stats = unit.line(piece.vitality).stats
    dead = piece.status == "destroyed"
    place = piece.area if piece.there else {"waiting": "not deployed"}.get(piece.status, piece.status)
    now: dict[str, Value] = {
        "vitality/health/life/hit points": f"{piece.vitality} of {piece.full}",
        "wounds/wounds taken/damage/missing vitality": piece.full - piece.vitality,
        "load/stone/stones/carrying/carries/carry": match.stone_text(piece.stone) if piece.stone else "nothing",
        "activated/acted/activated this turn": piece.activated,
        "destroyed/dead/killed/lost": dead,
        "alive": not dead,
        "waiting/waiting deployed": piece.status == "waiting",
        "wounded/hurt/injured": not dead and piece.vitality < piece.full,
        "unhurt/full vitality": piece.vitality == piece.full,
        "deployed/board": piece.there,
        "offence/attack/strong": f"{stats.offence} printed",
        "defence": f"{stats.defence} printed",
        "range": f"{stats.range} printed",
        "movement/speed/fast": f"{stats.movement} printed",
    }
    own, two = piece.owner == match.state.active, len(match.state.players) == 2
    if own or (two and match.state.active == match.state.lead):  # else its turn of this round may be over
        now["activated this round/acted this round"] = piece.activated
    return Thing(
        piece.name, f"unit army figure model miniature {unit.kind}", match.state.players[piece.owner].name, place, now
    )
