"""Examples of victory points, scored as a finished game is (pp. 24-26)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.games.conjurers.scores.score import TIE_BREAKS, Category, SheetHoldings, points_by, score
from referee.games.conjurers.tables import points as points_tables
from referee.games.conjurers.vocabulary import MYTHOLOGIES, Mythology, Resource
from referee.text.names import and_list

ANNA, BO = "Anna", "Bo"

Creatures = tuple[tuple[Mythology | None, int], ...]

BOOKS_ARMY: Creatures = (
    (None, 1), (None, 1), ("biblical", 2), ("japanese", 2), ("biblical", 3), ("biblical", 3), ("japanese", 3),
    ("norse", 3), ("biblical", 4), ("egyptian", 4), ("greek", 4),
)  # fmt: skip
"""The eleven creatures of p. 25."""


def holder(
    name: str = ANNA,
    creatures: Creatures = (),
    artifacts: Sequence[str] = (),
    resources: dict[Resource, int] | None = None,
    minus: int = 0,
) -> SheetHoldings:
    """What a player holds at the end."""
    found = tuple(points_tables.find_artifact(artifact, "example") for artifact in artifacts)
    return SheetHoldings(name, creatures, found, resources or {}, minus)


def _lines(player: SheetHoldings, *categories: Category, part: str = "", players: int = 4) -> list[str]:
    """A player's points line by line, of some categories (of all without any) and of one part of them."""
    (scored,) = score([player], players).standing
    return [
        f"{line.category}{f', {line.part}' if line.category in ('creatures', 'artifacts') else ''}: {line.text}: "
        f"{line.points}"
        for line in scored.lines
        if (not categories or line.category in categories) and part in ("", line.part)
    ]


def levels() -> list[str]:
    """Creatures of level 1 and others (p. 24; S1)."""
    return _lines(holder(creatures=((None, 1), (None, 1), (None, 1), ("norse", 4), ("greek", 5))))


def variety() -> list[str]:
    """The same creatures with four and with three players (p. 24)."""
    army: Creatures = (("norse", 3), ("greek", 3), ("biblical", 3), ("norse", 3))
    return [
        f"{players} players: {line}"
        for players in (4, 3)
        for line in _lines(holder(creatures=army), "creatures", part="variety", players=players)
    ]


def bonuses() -> list[str]:
    """Creatures that count for variety and for consistency at once (p. 24; S2)."""
    army: Creatures = (("norse", 2), ("norse", 3), ("greek", 3), ("biblical", 3), ("biblical", 3))
    return _lines(holder(creatures=army))


def consistency() -> list[str]:
    """Two mythologies, one of them with a level twice (p. 25)."""
    army: Creatures = (("norse", 2), ("norse", 3), ("norse", 4), ("greek", 2), ("greek", 2), ("greek", 5))
    return _lines(holder(creatures=army), "creatures", part="consistency")


def abundance() -> list[str]:
    """Seven creatures of one mythology (p. 25)."""
    army: Creatures = tuple(("norse", level) for level in (2, 2, 3, 3, 4, 4, 5))
    return _lines(holder(creatures=army), "creatures", part="abundance")


def books_army() -> list[str]:
    """The army of p. 25 with four players."""
    (scored,) = score([holder(creatures=BOOKS_ARMY)], 4).standing
    return [*_lines(holder(creatures=BOOKS_ARMY)), f"in all: {scored.points('creatures')}"]


def artifacts() -> list[str]:
    """Two artifacts (p. 26)."""
    return _lines(holder(artifacts=("The Holy Grail", "Svalinn")))


def artifact_variety() -> list[str]:
    """One artifact of each of three mythologies (p. 26)."""
    return _lines(holder(artifacts=("The Holy Grail", "Svalinn", "Talaria")), "artifacts", part="variety")


def artifact_set() -> list[str]:
    """All artifacts of one mythology (p. 26)."""
    norse = [artifact.name for artifact in points_tables.artifacts() if artifact.mythology == "norse"]
    return [f"{and_list(norse)}:", *_lines(holder(artifacts=norse), "artifacts", part="consistency")]


def combinations() -> list[str]:
    """Two mythologies, one with more than six creatures (p. 26; S3)."""
    army: Creatures = (
        *(("norse", level) for level in (2, 2, 3, 3, 4, 4, 5)),
        ("greek", 2),
        ("greek", 3),
        ("greek", 4),
    )
    return _lines(holder(creatures=army, artifacts=("Svalinn", "Gleipnir", "Talaria")), "combinations")


def resources() -> list[str]:
    """Goods left over (p. 26; S4)."""
    return _lines(holder(resources={"wood": 16, "stone": 5, "iron": 7, "bronze": 6, "sapphire": 2, "diamond": 2}))


def minus_points() -> list[str]:
    """Tokens against a level 5 creature (S5)."""
    (scored,) = score([_punished()], 4).standing
    return [*_lines(_punished()), f"in all: {scored.total}"]


def _punished() -> SheetHoldings:
    return holder(creatures=(("norse", 5),), minus=8)


def everything() -> list[str]:
    """A whole score sheet of one player (pp. 24-26)."""
    army: Creatures = (("norse", 2), ("norse", 3), ("norse", 4), ("greek", 3), ("biblical", 3))
    player = holder(creatures=army, artifacts=("Svalinn", "Gleipnir"), resources={"wood": 14, "diamond": 3}, minus=4)
    (scored,) = score([player], 4).standing
    return [*_lines(player), f"in all: {scored.total}"]


def winner() -> list[str]:
    """Two players with different totals (p. 26)."""
    return _outcome(holder(creatures=BOOKS_ARMY), holder(BO, creatures=tuple((kin, 5) for kin in MYTHOLOGIES)))


def tie() -> list[str]:
    """Two players level in total: one by a combination, the other by wood (p. 26; S5)."""
    return _outcome(_combined(), _level_with(_combined()))


def shared() -> list[str]:
    """Two players level in everything (p. 26; S5)."""
    goods: dict[Resource, int] = {"wood": 12, "diamond": 12}
    return _outcome(holder(resources=goods), holder(BO, resources=goods))


def _combined() -> SheetHoldings:
    return holder(creatures=(("norse", 2), ("norse", 2), ("norse", 2)), artifacts=("Svalinn",))


def _level_with(player: SheetHoldings) -> SheetHoldings:
    """A player with as many points, from wood alone."""
    (scored,) = score([player], 4).standing
    wood = next(rate.for_one_point for rate in points_tables.bonuses().resources if "wood" in rate.of)
    return holder(BO, resources={"wood": scored.total * wood})


def _outcome(*players: SheetHoldings) -> list[str]:
    """The players' points by category, and who wins by what."""
    result = score(players, 4)
    told = [
        f"{one.name}: {', '.join(f'{criterion} {points_by(one, criterion)}' for criterion in TIE_BREAKS)}"
        for one in result.standing
    ]
    if result.reason == "shared":
        return [*told, f"{and_list(result.winners)} share the victory."]
    return [*told, f"{and_list(result.winners)} wins; what decides is: {result.reason}."]
