"""A battle on record, whatever its game, and the verdict on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from referee.text.names import printable

if TYPE_CHECKING:
    from referee.declaration.reports import IllegalAt
    from referee.text.screen import Screen

F = TypeVar("F", bound=Any)
"""A record as its file has it."""


class OnRecord(Struct, Generic[F], frozen=True):
    """A battle on record that can be played: `where` begins its messages, `file` is what its file says.

    `part` is the name of one part of it: the file has them under its plural.
    """

    part: ClassVar[str] = "turn"
    where: str
    file: F

    @property
    def parts(self) -> Sequence[Any]:
        """The parts that it is played by, in order."""
        found: Sequence[Any] = getattr(self.file, f"{self.part}s")
        return found

    def place(self, number: int) -> str:
        """Return the place of a part in messages, on one line."""
        return f'{self.where}: {self.part} {number} ("{printable(self.parts[number - 1])}")'


R = TypeVar("R", bound=OnRecord[Any])
"""A battle on record."""


class Verdict(Struct, Generic[R]):
    """Verdict on a record as far as it can be played; a `brief` one shows only what is wrong."""

    record: R
    illegal: IllegalAt | None = None
    brief: bool = False

    @property
    def disputes(self) -> Sequence[Any]:
        """Claims that are wrong."""
        raise NotImplementedError

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
        return {self.record.part: found.number, "reason": found.reason, "ruling": found.ruling}

    @property
    def head(self) -> dict[str, Any]:
        """What the fixed machine format begins with."""
        legal = self.illegal is None
        kinds = {"game": self.record.file.game, "kind": self.record.file.kind}
        return {**kinds, "legal": legal, "illegal": self.illegal_data}

    def data(self) -> dict[str, Any]:
        """Return the verdict in the fixed machine format."""
        raise NotImplementedError

    def show(self, screen: Screen) -> None:
        """Show what happened with its arithmetic, then what is illegal or disputed."""
        raise NotImplementedError
