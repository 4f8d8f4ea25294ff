"""The two advanced optional rules of the battle: elements and morale (p. 21)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.conjurers.battle.events import Hit, MoraleRose
from referee.games.conjurers.battle.record import Verdict
from tests.conjurers.battles import creature, damage, events, fighter, fought, piece

Card = dict[str, Any]

# P. 21, typed off the page: extra dice by the level of the superior creature (row) and of the one it fights (column).
PRINTED = {
    1: (1, 1, 2, 3, 4),
    2: (1, 1, 1, 2, 3),
    3: (2, 2, 2, 2, 3),
    4: (2, 2, 2, 2, 2),
    5: (3, 3, 3, 3, 3),
}
CELLS = [(mine, theirs, more) for mine, row in PRINTED.items() for theirs, more in enumerate(row, 1)]
ELEMENTS = ("fire", "earth", "air", "water")
SUPERIOR = {("fire", "earth"), ("earth", "air"), ("air", "water"), ("water", "fire")}


def duel(wolf: Card, bear: Card, *more: Any, **settings: Any) -> Verdict:
    """Wolf is summoned to slot 2, Bear in front of it, with elements on."""
    return fought([wolf], [bear], "summon Wolf 2", "summon Bear 2", *more, **{"elements": True, **settings})


def strikes(verdict: Verdict) -> list[tuple[str, int, int]]:
    """(striker, dice, damage dealt) of each strike in order."""
    return [(h.source, h.count, h.dealt) for h in events(verdict, Hit) if h.kind == "strike"]


# --- elements (B20) -------------------------------------------------------------------------------


@pytest.mark.rule("B20", "elements", "element-matrix")
@pytest.mark.parametrize(("mine", "theirs", "more"), CELLS)
def test_the_printed_matrix_in_offence_and_defence(mine: int, theirs: int, more: int) -> None:
    """P. 21: superior Wolf of level `mine` against `theirs` has 2 + `more` dice, when met and when attacking."""
    verdict = duel(
        creature("Wolf", 999, 2, level=mine, element="water"),
        creature("Bear", 999, 1, level=theirs, element="fire"),
        "attack Wolf",
    )
    assert damage(verdict) == {"attacker.Wolf": 2, "defender.Bear": 2 * (2 + more)}


@pytest.mark.rule("B20", "elements")
@pytest.mark.parametrize("mine", range(1, 6))
@pytest.mark.parametrize("theirs", range(1, 6))
def test_the_matrix_is_the_two_advantages_of_the_text(mine: int, theirs: int) -> None:
    """P. 21: 1 die at levels 1-2, 2 at 3-4, 3 at 5, and more from two levels below (as many as lacking less one)."""
    base = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3}[mine]
    assert PRINTED[mine][theirs - 1] == base + max(0, theirs - mine - 1)


@pytest.mark.rule("B20", "elements", "element-pairs")
@pytest.mark.parametrize("one", ELEMENTS)
@pytest.mark.parametrize("other", ELEMENTS)
def test_each_pair_of_elements(one: str, other: str) -> None:
    """P. 21: only the superior one gets a die (levels 2 and 2); like and unopposed pairs get none."""
    verdict = duel(creature("Wolf", 99, 2, element=one), creature("Bear", 99, 2, element=other))
    assert damage(verdict) == {
        "attacker.Wolf": 2 + ((other, one) in SUPERIOR),
        "defender.Bear": 2 + ((one, other) in SUPERIOR),
    }


@pytest.mark.rule("B20", "elements")
@pytest.mark.parametrize(("one", "other"), [("fire", ""), ("", "earth"), ("", "")])
def test_no_element_no_bonus(one: str, other: str) -> None:
    """P. 21: it takes two elements."""
    verdict = duel(creature("Wolf", 99, 2, element=one), creature("Bear", 99, 2, element=other))
    assert damage(verdict) == {"attacker.Wolf": 2, "defender.Bear": 2}


@pytest.mark.rule("B20", "elements")
def test_elements_are_off_by_default() -> None:
    """P. 21: an optional rule: 2 against 2 without it."""
    verdict = fought(
        [creature("Wolf", 99, 2, element="fire")],
        [creature("Bear", 99, 2, element="earth")],
        "summon Wolf 2",
        "summon Bear 2",
    )
    assert damage(verdict) == {"attacker.Wolf": 2, "defender.Bear": 2}


@pytest.mark.rule("B20", "elements")
def test_the_bonus_is_dice_to_roll() -> None:
    """P. 21: level 1 under level 4 has 1 + 3 dice: 2 + 0 + 1 + 0; Bear rolls its 2 first."""
    verdict = fought(
        [creature("Wolf", 99, 1, level=1, element="air")],
        [creature("Bear", 99, 2, level=4, element="water")],
        "summon Wolf 2",
        ("summon Bear 2", "1 1 / 2 0 1 0"),
        elements=True,
    )
    assert damage(verdict) == {"attacker.Wolf": 2, "defender.Bear": 3}


@pytest.mark.rule("B20", "B22")
def test_the_bonus_gives_dice_to_a_creature_without_any() -> None:
    """B9: 0 + 1 dice are rolled."""
    verdict = duel(creature("Wolf", 99, 0, element="fire"), creature("Bear", 99, 0, element="earth"))
    assert strikes(verdict)[1] == ("attacker.Wolf", 1, 1)


@pytest.mark.rule("B20", "B9", "power-hit", "offensive", "defensive")
def test_the_bonus_joins_power_hit_before_the_rest() -> None:
    """B9: attacking, 2 + 1 (Club) + 1 (fire) dice, + 2 offensive, - 3 defensive: 3; before that 4 as met."""
    verdict = fought(
        [creature("Wolf", 99, 2, "offensive 2", element="fire")],
        [creature("Bear", 99, 0, "defensive 3", element="earth")],
        "summon Wolf 2 with Club",
        "summon Bear 2",
        "attack Wolf",
        attacker_wears=[piece("Club", "power hit 1")],
        elements=True,
    )
    assert [dealt for source, _, dealt in strikes(verdict) if source == "attacker.Wolf"] == [4, 3]


@pytest.mark.rule("B20", "B12", "multi-attack")
def test_multi_attack_takes_its_third_of_the_raised_damage() -> None:
    """B12: 2 + 1 dealt are 1 for the neighbour, of whatever element."""
    verdict = fought(
        [creature("Wolf", 99, 2, "multi attack", element="fire"), creature("Post", 99, 0)],
        [creature("Elk", 99, 0, element="water"), creature("Bear", 99, 0, element="earth")],
        "summon Wolf 2",
        "summon Elk 1",
        "summon Post 3",
        "summon Bear 2",
        elements=True,
    )
    assert (damage(verdict)["defender.Bear"], damage(verdict)["defender.Elk"]) == (3, 1)


@pytest.mark.rule("B20", "burning")
def test_the_bonus_is_for_strikes_and_not_for_burning() -> None:
    """B20: against the book's "every roll": 1 + 1 struck, 2 burnt."""
    verdict = duel(creature("Wolf", 99, 1, "burning 2", element="fire"), creature("Bear", 99, 0, element="earth"))
    assert damage(verdict)["defender.Bear"] == 4


@pytest.mark.rule("B20", "devour", "break-free")
def test_the_bonus_is_not_for_devouring() -> None:
    """B20: 2 by devouring and 4 by breaking free."""
    verdict = duel(
        creature("Wolf", 99, 0, element="earth"),
        creature("Bear", 99, 2, "devour", element="fire"),
        "attack Wolf",
        "devour Bear",
        "break free Wolf",
    )
    assert damage(verdict)["attacker.Wolf"] == 2 + 2 + 4


@pytest.mark.rule("B20", "B10", "first-strike")
def test_the_bonus_counts_in_a_first_strike_and_in_the_answer() -> None:
    """P. 21: whoever is superior, first or second: 2 + 1 and 2."""
    first = duel(creature("Wolf", 99, 2, "first strike", element="fire"), creature("Bear", 99, 2, element="earth"))
    assert strikes(first) == [("attacker.Wolf", 3, 3), ("defender.Bear", 2, 2)]
    second = duel(creature("Wolf", 99, 2, element="fire"), creature("Bear", 99, 2, "first strike", element="earth"))
    assert strikes(second) == [("defender.Bear", 2, 2), ("attacker.Wolf", 3, 3)]


@pytest.mark.rule("B20", "ranged")
def test_the_bonus_counts_in_a_ranged_attack() -> None:
    """P. 21: met 2 + 1, then from afar 2 + 1."""
    verdict = duel(
        creature("Wolf", 99, 2, "ranged", element="fire"), creature("Bear", 99, 2, element="earth"), "attack Wolf"
    )
    assert damage(verdict) == {"attacker.Wolf": 2, "defender.Bear": 6}


@pytest.mark.rule("B20", "bind")
def test_a_bound_creature_keeps_its_element() -> None:
    """B18 takes abilities; an element is none: 2 + 1."""
    verdict = fought(
        [creature("Witch", 99, 0, element="earth")],
        [creature("Bear", 99, 2, element="fire")],
        "summon Witch 1 with Net",
        "summon Bear 2",
        "bind Bear by Witch",
        "pass",
        "move Witch 2",
        attacker_wears=[piece("Net", "bind")],
        elements=True,
    )
    assert damage(verdict)["attacker.Witch"] == 3


@pytest.mark.rule("B20", "minion")
@pytest.mark.parametrize("element", ELEMENTS)
def test_a_minion_has_no_element(element: str) -> None:
    """B20: the minor norse minion has 2 dice and Wolf 2, whatever Wolf's element."""
    verdict = fought(
        [creature("Wolf", 99, 2, element=element)],
        [creature("Thor", 99, 2, element="fire")],
        "summon Thor 3",
        "summon Wolf 2",
        "summon Minion 2",
        minion={"mythology": "norse", "level": 2},
        elements=True,
    )
    assert (damage(verdict)["attacker.Wolf"], damage(verdict)["defender.Minion"]) == (2, 2)


@pytest.mark.rule("B20", "minion")
def test_the_guarded_creature_has_its_element() -> None:
    """B20: only the minion has none: Thor 2 + 1."""
    verdict = fought(
        [creature("Wolf", 99, 2, element="earth")],
        [creature("Thor", 99, 2, element="fire")],
        "summon Thor 2",
        "summon Wolf 2",
        minion={"mythology": "norse", "level": 2},
        elements=True,
    )
    assert (damage(verdict)["attacker.Wolf"], damage(verdict)["defender.Thor"]) == (3, 2)


# --- morale (B21) ---------------------------------------------------------------------------------


def norse(name: str, *abilities: str, hp: int = 99) -> Card:
    """A norse creature that rolls nothing."""
    return creature(name, hp, 0, *abilities)


def troop(*last: str, second: str = "norse", third: str = "norse", **settings: Any) -> Verdict:
    """Odin, norse, took 5 from Bear and again 5 before the fifth turn; Thor came to slot 2; Loki is in hand.

    Bear stands before Odin in slot 1 and has 5 dice. `second` and `third` are Thor's and Loki's mythologies.
    """
    return fought(
        [norse("Odin"), creature("Thor", 99, 0, mythology=second), creature("Loki", 99, 0, mythology=third)],
        [creature("Bear", 99, 5, mythology="greek")],
        "summon Odin 1",
        "summon Bear 1",
        "summon Thor 2",
        "attack Bear",
        *last,
        **{"morale": True, **settings},
    )


@pytest.mark.rule("B21", "morale")
def test_one_of_its_kind_heals_two() -> None:
    """P. 21: Thor finds Odin: 5 - 2, then 5 again."""
    assert damage(troop())["attacker.Odin"] == 8


@pytest.mark.rule("B21", "morale")
def test_two_of_its_kind_heal_four() -> None:
    """P. 21: Thor 2, then Loki finds Odin and Thor: 8 - 4."""
    assert damage(troop("summon Loki 3"))["attacker.Odin"] == 4


@pytest.mark.rule("B21", "morale")
@pytest.mark.parametrize(
    ("second", "third", "left"),
    [("norse", "greek", 8), ("greek", "norse", 8), ("greek", "greek", 8), ("greek", "japanese", 10)],
)
def test_only_its_own_mythology_counts(second: str, third: str, left: int) -> None:
    """P. 21: 10 damage less 2 for the one summon that finds a creature like itself; greek Loki heals norse Odin."""
    assert damage(troop("summon Loki 3", second=second, third=third))["attacker.Odin"] == left


@pytest.mark.rule("B21", "morale")
def test_morale_is_off_by_default() -> None:
    """P. 21: an optional rule: 5 + 5."""
    assert damage(troop("summon Loki 3", morale=False))["attacker.Odin"] == 10


@pytest.mark.rule("B21", "morale")
def test_nobody_heals_above_full_strength() -> None:
    """P. 21: Odin has 1 damage of which up to 2 go; nothing is kept for later."""
    verdict = fought(
        [norse("Odin"), norse("Thor")],
        [creature("Bear", 99, 1, mythology="greek")],
        "summon Odin 1",
        "summon Bear 1",
        "summon Thor 2",
        "attack Bear",
        morale=True,
    )
    assert damage(verdict)["attacker.Odin"] == 1
    assert [event.healed for event in events(verdict, MoraleRose)] == [(("attacker.Odin", 1),)]


@pytest.mark.rule("B21", "morale")
def test_every_creature_of_the_side_in_a_slot_is_healed() -> None:
    """P. 21: Loki (norse) finds Odin and heals level 1 Wolf (3 - 2) and Odin (3 - 2); the enemies keep theirs."""
    verdict = fought(
        [creature("Odin", 99, 1), creature("Wolf", 99, 1, level=1), norse("Loki")],
        [creature("Bear", 99, 3, mythology="greek"), creature("Elk", 99, 3, mythology="egyptian")],
        "summon Odin 1",
        "summon Bear 1",
        "summon Wolf 2",
        "summon Elk 2",
        "summon Loki 3",
        morale=True,
    )
    assert damage(verdict) == {
        "attacker.Odin": 1,
        "attacker.Wolf": 1,
        "attacker.Loki": 0,
        "defender.Bear": 1,
        "defender.Elk": 1,
    }


@pytest.mark.rule("B21", "morale")
def test_level_one_creatures_never_raise_morale() -> None:
    """P. 21: they have no mythology, so two of them are not alike."""
    verdict = fought(
        [creature("Wolf", 99, 0, level=1), creature("Fox", 99, 0, level=1)],
        [creature("Bear", 99, 3, level=1)],
        "summon Wolf 1",
        "summon Bear 1",
        "summon Fox 2",
        morale=True,
    )
    assert damage(verdict)["attacker.Wolf"] == 3
    assert events(verdict, MoraleRose) == []


@pytest.mark.rule("B21", "morale")
def test_the_enemys_creatures_do_not_count() -> None:
    """B21: Thor finds only norse Bear across the table."""
    verdict = fought(
        [creature("Odin", 99, 0, mythology="greek"), norse("Thor")],
        [creature("Bear", 99, 3)],
        "summon Odin 1",
        "summon Bear 1",
        "summon Thor 2",
        morale=True,
    )
    assert damage(verdict)["attacker.Odin"] == 3


@pytest.mark.rule("B21", "morale")
def test_creatures_in_hand_do_not_count() -> None:
    """B21: norse Thor comes while norse Loki is in hand; greek Odin isn't healed."""
    verdict = fought(
        [creature("Odin", 99, 0, mythology="greek"), norse("Thor"), norse("Loki")],
        [creature("Bear", 99, 3, mythology="greek")],
        "summon Odin 1",
        "summon Bear 1",
        "summon Thor 2",
        morale=True,
    )
    assert damage(verdict)["attacker.Odin"] == 3


@pytest.mark.rule("B21", "morale")
def test_dead_creatures_do_not_count() -> None:
    """B21: norse Thor died; Loki finds greek Odin alone, who keeps 3."""
    verdict = fought(
        [creature("Odin", 99, 0, mythology="greek"), norse("Thor", hp=1), norse("Loki")],
        [creature("Bear", 99, 3, mythology="greek"), creature("Elk", 99, 3, mythology="egyptian")],
        "summon Odin 1",
        "summon Bear 1",
        "summon Thor 2",
        "summon Elk 2",
        "summon Loki 3",
        morale=True,
    )
    assert fighter(verdict, "attacker.Thor").dead
    assert damage(verdict)["attacker.Odin"] == 3


@pytest.mark.rule("B21", "morale")
def test_morale_rises_before_the_summons_own_fight() -> None:
    """B21: Thor comes to Elk (multi attack, 3): Odin's 1 is healed first, then 3 / 3 is new: 1."""
    verdict = fought(
        [norse("Odin"), norse("Thor")],
        [creature("Bear", 99, 1, mythology="greek"), creature("Elk", 99, 3, "multi attack", mythology="egyptian")],
        "summon Odin 1",
        "summon Bear 1",
        "attack Odin",
        "summon Elk 2",
        "summon Thor 2",
        morale=True,
    )
    assert damage(verdict)["attacker.Odin"] == 1
    assert damage(verdict)["attacker.Thor"] == 3


@pytest.mark.rule("B21", "morale")
def test_a_move_raises_no_morale() -> None:
    """P. 21: only a summon does: 8 as in turn 4."""
    assert damage(troop("move Thor 3"))["attacker.Odin"] == 8


@pytest.mark.rule("B21", "absorption")
def test_absorbed_damage_is_not_healed() -> None:
    """P. 21: markers on a creature are; Shield keeps its 2, Odin's 1 goes."""
    verdict = fought(
        [norse("Odin"), norse("Thor")],
        [creature("Bear", 99, 3, mythology="greek")],
        "summon Odin 1 with Shield",
        "summon Bear 1",
        "summon Thor 2",
        attacker_wears=[piece("Shield", "absorption 2")],
        morale=True,
    )
    odin = fighter(verdict, "attacker.Odin")
    assert (odin.damage, odin.worn[0].absorbed) == (0, 2)


@pytest.mark.rule("B21", "poisonous", "frost-attack")
def test_morale_takes_no_markers_off() -> None:
    """P. 21: 3 by Bear, 1 by poison at the start of turn 3, less 2; the markers stay."""
    verdict = fought(
        [norse("Odin"), norse("Thor")],
        [creature("Bear", 99, 3, "poisonous", "frost attack", mythology="greek")],
        "summon Odin 1",
        "summon Bear 1",
        "summon Thor 2",
        morale=True,
    )
    odin = fighter(verdict, "attacker.Odin")
    assert (odin.damage, odin.poison, odin.frost) == (2, 1, True)


@pytest.mark.rule("B21", "devour", "B16")
def test_a_devouring_creature_counts_and_is_healed() -> None:
    """B21: Fenrir sits on Bear and holds its slot: 3 on it, less 2 when norse Thor comes."""
    verdict = fought(
        [creature("Fenrir", 99, 1, "devour"), norse("Thor")],
        [creature("Bear", 99, 3, mythology="greek"), creature("Elk", 99, 0, mythology="egyptian")],
        "summon Fenrir 1",
        "summon Bear 1",
        "devour Fenrir",
        "summon Elk 3",
        "summon Thor 2",
        morale=True,
    )
    assert damage(verdict)["attacker.Fenrir"] == 1


@pytest.mark.rule("B21", "devour", "B16")
def test_a_devoured_creature_counts_and_is_healed() -> None:
    """B21: Odin is in its slot under Bear: 3 by its attack, 3 at the start of turn 5, less 2."""
    verdict = fought(
        [norse("Odin"), norse("Thor")],
        [creature("Bear", 99, 3, "devour", mythology="greek")],
        "summon Odin 1",
        "summon Bear 1",
        "attack Odin",
        "devour Bear",
        "summon Thor 2",
        morale=True,
    )
    assert damage(verdict)["attacker.Odin"] == 4


@pytest.mark.rule("B21", "bind")
def test_a_bound_creature_counts() -> None:
    """B18 takes abilities; a mythology is none: 3 and 3 by Bear, less 2."""
    verdict = fought(
        [norse("Odin"), norse("Thor")],
        [creature("Bear", 99, 3, mythology="greek")],
        "summon Odin 1",
        "summon Bear 1 with Net",
        "attack Odin",
        "bind Odin by Bear",
        "summon Thor 2",
        defender_wears=[piece("Net", "bind")],
        morale=True,
    )
    assert damage(verdict)["attacker.Odin"] == 6 - 2


@pytest.mark.rule("B21", "minion")
@pytest.mark.parametrize("first", ["Minion", "Thor"])
def test_a_minion_is_of_its_battlegrounds_mythology(first: str) -> None:
    """B21: minion and guarded creature, both norse, in either order: 3 on the first, less 2 when the second comes."""
    second = "Thor" if first == "Minion" else "Minion"
    verdict = fought(
        [creature("Roc", 99, 3, "flying", mythology="greek")],
        [creature("Thor", 99, 0)],
        f"summon {first} 1",
        "summon Roc 1",
        f"summon {second} 2",
        minion={"mythology": "norse", "level": 2},
        morale=True,
    )
    assert damage(verdict)[f"defender.{first}"] == 1
