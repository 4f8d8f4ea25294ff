"""The odds of the moves of a battle."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from referee.asking.dice import Average, Mode
from referee.games.conjurers.battle import fight
from referee.games.conjurers.battle.events import MagicChosen
from referee.games.conjurers.battle.moves import MOVES, BattleMove, BreakFree, actions
from referee.games.conjurers.battle.play import Play
from referee.games.conjurers.battle.state import SIDES, Battle, SideName
from referee.games.conjurers.odds.branches import Branch, Magic, branches, conjured, play_out
from referee.games.conjurers.odds.fights import worlds_of
from referee.games.conjurers.odds.results import CreatureOdds, End, Odds
from referee.games.conjurers.odds.throws import ways_of
from referee.games.conjurers.odds.worlds import Guard, World
from referee.games.conjurers.tables import battle as battle_tables

NO_MAGIC: Magic = {}


def odds_of_moves(battle: Battle, mode: Mode = "entered", magic: Magic = NO_MAGIC) -> list[Odds]:
    """The odds of each legal move that causes a fight or a throw; summons without equipment (see `odds_of`)."""
    found = (odds_of(battle, move, mode, magic) for move in actions(battle, equipment=False))
    return [odds for odds in found if odds is not None]


def odds_of(battle: Battle, move: BattleMove, mode: Mode = "entered", magic: Magic = NO_MAGIC) -> Odds | None:
    """The odds of a legal move, or None for one that causes neither a fight nor a throw.

    The battle stands right before the move: what comes at the start of a turn (B1) is over. With the `mode`
    "average" nothing is left to chance (B22); rolled dice are as unknown as thrown ones. `magic` is what magicians
    choose. The battle itself doesn't change.
    """
    if isinstance(move, BreakFree):
        return _told(battle, move, _played(battle, move, mode, magic))
    play = Play(battle.copy(), Average(battle_tables.numbers().die), [])
    meeting = move.begin(play)
    if meeting is None:
        return None
    bout = conjured(fight.enter(play, meeting), magic)
    pair = [combatant.fighter.number for combatant in bout.pair]
    chosen = {event.creature: event.ability for event in play.events if isinstance(event, MagicChosen)}
    worlds = [] if mode == "average" else worlds_of(play.battle, bout)
    if any(world.dice for world in worlds):
        courses = [_of_world(battle, world) for world in worlds]
    else:  # nothing is thrown: the round may end the battle then (B3)
        courses = _played(battle, move, mode, magic)
    return _told(battle, move, courses, pair, chosen)


class _MoveCourse(NamedTuple):
    """One way for a move to go: the ends of each creature by number and the ways to each; who has won by it.

    `ways` lead here out of those of `dice` dice.
    """

    dice: int
    ways: int
    ends: dict[int, dict[End, int]]
    winner: SideName | None


def _of_world(battle: Battle, world: World) -> _MoveCourse:
    ends: dict[int, dict[End, int]] = {}
    for fighter in battle.fighters:
        fates = world.fates.get(fighter.number, {(fighter.damage, Guard()): 1})
        each = world.ways // sum(fates.values())
        found: dict[End, int] = {}
        for (damage, guard), ways in fates.items():
            end = _end(damage, guard.dead, guard.risen and not fighter.resurrected)
            found[end] = found.get(end, 0) + ways * each
        ends[fighter.number] = found
    return _MoveCourse(world.dice, world.ways, ends, world.winner)


def _played(battle: Battle, move: BattleMove, mode: Mode, magic: Magic) -> list[_MoveCourse]:
    """The courses of a move that is played out, for each total that is thrown."""
    if mode == "average":
        found: Iterable[Branch] = [Branch(1, 0, play_out(battle, move, Average(battle_tables.numbers().die), magic))]
    else:
        found = branches(battle, move, magic)
    return [_of_branch(battle, branch) for branch in found]


def _of_branch(battle: Battle, branch: Branch) -> _MoveCourse:
    ends = {
        now.number: {_end(now.damage, now.dead, now.resurrected and not then.resurrected): branch.ways}
        for then, now in zip(battle.fighters, branch.after.fighters, strict=True)
    }
    outcome = branch.after.outcome
    return _MoveCourse(branch.dice, branch.ways, ends, outcome.winner if outcome else None)


def _end(damage: int, dead: bool, back: bool) -> End:
    return damage, "dead" if dead else "back" if back else "stands"


def _told(
    battle: Battle,
    move: BattleMove,
    courses: Sequence[_MoveCourse],
    pair: Sequence[int] = (),
    magic: Magic = NO_MAGIC,
) -> Odds:
    """All courses of a move put together, on the ways of the most dice thrown in any."""
    dice = max(course.dice for course in courses)
    scaled = [(course, ways_of(dice - course.dice)) for course in courses]
    wins = {side: sum(course.ways * scale for course, scale in scaled if course.winner == side) for side in SIDES}
    return Odds(
        move,
        MOVES.write(move, battle),
        tuple(battle.fighters[number].key for number in pair),
        tuple(_creatures(battle, scaled, pair, ways_of(dice))),
        {side: Fraction(ways, ways_of(dice)) for side, ways in wins.items() if ways},
        magic,
    )


def _creatures(
    battle: Battle, scaled: Sequence[tuple[_MoveCourse, int]], pair: Sequence[int], ways: int
) -> Iterator[CreatureOdds]:
    """The one that is fought, the one that began, then the others whose damage can change."""
    others = [fighter.number for fighter in battle.fighters if fighter.number not in pair and not fighter.dead]
    for number in (*reversed(pair), *others):
        fighter = battle.fighters[number]
        ends: dict[End, int] = {}
        for course, scale in scaled:
            for end, found in course.ends[number].items():
                ends[end] = ends.get(end, 0) + found * scale
        if number in pair or ends.keys() != {(fighter.damage, "stands")}:
            name, before = battle.told(fighter), fighter.damage
            yield CreatureOdds(fighter.key, name, fighter.side, fighter.card.hp, before, ends, ways)
