"""The guide beside the game: what it shows can be read."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from referee.asking.question import COMMANDS
from referee.games.mythic.board.map_file import load_map
from referee.games.mythic.units.language import read_unit

GUIDE = (Path(__file__).parents[2] / "referee" / "games" / "mythic" / "guide.md").read_text(encoding="utf-8")
FILES = re.findall(r"^```toml\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)


def test_its_unit_lines_can_be_read() -> None:
    lines = re.findall(r"^    (\S.*: (?:hero|troop) .*)$|\"(\S[^\"]*: troop [^\"]*)\"$", GUIDE, re.MULTILINE)
    units = [read_unit(line or typed) for line, typed in lines]
    assert [(unit.name, unit.full) for unit in units] == [("Ash Runner", 5), ("Wall Guard", 4), ("Sling Boys", 3)]


def test_its_map_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "map.toml"
    path.write_text(FILES[0], encoding="utf-8")
    board = load_map(path)
    assert (board.names, board.distance("A", "E")) == (("A", "B", "D", "E"), 3)
    line = board.line("B", "E")
    assert line is not None
    assert (line.areas, line.boundaries) == (("D",), (("B", "D"),))


def test_its_attack_is_a_file() -> None:
    record = tomllib.loads(FILES[1])
    assert (record["game"], record["kind"]) == ("mythic", "attack")


def test_it_has_every_command_of_the_prompt_and_fits_a_terminal() -> None:
    assert [name for name in COMMANDS if f"`{name}" not in GUIDE and name != "stop"] == []
    blocks = re.findall(r"```\w+\n(.*?)```", GUIDE, re.DOTALL)
    assert [line for block in blocks for line in block.splitlines() if len(line) > 78] == []
