"""Strikes and the abilities that shape them (pp. 17-20, 22-23)."""

from __future__ import annotations

from typing import Any

import pytest

from referee.errors import BadInput
from referee.games.conjurers.battle.events import Hit
from referee.games.conjurers.verdict import Verdict
from tests.conjurers.battles import creature, damage, events, fighter, fought, judge, piece, record, refused, report

Card = dict[str, Any]

ROPE = piece("Rope", "bind")
WINGS = piece("Wings", "flying")


def on(verdict: Verdict, *keys: str) -> tuple[int, ...]:
    """The damage on some creatures at the end."""
    found = damage(verdict)
    return tuple(found[key] for key in keys)


def course(verdict: Verdict, key: str) -> list[int]:
    """The damage on a creature after each turn."""
    return [turn["damage"][key] for turn in report(verdict)["turns"]]


def strikers(verdict: Verdict) -> list[str]:
    """Who struck, in order."""
    return [hit.source for hit in events(verdict, Hit) if hit.kind == "strike"]


def absorbed(verdict: Verdict, key: str) -> dict[str, int]:
    """What each piece on a creature has taken."""
    return {source.name: source.absorbed for source in fighter(verdict, key).worn}


# --- a strike's arithmetic (B9) -----------------------------------------------------------------------


@pytest.mark.rule("offensive", "B9")
def test_offensive_two_makes_five_seven() -> None:
    """P. 18: four dice show 2 + 1 + 1 + 1 = 5, and offensive 2 makes 7."""
    verdict = fought(
        [creature("Ox", 9, 1)], [creature("Fox", 9, 4, "offensive 2")], "summon Ox 1", ("summon Fox 1", "2 1 1 1 / 0")
    )
    assert on(verdict, "attacker.Ox") == (7,)


@pytest.mark.rule("offensive", "B9")
@pytest.mark.parametrize(
    "turns",
    [
        pytest.param(("summon Ox 1", "summon Fox 1"), id="summon"),
        pytest.param(("summon Ox 1", "summon Fox 2", "summon Elk 3", "move Fox 1"), id="move"),
    ],
)
def test_offensive_helps_whoever_arrives(turns: tuple[str, ...]) -> None:
    """P. 18: 2 dice + 3 when Fox comes in front of Ox by a summon or a move."""
    verdict = fought([creature("Ox", 9, 0), creature("Elk", 9, 0)], [creature("Fox", 9, 2, "offensive 3")], *turns)
    assert on(verdict, "attacker.Ox") == (5,)


@pytest.mark.rule("offensive", "B9")
def test_offensive_helps_in_an_attack_and_not_in_defence() -> None:
    """P. 18: Ox comes and Fox defends with 2; Fox attacks with 2 + 3; Ox attacks and Fox defends with 2."""
    verdict = fought(
        [creature("Fox", 99, 2, "offensive 3")],
        [creature("Ox", 99, 0)],
        "summon Fox 1",
        "summon Ox 1",
        "attack Fox",
        "attack Ox",
    )
    assert course(verdict, "defender.Ox") == [0, 2, 7, 9]


@pytest.mark.rule("defensive", "B9")
def test_defensive_two_makes_six_four() -> None:
    """P. 18: Ox's six dice show 6 when it arrives; Wall with defensive 2 gets 6 - 2 = 4."""
    verdict = fought(
        [creature("Wall", 9, 1, "defensive 2")],
        [creature("Ox", 9, 6)],
        "summon Wall 1",
        ("summon Ox 1", "2 1 0 2 1 0 / 0"),
    )
    assert on(verdict, "attacker.Wall") == (4,)


@pytest.mark.rule("defensive", "B9")
def test_defensive_works_against_summon_move_and_attack_only() -> None:
    """P. 18: Ox deals 3: less 2 when it arrives, attacks or moves in front of Wall, in full when Wall attacks."""
    verdict = fought(
        [creature("Wall", 99, 0, "defensive 2"), creature("Elk", 9, 0)],
        [creature("Ox", 99, 3)],
        "summon Wall 1",
        "summon Ox 1",
        "attack Wall",
        "attack Ox",
        "attack Wall",
        "move Ox 2",
        "summon Elk 3",
        "move Ox 1",
    )
    assert course(verdict, "attacker.Wall") == [0, 1, 4, 5, 8, 8, 8, 9]


@pytest.mark.rule("defensive", "B9")
@pytest.mark.parametrize(("bd", "dealt"), [(4, 0), (5, 0), (6, 1)])
def test_no_strike_deals_less_than_nothing(bd: int, dealt: int) -> None:
    """P. 18: Wall's attack costs it bd; then defensive 5 leaves 0 of 4, 0 of 5 and 1 of 6, and heals nothing."""
    verdict = fought(
        [creature("Wall", 99, 0, "defensive 5")],
        [creature("Ox", 99, bd)],
        "summon Wall 1",
        "summon Ox 1",
        "attack Wall",
        "attack Ox",
    )
    assert course(verdict, "attacker.Wall") == [0, dealt, dealt + bd, dealt + bd + dealt]


@pytest.mark.rule("B9", "offensive", "frost-attack", "defensive", "power-hit", "elements")
def test_the_order_of_a_strikes_terms() -> None:
    """B9: 4 dice + 1 power hit + 1 element = 6; + 3 offensive = 9; - 9 / 3 for frost = 6; - 2 defensive = 4.

    In turn 2 Yuki freezes Imp, whose strike of the same moment is the bare 6: Imp defends and Yuki is the initiator.
    """
    verdict = fought(
        [creature("Imp", 99, 4, "offensive 3", element="fire")],
        [creature("Yuki", 99, 1, "frost attack", "defensive 2", element="earth")],
        "summon Imp 1 with Dirk",
        "summon Yuki 1",
        "attack Imp",
        attacker_wears=[piece("Dirk", "power hit 1")],
        elements=True,
    )
    assert course(verdict, "defender.Yuki") == [0, 6, 10]


@pytest.mark.rule("B9", "frost-attack", "defensive")
def test_frost_is_reckoned_before_defensive() -> None:
    """B9: frozen Ox attacks with 8: - 2 for frost = 6, - 3 = 3 (the other way round it would be 5 - 1 = 4)."""
    verdict = fought(
        [creature("Yuki", 99, 1, "frost attack", "defensive 3")],
        [creature("Ox", 99, 8)],
        "summon Ox 1",
        "summon Yuki 1",
        "attack Ox",
        kind="battleground",
    )
    assert course(verdict, "attacker.Yuki") == [0, 8, 11]


@pytest.mark.rule("B9", "frost-attack", "offensive", "frost-marker")
def test_frost_counts_offensive_in() -> None:
    """B9: frozen Ox attacks with 2 + 4 = 6, less 2, is 4 (a third of the dice alone would leave all 6)."""
    verdict = fought(
        [creature("Yuki", 99, 1, "frost attack")],
        [creature("Ox", 99, 2, "offensive 4")],
        "summon Ox 1",
        "summon Yuki 1",
        "attack Ox",
        kind="battleground",
    )
    assert course(verdict, "attacker.Yuki") == [0, 2, 6]


@pytest.mark.rule("B9", "B18", "defensive", "offensive", "bind")
def test_a_bound_creature_has_no_defensive_of_its_own() -> None:
    """B18: Ox deals 3 - 2 before Wall is bound and 3 after; the Helm's defensive 1 works on: 3 - 1 with it."""
    for wears, expected in (((), [1, 4]), ((piece("Helm", "defensive 1"),), [0, 2])):
        verdict = fought(
            [creature("Wall", 99, 0, "defensive 2"), creature("Elk", 9, 0)],
            [creature("Ox", 99, 3)],
            "summon Wall 1 with Helm" if wears else "summon Wall 1",
            "summon Ox 1 with Rope",
            "summon Elk 3",
            "bind Wall",
            "move Elk 2",
            "attack Ox",
            attacker_wears=list(wears),
            defender_wears=[ROPE],
        )
        assert [course(verdict, "attacker.Wall")[n] for n in (1, 5)] == expected


@pytest.mark.rule("B9", "B16", "defensive", "devour")
def test_an_attacked_devourer_has_no_defensive_of_its_own() -> None:
    """B16: Ox's 3 fall on Maw in full, except for what the Helm's defensive 1 takes off."""
    maw, ox = [creature("Maw", 9, 1, "devour", "defensive 2")], [creature("Ox", 9, 3)]
    assert on(fought(maw, ox, "summon Maw 1", "summon Ox 1"), "attacker.Maw") == (3,)
    helm = [piece("Helm", "defensive 1")]
    verdict = fought(maw, ox, "summon Maw 1 with Helm", "summon Ox 1", attacker_wears=helm)
    assert on(verdict, "attacker.Maw") == (2,)


@pytest.mark.rule("defensive", "B14", "burning")
def test_defensive_does_not_lower_burning() -> None:
    """P. 18: the strike of 1 is stopped, the burning 2 is not."""
    verdict = fought(
        [creature("Wall", 9, 0, "defensive 5")], [creature("Imp", 9, 1, "burning 2")], "summon Wall 1", "summon Imp 1"
    )
    assert on(verdict, "attacker.Wall") == (2,)


@pytest.mark.rule("defensive", "devour", "break-free")
def test_defensive_does_not_lower_devouring() -> None:
    """P. 18: 1 at the start of the turn and 2 x 1 to break free, for all its defensive 5."""
    verdict = fought(
        [creature("Maw", 9, 1, "devour")],
        [creature("Wall", 9, 0, "defensive 5"), creature("Elk", 9, 0)],
        "summon Wall 1",
        "summon Maw 1",
        "summon Elk 3",
        "devour Maw",
        "break free Wall",
        kind="battleground",
    )
    assert on(verdict, "defender.Wall") == (3,)


@pytest.mark.rule("defensive", "poisonous", "B1")
def test_defensive_does_not_lower_poison() -> None:
    """P. 18: 3 - 2 = 1 leave a marker, and the marker takes 1 all the same."""
    verdict = fought(
        [creature("Wall", 9, 0, "defensive 2")],
        [creature("Viper", 9, 3, "poisonous")],
        "summon Wall 1",
        "summon Viper 1",
        "move Wall 2",
    )
    assert course(verdict, "attacker.Wall") == [0, 1, 2]


# --- absorption (B9) ----------------------------------------------------------------------------------


@pytest.mark.rule("absorption", "B9")
def test_absorption_takes_damage_until_it_is_full() -> None:
    """P. 22: a shield of 6 takes 4, then 2 of the next 4; the other 2 hit Wall, and then it is 4 each time."""
    verdict = fought(
        [creature("Wall", 99, 0)],
        [creature("Ox", 99, 4)],
        "summon Wall 1 with Shield",
        "summon Ox 1",
        "attack Wall",
        "attack Ox",
        attacker_wears=[piece("Shield", "absorption 6")],
    )
    assert course(verdict, "attacker.Wall") == [0, 0, 2, 6]
    assert absorbed(verdict, "attacker.Wall") == {"Shield": 6}


@pytest.mark.rule("absorption", "power-hit")
def test_a_full_piece_stays_on_with_its_other_abilities() -> None:
    """P. 22: Ox's 4 fill the shield of 3; Wall's 1 die + 2 of the same shield strike on, before and after."""
    verdict = fought(
        [creature("Wall", 99, 1)],
        [creature("Ox", 99, 4)],
        "summon Wall 1 with Shield",
        "summon Ox 1",
        "attack Wall",
        attacker_wears=[piece("Shield", "absorption 3", "power hit 2")],
    )
    assert course(verdict, "defender.Ox") == [0, 3, 6]
    assert course(verdict, "attacker.Wall") == [0, 1, 5]


@pytest.mark.rule("absorption", "B9")
@pytest.mark.parametrize(
    ("pieces", "taken"), [("Oak, Iron", {"Oak": 2, "Iron": 1}), ("Iron, Oak", {"Iron": 3, "Oak": 0})]
)
def test_pieces_absorb_in_the_order_they_were_named(pieces: str, taken: dict[str, int]) -> None:
    """B9: of 3 damage Oak (2) takes 2 and Iron (4) 1, or Iron takes all 3."""
    verdict = fought(
        [creature("Wall", 9, 0)],
        [creature("Ox", 9, 3)],
        f"summon Wall 1 with {pieces}",
        "summon Ox 1",
        attacker_wears=[piece("Oak", "absorption 2"), piece("Iron", "absorption 4")],
    )
    assert absorbed(verdict, "attacker.Wall") == taken
    assert on(verdict, "attacker.Wall") == (0,)


@pytest.mark.rule("absorption", "B9", "defensive")
def test_defensive_comes_before_absorption() -> None:
    """B9: 5 dealt - 2 = 3, of which the shield of 9 has taken 3."""
    verdict = fought(
        [creature("Wall", 9, 0, "defensive 2")],
        [creature("Ox", 9, 5)],
        "summon Wall 1 with Shield",
        "summon Ox 1",
        attacker_wears=[piece("Shield", "absorption 9")],
    )
    assert absorbed(verdict, "attacker.Wall") == {"Shield": 3}


@pytest.mark.rule("absorption", "ranged")
def test_absorption_takes_a_ranged_strike() -> None:
    """P. 22: nothing when Bow is summoned but its 1 (shield 1); its ranged attack of 1 makes 2."""
    verdict = fought(
        [creature("Wall", 9, 0)],
        [creature("Bow", 9, 1, "ranged")],
        "summon Wall 1 with Shield",
        "summon Bow 1",
        "attack Wall",
        "attack Bow",
        attacker_wears=[piece("Shield", "absorption 9")],
    )
    assert absorbed(verdict, "attacker.Wall") == {"Shield": 3}
    assert on(verdict, "attacker.Wall") == (0,)


@pytest.mark.rule("absorption", "burning", "B14")
def test_absorption_takes_burning() -> None:
    """P. 22: 1 by the strike and 2 by burning, on a shield of 2: 1 is left for Wall."""
    verdict = fought(
        [creature("Wall", 9, 0)],
        [creature("Imp", 9, 1, "burning 2")],
        "summon Wall 1 with Shield",
        "summon Imp 1",
        attacker_wears=[piece("Shield", "absorption 2")],
    )
    assert absorbed(verdict, "attacker.Wall") == {"Shield": 2}
    assert on(verdict, "attacker.Wall") == (1,)


@pytest.mark.rule("absorption", "B16", "devour", "break-free")
def test_absorption_takes_devouring_and_breaking_free() -> None:
    """B16: 2 at the start of the turn and 2 x 2 to break free, on a shield of 5: 1 is left for Ox."""
    verdict = fought(
        [creature("Maw", 9, 2, "devour")],
        [creature("Ox", 9, 0), creature("Elk", 9, 0)],
        "summon Ox 1 with Shield",
        "summon Maw 1",
        "summon Elk 3",
        "devour Maw",
        "break free Ox",
        kind="battleground",
        defender_wears=[piece("Shield", "absorption 5")],
    )
    assert absorbed(verdict, "defender.Ox") == {"Shield": 5}
    assert on(verdict, "defender.Ox") == (1,)


@pytest.mark.rule("absorption", "B18", "bind", "bound-creature")
def test_a_bound_creatures_shield_absorbs() -> None:
    """P. 23: Ox's 2 and, after binding Wall, its next 2 are on the shield of 9."""
    verdict = fought(
        [creature("Wall", 9, 0), creature("Elk", 9, 0)],
        [creature("Ox", 9, 2)],
        "summon Wall 1 with Shield",
        "summon Ox 1 with Rope",
        "summon Elk 3",
        "bind Wall",
        "move Elk 2",
        "attack Ox",
        attacker_wears=[piece("Shield", "absorption 9")],
        defender_wears=[ROPE],
    )
    assert absorbed(verdict, "attacker.Wall") == {"Shield": 4}


# --- power hit ----------------------------------------------------------------------------------------

CLUB = piece("Club", "power hit 2")


@pytest.mark.rule("power-hit", "B9")
def test_power_hit_adds_dice_in_attack_and_defence() -> None:
    """P. 22: Fox rolls 1 + 2 dice when Ox arrives (Ox's die is first) and 1 + 2 when it attacks (its own are)."""
    verdict = fought(
        [creature("Fox", 9, 1)],
        [creature("Ox", 99, 1)],
        "summon Fox 1 with Club",
        ("summon Ox 1", "0 / 2 2 1"),
        ("attack Fox", "2 0 1 / 0"),
        attacker_wears=[CLUB],
    )
    assert course(verdict, "defender.Ox") == [0, 5, 8]


@pytest.mark.rule("power-hit", "B14", "burning")
def test_power_hit_adds_nothing_to_burning() -> None:
    """P. 22: Imp strikes with 1 + 2 dice and burns with 2."""
    verdict = fought(
        [creature("Ox", 99, 0)],
        [creature("Imp", 9, 1, "burning 2")],
        "summon Ox 1",
        ("summon Imp 1 with Club", "1 1 1 / 2 2"),
        defender_wears=[CLUB],
    )
    assert on(verdict, "attacker.Ox") == (7,)


@pytest.mark.rule("power-hit", "B16", "devour", "break-free")
def test_power_hit_adds_nothing_to_devouring() -> None:
    """P. 22, B16: attacked, Maw rolls 1 + 2; devouring it rolls 1, and breaking free takes 2 x 1."""
    verdict = fought(
        [creature("Maw", 9, 1, "devour")],
        [creature("Ox", 99, 0)],
        "summon Ox 1",
        "summon Maw 1 with Club",
        ("attack Ox", "2 2 2"),
        "devour Maw",
        ("break free Ox", "1 / 2 2"),
        kind="battleground",
        attacker_wears=[CLUB],
    )
    assert course(verdict, "defender.Ox") == [0, 0, 6, 6, 11]


@pytest.mark.rule("power-hit", "B12", "multi-attack")
def test_power_hit_counts_for_multi_attack() -> None:
    """P. 22, B12: 4 + 2 dice deal 6, so 2 go to Elk beside Ox."""
    verdict = fought(
        [creature("Ox", 99, 0), creature("Elk", 99, 0)],
        [creature("Hydra", 9, 4, "multi attack")],
        "summon Ox 1",
        "summon Hydra 3 with Club",
        "summon Elk 2",
        "move Hydra 2",
        defender_wears=[CLUB],
    )
    assert on(verdict, "attacker.Elk", "attacker.Ox") == (6, 2)


# --- together or first (B10) --------------------------------------------------------------------------


@pytest.mark.rule("simultaneous", "B10")
def test_the_dying_strike_too() -> None:
    """P. 17: Fox's 3 kill Ox (2 of 2), whose 2 fall on Fox all the same."""
    verdict = fought(
        [creature("Fox", 9, 3)], [creature("Ox", 2, 2), creature("Elk", 9, 0)], "summon Fox 1", "summon Ox 1"
    )
    assert fighter(verdict, "defender.Ox").dead
    assert on(verdict, "attacker.Fox") == (2,)


@pytest.mark.rule("simultaneous", "B10", "B23")
@pytest.mark.parametrize(("turns", "dice"), [
    (("summon Fox 1", "summon Ox 1"), "2 2 / 1"),
    (("summon Ox 1", "summon Fox 1"), "1 / 2 2"),
])  # fmt: skip
def test_the_initiator_rolls_first(turns: tuple[str, str], dice: str) -> None:
    """B23: Ox has 2 dice and Fox 1; whoever is summoned second rolls first. Both die together."""
    kind = "duel" if turns[0] == "summon Fox 1" else "battleground"
    verdict = fought([creature("Fox", 4, 1)], [creature("Ox", 1, 2)], turns[0], (turns[1], dice), kind=kind)
    assert on(verdict, "attacker.Fox", "defender.Ox") == (4, 1)
    assert report(verdict)["reason"] == "simultaneous"


@pytest.mark.rule("first-strike", "B10")
@pytest.mark.parametrize("own", [True, False], ids=["its own", "worn"])
def test_killed_by_a_first_strike_it_does_not_strike(own: bool) -> None:
    """P. 23: Fox's 2 kill Ox (2 of 2), which was about to deal 5; there is one roll only."""
    fox = creature("Fox", 9, 2, "first strike") if own else creature("Fox", 9, 2)
    verdict = fought(
        [fox],
        [creature("Ox", 2, 5), creature("Elk", 9, 0)],
        "summon Fox 1" if own else "summon Fox 1 with Spear",
        ("summon Ox 1", "1 1"),
        attacker_wears=[piece("Spear", "first strike")],
    )
    assert on(verdict, "attacker.Fox") == (0,)
    assert fighter(verdict, "defender.Ox").dead


@pytest.mark.rule("first-strike", "B10", "B23")
def test_a_survivor_strikes_back_with_all_its_dice() -> None:
    """P. 23: Fox defends and yet rolls first, 1 die; Ox, the initiator, answers with its 3."""
    verdict = fought(
        [creature("Fox", 9, 1, "first strike")], [creature("Ox", 3, 3)], "summon Fox 1", ("summon Ox 1", "2 / 2 1 1")
    )
    assert on(verdict, "attacker.Fox", "defender.Ox") == (4, 2)


@pytest.mark.rule("first-strike", "B10", "simultaneous")
def test_two_first_strikers_strike_together() -> None:
    """B10: both die of 2 on 2 hit points; the initiator's 3 dice are rolled first."""
    verdict = fought(
        [creature("Fox", 2, 2, "first strike")],
        [creature("Ox", 2, 3, "first strike")],
        "summon Fox 1",
        ("summon Ox 1", "2 0 0 / 1 1"),
    )
    assert on(verdict, "attacker.Fox", "defender.Ox") == (2, 2)
    assert report(verdict)["reason"] == "simultaneous"


@pytest.mark.rule("first-strike", "B10", "B17", "resurrection")
def test_a_first_struck_creature_does_not_strike_even_if_it_resurrects() -> None:
    """B10: Ox (2 of 2) dies and is back; its 5 dice stay on the table. In the next fight it is struck first again."""
    verdict = fought(
        [creature("Fox", 9, 2, "first strike")],
        [creature("Ox", 2, 5, "resurrection")],
        "summon Fox 1",
        ("summon Ox 1", "1 1"),
        ("attack Fox", "1 0 / 1 1 1 1 0"),
    )
    assert course(verdict, "attacker.Fox") == [0, 0, 4]
    assert course(verdict, "defender.Ox") == [0, 0, 1]


@pytest.mark.rule("simultaneous", "B10", "B17", "resurrection")
def test_a_creature_that_resurrects_from_a_simultaneous_strike_has_struck() -> None:
    """B10: without first strike both dealt their damage, so Ox's 5 are on Fox though Ox died and is back."""
    verdict = fought([creature("Fox", 9, 2)], [creature("Ox", 2, 5, "resurrection")], "summon Fox 1", "summon Ox 1")
    assert on(verdict, "attacker.Fox", "defender.Ox") == (5, 0)


@pytest.mark.rule("B10", "B18", "first-strike", "bind")
def test_a_bound_first_striker_strikes_together() -> None:
    """B18: bound, Fox has lost its first strike: its 2 kill Ox (2 + 2 of 4), and Ox's 3 fall too."""
    verdict = fought(
        [creature("Fox", 99, 2, "first strike"), creature("Cow", 9, 0)],
        [creature("Ox", 4, 3), creature("Elk", 9, 0)],
        "summon Fox 1",
        "summon Ox 1 with Rope",
        "summon Cow 3",
        "bind Fox",
        "move Cow 2",
        "attack Ox",
        defender_wears=[ROPE],
    )
    assert course(verdict, "attacker.Fox") == [0, 3, 3, 3, 3, 6]
    assert fighter(verdict, "defender.Ox").dead


@pytest.mark.rule("B10", "B18", "first-strike", "bind")
def test_a_bound_creatures_spear_still_strikes_first() -> None:
    """B18: bound, Fox keeps its Spear's first strike: its 2 kill Ox (2 + 2 of 4), which strikes no second time."""
    verdict = fought(
        [creature("Fox", 99, 2), creature("Cow", 9, 0)],
        [creature("Ox", 4, 3), creature("Elk", 9, 0)],
        "summon Fox 1 with Spear",
        "summon Ox 1 with Rope",
        "summon Cow 3",
        "bind Fox",
        "move Cow 2",
        "attack Ox",
        attacker_wears=[piece("Spear", "first strike")],
        defender_wears=[ROPE],
    )
    assert course(verdict, "attacker.Fox") == [0, 3, 3, 3, 3, 3]
    assert fighter(verdict, "defender.Ox").dead


@pytest.mark.rule("B10", "B16", "first-strike", "devour")
def test_an_attacked_devourers_own_first_strike_is_off() -> None:
    """B16: Maw's 2 kill Ox (2 of 2) and Ox's 3 fall on Maw at the same moment; with a Spear, Ox never strikes."""
    maw, others = [creature("Maw", 9, 2, "devour", "first strike")], [creature("Ox", 2, 3), creature("Elk", 9, 0)]
    assert on(fought(maw, others, "summon Maw 1", "summon Ox 1"), "attacker.Maw", "defender.Ox") == (3, 2)
    spear = [piece("Spear", "first strike")]
    verdict = fought(maw, others, "summon Maw 1 with Spear", "summon Ox 1", attacker_wears=spear)
    assert on(verdict, "attacker.Maw", "defender.Ox") == (0, 2)


# --- markers (B11) ------------------------------------------------------------------------------------


@pytest.mark.rule("B11", "frost-attack", "simultaneous")
def test_a_new_frost_marker_does_not_weaken_the_strike_of_its_moment() -> None:
    """B11: Ox, frozen by Yuki's 1, still deals its 6 at that moment; in the next fight 6 - 2."""
    verdict = fought(
        [creature("Yuki", 99, 1, "frost attack")],
        [creature("Ox", 99, 6)],
        "summon Yuki 1",
        "summon Ox 1",
        "attack Yuki",
    )
    assert course(verdict, "attacker.Yuki") == [0, 6, 10]


@pytest.mark.rule("B11", "B10", "frost-attack", "first-strike", "frost-marker")
def test_a_first_strikers_frost_weakens_the_strike_back() -> None:
    """B10, B11: the strike back is a later moment: 6 - 2 = 4."""
    verdict = fought(
        [creature("Yuki", 99, 1, "frost attack", "first strike")],
        [creature("Ox", 99, 6)],
        "summon Yuki 1",
        "summon Ox 1",
    )
    assert on(verdict, "attacker.Yuki") == (4,)


@pytest.mark.rule("B11", "frost-attack", "absorption", "absorption-markers")
def test_absorbed_frost_still_freezes() -> None:
    """P. 22: the shield of 9 takes Yuki's 1, and Ox has its marker: no move, and 3 - 1 = 2 dealt."""
    sides = [creature("Yuki", 99, 1, "frost attack")], [creature("Ox", 99, 3)]
    turns = "summon Yuki 1", "summon Ox 1 with Shield"
    shield = [piece("Shield", "absorption 9")]
    verdict = fought(*sides, *turns, "attack Yuki", defender_wears=shield)
    assert fighter(verdict, "defender.Ox").frost
    assert on(verdict, "attacker.Yuki", "defender.Ox") == (3 + 2, 0)
    assert refused(*sides, *turns, "attack Yuki", "move Ox 2", defender_wears=shield) in {"frost-attack", "move"}


@pytest.mark.rule("B11", "frost-attack")
@pytest.mark.parametrize(("dice", "frozen"), [("0 / 0", False), ("0 / 1", True)])
def test_no_frost_without_damage(dice: str, frozen: bool) -> None:
    """B11: the marker takes at least 1 damage dealt; Ox rolls first, Yuki second."""
    verdict = fought(
        [creature("Yuki", 99, 1, "frost attack")], [creature("Ox", 99, 1)], "summon Yuki 1", ("summon Ox 1", dice)
    )
    assert fighter(verdict, "defender.Ox").frost is frozen


@pytest.mark.rule("B11", "frost-attack", "poisonous", "defensive")
def test_no_marker_if_defensive_stops_the_damage() -> None:
    """B11, p. 19: 2 - 2 = 0 dealt brings neither frost nor poison, 3 - 2 = 1 brings both."""
    for bd, marked in ((2, False), (3, True)):
        verdict = fought(
            [creature("Wall", 9, 0, "defensive 2")],
            [creature("Naga", 9, bd, "frost attack", "poisonous")],
            "summon Wall 1",
            "summon Naga 1",
        )
        wall = fighter(verdict, "attacker.Wall")
        assert (wall.frost, wall.poison) == (marked, int(marked))


@pytest.mark.rule("B11", "poisonous")
def test_a_poison_marker_each_time() -> None:
    """P. 19: three strikes of 2 received are three markers, in attack and in defence."""
    verdict = fought(
        [creature("Viper", 99, 2, "poisonous")],
        [creature("Ox", 99, 0)],
        "summon Viper 1",
        "summon Ox 1",
        "attack Viper",
        "attack Ox",
    )
    assert fighter(verdict, "defender.Ox").poison == 3
    # 2; 4; then two markers bite and 2 more
    assert course(verdict, "defender.Ox") == [0, 2, 4, 8]


@pytest.mark.rule("B11", "poisonous", "absorption", "absorption-markers")
def test_absorbed_poison_brings_no_marker() -> None:
    """P. 22: the shield of 3 takes 2, no marker; then 1 of 2, and the 1 received brings the first marker."""
    verdict = fought(
        [creature("Viper", 99, 2, "poisonous")],
        [creature("Ox", 99, 0)],
        "summon Viper 1",
        "summon Ox 1 with Shield",
        "attack Viper",
        defender_wears=[piece("Shield", "absorption 3")],
    )
    assert [next(f.poison for f in p.after.fighters if f.name == "Ox") for p in verdict.played] == [0, 0, 1]
    assert course(verdict, "defender.Ox") == [0, 0, 1]


@pytest.mark.rule("B11", "burning", "poisonous", "frost-attack")
def test_burning_brings_markers_too() -> None:
    """B11: strike and burning are two damages, so two poison markers; a strike of 0 leaves burning's one."""
    for dice, poison in (("1 / 1", 2), ("0 / 1", 1), ("0 / 0", 0)):
        verdict = fought(
            [creature("Ox", 99, 0)],
            [creature("Naga", 9, 1, "burning 1", "poisonous", "frost attack")],
            "summon Ox 1",
            ("summon Naga 1", dice),
        )
        ox = fighter(verdict, "attacker.Ox")
        assert (ox.poison, ox.frost) == (poison, poison > 0)


@pytest.mark.rule("B11", "burning", "poisonous", "frost-attack")
def test_burnt_neighbours_get_markers() -> None:
    """B11: Naga strikes and burns Ox; Elk beside is burnt only, 2 dice 1 + 1, and gets one marker of each kind."""
    verdict = fought(
        [creature("Ox", 99, 0), creature("Elk", 99, 0)],
        [creature("Naga", 9, 1, "burning 2", "poisonous", "frost attack"), creature("Bat", 9, 0)],
        "summon Ox 1",
        "summon Bat 3",
        "summon Elk 2",
        ("summon Naga 1", "2 / 0 1 / 1 1"),
    )
    ox, elk = fighter(verdict, "attacker.Ox"), fighter(verdict, "attacker.Elk")
    assert (ox.damage, ox.poison, ox.frost) == (3, 2, True)
    assert (elk.damage, elk.poison, elk.frost) == (2, 1, True)


@pytest.mark.rule("B11", "B12", "multi-attack", "frost-attack", "defensive")
def test_no_marker_if_a_neighbours_defensive_stops_multi_attack() -> None:
    """B12: of the 3 / 3 = 1 for Wall its own defensive 1 leaves 0, and no marker."""
    verdict = fought(
        [creature("Ox", 99, 0), creature("Wall", 99, 0, "defensive 1")],
        [creature("Naga", 9, 3, "multi attack", "poisonous", "frost attack"), creature("Bat", 9, 0)],
        "summon Ox 1",
        "summon Bat 3",
        "summon Wall 2",
        "summon Naga 1",
    )
    wall = fighter(verdict, "attacker.Wall")
    assert (wall.damage, wall.poison, wall.frost) == (0, 0, False)


@pytest.mark.rule("B11", "B16", "devour", "break-free", "poisonous", "frost-attack")
def test_devouring_and_breaking_free_bring_markers() -> None:
    """B11: Maw's 1 at the start of turn 5 poisons and freezes; turn 7: 1 by poison, 1 devoured, 2 to break free."""
    verdict = fought(
        [creature("Maw", 9, 1, "devour", "poisonous", "frost attack")],
        [creature("Ox", 99, 0), creature("Elk", 9, 0)],
        "summon Ox 1",
        "summon Maw 1",
        "summon Elk 3",
        "devour Maw",
        "move Elk 2",
        "pass",
        "break free Ox",
        kind="battleground",
    )
    ox = fighter(verdict, "defender.Ox")
    assert course(verdict, "defender.Ox")[4:] == [1, 1, 5]
    assert (ox.poison, ox.frost) == (3, True)


@pytest.mark.rule("B11", "break-free")
@pytest.mark.parametrize(("dice", "poison"), [("0 / 0 0", 0), ("0 / 0 1", 1), ("1 / 0 0", 1), ("1 / 2 2", 2)])
def test_each_devourers_roll_poisons_if_it_hurts(dice: str, poison: int) -> None:
    """B11: the roll at the start of the turn and the roll to break free, each with at least 1 damage."""
    verdict = fought(
        [creature("Maw", 9, 1, "devour", "poisonous", "frost attack")],
        [creature("Ox", 99, 0), creature("Elk", 9, 0)],
        "summon Ox 1",
        "summon Maw 1",
        "summon Elk 3",
        "devour Maw",
        ("break free Ox", dice),
        kind="battleground",
    )
    ox = fighter(verdict, "defender.Ox")
    assert (ox.poison, ox.frost) == (poison, poison > 0)


@pytest.mark.rule("B11", "B16", "devour")
def test_an_attacked_devourer_brings_no_markers() -> None:
    """B16: its strike back of 2 has none of its own abilities."""
    verdict = fought(
        [creature("Maw", 9, 2, "devour", "poisonous", "frost attack")],
        [creature("Ox", 9, 0)],
        "summon Maw 1",
        "summon Ox 1",
    )
    ox = fighter(verdict, "defender.Ox")
    assert (ox.damage, ox.poison, ox.frost) == (2, 0, False)


@pytest.mark.rule("B11", "B18", "bind")
def test_a_bound_creature_brings_no_markers_of_its_own() -> None:
    """B18: Naga is bound before it first meets Ox; its 2 neither poison nor freeze, but the Fang it wears poisons."""
    verdict = fought(
        [creature("Naga", 9, 2, "frost attack"), creature("Cow", 9, 0)],
        [creature("Ox", 9, 0)],
        "summon Naga 1 with Fang",
        "summon Ox 2 with Rope",
        "summon Cow 3",
        "bind Naga",
        "move Cow 2",
        "move Ox 1",
        attacker_wears=[piece("Fang", "poisonous")],
        defender_wears=[ROPE],
    )
    ox = fighter(verdict, "defender.Ox")
    assert (ox.damage, ox.poison, ox.frost) == (2, 1, False)


@pytest.mark.rule("B11", "B17", "resurrection")
def test_the_blow_that_kills_leaves_no_marker_on_the_resurrected() -> None:
    """P. 20: Naga's 2 kill Ox (2 of 2); it comes back without frost and poison, so it has 0 damage in its turn 4."""
    verdict = fought(
        [creature("Naga", 9, 2, "poisonous", "frost attack")],
        [creature("Ox", 2, 0, "resurrection")],
        "summon Naga 2",
        "summon Ox 2",
        "move Naga 1",
        "move Ox 3",
    )
    ox = fighter(verdict, "defender.Ox")
    assert (ox.damage, ox.poison, ox.frost) == (0, 0, False)


# --- multi attack (B12) -------------------------------------------------------------------------------

HERD = [creature("Elk", 99, 0), creature("Cow", 99, 0), creature("Ox", 99, 0)]
"""Three without dice, to stand in slots 1, 3 and 2."""

ALL = "attacker.Elk", "attacker.Ox", "attacker.Cow"
"""Their keys by slot."""


def attacks(bd: int, *abilities: str, herd: list[Card] = HERD, **settings: Any) -> Verdict:
    """Elk, Ox and Cow stand in slots 1, 2, 3; Hydra, across from Ox, attacks it.

    Hydra flies, so Ox's summon makes no fight. Bat, without dice, stands across from Elk.
    """
    return fought(
        herd,
        [creature("Hydra", 9, bd, "flying", *abilities), creature("Bat", 9, 0)],
        "summon Elk 1",
        "summon Hydra 2",
        "summon Cow 3",
        "summon Bat 1",
        "summon Ox 2",
        "attack Hydra",
        **settings,
    )


def defends(bd: int, *abilities: str, herd: list[Card] = HERD, **settings: Any) -> Verdict:
    """The same, but Hydra doesn't fly: Ox's summon makes the fight, and Hydra strikes back."""
    return fought(
        herd,
        [creature("Hydra", 9, bd, *abilities), creature("Bat", 9, 0)],
        "summon Elk 1",
        "summon Hydra 2",
        "summon Cow 3",
        "summon Bat 1",
        "summon Ox 2",
        **settings,
    )


@pytest.mark.rule("multi-attack", "B12")
@pytest.mark.parametrize(("bd", "third"), [(6, 2), (5, 1), (3, 1), (2, 0), (8, 2), (9, 3)])
def test_multi_attack_gives_a_third_to_both_sides(bd: int, third: int) -> None:
    """P. 19: 6 in the middle are 2 and 2 beside it; thirds are rounded down."""
    assert on(attacks(bd, "multi attack"), *ALL) == (third, bd, third)


@pytest.mark.rule("multi-attack", "B12")
def test_multi_attack_works_in_defence() -> None:
    """B12: Ox comes, Hydra strikes back with 6: 2 for each creature next to Ox."""
    assert on(defends(6, "multi attack"), *ALL) == (2, 6, 2)


@pytest.mark.rule("multi-attack", "B12")
def test_no_multi_attack_without_the_ability() -> None:
    """P. 19: an ordinary 6 stays with the opponent."""
    assert on(attacks(6), *ALL) == (0, 6, 0)


@pytest.mark.rule("multi-attack", "B12")
def test_multi_attack_reaches_the_slot_next_to_the_opponent_only() -> None:
    """P. 19: Hydra fights Elk in slot 1: 2 for Ox in slot 2, nothing for Cow in slot 3 or what is in hand."""
    verdict = fought(
        [creature("Ox", 99, 0), creature("Cow", 99, 0), creature("Elk", 99, 0)],
        [creature("Hydra", 9, 6, "multi attack")],
        "summon Ox 2",
        "summon Hydra 1",
        "summon Elk 1",
        "attack Hydra",
        "summon Cow 3",
        "attack Hydra",
    )
    assert course(verdict, "attacker.Elk") == [0, 0, 6, 12, 12, 18]
    assert course(verdict, "attacker.Ox") == [0, 0, 2, 4, 4, 6]
    assert on(verdict, "attacker.Cow") == (0,)


@pytest.mark.rule("multi-attack", "B12")
def test_multi_attack_spares_its_own_side() -> None:
    """P. 19: Hydra's neighbours Bat and Owl get nothing when it comes between them and fights Ox."""
    verdict = fought(
        [creature("Ox", 99, 0)],
        [creature("Hydra", 9, 6, "multi attack"), creature("Bat", 9, 0), creature("Owl", 9, 0)],
        "summon Ox 2",
        "summon Bat 1",
        "move Ox 3",
        "summon Owl 3",
        "move Ox 2",
        "summon Hydra 2",
    )
    assert on(verdict, "attacker.Ox", "defender.Bat", "defender.Owl", "defender.Hydra") == (6, 0, 0, 0)


@pytest.mark.rule("multi-attack", "B12")
def test_two_multi_attackers_hit_both_sides_neighbours() -> None:
    """B12: Hydra's 6 on Ox give Elk and Cow 2 each; Ox's 3 on Hydra give Bat in slot 1 of the other side 1."""
    herd = [creature("Elk", 99, 0), creature("Cow", 99, 0), creature("Ox", 99, 3, "multi attack")]
    verdict = defends(6, "multi attack", herd=herd)
    assert on(verdict, *ALL) == (2, 6, 2)
    assert on(verdict, "defender.Hydra", "defender.Bat") == (3, 1)


@pytest.mark.rule("multi-attack", "B12", "simultaneous")
def test_a_dying_multi_attacker_still_hits_the_neighbours() -> None:
    """B10, B12: Ox's 9 kill Hydra (9 of 9) at the moment in which its 6, 2 and 2 fall."""
    herd = [creature("Elk", 99, 0), creature("Cow", 99, 0), creature("Ox", 99, 9)]
    verdict = defends(6, "multi attack", herd=herd)
    assert fighter(verdict, "defender.Hydra").dead
    assert on(verdict, *ALL) == (2, 6, 2)


@pytest.mark.rule("multi-attack", "B12", "B10", "first-strike")
def test_killed_first_it_hits_no_neighbours() -> None:
    """B10: Ox's first strike of 9 kills Hydra (9 of 9), so there is no damage to take a third of."""
    herd = [creature("Elk", 99, 0), creature("Cow", 99, 0), creature("Ox", 99, 9, "first strike")]
    assert on(defends(6, "multi attack", herd=herd), *ALL) == (0, 0, 0)


@pytest.mark.rule("multi-attack", "B12", "B9", "defensive")
def test_the_third_is_of_the_damage_dealt() -> None:
    """B12, B9: the opponent's defensive 3 leaves 8 - 3 = 5 dealt, a third of which is 1 (and not 8 / 3 = 2)."""
    herd = [creature("Elk", 99, 0), creature("Cow", 99, 0), creature("Ox", 99, 0, "defensive 3")]
    assert on(attacks(8, "multi attack", herd=herd), *ALL) == (1, 5, 1)


@pytest.mark.rule("multi-attack", "B12", "offensive")
def test_offensive_counts_for_the_third() -> None:
    """B12, B9: 4 + 2 = 6 dealt in an attack give 2; in defence 4 give 1."""
    assert on(attacks(4, "multi attack", "offensive 2"), *ALL) == (2, 6, 2)
    assert on(defends(4, "multi attack", "offensive 2"), *ALL) == (1, 4, 1)


@pytest.mark.rule("multi-attack", "B12", "B9", "frost-attack")
def test_frost_lowers_the_third_once() -> None:
    """B9, B12: frozen Hydra attacks with 9 - 3 = 6, so its neighbours get 2 (and not 2 less frost)."""
    verdict = fought(
        [creature("Elk", 99, 0), creature("Cow", 99, 0), creature("Yuki", 99, 1, "frost attack")],
        [creature("Hydra", 99, 9, "multi attack")],
        "summon Yuki 2",
        "summon Hydra 2",
        "summon Elk 1",
        "attack Hydra",
    )
    assert course(verdict, "attacker.Yuki") == [0, 9, 9, 15]
    assert course(verdict, "attacker.Elk") == [0, 0, 0, 2]


@pytest.mark.rule("multi-attack", "B12", "absorption")
def test_the_third_counts_what_the_opponent_absorbs() -> None:
    """B12: Ox's shield takes all 6 that are dealt to it; 2 go to each side all the same."""
    verdict = fought(
        HERD,
        [creature("Hydra", 9, 6, "multi attack"), creature("Bat", 9, 0)],
        "summon Elk 1",
        "summon Hydra 2",
        "summon Cow 3",
        "summon Bat 1",
        "summon Ox 2 with Shield",
        attacker_wears=[piece("Shield", "absorption 9")],
    )
    assert on(verdict, *ALL) == (2, 0, 2)


@pytest.mark.rule("multi-attack", "B12", "absorption")
def test_neighbours_absorb_multi_attack() -> None:
    """P. 22: Cow's shield of 1 takes 1 of its 2, Elk has none; the damage on Ox is the 6 of always."""
    verdict = fought(
        HERD,
        [creature("Hydra", 9, 6, "multi attack"), creature("Bat", 9, 0)],
        "summon Elk 1",
        "summon Hydra 2",
        "summon Cow 3 with Shield",
        "summon Bat 1",
        "summon Ox 2",
        attacker_wears=[piece("Shield", "absorption 1")],
    )
    assert on(verdict, *ALL) == (2, 6, 1)
    assert absorbed(verdict, "attacker.Cow") == {"Shield": 1}


@pytest.mark.rule("multi-attack", "B12", "defensive")
@pytest.mark.parametrize(("defensive", "left"), [(1, 1), (2, 0), (5, 0)])
def test_a_neighbours_defensive_works_against_the_initiator(defensive: int, left: int) -> None:
    """P. 18, B12: of the 2 Elk's own defensive takes its X off, never below 0; Cow without any gets 2."""
    herd = [creature("Elk", 99, 0, f"defensive {defensive}"), *HERD[1:]]
    assert on(attacks(6, "multi attack", herd=herd), *ALL) == (left, 6, 2)


@pytest.mark.rule("multi-attack", "B12", "defensive")
def test_a_neighbours_defensive_is_off_against_a_strike_back() -> None:
    """B12: Ox caused the fight, so Elk beside it gets the full 2 in spite of its defensive 5."""
    herd = [creature("Elk", 99, 0, "defensive 5"), *HERD[1:]]
    assert on(defends(6, "multi attack", herd=herd), *ALL) == (2, 6, 2)


@pytest.mark.rule("multi-attack", "B12", "B16", "devour", "defensive")
def test_a_devourers_defensive_works_against_multi_attack_beside() -> None:
    """B16: Elk is a devourer that sits in its own slot; its defensive 1 leaves 2 - 1."""
    herd = [creature("Elk", 99, 0, "devour", "defensive 1"), *HERD[1:]]
    assert on(attacks(6, "multi attack", herd=herd), *ALL) == (1, 6, 2)


@pytest.mark.rule("multi-attack", "B11", "B12", "frost-attack", "poisonous")
def test_multi_attack_brings_markers() -> None:
    """B11, B12: 1 received by Elk poisons and freezes; 1 on Cow's shield freezes only."""
    verdict = fought(
        HERD,
        [creature("Hydra", 9, 3, "multi attack", "poisonous", "frost attack"), creature("Bat", 9, 0)],
        "summon Elk 1",
        "summon Hydra 2",
        "summon Cow 3 with Shield",
        "summon Bat 1",
        "summon Ox 2",
        attacker_wears=[piece("Shield", "absorption 9")],
    )
    elk, ox, cow = (fighter(verdict, key) for key in ALL)
    assert (elk.damage, elk.poison, elk.frost) == (1, 1, True)
    assert (ox.damage, ox.poison, ox.frost) == (3, 1, True)
    assert (cow.damage, cow.poison, cow.frost) == (0, 0, True)


@pytest.mark.rule("multi-attack", "B12")
def test_multi_attack_brings_no_marker_when_a_third_is_nothing() -> None:
    """B11, B12: 2 / 3 = 0, so Elk and Cow are neither poisoned nor frozen."""
    verdict = attacks(2, "multi attack", "poisonous", "frost attack")
    for key in ("attacker.Elk", "attacker.Cow"):
        assert (fighter(verdict, key).poison, fighter(verdict, key).frost) == (0, False)


@pytest.mark.rule("multi-attack", "B12")
def test_multi_attack_kills_neighbours() -> None:
    """B12: Elk (2 of 2) dies of its third, and it strikes nobody: it isn't in the fight."""
    verdict = attacks(6, "multi attack", herd=[creature("Elk", 2, 5), *HERD[1:]])
    # Elk's 5 dice struck Bat (9) once, when Bat came in front of it
    assert fighter(verdict, "attacker.Elk").dead
    assert on(verdict, "defender.Hydra", "defender.Bat") == (0, 5)


@pytest.mark.rule("multi-attack", "B12", "B18", "bind", "defensive")
def test_a_bound_neighbours_defensive_is_off() -> None:
    """B18: bound by Bat's Rope, Elk gets the full 2; Ox had 1 from Bat before."""
    verdict = fought(
        [creature("Elk", 99, 0, "defensive 5"), creature("Ox", 99, 0)],
        [creature("Hydra", 9, 6, "flying", "multi attack"), creature("Bat", 9, 1)],
        "summon Elk 1",
        "summon Hydra 2",
        "summon Ox 2",
        "summon Bat 3 with Rope",
        "move Ox 3",
        "bind Elk",
        "move Ox 2",
        "attack Hydra",
        defender_wears=[ROPE],
    )
    assert on(verdict, "attacker.Elk", "attacker.Ox") == (2, 1 + 6)


@pytest.mark.rule("multi-attack", "B12", "B18", "bind")
def test_a_bound_multi_attacker_hits_its_opponent_only() -> None:
    """B18: bound by Ox's Rope, Hydra strikes back with its 6 on Ox alone."""
    verdict = fought(
        [creature("Ox", 99, 0), creature("Elk", 99, 0)],
        [creature("Hydra", 9, 6, "multi attack"), creature("Bat", 9, 1)],
        "summon Ox 2 with Rope",
        "summon Hydra 1",
        "bind Hydra",
        "summon Bat 3",
        "summon Elk 3",
        "attack Bat",
        "move Ox 1",
        "attack Bat",
        "move Elk 2",
        "move Bat 2",
        "attack Ox",
        attacker_wears=[ROPE],
    )
    # turn 7: 6 on Ox; turn 11: 6 more, with Elk next to it, which has its 4 from turns 5, 6, 8, 10 with Bat
    assert course(verdict, "attacker.Ox")[5:] == [0, 6, 6, 6, 6, 12]
    assert on(verdict, "attacker.Elk") == (4,)


@pytest.mark.rule("multi-attack", "B12", "B16", "devour")
def test_a_devouring_creature_is_out_of_multi_attacks_reach() -> None:
    """B16: Maw, whose place is in slot 1 next to Ox, sits on Cow; Hydra's 6 on Ox do nothing to it."""
    verdict = fought(
        [creature("Hydra", 99, 6, "multi attack"), creature("Cow", 99, 0)],
        [creature("Maw", 9, 0, "devour"), creature("Ox", 99, 0)],
        "summon Cow 1",
        "summon Maw 1",
        "attack Cow",
        "devour Maw",
        "summon Hydra 2",
        "summon Ox 2",
        "attack Hydra",
    )
    assert on(verdict, "defender.Maw", "defender.Ox") == (0, 12)


@pytest.mark.rule("multi-attack", "B12", "B16", "devour")
def test_multi_attack_reaches_a_creature_that_is_being_devoured() -> None:
    """B12, B16: Cow, devoured in slot 1 next to Ox, gets its 2 from Hydra; Maw on top of it gets none."""
    verdict = fought(
        [creature("Cow", 99, 0), creature("Ox", 99, 0)],
        [creature("Maw", 9, 0, "devour"), creature("Hydra", 99, 6, "multi attack")],
        "summon Cow 1",
        "summon Maw 1",
        "attack Cow",
        "devour Maw",
        "summon Ox 2",
        "summon Hydra 2",
    )
    assert on(verdict, "attacker.Cow", "attacker.Ox", "defender.Maw") == (2, 6, 0)


# --- life steal (B13) ---------------------------------------------------------------------------------


@pytest.mark.rule("life-steal", "B13")
@pytest.mark.parametrize(("bd", "stolen"), [(6, 3), (5, 2), (2, 1), (1, 0)])
def test_life_steal_takes_back_half_of_the_damage_received(bd: int, stolen: int) -> None:
    """P. 20: Ox's 4 fall on Lamia, less half of what Ox received, rounded down."""
    verdict = fought(
        [creature("Ox", 99, 4)], [creature("Lamia", 9, bd, "life steal")], "summon Ox 1", "summon Lamia 1"
    )
    assert on(verdict, "attacker.Ox", "defender.Lamia") == (bd, 4 - stolen)


@pytest.mark.rule("life-steal", "B13")
def test_life_steal_works_in_defence_and_attack() -> None:
    """P. 20: each fight costs Lamia 4 and gives back 6 / 2 = 3."""
    verdict = fought(
        [creature("Lamia", 9, 6, "life steal")],
        [creature("Ox", 99, 4)],
        "summon Lamia 1",
        "summon Ox 1",
        "attack Lamia",
        "attack Ox",
    )
    assert course(verdict, "attacker.Lamia") == [0, 1, 2, 3]


@pytest.mark.rule("life-steal", "B13")
def test_life_steal_takes_off_old_damage_but_no_more_than_there_is() -> None:
    """P. 20: 5 from Ox less 3 are 2; then Cow, which deals nothing, receives 6: the 2 go, and nothing beyond."""
    verdict = fought(
        [creature("Lamia", 9, 6, "life steal")],
        [creature("Ox", 99, 5), creature("Cow", 99, 0)],
        "summon Lamia 1",
        "summon Ox 1",
        "move Lamia 2",
        "summon Cow 2",
    )
    assert course(verdict, "attacker.Lamia") == [0, 2, 2, 0]


@pytest.mark.rule("life-steal", "B13", "absorption", "defensive")
def test_life_steal_takes_nothing_for_damage_that_was_stopped() -> None:
    """P. 20: of Lamia's 8 defensive 1 and a shield of 3 leave 4 received: 2 back of Ox's 5."""
    verdict = fought(
        [creature("Ox", 99, 5, "defensive 1")],
        [creature("Lamia", 9, 8, "life steal")],
        "summon Ox 1 with Shield",
        "summon Lamia 1",
        attacker_wears=[piece("Shield", "absorption 3")],
    )
    assert on(verdict, "attacker.Ox", "defender.Lamia") == (4, 3)


@pytest.mark.rule("life-steal", "B13", "multi-attack", "burning", "poisonous")
def test_life_steal_takes_nothing_for_other_damage() -> None:
    """B13: Lamia's 6 on Ox give 3; its 2 on Elk, its burning 4 on both and its poison nothing: 9 - 3."""
    verdict = fought(
        [creature("Elk", 99, 0), creature("Ox", 99, 9)],
        [creature("Lamia", 99, 6, "life steal", "multi attack", "burning 4", "poisonous"), creature("Bat", 9, 0)],
        "summon Elk 1",
        "summon Bat 3",
        "summon Ox 2",
        "summon Lamia 2",
        "move Ox 3",
    )
    # Ox: 6 + 4, then two markers, and Bat, which has no dice; Elk: 2 + 4, then two markers
    assert on(verdict, "attacker.Ox", "attacker.Elk") == (12, 8)
    assert on(verdict, "defender.Lamia") == (6,)


@pytest.mark.rule("life-steal", "B13", "devour", "break-free")
def test_life_steal_takes_nothing_for_devouring() -> None:
    """B13, B16: Ox's attack costs Maw 4; nothing comes back by its plain strike, devouring or breaking free."""
    verdict = fought(
        [creature("Maw", 9, 2, "devour", "life steal")],
        [creature("Ox", 99, 4)],
        "summon Ox 1",
        "summon Maw 1",
        "attack Ox",
        "devour Maw",
        "break free Ox",
        kind="battleground",
    )
    # 2 by the strike back, 2 devoured, 2 x 2 to break free
    assert course(verdict, "defender.Ox") == [0, 0, 2, 2, 8]
    assert on(verdict, "attacker.Maw") == (4,)


@pytest.mark.rule("life-steal", "B13")
def test_life_steal_saves_nobody_from_dying() -> None:
    """P. 20: 4 on Lamia's 4 hit points kill it, though 3 of them would have come back."""
    verdict = fought(
        [creature("Lamia", 4, 6, "life steal"), creature("Elk", 9, 0)],
        [creature("Ox", 99, 4)],
        "summon Lamia 1",
        "summon Ox 1",
    )
    lamia = fighter(verdict, "attacker.Lamia")
    assert (lamia.dead, lamia.damage) == (True, 4)


@pytest.mark.rule("life-steal", "B13", "B26")
def test_life_steal_counts_damage_beyond_the_last_hit_point() -> None:
    """B13: Ox (1 of 1) receives 6: Lamia takes back 3 of Ox's 4."""
    verdict = fought(
        [creature("Lamia", 9, 6, "life steal")],
        [creature("Ox", 1, 4), creature("Elk", 9, 0)],
        "summon Lamia 1",
        "summon Ox 1",
    )
    assert on(verdict, "attacker.Lamia", "defender.Ox") == (1, 6)


@pytest.mark.rule("life-steal", "B13")
def test_life_steal_twice_is_life_steal_once() -> None:
    """B13: its own, the Ring's and the Chain's: 4 - 6 / 2 = 1."""
    verdict = fought(
        [creature("Lamia", 9, 6, "life steal")],
        [creature("Ox", 99, 4)],
        "summon Lamia 1 with Ring, Chain",
        "summon Ox 1",
        attacker_wears=[piece("Ring", "life steal"), piece("Chain", "life steal")],
    )
    assert on(verdict, "attacker.Lamia") == (1,)


@pytest.mark.rule("life-steal", "B13", "first-strike", "B10")
def test_a_first_strikers_life_steal_comes_before_the_strike_back() -> None:
    """B13, B10: nothing is on Lamia when its 6 fall; the 4 of the strike back stay. Its next 6 take 3 of them."""
    verdict = fought(
        [creature("Lamia", 9, 6, "life steal", "first strike")],
        [creature("Ox", 99, 4)],
        "summon Lamia 1",
        "summon Ox 1",
        "attack Lamia",
    )
    # 0 + 4, then 4 - 3 + 4
    assert course(verdict, "attacker.Lamia") == [0, 4, 5]


@pytest.mark.rule("life-steal", "B13", "simultaneous")
def test_two_thieves_steal_from_each_other() -> None:
    """P. 20: 6 and 4 fall together; Lamia has 4 - 3 and Vampire 6 - 2 left."""
    verdict = fought(
        [creature("Lamia", 9, 6, "life steal")],
        [creature("Vampire", 9, 4, "life steal")],
        "summon Lamia 1",
        "summon Vampire 1",
    )
    assert on(verdict, "attacker.Lamia", "defender.Vampire") == (1, 4)


@pytest.mark.rule("life-steal", "B13", "B18", "bind", "shared-abilities")
@pytest.mark.parametrize(("wears", "left"), [("Cloak", 1 + 4), ("Ring", 1 + 4 - 3)])
def test_a_bound_thief_steals_with_equipment_only(wears: str, left: int) -> None:
    """B18: before it is bound Lamia has 4 - 6 / 2 = 1; after, 4 more, less 3 only if it wears the Ring."""
    verdict = fought(
        [creature("Lamia", 9, 6, "life steal"), creature("Cow", 9, 0)],
        [creature("Ox", 99, 4)],
        f"summon Lamia 1 with {wears}",
        "summon Ox 1 with Lasso",
        "summon Cow 3",
        "bind Lamia",
        "move Cow 2",
        "attack Ox",
        attacker_wears=[piece("Cloak", "immunity fire"), piece("Ring", "life steal")],
        defender_wears=[piece("Lasso", "bind")],
    )
    assert course(verdict, "attacker.Lamia")[-1] == left


@pytest.mark.rule("life-steal", "B13", "B17", "resurrection")
def test_life_steal_from_a_creature_that_resurrects() -> None:
    """B13, B17: Ox (2 of 2) received 6 before it came back: Lamia's 4 less 3."""
    verdict = fought(
        [creature("Lamia", 9, 6, "life steal")],
        [creature("Ox", 2, 4, "resurrection")],
        "summon Lamia 1",
        "summon Ox 1",
    )
    assert on(verdict, "attacker.Lamia", "defender.Ox") == (1, 0)


# --- flying (B6) --------------------------------------------------------------------------------------

WALKER, FLYER = creature("Ox", 99, 2), creature("Bat", 99, 1, "flying")


@pytest.mark.rule("flying", "B6", "arrival-fight")
@pytest.mark.parametrize(
    "turns",
    [
        pytest.param(("summon Bat 1", "summon Ox 1"), id="summon"),
        pytest.param(("summon Bat 1", "summon Ox 2", "summon Elk 3", "move Ox 1"), id="move"),
    ],
)
def test_a_walkers_arrival_in_front_of_a_flyer_makes_no_fight(turns: tuple[str, ...]) -> None:
    """P. 16, 18: Ox comes in front of Bat and nobody is hurt."""
    verdict = fought([FLYER, creature("Elk", 9, 1)], [WALKER], *turns)
    assert set(damage(verdict).values()) == {0}
    assert strikers(verdict) == []


@pytest.mark.rule("flying", "B6", "attack")
def test_a_walker_cant_attack_a_flyer() -> None:
    """P. 18: Ox faces Bat without a fight and may not attack it."""
    assert refused([FLYER], [WALKER], "summon Bat 1", "summon Ox 1", "attack Bat", "attack Ox") in {"B6", "flying"}


@pytest.mark.rule("flying", "B6", "arrival-fight")
@pytest.mark.parametrize(
    "turns",
    [
        pytest.param(("summon Ox 1", "summon Bat 1"), id="summon"),
        pytest.param(("summon Ox 1", "summon Bat 2", "summon Elk 3", "move Bat 1"), id="move"),
    ],
)
def test_a_flyers_arrival_in_front_of_a_walker_is_a_fight(turns: tuple[str, ...]) -> None:
    """P. 18: both strike, 1 on Ox and 2 on Bat."""
    verdict = fought([WALKER, creature("Elk", 9, 1)], [FLYER], *turns)
    assert on(verdict, "attacker.Ox", "defender.Bat") == (1, 2)


@pytest.mark.rule("flying", "B6", "attack")
def test_in_a_flyers_attack_both_strike() -> None:
    """P. 18: nothing when Ox comes in front of Bat; Bat's attack costs it 2 and Ox 1."""
    verdict = fought([FLYER], [WALKER], "summon Bat 1", "summon Ox 1", "attack Bat")
    assert course(verdict, "attacker.Bat") == [0, 0, 2]
    assert course(verdict, "defender.Ox") == [0, 0, 1]


@pytest.mark.rule("flying", "B6")
def test_flyers_fight_each_other() -> None:
    """P. 18: Owl's summon in front of Bat is a fight, 2 and 1; so are the attacks of either."""
    verdict = fought(
        [FLYER], [creature("Owl", 99, 2, "flying")], "summon Bat 1", "summon Owl 1", "attack Bat", "attack Owl"
    )
    assert course(verdict, "attacker.Bat") == [0, 2, 4, 6]
    assert course(verdict, "defender.Owl") == [0, 1, 2, 3]


@pytest.mark.rule("flying", "B6", "equipment", "shared-abilities")
def test_worn_wings_fly() -> None:
    """P. 23: with Wings Ox fights Bat when it comes, and keeps a walker's arrival from being a fight."""
    verdict = fought([FLYER], [WALKER], "summon Bat 1", "summon Ox 1 with Wings", defender_wears=[WINGS])
    assert on(verdict, "attacker.Bat", "defender.Ox") == (2, 1)
    elk = [creature("Elk", 9, 5)]
    verdict = fought([WALKER], elk, "summon Ox 1 with Wings", "summon Elk 1", attacker_wears=[WINGS])
    assert on(verdict, "attacker.Ox", "defender.Elk") == (0, 0)


@pytest.mark.rule("flying", "ranged", "B6", "B7", "attack")
def test_a_ranged_walker_attacks_a_flyer() -> None:
    """P. 20: no fight when Bow is summoned in front of Bat; its attack deals 3 and Bat doesn't roll."""
    verdict = fought(
        [FLYER, creature("Elk", 9, 0)],
        [creature("Bow", 99, 3, "ranged")],
        "summon Bat 1",
        "summon Bow 1",
        "summon Elk 3",
        "attack Bow",
    )
    assert course(verdict, "attacker.Bat") == [0, 0, 0, 3]
    assert on(verdict, "defender.Bow") == (0,)


@pytest.mark.rule("flying", "ranged", "B6", "B7", "move")
def test_a_ranged_walkers_move_in_front_of_a_flyer_is_a_fight() -> None:
    """B6: Bow moves in front of Bat: 3 on Bat, nothing back."""
    verdict = fought(
        [FLYER, creature("Elk", 9, 0)],
        [creature("Bow", 99, 3, "ranged")],
        "summon Bat 1",
        "summon Bow 2",
        "summon Elk 3",
        "move Bow 1",
    )
    assert on(verdict, "attacker.Bat", "defender.Bow") == (3, 0)


@pytest.mark.rule("flying", "ranged", "B6", "B7", "summon")
def test_a_ranged_walkers_summon_in_front_of_a_flyer_makes_no_fight() -> None:
    """B6, B7: ranged doesn't count at a summon, so Bow is a walker like any other."""
    verdict = fought([FLYER], [creature("Bow", 99, 3, "ranged")], "summon Bat 1", "summon Bow 1")
    assert on(verdict, "attacker.Bat", "defender.Bow") == (0, 0)


@pytest.mark.rule("flying", "B6", "B16", "devour")
def test_devouring_a_flyer_takes_a_flyer() -> None:
    """B6: Maw can't devour Bat, not even if it is ranged; a Maw that flies or wears Wings can."""
    turns = "summon Bat 1", "summon Maw 1", "attack Bat", "devour Maw"
    assert refused([FLYER], [creature("Maw", 99, 1, "devour")], *turns) in {"B6", "flying"}
    assert refused([FLYER], [creature("Maw", 99, 1, "devour", "ranged")], *turns) in {"B6", "flying"}
    verdict = fought([FLYER], [creature("Maw", 99, 1, "devour", "flying")], *turns)
    assert fighter(verdict, "attacker.Bat").devoured_by is not None
    winged = ("summon Bat 1", "summon Maw 1 with Wings", *turns[2:])
    verdict = fought([FLYER], [creature("Maw", 99, 1, "devour")], *winged, defender_wears=[WINGS])
    assert fighter(verdict, "attacker.Bat").devoured_by is not None


@pytest.mark.rule("flying", "B6", "B16", "devour")
def test_a_flying_devourer_is_still_a_flyer() -> None:
    """B16: Ox's summon in front of Maw is no fight and its attack is illegal; Bat's summon is a fight, 1 and 2."""
    maw = [creature("Maw", 99, 2, "devour", "flying"), creature("Elk", 9, 0)]
    assert on(fought(maw, [WALKER], "summon Maw 1", "summon Ox 1"), "attacker.Maw", "defender.Ox") == (0, 0)
    assert refused(maw, [WALKER], "summon Maw 1", "summon Ox 1", "summon Elk 3", "attack Ox") in {"B6", "flying"}
    assert on(fought(maw, [FLYER], "summon Maw 1", "summon Bat 1"), "attacker.Maw", "defender.Bat") == (1, 2)


@pytest.mark.rule("flying", "B6", "B18", "bind", "bound-creature")
def test_a_bound_flyer_is_a_walker() -> None:
    """B18: bound, Bat has lost its own flying, so Ox may attack it: 2 on Bat, 1 on Ox."""
    turns = "summon Bat 1", "summon Ox 1 with Rope", "summon Elk 3", "bind Bat", "move Elk 2", "attack Ox"
    verdict = fought([FLYER, creature("Elk", 9, 0)], [WALKER], *turns, defender_wears=[ROPE])
    assert on(verdict, "attacker.Bat", "defender.Ox") == (2, 1)


@pytest.mark.rule("flying", "B6", "B18", "bind", "arrival-fight")
def test_an_arrival_in_front_of_a_bound_flyer_is_a_fight() -> None:
    """P. 23: Ox moves in front of bound Bat, 2 and 1."""
    turns = "summon Bat 1", "summon Ox 2 with Rope", "summon Elk 3", "bind Bat", "move Elk 2", "move Ox 1"
    verdict = fought([FLYER, creature("Elk", 9, 0)], [WALKER], *turns, defender_wears=[ROPE])
    assert on(verdict, "attacker.Bat", "defender.Ox") == (2, 1)


@pytest.mark.rule("flying", "B6", "B18", "bind", "equipment")
def test_a_bound_creatures_wings_still_fly() -> None:
    """B18: Bat is bound but wears Wings, so Ox can't attack it."""
    turns = "summon Bat 1 with Wings", "summon Ox 1 with Rope", "summon Elk 3", "bind Bat", "move Elk 2", "attack Ox"
    assert refused(
        [FLYER, creature("Elk", 9, 0)], [WALKER], *turns, attacker_wears=[WINGS], defender_wears=[ROPE]
    ) in {"B6", "flying"}


# --- ranged (B7) --------------------------------------------------------------------------------------

BOW = creature("Bow", 99, 3, "ranged")
CROSSBOW = piece("Crossbow", "ranged")


@pytest.mark.rule("ranged", "B7")
def test_in_a_ranged_attack_only_the_ranged_creature_rolls() -> None:
    """P. 20: both roll when Ox comes; Bow's attack is one roll of 3 dice."""
    sides = [BOW], [WALKER]
    turns = "summon Bow 1", ("summon Ox 1", "2 1 / 1 0 0")
    verdict = fought(*sides, *turns, ("attack Bow", "2 2 1"))
    assert course(verdict, "attacker.Bow") == [0, 3, 3]
    assert course(verdict, "defender.Ox") == [0, 1, 6]
    with pytest.raises(BadInput):
        judge(record(*sides, *turns, ("attack Bow", "2 2 1 / 1 1")))


@pytest.mark.rule("ranged", "B7", "move")
def test_in_a_ranged_creatures_move_only_it_rolls() -> None:
    """P. 20: Bow moves in front of Ox and deals 3."""
    verdict = fought([BOW], [WALKER], "summon Bow 1", "summon Ox 2", ("move Bow 2", "1 1 1"))
    assert on(verdict, "attacker.Bow", "defender.Ox") == (0, 3)


@pytest.mark.rule("ranged", "B7", "summon")
def test_ranged_does_nothing_at_a_summon() -> None:
    """P. 20: Bow is summoned in front of Ox and both strike, 3 and 2."""
    verdict = fought([WALKER], [BOW], "summon Ox 1", "summon Bow 1")
    assert on(verdict, "attacker.Ox", "defender.Bow") == (3, 2)


@pytest.mark.rule("ranged", "B7", "simultaneous")
def test_ranged_does_nothing_in_defence() -> None:
    """P. 20: Ox comes and then attacks; both strike each time."""
    verdict = fought(
        [BOW, creature("Elk", 9, 0)], [WALKER], "summon Bow 1", "summon Ox 1", "summon Elk 3", "attack Ox"
    )
    assert course(verdict, "attacker.Bow") == [0, 2, 2, 4]
    assert course(verdict, "defender.Ox") == [0, 3, 3, 6]


@pytest.mark.rule("ranged", "B7")
@pytest.mark.parametrize("wears", [False, True], ids=["its own", "worn"])
def test_a_ranged_opponent_strikes_back(wears: bool) -> None:
    """P. 20: Sling strikes back with 2, whether the ability is its own or worn."""
    sling = creature("Sling", 99, 2) if wears else creature("Sling", 99, 2, "ranged")
    summon = "summon Sling 2 with Crossbow" if wears else "summon Sling 2"
    verdict = fought([BOW], [sling], "summon Bow 1", summon, "move Bow 2", defender_wears=[CROSSBOW])
    assert on(verdict, "attacker.Bow", "defender.Sling") == (2, 3)


@pytest.mark.rule("ranged", "B7", "equipment", "shared-abilities")
def test_a_worn_bow_is_ranged() -> None:
    """P. 23, 20: Ox with a Crossbow attacks: 2 on Elk, nothing back."""
    verdict = fought(
        [WALKER],
        [creature("Elk", 99, 1)],
        "summon Ox 1 with Crossbow",
        "summon Elk 1",
        "attack Ox",
        attacker_wears=[CROSSBOW],
    )
    assert course(verdict, "attacker.Ox") == [0, 1, 1]
    assert course(verdict, "defender.Elk") == [0, 2, 4]


@pytest.mark.rule("ranged", "B7", "first-strike", "B10")
def test_first_strike_is_no_help_against_ranged() -> None:
    """B7: Ox, which would strike first, doesn't strike at all."""
    verdict = fought(
        [BOW], [creature("Ox", 99, 2, "first strike")], "summon Bow 1", "summon Ox 2", ("move Bow 2", "1 1 1")
    )
    assert on(verdict, "attacker.Bow", "defender.Ox") == (0, 3)


@pytest.mark.rule("ranged", "B7", "first-strike", "B10")
def test_first_strike_counts_between_two_ranged_creatures() -> None:
    """B7, B10: Sling may strike back, and first: its 2 dice come before Bow's."""
    verdict = fought(
        [BOW],
        [creature("Sling", 99, 2, "ranged", "first strike")],
        "summon Bow 1",
        "summon Sling 2",
        ("move Bow 2", "2 2 / 1 1 1"),
    )
    assert on(verdict, "attacker.Bow", "defender.Sling") == (4, 3)


@pytest.mark.rule("ranged", "B7", "offensive", "defensive", "B9")
def test_a_ranged_attack_is_reckoned_like_any_other() -> None:
    """B9: 3 dice + offensive 2 - defensive 1 = 4."""
    verdict = fought(
        [creature("Bow", 99, 3, "ranged", "offensive 2")],
        [creature("Wall", 99, 9, "defensive 1")],
        "summon Bow 1",
        "summon Wall 2",
        "move Bow 2",
    )
    assert on(verdict, "attacker.Bow", "defender.Wall") == (0, 4)


@pytest.mark.rule("ranged", "B7", "B14", "burning")
def test_kept_from_striking_it_does_not_burn() -> None:
    """B14: Imp is kept from striking by Bow's attack, so it doesn't burn Bow either; it does when it strikes."""
    verdict = fought(
        [BOW], [creature("Imp", 99, 1, "burning 2")], "summon Bow 1", "summon Imp 2", "move Bow 2", "attack Imp"
    )
    assert course(verdict, "attacker.Bow") == [0, 0, 0, 3]


@pytest.mark.rule("ranged", "B7", "B14", "burning")
def test_a_ranged_burner_burns_from_afar() -> None:
    """B7, B14: 3 by the strike and 2 by burning; nothing back."""
    verdict = fought(
        [creature("Bow", 99, 3, "ranged", "burning 2")], [WALKER], "summon Bow 1", "summon Ox 2", "move Bow 2"
    )
    assert on(verdict, "attacker.Bow", "defender.Ox") == (0, 5)


@pytest.mark.rule("ranged", "B7", "B18", "bind")
@pytest.mark.parametrize(("wears", "back"), [(False, 0), (True, 2)], ids=["its own", "worn"])
def test_a_bound_creature_strikes_back_at_ranged_with_equipment_only(wears: bool, back: int) -> None:
    """B18, B7: bound, Sling has lost its own ranged and can't answer Bow; a Crossbow works on."""
    verdict = fought(
        [BOW],
        [creature("Sling", 99, 2, "ranged"), creature("Elk", 9, 0)],
        "summon Bow 1 with Rope",
        "summon Sling 2 with Crossbow" if wears else "summon Sling 2",
        "bind Sling",
        "summon Elk 3",
        "move Bow 2",
        attacker_wears=[ROPE],
        defender_wears=[CROSSBOW],
    )
    assert on(verdict, "attacker.Bow", "defender.Sling") == (back, 3)


@pytest.mark.rule("ranged", "B7", "B16", "devour")
@pytest.mark.parametrize(("wears", "back"), [(False, 0), (True, 2)], ids=["its own", "worn"])
def test_an_attacked_devourer_strikes_back_at_ranged_with_equipment_only(wears: bool, back: int) -> None:
    """B16, B7: attacked, Maw has none of its own abilities, ranged neither; a Crossbow counts."""
    verdict = fought(
        [BOW],
        [creature("Maw", 99, 2, "devour", "ranged")],
        "summon Bow 1",
        "summon Maw 2 with Crossbow" if wears else "summon Maw 2",
        "move Bow 2",
        defender_wears=[CROSSBOW],
    )
    assert on(verdict, "attacker.Bow", "defender.Maw") == (back, 3)


@pytest.mark.rule("ranged", "B16", "devour", "arrival-fight")
def test_a_ranged_devourers_move_makes_no_fight() -> None:
    """B16: a devourer's arrival is no fight, ranged or not."""
    verdict = fought(
        [creature("Maw", 99, 2, "devour", "ranged")], [WALKER], "summon Maw 1", "summon Ox 2", "move Maw 2"
    )
    assert on(verdict, "attacker.Maw", "defender.Ox") == (0, 0)
