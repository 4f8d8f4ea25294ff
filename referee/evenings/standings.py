"""Standings over many evenings: who won how often, the scores, who beats whom, ratings, and luck with dice."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from referee.evenings.people import People
from referee.evenings.played import PlayedGame
from referee.scores.evening import DiceThrown, Luck, luck_with


class Rating(Struct, frozen=True):
    """How strong somebody plays, as OpenSkill estimates it from the places, and the standard deviation of that."""

    mu: float
    sigma: float

    @property
    def unsure(self) -> float:
        """Half the width of the interval that holds it 95 times of 100."""
        return 1.96 * self.sigma

    @property
    def at_least(self) -> float:
        """The lower end of that interval, by which standings are ordered: few games prove little."""
        return self.mu - self.unsure


class StandingsRow(Struct, frozen=True):
    """Somebody in one game: finished evenings, wins, the mean of the places, of the points, and the best points.

    `rating` is None without the library for it, `luck` for a game without dice on record.
    """

    player: str
    evenings: int
    wins: int
    place: float | None
    best: int | None
    mean: float | None
    rating: Rating | None = None
    luck: Luck | None = None


class HeadToHead(Struct, frozen=True):
    """Two who played against each other: how often the first was ahead, both were level, the second was ahead."""

    one: str
    other: str
    ahead: int
    level: int
    behind: int


class StandingsTable(Struct, frozen=True):
    """The standings of one game, the best first; `course` are the ratings after each evening of who has played."""

    game: str
    title: str
    evenings: int
    rows: tuple[StandingsRow, ...]
    meetings: tuple[HeadToHead, ...]
    course: tuple[dict[str, Rating], ...] = ()


def tables(played: Sequence[PlayedGame], people: People) -> list[StandingsTable]:
    """The standings of each game that was finished at least once, the most played first."""
    found = []
    for game in dict.fromkeys(one.game for one in played):
        finished = [one for one in played if one.game == game and one.finished]
        if finished:
            found.append(_table(finished, people))
    return sorted(found, key=lambda table: -table.evenings)


def _table(finished: Sequence[PlayedGame], people: People) -> StandingsTable:
    names = list(dict.fromkeys(name for one in finished for name in people.seats(one)))
    course = rated(finished, people)
    ratings = course[-1] if course else {}
    rows = [_row(name, finished, people, ratings.get(name)) for name in names]
    rows.sort(key=_order)
    pairs = combinations([row.player for row in rows], 2)
    meetings = [_meeting(one, other, finished, people) for one, other in pairs]
    return StandingsTable(
        finished[0].game, finished[0].title, len(finished), tuple(rows),
        tuple(met for met in meetings if met.ahead + met.level + met.behind), tuple(course),
    )  # fmt: skip


def _order(row: StandingsRow) -> tuple[float, int, float, str]:
    """The best first: by rating less what is unsure of it; by wins without ratings or where they are level."""
    return -row.rating.at_least if row.rating else 0.0, -row.wins, row.place or 99, row.player


def _row(name: str, finished: Sequence[PlayedGame], people: People, rating: Rating | None) -> StandingsRow:
    mine = [(one, people.seats(one)[name]) for one in finished if name in people.seats(one)]
    seats = [seat for _, seat in mine]
    points = [seat.points for seat in seats if seat.points is not None]
    return StandingsRow(
        name, len(seats), sum(seat.won for seat in seats), _mean([seat.place for seat in seats]),
        max(points, default=None), _mean(points), rating, luck_of(name, [one for one, _ in mine], people),
    )  # fmt: skip


def luck_of(name: str, played: Iterable[PlayedGame], people: People) -> Luck | None:
    """All the dice of somebody, taken together; None if none are on record."""
    dice: list[DiceThrown] = []
    for one in played:
        for thrower, thrown in (one.luck or {}).items():
            if people.of(thrower) == name:
                dice += thrown
    return luck_with(dice) if dice else None


def _meeting(one: str, other: str, finished: Sequence[PlayedGame], people: People) -> HeadToHead:
    places = []
    for game in finished:
        seats = people.seats(game)
        if one in seats and other in seats and not (seats[one].team and seats[one].team == seats[other].team):
            places.append((seats[one].place or 0, seats[other].place or 0))
    return HeadToHead(
        one, other, sum(a < b for a, b in places), sum(a == b for a, b in places), sum(a > b for a, b in places)
    )


def _mean(numbers: Sequence[int | None]) -> float | None:
    known = [number for number in numbers if number is not None]
    return round(sum(known) / len(known), 2) if known else None


# --- ratings --------------------------------------------------------------------------------------

EXTRA = "pip install 'referee[ratings]'"
"""How the library for ratings is had."""


BEGINS = 25.0
"""The rating of who has never played."""


def can_rate() -> bool:
    """Whether the library for ratings is there."""
    from importlib.util import find_spec  # loaded only for standings

    return find_spec("openskill") is not None


def rated(finished: Sequence[PlayedGame], people: People) -> list[dict[str, Rating]]:
    """After each game, in the order they were played in, the ratings of all who have played by then (Plackett-Luce).

    None without the library. Who plays in a team is rated with it.
    """
    if not can_rate():
        return []
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=BEGINS, sigma=BEGINS / 3)
    now: dict[str, Any] = {}
    course = list[dict[str, Rating]]()
    for one in finished:
        seats = people.seats(one)
        now |= {name: model.rating() for name in seats if name not in now}
        sides: dict[str | int, list[str]] = {}
        for name, seat in seats.items():
            sides.setdefault(seat.team or name, []).append(name)
        places = {side: seats[names[0]].place for side, names in sides.items()}
        if len(sides) > 1 and None not in places.values():
            ranks = [float(place or 0) for place in places.values()]
            after = model.rate([[now[name] for name in names] for names in sides.values()], ranks=ranks)
            for names, team in zip(sides.values(), after, strict=True):
                now |= zip(names, team, strict=True)
        course.append({name: Rating(round(rating.mu, 3), round(rating.sigma, 3)) for name, rating in now.items()})
    return course
