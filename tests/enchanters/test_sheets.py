"""`referee score --game enchanters` without a save: a count by questions, and the same sheet on file."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from referee.errors import Unreadable
from referee.games.enchanters.scores import NUMBERS, _numbers_question, read_counts
from referee.text.names import numbers_by_name
from tests.enchanters.test_commands import EXAMPLES, run

ANSWERS = "Anna, Bo and Cleo\nDwarfburg\n3 2 28 5 6\n8\nmonsters 11, wounds 25\n0\n0\n4\n"


def ask(tmp_path: Path, answers: str, *options: str, code: int = 0) -> Any:
    moves = tmp_path / "answers.moves"
    moves.write_text(answers, encoding="utf-8")
    return run("score", "--game", "enchanters", "--moves", moves, *options, code=code)


@pytest.mark.rule("glory", "wound-glory", "village-glory", "E-aa")
def test_a_count_by_questions_is_scored_and_kept(tmp_path: Path) -> None:
    """Anna: 3 + 2 + 28 + 5 less 6 wounds, and 8 for her defence in Dwarfburg: 40. Bo: 11 - 25. Cleo: 4."""
    sheet = tmp_path / "score.toml"
    scored = json.loads(ask(tmp_path, ANSWERS, "--save", str(sheet), "--json").stdout)
    assert [player["total"] for player in scored["players"]] == [40, -14, 4]
    assert scored["players"][0] | {"lines": []} == {
        "name": "Anna",
        "total": 40,
        "items": 3,
        "enchantments": 2,
        "monsters": 28,
        "dragons": 5,
        "wounds": -6,
        "village": 8,
        "lines": [],
    }
    assert [(line["category"], line["text"], line["rules"]) for line in scored["players"][0]["lines"]] == [
        *((pile, f"all {pile}", ["glory", "E-z"]) for pile in ("items", "enchantments", "monsters", "dragons")),
        ("wounds", "6 at -1", ["wound-glory"]),
        ("village", "Dwarfburg: 8 defence, 1 for every defence", ["village-glory", "E-aa"]),
    ]
    assert (scored["winners"], scored["decided_by"]) == (["Anna"], "total")
    assert json.loads(run("score", sheet, "--json").stdout) == scored
    assert "Dwarfburg: 8 defence" in run("score", sheet).stdout


def test_an_unfinished_count_is_gone_on_with(tmp_path: Path) -> None:
    sheet = tmp_path / "score.toml"
    lines = ANSWERS.splitlines(keepends=True)
    ask(tmp_path, "".join(lines[:3]), "--save", str(sheet))
    assert "unfinished" in tomllib.loads(sheet.read_text(encoding="utf-8"))
    ask(tmp_path, "".join(lines[3:]), "--save", str(sheet))
    assert tomllib.loads(sheet.read_text(encoding="utf-8"))["players"][0]["counted"] == {"defence": 8}


@pytest.mark.rule("E-ab")
@pytest.mark.parametrize(
    ("tie", "winners", "by"), [("shared", ["Anna", "Bo"], "shared"), ("fewest wounds", ["Bo"], "wounds")]
)
def test_of_players_who_are_level_it_is_asked_who_wins(tmp_path: Path, tie: str, winners: list[str], by: str) -> None:
    scored = json.loads(ask(tmp_path, f"Anna, Bo\nnone\nmonsters 9, wounds 3\nmonsters 6\n{tie}\n", "--json").stdout)
    assert (scored["winners"], scored["decided_by"]) == (winners, by)


@pytest.mark.rule("E-ab")
@pytest.mark.parametrize(
    ("wounds", "told"),
    [
        ((0, 1), "Anna and Bo have the fewest wounds and share the win (E-ab)."),
        ((1, 1), "Anna has the fewest wounds and wins (E-ab)."),
    ],
)
def test_who_wins_of_players_who_are_level_is_told(tmp_path: Path, wounds: tuple[int, int], told: str) -> None:
    bo, cleo = (f"monsters {6 + many}, wounds {many}" for many in wounds)
    lines = ["Anna, Bo, Cleo", "none", "monsters 6", bo, cleo, "fewest wounds"]
    said = " ".join(ask(tmp_path, "\n".join(lines)).stdout.split())
    assert f"Anna, Bo and Cleo are level at 6 glory; {told}" in said
    level = ["Anna, Bo", "none", "monsters 6", "items 6", "shared"]
    assert "Anna and Bo share the win, level at 6 glory (E-ab)." in ask(tmp_path, "\n".join(level)).stdout


@pytest.mark.parametrize(
    ("answers", "told"),
    [
        ("Anna\n", "this game is for 2 to 6 players; you named 1"),
        ("A, B, C, D, E, F, G\n", "this game is for 2 to 6 players; you named 7"),
        ("Anna, Bo\nDwarfburg\nitems 1\nmany\n", "write how much defence Anna has, as a number"),
    ],
)
def test_what_cant_be_counted_is_refused(tmp_path: Path, answers: str, told: str) -> None:
    assert told in ask(tmp_path, answers, code=2).stderr


def test_a_sheet_names_no_cards(tmp_path: Path) -> None:
    ask(tmp_path, ANSWERS, "--save", str(sheet := tmp_path / "score.toml"))
    told = run("score", sheet, "--deck", EXAMPLES / "sample-deck.toml", code=2).stderr
    assert "its sheet names no cards; leave out --deck" in told


@pytest.mark.rule("wound-glory")
def test_wounds_are_counted_as_markers(tmp_path: Path) -> None:
    told = ask(tmp_path, "Anna, Bo\nnone\nmonsters 11, wounds -6\n", code=2)
    assert "wounds are counted: write how many markers" in told.stderr


@pytest.mark.rule("glory")
def test_what_was_counted_is_written_without_what_is_nothing() -> None:
    write = _numbers_question("Anna").write
    assert write is not None
    assert (write({"items": 3, "monsters": 0, "wounds": 2}), write({"items": 0})) == ("items 3, wounds 2", "0")


@pytest.mark.rule("village-glory")
def test_what_a_village_counts_is_asked_for_once_and_its_wounds_not_again(tmp_path: Path) -> None:
    village = "glory 1 per 2 monsters, glory 1 per 3 monsters, glory -1 per 1 wound"
    answers = f"Anna, Bo\n{village}\nmonsters 9, wounds 2\n6\nitems 1\n0\n"
    scored = json.loads(ask(tmp_path, answers, "--json").stdout)
    assert [player["total"] for player in scored["players"]] == [9 - 2 + 3 + 2 - 2, 1]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3 2 28 5 6", {"items": 3, "enchantments": 2, "monsters": 28, "dragons": 5, "wounds": 6}),
        ("3, 2, 28, 5, 6", {"items": 3, "enchantments": 2, "monsters": 28, "dragons": 5, "wounds": 6}),
        ("monsters 28 and wounds 6", {"monsters": 28, "wounds": 6}),
        ("28 mon, 6 w", {"monsters": 28, "wounds": 6}),
        ("Items -1", {"items": -1}),
        ("items \N{MINUS SIGN}1", {"items": -1}),
        ("0", {"items": 0}),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, found: dict[str, int]) -> None:
    assert numbers_by_name(text, NUMBERS, "monsters 28") == found


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "write 5 numbers"),
        ("3 2 28 5", "can't read"),
        ("28", "write 5 numbers"),
        ("goats 3", 'no pile is called "goats"'),
        ("monsters 3, monsters 4", "monsters is named twice"),
        ("items wounds", "can't read"),
    ],
)
def test_what_isnt_a_count_is_refused(text: str, told: str) -> None:
    with pytest.raises(Unreadable, match=told):
        numbers_by_name(text, NUMBERS, "monsters 28")


@pytest.mark.rule("village-glory")
def test_a_village_counts_as_it_says() -> None:
    assert [effect.per.words for effect in read_counts("Dwarfburg") if effect.per] == ["defence"]
    assert read_counts("glory 1 per 2 monsters") == read_counts("end: glory 1 per 2 monsters")
    assert read_counts("none") == read_counts("Normaltown") == []
    with pytest.raises(Unreadable, match="write what the village counts"):
        read_counts("a lovely place")
    with pytest.raises(Unreadable, match="did you mean Dwarfburg"):
        read_counts("Dwarfbrg")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (
            '[[players]]\nname = "Anna"\n',
            "Enchanters is played by 2 to 6; the sheet has 1 player, each under [[players]]",
        ),
        ('[[players]]\nname = "Anna"\n[[players]]\nname = "anna"\n', "Anna has that name already"),
        (
            'village = "Dwarfburg"\n[[players]]\nname = "Anna"\n[[players]]\nname = "Bo"\n',
            "counted.defence is missing",
        ),
        (
            '[[players]]\nname = "Anna"\ncounted = { defence = 3 }\n[[players]]\nname = "Bo"\n',
            "the village doesn't count defence",
        ),
        (
            'village = "Dwarfburg"\n'
            '[[players]]\nname = "Anna"\ncounted = { defense = 3 }\n[[players]]\nname = "Bo"\n',
            "Anna: the village doesn't count defense; did you mean defence?",
        ),
        (
            'village = "glory 1 per 2 wounds"\n'
            '[[players]]\nname = "Anna"\nwounds = 4\ncounted = { wounds = 4 }\n[[players]]\nname = "Bo"\n',
            "Anna: wounds are counted where they stand; leave out counted.wounds",
        ),
        ('[[players]]\nname = "Anna"\nmonster = 3\n[[players]]\nname = "Bo"\n', "monster"),
        ("", "is neither a save nor a score sheet of Enchanters"),
    ],
)
def test_a_sheet_that_cant_be_used_is_refused(tmp_path: Path, text: str, told: str) -> None:
    sheet = tmp_path / "score.toml"
    sheet.write_text(f'game = "enchanters"\n{text}', encoding="utf-8")
    result = run("score", sheet, code=2)
    assert told in result.stderr
    assert str(sheet) in result.stderr
