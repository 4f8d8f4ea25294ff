"""`referee score` without a file: the sheet is asked for, kept, and scored."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from referee.cli import build
from referee.errors import Unreadable
from referee.games.conjurers.cards.cards import Deck, load_deck
from referee.games.conjurers.scores.ask import read_creatures
from referee.games.conjurers.scores.score import HeldCreature

DECK = Path(__file__).parents[2] / "examples" / "sample-deck.toml"
ANSWERS = """\
2
Anna
Bo
1 1 b2 b3 n34
grail, mjol
16 wood 5 stone, 3 diamond
4
none
none
none
none
"""


def ask(moves: Path, answers: str, *options: str) -> Result:
    moves.write_text(answers, encoding="utf-8")
    result = CliRunner().invoke(build(["score"]), ["score", "--moves", str(moves), *options])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


@pytest.mark.rule("S4", "resource-points", "minus-points")
def test_an_asked_sheet_is_scored_and_kept(tmp_path: Path) -> None:
    """Anna: levels 1+1+2+3+3+4 = 14, consistency 4 + 4, artifacts 6 + 5, resources 1 + 1, minus 4: 31."""
    sheet = tmp_path / "sheet.toml"
    answers = ANSWERS.removesuffix("none\n") + "0\n"
    result = ask(tmp_path / "moves", answers, "--save", str(sheet), "--json")
    assert result.exit_code == 0
    scored = json.loads(result.stdout)
    assert [player["total"] for player in scored["players"]] == [31, 0]
    again = CliRunner().invoke(build(["score"]), ["score", str(sheet), "--json"])
    assert json.loads(again.stdout) == scored


def test_a_sheet_begun_with_a_deck_knows_its_names_later_too(tmp_path: Path) -> None:
    sheet = tmp_path / "my sheet.toml"
    told = ask(tmp_path / "moves", "2\nAnna\nBo\nSphinx\n", "--save", str(sheet), "--deck", str(DECK))
    assert told.exit_code == 0
    rest = "none\nnone\n0\nWolf\nnone\nnone\n0\n"
    told = ask(tmp_path / "moves", rest, "--save", str(sheet))
    assert told.exit_code == 0, told.stderr
    assert f"score it any time with: referee score '{sheet}'" in told.stderr


def test_a_sheet_that_is_not_finished_is_gone_on_with(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.toml"
    lines = ANSWERS.removesuffix("none\n").splitlines(keepends=True)
    ask(tmp_path / "moves", "".join(lines[:5]), "--save", str(sheet))
    assert "unfinished" in tomllib.loads(sheet.read_text(encoding="utf-8"))
    ask(tmp_path / "moves", "".join(lines[5:]) + "0\n", "--save", str(sheet))
    assert tomllib.loads(sheet.read_text(encoding="utf-8"))["players"][0]["minus_points"] == 4


def test_what_the_box_cannot_hold_is_refused_at_once(tmp_path: Path) -> None:
    result = ask(tmp_path / "moves", "2\nAnna\nBo\nb2222 b3333 b4\n")
    assert result.exit_code == 2
    assert "9 biblical creatures" in result.stderr


@pytest.mark.parametrize(
    ("typed", "held"),
    [
        ("none", []),
        ("1", [(None, 1)]),
        ("1x3", [(None, 1)] * 3),
        ("b2 b34, norse 5", [("biblical", 2), ("biblical", 3), ("biblical", 4), ("norse", 5)]),
        ("EGY2", [("egyptian", 2)]),
    ],
)
def test_creatures_are_typed_short(typed: str, held: list[tuple[str | None, int]]) -> None:
    found = read_creatures(typed, Deck())
    assert [(card.mythology, card.level) for card in found if isinstance(card, HeldCreature)] == held


def test_creatures_are_typed_by_name_where_there_is_a_deck() -> None:
    assert read_creatures("anub, b2, Wolf", load_deck(DECK)) == ("Anubis", HeldCreature(2, "biblical"), "Wolf")


@pytest.mark.parametrize(
    ("typed", "says"),
    [("3", "lacks its mythology"), ("x2", "no mythology"), ("b6", "can't read"), ("1x99", "the box")],
)
def test_creatures_that_cannot_be_read_are_refused(typed: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        read_creatures(typed, Deck())


@pytest.mark.parametrize(("first", "named"), [("1 1 b2 b3 n34", False), ("1 1 b2 b3, Anubis", True)])
def test_a_sheet_names_the_deck_only_where_a_name_is_to_be_looked_up_in_it(
    tmp_path: Path, first: str, named: bool
) -> None:
    """Else it can be sent to somebody who has no such deck."""
    sheet = tmp_path / "sheet.toml"
    answers = ANSWERS.removesuffix("none\n").replace("1 1 b2 b3 n34", first) + "0\n"
    assert ask(tmp_path / "moves", answers, "--save", str(sheet), "--deck", str(DECK)).exit_code == 0
    assert ("deck" in tomllib.loads(sheet.read_text(encoding="utf-8"))) == named
    assert CliRunner().invoke(build(["score"]), ["score", str(sheet)]).exit_code == 0
