"""The state of a game: players with their cards, units with what they carry, the board, and the next decision."""

# No postponed annotations here: msgspec would evaluate them one by one when such a record is first read.

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field, to_builtins
from msgspec.structs import replace

from referee.asking.question import Procedure
from referee.cards.fields import by_name, card_of, find_card
from referee.declaration.corrections import Opened
from referee.declaration.game import Checks, Findings, Secrets, redact, twice
from referee.declaration.tracking import EVERYTHING, HowMuch
from referee.effects.phrases import Names
from referee.errors import Illegal, Unreadable, fault
from referee.games.mythic.attack.values import Attack
from referee.games.mythic.board.board import Board
from referee.games.mythic.readings import MythicReadings
from referee.games.mythic.units.active_powers import Due, FightAtRange, View
from referee.games.mythic.units.powers import TokenKind, read_token, tokens_of
from referee.games.mythic.units.unit import Unit
from referee.games.mythic.vocabulary import DiceMode, Few, Name, Talent, UnitType
from referee.play.event import Copyable, Participant
from referee.play.notation import write_step
from referee.text.names import a_or_an, find, fold, printed

AOW = "art of war"
OMPHALOS = "omphalos"
"""Cards that activate no unit: art of war, and the card of an absorbed omphalos (M74)."""
GREEK = "greek"
"""The mythology whose stone is the omphalos (M74)."""

Mode = Literal["draft", "constructed", "limited"]
Draws = Literal["table", "program"]
Divinity = Literal["god", "titan"]
Phase = Literal["recruit", "stones", "zones", "place", "cards", "start", "choose", "act", "over"]
"""The next decision: a pick, the stones, a player's zone, a troop's area, the decks; in a turn its draw (1b),
whether to pass (1c), and a unit's action or the next unit (2 to 4)."""
UNDER_WAY: tuple[Phase, ...] = ("start", "choose", "act")
"""The phases within a turn."""
Status = Literal["waiting", "board", "destroyed", "away"]
"""A unit is waiting until it deploys; one that is away has left with its player (M77)."""
Action = Literal["walk", "attack", "area attack", "claim", "run", "deploy", "absorb", "fly", "aerial attack"]
Until = Literal["attack", "activation", "turn", "round"]

CardName = Annotated[str, Meta(min_length=1, max_length=70)]
LONGEST_MYTHOLOGY = 40
Mythology = Annotated[str, Meta(min_length=1, max_length=LONGEST_MYTHOLOGY)]
NOBODY = -1


class Setup(MythicReadings, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """The choices made before the first pick.

    `points` are the recruitment points (RP) of each player, 0 where a scenario counts none; `start` is the lead
    player. `victory` is a scenario's own text of who wins. `units` are all units of the deck file, so the file isn't
    needed any more. `picks` are the units that were named at the set-up, player by player; if there are any,
    recruiting isn't asked. `zones` are the players' deployment zones and `stones` the divine stones (mythology,
    area), where a scenario says so; `things` are those of them that are never absorbed (M75). `tokens` lie in an area
    from the start, as typed. The readings are those of the rulings.
    """

    players: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=4)]
    tracking: HowMuch = "everything"
    teams: bool = False
    mode: Mode = "draft"
    points: Few = 18
    divinity: Divinity = "god"
    start: Few = 0
    board: Board = Board()
    board_file: str = ""
    scenario: str = ""
    victory: str = ""
    zones: tuple[str, ...] = ()
    stones: tuple[tuple[Mythology, str], ...] = ()
    things: tuple[str, ...] = ()
    tokens: tuple[tuple[str, str], ...] = ()
    limited: tuple[CardName, ...] = ()
    units: tuple[Unit, ...] = ()
    typed: tuple[CardName, ...] = ()
    picks: tuple[tuple[CardName, ...], ...] = ()
    deck: str = ""
    draws: Draws = "table"
    dice: DiceMode = "entered"
    seed: Annotated[int, Meta(ge=0, le=999_999_999)] = 0

    @cached_property
    def known(self) -> dict[str, Unit]:
        """Units by folded name."""
        return by_name(self.units)

    @property
    def sides(self) -> str:
        """Text of the teams: "Anna and Cy against Bo and Dee"."""
        return " against ".join(" and ".join(self.players[at::2]) for at in (0, 1))

    def side(self, seat: int) -> int:
        """Return the side that a player belongs to: seats of teams alternate."""
        return seat % 2 if self.teams else seat

    def are_allied(self, one: int, other: int) -> bool:
        """Return whether two players are on one side."""
        return self.side(one) == self.side(other)


class Cards(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A player's cards, by public knowledge.

    `deck` is the number of cards in the deck. `pool` are the cards it was made of, except those known to have left
    it; so the surplus of `pool` over `deck` was drawn and is in the hand, as is all that is `sure`. `hand` are the
    exact cards in the hand if the program draws: only for their owner's eyes.
    """

    deck: Few = 0
    pool: dict[str, int] = {}
    sure: dict[str, int] = {}
    discard: list[CardName] = []
    out: list[CardName] = []
    hand: list[CardName] = []

    @property
    def drawn(self) -> int:
        """Number of cards of the pool that are in the hand."""
        return sum(self.pool.values()) - self.deck

    @property
    def held(self) -> int:
        """Number of cards in the hand."""
        return sum(self.sure.values()) + self.drawn

    def possible(self, card: str) -> int:
        """Return how many copies of a card can be in the hand, by public knowledge (M67)."""
        return self.sure.get(card, 0) + min(self.pool.get(card, 0), self.drawn)

    def possible_copies(self, card: str) -> int:
        """Return how many copies of a card can be in the deck, by public knowledge (M67)."""
        return min(self.pool.get(card, 0), self.deck)

    def could_hold(self, cards: Sequence[str]) -> bool:
        """Return whether all these cards can be in the hand together, by public knowledge."""
        unsure = 0
        for card in set(cards):
            more = max(0, cards.count(card) - self.sure.get(card, 0))
            if more > self.pool.get(card, 0):
                return False
            unsure += more
        return unsure <= self.drawn

    def all(self) -> Counter[str]:
        """Count every card that isn't out of play."""
        return Counter(self.pool) + Counter(self.sure) + Counter(self.discard)


class Player(Struct, Participant, omit_defaults=True, forbid_unknown_fields=True):
    """A player: points left to recruit with, cards, stones absorbed, manoeuvres bought in this round.

    `zone` is the deployment zone, "" while unknown; `recalls_to` the area where a destroyed troop came back first, if
    recalls are kept. `reserve` are AoW cards from recruiting. `counted` are the counts entered at the end if only the
    score was tracked: the divinity's vitality and units left.
    """

    name: str
    points: Few = 0
    recruited: bool = False
    reserve: Few = 0
    zone: str = ""
    cards: Cards = field(default_factory=Cards)
    absorbed: list[Mythology] = []
    bought: list[str] = []
    recalls_to: str = ""
    out: bool = False
    counted: dict[str, int] = {}

    @property
    def gone(self) -> bool:
        """Whether the player has no more turns."""
        return self.out


class TurnBonus(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """A lasting effect: its text, its source, its duration, and its player (a one-round effect ends by `by`).

    `only` are the conditions on its unit's opponent in an attack, if its power has them ("at 1+, against monster").
    """

    effect: str
    source: str
    until: Until
    by: int = NOBODY
    only: str = ""


class Piece(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A unit in the game: `name` is its internal name (a second one of another side is "Ash Runner #2").

    `vitality` is what the window shows of `full`, of a troop the miniatures left. `owner` is a seat, `guest` the seat
    that controls it to the end of the turn instead. `stone` is the mythology of the stone it carries. `marks`
    say which powers were used ("turn: Leap", "game: Muster").
    """

    name: CardName
    owner: Annotated[int, Meta(ge=0, le=3)]
    vitality: Few
    full: Few
    status: Status = "waiting"
    area: str = ""
    stone: str = ""
    activated: bool = False
    retaliated: bool = False
    guest: Annotated[int, Meta(ge=-1, le=3)] = NOBODY
    bonuses: list[TurnBonus] = []
    marks: list[str] = []

    @property
    def seat(self) -> int:
        """Seat that plays it now."""
        return self.owner if self.guest == NOBODY else self.guest

    @property
    def there(self) -> bool:
        """True if it stands on the board."""
        return self.status == "board"

    @property
    def in_play(self) -> bool:
        """True if its powers can work: it is on the board, or not deployed yet (M64)."""
        return self.status in ("board", "waiting")

    @property
    def lost(self) -> int:
        """Vitality or miniatures that it has lost."""
        return self.full - self.vitality


class Token(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A token on the board, of a player's unit, or without owner if a scenario laid it (then `unit` is "").

    It has vitality if it has values of its own (M43).
    """

    name: str
    unit: Annotated[str, Meta(max_length=70)]
    owner: Annotated[int, Meta(ge=-1, le=3)]
    vitality: Few = 0


class Spot(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """Contents of an area: 3D elements left, stones by mythology, tokens."""

    elements: Few = 0
    stones: list[Mythology] = []
    tokens: list[Token] = []


class Acting(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """An activation: the unit ("" between two), what it has done, and whether it is over.

    `complex`: complex actions were declared. `limit` is its number of simple actions (one from a polar area, M53).
    `stopped`: only ending is left (deploy, swamp). `used` are talents whose bonus lasts (M26). `struck`: a power that
    takes no action has attacked.
    """

    unit: str = ""
    complex: bool = False
    done: list[Action] = []
    limit: Few = 2
    stopped: bool = False
    frozen: bool = False
    used: list[str] = []
    struck: bool = False


class GameState(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A game between two decisions.

    `board` grows if it is typed in as the game goes. `lead` is the lead player's seat, also of one who is out until
    the round ends. `tracking` is the level from now on, `known` the level of what the state knows: see
    `TrackingLevels`. `activated` counts the units activated in this turn. `turn` counts turns, `round` rounds.
    `shuffled` and `thrown` count what the program draws and rolls. `led` is the troop that a leader has called, free
    to be activated, `led_too` are those called just before it. `recalled` is the first answer, if recalls are kept
    (M60). `won` are the winners' seats. `readings` are those changed during the game.
    """

    players: list[Player]
    board: Board
    pieces: list[Piece] = []
    spots: dict[str, Spot] = {}
    phase: Phase = "recruit"
    active: Annotated[int, Meta(ge=0, le=3)] = 0
    lead: Annotated[int, Meta(ge=0, le=3)] = 0
    round: Annotated[int, Meta(ge=0, le=9_999)] = 1
    turn: Annotated[int, Meta(ge=1, le=9_999)] = 1
    activated: Few = 0
    passed: bool = False
    acting: Acting = field(default_factory=Acting)
    led: str = ""
    led_too: list[CardName] = []
    recalled: str = ""
    shuffled: Annotated[int, Meta(ge=0)] = 0
    thrown: Annotated[int, Meta(ge=0)] = 0
    learnt: tuple[Unit, ...] = ()
    over: bool = False
    won: list[int] = []
    decided: str = ""
    tracking: HowMuch = "everything"
    known: HowMuch = "everything"
    readings: dict[str, bool | int | str] = {}

    @property
    def light(self) -> bool:
        """True if areas, cards and powers aren't known, as less than everything is tracked."""
        return self.known != EVERYTHING or self.tracking != EVERYTHING

    @property
    def player(self) -> Player:
        """Player of the current turn."""
        return self.players[self.active]

    @property
    def called(self) -> list[str]:
        """The troops that were called and are free to be activated."""
        return [*self.led_too, *filter(None, [self.led])]

    def call(self, *troops: str) -> None:
        """Let these troops, and no others, be free to be activated."""
        *self.led_too, self.led = troops or [""]

    def clockwise(self, seat: int) -> list[int]:
        """List the seats clockwise from one on."""
        count = len(self.players)
        return [(seat + step) % count for step in range(count)]

    def playing(self, seat: int = 0) -> list[int]:
        """List the seats that are in the game, clockwise from one on."""
        return [other for other in self.clockwise(seat) if not self.players[other].out]

    def piece(self, name: str) -> Piece:
        """Return a unit in the game. Raises KeyError."""
        for piece in self.pieces:
            if piece.name == name:
                return piece
        raise KeyError(name)

    @property
    def standing(self) -> list[Piece]:
        """The units on the board."""
        return [piece for piece in self.pieces if piece.there]

    def within(self, area: str) -> list[Piece]:
        """List the units in an area."""
        return [piece for piece in self.standing if piece.area == area]

    def of(self, seat: int) -> Iterator[Piece]:
        """Yield a player's own units."""
        return (piece for piece in self.pieces if piece.owner == seat)


# --- Context --------------------------------------------------------------------------------------
# Context shared by the steps of a game: the set-up, the state, the events, and common queries.


class Kept(Struct):
    """Cache of values of a game in which nothing changes."""

    view: View | None = None
    types: dict[str, frozenset[UnitType]] = field(default_factory=dict)
    talents: dict[tuple[str, FightAtRange | None], tuple[Talent, ...]] = field(default_factory=dict)


def _nothing_due(match: "Match") -> Procedure[None]:
    yield from ()


def token_kinds(setup: Setup, game: GameState, token: Token) -> Sequence[TokenKind]:
    """Return the kinds of tokens of a token's unit, or of the scenario if it has no unit."""
    if not token.unit:
        return [read_token(text) for _, text in setup.tokens]
    unit = find_card(setup, game, token.unit)
    return () if unit is None else tokens_of(unit)


class Match(Opened[Setup, GameState]):
    """A game while a step is played; `noted` are the powers that are due, which `settle` carries out.

    `fought` are the attacks of the step whose dice were thrown or are about to be, each with its values as taken.
    `deciders` are the opponents who decide for units that attack their own allies, by the unit's name (M44).
    """

    noted: list[Due] = field(default_factory=list)
    fought: list[Attack] = field(default_factory=list)
    deciders: dict[str, int] = field(default_factory=dict)
    settle: "Callable[[Match], Procedure[None]]" = _nothing_due
    kept: Kept | None = None

    def cached(self) -> "Match":
        """Return the same game with a cache, for use while nothing changes in it, as in listing moves."""
        return self if self.kept is not None else replace(self, kept=Kept())

    @property
    def seat(self) -> int:
        """Seat of the current turn."""
        return self.state.active

    @property
    def player(self) -> Player:
        """Player of the current turn."""
        return self.state.player

    def seat_of(self, name: str) -> int:
        """Return the seat of the player with this name."""
        return next(seat for seat, player in enumerate(self.state.players) if player.name == name)

    # --- units --------------------------------------------------------------------------------------

    def unit(self, name: str) -> Unit:
        """Return the sheet of a unit in the game."""
        return card_of(self.setup, self.state, name)

    def known(self, name: str) -> Unit | None:
        """Return the sheet of a unit; None if it isn't known."""
        return find_card(self.setup, self.state, name)

    def token_kind(self, token: Token) -> TokenKind:
        """Return the kind of a token, by the sheet of its unit or the scenario."""
        return next(kind for kind in token_kinds(self.setup, self.state, token) if kind.name == token.name)

    def stone_text(self, stone: str) -> str:
        """Format a stone: by its mythology, or by its own name if it only counts as one (M75)."""
        return stone if stone in self.setup.things else f"{stone} stone"

    def a_stone(self, stone: str) -> str:
        """Format a carried stone: "a greek stone"."""
        return stone if stone in self.setup.things else a_or_an(f"{stone} stone")

    def unit_text(self, piece: Piece) -> str:
        """Format a unit with its vitality, and the stone it carries."""
        carries = f" with {self.a_stone(piece.stone)}" if piece.stone else ""
        return f"{printed(piece.name)} {piece.vitality}/{piece.full}{carries}"

    @property
    def round_walls(self) -> bool:
        """True if areas with a wall between them aren't neighbours for range (M33)."""
        return self.setup.distance == "round walls"

    @property
    def actor(self) -> Piece:
        """The activated unit."""
        return self.state.piece(self.state.acting.unit)

    def are_allied(self, one: Piece, other: Piece) -> bool:
        """Return whether two units are on one side; a unit isn't its own ally (M29)."""
        return one is not other and self.setup.are_allied(one.owner, other.owner)

    def enemy(self, one: Piece, other: Piece) -> bool:
        """Return whether two units are on different sides."""
        return not self.setup.are_allied(one.owner, other.owner)

    def opponent(self, seat: int) -> int:
        """Return who decides for an attack on an own ally: the next opponent clockwise, if one is left (M44)."""
        return next((other for other in self.state.playing(seat) if not self.setup.are_allied(other, seat)), seat)

    def enemies_at(self, piece: Piece, area: str) -> list[Piece]:
        """List the enemies of a unit in an area."""
        return [other for other in self.state.within(area) if self.enemy(piece, other)]

    def divinity(self, seat: int) -> Piece | None:
        """Return a player's god or titan, wherever it is."""
        return next((piece for piece in self.state.of(seat) if self.unit(piece.name).divinity), None)

    def names(self, among: Iterable[Piece]) -> dict[str, str]:
        """Map all forms of units' names to the names; of two with one name "Anna's Ash Runner"."""
        among = list(among)
        names = {piece.name: piece.name for piece in among}
        names |= {f"{self.name(piece.owner)}'s {printed(piece.name)}": piece.name for piece in among}
        known, often = set(map(fold, names)), Counter(fold(printed(piece.name)) for piece in among)
        once = (one for one in among if often[fold(printed(one.name))] == 1 and fold(printed(one.name)) not in known)
        return names | {printed(piece.name): piece.name for piece in once}

    def short_names(self, among: Iterable[Piece]) -> dict[str, str]:
        """Map all forms of units' names, and later words that only one unit has: "archers" for Reed Archers."""
        among = list(among)
        names = {piece.name: fold(printed(piece.name)) for piece in among}
        having: dict[str, set[str]] = {}
        for piece in among:
            for word in names[piece.name].split()[1:]:
                if not any(name.startswith(word) for name in names.values()):  # takes precedence
                    having.setdefault(word, set()).add(piece.name)
        return {word: min(units) for word, units in having.items() if len(units) == 1} | self.names(among)

    def find_piece(self, text: str, among: Sequence[Piece], what: str = "unit") -> Piece:
        """Find the unit that is meant among some. Raises Unreadable."""
        if not among:
            raise Unreadable(f'no {what} is called "{text}"; there is none')
        ways = (self.names(among), self.short_names(among))
        first, every = ({fold(form): name for form, name in names.items()} for names in ways)
        begins = any(name.startswith(fold(text)) for name in first)
        return self.state.piece(find(text, first if begins else every, what, listing=8))

    # --- areas --------------------------------------------------------------------------------------

    def spot(self, area: str) -> Spot:
        """Return the contents of an area."""
        return self.state.spots.setdefault(area, Spot())

    def find_area(self, text: str) -> str:
        """Find an area of the board by its name. Raises Unreadable."""
        return find(text, {fold(name): name for name in self.state.board.names}, "area", listing=16)

    # --- chance -------------------------------------------------------------------------------------

    def chance(self) -> random.Random:
        """Return the random source for the program's next draw: from the seed and the number of draws before."""
        self.state.shuffled += 1
        return random.Random(f"{self.setup.seed}/draw/{self.state.shuffled}")

    def refuse(self, why: str, ruling: str) -> None:
        """Raise Illegal if there is a reason."""
        if why:
            raise Illegal(why, ruling)


def unit_names(
    what: str,
    among: Callable[[Match], Iterable[Piece]],
    others: Callable[[Match], Mapping[str, str | Illegal]] = lambda match: {},
) -> Names:
    """Return the names of some units for a move; the start of a name takes precedence over its later words.

    `others` can't be named there, each with the reason.
    """
    return Names(
        what,
        lambda match: match.short_names(among(match)),
        others=others,
        rather=lambda match: {piece.name for piece in among(match)},
    )


# --- Secrets --------------------------------------------------------------------------------------
# Hidden information: hands and decks that the program dealt, and cards that were searched for (M67).


KEYS = frozenset({"search"})
"""The question whose answer is a card of a hidden hand."""


def _state(state: GameState) -> dict[str, Any]:
    """Return the state as plain data, without the cards that the program dealt."""
    state = state.copy()
    for player in state.players:
        player.cards.hand = []
    plain: dict[str, Any] = to_builtins(state)
    return plain


def _hand(state: GameState, name: str) -> list[str]:
    """Return the hand of a player, as the program dealt it."""
    player = next(player for player in state.players if player.name == name)
    return sorted("AoW card" if card == AOW else printed(card) for card in player.cards.hand)


SECRETS: Secrets[GameState] = Secrets(
    keys=KEYS,
    text=lambda step: write_step(redact(step, KEYS)),
    log=lambda steps, state: [redact(step, KEYS) for step in steps],
    state=_state,
    hand=_hand,
)


# --- Checks ---------------------------------------------------------------------------------------
# Checks of a set-up and a state that were read; each yields messages on what is impossible.


def _players(setup: Setup) -> Findings:
    if setup.teams and len(setup.players) != 4:
        yield f"teams are for four players; there are {len(setup.players)}"


def _tokens(setup: Setup) -> Findings:
    for area, text in setup.tokens:
        if area not in setup.board:
            yield f"a token lies in {area}, which isn't on the map"
        if wrong := fault(read_token, text):
            yield str(wrong)


def _lying(setup: Setup, game: GameState) -> Findings:
    for area, spot in game.spots.items():
        for token in spot.tokens:
            if not any(kind.name == token.name for kind in token_kinds(setup, game, token)):
                yield f"{token.name} in {area} isn't a token of {token.unit or 'the scenario'}"


def _pieces(setup: Setup, game: GameState) -> Findings:
    if name := twice(piece.name for piece in game.pieces):
        yield f"{name} is listed twice"
    for piece in game.pieces:
        if find_card(setup, game, piece.name) is None:
            yield f"what is printed on {piece.name} isn't known"
        if piece.there and piece.area not in game.board and not (game.light and not piece.area):
            yield f"{piece.name} stands in {piece.area or 'no area'}, which isn't on the map"
        if piece.owner >= len(game.players) or piece.seat >= len(game.players):
            yield f"{piece.name} is nobody's"
    names = {piece.name for piece in game.pieces}
    yield from (
        f"{name} isn't in the game" for name in (game.acting.unit, *game.called) if name and name not in names
    )


CHECKS: Checks[Setup, GameState] = Checks((_players, _tokens), (_pieces, _lying))
