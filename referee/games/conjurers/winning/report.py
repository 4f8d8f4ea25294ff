"""The chance to win a battle, as the JSON that scripts rely on and as a screen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.errors import BadInput
from referee.games.conjurers.battle.state import SIDES, Battle, enemy_of
from referee.games.conjurers.odds.standing import Standing, standing_of
from referee.games.conjurers.records.record import Record
from referee.games.conjurers.records.verdict import Verdict, replay
from referee.games.conjurers.records.verdict_report import illegal_data
from referee.games.conjurers.vocabulary import GAME
from referee.games.conjurers.winning.solving import Result
from referee.games.conjurers.winning.winning import Chances, MoveChance, chances_of
from referee.sampling.race import Effort

if TYPE_CHECKING:
    from referee.text.screen import Screen


class WinningReport(Struct, frozen=True):
    """The result of `referee odds --battle`; no chances where the battle is over or a move is illegal."""

    verdict: Verdict
    standing: Standing
    chances: Chances | None

    @property
    def notes(self) -> Sequence[str]:
        """Remarks for people."""
        return [] if self.against else [f"{self.verdict.record.where}: {note}" for note in self.standing.notes]

    @property
    def against(self) -> bool:
        """Whether a move of the record is illegal."""
        return self.verdict.illegal is not None

    def data(self) -> dict[str, Any]:
        """The chances in a format that scripts rely on."""
        battle = self.standing.battle
        return {
            "game": GAME,
            "legal": not self.against,
            "illegal": illegal_data(self.verdict),
            "over": battle.outcome is not None,
            "winner": battle.outcome.winner if battle.outcome else None,
            "turn": battle.turn + 1,
            "side": battle.side_to_move,
            "dice": self.verdict.record.file.dice,
            "battle": None if self.chances is None else chances_data(self.chances),
        }

    def show(self, screen: Screen) -> None:
        """The chance of each side, then a line for each move."""
        from referee.games.conjurers.screens.winning import show_winning

        show_winning(self, screen)


def report_winning(record: Record, effort: Effort, told: Callable[[str], None]) -> WinningReport:
    """The chance to win the battle of a record as it stands; `told` hears meanwhile how it looks.

    Raises BadInput for a record that can't be played, or one with creatures whose cards aren't known.
    """
    verdict = replay(record)
    after = verdict.battle
    standing = Standing(after) if verdict.illegal is not None else standing_of(record, after)
    if verdict.illegal is not None or standing.battle.outcome is not None:
        return WinningReport(verdict, standing, None)
    expect_known(record, standing.battle)
    chances = chances_of(standing.battle, record.file.dice, effort, told)
    return WinningReport(verdict, Standing(standing.battle, standing.notes), chances)


def expect_known(record: Record, battle: Battle) -> None:
    """Raise BadInput where a creature may still fight whose card nobody has read."""
    unread = [battle.told(f) for f in battle.fighters if f.key in record.unknown and not f.dead]
    if unread:
        few = ", ".join(unread[:3]) + (f" and {len(unread) - 3} more" if len(unread) > 3 else "")
        raise BadInput(
            f"{record.where}: the chance to win hangs on cards that aren't known yet: {few}; "
            "type them in with: referee cards add"
        )


def chances_data(chances: Chances) -> dict[str, Any]:
    """Chances as plain data: those of each side, whether the best move is clear, and what each move leads to."""
    solved = chances.solved
    return {
        "solved": None if solved is None else {"winner": winner_of(chances), "turns": solved.turns},
        "chance": sides_data(chances),
        "best": chances.best.text,
        "clear": chances.clear,
        "moves": [_move(one) for one in chances.moves],
        "line": list(chances.line),
        "seed": chances.seed,
        "played_out": chances.playings,
    }


def winner_of(chances: Chances) -> str | None:
    """The side that wins a solved battle; None where nobody can force it, or it isn't solved."""
    solved = chances.solved
    if solved is None or solved.result is Result.OPEN:
        return None
    return chances.side if solved.result is Result.WON else enemy_of(chances.side)


def sides_data(chances: Chances) -> dict[str, Any] | None:
    """The chance of each side with the best move; None where nothing was estimated."""
    if (winner := winner_of(chances)) is not None:
        return {side: {"about": float(side == winner), "within": 0.0, "tried": 0} for side in SIDES}
    estimate = chances.estimate
    if estimate is None:
        return None
    return {side: (estimate if side == chances.side else estimate.other).data() for side in SIDES}


def _move(one: MoveChance) -> dict[str, Any]:
    return {
        "move": one.text,
        "result": None if one.solved is None else one.solved.result.value,
        "turns": None if one.solved is None or one.solved.result is Result.OPEN else one.solved.turns,
        "chance": None if one.estimate is None else one.estimate.data(),
    }
