"""Corrections typed by the players: card counts, vitality, places of units and stones, elements, leaving players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta
from msgspec.structs import replace

from referee.asking.question import Option
from referee.cards.fields import without_known
from referee.declaration.changes import PRESENT, Change, Holdings, after, seat_called
from referee.declaration.corrections import ANY_NAME, Ask, Corrections, correction
from referee.declaration.tracking import PLAYERS, Counter
from referee.effects.phrases import Names
from referee.errors import Illegal
from referee.games.mythic import tables
from referee.games.mythic.board import words
from referee.games.mythic.rules import endings, powers
from referee.games.mythic.rules.endings import COUNTERS, TRACKING_LEVELS
from referee.games.mythic.rules.light import UNNAMED
from referee.games.mythic.rules.recruiting import learn
from referee.games.mythic.rules.state import UNDER_WAY, GameState, Match, Piece, Setup, unit_names
from referee.games.mythic.units.language import read_unit
from referee.text.grammar import does, so_many
from referee.text.names import fold, printed


def _put(match: Match, counter: Counter[GameState], change: Change, source: str, rules: Sequence[str]) -> None:
    """Set the count of a player, a unit or an area, and report it."""
    owner = counter.owners.all_in(match.state)[change.owner]
    if counter.owners is PLAYERS and match.setup.draws == "program":
        raise Illegal("the program deals the cards of this game and counts them itself", "M67")
    if isinstance(owner, Piece) and not owner.in_play:
        like = f"adjust {owner.name} area A"
        raise Illegal(does(printed(owner.name), f"isn't in play; write where it is: {like}"), "destroyed")
    now = after(counter, owner, change)
    if counter.name == "elements" and now:
        area = match.state.board[change.owner]
        if not tables.terrain()[area.terrain].elements_of(area.capacity):
            line = f"if it is another terrain: adjust area {area.name}: forest {area.capacity}"
            raise Illegal(f"{area.name} is {area.terrain}, which has no 3D elements; {line}", "elements")
    counter.set(owner, now)
    cap = counter.most_of(owner) is not None
    has = f"{counter.describe(owner)} {counter.unit or counter.name}" if cap else counter.amount(counter.of(owner))
    match.say(f"Corrected: {does(change.owner, 'has')} {has} now.")


Unit = Annotated[
    str,
    unit_names("unit", lambda match: match.state.pieces),
    Ask("Which unit", options=lambda match: [Option(one.name) for one in match.state.pieces if one.status != "away"]),
]
Who = Annotated[
    str, PRESENT, Ask("Who", options=lambda match: [Option(match.name(seat)) for seat in match.state.playing()])
]
UnitName = Annotated[str, ANY_NAME, Ask("Which unit")]
Area = Annotated[str, Names("area", lambda match: match.state.board.names), Ask("Which area")]
HOLDER = Names(
    "area or unit", lambda match: match.names(match.state.pieces) | {area: area for area in match.state.board.names}
)
STONE = Names("mythology", lambda match: [stone for spot in match.state.spots.values() for stone in spot.stones])


@correction("[where ]{unit} area {area}")
def put_unit(match: Match, unit: Unit, area: Area) -> None:
    """A unit stands; one that was destroyed comes back whole. Raises Illegal."""
    TRACKING_LEVELS.verify(match.state, "areas")
    piece = match.state.piece(unit)
    if piece.status == "away":
        raise Illegal(does(printed(piece.name), "has left with its player"), "M77")
    if piece.area != area:
        match.refuse(*powers.why_no_room(match, piece, area))
    piece.status, piece.area, piece.vitality = "board", area, piece.vitality or piece.full
    match.say(f"Corrected: {does(printed(piece.name), 'stands')} in {area} now.")


def _absorbed(match: Match, divinity: str) -> list[str]:
    return match.state.players[match.state.piece(divinity).owner].absorbed


@correction("[absorbed ]{divinity} stones {number}", number=lambda match, divinity: len(_absorbed(match, divinity)))
def put_absorbed(
    match: Match, divinity: Unit, number: Annotated[int, Meta(ge=0, le=9), Ask("How many stones")]
) -> None:
    """Stones on a divinity's dashboard. Raises Illegal."""
    piece = match.state.piece(divinity)
    if not match.unit(piece.name).divinity:
        raise Illegal(does(printed(piece.name), "isn't a divinity and absorbs nothing"), "absorb")
    absorbed = _absorbed(match, divinity)
    mythology = fold(match.unit(piece.name).mythology) or UNNAMED
    del absorbed[number:]
    absorbed += [mythology] * (number - len(absorbed))
    match.say(f"Corrected: {does(printed(piece.name), 'has')} absorbed {so_many(number, 'stone')}.")


@correction("stone[ {mythology!!}] {giver} {taker}")
def move_stone(
    match: Match,
    giver: Annotated[str, HOLDER, Ask("Where is it")],
    taker: Annotated[str, HOLDER, Ask("Where does it go")],
    mythology: Annotated[str, STONE] = "",
) -> None:
    """It lies elsewhere: in another area, or with another unit. Raises Illegal."""
    TRACKING_LEVELS.verify(match.state, "areas")
    stone = _take_stone(match, giver, mythology)
    if taker in match.state.board:
        match.spot(taker).stones.append(stone)
    else:
        piece = match.state.piece(taker)
        if piece.stone or not piece.there:
            why = f"carries {match.a_stone(piece.stone)} already" if piece.stone else "isn't on the board"
            raise Illegal(f"{printed(taker)} {why}", "carried-stones")
        piece.stone = stone
    match.say(f"Corrected: the {match.stone_text(stone)} of {printed(giver)} is with {printed(taker)} now.")


def _take_stone(match: Match, giver: str, wanted: str) -> str:
    if giver in match.state.board:
        there = match.spot(giver).stones
        if not there or (wanted and wanted not in there):
            raise Illegal(f"no {wanted or 'stone'} lies in {giver}", "carried-stones")
        stone = wanted or there[0]
        there.remove(stone)
        return stone
    piece = match.state.piece(giver)
    if not piece.stone:
        raise Illegal(does(printed(giver), "carries no stone"), "carried-stones")
    stone, piece.stone = piece.stone, ""
    return stone


@correction("winner {player}")
def winner(match: Match, player: Who) -> None:
    """By the scenario's own text."""
    seat = seat_called(match.state, player)
    endings.decide(
        match, endings.members(match, match.setup.side(seat)), "scenario", "by the scenario", ("adventure-win",)
    )


@correction("{player}", verb="leave")
def leave(match: Match, player: Who) -> None:
    """A player leaves the game; as if the own divinity fell (M79). Raises Illegal."""
    seat = seat_called(match.state, player)
    if match.state.players[seat].out:
        raise Illegal(f"{match.name(seat)} is out of the game already", "M77")
    if match.state.phase not in UNDER_WAY:
        raise Illegal("the armies aren't complete; start the game again without this player", "M79")
    if match.setup.victory and 1 in (len(match.state.players) - 1, len(match.state.playing())):
        raise Illegal("the scenario says who has won then: adjust winner PLAYER because WHY", "M79")
    endings.lose(match, seat, f"{match.name(seat)} has left")


@correction("unit {name}: {line}")
def put_sheet(match: Match, name: UnitName, line: Annotated[str, Ask("What is printed on it")]) -> None:
    """What is printed on it. Raises Unreadable or Illegal."""
    unit = read_unit(f"{name}: {line}")
    known = match.known(unit.name)
    if known is not None and known.kind != unit.kind:
        raise Illegal(f"{unit.name} is a {known.kind}, and stays one", "army-limits")
    learn(match, unit)
    for piece in match.state.pieces:
        if fold(printed(piece.name)) == fold(unit.name):
            piece.full, piece.vitality = unit.full, min(piece.vitality, unit.full)


@correction("area {line}")
def put_area(match: Match, line: Annotated[str, Ask("How is this area written", "like E: ruins 4, level 1")]) -> None:
    """The map says something else; 3D elements stand there as at the start if its terrain is another."""
    TRACKING_LEVELS.verify(match.state, "areas")
    before = match.state.board
    board, area = words.with_area_anew(before, line)
    usual = board.elements(area.name)
    if (before.elements(area.name), before[area.name].terrain) != (usual, area.terrain):
        match.spot(area.name).elements = usual
    match.state.board = board
    match.say(f"Corrected: area {words.write_area(area)}.")


@correction("border {line}")
def put_border(
    match: Match, line: Annotated[str, Ask("How is this border written", "like A-B wall, or A-B none")]
) -> None:
    """Between two areas of the map. Raises Unreadable or Illegal."""
    TRACKING_LEVELS.verify(match.state, "areas")
    match.state.board, border = words.with_border_anew(match.state.board, line)
    match.say(f"Corrected: border {border}.")


@correction("line {line}")
def put_line(match: Match, line: Annotated[str, Ask("How is this line written", "like A-E: C, B-D")]) -> None:
    """What a line of sight meets. Raises Unreadable or Illegal."""
    TRACKING_LEVELS.verify(match.state, "areas")
    match.state.board, line = words.with_line_anew(match.state.board, line)
    match.say(f"Corrected: line {line}.")


def _settle(match: Match) -> None:
    """Apply the consequences: units without vitality are destroyed, four stones win."""
    for piece in match.state.pieces:
        known = piece.there or (piece.status == "waiting" and piece.full)
        if known and not piece.vitality and not match.state.over:
            piece.vitality = 0
            endings.destroy(match, piece)
    for seat in match.state.playing():
        if not match.state.over:
            endings.look_at_stones(match, seat)


def _canonical(setup: Setup, game: GameState) -> GameState:
    """Return a state whose map is in a fixed order, each border from its high side or alphabetical."""
    state: GameState = without_known(setup, game)
    borders = [
        one if one.above or one.first < one.second else replace(one, first=one.second, second=one.first)
        for one in state.board.boundaries
    ]
    state.board = replace(state.board, boundaries=tuple(sorted(borders, key=lambda one: (one.first, one.second))))
    return state


CORRECTIONS: Corrections[Setup, GameState, Match] = Corrections(
    opened=Match,
    holdings=Holdings(counters=COUNTERS, put=_put, example=lambda match: "hand 5"),
    settle=_settle,
    canonical=_canonical,
    others=(put_unit, put_absorbed, move_stone, put_area, put_border, put_line, winner, leave, put_sheet),
)
