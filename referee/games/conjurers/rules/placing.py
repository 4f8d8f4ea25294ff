"""The allocation phase: clockwise from the holder of the button, one figure at a time (p. 10; E1, E5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from referee.asking.question import Option, Procedure, Question
from referee.errors import Ambiguous, Illegal, Unreadable
from referee.games.conjurers.rules import contests
from referee.games.conjurers.rules import spaces as board
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.events import Placed, ResolvingBegan, Skipped
from referee.games.conjurers.rules.promises import promise
from referee.games.conjurers.rules.spaces import BoardSpace, Sort
from referee.games.conjurers.rules.state import CONJURER, Figure
from referee.games.conjurers.tables import board as board_tables
from referee.text.names import find, fold, keyed

Placing = tuple[str, BoardSpace]

_HEADINGS: Mapping[Sort, str] = {
    "mine": "mines", "storage": "storages", "food": "food", "battleground": "battlegrounds", "market": "trade, hire",
    "tavern": "trade, hire", "guild house": "trade, hire", "pit": "trade, hire", "blacksmith": "shops",
    "artificer": "shops", "duel": "duels",
}  # fmt: skip
"""What spaces stand together in a menu, as they do on the board."""


def place(context: Context) -> Procedure[None]:
    """Place one figure; when no figure can be placed any more, the resolving phase begins."""
    game = context.state
    player = game.next_seat
    kind, space = yield _question(context)
    game.placed.append(Figure(player, kind, space.name))
    context.emit(Placed(player, kind, space.name))
    pass_on(context, (player + 1) % len(game.players))


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


def _question(context: Context) -> Question[Placing]:
    game, setup = context.state, context.setup
    seat = game.next_seat
    figures = game.figures_of(seat)
    kinds = (CONJURER, *board_tables.phases().assistants)
    every = board.spaces(setup)

    def parse(text: str) -> Placing:
        words = re.sub(r"^(?:p|pl|pla|plac|place) ", "", fold(text))
        kind, _, rest = words.partition(" ")
        if not any(known.startswith(kind) for known in kinds):
            if len(figures) == 1:
                kind, rest = figures[0], words  # there is only one to place
            else:
                _expect_open(context, seat, words, every)
        if not rest:
            raise Unreadable(f'can\'t read "{text}"; write place FIGURE SPACE, like place {figures[0]} tavern')
        own = [one for one in figures if one.startswith(kind)]
        figure = own[0] if len(own) == 1 else find(kind, keyed(kinds, str), "kind of figure")
        space = _space(rest, every, context, seat, figure)
        board.verify_place(setup, game, seat, figure, space)
        return figure, space

    def options() -> list[Option]:
        legal = board.legal_places(setup, game, seat)
        return [
            Option(
                f"place {kind} {space.name}",
                space.name if len(figures) == 1 else "",
                promise(context, seat, space),
                alike=f"{kind} {space.kind}" if space.sort != "duel" else "",
                group=_HEADINGS[space.sort],
            )
            for kind, space in legal
        ]

    def closed() -> list[Option]:
        shut = [(space, board.closed_by(setup, game, space)) for space in every]
        return [
            Option(
                space.name,
                detail=refusal[0],
                rule=refusal[1],
                also=tuple(f"place {kind} {space.name}" for kind in figures),
            )
            for space, refusal in shut
            if refusal
        ]

    def grouped() -> list[Option]:
        """First the figure, then its space."""
        if len(figures) < 2:
            return []
        every_option = options()
        found = []
        for kind in figures:
            places = [option for option in every_option if option.text.startswith(f"place {kind} ")]
            if places:
                names = ", ".join(option.text.removeprefix(f"place {kind} ") for option in places)
                found.append(
                    Option(f"place {kind}", kind, names, more=partial(_space_question, name, kind, places, parse))
                )
        return found

    name = game.players[seat].name
    return Question(
        "place",
        f"{name} places {figures[0]}" if len(figures) == 1 else f"{name} places one of {', '.join(figures)}",
        parse,
        options=options,
        closed=closed,
        who=name,
        write=lambda chosen: f"place {chosen[0]} {chosen[1].name}",
        open=True,
        grouped=grouped,
    )


def _space_question(
    player: str, kind: str, places: Sequence[Option], verify: Callable[[str], Placing]
) -> Question[str]:
    """Where a figure goes; the answer is the whole placing, which `verify` refuses if it can't be."""
    start = f"place {kind} "

    def parse(text: str) -> str:
        whole = text if fold(text).startswith("place ") else f"{start}{text}"
        verify(whole)
        return whole

    listed = [replace(option, label=option.text.removeprefix(start), alike="") for option in places]
    return Question("space", f"{player}'s {kind} goes to", parse, options=lambda: listed, who=player, open=True)


def _expect_open(context: Context, seat: int, text: str, every: Sequence[BoardSpace]) -> None:
    """Refuse a space that is named without a figure where none of the player's may go there. Raises Illegal."""
    figures = context.state.figures_of(seat)
    try:
        space = _space(text, every, context, seat, figures[0])
    except (Unreadable, Ambiguous):
        return
    if not any(board.can_place(context.setup, context.state, seat, kind, space) for kind in figures):
        board.verify_place(context.setup, context.state, seat, figures[0], space)


def _space(text: str, every: Sequence[BoardSpace], context: Context, seat: int, kind: str) -> BoardSpace:
    """A space by name; of two like ones the first that is free ("blacksmith"), and by the beginning of its name."""
    named = keyed(every, lambda space: space.name)
    if fold(text) in named:
        return named[fold(text)]
    starting = [space for space in every if space.name.startswith(fold(text))]
    shut = [name for name in board.unused(context.setup) if name.startswith(fold(text))]
    if fold(text) in shut or (shut and not starting):
        raise Illegal(f"{shut[0]}: closed with {len(context.setup.players)} players", "E6")
    like = [space for space in every if space.kind == fold(text)]
    free = [space for space in like if board.can_place(context.setup, context.state, seat, kind, space)]
    if like and not text.startswith("duel"):
        return (free or like)[0]
    kinds = {space.kind for space in starting}
    if len(kinds) == 1 and starting[0].sort != "duel":
        return next((space for space in starting if space in free or space not in like), starting[0])
    return find(text, named, "space")
