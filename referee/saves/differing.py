"""What hangs on a reading: a record is judged again by each other answer that its table may give."""

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
_CAME = ("result", "wounds", "destroyed", "retaliation", "hero", "defender", "creatures")
COUNTS = "counts"
OUTCOME = ("winner", "winners", "over", *_CAME, COUNTS)
"""The keys of a verdict that say who or what has come of it; `creatures` and what is counted are made of the rest."""
MOST = 6
"""So many counts that are otherwise are named."""


class NotFitting(BadInput):
    """What was played can't be with another reading: other dice are thrown, say."""


class Otherwise(Struct, frozen=True):
    """A reading with another answer, and what of the verdict is then otherwise."""

    reading: str
    answer: str
    changes: dict[str, Any]

    @property
    def words(self) -> str:
        """It as it is typed."""
        return f"{self.reading.replace('_', ' ')} {self.answer}"

    def data(self) -> dict[str, Any]:
        """It as plain data."""
        return {"reading": self.reading, "answer": self.answer, **self.changes}


def others(one: Reading, now: Any) -> Iterator[Any]:
    """What else could hold: every other answer; of a house number those next to what holds."""
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
) -> tuple[list[Otherwise], list[str]]:
    """What each reading changes of a verdict that was `ruled` by those `held`, and those that no time was left for.

    `judge` gives the verdict as plain data where other readings hold; what can't be judged so is left out, as are
    the readings `but` by name.
    """
    until = time.monotonic() + seconds
    changed: list[Otherwise] = []
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
                    changed.append(Otherwise(one.name, one.write(value), {"unfit": str(error)}))
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
                changed.append(Otherwise(one.name, one.write(value), changes))
    return changed, untried


def mends(ruled: Mapping[str, Any], other: Otherwise) -> bool:
    """Whether another answer makes right what is wrong: a move that was illegal is legal, or a claim holds."""
    if "unfit" in other.changes:
        return False
    if "illegal" in other.changes:
        return _place(other.changes["illegal"]) > _place(ruled["illegal"])
    return len(other.changes.get("disputes", ruled["disputes"])) < len(ruled["disputes"])


def _place(illegal: Mapping[str, Any] | None) -> float:
    """Where in the record something illegal stands; nowhere is behind everything."""
    return float("inf") if illegal is None else next(at for at in illegal.values() if isinstance(at, int))


class Differing(ReportAround, frozen=True):
    """A verdict, and behind it what hangs on a reading: what it mends, or `all` that it changes.

    `ruled` is the verdict that the readings are compared to, `untried` are the readings for which there was no time.
    """

    game: str
    found: tuple[Otherwise, ...]
    ruled: Mapping[str, Any]
    all: bool = False
    untried: tuple[str, ...] = ()

    @property
    def cites(self) -> bool:
        """Whether it names rules by their ids."""
        return bool(self.found) or super().cites

    def data(self) -> dict[str, Any]:
        """The verdict in the fixed machine format, with the readings that it hangs on where there are any."""
        ruled = self.report.data()
        return {**ruled, "readings": [one.data() for one in self.found]} if self.found else ruled

    def show(self, screen: Screen) -> None:
        """The verdict, then a line for each reading."""
        self.report.show(screen)
        points = rulebook(self.game).readings
        for one in self.found:
            entry = points[one.reading].entry
            screen.line(f"Tables differ ({entry}): with {one.words}{_describe(self.ruled, one, entry)}.")
        if self.untried:
            screen.line(f"No time was left to try {and_list(self.untried)}; --seconds gives more.")
        elif self.all and not self.found:
            screen.line("No reading changes the verdict or what comes of it.")


def _describe(ruled: Mapping[str, Any], one: Otherwise, entry: str) -> str:
    """What is otherwise, in words, as it stands behind the reading; by which rule, but the `entry` of the reading."""
    said = []
    if "unfit" in one.changes:
        return f" it can't be played so: {one.changes['unfit']}"
    if "illegal" in one.changes:
        illegal = one.changes["illegal"]
        if illegal is None:
            said.append("it is legal")
        else:
            what = next(key for key, at in illegal.items() if isinstance(at, int))
            better = _place(illegal) > _place(ruled["illegal"])
            first = "is illegal" if illegal["ruling"] else "can't be played"
            by = f" ({illegal['ruling']})" if illegal["ruling"] not in ("", entry) else ""
            where = f"{what} {illegal[what]}" if illegal[what] else "it"  # nothing was done yet
            said.append(
                f"{'it is legal, and ' * (better and ruled['illegal'] is not None)}{where} "
                f"{first}{' already' * (ruled['illegal'] is not None and not better)}{by}"
            )
    if "disputes" in one.changes:
        wrong = len(one.changes["disputes"])
        said.append(f"{so_many(wrong, 'claim')} would be wrong" if wrong else "no claim is wrong")
    if "agreed" in one.changes:
        before, now = (_numbered(agreed or ()) for agreed in (ruled.get("agreed"), one.changes["agreed"]))
        if legal := [one for one in before if one not in now]:
            said.append(f"{and_list(legal)} {'are' if len(legal) > 1 else 'is'} legal")
    over = one.changes.get("over")
    came = [
        (
            _won(one.changes[key]) if key in OUTCOME[:2] else f"{key} {_in_words(ruled.get(key), one.changes[key])}"
        ).removeprefix("creatures ")
        for key in OUTCOME
        if key in one.changes and key not in ("over", COUNTS)
    ]
    if counts := one.changes.get(COUNTS):
        named = [f"{of} {many}" for of, many in counts.items()]
        came.append(", ".join(named[:MOST]) + f" and {len(named) - MOST} more" * (len(named) > MOST))
    if over is not None and not (said or came):
        said.append("it is over" if over else "it goes on")
    between = ": " if came and not said else ", " if one.answer.isdecimal() else " "
    return f"{between}{'; '.join((*said, *came)) or 'the verdict is another'}"


def _numbered(agreed: Iterable[Mapping[str, Any]]) -> list[str]:
    """What was agreed against the rules, by its place: "entry 3"."""
    return [f"{what} {at}" for one in agreed for what, at in one.items() if isinstance(at, int)]


def _won(now: str | Sequence[str] | None) -> str:
    """Who wins, in words."""
    names = [now] if isinstance(now, str) else now or ["nobody"]
    return f"{and_list(names)} {'win' if len(names) > 1 else 'wins'}"


def _in_words(before: Any, now: Any) -> str:
    """What has come of it, in words: of several values those that are others now."""
    if isinstance(now, list):
        return and_list(map(str, now)) if now else "none"
    if not isinstance(now, dict):
        return ("no", "yes")[now] if isinstance(now, bool) else str(now)
    known = before if isinstance(before, dict) else {}
    others = [f"{key} {_in_words(known.get(key), value)}" for key, value in now.items() if known.get(key) != value]
    return ", ".join([*others, *(f"not {key}" for key in known if key not in now)])


def differing(
    game: str,
    report: J,
    declared: type[Readings] | None,
    held: Mapping[str, Any],
    judge: Callable[[dict[str, Any]], Mapping[str, Any]],
    *,
    every: bool,
    seconds: float,
    came_of: Callable[[Mapping[str, Any]], Mapping[str, Any]] = lambda ruled: ruled,
    ruled: Mapping[str, Any] | None = None,
    but: Container[str] = (),
) -> J | Differing:
    """A verdict with what hangs on a reading: where it is against the record, or `every` change is asked for.

    `came_of` adds to a verdict what else has come of it; `ruled` is what is compared where that isn't the verdict
    itself. The readings `but`, by name, aren't tried.
    """
    if declared is None or not (every or report.against):
        return report
    ruled = came_of(report.data() if ruled is None else ruled)
    changed, untried = judged_otherwise(declared, held, ruled, lambda other: came_of(judge(other)), seconds, but)
    found = tuple(one for one in changed if every or mends(ruled, one))
    if isinstance(report, Differing):  # others were tried before
        both, late = (*report.found, *found), (*report.untried, *untried)
        return Differing(report.report, game, both, {**ruled, **report.ruled}, every, late)
    return Differing(report, game, found, ruled, every, tuple(untried)) if found or untried or every else report
