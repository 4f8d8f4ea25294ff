"""What a command has found out about a deck: the JSON that scripts rely on, and a screen."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from referee.text.screen import Screen


class CardReport(Struct, frozen=True):
    """Plain data for scripts, how it is shown to people, and whether something is wrong."""

    told: dict[str, Any]
    shown: Callable[[Screen], None]
    against: bool = False
    notes: tuple[str, ...] = ()

    def data(self) -> dict[str, Any]:
        """The report as plain data."""
        return self.told

    def show(self, screen: Screen) -> None:
        """The report for people."""
        self.shown(screen)
