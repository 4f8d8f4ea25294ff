"""Scenarios in files: all that a game begins with, what they leave open, and what is refused in one message."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from referee.errors import BadInput
from referee.games.mythic.board.map_file import load_map, load_scenario

EXAMPLES = Path(__file__).parents[2] / "examples" / "mythic"
DUEL = EXAMPLES / "valley-duel.toml"
VALLEY = load_map(EXAMPLES / "wide-valley.toml")


def written(tmp_path: Path, **changes: Any) -> Path:
    """The shipped scenario with changes, beside its map; None leaves a key out."""
    data = {**tomllib.loads(DUEL.read_text(encoding="utf-8")), **changes}
    path = tmp_path / "scenario.toml"
    path.write_text(tomli_w.dumps({key: value for key, value in data.items() if value is not None}), encoding="utf-8")
    (tmp_path / "wide-valley.toml").write_text((EXAMPLES / "wide-valley.toml").read_text("utf-8"), encoding="utf-8")
    return path


def test_a_scenario_tells_all_that_a_game_begins_with() -> None:
    duel = load_scenario(DUEL)
    assert (duel.players, duel.teams, duel.points, duel.divinity, duel.lead) == (2, False, 18, "god", 0)
    assert duel.board == VALLEY
    assert duel.zones == ("north", "south")
    assert duel.stones == (("greek", "D"), ("norse", "J"), ("greek", "E"), ("norse", "C"))
    assert duel.things == (("Crown Splinter", "F"),)
    assert duel.tokens == (("K", "token Old Altar x1, 4/3: everyone here movement -1"),)
    assert duel.victory == ""


def test_what_a_scenario_leaves_open_is_as_in_a_skirmish(tmp_path: Path) -> None:
    four = load_scenario(written(tmp_path, players=4, points=None, divinity=None, lead=None, zone=None))
    assert (four.teams, four.points, four.divinity, four.lead, four.zones) == (True, 14, None, None, ())
    limited = load_scenario(written(tmp_path, points=None, unit=["Ash Runner"], victory="Hold the rift for a round."))
    assert (limited.points, limited.units, limited.victory) == (None, ("Ash Runner",), "Hold the rift for a round.")
    assert load_scenario(written(tmp_path, points="none")).points is None


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"players": 5}, "players is 5; it must be 2, 3 or 4"),
        ({"teams": True}, "2 players don't make two teams of two"),
        ({"lead": 3}, "lead is 3; the seats are 1 to 2"),
        ({"zone": ["north"]}, "one for each of the 2 seats"),
        ({"zone": ["north", "sout"]}, 'no area is in zone "sout"; did you mean south?'),
        ({"stone": ["greek"]}, "write what it is, a colon and its area, like greek: C"),
        ({"stone": ["greek: ZZ"]}, 'there is no area "ZZ"'),
        ({"stone": ["grek: C"]}, "did you mean greek?"),
        ({"thing": ["greek: C"]}, "a greek stone is written as one"),
        ({"token": ["K: Altar"]}, "can't read the token"),
        ({"token": ["token Altar x1"]}, "write its area"),
        ({"unit": ["Ash Runner", "ash runner"]}, "is listed twice"),
        ({"divinity": "hero"}, "divinity"),
        ({"map": "nowhere.toml"}, "nowhere.toml"),
        ({"map": None}, "map"),
        ({"maps": "x"}, 'unknown key "maps"; did you mean map?'),
        ({"kind": "map"}, "is a map, not a scenario"),
    ],
    ids=str,
)
def test_a_scenario_that_cannot_be_is_refused(tmp_path: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput) as error:
        load_scenario(written(tmp_path, **changes))
    assert message in str(error.value)
