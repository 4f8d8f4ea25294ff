"""Summaries of games that were played, and standings: who won, when, the scores, and the dice each threw."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from itertools import combinations
from typing import Any

from msgspec import Struct

from referee.declaration.game import Game
from referee.declaration.tracking import missing_for_score
from referee.errors import BadInput
from referee.files.kinds import is_save
from referee.saves.evening import minutes_of, play_again, times_of
from referee.saves.save import OnDisk, OpenSave
from referee.scores.evening import DiceThrown, Luck, dice_of, luck_with
from referee.scores.score import Outcome
from referee.text.names import fold


class Placing(Struct, frozen=True, omit_defaults=True):
    """A player of a game: place (1 is the best; several may share one) and points, None where there are none.

    `team` is the number of those who win together, 0 for a player alone; `left` marks who left before the end.
    """

    name: str
    place: int | None = None
    points: int | None = None
    won: bool = False
    team: int = 0
    left: bool = False


class PlayedGame(Struct, frozen=True, omit_defaults=True):
    """Summary of a game. `began` and `ended` are ISO times, "" where no entry has one; `minutes` were played.

    `luck` are the dice that each player threw in it, None until they are asked for.
    """

    id: str
    game: str
    title: str
    path: str
    began: str
    ended: str
    minutes: int | None
    entries: int
    finished: bool
    seats: tuple[Placing, ...]
    luck: dict[str, tuple[DiceThrown, ...]] | None = None

    @property
    def day(self) -> str:
        """Day on which it began, as 2026-11-22; "" if unknown."""
        return self.began[:10]

    @property
    def began_at(self) -> datetime:
        """Time at which it began, with its time zone; the earliest time if unknown."""
        return datetime.fromisoformat(self.began) if self.began else datetime.min.replace(tzinfo=UTC)

    @property
    def winners(self) -> tuple[str, ...]:
        """Names of the winners; none while it runs."""
        return tuple(seat.name for seat in self.seats if seat.won) if self.finished else ()


def played_of(game: Game[Any, Any], found: OnDisk) -> PlayedGame:
    """Summarize a save. Raises BadInput if it can't be used."""
    if not is_save(found.data):
        raise BadInput(f"{found.path}: isn't a save of a game")
    save: OpenSave[Any] = OpenSave(game, found)
    steps = save.session.steps
    times = times_of(steps)
    finished = save.rules.over(save.setup, save.state_on_file)
    return PlayedGame(
        id=save.file.id,
        game=game.name,
        title=game.title,
        path=str(found.path),
        began=times[0].isoformat() if times else "",
        ended=times[-1].isoformat() if times else "",
        minutes=minutes_of(times),
        entries=len(steps),
        finished=finished,
        seats=_seats(save),
    )


def _seats(save: OpenSave[Any]) -> tuple[Placing, ...]:
    """Return the players with their places; at lighter levels only once the score was counted."""
    teams = save.game.scores().teams(save.setup)
    if missing_for_score(save.rules, save.state_on_file):
        return tuple(Placing(player.name, team=teams.get(player.name, 0)) for player in save.state_on_file.players)
    return tuple(_place_players(save.outcome(), teams, points=save.game.scores().words().points))


def _place_players(outcome: Outcome, teams: Mapping[str, int], *, points: bool) -> list[Placing]:
    """Place all players: winners first, then by points (without points the rest share one), who left last.

    A team has one place: who wins with somebody isn't before them, and two who lose together come second.
    """
    worth = {
        player.name: (player.name in outcome.winners, player.total if points else 0) for player in outcome.standing
    }
    side = {name: teams.get(name, name) for name in worth}
    seats = [
        Placing(
            player.name,
            1 + len({side[name] for name, other in worth.items() if other > worth[player.name]}),
            player.total if points else None,
            player.name in outcome.winners,
            teams.get(player.name, 0),
        )
        for player in outcome.standing
    ]
    last = len(set(side.values())) + 1
    departed = [name for name in outcome.left if name not in worth]
    return [*seats, *(Placing(name, last, team=teams.get(name, 0), left=True) for name in departed)]


def luck_of(game: Game[Any, Any], found: OnDisk) -> dict[str, tuple[DiceThrown, ...]]:
    """Return the dice that each player threw in a save's game. Raises BadInput if its log can't be played."""
    throws = game.scores().throws
    if throws is None:
        return {}
    save: OpenSave[Any] = OpenSave(game, found)
    return dice_of([throw for one in play_again(save) for throw in throws(one.before, one.events)])


# --- Who is who: one person under several spellings -----------------------------------------------


class People:
    """The people of some evenings, by their spellings: case and accents don't separate them, aliases join them."""

    def __init__(self, played: Sequence[PlayedGame], aliases: Mapping[str, str]) -> None:
        """Set `aliases`, other spellings of people. Raises BadInput if two of one game would be one person."""
        self._aliases = {fold(other): name for other, name in aliases.items()}
        self._shown: dict[str, str] = {}
        for one in played:
            for seat in one.seats:
                self._shown.setdefault(fold(self._resolve(seat.name)), self._resolve(seat.name))
        for one in played:
            self._verify(one)

    def of(self, name: str) -> str:
        """Return the person that a name means, as it is shown."""
        meant = self._resolve(name)
        return self._shown.get(fold(meant), meant)

    def seats(self, played: PlayedGame) -> dict[str, Placing]:
        """Return the players of a game, by person."""
        return {self.of(seat.name): seat for seat in played.seats}

    def _resolve(self, name: str) -> str:
        seen = set[str]()
        while (key := fold(name)) in self._aliases and key not in seen:
            seen.add(key)
            name = self._aliases[key]
        return name

    def _verify(self, played: PlayedGame) -> None:
        for one, other in combinations(played.seats, 2):
            if self.of(one.name) == self.of(other.name):
                raise BadInput(
                    f"{one.name} and {other.name} played one game together ({played.path}), so no alias can make one "
                    "person of them; the aliases: referee config alias"
                )


# --- Standings ------------------------------------------------------------------------------------
# Standings over many evenings: wins, scores, head-to-head results, ratings, and luck with dice.


class Rating(Struct, frozen=True):
    """A player's strength, as OpenSkill estimates it from the places, and the standard deviation of that."""

    mu: float
    sigma: float

    @property
    def unsure(self) -> float:
        """Half width of the 95% confidence interval."""
        return 1.96 * self.sigma

    @property
    def at_least(self) -> float:
        """Lower end of that interval, by which standings are ordered: few games prove little."""
        return self.mu - self.unsure


class StandingsRow(Struct, frozen=True):
    """A player in one game: finished evenings, wins, the mean of the places, of the points, and the best points.

    `luck` is None for a game without dice on record.
    """

    player: str
    evenings: int
    wins: int
    place: float | None
    best: int | None
    mean: float | None
    rating: Rating
    luck: Luck | None = None


class HeadToHead(Struct, frozen=True):
    """Two players against each other: how often the first was ahead, both were level, the second was ahead."""

    one: str
    other: str
    ahead: int
    level: int
    behind: int


class StandingsTable(Struct, frozen=True):
    """Standings of one game, the best first; `course` are the ratings after each evening of who has played."""

    game: str
    title: str
    evenings: int
    rows: tuple[StandingsRow, ...]
    meetings: tuple[HeadToHead, ...]
    course: tuple[dict[str, Rating], ...] = ()

    def ahead(self, player: str) -> dict[str, str]:
        """Return how often a player was ahead of each other one with whom the game was played: "2 of 3"."""
        found = {}
        for met in self.meetings:
            if player in (met.one, met.other):
                times, other = (met.ahead, met.other) if player == met.one else (met.behind, met.one)
                found[other] = f"{times} of {met.ahead + met.level + met.behind}"
        return found


def tables(played: Sequence[PlayedGame], people: People) -> list[StandingsTable]:
    """List the standings of each game that was finished at least once, the most played first."""
    found = []
    for game in dict.fromkeys(one.game for one in played):
        finished = [one for one in played if one.game == game and one.finished]
        if finished:
            found.append(_table(finished, people))
    return sorted(found, key=lambda table: -table.evenings)


def _table(finished: Sequence[PlayedGame], people: People) -> StandingsTable:
    names = list(dict.fromkeys(name for one in finished for name in people.seats(one)))
    course = ratings_by_game(finished, people)
    rows = [_row(name, finished, people, course[-1][name]) for name in names]
    rows.sort(key=lambda row: (-row.rating.at_least, -row.wins, row.place or 99, row.player))
    pairs = combinations([row.player for row in rows], 2)
    meetings = [_meeting(one, other, finished, people) for one, other in pairs]
    return StandingsTable(
        finished[0].game,
        finished[0].title,
        len(finished),
        tuple(rows),
        tuple(met for met in meetings if met.ahead + met.level + met.behind),
        tuple(course),
    )


def _row(name: str, finished: Sequence[PlayedGame], people: People, rating: Rating) -> StandingsRow:
    mine = [(one, people.seats(one)[name]) for one in finished if name in people.seats(one)]
    seats = [seat for _, seat in mine]
    points = [seat.points for seat in seats if seat.points is not None]
    return StandingsRow(
        name,
        len(seats),
        sum(seat.won for seat in seats),
        _mean([seat.place for seat in seats]),
        max(points, default=None),
        _mean(points),
        rating,
        _luck(name, [one for one, _ in mine], people),
    )


def _luck(name: str, played: Iterable[PlayedGame], people: People) -> Luck | None:
    """Combine all the dice of a player; None if none are on record."""
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

BEGINS = 25.0
"""Rating of a player before the first game."""


def ratings_by_game(finished: Sequence[PlayedGame], people: People) -> list[dict[str, Rating]]:
    """Compute after each game, in order, the ratings of all who have played by then (Plackett-Luce).

    Players of a team are rated together.
    """
    from openskill.models import PlackettLuce  # loaded only for standings

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
