"""Odds in words, as short as a person wants them."""

from __future__ import annotations

from collections.abc import Iterator

from referee.asking.chances import percent
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.odds.results import CreatureOdds, Odds


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
