"""The present state of a record's battle, right before the next move, and its odds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any

from msgspec import Struct

from referee.asking.dice import Dice, Mode, Roll, chance_data, read_roll
from referee.asking.question import Procedure
from referee.errors import BadInput
from referee.games.conjurers import tables
from referee.games.conjurers.battle.moves import MOVES, Summon
from referee.games.conjurers.battle.record import Record, Verdict, magic_choice, replay
from referee.games.conjurers.battle.state import Battle, Play
from referee.games.conjurers.battle.turn import turn
from referee.games.conjurers.odds.fights import odds_of, odds_of_moves
from referee.games.conjurers.odds.results import CreatureOdds, Odds
from referee.games.conjurers.vocabulary import GAME
from referee.text.grammar import so_many
from referee.text.screen import Screen, ShownReport


class BattleStanding(Struct, frozen=True):
    """A battle right before a move, or over; `notes` say what was ignored to get there."""

    battle: Battle
    notes: tuple[str, ...] = ()


def standing_of(record: Record, after: Battle) -> BattleStanding:
    """Return a record's battle after its turns, advanced through the start of the next one (B1).

    Dice of that start which the record lacks are ignored, as if they did nothing. So are the answers of
    an unfinished turn from its move on. Raises Unreadable for rolls that don't fit.
    """
    battle = after.copy()
    if battle.outcome is not None:
        return BattleStanding(battle)
    entered = record.file.dice == "entered"
    unfinished = record.file.unfinished
    dice = _PartlyTyped(unfinished.turn if unfinished else ()) if entered else None
    next(turn(Play(battle, dice or record.dice, [])))  # up to the question for the move
    left = dice.left if dice else unfinished.turn if unfinished else ()
    notes = list(dice.aside) if dice else []
    if waiting := [f.name for f in battle.of(battle.side_to_move) if f.slot is None and f.key in record.unknown]:
        notes.append(f"no odds before its card is known: {', '.join(waiting)}")
    if left:
        notes.append(f'these are the odds before "{left[0]}"')
    return BattleStanding(battle, tuple(notes))


class _PartlyTyped(Dice):
    """The dice of a turn that has begun: those typed so far, and the lowest face for the rest."""

    mode: Mode = "entered"

    def __init__(self, answers: Iterable[str]) -> None:
        self.left = list(answers)
        self.aside: list[str] = []

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Roll the next typed values; without any the lowest face on all dice, with a remark."""
        yield from ()  # nothing to ask
        faces = tables.battle().die
        if self.left:
            values = read_roll(self.left.pop(0), count, faces)
            return Roll(count, values, sum(values))
        self.aside.append(f"a throw before the move is left aside: {what}: {so_many(count, 'die')}")
        return Roll(count, (), count * min(faces))


# --- The odds of a battle record's next moves, all or one -----------------------------------------


def standing_data(
    verdict: Verdict, standing: BattleStanding, show: Callable[[Screen], None], **more: Any
) -> ShownReport:
    """Report a record's battle at its present state, with `more` in the fixed machine format.

    `notes`, which say what was ignored, are included only if there are any, and never if a move of the record is
    illegal.
    """
    battle, against = standing.battle, verdict.illegal is not None
    notes = [] if against else list(standing.notes)
    data = {
        "game": GAME,
        "legal": not against,
        "illegal": verdict.illegal_data,
        "over": battle.outcome is not None,
        "winner": battle.outcome.winner if battle.outcome else None,
        "turn": battle.turn + 1,
        "side": battle.side_to_move,
        "dice": verdict.record.file.dice,
        **more,
        **({"notes": notes} if notes else {}),
    }
    return ShownReport(data, show, against, tuple(f"{verdict.record.where}: {note}" for note in notes))


def ask_odds(record: Record, asked: str | None, magic: Iterable[str]) -> ShownReport:
    """Report the odds of a record's next moves that cause a fight, or in full of the one `asked` for.

    `magic` is like "Merlin:burning 2". In the data damage is in damage markers, every chance exact and rounded.
    Raises BadInput for unreadable text, Illegal for a move that isn't legal.
    """
    verdict = replay(record)
    after = verdict.battle
    if verdict.illegal is not None:
        return _report_odds(verdict, BattleStanding(after))
    standing = standing_of(record, after)
    battle, mode = standing.battle, record.file.dice
    chosen = {}
    for word in magic:
        magician, _, ability = word.rpartition(":")
        if not magician:
            raise BadInput(f'--magic {word}: write it like "Merlin:burning 2"')
        key, choice = magic_choice(magician.strip(), ability.strip(), verdict.record.start)
        chosen[key] = choice
    if asked is None:
        found = [one for one in odds_of_moves(battle, mode, chosen) if record.unknown.isdisjoint(one.fighters)]
        return _report_odds(verdict, standing, found)
    move: Any = MOVES.read_move(battle, asked)
    if isinstance(move, Summon) and battle.fighters[move.creature].key in record.unknown:
        name = battle.fighters[move.creature].name
        raise BadInput(f"{record.where}: there are no odds for {name} before its card is known")
    odds = odds_of(battle, move, mode, chosen)
    return _report_odds(verdict, standing, [] if odds is None else [odds], MOVES.write(move, battle))


def _report_odds(
    verdict: Verdict, standing: BattleStanding, found: Sequence[Odds] = (), move: str = ""
) -> ShownReport:
    """Report the odds found; a `move` that was asked for has none if it rolls no dice."""
    from referee.games.conjurers.screens.odds import show_odds

    show = partial(show_odds, verdict, standing.battle, found, move)
    return standing_data(verdict, standing, show, moves=list(map(_move, found)))


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
