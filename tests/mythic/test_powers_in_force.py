"""Powers at work: what they add to an attack, whom they reach, when they are silent, and what is due when."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.games.mythic.attack.values import Modifier
from referee.games.mythic.units import powers as p
from referee.games.mythic.units.active_powers import (
    ActiveEffect,
    FightAtRange,
    LyingToken,
    StandingUnit,
    View,
    applies_to,
    areas_picked,
    due,
    fits,
    forbidden,
    holds,
    modifiers,
    movement,
    picked,
    talents,
    types,
    why_not_used,
)
from referee.games.mythic.units.language import read_unit
from referee.games.mythic.units.powers import powers_of, read_effects, read_power, read_token
from tests.mythic.test_board import board

ROAD = board("A: open ground 4", "B: forest 4", "C: water 4", "D: open ground 4", "A-B", "B-C", "C-D")


def unit(name: str, *powers: str, side: int = 0, area: str = "A", kind: str = "hero", **more: Any) -> StandingUnit:
    """A unit with these powers, all of them lit from vitality 5 to 3 and with the number 2 beside a."""
    letters = "".join(f"{power[0]}2" for power in powers)
    sheet = f"{name}: {kind} 3; 5-3 6/7/0/2 {letters}, 2-1 5/7/0/2; " + "; ".join(powers)
    if kind == "troop":
        sheet = f"{name}: troop 1; 4 x 4/6/1/1; " + "; ".join(powers)
    return StandingUnit(name=name, unit=read_unit(sheet), side=side, area=area, **{"vitality": 4, **more})


def view(*units: StandingUnit, tokens: tuple[LyingToken, ...] = (), **elements: int) -> View:
    return View(board=ROAD, units=units, tokens=tokens, elements=elements)


ENEMY = unit("Enemy", side=1)


def power(name: str = "power Any", **values: int) -> Modifier:
    return Modifier(why=name, **values)


@pytest.mark.parametrize(
    ("text", "attacking", "attacked"),
    [
        ("a Any: permanent: offence +1", [power(offence=1)], []),
        ("a Any: permanent: defence +1, range +1", [power(range=1)], [power(defence=1)]),
        ("a Any: passive, when attacking: offence +2, reroll 1", [power(offence=2, reroll=1)], []),
        ("a Any: passive, when attacked: defence +1", [], [power(defence=1)]),
        ("a Any: permanent: enemies here defence -1", [power(defence=-1)], []),
        ("a Any: permanent, when attacking: the target defence -1", [power(defence=-1)], []),
        ("a Any: permanent, when attacked: the attacker offence -1", [], [power(offence=-1)]),
        ("a Any: permanent, when attacking: dice 6", [power(dice=6)], []),
        ("a Any: permanent, when attacking: dice 6, dice 4", [power(dice=6)], []),
        ("a Any: permanent: offence +X", [power(offence=2)], []),
        ("a Any: permanent: offence -X movement", [power(offence=-2)], []),
        ("a Any: permanent, when attacking at 0: offence +1", [power(offence=1)], []),
        ("a Any: permanent, when attacking at 1+: offence +1", [], []),
        ("a Any: permanent, at 0: offence +1", [power(offence=1)], []),
        ("a Any: permanent, when attacking against hero: offence +1", [power(offence=1)], []),
        ("a Any: permanent, against titan: offence +1", [], []),
        ("a Any: permanent, in open ground: offence +1", [power(offence=1)], []),
        ("a Any: permanent, in forest: offence +1", [], []),
        ("a Any: permanent, with an enemy here: offence +1", [power(offence=1)], []),
        ("a Any: permanent, with an ally anywhere: offence +1", [], []),
        ("a Any: permanent, carrying a stone: offence +1", [], []),
        ("a Any: permanent, 1 aow: offence +1", [], []),
        ("a Any: active: offence +1", [], []),
        ("a Any: permanent, when wounded: offence +1", [], []),
        ("a Any: permanent: allies here offence +1, everyone here offence +1", [], [power(offence=1)]),
    ],
)
@pytest.mark.rule("passive-powers", "permanent-powers", "power-x", "M17", "M22")
def test_what_a_power_adds_to_an_attack(text: str, attacking: list[Modifier], attacked: list[Modifier]) -> None:
    now = view(unit("Owner", text), ENEMY)
    assert list(modifiers(now, FightAtRange(attacker="Owner", defender="Enemy"))) == attacking
    assert list(modifiers(now, FightAtRange(attacker="Enemy", defender="Owner"))) == attacked


@pytest.mark.rule("power-shows", "permanent-powers", "passive-powers", "M64")
def test_a_power_works_while_it_shows_and_as_its_kind_says() -> None:
    fight = FightAtRange(attacker="Owner", defender="Enemy")
    for text, more, works in (
        ("a Any: permanent: offence +1", {}, True),
        ("a Any: permanent: offence +1", {"vitality": 2}, False),
        ("a Any: permanent: offence +1", {"complex": True}, True),
        ("a Any: passive: offence +1", {"complex": True}, False),
    ):
        now = view(unit("Owner", text, **more), ENEMY)
        assert bool(modifiers(now, fight)) is works
    for text, works in (
        ("a Any: permanent: allies anywhere offence +1", True),
        ("a Any: passive: allies anywhere offence +1", False),
        ("a Any: permanent: allies around offence +1", False),
    ):
        now = view(unit("Away", text, area=""), unit("Owner"), ENEMY)
        assert bool(modifiers(now, fight)) is works


@pytest.mark.rule("M68")
def test_where_a_power_reaches() -> None:
    others = [unit(area, area=area) for area in "ABCD"]
    reached = {}
    for where in ("here", "around", "within 2", "anywhere"):
        now = view(unit("Owner", f"a Any: permanent: allies {where} movement +1"), *others)
        reached[where] = [one.name for one in others if movement(now, one) == 3]
    assert reached == {"here": ["A"], "around": ["A", "B"], "within 2": ["A", "B", "C"], "anywhere": list("ABCD")}


@pytest.mark.rule("M33", "M68")
@pytest.mark.parametrize(("round_walls", "works"), [(False, [True, False]), (True, [False, True])])
def test_a_powers_range_goes_round_walls_where_the_table_says_so(round_walls: bool, works: list[bool]) -> None:
    walled = board("A: open ground 4", "B: open ground 4", "C: open ground 4", "A-B wall", "B-C", "A-C")
    found = []
    for far in 1, 2:
        owner = unit("Owner", f"a Any: permanent, at {far}: offence +1")
        now = View(board=walled, units=(owner, unit("Enemy", side=1, area="B")), round_walls=round_walls)
        condition = powers_of(owner.unit)[0].conditions[0]
        found.append(holds(now, condition, owner, now["Enemy"], None, "Any"))
    assert found == works


@pytest.mark.rule("M84")
def test_the_bonus_of_one_power_counts_once_from_however_many() -> None:
    text = "a Any: permanent: allies here offence +1"
    both = view(unit("One", text), unit("Two", text), unit("Three", "a Other: permanent: offence +1"), ENEMY)
    found = modifiers(both, FightAtRange(attacker="Three", defender="Enemy"))
    assert found == (power(offence=1), power("power Other", offence=1))
    (effect,) = read_effects("offence +2")
    twice = unit("Owner", bonuses=(ActiveEffect("Last Stand", effect), ActiveEffect("Last Stand", effect)))
    assert modifiers(view(twice, ENEMY), FightAtRange(attacker="Owner", defender="Enemy")) == (
        power("power Last Stand", offence=2),
    )


@pytest.mark.rule("M84", "X8")
@pytest.mark.parametrize(("first", "second", "counts"), [(2, 1, 2), (1, 2, 2), (-1, -2, -2), (-2, -2, -2)])
def test_of_the_different_numbers_of_one_power_the_greatest_counts(first: int, second: int, counts: int) -> None:
    lasting = [ActiveEffect("Rage", effect) for by in (first, second) for effect in read_effects(f"offence {by:+}")]
    lasting += [
        ActiveEffect("Rage", effect) for by in (first, second) for effect in read_effects(f"reroll {abs(by)}")
    ]
    owner = unit("Owner", bonuses=tuple(lasting))
    fight = FightAtRange(attacker="Owner", defender="Enemy")
    assert modifiers(view(owner, ENEMY), fight) == (power("power Rage", offence=counts, reroll=abs(counts)),)
    auras = [unit(str(by), f"a Any: permanent: allies here offence {by:+}") for by in (first, second)]
    together = view(*auras, unit("Three"), ENEMY)
    assert modifiers(together, replace(fight, attacker="Three")) == (power(offence=counts),)


@pytest.mark.rule("M84")
def test_a_unit_that_two_parts_of_one_power_mean_has_its_bonus_once() -> None:
    both = "a Any: permanent: allies here offence +1, everyone here offence +1"
    now = view(unit("Owner", both), unit("Friend"), ENEMY)
    assert modifiers(now, FightAtRange(attacker="Friend", defender="Enemy")) == (power(offence=1),)


def test_talents_and_types_are_given_and_taken() -> None:
    now = view(
        unit(
            "Owner",
            "a Any: permanent: allies here talent guard, allies here type flying",
            "b Other: permanent, against flying: enemies here no talent guard",
        ),
        unit("Friend"),
        unit("Foe", "a Vow: permanent: type flying, talent guard, talent block", side=1),
    )
    assert talents(now, now["Friend"]) == ("guard",)
    assert types(now, now["Friend"]) == ("flying",)
    assert talents(now, now["Foe"]) == ("block",)
    assert types(now, now["Owner"]) == ()
    effects = (*read_effects("type flying one round"), *read_effects("offence +1 one round"))
    lasting = unit("Owner", bonuses=tuple(ActiveEffect("Vow", effect) for effect in effects))
    assert types(view(lasting), lasting) == ("flying",)


@pytest.mark.rule("power-tokens", "M64")
def test_what_powers_and_tokens_forbid() -> None:
    web = LyingToken(token=read_token("token Web x2, 4/1: enemies here can't run"), side=1, area="A")
    now = view(unit("Owner"), ENEMY, unit("Far", area="D"), tokens=(web,))
    assert [forbidden(now, one, "run") for one in now.units] == ["Web", "", ""]
    assert forbidden(now, now["Owner"], "walk") == ""
    veiled = view(unit("Owner", "a Veil: permanent, at 2+: can't be attacked"), unit("Enemy", side=1, area="C"))
    shot = [
        forbidden(
            veiled, veiled["Owner"], "be attacked", FightAtRange(attacker="Enemy", defender="Owner", range=range)
        )
        for range in (1, 2)
    ]
    assert shot == ["", "Veil"]
    venom = view(unit("Owner", "a Venom: permanent, when attacking at 0: the target can't retaliate"), ENEMY)
    assert forbidden(venom, venom["Enemy"], "retaliate", FightAtRange(attacker="Owner", defender="Enemy")) == "Venom"
    assert (
        forbidden(venom, venom["Enemy"], "retaliate", FightAtRange(attacker="Owner", defender="Enemy", range=1)) == ""
    )
    assert forbidden(venom, venom["Owner"], "retaliate", FightAtRange(attacker="Enemy", defender="Owner")) == ""


@pytest.mark.rule("troop-powers", "M43")
def test_a_token_that_is_attacked_has_no_powers_and_a_troops_powers_always_show() -> None:
    troop = unit("Wall Guard", "Oath: permanent: offence +1", kind="troop", vitality=1)
    assert modifiers(view(troop), FightAtRange(attacker="Wall Guard", defender="")) == (
        power("power Oath", offence=1),
    )


@pytest.mark.parametrize(
    ("text", "more", "why"),
    [
        ("a Any: active: heal 1", {}, None),
        ("a Any: active: heal 1", {"vitality": 1}, "power-shows"),
        ("a Any: active: heal 1", {"complex": True}, "active-powers"),
        ("a Any: offensive: attack", {"complex": True}, "offensive-powers"),
        ("a Any: offensive: attack", {"area": "C"}, "water"),
        ("a Any: passive: draw 1", {"area": "C"}, None),
        ("a Any: passive: draw 1", {"area": ""}, "passive-powers"),
        ("a Any: permanent: draw 1", {"area": ""}, None),
        ("a Any: active: heal 1", {"frozen": True}, "polar"),
        ("a Any: active, once a game: heal 1", {"used": frozenset({"Any"})}, "active-powers"),
        ("a Any: active, in forest: heal 1", {}, "power-shows"),
        ("a Any: offensive, against titan: attack", {}, None),
    ],
)
@pytest.mark.rule("active-powers", "offensive-powers", "water", "M53")
def test_when_a_power_cannot_be_used(text: str, more: dict[str, Any], why: str | None) -> None:
    owner = unit("Owner", text, **more)
    (found,) = powers_of(owner.unit)
    refused = why_not_used(view(owner), owner, found)
    assert (refused.ruling or None) == why


@pytest.mark.parametrize(
    ("text", "moment", "effects"),
    [
        ("a Any: active, start: jump 2", "start", "jump 2"),
        ("a Any: active, start: jump 2", "end", None),
        (
            "a Any: permanent, when it wounds: the target movement -1 one round",
            "when it wounds",
            "the target movement -1 one round",
        ),
        ("a Any: passive, when attacking: reroll 1", "when attacking", None),
        ("a Any: passive, 1 aow, when attacking: reroll X", "when attacking", "itself reroll 2"),
        ("a Any: passive, when attacked at 0: the attacker wounds 1", "when attacked", "the attacker wounds 1"),
        ("a Any: passive, when attacked at 1+: the attacker wounds 1", "when attacked", None),
        ("a Any: passive, when attacked: defence +1, draw 1", "when attacked", "draw 1"),
        ("a Any: passive, when an enemy enters against hero: attack", "when an enemy enters", "attack"),
        ("a Any: passive, when an enemy enters against god: attack", "when an enemy enters", None),
        ("a Any: active, end: heal 1 or draw X", "end", "itself heal 1 or draw 2"),
    ],
)
@pytest.mark.rule("M17", "M64")
def test_what_is_due_at_a_moment(text: str, moment: p.Moment, effects: str | None) -> None:
    now = view(unit("Owner", text, kind="monster"), ENEMY)
    fight = {
        "when attacking": FightAtRange(attacker="Owner", defender="Enemy"),
        "when it wounds": FightAtRange(attacker="Owner", defender="Enemy"),
        "when attacked": FightAtRange(attacker="Enemy", defender="Owner"),
    }.get(moment)
    found = due(now, moment, now["Owner"], fight, other="Enemy" if "enters" in moment else "")
    told = [p.write_effects(one.effects).removeprefix("itself " if "jump" in text else "") for one in found]
    assert told == ([effects] if effects else [])


def test_whom_and_where_its_player_picks() -> None:
    now = view(unit("Owner"), unit("Friend"), ENEMY, unit("Troop", kind="troop", area="B"))
    plain = read_power("a Any: active: draw 1")
    assert picked(now, p.UnitSelection("an enemy", "here"), now["Owner"], plain) == ("Enemy",)
    assert picked(now, p.UnitSelection("an allied troop", "around"), now["Owner"], plain) == ("Troop",)
    assert picked(now, p.UnitSelection("everyone", "anywhere"), now["Owner"], plain) == ("Friend", "Enemy", "Troop")
    assert picked(now, p.ITSELF, now["Owner"], plain) == ("Owner",)
    assert picked(
        now, p.NamedUnits("the attacker"), now["Owner"], plain, FightAtRange(attacker="Enemy", defender="Owner")
    ) == ("Enemy",)
    assert areas_picked(now, p.PlaceCondition(p.WithinRange(p.Number(2))), now["Owner"], plain) == ("A", "B", "C")
    one_off = read_power("a Any: active, at 1: draw 1")
    assert picked(now, p.UnitSelection("everyone", "anywhere"), now["Owner"], one_off) == ("Troop",)
    assert areas_picked(now, p.PlaceCondition(p.WithinRange(p.Number(2))), now["Owner"], one_off) == ("B",)


@pytest.mark.rule("X1")
def test_a_destroyed_units_power_works_from_where_it_stood_when_it_is_gone() -> None:
    fallen = unit("Owner", "Last: permanent, when destroyed: everyone here wounds 2", kind="troop", vitality=0)
    before = view(fallen, unit("Friend"), ENEMY, unit("Far", area="B"))
    (last,) = due(before, "when destroyed", fallen, other="Nobody Known")
    (effect,) = last.effects
    assert isinstance(effect, p.HarmEffect)
    assert effect.who
    after = view(unit("Friend"), ENEMY, unit("Far", area="B"))
    assert picked(after, effect.who, fallen, last.power) == ("Friend", "Enemy")


def test_an_offensive_powers_own_words_choose_its_targets() -> None:
    owner = unit("Owner", "a Any: offensive, at 1+, against monster: attack")
    (bolt,) = powers_of(owner.unit)
    now = view(owner, ENEMY, unit("Beast", side=1, kind="monster"))
    allowed = [
        fits(now, bolt, FightAtRange(attacker=owner.name, defender=other.name, range=distance))
        for other in now.units[1:]
        for distance in (0, 1)
    ]
    assert allowed == [False, False, False, True]


def test_an_effect_without_whom_and_how_long() -> None:
    told = read_effects("enemies here can't run one round, the target wounds 1, draw 1, dice 3 this turn")
    assert [p.write_effect(p.bare(effect)) for effect in told] == ["can't run", "wounds 1", "draw 1", "dice 3"]


@pytest.mark.rule("M29", "M84")
def test_no_power_means_who_stands_nowhere_or_units_where_it_means_areas() -> None:
    seen = view(unit("Owner"), unit("Ally"), unit("Waiting", area=""))
    assert picked(
        seen, p.UnitSelection(noun="allies", where="anywhere"), seen["Owner"], read_power("a Any: active: draw 1")
    ) == ("Ally",)
    (effect,) = read_effects("an area here elements -1")
    assert isinstance(effect, p.ElementsEffect)
    assert effect.who
    assert not applies_to(seen, effect.who, seen["Ally"], seen["Owner"])


@pytest.mark.rule("passive-powers", "M64")
@pytest.mark.parametrize(
    ("side", "rule"), [(0, "when attacking: the target defence -1"), (1, "when attacked: the attacker offence -1")]
)
def test_a_power_of_an_attack_is_that_of_who_has_its_part_in_it(side: int, rule: str) -> None:
    seen = view(unit("Attacker"), ENEMY, unit("Bystander", f"a Any: passive, {rule}", side=side))
    assert modifiers(seen, FightAtRange(attacker="Attacker", defender="Enemy")) == ()
