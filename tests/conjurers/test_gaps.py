"""The project's own rulings X1 and on: what neither the rulebook nor the rulings settle."""

from __future__ import annotations

import pytest

from referee.games.conjurers.battle.events import Hit
from tests.conjurers.battles import creature, damage, events, fighter, fought, piece, refused


@pytest.mark.rule("X1", "B16")
def test_a_devourer_that_comes_back_at_the_start_of_its_own_turn_rests_in_that_turn_only() -> None:
    """Maw (3 hit points): 1 by Snake's strike in turn 2, 1 by its marker in turns 3 and 5; it dies and is back."""
    sides = (
        [creature("Maw", 3, 1, "devour", "resurrection"), creature("Ally", 30, 0)],
        [creature("Snake", 30, 1, "poisonous"), creature("Hen", 30, 0), creature("Cat", 30, 0)],
    )
    before = ("summon Maw 2", "summon Snake 2", "devour Maw", "summon Hen 1")
    assert fighter(fought(*sides, *before), "attacker.Maw").devouring is not None
    assert refused(*sides, *before, "devour Maw") == "B16"
    then = (*before, "summon Ally 3", "summon Cat 3")
    assert fighter(fought(*sides, *then, "devour Maw"), "attacker.Maw").devouring is not None


@pytest.mark.rule("X2")
def test_the_wearer_in_the_lowest_slot_binds_if_none_is_named() -> None:
    sides = [creature("Low", 9, 1), creature("High", 9, 1)], [creature("Ox", 30, 0)]
    wears = [piece("Net", "bind"), piece("Chain", "bind"), piece("Rope", "bind")]
    turns = ("summon High 3 with Chain", "summon Ox 2", "summon Low 1 with Net, Rope", "attack Ox")
    with_none = (*turns[:3], "move Ox 1", "bind Ox")
    verdict = fought(*sides, *with_none, attacker_wears=wears)
    used = {source.name: source.bind_used for f in verdict.battle.fighters for source in f.worn}
    assert used == {"Net": True, "Rope": False, "Chain": False}


@pytest.mark.rule("X3")
def test_a_creatures_own_absorption_comes_after_what_it_wears() -> None:
    """5 dealt: the shield takes 2, the creature's own absorption 3; nothing is received."""
    verdict = fought(
        [creature("Turtle", 9, 0, "absorption 3")],
        [creature("Ox", 9, 5)],
        "summon Turtle 1 with Shield",
        "summon Ox 1",
        attacker_wears=[piece("Shield", "absorption 2")],
    )
    hit = next(hit for hit in events(verdict, Hit) if hit.target == "attacker.Turtle")
    assert [(taken.piece, taken.amount) for taken in hit.absorbed] == [("Shield", 2), ("Turtle", 3)]
    assert (hit.rules[0], hit.rules[-1]) == ("battle-dice", "absorption")
    assert damage(verdict)["attacker.Turtle"] == 0


@pytest.mark.rule("X3", "B17")
def test_resurrection_takes_off_what_a_creatures_own_absorption_has_taken() -> None:
    """P. 20: all damage markers go. 3 of 5 are absorbed and 2 kill; back, it absorbs 3 of the next 5 again."""
    verdict = fought(
        [creature("Phoenix", 2, 0, "resurrection", "absorption 3"), creature("Owl", 9, 0)],
        [creature("Ox", 99, 5)],
        "summon Phoenix 1",
        "summon Ox 1",
        "attack Phoenix",
    )
    assert [hit.absorbed[0].amount for hit in events(verdict, Hit) if hit.absorbed] == [3, 3]
    assert damage(verdict)["attacker.Phoenix"] == 2


@pytest.mark.rule("X3")
def test_numbers_of_one_ability_add_up() -> None:
    """Offensive 1 of its own and 2 worn: 1 die + 3 = 4."""
    verdict = fought(
        [creature("Ox", 9, 0)],
        [creature("Bull", 9, 1, "offensive 1")],
        "summon Ox 1",
        "summon Bull 1 with Spur",
        defender_wears=[piece("Spur", "offensive 2")],
    )
    assert damage(verdict)["attacker.Ox"] == 4


@pytest.mark.rule("X3", "B16")
@pytest.mark.parametrize("worn", [False, True])
def test_an_attacked_devourers_own_absorption_is_off_for_strike_and_burning(worn: bool) -> None:
    """X3: 2 of the strike and 1 of the burning; only a worn absorption of 2 takes any."""
    verdict = fought(
        [creature("Salamander", 99, 2, "burning 1")],
        [creature("Maw", 99, 0, "devour", *(() if worn else ("absorption 2",)))],
        "summon Salamander 1",
        "summon Maw 1 with Shield",
        "attack Salamander",
        defender_wears=[piece("Shield", "absorption 2" if worn else "immobility")],
    )
    assert damage(verdict)["defender.Maw"] == (1 if worn else 3)


@pytest.mark.rule("X5", "B20")
@pytest.mark.parametrize(("binds", "strikes_back"), [(False, 1), (True, 2)])
def test_a_bound_devourer_has_its_element_dice(binds: bool, strikes_back: int) -> None:
    """Fire over earth, level 2 against level 2: one more die, but not for an attacked devourer."""
    verdict = fought(
        [creature("Ox", 30, 1, element="earth"), creature("Weaver", 9, 0)],
        [creature("Maw", 30, 1, "devour", element="fire"), creature("Ally", 30, 0)],
        "summon Weaver 3 with Net",
        "summon Maw 1",
        *(("bind Maw",) if binds else ("move Weaver 2",)),
        "summon Ally 2" if binds else "summon Ally 3",
        "summon Ox 1",
        attacker_wears=[piece("Net", "bind")],
        elements=True,
    )
    assert damage(verdict)["attacker.Ox"] == strikes_back


@pytest.mark.rule("X6", "B1", "B25")
def test_a_creature_killed_by_its_poison_is_not_bitten() -> None:
    """Prey (5 hit points): 1 by the strike, then 1 by its marker in turns 3, 5, 7 and 9. Maw's 3 are not thrown."""
    verdict = fought(
        [creature("Prey", 5, 0), creature("Other", 9, 0)],
        [creature("Maw", 9, 3, "devour"), creature("Snake", 9, 1, "poisonous")],
        "summon Prey 1",
        "summon Snake 1",
        "summon Other 3",
        "move Snake 2",
        "move Other 2",
        "summon Maw 1",
        "attack Other",
        "devour Maw",
        "attack Other",
    )
    assert fighter(verdict, "attacker.Prey").dead
    assert fighter(verdict, "attacker.Prey").damage == 5
    assert fighter(verdict, "defender.Maw").devouring is None


@pytest.mark.rule("X7")
def test_the_dead_of_one_moment_lie_by_slot() -> None:
    """Drake's multi attack (9 dealt, 3 each) kills all three at one moment: slots 1, 2, 3."""
    verdict = fought(
        [creature("Third", 3, 0), creature("Second", 9, 0), creature("First", 3, 0)],
        [creature("Drake", 9, 9, "multi attack"), creature("Hen", 9, 0, "flying")],
        "summon Third 3",
        "summon Hen 1",
        "summon First 1",
        "attack Hen",
        "summon Second 2",
        "summon Drake 2",
    )
    battle = verdict.battle
    assert [battle.fighters[number].name for number in battle.sides["attacker"].dead] == ["First", "Second", "Third"]


@pytest.mark.rule("B1", "B16", "B23")
@pytest.mark.parametrize("dice", ["1 1 1", "9 9", "x", "1 1 / 2 2", ""])
def test_the_dice_of_an_illegal_turn_are_not_checked(dice: str) -> None:
    """Vic is devoured; whatever Maw's bite shows, a creature in hand can't attack."""
    sides = [creature("Maw", 9, 2, "devour")], [creature("Vic", 9, 1), creature("Oth", 9, 1)]
    before = ("summon Maw 1", ("summon Vic 1", "0 / 0 0"), "devour Maw")
    assert refused(*sides, *before, ("attack Oth", dice)) == "attack"


def test_words_of_a_move_may_be_capitals() -> None:
    """Letter case doesn't matter in names, nor in the words around them."""
    sides = [creature("Vic", 9, 1)], [creature("Maw", 9, 1)]
    wears = [piece("Net", "bind")]
    verdict = fought(*sides, "SUMMON vic 1 WITH net", "Summon Maw 2", "Bind maw By VIC", attacker_wears=wears)
    assert fighter(verdict, "defender.Maw").bound
