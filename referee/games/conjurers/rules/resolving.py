"""The resolving phase: player by player, assistants first, the conjurer last (pp. 10-13; A1, A14, A15, A20)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from referee.asking.question import Option, Procedure, Question, carried_out
from referee.declaration.tracking import EVERYTHING
from referee.errors import Ambiguous, Illegal, Unreadable
from referee.games.conjurers.rules import actions, contests, shop
from referee.games.conjurers.rules import spaces as board
from referee.games.conjurers.rules.context import Context
from referee.games.conjurers.rules.events import Declined
from referee.games.conjurers.rules.promises import promise
from referee.games.conjurers.rules.spaces import BoardSpace, Sort
from referee.games.conjurers.rules.state import CONJURER, Figure, GameState
from referee.games.conjurers.tables import board as board_tables
from referee.text.names import find, fold

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


def resolve(context: Context) -> Procedure[None]:
    """Resolve one figure of the player whose turn it is; when all are resolved, go on to what waits."""
    game = context.state
    if not game.figures:  # the last ones were a leaver's (A21)
        go_on(context)
        return
    figure, wanted = yield _question(context)
    game.figures.remove(figure)
    space = board.space_named(context.setup, figure.space)
    if wanted:
        yield from carried_out(ACTIONS[space.sort](context, figure.player, space))
    else:
        context.emit(Declined(figure.player, figure.kind, figure.space))
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


def _figure(game: GameState, seat: int, ready: Mapping[str, Figure], kind: str) -> Figure:
    """The figure that is named and can be resolved now. Raises Unreadable, Ambiguous, or Illegal for another one."""
    owner = game.players[seat]
    try:
        return find(kind, ready, f"figure that {owner.name} can resolve now")
    except Ambiguous:
        raise
    except Unreadable:
        kinds = [one for one in (CONJURER, *board_tables.phases().assistants) if fold(one).startswith(kind)]
        if len(kinds) != 1:
            raise
    raise Illegal(*_not_yet(game, seat, kinds[0]))


def _not_yet(game: GameState, seat: int, kind: str) -> tuple[str, str]:
    """Why a figure of a player can't be resolved now, and the rule."""
    owner = game.players[seat]
    if kind not in (CONJURER, *owner.assistants):
        return f"{owner.name} has no {kind}", "figures"
    figure = next((one for one in game.placed if (one.player, one.kind) == (seat, kind)), None)
    if figure is None:
        return f"{owner.name}'s {kind} stands on no space", "resolving"
    if figure in game.waiting:
        return f"{owner.name}'s {kind} fights; its battle waits until all other actions are resolved", "A1"
    if figure in game.figures:
        return f"{owner.name}'s assistants are resolved first, the conjurer last", "A15"
    return f"{owner.name}'s {kind} is resolved already", "resolving"


def _question(context: Context) -> Question[tuple[Figure, bool]]:
    game = context.state
    ready = {fold(figure.kind): figure for figure in next_figures(context)}
    seat = game.figures[0].player
    name = game.players[seat].name

    def space_of(figure: Figure) -> BoardSpace:
        return board.space_named(context.setup, figure.space)

    gains = [figure for figure in ready.values() if space_of(figure).sort in GAINS]
    usual = next(iter(gains or ready.values()))  # what is gained first can be spent by the others

    def parse(text: str) -> tuple[Figure, bool]:
        verb, _, kind = fold(text).partition(" ")
        if verb not in ("resolve", "decline"):
            raise Unreadable(f'can\'t read "{text}"; write resolve FIGURE, or decline FIGURE')
        figure = _figure(game, seat, ready, kind) if kind else next(iter(ready.values()))
        if verb == "decline" and space_of(figure).sort in FOUGHT:
            raise Illegal("a duel and a battleground are fought", "A20")
        return figure, verb == "resolve"

    def options() -> list[Option]:
        found = []
        for figure in ready.values():
            space = space_of(figure)
            detail = f"{space.name}: {promise(context, seat, space)}".removesuffix(": ")
            found.append(Option(f"resolve {figure.kind}", detail=detail))
        found += [
            Option(f"decline {figure.kind}", detail=f"leaves the {figure.space} unused")
            for figure in ready.values()
            if space_of(figure).sort not in FOUGHT
        ]
        return found

    return Question(
        "resolve",
        f"{name} resolves",
        parse,
        options=options,
        who=name,
        write=lambda chosen: f"{'resolve' if chosen[1] else 'decline'} {chosen[0].kind}",
        default=f"resolve {usual.kind}",
        routine=bool(gains),
        opens=len(ready) == 1 and space_of(usual).sort not in (*GAINS, *FOUGHT),
    )
