"""The worked cases of a whole game that the other tests leave out, said as a table says them (cases 14, 19 to 30)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from msgspec.structs import replace

from referee.asking.interrupts import interrupts_text
from referee.cli.game import _as_json
from referee.errors import Unreadable
from referee.games.mythic.board.map_file import load_map
from referee.games.mythic.rules import powers
from referee.games.mythic.rules.state import Cards, Draws, GameState, Match, Piece
from referee.play.event import Said
from referee.play.session import Session
from tests.mythic.games import UNITS, make_setup, options, refusal, say, session, staged, told

FIVES = ("Storm Warden", "Stone Thrower")
"""A god and a hero of 5 RP."""
VALLEY = load_map(Path(__file__).parents[2] / "examples" / "mythic" / "wide-valley.toml")


def unit(played: Session[GameState], name: str) -> Piece:
    return played.present.piece(name)


def asked(played: Session[GameState]) -> tuple[str, str]:
    assert played.question is not None
    return played.question.key, played.question.who


# --- recruiting and hands -------------------------------------------------------------------------------


@pytest.mark.rule("gods-or-titans", "draft")
def test_all_play_with_gods_or_all_with_titans() -> None:
    played = session(make_setup(divinity="titan"))
    assert options(played)[0] == "recruit Old Furnace"
    assert refusal(played, "recruit Storm Warden").ruling == "gods-or-titans"
    assert refusal(session(make_setup()), "recruit Old Furnace").ruling == "gods-or-titans"
    assert refusal(played, "recruit Ash Runner").ruling == "draft"  # the divinity is picked first


@pytest.mark.rule("army-limits")
def test_case_22_a_divinity_one_unit_of_5_and_nothing_twice_on_a_side() -> None:
    giant = "recruit Giant: monster 6, norse, 3 cards, art 0; 5-1 5/7/0/2"
    played = session(make_setup())
    say(played, "recruit Storm Warden", "recruit Deep Queen", "recruit Stone Thrower", "recruit Ash Runner")
    assert refusal(played, giant).ruling == "army-limits"
    assert refusal(played, "recruit Iron Mother").ruling == "army-limits"
    assert refusal(played, "recruit Ash Runner").ruling == "army-limits"  # the other side has it, of one box
    say(played, "recruit Wall Guard")
    assert asked(played) == ("recruit", "Anna")
    assert "recruit Hedge Knight" in options(played)


@pytest.mark.rule("army-limits", "constructed", "M72")
def test_of_own_boxes_both_sides_may_have_a_unit_and_none_has_it_twice() -> None:
    played = session(make_setup(mode="constructed", points=12))
    say(played, "recruit Storm Warden", "recruit Ash Runner")
    assert refusal(played, "recruit Ash Runner").ruling == "army-limits"
    assert refusal(played, "nothing left").ruling == "draft"
    say(played, "recruit Gale Harrier", "recruit Deep Queen", "recruit Ash Runner")
    assert [piece.name for piece in played.present.pieces][-1] == "Ash Runner #2"


@pytest.mark.rule("recruiting-points", "unspent-points", "M71")
def test_case_22_who_can_afford_something_goes_on_and_who_cant_takes_aow_cards() -> None:
    names = ("Storm Warden", "Deep Queen", "Ash Runner", "Pale Rider", "Frost Ox")
    played = session(make_setup(points=11, units=tuple(one for one in UNITS if one.name in names)))
    say(played, "recruit Storm Warden", "recruit Deep Queen")
    assert refusal(played, "nothing left").ruling == "draft"
    say(played, "recruit Ash Runner")  # Bo has 2 RP left, and 3 is the cheapest
    say(played, "recruit Frost Ox")
    assert refusal(played, "recruit Pale Rider").ruling == "recruiting-points"
    told(played)
    say(played, "nothing left")
    assert "Bo takes 2 AoW cards for the starting hand." in told(played)


@pytest.mark.rule("deck-built", "first-hand", "unspent-points")
@pytest.mark.parametrize("draws", ["table", "program"])
def test_case_23_strategic_values_2_1_1_0_and_two_points_left(draws: Draws) -> None:
    names = ("Deep Queen", "Ash Runner", "Hedge Knight", "Gale Harrier", "Pale Rider", *FIVES)
    played = session(make_setup(points=16, units=tuple(one for one in UNITS if one.name in names), draws=draws))
    say(played, "recruit Deep Queen", "recruit Storm Warden", "recruit Stone Thrower", "recruit Ash Runner")
    say(played, "recruit Pale Rider", "recruit Hedge Knight", "nothing left", "recruit Gale Harrier", "nothing left")
    say(played, "none", "north", "south")
    words = told(played)
    made, hand = "13 activation cards and 4 AoW cards", "5 more AoW cards and the top 3 are the hand"
    shuffled = f"The program shuffles {made} of Anna's" if draws == "program" else f"Anna shuffles {made}"
    assert f"{shuffled}; {hand}. Check: 8 in Anna's hand, 14 in the deck." in words


@pytest.mark.rule("deck-built", "first-hand")
def test_an_army_without_strategic_value_has_no_aow_card_in_its_deck() -> None:
    played = staged("Anna: Cliff Goat", "Bo: Deep Queen")
    played.state.phase = "cards"
    played = Session(played.game, played.state)
    made, hand = "3 activation cards and 0 AoW cards", "3 more AoW cards and the top 3 are the hand"
    assert f"Anna shuffles {made}; {hand}. Check: 6 in Anna's hand, 0 in the deck." in told(played)


@pytest.mark.rule("troops-placed", "M59", "deploy")
def test_troops_are_placed_in_turn_and_all_else_waits_off_the_board() -> None:
    played = staged("Anna: Reed Archers", "Anna: Ash Runner", "Anna: Tomb Guard", "Bo: Wall Guard", "Bo: Deep Queen")
    played.state.phase = "place"
    played = Session(played.game, played.state)
    assert asked(played) == ("place", "Anna")
    assert refusal(played, "place Reed Archers H").ruling == "deploy"
    say(played, "place Reed Archers A", "place Wall Guard H")
    assert asked(played) == ("place", "Anna")  # Bo has no other troop
    say(played, "place Tomb Guard B")
    assert unit(played, "Ash Runner").status == "waiting"
    waiting = staged("Anna: Ash Runner", "Bo: Deep Queen")
    assert refusal(waiting, "activate Ash Runner simple").ruling == "M59"
    say(waiting, "activate Ash Runner complex")
    assert refusal(waiting, "run A").ruling == "M59"
    assert {text.split()[0] for text in options(waiting)} >= {"deploy"}
    say(waiting, "deploy A")
    assert refusal(waiting, "run C").ruling == "activation"


@pytest.mark.rule("activation")
def test_enter_alone_ends_a_turn_in_which_nothing_is_left() -> None:
    for lines, left in (["activate Ash Runner complex"], False), (["activate Ash Runner complex", "run C"], True):
        question = say(staged("Anna: Ash Runner A", "Bo: Deep Queen H"), *lines).question
        assert question is not None
        assert question.by_enter() == left


# --- turns and cards ------------------------------------------------------------------------------------


@pytest.mark.rule("M69", "activation", "pass")
def test_going_on_means_activating() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen")
    assert refusal(played, "end turn").ruling == "pass"
    say(played, "activate Ash Runner simple")
    assert refusal(played, "pass").ruling == "pass"
    say(played, "end turn")  # an activation without an action is one
    assert played.present.active == 1


@pytest.mark.rule("M70", "rounds", "fallen-divinity")
def test_a_round_begins_with_the_lead_player_or_the_next_who_is_left() -> None:
    armies = ("Anna: Storm Warden A", "Bo: Ash Runner A", "Bo: Deep Queen", "Cleo: Hollow King H")
    played = staged(*armies, players=3, turn=1)
    unit(played, "Storm Warden").vitality = 1
    say(played, "activate Ash Runner simple", "attack Storm Warden [no / 5 5 5 5 5 5 5 / best]", "end turn")
    assert (played.present.round, asked(played)[1]) == (1, "Cleo")
    say(played, "pass")
    assert (played.present.lead, played.present.active, played.present.round) == (1, 1, 2)


@pytest.mark.rule("deck-out", "M65", "draw-cards", "manoeuvres")
def test_case_24_a_draw_goes_on_after_the_pause_of_all() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen")
    anna, bo = played.present.players
    anna.cards = Cards(deck=1, pool={"art of war": 1}, sure={"art of war": 6}, discard=["art of war"] * 8)
    bo.cards = Cards(deck=1, pool={"art of war": 1}, sure={"art of war": 1}, discard=["art of war"] * 6)
    say(played, "Anna: buy draw")  # paid with one of six: hand 5, discards 9
    anna, bo = played.present.players
    assert (anna.cards.held, anna.cards.deck, anna.cards.discard) == (7, 8, [])
    assert (bo.cards.held, bo.cards.deck, bo.cards.discard) == (3, 5, [])


@pytest.mark.rule("M85", "deck-out")
def test_a_draw_that_nothing_is_left_for_pauses_nobody() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen")
    for player in played.present.players:
        player.cards = Cards(sure={"art of war": 4}, discard=[])
    played.present.players[1].cards.discard = ["art of war"] * 6
    before = played.present.players[1].cards.held
    say(played, "pass and draw", "draw")
    anna, bo = played.present.players
    assert (anna.cards.held, bo.cards.held - before) == (4, 1)  # Bo's own turn has begun, and reformed his deck
    assert not bo.cards.discard


@pytest.mark.rule("M66", "aow-payment")
def test_case_25_two_cards_of_two_fallen_heroes_pay_too_and_a_troops_dont() -> None:
    armies = ("Anna: Storm Warden A", "Anna: Hedge Knight", "Bo: Deep Queen")
    played = staged(*armies, "Anna: Pale Rider", "Anna: Ash Runner", "Anna: Reed Archers")
    for name in ("Pale Rider", "Ash Runner", "Reed Archers"):
        unit(played, name).status = "destroyed"
    played.present.players[0].cards.sure.pop("art of war")
    say(played, "activate Storm Warden simple")
    assert refusal(played, "activate Hedge Knight complex with Ash Runner").ruling == "M66"
    assert refusal(played, "activate Hedge Knight complex with Reed Archers, Reed Archers").ruling == "M66"
    say(played, "activate Hedge Knight complex with Ash Runner, Pale Rider")
    discards = played.present.players[0].cards.discard
    assert discards == ["Storm Warden", "Ash Runner", "Pale Rider", "Hedge Knight"]


@pytest.mark.rule("M81", "omphalos-card", "heal-with-omphalos")
def test_an_omphalos_card_that_paid_is_discarded_and_one_that_healed_is_gone() -> None:
    played = staged("Anna: Storm Warden A", "Anna: Ash Runner A", "Bo: Deep Queen")
    cards = played.present.players[0].cards
    cards.sure["omphalos"], unit(played, "Storm Warden").vitality = 2, 5
    before = cards.held
    say(played, "heal", "activate Storm Warden simple", "activate Ash Runner simple with omphalos")
    cards = played.present.players[0].cards
    assert cards.discard == ["Storm Warden", "omphalos", "Ash Runner"]
    assert (unit(played, "Storm Warden").vitality, cards.held) == (6, before - 4)


@pytest.mark.rule("heal-with-omphalos")
def test_in_the_own_turn_a_divinity_is_healed_at_any_question_also_before_it_is_answered() -> None:
    played = staged("Anna: Hollow King A", "Bo: Deep Queen A")
    for player, divinity in zip(played.present.players, ("Hollow King", "Deep Queen"), strict=True):
        player.cards.sure["omphalos"], unit(played, divinity).vitality = 1, 4
    start = played.present.copy()
    say(played, "activate Hollow King simple")
    played.answer("attack Deep Queen")
    played.answer("0 0 0 0 0 0")
    question = played.question
    assert question is not None
    assert "heal (Anna)" in interrupts_text(question)
    with pytest.raises(Unreadable, match="Anna can"):
        played.answer("Bo: heal")
    played.answer("heal")
    assert (unit(played, "Hollow King").vitality, asked(played)) == (5, ("retaliate", "Bo"))
    say(played, "retaliate", "0 0 0 0 0")
    assert Session(played.game, start, list(played.steps)).state == played.state
    question = played.question
    assert question is not None
    assert "heal" not in interrupts_text(question)


@pytest.mark.rule("heal-with-omphalos")
def test_healing_is_listed_once_where_it_is_a_move() -> None:
    played = staged("Anna: Storm Warden A", "Bo: Deep Queen")
    played.present.players[0].cards.sure["omphalos"], unit(played, "Storm Warden").vitality = 1, 5
    say(played, "activate Storm Warden simple")
    question = played.question
    assert question is not None
    assert "heal" in options(played)
    assert "heal" not in interrupts_text(question)
    assert '"say": "heal"' not in json.dumps(_as_json(question, question.options()))


@pytest.mark.rule("heal-with-omphalos", "M67")
def test_nobody_heals_with_an_omphalos_card_that_lies_in_the_deck() -> None:
    """The program knows that it does, the others at the table don't: it isn't closed, and is refused."""
    played = staged("Anna: Storm Warden A", "Bo: Deep Queen", draws="program")
    unit(played, "Storm Warden").vitality = 5
    cards = played.present.players[0].cards
    cards.sure, cards.hand, cards.pool, cards.deck = {}, ["art of war"], {"art of war": 1, "omphalos": 1}, 1
    assert refusal(played, "heal").reason == "Anna has no omphalos card in hand: the only one is in the deck"


# --- ways and terrain -----------------------------------------------------------------------------------


@pytest.mark.rule("swamp", "M49")
def test_case_19_a_walk_into_a_swamp_ends_the_activation_and_a_run_out_of_it_is_one_area() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Frost Ox C", board=VALLEY)
    say(played, "activate Ash Runner simple")
    assert played.question is not None
    (way,) = (one.detail for one in played.question.options() if one.text == "walk C")
    assert way.startswith("ends the activation; swamp")
    say(played, "walk C")
    assert refusal(played, "attack Frost Ox").ruling == "activation"
    ended = [event for event in played.take_events() if isinstance(event, Said) and "is over" in event.text]
    assert [event.rules for event in ended] == [("swamp",)]
    say(played, "end turn", "activate Frost Ox simple")
    assert refusal(played, "walk A").ruling == "swamp"
    say(played, "end turn", "activate Ash Runner complex")
    assert [text for text in options(played) if text.startswith("run")] == ["run A", "run E"]


@pytest.mark.rule("chains", "M52", "simple-actions", "complex-actions")
def test_case_20_chains_end_the_walk_and_not_the_activation() -> None:
    played = staged("Anna: Ash Runner B", "Bo: Frost Ox D", "Bo: Stone Thrower A", board=VALLEY)
    say(played, "activate Ash Runner simple")
    assert refusal(played, "walk D E").ruling in ("chains", "enemies-stop")
    say(played, "walk D", "attack Frost Ox [0 0 0 0 0 0 0 / no]")
    assert refusal(played, "walk A").ruling == "simple-actions"
    other = staged("Anna: Ash Runner A", "Bo: Frost Ox A", board=VALLEY)
    say(other, "activate Ash Runner complex")
    assert refusal(other, "attack Frost Ox").ruling == "activation"  # run and attack: no


@pytest.mark.rule("elements", "M58", "forest", "force-of-nature")
def test_case_21_a_forest_whose_two_trees_are_gone_is_open_ground() -> None:
    played = staged("Anna: Iron Mother B", "Bo: Frost Ox B", "Bo: Reed Archers D", board=VALLEY)
    assert played.present.spots["B"].elements == 2
    for _ in range(2):
        say(played, "activate Iron Mother simple", "nature", "end turn", "pass")
    assert played.present.spots["B"].elements == 0
    assert powers.terrain(Match(make_setup(board=VALLEY), played.present, []), "B") == "open ground"
    say(played, "pass", "activate Reed Archers simple", "attack Iron Mother")
    assert any("defence 8;" in words or words.endswith("defence 8.") for words in told(played))


# --- attacks --------------------------------------------------------------------------------------------


@pytest.mark.rule("initiative", "M41")
def test_case_14_initiative_that_shortens_the_range_doesnt_stop_an_attack_in_the_same_area() -> None:
    bowman = "Bowman: hero 3, greek, 3 cards, art 1; 5-4 6/7/2/2, 3-1 4/7/0/2"
    played = staged("Anna: Bowman A", "Bo: Gale Harrier A", typed=[bowman])
    say(played, "activate Bowman simple", "attack Gale Harrier [no / initiative / 5 5 5 1 1]")
    say(played, "lift 5 by 1, second 5 5", "2 2", "done")
    assert unit(played, "Bowman").vitality <= 3
    assert asked(played)[0] == "roll"
    say(played, "0 0 0 0")
    assert asked(played)[0] == "move"


# --- stones and endings ---------------------------------------------------------------------------------


@pytest.mark.rule("M74", "omphalos-card", "absorb", "skirmish-win", "M76")
def test_case_28_only_greek_divinities_take_a_card_and_the_fourth_stone_ends_the_game() -> None:
    played = staged("Anna: Deep Queen A", "Bo: Storm Warden H")
    played.present.spots["A"].stones, played.present.spots["H"].stones = ["greek"], ["norse"]
    played.present.players[0].absorbed = ["norse"] * 3
    say(played, "activate Deep Queen complex")
    told(played)
    say(played, "absorb")
    assert (played.present.over, played.present.won, played.present.decided) == (True, [0], "stones")
    assert "omphalos" not in played.present.players[0].cards.sure
    foreign = staged("Anna: Storm Warden A", "Bo: Deep Queen H")
    foreign.present.spots["A"].stones = ["norse"]
    say(foreign, "activate Storm Warden complex", "absorb")
    assert foreign.present.players[0].absorbed == ["norse"]
    assert "omphalos" not in foreign.present.players[0].cards.sure


@pytest.mark.rule("heal-with-omphalos", "M63")
def test_case_28_at_full_vitality_there_is_nothing_to_heal() -> None:
    played = staged("Anna: Storm Warden A", "Bo: Deep Queen")
    assert refusal(played, "heal").ruling == "M63"
    unit(played, "Storm Warden").vitality = 8
    assert refusal(played, "heal").ruling == "heal-with-omphalos"


@pytest.mark.rule("M73", "absorb")
def test_a_divinity_absorbs_its_own_stone_and_an_allys_and_never_an_enemys() -> None:
    played = staged("Anna: Storm Warden A", "Anna: Ash Runner A", "Bo: Frost Ox A", "Bo: Deep Queen")
    unit(played, "Frost Ox").stone = "norse"
    say(played, "activate Storm Warden complex")
    assert refusal(played, "absorb").ruling == "M73"
    unit(played, "Storm Warden").stone, unit(played, "Ash Runner").stone = "celtic", "roman"
    played = Session(played.game, played.present)
    assert [text for text in options(played) if text.startswith("absorb")] == [
        "absorb from Storm Warden",
        "absorb from Ash Runner",
    ]
    say(played, "absorb from Storm Warden")
    assert (played.present.players[0].absorbed, unit(played, "Storm Warden").stone) == (["celtic"], "")


@pytest.mark.rule("team-win", "M76")
def test_case_29_three_and_one_win_for_a_team_and_not_for_opponents() -> None:
    armies = ("Anna: Storm Warden H", "Cleo: Hollow King A", "Bo: Deep Queen H", "Dai: Iron Mother H")
    played = staged(*armies, players=4, turn=2)
    played.present.spots["A"].stones = ["norse"]
    played.present.players[0].absorbed = ["greek"] * 3
    say(played, "activate Hollow King complex", "absorb")
    assert (played.present.won, played.present.decided) == ([0, 2], "stones")
    alone = staged(*armies, players=4, turn=2)
    alone.present.spots["A"].stones, alone.present.players[1].absorbed = ["norse"], ["greek"] * 3
    say(alone, "activate Hollow King complex", "absorb")
    assert not alone.present.over


@pytest.mark.rule("M78", "team-win")
def test_a_team_that_loses_one_divinity_has_lost() -> None:
    armies = ("Anna: Ash Runner A", "Anna: Storm Warden", "Bo: Deep Queen A", "Cleo: Hollow King", "Dai: Iron Mother")
    played = staged(*armies, players=4)
    unit(played, "Deep Queen").vitality = 1
    say(played, "activate Ash Runner simple", "attack Deep Queen [5 5 5 5 5 5 5 / best]")
    assert (played.present.over, played.present.won, played.present.decided) == (True, [0, 2], "team")
    assert not played.present.players[1].out  # the game is over at once, nothing is taken off


@pytest.mark.rule("claim", "drop", "carried-stones")
def test_case_30_who_carries_a_stone_drops_it_before_it_claims_another() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen")
    played.present.spots["A"].stones = ["norse"]
    unit(played, "Ash Runner").stone = "greek"
    say(played, "activate Ash Runner simple")
    assert refusal(played, "claim").ruling == "carried-stones"
    say(played, "drop", "claim norse")
    assert unit(played, "Ash Runner").stone == "norse"
    assert played.present.spots["A"].stones == ["greek"]


@pytest.mark.rule("drop", "walk", "run")
@pytest.mark.parametrize("how", ["walk", "run"])
def test_a_stone_is_dropped_in_an_area_that_is_only_passed(how: str) -> None:
    """Whenever it likes in its activation, so on the way too; the first and the last area are for drop alone."""
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen")
    unit(played, "Ash Runner").stone = "greek"
    say(played, f"activate Ash Runner {'simple' if how == 'walk' else 'complex'}")
    for area in "A", "E", "B":
        assert refusal(played, f"{how} C E dropping in {area}").ruling == "drop"
    played.answer(f'{{"move": "{how}", "areas": ["E"], "dropped": "C"}}')
    assert (unit(played, "Ash Runner").area, unit(played, "Ash Runner").stone) == ("E", "")
    assert played.present.spots["C"].stones == ["greek"]


@pytest.mark.rule("drop", "fast-flight")
def test_no_stone_is_dropped_on_the_way_of_a_fast_flight_nor_by_who_carries_none() -> None:
    played = staged("Anna: Gale Harrier A", "Bo: Deep Queen")
    say(played, "activate Gale Harrier complex")
    assert refusal(played, "run C E dropping in C").ruling == "drop"
    unit(played, "Gale Harrier").stone = "greek"
    assert refusal(played, "fly C E dropping in C").ruling == "fast-flight"


@pytest.mark.rule("X2")
def test_a_troop_that_finds_no_room_waits_and_is_deployed_later() -> None:
    played = staged("Anna: Reed Archers", "Anna: Tomb Guard", "Bo: Wall Guard")
    board = played.state.board
    areas = [replace(area, capacity=1, zone="" if area.name == "B" else area.zone) for area in board.areas]
    played.state.board = replace(board, areas=tuple(areas))
    played.state.phase = "place"
    played = Session(played.game, played.state)
    say(played, "place Reed Archers A", "place Wall Guard H")
    assert asked(played)[0] != "place"
    assert unit(played, "Tomb Guard").status == "waiting"


@pytest.mark.rule("X6", "lava", "deploy", "recall")
@pytest.mark.parametrize("said", ["deploy G", "recall Reed Archers 4 G"])
def test_who_comes_into_the_game_in_lava_is_wounded_and_moved_on(said: str) -> None:
    played = staged("Anna: Ash Runner", "Anna: Reed Archers", "Bo: Deep Queen H")
    in_zone = [replace(area, zone="north") if area.name == "G" else area for area in played.present.board.areas]
    played.present.board = replace(played.present.board, areas=tuple(in_zone))
    archers = unit(played, "Reed Archers")
    archers.status, archers.vitality = "destroyed", 0
    say(played, "activate Ash Runner complex", f"{said} [C]")
    moved = unit(played, "Ash Runner" if said.startswith("deploy") else "Reed Archers")
    assert (moved.area, moved.full - moved.vitality) == ("C", 1)
