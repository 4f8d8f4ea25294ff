"""Victory points at the end of the game, line by line, and who wins (pp. 24-26; S1-S5)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Literal

from referee.games.conjurers.readings import ConjurersReadings
from referee.games.conjurers.scores.sheet import SheetHoldings
from referee.games.conjurers.tables import points as points_tables
from referee.games.conjurers.vocabulary import MYTHOLOGIES, Mythology
from referee.scores.score import Outcome, PlayerScore, ScoreLine

Category = Literal["creatures", "artifacts", "combinations", "resources", "minus points"]


class Reason(StrEnum):
    """What decides who wins (p. 26; S5)."""

    TOTAL = "total"
    COMBINATIONS = "combinations"
    ARTIFACTS = "artifacts"
    CREATURES = "creatures"
    RESOURCES = "resources"
    SHARED = "shared"


TIE_BREAKS = tuple(Reason)[:-1]
"""What decides, in this order (p. 26; S5)."""


def points_by(player: PlayerScore, criterion: Reason) -> int:
    """What a criterion of the tie-break looks at (p. 26; S5)."""
    return player.total if criterion in (Reason.TOTAL, Reason.SHARED) else player.points(criterion)


def score(
    players: Sequence[SheetHoldings],
    number_of_players: int | None = None,
    readings: ConjurersReadings = ConjurersReadings(),  # noqa: B008
) -> Outcome:
    """Score a finished game; the number of players who began (2 to 4) picks the tables (p. 24; A21)."""
    began = len(players) if number_of_players is None else number_of_players
    scores = tuple(PlayerScore(p.name, tuple(_lines(p, began, readings))) for p in players)
    winners, reason = _winners(scores)
    return Outcome(reason, tuple(w.name for w in winners), scores)


def _winners(scores: Sequence[PlayerScore]) -> tuple[Sequence[PlayerScore], Reason]:
    leading = scores
    for criterion in TIE_BREAKS:
        best = max(points_by(s, criterion) for s in leading)
        leading = [s for s in leading if points_by(s, criterion) == best]
        if len(leading) == 1:
            return leading, criterion
    return leading, Reason.SHARED


def _lines(player: SheetHoldings, number_of_players: int, readings: ConjurersReadings) -> Iterable[ScoreLine]:
    yield from _creature_lines(player, number_of_players)
    yield from _artifact_lines(player)
    combined = list(_combination_lines(player))
    if readings.combinations == "two":
        combined = sorted(combined, key=lambda line: -line.points)[:2]
    yield from combined
    yield from _resource_lines(player)
    if player.minus_points:
        text = f"tokens of {player.minus_points} in all"
        yield ScoreLine("minus points", "", text, -player.minus_points, ("minus-points", "S5"))


def _creature_lines(player: SheetHoldings, number_of_players: int) -> Iterable[ScoreLine]:
    bonuses = points_tables.bonuses()
    at_level = Counter(level for _, level in player.creatures)
    if at_level:
        text = ", ".join(f"{count} of level {level}" for level, count in sorted(at_level.items()))
        points = sum(level * count for level, count in at_level.items())
        yield ScoreLine("creatures", "levels", text, points, ("level-points", "S1"))

    of_level: defaultdict[int, set[Mythology]] = defaultdict(set)
    levels_of: defaultdict[Mythology, list[int]] = defaultdict(list)
    for mythology, level in player.creatures:
        if mythology is not None:
            of_level[level].add(mythology)
            levels_of[mythology].append(level)

    variety = bonuses.variety[number_of_players]
    for level, mythologies in sorted(of_level.items()):
        if len(mythologies) in variety:
            points = variety[len(mythologies)][level - 2]
            text = f"level {level}: {', '.join(sorted(mythologies))}"
            yield ScoreLine("creatures", "variety", text, points, ("creature-variety", "S2"))

    for mythology in MYTHOLOGIES:
        different = sorted(set(levels_of[mythology]))
        if len(different) in bonuses.consistency:
            points = bonuses.consistency[len(different)]
            text = f"{mythology}: levels {' '.join(map(str, different))}"
            yield ScoreLine("creatures", "consistency", text, points, ("consistency", "S2"))

    for mythology in MYTHOLOGIES:
        count = len(levels_of[mythology])
        if points := _at_most(bonuses.abundance, count):
            text = f"{count} {mythology} creatures"
            yield ScoreLine("creatures", "abundance", text, points, ("abundance", "S2"))


def _artifact_lines(player: SheetHoldings) -> Iterable[ScoreLine]:
    bonuses = points_tables.bonuses()
    for artifact in player.artifacts:
        yield ScoreLine("artifacts", "points", artifact.name, artifact.points, ("artifact-points",))
    count_of = Counter(artifact.mythology for artifact in player.artifacts)
    if points := _at_most(bonuses.artifact_variety, len(count_of)):
        text = f"artifacts of {', '.join(sorted(count_of))}"
        yield ScoreLine("artifacts", "variety", text, points, ("artifact-variety",))
    whole = bonuses.artifact_set
    for mythology in MYTHOLOGIES:
        if count_of[mythology] == whole.size:
            text = f"all {whole.size} {mythology} artifacts"
            yield ScoreLine("artifacts", "consistency", text, whole.points, ("artifact-set", "S2"))


def _combination_lines(player: SheetHoldings) -> Iterable[ScoreLine]:
    table = points_tables.bonuses().combinations
    artifacts = Counter(artifact.mythology for artifact in player.artifacts)
    creatures = Counter(mythology for mythology, _ in player.creatures)
    for mythology in MYTHOLOGIES:
        if artifacts[mythology] and creatures[mythology] >= 3:
            points = table[artifacts[mythology]][min(creatures[mythology], 6) - 3]
            with_s = "artifact" if artifacts[mythology] == 1 else "artifacts"
            text = f"{mythology}: {artifacts[mythology]} {with_s} with {creatures[mythology]} creatures"
            yield ScoreLine("combinations", "", text, points, ("combinations", "S3"))


def _resource_lines(player: SheetHoldings) -> Iterable[ScoreLine]:
    for rate in points_tables.bonuses().resources:
        held = sum(player.resources.get(resource, 0) for resource in rate.of)
        if points := held // rate.for_one_point:
            text = f"{held} {' and '.join(rate.of)}, one for each {rate.for_one_point}"
            yield ScoreLine("resources", rate.name, text, points, ("resource-points", "S4"))


def _at_most(table: dict[int, int], count: int) -> int:
    """The points of the highest row that `count` reaches; 0 below the first."""
    return max((points for row, points in table.items() if row <= count), default=0)
