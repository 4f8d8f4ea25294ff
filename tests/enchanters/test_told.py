"""What players hear of what happens: the sentences of a turn, what help and strokes come to."""

from __future__ import annotations

from typing import Any

import pytest

from referee.errors import Unreadable
from referee.play.event import names_of
from referee.play.notation import readings
from tests.enchanters.quests import Play, play, playing, question, shut

INN = "Inn: rest: gain 3 crystals; minor: 1 crystal -> defence 1; multi: 2 crystals -> attack 1"
CARDS = {
    "Bear": "monster, strength 2, health 3",
    "Giant": "strength 3, health 1",
    "Imp": "monster, strength 0, health 1",
    "Robe": "item, defence 1; after monster: gain 1 crystal",
    "Brand": "item; minor: attack 1 per 1 monster",
    "Bog": "item; minor: discard 1 monster",
    "Lure": "item; minor: a player gives 1 monster",
    "Crypt": "item; minor: journey to the graveyard",
    "Trinket": "item, lower attack 1",
    "Purse": "item; minor: gain 1 crystal per 1 monster, take 1 wound per 1 monster",
}


def heard(game: Play, *texts: str) -> list[str]:
    """What is told of the last of these answers."""
    before = len(play(game, *texts[:-1]).events)
    play(game, texts[-1])
    return [event.describe(names_of(game.present.players)) for event in game.events[before:]]


def quest(track: list[str], items: list[str] | None = None, **settings: Any) -> Play:
    return playing(track, cards=CARDS, village=INN, piles={"Anna": items or []}, **settings)


@pytest.mark.rule("turn", "journey", "journey-cost", "player-attack", "failed-fight")
@pytest.mark.parametrize(
    ("track", "items", "answers", "told"),
    [
        (
            ["Stick", "Staff", "Spear"],
            [],
            ["journey 3"],
            [
                "Anna journeys to Spear, card 3 of the track.",
                "Anna pays 2 crystals (the journey).",
                "Spear goes on top of Anna's items.",
            ],
        ),
        (
            ["Bear", "Stick"],
            [],
            ["journey 1", "strike", "use Inn 2 x2", "attack"],
            [
                "Anna attacks Bear: attack 3 (Fist 1; for this turn Inn 2) against health 3; beaten.",
                "Bear goes on top of Anna's monsters.",
            ],
        ),
        (
            ["Bear", "Stick"],
            [],
            ["journey 1", "strike", "attack"],
            [
                "Anna attacks Bear: attack 1 (Fist 1) against health 3; 2 short.",
                "The fight is lost: Bear is the nearest card and goes at the end of the turn.",
            ],
        ),
        (
            ["Stick", "Bear"],
            [],
            ["journey 2", "strike", "attack"],
            [
                "Anna attacks Bear: attack 1 (Fist 1) against health 3; 2 short.",
                "The fight is lost: Bear stays; the nearest card goes at the end of the turn.",
            ],
        ),
        (
            ["Bear", "Stick"],
            ["Robe"],
            ["journey 1", "use Inn 1", "strike"],
            [
                "Bear strikes Anna: strength 2 less defence 2 (Robe 1; for this turn Inn 1) = 0; no wound.",
            ],
        ),
        (
            ["Stick"],
            [],
            ["use Inn 2"],
            [
                "Anna uses Inn: 2 crystals -> attack 1.",
                "Anna pays 2 crystals (Inn).",
                "Anna has +1 attack this turn (Inn).",
            ],
        ),
        (
            ["Stick"],
            [],
            ["use Inn 2 x3"],
            [
                "Anna uses Inn 3 times: 2 crystals -> attack 1.",
                "Anna pays 2 crystals (Inn).",
                "Anna has +1 attack this turn (Inn).",
                "Anna pays 2 crystals (Inn).",
                "Anna has +1 attack this turn (Inn).",
                "Inn is used 2 times only: it costs 2 crystals; Anna has 1.",
            ],
        ),
        (
            ["Stick"],
            ["Brand"],
            ["use Brand"],
            [
                "Anna uses Brand: attack 1 per 1 monster.",
                "Anna gains no attack (Brand: 1 for every monster, of 0).",
            ],
        ),
        (
            ["Stick"],
            ["Bog"],
            ["use Bog"],
            [
                "Anna uses Bog: discard 1 monster.",
                "Anna has no monster to give up (Bog).",
            ],
        ),
        (
            ["Stick"],
            ["Purse"],
            ["use Purse"],
            [
                "Anna uses Purse: gain 1 crystal per 1 monster, take 1 wound per 1 monster.",
                "Anna takes no crystal (Purse).",
                "Anna takes no wound (Purse).",
            ],
        ),
        (["Stick"], ["Lure"], ["use Lure", "Anna"], ["Anna would give to Anna: no monster moves (Lure)."]),
        (
            ["Stick"],
            ["Crypt"],
            ["use Crypt"],
            [
                "Anna uses Crypt: journey to the graveyard.",
                "The graveyard is empty: Anna's journey there leads nowhere.",
            ],
        ),
        (
            ["Stick"],
            [],
            ["rest Inn", "end turn"],
            [
                "Stick, the nearest card, goes to the graveyard.",
                "Anna's turn is over.",
                "Deck and track are empty: the game is over; glory is counted.",
            ],
        ),
        (
            ["Stick", "Staff"],
            [],
            ["journey 1", "end turn"],
            [
                "Anna's turn is over.",
                "It is Bo's turn.",
                "This is the last turn: the last card of the track goes, and the deck is empty.",
            ],
        ),
    ],
)
def test_what_happens_is_told(track: list[str], items: list[str], answers: list[str], told: list[str]) -> None:
    assert heard(quest(track, items), *answers) == told


@pytest.mark.rule("E-m", "monster-attack", "multiaction", "E-at")
def test_what_an_answer_comes_to_is_told_beside_it() -> None:
    def details(game: Play) -> dict[str, str]:
        return {option.text: option.detail for option in question(game).options()}

    game = quest(["Bear", "Stick"], ["Crypt"])
    told = details(game)
    assert told["use Inn 1"] == "1 crystal -> defence 1"
    assert told["use Inn 2"] == "2 crystals -> attack 1, any number of times (x2: twice)"
    assert told["use Crypt"] == "journey to the graveyard; no card lies in the graveyard now (E-at)"
    told = details(play(game, "journey 1"))
    assert told["strike"] == "strength 2 against defence 0: 2 wounds"
    assert details(play(game, "use Inn 1"))["strike"] == "strength 2 against defence 1: 1 wound"
    assert (
        details(play(game, "strike"))["attack"] == "attack 1 against health 3: can be won for 4 crystals, using Inn"
    )
    assert "attack" not in shut(game)


@pytest.mark.rule("minor-actions", "E-ap")
def test_what_the_table_changes_of_a_turn_by_hand_counts_and_is_told() -> None:
    cards = {**CARDS, "Mirror": "item; minor: manual as printed"}
    game = playing(["Bear", "Stick"], cards=cards, piles={"Anna": ["Mirror"]})
    assert heard(game, "use Mirror")[1:] == ['Mirror says "as printed": do that at the table.']
    assert heard(game, "Anna attack +2") == ["Anna has +2 attack this turn (Mirror)."]
    assert heard(game, "Anna defence +1") == ["Anna has +1 defence this turn (Mirror)."]
    play(game, "done")
    assert heard(game, "journey 1")[-2:] == [
        "Anna attacks Bear: attack 3 (covered Fist 1; for this turn Mirror 2) against health 3; beaten.",
        "Bear goes on top of Anna's monsters.",
    ]


@pytest.mark.rule("adventure-deck")
def test_cards_that_come_are_listed_with_how_many_of_them_are_left_unless_the_program_draws() -> None:
    cards = {"Stick": "item", "Axe": "item, 2 copies", "Bow": "item"}
    game = playing(["Stick"], cards=cards, left=3, names=("Stick", "Axe", "Axe #2", "Bow"))
    play(game, "journey 1")
    assert [(option.text, option.detail) for option in question(game).options()] == [("Axe", "2 left"), ("Bow", "")]
    assert heard(game, "Axe")[-1] == "Axe comes to place 1 of the track; 2 left in the deck."


@pytest.mark.rule("adventure-deck", "card-anatomy")
def test_what_is_printed_on_a_new_card_is_noted_as_it_comes() -> None:
    game = play(playing(["Stick", "Staff"], left=3), "journey 1")
    assert heard(game, "Sabre: item, attack 2; minor: gain 1 crystal")[-2:] == [
        "Sabre comes to place 2 of the track; 2 left in the deck.",
        "Sabre: item, attack 2; minor: gain 1 crystal.",
    ]


@pytest.mark.rule("covering")
def test_a_card_of_which_nothing_is_known_is_gained_with_what_is_printed_on_it() -> None:
    game = playing(["Stick", "Staff"], left=3)
    game.state.track = ["Stick", "Moon Blade"]
    game = type(game)(game.game, game.state, corrector=game.corrector)
    with pytest.raises(
        Unreadable, match=r"printed on Moon Blade isn't known; write it after the name: Moon Blade: item"
    ):
        game.correct(*readings("adjust Anna gains Moon Blade"))
    game.correct(*readings("adjust Anna gains Moon Blade: item, attack 2"))
    assert (game.present.players[0].items[-1], game.present.track) == ("Moon Blade", ["Stick"])
