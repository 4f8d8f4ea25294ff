"""The odds of a move: the ends of each creature, the winners, the chance of each, and their text."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct

from referee.asking.dice import Dice, Roll, Throw, percent, sums
from referee.asking.question import Procedure, drive
from referee.games.conjurers import tables
from referee.games.conjurers.battle import turn
from referee.games.conjurers.battle.moves import BattleMove
from referee.games.conjurers.battle.state import Battle, Play, SideName

State = Literal["stands", "dead", "back"]
"""State of a creature after a move: alive, dead, or back by its resurrection, used in this very move."""

End = tuple[int, State]
"""End of a creature: the damage on it after the move (a dead one keeps what it died with, B26), and its state."""


class CreatureOdds(Struct, frozen=True):
    """The odds of one creature in a move.

    `name` is its name on screens, `before` the damage on it before the move, `hp` its hit points; `ends` has the
    number of ways, out of `ways`, that the dice lead to each end.
    """

    key: str
    name: str
    side: SideName
    hp: int
    before: int
    ends: Mapping[End, int]
    ways: int

    @property
    def dies(self) -> Fraction:
        """The chance that it is dead after the move."""
        return self._chance("dead")

    @property
    def comes_back(self) -> Fraction:
        """The chance that it dies and resurrects in this move."""
        return self._chance("back")

    @property
    def damage(self) -> dict[int, Fraction]:
        """The chance of each damage on it after the move, in damage markers, the least first."""
        found: dict[int, int] = {}
        for (damage, _), ways in sorted(self.ends.items()):
            found[damage] = found.get(damage, 0) + ways
        return {damage: Fraction(ways, self.ways) for damage, ways in found.items()}

    @property
    def expected(self) -> Fraction:
        """The expected damage on it after the move."""
        return Fraction(sum(damage * ways for (damage, _), ways in self.ends.items()), self.ways)

    @property
    def certain(self) -> bool:
        """Whether it can end in one way only."""
        return len(self.ends) == 1

    def chance(self, end: End) -> Fraction:
        """Return the chance of one end."""
        return Fraction(self.ends.get(end, 0), self.ways)

    def _chance(self, state: State) -> Fraction:
        return Fraction(sum(ways for (_, ended), ways in self.ends.items() if ended == state), self.ways)


class Odds(Struct, frozen=True):
    """The odds of a move.

    `text` is the move in its notation; `fighters` are the keys of the two that fight, the initiator first, empty
    without a fight. `creatures` are these two, the opponent first, and then all whose damage can
    change. `wins` has the chance that the battle ends with the move, for each winner. `magic` is the choice of each
    magician among the two, by its key.
    """

    move: BattleMove
    text: str
    fighters: tuple[str, ...]
    creatures: tuple[CreatureOdds, ...]
    wins: Mapping[SideName, Fraction]
    magic: Mapping[str, str]

    @property
    def certain(self) -> bool:
        """Whether nothing is left to chance."""
        return all(creature.certain for creature in self.creatures)

    def of(self, key: str) -> CreatureOdds:
        """Return the odds of one creature, by its key."""
        return next(creature for creature in self.creatures if creature.key == key)


# --- The ways in which battle dice show each sum (p. 8; B24) --------------------------------------


def ways_of(count: int) -> int:
    """Return the number of ways that `count` dice can fall; 1 for none."""
    faces: int = len(tables.battle().die)
    found: int = faces**count
    return found


@lru_cache(maxsize=256)
def throw(count: int) -> Throw:
    """Return the sums that `count` dice can show, with the ways to each; none or fewer show 0 in one way (B22)."""
    return sums(tables.battle().die, max(0, count))


# --- A move played from beginning to end, once for every total that its throws can show -----------
# This plays the move once for each sequence of totals: fine for a single roll, slow for a fight (see `fights`), and
# simple enough to be the reference for the rest.


T = TypeVar("T")

Magic = Mapping[str, str]
"""Magicians' choices, by their key ("attacker.Merlin"); the others use the first on the list (B19)."""


class Branch(NamedTuple):
    """One course of a move: the ways of its `dice` dice that lead there, and the battle after it."""

    ways: int
    dice: int
    after: Battle


def branches(battle: Battle, move: BattleMove, magic: Magic) -> Iterator[Branch]:
    """Yield every course of a legal move, one for each sequence of totals. The battle itself doesn't change."""
    waiting: list[tuple[tuple[int, ...], int, int]] = [((), 1, 0)]
    while waiting:
        totals, ways, dice = waiting.pop()
        try:
            after = play_out(battle, move, _GivenDice(totals), magic)
        except _Unthrown as more:
            waiting += [((*totals, total), ways * number, dice + more.count) for total, number in throw(more.count)]
        else:
            yield Branch(ways, dice, after)


def play_out(battle: Battle, move: BattleMove, dice: Dice, magic: Magic) -> Battle:
    """Return the battle after a legal move with these dice, which may not ask."""
    after = battle.copy()
    conjured(turn.make(Play(after, dice, []), move), magic)
    return after


def conjured(procedure: Procedure[T], magic: Magic) -> T:
    """Run a procedure that asks only for magicians' choices."""
    return drive(
        procedure,
        lambda asked: asked.parse(magic.get(asked.key.removeprefix("magic "), tables.battle().magician[0])),
    )


class _Unthrown(Exception):
    """Raised when a roll of `count` dice has no given total."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class _GivenDice(Dice):
    """Dice that show given totals, one after the other."""

    def __init__(self, totals: Sequence[int]) -> None:
        self._totals = iter(totals)

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """Roll the next of the given totals. Raises _Unthrown if there is none."""
        yield from ()  # nothing to ask
        total = next(self._totals, None)
        if total is None:
            raise _Unthrown(count)
        return Roll(count, (), total)


# --- Odds as text ---------------------------------------------------------------------------------


def in_a_line(odds: Odds, battle: Battle) -> str:
    """Format odds: "Minotaur dies 15%, Sphinx 0%; Minotaur takes 0-6, mostly 3; Sphinx 0-4, mostly 2"."""
    if odds.certain:
        parts = [_describe_certain(creature) for creature in odds.creatures]
    else:
        parts = [_deaths(odds)]
        for creature in odds.creatures:
            verb = "takes " if len(parts) == 1 else ""
            parts.append(f"{creature.name} {verb}{_format_taken(creature, mostly=True)}")
    return "; ".join([*parts, *_wins(odds, battle)])


def in_short(odds: Odds, battle: Battle) -> str:
    """Format a move's odds in fewer words: "Minotaur takes 0-6 (dies 15%), Sphinx 0-4"."""
    parts: list[str] = []
    for creature in odds.creatures:
        if odds.certain:
            parts.append(_describe_certain(creature))
            continue
        ends = [f"dies {percent(creature.dies)}"] if creature.dies else []
        ends += [f"comes back {percent(creature.comes_back)}"] if creature.comes_back else []
        verb = "" if parts else "takes "
        parts.append(f"{creature.name} {verb}{_format_taken(creature)}" + (f" ({', '.join(ends)})" if ends else ""))
    return ", ".join([*parts, *_wins(odds, battle)])


def _deaths(odds: Odds) -> str:
    mortal = [creature for creature in odds.creatures if creature.dies or creature.comes_back]
    if not mortal:
        return "nobody dies"
    parts: list[str] = []
    for creature in odds.creatures:
        if creature in mortal or creature.key in odds.fighters:
            back = f" (comes back {percent(creature.comes_back)})" if creature.comes_back else ""
            parts.append(f"{creature.name} {'' if parts else 'dies '}{percent(creature.dies)}{back}")
    return ", ".join(parts)


def _format_taken(creature: CreatureOdds, mostly: bool = False) -> str:
    """Format the range of damage that a creature can take, resurrection aside; below 0 it loses damage."""
    taken = {damage - creature.before: ways for (damage, state), ways in creature.ends.items() if state != "back"}
    if not taken:
        return "its death"
    least, most = min(taken), max(taken)
    if least == most:
        return str(least) if least else "nothing"
    span = f"{least} to {most}" if least < 0 else f"{least}-{most}"
    likeliest = [damage for damage, ways in taken.items() if ways == max(taken.values())]
    return f"{span}, mostly {likeliest[0]}" if mostly and len(likeliest) == 1 else span


def _describe_certain(creature: CreatureOdds) -> str:
    ((damage, state),) = creature.ends
    taken = damage - creature.before
    if state == "back":
        return f"{creature.name} dies and comes back"
    if taken < 0:
        return f"{creature.name} loses {-taken} damage"
    return f"{creature.name} takes {taken or 'nothing'}" + (" and dies" if state == "dead" else "")


def _wins(odds: Odds, battle: Battle) -> Iterator[str]:
    for side, chance in odds.wins.items():
        yield f"{battle.sides[side].player} wins" + (f" {percent(chance)}" if chance < 1 else "")
