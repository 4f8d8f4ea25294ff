"""Everything needed to declare a game, in one module: `from referee.game import Game, Move, Counter, Event, ...`.

`games/README.md` declares a whole game step by step; `tests/race.py` is the smallest example, and the map of the
code (`referee/README.md`) says what each part is for.
"""

from __future__ import annotations

from referee.asking.dice import Dice, Entered, Mode, Roll, dice_of
from referee.asking.interrupts import Interrupt, Refusal
from referee.asking.moves import Move, Moves, SpokenMove, ask_move
from referee.asking.question import (
    DiceThere,
    Option,
    Parts,
    Procedure,
    Question,
    choice,
    in_parts,
    pick,
    whole_number,
)
from referee.declaration.changes import Holdings, change, put_and_tell
from referee.declaration.corrections import Corrections, Opened, moved, of_counters
from referee.declaration.game import (
    Battles,
    Checks,
    Explaining,
    Game,
    Lesson,
    QuickOdds,
    Rules,
    Scores,
    Screens,
    Secrets,
    always,
    of_players,
    of_seats,
    part,
)
from referee.declaration.plain import plain_scores, plain_screens
from referee.declaration.reports import ShortReport, number_given, throws
from referee.declaration.setup import (
    Agreed,
    SetUp,
    SetUpField,
    dice,
    number,
    on_or_off,
    one_of,
    players,
    seed,
    value_of,
)
from referee.declaration.tracking import (
    PLAYERS,
    TABLE,
    Counter,
    HiddenCards,
    Owners,
    Pile,
    TrackingLevel,
    TrackingLevels,
    Wording,
    by_name,
    in_places,
)
from referee.declaration.turns import Agreement, OnTurn, PlayerState, Prompt, TurnState, plain_game, set_up_of
from referee.effects.phrases import Also, Names
from referee.errors import BadInput, Illegal, Unreadable
from referee.play.event import Copyable, Event, Seat
from referee.scores.score import Outcome, PlayerScore, ScoreLine, ScoreWords, without_points
from referee.text.screen import Screen

__all__ = [
    "PLAYERS",
    "TABLE",
    "Agreed",
    "Agreement",
    "Also",
    "BadInput",
    "Battles",
    "Checks",
    "Copyable",
    "Corrections",
    "Counter",
    "Dice",
    "DiceThere",
    "Entered",
    "Event",
    "Explaining",
    "Game",
    "HiddenCards",
    "Holdings",
    "Illegal",
    "Interrupt",
    "Lesson",
    "Mode",
    "Move",
    "Moves",
    "Names",
    "OnTurn",
    "Opened",
    "Option",
    "Outcome",
    "Owners",
    "Parts",
    "Pile",
    "PlayerScore",
    "PlayerState",
    "Procedure",
    "Prompt",
    "Question",
    "QuickOdds",
    "Refusal",
    "Roll",
    "Rules",
    "ScoreLine",
    "ScoreWords",
    "Scores",
    "Screen",
    "Screens",
    "Seat",
    "Secrets",
    "SetUp",
    "SetUpField",
    "ShortReport",
    "SpokenMove",
    "TrackingLevel",
    "TrackingLevels",
    "TurnState",
    "Unreadable",
    "Wording",
    "always",
    "ask_move",
    "by_name",
    "change",
    "choice",
    "dice",
    "dice_of",
    "in_parts",
    "in_places",
    "moved",
    "number",
    "number_given",
    "of_counters",
    "of_players",
    "of_seats",
    "on_or_off",
    "one_of",
    "part",
    "pick",
    "plain_game",
    "plain_scores",
    "plain_screens",
    "players",
    "put_and_tell",
    "seed",
    "set_up_of",
    "throws",
    "value_of",
    "whole_number",
    "without_points",
]
