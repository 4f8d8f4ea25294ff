"""Range, offence and defence of an attack: the worked cases by their numbers, and the rulings beside them."""

from __future__ import annotations

from typing import Any

import pytest

from referee.effects.rules import Term, total
from referee.errors import Illegal
from referee.games.mythic.attack.values import NO_WAY, Modifier, compute, values_of, verify_nature
from tests.mythic.attacks import attack, side


def offence(*talents: str, stat: int = 4, more: tuple[int, ...] = (), kind: str = "hero", **told: Any) -> int:
    """The offence of a unit with some talents; `more` is added, `company` and so on are told of the unit."""
    own = {
        key: told.pop(key)
        for key in ("company", "helped", "terrain", "types", "vitality", "full", "unused")
        if key in told
    }
    unit = side(kind, stat, talents=talents, range=3, **own)
    target = side(told.pop("target", "monster"), name="Marsh Serpent")
    modifiers = tuple(Modifier(why="told", offence=by) for by in more)
    return values_of(attack(unit, target, modifiers=modifiers, **told)).offence


def defence(*talents: str, stat: int = 5, kind: str = "hero", against: Any = None, **told: Any) -> int:
    own = {
        key: told.pop(key)
        for key in ("company", "helped", "terrain", "types", "vitality", "full", "unused")
        if key in told
    }
    unit = side(kind, 5, stat, name="Marsh Serpent", talents=talents, **own)
    return values_of(attack(against or side(range=9), unit, **told)).defence


@pytest.mark.rule("M20", "M21", "M26", "values")
def test_1_modifiers_are_added_up_and_then_kept_within_0_to_10() -> None:
    assert offence("close combat", "sneak attack", stat=9, company=("hero",)) == 10
    assert offence(stat=1, more=(-2,)) == 0
    assert offence(stat=9, more=(2, -1)) == 10
    assert offence(stat=9, more=(3, -1)) == 10


@pytest.mark.rule("M21")
def test_a_stat_beyond_10_is_neither_raised_nor_pulled_back() -> None:
    assert offence(stat=12, more=(1,)) == 12
    assert offence(stat=12, more=(-1,)) == 11
    assert offence(stat=12, more=(2, -1)) == 12


@pytest.mark.rule("M22")
def test_so_many_dice_are_the_offence_and_nothing_changes_it() -> None:
    bolt = attack(
        side(talents=("close combat",)), modifiers=(Modifier(why="Bolt", dice=7), Modifier(why="x", offence=2))
    )
    assert values_of(bolt).offence == 7


@pytest.mark.rule("X5", "M22")
@pytest.mark.parametrize("given", [(7, 3), (3, 7), (0, 7)])
def test_of_two_numbers_of_dice_the_most_is_taken(given: tuple[int, int]) -> None:
    both = tuple(Modifier(why=f"power {number}", dice=number) for number in given)
    assert values_of(attack(side(offence=9), modifiers=both)).offence == 7


@pytest.mark.rule("archer", "close-combat", "M23", "M24", "M25")
def test_2_archer_and_close_combat() -> None:
    assert offence("archer", stat=6, distance=1) == 7
    assert offence("archer", stat=6) == 6
    assert offence("archer", stat=6, distance=1, kind="hero") == 7
    assert values_of(attack(side(offence=6, range=3, talents=("archer",)), kind="area", distance=1)).offence == 6
    assert offence("close combat") == 5
    assert offence("close combat", distance=1) == 4
    assert offence("close combat", distance=1, as_if_there=True) == 5
    assert values_of(attack(side(offence=4, talents=("close combat",)), kind="area")).offence == 4
    assert values_of(attack(side(offence=4, talents=("close combat",)), kind="retaliation")).offence == 5


@pytest.mark.rule("phalanx", "bolster", "M27", "M29", "M61")
def test_3_a_phalanx_beside_a_troop_and_a_bolster() -> None:
    beside: dict[str, Any] = {"company": ("troop", "hero"), "helped": ("bolster",), "kind": "troop", "full": 3}
    assert offence("phalanx", stat=3, vitality=3, **beside) == 5
    assert defence("phalanx", stat=4, vitality=3, **beside) == 6
    assert offence("phalanx", stat=3, vitality=1, **beside) == 4
    assert defence("phalanx", stat=4, vitality=1, **beside) == 5
    assert offence("phalanx", stat=3, vitality=1, **(beside | {"full": 1})) == 5
    assert offence("phalanx", stat=3, company=("hero", "token")) == 3
    assert offence(stat=3, company=("troop",), helped=("bolster",)) == 3


@pytest.mark.rule("forest", "cage", "ruins", "swamp", "torment")
def test_4_what_changes_a_defence() -> None:
    assert defence(terrain="forest", distance=1) == defence(terrain="cage", distance=1) == 6
    assert defence(terrain="forest") == defence(terrain="cage") == 5
    assert defence(terrain="ruins") == 6
    assert defence(terrain="ruins", distance=1) == 5
    assert defence(terrain="swamp", distance=2) == 4
    assert defence(terrain="swamp", distance=2, types=("aquatic",)) == 5
    tormentor = side(range=1, talents=("torment",))
    assert defence(against=tormentor) == 4
    assert defence(against=tormentor, distance=1) == 5
    assert defence(against=tormentor, kind="hero", terrain="ruins") == 5


@pytest.mark.rule("torment", "area-attack")
def test_torment_and_close_protection_in_an_area_attack() -> None:
    area = attack(side(talents=("torment",)), side(talents=("close protection",), company=("hero",)), kind="area")
    assert values_of(area).defence == 6


@pytest.mark.rule("heights", "stairs", "rock", "aerial-attack", "M34")
def test_5_stairs_heights_and_flight() -> None:
    archer = side(offence=4, range=1, terrain="stairs", types=("flying",))
    down = attack(archer, distance=3, heights=True)
    assert (values_of(down).range, values_of(down).offence) == (3, 6)
    assert any("M34" in term.rules for term in values_of(down).offence_terms)
    assert values_of(attack(archer, distance=0, heights=True)).offence == 4, "no arrowhead lies between"
    flown = attack(archer, distance=3, heights=True, aerial=True)
    assert (values_of(flown).range, values_of(flown).offence) == (3, 5)


@pytest.mark.rule("M24", "rock")
def test_as_if_there_own_high_ground_and_the_targets_forest_dont_count_but_its_ruins_do() -> None:
    near: dict[str, Any] = {"distance": 1, "as_if_there": True}
    assert offence(terrain="rock", **near) == 4
    assert values_of(attack(side(terrain="rock"), **near)).range == 0
    assert defence(terrain="forest", **near) == 5
    assert defence(terrain="ruins", **near) == 6
    assert offence("sneak attack", company=("troop",), **near) == 5


@pytest.mark.rule("M62", "water")
def test_water_silences_the_talents_of_whoever_stands_in_it() -> None:
    assert offence("close combat", terrain="water") == 4
    assert offence("close combat", terrain="water", types=("aquatic",)) == 5
    assert offence("close combat", terrain="water", distance=1, as_if_there=True) == 4
    assert defence("close protection", company=("hero",), terrain="water") == 5
    assert defence("close protection", company=("hero",)) == 6


@pytest.mark.rule("M80")
def test_an_answer_to_a_strike_as_if_there_stands_in_the_struck_area() -> None:
    there: dict[str, Any] = {"kind": "retaliation", "distance": 1, "as_if_there": True}
    ruined = attack(side(terrain="ruins"), side(), **there)
    assert values_of(ruined).defence == 6
    assert values_of(attack(side(), side(terrain="ruins"), **there)).defence == 5


@pytest.mark.rule("M86")
@pytest.mark.parametrize(
    ("own", "struck", "defends"),
    [("water", "open ground", 5), ("open ground", "water", 6), ("stairs", "cage", 6)],
)
def test_in_the_answer_the_first_attacker_is_silenced_by_its_own_water_alone(
    own: str, struck: str, defends: int
) -> None:
    attacker = side(terrain=own, talents=("close protection",), company=("hero",))
    answer = attack(side(terrain=struck), attacker, kind="retaliation", distance=1, as_if_there=True)
    assert values_of(answer).defence == defends


@pytest.mark.rule("M86", "M80")
def test_who_answers_from_water_to_a_strike_as_if_there_is_silenced() -> None:
    there: dict[str, Any] = {"kind": "retaliation", "distance": 1, "as_if_there": True}
    assert offence("close combat", terrain="water", **there) == 4
    assert offence("close combat", **there) == 5


@pytest.mark.rule("M88")
def test_an_aerial_attack_as_if_there_is_at_range_0() -> None:
    """Archer and the range of flight do nothing then; close combat counts."""
    flyer = side(types=("flying",), talents=("archer", "close combat"), terrain="stairs")
    values = values_of(attack(flyer, distance=1, aerial=True, as_if_there=True))
    assert [term.name for term in values.offence_terms] == ["offence", "close combat"]


@pytest.mark.rule("M43", "power-tokens")
def test_against_a_token_no_talent_of_the_attacker_works() -> None:
    assert offence("close combat", target="token") == 4
    tree = attack(side(offence=4, talents=("force of nature",)), side("token"), nature=True)
    assert values_of(tree).offence == 4


@pytest.mark.rule("force-of-nature", "M47")
def test_force_of_nature_adds_to_range_and_offence() -> None:
    sylvan = side(offence=4, range=1, talents=("force of nature",), terrain="forest")
    values = values_of(attack(sylvan, distance=2, nature=True))
    assert (values.range, values.offence) == (2, 5)
    far = side(offence=4, range=10, talents=("force of nature",), terrain="forest")
    assert values_of(attack(far, distance=2, nature=True)).range == 11  # ranges aren't kept within 10
    assert values_of(attack(sylvan, kind="area", distance=1, nature=True)).offence == 5


@pytest.mark.rule("talents-optional")
def test_a_talent_that_isnt_used_doesnt_count() -> None:
    assert offence("close combat", unused=("close combat",)) == 4


@pytest.mark.rule("values")
def test_the_terms_add_up_and_name_their_rules() -> None:
    values = values_of(attack(side(offence=9, talents=("close combat", "sneak attack"), company=("hero",))))
    assert [(term.name, term.amount) for term in values.offence_terms] == [
        ("offence", 9),
        ("close combat", 1),
        ("sneak attack", 1),
        ("never raised above 10", -1),
    ]
    assert total(values.offence_terms) == values.offence == 10
    assert values.offence_terms[-1].rules == ("M20",)


SEEN_FROM = [({}, False), ({"terrain": "stairs"}, True), ({"terrain": "rock"}, True), ({"types": ("flying",)}, False)]


@pytest.mark.rule("visible", "obstacles")
@pytest.mark.parametrize(("told", "sees"), SEEN_FROM)
def test_what_is_hidden_isnt_attacked_but_from_high_ground(told: Any, sees: bool) -> None:
    hidden = attack(side(range=2, **told), distance=2, visible=False)
    if sees:
        assert values_of(hidden).range == 3
    else:
        with pytest.raises(Illegal, match="doesn't see"):
            values_of(hidden)


@pytest.mark.rule("aerial-attack", "heights", "visible")
def test_from_the_air_from_above_and_at_range_0_nothing_hides() -> None:
    assert values_of(attack(side(range=1, types=("flying",)), distance=2, visible=False, aerial=True)).range == 2
    assert values_of(attack(side(range=1), distance=2, visible=False, heights=True)).range == 2
    assert values_of(attack(side(), visible=False)).range == 0


ILLEGAL: list[tuple[Any, Any, dict[str, Any], str, str]] = [
    ({"range": 1}, {}, {"distance": 2}, "range", "2 areas away; the range is 1"),
    ({"range": 1}, {}, {"distance": NO_WAY}, "range", "can't be reached over the borders noted"),
    ({"kind": "token"}, {}, {}, "M43", "only units attack"),
    ({"unused": ("archer",)}, {}, {}, "talents-optional", "doesn't have the talent archer"),
    ({}, {"unused": ("phalanx",)}, {}, "talents-optional", "Marsh Serpent doesn't have the talent phalanx"),
    ({}, {}, {"aerial": True}, "aerial-attack", "doesn't fly"),
    ({"types": ("flying",)}, {}, {"aerial": True, "kind": "area"}, "aerial-attack", "complex action"),
    ({}, {}, {"as_if_there": True, "kind": "area"}, "M24", "only a normal attack"),
    ({}, {}, {"as_if_there": True, "distance": 2}, "M24", "only a neighbouring area"),
    ({"range": 3}, {}, {"kind": "retaliation", "distance": 1}, "M42", "only what is at range 0"),
]


@pytest.mark.rule("range", "M43", "talents-optional", "aerial-attack", "M24", "M42")
@pytest.mark.parametrize(("attacker", "defender", "situation", "ruling", "why"), ILLEGAL)
def test_what_isnt_allowed_says_why(attacker: Any, defender: Any, situation: Any, ruling: str, why: str) -> None:
    with pytest.raises(Illegal, match=why) as found:
        values_of(attack(side(**attacker), side(**{"name": "Marsh Serpent", **defender}), **situation))
    assert found.value.ruling == ruling


NO_NATURE: list[tuple[Any, str, str, str]] = [
    ({"talents": ()}, "attack", "force-of-nature", "doesn't have the talent"),
    ({"unused": ("force of nature",)}, "attack", "force-of-nature", "or doesn't use it"),
    ({"terrain": "water"}, "attack", "force-of-nature", "no 3D element"),
    ({}, "retaliation", "M47", "no such choice"),
    ({"kind": "troop", "vitality": 1, "full": 3}, "attack", "M61", "last miniature"),
]


@pytest.mark.rule("force-of-nature", "M47", "M61")
@pytest.mark.parametrize(("attacker", "kind", "ruling", "why"), NO_NATURE)
def test_force_of_nature_that_cant_have_been_used(attacker: Any, kind: Any, ruling: str, why: str) -> None:
    told = attack(side(**{"talents": ("force of nature",), **attacker}), kind=kind, nature=True)
    with pytest.raises(Illegal, match=why) as found:
        verify_nature(told)
    assert found.value.ruling == ruling


@pytest.mark.rule("force-of-nature")
@pytest.mark.parametrize("used", [{}, {"nature": True}])
def test_force_of_nature_helps_only_where_an_element_was_removed(used: Any) -> None:
    assert compute(attack(side(offence=5, talents=("force of nature",)), **used)).offence == 5 + len(used)


@pytest.mark.rule("heights", "close-combat", "M20", "M21", "M26", "M34")
def test_each_term_says_by_which_rules_it_counts() -> None:
    high = compute(attack(side(offence=9, range=1, talents=("archer",)), heights=True, distance=1))
    assert [(term.name, term.rules) for term in high.offence_terms] == [
        ("offence", ()),
        ("archer", ("archer",)),
        ("heights", ("heights", "M34")),
        ("never raised above 10", ("M20",)),
    ]
    near = compute(attack(side(offence=12, talents=("close combat",)), heights=True))
    assert [(term.name, term.amount, term.rules) for term in near.offence_terms] == [
        ("offence", 12, ()),
        ("close combat", 1, ("close-combat", "M26")),
        ("never raised above 10", -1, ("M21",)),
    ]
    assert compute(attack(side(offence=1), modifiers=(Modifier(why="Curse", offence=-3),))).offence_terms[1:] == (
        Term("Curse", -3, ("M20",)),
        Term("never below 0", 2, ("M20",)),
    )
