"""Attack records for tests, without a file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from referee.games.mythic.attack.battles import BATTLES
from referee.games.mythic.attack.record import Verdict, judge
from referee.games.mythic.odds.report import report_odds
from referee.text.screen import ShownReport

Data = dict[str, Any]


def record(*steps: str, attacker: Data | None = None, defender: Data | None = None, **more: Any) -> Data:
    """A hero against a monster with defence 9 and vitality 5, unless told otherwise."""
    return {
        "game": "mythic",
        "kind": "attack",
        "steps": list(steps),
        "attacker": {"name": "Ash Runner", "type": "hero", "offence": 6} | (attacker or {}),
        "defender": {"name": "Marsh Serpent", "type": "monster", "defence": 9, "vitality": 5} | (defender or {}),
        **more,
    }


def judged(data: Data) -> Verdict:
    """A record's verdict. Raises BadInput."""
    return judge(BATTLES.read(Path("attack.toml"), data))


def told(data: Data) -> Data:
    """A record's verdict as JSON."""
    return judged(data).data()


def odds(data: Data, step: str | None = None) -> ShownReport:
    """The odds of a record."""
    return report_odds(BATTLES.read(Path("attack.toml"), data), step)
