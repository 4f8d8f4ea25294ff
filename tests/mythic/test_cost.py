"""What a mistake in an attack hangs on: the chance with the rule kept, and as it was played or claimed."""

from __future__ import annotations

import shlex
from fractions import Fraction
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from referee import games
from referee.declaration.game import CostAsked
from referee.declaration.reports import MistakeReport
from referee.errors import BadInput
from referee.evenings.story import costly
from referee.files.files import read_toml
from referee.games.mythic.attack.battles import BATTLES
from referee.games.mythic.attack.live import AttackTable
from referee.games.mythic.odds.report import cost_of_mistakes
from referee.preferences import VARIABLE
from referee.sampling.race import Effort
from referee.text.screen import Screen
from tests.made_up import run
from tests.mythic.records import Data, odds, record

EXAMPLES = Path(__file__).parents[2] / "examples" / "mythic"
ASKED = CostAsked(Effort(1, cores=0), lambda line: None)


def hanging(data: Data) -> list[dict[str, Any]]:
    return [one.data() for one in cost_of_mistakes(BATTLES.read(Path("attack.toml"), data), ASKED)]


@pytest.mark.rule("second-assault")
def test_an_illegal_throw_is_held_against_the_best_way_on() -> None:
    """Defence 9, one miniature: the five may be thrown; as played 8 is lifted by the other 8."""
    data = record(
        "roll 5 4 0 0 0 0", "second 5 4: 3 4", defender={"type": "troop", "miniatures": 1, "vitality": None}
    )
    data["defender"].pop("vitality")
    (found,) = hanging(data)
    assert (found["sort"], found["step"], found["mistake"]) == ("illegal", 2, "second 5 4: 3 4")
    before = odds({**data, "steps": data["steps"][:1]}).data()["now"]
    assert found["kept"]["destroyed"]["exact"] == max((one["destroyed"] for one in before["ways"]), key=Fraction)
    assert Fraction(found["kept"]["destroyed"]["exact"]) == Fraction(sum(5 + face + 1 >= 9 for face in range(6)), 6)
    assert found["played"]["destroyed"]["exact"] == "1"


@pytest.mark.rule("M6")
def test_an_illegal_lift_is_taken_as_it_lies() -> None:
    """Two dice for one pip are more than may be discarded: both are gone if it stands, and so is a second wound."""
    data = record("roll 4 4 1 1 0 0", "lift 4 by 4 1", defender={"defence": 5, "vitality": 2})
    (found,) = hanging(data)
    assert found["kept"]["destroyed"]["exact"] == "1"
    assert found["played"] == {"destroyed": {"exact": "0", "about": 0.0}, "mean": "1"}


@pytest.mark.rule("M14")
def test_wrong_values_are_told_by_what_they_make_of_the_attack() -> None:
    data = record(attacker={"offence": 2}, defender={"defence": 4, "vitality": 2}, claim={"offence": 3})
    (found,) = hanging(data)
    two = [pair for pair in product(range(6), repeat=2) if min(pair) >= 4]
    assert found["kept"]["destroyed"]["exact"] == str(Fraction(len(two), 36))
    three = odds({**data, "attacker": {**data["attacker"], "offence": 3}, "claim": {}}).data()["destroyed"]
    assert found["played"]["destroyed"]["exact"] == three


def test_wounds_that_were_counted_wrong_are_told_as_they_are() -> None:
    data = record("roll 5 4 4 1 0 0", "done", defender={"defence": 5, "vitality": 2}, claim={"wounds": 2})
    (found,) = hanging(data)
    assert (found["kept"]["destroyed"]["exact"], found["played"]["destroyed"]["exact"]) == ("0", "1")


@pytest.mark.parametrize("claim", [{"best": 3}, {"retaliation": False}, {"range": 1}])
def test_what_changes_nothing_of_the_attack_hangs_on_nothing(claim: Data) -> None:
    data = record("roll 5 4 4 1 0 0", attacker={"range": 2}, claim=claim)
    assert hanging(data) == []


def test_an_attack_that_is_not_allowed_wounds_nobody() -> None:
    (found,) = hanging(record("roll 5 4 4 1 0 0", attacker={"range": 0}, situation={"distance": 2}))
    assert (found["step"], found["mistake"]) == (0, "Ash Runner attacks Marsh Serpent")
    assert (found["kept"], found["played"]) == (None, None)


@pytest.mark.rule("second-assault")
def test_in_a_game_each_use_of_dice_is_held_against_the_best_as_known_before_the_throw() -> None:
    """Defence 8, one miniature: a five thrown must show 3, or 2 where the other one is left to be discarded."""
    target = {"type": "troop", "miniatures": 1, "defence": 8, "vitality": None}

    def told(*steps: str) -> list[dict[str, Any]]:
        data = record("roll 5 5 0 0 0 0", *steps, defender=target)
        data["defender"].pop("vitality")
        one = BATTLES.read(Path("friday.toml"), data)
        return [found.data() for found in cost_of_mistakes(one, CostAsked(ASKED.effort, ASKED.on_progress, entry=7))]

    assert [(one["sort"], one.get("step")) for one in told("second 5 5: 0 0")] == [("choice", None)]
    (one,) = told("second 5: 0")
    either = [pair for pair in product(range(6), repeat=2) if max(pair) >= 3 or (max(pair) == 2 and min(pair))]
    assert (one["step"], one["best"], one["mistake"]) == (2, "second 5 5", "second 5: 0")
    assert one["kept"]["destroyed"]["exact"] == str(Fraction(len(either), 36))
    assert one["played"]["destroyed"]["exact"] == "2/3"
    assert [way["command"] for way in one["remedies"]] == [
        "referee undo friday.toml --to 6",
        "referee play friday.toml",
    ]
    (done,) = told("done")
    assert done["played"]["destroyed"]["exact"] == "0"


def test_a_story_tells_the_choices_that_gave_most_away() -> None:
    """Of entries that are attacks, by what each gave away; what gave away little isn't worth a word."""
    gives = {2: 0.05, 3: 0.2, 4: 0.6}

    def fought(where: str, setup: Any, session: Any, number: int, whole: bool) -> int:
        if number not in gives:
            raise BadInput("it came to no attack")
        return number

    def cost(number: int, asked: CostAsked) -> list[MistakeReport]:
        return [MistakeReport(f"step {asked.entry}", ("As played: 1 wound.",), (), {}, gives[number])]

    battles = replace(BATTLES, in_game=fought, cost=cost)
    session: Any = SimpleNamespace(steps=[None] * 5)
    told = costly(battles, "friday.toml", None, session, ASKED.effort, ASKED.on_progress)
    assert told == [(4, "step 4. As played: 1 wound."), (3, "step 3. As played: 1 wound.")]


def test_judge_tells_it_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "config.toml"))
    told = " ".join(run("judge", EXAMPLES / "attack-illegal.toml", code=1).stdout.split())
    kept = "Best legal play from here (lift 4 by 1, lift 4 by 2, second 5 5 5): 39.8% to destroy Wall Guard, 1.33"
    assert f"Effect of step 2 (second 5 4: 3 3): {kept} wounds on average; as played: 100%" in told


def test_the_way_back_writes_a_record_that_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    illegal = EXAMPLES / "attack-illegal.toml"
    assert "too few" in run("battle", "again.toml", 2, "--from", illegal, "--instead", "roll", code=2).stderr
    assert "there is no step 4; they are" in run("battle", "again.toml", 4, "--from", illegal, code=2).stderr
    (way, _) = cost_of_mistakes(BATTLES.read(illegal, read_toml(illegal)), ASKED).__next__().remedies
    assert "Written: again.toml, with 1 step" in run(*shlex.split(way.command)[1:]).stderr
    data = read_toml(Path("again.toml"))
    assert (data["steps"], "claim" in data) == (["roll 5 4 4 2 1 0 0"], False)
    AttackTable(games.load("mythic"), Path("again.toml"), Screen(plain=True))
    other = run("battle", "other.toml", 2, "--from", illegal, "--instead", "lift 4 by 1").stderr
    assert "Written: other.toml, with 3 steps" in other or "It ends there: step 3" in other
    done = run("battle", "none.toml", 2, "--from", illegal, "--instead", "lift 8 by 2", code=1).stderr
    assert "lift 8 by 2 is not legal" in done
