"""The allocation phase: clockwise from the holder of the button, one figure at a time (p. 10; E1, E5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Self

from referee.asking.interrupts import Refusal
from referee.asking.moves import Move, Moves, ask_move
from referee.asking.question import Option, Procedure, Question
from referee.effects.phrases import Names
from referee.errors import Illegal, Unreadable
from referee.games.conjurers.rules import contests
from referee.games.conjurers.rules import spaces as board
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.events import Placed, ResolvingBegan, Skipped
from referee.games.conjurers.rules.promises import promise
from referee.games.conjurers.rules.spaces import BoardSpace, Sort
from referee.games.conjurers.rules.state import CONJURER, Figure
from referee.games.conjurers.tables import board as board_tables
from referee.text.names import fold, or_list

_HEADINGS: Mapping[Sort, str] = {
    "mine": "mines", "storage": "storages", "food": "food", "battleground": "battlegrounds", "market": "trade, hire",
    "tavern": "trade, hire", "guild house": "trade, hire", "pit": "trade, hire", "blacksmith": "shops",
    "artificer": "shops", "duel": "duels",
}  # fmt: skip
"""What spaces stand together in a menu, as they do on the board."""


def _kinds(context: Context) -> tuple[str, ...]:
    return (CONJURER, *board_tables.phases().assistants)


def _left(context: Context) -> list[str]:
    """The figures of the player who places next that wait to be placed."""
    return context.state.figures_of(context.state.next_seat)


def _groups(context: Context) -> list[str]:
    """What like spaces are called together ("blacksmith"); each house has only its own name."""
    return [space.name if space.sort == "duel" else space.kind for space in board.spaces(context.setup)]


def _named(context: Context) -> list[str]:
    return [*_groups(context), *(space.name for space in board.spaces(context.setup))]


def _unused(context: Context) -> dict[str, Illegal]:
    closed = f"closed with {len(context.setup.players)} players"
    return {name: Illegal(f"{name}: {closed}", "E6") for name in board.unused(context.setup)}


FigureKind = Annotated[str, Names("kind of figure", _kinds, rather=_left)]
Space = Annotated[str, Names("space", _named, others=_unused, rather=_groups)]


class Place(Move[Context], frozen=True):
    """Place a figure on a space; of like ones on the first that is free. The only figure needn't be named."""

    says = "(place|)[ {figure}] {space}"
    space: Space
    figure: FigureKind = ""

    @classmethod
    def candidates(cls, context: Context) -> Iterator[Self]:
        """Every figure with every space that it may go to."""
        legal = board.legal_places(context.setup, context.state, context.state.next_seat)
        return (cls(space.name, kind) for kind, space in legal)

    @classmethod
    def others(cls, context: Context, *, closed: bool) -> Iterator[Option]:
        """The spaces that are closed for everybody."""
        for space in board.spaces(context.setup) if closed else ():
            if why := board.closed_by(context.setup, context.state, space):
                also = tuple(f"place {kind} {space.name}" for kind in _left(context))
                yield Option(space.name, detail=why.reason, rule=why.ruling, also=also)

    def _refusal(self, context: Context, kind: str, space: BoardSpace) -> Refusal | None:
        return board.refusal(context.setup, context.state, context.state.next_seat, kind, space)

    def complete(self, context: Context) -> Self:
        """The space of several like ones, and the figure. Raises Illegal where none may go there, else Unreadable."""
        like = [space for space in board.spaces(context.setup) if self.space in (space.name, space.kind)]
        kinds = [self.figure] if self.figure else _left(context)
        free = [(kind, space) for kind in kinds for space in like if not self._refusal(context, kind, space)]
        kind, space = next(iter(free), (kinds[0], like[0]))
        if len(kinds) > 1:
            if why := self._refusal(context, kind, space):
                raise Illegal(*why)
            raise Unreadable(f"say which figure: place {or_list(kinds)}, like place {kind} {self.space}")
        return type(self)(space.name, kind)

    def why_not(self, context: Context) -> str | Refusal:
        """Which figures there are, where they may go, and what is taken or closed."""
        return self._refusal(context, self.figure, board.space_named(context.setup, self.space)) or ""

    def option(self, context: Context, text: str) -> Option:
        """How it is listed: what the space is good for, beside its like."""
        space = board.space_named(context.setup, self.space)
        return Option(
            text, space.name if len(_left(context)) == 1 else "", promise(context, context.state.next_seat, space),
            alike=f"{self.figure} {space.kind}" if space.sort != "duel" else "", group=_HEADINGS[space.sort],
        )  # fmt: skip

    def do(self, context: Context) -> None:
        """Place it; when no figure can be placed any more, the resolving phase begins."""
        game, player = context.state, context.state.next_seat
        game.placed.append(Figure(player, self.figure, self.space))
        context.emit(Placed(player, self.figure, self.space))
        pass_on(context, (player + 1) % len(game.players))


PLACING = Moves(Place)


def place(context: Context) -> Procedure[None]:
    """Place one figure."""
    name, figures = context.player(context.state.next_seat).name, _left(context)
    what = figures[0] if len(figures) == 1 else f"one of {', '.join(figures)}"
    asked = PLACING.question(
        context, "place", f"{name} places {what}", who=name, open=True, grouped=partial(_grouped, context, name)
    )
    yield from ask_move(asked, context)


def _grouped(context: Context, player: str) -> list[Option]:
    """First the figure, then its space."""
    every, found = PLACING.options(context), []
    for kind in _left(context) if len(_left(context)) > 1 else ():
        start = f"place {kind} "
        if places := [option for option in every if option.text.startswith(start)]:
            names = ", ".join(option.text.removeprefix(start) for option in places)
            found.append(
                Option(start.strip(), kind, names, more=partial(_space_question, context, player, kind, places))
            )
    return found


def _space_question(context: Context, player: str, kind: str, places: Sequence[Option]) -> Question[str]:
    """Where a figure goes; the answer is the whole placing."""
    start = f"place {kind} "

    def parse(text: str) -> str:
        whole = text if fold(text).startswith("place ") else f"{start}{text}"
        PLACING.read_move(context, whole)
        return whole

    listed = [replace(option, label=option.text.removeprefix(start), alike="") for option in places]
    return Question("space", f"{player}'s {kind} goes to", parse, options=lambda: listed, who=player, open=True)


def pass_on(context: Context, first: int) -> None:
    """Find who places next from seat `first` on, skipping figures without a legal space (E5); else go on."""
    game = context.state
    for seat in game.clockwise(first):
        if next(board.legal_places(context.setup, game, seat), None) is not None:
            game.next_seat = seat
            return
    for seat in game.clockwise(first):
        for kind in game.figures_of(seat):
            context.emit(Skipped(seat, kind))
    begin_resolving(context)


def begin_resolving(context: Context) -> None:
    """Fix the order of players (A14) and which battles wait (A1)."""
    game = context.state
    game.stage = "resolving"
    game.order = game.clockwise(game.holder)
    in_order(context, game.placed)
    context.emit(ResolvingBegan(tuple(game.order)))


def in_order(context: Context, standing: Sequence[Figure]) -> None:
    """Put figures in the order in which they are resolved, apart from those whose battles wait (A1, A14)."""
    game = context.state
    ranked = sorted(standing, key=lambda figure: (game.order.index(figure.player), figure.kind == CONJURER))
    fought = contests.fights(context) if contests.battles_wait(context.setup) else []
    game.waiting = [figure for figure in fought if figure in ranked]
    game.figures = [figure for figure in ranked if figure not in game.waiting]
