"""The allocation phase: clockwise from the holder of the button, one figure at a time (p. 10; E1, E5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Annotated, Self

from msgspec import structs

from referee.asking.interrupts import Refusal
from referee.asking.moves import Move, Moves, ask_move, forbid
from referee.asking.question import Option, Procedure, Question, but_not
from referee.declaration.tracking import EVERYTHING
from referee.effects.phrases import Names
from referee.errors import Illegal, Unreadable
from referee.games.conjurers import tables
from referee.games.conjurers.rules import actions, contests, shop
from referee.games.conjurers.rules import spaces as board
from referee.games.conjurers.rules.card_pool import Context
from referee.games.conjurers.rules.shop import promise
from referee.games.conjurers.rules.spaces import FOUGHT, BoardSpace, Sort
from referee.games.conjurers.rules.state import CONJURER, Figure, GameState
from referee.text.names import fold, or_list

_HEADINGS: Mapping[Sort, str] = {
    "mine": "mines",
    "storage": "storages",
    "food": "food",
    "battleground": "battlegrounds",
    "market": "trade, hire",
    "tavern": "trade, hire",
    "guild house": "trade, hire",
    "pit": "trade, hire",
    "blacksmith": "shops",
    "artificer": "shops",
    "duel": "duels",
}
"""The headings of spaces in a menu, grouped as on the board."""

_STORAGE = " storage"
"""Suffix of the names of storages."""


def _kinds(context: Context) -> tuple[str, ...]:
    had = (kind for player in context.state.players for kind in player.assistants)
    return tuple(dict.fromkeys((CONJURER, *tables.phases().assistants, *had)))


def _unplaced(context: Context) -> list[str]:
    """List the figures not yet placed of the player who places next."""
    return context.state.figures_of(context.state.next_seat)


def _unused(context: Context) -> dict[str, Illegal]:
    closed = f"closed with {len(context.setup.players)} players"
    return {name: Illegal(f"{name}: {closed}", "E6") for name in board.unused(context.setup)}


FigureKind = Annotated[str, Names("kind of figure", _kinds, rather=_unplaced)]
Space = Annotated[
    str,
    Names(
        "space",
        lambda context: board.names(context.setup),
        others=_unused,
        rather=lambda context: board.groups(context.setup),
    ),
]


class Place(Move[Context], frozen=True):
    """Place a figure on a space; of like ones on the first that is free. The only figure needn't be named."""

    says = "(place|)[ {figure}] {space}"
    space: Space
    figure: FigureKind = ""

    @classmethod
    def candidates(cls, context: Context) -> Iterator[Self]:
        """Yield every figure with every space that it may go to."""
        legal = board.legal_places(context.setup, context.state, context.state.next_seat)
        return (cls(space.name, kind) for kind, space in legal)

    @classmethod
    def others(cls, context: Context, *, closed: bool) -> Iterator[Option]:
        """Yield the spaces that are closed to all players."""
        for space in board.spaces(context.setup) if closed else ():
            if why := board.closed_by(context.setup, context.state, space):
                also = tuple(f"place {kind} {space.name}" for kind in _unplaced(context))
                yield Option(space.name, detail=why.reason, rule=why.ruling, also=also)

    def _refusal(self, context: Context, kind: str, space: BoardSpace) -> Refusal:
        return board.refusal(context.setup, context.state, context.state.next_seat, kind, space)

    def complete(self, context: Context) -> Self:
        """Fill in the space among several alike, and the figure. Raises Illegal if none is free, else Unreadable."""
        like = [space for space in board.spaces(context.setup) if self.space in (space.name, space.kind)]
        kinds = [self.figure] if self.figure else _unplaced(context)
        free = [(kind, space) for kind in kinds for space in like if not self._refusal(context, kind, space)]
        kind, space = next(iter(free), (kinds[0], like[0]))
        if len(kinds) > 1:
            if why := self._refusal(context, kind, space):
                forbid(why)
            raise Unreadable(f"say which figure: place {or_list(kinds)}, like place {kind} {self.space}")
        return type(self)(space.name, kind)

    def why_not(self, context: Context) -> Refusal:
        """Return why the figure may not go there: not at hand, not allowed, or the space is taken or closed."""
        return self._refusal(context, self.figure, board.space_named(context.setup, self.space))

    def option(self, context: Context, text: str) -> Option:
        """Return its option, with what the space is good for, next to spaces alike."""
        space = board.space_named(context.setup, self.space)
        return Option(
            text,
            space.name if len(_unplaced(context)) == 1 else f"{self.figure} to {space.name}",
            promise(context, context.state.next_seat, space),
            alike=f"{self.figure} {space.kind}" if space.sort != "duel" else "",
            group=_HEADINGS[space.sort],
            also=(text.replace("duel", "house"), text.replace("duel", "challenge")) if space.sort == "duel" else (),
        )

    def do(self, context: Context) -> None:
        """Place it; if no figure can be placed any more, begin the resolving phase."""
        game, player = context.state, context.state.next_seat
        figure = Figure(player, self.figure, self.space)
        if self.why_not(context):  # overruled by the table
            game.agreed.append(figure)
        game.placed.append(figure)
        context.say(f"{context.name(player)}'s {self.figure} goes to: {self.space}.", "allocation")
        pass_on(context, player + 1)


PLACING = Moves(Place)


def place(context: Context) -> Procedure[None]:
    """Ask for the placing of one figure."""
    name, figures = context.player(context.state.next_seat).name, _unplaced(context)
    what = or_list(figures)
    asked = PLACING.question(
        context,
        "place",
        f"{name} places {what}",
        who=name,
        open=True,
        grouped=partial(_options_by_figure, context, name),
        example=lambda: _example(context, figures) if figures[1:] else "",
    )
    why = "nobody passes: every figure that can be is placed; what it does may be declined then"
    asked = structs.replace(asked, parse=partial(_parse, context, asked))
    yield from ask_move(but_not(asked, ("pass", "skip"), why, "E5"), context)


def _parse(context: Context, asked: Question[Move[Context]], text: str) -> Move[Context]:
    """Parse a placing. Raises Illegal for a figure that isn't there to be placed, whatever space stands behind it."""
    try:
        return asked.parse(text)
    except Unreadable:
        said = fold(text).removeprefix("place ").partition(" ")[0]
        begun = [kind for kind in _kinds(context) if said and kind.startswith(said)]
        spaces = board.spaces(context.setup)
        named = any(word.startswith(said) for space in spaces for word in space.name.split())
        if begun and not named and not {*begun} & {*_unplaced(context)}:
            seat = context.state.next_seat
            forbid(board.refusal(context.setup, context.state, seat, begun[0], spaces[0]))
        raise


def _example(context: Context, figures: Sequence[str]) -> str:
    """Return the last figure with the first space that it may go to, in the shortest notation: "w wild"."""
    kind = figures[-1]
    legal = board.legal_places(context.setup, context.state, context.state.next_seat)
    space = next((space.name for other, space in legal if other == kind), "")
    many = next(many for many in range(1, len(kind) + 1) if sum(one.startswith(kind[:many]) for one in figures) == 1)
    return f"{kind[:many]} {space.partition(' ')[0]}"


def _options_by_figure(context: Context, player: str) -> list[Option]:
    """List the figures; each leads to the question for its space."""
    every, found = PLACING.options(context), []
    for kind in _unplaced(context) if len(_unplaced(context)) > 1 else ():
        start = f"place {kind} "
        if places := [option for option in every if option.text.startswith(start)]:
            free = [board.space_named(context.setup, option.text.removeprefix(start)) for option in places]
            more = partial(_space_question, context, player, kind, places)
            found.append(Option(start.strip(), kind, _format_spaces(free), more=more))
    return found


def _format_spaces(free: Sequence[BoardSpace]) -> str:
    """Format spaces by group: "lumber mill, stone mine · wood, stone storage · 2 blacksmiths · duel Anna, Bo"."""
    together: dict[str, list[BoardSpace]] = {}
    for space in free:
        together.setdefault(_HEADINGS[space.sort], []).append(space)
    return " · ".join(map(_format_alike, together.values()))


def _format_alike(free: Sequence[BoardSpace]) -> str:
    if free[0].sort == "duel":
        return board.DUEL + ", ".join(space.name.removeprefix(board.DUEL) for space in free)
    if free[0].sort == "storage":
        return f"{', '.join(space.name.removesuffix(_STORAGE) for space in free)}{_STORAGE}"
    many = Counter(space.kind for space in free)
    return ", ".join(
        {
            space.kind: f"{many[space.kind]} {space.kind}s" if many[space.kind] > 1 else space.name for space in free
        }.values()
    )


def _space_question(context: Context, player: str, kind: str, places: Sequence[Option]) -> Question[str]:
    """Return the question where a figure goes; the answer is the whole placing."""
    listed = [structs.replace(option, alike="") for option in places]
    return PLACING.rest_of(context, f"place {kind}", "space", f"{player}'s {kind} goes to", listed, who=player)


def pass_on(context: Context, first: int) -> None:
    """Set the next player to place from seat `first` on, skipping figures without a legal space (E5).

    If there is none, the figures are resolved: the order of players (A14), and which battles wait (A1), are fixed.
    """
    game = context.state
    for seat in game.clockwise(first):
        if next(board.legal_places(context.setup, game, seat), None) is not None:
            game.next_seat = seat
            return
    for seat in game.clockwise(first):
        for kind in game.figures_of(seat):
            context.say(f"{context.name(seat)}'s {kind} stays at home: no space is open to it.", "E5")
    game.stage = "resolving"
    game.order = game.clockwise(game.holder)
    in_order(context, game.placed)
    order = ", ".join(map(context.name, game.order))
    context.say(f"All figures are placed. They are resolved in this order: {order}.", "resolving")


def in_order(context: Context, standing: Sequence[Figure]) -> None:
    """Sort figures into the order in which they are resolved, apart from those whose battles wait (A1, A14)."""
    game = context.state
    ranked = sorted(standing, key=lambda figure: (game.order.index(figure.player), figure.kind == CONJURER))
    fought = contests.fights(context) if contests.battles_wait(context.setup) else []
    game.waiting = [figure for figure in fought if figure in ranked]
    game.figures = [figure for figure in ranked if figure not in game.waiting]


def sort_battles(context: Context) -> None:
    """Sort the figures that aren't resolved yet anew if other battles wait than the table has agreed since (A1)."""
    game = context.state
    due = [figure for figure in game.figures if board.space_named(context.setup, figure.space).sort in FOUGHT]
    otherwise = due if contests.battles_wait(context.setup) else game.waiting
    if otherwise:
        in_order(context, [*game.figures, *game.waiting])


# --- Resolving ------------------------------------------------------------------------------------
# The resolving phase: player by player, assistants first, the conjurer last (pp. 10-13; A1, A14, A15, A20).


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
}
"""The action of each kind of space without a battle when a figure on it is resolved."""

GAINS: tuple[Sort, ...] = ("mine", "storage", "food", "tavern")
"""Spaces whose action asks nothing."""


def _ready_kinds(context: Context) -> list[str]:
    return [figure.kind for figure in next_figures(context)]


NextFigure = Annotated[str, Names("figure", _kinds, rather=_ready_kinds)]


class Resolve(Move[Context], frozen=True):
    """Do what the space of a figure gives."""

    says = "resolve[ {figure}]"
    figure: NextFigure = ""

    @classmethod
    def candidates(cls, context: Context) -> Iterable[Self]:
        """Yield the figures that can be resolved now."""
        return map(cls, _ready_kinds(context))

    def complete(self, context: Context) -> Self:
        """Fill in the first figure if none is named."""
        return self if self.figure else type(self)(_ready_kinds(context)[0])

    def why_not(self, context: Context) -> str | Refusal:
        """Check that it is an assistant of the player whose turn it is, or the conjurer after them (A15)."""
        return "" if self.figure in _ready_kinds(context) else _not_yet(context.state, self.figure)

    def _standing(self, context: Context) -> Figure:
        return next(figure for figure in next_figures(context) if figure.kind == self.figure)

    def _space(self, context: Context) -> BoardSpace:
        return board.space_named(context.setup, self._standing(context).space)

    def detail(self, context: Context) -> str:
        """Describe what the space is good for."""
        space = self._space(context)
        return f"{space.name}: {promise(context, context.state.figures[0].player, space)}".removesuffix(": ")

    def do(self, context: Context) -> Procedure[None] | None:
        """Resolve the action of its space."""
        figure, space = self._standing(context), self._space(context)
        context.state.figures.remove(figure)
        if space.sort in FOUGHT:
            contests.open_contest(context, figure)
            return None
        return ACTIONS[space.sort](context, figure.player, space)


class Decline(Resolve, frozen=True):
    """Leave the space of a figure unused."""

    says = "decline[ {figure}]"

    def why_not(self, context: Context) -> str | Refusal:
        """Check that it is no battle, which must be fought (A20)."""
        fought = Refusal("a duel and a battleground are fought", "A20")
        return super().why_not(context) or (fought if self._space(context).sort in FOUGHT else "")

    def detail(self, context: Context) -> str:
        """Describe what is given up."""
        return f"leaves the {self._space(context).name} unused"

    def do(self, context: Context) -> None:
        """Leave the action unused, and emit the event."""
        figure = self._standing(context)
        context.state.figures.remove(figure)
        context.say(f"{context.name(figure.player)} leaves the {figure.space} unused.", "A20")


RESOLVING = Moves(Resolve, Decline)


def resolve(context: Context) -> Procedure[None]:
    """Ask for one figure to resolve of the player whose turn it is."""
    if context.state.figures:  # else the last ones were a leaver's (A21)
        name, ready = context.player(context.state.figures[0].player).name, next_figures(context)
        sorts = {figure.kind: board.space_named(context.setup, figure.space).sort for figure in ready}
        gains = [kind for kind, sort in sorts.items() if sort in GAINS]
        usual = next(iter(gains or sorts))  # goods gained first can be spent by the others
        asked = RESOLVING.question(
            context,
            "resolve",
            f"{name} resolves",
            who=name,
            default=f"resolve {usual}",
            routine=bool(gains),
            opens=len(ready) == 1 and sorts[usual] not in (*GAINS, *FOUGHT),
        )
        yield from ask_move(asked, context)


def go_on(context: Context) -> None:
    """Move to the stage that follows when no battle is under way: more figures, waiting battles, or the end phase."""
    game = context.state
    if game.known != EVERYTHING:
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
    """List the figures that may be resolved now: the first player's assistants, or the conjurer alone (A15)."""
    figures = context.state.figures
    mine = [figure for figure in figures if figure.player == figures[0].player]
    return [figure for figure in mine if figure.kind != CONJURER] or mine


def _not_yet(game: GameState, kind: str) -> Refusal:
    """Return why a figure of the player whose turn it is can't be resolved now."""
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
