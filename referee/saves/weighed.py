"""A verdict, and after it what hangs on its mistakes: that may take some seconds, the verdict doesn't wait for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.declaration.game import CostAsked
from referee.errors import BadInput
from referee.text.screen import progress

if TYPE_CHECKING:
    from referee.declaration.reports import Hanging, Judged
    from referee.sampling.race import Effort
    from referee.text.screen import Screen

Reckon = Callable[[Callable[[str], None]], "Iterable[Hanging]"]
"""What hangs on each mistake, one after the other; it is given whom to tell meanwhile how it looks."""

BEGUN = "what hangs on it; Ctrl-C ends this"
"""What stands beside the bar before anything is known."""

NO_MISTAKE = "Nothing hangs on this record: there is no mistake in it."
NO_CHANCE = "No chance hangs on it: it is over by then, or this changes none."
"""What is told where nothing was found."""


@dataclass(frozen=True)
class Weighed:
    """A verdict, and what is to be reckoned after it in so many seconds.

    Where somebody has `asked` for that, it is told too that there is no mistake.
    """

    report: Judged
    reckon: Reckon
    seconds: float
    asked: bool = True

    @property
    def notes(self) -> Iterable[str]:
        """Remarks for people."""
        return self.report.notes

    @property
    def against(self) -> bool:
        """Whether a move is illegal or a claim wrong."""
        return self.report.against

    @property
    def cites(self) -> bool:
        """Whether it names rules by their ids."""
        return self.report.cites

    def data(self) -> dict[str, Any]:
        """The verdict in the fixed machine format, and what hangs on each mistake. Raises BadInput."""
        return {**self.report.data(), "cost": [one.data() for one in self.reckon(lambda line: None)]}

    def show(self, screen: Screen) -> None:
        """The verdict at once, then what hangs on it."""
        self.report.show(screen)
        screen.flush()
        found = show_what_hangs(self.reckon, self.seconds, screen)
        if not found and (self.asked or self.against):
            screen.line(NO_CHANCE if self.against else NO_MISTAKE)


def weighed(
    report: Judged, cost: Callable[[CostAsked], Iterable[Hanging]], effort: Effort, *, entry: int | None = None,
    asked: bool = True,
) -> Weighed:  # fmt: skip
    """A verdict after which what hangs on it is told, or in a game what hangs on an `entry` of its log."""

    def reckon(tell: Callable[[str], None]) -> Iterable[Hanging]:
        return cost(CostAsked(effort, tell, entry))

    return Weighed(report, reckon, effort.seconds, asked)


def show_what_hangs(reckon: Reckon, seconds: float, screen: Screen) -> bool:
    """Show what hangs on each mistake, with a bar while it is reckoned; whether anything was told.

    Ctrl-C ends it; what is known by then is told. So is why nothing can be known.
    """
    begun = time.monotonic()
    found: list[Hanging] = []
    last = looks = ""

    def tell(line: str) -> None:
        nonlocal looks
        looks = line
        told(line)

    try:
        with progress(seconds, BEGUN, silent=screen.plain) as told:
            for one in reckon(tell):
                found.append(one)
                looks = ""
    except KeyboardInterrupt:
        last = f"Stopped after {round(time.monotonic() - begun)} s{f'; so far {looks}' if looks else ''}."
    except BadInput as error:
        last = f"What hangs on it can't be told: {error}"
    for one in found:
        one.show(screen)
    if last:
        screen.line()
        screen.line(last)
    return bool(found or last)
