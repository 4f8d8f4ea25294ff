"""Powers in a game: what each effect does, what it costs, when it is asked, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from referee.asking.interrupts import all_interruptions, interrupts_text
from referee.declaration.game import Playing
from referee.errors import Unreadable
from referee.explain.why import play
from referee.games.mythic.attack.values import compute, last_miniature
from referee.games.mythic.rules import attacks, endings, movement, powers, recalls
from referee.games.mythic.rules.events import Wounded
from referee.games.mythic.rules.state import Cards, GameState, Match, Piece, Status, Token, TurnBonus
from referee.games.mythic.rules.turns import RULES
from referee.games.mythic.units.language import read_unit
from referee.games.mythic.vocabulary import Terrain
from referee.play.session import Session
from tests.mythic.games import BOARD, PLAYERS, make_setup, options, refusal, say, staged, told

AOW = "art of war"
PLAIN = {
    "hero": "hero 3, 3 cards, art 1; 5-1 6/7/0/2",
    "troop": "troop 1, 3 cards, art 1; 4 x 4/6/2/1",
    "scout": "hero 3, 3 cards, art 1, mobility; 5-1 6/7/0/2",
    "riders": "troop 1, 3 cards, art 1, mobility; 4 x 4/6/2/1",
    "boreal": "hero 3, 3 cards, art 1, boreal; 5-1 6/7/0/2",
    "god": "god 6, greek, 4 cards, art 2; 9-1 7/9/1/2",
    "giant": "titan 7, 4 cards, art 1, huge; 12-1 9/9/0/1",
    "blocker": "hero 3, 3 cards, art 1, block; 5-1 6/7/0/2",
    "archer": "hero 3, 3 cards, art 1; 5-1 6/7/2/2",
    "thief": "hero 3, 3 cards, art 1, sneak attack, close combat; 5-1 5/7/2/2",
    "bird": "hero 3, flying, 3 cards, art 1; 5-1 6/7/0/2",
    "roc": "monster 3, flying, 3 cards, art 1; 5-1 6/7/0/2",
    "torch": "hero 3, fireproof, 3 cards, art 1; 5-1 6/7/0/2",
    "beast": "monster 3, 3 cards, art 1; 5-1 6/7/0/2",
    "shaman": "hero 3, 3 cards, art 1, force of nature; 5-1 6/7/0/2",
    "waning": "hero 3, 3 cards, art 1; 5-4 6/7/0/2 a, 3-1 6/7/0/2 x",
    "robber": "hero 3, 3 cards, art 1, mobility, close combat; 5-1 5/7/2/2",
}


def field(*placed: str, **settings: Any) -> Session[GameState]:
    """A game in the middle: "Anna A: Runner: hero; a Leap: active: jump 2" for each unit; the powers show always."""
    units, pieces = [], []
    for text in placed:
        place, name, rest = text.split(": ", 2)
        owner, _, area = place.partition(" ")
        kind, _, powers = rest.partition("; ")
        line = PLAIN.get(kind, kind)
        letters = "".join(f"{one[0]}2" for one in powers.split("; ") if one[1:2] == " ")
        lit = f" {letters}" if letters and "x" not in line.rpartition(";")[2] else ""
        unit = read_unit(f"{name}: {line}{lit}" + (f"; {powers}" if powers else ""))
        units.append(unit)
        status: Status = "board" if area else "waiting"
        pieces.append(Piece(name, PLAYERS.index(owner), unit.full, unit.full, status, area))
    players = max(piece.owner for piece in pieces) + 1
    setup = make_setup(max(2, players), units=tuple(units), **settings)
    state = RULES.start(setup)
    state.phase, state.pieces = "choose", pieces
    for seat, player in enumerate(state.players):
        player.cards.sure = {piece.name: 3 for piece in pieces if piece.owner == seat} | {AOW: 5}
        player.cards.pool, player.cards.deck = {AOW: 9}, 9
        player.points, player.recruited, player.zone = 0, True, ("north", "south")[seat % 2]
    assert all(piece.area in BOARD or not piece.area for piece in pieces)
    return Session(Playing(RULES, setup), state)


def unit(played: Session[GameState], name: str) -> Piece:
    return played.present.piece(name)


def asked(played: Session[GameState]) -> str:
    assert played.question is not None
    return played.question.key


def active(power: str, *others: str) -> Session[GameState]:
    """A hero of Anna's in A who is activated simply, with an active power."""
    return say(field(f"Anna A: Runner: hero; a Any: {power}", *others), "activate Runner simple")


@pytest.mark.rule("aow-payment", "M66", "power-price")
@pytest.mark.parametrize(
    "paid",
    [
        "Walker, Walker, art of war",
        "aow, Walker, Walker",
        "Walker, Walker",
        "omphalos, Walker, Walker",
        "Walker, Walker, omphalos",
        "Walker, omphalos, Walker",
        "art of war, omphalos",
        "omphalos",
        "aow, aow",
    ],
)
def test_a_price_of_two_that_is_paid_in_any_way_is_played_again_from_the_log(paid: str) -> None:
    played = field("Anna A: Runner: hero; a Any: active, 2 aow: offence +2", "Anna : Walker: hero", "Bo A: Foe: hero")
    unit(played, "Walker").status, unit(played, "Walker").vitality = "destroyed", 0
    played.present.players[0].cards.sure["omphalos"] = 1
    start = played.present.copy()
    say(played, "activate Runner simple", f"power Any with {paid}")
    again = Session(played.game, start, list(played.steps))
    assert again.state == played.state
    assert len(again.state.players[0].cards.discard) == 3 + ("Walker" in paid)


# --- as a move --------------------------------------------------------------------------------------------


@pytest.mark.rule("active-powers", "power-price", "M64")
def test_an_active_power_is_used_once_a_turn_and_its_price_is_paid_first() -> None:
    played = active("active, 1 aow: offence +2 this activation", "Bo A: Foe: hero")
    assert "power Any" in options(played)
    say(played, "power Any")
    assert unit(played, "Runner").bonuses[0].effect == "offence +2"
    assert unit(played, "Runner").marks == ["turn: Any"]
    assert played.state.players[0].cards.discard.count(AOW) == 1
    assert refusal(played, "power Any").reason == "Any was used already"
    say(played, "attack Foe [0 0 0 0 0 0 0 0 / no]")
    say(played, "end turn")
    assert unit(played, "Runner").bonuses == []


@pytest.mark.rule("water", "active-powers", "power-price")
def test_no_power_is_used_in_water_with_a_complex_action_or_unpaid() -> None:
    assert refusal(say(field("Anna C: Runner: hero; a Any: active: heal 1"), "activate Runner simple"), "power Any")
    played = say(field("Anna A: Runner: hero; a Any: active: heal 1"), "activate Runner complex")
    assert refusal(played, "power Any").ruling == "active-powers"
    poor = field("Anna A: Runner: hero; a Any: active, 2 aow: heal 1")
    poor.present.players[0].cards.sure[AOW] = 1
    poor.present.players[0].cards.pool, poor.present.players[0].cards.deck = {}, 0
    assert "2 AoW cards" in refusal(say(poor, "activate Runner simple"), "power Any").reason


@pytest.mark.parametrize(
    ("price", "check"),
    [
        ("1 wound", lambda game: game.piece("Runner").vitality == 4),
        ("1 miniature", lambda game: game.piece("Guards").vitality == 3),
        ("1 card", lambda game: game.players[0].cards.held == 9),
        ("1 token Web", lambda game: game.spots["B"].tokens == []),
    ],
    ids=("wound", "miniature", "card", "token"),
)
@pytest.mark.rule("power-price", "power-tokens")
def test_other_prices(price: str, check: object) -> None:
    played = field(f"Anna A: Runner: hero; a Any: active, {price}: offence +1; token Web x2", "Anna A: Guards: troop")
    played.present.spots["B"].tokens.append(Token("Web", "Runner", 0))
    before = played.present.players[0].cards.held
    say(played, "activate Runner simple", "power Any" + (" [art of war]" if "card" in price else ""))
    assert before == 11
    assert check(played.state)  # type: ignore[operator]
    assert unit(played, "Runner").bonuses[0].source == "Any"


def test_a_stone_is_dropped_and_the_same_unit_is_moved() -> None:
    played = active("active: an enemy here drops its stone, move 1", "Bo A: Foe: hero", "Bo A: Other: hero")
    unit(played, "Foe").stone = "norse"
    assert [text for text in options(played) if text.startswith("power")] == [
        "power Any on Foe",
        "power Any on Other",
    ]
    say(played, "power Any on Foe [B]")
    assert played.state.spots["A"].stones == ["norse"]
    assert (unit(played, "Foe").area, unit(played, "Other").area) == ("B", "A")
    assert refusal(active("active: an enemy here heal 1", "Bo B: Foe: hero"), "power Any").ruling == "target-choice"
    played = active("active: an enemy here wounds 1", "Bo A: Foe: hero")
    assert "it can on Foe" in refusal(played, "power Any on Runner").reason


@pytest.mark.rule("lava", "M50")
@pytest.mark.parametrize(("whose", "who"), [("Bo", "Bo"), ("Anna", None)])
def test_out_of_lava_a_unit_is_moved_on_by_its_own_player(whose: str, who: str | None) -> None:
    """Whoever has moved it in; of an own unit area and way on are one answer."""
    played = field("Anna H: Runner: hero; a Any: active: a hero here move 1", f"{whose} H: Foe: hero")
    say(played, "activate Runner simple")
    played.answer("power Any on Foe")
    assert ("G" in options(played)) == (whose == "Bo")
    played.answer("G" if who else "G C")
    if who:
        assert (played.question.who if played.question else None, options(played)) == (who, ["C", "D", "H"])
        played.answer("C")
    assert (unit(played, "Foe").area, unit(played, "Foe").vitality) == ("C", 4)


@pytest.mark.rule("huge")
def test_a_jump_goes_over_walls_and_nothing_moves_what_is_huge() -> None:
    played = say(field("Anna A: Runner: hero; a Any: active, start: jump 2"), "activate Runner simple")
    assert asked(played) == "power"
    say(played, "use [D]")
    assert unit(played, "Runner").area == "D"
    huge = "titan 7, 4 cards, art 1, huge; 12-1 9/9/0/1"
    stays = active("active: enemies around move 1, offence +1", f"Bo B: Foe: {huge}")
    say(stays, "power Any")
    assert unit(stays, "Foe").area == "B"
    assert any("huge: nothing moves it" in line for line in told(stays))
    assert refusal(active("active: enemies around move 1", f"Bo B: Foe: {huge}"), "power Any").ruling == "X3"


@pytest.mark.rule("M63", "elements")
def test_healing_wounds_and_elements() -> None:
    played = active("active: heal 2, enemies around wounds 1, an area around elements -1", "Bo B: Foe: hero")
    unit(played, "Runner").vitality = 4
    say(played, "power Any")
    assert (unit(played, "Runner").vitality, unit(played, "Foe").vitality) == (5, 4)
    assert played.state.spots["B"].elements == 1


def test_one_of_two_effects_is_picked() -> None:
    played = active("active: heal 1 or movement +2")
    say(played, "power Any [movement +2]")
    assert unit(played, "Runner").bonuses[0].until == "activation"
    assert any(text.startswith("walk") and text.endswith("E") for text in options(played))


@pytest.mark.rule("power-tokens", "M64")
def test_tokens_are_laid_down_as_long_as_there_are_some() -> None:
    played = field(
        "Anna A: Runner: hero; a Any: active: an area around place Web; token Web x1, 4/1: enemies here can't run",
        "Bo B: Foe: hero",
    )
    say(played, "activate Runner simple", "power Any on B")
    assert played.state.spots["B"].tokens == [Token("Web", "Runner", 0, 1)]
    say(played, "end turn")
    say(played, "activate Foe complex")
    assert "Web forbids it" in refusal(played, "run A").reason
    say(played, "end turn", "activate Runner simple")
    assert refusal(played, "power Any on A").ruling == "target-choice"


@pytest.mark.rule("power-tokens", "M43", "M64")
def test_a_token_without_defence_and_vitality_is_laid_and_taken_away_and_never_attacked() -> None:
    web = "an area here place Web; b Off: active: an area anywhere remove Web; token Web x1: enemies here can't run"
    played = active(f"active: {web}", "Bo A: Foe: hero")
    say(played, "power Any")
    assert played.state.spots["A"].tokens == [Token("Web", "Runner", 0, 0)]
    told(played)
    say(played, "power Off")
    assert told(played)[-1] == "Put the Web token of A back into its reserve."
    assert played.state.spots["A"].tokens == []


@pytest.mark.rule("power-tokens", "M59")
def test_a_token_is_laid_where_those_meant_stand_and_not_where_they_wait() -> None:
    allies = "Anna : Off: hero", "Anna B: Friend: hero"
    played = active("active: allies anywhere place Web; token Web x1", *allies, "Bo H: Foe: hero")
    say(played, "power Any")
    assert played.state.spots["B"].tokens == [Token("Web", "Runner", 0, 0)]


@pytest.mark.rule("elements", "M58", "X3")
@pytest.mark.parametrize(
    ("area", "left", "change", "then"),
    [("A", 0, "+1", None), ("B", 0, "+1", 1), ("B", 0, "-1", None), ("B", 1, "-2", 0), ("B", 2, "-1", 1)],
)
def test_elements_come_and_go_where_there_are_any_at_the_start(
    area: str, left: int, change: str, then: int | None
) -> None:
    played = field(f"Anna {area}: Runner: hero; a Any: active: an area here elements {change}", "Bo H: Foe: hero")
    played.present.spots[area].elements = left
    say(played, "activate Runner simple")
    if then is None:
        assert refusal(played, "power Any").ruling == "target-choice"
    else:
        assert say(played, "power Any").present.spots[area].elements == then


@pytest.mark.rule("carried-stones", "X3")
@pytest.mark.parametrize(("own", "foe", "usable"), [("", "norse", True), ("", "", False), ("greek", "norse", False)])
def test_a_stone_is_given_by_who_carries_one_to_who_has_none(own: str, foe: str, usable: bool) -> None:
    played = active("active: enemies here gives its stone", "Bo A: Foe: hero", "Bo A: Other: hero")
    unit(played, "Runner").stone, unit(played, "Foe").stone, unit(played, "Other").stone = own, foe, foe
    assert ("power Any" in options(played)) == usable
    if usable:
        say(played, "power Any")
        assert [unit(played, name).stone for name in ("Runner", "Foe", "Other")] == ["norse", "", "norse"]
        assert any("Runner can't take another stone" in line for line in told(played))


@pytest.mark.rule("carried-stones", "X3", "M59")
def test_a_unit_off_the_board_is_given_no_stone() -> None:
    played = field(
        "Anna : Runner: hero; a Any: permanent, start: an enemy anywhere gives its stone", "Bo A: Foe: hero"
    )
    unit(played, "Foe").stone = "norse"
    say(played, "activate Runner complex")
    assert (asked(played), unit(played, "Foe").stone) == ("move", "norse")


@pytest.mark.rule("troop-powers")
def test_only_troops_lose_miniatures() -> None:
    played = active("active: allies here miniatures -1", "Anna A: Friend: hero", "Anna A: Guards: troop")
    say(played, "power Any")
    assert [unit(played, name).vitality for name in ("Friend", "Guards")] == [5, 3]


@pytest.mark.rule("recall", "X6")
def test_a_troop_that_a_power_recalls_has_entered_its_area() -> None:
    snap = "a Snap: passive, when an enemy enters: enemies here wounds 1"
    played = active("active: an allied troop anywhere recall 3", "Anna : Fallen: troop", f"Bo A: Foe: hero; {snap}")
    unit(played, "Fallen").status, unit(played, "Fallen").vitality = "destroyed", 0
    say(played, "power Any [A]")
    assert (unit(played, "Fallen").area, unit(played, "Fallen").vitality) == ("A", 2)


@pytest.mark.parametrize("said", ["Foe", "foe #2"])
def test_an_opponent_discards_what_its_owner_picks(said: str) -> None:
    played = active("active: an opponent discard 1", "Bo B: Foe: hero", "Bo B: Foes: troop")
    foe = unit(played, "Foe")
    foe.name, played.present.players[1].cards.sure = "Foe #2", {"Foe #2": 1, "Foes": 1}
    say(played, "power Any")
    assert asked(played) == "discard"
    assert played.question
    assert played.question.who == "Bo"
    say(played, said)
    assert played.state.players[1].cards.discard == ["Foe #2"]


def test_cards_are_drawn_and_searched_for() -> None:
    played = active("active: draw 2, search")
    say(played, "power Any")
    assert played.state.players[0].cards.deck == 6


@pytest.mark.rule("M60")
def test_a_troop_is_recalled_and_gains_miniatures() -> None:
    played = active("active: an allied troop anywhere recall 2", "Anna B: Guards: troop", "Anna : Fallen: troop")
    unit(played, "Guards").vitality, unit(played, "Fallen").vitality = 1, 0
    unit(played, "Fallen").status = "destroyed"
    say(played, "power Any [Fallen / B]")
    assert (unit(played, "Fallen").vitality, unit(played, "Fallen").area) == (2, "B")
    grown = active("active: allied troops here miniatures +1", "Anna A: Guards: troop")
    unit(grown, "Guards").vitality = 2
    say(grown, "power Any")
    assert unit(grown, "Guards").vitality == 3


@pytest.mark.rule("M60", "recall", "M90")
def test_all_troops_are_recalled_where_all_are_meant_as_far_as_there_is_room() -> None:
    """B is the one area of the zone with room for one more."""
    fallen = "Anna : Fallen: troop", "Anna : Lost: troop"
    full = [f"Anna {name}: {name}{number}: hero" for name, number in ("A1", "A2", "A3", "B1")]
    played = active("active: allied troops anywhere recall 2", "Anna B: Guards: troop", *fallen, *full)
    unit(played, "Guards").vitality = 3
    for name in ("Fallen", "Lost"):
        unit(played, name).status, unit(played, name).vitality = "destroyed", 0
    played = say(Session(played.game, played.present), "power Any")
    assert [unit(played, name).vitality for name in ("Guards", "Fallen", "Lost")] == [4, 2, 0]


@pytest.mark.rule("M60", "recall")
def test_a_destroyed_troop_is_recalled_where_none_on_the_board_has_lost_miniatures() -> None:
    """Named with the move, or asked for; not where nobody of the side has lost any."""
    for said in "power Any on Fallen [B]", "power Any [B]":
        played = active("active: an allied troop anywhere recall 2", "Anna B: Guards: troop", "Anna : Fallen: troop")
        unit(played, "Fallen").status, unit(played, "Fallen").vitality = "destroyed", 0
        assert [text for text in options(played) if "Any" in text] == ["power Any on Fallen"]
        say(played, said)
        assert (unit(played, "Fallen").vitality, unit(played, "Fallen").area) == (2, "B")
    whole = active("active: an allied troop anywhere recall 2", "Anna B: Guards: troop")
    assert refusal(whole, "power Any").ruling == "target-choice"
    assert refusal(whole, "power Any on Guards").ruling == "target-choice"


@pytest.mark.rule("M60", "recall")
@pytest.mark.parametrize("where", ["here", "within 1"])
def test_a_destroyed_troop_is_recalled_only_from_anywhere(where: str) -> None:
    played = active(f"active: an allied troop {where} recall 2", "Anna A: Guards: troop", "Anna : Fallen: troop")
    unit(played, "Fallen").status, unit(played, "Fallen").vitality = "destroyed", 0
    unit(played, "Guards").vitality = 1
    say(played, "power Any")  # nobody but the guards: nothing is asked
    assert unit(played, "Guards").vitality == 3
    assert unit(played, "Fallen").status == "destroyed"


@pytest.mark.rule("M60", "recall")
@pytest.mark.parametrize(("who", "recalled"), [("a troop", True), ("an ally", True), ("an enemy troop", False)])
def test_who_is_destroyed_is_recalled_only_where_the_own_side_is_meant(who: str, recalled: bool) -> None:
    played = active(f"active: {who} anywhere recall 2", "Anna : Fallen: troop", "Bo : Foes: troop")
    for name in "Fallen", "Foes":
        unit(played, name).status, unit(played, name).vitality = "destroyed", 0
    assert [text for text in options(played) if "Any" in text] == ["power Any on Fallen"] * recalled


@pytest.mark.rule("destroyed")
def test_nothing_stays_with_a_unit_that_is_destroyed() -> None:
    played = active("active: movement +1 one round", "Bo A: Foe: hero")
    runner = unit(say(played, "power Any"), "Runner")
    runner.stone = "greek"
    assert runner.bonuses
    endings.destroy(within(played), runner)
    assert (runner.bonuses, runner.stone, runner.area, runner.vitality) == ([], "", "", 0)
    assert played.present.spots["A"].stones == ["greek"]


@pytest.mark.rule("water", "M62")
@pytest.mark.parametrize(("types", "works"), [("", set()), ("aquatic, ", {"block"})])
def test_water_silences_the_talents_of_all_but_aquatic_units(types: str, works: set[str]) -> None:
    warden = f"hero 3, 3 cards, art 1, {types}block; 5-1 6/7/0/2"
    match = within(field(f"Anna A: Warden: {warden}", "Bo H: Foe: hero"))
    warden_there = match.state.piece("Warden")
    assert powers.talents(match, warden_there) == {"block"}
    warden_there.area = "C"
    assert powers.talents(match, warden_there) == works


@pytest.mark.rule("activation", "skirmish-win")
def test_a_game_that_ends_with_an_activation_begins_no_other() -> None:
    doom = "a Doom: permanent, end: an enemy here wounds 9"
    played = field(f"Anna A: Runner: hero; {doom}", "Anna A: Mate: hero", "Bo A: Foe: god")
    say(played, "activate Runner simple", "activate Mate simple")
    assert played.present.over
    assert played.present.players[0].cards.discard == ["Runner"]


@pytest.mark.rule("X3", "M60", "full-area")
def test_a_destroyed_troop_that_finds_no_room_isnt_recalled() -> None:
    giants = [f"Bo {area}: Giant {area}: giant" for area in "AB"]
    for there, offered in ([], True), (giants[:1], True), (giants, False):
        played = active("active: an allied troop anywhere recall 2", "Anna : Fallen: troop", *there)
        unit(played, "Fallen").status, unit(played, "Fallen").vitality = "destroyed", 0
        assert ("power Any on Fallen" in options(played)) is offered


@pytest.mark.rule("X3", "M63", "power-price")
@pytest.mark.parametrize(
    "power",
    [
        "heal 1",
        "allied troops here miniatures +1",
        "heal 1 or allies here heal 1",
        "an area here elements -1",
        "an area anywhere remove Web",
        "allies around activate",
        "allies anywhere jump 1",
        "an area here place Web",
        "each opponent draw 1",
        "an opponent discard 1",
    ],
)
def test_a_power_of_which_nothing_would_come_is_neither_offered_nor_paid(power: str) -> None:
    played = active(f"active, 1 aow: {power}", "Bo A: Foe: hero")
    played.present.players[1].cards = Cards()
    played = Session(played.game, played.present)
    assert not any(text.startswith("power Any") for text in options(played))
    refused = refusal(played, "power Any")
    assert refused.ruling in ("X3", "target-choice")
    assert played.present.players[0].cards.discard == ["Runner"]


@pytest.mark.rule("X3", "M64", "power-tokens")
@pytest.mark.parametrize(("place", "asks"), [("", "move"), (" A", "power")])
def test_a_unit_off_the_board_has_no_area_to_lay_a_token_on(place: str, asks: str) -> None:
    played = field(
        f"Anna{place or ' '}: Runner: hero; a Any: permanent, start: place Web; token Web x1", "Bo A: Foe: hero"
    )
    say(played, "activate Runner complex")
    assert (asked(played), played.state.spots["A"].tokens) == (asks, [])


@pytest.mark.rule("X3", "block")
def test_nobody_is_moved_out_of_an_area_that_is_blocked_for_it() -> None:
    played = active("active: an enemy here move 1", "Bo A: Foe: hero", "Anna A: Warden: blocker")
    assert "power Any on Foe" not in options(played)


@pytest.mark.rule("X3")
def test_a_power_is_used_on_those_of_whom_something_comes() -> None:
    played = active("active, 1 aow: an enemy here drops its stone", "Bo A: Foe: hero", "Bo A: Other: hero")
    assert refusal(played, "power Any").ruling == "target-choice"
    unit(played, "Other").stone = "norse"
    assert [text for text in options(played) if "Any" in text] == ["power Any on Other"]
    assert refusal(played, "power Any on Foe").ruling == "power-shows"
    say(played, "power Any")
    assert played.present.spots["A"].stones == ["norse"]


@pytest.mark.rule("X3", "power-price")
def test_a_price_in_wounds_makes_healing_worth_while() -> None:
    played = active("active, 1 wound: heal 1", "Bo A: Foe: hero")
    say(played, "power Any")
    assert unit(played, "Runner").vitality == 5


@pytest.mark.rule("active-powers", "M63", "M14", "drop", "elements", "draw-cards", "search-card", "M68", "M84")
@pytest.mark.parametrize(
    ("power", "lines", "rules"),
    [
        (
            "heal 2, allies here heal 1",
            [
                "Any: nothing happens, Runner has full vitality (M63).",
                "Any: Friend regains 1 vitality, 4 of 5 now.",
                "Any: Guards regain 1 vitality, 4 of 4 now.",
            ],
            {"active-powers", "M63"},
        ),
        ("enemies here wounds 1", ["Bo's Foe loses 1 vitality (Any), 4 left."], {"active-powers", "M14"}),
        ("an enemy here drops its stone", ["Foe drops its norse stone: it lies in A."], {"active-powers"}),
        ("an enemy here gives its stone", ["Foe gives its norse stone to Runner."], {"active-powers"}),
        ("an enemy here move 1 [B]", ["Foe moves to B."], {"active-powers"}),
        ("itself jump 2 [D]", ["Runner jumps to D."], {"active-powers"}),
        ("an area around elements -1", ["Remove 1 tree from B: 1 there (Any)."], {"active-powers"}),
        (
            "draw 2, search",
            ["Anna draws 2 cards; 7 in the deck.", "Anna takes one card of the deck, unseen; shuffle the deck."],
            {"active-powers", "search-card"},
        ),
        ("an opponent discard 1 [Foe]", ["Bo discards Foe card for Any."], {"active-powers"}),
        ("allied troops here miniatures +1", ["Guards gain 1 miniature: 4 there now (Any)."], {"active-powers"}),
        ("allied troops here miniatures -1", ["Guards lose 1 miniature: 2 there now (Any)."], {"active-powers"}),
        (
            "movement +1 one round, enemies here can't run this turn",
            ["Runner: movement +1 for one round (Any).", "Foe: can't run in this turn (Any)."],
            {"active-powers"},
        ),
        (
            "an allied troop here activate",
            [
                "Anna takes a Guards card and shows it; shuffle the deck.",
                "Runner calls Guards: it may be activated without an AoW card.",
            ],
            {"active-powers", "M68"},
        ),
        ("an area here place Web", ["Lay a Web token in A."], {"active-powers"}),
        ('manual "Look" [done]', ['Runner\'s Any says "Look".'], {"active-powers"}),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_each_effect_does_is_told_with_the_rules_behind_it(
    power: str, lines: list[str], rules: set[str]
) -> None:
    text, answered, answer = power.partition(" [")
    sheet = f"Anna A: Runner: hero; a Any: active: {text}" + "; token Web x1" * ("Web" in text)
    played = field(sheet, "Anna A: Friend: hero", "Anna A: Guards: troop", "Bo A: Foe: hero")
    unit(played, "Friend").vitality, unit(played, "Guards").vitality = 3, 3
    unit(played, "Foe").stone = "norse"
    played.present.players[0].cards.pool["Guards"] = 1
    say(played, "activate Runner simple")
    told(played)
    say(played, f"power Any{answered}{answer}")
    events = [event for event in played.take_events() if " uses " not in event.describe(PLAYERS.__getitem__)]
    assert [event.describe(PLAYERS.__getitem__) for event in events] == lines
    assert {rule for event in events for rule in getattr(event, "rules", ())} == rules


def test_what_the_sheet_says_is_typed() -> None:
    played = active('active: manual "Anna may look; or not, as she likes"')
    say(played, "power Any [Runner vitality -1 / done]")
    assert unit(played, "Runner").vitality == 4


@pytest.mark.rule("offensive-powers", "simple-actions", "M25")
def test_an_offensive_power_takes_the_place_of_the_attack() -> None:
    played = active("offensive, 1 aow: attack dice 3 range 2", "Bo E: Foe: hero", "Anna A: Third: hero")
    unit(played, "Foe").area = "B"
    say(played, "power Any on Foe [1 1 1]")
    assert "Runner attacks Foe: power Any 3; defence 7 (printed) + 1 (forest) = 8" in " ".join(told(played))
    assert refusal(played, "power Any").ruling == "simple-actions"
    assert "attack Foe" not in options(played)


@pytest.mark.rule("walk-after-attack", "active-powers")
@pytest.mark.parametrize("attack", ["attack dice 3 range 1", "area attack dice 3 range 1"])
@pytest.mark.parametrize("mobile", [False, True])
def test_nobody_walks_after_an_attack_by_a_power_that_is_no_action(attack: str, mobile: bool) -> None:
    played = active(f"active: {attack}", "Bo E: Foe: hero")
    unit(played, "Foe").area = "B"
    if mobile:
        unit(played, "Runner").bonuses.append(TurnBonus(effect="talent mobility", source="Any", until="turn"))
    say(played, f"power Any on {'Foe' if attack.startswith('attack') else 'B'} [1 1 1]")
    assert any(text.startswith("walk") for text in options(played)) == mobile
    if not mobile:
        assert refusal(played, "walk C").ruling == "walk-after-attack"


@pytest.mark.rule("M42", "retaliation")
@pytest.mark.parametrize(
    "shove", ["permanent, when it wounds: the target jump 1", "permanent, when it wounds: itself jump 1"]
)
def test_who_isnt_at_range_0_any_more_isnt_asked_whether_it_retaliates(shove: str) -> None:
    played = field(f"Anna A: Runner: hero; a Shove: {shove}", "Bo A: Foe: hero")
    say(played, "activate Runner simple", "attack Foe [5 5 5 0 0 0 / best / use / B]")
    assert unit(played, "Foe").area != unit(played, "Runner").area
    assert asked(played) == "move"
    stays = field(f"Anna A: Runner: hero; a Shove: {shove}", "Bo A: Foe: hero")
    say(stays, "activate Runner simple", "attack Foe [5 5 5 0 0 0 / best / no]")
    assert asked(stays) == "retaliate"


@pytest.mark.rule("M42", "retaliation")
def test_an_answer_whose_target_slips_away_first_is_spent() -> None:
    slips = "a Slip: permanent, when attacked: itself jump 1"
    played = field(f"Anna A: Runner: hero; {slips}", "Bo A: Foe: hero")
    say(played, "activate Runner simple", "attack Foe [0 0 0 0 0 0 / retaliate / use / B]")
    assert "only what is at range 0 is answered" in " ".join(told(played))
    assert asked(played) == "move"


@pytest.mark.rule("active-powers", "target-choice")
def test_whom_a_power_attacks_after_its_jump_may_be_picked_when_it_has_come_there() -> None:
    swoop = "a Swoop: active: jump 1, attack dice 4 range 1"
    played = field(f"Anna A: Runner: hero; {swoop}", "Bo A: Foe: hero", "Bo E: Other: hero")
    say(played, "activate Runner simple")
    assert [text for text in options(played) if text.startswith("power")] == ["power Swoop on Foe", "power Swoop"]
    say(played, "power Swoop [C / Other]")
    assert played.question is not None
    assert played.question.prompt == "Runner attacks Other: 4 dice"


@pytest.mark.rule("force-of-nature", "M47", "M64")
@pytest.mark.parametrize(
    ("power", "allowed"),
    [
        ("active: attack", True),
        ("active: heal 1 or attack range 1", True),
        ("active, start: attack", False),
        ("offensive: attack", False),
        ("active: wounds 1", False),
    ],
)
def test_force_of_nature_may_come_before_an_attack_by_a_power_that_takes_no_action(power: str, allowed: bool) -> None:
    """The normal attack has been made already."""
    played = field("Anna E: Shaman: shaman; a Again: " + power, "Bo E: Foe: hero")
    say(played, "activate Shaman simple" + " [no]" * ("start" in power), "attack Foe [0 0 0 0 0 0 / no]")
    assert ("nature" in options(played)) == allowed
    if power == "active: attack":
        say(played, "nature", "power Again on Foe")
        assert played.question is not None
        assert played.question.prompt == "Shaman attacks Foe: 7 dice"
        assert "nature" not in options(say(played, "0 0 0 0 0 0 0", "no"))


@pytest.mark.rule("M26", "sneak-attack", "close-combat")
@pytest.mark.parametrize(
    ("friend", "area", "offence"),
    [
        ("H", "B", "5 (printed) + 1 (close combat (to the end of the activation)) = 6"),
        (
            "A",
            "B",
            "5 (printed) + 1 (close combat (to the end of the activation)) + 1 (sneak attack (to the end of the",
        ),
        ("A", "A", "5 (printed) + 1 (close combat) + 1 (sneak attack) = 7"),
    ],
)
def test_a_talent_that_has_helped_helps_every_later_attack_of_the_activation(
    friend: str, area: str, offence: str
) -> None:
    played = field(
        "Anna A: Runner: thief; a Again: active: attack",
        "Bo A: Foe: hero",
        f"Bo {area}: Other: hero",
        f"Anna {friend}: Friend: hero",
    )
    rolled = " ".join("0" * (7 if friend == "A" else 6))
    say(played, "activate Runner simple", f"attack Foe [{rolled} / no]", "power Again on Other")
    assert f"Runner attacks Other: offence {offence}" in " ".join(told(played))
    say(played, rolled)
    assert len(set(played.present.acting.used)) == len(played.present.acting.used)


@pytest.mark.rule("M26", "close-combat")
def test_a_talent_that_has_helped_helps_an_area_attack_of_the_activation_too() -> None:
    blast = "a Blast: active: area attack range 1"
    played = field(f"Anna A: Runner: thief; {blast}", "Bo A: Foe: hero", "Bo B: Other: hero")
    say(played, "activate Runner simple", "attack Foe [0 0 0 0 0 0 / no]", "power Blast on B")
    assert "offence 5 (printed) + 1 (close combat (to the end of the activation)) = 6" in told(played)[-1]


@pytest.mark.rule("M26", "M43")
def test_a_talent_that_has_helped_does_nothing_against_a_token() -> None:
    snare = "a Snare: active, 1 aow: an area within 2 place Web; token Web x2, 4/1: enemies here can't run"
    played = field("Anna A: Runner: thief; a Again: active: attack", f"Bo A: Foe: hero; {snare}")
    played.state.spots["A"].tokens.append(Token("Web", "Foe", 1, 1))
    played = Session(played.game, played.state)
    say(played, "activate Runner simple", "power Again on Foe [0 0 0 0 0 0 / no]", "attack Web A")
    assert told(played)[-1] == "Runner attacks Web: offence 5; defence 4."


@pytest.mark.rule("M26", "M62")
def test_a_talent_that_has_helped_is_silent_in_water() -> None:
    played = field("Anna A: Runner: robber; a Again: active: attack", "Bo A: Foe: hero")
    say(played, "activate Runner simple", "power Again on Foe [0 0 0 0 0 0 / no]", "walk C", "attack Foe")
    assert "Runner attacks Foe: offence 5; defence 7; range 2, 1 away." in told(played)


@pytest.mark.rule("M26", "close-combat")
def test_a_talent_that_has_helped_helps_only_the_unit_that_has_it() -> None:
    watch = "a Ire: passive, when wounded: attack"
    played = field(
        "Anna A: Runner: thief; a Again: active: attack", "Bo A: Foe: hero", f"Bo B: Watch: thief; {watch}"
    )
    say(played, "activate Runner simple", "power Again on Foe [0 0 0 0 0 0 / no]")
    say(played, "attack Watch [5 5 5 5 5 5 / best / use]")
    assert "Watch attacks Runner: offence 5; defence 7; range 2, 1 away." in told(played)
    trap = "a Trap: passive, when an enemy enters: attack"
    played = field("Anna A: Runner: robber", f"Bo B: Watch: thief; {trap}", "Bo A: Foe: hero")
    say(played, "activate Runner simple", "walk B [use / 0 0 0 0 0 0 / no]")
    assert not played.present.acting.used


@pytest.mark.rule("area-attack", "area-targets", "area-allies", "area-no-answer", "M36", "M44")
def test_an_area_attack_strikes_everybody_there_once() -> None:
    played = active(
        "offensive: area attack dice 2 range 1", "Bo B: Foe: hero", "Bo B: Other: hero", "Anna B: Friend: hero"
    )
    say(played, "power Any on B")
    assert options(played) == ["Foe", "Other", "Friend"]
    say(played, "Friend")
    assert played.question
    assert played.question.who == "Bo"  # an ally's dice are the opponent's (M44)
    say(played, "0 0", "Other [0 0]", "0 0")
    assert asked(played) == "move"
    assert not unit(played, "Foe").retaliated
    none = active("offensive: area attack dice 2 range 1", "Anna B: Friend: hero", "Bo H: Foe: hero")
    assert refusal(none, "power Any").ruling == "target-choice"


@pytest.mark.rule("M40", "M64")
@pytest.mark.parametrize(
    ("condition", "kind", "others"), [("at 0", "bird", ["Third"]), ("against monster", "roc", [])]
)
def test_an_evaded_power_turns_only_on_whom_it_may_be_used(condition: str, kind: str, others: list[str]) -> None:
    bite = f"a Bite: offensive, {condition}: attack dice 6 range 2"
    played = field(f"Anna A: Runner: hero; {bite}", f"Bo A: Bird: {kind}", "Bo B: Foe: hero", "Bo A: Third: hero")
    say(played, "activate Runner simple", "power Bite on Bird", "evade")
    assert asked(played) == ("redirect" if others else "move")
    assert options(played)[:-1] == [f"attack {name}" for name in others] or not others


@pytest.mark.rule("power-shows", "M64")
@pytest.mark.parametrize(
    ("power", "on"),
    [
        ("active, at 1+: an enemy within 2 wounds 1", ["Other", "Beast"]),
        ("active, at 0: an enemy within 2 wounds 1", ["Foe"]),
        ("active, against monster: an enemy within 2 wounds 1", ["Beast"]),
        ("offensive, at 1+: area attack dice 4 range 2", ["B"]),
        ("offensive, at 0: area attack dice 4 range 2", ["A"]),
        ("offensive, against monster: area attack dice 4 range 2", ["B"]),
        ("active, at 1+: an area within 1 place Web; token Web x2: enemies here can't run", ["B", "C"]),
    ],
)
def test_a_power_is_used_only_on_those_for_whom_its_conditions_hold(power: str, on: list[str]) -> None:
    beast = "Bo B: Beast: beast"
    played = field(f"Anna A: Runner: hero; a Any: {power}", "Bo A: Foe: hero", "Bo B: Other: hero", beast)
    say(played, "activate Runner simple")
    assert [text for text in options(played) if "power" in text] == [f"power Any on {one}" for one in on]


@pytest.mark.rule("power-shows", "M64")
def test_a_power_on_several_is_carried_out_on_those_for_whom_its_condition_holds() -> None:
    played = active("active, at 1+: enemies within 2 wounds 1", "Bo A: Foe: hero", "Bo B: Other: hero")
    say(played, "power Any")
    assert (unit(played, "Foe").vitality, unit(played, "Other").vitality) == (5, 4)
    none = active("active, at 1+: enemies within 2 wounds 1", "Bo A: Foe: hero")
    assert refusal(none, "power Any").ruling == "X3"


@pytest.mark.rule("power-shows", "M64", "M17")
@pytest.mark.parametrize(
    ("power", "wounded"),
    [
        ("permanent, start, at 1+: enemies within 2 wounds 1", ["Other", "Beast"]),
        ("permanent, start, at 0: an enemy within 2 wounds 1", ["Foe"]),
        ("permanent, end, against monster: enemies within 2 wounds 1", ["Beast"]),
        ("permanent, start, at 2: enemies within 2 wounds 1", []),
    ],
)
def test_a_power_at_the_start_or_the_end_befalls_those_for_whom_its_conditions_hold(
    power: str, wounded: list[str]
) -> None:
    played = field(
        f"Anna A: Runner: hero; a Any: {power}", "Bo A: Foe: hero", "Bo B: Other: hero", "Bo B: Beast: beast"
    )
    say(played, "activate Runner simple", "end activation")
    assert [one for one in ("Foe", "Other", "Beast") if unit(played, one).vitality == 4] == wounded


@pytest.mark.rule("power-shows", "M64")
@pytest.mark.parametrize(
    ("condition", "stronger"),
    [
        ("against monster", ["Beast"]),
        ("at 1", ["Other", "Beast"]),
        ("at 0", ["Foe"]),
        ("at 1, against hero", ["Other"]),
    ],
)
def test_a_bonus_that_lasts_holds_only_against_whom_its_power_says(condition: str, stronger: list[str]) -> None:
    foes = ("Bo A: Foe: hero", "Bo B: Other: hero", "Bo B: Beast: beast")
    played = field(f"Anna A: Runner: archer; a Any: passive, 1 wound, {condition}: offence +2 this activation", *foes)
    say(played, "activate Runner simple")
    before = {one: told_offence(played, one) for one in ("Foe", "Other", "Beast")}
    say(played, "power Any")
    assert [one for one in before if told_offence(played, one) == before[one] + 2] == stronger
    assert [one for one in before if told_offence(played, one) == before[one]] == [
        one for one in before if one not in stronger
    ]


def told_offence(played: Session[GameState], foe: str) -> int:
    """The offence of Runner's attack on a foe now."""
    match = Match(played.game.setup, played.present, [])  # type: ignore[attr-defined]
    runner = match.state.piece("Runner")
    attack = attacks.attack_on(match, runner, attacks.AttackTarget(foe), attacks.Manner())
    return compute(attack).offence


@pytest.mark.rule("area-allies", "M44")
@pytest.mark.parametrize("power", ["passive, 1 wound, when attacking: offence +1", "passive, when it wounds: heal 1"])
def test_the_opponent_decides_on_the_attackers_powers_against_an_ally(power: str) -> None:
    blast = f"a Blast: offensive: area attack range 1; b Push: {power}"
    played = field(f"Anna A: Runner: hero; {blast}", "Bo B: Foe: hero", "Anna B: Friend: hero")
    unit(played, "Runner").vitality = 4
    say(played, "activate Runner simple", "power Blast on B", "Friend")
    if asked(played) == "roll":
        say(played, "5 5 5 5 5 5", "best")
    assert played.question
    assert (asked(played), played.question.who, options(played)) == ("power", "Bo", ["use", "no"])
    say(played, "no")
    if asked(played) == "roll":
        say(played, "0 0 0 0 0 0")
    assert unit(played, "Runner").vitality == 4
    if "wound," in power:  # against an enemy it is the player's own again
        assert (asked(played), played.question.who) == ("power", "Anna")


@pytest.mark.rule("area-allies", "M44")
def test_against_an_ally_no_power_is_paid_with_art_of_war_cards() -> None:
    blast = "a Blast: offensive: area attack range 1; b Push: passive, 1 aow, when attacking: offence +1"
    played = field(f"Anna A: Runner: hero; {blast}", "Bo B: Foe: hero", "Anna B: Friend: hero")
    say(played, "activate Runner simple", "power Blast on B", "Friend")
    assert played.question
    assert (asked(played), played.question.who) == ("roll", "Bo")
    say(played, "0 0 0 0 0 0")
    assert (asked(played), played.question.who) == ("power", "Anna")


@pytest.mark.rule("area-allies", "M44")
def test_against_an_ally_the_opponent_picks_what_the_attackers_power_does() -> None:
    blast = "a Blast: offensive: area attack range 1; b Push: passive, when it wounds: an enemy anywhere wounds 1"
    enemies = ("Bo B: Foe: hero", "Bo H: Other: hero")
    played = field(f"Anna A: Runner: hero; {blast}", *enemies, "Anna B: Friend: hero")
    say(played, "activate Runner simple", "power Blast on B", "Friend", "5 5 5 5 5 5", "best", "use")
    assert played.question
    assert (asked(played), played.question.who, options(played)) == ("pick", "Bo", ["Foe", "Other"])


# --- at a moment ------------------------------------------------------------------------------------------


@pytest.mark.rule("passive-powers", "M38")
def test_who_attacks_at_range_0_takes_a_wound_by_thorns() -> None:
    played = field(
        "Anna A: Runner: hero", "Bo A: Foe: hero; a Thorns: passive, when attacked at 0: the attacker wounds 1"
    )
    say(played, "activate Runner simple", "attack Foe [0 0 0 0 0 0]")
    assert unit(played, "Runner").vitality == 4


@pytest.mark.rule("passive-powers", "M64")
@pytest.mark.parametrize(("often", "left"), [("", 4), ("once a round, ", 5), ("once a game, ", 5)])
def test_a_power_that_works_once_a_round_works_for_the_first_attack_alone(often: str, left: int) -> None:
    thorns = f"a Thorns: passive, {often}when attacked at 0: the attacker wounds 1"
    played = field("Anna A: Runner: hero", "Anna A: Scout: scout", f"Bo A: Foe: hero; {thorns}")
    say(played, "activate Runner simple", "attack Foe [0 0 0 0 0 0 / no]")
    say(played, "activate Scout simple", "attack Foe [0 0 0 0 0 0 / no]")
    assert (unit(played, "Runner").vitality, unit(played, "Scout").vitality) == (4, left)


@pytest.mark.rule("passive-powers", "permanent-powers", "M64")
@pytest.mark.parametrize(("often", "defences"), [("", (9, 9)), (", once a round", (9, 7)), (", once a game", (9, 7))])
@pytest.mark.parametrize("kind", ["permanent", "passive"])
def test_values_that_a_power_changes_once_are_changed_in_the_first_attack(
    kind: str, often: str, defences: tuple[int, int]
) -> None:
    shield = f"a Shield: {kind}, when attacked{often}: defence +2"
    played = field("Anna A: Runner: hero", "Anna A: Scout: scout", f"Bo A: Foe: hero; {shield}")
    found = []
    for name in ("Runner", "Scout"):
        say(played, f"activate {name} simple", "attack Foe")
        found.append(_defence(played))
        say(played, "0 0 0 0 0 0", "no")
    assert tuple(found) == defences


def _defence(played: Session[GameState]) -> int:
    """The defence of the attack that was just announced."""
    return next(int(line.rpartition(" ")[2].rstrip(".")) for line in told(played) if "; defence" in line)


@pytest.mark.rule("permanent-powers", "M64")
def test_a_permanent_bonus_that_is_had_once_a_game_is_taken_as_a_move() -> None:
    played = field("Anna A: Runner: hero; a Any: permanent, once a game: offence +2", "Bo A: Foe: hero")
    say(played, "activate Runner simple", "power Any", "attack Foe")
    assert played.question is not None
    assert "8 dice" in played.question.prompt
    assert unit(played, "Runner").marks == ["game: Any"]


@pytest.mark.rule("active-powers", "M64")
@pytest.mark.parametrize(
    ("power", "offence", "defence"),
    [("active, when attacked: defence +2", 6, 7), ("active, when attacking: offence +2", 6, 7)],
)
def test_an_active_power_works_in_the_own_activation_alone(power: str, offence: int, defence: int) -> None:
    """Neither does it help against an attack in somebody else's turn, nor the answer to it."""
    played = field(f"Bo A: Foe: hero; a Any: {power}", "Anna A: Runner: hero")
    say(played, "activate Runner simple", "attack Foe")
    assert _defence(played) == defence
    say(played, "0 0 0 0 0 0", "retaliate")
    assert played.question is not None
    assert f"{offence} dice" in played.question.prompt


@pytest.mark.rule("active-powers", "M64")
def test_an_active_power_works_against_an_answer_in_the_own_activation() -> None:
    played = field("Anna A: Runner: hero; a Any: active, when attacked: defence +2", "Bo A: Foe: hero")
    say(played, "activate Runner simple", "attack Foe [0 0 0 0 0 0]")
    told(played)
    say(played, "retaliate")
    assert _defence(played) == 9


@pytest.mark.rule("offensive-powers", "simple-actions", "M64")
@pytest.mark.parametrize("moment", ["start", "when an enemy enters at 0"])
def test_an_offensive_power_takes_the_attack_at_any_moment(moment: str) -> None:
    played = field(
        f"Anna A: Runner: hero; a Any: offensive, {moment}: attack dice 3; b Pull: active: an enemy around jump 1",
        "Bo A: Foe: hero",
        "Bo B: Other: hero",
    )
    say(played, "activate Runner simple")
    if moment == "start":
        say(played, "use [0 0 0 / no]")
    else:
        say(played, "power Pull on Other [A]", "use [Foe / 0 0 0 / no]")
    assert played.state.acting.done == ["attack"]
    assert not any(text.startswith("attack") for text in options(played))


@pytest.mark.rule("offensive-powers", "simple-actions", "M64")
def test_an_offensive_power_is_not_offered_where_the_attack_is_taken() -> None:
    played = field("Anna A: Runner: hero; a Any: offensive, end: attack dice 3", "Bo A: Foe: hero")
    say(played, "activate Runner simple", "attack Foe [0 0 0 0 0 0 / no]", "end turn")
    assert asked(played) != "power"


@pytest.mark.rule("permanent-powers", "M59", "M64")
@pytest.mark.parametrize("what", ["attack dice 3 range 1", "area attack dice 3 range 1"])
def test_a_unit_off_the_board_does_not_attack_by_a_power(what: str) -> None:
    played = field("Anna A: Runner: hero", f"Anna : Scout: hero; a Any: permanent: {what}, heal 1", "Bo A: Foe: hero")
    say(played, "activate Runner simple")
    assert refusal(played, "power Any of Scout").ruling == "target-choice"


@pytest.mark.rule("offensive-powers", "target-choice", "M64")
@pytest.mark.parametrize("first", ["attack dice 3", "area attack dice 3 range 0"])
def test_the_second_attack_of_a_power_is_made_on_another_where_the_first_target_is_gone(first: str) -> None:
    power = f"a Any: offensive: {first}, attack dice 4"
    played = field(f"Anna A: Runner: hero; {power}", "Bo A: Foe: hero", "Bo A: Other: hero", "Bo A: Third: hero")
    unit(played, "Foe").vitality = 1
    area = first.startswith("area")
    say(played, "activate Runner simple", f"power Any on {'A' if area else 'Foe'}")
    say(played, *(["Foe"] if area else []), "5 5 5 [lift 5 by 5 5]")
    if area:
        say(played, "Other [0 0 0]", "0 0 0")
    assert options(played) == ["Other", "Third"]


@pytest.mark.rule("token-targets", "M43")
def test_of_two_tokens_of_one_name_the_enemys_is_attacked() -> None:
    """Two armies may have the same unit, or units whose tokens are called alike."""
    played = field(
        "Anna A: Spinner: hero; a Spin: active: place Web; token Web x3, 4/1",
        "Anna A: Runner: hero",
        "Bo A: Foe: hero; a Spin: active: place Web; token Web x3, 6/2",
    )
    played.present.spots["A"].tokens += [Token("Web", "Spinner", 0, 1), Token("Web", "Foe", 1, 2)]
    say(played, "activate Runner simple", "attack Web A")
    assert _defence(played) == 6
    say(played, "5 5 5 1 1 1 [lift 5 by 1 / done]")
    assert played.state.spots["A"].tokens == [Token("Web", "Spinner", 0, 1), Token("Web", "Foe", 1, 1)]


@pytest.mark.rule("permanent-powers", "passive-powers", "M64")
@pytest.mark.parametrize("kind", ["permanent", "passive"])
@pytest.mark.parametrize(("power", "at_it", "at_another"), [("the attacker offence -2", 4, 6), ("defence +1", 6, 6)])
def test_a_power_on_the_attacker_works_against_who_attacks_its_unit(
    kind: str, power: str, at_it: int, at_another: int
) -> None:
    for name, offence in (("Foe", at_it), ("Other", at_another)):
        played = field("Anna A: Runner: hero", f"Bo A: Foe: hero; a Any: {kind}: {power}", "Bo A: Other: hero")
        say(played, "activate Runner simple", f"attack {name}")
        assert played.question is not None
        assert f"{offence} dice" in played.question.prompt


@pytest.mark.rule("climb", "escarpment", "M64")
@pytest.mark.parametrize(
    ("guide", "power", "reaches"),
    [
        ("Anna E", "allies here talent climb", True),
        ("Anna H", "allies here talent climb", False),
        ("Anna H", "allies around talent climb", True),
        ("Bo D", "enemies around talent climb", True),
    ],
)
def test_a_talent_that_a_power_gives_counts_where_a_unit_climbs_from(guide: str, power: str, reaches: bool) -> None:
    """From H through E onto the rock F, over an escarpment."""
    played = field("Anna H: Runner: hero", f"{guide}: Guide: hero; a Rope: permanent: {power}", "Bo A: Foe: hero")
    say(played, "activate Runner simple")
    assert any(text.startswith("walk E F") for text in options(played)) == reaches


@pytest.mark.rule("lava", "fireproof", "M64")
@pytest.mark.parametrize(
    ("torch", "power", "wounds"),
    [
        ("Anna G", "allies here type fireproof", 0),
        ("Anna H", "allies here type fireproof", 1),
        ("Anna H", "allies around type fireproof", 0),
        ("Bo H", "enemies here type fireproof", 1),
    ],
)
def test_types_that_a_power_gives_count_in_the_area_that_is_entered(torch: str, power: str, wounds: int) -> None:
    played = field("Anna H: Runner: hero", f"{torch}: Torch: torch; a Warmth: permanent: {power}", "Bo A: Foe: hero")
    say(played, "activate Runner simple", "walk G" if not wounds else "walk G C")
    assert unit(played, "Runner").vitality == 5 - wounds
    assert unit(played, "Runner").area == ("C" if wounds else "G")


@pytest.mark.rule("X12", "M25", "retaliation", "initiative")
@pytest.mark.parametrize("talent", ["", ", initiative"])
def test_a_unit_that_cannot_be_attacked_is_not_answered(talent: str) -> None:
    foe = f"Foe: hero 3, 3 cards, art 1{talent}; 5-1 6/7/0/2"
    played = field("Anna A: Runner: hero; a Veil: permanent: can't be attacked", f"Bo A: {foe}")
    say(played, "activate Runner simple", "attack Foe [0 0 0 0 0 0]")
    assert asked(played) == "move"


def test_an_attacker_that_falls_by_thorns_has_spent_its_attack() -> None:
    played = field(
        "Anna A: Runner: hero", "Bo A: Foe: hero; a Thorns: passive, when attacked at 0: the attacker wounds 9"
    )
    say(played, "activate Runner simple", "attack Foe")
    assert unit(played, "Runner").status == "destroyed"
    assert unit(played, "Foe").vitality == 5


@pytest.mark.rule("power-price")
@pytest.mark.parametrize(("held", "may"), [(1, False), (2, True)])
def test_a_price_in_cards_takes_the_last_of_a_hand(held: int, may: bool) -> None:
    played = field("Anna A: Runner: hero; a Any: active, 2 cards: offence +2", "Bo A: Foe: hero")
    say(played, "activate Runner simple")
    cards = played.present.players[0].cards
    cards.sure, cards.pool, cards.deck = {AOW: held}, {}, 0
    assert ("power Any" in options(played)) is may


@pytest.mark.rule("M38", "permanent-powers")
def test_a_target_that_falls_before_the_dice_has_spent_the_attack() -> None:
    zap = "a Zap: permanent, when attacking: the target wounds 9"
    played = field(f"Anna A: Runner: hero; {zap}", "Bo A: Foe: hero", "Bo B: King: god")
    say(played, "activate Runner simple")
    told(played)
    say(played, "attack Foe")
    assert told(played)[-1] == "Runner's attack is spent: Foe is destroyed."


@pytest.mark.rule("permanent-powers", "carried-stones")
def test_who_is_destroyed_takes_no_stone_any_more() -> None:
    played = active("active: itself wounds 9, an enemy here gives its stone", "Bo A: Foe: hero")
    unit(played, "Foe").stone = "norse"
    say(played, "power Any")
    assert (unit(played, "Foe").stone, unit(played, "Runner").stone) == ("norse", "")


@pytest.mark.rule("start-of-turn", "M84")
def test_a_wound_slows_its_target_for_a_round() -> None:
    hamstring = "a Hamstring: permanent, when it wounds: the target movement -1 one round"
    played = field(f"Anna A: Runner: hero; {hamstring}", "Bo A: Foe: hero")
    say(played, "activate Runner simple", "attack Foe [5 5 5 0 0 0 / best / no]")
    assert [one.effect for one in unit(played, "Foe").bonuses] == ["movement -1"]
    say(played, "end turn")
    assert unit(played, "Foe").bonuses
    say(played, "pass")
    assert unit(played, "Foe").bonuses == []  # Anna's next turn has begun (1a)


@pytest.mark.rule("M23", "permanent-powers")
@pytest.mark.parametrize("moment", ["when it wounds", "when it destroys"])
@pytest.mark.parametrize(("area", "at", "due"), [("A", "0", 1), ("A", "1+", 0), ("C", "0", 0), ("C", "1+", 1)])
def test_wounds_set_off_a_power_at_the_range_of_the_attack(moment: str, area: str, at: str, due: int) -> None:
    power = f"a Any: permanent, {moment} at {at}: itself movement +1 this turn"
    played = field(f"Anna A: Runner: archer; {power}", f"Bo {area}: Foe: troop")
    unit(played, "Foe").vitality = 1
    say(played, "activate Runner simple", "attack Foe [5 5 5 5 0 0 / best]")
    assert unit(played, "Foe").status == "destroyed"
    assert len(unit(played, "Runner").bonuses) == due


@pytest.mark.rule("passive-powers", "power-price", "M38")
def test_a_power_with_a_price_is_asked_at_its_moment_and_may_be_declined() -> None:
    sharp = "a Edge: passive, 1 aow, when attacking: offence +2"
    played = field(f"Anna A: Twin Blades: hero; {sharp}", "Bo A: Foe: hero")
    say(played, "activate Twin Blades simple", "attack Foe")
    assert asked(played) == "power"
    assert options(played) == ["use", "no"]
    assert played.question
    assert (played.question.prompt, played.question.who) == ("Anna: Twin Blades' Edge (1 aow): offence +2", "Anna")
    hand = played.present.players[0].cards
    hand.pool, hand.deck, hand.sure = {}, 0, {"omphalos": 1}
    assert options(played) == ["use with omphalos", "no"]
    hand.sure = {AOW: 5}
    say(played, "use")
    assert played.question
    assert played.question.throw
    assert played.question.throw.count == 8
    say(played, "0 0 0 0 0 0 0 0", "no")
    assert unit(played, "Twin Blades").bonuses == []


@pytest.mark.rule("permanent-powers", "troop-powers")
def test_what_happens_when_a_unit_falls() -> None:
    last = "a Last: permanent, when destroyed: everyone here wounds 2"
    played = field(
        "Anna A: Runner: hero",
        f"Bo A: Foe: hero; {last}",
        "Bo A: Pack: troop; Fury: permanent, when an ally is destroyed: offence +1 one round",
        "Bo B: King: god",
    )
    unit(played, "Foe").vitality = 1
    say(played, "activate Runner simple", "attack Foe [5 5 5 5 0 0 / best / Last of Foe]")
    assert unit(played, "Foe").status == "destroyed"
    assert unit(played, "Runner").vitality == 3
    assert unit(played, "Pack").vitality == 2
    assert [one.source for one in unit(played, "Pack").bonuses] == ["Fury"]


@pytest.mark.rule("M84", "permanent-powers", "passive-powers")
@pytest.mark.parametrize(
    ("when", "vitality", "runner", "foe"),
    [
        ("when wounded", 5, 4, 4),
        ("when wounded at 0", 5, 4, 4),
        ("when wounded at 1+", 5, 5, 4),
        ("when wounded, against hero", 5, 4, 4),
        ("when wounded, against god", 5, 5, 4),
        ("when destroyed", 1, 4, 0),
        ("when destroyed", 5, 5, 4),
        ("when an ally is destroyed", 1, 5, 0),
    ],
)
def test_a_wound_of_an_attack_is_answered_by_the_power_of_who_takes_it(
    when: str, vitality: int, runner: int, foe: int
) -> None:
    spite = f"a Spite: permanent, {when}: the attacker wounds 1"
    played = field("Anna A: Runner: hero", f"Bo A: Foe: hero; {spite}", "Bo A: King: god")
    unit(played, "Foe").vitality = vitality
    say(played, "activate Runner simple", "attack Foe [5 5 5 0 0 0 / best]")
    assert (unit(played, "Runner").vitality, unit(played, "Foe").vitality) == (runner, foe)


@pytest.mark.rule("M64", "M84", "passive-powers")
@pytest.mark.parametrize(
    ("where", "at", "left"), [("B", "", 4), ("D", "", 5), ("D", " at 1+", 4), ("D", " at 0", 5), ("B", " at 1+", 5)]
)
def test_who_enters_is_met_in_the_area_alone_where_no_range_is_said(where: str, at: str, left: int) -> None:
    snap = f"a Snap: passive, when an enemy enters{at}: enemies anywhere wounds 1"
    played = field("Anna A: Runner: hero", f"Bo {where}: Foe: hero; {snap}")
    say(played, "activate Runner simple", "walk B")
    if asked(played) != "move":
        say(played, "use")
    assert unit(played, "Runner").vitality == left


@pytest.mark.rule("X3", "power-price", "target-choice")
@pytest.mark.parametrize("price", ["1 wound", "1 card", "1 miniature", "1 token Web"])
@pytest.mark.parametrize("where", "AB")
def test_no_price_is_paid_for_a_power_that_finds_nobody(where: str, price: str) -> None:
    web = "b Spin: active: place Web; token Web x2, 4/1: enemies here can't run"
    spit = f"a Spit: active, {price}: an enemy here wounds 1; {web}"
    played = field(f"Anna A: Runner: hero; {spit}", "Anna A: Guards: troop", f"Bo {where}: Foe: hero")
    say(played, "activate Runner simple", "power Spin")
    assert ("power Spit on Foe" in options(played)) == (where == "A")
    if where == "B":
        assert refusal(played, "power Spit").ruling == "target-choice"


@pytest.mark.rule("power-price", "aow-payment")
@pytest.mark.parametrize(("held", "opened"), [(1, False), (2, True)])
def test_cards_and_aow_cards_of_one_price_must_be_there_together(held: int, opened: bool) -> None:
    played = active("active, 1 aow, 1 card: offence +2", "Bo B: Foe: hero")
    played.present.players[0].cards.sure = {AOW: held}
    played.present.players[0].cards.pool, played.present.players[0].cards.deck = {}, 0
    assert any(one.startswith("power Any") for one in options(played)) == opened


@pytest.mark.rule("X3", "power-price", "deck-out")
@pytest.mark.parametrize("price", ["1 aow", "1 card"])
def test_a_draw_may_be_paid_with_the_only_card_that_can_be_drawn_then(price: str) -> None:
    played = active(f"active, {price}: draw 1", "Bo B: Foe: hero")
    cards = played.present.players[0].cards
    cards.deck, cards.pool, cards.discard, cards.sure = 0, {}, [], {AOW: 1}
    say(played, "power Any" + " [art of war]" * (price == "1 card"))
    assert (played.present.players[0].cards.held, played.present.players[0].cards.discard) == (1, [])


@pytest.mark.rule("offensive-powers", "M22")
def test_the_odds_of_a_powers_attack_stand_beside_its_target() -> None:
    bolt = "a Bolt: offensive: attack dice 7 range 2; b Storm: offensive: area attack dice 3 range 1"
    played = say(field(f"Anna A: Runner: hero; {bolt}", "Bo B: Foe: hero"), "activate Runner simple")
    assert played.question is not None
    details = {option.text: option.detail for option in played.question.options()}
    assert details["power Bolt on Foe"].startswith("7 dice on 8: 1 wound 98%, kill <1%, 1.81 on average; attack dice")
    assert details["power Storm on B"] == "area attack dice 3 range 1"


SHOT = "a Shot: passive, when an enemy enters at 1: attack dice 4 range 1"


@pytest.mark.rule("X11", "M38", "walk")
@pytest.mark.parametrize(("vitality", "there"), [(5, "E"), (1, "")])
def test_who_passes_an_area_is_met_there_before_it_goes_on(vitality: int, there: str) -> None:
    played = field("Anna B: Runner: bird", "Anna H: Queen: god", f"Bo G: Foe: hero; {SHOT}", "Bo H: King: god")
    unit(played, "Runner").vitality = vitality
    say(played, "activate Runner complex", "fly A, C, E")
    assert (asked(played), unit(played, "Runner").area) == ("power", "C")
    say(played, "use [Runner / 5 5 5 5 / best]" if vitality == 1 else "use [Runner / 0 0 0 0]")
    assert unit(played, "Runner").area == there


@pytest.mark.rule("X11", "M57", "permanent-powers")
@pytest.mark.parametrize(
    ("does", "there", "said"),
    [
        ("enemies around can't run this turn", "C", "Runner stops: Pike forbids it."),
        ("enemies around movement -1 one round", "C", "Runner stops: it can enter 1 area."),
        ("an enemy around jump 1", "A", "Runner stops: it was moved."),
        ("itself jump 2", "E", ""),
    ],
)
def test_who_was_met_on_its_way_goes_on_as_far_as_it_still_can(does: str, there: str, said: str) -> None:
    pike = f"a Pike: permanent, when an enemy enters at 1: {does}"
    played = field("Anna A: Runner: troop", f"Bo G: Foe: hero; {pike}")
    say(played, "activate Runner complex", "run C, E")
    while asked(played) in ("power", "pick"):
        played.answer({"power": "use"}.get(asked(played), there if there in options(played) else options(played)[0]))
    assert unit(played, "Runner").area == there
    assert not said or said in told(played)


@pytest.mark.rule("aow-payment", "M66")
@pytest.mark.parametrize("paid", ["Walker, Walker, aow", "omphalos, aow", "aow, aow"])
def test_more_than_the_price_is_refused(paid: str) -> None:
    played = field("Anna A: Runner: hero; a Any: active, 1 aow: offence +2", "Anna : Walker: hero", "Bo A: Foe: hero")
    unit(played, "Walker").status, unit(played, "Walker").vitality = "destroyed", 0
    played.present.players[0].cards.sure["omphalos"] = 1
    say(played, "activate Runner simple")
    assert refusal(played, f"power Any with {paid}").reason == "that is worth 2 AoW cards; 1 must be paid"


@pytest.mark.rule("M84", "permanent-powers")
def test_what_attacks_an_ally_is_met_as_the_ally_falls() -> None:
    wrath = "a Wrath: permanent, when an ally is destroyed: the attacker wounds 1, offence +1 one round"
    played = field("Anna A: Runner: hero", "Bo A: Foe: hero", f"Bo B: King: god; {wrath}")
    unit(played, "Foe").vitality = 1
    say(played, "activate Runner simple", "attack Foe [5 5 5 0 0 0 / best]")
    assert (unit(played, "Foe").status, unit(played, "Runner").vitality) == ("destroyed", 4)


@pytest.mark.rule("M84", "lava", "power-price")
def test_any_wound_is_one_terrains_and_prices_too() -> None:
    rage = "a Rage: permanent, when wounded: offence +2 one round"
    played = field(f"Anna H: Runner: hero; {rage}", "Bo A: Foe: hero")
    say(played, "activate Runner simple", "walk G, H")
    assert (unit(played, "Runner").vitality, [one.source for one in unit(played, "Runner").bonuses]) == (4, ["Rage"])
    played = field(f"Anna A: Runner: hero; a Cut: active, 1 wound: heal 1; b{rage[1:]}", "Bo A: Foe: hero")
    say(played, "activate Runner simple", "power Cut")
    assert [one.source for one in unit(played, "Runner").bonuses] == ["Rage"]


@pytest.mark.rule("M84", "M64")
def test_a_power_by_number_that_is_due_twice_adds_its_greatest_number_once() -> None:
    sheet = "hero 3, 3 cards, art 1; 5 5/7/0/2 a1 b1 c3, 4 5/7/0/2 a1 b1 c2, 3-1 5/7/0/2 a1 b1 c1"
    rage = "c Rage: permanent, when wounded: offence +X one round"
    cuts = "a Cut: active, 1 wound: draw 1; b Slash: active, 1 wound: draw 1"
    runner = read_unit(f"Runner: {sheet}; {cuts}; {rage}")
    played = field("Anna A: Runner: hero", "Bo A: Foe: hero")
    units = tuple(runner if one.name == "Runner" else one for one in played.game.setup.units)  # type: ignore[attr-defined]
    played = Session(Playing(RULES, replace(played.game.setup, units=units)), played.present)  # type: ignore[attr-defined]
    say(played, "activate Runner simple", "power Cut")
    once = told_offence(played, "Foe")
    say(played, "power Slash")
    assert len(unit(played, "Runner").bonuses) == 2
    assert told_offence(played, "Foe") == once > 5


@pytest.mark.rule("M38", "M84")
def test_a_wound_of_a_power_is_answered_by_whom_it_befalls_and_nobody_attacks() -> None:
    """What a power asks of the other unit is asked of whose power wounds; "the attacker" is nobody."""
    rage = "a Rage: permanent, when wounded against hero: offence +2 one round"
    spite = "b Spite: permanent, when wounded: the attacker wounds 1"
    played = active("active: enemies here wounds 1", f"Bo A: Foe: hero; {rage}; {spite}", "Bo A: Calm: hero")
    say(played, "power Any")
    assert [one.source for one in unit(played, "Foe").bonuses] == ["Rage"]
    assert (unit(played, "Runner").vitality, unit(played, "Calm").vitality) == (5, 4)


@pytest.mark.rule("passive-powers", "M64")
@pytest.mark.parametrize(("whose", "left"), [("Anna", 2), ("Bo", 3)])
def test_an_ally_who_enters_is_no_enemy(whose: str, left: int) -> None:
    played = field(
        "Anna A: Runner: hero",
        f"{whose} B: Other: hero; a Snap: passive, when an enemy enters: heal 1",
        "Bo H: Foe: hero",
    )
    unit(played, "Other").vitality = 2
    say(played, "activate Runner simple", "walk B")
    assert unit(played, "Other").vitality == left


@pytest.mark.rule("skirmish-win")
def test_the_end_of_the_game_ends_what_a_power_does() -> None:
    played = active("active: an enemy here wounds 9, itself offence +1 this turn", "Bo A: King: god")
    say(played, "power Any")
    assert (played.present.over, unit(played, "Runner").bonuses) == (True, [])


@pytest.mark.rule("M77", "skirmish-win")
def test_a_divinity_that_falls_once_the_game_is_over_takes_nobody_out() -> None:
    played = active("active: everyone here wounds 9", "Bo A: Lord: god", "Cleo A: King: god", "Anna A: Queen: god")
    say(played, "power Any")
    state = played.present
    assert (state.won, [player.out for player in state.players]) == ([0], [False, True, True])
    assert unit(played, "Queen").status == "destroyed"


@pytest.mark.rule("destroyed", "power-price")
def test_who_pays_with_its_last_vitality_does_nothing_more() -> None:
    played = active("active, 1 wound: attack dice 3", "Bo A: Foe: hero")
    unit(played, "Runner").vitality = 1
    say(played, "power Any")
    assert any("Runner isn't on the board" in line for line in told(played))
    refused = refusal(played, "walk B")
    assert (refused.reason, refused.ruling) == ("Runner is destroyed", "destroyed")


@pytest.mark.rule("target-choice")
def test_a_power_attacks_nobody_where_it_has_moved_its_only_target_away() -> None:
    played = active("active: an enemy here move 1, attack", "Bo A: Foe: hero")
    say(played, "power Any on Foe [B]")
    assert any("nobody can be attacked so" in line for line in told(played))
    assert (unit(played, "Foe").area, played.present.acting.struck) == ("B", False)


@pytest.mark.rule("block", "M59")
def test_of_several_a_power_moves_those_on_the_board_whom_nobody_blocks() -> None:
    placed = "Bo D: Foe: hero", "Bo H: Other: hero", "Anna H: Warden: blocker", "Bo : Off: hero"
    played = field("Anna E: Runner: hero; a Any: active: everyone anywhere move 1", *placed)
    say(played, "activate Runner simple", "power Any [E / stay]")
    assert any("Other doesn't move: Warden blocks it" in line for line in told(played))
    assert [unit(played, name).area for name in ("Foe", "Other", "Off")] == ["E", "H", ""]


@pytest.mark.rule("M59", "M64")
def test_a_power_neither_moves_nor_wounds_who_waits_off_the_board() -> None:
    played = field("Anna : Runner: hero; a Any: permanent, start: heal 1, move 1, wounds 1", "Bo H: Foe: hero")
    unit(played, "Runner").vitality = 3
    say(played, "activate Runner complex", "use")
    assert (asked(played), unit(played, "Runner").vitality, unit(played, "Runner").area) == ("move", 4, "")


@pytest.mark.rule("power-price", "M64")
@pytest.mark.parametrize(("price", "pays"), [("2 miniatures", "Pack"), ("4 miniatures", "")])
def test_miniatures_are_paid_by_an_allied_troop_that_has_so_many(price: str, pays: str) -> None:
    troops = "Anna A: Guards: troop", "Anna A: Pack: troop", "Bo A: Enemies: troop"
    played = active(f"active, {price}: offence +1", *troops)
    unit(played, "Guards").vitality, unit(played, "Pack").vitality = 1, 3
    if not pays:
        assert refusal(played, "power Any").ruling == "power-price"
        return
    say(played, "power Any")
    assert [unit(played, name).vitality for name in ("Guards", "Pack", "Enemies")] == [1, 1, 4]


@pytest.mark.rule("power-shows")
def test_of_several_powers_the_one_is_used_whose_name_goes_before_the_target() -> None:
    powers_of = "a Web: active: an enemy here wounds 1; b Snap: active: an enemy here wounds 2"
    played = field(f"Anna A: Runner: hero; {powers_of}", "Bo A: Foe: hero", "Bo A: Other: hero")
    say(played, "activate Runner simple", "power snap foe")
    assert (unit(played, "Foe").vitality, unit(played, "Other").vitality) == (3, 5)
    with pytest.raises(Unreadable, match="no power is called"):
        played.answer("power zap foe")


@pytest.mark.rule("wounds", "walk")
def test_a_walk_over_open_ground_wounds_nobody() -> None:
    played = say(field("Anna A: Runner: hero", "Bo H: Foe: hero"), "activate Runner simple", "walk B")
    assert not [event for event in played.take_events() if isinstance(event, Wounded)]


@pytest.mark.rule("permanent-powers", "M64")
@pytest.mark.parametrize(("doing", "how"), [("walk", "simple"), ("run", "complex")])
def test_who_can_walk_or_run_no_more_by_a_power_is_told_which(doing: str, how: str) -> None:
    for forbidden in "walk", "run":
        played = field("Anna A: Runner: hero", f"Bo A: Foe: hero; a Net: permanent: enemies here can't {forbidden}")
        say(played, f"activate Runner {how}")
        if forbidden == doing:
            assert refusal(played, f"{doing} B").reason == "Net forbids it"
        else:
            assert f"{doing} B" in options(played)


def lay(played: Session[GameState], area: str, terrain: Terrain) -> None:
    """Let an area of the board have another terrain."""
    there = played.present.board
    areas = [replace(one, terrain=terrain) if one.name == area else one for one in there.areas]
    played.present.board = replace(there, areas=tuple(areas))


@pytest.mark.rule("polar", "boreal", "active-powers", "offensive-powers", "M53")
@pytest.mark.parametrize("kind", ["active: movement +1", "offensive: attack dice 3"])
@pytest.mark.parametrize(("who", "why"), [("hero", "polar"), ("boreal", "")])
def test_who_begins_in_polar_ice_uses_neither_active_nor_offensive_powers(kind: str, who: str, why: str) -> None:
    played = field(f"Anna A: Runner: {who}; a Any: {kind}", "Bo A: Foe: hero")
    lay(played, "A", "polar")
    say(played, "activate Runner simple")
    assert any(text.startswith("power Any") for text in options(played)) == (not why)
    assert played.question is not None
    closed = [one.rule for one in played.question.closed() if one.text == "power Any"]
    assert closed == [why] * bool(why)
    if why:
        assert refusal(played, "power Any").ruling == why


@pytest.mark.rule("swamp", "M82")
@pytest.mark.parametrize(("who", "over"), [("itself", True), ("an ally here", False)])
def test_a_walk_by_a_power_into_a_swamp_ends_the_activation_of_who_walks(who: str, over: bool) -> None:
    played = active(f"active: {who} move 1", "Anna A: Friend: hero", "Bo A: Foe: hero")
    lay(played, "B", "swamp")
    say(played, "power Any" + " on Friend" * (not over) + " [B]")
    assert ("attack Foe" not in options(played), played.present.acting.stopped) == (over, over)


@pytest.mark.rule("recall", "skirmish-win")
def test_where_the_end_of_the_activation_ends_the_game_nothing_is_recalled() -> None:
    wrath = "a Any: permanent, end: enemies here wounds 9"
    played = field(f"Anna A: Runner: hero; {wrath}", "Anna A: Guards: troop", "Bo A: King: god")
    unit(played, "Guards").vitality = 2
    say(played, "activate Runner simple", "recall Guards 2 A")
    assert (played.present.over, unit(played, "Guards").vitality) == (True, 2)
    assert AOW not in played.present.players[0].cards.discard


@pytest.mark.rule("retaliation", "M42")
def test_where_both_fall_by_powers_nobody_is_asked_to_answer() -> None:
    played = field(
        "Anna A: Runner: hero; a Venom: permanent, when it wounds: the target wounds 9",
        "Bo A: Foe: hero; a Spite: permanent, when destroyed: enemies around wounds 9",
    )
    say(played, "activate Runner simple", "attack Foe [5 5 5 0 0 0 / best]")
    assert [unit(played, name).status for name in ("Runner", "Foe")] == ["destroyed"] * 2
    assert asked(played) == "move"


@pytest.mark.rule("block")
def test_who_is_blocked_is_told_so_beside_what_is_closed() -> None:
    played = say(field("Anna A: Runner: hero", "Bo A: Warden: blocker"), "activate Runner simple")
    assert played.question is not None
    closed = {one.text: (one.detail, one.rule) for one in played.question.closed()}
    assert closed["walk"] == ("Warden blocks it: it can't walk or run", "block")
    assert "deploy" not in closed  # who stands on the board needn't be told


@pytest.mark.rule("X6", "M64", "deploy")
def test_who_is_deployed_beside_an_enemy_has_entered_its_area() -> None:
    snap = "a Snap: passive, when an enemy enters: enemies here wounds 1"
    played = field("Anna : Runner: hero", f"Bo A: Foe: hero; {snap}", f"Bo B: Far: hero; {snap}")
    say(played, "activate Runner complex", "deploy A")
    assert (unit(played, "Runner").area, unit(played, "Runner").vitality) == ("A", 4)


def test_who_enters_is_met() -> None:
    swoop = "a Swoop: passive, 1 aow, when an enemy enters at 0: attack dice 2"
    played = field("Anna A: Runner: hero", f"Bo B: Foe: hero; {swoop}")
    say(played, "activate Runner simple", "walk B")
    assert asked(played) == "power"
    say(played, "use [0 0]")
    assert unit(played, "Runner").area == "B"
    assert not played.present.acting.struck  # it hasn't attacked itself


@pytest.mark.rule("leader", "M68")
def test_a_troop_is_called_at_the_end() -> None:
    rally = "a Rally: passive, 1 aow, end: an allied troop around activate"
    played = field(f"Anna A: Runner: hero; {rally}", "Anna B: Guards: troop")
    played.present.players[0].cards.pool["Guards"] = 1
    played.present.players[0].cards.deck += 1
    say(played, "activate Runner simple", "end turn")
    assert asked(played) == "power"


@pytest.mark.rule("leader", "M68")
def test_a_teammates_troop_that_a_power_calls_is_activated_by_who_called_it() -> None:
    rally = "a Rally: passive, end: an allied troop around activate"
    played = field(f"Anna A: Runner: hero; {rally}", "Cleo B: Guards: troop", "Bo H: Foe: hero", "Dai H: Other: hero")
    played.present.players[2].cards.pool["Guards"], played.present.players[2].cards.deck = 1, 10
    say(played, "activate Runner simple", "end turn [use]")
    assert "Runner calls Guards: it may be activated without an AoW card." in told(played)
    say(played, "activate Guards simple")
    assert (played.present.acting.unit, played.present.player.name) == ("Guards", "Anna")


@pytest.mark.rule("active-powers", "activation")
def test_what_lasts_for_an_activation_is_gone_with_the_next_one() -> None:
    power = "a Any: active: offence +2 this activation; b More: active: defence +1 this turn"
    played = field(f"Anna A: Runner: hero; {power}", "Anna A: Friend: hero", "Bo A: Foe: hero")
    say(played, "activate Runner simple", "power Any", "power More", "activate Friend simple")
    assert [one.source for one in unit(played, "Runner").bonuses] == ["More"]


@pytest.mark.rule("leader", "M68", "second-unit")
def test_a_troop_called_while_it_is_being_activated_costs_no_aow_card_more() -> None:
    rally = "a Rally: passive, 1 aow, end: an allied troop around activate"
    played = field(f"Anna A: Runner: hero; {rally}", "Anna B: Guards: troop")
    played.present.players[0].cards.pool["Guards"] = 1
    played.present.players[0].cards.deck += 1
    say(played, "activate Runner simple", "activate Guards simple [use]")
    assert played.present.players[0].cards.discard == ["Runner", AOW, "Guards"]


@pytest.mark.rule("second-unit", "aow-payment")
def test_a_second_unit_whose_aow_card_a_power_has_just_spent_isnt_activated() -> None:
    rally = "a Rally: passive, 1 aow, end: an allied troop around activate"
    played = field(f"Anna A: Runner: hero; {rally}", "Anna A: Friend: hero", "Anna B: Guards: troop")
    cards = played.present.players[0].cards
    cards.sure, cards.pool, cards.deck = {"Runner": 1, "Friend": 1, AOW: 1}, {"Guards": 2}, 2
    say(played, "activate Runner simple", "activate Friend simple [use]")
    assert cards_of(played).discard == ["Runner", AOW]
    assert any("can't be activated any more" in line for line in told(played))
    assert [text for text in options(played) if text.startswith("activate")] == [
        "activate Guards simple",
        "activate Guards complex",
    ]


def cards_of(played: Session[GameState]) -> Cards:
    return played.present.players[0].cards


def test_a_power_is_undone_and_redone() -> None:
    game = active("active: an enemy here drops its stone, move 1", "Bo A: Foe: hero")
    say(game, "power Any [B]")
    after = game.state
    assert game.undo()
    assert game.redo()
    assert game.state == after


def test_what_powers_see_is_reckoned_once_while_nothing_changes() -> None:
    """As while moves are listed; what has happened by the next list is seen."""
    played = staged("Anna: Storm Warden A", "Bo: Wall Guard A")
    match = Match(make_setup(), played.present.copy(), [])
    still = match.cached()
    assert powers.view(still) is powers.view(still)
    match.state.piece("Wall Guard").vitality = 2
    assert powers.view(match)["Wall Guard"].vitality == powers.view(match.cached())["Wall Guard"].vitality == 2


# --- how long ---------------------------------------------------------------------------------------------


def within(played: Session[GameState]) -> Match:
    """The game, to be changed as a step changes it."""
    return Match(played.game.setup, played.present, [])  # type: ignore[attr-defined]


@pytest.mark.rule("M64", "M70")
@pytest.mark.parametrize(("turn", "left"), [(0, ["round: Any", "game: Muster"]), (1, ["game: Muster"])])
def test_a_power_used_once_a_round_is_free_again_when_the_round_is_over(turn: int, left: list[str]) -> None:
    played = field("Anna A: Runner: hero; a Any: active, once a round: heal 1", "Bo B: Foe: hero")
    played.present.active, unit(played, "Runner").marks = turn, ["turn: Leap", "round: Any", "game: Muster"]
    recalls.next_turn(within(played))
    assert [mark for mark in unit(played, "Runner").marks if not mark.startswith("turn")] == left


@pytest.mark.rule("power-price")
def test_a_troop_pays_with_its_last_miniature() -> None:
    played = active("active, 1 miniature: offence +1", "Anna A: Guards: troop")
    unit(played, "Guards").vitality = 1
    say(played, "power Any")
    assert (unit(played, "Guards").status, unit(played, "Runner").bonuses[0].source) == ("destroyed", "Any")


@pytest.mark.rule("M77")
def test_the_tokens_of_a_player_who_is_out_leave_the_board_and_no_others() -> None:
    played = field(
        "Anna A: Runner: hero; a Any: active: place Web; token Web x2",
        "Bo B: Foe: hero; a Any: active: place Net; token Net x2",
        "Cleo B: Third: hero",
    )
    played.present.spots["A"].tokens += [Token("Web", "Runner", 0), Token("Net", "Foe", 1)]
    endings.take_out(within(played), 1, "left")
    assert [token.name for token in played.present.spots["A"].tokens] == ["Web"]
    assert played.present.spots["B"].stones == []


@pytest.mark.rule("M61")
@pytest.mark.parametrize(("full", "left", "works"), [(1, 1, True), (2, 2, True), (2, 1, False), (3, 2, True)])
def test_the_last_miniature_of_a_troop_that_had_more_has_no_talents(full: int, left: int, works: bool) -> None:
    sheet = f"Bowmen: troop 1, 3 cards, art 1, archer; {full} x 3/6/2/1"
    played = staged("Anna: Bowmen A", "Bo: Deep Queen H", typed=[sheet])
    unit(played, "Bowmen").vitality = left
    assert ("archer" in powers.talents(within(played), unit(played, "Bowmen"))) == works
    bowmen = attacks.side_of(within(played), unit(played, "Bowmen"))
    assert last_miniature(bowmen) == (not works)


@pytest.mark.rule("active-powers", "M65")
@pytest.mark.parametrize("who", ["Bo", "Cleo"])
def test_of_several_opponents_one_is_picked(who: str) -> None:
    played = active("active: an opponent discard 1", "Bo H: Foe: hero", "Cleo H: Third: hero")
    before = [player.cards.held for player in played.present.players]
    assert options(say(played, "power Any")) == ["Bo", "Cleo"]
    assert played.question
    assert (played.question.key, played.question.who) == ("pick", "Anna")
    say(played, who, "art of war")
    after = [player.cards.held for player in played.present.players]
    assert [a - b for a, b in zip(after, before, strict=True)] == [0, -(who == "Bo"), -(who == "Cleo")]


@pytest.mark.rule("permanent-powers", "flying")
@pytest.mark.parametrize("power", ["", "; a Wings: permanent: type flying"])
def test_a_type_that_a_power_gives_counts_in_the_game(power: str) -> None:
    played = say(field(f"Anna A: Runner: hero{power}", "Bo A: Foe: hero"), "activate Runner complex")
    for move in "fly", "aerial attack":
        assert any(text.startswith(move) for text in options(played)) == bool(power)
    assert ("flying" in powers.types(within(played), unit(played, "Runner"))) == bool(power)


@pytest.mark.rule("as-if-there", "M24")
def test_only_who_may_strike_into_an_area_is_told_of_attacks_as_if_there() -> None:
    for kind, told_of in ("hero", False), ("hero 3, 3 cards, art 1; 5-1 6/7/1/2", False), ("god", False):
        played = field(f"Anna A: Runner: {kind}", "Bo A: Foe: hero", "Bo B: Other: hero", "Bo H: Far: hero")
        question = say(played, "activate Runner simple").question
        assert question is not None
        texts = [option.text for option in (*question.options(), *question.closed())]
        assert any("as if there" in text for text in texts) == told_of


@pytest.mark.rule("aow-payment", "M66", "M67", "power-price")
def test_what_costs_aow_cards_is_listed_with_the_other_ways_to_pay() -> None:
    """The unknown card may be the omphalos, or that of the unit that is activated, which goes besides."""
    played = active("active, 1 aow: heal 1", "Anna A: Guards: hero", "Anna : Fallen: hero")
    unit(played, "Runner").vitality, unit(played, "Fallen").status = 3, "destroyed"
    hand = played.present.players[0].cards
    hand.sure, hand.pool, hand.deck = {"Fallen": 2, AOW: 1}, {"omphalos": 1, "Guards": 1}, 1
    assert played.question is not None
    ways = {option.text: list(option.ways()) for option in played.question.options()}
    assert ways["power Any"] == ["power Any with omphalos", "power Any with Fallen, Fallen"]
    assert ways["activate Guards simple"] == ["activate Guards simple with Fallen, Fallen"]
    assert refusal(played, "activate Guards simple with omphalos").ruling == "aow-payment"


@pytest.mark.rule("M60", "recall")
@pytest.mark.parametrize(("zone", "then"), [("north", "north"), ("", "south")])
def test_the_zone_of_a_player_stays_wherever_a_unit_comes(zone: str, then: str) -> None:
    played = active("active: heal 1", "Anna : Guards: troop")
    match, area = within(played), next(name for name in BOARD.names if BOARD[name].zone == "south")
    match.state.players[0].zone = zone
    powers.come(match, match.state.piece("Guards"), area)
    assert match.state.players[0].zone == then


@pytest.mark.rule("walk", "fast-flight", "escarpment", "full-area")
def test_where_nothing_is_open_around_the_reasons_are_said_with_the_rule_of_the_action() -> None:
    flyer = "hero 3, 3 cards, art 1, flying; 5-1 6/7/0/2"
    played = field(f"Anna F: Runner: {flyer}", "Bo E: Giant: giant")
    match, runner = within(played), unit(played, "Runner")
    assert movement.why_not(match, runner, "walk") == ("between F and E lies an escarpment", "walk")
    assert movement.why_not(match, runner, "fly") == ("E is full", "fast-flight")


def recorded(played: Session[GameState], typed: str) -> str:
    """How an answer is recorded."""
    assert played.question is not None
    return played.question.record(played.question.parse(typed), typed)


def test_answers_are_recorded_by_the_names_they_mean() -> None:
    edge = "a Edge: passive, 1 aow, when attacking: offence +2; b Hint: active: an opponent discard 1"
    played = field(
        f"Anna A: Runner: hero; {edge}",
        "Bo A: Foe: hero",
        "Bo A: Wall Guard: hero 1, 3 cards, art 1, guard; 5-1 6/7/0/2",
    )
    for player in played.present.players:
        player.cards.sure["omphalos"] = 1
    say(played, "buy")
    assert [recorded(played, typed) for typed in ("DRAW", "Draw with Omphalos")] == ["draw", "draw with omphalos"]
    say(played, "search", "activate Runner simple", "power Hint")
    assert recorded(played, "foe") == "Foe"
    say(played, "foe", "attack Foe")
    assert recorded(played, "wall") == "guard Wall Guard"
    say(played, "no")
    answers = {"Yes": "use", "USE with Omphalos": "use with omphalos", "NO": "no"}
    assert {typed: recorded(played, typed) for typed in answers} == answers
    say(played, "no", "5 1 1 0 0 0")
    assert recorded(played, "give 1 and 1 to the 5") == "lift 5 by 1 1"
    say(played, "done")
    assert [recorded(played, typed) for typed in ("Y", "Nobody")] == ["retaliate", "no"]


BIRD = "Bird: hero 2, 3 cards, art 1, flying, initiative; 5-1 6/7/0/2"


@pytest.mark.rule("enemies-stop", "guard", "retaliation", "rounds", "M38")
def test_a_turn_is_told_step_by_step() -> None:
    wall = "Wall: hero 1, 3 cards, art 1, guard; 5-1 6/7/0/2"
    played = field("Anna A: Runner: hero", "Bo B: Foe: hero", f"Bo B: {wall}")
    say(played, "activate Runner simple", "walk B", "attack Foe [guard Wall / 5 5 0 0 0 0 / done / retaliate]")
    say(played, "0 0 0 0 0 0", "end turn")
    assert told(played) == [
        "Anna discards a Runner card: simple actions.",
        "Runner walks to B.",
        "Runner stops: enemies stand there.",
        "Wall guards Foe: it is the target now.",
        "Runner attacks Wall: offence 6; defence 7.",
        "Runner rolls 5 5 0 0 0 0. In hand: 5 5.",
        "Bo discards a Wall card: Wall retaliates.",
        "Wall answers Runner: offence 6; defence 7.",
        "Wall rolls 0 0 0 0 0 0. No dice are left.",
        "Anna's turn is over.",
        "Round 1: it is Bo's turn.",
        "Bo draws 1 card; 8 in the deck.",
    ]


@pytest.mark.rule("evade", "M40")
def test_an_evasion_is_told_with_the_attack_on_another() -> None:
    played = field("Anna B: Runner: hero", f"Bo B: {BIRD}", "Bo B: Foe: hero")
    say(played, "activate Runner simple", "attack Bird [evade / Foe / 5 5 5 0 0 0 / best / no]")
    assert told(played)[1:] == [
        "Bo discards an AoW card for the manoeuvre evade.",
        "Bird evades.",
        "Runner attacks Foe: offence 6; defence 7.",
        "Runner rolls 5 5 5 0 0 0. In hand: 5 5 5.",
        "Discard 5 5: 5 becomes 7. Place 1 die (1 wound so far). No dice are left.",
        "Bo's Foe loses 1 vitality, 4 left.",
    ]


@pytest.mark.rule("initiative", "guard", "bolster", "M38", "M64")
@pytest.mark.parametrize(
    ("talent", "who", "dice"),
    [("initiative", "the target", 6), ("guard", "enemies here", 6), ("bolster", "allies here", 4)],
)
def test_a_power_in_an_attack_takes_talents_away_before_they_come(talent: str, who: str, dice: int) -> None:
    """From the target, from who would guard it, and from who would strengthen the attacker."""
    kind = "troop" if talent == "bolster" else "hero"
    able = f"hero 3, 3 cards, art 1, {talent}; 5-1 6/7/0/2"
    letter = "a " * (kind == "hero")
    played = field(
        f"Anna A: Runner: {kind}; {letter}Stifle: permanent, when attacking: {who} no talent {talent}",
        f"{'Anna' if talent == 'bolster' else 'Bo'} A: Able: {able}",
        f"Bo A: Foe: {able if talent == 'initiative' else 'hero'}",
    )
    say(played, "activate Runner simple")
    played.answer("attack Foe")
    assert played.question is not None
    assert played.question.throw is not None
    assert played.question.throw.count == dice


@pytest.mark.rule("initiative", "M41")
def test_who_strikes_first_is_told_to_and_answers_no_more() -> None:
    played = field("Anna B: Runner: hero", f"Bo B: {BIRD}")
    say(played, "activate Runner simple", "attack Bird [no / initiative / 0 0 0 0 0 0 / 5 5 5 5 5 5 / best]")
    assert told(played)[1:] == [
        "Bo discards a Bird card: Bird strikes first.",
        "Bird answers Runner: offence 6; defence 7.",
        "Bird rolls 0 0 0 0 0 0. No dice are left.",
        "Runner attacks Bird: offence 6; defence 7.",
        "Runner rolls 5 5 5 5 5 5. In hand: 5 5 5 5 5 5.",
        "Discard 5 5: 5 becomes 7. Place 1 die (1 wound so far). In hand: 5 5 5.",
        "Discard 5 5: 5 becomes 7. Place 1 die (2 wounds so far). No dice are left.",
        "Bo's Bird loses 2 vitality, 3 left.",
    ]
    assert asked(played) == "move"


@pytest.mark.rule("destroyed", "fallen-divinity", "M77")
def test_a_fallen_divinity_is_told_with_what_leaves_the_table() -> None:
    played = field("Anna B: Runner: hero", "Bo B: King: god", "Cleo H: Queen: god", "Anna H: Lord: god")
    unit(played, "King").vitality = 1
    say(played, "activate Runner simple", "attack King [5 5 5 5 5 5 / best]")
    assert told(played)[-3:] == [
        "Bo's King loses 1 vitality, 0 left.",
        "Bo's King is destroyed: take it off the board.",
        "Bo is out (Bo's divinity has fallen): take all units and cards of Bo off the table.",
    ]


@pytest.mark.rule("M15")
@pytest.mark.parametrize(
    ("mine", "moment", "warned"),
    [(True, "when attacking", True), (False, "when attacked", True), (True, "start", False), (True, "", False)],
)
def test_what_a_manual_power_does_in_an_attack_is_said_to_be_missing_in_the_odds(
    mine: bool, moment: str, warned: bool
) -> None:
    power = f'; a Any: passive{", " * bool(moment)}{moment}: manual "Look"'
    placed = f"Anna A: Runner: hero{power * mine}", f"Bo A: Foe: hero{power * (not mine)}"
    played = say(field(*placed), "activate Runner simple" + " [done]" * (moment == "start"))
    assert played.question is not None
    (detail,) = (one.detail for one in played.question.options() if one.text == "attack Foe")
    assert ("what a manual power does isn't in the odds" in detail) == warned


@pytest.mark.rule("X9", "M38", "skirmish-win")
@pytest.mark.parametrize(("turn", "winner"), [("Anna", 0), ("Bo", 1)])
def test_of_divinities_that_one_effect_destroys_the_active_players_is_the_last(turn: str, winner: int) -> None:
    """The active player orders what happens at one moment, so the enemy's wounds come first."""
    powers = "a Boom: active: everyone here wounds 9"
    field_of_two = field("Anna A: First: god", "Bo A: Second: god", f"{turn} A: Bomb: hero; {powers}")
    field_of_two.present.active = winner
    say(field_of_two, "activate Bomb simple", "power Boom")
    assert (field_of_two.present.won, field_of_two.present.decided) == ([winner], "last divinity")


@pytest.mark.rule("M38", "M41", "M84")
def test_what_was_given_for_this_attack_outlasts_the_answer_before_it() -> None:
    """Initiative is an attack of its own: the attack that follows has 6 + 2 dice."""
    striking = "hero 3, 3 cards, art 1, initiative; 5-1 6/7/0/2"
    played = field("Anna A: Runner: hero; a Rage: active: offence +2 this attack", f"Bo A: Quick: {striking}")
    say(played, "activate Runner simple", "power Rage", "attack Quick")
    for answer in ("initiative", "0 0 0 0 0 0"):
        played.answer(answer)
    assert played.question is not None
    assert played.question.prompt == "Runner attacks Quick: 8 dice"
    played.answer("0 0 0 0 0 0 0 0")
    assert not unit(played, "Runner").bonuses


@pytest.mark.rule("initiative", "M41", "mighty-throw")
@pytest.mark.parametrize(("reach", "goes_on"), [(2, True), (0, False)])
@pytest.mark.parametrize("power", ["", "; b Calm: permanent, when attacking: defence -1 one round"])
def test_after_a_first_strike_the_attack_asks_for_its_range_and_not_for_its_sight(
    reach: int, goes_on: bool, power: str
) -> None:
    """The attacker is thrown over a border that hides; fire does nothing to it."""
    thrower = "hero 3, 3 cards, art 1, initiative, mighty throw; 5-1 6/7/0/2"
    runner = f"Anna D: Runner: torch; a Long: permanent: range +{reach}{power}"
    played = field(runner, f"Bo D: Foe: {thrower}", hiding="wall and cage wall")
    say(played, "activate Runner simple", "attack Foe [initiative / 0 1 1 1 1 1 / throw G / done]")
    assert unit(played, "Runner").area == "G"
    assert asked(played) == ("roll" if goes_on else "move")


@pytest.mark.rule("M36", "M84")
def test_what_was_given_for_this_attack_holds_for_all_targets_of_an_area_attack() -> None:
    placed = "Bo A: First: hero", "Bo A: Second: hero"
    rage = "a Rage: active: offence +2 this attack"
    played = field(f"Anna A: Runner: hero; {rage}", *placed, area_attacks="everyone")
    say(played, "activate Runner simple", "power Rage", "area attack A [First / 0 0 0 0 0 0 0 0]")
    assert played.question is not None
    assert played.question.prompt == "Runner attacks Second: 8 dice"
    played.answer("0 0 0 0 0 0 0 0")
    assert not unit(played, "Runner").bonuses


@pytest.mark.rule("M38", "M36", "M84")
@pytest.mark.parametrize(
    ("own", "foes", "said", "dice"),
    [
        ("; b Flail: passive, when attacking: attack", "", "attack Foe", {"Other": 6, "Foe": 8}),
        ("", "; a Lunge: permanent, when attacked: attack", "attack Foe", {"Runner": 6, "Foe": 8}),
        ("", "; a Lunge: permanent, when an enemy enters: attack", "walk A", {"Runner": 6}),
        ("", "; a Lunge: permanent, when wounded: attack", "area attack A", {"Foe": 8, "Runner": 6, "Other": 8}),
    ],
)
def test_what_was_given_for_this_attack_isnt_for_one_that_a_power_makes_meanwhile(
    own: str, foes: str, said: str, dice: dict[str, int]
) -> None:
    played = field(
        f"Anna {'B' if 'walk' in said else 'A'}: Runner: hero; a Rage: active: offence +2 this attack{own}",
        f"Bo A: Foe: hero{foes}",
        "Bo A: Other: hero",
        area_attacks="everyone",
    )
    say(played, "activate Runner simple", "power Rage", said)
    thrown = {}
    while played.question and played.question.key != "move":
        throw = played.question.throw
        if throw is not None:
            target = played.question.prompt.partition(":")[0].split()[-1]
            thrown[target] = throw.count
        answers = {"power": "use", "pick": "Other", "next": "Foe", "assault": "best"}
        played.answer(" ".join("5" * throw.count) if throw else answers.get(played.question.key, "no"))
    assert thrown == dice
    assert bool(unit(played, "Runner").bonuses) == ("walk" in said)


@pytest.mark.rule("M38", "M40")
def test_what_was_given_for_this_attack_ends_with_one_that_is_spent() -> None:
    played = field("Anna A: Runner: hero; a Rage: active: offence +2 this attack", "Bo A: Bird: bird")
    say(played, "activate Runner simple", "power Rage", "attack Bird [evade]")
    assert not unit(played, "Runner").bonuses
    guarded = "a Slip: passive, when attacked, once a round: defence +1, the attacker jump 1"
    played = field("Anna A: Runner: hero", f"Bo A: Eel: hero; {guarded}")
    say(played, "activate Runner simple", "attack Eel [use / B]")
    assert played.question is not None
    assert (played.question.key, unit(played, "Eel").bonuses) == ("move", [])


@pytest.mark.rule("as-if-there", "M24", "M38", "M41")
@pytest.mark.parametrize(("area", "key"), [("E", "roll"), ("B", "move"), ("stay", "roll")])
def test_an_attack_as_if_there_goes_on_if_its_target_comes_into_the_own_area(area: str, key: str) -> None:
    played = field(
        "Anna E: Runner: hero; a Pull: permanent, when attacking: the target jump 1",
        "Bo D: Foe: hero",
        "Bo D: Other: hero",
    )
    say(played, "activate Runner simple", "attack Foe as if there", "use", area)
    assert asked(played) == key


@pytest.mark.rule("as-if-there", "M24", "M42", "M80")
@pytest.mark.parametrize(("area", "key"), [("E", "roll"), ("B", "move"), ("stay", "roll")])
def test_an_answer_as_if_there_is_spent_by_who_steps_away_from_it(area: str, key: str) -> None:
    played = field(
        "Anna E: Runner: hero", "Bo D: Foe: hero; a Step: permanent, when attacking: jump 1", "Bo D: Other: hero"
    )
    say(played, "activate Runner simple", "attack Foe as if there [0 0 0 0 0 0]", "retaliate", "use", area)
    assert asked(played) == key


@pytest.mark.rule("M64", "M38")
def test_what_was_given_for_this_attack_ends_with_an_activation_without_one() -> None:
    played = field(
        "Anna A: Runner: hero; a Rage: active: offence +2 this attack", "Anna A: Other: hero", "Bo C: Foe: hero"
    )
    say(played, "activate Runner simple", "power Rage", "activate Other simple with art of war")
    assert unit(played, "Runner").bonuses == []


@pytest.mark.rule("power-tokens", "M43")
def test_an_attack_on_a_token_sets_off_the_powers_of_who_attacks() -> None:
    """Tokens are attacked as if they were units; only talents are left out."""
    played = field(
        "Anna A: Runner: hero; a Rage: passive, when attacking: jump 1",
        "Bo B: Foe: hero; token Web x1, 4/2: enemies here can't run",
    )
    played.present.spots["A"].tokens = [Token("Web", "Foe", 1, 2)]
    say(played, "activate Runner simple", "attack Web A")
    assert asked(played) == "power"
    say(played, "use", "stay")
    assert asked(played) == "roll"


@pytest.mark.rule("X10", "M84", "power-shows")
@pytest.mark.parametrize(("vitality", "harmed"), [(2, True), (1, False)])
def test_the_wound_that_destroys_a_unit_sets_off_no_power_for_wounds(vitality: int, harmed: bool) -> None:
    played = field(
        "Anna A: Runner: hero; a Slap: active: an enemy here wounds 1",
        "Bo A: Foe: hero; a Thorns: permanent, when wounded: enemies here wounds 1",
    )
    unit(played, "Foe").vitality = vitality
    say(played, "activate Runner simple", "power Slap")
    assert unit(played, "Runner").vitality == 5 - harmed


@pytest.mark.rule("M38", "M64")
def test_a_unit_that_another_power_of_the_moment_has_moved_is_where_it_stands_then() -> None:
    played = field(
        "Anna A: Runner: archer; a Pull: permanent, when attacking: the target jump 1",
        "Bo B: Foe: hero; a Shove: passive, when attacked: enemies here wounds 1",
        "Bo H: Other: hero",
    )
    say(played, "activate Runner simple", "attack Foe", "use", "A")
    assert unit(played, "Runner").vitality == 4


@pytest.mark.rule("power-tokens", "M43")
@pytest.mark.parametrize(("against", "defence"), [("", 3), (" against hero", 4)])
def test_what_a_power_takes_from_its_target_is_taken_from_a_token_too(against: str, defence: int) -> None:
    played = field(
        f"Anna A: Runner: hero; a Pierce: permanent, when attacking{against}: the target defence -1",
        "Bo B: Foe: hero; token Web x1, 4/2: enemies here can't run",
    )
    played.present.spots["A"].tokens = [Token("Web", "Foe", 1, 2)]
    say(played, "activate Runner simple", "attack Web A")
    line = told(played)[-1]
    assert line.startswith("Runner attacks Web: offence 6; defence 4")
    assert line.endswith(f" {defence}.")


@pytest.mark.rule("M38", "X10", "power-shows")
@pytest.mark.parametrize(
    ("first", "foe", "drawn"),
    [
        ("enemies here wounds 1", "waning; a Last: passive, when attacked: draw 1", True),
        ("enemies here wounds 2", "waning; a Last: passive, when attacked: draw 1", False),
        ("enemies here wounds 9", "waning; a Last: passive, when attacked: draw 1", False),
        ("enemies here wounds 9", "hero; a Last: permanent, when destroyed: draw 1", True),
        ("enemies here move 1", "hero; a Last: passive, when attacked in open ground: draw 1", False),
    ],
)
def test_a_power_that_is_due_lapses_if_one_before_it_has_taken_what_it_needs(
    first: str, foe: str, drawn: bool
) -> None:
    """Its unit, its place in the window, or what it asks for."""
    archer = f"Anna A: Runner: archer; a Any: passive, when attacking: {first}"
    played = say(field(archer, f"Bo A: Foe: {foe}"), "activate Runner simple", "attack Foe")
    if asked(played) == "order":
        played.answer("Any")
    if "move" in first:
        say(played, "use", "B")
    elif asked(played) == "power":
        played.answer("use")
    assert asked(played) != "power"
    assert (played.present.players[1].cards.deck == 8) == drawn


# --- out of turn ------------------------------------------------------------------------------------------


def beside(*powers: str) -> Session[GameState]:
    """Anna's runner, activated beside Bo's units with powers that have no moment."""
    placed = (f"Bo A: Foe{number}: hero; a Any{number}: {power}" for number, power in enumerate(powers))
    return say(field("Anna A: Runner: god", *placed), "activate Runner simple")


@pytest.mark.rule("permanent-powers", "passive-powers", "M64", "power-price")
def test_a_permanent_or_passive_power_without_a_moment_is_used_in_anybodys_turn() -> None:
    """Once it is carried out, the player whose turn it is decides anew."""
    played = beside("permanent, 1 aow: heal 1", "passive, once a round: an enemy here wounds 1", "active: heal 1")
    unit(played, "Foe0").vitality = 4
    start = played.present.copy()
    assert played.question is not None
    assert "power (Bo)" in interrupts_text(played.question)
    said = [one.text for one in all_interruptions(played.question, ["Bo"]) if " power " in one.text]
    assert said == ["Bo: power Any0 of Foe0", "Bo: power Any1 of Foe1 on Runner"]
    say(played, "Bo: power any0", "Bo: power [nothing]", "attack Foe2")
    assert "before a decision" in refusal(played, "Bo: power any1").reason
    say(played, "0 0 0 0 0 0 0", "no", "Bo: power [any1]")
    assert (unit(played, "Foe0").vitality, unit(played, "Runner").vitality) == (5, 8)
    assert played.present.players[1].cards.discard == [AOW]
    assert refusal(played, "Bo: power any1").reason == (
        "power: nothing would come of Any0 now and Any1 was used already"
    )
    assert "nobody has a power" in refusal(played, "power any0").reason
    assert [step.answers[0].key for step in played.steps] == ["move", *["interrupt"] * 2, "move", "interrupt"]
    assert Session(played.game, start, list(played.steps[1:])).state == played.state


@pytest.mark.rule("permanent-powers", "skirmish-win")
def test_a_power_out_of_turn_that_ends_the_game_or_the_unit_leaves_nothing_to_decide() -> None:
    played = beside("permanent, 1 aow: an enemy here wounds 9")
    say(played, "Bo: power Any0")
    assert (played.present.over, played.question) == (True, None)


@pytest.mark.rule("permanent-powers", "deck-out")
def test_between_two_turns_everybody_has_powers() -> None:
    played = field(
        "Anna A: Runner: god; a Any: permanent, 1 aow: heal 1", "Bo A: Foe: hero; a Any: permanent, 1 aow: heal 1"
    )
    for piece in played.present.pieces:
        piece.vitality -= 1
    played.present.phase, played.present.players[0].cards.deck = "start", 1
    played.present.players[0].cards.pool = {AOW: 1}
    played = Session(played.game, played.present)
    say(played, "Anna: power Any", "Bo: power Any", "draw")
    assert [piece.vitality for piece in played.present.pieces] == [9, 5]
    assert asked(played) == "move"


# --- the order of one moment ------------------------------------------------------------------------------


@pytest.mark.rule("M38")
@pytest.mark.parametrize(("said", "vitality"), [("Wrath of Runner", 5), ("Spite", 2)])
def test_the_active_player_orders_the_powers_of_one_moment(said: str, vitality: int) -> None:
    """Foe strikes back by its power, unless Runner's has destroyed it before; so it was in logs without an order."""
    played = field(
        "Anna A: Runner: hero; a Wrath: permanent, when it wounds at 0: the target wounds 9",
        "Bo A: Foe: hero; a Spite: permanent, when wounded: the attacker wounds 3",
    )
    start = played.present.copy()
    say(played, "activate Runner simple")
    for answer in ("attack Foe", "5 5 5 5 5 5", "best"):
        played.answer(answer)
    assert played.question is not None
    assert (played.question.who, options(played)) == ("Anna", ["Wrath of Runner", "Spite of Foe"])
    played.answer(said)
    assert (unit(played, "Foe").status, unit(played, "Runner").vitality) == ("destroyed", vitality)
    older = [replace(step, then=tuple(one for one in step.then if one.key != "order")) for step in played.steps]
    assert Session(played.game, start, older).present.piece("Runner").vitality == 5
    told_why = play(played.game, played.state_before(2), [(one.key, None, one.text) for one in older[1].answers])
    assert told_why.asks is None


@pytest.mark.rule("M38")
def test_what_is_due_twice_is_listed_where_it_was_due_first() -> None:
    """So Enter and logs without an order begin with the first."""
    played = field(
        "Anna A: Runner: hero; a Wave: permanent, when attacking: enemies here wounds 9",
        "Bo A: Foe: hero",
        "Bo A: Fie: hero; a Bye: permanent, when destroyed: draw 1",
        "Bo B: Mourner: hero; a Wail: permanent, when an ally is destroyed: heal 1",
        "Bo B: King: god",
    )
    unit(played, "Mourner").vitality = 1
    say(played, "activate Runner simple")
    played.answer("attack Foe")
    assert options(played) == ["Wail of Mourner", "Bye of Fie"]
