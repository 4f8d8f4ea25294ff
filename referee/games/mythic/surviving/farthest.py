"""How far a unit walks and shoots at most, with all that talents, ground and powers could add: never too little."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from referee.games.mythic import tables
from referee.games.mythic.board.board import Board
from referee.games.mythic.rules import powers
from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.state import Piece
from referee.games.mythic.units import powers as p
from referee.games.mythic.units.in_force import StandingUnit

BY_X = 9
"""What an X adds at most, whatever shows in the window."""
BESIDE = 1
"""So far anybody strikes into a full area as if there (M24)."""


class Farthest(NamedTuple):
    """How many areas a unit walks at most, shoots on level ground, and moves by any action.

    `burns`: lava moves it on (M50). `throws`: it may have a mighty throw. `huge`: nothing throws it.
    """

    walk: int
    range: int
    move: int = 0
    burns: bool = True
    throws: bool = False
    huge: bool = False

    def walked(self, board: Board, areas: Iterable[str]) -> frozenset[str]:
        """The areas in which a walk from any of some ends at most."""
        return self._gone(board, areas, self.walk)

    def moved(self, board: Board, areas: Iterable[str]) -> frozenset[str]:
        """The areas in which a walk, a run or a flight from any of some ends at most."""
        return self._gone(board, areas, self.move)

    def thrown(self, board: Board, areas: Iterable[str], times: int) -> frozenset[str]:
        """The areas in which it lies at most that so many mighty throws have moved from any of some."""
        found = frozenset(areas)
        for _ in range(0 if self.huge else times):
            found = self._gone(board, found, tables.numbers().throw.areas)
        return found

    def _gone(self, board: Board, areas: Iterable[str], far: int) -> frozenset[str]:
        """The areas so near, and those beside lava among them."""
        near = frozenset(there for area in areas for there in board.within(area, far))
        lava = [one for one in near if self.burns and tables.terrain()[board[one].terrain].moved_on]
        return near.union(*(board.neighbours(one) for one in lava))

    def shot(self, board: Board, area: str) -> int:
        """How many areas away a unit attacks at most that stands in an area."""
        high = tables.ground().heights.bonuses if board.behind_arrowhead(area) else ()
        return max(BESIDE, self.range + _range(tables.terrain()[board[area].terrain].bonuses) + _range(high))


def farthest(match: Match, piece: Piece) -> Farthest:
    """How far a unit on the board gets at most, whatever its window shows."""
    unit, told = match.unit(piece.name), _told(match, piece)
    kinds = {*unit.types, *(one.type for one in told if isinstance(one, p.HasType))}
    talents = {*unit.talents, *(one.talent for one in told if isinstance(one, p.HasTalent))}
    ranges = [line.stats.range for line in unit.dashboard]
    ranges += (_most(one.range) for power in p.powers_of(unit) for one in power.told
               if isinstance(one, p.Attacks) and one.range is not None)  # fmt: skip
    walk = (max(line.stats.movement for line in unit.dashboard) + _added(told, "movement")
            + sum(tables.types()[one].movement for one in kinds))  # fmt: skip
    return Farthest(
        walk=walk,
        range=max(ranges) + _added(told, "range") + sum(_range(tables.talents()[one].bonuses) for one in talents)
        + sum(_range(tables.types()[one].aerial) for one in kinds),
        move=walk + max(tables.numbers().movement.run, *(tables.types()[one].fast_flight for one in kinds), 0),
        burns=not any("lava" in tables.types()[one].ignores for one in unit.types),
        throws="mighty throw" in talents,
        huge=any(tables.types()[one].unmoved for one in unit.types),
    )  # fmt: skip


def _range(bonuses: Sequence[tables.BonusNumbers]) -> int:
    return max((one.range for one in bonuses), default=0)


def _added(told: Sequence[p.PowerEffect], stat: p.StatName) -> int:
    """What changes of a stat can come to together, all taken as if they added."""
    changes = (one.by for one in told if isinstance(one, p.Stat) and one.stat == stat)
    return sum(BY_X if isinstance(by, p.WindowChange) else _most(by.number) for by in changes)


def _most(number: p.Number | p.Window) -> int:
    return BY_X if isinstance(number, p.Window) or number.figure is None else number.figure


def _told(match: Match, piece: Piece) -> list[p.PowerEffect]:
    """All that powers, tokens and bonuses can say of a unit."""
    seen, side = powers.view(match), match.setup.side(piece.seat)
    found: list[p.PowerEffect] = [effect for lying in seen.tokens for effect in lying.token.told]
    for unit in seen.units:
        found += _told_by(unit, mine=unit.name == piece.name, allied=unit.side == side)
    return found


def _told_by(owner: StandingUnit, *, mine: bool, allied: bool) -> list[p.PowerEffect]:
    """What a unit's powers, tokens and bonuses can say of itself, of an ally or of an enemy."""
    told = [option for power in p.powers_of(owner.unit) for one in power.told for option in p.options_of(one)]
    found = [one for one in told if mine or _may_mean(one, allied=allied)]
    found += (one for token in p.tokens_of(owner.unit) for one in token.told)
    return [*found, *(bonus.effect for bonus in owner.bonuses)] if mine else found


def _may_mean(effect: p.PowerEffect, *, allied: bool) -> bool:
    """Whether an effect may befall another unit than its own."""
    who = effect.who if isinstance(effect, p.Befalls) else None
    return isinstance(who, p.UnitsMeant) and (allied or who.side != "ally")
