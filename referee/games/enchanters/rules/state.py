"""The layout of the adventure deck and the first track with the variants, and the state (Game setup; E-d to E-i)."""

# No string annotations here: msgspec would evaluate each when such a record is first read.

import random
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from referee.asking.dice import Draws
from referee.cards.fields import by_name, card_of
from referee.declaration.readings import readings_of
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
from referee.games.enchanters import tables
from referee.games.enchanters.cards.cards import Card, Village, copies
from referee.games.enchanters.readings import EnchantersReadings
from referee.games.enchanters.vocabulary import CardName, Few, Held, Invasion, Name, Pile, crystals, wounds
from referee.play.event import Copyable, Participant
from referee.text.names import fold, printed


def decks_needed(players: int, invasion: Invasion) -> int:
    """Return the number of kingdom decks: one each, two each for two players, unless it is super-fast (E-d)."""
    two = players == 2 and invasion != "super-fast"
    return players * (tables.box().players.two_decks_each if two else 1)


def only_marked(players: int, invasion: Invasion) -> bool:
    """Return whether only the cards marked 2 are in the game."""
    return players == 2 or invasion == "super-fast"


def cards_removed(players: int, invasion: Invasion, each: int) -> int:
    """Return how many cards go into the box unseen, `each` for every player (fast invasion; E-e)."""
    return players * each if invasion == "fast" else 0


def adventure_cards(cards: Iterable[Card], kingdoms: Sequence[str], players: int, invasion: Invasion) -> list[str]:
    """List the names of all cards of the kingdoms in the game."""
    marked = only_marked(players, invasion)
    return [name for card in cards if card.kingdom in kingdoms for name in copies(card, marked=marked)]


def lacking(cards: Iterable[Card], kingdoms: Sequence[str], players: int, invasion: Invasion) -> dict[str, int]:
    """Count the unknown cards of each kingdom played; "other kingdoms" are those without a known card.

    Empty if every card is known: only then the number of known cards is the number of cards in the game.
    """
    whole, cards = tables.box().kingdom.cards, list(cards)
    known = {kingdom: sum(card.copies for card in cards if card.kingdom == kingdom) for kingdom in kingdoms}
    found = {kingdom: whole - many for kingdom, many in known.items() if many < whole}
    if (other := decks_needed(players, invasion) - len(kingdoms)) > 0:
        found["other kingdoms"] = other * whole
    return found


def dragons_below(deck: Sequence[str], known: Mapping[str, Card], source: random.Random) -> list[str]:
    """Shuffle the dragons into the lower half, which is the smaller one of an odd deck (E-g)."""
    dragons = [name for name in deck if known[fold(printed(name))].type == "dragon"]
    others = [name for name in deck if name not in dragons]
    half = len(others) - len(others) // 2
    lower = [*others[half:], *dragons]
    source.shuffle(lower)
    return [*others[:half], *lower]


def first_track(deck: Sequence[str], known: Mapping[str, Card], places: int) -> tuple[list[str], list[str]]:
    """Lay the track from the bottom of a deck, the first found next to the village; return also the deck left (E-i).

    Cards that must be fought are set aside and go back to the bottom in the order found (E-h).
    """
    left = list(deck)
    track: list[str] = []
    aside: list[str] = []
    while left and len(track) < places:
        name = left.pop()
        (aside if known[fold(printed(name))].fights else track).append(name)
    return track, [*left, *reversed(aside)]


# --- State ----------------------------------------------------------------------------------------
# The state of a game: crystals, wounds, piles, the journey track, and the player to decide.


CRYSTALS = Counter[Any](
    "crystals", said=Wording("takes {many} ({source})", "pays {many} ({source})", amount=crystals)
)
WOUNDS = Counter[Any]("wounds", said=Wording("takes {many} ({source})", "puts back {many} ({source})", amount=wounds))
COUNTERS = (CRYSTALS, WOUNDS)
Glory = Annotated[int, Meta(ge=-9_999, le=9_999)]
"""Glory of a pile as counted by the table."""


class Setup(EnchantersReadings, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """Everything agreed and laid out before the first turn.

    `track` are the first cards, the nearest first; `size` is the number of cards in the adventure deck after that,
    `removed` the number that went into the box (fast invasion). `cards` are the starting cards and all cards of the
    kingdoms played in the deck file, so the file is no longer needed; `names` are their copies; if the program draws,
    the track and then the adventure deck from its top.
    """

    players: Annotated[tuple[Name, ...], Meta(min_length=2, max_length=6)]
    village: Village
    track: tuple[CardName, ...]
    size: Few
    removed: Few = 0
    start: Few = 0
    tracking: HowMuch = "everything"
    seed: Annotated[int, Meta(ge=0, le=999_999_999)] = 0
    draws: Draws = "table"
    invasion: Invasion = "standard"
    depths: bool = False
    deck: str = ""
    kingdoms: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    names: tuple[CardName, ...] = ()

    @cached_property
    def known(self) -> dict[str, Card]:
        """The cards by folded printed name."""
        return by_name(self.cards)

    @cached_property
    def complete(self) -> bool:
        """Whether every card of the adventure deck is known by name."""
        if self.draws == "program":
            return True
        whole = len(self.track) + self.size + self.removed
        lacks = lacking(self.cards, self.kingdoms, len(self.players), self.invasion)
        return len(self.names) >= whole and not lacks


class Player(Struct, Participant, omit_defaults=True, forbid_unknown_fields=True):
    """A player's holdings. Piles have their top card last; two cards of one name are "Goblin" and "Goblin #2".

    `glory` is the counted glory of each pile and of the village if they aren't tracked.
    """

    name: str
    crystals: Held = 0
    wounds: Held = 0
    glory: dict[str, Glory] = {}
    items: list[CardName] = []
    enchantments: list[CardName] = []
    monsters: list[CardName] = []

    def pile(self, pile: Pile) -> list[str]:
        """Return one of the three piles."""
        found: list[str] = getattr(self, pile)
        return found

    def piles(self) -> tuple[list[str], list[str], list[str]]:
        """Return items, enchantments, monsters with dragons."""
        return self.items, self.enchantments, self.monsters

    @property
    def artifact(self) -> str:
        """The artifact's name: the top item and the top enchantment."""
        return " ".join(printed(pile[-1]) for pile in (self.items, self.enchantments) if pile)


class Boost(Struct, frozen=True, forbid_unknown_fields=True):
    """Attack or defence until the end of the turn, and its source."""

    what: Literal["attack", "defence"]
    points: Annotated[int, Meta(ge=-99_999, le=99_999)]
    source: str


class GameState(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A game between two decisions.

    `active` has the turn. `track` begins next to the village; `graveyard` has its top card last; `box` has the cards
    that players lost for good (E-aj); `deck` counts the adventure deck. `major` is whether the major action is done;
    `resting` whether the nearest card goes at the end of the turn, but for the one that is `spared` (E-l); `used` are
    the actions taken this turn, each as "CARD/number"; `taking` is a card between track and pile, while its immediate
    effect is applied. `learnt` are cards typed in at the table, `village` the one asked later if the set-up has none.
    `tracking` is the tracking level from now on, `known` the level of the present state: see `TrackingLevels`.
    `readings` are those that the table has changed since.
    """

    players: list[Player]
    deck: Few
    track: list[CardName]
    active: Few = 0
    turn: Annotated[int, Meta(ge=1, le=9_999)] = 1
    graveyard: list[CardName] = []
    box: list[CardName] = []
    major: bool = False
    resting: bool = False
    spared: str = ""
    used: list[str] = []
    taking: str = ""
    boosts: list[Boost] = []
    learnt: tuple[Card, ...] = ()
    over: bool = False
    village: Village | None = None
    tracking: HowMuch = "everything"
    known: HowMuch = "everything"
    readings: dict[str, bool | int | str] = {}

    def in_play(self) -> Iterator[str]:
        """Yield every card that isn't in the adventure deck: on the track, in the graveyard, in piles."""
        yield from self.track
        yield from self.graveyard
        yield from self.box
        if self.taking:
            yield self.taking
        for player in self.players:
            for pile in player.piles():
                yield from pile


def most_on_track(setup: Setup, game: GameState) -> int:
    """Return how many cards can lie on the track: a smaller number agreed later counts once so many are left."""
    places = readings_of(EnchantersReadings)["track_cards"].most
    return places if "track_cards" in game.readings else setup.track_cards


def village_of(setup: Setup, game: GameState) -> Village:
    """Return the village that is played."""
    return game.village or setup.village


def monsters_of(setup: Setup, game: GameState, number: int) -> list[str]:
    """List a player's monsters without dragons, which don't count as such, the top one last (E-v)."""
    return [name for name in game.players[number].monsters if card_of(setup, game, name).type == "monster"]


def unseen(setup: Setup, game: GameState) -> list[str]:
    """List the known names of cards that may be in the adventure deck, since they are nowhere else."""
    seen = set(game.in_play())
    return [name for name in setup.names if name not in seen]


TRACKING_LEVELS: TrackingLevels[GameState] = TrackingLevels(
    lighter={
        BATTLES: TrackingLevel(
            names=("wounds",),
            keeps="you keep the cards; turns, fights, wounds; glory is counted at the end",
        ),
        SCORE: TrackingLevel(keeps="players and turns; glory and wounds are counted at the end"),
    },
    ready=lambda state: not state.major,
    scored=("glory", "wounds"),
    heading=lambda state: "the end" if state.over else f"{state.players[state.active].name}'s turn",
    others=("deck", "village", "glory"),
    newcomers=EVERYTHING,
)
"""The lighter tracking levels, which keep whose turn it is, fights, wounds."""
