"""A game that was played, in short: who, when, how long, who won, the scores, and the dice each threw."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from msgspec import Struct

from referee.declaration.game import Game
from referee.declaration.tracking import uncounted
from referee.errors import BadInput
from referee.saves.evening import minutes_of, times_of
from referee.saves.layout import is_save
from referee.saves.replayed import play_again
from referee.saves.save import OnDisk, OpenSave
from referee.scores.evening import DiceThrown, dice_of
from referee.scores.score import Outcome


class Placing(Struct, frozen=True, omit_defaults=True):
    """A player of a game: place (1 is the best; several may share one) and points, None where there are none.

    `team` is the number of those who win together, 0 for who plays alone; `left` who left before the end.
    """

    name: str
    place: int | None = None
    points: int | None = None
    won: bool = False
    team: int = 0
    left: bool = False


class PlayedGame(Struct, frozen=True, omit_defaults=True):
    """A game in short. `began` and `ended` are ISO times, "" where no entry has one; `minutes` were played.

    `luck` are the dice that each player threw in it, None as long as nobody asked.
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
        """The day on which it began, as 2026-11-22; "" where nobody knows."""
        return self.began[:10]

    @property
    def began_at(self) -> datetime:
        """When it began, wherever that was; the beginning of time where nobody knows."""
        return datetime.fromisoformat(self.began) if self.began else datetime.min.replace(tzinfo=UTC)

    @property
    def winners(self) -> tuple[str, ...]:
        """Who won; nobody as long as it runs."""
        return tuple(seat.name for seat in self.seats if seat.won) if self.finished else ()


def played_of(game: Game[Any, Any], found: OnDisk) -> PlayedGame:
    """A save in short. Raises BadInput if it can't be used."""
    if not is_save(found.data):
        raise BadInput(f"{found.path}: is no save of a game")
    save: OpenSave[Any] = OpenSave(game, found)
    steps = save.session.steps
    times = times_of(steps)
    finished = save.rules.over(save.setup, save.state_on_file)
    return PlayedGame(
        id=save.file.id, game=game.name, title=game.title, path=str(found.path),
        began=times[0].isoformat() if times else "", ended=times[-1].isoformat() if times else "",
        minutes=minutes_of(times), entries=len(steps), finished=finished, seats=_seats(save),
    )  # fmt: skip


def _seats(save: OpenSave[Any]) -> tuple[Placing, ...]:
    """The players with their places; in lighter modes only once the score was counted."""
    teams = save.game.scores().teams(save.setup)
    if uncounted(save.rules, save.state_on_file):
        return tuple(Placing(player.name, team=teams.get(player.name, 0)) for player in save.state_on_file.players)
    scores = save.game.scores()
    outcome = scores.outcome(save.setup_of(save.state_on_file), save.state_on_file)
    return tuple(_placed(outcome, teams, points=scores.words().points))


def _placed(outcome: Outcome, teams: Mapping[str, int], *, points: bool) -> list[Placing]:
    """Everybody with a place: winners first, then by points (without points the rest share one), who left last.

    A team has one place: who wins with somebody isn't before them, and two who lose together come second.
    """
    worth = {
        player.name: (player.name in outcome.winners, player.total if points else 0) for player in outcome.standing
    }
    side = {name: teams.get(name, name) for name in worth}
    seats = [
        Placing(
            player.name, 1 + len({side[name] for name, other in worth.items() if other > worth[player.name]}),
            player.total if points else None, player.name in outcome.winners, teams.get(player.name, 0),
        )
        for player in outcome.standing
    ]  # fmt: skip
    last = len(set(side.values())) + 1
    gone = [name for name in outcome.left if name not in worth]
    return [*seats, *(Placing(name, last, team=teams.get(name, 0), left=True) for name in gone)]


def luck_of(game: Game[Any, Any], found: OnDisk) -> dict[str, tuple[DiceThrown, ...]]:
    """The dice that each player threw in a save's game. Raises BadInput if its log can't be played."""
    throws = game.scores().throws
    if throws is None:
        return {}
    save: OpenSave[Any] = OpenSave(game, found)
    return dice_of([throw for one in play_again(save) for throw in throws(one.before, one.events)])
