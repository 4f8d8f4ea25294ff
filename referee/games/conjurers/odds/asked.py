"""The odds that are asked for of a battle record: of all next moves, or of one."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from referee.errors import BadInput
from referee.games.conjurers.battle.moves import MOVES, Summon
from referee.games.conjurers.odds.moves import odds_of, odds_of_moves
from referee.games.conjurers.odds.results import Odds
from referee.games.conjurers.odds.standing import BattleStanding, standing_of
from referee.games.conjurers.records.record import Record, magic_choice
from referee.games.conjurers.records.verdict import Verdict, replay


class AskedOdds(Struct, frozen=True):
    """The odds of all moves that cause a fight, or in full of the one asked for.

    `move` is the move that was asked for, in its notation; its odds are lacking if it throws no dice. Where the
    record has an illegal move there are no odds.
    """

    verdict: Verdict
    standing: BattleStanding
    found: tuple[Odds, ...] = ()
    move: str = ""

    @property
    def against(self) -> bool:
        """Whether a move of the record is illegal."""
        return self.verdict.illegal is not None


def ask_odds(record: Record, asked: str | None, magic: Iterable[str]) -> AskedOdds:
    """The odds of a record's next moves, or of the one `asked` for; `magic` is like "Merlin:burning 2".

    Raises BadInput for what can't be read, Illegal for a move that isn't legal.
    """
    verdict = replay(record)
    after = verdict.battle
    if verdict.illegal is not None:
        return AskedOdds(verdict, BattleStanding(after))
    standing = standing_of(record, after)
    battle, mode = standing.battle, record.file.dice
    chosen = _magic(magic, verdict)
    if asked is None:
        found = [one for one in odds_of_moves(battle, mode, chosen) if record.unknown.isdisjoint(one.fighters)]
        return AskedOdds(verdict, standing, tuple(found))
    move: Any = MOVES.read_move(battle, asked)
    if isinstance(move, Summon) and battle.fighters[move.creature].key in record.unknown:
        name = battle.fighters[move.creature].name
        raise BadInput(f"{record.where}: there are no odds for {name} before its card is known")
    odds = odds_of(battle, move, mode, chosen)
    return AskedOdds(verdict, standing, () if odds is None else (odds,), MOVES.write(move, battle))


def _magic(words: Iterable[str], verdict: Verdict) -> Mapping[str, str]:
    chosen = {}
    for word in words:
        name, _, ability = word.rpartition(":")
        if not name:
            raise BadInput(f'--magic {word}: write it like "Merlin:burning 2"')
        key, choice = magic_choice(name.strip(), ability.strip(), verdict.record.start)
        chosen[key] = choice
    return chosen
