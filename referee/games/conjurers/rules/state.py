"""The state of a game of Conjurers: players, holdings, spaces, mines, and the next decision (pp. 9-14)."""

# No string annotations here: msgspec would evaluate each when such a record is first read.

from collections.abc import Collection, Iterator, Mapping
from functools import cache, cached_property
from typing import Annotated, Any, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from referee.asking.dice import Draws, Mode
from referee.cards.fields import by_name
from referee.declaration.tracking import BATTLES, SCORE, Counter, HowMuch, TrackingLevel, TrackingLevels
from referee.games.conjurers import tables
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.cards.cards import CreatureEntry, ItemEntry
from referee.games.conjurers.readings import ConjurersReadings
from referee.games.conjurers.vocabulary import (
    RESOURCES,
    Assistant,
    Few,
    Held,
    Level,
    Marker,
    Mythology,
    Name,
    Number,
    Price,
    Resource,
)
from referee.play.event import Copyable, Participant
from referee.text.names import fold

CONJURER = "conjurer"
TAVERN: Literal["tavern"] = "tavern"
Stage = Literal["placing", "light", "resolving", "battles", "ending", "tournament", "over"]


class Seat(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A player at set-up, in clockwise order (E10); the assistant is None if assistants aren't tracked."""

    name: Name
    colour: Name
    assistant: Assistant | None = None


class Face(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The part of a creature's card that matters outside fights. Level 1 has no mythology (S1)."""

    name: Name
    level: Level
    mythology: Mythology | UnsetType = UNSET


class Setup(ConjurersReadings, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """Everything agreed before the first turn: players, optional rules, switches, cards (p. 9; E1-E11).

    `start` is the number of the start player, `dealt` each player's level 1 creatures (E8). `unlock` overrides
    the printed numerals by space (E3). `tracking` is the tracking level. `deck` names the file that the cards were
    read from; they are kept here, so the file is no longer needed.
    """

    players: Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=4)]
    start: Number = 0
    tracking: HowMuch = "everything"
    seed: Annotated[int, Meta(ge=0, le=999_999_999)] = 0
    dice: Mode = "entered"
    draws: Draws = "table"
    elements: bool = False
    morale: bool = False
    tournament: bool = False
    unlock: Mapping[str, Annotated[int, Meta(ge=1, le=4)]] = {}
    locked: tuple[Mythology, ...] = ()
    deck: str = ""
    creatures: tuple[CreatureEntry, ...] = ()
    items: tuple[ItemEntry, ...] = ()
    artifacts: tuple[ItemEntry, ...] = ()
    dealt: tuple[tuple[Name, ...], ...] = ()

    @cached_property
    def creature_cards(self) -> dict[str, CreatureEntry]:
        """The deck's creatures by folded name."""
        return by_name(self.creatures)

    @cached_property
    def piece_cards(self) -> dict[str, ItemEntry]:
        """The deck's items and artifacts by folded name."""
        return by_name((*self.items, *self.artifacts))

    @cached_property
    def ranked_names(self) -> dict[Mythology, dict[str, str]]:
        """The names of the deck's creatures of level 2 and more by mythology and folded name."""
        found: dict[Mythology, dict[str, str]] = {}
        for card in self.creatures:
            if card.level > 1 and card.mythology is not UNSET:
                found.setdefault(card.mythology, {})[fold(card.name)] = card.name
        return found

    @cached_property
    def dealt_names(self) -> dict[str, str]:
        """The level 1 creatures that were dealt, by folded name."""
        return {fold(name): name for hand in self.dealt for name in hand}


def free_marker(kind: str, taken: Collection[str]) -> Marker:
    """Return the name of an assistant besides others of its kind: "worker", "worker 2"."""
    return next(name for name in get_args(Marker) if name.startswith(kind.partition(" ")[0]) and name not in taken)


class Player(Struct, Participant, omit_defaults=True, forbid_unknown_fields=True):
    """A player's holdings. Cards are named; two cards of one name are "Wolf" and "Wolf #2".

    `assistants` are in the order of hiring; `minus_points` is the tokens' sum as a positive number.
    """

    name: str
    assistants: Annotated[list[Marker], Meta(max_length=3)]
    resources: dict[Resource, Held] = {}
    food: Held = 0
    creatures: list[Name] = []
    items: list[Name] = []
    artifacts: list[Name] = []
    minus_points: Held = 0
    left: bool = False

    def add_assistant(self, kind: str) -> Marker:
        """Add an assistant, and return its name."""
        self.assistants.append(free_marker(kind, self.assistants))
        return self.assistants[-1]

    def has_kind(self, kind: str) -> bool:
        """Return whether an assistant is of a kind, the "worker 2" a worker too."""
        return any(name.partition(" ")[0] == kind.partition(" ")[0] for name in self.assistants)

    def has(self, good: str) -> int:
        """Return how many of a resource, or of food, the player has."""
        return self.food if good == "food" else self.resources.get(good, 0)  # type: ignore[call-overload]

    def put(self, good: str, number: int) -> None:
        """Set the number of a resource, or of food."""
        self.gain(good, number - self.has(good))

    def gain(self, good: str, amount: int) -> None:
        """Add to a resource or to food; a negative amount is removed."""
        if good == "food":
            self.food += amount
            return
        left = self.resources.get(good, 0) + amount  # type: ignore[call-overload]
        self.resources[good] = left  # type: ignore[index]
        if not left:
            del self.resources[good]  # type: ignore[arg-type]


class Figure(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure on a space. `kind` is "conjurer" or an assistant's kind; `player` a number."""

    player: Number
    kind: str
    space: str


class Contest(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A battle of the game that is being set up or fought.

    `guarded` is the creature that is fought for, empty in a duel; `figure` the kind of the attacker's figure;
    `aside` the creature that a defender set aside; `hands` the creatures that the program drew, attacker's first,
    empty if it didn't; `battle` the refereed battle once it has begun, `claims` the damage that the table claims
    after the last turn, by a creature's key.
    """

    attacker: Number
    defender: Number
    guarded: str = ""
    space: str = ""
    figure: str = ""
    tournament: str = ""
    aside: str = ""
    hands: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())
    battle: Battle | None = None
    claims: dict[str, int] = {}


class GameState(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A game between two decisions.

    `holder` has the Initiative Button; `next_seat` places next; `order` is the order of the resolving phase
    under way (A14); `agreed` are those of `placed` that the table overruled; `figures` are those on spaces that
    aren't resolved yet, `waiting` those whose battles wait (A1); `mines` has the owner of each mine;
    `fought` are the mythologies whose battlegrounds, and the tavern, a light table told of this turn, `fighters` the
    attackers of its battles;
    `gone` are the creatures out of the game; `draws` counts the draws made.

    `tracking` is the tracking level from now on, `known` the level of the present state: see `TrackingLevels`.

    Cards learnt at the table that the deck lacks: `faces` of creatures, whole cards in `learnt_creatures` and
    `learnt_items`, `prices` of items, and in `smiths` whether a creature is a weapon smith.
    """

    players: list[Player]
    turn: Annotated[int, Meta(ge=1, le=12)] = 1
    stage: Stage = "placing"
    holder: Number = 0
    next_seat: Number = 0
    order: list[Number] = []
    placed: list[Figure] = []
    agreed: list[Figure] = []
    figures: list[Figure] = []
    waiting: list[Figure] = []
    fought: list[Literal[Mythology, "tavern"]] = []
    fighters: list[Number] = []
    mines: dict[str, Number] = {}
    gone: list[Name] = []
    faces: list[Face] = []
    prices: dict[Name, dict[Resource, Price]] = {}
    smiths: dict[Name, bool] = {}
    learnt_creatures: list[CreatureEntry] = []
    learnt_items: list[ItemEntry] = []
    draws: Few = 0
    contest: Contest | None = None
    bouts: list[Contest] = []
    finished: dict[str, Number] = {}
    tracking: HowMuch = "everything"
    known: HowMuch = "everything"
    readings: dict[str, bool | int | str] = {}

    @property
    def phase(self) -> int:
        """The phase, 1 to 4, of the turn under way (E4)."""
        return _phase_of(self.turn)

    @property
    def battle(self) -> Battle | None:
        """The refereed battle under way; None outside one."""
        return None if self.contest is None else self.contest.battle

    def present(self) -> list[int]:
        """List the players who haven't left, clockwise from the first named."""
        return [number for number, player in enumerate(self.players) if not player.left]

    def clockwise(self, first: int) -> list[int]:
        """List the players who haven't left, clockwise from `first` (E10)."""
        seats = len(self.players)
        return [n for step in range(seats) if not self.players[n := (first + step) % seats].left]

    def figures_of(self, player: int) -> list[str]:
        """List the kinds of a player's figures that aren't placed yet: the conjurer, then the assistants."""
        placed = {figure.kind for figure in self.placed if figure.player == player}
        return [kind for kind in (CONJURER, *self.players[player].assistants) if kind not in placed]

    def owned_creatures(self) -> Iterator[tuple[int, str]]:
        """Yield all creatures with their owners' numbers."""
        return ((number, name) for number, player in enumerate(self.players) for name in player.creatures)


@cache
def _phase_of(turn: int) -> int:
    return tables.phases().phase_of(turn)


def open_mythologies(setup: Setup) -> list[Mythology]:
    """List the mythologies that are in the game (p. 9; E6)."""
    return [mythology for mythology in tables.players().box.mythologies if mythology not in setup.locked]


def _of_good(good: str) -> Counter[Any]:
    return Counter(good, value=lambda player: player.has(good), put=lambda player, number: player.put(good, number))


COUNTERS = (*(_of_good(good) for good in (*RESOURCES, "food")), Counter[Any]("minus points"))


def _heading(state: GameState) -> str:
    """Format the phase and the first player."""
    phase = f"phase {tables.phases().phases[state.phase - 1].name}"
    return phase if state.known == SCORE else f"{phase} · first: {state.players[state.holder].name}"


TRACKING_LEVELS: TrackingLevels[GameState] = TrackingLevels(
    lighter={
        BATTLES: TrackingLevel(
            names=("minus points",),
            partly=("creatures", "items", "artifacts"),
            keeps="you keep the tokens, one line a turn; turns, food short, battles, the count",
        ),
        SCORE: TrackingLevel(keeps="players and turns; all else is counted at the end"),
    },
    ready=lambda state: state.stage == "placing" or state.tracking == BATTLES,
    heading=_heading,
    scored=("creatures", "artifacts", *RESOURCES, "minus points"),
    others=("mines", "figures"),
)
"""The lighter tracking levels, which keep the clock, the fights, and what people forget."""
