"""The guide beside the game: what it shows can be read and judged."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from referee.cli import build
from referee.games.prophecy.cards.language import read_card

GUIDE = (Path(__file__).parents[2] / "referee" / "games" / "prophecy" / "guide.md").read_text(encoding="utf-8")


def test_its_card_lines_can_be_read() -> None:
    lines = re.findall(r"^    (\S.*)$|\"(\S+: creature.*)\"$", GUIDE, re.MULTILINE)
    cards = [read_card(line or typed) for line, typed in lines]
    assert [card.name for card in cards] == ["Toll Ogre", "Moth Cleaver", "Prayer", "Ghost"]
    assert all(card.parsed for card in cards)


@pytest.mark.rule("willpower-only", "fight-values", "roll-of-fight")
def test_its_fight_is_judged(tmp_path: Path) -> None:
    """The Enchantress of the sample turn: free Wills, 5 + 1 for the Staff Skill, 10 to 6."""
    record = re.search(r"^```toml\n(.*?)^```$", GUIDE, re.MULTILINE | re.DOTALL)
    assert record is not None
    path = tmp_path / "fight.toml"
    path.write_text(record[1], encoding="utf-8")
    result = CliRunner().invoke(build(["judge"]), ["judge", str(path), "--json"])
    assert result.exit_code == 0, result.stdout + result.stderr
    told = json.loads(result.stdout)
    assert (told["legal"], told["type"], told["result"]) == (True, "wills", "won")
    (roll,) = told["rolls"]
    assert (roll["own"], roll["enemy"], roll["dice"], roll["totals"], roll["result"]) == (
        6,
        4,
        [4, 2],
        [10, 6],
        "won",
    )


def test_it_is_short_enough_to_be_read() -> None:
    assert len(GUIDE.splitlines()) <= 160
