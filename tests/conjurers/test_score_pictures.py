"""`referee score --svg --html`, and the points after each turn of a save."""

from __future__ import annotations

import html
import random
import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

from referee.cli import build
from referee.errors import BadInput
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.rules.state import GameState
from referee.games.conjurers.scores.score import score_now
from referee.play.notation import read_each
from referee.saves.evening import play_again, points_by_turn
from referee.saves.save import OpenSave
from referee.scores.score import TurnPoints

EXAMPLES = Path(__file__).parents[2] / "examples"
SHEET = EXAMPLES / "four-players.toml"
SVG = "{http://www.w3.org/2000/svg}"
SEATS = ("Anna:worker", "Bo:warrior", "Cleo:merchant", "Dan:recruiter")


def points_of(save: Path) -> list[TurnPoints]:
    open_save = OpenSave(CONJURERS, save)
    return points_by_turn(open_save, list(play_again(open_save)))


def run(command: str, *arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(build([command]), [command, *map(str, arguments)])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def texts(picture: Path) -> list[str]:
    return [node.text or "" for node in ElementTree.parse(picture).iter(f"{SVG}text")]


def begin(path: Path, players: int = 4) -> Path:
    seats = [word for seat in SEATS[:players] for word in ("--player", seat)]
    run("new", path, "--deck", EXAMPLES / "sample-deck.toml", *seats, "--seed", 7, "--dice", "rolled", "--yes")
    return path


def totals(open_save: OpenSave[GameState]) -> dict[str, int]:
    return {player.name: player.total for player in score_now(open_save.setup, open_save.session.state).standing}


def play(path: Path, turns: int, seed: int = 3) -> list[dict[str, int]]:
    """Play whole turns with random answers; the totals as they were seen when each was over, and at the start."""
    chooser = random.Random(seed)
    open_save = OpenSave(CONJURERS, path)
    seen = [totals(open_save)]
    while open_save.session.state.turn <= turns and (question := open_save.session.question) is not None:
        before = open_save.session.state.turn
        option = chooser.choice(question.options())
        while option.more is not None and (more := option.more()) is not None:
            option = chooser.choice(more.options())
        open_save.do(read_each([option.text]))
        if open_save.session.state.turn > before or open_save.session.question is None:
            seen.append(totals(open_save))
    open_save.save()
    return seen


# --- points turn by turn --------------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_points_of_a_whole_game_are_those_seen_while_it_was_played(tmp_path: Path, players: int) -> None:
    save = begin(tmp_path / "friday.toml", players)
    seen = play(save, 12, seed=players)
    found = points_of(save)
    assert [at.totals for at in found] == seen
    assert [(at.turn, at.over) for at in found] == [(turn, True) for turn in range(13)]


def test_in_the_middle_of_a_turn_the_last_points_are_those_of_now(tmp_path: Path) -> None:
    save = begin(tmp_path / "friday.toml")
    seen = play(save, 2)
    before = OpenSave(CONJURERS, save).session.state.players[0].minus_points
    run("do", save, "adjust Anna minus points 40 because miscounted")
    found = points_of(save)
    assert [(at.turn, at.over) for at in found] == [(0, True), (1, True), (2, True), (3, False)]
    assert [at.totals for at in found[:3]] == seen
    assert found[3].totals == {**seen[2], "Anna": seen[2]["Anna"] + before - 40}


@pytest.mark.rule("A21")
def test_who_has_left_has_no_more_points(tmp_path: Path) -> None:
    save = begin(tmp_path / "friday.toml")
    play(save, 2)
    run("do", save, "leave Dan")
    found = points_of(save)
    assert ["Dan" in at.totals for at in found] == [True, True, True, False]
    run("score", save, "--svg", tmp_path / "a.svg")
    assert "Dan (left)" in texts(tmp_path / "a.svg")


def test_a_correction_after_the_last_turn_counts(tmp_path: Path) -> None:
    save = begin(tmp_path / "friday.toml", 2)
    seen = play(save, 12)
    run(
        "do",
        save,
        "adjust Anna loses creature " + OpenSave(CONJURERS, save).session.state.players[0].creatures[0],
    )
    found = points_of(save)
    assert [at.turn for at in found] == list(range(13))
    assert found[-1].totals["Anna"] < seen[-1]["Anna"]
    assert [at.totals for at in found[:-1]] == seen[:-1]


def test_a_game_that_was_set_back_by_hand_goes_on_from_there(tmp_path: Path) -> None:
    save = begin(tmp_path / "friday.toml", 2)
    play(save, 4)
    text = save.read_text(encoding="utf-8")
    save.write_text(text.replace("turn = 5", "turn = 3", 1), encoding="utf-8")
    run("verify", save, "--accept")
    assert [(at.turn, at.over) for at in points_of(save)] == [
        (0, True),
        (1, True),
        (2, True),
        (3, False),
    ]


def test_where_the_log_cant_be_played_the_score_is_drawn_and_told_that_its_course_is_missing(tmp_path: Path) -> None:
    save = begin(tmp_path / "friday.toml", 2)
    play(save, 1)
    text = save.read_text(encoding="utf-8")
    save.write_text(re.sub(r'do = "place [^"]*"', 'do = "place nothing nowhere"', text, count=1), encoding="utf-8")
    with pytest.raises(BadInput, match="entry 1"):
        points_of(save)
    for name in ("a.svg", "a.html"):
        run("score", save, f"--{name[2:]}", tmp_path / name)
        drawn = (tmp_path / name).read_text(encoding="utf-8")
        assert "Anna would win" in drawn
        assert "Who led, what turned it, and the luck can" in " ".join(drawn.split())
        assert "entry 1" in drawn


# --- the command ----------------------------------------------------------------------------------


def test_the_picture_of_a_sheet_says_what_the_screen_says(tmp_path: Path) -> None:
    picture, page = tmp_path / "a.svg", tmp_path / "a.html"
    plain = run("score", SHEET).stdout
    result = run("score", SHEET, "--svg", picture, "--html", page)
    assert result.stdout == plain
    said = texts(picture)
    for words in ("Anna", "68", "Bo", "28", "Cleo", "wins", "Dan", "6", "creatures", "minus points"):
        assert words in said
    assert said.count("wins") == 1
    assert "Points turn by turn" not in said
    assert any("Anna and Cleo are level at 68" in line for line in said)


def test_the_page_has_every_line_of_the_screen(tmp_path: Path) -> None:
    page = tmp_path / "a.html"
    shown = re.sub(r"\s+", " ", run("score", SHEET, "--html", page).stdout)
    text = html.unescape(page.read_text(encoding="utf-8"))
    rows = [re.findall(r"<t[hd][^>]*>([^<]*)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", text)]
    lines = [
        row for row in rows if len(row) == 4 and row[0] in ("creatures", "artifacts", "combinations", "resources")
    ]
    assert len(lines) > 20
    for _, why, points, rule in lines:
        for word in (*why.split(), *rule.split()):
            assert word in shown
        assert points.replace("−", "-") in shown
    assert ["total", "68", "28", "68", "6"] in rows
    assert ["creatures: variety", "17", "0", "0", "0"] in rows


def test_a_shared_win_marks_everybody(tmp_path: Path) -> None:
    run("score", EXAMPLES / "two-players-shared.toml", "--svg", tmp_path / "a.svg")
    assert texts(tmp_path / "a.svg").count("shares the win") == 2


def test_the_picture_of_a_save_has_its_turns(tmp_path: Path) -> None:
    save = begin(tmp_path / "friday.toml")
    play(save, 2)
    run("score", save, "--svg", tmp_path / "a.svg", "--html", tmp_path / "a.html")
    said = texts(tmp_path / "a.svg")
    for words in ("Conjurers: score so far", "If the game ended now, in turn 3.", "Points turn by turn", "now"):
        assert words in said
    assert set(said) & {"leads", "level"}
    assert '<th scope="row">now</th>' in (tmp_path / "a.html").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ((SHEET, SHEET, "--svg", "a.svg"), "--svg: a picture is drawn of one FILE, not of 2"),
        ((SHEET, "--svg", "a.toml"), "--svg: a.toml must end in .svg"),
        ((SHEET, "--html", "a.svg"), "--html: a.svg must end in .html"),
        ((SHEET, "--svg", "no-such-folder/a.svg"), "there is no folder"),
    ],
)
def test_what_cant_be_drawn_is_said(options: tuple[object, ...], says: str) -> None:
    result = run("score", *options, code=2)
    assert says in result.stderr
    assert result.stdout == ""


def test_json_stays_alone_on_standard_output(tmp_path: Path) -> None:
    assert run("score", SHEET, "--json", "--svg", tmp_path / "a.svg").stdout == run("score", SHEET, "--json").stdout
    assert (tmp_path / "a.svg").exists()


def test_an_asked_sheet_is_drawn_too(tmp_path: Path) -> None:
    moves = tmp_path / "moves"
    moves.write_text("2\n<b>Anna</b>\nBo\n1\nnone\n3 diamond\n0\nnone\nnone\nnone\n0\n", encoding="utf-8")
    run("score", "--moves", moves, "--html", tmp_path / "a.htm")
    page = (tmp_path / "a.htm").read_text(encoding="utf-8")
    assert "&lt;b&gt;Anna&lt;/b&gt; wins with 2 victory points." in page
    assert "<b>" not in page
