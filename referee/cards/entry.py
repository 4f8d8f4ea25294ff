"""A card as it stands in a deck file, also one that can't be read."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from msgspec import UNSET, Struct

from referee.files.files import Data
from referee.text.names import printable

C = TypeVar("C", bound=Struct)
"""A card: what stands in a deck file under one header."""


class Written(Struct, Generic[C], frozen=True):
    """A card in a file: its kind, its data, its entry or why it can't be read, and its line."""

    kind: str
    data: dict[str, Any]
    entry: C | None
    problem: str = ""
    line: str = ""

    @property
    def name(self) -> str:
        """Its name, or what stands for one where it has none."""
        return str(getattr(self.entry, "name", "")) or shown_name(self.kind, self.data)

    def __str__(self) -> str:
        return f"{self.kind} {self.line or self.name}"

    @property
    def copies(self) -> int:
        """How many cards it stands for."""
        copies = getattr(self.entry, "copies", 1)
        return 1 if copies is UNSET else int(copies)


def shown_name(kind: str, data: Data) -> str:
    """The name of a card that may have none, or one that can't be printed."""
    name = data.get("name")
    return printable(name) if isinstance(name, str) and name else f"a nameless {kind}"
