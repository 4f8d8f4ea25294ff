"""The worked examples of the rulings that are no fights: movement, Possibilities, Chance cards, planes, two games."""

from __future__ import annotations

import re
from typing import Any

import pytest

from referee.errors import Illegal, Unreadable
from referee.games.prophecy.examples import example
from referee.games.prophecy.rules.state import GameState
from referee.games.prophecy.rules.turns import start_game
from referee.play.session import Session
from tests.prophecy.games import BOARD, make_setup, say
from tests.prophecy.staged import begun, game, hero, offered, placed, refused, with_cards

# --- examples 1 to 3 ------------------------------------------------------------------------------------


@pytest.mark.rule("charity", "P5", "P17")
def test_example_1_charity_helps_those_with_the_least() -> None:
    played = game("Druid", "Mercenary", "Paladin")
    for seat, (gold, health, magic) in enumerate([(2, 3, 2), (2, 2, 3), (3, 1, 3)]):
        played = placed(played, seat, step="chance", gold=gold, health=health, magic=magic, red=6, blue=6)
    say(played, "chance Charity")
    assert [one.gold for one in played.state.players] == [5, 5, 3]
    assert [one.health for one in played.state.players] == [3, 2, 2]
    assert [one.magic for one in played.state.players] == [4, 3, 3]


@pytest.mark.rule("charity", "P17")
def test_charity_passes_nobody_else_what_the_least_does_not_need() -> None:
    played = placed(game("Druid", "Mercenary"), 0, step="chance", health=1, red=1)
    played = placed(played, 1, step="chance", health=2, red=6)
    say(played, "chance Charity")
    assert [one.health for one in played.state.players] == [1, 2]


@pytest.mark.rule("crisis", "P16")
def test_example_1_the_crisis_takes_half_rounded_down() -> None:
    played = placed(placed(game("Druid", "Mercenary"), 0, gold=1), 1, step="chance", gold=5)
    say(played, "chance Economic Crisis")
    assert [one.gold for one in played.state.players] == [1, 3]


@pytest.mark.rule("movement", "staying", "walk", "horse", "boat", "P4")
def test_example_2_the_ways_from_the_village() -> None:
    played = placed(game("Druid", "Mercenary"), space="Village")
    assert offered(played) == [
        "stay",
        "walk Mountains 16",
        "walk Plains 14",
        "horse Magic Tower",
        "horse Thieves' Guild",
        "boat Mountains 10",
        "boat Plains 19",
    ]
    assert refused(played, "walk City") == "walk"
    assert refused(played, "horse Plains 14") == "horse"
    assert refused(played, "gate City") == "gate-travel"
    say(played, "boat Plains 19")
    assert (hero(played).gold, hero(played).space) == (2, 19)
    assert refused(played, "walk Forest 20") == "movement"


@pytest.mark.parametrize(
    ("space", "said", "kind", "why"),
    [
        ("Village", "plane", Illegal, "Village is beside no plane"),
        ("Village", "plane Monastery", Illegal, "is attacked from Forest 20 or City, not from Village"),
        ("Village", "gate", Illegal, "Village has no gate"),
        ("Forest Camp", "boat", Illegal, "Forest Camp has no port"),
        ("City", "plane", Unreadable, "plane where to? It can be plane Monastery"),
        ("Village", "walk", Unreadable, "It can be walk Mountains 16 or walk Plains 14"),
    ],
)
def test_a_way_without_a_place_says_where_it_leads_or_why_nowhere(
    space: str, said: str, kind: type[Exception], why: str
) -> None:
    with pytest.raises(kind, match=re.escape(why)):
        say(placed(game("Druid", "Mercenary"), space=space), said)


@pytest.mark.rule("horse", "boat", "gate-travel")
def test_ways_cost_gold_that_must_be_there() -> None:
    played = placed(game("Druid", "Mercenary"), space="City", gold=1)
    assert refused(played, "gate Enchanted Wilderness") == "gate-travel"
    assert "horse Forest 4" in offered(played)
    assert refused(placed(played, space="City", gold=0), "horse Forest 4") == "horse"


@pytest.mark.rule("instead-of-moving", "selling", "buying", "gate-travel", "recharging", "P19", "P24")
def test_example_3_the_spellblade_buys_a_great_sword() -> None:
    played = placed(game("Spellblade", "Mercenary"), space="City", gold=5, items=["Sword"])
    played.state.at(BOARD.find_space("City")).goods = ["Great Sword"]
    played.state.extra = ["Peaceful Times", "Peaceful Times #2", "Peaceful Times"]
    played = placed(played)
    magic = hero(played).magic
    say(played, "work")
    assert (hero(played).gold, refused(played, "work")) == (7, "instead-of-moving")
    say(played, "end turn", "work", "sell Sword")
    assert hero(played).gold == 13
    say(played, "buy Great Sword")
    assert (hero(played).gold, hero(played).items) == (0, ["Great Sword"])
    say(played, "end turn", "work", "end turn")
    assert (hero(played).gold, hero(played).magic) == (2, magic - 3)
    say(played, "gate Enchanted Wilderness", "recharge")
    assert (hero(played).gold, hero(played).magic) == (0, magic)
    assert refused(played, "recharge") == "P25"


@pytest.mark.rule("instead-of-moving", "P20")
def test_work_follows_a_movement_only_where_that_is_agreed_on() -> None:
    played = placed(game("Spellblade", "Mercenary"), space="Monastery")
    say(played, "walk City")
    assert refused(played, "work") == "instead-of-moving"
    played = placed(game("Spellblade", "Mercenary", work_after_moving=True), space="Monastery")
    say(played, "walk City", "work")
    assert hero(played).gold == 5
    assert refused(played, "work") == "instead-of-moving"


# --- examples 17 to 21 --------------------------------------------------------------------------------


@pytest.mark.rule("counterfeiting", "once-a-round", "healing", "P18")
def test_example_17_counterfeiting_takes_three_gold_off_one_payment_a_round() -> None:
    played = placed(game("Druid", "Mercenary"), space="Forest Camp", red=6, health=1, gold=9)
    played.state.hero.abilities = ["Counterfeiting"]
    played.state.extra = ["Peaceful Times"]
    played = placed(played, step="turn")
    say(played, "heal 5 with Counterfeiting")
    assert (hero(played).health, hero(played).gold) == (6, 7)
    say(played, "end turn")
    assert refused(played, "horse Enchanted Wilderness with Counterfeiting") == "once-a-round"


@pytest.mark.rule("counterfeiting", "horse")
def test_example_17_what_counterfeiting_takes_off_beyond_the_price_is_lost() -> None:
    played = placed(game("Druid", "Mercenary"), space="Forest Camp", gold=0, abilities=["Counterfeiting"])
    say(played, "horse Enchanted Wilderness with Counterfeiting")
    assert hero(played).gold == 0


@pytest.mark.rule("counterfeiting", "repair", "buying")
def test_example_17_several_things_in_one_visit_are_several_payments() -> None:
    played = placed(game("Druid", "Mercenary"), space="Village", gold=15, damaged=["Axe"])
    played.state.hero.abilities = ["Counterfeiting"]
    played.state.at(BOARD.find_space("Village")).goods = ["Dagger", "Hammer"]
    played = placed(played, step="turn")
    say(played, "repair Axe", "buy Dagger with Counterfeiting")
    assert refused(played, "buy Hammer with Counterfeiting") == "once-a-round"


@pytest.mark.rule("effective-spellcasting", "spells", "once-a-round")
def test_example_18_two_spells_a_round_are_cheaper() -> None:
    played = placed(game("Druid", "Mercenary"), space="Forest Camp", magic=6, blue=6)
    played.state.hero.abilities = ["Effective Spellcasting", "Stamina", "Time Loop"]
    played.state.hero.items = ["Ring of Magical Forces"]
    played = placed(played)
    say(played, "cast Time Loop with Ring of Magical Forces")
    assert hero(played).magic == 5
    say(played, "cast Stamina to Forest 12 with Effective Spellcasting")
    assert hero(played).magic == 5
    say(played, "end turn")
    assert refused(played, "cast Stamina to Forest Camp with Effective Spellcasting") == "once-a-round"
    say(played, "cast Stamina to Forest Camp")
    assert hero(played).magic == 4


@pytest.mark.rule("fleet-of-foot", "moving-cards", "P21", "P66")
def test_example_19_fleet_of_foot_joins_two_ways() -> None:
    played = placed(game("Druid", "Mercenary"), space="Thieves' Guild", magic=6, blue=6, health=1, red=6)
    played.state.hero.abilities = ["Fleet of Foot", "Spirits of Forest Trails", "Miracle Healing"]
    played.state.hero.items = ["Flying Carpet"]
    played = placed(played)
    say(played, "cast Fleet of Foot")
    assert refused(played, "cast Fleet of Foot") == "P21"
    assert refused(played, "use Miracle Healing") == "fleet-of-foot"
    assert refused(played, "work") == "instead-of-moving"
    assert refused(played, "stay") == "fleet-of-foot"
    say(played, "cast Spirits of Forest Trails to Forest 12", "use Flying Carpet to Forest Camp")
    assert (hero(played).space, hero(played).magic) == (9, 3)
    assert refused(played, "walk Forest 8") == "movement"


@pytest.mark.rule("fleet-of-foot", "attack-on-planes", "boat")
def test_example_19_the_second_way_may_be_an_attack_on_a_plane() -> None:
    played = placed(game("Druid", "Mercenary"), space="Plains 6", abilities=["Fleet of Foot"])
    say(played, "cast Fleet of Foot", "boat City", "plane Monastery [Door Warden]")
    assert played.state.attacking == 0
    assert refused(played, "end turn") == "order-of-turn"


@pytest.mark.rule("wharf-rat", "boat")
def test_example_19_the_wharf_rat_swims_to_any_port_and_gains_gold() -> None:
    played = placed(game("Druid", "Mercenary"), space="City", abilities=["Wharf Rat", "Nautical Rites"], gold=0)
    assert {"boat Village", "boat Mountains 10"} <= set(offered(played))
    say(played, "boat Mountains 10")
    assert hero(played).gold == 1


@pytest.mark.rule("stealth", "order-of-turn", "recharging", "learning")
def test_example_20_stealth_allows_possibilities_before_and_after_an_attack() -> None:
    def tower(*abilities: str) -> Session[GameState]:
        played = placed(
            game("Enchantress", "Mercenary"),
            space="Magic Tower",
            gold=9,
            experience=15,
            blue=6,
            magic=2,
            abilities=list(abilities),
        )
        played.state.at(BOARD.find_space("Magic Tower")).abilities = ["Staff Skill", "Mass Decay"]
        return placed(played, 1, step="turn", space="Magic Tower")

    played = tower("Stealth")
    say(played, "recharge 2", "learn Staff Skill", "attack Bo [accept / roll 1 1]", "learn Mass Decay", "recharge 1")
    assert hero(played).abilities == ["Stealth", "Staff Skill", "Mass Decay"]
    assert refused(played, "attack Bo") == "attack-heroes"
    played = tower()
    say(played, "recharge 2")
    assert refused(played, "attack Bo") == "order-of-turn"


@pytest.mark.rule("pickpocketing")
@pytest.mark.parametrize("gold", [0, 1, 5])
def test_example_20_pickpocketing_takes_what_the_beaten_hero_has(gold: int) -> None:
    played = placed(game("Enchantress", "Mercenary"), space="Magic Tower", gold=1, health=6, red=6)
    played.state.hero.abilities = ["Pickpocketing"]
    played = placed(played, 1, step="turn", space="Magic Tower", gold=gold, health=2)
    say(played, "attack Bo [accept / roll 6 1]")
    assert [one.gold for one in played.state.players] == [1 + min(2, gold), gold - min(2, gold)]


@pytest.mark.rule("pickpocketing", "three-lives")
def test_example_20_three_lives_are_robbed_once() -> None:
    played = placed(game("Enchantress", "Mercenary"), space="Plains 6", health=8, red=8, gold=0)
    played.state.hero.abilities = ["Pickpocketing"]
    played = with_cards(placed(played, step="turn"), "Plains 6", "Angry Mob")
    say(played, "fight Angry Mob [roll 6 1 / roll 6 1 / roll 6 1]")
    assert (hero(played).gold, hero(played).experience) == (2, 3 + 7)


@pytest.mark.rule("terrain-cards", "adventures-on-space", "arrival", "fight-creatures", "P11", "P12", "P71")
def test_example_21_mountains_from_the_wilderness() -> None:
    played = placed(game("Enchantress", "Mercenary"), space="Enchanted Wilderness", abilities=["Stamina"])
    played = with_cards(placed(played, step="chance"), "Mountains 10", "Master Wizard")
    played = with_cards(played, "Mountains 16", "Gem Mine", "Lone Wolf")
    left = played.state.decks["adventure"].count
    say(played, "chance Mountains [Old Stair / Salt Lick]")
    there = {space: [card.name for card in played.state.at(space).cards] for space in (3, 10, 16, 18)}
    assert there == {10: ["Master Wizard", ""], 16: ["Gem Mine", "Lone Wolf"], 18: ["Old Stair"], 3: ["Salt Lick"]}
    assert played.state.decks["adventure"].count == left - 4
    assert played.state.decks["adventure"].discards == [""]
    say(played, "use Stamina to Mountains 10 [Ghost]")
    assert (hero(played).magic, hero(played).space) == (5, 10)
    assert refused(played, "use Master Wizard to Forest 8") == "possibilities"


@pytest.mark.rule("P11")
def test_without_the_setting_no_more_cards_are_drawn_than_are_placed() -> None:
    played = game("Enchantress", "Mercenary", surplus_discarded=False)
    played = with_cards(played, "Mountains 16", "Gem Mine", "Lone Wolf")
    left = played.state.decks["adventure"].count
    say(played, "chance Mountains [Old Stair / Salt Lick / Ghost]")
    assert (played.state.decks["adventure"].count, played.state.decks["adventure"].discards) == (left - 3, [])


# --- examples 28 to 31 --------------------------------------------------------------------------------


@pytest.mark.rule("attack-on-planes", "planes-of-board")
def test_example_28_the_plane_at_the_monastery_is_attacked_from_forest_or_city() -> None:
    for space in ("Forest 20", "City"):
        assert "plane Monastery" in offered(placed(game("Druid", "Mercenary"), space=space))
    assert refused(placed(game("Druid", "Mercenary"), space="Monastery"), "plane Monastery") == "attack-on-planes"


@pytest.mark.rule("end-of-world", "P60")
def test_example_29_in_the_apocalypse_everybody_loses_in_each_round() -> None:
    heroes = ("Druid", "Mercenary", "Paladin", "Ranger", "Scout")
    played = game(*heroes, variant="apocalypse", apocalypse_hands_over=False)
    for seat in range(5):
        played = placed(played, seat, step="round", health=8, red=8, magic=10, blue=10, space="Forest 8")
    played.state.phase = "apocalypse"
    played = placed(played, step="round")
    before = (hero(played).health, hero(played).magic)
    for _ in heroes:
        say(played, "stay", "end turn")
    assert (before[0] - hero(played).health, before[1] - hero(played).magic) == (5, 5)
    assert played.state.active == 0


@pytest.mark.rule("brigands", "P42")
def test_example_30_brigands_take_what_there_is_and_a_health() -> None:
    played = placed(game("Druid", "Mercenary"), space="Plains 6", gold=3, health=3)
    played = with_cards(placed(played, step="turn"), "Plains 6", "Band of Brigands")
    say(played, "fight Band of Brigands [roll 1 6]")
    assert (hero(played).gold, hero(played).health) == (0, 2)
    assert played.state.at(6).cards[0].gold == 3
    played = placed(played, 1, step="turn", space="Plains 6", health=6, red=6, gold=0)
    played.state.active = 1
    played = placed(played, 1, step="turn")
    say(played, "fight Band of Brigands [roll 6 1]")
    assert hero(played, 1).gold == 3


@pytest.mark.rule("alchemist", "P8")
def test_example_30_the_alchemist_takes_cubes_from_the_right() -> None:
    played = placed(game("Druid", "Mercenary"), space="Plains 6", magic=0, health=0)
    played = with_cards(placed(played, step="turn"), "Plains 6", "Alchemist")
    assert refused(played, "use Alchemist") == "card-costs"
    played = placed(played, step="turn", magic=1)
    red, blue = hero(played).red, hero(played).blue
    say(played, "use Alchemist")
    now = hero(played)
    assert (now.red, now.health, now.blue, now.magic) == (red + 1, 1, blue - 1, 0)
    assert played.state.decks["adventure"].discards[-1] == "Alchemist"


@pytest.mark.rule("willpower-is-magic", "spells", "time-loop")
def test_example_31_a_spell_weakens_until_magic_is_recharged() -> None:
    played = placed(game("Druid", "Mercenary"), space="Magic Tower", magic=6, blue=6, abilities=["Time Loop"], gold=5)
    say(played, "cast Time Loop")
    assert hero(played).magic == 4
    say(played, "stay", "recharge 2")
    assert hero(played).magic == 6


@pytest.mark.rule("starting-space", "start-of-hero", "gold-and-experience")
def test_example_31_the_paladin_begins_in_the_fortress() -> None:
    now = hero(game("Paladin", "Mercenary"))
    assert (BOARD.label(now.space), now.gold, now.experience, now.held) == ("Fortress", 3, 3, [])
    assert (now.health, now.magic) == (now.red, now.blue)


# --- examples 32 and 33 --------------------------------------------------------------------------------

SAMPLE_TURN = """
adjust Anna space Enchanted Wilderness
adjust Anna gains Oaken Staff, gains Potion of Healing, gains Staff Skill, gains Stamina
adjust Bo gains Crown of Power, gains War Axe, gains Prayer, gains Blessed Weapon, gold 10
adjust Bo damages War Axe
adjust City gains Ritual Dagger
adjust Plains 6 gains Golem Guardian
adjust Plains 6 gains Rock Giant
chance Mountains
use Stamina to Mountains 10 [Ghost]
fight Ghost with Oaken Staff [roll 4 2]
use Master Wizard to Mountains 16 [Undead Warrior]
fight Undead Warrior with Oaken Staff [roll 1 5]
"""
MONK = """
chance Peaceful Times
walk City
buy Ritual Dagger
work
repair War Axe
end turn
boat Plains 6
fight Golem Guardian with War Axe [cast Blessed Weapon / roll 3 1 / cast Prayer / roll 3+5 / Ring of Concentration]
fight Rock Giant wills with Ritual Dagger, Crown of Power [pay 2 health for Ritual Dagger / roll 2 3]
"""


@pytest.mark.rule("master-wizard", "arrival", "P20", "P22", "P27", "P64")
def test_example_32_the_sample_turn() -> None:
    setup = make_setup(
        2,
        heroes=("Enchantress", "Wandering Monk"),
        first="Mountains",
        laid=("Old Stair", "Master Wizard", "Gem Mine", "Salt Lick"),
        work_after_moving=True,
        abilities=("Ambidexterity", "Stealth", "Forest Wisdom", "Power Drain", "Fanaticism"),
    )
    played = say(begun(setup, start_game(setup)), SAMPLE_TURN)
    anna = hero(played)
    assert (anna.health, anna.magic, anna.gold, anna.experience, anna.space) == (2, 5, 4, 5, 16)
    assert [card.name for card in played.state.at(16).cards] == ["Gem Mine", "Undead Warrior"]
    say(played, MONK)
    bo = hero(played, 1)
    assert (bo.health, bo.magic, bo.gold, bo.experience, bo.space) == (1, 0, 1, 6, 6)
    assert (bo.items, bo.damaged) == (["Crown of Power", "Ritual Dagger", "Ring of Concentration"], ["War Axe"])
    assert (played.state.active, played.state.step, played.state.round) == (0, "chance", 3)


FOUR = ("Whispering Well", "Marsh Viper", "Ghost", "Toll Ogre")
SHORT_GAME: list[tuple[str, dict[str, Any]]] = [
    ("adjust Anna red 4 of 4\nadjust Anna blue 5 of 5", {}),
    ("chance Peaceful Times\nwalk City\nend turn\nplane Monastery [Door Warden]", {}),
    ("fight Door Warden [roll 3 3 / Ember Sword / Pale Regent]", {"items": ["Ember Sword"]}),
    ("fight Pale Regent with Ember Sword [roll 2 3 / Royal Cape]\nend turn", {"artifacts": ["Royal Cape"]}),
    ("chance Tradesman [Tin Cup / Moth Cleaver / Rope]\nwork\nend turn", {"seat": 1, "health": 4, "gold": 6}),
    ("chance Mountains [Gem Mine / Lone Wolf / Old Stair / Salt Lick]\nhorse Forest 4", {"gold": 2}),
    ("end turn\nchance Charity", {"gold": 5}),
    ("walk Forest 12\nfight Ghost [roll 5 4]", {"seat": 1, "health": 5}),
    ("chance Fortress [Slow Hammer]\nplane Fortress [Cinder Hound]\nfight Cinder Hound [roll 1 4]", {"health": 3}),
    ("chance Open Training Monastery [Night Vigil]\nstay", {"seat": 1, "gold": 6}),
    ("fight Ghost [roll 6 2]", {"seat": 1, "experience": 5, "gold": 9}),
    ("end turn\nchance Economic Crisis", {"gold": 3}),
    ("plane Fortress\nfight Cinder Hound [roll 4 2 / Glass Widow]", {"health": 4, "red": 5}),
    (
        "fight Glass Widow with Ember Sword [roll 3 3 / Banner of Hope]",
        {"artifacts": ["Royal Cape", "Banner of Hope"]},
    ),
]


@pytest.mark.rule("short-game", "battle-in-planes", "closed-plane", "peaceful-times", "merchants", "P49", "P58")
def test_example_33_a_whole_short_game() -> None:
    setup = make_setup(
        2,
        heroes=("Bellringer", "Reed Piper"),
        first="Forests",
        laid=FOUR,
        variant="two artifacts",
        abilities=("Ambidexterity", "Stealth", "Stamina", "Power Drain", "Prayer"),
    )
    played = begun(setup, start_game(setup))
    for lines, expected in SHORT_GAME:
        say(played, lines)
        now = hero(played, expected.pop("seat", 0))
        assert {key: getattr(now, key) for key in expected} == expected, lines
        if lines.startswith("chance Mountains"):
            assert "use Whispering Well" not in offered(played)  # it recharges, and no Magic is missing (P25)
    assert (hero(played, 1).gold, played.state.over, played.state.won) == (5, True, [0])


# --- what `rules` shows of an entry ---------------------------------------------------------------------


@pytest.mark.rule(
    "charity",
    "boat",
    "selling",
    "strength-first",
    "draw",
    "P37",
    "three-lives",
    "throwing",
    "P29",
    "fight-values",
    "bonuses-without-cubes",
    "several-dice",
    "wills-against-hero",
    "learning",
    "death",
    "four-artifacts",
)
@pytest.mark.parametrize(
    ("entry_id", "says"),
    [
        ("charity", "Anna takes 3 Gold (Charity); 5 now."),
        ("boat", "boat Mountains 10, boat Plains 19"),
        ("selling", "Anna takes 4 Gold (Sword)"),
        ("strength-first", "Anna 8 (4 Magic + die 4), Old Pirate 9 (3 printed + die 6): lost."),
        ("draw", "Anna 5 (2 Magic + die 3), Old Pirate 5 (3 printed + die 2): a draw."),
        ("P37", "only one shield can be used at a time"),
        ("three-lives", "Angry Mob 5 (2 printed + die 3): won."),
        ("throwing", "Anna 13 (6 Health + 1 Axe + 1 Spiked Shield + die 5), Angry Mob 12"),
        ("P29", "Anna 10 (5 Magic + 1 Staff Skill + die 4), Ghost 6"),
        ("fight-values", "Anna 6 (3 Health + 1 Oaken Staff + 1 Staff Skill + die 1), Undead Warrior 9"),
        ("bonuses-without-cubes", "Anna 7 (0 Magic + 1 Crown of Power + 4 Ritual Dagger + die 2), Rock Giant 7"),
        ("several-dice", "die 5 of 2 and 5"),
        ("wills-against-hero", "Bo against Anna: Wills; 2 blue cubes to the left."),
        ("learning", "Anna pays 3 Gold (Berserk)"),
        ("death", "Anna dies (Bear)."),
        ("four-artifacts", "Anna wins with 4 Artifacts."),
    ],
)
def test_a_worked_example_shows_what_the_rulebook_tells(entry_id: str, says: str) -> None:
    assert says in "\n".join(example(entry_id))
