"""What a page tells of an evening of Conjurers beside its score: colours, armies and goods, and the dice thrown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from referee.games.conjurers.battle.events import Hit
from referee.games.conjurers.rules.card_pool import face_of
from referee.games.conjurers.rules.events import BattleSetUp
from referee.games.conjurers.rules.state import GameState, Player, Setup
from referee.games.conjurers.tables import battle as battle_tables
from referee.games.conjurers.vocabulary import MYTHOLOGIES, RESOURCES
from referee.scores.evening import ThrowOfEvening


def colours(setup: Setup) -> Mapping[str, str]:
    """The players' colours."""
    return {seat.name: seat.colour.lower() for seat in setup.players}


def holdings(setup: Setup, game: GameState) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Everybody's creatures by mythology with their levels, cards, assistants and goods."""
    return {player.name: list(_holdings(setup, game, player)) for player in game.players if not player.left}


def _holdings(setup: Setup, game: GameState, player: Player) -> Iterator[tuple[str, str]]:
    faces = [face_of(setup, game, name) for name in player.creatures]
    yield from _row("level 1", [face.name for face in faces if face.level == 1])
    for mythology in MYTHOLOGIES:
        ranked = sorted((face.level, face.name) for face in faces if face.level > 1 and face.mythology == mythology)
        yield from _row(mythology, [f"{name} {level}" for level, name in ranked])
    yield from _row("items", player.items)
    yield from _row("artifacts", player.artifacts)
    yield from _row("assistants", player.assistants)
    goods = [f"{many} {good}" for good in (*RESOURCES, "food") if (many := player.has(good))]
    yield from _row("goods", goods)


def _row(what: str, things: Sequence[str]) -> Iterator[tuple[str, str]]:
    if things:
        yield what, ", ".join(things)


def throws(before: GameState, events: Sequence[Any]) -> Iterator[ThrowOfEvening]:
    """The dice of refereed battles, of whose creature it was, each die of a sum too; averaged dice are none."""
    battle = before.contest.battle if before.contest is not None else None
    faces = tuple(battle_tables.numbers().die)
    for event in events:
        if isinstance(event, BattleSetUp):
            battle = event.battle
        if isinstance(event, Hit) and event.dice and battle is not None:
            source = next(fighter for fighter in battle.fighters if fighter.key == event.source)
            yield ThrowOfEvening(battle.sides[source.side].player, faces, event.dice, told=event.count)
