"""Who survives the round, as the JSON that scripts rely on and as a screen."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec.structs import replace

from referee.asking.question import Question
from referee.errors import BadInput
from referee.games.mythic.attack.moves import VERBS
from referee.games.mythic.rules import powers
from referee.games.mythic.rules.state import UNDER_WAY, GameState, Match, Piece, Setup
from referee.games.mythic.screens.surviving import RoundReport, Threat, UnitChance
from referee.games.mythic.surviving.playing_out import played, trials
from referee.games.mythic.surviving.reach import AttackReached, attacks_left, seats_left
from referee.games.mythic.surviving.safe import certain
from referee.play.advising import Advising
from referee.play.notation import Step
from referee.play.session import Session
from referee.play.table import Answerer
from referee.sampling.race import Cores, Effort, Estimate, Meanwhile, tally
from referee.text.grammar import does
from referee.text.names import fold, printed

A_SECOND = 200.0
"""So many rounds played out count as a second's, where work is counted."""

SHOWN_MEANWHILE = 2
"""Of so many units it is told meanwhile how it looks: those in the greatest danger."""


# --- made -----------------------------------------------------------------------------------------------


def report_round(
    setup: Setup, session: Session[GameState], effort: Effort, on_progress: Callable[[str], None]
) -> RoundReport:
    """The chance of each unit to survive the round, and the attacks in reach.

    `on_progress` hears meanwhile how it looks. Raises BadInput where nobody can tell: before the first turn, or
    where areas aren't tracked.
    """
    begun = time.monotonic()
    game = session.state
    if game.over:
        return RoundReport(game.round, game.turn, (), (), over=True)
    _expect_told(game)
    found = _units(setup, game)
    safe = certain(Match(setup, game.copy(), []))
    open_ones = tuple(one.name for one in found if one.name not in safe)
    estimates = _estimated(setup, game, open_ones, effort, on_progress) if open_ones else {}
    units = [replace(one, survives=estimates.get(one.name), told=True) for one in found]
    seconds = 0.0 if effort.watch.counted else time.monotonic() - begun
    return _report(setup, session, sorted(units, key=_danger), effort.seed, seconds)


def report_unit(setup: Setup, session: Session[GameState], name: str) -> RoundReport | None:
    """The attacks in reach of a unit that is named, exact and at once; None for what is done with dice instead.

    Raises BadInput as `report_round` does, and for a name that no unit on the board has.
    """
    words = name.split()
    if not words or fold(words[0]) in VERBS or words[0][0].isdigit():
        return None
    game = session.state
    _expect_told(game)
    piece = Match(setup, game, []).find_piece(name, [one for one in game.pieces if one.there], "unit on the board")
    found = next(one for one in _units(setup, game) if one.name == piece.name)
    return _report(setup, session, [found], "", 0.0)


def _expect_told(game: GameState) -> None:
    """Raise BadInput where nobody can tell what is in reach."""
    if game.light:
        raise BadInput(
            "this table doesn't track areas and cards, so nobody can tell who is in reach; "
            "odds of one attack: referee odds --game mythic --offence 7 --defence 8"
        )
    if game.phase not in UNDER_WAY:
        raise BadInput("the game is still being set up; what is in reach is told from the first turn on")


def _report(
    setup: Setup, session: Session[GameState], units: Sequence[UnitChance], seed: str, seconds: float
) -> RoundReport:
    game = session.state
    match = Match(setup, game, [])
    turns = () if game.over else tuple(match.name(seat) for seat in seats_left(match))
    under_way = session.public_text(Step.of(session.draft[:1])) if session.draft else ""
    return RoundReport(
        game.round, game.turn, turns, tuple(units), game.over, under_way, powers.learns(match), seed, seconds
    )


def _units(setup: Setup, game: GameState) -> list[UnitChance]:
    """The units on the board with the attacks in reach of each, their chances not told yet."""
    found = attacks_left(setup, game)
    match = Match(setup, game, [])
    return [
        UnitChance(
            piece.name,
            match.name(piece.seat),
            piece.area,
            piece.vitality,
            piece.full,
            _threats(piece, [one for one in found if one.strike.target.unit == piece.name]),
            told=False,
        )
        for piece in game.pieces
        if piece.there
    ]


def _threats(piece: Piece, found: Sequence[AttackReached]) -> tuple[Threat, ...]:
    """The best attack of each attacker, the likeliest to kill first."""
    by_unit: dict[str, list[AttackReached]] = {}
    for one in found:
        by_unit.setdefault(one.attacker, []).append(one)
    left = piece.vitality

    def strength(one: AttackReached) -> tuple[Fraction, Fraction, int, int]:
        return one.kill(left), one.wounds(left), -one.burns, -len(one.way)

    best = [(max(ways, key=strength), len(ways) - 1) for ways in by_unit.values()]
    told = [Threat(one, one.kill(left), one.wounds(left), others) for one, others in best]
    return tuple(sorted(told, key=lambda one: (-one.kill, -one.wounds)))


def _estimated(
    setup: Setup, game: GameState, units: tuple[str, ...], effort: Effort, on_progress: Callable[[str], None]
) -> dict[str, Estimate]:
    """The chance of units to survive, by playing the round out."""

    def tell(found: tuple[Estimate, ...]) -> None:
        on_progress(in_a_line(list(zip(units, found, strict=True))))

    with Cores(effort.cores) as cores:
        found = tally(trials, played(setup, game, units), len(units), effort, cores, tell, a_second=A_SECOND)
    return dict(zip(units, found, strict=True))


def in_a_line(chances: Sequence[tuple[str, Estimate]]) -> str:
    """Who is in the greatest danger: "Marsh Serpent survives the round 62% (±5), Ash Runner 80% (±4)"."""
    (name, worst), *others = sorted(chances, key=lambda one: one[1].chance)[:SHOWN_MEANWHILE]
    return ", ".join(
        [
            f"{does(printed(name), 'survives the round')} {worst.describe()}",
            *(f"{printed(other)} {one.describe()}" for other, one in others),
        ]
    )


def greatest_dangers(setup: Setup, game: GameState, effort: Effort, on_progress: Callable[[str], None]) -> str:
    """Which units survive the round least likely, in a line; "" where all do for certain, or nobody can tell."""
    if game.light or game.phase not in UNDER_WAY:
        return ""
    safe = certain(Match(setup, game.copy(), []))
    units = tuple(piece.name for piece in game.pieces if piece.there and piece.name not in safe)
    return in_a_line(list(_estimated(setup, game, units, effort, on_progress).items())) if units else ""


def _danger(one: UnitChance) -> tuple[float, Fraction, Fraction]:
    """By which units are ranked: those first that survive least likely, then by the best attack on them."""
    worst = one.threats[0] if one.threats else None
    kill, wounds = (worst.kill, worst.wounds) if worst is not None else (Fraction(0), Fraction(0))
    return one.chance, -kill, -wounds


# --- Who survives the round, beside the question for a move: it is reckoned while somebody thinks


SECONDS = 5.0
"""So long it is reckoned while somebody thinks about a move."""


def adviser(answerer: Answerer, now: Callable[[], tuple[Setup, GameState]]) -> Advising:
    """Tell who is in danger when a move is asked for; targets tell their odds by themselves."""

    def advised(question: Question[Any]) -> tuple[Question[Any], Meanwhile | None]:
        if question.key != "move" or (present := now())[1].light:
            return question, None
        setup, game = present
        return question, Meanwhile(partial(greatest_dangers, setup, game.copy(), Effort(SECONDS)))

    return Advising(answerer, advised)
