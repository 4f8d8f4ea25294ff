"""How a turn ends: after a leader's call, after a pass, with one recall, with what powers do at the end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import convert, to_builtins

from referee.errors import Unreadable
from referee.games.mythic.rules import endings
from referee.games.mythic.rules.state import GameState, Match
from referee.play.session import Session
from tests.mythic.games import PLAYERS, options, refusal, say, staged, told
from tests.mythic.test_game_powers import AOW, field


def wounded(*placed: str, **settings: Any) -> Session[GameState]:
    """A turn of Anna's whose Reed Archers have lost two miniatures, at B."""
    played = staged("Anna: Reed Archers B", *placed, "Bo: Deep Queen H", "Bo: Wall Guard H", **settings)
    played.present.piece("Reed Archers").vitality = 2
    played.present.players[0].cards.pool, played.present.players[0].cards.deck = {"Reed Archers": 1}, 1
    return played


@pytest.mark.rule("M89", "leader")
@pytest.mark.parametrize("last", ["end turn", "recall Reed Archers 2 B"])
def test_a_called_troop_is_left_unactivated_as_the_turn_ends(last: str) -> None:
    played = say(wounded("Anna: Storm Warden A"), "activate Storm Warden simple", "leader Reed Archers")
    assert {"end turn", "recall Reed Archers 2 B", "activate Reed Archers simple"} <= set(options(played))
    say(played, last)
    assert (played.present.player.name, played.present.phase, played.present.led) == ("Bo", "choose", "")
    assert played.present.piece("Reed Archers").vitality == (4 if last != "end turn" else 2)


@pytest.mark.rule("M89", "pass")
def test_after_a_pass_only_a_recall_follows() -> None:
    quick = (
        "Drummers: troop 1, norse, 3 cards, art 1; 3 x 3/6/0/1; Haste: permanent, 1 aow: itself movement +1 this turn"
    )
    played = wounded("Anna: Ash Runner A", "Anna: Drummers A", typed=[quick])
    assert "power Haste of Drummers" in options(played)
    say(played, "pass")
    assert options(played) == ["recall Reed Archers 2 B", "end turn"]
    for text in "activate Ash Runner simple", "activate Ash Runner", "walk B", "power Haste of Drummers":
        assert refusal(played, text).ruling == "M89"
    assert refusal(played, "recall Reed Archers 0 B").ruling == "recall"
    with pytest.raises(Unreadable, match="is followed by a number from 0 to 999"):
        played.answer("recall Reed Archers +1 B")
    say(played, "recall Reed Archers 1 B with AOW")
    assert (played.steps[-2].do, played.present.player.name) == ("recall Reed Archers 1 B", "Bo")


@pytest.mark.rule("M89", "recall")
def test_a_power_at_the_end_of_the_activation_comes_before_the_recall() -> None:
    """Rally calls the troop: the recall waits, as the troop may be activated first."""
    caller = (
        "Caller: hero 2, norse, 3 cards, art 1; 4-1 4/7/0/2 a; a Rally: passive, end: an allied troop around activate"
    )
    played = staged("Anna: Caller B", "Anna: Reed Archers B", "Bo: Deep Queen H", typed=[caller])
    played.present.piece("Reed Archers").vitality = 2
    played.present.players[0].cards.pool, played.present.players[0].cards.deck = {"Reed Archers": 1}, 1
    say(played, "activate Caller simple", "recall Reed Archers 2 B [use]")
    assert (played.present.led, played.present.piece("Reed Archers").vitality) == ("Reed Archers", 2)
    assert any("recall waits" in line for line in told(played))
    assert played.present.players[0].cards.discard == ["Caller"]
    say(played, "recall Reed Archers 2 B")
    assert (played.present.player.name, played.present.piece("Reed Archers").vitality) == ("Bo", 4)


@pytest.mark.rule("leader", "second-unit", "M68")
@pytest.mark.parametrize(("first", "second"), [("Guards", "Boys"), ("Boys", "Guards")])
def test_each_of_two_troops_called_as_an_activation_ends_is_activated_for_its_card(first: str, second: str) -> None:
    call = "an allied troop around activate"
    played = field(
        f"Anna A: Runner: hero; a Muster: permanent, end: {call}; b Horn: permanent, end: {call}",
        *("Anna A: Guards: troop", "Anna A: Boys: troop", "Anna A: Mate: hero", "Bo H: Foe: hero"),
        units_a_turn=3,
    )
    cards = played.present.players[0].cards
    cards.pool, cards.deck = {AOW: 5, "Guards": 1, "Boys": 1}, 7
    say(played, "activate Runner simple", "end turn [Muster / use / Guards / use]", f"activate {first} simple")
    say(played, f"activate {second} simple")
    assert AOW not in played.state.players[0].cards.discard
    assert played.undo()
    say(played, "activate Mate simple")
    assert played.state.players[0].cards.discard.count(AOW) == 1
    assert (played.state.led, played.state.led_too) == ("", [])


@pytest.mark.rule("recall")
def test_a_recall_that_a_power_makes_impossible_is_said_to_be() -> None:
    """Two miniatures come back as the activation ends: nothing is left to recall, and nothing is paid."""
    caller = (
        "Caller: hero 2, norse, 3 cards, art 1; 4-1 4/7/0/2 a; a Horn: passive, end: allied troops here miniatures +2"
    )
    played = staged("Anna: Caller B", "Anna: Reed Archers B", "Bo: Deep Queen H", typed=[caller])
    played.present.piece("Reed Archers").vitality = 2
    say(played, "activate Caller simple", "recall Reed Archers 2 B")
    assert played.present.players[0].cards.discard == ["Caller"]
    assert any("lack 0 miniatures; 2 can't come back" in line for line in told(played))
    assert played.present.player.name == "Anna"


@pytest.mark.rule("manoeuvres", "start-of-turn", "deck-out", "M65")
@pytest.mark.parametrize("deck", [0, 1, 2])
def test_a_manoeuvre_can_be_bought_before_the_draw_where_it_makes_a_difference(deck: int) -> None:
    """With a deck of two or more the draw goes by itself: what is bought before or after it is the same."""
    played = staged("Anna: Ash Runner A", "Anna: Storm Warden", "Bo: Deep Queen H")
    cards = played.present.players[1].cards
    cards.deck, cards.pool, cards.discard = deck, {"art of war": deck} if deck else {}, ["Deep Queen"]
    say(played, "pass")
    if deck == 2:
        assert played.present.phase == "choose"
        return
    assert (played.present.phase, options(played)) == ("start", ["draw"])
    say(played, "Bo: buy draw", "draw")
    assert played.present.phase == "choose"
    assert played.present.players[1].bought == ["draw"]


def chilled(by: str, leaving: str, at: int) -> Iterator[tuple[str, int, bool]]:
    """The turns of three from the one in which an effect for one round began: whose, which round, whether it lasts.

    One player leaves in the turn of this number, counted from 0.
    """
    cold = "Chiller: hero 2, 3 cards, art 1; 4-1 4/7/0/2 a; a Cold: active: enemies anywhere range -1 one round"
    played = staged(
        f"{by}: Chiller A",
        "Cleo: Ash Runner B",
        "Anna: Storm Warden A",
        "Bo: Deep Queen H",
        "Cleo: Hollow King E",
        players=3,
        typed=[cold],
    )
    begun = False
    for number in range(7):
        if played.present.player.name == by and not begun:
            say(played, "activate Chiller simple", "power Cold")
            begun = True
        if number == at:
            match = Match(played.game.setup, played.present, [])  # type: ignore[attr-defined]
            endings.lose(match, PLAYERS.index(leaving), "it is late")
        if begun:
            lasts = bool(played.present.piece("Ash Runner").bonuses)
            yield played.present.player.name, played.present.round, lasts
        say(played, "pass" if played.present.phase == "choose" else "end turn")


@pytest.mark.rule("M84", "M94", "M79", "start-of-turn")
@pytest.mark.parametrize(
    ("by", "leaving", "at", "ends"),
    [
        ("Bo", "Anna", 9, ("Bo", 2)),
        ("Bo", "Bo", 1, ("Cleo", 2)),
        ("Bo", "Bo", 2, ("Cleo", 2)),
        ("Bo", "Bo", 3, ("Cleo", 2)),
        ("Anna", "Anna", 0, ("Bo", 2)),
        ("Anna", "Anna", 2, ("Bo", 2)),
    ],
)
def test_an_effect_for_a_round_ends_where_it_would_have_ended_though_its_player_has_left(
    by: str, leaving: str, at: int, ends: tuple[str, int]
) -> None:
    """In the turn of the player in whose turn it began, or of the next in seat; no new round begins before."""
    turns = list(chilled(by, leaving, at))
    assert next((who, number) for who, number, lasts in turns if not lasts) == ends
    assert all(lasts for who, number, lasts in turns if number == 1)


@pytest.mark.rule("M70")
def test_a_game_of_very_many_rounds_can_be_opened_again() -> None:
    state = wounded().present.copy()
    state.round, state.turn = 150, 300
    assert convert(to_builtins(state), GameState, str_keys=True) == state
