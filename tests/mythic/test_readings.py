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
from referee.games.mythic.rules import attacks
from referee.games.mythic.rules.attacks import AttackTarget, Manner
from referee.games.mythic.rules.state import GameState, Match, Setup
from referee.games.mythic.rules.turns import RULES
from referee.play.notation import readings
from referee.play.session import Session
from tests.mythic.games import FORDS, make_setup, refusal, say, staged
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
    from referee.games.mythic.board.board import Boundary

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
