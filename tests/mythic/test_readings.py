"""Readings of Mythic Battles: each decides its smallest situation, in every answer; house numbers count."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from referee.errors import Illegal
from referee.files.files import read_toml
from referee.games.mythic.attack.values import Attack
from referee.games.mythic.board.board import Area, Board, Boundary
from referee.games.mythic.rules import attacks, endings
from referee.games.mythic.rules.attacks import AttackTarget, Manner
from referee.games.mythic.rules.state import GameState, Match, Setup
from referee.games.mythic.rules.turns import RULES
from referee.games.mythic.setup import why_not_picks
from referee.play.notation import readings
from referee.play.session import Session
from tests.mythic.games import FORDS, make_setup, options, refusal, say, session, staged
from tests.mythic.records import record, told
from tests.old_saves import run
from tests.steps import Corrected

UNITS = FORDS.parent / "sample-units.toml"


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    """A game before its first pick, with readings as options."""
    path = tmp_path / "begun.toml"
    done = run("new", path, "--game", "mythic", "--player", "Anna", "--player", "Bo", "--deck", UNITS, "--map", FORDS,
               "--yes", "--hiding", "wall and cage wall", "--given-dice", "base", "--ceiling", "five")  # fmt: skip
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
    return attacks.allowed(match, piece, AttackTarget(target), Manner(**manner))[0]


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
        assert bool(attacks.hidden(match, "D", area)) == hides, border


@pytest.mark.rule("M32")
def test_what_the_map_says_of_a_boundary_goes_before(tmp_path: Path) -> None:

    assert not Boundary(first="A", second="B", kind="wall", hides=False).obstacle("wall")
    assert Boundary(first="A", second="B", kind="chains", hides=True).obstacle("none")


@pytest.mark.rule("M22")
@pytest.mark.parametrize(("answer", "dice"), [("fixed", 6), ("base", 7)])
def test_an_attack_with_so_many_dice_is_changed_by_nothing_or_by_modifiers(
    tmp_path: Path, answer: str, dice: int
) -> None:
    told_dice = [{"why": "Storm", "dice": 6}]
    data = record(modifiers=told_dice, attacker={"talents": ["close combat"]}, given_dice=answer)
    assert told(data)["offence"] == dice
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
    setup, rules = make_setup(), RULES.all_corrections()
    played.corrector = Corrected(lambda state, text, events: rules.carry_out(setup, state, text, events))
    say(played, "activate Ash Runner simple")
    assert refusal(played, "area A").ruling == "M37"
    played.correct(*readings("reading area attacks everyone"))
    say(played, "area A")
    with pytest.raises(Illegal):
        played.correct(*readings("reading area attacks powers"))  # an attack is under way


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
    played = staged("Anna: Frost Ox A", "Bo: Hedge Knight A", "Bo: Ash Runner A", area_attacks="everyone",
                    area_guard=answer)  # fmt: skip
    say(played, "activate Frost Ox simple", "area attack A", "Ash Runner", "guard Hedge Knight", "0 0 0 0 0")
    if attacked == 2:
        say(played, "0 0 0 0 0")
    assert played.question is not None
    assert played.question.key == "move"


@pytest.mark.rule("M39")
def test_who_was_struck_guards_nobody_where_all_are_struck_once() -> None:
    played = staged("Anna: Frost Ox A", "Bo: Hedge Knight A", "Bo: Ash Runner A", area_attacks="everyone",
                    area_guard="once")  # fmt: skip
    say(played, "activate Frost Ox simple", "area attack A", "Hedge Knight", "0 0 0 0 0")
    assert played.question is not None
    assert played.question.key == "roll"  # of the attack on the Ash Runner, whom nobody guards
    say(played, "0 0 0 0 0")


@pytest.mark.rule("M52")
@pytest.mark.parametrize("answer", ["hold", "open"])
def test_chains_and_cage_walls_stop_a_fast_flight_or_not(answer: Any) -> None:
    row = board("C: open ground 3, D: open ground 3, E: open ground 3, G: open ground 3", "C D chains", "D E",
                "C G cage wall")  # fmt: skip
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
    played = staged("Anna: Storm Warden A", "Bo: Deep Queen C", "Bo: Ash Runner E", "Cleo: Old Furnace H", players=3,
                    fallen_stones=answer)  # fmt: skip
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
