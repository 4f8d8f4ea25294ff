"""Life steal on the blow that ends a battle: it belongs to the strike (p. 20; B13, B25)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from referee.games.conjurers.battle.events import BattleEnded, Died, Hit, LifeStolen
from referee.games.conjurers.battle.moves import Attack, legal_moves
from referee.games.conjurers.odds.fights import odds_of
from tests.conjurers.battles import creature, damage, events, fighter, fought, piece
from tests.conjurers.fights import card, duel

THIEF = creature("Lamia", 20, 6, "life steal")


@pytest.mark.rule("B13", "B25", "life-steal")
def test_the_last_blow_steals_life() -> None:
    """Lamia takes 4 and steals 3 back; then it kills the last enemy, takes 4 once more and steals 3 again."""
    verdict = fought([creature("Ox", 12, 4)], [THIEF], "summon Ox 1", "summon Lamia 1", "attack Ox")
    assert verdict.battle.outcome is not None
    assert damage(verdict) == {"attacker.Ox": 12, "defender.Lamia": 4 - 3 + 4 - 3}


@pytest.mark.rule("B25", "B13")
def test_life_is_stolen_after_the_deaths_and_before_the_end() -> None:
    """B25: one moment: hits, deaths, life steal, the end."""
    verdict = fought([creature("Ox", 6, 4)], [THIEF], "summon Ox 1", "summon Lamia 1")
    told = [type(event) for event in verdict.played[-1].events]
    assert [one for one in told if one in (Hit, Died, LifeStolen, BattleEnded)] == [
        Hit,
        Hit,
        Died,
        LifeStolen,
        BattleEnded,
    ]


@pytest.mark.rule("B13", "B25", "first-strike", "B10")
def test_a_first_strike_that_ends_the_battle_steals_life() -> None:
    """Ox's 4 of the turn before come off by half of 6; killed by the first strike, it doesn't strike back."""
    verdict = fought(
        [creature("Lamia", 20, 6, "life steal", "first strike")],
        [creature("Ox", 12, 4)],
        "summon Lamia 1",
        "summon Ox 1",
        "attack Lamia",
    )
    assert verdict.battle.outcome is not None
    assert damage(verdict)["attacker.Lamia"] == 4 - 3


@pytest.mark.rule("B13", "B25")
def test_the_strike_back_that_ends_the_battle_steals_life() -> None:
    """Hawk strikes first for 4; Lamia strikes back for 6, which is half of Hawk's 3 hit points over: 3 come off."""
    verdict = fought([creature("Hawk", 3, 4, "first strike")], [THIEF], "summon Hawk 1", "summon Lamia 1")
    assert verdict.battle.outcome is not None
    assert damage(verdict) == {"attacker.Hawk": 6, "defender.Lamia": 4 - 3}


@pytest.mark.rule("B13", "B4", "B26")
def test_a_thief_that_dies_with_the_last_enemy_steals_nothing() -> None:
    """P. 20: both die at once; Lamia keeps all 4 that it died of."""
    verdict = fought([creature("Ox", 6, 4)], [creature("Lamia", 4, 6, "life steal")], "summon Ox 1", "summon Lamia 1")
    assert verdict.battle.outcome is not None
    assert verdict.battle.outcome.reason == "simultaneous"
    assert (fighter(verdict, "defender.Lamia").dead, fighter(verdict, "defender.Lamia").damage) == (True, 4)
    assert not events(verdict, LifeStolen)


@pytest.mark.rule("B13", "B12", "B25")
def test_a_multi_attack_that_kills_the_last_enemy_ends_the_moment_of_its_strike() -> None:
    """Lamia's 6 kill Ox and a third of them Hen, the last: what Ox received still gives 3 back."""
    verdict = fought(
        [creature("Hen", 2, 0), creature("Ox", 12, 4)],
        [creature("Lamia", 20, 6, "life steal", "multi attack")],
        "summon Ox 1",
        "summon Lamia 1",
        "summon Hen 2",
        "attack Lamia",
    )
    assert verdict.battle.outcome is not None
    assert damage(verdict)["defender.Lamia"] == 4 - 3 + 4 - 3


@pytest.mark.rule("B13", "shared-abilities")
def test_a_worn_life_steal_works_on_the_last_blow() -> None:
    """P. 23: as a creature's own does."""
    verdict = fought(
        [creature("Ox", 6, 4)],
        [creature("Lamia", 20, 6)],
        "summon Ox 1",
        "summon Lamia 1 with Fang",
        defender_wears=[piece("Fang", "life steal")],
    )
    assert damage(verdict)["defender.Lamia"] == 4 - 3


@pytest.mark.rule("B13", "B25")
def test_the_odds_count_what_the_last_blow_steals() -> None:
    """One die of 1 or 2 kills Ox, which has 1 left: 1 steals nothing, 2 steal 1; Ox's strike has no dice."""
    battle = duel((card("Lamia", 9, 1, "life steal"),), (card("Ox", 1, 0),), Lamia=1, Ox=1)
    battle.fighters[0].damage = 3
    (move,) = [one for one in legal_moves(battle) if isinstance(one, Attack)]
    odds = odds_of(battle, move)
    assert odds is not None
    assert odds.wins == {"attacker": Fraction(2, 3)}
    assert odds.of("attacker.Lamia").damage == {2: Fraction(1, 3), 3: Fraction(2, 3)}
