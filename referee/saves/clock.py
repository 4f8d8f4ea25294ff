"""The clock of an evening: how long a turn took, and how many fit before it is to end."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime, time, timedelta
from statistics import median

from referee.errors import Unreadable
from referee.play.step import Step
from referee.saves.evening import BREAK, length_of

_TIME = re.compile(r"([0-9]{1,2})(?::([0-5][0-9]))?")
NEVER = ("none", "off")
"""Said for an evening that ends when it ends."""
LATE = timedelta(hours=6)
"""An end that was so long before the evening began isn't that of the day before any more."""


def read_time(text: str) -> str:
    """A time of day as it is kept, "23:00"; "" for none. Raises Unreadable."""
    said = text.strip().lower().replace(".", ":")
    if said in NEVER:
        return ""
    if (found := _TIME.fullmatch(said)) and int(found[1]) < 24:
        return f"{int(found[1]):02}:{found[2] or '00'}"
    raise Unreadable(f'"{text}" is no time of day; write it like 23:00, or {NEVER[0]}')


SHORT = timedelta(seconds=30)
"""Of turns so short nobody counts how many fit."""


def told(
    steps: Sequence[Step], until: str, now: datetime, opened: datetime | None = None, *, warned: bool = False
) -> str:
    """What is said at a turn's end: how long it took, and how many like those so far fit before `until`.

    A turn is what the entries say before their first comma ("turn 4"). What lies before the program was `opened`
    this time is a pause and no turn's, as is a long time without an entry. That the end is past is said once, and not
    to who is `warned`. "" where too little is known.
    """
    spans = _spans(steps, opened)
    if not spans:
        return ""
    turn, took = list(spans.items())[-1]
    said = f"{turn[:1].upper()}{turn[1:]} took {_length(took)}."
    time_left = ends(until, sitting(steps, now)) - now
    if time_left <= timedelta():
        return said if warned else f"{said} It is past {until}."
    usual = timedelta(seconds=median(span.total_seconds() for span in spans.values()))
    if usual < SHORT:
        return f"{said} {_length(time_left)} are left until {until}."
    fit = int(time_left / usual)
    more = "no other fits" if fit == 0 else f"{fit} more fit" if fit > 1 else "one more fits"
    return f"{said} {more[:1].upper()}{more[1:]} before {until}, at {_length(usual)} each."


def left(steps: Sequence[Step], until: str, now: datetime) -> str:
    """How much time is left before `until`, in a sentence; for "" how an end is said."""
    if not until:
        return "The evening has no end. Set one like this: until 23:00."
    if is_past(steps, until, now):
        return f"It is past {until}."
    return f"{_length(ends(until, sitting(steps, now)) - now)} are left until {until}."


def is_past(steps: Sequence[Step], until: str, now: datetime) -> bool:
    """Whether the end of the evening has passed."""
    return now >= ends(until, sitting(steps, now))


def _spans(steps: Sequence[Step], opened: datetime | None) -> dict[str, timedelta]:
    """How long each turn took, by what it is called."""
    spans: dict[str, timedelta] = {}
    last: datetime | None = None
    for step in steps:
        at = step.made
        if at is None:
            continue
        if last is not None and opened is not None and last < opened <= at:
            last = opened
        spent = at - last if last is not None and timedelta() <= at - last < BREAK else timedelta()
        turn = step.at.partition(",")[0]
        spans[turn] = spans.get(turn, timedelta()) + spent
        last = at
    return spans


def sitting(steps: Sequence[Step], now: datetime) -> datetime:
    """When those who play now sat down: the first entry since the last long time without one."""
    began = now
    for step in reversed(steps):
        at = step.made
        if at is not None:
            if began - at >= BREAK:
                break
            began = min(at, began)
    return began


def ends(until: str, began: datetime) -> datetime:
    """When an evening that `began` then is to end: by the clock of this place, within the day, or a little before.

    Somebody who sits down at 23:10, and is to end at 23:00, is late, and doesn't play until the next evening.
    """
    earliest = began - LATE
    day = earliest.astimezone().date()
    for later in range(3):
        end = datetime.combine(day + timedelta(days=later), time.fromisoformat(until)).astimezone()
        if end > earliest:
            break
    return end


def _length(span: timedelta) -> str:
    return length_of(round(span / timedelta(minutes=1)))
