"""The twin's odds: every throw of the dice played out, every choice tried.

A chance is four fractions: won, drawn, lost, and dead of it. More wins are better, then fewer losses, fewer deaths.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Any

from tests.prophecy.twin_effects import Died
from tests.prophecy.twin_fights import Refused, come_to, how_many
from tests.prophecy.twin_records import Table

Chance = tuple[Fraction, Fraction, Fraction, Fraction]
NEVER: Chance = (Fraction(0), Fraction(0), Fraction(0), Fraction(0))


def rank(chance: Chance) -> tuple[Fraction, Fraction, Fraction]:
    """What is better comes later."""
    return chance[0], -chance[2], -chance[3]


def mixed(parts: list[tuple[Fraction, Chance]]) -> Chance:
    """What comes of several ways with their chances."""
    found = [sum((p * chance[at] for p, chance in parts), Fraction(0)) for at in range(4)]
    return found[0], found[1], found[2], found[3]


class Odds:
    """The odds of fights of one record, each position once."""

    def __init__(self) -> None:
        self.known: dict[str, Chance] = {}

    def best(self, table: Table) -> Chance:
        """The best that can be made of a position of a fight."""
        key = position(table)
        if key not in self.known:
            self.known[key] = self._best(table)
        return self.known[key]

    def _best(self, table: Table) -> Chance:
        fight = table.fight
        if fight.step == "over":
            return self.after(table)
        if fight.step == "die":
            return mixed([(Fraction(1, 6), self.best(said(table, f"roll {face}"))) for face in range(1, 7)])
        if fight.step == "again":
            return self.thrown(table)
        ways = [self.thrown(table)] if fight.step == "announce" else [self.best(said(table, "stand"))]
        for act in fight.offered(0):
            if fight.step == "answer" and fight.average and "reroll a die" in str(fight._all_acts(0)):
                continue
            ways.append(self.best(said(table, act)))
        return max(ways, key=rank)

    def thrown(self, table: Table) -> Chance:
        """The odds of a throw with what is announced so far."""
        fight = table.fight
        if fight.average:
            return self.best(said(table, "roll"))
        ops = fight.ops if fight.step == "again" else (fight.dice_ops(0), fight.dice_ops(1))
        answered = any(rule.when == "after roll" for card in table.cards.values() for rule in card.rules)
        found: dict[tuple[tuple[int, ...], tuple[int, ...]], int] = {}
        for dice in product(range(1, 7), repeat=sum(map(how_many, ops))):
            own, enemy = dice[: how_many(ops[0])], dice[how_many(ops[0]) :]
            if not answered:  # only what the dice come to counts; any dice that come to it will do
                own, enemy = standing(ops[0], own), standing(ops[1], enemy)
            found[own, enemy] = found.get((own, enemy), 0) + 1
        every = sum(found.values())
        results: dict[str, list[tuple[Fraction, Table]]] = {}
        for (own, enemy), many in found.items():
            after = said(table, "roll " + " ".join("+".join(map(str, side)) for side in (own, enemy) if side))
            results.setdefault(position(after), []).append((Fraction(many, every), after))
        return mixed([(sum((p for p, _ in same), Fraction(0)), self.best(same[0][1])) for same in results.values()])

    def after(self, table: Table) -> Chance:
        """What a result is, and the chance to be dead of what follows it."""
        dead = sum((p for p, alive in self._endings(table) if not alive), Fraction(0))
        one = Fraction(1)
        return {
            "won": (one, NEVER[0], NEVER[0], dead),
            "drawn": (NEVER[0], one, NEVER[0], dead),
            "lost": (NEVER[0], NEVER[0], one, dead),
        }[table.fight.result]

    def _endings(self, table: Table) -> Iterator[tuple[Fraction, bool]]:
        """The ways in which what follows a battle can go, by the dice that cards want; no choice is made."""

        def go(faces: tuple[int, ...]) -> Iterator[tuple[Fraction, bool]]:
            trial = copy.deepcopy(table)
            asking = trial.world.aftermath(trial.fight)
            left = list(faces)
            try:
                ask = next(asking)
                while True:
                    if ask.key == "reward" and not left:
                        for face in range(1, 7):
                            for p, alive in go((*faces, face)):
                                yield p / 6, alive
                        return
                    ask = asking.send(f"roll {left.pop(0)}" if ask.key == "reward" else "")
            except StopIteration:
                yield Fraction(1), True
            except Died:
                yield Fraction(1), False

        yield from go(())


def standing(ops: list[str], dice: tuple[int, ...]) -> tuple[int, ...]:
    """Dice that come to the same, all alike."""
    return (int(come_to(ops, dice)),) * len(dice) if dice else ()


def said(table: Table, *moves: str) -> Table:
    """The position after moves. Raises Refused."""
    after = copy.deepcopy(table)
    for move in moves:
        after.fight.say(move)
    return after


def position(table: Table) -> str:
    """All that the rest of a fight can hang on, as text."""
    fight = table.fight
    lying = (fight.dice, fight.ops, fight.saved, fight.answered, fight.passed, fight.rerolling)
    now = (fight.step, fight.kind, fight.both, fight.sides, fight.won_lives, fight.part_roll, fight.result)
    return repr((now, len(fight.rolls) == 0, fight.later, lying if fight.step in ("answer", "die") else fight.ops))


def after_moves(data: dict[str, Any], *moves: str) -> Table:
    """A record's position after moves of its own and more."""
    table = Table(data)
    for move in (*data["moves"], *moves):
        table.say(move)
    return table


def option(data: dict[str, Any], move: str, odds: Odds) -> tuple[int, int, Chance]:
    """What an option of the program comes to: both totals, and its odds. Raises Refused."""
    table = after_moves(data)
    parts = [part for part in move.split("; ") if part]
    if parts == ["roll"]:
        parts = []
    for part in parts:
        if part != "stand":
            table.fight.say(part) if table.fight.step == "answer" else table.say(part)
    if not table.fight.kind:
        return 0, 0, unfought(table)
    own, enemy = table.fight.total(0), table.fight.total(1)
    if table.fight.step == "over":
        own, enemy = table.fight.rolls[-1].own, table.fight.rolls[-1].enemy
    if table.fight.step == "announce":
        return own, enemy, odds.thrown(table)
    if table.fight.step == "over":
        return own, enemy, odds.after(table)
    if move == "stand":
        return own, enemy, odds.best(said(table, "stand"))
    return own, enemy, odds.best(table)


def unfought(table: Table) -> Chance:
    """Where no fight takes place: a draw, or the hero is dead of the meeting."""
    dead = Fraction(not table.fight.hero(0).alive)
    return NEVER[0], 1 - dead, dead, dead


def best_of_all(data: dict[str, Any], odds: Odds) -> Chance:
    """The best of every way to go on: types, sets of Items, announcements."""
    table = after_moves(data)
    if table.fight.step != "type":
        return odds.best(table)
    held = [name for name in table.fight.hero(0).whole if table.find(name).chosen]
    found = []
    for many in range(2 ** len(held)):
        used = [name for at, name in enumerate(held) if many >> at & 1]
        for kind in (*table.fight.types(), ""):
            text = " ".join(filter(None, ["fight", kind, f"with {', '.join(used)}" if used else ""]))
            try:
                begun = after_moves(data, text)
            except Refused:
                continue
            found.append(odds.best(begun) if begun.fight.kind else unfought(begun))
    return max(found, key=rank, default=NEVER)


def is_small(data: dict[str, Any]) -> bool:
    """Whether all of a fight can be tried in little time: few choices."""
    lines = [*data["hero"]["items"], *data["hero"]["abilities"], data["creature"]]
    again = [line for line in lines if "after roll" in line]
    doubled = sum("of two" in line for line in lines)
    asks = "met" in data["creature"] and any(word in data["creature"] for word in ("discard", "damage", "lay"))
    lives = "3 lives" in data["creature"] or "both parts" in data["creature"]
    return not asks and len(again) + doubled <= (0 if lives else 1)


def differences(data: dict[str, Any], told: list[dict[str, Any]]) -> list[str]:
    """Where the options of `odds --json` aren't as they must be, their best against the best of all."""
    odds = Odds()
    found = []
    for one in told:
        chance = Fraction(one["won"]), Fraction(one["drawn"]), Fraction(one["lost"]), Fraction(one["dies"])
        own, enemy, mine = option(data, one["move"], odds)
        if mine != chance or ((own or enemy) and (own, enemy) != (one["own"], one["enemy"])):
            found.append(
                f"{one['move']}: twin {own}:{enemy} {'/'.join(map(str, mine))}, "
                f"program {one['own']}:{one['enemy']} {'/'.join(map(str, chance))}"
            )
    if told and not found:
        best = rank(best_of_all(data, odds))
        if best != max(
            rank((Fraction(one["won"]), NEVER[0], Fraction(one["lost"]), Fraction(one["dies"]))) for one in told
        ):
            found.append(f"the best of all isn't among the options: {best}")
    return found
