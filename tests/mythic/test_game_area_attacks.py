"""Area attacks by the table's setting: who makes them, on which areas, in which order, and whose dice they are."""

from __future__ import annotations

from typing import Any

import pytest

from referee.games.mythic.board.words import with_area, with_border
from referee.games.mythic.rules.state import GameState
from referee.play.session import Session
from tests.mythic.games import BOARD, options, refusal, say, staged, told


def field(*placed: str, **settings: Any) -> Session[GameState]:
    """A game in which every unit may attack areas."""
    return staged(*placed, **({"area_attacks": "everyone"} | settings))


def asked(played: Session[GameState]) -> tuple[str, str]:
    assert played.question is not None
    return played.question.key, played.question.who


@pytest.mark.rule("M37")
def test_only_powers_make_area_attacks_unless_the_table_says_so() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Frost Ox A")
    say(played, "activate Ash Runner simple")
    assert refusal(played, "area attack A").ruling == "M37"
    assert not [text for text in options(played) if text.startswith("area")]
    played = field("Anna: Ash Runner A", "Bo: Frost Ox A")
    say(played, "activate Ash Runner simple")
    assert "area attack A" in options(played)


@pytest.mark.rule("area-attack", "area-targets", "area-allies", "area-no-answer", "M36", "M44")
def test_each_unit_of_the_own_area_but_the_attacker_is_struck_once_in_the_attackers_order() -> None:
    """Case 17: two enemies and an ally are three resolutions, the ally's by the opponent; nobody answers."""
    played = field("Anna: Ash Runner A", "Anna: Hedge Knight A", "Bo: Frost Ox A", "Bo: Stone Thrower A")
    say(played, "activate Ash Runner simple", "area attack A")
    assert asked(played) == ("next", "Anna")
    assert options(played) == ["Hedge Knight", "Frost Ox", "Stone Thrower"]
    say(played, "Stone Thrower")
    assert asked(played) == ("roll", "Anna")
    say(played, "0 0 0 0 0 0", "Hedge Knight")
    assert asked(played) == ("roll", "Bo")
    say(played, "5 5 1 1 1 0")
    assert asked(played)[1] == "Bo"
    say(played, "done")
    assert asked(played) == ("roll", "Anna")  # the last one is struck without a question
    say(played, "0 0 0 0 0 0")
    assert asked(played)[0] == "move"
    assert played.present.acting.done == ["attack"]
    assert refusal(played, "attack Frost Ox").ruling == "simple-actions"


@pytest.mark.rule("area-attack", "skirmish-win")
def test_an_area_attack_that_ends_the_game_goes_on_with_nobody() -> None:
    played = field("Anna: Ash Runner A", "Bo: Deep Queen A", "Bo: Frost Ox A", "Bo: Stone Thrower A")
    played.present.piece("Deep Queen").vitality = 1
    say(played, "activate Ash Runner simple", "area attack A [Deep Queen / 5 5 5 5 5 0 / best]")
    assert (played.present.over, played.question) == (True, None)


@pytest.mark.rule("area-targets", "M36")
def test_an_area_without_an_enemy_isnt_attacked() -> None:
    """Case 17."""
    played = field("Anna: Ash Runner A", "Anna: Hedge Knight A", "Bo: Deep Queen H")
    say(played, "activate Ash Runner simple")
    assert refusal(played, "area attack A").ruling == "M36"
    assert refusal(played, "area attack H").ruling != "M36"


@pytest.mark.rule("M39", "guard")
def test_a_guard_takes_the_attack_on_an_ally_besides_its_own() -> None:
    played = field("Anna: Ash Runner A", "Bo: Frost Ox A", "Bo: Wall Guard A")
    say(played, "activate Ash Runner simple", "area attack A")
    told(played)
    say(played, "Frost Ox")
    assert asked(played) == ("guard", "Bo")
    say(played, "guard Wall Guard", "0 0 0 0 0 0")
    say(played, "0 0 0 0 0 0")
    assert sum("attacks Wall Guard" in words for words in told(played)) == 2
    assert asked(played)[0] == "move"


@pytest.mark.rule("M36", "M39", "mighty-throw", "M45")
@pytest.mark.parametrize("more", [[], ["Bo: Reed Archers B"]])
def test_a_guard_that_is_thrown_out_of_the_area_isnt_struck_again(more: list[str]) -> None:
    played = field("Anna: Stone Thrower B", "Bo: Sling Boys B", "Bo: Hedge Knight B", "Anna: Wall Guard A", *more)
    say(played, "activate Stone Thrower simple", "area attack B")
    assert options(played) == ["Sling Boys", "Hedge Knight", *("Reed Archers" for _ in more)]
    say(played, "Sling Boys", "guard Hedge Knight", "0 1 1 1 1 1 1", "throw A")
    assert played.present.piece("Hedge Knight").area == "A"
    say(played, "best")
    if more:
        say(played, "0 0 0 0 0 0 0", "done")
    assert asked(played)[0] == "move"


@pytest.mark.rule("area-attack", "range", "M36")
def test_an_area_that_was_chosen_in_range_is_struck_to_the_end() -> None:
    """A thorn lowers the attacker's range to 0 in the middle; only the choice of the area asks for the range."""
    played = field(
        "Anna: Caster A",
        "Bo: Thorny B",
        "Bo: Frost Ox B",
        typed=[
            "Caster: hero 3, 3 cards, art 1; 5 5/7/1/2, 4-1 5/7/0/2",
            "Thorny: hero 3, 3 cards, art 1; 5-1 5/7/0/2 a; a Thorns: passive, when attacked: the attacker wounds 1",
        ],
    )
    say(played, "activate Caster simple", "area attack B", "Thorny", "0 0 0 0 0")
    assert played.present.piece("Caster").vitality == 4
    assert asked(played)[0] == "roll"
    say(played, "0 0 0 0 0")
    assert asked(played)[0] == "move"


@pytest.mark.rule("area-attack", "destroyed", "M36")
def test_who_is_destroyed_in_the_middle_of_an_area_attack_strikes_nobody_more() -> None:
    played = field(
        "Anna: Caster A",
        "Anna: Storm Warden H",
        "Bo: Thorny B",
        "Bo: Frost Ox B",
        typed=[
            "Caster: hero 3, 3 cards, art 1; 5 5/7/1/2, 4-1 5/7/1/2",
            "Thorny: hero 3, 3 cards, art 1; 5-1 5/7/0/2 a; a Thorns: passive, when attacked: the attacker wounds 1",
        ],
    )
    played.present.piece("Caster").vitality = 1
    say(played, "activate Caster simple", "area attack B", "Thorny")
    assert (asked(played)[0], played.present.piece("Caster").status) == ("move", "destroyed")


@pytest.mark.rule("area-attack", "M36", "M93")
@pytest.mark.parametrize("escape", ["move 1", "can't be attacked this turn"])
def test_who_escapes_before_the_dice_of_an_area_attack_isnt_struck(escape: str) -> None:
    played = field(
        "Anna: Ash Runner A",
        "Bo: Nimble A",
        "Bo: Frost Ox A",
        typed=[
            f"Nimble: hero 3, 3 cards, art 1; 5-1 5/7/0/2 a; a Slip: passive, when attacked: {escape}",
        ],
    )
    say(played, "activate Ash Runner simple", "area attack A", "Nimble")
    if escape == "move 1":
        say(played, "use", "C")
    assert any("attack is spent" in words for words in told(played))
    assert asked(played)[0] == "roll"  # Frost Ox
    say(played, "0 0 0 0 0 0")
    assert asked(played)[0] == "move"


@pytest.mark.rule("M44", "teams")
def test_of_two_opponents_the_next_one_clockwise_rolls_for_an_ally() -> None:
    played = field("Bo: Ash Runner A", "Dai: Hedge Knight A", "Cleo: Frost Ox A", players=4, turn=1)
    say(played, "activate Ash Runner simple", "area attack A", "Hedge Knight")
    assert asked(played) == ("roll", "Cleo")


@pytest.mark.rule("area-allies", "M44", "talents-optional")
def test_the_attacker_may_leave_talents_out_and_the_opponent_uses_them_against_an_ally() -> None:
    played = field("Anna: River Pikes A", "Anna: Reed Archers A", "Bo: Frost Ox A")
    say(played, "activate River Pikes simple", "area attack A without phalanx", "Frost Ox", "0 0 0 0")
    say(played, "0 0 0 0 0")
    words = " ".join(told(played))
    assert "River Pikes attack Frost Ox: offence 4;" in words
    assert "River Pikes attack Reed Archers: offence 4 (printed) + 1 (phalanx) = 5" in words


@pytest.mark.rule("area-attack", "archer")
def test_an_area_out_of_range_or_unseen_says_why() -> None:
    played = field("Anna: Sling Boys A", "Bo: Frost Ox E", "Bo: Deep Queen H", "Bo: Gale Harrier C")
    say(played, "activate Sling Boys simple")
    assert "area attack C" in options(played)
    assert refusal(played, "area attack E").ruling == "visible"
    assert refusal(played, "area attack H").ruling == "range"


@pytest.mark.rule("M30")
def test_a_line_that_the_map_lacks_is_asked_before_an_area_is_attacked() -> None:
    board = with_area(BOARD, BOARD["A"].__class__(name="Z", terrain="open ground", capacity=4))
    board = with_border(board, BOARD.boundaries[0].__class__(first="B", second="Z"))
    played = field("Anna: Sling Boys A", "Bo: Frost Ox", board=board)
    played.present.piece("Frost Ox").area, played.present.piece("Frost Ox").status = "Z", "board"
    say(played, "activate Sling Boys simple", "area attack Z")
    assert asked(played)[0] == "line a-z"
    say(played, "B")
    assert asked(played)[0] == "move"
    assert any("Nothing is spent" in words for words in told(played))
    assert played.present.acting.done == []


@pytest.mark.rule("M93")
def test_a_unit_that_a_power_shields_is_left_out() -> None:
    played = field(
        "Anna: Ash Runner A",
        "Bo: Frost Ox A",
        "Bo: Veiled A",
        "Bo: Deep Queen",
        typed=["Veiled: hero 3, greek, 3 cards, art 1; 5-1 5/7/0/2 a; a Veil: permanent, at 0: can't be attacked"],
    )
    say(played, "activate Ash Runner simple", "area attack A")
    assert asked(played)[0] == "roll"  # Frost Ox alone
    say(played, "0 0 0 0 0 0")
    assert asked(played)[0] == "move"


@pytest.mark.rule("M30", "power-price")
def test_a_power_whose_target_turns_out_hidden_isnt_paid() -> None:
    board = with_area(BOARD, BOARD["A"].__class__(name="Z", terrain="open ground", capacity=4))
    board = with_border(board, BOARD.boundaries[0].__class__(first="B", second="Z"))
    played = field(
        "Anna: Caster A",
        "Bo: Frost Ox",
        board=board,
        typed=["Caster: hero 3, 3 cards, art 1; 5-1 5/7/0/2 a; a Bolt: offensive, 1 aow: attack dice 7 range 3"],
    )
    played.present.piece("Frost Ox").area, played.present.piece("Frost Ox").status = "Z", "board"
    say(played, "activate Caster simple", "power Bolt on Frost Ox [B]")
    assert played.present.acting.done == []
    assert played.present.players[0].cards.discard == ["Caster"]
    assert refusal(played, "power Bolt on Frost Ox").ruling


BOLT = "Caster: hero 3, 3 cards, art 1; 5-1 5/7/0/2 a; a Bolt: offensive: attack dice 7 range 3"


@pytest.mark.rule("token-targets", "offensive-powers")
def test_a_power_attacks_a_token_that_is_named_with_its_area() -> None:
    altar = ("C", "token Old Altar x1, 4/3")
    played = field("Anna: Caster A", "Bo: Frost Ox C", typed=[BOLT], tokens=[altar])
    say(played, "activate Caster simple")
    assert "power Bolt on Old Altar C" in options(played)
    say(played, "power Bolt on old altar c", "5 5 5 1 1 1 0")
    assert not played.present.spots["C"].tokens


@pytest.mark.rule("offensive-powers")
def test_a_power_on_a_unit_isnt_asked_about_another_of_the_same_name() -> None:
    played = field("Anna: Caster A", "Bo: Frost Ox C", "Bo: Gale Harrier C", typed=[BOLT], players=2)
    played.present.pieces[2].name = "Frost Ox #2"
    played = Session(played.game, played.present)
    say(played, "activate Caster simple", "power Bolt on Frost Ox")
    assert asked(played)[0] == "roll"


@pytest.mark.rule("X7", "area-targets", "token-targets")
def test_an_area_attack_leaves_the_tokens_of_the_area_alone() -> None:
    altar = ("C", "token Old Altar x1, 4/3")
    played = field("Anna: Reed Archers A", "Bo: Frost Ox C", tokens=[altar])
    say(played, "activate Reed Archers simple", "area attack C [5 5 5 5 / best]")
    assert [token.vitality for token in played.present.spots["C"].tokens] == [3]
    assert asked(played) == ("move", "Anna")
