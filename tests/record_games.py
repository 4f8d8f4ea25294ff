"""Plays games at random and keeps them as scripts: `python -m tests.record_games` makes `*/games/*.moves` anew.

One for each way in which a game ends, with different numbers of players and switches. Afterwards
`python -m tests.recorded_games` writes down what they lead to. Seeds are tried until a game ends as wanted.
"""

from __future__ import annotations

import os
import random
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from referee import games
from referee.asking.question import Question
from referee.errors import RefereeError
from referee.games.conjurers import tables
from referee.games.conjurers.rules.state import GameState as Conjuring
from referee.games.conjurers.rules.state import Seat, Setup
from referee.games.conjurers.tables import artifacts
from referee.games.conjurers.vocabulary import MYTHOLOGIES
from referee.games.enchanters.rules.state import Setup as QuestSetup
from referee.play.notation import readings
from referee.play.session import Session
from referee.preferences import VARIABLE
from referee.saves.save import OpenSave
from tests.conjurers import random_play as conjurers
from tests.enchanters import random_play as enchanters
from tests.old_saves import run, score
from tests.recorded_games import folder

DECKS = {
    "conjurers": "../../../examples/sample-deck.toml",
    "enchanters": "../../../examples/enchanters/sample-deck.toml",
}
"""The sample decks as a script beside its game's tests names them."""

MOST_ANSWERS = 1600
MOST_SEEDS = 500


@dataclass(frozen=True)
class Wanted:
    """A Conjurers game to be recorded, and what decides it; `fights` is how often a battle is refereed."""

    name: str
    players: int
    decided_by: str = "total"
    cards: bool = False
    fights: float = 0.0
    leaving: bool = False
    switches: dict[str, Any] = field(default_factory=dict)


CONJURERS = (
    Wanted(
        "two-total-battles-refereed",
        2,
        cards=True,
        fights=0.6,
        switches={"dice": "entered", "draws": "table", "elements": True, "morale": True},
    ),
    Wanted("two-shared", 2, "shared", switches={"sacrificed_return": True}),
    Wanted("two-resources", 2, "resources", switches={"shared_spaces": True}),
    Wanted("two-artifacts", 2, "artifacts", cards=True, switches={"battles_last": "always"}),
    Wanted("three-creatures", 3, "creatures", switches={"battles_last": "never"}),
    Wanted(
        "three-combinations-hands-drawn",
        3,
        "combinations",
        cards=True,
        fights=0.4,
        switches={"dice": "rolled", "draws": "program", "battles_last": "never"},
    ),
    Wanted("four-tournament", 4, switches={"tournament": True, "draws": "program"}),
    Wanted(
        "four-one-leaves",
        4,
        leaving=True,
        cards=True,
        fights=0.1,
        switches={"battles_last": "never", "shared_spaces": True},
    ),
)

ENCHANTERS: dict[str, tuple[dict[str, Any], str]] = {
    "two-standard": ({"players": 2, "draws": "table"}, "total"),
    "two-shared": ({"players": 2, "draws": "program", "invasion": "super-fast", "village": 1}, "shared"),
    "three-fewest-wounds": (
        {"players": 3, "draws": "program", "invasion": "super-fast", "tie": "fewest wounds", "village": 2},
        "wounds",
    ),
    "three-standard-depths": ({"players": 3, "draws": "table", "depths": True}, "total"),
    "four-fast-depths": ({"players": 4, "draws": "program", "invasion": "fast", "depths": True}, "total"),
    "four-super-fast": ({"players": 4, "draws": "table", "invasion": "super-fast", "village": 1}, "total"),
    "five-fast-typed-in": ({"players": 5, "draws": "table", "known": False, "invasion": "fast"}, "total"),
    "six-super-fast-typed-in": (
        {"players": 6, "draws": "table", "known": False, "invasion": "super-fast", "village": 2},
        "total",
    ),
}
"""The Enchanters games to be recorded: how they are set up, and what decides them."""


class Dropped(Exception):
    """This seed leads to no game that is wanted."""


def main(names: Sequence[str]) -> None:
    """Make the scripts of these names anew, else all."""
    with tempfile.TemporaryDirectory() as place:
        os.environ[VARIABLE] = str(Path(place) / "config.toml")
        Path(os.environ[VARIABLE]).write_text('deck = "none"\n', encoding="utf-8")
        for wanted in CONJURERS:
            if not names or wanted.name in names:
                _record("conjurers", wanted.name, partial(conjure, wanted))
        for name, (setting, decided_by) in ENCHANTERS.items():
            if not names or name in names:
                _record("enchanters", name, partial(quest, setting, decided_by))


def _record(game: str, name: str, play: Callable[[int, Path], Path]) -> None:
    folder(game).mkdir(exist_ok=True)
    for seed in range(MOST_SEEDS):
        with tempfile.TemporaryDirectory() as place:
            try:
                save = play(seed, Path(place))
            except Dropped:
                continue
            script = folder(game) / f"{name}.moves"
            script.write_text(run("log", save, "--moves").stdout.replace(_deck(game), DECKS[game]), encoding="utf-8")
            print(script, f"seed {seed}", f"{script.stat().st_size} bytes")
            return
    raise SystemExit(f"{game}, {name}: none of {MOST_SEEDS} games is like that")


def _deck(game: str) -> str:
    return str((folder(game) / DECKS[game]).resolve())


def _begun(game: str, setup: Any, at: Path) -> OpenSave[Any]:
    """A game that the program began with this set-up, as a script's first line has it."""
    kept = games.load(game)
    script, save = at / "begin.moves", at / "game.toml"
    script.write_text(games.begin_line(kept, setup) + "\n", encoding="utf-8")
    result = run("do", save, "--from", script)
    if result.exit_code:
        raise Dropped(result.stderr)  # a name on the track may be the beginning of another
    return OpenSave(kept, save)


def _finish(open_save: OpenSave[Any], decided_by: str) -> Path:
    """The save of a game that is over, made level by a correction if that is what is wanted."""
    open_save.save()
    found = score(open_save.path)
    if decided_by != "total":
        try:
            _level(open_save, found)
        except RefereeError as error:
            raise Dropped from error
        open_save.save()
        found = score(open_save.path)
    if found["decided_by"] != decided_by:
        raise Dropped
    return open_save.path


def _level(open_save: OpenSave[Any], found: dict[str, Any]) -> None:
    """Take from the leader what another player lacks, so that the points don't decide."""
    (best, other) = sorted(found["players"], key=lambda player: -player["total"])[:2]
    more = best["total"] - other["total"]
    if not more:
        return
    what = "wounds" if found["game"] == "enchanters" else "minus points"
    has = -best["wounds"] if what == "wounds" else best["minus_points"]
    open_save.session.correct(*readings(f"adjust {best['name']} {what} {has + more} because counted again"))


# --- Conjurers --------------------------------------------------------------------------------------------


@dataclass
class ConjurersTable(conjurers.Table):
    """A table that referees only some of its battles."""

    fights: float = 0.0

    def answer(self, played: Session[Conjuring]) -> str:
        """A random answer."""
        question: Question[Any] | None = played.question
        assert question is not None
        ways = [option.text for option in question.options()]
        if "referee" in ways and self.chance.random() > self.fights:
            return self.chance.choice([way for way in ways if way != "referee"])
        return super().answer(played)


def conjure(wanted: Wanted, seed: int, at: Path) -> Path:
    """Play a game of Conjurers; its save. Raises Dropped if it isn't what is wanted."""
    chance = random.Random(seed)
    locked = chance.sample(MYTHOLOGIES, tables.players().setups[wanted.players].locked)
    ones = [card.name for card in conjurers.BOX.creatures.values() if card.level == 1]
    chance.shuffle(ones)
    colours = ("red", "blue", "green", "yellow")
    seats = [
        Seat(name, colours[number], conjurers.KINDS[number])
        for number, name in enumerate(conjurers.NAMES[: wanted.players])
    ]
    setup = Setup(
        players=tuple(seats),
        seed=seed,
        start=seed % wanted.players,
        locked=tuple(locked),
        deck=_deck("conjurers") if wanted.cards else "",
        dealt=tuple(tuple(ones[3 * seat : 3 * seat + 3]) for seat in range(wanted.players)),
        **{"dice": "average", "draws": "table", **wanted.switches},
    )
    open_save = _begun("conjurers", setup, at)
    table = ConjurersTable(open_save.setup, chance, fights=wanted.fights)
    for played in _played(open_save.session, table):
        contest = played.state.contest
        if contest is not None and not contest.guarded and not played.state.players[contest.attacker].creatures:
            raise Dropped  # a challenger without creatures: what is asked then is not to be held here
        goes = conjurers.leaver(played.state, chance) if wanted.leaving and not played.draft else None
        if goes is not None and len(played.state.present()) == wanted.players:
            played.correct(*readings(goes))
    if wanted.leaving and len(open_save.session.state.present()) == wanted.players:
        raise Dropped
    if wanted.decided_by in ("resources", "shared"):
        _strip(open_save, alike=wanted.decided_by == "shared")
    if wanted.decided_by == "combinations":
        _combine(open_save)
    return _finish(open_save, wanted.decided_by)


def _combine(open_save: OpenSave[Any]) -> None:
    """Give the first player what makes a combination: an artifact and three creatures of its mythology."""
    setup, state = open_save.setup, open_save.session.state
    held = {name for player in state.players for name in (*player.creatures, *player.artifacts)}
    row = next(one for one in artifacts() if one.name not in held and one.mythology not in setup.locked)
    free = [card.name for card in setup.creatures if card.mythology == row.mythology and card.name not in held]
    if len(free) < 3:
        raise Dropped
    player = state.players[0].name
    for what in (f"artifact {row.name}", *(f"creature {name}" for name in free[:3])):
        open_save.session.correct(*readings(f"adjust {player} gains {what} because it lay under the board"))


def _strip(open_save: OpenSave[Any], *, alike: bool) -> None:
    """Take the cards away, so that little is left to decide; goods too if the players are to be `alike`."""
    for player in msgspec.convert(msgspec.to_builtins(open_save.session.state), Conjuring).players:
        for kind, cards in (("creature", player.creatures), ("artifact", player.artifacts)):
            for name in cards:
                open_save.session.correct(*readings(f"adjust {player.name} loses {kind} {name} because taken twice"))
        for good in player.resources if alike else ():
            open_save.session.correct(*readings(f"adjust {player.name} {good} 0"))


# --- Enchanters -------------------------------------------------------------------------------------------


def quest(setting: dict[str, Any], decided_by: str, seed: int, at: Path) -> Path:
    """Play a game of Enchanters; its save. Raises Dropped if it isn't what is wanted."""
    start = enchanters.make_start(**setting, seed=seed, start=seed % setting["players"])
    setup: QuestSetup = replace(start.setup, deck=_deck("enchanters") if setting.get("known", True) else "")
    open_save = _begun("enchanters", setup, at)
    table = enchanters.Table(enchanters.Start(open_save.setup, start.deck), random.Random(seed))
    for _ in _played(open_save.session, table):
        pass
    return _finish(open_save, decided_by)


def _played(session: Session[Any], table: conjurers.Table | enchanters.Table) -> Iterator[Session[Any]]:
    """Play a game at random to its end; the session before each answer."""
    for _ in range(MOST_ANSWERS):
        yield session
        if session.question is None:
            return
        session.answer(table.answer(session))
    raise Dropped


if __name__ == "__main__":
    main(sys.argv[1:])
