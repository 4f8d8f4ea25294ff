"""Attacks on a file: the JSON that scripts rely on, what is refused and with which words, exit codes."""

from __future__ import annotations

import io
import json
import shlex
import tomllib
from pathlib import Path

import pytest
import tomli_w

from referee.errors import BadInput, Illegal, Unreadable
from referee.games.mythic.attack.battles import BATTLES
from referee.games.mythic.attack.live import read_side
from referee.games.mythic.attack.record import claim_of, judge, with_claim
from referee.games.mythic.units.language import UNITS, read_unit
from referee.text.screen import Screen
from tests.made_up import run
from tests.mythic.records import Data, judged, odds, record, told

EXAMPLES = Path(__file__).parents[2] / "examples" / "mythic"
FIRST = """
game = "mythic"
kind = "attack"                # or "retaliation", or "area" for one target of an area attack
ceiling = "none"               # or "five" (M9)
steps = ["roll 5 4 4 1 0 0", "lift 4 by 1", "second 5 5: 3 0", "lift 8 by 4"]
modifiers = [{ why = "power Dread", offence = -1 }]
claim = { wounds = 2 }
situation = { distance = 0 }
attacker = { name = "Ash Runner", type = "hero", offence = 6, talents = ["close combat"], with = ["troop"] }
defender = { name = "Marsh Serpent", type = "monster", defence = 9, vitality = 5 }
"""
UNIT_LINES = (
    "Marsh Serpent: monster 4, norse, 3 cards, art 0, aquatic, block; 7-5 7/7/0/2, 4-1 6/6/0/2",
    "Wall Guard: troop 2, greek, 3 cards, art 0, phalanx; 4 x 3/7/0/1",
)


def written(folder: Path, text: str, name: str = "attack.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def refused(data: Data) -> str:
    """The message with which a record is refused."""
    with pytest.raises(BadInput) as error:
        judged(data)
    message = str(error.value)
    assert message.startswith("attack.toml: ")
    assert "\n" not in message
    return message.removeprefix("attack.toml: ")


def illegal(data: Data) -> tuple[int, str]:
    found = told(data)["illegal"]
    assert found.keys() == {"step", "reason", "ruling"}
    return found["step"], found["ruling"]


def test_the_json_of_a_verdict() -> None:
    assert told(tomllib.loads(FIRST)) == {
        "game": "mythic",
        "kind": "attack",
        "legal": True,
        "illegal": None,
        "disputes": [{"what": "wounds", "claimed": 2, "ruled": 1}],
        "range": 0,
        "offence": 6,
        "defence": 9,
        "steps": [
            {"step": 1, "dice": [5, 4, 4, 1], "wounds": 0},
            {"step": 2, "dice": [5, 5, 4], "wounds": 0},
            {"step": 3, "dice": [8, 4], "wounds": 0},
            {"step": 4, "dice": [], "wounds": 1},
        ],
        "wounds": 1,
        "best": 1,
        "vitality": 4,
        "destroyed": False,
        "retaliation": True,
    }


@pytest.mark.rule("M47", "M58")
def test_force_of_nature_that_takes_the_last_column_leaves_no_ruins_to_the_target() -> None:
    sylvan = {"talents": ["force of nature"], "terrain": "ruins"}
    ruined, used = {"terrain": "ruins"}, {"nature": True}
    assert told(record(attacker=sylvan, defender=ruined))["defence"] == 10
    taken = told(record(attacker=sylvan, defender=ruined, situation=used))
    assert (taken["offence"], taken["defence"]) == (7, 9)
    next_door = used | {"distance": 1, "as_if_there": True}
    assert told(record(attacker=sylvan, defender=ruined, situation=next_door))["defence"] == 10
    wood = sylvan | {"terrain": "forest"}
    assert told(record(attacker=wood, defender={"terrain": "forest"}, situation=used))["offence"] == 7


@pytest.mark.rule("M43", "token-targets")
def test_nothing_rolled_and_nothing_told() -> None:
    found = told(record(defender={"type": "token", "vitality": 1}))
    assert (found["steps"], found["wounds"], found["best"], found["retaliation"]) == ([], 0, None, False)
    bare = record()
    del bare["defender"]["vitality"]
    found = told(bare)
    assert (found["vitality"], found["destroyed"], found["retaliation"]) == (None, None, True)


@pytest.mark.rule("range", "visible", "target-choice")
def test_an_attack_that_isnt_allowed_is_step_0_and_no_claim_is_looked_at() -> None:
    data = record("roll 6 6", claim={"wounds": 3}, situation={"distance": 1})
    found = told(data)
    assert illegal(data) == (0, "range")
    assert [found[name] for name in ("range", "offence", "defence", "best")] == [None] * 4
    assert (found["legal"], found["wounds"], found["disputes"], found["steps"]) == (False, 0, [], [])
    assert (found["vitality"], found["destroyed"], found["retaliation"]) == (5, False, False)
    assert illegal(record(situation={"distance": 1, "visible": False}, attacker={"range": 1})) == (0, "visible")


def test_play_stops_before_an_illegal_step() -> None:
    data = record("roll 5 4 4 1 0 0", "second 4: 3", "roll 9", claim={"wounds": 0, "defence": 8})
    found = told(data)
    assert illegal(data) == (2, "second-assault")
    assert (len(found["steps"]), found["wounds"], found["best"]) == (1, 0, 0)
    assert found["disputes"] == [{"what": "defence", "claimed": 8, "ruled": 9}]


@pytest.mark.rule("M4", "M45", "M46", "monster-slayer", "mighty-throw")
def test_blanks_lie_while_something_may_be_done_with_them() -> None:
    strong = {"talents": ["monster slayer", "mighty throw"], "range": 2}
    found = told(record("roll 5 4 0 0 1 0", "throw", "reroll 0 0: 5 0", "second 5 5: 5 4", attacker=strong))
    assert [step["dice"] for step in found["steps"]] == [[5, 4, 1, 0, 0, 0], [5, 4, 1, 0, 0, 0], [5, 5, 4, 1], [4, 1]]
    assert (found["wounds"], found["best"], found["retaliation"]) == (2, 2, False)
    late = record("roll 5 4 0 0 1 0", "throw", "reroll 0: 5", attacker=strong, throw_counts="after slayer")
    assert illegal(late) == (3, "monster-slayer")


@pytest.mark.rule("retaliation", "M42", "M45", "M80", "area-no-answer")
@pytest.mark.parametrize(
    ("more", "answered"),
    [
        ({}, True),
        ({"kind": "retaliation"}, False),
        ({"kind": "area"}, False),
        ({"situation": {"distance": 1}}, False),
        ({"situation": {"distance": 1, "as_if_there": True}}, True),
    ],
)
def test_13_what_may_be_answered(more: Data, answered: bool) -> None:
    assert told(record(attacker={"range": 2}, **more))["retaliation"] is answered


@pytest.mark.rule("M42", "M14", "destroyed")
def test_13_what_is_destroyed_doesnt_answer() -> None:
    found = told(record("roll 5 5 5 5 0 0", defender={"defence": 5, "vitality": 3}))
    assert (found["wounds"], found["vitality"], found["destroyed"], found["retaliation"]) == (4, 0, True, False)


@pytest.mark.rule("M45")
def test_16_what_is_thrown_answers_only_from_the_attackers_area() -> None:
    there: Data = {"distance": 1, "as_if_there": True}
    for still, answered in ((True, True), (False, False)):
        data = record(
            "roll 5 4 1 1 0 0",
            "throw",
            attacker={"talents": ["mighty throw"]},
            situation=there | {"still_reaches": still},
        )
        assert told(data)["retaliation"] is answered
    assert illegal(record("roll 5 4 1 1 1 0", "throw", attacker={"talents": ["mighty throw"]})) == (2, "mighty-throw")


@pytest.mark.rule("M19", "M20")
def test_an_attack_with_offence_0_rolls_nothing_and_may_be_answered() -> None:
    found = told(record("roll", attacker={"offence": 1}, modifiers=[{"why": "power Dread", "offence": -2}]))
    assert (found["legal"], found["offence"], found["wounds"], found["retaliation"]) == (True, 0, 0, True)


@pytest.mark.rule("M18", "M28")
def test_nothing_changes_between_the_assaults() -> None:
    archers: Data = {
        "type": "troop",
        "defence": 5,
        "miniatures": 2,
        "full": 4,
        "talents": ["phalanx"],
        "with": ["troop"],
        "terrain": "ruins",
    }
    guards = record(
        "roll 5 5 5 5 0 0",
        "throw",
        "second 5 5 5 5: 4 4 4 4",
        attacker={"talents": ["mighty throw"]},
        defender=archers | {"vitality": 2},
    )
    found = told(guards)  # neither the throw out of the ruins nor the first wounds lower the defence
    assert (found["defence"], found["wounds"], found["vitality"], found["destroyed"]) == (7, 4, 0, True)


@pytest.mark.rule("second-assault")
@pytest.mark.parametrize(
    "claim", [{"wounds": 2}, {"wounds": 0}, {"vitality": 3}, {"retaliation": False}, {"best": 4}]
)
def test_a_claim_that_an_illegal_step_leaves_unknown_is_no_dispute(claim: Data, tmp_path: Path) -> None:
    data = record("roll 5 4 4 1 0 0", "second 4: 3", "lift 8 by 1", claim=claim)
    found, (what,) = told(data), claim
    assert (found["disputes"], found["unchecked"]) == ([], [what])
    path = written(tmp_path, tomli_w.dumps(data))
    said = " ".join(run("judge", path, "--no-cost", code=1).stdout.split())
    assert f"The claim about {what} can't be checked past step 2." in said
    assert "the players say" not in said


def test_a_claim_of_dice_that_nobody_has_rolled_is_no_dispute() -> None:
    found = told(record(claim={"best": 1, "offence": 6}))
    assert (found["disputes"], found["unchecked"]) == ([], ["best"])


@pytest.mark.rule("M14", "wounds")
def test_12_a_troop_loses_miniatures_and_its_last_one_is_silent() -> None:
    archers: Data = {
        "type": "troop",
        "defence": 5,
        "miniatures": 4,
        "full": 4,
        "talents": ["phalanx"],
        "with": ["troop"],
    }
    whole = record("roll 5 5 5 5 0 0", defender=archers | {"vitality": 4})
    assert (told(whole)["defence"], told(whole)["vitality"]) == (6, 4)
    last = record(defender=archers | {"vitality": 1, "miniatures": 1})
    assert (told(last)["defence"], told(last)["vitality"]) == (5, 1)
    assert told(record("roll 5 5 5 5 0 0", defender={"vitality": 3, "defence": 5}))["vitality"] == 0


@pytest.mark.rule("wounds", "M61")
def test_12_the_window_of_a_unit_shows_the_line_of_its_vitality(tmp_path: Path) -> None:
    units: Data = {unit.kind: [UNITS.data_of(unit)] for unit in map(read_unit, UNIT_LINES)}
    written(tmp_path, tomli_w.dumps({"game": "mythic", "kind": "deck", **units}), "units.toml")
    data = record(defender={"vitality": 6}, deck="units.toml")
    data["defender"] = {"unit": "marsh serpent", "vitality": 6}
    found = BATTLES.judge(BATTLES.read(tmp_path / "a.toml", data), False).data()
    assert (found["defence"], found["vitality"]) == (7, 6)
    data["defender"]["vitality"] = 4
    assert judge(BATTLES.read(tmp_path / "a.toml", data)).ruled["defence"] == 6
    data["defender"] = {"unit": "Wall Guard", "miniatures": 1, "with": ["troop"]}
    assert judge(BATTLES.read(tmp_path / "a.toml", data)).ruled["defence"] == 7
    data["defender"] = {"unit": "Wall Guard", "with": ["troop"]}
    assert judge(BATTLES.read(tmp_path / "a.toml", data)).ruled["defence"] == 8
    for side, why in (
        ({"unit": "Marsh Serpnt"}, "did you mean Marsh Serpent"),
        ({"unit": "Marsh Serpent", "vitality": 8}, "has 7 at the start, not 8"),
        ({"unit": "Marsh Serpent", "offence": 8}, "offence stands on the sheet"),
    ):
        with pytest.raises(BadInput, match=why):
            BATTLES.read(tmp_path / "a.toml", data | {"defender": side})
    with pytest.raises(BadInput, match="name its file"):
        BATTLES.read(tmp_path / "a.toml", {**data, "deck": ""})


BAD: list[tuple[Data, str]] = [
    ({"kind": "attak"}, 'kind is "attak"; did you mean attack?'),
    ({"steps": ["rol 5"]}, 'step 1 ("rol 5"): can\'t read "rol 5"; did you mean roll'),
    ({"steps": ["roll 5 4"]}, 'step 1 ("roll 5 4"): 2 dice are too few; 6 are thrown'),
    ({"steps": ["roll 5 4 4 1 0 6"]}, "a die can't show 6"),
    ({"steps": ["roll 5 4 4 1 0 0", "second 5: 3 0"]}, "2 dice are too many; 1 is thrown"),
    ({"steps": ["roll 5 5 4 1 0 0", "second all: 3"]}, "1 die is too few; 2 are thrown"),
    ({"steps": ["roll 5 5 4 1 0 0", "second all: 3 0 5"]}, "3 dice are too many; 2 are thrown"),
    ({"steps": ["roll 5 4 4 1 0 0", "second 5", "lift 4 by 1"]}, "say what the dice show then"),
    ({"steps": ["roll 5 4 x 1 0 0"]}, 'can\'t read the die "x"'),
    ({"situation": {"distnace": 1}}, 'unknown key "distnace"; did you mean distance?'),
    ({"claim": {"wound": 1}}, 'unknown key "wound"; did you mean wounds?'),
    ({"modifiers": [{"why": ""}]}, "why"),
    ({"attacker": {"name": "A", "type": "hero"}}, "attacker: offence is missing"),
    ({"attacker": {"name": "A", "offence": 3}}, "attacker: type is missing"),
    ({"attacker": {"name": "A", "type": "hero", "offence": 3, "talents": ["archr"]}}, "did you mean archer?"),
    ({"attacker": {"name": "A", "type": "hero", "offence": 3, "terrain": "forrest"}}, "did you mean forest?"),
    ({"attacker": {"name": "A", "type": "hero", "offence": 3, "miniatures": 2}}, "miniatures and full are a troop's"),
    ({"attacker": {"name": "A", "type": "troop", "offence": 3, "miniatures": 2, "vitality": 3}}, "are 3 and 2"),
    ({"attacker": {"name": "A", "type": "troop", "offence": 3, "miniatures": 5, "full": 4}}, "has 4 at the start"),
    ({"attacker": {"name": "A", "type": "hero", "offence": 30}}, "it must be 20 or less"),
    ({"defender": {"name": "B", "type": "hero", "defence": 3}, "claim": {"vitality": 1}}, "needs the vitality of B"),
    ({"attacker": {"unit": "Ash Runner"}}, "name its file"),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_a_record_that_cant_be_used_says_why(change: Data, message: str) -> None:
    assert message in refused(record() | change)


def test_a_modifier_neednt_say_why() -> None:
    found = told(record("roll 5 4 1", attacker={"offence": 1}, modifiers=[{"offence": 2}]))
    assert found["offence"] == 3


def test_other_files_are_told_apart() -> None:
    assert "is the save of a game, not an attack record; go on with" in refused({"game": "mythic", "kind": "save"})
    assert "is a map" in refused({"game": "mythic", "kind": "map"})


@pytest.mark.rule("M15")
def test_the_json_of_the_odds() -> None:
    found = odds(record(attacker={"offence": 2}, defender={"defence": 4, "vitality": 2})).data()
    assert {name: found[name] for name in ("offence", "defence", "at_least", "mean", "destroyed", "now")} == {
        "offence": 2,
        "defence": 4,
        "at_least": ["1", "25/36", "1/9"],
        "mean": "29/36",
        "destroyed": "1/9",
        "now": None,
    }
    beyond = odds(record(attacker={"offence": 2}, defender={"defence": 4, "vitality": 3})).data()
    assert beyond["destroyed"] == "0"


@pytest.mark.rule("M15")
def test_the_odds_with_dice_on_the_table() -> None:
    fives = record("roll 5 5 5 1", attacker={"offence": 4}, defender={"defence": 6, "vitality": 3})
    now = odds(fives).data()["now"]
    assert (now["dice"], now["best"]) == ([5, 5, 5, 1], {"wounds": 2, "moves": ["lift 5 by 1", "lift 5 by 5"]})
    assert [way["moves"] for way in now["ways"]] == ["best", "second 5 5"]
    assert (now["destroyed"], now["ways"][1]["mean"]) == ("25/36", "8/3")
    after = odds(fives, "second 5 5: 1 2; best").data()["now"]
    assert (after["wounds"], after["at_least"]) == (3, ["1"] * 4)
    with pytest.raises(Illegal, match="only a five"):
        odds(fives, "second 1: 3")


def test_the_odds_of_an_attack_that_isnt_allowed() -> None:
    report = odds(record(situation={"distance": 1}))
    found = report.data()
    assert report.against
    assert found["illegal"]["step"] == 0
    assert [found[name] for name in ("offence", "defence", "at_least", "mean", "destroyed")] == [None] * 5


def test_a_claim_can_be_said() -> None:
    found = BATTLES.read(Path("attack.toml"), record("roll 5 5 5 5 0 0", defender={"defence": 5}))
    assert judge(with_claim(found, "wounds 4")).disputes == []
    assert judge(with_claim(found, "retaliation no")).disputes[0].ruled is True
    for said, why in (
        ("wonds 4", "did you mean wounds"),
        ("wounds many", "say a number"),
        ("destroyed 3", "yes or no"),
    ):
        with pytest.raises(BadInput, match=why):
            with_claim(found, said)


def test_exit_codes_and_one_object_a_line(tmp_path: Path) -> None:
    legal = written(tmp_path, FIRST.replace("wounds = 2", "wounds = 1"), "legal.toml")
    disputed = written(tmp_path, FIRST, "disputed.toml")
    broken = written(tmp_path, FIRST.replace("offence = 6", "offence = 7"), "broken.toml")
    assert json.loads(run("judge", legal, "--json").stdout)["disputes"] == []
    run("judge", disputed, "--json", code=1)
    both = run("judge", legal, broken, disputed, "--json", code=2)
    assert [json.loads(line)["legal"] for line in both.stdout.splitlines()] == [True, True]
    assert "6 dice are too few; 7 are thrown" in both.stderr.replace("\n", " ")
    assert "Wounds: the players say 2; it is 1." in run("judge", disputed, code=1).stdout
    assert json.loads(run("odds", legal, "--json").stdout)["destroyed"] == "2467/136048896"
    run("odds", written(tmp_path, FIRST.replace("distance = 0", "distance = 2")), "--json", code=1)


def test_odds_in_a_hurry() -> None:
    found = json.loads(run("odds", "--game", "mythic", "--offence", 2, "--defence", 4, "--json").stdout)
    assert (found["at_least"], found["mean"]) == (["1", "25/36", "1/9"], "29/36")
    lying = json.loads(run("odds", "--game", "mythic", "--defence", 8, "--dice", "5542100", "--json").stdout)
    assert lying["now"]["best"] == {"wounds": 1, "moves": ["lift 5 by 1 2 4"]}
    shown = run("odds", "--game", "mythic", "--defence", 6, "--dice", "5 5 5 1", "--vitality", 3).stdout
    assert "throw two 5s  1 wound 100%, kill 69%, 2.67 on average <- likeliest kill and most" in shown
    assert "1 or more   33.3%" in run("odds", "--game", "mythic", "--offence", 1, "--defence", 4).stdout
    for given, why in (
        (("--offence", 7), "--defence"),
        (("--offence", "x", "--defence", 8), "from 0 to 20"),
        (("--dice", "556", "--defence", 8), "can't show 6"),
        (("--dice", "55", "--offence", 3, "--defence", 8), "too few"),
        (("--offence", 3, "--defence", 8, "--ceiling", "six"), "none or five"),
    ):
        assert why in run("odds", "--game", "mythic", *given, code=2).stderr


def shown(data: Data, *, plain: bool) -> str:
    out = io.StringIO()
    BATTLES.judge(BATTLES.read(Path("attack.toml"), data), False).show(Screen(plain, out, 80))
    odds(data).show(Screen(plain, out, 80))
    return out.getvalue()


@pytest.mark.parametrize("plain", [True, False])
def test_what_people_read(plain: bool) -> None:
    text = shown(record("roll 5 5 4 1 0 0", claim={"wounds": 1, "retaliation": False}), plain=plain)
    for part in (
        "Ash Runner attacks Marsh Serpent: offence 6; defence 9.",
        "roll 5 5 4 1 0 0: 0 wounds, in hand 5 5 4 1",
        "Best: 0 wounds without another throw.",
        "Retaliation: the players say no; it is yes.",
        "Marsh Serpent may answer, with a card of its own.",
        "Average dice give 1 wound.",
        "throw two 5s",
    ):
        assert part in text
    assert "The attack isn't allowed" in shown(record(situation={"distance": 2}), plain=plain)


# --- refereed live --------------------------------------------------------------------------------------

SET_UP = """attack
Ash Runner: hero, offence 6, monster slayer, mighty throw, in forest, with troop and hero, without mighty throw
Marsh Serpent: monster, defence 9, vitality 5, aquatic
here
power Dread: offence -1; banner: range +1, offence +1
entered
"""


def played(folder: Path, text: str, name: str = "attack.toml", code: int = 0, **options: str) -> tuple[Path, str]:
    path, moves = folder / name, written(folder, text, "answers.moves")
    given = [word for key, value in options.items() for word in (f"--{key}", value)]
    done = run("battle", path, "--game", "mythic", "--moves", moves, "--plain", *given, code=code)
    return path, " ".join((done.stdout + done.stderr).split())


def test_an_attack_is_refereed_live_and_kept_as_its_record(tmp_path: Path) -> None:
    path, text = played(tmp_path, SET_UP + "5 4 4 1 0 0\nreroll 0 0\n5 0\nsecond 5 5\n3 0\nlift 8 by 4\n")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert data["steps"] == ["roll 5 4 4 1 0 0", "reroll 0 0: 5 0", "second 5 5: 3 0", "lift 8 by 4"]
    assert data["attacker"] == {
        "name": "Ash Runner",
        "type": "hero",
        "offence": 6,
        "talents": ["monster slayer", "mighty throw"],
        "terrain": "forest",
        "with": ["troop", "hero"],
        "unused": ["mighty throw"],
    }
    assert data["modifiers"] == [{"why": "power Dread", "offence": -1}, {"why": "banner", "offence": 1, "range": 1}]
    assert "Marsh Serpent: 1 wound, 4 left. It may answer, with a card of its own." in text
    found = json.loads(run("judge", path, "--json").stdout)
    assert (found["wounds"], found["best"], found["legal"]) == (1, 1, True)


def test_a_live_attack_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path, _ = played(tmp_path, SET_UP + "5 4 4 1 0 0\nlift 4 by 1, second 5 5\n")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert data["steps"] == ["roll 5 4 4 1 0 0", "lift 4 by 1", "second 5 5"]
    assert json.loads(run("judge", path, "--json").stdout)["steps"][-1] == {"step": 3, "dice": [5, 5, 4], "wounds": 0}
    played(tmp_path, "3 0\nbest\n")
    steps = tomllib.loads(path.read_text(encoding="utf-8"))["steps"]
    assert steps == ["roll 5 4 4 1 0 0", "lift 4 by 1", "second 5 5: 3 0", "lift 8 by 4", "done"]
    assert json.loads(run("judge", path, "--json").stdout)["wounds"] == 1
    again = run("battle", path, "--game", "mythic", "--plain", "--moves", written(tmp_path, "", "none.moves"))
    assert "check it any time" in " ".join(again.stdout.split())


def test_what_is_claimed_at_the_prompt_of_an_attack_stands_in_its_record(tmp_path: Path) -> None:
    """Of the dice as they lie only while they do."""
    path, _ = played(tmp_path, SET_UP + "claim offence 5\n5 4 4 1 0 0\nclaim wounds 3\nclaim wings 2\n")
    assert tomllib.loads(path.read_text(encoding="utf-8"))["claim"] == {"offence": 5, "wounds": 3}
    played(tmp_path, "lift 4 by 1, second 5 5\n")
    assert tomllib.loads(path.read_text(encoding="utf-8"))["claim"] == {"offence": 5}
    assert "it is 6" in run("judge", path, "--brief", code=1).stdout


def test_what_to_go_on_with_stays_on_one_line_and_can_be_copied(tmp_path: Path) -> None:
    path, _ = played(tmp_path, SET_UP + "5 4 4 1 0 0\nlift 4 by 1, second 5 5\n3 0\nbest\n")
    spaced = path.rename(tmp_path / f"our {'long ' * 12}attack.toml")
    ended = run("battle", spaced, "--game", "mythic", "--plain", "--moves", written(tmp_path, "", "none.moves"))
    (line,) = [line.strip() for line in ended.stdout.splitlines() if "referee judge" in line]
    assert shlex.split(line) == ["referee", "judge", str(spaced)]


def test_an_unfinished_set_up_is_kept(tmp_path: Path) -> None:
    begun, rest = SET_UP.splitlines(keepends=True)[:2], SET_UP.splitlines(keepends=True)[2:]
    path, _ = played(tmp_path, "".join(begun))
    assert "unfinished" in path.read_text(encoding="utf-8")
    played(tmp_path, "".join(rest) + "5 4 4 1 0 0\ndone\n")
    assert json.loads(run("judge", path, "--json").stdout)["steps"][-1]["wounds"] == 0


@pytest.mark.rule("mighty-throw", "M45", "M42")
def test_a_target_that_is_thrown_live(tmp_path: Path) -> None:
    text = SET_UP.replace(", without mighty throw", "").replace("here", "as if there")
    path, told = played(tmp_path, text + "4 1 1 0 0 0\nthrow\nno\ndone\n")
    assert "No answer: Marsh Serpent was thrown out of Ash Runner's area." in told
    assert tomllib.loads(path.read_text(encoding="utf-8"))["steps"] == ["roll 4 1 1 0 0 0", "throw", "done"]
    path, told = played(tmp_path, text + "4 1 1 0 0 0\nthrow\nyes\ndone\n", "other.toml")
    assert "It may answer" in told
    assert json.loads(run("judge", path, "--json").stdout)["retaliation"] is True


def test_dice_of_a_seed_and_average_dice(tmp_path: Path) -> None:
    text = SET_UP.removesuffix("entered\n")
    path, _ = played(tmp_path, text + "done\n", dice="rolled", seed="7")
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert (data["dice"], data["seed"], data["steps"][0].split()[0]) == ("rolled", 7, "roll")
    other, _ = played(tmp_path, text + "done\n", "other.toml", dice="rolled", seed="7")
    assert tomllib.loads(other.read_text(encoding="utf-8"))["steps"] == data["steps"]
    path, told = played(tmp_path, text.replace("monster slayer, ", ""), "average.toml", dice="average")
    assert "6 dice give 1 wound on average against defence 9." in told
    assert json.loads(run("judge", path, "--json").stdout)["wounds"] == 1


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("Ash Runner: hero, ofence 6", "did you mean offence 6"),
        ("Ash Runner: heroo, offence 6", "did you mean hero"),
        ("Ash Runner", "write it like Ash Runner: hero"),
        ("Ash Runner: hero, in forrest", "did you mean in forest"),
        ("Ash Runner: hero, with a dog", "dog"),
    ],
)
def test_a_side_that_cant_be_read_says_why(tmp_path: Path, line: str, why: str) -> None:
    assert why in played(tmp_path, f"attack\n{line}\n", code=2)[1]


def test_an_attack_that_isnt_allowed_is_refused_before_the_dice(tmp_path: Path) -> None:
    assert "is 2 areas away" in played(tmp_path, SET_UP.replace("here", "distance 2"), code=1)[1]


# --- the examples ---------------------------------------------------------------------------------------

RULED: dict[str, tuple[int, Data]] = {
    "answer": (0, {"wounds": 1, "offence": 5, "defence": 8, "best": 1, "retaliation": False}),
    "disputed": (1, {"wounds": 1, "best": 1, "vitality": 4, "retaliation": True}),
    "illegal": (1, {"wounds": 0, "best": 1, "defence": 9, "vitality": 2}),
    "odds": (0, {"range": 3, "offence": 8, "defence": 9, "best": None}),
    "slayer": (0, {"wounds": 1, "best": 1, "vitality": 5}),
    "thrown": (1, {"wounds": 2, "best": 2, "vitality": 2, "retaliation": False}),
}
"""What each example comes to: the exit code, and what is true of it."""


@pytest.mark.parametrize("name", RULED)
def test_the_examples_are_ruled_as_they_say(name: str) -> None:
    code, ruled = RULED[name]
    path = EXAMPLES / f"attack-{name}.toml"
    found = json.loads(run("judge", path, "--json", code=code).stdout)
    assert {what: found[what] for what in ruled} == ruled
    assert json.loads(run("odds", path, "--json", code=int(name == "illegal")).stdout)["at_least"][0] == "1"


def test_every_example_is_tried() -> None:
    assert {path.stem for path in EXAMPLES.glob("attack-*.toml")} == {f"attack-{name}" for name in RULED}


def test_a_side_is_typed_with_its_stats_as_they_are_printed() -> None:
    side = read_side("Ash Runner: hero, 6/7/1/2, close combat")
    assert (side.offence, side.defence, side.range) == (6, 7, 1)
    with pytest.raises(Unreadable, match="or all like 6/7/0/2"):
        read_side("Ash Runner: hero, 6/7")


def test_without_a_deck_a_comma_stands_for_the_colon_of_a_side() -> None:
    assert read_side("Ash Runner, hero, offence 6") == read_side("Ash Runner: hero, offence 6")
    assert read_side("Ash Runner, vitality 3", deck="units.toml").unit == "Ash Runner"
    with pytest.raises(Unreadable, match="like Marsh Serpent"):
        read_side("Storm Warden", like="Marsh Serpent: monster, defence 8")


@pytest.mark.parametrize(("text", "wounds"), [("wounds 2", 2), ("2 wounds", 2), ("1 wound", 1)])
def test_a_claim_is_said_with_its_number_first_too(text: str, wounds: int) -> None:
    assert claim_of(text) == ("wounds", wounds)
