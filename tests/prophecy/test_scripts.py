"""The scripts among the examples lead to what stands in their comments, and can be played from their own logs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.children import referee
from tests.prophecy.games import EXAMPLES

ENDS = {
    "short-game": '"winners":["Anna"],"decided_by":"artifacts"', "sample-turn": '"winners":[],"decided_by":null',
    "three-players": '"winners":["Cleo"],"decided_by":"artifacts"',
}  # fmt: skip


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
