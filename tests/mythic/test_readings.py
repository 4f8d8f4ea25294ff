"""Readings of Mythic Battles: each decides its smallest situation, in every answer; house numbers count."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from msgspec import to_builtins
from msgspec.structs import replace

from referee.errors import Illegal, Unreadable
from referee.files.files import read_toml
from referee.games.mythic import tables
from referee.games.mythic.attack.values import Attack
from referee.games.mythic.board import words
from referee.games.mythic.board.board import Area, Board, Boundary
from referee.games.mythic.readings import MythicReadings
from referee.games.mythic.rules import attacks, endings, recruiting, setting_up
from referee.games.mythic.rules.attacks import AttackTarget, Manner
from referee.games.mythic.rules.cards import pause
from referee.games.mythic.rules.state import GameState, Match, Setup
from referee.games.mythic.rules.turns import RULES
from referee.games.mythic.setup import why_not_picks
from referee.games.mythic.units.language import read_unit
from referee.play.notation import readings
from referee.play.session import Session
from referee.saves.layout import Checkpoint, History, Writer, marks_of, new_save
from tests.mythic.games import BOX, FORDS, make_setup, options, refusal, say, session, staged
from tests.mythic.records import record, told
from tests.old_saves import run
from tests.steps import Corrected

UNITS = FORDS.parent / "sample-units.toml"


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A game before its first pick, with readings as options."""
    path = tmp_path / "begun.toml"
    done = run(
        "new",
        path,
        "--game",
        "mythic",
        "--player",
        "Anna",
        "--player",
        "Bo",
        "--deck",
        UNITS,
        "--map",
        FORDS,
        "--yes",
        "--hiding",
        "wall and cage wall",
        "--given-dice",
        "base",
        "--ceiling",
        "five",
    )
    assert done.exit_code == 0, done.output
    return path


def test_options_preferences_and_steps_decide_them(begun: Path, tmp_path: Path) -> None:
    setup = read_toml(begun)["setup"]
    assert (setup["hiding"], setup["given_dice"], setup["ceiling"]) == ("wall and cage wall", "base", "five")
    assert "as_if_there" not in setup  # what isn't written is usual
    begins = run("log", begun, "--moves").stdout
    assert "--ceiling five" in begins
    assert "--given-dice base --hiding 'wall and cage wall'" in begins
    assert "House rules: given dice base, ceiling five, hiding wall and cage wall" in run("status", begun).stdout
    assert run("do", begun, "reading as if there own area").exit_code == 0
    assert read_toml(begun)["state"]["readings"] == {"as_if_there": "own area"}
    assert run("verify", begun).exit_code == 0
    assert run("undo", begun).exit_code == 0
    assert "readings" not in read_toml(begun)["state"]
    assert "it is wall, none or wall and cage wall" in run("do", begun, "reading hiding fog").stderr
    assert run("config", "readings", "mythic", "hiding", "none").exit_code == 0
    ours = tmp_path / "ours.toml"
    run(
        "new",
        ours,
        "--game",
        "mythic",
        "--player",
        "Anna",
        "--player",
        "Bo",
        "--deck",
        UNITS,
        "--map",
        FORDS,
        "--yes",
    )
    assert read_toml(ours)["setup"]["hiding"] == "none"
    assert run("config", "readings", "mythic", "usual").exit_code == 0


def attack_on(played: Session[GameState], attacker: str, target: str, setup: Setup, **manner: Any) -> Attack:
    """An attack as it would be made now; raises Illegal if it can't."""
    match = Match(setup, played.present, [])
    piece = played.present.piece(attacker)
    return attacks.check_attack(match, piece, AttackTarget(target), Manner(**manner))[0]


@pytest.mark.rule("M24", "M80")
@pytest.mark.parametrize(("answer", "offence"), [("target's area", 6), ("own area", 7)])
def test_allies_help_where_the_target_stands_or_where_the_attacker_does(answer: Any, offence: int) -> None:
    setup = make_setup(as_if_there=answer)
    played = staged("Anna: Pale Rider E", "Anna: Ash Runner E", "Bo: Old Furnace H", as_if_there=answer)
    attack = attack_on(played, "Pale Rider", "Old Furnace", setup, as_if_there=True)
    helped = "sneak attack" in attacks.helping(attack, ("sneak attack",))
    assert helped == (answer == "own area")
    say(played, "activate Pale Rider simple", "attack Old Furnace as if there")
    assert played.question is not None
    assert played.question.throw is not None
    assert played.question.throw.count == offence


@pytest.mark.rule("M32")
@pytest.mark.parametrize(
    ("answer", "wall", "cage"),
    [("wall", True, False), ("none", False, False), ("wall and cage wall", True, True)],
)
def test_walls_hide_or_cage_walls_do_or_nothing(answer: Any, wall: bool, cage: bool) -> None:
    for border, area, hides in (("B D", "B", wall), ("D G", "G", cage)):
        played = staged("Anna: Reed Archers D", f"Bo: Ash Runner {area}", hiding=answer)
        match = Match(make_setup(hiding=answer), played.present, [])
        assert bool(attacks.why_hidden(match, "D", area)) == hides, border


@pytest.mark.rule("M2", "cage", "visible")
@pytest.mark.parametrize("answer", [True, False])
def test_an_empty_cage_hides_what_lies_behind_or_does_not(answer: bool) -> None:
    row = board("A: open ground 3, B: cage 3, C: open ground 3", "A B", "B C")
    seen = words.with_line(row, words.read_line("A-C: B", row))
    played = staged("Anna: Sling Boys A", "Bo: Ash Runner C", board=seen, cage_obstacle=answer)
    say(played, "activate Sling Boys simple")
    if answer:
        assert refusal(played, "attack Ash Runner").ruling == "visible"
    else:
        say(played, "attack Ash Runner")
        assert played.question is not None
        assert played.question.key == "roll"


@pytest.mark.rule("M32")
def test_what_the_map_says_of_a_boundary_goes_before(tmp_path: Path) -> None:

    assert not Boundary(first="A", second="B", kind="wall", hides=False).obstacle("wall")
    assert Boundary(first="A", second="B", kind="chains", hides=True).obstacle("none")


@pytest.mark.rule("M22")
@pytest.mark.parametrize(("answer", "dice"), [("fixed", 8), ("base", 9)])
def test_an_attack_with_so_many_dice_is_changed_by_nothing_or_by_modifiers(
    tmp_path: Path, answer: str, dice: int
) -> None:
    told_dice = [{"why": "Storm", "dice": 8}]
    data = record(modifiers=told_dice, attacker={"talents": ["close combat"]}, given_dice=answer)
    assert told(data)["offence"] == dice
    assert told(data)["defence"] == told(record())["defence"], "only the offence has so many dice"
    path = tmp_path / "attack.toml"
    path.write_text(tomli_w.dumps(data))
    assert json.loads(run("judge", path, "--json").stdout)["offence"] == dice


@pytest.mark.rule("M22")
def test_the_base_with_its_modifiers_stays_within_0_and_10() -> None:
    many = [{"why": "Storm", "dice": 9}, {"why": "fog", "offence": 5}]
    assert told(record(modifiers=many, given_dice="base"))["offence"] == 10
    assert told(record(modifiers=many))["offence"] == 9


@pytest.mark.rule("M37")
def test_a_reading_said_in_the_middle_holds_from_there_on() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Stone Thrower A")
    setup, rules = make_setup(), RULES.all_corrections
    played.corrector = Corrected(lambda state, text, events: rules.carry_out(setup, state, text, events))
    say(played, "activate Ash Runner simple")
    assert refusal(played, "area A").ruling == "M37"
    played.correct(*readings("reading area attacks everyone"))
    say(played, "area A")
    with pytest.raises(Illegal):
        played.correct(*readings("reading area attacks powers"))  # an attack is under way


def test_a_number_of_recruiting_is_refused_after_it_and_stands_on_an_older_log() -> None:
    recruiting_still, on_the_way = session(make_setup()).state, staged("Anna: Ash Runner A", "Bo: Deep Queen H").state
    corrections, setup = RULES.all_corrections, make_setup()
    for said in (
        "reading dear units 2",
        "reading first cards 5",
        "reading first aow 2",
        "reading constructed from pool",
    ):
        assert corrections.recorded(setup, recruiting_still, recruiting_still, said)[0] == said
        with pytest.raises(Illegal, match="counts at the set-up only, which is over"):
            corrections.recorded(setup, on_the_way, on_the_way, said)
        after = corrections.carry_out(setup, on_the_way.copy(), said, [])
        assert len(after.readings) == 1


def board(areas: str, *borders: str) -> Board:
    """A board of areas ("A: stairs 3") and borders ("A B wall")."""
    made: Any = [text.split() for text in areas.split(", ")]
    parted: Any = [(*text.split(maxsplit=2), "normal")[:3] for text in borders]
    lies: Any = {name.strip(":"): (" ".join(of), int(room)) for name, *of, room in made}
    return Board(
        tuple(Area(name=name, terrain=of, capacity=room) for name, (of, room) in lies.items()),
        tuple(Boundary(first=one, second=other, kind=kind) for one, other, kind in parted),
    )


@pytest.mark.rule("M33")
@pytest.mark.parametrize(("answer", "reaches"), [("any boundary", True), ("round walls", False)])
def test_a_wall_parts_areas_for_range_or_not(answer: Any, reaches: bool) -> None:
    walled = board(
        "A: stairs 3, B: open ground 3, C: open ground 3, D: open ground 3", "A B wall", "A C", "C D", "D B"
    )
    played = staged("Anna: Torch Bearer A", "Bo: Ash Runner B", board=walled, distance=answer)
    say(played, "activate Torch Bearer simple")
    assert ("attack Ash Runner" in options(played)) == reaches
    if not reaches:
        assert refusal(played, "attack Ash Runner").ruling == "range"
    open_ones = board("A: stairs 3, B: open ground 3, C: open ground 3", "A B cage wall", "A C", "C B")
    played = staged("Anna: Torch Bearer A", "Bo: Ash Runner B", board=open_ones, distance=answer, hiding="none")
    say(played, "activate Torch Bearer simple", "attack Ash Runner")


@pytest.mark.rule("M39")
@pytest.mark.parametrize(("answer", "attacked"), [("twice", 2), ("once", 1)])
def test_a_guard_is_struck_for_itself_too_or_only_once(answer: Any, attacked: int) -> None:
    played = staged(
        "Anna: Frost Ox A", "Bo: Hedge Knight A", "Bo: Ash Runner A", area_attacks="everyone", area_guard=answer
    )
    say(played, "activate Frost Ox simple", "area attack A", "Ash Runner", "guard Hedge Knight", "0 0 0 0 0")
    if attacked == 2:
        say(played, "0 0 0 0 0")
    assert played.question is not None
    assert played.question.key == "move"


@pytest.mark.rule("M39")
def test_who_was_struck_guards_nobody_where_all_are_struck_once() -> None:
    played = staged(
        "Anna: Frost Ox A", "Bo: Hedge Knight A", "Bo: Ash Runner A", area_attacks="everyone", area_guard="once"
    )
    say(played, "activate Frost Ox simple", "area attack A", "Hedge Knight", "0 0 0 0 0")
    assert played.question is not None
    assert played.question.key == "roll"  # of the attack on the Ash Runner, whom nobody guards
    say(played, "0 0 0 0 0")


@pytest.mark.rule("M39")
def test_who_was_guarded_wasnt_struck_and_may_still_guard() -> None:
    there = ("Anna: Frost Ox A", "Bo: Hedge Knight A", "Bo: Wall Guard A", "Bo: Ash Runner A")
    played = staged(*there, area_attacks="everyone", area_guard="once")
    say(played, "activate Frost Ox simple", "area attack A", "Hedge Knight", "guard Wall Guard", "0 0 0 0 0")
    assert options(played) == ["guard Hedge Knight", "no"]
    say(played, "guard Hedge Knight", "0 0 0 0 0")
    assert played.question is not None
    assert played.question.key == "move", "each was struck once, and the Ash Runner never"


@pytest.mark.rule("M52")
@pytest.mark.parametrize("answer", ["hold", "open"])
def test_chains_and_cage_walls_stop_a_fast_flight_or_not(answer: Any) -> None:
    row = board(
        "C: open ground 3, D: open ground 3, E: open ground 3, G: open ground 3", "C D chains", "D E", "C G cage wall"
    )
    played = staged("Anna: Gale Harrier C", "Bo: Ash Runner G", board=row, flight_borders=answer)
    say(played, "activate Gale Harrier complex")
    assert ("fly D E" in " ".join(options(played))) == (answer == "open")
    if answer == "open":
        say(played, "fly G")
    else:
        assert refusal(played, "fly G").ruling == "cage-walls"


@pytest.mark.rule("M55")
@pytest.mark.parametrize("answer", ["room", "empty"])
def test_a_huge_unit_comes_where_there_is_room_or_only_where_nobody_stands(answer: Any) -> None:
    played = staged("Anna: Old Furnace E", "Bo: Ash Runner H", huge_entry=answer)
    say(played, "activate Old Furnace simple")
    if answer == "room":
        say(played, "walk H")
        return
    assert refusal(played, "walk H").ruling == "M55"
    say(played, "walk D") if "walk D" in options(played) else None
    waiting = staged("Anna: Old Furnace", "Anna: Ash Runner A", "Bo: Deep Queen H", huge_entry=answer)
    say(waiting, "activate Old Furnace complex")
    assert refusal(waiting, "deploy A").ruling == "M55"
    say(waiting, "deploy B")


@pytest.mark.rule("M77", "M79")
@pytest.mark.parametrize(("answer", "lies"), [("lie", ["egyptian"]), ("gone", [])])
def test_stones_of_the_fallen_ones_units_lie_or_are_gone(answer: Any, lies: list[str]) -> None:
    played = staged(
        "Anna: Storm Warden A",
        "Bo: Deep Queen C",
        "Bo: Ash Runner E",
        "Cleo: Old Furnace H",
        players=3,
        fallen_stones=answer,
    )
    queen, runner = played.present.piece("Deep Queen"), played.present.piece("Ash Runner")
    queen.stone, runner.stone = "norse", "egyptian"
    match = Match(make_setup(3, fallen_stones=answer), played.present, [])
    endings.wound(match, queen, 9)
    assert (match.spot("C").stones, match.spot("E").stones) == (["norse"], lies)
    assert not match.state.over


@pytest.mark.rule("M72", "constructed")
@pytest.mark.parametrize("answer", ["own", "pool"])
def test_constructed_armies_are_of_the_own_units_or_of_all(answer: Any) -> None:
    picks = (("Storm Warden", "Ash Runner"), ("Deep Queen", "Ash Runner"))
    setup = make_setup(mode="constructed", points=9, picks=picks, constructed_from=answer)
    assert ("Anna has Ash Runner" in why_not_picks(setup)) == (answer == "pool")
    played = session(make_setup(mode="constructed", points=9, constructed_from=answer))
    say(played, "recruit Storm Warden", "recruit Ash Runner", "recruit Deep Queen")
    assert ("recruit Ash Runner" in options(played)) == (answer == "own")


@pytest.mark.rule("M42", "M41")
def test_an_answer_costs_a_card_of_its_own_or_any_activation_card() -> None:
    for answer in ("own", "any"):
        played = staged("Anna: Pale Rider A", "Bo: Deep Queen A", "Bo: Ash Runner H", answer_card=answer)
        hand = played.present.players[1].cards
        hand.sure.pop("Deep Queen")
        hand.sure["Ash Runner"] = 1
        say(played, "activate Pale Rider simple", "attack Deep Queen [0 0 0 0 0 0]")
        assert played.question is not None
        if answer == "own":
            assert played.question.key == "move"
            continue
        assert options(played) == ["retaliate with Ash Runner", "no"]
        say(played, "retaliate [0 0 0 0 0 0]")
        assert hand_of(played, 1).discard == ["Ash Runner"]
        assert "Ash Runner" not in hand_of(played, 1).sure


def hand_of(played: Session[GameState], seat: int) -> Any:
    return played.present.players[seat].cards


@pytest.mark.rule("M42", "M41")
def test_initiative_takes_any_card_likewise_the_own_one_unless_another_is_named() -> None:
    for said, paid in (
        ("initiative", "Gale Harrier"),
        ("initiative with Deep Queen", "Deep Queen"),
        ("y", "Gale Harrier"),
    ):
        played = staged("Anna: Pale Rider A", "Bo: Gale Harrier A", "Bo: Deep Queen H", answer_card="any")
        say(played, "activate Pale Rider simple", "attack Gale Harrier [no]")
        assert options(played) == ["initiative", "initiative with Deep Queen", "no"]
        say(played, said)
        assert hand_of(played, 1).discard == [paid]
        played = staged("Anna: Pale Rider A", "Bo: Gale Harrier A", "Bo: Deep Queen H", answer_card="any")
        say(played, "activate Pale Rider simple", "attack Gale Harrier [no]")
        with pytest.raises(Unreadable):
            played.answer("initiative with Ash Runner")


@pytest.mark.rule("M42", "M45")
@pytest.mark.parametrize(("answer", "area"), [("range 0", "move"), ("in range", "retaliate")])
def test_a_thrown_target_answers_from_afar_or_not(answer: Any, area: str) -> None:
    played = staged("Anna: Stone Thrower H", "Bo: Torch Bearer H", answer_after_throw=answer)
    say(played, "activate Stone Thrower simple", "attack Torch Bearer [0 0 0 0 0 0 0 / throw E]")
    assert played.question is not None
    assert played.question.key == area
    if area == "retaliate":
        say(played, "retaliate")
        assert played.question.throw is not None
        assert played.question.throw.count == 4


@pytest.mark.rule("M42", "M45", "M80")
@pytest.mark.parametrize(("thrown", "dice"), [("throw D", 8), ("throw H", 5)])
def test_who_was_struck_as_if_there_and_thrown_answers_from_where_it_lies(thrown: str, dice: int) -> None:
    """At range 1 an archer has a die more, and two for stairs and heights; none in the attacker's own area."""
    archer = "Bowman: hero 3, 3 cards, art 1, archer; 5-1 5/7/2/2"
    there = ("Anna: Stone Thrower H", "Bo: Bowman E", "Bo: Old Furnace E")
    played = staged(*there, typed=[archer], answer_after_throw="in range")
    say(played, "activate Stone Thrower simple", f"attack Bowman as if there [0 0 0 0 0 0 0 / {thrown}]", "retaliate")
    assert played.question is not None
    assert played.question.throw is not None
    assert played.question.throw.count == dice


@pytest.mark.rule("M42", "M45")
def test_who_was_thrown_beyond_its_range_doesnt_answer() -> None:
    played = staged("Anna: Stone Thrower H", "Bo: Ash Runner H", answer_after_throw="in range")
    say(played, "activate Stone Thrower simple", "attack Ash Runner [0 0 0 0 0 0 0 / throw E]")
    assert played.question is not None
    assert played.question.key == "move"


@pytest.mark.rule("M42")
@pytest.mark.parametrize(("answer", "legal"), [("range 0", False), ("in range", True)])
def test_an_answer_on_file_is_at_range_0_or_in_range(answer: str, legal: bool) -> None:
    far = record(kind="retaliation", attacker={"range": 1}, situation={"distance": 1}, answer_after_throw=answer)
    assert told(far)["legal"] == legal
    beyond = far | {"situation": {"distance": 2}}
    assert told(beyond)["illegal"]["ruling"] == ("range" if legal else "M42")


def test_what_is_usual_is_what_the_tables_say() -> None:
    usual, numbers = MythicReadings(), tables.numbers()
    assert (usual.first_aow, usual.first_cards) == (numbers.setup.aow_in_hand, numbers.setup.drawn)
    assert (usual.cards_a_turn, usual.units_a_turn) == (numbers.turn.draw, numbers.turn.units)
    assert (usual.second_unit_aow, usual.recall_aow) == (numbers.turn.second_unit_aow, numbers.turn.recall_aow)
    assert {usual.manoeuvre_aow} == {*numbers.manoeuvres.aow.values()}
    assert (usual.manoeuvres, usual.deck_out_hand) == (numbers.manoeuvres.each_per_round, numbers.deck_out["hand"])
    assert (usual.stones_to_win, usual.dear_units) == (numbers.victory["stones"], numbers.recruiting.dear_units)


@pytest.mark.rule("army-limits")
@pytest.mark.parametrize(("many", "refused"), [(0, "no units"), (1, "that is Stone Thrower"), (2, "")])
def test_so_many_dear_units_stand_in_an_army(many: int, refused: str) -> None:
    dear = ("Vault Keeper: hero 5, norse, 3 cards, art 1; 5-1 5/7/0/2",)
    picks = (("Storm Warden", "Stone Thrower", "Vault Keeper"), ("Deep Queen",))
    setup = make_setup(dear_units=many, picks=picks, units=(*BOX.values(), *map(read_unit, dear)))
    found = why_not_picks(setup)
    assert refused in found if refused else not found


@pytest.mark.rule("first-hand")
def test_the_first_hand_has_so_many_cards() -> None:
    for aow, drawn in ((3, 3), (0, 6), (6, 0)):
        picks = (("Storm Warden", "Ash Runner"), ("Deep Queen", "Marsh Serpent"))
        setup = make_setup(picks=picks, first_aow=aow, first_cards=drawn, draws="program", points=10)
        match = Match(setup, RULES.start(setup), [])
        for _ in recruiting.recruit(match):
            pass
        for _ in setting_up.form_decks(match):
            pass
        for player in match.state.players:
            assert player.cards.held == aow + drawn + player.reserve
            assert player.cards.sure.get("art of war", 0) == aow + player.reserve


@pytest.mark.rule("start-of-turn", "two-units", "second-unit")
def test_a_turn_has_so_many_cards_and_units_at_such_a_price() -> None:
    played = staged(
        "Anna: Ash Runner A",
        "Anna: Hedge Knight A",
        "Anna: Pale Rider A",
        "Bo: Deep Queen H",
        units_a_turn=3,
        second_unit_aow=2,
        cards_a_turn=3,
    )
    say(played, "activate Ash Runner simple", "activate Hedge Knight simple", "activate Pale Rider simple")
    cards = hand_of(played, 0)
    assert cards.discard == ["Ash Runner", *["art of war"] * 2, "Hedge Knight", *["art of war"] * 2, "Pale Rider"]
    before = hand_of(played, 1).deck
    say(played, "end turn")
    assert hand_of(played, 1).deck == before - 3
    free = staged("Anna: Ash Runner A", "Anna: Hedge Knight A", "Bo: Deep Queen H", second_unit_aow=0)
    say(free, "activate Ash Runner simple", "activate Hedge Knight simple")
    assert hand_of(free, 0).discard == ["Ash Runner", "Hedge Knight"]
    assert refusal(free, "activate Ash Runner").ruling == "two-units"


@pytest.mark.rule("recall", "M60")
@pytest.mark.parametrize("price", [0, 1, 2])
def test_a_recall_costs_so_many_cards(price: int) -> None:
    played = staged("Anna: Ash Runner A", "Anna: Reed Archers B", "Bo: Deep Queen H", recall_aow=price)
    played.present.piece("Reed Archers").vitality = 2
    say(played, "activate Ash Runner simple", "recall Reed Archers 2 B")
    assert hand_of(played, 0).discard == ["Ash Runner", *["art of war"] * price]
    assert played.present.piece("Reed Archers").vitality == 4


@pytest.mark.rule("manoeuvres", "evade")
def test_manoeuvres_cost_so_much_and_are_bought_so_often() -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen H", manoeuvre_aow=2, manoeuvres=2)
    say(played, "buy draw")
    assert hand_of(played, 0).discard == ["art of war"] * 2
    say(played, "buy draw")
    assert refusal(played, "buy draw").ruling in ("manoeuvres", "aow-payment")
    free = staged("Anna: Pale Rider A", "Bo: Gale Harrier A", manoeuvre_aow=0)
    say(free, "activate Pale Rider simple", "attack Gale Harrier [evade]")
    assert hand_of(free, 1).discard == []


@pytest.mark.rule("deck-out")
@pytest.mark.parametrize("most", [1, 3, 7])
def test_hands_are_drawn_up_to_so_many_where_a_deck_runs_out(most: int) -> None:
    played = staged("Anna: Ash Runner A", "Bo: Deep Queen H", deck_out_hand=most)
    cards = hand_of(played, 1)
    cards.sure, cards.pool, cards.deck, cards.discard = {}, {}, 0, ["art of war"] * 9
    match = Match(make_setup(deck_out_hand=most), played.present, [])
    pause(match, 1)
    assert hand_of(played, 1).held == most


@pytest.mark.rule("skirmish-win", "M76")
@pytest.mark.parametrize("needed", [2, 4, 6])
def test_so_many_stones_win(needed: int) -> None:
    played = staged("Anna: Deep Queen A", "Bo: Storm Warden H", stones_to_win=needed)
    match = Match(make_setup(stones_to_win=needed), played.present, [])
    for number in range(1, needed + 1):
        played.present.players[0].absorbed.append("norse")
        endings.look_at_stones(match, 0)
        assert played.present.over == (number == needed)


@pytest.mark.rule("two-units")
def test_a_table_may_activate_one_unit_a_turn() -> None:
    played = say(staged("Anna: Ash Runner A", "Anna: Storm Warden B", units_a_turn=1), "activate Ash Runner simple")
    assert refusal(played, "activate Storm Warden simple").reason == "1 unit was activated this turn"


def kept(played: Session[GameState], path: Path) -> Path:
    """The save of a game that began in the middle: its log is played from there."""
    setup, start, now = (
        to_builtins(part, str_keys=True)
        for part in (played.game.setup, played.start, played.state)  # type: ignore[attr-defined]
    )
    begun, history = Checkpoint(0, start), History(log=tuple(played.steps))
    file = new_save("mythic", RULES.version, setup, start)
    file = replace(file, state=now, history=history, checkpoint=begun, marks=marks_of(setup, now, history, begun))
    path.write_text(Writer().text_of(file))
    return path


LOW = board("A: open ground 3, B: open ground 3, C: open ground 3", "A B wall", "A C", "C B")
ROUND = board("A: stairs 3, B: open ground 3, C: open ground 3, D: open ground 3", "A B wall", "A C", "C D", "D B")
CAGED = board("C: open ground 3, G: open ground 3", "C G cage wall")
TORCH, SHOT = ("Anna: Torch Bearer A", "Bo: Ash Runner B"), "attack Ash Runner [0 0 0 0"
CASES: dict[str, tuple[dict[str, Any], Sequence[str], str, str]] = {
    "seen": ({"board": LOW, "hiding": "none"}, TORCH, f"{SHOT}]", "hiding wall entry 2 is illegal (visible)"),
    "hidden": (
        *(
            {"board": LOW},
            TORCH,
            SHOT.replace("attack Ash Runner", "overrule attack Ash Runner because we see it") + "]",
        ),
        "hiding none entry 2 is legal",
    ),
    "reached": ({"board": ROUND}, TORCH, f"{SHOT} 0]", "distance round walls entry 2 is illegal (range)"),
    "flown": (
        *({"board": CAGED, "flight_borders": "open"}, ("Anna: Gale Harrier C", "Bo: Ash Runner G"), "fly G"),
        "flight borders hold entry 2 is illegal (cage-walls)",
    ),
    "entered": (
        {},
        ("Anna: Old Furnace E", "Bo: Ash Runner H"),
        "walk H",
        "huge entry empty entry 2 is illegal.",
    ),
    "struck once": (
        {"area_attacks": "everyone", "area_guard": "once"},
        ("Anna: Frost Ox A", "Bo: Hedge Knight A", "Bo: Ash Runner A"),
        "area attack A [Ash Runner / guard Hedge Knight / 0 0 0 0 0]",
        "area guard twice entry 2 can't be played",
    ),
}
"""What else is agreed, who stands where, what is done after the activation, and what is told of another answer."""


@pytest.mark.rule("M32", "M33", "M39", "M52", "M55")
@pytest.mark.parametrize("case", CASES)
def test_judge_says_what_hangs_on_a_reading_of_a_game(case: str, tmp_path: Path) -> None:
    """Also on one that no record of an attack has."""
    settings, placed, line, other = CASES[case]
    played, unit = staged(*placed, **settings), placed[0].partition(": ")[2][:-2]
    say(played, f"activate {unit} {'complex' if line.startswith('fly') else 'simple'}", line)
    told = " ".join(run("judge", kept(played, tmp_path / "game.toml"), 2, "--readings", "--no-cost").stdout.split())
    assert f"with {other}" in told


def _recalled() -> Session[GameState]:
    played = staged("Anna: Ash Runner A", "Anna: Reed Archers A", "Anna: Tomb Guard A", "Bo: Deep Queen")
    for name in ("Reed Archers", "Tomb Guard"):
        played.start.piece(name).vitality = 2
    lines = ("pass", "recall Reed Archers 2 A", "pass", "pass", "recall Tomb Guard 1 A")
    return say(Session(played.game, played.start), *lines)


def _recruited() -> Session[GameState]:
    lines = ("recruit Storm Warden", "recruit Ash Runner", "recruit Deep Queen", "recruit Ash Runner")
    return say(session(make_setup(mode="constructed", points=9)), *lines)


def _fallen() -> Session[GameState]:
    units = ("Anna: Storm Warden C", "Anna: Hedge Knight E", "Bo: Deep Queen C", "Bo: Ash Runner E")
    played = staged(*units, "Cleo: Old Furnace H", players=3)
    queen, runner = played.start.piece("Deep Queen"), played.start.piece("Ash Runner")
    queen.stone, runner.stone, queen.vitality = "norse", "egyptian", 1
    strike = "attack Deep Queen [5 5 5 5 5 5 5 / best]"
    lines = ("activate Storm Warden simple", strike, "activate Hedge Knight simple", "claim")
    return say(Session(played.game, played.start), *lines)


@pytest.mark.rule("M60", "M72", "M77")
@pytest.mark.parametrize(
    ("played", "said"),
    [
        (_recalled, "(M60): with recall keep entry 7 is illegal."),
        (_recruited, "(M72): with constructed from pool entry 4 is illegal (army-limits)."),
        (_fallen, "(M77): with fallen stones gone entry 4 is illegal (claim)."),
    ],
)
def test_judge_says_of_what_was_done_first_what_it_allows_later(
    played: Callable[[], Session[GameState]], said: str, tmp_path: Path
) -> None:
    told = " ".join(run("judge", kept(played(), tmp_path / "game.toml"), "--readings", "--no-cost").stdout.split())
    assert f"Tables differ {said}" in told


@pytest.mark.rule("M46")
def test_judge_says_when_blanks_that_were_thrown_with_count(tmp_path: Path) -> None:
    strong = {"talents": ["monster slayer", "mighty throw"], "range": 2}
    path = tmp_path / "thrown.toml"
    path.write_text(tomli_w.dumps(record("roll 5 4 0 0 1 0", "throw", "reroll 0 0: 5 0", attacker=strong)))
    told = " ".join(run("judge", path, "--readings", "--no-cost").stdout.split())
    assert "Tables differ (M46): with throw counts after slayer step 3 is illegal (monster-slayer)." in told


@pytest.mark.rule("M22", "M42")
def test_judge_says_what_cant_have_been_thrown_with_another_reading(tmp_path: Path) -> None:
    """And of an attack that isn't allowed that it is illegal, not a step."""
    thrown = record(
        "roll 0 0 0 0 0 0", modifiers=[{"why": "Storm", "dice": 6}], attacker={"talents": ["close combat"]}
    )
    far: dict[str, Any] = {"attacker": {"range": 1}, "situation": {"distance": 1}, "answer_after_throw": "in range"}
    said = []
    for name, data in (("thrown.toml", thrown), ("far.toml", record(kind="retaliation", **far))):
        path = tmp_path / name
        path.write_text(tomli_w.dumps(data))
        said.append(" ".join(run("judge", path, "--readings", "--no-cost").stdout.split()))
    assert "with given dice base it can't be played so: step 1" in said[0]
    assert "6 dice are too few; 7 are thrown" in said[0]
    assert "with answer after throw range 0 it is illegal (M42)" in said[1]
