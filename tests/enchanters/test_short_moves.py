"""Moves as they are typed at a table: short, and the same whatever is listed; the last turn; why it came out so."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from referee.errors import Illegal
from referee.explain.why import just_happened
from referee.play.event import Said
from referee.play.notation import read_one
from referee.play.reading import Read, Reader
from tests.enchanters.quests import Play, happened, has, options, play, playing, question, ruling
from tests.enchanters.test_reach import at as at  # a fixture
from tests.enchanters.test_why import of

INN = "Inn: rest: gain 2 crystals; rest: heal 1 wound; multi: 1 crystal -> attack 1"
TRACK = ["Stick", "Staff", "Spear", "Sling"]


def recorded(game: Play) -> list[str]:
    return [step.do for step in game.steps]


@pytest.mark.rule("journey")
@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("3", "journey 3 Spear"),
        ("rest 2", "rest Inn 2"),
        ("rest 1", "rest Inn 1"),
        ("inn x2", "use Inn x2"),
        ("inn", "use Inn"),
        ("0", "end turn"),
        ("take the staff", "journey 2 Staff"),
        ("fight spear", "journey 3 Spear"),
        ("card 2", "journey 2 Staff"),
        ("first card", "journey 1 Stick"),
        ("buy sling", "journey 4 Sling"),
    ],
)
def test_a_move_is_typed_short(typed: str, move: str) -> None:
    game = playing(TRACK, village=INN)
    if typed == "0":
        play(game, "1")
    play(game, typed)
    assert recorded(game)[-1] == move


@pytest.mark.rule("journey")
@pytest.mark.parametrize(
    ("typed", "move"),
    [
        ("take the second item", "journey 3 Spear"),
        ("fight first monster", "journey 2 Bat"),
        ("nearest monster", "journey 2 Bat"),
        ("get the last card", "journey 4 Sling"),
        ("last item", "journey 4 Sling"),
    ],
)
def test_a_card_of_the_track_is_named_by_its_order_in_its_kind(typed: str, move: str) -> None:
    cards = {"Stick": "item, attack 1", "Bat": "monster, strength 1, health 1", "Spear": "item, attack 1"}
    game = playing(["Stick", "Bat", "Spear", "Sling"], cards=cards, village=INN, crystals={"Anna": 3})
    asked = question(game)
    read = Reader(asked).read(typed)
    assert isinstance(read, Read)
    assert asked.record(asked.parse(read_one(read.text).text), typed) == move


@pytest.mark.rule("turn")
def test_a_whole_turn_in_a_line_stands_behind_the_prompt() -> None:
    """What comes for the card is named in it where the table draws."""
    game = playing(TRACK, village=INN)
    assert question(game).example() == "1; end"
    game.answer("1")
    assert question(game).example() == ""


@pytest.mark.rule("hidden-inactive")
@pytest.mark.parametrize("typed", ["use whip", "use cinder whip"])
def test_the_reason_is_told_why_a_covered_card_is_not_used(typed: str) -> None:
    """By any word of its name: it was said that it can't be read."""
    cards = {"Cinder Whip": "item; minor: 1 crystal -> attack 2", "Cap": "item, attack 1"}
    game = playing(TRACK, cards=cards, village=INN, piles={"Anna": ["Cinder Whip", "Cap"]})
    assert ruling(game, typed) == "hidden-inactive"


@pytest.mark.rule("turn")
@pytest.mark.parametrize("typed", ["take staff", "fight spear"])
def test_a_second_major_action_is_refused_for_what_it_is(typed: str) -> None:
    """ "take staff" couldn't be read once a journey was made."""
    game = playing(TRACK, village=INN)
    play(game, "1")
    assert ruling(game, typed) == "turn"


@pytest.mark.rule("turn")
@pytest.mark.parametrize("typed", ["end", "done", "pass"])
def test_a_turn_is_ended_in_a_word(typed: str) -> None:
    game = playing(TRACK, village=INN)
    play(game, "1", typed)
    assert recorded(game)[-1] == "end turn"


@pytest.mark.rule("journey")
@pytest.mark.parametrize(
    ("told", "move"),
    [
        ({"move": "journey", "place": "3 Spear"}, "journey 3 Spear"),
        ({"move": "rest", "action": "Inn 2", "times": 1}, "rest Inn 2"),
        ({"move": "use", "action": "Inn", "times": 1}, "use Inn"),
    ],
)
def test_a_move_is_told_as_data(told: dict[str, object], move: str) -> None:
    game = playing(TRACK, village=INN)
    moves = question(game).moves
    assert moves is not None
    assert moves.as_json(move) == told
    play(game, json.dumps(told))
    assert recorded(game) == [move]


@pytest.mark.rule("journey-cost", "turn")
def test_a_number_is_a_place_of_the_track_whatever_is_listed(at: Callable[..., Play]) -> None:
    game = playing(TRACK, village=INN, crystals={"Anna": 1})
    assert [option.number for option in question(game).options()] == ["1", "2", "", "", ""]
    assert ruling(game, "3") == "journey-cost"
    assert not at(game, "3").steps, "and not the third answer of the list"
    play(game, "1")
    assert [(option.text, option.number) for option in question(game).options()] == [
        ("end turn", "0"),
        ("use Inn", ""),
    ]
    assert ruling(game, "1") == "turn"
    assert recorded(at(game, "1", "2"))[:2] == ["journey 1 Stick", "end turn"], "the next player's place"


@pytest.mark.rule("multiaction")
def test_in_a_fight_an_action_needs_no_verb_either() -> None:
    game = playing(["Rat"], cards={"Rat": "monster, strength 0, health 3"}, village=INN)
    play(game, "1", "strike", "inn x2", "attack")
    assert (has(game), recorded(game)) == ((3, 0), ["journey 1 Rat"])


@pytest.mark.rule("turn")
def test_a_rest_that_isnt_there_is_refused() -> None:
    with pytest.raises(Illegal):
        play(playing(TRACK), "rest 1")


@pytest.mark.rule("end")
@pytest.mark.rule("hidden-inactive", "which-actions")
@pytest.mark.parametrize(
    ("typed", "rule"),
    [
        ("use Sabre", "hidden-inactive"),
        ("sabre", "hidden-inactive"),
        ("rest Tent", "hidden-inactive"),
        ("use Jar", "which-actions"),
    ],
)
def test_an_action_that_is_covered_or_anothers_is_refused_by_the_rule(typed: str, rule: str) -> None:
    """FAQ 4 and Actions in general: a covered card's upper part is inactive, and another's cards aren't one's own."""
    cards = {"Sabre": "item; minor: 1 crystal -> attack 3", "Tent": "enchantment; rest: heal 1 wound"}
    cards |= {"Jar": "item; minor: gain 1 crystal", "Cap": "item; lower minor: gain 1 crystal"}
    piles = {"Anna": ["Cap", "Sabre", "Stick", "Tent", "of Air"], "Bo": ["Jar"]}
    game = playing(TRACK, village=INN, cards=cards | {"of Air": "enchantment", "Stick": "item"}, piles=piles)
    assert ruling(game, typed) == rule
    play(game, "use Cap")  # what stands below the line


def test_the_last_turn_is_announced() -> None:
    game = play(playing(TRACK[:2], village=INN), "1")
    assert not happened(game, Said)
    play(game, "end turn")
    assert [event.rules for event in happened(game, Said)] == [("end",)]
    assert question(game).prompt == "Bo: a journey, a rest, or an action (the last turn)"
    play(game, "rest 1", "end turn")
    assert game.state.over, "a rest takes the last card too"


@pytest.mark.rule("end")
def test_while_cards_are_left_in_the_deck_no_turn_is_the_last() -> None:
    game = play(playing(TRACK[:2], village=INN, left=1), "1", "Bucket", "end turn")
    assert not happened(game, Said)


@pytest.mark.rule("journey-cost", "action-effect")
@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("pay 1 crystal for 1 attack", "it costs 1 crystal; Anna has 0"),
        ("I'd like the belt", "costs 1 crystal; Anna has 0"),
    ],
)
def test_what_cant_be_paid_is_found_by_what_it_does_or_where_it_lies(typed: str, told: str) -> None:
    """The Belt on the track, and not the other player's."""
    cards = {"Belt": "item; minor: defence 1"}
    game = playing(["Stick", "Belt"], cards=cards, piles={"Bo": ["Belt #2"]}, village=INN, crystals={"Anna": 0})
    with pytest.raises(Illegal, match=told):
        Reader(question(game)).read(typed)


# --- why ----------------------------------------------------------------------------------------------


@pytest.mark.rule("monster-attack")
def test_why_in_the_middle_of_a_fight_tells_what_has_just_happened() -> None:
    cards = {"Rat": "monster, strength 3, health 3", "Belt": "item; minor: defence 1; minor: attack 9"}
    game = playing(["Rat", "Stick"], cards=cards, piles={"Anna": ["Belt"]})
    play(game, "use Belt 1", "1", "strike")
    assert just_happened(game) == 2
    found = of(game, 2)
    assert found.at == "turn 1, under way"
    assert [one.text for one in found.happened][-1].startswith("Rat strikes Anna: strength 3 less defence 1")
    assert not found.decided
    assert of(game).number == 1, "without a number the last entry of the log"


def test_why_tells_of_what_was_decided_and_not_of_what_went_by_itself(at: Callable[..., Play]) -> None:
    game = at(playing(TRACK), "2")
    assert recorded(game) == ["journey 2 Staff", "end turn"]
    assert just_happened(game) == 1
    assert just_happened(playing(TRACK)) is None
    assert options(game)
