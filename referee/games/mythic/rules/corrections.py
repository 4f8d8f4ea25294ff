"""What the table puts right by hand: cards counted, vitality, where units and stones are, elements, who leaves."""

from __future__ import annotations

from referee.declaration.changes import Holdings
from referee.declaration.corrections import Corrections
from referee.games.mythic.rules.context import Match
from referee.games.mythic.rules.counts import COUNTERS
from referee.games.mythic.rules.state import GameState, Setup

CORRECTIONS: Corrections[Setup, GameState, Match] = Corrections(
    opened=Match, holdings=Holdings(counters=COUNTERS, usage=("adjust PLAYER hand|deck|stones NUMBER",))
)  # fmt: skip
