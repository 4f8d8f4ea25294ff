"""A battle on record, whatever its game, and the verdict on it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from msgspec import Struct

from referee.text.names import printable

if TYPE_CHECKING:
    from referee.declaration.reports import IllegalAt
    from referee.text.screen import Screen


class Layout:
    """What the layout of a record's file declares beside its fields.

    `part` is the name of one of the parts that it is played by: the file has them under its plural, and the keys
    `at_end` are about what comes after the last of them. In a written file the readings stand behind the key
    `readings_after`, and the keys `written` are there even if they are as usual.
    """

    __slots__ = ()
    part: ClassVar[str] = "turn"
    readings_after: ClassVar[str] = "kind"
    written: ClassVar[Sequence[str]] = ()
    at_end: ClassVar[Sequence[str]] = ()


F = TypeVar("F", bound=Any)
"""A record as its file has it."""


class OnRecord(Struct, Generic[F], frozen=True):
    """A battle on record that can be played: `where` begins its messages, `file` is what its file says."""

    where: str
    file: F

    def place(self, number: int) -> str:
        """Return the place of a part in messages, on one line."""
        text = getattr(self.file, f"{self.file.part}s")[number - 1]
        return f'{self.where}: {self.file.part} {number} ("{printable(text)}")'


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
        return {self.record.file.part: found.number, "reason": found.reason, "ruling": found.ruling}

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
