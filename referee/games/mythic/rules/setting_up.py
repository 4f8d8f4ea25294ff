"""After recruiting: the stones, the players' zones, troops placed in turn, decks and first hands (Setup)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from typing import Annotated, Any, Self

from referee.asking.interrupts import ALLOWED, Refusal
from referee.asking.moves import Move, Moves, ask_move
from referee.asking.question import Option, Procedure, Question, choice, whole_number
from referee.asking.words import IDLE
from referee.declaration.tracking import EVERYTHING, SCORE
from referee.errors import Unreadable
from referee.games.mythic.rules import cards, endings, powers, recruiting
from referee.games.mythic.rules.activation import Area
from referee.games.mythic.rules.light import UNNAMED
from referee.games.mythic.rules.state import AOW, OMPHALOS, Cards, GameState, Match, Piece, Setup, Status, unit_names
from referee.games.mythic.vocabulary import MYTHOLOGIES
from referee.text.grammar import so_many
from referee.text.names import and_list, by_key, find, fold, is_nothing, numbered, printed
from referee.text.pattern import lazy_pattern

NONE = "none"

Stones = tuple[tuple[str, str], ...]


# --- stones and zones -------------------------------------------------------------------------------


def lay_stones(match: Match) -> Procedure[None]:
    """Lay the divine stones of the scenario, or ask for them."""
    yield from _lay(match, match.setup.stones if match.setup.scenario else (yield _stones_question(match)))
    match.state.phase = "zones"


def _lay(match: Match, laid: Stones) -> Procedure[None]:
    for mythology, area in laid:
        area = yield from recruiting.known_area(match, area)
        match.spot(area).stones.append(mythology)
    stones = and_list(f"{mythology} in {area}" for mythology, area in laid)
    match.say(f"Divine stones: {stones}." if laid else "No divine stones lie on the board.", "board-set-up", "M1")


_BETWEEN_STONES = lazy_pattern(rf",|\s+(?:and|&)\s+(?=(?:{'|'.join(MYTHOLOGIES)})\b)", re.IGNORECASE)
_WITH_STONES = IDLE | {"ones", "stone", "stones"}
"""Words that may stand beside mythologies and areas."""
_STONE = lazy_pattern(r"(.+?)(?: (?:on|in|at))? (\S+)", re.IGNORECASE)


def _stones_question(match: Match) -> Question[Stones]:
    def parse(text: str) -> Stones:
        if is_nothing(text):
            return ()
        parts = _listed(match, text) or _BETWEEN_STONES.split(text)
        return tuple(_stone(match, part) for part in parts)

    return Question(
        "stones",
        "Divine stones: the mythology of each, and its area",
        parse,
        default=NONE,
        open=True,
        hint="like greek C, norse E",
        words=lambda: [*MYTHOLOGIES, *(area.name for area in match.state.board.areas)],
        write=lambda laid: ", ".join(" ".join(one) for one in laid) or NONE,
    )


def _listed(match: Match, text: str) -> list[str]:
    """Parse stones with several areas at once, "greek B C D, 2 norse: H L", or areas first, "B greek".

    Return each as a mythology and an area; empty if the text has other words.
    """
    areas = {fold(area.name): area.name for area in match.state.board.areas}
    words = [word for word in re.findall(r"[^\s,;:]+", fold(text)) if word in areas or word not in _WITH_STONES]
    what, where = rf"(?P<what>{'|'.join(MYTHOLOGIES)})", rf"(?P<where>(?:(?:{'|'.join(map(re.escape, areas))}) )+)"
    line = "".join(f"{word} " for word in words)
    for way in (rf"(?P<many>\d+ )?{what} {where}", rf"(?P<many>\d+ )?{where}{what} "):
        found = [one.groupdict("") for one in re.finditer(way, line)] if re.fullmatch(rf"(?:{way})+", line) else []
        if all(one["many"].strip() in ("", str(len(one["where"].split()))) for one in found) and found:
            return [f"{one['what']} {areas[area]}" for one in found for area in one["where"].split()]
    return []


def _stone(match: Match, text: str) -> tuple[str, str]:
    parts = _STONE.fullmatch(" ".join(text.split()))
    mythology, area = parts.groups() if parts is not None else ("", "")
    if not mythology.isalpha():
        raise Unreadable(f'"{text.strip()}": write the mythology and the area of each stone, like greek C')
    return fold(mythology), area if powers.learns(match) else match.find_area(area)


def zones(match: Match) -> list[str]:
    """List the zones of the map by name."""
    return list(dict.fromkeys(area.zone for area in match.state.board.areas if area.zone))


def agree_zones(match: Match) -> Procedure[None]:
    """Ask for each player's deployment zone, if the map has zones and no scenario assigned them.

    On a map that is typed in as the game goes, it is the zone where the player's first unit comes into the game.
    """
    game, found = match.state, [] if powers.learns(match) else zones(match)
    seat: int | None = next((one for one in game.clockwise(game.lead) if not game.players[one].zone), None)
    if not found or seat is None:
        game.phase, game.active = "place", game.lead
        _pass_on(match, first=True)
        return
    yield from agree_zone(match, seat)


def agree_zone(match: Match, seat: int) -> Procedure[None]:
    """Set a player's deployment zone: the scenario's, or ask for one of the map's."""
    player = match.state.players[seat]
    if match.setup.zones:
        player.zone = match.setup.zones[seat]
        return
    found = zones(match)
    free = [zone for zone in found if not powers.zone_of_enemy(match, seat, zone)]
    options = [Option(zone, detail=f"areas {', '.join(match.state.board.zone(zone))}") for zone in free or found]
    if options:
        player.zone = yield choice("zone", f"Which zone does {player.name} deploy in", options, who=player.name)


# --- troops -----------------------------------------------------------------------------------------


def troops(match: Match, seat: int) -> list[Piece]:
    """List a player's troops that aren't on the board yet."""
    return [piece for piece in match.state.of(seat) if piece.status == "waiting" and match.unit(piece.name).troop]


def _placeable(match: Match, seat: int) -> bool:
    """Return whether a player has a troop that finds room; one that doesn't waits, and deploys later."""
    waiting = troops(match, seat)
    return bool(waiting) and (powers.learns(match) or any(powers.open_areas(match, piece) for piece in waiting))


def _pass_on(match: Match, *, first: bool = False) -> None:
    """Go on to the next player with a troop to place, clockwise; if there is none, go on to the decks."""
    game = match.state
    order = game.clockwise(game.active + (not first))
    following = next((seat for seat in order if _placeable(match, seat)), None)
    if following is None:
        game.phase = "cards"
    else:
        game.active = following


Troop = Annotated[str, unit_names("troop to place", lambda match: troops(match, match.seat))]


class PlaceTroop(Move[Match], frozen=True):
    """A troop comes onto an own deployment area (M59)."""

    says = ("place {unit} {area}", "(deploy|place|put|set|) {unit} (|at|in|into|on|to) {area}")
    unit: Troop
    area: Area

    @classmethod
    def candidates(cls, match: Match) -> Iterator[Self]:
        """List each troop in each area."""
        names = match.state.board.names
        return (cls(piece.name, name) for piece in troops(match, match.seat) for name in names)

    @classmethod
    def others(cls, match: Match, *, closed: bool) -> Iterator[Option]:
        """Offer an area that the map lacks so far."""
        for piece in () if closed else troops(match, match.seat):
            yield from recruiting.new_area(match, piece.owner, f"place {piece.name}", PLACING)

    def why_not(self, match: Match) -> Refusal:
        """Return why a known area is closed."""
        if self.area not in match.state.board:
            return ALLOWED
        return powers.why_not_deploy(match, match.state.piece(self.unit), self.area)

    def option(self, match: Match, text: str) -> Option:
        """Format the option, with the area's contents."""
        return Option(text, detail=powers.describe(match, self.area), group=self.unit)

    def do(self, match: Match) -> Procedure[None]:
        """Place the troop, and go on to the next player with one."""
        piece = match.state.piece(self.unit)
        area = yield from recruiting.known_area(match, self.area, partial(powers.why_not_deploy, piece=piece))
        powers.come(match, piece, area)
        match.say(f"{match.player.name} places {printed(piece.name)} in {area}.", "troops-placed", "M59")
        _pass_on(match)


class PlaceAll(Move[Match], frozen=True):
    """All troops on one area: the only one that is left, with its miniatures (M59)."""

    says = "(place|put|) (all|all of them|all three|everybody|everyone) (in|into|on|to) {area}"
    listed = False
    area: Area

    def complete(self, match: Match) -> Any:
        """Return the `PlaceTroop` that it means. Raises Unreadable while several troops are left."""
        left = troops(match, match.seat)
        if len(left) > 1:
            like = f"{printed(left[0].name)} {self.area}"
            raise Unreadable(f"one troop at a time, with all its miniatures: which one? Like {like}")
        return PlaceTroop(left[0].name, self.area)


PLACING = Moves(PlaceTroop, PlaceAll)


def place(match: Match) -> Procedure[None]:
    """Ask for the place of one troop."""
    player = match.player
    hint = f"in zone {player.zone}" if player.zone else ""
    if powers.learns(match) and not hint:  # show the notation if the areas aren't known yet
        area = next(iter(match.state.board.names), "Camp")
        hint = f"the troop and its area, like {troops(match, match.seat)[0].name} {area}, or another area's name"
    prompt = f"{player.name} places a troop"
    question = PLACING.question(match, "place", prompt, who=player.name, open=powers.learns(match), hint=hint)
    yield from ask_move(question, match)


# --- decks ------------------------------------------------------------------------------------------


def cards_of(match: Match, seat: int) -> dict[str, int]:
    """Return the cards of a player's deck: the activation cards, and AoW cards for the strategic values."""
    own = [(piece.name, match.unit(piece.name)) for piece in match.state.of(seat)]
    pool = {name: unit.cards for name, unit in own if unit.cards is not None}
    art = sum(unit.art or 0 for _, unit in own)
    return pool | ({AOW: art} if art else {})


def form_decks(match: Match) -> Procedure[None]:
    """Form decks of all activation cards and AoW cards for the strategic values; deal the first hands."""
    yield from ()
    game, setup = match.state, match.setup
    for seat in game.clockwise(game.lead):
        player = game.players[seat]
        pool = cards_of(match, seat)
        art = pool.get(AOW, 0)
        activation = sum(pool.values()) - art
        player.cards = Cards(deck=activation + art, pool=pool)
        extra = setup.first_aow + player.reserve
        for _ in range(extra):
            cards.receive(match, seat, AOW)
        drawn = cards.from_deck(match, player.cards, setup.first_cards)
        whose, shuffles = ("", f"{player.name} shuffles")
        if setup.draws == "program":
            whose, shuffles = f" of {player.name}'s", "The program shuffles"
        match.say(
            f"{shuffles} {so_many(activation, 'activation card')} and {so_many(art, 'AoW card')}{whose}; "
            f"{so_many(extra, 'more AoW card')} and the top {drawn} are the hand. "
            f"Check: {player.cards.held} in {player.name}'s hand, {player.cards.deck} in the deck.",
            "deck-built",
            "first-hand",
        )
    game.phase, game.active = "start", game.lead


# --- Catching up ----------------------------------------------------------------------------------
# What light mode hasn't tracked: the final standing, or before more is tracked armies, areas, stones, cards.


NOBODY, OFF = "nobody", "off"
MOST = 99


Left = tuple[str, int]
"""A unit of an army, by its printed name, and the vitality left (-1: all of it)."""


def count(setup: Setup, game: GameState, events: list[Any]) -> Procedure[None]:
    """Ask for what isn't known: the final standing if only the score is tracked, all else before tracking more."""
    match = Match(setup, game, events)
    if game.known == SCORE and game.over:
        yield from _standing(match)
    elif game.known == SCORE:
        for seat in game.playing():
            yield from _army(match, seat)
    if game.tracking == EVERYTHING and not game.over:
        yield from _board(match)
        for seat in game.playing():
            yield from _cards(match, seat)


# --- the standing at the end ------------------------------------------------------------------------


def _standing(match: Match) -> Procedure[None]:
    """Ask for each player's stones, vitality of the divinity and units left; and for the winner if undecided."""
    for player in match.state.players:
        stones, vitality, units = yield _standing_question(player.name)
        player.absorbed = [UNNAMED] * stones
        player.counted = {"vitality": vitality, "units": units}
    won, decided = _winners_by_counts(match)
    if not decided:
        names = [player.name for player in match.state.players]
        winner: str = yield choice("winner", "Who has won", [*map(Option, names), Option(NOBODY)])
        won = [] if winner == NOBODY else endings.members(match, match.setup.side(names.index(winner)))
        decided = "" if winner == NOBODY else "scenario"
    match.state.won, match.state.decided = won, decided


def _winners_by_counts(match: Match) -> tuple[list[int], str]:
    """Return the winners and the reason by the counts: stones, then divinities; none if these don't decide."""
    setup, players = match.setup, match.state.players
    if setup.victory:
        return [], ""
    sides = [endings.members(match, side) for side in dict.fromkeys(map(setup.side, range(len(players))))]
    stones = [side for side in sides if sum(len(players[seat].absorbed) for seat in side) >= setup.stones_to_win]
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
        "standing",
        f"{name}: stones absorbed, vitality of the divinity, units left",
        parse,
        hint="like 2 5 3",
        write=lambda three: " ".join(map(str, three)),
    )


# --- armies -----------------------------------------------------------------------------------------


def _army(match: Match, seat: int) -> Procedure[None]:
    """Ask for a player's units with the vitality left, and the stones absorbed."""
    game = match.state
    army: list[Left] = yield _army_question(match, seat)
    for name, left in army:
        unit = yield from recruiting.whole_unit(match, name)
        copies = sum(fold(printed(piece.name)) == fold(unit.name) for piece in game.pieces)
        vitality = unit.full if left < 0 else min(left, unit.full)
        status: Status = "board" if vitality else "destroyed"
        game.pieces.append(Piece(numbered(unit.name, copies + 1), seat, vitality, unit.full, status))
    many: int = yield whole_number("stones", f"{match.name(seat)}: stones absorbed", 0, 9, default="0")
    game.players[seat].absorbed = [UNNAMED] * many


def _army_question(match: Match, seat: int) -> Question[list[Left]]:
    known = by_key([*match.setup.units, *match.state.learnt], lambda unit: unit.name)

    def parse(text: str) -> list[Left]:
        found = []
        for part in filter(None, map(str.strip, text.split(","))):
            name, _, number = part.rpartition(" ")
            name, left = (name, int(number)) if name and number.isdecimal() else (part, -1)
            unit = recruiting.find_known(name, known)
            found.append((unit.name if unit is not None else name, left))
        if not found or any(name.isdecimal() for name, _ in found):
            raise Unreadable("write the units with the vitality left, like Storm Warden 5, Ash Runner")
        return found

    return Question(
        "army",
        f"{match.name(seat)}'s units, with the vitality that is left",
        parse,
        hint="like Storm Warden 5, Ash Runner (unhurt), Wall Guard 0 (destroyed)",
        write=lambda army: ", ".join(f"{name} {left}" if left >= 0 else name for name, left in army),
    )


# --- the board --------------------------------------------------------------------------------------


def _board(match: Match) -> Procedure[None]:
    """Ask for zones, each unit's area, and the stones on the board; reset 3D elements to those at the start."""
    game = match.state
    for name in game.board.names:
        match.spot(name).elements = game.board.elements(name)
    for seat in game.playing():
        yield from agree_zone(match, seat)
    standing = game.standing
    for piece in standing:
        piece.status = "waiting"
    for piece in standing:
        yield from _put(match, piece)
    yield from _lay(match, (yield _stones_question(match)))


def _put(match: Match, piece: Piece) -> Procedure[None]:
    """Ask for a unit's area; one that isn't on the board yet waits."""

    def parse(text: str) -> str:
        if fold(text) == OFF:
            return OFF
        area = recruiting.area_named(match, text.strip()) if powers.learns(match) else match.find_area(text)
        if area in match.state.board:
            match.refuse(*powers.why_no_room(match, piece, area))
        return area

    area: str = yield Question(
        "where",
        f"In which area is {match.name(piece.owner)}'s {printed(piece.name)}",
        parse,
        write=str,
        hint=f"{OFF}: not on the board",
        options=lambda: [*map(Option, sorted(match.state.board.names)), Option(OFF)],
        open=powers.learns(match),
    )
    if area != OFF:
        piece.area = yield from recruiting.known_area(match, area, partial(powers.why_no_room, piece=piece))
        piece.status = "board"


# --- cards ------------------------------------------------------------------------------------------


def _cards(match: Match, seat: int) -> Procedure[None]:
    """Ask for a player's open discards, and the number of cards in hand; the rest is the deck."""
    player = match.state.players[seat]
    pool = cards_of(match, seat)
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
    known = by_key([*pool, OMPHALOS, AOW], str) | {"aow": AOW}

    def parse(text: str) -> list[str]:
        found: list[str] = []
        for part in [] if is_nothing(text) else text.split(","):
            first, _, rest = part.strip().partition(" ")
            name, _, number = (f"{rest} {first}" if rest and first.isdecimal() else part.strip()).rpartition(" ")
            named, many = (name, int(number)) if name and number.isdecimal() else (part.strip(), 1)
            card = find(named, known, "card of this army", listing=8)
            found += [card] * many
            if card not in (AOW, OMPHALOS) and (told := found.count(card)) > pool[card]:
                raise Unreadable(f"there are {pool[card]} {printed(card)} cards, not {told}")
        return found

    return Question(
        "discards",
        f"{match.name(seat)}: the discard pile",
        parse,
        default=NONE,
        write=lambda names: (
            ", ".join(f"{name} {many}" if many > 1 else name for name, many in Counter(names).items()) or NONE
        ),
        hint="like Ash Runner 2, art of war",
    )
