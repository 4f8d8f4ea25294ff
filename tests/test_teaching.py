"""For newcomers: what each choice can do in the first turn, and the course of a turn."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from referee import games
from referee.cli import build
from referee.declaration.plain import screens_of
from referee.play import loop
from referee.play.notation import read_script
from referee.play.script import Script
from referee.rulebook.rules import rulebook
from referee.saves.save import read_save
from referee.saves.table import SavedTable
from referee.text.screen import Screen


def run(*words: object, code: int = 0) -> Result:
    result = CliRunner().invoke(build([str(words[0])]), [*map(str, words)])
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def begin(path: Path) -> Path:
    run(
        "new",
        path,
        "--teach",
        "--player",
        "Zoe:worker",
        "--player",
        "Yan:recruiter",
        "--locked",
        "norse, greek",
        "--draws",
        "table",
        "--dealt",
        "Zoe: Wolf, Imp, Owl",
        "--dealt",
        "Yan: Bear, Boar, Hen",
        "--yes",
    )
    return path


def told(path: Path, moves: str, capsys: pytest.CaptureFixture[str], *, teaching: bool = True) -> str:
    """What a table says while moves are made."""
    table = SavedTable(games.load("conjurers"), read_save(path), Screen(True))
    table.teaching = teaching
    loop.play(table, Script(read_script(moves), "moves"))
    return " ".join(capsys.readouterr().out.split())


def test_the_first_question_of_a_kind_comes_with_a_sentence_of_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    save = begin(tmp_path / "a.toml")
    capsys.readouterr()
    said = told(save, "place worker stone mine\nplace conjurer tavern", capsys)
    assert said.count("New: The start player places one figure") == 1


def test_without_newcomers_nothing_is_taught(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = begin(tmp_path / "a.toml")
    capsys.readouterr()
    assert "New:" not in told(save, "place worker stone mine", capsys, teaching=False)


def test_a_first_game_begins_with_its_goal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The goal, a turn, what to look out for, a good first turn: once, and not when the game goes on."""
    save = begin(tmp_path / "a.toml")
    capsys.readouterr()
    said = told(save, "place worker stone mine", capsys)
    for word in ("Goal: ", "A turn: ", "Look out: after turns 3, 6, 9 and 12", "A good first turn: "):
        assert said.count(word) == 1
    assert "Goal: " not in told(save, "place recruiter tavern", capsys)


@pytest.mark.parametrize("name", games.names())
def test_every_game_has_lines_for_newcomers(name: str) -> None:
    lines = rulebook(name).newcomers
    assert [line.partition(":")[0] for line in lines[:3:2]] == ["Goal", "Look out"]
    assert sum(-(-len(line) // 80) for line in lines) <= 10


def test_what_came_before_isnt_taught_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    save = begin(tmp_path / "a.toml")
    run("do", save, "place worker stone mine")
    capsys.readouterr()
    assert "New:" not in told(save, "place recruiter tavern", capsys)


@pytest.mark.parametrize(
    ("script", "words"),
    [
        ("prophecy/short-game.moves", ["A Chance card is drawn first", "once: stay, walk"]),
        ("mythic/short-game.moves", ["Discard an activation card", "simple: up to two"]),
    ],
)
def test_the_first_decision_of_each_kind_is_explained(
    script: str, words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Prophecy and Mythic Battles as well: the rule of each new kind of question once, and what can be done."""
    source = Path(__file__).parents[1] / "examples" / script
    for deck in source.parent.glob("*.toml"):
        shutil.copy(deck, tmp_path)
    begun, *moves = [line for line in source.read_text(encoding="utf-8").splitlines() if line[:1] not in ("", "#")]
    (tmp_path / "begin.moves").write_text(begun, encoding="utf-8")
    run("do", tmp_path / "a.toml", "--from", tmp_path / "begin.moves")
    capsys.readouterr()
    save = read_save(tmp_path / "a.toml")
    table = SavedTable(games.of(save.data, ""), save, Screen(True))
    table.teaching = True
    loop.play(table, Script(read_script("\n".join(move for move in moves[:8] if move != "draw")), "moves"))
    said = " ".join(capsys.readouterr().out.split())
    for word in words:
        assert f"New: {word}" in said or word in said
        assert said.count(f"New: {word}") <= 1


@pytest.mark.parametrize("name", games.names())
def test_every_lesson_is_a_rule(name: str) -> None:
    for lesson in screens_of(games.load(name)).lessons.values():
        assert lesson.rule in rulebook(name).entries


@pytest.mark.parametrize("name", games.names())
@pytest.mark.parametrize(
    "asked",
    ["how do i play", "how do we play this game?", "course of a turn", "what do i do on my turn", "How to play"],
)
def test_how_a_game_is_played_is_answered_with_the_course_of_a_turn(name: str, asked: str) -> None:
    found = rulebook(name).look_up(asked)
    assert found.by == "course"
    assert [entry.id for entry in found.entries] == list(rulebook(name).course)
    shown = run("rules", "--game", name, "--plain", *asked.split()).stdout
    assert f"How a turn of {rulebook(name).title} goes" in shown
    assert "1. " in shown
    assert len(shown.splitlines()) <= 24  # a screen


@pytest.mark.parametrize("asked", ["how do I play a card", "how to play with two players"])
def test_other_questions_of_playing_are_searched_for(asked: str) -> None:
    assert rulebook("conjurers").look_up(asked).by == "question"


@pytest.mark.parametrize("told_before", [True, False])
def test_the_goal_is_told_once(told_before: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Where the set-up has told it, the first turn has its lines for the board."""
    table = SavedTable(games.load("conjurers"), read_save(begin(tmp_path / "a.toml")), Screen(True))
    table.teaching, table.goal_told = True, told_before
    capsys.readouterr()
    loop.play(table, Script(read_script("place worker stone mine"), "moves"))
    said = " ".join(capsys.readouterr().out.split())
    assert said.count(rulebook("conjurers").newcomers[0]) == int(not told_before)
    assert "New: The start player" in said
