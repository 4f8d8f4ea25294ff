"""How the game ends: the last divinity, four stones, a team's divinity, the scenario's text (Winning the game)."""

from __future__ import annotations

from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.events import Ended, Rules, TakenOut
from referee.games.mythic.tables import numbers
from referee.text.names import and_list


def decide(match: Match, seats: list[int], decided: str, why: str, rules: Rules) -> None:
    """The game is over at once."""
    game = match.state
    if not game.over:
        game.over, game.phase, game.won, game.decided = True, "over", seats, decided
        match.emit(Ended(tuple(seats), why, rules))


def members(match: Match, side: int) -> list[int]:
    """The players of a side."""
    return [seat for seat in range(len(match.state.players)) if match.setup.side(seat) == side]


def divinity_fell(match: Match, seat: int) -> None:
    """A player's divinity was destroyed (M77, M78)."""
    lose(match, seat, f"{match.name(seat)}'s divinity has fallen")


def lose(match: Match, seat: int, why: str) -> None:
    """What follows when a divinity falls, or its player leaves (M79)."""
    setup, game = match.setup, match.state
    if game.over:
        return
    several = len(game.players) > numbers().recruiting.divinities + 1
    if setup.by_scenario:
        if several and len(game.playing()) > 1:
            take_out(match, seat, why)
        return
    if setup.teams:
        others = [other for other in range(len(game.players)) if not setup.allied(other, seat)]
        decide(match, others, "team", why, ("team-win", "M78"))
        return
    if several:
        take_out(match, seat, why)
    left = [other for other in game.playing() if other != seat]
    if len(left) == 1:
        decide(match, left, "last divinity", f"the last whose divinity is alive ({why})", ("skirmish-win",))


def take_out(match: Match, seat: int, why: str) -> None:
    """A player's units and cards leave; stones that the units carried lie where they stood (M77)."""
    game, player = match.state, match.state.players[seat]
    match.emit(TakenOut(seat, why))
    for piece in game.of(seat):
        if piece.stone and piece.area:
            match.spot(piece.area).stones.append(piece.stone)
        piece.status, piece.area, piece.stone, piece.vitality = "away", "", "", 0
    for spot in game.spots.values():
        spot.tokens = [token for token in spot.tokens if token.owner != seat]
    cards = player.cards
    cards.out += [name for name, many in cards.all().items() for _ in range(many)]
    cards.deck, cards.pool, cards.sure, cards.discard, cards.hand = 0, {}, {}, [], []
    player.absorbed, player.out = [], True
    if game.acting.unit and game.piece(game.acting.unit).status != "board":
        game.acting.stopped = True


def look_at_stones(match: Match, seat: int) -> None:
    """Whether the stones absorbed by a divinity, or by a team's together, win (M76)."""
    setup, needed = match.setup, numbers().victory.stones
    if setup.by_scenario:
        return
    side = members(match, setup.side(seat))
    if sum(len(match.state.players[one].absorbed) for one in side) >= needed:
        names = and_list(match.name(one) for one in side)
        rule = "team-win" if setup.teams else "skirmish-win"
        decide(match, side, "stones", f"{needed} divine stones are absorbed ({names})", (rule, "M76"))
