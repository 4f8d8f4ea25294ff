"""Worked examples: everything that computes has one, and it is reckoned and not written."""

from __future__ import annotations

import shutil
import tomllib
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from referee.games.conjurers import GAME, tables
from referee.games.conjurers.examples import example
from referee.rulebook import rules as table_files
from referee.rulebook.rules import rulebook

BOOK = rulebook("conjurers")
FOLDER = table_files.folder()
EXAMPLES = example.entries


# --- which entries have one ---------------------------------------------------------------------------


def test_every_entry_that_computes_has_an_example() -> None:
    computed = {e.id for e in BOOK.entries.values() if e.status == "computed"}
    assert computed - set(EXAMPLES) == set()


def test_every_example_belongs_to_an_entry() -> None:
    assert set(EXAMPLES) - set(BOOK.entries) == set()


@pytest.mark.parametrize("entry_id", EXAMPLES)
def test_an_example_is_a_few_lines_and_the_same_each_time(entry_id: str) -> None:
    lines = example(entry_id)
    assert 1 <= len(lines) <= 12
    assert all(line.strip() for line in lines)
    assert GAME.example(entry_id) == lines


def test_what_computes_nothing_has_none() -> None:
    assert GAME.example("story") == []


# --- what they say ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entry_id", "says"),
    [
        # p. 11: 1 at the end of turn 3, 2 at the end of turn 4
        ("mine-output", ["End of turn 3: Anna takes 1 stone", "End of turn 4: Anna takes 2 stone"]),
        ("food-spaces", ["Phase I: Anna takes 5 food", "Phase IV: Anna takes 14 food"]),
        # p. 12: 3 wood for 1 iron; 2 iron for 3 stone
        ("market-rates", ["pays 6 wood", "takes 2 iron", "pays 2 iron", "takes 3 stone"]),
        # p. 13: level 2 in full 8, level 3 as second 14 / 2, level 4 as third 20 / 4
        ("pit-halving", ["Wolf: 8 food", "Bear: 7 food", "Elk: 5 food"]),
        # p. 14: 2 + 3 + 4 + 5 and 4 + 8; 9 needed and 5 there
        ("food-needed", ["pays 26 food"]),
        ("food-short", ["pays 5 of 9 food", "8 in minus tokens: 4 food short"]),
        # p. 13: half of 7, 4 and 9, rounded up; 6 and 10 tokens
        ("duel-spoils", ["takes 4 wood and 2 iron and 5 food from Bo"]),
        ("duel-tokens", ["Bo takes 6 in minus tokens", "Anna takes 10 in minus tokens"]),
        # p. 20: a level 2 smith takes 2 of the Grail's 4 diamonds; the Sling costs its 8 + 4 + 2
        ("weapon-smith", ["level 2", "2 diamond and 2 sapphire (The Holy", "8 stone and 4 bronze and 2 sapphire"]),
        # p. 9: 4 diamonds and 2 sapphires are 6 diamonds
        ("two-player-sapphires", ["6 diamond (The Holy Grail)", "takes 1 diamond"]),
        # B9: 8 with offensive, less a third of it, less 1
        ("B9", ["= 6, offensive +2, frost -2, defensive -1: 5 dealt"]),
        ("multi-attack", ["Hydra strikes Ox: 7 dice", "7 dealt", "multi attack on Fox: a third of the strike is 2:"]),
        ("life-steal", ["6 dealt", "Bat steals life: it heals 3"]),
        ("break-free", ["Fox breaks free from Maw: 4 dice"]),
        ("poison-marker", ["1 marker: 1 dealt", "2 markers: 2 dealt"]),
        ("average-dice", ["3 dice averaged = 3: 3 dealt", "Imp burns Fox: 2 dice averaged = 2"]),
        # p. 21: level 2 against level 4 has 2 dice more; 2 and 4 damage healed
        ("element-matrix", ["4 dice (fire over earth +2)"]),
        ("morale", ["healed: Fox 2", "healed: Fox 4"]),
        # B3: 9 hit points and 6 absorption against 12
        ("stalemate", ["3 rounds", "15 hit points and absorption are left with Anna, 12 with Bo"]),
        ("minion-strengths", ["level 5: 14 hit points, 4 dice, multi attack, offensive 2"]),
        # p. 25
        ("creature-points-example", [": 30", "variety: level 3: biblical, japanese, norse: 7", "in all: 60"]),
        ("tie-break", ["Anna: total 27, combinations 15", "Bo: total 27, combinations 0", "Anna wins"]),
    ],
)
def test_an_example_says_what_the_rulebook_does(entry_id: str, says: list[str]) -> None:
    told = "\n".join(example(entry_id))
    assert [words for words in says if words not in told] == [], told


# --- that they are reckoned ---------------------------------------------------------------------------

Change = tuple[str, list[str | int], Any]

UPKEEP: dict[str, Change] = {
    "second hire": ("upkeep", ["guild_house", "second", "wood"], 5),
    "eaten by the third": ("upkeep", ["feeding", "assistants", 2], 9),
    "short": ("upkeep", ["feeding", "short"], 3),
    "stolen": ("upkeep", ["duel", "stolen_part"], 3),
}
PHASES: dict[str, Change] = {
    "mine": ("phases", ["mines", "stone mine", "output", 1], 7),
    "storage": ("phases", ["storages", "wood storage", "output", 3], 17),
    "food": ("phases", ["food", "wild animals", 2], 12),
}
BATTLE: dict[str, Change] = {
    "die": ("battle", ["die"], [1, 2, 3]),
    "frost": ("battle", ["frost_takes_one_of"], 2),
    "multi attack": ("battle", ["multi_attack_one_of"], 2),
    "life steal": ("battle", ["life_steal_one_of"], 3),
    "break free": ("battle", ["break_free_times"], 3),
    "quiet": ("battle", ["quiet_rounds"], 4),
    "morale": ("battle", ["morale"], [1, 3]),
    "matrix": ("battle", ["elements", "matrix", 1, 3], 4),
    "minion": ("minions", ["strengths", 1, "hp"], 10),
}
POINTS: dict[str, Change] = {
    "variety": ("bonuses", ["variety", "4", "3", 1], 8),
    "consistency": ("bonuses", ["consistency", "3"], 10),
    "abundance": ("bonuses", ["abundance", "7"], 21),
    "artifact variety": ("bonuses", ["artifact_variety", "3"], 16),
    "artifact set": ("bonuses", ["artifact_set", "points"], 21),
    "combinations": ("bonuses", ["combinations", "1", 0], 16),
    "wood": ("bonuses", ["resources", 0, "for_one_point"], 6),
    "artifact": ("artifacts", ["artifacts", 10, "points"], 9),
    "grail": ("artifacts", ["artifacts", 4, "cost", "diamond"], 5),
    "thoth": ("artifacts", ["artifacts", 0, "cost", "diamond"], 5),
    "shield": ("artifacts", ["artifacts", 12, "cost", "bronze"], 9),
    "rate": ("market", ["rates", 1, "rate"], [3, 2]),
    "sapphires": ("market", ["rates", 2, "rate"], [6, 2]),
    "pit": ("pit", ["columns", 3, "by_level", 3], 28),
}
CHANGES = {**UPKEEP, **PHASES, **BATTLE, **POINTS}

CHANGED_BY = {
    "mines": "mine",
    "E7": "shield",
    "storages": "storage",
    "food-spaces": "food",
    "marketplace": "rate",
    "guild-house": "second hire",
    "artifact-prices": "grail",
    "E9": "thoth",
    "two-player-sapphires": "sapphires",
    "weapon-smith": "grail",
    "pit-rates": "pit",
    "pit-halving": "pit",
    "feeding": "eaten by the third",
    "food-short": "",
    "duel-spoils": "stolen",
    "duel-tokens": "",
    "battle-dice": "frost",
    "offensive": "die",
    "defensive": "die",
    "power-hit": "die",
    "absorption": "die",
    "absorption-markers": "die",
    "simultaneous": "die",
    "first-strike": "die",
    "average-dice": "die",
    "elements": "matrix",
    "stalemate": "",
    "minion": "minion",
    "frost-attack": "frost",
    "multi-attack": "multi attack",
    "burning": "die",
    "poisonous": "die",
    "devour": "die",
    "break-free": "break free",
    "life-steal": "life steal",
    "morale": "morale",
    "level-points": "",
    "creature-variety": "variety",
    "bonus-limits": "variety",
    "consistency": "consistency",
    "abundance": "abundance",
    "creature-points-example": "consistency",
    "artifact-points": "artifact",
    "artifact-variety": "artifact variety",
    "artifact-set": "artifact set",
    "combinations": "combinations",
    "resource-points": "wood",
    "minus-points": "",
    "points": "wood",
    "object": "consistency",
    "S5": "combinations",
    "shared-victory": "wood",
}
"""For the first entry of each example a number of the tables that must change it; "" where there is none, or where
it is a number that groups change."""


def forget() -> None:
    """Let the tables be read again."""
    for found in vars(tables).values():
        if isinstance(found, _lru_cache_wrapper):
            found.cache_clear()


@pytest.fixture
def other_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A copy of all tables that the program reads instead of its own."""
    shutil.copytree(FOLDER / "conjurers", tmp_path / "conjurers")
    forget()
    monkeypatch.setattr(table_files, "folder", lambda: tmp_path)
    yield tmp_path / "conjurers"
    monkeypatch.undo()
    forget()


def change(folder: Path, name: str) -> None:
    """Change one number."""
    subject, steps, value = CHANGES[name]
    path = folder / f"{subject}.toml"
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    at: Any = data
    for step in steps[:-1]:
        at = at[step]
    assert at[steps[-1]] != value
    at[steps[-1]] = value
    path.write_text(tomli_w.dumps(data), encoding="utf-8")
    forget()


def test_every_example_is_tried() -> None:
    assert {EXAMPLES[entry_id].of for entry_id in CHANGED_BY} == {one.of for one in EXAMPLES.values()}


@pytest.mark.parametrize(("entry_id", "name"), [(one, name) for one, name in CHANGED_BY.items() if name])
def test_another_number_in_the_tables_makes_another_example(entry_id: str, name: str, other_tables: Path) -> None:
    before = example(entry_id)
    change(other_tables, name)
    assert example(entry_id) != before


@pytest.mark.parametrize(("entry_id", "name"), [("food-short", "short"), ("A12", ""), ("consistency", "consistency")])
def test_another_number_in_the_tables_makes_another_text(entry_id: str, name: str, other_tables: Path) -> None:
    (before,) = BOOK.explain([entry_id])
    if name:
        change(other_tables, name)
    rulebook.cache_clear()
    (after,) = rulebook("conjurers").explain([entry_id])
    rulebook.cache_clear()
    assert ((before.text, before.lines) != (after.text, after.lines)) is bool(name)


def test_levels_score_and_tokens_count_by_the_players_holdings() -> None:
    """The two examples that no table has a number of: 1 + 1 + 1 + 4 + 5, and 5 less 8."""
    assert example("level-points")[-1].endswith(": 12")
    assert example("minus-points")[-1] == "in all: -3"
