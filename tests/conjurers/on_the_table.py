"""What lies on the table in a game of Conjurers, as plain data: nothing of how the program stores it."""

from __future__ import annotations

from typing import Any

from referee.games.conjurers.battle.state import Battle, Fighter
from referee.games.conjurers.rules.state import Contest, Figure, GameState, Player


def lies(game: GameState) -> dict[str, Any]:
    """Everything that a photograph of the table shows, and who has the Initiative Button."""
    names = [player.name for player in game.players]
    return {
        "turn": game.turn,
        "phase": game.phase,
        "stage": game.stage,
        "button": names[game.holder],
        "players": [_player(player) for player in game.players],
        "mines": {mine: names[owner] for mine, owner in game.mines.items()},
        "placed": sorted(_figure(names, figure) for figure in game.placed),
        "not resolved": sorted(_figure(names, figure) for figure in game.figures),
        "waiting": [_figure(names, figure) for figure in game.waiting],
        "out of the game": sorted(game.gone),
        "battle": _contest(names, game.contest) if game.contest is not None else None,
        "tournament": [_contest(names, bout) for bout in game.bouts],
    }


def _player(player: Player) -> dict[str, Any]:
    return {
        "name": player.name,
        "assistants": sorted(player.assistants),
        "goods": {good: amount for good, amount in player.resources.items() if amount},
        "food": player.food,
        "creatures": sorted(player.creatures),
        "items": sorted(player.items),
        "artifacts": sorted(player.artifacts),
        "minus points": player.minus_points,
        "left": player.left,
    }


def _figure(names: list[str], figure: Figure) -> list[str]:
    return [names[figure.player], figure.kind, figure.space]


def _contest(names: list[str], contest: Contest) -> dict[str, Any]:
    return {
        "attacker": names[contest.attacker],
        "defender": names[contest.defender],
        "for": contest.guarded,
        "space": contest.space,
        "aside": contest.aside,
        "hands": [sorted(hand) for hand in contest.hands],
        "board": _battle(contest.battle) if contest.battle is not None else None,
    }


def _battle(battle: Battle) -> dict[str, Any]:
    return {
        "kind": battle.kind,
        "turn": battle.turn,
        "unknown in hand": {name: side.hidden for name, side in battle.sides.items()},
        "creatures": [_fighter(fighter) for fighter in battle.fighters if not fighter.maybe],
    }


def _fighter(fighter: Fighter) -> list[Any]:
    return [
        fighter.key,
        fighter.slot,
        fighter.damage,
        fighter.frost,
        fighter.poison,
        fighter.bound,
        fighter.dead,
        fighter.devouring is not None,
        fighter.devoured_by is not None,
        sorted(piece.name for piece in fighter.worn),
    ]
