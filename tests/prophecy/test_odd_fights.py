"""Fights in which several rules meet, each worked out by hand: totals roll by roll, the result, what is left."""

from __future__ import annotations

from pathlib import Path
from typing import Any, get_args

import pytest
from msgspec.structs import replace

from referee.asking.question import Question
from referee.errors import BadInput, Illegal
from referee.games.prophecy.cards.cards import Creature
from referee.games.prophecy.cards.language import read_card
from referee.games.prophecy.cards.wording import RULES, ProphecyEffect, ToValue
from referee.games.prophecy.fights.acts import cubes, short, useful
from referee.games.prophecy.fights.aftermath import Consequence, after_meeting, can_in_full, helps
from referee.games.prophecy.fights.against_hero import begin_attack, defence_question
from referee.games.prophecy.fights.battles import BATTLES
from referee.games.prophecy.fights.fight import or_no
from referee.games.prophecy.fights.opening import KINDS, Opening, Rolled, Suffered, can_fight, paid
from referee.games.prophecy.fights.powers import at_work, bonus_of
from referee.games.prophecy.fights.state import AnnouncedAct, Bonus, Fight, Fighter, Scene, Side
from referee.games.prophecy.fights.verdict import judge
from referee.games.prophecy.odds.report import report
from referee.games.prophecy.rules.state import GameState
from referee.games.prophecy.vocabulary import Battle
from referee.play.session import Session
from referee.text.names import fold
from tests.prophecy.fights import duel, hero, judged, record, ruling, told
from tests.prophecy.games import BOX, say
from tests.prophecy.staged import begun, game, offered, placed, with_cards
from tests.prophecy.staged import hero as hero_of

VAMPIRE = "Vampire: creature, undead, willpower 3, strength 4, both parts"
PAIN = "Master of Pain: greater, demon, strength 9, all values"
SHADOW = "Shadow of Death: greater, undead, strength 6, willpower for strength"
GHOST = "Ghost: creature, willpower 4"
OGRE = "Ogre: creature, strength 5"
ROCK = "Rock Giant: creature, strength 5, willpower 3"
Won = tuple[list[tuple[int, int]], str | None, tuple[int, int]]


def came(data: dict[str, Any]) -> Won:
    """Both totals before the dice of each roll, the result, Health and Magic after it."""
    found = told(data)
    rolls = [(roll["own"], roll["enemy"]) for roll in found["rolls"]]
    return rolls, found["result"], (found["hero"]["health"], found["hero"]["magic"])


@pytest.mark.rule("P33", "P38", "P31", "P36", "P68")
@pytest.mark.parametrize(
    ("creature", "who", "moves", "came_to"),
    [
        # the staff thrown in the Wills part is gone in the other, where empty hands count
        (
            VAMPIRE,
            hero(5, 6, "Flaming Staff", "Two-Handed Combat"),
            ["fight with Flaming Staff", "throw Flaming Staff", "roll 4 1", "roll 4 4"],
            ([(9, 3), (6, 4)], "won", (5, 6)),
        ),
        # the Spell of the second part waits for it
        (
            VAMPIRE,
            hero(5, 6, "Blessed Weapon", "Cutlass"),
            ["fight with Cutlass", "roll 4 1", "cast Blessed Weapon on Cutlass", "roll 1 1"],
            ([(6, 3), (7, 4)], "won", (5, 5)),
        ),
        # all four sorts of bonus: 4 + 1 Strength, 5 + 1 Willpower, the wand, the Axe at demons and thrown
        (
            PAIN,
            hero(4, 5, "Gauntlets of Strength", "Crown of Power", "Ivory Wand", "Axe"),
            ["fight with Axe, Ivory Wand, Crown of Power", "throw Axe", "roll 1 1"],
            ([(14, 9)], "won", (4, 5)),
        ),
        (PAIN, hero(4, 5, "Prayer"), ["fight", "cast Prayer", "roll 1+3 1"], ([(8, 9)], "won", (4, 4))),
        # Willpower and Strength bonuses: 5 + 1 + 3; Gauntlets and the Skull don't count
        (
            SHADOW,
            hero(4, 5, "Crown of Power", "Great Sword", "Gauntlets of Strength", "Crystal Skull"),
            ["fight with Great Sword, Crown of Power", "roll 2 2"],
            ([(9, 6)], "won", (4, 5)),
        ),
        # time is turned back on a draw that a shield made; the second throw is lost by 2
        (
            OGRE,
            hero(4, 4, "Round Shield", "Turn Back Time"),
            ["fight with Round Shield", "roll 3 3", "cast Turn Back Time", "roll 3 4"],
            ([(4, 5)], "lost", (3, 3)),
        ),
        # its Magic lowers the Willpower that is fought with; the Dagger is paid once
        (
            ROCK,
            hero(4, 6, "Turn Back Time", "Ritual Dagger"),
            [
                "fight wills with Ritual Dagger",
                "pay 2 health for Ritual Dagger",
                "roll 1 6",
                "cast Turn Back Time",
                "roll 3 3",
            ],
            ([(7, 3)], "won", (2, 3)),
        ),
        # two weapons, both thrown: each bonus twice
        (
            OGRE,
            hero(4, 4, "Ambidexterity", "Edged Weapons", "Thrown Weapons", "Cutlass", "Dagger"),
            ["fight with Cutlass, Dagger", "throw Cutlass", "throw Dagger", "roll 1 1"],
            ([(10, 5)], "won", (4, 4)),
        ),
        # three Health lost at once: Healing Arts heals one
        (
            f"{OGRE}; lost: lose 3 health",
            hero(4, 4, "Healing Arts"),
            ["fight", "roll 1 6"],
            ([(4, 5)], "lost", (2, 4)),
        ),
        # the loss takes the last Health, the Axe kills before anything heals
        (
            OGRE,
            hero(1, 4, "Healing Arts", "Berserker's Axe"),
            ["fight with Berserker's Axe", "roll 1 6"],
            ([(4, 5)], "lost", (0, 4)),
        ),
        # the Crown makes Wills cheaper and raises what is left
        (
            ROCK,
            hero(4, 1, "Crown of Power"),
            ["fight wills with Crown of Power", "roll 3 3"],
            ([(1, 3)], "lost", (3, 0)),
        ),
    ],
)
def test_rules_that_meet_in_one_fight(creature: str, who: dict[str, Any], moves: list[str], came_to: Won) -> None:
    assert came(record(creature, who, *moves)) == came_to


@pytest.mark.rule("P37", "P33", "wills-price")
@pytest.mark.parametrize(
    ("creature", "who", "moves", "why"),
    [
        (
            VAMPIRE,
            hero(5, 6, "Ivory Wand", "Spiked Shield", "Axe"),
            ["fight with Ivory Wand, Spiked Shield, Axe"],
            (1, "P37"),
        ),
        (
            f"{OGRE}, 3 lives",
            hero(6, 4, "Ambidexterity", "Cutlass", "Dagger"),
            ["fight with Cutlass, Dagger", "throw Cutlass", "roll 6 1", "throw Cutlass"],
            (4, "P33"),
        ),
        (ROCK, hero(4, 1), ["fight wills"], (1, "wills-price")),
    ],
)
def test_what_is_refused_where_rules_meet(
    creature: str, who: dict[str, Any], moves: list[str], why: tuple[int, str]
) -> None:
    assert ruling(record(creature, who, *moves)) == why


STAGED = "Boar: creature, animal, strength 4, willpower 4, 3 lives"


def plain(health: int, magic: int, items: tuple[str, ...] = (), skills: tuple[str, ...] = (), **more: Any) -> Any:
    """A hero with cards by their lines."""
    abilities = [line.replace(": ", f": ability, Fortress{',' if ': spell' in line else ';'} ", 1) for line in skills]
    return {"name": "Anna", "health": health, "magic": magic, "items": list(items), "abilities": abilities} | more


@pytest.mark.rule("fanaticism")
def test_who_may_say_no_is_still_asked_what_else_is_meant() -> None:
    asked = Question("again", "Which fight", str, write=str, rather=lambda said: f"{said} with Axe")
    either = or_no(asked)
    assert either.rather is not None
    assert (either.rather(either.parse("no")), either.rather(either.parse("fight"))) == ("", "fight with Axe")
    assert or_no(replace(asked, rather=None)).rather is None


@pytest.mark.rule("P51", "card-costs")
@pytest.mark.parametrize("price", ["damage", "discard"])
def test_an_artifact_cant_be_the_price_of_its_own_rule(price: str) -> None:
    orb = plain(4, 4, (f"Orb: artifact, hand; roll: {price} this -> in strength 1",))
    assert ruling(record(STAGED, orb, "fight with Orb", "use Orb")) == (2, "P51")
    horn = plain(4, 4, (f"Horn: artifact; any time: {price} this -> in strength 1",))
    assert ruling(record(STAGED, horn, "use Horn")) == (1, "P51")
    why = told(record(STAGED, horn, "use Horn"))["illegal"]["reason"]
    assert why == f"Horn is an Artifact; it can't be {price}{'d' if price == 'damage' else 'ed'}"


@pytest.mark.rule("P25", "once-a-round", "P69")
def test_each_copy_of_a_card_counts_but_copies_of_a_spell_are_one() -> None:
    cup = "Cup: item; once a round roll: in strength 1"
    both = record(STAGED, plain(4, 4, (cup, cup)), "fight strength", "use Cup", "use Cup #2", "roll 6 1", "roll 3 3")
    assert came(both)[0] == [(6, 4), (4, 4)]
    shout = "Shout: roll: in strength 1"
    twice = record(STAGED, plain(4, 4, (), (shout, shout)), "fight strength", "use Shout", "use Shout #2", "roll 6 1")
    assert came(twice)[0] == [(6, 4)]
    fury = "Fury: spell 1; roll: in strength 1"
    spells = record(STAGED, plain(4, 4, (), (fury, fury)), "fight strength", "cast Fury", "cast Fury #2")
    assert ruling(spells) == (3, "P34")


@pytest.mark.rule("effective-spellcasting", "used-items-count")
def test_what_makes_spells_cheaper_counts_in_a_fight_only_while_it_is_used() -> None:
    mage = plain(
        4, 4, ("Rod: item, hand; once a round always: spell 1 less",), ("Fury: spell 1; roll: in strength 1",)
    )
    assert came(record(STAGED, mage, "fight strength", "cast Fury", "roll 1 6"))[2] == (3, 3)
    assert came(record(STAGED, mage, "fight strength with Rod", "cast Fury", "roll 1 6"))[2] == (3, 4)
    chant = plain(4, 4, ("Chant: item, scroll; always: spell 1 less",), ("Fury: spell 1; roll: in strength 1",))
    assert came(record(STAGED, chant, "fight strength", "cast Fury", "roll 1 6"))[2] == (3, 3)  # it isn't used


@pytest.mark.rule("effective-spellcasting", "ambidexterity", "card-effects")
@pytest.mark.parametrize(("sex", "magic"), [("woman", 4), ("man", 3)])
def test_what_makes_spells_cheaper_or_allows_two_weapons_has_its_conditions_too(sex: str, magic: int) -> None:
    skills = ("Grace: once a round always if woman: spell 1 less", "Both: always if woman: two weapons")
    arms = ("Dirk: item, weapon; always: in strength 1", "Club: item, weapon; always: in strength 1")
    mage = plain(4, 4, arms, (*skills, "Fury: spell 1; roll: in strength 1"), sex=sex)
    assert came(record(STAGED, mage, "fight strength", "cast Fury", "roll 1 6"))[2] == (3, magic)
    found = told(record(STAGED, mage, "fight strength with Dirk, Club", "roll 1 6"))
    assert found["legal"] == (sex == "woman")


@pytest.mark.rule("card-effects")
def test_what_a_creatures_bonus_counts_is_the_heros() -> None:
    envy = "Envy: creature, strength 4; always: in strength 1 per 1 item, better of two; won on 4-6: heal 1 health"
    assert came(record(envy, plain(4, 4, ("Cup: item", "Orb: artifact")), "fight", "roll 1 1+6"))[0] == [(4, 6)]
    # its dice are for the fight; the reward's die is the hero's alone
    assert came(record(envy, plain(7, 4, red=8), "fight", "roll 6 1+2", "roll 5")) == ([(7, 4)], "won", (8, 4))


@pytest.mark.rule("P34", "spells")
@pytest.mark.parametrize(
    ("moves", "forbidden"),
    [
        (("roll 1 6", "cast Nudge on own", "roll 2", "cast Nudge on own"), 5),
        (("cast Prayer", "roll 1+2 6", "cast Nudge on own 2", "roll 3", "cast Nudge on own 1"), 6),
        (("roll 3 4", "use Resist", "use Resist"), 4),
        (("roll 1 6", "cast Nudge on own", "roll 2", "cast Nudge on enemy", "roll 2"), 0),
        (("roll 1 6", "cast Nudge on own", "roll 2", "cast Back", "roll 1 6", "cast Nudge on own", "roll 2"), 0),
    ],
)
def test_dice_are_answered_once_by_the_same_card_and_for_the_same_dice(
    moves: tuple[str, ...], forbidden: int
) -> None:
    skills = (
        "Nudge: spell 1; after roll: reroll a die",
        "Resist: after roll: lost by 1 is drawn",
        "Prayer: spell 1; any roll: better of two",
        "Back: spell 1; after roll: roll again",
    )
    illegal = told(record(STAGED, plain(4, 4, (), skills), "fight strength", *moves))["illegal"]
    assert (illegal["move"] if illegal else 0) == forbidden


@pytest.mark.rule("P34", "spells")
def test_a_bonus_that_lasts_isnt_had_twice_from_the_same_card() -> None:
    hunter = plain(4, 4, (), ("Patience: before battle: 1 magic -> to strength 2",))
    assert ruling(record(STAGED, hunter, "use Patience", "use Patience")) == (2, "P34")


@pytest.mark.rule("spells")
def test_a_spell_that_costs_no_magic_is_cast_before_a_fight_too() -> None:
    decay = plain(4, 2, ("Rope: item",), ("Calm: spell 0; before battle: recharge 1 magic",), blue=5)
    assert came(record(STAGED, decay, "cast Calm", "fight strength", "roll 1 6"))[2] == (3, 3)


@pytest.mark.rule("P30", "highwayman", "special-rules")
def test_what_a_creature_takes_when_it_is_met_is_gone_for_the_fight() -> None:
    thief = "Cutpurse: creature, strength 4; met: lay 1 item on this or else lose 1 health"
    armed = plain(4, 4, ("Bar: item, weapon, throwing; always: in strength 2", "Cup: item"))
    assert came(record(thief, armed, "fight with Bar", "give Bar", "roll 1 1"))[0] == [(4, 4)]
    assert came(record(thief, armed, "fight with Bar", "give Cup", "roll 1 1"))[0] == [(6, 4)]
    assert came(record(thief, plain(4, 4), "fight", "roll 1 1"))[0] == [(3, 4)]
    smith = "Rust: creature, strength 4; met: discard all items"
    assert told(record(smith, armed, "fight", "roll 6 1"))["hero"]["discarded"] == ["Bar", "Cup"]


@pytest.mark.rule("damaged-items", "throwing")
def test_what_was_damaged_as_a_price_isnt_thrown_after_that() -> None:
    lash = plain(4, 4, ("Lash: item, weapon, throwing; roll: damage this -> in strength 1",))
    assert ruling(record(STAGED, lash, "fight strength with Lash", "use Lash", "throw Lash")) == (3, "damaged-items")


@pytest.mark.rule("card-effects")
@pytest.mark.parametrize(("many", "gold"), [("half", 9), ("all", 12)])
def test_a_share_of_what_there_is_is_gained_in_fights_as_outside_of_them(many: str, gold: int) -> None:
    ox = f"Ox: creature, strength 3; won: gain {many} gold"
    assert judged(record(ox, plain(4, 4, gold=6), "fight", "roll 6 1")).heroes[0].gold == gold
    hut = read_card(f"Odd Hut: opportunity; use: gain {many} gold")
    played = game("Druid", "Mercenary")
    played.state.learnt += (hut,)
    played = with_cards(placed(played, gold=6, space="Plains 6", step="turn"), "Plains 6", "Odd Hut")
    assert hero_of(say(played, "use Odd Hut")).gold == gold


@pytest.mark.rule("P31", "P76")
def test_what_is_announced_for_after_the_battle_heals_without_a_rule_of_its_own() -> None:
    mage = plain(4, 4, (), ("Balm: spell 1; roll: in strength 1, heal 1 health after battle",), red=6)
    assert came(record(OGRE, mage, "fight strength", "cast Balm", "roll 6 1")) == ([(5, 5)], "won", (5, 3))


@pytest.mark.rule("P36", "spells")
def test_what_a_spell_brings_after_the_battle_comes_though_time_was_turned_back() -> None:
    mage = plain(4, 4, (), ("Echo: spell 1; after roll: roll again; after battle: heal 1 health",), red=6)
    assert came(record(STAGED, mage, "fight strength", "roll 1 6", "cast Echo", "roll 1 6"))[2] == (4, 3)


@pytest.mark.rule("effective-spellcasting", "once-a-round")
def test_a_spell_made_cheaper_outside_of_a_fight_leaves_none_cheaper_in_it() -> None:
    played = placed(game("Enchantress", "Druid"), abilities=["Stamina", "Prayer", "Effective Spellcasting"])
    played = with_cards(placed(played, space="Forest 4"), "Forest 8", "Lone Wolf")
    say(played, "cast Stamina to Enchanted Wilderness with Effective Spellcasting")
    before = hero_of(played).magic
    played = placed(played, space="Forest 8", step="turn")
    say(played, "fight Lone Wolf [cast Prayer / roll 6+1 1]")
    assert hero_of(played).magic == before - 1


@pytest.mark.rule("P34")
def test_what_answers_dice_for_nothing_doesnt_answer_them_for_ever() -> None:
    resist = read_card("Toughness: ability, Fortress; after roll: lost by 1 is drawn")
    played = game("Enchantress", "Druid")
    setup = replace(played.game.setup, cards=(*played.game.setup.cards, resist))  # type: ignore[attr-defined]
    played = placed(begun(setup, played.state), abilities=["Toughness"], space="Forest 4")
    assert any("Lone Wolf" in text for text in offered(say(with_cards(played, "Forest 4", "Lone Wolf"), "stay")))


@pytest.mark.rule("announce-first", "damaged-items", "card-costs", "P18", "P29", "P34", "P37", "P38", "throwing")
@pytest.mark.parametrize(
    ("creature", "who", "moves", "why"),
    [
        (VAMPIRE, plain(4, 4), ["fight wills"], "is fought with Wills, then with Strength; just: fight"),
        (
            "Master: creature, strength 5, willpower 5, all values",
            plain(4, 4),
            ["fight strength"],
            "is fought with all values at once; just: fight",
        ),
        (
            STAGED,
            plain(2, 4, ("Bar: item, weapon; any time: damage this -> heal 1 health",), red=4),
            ["use Bar", "fight strength with Bar"],
            "Bar is damaged; it can't be used until it is repaired",
        ),
        (
            STAGED,
            plain(2, 4, ("Cup: item; any time: damage this -> heal 1 health",), red=4),
            ["use Cup", "use Cup"],
            "Cup is damaged; it can't be used until it is repaired",
        ),
        (
            STAGED,
            plain(4, 4, ("Cup: item; roll: damage this -> in strength 1",)),
            ["fight strength", "use Cup", "roll 6 1", "use Cup"],
            "Cup is damaged; it can't be used until it is repaired",
        ),
        (
            STAGED,
            plain(1, 4, ("Ring: item; once a round any time: heal 1 health",), red=4),
            ["use Ring", "use Ring"],
            "Ring goes once a round; it was used",
        ),
        (
            STAGED,
            plain(4, 4, ("Ring: item; once a round roll: in strength 1",)),
            ["fight strength", "use Ring", "roll 6 1", "use Ring"],
            "Ring goes once a round; it was used",
        ),
        (
            STAGED,
            plain(4, 4, (), ("Drain: spell 1; once a battle roll: in strength 1",)),
            ["fight strength", "cast Drain", "roll 6 1", "cast Drain"],
            "Drain goes once a battle",
        ),
        (
            STAGED,
            plain(4, 4, ("Cup: item; roll: 1 item -> in strength 1", "Rope: item")),
            ["fight strength", "pay Cup for Cup"],
            "Cup can't be the price of its own rule",
        ),
        (
            STAGED,
            plain(4, 4, ("Wand: item, hand; roll: in strength 1",)),
            ["fight strength", "use Wand"],
            "Wand is not in hand in this fight",
        ),
        (
            STAGED,
            plain(4, 4, ("Cup: item; after roll: reroll a die",)),
            ["fight strength", "use Cup"],
            "Cup answers dice that were thrown",
        ),
        (
            STAGED,
            plain(4, 4, (), ("Hunt: before battle if against demons: 1 magic -> to strength 2",)),
            ["use Hunt"],
            "Hunt works only if: against demons",
        ),
        (
            STAGED,
            plain(4, 4, (), ("Fury: spell 1; roll: in strength 1",)),
            ["fight strength", "cast Fury", "cast Fury"],
            "Fury is at work already; it goes once a roll",
        ),
        (
            STAGED,
            plain(4, 4, (), ("Rage: spell 1; battle: in strength 1",)),
            ["fight strength", "cast Rage", "cast Rage"],
            "Rage is at work already; it goes once a battle",
        ),
        (
            STAGED,
            plain(4, 4, ("Cup: item",)),
            ["fight strength", "use Cup"],
            "Cup is no card that is announced in a fight",
        ),
        (
            STAGED,
            plain(4, 4, (), ("Walk: spell 1; moving: move 2",)),
            ["fight strength", "cast Walk"],
            "Walk is no Spell that is announced in a fight",
        ),
        (
            STAGED,
            plain(4, 4, (), ("Calm: always: in strength 1",)),
            ["fight strength", "use Calm"],
            "Calm is no card that is announced in a fight",
        ),
        (
            STAGED,
            plain(4, 4, (), ("Rage: spell 1; battle: in strength 1",)),
            ["fight strength", "roll 6 1", "cast Rage"],
            "Rage is for the whole battle; it has to be announced before the first roll",
        ),
        (
            f"{VAMPIRE}, 2 lives",
            plain(6, 6, (), ("Rage: spell 1; battle: in strength 1",)),
            ["fight", "roll 6 1", "roll 6 1", "roll 6 1", "cast Rage"],
            "Rage is for the whole battle; it has to be announced before the first roll",
        ),
    ],
)
def test_what_is_refused_in_a_fight_says_why(creature: str, who: dict[str, Any], moves: list[str], why: str) -> None:
    illegal = told(record(creature, who, *moves))["illegal"]
    assert (illegal["move"], why in illegal["reason"]) == (len(moves), True), illegal["reason"]


@pytest.mark.parametrize(
    ("who", "moves", "why"),
    [
        (plain(4, 4, ("Cup: item; any time: heal 1 health",)), ["cast Cup"], "Cup is no Spell; write use Cup"),
        (
            plain(4, 4, (), ("Calm: spell 1; any time: recharge 1 magic",), blue=6),
            ["use Calm"],
            "Calm is a Spell; write cast Calm",
        ),
        (plain(4, 4, ("Cup: item",)), ["use Spoon", "fight strength"], 'Anna has no "Spoon"'),
        (
            plain(4, 4, ("Scroll: item, scroll; roll: own die 6",)),
            ["fight strength", "use Scroll", "roll 5 4"],
            "that die is set to 6, not 5",
        ),
    ],
)
def test_what_cant_be_read_in_a_fight_says_why(who: dict[str, Any], moves: list[str], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        told(record(STAGED, who, *moves))


@pytest.mark.rule("several-dice", "two-dice")
@pytest.mark.parametrize("thrown", ["roll 2 5", "roll 2+5", "roll 2+5 6", "roll 25"])
def test_two_dice_beside_one_that_is_set_are_typed_with_or_without_it(thrown: str) -> None:
    cards = ("Charm: item; always: better of two", "Scroll: item, scroll; roll: enemy die 6")
    found = told(record(STAGED, plain(4, 4, cards), "fight strength", "use Scroll", thrown))
    assert found["rolls"][0]["dice"] == [5, 6]


@pytest.mark.rule("P8", "P7", "card-costs")
def test_a_cube_for_good_is_paid_off_the_right_side_alone() -> None:
    blood = ("Blood: item; roll: 1 strength -> in strength 3",)
    paid = told(record(STAGED, plain(4, 4, blood, red=6), "fight strength", "use Blood", "roll 6 1"))
    assert (paid["rolls"][0]["own"], paid["hero"]["health"]) == (6, 3)
    bare = told(record(STAGED, plain(0, 4, blood, red=6), "fight strength", "use Blood"))["illegal"]
    assert (bare["move"], bare["reason"]) == (2, "Blood costs 1 Strength; Anna has 0")


@pytest.mark.rule("card-costs", "P31")
def test_what_comes_after_a_fight_for_a_price_is_asked_for_where_it_can_be_paid() -> None:
    line = "Trade: ability, Fortress; once a turn won: 1 item -> gain 2 gold"
    wolf: dict[str, Any] = {
        "space": "Plains 6",
        "step": "turn",
        "health": 6,
        "red": 6,
        "gold": 0,
        "abilities": ["Trade"],
    }

    def won(*items: str, answers: str, **values: Any) -> Session[GameState]:
        played = game("Druid", "Mercenary")
        played.state.learnt += (read_card(line),)
        played = with_cards(placed(played, items=list(items), **wolf | values), "Plains 6", "Lone Wolf")
        return say(played, f"fight Lone Wolf [roll 6 1{answers}]")

    paid = won("Rope", "Tin Cup", answers=" / yes / Rope")
    assert (hero_of(paid).items, hero_of(paid).gold) == (["Tin Cup"], 2)
    assert paid.state.decks["common"].discards == ["Rope"]
    kept = won("Rope", answers=" / no")
    assert (hero_of(kept).items, hero_of(kept).gold) == (["Rope"], 0)
    assert hero_of(won(answers="")).gold == 0  # nothing to pay with, so nothing is asked
    assert hero_of(won("Rope", answers="", marks=["turn: Trade/0"])).gold == 0


@pytest.mark.rule("card-costs")
@pytest.mark.parametrize(
    ("line", "left"),
    [
        ("Charm: item, common; won: discard this -> gain 2 gold", ([], [], [])),
        ("Charm: item, common; won: damage this -> gain 2 gold", ([], ["Charm"], [])),
        ("Charm: ability, Fortress; won: discard this -> gain 2 gold", ([], [], [])),
        ("Charm: item, common; won: 1 strength -> gain 2 gold", (["Charm"], [], [])),
    ],
)
def test_what_comes_after_a_fight_is_paid_with_the_card_itself_and_cubes_for_good_too(
    line: str, left: tuple[list[str], list[str], list[str]]
) -> None:
    def won(health: int, answer: str, **pile: list[str]) -> Session[GameState]:
        played = game("Druid", "Mercenary")
        played.state.learnt += (read_card(line),)
        kind = "abilities" if "ability" in line else "items"
        values: dict[str, Any] = {
            "step": "turn",
            "space": "Plains 6",
            "health": health,
            "red": 6,
            "gold": 0,
            kind: ["Charm"],
        } | pile
        return say(
            with_cards(placed(played, **values), "Plains 6", "Lone Wolf"), f"fight Lone Wolf [roll 6 1{answer}]"
        )

    has = hero_of(won(5, " / yes"))
    assert (has.gold, has.red, (has.items, has.damaged, has.abilities)) == (2, 6 - ("strength" in line), left)
    assert hero_of(won(5, " / no")).gold == 0
    poor = won(0, "") if "strength" in line else won(5, "", items=[], abilities=[])
    assert hero_of(poor).gold == 0  # nothing is asked


@pytest.mark.rule("card-effects")
def test_what_harms_itself_in_a_record_harms_no_other_card() -> None:
    both = ("Charm: item; lost: discard this", "Cup: item")
    assert told(record(STAGED, plain(4, 4, both), "fight strength", "roll 1 6"))["hero"]["discarded"] == ["Charm"]
    zeal = plain(4, 4, ("Cup: item",), ("Zeal: lost: discard this",))
    assert told(record(STAGED, zeal, "fight strength", "roll 1 6"))["hero"]["discarded"] == []


@pytest.mark.rule("potions-and-scrolls", "roll-of-fight")
def test_a_die_that_is_set_may_be_left_out_or_written() -> None:
    scroll = plain(4, 4, ("Scroll: item, scroll; roll: own die 6",))
    for typed in ("roll 1", "roll 6 1"):
        (roll,) = told(record("Imp: creature, strength 4", scroll, "fight strength", "use Scroll", typed))["rolls"]
        assert roll["dice"] == [6, 1]


@pytest.mark.rule("used-items-count", "card-costs", "P38")
def test_what_was_spent_in_a_roll_is_out_of_the_hands_in_the_next() -> None:
    bar = ("Bar: item, weapon; roll: damage this -> in strength 2",)
    hero_so = plain(4, 4, bar, ("Fists: always: in strength 1 empty hands",))
    moves = ("fight strength with Bar", "use Bar", "roll 6 1", "roll 6 1", "roll 6 1")
    assert [roll["own"] for roll in told(record(STAGED, hero_so, *moves))["rolls"]] == [6, 5, 5]


@pytest.mark.rule("for-a-while", "P34")
@pytest.mark.parametrize(
    ("rule", "until"),
    [
        ("any time: to strength 1", "turn"),
        ("any time: to strength 1 for the turn", "turn"),
        ("any time: to strength 1 for the round", "round"),
        ("any time: to strength 1 for the battle", "next battle"),
        ("before battle: to strength 1", "next battle"),
        ("before battle: to strength 1 for the turn", "turn"),
    ],
)
def test_how_long_a_bonus_lasts(rule: str, until: str) -> None:
    (read,) = read_card(f"Cup: item, common; {rule}").parsed
    (effect,) = read.effects
    assert isinstance(effect, ToValue)
    assert bonus_of(effect, "Cup", read).until == until
    assert bonus_of(effect, "Cup", None).until == {"": "turn"}.get(effect.lasting, until)


@pytest.mark.rule("for-a-while", "P34")
@pytest.mark.parametrize(
    ("rule", "kept"),
    [
        ("before battle if against demons: in strength 1", "in strength 1 against demons"),
        ("before battle if wills fight: in wills 1", "in wills 1"),
        ("before battle if against demons: lost is drawn", "lost is drawn"),
    ],
)
def test_a_bonus_that_lasts_keeps_whom_it_is_against(rule: str, kept: str) -> None:
    (read,) = read_card(f"Cup: item, common; {rule}").parsed
    (effect,) = read.effects
    assert isinstance(effect, ProphecyEffect)
    assert bonus_of(effect, "Cup", read).effect == kept


@pytest.mark.rule("spells", "P38")
@pytest.mark.parametrize(
    ("rule", "kind", "part", "counts"),
    [
        ("roll: in strength 1", "strength", 0, True),
        ("roll: in strength 1", "wills", 0, False),
        ("battle: in strength 1", "wills", 0, False),
        ("battle: in wills 1", "strength", 0, False),
        ("battle: in strength 1", "both", 0, True),
        ("roll: in strength 1", "both", 0, False),
        ("roll: in wills 1", "both", 0, True),
        ("battle: in strength 1", "both", 1, True),
        ("battle: in wills 1", "both", 1, False),
        ("roll: better of two", "wills", 0, True),
    ],
)
def test_what_cant_count_in_a_fight_is_wasted_there(rule: str, kind: Battle, part: int, counts: bool) -> None:
    """Of a fight in two parts, Wills first, a Spell for the whole battle may be for the second."""
    rage, vampire = read_card(f"Rage: ability, Fortress, spell 1; {rule}"), read_card(VAMPIRE)
    assert isinstance(vampire, Creature)
    fight = Fight(Scene(lambda name: rage, vampire), (Side(Fighter("Anna")),), kind, part)
    assert useful(fight, AnnouncedAct(0, "cast", "Rage", 0)) == counts


@pytest.mark.rule("P30", "non-battle")
@pytest.mark.parametrize(
    ("line", "free"),
    [
        ("Cup: item, common; any time: heal 1 health", True),
        ("Cup: item, common; any time: 1 gold -> heal 1 health", False),
        ("Cup: ability, Fortress, spell 1; any time: heal 1 health", False),
        ("Cup: ability, Fortress; before battle: to strength 1", True),
    ],
)
def test_what_helps_before_a_fight_is_free_or_paid(line: str, free: bool) -> None:
    cup = read_card(line)
    pile: dict[str, Any] = {"abilities" if cup.kind == "ability" else "items": ("Cup",)}
    (found,) = helps(Scene(lambda name: cup), Fighter("Anna", health=1, red=4, magic=3, blue=3, gold=3, **pile))
    assert found.free == free


@pytest.mark.rule("P30", "non-battle")
@pytest.mark.parametrize("line", ["heal 1 health", "recharge 1 magic", "heal 1 health, recharge 1 magic"])
def test_what_brings_nothing_now_is_no_help(line: str) -> None:
    cup = read_card(f"Cup: item, common; any time: {line}")
    whole = Fighter("Anna", health=4, red=4, magic=3, blue=3, items=("Cup",))
    assert list(helps(Scene(lambda name: cup), whole)) == []


@pytest.mark.rule("death", "loss-creature")
@pytest.mark.parametrize(("lost", "left"), [(5, (0, 4)), (4, (0, 3))])
def test_what_comes_after_a_death_comes_no_more(lost: int, left: tuple[int, int]) -> None:
    """Who loses more Health than she has dies."""
    creature = f"{OGRE}; lost: lose {lost} health, lose 1 magic"
    assert came(record(creature, hero(4, 4), "fight", "roll 1 6"))[2] == left


@pytest.mark.rule("P8", "spells")
@pytest.mark.parametrize(
    ("health", "magic", "said", "why"),
    [
        (1, 4, "pay 2 health for Ritual Dagger", "P8"),
        (4, 0, "cast Concentration", "spells"),
    ],
)
def test_which_rule_wants_a_price_in_full(health: int, magic: int, said: str, why: str) -> None:
    who = hero(health, magic, "Ritual Dagger", "Concentration", "Crown of Power")
    fight = record(ROCK, who, "fight wills with Ritual Dagger, Crown of Power", said) | {"wills_magic": 0}
    assert ruling(fight)[1] == why


@pytest.mark.rule("attack-heroes")
@pytest.mark.parametrize(
    ("moves", "why"),
    [
        (["attack Cleo"], 'this is an attack on Bo, not "Cleo"'),
        (["attack Bo", "accept Bo"], "write it like accept with Sword"),
        (["attack Bo", "accept wills"], "write it like accept with Sword"),
    ],
)
def test_what_cant_be_read_between_heroes_says_why(moves: list[str], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        told(duel(hero(4, 4), {"name": "Bo", "health": 3, "magic": 3}, *moves))


@pytest.mark.rule("weapon-abilities", "P38")
@pytest.mark.parametrize(("on", "own"), [("Knife", 5), ("Club", 4)])
def test_what_is_for_one_weapon_looks_at_that_weapon_alone(on: str, own: int) -> None:
    arms = ("Knife: item, weapon, edged", "Club: item, weapon, crushing")
    skills = ("Both: always: two weapons", "Edge: spell 1; battle: in strength 1 with edged on a weapon")
    moves = ("fight strength with Knife, Club", f"cast Edge on {on}", "roll 6 1", "roll 6 1", "roll 6 1")
    fought = told(record(STAGED, plain(4, 4, arms, skills), *moves))
    assert [roll["own"] for roll in fought["rolls"]] == [own] * 3


@pytest.mark.rule("weapon-abilities")
def test_what_is_for_a_weapon_always_is_for_none_that_isnt_named() -> None:
    skills = ("Edge: always: in strength 1 on a weapon",)
    fought = told(
        record(STAGED, plain(4, 4, ("Knife: item, weapon, edged",), skills), "fight with Knife", "roll 6 1")
    )
    assert fought["rolls"][0]["own"] == 4


@pytest.mark.rule("paid-weapons")
def test_what_is_used_for_a_price_is_called_upon_by_it() -> None:
    fight = record(ROCK, hero(4, 4, "Ritual Dagger"), "fight wills with Ritual Dagger", "use Ritual Dagger")
    assert ruling(fight) == (2, "paid-weapons")


def test_every_type_of_fight_has_its_words() -> None:
    assert set(KINDS) == set(get_args(Battle))


@pytest.mark.rule("P43", "weapon-abilities")
def test_outside_of_planes_a_place_counts_in_every_roll() -> None:
    wise = hero(4, 4, "Forest Wisdom", space="forest")
    fought = told(record(STAGED, wise, "fight strength", "roll 6 1", "roll 6 1", "roll 6 1"))
    assert [roll["own"] for roll in fought["rolls"]] == [5, 5, 5]


@pytest.mark.rule("X6", "P35")
@pytest.mark.parametrize(
    ("first", "second", "dice", "sees"),
    [
        ("always: own die 2", "always: own die 6", "roll 3", [6, 3]),
        ("always: enemy die 5", "always: enemy die 1", "roll 3", [3, 1]),
        ("always: worse of two", "always: better of two", "roll 1+6+5+2 3", [5, 3]),  # the worse of 6 and 5
        ("always: enemy better of two", "always: enemy worse of two", "roll 3 1+6+5+2", [3, 2]),
        ("always: own die 6", "roll: own die 2", "roll 3", [2, 3]),
    ],
)
def test_what_always_works_changes_a_die_in_the_best_order(
    first: str, second: str, dice: str, sees: list[int]
) -> None:
    """Cards on the table have no order: neither of the Items comes first because it was had first."""
    rings = [f"Ring: item; {first}", f"Band: item; {second}"]
    used = ["use Band"] if second.startswith("roll") else []
    for items in (rings, rings[::-1]):
        found = told(record(OGRE, hero(4, 4) | {"items": items}, "fight", *used, dice))
        assert found["rolls"][0]["dice"] == sees


@pytest.mark.rule("P31", "P25", "healing-arts")
@pytest.mark.parametrize(("harm", "left"), [(1, 4), (2, 4), (3, 3)])
def test_several_healing_arts_heal_no_more_than_the_battles_damage(harm: int, left: int) -> None:
    """Of 4 Health and 3 missing before: other losses stay, whatever number of copies there is."""
    ogre = f"Ogre: creature, strength 5; lost: lose {harm} health"
    found = told(record(ogre, hero(4, 4, "Healing Arts", "Healing Arts", red=7), "fight", "roll 1 6"))
    assert found["hero"]["health"] == left


@pytest.mark.rule("effective-spellcasting")
@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_spell_is_cheaper_by_what_the_card_says(number: int) -> None:
    ring = f"Ring: item; once a round always: spell {number} less"
    found = told(record(GHOST, hero(4, 4, "Concentration") | {"items": [ring]}, "fight", "cast Concentration"))
    assert found["hero"]["magic"] == 4 - max(0, 2 - number)


@pytest.mark.rule("effective-spellcasting")
def test_the_card_of_which_least_is_lost_makes_a_spell_cheaper() -> None:
    """Of two rings the small one goes for a Spell of 1 Magic, so the big one is there for one of 2."""
    rings = [f"Ring {number}: item; once a round always: spell {number} less" for number in (2, 1)]
    cast = ("cast Berserk", "roll 1 1")
    found = told(record(ROCK, hero(4, 4, "Berserk", "Fury") | {"items": rings}, "fight strength", *cast))
    assert found["hero"]["magic"] == 4
    both = ("fight wills", "cast Berserk", "cast Concentration", "roll 1 1")
    assert told(record(ROCK, hero(4, 4, "Berserk", "Concentration") | {"items": rings}, *both))["hero"]["magic"] == 2


@pytest.mark.rule("power-drain", "P9")
@pytest.mark.parametrize(("number", "attacks", "stands"), [(2, 4, 2), (9, 4, 0)])
def test_what_always_weakens_the_enemy_weakens_a_hero_too(number: int, attacks: int, stands: int) -> None:
    """Nobody's cubes move for it: it is neither cast nor paid."""
    skull = {"items": [f"Skull: item; always: enemy loses {number} strength"]}
    for attacker, defender in ((hero(4, 4) | skull, hero(4, 4)), (hero(4, 4), hero(4, 4) | skull)):
        found = told(duel(attacker, defender, "attack", "accept", "roll 1 1"))
        roll = found["rolls"][0]
        assert sorted((roll["own"], roll["enemy"])) == [stands, attacks]
        assert (found["hero"]["health"], found["defender"]["health"]) == (4, 4)


@pytest.mark.rule("win-creature", "card-effects")
@pytest.mark.parametrize(
    ("effect", "left"),
    [
        ("heal half health", (4, 2)),
        ("heal all health", (6, 2)),
        ("recharge half magic", (2, 5)),
        ("recharge all magic", (2, 8)),
        ("lose half magic", (2, 1)),
        ("lose all magic", (2, 0)),
    ],
)
def test_half_and_all_of_what_is_missing_or_there_after_a_fight(effect: str, left: tuple[int, int]) -> None:
    spring = f"Spring: creature, strength 1; won: {effect}"
    assert came(record(spring, plain(2, 2, red=6, blue=8), "fight strength", "roll 6 1"))[2] == left


# --- conditions, prices and counts in fights -----------------------------------------------------------------


@pytest.mark.rule("P7", "for-good")
@pytest.mark.parametrize(
    ("right", "every", "many", "left"),
    [(2, 3, -1, (1, 2)), (0, 2, -1, (0, 1)), (1, 3, -2, (0, 1)), (0, 0, -1, (0, 0)), (3, 3, -9, (0, 0))],
)
def test_a_cube_lost_for_good_comes_off_the_right_then_off_the_left(
    right: int, every: int, many: int, left: tuple[int, int]
) -> None:
    after = cubes(Fighter("Anna", magic=right, blue=every), "willpower", many)
    assert (after.magic, after.blue) == left
    after = cubes(Fighter("Anna", health=right, red=every), "strength", many)
    assert (after.health, after.red) == left


@pytest.mark.rule("special-rules", "P31")
@pytest.mark.parametrize(
    ("does", "armed", "left"),
    [
        ("discard a weapon or else lose 1 health", True, 3),
        ("discard a weapon or else lose 1 health", False, 2),
        ("damage a weapon or else lose 2 health", False, 1),
        ("damage a shield or else lose 1 health", True, 2),
        ("lose 1 strength or else lose 1 health", False, 2),
        ("gain 1 willpower or else lose 1 health", False, 2),
    ],
)
def test_an_alternative_comes_where_nothing_in_use_can_be_harmed(does: str, armed: bool, left: int) -> None:
    """Of a weapon that stays in the bag, and of cubes for good at their limit, too."""
    who = hero(3, 10, "Axe", "Ivory Wand")
    moves = ("fight with Axe" if armed else "fight", "roll 1 6")
    found = told(record(f"Smith: creature, strength 9; lost: {does}", who, *moves))
    assert (found["legal"], found["hero"]["health"]) == (True, left)


@pytest.mark.rule("card-costs", "announce-first", "P34")
@pytest.mark.parametrize(
    ("rule", "moves", "result"),
    [
        ("after roll: 1 item -> reroll a die", ("roll 1 6", "pay Ivory Wand for Charm on own", "roll 6"), "drawn"),
        ("after roll: 1 item -> roll again", ("roll 1 6", "pay Ivory Wand for Charm", "roll 6 1"), "won"),
        ("battle: 1 item -> in strength 3 on a weapon", ("pay Ivory Wand for Charm on Axe", "roll 1 3"), "won"),
        ("battle: 1 item -> in strength 3 with edged", ("pay Ivory Wand for Charm", "roll 1 3"), "lost"),
    ],
)
def test_an_item_pays_for_what_is_for_a_die_or_a_weapon(rule: str, moves: tuple[str, ...], result: str) -> None:
    who = hero(4, 4, "Axe", "Ivory Wand")
    who["items"].append(f"Charm: item; {rule}")
    data = record("Foe: creature, strength 4", who, "fight with Axe", *moves)
    found = told(data)
    assert (found["legal"], found["result"]) == (True, result)
    assert found["hero"]["discarded"] == ["Ivory Wand"]
    for many in range(len(moves)):  # the odds at each moment
        assert report(BATTLES.read(Path("fight.toml"), data | {"moves": data["moves"][: many + 1]}), None)


@pytest.mark.rule("card-costs", "discarded-cards", "P34")
@pytest.mark.parametrize("when", ["battle", "roll"])
def test_an_ability_that_is_its_own_price_leaves_the_hero(when: str) -> None:
    who = hero(4, 4) | {"abilities": [f"Rage: ability, Fortress; {when}: discard this -> in strength 3"]}
    data = record("Foe: creature, strength 4, 3 lives", who, "fight", "use Rage", "roll 2 4", "use Rage")
    found = told(data)
    assert (found["illegal"]["move"], found["illegal"]["ruling"]) == (4, "P34")


@pytest.mark.rule("special-rules", "P30")
@pytest.mark.parametrize(("items", "health"), [(("Axe",), 3), (("Ivory Wand",), 2)])
def test_a_meeting_that_takes_a_weapon_looks_at_all_that_are_held(items: tuple[str, ...], health: int) -> None:
    smith = "Smith: creature, strength 9; met: damage a weapon or else lose 1 health"
    read = BATTLES.read(Path("fight.toml"), record(smith, hero(3, 4, *items)))
    assert after_meeting(read.scene, read.heroes[0]).health == health


@pytest.mark.rule("special-rules", "P42", "P51")
@pytest.mark.parametrize(
    ("does", "has", "whole"),
    [
        ("lay 2 gold on this", {"gold": 2}, True),
        ("lay 2 gold on this", {"gold": 1}, False),
        ("lay 1 item on this", {"damaged": ("Rope",)}, True),
        ("lay 1 item on this", {"artifacts": ("Royal Cape",)}, False),
        ("damage an item", {"items": ("Rope",)}, True),
        ("damage an item", {"damaged": ("Rope",)}, False),
        ("discard an item", {"items": ("Rope",)}, True),
        ("discard an item", {"damaged": ("Rope",)}, True),
        ("discard an item", {"artifacts": ("Royal Cape",)}, False),
        ("lose 2 magic", {"magic": 2}, True),
        ("lose 2 magic", {"magic": 1}, False),
        ("gain 1 gold", {}, True),
        ("gain 1 strength", {"red": 7}, True),
        ("gain 1 strength", {"red": 8, "health": 7}, False),
        ("lose 2 strength", {"red": 2}, True),
        ("lose 1 willpower", {"blue": 0}, False),
        ("heal 2 health", {"red": 3, "health": 1}, True),
        ("heal 2 health", {"red": 3, "health": 2}, False),
    ],
)
def test_what_is_possible_in_full_needs_all_of_it(does: str, has: dict[str, Any], whole: bool) -> None:
    (effect,) = RULES.read_effects(does)
    assert isinstance(effect, ProphecyEffect)
    fight = Fight(Scene(lambda name: BOX[fold(name)]), (Side(Fighter("Anna", **has)),), "strength")
    assert can_in_full(fight, Consequence(0, "Thief", (effect,)), effect) is whole


@pytest.mark.rule("special-rules", "P30")
def test_what_a_meeting_gives_comes_beside_what_works_already() -> None:
    imp = read_card("Imp: creature, demon, strength 4; met: to strength 1 for the battle")
    assert isinstance(imp, Creature)
    anna = Fighter("Anna", health=3, red=3, bonuses=(Bonus("Charm", "in strength 2", "turn"),))
    after = after_meeting(Scene(lambda name: imp, imp), anna)
    assert [(one.source, one.effect) for one in after.bonuses] == [
        ("Charm", "in strength 2"),
        ("Imp", "to strength 1"),
    ]
    for does in ("lose 1 health", "each other player to strength 1"):
        other = read_card(f"Imp: creature, demon, strength 4; met: {does}")
        assert isinstance(other, Creature)
        scene = Scene({"Imp": other}.__getitem__, other)
        assert after_meeting(scene, anna).bonuses == anna.bonuses


@pytest.mark.rule("card-costs", "discarded-cards", "P33")
def test_all_items_of_one_price_work_until_their_roll_is_over_and_are_gone() -> None:
    blades = ("Cutlass: item, weapon; always: in strength 1", "Dagger: item, weapon; always: in strength 2")
    who = plain(
        4, 4, (*blades, "Idol: item; roll: 2 items -> in strength 3"), ("Ambidexterity: always: two weapons",)
    )
    moves = ("fight strength with Cutlass, Dagger", "pay Cutlass and Dagger for Idol", "roll 6 1", "roll 1 1")
    found = told(record(STAGED, who, *moves))
    assert [roll["own"] for roll in found["rolls"]] == [4 + 1 + 2 + 3, 4]
    assert found["hero"]["discarded"] == ["Cutlass", "Dagger"]


@pytest.mark.rule("card-effects", "P9")
@pytest.mark.parametrize(
    ("does", "left"), [("2 magic", (5, 2)), ("2 willpower", (5, 2)), ("2 health", (3, 4)), ("2 strength", (3, 4))]
)
def test_what_is_drained_of_a_hero_comes_off_the_cubes_that_it_names(does: str, left: tuple[int, int]) -> None:
    anna = plain(4, 6, (), (f"Sap: spell 1; battle: enemy loses {does}",))
    bo = told(duel(anna, plain(5, 4, name="Bo"), "attack strength", "accept", "cast Sap", "roll 3 3"))["defender"]
    assert (bo["health"], bo["magic"]) == left


@pytest.mark.rule("card-effects", "attack-heroes")
@pytest.mark.parametrize(("condition", "totals"), [("attacker", (5, 4)), ("strength fight", (5, 5))])
def test_only_who_attacks_is_the_attacker(condition: str, totals: tuple[int, int]) -> None:
    horn = f"Horn: item; always if {condition}: in strength 1"
    both = (plain(4, 4, (horn,)), plain(4, 4, (horn,), name="Bo"))
    assert came_of(duel(*both, "attack strength", "accept", "roll 3 3")) == [totals]
    assert came(record(OGRE, both[0], "fight", "roll 1 1"))[0] == [(4 + (condition != "attacker"), 5)]


def came_of(data: dict[str, Any]) -> list[tuple[int, int]]:
    """Both totals before the dice of each roll between heroes."""
    return [(roll["own"], roll["enemy"]) for roll in told(data)["rolls"]]


@pytest.mark.rule("card-effects")
@pytest.mark.parametrize(("kind", "own"), [("demon", 5), ("animal", 4)])
def test_a_condition_of_the_enemys_kind_is_of_a_creature(kind: str, own: int) -> None:
    """A Creature fights a hero, who is of no kind, and so does a hero who is attacked."""
    cross = plain(4, 4, ("Cross: item; always if against demons: in strength 1",))
    fiend = f"Fiend: creature, {kind}, strength 4; always if against demons: in strength 2"
    assert came(record(fiend, cross, "fight", "roll 1 1"))[0] == [(own, 4)]
    assert came_of(duel(cross, cross | {"name": "Bo"}, "attack strength", "accept", "roll 3 3")) == [(4, 4)]


@pytest.mark.rule("once-a-round", "P18")
def test_each_card_used_after_a_fight_is_marked() -> None:
    lines = [f"{name}: item, common; once a round won: gain 1 gold" for name in ("Bead", "Pin")]
    played = game("Druid", "Mercenary")
    played.state.learnt += tuple(map(read_card, lines))
    played = placed(played, items=["Bead", "Pin"], space="Plains 6", step="turn", health=6, red=6, gold=0)
    played = with_cards(played, "Plains 6", "Lone Wolf", "Marsh Viper")
    say(played, "fight Lone Wolf [roll 6 1]")
    assert hero_of(played).gold == 2
    say(played, "fight Marsh Viper strength [roll 6 1]")
    assert hero_of(played).gold == 2


@pytest.mark.rule("card-costs", "damaged-items")
def test_what_was_spent_for_this_roll_is_announced_no_more() -> None:
    lash = ("Lash: item, weapon; roll: damage this -> in strength 1; roll: 1 magic -> in strength 2",)
    assert told(record(STAGED, plain(4, 4, lash), "fight strength with Lash", "use Lash", "use Lash"))["illegal"]
    two = (
        "Lash: item, weapon; roll: damage this -> in strength 1",
        "Whip: item, weapon; roll: damage this -> in strength 2",
    )
    both = plain(4, 4, two, ("Ambidexterity: always: two weapons", "Edge: always: in strength 1 with weapon"))
    moves = ("fight strength with Lash, Whip", "use Lash", "use Whip", "roll 6 1", "roll 1 1")
    assert [roll["own"] for roll in told(record(STAGED, both, *moves))["rolls"]] == [4 + 1 + 2 + 2, 4]


@pytest.mark.rule("card-costs", "damaged-items")
def test_a_damaged_item_can_be_the_price_in_a_fight() -> None:
    played = game("Druid", "Mercenary")
    played.state.learnt += (read_card("Cup: item, common; roll: 1 item -> in strength 1"),)
    played = placed(played, items=["Cup"], damaged=["Rope", "Axe"], space="Plains 6", step="turn", health=6, red=6)
    played = with_cards(played, "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf strength [pay Rope for Cup / roll 6 1]")
    assert (hero_of(played).items, hero_of(played).damaged) == (["Cup"], ["Axe"])


@pytest.mark.rule("P36", "turn-back-time", "P34")
def test_what_goes_once_a_battle_stays_used_though_time_is_turned_back_once() -> None:
    skills = ("Drain: spell 1; once a battle roll: in strength 1", "Back: spell 1; after roll: roll again")
    moves = ("fight strength", "cast Drain", "roll 6 6", "cast Back", "roll 6 1", "cast Drain")
    assert ruling(record(STAGED, plain(4, 6, (), skills), *moves, turn_back_time="once")) == (6, "P34")


@pytest.mark.rule("P31", "P29", "spells")
@pytest.mark.parametrize(
    ("does", "counts"), [("to strength 1", True), ("in strength 1", True), ("to willpower 1", True)]
)
def test_a_spell_for_the_whole_battle_is_of_use_in_a_part_to_come(does: str, counts: bool) -> None:
    rage = read_card(f"Rage: ability, Fortress, spell 1; battle: {does}")
    vampire = read_card(VAMPIRE)
    assert isinstance(vampire, Creature)
    cards = {"Rage": rage, "Vampire": vampire}
    fight = Fight(Scene(cards.__getitem__, vampire), (Side(Fighter("Anna", abilities=("Rage",))),), "both")
    act = AnnouncedAct(0, "cast", "Rage", 0)
    assert useful(fight, act) == counts
    assert useful(replace(fight, part=1), act) == (does != "to willpower 1")


@pytest.mark.rule("non-battle", "card-costs")
def test_of_two_uses_that_are_refused_the_first_reason_is_told() -> None:
    ring = ("Ring: item; any time: 5 magic -> heal 1 health; any time: 9 gold -> heal 2 health",)
    illegal = told(record(STAGED, plain(1, 4, ring, red=4), "use Ring", "fight strength"))["illegal"]
    assert "5 Magic" in illegal["reason"]


@pytest.mark.rule("potions-and-scrolls")
@pytest.mark.parametrize(
    ("does", "whole"),
    [
        ("heal 1 health", True),
        ("heal 2 health", False),
        ("recharge 2 magic", True),
        ("recharge 3 magic", False),
        ("heal all health", False),
        ("heal 1 health, recharge 3 magic", False),
    ],
)
def test_what_helps_before_a_fight_counts_in_full_or_not(does: str, whole: bool) -> None:
    cup = read_card(f"Cup: item; any time: {does}")
    (found,) = helps(Scene(lambda name: cup), Fighter("Anna", health=3, red=4, magic=2, blue=4, items=("Cup",)))
    assert (found.whole, found.free) == (whole, True)


@pytest.mark.rule("card-costs", "P31", "discarded-cards")
def test_all_items_given_after_a_fight_go_to_the_discards_also_for_an_artifact() -> None:
    played = game("Druid", "Mercenary")
    played.state.learnt += (read_card("Orb: artifact; won: 2 items -> gain 2 gold"),)
    values: dict[str, Any] = {
        "artifacts": ["Orb"],
        "items": ["Rope", "Axe", "Sword"],
        "gold": 0,
        "health": 6,
        "red": 6,
    }
    played = with_cards(placed(played, space="Plains 6", step="turn", **values), "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf [roll 6 1 / yes / Axe / Rope]")
    assert (hero_of(played).items, hero_of(played).gold) == (["Sword"], 2)
    assert played.state.decks["common"].discards == ["Axe", "Rope"]


@pytest.mark.rule("prayer", "two-dice")
def test_dice_that_the_program_throws_are_as_many_as_each_side_throws() -> None:
    played = game("Druid", "Mercenary", dice="rolled")
    played.state.learnt += (read_card("Charm: item, common; always: better of two"),)
    played = with_cards(placed(played, items=["Charm"], space="Plains 6", step="turn"), "Plains 6", "Lone Wolf")
    played.take_events()
    say(played, "fight Lone Wolf strength")
    rolled = next(event for event in played.take_events() if isinstance(event, Rolled))
    assert (len(rolled.thrown[0]), len(rolled.thrown[1])) == (2, 1)
    assert rolled.faces[0] == str(max(rolled.thrown[0]))


@pytest.mark.rule("roll-of-fight", "P36")
def test_letting_the_dice_stand_is_the_first_answer_to_them() -> None:
    cup = "Cup: item, common; after roll: reroll a die"
    played = game("Druid", "Mercenary")
    played.state.learnt += (read_card(cup),)
    played = with_cards(placed(played, items=["Cup"], space="Plains 6", step="turn"), "Plains 6", "Lone Wolf")
    assert offered(say(played, "fight Lone Wolf strength [roll 1 6]"))[:2] == ["stand", "use Cup on own"]
    assert played.question is not None
    assert played.question.default == "stand"


@pytest.mark.rule("special-rules", "alter-ego")
def test_a_creatures_limits_and_its_value_are_its_own() -> None:
    fiend = f"{OGRE}; always: in strength 2 against demons; always: in strength 1 first roll"
    assert came(record(fiend, plain(4, 4), "fight", "roll 1 1"))[0] == [(4, 5 + 1)]
    charm = plain(3, 4, ("Charm: item; always: to willpower 2", "Belt: item; always: to strength 1"))
    assert came(record("Ego: creature, strength as yours", charm, "fight", "roll 1 1"))[0] == [(4, 4)]


@pytest.mark.rule("roll-of-fight", "three-lives")
@pytest.mark.parametrize(("lives", "left"), [("", ""), (", 2 lives", ", 2 to win")])
def test_what_is_rolled_for_tells_how_many_rolls_must_be_won(lives: str, left: str) -> None:
    played = game("Druid", "Mercenary")
    played.state.learnt += (read_card(f"Odd Ox: creature, strength 3{lives}"),)
    played = with_cards(placed(played, space="Plains 6", step="turn", health=4, red=4), "Plains 6", "Odd Ox")
    say(played, "fight Odd Ox")
    assert played.question is not None
    assert played.question.prompt == f"Anna 4 : 3 Odd Ox (Strength{left})"


@pytest.mark.rule("P36", "turn-back-time")
def test_time_turned_back_throws_the_programs_dice_at_once() -> None:
    played = game("Druid", "Mercenary", dice="rolled")
    values: dict[str, Any] = {"abilities": ["Turn Back Time"], "magic": 4, "health": 1, "red": 8}
    played = with_cards(placed(played, space="Plains 6", step="turn", **values), "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf strength")
    assert played.question is not None
    assert played.question.key == "answer"
    say(played, "cast Turn Back Time")
    assert played.question is not None
    assert played.question.key != "roll"


@pytest.mark.rule("potions-and-scrolls")
@pytest.mark.parametrize("does", ["heal 1 health, gain 1 gold", "each player heal 1 health", "gain 1 gold"])
def test_what_does_more_than_help_before_a_fight_isnt_counted_on(does: str) -> None:
    cup = read_card(f"Cup: item; any time: {does}")
    assert not list(helps(Scene(lambda name: cup), Fighter("Anna", health=3, red=4, items=("Cup",))))


@pytest.mark.rule("P8", "spells", "card-costs")
@pytest.mark.parametrize(
    ("price", "rule", "first"),
    [
        ({"magic": 2}, "spells", "Anna magic 2"),
        ({"health": 2}, "P8", "Anna health 2"),
        ({"strength": 3}, "card-costs", "Anna health 3"),
        ({"strength": 1, "health": 1}, "card-costs", "Anna health 2"),
        ({"gold": 2}, "card-costs", "Anna gold 2"),
        ({"magic": 1, "health": 1, "gold": 1}, "", ""),
    ],
)
def test_a_price_must_be_there_in_full_and_a_correction_gives_it(
    price: dict[str, int], rule: str, first: str
) -> None:
    anna, told = Fighter("Anna", health=1, red=4, magic=1, blue=4, gold=1), ("", "")
    try:
        short(price, anna, "Cup")
    except Illegal as error:
        told = (error.ruling, error.first)
    assert told == (rule, first)


WORKING = {
    "Sword": "item, weapon; always: in strength 1",
    "Axe": "item, weapon, throwing; always: in strength 1; always: in strength 1 thrown",
    "Hoard": "item; always: in strength 1 per 1 item",
    "Charm": "item; always: in strength 1",
    "Cape": "artifact; always: in strength 1",
    "Song": "ability, Fortress, spell 1; battle: in strength 1; roll: in strength 1; after roll: lost is drawn",
    "Skill": "ability, Fortress; always: in strength 1",
    "Rage": "ability, Fortress; always if hurt: in strength 1",
    "Calm": "ability, Fortress; always if no spell cast: in strength 1",
    "Start": "ability, Fortress; always: in strength 1 first roll",
}


@pytest.mark.rule("P18", "P36", "always-on")
@pytest.mark.parametrize(
    "change",
    [
        {"type": "wills"},
        {"part": 1},
        {"roll": 2},
        {"reward": True},
        {"used": ("Axe", "Sword")},
        {"spent": ("Charm",)},
        {"battle": (AnnouncedAct(0, "cast", "Song", 0),)},
        {"roll_": (AnnouncedAct(0, "cast", "Song", 1),)},
        {"after": (AnnouncedAct(0, "cast", "Song", 2),)},
        {"throwing": ("Axe",)},
        {"thrown": ("Axe",)},
        {"lost": 1},
        {"items": ("Sword", "Axe", "Hoard", "Charm")},
        {"abilities": ("Rage", "Calm", "Start", "Skill")},
        {"artifacts": ("Cape",)},
        {"bonuses": (Bonus("Cup", "in strength 1", "turn"),)},
        {"cast": ("Song",)},
        {"damaged": ("Rope",)},
    ],
)
def test_what_works_in_a_fight_is_found_anew_where_anything_of_it_changes(change: dict[str, Any]) -> None:
    """What was found before is kept for all that looks alike; in a scene of its own nothing was."""
    cards = {name: read_card(f"{name}: {line}") for name, line in WORKING.items()}
    creature = read_card(VAMPIRE)
    assert isinstance(creature, Creature)
    ((key, value),) = change.items()

    def fight(changed: bool, scene: Scene) -> Fight:
        anna = Fighter("Anna", items=("Sword", "Axe", "Hoard"), abilities=("Rage", "Calm", "Start"))
        begun = Fight(scene, (Side(anna, used=("Axe",)),), "both" if key == "part" else "strength")
        if not changed:
            return begun
        if key in ("type", "part", "roll", "reward"):
            return replace(begun, **change)
        of_hero = key in anna.__struct_fields__
        return begun.with_hero(0, **change) if of_hero else begun.changed(0, **{key.rstrip("_"): value})

    scene = Scene(cards.__getitem__, creature)
    before, after = at_work(fight(False, scene)), at_work(fight(True, scene))
    assert after == at_work(fight(True, Scene(cards.__getitem__, creature)))
    assert after != before


@pytest.mark.rule("wills-price")
def test_who_cant_pay_for_wills_is_told_the_correction_that_gives_it() -> None:
    with pytest.raises(Illegal) as caught:
        paid(Scene(read_card), Side(Fighter("Anna", magic=1)), "wills", Fighter("Bo"))
    assert (caught.value.ruling, caught.value.first) == ("wills-price", "Anna magic 2")


@pytest.mark.rule("P33", "throwing")
def test_a_weapon_is_thrown_once_at_a_roll() -> None:
    knife = plain(4, 4, ("Knife: item, weapon, throwing; always: in strength 1 thrown",))
    moves = ("fight strength with Knife", "throw Knife", "throw Knife")
    assert ruling(record(STAGED, knife, *moves)) == (3, "P33")


@pytest.mark.rule("P39", "wills-price")
@pytest.mark.parametrize(
    ("costs", "said", "rule"),
    [
        ("strength costs 4 magic, wills costs 9 health", "fight strength", "P39"),
        ("strength costs 4 magic, wills costs 9 health", "fight wills", "P39"),
        ("strength costs 4 magic", "fight strength", "P39"),
        ("strength costs 4 magic", "fight wills", "wills-price"),
        ("wills costs 9 health", "fight wills", "P39"),
    ],
)
def test_a_price_that_isnt_there_is_refused_by_what_asks_for_it(costs: str, said: str, rule: str) -> None:
    things = f"Odd Things: creature, strength 3, willpower 3, {costs}"
    assert ruling(record(things, plain(3, 1), said))[1] == rule


@pytest.mark.rule("order-of-duel")
@pytest.mark.parametrize(
    ("items", "hint"), [((), ""), (("Knife: item, weapon",), "or with Items, like accept with Knife")]
)
def test_who_is_attacked_is_told_that_items_can_be_named(items: tuple[str, ...], hint: str) -> None:
    read = BATTLES.read(Path("f.toml"), duel(plain(4, 4), plain(4, 4, items, name="Bo"), "attack strength"))
    begun = begin_attack(read.scene, read.heroes, Opening("attack", "", "strength", ()))
    assert next(iter(defence_question(begun).options())).detail == hint


@pytest.mark.rule("P31", "loss-creature")
@pytest.mark.parametrize("what", ["gold", "experience", "health", "magic"])
def test_each_count_that_a_fight_takes_is_told(what: str) -> None:
    ogre = f"{OGRE}; lost: lose 2 {what}"
    verdict = judged(record(ogre, plain(4, 4, gold=3, experience=3), "fight", "roll 1 6"))
    suffered = [event for event in verdict.events if isinstance(event, Suffered)]
    assert [(one.what, one.number) for one in suffered] == [(what, -2)]


@pytest.mark.rule("P39", "P8")
@pytest.mark.parametrize(("magic", "pays"), [(4, True), (3, False)])
def test_a_fight_is_paid_for_with_exactly_what_there_is(magic: int, pays: bool) -> None:
    things = read_card("Odd Things: creature, strength 3, willpower 3, strength costs 4 magic, wills costs 9 health")
    assert isinstance(things, Creature)
    assert can_fight(Scene(lambda name: things, things), Fighter("Anna", health=3, magic=magic)) == pays


OIL = "Odd Oil: item, common; before battle: in either 3"


@pytest.mark.rule("fanaticism", "P43")
def test_a_new_battle_counts_nothing_that_was_for_the_one_before() -> None:
    """A card used before it, and in a plane the space that it is attacked from (3 + 3 + 2, then 3)."""
    cards = (OIL, "Lore: ability, Fortress; always: in strength 2 at forest", "Zeal: ability; drawn: fight again")
    who = plain(3, 4, cards[:1], abilities=cards[1:], space="Forest")
    data = record(
        GHOST.replace("willpower", "strength"), who, "use Odd Oil", "fight", "roll 1 5", "fight", "roll 1 1"
    )
    read = BATTLES.read(Path("f.toml"), data)
    for plane, second in ((False, 5), (True, 3)):
        there = replace(read, scene=replace(read.scene, plane=plane, cache={}))
        rolled = [event for event in judge(there).events if isinstance(event, Rolled)]
        assert [one.own for one in rolled] == [8, second]


@pytest.mark.rule("spells", "special-rules")
@pytest.mark.parametrize(("kind", "total"), [("strength", 5), ("wills", 4)])
def test_of_two_rules_of_a_spell_the_one_that_is_for_this_fight_is_meant(kind: str, total: int) -> None:
    who = hero(3, 5)
    who["abilities"] = [
        "Fury: ability, Fortress, spell 1; battle if strength fight: in strength 2; battle if wills fight: in wills 2"
    ]
    rolls, _, _ = came(record(ROCK, who, f"fight {kind}", "cast Fury", "roll 6 1"))
    assert rolls[0][0] == total


@pytest.mark.rule("special-rules", "damaged-items")
def test_a_weapon_that_is_damaged_as_a_creature_is_met_is_a_weapon() -> None:
    who = hero(3, 5, "Crystal Skull", "Cutlass")
    found = told(record(f"{OGRE}; met: damage a weapon", who, "fight with Cutlass", "roll 6 1"))
    assert (found["hero"]["damaged"], found["rolls"][0]["own"]) == (["Cutlass"], 3)
