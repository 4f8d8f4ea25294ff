"""The odds of a battle's next moves, as the JSON that scripts rely on and as a screen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.asking.chances import chance_data
from referee.games.conjurers.odds.asked import AskedOdds, ask_odds
from referee.games.conjurers.odds.results import CreatureOdds, Odds
from referee.games.conjurers.records.record import Record
from referee.games.conjurers.records.verdict_report import illegal_data
from referee.games.conjurers.vocabulary import GAME

if TYPE_CHECKING:
    from referee.text.screen import Screen


class OddsReport(Struct, frozen=True):
    """The result of `referee odds`."""

    odds: AskedOdds

    @property
    def notes(self) -> Sequence[str]:
        """Remarks for people."""
        where = self.odds.verdict.record.where
        return () if self.against else [f"{where}: {note}" for note in self.odds.standing.notes]

    @property
    def against(self) -> bool:
        """Whether a move of the record is illegal."""
        return self.odds.against

    def data(self) -> dict[str, Any]:
        """The odds in the fixed machine format; damage in damage markers, every chance exact and about."""
        battle = self.odds.standing.battle
        return {
            "game": GAME,
            "legal": not self.against,
            "illegal": illegal_data(self.odds.verdict),
            "over": battle.outcome is not None,
            "winner": battle.outcome.winner if battle.outcome else None,
            "turn": battle.turn + 1,
            "side": battle.side_to_move,
            "dice": self.odds.verdict.record.file.dice,
            "moves": [_move(odds) for odds in self.odds.found],
        }

    def show(self, screen: Screen) -> None:
        """A line for each move that causes a fight; the move that was asked for in full."""
        from referee.games.conjurers.screens.odds import show_odds

        show_odds(self.odds, screen)


def report_odds(record: Record, asked: str | None, magic: Iterable[str]) -> OddsReport:
    """The odds of a record's next moves, or of the one `asked` for; `magic` is like "Merlin:burning 2".

    Raises BadInput for what can't be read, Illegal for a move that isn't legal.
    """
    return OddsReport(ask_odds(record, asked, magic))


def _move(odds: Odds) -> dict[str, Any]:
    return {
        "move": odds.text,
        "fighters": list(odds.fighters),
        "magic": dict(odds.magic),
        "creatures": [_creature(creature) for creature in odds.creatures],
        "wins": {side: chance_data(chance) for side, chance in odds.wins.items()},
    }


def _creature(creature: CreatureOdds) -> dict[str, Any]:
    return {
        "creature": creature.key,
        "hp": creature.hp,
        "damage_now": creature.before,
        "dies": chance_data(creature.dies),
        "comes_back": chance_data(creature.comes_back),
        "expected": chance_data(creature.expected),
        "damage": [{"damage": damage, **chance_data(chance)} for damage, chance in creature.damage.items()],
    }
