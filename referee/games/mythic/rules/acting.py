"""Actions of the unit that is activated: which are left to it, and what their moves share (2b, 2c)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, ClassVar, Final

from referee.asking.interrupts import Refusal as Closed
from referee.asking.moves import Move
from referee.asking.question import Option, Procedure, carried_out
from referee.effects.phrases import Names
from referee.errors import refusal
from referee.games.mythic.rules import learning, places, powers
from referee.games.mythic.rules.context import FREE, Match, Refusal
from referee.games.mythic.rules.state import Action, Piece
from referee.text.grammar import does
from referee.text.names import a_or_an, printed

SIMPLE: Final = "simple"
COMPLEX: Final = "complex"
COMPLEX_ACTIONS: tuple[Action, ...] = ("run", "deploy", "absorb", "fly", "aerial attack")
OF_FLYERS: tuple[Action, ...] = ("fly", "aerial attack")

Area = Annotated[
    str,
    Names("area", lambda match: () if places.learns(match) else match.state.board.names,
          lambda match, text: learning.area_named(match, text) if places.learns(match) else None, alike=True),
]  # fmt: skip
"""An area of the map, or of one that is learnt any."""


def shut(why: Refusal) -> Closed | str:
    """Why a move can't be made, as a move says it."""
    return Closed(*why) if why[0] else ""


def refused(verify: Callable[..., object], *about: Any) -> Closed | str:
    """The same of what raises Illegal."""
    error = refusal(verify, *about)
    return "" if error is None else Closed(error.reason, error.ruling)


def why_passed(match: Match) -> Refusal:
    """Why a player who has passed does nothing more in this turn, but for a recall (M89)."""
    return (f"{match.player.name} has passed: only a recall can follow", "M89") if match.state.passed else FREE


def why_not_action(match: Match, action: Action) -> Refusal:
    """Why the unit that is activated can't take an action now, wherever it leads."""
    acting = match.state.acting
    if not acting.unit:
        return why_passed(match) if match.state.passed else ("no unit is activated now", "activation")
    piece, name = match.actor, printed(acting.unit)
    if piece.status not in ("board", "waiting"):
        return does(name, "is destroyed"), "destroyed"
    if acting.stopped:
        return f"{name}'s activation is over", "activation"
    if action in OF_FLYERS and "flying" not in powers.types(match, piece):
        return does(name, "doesn't fly"), "flying"
    if (piece.status == "waiting") != (action == "deploy"):
        why = "is on the board already" if piece.there else "isn't on the board: only deploying is open"
        return f"{name} {why}", "deploy" if piece.there else "M59"
    if acting.complex != (action in COMPLEX_ACTIONS):
        said, kind = (COMPLEX, SIMPLE) if acting.complex else (SIMPLE, COMPLEX)
        return f"{action} is {a_or_an(kind)} action; {said} was declared", "activation"
    if action in acting.done:
        return does(name, "has taken this action; two simple actions are different"), "simple-actions"
    if len(acting.done) >= acting.limit:
        why = "polar: one action in this turn" if acting.frozen else "it has taken all its actions"
        return f"{name}: {why}", "polar" if acting.frozen else "simple-actions"
    if action == "walk" and "attack" in acting.done and "mobility" not in powers.talents(match, piece):
        return does(name, "has attacked: no walk after it without mobility"), "walk-after-attack"
    return "", ""


class Act(Move[Match], frozen=True):
    """What the unit that is activated does, and the action that it takes."""

    action: ClassVar[Action]

    @classmethod
    def why_none(cls, match: Match) -> Closed | str:
        """Why the action can't be taken now, wherever it leads."""
        return shut(why_not_action(match, cls.action))

    @classmethod
    def nothing(cls, match: Match) -> Refusal:
        """Why an action that could be taken would do nothing."""
        return FREE

    @classmethod
    def others(cls, match: Match, *, closed: bool) -> Iterator[Option]:
        """The action itself, where it isn't open."""
        if not closed or not match.state.acting.unit or cls.action == "deploy":
            return
        why, rule = why_not_action(match, cls.action)
        if not why:
            why, rule = cls.nothing(match)
        if why and (cls.action not in OF_FLYERS or "flying" in powers.types(match, match.actor)):
            yield Option(cls.action, detail=why, rule=rule)

    def do(self, match: Match) -> Procedure[None]:
        """Take the action."""
        match.state.acting.done.append(self.action)
        yield from carried_out(self.act(match, match.actor))

    def act(self, match: Match, piece: Piece) -> Procedure[None] | None:
        """What the unit does."""
        raise NotImplementedError
