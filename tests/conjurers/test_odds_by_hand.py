"""The odds of fights against a second, plain telling of the rulebook's fights (`by_hand`)."""

from __future__ import annotations

import pickle
from collections import Counter
from fractions import Fraction
from functools import cache
from typing import cast

import pytest
from hypothesis import assume, event, given

from referee.games.conjurers.battle import moves
from referee.games.conjurers.battle.moves import Attack, MoveTo, Summon
from referee.games.conjurers.battle.state import AbilitySource, Battle
from referee.games.conjurers.odds.fights import odds_of
from referee.games.conjurers.odds.results import End
from tests.conjurers.by_hand import Action, Beast, Piece, Table, Thrown, act
from tests.conjurers.fights import positions
from tests.random_runs import drawn

ACTIONS = {Attack: "attack", MoveTo: "move", Summon: "summon"}
FACES = (0, 1, 2)
Ends = dict[tuple[str, End], Fraction]


def table_of(battle: Battle) -> Table:
    """A position as it lies on a table."""

    def piece(source: AbilitySource) -> Piece:
        return Piece(dict(source.abilities), source.absorbed)

    beasts = [
        Beast(
            f.key,
            f.side,
            f.slot,
            f.card.hp,
            f.card.bd,
            f.card.level,
            f.card.element,
            f.card.mythology,
            piece(f.own),
            [piece(worn) for worn in f.worn],
            f.damage,
            f.frost,
            f.bound,
            f.resurrected,
        )
        for f in battle.fighters
    ]
    for fighter, beast in zip(battle.fighters, beasts, strict=True):
        beast.eats = None if fighter.devouring is None else beasts[fighter.devouring]
    return Table(beasts, battle.elements, battle.morale)


@cache
def totals(dice: int) -> Counter[int]:
    """The ways to each total, die by die."""
    found = Counter({0: 1})
    for _ in range(dice):
        found = sum((Counter({total + face: ways for total, ways in found.items()}) for face in FACES), Counter())
    return found


def by_hand(start: Table, number: int, action: Action, slot: int) -> tuple[Ends, dict[str, Fraction]] | None:
    """The chance of each end of each creature, and of each winner; None if there is no fight."""
    ends: Counter[tuple[str, End]] = Counter()
    wins: Counter[str] = Counter()
    laid_out = pickle.dumps(start)  # a copy for each course, quicker than deepcopy's
    waiting: list[tuple[Fraction, list[int]]] = [(Fraction(1), [])]
    while waiting:
        chance, told = waiting.pop()
        table: Table = pickle.loads(laid_out)
        table.totals = list(told)
        try:
            if not act(table, table.beasts[number], action, slot):
                return None
        except Thrown as thrown:
            found = totals(thrown.dice)
            waiting += [(chance * ways / found.total(), [*told, total]) for total, ways in found.items()]
            assume(len(waiting) < 400)
            continue
        for one in table.beasts:
            end: End = (one.damage, "dead" if one.dead else "back" if one.back else "stands")
            ends[one.name, end] += chance  # type: ignore[assignment]
        if table.winner:
            wins[table.winner] += chance  # type: ignore[assignment]
    return cast(Ends, dict(ends)), cast("dict[str, Fraction]", dict(wins))


@pytest.mark.rule(
    "B6",
    "B7",
    "B9",
    "B10",
    "B11",
    "B12",
    "B13",
    "B14",
    "B15",
    "B16",
    "B17",
    "B20",
    "B21",
    "B25",
    "X3",
    "arrival-fight",
    "battle-tie",
    "simultaneous",
    "flying",
    "ranged",
    "burning",
    "multi-attack",
    "morale",
    "absorption",
)
@drawn(150)
@given(positions(most_dice=2))
def test_the_odds_are_those_that_the_rulebook_gives(battle: Battle) -> None:
    """For every attack, move and summon of a position: is there a fight, how does each creature end, who wins."""
    battle.turn = 0  # no stalemate (B3)
    for move in moves.legal_moves(battle, equipment=False):
        if not isinstance(move, Attack | MoveTo | Summon):
            continue
        fighter = battle.fighters[move.creature]
        slot = fighter.slot if isinstance(move, Attack) else move.slot
        assert slot is not None
        wanted = by_hand(table_of(battle), move.creature, cast(Action, ACTIONS[type(move)]), slot)
        odds = odds_of(battle, move)
        assert (odds is None) == (wanted is None)
        if odds is None or wanted is None:
            continue
        event(type(move).__name__)
        ends, wins = wanted
        assert dict(odds.wins) == wins
        told = {(one.key, end): one.chance(end) for one in odds.creatures for end in one.ends}
        for other in battle.fighters:
            if all(key != other.key for key, _ in told):
                told[other.key, (other.damage, "stands")] = Fraction(1)
        assert told == ends
