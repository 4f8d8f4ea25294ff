"""The tables against the rulebook: every number of every file, its page, and what a wrong value is told."""

from __future__ import annotations

import copy
import tomllib
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from referee.errors import BadInput
from referee.games.conjurers import tables
from referee.games.conjurers.vocabulary import Resource
from referee.rulebook import rules

FOLDER = rules.folder() / "conjurers"
SUBJECTS: dict[str, tuple[type[Any], set[int]]] = {
    "artifacts": (tables.Artifacts, {8}),
    "battle": (tables.BattleNumbers, {8, 15, 16, 18, 19, 20, 21, 22, 23}),
    "bonuses": (tables.Bonuses, {24, 25, 26}),
    "market": (tables.Market, {12}),
    "minions": (tables.Minions, {15}),
    "phases": (tables.Phases, {10, 11, 12}),
    "pit": (tables.Pit, {13}),
    "players": (tables.PlayersTable, {5, 6, 7, 8, 9}),
    "tournament": (tables.Tournaments, {14}),
    "upkeep": (tables.Upkeep, {13, 14}),
}
"""The table files: how each is read, and the printed pages that its numbers come from."""


def raw(subject: str) -> dict[str, Any]:
    """A table file as it stands, without its page."""
    data = tomllib.loads((FOLDER / f"{subject}.toml").read_text(encoding="utf-8"))
    del data["page"]
    return data


def pages(text: str) -> set[int]:
    """The pages of "8, 15-23"."""
    found: set[int] = set()
    for part in text.split(","):
        first, _, last = part.strip().partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


# --- pages --------------------------------------------------------------------------------------------


def test_every_table_file_is_checked_here() -> None:
    assert {path.stem for path in FOLDER.glob("*.toml")} == {*SUBJECTS, "rules", "words", "asked", "examples"}


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_table_names_the_pages_it_comes_from(subject: str) -> None:
    kind, needed = SUBJECTS[subject]
    named = pages(rules.read("conjurers", subject, kind).page)
    assert needed <= named <= set(range(1, 27))


def test_every_rule_names_printed_pages() -> None:
    rules = tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8"))
    for entry in (*rules["rules"], *rules["rulings"]):
        assert pages(entry["page"]) <= set(range(3, 27)), entry["id"]


# --- phases and spaces (pp. 8, 10-12) -----------------------------------------------------------------


@pytest.mark.rule("E4", "new-phase")
def test_four_phases_of_three_turns() -> None:
    """P. 10: a new phase after turns 3, 6 and 9; the game ends after turn 12."""
    assert raw("phases")["phases"] == [
        {"name": "I", "turns": [1, 2, 3]},
        {"name": "II", "turns": [4, 5, 6]},
        {"name": "III", "turns": [7, 8, 9]},
        {"name": "IV", "turns": [10, 11, 12]},
    ]
    phase_of = tables.phases().phase_of
    assert [phase_of(turn) for turn in range(1, 13)] == [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]


@pytest.mark.rule("E3")
def test_what_opens_when() -> None:
    """P. 11: iron and bronze from phase II on, sapphire and diamond from III on, all the rest from the start."""
    later = {
        "iron mine": 2,
        "bronze smelter": 2,
        "iron storage": 2,
        "bronze storage": 2,
        "sapphire mine": 3,
        "diamond mine": 3,
        "sapphire storage": 3,
        "diamond storage": 3,
    }
    at_once = {
        "lumber mill",
        "stone mine",
        "wood storage",
        "stone storage",
        "blacksmith",
        "artificer",
        "marketplace",
        "tavern",
        "guild house",
        "sacrificial pit",
        "fishing pond",
        "wild animals",
        "duel",
        "mount olympus",
        "duat",
        "garden of eden",
        "shangri la",
        "valhalla",
    }
    assert raw("phases")["unlock"] == {**later, **dict.fromkeys(at_once, 1)}


@pytest.mark.rule("A2", "E3", "mine-output")
def test_mines() -> None:
    """P. 11: the output doubles with each phase, from 1 in the phase that opens the mine."""
    from_start, from_second, from_third = [1, 2, 4, 8], [0, 1, 2, 4], [0, 0, 1, 2]
    assert raw("phases")["mines"] == {
        "lumber mill": {"resource": "wood", "output": from_start},
        "stone mine": {"resource": "stone", "output": from_start},
        "iron mine": {"resource": "iron", "output": from_second},
        "bronze smelter": {"resource": "bronze", "output": from_second},
        "sapphire mine": {"resource": "sapphire", "output": from_third},
        "diamond mine": {"resource": "diamond", "output": from_third},
    }


@pytest.mark.rule("E3", "storage-output")
def test_storages() -> None:
    """P. 11: a storage gives twice what its mine does."""
    from_start, from_second, from_third = [2, 4, 8, 16], [0, 2, 4, 8], [0, 0, 2, 4]
    assert raw("phases")["storages"] == {
        "wood storage": {"resource": "wood", "output": from_start},
        "stone storage": {"resource": "stone", "output": from_start},
        "iron storage": {"resource": "iron", "output": from_second},
        "bronze storage": {"resource": "bronze", "output": from_second},
        "sapphire storage": {"resource": "sapphire", "output": from_third},
        "diamond storage": {"resource": "diamond", "output": from_third},
    }


def test_a_space_opens_with_its_first_output() -> None:
    """P. 11: the phase in `unlock` is the first one with something to give."""
    phases = tables.phases()
    for space, source in {**phases.mines, **phases.storages}.items():
        first = next(phase for phase, amount in enumerate(source.output, 1) if amount)
        assert phases.unlock[space] == first, space


@pytest.mark.rule("food-spaces")
def test_food() -> None:
    """P. 12: 5, 8, 11 and 14 food at either place."""
    assert raw("phases")["food"] == {place: [5, 8, 11, 14] for place in ("wild animals", "fishing pond")}


@pytest.mark.rule("battlegrounds", "mythologies")
def test_battlegrounds() -> None:
    """P. 12: five battlegrounds, one for each mythology of p. 4."""
    assert raw("phases")["battlegrounds"] == {
        "valhalla": "norse",
        "shangri la": "japanese",
        "garden of eden": "biblical",
        "duat": "egyptian",
        "mount olympus": "greek",
    }


@pytest.mark.rule("assistants")
def test_assistants() -> None:
    """P. 10: mines for the worker, storages and shops for the merchant, battles for the warrior, the rest green."""
    phases = raw("phases")
    found = {assistant: set(spaces) for assistant, spaces in phases["assistants"].items()}
    assert found == {
        "worker": set(phases["mines"]),
        "merchant": {*phases["storages"], "blacksmith", "artificer"},
        "warrior": set(phases["battlegrounds"]),
        "recruiter": {"tavern", "sacrificial pit", "marketplace", "guild house"},
    }
    for_all, conjurer_only = {"wild animals", "fishing pond"}, {"duel"}
    assert set().union(*found.values()) == set(phases["unlock"]) - for_all - conjurer_only


def test_the_phases_file_has_nothing_else() -> None:
    known = {"phases", "unlock", "mines", "storages", "food", "battlegrounds", "assistants"}
    assert set(raw("phases")) == known


# --- market, pit, upkeep, tournaments (pp. 12-14) -----------------------------------------------------

PAIRS: tuple[tuple[Resource, Resource], ...] = (("wood", "stone"), ("iron", "bronze"), ("sapphire", "diamond"))
RATES = (
    ((3, 2), (3, 1), (6, 1)),
    ((2, 3), (3, 2), (3, 1)),
    ((1, 3), (2, 3), (3, 2)),
)
"""P. 12: row = the pair that pays, column = the pair that is gained; (paid, gained)."""


@pytest.mark.rule("A3", "market-rates")
def test_market_rates() -> None:
    """P. 12: all nine cells, whichever resource of a pair is named."""
    market = tables.market()
    for row, paying in zip(RATES, PAIRS, strict=True):
        for cell, gaining in zip(row, PAIRS, strict=True):
            for pay in paying:
                for gain in gaining:
                    assert market.rate(pay, gain) == cell, (pay, gain)
    assert len(market.rates) == 9


@pytest.mark.rule("A3", "A16", "market-phases")
def test_market_phases() -> None:
    """P. 12: phase I gains no iron, bronze, sapphire or diamond; phase II no sapphire or diamond."""
    groups = raw("market")["groups"]
    assert [(set(group["resources"]), group["phase"]) for group in groups] == [
        (set(pair), phase) for phase, pair in enumerate(PAIRS, 1)
    ]
    assert set(raw("market")) == {"groups", "rates"}


@pytest.mark.rule("A4", "pit-rates")
def test_pit() -> None:
    """P. 13: what levels 1-5 bring; an empty cell is 0."""
    columns = raw("pit")["columns"]
    assert {tuple(sorted(column["gains"])): column["by_level"] for column in columns} == {
        ("stone", "wood"): [2, 4, 8, 16, 32],
        ("bronze", "iron"): [0, 2, 4, 8, 16],
        ("diamond", "sapphire"): [0, 0, 2, 4, 8],
        ("food",): [4, 8, 14, 20, 30],
    }
    assert [len(column) for column in columns] == [3, 3, 3, 3]
    assert set(raw("pit")) == {"columns"}


@pytest.mark.rule(
    "E2",
    "A9",
    "A10",
    "A6",
    "minus-points",
    "hiring-prices",
    "food-needed",
    "food-short",
    "duel-tokens",
    "duel-spoils",
)
def test_upkeep() -> None:
    """P. 13: hiring, 6 and 10 tokens, half of three categories; p. 14: food 0, 4, 8, 2 points for each short."""
    assert raw("upkeep") == {
        "guild_house": {"second": {"wood": 4, "stone": 4}, "third": {"iron": 4, "bronze": 4}, "most_assistants": 3},
        "feeding": {"turns": [3, 6, 9, 12], "per_level": 1, "assistants": [0, 4, 8], "short": 2},
        "duel": {
            "beaten_defender": 6,
            "beaten_challenger": 10,
            "stolen_categories": 3,
            "stolen_part": 2,
            "set_aside_from": 4,
        },
    }


@pytest.mark.rule("A9", "food-needed")
@pytest.mark.parametrize(
    ("levels", "assistants", "food"), [([4, 4, 3, 3, 2, 2, 2], 1, 20), ([5, 3, 3, 3, 2, 2, 2, 2], 3, 34)]
)
def test_the_feeding_examples(levels: list[int], assistants: int, food: int) -> None:
    """P. 14: 8 + 6 + 6 = 20; and 5 + 9 + 8 and 12 for two more assistants = 34."""
    feeding = tables.upkeep().feeding
    assert sum(levels) * feeding.per_level + sum(feeding.assistants[:assistants]) == food


@pytest.mark.rule("A12", "tournament-prizes")
def test_tournament_prizes() -> None:
    """P. 14: four players, after turns 6 and 12."""
    metal = {"goods": ["iron", "bronze"], "amount": 4}
    simple = {"goods": ["wood", "stone"], "amount": 4}
    assert raw("tournament") == {
        "players": 4,
        "tournaments": [
            {
                "name": "midway",
                "turn": 6,
                "prizes": [{"level": 3, **metal}, {"level": 3}, {"level": 2, **simple}, {"level": 2}],
            },
            {"name": "final", "turn": 12, "prizes": [{"level": level} for level in (5, 4, 3, 2)]},
        ],
    }


# --- players and box (pp. 4-9) ------------------------------------------------------------------------


@pytest.mark.rule("E6")
def test_what_closes_with_two_and_three_players() -> None:
    """P. 9: two players lose two mythologies, pond, sapphires and one of each pair; three lose one mythology."""
    setups = raw("players")["setups"]
    two = setups.pop("2")
    assert set(two.pop("closed")) == {"fishing pond", "sapphire mine", "sapphire storage"}
    assert set(two.pop("one_of")) == {"blacksmith", "artificer", "sacrificial pit"}
    assert two == {"locked": 2, "instead": {"sapphire": "diamond"}}
    assert setups == {"3": {"locked": 1}, "4": {"locked": 0}}


def test_the_box() -> None:
    """Pp. 4-9: 40 creatures in five mythologies, 15 of level 1, 20 items, 15 artifacts, three creatures dealt."""
    found = raw("players")["box"]
    mythologies = found.pop("mythologies")
    assert sorted(mythologies) == ["biblical", "egyptian", "greek", "japanese", "norse"]
    assert found["creatures_per_mythology"] * len(mythologies) == 40
    assert found["artifacts_per_mythology"] * len(mythologies) == len(tables.artifacts()) == 15
    assert sorted(found.pop("resources")) == ["bronze", "diamond", "iron", "sapphire", "stone", "wood"]
    assert found == {
        "level_1_creatures": 15,
        "creatures_per_mythology": 8,
        "items": 20,
        "artifacts_per_mythology": 3,
        "levels": [1, 2, 3, 4, 5],
        "starting_creatures": 3,
    }
    assert set(raw("players")) == {"box", "setups"}


# --- artifacts (p. 8) ---------------------------------------------------------------------------------


@pytest.mark.rule("E7", "E9", "artifact-points", "artifact-prices")
@pytest.mark.parametrize(
    ("name", "mythology", "worth", "cost"),
    [
        ("The Book of Thoth", "egyptian", 5, {"sapphire": 3, "diamond": 3}),
        ("Mandjet", "egyptian", 6, {"wood": 30}),
        ("The Eye Of Horus", "egyptian", 7, {"stone": 16, "iron": 4, "diamond": 4}),
        ("David's Sling", "biblical", 5, {"stone": 8, "bronze": 4, "sapphire": 2}),
        ("The Holy Grail", "biblical", 6, {"bronze": 2, "iron": 2, "diamond": 4, "sapphire": 2}),
        ("Death's Scythe", "biblical", 7, {"wood": 20, "iron": 10}),
        ("Kusanagi-No-Tsurugi", "japanese", 5, {"iron": 6, "sapphire": 3}),
        ("Ofuda", "japanese", 6, {"wood": 12, "bronze": 10}),
        ("Yasakani No Magatama", "japanese", 7, {"sapphire": 6, "diamond": 4}),
        ("Mjöllnir", "norse", 5, {"stone": 16, "diamond": 1, "sapphire": 1}),
        ("Svalinn", "norse", 6, {"wood": 8, "iron": 6, "diamond": 3}),
        ("Gleipnir", "norse", 7, {"bronze": 8, "iron": 4, "diamond": 2, "sapphire": 2}),
        ("Shield Of Achilles", "greek", 5, {"bronze": 8, "sapphire": 2}),
        ("Talaria", "greek", 6, {"wood": 8, "bronze": 4, "sapphire": 4}),
        (
            "Cornucopia",
            "greek",
            7,
            {"wood": 4, "stone": 4, "iron": 2, "bronze": 2, "sapphire": 2, "diamond": 4},
        ),
    ],
)
def test_artifacts(name: str, mythology: str, worth: int, cost: dict[str, int]) -> None:
    """P. 8: price, mythology and victory points of all fifteen."""
    artifact = tables.find_artifact(name, "")
    assert (artifact.name, artifact.mythology, artifact.points, artifact.cost) == (name, mythology, worth, cost)


def test_there_are_three_artifacts_of_each_mythology() -> None:
    """P. 6: three for each mythology, worth 5, 6 and 7 (p. 8)."""
    found: dict[str, list[int]] = {}
    for artifact in raw("artifacts")["artifacts"]:
        found.setdefault(artifact["mythology"], []).append(artifact["points"])
    assert {mythology: sorted(worth) for mythology, worth in found.items()} == {
        mythology: [5, 6, 7] for mythology in ("egyptian", "greek", "japanese", "norse", "biblical")
    }
    assert set(raw("artifacts")) == {"artifacts"}


# --- minions, dice, elements, abilities (pp. 8, 15-23) ------------------------------------------------


@pytest.mark.rule("minion", "A13", "minion-strengths", "minion-abilities")
def test_minions() -> None:
    """P. 15: strengths by level, abilities by mythology."""
    strengths = [("minor", 2, 7, 2), ("small", 3, 9, 3), ("normal", 4, 12, 3), ("huge", 5, 14, 4)]
    assert raw("minions") == {
        "strengths": [dict(zip(("name", "level", "hp", "bd"), row, strict=True)) for row in strengths],
        "abilities": {
            "biblical": [["defensive 1"], ["defensive 2"], ["defensive 3"], ["defensive 4"]],
            "norse": [["flying"], ["flying"], ["multi attack"], ["multi attack", "offensive 2"]],
            "greek": [["first strike"], ["first strike"], ["flying"], ["flying", "first strike"]],
            "egyptian": [["frost attack"], ["poisonous"], ["poisonous"], ["burning 2"]],
            "japanese": [["offensive 1"], ["offensive 2"], ["offensive 3"], ["offensive 4"]],
        },
    }


@pytest.mark.rule("B24", "B22")
def test_the_battle_die() -> None:
    """P. 8: values 0, 1 and 2, one dice on average (p. 17)."""
    die = raw("battle")["die"]
    assert sorted(die) == [0, 1, 2]
    assert sum(die) == len(die)


def test_the_numbers_of_a_battle() -> None:
    """Three creatures (p. 15), three slots (p. 16), two pieces (p. 22), and what takes how much."""
    found = raw("battle")
    parts = {key: found.pop(key) for key in ("die", "elements", "abilities", "magician", "morale")}
    assert found == {
        "most_creatures": 3,
        "slots": 3,
        "most_equipment": 2,
        "moves_in_a_row": 2,
        "quiet_rounds": 3,
        "idle_rounds": 20,
        "frost_takes_one_of": 3,
        "multi_attack_one_of": 3,
        "life_steal_one_of": 2,
        "break_free_times": 2,
    }
    assert parts["magician"] == ["frost attack", "burning 2", "poisonous"]  # p. 23
    assert parts["morale"] == [2, 4]  # p. 21


@pytest.mark.rule("elements", "B20", "element-pairs")
def test_elements() -> None:
    """P. 21: fire beats earth, earth air, air water, water fire."""
    elements = raw("battle")["elements"]
    assert elements["superior"] == {"fire": "earth", "earth": "air", "air": "water", "water": "fire"}
    assert set(elements) == {"superior", "matrix"}


MATRIX = {
    (1, 1): 1,
    (1, 2): 1,
    (1, 3): 2,
    (1, 4): 3,
    (1, 5): 4,
    (2, 1): 1,
    (2, 2): 1,
    (2, 3): 1,
    (2, 4): 2,
    (2, 5): 3,
    (3, 1): 2,
    (3, 2): 2,
    (3, 3): 2,
    (3, 4): 2,
    (3, 5): 3,
    (4, 1): 2,
    (4, 2): 2,
    (4, 3): 2,
    (4, 4): 2,
    (4, 5): 2,
    (5, 1): 3,
    (5, 2): 3,
    (5, 3): 3,
    (5, 4): 3,
    (5, 5): 3,
}
"""P. 21: (level of the superior creature, level of the one it fights): extra dice."""


@pytest.mark.rule("elements", "B20", "element-matrix")
def test_the_element_matrix() -> None:
    matrix = raw("battle")["elements"]["matrix"]
    assert {(row, at): dice for row, line in enumerate(matrix, 1) for at, dice in enumerate(line, 1)} == MATRIX


@pytest.mark.rule("elements", "B20")
@pytest.mark.parametrize(("superior", "other"), MATRIX)
def test_the_element_matrix_keeps_to_the_text(superior: int, other: int) -> None:
    """P. 21: 1 die at levels 1-2, 2 at 3-4, 3 at 5; more only against one at least two levels higher."""
    least = {1: 1, 2: 1, 3: 2, 4: 2, 5: 3}[superior]
    more = MATRIX[superior, other] > least
    assert MATRIX[superior, other] >= least
    assert more == (other - superior >= 2)


def test_abilities() -> None:
    """Pp. 18-20, 22-23: five take a number, immunity comes in three kinds."""
    found = raw("battle")["abilities"]
    assert {name for name, row in found.items() if row.get("number")} == {
        "offensive",
        "defensive",
        "burning",
        "absorption",
        "power hit",
    }
    assert {name for name, row in found.items() if not row.get("number")} == {
        "bind",
        "devour",
        "first strike",
        "flying",
        "frost attack",
        "immobility",
        "immunity fire",
        "immunity ice",
        "immunity poison",
        "life steal",
        "magician",
        "multi attack",
        "poisonous",
        "ranged",
        "resurrection",
        "weapon smith",
    }
    rules = tomllib.loads((FOLDER / "rules.toml").read_text(encoding="utf-8"))
    assert {row["rule"] for row in found.values()} <= {entry["id"] for entry in rules["rules"]}


# --- bonuses (pp. 24-26) ------------------------------------------------------------------------------


@pytest.mark.rule("creature-variety", "S2")
def test_creature_variety_table() -> None:
    """P. 24: by players, then mythologies; points at levels 2, 3, 4, 5."""
    assert raw("bonuses")["variety"] == {
        "2": {"3": [6, 10, 15, 25]},
        "3": {"3": [5, 8, 12, 20], "4": [8, 14, 20, 30]},
        "4": {"3": [4, 7, 10, 15], "4": [7, 12, 17, 24], "5": [10, 18, 25, 40]},
    }


@pytest.mark.rule("consistency", "S2")
def test_consistency_table() -> None:
    """P. 25: the number of creatures squared; there are four levels with a mythology."""
    assert raw("bonuses")["consistency"] == {str(n): n**2 for n in (2, 3, 4)}


@pytest.mark.rule("abundance", "S2")
def test_abundance_table() -> None:
    """P. 25."""
    assert raw("bonuses")["abundance"] == {"6": 15, "7": 20, "8": 30}


@pytest.mark.rule("artifact-variety", "artifact-set", "S2")
def test_artifact_bonuses() -> None:
    """P. 26: variety for 3, 4, 5 mythologies; all three of one mythology score 20."""
    assert raw("bonuses")["artifact_variety"] == {"3": 15, "4": 20, "5": 30}
    assert raw("bonuses")["artifact_set"] == {"size": 3, "points": 20}


@pytest.mark.rule("combinations", "S3")
def test_combinations_table() -> None:
    """P. 26: by artifacts; points with 3, 4, 5, 6 creatures."""
    assert raw("bonuses")["combinations"] == {
        "1": [15, 20, 25, 35],
        "2": [25, 30, 40, 50],
        "3": [35, 45, 55, 65],
    }


@pytest.mark.rule("resource-points", "S4")
def test_resource_rates() -> None:
    """P. 26: twelve, six and three of a pair for a point."""
    found = {tuple(sorted(rate["of"])): rate["for_one_point"] for rate in raw("bonuses")["resources"]}
    assert found == {("stone", "wood"): 12, ("bronze", "iron"): 6, ("diamond", "sapphire"): 3}
    assert [len(rate) for rate in raw("bonuses")["resources"]] == [3, 3, 3]


def test_the_bonuses_file_has_nothing_else() -> None:
    assert set(raw("bonuses")) == {
        "variety",
        "consistency",
        "abundance",
        "artifact_variety",
        "artifact_set",
        "combinations",
        "resources",
    }


# --- wrong values -------------------------------------------------------------------------------------

DROP = object()
"""Stands for a key that is left out."""


def with_change(subject: str, steps: list[str | int], value: object, root: Path) -> Path:
    """A copy of a table file with one value changed, under another root."""
    data = tomllib.loads((FOLDER / f"{subject}.toml").read_text(encoding="utf-8"))
    at: Any = data
    for step in steps[:-1]:
        at = at[step]
    if value is DROP:
        del at[steps[-1]]
    else:
        at[steps[-1]] = copy.deepcopy(value)
    path = root / "conjurers" / f"{subject}.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_text(tomli_w.dumps(data), encoding="utf-8")
    return path


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_copy_without_changes_is_fine(subject: str, tmp_path: Path) -> None:
    kind, _ = SUBJECTS[subject]
    page = rules.read("conjurers", subject, kind).page
    with_change(subject, ["page"], page, tmp_path)
    assert rules.read("conjurers", subject, kind, root=tmp_path) == rules.read("conjurers", subject, kind)


@pytest.mark.parametrize(
    ("subject", "steps", "value", "says"),
    [
        ("phases", ["phases", 0, "turns"], [], ["turns", "at least 1"]),
        ("phases", ["phases", 3], DROP, ["phases", "at least 4"]),
        ("phases", ["phases", 1, "turns"], [4, 5, 0], ["turns", "0", "1 or more"]),
        ("phases", ["unlock", "iron mine"], 5, ["unlock", "iron mine", "5", "4 or less"]),
        ("phases", ["unlock", "iron mine"], 0, ["unlock", "iron mine", "0", "1 or more"]),
        ("phases", ["mines", "iron mine", "output"], [0, 1, 2], ["iron mine", "output", "at least 4"]),
        ("phases", ["mines", "iron mine", "output"], [0, 1, 2, 4, 8], ["iron mine", "output", "at most 4"]),
        ("phases", ["mines", "iron mine", "resource"], "irn", ["iron mine", "resource", "irn", "mean iron"]),
        ("phases", ["storages", "wood storage", "output", 0], -2, ["wood storage", "output", "-2", "0 or more"]),
        ("phases", ["food", "wild animals", 0], 5.5, ["food", "wild animals", "5.5", "whole number"]),
        ("phases", ["food", "wild animals", 0], "5", ["food", "wild animals", "5", "whole number"]),
        ("phases", ["battlegrounds", "valhalla"], "nordic", ["battlegrounds", "valhalla", "nordic", "norse"]),
        ("phases", ["assistants", "worker"], "lumber mill", ["assistants", "worker", "list"]),
        ("phases", ["unlocks"], {}, ["unlocks", "mean unlock"]),
        ("market", ["groups", 1, "phase"], 0, ["iron/bronze", "phase", "0", "1 or more"]),
        ("market", ["groups", 1, "resources", 0], "gold", ["iron/bronze", "resources", "gold", "wood"]),
        ("market", ["rates", 2, "rate"], [6, 0], ["rates 3", "rate", "0", "1 or more"]),
        ("market", ["rates", 2, "rate"], [6], ["rates 3", "rate", "2"]),
        ("market", ["rates", 2, "gain"], DROP, ["rates 3", "gain", "missing"]),
        ("pit", ["columns", 0, "by_level"], [2, 4, 8, 16], ["stone and wood", "by_level", "at least 5"]),
        ("pit", ["columns", 3, "by_level", 1], True, ["food", "by_level", "true", "whole number"]),
        ("upkeep", ["guild_house", "second", "wood"], 0, ["guild_house", "second", "wood", "0", "1 or more"]),
        ("upkeep", ["feeding", "short"], 0, ["feeding", "short", "0", "1 or more"]),
        ("upkeep", ["duel", "beaten_defender"], "six", ["duel", "beaten_defender", "six", "whole number"]),
        ("upkeep", ["duel", "beaten_challenger"], DROP, ["duel", "beaten_challenger", "missing"]),
        ("upkeep", ["duel", "beaten"], 3, ["duel", "beaten", "mean beaten_defender"]),
        ("minions", ["strengths", 0, "hp"], 0, ["minor", "hp", "0", "1 or more"]),
        ("minions", ["strengths", 0, "level"], 1, ["minor", "level", "1", "2 or more"]),
        ("minions", ["strengths", 3, "level"], 6, ["huge", "level", "6", "5 or less"]),
        ("minions", ["strengths", 3, "bd"], -4, ["huge", "bd", "-4", "0 or more"]),
        ("minions", ["abilities", "norse"], [["flying"]], ["abilities", "norse", "at least 4"]),
        ("battle", ["die"], [2], ["die", "at least 2"]),
        ("battle", ["die", 0], -1, ["die", "-1", "0 or more"]),
        ("battle", ["most_equipment"], 0, ["most_equipment", "0", "1 or more"]),
        ("battle", ["morale"], [2], ["morale", "2"]),
        ("battle", ["elements", "matrix", 4], DROP, ["elements.matrix", "at least 5"]),
        ("battle", ["elements", "matrix", 0], [1, 1, 2, 3], ["elements.matrix", "at least 5"]),
        ("battle", ["elements", "superior", "fire"], "erth", ["superior", "fire", "erth", "mean earth"]),
        ("battle", ["abilities", "burning", "rule"], 7, ["abilities", "burning", "rule", "7", "text"]),
        ("artifacts", ["artifacts", 14], DROP, ["artifacts", "at least 15"]),
        ("artifacts", ["artifacts", 4, "points"], "6", ["The Holy Grail", "points", "6", "whole number"]),
        ("artifacts", ["artifacts", 4, "cost", "iron"], 0, ["The Holy Grail", "cost", "iron", "0", "1 or more"]),
        ("artifacts", ["artifacts", 4, "mythology"], "bibical", ["The Holy Grail", "mythology", "mean biblical"]),
        ("artifacts", ["artifacts", 4, "point"], 6, ["The Holy Grail", "point", "mean points"]),
        ("bonuses", ["variety", "4", "3"], [4, 7, 10], ["variety", "at least 4"]),
        ("bonuses", ["consistency", "2"], 0, ["consistency", "0", "1 or more"]),
        ("bonuses", ["abundance", "6"], 1.5, ["abundance", "1.5", "whole number"]),
        ("bonuses", ["artifact_set", "size"], DROP, ["artifact_set", "size", "missing"]),
        ("bonuses", ["combinations", "1"], [15, 20, 25, 35, 45], ["combinations", "at most 4"]),
        ("bonuses", ["resources", 0, "for_one_point"], 0, ["wood_stone", "for_one_point", "0", "1 or more"]),
        ("bonuses", ["resources", 0, "of"], ["wood", "stne"], ["wood_stone", "of", "stne", "mean stone"]),
        ("players", ["setups", "2", "locked"], -2, ["setups", "2", "locked", "-2", "0 or more"]),
        ("players", ["setups", "2", "instead", "sapphire"], "dimond", ["setups", "instead", "mean diamond"]),
        ("players", ["box", "levels", 0], 0, ["box.levels", "0", "1 or more"]),
        ("players", ["box", "items"], DROP, ["box", "items", "missing"]),
        ("tournament", ["tournaments", 0, "prizes", 3], DROP, ["midway", "prizes", "at least 4"]),
        ("tournament", ["tournaments", 0, "prizes", 0, "level"], 1, ["midway", "prizes", "level", "2 or more"]),
        ("tournament", ["tournaments", 0, "prizes", 0, "goods", 0], "ore", ["midway", "prizes", "goods", "ore"]),
        ("tournament", ["players"], "four", ["players", "four", "whole number"]),
    ],
)
def test_a_wrong_value_is_named(
    subject: str, steps: list[str | int], value: object, says: list[str], tmp_path: Path
) -> None:
    """The message opens with the file, then tells the key, the value and what was expected."""
    path = with_change(subject, steps, value, tmp_path)
    with pytest.raises(BadInput) as refusal:
        rules.read("conjurers", subject, SUBJECTS[subject][0], root=tmp_path)
    message = str(refusal.value)
    assert message.startswith(f"{path}: ")
    assert "\n" not in message
    assert [word for word in says if word not in message] == [], message


@pytest.mark.parametrize(
    ("subject", "steps", "value", "says"),
    [
        ("phases", ["assistants", "wroker"], [], ["assistants", "wroker", "worker"]),
        ("minions", ["abilities", "nordic"], [["flying"]] * 4, ["abilities", "nordic", "norse"]),
        ("battle", ["elements", "superior", "watr"], "fire", ["superior", "watr", "water"]),
        ("artifacts", ["artifacts", 4, "cost", "irn"], 2, ["The Holy Grail", "cost", "irn", "iron"]),
        ("bonuses", ["consistency", "two"], 4, ["consistency", "two", "whole number"]),
        ("players", ["setups", "five"], {"locked": 0}, ["setups", "five", "whole number"]),
    ],
)
def test_a_wrong_key_is_named(
    subject: str, steps: list[str | int], value: object, says: list[str], tmp_path: Path
) -> None:
    """A key that must be one of a few words, or a number, is told like a wrong value."""
    path = with_change(subject, steps, value, tmp_path)
    with pytest.raises(BadInput) as refusal:
        rules.read("conjurers", subject, SUBJECTS[subject][0], root=tmp_path)
    message = str(refusal.value)
    assert message.startswith(f"{path}: ")
    assert [word for word in says if word not in message] == [], message


@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_table_must_name_its_page(subject: str, tmp_path: Path) -> None:
    path = with_change(subject, ["page"], DROP, tmp_path)
    with pytest.raises(BadInput) as refusal:
        rules.read("conjurers", subject, SUBJECTS[subject][0], root=tmp_path)
    assert str(refusal.value) == f'{path}: the key "page" is missing, like page = "..."'


def test_a_missing_table_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match=r"pit\.toml"):
        rules.read("conjurers", "pit", tables.Pit, root=tmp_path)


def test_a_table_that_is_no_toml_is_named(tmp_path: Path) -> None:
    path = with_change("pit", ["page"], "13", tmp_path)
    path.write_text("page = \n", encoding="utf-8")
    with pytest.raises(BadInput, match="line 1") as refusal:
        rules.read("conjurers", "pit", tables.Pit, root=tmp_path)
    assert str(refusal.value).startswith(f"{path}: ")
