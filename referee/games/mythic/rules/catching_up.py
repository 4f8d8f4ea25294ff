"""What a light table hasn't kept: the standing at the end, or before more is tracked armies, areas, stones, cards."""

from __future__ import annotations

import re

from msgspec import Struct

from referee.asking.question import Option, Procedure, Question, choice, whole_number
from referee.declaration.tracking import EVERYTHING, SCORE
from referee.errors import Unreadable
from referee.games.mythic.rules import cards, endings, learning, places, setting_up
from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.events import AllCounted
from referee.games.mythic.rules.light import UNNAMED
from referee.games.mythic.rules.state import AOW, OMPHALOS, Cards, Piece, Status
from referee.games.mythic.tables import numbers
from referee.text.names import find, fold, keyed, numbered, printed

NONE, NOBODY, OFF = "none", "nobody", "off"
MOST = 99


class Left(Struct, frozen=True):
    """A unit of an army, by its printed name, and the vitality that it has left (-1: all of it)."""

    name: str
    vitality: int = -1


def count(match: Match) -> Procedure[None]:
    """Ask for what isn't known: the standing where only the score is tracked, all else before more is tracked."""
    game = match.state
    if game.known == SCORE and game.over:
        yield from _standing(match)
    elif game.known == SCORE:
        for seat in game.playing():
            yield from _army(match, seat)
    if game.tracking == EVERYTHING and not game.over:
        yield from _board(match)
        for seat in game.playing():
            yield from _cards(match, seat)
    match.emit(AllCounted())


# --- the standing at the end ------------------------------------------------------------------------


def _standing(match: Match) -> Procedure[None]:
    """Stones, the divinity's vitality and the units left of each; who has won, where they don't say."""
    for player in match.state.players:
        stones, vitality, units = yield _standing_question(player.name)
        player.absorbed = [UNNAMED] * stones
        player.counted = {"vitality": vitality, "units": units}
    won, decided = _decided(match)
    if not decided:
        names = [player.name for player in match.state.players]
        said: str = yield choice("winner", "Who has won", [*map(Option, names), Option(NOBODY)])
        won = [] if said == NOBODY else endings.members(match, match.setup.side(names.index(said)))
        decided = "" if said == NOBODY else "scenario"
    match.state.won, match.state.decided = won, decided


def _decided(match: Match) -> tuple[list[int], str]:
    """Who has won by what was counted, and by what: stones, then divinities; nobody where that doesn't say."""
    setup, players = match.setup, match.state.players
    if setup.by_scenario:
        return [], ""
    sides = [endings.members(match, side) for side in dict.fromkeys(map(setup.side, range(len(players))))]
    stones = [side for side in sides if sum(len(players[seat].absorbed) for seat in side) >= numbers().victory.stones]
    if len(stones) == 1:
        return stones[0], "stones"
    whole = [side for side in sides if all(players[seat].counted["vitality"] for seat in side)]
    return (whole[0], "team" if setup.teams else "last divinity") if len(whole) == 1 and not stones else ([], "")


def _standing_question(name: str) -> Question[tuple[int, int, int]]:
    def parse(text: str) -> tuple[int, int, int]:
        found = [int(number) for number in re.findall(r"\d+", text)]
        if len(found) != 3 or max(found) > MOST or re.search(r"[^\d\s,/]", text):
            raise Unreadable("write three numbers: stones absorbed, the divinity's vitality, units left, like 2 5 3")
        return found[0], found[1], found[2]

    return Question(
        "standing", f"{name}: stones absorbed, vitality of the divinity, units left", parse, hint="like 2 5 3",
        write=lambda three: " ".join(map(str, three)),
    )  # fmt: skip


# --- armies -----------------------------------------------------------------------------------------


def _army(match: Match, seat: int) -> Procedure[None]:
    """A player's units with the vitality that they have left, and the stones absorbed."""
    game = match.state
    army: list[Left] = yield _army_question(match, seat)
    for left in army:
        unit = yield from learning.whole_unit(match, left.name)
        copies = sum(fold(printed(piece.name)) == fold(unit.name) for piece in game.pieces)
        vitality = unit.full if left.vitality < 0 else min(left.vitality, unit.full)
        status: Status = "board" if vitality else "destroyed"
        game.pieces.append(Piece(numbered(unit.name, copies + 1), seat, vitality, unit.full, status))
    many: int = yield whole_number("stones", f"{match.name(seat)}: stones absorbed", 0, 9, default="0")
    game.players[seat].absorbed, game.players[seat].recruited = [UNNAMED] * many, True


def _army_question(match: Match, seat: int) -> Question[list[Left]]:
    known = keyed([*match.setup.units, *match.state.learnt], lambda unit: unit.name)

    def parse(text: str) -> list[Left]:
        found = []
        for part in filter(None, map(str.strip, text.split(","))):
            name, _, number = part.rpartition(" ")
            named = (name, int(number)) if name and number.isdecimal() else (part, -1)
            unit = learning.find_known(named[0], known)
            found.append(Left(unit.name if unit is not None else named[0], named[1]))
        if not found or any(one.name.isdecimal() for one in found):
            raise Unreadable("write the units with the vitality left, like Storm Warden 5, Ash Runner")
        return found

    return Question(
        "army", f"{match.name(seat)}'s units, with the vitality that is left", parse,
        hint="like Storm Warden 5, Ash Runner (unhurt), Wall Guard 0 (destroyed)", write=_write_army,
    )  # fmt: skip


def _write_army(army: list[Left]) -> str:
    return ", ".join(one.name if one.vitality < 0 else f"{one.name} {one.vitality}" for one in army)


# --- the board --------------------------------------------------------------------------------------


def _board(match: Match) -> Procedure[None]:
    """Zones, where each unit stands, 3D elements, and the stones that lie on the board."""
    game = match.state
    for name in game.board.names:
        match.spot(name).elements = game.board.elements(name)
    for seat in game.playing():
        yield from setting_up.agree_zone(match, seat)
    standing = [piece for piece in game.pieces if piece.there]
    for piece in standing:
        piece.status = "waiting"
    for piece in standing:
        yield from _put(match, piece)
    yield from setting_up.lay_told(match)


def _put(match: Match, piece: Piece) -> Procedure[None]:
    """Where a unit stands; one that isn't on the board yet waits."""

    def parse(text: str) -> str:
        if fold(text) == OFF:
            return OFF
        area = learning.area_named(match, text.strip()) if places.learns(match) else match.find_area(text)
        if area in match.state.board:
            match.refuse(*places.why_no_room(match, piece, area))
        return area

    area: str = yield Question(
        "where", f"In which area is {match.name(piece.owner)}'s {printed(piece.name)}", parse, write=str,
        hint=f"{OFF}: not on the board", options=lambda: [*map(Option, match.state.board.names), Option(OFF)],
        open=places.learns(match),
    )  # fmt: skip
    if area != OFF:
        piece.area = yield from learning.known_area(match, area)
        piece.status = "board"


# --- cards ------------------------------------------------------------------------------------------


def _cards(match: Match, seat: int) -> Procedure[None]:
    """A player's discards, which lie open, and how many cards the hand has; the others are the deck."""
    player = match.state.players[seat]
    pool = setting_up.cards_of(match, seat)
    discards: list[str] = yield _discards_question(match, seat, pool)
    for card in discards:
        if pool.get(card):
            cards.take_away(pool, card)
    total = sum(pool.values())
    hand: int = yield whole_number("hand", f"{player.name}: cards in hand", 0, total + MOST)
    if hand > total:
        pool[AOW] = pool.get(AOW, 0) + hand - total
    player.cards = Cards(deck=max(0, total - hand), pool=pool, discard=discards)
    if match.setup.draws == "program":
        player.cards.deck = sum(pool.values())
        cards.from_deck(match, player.cards, hand)


def _discards_question(match: Match, seat: int, pool: dict[str, int]) -> Question[list[str]]:
    known = keyed([*pool, OMPHALOS, AOW], str) | {"aow": AOW}

    def parse(text: str) -> list[str]:
        found: list[str] = []
        for part in [] if fold(text) in ("", NONE, "-") else text.split(","):
            name, _, number = part.strip().rpartition(" ")
            named, many = (name, int(number)) if name and number.isdecimal() else (part.strip(), 1)
            card = find(named, known, "card of this army", listing=8)
            if card not in (AOW, OMPHALOS) and many > pool[card]:
                raise Unreadable(f"there are {pool[card]} {printed(card)} cards, not {many}")
            found += [card] * many
        return found

    return Question(
        "discards", f"{match.name(seat)}: the discard pile", parse, default=NONE, write=_write_cards,
        hint="like Ash Runner 2, art of war",
    )  # fmt: skip


def _write_cards(names: list[str]) -> str:
    counts = {name: names.count(name) for name in names}
    return ", ".join(f"{name} {many}" if many > 1 else name for name, many in counts.items()) or NONE
