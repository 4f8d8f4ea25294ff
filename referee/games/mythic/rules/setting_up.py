"""After recruiting: the stones, the players' zones, troops placed in turn, decks and first hands (Setup)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Annotated, Self

from referee.asking.interrupts import Refusal as Closed
from referee.asking.moves import Move, Moves, ask_move
from referee.asking.question import Option, Procedure, Question, choice
from referee.effects.phrases import Names
from referee.errors import Unreadable
from referee.games.mythic.rules import cards, learning, places
from referee.games.mythic.rules.acting import Area, shut
from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.events import Dealt, Placed, StonesLaid
from referee.games.mythic.rules.state import AOW, Cards, Piece
from referee.games.mythic.tables import numbers
from referee.text.names import fold

NONE = "none"

Stones = tuple[tuple[str, str], ...]


# --- stones and zones -------------------------------------------------------------------------------


def lay_stones(match: Match) -> Procedure[None]:
    """The divine stones, as the scenario has them or as the table says."""
    if match.setup.scenario:
        yield from _lay(match, match.setup.stones)
    else:
        yield from lay_told(match)
    match.state.phase = "zones"


def lay_told(match: Match) -> Procedure[None]:
    """The divine stones that lie on the board, as the table says."""
    laid: Stones = yield _stones_question(match)
    yield from _lay(match, laid)


def _lay(match: Match, laid: Stones) -> Procedure[None]:
    for mythology, area in laid:
        area = yield from learning.known_area(match, area)
        match.spot(area).stones.append(mythology)
    match.emit(StonesLaid(laid))


def _stones_question(match: Match) -> Question[Stones]:
    def parse(text: str) -> Stones:
        if fold(text) in ("", NONE):
            return ()
        return tuple(_stone(match, part) for part in text.split(","))

    return Question(
        "stones", "Divine stones: the mythology of each, and its area", parse, default=NONE, open=True,
        hint="like greek C, norse E", write=lambda laid: ", ".join(" ".join(one) for one in laid) or NONE,
    )  # fmt: skip


def _stone(match: Match, text: str) -> tuple[str, str]:
    mythology, _, area = " ".join(text.split()).rpartition(" ")
    if not mythology.replace(" ", "").isalpha():
        raise Unreadable(f'"{text.strip()}": write the mythology and the area of each stone, like greek C')
    return fold(mythology), area if places.learns(match) else match.find_area(area)


def zones(match: Match) -> list[str]:
    """The zones that the map has, by name."""
    return list(dict.fromkeys(area.zone for area in match.state.board.areas if area.zone))


def agree_zones(match: Match) -> Procedure[None]:
    """Each player's deployment zone, where the map has zones and no scenario gave them out.

    On a map that is learnt it is the zone where the first unit of the player comes into the game.
    """
    game, found = match.state, [] if places.learns(match) else zones(match)
    for number, zone in enumerate(match.setup.zones):
        game.players[number].zone = zone
    seat: int | None = next((one for one in game.clockwise(game.lead) if not game.players[one].zone), None)
    if not found or seat is None:
        game.phase, game.active = "place", game.lead
        _pass_on(match, first=True)
        return
    yield from agree_zone(match, seat)


def agree_zone(match: Match, seat: int) -> Procedure[None]:
    """A player's deployment zone: the scenario's, or one of those that the map has."""
    player = match.state.players[seat]
    if match.setup.zones:
        player.zone = match.setup.zones[seat]
        return
    found = zones(match)
    free = [zone for zone in found if not places.zone_of_enemy(match, seat, zone)]
    options = [Option(zone, detail=_zone_told(match, zone)) for zone in free or found]
    if options:
        player.zone = yield choice("zone", f"{player.name} deploys in which zone", options, who=player.name)


def _zone_told(match: Match, zone: str) -> str:
    return "areas " + ", ".join(match.state.board.zone(zone))


# --- troops -----------------------------------------------------------------------------------------


def troops(match: Match, seat: int) -> list[Piece]:
    """A player's troops that aren't on the board yet."""
    return [piece for piece in match.state.of(seat)
            if piece.status == "waiting" and match.unit(piece.name).troop]  # fmt: skip


def _placeable(match: Match, seat: int) -> bool:
    """Whether a player has a troop that finds room; one that doesn't waits, and deploys later."""
    waiting = troops(match, seat)
    return bool(waiting) and (places.learns(match) or any(
        not places.why_not_deploy(match, piece, name)[0] for piece in waiting for name in match.state.board.names
    ))  # fmt: skip


def _pass_on(match: Match, *, first: bool = False) -> None:
    """The next player with a troop to place, clockwise; without one the decks are formed."""
    game = match.state
    order = game.clockwise(game.active)
    order = order if first else [*order[1:], order[0]]
    following = next((seat for seat in order if _placeable(match, seat)), None)
    if following is None:
        game.phase = "cards"
    else:
        game.active = following


Troop = Annotated[str, Names("troop to place", lambda match: match.named(troops(match, match.seat)))]


class PlaceTroop(Move[Match], frozen=True):
    """A troop comes onto an own deployment area (M59)."""

    says = ("place {unit} {area}", "{unit} {area}")
    unit: Troop
    area: Area

    @classmethod
    def candidates(cls, match: Match) -> Iterator[Self]:
        """Each troop in each area."""
        names = match.state.board.names
        return (cls(piece.name, name) for piece in troops(match, match.seat) for name in names)

    @classmethod
    def others(cls, match: Match, *, closed: bool) -> Iterator[Option]:
        """An area that nobody has told yet."""
        for piece in () if closed else troops(match, match.seat):
            yield from learning.new_area(match, piece.owner, f"place {piece.name}", partial(PLACING.read_move, match))

    def why_not(self, match: Match) -> Closed | str:
        """What forbids an area that is known."""
        if self.area not in match.state.board:
            return ""
        return shut(places.why_not_deploy(match, match.state.piece(self.unit), self.area))

    def option(self, match: Match, text: str) -> Option:
        """How it is listed, with what lies there."""
        return Option(text, detail=places.told(match, self.area), group=self.unit)

    def do(self, match: Match) -> Procedure[None]:
        """Place the troop; the next player with one places it."""
        piece = match.state.piece(self.unit)
        area = yield from learning.known_area(match, self.area, places.deploying(piece))
        places.come(match, piece, area)
        match.emit(Placed(match.seat, piece.name, area))
        _pass_on(match)


PLACING = Moves(PlaceTroop)


def place(match: Match) -> Procedure[None]:
    """One troop is placed."""
    player = match.player
    hint = f"in zone {player.zone}" if player.zone else ""
    if places.learns(match) and not hint:  # how it is written, where the areas aren't known yet
        hint = f"the troop and its area, like {troops(match, match.seat)[0].name} Camp"
    asked = f"{player.name} places a troop"
    question = PLACING.question(match, "place", asked, who=player.name, open=places.learns(match), hint=hint)
    yield from ask_move(question, match)


# --- decks ------------------------------------------------------------------------------------------


def cards_of(match: Match, seat: int) -> dict[str, int]:
    """The cards that a player's deck is made of: the activation cards, and AoW cards for the strategic values."""
    own = [(piece.name, match.unit(piece.name)) for piece in match.state.of(seat)]
    pool = {name: unit.cards for name, unit in own if unit.cards is not None}
    art = sum(unit.art or 0 for _, unit in own)
    return pool | ({AOW: art} if art else {})


def form_decks(match: Match) -> Procedure[None]:
    """Decks of all activation cards and AoW cards for the strategic values; the first hands."""
    yield from ()
    game, first = match.state, numbers().setup
    for seat in game.clockwise(game.lead):
        player = game.players[seat]
        pool = cards_of(match, seat)
        art = pool.get(AOW, 0)
        activation = sum(pool.values()) - art
        player.cards = Cards(deck=activation + art, pool=pool)
        extra = first.aow_in_hand + player.reserve
        for _ in range(extra):
            cards.receive(match, seat, AOW)
        drawn = cards.from_deck(match, player.cards, first.drawn)
        by_program = match.setup.draws == "program"
        match.emit(Dealt(seat, player.cards.deck, player.cards.held, activation, art, extra, drawn, by_program))
    game.phase, game.active = "start", game.lead
