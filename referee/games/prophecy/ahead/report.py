"""The chance to take each plane, and the round in which each hero is likely to be ready, as JSON and as a screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import wait
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.errors import BadInput
from referee.games.prophecy.ahead.planes import HeroChances, Planes, hero_chances
from referee.games.prophecy.ahead.playing_out import HORIZON, KnownBox, TriedGame, box_of, trials
from referee.games.prophecy.ahead.quick import QuickPlanes
from referee.games.prophecy.rules.state import GameState, Setup
from referee.games.prophecy.screens.ahead import EARLY, HALF, LATE, AheadReport, Moment, Ready
from referee.play.session import Session
from referee.sampling.estimate import Estimate
from referee.sampling.race import PATIENCE, Cores, Effort, tally

if TYPE_CHECKING:
    pass

AIM = 0.5
"""Who takes a plane with this chance is ready, unless another one is asked for: a defeat costs little."""

MOMENTS = (5, 10, 15)
"""After so many own rounds, and at the end, it is told with what chance a hero is ready by then."""

EXACT = 0.5
"""The part of the time after which a hero's chances that aren't reckoned yet are told at a rough estimate."""


def report_ahead(
    setup: Setup, session: Session[GameState], effort: Effort, told: Callable[[str], None]
) -> AheadReport:
    """What lies ahead of the heroes of a game, by its last whole step; `told` hears meanwhile how it looks.

    Raises BadInput for a game of which less than everything is tracked.
    """
    return look_ahead(setup, session.state, effort, told)


def look_ahead(
    setup: Setup, game: GameState, effort: Effort, told: Callable[[str], None], horizon: int = HORIZON
) -> AheadReport:
    """The same of a game between two steps; so many own rounds as the `horizon` are played on."""
    aim = effort.aim or AIM
    if game.tracking != "everything" or not game.planes:
        raise BadInput("the chance to take a plane is told of a game of which everything is tracked")
    if game.over or game.phase != "normal" or all(plane.closed for plane in game.planes):
        return AheadReport(aim, effort.seed)
    box, begun = box_of(setup, game), time.monotonic()
    tried = TriedGame(box.setup, box.game, tuple(sorted(game.playing())), aim, horizon)
    with Cores(effort.cores) as cores:
        heroes, late = _chances(setup, game, effort, cores)
        if not late:
            ready = _ready(box, heroes, tried, _rest(effort, begun), cores, told)
    if late:  # whoever still reckons has been stopped
        with Cores(effort.cores) as cores:
            ready = _ready(box, heroes, tried, _rest(effort, begun), cores, told)
    return AheadReport(aim, effort.seed, tuple(heroes), tuple(ready), tuple(_notes(box, heroes)))


def _rest(effort: Effort, begun: float) -> Effort:
    """What is left to be spent."""
    return replace(effort, seconds=max(0.0, effort.seconds - (time.monotonic() - begun)))


def _chances(setup: Setup, game: GameState, effort: Effort, cores: Cores) -> tuple[list[HeroChances], bool]:
    """Each hero's chances, exact where there is time for it; whether there wasn't for some."""
    seats = sorted(game.playing())
    tasks = [cores.give(exact_chances, setup, game, seat) for seat in seats]
    wait(tasks, min(PATIENCE, EXACT * effort.seconds))
    found = [
        task.result() if task.done() else hero_chances(QuickPlanes(setup, game), seat)
        for task, seat in zip(tasks, seats, strict=True)
    ]
    return found, not all(one.exact for hero in found for one in hero.planes)


def exact_chances(setup: Setup, game: GameState, seat: int) -> HeroChances:
    """A hero's exact chances."""
    return hero_chances(Planes(setup, game), seat)


def _ready(
    box: KnownBox,
    heroes: Sequence[HeroChances],
    tried: TriedGame,
    effort: Effort,
    cores: Cores,
    told: Callable[[str], None],
) -> list[Ready]:
    """When each hero is likely to be ready; of those who are already, that alone."""
    players = tried.game.players
    ready = {one.player for one in heroes if any(plane.won and plane.won >= tried.aim for plane in one.planes)}
    waiting = tuple(seat for seat in tried.seats if players[seat].name not in ready)
    found = {seat: Ready(players[seat].name, now=True) for seat in tried.seats if seat not in waiting}
    if waiting and not box.empty:
        tried = tried._replace(seats=waiting)

        def tell(estimates: tuple[Estimate, ...]) -> bool:
            first = _when(tried, 0, estimates)
            last = first.moments[-1]
            told(f"{first.player} ready in {last.own} own rounds: {last.chance.told()}")
            return True

        estimates = tally(trials, tried, len(waiting) * tried.rounds, effort, cores, tell)
        found |= {seat: _when(tried, place, estimates) for place, seat in enumerate(waiting)}
    return [found[seat] for seat in sorted(found)]


def _when(tried: TriedGame, place: int, estimates: Sequence[Estimate]) -> Ready:
    """When a hero is ready, by the estimates of each round."""
    game, seat = tried.game, tried.seats[place]
    mine = estimates[place * tried.rounds : (place + 1) * tried.rounds]

    def first(share: float) -> int | None:
        return next((at for at, one in enumerate(mine) if one.tried and one.chance >= share), None)

    early, half, late = (None if (at := first(share)) is None else game.round + at for share in (EARLY, HALF, LATE))
    last = tried.rounds - 1 if half is None else half - game.round
    mine_next, many = (seat - game.active) % len(game.players), len(game.players)
    own = len(range(mine_next, last + 1, many))
    moments = tuple(
        Moment(at, mine[mine_next + (at - 1) * many])
        for at in (*(at for at in MOMENTS if at < tried.horizon), tried.horizon)
    )
    return Ready(
        game.players[seat].name, False, half, own, early, late, game.round + tried.rounds - 1, mine[last], moments
    )  # fmt: skip


def _notes(box: KnownBox, heroes: Sequence[HeroChances]) -> list[str]:
    found = []
    if box.empty:
        decks = ", ".join(box.empty)
        found.append(f"no card is known of: {decks}; so nobody can tell when a hero is ready (referee cards add)")
    elif box.guessed:
        found.append(f"not all cards are known of: {', '.join(box.guessed)}; those that are stand for the others")
    if any(one.missing for hero in heroes for one in hero.planes):
        found.append("Guardians that nobody has named are taken to be like those that are known")
    return found


__all__ = ["AIM", "HORIZON", "AheadReport", "Moment", "Ready", "look_ahead", "report_ahead"]
