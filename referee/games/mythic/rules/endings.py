"""The end of the game: the last divinity, four stones, a team's divinity, the scenario's text (Winning the game)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.declaration.tracking import (
    BATTLES,
    SCORE,
    Counter,
    Owners,
    TrackingLevel,
    TrackingLevels,
    Wording,
    by_name,
)
from referee.games.mythic.rules import powers
from referee.games.mythic.rules.events import Dropped, Healed, Rules, Wounded, place_of
from referee.games.mythic.rules.state import GameState, Match, Piece, Player, Setup
from referee.games.mythic.tables import numbers
from referee.games.mythic.units import active_powers
from referee.games.mythic.units.active_powers import FightAtRange
from referee.games.mythic.units.powers import Moment, powers_of
from referee.play.event import Turning, Weighty
from referee.text.grammar import agreeing, does, is_many
from referee.text.names import and_list, printed


def decide(match: Match, seats: list[int], decided: str, why: str, rules: Rules) -> None:
    """End the game at once."""
    game = match.state
    if not game.over:
        game.over, game.phase, game.won, game.decided = True, "over", seats, decided
        wins = does(and_list(map(match.name, seats)), "wins", many=len(seats) > 1)
        how = f"{wins}, {why}." if seats else f"{why}. Nobody wins."
        match.emit(Weighty(f"The game is over: {how}", rules))


def members(match: Match, side: int) -> list[int]:
    """List the seats of a side."""
    return [seat for seat in range(len(match.state.players)) if match.setup.side(seat) == side]


def lose(match: Match, seat: int, why: str) -> None:
    """Apply the consequences of a lost divinity (M77, M78), or of a player who leaves (M79)."""
    setup, game = match.setup, match.state
    if game.over:
        return
    if setup.teams and not setup.victory:
        others = [other for other in range(len(game.players)) if not setup.are_allied(other, seat)]
        decide(match, others, "team", why, ("team-win", "M78"))
        return
    if len(game.players) > numbers().recruiting.divinities + 1 and len(game.playing()) > 1:
        take_out(match, seat, why)
    left = [other for other in game.playing() if other != seat]
    if len(left) == 1 and not setup.victory:
        decide(match, left, "last divinity", f"the last whose divinity is alive ({why})", ("skirmish-win",))


def take_out(match: Match, seat: int, why: str) -> None:
    """Remove a player's units and cards; stones of the units lie where they stood, or are gone (M77)."""
    game, player = match.state, match.state.players[seat]
    off = f"take all units and cards of {player.name} off the table"
    match.emit(Turning(f"{player.name} is out ({why}): {off}.", ("M77",)))
    for piece in game.of(seat):
        lies = match.setup.fallen_stones == "lie" or match.unit(piece.name).divinity
        if piece.stone and piece.area and lies:
            match.spot(piece.area).stones.append(piece.stone)
        piece.status, piece.area, piece.stone, piece.vitality, piece.bonuses = "away", "", "", 0, []
    for spot in game.spots.values():
        spot.tokens = [token for token in spot.tokens if token.owner != seat]
    cards = player.cards
    cards.out += cards.all().elements()
    cards.deck, cards.pool, cards.sure, cards.discard, cards.hand = 0, {}, {}, [], []
    player.absorbed, player.out = [], True
    if game.acting.unit and not game.piece(game.acting.unit).in_play:
        game.acting.stopped = True


def look_at_stones(match: Match, seat: int) -> None:
    """End the game if the stones absorbed by a divinity, or by a team together, win (M76)."""
    setup, needed = match.setup, match.setup.stones_to_win
    if setup.victory:
        return
    side = members(match, setup.side(seat))
    if sum(len(match.state.players[one].absorbed) for one in side) >= needed:
        names = and_list(match.name(one) for one in side)
        rule = "team-win" if setup.teams else "skirmish-win"
        decide(match, side, "stones", f"{needed} divine stones are absorbed ({names})", (rule, "M76"))


# --- Moments --------------------------------------------------------------------------------------
# Powers that are due: noted as something happens, carried out when it is over (2b, 2d, M38, M64).


def note(match: Match, moment: Moment, piece: Piece, fight: FightAtRange | None = None, other: str = "") -> None:
    """Note the powers of a unit that are due now; `other` is the unit that entered, wounded it, or was destroyed.

    In light mode, the players handle powers themselves.
    """
    if match.state.light or all(power.moment != moment for power in powers_of(match.unit(piece.name))):
        return
    seen = powers.view(match)
    owner = next((unit for unit in seen.units if unit.name == piece.name), None)
    if owner is not None:
        match.noted += active_powers.due(seen, moment, owner, fight, other)


def on_enter(match: Match, piece: Piece) -> None:
    """Note the powers of enemies that are due as a unit enters an area: there, or at the range they name."""
    for enemy in match.state.standing:
        if not match.enemy(enemy, piece):
            continue
        before = len(match.noted)
        note(match, "when an enemy enters", enemy, other=piece.name)
        match.noted[before:] = [one for one in match.noted[before:] if enemy.area == piece.area or one.says_range]


# --- Harm -----------------------------------------------------------------------------------------
# Wounds, healing, and what leaves the board: vitality and miniatures, stones dropped, units destroyed (2d).


def wound(
    match: Match,
    piece: Piece,
    wounds: int,
    source: str = "",
    rules: Rules = ("wounds", "M14"),
    *,
    by: str = "",
    fight: FightAtRange | None = None,
) -> None:
    """Inflict wounds, in an attack, else `by` another unit or by none; at 0 the unit is destroyed (M14, X10)."""
    if not wounds or not piece.there:
        return
    unit = match.unit(piece.name)
    lost = min(wounds, piece.vitality)
    piece.vitality -= lost
    silent = unit.talents if powers.alone(match, piece) else ()
    match.emit(Wounded(piece.owner, piece.name, wounds, lost, piece.vitality, unit.troop, silent, source, rules))
    if piece.vitality:
        note(match, "when wounded", piece, fight, other=by)
    else:
        destroy(match, piece, fight)


def destroy(match: Match, piece: Piece, fight: FightAtRange | None = None) -> None:
    """Destroy a unit, in an attack or otherwise: it drops what it carries where it stood, its cards stay."""
    note(match, "when destroyed", piece, fight)
    for ally in match.state.pieces:
        if ally.in_play and match.are_allied(ally, piece):
            note(match, "when an ally is destroyed", ally, fight, other=piece.name)
    area, stone = piece.area, piece.stone
    if stone and area:
        match.spot(area).stones.append(stone)
    name = printed(piece.name)
    their = f"{agreeing('its', name)} {match.stone_text(stone)}" if stone else ""
    lies = f"; {their} lies {place_of(area, name)}" if stone else ""
    off = f"take {'them' if is_many(name) else 'it'} off the board"
    destroyed = f"{match.name(piece.owner)}'s {does(name, 'is destroyed')}"
    match.emit(Turning(f"{destroyed}: {off}{lies}.", ("destroyed",)))
    piece.status, piece.area, piece.stone, piece.vitality = "destroyed", "", "", 0
    piece.bonuses = []
    if match.unit(piece.name).divinity:
        lose(match, piece.owner, f"{match.name(piece.owner)}'s divinity has fallen")


def drop(match: Match, piece: Piece, rules: Rules = ("drop",)) -> None:
    """Put a unit's stone down where it stands."""
    if piece.stone:
        if piece.area:
            match.spot(piece.area).stones.append(piece.stone)
        match.emit(Dropped(piece.name, match.stone_text(piece.stone), piece.area, rules))
        piece.stone = ""


def heal(match: Match, piece: Piece, number: int, source: str, rules: Rules) -> int:
    """Restore vitality, never above the start (M63); return how much."""
    healed = max(0, min(number, piece.lost))
    if healed:
        piece.vitality += healed
        match.emit(Healed(piece.name, healed, piece.vitality, piece.full, source, rules))
    return healed


# --- Counters of players, units and areas, used by corrections, checks and status


UNITS = Owners("unit", lambda game: by_name(game.pieces))
AREAS = Owners("area", lambda game: game.spots)
STANDING = ("stones", "divinities", "units")
"""Parts of the final standing besides counters: stones absorbed, divinities, units left."""


def _total(player: Player) -> int:
    """Count the cards in a player's hand and deck."""
    return player.cards.held + player.cards.deck


def _put_deck(player: Player, number: int) -> None:
    """Set the number of cards in the deck; the rest is the hand. If the pool is too small, no card is sure."""
    cards = player.cards
    if number > sum(cards.pool.values()):
        for name, many in cards.sure.items():
            cards.pool[name] = cards.pool.get(name, 0) + many
        cards.sure = {}
    cards.deck = number


COUNTERS: tuple[Counter[GameState], ...] = (
    Counter(
        "hand",
        most=_total,
        rule="M67",
        value=lambda player: player.cards.held,
        put=lambda player, number: _put_deck(player, _total(player) - number),
        unit="cards in hand",
        said=Wording(more="take {number} card{s} into the hand", fewer="give {number} card{s} out of the hand"),
    ),
    Counter(
        "deck",
        most=_total,
        rule="M67",
        value=lambda player: player.cards.deck,
        put=_put_deck,
        unit="cards in the deck",
        said=Wording(more="put {number} card{s} on the deck", fewer="take {number} card{s} off the deck"),
    ),
    Counter("vitality", owners=UNITS, most=lambda piece: piece.full, rule="M63"),
    Counter("elements", owners=AREAS, rule="elements"),
)


def places(setup: Setup, state: GameState) -> Iterator[tuple[str, str]]:
    """Yield what stands or lies on the board with its area, where that is known, and the stones that units carry."""
    match = Match(setup, state, [])
    for piece in state.pieces:
        if piece.there and piece.area and not state.light:
            yield printed(piece.name), piece.area
        if piece.stone:
            yield match.stone_text(piece.stone), printed(piece.name)
    for name in () if state.light else state.board.names:
        yield from ((match.stone_text(stone), name) for stone in match.spot(name).stones)


TRACKING_LEVELS: TrackingLevels[GameState] = TrackingLevels(
    lighter={
        BATTLES: TrackingLevel(
            names=("vitality", *STANDING), keeps="you keep the board; turns, attacks, vitality, stones"
        ),
        SCORE: TrackingLevel(keeps="players and turns; the standing is asked for at the end"),
    },
    ready=lambda state: state.phase == "start",
    scored=STANDING,
    heading=lambda state: "the end" if state.over else f"{state.player.name}'s turn",
    others=(*STANDING, "areas", "terrain", "discards"),
)
"""The lighter tracking levels: the clock, the fights, and what decides the end."""
