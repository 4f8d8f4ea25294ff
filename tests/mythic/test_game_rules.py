"""Recruiting, cards, turns, ways, stones and endings of a game, by ruling (worked cases 19 to 29)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from msgspec import ValidationError, convert, to_builtins
from msgspec.structs import replace

from referee.asking.interrupts import ways_to_interrupt
from referee.asking.moves import Moves
from referee.declaration.game import Playing
from referee.errors import BadInput, Unreadable
from referee.games.mythic import GAME
from referee.games.mythic.rules import cards, endings, manoeuvres, powers, stones
from referee.games.mythic.rules.state import (
    NOBODY,
    Acting,
    Cards,
    Draws,
    GameState,
    Match,
    Piece,
    Setup,
    Spot,
    Token,
    TurnBonus,
)
from referee.games.mythic.rules.turns import RULES
from referee.games.mythic.setup import why_not_picks
from referee.games.mythic.units.language import read_unit
from referee.play.event import Said, Weighty
from referee.play.session import Session
from tests.mythic.games import BOARD, BOX, make_setup, options, refusal, say, session, staged, told

BIG_OX = "Big Ox: monster 5, norse, 3 cards, art 1; 6-1 5/8/0/1"
SCENARIO = Path(__file__).parents[2] / "examples" / "mythic" / "valley-duel.toml"


def unit(played: Session[GameState], name: str) -> Piece:
    return played.present.piece(name)


def asked(played: Session[GameState]) -> str:
    assert played.question is not None
    return played.question.who


# --- recruiting -----------------------------------------------------------------------------------------


@pytest.mark.rule("draft", "lead-player", "gods-or-titans", "army-limits", "recruiting-points", "M71")
def test_divinities_clockwise_then_the_rest_counter_clockwise_from_the_last() -> None:
    """Case 22: A B C; then C B A C B A; besides a divinity at most one unit of 5 RP or more."""
    played = session(make_setup(3))
    order = []
    for text in ("Storm Warden", "Deep Queen", "Hollow King", "Stone Thrower", "Ash Runner", "Pale Rider"):
        order.append(asked(played))
        say(played, f"recruit {text}")
    assert order == ["Anna", "Bo", "Cleo", "Cleo", "Bo", "Anna"]
    assert refusal(played, "recruit Storm Warden").ruling == "army-limits"
    assert played.present.players[2].points == 16 - 6 - 5


@pytest.mark.rule("unspent-points", "first-hand", "deck-built", "troops-placed", "M71", "M59")
def test_points_that_buy_nothing_become_aow_cards_of_the_first_hand() -> None:
    """Cases 22 and 23."""
    setup = make_setup(points=11, deck="")
    played = session(setup)
    say(played, "recruit Storm Warden", "recruit Deep Queen", "recruit Marsh Serpent", "recruit Ash Runner")
    say(played, "nothing left", "recruit Reed Archers", "nothing left", "none", "north", "south")
    assert asked(played) == "Anna"
    say(played, "place Reed Archers A")
    anna, bo = (player.cards for player in played.present.players)
    assert anna.held == 3 + 3 + 1 + 1  # one RP was left, and one card is drawn at the start of the turn
    assert bo.held == 3 + 3 + 1
    assert anna.held + anna.deck == 4 + 3 + 3 + (2 + 1 + 1) + 3 + 1


def test_a_stone_has_a_mythology_in_words_and_an_area() -> None:
    played = session(make_setup(points=11, deck=""))
    say(played, "recruit Storm Warden", "recruit Deep Queen", "nothing left", "nothing left")
    for text in ("C", "greek C; north; place Wall Guard A", "5 C"):
        with pytest.raises(Unreadable, match="write the mythology and the area"):
            played.answer(text)


@pytest.mark.rule("troops-placed", "M59")
def test_a_zone_that_an_enemy_has_taken_is_offered_to_nobody_else() -> None:
    played = session(make_setup(points=11, deck=""))
    say(played, "recruit Storm Warden", "recruit Deep Queen", "nothing left", "nothing left", "none", "north")
    assert options(played) == ["south"]


@pytest.mark.rule("constructed", "M72")
def test_points_are_spent_exactly_where_armies_are_constructed() -> None:
    picks: tuple[tuple[str, ...], ...] = (("Storm Warden", "Ash Runner"), ("Deep Queen", "Gale Harrier"))
    assert why_not_picks(make_setup(points=9, mode="constructed", picks=picks)) == ""
    assert "all points must be spent; 1 RP left" in why_not_picks(
        make_setup(points=10, mode="constructed", picks=picks)
    )
    twice = (("Storm Warden", "Deep Queen"), ("Deep Queen",))
    assert "has a divinity already" in why_not_picks(make_setup(picks=twice))
    assert "costs 5 RP" in why_not_picks(make_setup(points=9, picks=(("Storm Warden", "Stone Thrower"), ())))


@pytest.mark.rule("limited")
def test_only_the_units_of_the_scenario_are_recruited_where_it_limits_them() -> None:
    played = session(make_setup(mode="limited", limited=("Storm Warden", "Deep Queen", "Ash Runner")))
    assert options(played) == ["recruit Deep Queen", "recruit Storm Warden"]
    assert refusal(played, "recruit Hollow King").ruling == "limited"


def test_a_scenario_says_map_zones_and_stones() -> None:
    setup = made({"player": ["Anna", "Bo"], "scenario": [str(SCENARIO)], "dice": ["entered"], "draws": ["table"]})
    assert setup.zones == ("north", "south")
    assert ("Crown Splinter", "F") in setup.stones
    assert setup.things == ("Crown Splinter",)
    with pytest.raises(BadInput):
        made({"player": ["Anna", "Bo", "Cleo"], "scenario": [str(SCENARIO)]})


def made(options: dict[str, list[str]]) -> Any:
    """The set-up of options of `new`, with the usual answers to the rest."""
    set_up = GAME.setup()
    answers = set_up.answers(options)
    procedure, value = set_up.ask(), None
    while True:
        try:
            question = procedure.send(value)
        except StopIteration as stop:
            return stop.value
        value = question.parse(answers.get(question.key, question.default or ""))


# --- cards ------------------------------------------------------------------------------------------------


def dealt(deck: int, hand: int, discards: int) -> Cards:
    pool = {"art of war": deck} if deck else {}
    return Cards(deck=deck, pool=pool, sure={"art of war": hand}, discard=["art of war"] * discards)


@pytest.mark.rule("deck-out", "M65", "draw-cards")
def test_a_deck_out_goes_step_by_step_for_all() -> None:
    """Case 24."""
    setup = make_setup()
    game = RULES.start(setup)
    game.players[0].cards, game.players[1].cards = dealt(1, 5, 9), dealt(1, 1, 6)
    events = list[Any]()
    cards.draw(Match(setup, game, events), 0, 2)
    paused = [event.text.partition(" has no card")[0] for event in events if "deck-out" in event.rules]
    assert paused[0] == "Anna"
    drawn = [event.text.partition(" draws ")[2] for event in events if " draws " in event.text]
    assert [text.partition(";")[0] for text in drawn] == ["1 card", "1 card"]
    assert (game.players[0].cards.held, game.players[0].cards.deck) == (7, 8)
    assert (game.players[1].cards.held, game.players[1].cards.deck) == (3, 5)


@pytest.mark.rule("deck-out", "M67")
@pytest.mark.parametrize(
    ("draws", "done"),
    [
        ("table", "take the deck (1 card) into the hand, shuffle the discards as the new deck, draw 1."),
        (
            "program",
            "the deck (1 card) comes into the hand; the program shuffles the discards as the new deck and draws 1.",
        ),
    ],
)
def test_a_deck_out_is_told_to_who_shuffles(draws: Draws, done: str) -> None:
    setup = make_setup(draws=draws)
    game, events = RULES.start(setup), list[Any]()
    game.players[0].cards, game.players[1].cards = dealt(1, 5, 9), dealt(1, 1, 6)
    for player in game.players[:2]:
        player.cards.hand = ["art of war"] * player.cards.held if draws == "program" else []
    cards.draw(Match(setup, game, events), 0, 2)
    assert f"  Bo: {done} Now 3 in hand, 5 in the deck." in [
        event.describe(["Anna", "Bo"].__getitem__) for event in events
    ]


@pytest.mark.rule("M85")
def test_a_draw_with_neither_deck_nor_discards_lapses() -> None:
    setup = make_setup()
    game = RULES.start(setup)
    game.players[0].cards, game.players[1].cards = dealt(0, 5, 0), dealt(1, 1, 6)
    cards.draw(Match(setup, game, []), 0, 1)
    assert game.players[0].cards.held == 5
    assert game.players[1].cards.held == 1


@pytest.mark.rule("aow-payment", "M66", "M81")
def test_an_aow_card_is_paid_otherwise_by_an_omphalos_or_two_cards_of_the_fallen() -> None:
    """Case 25."""
    played = staged(
        "Anna: Ash Runner", "Anna: Reed Archers", "Anna: Hedge Knight", "Anna: Storm Warden A", "Bo: Deep Queen"
    )
    for name in ("Ash Runner", "Reed Archers"):
        unit(played, name).status = "destroyed"
    hand = played.present.players[0].cards
    hand.sure |= {"omphalos": 1}
    say(played, "activate Storm Warden simple")
    assert refusal(played, "activate Hedge Knight with Ash Runner").ruling == "M66"
    assert refusal(played, "activate Hedge Knight with Reed Archers, Reed Archers").ruling == "M66"
    say(played, "activate Hedge Knight with Ash Runner, Ash Runner")
    assert any("discards Ash Runner card and Ash Runner card" in event.describe(str) for event in played.events)
    assert played.present.players[0].cards.discard == ["Storm Warden", "Ash Runner", "Ash Runner", "Hedge Knight"]
    say(played, "deploy A", "end turn", "Anna: buy draw with omphalos")
    assert "omphalos" in played.present.players[0].cards.discard


@pytest.mark.rule("M70", "M77", "rounds")
@pytest.mark.parametrize(("turn", "rounds"), [(0, [1, 1, 2]), (1, [1, 2, 2]), (2, [2, 2, 3])])
def test_a_lead_player_who_falls_ends_no_round_before_the_others_had_their_turns(
    turn: int, rounds: list[int]
) -> None:
    played = staged("Anna: Iron Mother A", "Bo: Deep Queen A", "Cleo: Hollow King A", players=3, turn=turn)
    unit(played, "Iron Mother").vitality = 1
    if turn:
        name = ("Deep Queen", "Hollow King")[turn - 1]
        say(played, f"activate {name} simple", "attack Iron Mother [5 5 5 5 5 5 / best]")
        say(played, "end turn")
    else:
        say(played, "activate Iron Mother simple")
        say(played, "attack Deep Queen [0 0 0 0 0 0 / retaliate / 5 5 5 5 5 5 / best]")
    assert played.present.players[0].out
    found = []
    for _ in rounds:
        found.append(played.present.round)
        say(played, "pass")
    assert found == rounds


@pytest.mark.rule("manoeuvres", "draw-cards", "search-card", "M70", "rounds")
def test_a_manoeuvre_is_bought_once_a_round_by_each() -> None:
    """Case 27."""
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen")
    say(played, "buy draw", "Bo: buy search")
    assert refusal(played, "buy draw").ruling == "manoeuvres"
    say(played, "pass")
    assert refusal(played, "Anna: buy draw").ruling == "manoeuvres"
    say(played, "pass", "buy d")
    assert played.present.round == 2


@pytest.mark.rule("manoeuvres")
@pytest.mark.parametrize("said", ["bo searches for a card", "Bo buys a search", "Bo: search for an AoW card"])
def test_a_manoeuvre_of_another_player_is_told(said: str) -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen")
    say(played, said, "pass")
    assert [answer.text for answer in played.steps[-2].answers][:1] == ["Bo: buy search"]


@pytest.mark.rule("draw-cards", "M65")
@pytest.mark.parametrize(("said", "pauses", "left"), [("draw", True, 2), ("draw 2", True, 2), ("draw 1", False, 0)])
def test_the_manoeuvre_draw_may_take_one_card_and_leave_the_discards(said: str, pauses: bool, left: int) -> None:
    """Up to two: with one card in the deck nobody has to make everybody's deck run out."""
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen")
    cards = played.present.players[0].cards
    cards.pool, cards.deck, cards.discard = {"Ash Runner": 1}, 1, ["Ash Runner"] * 2
    say(played, f"Anna: buy {said}")
    assert any("pauses" in line for line in told(played)) == pauses
    assert played.present.players[0].cards.deck == left
    assert refusal(played, "Anna: buy draw 1").ruling == "manoeuvres"


@pytest.mark.rule("manoeuvres")
def test_a_question_with_one_answer_does_not_wait_for_a_manoeuvre() -> None:
    question = staged("Anna: Ash Runner A", "Bo: Deep Queen").question
    assert question is not None
    assert [one.text for one in ways_to_interrupt(question)] == ["Anna: buy", "Bo: buy"]
    assert not question.waits


@pytest.mark.rule("draw-cards", "deck-out", "search-card")
@pytest.mark.parametrize(
    ("deck", "pool", "discard", "brings"),
    [
        (3, {"Ash Runner": 1}, [], True),
        (0, {"Ash Runner": 1}, [], False),  # all of the pool was drawn
        (3, {}, [], False),
        (3, {}, ["Ash Runner"], False),
        (1, {}, ["Ash Runner"], True),  # the second card drawn is one of the new deck
    ],
)
def test_what_a_manoeuvre_may_bring(deck: int, pool: dict[str, int], discard: list[str], *, brings: bool) -> None:
    game = staged("Anna: Ash Runner A", "Bo: Deep Queen").present
    game.players[0].cards = Cards(deck=deck, pool={"art of war": 4} | pool, discard=discard)
    assert manoeuvres.may_bring(Match(make_setup(), game, []), 0, "Ash Runner") is brings


@pytest.mark.rule("search-card", "M67")
def test_what_a_player_searches_for_only_that_player_sees() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen", draws="program")
    played.present.players[1].cards.hand = ["art of war"]
    say(played, "Bo: buy search")
    question = played.question
    assert question is not None
    assert (question.key, question.who, question.private) == ("search", "Bo", True)


@pytest.mark.rule("pass", "start-of-turn", "M69", "next-player")
def test_who_has_no_activation_card_can_only_pass() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen")
    played.present.players[0].cards.sure.pop("Ash Runner")
    assert options(played) == ["pass", "pass and draw"]
    before = played.present.players[0].cards.held
    say(played, "pass and draw")
    assert [event.text for event in played.events if isinstance(event, Said)][:1] == ["Anna passes."]
    assert played.present.players[0].cards.held == before + 1
    assert played.present.active == 1


# --- ways -------------------------------------------------------------------------------------------------


@pytest.mark.rule("activation", "complex-actions", "walk", "run", "enemies-stop", "chains", "M52")
def test_walks_and_runs_end_where_they_must() -> None:
    """Cases 19 and 20."""
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen C", "Bo: Frost Ox E")
    say(played, "activate Ash Runner simple")
    assert refusal(played, "walk C E").ruling == "enemies-stop"
    say(played, "walk C")
    assert refusal(played, "walk A").ruling == "simple-actions"
    assert refusal(played, "run A").ruling == "activation"


@pytest.mark.rule("enemies-stop", "chains", "M52", "swamp")
@pytest.mark.parametrize(
    ("begin", "way", "why", "rules"),
    [
        ("A", "walk C", "enemies stand there", ("enemies-stop",)),
        ("H", "walk E C", "chains", ("chains", "M52")),
        ("H", "walk G", "swamp", ("swamp",)),
    ],
)
def test_what_ended_a_movement_is_told_by_its_rule(begin: str, way: str, why: str, rules: tuple[str, ...]) -> None:
    board = replace(
        BOARD, areas=tuple(replace(one, terrain="swamp") if one.name == "G" else one for one in BOARD.areas)
    )
    enemy = "Bo: Frost Ox " + ("C" if begin == "A" else "A")
    played = say(staged(f"Anna: Ash Runner {begin}", enemy, board=board), "activate Ash Runner simple", way)
    ended = next(event for event in played.take_events() if isinstance(event, Said) and "stops" in event.text)
    assert (ended.describe(str), ended.rules) == (f"Ash Runner stops: {why}.", rules)


@pytest.mark.rule("walk", "lava", "M50")
def test_a_way_is_listed_with_the_areas_and_wounds_on_it() -> None:
    question = say(staged("Anna: Ash Runner A", "Bo: Deep Queen H"), "activate Ash Runner simple").question
    assert question is not None
    told_of = {option.text: option.detail for option in question.options()}
    assert told_of["walk B"] == "forest 0/3"
    assert told_of["walk C E"] == "by C; ruins 0/4"
    assert told_of["walk C G H"] == "by C, G; 1 wound; open ground 1/5"


@pytest.mark.rule("polar", "M53", "boreal")
def test_an_activation_that_begins_in_polar_ice_costs_a_wound_and_leaves_one_action() -> None:
    """Case 21."""
    board = BOARD.__class__(
        areas=tuple(
            area if area.name != "A" else area.__class__(name="A", terrain="polar", capacity=4, zone="north")
            for area in BOARD.areas
        ),
        boundaries=BOARD.boundaries,
        lines=BOARD.lines,
    )
    played = staged("Anna: Ash Runner A", "Bo: Frost Ox A", board=board)
    say(played, "activate Ash Runner simple")
    assert unit(played, "Ash Runner").vitality == 4
    say(played, "walk B")
    assert refusal(played, "attack Frost Ox").ruling == "polar"
    say(played, "end turn", "activate Frost Ox simple")
    assert unit(played, "Frost Ox").vitality == 6


@pytest.mark.rule("recall", "M60")
def test_a_recall_brings_a_troop_back_for_an_aow_card_and_ends_the_turn() -> None:
    played = staged("Anna: Ash Runner A", "Anna: Reed Archers", "Bo: Deep Queen", recall="keep")
    archers = unit(played, "Reed Archers")
    archers.status, archers.vitality = "destroyed", 0
    say(played, "pass")
    assert "recall Reed Archers 4 A" in options(played)
    say(played, "recall Reed Archers 4 A")
    assert (unit(played, "Reed Archers").area, played.present.active) == ("A", 1)
    assert played.present.recalled == "whole"


@pytest.mark.rule("recall", "M60")
def test_where_recalls_are_kept_the_first_one_says_how_many_too() -> None:
    played = staged(
        "Anna: Ash Runner A", "Anna: Reed Archers A", "Anna: Tomb Guard A", "Bo: Deep Queen", recall="keep"
    )
    for name in "Reed Archers", "Tomb Guard":
        unit(played, name).vitality = 2
    say(played, "pass", "recall Reed Archers 2 A", "pass", "pass")
    refused = refusal(played, "recall Tomb Guard 1 A")
    assert (refused.ruling, "this table recalls whole" in refused.reason) == ("M60", True)
    say(played, "recall Tomb Guard 2 A")
    assert unit(played, "Tomb Guard").vitality == 4


@pytest.mark.rule("draft")
def test_at_the_start_nothing_has_happened_yet() -> None:
    begun = session(make_setup()).state
    none: list[object] = [
        begun.pieces,
        begun.passed,
        begun.led,
        begun.recalled,
        begun.shuffled,
        begun.thrown,
        begun.learnt,
    ]
    none += [begun.over, begun.won, begun.decided, begun.readings, begun.activated, begun.active, begun.lead]
    acting = begun.acting
    none += [acting.unit, acting.complex, acting.done, acting.stopped, acting.frozen, acting.used]
    for one in begun.players:
        none += [one.recruited, one.reserve, one.zone, one.absorbed, one.bought, one.recalls_to, one.out, one.counted]
        none += [one.cards.held, one.cards.deck, one.cards.discard, one.cards.out]
    setup, piece, spot = Setup(players=("Anna", "Bo")), Piece("Ash Runner", 1, 3, 3), Spot()
    none += [setup.teams, setup.start, setup.board_file, setup.scenario, setup.victory, setup.zones, setup.stones]
    none += [setup.things, setup.tokens, setup.limited, setup.units, setup.typed, setup.picks, setup.deck, setup.seed]
    none += [piece.area, piece.stone, piece.activated, piece.retaliated, piece.bonuses, piece.marks, piece.there]
    none += [spot.elements, spot.stones, spot.tokens, Token("Web", "", NOBODY).vitality]
    assert not any(none)
    assert (setup.points, setup.mode, setup.divinity, setup.draws, setup.dice) == (
        18,
        "draft",
        "god",
        "table",
        "entered",
    )
    assert (NOBODY, piece.guest, piece.seat, TurnBonus(effect="", source="", until="turn").by) == (-1, -1, 1, -1)
    assert (begun.round, begun.turn, acting.limit) == (1, 1, 2)
    assert (begun.phase, begun.tracking, begun.known) == ("recruit", "everything", "everything")


@pytest.mark.rule("enemies-stop", "walk")
@pytest.mark.parametrize(("there", "goes_on"), [("Anna: Sling Boys", True), ("Bo: Sling Boys", False)])
def test_enemies_alone_stop_who_walks(there: str, goes_on: bool) -> None:
    played = say(staged("Anna: Ash Runner A", f"{there} C", "Bo: Deep Queen H"), "activate Ash Runner simple")
    assert ("walk C E" in options(played)) == goes_on


@pytest.mark.rule("deploy", "M90", "recall")
@pytest.mark.parametrize("learns", [False, True])
def test_an_area_may_be_told_to_be_of_a_zone_where_the_map_is_learnt(learns: bool) -> None:
    settings: dict[str, Any] = {"board_file": ""} if learns else {}
    played = staged("Anna: Ash Runner A", "Anna: Reed Archers", "Bo: Deep Queen H", **settings)
    archers = unit(played, "Reed Archers")
    archers.status, archers.vitality = "destroyed", 0
    match = Match(played.game.setup, played.present, [])  # type: ignore[attr-defined]
    assert powers.why_not_zone(match, archers, "D")[0].endswith("adjust area D: ..., zone north") == learns
    assert powers.why_not_zone(match, archers, "H") == ("H is in zone south, where Bo deploys", "deploy")
    question = say(played, "activate Ash Runner simple").question
    assert question is not None
    assert ("recall Reed Archers 4" in [option.text for option in question.options()]) == learns
    assert not [option for option in question.closed() if option.text.startswith("recall")]


@pytest.mark.rule("activation")
@pytest.mark.parametrize(("how", "begins"), [("simple", "walk"), ("complex", "run")])
def test_who_is_activated_says_how_where_it_wasnt_said(how: str, begins: str) -> None:
    played = say(staged("Anna: Ash Runner A", "Bo: Deep Queen H"), "activate Ash Runner")
    assert (asked(played), options(played)) == ("Anna", ["simple", "complex"])
    assert options(say(played, how))[0].startswith(begins)
    assert played.question is not None
    assert (asked(played), played.question.prompt[:16]) == ("Anna", "Anna: Ash Runner")


@pytest.mark.rule("heal-with-omphalos", "manoeuvres", "M63")
def test_anybody_may_buy_a_manoeuvre_and_who_has_the_turn_may_heal() -> None:
    played = staged("Anna: Storm Warden A", "Bo: Deep Queen H", turn=1)
    unit(played, "Deep Queen").vitality, played.present.players[1].cards.sure["omphalos"] = 5, 1
    assert RULES.interrupts is not None
    found = RULES.interrupts(played.game.setup, played.present, [])  # type: ignore[attr-defined]
    assert {one.option.text: one.who for one in found} == {"buy": ["Anna", "Bo"], "heal": ["Bo"]}


@pytest.mark.rule("M77", "M79")
@pytest.mark.parametrize("said", ["winner Zoe", "leave Zoe"])
def test_only_who_is_in_the_game_wins_or_leaves_by_hand(said: str) -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen H", players=3)
    with pytest.raises(Unreadable):
        RULES.all_corrections.carry_out(played.game.setup, played.present, f"adjust {said}", [])  # type: ignore[attr-defined]


@pytest.mark.rule("recall", "M60")
def test_where_recalls_are_kept_the_first_one_says_where_too() -> None:
    """A troop that stands somewhere comes back there; another area is open only while the first one is full."""
    played = staged(
        "Anna: Ash Runner H",
        "Anna: Reed Archers",
        "Anna: Sling Boys",
        "Anna: Tomb Guard E",
        "Bo: Deep Queen",
        recall="keep",
    )
    for name in "Reed Archers", "Sling Boys":
        unit(played, name).status, unit(played, name).vitality = "destroyed", 0
    unit(played, "Tomb Guard").vitality = 2
    say(played, "pass", "recall Tomb Guard 2 E", "pass", "pass", "recall Reed Archers 4 B", "pass", "pass")
    assert [text for text in options(played) if text.startswith("recall")] == ["recall Sling Boys 3 B"]
    assert refusal(played, "recall Sling Boys 3 A").ruling == "M60"
    for name in "Ash Runner", "Tomb Guard":
        unit(played, name).area = "B"
    say(played, "recall Sling Boys 3 A")
    assert unit(played, "Sling Boys").area == "A"
    say(played, "pass")
    assert played.present.players[0].recalls_to == "B"


@pytest.mark.rule("leader", "M68")
def test_a_leader_calls_a_troop_whose_activation_costs_no_aow_card() -> None:
    """Case 26."""
    played = staged("Anna: Storm Warden A", "Anna: Reed Archers A", "Anna: Hedge Knight A", "Bo: Deep Queen")
    hand = played.present.players[0].cards
    hand.pool["Reed Archers"], hand.deck = 1, hand.deck + 1
    say(played, "activate Storm Warden simple", "leader Reed Archers", "activate Reed Archers simple")
    assert played.present.players[0].cards.discard == ["Storm Warden", "Reed Archers"]
    assert refusal(played, "activate Hedge Knight simple").ruling == "two-units"


@pytest.mark.rule("leader", "M68")
def test_a_leader_calls_allied_troops_around_it_that_werent_activated() -> None:
    played = staged(
        "Anna: Storm Warden A",
        "Anna: Reed Archers A",
        "Anna: River Pikes C",
        "Anna: Sling Boys H",
        "Anna: Wall Guard",
        "Anna: Hedge Knight A",
        "Bo: Tomb Guard A",
    )
    troops = ("Reed Archers", "River Pikes", "Sling Boys", "Wall Guard", "Tomb Guard", "Hedge Knight")
    for player in played.present.players:
        player.cards.pool, player.cards.deck = dict.fromkeys(troops, 1), len(troops)
    say(played, "activate Reed Archers simple", "activate Storm Warden simple")
    assert [text for text in options(played) if text.startswith("leader")] == ["leader River Pikes"]
    assert "activated this turn" in refusal(played, "leader Reed Archers").reason
    assert played.question is not None
    assert [one.text for one in played.question.closed() if one.text.startswith("leader")] == ["leader Reed Archers"]
    del played.present.players[0].cards.pool["River Pikes"]
    assert "no River Pikes card" in refusal(played, "leader River Pikes").reason


@pytest.mark.rule("leader", "M68")
def test_a_teammates_troop_that_a_leader_calls_is_activated_by_who_called_it() -> None:
    played = staged(
        "Anna: Storm Warden A", "Cleo: Reed Archers A", "Bo: Deep Queen H", "Dai: Wall Guard H", players=4
    )
    played.present.players[2].cards.pool, played.present.players[2].cards.deck = {"Reed Archers": 1}, 1
    say(played, "activate Storm Warden simple", "leader Reed Archers", "activate Reed Archers simple")
    assert (played.present.acting.unit, unit(played, "Reed Archers").seat) == ("Reed Archers", 0)
    say(played, "end turn")
    assert {"Anna's turn is over.", "Round 1: it is Bo's turn."} <= set(told(played))
    assert (played.present.player.name, unit(played, "Reed Archers").seat) == ("Bo", 2)


@pytest.mark.rule("leader", "gem-collector", "stairs", "visible")
def test_who_stands_on_stairs_calls_and_claims_over_a_wall() -> None:
    played = staged("Anna: Storm Warden D", "Anna: Reed Archers B", "Anna: Pale Rider D", "Bo: Deep Queen")
    hand = played.present.players[0].cards
    hand.pool["Reed Archers"], hand.deck = 1, hand.deck + 1
    played.present.spots["B"].stones = ["norse"]
    say(played, "activate Storm Warden simple")
    assert "leader Reed Archers" in options(played)
    say(played, "activate Pale Rider simple", "claim from B")
    assert unit(played, "Pale Rider").stone == "norse"


# --- stones and endings -----------------------------------------------------------------------------------


@pytest.mark.rule("absorb", "M73", "M74", "omphalos-card", "heal-with-omphalos", "M63", "skirmish-win")
def test_a_greek_divinity_takes_a_card_for_the_omphalos_and_heals_with_it() -> None:
    """Case 28."""
    played = staged("Anna: Storm Warden A", "Anna: Ash Runner A", "Bo: Deep Queen")
    unit(played, "Ash Runner").stone, unit(played, "Storm Warden").vitality = "greek", 8
    say(played, "activate Storm Warden complex", "absorb")
    player = played.present.players[0]
    assert (player.absorbed, player.cards.sure["omphalos"]) == (["greek"], 1)
    say(played, "heal")
    assert unit(played, "Storm Warden").vitality == 9
    assert played.present.players[0].absorbed == ["greek"]
    assert refusal(played, "heal").ruling == "M63"


@pytest.mark.rule("claim", "carried-stones", "drop", "gem-collector", "block")
def test_one_stone_a_unit_and_none_where_an_enemy_blocks() -> None:
    """Case 30."""
    played = staged("Anna: Pale Rider A", "Anna: Ash Runner H", "Bo: Marsh Serpent H", "Bo: Deep Queen")
    for area in ("A", "B", "H"):
        played.present.spots[area].stones = ["norse"]
    say(played, "activate Pale Rider simple", "claim from B")
    assert unit(played, "Pale Rider").stone == "norse"
    assert refusal(played, "claim").ruling == "simple-actions"
    say(played, "drop")
    assert played.present.spots["A"].stones == ["norse", "norse"]
    say(played, "activate Ash Runner simple")
    assert refusal(played, "claim").ruling == "block"
    assert refusal(played, "walk E").ruling == "block"


@pytest.mark.rule("absorb", "M73")
def test_a_stone_that_lies_elsewhere_or_is_carried_isnt_absorbed_by_its_name() -> None:
    played = staged("Anna: Storm Warden A", "Anna: Ash Runner A", "Bo: Deep Queen H")
    unit(played, "Ash Runner").stone, unit(played, "Deep Queen").stone = "greek", "norse"
    say(played, "activate Storm Warden complex")
    for said, reason in ("absorb norse", "no norse stone lies here"), ("absorb from Deep Queen", "Deep Queen"):
        error = refusal(played, said)
        assert (error.ruling, error.reason.partition(":")[0]) == ("M73", reason)


@pytest.mark.rule("absorb", "M73")
@pytest.mark.parametrize(
    ("bearer", "lie", "offered"),
    [
        ("Storm Warden", [], ["absorb"]),
        ("Ash Runner", [], ["absorb from Ash Runner"]),
        ("Storm Warden", ["norse"], ["absorb norse", "absorb from Storm Warden"]),
        ("", ["norse"], ["absorb"]),
    ],
)
def test_which_stone_is_absorbed_is_said_where_it_isnt_plain(bearer: str, lie: list[str], offered: list[str]) -> None:
    """A stone that somebody else carries is never taken unsaid."""
    played = staged("Anna: Storm Warden A", "Anna: Ash Runner A", "Bo: Deep Queen H")
    played.present.spots["A"].stones = lie
    if bearer:
        unit(played, bearer).stone = "greek"
    say(played, "activate Storm Warden complex")
    assert sorted(text for text in options(played) if text.startswith("absorb")) == sorted(offered)
    if len(offered) > 1:
        with pytest.raises(Unreadable, match="write absorb norse or absorb from Storm Warden"):
            played.answer("absorb")


@pytest.mark.rule("counts-as-stone", "M75")
def test_what_counts_as_a_stone_is_never_absorbed() -> None:
    played = staged("Anna: Storm Warden A", "Bo: Deep Queen", things=("crown",))
    played.present.spots["A"].stones = ["crown"]
    say(played, "activate Storm Warden complex")
    assert [refusal(played, said).ruling for said in ("absorb", "absorb crown")] == ["M73", "M75"]


@pytest.mark.rule("team-win", "M76", "M78")
def test_a_team_wins_by_four_stones_together_and_loses_by_one_divinity() -> None:
    """Case 29."""
    setup = make_setup(4)
    game = RULES.start(setup)
    match = Match(setup, game, [])
    game.players[0].absorbed, game.players[1].absorbed = ["greek"] * 3, ["norse"]
    endings.look_at_stones(match, 0)
    assert not game.over
    game.players[2].absorbed = ["norse"]
    endings.look_at_stones(match, 2)
    assert (game.won, game.decided) == ([0, 2], "stones")
    (decided,) = (event for event in match.events if isinstance(event, Weighty))
    assert decided.rules == ("team-win", "M76")
    told = "The game is over: Anna and Cleo win, 4 divine stones are absorbed (Anna and Cleo)."
    assert decided.describe(match.name) == told
    other = RULES.start(setup)
    endings.lose(Match(setup, other, []), 1, "its divinity has fallen")
    assert (other.won, other.decided) == ([0, 2], "team")


@pytest.mark.rule("fallen-divinity", "M77")
def test_of_three_a_fallen_divinity_takes_its_player_out_and_its_stones_lie_there() -> None:
    """Case 29."""
    armies = ("Anna: Ash Runner A", "Anna: Storm Warden", "Bo: Deep Queen A", "Bo: Frost Ox H", "Cleo: Hollow King")
    played = staged(*armies, players=3)
    unit(played, "Deep Queen").vitality, unit(played, "Frost Ox").stone = 1, "norse"
    unit(played, "Frost Ox").bonuses = [TurnBonus(effect="offence +1", source="Rage", until="round", by=1)]
    say(played, "activate Ash Runner simple", "attack Deep Queen [5 5 5 5 5 5 5 / best]")
    state = played.present
    assert (state.players[1].out, state.over) == (True, False)
    assert state.spots["H"].stones == ["norse"]
    assert (unit(played, "Frost Ox").status, unit(played, "Frost Ox").bonuses) == ("away", [])
    say(played, "end turn")
    assert played.present.active == 2


@pytest.mark.rule("M79", "M77", "deploy")
def test_who_is_activated_to_be_deployed_still_comes_in_after_somebody_has_left() -> None:
    played = staged("Anna: Ash Runner", "Anna: Storm Warden", "Bo: Deep Queen A", "Cleo: Hollow King", players=3)
    say(played, "activate Ash Runner complex")
    before = options(played)
    assert "deploy A" in before
    setup = played.game.setup  # type: ignore[attr-defined]
    state = RULES.all_corrections.carry_out(setup, played.present, "leave Bo", [])
    assert options(Session(Playing(RULES, setup), state)) == before


@pytest.mark.rule("M19", "M28", "M18")
def test_an_attack_without_dice_is_spent_and_may_be_answered() -> None:
    played = staged(
        "Anna: Tester A",
        "Anna: Storm Warden",
        "Bo: Frost Ox A",
        typed=["Tester: hero 3, greek, 3 cards, art 1; 5-1 0/7/0/2"],
    )
    say(played, "activate Tester simple", "attack Frost Ox")
    assert asked(played) == "Bo"
    say(played, "no")
    assert played.present.acting.done == ["attack"]


# --- a map that is learnt -----------------------------------------------------------------------------------


@pytest.mark.rule("M1", "M30")
def test_areas_borders_and_lines_are_asked_for_when_they_first_matter() -> None:
    played = staged("Anna: Reed Archers", "Bo: Deep Queen", board=BOARD.__class__(), board_file="")
    state = played.present
    for player in state.players:
        player.zone = ""
    say(played, "activate Reed Archers complex", "deploy North [forest 3]", "end turn")
    say(played, "activate Deep Queen complex", "deploy Ford [water 3]")
    assert played.question is not None
    assert (played.question.key, played.question.default) == ("borders ford", "none")
    say(played, "North chains", "end turn")
    assert played.present.board.between("North", "Ford") is not None
    say(played, "activate Reed Archers simple", "walk Hill [open ground 2 / North]")
    assert played.present.board.distance("Hill", "Ford") == 2
    say(played, "attack Deep Queen [North]")
    noted = [event.text for event in played.events if isinstance(event, Said)]
    learnt = [text.removeprefix("Noted: ").removesuffix(".") for text in noted]
    assert any(one.startswith("line ") for one in learnt)
    assert {name: spot.elements for name, spot in played.present.spots.items()} == {"North": 2, "Ford": 0, "Hill": 0}
    assert [one.split()[1] for one in learnt if one.startswith("border ")] == ["Ford-North", "Hill-North"]
    assert any("can't attack" in words for words in told(played))
    assert played.present.acting.done == ["walk"]


def test_each_move_that_is_listed_is_read_again_as_data() -> None:
    played = staged("Anna: Pale Rider A", "Anna: Reed Archers B", "Bo: Deep Queen A")
    played.present.spots["A"].stones = ["norse", "greek"]
    said: list[str] = []
    for text in ("pass", "activate Pale Rider simple", "claim greek"):
        question = played.question
        assert question is not None
        assert question.moves is not None
        for option in question.options():
            data = json.dumps(question.moves.as_json(option.text))
            assert question.record(question.parse(data), data) == option.text
            said.append(option.text.split()[0])
        if text != "pass":
            say(played, text)
    assert {"activate", "pass", "walk", "claim", "attack", "end"} <= set(said)


def test_a_stone_is_written_so_that_it_is_read_again() -> None:
    played = staged("Anna: Pale Rider A", "Bo: Deep Queen")
    played.present.spots["A"].stones = ["norse", "greek"]
    played.present.acting = Acting("Pale Rider", limit=2)
    match, claims = Match(make_setup(), played.present, []), Moves(stones.Claim)
    texts = [option.text for option in claims.options(match)]
    assert texts == ["claim norse", "claim greek"]
    for text in texts:
        assert claims.write(claims.read_move(match, text), match) == text


@pytest.mark.rule("M1")
def test_a_game_without_any_file_is_played_again_from_its_log() -> None:
    setup = make_setup(board=BOARD.__class__(), board_file="", units=(), deck="", points=9)
    played = session(setup)
    played.answer("recruit Sun Lord")
    with pytest.raises(Unreadable, match="its strategic value"):
        played.answer("god 6, greek, 3 cards; 6-1 6/7/0/2")
    played.answer("god 6, greek, 3 cards, art 1; 6-1 6/7/0/2")
    say(played, "recruit Moon Lady: god 6, norse, 3 cards, art 1; 6-1 6/7/0/2", "nothing left")
    say(played, "recruit Bow Men: troop 3, greek, 3 cards, art 1, archer; 4 x 4/6/2/1")
    say(played, "greek Mid [open ground 4]", "place Bow Men West [forest 4 / Mid chains]", "pass")
    again = Session(Playing(RULES, setup), RULES.start(setup), list(played.steps), list(played.draft))
    assert again.state == played.state
    assert [unit.name for unit in again.state.learnt] == ["Sun Lord", "Moon Lady", "Bow Men"]


@pytest.mark.rule("constructed")
def test_what_is_offered_where_armies_are_constructed_comes_out_even() -> None:
    played = session(make_setup(mode="constructed", points=7))
    say(played, "recruit Storm Warden")
    offered = {text.removeprefix("recruit ") for text in options(played)}
    assert offered == {"Reed Archers", "Sling Boys", "Tomb Guard", "Lamp Thief"}  # 1 RP is left


@pytest.mark.rule("constructed", "M72")
def test_a_unit_after_which_points_would_be_left_isnt_offered() -> None:
    units = tuple(BOX[name] for name in ("storm warden", "river pikes", "frost ox"))
    played = say(session(make_setup(mode="constructed", points=9, units=units)), "recruit Storm Warden")
    assert options(played) == ["recruit Frost Ox"]


@pytest.mark.rule("constructed", "army-limits")
def test_a_divinity_is_none_of_the_dear_units_with_which_points_come_out_even() -> None:
    units = tuple(BOX[name] for name in ("storm warden", "stone thrower"))
    played = session(make_setup(mode="constructed", points=11, units=units))
    assert options(played) == ["recruit Storm Warden"]
    assert options(say(played, "recruit Storm Warden")) == ["recruit Stone Thrower"]


@pytest.mark.rule("constructed", "army-limits")
def test_no_second_dear_unit_is_counted_on_for_points_to_come_out_even() -> None:
    units = (*(BOX[name] for name in ("storm warden", "stone thrower", "frost ox")), read_unit(BIG_OX))
    played = session(make_setup(mode="constructed", points=19, units=units))
    say(played, "recruit Storm Warden", "recruit Stone Thrower")
    assert (played.present.player.name, options(played)) == ("Anna", [])  # 8 RP are left: 3 and 5


@pytest.mark.rule("manoeuvres", "draw-cards", "M65")
@pytest.mark.parametrize(("deck", "offered"), [(0, ["draw"]), (1, ["draw", "draw 1"]), (2, ["draw"])])
def test_of_a_deck_of_one_card_the_manoeuvre_draw_may_take_that_alone(deck: int, offered: list[str]) -> None:
    played = staged("Anna: Storm Warden A", "Bo: Deep Queen H")
    hand = played.present.players[0].cards
    hand.deck, hand.pool, hand.discard = deck, {"art of war": deck}, ["art of war"]
    say(played, "buy")
    assert [text for text in options(played) if text.startswith("draw")] == offered


@pytest.mark.rule("manoeuvres")
@pytest.mark.parametrize("text", ["", "yes", "with", "2 2 2", "warden"])
def test_nothing_is_bought_by_words_that_name_no_manoeuvre(text: str) -> None:
    played = staged("Anna: Storm Warden A", "Bo: Deep Queen H")
    hand = played.present.players[0].cards
    hand.deck, hand.pool, hand.discard = 2, {"art of war": 2}, []
    say(played, "buy")
    assert played.question is not None
    with pytest.raises(Unreadable):
        played.question.parse(text)
    assert played.question.parse("search the warden").what == "search"


@pytest.mark.parametrize(
    ("record", "told"),
    [
        (make_setup(), {"seed": -1}),
        (make_setup(), {"players": ["Anna"]}),
        (make_setup(), {"players": ["Anna", "Bo", "Cleo", "Dai", "Eve"]}),
        (Piece("Ash Runner", 0, 5, 5), {"owner": -1}),
        (Piece("Ash Runner", 0, 5, 5), {"owner": 4}),
        (Piece("Ash Runner", 0, 5, 5), {"guest": -2}),
        (Piece("Ash Runner", 0, 5, 5), {"guest": 4}),
        (Token("Web", "Runner", 0), {"owner": -2}),
        (Token("Web", "Runner", 0), {"owner": 4}),
        *(
            (RULES.start(make_setup()), {one: -1})
            for one in ("active", "lead", "round", "turn", "shuffled", "thrown")
        ),
        (RULES.start(make_setup()), {"active": 4}),
        (RULES.start(make_setup()), {"lead": 4}),
        (RULES.start(make_setup()), {"turn": 0}),
    ],
)
def test_no_save_has_what_cant_be(record: Any, told: dict[str, Any]) -> None:
    plain = to_builtins(record)
    convert(plain, type(record))
    with pytest.raises(ValidationError):
        convert(plain | told, type(record))


@pytest.mark.parametrize(
    ("record", "name", "words"),
    [
        (make_setup(), "mode", "draft constructed limited"),
        (make_setup(), "divinity", "god titan"),
        (make_setup(), "draws", "table program"),
        (make_setup(), "dice", "entered rolled average"),
        (RULES.start(make_setup()), "phase", "recruit stones zones place cards start choose act over"),
        (Piece("Ash Runner", 0, 5, 5), "status", "waiting board destroyed away"),
        (TurnBonus(effect="offence +1", source="Any", until="turn"), "until", "attack activation turn round"),
    ],
)
def test_a_save_may_say_what_is_usual_too(record: Any, name: str, words: str) -> None:
    for word in words.split():
        assert getattr(convert(to_builtins(record) | {name: word}, type(record)), name) == word


@pytest.mark.rule("M30", "M50", "M77", "M79", "area-targets", "initiative", "M45", "walk-after-attack")
def test_older_logs_are_told_which_rules_were_mended_since() -> None:
    assert RULES.mended == {
        2: ("M79",),
        3: ("M50", "area-targets"),
        4: ("M30",),
        5: ("X5", "X6", "walk-after-attack", "initiative", "M45"),
        6: ("M26", "M40", "M44", "M64", "M84"),
        7: ("X9", "X10", "M38", "M41", "M43", "M64", "M80", "as-if-there", "manoeuvres"),
        8: ("X11", "X3", "power-price"),
        9: ("M77",),
        10: ("M25", "M43", "M64"),
        11: ("leader", "teams", "M38", "M41", "M60", "M64"),
        12: ("M38", "power-shows"),
        13: ("M58", "guard"),
        14: ("close-protection", "phalanx", "bolster"),
    }


@pytest.mark.rule("force-of-nature")
def test_force_of_nature_needs_a_3d_element() -> None:
    played = say(staged("Anna: Iron Mother A", "Bo: Deep Queen A"), "activate Iron Mother simple")
    refused = refusal(played, "nature")
    assert (refused.reason, refused.ruling) == ("no 3D element is left in A", "force-of-nature")


@pytest.mark.rule("block", "M1")
def test_who_cant_walk_at_all_isnt_asked_about_an_area_first() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Hollow King A", board_file="")
    say(played, "activate Ash Runner simple")
    assert refusal(played, "walk North").ruling == "block"


@pytest.mark.rule("M1")
def test_a_border_of_two_other_areas_is_none_of_a_new_one() -> None:
    played = staged("Anna: Reed Archers", "Bo: Deep Queen", board=BOARD.__class__(), board_file="")
    for player in played.present.players:
        player.zone = ""
    say(played, "activate Reed Archers complex", "deploy North [forest 3]", "end turn")
    say(played, "activate Deep Queen complex", "deploy Ford [water 3 / North]", "end turn")
    say(played, "activate Reed Archers simple")
    played.answer("walk Hill")
    assert played.question is not None
    assert played.question.record(played.question.parse("Open ground 2"), "Open ground 2") == "Hill: open ground 2"
    played.answer("open ground 2")
    with pytest.raises(Unreadable, match="these are the borders of Hill; North-Ford wall isn't one"):
        played.answer("North-Ford wall")


@pytest.mark.rule("deck-out", "M65")
def test_where_the_program_deals_a_hand_takes_the_deck_and_leaves_the_discards() -> None:
    setup = make_setup(draws="program")
    game = RULES.start(setup)
    for player in game.players:
        pool = {"art of war": 2, "Ash Runner": 2}
        player.cards = Cards(deck=2, pool=pool, hand=["art of war", "Ash Runner"], discard=["Wall Guard"] * 2)
    cards.pause(Match(setup, game, []), 0)
    for player in game.players:
        assert sorted(player.cards.hand) == ["Ash Runner", "Ash Runner", "art of war", "art of war"]
        assert (player.cards.deck, player.cards.pool, player.cards.discard) == (2, {"Wall Guard": 2}, [])


@pytest.mark.rule("draft", "troops-placed", "deck-built", "first-hand", "M1")
def test_a_set_up_is_told_step_by_step() -> None:
    played = session(make_setup(points=7))
    say(played, "recruit Storm Warden", "recruit Deep Queen", "recruit Tomb Guard", "recruit Sling Boys")
    say(played, "greek C", "north", "south", "place Sling Boys A", "place Tomb Guard H")
    hand = "3 more AoW cards and the top 3 are the hand. Check: 6 in"
    assert told(played) == [
        "Anna takes Storm Warden for 6 RP; 1 left.",
        "Bo takes Deep Queen for 6 RP; 1 left.",
        "Bo takes Tomb Guard for 1 RP; 0 left.",
        "Bo's army is complete.",
        "Anna takes Sling Boys for 1 RP; 0 left.",
        "Anna's army is complete.",
        "Divine stones: greek in C.",
        "Anna places Sling Boys in A.",
        "Bo places Tomb Guard in H.",
        f"Anna shuffles 7 activation cards and 3 AoW cards; {hand} Anna's hand, 7 in the deck.",
        f"Bo shuffles 7 activation cards and 2 AoW cards; {hand} Bo's hand, 6 in the deck.",
        "Anna draws 1 card; 6 in the deck.",
    ]
