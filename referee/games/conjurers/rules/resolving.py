"""The resolving phase: player by player, assistants first, the conjurer last (pp. 10-13; A1, A14, A15, A20)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Self

from referee.asking.interrupts import Refusal
from referee.asking.moves import Move, Moves, ask_move
from referee.asking.question import Procedure
from referee.declaration.tracking import EVERYTHING
from referee.effects.phrases import Names
from referee.games.conjurers.rules import actions, contests, shop
from referee.games.conjurers.rules import spaces as board
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.events import Declined
from referee.games.conjurers.rules.promises import promise
from referee.games.conjurers.rules.spaces import BoardSpace, Sort
from referee.games.conjurers.rules.state import CONJURER, Figure, GameState
from referee.games.conjurers.tables import board as board_tables

Action = Callable[[Context, int, BoardSpace], Procedure[None] | None]

ACTIONS: Mapping[Sort, Action] = {
    "mine": actions.take_mine,
    "storage": actions.take_output,
    "food": actions.take_output,
    "market": actions.trade,
    "tavern": actions.take_button,
    "guild house": actions.hire,
    "pit": actions.sacrifice,
    "blacksmith": shop.shop,
    "artificer": shop.shop,
    "battleground": contests.begin,
    "duel": contests.begin,
}
"""What each kind of space does when a figure on it is resolved."""

GAINS: tuple[Sort, ...] = ("mine", "storage", "food", "tavern")
"""Spaces whose action asks nothing."""

FOUGHT = ("battleground", "duel")
"""Spaces whose action can't be declined (A20)."""


def _ready(context: Context) -> list[str]:
    return [figure.kind for figure in next_figures(context)]


def _kinds(context: Context) -> tuple[str, ...]:
    return (CONJURER, *board_tables.phases().assistants)


FigureKind = Annotated[str, Names("figure", _kinds, rather=_ready)]


class Resolve(Move[Context], frozen=True):
    """Do what the space of a figure gives."""

    says = "resolve[ {figure}]"
    figure: FigureKind = ""

    @classmethod
    def candidates(cls, context: Context) -> Iterable[Self]:
        """The figures that can be resolved now."""
        return map(cls, _ready(context))

    def complete(self, context: Context) -> Self:
        """The first figure, where none is named."""
        return self if self.figure else type(self)(_ready(context)[0])

    def why_not(self, context: Context) -> str | Refusal:
        """Only the assistants of the player whose turn it is can be resolved, then the conjurer (A15)."""
        return "" if self.figure in _ready(context) else _not_yet(context.state, self.figure)

    def _standing(self, context: Context) -> Figure:
        return next(figure for figure in next_figures(context) if figure.kind == self.figure)

    def _space(self, context: Context) -> BoardSpace:
        return board.space_named(context.setup, self._standing(context).space)

    def detail(self, context: Context) -> str:
        """What the space is good for."""
        space = self._space(context)
        return f"{space.name}: {promise(context, context.state.figures[0].player, space)}".removesuffix(": ")

    def do(self, context: Context) -> Procedure[None] | None:
        """Carry out the action of its space."""
        figure, space = self._standing(context), self._space(context)
        context.state.figures.remove(figure)
        return ACTIONS[space.sort](context, figure.player, space)


class Decline(Resolve, frozen=True):
    """Leave the space of a figure unused."""

    says = "decline[ {figure}]"

    def why_not(self, context: Context) -> str | Refusal:
        """A battle is fought (A20)."""
        fought = Refusal("a duel and a battleground are fought", "A20")
        return super().why_not(context) or (fought if self._space(context).sort in FOUGHT else "")

    def detail(self, context: Context) -> str:
        """What is given up."""
        return f"leaves the {self._space(context).name} unused"

    def do(self, context: Context) -> None:
        """Tell it."""
        figure = self._standing(context)
        context.state.figures.remove(figure)
        context.emit(Declined(figure.player, figure.kind, figure.space))


RESOLVING = Moves(Resolve, Decline)


def resolve(context: Context) -> Procedure[None]:
    """Resolve one figure of the player whose turn it is; when all are resolved, go on to what waits."""
    if context.state.figures:  # else the last ones were a leaver's (A21)
        name, ready = context.player(context.state.figures[0].player).name, next_figures(context)
        sorts = {figure.kind: board.space_named(context.setup, figure.space).sort for figure in ready}
        gains = [kind for kind, sort in sorts.items() if sort in GAINS]
        usual = next(iter(gains or sorts))  # what is gained first can be spent by the others
        asked = RESOLVING.question(
            context, "resolve", f"{name} resolves", who=name, default=f"resolve {usual}", routine=bool(gains),
            opens=len(ready) == 1 and sorts[usual] not in (*GAINS, *FOUGHT),
        )  # fmt: skip
        yield from ask_move(asked, context)
    go_on(context)


def go_on(context: Context) -> None:
    """Move to the stage that follows: a contest under way, more figures, waiting battles, or the end phase."""
    game = context.state
    if game.contest is not None:
        game.stage = "battles"
    elif game.known != EVERYTHING:
        game.stage = "light"
    elif game.figures:
        game.stage = "resolving"
    elif game.waiting:
        figure = game.waiting.pop(0)
        game.stage = "battles"
        contests.open_contest(context, figure)
        if game.contest is None:
            go_on(context)
    else:
        game.stage = "ending"


def next_figures(context: Context) -> list[Figure]:
    """The figures that may be resolved now: the first player's assistants, or the conjurer alone (A15)."""
    figures = context.state.figures
    mine = [figure for figure in figures if figure.player == figures[0].player]
    return [figure for figure in mine if figure.kind != CONJURER] or mine


def _not_yet(game: GameState, kind: str) -> Refusal:
    """Why a figure of the player whose turn it is can't be resolved now."""
    seat = game.figures[0].player
    owner = game.players[seat]
    if kind not in (CONJURER, *owner.assistants):
        return Refusal(f"{owner.name} has no {kind}", "figures")
    figure = next((one for one in game.placed if (one.player, one.kind) == (seat, kind)), None)
    if figure is None:
        return Refusal(f"{owner.name}'s {kind} stands on no space", "resolving")
    if figure in game.waiting:
        why = f"{owner.name}'s {kind} fights; its battle waits until all other actions are resolved"
        return Refusal(why, "A1")
    if figure in game.figures:
        return Refusal(f"{owner.name}'s assistants are resolved first, the conjurer last", "A15")
    return Refusal(f"{owner.name}'s {kind} is resolved already", "resolving")
