"""Explanations of a log: the public state, and the switches with their other values."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from referee.declaration.game import Alternative, Explaining, part
from referee.games.conjurers.rules.card_pool import Context
from referee.games.conjurers.rules.contests import battles_wait
from referee.games.conjurers.rules.placing import in_order, next_figures
from referee.games.conjurers.rules.play import dice_of
from referee.games.conjurers.rules.spaces import FOUGHT, space_named
from referee.games.conjurers.rules.state import Figure, GameState, Setup
from referee.games.conjurers.setup.fields import set_up


def _seen(setup: Setup, state: GameState) -> dict[str, str]:
    """Return turn, mines, leavers, and the figures in their order; battles are covered by their events."""
    found = {"turn": f"{state.turn}: {state.stage}", "Initiative Button": state.players[state.holder].name}
    found |= {f"{player.name}'s seat": "left" for player in state.players if player.left}
    found |= {mine: state.players[owner].name for mine, owner in state.mines.items()}
    found["figures to resolve, in order"] = _figures(state, state.figures)
    found["battles that wait, in order"] = _figures(state, state.waiting)
    found["out of the game"] = ", ".join(state.gone)
    return found


def _alternatives(setup: Setup, state: GameState) -> Iterator[Alternative]:
    """Yield each optional rule and switch with its other value (E1, E3, A1, A4; pp. 14, 17, 20)."""
    for one in set_up().alternatives(setup, lambda other: _adapt_state(other, state)):
        if one.switch != "battles_last":
            yield one
    if _order_matters(setup, state):
        other = replace(setup, battles_last="never" if battles_wait(setup) else "always")
        yield Alternative("battles_last", setup.battles_last, other.battles_last, other, _adapt_state(other, state))
    if setup.unlock:
        text = ", ".join(f"{space} {phase}" for space, phase in setup.unlock.items())
        yield Alternative("unlock", text, "as printed", replace(setup, unlock={}), state, ("E3",))
    other = replace(setup, dice="entered" if setup.dice == "average" else "average")
    yield Alternative("dice", setup.dice, other.dice, other, state, ("average-dice", "B22"))


def _order_matters(setup: Setup, state: GameState) -> bool:
    """Return whether waiting of battles can matter (A1): when placing ends, or a figure might fight at once.

    In between it only changes the next figure, which doesn't affect the entry.
    """
    if state.stage == "resolving" and state.figures:
        ready = next_figures(Context(setup, state, [], dice_of(setup, state)))
        return any(space_named(setup, figure.space).sort in FOUGHT for figure in ready)
    return state.stage == "placing"


def _adapt_state(setup: Setup, state: GameState) -> GameState:
    """Adapt a state to another set-up: the order of figures on the board, the rules of the battle."""
    found = state.copy()
    if found.stage == "resolving":
        in_order(Context(setup, found, [], dice_of(setup, found)), [*found.figures, *found.waiting])
    if found.battle is not None:
        found.battle.elements, found.battle.morale = setup.elements, setup.morale
    return found


def _figures(state: GameState, figures: Sequence[Figure]) -> str:
    return ", ".join(f"{state.players[f.player].name}'s {f.kind} ({f.space})" for f in figures)


EXPLAINING = Explaining(
    describe=part("referee.games.conjurers.screens.game:describe_events"), seen=_seen, alternatives=_alternatives
)
