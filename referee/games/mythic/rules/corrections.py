"""What the table puts right by hand: cards counted, vitality, where units and stones are, elements, who leaves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial

from msgspec.structs import replace

from referee.asking.question import Option, Question, choice, free_text, whole_number
from referee.cards.known import without_known
from referee.declaration.changes import Change, Holdings, after, seat_called
from referee.declaration.corrections import Correction, Corrections, OfNamed
from referee.declaration.counts import PLAYERS, Counter
from referee.errors import Illegal, Unreadable
from referee.games.mythic.board import words
from referee.games.mythic.rules import endings, harm, places
from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.counts import COUNTERS, TRACKING_LEVELS
from referee.games.mythic.rules.events import PutRight
from referee.games.mythic.rules.learning import learn
from referee.games.mythic.rules.state import GameState, Piece, Setup
from referee.games.mythic.units.language import read_unit
from referee.text.grammar import does, so_many
from referee.text.names import find, fold, printed

PAIR = 2
ABSORBED = "divine"
"""The mythology of a stone that was absorbed and nobody has named."""


def _put(match: Match, counter: Counter[GameState], change: Change, source: str, rules: Sequence[str]) -> None:
    """Let a player, a unit or an area have so many, and say so."""
    owner = counter.owners.all_in(match.state)[change.owner]
    if counter.owners is PLAYERS and match.setup.draws == "program":
        raise Illegal("the program deals the cards of this game and counts them itself", "M67")
    if isinstance(owner, Piece) and not owner.there and owner.status != "waiting":
        like = f"adjust {owner.name} area A"
        raise Illegal(does(printed(owner.name), f"isn't in play; write where it is: {like}"), "destroyed")
    counter.set(owner, after(counter, owner, change))
    of = counter.most_of(owner) is not None
    has = f"{counter.told(owner)} {counter.unit or counter.name}" if of else counter.amount(counter.of(owner))
    match.emit(PutRight(f"{does(change.owner, 'has')} {has} now"))


def _piece(match: Match, name: str) -> Piece:
    return match.find_piece(name, match.state.pieces)


def _put_area(match: Match, name: str, area: str) -> None:
    """Where a unit stands; one that was destroyed comes back whole."""
    TRACKING_LEVELS.verify(match.state, "areas")
    piece, there = _piece(match, name), match.find_area(area)
    if piece.status == "away":
        raise Illegal(does(printed(piece.name), "has left with its player"), "M77")
    if piece.area != there:
        match.refuse(*places.why_no_room(match, piece, there))
    piece.status, piece.area, piece.vitality = "board", there, piece.vitality or piece.full
    match.emit(PutRight(does(printed(piece.name), f"stands in {there} now")))


def _put_absorbed(match: Match, name: str, number: str) -> None:
    """How many stones lie on a divinity's dashboard."""
    piece = _piece(match, name)
    if not match.unit(piece.name).divinity:
        raise Illegal(does(printed(piece.name), "is no divinity, and absorbs nothing"), "absorb")
    absorbed = match.state.players[piece.owner].absorbed
    mythology = fold(match.unit(piece.name).mythology) or ABSORBED
    del absorbed[int(number) :]
    absorbed += [mythology] * (int(number) - len(absorbed))
    match.emit(PutRight(does(printed(piece.name), f"has absorbed {so_many(int(number), 'stone')}")))


def _move_stone(match: Match, text: str) -> None:
    """A stone goes from an area or a unit to another: "C Ash Runner", "greek C Ash Runner"."""
    TRACKING_LEVELS.verify(match.state, "areas")
    holders = {fold(name): name for name in (*match.state.board.names, *(piece.name for piece in match.state.pieces))}
    stones = {fold(stone): stone for spot in match.state.spots.values() for stone in spot.stones}
    said = _begun_by(stones.keys() - holders.keys(), fold(text))
    wanted, typed = stones.get(said, ""), fold(text).removeprefix(said).strip()
    giver = _begun_by(holders, typed)
    if not giver:
        raise Unreadable(f'"{text}": write where it is and who gets it, like adjust stone C Ash Runner')
    taker = holders[fold(find(typed[len(giver) :].strip(), holders, "area or unit"))]
    stone = _take_stone(match, holders[giver], wanted)
    if taker in match.state.board:
        match.spot(taker).stones.append(stone)
    else:
        piece = match.state.piece(taker)
        if piece.stone or not piece.there:
            why = f"carries {match.a_stone(piece.stone)} already" if piece.stone else "isn't on the board"
            raise Illegal(f"{printed(taker)} {why}", "carried-stones")
        piece.stone = stone
    match.emit(PutRight(f"the {match.stone_told(stone)} of {printed(holders[giver])} is with {printed(taker)} now"))


def _begun_by(names: Iterable[str], text: str) -> str:
    """The longest of some names that a text begins with; "" if it begins with none."""
    return max((name for name in names if text.startswith(f"{name} ")), key=len, default="")


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


def _winner(match: Match, name: str) -> None:
    """The table says who has won, by the scenario's own text."""
    seat = seat_called(match.state, name)
    endings.decide(match, endings.members(match, match.setup.side(seat)), "scenario", "by the scenario",
                   ("adventure-win",))  # fmt: skip


def _leave(match: Match, name: str) -> None:
    """A player leaves as if the own divinity fell (M79)."""
    seat = seat_called(match.state, name)
    if match.state.players[seat].out:
        raise Illegal(f"{match.name(seat)} is out of the game already", "M77")
    if match.state.phase not in ("start", "choose", "act"):
        raise Illegal("the armies aren't complete; start the game anew without this player", "M79")
    if match.setup.by_scenario and len(match.state.players) == PAIR:
        raise Illegal("the scenario says who has won then: adjust winner PLAYER because WHY", "M79")
    endings.lose(match, seat, f"{match.name(seat)} has left")


def _put_unit(match: Match, name: str, line: str) -> None:
    """What is printed on a unit."""
    unit = read_unit(f"{name.strip()}: {line.strip()}")
    known = match.known(unit.name)
    if known is not None and known.kind != unit.kind:
        raise Illegal(f"{unit.name} is a {known.kind}, and stays one", "army-limits")
    learn(match, unit)
    for piece in match.state.pieces:
        if fold(printed(piece.name)) == fold(unit.name):
            piece.full, piece.vitality = unit.full, min(piece.vitality, unit.full)


def _put_area_anew(match: Match, text: str) -> None:
    """What an area of the map is; 3D elements stand there as at the start if its terrain is another."""
    TRACKING_LEVELS.verify(match.state, "areas")
    before = match.state.board
    board, area = words.with_area_anew(before, text)
    usual = board.elements(area.name)
    if (before.elements(area.name), before[area.name].terrain) != (usual, area.terrain):
        match.spot(area.name).elements = usual
    match.state.board = board
    match.emit(PutRight(f"area {words.write_area(area)}"))


def _put_border(match: Match, text: str) -> None:
    """What lies between two areas of the map."""
    TRACKING_LEVELS.verify(match.state, "areas")
    match.state.board, border = words.with_border_anew(match.state.board, text)
    match.emit(PutRight(f"border {border}"))


def _put_line(match: Match, text: str) -> None:
    """What a line of sight meets."""
    TRACKING_LEVELS.verify(match.state, "areas")
    match.state.board, line = words.with_line_anew(match.state.board, text)
    match.emit(PutRight(f"line {line}"))


def _map_line(what: str, like: str, match: Match) -> list[Question[str]]:
    return [free_text(what, f"How is this {what} written", hint=f"like {like}")]


def _settle(match: Match) -> None:
    """What follows of itself: who has no vitality is destroyed, four stones win."""
    for piece in match.state.pieces:
        if piece.there and not piece.vitality and not match.state.over:
            piece.vitality = 0
            harm.destroy(match, piece)
    for seat in match.state.playing():
        if not match.state.over:
            endings.look_at_stones(match, seat)


def _units(match: Match) -> list[Option]:
    return [Option(piece.name) for piece in match.state.pieces if piece.status != "away"]


def _ask_area(match: Match) -> list[Question[str]]:
    return [choice("unit", "Which unit", _units(match)), free_text("area", "Which area")]


def _ask_players(match: Match) -> list[Question[str]]:
    return [choice("player", "Who", [Option(match.name(seat)) for seat in match.state.playing()])]


def _canonical(setup: Setup, game: GameState) -> GameState:
    """A state whose map is written in one order, each border from its high side or by the alphabet."""
    said: GameState = without_known(setup, game)
    borders = [one if one.above or one.first < one.second else replace(one, first=one.second, second=one.first)
               for one in said.board.boundaries]  # fmt: skip
    said.board = replace(said.board, boundaries=tuple(sorted(borders, key=lambda one: (one.first, one.second))))
    return said


HOLDINGS: Holdings[Match] = Holdings(
    counters=COUNTERS,
    put=_put,
    verify=lambda match, counter: TRACKING_LEVELS.verify(match.state, counter.name),
    usage=("adjust PLAYER hand|deck NUMBER",),
    example=lambda match: "hand 5",
)
CORRECTIONS: Corrections[Setup, GameState, Match] = Corrections(
    opened=Match, holdings=HOLDINGS, settle=_settle, canonical=_canonical, others=[
        OfNamed(word="where", detail="a unit stands", usage="adjust UNIT area AREA", pattern="(.+) area (.+)",
                carry_out=_put_area, ask=_ask_area, joint=" area "),
        OfNamed(word="absorbed", detail="stones on a divinity's dashboard", usage="adjust DIVINITY stones NUMBER",
                pattern=r"(.+) stones (\d)", carry_out=_put_absorbed,
                number=lambda match, name: len(match.state.players[_piece(match, name).owner].absorbed),
                ask=lambda match: [choice("unit", "Which divinity", _units(match)),
                                   whole_number("number", "How many stones", 0, 9)], joint=" stones "),
        Correction(word="stone", detail="it lies elsewhere", usage="adjust stone [MYTHOLOGY] AREA|UNIT AREA|UNIT",
                   pattern="(.+)", carry_out=_move_stone,
                   ask=lambda match: [free_text("what", "Which stone goes where", hint="C Ash Runner")]),
        Correction(word="area", detail="the map says something else", usage="adjust area NAME: TERRAIN CAPACITY, ...",
                   pattern="(.+)", carry_out=_put_area_anew, ask=partial(_map_line, "area", "E: ruins 4, level 1")),
        Correction(word="border", detail="between two areas of the map", usage="adjust border A-B [KIND]|none",
                   pattern="(.+)", carry_out=_put_border, ask=partial(_map_line, "border", "A-B wall, or A-B none")),
        Correction(word="line", detail="what a line of sight meets", usage="adjust line A-B: AREAS, BORDERS|nothing",
                   pattern="(.+)", carry_out=_put_line, ask=partial(_map_line, "line", "A-E: C, B-D")),
        Correction(word="winner", detail="by the scenario's own text", usage="adjust winner PLAYER because WHY",
                   pattern="(.+)", carry_out=_winner, ask=_ask_players),
        Correction(word="leave", verb="leave", detail="a player leaves the game", usage="leave PLAYER",
                   pattern="(.+)", carry_out=_leave, ask=_ask_players),
        Correction(word="unit", detail="what is printed on it", usage="adjust unit NAME: what is printed on it",
                   pattern=r"([^:]+):(.+)", carry_out=_put_unit, joint=": ",
                   ask=lambda match: [free_text("unit", "Which unit"), free_text("line", "What is printed on it")]),
    ],
)  # fmt: skip
