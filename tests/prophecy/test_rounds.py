"""Rounds and turns: Chance cards, Possibilities, cards, planes, deaths, variants, the Final Battle."""

from __future__ import annotations

import io
import re
from typing import Any

import pytest
from msgspec import convert, to_builtins
from msgspec.structs import asdict, replace

from referee.asking.meaning import fit
from referee.asking.question import drive
from referee.declaration.game import Playing
from referee.errors import Illegal, Unreadable
from referee.games.prophecy.cards.cards import Creature, HeroCard
from referee.games.prophecy.cards.language import read_card
from referee.games.prophecy.cards.wording import AlsoDoes, Least, Lose
from referee.games.prophecy.fights import aftermath
from referee.games.prophecy.fights.in_game import fight_in
from referee.games.prophecy.fights.opening import Announced, FightBegun
from referee.games.prophecy.fights.state import Bonus, fighter_of
from referee.games.prophecy.odds.reach import report_reach
from referee.games.prophecy.rules import effects
from referee.games.prophecy.rules.chance import apocalypse
from referee.games.prophecy.rules.checks import CORRECTIONS
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.decks import NamedDraw, fetch
from referee.games.prophecy.rules.ending import lapse, more_heroes, must_attack, settle_deaths
from referee.games.prophecy.rules.events import Placed
from referee.games.prophecy.rules.places import creature_in_deck
from referee.games.prophecy.rules.state import GameState, Hero, Lying, Pack, Plane, Setup, Step
from referee.games.prophecy.rules.turns import start_game
from referee.games.prophecy.scores import SCORES, holdings
from referee.games.prophecy.screens.game import SCREENS
from referee.play.event import Said, Weighty
from referee.play.notation import readings
from referee.play.session import Session
from referee.text.names import fold, printed
from referee.text.screen import Screen
from tests.prophecy.games import BOARD, BOX, copies, make_setup, say, session
from tests.prophecy.staged import begun, game, hero, offered, placed, refused, with_cards
from tests.steps import given

TWO = ("Druid", "Mercenary")
THREE = ("Ranger", "Illusionist", "Scout")


def standing(
    *items: str,
    at: str = "Plains 6",
    step: str = "turn",
    heroes: tuple[str, ...] = TWO,
    settings: Any = None,
    **values: Any,
) -> Session[GameState]:
    """A game with the first hero on a space, holding Items, in the middle of a turn."""
    return placed(game(*heroes, **(settings or {})), space=at, step=step, items=list(items), **values)


def taken(played: Session[GameState], *artifacts: tuple[str, int]) -> Session[GameState]:
    """The game with Artifacts in hands: as many planes are closed."""
    for name, seat in artifacts:
        played.state.players[seat].artifacts.append(name)
    for plane in played.state.planes[: len(artifacts)]:
        plane.closed = True
    return placed(played, step=played.state.step)


# --- the start ------------------------------------------------------------------------------------------


@pytest.mark.rule("hero-card", "two-guilds", "choosing-heroes", "first-cards", "decks", "who-begins", "P10")
def test_the_start() -> None:
    setup = make_setup(2, heroes=TWO, first="Plains", laid=("Ghost", "Ruin", "Gem Mine", "Imp"), start=1)
    begun = session(setup).state
    plains = BOARD.of_terrain("Plains")
    assert [card.name for space in plains for card in begun.at(space).cards] == ["Ghost", "Ruin", "Gem Mine", "Imp"]
    assert begun.decks["adventure"].count == setup.sizes["adventure"] - 4
    assert (begun.decks["chance"].discards, begun.decks["chance"].count) == (["Plains"], setup.sizes["chance"] - 1)
    assert [len(begun.at(BOARD.number_of(name)).abilities) for name in ("Fortress", "Monastery")] == [1, 1]
    assert begun.decks["Fortress"].count == setup.sizes["Fortress"] - 1
    assert (begun.active, begun.hero.hero) == (1, "Mercenary")
    assert [hero.rounds for hero in begun.players] == [0, 1]
    assert (begun.active, begun.attacking, begun.attacked, begun.collector) == (1, -1, -1, -1)
    assert (begun.round, begun.turn, begun.step, begun.moves, begun.further, begun.phase) == (
        1,
        1,
        "chance",
        1,
        0,
        "normal",
    )
    assert (begun.first, begun.joined, begun.possible, begun.returned, begun.over) == (True, *[False] * 4)
    assert (begun.drawn, begun.thrown) == (0, 0)  # the luck of a seed is the same in every version
    assert not {"Druid", "Mercenary"} & set(begun.unused)


# --- cubes ------------------------------------------------------------------------------------------------


@pytest.mark.rule("one-round", "players-turns", "hero-card")
def test_at_the_start_nothing_has_happened_yet() -> None:
    begun = asdict(session(make_setup(2, heroes=TWO)).state)
    none = {"eliminated", "extra", "aside", "learnt", "won", "readings", "joined", "possible", "returned", "over"}
    none |= {"further", "drawn", "thrown", "board", "active"}
    assert not [name for name in none if begun[name]]
    assert [begun[name] for name in ("attacking", "attacked", "collector")] == [-1, -1, -1]
    assert [begun[name] for name in ("round", "turn", "moves", "first")] == [1, 1, 1, True]
    assert [begun[name] for name in ("step", "phase", "tracking", "known")] == ["chance", "normal"] + [
        "everything"
    ] * 2
    assert [(hero.gold, hero.experience, hero.rounds, hero.status) for hero in begun["players"]] == [
        (3, 3, 1, "playing"),
        (3, 3, 0, "playing"),
    ]
    assert not [hero for hero in begun["players"] if hero.lodging or hero.bonuses or hero.marks or hero.cast]
    setup, pack, lying, plane = Setup(players=("Anna", "Bo")), Pack(3), Lying(), Plane()
    unsaid: list[object] = [
        setup.heroes,
        setup.board,
        setup.sizes,
        setup.abilities,
        setup.laid,
        setup.start,
        setup.cards,
    ]
    unsaid += [setup.typed, setup.deck, setup.board_file, setup.seed, setup.teams, setup.trading]
    unsaid += [pack.discards, pack.bottom, lying.open, lying.round, lying.gold, lying.items, lying.damaged]
    unsaid += [plane.guardian, plane.artifact, plane.beaten, plane.closed, plane.left]
    assert not any(unsaid)
    assert (setup.first, setup.draws, setup.dice, setup.variant) == ("Mountains", "table", "entered", "standard")
    bare = Hero("Anna", "Druid", 1, 3, 3, 3, 3)
    assert not any([bare.gold, bare.experience, bare.held, bare.abilities, bare.rounds, bare.sex, bare.lodging])
    assert (bare.status, begun["active"]) == ("playing", 0)


@pytest.mark.rule("strength-is-health", "most-red", "for-good", "P6")
def test_strength_gained_at_the_limit_heals() -> None:
    played = with_cards(standing(health=5, red=8, experience=0, gold=0), "Plains 6", "Golden Fish")
    played = placed(played, 1, step="turn", red=9 - 1, health=8)
    assert refused(played, "use Golden Fish") == "card-effects"  # nobody alone has the least
    played = with_cards(standing(health=1, red=7, magic=1), "Plains 6", "Alchemist")
    say(played, "use Alchemist [1 willpower -> gain 1 strength]")
    assert (hero(played).red, hero(played).health) == (8, 2)


@pytest.mark.rule("no-magic", "zero-health", "P7")
def test_cubes_lost_for_good_come_off_the_right_and_never_kill() -> None:
    played = standing(health=0, red=3)
    say(played, "adjust Anna strength -1")
    assert (hero(played).red, hero(played).health, hero(played).playing) == (2, 0, True)
    say(played, "adjust Anna magic -99")
    assert hero(played).magic == 0
    say(played, "adjust Anna health -1")
    assert not hero(played).playing


# --- Chance cards -----------------------------------------------------------------------------------------


@pytest.mark.rule("one-round", "chance-card", "players-turns", "order-of-turn", "peaceful-times", "P14")
def test_a_round_has_one_chance_card_and_a_turn_and_more_by_peaceful_times_and_time_loop() -> None:
    played = placed(game(*TWO), step="chance", abilities=["Time Loop"], magic=6, blue=6)
    say(played, "chance Peaceful Times", "cast Time Loop", "stay", "end turn")
    assert refused(played, "cast Time Loop") == "once-a-round"
    say(played, "stay", "end turn", "stay")
    assert (played.state.turn, played.state.active) == (3, 0)
    say(played, "end turn", "chance Economic Crisis", "stay", "end turn", "chance Charity")
    assert (played.state.active, refused(played, "cast Time Loop")) == (0, "once-a-round")  # an own round without it
    say(played, "stay", "end turn", "chance Good Times", "stay", "end turn", "chance Kindly Wind")
    say(played, "cast Time Loop")


@pytest.mark.rule("chance-card")
def test_a_chance_card_of_the_rulebook_may_be_named_with_a_number() -> None:
    played = placed(game(*TWO), step="chance")
    say(played, "chance Charity #2")
    assert hero(played).gold == 6


@pytest.mark.rule("guild-cards", "open-training")
def test_the_older_of_two_abilities_goes_under_its_deck() -> None:
    played = game(*TWO)
    played.state.at(BOARD.number_of("Monastery")).abilities = ["Prayer", "Fanaticism"]
    played = placed(played, step="chance")
    before = played.state.decks["Monastery"].count
    say(played, "chance Open Training Monastery [Night Vigil]")
    assert played.state.at(BOARD.number_of("Monastery")).abilities == ["Fanaticism", "Night Vigil"]
    assert (played.state.decks["Monastery"].bottom, played.state.decks["Monastery"].count) == (["Prayer"], before)


@pytest.mark.rule("P13")
def test_what_was_put_under_a_deck_comes_when_the_rest_is_drawn() -> None:
    played = game(*TWO)
    played.state.at(BOARD.number_of("Monastery")).abilities = ["Prayer", "Fanaticism"]
    played = say(placed(played, step="chance"), "chance Open Training", "Monastery")
    assert "Prayer" not in offered(say(played, "Night Vigil", "stay", "end turn", "chance Monastery"))


@pytest.mark.rule("X1")
def test_abilities_from_under_their_deck_come_in_the_order_in_which_they_were_put_there() -> None:
    played = game(*TWO, draws="program")
    pack, there = played.state.decks["Monastery"], played.state.at(BOARD.number_of("Monastery")).abilities
    pack.count, pack.bottom = 3, ["Prayer", "Fanaticism"]
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]
    for _ in range(3):
        drive(effects.new_ability(quest, "", (), "Monastery"), lambda asked: asked.parse(asked.forced() or ""))
    assert (there, pack.count) == (["Prayer", "Fanaticism"], 1)  # the first, of the rest, is under the deck by now
    assert pack.bottom not in ([], there)


@pytest.mark.rule("X4", "open-training", "P13")
def test_open_training_may_be_spent_on_a_guild_whose_deck_is_empty() -> None:
    played = game(*TWO)
    there = played.state.at(BOARD.number_of("Monastery")).abilities = ["Prayer", "Fanaticism"]
    played.state.decks["Monastery"].count = 0
    played = say(placed(played, step="chance"), "chance Open Training")
    assert detail(played, "Monastery") == "its deck is empty"
    say(played, "Monastery")
    assert (played.present.at(BOARD.number_of("Monastery")).abilities, played.present.step) == (there, "movement")


@pytest.mark.rule("merchants")
def test_old_goods_are_discarded() -> None:
    played = game(*TWO)
    played.state.at(BOARD.number_of("City")).goods = ["Great Sword"]
    played = say(placed(played, step="chance"), "chance City Merchant [Ritual Dagger / Flying Carpet]")
    assert played.state.at(BOARD.number_of("City")).goods == ["Ritual Dagger", "Flying Carpet"]
    assert played.state.decks["rare"].discards == ["Great Sword"]
    placed_there = [event.card for event in played.events if isinstance(event, Placed)]
    assert placed_there == ["Ritual Dagger", "Flying Carpet"]


@pytest.mark.rule("prophetic-dream", "P15")
def test_a_dream_turns_up_the_next_card_of_a_plane() -> None:
    played = game(*TWO)
    say(played, "chance Prophetic Dream Monastery [Sphinx]", "stay", "end turn")
    say(played, "chance Prophetic Dream [Monastery / Pale Regent]")
    plane = played.state.planes[0]
    assert (plane.lesser, plane.greater, plane.artifact) == ("Sphinx", "Pale Regent", "")


@pytest.mark.rule("winds", "P16")
def test_winds_help_everybody_and_who_drew_most() -> None:
    played = placed(placed(game(*TWO), health=1, red=4), 1, step="chance", health=1, red=4)
    say(played, "chance Harvest Wind")
    assert [one.health for one in played.state.players] == [3, 2]


# --- Possibilities ----------------------------------------------------------------------------------------


@pytest.mark.rule("learning", "keeping-abilities", "two-guilds")
def test_strangers_pay_gold_for_learning_too() -> None:
    for name, gold in (("Wandering Monk", 9), ("Ranger", 4)):
        played = placed(game(name, "Mercenary"), space="Monastery", gold=9, experience=6)
        played.state.at(BOARD.number_of("Monastery")).abilities = ["Blessed Weapon"]
        played = placed(played, step="turn")
        say(played, "learn Blessed Weapon")
        assert (hero(played).experience, hero(played).gold, hero(played).abilities) == (1, gold, ["Blessed Weapon"])
    played = standing(at="Monastery", heroes=("Ranger", "Mercenary"), gold=4, experience=6)
    played.state.at(BOARD.number_of("Monastery")).abilities = ["Blessed Weapon"]
    assert refused(placed(played, step="turn"), "learn Blessed Weapon") == "learning"


@pytest.mark.rule("repair", "civilization", "damaged-items", "selling", "haggling")
def test_repair_comes_before_selling() -> None:
    played = standing(at="Village", damaged=["Sword"], gold=1, abilities=["Haggling"])
    assert refused(played, "sell Sword") == "selling"
    say(played, "repair Sword", "sell Sword")
    assert hero(played).gold == 4 + 1  # half of 7, rounded up, and 1 by Haggling
    assert refused(standing(damaged=["Sword"], gold=1), "repair Sword") == "repair"


@pytest.mark.rule("haggling")
@pytest.mark.parametrize(("gold", "items", "left"), [(3, (), 0), (0, ("Rope",), 6)])
def test_haggling_works_at_the_black_market_too(gold: int, items: tuple[str, ...], left: int) -> None:
    """Its 4 Gold for an Item are 3 then, and the 5 for an Item are 6."""
    played = with_cards(standing(*items, gold=gold, abilities=["Haggling"]), "Plains 6", "Black Market")
    say(played, "use Black Market" if items else "use Black Market [Ember Sword]")
    assert (hero(played).gold, hero(played).items) == (left, [] if items else ["Ember Sword"])


@pytest.mark.rule("possibilities", "opportunities", "P25")
def test_possibilities_wait_for_creatures_and_must_do_something() -> None:
    played = with_cards(standing(gold=0), "Plains 6", "Ghost", "Gem Mine")
    assert refused(played, "use Gem Mine") == "possibilities"
    played = with_cards(played, "Plains 6", "Whispering Well", "Gem Mine")
    assert refused(played, "use Whispering Well") == "P25"
    say(played, "use Gem Mine")
    assert (hero(played).gold, played.state.decks["adventure"].discards) == (5, ["Gem Mine"])


@pytest.mark.rule("healing", "recharging", "P24")
def test_free_help_is_given_once_a_turn() -> None:
    played = standing(at="Monastery", health=1, red=5)
    say(played, "heal")
    assert (hero(played).health, refused(played, "heal")) == (2, "P24")
    played = standing(at="Magic Tower", magic=1, blue=4, gold=2)
    say(played, "recharge 3")
    assert hero(played).gold == 0  # the odd one costs 1 Gold too


@pytest.mark.rule("lodging", "safe", "attack-heroes", "P26")
def test_who_is_safe() -> None:
    def met(at: str, **values: Any) -> Session[GameState]:
        return placed(standing(at=at), 1, step="turn", space=at, **values)

    assert refused(met("Monastery"), "attack Bo") == "P26"
    assert refused(met("Village", lodging=True), "attack Bo") == "P26"
    assert "attack Bo" in offered(met("Village"))
    assert "attack Bo" in offered(taken(met("Forest Camp"), ("Royal Cape", 1)))
    played = standing(at="Village", health=1, red=3, magic=1, blue=3)
    say(played, "lodge", "end turn")
    assert (hero(played).lodging, hero(played).health, hero(played).magic, hero(played).gold) == (True, 2, 2, 2)
    say(played, "chance Charity", "stay", "end turn")
    assert not hero(played).lodging


@pytest.mark.rule("lodging", "safe")
@pytest.mark.parametrize("held", [0, 1])
def test_lodging_promises_no_safety_to_who_has_an_artifact(held: int) -> None:
    played = standing(at="Village", gold=1)
    hero(played).artifacts = ["Royal Cape"] * held
    assert detail(played, "lodge") == "1 Gold: 1 Health, 1 Magic" + ", safe until the next turn" * (not held)


@pytest.mark.rule("lodging", "P24")
def test_lodging_once_a_turn_is_a_setting() -> None:
    for once in (False, True):
        played = standing(at="Village", settings={"lodging_once": once})
        say(played, "lodge")
        assert ("lodge" in offered(played)) is not once
        played.correct(
            *readings(f"reading lodging once {'no' if once else 'yes'}")
        )  # what was done in the turn counts
        assert ("lodge" in offered(played)) is once


@pytest.mark.rule("taking-artifacts", "P53")
def test_artifacts_of_the_dead_are_picked_up_after_the_creatures() -> None:
    played = standing()
    played.state.at(6).artifacts, played.state.planes[0].closed = ["Royal Cape"], True
    played = with_cards(played, "Plains 6", "Lone Wolf")
    assert refused(played, "take Royal Cape") == "possibilities"
    played = with_cards(played, "Plains 6")
    say(played, "take Royal Cape")
    assert (hero(played).artifacts, played.state.collector) == (["Royal Cape"], 0)


# --- cards ------------------------------------------------------------------------------------------------


@pytest.mark.rule("potions-and-scrolls", "potions-of-healing", "non-battle", "card-effects", "card-costs")
def test_a_potion_is_used_up_and_its_rest_is_lost() -> None:
    played = with_cards(standing("Potion of Healing", health=2, red=3), "Plains 6", "Ghost")
    say(played, "use Potion of Healing")
    assert (hero(played).health, hero(played).items) == (3, [])
    assert played.state.decks["common"].discards == ["Potion of Healing"]


@pytest.mark.rule("potions-and-scrolls", "counterfeiting", "effective-spellcasting")
def test_a_scroll_that_helps_to_pay_is_used_up() -> None:
    bill = "Bill: item, scroll, common; always: payment 3 less"
    played = knowing(bill, items=["Bill"], space="Forest Camp", gold=1, health=1, red=9)
    say(played, "heal 4 with Bill")
    assert (hero(played).health, hero(played).gold, hero(played).items) == (5, 0, [])
    assert played.present.decks["common"].discards == ["Bill"]
    chant = "Chant: item, scroll, common; always: spell 1 less"
    played = knowing(chant, items=["Chant"], abilities=["Stamina"], magic=0, step="movement")
    say(played, "cast Stamina to Forest 8 with Chant")
    assert hero(played).items == []


@pytest.mark.rule("own-turn-only")
def test_cards_are_used_in_the_own_turn() -> None:
    played = placed(standing(), 1, step="turn", items=["Potion of Healing"], health=1, red=3)
    assert refused(played, "use Potion of Healing") == "card-effects"


@pytest.mark.rule("strength-potions", "for-a-while", "players-turns")
def test_a_potion_of_strength_lasts_a_turn() -> None:
    played = standing("Potion of Strength")
    played.state.extra = ["Peaceful Times"]
    played = placed(played, step="turn")
    say(played, "use Potion of Strength")
    assert [bonus.until for bonus in hero(played).bonuses] == ["turn"]
    say(played, "end turn")
    assert hero(played).bonuses == []


@pytest.mark.rule("stealing-and-decay", "P45")
def test_scrolls_take_and_damage_without_a_fight() -> None:
    played = standing("Scroll of Stealing", "Scroll of Decay")
    played = placed(played, 1, step="turn", space="Plains 6", items=["Axe", "Rope"])
    played = taken(played, ("Royal Cape", 1))
    say(played, "use Scroll of Decay [damage Axe]", "use Scroll of Stealing [take Royal Cape]")
    assert (hero(played, 1).damaged, hero(played).artifacts, hero(played).items) == (["Axe"], ["Royal Cape"], [])


@pytest.mark.rule("mass-decay")
def test_mass_decay_gives_magic_for_items() -> None:
    played = standing("Axe", "Rope", abilities=["Mass Decay"], magic=0, blue=5)
    say(played, "cast Mass Decay [discard Rope]")
    assert (hero(played).items, hero(played).magic) == (["Axe"], 3)


@pytest.mark.rule("ring-of-concentration", "items-arent-spells", "spells")
def test_the_ring_of_concentration_recharges_who_cast_nothing() -> None:
    for spell, magic in ((False, 3), (True, 1)):
        played = standing("Ring of Concentration", "Flying Carpet", step="movement", magic=2, blue=6)
        played = placed(played, abilities=["Stamina"])
        way = "cast Stamina to Forest 8" if spell else "use carpet to Forest 8"  # its last word
        say(played, way, "end turn")
        assert hero(played).magic == magic


@pytest.mark.rule("scroll-and-fire", "opportunities")
@pytest.mark.parametrize(("face", "blue"), [(3, 4), (4, 5)])
def test_an_open_outcome_uses_the_opportunity_up(face: int, blue: int) -> None:
    played = with_cards(standing(blue=4, magic=4), "Plains 6", "Ancient Scroll")
    say(played, f"use Ancient Scroll [roll {face}]")
    assert (hero(played).blue, played.state.decks["adventure"].discards) == (blue, ["Ancient Scroll"])


@pytest.mark.rule("mountain-lore", "P43")
def test_lore_helps_in_the_first_roll_of_the_first_fight_in_a_plane() -> None:
    def lead(played: Session[GameState]) -> str:
        return next(detail for text, detail in told(played) if text.startswith("fight"))

    played = standing(at="Forest 20", step="movement", health=3, red=3, abilities=["Forest Wisdom"])
    say(played, "plane Monastery [Door Warden]")
    assert "4 against 3" in lead(played)
    say(played, "fight Door Warden [roll 3 3 / Ember Sword / Pale Regent]")
    assert "5 against 4" in lead(played)  # 3 and the sword's 2: nothing of the Forest any more


def told(played: Session[GameState]) -> list[tuple[str, str]]:
    assert played.question is not None
    return [(option.text, option.detail) for option in played.question.options()]


@pytest.mark.rule("P70", "throwing")
def test_a_thrown_weapon_that_is_taken_is_damaged_with_its_winner() -> None:
    played = placed(standing(health=6, red=6), 1, step="turn", space="Plains 6", health=1, red=2, items=["Axe"])
    say(played, "attack Bo [accept with Axe / throw Axe / roll 6 1 / offer]")
    assert (hero(played).damaged, hero(played, 1).held) == (["Axe"], [])


@pytest.mark.rule("ruin", "P74")
def test_a_creature_found_takes_the_place_of_the_ruin() -> None:
    played = with_cards(standing(health=3), "Plains 6", "Ruin", "Gem Mine")
    say(played, "use Ruin [Poisonous Snake]")
    assert [card.name for card in played.state.at(6).cards] == ["Poisonous Snake", "Gem Mine"]
    assert (hero(played).health, refused(played, "end turn")) == (3, "order-of-turn")


@pytest.mark.rule("forgotten-chapel")
def test_a_chapels_bonus_is_kept_for_the_next_battle_only() -> None:
    played = with_cards(standing(), "Plains 6", "Forgotten Chapel")
    say(played, "use Forgotten Chapel")
    played = with_cards(played, "Plains 6", "Lone Wolf")
    assert [bonus.until for bonus in hero(played).bonuses] == ["next battle"]
    say(played, "fight Lone Wolf [roll 1 6]")
    assert hero(played).bonuses == []


@pytest.mark.parametrize("text", ["won", "Anna wins", "win", "lost", "Anna loses", "lose", "drawn", "draw"])
def test_a_fight_isnt_ended_by_its_result(text: str) -> None:
    """What is spent, thrown or damaged is decided roll by roll, so the dice are asked for again."""
    played = with_cards(placed(game(*TWO), space="Forest 4", step="turn"), "Forest 4", "Ghost")
    say(played, "fight Ghost")
    with pytest.raises(Unreadable, match=r"^a fight isn't ended by its result, .*; write roll 3 3$"):
        played.answer(text)


@pytest.mark.rule("boat", "card-effects")
def test_a_boat_that_earns_gold_is_offered_with_what_it_earns() -> None:
    """Nautical Rites lead to any port, and the Wharf Rat is paid for it."""
    played = placed(game(*TWO), space="City", step="movement", abilities=["Nautical Rites", "Wharf Rat"], gold=0)
    assert played.question is not None
    told = {option.text: option.detail for option in played.question.options() if option.text.startswith("boat")}
    assert told == dict.fromkeys(
        ["boat Plains 6", "boat Mountains 10", "boat Village", "boat Plains 19"], "gains 1 Gold"
    )
    assert not [option for option in played.question.options() if option.text == "walk Monastery" and option.detail]
    say(played, "boat Village")
    assert hero(played).gold == 1


@pytest.mark.rule("hermit", "P51")
def test_the_hermit_is_for_the_least_wealth_and_more_can_be_given_up() -> None:
    played = placed(with_cards(standing("Sword", gold=3), "Plains 6", "Hermit"), 1, step="turn", gold=5)
    assert hero(say(played, "use Hermit [Sword]")).items == []
    rich = placed(with_cards(standing("Sword", "Rope", "Axe", gold=3), "Plains 6", "Hermit"), 1, step="turn", gold=9)
    given = hero(say(rich, "use Hermit [Rope, Sword, 1 gold]"))
    assert (given.items, given.gold) == (["Axe"], 2)
    damaged = placed(with_cards(standing(damaged=["Sword"], gold=15), "Plains 6", "Hermit"), 1, step="turn", gold=5)
    given = hero(say(damaged, "use Hermit [10 gold and Sword]"))
    assert (given.damaged, given.gold) == ([], 5)
    for wrong, why in (("11 gold", "hermit"), ("3 gold, Sword", "hermit")):
        poor = placed(with_cards(standing("Sword", gold=10), "Plains 6", "Hermit"), 1, step="turn", gold=5)
        assert refused(poor, f"use Hermit [{wrong}]") == why
    for said in ("5 gold and Sword", "Sword and 10 gold"):
        poor = placed(with_cards(standing("Sword", gold=10), "Plains 6", "Hermit"), 1, step="turn", gold=5)
        assert hero(say(poor, f"use Hermit [{said}]")).gold == 10 - int(re.sub(r"\D", "", said))
    twice = placed(with_cards(standing("Sword", gold=1), "Plains 6", "Hermit"), 1, step="turn", gold=5)
    with pytest.raises(Unreadable):
        say(twice, "use Hermit [Sword, Sword]")
    assert (hero(played).red, hero(played).items) == (hero(played).health, [])
    played = placed(with_cards(standing("Sword", gold=3), "Plains 6", "Hermit"), 1, step="turn", gold=5)
    assert refused(played, "use Hermit [1 gold]") == "hermit"
    assert played.question is not None
    assert played.question.prompt == "Hermit: what does Anna give up to have the least: at most 5 (10 now)"
    assert played.question.who == "Anna"


@pytest.mark.rule("hermit")
@pytest.mark.parametrize(("alone", "cost"), [("", 3), ("alone ", 4)])
def test_prices_that_nobody_has_told_are_asked_for_the_hermit(alone: str, cost: int) -> None:
    played = knowing("Ladle: item, common", gold=3)
    played.state.learnt += (read_card(f"Hermit: opportunity; use if {alone}least wealth: gain 1 strength"),)
    played = placed(with_cards(played, "Plains 6", "Hermit"), 1, step="turn", gold=0, items=["Ladle"])
    say(played, "use Hermit")
    assert played.question is not None
    assert played.question.key == "costs"
    say(played, str(cost))
    assert (hero(played).gold, hero(played).red) == (3, 4)


@pytest.mark.rule("golden-fish", "P5")
def test_the_fish_grants_a_wish_to_who_alone_has_the_least() -> None:
    played = with_cards(standing(red=2, health=2, blue=6), "Plains 6", "Golden Fish")
    played = placed(played, 1, step="turn", red=3, blue=5)
    say(played, "use Golden Fish")
    assert hero(played).red == 3


@pytest.mark.rule("highwayman", "P42", "P73")
def test_a_new_highwayman_takes_an_item_for_who_beats_him() -> None:
    played = standing("Rope", health=4, red=4)
    played.state.at(6).cards = [Lying("Highwayman", played.state.round)]
    played = placed(played, step="turn")
    played.take_events()
    say(played, "fight Highwayman [roll 1 4]")
    assert any("loses Rope (Highwayman)" in event.text for event in played.take_events() if isinstance(event, Said))
    assert played.state.at(6).cards[0].items == ["Rope"]
    played = placed(played, 1, step="turn", space="Plains 6", health=6, red=6)
    played.state.active = 1
    say(placed(played, 1, step="turn"), "fight Highwayman [roll 6 1]")


@pytest.mark.rule("snake-and-scorpion", "arrival", "P71")
def test_a_snake_turned_up_harms_who_came() -> None:
    played = standing(step="movement", health=1, red=3)
    played.state.at(6).cards = [Lying("Gem Mine"), Lying()]
    played = placed(played, step="movement")
    say(played, "stay [Giant Scorpion]")
    assert (hero(played).playing, played.state.active) == (False, 1)
    assert [card.name for card in played.state.at(6).cards] == ["Gem Mine", "Giant Scorpion"]


@pytest.mark.rule("succubus")
def test_a_succubus_harms_men() -> None:
    for who, magic in ((0, -1), (1, 0)):
        heroes = ("Druid", "Enchantress") if who == 0 else ("Enchantress", "Druid")
        played = placed(game(*heroes), space="Plains 6", magic=4, blue=8)
        played = with_cards(placed(played, step="turn"), "Plains 6", "Succubus")
        say(played, "fight Succubus [roll 1 6]")
        assert hero(played).magic == 4 + magic


@pytest.mark.rule("succubus", "card-effects")
@pytest.mark.parametrize(("sex", "gold", "magic"), [("man", 0, 3), ("woman", 2, 4), ("not known", 0, 4)])
def test_whether_a_hero_is_a_woman_or_a_man_is_asked_once_it_matters(sex: str, gold: int, magic: int) -> None:
    lilim = "Lilim: creature, strength 1; met if man: lose 1 magic; won if woman: gain 2 gold"
    played = with_cards(knowing(lilim, sex="", gold=0, magic=4, blue=4), "Plains 6", "Lilim")
    say(played, f"fight Lilim [{sex} / roll 6 1]")
    assert (hero(played).gold, hero(played).magic) == (gold, magic)
    assert [card.sex for card in played.present.learnt if isinstance(card, HeroCard)] == [sex] * (sex != "not known")
    played = with_cards(knowing("Pool: opportunity; use if woman: gain 2 gold", sex="", gold=0), "Plains 6", "Pool")
    say(played, f"use Pool [{sex}]")  # what a man can't use stays, and nobody is asked twice
    assert (hero(played).gold, hero(played).sex) == (gold, "" if sex == "not known" else sex)
    assert bool(played.state.at(BOARD.find_space("Plains 6")).cards) == (sex != "woman")
    assert ("use Pool" in offered(played)) == (sex == "not known")


@pytest.mark.rule("succubus")
def test_a_log_in_which_nobody_was_asked_whether_a_hero_is_a_woman_goes_on() -> None:
    played = with_cards(knowing("Lilim: creature, strength 1; met if man: lose 1 magic", sex=""), "Plains 6", "Lilim")
    before = played.state.copy()
    say(played, "fight Lilim [not known / roll 6 1]")
    (step,) = played.steps
    again = begun(played.game.setup, before)  # type: ignore[attr-defined]
    again.repeat(replace(step, then=tuple(one for one in step.then if one.key != "sex"), by=()))
    assert again.state == played.state


@pytest.mark.rule("imp", "P51")
def test_an_imp_takes_the_dearest_item_and_no_artifact() -> None:
    played = taken(with_cards(standing("Rope", "Sword", health=3, red=3), "Plains 6", "Imp"), ("Royal Cape", 0))
    say(played, "fight Imp [roll 1 6]")
    assert (hero(played).items, hero(played).artifacts, hero(played).health) == (["Rope"], ["Royal Cape"], 3)


# --- fights and what follows ------------------------------------------------------------------------------


@pytest.mark.rule("loss-ends-turn", "fight-creatures", "draw", "P22")
def test_a_draw_ends_the_turn_at_once() -> None:
    played = with_cards(standing("Potion of Healing", health=3, red=6), "Plains 6", "Lone Wolf", "Ghost")
    assert {option.split()[0] for option in offered(played)} == {"fight", "use"}
    say(played, "fight Ghost [roll 1 6]")
    assert (played.state.active, played.state.step) == (1, "chance")


@pytest.mark.rule("fanaticism", "two-battles")
def test_fanaticism_gives_a_new_battle_after_a_draw() -> None:
    played = with_cards(standing(magic=4, blue=4, abilities=["Fanaticism"]), "Plains 6", "Ghost")
    say(played, "fight Ghost [roll 3 3 / Ghost / roll 6 1]")
    assert played.state.at(6).cards == []
    assert "fight Ghost" in [answer.text for answer in given(played)[1:]]
    assert played.state.active == 0


@pytest.mark.rule("fanaticism", "non-battle", "P30")
def test_between_a_draw_and_its_new_battle_a_potion_can_be_drunk_but_nobody_moves_away() -> None:
    played = knowing("Boots: item, common; any time: move 2", abilities=["Fanaticism"], health=2, red=6)
    played = placed(played, items=["Potion of Healing", "Boots", "Axe"], magic=4, blue=4)
    played = with_cards(placed(played, step="turn"), "Plains 6", "Ghost")
    say(played, "fight Ghost [roll 3 3]")
    assert offered(played) == ["fight Ghost", "use Potion of Healing", "no"]
    assert refused(played, "use Boots") == "fanaticism"
    say(played, "drink Potion of Healing")
    assert played.question is not None
    assert "use Potion of Healing" not in offered(played)
    say(played, "fight Ghost with Axe [roll 6 1]")
    assert (hero(played).health, hero(played).items) == (5, ["Boots", "Axe"])
    file = fight_in("game", make_setup(2, heroes=TWO), played, None).file
    assert file.moves[-3:] == ("use Potion of Healing", "fight Ghost with Axe", "roll 6 1")


@pytest.mark.rule("win-hero", "P45")
def test_a_beaten_hero_loses_health_or_offers_any_item() -> None:
    def beaten(*answers: str) -> Session[GameState]:
        played = placed(standing(health=6, red=6), 1, step="turn", space="Plains 6", health=1, red=2, items=["Axe"])
        played.state.players[1].damaged = ["Rope"]
        return say(placed(played, step="turn"), f"attack Bo [accept / roll 6 1 / {' / '.join(answers)}]")

    played = beaten("lose health")
    assert (hero(played, 1).health, refused(played, "attack Bo")) == (0, "attack-heroes")
    played = beaten("offer", "take Rope")
    assert (hero(played).damaged, hero(played, 1).items) == (["Rope"], ["Axe"])
    assert (hero(played, 1).health, hero(played, 1).status) == (1, "playing")  # an Item in place of Health


def beaten_by_bo(*answers: str, uses: str = "", **values: Any) -> Session[GameState]:
    """The game after an attack of Anna's that Bo wins."""
    played = standing(*([uses] if uses else []), **{"health": 2, "red": 4, **values})
    played = placed(played, 1, step="turn", space="Plains 6", health=8, red=8)
    return say(played, f"attack Bo{uses and f' with {uses}'} [{' / '.join(('accept / roll 1 6', *answers))}]")


@pytest.mark.rule("P31", "healing-arts", "win-hero")
def test_healing_arts_heals_the_health_lost_to_a_hero() -> None:
    arts = ["Healing Arts"]
    assert hero(beaten_by_bo("lose health", damaged=["Rope"], abilities=arts)).health == 2 - 1 + 1
    offering = beaten_by_bo("offer", damaged=["Rope"], abilities=arts)
    assert (hero(offering).health, hero(offering, 1).damaged) == (2, ["Rope"])
    assert hero(beaten_by_bo(abilities=arts, health=0)).status == "dead"


@pytest.mark.rule("P31", "berserkers-axe", "win-hero", "P46")
def test_own_losses_come_after_the_loss_to_a_hero() -> None:
    played = beaten_by_bo(uses="Berserker's Axe", health=1)
    assert played.question is not None
    assert next((one.text, one.detail) for one in played.question.options()) == ("lose health", "0 left")
    say(played, "offer")
    assert (hero(played).health, hero(played, 1).items) == (0, ["Berserker's Axe"])  # it was used: its loss comes
    assert hero(beaten_by_bo("lose health", uses="Berserker's Axe", health=1)).status == "dead"


@pytest.mark.rule("P52", "P56", "P31")
def test_the_artifact_handed_over_wins_before_own_cards_kill() -> None:
    """Berserk would cost the last Health after the battle."""
    names = artifacts()
    played = standing(heroes=TWO, health=0, red=8, magic=4, abilities=["Wild Rage"])
    played.state.learnt += (
        read_card("Wild Rage: ability, Fortress, spell 1; battle: in strength 2, lose 1 health after battle"),
    )
    played.state.phase = "final battle"
    played = placed(played, 1, step="turn", space="Plains 6", health=0, red=2)
    played = taken(played, *((name, int(at > 2)) for at, name in enumerate(names)))
    say(played, f"attack Bo [accept / cast Wild Rage / roll 6 1 / {names[3]}]")
    assert (played.state.over, played.state.won, hero(played).status) == (True, [0], "playing")


@pytest.mark.rule("win-hero", "P31")
def test_what_a_winner_takes_brings_nothing_for_this_fight() -> None:
    played = placed(standing(health=8, red=8), 1, step="turn", space="Plains 6", items=["Purse"])
    played.state.learnt += (read_card("Purse: item, common, costs 3; won: gain 9 gold; lost: lose 1 experience"),)
    played = say(placed(played, step="turn"), "attack Bo [accept / roll 6 1 / offer]")
    assert ([one.gold for one in played.state.players], hero(played, 1).experience) == ([3, 3], 2)


@pytest.mark.rule("P77", "healing-arts")
@pytest.mark.parametrize(("rolled", "left"), [("roll 6 1", 2), ("roll 1 6", 1), ("roll 3 3", 2)])
def test_healing_arts_heals_what_a_creature_did_when_it_was_met(rolled: str, left: int) -> None:
    """One of 1 Health when met, and of 1 for the loss."""
    played = standing(health=2, red=4, abilities=["Healing Arts"])
    played.state.learnt += (read_card("Gate Imp: creature, strength 1; met: lose 1 health"),)
    played = say(with_cards(played, "Plains 6", "Gate Imp"), f"fight Gate Imp [{rolled}]")
    assert hero(played).health == left


@pytest.mark.rule("P76", "healing-arts")
def test_healing_arts_heals_what_a_creature_does_to_everybody() -> None:
    played = standing(health=3, red=4, abilities=["Healing Arts"])
    played.state.learnt += (read_card("Wailer: creature, strength 9; lost: each player lose 2 health"),)
    played = say(with_cards(played, "Plains 6", "Wailer"), "fight Wailer [roll 1 6]")
    assert [one.health for one in played.state.players] == [3 - 2 + 1, 5 - 2]


@pytest.mark.rule("thievery")
def test_thievery_is_the_attackers_only() -> None:
    played = standing(health=6, red=6, abilities=["Thievery"])
    played = placed(played, 1, step="turn", space="Plains 6", items=["Axe", "Rope"])
    say(played, "attack Bo [accept / roll 6 1 / lose health / take Axe]")
    assert hero(played).items == ["Axe"]
    played = standing(health=1, red=1, gold=9)
    played = placed(played, 1, step="turn", space="Plains 6", health=6, red=6, abilities=["Thievery"])
    played.state.hero.items = ["Axe"]
    played = say(placed(played, step="turn"), "attack Bo [accept / roll 1 6 / lose health]")
    assert hero(played).items == ["Axe"]


@pytest.mark.rule("X3", "thievery", "berserkers-axe", "P31")
def test_thievery_comes_after_what_both_heroes_own_cards_do() -> None:
    """The beaten hero's axe costs the last Health before the winner may steal; else what it costs is gone by then."""
    played = standing(health=6, red=6, abilities=["Thievery"])
    played = placed(played, 1, step="turn", space="Plains 6", health=2, red=3, items=["Berserker's Axe", "Rope"])
    fight = "attack Bo [accept with Berserker's Axe / roll 6 1 / lose health"
    said = say(placed(played, step="turn"), f"{fight}]")
    assert said.question is not None
    assert (said.question.key, hero(said, 1).health) == ("take", 0)
    played = say(placed(played, 1, step="turn", health=1), f"{fight}]")
    assert (hero(played, 1).status, sorted(hero(played).items)) == ("dead", ["Berserker's Axe", "Rope"])


@pytest.mark.rule("P50", "battle-in-planes", "closed-plane", "artifacts", "P49")
def test_after_the_lesser_the_greater_must_be_fought() -> None:
    played = standing("Potion of Healing", at="City", step="movement", health=7, red=8)
    say(played, "plane Monastery [Door Warden]", "fight Door Warden [roll 6 1 / Ember Sword / Pale Regent]")
    assert refused(played, "end turn") == "order-of-turn"
    say(played, "use Potion of Healing", "fight Pale Regent [roll 6 1 / Royal Cape]")
    texts = [event.text for event in played.take_events() if isinstance(event, Said)]
    assert "Anna is back in City." in texts
    assert (played.state.planes[0].closed, hero(played).space, played.state.active) == (True, 2, 0)
    assert refused(played, "plane Monastery") == "movement"
    say(played, "end turn", "chance Charity", "stay", "end turn", "chance Economic Crisis")
    assert refused(played, "plane Monastery") == "attack-on-planes"


def back_with_an_artifact(*there: str, **values: Any) -> Session[GameState]:
    """The turn's rest of a hero who has won the Royal Cape from Forest 20, where these cards lie open."""
    played = standing(at="Forest 20", step="movement", **{"health": 8, "red": 8, **values})
    played = with_cards(placed(played, 1, space="Forest 20"), "Forest 20", *there)
    say(played, "plane Monastery [Door Warden]", "fight Door Warden [roll 6 1 / Ember Sword / Pale Regent]")
    return say(played, "fight Pale Regent [roll 6 1 / Royal Cape]")


@pytest.mark.rule("P49")
def test_back_from_a_plane_with_its_artifact_the_creature_of_the_space_is_not_fought() -> None:
    played = back_with_an_artifact("Toll Ogre", "Gem Mine", abilities=["Hunter's Patience"])
    assert offered(played) == ["use Royal Cape", "end turn"]
    for text in ("fight Toll Ogre", "attack Bo"):
        assert refused(played, text) == "P49"
    assert refused(played, "use Gem Mine") == "possibilities"
    assert refused(played, "use Hunter's Patience") == "announce-first"  # there is nobody to fight
    say(played, "end turn", "chance Charity", "walk Plains 19", "end turn", "chance Economic Crisis", "stay")
    assert refused(played, "end turn") == "order-of-turn"


@pytest.mark.rule("P49")
def test_back_from_a_plane_heroes_are_attacked_and_opportunities_used_where_no_creature_lies_open() -> None:
    played = back_with_an_artifact("Gem Mine")
    played.state.at(20).cards.append(Lying())
    played = say(placed(played, step="turn"), "use Gem Mine")
    assert hero(played).gold == 3 + 5
    played.undo()
    say(played, "attack Bo [accept / roll 3 3]")
    assert not played.state.at(20).cards[1].open


@pytest.mark.rule("P49", "P27")
@pytest.mark.parametrize("way", ["use Master Wizard to Forest 8", "use Master Wizard to Forest 8 [Lone Wolf]"])
def test_who_goes_somewhere_else_after_an_artifact_meets_what_lies_there(way: str) -> None:
    played = back_with_an_artifact("Master Wizard", gold=2)
    played.state.at(8).cards = [Lying("" if "[" in way else "Lone Wolf")]
    played = say(placed(played, step="turn"), way)
    assert refused(played, "end turn") == "order-of-turn"


def session_that_knows_few() -> Session[GameState]:
    """A game that knows few cards, before its first Chance card."""
    setup = make_setup(2, heroes=TWO, abilities=("Ambidexterity",), known=False)
    state = start_game(setup)
    state.step = "chance"
    return begun(setup, state)


def dreamt_of(*answers: str) -> Session[GameState]:
    """That game, in which a Sphinx is turned up and typed in."""
    played = session_that_knows_few()
    return say(played, f"chance Prophetic Dream Monastery [{' / '.join(('Sphinx', *answers))}]")


@pytest.mark.rule("P82", "sphinx")
@pytest.mark.parametrize(
    ("answers", "rules"),
    [
        (["Sphinx: lesser, strength 5; lost: lose 1 health", "typed"], ["lost: lose 1 health"]),
        (["Sphinx: lesser, strength 5; lost: lose 1 health", "rulebook"], ["lost: lose half health"]),
        (["Sphinx: lesser, strength 5; won: gain 1 gold"], ["won: gain 1 gold", "lost: lose half health"]),
    ],
)
def test_a_typed_card_asks_which_rule_of_a_when_holds(answers: list[str], rules: list[str]) -> None:
    asked = dreamt_of()
    assert asked.question is not None
    assert asked.question.hint == "the rulebook says: lesser; lost: lose half health; the rest like 3s 2e, rare item"
    asked.answer(answers[0])
    if answers[1:]:
        assert asked.question.prompt == "Sphinx is in the rulebook too; which rules hold"
        assert [option.detail for option in asked.question.options()] == [
            "lost: lose 1 health",
            "lost: lose half health",
        ]
    played = dreamt_of(*answers)
    assert played.question is not None
    assert played.question.key == "move"
    (card,) = (card for card in played.state.learnt if card.name == "Sphinx")
    assert list(card.rules) == rules


@pytest.mark.rule("P82")
def test_a_log_that_was_never_asked_which_rule_holds_goes_on_with_what_was_typed() -> None:
    (step,) = dreamt_of("Sphinx: lesser, strength 5; lost: lose 1 health", "typed").steps
    played = session_that_knows_few()
    played.repeat(replace(step, then=step.then[:-1]))
    say(played, "stay")
    assert [card.rules for card in played.state.learnt if card.name == "Sphinx"] == [("lost: lose 1 health",)]


@pytest.mark.rule("P82", "brigands")
def test_what_the_rulebook_tells_in_part_is_shown_before_a_card_is_typed() -> None:
    setup = make_setup(2, heroes=TWO, abilities=("Ambidexterity",), laid=("Ghost",) * 4, known=False)
    state = start_game(setup)
    state.step, state.spaces[5].cards = "movement", [Lying()]
    played = say(placed(begun(setup, state), space="Plains 6"), "stay [Band of Brigands]")
    assert played.question is not None
    assert "creature, humanoid; ...: lay 5 gold on this or else lose 1 health" in played.question.hint


@pytest.mark.rule("P80", "ruin")
def test_a_ruin_finds_nothing_where_the_deck_has_no_creature() -> None:
    played = with_cards(standing(), "Plains 6", "Ruin")
    before = played.state.decks["adventure"].count
    say(played, "use Ruin [none]")
    decks = played.state.decks
    assert (played.state.at(6).cards, decks["adventure"].discards, decks["adventure"].count) == ([], ["Ruin"], before)
    assert played.draft == []
    say(played, "end turn")
    assert [step.answers[-1].text for step in played.steps[:1]] == ["none"]


@pytest.mark.rule("X2", "P49", "ruin")
def test_a_creature_found_after_an_artifact_is_fought() -> None:
    played = say(back_with_an_artifact("Ruin"), "use Ruin [Lone Wolf]")
    assert refused(played, "end turn") == "order-of-turn"


@pytest.mark.rule("P49", "P14")
def test_in_the_turn_after_the_artifact_the_creature_is_fought() -> None:
    played = back_with_an_artifact("Toll Ogre", abilities=["Time Loop"], magic=6, blue=6)
    say(played, "cast Time Loop", "end turn")
    assert (played.present.turn, played.present.returned) == (2, False)
    say(played, "stay")
    assert refused(played, "end turn") == "order-of-turn"


@pytest.mark.rule("P50", "P20")
def test_nobody_works_between_a_guardian_turned_up_and_its_fight() -> None:
    played = standing(at="City", step="movement", health=8, red=8, settings={"work_after_moving": True})
    say(played, "plane Monastery [Door Warden]")
    assert "work" not in offered(played)
    assert refused(played, "work") == "P50"
    say(played, "fight Door Warden [roll 6 1 / Ember Sword / Pale Regent]")
    say(played, "fight Pale Regent [roll 6 1 / Royal Cape]")
    assert "work" in offered(played)


@pytest.mark.rule("P20", "attack-heroes")
def test_after_work_on_the_way_nobody_is_attacked() -> None:
    played = placed(standing(at="City", settings={"work_after_moving": True}), 1, step="turn", space="City")
    assert "attack Bo" in offered(played)
    assert not any(one.startswith("attack") for one in offered(say(played, "work")))


@pytest.mark.rule("P20", "P56")
def test_in_the_final_battle_work_waits_for_the_attack() -> None:
    played = standing(at="City", health=8, red=8, settings={"work_after_moving": True})
    played.state.phase = "final battle"
    played = placed(placed(played, 1, step="turn", space="City", health=2), step="turn")
    names = artifacts()
    played = taken(played, *((name, int(at > 1)) for at, name in enumerate(names)))
    assert "work" not in offered(played)
    refused(played, "work")
    assert "work" in offered(say(played, f"attack Bo [accept / roll 6 1 / {names[2]}]"))


@pytest.mark.rule("P49")
def test_winning_an_artifact_may_end_the_turn() -> None:
    played = standing(at="City", step="movement", health=8, red=8, settings={"astral_win_ends_turn": True})
    say(played, "plane Monastery [Door Warden]", "fight Door Warden [roll 6 1 / Ember Sword / Pale Regent]")
    say(played, "fight Pale Regent [roll 6 1 / Royal Cape]")
    assert played.state.active == 1


# --- deaths -----------------------------------------------------------------------------------------------


@pytest.mark.rule("death", "P46")
def test_what_a_creature_leaves_of_a_hero() -> None:
    played = standing("Axe", health=0, red=3, gold=5, abilities=["Prayer"])
    played = with_cards(taken(played, ("Royal Cape", 0)), "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf [roll 1 6]")
    state = played.state
    assert (state.at(6).artifacts, state.decks["common"].discards) == (["Royal Cape"], ["Axe"])
    assert (state.decks["Monastery"].bottom, hero(played).gold, hero(played).status) == (["Prayer"], 0, "dead")
    assert (state.active, state.eliminated) == (1, ["Druid"])


@pytest.mark.rule("death", "P46")
def test_who_kills_a_hero_gets_everything_but_abilities() -> None:
    played = standing(health=6, red=6, gold=0)
    played = placed(played, 1, step="turn", space="Plains 6", health=0, gold=4, items=["Axe"])
    played = say(taken(played, ("Royal Cape", 1)), "attack Bo [accept / roll 6 1 / lose health]")
    assert (hero(played).gold, hero(played).items, hero(played).artifacts) == (4, ["Axe"], ["Royal Cape"])


@pytest.mark.rule("death", "P46")
def test_artifacts_of_who_dies_in_a_plane_join_it() -> None:
    played = taken(standing(at="City", step="movement", health=0, red=3), ("Royal Cape", 0))
    played.state.planes[0].closed, played.state.planes[4].closed = False, True
    played = placed(played)
    say(played, "plane Monastery [Door Warden]", "fight Door Warden [roll 1 6]")
    assert played.state.planes[0].left == ["Royal Cape"]


@pytest.mark.rule("win-creature", "death")
def test_a_creature_is_beaten_even_if_its_winner_dies_of_an_own_card() -> None:
    """Berserk costs 1 Health after the battle; the Lone Wolf is discarded, and what lay on it with the dead."""
    played = standing(at="Plains 6", health=0, red=3, magic=3, abilities=["Wild Rage"])
    played.state.learnt += (
        read_card("Wild Rage: ability, Fortress, spell 1; battle: in strength 2, lose 1 health after battle"),
    )
    played = with_cards(played, "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf [cast Wild Rage / roll 6 1]")
    assert played.state.players[0].status == "dead"
    assert (played.state.at(6).cards, played.state.decks["adventure"].discards) == ([], ["Lone Wolf"])


@pytest.mark.rule("final-battle", "P56", "P62")
def test_a_champion_must_attack_while_anybody_there_can_be_attacked() -> None:
    """Her partner alone can't be."""
    played = standing(heroes=(*THREE, "Druid"), settings={"teams": True})
    played.state.phase = "final battle"
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]
    partner = quest.setup.partner(0)
    assert partner is not None
    for seat in (1, 2, 3):
        played.state.players[seat].space = BOARD.find_space("City")
    played.state.players[partner].space = played.state.hero.space
    assert not must_attack(quest)
    played.state.players[1 if partner != 1 else 2].space = played.state.hero.space
    assert must_attack(quest)


@pytest.mark.rule("order-of-duel", "announce-first")
def test_the_attacker_announces_first_and_says_when_that_is_all() -> None:
    played = placed(standing(magic=4, blue=4, abilities=["Prayer"]), 1, step="turn", space="Plains 6")
    played = say(placed(played, step="turn"), "attack Bo [accept]")
    assert detail(played, "done") == "Bo announces next"
    assert "done" not in offered(say(played, "done"))


@pytest.mark.rule("P28", "loss-creature")
@pytest.mark.parametrize(
    ("rule", "health", "gold"),
    [("lost: also lose 1 gold", 4, 4), ("lost: lose 1 gold", 5, 4), ("drawn: also lose 1 gold", 4, 5)],
)
def test_what_comes_on_top_of_a_loss_is_carried_out(rule: str, health: int, gold: int) -> None:
    played = standing(at="Plains 6", health=5, red=5, gold=5)
    played.state.learnt += (read_card(f"Thief: creature, strength 5; {rule}"),)
    played = with_cards(played, "Plains 6", "Thief")
    say(played, "fight Thief [roll 1 6]")
    assert (hero(played).health, hero(played).gold) == (health, gold)


@pytest.mark.rule("P28")
def test_what_comes_on_top_is_carried_out_where_no_fight_is_lost() -> None:
    """Older saves have such cards."""
    played = standing(gold=5)
    quest = Quest(played.game.setup, played.present, [])  # type: ignore[attr-defined]
    also = AlsoDoes(Lose(1, "gold"))
    drive(effects.perform(quest, also, effects.Source(0, "Thief")), lambda asked: asked.parse(asked.forced() or ""))
    assert quest.hero.gold == 4


@pytest.mark.rule("attack-on-planes", "win-creature", "death")
def test_a_lesser_guardian_is_beaten_even_if_its_winner_dies_of_an_own_card() -> None:
    """Who comes next to the plane meets the Greater Guardian."""
    played = standing(at="City", step="movement", health=0, red=3, magic=9, blue=9, abilities=["Wild Rage"])
    played.state.learnt += (
        read_card("Wild Rage: ability, Fortress, spell 1; battle: in strength 9, lose 1 health after battle"),
    )
    played = placed(played)
    say(played, "plane Monastery [Door Warden]", "fight Door Warden [cast Wild Rage / roll 6 1 / Ember Sword]")
    assert played.state.players[0].status == "dead"
    assert played.state.planes[0].beaten


@pytest.mark.rule("apocalypse", "P47", "P60")
def test_who_dies_of_the_apocalypse_comes_back_in_the_next_own_round() -> None:
    played = standing("Rope", settings={"variant": "apocalypse", "apocalypse_hands_over": False}, health=0)
    played.state.phase = "apocalypse"
    played = placed(played, step="round")
    assert (played.present.players[0].status, played.present.active) == ("dead", 1)
    assert (played.present.players[0].items, played.present.decks["common"].discards) == ([], ["Rope"])
    assert played.question is not None
    assert (played.question.key, played.question.who) == ("move", "Bo")


@pytest.mark.rule("X5", "P47", "P60")
def test_who_stays_out_has_begun_a_round_and_has_no_further_one() -> None:
    settings = {"variant": "apocalypse", "apocalypse_hands_over": False}
    played = placed(standing(heroes=THREE, settings=settings, health=8, red=8), 1, health=0)
    played = placed(placed(played, 1, step="turn", health=0), 2, step="turn", health=8, red=8)
    played.state.phase, played.state.players[1].status = "apocalypse", "dead"
    settle_deaths(Quest(played.game.setup, played.state, []), "a storm")  # type: ignore[attr-defined]
    played = say(placed(played, step="turn"), "end turn")
    assert played.question is not None
    assert (played.question.key, hero(played).health, played.present.round) == ("new hero", 7, 2)
    say(played, "stay out")
    assert (hero(played, 1).status, played.present.active, played.present.round) == ("out", 2, 3)
    say(played, "stay", "end turn", "stay", "end turn")
    assert (played.present.active, hero(played).health) == (2, 4)


@pytest.mark.rule("P78", "P60", "apocalypse")
def test_who_has_no_hero_and_can_take_none_has_no_round() -> None:
    """Neither the Apocalypse's loss nor anything else happens in between."""
    settings = {"variant": "apocalypse", "apocalypse_hands_over": False, "draws": "program"}
    played = placed(standing(heroes=THREE, settings=settings, health=8, red=8), 1, step="turn", health=0)
    played = placed(played, 2, step="turn", health=8, red=8)
    played.state.phase, played.state.unused = "apocalypse", []
    played = say(placed(played, step="turn"), "end turn")
    assert (hero(played, 1).status, played.present.active, hero(played).health) == ("out", 2, 6)  # he dies in his own
    say(played, "stay", "end turn", "stay", "end turn")
    assert (played.present.active, played.present.round, hero(played).health) == (2, 5, 4)


@pytest.mark.rule("P47", "death")
@pytest.mark.parametrize("step", ["chance", "movement", "turn"])
def test_a_correction_that_kills_the_hero_of_the_round_ends_it(step: Step) -> None:
    """Additional turns too; the dead hero draws no card and goes nowhere."""
    played = standing(step=step, heroes=THREE, health=2)
    played.state.extra = ["Peaceful Times"]
    now = say(placed(played, step=step), "adjust Anna health -3").present
    assert (now.players[0].status, now.active, now.step, now.extra) == ("dead", 1, "chance", [])


@pytest.mark.rule("P48", "P46")
def test_who_leaves_the_table_is_as_killed_by_no_hero() -> None:
    played = taken(standing("Sword", at="Plains 6", step="movement", heroes=THREE), ("Royal Cape", 0))
    say(played, "adjust Anna leaves the table")
    assert (played.present.players[0].status, played.present.active, played.present.over) == ("out", 1, False)
    assert (played.present.at(6).artifacts, played.present.decks["common"].discards) == (["Royal Cape"], ["Sword"])
    say(played, "chance Economic Crisis", "adjust Cleo leaves")
    assert (played.present.players[2].status, played.present.active) == ("out", 1)
    say(played, "adjust Bo leaves the table")
    assert (played.present.over, played.present.won) == (True, [])


@pytest.mark.rule("P48")
def test_who_leaves_during_an_own_fight_is_told_what_to_do_first() -> None:
    """The fight is decided without the leaver's dice by nobody; somebody else may leave meanwhile."""
    played = with_cards(placed(game(*THREE), space="Forest 4", step="turn"), "Forest 4", "Ghost")
    say(played, "fight Ghost")
    with pytest.raises(Unreadable, match=r'^"fight Ghost" is under way and .*; finish it or undo it first$'):
        say(played, "adjust Anna leaves the table")
    say(played, "adjust Bo leaves the table")
    assert played.question is not None
    assert played.question.key == "roll"
    played.undo()
    say(played, "adjust Anna leaves the table")
    assert [hero.status for hero in played.present.players] == ["out", "out", "playing"]


@pytest.mark.rule("new-character", "P47")
def test_a_new_hero_arrives_weary() -> None:
    played = standing(at="Plains 6", health=0, red=3)
    played = with_cards(played, "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf [roll 1 6]", "chance Charity", "stay", "end turn")
    assert played.question is not None
    assert played.question.key == "new hero"
    say(played, "new hero Paladin", "chance Economic Crisis")
    now = hero(played)
    assert (BOARD.label(now.space), now.red - now.health, now.blue - now.magic, now.gold) == ("Fortress", 1, 2, 2)
    assert "Druid" not in played.state.unused


@pytest.mark.rule("end-of-world", "P48")
def test_nobody_left_ends_the_game_without_a_winner() -> None:
    played = placed(standing(health=0, red=3), 1, step="turn", health=0, space="Plains 6")
    played = with_cards(played, "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf [roll 1 6]", "chance Economic Crisis", "stay", "fight Lone Wolf [roll 1 6]")
    say(played, "stay out", "stay out")
    assert (played.state.over, played.state.won) == (True, [])


@pytest.mark.rule("prophetic-dream", "open-training")
@pytest.mark.parametrize("said", ["chance Prophetic Dream Monastery", "prophetic monastery", "prop monas"])
def test_the_plane_of_a_dream_stands_behind_the_card_or_its_beginning(said: str) -> None:
    played = say(game("Druid", "Mercenary"), f"{said} [Sphinx]")
    assert played.state.planes[0].lesser == "Sphinx"


@pytest.mark.parametrize("said", ["6 1", "6", "-"])
def test_dice_are_no_name_of_a_card_that_nobody_knows(said: str) -> None:
    played = game("Druid", "Mercenary")
    assert played.question is not None
    with pytest.raises(Unreadable, match="can't be the name of a card"):
        played.question.parse(said)


@pytest.mark.rule("new-character", "P47")
def test_a_new_hero_whom_the_deck_lacks_is_asked_for() -> None:
    """The box has ten; one that stands in the deck without its numbers is asked for as well."""
    played = dead_in_a_game_that_knows_few()
    assert played.question is not None
    assert [option.text for option in played.question.options()] == ["new hero Paladin", "stay out"]
    for text, why in (("Druid", "Druid is out of the game"), ("Mercenary", "Mercenary is Bo's")):
        with pytest.raises(Illegal, match=why):
            played.question.parse(text)
    with pytest.raises(Unreadable, match="did you mean Paladin"):
        played.question.parse("Palladin")
    line = "hero, strength 3, willpower 5, Magic Tower, Monastery, woman"
    fresh = say(played, "new hero Fen Walker", f"Fen Walker: {line}")
    assert (hero(fresh).hero, hero(fresh).health, hero(fresh).magic) == ("Fen Walker", 2, 3)
    known = say(dead_in_a_game_that_knows_few(), "new hero Paladin", f"Paladin: {line}")
    assert (hero(known).hero, known.state.unused) == ("Paladin", [])


def dead_in_a_game_that_knows_few() -> Session[GameState]:
    """The start of Anna's round after her Druid's death; of the unused heroes only a name and a guild are known."""
    setup = make_setup(2, heroes=TWO, abilities=("Ambidexterity",), known=False)
    setup = replace(setup, cards=(*setup.cards, HeroCard(name="Paladin", guilds=("Fortress",))))
    state = start_game(setup)
    state.step, state.eliminated = "round", ["Druid"]
    state.players[0] = Hero("Anna", "", 0, 0, 0, 0, 0, status="dead")
    return begun(setup, state)


@pytest.mark.rule("terrain-cards")
@pytest.mark.parametrize("typed", ["Gem Mine", "gem m", "GEM"])
def test_a_card_that_lies_on_the_board_is_no_new_one(typed: str) -> None:
    played = with_cards(game("Druid", "Mercenary"), "Forest 4", "Gem Mine")
    with pytest.raises(Unreadable, match=r"Gem Mine lies elsewhere already \(in Forest 4\); which card is it?"):
        say(played, f"chance Mountains [{typed}]")
    played.answer("Gem: opportunity; use: gain 1 gold")
    assert played.draft[-1].text.startswith("Gem: opportunity")


# --- variants, teams, trading ------------------------------------------------------------------------------


@pytest.mark.rule("attack-heroes")
def test_who_attacks_nobody_is_told_whom_it_could_be() -> None:
    with pytest.raises(Unreadable, match="like attack Bo"):
        say(facing(), "attack")


@pytest.mark.rule("trading-heroes", "P63", "P67")
def test_trading_is_agreed_on_by_both_and_is_done_instead_of_moving() -> None:
    played = placed(standing("Sword", step="movement", settings={"trading": True}), 1, space="Plains 6", gold=5)
    say(played, "offer Bo Sword for 5 gold [refuse]")
    assert played.state.step == "movement"
    say(played, "offer Bo Sword for 5 gold [agree]")
    assert (hero(played).gold, hero(played, 1).items, played.state.step) == (8, ["Sword"], "turn")
    several = placed(standing("Sword", "Rope", step="movement", settings={"trading": True}), 1, space="Plains 6")
    assert hero(say(several, "offer Bo Sword, Rope for nothing [agree]"), 1).items == ["Sword", "Rope"]
    assert refused(placed(standing(step="movement"), 1, space="Plains 6"), "offer Bo nothing for 1 gold") == "P63"


@pytest.mark.rule("trading-heroes", "P63")
@pytest.mark.parametrize(("gold", "damaged", "listed"), [(0, [], False), (1, [], True), (0, ["Rope"], True)])
def test_an_offer_is_listed_where_somebody_has_something_to_give(gold: int, damaged: list[str], listed: bool) -> None:
    played = standing(step="movement", heroes=THREE, settings={"trading": True}, gold=0)
    played = placed(played, 1, space="Plains 6", gold=gold, damaged=damaged)
    assert ("offer Bo" in offered(played)) is listed
    assert "offer Cleo" not in offered(played)


@pytest.mark.rule("trading-heroes", "P63")
def test_an_offer_that_is_chosen_from_the_list_asks_what_for_what() -> None:
    played = placed(standing("Sword", step="movement", settings={"trading": True}), 1, space="Plains 6", gold=5)
    assert played.question is not None
    (option,) = (one for one in played.question.options() if one.text == "offer Bo")
    assert option.more is not None
    asked = option.more()
    assert asked is not None
    assert "Anna: Sword, 3 gold; Bo: 5 gold" in asked.hint
    for text in ("sword for 5 gold", "Bo Sword for 5 gold", "offer Bo Sword for 5 gold"):
        assert asked.parse(text) == "offer Bo Sword for 5 gold"
    for text in ("nothing for nothing", "offer Bo nothing for nothing"):
        with pytest.raises(Unreadable, match="something must change hands"):
            asked.parse(text)


FOUR = ("Druid", "Mercenary", "Paladin", "Ranger")


@pytest.mark.rule("teams", "P61", "P62")
def test_partners_win_together_and_spare_each_other() -> None:
    played = placed(standing(heroes=FOUR, settings={"teams": True}), 2, step="turn", space="Plains 6")
    assert refused(played, "attack Cleo") == "P62"
    as_any = standing(heroes=FOUR, settings={"teams": True, "attack_partner": True})
    assert "attack Cleo" in offered(placed(as_any, 2, step="turn", space="Plains 6"))
    names = artifacts()
    played.state.at(6).artifacts = [names[4]]
    played = taken(played, *((name, 2 * (at % 2)) for at, name in enumerate(names[:4])))
    played.state.planes[4].closed = True
    played = say(placed(played, step="turn"), f"take {names[4]}")
    assert (played.state.over, played.state.won) == (True, [0, 2])  # three and two: together all five
    told = [event.text for event in played.events if isinstance(event, Weighty)]
    assert told[-1] == "Anna and Cleo win with 3 Artifacts."


@pytest.mark.rule("P61")
def test_who_sits_opposite_is_of_the_same_team() -> None:
    players = ("Anna", "Bo", "Cleo", "Dan")
    assert SCORES.teams(Setup(players=players, teams=True)) == {"Anna": 1, "Bo": 2, "Cleo": 1, "Dan": 2}
    assert SCORES.teams(Setup(players=players)) == {}


@pytest.mark.rule("four-artifacts", "object-of-game", "P52", "P62")
def test_four_artifacts_win_at_once() -> None:
    names = artifacts()
    played = standing(heroes=FOUR, settings={"teams": True})
    played.state.at(6).artifacts = [names[3]]
    played = taken(played, *((name, 0) for name in names[:3]))
    played.state.planes[3].closed = True
    played = say(placed(played, step="turn"), f"take {names[3]}")
    assert (played.state.over, played.state.won) == (True, [0, 2])


def artifacts() -> list[str]:
    from tests.prophecy.games import copies

    return copies("artifact")[:5]


@pytest.mark.rule("short-game", "P58")
def test_in_the_short_game_all_five_out_are_no_final_battle() -> None:
    names = artifacts()
    heroes = (*FOUR, "Scout")
    played = standing(heroes=heroes, settings={"variant": "two artifacts"})
    played.state.at(6).artifacts = [names[4]]
    played = taken(played, *((names[seat], seat) for seat in range(1, 5)))
    played.state.planes[4].closed = True
    say(placed(played, step="turn"), f"take {names[4]}")


def last_artifact(
    variant: str = "standard", lying: str = "", bonus: Bonus | None = None, **settings: Any
) -> Session[GameState]:
    """The Ranger takes the fifth Artifact: two, two and one; a card lies in Forest 4, if one is named."""
    names = [name for name in artifacts() if name not in ("Royal Cape", "Banner of Hope")]
    played = placed(game(*THREE, variant=variant, **settings), space="Plains 6", step="turn", health=5, red=6)
    for seat in (1, 2):
        played = placed(played, seat, step="turn", space="Forest 8", health=2, red=5, magic=3, blue=6, gold=4)
    played.state.players[1].damaged, played.state.players[1].bonuses = ["Flaming Staff"], [bonus] if bonus else []
    played.state.at(6).artifacts = [names[0]]
    played.state.at(4).cards = [Lying(lying)] if lying else []
    played = taken(played, (names[1], 0), ("Royal Cape", 1), (names[2], 1), ("Banner of Hope", 2))
    played.state.planes[4].closed = True
    return say(placed(played, step="turn"), f"take {names[0]}")


@pytest.mark.rule("battleground")
def test_what_is_no_battleground_is_named_as_it_was_typed() -> None:
    question = last_artifact().question
    assert question is not None
    with pytest.raises(Unreadable, match='"Moon"'):
        question.parse("battleground Moon")


@pytest.mark.rule("final-battle", "battleground", "final-rounds", "handing-over", "P54", "P55", "P56", "P65")
def test_examples_25_to_27_the_final_battle() -> None:
    played = last_artifact()
    assert played.question is not None
    assert (played.question.key, played.question.who) == ("battleground", "Bo")
    say(played, "battleground Magic Tower")
    now = played.state
    assert (now.phase, now.active, {one.space for one in now.players}) == ("final battle", 1, {17})
    assert [(one.health, one.magic) for one in now.players] == [(one.red, one.blue) for one in now.players]
    assert (now.players[1].damaged, now.at(17).abilities) == ([], [])
    assert refused(played, "walk Mountains 16") == "walk"
    say(played, "stay")
    assert refused(played, "end turn") == "P56"
    assert refused(played, "recharge") == "P56"
    say(played, "attack Cleo wills [accept / roll 6 1]")
    anna, bo, cleo = played.state.players
    assert (len(bo.artifacts), cleo.status, bo.blue - bo.magic) == (3, "out", 3)
    assert anna.gold == 3  # who is out takes the own things along
    say(played, "recharge 3", "end turn")
    assert (hero(played, 1).gold, played.state.active) == (2, 0)
    say(played, "stay")
    assert any(one.startswith("attack Bo") for one in offered(played))


@pytest.mark.rule("battleground", "final-battle", "P54", "P55")
def test_the_final_battle_says_who_comes_where_and_shows_nothing_else() -> None:
    played = last_artifact()
    played.take_events()
    say(played, "battleground Magic Tower")
    said = [event.describe([one.name for one in played.state.players].__getitem__) for event in played.take_events()]
    assert "The pieces of Anna, Bo and Cleo go to Magic Tower; all heal, recharge and repair." in said
    assert played.question is not None
    assert played.question.prompt == "Bo in Magic Tower: what do you do instead of moving"
    shown = io.StringIO()
    assert SCREENS.asked is not None
    SCREENS.asked(make_setup(3), played.state, Screen(file=shown, width=80))
    assert "Battleground: 17 Magic Tower (gate): Anna, >Bo, Cleo" in shown.getvalue()
    assert "Plane of" not in shown.getvalue()
    say(played, "stay", "attack Cleo wills [accept / roll 6 1]")
    told = [event.describe([one.name for one in played.state.players].__getitem__) for event in played.take_events()]
    assert "Cleo pays 4 Gold (out of the game); 0 left." in told  # not dead


@pytest.mark.rule("final-battle", "P56", "P57", "P75")
def test_a_champion_dead_of_other_causes_leaves_all_to_the_next() -> None:
    played = say(last_artifact(), "battleground Magic Tower")
    say(played, "adjust Cleo health -99")
    assert (hero(played, 2).status, len(hero(played, 0).artifacts)) == ("dead", 3)  # the next Champion clockwise


@pytest.mark.rule("P53", "P54")
def test_who_has_the_last_artifact_by_a_correction_is_the_collector() -> None:
    played = standing(step="movement", heroes=THREE)
    played.state.at(6).artifacts = [artifacts()[4]]
    played = taken(played, *zip(artifacts()[:4], (0, 1, 1, 2), strict=True))
    played.state.planes[4].closed = True
    played = placed(played, 2, step="movement", space="Plains 6")
    played.correct(*readings(f"adjust Bo gains {artifacts()[4]}"))
    say(played, "stay", "battleground Forest 4")
    assert (played.state.phase, played.state.active) == ("final battle", 2)  # Cleo sits left of Bo


@pytest.mark.rule("apocalypse", "P59", "P60")
def test_the_countdown_hands_artifacts_over_and_ends_in_the_apocalypse() -> None:
    played = last_artifact("apocalypse")
    state = played.state
    assert (state.phase, state.decks["chance"].count) == ("countdown", make_setup(3).sizes["chance"])
    say(played, "end turn", "adjust chance 1", "chance Charity", "stay", "end turn")
    now = played.present
    assert (now.phase, [one.health for one in now.players]) == ("apocalypse", [5 - 1, 2 + 1 - 1, 2 + 1 - 1])


@pytest.mark.rule("apocalypse", "P60")
def test_the_apocalypse_begins_where_the_countdown_is_corrected_to_no_card() -> None:
    """The table finds the deck empty when the card is to be drawn: the losses come at once, and once in the round."""
    played = say(last_artifact("apocalypse"), "end turn", "adjust Cleo health 0", "adjust chance 0")
    now = played.present
    assert (now.phase, now.active, now.step) == ("apocalypse", 1, "movement")
    assert [one.health for one in now.players[:2]] == [5 - 1, 2 - 1]
    assert now.players[2].status == "out"


@pytest.mark.rule("P59", "P79", "handing-over")
def test_in_the_countdown_artifacts_are_handed_over_also_while_one_lies_on_a_space() -> None:
    names = artifacts()
    played = standing(at="Plains 6", heroes=THREE, settings={"variant": "apocalypse"}, health=8, red=8)
    played = placed(played, 1, step="turn", space="Plains 6", items=["Rope"], abilities=["Prayer"], gold=7)
    played = taken(played, (names[0], 0), (names[1], 1), (names[2], 2), (names[3], 2))
    played.state.phase, played.state.planes[4].closed = "countdown", True
    played.state.at(12).artifacts = [names[4]]
    played = say(placed(played, step="turn"), "attack Bo [accept / roll 6 1]")
    assert (hero(played).artifacts, hero(played, 1).status) == (names[:2], "out")
    decks = played.state.decks
    assert (decks["common"].discards, decks["Monastery"].bottom, hero(played).gold) == (["Rope"], ["Prayer"], 3)


def test_a_move_is_not_taken_for_the_name_of_a_card() -> None:
    played = game(*TWO)
    with pytest.raises(Unreadable, match="looks like a move"):
        say(played, "chance Mountains [offer Bo]")


# --- what a person at the prompt most likely means ------------------------------------------------------


def rather(played: Session[GameState], text: str) -> str:
    """What a person is asked about who types this."""
    question = played.question
    assert question is not None
    assert question.rather is not None
    return question.rather(question.parse(text))


@pytest.mark.rule("hands-and-head")
def test_who_names_no_items_is_asked_whether_the_best_fight_is_meant() -> None:
    """In a script `fight` alone has no Items."""
    armed = placed(game("Bellringer", "Paladin"), space="Plains 14", items=["Moth Cleaver"], step="turn")
    played = with_cards(armed, "Plains 14", "Lone Wolf")
    best = "fight Lone Wolf with Moth Cleaver"
    assert offered(played)[0] == best
    assert rather(played, "fight") == rather(played, "fight Lone Wolf") == best
    assert rather(played, best) == ""
    bare = with_cards(placed(armed, items=[], step="turn"), "Plains 14", "Lone Wolf")
    assert rather(bare, "fight") == rather(bare, "fight Lone Wolf") == ""
    begun = say(played, "fight")
    assert begun.question is not None
    assert "Moth Cleaver" not in begun.question.prompt
    assert hero(begun).items == ["Moth Cleaver"]


@pytest.mark.rule("three-lives")
def test_how_often_a_creature_must_yet_be_beaten_is_told_until_it_is_once() -> None:
    played = with_cards(standing(at="Plains 14", health=10, red=10), "Plains 14", "Angry Mob")
    told_of = []
    for said in ("fight Angry Mob", "roll 6 1", "roll 6 1"):
        say(played, said)
        assert played.question is not None
        told_of.append(played.question.prompt.rpartition("(")[2])
    assert told_of == ["Strength, 3 to win)", "Strength, 2 to win)", "Strength)"]


def test_of_two_types_of_fight_the_better_one_is_listed_first_and_proposed() -> None:
    """Strength 3 against 5, or Wills 8 - 2 = 6 against 3."""
    played = placed(game("Bellringer", "Paladin"), space="Plains 14", magic=8, blue=8, step="turn")
    played = with_cards(played, "Plains 14", "Angry Mob")
    first = offered(played)[0]
    assert first == "fight Angry Mob wills"
    assert rather(played, "fight") == first
    assert rather(played, "fight Angry Mob strength") == ""


@pytest.mark.rule("prayer", "roll-of-fight")
def test_the_odds_of_a_fight_say_what_they_count_on() -> None:
    """Strength 4 against 4 is won in 15 of 36, with the better of two dice in 125 of 216."""
    played = placed(game(*TWO), space="Plains 6", step="turn", health=4, red=4, magic=6, abilities=["Prayer"])
    played = with_cards(played, "Plains 6", "Highwayman")
    told = detail(played, "fight Highwayman strength")
    assert told.endswith("4 against 4: 58% won, 17% drawn, 25% lost with Prayer, 1 Magic; 42% won without")
    found = report_reach(make_setup(2), played.state, None)
    shown = io.StringIO()
    found.show(Screen(file=shown, width=100))
    assert "won 58%, drawn 17%, lost 25% with Prayer, 1 Magic; 42% won without" in " ".join(shown.getvalue().split())
    (fight,) = found.data()["fights"]
    strength = next(one for one in fight["options"] if one["move"] == "fight strength")
    assert (strength["with"], strength["without"]["won"]) == (["Prayer, 1 Magic"], "5/12")
    bare = detail(placed(played, step="turn", abilities=[]), "fight Highwayman strength")
    assert bare.endswith("4 against 4: 42% won, 17% drawn, 42% lost")


def detail(played: Session[GameState], text: str) -> str:
    """What stands beside a move in the list."""
    assert played.question is not None
    return next(option.detail for option in played.question.options() if option.text == text)


@pytest.mark.rule("attack-heroes", "wills-price", "roll-of-fight")
def test_an_attack_shows_its_odds_as_she_stands_and_by_her_best_answer() -> None:
    """Strength 3 + 1, the Cleaver thrown 5, against 4: 21 of 36; if she throws hers, 6: 10 of 36.

    Wills for 2 Magic and 1 for her Artifact: 9 - 3 = 6 against 3: 30 of 36.
    """
    played = placed(
        game("Bellringer", "Paladin"), space="Plains 14", items=["Moth Cleaver"], magic=9, blue=9, step="turn"
    )
    played = taken(placed(played, 1, space="Plains 14", items=["Moth Cleaver #2"], step="turn"), ("Royal Cape", 1))
    played = placed(played, step="turn")
    assert offered(played)[:2] == ["attack Bo wills", "attack Bo with Moth Cleaver"]
    wills = detail(played, "attack Bo wills")
    assert wills.startswith("Paladin, 4 Health; 6 against 3, 3 Magic: 83% won, 8% drawn, 8% lost")
    strength = detail(played, "attack Bo with Moth Cleaver")
    assert "4 against 4: 58% won, 14% drawn, 28% lost with Moth Cleaver thrown; 42% won without; by" in strength
    assert "by the best answer (accept with Moth Cleaver #2, throw Moth Cleaver #2): 28% won" in strength
    assert rather(played, "attack Bo") == "attack Bo wills"


@pytest.mark.rule("P44", "attack-heroes")
def test_an_attack_with_averaged_dice_shows_what_it_comes_to() -> None:
    """Strength 5 against 4, and 3 1/2 for either's die."""
    played = placed(game(*TWO, dice="average"), space="Plains 14", health=5, step="turn")
    played = placed(played, 1, space="Plains 14", health=4, step="turn")
    assert "5 against 4: 100% won" in detail(played, "attack Bo")


@pytest.mark.rule("mummy")
@pytest.mark.parametrize(
    ("said", "items", "discarded"), [("keep Great Sword", ["Great Sword"], False), ("decline", [], True)]
)
def test_the_item_of_the_mummy_may_be_declined(said: str, items: list[str], discarded: bool) -> None:
    played = with_cards(standing(health=6, red=6), "Plains 6", "Mummy")
    say(played, f"fight Mummy [roll 6 1 / Great Sword / {said}]")
    assert hero(played).items == items
    assert ("Great Sword" in played.state.decks["rare"].discards) is discarded
    assert played.state.aside == []


# --- what is told of a move -----------------------------------------------------------------------------


def kinds(played: Session[GameState], *lines: str) -> str:
    """The events that moves come to, in order, by kind; by their last rule, if they are no more than a sentence."""
    played.take_events()
    say(played, *lines)
    events = played.take_events()
    return " ".join(event.rules[-1] if isinstance(event, Said) else type(event).__name__ for event in events)


def facing(*items: str, step: str = "turn", **more: Any) -> Session[GameState]:
    """Anna with Items, Bo with an Axe on the same space."""
    return placed(standing(*items, step=step, **more), 1, step=step, space="Plains 6", items=["Axe"])


@pytest.mark.rule("ruin", "P74")
def test_a_creature_found_is_told_and_so_is_the_shuffle() -> None:
    played = with_cards(standing(health=3), "Plains 6", "Ruin")
    assert kinds(played, "use Ruin [Poisonous Snake]") == "Discarded Used Placed P13"
    assert played.state.drawn == 0, "that is counted only where the program draws"
    played = say(with_cards(standing(health=3), "Plains 6", "Ruin"), "use Ruin [Poisonous Snake]")
    assert [event.rules for event in played.take_events() if isinstance(event, Placed)] == [("ruin", "P74")]


@pytest.mark.rule("non-battle")
def test_a_bonus_for_the_turn_is_told() -> None:
    played = knowing("Brew: item, common; any time: in strength 1 for the turn", items=["Brew"])
    assert kinds(played, "use Brew") == "Used non-battle"


@pytest.mark.rule("win-creature", "players-turns", "one-round")
def test_what_ends_with_a_creature_beaten_is_told() -> None:
    played = with_cards(standing(), "Plains 6", "Lone Wolf")
    told = "Rolled FightEnded Counted Discarded TurnEnded RoundBegan"
    assert kinds(played, "fight Lone Wolf [roll 6 1]", "end turn") == told


@pytest.mark.rule("wills-price")
def test_what_a_fight_with_wills_costs_is_told_before_the_dice() -> None:
    played = with_cards(standing(magic=3), "Plains 6", "Rock Giant")
    say(played, "fight Rock Giant wills [roll 6 1]")
    assert "2 blue cubes to the left" in played.take_events()[0].describe(str)


@pytest.mark.rule("wills-price")
def test_who_accepts_an_attack_with_wills_pays_nothing() -> None:
    played = facing(magic=3)
    say(played, "attack Bo wills [accept / roll 6 1]")
    attacks, accepts, *_ = played.take_events()
    assert "blue cube" in attacks.describe(str)
    assert not any(accepts.price.values())


@pytest.mark.rule("attack-heroes", "order-of-duel")
def test_both_sides_of_a_duel_are_told() -> None:
    played = facing("Sword")
    say(played, "attack Bo [accept / roll 6 1]")
    begun, also, *rest = played.take_events()
    assert (begun, also) == (
        FightBegun("Anna", "Bo", "strength", {}, ()),
        FightBegun("Bo", "Anna", "strength", {}, ()),
    )
    assert [type(event).__name__ for event in rest] == ["Rolled", "FightEnded"]


@pytest.mark.rule("repair")
def test_a_repair_is_told_beside_its_price() -> None:
    assert kinds(standing(at="Village", gold=9, damaged=["Axe"]), "repair Axe") == "Counted repair"
    with pytest.raises(Unreadable):
        say(standing(at="Village", gold=9, damaged=["Axe"]), "repair Axe, Axe")
    assert hero(say(standing(at="Village", gold=9, damaged=["Axe", "Rope"]), "repair rope and axe")).damaged == []


@pytest.mark.rule("trading-heroes", "P67")
def test_a_trade_is_told_with_the_answer_to_it() -> None:
    told = "P63 P63 Took P63 Took P63"
    trading = {"trading": True}
    assert kinds(facing("Sword", step="movement", settings=trading), "offer Bo Sword for Axe [agree]") == told
    assert kinds(facing("Sword", step="movement", settings=trading), "offer Bo Sword for Axe [refuse]") == "P67"
    rich = placed(facing("Sword", step="movement", settings=trading), gold=5)
    assert hero(say(rich, "offer Bo 2 gold and Sword for Axe [agree]")).gold == 3


@pytest.mark.rule("P82")
def test_it_is_told_of_what_card_the_print_is_noted() -> None:
    played = placed(game(*TWO, known=False), step="chance")
    assert kinds(played, "chance Economic Crisis").split()[:2] == ["Learnt", "ChanceDrawn"]


# --- where cards lead --------------------------------------------------------------------------------------


@pytest.mark.rule("P66", "card-effects")
@pytest.mark.parametrize(
    ("card", "fits"),
    [
        ("Pilgrimage", lambda place: place.guild),
        ("Gate Stone", lambda place: place.gate),
        ("Ferry Whistle", lambda place: place.port),
        ("Spirits of Forest Trails", lambda place: place.name == "Forest"),
    ],
)
def test_a_card_leads_to_all_other_spaces_of_its_sort_and_no_more(card: str, fits: Any) -> None:
    here = BOARD.find_space("City")  # a port
    held: Any = {"abilities": [card]} if card in ("Pilgrimage", "Spirits of Forest Trails") else {"items": [card]}
    played = placed(standing(at="City", step="movement", gold=9), step="movement", **held)
    verb = "cast" if "abilities" in held else "use"
    say(played, f"{verb} {card}")
    spaces = [space for space in BOARD.numbers() if fits(BOARD[space]) and space != here]
    assert offered(played) == [BOARD.label(space) for space in spaces]


@pytest.mark.rule("card-effects")
def test_a_card_that_moves_nobody_leads_nowhere() -> None:
    with pytest.raises(Unreadable, match="Potion of Healing leads nowhere"):
        say(standing("Potion of Healing", health=1), "use Potion of Healing to City")


@pytest.mark.rule("damaged-items")
def test_of_damaged_items_only_what_can_be_used_in_a_turn_is_listed_as_closed() -> None:
    played = standing(step="movement", damaged=["Flying Carpet", "Sword"])
    assert played.question is not None
    assert played.question.closed is not None
    told = [option.text for option in played.question.closed() if option.rule == "damaged-items"]
    assert told == ["use Flying Carpet"]


# --- cards of which one rule was used ----------------------------------------------------------------------


def knowing(line: str, **values: Any) -> Session[GameState]:
    """A game where a card is known, and Anna in a turn."""
    played = game(*TWO)
    played.state.learnt += (read_card(line),)
    return placed(played, **{"step": "turn", "space": "Plains 6"} | values)


@pytest.mark.rule("X10", "P49", "P50", "moving-cards")
@pytest.mark.parametrize(("dice", "when"), [("6 1", "won"), ("1 6", "lost"), ("1 2", "drawn")])
def test_no_card_moves_a_hero_in_a_plane(dice: str, when: str) -> None:
    boots = f"Boots: item, common; {when}: move to Village"
    played = knowing(boots, items=["Boots"], step="movement", space="City", health=4, red=8, magic=4, blue=4)
    say(played, "plane Monastery [Door Warden]")
    strength = getattr(BOX[fold("Door Warden")], "strength", 0)
    played = placed(played, step="turn", health=strength + (when == "drawn"))
    say(
        played,
        f"fight Door Warden [roll {dice}]"
        if when != "won"
        else "fight Door Warden [roll 6 1 / Ember Sword / Pale Regent]",
    )
    assert BOARD.label(hero(played).space).startswith("City")
    if when == "won":
        say(played, "fight Pale Regent [roll 6 1 / Royal Cape]")
        assert hero(played).artifacts == ["Royal Cape"]
        assert BOARD.label(hero(played).space).startswith("City")
    else:
        assert played.state.active == 1


@pytest.mark.rule("card-costs", "discarded-cards")
def test_an_ability_that_pays_for_itself_in_a_fight_goes_under_its_deck() -> None:
    line = "Rage: ability, Fortress; roll: discard this -> in strength 3"
    played = with_cards(knowing(line, abilities=["Rage"], health=4, red=4), "Plains 6", "Toll Ogre")
    played = placed(played, step="turn")
    say(played, "fight Toll Ogre [use Rage / roll 1 6]")
    assert hero(played).abilities == []
    assert played.state.decks["Fortress"].bottom == ["Rage"]


@pytest.mark.rule("hermit", "card-costs")
def test_the_price_is_paid_before_what_is_given_up_for_the_least_wealth() -> None:
    """Else what is given up could leave nothing to pay with."""
    line = "Odd Hut: opportunity; use if least wealth: 1 gold -> gain 1 strength"
    played = with_cards(placed(knowing(line, gold=3, health=4, red=4), 1, step="turn", gold=0), "Plains 6", "Odd Hut")
    say(played, "use Odd Hut [give up 2 gold]")
    assert (hero(played).gold, hero(played).red) == (0, 5)


@pytest.mark.rule("P46", "death")
def test_whom_a_card_kills_from_afar_is_no_prey_of_the_two_who_fight() -> None:
    played = game("Druid", "Mercenary", "Ranger")
    played.state.learnt += (read_card("Curse: ability, Fortress; won: each other player lose 1 health"),)
    played = placed(played, step="turn", space="Plains 6", abilities=["Curse"], health=8, red=8, gold=1)
    played = placed(played, 1, step="turn", space="Plains 6", health=3, red=4)
    played = placed(played, 2, step="turn", space="Forest 8", health=0, red=4, items=["Rope"], gold=5)
    say(played, "attack Bo [accept / roll 6 1]")
    assert [hero(played, seat).status for seat in range(3)] == ["playing", "playing", "dead"]
    assert (hero(played).gold, hero(played).items) == (1, [])
    assert played.state.decks["common"].discards == ["Rope"]


@pytest.mark.rule("wills-price", "special-rules", "P30")
def test_what_a_meeting_gives_can_pay_for_wills() -> None:
    line = "Spring Imp: creature, strength 9, willpower 3; met: recharge 2 magic"
    played = with_cards(knowing(line, magic=1, blue=5, health=2, red=4), "Plains 6", "Spring Imp")
    say(placed(played, step="turn"), "fight Spring Imp wills [roll 6 1]")
    played = placed(played, step="turn", magic=0, blue=1)
    assert refused(played, "fight Spring Imp wills") == "wills-price"


@pytest.mark.rule("once-a-round", "P18")
def test_each_rule_of_a_card_goes_once_a_round() -> None:
    line = "Ring: item, common; once a round any time: heal 1 health; once a round any time: recharge 1 magic"
    played = say(knowing(line, items=["Ring"], health=1, red=4, magic=1, blue=4), "use Ring [heal]")
    say(played, "use Ring")
    assert (hero(played).health, hero(played).magic) == (2, 2)
    assert refused(played, "use Ring") == "once-a-round"


@pytest.mark.rule("attack-heroes", "P41", "P56")
def test_what_is_cast_at_a_roll_for_a_reward_after_a_fight_of_heroes_is_paid() -> None:
    """Also where the die brings nothing."""
    played = knowing("Zeal: ability, Fortress; won on 6: heal 1 health", abilities=["Zeal", "Prayer"], magic=2)
    played = placed(placed(played, health=3, red=5), 1, step="turn", space="Plains 6")
    say(played, "attack Bo [accept / roll 6 1 / cast Prayer / roll 1+2]")
    assert (hero(played).health, hero(played).magic) == (3, 1)


@pytest.mark.rule("attack-heroes", "P17")
@pytest.mark.parametrize(("gold", "total"), [((5, 1), 6), ((1, 5), 4), ((3, 3), 6)])
def test_who_has_the_least_in_a_fight_of_heroes_is_asked_of_each(gold: tuple[int, int], total: int) -> None:
    played = knowing("Underdog: ability, Fortress; always if least gold: in either 2", health=4, red=4, gold=gold[0])
    mine = {"abilities": ["Underdog"], "gold": gold[1], "health": 4, "red": 4}
    played = say(placed(played, 1, step="turn", space="Plains 6", **mine), "attack Bo [accept]")
    assert played.question is not None
    assert played.question.prompt == f"Anna 4 : {total} Bo (Strength)"


@pytest.mark.rule("fight-creatures", "wills-price", "special-rules")
@pytest.mark.parametrize(
    ("rules", "gold"),
    [
        ("won if least magic: gain 3 gold", 3),  # once the price of Wills is paid
        ("won if alone least magic: gain 3 gold", 3),
        ("won: each other player lose 2 magic; won if least magic: gain 3 gold", 0),
        ("won: recharge 2 magic; won if least magic: gain 3 gold", 0),
    ],
)
def test_who_has_the_least_is_looked_at_when_it_counts(rules: str, gold: int) -> None:
    played = knowing(f"Odd Imp: creature, strength 9, willpower 1; {rules}", magic=5, blue=5, gold=0)
    played = with_cards(placed(played, 1, step="turn", magic=4, blue=5), "Plains 6", "Odd Imp")
    say(played, "fight Odd Imp wills [roll 6 1]")
    assert (hero(played).magic, hero(played).gold) == (5 if "recharge" in rules else 3, gold)


@pytest.mark.rule("attack-heroes", "special-rules", "P9")
def test_who_gets_the_least_by_paying_in_a_fight_has_it_at_once() -> None:
    played = knowing(
        "Underdog: ability, Fortress; always if alone least magic: in either 2", health=4, red=4, magic=3
    )
    played.state.learnt += (read_card("Fury: ability, Fortress, spell 1; roll: in strength 2"),)
    played = placed(played, abilities=["Underdog", "Fury"], step="turn")
    played = placed(played, 1, step="turn", space="Plains 6", health=4, red=4, magic=3)
    say(played, "attack Bo [accept]")
    assert played.question is not None
    assert played.question.prompt == "Anna 4 : 4 Bo (Strength)"
    say(played, "cast Fury")
    assert played.question.prompt == "Anna 8 : 4 Bo (Strength)"


@pytest.mark.rule("P41", "discarded-cards")
def test_what_goes_after_a_scroll_was_used_for_a_reward_lies_on_the_discards_too() -> None:
    played = knowing("Piper: creature, strength 1; won on 1-6: discard a weapon", health=6, red=6)
    played.state.learnt += (read_card("Lucky Scroll: item, scroll, common; any roll: better of two"),)
    played = with_cards(placed(played, items=["Axe", "Lucky Scroll"], step="turn"), "Plains 6", "Piper")
    say(played, "fight Piper with Axe [roll 6 1 / use Lucky Scroll / roll 3+5]")
    assert (hero(played).items, played.present.decks["common"].discards) == ([], ["Lucky Scroll", "Axe"])


@pytest.mark.rule("once-a-round", "P14")
def test_what_comes_by_itself_once_a_round_comes_once_in_all_its_turns() -> None:
    played = knowing("Boast: ability, Fortress; once a round hero beaten: gain 2 gold", abilities=["Boast"], gold=0)
    played.state.extra = ["Peaceful Times"]
    played = placed(placed(played, step="turn", health=9, red=9), 1, step="turn", space="Plains 6", items=["Axe"])
    say(played, "attack Bo [accept / roll 6 1 / lose health]")
    assert hero(played).gold == 2
    say(played, *(["end turn"] if played.state.turn == 1 else []), "stay")
    say(played, "attack Bo [accept / roll 6 1 / lose health]")
    assert hero(played).gold == 2


@pytest.mark.rule("card-effects", "damaged-items")
def test_what_is_threatened_comes_only_where_no_weapon_could_be_damaged() -> None:
    for items, damaged, health in ((["Axe"], ["Axe"], 3), (["Rope"], [], 2)):
        played = knowing("Bog: opportunity; use: damage a weapon or else lose 1 health", items=items, health=3)
        played = say(with_cards(played, "Plains 6", "Bog"), "use Bog")
        assert (hero(played).damaged, hero(played).health) == (damaged, health)


# --- the box ------------------------------------------------------------------------------------------------


@pytest.mark.rule("P47", "new-character")
def test_the_last_hero_whom_nobody_has_named_can_still_be_taken() -> None:
    """A dead hero has none: of ten in the box nine are told, then all ten."""
    played = dead_in_a_game_that_knows_few()
    setup, state = played.game.setup, played.state  # type: ignore[attr-defined]
    told = {"Mercenary", *state.unused, *state.eliminated}
    state.eliminated += [f"Hero {number}" for number in range(9 - len(told))]
    assert more_heroes(setup, state)
    state.eliminated.append("Hero 10")
    assert not more_heroes(setup, state)


@pytest.mark.rule("P80", "ruin")
def test_a_ruin_finds_the_creature_that_is_in_a_mixed_deck_where_the_program_draws() -> None:
    played = with_cards(standing(settings={"draws": "program"}), "Plains 6", "Ruin")
    say(played, "use Ruin")
    assert [type(BOX[fold(printed(card.name))]) for card in played.state.at(6).cards] == [Creature]
    assert played.state.drawn == 1


@pytest.mark.rule("P80", "ruin")
def test_creatures_that_lie_face_down_outside_the_deck_are_not_in_it() -> None:
    played = standing(settings={"draws": "program"})
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]
    assert creature_in_deck(quest)
    played.state.decks["adventure"].count = 0
    assert not creature_in_deck(quest)


@pytest.mark.rule("P7", "zero-health")
def test_more_cubes_lost_than_there_are_harm_nothing_else() -> None:
    played = knowing("Curse: opportunity; use: lose 2 strength", health=1, red=1)
    played = say(with_cards(played, "Plains 6", "Curse"), "use Curse")
    assert (hero(played).red, hero(played).health, hero(played).playing) == (0, 0, True)


@pytest.mark.rule("chance-card", "order-of-turn")
def test_a_move_before_the_chance_card_is_refused() -> None:
    assert refused(standing(step="chance"), "stay") == "chance-card"


@pytest.mark.rule("chance-card", "P13")
def test_without_a_chance_card_the_round_goes_on() -> None:
    played = standing(step="chance")
    played.state.decks["chance"].count, played.state.decks["chance"].discards = 0, []
    played = placed(played, step="chance")
    assert played.question is not None
    assert (played.question.key, played.question.who) == ("move", "Anna")
    assert (played.present.step, played.present.decks["chance"].count) == ("movement", 0)


@pytest.mark.rule("buying", "selling", "repair", "learning", "taking-artifacts")
@pytest.mark.parametrize("kind", ["buy", "sell", "repair", "learn", "take"])
def test_where_there_is_nothing_for_a_possibility_it_is_said_so(kind: str) -> None:
    with pytest.raises(Illegal, match=f"there is nothing to {kind} here"):
        say(standing(at="City"), f"{kind} Spoon")


@pytest.mark.rule("counterfeiting", "buying")
def test_help_that_is_too_little_is_not_offered() -> None:
    for gold, listed in (
        (0, []),
        (1, ["buy Axe with Counterfeiting"]),
        (4, ["buy Axe", "buy Axe with Counterfeiting"]),
    ):
        played = standing(at="City", gold=gold, abilities=["Counterfeiting"])
        played.state.at(BOARD.number_of("City")).goods = ["Axe"]
        assert [text for text in offered(placed(played, step="turn")) if text.startswith("buy")] == listed


@pytest.mark.rule("final-battle", "P56")
def test_who_has_attacked_the_first_player_may_end_the_turn() -> None:
    played = say(last_artifact(), "battleground Magic Tower", "stay")
    assert refused(played, "end turn") == "P56"
    say(played, "attack Anna [accept / roll 3 3]")
    assert (played.present.active, played.present.attacked) != (1, -1)


@pytest.mark.rule("order-of-turn", "boat", "gate-travel")
def test_what_is_closed_is_told_of_the_step_that_it_is_asked_in() -> None:
    moving, doing = standing(step="movement", gold=0), standing(at="Village", step="turn", gold=0)
    for played, some in ((moving, "horse"), (doing, "lodge")):
        assert played.question is not None
        assert played.question.closed is not None
        told = {option.text.partition(" ")[0] for option in played.question.closed()}
        assert (some in told, "horse" in told) == (True, played is moving)


@pytest.mark.rule("P36", "turn-back-time")
def test_after_time_was_turned_back_only_the_dice_are_asked_for() -> None:
    played = with_cards(standing(abilities=["Turn Back Time"], magic=6), "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf [roll 3 3 / cast Turn Back Time]")
    with pytest.raises(Unreadable, match="both dice are thrown again"):
        played.answer("well")


@pytest.mark.rule("chance-card", "P13")
def test_a_chance_deck_without_a_card_is_told() -> None:
    played = standing(step="turn")
    played.state.decks["chance"].count, played.state.decks["chance"].discards = 0, []
    told = "TurnEnded RoundBegan P13 P19"
    assert kinds(placed(played, step="turn"), "end turn", "stay") == told


@pytest.mark.rule("P11")
def test_adventure_cards_that_find_no_space_are_told() -> None:
    played = standing(step="chance")
    for space in BOARD.of_terrain("Mountains"):
        played.state.at(space).cards = [Lying(), Lying()]
    assert kinds(placed(played, step="chance"), "chance Mountains") == "ChanceDrawn Discarded"


@pytest.mark.rule("P13", "terrain-cards", "P12")
@pytest.mark.parametrize(("lying", "left", "events"), [(0, 1, ["Placed", "P13"]), (1, 2, ["Placed"] * 2 + ["P13"])])
def test_where_no_adventure_card_is_left_the_rest_isnt_placed(lying: int, left: int, events: list[str]) -> None:
    played = standing(step="chance")
    for space in BOARD.of_terrain("Mountains"):
        played.state.at(space).cards = [Lying("Ghost") for _ in range(lying)]
    pack = played.state.decks["adventure"]
    pack.count, pack.discards = left, []
    answers = "" if lying else " [Lone Wolf]"
    told = kinds(placed(played, step="chance"), f"chance Mountains{answers}").split()
    assert [kind for kind in told if kind != "ChanceDrawn"] == events


@pytest.mark.rule("P8", "card-effects")
def test_a_thousand_gold_can_be_held_and_opened_again() -> None:
    played = with_cards(knowing("Cache: opportunity; use: gain 9 gold", gold=995), "Plains 6", "Cache")
    played = placed(played, step="turn")
    played.answer("use Cache")
    assert hero(played).gold == 1_004
    assert convert(to_builtins(played.state), GameState, str_keys=True) == played.state


@pytest.mark.rule("P7", "strength-is-health")
def test_cubes_for_good_are_told_beside_what_is_paid() -> None:
    played = with_cards(standing(health=1, red=4, magic=1), "Plains 6", "Alchemist")
    assert kinds(played, "use Alchemist [1 willpower -> gain 1 strength]") == "Counted Discarded Used Counted"


@pytest.mark.rule("P13", "card-effects")
def test_an_item_of_an_empty_deck_is_not_gained() -> None:
    played = with_cards(knowing("Cache: opportunity; use: draw 2 rare, gain 1 gold"), "Plains 6", "Cache")
    played.state.decks["rare"].count = 0
    assert kinds(placed(played, step="turn"), "use Cache").startswith("Discarded Used P13")
    assert hero(played).items == []


@pytest.mark.rule("card-effects", "P8", "death")
def test_what_a_card_gives_after_it_killed_is_given_to_nobody() -> None:
    played = knowing("Pit: opportunity; use: lose 1 health, gain 2 gold", health=0, gold=0)
    assert kinds(with_cards(played, "Plains 6", "Pit"), "use Pit").split()[:4] == [
        "Discarded",
        "Used",
        "Died",
        "Counted",
    ]


@pytest.mark.rule("card-effects")
def test_where_nothing_can_be_used_it_is_said_so() -> None:
    with pytest.raises(Illegal, match="Anna has nothing to use now"):
        say(standing(), "use Spoon")


@pytest.mark.rule("final-battle")
def test_no_card_leads_off_the_battleground() -> None:
    played = knowing("Mirage: ability, Fortress; drawn: move to City", abilities=["Mirage"], health=5, red=5)
    played.state.phase = "final battle"
    played = taken(placed(played, 1, step="turn", space="Plains 6"), *zip(artifacts(), (0, 0, 0, 1, 1), strict=True))
    assert kinds(placed(played, step="turn"), "attack Bo [accept / roll 3 3]").endswith(" final-battle")
    assert hero(played).space == BOARD.find_space("Plains 6")


@pytest.mark.rule("final-battle", "P57", "four-artifacts")
def test_a_game_won_by_what_a_champion_suffers_at_the_rounds_end_is_over_at_once() -> None:
    played = knowing("Thorn Crown: item, common; round ends: lose 1 health", items=["Thorn Crown"], health=0)
    played.state.phase = "final battle"
    played = placed(played, 1, step="turn", space="Plains 6")
    played.state.attacked = 1
    played = taken(played, *zip(artifacts(), (0, 0, 1, 1, 1), strict=True))
    assert kinds(played, "end turn").split()[-1] == "P52"
    assert (played.present.won, played.present.active) == ([1], 0)


@pytest.mark.rule("throwing", "damaged-items")
def test_a_weapon_thrown_is_damaged_before_the_reward_is_rolled_for() -> None:
    played = knowing("Piper: creature, strength 1; won on 5-6: gain 2 gold", items=["Axe"], health=6, red=6)
    played = say(with_cards(played, "Plains 6", "Piper"), "fight Piper with Axe [throw Axe / roll 6 1]")
    assert played.question is not None
    assert (played.question.key, hero(played).damaged) == ("reward", ["Axe"])


@pytest.mark.rule("P51", "artifacts")
def test_an_artifact_that_is_used_in_a_fight_is_kept() -> None:
    played = knowing("Horn: artifact; once a round roll: in strength 1", health=6, red=6)
    played = with_cards(taken(played, ("Horn", 0)), "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf [use Horn / roll 6 1]")
    announced = next(event for event in played.take_events() if isinstance(event, Announced))
    assert (announced.discarded, hero(played).artifacts) == (False, ["Horn"])


# --- more that is told ---------------------------------------------------------------------------------------


@pytest.mark.rule("terrain-cards", "P12")
def test_cards_laid_on_terrain_are_told_space_by_space() -> None:
    played = placed(game(*TWO, first="Plains"), step="chance", space="City")
    told = kinds(played, "chance Mountains [Lone Wolf / Gem Mine / Ruin / Imp]").split()
    assert told.count("Placed") == len(BOARD.of_terrain("Mountains"))


@pytest.mark.rule("prophetic-dream", "P15")
def test_where_all_cards_of_the_planes_lie_open_it_is_told() -> None:
    played = placed(game(*TWO), step="chance")
    for plane in played.state.planes:
        plane.closed = True
    played = placed(played, step="chance")
    assert "P15" in kinds(played, "chance Prophetic Dream")
    assert played.present.step == "movement"


@pytest.mark.rule("card-effects", "pickpocketing")
@pytest.mark.parametrize(("attacks", "dice", "gold"), [(True, "roll 6 1", 2), (False, "roll 1 6", 0)])
def test_what_is_for_attackers_brings_a_defender_nothing(attacks: bool, dice: str, gold: int) -> None:
    played = knowing("Boast: ability, Fortress; hero beaten if attacker: gain 2 gold", gold=0, health=2, red=4)
    played = placed(played, 1, step="turn", space="Plains 6", gold=0, health=2, red=4)
    played = placed(played, 0 if attacks else 1, step="turn", abilities=["Boast"])
    assert hero(say(played, f"attack Bo [accept / {dice}]"), 0 if attacks else 1).gold == gold


@pytest.mark.rule("wills-price", "attack-heroes")
@pytest.mark.parametrize(
    ("magic", "ways"),
    [
        (0, ["accept"]),
        (1, ["accept", "wills with Cap"]),
        (2, ["accept", "wills"]),
    ],
)
def test_wills_in_answer_are_listed_with_what_makes_them_cheap_enough(magic: int, ways: list[str]) -> None:
    played = knowing("Cap: item, common, head; always: wills 1 less")
    played = placed(played, 1, space="Plains 6", items=["Cap"], magic=magic, blue=4)
    played = placed(played, 0, step="turn")
    played.answer("attack Bo")
    assert offered(played) == ways


@pytest.mark.rule("card-effects", "special-rules")
@pytest.mark.parametrize(("face", "gold"), [(3, 1), (4, 5)])
def test_of_what_a_die_decides_only_the_face_thrown_comes(face: int, gold: int) -> None:
    played = knowing("Satyr: creature, strength 9; met on 1-3: lose 2 gold; met on 4-6: gain 2 gold", gold=3)
    assert hero(say(with_cards(played, "Plains 6", "Satyr"), f"fight Satyr [roll {face}]")).gold == gold


@pytest.mark.rule("card-effects", "card-costs")
@pytest.mark.parametrize(("gold", "left", "experience"), [(1, 0, 1), (0, 0, 0)])
def test_what_comes_by_itself_is_paid_in_full(gold: int, left: int, experience: int) -> None:
    played = knowing("Ferryman: creature, strength 9; met: 1 gold -> gain 1 experience", gold=gold, experience=0)
    played = say(with_cards(played, "Plains 6", "Ferryman"), "fight Ferryman")
    assert (hero(played).gold, hero(played).experience) == (left, experience)


def owned(line: str) -> dict[str, list[str]]:
    """The pile in which a hero has a card, with it."""
    return {"abilities" if "ability" in line else "items": [line.partition(":")[0]]}


@pytest.mark.rule("X8", "card-costs", "spells")
@pytest.mark.parametrize(
    ("line", "gold", "magic"),
    [
        ("Charm: common item; round ends: 1 gold -> heal 1 health", 2, 3),
        ("Balm: ability, Monastery, costs 3, spell 2; round ends: heal 1 health", 3, 1),
        ("Balm: ability, Monastery, costs 3, spell 1; round ends: 1 gold -> heal 1 health", 2, 2),
    ],
)
@pytest.mark.parametrize("answer", ["yes", "no"])
def test_what_an_own_card_asks_for_at_its_moment_is_paid_if_its_player_likes(
    line: str, gold: int, magic: int, answer: str
) -> None:
    played = knowing(line, **owned(line), health=2, red=4, gold=3, magic=3, blue=3)
    say(played, f"end turn [{answer}]")
    found = hero(played).health, hero(played).gold, hero(played).magic
    assert found == ((3, gold, magic) if answer == "yes" else (2, 3, 3))


@pytest.mark.rule("X8", "once-a-round", "effective-spellcasting")
def test_a_spell_that_comes_at_its_moment_may_be_cheaper_and_is_no_choice_without_magic() -> None:
    balm = "Balm: ability, Monastery, costs 3, spell 1; round ends: heal 1 health"
    played = knowing(balm, **owned(balm), health=2, red=4, magic=0, blue=3, items=["Ring of Magical Forces"])
    assert hero(say(played, "end turn [yes]")).health == 3
    played = say(knowing(balm, **owned(balm), health=2, red=4, magic=0, blue=3), "end turn")
    assert (hero(played).health, played.present.active) == (2, 1)


@pytest.mark.rule("spells", "card-costs", "P7")
@pytest.mark.parametrize(
    ("line", "health", "magic", "opened"),
    [
        ("Ward: ability, Monastery, costs 3, spell 1; any time: 1 magic -> gain 2 gold", 2, 1, False),
        ("Ward: ability, Monastery, costs 3, spell 1; any time: 1 magic -> gain 2 gold", 2, 2, True),
        ("Ward: ability, Monastery, costs 3; any time: 1 strength and 1 health -> gain 2 gold", 1, 1, False),
        ("Ward: ability, Monastery, costs 3; any time: 1 strength and 1 health -> gain 2 gold", 2, 1, True),
    ],
)
def test_prices_of_one_sort_must_be_there_together(line: str, health: int, magic: int, opened: bool) -> None:
    played = knowing(line, **owned(line), health=health, red=4, magic=magic, blue=3)
    verb = "cast" if "spell" in line else "use"
    assert (f"{verb} Ward" in offered(played)) == opened
    if opened:
        say(played, f"{verb} Ward")
        assert (hero(played).health, hero(played).magic) == ((2, 0) if verb == "cast" else (0, 1))


@pytest.mark.rule("X8", "chance-card")
@pytest.mark.parametrize(("answer", "health"), [("yes", 3), ("no", 2)])
def test_what_a_chance_card_asks_for_is_paid_if_its_player_likes(answer: str, health: int) -> None:
    played = knowing("Fair: chance; drawn by: 1 gold -> heal 1 health", step="chance", health=2, red=4, gold=2)
    assert hero(say(played, f"chance Fair [{answer}]")).health == health


@pytest.mark.rule("X8", "fanaticism", "spells")
@pytest.mark.parametrize(("answer", "magic"), [("yes", 2), ("no", 3)])
def test_a_spell_for_the_end_of_a_battle_is_cast_then(answer: str, magic: int) -> None:
    zeal = "Zeal: ability, Monastery, costs 3, spell 1; drawn: fight again"
    played = with_cards(knowing(zeal, **owned(zeal), health=4, red=4, magic=3, blue=3), "Plains 6", "Toll Ogre")
    say(played, f"fight Toll Ogre [roll 3 2 / {answer}]")
    assert hero(played).magic == magic
    assert (played.question is not None and played.question.key == "again") == (answer == "yes")


@pytest.mark.rule("X8", "card-costs", "special-rules")
@pytest.mark.parametrize(("gold", "experience"), [(1, 1), (0, 0)])
def test_what_a_creature_asks_for_after_a_fight_is_paid_where_it_can_be(gold: int, experience: int) -> None:
    ferryman = "Ferryman: creature, strength 9; lost: 1 gold -> gain 1 experience"
    played = with_cards(knowing(ferryman, health=2, red=4, gold=gold, experience=0), "Plains 6", "Ferryman")
    say(played, "fight Ferryman [roll 1 1]")
    assert (hero(played).gold, hero(played).experience) == (0, experience)


@pytest.mark.rule("P25", "opportunities")
@pytest.mark.parametrize(
    ("space", "gold", "opened"), [("City", 2, False), ("Plains 6", 0, False), ("Plains 6", 2, True)]
)
def test_nobody_steals_where_there_is_nothing_to_steal(space: str, gold: int, opened: bool) -> None:
    played = standing(health=4, red=4)
    played.state.learnt += (read_card("Thieves' Den: opportunity; use: steal 1 gold"),)
    played = placed(with_cards(played, "Plains 6", "Thieves' Den"), 1, step="turn", space=space, gold=gold)
    assert ("use Thieves' Den" in offered(played)) == opened


@pytest.mark.rule("P25", "P13", "opportunities")
@pytest.mark.parametrize("does", ["draw 1 rare", "new ability", "damage an item"])
@pytest.mark.parametrize("there", [0, 1])
def test_nothing_is_drawn_or_damaged_where_nothing_is_left(does: str, there: int) -> None:
    played = knowing(f"Odd Hut: opportunity; use: {does}", items=["Rope"] * there)
    for deck in ("rare", "Fortress", "Thieves' Guild", "Forest Camp", "Magic Tower", "Monastery"):
        played.state.decks[deck] = Pack(there)
    played = with_cards(placed(played, step="turn"), "Plains 6", "Odd Hut")
    assert ("use Odd Hut" in offered(played)) == bool(there)


@pytest.mark.rule("P25", "opportunities")
def test_what_comes_in_place_of_healing_is_something() -> None:
    played = knowing("Odd Hut: opportunity; use: heal 1 health or else gain 2 gold", health=4, red=4, gold=0)
    played = say(with_cards(played, "Plains 6", "Odd Hut"), "use Odd Hut")
    assert hero(played).gold == 2


@pytest.mark.rule("discarded-cards")
def test_a_card_put_right_leaves_where_it_lay_and_its_deck_only_if_it_lay_there() -> None:
    played = standing()
    played.state.decks["Monastery"].bottom = ["Prayer"]
    played.state.at(BOARD.number_of("City")).goods = ["Axe"]
    played = placed(played, step="turn")
    before = {deck: pack.count for deck, pack in played.state.decks.items()}
    say(played, "adjust Anna gains Prayer", "adjust Anna gains Axe")
    assert (hero(played).abilities, hero(played).items) == (["Prayer"], ["Axe"])
    assert (played.state.decks["Monastery"].bottom, played.state.at(BOARD.number_of("City")).goods) == ([], [])
    after = {deck: pack.count for deck, pack in played.state.decks.items()}
    assert {deck: before[deck] - after[deck] for deck in after if before[deck] != after[deck]} == {"Monastery": 1}


@pytest.mark.rule("chance-card")
def test_the_chance_cards_that_the_rulebook_names_are_listed_where_no_card_is_known() -> None:
    assert {"chance Charity", "chance Mountains"} <= set(offered(placed(game(*TWO, known=False), step="chance")))


@pytest.mark.rule("P82")
def test_what_is_printed_on_a_card_must_fit_its_deck() -> None:
    with pytest.raises(Unreadable, match="what you typed says item"):
        say(session_that_knows_few(), "chance Prophetic Dream Monastery [Gnome / Gnome: item, common, costs 2]")


@pytest.mark.rule("roll-of-fight")
def test_dice_are_on_record_as_a_roll() -> None:
    played = say(with_cards(standing(health=3), "Plains 6", "Lone Wolf"), "fight Lone Wolf [3 3]")
    assert [answer.text for answer in given(played)][1] == "roll 3 3"


@pytest.mark.rule("fight-values")
@pytest.mark.parametrize(("word", "space"), [("port", "Plains 6"), ("gate", "City"), ("guild", "Fortress")])
def test_what_counts_at_a_sort_of_space_counts_there_alone(word: str, space: str) -> None:
    for at, more in ((space, 2), ("Forest 4", 0)):
        played = knowing(f"Charm: item, common; always: in strength 2 at {word}", items=["Charm"], space=at, health=3)
        played = placed(played, 1, step="turn", space=at, health=3)
        assert f"{3 + more} against 3" in detail(played, "attack Bo")


@pytest.mark.rule("discarded-cards")
def test_where_a_card_in_sight_lies_is_said() -> None:
    played = standing(step="movement")
    played.state.at(BOARD.number_of("City")).goods = ["Axe"]
    played.state.at(BOARD.number_of("Monastery")).abilities = ["Prayer"]
    played.state.planes[0].lesser = "Door Warden"
    played.state.decks["common"].discards = ["Rope"]
    played = placed(played, step="movement")
    for name, where in (
        ("Axe", "lies in City"),
        ("Prayer", "lies in Monastery"),
        ("Door Warden", "lies on a plane"),
        ("Rope", "lies in the common discards"),
    ):
        with pytest.raises(Illegal, match=f"{name} {where}"):
            say(played, f"use {name}")


@pytest.mark.rule("special-rules", "P71", "P8")
def test_who_dies_of_a_card_turned_up_turns_up_no_more() -> None:
    played = placed(knowing("Snare: creature, strength 1; revealed: lose 1 health"), step="movement", health=0)
    played.state.at(8).cards = [Lying(), Lying()]
    played = placed(played, step="movement", space="Enchanted Wilderness")
    say(played, "walk Forest 8 [Snare]")
    assert [one.name for one in played.present.at(8).cards] == ["Snare", ""]
    assert played.question is not None
    assert played.question.who == "Bo"


@pytest.mark.rule("win-hero", "P45")
def test_the_item_that_the_winner_takes_may_be_named_by_its_number() -> None:
    played = beaten_by_bo("offer", damaged=["Rope", "Axe"])
    second = offered(played)[1]
    assert hero(say(played, "2"), 1).damaged == [second]


@pytest.mark.rule("card-effects")
def test_what_the_table_carries_out_is_told_as_such() -> None:
    played = knowing("Bell: item, common; any time: manual ring it", items=["Bell"])
    assert "card-effects" in kinds(played, "use Bell [done]")


@pytest.mark.rule("card-effects")
@pytest.mark.parametrize(
    ("said", "has"),
    [
        ("Anna pays 3 gold and gets rope", (2, ["Bell", "Rope"])),
        ("anna loses 3 gold, gains rope", (2, ["Bell", "Rope"])),
        ("anna gold -3", (2, ["Bell"])),
        ("Anna gains 2 gold, loses bell", (7, [])),
    ],
)
def test_what_the_table_carries_out_is_read_as_people_say_it(said: str, has: tuple[int, list[str]]) -> None:
    played = say(knowing("Bell: item, common; any time: manual ring it", items=["Bell"], gold=5), "use Bell")
    assert played.question is not None
    played.answer(fit(played.question, said))
    played.answer("done")
    assert (hero(played).gold, hero(played).items) == has


@pytest.mark.rule("card-effects")
def test_a_card_that_nobody_knows_is_gained_with_its_whole_line() -> None:
    played = say(knowing("Bell: item, common; any time: manual ring it", items=["Bell"]), "use Bell")
    with pytest.raises(Unreadable, match="Quilt: item, "):
        played.answer("Anna gains Quilt")


@pytest.mark.rule("chance-card")
def test_a_chance_card_that_was_drawn_stays_in_the_list_where_nobody_knows_how_many_there_are() -> None:
    played = session_that_knows_few()
    before = offered(played)
    say(played, "Charity", "stay", "end turn")
    assert "chance Charity" in offered(played) == before


@pytest.mark.rule("fight-values", "special-rules")
def test_what_a_meeting_gives_counts_in_the_odds_before_it() -> None:
    played = knowing("Nymph: creature, strength 4; met: in strength 2", health=3, red=3)
    assert "5 against 4" in detail(with_cards(played, "Plains 6", "Nymph"), "fight Nymph")


@pytest.mark.rule("P82")
def test_what_is_printed_on_a_card_is_known_once() -> None:
    played = say(standing(), "adjust card Rope: item, common, costs 3", "adjust card Rope: item, common, costs 4")
    assert [(card.name, getattr(card, "costs", 0)) for card in played.state.learnt] == [("Rope", 4)]


@pytest.mark.rule("chance-card")
def test_a_new_chance_card_is_named_as_one() -> None:
    with pytest.raises(Unreadable, match='no Chance card is called "Fishing Rights"'):
        say(session_that_knows_few(), "Fishing Rights")
    with pytest.raises(Unreadable, match='no Chance card is called "Fishing Rights"'):
        session_that_knows_few().answer("Fishing\nRights")


@pytest.mark.rule("repair")
def test_all_damaged_items_can_be_repaired_at_once() -> None:
    listed = offered(standing(at="Village", gold=9, damaged=["Axe", "Rope"]))
    assert [text for text in listed if text.startswith("repair")] == ["repair Axe", "repair Rope", "repair Axe, Rope"]


@pytest.mark.rule("discarded-cards")
def test_a_card_put_right_onto_a_space_leaves_the_other() -> None:
    played = with_cards(standing(), "Forest 8", "Imp")
    say(played, "adjust Plains 6 gains Imp")
    assert ([one.name for one in played.state.at(6).cards], played.state.at(8).cards) == (["Imp"], [])


@pytest.mark.rule("P42", "P71")
def test_a_card_turned_up_is_new_in_that_round() -> None:
    played = placed(knowing("Gnat: creature, strength 9; met if new: lose 1 gold", gold=3), step="movement")
    played.state.at(8).cards, played.state.round = [Lying("", 1)], 4
    say(placed(played, step="movement", space="Enchanted Wilderness"), "walk Forest 8 [Gnat]")
    played = placed(played, step="movement", space="Enchanted Wilderness")
    assert hero(say(played, "walk Forest 8 [Gnat]", "fight Gnat")).gold == 2


@pytest.mark.rule("roll-of-fight")
def test_a_die_thrown_again_is_on_record_as_a_roll() -> None:
    played = with_cards(standing("Scroll of Altered Reality", health=3), "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf [roll 3 3 / use Scroll of Altered Reality on own / 5]")
    assert given(played)[-1].text == "roll 5"


@pytest.mark.rule("battleground", "P55")
def test_what_lies_on_the_battleground_is_discarded() -> None:
    played = say(last_artifact(lying="Lone Wolf"), "battleground Forest 4")
    assert (played.state.at(4).cards, played.state.decks["adventure"].discards) == ([], ["Lone Wolf"])


def test_every_correction_can_be_asked_for_part_by_part() -> None:
    played = standing()
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]
    put = next(other for other in CORRECTIONS.others if "{space}" in other.says)
    asked = next(one for one in put.questions(quest) if one.prompt == "Which space")
    assert [option.text for option in asked.options()] == [BOARD.label(number) for number in BOARD.numbers()]
    for other in CORRECTIONS.others:
        assert other.asked(), other.says
        assert all(question.prompt for question in other.questions(quest)), other.says


# --- what a list of moves promises ------------------------------------------------------------------------


@pytest.mark.rule("P21")
def test_the_first_of_two_joined_ways_is_no_attack_on_a_plane() -> None:
    played = standing(at="Forest 20", step="movement", abilities=["Fleet of Foot"], magic=6, blue=6, gold=1)
    say(played, "cast Fleet of Foot")
    assert not [text for text in offered(played) if text.startswith("plane")]
    assert refused(played, "plane Monastery") == "P21"
    assert "plane Monastery" in offered(say(played, "horse City"))


@pytest.mark.rule("effective-spellcasting", "counterfeiting")
def test_what_can_be_paid_with_help_only_is_listed_with_it() -> None:
    caster = standing(
        "Ring of Magical Forces", at="Forest Camp", step="movement", abilities=["Stamina"], magic=0, blue=3
    )
    assert [text for text in offered(caster) if "Stamina" in text] == ["cast Stamina with Ring of Magical Forces"]
    say(caster, "cast Stamina with Ring of Magical Forces [Forest 8]")
    poor = with_cards(standing(at="Forest 8", gold=0, abilities=["Counterfeiting"]), "Forest 8", "Master Wizard")
    assert [text for text in offered(placed(poor, step="turn")) if "Wizard" in text] == [
        "use Master Wizard with Counterfeiting"
    ]


@pytest.mark.rule("announce-first")
def test_what_is_used_before_a_fight_needs_somebody_whom_it_can_be_about() -> None:
    values: dict[str, Any] = {"abilities": ["Hunter's Patience"], "magic": 3, "blue": 3}
    for where in ("Forest Camp", "Plains 6"):  # a hero who is safe, and one who is no animal
        played = placed(placed(standing(at=where, **values), 1, space=where), step="turn")
        assert "use Hunter's Patience" not in offered(played)
        assert refused(played, "use Hunter's Patience") == "announce-first"
    for there, listed in (("Toll Ogre", False), ("Lone Wolf", True)):
        played = placed(with_cards(standing(at="Plains 6", **values), "Plains 6", there), step="turn")
        assert ("use Hunter's Patience" in offered(played)) == listed


@pytest.mark.rule("P50", "card-effects")
def test_who_is_in_a_plane_is_with_no_other_hero() -> None:
    played = standing("Scroll of Decay", "Scroll of Stealing", at="Forest 20", step="movement")
    played = placed(played, 1, space="Forest 20", items=["Rope"])
    assert {"use Scroll of Decay", "use Scroll of Stealing"} < {*offered(played)}
    say(played, "plane Monastery [Door Warden]")
    assert offered(played) == ["fight Door Warden"]
    assert refused(played, "use Scroll of Stealing") == "card-effects"


@pytest.mark.rule("P42", "damaged-items")
def test_an_item_is_won_back_as_damaged_as_it_was_taken() -> None:
    played = standing(at="Plains 6", damaged=["Sword"], health=6, red=8)
    played.state.at(6).cards = [Lying("Highwayman", played.state.round)]
    played = say(placed(played, step="turn"), "fight Highwayman [roll 1 4]")
    assert (played.state.at(6).cards[0].items, played.state.at(6).cards[0].damaged) == ([], ["Sword"])
    played = placed(played, 1, step="turn", space="Plains 6")
    played.state.active = 1
    played = say(placed(played, 1, step="turn"), "fight Highwayman [roll 6 1]")
    assert (hero(played, 1).items, hero(played, 1).damaged) == ([], ["Sword"])


@pytest.mark.rule("P39", "P42")
def test_a_fight_before_which_the_hero_dies_is_no_draw() -> None:
    played = standing(at="Plains 6", health=0)
    played.state.at(BOARD.find_space("Plains 6")).cards = [Lying("Highwayman", round=played.state.round)]
    played = placed(played, step="turn")
    assert played.question is not None
    (option,) = played.question.options()
    assert (option.text, option.detail) == ("fight Highwayman", "you die of what it does first")
    assert say(played, "fight Highwayman").state.players[0].status == "dead"


@pytest.mark.rule("end-limits", "P23")
def test_what_is_beyond_the_limits_goes_to_the_discards() -> None:
    some = [name for guild in ("Monastery", "Fortress") for name in copies(guild) if "#" not in name][:8]
    played = say(standing(abilities=some), f"end turn [discard {some[0]}]")
    assert hero(played).abilities == some[1:]
    assert some[0] in played.state.decks["Monastery"].bottom + played.state.decks["Monastery"].discards


@pytest.mark.rule("recharging")
def test_who_lacks_no_magic_is_shown_the_least_that_could_be_recharged() -> None:
    for magic, listed, closed in (4, [], ["recharge 1"]), (3, ["recharge 1"], []):
        played = standing(at="Enchanted Wilderness", magic=magic, blue=4)
        assert played.question is not None
        assert [text for text in offered(played) if "recharge" in text] == listed
        assert [one.text for one in played.question.closed() if "recharge" in one.text] == closed


@pytest.mark.rule("end-limits")
@pytest.mark.parametrize(("more", "listed"), [(1, True), (2, False)])
def test_what_goes_beyond_the_limits_is_named_and_listed_where_it_is_one(more: int, listed: bool) -> None:
    some = [name for guild in ("Monastery", "Fortress") for name in copies(guild) if "#" not in name][: 7 + more]
    question = say(standing(abilities=some), "end turn").question
    assert question is not None
    assert (question.key, question.open) == ("discard", True), "several are said in one answer"
    assert [option.text for option in question.options()] == ([f"discard {name}" for name in some] if listed else [])


@pytest.mark.rule("discarded-cards")
def test_a_card_put_right_from_its_deck_is_one_less_there() -> None:
    played = standing()
    before = played.state.decks["common"].count
    assert say(played, "adjust Anna gains Rope").state.decks["common"].count == before - 1


@pytest.mark.rule("card-effects", "P31")
def test_half_of_what_is_lost_is_rounded_down() -> None:
    played = knowing("Toll Gate: opportunity; use: lose half gold", gold=7)
    assert hero(say(with_cards(played, "Plains 6", "Toll Gate"), "use Toll Gate")).gold == 4


@pytest.mark.rule("turn-back-time", "P36")
def test_what_answers_the_dice_is_listed_with_its_price() -> None:
    played = with_cards(standing(abilities=["Turn Back Time"], magic=6), "Plains 6", "Lone Wolf")
    assert detail(say(played, "fight Lone Wolf [roll 3 3]"), "cast Turn Back Time").endswith(" Magic")


@pytest.mark.rule("recharging")
def test_the_magic_tower_offers_as_much_magic_as_is_missing() -> None:
    played = standing(at="Magic Tower", magic=3, blue=5, gold=9)
    assert [text for text in offered(played) if text.startswith("recharge")] == ["recharge 1", "recharge 2"]


@pytest.mark.rule("P21", "final-battle")
def test_fleet_of_foot_is_cast_once_before_the_movement_and_leads_nowhere_in_the_final_battle() -> None:
    played = standing(step="movement", abilities=["Fleet of Foot"], magic=6, blue=6)
    at_the_end = placed(played, step="movement")
    at_the_end.state.phase = "final battle"
    assert refused(placed(at_the_end, step="movement"), "cast Fleet of Foot") == "final-battle"
    assert refused(say(played, "cast Fleet of Foot"), "cast Fleet of Foot") == "P21"


@pytest.mark.rule("movement")
@pytest.mark.parametrize("when", ["moving", "instead of moving"])
def test_what_is_used_as_the_movement_is_refused_after_it(when: str) -> None:
    played = knowing(f"Boots: item, common; {when}: heal 1 health", items=["Boots"], health=1, red=4)
    assert refused(played, "use Boots") == "movement"
    assert hero(say(placed(played, step="movement"), "use Boots")).health == 2


@pytest.mark.rule("effective-spellcasting")
def test_what_is_said_of_no_card_with_one_that_helps_is_not_understood() -> None:
    with pytest.raises(Unreadable, match="Nonsense"):
        say(standing(abilities=["Counterfeiting", "Time Loop"]), "use Nonsense with Counterfeiting")
    played = standing(abilities=["Effective Spellcasting", "Time Loop"], magic=6, blue=6)
    magic = [
        hero(say(placed(played, step="turn"), f"cast Time Loop{helped}")).magic
        for helped in ("", " with Effective Spellcasting")
    ]
    assert magic[1] - magic[0] == 1


@pytest.mark.rule("P25", "opportunities")
def test_an_opportunity_that_heals_the_whole_does_nothing_even_if_it_recharges_them_too() -> None:
    line = "Spring: opportunity; use: heal 1 health, recharge 1 magic"
    for magic, rule in ((4, "P25"), (3, "")):
        played = with_cards(knowing(line, health=4, red=4, magic=magic, blue=4), "Plains 6", "Spring")
        if rule:
            assert refused(played, "use Spring") == rule
        else:
            assert hero(say(played, "use Spring")).magic == 4


@pytest.mark.rule("P25", "opportunities")
@pytest.mark.parametrize(
    ("who", "mine", "other", "may"),
    [
        ("each player", 4, 4, False),
        ("each player", 3, 4, True),
        ("each player", 4, 3, True),
        ("each other player", 3, 4, False),
        ("each other player", 4, 3, True),
    ],
)
def test_an_opportunity_that_heals_all_does_nothing_where_all_are_whole(
    who: str, mine: int, other: int, may: bool
) -> None:
    played = with_cards(knowing(f"Shrine: opportunity; use: {who} heal 1 health"), "Plains 6", "Shrine")
    for one, health in zip(played.state.players, (mine, other), strict=False):
        one.health, one.red = health, 4
    for one in played.state.players[2:]:
        one.health = one.red
    played = placed(played, step="turn")
    assert ("use Shrine" in offered(played)) == may
    if not may:
        assert refused(played, "use Shrine") == "P25"


@pytest.mark.rule("P25", "opportunities")
def test_what_one_pays_makes_nobody_else_need_healing() -> None:
    line = "Shrine: opportunity; use: 1 health -> each other player heal 1 health"
    played = with_cards(knowing(line), "Plains 6", "Shrine")
    for one in played.state.players:
        one.health = one.red = 4
    assert "use Shrine" not in offered(placed(played, step="turn"))
    played.state.players[1].health = 3
    assert "use Shrine" in offered(placed(played, step="turn"))


@pytest.mark.rule("P25", "opportunities", "P15")
@pytest.mark.parametrize("hidden", [False, True])
def test_nobody_pays_for_a_plane_card_where_all_lie_open(hidden: bool) -> None:
    line = "Pool: opportunity; use: 1 magic -> turn up a plane card"
    played = with_cards(knowing(line, magic=3), "Plains 6", "Pool")
    for plane in played.state.planes:
        plane.closed = True
    played.state.planes[0].closed = not hidden
    played = placed(played, step="turn")
    assert ("use Pool" in offered(played)) == hidden
    if not hidden:
        assert refused(played, "use Pool") == "P25"


@pytest.mark.rule("battleground", "once-a-round")
def test_what_holds_for_a_round_is_over_when_the_final_battle_begins() -> None:
    played = say(last_artifact(bonus=Bonus("Potion of Strength", "in strength 2", "round")), "battleground Village")
    assert hero(played, 1).bonuses == []


@pytest.mark.rule("gate-travel", "counterfeiting")
@pytest.mark.parametrize(("gold", "ways"), [(0, 0), (1, 1), (2, 2)])
def test_ways_with_a_card_that_helps_are_listed_where_they_can_be_paid(gold: int, ways: int) -> None:
    line = "Pennies: ability, Fortress; once a round always: payment 1 less"
    played = knowing(line, abilities=["Pennies"], gold=gold, step="movement", space="Magic Tower")
    gates = {text.removesuffix(" with Pennies") for text in offered(played) if text.startswith("gate")}
    mine = [text for text in offered(played) if text.startswith("gate")]
    assert len(mine) == ways * len(gates)


@pytest.mark.rule("instead-of-moving")
def test_whoever_works_is_told_to_stay_and_what_the_work_is() -> None:
    played = standing(at="City", step="movement", health=4, magic=4, gold=0)
    played.take_events()
    say(played, "work")
    stayed = next(event.text for event in played.take_events() if isinstance(event, Said) and "stays" in event.text)
    assert stayed.count("skilled work") == 1


@pytest.mark.rule("most-red", "most-blue")
@pytest.mark.parametrize(("colour", "most"), [("red", 8), ("blue", 10)])
def test_no_more_cubes_are_put_right_than_a_card_has_room_for(colour: str, most: int) -> None:
    played = say(standing(), f"adjust Anna {colour} 3 of {most}")
    assert getattr(hero(played), colour) == most
    with pytest.raises(Unreadable, match=f"there are {most} at most"):
        say(played, f"adjust Anna {colour} 3 of {most + 1}")


@pytest.mark.rule("movement")
def test_where_a_hero_was_put_right_to_is_told() -> None:
    played = standing()
    played.take_events()
    say(played, "adjust Anna space City")
    (event,) = played.take_events()
    assert event.describe([one.name for one in played.state.players].__getitem__) == "Anna stands in City now."


@pytest.mark.rule("P49")
def test_a_creature_in_the_way_of_who_is_back_from_a_plane_is_said_not_to_be_fought() -> None:
    for back, words in ((True, "isn't fought this turn"), (False, "must be beaten first")):
        played = with_cards(standing(), "Plains 6", "Ghost", "Gem Mine")
        played.state.returned = back
        played = placed(played, step="turn")
        with pytest.raises(Illegal, match=words):
            say(played, "use Gem Mine")


@pytest.mark.rule("arrival")
def test_a_way_is_listed_with_all_that_lies_where_it_leads() -> None:
    played = standing(at="Plains 6", step="movement")
    there = next(way for way in offered(played) if way.startswith("walk"))
    space = BOARD.find_space(there.removeprefix("walk "))
    played.state.at(space).abilities, played.state.at(space).goods = ["Prayer"], ["Axe"]
    played.state.at(space).artifacts = ["Horn"]
    assert detail(placed(played, step="movement"), there) == "Prayer, Axe, Horn"


@pytest.mark.rule("P14", "players-turns")
def test_another_turn_begins_as_the_first_did() -> None:
    played = facing(abilities=["Time Loop"], magic=6, blue=6, health=6, red=6, gold=9)
    played = placed(played, 1, step="turn", health=6, red=6)
    say(played, "cast Time Loop", "attack Bo [accept / roll 3 3]", "end turn")
    now = played.state
    assert (now.turn, now.attacked, now.attacking, now.possible, now.joined, now.moves) == (
        2,
        -1,
        -1,
        False,
        False,
        1,
    )
    say(played, "stay", "attack Bo [accept / roll 3 3]", "end turn")
    assert played.state.active == 1


@pytest.mark.rule("loss-creature")
def test_what_is_lost_is_shown_while_a_reward_is_rolled_for() -> None:
    line = "Satyr: creature, strength 9; lost: lose 2 gold; lost on 1-3: lose 1 experience"
    played = with_cards(knowing(line, gold=5, health=3, red=3), "Plains 6", "Satyr")
    played.answer("fight Satyr")
    played.answer("roll 1 6")
    assert played.question is not None
    assert (played.question.key, hero(played).gold) == ("reward", 3)


@pytest.mark.rule("opportunities", "guild-cards")
def test_a_new_ability_lies_where_the_opportunity_let_her_choose() -> None:
    played = with_cards(standing(experience=6), "Plains 6", "Hedge School")
    played.take_events()
    say(played, "use Hedge School [Monastery / Prayer]")
    assert played.state.at(BOARD.number_of("Monastery")).abilities == ["Prayer"]


@pytest.mark.rule("selling")
@pytest.mark.parametrize(("costs", "brings"), [(0, 0), (99, 50)])
def test_what_an_item_costs_is_asked_for_where_its_line_leaves_it_out(costs: int, brings: int) -> None:
    played = knowing("Trinket: item, common", items=["Trinket"], space="City", gold=0)
    for wrong in (-1, 100):
        with pytest.raises(Unreadable):
            say(played, f"sell Trinket [{wrong}]")
        played = placed(played, step="turn")
    say(played, f"sell Trinket [{costs}]")
    assert hero(played).gold == brings


@pytest.mark.rule("card-costs")
@pytest.mark.parametrize(("gold", "rule"), [(0, "card-costs"), (1, "")])
def test_what_a_use_costs_is_paid_in_full_where_no_card_helps(gold: int, rule: str) -> None:
    played = knowing(
        "Ring: item, common; any time: 1 gold -> heal 1 health", items=["Ring"], gold=gold, health=1, red=4
    )
    assert played.question is not None
    assert [option.rule for option in played.question.closed()] == ([rule] if rule else [])
    assert ("use Ring" in offered(played)) == (not rule)


@pytest.mark.rule("P25", "opportunities")
def test_an_opportunity_that_gives_back_what_it_takes_may_be_used() -> None:
    played = knowing("Blood Spring: opportunity; use: 1 magic -> recharge 2 magic", magic=4, blue=4)
    assert hero(say(with_cards(played, "Plains 6", "Blood Spring"), "use Blood Spring")).magic == 4


@pytest.mark.rule("gate-travel", "counterfeiting")
def test_a_way_is_listed_with_those_cards_alone_that_help_enough() -> None:
    line = "Pennies: ability, Fortress; once a round always: payment 1 less"
    helps = ["Pennies", "Counterfeiting"]
    played = knowing(line, abilities=helps, gold=0, step="movement", space="Magic Tower")
    gates = [text for text in offered(played) if text.startswith("gate")]
    assert gates
    assert all(text.endswith("with Counterfeiting") for text in gates)
    assert detail(played, gates[0]).startswith(("free", "1 Gold", "2 Gold"))


@pytest.mark.rule("opportunities", "counterfeiting")
def test_only_what_can_be_paid_is_asked_about_of_several_uses() -> None:
    values: dict[str, Any] = {"gold": 0, "abilities": ["Counterfeiting"]}
    played = with_cards(standing(**values), "Plains 6", "Wrestling Pit")
    assert [one for one in offered(played) if "Pit" in one] == [
        "use Wrestling Pit with Counterfeiting",
        "use Wrestling Pit",
    ]
    say(played, "use Wrestling Pit [roll 1]")
    assert (hero(played).experience, hero(played).red) == (3, 3)
    played = with_cards(standing(**values), "Plains 6", "Wrestling Pit")
    say(played, "use Wrestling Pit with Counterfeiting [1 gold -> gain 2 experience]")
    assert hero(played).experience == 5


@pytest.mark.rule("P34", "non-battle")
def test_a_card_at_work_still_helps_by_what_it_does_besides() -> None:
    line = "Ring: item, common; any time: heal 1 health; any time: in strength 1"
    at_work = [Bonus("Ring", "in strength 1", "turn")]
    played = knowing(line, items=["Ring"], health=1, red=4, bonuses=at_work)
    playable = played.game
    assert isinstance(playable, Playing)
    quest = Quest(playable.setup, played.state, [])
    helped = aftermath.helps(effects.scene(quest), fighter_of(quest.hero))
    assert [(one.after.health, len(one.after.bonuses)) for one in helped] == [(2, 1)]


@pytest.mark.rule("P30")
@pytest.mark.parametrize(("health", "whole"), [(1, True), (2, True), (3, False)])
def test_help_that_heals_more_than_is_missing_would_be_kept_for_later(health: int, whole: bool) -> None:
    played = knowing("Ring: item, common; any time: heal 2 health", items=["Ring"], health=health, red=4)
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]
    assert [one.whole for one in aftermath.helps(effects.scene(quest), fighter_of(quest.hero))] == [whole]


@pytest.mark.rule("P60", "end-of-world")
def test_the_last_chance_card_counted_down_begins_the_apocalypse_once() -> None:
    played = game(*TWO, variant="apocalypse")
    played.state.phase = "countdown"
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]
    apocalypse(quest)
    assert (played.state.phase, quest.events) == ("countdown", [])
    played.state.decks["chance"].count = 0
    apocalypse(quest)
    assert (played.state.phase, quest.events[0].rules) == ("apocalypse", ("end-of-world", "P60"))
    assert "The Apocalypse begins: in each round everybody loses" in quest.events[0].describe(str)


@pytest.mark.rule("P50", "P48")
def test_who_leaves_out_of_a_plane_leaves_no_fight_behind() -> None:
    played = standing(step="turn")
    played.state.attacking = 2
    played.correct(*readings("adjust Anna leaves the table"))
    assert played.present.attacking == -1


@pytest.mark.rule("hero-card", "P48")
def test_the_standing_tells_what_each_hero_has_and_that_nobody_is_left() -> None:
    played = standing("Rope", "Axe")
    hero(played).damaged = [hero(played).items.pop()]
    setup = played.game.setup  # type: ignore[attr-defined]
    outcome = SCORES.outcome(setup, played.state)
    assert holdings(setup, played.state)["Anna"][:2] == [("space", "Plains 6"), ("items", "Rope, Axe")]
    counts = outcome.standing[0].counts
    assert (counts["items"], counts["strength"]) == ("2", f"{hero(played).health} of {hero(played).red}")
    played.state.over = True
    ended = SCORES.outcome(setup, played.state)
    words = SCORES.words() if callable(SCORES.words) else SCORES.words
    assert words.verdict(ended) == ["Nobody is left: there is no winner (P48)."]


@pytest.mark.rule("fanaticism")
def test_only_the_creature_of_a_drawn_fight_is_fought_again() -> None:
    played = with_cards(standing(abilities=["Fanaticism"], health=4, red=4), "Plains 6", "Lone Wolf", "Bog Hag")
    say(played, "fight Lone Wolf", "roll 1 2")
    assert offered(played) == ["fight Lone Wolf", "no"]


@pytest.mark.rule("trading-heroes", "P63")
@pytest.mark.parametrize("who", [None, 0, 1])
def test_an_offer_is_listed_where_one_of_both_has_something_to_give(who: int | None) -> None:
    played = placed(game(*TWO, trading=True), 1, space="Plains 6", gold=int(who == 1))
    played = placed(played, 0, space="Plains 6", gold=int(who == 0))
    assert ("offer Bo" in offered(played)) is (who is not None)


@pytest.mark.rule("discarded-cards")
def test_what_lies_on_a_card_that_is_taken_away_goes_to_the_discards() -> None:
    played = with_cards(standing(), "Plains 6", "Ghost")
    (ghost,) = played.state.at(6).cards
    ghost.items, ghost.damaged = ["Axe"], ["Rope"]
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]
    fetch(quest, NamedDraw("Ghost"))
    assert played.state.at(6).cards == []
    discards = [name for deck in ("common", "rare") for name in played.state.decks[deck].discards]
    assert sorted(discards) == ["Axe", "Rope"]


@pytest.mark.rule("P41", "prayer")
@pytest.mark.parametrize(("dice", "said"), [("entered", "cast Prayer / roll 1+2"), ("rolled", "cast Prayer")])
def test_what_is_cast_for_a_reward_of_an_opportunity_is_paid(dice: str, said: str) -> None:
    played = standing(abilities=["Prayer"], magic=2, blue=4, settings={"dice": dice})
    played = with_cards(played, "Plains 6", "Ancient Scroll")
    assert offered(say(played, "use Ancient Scroll"))[:2] == ["cast Prayer", "roll"]
    assert hero(say(played, *said.split(" / "))).magic == 1


@pytest.mark.rule("P41")
def test_a_reward_is_rolled_for_without_what_could_be_cast_for_it() -> None:
    played = standing(abilities=["Prayer"], magic=2, blue=4, settings={"dice": "rolled"})
    say(with_cards(played, "Plains 6", "Ancient Scroll"), "use Ancient Scroll", "roll")
    assert hero(played).magic == 2


@pytest.mark.rule("healing", "P24")
@pytest.mark.parametrize(
    ("at", "gold", "healed"), [("Forest Camp", 2, 2), ("Forest Camp", 9, 3), ("Monastery", 0, 1)]
)
def test_heal_without_a_number_is_as_much_as_can_be_paid(at: str, gold: int, healed: int) -> None:
    assert hero(say(standing(at=at, health=1, red=4, gold=gold), "heal")).health == 1 + healed


@pytest.mark.rule("P39", "shapeless-things")
def test_who_cant_pay_for_any_fight_has_a_draw() -> None:
    played = with_cards(standing(health=1, magic=3), "Plains 6", "Shapeless Things")
    assert kinds(played, "fight Shapeless Things").startswith("P39")
    assert (hero(played).health, hero(played).magic, played.state.active) == (1, 3, 1)
    assert [card.name for card in played.state.at(6).cards] == ["Shapeless Things"]


@pytest.mark.rule("P39", "special-rules")
@pytest.mark.parametrize(
    ("met", "values", "status"),
    [("lose 1 health", (1, 1), "playing"), ("lose 2 magic", (0, 3), "playing"), ("lose 1 health", (0, 1), "dead")],
)
def test_who_can_pay_for_no_fight_once_the_creature_has_been_met_has_a_draw(
    met: str, values: tuple[int, int], status: str
) -> None:
    line = f"Odd Thing: creature, strength 4, willpower 6, strength costs 2 magic, wills costs 1 health; met: {met}"
    played = with_cards(knowing(line, health=values[0], magic=values[1], red=3, blue=3), "Plains 6", "Odd Thing")
    assert offered(played) == ["fight Odd Thing"]
    played = say(played, "fight Odd Thing")
    assert (hero(played).status, played.state.active, len(played.state.at(6).cards)) == (status, 1, 1)


@pytest.mark.rule("fanaticism", "draw")
def test_who_fights_no_more_after_a_draw_ends_the_turn() -> None:
    played = with_cards(standing(abilities=["Fanaticism"], health=3, red=6), "Plains 6", "Lone Wolf")
    assert say(played, "fight Lone Wolf [roll 3 3 / no]").state.active == 1


@pytest.mark.rule("win-creature", "P42")
def test_gold_laid_on_a_creature_is_for_who_beats_it() -> None:
    played = standing(health=6, red=6, gold=1)
    played.state.at(6).cards = [Lying("Lone Wolf", gold=4)]
    assert hero(say(placed(played, step="turn"), "fight Lone Wolf [roll 6 1]")).gold == 5


@pytest.mark.rule("P13", "discarded-cards")
def test_the_discards_are_shuffled_where_a_deck_is_empty() -> None:
    played = standing()
    played.state.decks["chance"].count, played.state.decks["chance"].discards = 0, ["Charity", "Alms Day"]
    played = placed(played, step="turn")
    assert "P13" in kinds(played, "end turn")
    assert (played.present.decks["chance"].count, played.present.decks["chance"].discards) == (2, [])


@pytest.mark.rule("hermit")
@pytest.mark.parametrize(("alone", "gold", "listed"), [("", 0, True), ("alone ", 0, False), ("alone ", 1, True)])
def test_the_hermit_is_closed_where_others_have_nothing_and_one_must_be_alone(
    alone: str, gold: int, listed: bool
) -> None:
    played = knowing("Ladle: item, common", gold=3)
    played.state.learnt += (read_card(f"Hermit: opportunity; use if {alone}least wealth: gain 1 strength"),)
    played = placed(with_cards(played, "Plains 6", "Hermit"), 1, step="turn", gold=gold)
    assert ("use Hermit" in offered(played)) == listed


@pytest.mark.rule("hermit", "card-effects")
@pytest.mark.parametrize(("sex", "strength"), [("man", 4), ("woman", 5)])
def test_what_else_the_hermit_asks_for_must_hold_too(sex: str, strength: int) -> None:
    line = "Odd Hut: opportunity; use if least wealth and woman: gain 1 strength"
    played = with_cards(knowing(line, gold=6, health=4, red=4, sex=sex), "Plains 6", "Odd Hut")
    if sex == "man":
        assert refused(played, "use Odd Hut") == "card-effects"
    else:
        say(played, "use Odd Hut [3 gold]")
    assert hero(played).red == strength


@pytest.mark.rule("hermit", "card-effects")
def test_of_the_rules_of_a_die_those_of_who_gives_up_enough_hold() -> None:
    rules = ("use on 1-3 if least wealth: gain 1 strength", "use on 4-6: gain 1 willpower")
    for line in (f"{rules[0]}; {rules[1]}", f"{rules[1]}; {rules[0]}"):
        played = with_cards(knowing(f"Odd Hut: opportunity; {line}", gold=6, health=4, red=4), "Plains 6", "Odd Hut")
        say(played, "use Odd Hut [3 gold / roll 2]")
        assert (hero(played).red, hero(played).gold) == (5, 3)


@pytest.mark.rule("hermit")
def test_a_price_of_nothing_leaves_nobody_to_have_less_than() -> None:
    """The price is asked for, and then there is nothing that could be given up."""
    played = knowing("Ladle: item, common", gold=3)
    played.state.learnt += (read_card("Hermit: opportunity; use if alone least wealth: gain 1 strength"),)
    played = placed(with_cards(played, "Plains 6", "Hermit"), 1, step="turn", gold=0, items=["Ladle"])
    say(played, "use Hermit")
    with pytest.raises(Illegal, match="another hero has nothing; nobody can have less"):
        say(played, "0")
    assert say(played, "1").question is not None
    assert played.present.players[0].gold == 3


@pytest.mark.rule("discarded-cards", "damaged-items", "P8")
@pytest.mark.parametrize(
    ("text", "items", "damaged", "discards", "status"),
    [
        ("Anna damages Rope", [], ["Axe", "Rope"], [], "playing"),
        ("Anna repairs Axe", ["Rope", "Axe"], [], [], "playing"),
        ("Anna loses Rope", [], ["Axe"], ["Rope"], "playing"),
        ("Anna loses Axe", ["Rope"], [], ["Axe"], "playing"),
        ("Anna health -9", [], [], ["Rope", "Axe"], "dead"),
    ],
)
def test_what_is_put_right_of_items(
    text: str, items: list[str], damaged: list[str], discards: list[str], status: str
) -> None:
    played = say(standing("Rope", damaged=["Axe"]), f"adjust {text}")
    assert (hero(played).items, hero(played).damaged, hero(played).status) == (items, damaged, status)
    assert played.state.decks["common"].discards == discards


@pytest.mark.rule("fanaticism", "draw", "once-a-round", "card-costs", "P33", "P41")
@pytest.mark.parametrize(
    ("card", "said", "again", "gold"),
    [
        ("ability, Fortress; drawn on 4-6: fight again", "roll 3 3 / roll 4", True, 1),
        ("ability, Fortress; drawn on 4-6: fight again", "roll 3 3 / roll 3", False, 1),
        ("ability, Fortress; drawn: 1 gold -> fight again", "roll 3 3 / yes", True, 0),
        ("ability, Fortress; drawn: 1 gold -> fight again", "roll 3 3 / no", False, 1),
        ("ability, Fortress; drawn: 2 gold -> fight again", "roll 3 3", False, 1),
        ("ability, Fortress; drawn if man: fight again", "roll 3 3", True, 1),
        ("ability, Fortress; drawn if woman: fight again", "roll 3 3", False, 1),
        ("ability, Fortress; drawn: 1 item -> fight again", "roll 3 3", False, 1),
        ("ability, Fortress; once a round drawn: fight again", "roll 3 3 / fight / roll 3 3", False, 1),
        ("item, common, weapon, throwing; drawn: discard this -> fight again", "roll 3 3 / yes", True, 1),
        ("item, common, weapon, throwing; drawn: discard this -> fight again", "throw Zeal / roll 3 3", False, 1),
    ],
)
def test_a_new_battle_comes_only_where_its_card_works(card: str, said: str, again: bool, gold: int) -> None:
    held = "items" if card.startswith("item") else "abilities"
    played = with_cards(
        knowing(f"Zeal: {card}", **{held: ["Zeal"]}, gold=1, health=3, red=6), "Plains 6", "Lone Wolf"
    )
    say(played, f"fight Lone Wolf{' with Zeal' * (held == 'items')} [{said}]")
    assert played.question is not None
    assert ((played.question.key == "again"), hero(played).gold) == (again, gold)


@pytest.mark.rule("end-limits", "P23")
@pytest.mark.parametrize(
    ("what", "has", "left"), [(w, n, min(n, 15)) for w in ("gold", "experience") for n in (15, 17)]
)
def test_gold_and_experience_beyond_the_limit_are_gone_at_the_end_of_the_round(
    what: str, has: int, left: int
) -> None:
    values: dict[str, Any] = {what: has}
    assert getattr(hero(say(standing(**values), "end turn")), what) == left


@pytest.mark.rule("attack-heroes", "fight-creatures")
def test_what_is_for_attackers_counts_in_no_fight_with_a_creature() -> None:
    line = "Zeal: ability, Fortress; always if attacker: in strength 1"
    played = with_cards(knowing(line, abilities=["Zeal"], health=3), "Plains 6", "Lone Wolf")
    assert "3 against 3" in detail(played, "fight Lone Wolf")
    played = placed(knowing(line, abilities=["Zeal"], health=3), 1, step="turn", space="Plains 6", health=3)
    assert "4 against 3" in detail(played, "attack Bo")


@pytest.mark.rule("new-character", "P47")
@pytest.mark.parametrize("draws", ["table", "program"])
def test_the_program_draws_the_new_hero_where_it_draws_the_cards(draws: str) -> None:
    played = game(*TWO, draws=draws)
    played.state.players[0].status, played.state.players[0].space = "dead", 0
    *heroes, last = offered(placed(played, step="round"))
    assert (last, len(heroes) == 1) == ("stay out", draws == "program")


@pytest.mark.rule("prophetic-dream")
def test_a_card_that_is_drawn_may_be_named_by_its_beginning() -> None:
    say(played := placed(standing(), step="chance"), "chance Prophetic Dream Monastery [Door]")
    assert "Door Warden" in [plane.lesser for plane in played.present.planes]


@pytest.mark.rule("card-effects", "P31")
@pytest.mark.parametrize(
    ("does", "values", "in_full"),
    [
        ("steal 2 gold", {}, False),
        ("steal an item", {}, False),
        ("discard an item", {}, False),
        ("discard an item", {"items": ["Rope"]}, True),
        ("damage an item", {"damaged": ["Rope"]}, False),
        ("damage an item", {"items": ["Rope"]}, True),
        ("discard all items", {}, False),
        ("lose 5 gold", {"gold": 4}, False),
        ("lose 5 gold", {"gold": 5}, True),
        ("lose 2 experience", {"experience": 1}, False),
        ("gain 1 experience", {}, True),
        ("heal 1 health", {}, False),
        ("heal 1 health", {"health": 2}, True),
        ("recharge 1 magic", {"magic": 5}, True),
        ("recharge 1 magic", {}, False),
    ],
)
def test_what_is_not_possible_in_full_brings_what_comes_instead(
    does: str, values: dict[str, Any], in_full: bool
) -> None:
    line = f"Thing: chance; drawn by: {does} or else lose 1 willpower"
    played = knowing(line, **{"health": 3, "red": 3, "gold": 0, "experience": 0, "magic": 6, "blue": 6} | values)
    say(played := placed(played, step="chance"), "chance Thing")
    assert (hero(played).blue == 6) == in_full


@pytest.mark.rule("card-effects", "P13")
@pytest.mark.parametrize(
    ("does", "left", "answers", "blue", "items", "discards"),
    [
        ("draw 1 common", 1, ["Rope"], 6, ["Rope"], []),
        ("draw 1 common", 0, [], 5, [], []),
        ("draw 2 common", 2, ["Rope", "Axe"], 6, ["Rope", "Axe"], []),
        ("draw 2 common", 1, ["Rope"], 5, ["Rope"], []),
        ("draw 2 common keep 1", 2, ["Rope", "Axe", "Axe"], 6, ["Axe"], ["Rope"]),
        ("draw 2 common keep 1", 1, ["Rope"], 5, ["Rope"], []),
    ],
)
def test_items_that_are_drawn_are_all_there_or_something_else_comes(
    does: str, left: int, answers: list[str], blue: int, items: list[str], discards: list[str]
) -> None:
    played = knowing(f"Thing: chance; drawn by: {does} or else lose 1 willpower", magic=6, blue=6)
    played.state.decks["common"].count = left
    say(played := placed(played, step="chance"), "chance Thing", *answers)
    assert (hero(played).blue, hero(played).items) == (blue, items)
    assert (played.present.decks["common"].discards, played.present.aside) == (discards, [])


@pytest.mark.rule("loss-creature", "special-rules", "P31")
def test_all_that_a_loss_does_comes() -> None:
    thief = "Thief: creature, strength 9; lost: lose 1 gold, lose 1 experience"
    played = with_cards(knowing(thief, health=3, gold=2, experience=2), "Plains 6", "Thief")
    say(played, "fight Thief [roll 1 6]")
    assert (hero(played).health, hero(played).gold, hero(played).experience) == (3, 1, 1)


@pytest.mark.rule("battleground", "P55", "lodging")
def test_nobody_lodges_on_the_battleground() -> None:
    played = last_artifact()
    for one in played.present.players:
        one.lodging = True
    say(played, "battleground Forest 4")
    assert [one.lodging for one in played.present.players] == [False] * 3


@pytest.mark.rule("once-a-round", "players-turns", "P18")
@pytest.mark.parametrize(("scope", "left"), [("turn", ["round: A"]), ("round", [])])
def test_what_was_used_in_a_turn_or_a_round_is_free_again_after_it(scope: Any, left: list[str]) -> None:
    played = standing()
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]
    one = quest.state.players[0]
    one.marks, one.cast = ["turn: A", "round: A"], ["Prayer"]
    one.bonuses = [Bonus(scope, "in strength 1", scope) for scope in ("turn", "round", "next battle")]
    lapse(quest, scope)
    assert (one.marks, one.cast) == (left, ["Prayer"] if left else [])
    assert [bonus.until for bonus in one.bonuses] == [*["round"] * (scope == "turn"), "next battle"]


@pytest.mark.rule("roll-of-fight", "P36")
def test_each_side_lets_the_dice_stand_once() -> None:
    played = with_cards(standing("Scroll of Altered Reality", health=3), "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf [roll 3 4 / stand]")
    assert [answer.text for answer in given(played)] == ["fight Lone Wolf", "roll 3 4", "stand"]
    assert played.present.active == 1
    played = placed(standing("Scroll of Altered Reality", health=3), 1, step="turn", space="Plains 6", health=3)
    played = placed(played, 1, step="turn", items=["Scroll of Altered Reality #2"])
    say(played, "attack Bo [accept / roll 4 3 / stand / stand]")
    assert played.question is not None
    assert (played.question.key, played.question.who) == ("beaten", "Bo")


@pytest.mark.rule("card-effects")
def test_a_space_to_go_to_may_be_named_by_its_number_in_the_list() -> None:
    played = placed(knowing("Boots: item, common; any time: move 1", items=["Boots"]), step="turn")
    first, second = offered(say(played, "use Boots"))
    assert BOARD.label(hero(say(played, "2")).space) == second != first


@pytest.mark.rule("hermit", "P5", "P51")
@pytest.mark.parametrize(
    ("what", "anna", "bo", "seats"),
    [
        ("gold", {"gold": 1}, {"gold": 2}, [0]),
        ("gold", {"gold": 2}, {"gold": 2}, [0, 1]),
        ("experience", {"experience": 3}, {"experience": 2}, [1]),
        ("strength", {"red": 4, "health": 1}, {"red": 3, "health": 3}, [1]),
        ("willpower", {"blue": 4, "magic": 1}, {"blue": 3, "magic": 3}, [1]),
        ("health", {"red": 4, "health": 1}, {}, [0]),
        ("magic", {"blue": 4, "magic": 1}, {}, [0]),
        ("rare items", {"items": ["Ember Sword"]}, {}, [1]),
        ("rare items", {"items": ["Rope"]}, {}, [0, 1]),
        ("rare items", {"artifacts": ["Royal Cape"]}, {}, [1]),
        ("wealth", {"gold": 3, "items": ["Rope"]}, {"gold": 4}, [1]),
    ],
)
def test_who_has_the_least(what: Any, anna: dict[str, Any], bo: dict[str, Any], seats: list[int]) -> None:
    equal: dict[str, Any] = {"health": 3, "red": 3, "magic": 3, "blue": 3, "gold": 3, "experience": 3}
    played = placed(placed(game(*TWO), 0, step="turn", **equal | anna), 1, step="turn", **equal | bo)
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]
    assert effects.least(quest, Least(what, "")) == seats
    assert effects.least(quest, Least(what, "alone")) == (seats if len(seats) == 1 else [])


@pytest.mark.rule("discarded-cards", "damaged-items")
@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("Plains 6 gains Imp", "Imp lies in Plains 6 now."),
        ("Plains 6 loses Ghost", "Ghost goes to the discards."),
        ("City gains Rope", "Rope lies in City now."),
        ("chance 12", "the chance deck has 12 cards now."),
        ("Anna red 2 of 4", "Anna has 2 of 4 red cubes on the right now."),
        ("Anna blue 2 of 5", "Anna has 2 of 5 blue cubes on the right now."),
        ("Anna space City", "Anna stands in City now."),
        ("Anna damages Rope", "Anna's Rope is damaged now."),
        ("Anna repairs Axe", "Anna's Axe is repaired now."),
        ("Anna gold 7", "Anna has 7 Gold now (corrected)."),
        ("card Rope: item, common, costs 4", "Rope: item, common, costs 4."),
        ("Anna gains Javelin", "Anna takes Javelin (corrected)."),
        ("Anna loses Rope", "Anna loses Rope (corrected): to the discards."),
    ],
)
def test_what_was_put_right_is_told(said: str, told: str) -> None:
    played, events = with_cards(standing("Rope", damaged=["Axe"]), "Plains 6", "Ghost"), list[Any]()
    setup = played.game.setup  # type: ignore[attr-defined]
    CORRECTIONS.carry_out(setup, played.state.copy(), f"adjust {said}", events)
    assert [event.describe(lambda seat: ("Anna", "Bo")[seat]) for event in events] == [told]


@pytest.mark.rule("attack-heroes", "safe", "P26")
@pytest.mark.parametrize(("step", "listed"), [("turn", True), ("movement", False)])
def test_who_is_safe_is_listed_with_the_reason_once_it_could_be_attacked(step: str, listed: bool) -> None:
    played = placed(placed(standing(at="Monastery"), 1, step="turn", space="Monastery"), step=step)
    assert played.question is not None
    attacks = [(one.text, one.detail) for one in played.question.closed() if one.text.startswith("attack")]
    assert attacks == [("attack Bo", "Bo is safe in the Monastery")] * listed


@pytest.mark.rule("lodging", "safe", "P26")
@pytest.mark.parametrize(
    ("at", "lodging", "artifacts", "safe"),
    [("Village", True, [], True), ("Village", False, [], False), ("Village", True, ["Royal Cape"], False)],
)
def test_who_lodges_in_the_village_is_safe_without_an_artifact(
    at: str, lodging: bool, artifacts: list[str], safe: bool
) -> None:
    played = placed(standing(at=at), 1, step="turn", space=at, lodging=lodging, artifacts=artifacts)
    assert played.question is not None
    closed = {one.text: one.detail for one in played.question.closed()}
    told = {"attack Bo": "Bo is safe in the Village until their next turn"} if safe else {}
    assert {text: why for text, why in closed.items() if text.startswith("attack")} == told


@pytest.mark.rule("X7", "P46")
@pytest.mark.parametrize("beaten", [True, False])
def test_who_beats_a_guardian_and_dies_of_an_own_card_has_no_artifact(beaten: bool) -> None:
    """The Greater stays with what the hero left in the plane, the Lesser is gone."""
    played = taken(standing(at="City", step="movement", health=0, abilities=["Wrath"]), ("Royal Cape", 0))
    wrath = "Wrath: ability, Fortress, costs 1, spell 1; roll: in strength 9, lose 1 health after battle"
    played.state.learnt += (read_card(wrath),)
    played.state.planes[0] = Plane("Door Warden", "Pale Regent", beaten=beaten)
    played = placed(played, step="movement")
    foe = "Pale Regent" if beaten else "Door Warden"
    won = "cast Wrath / roll 6 1" if beaten else "cast Wrath / roll 6 1 / Ember Sword"
    say(played, "plane Monastery", f"fight {foe} [{won}]")
    plane = played.present.planes[0]
    assert (hero(played).status, plane.guardian, plane.left, plane.closed) == (
        "dead",
        "Pale Regent",
        ["Royal Cape"],
        False,
    )
