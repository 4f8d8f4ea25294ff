"""Backgammon, declared with `referee.game` alone, is played, refused, scored, judged and reckoned as any game is."""

from __future__ import annotations

import ast
import json
import random
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import referee
from referee import games
from referee.saves.save import OpenSave
from tests.made_up import answered, as_json, made_up, run, type_at

HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def _known(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with made_up("backgammon", tmp_path / "tables", monkeypatch):
        yield


def begun(path: Path, *options: str) -> Path:
    run("new", path, "--game", "backgammon", "--player", "Anna", "--player", "Bo", *options, "--yes")
    return path


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return begun(tmp_path / "match.toml")


def stand(save: Path, anna: dict[int, int], bo: dict[int, int]) -> None:
    """Put the men there, by hand and on the record: so many on each point, the rest off."""
    parts = []
    for name, men in (("Anna", anna), ("Bo", bo)):
        there = men | {0: 15 - sum(men.values())}
        places = {0: "off", 25: "bar"} | {at: f"{at}-point" for at in range(1, 25)}
        now = next(one for one in as_json("status", save)["players"] if one["name"] == name)["men"]
        parts += [f"{name} {places[at]} {there.get(at, 0)}" for at in places if now[at] != there.get(at, 0)]
    run("adjust", save, ", ".join(parts))


def at_dice(save: Path, dice: str, anna: dict[int, int], bo: dict[int, int]) -> None:
    """Anna has these dice to play from a position."""
    run("do", save, "3 1", "8/5 6/5", "roll", "3 1", "8/5 6/5")
    stand(save, anna, bo)
    run("do", save, "roll", dice)


def at_turn(dice: tuple[int, ...], mine: Mapping[int, int], theirs: Mapping[int, int]) -> Any:
    """A turn with these dice and men."""
    from tests.backgammon import Setup, Side, State, Turn

    sides = [Side(name, [men.get(at, 0) for at in range(26)]) for name, men in (("Anna", mine), ("Bo", theirs))]
    turn = Turn(Setup(("Anna", "Bo")), State(sides), [])
    turn.dice = dice
    return turn


def moves(save: Path) -> list[str]:
    return [move["move"] for move in as_json("next", save)["moves"]]


def men(save: Path) -> list[dict[int, int]]:
    return [{at: many for at, many in enumerate(one["men"]) if many} for one in as_json("status", save)["players"]]


# --- the turn -------------------------------------------------------------------------------------------


def test_the_higher_die_begins_and_the_dice_of_both_are_played(save: Path) -> None:
    assert "Bo plays 2 4" in run("do", save, "3 3", "2 4").stdout
    assert len(moves(save)) == 18
    assert "Bo plays 8/4 6/4." in run("do", save, "8/4 6/4").stdout
    assert men(save)[1] == {24: 2, 13: 5, 8: 2, 6: 4, 4: 2}
    assert "Anna: roll or double" in run("next", save).stdout


def test_a_sum_of_the_dice_isnt_enough(save: Path) -> None:
    assert "1 die is too few; 2 are thrown\n" in run("do", save, "4", code=2).stderr
    assert "write them like 6 5" in run("do", save, "=7", code=2).stderr


@pytest.mark.parametrize(
    "typed",
    [
        "13/8/3(2)",
        "13/3(2)",
        "play 13/8 13/8 8/3 8/3",
        "8/3 8/3 13/8 13/8",
        "13/8*/3* 13/8, 8/3",
        "13/8(2), 8/3(2)",
    ],
)
def test_a_play_is_typed_as_players_write_it_and_recorded_in_one_way(save: Path, typed: str) -> None:
    run("do", save, "3 1", "8/5 6/5", "roll", "55", typed)
    assert "play 13/8 13/8 8/3 8/3" in run("log", save, "--moves").stdout.splitlines()[-1]


@pytest.mark.parametrize(
    ("typed", "recorded", "bar"),
    [
        ("13/7", "play 13/11 11/7", 0),
        ("13/9*/7", "play 13/9 9/7", 1),
    ],
)
def test_a_man_hits_on_its_way_only_where_that_is_said(save: Path, typed: str, recorded: str, bar: int) -> None:
    at_dice(save, "4 2", {13: 15}, {16: 1, 1: 14})
    run("do", save, typed)
    assert recorded in run("log", save, "--moves").stdout
    assert men(save)[1].get(25, 0) == bar


def test_dice_of_the_program_are_the_same_again(tmp_path: Path) -> None:
    first, second = (begun(tmp_path / name, "--dice", "rolled", "--seed", "7") for name in ("a.toml", "b.toml"))
    assert moves(first) == moves(second) != []


# --- what can be played ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dice", "anna", "bo", "typed", "why"),
    [
        ("4 2", {24: 2, 13: 13}, {5: 2, 1: 13}, "24/20 13/11", "2 men hold 20 (Held points"),
        ("4 2", {24: 2, 13: 13}, {7: 3, 5: 2, 1: 10}, "24/18", "3 men hold 18 (Held points"),
        ("4 2", {24: 2, 13: 13}, {1: 15}, "24/20 13/9", "4 2 don't go there (The dice"),
        ("4 2", {24: 2, 13: 13}, {1: 15}, "24/20", "more of 4 2 can be played (As many dice"),
        ("4 2", {24: 2, 13: 13}, {1: 15}, "23/19 13/11", "none of your men is on 23 (Moving"),
        ("4 2", {25: 1, 13: 14}, {1: 15}, "13/9 13/11", "a man on the bar comes in first (From the bar"),
        ("6 5", {13: 1, 6: 14}, {24: 15}, "6/off 6/1", "a man isn't home yet (Bearing off"),
        ("5 1", {6: 2, 4: 1}, {24: 15}, "4/off 6/5", "with a 5 the man farthest back goes first (Bearing off"),
        ("6 5", {24: 1}, {12: 2, 24: 13}, "24/19", "only one die can be played, and so it is the 6 (One die"),
    ],
)
def test_a_play_that_isnt_legal_is_refused_with_its_rule(
    save: Path, dice: str, anna: dict[int, int], bo: dict[int, int], typed: str, why: str
) -> None:
    at_dice(save, dice, anna, bo)
    assert why in run("do", save, typed, code=1).stderr


@pytest.mark.parametrize(
    ("dice", "anna", "bo", "legal"),
    [
        ("6 5", {25: 2, 6: 13}, {6: 2, 5: 2, 1: 11}, ["no play"]),
        ("6 5", {25: 2, 6: 13}, {5: 2, 1: 13}, ["play bar/19"]),
        ("6 5", {25: 1, 6: 14}, {6: 2, 1: 13}, ["play bar/20 20/14"]),
        ("3 3", {8: 2}, {22: 2, 24: 13}, ["play 8/5 8/5 5/2 5/2"]),
        ("6 5", {24: 1}, {12: 2, 24: 13}, ["play 24/18"]),
        ("6 1", {10: 1, 8: 1}, {21: 2, 24: 13}, ["play 8/2 10/9", "play 10/9 9/3"]),
        ("6 1", {2: 1, 1: 1}, {24: 15}, ["play 2/off 1/off"]),
    ],
)
def test_all_plays_of_a_roll_are_listed(
    save: Path, dice: str, anna: dict[int, int], bo: dict[int, int], legal: list[str]
) -> None:
    from tests.backgammon import PLAYS

    shown = [int(die) for die in dice.split()]
    turn = at_turn(tuple(shown * 2 if len(set(shown)) == 1 else shown), anna, bo)
    assert [option.text for option in PLAYS.options(turn)] == legal


def test_a_program_gets_plays_as_data_and_makes_them_so(save: Path) -> None:
    run("do", save, "3 1")
    point = {"move": "play", "hops": [{"start": "8", "end": "5"}, {"start": "6", "end": "5"}]}
    assert point in [move["as"] for move in as_json("next", save)["moves"]]
    run("do", save, "--json", json.dumps(point))
    assert men(save)[0] == {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}


def test_what_a_man_cant_do_is_closed_with_its_rule() -> None:
    from tests.backgammon import PLAYS

    found = PLAYS.closed(at_turn((4, 6), {24: 1, 6: 14}, {5: 2, 24: 13}))
    assert [(one.text, one.detail, one.rule) for one in found] == [
        ("play 24/20", "2 men hold 20", "blocked"),
        ("play 6/off", "a man isn't home yet", "bearing-off"),
        ("no play", "more of 4 6 can be played", "all-dice"),
    ]


def test_at_the_prompt_a_line_has_several_answers(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = ("3 1; 8/5 6/5", "dou; ta; 3 1", "8/5 6/5", "roll; 42; 8/4* 6/4")
    table = type_at(save, monkeypatch, *lines)
    assert table.session.present.cube == 2
    assert answered(save)[-3:] == ["roll", "4 2", "play 8/4 6/4"]


def test_an_entry_is_amended(save: Path) -> None:
    run("do", save, "3 1", "8/5 6/5", "roll", "4 2", "8/4 6/4")
    run("amend", save, 1, "3 1 [24/20]")
    assert men(save)[0] == {24: 1, 20: 1, 13: 5, 8: 3, 6: 5}
    assert men(save)[1] == {24: 2, 13: 5, 8: 2, 6: 4, 4: 2}


def reached(dice: list[int], mine: dict[int, int], theirs: dict[int, int]) -> set[tuple[int, tuple[Any, ...]]]:
    """All positions after dice in this order, with how many were played; by other means than the game."""
    found: set[tuple[int, tuple[Any, ...]]] = {(0, (*sorted(mine.items()), None, *sorted(theirs.items())))}
    for at in [at for at in mine if at > 0] if dice else []:
        to, home = at - dice[0], max(mine) <= 6
        if (25 in mine and at != 25) or (to > 0 and theirs.get(25 - to, 0) > 1):
            continue
        if to <= 0 and not (home and (to == 0 or at == max(mine))):
            continue
        left, others = dict(mine), dict(theirs)
        for men_of, place, by in ((left, at, -1), (left, max(to, 0), 1)):
            men_of[place] = men_of.get(place, 0) + by
        if to > 0 and others.pop(25 - to, 0):
            others[25] = others.get(25, 0) + 1
        after = reached(dice[1:], {a: b for a, b in left.items() if b}, others)
        found |= {(played + 1, there) for played, there in after}
    return found


def test_the_plays_of_any_roll_are_those_found_by_trying_all() -> None:
    chance = random.Random(5)
    for number in range(300):
        far = chance.choice((6, 12, 24, 25))
        mine = Counter(chance.choices(range(number % 2, far + 1), k=chance.choice((2, 3, 15))))
        free = [at for at in range(26) if not (0 < at < 25 and mine[25 - at])]
        theirs = Counter(chance.choices(free, k=15)) if free else Counter({0: 15})
        dice = [chance.randint(1, 6), chance.randint(1, 6)]
        orders = [dice, dice[::-1]] if dice[0] != dice[1] else [dice * 2]
        played = [reached(order, +mine, +theirs) for order in orders]
        most = max(many for one in played for many, _ in one)
        legal = {there for one in played for many, there in one if many == most}
        if most == 1 and len(orders) == 2:
            high = {there for many, there in played[dice[1] > dice[0]] if many == 1}
            legal = high or legal
        found = {
            (*((at, n) for at, n in enumerate(one) if n), None, *((at, n) for at, n in enumerate(other) if n))
            for one, other in at_turn(tuple(orders[0]), mine, theirs).plays.values()
        }
        assert found == legal


def test_a_match_of_random_plays_ends_and_leads_there_again(tmp_path: Path) -> None:
    save = begun(tmp_path / "match.toml", "--dice", "rolled", "--seed", "7", "--to", "2")
    open_save: OpenSave[Any] = OpenSave(games.load("backgammon"), save)
    session, chance = open_save.session, random.Random(1)
    session.force()
    while (question := session.question) is not None:
        session.answer("roll" if question.key == "turn" else chance.choice(question.options()).text)
        assert [sum(side.men) for side in session.present.players] == [15, 15]
    assert len(session.steps) > 100
    open_save.save()
    assert "agree" in run("verify", save).stdout
    assert as_json("score", save)["decided_by"] == "points"


# --- the cube and the score -----------------------------------------------------------------------------


def test_whoever_owns_the_cube_alone_may_double(save: Path) -> None:
    told = run("do", save, "3 1", "8/5 6/5", "double", "take", "3 1", "8/5 6/5").stdout
    assert "The table plays for 2 now (Anna takes it)." in told
    assert (as_json("status", save)["cube"], as_json("status", save)["owner"]) == (2, 0)
    run("do", save, "roll", "2 1", "13/10")
    assert "Anna owns the cube (The doubling cube" in run("do", save, "double", code=1).stderr
    run("do", save, "roll", "2 1", "13/10")
    assert "double  (to 4)" in run("next", save).stdout
    assert "Anna wins a single game: 2 more." in run("do", save, "double", "drop").stdout
    assert "Anna's die, then Bo's" in run("next", save).stdout
    run("do", save, "3 1")
    assert (as_json("status", save).get("cube", 1), men(save)[0]) == (1, {24: 2, 13: 5, 8: 3, 6: 5})


def test_without_the_cube_nobody_doubles(tmp_path: Path) -> None:
    save = begun(tmp_path / "match.toml", "--no-cube")
    run("do", save, "3 1", "8/5 6/5")
    assert moves(save) == ["roll"]
    assert "played without the cube (Without" in run("do", save, "double", code=1).stderr


@pytest.mark.parametrize(
    ("bo", "kind", "points"),
    [
        ({6: 14}, "single", 1),
        ({6: 15}, "gammon", 2),
        ({6: 14, 19: 1}, "backgammon", 3),
        ({6: 14, 25: 1}, "backgammon", 3),
        ({6: 14, 18: 1}, "gammon", 2),
        ({6: 13, 25: 1}, "single", 1),
    ],
)
def test_gammon_and_backgammon_count_more(save: Path, bo: dict[int, int], kind: str, points: int) -> None:
    at_dice(save, "6 5", {1: 1}, bo)
    assert f"Anna wins a {kind} game: {points} more." in run("do", save, "1/off").stdout
    found = as_json("score", save)["players"][0]
    assert (found["points"], found["won"]) == (f"{points} of 5", kind)


def test_the_match_ends_at_the_points_agreed_on(tmp_path: Path) -> None:
    save = begun(tmp_path / "match.toml", "--to", "2")
    run("do", save, "3 1", "8/5 6/5", "double", "take", "3 1", "8/5 6/5")
    assert "Nothing is decided yet." in run("score", save).stdout
    run("do", save, "double", "drop")
    assert "Anna has the points and wins." in run("score", save).stdout
    assert "after the end" in run("do", save, "roll", code=2).stderr


# --- the log, why, and odds -----------------------------------------------------------------------------


def test_a_play_is_taken_back_and_the_hands_are_told(save: Path) -> None:
    run("do", save, "3 1", "8/5 6/5", "roll", "3 1", "8/5 6/5")
    told = run("undo", save).stdout
    assert "put 1 on 8-point" in told
    assert "take 2 on 5-point away" in told
    run("redo", save)
    assert men(save)[1] == {24: 2, 13: 5, 8: 2, 6: 4, 5: 2}


def test_why_tells_the_arithmetic_and_the_rules(save: Path) -> None:
    at_dice(save, "6 5", {12: 1, 2: 1}, {24: 1, 23: 14})
    run("do", save, "12/1*")
    told = run("why", save).stdout
    assert "0 + 1 = 1 bar" in told
    assert "a blot, goes to the bar" in told


def test_every_screen_has_the_men(save: Path) -> None:
    for command in ("status", "watch"):
        told = run(command, save, *(["--plain", "--once"] if command == "watch" else [])).stdout
        assert "Anna: 24-point 2, 13-point 5, 8-point 3, 6-point 5" in told


def test_a_position_that_cant_be_is_refused(save: Path) -> None:
    assert "Anna has 14 men; it must be 15" in run("adjust", save, "Anna 6-point 4", code=2).stderr


def test_an_illegal_play_in_a_log_is_told_with_its_rule(save: Path) -> None:
    run("do", save, "4 2", "8/4 6/4", "roll", "6 3", "24/15")
    assert "agree" in run("verify", save).stdout
    save.write_text(save.read_text().replace("play 8/4 6/4", "play 24/21 13/11"))
    told = run("verify", save, code=2).stderr
    assert "entry 1 (4 2): 4 2 don't go there (The dice, p. 1). Mend that line" in told


def test_an_illegal_play_in_a_script_is_told_with_its_rule(save: Path, tmp_path: Path) -> None:
    run("do", save, "4 2", "8/4 6/4", "roll", "6 3", "24/15")
    script = tmp_path / "match.moves"
    script.write_text(run("log", save, "--moves").stdout)
    run("do", tmp_path / "again.toml", "--from", script)
    assert men(tmp_path / "again.toml") == men(save)
    script.write_text(script.read_text().replace("24/18 18/15", "13/12 13/5"))
    told = run("do", tmp_path / "wrong.toml", "--from", script, code=1).stderr
    assert "6 3 don't go there (The dice, p. 1)" in told


@pytest.mark.parametrize(
    ("distance", "rolls"),
    [
        (1, 11),
        (2, 12),
        (3, 14),
        (4, 15),
        (5, 15),
        (6, 17),
        (7, 6),
        (8, 6),
        (9, 5),
        (10, 3),
        (11, 2),
        (12, 3),
        (13, 0),
        (15, 1),
        (16, 1),
        (18, 1),
        (20, 1),
        (24, 1),
    ],
)
def test_the_rolls_that_hit_a_blot(distance: int, rolls: int) -> None:
    assert as_json("odds", "--game", "backgammon", "--distance", distance)["rolls"] == rolls


def test_points_that_are_held_take_rolls_away() -> None:
    told = run("odds", "--game", "backgammon", "--distance", 6, "--held", "4,2").stdout
    assert "14 of 36 rolls hit a blot 6 away" in told
    assert "--distance takes a number" in run("odds", "--game", "backgammon", "--distance", 0, code=2).stderr


def test_who_wants_odds_of_a_battle_is_told_what_there_is_instead(save: Path) -> None:
    told = run("odds", save, code=2).stderr
    assert "Backgammon has no battles of its own, so there are no odds of one" in told
    assert f"check its log with: referee judge {save}" in told
    assert "odds of numbers alone: referee odds --game backgammon --help" in told


# --- the record is judged -------------------------------------------------------------------------------

LOG = ["4 2 [8/4 6/4]", "roll [6 3 / 24/15]", "claim Bo bar 0, Anna 4-point 2"]


def record(folder: Path, *log: str) -> Path:
    path = folder / "record.toml"
    path.write_text(f'game = "backgammon"\nlog = {json.dumps(log)}\n[setup]\nplayers = ["Anna", "Bo"]\n')
    return path


def test_a_record_that_is_right_stands(tmp_path: Path) -> None:
    path = record(tmp_path, *LOG)
    assert run("judge", path).stdout.splitlines() == [
        f"record.toml · {len(LOG)} entries",
        "Nothing is illegal or claimed wrongly.",
    ]
    assert as_json("judge", path) == {
        "game": "backgammon",
        "legal": True,
        "illegal": None,
        "disputes": [],
        "entries": LOG,
        "over": False,
        "winners": [],
    }


def test_an_illegal_entry_of_a_record_is_told_with_its_rule_and_play_stops(tmp_path: Path) -> None:
    path = record(tmp_path, LOG[0], "roll [6 3 / 13/12 13/5]", "roll")
    told = run("judge", path, code=1).stdout
    assert "illegal: 6 3 don't go there (The dice, p. 1)\n  legal: " in told
    found = json.loads(run("judge", path, "--json", code=1).stdout)
    assert found["illegal"] == {
        "entry": 2,
        "move": "roll [6 3 / 13/12 13/5]",
        "reason": "6 3 don't go there",
        "ruling": "dice",
    }
    assert len(found["entries"]) == 2


def test_a_wrong_claim_is_told_with_what_is_so(tmp_path: Path) -> None:
    path = record(tmp_path, *LOG[:2], "claim Bo off 1, anna 4-point 2, cube 2", "double")
    told = run("judge", path, "--brief", code=1).stdout
    assert told.splitlines()[1:4] == [
        "entry 3  claim Bo off 1, anna 4-point 2, cube 2",
        "  disputed: Bo off is 0, not 1",
        "  disputed: cube is 1, not 2",
    ]
    found = json.loads(run("judge", path, "--json", code=1).stdout)
    assert found["disputes"][0] == {"entry": 3, "of": "Bo off", "claimed": 1, "ruled": 0}


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("claim Bo wings 3", '.toml, entry 1: no count is called "Bo wings"'),
        ("claim Bo off", "write it like claim "),
        ("7 3", "a die can't show 7"),
        ("dance", '.toml, entry 1: "dance" doesn\'t answer'),
    ],
)
def test_a_record_that_cant_be_read_is_no_verdict(tmp_path: Path, entry: str, why: str) -> None:
    assert why in run("judge", record(tmp_path, entry), code=2).stderr


def test_a_save_is_judged_by_its_log_and_its_state_is_the_last_claim(save: Path) -> None:
    run("do", save, "4 2", "8/4 6/4", "roll", "6 3", "24/15")
    assert "Nothing is illegal" in run("judge", save).stdout
    written = save.read_text()
    save.write_text(written.replace("turn = 3", "turn = 4"))
    assert "disputed: turn is 3, not 4" in run("judge", save, code=1).stdout
    save.write_text(written.replace("play 8/4 6/4", "play 24/21 13/11"))
    found = json.loads(run("judge", save, "--json", code=1).stdout)
    assert (found["illegal"]["entry"], found["illegal"]["ruling"]) == (1, "dice")
    assert "Nothing is illegal" not in run("judge", save, 1, code=1).stdout
    assert "numbered from 1 to 2" in run("judge", save, 7, code=2).stderr


def test_a_program_has_the_verdict_too(tmp_path: Path) -> None:
    assert not referee.judge(record(tmp_path, *LOG)).against
    assert referee.judge(record(tmp_path, LOG[0], "claim Bo off 3")).against


def test_the_rules_are_counted_and_asked_in_plain_words() -> None:
    assert "12 rules and 1 ruling\n" in run("rules", "--game", "backgammon").stdout
    assert "The doubling cube" in run("rules", "--game", "backgammon", "how does a turn go").stdout
    assert "Bearing off" in run("rules", "--game", "backgammon", "when do men go off").stdout


# --- how it is declared ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["backgammon", "race", "siege"])
def test_a_game_is_declared_with_one_face(game: str) -> None:
    tree = ast.parse((HERE / f"{game}.py").read_text(encoding="utf-8"))
    modules = [node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    assert {module for module in modules if module and module.startswith("referee")} == {"referee.game"}


def test_the_page_that_walks_through_it_shows_it_as_it_is(tmp_path: Path) -> None:
    page = (HERE.parent / "referee" / "games" / "README.md").read_text(encoding="utf-8")
    (tmp_path / "record.toml").write_text(re.findall(r"```toml\n(.*?)```", page, re.DOTALL)[-1])
    assert not referee.judge(tmp_path / "record.toml").against
    kinds = {"python": [HERE / "backgammon.py"], "toml": [HERE / "backgammon_rules.toml", tmp_path / "record.toml"]}
    blocks = re.findall(r"```(\w+)\n(.*?)```", page, re.DOTALL)
    assert len(blocks) > 10
    for kind, block in blocks:
        assert any(block in path.read_text(encoding="utf-8") for path in kinds[kind]), block
    assert [name for name in re.findall(r"tests/\w+\.\w+", page) if not (HERE.parent / name).exists()] == []


def test_it_is_declared_in_few_lines() -> None:
    assert len((HERE / "backgammon.py").read_text(encoding="utf-8").splitlines()) <= 250
