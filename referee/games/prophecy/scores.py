"""Scores: who leads and who has won, by Artifacts, not points (Final Battle; P52, P58, P60)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.declaration.game import Scores, pairs_in_turn
from referee.declaration.tracking import EVERYTHING
from referee.games.prophecy.fights.opening import Rolled
from referee.games.prophecy.rules.ending import needed, winners
from referee.games.prophecy.rules.events import LightRolled
from referee.games.prophecy.rules.state import GameState, Hero, Setup, board_of
from referee.games.prophecy.vocabulary import FACES, GAME
from referee.scores.evening import ThrowOfEvening
from referee.scores.score import Outcome, PlayerScore, leaders, without_points
from referee.text.names import and_list, printed


def score(setup: Setup, game: GameState) -> Outcome:
    """Return the players' standing: Artifacts, then cubes, Items and Abilities side by side."""
    won = winners(setup, game)
    reason = "artifacts" if won else "nobody" if game.over else None
    standing = tuple(PlayerScore(hero.name, counts=_counts(game, hero)) for hero in game.players)
    return Outcome(reason, tuple(setup.players[seat] for seat in won), standing, over=game.over)


def _counts(game: GameState, hero: Hero) -> dict[str, str]:
    """Return what a hero has; the Artifacts alone where no more is tracked, or the hero is out."""
    artifacts = str(len(hero.artifacts))
    if not hero.playing or game.tracking != EVERYTHING:
        return {"artifacts": artifacts, "hero": "not tracked" if hero.playing else hero.status}
    return {
        "artifacts": artifacts,
        "hero": printed(hero.hero),
        "strength": f"{hero.health} of {hero.red}",
        "willpower": f"{hero.magic} of {hero.blue}",
        "gold": str(hero.gold),
        "experience": str(hero.experience),
        "items": str(len(hero.losable)),
        "abilities": str(len(hero.abilities)),
    }


def _verdict(outcome: Outcome) -> list[str]:
    """Say who wins and why; while the game goes on, who has most Artifacts."""
    if outcome.winners:
        share = "win" if len(outcome.winners) > 1 else "wins"
        return [f"{and_list(outcome.winners)} {share} by the Artifacts."]
    if outcome.over:
        return ["Nobody is left: there is no winner (P48)."]
    return leaders(outcome, "Artifact") or ["Nobody has an Artifact yet."]


def throws(before: GameState, events: Sequence[Any]) -> Iterator[ThrowOfEvening]:
    """Yield the dice of fights, each with the player whose hero it helps; a Creature's dice are left out."""
    names = [hero.name for hero in before.players]
    for event in events:
        if isinstance(event, Rolled):
            yield from _throws_of_sides(names, (event.hero, event.enemy), event.thrown)
        elif isinstance(event, LightRolled):
            foe = names[event.foe] if event.foe >= 0 else ""
            yield from _throws_of_sides(names, (names[event.player], foe), (event.thrown[:-1], event.thrown[-1:]))


def _throws_of_sides(
    names: Sequence[str], sides: Sequence[str], dice: Sequence[tuple[int, ...]]
) -> Iterator[ThrowOfEvening]:
    for who, faces in zip(sides, dice, strict=True):
        if who in names and faces:
            yield ThrowOfEvening(who, FACES, faces)


def holdings(setup: Setup, game: GameState) -> Mapping[str, Sequence[tuple[str, str]]]:
    """List everybody's Artifacts, Items and Abilities by name, and the hero's space."""
    return {hero.name: list(_of_hero(setup, game, hero)) for hero in game.players}


def _of_hero(setup: Setup, game: GameState, hero: Hero) -> Iterator[tuple[str, str]]:
    if hero.playing and game.tracking == EVERYTHING:
        yield "space", board_of(setup, game).label(hero.space)
    piles = ("artifacts", hero.artifacts), ("items", hero.losable), ("abilities", hero.abilities)
    yield from ((what, ", ".join(map(printed, names))) for what, names in piles if names)


SCORES: Scores[Setup, GameState] = Scores(
    outcome=score,
    words=lambda: without_points(GAME, "Prophecy", {}, _verdict),
    throws=throws,
    round=lambda state: state.round,
    teams=pairs_in_turn,
    to_win=lambda setup: {} if setup.teams else {"artifacts": needed(setup)},
    holdings=holdings,
)
