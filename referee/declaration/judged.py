"""A verdict on a battle on record, whatever its game."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

if TYPE_CHECKING:
    from referee.declaration.reports import IllegalAt
    from referee.text.screen import Screen

R = TypeVar("R")
"""A battle on record."""


@dataclass
class Verdict(ABC, Generic[R]):
    """Verdict on a record as far as it can be played; a `brief` one shows only what is wrong.

    `turn` is the name of one part of such a record.
    """

    turn: ClassVar[str] = "turn"
    record: R
    illegal: IllegalAt | None = None
    brief: bool = False

    @property
    @abstractmethod
    def disputes(self) -> Sequence[Any]:
        """Claims that are wrong."""

    @property
    def notes(self) -> Sequence[str]:
        """Remarks for people."""
        return ()

    @property
    def against(self) -> bool:
        """True if something is illegal or claimed wrongly."""
        return self.illegal is not None or bool(self.disputes)

    @property
    def cites(self) -> bool:
        """True if it names rules: only what is illegal does."""
        return self.illegal is not None

    @property
    def illegal_data(self) -> dict[str, Any] | None:
        """The illegal move in the fixed machine format; None for none."""
        if (found := self.illegal) is None:
            return None
        return {self.turn: found.number, "reason": found.reason, "ruling": found.ruling}

    @abstractmethod
    def data(self) -> dict[str, Any]:
        """Return the verdict in the fixed machine format."""

    @abstractmethod
    def show(self, screen: Screen) -> None:
        """Show what happened with its arithmetic, then what is illegal or disputed."""
