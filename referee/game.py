"""All that a game is declared with, in one place: `from referee.game import Game, Move, Counter, Event, ...`.

The smallest game there is is `tests/race.py`; the map of the code says what each part is for.
"""

from __future__ import annotations

from referee.asking.dice import Dice, Mode, dice_of
from referee.asking.interrupts import Interrupt, Refusal
from referee.asking.moves import Move, Moves, pick
from referee.asking.question import Option, Procedure, Question, choice, whole_number
from referee.declaration.changes import Holdings
from referee.declaration.checks import of_players, of_seats
from referee.declaration.corrections import Corrections
from referee.declaration.counts import PLAYERS, TABLE, Counter, HiddenCards, Owners, Pile
from referee.declaration.game import Battles, Explaining, Game, Lesson, QuickOdds, Scores, Screens, Secrets
from referee.declaration.opened import Opened
from referee.declaration.parts import part
from referee.declaration.rules import Checks, Rules
from referee.declaration.setup import Agreed, SetUp, on_or_off, one_of, players, seed, value_of
from referee.declaration.tracking import TrackingLevel, TrackingLevels
from referee.effects.phrases import Also, Names
from referee.errors import Illegal, Unreadable
from referee.play.copying import Copyable
from referee.play.event import Event, Seat
from referee.scores.score import Line, Outcome, PlayerScore
from referee.scores.words import without_points

__all__ = [
    "PLAYERS", "TABLE", "Agreed", "Also", "Battles", "Checks", "Copyable", "Corrections", "Counter", "Dice", "Event",
    "Explaining", "Game", "HiddenCards", "Holdings", "Illegal", "Interrupt", "Lesson", "Line", "Mode", "Move",
    "Moves", "Names", "Opened", "Option", "Outcome", "Owners", "Pile", "PlayerScore", "Procedure", "Question",
    "QuickOdds", "Refusal", "Rules", "Scores", "Screens", "Seat", "Secrets", "SetUp", "TrackingLevel",
    "TrackingLevels", "Unreadable", "choice", "dice_of", "of_players", "of_seats", "on_or_off", "one_of", "part",
    "pick", "players", "seed", "value_of", "whole_number", "without_points",
]  # fmt: skip
