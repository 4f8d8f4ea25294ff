"""Burning, immunity, magician, and the dice that they are rolled with (pp. 8, 17, 19, 23)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from referee.ask import finish
from referee.dice import Seeded
from referee.errors import BadInput
from referee.games.conjurers.battle.events import BurningDropped, Hit, Marked
from referee.games.conjurers.screens.battle_words import Teller
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.verdict import Verdict
from tests.conjurers.battles import creature, damage, events, fighter, fought, judge, piece, record, report

Card = dict[str, Any]
Turn = str | tuple[str, str] | dict[str, Any]


def plain(name: str) -> Card:
    """A creature that can take anything and rolls nothing."""
    return creature(name, 99, 0)


def ring(
    *turns: Turn,
    salamander: Card,
    wolf: Card | None = None,
    bear: Card | None = None,
    elk: Card | None = None,
    worn: Mapping[str, str] | None = None,
    **settings: Any,
) -> Verdict:
    """Salamander faces slot 2 between Wolf (1) and Elk (3); the sixth turn is the defender's, Bear is in hand.

    Post, beside Salamander, keeps Elk busy without dice.
    """
    with_piece = {name: f" with {what}" for name, what in (worn or {}).items()}
    return fought(
        [salamander, plain("Post")],
        [wolf or plain("Wolf"), bear or plain("Bear"), elk or plain("Elk")],
        f"summon Salamander 2{with_piece.get('Salamander', '')}",
        f"summon Wolf 1{with_piece.get('Wolf', '')}",
        "summon Post 3",
        f"summon Elk 3{with_piece.get('Elk', '')}",
        "attack Post",
        *turns,
        **settings,
    )


def landed(verdict: Verdict, kind: str = "") -> list[tuple[str, str, int]]:
    """(kind, target, damage dealt) of each hit, or of the hits of one kind, in order."""
    return [(h.kind, h.target, h.dealt) for h in events(verdict, Hit) if kind in ("", h.kind)]


def burnt(verdict: Verdict) -> list[tuple[str, int]]:
    """(target, damage dealt) of each burning, in order."""
    return [(target, dealt) for _, target, dealt in landed(verdict, "burning")]


# --- whom it burns, and when (B14) ----------------------------------------------------------------


@pytest.mark.rule("B14", "burning", "B23")
def test_burning_rolls_apart_for_each_after_the_strikes() -> None:
    """P. 19: one roll each for the opponent and both neighbours, after the strike (1): 3, then 1 and 4."""
    verdict = ring(("summon Bear 2", "1 / 2 1 / 0 1 / 2 2"), salamander=creature("Salamander", 99, 1, "burning 2"))
    assert landed(verdict)[-4:] == [
        ("strike", "defender.Bear", 1),
        ("burning", "defender.Bear", 3),
        ("burning", "defender.Wolf", 1),
        ("burning", "defender.Elk", 4),
    ]
    assert damage(verdict) == {
        "attacker.Salamander": 0,
        "attacker.Post": 0,
        "defender.Wolf": 1,
        "defender.Bear": 4,
        "defender.Elk": 4,
    }


@pytest.mark.rule("B14", "burning")
def test_burning_is_rolled_by_an_initiator_too() -> None:
    """P. 19: average dice; when Bear comes 1 + 2, when Salamander attacks 1 + 2 again; the neighbours 2 + 2."""
    verdict = ring("summon Bear 2", "attack Salamander", salamander=creature("Salamander", 99, 1, "burning 2"))
    assert (damage(verdict)["defender.Bear"], damage(verdict)["defender.Wolf"]) == (6, 4)


@pytest.mark.rule("B14", "burning")
def test_burning_follows_a_move() -> None:
    """P. 16, 19: a move into a fight burns as well: 1 + 2."""
    verdict = fought(
        [creature("Salamander", 99, 1, "burning 2")],
        [plain("Bear")],
        "summon Salamander 1",
        "summon Bear 2",
        "move Salamander 2",
    )
    assert damage(verdict)["defender.Bear"] == 3


@pytest.mark.rule("B14", "burning")
def test_burning_skips_a_slot_two_away() -> None:
    """P. 19: a fight in slot 1 burns slot 2 and not slot 3."""
    verdict = fought(
        [creature("Salamander", 99, 1, "burning 2"), plain("Post")],
        [plain("Elk"), plain("Bear")],
        "summon Salamander 1",
        "summon Elk 3",
        "summon Post 2",
        "summon Bear 1",
    )
    assert burnt(verdict) == [("defender.Bear", 2)]


@pytest.mark.rule("B14", "burning")
def test_burning_needs_a_fight() -> None:
    """P. 16: in front of a flyer there is no fight, so nothing burns."""
    verdict = fought(
        [creature("Roc", 99, 1, "flying")],
        [creature("Salamander", 99, 1, "burning 2")],
        "summon Roc 1",
        "summon Salamander 1",
    )
    assert landed(verdict) == []


@pytest.mark.rule("burning")
def test_a_neighbours_multi_attack_does_not_set_burning_off() -> None:
    """P. 19: Wolf takes 3 / 3 = 1 from the fight beside it and doesn't burn anybody."""
    verdict = ring(
        "summon Bear 2",
        salamander=creature("Salamander", 99, 3, "multi attack"),
        wolf=creature("Wolf", 99, 0, "burning 3"),
    )
    assert damage(verdict)["defender.Wolf"] == 1
    assert burnt(verdict) == []


@pytest.mark.rule("B14", "burning")
def test_a_dead_burner_burns() -> None:
    """P. 19: Bear's 1 kills Salamander; it burns for 4, 1 and 1 all the same."""
    verdict = ring(
        ("summon Bear 2", "1 / 2 2 / 1 0 / 0 1"),
        salamander=creature("Salamander", 1, 0, "burning 2"),
        bear=creature("Bear", 99, 1),
    )
    assert fighter(verdict, "attacker.Salamander").dead
    assert burnt(verdict) == [("defender.Bear", 4), ("defender.Wolf", 1), ("defender.Elk", 1)]


@pytest.mark.rule("B14", "B10")
def test_a_burner_killed_by_first_strike_burns_without_striking() -> None:
    """B14 spares only those whom B7 keeps from striking: no roll for its 3 dice, then 2 dice each."""
    verdict = ring(
        ("summon Bear 2 with Spear", "1 / 2 0 / 0 0 / 1 0"),
        salamander=creature("Salamander", 1, 3, "burning 2"),
        bear=creature("Bear", 99, 1),
        defender_wears=[piece("Spear", "first strike")],
    )
    assert landed(verdict, "strike")[-1] == ("strike", "attacker.Salamander", 1)
    assert burnt(verdict) == [("defender.Bear", 2), ("defender.Wolf", 0), ("defender.Elk", 1)]


@pytest.mark.rule("B14", "B25")
def test_the_last_creature_of_a_side_burns_nobody_once_dead() -> None:
    """B25: the strike that kills it ends the battle, and the burning doesn't happen."""
    verdict = fought(
        [creature("Salamander", 1, 0, "burning 2")],
        [creature("Bear", 99, 1)],
        "summon Salamander 1",
        ("summon Bear 1", "2"),
    )
    assert damage(verdict) == {"attacker.Salamander": 2, "defender.Bear": 0}
    assert report(verdict)["winner"] == "defender"


@pytest.mark.rule("B14", "B7")
def test_ranged_keeps_a_burner_from_burning() -> None:
    """B7: attacked from afar it neither strikes nor burns; when it came itself it did: 1 + 2."""
    verdict = fought(
        [creature("Archer", 99, 1, "ranged")],
        [creature("Salamander", 99, 1, "burning 2")],
        "summon Archer 1",
        "summon Salamander 1",
        "attack Archer",
    )
    assert damage(verdict) == {"attacker.Archer": 3, "defender.Salamander": 2}


@pytest.mark.rule("B14", "B7")
def test_a_ranged_burner_burns() -> None:
    """B14: only the other is kept: 1 + 2 when Bear comes, 1 + 2 when it is attacked; Bear strikes once."""
    verdict = fought(
        [creature("Archer", 99, 1, "ranged", "burning 2")],
        [creature("Bear", 99, 1)],
        "summon Archer 1",
        "summon Bear 1",
        "attack Archer",
    )
    assert damage(verdict) == {"attacker.Archer": 1, "defender.Bear": 6}


@pytest.mark.rule("B14", "B7")
def test_a_burner_that_is_ranged_too_strikes_back_and_burns() -> None:
    """B7: two ranged ones: Salamander does 1 + 2 in both fights."""
    verdict = fought(
        [creature("Archer", 99, 1, "ranged")],
        [creature("Salamander", 99, 1, "burning 2", "ranged")],
        "summon Archer 1",
        "summon Salamander 1",
        "attack Archer",
    )
    assert damage(verdict) == {"attacker.Archer": 6, "defender.Salamander": 2}


@pytest.mark.rule("B14", "burning")
def test_no_dice_for_a_dead_opponent() -> None:
    """B14: the strike kills Bear; dice are rolled for Wolf (2) and Elk (2) only."""
    verdict = ring(
        ("summon Bear 2", "1 / 2 0 / 1 1"),
        salamander=creature("Salamander", 99, 1, "burning 2"),
        bear=creature("Bear", 1, 0),
    )
    assert burnt(verdict) == [("defender.Wolf", 2), ("defender.Elk", 2)]
    assert damage(verdict)["defender.Bear"] == 1


@pytest.mark.rule("B14", "B17")
def test_a_just_resurrected_opponent_burns() -> None:
    """B14: 3 kill Bear (3 hit points); it is back with none, then burns for 1."""
    verdict = ring(
        ("summon Bear 2", "2 1 / 1 0 / 0 0 / 0 0"),
        salamander=creature("Salamander", 99, 2, "burning 2"),
        bear=creature("Bear", 3, 0, "resurrection"),
    )
    assert burnt(verdict)[0] == ("defender.Bear", 1)
    assert damage(verdict)["defender.Bear"] == 1


@pytest.mark.rule("B14", "B12", "B17")
def test_a_just_resurrected_neighbour_burns() -> None:
    """B12, B14: 3 dealt are 1 for Wolf (1 hit point); back, it burns for 2 and dies for good."""
    verdict = ring(
        "summon Bear 2",
        salamander=creature("Salamander", 99, 3, "multi attack", "burning 2"),
        wolf=creature("Wolf", 1, 0, "resurrection"),
    )
    assert burnt(verdict) == [("defender.Bear", 2), ("defender.Wolf", 2), ("defender.Elk", 2)]
    assert fighter(verdict, "defender.Wolf").dead


@pytest.mark.rule("B14", "B12")
def test_a_neighbour_killed_by_the_strikes_is_not_rolled_for() -> None:
    """B14: Wolf dies of the multi attack (3 / 3); burning goes to Bear and Elk."""
    verdict = ring(
        "summon Bear 2",
        salamander=creature("Salamander", 99, 3, "multi attack", "burning 2"),
        wolf=creature("Wolf", 1, 0),
    )
    assert burnt(verdict) == [("defender.Bear", 2), ("defender.Elk", 2)]


@pytest.mark.rule("B14", "burning")
def test_burning_goes_on_when_it_kills() -> None:
    """B14: each roll stands alone: Bear dies of the first, Wolf of the second, Elk is still burnt."""
    verdict = ring(
        ("summon Bear 2", "2 0 / 1 0 / 1 1"),
        salamander=creature("Salamander", 99, 0, "burning 2"),
        bear=creature("Bear", 2, 0),
        wolf=creature("Wolf", 1, 0),
    )
    assert [f.dead for f in verdict.battle.of("defender")] == [True, True, False]
    assert burnt(verdict)[-1] == ("defender.Elk", 2)


@pytest.mark.rule("B14", "B23")
def test_the_initiators_burning_comes_first() -> None:
    """B14: Drake comes: its die (1), two dice back (4); Drake's burning die (0), Salamander's two (2)."""
    verdict = fought(
        [creature("Salamander", 99, 2, "burning 2")],
        [creature("Drake", 99, 1, "burning 1")],
        "summon Salamander 2",
        ("summon Drake 2", "1 / 2 2 / 0 / 1 1"),
    )
    assert landed(verdict) == [
        ("strike", "attacker.Salamander", 1),
        ("strike", "defender.Drake", 4),
        ("burning", "attacker.Salamander", 0),
        ("burning", "defender.Drake", 2),
    ]
    assert damage(verdict) == {"attacker.Salamander": 1, "defender.Drake": 6}


@pytest.mark.rule("B14", "B23")
def test_all_of_the_initiators_burning_comes_before_the_others() -> None:
    """B14: Bear burns Salamander and its neighbour Post with 1 die each; then Salamander Bear, Wolf, Elk with 2."""
    verdict = ring(
        ("summon Bear 2", "1 / 2 / 0 0 / 1 0 / 1 1"),
        salamander=creature("Salamander", 99, 0, "burning 2"),
        bear=creature("Bear", 99, 0, "burning 1"),
    )
    assert burnt(verdict) == [
        ("attacker.Salamander", 1),
        ("attacker.Post", 2),
        ("defender.Bear", 0),
        ("defender.Wolf", 1),
        ("defender.Elk", 2),
    ]


@pytest.mark.rule("B14", "burning")
def test_a_burner_that_burns_to_death_still_burns() -> None:
    """P. 19: Drake's burning (2) kills Salamander; dead, it burns Drake for 3."""
    verdict = fought(
        [creature("Salamander", 2, 0, "burning 2"), plain("Post")],
        [creature("Drake", 99, 0, "burning 1")],
        "summon Salamander 2",
        ("summon Drake 2", "2 / 2 1"),
    )
    assert damage(verdict)["defender.Drake"] == 3
    assert fighter(verdict, "attacker.Salamander").dead


@pytest.mark.rule("B25", "B14")
def test_each_burning_roll_can_end_the_battle() -> None:
    """B25: Drake's burning kills the last enemy; the enemy's own burning isn't rolled, so Drake wins."""
    verdict = fought(
        [creature("Salamander", 2, 0, "burning 2")],
        [creature("Drake", 1, 0, "burning 1")],
        "summon Salamander 2",
        ("summon Drake 2", "2"),
    )
    assert damage(verdict) == {"attacker.Salamander": 2, "defender.Drake": 0}
    assert report(verdict)["reason"] == "eliminated"
    assert report(verdict)["winner"] == "defender"


# --- what changes it (B14) ------------------------------------------------------------------------


@pytest.mark.rule("B14", "frost-attack", "B11")
def test_a_marker_from_the_same_fights_strike_lowers_burning() -> None:
    """B14: the strike beside it stays 3; the burning of 4 after it is 4 - 1; 3 + 3 on Yeti."""
    verdict = fought(
        [creature("Salamander", 99, 3, "burning 4")],
        [creature("Yeti", 99, 1, "frost attack")],
        "summon Salamander 2",
        ("summon Yeti 2", "1 / 1 1 1 / 2 1 1 0"),
    )
    assert damage(verdict)["defender.Yeti"] == 6


@pytest.mark.rule("B14", "frost-attack")
def test_frost_lowers_each_burning_roll_by_its_own_third() -> None:
    """P. 18: 4 - 1 at Bear, 3 - 1 at Wolf, 2 - 0 at Elk."""
    verdict = ring(
        ("summon Bear 2", "1 / 0 / 2 2 / 2 1 / 1 1"),
        salamander=creature("Salamander", 99, 1, "burning 2"),
        bear=creature("Bear", 99, 1, "frost attack"),
    )
    assert burnt(verdict) == [("defender.Bear", 3), ("defender.Wolf", 2), ("defender.Elk", 2)]


@pytest.mark.rule("B14", "frost-attack")
def test_a_dead_burners_marker_counts() -> None:
    """B14: Yeti's 2 kill Salamander and leave frost on it; its burning of 4 is 3."""
    verdict = fought(
        [creature("Salamander", 2, 0, "burning 3"), plain("Post")],
        [creature("Yeti", 99, 2, "frost attack")],
        "summon Salamander 2",
        ("summon Yeti 2", "2 0 / 2 1 1"),
    )
    assert damage(verdict)["defender.Yeti"] == 3


@pytest.mark.rule("B14", "frost-attack", "B11")
def test_a_marker_from_burning_comes_too_late_for_the_others_burning() -> None:
    """B14: only Yeti's burning (1) brings the marker, after the strikes: Salamander's 4 stay 4."""
    verdict = fought(
        [creature("Salamander", 99, 0, "burning 3")],
        [creature("Yeti", 99, 0, "frost attack", "burning 1")],
        "summon Salamander 2",
        ("summon Yeti 2", "1 / 2 1 1"),
    )
    assert fighter(verdict, "attacker.Salamander").frost
    assert damage(verdict)["defender.Yeti"] == 4


@pytest.mark.rule("B14", "B17")
def test_a_resurrected_burner_has_lost_its_marker() -> None:
    """B17: its death takes the frost marker along, so the burning of 4 stays 4."""
    verdict = fought(
        [creature("Salamander", 2, 0, "burning 3", "resurrection")],
        [creature("Yeti", 99, 2, "frost attack")],
        "summon Salamander 2",
        ("summon Yeti 2", "1 1 / 2 1 1"),
    )
    assert not fighter(verdict, "attacker.Salamander").frost
    assert damage(verdict)["defender.Yeti"] == 4


@pytest.mark.rule("B14", "defensive")
def test_defensive_does_not_lower_burning() -> None:
    """P. 18: coming, Bear takes 2 + 2; attacked, 2 - 9 is 0, and 2 burn it again."""
    verdict = fought(
        [creature("Salamander", 99, 2, "burning 2")],
        [creature("Bear", 99, 0, "defensive 9")],
        "summon Salamander 1",
        "summon Bear 1",
        "attack Salamander",
    )
    assert damage(verdict)["defender.Bear"] == 6


@pytest.mark.rule("B14", "defensive")
def test_a_neighbours_defensive_does_not_lower_burning() -> None:
    """P. 18: Wolf burns for 2 when Bear comes and 2 when Salamander attacks."""
    verdict = ring(
        "summon Bear 2",
        "attack Salamander",
        salamander=creature("Salamander", 99, 1, "burning 2"),
        wolf=creature("Wolf", 99, 0, "defensive 5"),
    )
    assert damage(verdict)["defender.Wolf"] == 4


@pytest.mark.rule("B14", "absorption")
def test_absorption_takes_burning() -> None:
    """P. 22: Shield 4 takes Bear's 1 and 3 of 3; Wolf's Buckler 2 takes 2 of 3 and 1 goes through."""
    verdict = ring(
        "summon Bear 2 with Shield",
        salamander=creature("Salamander", 99, 1, "burning 3"),
        worn={"Wolf": "Buckler"},
        defender_wears=[piece("Shield", "absorption 4"), piece("Buckler", "absorption 2")],
    )
    assert (damage(verdict)["defender.Bear"], damage(verdict)["defender.Wolf"]) == (0, 1)


@pytest.mark.rule("B14", "power-hit")
def test_power_hit_adds_no_burning_dice() -> None:
    """P. 22: the strike has 1 + 3 dice, the burning 2."""
    verdict = ring(
        "summon Bear 2",
        salamander=creature("Salamander", 99, 1, "burning 2"),
        worn={"Salamander": "Club"},
        attacker_wears=[piece("Club", "power hit 3")],
    )
    assert (damage(verdict)["defender.Bear"], damage(verdict)["defender.Wolf"]) == (6, 2)


@pytest.mark.rule("B14", "B20")
def test_elements_add_no_burning_dice() -> None:
    """B14: fire over earth, level 2 against 2, is one die for the strike: 1 + 1, then 2; Wolf 2."""
    verdict = ring(
        "summon Bear 2",
        salamander=creature("Salamander", 99, 1, "burning 2", element="fire"),
        bear=creature("Bear", 99, 0, element="earth"),
        wolf=creature("Wolf", 99, 0, element="earth"),
        elements=True,
    )
    assert (damage(verdict)["defender.Bear"], damage(verdict)["defender.Wolf"]) == (4, 2)


@pytest.mark.rule("B14", "offensive")
def test_offensive_adds_nothing_to_burning() -> None:
    """P. 18: attacking, 1 + 3 strike and 2 burn; before that 1 + 2."""
    verdict = fought(
        [creature("Salamander", 99, 1, "burning 2", "offensive 3")],
        [plain("Bear")],
        "summon Salamander 1",
        "summon Bear 1",
        "attack Salamander",
    )
    assert damage(verdict)["defender.Bear"] == 3 + 6


@pytest.mark.rule("B14", "burning")
def test_several_sources_make_one_bigger_roll() -> None:
    """B14: burning 1 of its own, 2 and 1 worn: one roll of 4 dice."""
    verdict = fought(
        [creature("Salamander", 99, 1, "burning 1")],
        [plain("Bear")],
        "summon Salamander 1 with Cloak, Torch",
        ("summon Bear 1", "0 / 2 1 1 1"),
        attacker_wears=[piece("Cloak", "burning 2"), piece("Torch", "burning 1")],
    )
    assert burnt(verdict) == [("defender.Bear", 5)]


@pytest.mark.rule("B14", "B17")
def test_burning_that_equipment_gave_outlasts_the_equipment() -> None:
    """B14: the burner dies, is back without Cloak, and burns this once for 3; the next fight has none."""
    verdict = fought(
        [creature("Phoenix", 2, 0, "resurrection")],
        [creature("Bear", 99, 2)],
        "summon Phoenix 1 with Cloak",
        ("summon Bear 1", "1 1 / 2 1"),
        ("attack Phoenix", "0 1"),
        attacker_wears=[piece("Cloak", "burning 2")],
    )
    assert burnt(verdict) == [("defender.Bear", 3)]
    assert fighter(verdict, "attacker.Phoenix").worn == []


@pytest.mark.rule("B14", "B11")
def test_burning_brings_poison_and_frost() -> None:
    """B11: the strike and the burning are two damages: two poison markers, one of frost; Wolf has one each."""
    verdict = ring(
        "summon Bear 2", salamander=creature("Salamander", 99, 1, "burning 1", "poisonous", "frost attack")
    )
    bear, wolf = fighter(verdict, "defender.Bear"), fighter(verdict, "defender.Wolf")
    assert (bear.poison, bear.frost, wolf.poison, wolf.frost) == (2, True, 1, True)


# --- immunity (B15) -------------------------------------------------------------------------------


@pytest.mark.rule("B15", "immunity", "immunity-fire")
@pytest.mark.parametrize("worn", [True, False])
def test_an_immune_opponent_stops_all_burning(worn: bool) -> None:
    """P. 23: Bear is immune to fire: the strike (1) stays, nobody burns, no dice are rolled."""
    verdict = ring(
        ("summon Bear 2 with Charm" if worn else "summon Bear 2", "1"),
        salamander=creature("Salamander", 99, 1, "burning 2"),
        bear=plain("Bear") if worn else creature("Bear", 99, 0, "immunity fire"),
        defender_wears=[piece("Charm", "immunity fire")],
    )
    assert burnt(verdict) == []
    assert (damage(verdict)["defender.Bear"], damage(verdict)["defender.Wolf"]) == (1, 0)


@pytest.mark.rule("B15", "immunity", "immunity-fire")
@pytest.mark.parametrize("worn", [True, False])
def test_an_immune_neighbour_saves_only_itself(worn: bool) -> None:
    """P. 23: Bear (3) and Elk (1) burn, and there is no roll for Wolf between them."""
    verdict = ring(
        ("summon Bear 2", "1 / 2 1 / 1 0"),
        salamander=creature("Salamander", 99, 1, "burning 2"),
        wolf=plain("Wolf") if worn else creature("Wolf", 99, 0, "immunity fire"),
        worn={"Wolf": "Charm"} if worn else None,
        defender_wears=[piece("Charm", "immunity fire")],
    )
    assert burnt(verdict) == [("defender.Bear", 3), ("defender.Elk", 1)]


@pytest.mark.rule("B15", "immunity")
def test_an_immune_burner_burns_others() -> None:
    """B15: the immunity is against the opponent's burning alone: Salamander does 1 + 2, Drake 1."""
    verdict = fought(
        [creature("Salamander", 99, 1, "burning 2", "immunity fire")],
        [creature("Drake", 99, 1, "burning 2")],
        "summon Salamander 1",
        "summon Drake 1",
    )
    assert damage(verdict) == {"attacker.Salamander": 1, "defender.Drake": 3}


@pytest.mark.rule("B15", "B14")
def test_an_opponent_that_dies_immune_still_stops_the_burning() -> None:
    """B14, B15: Bear dies of the strike; its immunity counts to the end of the fight, so Wolf isn't burnt."""
    verdict = ring(
        ("summon Bear 2", "1"),
        salamander=creature("Salamander", 99, 1, "burning 2"),
        bear=creature("Bear", 1, 0, "immunity fire"),
    )
    assert fighter(verdict, "defender.Bear").dead
    assert burnt(verdict) == []


@pytest.mark.rule("B15", "B14", "B17")
def test_an_opponents_worn_immunity_outlasts_its_death() -> None:
    """B14: Bear dies with Charm and is back without it; in this fight nobody burns, in the next it does (2)."""
    verdict = ring(
        ("summon Bear 2 with Charm", "1 1"),
        ("attack Salamander", "0 0 / 1 1 / 0 0 / 0 0"),
        salamander=creature("Salamander", 99, 2, "burning 2"),
        bear=creature("Bear", 2, 0, "resurrection"),
        wolf=creature("Wolf", 99, 0),
        defender_wears=[piece("Charm", "immunity fire")],
    )
    assert burnt(verdict) == [("defender.Bear", 2), ("defender.Wolf", 0), ("defender.Elk", 0)]


@pytest.mark.rule("B15", "B14", "B17")
def test_a_neighbours_worn_immunity_outlasts_its_death() -> None:
    """B14: Wolf dies of the multi attack (3 / 3), is back without Charm, and yet isn't burnt in this fight."""
    verdict = ring(
        "summon Bear 2",
        salamander=creature("Salamander", 99, 3, "multi attack", "burning 2"),
        wolf=creature("Wolf", 1, 0, "resurrection"),
        worn={"Wolf": "Charm"},
        defender_wears=[piece("Charm", "immunity fire")],
    )
    assert burnt(verdict) == [("defender.Bear", 2), ("defender.Elk", 2)]
    assert damage(verdict)["defender.Wolf"] == 0


@pytest.mark.rule("B15", "immunity", "poisonous", "immunity-poison")
def test_poison_immunity_keeps_the_marker_off_and_not_the_damage() -> None:
    """B15: Cobra's 2 are received, and there is no marker."""
    verdict = fought(
        [creature("Cobra", 99, 2, "poisonous")],
        [creature("Bear", 99, 0)],
        "summon Cobra 1",
        "summon Bear 1 with Amulet",
        defender_wears=[piece("Amulet", "immunity poison")],
    )
    bear = fighter(verdict, "defender.Bear")
    assert (bear.damage, bear.poison) == (2, 0)


@pytest.mark.rule("B15", "immunity", "frost-attack", "immunity-ice")
def test_ice_immunity_keeps_the_marker_off_and_not_the_damage() -> None:
    """B15: Yeti's 2 are received, and there is no marker."""
    verdict = fought(
        [creature("Yeti", 99, 2, "frost attack")],
        [creature("Bear", 99, 0)],
        "summon Yeti 1",
        "summon Bear 1 with Amulet",
        defender_wears=[piece("Amulet", "immunity ice")],
    )
    bear = fighter(verdict, "defender.Bear")
    assert (bear.damage, bear.frost) == (2, False)


@pytest.mark.rule("B15", "B16", "immunity-ice", "immunity-poison")
@pytest.mark.parametrize("worn", [False, True])
def test_an_attacked_devourers_own_immunities_are_off(worn: bool) -> None:
    """B16: it has none of its own abilities, but those of its equipment."""
    immune = ("immunity ice", "immunity poison")
    verdict = fought(
        [creature("Yeti", 99, 2, "frost attack", "poisonous")],
        [creature("Maw", 99, 0, "devour", *(() if worn else immune))],
        "summon Yeti 1",
        "summon Maw 1 with Amulet",
        "attack Yeti",
        defender_wears=[piece("Amulet", *(immune if worn else ("power hit 1",)))],
    )
    maw = fighter(verdict, "defender.Maw")
    assert (maw.damage, maw.frost, maw.poison) == ((2, False, 0) if worn else (2, True, 1))


@pytest.mark.rule("B14", "B15", "B17", "immunity-ice", "immunity-poison")
def test_immunity_of_lost_equipment_counts_to_the_end_of_the_fight() -> None:
    """B14: Bear dies of the strike and is back without its amulets; Yeti's burning leaves no marker all the same."""
    verdict = fought(
        [creature("Yeti", 99, 2, "frost attack", "poisonous", "burning 1")],
        [creature("Bear", 2, 0, "resurrection")],
        "summon Yeti 1",
        "summon Bear 1 with Amulet, Antidote",
        defender_wears=[piece("Amulet", "immunity ice"), piece("Antidote", "immunity poison")],
    )
    bear = fighter(verdict, "defender.Bear")
    assert (bear.resurrected, bear.worn, bear.damage, bear.frost, bear.poison) == (True, [], 1, False, 0)


@pytest.mark.rule("B15", "immunity")
@pytest.mark.parametrize(
    ("immunity", "dealt", "poison", "frost"),
    [("immunity fire", 1, 1, True), ("immunity ice", 3, 2, False), ("immunity poison", 3, 0, True)],
)
def test_an_immunity_is_against_its_own_kind_only(immunity: str, dealt: int, poison: int, frost: bool) -> None:
    """P. 23: a strike of 1 and a burning of 2 that poison and freeze, less what the immunity cancels."""
    verdict = fought(
        [creature("Chimera", 99, 1, "burning 2", "poisonous", "frost attack")],
        [creature("Bear", 99, 0, immunity)],
        "summon Chimera 1",
        "summon Bear 1",
    )
    bear = fighter(verdict, "defender.Bear")
    assert (bear.damage, bear.poison, bear.frost) == (dealt, poison, frost)


@pytest.mark.rule("B15", "B12")
def test_an_immune_neighbour_gets_no_markers_from_multi_attack() -> None:
    """B15: Wolf and Elk take 3 / 3 each; only Elk is marked."""
    verdict = ring(
        "summon Bear 2",
        salamander=creature("Salamander", 99, 3, "multi attack", "poisonous", "frost attack"),
        wolf=creature("Wolf", 99, 0, "immunity poison", "immunity ice"),
    )
    wolf, elk = fighter(verdict, "defender.Wolf"), fighter(verdict, "defender.Elk")
    assert (wolf.damage, wolf.poison, wolf.frost) == (1, 0, False)
    assert (elk.damage, elk.poison, elk.frost) == (1, 1, True)


# --- magician (B19) -------------------------------------------------------------------------------


def conjured(*choices: str | None, merlin: Card | None = None) -> Verdict:
    """Merlin wears Staff (magician) in slot 1; Bear comes, then the two attack in turn, once per choice."""
    moves = ["summon Bear 1", "attack Merlin", "attack Bear"]
    fights: list[dict[str, Any]] = [
        {"move": move} if choice is None else {"move": move, "magic": {"Merlin": choice}}
        for move, choice in zip(moves, choices, strict=False)
    ]
    return fought(
        [merlin or creature("Merlin", 99, 1)],
        [plain("Bear")],
        "summon Merlin 1 with Staff",
        *fights,
        attacker_wears=[piece("Staff", "magician")],
    )


@pytest.mark.rule("B19", "magician")
@pytest.mark.parametrize(
    ("choice", "dealt", "poison", "frost"),
    [("frost attack", 1, 0, True), ("burning 2", 3, 0, False), ("poisonous", 1, 1, False), (None, 1, 0, True)],
)
def test_a_magician_is_one_of_three_things(choice: str | None, dealt: int, poison: int, frost: bool) -> None:
    """P. 23: strike 1, with frost, 2 more burning or poison; without a choice it is frost attack (B19)."""
    bear = fighter(conjured(choice), "defender.Bear")
    assert (bear.damage, bear.poison, bear.frost) == (dealt, poison, frost)


@pytest.mark.rule("B19", "magician")
def test_a_magician_chooses_anew_before_every_fight() -> None:
    """P. 23: poison (1), burning 2 (1 + 2), poison again (1, and 1 by the marker before): 6, two markers."""
    bear = fighter(conjured("poisonous", "burning 2", "poisonous"), "defender.Bear")
    assert (bear.damage, bear.poison, bear.frost) == (6, 2, False)


@pytest.mark.rule("B19", "magician")
def test_a_magicians_choice_lasts_one_fight() -> None:
    """B19: after burning 2 no choice means frost attack: 1 + 2, then 1 and a marker."""
    bear = fighter(conjured("burning 2", None), "defender.Bear")
    assert (bear.damage, bear.frost) == (4, True)


@pytest.mark.rule("B19", "B14")
def test_a_magicians_burning_adds_to_its_own() -> None:
    """B14: burning 1 of its own and 2 by magic are 3 dice: 1 + 3."""
    verdict = conjured("burning 2", merlin=creature("Merlin", 99, 1, "burning 1"))
    assert burnt(verdict) == [("defender.Bear", 3)]


@pytest.mark.rule("B19", "magician")
def test_two_magicians_choose_each_for_itself() -> None:
    """B19: Merlin is poisonous, Morgana burns 2: Merlin takes 1 + 2, Morgana 1 and a marker."""
    verdict = fought(
        [creature("Merlin", 99, 1, "magician")],
        [creature("Morgana", 99, 1, "magician")],
        "summon Merlin 1",
        {"move": "summon Morgana 1", "magic": {"attacker.Merlin": "poisonous", "defender.Morgana": "burning 2"}},
    )
    assert damage(verdict) == {"attacker.Merlin": 3, "defender.Morgana": 1}
    assert [(m.creature, m.marker) for m in events(verdict, Marked)] == [("defender.Morgana", "poison")]


@pytest.mark.rule("B19", "B15")
def test_immunity_cancels_magic_too() -> None:
    """P. 23: against immunity to ice the frost attack of a magician leaves no marker."""
    verdict = fought(
        [creature("Merlin", 99, 1, "magician")],
        [creature("Bear", 99, 0, "immunity ice")],
        "summon Merlin 1",
        "summon Bear 1",
    )
    assert not fighter(verdict, "defender.Bear").frost


@pytest.mark.rule("B19", "magician")
@pytest.mark.parametrize("choice", ["flying", "burning 3", "burning"])
def test_magic_knows_only_its_three_words(choice: str) -> None:
    """P. 23: frost attack, burning 2 or poisonous; another word can't be used."""
    with pytest.raises(BadInput, match="turn 2"):
        conjured(choice)


# --- dice (B22, B23, B24) -------------------------------------------------------------------------


@pytest.mark.rule("B22", "average-dice")
@pytest.mark.parametrize(("bd", "burning"), [(1, 1), (2, 3), (5, 2), (0, 4)])
def test_average_dice_are_their_number(bd: int, burning: int) -> None:
    """P. 17: BD dice are BD damage, X burning dice X."""
    verdict = fought(
        [creature("Salamander", 99, bd, f"burning {burning}")],
        [plain("Bear")],
        "summon Salamander 1",
        "summon Bear 1",
    )
    assert damage(verdict)["defender.Bear"] == bd + burning


@pytest.mark.rule("B22", "B3", "stalemate")
def test_strikes_without_dice_are_no_rolls() -> None:
    """B22: fights with 0 dice in three rounds leave them quiet, so the sixth turn ends the battle."""
    strikes = ["summon Post 1", "summon Bear 1", "attack Post", "attack Bear", "attack Post", "attack Bear"]
    verdict = fought([creature("Post", 10, 0)], [plain("Bear")], *strikes)
    assert (report(verdict)["reason"], report(verdict)["winner"]) == ("stalemate", "defender")
    loud = fought([creature("Post", 99, 1)], [plain("Bear")], *strikes)
    assert not report(loud)["over"]


@pytest.mark.rule("B22")
def test_an_entered_strike_without_dice_takes_none() -> None:
    """B22: Bear's 0 dice aren't asked for; Post's one is the turn's only roll."""
    verdict = fought([creature("Post", 99, 1)], [plain("Bear")], "summon Post 1", ("summon Bear 1", "2"))
    assert damage(verdict)["defender.Bear"] == 2


@pytest.mark.rule("B22", "power-hit")
def test_power_hit_makes_a_roll_of_none() -> None:
    """B9: 0 + 2 dice are rolled."""
    verdict = fought(
        [plain("Post")],
        [plain("Bear")],
        "summon Post 1 with Club",
        ("summon Bear 1", "2 1"),
        attacker_wears=[piece("Club", "power hit 2")],
    )
    assert damage(verdict)["defender.Bear"] == 3


@pytest.mark.rule("B23", "B1")
def test_a_turns_rolls_run_from_devouring_to_burning() -> None:
    """B23: devour rolls in slots 1 (1 die) and 3 (2), Bull's strike (3), Drake's (4), Bull's burning (1 each)."""
    verdict = fought(
        [creature("Hare", 99, 0), creature("Deer", 99, 0), creature("Bull", 99, 3, "burning 1")],
        [creature("Ghoul", 99, 1, "devour"), creature("Wyrm", 99, 2, "devour"), creature("Drake", 99, 4)],
        "summon Hare 1",
        "summon Ghoul 1",
        "summon Deer 3",
        "summon Wyrm 3",
        "summon Bull 2",
        ("summon Drake 2", "0 0 0 0 / 0 0 0 / 0 / 0 / 0"),
        ("attack Bull", "0 0 0 / 0 0 0 0 / 0 / 0 / 0"),
        "devour Wyrm",
        ("attack Bull", "0 0 / 0 0 0 / 0 0 0 0 / 0 / 0"),
        "devour Ghoul",
        ("attack Bull", "1 / 2 1 / 2 2 2 / 2 1 1 1 / 1"),
    )
    assert landed(verdict)[-5:] == [
        ("devour", "attacker.Hare", 1),
        ("devour", "attacker.Deer", 3),
        ("strike", "defender.Drake", 6),
        ("strike", "attacker.Bull", 5),
        ("burning", "defender.Drake", 1),
    ]


@pytest.mark.rule("B23", "B10")
def test_simultaneous_strikes_roll_the_initiators_dice_first() -> None:
    """B23: Bear comes: its 1 die, then Wolf's 2; when Wolf attacks, its 2 first."""
    verdict = fought(
        [creature("Wolf", 99, 2)],
        [creature("Bear", 99, 1)],
        "summon Wolf 1",
        ("summon Bear 1", "1 / 2 2"),
        ("attack Wolf", "2 1 / 0"),
    )
    assert damage(verdict) == {"attacker.Wolf": 1, "defender.Bear": 7}


@pytest.mark.rule("B23", "first-strike")
def test_a_first_strike_rolls_before_the_initiator() -> None:
    """P. 23: Wolf's first strike (2 dice) is rolled before the arriving Bear's (1 die)."""
    verdict = fought(
        [creature("Wolf", 99, 2, "first strike")],
        [creature("Bear", 99, 1)],
        "summon Wolf 1",
        ("summon Bear 1", "2 2 / 1"),
    )
    assert landed(verdict) == [("strike", "defender.Bear", 4), ("strike", "attacker.Wolf", 1)]


@pytest.mark.rule("B23", "break-free")
def test_the_break_free_roll_comes_last() -> None:
    """B23: the devour roll of slot 1 (1 die), of slot 3 (2), then Hare's break-free (2 x 1): 1, 3, 2."""
    verdict = fought(
        [creature("Hare", 99, 0), creature("Deer", 99, 0)],
        [creature("Ghoul", 99, 1, "devour"), creature("Wyrm", 99, 2, "devour")],
        "summon Hare 1",
        "summon Ghoul 1",
        "summon Deer 3",
        "summon Wyrm 3",
        ("attack Hare", "0"),
        "devour Ghoul",
        ("attack Deer", "0 / 0 0"),
        "devour Wyrm",
        ("break free Hare", "1 / 2 1 / 0 2"),
    )
    assert landed(verdict)[-3:] == [
        ("devour", "attacker.Hare", 1),
        ("devour", "attacker.Deer", 3),
        ("break free", "attacker.Hare", 2),
    ]


@pytest.mark.rule("B24", "battle-dice")
@pytest.mark.parametrize("face", [0, 1, 2])
def test_a_die_shows_0_1_or_2(face: int) -> None:
    """P. 8: those three values."""
    verdict = fought([creature("Wolf", 99, 1)], [plain("Bear")], "summon Wolf 1", ("summon Bear 1", str(face)))
    assert damage(verdict)["defender.Bear"] == face


@pytest.mark.rule("B24", "battle-dice")
@pytest.mark.parametrize("dice", ["3", "-1", "1.5"])
def test_a_die_shows_nothing_else(dice: str) -> None:
    """P. 8: any other value can't be used."""
    with pytest.raises(BadInput, match="turn 2"):
        judge(record([creature("Wolf", 99, 1)], [plain("Bear")], "summon Wolf 1", ("summon Bear 1", dice)))


@pytest.mark.rule("B24", "B22")
def test_the_faces_of_the_table_are_equally_likely() -> None:
    """B24: of 3000 seeded throws each face comes about 1000 times; the faces average 1."""
    faces = battle_tables.numbers().die
    assert list(faces) == [0, 1, 2]
    dice = Seeded(faces, 24)
    thrown = [finish(dice.roll(1, number, "")).total for number in range(3000)]
    assert all(900 < thrown.count(face) < 1100 for face in (0, 1, 2))


# --- burning that doesn't come, because the battle is over (B14, B25) -------------------------------


def dropped(verdict: Verdict) -> list[tuple[str, tuple[str, ...]]]:
    """(burner, whom it would have burned) of each burning that is told not to come."""
    return [(event.creature, event.victims) for event in events(verdict, BurningDropped)]


BURNER = creature("Salamander", 1, 1, "burning 2")


@pytest.mark.rule("B14", "B25", "burning")
def test_the_burning_of_a_side_that_dies_out_is_told_as_dropped() -> None:
    """P. 19: a dead creature burns; but with its side's last one the battle is over before (B25)."""
    verdict = fought([BURNER], [creature("Bear", 9, 1)], "summon Salamander 2", "summon Bear 2")
    assert burnt(verdict) == []
    assert dropped(verdict) == [("attacker.Salamander", ("defender.Bear",))]
    told = [line.plain for line in Teller(verdict.battle).lines(verdict.played[-1].events)]
    assert told[-1] == (
        "Salamander doesn't burn Bear: a creature burns even if it died, but the battle was over before that, when "
        "Anna had no creature left.  (p.\u00a019, B14, B25)"
    )


@pytest.mark.rule("B14", "B25", "first-strike")
def test_the_burning_of_one_that_was_killed_by_a_first_strike_is_told_too() -> None:
    bear = creature("Bear", 9, 1, "first strike")
    assert dropped(fought([BURNER], [bear], "summon Salamander 2", "summon Bear 2"))


@pytest.mark.rule("B14", "B25")
def test_all_that_would_have_been_burned_are_named() -> None:
    """Bear comes to face Salamander; Wolf stands beside Bear."""
    verdict = fought(
        [creature("Salamander", 9, 1, "burning 2")], [plain("Wolf"), creature("Bear", 99, 9)],
        "summon Salamander 1", "summon Wolf 3", "move Salamander 2", "summon Bear 2",
    )  # fmt: skip
    assert dropped(verdict) == [("attacker.Salamander", ("defender.Bear", "defender.Wolf"))]


@pytest.mark.rule("B25", "B14")
def test_the_burning_of_one_that_is_burned_to_death_is_told() -> None:
    """Drake burns Salamander, the last of its side, before Salamander would have burned Drake."""
    drake = creature("Drake", 99, 0, "burning 2")
    verdict = fought([creature("Salamander", 1, 0, "burning 1")], [drake], "summon Salamander 2", "summon Drake 2")
    assert burnt(verdict) == [("attacker.Salamander", 2)]
    assert dropped(verdict) == [("attacker.Salamander", ("defender.Drake",))]


@pytest.mark.rule("B14", "B15", "B4")
@pytest.mark.parametrize(
    ("bear", "why"),
    [
        (creature("Bear", 9, 1, "immunity fire"), "Bear is immune"),
        (creature("Bear", 1, 1), "Bear is dead too"),
    ],
)
def test_burning_that_would_not_have_come_anyway_is_not_told(bear: Card, why: str) -> None:
    assert dropped(fought([BURNER], [bear], "summon Salamander 2", "summon Bear 2")) == [], why


@pytest.mark.rule("B14", "B25")
def test_the_burning_of_a_side_that_goes_on_is_rolled_and_not_told_as_dropped() -> None:
    verdict = fought([BURNER, plain("Post")], [creature("Bear", 9, 1)], "summon Salamander 2", "summon Bear 2")
    assert burnt(verdict) == [("defender.Bear", 2)]
    assert dropped(verdict) == []
