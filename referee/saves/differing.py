"""Find the readings that a verdict depends on: judge the record again under each other answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec import Struct

from referee.declaration.readings import Reading, Readings, readings_of
from referee.declaration.reports import ReportAround
from referee.errors import BadInput, RefereeError
from referee.rulebook.rules import rulebook
from referee.text.grammar import so_many
from referee.text.names import and_list

if TYPE_CHECKING:
    from referee.declaration.reports import Report
    from referee.text.screen import Screen

J = TypeVar("J", bound="Report")

VERDICT = ("legal", "illegal", "disputes", "agreed")
_RESULTS = ("result", "wounds", "destroyed", "retaliation", "hero", "defender", "creatures")
COUNTS = "counts"
OUTCOME = ("winner", "winners", "over", *_RESULTS, COUNTS)
"""Keys of a verdict that describe the outcome; `creatures` and the counts follow from the rest."""
MOST = 6
"""Limit of changed counts that are named."""


class NotFitting(BadInput):
    """The recorded play isn't possible under another reading: other dice would be thrown, for example."""


class OtherReading(Struct, frozen=True):
    """A reading with another answer, and the parts of the verdict that it changes."""

    reading: str
    answer: str
    changes: dict[str, Any]

    @property
    def words(self) -> str:
        """The reading and its answer as they are typed."""
        return f"{self.reading.replace('_', ' ')} {self.answer}"

    def data(self) -> dict[str, Any]:
        """Return the reading, its answer and its changes as plain data."""
        return {"reading": self.reading, "answer": self.answer, **self.changes}


def others(one: Reading, now: Any) -> Iterator[Any]:
    """Yield the other values of a reading: every other answer; for a house number the numbers next to it."""
    if one.answers:
        yield from (value for value in one.answers.values() if value != now)
    else:
        yield from (number for number in (now - 1, now + 1) if one.least <= number <= one.most)


def judged_otherwise(
    declared: type[Readings],
    held: Mapping[str, Any],
    ruled: Mapping[str, Any],
    judge: Callable[[dict[str, Any]], Mapping[str, Any]],
    seconds: float,
    but: Container[str] = (),
) -> tuple[list[OtherReading], list[str]]:
    """Return what each reading changes of the verdict `ruled` under those `held`, and those not tried in time.

    `judge` returns the verdict as plain data under other readings; readings that can't be judged are left out, as are
    those named in `but`.
    """
    until = time.monotonic() + seconds
    changed: list[OtherReading] = []
    untried: list[str] = []
    for one in readings_of(declared).values():
        if one.name in but:
            continue
        if time.monotonic() > until:
            untried.append(one.name.replace("_", " "))
            continue
        for value in others(one, held.get(one.name, one.usual)):
            try:
                found = judge({one.name: value})
            except RefereeError as error:
                if isinstance(error, NotFitting):
                    changed.append(OtherReading(one.name, one.write(value), {"unfit": str(error)}))
                continue
            changes = {key: found.get(key) for key in (*VERDICT, *OUTCOME) if found.get(key) != ruled.get(key)}
            if COUNTS in changes:
                before = ruled.get(COUNTS) or {}
                counts = changes[COUNTS] or {}
                changes[COUNTS] = {of: many for of, many in counts.items() if before.get(of) != many}
            if "illegal" in changes:
                changes.pop("creatures", None)  # after other turns
                changes.pop(COUNTS, None)
                if _place(changes["illegal"]) < _place(ruled["illegal"]):  # what comes later isn't played
                    changes = {key: changes[key] for key in VERDICT[:2] if key in changes}
            if changes:
                changed.append(OtherReading(one.name, one.write(value), changes))
    return changed, untried


def mends(ruled: Mapping[str, Any], other: OtherReading) -> bool:
    """Return whether another answer repairs the verdict: an illegal move becomes legal, or fewer claims are wrong."""
    if "unfit" in other.changes:
        return False
    if "illegal" in other.changes:
        return _place(other.changes["illegal"]) > _place(ruled["illegal"])
    return len(other.changes.get("disputes", ruled["disputes"])) < len(ruled["disputes"])


def _place(illegal: Mapping[str, Any] | None) -> float:
    """Return the position of an illegal move in the record; infinity for None."""
    return float("inf") if illegal is None else next(at for at in illegal.values() if isinstance(at, int))


class Differing(ReportAround, frozen=True):
    """A verdict, and the readings that it depends on: those that repair it, or `all` that change it.

    `ruled` is the verdict that the readings are compared to, `untried` are readings that weren't tried in time.
    """

    game: str
    found: tuple[OtherReading, ...]
    ruled: Mapping[str, Any]
    all: bool = False
    untried: tuple[str, ...] = ()

    @property
    def cites(self) -> bool:
        """True if it names rules by their ids."""
        return bool(self.found) or super().cites

    def data(self) -> dict[str, Any]:
        """Return the verdict in the fixed machine format, with the `readings` that it depends on, if any."""
        ruled = self.report.data()
        return {**ruled, "readings": [one.data() for one in self.found]} if self.found else ruled

    def show(self, screen: Screen) -> None:
        """Show the verdict, then a line for each reading."""
        self.report.show(screen)
        points = rulebook(self.game).readings
        for one in self.found:
            entry = points[one.reading].entry
            screen.line(f"Tables differ ({entry}): with {one.words}{_describe(self.ruled, one, entry)}.")
        if self.untried:
            screen.line(f"No time was left to try {and_list(self.untried)}; --seconds gives more.")
        elif self.all and not self.found:
            screen.line("No reading changes the verdict or what comes of it.")


def _describe(ruled: Mapping[str, Any], one: OtherReading, entry: str) -> str:
    """Describe what a reading changes, to follow its name; cite the rule unless it is the reading's own `entry`."""
    parts = []
    if "unfit" in one.changes:
        return f" it can't be played so: {one.changes['unfit']}"
    if "illegal" in one.changes:
        illegal = one.changes["illegal"]
        if illegal is None:
            parts.append("it is legal")
        else:
            what = next(key for key, at in illegal.items() if isinstance(at, int))
            better = _place(illegal) > _place(ruled["illegal"])
            first = "is illegal" if illegal["ruling"] else "can't be played"
            by = f" ({illegal['ruling']})" if illegal["ruling"] not in ("", entry) else ""
            where = f"{what} {illegal[what]}" if illegal[what] else "it"  # nothing was done yet
            parts.append(
                f"{'it is legal, and ' * (better and ruled['illegal'] is not None)}{where} "
                f"{first}{' already' * (ruled['illegal'] is not None and not better)}{by}"
            )
    if "disputes" in one.changes:
        wrong = len(one.changes["disputes"])
        parts.append(f"{so_many(wrong, 'claim')} would be wrong" if wrong else "no claim is wrong")
    if "agreed" in one.changes:
        before, now = (_list_places(agreed or ()) for agreed in (ruled.get("agreed"), one.changes["agreed"]))
        if legal := [one for one in before if one not in now]:
            parts.append(f"{and_list(legal)} {'are' if len(legal) > 1 else 'is'} legal")
    over = one.changes.get("over")
    outcomes = [
        (
            _format_winners(one.changes[key])
            if key in OUTCOME[:2]
            else f"{key} {_format_value(ruled.get(key), one.changes[key])}"
        ).removeprefix("creatures ")
        for key in OUTCOME
        if key in one.changes and key not in ("over", COUNTS)
    ]
    if counts := one.changes.get(COUNTS):
        named = [f"{of} {many}" for of, many in counts.items()]
        outcomes.append(", ".join(named[:MOST]) + f" and {len(named) - MOST} more" * (len(named) > MOST))
    if over is not None and not (parts or outcomes):
        parts.append("it is over" if over else "it goes on")
    between = ": " if outcomes and not parts else ", " if one.answer.isdecimal() else " "
    return f"{between}{'; '.join((*parts, *outcomes)) or 'the verdict is another'}"


def _list_places(agreed: Iterable[Mapping[str, Any]]) -> list[str]:
    """List the overruled moves of a verdict by their places: "entry 3"."""
    return [f"{what} {at}" for one in agreed for what, at in one.items() if isinstance(at, int)]


def _format_winners(now: str | Sequence[str] | None) -> str:
    names = [now] if isinstance(now, str) else now or ["nobody"]
    return f"{and_list(names)} {'win' if len(names) > 1 else 'wins'}"


def _format_value(before: Any, now: Any) -> str:
    """Format a value of the outcome; of several values only those that changed."""
    if isinstance(now, list):
        return and_list(map(str, now)) if now else "none"
    if not isinstance(now, dict):
        return ("no", "yes")[now] if isinstance(now, bool) else str(now)
    known = before if isinstance(before, dict) else {}
    others = [
        f"{key} {_format_value(known.get(key), value)}" for key, value in now.items() if known.get(key) != value
    ]
    return ", ".join([*others, *(f"not {key}" for key in known if key not in now)])


def differing(
    game: str,
    report: J,
    declared: type[Readings] | None,
    held: Mapping[str, Any],
    ruled: Mapping[str, Any],
    judge: Callable[[dict[str, Any]], Mapping[str, Any]],
    *,
    every: bool,
    seconds: float,
    but: Container[str] = (),
) -> J | Differing:
    """Return a verdict with the readings that it depends on, if it is against the record or `every` change is wanted.

    `ruled` is compared in place of the verdict itself. The readings named in `but` aren't tried.
    """
    if declared is None or not (every or report.against):
        return report
    changed, untried = judged_otherwise(declared, held, ruled, judge, seconds, but)
    found = tuple(one for one in changed if every or mends(ruled, one))
    if isinstance(report, Differing):  # others were tried before
        both, late = (*report.found, *found), (*report.untried, *untried)
        return Differing(report.report, game, both, {**ruled, **report.ruled}, every, late)
    return Differing(report, game, found, ruled, every, tuple(untried)) if found or untried or every else report
