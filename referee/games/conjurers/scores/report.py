"""Reports of the score: of a game, of a sheet, as text, and as JSON for scripts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from msgspec.structs import replace

from referee.declaration.game import Scores, part
from referee.files.files import Data
from referee.files.kinds import expect
from referee.games.conjurers import tables
from referee.games.conjurers.scores.score import TIE_BREAKS, Category, points_by
from referee.games.conjurers.vocabulary import GAME, MYTHOLOGIES, RESOURCES
from referee.rulebook.rules import rulebook
from referee.scores.evening import ThrowOfEvening
from referee.scores.score import Outcome, PlayerScore, ScoreLine, ScoreWords
from referee.text.grammar import does
from referee.text.names import and_list

if TYPE_CHECKING:
    from referee.games.conjurers.rules.state import GameState, Player, Setup


def _sheet(path: Path, data: Data, deck: Path | None) -> tuple[Outcome, tuple[str, ...]]:
    """Score a score sheet (pp. 24-26)."""
    from referee.games.conjurers.scores.score import read_sheet, score

    expect("score sheet", data, path)
    sheet = read_sheet(path, data, deck)
    found = score(sheet.players, len(sheet.players) + len(sheet.left), sheet.readings)
    return replace(found, left=sheet.left), tuple(sheet.notes)


def _player(player: PlayerScore) -> dict[str, Any]:
    """Return a player's score in the fixed machine format; victory points throughout."""

    def parts(category: Any, *names: str) -> dict[str, int]:
        found = {name: player.points(category, name) for name in names}
        return {**found, "total": sum(found.values())}

    return {
        "name": player.name,
        "total": player.total,
        "creatures": parts("creatures", "levels", "variety", "consistency", "abundance"),
        "artifacts": parts("artifacts", "points", "variety", "consistency"),
        "combinations": player.points("combinations"),
        "resources": parts("resources", "wood_stone", "iron_bronze", "sapphire_diamond"),
        "minus_points": -player.points("minus points"),
    }


# --- Words ----------------------------------------------------------------------------------------
# A score as text, the same on every screen and picture: rows of the sheet, its lines, and why the winner wins.


ROWS: tuple[tuple[Category, str, str], ...] = (
    ("creatures", "levels", "creatures: levels"),
    ("creatures", "variety", "  variety"),
    ("creatures", "consistency", "  consistency"),
    ("creatures", "abundance", "  abundance"),
    ("artifacts", "points", "artifacts: points"),
    ("artifacts", "variety", "  variety"),
    ("artifacts", "consistency", "  sets"),
    ("combinations", "", "combinations"),
    ("resources", "wood_stone", "resources: wood, stone"),
    ("resources", "iron_bronze", "  iron, bronze"),
    ("resources", "sapphire_diamond", "  sapphire, diamond"),
    ("minus points", "", "minus points"),
)
"""The rows of a score sheet: a category, a part of it, and their label."""

_NAMED = ("variety", "consistency", "abundance")
"""The parts that a line names before its reason."""


def line_words(line: ScoreLine) -> str:
    """Format the reason of a line's points: "Variety, level 3: greek, japanese, norse"."""
    if line.part not in _NAMED:
        return line.text
    name = "set" if (line.category, line.part) == ("artifacts", "consistency") else line.part
    return f"{name.capitalize()}, {line.text}"


def verdict(result: Outcome) -> list[str]:
    """Explain who wins and why, in one to a few sentences; a tie is followed in the printed order (p. 26)."""
    leavers = [f"{name} left the game and has no rank ({rulebook(GAME).cite(('A21',))})." for name in result.left]
    return [*_why_they_win(result), *leavers]


def _why_they_win(result: Outcome) -> list[str]:
    names, best = and_list(result.winners), max(player.total for player in result.standing)
    if result.reason == "total":
        return [f"{names} {result.wins} with {best} victory points."]
    level = [player for player in result.standing if player.total == best]
    cite = rulebook(GAME).cite(("tie-break", "S5"))
    lines = [f"{and_list(p.name for p in level)} are level at {best}. What decides ({cite}):"]
    for criterion in TIE_BREAKS[1:]:
        points = {player.name: points_by(player, criterion) for player in level}
        top = max(points.values())
        text = ", ".join(f"{name} {value}" for name, value in points.items())
        if len(set(points.values())) == 1:
            text = f"{top} each"
        left = [player for player in level if points[player.name] == top]
        dropped = [player.name for player in level if player not in left]
        out = f": {does(and_list(dropped), 'falls', many=len(dropped) > 1)} out" if dropped else ""
        lines.append(f"  {criterion}: {text}" + (f", {names} {result.wins}." if len(left) == 1 else out))
        level = left
        if len(level) == 1:
            return lines
    return [*lines, f"Still level: {names} {result.share}."]


WORDS = ScoreWords(GAME, "Conjurers", "victory points", get_args(Category), ROWS, line_words, verdict)


# --- Evening --------------------------------------------------------------------------------------
# Data for the page of an evening of Conjurers besides its score: colours, armies and goods, and dice.


def holdings(setup: Setup, game: GameState) -> Mapping[str, Sequence[tuple[str, str]]]:
    """Return each player's creatures by mythology with their levels, cards, assistants and goods."""
    return {player.name: list(_of_player(setup, game, player)) for player in game.players if not player.left}


def _of_player(setup: Setup, game: GameState, player: Player) -> Iterator[tuple[str, str]]:
    from referee.games.conjurers.rules.card_pool import face_of

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
    """Yield the rolls of refereed battles by the creature's player, those typed as a sum too, no averaged ones."""
    from referee.games.conjurers.battle.events import Hit
    from referee.games.conjurers.rules.events import BattleSetUp

    battle = before.battle
    faces = tuple(tables.battle().die)
    for event in events:
        if isinstance(event, BattleSetUp):
            battle = event.battle
        if isinstance(event, Hit) and event.dice and battle is not None:
            source = next(fighter for fighter in battle.fighters if fighter.key == event.source)
            yield ThrowOfEvening(battle.sides[source.side].player, faces, event.dice, told=event.count)


SCORES = Scores(
    player=_player,
    sheet=_sheet,
    colours=lambda setup: {seat.name: seat.colour.lower() for seat in setup.players},
    holdings=holdings,
    throws=throws,
    outcome=part("referee.games.conjurers.scores.score:score_now"),
    words=lambda: WORDS,
    ask=part("referee.games.conjurers.scores.ask:SheetForm"),
)
