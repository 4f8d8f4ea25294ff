"""The worked numbers of the battle chapter (pp. 17-21)."""

from __future__ import annotations

import pytest

from referee.games.conjurers.battle.events import Hit, Summoned
from referee.games.conjurers.battle.moves import MOVES
from referee.games.conjurers.battle.state import Lineup, start_battle
from referee.games.conjurers.cards.cards import Creature
from referee.games.conjurers.explained import hit_steps
from tests.conjurers.battles import creature, damage, events, fought, piece


@pytest.mark.rule("frost-attack", "B9", "B11")
@pytest.mark.parametrize(("bd", "dealt"), [(6, 4), (3, 2), (5, 4), (2, 2)])
def test_frost_takes_one_of_three(bd: int, dealt: int) -> None:
    """P. 19: with a frost marker six are four, three are two, five are four."""
    verdict = fought(
        [creature("Yuki", 99, 1, "frost attack")],
        [creature("Giant", 99, bd)],
        "summon Yuki 1",
        "summon Giant 1",
        "attack Yuki",
    )
    assert damage(verdict)["attacker.Yuki"] == bd + dealt
    assert [hit.dealt for hit in events(verdict, Hit) if hit.source == "defender.Giant"] == [bd, dealt]


@pytest.mark.rule("B9")
def test_a_creature_without_dice_throws_none() -> None:
    verdict = fought([creature("Ox", 9, 0)], [creature("Hen", 9, 1)], "summon Ox 1", "summon Hen 1")
    told = {hit.source: list(hit_steps(hit)) for hit in events(verdict, Hit)}
    assert told["defender.Hen"][0] == "1 die averaged: 1 x 1 = 1"
    assert not [line for line in told["attacker.Ox"] if "dice" in line]


@pytest.mark.rule("move", "summon")
def test_only_slots_that_there_are_are_listed_open_or_closed() -> None:
    """Slot 1 is the left one to whom says so."""
    cards = tuple(Creature(name=name, level=1, hp=9, bd=1, abilities={}) for name in ("Ox", "Hen", "Cow", "Bull"))
    battle = start_battle("duel", Lineup("Anna", cards[:2]), Lineup("Bo", cards[2:]))
    summons = {one.text: one.also for one in MOVES.options(battle)}
    assert summons["summon Ox 1"] == ("summon Ox left", "summon Ox left side")
    battle.fighters[0].slot, battle.fighters[1].slot = 3, 2
    closed = [one.text for one in MOVES.closed(battle)]
    assert "move Ox 2" in closed
    assert not [text for text in closed if text.endswith((" 0", " 4"))]


@pytest.mark.rule("summon")
def test_who_is_summoned_is_told_with_its_slot_and_what_it_wears() -> None:
    verdict = fought(
        [creature("Ox", 9, 1)], [creature("Hen", 9, 1)], "summon Ox 2 with Axe", attacker_wears=[piece("Axe")]
    )
    assert [(one.creature, one.slot, one.equipment) for one in events(verdict, Summoned)] == [
        ("attacker.Ox", 2, ("Axe",))
    ]
