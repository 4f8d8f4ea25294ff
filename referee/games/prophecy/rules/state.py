"""The state of a game of Prophecy: heroes, the ring and the planes, decks, and the next decision."""

# No postponed annotations here: msgspec would evaluate them one by one whenever such a record is first read.

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from referee.asking.dice import Draws
from referee.cards.fields import by_name
from referee.declaration.tracking import (
    BATTLES,
    EVERYTHING,
    SCORE,
    Counter,
    HowMuch,
    TrackingLevel,
    TrackingLevels,
    Wording,
)
from referee.games.prophecy.board import SPACES, Board
from referee.games.prophecy.cards.cards import Card
from referee.games.prophecy.fights.state import Bonus
from referee.games.prophecy.readings import ProphecyReadings
from referee.games.prophecy.vocabulary import MOST_CUBES, UNCOUNTED, CardName, Few, Guild, Held, Name
from referee.play.event import Copyable, Participant

Dice = Literal["entered", "rolled", "average"]
Variant = Literal["standard", "two artifacts", "apocalypse"]
Phase = Literal["normal", "final battle", "countdown", "apocalypse"]
Step = Literal["round", "chance", "movement", "turn", "round end"]
"""The next decision: the start of a round (a new hero), the Chance card, the movement, the rest of the turn
(fights and Possibilities), the end of the round (discards)."""
DeckName = Literal["chance", "adventure", "common", "rare", "lesser", "greater", "artifact", Guild]
PLANE_CARDS: tuple[DeckName, ...] = ("lesser", "greater", "artifact")
"""Cards of a plane in the order in which they are turned up (P15)."""
Status = Literal["playing", "dead", "out"]
"""A dead hero's player may take a new one; a player who is out has left the game."""

UNSEEN = ""
"""Name of an unseen card: face down, or discarded face down."""


class Setup(ProphecyReadings, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """All that was agreed and laid out before the first round.

    `tracking` is how much is tracked; if it isn't everything, only the fields that it needs are set.
    `heroes` are the players' first heroes, in their order. `sizes` is how many cards each deck has with nothing laid
    out. `abilities` lie open in the guilds (in the order of `GUILDS`), `first` is the first terrain card of the
    Chance deck and `laid` the cards on its spaces, clockwise from space 1. `cards` are all those of the deck file,
    which isn't needed any more, and those `typed` in at the set-up. The readings are those of the first round.
    """

    players: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=5)]
    tracking: HowMuch = "everything"
    heroes: Annotated[tuple[CardName, ...], Meta(max_length=5)] = ()
    board: Board | None = None
    sizes: Mapping[DeckName, Few] = {}
    abilities: tuple[CardName, ...] = ()
    first: Literal["Mountains", "Forests", "Plains"] = "Mountains"
    laid: tuple[CardName, ...] = ()
    start: Few = 0
    cards: tuple[Card, ...] = ()
    typed: tuple[CardName, ...] = ()
    deck: str = ""
    board_file: str = ""
    draws: Draws = "table"
    dice: Dice = "entered"
    seed: Annotated[int, Meta(ge=0, le=999_999_999)] = 0
    variant: Variant = "standard"
    teams: bool = False
    trading: bool = False

    @cached_property
    def known(self) -> dict[str, Card]:
        """Cards by folded printed name."""
        return by_name(self.cards)

    @cached_property
    def by_kind(self) -> dict[str, dict[str, Card]]:
        """Cards by kind, in their order, each by its folded printed name."""
        found: dict[str, dict[str, Card]] = {}
        for key, card in self.known.items():
            found.setdefault(card.kind, {})[key] = card
        return found

    @cached_property
    def every_card(self) -> dict[DeckName, tuple[tuple[Card, ...], Sequence[str]]]:
        """Cache by deck: the cards learnt, and the identifiers of all its cards then (`decks.unseen`)."""
        return {}

    def partner(self, seat: int) -> int | None:
        """Return a player's partner, the one opposite (P61); None without teams."""
        return (seat + 2) % 4 if self.teams else None


class Pack(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A deck: its number of cards, its discards (unseen ones are UNSEEN), and the known cards under it.

    Its contents aren't stored: every card that lies nowhere else may be in it, with the same chance; so the program,
    too, draws a card when it is turned up and not before.
    """

    count: Few
    discards: list[str] = []
    bottom: list[str] = []

    @property
    def counted(self) -> bool:
        """Whether its number is known: an uncounted deck begins with UNCOUNTED cards."""
        return self.count <= UNCOUNTED // 2


class Lying(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """An Adventure card on a space: UNSEEN while it is face down.

    `round` is the one in which it was placed or turned up (P42); Gold and Items, `damaged` ones too, lie on it for
    the hero who beats it.
    """

    name: str = UNSEEN
    round: Held = 0
    gold: Held = 0
    items: list[CardName] = []
    damaged: list[CardName] = []

    @property
    def open(self) -> bool:
        """Whether it is turned up."""
        return self.name != UNSEEN


class Space(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """The cards on a space: Adventure cards (the upper first), Abilities (the older first), goods, Artifacts."""

    cards: list[Lying] = []
    abilities: list[CardName] = []
    goods: list[CardName] = []
    artifacts: list[CardName] = []


class Plane(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A plane: its three cards, UNSEEN while face down; Artifacts left by dead heroes; whether it is closed."""

    lesser: str = UNSEEN
    greater: str = UNSEEN
    artifact: str = UNSEEN
    beaten: bool = False
    closed: bool = False
    left: list[CardName] = []

    @property
    def guardian(self) -> str:
        """The next Guardian to fight, UNSEEN while face down."""
        return self.greater if self.beaten else self.lesser


class Hero(Struct, Participant, omit_defaults=True, forbid_unknown_fields=True):
    """A player, by name, and the player's hero.

    `health` and `magic` are the cubes on the right, `red` and `blue` all of them. `damaged` Items aren't among the
    `items`; Artifacts stand apart but count as Items. `marks` are uses that can't be repeated within a scope ("turn:
    Monastery", "round: Counterfeiting/0", "round 4: Time Loop/0"), `cast` the Spells of this round, `bonuses`
    temporary, `rounds` the number of own rounds so far. Without a hero there is no space (0).
    """

    name: str
    hero: str
    space: Annotated[int, Meta(ge=0, le=SPACES)]
    health: Few
    red: Annotated[int, Meta(ge=0, le=MOST_CUBES)]
    magic: Few
    blue: Annotated[int, Meta(ge=0, le=MOST_CUBES)]
    gold: Held = 0
    experience: Held = 0
    items: list[CardName] = []
    damaged: list[CardName] = []
    abilities: list[CardName] = []
    artifacts: list[CardName] = []
    status: Status = "playing"
    sex: Literal["woman", "man", ""] = ""
    lodging: bool = False
    bonuses: list[Bonus] = []
    marks: list[str] = []
    cast: list[str] = []
    rounds: Held = 0

    @property
    def playing(self) -> bool:
        """Whether the hero is in the game."""
        return self.status == "playing"

    @property
    def gone(self) -> bool:
        """Whether the player has no more turns."""
        return self.status == "out"

    @property
    def held(self) -> list[str]:
        """All Items, with damaged ones and Artifacts."""
        return [*self.items, *self.damaged, *self.artifacts]

    @property
    def losable(self) -> list[str]:
        """Items that can be lost, damaged ones too; no Artifacts (P51)."""
        return [*self.items, *self.damaged]


class GameState(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """The state of a game between two decisions.

    `active` has round and turn; `extra` are the sources of further turns in this round. `moves` is how many movements
    are left, two `joined` by Fleet of Foot; `possible` is whether Possibilities were used this turn. `attacking` is
    the plane where the active hero fights, -1 elsewhere, `first` whether no battle of this attack is over yet
    (P43); `returned` is whether the hero is back from a plane with its Artifact: until the next arrival the Creatures
    of the space aren't fought (P49). `attacked` is the hero attacked last in this turn, -1 for none, and `further`
    attacks came before that one. `aside` are cards drawn and not placed yet. `drawn` and `thrown` count what the
    program draws and rolls. `unused` are heroes that may still be taken. `collector` took the last Artifact. `won`
    are the winners' seats. `tracking` is how much is tracked from now on, `known` the level at which the state is
    known: see `TrackingLevels`; `board` is set if the set-up has none. `readings` are those changed since the set-up.
    """

    players: list[Hero]
    spaces: list[Space]
    planes: list[Plane]
    decks: dict[DeckName, Pack]
    unused: list[CardName] = []
    eliminated: list[CardName] = []
    active: Few = 0
    round: Held = 1
    turn: Few = 1
    step: Step = "chance"
    moves: Few = 1
    joined: bool = False
    possible: bool = False
    extra: list[str] = []
    first: bool = True
    attacking: Annotated[int, Meta(ge=-1, le=4)] = -1
    returned: bool = False
    aside: list[CardName] = []
    attacked: Annotated[int, Meta(ge=-1, le=4)] = -1
    further: Few = 0
    phase: Phase = "normal"
    collector: Annotated[int, Meta(ge=-1, le=4)] = -1
    drawn: Few = 0
    thrown: Few = 0
    learnt: tuple[Card, ...] = ()
    over: bool = False
    won: list[int] = []
    tracking: HowMuch = "everything"
    known: HowMuch = "everything"
    board: Board | None = None
    readings: dict[str, bool | int | str] = {}

    @property
    def light(self) -> bool:
        """Whether less than everything is tracked, so that cards and cubes are unknown."""
        return self.known != EVERYTHING or self.tracking != EVERYTHING

    @property
    def hero(self) -> Hero:
        """Hero of the active player."""
        return self.players[self.active]

    def at(self, space: int) -> Space:
        """Return a space by its number."""
        return self.spaces[space - 1]

    def clockwise(self, seat: int) -> list[int]:
        """List the seats in turn order, from `seat` on."""
        many = len(self.players)
        return [(seat + step) % many for step in range(many)]

    def playing(self, seat: int = 0) -> list[int]:
        """List the seats whose heroes are in the game, clockwise from `seat` on."""
        return [other for other in self.clockwise(seat) if self.players[other].playing]

    def known_places(self) -> Iterator[tuple[str, str]]:
        """Yield every card with a known name that is in no deck, with its place in words."""
        return ((name, where) for pile, where in self.piles() for name in pile if name != UNSEEN)

    def known_names(self) -> set[str]:
        """Return the names of all these cards."""
        return {name for pile, _ in self.piles() for name in pile if name != UNSEEN}

    def piles(self) -> Iterator[tuple[list[str], str]]:
        """Yield the piles of cards outside the decks, seen or not, and their places."""
        for number, space in enumerate(self.spaces, 1):
            for lying in space.cards:
                if lying.open:
                    yield [lying.name], f"space {number}"
                yield from ((pile, f"under {lying.name}") for pile in (lying.items, lying.damaged))
            for pile in filter(None, (space.abilities, space.goods, space.artifacts)):
                yield pile, f"space {number}"
        for plane in self.planes:
            yield [plane.lesser, plane.greater, plane.artifact], "a plane"
            yield plane.left, "a plane"
        for hero in self.players:
            for pile in (hero.items, hero.damaged, hero.artifacts, hero.abilities):
                yield pile, hero.name
        yield self.aside, "the hand that draws"
        for deck, pack in self.decks.items():
            yield pack.discards, f"the {deck} discards"
            yield pack.bottom, f"under the {deck} deck"


def board_of(setup: Setup, game: GameState) -> Board:
    """Return the board of a game of which everything is tracked."""
    board = game.board or setup.board
    assert board is not None, "the board isn't tracked"
    return board


# --- Counters -------------------------------------------------------------------------------------
# Counters of a hero: Gold, Experience, and cubes right and left, each with the words for a change.


def _cubes(total: str, right: str) -> Callable[[Hero, int], None]:
    """Return a setter for the number of all cubes; those added or removed are on the right (P7)."""

    def put(hero: Hero, number: int) -> None:
        changed: int = number - getattr(hero, total)
        setattr(hero, total, number)
        setattr(hero, right, min(number, max(0, getattr(hero, right) + changed)))

    return put


def _format_cubes(colour: str) -> Callable[[int], str]:
    """Return a formatter for a number of cubes: "a red cube"."""
    return lambda many: f"{'a' if many == 1 else many} {colour} cube{'s' * (many != 1)}"


def _token_counter(name: str) -> Counter[Any]:
    so_many = Wording(
        "takes {many} ({source}); {now} now",
        "pays {many} ({source}); {now} left",
        amount=lambda many: f"{many} {name.capitalize()}",
    )
    return Counter(name, said=so_many)


def _right_counter(name: str, colour: str) -> Counter[Any]:
    """Return the counter of cubes on the right, at most all cubes."""
    moved = Wording(
        "moves {many} to the right ({source}); {now} on the right now",
        "moves {many} to the left ({source}); {now} on the right now",
        "has {many} on the right now ({source})",
        amount=_format_cubes(colour),
        more="move {many} to the right",
        fewer="move {many} to the left",
    )
    return Counter(name, most=lambda hero: int(getattr(hero, colour)), said=moved)


def _cubes_counter(name: str, colour: str, right: str) -> Counter[Any]:
    """Return the counter of all cubes of a colour."""
    wording = Wording(
        "takes {many} for good ({source}); {now} in all now",
        "gives back {many} for good ({source}); {now} in all now",
        "has {many} in all now ({source})",
        amount=_format_cubes(colour),
        more="take {many} for good",
        fewer="give {many} back for good",
    )
    return Counter(
        name, most=MOST_CUBES, value=lambda hero: int(getattr(hero, colour)), put=_cubes(colour, right), said=wording
    )


COUNTERS = (
    _token_counter("gold"),
    _token_counter("experience"),
    _right_counter("health", "red"),
    _right_counter("magic", "blue"),
    _cubes_counter("strength", "red", "health"),
    _cubes_counter("willpower", "blue", "magic"),
)
COUNTER: Mapping[str, Counter[Any]] = {counter.name: counter for counter in COUNTERS}


_PHASES = {
    "normal": "",
    "final battle": " · the Final Battle",
    "countdown": " · the countdown",
    "apocalypse": " · the Apocalypse",
}

TRACKING_LEVELS: TrackingLevels[GameState] = TrackingLevels(
    lighter={
        BATTLES: TrackingLevel(
            names=("artifacts",),
            keeps="you keep cubes and cards, a line or two a round; Chance cards, odds of fights, hand limits",
        ),
        SCORE: TrackingLevel(keeps="players and rounds; the Artifacts are counted at the end"),
    },
    ready=lambda state: state.step in ("round", "chance") or state.known == SCORE,
    scored=("artifacts",),
    others=("heroes", "spaces", "planes", "decks"),
    advised=BATTLES,
    heading=lambda state: "the end" if state.over else f"{state.hero.name}'s round{_PHASES[state.phase]}",
)
"""Lighter levels: they track what people forget, and what decides the end."""
