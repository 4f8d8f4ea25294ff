"""Export games to the app BG Stats: one JSON object of plays, its parts referring to one another by ids.

Every id follows from what it stands for, so a game that is exported again is the same play for the app. Players,
games and places date from their first play: what somebody changed of them in the app since is newer.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any
from uuid import NAMESPACE_URL, UUID, uuid5

from referee.evenings.standings import People, Placing, PlayedGame
from referee.text.names import fold

ENDINGS = (".bgsplay", ".json")
"""Suffixes of the app's files."""

ABOUT = "Plays kept by referee, to be imported by BG Stats."
"""Description of an export."""

_OURS = uuid5(NAMESPACE_URL, "referee/bgstats")
_LARGEST = 2**31 - 1
"""Largest id of the app: its database has 32-bit integers."""


def export(played: Sequence[PlayedGame], people: People, location: str) -> dict[str, Any]:
    """Return finished games with a date as data for the app; all were played at one `location`."""
    ended = [one for one in played if one.finished and one.began]
    names = list(dict.fromkeys(name for one in ended for name in people.seats(one)))
    games = dict.fromkeys(one.game for one in ended)
    most = max(names, key=lambda name: sum(name in people.seats(one) for one in ended), default="")
    return {
        "about": ABOUT,
        "players": [
            {
                **_head("player", fold(name), [one for one in ended if name in people.seats(one)]),
                "name": name,
                "isAnonymous": False,
                "bggUsername": "",
            }
            for name in names
        ],
        "locations": [{**_head("location", fold(location), ended), "name": location}] if ended else [],
        "games": [_game([one for one in ended if one.game == game]) for game in games],
        "plays": [_play(one, people, ended[:number], location) for number, one in enumerate(ended)],
        "userInfo": {"meRefId": _number("player", fold(most)) if most else 0},
    }


def _game(plays: Sequence[PlayedGame]) -> dict[str, Any]:
    """Return a game's data from its plays."""
    return {
        **_head("game", plays[0].game, plays),
        "name": plays[0].title,
        "cooperative": False,
        "highestWins": True,
        "noPoints": all(seat.points is None for one in plays for seat in one.seats),
        "usesTeams": all(map(_in_teams, plays)),
        "bggId": 0,
        "bggName": "",
        "bggYear": 0,
    }


def _play(played: PlayedGame, people: People, before: Sequence[PlayedGame], location: str) -> dict[str, Any]:
    known = {name for one in before if one.game == played.game for name in people.seats(one)}
    return {
        "uuid": _uuid("play", played.id),
        "modificationDate": _time(played.ended),
        "entryDate": _time(played.ended),
        "playDate": _time(played.began),
        "durationMin": played.minutes or 0,
        "ignored": False,
        "manualWinner": not _won_by_points(played),
        "rounds": 0,
        "rating": 0,
        "scoringSetting": 0,
        "usesTeams": _in_teams(played),
        "bggId": 0,
        "gameRefId": _number("game", played.game),
        "locationRefId": _number("location", fold(location)),
        "playerScores": [
            _score(name, seat, number, new=name not in known)
            for number, (name, seat) in enumerate(people.seats(played).items(), 1)
        ],
    }


def _score(name: str, seat: Placing, number: int, *, new: bool) -> dict[str, Any]:
    return {
        "score": "" if seat.points is None else str(seat.points),
        "winner": seat.won,
        "newPlayer": new,
        "startPlayer": False,
        "playerRefId": _number("player", fold(name)),
        "role": "",
        "rank": seat.place or 0,
        "seatOrder": number,
        **({"team": str(seat.team - 1)} if seat.team else {}),
    }


def _won_by_points(played: PlayedGame) -> bool:
    """Return whether those with most points win; if not (a tie was broken), the app is told who does."""
    most = max((seat.points for seat in played.seats if seat.points is not None), default=None)
    return most is not None and {seat.name for seat in played.seats if seat.points == most} == {*played.winners}


def _in_teams(played: PlayedGame) -> bool:
    return any(seat.team for seat in played.seats)


def _head(kind: str, key: str, plays: Sequence[PlayedGame]) -> dict[str, Any]:
    """Return what a player, game or place has beside its name; `plays` are those in which it occurs."""
    return {"uuid": _uuid(kind, key), "id": _number(kind, key), "modificationDate": _time(plays[0].began)}


def _uuid(kind: str, key: str) -> str:
    return str(_uuid_of(kind, key)).upper()


def _number(kind: str, key: str) -> int:
    return 1 + _uuid_of(kind, key).int % _LARGEST


def _uuid_of(kind: str, key: str) -> UUID:
    return uuid5(_OURS, f"{kind}/{key}")


def _time(iso: str) -> str:
    """Format a time as the app writes it, by the clock of the table."""
    return f"{datetime.fromisoformat(iso):%Y-%m-%d %H:%M:%S}"
