"""What the steps of a game share: the set-up, the state, the events, and the questions that all of them put to it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from msgspec import Struct

from referee.asking.question import Procedure
from referee.cards.known import card_of, find_card
from referee.declaration.opened import Opened
from referee.errors import Illegal, Unreadable
from referee.games.mythic.attack.attack import Attack
from referee.games.mythic.rules.state import GameState, Piece, Player, Setup, Spot, Token
from referee.games.mythic.units.in_force import Due, FightAtRange, StandingUnit, View
from referee.games.mythic.units.powers import AtMoment, TokenKind, read_token, tokens_of
from referee.games.mythic.units.unit import StatLine, Unit
from referee.text.names import a_or_an, find, fold, printed

Refusal = tuple[str, str]
"""Why something can't be, and the rule or ruling; two empty texts where nothing forbids it."""
FREE: Refusal = ("", "")


class Noted(Struct, frozen=True):
    """A power that is due, with its unit as it was at that moment, and the attack if it was in one."""

    due: Due
    owner: StandingUnit
    fight: FightAtRange | None = None

    @property
    def says_range(self) -> bool:
        """Whether the power says itself at what range it works."""
        return any(isinstance(condition, AtMoment) for condition in self.due.power.conditions)


@dataclass(slots=True)
class Kept:
    """What is reckoned once of a game in which nothing changes."""

    view: View | None = None
    gives_types: bool | None = None


def _nothing_due(match: Match) -> Procedure[None]:
    yield from ()


def token_kinds(setup: Setup, game: GameState, token: Token) -> Sequence[TokenKind]:
    """The tokens of a token's unit, or of the scenario for one of nobody."""
    if not token.unit:
        return [read_token(text) for _, text in setup.tokens]
    unit = find_card(setup, game, token.unit)
    return () if unit is None else tokens_of(unit)


@dataclass(slots=True)
class Match(Opened[Setup, GameState]):
    """A game while a step is played; `noted` are the powers that are due, which `settle` carries out.

    `fought` are the attacks of the step whose dice were thrown or are about to be, each as its values were taken.
    """

    noted: list[Noted] = field(default_factory=list)
    fought: list[Attack] = field(default_factory=list)
    settle: Callable[[Match], Procedure[None]] = _nothing_due
    kept: Kept | None = None

    def still(self) -> Match:
        """The same game while nothing changes in it, as while moves are listed: what it is reckoned from is kept."""
        return replace(self, kept=Kept())

    @property
    def seat(self) -> int:
        """Whose turn it is, by number."""
        return self.state.active

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.state.player

    def seat_of(self, name: str) -> int:
        """The player of a name, by number."""
        return next(seat for seat, player in enumerate(self.state.players) if player.name == name)

    # --- units --------------------------------------------------------------------------------------

    def unit(self, name: str) -> Unit:
        """The sheet of a unit in the game."""
        return card_of(self.setup, self.state, name)

    def known(self, name: str) -> Unit | None:
        """The sheet of a unit, if it is known."""
        return find_card(self.setup, self.state, name)

    def token_kind(self, token: Token) -> TokenKind:
        """What a token is: by the sheet of its unit, or by the scenario."""
        return next(kind for kind in token_kinds(self.setup, self.state, token) if kind.name == token.name)

    def stone_told(self, stone: str) -> str:
        """A stone as it is called: by its mythology, or by its own name if it only counts as one (M75)."""
        return stone if stone in self.setup.things else f"{stone} stone"

    def a_stone(self, stone: str) -> str:
        """The same as something that a unit carries: "a greek stone"."""
        return stone if stone in self.setup.things else a_or_an(f"{stone} stone")

    def line(self, piece: Piece) -> StatLine:
        """What the window of a unit shows."""
        return self.unit(piece.name).line(piece.vitality)

    @property
    def actor(self) -> Piece:
        """The unit that is activated."""
        return self.state.piece(self.state.acting.unit)

    def allied(self, one: Piece, other: Piece) -> bool:
        """Whether two units are of one side; a unit isn't its own ally (M29)."""
        return one is not other and self.setup.allied(one.owner, other.owner)

    def enemy(self, one: Piece, other: Piece) -> bool:
        """Whether two units are of different sides."""
        return not self.setup.allied(one.owner, other.owner)

    def enemies_at(self, piece: Piece, area: str) -> list[Piece]:
        """The enemies of a unit in an area."""
        return [other for other in self.state.within(area) if self.enemy(piece, other)]

    def divinity(self, seat: int) -> Piece | None:
        """A player's god or titan, wherever it is."""
        return next((piece for piece in self.state.of(seat) if self.unit(piece.name).divinity), None)

    def named(self, among: Iterable[Piece]) -> dict[str, str]:
        """The names of some units by all that they are called; of two with one name "Anna's Ash Runner"."""
        among = list(among)
        names = {piece.name: piece.name for piece in among}
        names |= {f"{self.name(piece.owner)}'s {printed(piece.name)}": piece.name for piece in among}
        known, often = set(map(fold, names)), Counter(fold(printed(piece.name)) for piece in among)
        once = (one for one in among if often[fold(printed(one.name))] == 1 and fold(printed(one.name)) not in known)
        return names | {printed(piece.name): piece.name for piece in once}

    def find_piece(self, text: str, among: Sequence[Piece], what: str = "unit") -> Piece:
        """The unit that is meant among some. Raises Unreadable."""
        if not among:
            raise Unreadable(f'no {what} is called "{text}"; there is none')
        names = {fold(said): name for said, name in self.named(among).items()}
        return self.state.piece(find(text, names, what, listing=8))

    # --- areas --------------------------------------------------------------------------------------

    def spot(self, area: str) -> Spot:
        """What lies in an area."""
        return self.state.spots.setdefault(area, Spot())

    def find_area(self, text: str) -> str:
        """An area of the board by its name. Raises Unreadable."""
        return find(text, {fold(name): name for name in self.state.board.names}, "area", listing=16)

    # --- chance -------------------------------------------------------------------------------------

    def chance(self) -> random.Random:
        """The source of the next thing that the program draws: the seed and how many it drew before."""
        self.state.shuffled += 1
        return random.Random(f"{self.setup.seed}/draw/{self.state.shuffled}")

    def refuse(self, why: str, ruling: str) -> None:
        """Raise Illegal where there is a reason."""
        if why:
            raise Illegal(why, ruling)
