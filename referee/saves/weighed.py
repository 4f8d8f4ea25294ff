"""A verdict, and after it what hangs on its mistakes: that may take some seconds, the verdict doesn't wait for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from referee.declaration.game import CostAsked
from referee.errors import BadInput
from referee.text.screen import progress

if TYPE_CHECKING:
    from referee.declaration.reports import Hanging, Judged
    from referee.sampling.race import Effort
    from referee.text.screen import Screen

Cost = Callable[[CostAsked], "Iterable[Hanging]"]
"""What hangs on each mistake, one after the other."""

BEGUN = "what hangs on it; Ctrl-C ends this"
"""What stands beside the bar before anything is known."""

NO_MISTAKE = "Nothing hangs on this record: there is no mistake in it."
NO_CHANCE = "No chance hangs on it: it is over by then, or this changes none."
"""What is told where nothing was found."""


@dataclass(frozen=True)
class Weighed:
    """A verdict, and what is to be reckoned after it; in a game it may be what an `entry` of its log cost.

    Where somebody has `asked` for that, it is told too that there is no mistake. If it isn't to be `estimated`, only
    the ways open to the table are told. `at_prompt` they are told as they are typed there.
    """

    report: Judged
    cost: Cost
    effort: Effort
    entry: int | None = None
    asked: bool = True
    estimated: bool = True
    at_prompt: bool = False

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
        return {**self.report.data(), "cost": [one.data() for one in self._reckon(lambda line: None)]}

    def show(self, screen: Screen) -> None:
        """The verdict at once, then what hangs on it."""
        self.report.show(screen)
        screen.flush()
        told = self._show_what_hangs(screen) if self.estimated else self._show_ways(screen, ())
        if not told and self.estimated and (self.asked or self.against):
            screen.line(NO_CHANCE if self.against else NO_MISTAKE)

    def _reckon(self, tell: Callable[[str], None]) -> Iterable[Hanging]:
        return self.cost(CostAsked(self.effort, tell, self.entry))

    def _show_what_hangs(self, screen: Screen) -> bool:
        """Show what hangs on each mistake, with a bar while it is reckoned; whether anything was told.

        Ctrl-C ends it; what is known by then is told, and the ways that need no estimate. So is why nothing can be
        known.
        """
        begun = time.monotonic()
        found: list[Hanging] = []
        last = looks = ""

        def tell(line: str) -> None:
            nonlocal looks
            looks = line
            told(line)

        try:
            with progress(self.effort.seconds, BEGUN, silent=screen.plain) as told:
                for one in self._reckon(tell):
                    found.append(one)
                    looks = ""
        except KeyboardInterrupt:
            last = f"Stopped after {round(time.monotonic() - begun)} s{f'; so far {looks}' if looks else ''}."
        except BadInput as error:
            last = f"What hangs on it can't be told: {error}"
        for one in found:
            one.show(screen, at_prompt=self.at_prompt)
        if last:
            screen.line()
            screen.line(last)
            self._show_ways(screen, found)
        return bool(found or last)

    def _show_ways(self, screen: Screen, known: Iterable[Hanging]) -> bool:
        """Show the ways that need no estimate, for each mistake but those `known`; whether there were any."""
        told = {one.about for one in known}
        left: list[Hanging] = []
        with suppress(BadInput):  # there is none, as for an entry that is no turn
            asked = CostAsked(self.effort, lambda line: None, self.entry, estimated=False)
            left += [one for one in self.cost(asked) if one.about not in told]
        for one in left:
            one.show_ways(screen, at_prompt=self.at_prompt)
        return bool(left)
