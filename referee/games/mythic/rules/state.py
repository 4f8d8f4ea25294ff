"""A game as it stands: players with their cards, units with what they carry, the board, and what is decided next."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct, field

from referee.cards.known import by_name
from referee.declaration.tracking import EVERYTHING, HowMuch
from referee.games.mythic.board.board import Board
from referee.games.mythic.units.unit import Unit
from referee.games.mythic.vocabulary import AreaAttacks, Ceiling, DiceMode, Few, Name, ThrowCounts
from referee.play.copying import Copyable

AOW = "art of war"
OMPHALOS = "omphalos"
"""Cards that activate nobody: art of war, and the card of an absorbed omphalos (M74)."""
GREEK = "greek"
"""The mythology whose stone is the omphalos (M74)."""

Mode = Literal["draft", "constructed", "limited"]
Draws = Literal["table", "program"]
Divinity = Literal["god", "titan"]
Phase = Literal["recruit", "stones", "zones", "place", "cards", "start", "choose", "act", "over"]
"""What is decided next: a pick, the stones, a player's zone, a troop's area, the decks; in a turn its draw (1b),
whether to pass (1c), and what a unit does or who is next (2 to 4)."""
UNDER_WAY: tuple[Phase, ...] = ("start", "choose", "act")
"""What is decided within a turn."""
Status = Literal["waiting", "board", "destroyed", "away"]
"""A unit waits until it deploys; what is away has left with its player (M77)."""
Action = Literal["walk", "attack", "claim", "run", "deploy", "absorb", "fly", "aerial attack"]
Until = Literal["attack", "activation", "turn", "round"]

CardName = Annotated[str, Meta(min_length=1, max_length=70)]
Mythology = Annotated[str, Meta(min_length=1, max_length=40)]
NOBODY = -1


class Setup(Struct, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """What was agreed before the first pick.

    `points` are the recruitment points (RP) of each player, 0 where a scenario counts none; `start` is the lead
    player. `units` is all that the deck file knows, so it isn't needed any more. `picks` are the units that were
    named at the set-up, player by player; where there are any, nobody is asked. `zones` are the players' deployment
    zones and `stones` the divine stones (mythology, area), where a scenario says so; `things` are those of them
    that are never absorbed (M75). `tokens` lie in an area from the start, as typed. The settings are those of the
    rulings.
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
    ceiling: Ceiling = "none"
    cage_obstacle: bool = True
    full_area_reach: Literal["passable", "any"] = "passable"
    area_attacks: AreaAttacks = "powers"
    throw_counts: ThrowCounts = "any order"
    recall: Literal["ask", "keep"] = "ask"

    @cached_property
    def known(self) -> dict[str, Unit]:
        """The units by folded name."""
        return by_name(self.units)

    @property
    def counts_points(self) -> bool:
        """Whether units are paid with recruitment points; by some scenarios they aren't."""
        return bool(self.points)

    @property
    def by_scenario(self) -> bool:
        """Whether a scenario's own text says who wins."""
        return bool(self.victory)

    def side(self, seat: int) -> int:
        """The side that a player belongs to: seats of teams alternate."""
        return seat % 2 if self.teams else seat

    def allied(self, one: int, other: int) -> bool:
        """Whether two players are of one side."""
        return self.side(one) == self.side(other)


class Cards(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A player's cards, as far as everybody may know them.

    `deck` is how many lie in the deck. `pool` are the cards it was made of but those known to have left it since, so
    what `pool` has more than `deck` was drawn and is in the hand, as is all that is `sure`. `hand` are the very cards
    in the hand where the program draws: for their owner's eyes.
    """

    deck: Few = 0
    pool: dict[str, int] = {}
    sure: dict[str, int] = {}
    discard: list[CardName] = []
    out: list[CardName] = []
    hand: list[CardName] = []

    @property
    def drawn(self) -> int:
        """How many cards of the pool are in the hand."""
        return sum(self.pool.values()) - self.deck

    @property
    def held(self) -> int:
        """How many cards the hand has."""
        return sum(self.sure.values()) + self.drawn

    def possible(self, card: str) -> int:
        """How many copies of a card can be in the hand, by what everybody knows (M67)."""
        return self.sure.get(card, 0) + min(self.pool.get(card, 0), self.drawn)

    def could_hold(self, cards: Sequence[str]) -> bool:
        """Whether all of some cards can be in the hand together, by what everybody knows."""
        unsure = 0
        for card in set(cards):
            more = max(0, cards.count(card) - self.sure.get(card, 0))
            if more > self.pool.get(card, 0):
                return False
            unsure += more
        return unsure <= self.drawn

    def all(self) -> dict[str, int]:
        """Every card that isn't out of play, with how many there are."""
        found: dict[str, int] = {}
        for name, many in (*self.pool.items(), *self.sure.items(), *((name, 1) for name in self.discard)):
            found[name] = found.get(name, 0) + many
        return found


class Player(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A player: points left to recruit with, cards, stones absorbed, manoeuvres bought in this round.

    `zone` is the deployment zone, "" while nobody has said; `recalls_to` the area where a destroyed troop came back
    first, where recalls are kept. `reserve` are AoW cards from recruiting. `counted` is
    what was told at the end where only the score was tracked: the divinity's vitality and units left.
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


class TurnBonus(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True, kw_only=True):
    """An effect that lasts: its words, what it is called, how long, and by whom (a one-round effect ends by `by`)."""

    effect: str
    source: str
    until: Until
    by: int = NOBODY


class Piece(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A unit in the game: `name` as the program calls it (a second one of another side is "Ash Runner #2").

    `vitality` is what the window shows of `full`, of a troop the miniatures left. `owner` is a player by number,
    `guest` who controls it to the end of the turn instead. `stone` is the mythology of the stone it carries. `marks`
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
        """Who plays it now."""
        return self.owner if self.guest == NOBODY else self.guest

    @property
    def there(self) -> bool:
        """Whether it stands on the board."""
        return self.status == "board"


class Token(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A token on the board, of a unit of a player's, or of nobody where a scenario laid it (`unit` is "" then).

    With values of its own it has vitality (M43).
    """

    name: str
    unit: Annotated[str, Meta(max_length=70)]
    owner: Annotated[int, Meta(ge=-1, le=3)]
    vitality: Few = 0


class Spot(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """What lies in an area: 3D elements left, stones by mythology, tokens."""

    elements: Few = 0
    stones: list[Mythology] = []
    tokens: list[Token] = []


class Acting(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """An activation: the unit ("" between two), what it has done, and whether it is over.

    `complex` is whether complex actions were declared. `limit` is how many simple actions it has (one from a polar
    area, M53). `stopped`: only ending is left (deploy, swamp). `used` are talents whose bonus lasts (M26).
    """

    unit: str = ""
    complex: bool = False
    done: list[Action] = []
    limit: Few = 2
    stopped: bool = False
    frozen: bool = False
    used: list[str] = []


class GameState(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A game between two decisions.

    `board` grows where it is learnt. `lead` is the lead player's seat, of one who is out to the end of the round.
    `tracking` is how much is tracked from now on, `known` by which level the state is known: see `TrackingLevels`.
    `activated` counts the units activated in this turn. `turn` counts turns, `round` rounds. `shuffled` and `thrown`
    count what the program draws and rolls. `led` is the troop that a leader has called, free to be activated.
    `recalled` is the answer that holds where recalls are kept (M60). `won` are the winners' seats.
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
    recalled: str = ""
    shuffled: Annotated[int, Meta(ge=0)] = 0
    thrown: Annotated[int, Meta(ge=0)] = 0
    learnt: list[Unit] = []
    over: bool = False
    won: list[int] = []
    decided: str = ""
    tracking: HowMuch = "everything"
    known: HowMuch = "everything"

    @property
    def light(self) -> bool:
        """Whether areas, cards and powers aren't known, as less than everything is tracked."""
        return self.known != EVERYTHING or self.tracking != EVERYTHING

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.active]

    def clockwise(self, seat: int) -> list[int]:
        """The players in order from one on."""
        many = len(self.players)
        return [(seat + step) % many for step in range(many)]

    def playing(self, seat: int = 0) -> list[int]:
        """The players who are in the game, clockwise from one on."""
        return [other for other in self.clockwise(seat) if not self.players[other].out]

    def piece(self, name: str) -> Piece:
        """A unit in the game. Raises KeyError."""
        for piece in self.pieces:
            if piece.name == name:
                return piece
        raise KeyError(name)

    def within(self, area: str) -> list[Piece]:
        """The units in an area."""
        return [piece for piece in self.pieces if piece.there and piece.area == area]

    def of(self, seat: int) -> Iterator[Piece]:
        """A player's own units."""
        return (piece for piece in self.pieces if piece.owner == seat)
