"""The odds of a battle's next moves, as the JSON that scripts rely on and as a screen."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from referee.errors import BadInput
from referee.files import Data
from referee.games.conjurers.battle import legality, moves
from referee.games.conjurers.odds.moves import odds_of, odds_of_moves
from referee.games.conjurers.odds.results import CreatureOdds, Odds
from referee.games.conjurers.odds.standing import Standing, standing_of
from referee.games.conjurers.record import magic_choice
from referee.games.conjurers.reports.verdict import illegal_data
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.verdict import Verdict, judge
from referee.games.conjurers.vocabulary import GAME

if TYPE_CHECKING:
    from referee.screens import Screen


class OddsReport(Struct, frozen=True):
    """The result of `referee odds`: the odds of all moves that cause a fight, or in full of the one asked for.

    `asked` is the move that was asked for, in its notation; its odds are lacking if it throws no dice. Where the
    record has an illegal move there are no odds.
    """

    verdict: Verdict
    standing: Standing
    found: tuple[Odds, ...] = ()
    asked: str = ""

    @property
    def notes(self) -> Sequence[str]:
        """Remarks for people."""
        return () if self.against else [f"{self.verdict.record.where}: {note}" for note in self.standing.notes]

    @property
    def against(self) -> bool:
        """Whether a move of the record is illegal."""
        return self.verdict.illegal is not None

    def data(self) -> dict[str, Any]:
        """The odds in the fixed machine format; damage in damage markers, every chance exact and about."""
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
            "moves": [_move(odds) for odds in self.found],
        }

    def show(self, screen: Screen) -> None:
        """A line for each move that causes a fight; the move that was asked for in full."""
        from referee.games.conjurers.screens.odds import show_odds

        show_odds(self, screen)


def report_odds(path: Path, data: Data, deck: Path | None, asked: str | None, magic: Iterable[str]) -> OddsReport:
    """The odds of a record's next moves, or of the one `asked` for; `magic` is like "Merlin:burning 2".

    Raises BadInput for what can't be read, Illegal for a move that isn't legal.
    """
    verdict = judge(path, data, deck)
    record, after = verdict.record, verdict.battle
    if verdict.illegal is not None:
        return OddsReport(verdict, Standing(after))
    standing = standing_of(record, after)
    battle, mode = standing.battle, record.file.dice
    chosen = _magic(magic, verdict)
    if asked is None:
        found = odds_of_moves(battle, mode, chosen)
        return OddsReport(verdict, standing, tuple(found))
    names = moves.Names(battle, battle.side_to_move, shortened=True)
    move = moves.parse(asked, names, battle_tables.numbers().slots)
    legality.verify(battle, move)
    odds = odds_of(battle, move, mode, chosen)
    return OddsReport(verdict, standing, () if odds is None else (odds,), moves.write(move, battle))


def _magic(words: Iterable[str], verdict: Verdict) -> Mapping[str, str]:
    chosen = {}
    for word in words:
        name, _, ability = word.rpartition(":")
        if not name:
            raise BadInput(f'--magic {word}: write it like "Merlin:burning 2"')
        key, choice = magic_choice(name.strip(), ability.strip(), verdict.record.start)
        chosen[key] = choice
    return chosen


def _move(odds: Odds) -> dict[str, Any]:
    return {
        "move": odds.text,
        "fighters": list(odds.fighters),
        "magic": dict(odds.magic),
        "creatures": [_creature(creature) for creature in odds.creatures],
        "wins": {side: _chance(chance) for side, chance in odds.wins.items()},
    }


def _creature(creature: CreatureOdds) -> dict[str, Any]:
    return {
        "creature": creature.key,
        "hp": creature.hp,
        "damage_now": creature.before,
        "dies": _chance(creature.dies),
        "comes_back": _chance(creature.comes_back),
        "expected": _chance(creature.expected),
        "damage": [{"damage": damage, **_chance(chance)} for damage, chance in creature.damage.items()],
    }


def _chance(chance: Fraction) -> dict[str, Any]:
    return {"exact": str(chance), "about": round(float(chance), 6)}
