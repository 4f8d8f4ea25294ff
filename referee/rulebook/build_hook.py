"""Hatchling build hook: makes the tables' JSON and the indexes of rules before a wheel is built."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class MadeTables(BuildHookInterface[Any]):
    """Makes the JSON of every table, and the index of every game's rules."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Make them. Raises OSError and ValueError."""
        sys.path.insert(0, self.root)
        from referee.rulebook.made import make
        from referee.rulebook.rules import rulebook

        for table in Path(self.root, "tables").rglob("*.toml"):
            make(table)
        for rules in Path(self.root, "tables").glob("*/rules.toml"):
            assert rulebook(rules.parent.name).index
