"""A game of Enchanters as it stands: crystals, wounds, piles, the journey track, and who decides next."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from referee.asking.dice import Draws
from referee.cards.known import by_name, card_of
from referee.declaration.counts import Counter, Wording
from referee.declaration.tracking import BATTLES, EVERYTHING, SCORE, HowMuch, TrackingLevel, TrackingLevels
from referee.games.enchanters.cards.cards import Card, Village
from referee.games.enchanters.readings import EnchantersReadings
from referee.games.enchanters.rules import first_track
from referee.games.enchanters.vocabulary import CardName, Few, Held, Invasion, Name, Pile, crystals, wounds
from referee.play.copying import Copyable

CRYSTALS = Counter[Any](
    "crystals", said=Wording("takes {many} ({source})", "pays {many} ({source})", amount=crystals)
)
WOUNDS = Counter[Any]("wounds", said=Wording("takes {many} ({source})", "puts back {many} ({source})", amount=wounds))
COUNTERS = (CRYSTALS, WOUNDS)
"""What is counted of a player."""
Glory = Annotated[int, Meta(ge=-9_999, le=9_999)]
"""Glory as it was counted of a pile."""


class Setup(EnchantersReadings, frozen=True, omit_defaults=True, kw_only=True, forbid_unknown_fields=True, dict=True):
    """What was agreed and laid out before the first turn.

    `track` are the first cards, the nearest first; `size` is how many cards the adventure deck has then, `removed`
    how many went into the box (fast invasion). `cards` are the starting cards and all that the deck file knows of the
    kingdoms played, so the file isn't needed any more; `names` are their copies; where the program draws, the track
    and then the adventure deck from its top. The readings are
    those of the rulings.
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
        if self.tracking != EVERYTHING:
            return False
        whole = len(self.track) + self.size + self.removed
        lacks = first_track.lacking(self.cards, self.kingdoms, len(self.players), self.invasion)
        return len(self.names) >= whole and not lacks


class Player(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A player's things. Piles have their top card last; two cards of one name are "Goblin" and "Goblin #2".

    `glory` is what was counted of each pile and of the village, where they aren't tracked.
    """

    name: str
    crystals: Held = 0
    wounds: Held = 0
    glory: dict[str, Glory] = {}
    items: list[CardName] = []
    enchantments: list[CardName] = []
    monsters: list[CardName] = []

    def pile(self, pile: Pile) -> list[str]:
        """One of the three piles."""
        found: list[str] = getattr(self, pile)
        return found

    def piles(self) -> tuple[list[str], list[str], list[str]]:
        """Items, enchantments, monsters with dragons."""
        return self.items, self.enchantments, self.monsters


class Boost(Struct, frozen=True, forbid_unknown_fields=True):
    """Attack or defence until the end of the turn, and where it comes from."""

    what: Literal["attack", "defence"]
    points: Annotated[int, Meta(ge=-99_999, le=99_999)]
    source: str


class GameState(Struct, Copyable, omit_defaults=True, forbid_unknown_fields=True):
    """A game between two decisions.

    `active` has the turn. `track` begins next to the village; `graveyard` has its top card last; in the `box` is what
    players lost for good (E-aj); `deck` counts the adventure deck. `major` is whether the major action is done;
    `resting` whether the nearest card goes at the end of the turn, but for the one that is `spared` (E-l); `used` are
    the actions taken this turn, each as "CARD/number"; `taking` is a card between track and pile, while its immediate
    effect is carried out. `learnt` are cards typed in at the table, `village` the one told where the set-up has none.
    `tracking` is how much is tracked from now on, `known` by which level the state is known: see `TrackingLevels`.
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
    learnt: list[Card] = []
    over: bool = False
    village: Village | None = None
    tracking: HowMuch = "everything"
    known: HowMuch = "everything"
    readings: dict[str, bool | int | str] = {}

    def in_play(self) -> Iterator[str]:
        """Every card that isn't in the adventure deck: on the track, in the graveyard, in piles."""
        yield from self.track
        yield from self.graveyard
        yield from self.box
        if self.taking:
            yield self.taking
        for player in self.players:
            for pile in player.piles():
                yield from pile


def village_of(setup: Setup, game: GameState) -> Village:
    """The village that is played."""
    return game.village or setup.village


def is_monster(setup: Setup, game: GameState, name: str) -> bool:
    """Whether a card counts as a monster; dragons don't (E-v)."""
    return card_of(setup, game, name).type == "monster"


def monsters_of(setup: Setup, game: GameState, number: int) -> list[str]:
    """A player's monsters without dragons, the top one last."""
    return [name for name in game.players[number].monsters if is_monster(setup, game, name)]


def unseen(setup: Setup, game: GameState) -> list[str]:
    """The known names of cards that may be in the adventure deck: what lies nowhere else."""
    seen = set(game.in_play())
    return [name for name in setup.names if name not in seen]


TRACKING_LEVELS: TrackingLevels[GameState] = TrackingLevels(
    lighter={
        BATTLES: TrackingLevel(
            names=("wounds",),
            keeps="whose turn it is, fights, wounds; glory is counted at the end, pile by pile",
        ),
        SCORE: TrackingLevel(keeps="players and turns; glory and wounds are counted at the end"),
    },
    ready=lambda state: not state.major,
    scored=("glory", "wounds"),
    heading=lambda state: "the end" if state.over else f"{state.players[state.active].name}'s turn",
    others=("deck", "village", "glory"),
)
"""What the lighter levels keep: whose turn it is, fights, wounds."""
