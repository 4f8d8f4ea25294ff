"""The evening of a save: when it was, the points turn by turn, the luck with dice, and what turned it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from typing import Any, NamedTuple

from referee.errors import BadInput, RefereeError
from referee.play.session import Session
from referee.play.step import Step
from referee.saves.points_by_turn import points_by_turn
from referee.saves.save import OpenSave
from referee.scores.evening import Evening, Throw, luck_of
from referee.scores.words import TurnPoints

MINUS = "\N{MINUS SIGN}"
BREAK = timedelta(hours=2)
"""After so long without an entry nobody was playing."""
MOST = 6
"""So many entries are told that turned an evening."""


class Replayed(NamedTuple):
    """An entry played again: itself, the state before and after, and its events."""

    step: Step
    before: Any
    after: Any
    events: Sequence[Any]


def evening_of(open_save: OpenSave[Any]) -> Evening:
    """What a page tells of a save beside its score. Raises BadInput if its log can't be played."""
    turns = points_by_turn(open_save)
    scores, setup = open_save.game.scores(), open_save.setup
    played = list(play_again(open_save))
    throws: list[Throw] = []
    if scores.throws is not None:
        for one in played:
            throws += scores.throws(one.before, one.events)
    return Evening(
        turns, _when(open_save.session.steps), scores.colours(setup),
        scores.holdings(setup, open_save.state_on_file), luck_of(throws),
        _turned(open_save, turns, played) if scores.words().points else (),
    )  # fmt: skip


def play_again(open_save: OpenSave[Any]) -> Iterator[Replayed]:
    """Each entry of the log, as far back as it can be played. Raises BadInput."""
    session = open_save.session
    again = Session(session.game, session.start, corrector=session.corrector, forcing=False)
    for number, step in enumerate(session.steps[session.settled :], session.settled + 1):
        before = again.state
        try:
            again.repeat(step)
        except RefereeError as error:
            raise BadInput(f"{open_save.path}: its log can't be replayed: entry {number}: {error}") from None
        yield Replayed(step, before, again.state, again.take_events())


# --- when -------------------------------------------------------------------------------------------


def _when(steps: Sequence[Step]) -> str:
    """The day and the hours between the first entry and the last; "" for a log without times."""
    times = times_of(steps)
    if not times:
        return ""
    first, last = times[0], times[-1]
    if first.date() == last.date():
        hours = f", {first:%H:%M} to {last:%H:%M}" if (first.hour, first.minute) != (last.hour, last.minute) else ""
        return f"{_day(first)}{hours}."
    return f"{_day(first)} to {_day(last)}."


def times_of(steps: Sequence[Step]) -> list[datetime]:
    """When the entries were made that have a time."""
    return [datetime.fromisoformat(step.when) for step in steps if step.when]


def minutes_of(times: Sequence[datetime]) -> int | None:
    """How many minutes were played, without breaks; None where fewer than two times are known."""
    if len(times) < 2:
        return None
    spans = [later - earlier for earlier, later in pairwise(times)]
    return round(sum((span for span in spans if timedelta() < span < BREAK), timedelta()) / timedelta(minutes=1))


def length_of(minutes: int | None) -> str:
    """How long that is in words: "2 h 40 min"; "" for None."""
    if minutes is None:
        return ""
    hours, rest = divmod(minutes, 60)
    return f"{hours} h {rest} min" if hours else f"{rest} min"


DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
          "November", "December")  # fmt: skip
"""In English, whatever the system speaks."""


def _day(at: datetime) -> str:
    return f"{DAYS[at.weekday()]}, {at.day} {MONTHS[at.month - 1]} {at.year}"


# --- what turned it ---------------------------------------------------------------------------------


def _turned(
    open_save: OpenSave[Any], turns: Sequence[TurnPoints], played: Sequence[Replayed]
) -> list[tuple[str, str]]:
    """The entries that moved the score most, and the turns after which somebody else led."""
    found = [(turn, f"{leader} takes the lead: {told}") for turn, leader, told in _leads(turns)]
    score, text = open_save.game.scores().outcome, open_save.session.public_text
    totals = [_totals(score(open_save.setup, one.before)) for one in played]
    totals.append(_totals(score(open_save.setup, open_save.state_on_file)))
    moved = []
    for one, (before, after) in zip(played, pairwise(totals), strict=True):
        change = {
            name: after[name] - before[name] for name in after if name in before and after[name] != before[name]
        }
        if change and one.step.kind == "move":
            told = ", ".join(f"{name} {points:+}".replace("-", "−") for name, points in change.items())
            moved.append((sum(map(abs, change.values())), one.before.turn, f"{told} by: {text(one.step)}"))
    largest = sorted(moved, key=lambda one: -one[0])[:MOST]
    found += [(turn, told) for _, turn, told in largest]
    return [(str(turn), told) for turn, told in sorted(found, key=lambda one: one[0])]


def _totals(outcome: Any) -> dict[str, int]:
    return {player.name: player.total for player in outcome.standing}


def _leads(turns: Sequence[TurnPoints]) -> Iterator[tuple[int, str, str]]:
    """Each turn after which another player leads alone: its number, who, and by how much."""
    before = ""
    for at in turns:
        best = max(at.totals.values())
        leading = [name for name, total in at.totals.items() if total == best]
        if len(leading) != 1 or leading[0] == before:
            continue
        if before:
            rest = max(total for name, total in at.totals.items() if name != leading[0])
            yield at.turn, leading[0], f"{best} to {rest}"
        before = leading[0]
