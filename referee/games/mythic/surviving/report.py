"""The report of who survives the round, as JSON for scripts and for the screen."""

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
from referee.games.mythic.surviving.playing_out import start_rollout, trials
from referee.games.mythic.surviving.reach import AttackReached, attacks_left, seats_left
from referee.games.mythic.surviving.safe import certain
from referee.play.notation import Step
from referee.play.session import Session
from referee.sampling.race import Cores, Effort, Estimate, Meanwhile, tally
from referee.text.grammar import does
from referee.text.names import fold, printed

A_SECOND = 200.0
"""Simulated rounds that count as a second of work, where work is counted and not timed."""

SHOWN_MEANWHILE = 2
"""Number of units in the interim message: those in the greatest danger."""


# --- made -----------------------------------------------------------------------------------------------


def report_round(
    setup: Setup, session: Session[GameState], effort: Effort, on_progress: Callable[[str], None]
) -> RoundReport:
    """Estimate the chance of each unit to survive the round, and list the attacks in reach.

    `on_progress` gets interim results. Raises BadInput if this can't be computed: before the first turn, or if areas
    aren't tracked.
    """
    started_at = time.monotonic()
    game = session.state
    if game.over:
        return RoundReport(game.round, game.turn, (), (), over=True)
    _expect_in_reach(game)
    units_found = _units(setup, game)
    estimates = _estimate(setup, game, effort, on_progress)
    units = [replace(one, survives=estimates.get(one.name), told=True) for one in units_found]
    seconds = 0.0 if effort.watch.counted else time.monotonic() - started_at
    return _report(setup, session, sorted(units, key=_danger), effort.seed, seconds)


def report_unit(setup: Setup, session: Session[GameState], name: str) -> RoundReport | None:
    """Report the exact attacks in reach of the named unit; None if `name` is a move with dice instead.

    Raises BadInput as `report_round` does, and for a name that no unit on the board has.
    """
    words = name.split()
    if not words or fold(words[0]) in VERBS or words[0][0].isdigit():
        return None
    game = session.state
    _expect_in_reach(game)
    piece = Match(setup, game, []).find_piece(name, game.standing, "unit on the board")
    found = next(one for one in _units(setup, game) if one.name == piece.name)
    return _report(setup, session, [found], "", 0.0)


def _expect_in_reach(game: GameState) -> None:
    """Check that the attacks in reach can be computed. Raises BadInput otherwise."""
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
    """Return the units on the board with the attacks in reach of each, without their chances."""
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
        for piece in game.standing
    ]


def _threats(piece: Piece, found: Sequence[AttackReached]) -> tuple[Threat, ...]:
    """Return the best attack of each attacker, the likeliest to kill first."""
    by_unit: dict[str, list[AttackReached]] = {}
    for one in found:
        by_unit.setdefault(one.attacker, []).append(one)
    left = piece.vitality

    def strength(one: AttackReached) -> tuple[Fraction, Fraction, int, int]:
        return one.kill(left), one.wounds(left), -one.burns, -len(one.way)

    best = [(max(ways, key=strength), len(ways) - 1) for ways in by_unit.values()]
    threats = [Threat(one, one.kill(left), one.wounds(left), others) for one, others in best]
    return tuple(sorted(threats, key=lambda one: (-one.kill, -one.wounds)))


def _estimate(
    setup: Setup, game: GameState, effort: Effort, on_progress: Callable[[str], None]
) -> dict[str, Estimate]:
    """Estimate the chance of each unit that isn't certain to survive, by simulating the rest of the round."""
    safe = certain(Match(setup, game.copy(), []))
    units = tuple(piece.name for piece in game.standing if piece.name not in safe)
    if not units:
        return {}

    def tell(found: tuple[Estimate, ...]) -> None:
        on_progress(in_a_line(list(zip(units, found, strict=True))))

    with Cores(effort.cores) as cores:
        found = tally(trials, start_rollout(setup, game, units), len(units), effort, cores, tell, a_second=A_SECOND)
    return dict(zip(units, found, strict=True))


def in_a_line(chances: Sequence[tuple[str, Estimate]]) -> str:
    """Describe the units in the greatest danger: "Marsh Serpent survives the round 62% (±5), Ash Runner 80% (±4)"."""
    (name, worst), *others = sorted(chances, key=lambda one: one[1].chance)[:SHOWN_MEANWHILE]
    return ", ".join(
        [
            f"{does(printed(name), 'survives the round')} {worst.describe()}",
            *(f"{printed(other)} {one.describe()}" for other, one in others),
        ]
    )


def greatest_dangers(setup: Setup, game: GameState, effort: Effort, on_progress: Callable[[str], None]) -> str:
    """Describe the units least likely to survive the round; "" if all do for certain, or it can't be computed."""
    if game.light or game.phase not in UNDER_WAY:
        return ""
    found = _estimate(setup, game, effort, on_progress)
    return in_a_line(list(found.items())) if found else ""


def _danger(one: UnitChance) -> tuple[float, Fraction, Fraction]:
    """Return the sort key of a unit: least likely to survive first, then by the best attack on it."""
    worst = one.threats[0] if one.threats else None
    kill, wounds = (worst.kill, worst.wounds) if worst is not None else (Fraction(0), Fraction(0))
    return one.chance, -kill, -wounds


# --- Hint beside the question for a move: who survives the round, computed while the player thinks


SECONDS = 5.0
"""Time limit of the estimate while a player thinks about a move."""


def advise(question: Question[Any], now: Callable[[], tuple[Setup, GameState]]) -> Question[Any]:
    """Add a hint about units in danger to the question for a move; targets show their odds by themselves."""
    if question.key != "move" or (present := now())[1].light:
        return question
    setup, game = present
    return replace(question, meanwhile=Meanwhile(partial(greatest_dangers, setup, game.copy(), Effort(SECONDS))))
