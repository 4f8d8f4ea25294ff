"""Rollouts of a game by the engine's own steps: in which round each hero is ready for a plane, or takes one.

Hidden information stays hidden: a game keeps no order of its decks, and face-down cards are drawn when they are
turned up; each rollout draws and throws with its own random numbers.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import wait
from contextlib import suppress
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

from referee.errors import BadInput
from referee.games.prophecy.ahead.choosing import Chooser
from referee.games.prophecy.ahead.planes import (
    Guardians,
    HeroChances,
    Planes,
    Quick,
    QuickPlanes,
    face_down,
    hero_chances,
)
from referee.games.prophecy.cards.cards import Card, ChanceEntry
from referee.games.prophecy.odds import reckoning
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.decks import cards_of, unseen
from referee.games.prophecy.rules.state import UNSEEN, DeckName, GameState, Setup
from referee.games.prophecy.screens.ahead import EARLY, HALF, LATE, AheadReport, Ready
from referee.games.prophecy.tables import chance_cards
from referee.play.session import Session
from referee.sampling.race import PATIENCE, Cores, Effort, Estimate, tally
from referee.text.names import fold, numbered

HORIZON = 20
"""Default number of own rounds simulated for each player."""


A_SECOND = 10.0
"""Number of games that counts as a second, where work is counted instead of time."""


class TriedGame(NamedTuple):
    """Input of the rollouts: a game between two steps, the players, and the chance `aim` that makes one ready.

    `horizon` is the number of own rounds simulated for each player.
    """

    setup: Setup
    game: GameState
    seats: tuple[int, ...]
    aim: float
    horizon: int = HORIZON

    @property
    def rounds(self) -> int:
        """Number of rounds simulated, the present one included."""
        return self.horizon * len(self.game.players)


def trials(tried: TriedGame, seed: str, numbers: range) -> list[int]:
    """Count, for each player and each round from the present one on, the trials where the hero was ready by then."""
    found = [0] * (len(tried.seats) * tried.rounds)
    if not _CACHE or _CACHE[0][0] != tried:
        quest = Quest(tried.setup, tried.game, [])
        _CACHE[:] = [(tried, Quick(quest.card, quest.setup, average=tried.setup.dice == "average"), Guardians(quest))]
    quick, guardians = _CACHE[0][1:]
    for number in numbers:
        for place, ready in enumerate(play_out(tried, quick, guardians, Random(f"{seed}/{number}"))):
            for round_ in range(tried.rounds if ready is None else ready, tried.rounds):
                found[place * tried.rounds + round_] += 1
    return found


_CACHE: list[tuple[TriedGame, Quick, Guardians]] = []
"""The game that this process last simulated, with its caches."""


def play_out(tried: TriedGame, quick: Quick, guardians: Guardians, luck: Random) -> list[int | None]:
    """Return after how many rounds of one rollout each hero is ready or takes a plane; None if never."""
    game = tried.game.copy()
    setup, rehearsed = (replace(tried.setup, seed=luck.randrange(1_000_000_000)) for _ in range(2))
    chooser = Chooser(setup, rehearsed, quick, guardians, luck)
    ready: dict[int, int] = {}
    begun, last = game.round, game.round + tried.rounds
    while len(ready) < len(tried.seats) and not game.over and game.phase == "normal" and game.round < last:
        seat, round_ = game.active, game.round
        asked = seat in tried.seats and seat not in ready
        if asked and game.step == "movement" and chooser.chance(game, seat, tried.aim) >= tried.aim:
            ready[seat], asked = round_ - begun, False
        if game.hero.status == "dead" and not game.unused:
            game.hero.status = "out"  # no hero is left to come
        taken = len(game.players[seat].artifacts)
        game = chooser.step(game)
        if asked and len(game.players[seat].artifacts) > taken:
            ready[seat] = round_ - begun
    return [ready.get(seat) for seat in tried.seats]


# --- decks with unknown cards ------------------------------------------------------------------------


class KnownBox(NamedTuple):
    """A set-up and a game for rollouts: the program draws, from decks of their real sizes.

    In the decks of `guessed` known cards stand in for unknown ones. `empty` are decks without any known card: with
    any of them no rollout is possible.
    """

    setup: Setup
    game: GameState
    guessed: tuple[DeckName, ...] = ()
    empty: tuple[DeckName, ...] = ()


def box_of(setup: Setup, game: GameState) -> KnownBox:
    """Build the game for rollouts, with stand-ins for unknown cards."""
    quest = Quest(setup, game, [])
    explained = [ChanceEntry(name=card.name) for card in chance_cards().values() if card.does != "gifts"]
    known = (*(explained if setup.draws == "table" else ()), *setup.cards, *game.learnt)
    cards = {fold(card.name): card for card in _with_seen_copies(game, known)}
    guessed: list[DeckName] = []
    empty: list[DeckName] = []
    for deck, pack in game.decks.items():
        hidden = pack.count + face_down(game, deck) + pack.discards.count(UNSEEN) - len(pack.bottom)
        lacks, mine = hidden - len(unseen(quest, deck)), cards_of(quest, deck)
        if lacks > 0:
            (guessed if mine else empty).append(deck)
        for card in mine if lacks > 0 else ():
            one = cards[fold(card.name)]
            cards[fold(card.name)] = replace(one, copies=one.copies - (-lacks // len(mine)))
    played = game.copy()
    played.learnt, played.drawn, played.thrown = (), 0, 0  # all cards are in the set-up
    dice = "average" if setup.dice == "average" else "rolled"
    everything = replace(setup, cards=tuple(cards.values()), draws="program", dice=dice)
    return KnownBox(everything, played, tuple(guessed), tuple(empty))


def _with_seen_copies(game: GameState, cards: Iterable[Card]) -> Iterator[Card]:
    """Yield the cards, each with at least as many copies as were seen of it."""
    seen = game.known_names()
    for card in cards:
        copies = max((many for many in range(1, MOST_COPIES + 1) if numbered(card.name, many) in seen), default=1)
        yield replace(card, copies=max(card.copies, copies))


MOST_COPIES = 99
"""Most copies of a card."""


# --- Report ---------------------------------------------------------------------------------------
# The chance to take each plane, and the round in which each hero is likely to be ready, as JSON and as a screen.


AIM = 0.5
"""Default chance to take a plane at which a hero counts as ready: a defeat costs little."""

MOMENTS = (5, 10, 15)
"""Numbers of own rounds at which, beside the end, the chance to be ready is reported."""

EXACT = 0.5
"""Share of the time for exact chances; those not computed by then are roughly estimated."""


def report_ahead(
    setup: Setup, session: Session[GameState], effort: Effort, on_progress: Callable[[str], None]
) -> AheadReport:
    """Forecast the heroes' chances in a saved game, by its last whole step; `on_progress` gets interim results.

    Raises BadInput for a game of which less than everything is tracked.
    """
    return look_ahead(setup, session.state, effort, on_progress)


def look_ahead(
    setup: Setup, game: GameState, effort: Effort, on_progress: Callable[[str], None], horizon: int = HORIZON
) -> AheadReport:
    """Forecast the heroes' chances in a game between two steps, with `horizon` own rounds simulated."""
    aim = effort.aim or AIM
    if game.tracking != "everything" or not game.planes:
        raise BadInput("the chance to take a plane needs a game in which everything is tracked")
    if game.over or game.phase != "normal" or all(plane.closed for plane in game.planes):
        return AheadReport(aim, effort.seed)
    box, begun = box_of(setup, game), effort.watch.now()
    tried = TriedGame(box.setup, box.game, tuple(sorted(game.playing())), aim, horizon)
    with Cores(effort.cores) as cores:
        heroes, late = _chances(setup, game, effort, cores)
        if not late:
            ready = _ready(box, heroes, tried, _remaining_effort(effort, begun), cores, on_progress)
    if late:  # the workers still computing have been stopped
        with Cores(effort.cores) as cores:
            ready = _ready(box, heroes, tried, _remaining_effort(effort, begun), cores, on_progress)
    return AheadReport(aim, effort.seed, tuple(heroes), tuple(ready), tuple(_notes(box, heroes)))


def _remaining_effort(effort: Effort, begun: float) -> Effort:
    return replace(effort, seconds=max(0.0, effort.seconds - (effort.watch.now() - begun)))


def _chances(setup: Setup, game: GameState, effort: Effort, cores: Cores) -> tuple[list[HeroChances], bool]:
    """Compute each hero's chances, exact where there is time; also return whether there wasn't for some."""
    seats = sorted(game.playing())
    seconds, counted = EXACT * effort.seconds, effort.watch.counted
    most = seconds * reckoning.A_SECOND if counted else math.inf
    tasks = [cores.give(exact_chances, setup, game, seat, most) for seat in seats]
    wait(tasks, None if counted else min(PATIENCE, seconds))
    known = [task.result() if task.done() else None for task in tasks]
    found = [one or hero_chances(QuickPlanes(setup, game), seat) for one, seat in zip(known, seats, strict=True)]
    return found, not all(task.done() for task in tasks)


def exact_chances(setup: Setup, game: GameState, seat: int, most: float = math.inf) -> HeroChances | None:
    """Compute a hero's exact chances; None if that takes more than `most` throws."""
    with suppress(reckoning.TooMany), reckoning.at_most(most):
        return hero_chances(Planes(setup, game), seat)
    return None


def _ready(
    box: KnownBox,
    heroes: Sequence[HeroChances],
    tried: TriedGame,
    effort: Effort,
    cores: Cores,
    on_progress: Callable[[str], None],
) -> list[Ready]:
    """Estimate when each hero is likely to be ready; heroes who are ready already are reported as such."""
    players = tried.game.players
    ready = {one.player for one in heroes if any(plane.won and plane.won >= tried.aim for plane in one.planes)}
    waiting = tuple(seat for seat in tried.seats if players[seat].name not in ready)
    found = {seat: Ready(players[seat].name, now=True) for seat in tried.seats if seat not in waiting}
    if waiting and not box.empty:
        tried = tried._replace(seats=waiting)

        def tell(estimates: tuple[Estimate, ...]) -> None:
            first = _when(tried, 0, estimates)
            own, chance = first.moments[-1]
            on_progress(f"{first.player} ready in {own} of their rounds: {chance.describe()}")

        estimates = tally(trials, tried, len(waiting) * tried.rounds, effort, cores, tell, a_second=A_SECOND)
        found |= {seat: _when(tried, place, estimates) for place, seat in enumerate(waiting)}
    return [found[seat] for seat in sorted(found)]


def _when(tried: TriedGame, place: int, estimates: Sequence[Estimate]) -> Ready:
    """Read from the estimates of each round when a hero is ready."""
    game, seat = tried.game, tried.seats[place]
    mine = estimates[place * tried.rounds : (place + 1) * tried.rounds]

    def first(share: float) -> int | None:
        return next((at for at, one in enumerate(mine) if one.tried and one.chance >= share), None)

    early, half, late = (None if (at := first(share)) is None else game.round + at for share in (EARLY, HALF, LATE))
    last = tried.rounds - 1 if half is None else half - game.round
    mine_next, many = (seat - game.active) % len(game.players), len(game.players)
    own = len(range(mine_next, last + 1, many))
    moments = tuple(
        (at, mine[mine_next + (at - 1) * many])
        for at in (*(at for at in MOMENTS if at < tried.horizon), tried.horizon)
    )
    return Ready(
        game.players[seat].name, False, half, own, early, late, game.round + tried.rounds - 1, mine[last], moments
    )


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
