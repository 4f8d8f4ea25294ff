"""The odds of an attack as the JSON that scripts rely on, and as a screen: of a record, or of numbers alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.errors import Illegal
from referee.games.mythic.attack.advice import choices
from referee.games.mythic.attack.aftermath import left_of
from referee.games.mythic.attack.dice import AttackDice, best_assignment, most_wounds
from referee.games.mythic.attack.moves import Lift, write_move
from referee.games.mythic.odds.reckoning import WoundChances, average_wounds, chances_of
from referee.games.mythic.records.record import Record, with_steps
from referee.games.mythic.records.report import illegal_data
from referee.games.mythic.records.verdict import Verdict, judge
from referee.games.mythic.vocabulary import GAME

if TYPE_CHECKING:
    from referee.text.screen import Screen


class OddsReport(Struct, frozen=True):
    """The result of `referee odds` for one file: before the first roll, and with the dice after the steps."""

    verdict: Verdict

    @property
    def notes(self) -> Sequence[str]:
        """Remarks for people."""
        return ()

    @property
    def against(self) -> bool:
        """Whether the attack, or a step of the record, is illegal."""
        return self.verdict.illegal is not None

    def data(self) -> dict[str, Any]:
        """The odds in the fixed machine format: chances in lowest terms, from 0 wounds on; `now`: after the steps."""
        verdict = self.verdict
        left = left_of(verdict.record.attack)
        before = None if verdict.ready is None else chances_of(verdict.ready)
        return {
            "game": GAME,
            "kind": verdict.record.file.kind,
            "legal": verdict.illegal is None,
            "over": verdict.dice is not None and verdict.dice.stage == "over",
            "illegal": illegal_data(verdict.illegal),
            "offence": verdict.values and verdict.values.offence,
            "defence": verdict.values and verdict.values.defence,
            **chances_data(before, left),
            "average": None if before is None else average_wounds(before),
            "now": lying_data(verdict.after[-1], left) if verdict.after else None,
        }

    def show(self, screen: Screen) -> None:
        """The values, a line for each number of wounds, and where dice lie what each way on leads to."""
        from referee.games.mythic.screens.attacks import show_odds

        show_odds(self.verdict, screen)


class QuickReport(Struct, frozen=True):
    """The odds of so many dice against a defence, or of dice that lie; `left`: vitality, None if nobody said."""

    dice: AttackDice
    left: int | None = None
    notes: tuple[str, ...] = ()
    against: bool = False

    def data(self) -> dict[str, Any]:
        """The odds, and of dice that lie the best that can be made of them."""
        chances = chances_of(self.dice)
        rolled = self.dice.stage != "unrolled"
        return {
            "game": GAME,
            "offence": self.dice.count,
            "defence": self.dice.defence,
            **chances_data(chances, self.left),
            "average": None if rolled else average_wounds(chances),
            "now": lying_data(self.dice, self.left) if rolled else None,
        }

    def show(self, screen: Screen) -> None:
        """The same for people."""
        from referee.games.mythic.screens.attacks import show_quick_odds

        show_quick_odds(self.dice, self.left, screen)


def report_odds(record: Record, step: str | None = None, magic: Iterable[str] = ()) -> OddsReport:
    """The odds of a record, or after one step more of it, or several with ; between. Raises BadInput, Illegal."""
    if step is not None:
        record = with_steps(record, (*record.file.steps, *(part.strip() for part in step.split(";"))))
    verdict = judge(record)
    if step is not None and verdict.illegal is not None:
        raise Illegal(verdict.illegal.reason, verdict.illegal.ruling)
    return OddsReport(verdict)


def chances_data(chances: WoundChances | None, left: int | None) -> dict[str, Any]:
    """Odds in the fixed machine format; without any, as where an attack isn't allowed, nothing."""
    if chances is None:
        return {"at_least": None, "mean": None, "destroyed": None}
    return {
        "at_least": [str(chance) for chance in chances.at_least],
        "mean": str(chances.mean),
        "destroyed": None if left is None else str(chances.of(left)),
    }


def lying_data(dice: AttackDice, left: int | None) -> dict[str, Any]:
    """Dice that lie: what is in hand, the best assignment, and what each way on leads to."""
    lifts = [write_move(Lift(die, fuel)) for die, fuel in best_assignment(dice).lifts]
    return {
        "dice": list(dice.hand),
        "wounds": dice.placed,
        "best": {"wounds": most_wounds(dice), "moves": lifts},
        **chances_data(chances_of(dice), left),
        "ways": [{"moves": one.moves, **chances_data(one.chances, left)} for one in choices(dice)],
    }
