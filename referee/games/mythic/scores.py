"""The standings, and who has won how: no points, but stones, vitality and units (Winning the game)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.declaration.game import Scores, pairs_in_turn
from referee.declaration.tracking import NOT_TRACKED
from referee.games.mythic.attack.assault import DiceRolled
from referee.games.mythic.rules.state import GameState, Match, Piece, Setup
from referee.games.mythic.vocabulary import FACES, GAME
from referee.scores.evening import ThrowOfEvening
from referee.scores.score import Outcome, PlayerScore, leaders, without_points
from referee.text.names import and_list, printed

_WORDS = {
    "stones": "by the stones absorbed",
    "last divinity": "as the last whose divinity is alive",
    "team": "as a divinity of the other team has fallen",
    "scenario": "by the scenario",
}
"""Reasons for a victory, with their text."""


def standing(setup: Setup, game: GameState) -> Outcome:
    """Return the stones, vitality and units of each player, and who has won."""
    match = Match(setup, game, [])
    counts = tuple(PlayerScore(player.name, counts=_counts(match, seat)) for seat, player in enumerate(game.players))
    return Outcome(game.decided or None, tuple(match.name(seat) for seat in game.won), counts, over=game.over)


def _counts(match: Match, seat: int) -> dict[str, str]:
    player = match.state.players[seat]
    if player.counted:  # only the score was tracked
        numbers = {what: str(number) for what, number in player.counted.items()}
        return {"stones": str(len(player.absorbed)), "divinity": NOT_TRACKED, **numbers, "carried": NOT_TRACKED}
    units = list(match.state.of(seat))
    divinity = match.divinity(seat)
    alive = [piece for piece in units if piece.in_play]
    vitality = f"{divinity.vitality} of {divinity.full}" if divinity is not None else "0"
    return {
        "stones": str(len(player.absorbed)),
        "divinity": printed(divinity.name) if divinity is not None else "none",
        "vitality": vitality,
        "units": f"{len(alive)} of {len(units)}",
        "carried": str(sum(bool(piece.stone) for piece in units)),
    }


def _verdict(outcome: Outcome) -> list[str]:
    """Describe who wins and how; while undecided, who has most stones."""
    if outcome.reason is not None:
        wins = "win" if len(outcome.winners) > 1 else "wins"
        return [f"{and_list(outcome.winners)} {wins} {_WORDS[outcome.reason]}."]
    if outcome.over:
        return ["Nobody wins."]
    return leaders(outcome, "stone") or ["Nobody has absorbed a stone yet."]


def throws(before: GameState, events: Sequence[Any]) -> Iterator[ThrowOfEvening]:
    """Yield the dice of attacks by who threw them, rerolls included; average dice aren't thrown."""
    for event in events:
        if isinstance(event, DiceRolled) and event.who and event.faces:
            yield ThrowOfEvening(event.who, FACES, event.faces)


def holdings(setup: Setup, game: GameState) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Return each player's units with their vitality and place."""
    return {
        name: [(printed(piece.name), _describe_piece(piece)) for piece in game.of(seat)]
        for seat, name in enumerate(setup.players)
    }


def _describe_piece(piece: Piece) -> str:
    if not piece.in_play:
        return "destroyed"
    area = f", in {piece.area}" if piece.area else ""
    return f"{piece.vitality} of {piece.full}{area}{f', carries the {piece.stone} stone' if piece.stone else ''}"


SCORES: Scores[Setup, GameState] = Scores(
    outcome=standing,
    words=lambda: without_points(GAME, "Mythic Battles: Pantheon", {}, _verdict),
    throws=throws,
    round=lambda state: state.round,
    holdings=holdings,
    teams=pairs_in_turn,
    to_win=lambda setup: {} if setup.teams or setup.victory else {"stones": setup.stones_to_win},
)
