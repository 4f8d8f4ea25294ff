"""The scripts among the examples lead to what stands in their comments, and can be played from their own logs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.children import referee

EXAMPLES = Path(__file__).parents[2] / "examples" / "mythic"
ENDS = {
    "four-players": '"winners":["Anna","Cleo"],"decided_by":"stones"',
    "short-game": '"winners":["Anna"],"decided_by":"last divinity"',
}


@pytest.mark.rule("team-win", "skirmish-win", "M76", "teams", "draft")
@pytest.mark.parametrize("name", ENDS)
def test_a_script_ends_as_its_comment_says(name: str, tmp_path: Path) -> None:
    save = tmp_path / "game.toml"
    referee("do", save, "--from", EXAMPLES / f"{name}.moves")
    assert ENDS[name] in referee("score", "--json", save).stdout
    moves = tmp_path / "again.moves"
    moves.write_text(referee("log", "--moves", save).stdout, encoding="utf-8")
    again = tmp_path / "again.toml"
    referee("do", again, "--from", moves)
    assert referee("log", "--moves", again).stdout == moves.read_text(encoding="utf-8")
    referee("verify", again)


def test_the_guided_evening_runs_to_its_end(tmp_path: Path) -> None:
    done = referee("demo", "--game", "mythic", "--no-wait", "--plain", cwd=tmp_path)
    told = " ".join(done.stdout.split())
    assert "attack Hill Spears: range 1, offence 5, defence 6; 1 wound 97%" in told
    assert "Discard 4: 5 becomes 6. Place 1 die (2 wounds so far)." in told
    assert "Anna discards a Reed Archers card: Reed Archers retaliates." in told
    assert "Recorded: adjust Bo hand 5" in told
    assert "Nobody has absorbed a stone yet." in told
