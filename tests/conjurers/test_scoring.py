"""Victory points and who wins (pp. 24-26), and a slow twin of the whole count."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from hypothesis import given
from hypothesis import strategies as st
from typer.testing import CliRunner

from referee.cli import build
from referee.errors import BadInput
from referee.games.conjurers import GAME
from referee.saves.scoring import score_file
from tests.random_runs import examples

MYTHOLOGIES = ("egyptian", "greek", "japanese", "norse", "biblical")
ARTIFACTS = {
    "The Book of Thoth": ("egyptian", 5),
    "Mandjet": ("egyptian", 6),
    "The Eye Of Horus": ("egyptian", 7),
    "David's Sling": ("biblical", 5),
    "The Holy Grail": ("biblical", 6),
    "Death's Scythe": ("biblical", 7),
    "Kusanagi-No-Tsurugi": ("japanese", 5),
    "Ofuda": ("japanese", 6),
    "Yasakani No Magatama": ("japanese", 7),
    "Mjöllnir": ("norse", 5),
    "Svalinn": ("norse", 6),
    "Gleipnir": ("norse", 7),
    "Shield Of Achilles": ("greek", 5),
    "Talaria": ("greek", 6),
    "Cornucopia": ("greek", 7),
}
"""P. 8: mythology and victory points."""
GREEK = ("Shield Of Achilles", "Talaria", "Cornucopia")


def army(*words: str) -> list[dict[str, Any]]:
    """Creatures as in "greek 2 2 3": a mythology and levels; "level 1 1" has none."""
    found: list[dict[str, Any]] = []
    for word in words:
        mythology, *levels = word.split()
        kin = {} if mythology == "level" else {"mythology": mythology}
        found += [{**kin, "level": int(level)} for level in levels]
    return found


def holder(name: str, *creatures: str, **holdings: Any) -> dict[str, Any]:
    """A player's entry in a score sheet."""
    return {"name": name, "creatures": army(*creatures), **holdings}


def scored(*players: dict[str, Any], of: int = 0) -> dict[str, Any]:
    """The result of a sheet read as from a file; empty-handed players fill it up to `of`, at least two."""
    extra = [{"name": f"Nobody {seat}"} for seat in range(len(players), max(of, 2))]
    data = tomllib.loads(tomli_w.dumps({"game": "conjurers", "players": [*players, *extra]}))
    return score_file(GAME, Path("sheet.toml"), data, None).data()


def first(*players: dict[str, Any], of: int = 0) -> dict[str, Any]:
    """The first player's part of the result."""
    found: dict[str, Any] = scored(*players, of=of)["players"][0]
    return found


# --- creatures ----------------------------------------------------------------------------------------


@pytest.mark.rule(
    "level-points", "creature-variety", "consistency", "abundance", "S1", "S2", "creature-points-example"
)
def test_the_army_of_sixty_points() -> None:
    """P. 25: 2 + 4 + 12 + 12 = 30 for levels, 7 + 10 variety, 9 + 4 consistency, no abundance: 60."""
    creatures = ("level 1 1", "biblical 2 3 3 4", "japanese 2 3", "norse 3", "egyptian 4", "greek 4")
    assert first(holder("Ann", *creatures), of=4)["creatures"] == {
        "levels": 30,
        "variety": 17,
        "consistency": 13,
        "abundance": 0,
        "total": 60,
    }


@pytest.mark.rule("level-points")
@pytest.mark.parametrize(("word", "points"), [("level 1", 1)] + [(f"norse {n}", n) for n in (2, 3, 4, 5)])
def test_a_creature_scores_its_level(word: str, points: int) -> None:
    """P. 24."""
    found = first(holder("Ann", word))
    assert (found["creatures"]["levels"], found["total"]) == (points, points)


@pytest.mark.rule("level-points", "S2", "bonus-limits")
def test_a_creature_scores_its_level_beside_every_bonus() -> None:
    """P. 24: 2 + 3 + 2 + 2 = 9 for levels; 6 variety at level 2 with two players; 4 consistency (greek 2 3)."""
    assert first(holder("Ann", "greek 2 3", "norse 2", "biblical 2"))["creatures"] == {
        "levels": 9,
        "variety": 6,
        "consistency": 4,
        "abundance": 0,
        "total": 19,
    }


@pytest.mark.rule("S1")
def test_level_one_creatures_take_part_in_no_bonus() -> None:
    """S1: eight of them and an artifact: 8 for levels, 5 for the artifact and nothing else."""
    found = first(holder("Ann", "level 1 1 1 1 1 1 1 1", artifacts=["Mjöllnir"]))
    assert found["creatures"] == {"levels": 8, "variety": 0, "consistency": 0, "abundance": 0, "total": 8}
    assert (found["combinations"], found["total"]) == (0, 13)


@pytest.mark.rule("S1", "combinations", "consistency")
def test_level_one_creatures_fill_up_no_mythology() -> None:
    """S1: two norse creatures and a level 1 make neither three levels nor three for a combination."""
    found = first(holder("Ann", "norse 2 3", "level 1", artifacts=["Mjöllnir"]))
    assert found["creatures"]["consistency"] == 4
    assert found["combinations"] == 0


VARIETY = {
    4: {3: (4, 7, 10, 15), 4: (7, 12, 17, 24), 5: (10, 18, 25, 40)},
    3: {3: (5, 8, 12, 20), 4: (8, 14, 20, 30)},
    2: {3: (6, 10, 15, 25)},
}
"""P. 24: players, then mythologies: points at levels 2, 3, 4, 5."""


@pytest.mark.rule("creature-variety", "S2")
@pytest.mark.parametrize(
    ("players", "mythologies", "level", "points"),
    [
        (players, mythologies, level, points)
        for players, rows in VARIETY.items()
        for mythologies, row in {1: (0,) * 4, 2: (0,) * 4, **rows}.items()
        for level, points in enumerate(row, 2)
    ],
)
def test_creature_variety(players: int, mythologies: int, level: int, points: int) -> None:
    """P. 24: every cell; one and two mythologies score nothing."""
    creatures = [f"{mythology} {level}" for mythology in MYTHOLOGIES[:mythologies]]
    found = first(holder("Ann", *creatures), of=players)
    assert found["creatures"]["variety"] == points
    assert found["creatures"]["total"] == points + level * mythologies


@pytest.mark.rule("creature-variety", "S2")
def test_variety_counts_mythologies_and_not_creatures() -> None:
    """P. 24: a second level 3 creature of a mythology that is there changes nothing: 7, not 12."""
    assert first(holder("Ann", "norse 3 3", "greek 3", "biblical 3"), of=4)["creatures"]["variety"] == 7


@pytest.mark.rule("creature-variety", "S2", "bonus-limits")
def test_variety_once_for_each_level() -> None:
    """P. 24: twice three mythologies at level 3 score 7 once; level 4 adds its own 10."""
    twice = [f"{mythology} 3 3" for mythology in ("norse", "greek", "biblical")]
    assert first(holder("Ann", *twice), of=4)["creatures"]["variety"] == 7
    nine = [f"{mythology} 3 3 4" for mythology in ("norse", "greek", "biblical")]
    assert first(holder("Ann", *nine), of=4)["creatures"]["variety"] == 17


@pytest.mark.rule("creature-variety")
def test_variety_needs_one_level() -> None:
    """P. 24: three mythologies at three levels score nothing."""
    assert first(holder("Ann", "norse 2", "greek 3", "biblical 4"), of=4)["creatures"]["variety"] == 0


@pytest.mark.rule("creature-variety", "S2")
def test_variety_at_every_level_at_once() -> None:
    """P. 24: five mythologies at levels 2-5 with four players: 10 + 18 + 25 + 40."""
    creatures = [f"{mythology} 2 3 4 5" for mythology in MYTHOLOGIES]
    found = first(holder("Ann", *creatures), of=4)
    assert found["creatures"]["variety"] == 93
    assert found["creatures"]["consistency"] == 5 * 16


@pytest.mark.rule("consistency", "S2")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(
    ("levels", "points"),
    [
        ("2", 0),
        ("2 3", 4),
        ("4 5", 4),
        ("2 5", 4),
        ("2 3 4", 9),
        ("2 4 5", 9),
        ("2 3 4 5", 16),
        ("2 2", 0),
        ("5 5 5", 0),
        ("2 2 3", 4),
        ("2 3 3 4", 9),
        ("2 2 3 3 4 4 5 5", 16),
    ],
)
def test_consistency(players: int, levels: str, points: int) -> None:
    """P. 25: different levels squared, whatever the number of players; two of one level are one."""
    assert first(holder("Ann", f"norse {levels}"), of=players)["creatures"]["consistency"] == points


@pytest.mark.rule("consistency", "S2")
def test_consistency_once_for_each_mythology() -> None:
    """P. 25: 16 + 9 + 4; the fourth mythology has one level only."""
    creatures = ("norse 2 3 4 5", "greek 2 4 5", "biblical 3 5", "egyptian 4 4")
    assert first(holder("Ann", *creatures), of=4)["creatures"]["consistency"] == 29


@pytest.mark.rule("abundance", "S2")
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("count", "points"), [(4, 0), (5, 0), (6, 15), (7, 20), (8, 30)])
def test_abundance(players: int, count: int, points: int) -> None:
    """P. 25: all creatures of a mythology count, also those of one level."""
    found = first(holder("Ann", "greek" + " 2" * count), of=players)
    assert found["creatures"] == {
        "levels": 2 * count,
        "variety": 0,
        "consistency": 0,
        "abundance": points,
        "total": 2 * count + points,
    }


@pytest.mark.rule("abundance", "S2")
def test_abundance_for_each_mythology() -> None:
    """P. 25: 15 + 20 + 30; six creatures of several mythologies score nothing."""
    creatures = ("greek 2 2 2 2 2 2", "norse 2 2 2 2 2 2 2", "biblical 2 2 2 2 2 2 2 2", "egyptian 2 2 2 2 2")
    assert first(holder("Ann", *creatures), of=4)["creatures"]["abundance"] == 65


# --- artifacts ----------------------------------------------------------------------------------------


@pytest.mark.rule("artifact-points")
@pytest.mark.parametrize("name", ARTIFACTS)
def test_an_artifact_scores_its_points(name: str) -> None:
    """P. 8, p. 26."""
    found = first(holder("Ann", artifacts=[name]))
    points = ARTIFACTS[name][1]
    assert found["artifacts"] == {"points": points, "variety": 0, "consistency": 0, "total": points}
    assert found["total"] == points


@pytest.mark.rule("artifact-variety")
@pytest.mark.parametrize(("count", "points"), [(1, 0), (2, 0), (3, 15), (4, 20), (5, 30)])
def test_artifact_variety(count: int, points: int) -> None:
    """P. 26: one artifact worth 5 of each of so many mythologies."""
    names = ("Mjöllnir", "Shield Of Achilles", "David's Sling", "Kusanagi-No-Tsurugi", "The Book of Thoth")
    found = first(holder("Ann", artifacts=list(names[:count])), of=4)
    total = 5 * count + points
    assert found["artifacts"] == {"points": 5 * count, "variety": points, "consistency": 0, "total": total}


@pytest.mark.rule("artifact-variety")
def test_artifact_variety_counts_mythologies() -> None:
    """P. 26: five artifacts of two mythologies have none, five of three have the bonus for three."""
    two = ["Mjöllnir", "Svalinn", "David's Sling", "The Holy Grail"]
    assert first(holder("Ann", artifacts=two), of=4)["artifacts"]["variety"] == 0
    assert first(holder("Ann", artifacts=[*two, "Ofuda"]), of=4)["artifacts"]["variety"] == 15


@pytest.mark.rule("artifact-variety")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_artifact_variety_is_the_same_for_all_numbers_of_players(players: int) -> None:
    names = ["Mjöllnir", "Shield Of Achilles", "David's Sling"]
    assert first(holder("Ann", artifacts=names), of=players)["artifacts"]["variety"] == 15


@pytest.mark.rule("artifact-set", "S2")
def test_artifact_set() -> None:
    """P. 26: two greek artifacts score 5 + 6; all three 5 + 6 + 7 and 20."""
    assert first(holder("Ann", artifacts=list(GREEK[:2])))["artifacts"]["total"] == 11
    assert first(holder("Ann", artifacts=list(GREEK)))["artifacts"] == {
        "points": 18,
        "variety": 0,
        "consistency": 20,
        "total": 38,
    }


@pytest.mark.rule("artifact-set", "artifact-variety", "S2")
def test_a_set_for_every_mythology() -> None:
    """S2: all fifteen: 5 x 18 points, five sets of 20, and variety for five mythologies."""
    assert first(holder("Ann", artifacts=list(ARTIFACTS)), of=4)["artifacts"] == {
        "points": 90,
        "variety": 30,
        "consistency": 100,
        "total": 220,
    }


@pytest.mark.rule("artifact-points")
def test_names_are_read_without_case_accents_and_kind_of_apostrophe() -> None:
    """5 norse, 5 and 7 biblical."""
    names = ["MJOLLNIR", "david’s sling", "death's  scythe"]
    assert first(holder("Ann", artifacts=names), of=4)["artifacts"]["points"] == 17


# --- combinations -------------------------------------------------------------------------------------

COMBINATIONS = {
    1: (0, 0, 0, 15, 20, 25, 35, 35, 35),
    2: (0, 0, 0, 25, 30, 40, 50, 50, 50),
    3: (0, 0, 0, 35, 45, 55, 65, 65, 65),
}
"""P. 26: artifacts, then points with 0 to 8 creatures; S3: more than six count as six."""


@pytest.mark.rule("combinations", "S3")
@pytest.mark.parametrize("artifacts", [0, 1, 2, 3])
@pytest.mark.parametrize("creatures", range(9))
def test_combinations(artifacts: int, creatures: int) -> None:
    """P. 26: every cell, and that nothing below three creatures or without an artifact scores."""
    expected = COMBINATIONS[artifacts][creatures] if artifacts else 0
    found = first(holder("Ann", "greek" + " 2" * creatures, artifacts=list(GREEK[:artifacts])))
    assert found["combinations"] == expected
    assert found["total"] == expected + found["creatures"]["total"] + found["artifacts"]["total"]


@pytest.mark.rule("combinations", "S3")
def test_combinations_of_several_mythologies_add_up() -> None:
    """P. 26, S3: greek 1 with 3 (15), norse 2 with 4 (30), biblical 1 with 6 (35); egyptian 1 with 2: nothing."""
    ann = holder(
        "Ann",
        "greek 2 2 2",
        "norse 2 2 2 2",
        "biblical 2 2 2 2 2 2",
        "egyptian 2 2",
        artifacts=["Talaria", "Mjöllnir", "Gleipnir", "David's Sling", "Mandjet"],
    )
    assert first(ann, of=4)["combinations"] == 80


@pytest.mark.rule("combinations")
def test_a_combination_is_within_one_mythology() -> None:
    """P. 26: three greek creatures don't go with a norse artifact."""
    assert first(holder("Ann", "greek 2 2 2", artifacts=["Mjöllnir"]))["combinations"] == 0


@pytest.mark.rule("combinations")
def test_a_combination_is_within_one_player() -> None:
    result = scored(holder("Ann", "greek 2 2 2"), holder("Bea", artifacts=["Talaria"]))
    assert [player["combinations"] for player in result["players"]] == [0, 0]


# --- resources and minus points -----------------------------------------------------------------------


@pytest.mark.rule("resource-points", "S4")
@pytest.mark.parametrize(
    ("resources", "points"),
    [
        ({"wood": 16, "stone": 5}, (1, 0, 0)),
        ({"wood": 11}, (0, 0, 0)),
        ({"wood": 12}, (1, 0, 0)),
        ({"stone": 12}, (1, 0, 0)),
        ({"wood": 6, "stone": 6}, (1, 0, 0)),
        ({"wood": 11, "stone": 12}, (1, 0, 0)),
        ({"wood": 11, "stone": 13}, (2, 0, 0)),
        ({"iron": 5}, (0, 0, 0)),
        ({"iron": 6}, (0, 1, 0)),
        ({"iron": 1, "bronze": 5}, (0, 1, 0)),
        ({"bronze": 12}, (0, 2, 0)),
        ({"iron": 5, "bronze": 6}, (0, 1, 0)),
        ({"sapphire": 2}, (0, 0, 0)),
        ({"diamond": 3}, (0, 0, 1)),
        ({"sapphire": 1, "diamond": 2}, (0, 0, 1)),
        ({"sapphire": 4, "diamond": 5}, (0, 0, 3)),
        ({"wood": 11, "iron": 5, "diamond": 2}, (0, 0, 0)),
        ({"wood": 12, "stone": 12, "iron": 6, "bronze": 6, "sapphire": 3, "diamond": 3}, (2, 2, 2)),
        ({"wood": 0, "stone": 0}, (0, 0, 0)),
    ],
)
def test_resources(resources: dict[str, int], points: tuple[int, int, int]) -> None:
    """P. 26, S4: pairs are added, then divided by 12, 6 and 3 and rounded down, each pair on its own."""
    found = first(holder("Ann", resources=resources), of=4)
    names = ("wood_stone", "iron_bronze", "sapphire_diamond")
    assert found["resources"] == {**dict(zip(names, points, strict=True)), "total": sum(points)}
    assert found["total"] == sum(points)


@pytest.mark.rule("minus-points", "S5")
def test_minus_points_come_off_the_total_alone() -> None:
    """S5: 5 for a creature, 7 for an artifact, 1 for wood, less 6: 7 in all; the categories stay."""
    found = first(holder("Ann", "norse 5", artifacts=["Cornucopia"], resources={"wood": 12}, minus_points=6), of=4)
    assert (found["total"], found["minus_points"]) == (7, 6)
    categories = found["creatures"]["total"], found["artifacts"]["total"], found["resources"]["total"]
    assert categories == (5, 7, 1)


@pytest.mark.rule("minus-points", "S5", "winning")
def test_a_total_can_be_below_zero() -> None:
    """S5: the least minus wins."""
    result = scored(holder("Ann", minus_points=10), holder("Bea", "level 1", minus_points=7))
    assert [player["total"] for player in result["players"]] == [-10, -6]
    assert (result["winners"], result["decided_by"]) == (["Bea"], "total")


@pytest.mark.rule("A21", "creature-variety")
def test_who_left_is_named_on_a_sheet_and_the_tables_stay_those_of_all_who_began() -> None:
    """Three level 2 creatures are 4 points for four, 5 for three; the leaver has no rank."""
    players = [holder("Ann", "norse 2", "greek 2", "biblical 2"), holder("Bea"), holder("Cid")]
    data = {"game": "conjurers", "players": players}
    result = score_file(GAME, Path("sheet.toml"), {**data, "left": ["Dan"]}, None).data()
    assert result["players"][0]["creatures"]["variety"] == 4
    assert ([one["name"] for one in result["players"]], result["left"]) == (["Ann", "Bea", "Cid"], ["Dan"])
    assert scored(*players)["players"][0]["creatures"]["variety"] == 5
    for left, told in ((["Dan", "Eve"], "2 to 4"), (["bea"], "two players are called"), ([""], "left 1 is empty")):
        with pytest.raises(BadInput, match=told):
            score_file(GAME, Path("sheet.toml"), {**data, "left": left}, None)


def test_nothing_held_is_nothing_scored() -> None:
    assert first(holder("Ann")) == {
        "name": "Ann",
        "total": 0,
        "creatures": {"levels": 0, "variety": 0, "consistency": 0, "abundance": 0, "total": 0},
        "artifacts": {"points": 0, "variety": 0, "consistency": 0, "total": 0},
        "combinations": 0,
        "resources": {"wood_stone": 0, "iron_bronze": 0, "sapphire_diamond": 0, "total": 0},
        "minus_points": 0,
    }


# --- who wins -----------------------------------------------------------------------------------------


def decided(*players: dict[str, Any]) -> tuple[list[str], str]:
    """The winners and what decided."""
    result = scored(*players)
    return result["winners"], result["decided_by"]


def level_on(total: int, *players: dict[str, Any]) -> None:
    """Check that these players' totals are equal, as a test of a tie means them to be."""
    assert [player["total"] for player in scored(*players)["players"]] == [total] * len(players)


@pytest.mark.rule("winning", "object")
def test_the_highest_total_wins() -> None:
    """P. 26: 4, 5 and 3 points; combinations and all else don't matter."""
    assert decided(holder("Ann", "norse 4"), holder("Bea", "norse 5"), holder("Cid", "norse 3")) == (
        ["Bea"],
        "total",
    )
    rich = holder("Ann", "greek 2 2 2", artifacts=["Shield Of Achilles"])  # 6 + 5 + 15 = 26
    assert decided(rich, holder("Bea", "norse 5", resources={"wood": 22 * 12})) == (["Bea"], "total")


@pytest.mark.rule("tie-break", "S5")
def test_a_tie_goes_to_the_combinations() -> None:
    """P. 26: Ann has 26 from wood alone; Bea 6 + 5 and a combination of 15."""
    ann = holder("Ann", resources={"wood": 26 * 12})
    bea = holder("Bea", "greek 2 2 2", artifacts=["Shield Of Achilles"])
    level_on(26, ann, bea)
    assert decided(ann, bea) == (["Bea"], "combinations")


@pytest.mark.rule("tie-break", "S5")
def test_combinations_come_before_artifacts() -> None:
    """P. 26: Ann has 38 from artifacts; Bea 5 from artifacts, 15 from a combination, 18 from others."""
    ann = holder("Ann", artifacts=["Mjöllnir", "Svalinn", "Gleipnir"])
    bea = holder("Bea", "greek 2 2 2", artifacts=["Shield Of Achilles"], resources={"wood": 12 * 12})
    level_on(38, ann, bea)
    assert decided(ann, bea) == (["Bea"], "combinations")


@pytest.mark.rule("tie-break", "S5")
def test_then_to_the_artifacts() -> None:
    """P. 26: 5 for a level 5 creature against 5 for an artifact."""
    ann, bea = holder("Ann", "norse 5"), holder("Bea", artifacts=["Mjöllnir"])
    level_on(5, ann, bea)
    assert decided(ann, bea) == (["Bea"], "artifacts")


@pytest.mark.rule("tie-break", "S5", "artifact-variety")
def test_artifacts_count_with_their_variety() -> None:
    """P. 26: Bea's 5 + 5 + 5 and 15 beat Ann's 6 + 7 + 6 + 7, level at 30 by wood."""
    ann = holder(
        "Ann",
        artifacts=["Mandjet", "The Eye Of Horus", "The Holy Grail", "Death's Scythe"],
        resources={"wood": 4 * 12},
    )
    bea = holder("Bea", artifacts=["The Book of Thoth", "David's Sling", "Shield Of Achilles"])
    level_on(30, ann, bea)
    assert decided(ann, bea) == (["Bea"], "artifacts")


@pytest.mark.rule("tie-break", "S5", "artifact-set")
def test_artifacts_count_with_their_sets() -> None:
    """P. 26: Bea's 5 + 6 + 7 and 20 beat Ann's 6 + 7 + 6 + 7 = 26, level at 38 by a creature and wood."""
    ann = holder(
        "Ann",
        "level 1",
        artifacts=["Mandjet", "The Eye Of Horus", "The Holy Grail", "Death's Scythe"],
        resources={"wood": 11 * 12},
    )
    bea = holder("Bea", artifacts=list(GREEK))
    level_on(38, ann, bea)
    assert decided(ann, bea) == (["Bea"], "artifacts")


@pytest.mark.rule("tie-break", "S5")
def test_then_to_the_creatures() -> None:
    """P. 26: 5 for a level 5 creature against 5 for wood."""
    ann, bea = holder("Ann", resources={"wood": 60}), holder("Bea", "norse 5")
    level_on(5, ann, bea)
    assert decided(ann, bea) == (["Bea"], "creatures")


@pytest.mark.rule("tie-break", "S5")
@pytest.mark.parametrize(
    ("words", "more"),
    [
        (("norse 2 3",), 9),  # 5 and 4 consistency
        (("norse 2", "greek 2", "biblical 2"), 12),  # 6 and 6 variety
        (("norse 2 2 2 2 2 2",), 27),  # 12 and 15 abundance
    ],
)
def test_creatures_count_with_their_bonuses(words: tuple[str, ...], more: int) -> None:
    """P. 26: Ann's levels are worth one more than Bea's without bonuses, and she is level by wood."""
    levels = sum(int(part) for word in words for part in word.split()[1:])
    ann = holder("Ann", "level" + " 1" * (levels + 1), resources={"wood": (more - levels - 1) * 12})
    bea = holder("Bea", *words)
    level_on(more, ann, bea)
    assert decided(ann, bea) == (["Bea"], "creatures")


@pytest.mark.rule("tie-break", "S5")
def test_then_to_the_resources() -> None:
    """P. 26, S5: only minus points can part resources that late: 2 less 1 against 1."""
    ann, bea = holder("Ann", resources={"wood": 12}), holder("Bea", resources={"iron": 12}, minus_points=1)
    level_on(1, ann, bea)
    assert decided(ann, bea) == (["Bea"], "resources")


@pytest.mark.rule("tie-break", "S5")
def test_resources_are_compared_in_points() -> None:
    """P. 26: 23 wood are one point like 3 diamonds, so the victory is shared."""
    assert decided(holder("Ann", resources={"wood": 23}), holder("Bea", resources={"diamond": 3})) == (
        ["Ann", "Bea"],
        "shared",
    )


@pytest.mark.rule("tie-break", "S5", "shared-victory")
def test_still_tied_is_shared() -> None:
    """P. 26: the winners stand in the order of the file; who has less is none of them."""
    players = (holder("Cid", "norse 4"), holder("Bea", "norse 3"), holder("Ann", "greek 4"))
    assert decided(*players) == (["Cid", "Ann"], "shared")


@pytest.mark.rule("tie-break", "S5", "shared-victory")
def test_all_four_may_share() -> None:
    players = [holder(name, "level 1", minus_points=3) for name in ("Dan", "Ann", "Cid", "Bea")]
    assert decided(*players) == (["Dan", "Ann", "Cid", "Bea"], "shared")


@pytest.mark.rule("tie-break", "winning")
def test_only_the_tied_are_compared() -> None:
    """P. 26: Cid has a combination but fewer points in all; between Ann and Bea the artifact decides."""
    ann, bea = holder("Ann", resources={"wood": 27 * 12}), holder("Bea", "norse 5", artifacts=["Mjöllnir"])
    bea["resources"] = {"wood": 17 * 12}
    cid = holder("Cid", "greek 2 2 2", artifacts=["Shield Of Achilles"])
    level_on(27, ann, bea)
    assert decided(ann, bea, cid) == (["Bea"], "artifacts")


@pytest.mark.rule("tie-break", "S5")
def test_whoever_falls_behind_in_one_criterion_stays_out() -> None:
    """P. 26: all total 10; Cid's artifacts are less, so his creatures don't help against Ann and Bea."""
    ann = holder("Ann", artifacts=["Mjöllnir"], resources={"wood": 60})
    bea = holder("Bea", "level 1", artifacts=["Shield Of Achilles"], resources={"wood": 48})
    cid = holder("Cid", "norse 5", "greek 5")
    level_on(10, ann, bea, cid)
    assert decided(ann, bea, cid) == (["Bea"], "creatures")


# --- a slow twin --------------------------------------------------------------------------------------

ABUNDANCE = {6: 15, 7: 20, 8: 30}
ARTIFACT_VARIETY = {3: 15, 4: 20, 5: 30}
NUMBER_OF_LOCKED = {2: 2, 3: 1, 4: 0}


def points_for(goods: int, price: int) -> int:
    """One point at a time for as long as the goods last."""
    points = 0
    while goods >= price:
        goods -= price
        points += 1
    return points


def count(player: dict[str, Any], players: int) -> dict[str, Any]:
    """A player's part of the result, counted step by step as pp. 24-26 tell it."""
    creatures = [(entry.get("mythology"), entry["level"]) for entry in player["creatures"]]
    held = [ARTIFACTS[name] for name in player["artifacts"]]
    goods = player["resources"]
    variety = consistency = abundance = combinations = sets = 0
    for level in (2, 3, 4, 5):
        here = [mythology for mythology in MYTHOLOGIES if (mythology, level) in creatures]
        if len(here) >= 3:
            variety += VARIETY[players][len(here)][level - 2]
    for mythology in MYTHOLOGIES:
        mine = [level for kin, level in creatures if kin == mythology]
        different = len([level for level in (2, 3, 4, 5) if level in mine])
        if different >= 2:
            consistency += different * different
        if len(mine) >= 6:
            abundance += ABUNDANCE[len(mine)]
        artifacts = len([kin for kin, _ in held if kin == mythology])
        if artifacts == 3:
            sets += 20
        if artifacts:
            combinations += COMBINATIONS[artifacts][len(mine)]
    levels = sum(level for _, level in creatures)
    worth = sum(points for _, points in held)
    kinds = len({kin for kin, _ in held})
    artifact_variety = ARTIFACT_VARIETY[kinds] if kinds >= 3 else 0
    pairs = (
        points_for(goods["wood"] + goods["stone"], 12),
        points_for(goods["iron"] + goods["bronze"], 6),
        points_for(goods["sapphire"] + goods["diamond"], 3),
    )
    by_creatures = levels + variety + consistency + abundance
    by_artifacts = worth + artifact_variety + sets
    minus = player["minus_points"]
    return {
        "name": player["name"],
        "total": by_creatures + by_artifacts + combinations + sum(pairs) - minus,
        "creatures": {
            "levels": levels,
            "variety": variety,
            "consistency": consistency,
            "abundance": abundance,
            "total": by_creatures,
        },
        "artifacts": {
            "points": worth,
            "variety": artifact_variety,
            "consistency": sets,
            "total": by_artifacts,
        },
        "combinations": combinations,
        "resources": {
            "wood_stone": pairs[0],
            "iron_bronze": pairs[1],
            "sapphire_diamond": pairs[2],
            "total": sum(pairs),
        },
        "minus_points": minus,
    }


def twin(players: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """The whole result: whoever nobody else beats, criterion by criterion."""
    counted = [count(player, len(players)) for player in players]

    def measures(of: dict[str, Any]) -> tuple[tuple[str, int], ...]:
        return (
            ("total", of["total"]),
            ("combinations", of["combinations"]),
            ("artifacts", of["artifacts"]["total"]),
            ("creatures", of["creatures"]["total"]),
            ("resources", of["resources"]["total"]),
        )

    best = max(tuple(points for _, points in measures(one)) for one in counted)
    winners = [one for one in counted if tuple(points for _, points in measures(one)) == best]
    decided_by = "shared"
    if len(winners) == 1:
        for place, (criterion, _) in enumerate(measures(winners[0])):
            near = [one for one in counted if tuple(p for _, p in measures(one))[: place + 1] == best[: place + 1]]
            if len(near) == 1:
                decided_by = criterion
                break
    return {
        "game": "conjurers",
        "players": counted,
        "winners": [one["name"] for one in winners],
        "decided_by": decided_by,
    }


@st.composite
def tables(draw: st.DrawFn, bare: bool = False) -> list[dict[str, Any]]:
    """What 2 to 4 players may hold of one box: no card twice, no mythology that is locked (pp. 5-9).

    A `bare` table may lack creatures, artifacts or resources altogether, so that ties go deep.
    """
    kinds = {kind for kind in ("creatures", "artifacts", "resources") if not bare or draw(st.booleans())}
    number = draw(st.integers(2, 4))
    players: list[dict[str, Any]] = [
        {"name": name, "creatures": [], "artifacts": [], "resources": {}, "minus_points": 0}
        for name in ("Ann", "Bea", "Cid", "Dan")[:number]
    ]
    in_game = draw(st.permutations(MYTHOLOGIES))[NUMBER_OF_LOCKED[number] :]
    owners = st.integers(0, number - 1)
    for mythology in in_game if "creatures" in kinds else ():
        cards = st.lists(st.tuples(owners, st.integers(2, 5)), max_size=8)
        for owner, level in draw(cards):
            players[owner]["creatures"].append({"mythology": mythology, "level": level})
    for owner in draw(st.lists(owners, max_size=15)) if "creatures" in kinds else ():
        players[owner]["creatures"].append({"level": 1})
    nobody_or_owner = st.integers(-1, number - 1)
    for name, (mythology, _) in ARTIFACTS.items() if "artifacts" in kinds else ():
        if mythology in in_game and (owner := draw(nobody_or_owner)) >= 0:
            players[owner]["artifacts"].append(name)
    amounts = st.integers(0, 60) if "resources" in kinds else st.just(0)
    for player in players:
        for resource in ("wood", "stone", "iron", "bronze", "sapphire", "diamond"):
            player["resources"][resource] = draw(amounts)
        player["minus_points"] = draw(st.integers(0, 30))
    return players


@pytest.mark.rule(
    "level-points",
    "creature-variety",
    "consistency",
    "abundance",
    "artifact-points",
    "artifact-variety",
    "artifact-set",
    "combinations",
    "resource-points",
    "minus-points",
    "winning",
    "points",
    "S1",
    "S2",
    "S3",
    "S4",
    "S5",
)
@examples(150)
@given(tables())
def test_the_twin_counts_the_same(players: list[dict[str, Any]]) -> None:
    assert scored(*players) == twin(players)


@pytest.mark.rule("tie-break", "S5")
@examples(150)
@given(tables(bare=True))
def test_the_twin_breaks_ties_the_same_way(players: list[dict[str, Any]]) -> None:
    """Minus points bring all to the total of the least."""
    for player in players:
        player["minus_points"] = 0
    totals = [count(player, len(players))["total"] for player in players]
    for player, total in zip(players, totals, strict=True):
        player["minus_points"] = total - min(totals)
    result = scored(*players)
    assert result == twin(players)
    assert result["decided_by"] != "total"


@examples(60)
@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_players_changes_nothing_but_the_order(players: list[dict[str, Any]], random: Any) -> None:
    """P. 26: points and winners are the same whoever is written first."""
    shuffled = random.sample(players, len(players))
    one, other = scored(*players), scored(*shuffled)
    assert sorted(one["players"], key=lambda p: str(p["name"])) == sorted(
        other["players"], key=lambda p: str(p["name"])
    )
    assert (sorted(one["winners"]), one["decided_by"]) == (sorted(other["winners"]), other["decided_by"])
    assert [player["name"] for player in other["players"]] == [player["name"] for player in shuffled]


@pytest.mark.rule("S1")
def test_a_mythology_written_on_a_level_1_creature_counts_for_nothing(tmp_path: Path) -> None:
    """S1: it scores its level and nothing else: 1 + 1 + 1 + 2 and no variety, abundance or combination."""
    sheet = tmp_path / "sheet.toml"
    ones = "{ mythology = 'norse', level = 1 }, " * 3
    sheet.write_text(
        'game = "conjurers"\n[[players]]\nname = "Anna"\nartifacts = ["Svalinn"]\n'
        f"creatures = [{ones}{{ mythology = 'norse', level = 2 }}]\n"
        '[[players]]\nname = "Bo"\n',
        encoding="utf-8",
    )
    result = CliRunner().invoke(build(["score"]), ["score", str(sheet), "--json"])
    assert json.loads(result.stdout)["players"][0]["total"] == 1 + 1 + 1 + 2 + 6
