"""After recruiting: the stones, the players' zones, troops placed in turn, decks and first hands (Setup)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from referee.asking.question import Option, Procedure, Question, choice
from referee.errors import Illegal, Unreadable
from referee.games.mythic.rules import cards, learning, places
from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.events import Dealt, Placed, StonesLaid
from referee.games.mythic.rules.state import AOW, Cards, Piece
from referee.games.mythic.tables import numbers
from referee.text.names import fold

NONE = "none"

Stones = tuple[tuple[str, str], ...]


class Place(Struct, frozen=True):
    """A troop and the area that it is placed in."""

    unit: str
    area: str


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


def place(match: Match) -> Procedure[None]:
    """One troop onto an own deployment area (M59)."""
    placed: Place = yield _place_question(match)
    piece = match.state.piece(placed.unit)
    area = yield from learning.known_area(match, placed.area, places.deploying(piece))
    places.come(match, piece, area)
    match.emit(Placed(match.seat, piece.name, area))
    _pass_on(match)


def _place_question(match: Match) -> Question[Place]:
    player = match.player
    return Question(
        "place", f"{player.name} places a troop", lambda text: _read_place(match, text),
        options=lambda: list(_place_options(match)), closed=lambda: list(_place_options(match, closed=True)),
        who=player.name, open=places.learns(match), hint=_place_hint(match),
        write=lambda placed: f"place {placed.unit} {placed.area}",
    )  # fmt: skip


def _place_hint(match: Match) -> str:
    """Where a troop is placed; how it is written, where the areas aren't known yet."""
    if match.player.zone:
        return f"in zone {match.player.zone}"
    return f"the troop and its area, like {troops(match, match.seat)[0].name} Camp" if places.learns(match) else ""


def _place_options(match: Match, *, closed: bool = False) -> Iterator[Option]:
    for piece in troops(match, match.seat):
        for name in match.state.board.names:
            why, rule = places.why_not_deploy(match, piece, name)
            if closed == bool(why):
                detail = why or places.told(match, name)
                yield Option(f"place {piece.name} {name}", detail=detail, rule=rule, group=piece.name)
        if not closed:
            yield from learning.new_area(
                match, piece.owner, f"place {piece.name}", lambda text: _read_place(match, text)
            )


def _read_place(match: Match, text: str) -> Place:
    words = " ".join(text.split())
    words = words[len("place ") :] if fold(words).startswith("place ") else words
    name, _, area = words.rpartition(" ")
    if not name or fold(words) in (fold(piece.name) for piece in troops(match, match.seat)):
        raise Unreadable("write the troop and its area, like place Reed Archers A")
    piece = match.find_piece(name, troops(match, match.seat), "troop to place")
    if places.learns(match) and learning.area_named(match, area) not in match.state.board:
        return Place(piece.name, area)
    area = match.find_area(area)
    why, rule = places.why_not_deploy(match, piece, area)
    if why:
        raise Illegal(why, rule)
    return Place(piece.name, area)


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
