"""Fights: the rulebook's and the rulings' worked examples, each by its number, and the corners of the rules."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.asking import dice
from referee.errors import BadInput, Illegal
from referee.games.prophecy.cards.cards import Item
from referee.games.prophecy.cards.language import read_card
from referee.games.prophecy.cards.wording import Lose
from referee.games.prophecy.fights import aftermath, opening, powers
from referee.games.prophecy.fights.battles import BATTLES
from referee.games.prophecy.fights.opening import Rolled
from referee.games.prophecy.fights.state import OWN, Bonus, Fight, Side
from tests.prophecy.fights import CARDS, duel, hero, judged, line, record, ruling, told, totals

PIRATE = "Old Pirate: creature, humanoid, strength 3, willpower 3; always: in either 2 at port"
MOB = "Angry Mob: creature, humanoid, strength 6, willpower 2, 3 lives, 7 experience"
BEAR = "Bear: creature, animal, strength 4"
IMP = "Imp: creature, demon, strength 4"
GHOUL = "Ghoul: creature, undead, strength 4"
GHOST = "Ghost: creature, willpower 4, 2 experience; won: gain 3 gold"
VAMPIRE = "Vampire: creature, undead, willpower 4, strength 5, both parts"
THINGS = "Shapeless Things: greater, strength 6, willpower 5, strength costs 4 magic, wills costs 2 health"
SHADOW = "Shadow of Death: greater, undead, strength 8, willpower for strength"
PAIN = "Master of Pain: greater, demon, strength 14, all values; met: lose 1 health, lose 1 magic"


@pytest.mark.rule("strength-first", "fight-values", "loss-creature", "P64")
def test_4_the_druid_and_the_old_pirate() -> None:
    druid = hero(3, 6)
    assert totals(record(PIRATE, druid, "fight", "roll 1 1")) == [(3, 3)]
    lost = told(record(PIRATE, druid, "fight wills", "roll 4 6"))
    assert lost["rolls"] == [{"own": 4, "enemy": 3, "dice": [4, 6], "totals": [8, 9], "result": "lost"}]
    assert lost["hero"] == {"health": 2, "magic": 4, "alive": True, "damaged": [], "discarded": []}


@pytest.mark.rule("strength-first", "special-rules")
def test_4_at_a_port_the_old_pirate_is_stronger() -> None:
    at_sea = hero(3, 6, space="Plains, port")
    assert totals(record(PIRATE, at_sea, "fight", "roll 1 1")) == [(3, 5)]
    assert totals(record(PIRATE, at_sea, "fight wills", "roll 1 1")) == [(4, 5)]


@pytest.mark.rule("wills-price", "draw")
def test_5_the_druids_next_turn() -> None:
    druid = hero(2, 4, red=3, blue=6)
    assert totals(record(PIRATE, druid, "fight", "roll 1 1")) == [(2, 3)]
    drawn = told(record(PIRATE, druid, "fight wills", "roll 3 2"))
    assert drawn["rolls"][0]["totals"] == [5, 5]
    assert (drawn["result"], drawn["hero"]["health"], drawn["hero"]["magic"]) == ("drawn", 2, 2)


@pytest.mark.rule("P37", "hands-and-head", "two-hand-items")
@pytest.mark.parametrize(
    ("items", "legal"),
    [
        (("Cutlass", "Cape"), True),
        (("Ivory Wand", "Spiked Shield"), True),
        (("Cutlass", "Javelin"), False),
        (("Spiked Shield", "Round Shield"), False),
        (("Great Sword", "Spiked Shield"), False),
        (("Great Sword", "Ivory Wand"), False),
        (("Cedar Staff", "Ivory Wand"), False),
        (("Crown of Power", "Ruby Circlet"), False),
        (("Axe", "Cape", "Spiked Shield"), False),
    ],
)
def test_6_hands(items: Sequence[str], legal: bool) -> None:
    data = record(BEAR, hero(4, 4, *items), f"fight with {', '.join(items)}", "roll 1 1")
    if legal:
        assert told(data)["legal"]
    else:
        assert ruling(data) == (1, "P37")


@pytest.mark.rule("P37", "hands-and-head")
def test_6_two_wands_are_two_items_of_the_hand() -> None:
    wands = hero(4, 4) | {"items": [line("Ivory Wand"), line("Ivory Wand")]}
    assert totals(record(GHOST, wands, "fight with Ivory Wand, Ivory Wand #2", "roll 1 1")) == [(6, 4)]


MERCENARY = hero(6, 4, "Cedar Staff", "Ivory Wand", "Ruby Circlet", "Axe", "Spiked Shield")


@pytest.mark.rule("three-lives", "one-on-head", "used-items-count")
@pytest.mark.parametrize("hand", ["Cedar Staff", "Ivory Wand"])
def test_7_the_mercenary_calms_the_mob(hand: str) -> None:
    found = told(record(MOB, MERCENARY, f"fight wills with {hand}, Ruby Circlet", "roll 3 3", "roll 4 6"))
    assert [(roll["own"], roll["enemy"], roll["result"]) for roll in found["rolls"]] == [
        (4, 2, "won"),
        (4, 2, "drawn"),
    ]
    assert (found["result"], found["hero"]["magic"], found["hero"]["health"]) == ("drawn", 2, 6)


@pytest.mark.rule("three-lives", "throwing")
def test_8_the_mercenary_fights_the_mob() -> None:
    moves = ("fight strength with Axe, Spiked Shield", "roll 5 2", "roll 1 1", "throw Axe", "roll 5 6")
    found = told(record(MOB, MERCENARY, *moves, claim="won"))
    assert [(roll["own"], roll["enemy"]) for roll in found["rolls"]] == [(7, 6), (7, 6), (8, 6)]
    assert found["rolls"][2]["totals"] == [13, 12]
    assert (found["result"], found["hero"]["damaged"], found["disputes"]) == ("won", ["Axe"], [])


@pytest.mark.rule("P33", "throwing")
def test_9_a_thrown_axe_is_out_of_the_hand() -> None:
    harpies = "Flock of Harpies: creature, animal, strength 3, 3 lives"
    war = hero(4, 4, "War Axe", "Edged Weapons")
    data = record(harpies, war, "fight with War Axe", "throw War Axe", "roll 6 1", "roll 6 1", "roll 6 1")
    assert totals(data) == [(7, 3), (4, 3), (4, 3)]
    assert (
        ruling(record(harpies, war, "fight with War Axe", "throw War Axe", "roll 6 1", "throw War Axe"))[1] == "P33"
    )


@pytest.mark.rule("P33", "two-handed-combat")
def test_9_a_hand_that_threw_is_empty() -> None:
    harpies = "Flock of Harpies: creature, animal, strength 3, 3 lives"
    fists = hero(4, 4, "Axe", "Two-Handed Combat")
    assert totals(record(harpies, fists, "fight with Axe", "throw Axe", "roll 6 1", "roll 6 1")) == [(5, 3), (5, 3)]


@pytest.mark.rule("cheap-weapons", "thrown-hammer", "weapon-abilities")
@pytest.mark.parametrize(
    ("enemy", "cards", "thrown", "own"),
    [
        (IMP, ("Axe",), True, 6),
        (BEAR, ("Javelin",), True, 6),
        (GHOUL, ("Thor's Hammer",), True, 8),
        (BEAR, ("Boomerang", "Crushing Weapons"), True, 6),
        (BEAR, ("Boomerang", "Crushing Weapons"), False, 5),
        (BEAR, ("Cedar Staff", "Two-Handed Combat", "Long Weapons", "Staff Skill"), False, 8),
        (BEAR, ("Axe",), False, 4),
        (BEAR, ("Two-Handed Combat",), False, 5),
        (BEAR, ("Axe", "Two-Handed Combat"), False, 4),
    ],
)
def test_10_bonuses_of_weapons_and_skills(enemy: str, cards: Sequence[str], thrown: bool, own: int) -> None:
    weapon = [name for name in cards if CARDS[name].startswith("item")]
    moves = [
        f"fight with {weapon[0]}" if weapon else "fight",
        *([f"throw {weapon[0]}"] if thrown else []),
        "roll 1 1",
    ]
    assert totals(record(enemy, hero(4, 4, *cards), *moves)) == [(own, 4)]


@pytest.mark.rule("ambidexterity", "weapon-abilities")
def test_11_both_weapons_thrown_count_each_skill_twice() -> None:
    skilled = hero(4, 4, "Cutlass", "Dagger", "Ambidexterity", "Edged Weapons", "Thrown Weapons")
    moves = ("fight with Cutlass, Dagger", "throw Cutlass", "throw Dagger", "roll 1 1")
    assert totals(record(BEAR, skilled, *moves)) == [(4 + 1 + 1 + 2 + 2, 4)]
    clumsy = hero(4, 4, "Cutlass", "Dagger")
    assert ruling(record(BEAR, clumsy, "fight with Cutlass, Dagger")) == (1, "P37")


@pytest.mark.rule("P34", "P69", "spells", "ambidexterity")
def test_12_a_spell_goes_once_for_one_goal() -> None:
    blessed = "cast Blessed Weapon on Cutlass"
    monk = hero(4, 4, "Cutlass", "Dagger", "Blessed Weapon", "Ambidexterity", "Berserk")
    assert ruling(record(BEAR, monk, "fight with Cutlass", blessed, blessed)) == (3, "P34")
    assert ruling(record(BEAR, monk, "fight", "cast Berserk", "cast Berserk")) == (3, "P34")
    each = ("fight with Cutlass, Dagger", blessed, "cast Blessed Weapon on Dagger", "roll 1 1")
    assert totals(record(BEAR, monk, *each)) == [(8, 4)]
    twice = hero(4, 4, "Cutlass") | {"abilities": [line("Blessed Weapon")] * 2}
    assert ruling(record(BEAR, twice, "fight with Cutlass", blessed, "cast Blessed Weapon #2 on Cutlass")) == (
        3,
        "P34",
    )


@pytest.mark.rule("P30", "non-battle")
def test_12_a_potion_is_no_help_in_a_battle() -> None:
    thirsty = hero(2, 4, "Potion of Healing", red=4)
    assert ruling(record(BEAR, thirsty, "fight", "use Potion of Healing")) == (2, "P30")


@pytest.mark.rule("always-on", "announce-first")
def test_12_some_abilities_are_announced_in_time_and_others_always_work() -> None:
    monk = hero(4, 4, "Cutlass", "Exorcism", "Blessed Weapon")
    assert totals(record(IMP, monk, "fight", "roll 1 1")) == [(6, 4)]
    late = record(BEAR, monk, "fight with Cutlass", "roll 1 3", "cast Blessed Weapon on Cutlass")
    assert ruling(late) == (3, "announce-first")


@pytest.mark.rule("prayer", "several-dice")
def test_12_prayer_throws_the_own_die_twice() -> None:
    found = told(record(BEAR, hero(4, 4, "Prayer"), "fight", "cast Prayer", "roll 2+5 3"))
    assert (found["rolls"][0]["dice"], found["result"], found["hero"]["magic"]) == ([5, 3], "won", 3)


@pytest.mark.rule("both-parts", "P29")
def test_13_the_vampire_is_fought_in_two_parts_with_one_choice_of_items() -> None:
    staff = hero(5, 5, "Cedar Staff", "Ivory Wand", "Cutlass", "Spiked Shield", "Blessed Weapon")
    assert ruling(record(VAMPIRE, staff, "fight with Ivory Wand, Cedar Staff")) == (1, "P37")
    assert ruling(record(VAMPIRE, staff, "fight with Ivory Wand, Cutlass, Spiked Shield")) == (1, "P37")
    moves = ("fight with Ivory Wand, Cutlass", "roll 3 3", "cast Blessed Weapon on Cutlass", "roll 4 3")
    found = told(record(VAMPIRE, staff, *moves))
    assert [(roll["own"], roll["enemy"]) for roll in found["rolls"]] == [(6, 4), (7, 5)]
    assert (found["type"], found["result"], found["hero"]["magic"]) == ("both", "won", 4)
    drawn = told(record(VAMPIRE, staff, "fight with Ivory Wand", "roll 1 3"))
    assert (drawn["result"], len(drawn["rolls"])) == ("drawn", 1)


@pytest.mark.rule("shapeless-things", "P39", "P8", "zero-health")
def test_14_shapeless_things() -> None:
    assert ruling(record(THINGS, hero(5, 3), "fight strength")) == (1, "P39")
    assert ruling(record(THINGS, hero(1, 9), "fight wills")) == (1, "P39")
    assert totals(record(THINGS, hero(5, 4), "fight strength", "roll 1 1")) == [(5, 6)]
    dead = told(record(THINGS, hero(2, 5), "fight wills", "roll 1 6"))
    assert (dead["result"], dead["hero"]["alive"], dead["hero"]["health"]) == ("lost", False, 0)


@pytest.mark.rule("shadow-of-death", "P38")
def test_15_shadow_of_death_is_fought_with_willpower() -> None:
    items = ("Crown of Power", "Great Sword", "Gauntlets of Strength", "Crystal Skull", "Ruby Circlet")
    found = record(SHADOW, hero(4, 6, *items), "fight with Crown of Power, Great Sword", "roll 1 1")
    assert (totals(found), told(found)["type"]) == ([(6 + 1 + 3, 8)], "strength")
    assert totals(record(SHADOW, hero(4, 6, *items), "fight with Ruby Circlet", "roll 1 1")) == [(6, 8)]


@pytest.mark.rule("master-of-pain", "P38", "P30")
def test_16_master_of_pain_counts_all_values() -> None:
    staff = hero(4, 5, "Cedar Staff", "Exorcism", "Staff Skill", "Potion of Healing")
    data = record(PAIN, staff, "fight with Cedar Staff", "roll 1 1")
    assert (totals(data), told(data)["type"]) == ([(3 + 4 + 1 + 1 + 2 + 1, 14)], "all")
    assert ruling(record(PAIN, staff, "fight", "use Potion of Healing")) == (2, "P30")


@pytest.mark.rule("effective-spellcasting")
def test_18_a_cheaper_spell_once_a_round() -> None:
    caster = hero(4, 6, "Prayer", "Concentration", "Effective Spellcasting")
    moves = ("fight", "cast Prayer", "cast Concentration", "roll 1+1 1")
    assert told(record(GHOST, caster, *moves))["hero"]["magic"] == 6 - 0 - 2
    ring = caster | {"items": ["Ring of Magical Forces: item; once a round always: spell 1 less"]}
    assert told(record(GHOST, ring, *moves))["hero"]["magic"] == 6 - 0 - 1
    band = "Band: creature, strength 1, 3 lives"  # the same Spell with both, and in full; never with both at once
    rolls = ("fight strength", "cast Prayer", "roll 1+6 1", "cast Prayer", "roll 1+6 1", "cast Prayer", "roll 1+6 1")
    assert told(record(band, ring, *rolls))["hero"]["magic"] == 6 - 0 - 0 - 1


@pytest.mark.rule("willpower-only", "win-creature")
def test_22_the_enchantress() -> None:
    enchantress = hero(3, 5, "Oaken Staff", "Staff Skill", blue=6)
    won = told(record(GHOST, enchantress, "fight with Oaken Staff", "roll 4 2"))
    assert won["rolls"] == [{"own": 6, "enemy": 4, "dice": [4, 2], "totals": [10, 6], "result": "won"}]
    assert won["hero"]["magic"] == 5
    warrior = "Undead Warrior: creature, undead, strength 4"
    lost = told(record(warrior, enchantress, "fight with Oaken Staff", "roll 1 5"))
    assert (lost["rolls"][0]["own"], lost["rolls"][0]["totals"], lost["hero"]["health"]) == (5, [6, 9], 2)


@pytest.mark.rule("P41", "P20", "flaming-weapon")
def test_23_the_monk_and_the_golem() -> None:
    golem = "Golem Guardian: creature, strength 4, 3 experience; won on 5-6: heal 1 health"
    monk = hero(3, 4, "War Axe", "Blessed Weapon", "Prayer", red=5)
    moves = (
        "fight with War Axe",
        "cast Blessed Weapon on War Axe",
        "throw War Axe",
        "roll 3 1",
        "cast Prayer",
        "roll 3+5",
    )
    found = told(record(golem, monk, *moves))
    assert (found["rolls"][0]["own"], found["rolls"][0]["enemy"], found["result"]) == (3 + 2 + 1, 4, "won")
    assert found["hero"] == {"health": 4, "magic": 2, "alive": True, "damaged": ["War Axe"], "discarded": []}


@pytest.mark.rule("P9", "paid-weapons", "P34")
def test_24_the_monk_and_the_rock_giant() -> None:
    giant = "Rock Giant: creature, strength 7, willpower 4"
    monk = hero(5, 1, "Ritual Dagger", "Crown of Power", blue=4)
    moves = ("fight wills with Ritual Dagger, Crown of Power", "pay 2 health for Ritual Dagger", "roll 2 3")
    found = told(record(giant, monk, *moves))
    assert found["rolls"] == [{"own": 5, "enemy": 4, "dice": [2, 3], "totals": [7, 7], "result": "drawn"}]
    assert (found["hero"]["health"], found["hero"]["magic"]) == (3, 0)
    twice = record(giant, monk, moves[0], moves[1], "pay 1 health for Ritual Dagger")
    assert ruling(twice) == (3, "P34")


ILLUSIONIST = hero(4, 6, "Flaming Staff", "Thor's Hammer", artifacts=2)


@pytest.mark.rule("wills-against-hero", "order-of-duel")
def test_25_the_illusionist_attacks_the_scout() -> None:
    scout = hero(6, 2, artifacts=1) | {"name": "Scout"}
    data = duel(ILLUSIONIST, scout, "attack wills with Flaming Staff", "accept", "throw Flaming Staff", "roll 4 3")
    found = told(data)
    assert found["rolls"] == [{"own": 6, "enemy": 2, "dice": [4, 3], "totals": [10, 5], "result": "won"}]
    assert (found["hero"]["magic"], found["hero"]["damaged"]) == (3, ["Flaming Staff"])
    assert found["defender"]["magic"] == 2


@pytest.mark.rule("type-of-duel", "wills-against-hero", "draw-hero")
def test_26_the_ranger_attacks_the_illusionist() -> None:
    ranger = hero(6, 4, artifacts=2) | {"name": "Ranger"}
    poor = ILLUSIONIST | {"magic": 3, "blue": 6}
    assert ruling(duel(ranger, poor, "attack", "wills with Flaming Staff")) == (2, "wills-price")
    rich = told(duel(ranger, ILLUSIONIST, "attack", "wills with Flaming Staff", "roll 1 1"))
    assert (rich["type"], rich["defender"]["magic"]) == ("wills", 6 - 4)
    moves = ("attack strength", "accept with Thor's Hammer", "throw Thor's Hammer", "roll 3 3")
    drawn = told(duel(ranger, ILLUSIONIST, *moves))
    assert (drawn["rolls"][0]["totals"], drawn["result"]) == ([9, 9], "drawn")
    assert (drawn["hero"]["health"], drawn["defender"]["damaged"]) == (6, ["Thor's Hammer"])


@pytest.mark.rule("gold-and-experience")
@pytest.mark.parametrize(("gold", "left"), [(5, 3), (1, 0)])
def test_nobody_loses_more_gold_than_there_is(gold: int, left: int) -> None:
    read = BATTLES.read(Path("fight.toml"), record(BEAR, hero(4, 4, gold=gold)))
    assert aftermath.change(read.scene.readings, read.heroes[0], Lose(2, "gold")).gold == left


@pytest.mark.rule("P37", "hands-and-head")
@pytest.mark.parametrize("verb", ["accept", "wills"])
def test_who_is_attacked_uses_no_more_than_two_hands_hold(verb: str) -> None:
    two = hero(5, 6, "Axe", "Great Sword")
    assert ruling(duel(hero(6, 4), two, "attack", f"{verb} with Axe, Great Sword")) == (2, "P37")


@pytest.mark.rule("wills-against-hero")
def test_27_the_illusionists_last_attack_costs_four_magic() -> None:
    ranger = hero(6, 4, artifacts=2) | {"name": "Ranger"}
    assert told(duel(ILLUSIONIST, ranger, "attack wills", "accept", "roll 6 1"))["hero"]["magic"] == 6 - 4


@pytest.mark.rule("willpower-is-magic", "spells", "P9")
def test_31_a_spell_lowers_willpower() -> None:
    caster = hero(4, 5, "Concentration")
    assert totals(record(GHOST, caster, "fight", "cast Concentration", "roll 1 1")) == [(5 - 2 + 3, 4)]
    assert ruling(record(GHOST, hero(4, 1, "Concentration"), "fight", "cast Concentration")) == (2, "spells")


# --- corners ------------------------------------------------------------------------------------------


@pytest.mark.rule("strength-only")
def test_a_creature_without_willpower_is_not_fought_with_wills() -> None:
    assert ruling(record(BEAR, hero(4, 4), "fight wills")) == (1, "strength-only")
    assert ruling(record(GHOST, hero(4, 4), "fight strength")) == (1, "willpower-only")


@pytest.mark.rule("wills-price")
def test_wills_must_be_paid_in_full() -> None:
    assert ruling(record(PIRATE, hero(4, 1), "fight wills")) == (1, "wills-price")
    assert told(record(PIRATE, hero(4, 1, "Crown of Power"), "fight wills with Crown of Power", "roll 1 1"))["legal"]


@pytest.mark.rule("three-lives", "P31")
@pytest.mark.parametrize(
    ("spell", "moves", "health"),
    [
        ("Fury", ["cast Fury", "roll 5 1", "cast Fury", "roll 5 1", "roll 5 1"], 3),  # put off twice, and won
        ("Fury", ["cast Fury", "roll 5 1", "roll 5 1", "cast Fury", "roll 1 6"], 2),  # and 1 for the loss
        ("Fury", ["roll 5 1", "roll 5 1", "roll 5 1"], 5),
        (
            "Frenzy",
            ["cast Frenzy", "roll 5 1", "roll 1 6"],
            3,
        ),  # cast in this battle, if not at the roll that was lost
        ("Frenzy", ["roll 5 1", "roll 1 6"], 4),
    ],
)
def test_what_was_cast_at_an_earlier_roll_counts_after_the_battle(spell: str, moves: list[str], health: int) -> None:
    mob = "Mob: creature, humanoid, strength 3, 3 lives, 2 experience"
    assert told(record(mob, hero(5, 5, spell), "fight", *moves))["hero"]["health"] == health


@pytest.mark.rule("P32", "three-lives")
def test_won_rolls_of_a_lost_battle_count_for_nothing() -> None:
    found = told(record(MOB, hero(6, 4), "fight", "roll 6 1", "roll 6 1", "roll 1 6"))
    assert (found["result"], found["hero"]["health"]) == ("lost", 5)


@pytest.mark.rule("P28")
def test_an_x_stands_in_place_of_the_loss_unless_it_says_also() -> None:
    thief = "Thief: creature, strength 6; lost: lose 2 gold"
    assert told(record(thief, hero(4, 4, gold=3), "fight", "roll 1 6"))["hero"]["health"] == 4
    both = "Thief: creature, strength 6; lost: also lose 1 magic"
    found = told(record(both, hero(4, 4), "fight", "roll 1 6"))["hero"]
    assert (found["health"], found["magic"]) == (3, 3)
    siren = record(
        "Siren: creature, strength 6; lost if man: lose 2 magic", hero(4, 4, sex="man"), "fight", "roll 1 6"
    )
    assert told(siren)["hero"]["health"] == 4
    siren["hero"]["sex"] = "woman"
    assert told(siren)["hero"]["health"] == 3


@pytest.mark.rule("P31", "berserkers-axe", "healing-arts", "P76")
def test_what_follows_a_loss_comes_in_order() -> None:
    axe = hero(2, 4, "Berserker's Axe", "Healing Arts", red=4)
    found = told(record("Bear: creature, animal, strength 9", axe, "fight with Berserker's Axe", "roll 1 6"))["hero"]
    assert (found["health"], found["alive"]) == (1, True)  # 1 for the loss, 1 for the axe, 1 healed
    weak = axe | {"health": 1}
    dead = told(record("Bear: creature, animal, strength 9", weak, "fight with Berserker's Axe", "roll 1 6"))["hero"]
    assert (dead["health"], dead["alive"]) == (0, False)  # too late for healing


@pytest.mark.rule("P77", "healing-arts")
@pytest.mark.parametrize(("rolled", "left"), [("roll 6 1", 3), ("roll 3 3", 3), ("roll 1 6", 2)])
def test_harm_when_met_is_healed_whatever_the_result(rolled: str, left: int) -> None:
    imp = "Gate Imp: creature, strength 2; met: lose 1 health"
    found = told(record(imp, hero(3, 4, "Healing Arts", red=4), "fight", rolled))["hero"]
    assert found["health"] == left


@pytest.mark.rule("P77", "healing-arts", "fanaticism")
def test_harm_of_an_earlier_meeting_is_healed_in_its_own_battle_only() -> None:
    imp = "Gate Imp: creature, strength 4; met on 6: lose 1 health"
    who = hero(4, 4, "Healing Arts", red=4)
    who["abilities"].append("Fanaticism: ability, Monastery; drawn: fight again")
    twice = ("fight", "roll 6", "roll 5 3", "fight", "roll 1", "roll 4 3")
    assert told(record(imp, who | {"health": 3}, *twice))["hero"]["health"] == 3  # 1 lost, 1 healed, no more


BERSERK = "Berserk: ability, Fortress, costs 4"


@pytest.mark.rule("P81", "berserkers-axe")
@pytest.mark.parametrize(
    ("berserk", "said", "left"),
    [
        (BERSERK, [], 3),  # nothing tells what it gives, so it can't be used
        (f"{BERSERK}; battle: in strength 2", [], 3),
        (f"{BERSERK}; battle: in strength 2", ["use Berserk"], 2),
        (f"{BERSERK}; battle: in strength 2; lost: lose 1 health", [], 3),
        (f"{BERSERK}; battle: in strength 2; lost: lose 1 health", ["use Berserk"], 2),
        (f"{BERSERK}, spell 1; roll: in strength 2", ["cast Berserk"], 2),
    ],
)
def test_berserk_costs_health_only_where_it_was_used(berserk: str, said: list[str], left: int) -> None:
    who = hero(4, 4) | {"abilities": [berserk]}
    assert told(record(BEAR, who, "fight", *said, "roll 1 6"))["hero"]["health"] == left


@pytest.mark.rule("P81")
def test_what_is_used_up_counts_as_used() -> None:
    scroll = "Scroll of Fury: item, scroll; roll: in strength 1; lost: lose 2 health"
    who = hero(4, 4) | {"items": [scroll]}
    assert told(record(BEAR, who, "fight", "use Scroll of Fury", "roll 1 6"))["hero"]["health"] == 1
    assert told(record(BEAR, who, "fight", "roll 1 6"))["hero"]["health"] == 3


@pytest.mark.rule("P31", "sphinx")
def test_half_of_the_health_is_rounded_down() -> None:
    sphinx = "Sphinx: lesser, strength 9; lost: lose half health"
    assert told(record(sphinx, hero(5, 4), "fight", "roll 1 6"))["hero"]["health"] == 3


@pytest.mark.rule("P40", "shields")
def test_a_shield_turns_a_loss_into_a_draw_while_it_is_in_hand() -> None:
    shield = hero(4, 4, "Round Shield", "Great Sword")
    assert told(record(BEAR, shield, "fight with Round Shield", "roll 1 2"))["result"] == "drawn"
    assert told(record(BEAR, shield, "fight with Round Shield", "roll 1 3"))["result"] == "lost"
    assert told(record(BEAR, shield, "fight", "roll 1 2"))["result"] == "lost"


@pytest.mark.rule("scaled-monster", "ambidexterity")
def test_what_harms_the_weapon_harms_both() -> None:
    monster = "Scaled Monster: greater, strength 2; after battle: discard a weapon"
    two = hero(4, 4, "Cutlass", "Dagger", "Ambidexterity")
    found = told(record(monster, two, "fight with Cutlass, Dagger", "roll 6 1"))["hero"]
    assert found["discarded"] == ["Cutlass", "Dagger"]


@pytest.mark.rule("bats-and-dragon")
def test_no_spells_against_the_bats() -> None:
    bats = "Horde of Bats: creature, animal, strength 3, no spells"
    monk = hero(4, 4, "Prayer", "Scroll of Divine Will")
    assert ruling(record(bats, monk, "fight", "cast Prayer")) == (2, "bats-and-dragon")
    assert told(record(bats, monk, "fight", "use Scroll of Divine Will", "roll 1+2 1"))["hero"]["discarded"] == [
        "Scroll of Divine Will"
    ]


@pytest.mark.rule("power-drain")
def test_power_drain_takes_no_more_than_there_is() -> None:
    drain = hero(4, 6, "Power Drain")
    imp = "Imp: creature, demon, willpower 1"
    assert totals(record(imp, drain, "fight", "cast Power Drain", "roll 1 1")) == [(5, 0)]
    assert totals(record(GHOST, drain, "fight", "cast Power Drain", "roll 1 1")) == [(5, 2)]
    both = hero(4, 6, "Power Drain", "Sap")
    moves = ("fight", "cast Power Drain", "cast Sap", "roll 1 1")
    assert totals(record("Ghoul: creature, undead, willpower 3", both, *moves)) == [(4, 0)]
    for magic, left in ((1, 0), (5, 3)):  # a hero's cubes move, so the total falls once
        found = duel(drain, hero(4, magic), "attack wills", "accept", "cast Power Drain", "roll 1 1")
        assert (totals(found), told(found)["defender"]["magic"]) == ([(3, left)], left)


@pytest.mark.rule("P68")
def test_a_weapon_without_a_wills_bonus_is_not_thrown_in_a_wills_fight() -> None:
    assert ruling(record(GHOST, hero(4, 4, "Axe"), "fight with Axe", "throw Axe")) == (2, "P68")


@pytest.mark.rule("turn-back-time", "P36")
def test_turn_back_time_takes_the_roll_back_and_what_answered_it() -> None:
    mage = hero(4, 4, "Turn Back Time", "Scroll of Altered Reality")
    moves = ("fight", "roll 1 3", "use Scroll of Altered Reality on own", "roll 2", "cast Turn Back Time", "roll 5 1")
    found = told(record(BEAR, mage, *moves))
    assert [roll["dice"] for roll in found["rolls"]] == [[5, 1]]
    assert (found["result"], found["hero"]["magic"]) == ("won", 3)
    weaker = told(record(GHOST, mage, "fight", "roll 1 1", "cast Turn Back Time", "roll 1 1"))
    assert (weaker["rolls"][0]["own"], weaker["rolls"][0]["enemy"], weaker["result"]) == (3, 4, "lost")


@pytest.mark.rule("altered-reality", "P35")
def test_altered_reality_throws_one_of_several_dice_again() -> None:
    mage = hero(4, 4, "Prayer", "Scroll of Altered Reality")
    moves = ("fight", "cast Prayer", "roll 2+3 6", "use Scroll of Altered Reality on own 2", "roll 6")
    assert told(record(BEAR, mage, *moves))["rolls"][0]["dice"] == [6, 6]
    enemy = ("fight", "roll 2 6", "use Scroll of Altered Reality on enemy", "roll 1")
    assert told(record(BEAR, mage, *enemy))["rolls"][0]["dice"] == [2, 1]


@pytest.mark.rule("P35")
@given(st.lists(st.sampled_from(["better", "worse"]), max_size=3), st.data())
def test_changes_of_a_die_work_one_on_the_other(changes: list[Any], data: st.DataObject) -> None:
    """Slow twin: the last change chooses between two results of all that went before it."""
    how = tuple(changes)
    thrown = data.draw(st.lists(st.integers(1, 6), min_size=dice.many(how), max_size=dice.many(how)))

    def slow(how: Sequence[str], thrown: list[int]) -> int:
        if not how:
            return thrown[0]
        half = len(thrown) // 2
        two = slow(how[:-1], thrown[:half]), slow(how[:-1], thrown[half:])
        return max(two) if how[-1] == "better" else min(two)

    assert dice.result_of(how, tuple(thrown)) == slow(how, thrown)


@pytest.mark.rule("P37")
@given(
    st.lists(
        st.sampled_from(sorted(name for name in CARDS if CARDS[name].startswith("item"))), max_size=4, unique=True
    ),
    st.booleans(),
)
def test_hands_have_a_slow_twin(names: list[str], both: bool) -> None:
    """Whether Items can be put into two hands and on one head, each place tried."""
    items = [read_card(line(name)) for name in names]
    hands_needed = 0
    fits = True
    for item in items:
        assert isinstance(item, Item)
        hands_needed += (2 if item.two_handed else 1) if item.in_hand else 0
    pairs = list(combinations([item for item in items if isinstance(item, Item)], 2))
    fits = hands_needed <= 2 and not any(
        (one.head and other.head) or (one.shield and other.shield) or (one.weapon and other.weapon and not both)
        for one, other in pairs
    )
    try:
        opening.verify([item for item in items if isinstance(item, Item)], two_weapons=both)
    except Illegal:
        assert not fits
    else:
        assert fits


@pytest.mark.rule("P44")
def test_averaged_dice() -> None:
    found = told(record(BEAR, hero(4, 4, "Prayer"), "fight", "cast Prayer", "roll", dice="average"))
    assert found["rolls"][0]["dice"] == ["161/36", "7/2"]
    assert found["result"] == "won"
    assert judged(record(BEAR, hero(4, 4), "fight", "roll", dice="average")).result == "drawn"


@pytest.mark.rule("P72", "order-of-duel")
def test_the_attacker_speaks_first_then_the_defender() -> None:
    anna, bo = hero(4, 4, "Prayer"), hero(4, 4, "Prayer") | {"name": "Bo"}
    found = told(duel(anna, bo, "attack", "accept", "cast Prayer", "cast Prayer", "roll 1+2 3+4"))
    assert found["rolls"][0]["dice"] == [2, 4]
    assert (found["hero"]["magic"], found["defender"]["magic"]) == (3, 3)
    alone = told(duel(anna, bo, "attack", "accept", "done", "cast Prayer", "roll 2 3+4"))
    assert (alone["hero"]["magic"], alone["defender"]["magic"]) == (4, 3)


@pytest.mark.rule("weapons-without-bonus", "bonuses-without-cubes")
def test_a_weapon_without_a_bonus_can_be_used_thrown_and_enchanted() -> None:
    monk = hero(4, 4, "Axe", "Blessed Weapon", "Gauntlets of Strength", "Edged Weapons")
    moves = ("fight with Axe", "cast Blessed Weapon on Axe", "throw Axe", "roll 1 1")
    assert totals(record(BEAR, monk, *moves)) == [(4 + 1 + 1 + 1, 4)]
    full = hero(8, 10, "Gauntlets of Strength", "Crown of Power")  # past the 8 and 10 that cubes are limited to
    assert totals(record(BEAR, full, "fight", "roll 1 1")) == [(9, 4)]
    assert totals(record(GHOST, full, "fight with Crown of Power", "roll 1 1")) == [(11, 4)]


@pytest.mark.rule("alter-ego")
def test_an_alter_ego_is_as_strong_as_the_hero() -> None:
    ego = "Alter Ego: creature, demon, strength as yours +1"
    strong = hero(5, 4, "Gauntlets of Strength", "War Axe")
    assert totals(record(ego, strong, "fight with War Axe", "roll 1 1")) == [(8, 7)]
    assert totals(record(ego, strong | {"health": 0, "red": 5}, "fight with War Axe", "roll 1 1")) == [(3, 2)]
    twice = "Alter Ego: creature, demon, strength as yours x2"
    assert totals(record(twice, strong, "fight", "roll 1 1")) == [(6, 12)]


@pytest.mark.rule("other-values", "two-dice")
def test_a_creature_that_begins_with_willpower_is_never_paid_for() -> None:
    odd = "Seer: creature, willpower 3, strength 6"
    found = told(record(odd, hero(4, 4), "fight wills", "roll 6 1"))
    assert (found["rolls"][0]["own"], found["hero"]["magic"]) == (4, 4)


@pytest.mark.rule("scrolls-on-dice", "P35")
def test_the_defenders_scroll_works_on_what_the_attackers_left() -> None:
    better = "Scroll of Deep Prayer: item, scroll; roll: better of two"
    worse = "Scroll of Divine Will: item, scroll; roll: enemy worse of two"
    anna, bo = hero(4, 4) | {"items": [better]}, hero(4, 4) | {"items": [worse], "name": "Bo"}
    moves = ("attack", "accept", "use Scroll of Deep Prayer", "use Scroll of Divine Will", "roll 1+6+5+2 3")
    found = told(duel(anna, bo, *moves))
    assert found["rolls"][0]["dice"] == [5, 3]  # the worse of 6 and 5, each the better of two
    assert (found["hero"]["discarded"], found["defender"]["discarded"]) == (
        [better.split(":")[0]],
        [worse.split(":")[0]],
    )


@pytest.mark.rule("for-good", "most-red", "P6", "P7")
def test_cubes_for_good_are_told_once() -> None:
    giver = "Titan: creature, strength 2; won: gain 2 strength"
    won = judged(record(giver, hero(6, 4, red=7), "fight", "roll 6 1"))
    assert (won.heroes[0].health, won.heroes[0].red) == (8, 8)  # one cube more, and one Health healed at the limit
    assert [event.describe(str) for event in won.events][-2:] == [
        "Anna: 1 red cube to the right (Titan).",
        "Anna: 1 red cube from the bank (Titan).",
    ]


@pytest.mark.rule("fanaticism", "P40")
def test_fanaticism_is_a_new_battle() -> None:
    zeal = "Fanaticism: ability, Monastery; drawn: fight again"
    monk = hero(4, 4, "Berserk", "Royal Shield") | {"abilities": [line("Berserk"), zeal]}
    moves = ("fight with Royal Shield", "cast Berserk", "roll 1 6", "fight with Royal Shield", "roll 6 1")
    found = told(record(BEAR, monk, *moves))
    assert [(roll["own"], roll["result"]) for roll in found["rolls"]] == [(6, "drawn"), (3, "won")]
    assert (found["result"], found["hero"]["health"]) == ("won", 3)  # Berserk's Health is lost after its battle
    assert ruling(record(BEAR, hero(4, 4), "fight", "roll 1 1", "fight", "roll 6 1"))[0] == 3
    paid = monk | {"abilities": [zeal.replace("drawn: ", "drawn: 1 magic -> ")]}
    again = told(record(BEAR, paid, "fight", "roll 1 1", "fight", "roll 6 1"))
    assert (again["result"], again["hero"]["magic"]) == ("won", 3)
    assert told(record(BEAR, paid, "fight", "roll 1 1"))["hero"]["magic"] == 4


@pytest.mark.rule("master-of-pain", "special-rules", "P30")
def test_what_a_creature_does_before_the_battle_happens_in_a_record_too() -> None:
    met = told(record(PAIN, hero(4, 5), "fight", "roll 6 1"))
    assert (met["rolls"][0]["own"], met["hero"]["health"], met["hero"]["magic"]) == (3 + 4, 3 - 1, 4)
    dead = told(record(PAIN, hero(0, 5), "fight"))
    assert (dead["hero"]["alive"], dead["result"], dead["rolls"]) == (False, None, [])
    witch = "Succubus: creature, demon, willpower 2; met if man: lose 2 magic"
    for sex, own in (("man", 3), ("woman", 5)):
        assert totals(record(witch, hero(4, 5, sex=sex), "fight", "roll 1 1")) == [(own, 2)]


@pytest.mark.rule("P31", "berserkers-axe", "throwing")
@pytest.mark.parametrize("thrown", ["throw Saw", None])
def test_a_thrown_weapon_was_used_so_its_own_rules_come(thrown: str | None) -> None:
    saw = "Saw: item, weapon, throwing; lost: lose 1 health; won: heal 1 health"
    who = hero(1, 4, red=4) | {"items": [saw]}
    moves = ["fight with Saw", *([thrown] if thrown else [])]
    lost = told(record(BEAR, who, *moves, "roll 1 6"))["hero"]
    assert (lost["health"], lost["alive"]) == (0, False)
    assert told(record(BEAR, who, *moves, "roll 6 1"))["hero"]["health"] == 2
    band = "Band: creature, strength 1, 2 lives"
    assert not told(record(band, who, *moves, "roll 6 1", "roll 1 6"))["hero"]["alive"]


@pytest.mark.rule("weapon-abilities", "used-items-count")
def test_another_item_may_count_for_the_weapon_in_hand() -> None:
    hat = "Hat: item, head; always: in strength 1 with staff"
    glove = "Glove: item, hand; always: in strength 1 thrown"
    who = hero(4, 4) | {"items": [hat, glove, "Mace: item, weapon, staff, throwing"]}
    assert totals(record(BEAR, who, "fight with Hat, Mace", "roll 1 1")) == [(5, 4)]
    assert totals(record(BEAR, who, "fight with Hat", "roll 1 1")) == [(4, 4)]
    assert totals(record(BEAR, who, "fight with Mace, Glove", "throw Mace", "roll 1 1")) == [(5, 4)]


@pytest.mark.rule("shields", "card-costs")
def test_what_is_damaged_as_a_price_works_until_its_roll_is_over() -> None:
    shield = "Bark Shield: item, shield; always: in either 3; after roll: damage this -> lost by 1 is drawn"
    who = hero(4, 4) | {"items": [shield]}
    band = "Band: creature, strength 6, 2 lives"
    moves = ("fight with Bark Shield", "roll 4 6", "use Bark Shield")
    found = told(record(band, who, *moves))
    assert found["rolls"] == [{"own": 7, "enemy": 6, "dice": [4, 6], "totals": [11, 12], "result": "drawn"}]
    assert found["hero"]["damaged"] == ["Bark Shield"]
    later = told(record(band, who, "fight with Bark Shield", "roll 6 5", "use Bark Shield", "roll 1 1"))
    assert [roll["own"] for roll in later["rolls"]] == [7, 4]


@pytest.mark.rule("P76", "healing-arts")
def test_a_cube_lost_for_good_is_no_battle_damage() -> None:
    leech = "Leech: creature, animal, strength 9; lost: lose 1 strength"
    found = judged(record(leech, hero(4, 4, "Healing Arts", red=6), "fight", "roll 1 6")).heroes[0]
    assert (found.health, found.red) == (3, 5)


@pytest.mark.rule("master-of-pain", "power-drain")
def test_the_master_of_pain_has_no_willpower_to_be_drained() -> None:
    pain = "Pain: greater, demon, strength 14, all values"
    data = record(pain, hero(4, 5, "Power Drain"), "fight", "cast Power Drain", "roll 1 1")
    assert totals(data) == [(4 + 5 - 1, 14)]  # legal, and wasted


@pytest.mark.rule("non-battle", "P30", "strength-potions")
def test_a_potion_may_be_used_before_the_type_is_chosen() -> None:
    strong = "Potion of Strength: item, potion; any time: to strength 2, in either 1 first roll"
    calm = "Calm: ability, Monastery, spell 1; before battle: in strength 1"
    who = hero(2, 4, "Potion of Healing", red=4) | {"abilities": [calm]}
    who["items"].append(strong)
    before = ("use Potion of Healing", "use Potion of Strength", "cast Calm")
    found = told(record("Band: creature, strength 1, 2 lives", who, *before, "fight", "roll 6 1", "roll 6 1"))
    assert [roll["own"] for roll in found["rolls"]] == [4 + 2 + 1 + 1, 4 + 2 + 1]
    assert found["hero"] == {
        "health": 4,
        "magic": 3,
        "alive": True,
        "damaged": [],
        "discarded": ["Potion of Healing", "Potion of Strength"],
    }
    assert ruling(record(BEAR, hero(4, 4, "Prayer"), "cast Prayer", "fight")) == (1, "announce-first")
    assert ruling(record(BEAR, hero(4, 0) | {"abilities": [calm]}, "cast Calm")) == (1, "spells")


@pytest.mark.rule("altered-reality", "turn-back-time", "P36")
def test_what_answers_dice_may_be_called_by_the_die_and_nothing_else_comes_between() -> None:
    mage = hero(4, 4, "Scroll of Altered Reality", "Turn Back Time", "Prayer")
    for goal in ("own", "own die", "own 3"):
        answer = f"use Scroll of Altered Reality on {goal}"
        assert told(record(BEAR, mage, "fight", "roll 3 4", answer, "roll 6"))["rolls"][0]["dice"] == [6, 4]
    between = record(BEAR, mage, "fight", "roll 3 4", "cast Turn Back Time", "cast Prayer", "roll 1 1")
    assert ruling(between) == (4, "P36")
    with pytest.raises(BadInput, match="move 3"):
        told(record(BEAR, mage, "fight", "roll 3 4", "use Scroll of Altered Reality on both"))


@pytest.mark.rule("other-values", "P29")
def test_a_creature_with_willpower_first_attacks_with_willpower() -> None:
    seer = "Seer: creature, willpower 7, strength 6"
    assert told(record(seer, hero(4, 4), "fight", "roll 1 1"))["type"] == "wills"
    assert ruling(record(seer, hero(4, 4), "fight strength")) == (1, "willpower-only")


@pytest.mark.rule("shapeless-things", "P39")
def test_14_who_can_pay_for_neither_fight_has_a_draw() -> None:
    found = told(record(THINGS, hero(1, 3), "fight"))
    assert (found["legal"], found["result"], found["rolls"], found["hero"]["health"]) == (True, "drawn", [], 1)
    assert ruling(record(THINGS, hero(1, 3), "fight", "roll 6 1")) == (2, "P39")


@pytest.mark.rule("P36", "order-of-duel")
@pytest.mark.parametrize("stand", [("stand",), ()])
def test_the_attacker_answers_first_then_the_defender_until_both_let_it_stand(stand: tuple[str, ...]) -> None:
    anna = hero(4, 4, "Scroll of Altered Reality", "Turn Back Time")
    bo = hero(4, 4, "Scroll of Altered Reality") | {"name": "Bo"}
    change = "use Scroll of Altered Reality on"
    moves = ("attack", "accept", "roll 1 3", f"{change} own", "roll 6", *stand, f"{change} own", "roll 6")
    found = told(duel(anna, bo, *moves))
    assert (found["rolls"][0]["dice"], found["result"], found["legal"]) == ([6, 6], "drawn", True)
    back = told(duel(anna, bo, *moves, "cast Turn Back Time", "roll 5 1"))
    assert (back["rolls"][0]["dice"], back["result"]) == ([5, 1], "won")


@pytest.mark.rule("spells", "P38")
def test_a_spell_without_effect_in_this_fight_is_wasted_and_not_offered() -> None:
    mage = hero(4, 4, "Concentration")
    found = told(record(BEAR, mage, "fight", "cast Concentration", "roll 1 1"))
    assert (found["legal"], found["rolls"][0]["own"], found["hero"]["magic"]) == (True, 4, 2)


@pytest.mark.rule("imp", "loss-creature")
def test_what_takes_items_does_so_where_nobody_has_a_choice() -> None:
    imp = "Imp: creature, demon, strength 9; lost: discard the dearest item"
    rich = hero(4, 4) | {"items": ["Cup: item, costs 3", "Bowl: item, costs 5"]}
    assert told(record(imp, rich, "fight", "roll 1 5"))["hero"]["discarded"] == ["Bowl"]
    equal = hero(4, 4) | {"items": ["Cup: item, costs 5", "Bowl: item, costs 5"]}
    assert told(record(imp, equal, "fight", "roll 1 5"))["hero"]["discarded"] == []  # the hero's choice
    assert told(record(imp, equal, "fight", "roll 1 5", "discard Cup"))["hero"]["discarded"] == ["Cup"]
    one = "Thief: creature, strength 9; lost: discard an item or else lose 1 health"
    assert told(record(one, hero(4, 4, "Axe"), "fight", "roll 1 5"))["hero"]["discarded"] == ["Axe"]
    assert told(record(one, hero(4, 4), "fight", "roll 1 5"))["hero"]["health"] == 3


@pytest.mark.rule("fanaticism", "scaled-monster")
def test_what_was_discarded_is_not_taken_up_again() -> None:
    monster = "Scaled Monster: greater, strength 4; after battle: discard a weapon"
    zeal = hero(4, 4, "Axe") | {"abilities": ["Fanaticism: ability, Monastery; drawn: fight again"]}
    data = record(monster, zeal, "fight with Axe", "roll 1 1", "fight with Axe")
    assert ruling(data) == (3, "used-items-count")


@pytest.mark.rule("paid-weapons", "weapon-abilities")
def test_reasons_say_what_is_wrong() -> None:
    who = hero(4, 4, "Ritual Dagger", "Blessed Weapon", "Axe")
    reasons = {
        "pay 3 health for Ritual Dagger": "pay 1 health for Ritual Dagger or pay 2 health for Ritual Dagger",
        "cast Blessed Weapon on Axe": "no weapon is in hand",
    }
    paid = told(
        record("Ghost: creature, willpower 4", who, "fight with Ritual Dagger", "pay 3 health for Ritual Dagger")
    )
    assert reasons["pay 3 health for Ritual Dagger"] in paid["illegal"]["reason"]
    bare = told(record(BEAR, who, "fight", "cast Blessed Weapon"))
    assert reasons["cast Blessed Weapon on Axe"] in bare["illegal"]["reason"]


@pytest.mark.rule("P44")
@pytest.mark.parametrize("cards", [(), ("Prayer",)])
def test_dice_that_nobody_types_are_thrown_at_the_end_of_a_record(cards: tuple[str, ...]) -> None:
    assert told(record(BEAR, hero(4, 4, *cards), "fight", dice="average"))["result"] == "drawn"
    assert told(record(BEAR, hero(4, 4, *cards), "fight", dice="rolled"))["result"] is not None


@pytest.mark.rule("paid-weapons", "card-costs")
def test_a_card_with_one_price_may_just_be_used() -> None:
    bones = "Bone Dice: item; after roll: 1 health -> reroll a die"
    patience = "Hunter's Patience: item; before battle: 1 magic -> in strength 2"
    who = hero(4, 4) | {"items": [bones, patience]}
    moves = ("use Hunter's Patience", "fight", "roll 1 6", "pay 1 health for Bone Dice on own", "roll 6")
    found = told(record(BEAR, who, *moves))
    assert (found["rolls"][0]["own"], found["result"], found["hero"]["magic"]) == (5, "won", 3)
    again = told(record(BEAR, who, "pay 1 magic for Hunter's Patience", "fight", "roll 1 1"))
    assert again["rolls"][0]["own"] == 6
    sword = "Sword of Smiting: item, weapon; roll: 1 magic -> in strength 2"
    smiting = hero(4, 4) | {"items": [sword]}
    assert totals(record(BEAR, smiting, "fight with Sword of Smiting", "use Sword of Smiting", "roll 1 1")) == [
        (6, 4)
    ]


@pytest.mark.rule("P37", "spells")
def test_a_spell_is_for_a_weapon_in_hand() -> None:
    who = hero(4, 4, "Cutlass", "Axe", "Blessed Weapon")
    assert ruling(record(BEAR, who, "fight with Cutlass", "cast Blessed Weapon on Axe")) == (2, "P37")
    with pytest.raises(BadInput, match="it can be cast Blessed Weapon on Cutlass"):
        told(record(BEAR, who, "fight with Cutlass", "cast Blessed Weapon on Spoon"))


@pytest.mark.rule("death", "special-rules")
def test_who_dies_of_the_meeting_fights_no_more() -> None:
    witch = "Witch: creature, strength 2; met: lose 1 health"
    assert ruling(record(witch, hero(0, 4), "fight", "roll 6 1")) == (2, "death")


@pytest.mark.rule("shields", "P40")
def test_a_draw_that_no_card_made_isnt_told_as_one_that_a_card_made() -> None:
    for dice_shown, saved in (("roll 3 3", False), ("roll 3 4", True)):
        fought = record(BEAR, hero(4, 4, "Round Shield"), "fight with Round Shield", dice_shown)
        assert told(fought)["result"] == "drawn"
        assert [event.saved for event in judged(fought).events if isinstance(event, Rolled)] == [saved]


@pytest.mark.rule("announce-first")
def test_what_is_used_before_a_fight_is_a_card_of_the_hero() -> None:
    with pytest.raises(BadInput, match='Anna has no "Spoon"'):
        told(record(BEAR, hero(4, 4, "Axe"), "use Spoon", "fight"))


@pytest.mark.rule("P30", "potions-and-scrolls")
def test_a_potion_that_helps_elsewhere_is_no_help_in_a_battle() -> None:
    thirsty = hero(4, 4) | {"items": ["Potion of Haste: item, potion; moving: move 2"]}
    assert ruling(record(BEAR, thirsty, "fight", "use Potion of Haste")) == (2, "P30")


@pytest.mark.rule("throwing")
def test_only_a_throwing_weapon_in_hand_is_thrown() -> None:
    armed = hero(4, 4, "Axe", "Great Sword", "Cape")
    for item in ("Axe", "Great Sword", "Cape"):
        assert ruling(record(BEAR, armed, "fight with Great Sword", f"throw {item}")) == (2, "throwing")


@pytest.mark.rule("roll-of-fight")
@pytest.mark.parametrize("face", ["7", "0", "00000011", "1000002"])
def test_a_die_shows_no_more_than_six(face: str) -> None:
    with pytest.raises(BadInput, match="a die can't show"):
        judged(record(BEAR, hero(4, 4), "fight", f"roll {face} 2"))


@pytest.mark.rule("card-costs", "P34")
def test_an_item_given_as_a_price_works_until_its_roll_is_over() -> None:
    who = hero(4, 4, "Cutlass") | {"abilities": ["Burnt Offering: ability, Monastery; roll: 1 item -> in either 3"]}
    band = "Band: creature, strength 6, 2 lives"
    moves = ("fight with Cutlass", "pay Cutlass for Burnt Offering", "roll 6 1", "roll 1 1")
    assert totals(record(band, who, *moves)) == [(4 + 1 + 3, 6), (4, 6)]


@pytest.mark.rule("special-rules")
def test_a_creature_of_a_record_is_not_new() -> None:
    newt = "Newt: creature, strength 3; always if new: in strength 2"
    assert totals(record(newt, hero(4, 4), "fight", "roll 1 1")) == [(4, 3)]


@pytest.mark.rule("prayer", "P41")
@pytest.mark.parametrize("announced", ["cast Prayer", "cast Vow"])
def test_what_was_announced_for_the_roll_of_the_fight_is_not_for_the_reward(announced: str) -> None:
    who = hero(4, 4, "Prayer")
    who["abilities"].append("Vow: ability, Monastery, spell 1; roll: better of two")
    chest = "Chest: creature, strength 3; won on 1-3: lose 1 health"
    found = told(record(chest, who, "fight", announced, "roll 6+5 1", "roll 2"))
    assert (found["legal"], found["hero"]["health"]) == (True, 3)


@pytest.mark.rule("P41")
def test_what_always_works_for_the_rolls_of_fights_is_not_for_the_reward() -> None:
    who = hero(4, 4) | {"items": ["Charm: item; always: better of two"]}
    chest = "Chest: creature, strength 3; won on 1-3: lose 1 health"
    found = told(record(chest, who, "fight", "roll 6+5 1", "roll 2"))
    assert (found["legal"], found["hero"]["health"]) == (True, 3)


@pytest.mark.rule("special-rules", "P30", "P42")
@pytest.mark.parametrize(
    ("does", "gold", "items", "health"),
    [
        ("lose 1 health", 0, (), 2),
        ("lay 5 gold on this or else lose 1 health", 4, (), 2),
        ("lay 5 gold on this or else lose 1 health", 5, (), 3),
        ("lose 2 gold or else lose 1 health", 1, (), 2),
        ("lose 2 gold or else lose 1 health", 2, (), 3),
        ("damage an item or else lose 1 health", 0, (), 2),
        ("damage an item or else lose 1 health", 0, ("Axe",), 3),
        ("discard an item or else lose 1 health", 0, (), 2),
        ("lay 1 item on this or else lose 1 health", 0, ("Axe",), 3),
    ],
)
def test_what_a_meeting_does_instead_comes_where_the_rest_is_impossible(
    does: str, gold: int, items: tuple[str, ...], health: int
) -> None:
    thief = f"Thief: creature, strength 9; met: {does}"
    read = BATTLES.read(Path("fight.toml"), record(thief, hero(3, 4, *items, gold=gold)))
    after = aftermath.after_meeting(read.scene, read.heroes[0])
    assert (after.health, after.hurt) == (health, 3 - health)


@pytest.mark.rule("fight-values", "used-items-count", "P41")
@pytest.mark.parametrize(
    ("does", "fight", "side", "own", "before", "after"),
    [
        ("always: in strength 1 per item", {}, {}, {"damaged": ("Bowl",)}, 2, 3),
        ("always: in strength 1 per item", {}, {}, {"items": ("Cup",)}, 2, 0),
        ("always if no spell cast: in strength 1", {}, {}, {"cast": ("Prayer",)}, 1, 0),
        ("always if hurt: in strength 1", {}, {"lost": 1}, {}, 0, 1),
        ("always: in strength 1 first roll", {"roll": 2}, {}, {}, 1, 0),
        ("always: in strength 1", {"reward": True}, {}, {}, 1, 0),
        ("always: in strength 1", {"type": "wills"}, {}, {}, 1, 0),
        ("always: in strength 1 empty hands", {}, {"used": ("Cup",)}, {}, 1, 0),
        ("always: in strength 1", {}, {}, {"bonuses": (Bonus("Charm", "in strength 2", "turn"),)}, 1, 3),
    ],
)
def test_what_works_is_found_anew_where_something_has_changed(
    does: str, fight: dict[str, Any], side: dict[str, Any], own: dict[str, Any], before: int, after: int
) -> None:
    who = hero(4, 4) | {"items": [f"Ring: item; {does}", "Cup: item, shield"]}
    read = BATTLES.read(Path("fight.toml"), record(BEAR, who))
    begun = Fight(read.scene, (Side(read.heroes[0]),), "strength")
    changed = replace(begun.changed(OWN, hero=replace(begun.own.hero, **own), **side), **fight)
    found = [sum(term.amount for term in powers.at_work(one).bonuses[OWN]) for one in (begun, changed, begun)]
    assert found == [before, after, before]
