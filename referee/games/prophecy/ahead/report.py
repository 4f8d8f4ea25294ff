"""A game played out by the engine's own steps, to see in which round each hero is ready for a plane, or takes one.

What isn't everybody's to see isn't known here either: a game keeps no order of its decks, and face-down cards are
drawn when they are turned up; each playing out draws and throws with luck of its own.
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
from referee.games.prophecy.ahead.choosing import Chooser, Guardians
from referee.games.prophecy.ahead.planes import HeroChances, Planes, Quick, QuickPlanes, face_down, hero_chances
from referee.games.prophecy.cards.cards import Card, ChanceEntry
from referee.games.prophecy.odds import reckoning
from referee.games.prophecy.rules.context import Quest
from referee.games.prophecy.rules.decks import cards_of, unseen
from referee.games.prophecy.rules.state import UNSEEN, DeckName, GameState, Setup
from referee.games.prophecy.screens.ahead import EARLY, HALF, LATE, AheadReport, Moment, Ready
from referee.games.prophecy.tables import chance_cards
from referee.play.session import Session
from referee.sampling.race import PATIENCE, Cores, Effort, Estimate, tally
from referee.text.names import fold, numbered

HORIZON = 20
"""So many own rounds are played on for each player, unless it is said otherwise."""


A_SECOND = 10.0
"""So many games count as a second's, where work is counted."""


class TriedGame(NamedTuple):
    """What is tried: a game between two steps, whose players are to be ready with what chance for a plane.

    So many own rounds as the `horizon` are played on for each player.
    """

    setup: Setup
    game: GameState
    seats: tuple[int, ...]
    aim: float
    horizon: int = HORIZON

    @property
    def rounds(self) -> int:
        """The rounds that are played on, the present one included."""
        return self.horizon * len(self.game.players)


def trials(tried: TriedGame, seed: str, numbers: range) -> list[int]:
    """For each player and each round from the present one on: in how many trials the hero was ready by then."""
    found = [0] * (len(tried.seats) * tried.rounds)
    quick, guardians = _known(tried)
    for number in numbers:
        for place, ready in enumerate(play_out(tried, quick, guardians, Random(f"{seed}/{number}"))):
            for round_ in range(tried.rounds if ready is None else ready, tried.rounds):
                found[place * tried.rounds + round_] += 1
    return found


def _known(tried: TriedGame) -> tuple[Quick, Guardians]:
    """What is found out of the cards of a game, kept for the next trials of it."""
    if not _KEPT or _KEPT[0][0] != tried:
        quest = Quest(tried.setup, tried.game, [])
        _KEPT[:] = [(tried, Quick(quest.card, quest.setup, average=tried.setup.dice == "average"), Guardians(quest))]
    return _KEPT[0][1:]


_KEPT: list[tuple[TriedGame, Quick, Guardians]] = []
"""The game of which this process last made trials."""


def play_out(tried: TriedGame, quick: Quick, guardians: Guardians, luck: Random) -> list[int | None]:
    """After how many rounds each player's hero is ready in one trial, or has taken a plane; None for not at all."""
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
            game.hero.status = "out"  # nobody is left who could come
        taken = len(game.players[seat].artifacts)
        game = chooser.step(game)
        if asked and len(game.players[seat].artifacts) > taken:
            ready[seat] = round_ - begun
    return [ready.get(seat) for seat in tried.seats]


# --- decks of which not every card is known ----------------------------------------------------------


class KnownBox(NamedTuple):
    """A set-up and a game that can be played out: the program draws, from decks as big as they are.

    Of the decks in `guessed` not every card is known; those that are stand for the others. `empty` are decks of which
    none is known: with any of them nothing can be played out.
    """

    setup: Setup
    game: GameState
    guessed: tuple[DeckName, ...] = ()
    empty: tuple[DeckName, ...] = ()


def box_of(setup: Setup, game: GameState) -> KnownBox:
    """What is played out in place of a game, with stand-ins for the cards that nobody has named."""
    quest = Quest(setup, game, [])
    told = [ChanceEntry(name=card.name) for card in chance_cards().values() if card.does != "gifts"]
    known = (*(told if setup.draws == "table" else ()), *setup.cards, *game.learnt)
    cards = {fold(card.name): card for card in _as_seen(game, known)}
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


def _as_seen(game: GameState, cards: Iterable[Card]) -> Iterator[Card]:
    """Cards with as many copies as were seen of them, where that is more than anybody has said."""
    seen = game.known_names()
    for card in cards:
        copies = max((many for many in range(1, MOST_COPIES + 1) if numbered(card.name, many) in seen), default=1)
        yield replace(card, copies=max(card.copies, copies))


MOST_COPIES = 99
"""There are never more of a card."""


# --- Report ---------------------------------------------------------------------------------------
# The chance to take each plane, and the round in which each hero is likely to be ready, as JSON and as a screen.


AIM = 0.5
"""Who takes a plane with this chance is ready, unless another one is asked for: a defeat costs little."""

MOMENTS = (5, 10, 15)
"""After so many own rounds, and at the end, it is told with what chance a hero is ready by then."""

EXACT = 0.5
"""The part of the time after which a hero's chances that aren't reckoned yet are told at a rough estimate."""


def report_ahead(
    setup: Setup, session: Session[GameState], effort: Effort, on_progress: Callable[[str], None]
) -> AheadReport:
    """What lies ahead of the heroes of a game, by its last whole step; `on_progress` hears meanwhile how it looks.

    Raises BadInput for a game of which less than everything is tracked.
    """
    return look_ahead(setup, session.state, effort, on_progress)


def look_ahead(
    setup: Setup, game: GameState, effort: Effort, on_progress: Callable[[str], None], horizon: int = HORIZON
) -> AheadReport:
    """The same of a game between two steps; so many own rounds as the `horizon` are played on."""
    aim = effort.aim or AIM
    if game.tracking != "everything" or not game.planes:
        raise BadInput("the chance to take a plane is told of a game of which everything is tracked")
    if game.over or game.phase != "normal" or all(plane.closed for plane in game.planes):
        return AheadReport(aim, effort.seed)
    box, begun = box_of(setup, game), effort.watch.now()
    tried = TriedGame(box.setup, box.game, tuple(sorted(game.playing())), aim, horizon)
    with Cores(effort.cores) as cores:
        heroes, late = _chances(setup, game, effort, cores)
        if not late:
            ready = _ready(box, heroes, tried, _rest(effort, begun), cores, on_progress)
    if late:  # whoever still reckons has been stopped
        with Cores(effort.cores) as cores:
            ready = _ready(box, heroes, tried, _rest(effort, begun), cores, on_progress)
    return AheadReport(aim, effort.seed, tuple(heroes), tuple(ready), tuple(_notes(box, heroes)))


def _rest(effort: Effort, begun: float) -> Effort:
    """What is left to be spent."""
    return replace(effort, seconds=max(0.0, effort.seconds - (effort.watch.now() - begun)))


def _chances(setup: Setup, game: GameState, effort: Effort, cores: Cores) -> tuple[list[HeroChances], bool]:
    """Each hero's chances, exact where there is time for it; whether there wasn't for some."""
    seats = sorted(game.playing())
    seconds, counted = EXACT * effort.seconds, effort.watch.counted
    most = seconds * reckoning.A_SECOND if counted else math.inf
    tasks = [cores.give(exact_chances, setup, game, seat, most) for seat in seats]
    wait(tasks, None if counted else min(PATIENCE, seconds))
    known = [task.result() if task.done() else None for task in tasks]
    found = [one or hero_chances(QuickPlanes(setup, game), seat) for one, seat in zip(known, seats, strict=True)]
    return found, not all(task.done() for task in tasks)


def exact_chances(setup: Setup, game: GameState, seat: int, most: float = math.inf) -> HeroChances | None:
    """A hero's exact chances; None if more than so many throws must be looked at for them."""
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
    """When each hero is likely to be ready; of those who are already, that alone."""
    players = tried.game.players
    ready = {one.player for one in heroes if any(plane.won and plane.won >= tried.aim for plane in one.planes)}
    waiting = tuple(seat for seat in tried.seats if players[seat].name not in ready)
    found = {seat: Ready(players[seat].name, now=True) for seat in tried.seats if seat not in waiting}
    if waiting and not box.empty:
        tried = tried._replace(seats=waiting)

        def tell(estimates: tuple[Estimate, ...]) -> None:
            first = _when(tried, 0, estimates)
            last = first.moments[-1]
            on_progress(f"{first.player} ready in {last.own} of their rounds: {last.chance.describe()}")

        estimates = tally(trials, tried, len(waiting) * tried.rounds, effort, cores, tell, a_second=A_SECOND)
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


__all__ = ["AIM", "HORIZON", "AheadReport", "Moment", "Ready", "look_ahead", "report_ahead"]
