"""The scripts among the examples lead to what stands in their comments, and can be played from their own logs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.children import referee
from tests.made_up import run
from tests.prophecy.games import EXAMPLES

ENDS = {
    "short-game": '"winners":["Anna"],"decided_by":"artifacts"',
    "sample-turn": '"winners":[],"decided_by":null',
    "three-players": '"winners":["Cleo"],"decided_by":"artifacts"',
}


@pytest.mark.parametrize("name", ENDS)
def test_a_script_ends_as_its_comment_says(name: str, tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    run("do", save, "--from", EXAMPLES / f"{name}.moves")
    assert ENDS[name] in run("score", "--json", save).stdout
    moves = tmp_path / "again.moves"
    moves.write_text(run("log", "--moves", save).stdout, encoding="utf-8")
    again = tmp_path / "again.toml"
    run("do", again, "--from", moves)
    assert run("log", "--moves", again).stdout == moves.read_text(encoding="utf-8")
    run("verify", again)


def test_the_guided_evening_runs_to_its_end(tmp_path: Path) -> None:
    done = referee("demo", "--game", "prophecy", "--no-wait", "--plain", cwd=tmp_path)
    assert "Anna 8 (3 Magic + die 5), Ghost 7 (4 printed + die 3): won." in " ".join(done.stdout.split())
    assert "Bo leads with 1 Artifact." in done.stdout


def test_how_a_fight_ends_is_told_once_with_what_is_there_after_it(tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    told = " ".join(run("do", save, "--from", EXAMPLES / "sample-turn.moves").stdout.split())
    assert ": won. Anna takes" in told
    assert " beats " not in told
    assert re.search(r"takes \d Gold \([A-Z][a-z ]+\); \d+ now\.", told)


def test_why_reckons_every_count_that_changed(tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    run("do", save, "--from", EXAMPLES / "sample-turn.moves")
    assert '"steps":["3 + 7 = 10 gold"]' in run("why", "--json", save, "3").stdout
