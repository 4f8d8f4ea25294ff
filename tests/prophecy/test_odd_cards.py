"""What cards and decks do in a game where little is left of something, or several things meet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, get_args

import pytest
from msgspec import Struct, convert, to_builtins
from msgspec.structs import replace

from referee.asking.interrupts import Refusal
from referee.asking.meaning import Suggestion, fit_plainer
from referee.asking.question import Option, Question, drive
from referee.declaration.changes import Change, Counted
from referee.effects.rules import Effect
from referee.errors import BadInput, Illegal, RefereeError, Unreadable
from referee.games.prophecy.cards import wording
from referee.games.prophecy.cards.cards import Creature, Item
from referee.games.prophecy.cards.language import CARDS, read_card, write_card
from referee.games.prophecy.cards.wording import RULES
from referee.games.prophecy.fights.aftermath import Consequence, after_meeting
from referee.games.prophecy.fights.opening import legal_sets, verify
from referee.games.prophecy.fights.powers import value
from referee.games.prophecy.fights.state import Bonus, Fight, Fighter, Scene, Side, Until
from referee.games.prophecy.rules import catching_up, decks
from referee.games.prophecy.rules.chance import _question as chance_question
from referee.games.prophecy.rules.chance import describe_chance, is_named
from referee.games.prophecy.rules.checks import _artifacts, _board, _fits, _known
from referee.games.prophecy.rules.combat import _again_question
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.decks import (
    COUNTED,
    HOLDINGS,
    belongs,
    line_question,
    printed_question,
    read_begun,
    read_sizes,
)
from referee.games.prophecy.rules.effects import CARRIED_OUT, Goods, Source, perform, scene
from referee.games.prophecy.rules.ending import _limits_question, decide, lapse, new_hero, settle, settle_deaths
from referee.games.prophecy.rules.events import Placed, Took
from referee.games.prophecy.rules.light import (
    DrawChance,
    LightAttack,
    LightFight,
    _handed_question,
    _next_draws,
    _roll_question,
    _totals_question,
    lighten,
    next_decision,
    read_artifact,
)
from referee.games.prophecy.rules.movement import why_no_possibility
from referee.games.prophecy.rules.payments import helpers, in_black_market
from referee.games.prophecy.rules.possibilities import Possibility, price
from referee.games.prophecy.rules.state import (
    TRACKING_LEVELS,
    UNSEEN,
    DeckName,
    Dice,
    GameState,
    Lying,
    Phase,
    Variant,
)
from referee.games.prophecy.rules.trading import Offer, _things, _what_for_what
from referee.games.prophecy.rules.turns import MOVES, label
from referee.games.prophecy.vocabulary import GUILDS, UNCOUNTED
from referee.play.event import Said
from referee.play.session import Session
from referee.text.names import fold, printed
from tests.prophecy.fights import line
from tests.prophecy.games import BOARD, BOX, copies, say
from tests.prophecy.staged import game, hero, offered, placed, refused, with_cards
from tests.prophecy.test_rounds import artifacts, detail, knowing, last_artifact, standing, taken

TWO = ("Druid", "Mercenary")


def told(played: Session[GameState]) -> list[str]:
    """What has happened since this was asked last, in words."""
    names = [one.name for one in played.present.players]
    return [event.describe(names.__getitem__) for event in played.take_events()]


def left(played: Session[GameState], **decks: int) -> Session[GameState]:
    """The game with so many cards in some decks, and none in their discards."""
    for name, many in decks.items():
        deck: DeckName = name.replace("_", " ")  # type: ignore[assignment]
        pack = played.state.decks[deck]
        pack.count, pack.discards = many, []
    return placed(played, step=played.state.step)


# --- cards that are named ---------------------------------------------------------------------------------


def quest_of(played: Session[GameState]) -> Quest:
    return Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]


@pytest.mark.rule("P13", "discarded-cards")
@pytest.mark.parametrize("discards", [[], ["Prayer", "Fanaticism"]])
def test_a_deck_is_shuffled_anew_only_of_what_was_discarded(discards: list[str]) -> None:
    quest = quest_of(game(*TWO))
    pack = quest.state.decks["Monastery"]
    pack.count, pack.discards = 0, list(discards)
    assert decks.refill(quest, "Monastery") is bool(discards)
    assert (pack.count, pack.discards, len(quest.events)) == (len(discards), [], bool(discards))


@pytest.mark.rule("chance-card", "P82")
@pytest.mark.parametrize(
    ("deck", "name", "asked"),
    [("chance", "City Merchant", []), ("chance", "Odd Wind", ["card"]), ("adventure", "City Merchant", ["card"])],
)
def test_only_a_chance_card_that_the_rulebook_explains_need_not_be_typed_in(
    deck: DeckName, name: str, asked: list[str]
) -> None:
    quest = replace(quest_of(game(*TWO)), setup=replace(quest_of(game(*TWO)).setup, cards=()))
    found: list[str] = []

    def answer(question: Question[Any]) -> Any:
        found.append(question.key)
        return question.parse({"chance": "drawn by: heal 2 health", "adventure": "creature, strength 3"}[deck])

    drive(decks.identify_named(quest, deck, decks.NamedDraw(name)), answer)
    assert found == asked


@pytest.mark.rule("P43", "weapon-abilities")
@pytest.mark.parametrize("first", [True, False])
def test_outside_of_planes_the_space_counts_in_every_fight_of_a_turn(first: bool) -> None:
    for at, own in (("Forest 4", 5), ("Plains 6", 4)):
        played = standing(at=at, health=4, red=4, abilities=["Lore"])
        lines = "Lore: ability, Forest Camp; always: in either 1 at forest", "Bear: creature, strength 4"
        played.state.learnt += tuple(map(read_card, lines))
        played.state.first = first
        assert f"{own} against 4" in detail(with_cards(played, at, "Bear"), "fight Bear")


@pytest.mark.rule("decks")
def test_each_card_of_a_name_is_called_by_the_next_number() -> None:
    played = game(*TWO, known=False)
    quest, pebble = quest_of(played), "Pebble: item, common, costs 1, 3 copies"
    for name in ("Pebble", "Pebble #2"):
        assert decks.read_named(quest, "common", pebble).name == name
        played.state.players[0].items.append(name)
    for name in ("Mountains", "Mountains #2"):  # of which the rulebook doesn't say how many there are
        assert decks.read_named(quest, "chance", "mountains").name == name
        played.state.decks["chance"].discards.append(name)


@pytest.mark.rule("damaged-items", "P51")
def test_an_item_is_told_to_be_damaged_once() -> None:
    quest = quest_of(standing("Rope"))
    for _ in range(2):
        quest.damage(0, "Rope", "Acid", ("damaged-items",))
    assert [event.describe(("Anna", "Bo").__getitem__) for event in quest.events] == [
        "Anna turns Rope face down: damaged (Acid)."
    ]


@pytest.mark.rule("guild-cards")
def test_an_ability_that_names_no_guild_belongs_to_where_it_lies() -> None:
    played = game(*TWO)
    played.state.learnt += (read_card("Turning: ability, costs 4"),)
    for guild in GUILDS:
        for space in played.state.spaces:
            space.abilities = []
        played.state.at(BOARD.number_of(guild)).abilities = ["Turning"]
        assert quest_of(played).deck_of("Turning") == guild


@pytest.mark.rule("P11")
def test_a_card_that_lies_face_down_is_caught_up_without_a_name() -> None:
    played = game(*TWO)
    asking = catching_up._adventures(quest_of(played), 6)
    question = next(asking)
    with pytest.raises(StopIteration):
        asking.send(question.parse("Ghost, ?"))
    assert [one.name for one in played.state.at(6).cards] == ["Ghost", UNSEEN]


def test_what_lies_on_each_kind_of_space_is_asked_for_when_it_is_caught_up() -> None:
    prompts = []

    def answer(question: Question[Any]) -> Any:
        prompts.append(question.prompt)
        return question.parse("none")

    drive(catching_up._spaces(quest_of(game(*TWO))), answer)
    assert Counter(prompt.split()[1] for prompt in prompts) == {"Adventure": 12, "Abilities": 5, "goods": 2}


def test_more_cards_than_lie_anywhere_are_not_caught_up() -> None:
    asked = catching_up._cards_question(quest_of(game(*TWO)), "The goods", catching_up.ITEM, 2)
    assert asked.parse("Lamp, Rope") == ["Lamp", "Rope"]
    with pytest.raises(Unreadable, match="3 are too many; at most 2 lie there"):
        asked.parse("Lamp, Rope, Axe")


def test_what_can_be_typed_of_a_card_is_told_of_its_kind() -> None:
    asked = decks.printed_question("Ghost", lambda card: "", "4s", "creature")
    assert asked.language() == CARDS.help_lines("creature") != CARDS.help_lines("item")


# --- decks that run out -----------------------------------------------------------------------------------


@pytest.mark.rule("terrain-cards", "discarded-cards", "P13")
def test_what_no_card_is_left_for_is_not_placed() -> None:
    played = say(left(game(*TWO), adventure=1), "chance Plains [Lone Wolf]")
    assert sum(len(space.cards) for space in played.state.spaces) == 1
    assert "no Adventure card is left." in told(played)
    under = with_cards(left(game(*TWO), adventure=0), "Plains 6", "Ghost")
    under = say(placed(under, space="Plains 6", step="chance"), "chance Plains")
    assert [len(space.cards) for space in under.state.spaces if space.cards] == [1]
    assert "no Adventure card is left." in told(under)


@pytest.mark.rule("terrain-cards", "P11", "P12")
def test_a_card_that_comes_under_another_lies_face_down_and_those_too_many_go_unseen() -> None:
    played = with_cards(with_cards(game(*TWO), "Plains 6", "Ghost"), "Plains 14", "Imp", "Bog Hag")
    before = played.state.decks["adventure"].count
    plains = [space for space in BOARD.of_terrain("Plains", 6) if space not in (6, 14)]
    played = placed(played, space="Plains 6", step="chance")
    say(played, f"chance Plains [{' / '.join(['Lone Wolf', 'Ruin', 'Gem Mine', 'Toll Ogre'][: len(plains)])}]")
    assert [one.name for one in played.state.at(6).cards] == ["Ghost", UNSEEN]
    pack = played.state.decks["adventure"]
    assert (pack.discards, before - pack.count) == ([UNSEEN], len(plains) + 2)
    assert "1 Adventure card goes to the discards unseen." in told(played)


@pytest.mark.rule("merchants", "P13")
def test_no_more_goods_come_than_there_are_items() -> None:
    played = say(left(game(*TWO), rare=1), "chance City Merchant [Ritual Dagger]")
    assert played.state.at(BOARD.number_of("City")).goods == ["Ritual Dagger"]
    assert "no Rare Item is left." in told(played)


@pytest.mark.rule("open-training", "P13")
def test_no_ability_comes_from_an_empty_deck() -> None:
    played = game(*TWO)
    played.state.at(BOARD.number_of("Monastery")).abilities = ["Prayer", "Fanaticism"]
    played = say(left(played, Monastery=0), "chance Open Training Monastery")
    assert played.state.at(BOARD.number_of("Monastery")).abilities == ["Prayer", "Fanaticism"]
    assert "the Monastery deck is empty." in told(played)


@pytest.mark.rule("chance-card")
def test_of_one_chance_card_left_the_program_draws_it_though_the_first_is_said() -> None:
    played = game(*TWO, draws="program")
    (first,) = offered(played)
    assert played.question is not None
    assert (played.question.default, first.startswith("chance ")) == (first, True)
    quest = quest_of(played)
    assert chance_question(quest).forced() is None  # nothing goes by itself before anybody has said anything
    quest.state.drawn = 1
    assert chance_question(quest).forced() is not None


@pytest.mark.rule("open-training", "prophetic-dream")
@pytest.mark.parametrize("text", ["chance Open Training Village", "chance Prophetic Dream Village"])
def test_a_choice_behind_a_chance_card_is_a_guild(text: str) -> None:
    question = game(*TWO).question
    assert question is not None
    with pytest.raises(Unreadable):
        question.parse(text)


# --- effects ----------------------------------------------------------------------------------------------


@pytest.mark.rule("card-effects", "P31")
@pytest.mark.parametrize(
    ("effect", "after"),
    [
        ("heal all health", {"health": 6}),
        ("heal half health", {"health": 4}),
        ("recharge all magic", {"magic": 8}),
        ("recharge half magic", {"magic": 5}),
        ("lose all gold", {"gold": 0}),
        ("lose half gold", {"gold": 4}),
        ("lose half strength", {"health": 0, "red": 3}),
        ("gain 1 gold per 1 item", {"gold": 9}),
        ("heal 9 health or else gain 1 gold", {"health": 6, "gold": 8}),
        ("lose 9 gold or else heal 1 health", {"gold": 0, "health": 4}),
        ("steal 2 gold or else gain 1 experience", {"experience": 6}),
    ],
)
def test_what_an_opportunity_does_in_full_and_in_part(effect: str, after: dict[str, int]) -> None:
    values: dict[str, Any] = {"health": 3, "red": 6, "magic": 2, "blue": 8, "gold": 7, "experience": 5}
    played = knowing(f"Odd Pool: opportunity; use: {effect}", items=["Rope"], damaged=["Axe"], **values)
    played = with_cards(placed(played, 1, step="turn", space="City"), "Plains 6", "Odd Pool")
    say(played, "use Odd Pool")
    found = {key: getattr(hero(played), key) for key in after}
    assert found == after


@pytest.mark.rule("card-effects", "damaged-items")
def test_a_creature_that_counts_items_counts_damaged_ones_too() -> None:
    envy = "Envy: creature, strength 4; always: in strength 1 per 1 item"
    played = with_cards(knowing(envy, items=["Rope"], damaged=["Axe"], health=4, red=6), "Plains 6", "Envy")
    assert played.question is not None
    assert played.question.options()[0].detail.startswith("Strength 4; 4 against 6")


@pytest.mark.rule("card-effects", "P45")
def test_of_a_beaten_creature_no_item_is_stolen() -> None:
    played = knowing("Charm: item, common; won: steal an item or else gain 2 gold", items=["Charm"], gold=0, red=6)
    played = with_cards(placed(played, 1, step="turn", items=["Rope"]), "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf [roll 6 1]")
    assert (hero(played).gold, hero(played, 1).items) == (2, ["Rope"])


@pytest.mark.rule("card-costs")
@pytest.mark.parametrize(("cost", "left"), [("discard this", ["Rope", "Axe"]), ("1 item", ["Cup", "Axe"])])
def test_a_card_or_an_item_is_discarded_as_the_price_of_a_rule(cost: str, left: list[str]) -> None:
    cup = f"Cup: item, common; any time: {cost} -> gain 1 gold"
    played = knowing(cup, items=["Cup", "Rope", "Axe"], gold=0)
    say(played, "use Cup" + " [discard Rope]" * (cost == "1 item"))
    assert (hero(played).items, hero(played).gold) == (left, 1)
    (lost,) = (event for event in played.take_events() if isinstance(event, Said) and " loses " in event.text)
    assert lost.rules == ("card-costs",)


@pytest.mark.rule("P50", "possibilities")
def test_no_possibility_is_used_in_a_plane() -> None:
    played = placed(game(*TWO), step="turn", space="City", gold=9)
    quest = Quest(played.game.setup, played.state, [])  # type: ignore[attr-defined]
    assert why_no_possibility(quest) == ""
    played.state.attacking = 2
    assert why_no_possibility(quest) == "in a plane the Guardian must be fought"


@pytest.mark.rule("card-costs", "damaged-items")
def test_a_card_is_damaged_as_the_price_of_its_own_rule() -> None:
    played = say(knowing("Cup: item, common; any time: damage this -> gain 1 gold", items=["Cup"], gold=0), "use Cup")
    assert (hero(played).items, hero(played).damaged, hero(played).gold) == ([], ["Cup"], 1)


@pytest.mark.rule("card-effects")
@pytest.mark.parametrize("rule", ["draw 1 adventure", "payment 1 less", "two weapons"])
def test_what_a_card_of_an_older_save_says_and_nothing_carries_out_is_typed_by_the_table(rule: str) -> None:
    played = game(*TWO)
    played.state.learnt += (Item(name="Relic", rarity="common", rules=(f"any time: {rule}",)),)
    played = say(placed(played, step="turn", space="Plains 6", items=["Relic"], gold=0), "use Relic")
    assert played.question is not None
    assert played.question.key == "by hand"
    played.answer("Anna gold 2")
    played.answer("done")
    assert hero(played).gold == 2


@pytest.mark.rule("card-effects", "death")
@pytest.mark.parametrize(("health", "gold"), [(1, 2), (0, 0)])
def test_nothing_more_comes_of_a_card_of_which_the_hero_has_died(health: int, gold: int) -> None:
    played = knowing("Curse: creature, strength 1; won: lose 1 health, gain 2 gold", health=health, red=6, gold=0)
    played = say(with_cards(played, "Plains 6", "Curse"), "fight Curse [roll 6 1]")
    assert (hero(played).gold, hero(played).playing) == (gold, health > 0)


@pytest.mark.rule("special-rules", "P41")
def test_all_rules_of_a_card_that_depend_on_a_die_share_one_roll() -> None:
    pit = "Pit: creature, strength 2, 1 experience; revealed on 1-3: lose 1 gold; revealed: gain 3 experience"
    played = placed(game("Druid", "Mercenary"), space="Fortress")
    played.state.learnt += (read_card(f"{pit}; revealed on 4-6: lose 1 health"),)
    played.state.at(6).cards = [Lying()]
    played = say(placed(played), "walk Plains 6 [Pit / roll 2]")
    assert played.question is not None
    assert (played.question.key, hero(played).gold, hero(played).experience, hero(played).health) == ("move", 2, 6, 3)


@pytest.mark.rule("ring-of-concentration", "spells")
@pytest.mark.parametrize(("cast", "own"), [([], 5), (["Stamina"], 3)])
def test_a_bonus_while_no_spell_was_cast_counts_in_fights_too(cast: list[str], own: int) -> None:
    played = knowing(
        "Calm: item, common; always if no spell cast: in strength 2", items=["Calm"], health=3, cast=cast
    )
    played = say(with_cards(played, "Plains 6", "Lone Wolf"), "fight Lone Wolf")
    assert played.question is not None
    assert f"Anna {own} : " in played.question.prompt


@pytest.mark.rule("hermit", "golden-fish", "P5")
@pytest.mark.parametrize(("gold", "own"), [(1, 5), (9, 3)])
def test_a_bonus_for_who_has_least_counts_in_fights_too(gold: int, own: int) -> None:
    line = "Rags: item, common; always if least gold: in strength 2"
    played = placed(knowing(line, items=["Rags"], health=3, gold=gold), 1, step="turn", gold=5)
    played = say(with_cards(played, "Plains 6", "Lone Wolf"), "fight Lone Wolf")
    assert played.question is not None
    assert f"Anna {own} : " in played.question.prompt


@pytest.mark.rule("hands-and-head", "P37")
@pytest.mark.parametrize("text", ["fight Lone Wolf with Great Sword, Ivory Wand", "fight Lone Wolf with Sword, Axe"])
def test_items_that_no_hands_hold_together_are_refused_in_a_game_too(text: str) -> None:
    played = with_cards(standing("Great Sword", "Ivory Wand", "Sword", "Axe"), "Plains 6", "Lone Wolf")
    assert refused(played, text) == "P37"


@pytest.mark.rule("mountain-lore", "fanaticism", "P43")
def test_mountain_lore_counts_for_the_first_fight_of_a_plane_alone() -> None:
    played = standing(at="Mountains 16", step="movement", health=3, red=6, abilities=["Mountain Lore", "Fanaticism"])
    say(played, "plane Magic Tower [Door Warden]", "fight Door Warden")
    assert played.question is not None
    assert "Anna 4 : 3" in played.question.prompt
    played.answer("roll 1 2")
    played.answer("Door Warden")
    assert played.question is not None
    assert "Anna 3 : 3" in played.question.prompt


@pytest.mark.rule("highwayman", "P42", "P55", "battleground")
def test_what_lay_on_the_battleground_goes_to_the_discards() -> None:
    played = last_artifact(lying="Highwayman")
    played.present.at(4).cards[0].items, played.present.at(4).cards[0].damaged = ["Rope"], ["Axe"]
    played.present.at(4).cards.append(Lying())
    played.answer("battleground Forest 4")
    assert played.state.at(4).cards == []
    assert played.state.decks["common"].discards == ["Rope", "Axe"]
    assert played.state.decks["adventure"].discards == ["Highwayman", ""]
    assert "Bo turns Flaming Staff up: repaired." in told(played)


@pytest.mark.rule("P55", "battleground")
@pytest.mark.parametrize(
    ("space", "pile", "name"), [("City", "goods", "Sword"), ("Monastery", "abilities", "Prayer")]
)
def test_goods_and_abilities_of_the_battleground_are_discarded_too(space: str, pile: str, name: str) -> None:
    played = last_artifact()
    setattr(played.present.at(BOARD.number_of(space)), pile, [name])
    played.answer(f"battleground {space}")
    assert getattr(played.state.at(BOARD.number_of(space)), pile) == []
    assert name in (*played.state.decks["common"].discards, *played.state.decks["Monastery"].bottom)


@pytest.mark.rule("one-round", "peaceful-times")
def test_a_turn_is_numbered_from_the_second_on() -> None:
    played = say(game(*TWO), "chance Peaceful Times")
    assert label(played.state) == "round 1"
    assert label(say(played, "stay", "end turn").state) == "round 1, turn 2"


@pytest.mark.rule("roll-of-fight")
@pytest.mark.parametrize(("dice", "typed"), [("entered", True), ("rolled", False)])
def test_who_types_the_dice_of_a_fight_is_told_so(dice: str, typed: bool) -> None:
    played = standing(abilities=["Prayer"], magic=6, settings={"dice": dice})
    played = say(with_cards(played, "Plains 6", "Lone Wolf"), "fight Lone Wolf")
    assert played.question is not None
    assert (played.question.open, bool(played.question.hint), played.question.throw is not None) == (typed,) * 3


@pytest.mark.rule("altered-reality", "P35", "P44")
@pytest.mark.parametrize(("dice", "again"), [("rolled", "cast"), ("average", "stays")])
def test_one_die_again_where_nobody_types_dice(dice: str, again: str) -> None:
    """The program throws it; an averaged die is the same again."""
    wolf = with_cards(standing("Scroll of Altered Reality", settings={"dice": dice}), "Plains 6", "Lone Wolf")
    say(wolf, "fight Lone Wolf")
    while wolf.question is not None and wolf.question.key == "answer":
        before = wolf.present.thrown
        played = [text for text in offered(wolf) if text.startswith("use Scroll")]
        wolf.answer(played[0] if played else "stand")
        assert wolf.present.thrown - before == (again == "cast")
        break
    assert "Scroll of Altered Reality" in wolf.present.decks["rare"].discards


@pytest.mark.rule("chance-card", "death", "P47")
def test_who_dies_of_the_own_chance_card_has_no_turn() -> None:
    played = game(*TWO)
    played.state.learnt += (read_card("Plague: chance; drawn by: lose 1 health"),)
    played = say(placed(played, step="chance", health=0), "chance Plague")
    assert (hero(played).status, played.state.active, played.state.eliminated) == ("dead", 1, ["Druid"])


@pytest.mark.rule("open-training")
def test_what_a_new_ability_pushes_out_stands_beside_its_guild() -> None:
    played = game(*TWO)
    played.state.at(BOARD.number_of("Monastery")).abilities = ["Prayer", "Fanaticism"]
    played.state.at(BOARD.number_of("Magic Tower")).abilities = ["Time Loop"]
    played = say(placed(played, step="chance"), "chance Open Training")
    assert detail(played, "Monastery") == "Prayer goes under the deck, Fanaticism stays"
    assert detail(played, "Magic Tower") == "Time Loop"
    say(played, "Monastery", "Exorcism")
    assert played.present.at(BOARD.number_of("Monastery")).abilities == ["Fanaticism", "Exorcism"]
    laid = [(event.card, event.deck, event.where) for event in played.events if isinstance(event, Placed)]
    assert laid == [("Exorcism", "Monastery", "Monastery")]


@pytest.mark.rule("imp", "card-effects")
def test_all_items_go_without_anybody_being_asked() -> None:
    played = knowing("Maw: creature, strength 9; lost: discard all items", items=["Rope"], damaged=["Axe"], health=4)
    played = say(with_cards(played, "Plains 6", "Maw"), "fight Maw [roll 1 6]")
    assert (hero(played).held, played.state.decks["common"].discards) == ([], ["Rope", "Axe"])


@pytest.mark.rule("gate-travel")
def test_no_gate_leads_to_where_one_stands() -> None:
    ways = [text for text in offered(standing(at="City", step="movement", gold=9)) if text.startswith("gate")]
    assert ways
    assert "gate City" not in ways


@pytest.mark.rule("instead-of-moving")
def test_work_says_what_it_takes_and_brings_and_whom_it_is_closed_to() -> None:
    played = standing(at="City", step="movement", magic=1)
    assert detail(played, "work") == "1 Magic for 2 Gold"
    poor = standing(at="City", step="movement", magic=0)
    assert "work" not in offered(poor)
    assert poor.question is not None
    assert next(one.detail for one in poor.question.closed() if one.text == "work") == "it costs 1 Magic, Anna has 0"


# --- cards in play ------------------------------------------------------------------------------------------


@pytest.mark.rule("card-costs", "discarded-cards")
def test_an_item_given_as_a_price_in_a_fight_goes_to_the_discards() -> None:
    cup = "Cup: item, common; roll: 1 item -> in strength 1"
    played = with_cards(knowing(cup, items=["Cup", "Rope"]), "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf [pay Rope for Cup / roll 6 1]")
    assert (hero(played).items, played.state.decks["common"].discards) == (["Cup"], ["Rope"])


@pytest.mark.rule("potions-and-scrolls", "discarded-cards")
def test_each_scroll_of_a_fight_goes_to_the_discards() -> None:
    scrolls = ["Ember: item, common, scroll; roll: in strength 1", "Ash: item, common, scroll; roll: in strength 2"]
    played = knowing(scrolls[0], items=["Ember", "Rope", "Ash"])
    played.state.learnt += (read_card(scrolls[1]),)
    played = with_cards(placed(played, step="turn"), "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf [use Ember / use Ash / roll 6 1]")
    assert (hero(played).items, played.state.decks["common"].discards) == (["Rope"], ["Ember", "Ash"])


@pytest.mark.rule("card-costs", "damaged-items")
def test_a_damaged_item_given_after_a_fight_is_given() -> None:
    played = knowing("Altar: ability, Fortress; won: 1 item -> gain 2 gold", abilities=["Altar"], gold=0)
    played = placed(played, step="turn", items=["Axe"], damaged=["Rope", "Dagger"], health=6, red=6)
    played = with_cards(played, "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf [roll 6 1 / yes]")
    assert played.question is not None
    assert played.question.prompt == "Which Item does Anna give for Altar"
    say(played, "Rope")
    assert (hero(played).items, hero(played).damaged) == (["Axe"], ["Dagger"])
    assert played.state.decks["common"].discards == ["Rope"]


@pytest.mark.rule("card-effects", "P5")
@pytest.mark.parametrize(
    ("bo", "alone", "own"), [(5, "", 4), (5, "alone ", 4), (2, "", 4), (2, "alone ", 3), (1, "", 3)]
)
def test_who_has_least_counts_it_in_a_fight(bo: int, alone: str, own: int) -> None:
    cup = f"Cup: item, common; always if {alone}least gold: in strength 1"
    played = placed(knowing(cup, items=["Cup"], health=3, gold=2), 1, step="turn", gold=bo)
    assert f"{own} against 3" in detail(with_cards(played, "Plains 6", "Lone Wolf"), "fight Lone Wolf")


@pytest.mark.rule("card-effects", "spells")
def test_a_bonus_while_no_spell_was_cast_ends_with_the_spell_of_the_fight() -> None:
    played = knowing("Calm: item, common; always if no spell cast: in strength 3", items=["Calm"], health=4, magic=3)
    played.state.learnt += (read_card("Frenzy: ability, Fortress, spell 1; roll: in strength 1"),)
    played = say(with_cards(placed(played, step="turn", abilities=["Frenzy"]), "Plains 6", "Lone Wolf"), "fight")
    before = played.question
    say(played, "cast Frenzy")
    assert before is not None
    assert played.question is not None
    assert (before.prompt[:10], played.question.prompt[:10]) == ("Anna 7 : 3", "Anna 5 : 3")
    assert played.present.players[0].cast == ["Frenzy"]


@pytest.mark.rule("chance-card")
def test_a_known_chance_card_is_said_by_its_name_alone() -> None:
    assert say(game(*TWO), "Peaceful Times").state.extra == ["Peaceful Times"]


@pytest.mark.rule("P2", "P82")
@pytest.mark.parametrize(
    ("typed", "means"),
    [
        ("3, +2 strength", "item, common, costs 3; always: in strength 2"),
        ("costs 3, two-handed weapon, +2s", "item, common, costs 3, weapon, two-handed; always: in strength 2"),
        ("item, common, costs 3", "item, common, costs 3"),
    ],
)
def test_a_known_card_is_corrected_by_what_is_printed_as_where_it_is_asked_for(typed: str, means: str) -> None:
    """Its type had to be typed again: "can't read +3 strength; it is written like item, common"."""
    played = say(standing(), f"adjust card rope: {typed}")
    assert [write_card(card) for card in played.state.learnt if card.name == "Rope"] == [f"Rope: {means}"]


@pytest.mark.rule("discarded-cards")
def test_what_is_printed_on_a_card_that_nobody_knew_is_noted_and_of_a_known_one_stays_of_its_deck() -> None:
    played = say(standing(), "adjust card Newcomer: item, common", "adjust card Sword: item, costs 3")
    assert [card.name for card in played.state.learnt] == ["Newcomer", "Sword"]
    assert quest_of(played).deck_of("Sword") == "common"


@pytest.mark.rule("decks")
@pytest.mark.parametrize(
    ("deck", "typed", "why"),
    [
        ("adventure", "sphinx", "Sphinx is a Lesser Guardian, as the rulebook says, not an Adventure card"),
        ("adventure", "Prayer", "Prayer is an Ability of the Monastery, as the rulebook says"),
        ("rare", "Hammer", "Hammer is a Common Item, as the rulebook says, not a Rare Item"),
        *(("adventure", f"{verb} Beast", "looks like a move") for verb in sorted(MOVES.begins)),
        *(("common", f"{word} it", "looks like a move") for word in ("chance", "done", "roll", "adjust")),
        ("adventure", "Odd Bear: 4", "Write 4s, 4w, or 4/3 for both"),
        ("common", "3 2", "can't be the name of a card"),
        ("common", "heal 2", "looks like a move"),  # behind "Potion of Healing: 3, "
        ("common", "", "can't be the name of a card"),
        ("common", "x" * 61, "can't be the name of a card"),
        ("common", "Cup/Can", "can't be the name of a card"),
        ("adventure", "Odd Bear 4", "a colon comes before what is printed"),
        ("adventure", "strength 4", "a colon comes before what is printed"),
        ("adventure", "strength", "the name comes first"),
        ("rare", "costs 4", "the name comes first"),
        ("rare", "weapon: +1 strength", "the name comes first"),
        ("adventure", "nothing", "can't be the name of a card"),
    ],
)
def test_what_cant_be_a_new_card_of_a_deck(deck: DeckName, typed: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        decks.read_named(quest_of(game(*TWO, known=False)), deck, typed)


@pytest.mark.rule("decks", "card-effects")
@pytest.mark.parametrize(
    ("deck", "typed", "kept"),
    [
        ("adventure", "Odd Well: who drinks: sings; loudly", "Odd Well: use: manual who drinks, sings, loudly"),
        ("chance", "Odd Wind: everybody sings", "Odd Wind: drawn by: manual everybody sings"),
        ("common", "Odd Cup: who drinks sings", "Odd Cup: any time: manual who drinks sings"),
        ("greater", "Odd Imp: strength 4; who fights sings", "Odd Imp: strength 4; won: manual who fights sings"),
        ("lesser", "Odd Imp: who fights sings", ""),
        ("adventure", "Odd Well: sings", ""),
        *(("adventure", f"Odd Well: {move} the dragon", "") for move in ("stay", "walk", "work", "fight", "attack")),
        *(("adventure", f"Odd Well: {word} the dragon", "") for word in ("end", "chance", "roll", "done", "adjust")),
    ],
)
def test_what_no_words_can_say_is_kept_where_a_hand_can_do_it(deck: DeckName, typed: str, kept: str) -> None:
    with pytest.raises(Unreadable) as caught:
        decks.read_named(quest_of(game(*TWO, known=False)), deck, typed)
    said = caught.value.answer if isinstance(caught.value, Suggestion) else ""
    assert (said[: len(kept)], bool(said)) == (kept, bool(kept))


@pytest.mark.rule("decks", "discarded-cards")
def test_what_lies_under_a_deck_is_offered_where_nothing_else_is_left() -> None:
    quest = quest_of(game(*TWO))
    pack, last = quest.state.decks["Monastery"], decks.unseen(quest, "Monastery")[0]
    pack.bottom, pack.count = [last], 2
    named = [option.text for option in decks.options_of(quest, "Monastery").options()]
    assert last not in named
    pack.count = 0
    assert [option.text for option in decks.options_of(quest, "Monastery").options()] == sorted([*named, last])


@pytest.mark.rule("hero-card")
def test_what_is_printed_on_a_hero_is_put_right() -> None:
    played = say(standing(), "adjust card Druid: hero, strength 2, willpower 6, Forest Camp, Monastery, man")
    assert [card.name for card in played.present.learnt] == ["Druid"]


@pytest.mark.rule("moving-cards", "P51")
def test_a_card_gained_by_hand_is_taken_from_where_it_lies() -> None:
    played = standing("Rope", damaged=["Axe"], abilities=["Prayer"])
    state = played.state
    state.planes[0].artifact, state.at(BOARD.number_of("City")).goods = "Royal Cape", ["Sword"]
    state.at(6).cards = [Lying("Highwayman", items=["Dagger"], damaged=["Hammer"])]
    state.decks["common"].discards = ["Cutlass"]
    state.at(BOARD.number_of("Monastery")).abilities = ["Fanaticism"]
    played = placed(played, step="turn")
    cards = ("Royal Cape", "Sword", "Dagger", "Hammer", "Cutlass", "Rope", "Axe", "Prayer", "Fanaticism")
    counts = {deck: pack.count for deck, pack in played.state.decks.items()}
    said = say(played, *(f"adjust Bo gains {card}" for card in cards)).state
    bo, plane = said.players[1], said.planes[0]
    assert (bo.artifacts, bo.abilities, set(bo.items)) == (
        ["Royal Cape"],
        ["Prayer", "Fanaticism"],
        {*cards[1:7]},
    )
    assert (plane.closed, plane.artifact, said.players[0].held, said.at(6).cards[0].items) == (True, "", [], [])
    moved = say(played, "adjust Plains 11 gains Highwayman").state
    assert [one.name for one in (*moved.at(6).cards, *moved.at(11).cards)] == ["Highwayman"]
    assert {deck: pack.count for deck, pack in moved.decks.items()} == counts


@pytest.mark.rule("artifacts", "P46")
def test_an_artifact_left_in_a_plane_is_given_by_hand_and_lies_there_no_longer() -> None:
    played = standing()
    played.state.planes[1].left = ["Banner of Hope"]
    said = say(played, "adjust Bo gains Banner of Hope").state
    assert (said.players[1].artifacts, said.planes[1].left) == (["Banner of Hope"], [])


@pytest.mark.rule("what-is-in-box")
def test_a_card_that_lies_face_down_is_none_that_a_hand_can_name() -> None:
    played = with_cards(standing(), "Plains 6", "Ghost", "")
    with pytest.raises(Unreadable, match=r"it can be Ghost$"):
        say(played, "adjust Plains 6 loses Nonesuch")


@pytest.mark.rule("thievery", "P45")
def test_from_who_has_nothing_nothing_is_stolen() -> None:
    played = placed(knowing("Odd Hut: opportunity; use: steal an item or else gain 1 gold", gold=0), 1, step="turn")
    played = with_cards(placed(played, 1, space="Plains 6", step="turn"), "Plains 6", "Odd Hut")
    assert hero(say(played, "use Odd Hut")).gold == 1


@pytest.mark.rule("final-battle")
def test_nobody_is_moved_off_the_battleground_though_the_table_overrules() -> None:
    played = knowing("Boots: item, common; any time: move 2", items=["Boots"])
    played.state.phase, played.state.decks["common"].count = "final battle", 9
    played = taken(played, *zip(artifacts(), (0, 0, 0, 1, 1), strict=True))
    played = say(placed(played, step="turn"), "overrule use Boots because we say so")
    assert "nobody leaves the battleground." in told(played)
    assert hero(played).space == 6


@pytest.mark.rule("handing-over", "P56")
@pytest.mark.parametrize(
    ("given", "who", "asked"),
    [
        ("loser", "Bo", "Which Artifact does Bo hand over"),
        ("winner", "Anna", "Which Artifact of Bo's does Anna take"),
    ],
)
def test_who_picks_the_artifact_of_the_beaten(given: str, who: str, asked: str) -> None:
    played = game(*TWO, artifact_given=given)
    lighten(played.state)
    played.state.phase, played.state.players[1].artifacts = "final battle", ["Royal Cape", "Banner of Hope"]
    question = _handed_question(quest_of(played), 1, 0)
    assert (question.prompt, question.who) == (asked, who)


@pytest.mark.rule("trading-heroes")
def test_what_is_asked_for_in_a_trade_is_listed_after_what_is_given() -> None:
    played = placed(standing("Rope", settings={"trading": True}), 1, space="Plains 6", items=["Axe"], gold=0)
    played = placed(played, step="movement", gold=1)
    assert played.question is not None
    (trade,) = [one for one in played.question.options() if one.text.startswith("offer")]
    goods = {one.text: one for one in _after(trade)}
    assert list(goods) == ["Rope", "1 gold", "nothing", "several things"]
    assert [one.text for one in _after(goods["nothing"])] == ["offer Bo nothing for Axe"]
    assert [one.label for one in _after(goods["Rope"])] == ["Axe", "nothing"]
    first = _after(goods["several things"])[0]
    assert [(one.text, one.detail) for one in _after(first)] == [("Rope", "that is all"), ("and 1 gold", "")]


def _after(option: Option) -> Sequence[Option]:
    """What is listed where an option only opens a question."""
    assert option.more is not None
    question = option.more()
    assert question is not None
    assert question.who == "Anna"
    return question.options()


@pytest.mark.rule("ambidexterity", "P29")
def test_sets_of_two_weapons_are_listed_where_a_card_allows_them() -> None:
    fields = scene(quest_of(standing("Axe", "Dagger")))
    for skills, there in (((), False), (("Ambidexterity",), True)):
        fighter = Fighter("Anna", items=("Axe", "Dagger"), abilities=skills)
        assert (("Axe", "Dagger") in legal_sets(fields, fighter)) == there


@pytest.mark.rule("P77", "P31")
def test_what_a_die_decides_when_met_waits_for_the_die() -> None:
    snake = read_card("Snake: creature, strength 4; met on 1-3: lose 1 health; met on 4-6: lose 2 health")
    assert isinstance(snake, Creature)
    found = replace(scene(quest_of(standing())), creature=snake)
    assert [after_meeting(found, Fighter("Anna", health=4, red=4), face).health for face in (0, 1, 6)] == [4, 3, 2]


@pytest.mark.rule("healing-arts", "P76")
def test_what_the_enemy_heals_takes_back_no_wound_of_the_battle() -> None:
    ogre = "Ogre: creature, strength 9; lost: also each player heal 1 health"
    played = knowing(ogre, abilities=["Healing Arts"], health=4, red=6)
    played = say(with_cards(played, "Plains 6", "Ogre"), "fight Ogre [roll 1 1]")
    assert hero(played).health == 5


@pytest.mark.rule("non-battle", "opportunities", "spells", "always-on")
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("Cup: item, common; any time: gain 1 gold", "non-battle"),
        ("Cup: ability, Fortress; any time: gain 1 gold", "always-on"),
        ("Cup: ability, Fortress, spell 1; any time: gain 1 gold", "spells"),
        ("Cup: opportunity; use: gain 1 gold", "opportunities"),
    ],
)
def test_what_a_used_card_does_names_the_rule_of_its_kind(line: str, rule: str) -> None:
    held: dict[str, Any] = {"items": ["Cup"]} if "item" in line else {"abilities": ["Cup"] * ("ability" in line)}
    played = knowing(line, magic=3, **held)
    played = with_cards(played, "Plains 6", "Cup") if "opportunity" in line else played
    say(played, "cast Cup" if "spell" in line else "use Cup")
    assert {event.rules[:1] for event in played.take_events() if isinstance(event, Counted) and event.by == 1} == {
        (rule,)
    }


@pytest.mark.rule("four-artifacts", "short-game", "end-of-world", "P48", "P52", "P58")
@pytest.mark.parametrize(
    ("variant", "artifacts_held", "rules"),
    [
        ("standard", 4, ("four-artifacts", "P52")),
        ("two artifacts", 2, ("short-game", "P58")),
        ("standard", 0, ("end-of-world", "P48")),
    ],
)
def test_the_end_names_the_rule_by_which_it_came(variant: str, artifacts_held: int, rules: tuple[str, ...]) -> None:
    played = taken(game(*TWO, variant=variant), *((name, 0) for name in artifacts()[:artifacts_held]))
    quest = quest_of(played)
    for one in quest.state.players if not artifacts_held else ():
        one.status = "out"
    assert decide(quest)
    assert [event.rules for event in quest.events] == [rules]


@pytest.mark.rule("decks")
def test_of_a_drawn_card_a_new_name_is_asked_about_and_a_known_one_is_not() -> None:
    asked = decks.options_of(quest_of(game(*TWO)), "common")
    assert asked.coins is not None
    assert [asked.coins(asked.parse(text)) for text in ("rope", "Fog Horn", "Fog Horn: item, common")] == [
        "",
        "Fog Horn",
        "",
    ]
    assert asked.record(asked.parse("ROPE"), "ROPE") == "Rope"
    chance = decks.options_of(quest_of(game(*TWO)), "chance")
    assert chance.coins is not None
    assert [bool(chance.coins(chance.parse(text))) for text in ("Kindly Wind", "Fog Horn")] == [False, True]
    assert list(asked.language())
    assert not list(decks.options_of(quest_of(game(*TWO, draws="program")), "common").language())


# --- what is listed -----------------------------------------------------------------------------------------


def _lying_here(space: str, what: str, *names: str, **values: Any) -> list[str]:
    """What can be done on a space where such cards lie, after the movement."""
    played = standing("Sword", at=space, **{"experience": 9, "gold": 9, **values})
    getattr(played.state.at(BOARD.find_space(space)), what).extend(names)
    played.state.planes[0].closed = what == "artifacts"
    return offered(placed(played, step="turn"))


@pytest.mark.rule("possibilities", "learning", "repair", "buying", "selling", "healing", "recharging", "lodging")
@pytest.mark.parametrize(
    ("space", "what", "names", "hero_has", "listed"),
    [
        ("Monastery", "abilities", ["Prayer", "Fanaticism"], {}, ["learn Prayer", "learn Fanaticism"]),
        ("City", "goods", ["Axe"], {"damaged": ["Rope"]}, ["repair Rope", "buy Axe"]),
        ("City", "goods", [], {"damaged": ["Rope", "Axe"]}, ["repair Rope", "repair Axe", "repair Rope, Axe"]),
        ("Village", "goods", [], {"gold": 1}, ["sell Sword", "lodge"]),
        ("Plains 6", "artifacts", ["Royal Cape"], {}, ["take Royal Cape"]),
        ("Monastery", "abilities", [], {"health": 1, "red": 4}, ["heal 1"]),
        ("Forest Camp", "abilities", [], {"health": 2, "red": 4}, ["heal 1", "heal 2"]),
        ("Enchanted Wilderness", "abilities", [], {"magic": 1, "blue": 9}, ["recharge 3"]),
        ("Enchanted Wilderness", "abilities", [], {"magic": 7, "blue": 9}, ["recharge 2"]),
        ("Magic Tower", "abilities", [], {"magic": 7, "blue": 9}, ["recharge 1", "recharge 2"]),
    ],
)
def test_each_possibility_of_a_space_is_listed(
    space: str, what: str, names: list[str], hero_has: dict[str, Any], listed: list[str]
) -> None:
    there = _lying_here(space, what, *names, **hero_has)
    assert [text for text in there if text in listed] == listed


@pytest.mark.rule("selling")
def test_where_one_stands_and_what_lies_there_is_in_the_prompt() -> None:
    played = with_cards(standing(), "Plains 6", "Ghost")
    assert played.question is not None
    assert played.question.prompt == "Anna in Plains 6 (Ghost): what next"


@pytest.mark.rule("card-costs", "spells")
@pytest.mark.parametrize(
    ("line", "said", "has"),
    [
        ("Cup: item, common; any time: 2 gold -> heal 1 health", "use Cup", {"gold": 2, "items": ["Cup"]}),
        ("Cup: opportunity; use: 2 gold -> heal 1 health", "use Cup", {"gold": 2}),
        ("Cup: ability, Fortress, spell 2; any time: heal 1 health", "cast Cup", {"magic": 2, "abilities": ["Cup"]}),
    ],
)
def test_exactly_enough_is_enough(line: str, said: str, has: dict[str, Any]) -> None:
    played = knowing(line, health=1, red=4, **has)
    played = with_cards(played, "Plains 6", "Cup") if "opportunity" in line else played
    assert hero(say(played, said)).health == 2


@pytest.mark.rule("fight-creatures", "strength-first")
def test_of_a_creature_of_two_types_fights_of_both_can_be_listed() -> None:
    played = knowing("Giant: creature, strength 5, willpower 3", magic=6, blue=6, items=["Axe"])
    played = with_cards(played, "Plains 6", "Giant")
    assert played.question is not None
    (more,) = (option.ways() for option in played.question.options() if option.ways())
    assert {*more} | {*offered(played)} >= {
        f"fight Giant {how}" for how in ("strength", "wills", "strength with Axe", "wills with Axe")
    }


@pytest.mark.rule("P37", "hands-and-head")
@pytest.mark.parametrize(
    ("cards", "why"),
    [
        (("Great Sword", "Round Shield"), "Great Sword is two-handed and fills both hands: Great Sword and Round Sh"),
        (("Axe", "Round Shield", "Ivory Wand"), "there are two hands, not 3: Axe, Round Shield and Ivory Wand"),
        (("Axe", "Dagger"), "only one weapon can be used at a time: Axe and Dagger"),
        (("Round Shield", "Spiked Shield"), "only one shield can be used at a time: Round Shield and Spiked Shield"),
        (
            ("Ruby Circlet", "Crown of Power"),
            "only one Item can be worn on the head: Ruby Circlet and Crown",
        ),
    ],
)
def test_what_no_hands_hold_is_named(cards: tuple[str, ...], why: str) -> None:
    items = [read_card(line(name)) for name in cards]
    with pytest.raises(Illegal, match=why):
        verify([item for item in items if isinstance(item, Item)], two_weapons=False)


@pytest.mark.rule("learning", "repair", "buying", "healing", "recharging", "lodging", "P24")
@pytest.mark.parametrize(
    ("at", "kind", "names", "number", "gold"),
    [
        ("Monastery", "learn", ("Prayer",), 0, 4),
        ("City", "repair", ("Axe",), 0, 1),
        ("City", "repair", ("Axe", "Rope"), 0, 2),
        ("City", "buy", ("Ember Sword",), 0, 11),
        ("City", "sell", ("Sword",), 0, 0),
        ("Monastery", "heal", (), 1, 0),
        ("Forest Camp", "heal", (), 2, 2),
        ("Magic Tower", "recharge", (), 3, 2),
        ("Magic Tower", "recharge", (), 2, 1),
        ("Enchanted Wilderness", "recharge", (), 3, 0),
        ("Village", "lodge", (), 0, 1),
        ("Plains 6", "take", ("Royal Cape",), 0, 0),
    ],
)
def test_what_each_possibility_costs(at: str, kind: str, names: tuple[str, ...], number: int, gold: int) -> None:
    stranger = quest_of(standing(at=at, heroes=("Mercenary", "Druid")))
    assert price(stranger, Possibility(kind, names, number)) == gold


@pytest.mark.rule("fight-creatures", "walk", "non-battle")
@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("turn", "FIGHT LONE WOLF STRENGTH WITH AXE"),
        ("movement", f"USE BOOTS TO {BOARD.label(9).upper()}"),
        ("movement", "HORSE FOREST 4 WITH COUNTERFEITING"),
    ],
)
def test_a_move_may_be_typed_in_capitals(step: str, said: str) -> None:
    boots = "Boots: item, common; moving: move 3"
    played = knowing(boots, items=["Axe", "Boots"], abilities=["Counterfeiting"], space="Plains 6", gold=5, step=step)
    question = placed(with_cards(played, "Plains 6", "Lone Wolf"), step=step).question
    assert question is not None
    assert question.record(question.parse(said), said).upper() == said


@pytest.mark.rule("card-effects", "damaged-items")
@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("Cup: item, common; any time: heal 1 health, damage this", (["Rope", "Axe"], ["Cup"], ["Prayer"])),
        ("Cup: item, common; any time: heal 1 health, discard this", (["Rope", "Axe"], [], ["Prayer"])),
        ("Cup: ability, Fortress; any time: heal 1 health, discard this", (["Rope", "Axe"], [], ["Prayer"])),
    ],
)
def test_what_harms_itself_harms_no_other_card(line: str, kept: tuple[list[str], ...]) -> None:
    items = ["Rope", "Cup", "Axe"] if "item" in line else ["Rope", "Axe"]
    abilities = ["Prayer"] if "item" in line else ["Prayer", "Cup"]
    played = say(knowing(line, items=items, abilities=abilities, health=1, red=4), "use Cup")
    assert (hero(played).items, hero(played).damaged, hero(played).abilities) == kept


@pytest.mark.rule("P8", "P6")
@pytest.mark.parametrize(
    ("what", "by", "more"),
    [
        ("health", -9, True),
        ("health", -1, True),
        ("health", 1, False),
        ("health", 9, False),
        ("strength", 1, True),
        ("strength", -1, False),
        ("strength", 9, True),
        ("strength", -9, False),
        ("willpower", 9, True),
        ("willpower", -9, False),
        ("gold", 9, False),
        ("gold", -9, False),
    ],
)
def test_where_more_than_there_can_be_means_something(what: str, by: int, more: bool) -> None:
    """More Health lost than there is kills; more cubes gained than there can be heal and recharge."""
    assert HOLDINGS.beyond(Change("Anna", what, by)) == more


@pytest.mark.rule("alter-ego")
@pytest.mark.parametrize(
    ("said", "strength"),
    [("as yours", 3), ("as yours +1", 4), ("as yours x2", 6), ("7", 7)],
)
def test_a_creature_as_strong_as_the_hero(said: str, strength: int) -> None:
    ego = read_card(f"Ego: creature, demon, strength {said}")
    assert isinstance(ego, Creature)
    fight = Fight(Scene(lambda name: ego, ego), (Side(Fighter("Anna", health=3, red=5, magic=9)),), "strength")
    assert value(fight, ego, "strength") == strength
    with pytest.raises(BadInput, match="Ego: its Willpower isn't known; add it to its line, like willpower 4"):
        value(fight, ego, "willpower")


@pytest.mark.rule("guild-cards", "adventures-on-space", "merchants")
@pytest.mark.parametrize(
    ("space", "card", "fits"),
    [
        ("Plains 6", "Ghost", True),
        ("Plains 6", "Gem Mine", True),
        ("City", "Ghost", False),
        ("Plains 6", "Rope", False),
        ("City", "Rope", True),
        ("Village", "Rope", True),
        ("Fortress", "Rope", False),
        ("Monastery", "Prayer", True),
        ("Fortress", "Prayer", False),
        ("City", "Prayer", False),
    ],
)
def test_what_may_be_put_on_a_space_by_hand(space: str, card: str, fits: bool) -> None:
    played = standing()
    said = f"adjust {space} gains {card}"
    if not fits:
        with pytest.raises(RefereeError):
            say(played, said)
        return
    say(played, said)
    there = played.present.at(BOARD.find_space(space))
    assert card in (*(one.name for one in there.cards), *there.abilities, *there.goods, *there.artifacts)


@pytest.mark.rule("chance-card")
@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("chance Charity", True),
        ("charity", True),
        ("char", True),
        ("cha", False),
        ("dream", True),
        ("prophetic", True),
        ("prophetic dream monastery", True),
        ("prophetic dream mo", True),
        ("training monastery", True),
        ("open training mo", True),
        ("end turn", False),
        ("ghost", False),
    ],
)
def test_a_text_is_known_for_the_name_of_a_chance_card(text: str, named: bool) -> None:
    played = standing(step="chance")
    assert is_named(quest_of(played), text) == named


@pytest.mark.rule("chance-card")
def test_what_is_printed_on_a_chance_card_comes_before_what_the_rulebook_says_of_its_name() -> None:
    played = knowing("Peaceful Times: chance; drawn by: gain 2 gold", gold=1)
    played = say(placed(played, step="chance"), "chance Peaceful Times")
    assert (hero(played).gold, played.state.extra) == (3, [])


@pytest.mark.rule("walk", "horse")
@pytest.mark.parametrize(("typed", "space"), [("walk plains", 6), ("horse mountains", 3)])
def test_of_spaces_alike_the_one_in_reach_is_meant(typed: str, space: int) -> None:
    assert hero(say(placed(game(*TWO), space="Fortress"), typed)).space == space


@pytest.mark.rule("boat", "wharf-rat", "counterfeiting")
def test_who_travels_by_boat_for_nothing_needs_no_help_to_pay() -> None:
    played = placed(game(*TWO), space="City", abilities=["Wharf Rat", "Counterfeiting"], gold=2)
    assert [text for text in offered(played) if text.startswith("boat")] == ["boat Plains 6", "boat Plains 19"]


@pytest.mark.rule("chance-card", "P71")
@pytest.mark.parametrize(
    ("card", "harms", "rules"),
    [
        ("Mountains", True, ("terrain-cards", "P71")),
        ("Mountains", False, ("terrain-cards",)),
        ("Monastery", True, ("guild-cards",)),
        ("Tradesman", True, ("merchants",)),
        ("Peaceful Times", True, ("peaceful-times",)),
        ("Prophetic Dream", True, ("prophetic-dream",)),
        ("Charity", True, ("charity",)),
        ("Economic Crisis", True, ("crisis",)),
        ("Good Times", True, ("winds", "P16")),
    ],
)
def test_what_a_light_table_is_told_of_a_chance_card_names_its_rules(
    card: str, harms: bool, rules: tuple[str, ...]
) -> None:
    assert describe_chance(card, "Anna", harms=harms)[1] == rules


@pytest.mark.rule("chance-card", "winds")
@pytest.mark.parametrize(("text", "named"), [("charity", True), ("odd gale", True), ("odd storm", False)])
def test_a_chance_card_is_known_of_the_rulebook_or_of_the_table(text: str, named: bool) -> None:
    played = placed(game(*TWO, known=False), step="chance")
    played.state.learnt += (read_card("Odd Gale: chance; drawn by: heal 1 health"),)
    assert is_named(quest_of(played), text) == named
    assert describe_chance("Odd Gale", "Anna", harms=False)[1] == ("winds", "P16")


@pytest.mark.rule("trading-heroes")
@pytest.mark.parametrize(
    ("taken", "most", "offered"),
    [
        (Goods(), 2, ["Rope", "Axe", "1 gold", "2 gold"]),
        (Goods(), 9, ["Rope", "Axe", "1 gold", "2 gold", "3 gold"]),
        (Goods(), 0, ["Rope", "Axe"]),
        (Goods(1), 9, ["Rope", "Axe"]),
        (Goods(names=("Rope",)), 1, ["Axe", "1 gold"]),
    ],
)
def test_what_is_offered_of_a_heros_things(taken: Goods, most: int, offered: list[str]) -> None:
    """Gold is offered once, up to so much."""
    anna = hero(standing("Rope", damaged=["Axe"], gold=3))
    assert list(map(str, _things(anna, taken, most))) == offered


@pytest.mark.rule("decks")
def test_the_sizes_of_decks_are_told_by_name_or_in_their_order() -> None:
    numbers = range(1, len(COUNTED) + 1)
    each = dict(zip(COUNTED, numbers, strict=True))
    assert read_sizes(", ".join(map(str, numbers))) == each
    assert read_sizes(", ".join(f"{deck} {many}" for deck, many in each.items())) == each
    for word in ("not counted", "none", "no"):
        assert set(read_sizes(word).values()) == {UNCOUNTED}
    for wrong in ("30", "chance", "chance 30 adventure", "moon 3"):
        with pytest.raises(Unreadable):
            read_sizes(wrong)


@pytest.mark.rule("decks")
def test_what_lies_elsewhere_of_a_deck_is_of_that_deck() -> None:
    played = with_cards(standing("Rope"), "Plains 6", "Ghost")
    quest = quest_of(played)
    found = {deck: set(decks._lying(quest, deck)) for deck in ("common", "adventure", "rare")}
    assert found == {"common": {"rope"}, "adventure": {"ghost"}, "rare": set()}


@pytest.mark.parametrize("deck", get_args(DeckName))
def test_the_example_of_a_new_card_is_one_of_its_deck(deck: DeckName) -> None:
    hint = line_question("Odd One", deck).hint
    assert hint.startswith("like: ")
    assert belongs(read_begun("Odd One", hint.removeprefix("like: ").partition(" (")[0], deck), deck)


@pytest.mark.rule("end-limits")
@pytest.mark.parametrize(
    ("over", "many", "listed", "hint"), [(1, "1 Item", 8, ""), (2, "2 Items", 0, "2 of Rope, Rope")]
)
def test_who_has_too_many_items_is_asked_which_go(over: int, many: str, listed: int, hint: str) -> None:
    items = ["Rope", *(f"Rope #{number}" for number in range(2, 8 + over))]
    played = say(standing(*items, heroes=("Paladin", "Mercenary")), "end turn")
    assert played.question is not None
    assert (played.question.who, played.question.key, played.question.open) == ("Anna", "discard", True)
    assert played.question.prompt == f"Anna has {many} too many; which go"
    assert (len(offered(played)), played.question.hint[:15]) == (listed, hint)
    with pytest.raises(RefereeError, match=f"{many} must go{'; write' if over > 1 else '$'}"):
        played.answer("discard Rope, Rope, Rope")


@pytest.mark.rule("weapon-abilities", "P43")
@pytest.mark.parametrize(
    ("at", "words"),
    [
        ("Monastery", {"monastery", "guild"}),
        ("City", {"city", "port", "gate"}),
        ("Plains 6", {"plains", "port"}),
    ],
)
def test_what_a_space_is_counts_in_its_fights(at: str, words: set[str]) -> None:
    assert scene(quest_of(standing(at=at))).place == words


@pytest.mark.rule("chance-card")
@pytest.mark.parametrize(
    ("phase", "left", "draws"),
    [
        ("normal", 0, True),
        ("countdown", 1, True),
        ("countdown", 0, False),
        ("final battle", 5, False),
        ("apocalypse", 5, False),
    ],
)
def test_when_a_chance_card_begins_a_round_at_a_light_table(phase: Phase, left: int, draws: bool) -> None:
    played = standing(step="chance")
    played.state.phase, played.state.decks["chance"].count = phase, left
    assert _next_draws(played.state) == draws
    assert bool(list(DrawChance.candidates(quest_of(played)))) == draws


@pytest.mark.rule("card-backs", "decks")
def test_a_card_that_is_drawn_is_asked_for_by_any_name() -> None:
    played = say(with_cards(knowing("Cache: opportunity; use: draw 1 common"), "Plains 6", "Cache"), "use Cache")
    assert played.question is not None
    assert (played.question.key, played.question.open) == ("draw", True)
    assert played.question.hint.startswith("its name; a new card with what is printed, like ")


@pytest.mark.rule("stealing-and-decay", "P45")
def test_all_items_of_a_hero_are_stolen_without_a_question() -> None:
    played = knowing("Magpie: opportunity; use: a hero here steal all items", items=["Rope"], health=4)
    played = with_cards(
        placed(played, 1, step="turn", space="Plains 6", items=["Axe", "Dagger"]), "Plains 6", "Magpie"
    )
    say(played, "use Magpie")
    assert (hero(played).items, hero(played, 1).items) == (["Rope", "Axe", "Dagger"], [])


@pytest.mark.rule("what-is-in-box", "P42")
def test_what_lies_under_a_creature_lies_there() -> None:
    played = standing()
    played.state.at(6).cards = [Lying("Ghost", items=["Rope"], damaged=["Axe"])]
    found = set(played.state.known_places())
    assert {("Ghost", "space 6"), ("Rope", "under Ghost"), ("Axe", "under Ghost")} <= found


@pytest.mark.rule("one-round", "artifacts", "always-on")
@pytest.mark.parametrize("pile", ["items", "artifacts", "abilities"])
def test_a_card_of_any_kind_works_by_itself_as_a_round_starts(pile: str) -> None:
    kind = {"items": "item, common", "artifacts": "artifact", "abilities": "ability, Fortress"}[pile]
    played = knowing(f"Sun: {kind}; round starts: gain 1 gold")
    played = placed(played, 1, step="turn", space="City", gold=2, **{pile: ["Sun"]})
    assert hero(say(played, "end turn"), 1).gold == 3


@pytest.mark.rule("thievery", "artifacts", "always-on")
@pytest.mark.parametrize("pile", ["items", "artifacts", "abilities"])
def test_a_card_of_any_kind_works_by_itself_as_a_hero_is_beaten(pile: str) -> None:
    kind = {"items": "item, common", "artifacts": "artifact", "abilities": "ability, Fortress"}[pile]
    played = knowing(f"Sun: {kind}; hero beaten: gain 1 gold", health=6, red=6, gold=2, **{pile: ["Sun"]})
    played = placed(placed(played, step="turn"), 1, step="turn", space="Plains 6")
    assert hero(say(played, "attack Bo [accept / roll 6 1]")).gold == 3


@pytest.mark.rule("order-of-turn", "opportunities", "attack-heroes")
def test_nobody_is_attacked_once_an_opportunity_was_used() -> None:
    played = placed(knowing("Odd Pool: opportunity; use: gain 1 gold"), 1, step="turn", space="Plains 6")
    played = with_cards(played, "Plains 6", "Odd Pool")
    assert "attack Bo" in offered(played)
    assert refused(say(played, "use Odd Pool"), "attack Bo") == "order-of-turn"


@pytest.mark.rule("most-red", "most-blue")
@pytest.mark.parametrize(("what", "most"), [("strength", 8), ("willpower", 10)])
def test_no_hero_has_more_cubes_than_the_most(what: str, most: int) -> None:
    say(standing(), f"adjust Anna {what} {most}")
    with pytest.raises(Illegal, match=f"the most is {most}"):
        say(standing(), f"adjust Anna {what} {most + 1}")


@pytest.mark.rule("most-red", "most-blue", "P6")
@pytest.mark.parametrize(("what", "left"), [("strength", (8, 5, 10, 3)), ("willpower", (8, 3, 10, 5))])
def test_a_gain_that_reaches_the_limit_heals_with_what_is_left_of_it(what: str, left: tuple[int, ...]) -> None:
    """2 gained with room for 1: one more cube, and one healed or recharged."""
    cubes: Any = {"health": 3, "red": 8, "magic": 3, "blue": 10}
    played = standing(**cubes | ({"red": 7} if what == "strength" else {"blue": 9}))
    told(say(played, f"adjust Anna {what} +2"))
    now = hero(played)
    assert (now.red, now.health, now.blue, now.magic) == left
    quest = quest_of(standing(health=3, red=8))
    quest.change(0, "strength", 1, "Cup", ("card-effects",))
    assert quest.events[0].rules == ("card-effects", "P6")


@pytest.mark.rule("decks")
@pytest.mark.parametrize("deck", ["common", "rare", "Monastery", "chance"])
def test_an_item_that_doesnt_say_how_rare_it_is_may_be_of_either_deck(deck: DeckName) -> None:
    assert belongs(read_card("Cup: item"), deck) == (deck in ("common", "rare"))
    assert belongs(read_card("Chant: ability; roll: in strength 1"), deck) == (deck == "Monastery")


@pytest.mark.rule("final-battle", "card-effects")
def test_what_moves_nobody_off_the_battleground_does_what_it_says_instead() -> None:
    quest = quest_of(standing(gold=0))
    quest.state.phase = "final battle"
    (effect,) = RULES.read_effects("move 2 or else gain 1 gold")
    drive(perform(quest, effect, Source(0, "Boots")), lambda asked: asked.parse("City"))
    assert (quest.hero.gold, quest.hero.space) == (1, 6)


@pytest.mark.rule("ruin", "P80")
def test_a_search_without_a_creature_is_told() -> None:
    played = with_cards(standing(), "Plains 6", "Ruin")
    say(played, "use Ruin")
    played.take_events()
    say(played, "none")
    assert "no Creature is left in the deck" in " ".join(told(played))


@pytest.mark.rule("card-costs")
def test_who_discards_items_as_a_price_is_asked_which_but_for_the_card_itself() -> None:
    played = knowing("Cup: item, common; any time: 2 items -> heal 1 health", health=1, red=3)
    assert refused(placed(played, items=["Cup", "Rope"], step="turn"), "use Cup") == "card-costs"
    played = say(placed(played, items=["Cup", "Rope"], damaged=["Axe", "Hammer"], step="turn"), "use Cup")
    assert played.question is not None
    assert (played.question.prompt, played.question.who) == ("Anna discards which", "Anna")
    assert offered(played) == ["Rope", "Axe", "Hammer"]
    say(played, "Axe", "Rope")
    assert (hero(played).items, hero(played).damaged, hero(played).health) == (["Cup"], ["Hammer"], 2)


@pytest.mark.rule("card-costs", "P31")
@pytest.mark.parametrize(("items", "gold"), [(["Bead", "Rope"], 2), (["Bead"], 0)])
def test_a_card_isnt_the_price_of_its_own_rule_after_a_fight(items: list[str], gold: int) -> None:
    played = knowing("Bead: item, common; won: 1 item -> gain 2 gold", items=items, gold=0, health=6, red=6)
    played = with_cards(played, "Plains 6", "Lone Wolf")
    say(played, "fight Lone Wolf [roll 6 1" + (" / yes]" if gold else "]"))
    if gold:
        assert offered(played) == ["Rope"]
        say(played, "Rope")
    assert (hero(played).gold, hero(played).items) == (gold, ["Bead"])


@pytest.mark.rule("once-a-round", "time-loop")
def test_marks_of_rounds_long_past_are_let_go() -> None:
    quest = quest_of(
        standing(rounds=5, marks=["round 3: Loop/0", "round 4: Loop/0", "round 5: Loop/0", "turn: work"])
    )
    lapse(quest, "round")
    assert quest.hero.marks == ["round 5: Loop/0"]


@pytest.mark.rule("P39", "special-rules")
def test_who_may_live_through_a_meeting_is_told_that_no_fight_can_be_paid() -> None:
    odd = "Odd Things: creature, strength 6, willpower 5, strength costs 9 magic, wills costs 9 health; "
    for does, why in (
        ("met on 1-3: lose 9 health", "you can't pay for any fight"),
        ("met: lose 9 health", "you die"),
    ):
        played = with_cards(knowing(odd + does, health=3, magic=3), "Plains 6", "Odd Things")
        assert detail(played, "fight Odd Things").startswith(why)


@pytest.mark.rule("final-battle", "P57", "P48")
def test_who_leaves_the_final_battle_leaves_all_to_the_next_champion() -> None:
    played = say(last_artifact(), "Forest 4")
    assert played.present.phase == "final battle"
    things = [*played.present.players[0].artifacts, *played.present.players[1].artifacts]
    say(played, "adjust Anna leaves the table")
    assert sorted(things) == sorted(played.present.players[1].artifacts)


@pytest.mark.rule("adventures-on-space")
def test_an_opportunity_is_taken_off_its_space_by_hand_and_face_down_cards_arent_listed() -> None:
    played = with_cards(standing(), "Forest 4", "Gem Mine")
    played.state.at(4).cards.append(Lying())
    played = placed(played, step="turn")
    with pytest.raises(RefereeError) as caught:
        say(played, "adjust Forest 4 loses Rope")
    assert "Gem Mine" in str(caught.value)
    say(played, "adjust Forest 4 loses Gem Mine")
    assert [one.name for one in played.present.at(4).cards] == [UNSEEN]
    assert played.present.decks["adventure"].discards == ["Gem Mine"]


@pytest.mark.rule("haggling")
@pytest.mark.parametrize(
    ("rule", "haggled"),
    [
        (
            "use: 4 gold and 2 experience -> draw 1 rare, gain 1 gold",
            "3 gold and 2 experience -> draw 1 rare, gain 1 gold",
        ),
        (
            "use: 1 item and 2 gold -> gain 5 gold, gain 2 experience",
            "1 item and 2 gold -> gain 6 gold, gain 2 experience",
        ),
        ("use: 1 item -> gain half gold", "1 item -> gain half gold"),
        ("use: 0 gold -> draw 1 rare", "0 gold -> draw 1 rare"),
        ("use: 2 gold -> gain 2 experience", "2 gold -> gain 2 experience"),
        ("use: gain 2 gold", "gain 2 gold"),
    ],
)
def test_haggling_changes_the_gold_of_the_black_markets_trades_alone(rule: str, haggled: str) -> None:
    quest = quest_of(standing(abilities=["Haggling"]))
    (found,) = read_card(f"Black Market: opportunity; {rule}").parsed
    assert in_black_market(quest, found).text.partition(": ")[2] == haggled


@pytest.mark.rule("card-effects", "counterfeiting")
@pytest.mark.parametrize(("gold", "helps"), [(1, True), (9, False)])
def test_a_card_helps_to_pay_only_where_its_condition_holds(gold: int, helps: bool) -> None:
    played = knowing("Alms: item, common; always if least gold: payment 3 less", items=["Alms"], gold=gold)
    assert bool(helpers(quest_of(placed(played, 1, step="turn", gold=5)))) == helps


@pytest.mark.rule("moving-cards", "P66", "P42", "special-rules")
@pytest.mark.parametrize("does", ["move to City or else gain 1 gold", "lay 1 gold on this or else gain 1 gold"])
def test_what_cant_be_done_at_all_is_done_otherwise(does: str) -> None:
    """A hero is in the City already, and the card lies nowhere."""
    quest = quest_of(standing(at="City", gold=1))
    (effect,) = RULES.read_effects(does)
    drive(perform(quest, effect, Source(0, "Odd Card")), lambda asked: asked.parse("City"))
    assert quest.hero.gold == 2


@pytest.mark.rule("announce-first", "attack-heroes", "P26")
@pytest.mark.parametrize(
    ("at", "condition", "bo", "listed"),
    [
        ("Plains 6", "", "Plains 6", True),
        ("Plains 6", "", "City", False),
        ("Monastery", "", "Monastery", False),
        ("Plains 6", " if against demons", "Plains 6", False),
        ("Plains 6", " if least gold", "Plains 6", True),
    ],
)
def test_what_is_for_the_next_fight_is_offered_where_one_may_come(
    at: str, condition: str, bo: str, listed: bool
) -> None:
    line = f"Oil: item, common; before battle{condition}: in strength 1"
    played = placed(knowing(line, items=["Oil"], space=at), 1, step="turn", space=bo)
    assert ("use Oil" in offered(played)) == listed


@pytest.mark.rule("final-battle", "P60")
@pytest.mark.parametrize(("phase", "rule"), [("final battle", "final-battle"), ("apocalypse", "P60")])
def test_why_no_chance_card_is_drawn_any_more(phase: Phase, rule: str) -> None:
    played = standing()
    played.state.phase = phase
    why = DrawChance("Charity").why_not(quest_of(played))
    assert isinstance(why, Refusal)
    assert why.ruling == rule


@pytest.mark.rule("fight-values")
@pytest.mark.parametrize(("foe", "against"), [(-1, "the enemy"), (0, "Anna"), (1, "Bo")])
def test_whose_totals_are_asked_for_at_a_light_table(foe: int, against: str) -> None:
    asked = _totals_question(quest_of(standing()), foe)
    assert (asked.prompt, asked.who) == (f"Anna's total and that of {against}, before the dice", "Anna")
    assert asked.record(asked.parse("6 4"), "6 4") == "6/4"


@pytest.mark.rule("players-turns", "P48")
def test_the_round_of_who_is_out_goes_to_the_next_at_a_light_table() -> None:
    quest = quest_of(standing())
    lighten(quest.state)
    quest.state.step = "round end"
    turn = next_decision(quest.setup, quest.state, quest.events)
    assert turn is not None
    drive(turn, lambda asked: None)
    assert (quest.seat, quest.state.round) == (1, 2)


@pytest.mark.rule("lodging", "counterfeiting")
def test_a_night_is_paid_for_with_a_card_that_helps() -> None:
    played = standing(at="Village", gold=0, health=1, red=3, magic=1, blue=3, abilities=["Counterfeiting"])
    quest = quest_of(played)
    drive(Possibility.read(quest, "lodge", "with Counterfeiting").do(quest), lambda asked: None)
    assert (quest.hero.health, quest.hero.magic, quest.hero.lodging) == (2, 2, True)
    assert [(type(event).__name__, event.rules[:1]) for event in quest.events] == [
        ("Used", ("once-a-round",)),
        ("Counted", ("lodging",)),
        ("Counted", ("lodging",)),
        ("Said", ("lodging",)),
    ]


@pytest.mark.rule("movement", "card-effects")
def test_what_is_done_instead_of_moving_is_told_as_staying() -> None:
    played = knowing("Rite: ability, Fortress; instead of moving: gain 1 gold", abilities=["Rite"], step="movement")
    say(played, "use Rite")
    assert any("stays" in text and "Rite" in text for text in told(played))


@pytest.mark.rule("trading-heroes", "P63")
def test_what_is_named_is_what_changes_hands() -> None:
    played = placed(standing("Rope", "Axe", settings={"trading": True}), 1, step="movement", space="Plains 6")
    with pytest.raises(Unreadable):
        say(played, "offer Bo Axe, Axe for nothing")
    say(played, "offer Bo Axe for nothing [agree]")
    assert (hero(played).items, hero(played, 1).items) == (["Rope"], ["Axe"])


@pytest.mark.rule("trading-heroes")
@pytest.mark.parametrize(
    ("items", "gold", "several"), [([], 12, False), ([], 13, True), (["Rope"], 0, False), (["Rope"], 1, True)]
)
def test_several_things_are_offered_where_there_are_several(items: list[str], gold: int, several: bool) -> None:
    quest = quest_of(placed(standing(*items, gold=gold, settings={"trading": True}), 1, step="movement", gold=0))
    asked = _what_for_what(quest, 1)
    assert asked.prompt == "Anna offers Bo what for what"
    assert ("several things" in [option.text for option in asked.options()], asked.open) == (several, True)


@pytest.mark.rule("trading-heroes")
def test_several_things_are_put_together_one_after_the_other() -> None:
    quest = quest_of(placed(standing("Rope", "Axe", gold=2, settings={"trading": True}), 1, step="movement", gold=0))
    asked = _what_for_what(quest, 1)
    for said in ("several things", "Rope", "and 2 gold", "and Axe"):
        option = next(one for one in asked.options() if one.text == said)
        further = option.more() if option.more is not None else None
        assert further is not None
        asked = further
    assert asked.prompt == "Anna offers Bo Rope, Axe, 2 gold and what else"


@pytest.mark.rule("P25", "most-red", "most-blue", "P6")
@pytest.mark.parametrize(
    ("right", "every", "answer", "more"),
    [
        (3, 0, "heals", True),
        (0, 0, "heals", False),
        (1, 0, "heals", True),
        (1, 0, "nothing", False),
        (0, 1, "nothing", True),
    ],
)
def test_a_gain_does_something_where_there_is_room_or_something_to_heal(
    right: int, every: int, answer: str, more: bool
) -> None:
    """`right` cubes are missing on the right, `every` up to the most."""
    settings = {"at_the_limit": answer}
    quest = quest_of(
        standing(
            health=8 - every - right, red=8 - every, magic=10 - every - right, blue=10 - every, settings=settings
        )
    )
    assert (quest.gains(0, "strength"), quest.gains(0, "willpower")) == (more, more)
    assert (quest.gains(0, "health"), quest.gains(0, "magic")) == (right > 0, right > 0)


@pytest.mark.rule("P27", "attack-heroes")
def test_after_the_wizard_one_more_hero_is_attacked_and_no_second_one() -> None:
    played = with_cards(standing(at="Forest 4", gold=5, health=6, red=6), "Forest 4", "Master Wizard")
    played = placed(played, 1, step="turn", space="Plains 6", health=3, red=5)
    say(played, "use Master Wizard to Plains 6", "attack Bo [accept / roll 3 3]")
    assert refused(played, "attack Bo") == "attack-heroes"


@pytest.mark.rule("P46", "battle-in-planes")
def test_artifacts_of_who_dies_elsewhere_while_a_plane_is_attacked_stay_where_she_died() -> None:
    quest = quest_of(taken(standing(), ("Royal Cape", 1)))
    bo = quest.state.players[1]
    quest.state.attacking, bo.status, bo.space = 2, "dead", BOARD.find_space("City")
    settle_deaths(quest, "the storm")
    assert (quest.state.at(BOARD.find_space("City")).artifacts, quest.state.planes[2].left) == (["Royal Cape"], [])


@pytest.mark.rule("P46", "P70", "damaged-items")
def test_what_the_killer_takes_is_as_damaged_as_it_was() -> None:
    quest = quest_of(
        placed(standing(), 1, step="turn", items=["Rope"], damaged=["Axe"], gold=4, artifacts=["Royal Cape"])
    )
    quest.state.players[1].status, quest.state.players[0].gold = "dead", 1
    settle_deaths(quest, "the fight", (0, 1))
    anna, bo = quest.state.players
    assert (anna.items, anna.damaged, anna.artifacts, anna.gold) == (["Rope"], ["Axe"], ["Royal Cape"], 5)
    assert (bo.items, bo.damaged, bo.artifacts, bo.space) == ([], [], [], 0)


@pytest.mark.rule("new-character", "P47")
def test_a_new_hero_arrives_in_the_round_of_who_was_dead() -> None:
    quest = quest_of(standing(rounds=4))
    quest.state.players[0].status = "dead"
    settle_deaths(quest, "the storm")
    drive(new_hero(quest), lambda asked: asked.parse(f"new hero {quest.state.unused[0]}"))
    assert (quest.hero.rounds, quest.hero.playing) == (4, True)
    assert any("goes on as" in event.describe(quest.name) for event in quest.events)


@pytest.mark.rule("end-limits", "P23")
def test_damaged_items_can_be_among_those_that_go() -> None:
    items = ["Rope", "Axe", "Sword", "Dagger", "Cutlass", "Rapier", "Hammer"]
    played = say(standing(*items, damaged=["Javelin"]), "end turn")
    assert "discard Javelin" in offered(played)
    say(played, "discard Javelin")
    assert hero(played).damaged == []


@pytest.mark.rule("ruin", "P13", "P80")
def test_a_ruin_is_searched_in_the_discards_where_the_deck_is_empty() -> None:
    played = with_cards(standing(), "Plains 6", "Ruin")
    pack = played.state.decks["adventure"]
    pack.count, pack.discards = 0, ["Ghost", "Gem Mine"]
    played = say(placed(played, step="turn"), "use Ruin [Ghost]")
    left_over = played.present.decks["adventure"]
    assert (left_over.count, left_over.discards) == (2, [])  # the Ruin itself is among them


@pytest.mark.rule("ruin", "P80")
@pytest.mark.parametrize("draws", ["program", "table"])
def test_where_the_program_draws_it_knows_that_no_creature_is_left(draws: str) -> None:
    played = with_cards(standing(settings={"draws": draws}), "Plains 6", "Ruin")
    pack, creatures = played.state.decks["adventure"], [name for name in copies("adventure") if _is_creature(name)]
    pack.discards, pack.count = creatures, 5
    say(played := placed(played, step="turn"), "use Ruin")
    if draws == "table":
        assert offered(played)[-1] == "none"
    else:
        assert "no Creature is left in the deck." in " ".join(told(played))


def _is_creature(name: str) -> bool:
    return isinstance(BOX[fold(printed(name))], Creature)


@pytest.mark.rule("P71", "P42", "special-rules")
def test_what_is_turned_up_by_a_hero_is_new_and_told() -> None:
    played = knowing(
        "Odd Asp: creature, strength 3; revealed if new: lose 1 health", health=3, red=3, step="movement"
    )
    played.state.at(6).cards = [Lying()]
    played = placed(played, step="movement")
    played.take_events()
    say(played, "stay [Odd Asp]")
    assert hero(played).health == 2
    assert "Odd Asp" in told_first(played)


@pytest.mark.rule("P42")
def test_of_two_creatures_of_one_name_the_one_turned_up_in_this_round_is_new() -> None:
    quest = quest_of(knowing("Newt: creature, strength 3, 2 copies; always if new: in strength 2"))
    quest.state.at(quest.hero.space).cards, quest.state.round = [Lying("Newt", 1), Lying("Newt #2", 4)], 4
    assert [scene(quest, name).new for name in ("Newt", "Newt #2")] == [False, True]


def told_first(played: Session[GameState]) -> str:
    """The first thing that was told of a card turned up."""
    return next(text for text in told(played) if "turned up" in text or "turns up" in text)


@pytest.mark.rule("highwayman", "brigands", "P42")
@pytest.mark.parametrize(
    ("does", "has", "left"),
    [
        ("lay 1 item on this or else lose 1 health", {"items": ["Rope"]}, (3, 2)),
        ("lay 2 item on this or else lose 1 health", {"items": ["Rope"]}, (2, 2)),
        ("lay 2 gold on this or else lose 1 health", {"gold": 2}, (3, 0)),
        ("lay 3 gold on this or else lose 1 health", {"gold": 2}, (2, 0)),
    ],
)
def test_what_a_creature_takes_in_full_harms_no_more(does: str, has: dict[str, Any], left: tuple[int, int]) -> None:
    values: Any = {"health": 3, "red": 3, "gold": 2} | has
    quest = quest_of(with_cards(placed(standing(), step="turn", **values), "Plains 6", "Ghost"))
    (effect,) = RULES.read_effects(does)
    drive(perform(quest, effect, Source(0, "Ghost")), lambda asked: asked.parse("Rope"))
    assert (quest.hero.health, quest.hero.gold) == left


@pytest.mark.rule("pickpocketing")
def test_gold_of_a_beaten_creature_is_all_there() -> None:
    played = knowing("Pick: item, common; won: steal 2 gold or else gain 1 experience", items=["Pick"], gold=0, red=6)
    played = with_cards(placed(played, step="turn", health=6, experience=0), "Plains 6", "Lone Wolf")
    before = hero(played).experience
    say(played, "fight Lone Wolf [roll 6 1]")
    wolf = BOX["lone wolf"]
    assert isinstance(wolf, Creature)
    assert (hero(played).gold, hero(played).experience) == (2, before + int(wolf.experience or 0))


@pytest.mark.rule("hermit")
def test_what_can_be_given_up_for_the_hermit_is_told() -> None:
    played = placed(
        standing("Rope", damaged=["Sword"], gold=9, heroes=("Ranger", "Illusionist", "Scout")), 1, step="turn", gold=5
    )
    played = with_cards(placed(played, 2, step="turn", gold=3), "Plains 6", "Hermit")
    played = say(played, "use Hermit")
    assert played.question is not None
    assert played.question.prompt.endswith("to have the least: at most 3 (19 now)")
    assert (offered(played), played.question.open) == (["Rope, Sword, 9 gold"], True)
    say(played, "sword, 6 gold, rope")
    assert (played.steps[-1].answers[-1].text, hero(played).gold) == ("Sword, Rope, 6 gold", 3)


@pytest.mark.rule("decks")
def test_a_card_typed_as_it_is_known_is_learnt_no_second_time() -> None:
    quest = quest_of(game(*TWO))
    line = write_card(BOX["lone wolf"])
    assert decks.read_named(quest, "adventure", line).card is None
    for wrong in ("Odd Mine: opportunity; use: gain 1 gold", "Odd Cup: item, common"):
        with pytest.raises(Unreadable, match="is no "):
            decks.read_named(quest, "adventure", wrong, Creature)
    assert decks.read_named(quest, "adventure", "Odd Ox: creature, strength 3", Creature).name == "Odd Ox"


@pytest.mark.rule("keeping-abilities", "decks")
def test_a_card_lost_by_hand_is_named_by_its_number_or_without() -> None:
    played = standing("Rope", "Rope #2", abilities=["Prayer"])
    say(played, "adjust Anna loses Rope #2", "adjust Anna loses Prayer")
    assert (hero(played).items, hero(played).abilities) == (["Rope"], [])
    say(played, "adjust Anna loses rope")
    assert hero(played).items == []


@pytest.mark.rule("adventures-on-space", "guild-cards", "taking-artifacts")
@pytest.mark.parametrize(
    ("space", "there", "card", "fits"),
    [
        ("Plains 6", 1, "Ghost", True),
        ("Plains 6", 2, "Ghost", False),
        ("Monastery", 1, "Prayer", True),
        ("Monastery", 2, "Prayer", False),
        ("City", 0, "Prayer", False),
        ("City", 0, "Rope", True),
        ("Plains 6", 0, "Rope", False),
        ("Plains 6", 0, "Royal Cape", True),
    ],
)
def test_two_cards_at_most_lie_on_a_space(space: str, there: int, card: str, fits: bool) -> None:
    quest = quest_of(standing())
    here = quest.state.at(BOARD.find_space(space))
    here.cards, here.abilities = [Lying()] * there, ["Fanaticism"] * there
    assert _fits(quest, BOARD.find_space(space), quest.card(card)) == fits


@pytest.mark.rule("discarded-cards")
def test_a_deck_has_no_fewer_cards_than_lie_under_it_and_no_more_than_there_are() -> None:
    played = standing()
    pack, size = played.state.decks["Monastery"], played.game.setup.sizes["Monastery"]  # type: ignore[attr-defined]
    pack.bottom = ["Prayer"]
    played = placed(played, step="turn")
    for number in (1, size):
        say(played, f"adjust deck Monastery {number}")
        assert played.present.decks["Monastery"].count == number
    for number in (0, size + 1):
        with pytest.raises(Illegal):
            say(played, f"adjust deck Monastery {number}")


@pytest.mark.rule("discarded-cards")
@pytest.mark.parametrize(
    ("line", "fits"),
    [("item, common, costs 9", True), ("item, rare, costs 9", False), ("creature, strength 3", False)],
)
def test_a_card_put_right_stays_of_its_kind_and_deck(line: str, fits: bool) -> None:
    played = knowing("Cup: item, common, costs 1")
    if not fits:
        with pytest.raises(Illegal):
            say(played, f"adjust card Cup: {line}")
        return
    say(played, f"adjust card Cup: {line}")
    found = quest_of(played).card("Cup")
    assert isinstance(found, Item)
    assert found.costs == 9


@pytest.mark.rule("battle-in-planes")
def test_who_comes_back_from_a_plane_is_told_where() -> None:
    played = say(standing(at="Forest 20", step="movement", health=3, red=6), "plane Monastery [Door Warden]")
    played.take_events()
    say(played, "fight Door Warden strength [roll 1 6]")
    assert any("Forest 20" in text and "Anna" in text for text in told(played))


# --- prices, lists and words of moves ------------------------------------------------------------------------


@pytest.mark.rule("fight-values", "loss-ends-turn")
@pytest.mark.parametrize("against", ["", "Ghost", "Bo"])
def test_the_dice_of_a_told_fight_are_asked_for_with_its_odds(against: str) -> None:
    asked = _roll_question(quest_of(standing()), against, 6, 4, 1, better=False)
    assert asked.prompt.startswith(f"Anna 6 : 4 {against}".rstrip() + " (")
    assert [option.text for option in asked.options()] == ["won", "drawn", "lost"]
    assert asked.throw is not None
    assert (asked.who, asked.open, asked.throw.count) == ("Anna", True, 2)
    for meant, words in ("won", "won win wins"), ("drawn", "drawn draw tie level"), ("lost", "lost lose loses"):
        assert {asked.parse(word) for word in words.split()} == {meant}


@pytest.mark.rule("fight-values")
@pytest.mark.parametrize(("own", "asked"), [(0, ["roll"]), (-1, ["totals", "roll"])])
def test_totals_that_were_told_arent_asked_for(own: int, asked: list[str]) -> None:
    found: list[str] = []

    def answer(question: Question[Any]) -> Any:
        found.append(question.key)
        return question.parse({"totals": "6/4", "roll": "1 6"}[question.key])

    quest = quest_of(standing())
    drive(LightFight(own=own, enemy=4).do(quest), answer)
    assert found == asked


@pytest.mark.rule("counterfeiting", "horse")
def test_a_price_is_shown_as_it_is_with_a_card_that_helps() -> None:
    played = standing(at="Monastery", step="movement", gold=0, abilities=["Counterfeiting"])
    assert detail(played, "horse Mountains 3 with Counterfeiting").startswith("free")
    say(played, "horse Mountains 3 with Counterfeiting")
    assert hero(played).gold == 0


@pytest.mark.rule("attack-on-planes")
def test_a_plane_that_is_attacked_against_the_rules_costs_nothing() -> None:
    played = standing(at="Monastery", step="movement", gold=0)
    say(played, "overrule plane Magic Tower because we say so")
    assert (played.present.attacking, hero(played).gold) == (BOARD.find_plane("Magic Tower"), 0)


@pytest.mark.rule("healing", "recharging")
def test_as_much_is_listed_as_is_missing_and_as_much_taken_as_can_be_paid() -> None:
    camp = standing(at="Forest Camp", health=2, red=5, gold=2)
    assert [text for text in offered(camp) if text.startswith("heal")] == ["heal 1", "heal 2"]
    assert camp.question is not None
    assert [one.text for one in camp.question.closed() if one.text.startswith("heal")] == ["heal 3"]
    assert (hero(say(camp, "heal")).health, hero(camp).gold) == (4, 0)
    tower = standing(at="Magic Tower", magic=2, blue=5, gold=9)
    assert tower.question is not None
    listed = (*tower.question.options(), *tower.question.closed())
    assert [one.text for one in listed if one.text.startswith("recharge")] == [
        "recharge 1",
        "recharge 2",
        "recharge 3",
    ]
    assert hero(say(tower, "recharge")).magic == 5


@pytest.mark.rule("learning", "selling", "buying", "healing", "recharging")
@pytest.mark.parametrize(
    ("at", "said", "what"),
    [
        ("Monastery", "learn Prayer", "learning"),
        ("Monastery", "heal 1", "healing"),
        ("Magic Tower", "recharge 1", "recharging"),
        ("City", "sell Sword", "selling"),
        ("City", "buy Ember Sword", "buying"),
    ],
)
def test_all_that_a_possibility_does_is_told_by_its_rule(at: str, said: str, what: str) -> None:
    played = standing("Sword", at=at, gold=15, experience=9, health=1, red=3, magic=1, blue=3)
    here = played.state.at(BOARD.find_space(at))
    here.abilities, here.goods = (
        (["Prayer"], []) if at == "Monastery" else ([], ["Ember Sword"] if at == "City" else [])
    )
    played = placed(played, step="turn")
    played.take_events()
    say(played, said)
    events = played.take_events()
    assert {event.rules[:1] for event in events} == {(what,)}
    assert said != "sell Sword" or ("sold in the City" in " ".join(event.describe(str) for event in events))


@pytest.mark.rule("trading-heroes", "P67")
@pytest.mark.parametrize(
    ("answer", "says"), [("agree", "agrees to Rope for 1 gold"), ("refuse", "refuses Rope for 1 gold")]
)
def test_an_offer_is_answered_by_who_has_it(answer: str, says: str) -> None:
    played = placed(standing("Rope", settings={"trading": True}), 1, step="movement", space="Plains 6", gold=4)
    listed = next(option for option in played.question.options() if option.text == "offer Bo")  # type: ignore[union-attr]
    assert (listed.label, listed.playable) == ("offer Bo WHAT for WHAT", "offer Bo 1 gold for nothing")
    played.question.parse(listed.playable)  # type: ignore[union-attr]
    as_data = played.question.moves.as_json(listed.playable)  # type: ignore[union-attr]
    assert as_data == {"move": "offer", "what": "Bo 1 gold for nothing"}
    say(played, "offer Bo Rope for 1 gold")
    assert played.question is not None
    assert (played.question.prompt, played.question.who) == ("Bo: Rope for your 1 gold, agreed", "Bo")
    assert ["yes" in option.also for option in played.question.options()] == [True, False]
    say(played, answer)
    assert says in " ".join(told(played))


@pytest.mark.rule("fleet-of-foot", "P21")
def test_who_moves_twice_is_asked_so() -> None:
    played = standing(at="City", step="movement", magic=4, blue=4, gold=5, abilities=["Fleet of Foot"])
    prompts = []
    for said in ("cast Fleet of Foot", "walk Monastery"):
        say(played, said)
        assert played.question is not None
        prompts.append(played.question.prompt.rpartition(": ")[2])
    assert prompts == ["move twice (Fleet of Foot)", "move once more (Fleet of Foot)"]


@pytest.mark.rule("announce-first", "P50", "battle-in-planes")
def test_what_is_for_the_next_fight_can_be_used_before_a_guardian() -> None:
    played = knowing(
        "Oil: item, common; before battle: in strength 1", items=["Oil"], space="Forest 20", step="movement"
    )
    played = say(played, "plane Monastery [Door Warden]")
    assert played.present.attacking == BOARD.find_plane("Monastery")
    assert "use Oil" in offered(played)


@pytest.mark.rule("effective-spellcasting", "card-costs")
def test_of_a_spells_rules_those_are_asked_about_that_can_be_paid_with_help() -> None:
    line = "Cure: ability, Fortress, spell 2; any time: heal 1 health; any time: 1 gold -> heal 2 health"
    values: Any = {"health": 1, "red": 5, "magic": 1, "blue": 4, "gold": 0}
    played = knowing(line, abilities=["Cure", "Effective Spellcasting"], **values)
    say(played, "cast Cure with Effective Spellcasting")
    assert (hero(played).health, hero(played).magic) == (2, 0)
    rich = knowing(line, abilities=["Cure", "Effective Spellcasting"], **values | {"gold": 1})
    say(rich, "cast Cure with Effective Spellcasting")
    assert rich.question is not None
    assert (rich.question.key, rich.question.who, len(offered(rich))) == ("rule", "Anna", 2)


@pytest.mark.rule("effective-spellcasting", "card-costs")
@pytest.mark.parametrize(("own", "help_", "left"), [(1, 1, 0), (2, 1, 2), (1, 9, 0), (0, 1, 0)])
def test_help_with_a_spell_takes_nothing_off_what_its_rule_asks_for(own: int, help_: int, left: int) -> None:
    played = knowing(
        f"Cure: ability, Fortress, spell {own}; any time: 2 magic -> heal 1 health",
        abilities=["Cure", "Aid"],
        health=1,
        red=5,
        magic=max(0, own - help_) + 2 + left,
        blue=9,
    )
    played.state.learnt += (read_card(f"Aid: ability, Fortress; once a round always: spell {help_} less"),)
    played = say(placed(played, step="turn"), "cast Cure with Aid")
    assert (hero(played).health, hero(played).magic) == (2, left)


@pytest.mark.rule("P25", "opportunities")
@pytest.mark.parametrize(
    ("rules", "items", "open_"),
    [
        ("use: damage a weapon", "Oak Shield", False),
        ("use: damage a weapon", "Axe", True),
        ("use: discard a shield", "Oak Shield", True),
        ("use on 1-3: steal an item", "Axe", False),
        ("use on 1-3: steal an item; use on 4-6: gain 2 gold", "Axe", True),
        ("use on 1-3: steal an item; use on 4-6 if woman: gain 2 gold", "Axe", False),
        ("use: each other player lose 1 gold", "Axe", True),
        ("use: gain 2 gold per 2 items", "Axe", False),
        ("use: gain 2 gold per 1 item", "Axe", True),
        ("use: each other player heal 1 health per 1 artifact", "Axe", False),
    ],
)
def test_what_an_opportunity_can_do_opens_it(rules: str, items: str, open_: bool) -> None:
    played = with_cards(knowing(f"Odd Urn: opportunity; {rules}", items=[items]), "Plains 6", "Odd Urn")
    assert hero(played).health == hero(played).red
    played.state.players[1].health = 1
    assert ("use Odd Urn" in offered(placed(played, step="turn"))) is open_
    played.state.players[1].status, played.state.players[1].space = "dead", 0
    assert ("use Odd Urn" in offered(placed(played, step="turn"))) is (open_ and "other" not in rules)


@pytest.mark.rule("opportunities", "card-effects")
@pytest.mark.parametrize(("hero_", "gold"), [("Druid", 2), ("Bellringer", 5)])
@pytest.mark.parametrize(
    "rules",
    ["{} if man: gain 2 gold; {} if woman: gain 5 gold", "{1} if woman: gain 5 gold; {0} if man: gain 2 gold"],
)
def test_each_rule_of_those_with_a_die_has_its_own_condition(rules: str, hero_: str, gold: int) -> None:
    line = f"Odd Urn: opportunity; {rules.format('use on 1-3', 'use on 2-4')}"
    played = placed(game(hero_, "Mercenary"), step="turn", space="Plains 6", gold=0)
    played.state.learnt += (read_card(line),)
    assert hero(say(with_cards(played, "Plains 6", "Odd Urn"), "use Odd Urn [roll 3]")).gold == gold


@pytest.mark.rule("moving-cards", "card-effects")
def test_each_hero_whom_a_card_moves_goes_from_the_own_space() -> None:
    played = placed(knowing("Odd Gale: chance; drawn by: each player move 1"), 1, space="Village", step="chance")
    played = say(played, "chance Odd Gale")
    for who, there in (("Anna", {5, 7}), ("Bo", {14, 16})):
        assert played.question is not None
        assert played.question.who == who
        assert {BOARD.find_space(text) for text in offered(played)} == there
        played = say(played, BOARD.label(min(there)))
    assert [one.space for one in played.present.players] == [5, 14]
    horn = knowing("Odd Horn: item, common; any time: each player move 1", items=["Odd Horn"])
    played = say(placed(horn, 1, space="Village", step="turn"), "use Odd Horn to Fortress")
    assert (hero(played).space, hero(played, 1).space, len(offered(played))) == (5, 15, 2)


@pytest.mark.rule("P50", "card-effects")
def test_nobody_is_robbed_by_who_attacks_a_plane() -> None:
    played = knowing(
        "Odd Net: item, common; any time: gain 1 gold, steal 2 gold, a hero here lose 1 experience",
        items=["Odd Net"],
        space="Forest 20",
        step="movement",
    )
    played = placed(played, 1, space="Forest 20", step="movement", gold=5, experience=3)
    played = say(played, "plane Monastery [Door Warden]", "use Odd Net")
    assert (hero(played).gold, hero(played, 1).gold, hero(played, 1).experience) == (4, 5, 3)


@pytest.mark.rule("hermit", "opportunities")
def test_only_for_the_least_wealth_is_anything_given_up() -> None:
    played = with_cards(
        knowing("Odd Pool: opportunity; use if least gold: gain 1 gold", gold=0), "Plains 6", "Odd Pool"
    )
    played = placed(played, 1, step="turn", gold=3)
    assert hero(say(played, "use Odd Pool")).gold == 1


@pytest.mark.rule("card-effects", "P41")
@pytest.mark.parametrize(("face", "gold", "nothing"), [(1, 0, True), (6, 5, False)])
def test_where_the_die_brings_nothing_it_is_told(face: int, gold: int, nothing: bool) -> None:
    played = with_cards(knowing("Odd Urn: opportunity; use on 6: gain 5 gold", gold=0), "Plains 6", "Odd Urn")
    say(played, f"use Odd Urn [roll {face}]")
    assert hero(played).gold == gold
    assert ("nothing comes of it" in " ".join(told(played))) == nothing


@pytest.mark.rule("handing-over", "P59", "final-battle")
@pytest.mark.parametrize(("move", "asked"), [("fight", []), ("attack", ["artifact"])])
def test_late_in_a_told_game_artifacts_are_handed_over_to_heroes_alone(move: str, asked: list[str]) -> None:
    quest, found = quest_of(taken(standing(), *zip(artifacts()[:2], (0, 1), strict=True))), []
    quest.state.phase = "final battle"

    def answer(question: Question[Any]) -> Any:
        found.append(question.key)
        return question.parse(artifacts()[0])

    told_fight = LightFight(own=3, enemy=4, result="lost")
    drive(
        (told_fight if move == "fight" else LightAttack(own=3, enemy=4, result="lost", whom="Bo")).do(quest),
        answer,
    )
    assert (found, len(quest.state.players[0].artifacts)) == (asked, 1 - len(asked))


@pytest.mark.rule("card-effects", "P13")
def test_what_the_table_does_by_hand_may_bring_and_take_cards_too() -> None:
    line = "Odd Shrine: opportunity; use: manual give a Rope"
    played = with_cards(knowing(line, gold=1, items=["Axe"]), "Plains 6", "Odd Shrine")
    before = played.state.decks["common"].count
    say(played, "use Odd Shrine", "Anna loses Axe", "Anna gains Rope, gold +2")
    assert (hero(played).items, hero(played).gold) == (["Rope"], 3)
    common = played.present.decks["common"]
    assert (common.count, common.discards) == (before - 1, ["Axe"])


@pytest.mark.rule("chance-card", "P82")
@pytest.mark.parametrize(
    ("said", "name"), [("chance Walk About: chance; drawn by: gain 1 gold", "Walk About"), ("walk City", "")]
)
def test_a_chance_card_that_is_named_like_a_move_is_read_behind_its_word(said: str, name: str) -> None:
    played = standing(step="chance", gold=0)
    if not name:
        assert refused(played, said) == "chance-card"
        return
    say(played, said)
    assert (hero(played).gold, played.present.decks["chance"].discards[-1]) == (1, name)


@pytest.mark.parametrize(("kind", "whole"), [("creature", True), ("hero", False)])
def test_a_line_with_rules_is_typed_whole(kind: str, whole: bool) -> None:
    assert printed_question("Odd One", lambda card: "", "3s", kind).whole == whole


@pytest.mark.rule("final-battle", "apocalypse")
@pytest.mark.parametrize(
    ("phase", "told_as"),
    [
        ("normal", ""),
        ("final battle", "the Final Battle"),
        ("countdown", "the countdown"),
        ("apocalypse", "the Apocalypse"),
    ],
)
def test_the_heading_of_a_light_table_tells_the_phase(phase: Phase, told_as: str) -> None:
    played = standing()
    played.state.phase = phase
    assert TRACKING_LEVELS.heading(played.state).partition("'s round")[2].removeprefix(" · ") == told_as


@pytest.mark.parametrize("until", ["turn", "round", "next battle"])
def test_a_bonus_is_kept_in_a_save_until_it_lapses(until: Until) -> None:
    bonus = Bonus("Charm", "in strength 1", until)
    assert convert(to_builtins(bonus), Bonus) == bonus


# --- words and what a save can hold --------------------------------------------------------------------------


@pytest.mark.rule("card-effects")
def test_each_effect_that_a_card_may_have_is_carried_out() -> None:
    kinds = {kind for kind in vars(wording).values() if isinstance(kind, type) and issubclass(kind, Effect)}
    assert kinds - set(CARRIED_OUT) == {wording.ProphecyEffect, wording.Counts}


@pytest.mark.parametrize(
    ("what", "values"),
    [
        ("phase", ("normal", "final battle", "countdown", "apocalypse")),
        ("step", ("round", "chance", "movement", "turn", "round end")),
        ("status", ("playing", "dead", "out")),
        ("dice", ("entered", "rolled", "average")),
        ("variant", ("standard", "two artifacts", "apocalypse")),
    ],
)
def test_a_save_can_hold_whatever_a_game_comes_to(what: str, values: tuple[str, ...]) -> None:
    for one in values:
        played = standing(settings={what: one} if what in ("dice", "variant") else {})
        if what in ("phase", "step"):
            setattr(played.state, what, one)
        if what == "status":
            played.state.players[1].status = one  # type: ignore[assignment]
        assert convert(to_builtins(played.state), GameState, str_keys=True) == played.state
        setup = quest_of(played).setup
        assert convert(to_builtins({"dice": setup.dice, "variant": setup.variant}), _Told) == _Told(
            setup.dice, setup.variant
        )


class _Told(Struct):
    dice: Dice
    variant: Variant


@pytest.mark.rule("walk", "horse", "boat")
@pytest.mark.parametrize(
    ("said", "recorded"),
    [("go City", "walk City"), ("ride Village", "horse Village"), ("sail Plains 6", "boat Plains 6")],
)
def test_a_way_may_be_called_by_another_word(said: str, recorded: str) -> None:
    at = {"go City": "Monastery", "ride Village": "Thieves' Guild", "sail Plains 6": "City"}[said]
    question = standing(at=at, step="movement", gold=3).question
    assert question is not None
    assert question.record(question.parse(said), said) == recorded


@pytest.mark.parametrize("word", ["roll 3 4", "throw Axe", "pay 1 magic", "accept", "wills", "stand"])
def test_what_is_said_in_a_fight_is_no_move(word: str) -> None:
    with pytest.raises(Illegal, match="that is said in a fight, and there is none now"):
        standing().answer(word)


@pytest.mark.rule("game-board")
@pytest.mark.parametrize(
    ("said", "space"),
    [("Magic Wilderness", 7), ("wilderness", 7), ("forests", 4), ("mountain", 3), ("Forest 4", 4), ("9", 9)],
)
def test_a_space_is_called_by_its_other_names(said: str, space: int) -> None:
    assert BOARD.find_space(said, [4, 3]) == space


@pytest.mark.rule("artifacts")
@pytest.mark.parametrize("word", ["fight", "attack", "artifact", "out", "chance", "roll"])
def test_what_begins_a_move_is_no_artifact(word: str) -> None:
    quest = quest_of(standing())
    lighten(quest.state)
    with pytest.raises(Unreadable, match="can't be the name of an Artifact"):
        read_artifact(quest, f"{word} crown")
    assert read_artifact(quest, "Odd Crown") == "Odd Crown"


@pytest.mark.rule("trading-heroes")
def test_a_trade_or_a_gift_is_an_offer_and_gold_is_never_offered_for_the_same() -> None:
    question = placed(standing("Rope", settings={"trading": True}), 1, step="movement", space="Plains 6").question
    assert question is not None
    for verb in ("trade", "give"):
        assert question.record(question.parse(f"{verb} Bo Rope for nothing"), "") == "offer Bo Rope for nothing"
    for said in ("give bo 2 gold", "bo gets 2 gold"):
        with pytest.raises(RefereeError):
            fit_plainer(question, said)


@pytest.mark.rule("chance-card", "P82")
def test_a_chance_card_that_nobody_knows_is_asked_for_behind_its_word() -> None:
    played = say(placed(game(*TWO, known=False), step="chance"), "chance Odd Gale")
    assert played.question is not None
    assert (played.question.key, played.question.prompt) == ("card", "Odd Gale: what is printed on it")


@pytest.mark.rule("death", "P57", "P46")
@pytest.mark.parametrize(
    ("phase", "rules"), [("normal", ("death", "P46")), ("final battle", ("death", "P46", "P57"))]
)
def test_what_becomes_of_a_dead_champions_things_is_told_by_its_ruling(phase: Phase, rules: tuple[str, ...]) -> None:
    quest = quest_of(placed(standing(), 1, step="turn", items=["Rope"]))
    quest.state.phase, quest.state.players[1].status = phase, "dead"
    settle_deaths(quest, "the fight", (0, 1))
    assert next(event for event in quest.events if isinstance(event, Took)).rules == rules


@pytest.mark.rule("thievery", "pickpocketing")
@pytest.mark.parametrize(("has", "left"), [(3, (2, 0)), (2, (2, 0)), (1, (1, 1)), (0, (0, 1))])
def test_gold_that_isnt_there_in_full_is_stolen_as_far_as_it_goes(has: int, left: tuple[int, int]) -> None:
    quest = quest_of(placed(standing(gold=0, experience=0), 1, step="turn", gold=has))
    (effect,) = RULES.read_effects("steal 2 gold or else gain 1 experience")
    drive(perform(quest, effect, Source(0, "Pick", other=1, fought=True)), lambda asked: None)
    assert (quest.hero.gold, quest.hero.experience) == left


@pytest.mark.rule("thievery", "stealing-and-decay")
def test_who_steals_is_asked_which_and_how_many_are_drawn_is_told() -> None:
    quest = quest_of(placed(standing(), 1, step="turn", items=["Rope", "Axe"]))
    prompts: list[str] = []

    def answer(asked: Question[Any]) -> Any:
        prompts.append(asked.prompt)
        return asked.parse({"take": "Rope", "draw": ("Sword", "Dagger", "Hammer")[len(prompts) % 3]}[asked.key])

    for does in ("steal an item", "draw 2 common", "draw 1 common"):
        (effect,) = RULES.read_effects(does)
        drive(perform(quest, effect, Source(0, "Pick", other=1, fought=True)), answer)
    assert prompts == [
        "Which Item of Bo's does Anna take",
        "Pick: Anna's Common Item 1 of 2",
        "Pick: Anna's Common Item 2 of 2",
        "Pick: Anna's Common Item",
    ]


@pytest.mark.rule("fanaticism")
def test_who_fights_again_without_naming_items_is_asked_about_the_best() -> None:
    played = knowing("Edge: item, common, weapon; always: in strength 3", items=["Edge"], abilities=["Fanaticism"])
    played = with_cards(placed(played, step="turn", health=3, red=6), "Plains 6", "Lone Wolf")
    asked = _again_question(quest_of(played), "Lone Wolf")
    assert asked.rather is not None
    assert asked.rather(asked.parse("fight")) == "fight Lone Wolf with Edge"


@pytest.mark.rule("P42", "adventures-on-space")
@pytest.mark.parametrize(
    ("lying", "wrong"),
    [
        (Lying("Ghost", gold=2, items=["Rope"]), False),
        (Lying(), False),
        (Lying(gold=2), True),
        (Lying(items=["Rope"]), True),
    ],
)
def test_things_lie_on_open_cards_alone(lying: Lying, wrong: bool) -> None:
    quest = quest_of(standing())
    quest.state.at(6).cards = [lying]
    assert any("face-down" in text for text in _board(quest.setup, quest.state)) == wrong


@pytest.mark.rule("end-limits")
def test_more_gold_than_cubes_can_be_put_right() -> None:
    assert hero(say(standing(), "adjust Anna gold 20")).gold == 20


@pytest.mark.rule("death", "P46", "attack-heroes")
@pytest.mark.parametrize(("dice", "heir"), [("roll 1 6", 1), ("roll 6 1", 0)])
def test_whoever_wins_takes_what_the_dead_hero_had(dice: str, heir: int) -> None:
    played = placed(standing(health=0, red=3, gold=2), 1, step="turn", space="Plains 6", health=0, red=3, gold=5)
    say(played, f"attack Bo [accept / {dice}]")
    assert (hero(played, heir).gold, hero(played, heir).playing, hero(played, 1 - heir).status) == (7, True, "dead")


@pytest.mark.rule("for-a-while", "forgotten-chapel", "P43")
def test_what_holds_for_the_next_battle_is_over_after_a_fight_of_heroes() -> None:
    bonus = Bonus("Chapel", "in strength 1", "next battle")
    played = placed(
        standing(bonuses=[bonus]),
        1,
        step="turn",
        space="Plains 6",
        bonuses=[bonus, Bonus("Charm", "in strength 1", "round")],
    )
    say(played, "attack Bo [accept / roll 3 3]")
    assert (hero(played).bonuses, [one.source for one in hero(played, 1).bonuses]) == ([], ["Charm"])


@pytest.mark.rule("new-character", "P47")
def test_whose_new_hero_it_is_is_asked() -> None:
    quest = quest_of(standing())
    quest.state.players[0].status = "dead"
    settle_deaths(quest, "the storm")
    assert next(new_hero(quest)).who == "Anna"


@pytest.mark.rule("what-is-in-box", "battle-in-planes")
@pytest.mark.parametrize(
    ("what", "name", "wrong"),
    [
        ("lesser", "Door Warden", False),
        ("lesser", "Pale Regent", True),
        ("greater", "Pale Regent", False),
        ("greater", "Door Warden", True),
        ("artifact", "Royal Cape", False),
        ("artifact", "Door Warden", True),
    ],
)
def test_each_card_of_a_plane_is_of_its_kind(what: str, name: str, wrong: bool) -> None:
    quest = quest_of(standing())
    setattr(quest.state.planes[0], what, name)
    found = [text for text in _known(quest.setup, quest.state) if text.startswith("plane ")]
    assert bool(found) == wrong


@pytest.mark.rule("what-is-in-box", "artifacts")
@pytest.mark.parametrize(
    ("held", "lying", "left", "closed", "wrong"), [(1, 1, 0, 2, False), (1, 1, 1, 3, False), (1, 1, 0, 1, True)]
)
def test_as_many_planes_are_closed_as_artifacts_are_out(
    held: int, lying: int, left: int, closed: int, wrong: bool
) -> None:
    quest, names = quest_of(standing()), iter(artifacts())
    quest.hero.artifacts = [next(names) for _ in range(held)]
    quest.state.at(6).artifacts = [next(names) for _ in range(lying)]
    quest.state.planes[4].left = [next(names) for _ in range(left)]
    for plane in quest.state.planes[:closed]:
        plane.closed = True
    found = [text for text in _artifacts(quest.setup, quest.state) if "are out of their planes" in text]
    assert bool(found) == wrong


@pytest.mark.rule("movement", "moving-cards")
def test_a_card_that_moves_against_the_rules_leaves_no_movement_owing() -> None:
    played = knowing("Boots: item, common; moving: move 2", items=["Boots"])
    played.state.decks["common"].count -= 1
    before = played.state.moves
    played = say(placed(played, step="turn"), "overrule use Boots to Forest 8 because we say so")
    assert (hero(played).space, played.present.moves, played.present.step) == (8, before, "turn")


@pytest.mark.rule("lodging", "P26", "peaceful-times")
def test_who_has_one_more_turn_is_safe_no_longer() -> None:
    played = standing(at="Village", lodging=True)
    played.state.extra = ["Peaceful Times"]
    played = say(placed(played, step="turn"), "end turn")
    assert (played.present.turn, played.present.active, hero(played).lodging) == (2, 0, False)


@pytest.mark.rule("P31")
@pytest.mark.parametrize(
    ("does", "harms"), [("lose 1 health, gain 1 gold", True), ("gain 1 gold", False), ("lose 1 magic", False)]
)
def test_what_takes_health_comes_before_what_heals(does: str, harms: bool) -> None:
    assert Consequence(0, "Axe", RULES.read_effects(does)).harms == harms


@pytest.mark.rule("fight-values")
def test_an_enemy_of_no_strength_is_told_as_such() -> None:
    quest = quest_of(standing())
    assert LightFight(own=6, enemy=0).complete(quest) == LightFight(own=6, enemy=0)
    assert LightFight().complete(quest) == LightFight()


@pytest.mark.rule("discarded-cards", "decks")
@pytest.mark.parametrize(
    ("pile", "kind", "where"),
    [("items", "item, common", "to the discards"), ("abilities", "ability, Fortress", "under the Fortress deck")],
)
def test_where_a_card_goes_that_is_given_up_is_told(pile: str, kind: str, where: str) -> None:
    played = knowing(f"Echo: {kind}; any time: discard this -> gain 1 gold", **{pile: ["Echo"]})
    played = placed(played, step="turn")
    played.take_events()
    assert any("Echo" in line and where in line for line in told(say(played, "use Echo")))


@pytest.mark.rule("P41", "two-dice")
@pytest.mark.parametrize(("dice", "thrown"), [("entered", 1), ("rolled", 0)])
def test_the_die_of_a_reward_is_thrown_by_the_table_or_the_program(dice: str, thrown: int) -> None:
    line = "Odd Urn: opportunity; use on 6: gain 5 gold"
    played = placed(game(*TWO, dice=dice), space="Plains 6", step="turn", abilities=["Prayer"], magic=3)
    played.state.learnt += (read_card(line),)
    played = say(with_cards(placed(played, step="turn"), "Plains 6", "Odd Urn"), "use Odd Urn")
    assert played.question is not None
    assert played.question.key == "reward"
    assert (played.question.throw.count if played.question.throw else 0) == thrown


@pytest.mark.rule("prophetic-dream", "P15")
def test_who_drew_the_dream_picks_the_plane() -> None:
    played = say(placed(game(*TWO), step="chance"), "chance Prophetic Dream")
    assert played.question is not None
    assert (played.question.key, played.question.who) == ("plane", "Anna")


@pytest.mark.rule("what-is-in-box")
def test_at_a_light_table_no_card_is_put_right() -> None:
    played = standing()
    played.state.tracking = played.state.known = "battles"
    lighten(played.state)
    with pytest.raises(RefereeError, match="track"):
        say(placed(played, step="turn"), "adjust card Rope: item, common")


@pytest.mark.rule("trading-heroes")
def test_of_names_that_begin_alike_the_longer_one_is_meant() -> None:
    quest = quest_of(standing("Rope", settings={"trading": True}, heroes=("Ranger", "Illusionist", "Scout")))
    for hero_, name in zip(quest.state.players[1:], ("Bo", "Bo Ray"), strict=True):
        hero_.name, hero_.space = name, 6
    quest.state.step = "movement"
    assert [Offer.read(quest, "offer", f"{name} Rope for nothing").to for name in ("Bo", "Bo Ray")] == [1, 2]


@pytest.mark.rule("end-limits", "P23")
def test_nobody_is_asked_which_items_go_where_all_must() -> None:
    played = taken(standing(*(["Rope", "Axe"])), *((name, 0) for name in artifacts()[:3]))
    asked = _limits_question(quest_of(played), "Items", ["Rope", "Axe"], 2)
    assert asked.forced() == "discard Rope, Axe"
    assert _limits_question(quest_of(played), "Items", ["Rope", "Axe"], 1).forced() is None


@pytest.mark.rule("P65", "end-limits", "final-battle")
def test_limits_of_the_round_hold_before_the_final_battle() -> None:
    three = standing(heroes=("Ranger", "Illusionist", "Scout"), gold=20, experience=20)
    quest = quest_of(taken(three, *zip(artifacts(), (0, 0, 1, 1, 2), strict=True)))
    quest.state.collector = 0
    drive(settle(quest), lambda asked: asked.parse("Forest 4"))
    assert (quest.state.phase, quest.state.players[0].gold, quest.state.players[0].experience) == (
        "final battle",
        15,
        15,
    )


@pytest.mark.rule("attack-heroes", "order-of-duel")
def test_each_set_of_items_can_be_listed_for_an_attack() -> None:
    played = placed(standing("Axe", "Ruby Circlet", magic=4, blue=4), 1, step="turn", space="Plains 6")
    assert played.question is not None
    first = next(option for option in played.question.options() if option.text.startswith("attack Bo"))
    ways = set(map(str, first.ways()))
    assert {"attack Bo wills with Axe", "attack Bo with Axe, Ruby Circlet"} <= ways | {first.text}


def learning(played: Session[GameState], *lines: str) -> Session[GameState]:
    """The game with more cards that are known."""
    played.state.learnt += tuple(map(read_card, lines))
    return placed(played, step="turn")


BLOB = "Odd Blob: creature, strength 3, willpower 3, strength costs 4 magic, wills costs 2 health"


@pytest.mark.rule("X11", "P39", "P43")
def test_a_battle_that_nobody_can_pay_for_takes_what_was_for_the_next_one() -> None:
    played = knowing("Odd Oil: item, common; before battle: in either 3", items=["Odd Oil"], magic=3, health=1)
    played = with_cards(learning(played, BLOB), "Plains 6", "Odd Blob")
    assert not hero(say(played, "use Odd Oil", "fight Odd Blob")).bonuses


@pytest.mark.rule("card-effects", "fanaticism")
def test_what_a_battle_brings_for_the_next_one_lasts_till_that_is_over() -> None:
    played = knowing("Odd Horn: item, common; won: in either 3 for the battle", items=["Odd Horn"], health=4, red=8)
    played = learning(played, "Rat: creature, strength 1", "Cat: creature, strength 1", "Zebra: creature, strength 9")
    played = say(with_cards(played, "Plains 6", "Rat", "Zebra"), "fight Rat [roll 6 1]")
    assert [one.effect for one in hero(played).bonuses] == ["in either 3"]
    assert not hero(say(played, "fight Zebra [roll 1 6]")).bonuses


@pytest.mark.rule("used-items-count", "P81")
@pytest.mark.parametrize(("said", "gold"), [("attack Bo", 0), ("attack Bo with Odd Hook", 2)])
def test_a_weapon_that_isnt_used_takes_nothing_of_the_beaten(said: str, gold: int) -> None:
    played = knowing("Odd Hook: item, common, weapon; hero beaten: steal 2 gold", items=["Odd Hook"], gold=0)
    played = placed(placed(played, health=8, red=8), 1, space="Plains 6", step="turn", gold=5, items=[])
    assert hero(say(played, f"{said} [accept / roll 6 1]")).gold == gold


ARTS = "Odd Arts: ability, Fortress; after battle if hurt: heal 1 health"


@pytest.mark.rule("P76", "healing-arts")
@pytest.mark.parametrize(
    ("line", "moves", "left"),
    [
        ("Odd Bolt: ability, Fortress; roll: enemy loses 1 health", "use Odd Bolt / roll 1 4", 3),
        ("Odd Bolt: ability, Fortress; won: each other player lose 1 health", "roll 6 1 / offer", 3),
        ("Odd Bolt: ability, Fortress; won: each other player lose 2 health", "roll 6 1 / offer", 2),
    ],
)
def test_health_that_the_other_heros_card_takes_is_damage_of_the_battle(line: str, moves: str, left: int) -> None:
    played = learning(knowing(line, abilities=["Odd Bolt"], health=5, red=8), ARTS)
    played = placed(played, 1, space="Plains 6", step="turn", health=3, red=8, items=["Rope"], abilities=["Odd Arts"])
    assert hero(say(played, f"attack Bo [accept / {moves}]"), 1).health == left


@pytest.mark.rule("once-a-round", "time-loop")
def test_once_in_two_rounds_holds_in_and_after_fights_too() -> None:
    played = knowing(
        "Odd Luck: ability, Fortress; once in two rounds roll: in strength 3", abilities=["Odd Luck", "Odd Purse"]
    )
    played = learning(played, "Rat: creature, strength 1, 2 lives", "Cat: creature, strength 1")
    played = learning(played, "Odd Purse: ability, Fortress; once in two rounds won: gain 3 gold")
    played = placed(with_cards(played, "Plains 6", "Rat", "Cat"), step="turn", gold=0, rounds=4, health=4)
    played = say(played, "fight Rat [use Odd Luck / roll 6 1 / roll 6 1]", "fight Cat [roll 6 1]")
    assert hero(played).gold == 3
    assert hero(played).marks == ["round 4: Odd Luck/0", "round 4: Odd Purse/0"]
    assert Quest(played.game.setup, played.state, []).is_marked(0, "Odd Luck/0")  # type: ignore[attr-defined]


@pytest.mark.rule("bats-and-dragon", "P30")
def test_no_spell_helps_a_roll_that_bats_ask_for_when_they_are_met() -> None:
    played = knowing("Odd Bats: creature, strength 1, no spells; met on 1-3: lose 1 health", abilities=["Prayer"])
    played = say(with_cards(placed(played, magic=5, step="turn"), "Plains 6", "Odd Bats"), "fight Odd Bats")
    assert offered(played) == ["roll"]


@pytest.mark.rule("X8", "death")
def test_the_dead_are_asked_for_nothing() -> None:
    idol = "Odd Idol: item, common; round ends: lose 9 health; round ends: 1 gold -> draw 1 common"
    played = say(knowing(idol, items=["Odd Idol"], gold=3), "end turn")
    assert played.question is not None
    assert (played.question.who, hero(played).status) == ("Bo", "dead")


@pytest.mark.rule("P43", "fanaticism", "mountain-lore")
def test_the_odds_of_a_new_battle_in_a_plane_count_the_space_no_more() -> None:
    played = knowing("Odd Zeal: ability, Monastery; drawn: fight again", abilities=["Odd Zeal", "Odd Lore"])
    played.state.learnt += (read_card("Odd Lore: ability, Fortress; always: in strength 2 at forest"),)
    played.state.learnt += (read_card("Odd Warden: lesser, strength 4"),)
    played = placed(played, space="Forest 20", step="movement", health=3, magic=0)
    say(played, "plane Monastery [Odd Warden]")
    assert detail(played, "fight Odd Warden").startswith("Strength 4; 5 against 4")
    played.answer("fight Odd Warden")
    played.answer("roll 1 2")
    assert detail(played, "fight Odd Warden").startswith("Strength 4; 3 against 4")


FLAME = "Odd Flame: ability, Fortress, spell 1; battle: in strength 1 on a weapon, damage a weapon after battle"


@pytest.mark.rule("ambidexterity", "flaming-weapon")
def test_a_spell_on_one_of_two_weapons_damages_that_one_alone() -> None:
    held = {"abilities": ["Odd Flame", "Ambidexterity"], "items": ["Sword", "Rapier"]}
    played = learning(knowing(FLAME, magic=3, health=6, red=6, **held), "Rat: creature, strength 1")
    played = with_cards(played, "Plains 6", "Rat")
    said = "fight Rat with Sword, Rapier [cast Odd Flame on Rapier{} / roll 6 1]"
    assert hero(say(placed(played, step="turn"), said.format(""))).damaged == ["Rapier"]
    assert hero(say(played, said.format(" / cast Odd Flame on Sword"))).damaged == ["Rapier", "Sword"]


@pytest.mark.rule("P70", "flaming-weapon")
def test_a_weapon_that_its_spell_damages_is_damaged_with_its_winner() -> None:
    played = placed(knowing(FLAME), 1, space="Plains 6", items=["Sword"], abilities=["Odd Flame"], magic=2, health=1)
    answers = "accept with Sword / cast Odd Flame on Sword / roll 6 1 / offer"
    played = say(placed(played, health=8, red=8, step="turn"), f"attack Bo [{answers}]")
    assert (hero(played).damaged, hero(played, 1).held) == (["Sword"], [])


@pytest.mark.rule("P70", "damaged-items")
def test_an_item_that_every_fight_damages_is_damaged_with_its_winner() -> None:
    played = placed(
        knowing("Odd Pike: item, common, weapon; after battle: damage this"), 1, space="Plains 6", health=1
    )
    played = placed(placed(played, 1, items=["Odd Pike"]), health=8, red=8, step="turn")
    played = say(played, "attack Bo [accept with Odd Pike / roll 6 1 / offer]")
    assert (hero(played).damaged, hero(played, 1).held) == (["Odd Pike"], [])


@pytest.mark.rule("P51", "thievery")
def test_nobody_is_asked_what_an_artifact_costs() -> None:
    played = knowing(
        "Odd Hook: item, common; hero beaten: steal the dearest item", items=["Odd Hook"], health=8, red=8
    )
    played = placed(played, 1, space="Plains 6", items=["Rope"], artifacts=["Royal Cape"], health=5, red=5)
    played = say(placed(played, step="turn"), "attack Bo [accept / roll 6 1 / lose health]")
    assert (hero(played).items, hero(played, 1).held) == (["Odd Hook", "Rope"], ["Royal Cape"])


@pytest.mark.rule("used-items-count", "win-hero")
def test_an_item_that_the_winner_takes_does_nothing_for_the_fight_that_won_it() -> None:
    hook = "Odd Hook: item, common; hero beaten: steal 2 gold"
    played = placed(knowing(hook), 1, space="Plains 6", items=["Odd Hook"], gold=5, health=1)
    played = say(placed(played, health=8, red=8, gold=0, step="turn"), "attack Bo [accept / roll 6 1 / offer]")
    assert (hero(played).items, hero(played).gold) == (["Odd Hook"], 0)


@pytest.mark.rule("X8", "P39", "card-costs")
@pytest.mark.parametrize(
    ("line", "offers"),
    [
        # nothing pays for what it does when it is met, so 2 Health are left for Wills
        ("Odd Blob: creature, strength 3, willpower 3, strength costs 4 magic, wills costs 2 health", "wills"),
        ("Odd Blob: creature, strength 3, willpower 3", "strength"),  # it takes the Magic that Wills would cost
    ],
)
def test_what_a_creature_asks_for_when_it_is_met_is_counted_before_the_fight(line: str, offers: str) -> None:
    met = {"wills": "1 item -> lose 1 health", "strength": "1 magic -> gain 1 gold"}[offers]
    played = learning(knowing(f"{line}; met: {met}", magic=2, health=2, red=5))
    played = with_cards(played, "Plains 6", "Odd Blob")
    assert [text for text in offered(played) if text.startswith("fight")] == [f"fight Odd Blob {offers}"]
    say(played, f"fight Odd Blob {offers} [roll 6 1]")


@pytest.mark.rule("X8")
def test_the_odds_count_what_a_creature_asks_for_after_a_fight() -> None:
    line = "Odd Blob: creature, strength 3; lost: 1 gold -> lose 9 health"
    played = with_cards(learning(knowing(line, gold=0, health=3)), "Plains 6", "Odd Blob")
    assert "may die" not in detail(played, "fight Odd Blob")
    assert "may die" in detail(placed(played, gold=1, step="turn"), "fight Odd Blob")


@pytest.mark.rule("P41")
def test_nobody_is_harmed_by_what_helps_a_roll_outside_of_a_fight() -> None:
    line = "Odd Hex: ability, Fortress; any roll: better of two, enemy loses 1 magic"
    played = learning(
        knowing(line, abilities=["Odd Hex"], health=3), "Odd Dice: opportunity; use on 4-6: gain 1 gold"
    )
    played = say(
        with_cards(placed(played, step="turn"), "Plains 6", "Odd Dice"), "use Odd Dice [use Odd Hex / roll 2+5]"
    )
    assert hero(played).gold == 4


HIGHWAYMAN = "Odd Man: creature, strength 4; met if new: lay 1 item on this or else lose 1 health"


@pytest.mark.rule("P30", "P42", "highwayman")
@pytest.mark.parametrize(
    ("items", "damaged", "shown"),
    [
        (["Sword"], [], ["fight Odd Man"]),  # it is the Item that goes
        (["Sword", "Rapier"], [], ["fight Odd Man with Sword"]),
        (["Sword"], ["Rope"], ["fight Odd Man with Sword"]),
        (["Gauntlets of Strength", "War Axe"], [], ["fight Odd Man with War Axe"]),
        ([], [], ["fight Odd Man"]),
    ],
)
def test_the_odds_count_the_item_that_goes_before_the_fight(
    items: list[str], damaged: list[str], shown: list[str]
) -> None:
    played = with_cards(learning(knowing(HIGHWAYMAN, health=3, items=items, damaged=damaged)), "Plains 6", "Odd Man")
    played.state.at(6).cards[0].round = played.state.round
    played = placed(played, step="turn")
    assert [text for text in offered(played) if text.startswith("fight")] == shown
    totals = {"fight Odd Man": 2 + bool(items), "fight Odd Man with Sword": 4, "fight Odd Man with War Axe": 5}
    assert f"; {totals[shown[0]]} against 4" in detail(played, shown[0])


@pytest.mark.rule("special-rules", "attack-heroes")
def test_what_is_for_attackers_does_nothing_as_a_creature_is_met() -> None:
    played = learning(knowing("Odd Man: creature, strength 4; met if attacker: in strength 3 for the turn", health=3))
    played = say(with_cards(played, "Plains 6", "Odd Man"), "fight Odd Man")
    assert played.question is not None
    assert played.question.prompt.startswith("Anna 3 : 4")
