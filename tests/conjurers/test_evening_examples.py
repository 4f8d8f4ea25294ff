"""The complete games of the examples: replayed, with what must happen in them, and the scores worked out by hand."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee.cli import build
from referee.games.conjurers import GAME as CONJURERS
from referee.games.conjurers.battle.events import BattleEnded
from referee.games.conjurers.rules import events as e
from referee.games.conjurers.rules.spaces import closed_by, spaces
from referee.play.event import Said
from referee.play.session import Session
from referee.saves.save import OpenSave
from tests.steps import untimed

EXAMPLES = Path(__file__).parents[2] / "examples"

Parts = dict[str, int]

FOUR: dict[str, Parts] = {
    "Anna": {
        "levels": 19,
        "variety": 10,
        "consistency": 8,
        "points": 5,
        "combinations": 0,
        "resources": 3,
        "minus": 0,
        "total": 45,
    },
    "Bo": {
        "levels": 31,
        "variety": 7,
        "consistency": 13,
        "points": 0,
        "combinations": 0,
        "resources": 0,
        "minus": 16,
        "total": 35,
    },
    "Cleo": {
        "levels": 29,
        "variety": 10,
        "consistency": 13,
        "points": 17,
        "combinations": 25,
        "resources": 9,
        "minus": 26,
        "total": 77,
    },
    "Dan": {
        "levels": 10,
        "variety": 0,
        "consistency": 0,
        "points": 0,
        "combinations": 0,
        "resources": 2,
        "minus": 6,
        "total": 6,
    },
}
TWO: dict[str, Parts] = {
    "Anna": {
        "levels": 6,
        "variety": 0,
        "consistency": 0,
        "points": 0,
        "combinations": 0,
        "resources": 3,
        "minus": 2,
        "total": 7,
    },
    "Bo": {
        "levels": 19,
        "variety": 6,
        "consistency": 13,
        "points": 7,
        "combinations": 15,
        "resources": 7,
        "minus": 40,
        "total": 27,
    },
}
"""As worked out by hand in the comments of the scripts."""


def run(*arguments: object) -> Result:
    words = [str(argument) for argument in arguments]
    result = CliRunner().invoke(build(words), words)
    assert result.exit_code == 0, result.output
    return result


def replayed(name: str, save: Path) -> tuple[OpenSave[Any], list[Any]]:
    """The game of a script, made by the command, and all that happened in it."""
    run("do", save, "--from", EXAMPLES / name, "--brief")
    open_save: OpenSave[Any] = OpenSave(CONJURERS, save)
    session = Session(open_save.session.game, open_save.session.start, list(open_save.session.steps))
    assert session.state == open_save.session.state
    return open_save, list(session.events)


@pytest.mark.rule("S1", "S2", "S3", "S4", "S5", "winning")
@pytest.mark.parametrize(
    ("name", "expected", "winner"),
    [("four-player-game.moves", FOUR, "Cleo"), ("two-player-game.moves", TWO, "Bo")],
)
def test_the_scores_are_those_worked_out_by_hand(
    tmp_path: Path, name: str, expected: dict[str, Parts], winner: str
) -> None:
    save = tmp_path / "game.toml"
    run("do", save, "--from", EXAMPLES / name, "--brief")
    scored = json.loads(run("score", save, "--json").stdout)
    found = {
        p["name"]: {
            "levels": p["creatures"]["levels"],
            "variety": p["creatures"]["variety"],
            "consistency": p["creatures"]["consistency"],
            "points": p["artifacts"]["points"],
            "combinations": p["combinations"],
            "resources": p["resources"]["total"],
            "minus": p["minus_points"],
            "total": p["total"],
        }
        for p in scored["players"]
    }
    assert found == expected
    assert (scored["winners"], scored["decided_by"]) == ([winner], "total")
    verified = json.loads(run("verify", save, "--json").stdout)
    assert (verified["agrees"], verified["differences"]) == (True, [])


@pytest.mark.rule("E3", "A1", "A9", "A12", "A18")
def test_the_game_for_four_has_everything(tmp_path: Path) -> None:
    """Every kind of space, refereed battles and entered ones, duels and spoils, tournaments, mouths that go short."""
    open_save, happened = replayed("four-player-game.moves", tmp_path / "game.toml")
    told = [one.text for one in happened if isinstance(one, Said)]
    assert {text.partition(" goes to: ")[2].removesuffix(".") for text in told} >= {
        space.name
        for space in spaces(open_save.setup)
        if space.sort != "duel" and space.name not in ("artificer 2", "blacksmith 2", "sacrificial pit 2")
    }
    count = Counter(type(one) for one in happened)
    assert any(" hires a " in text for text in told)
    for kind in (e.Bought, e.Sacrificed, e.ButtonTaken):
        assert count[kind], kind
    duels = [one for one in happened if isinstance(one, e.ContestEnded) and not one.guarded and not one.tournament]
    assert len(duels) == 2
    assert count[e.Stolen] == 2
    assert sum(1 for one in happened if isinstance(one, e.ContestEnded) and one.tournament) == 8
    assert 5 < count[BattleEnded] < count[e.ContestEnded], "some are refereed, some only entered"
    assert sum(1 for one in happened if isinstance(one, e.Fed) and one.missing) == 3
    assert open_save.session.state.turn == 12


@pytest.mark.rule("E6")
def test_the_game_for_two_has_no_sapphire(tmp_path: Path) -> None:
    open_save, happened = replayed("two-player-game.moves", tmp_path / "game.toml")
    assert not any("sapphire" in getattr(one, "goods", {}) for one in happened)
    assert any("diamond" in getattr(one, "goods", {}) for one in happened)
    shut = [
        space
        for space in spaces(open_save.setup)
        if "out of this game" in closed_by(open_save.setup, open_save.session.state, space).reason
    ]
    assert [space.name for space in shut] == ["valhalla", "mount olympus"]


@pytest.mark.parametrize("name", ["four-player-game.moves", "two-player-game.moves"])
def test_the_log_is_a_script_that_rebuilds_the_game(tmp_path: Path, name: str) -> None:
    first, again = tmp_path / "first.toml", tmp_path / "again.toml"
    run("do", first, "--from", EXAMPLES / name, "--brief")
    script = tmp_path / "script.moves"
    script.write_text(run("log", first, "--moves").stdout, encoding="utf-8")
    run("do", again, "--from", script, "--brief")
    one, other = (OpenSave(CONJURERS, path) for path in (first, again))
    assert (one.session.state, untimed(one.session.steps)) == (other.session.state, untimed(other.session.steps))
