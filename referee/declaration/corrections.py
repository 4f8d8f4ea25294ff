"""What the table puts right by hand, on the record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from referee.asking.question import Procedure
from referee.play.step import Step

G = TypeVar("G")
S = TypeVar("S")


@dataclass(frozen=True, kw_only=True)
class Corrections(Generic[G, S]):
    """A game's corrections.

    `reads` says whether what is written like one is one and no answer; `carry_out` changes the state, and raises
    Unreadable or Illegal; `ask` asks for one step by step.
    """

    reads: Callable[[S, str], bool]
    carry_out: Callable[[G, S, str, list[Any]], S]
    ask: Callable[[G, S], Procedure[Step]]
