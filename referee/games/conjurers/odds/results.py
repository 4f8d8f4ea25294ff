"""What a move can lead to, as it is told: the ends of each creature, the winners, and the chance of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, NamedTuple, TypeVar

from msgspec import Struct

from referee.asking.dice import Dice, Roll, Throw, percent, sums
from referee.asking.question import Procedure, drive
from referee.games.conjurers.battle import turn
from referee.games.conjurers.battle.moves import BattleMove
from referee.games.conjurers.battle.state import Battle, Play, SideName
from referee.games.conjurers.tables import battle as battle_tables

State = Literal["stands", "dead", "back"]
"""What a creature is after a move: alive, dead, or back by its resurrection, used in this very move."""

End = tuple[int, State]
"""How a creature ends: the damage on it after the move (on a dead one what it died with, B26), and what it is."""


class CreatureOdds(Struct, frozen=True):
    """What a move can make of one creature.

    `name` is what it is told by, `before` the damage on it before the move, `hp` its hit points; `ends` has the
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
        """The damage on it after the move, on average."""
        return Fraction(sum(damage * ways for (damage, _), ways in self.ends.items()), self.ways)

    @property
    def certain(self) -> bool:
        """Whether it can end in one way only."""
        return len(self.ends) == 1

    def chance(self, end: End) -> Fraction:
        """The chance of one end."""
        return Fraction(self.ends.get(end, 0), self.ways)

    def _chance(self, state: State) -> Fraction:
        return Fraction(sum(ways for (_, ended), ways in self.ends.items() if ended == state), self.ways)


class Odds(Struct, frozen=True):
    """What a move can lead to.

    `text` is the move in its notation; `fighters` are the keys of the two that fight, the initiator first, none
    where nobody does. `creatures` are these two, the one that is fought first, and then all whose damage can
    change. `wins` has the chance that the battle ends with the move, for each winner. `magic` is what each magician
    among the two uses, by its key.
    """

    move: BattleMove
    text: str
    fighters: tuple[str, ...]
    creatures: tuple[CreatureOdds, ...]
    wins: Mapping[SideName, Fraction]
    magic: Mapping[str, str]

    @property
    def certain(self) -> bool:
        """Whether there is nothing left to chance."""
        return all(creature.certain for creature in self.creatures)

    def of(self, key: str) -> CreatureOdds:
        """What the move can make of one creature, by its key."""
        return next(creature for creature in self.creatures if creature.key == key)


# --- In how many ways battle dice show each sum (p. 8; B24) ---------------------------------------


def ways_of(count: int) -> int:
    """In how many ways `count` dice can fall; 1 for none."""
    faces: int = len(battle_tables.numbers().die)
    found: int = faces**count
    return found


@lru_cache(maxsize=256)
def throw(count: int) -> Throw:
    """The sums that `count` dice can show; none or fewer show 0 in one way (B22)."""
    return sums(battle_tables.numbers().die, max(0, count))


# --- A move played from beginning to end, once for every total that its throws can show -----------
# This takes as many plays of the move as there are ways for totals to follow each other: right for a single throw,
# slow for a fight (see `fights`), and plain enough to hold the rest against.


T = TypeVar("T")

Magic = Mapping[str, str]
"""What magicians choose, by their key ("attacker.Merlin"); the others use the first on the list (B19)."""


class Branch(NamedTuple):
    """One course of a move: the ways of its `dice` dice that lead there, and the battle after it."""

    ways: int
    dice: int
    after: Battle


def branches(battle: Battle, move: BattleMove, magic: Magic) -> Iterator[Branch]:
    """Every course of a legal move, each told apart by the totals thrown. The battle itself doesn't change."""
    waiting: list[tuple[tuple[int, ...], int, int]] = [((), 1, 0)]
    while waiting:
        totals, ways, dice = waiting.pop()
        try:
            after = play_out(battle, move, _Told(totals), magic)
        except _Unthrown as more:
            waiting += [((*totals, total), ways * number, dice + more.count) for total, number in throw(more.count)]
        else:
            yield Branch(ways, dice, after)


def play_out(battle: Battle, move: BattleMove, dice: Dice, magic: Magic) -> Battle:
    """The battle after a legal move with these dice, which may not ask."""
    after = battle.copy()
    conjured(turn.make(Play(after, dice, []), move), magic)
    return after


def conjured(procedure: Procedure[T], magic: Magic) -> T:
    """Run a procedure that asks for nothing but magicians' choices."""
    return drive(
        procedure,
        lambda asked: asked.parse(magic.get(asked.key.removeprefix("magic "), battle_tables.numbers().magician[0])),
    )


class _Unthrown(Exception):
    """A throw of `count` dice that isn't told."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.count = count


class _Told(Dice):
    """Dice whose totals are told one after the other."""

    def __init__(self, totals: Sequence[int]) -> None:
        self._totals = iter(totals)

    def roll(self, count: int, number: int, what: str) -> Procedure[Roll]:
        """The next total."""
        yield from ()  # nothing to ask
        total = next(self._totals, None)
        if total is None:
            raise _Unthrown(count)
        return Roll(count, (), total)


# --- Odds in words, as short as a person wants them -----------------------------------------------


def in_a_line(odds: Odds, battle: Battle) -> str:
    """A move's odds in a line: "Minotaur dies 15%, Sphinx 0%; Minotaur takes 0-6, mostly 3; Sphinx 0-4, mostly 2"."""
    if odds.certain:
        told = [_certain(creature) for creature in odds.creatures]
    else:
        told = [_deaths(odds)]
        for creature in odds.creatures:
            verb = "takes " if len(told) == 1 else ""
            told.append(f"{creature.name} {verb}{_taken(creature, mostly=True)}")
    return "; ".join([*told, *_wins(odds, battle)])


def in_short(odds: Odds, battle: Battle) -> str:
    """A move's odds in fewer words: "Minotaur takes 0-6 (dies 15%), Sphinx 0-4"."""
    told: list[str] = []
    for creature in odds.creatures:
        if odds.certain:
            told.append(_certain(creature))
            continue
        ends = [f"dies {percent(creature.dies)}"] if creature.dies else []
        ends += [f"comes back {percent(creature.comes_back)}"] if creature.comes_back else []
        verb = "" if told else "takes "
        told.append(f"{creature.name} {verb}{_taken(creature)}" + (f" ({', '.join(ends)})" if ends else ""))
    return ", ".join([*told, *_wins(odds, battle)])


def _deaths(odds: Odds) -> str:
    mortal = [creature for creature in odds.creatures if creature.dies or creature.comes_back]
    if not mortal:
        return "nobody dies"
    told: list[str] = []
    for creature in odds.creatures:
        if creature in mortal or creature.key in odds.fighters:
            back = f" (comes back {percent(creature.comes_back)})" if creature.comes_back else ""
            told.append(f"{creature.name} {'' if told else 'dies '}{percent(creature.dies)}{back}")
    return ", ".join(told)


def _taken(creature: CreatureOdds, mostly: bool = False) -> str:
    """The least and the most that a creature can take, resurrection aside; below 0 it loses damage."""
    taken = {damage - creature.before: ways for (damage, state), ways in creature.ends.items() if state != "back"}
    if not taken:
        return "its death"
    least, most = min(taken), max(taken)
    if least == most:
        return str(least) if least else "nothing"
    span = f"{least} to {most}" if least < 0 else f"{least}-{most}"
    likeliest = [damage for damage, ways in taken.items() if ways == max(taken.values())]
    return f"{span}, mostly {likeliest[0]}" if mostly and len(likeliest) == 1 else span


def _certain(creature: CreatureOdds) -> str:
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
