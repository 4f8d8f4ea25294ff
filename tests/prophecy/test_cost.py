"""What a mistake in a fight hangs on: the chance with the rule kept, and as it was played or claimed."""

from __future__ import annotations

import shlex
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from referee import games
from referee.declaration.game import CostAsked
from referee.files.files import read_toml
from referee.games.prophecy.fights.battles import BATTLES
from referee.games.prophecy.fights.live import FightTable
from referee.games.prophecy.odds.report import cost_of_mistakes
from referee.preferences import VARIABLE
from referee.sampling.race import Effort
from referee.text.screen import Screen
from tests.made_up import run
from tests.prophecy.fights import hero, record

EXAMPLES = Path(__file__).parents[2] / "examples" / "prophecy"
ASKED = CostAsked(Effort(1, cores=0), lambda line: None)
BEAR = "Bear: creature, animal, strength 4"
SWORD = "Great Sword: item, weapon, two-handed, edged; always: in strength 3"
BUCKLER = "Oak Buckler: item, shield; always: lost by 1 is drawn"


def hanging(data: dict[str, Any]) -> list[dict[str, Any]]:
    return [one.data() for one in cost_of_mistakes(BATTLES.read(Path("fight.toml"), data), ASKED)]


def share(lead: int, saved: int = 0) -> dict[str, str]:
    """What a roll of two dice makes of a lead, where losing by `saved` at most is a draw."""
    ends = [lead + own - enemy for own, enemy in product(range(1, 7), repeat=2)]
    won, lost = sum(end > 0 for end in ends), sum(end < -saved for end in ends)
    return {"won": str(Fraction(won, 36)), "lost": str(Fraction(lost, 36))}


@pytest.mark.rule("P37")
def test_a_third_hand_is_held_against_the_best_that_two_hold() -> None:
    data = record(BEAR, hero(4, 3, items=[SWORD, BUCKLER]), "fight with Great Sword, Oak Buckler", "roll 4 2")
    (found,) = hanging(data)
    assert (found["sort"], found["move"], found["best"]) == ("illegal", 1, "fight with Great Sword")
    lead = 4 + 3 - 4
    assert {key: found["kept"][key] for key in ("won", "lost")} == share(lead)
    assert {key: found["played"][key] for key in ("won", "lost")} == share(lead, saved=1)


@pytest.mark.rule("P39")
def test_what_cannot_be_paid_is_not_reckoned_as_if_it_could() -> None:
    (found,) = hanging(record("Ghost: creature, strength 4, willpower 3", hero(4, 0), "fight wills", "roll 1 1"))
    assert found["played"] is None
    assert found["best"].startswith("fight strength")


def test_a_wrong_result_is_told_with_what_it_was_before_the_last_roll() -> None:
    (found,) = hanging(record(BEAR, hero(5, 3), "fight", "roll 5 2", claim="lost"))
    assert (found["kept"], found["played"]) == ("won", "lost")
    assert {key: found["before"][key] for key in ("won", "lost")} == share(5 - 4)


@pytest.mark.rule("P30")
def test_in_a_game_each_move_is_held_against_the_best_as_known_before_its_dice() -> None:
    def told(opening: str) -> list[dict[str, Any]]:
        one = BATTLES.read(Path("friday.toml"), record(BEAR, hero(4, 3, items=[SWORD]), opening, "roll 1 6"))
        return [found.data() for found in cost_of_mistakes(one, CostAsked(ASKED.effort, ASKED.on_progress, entry=7))]

    assert told("fight with Great Sword") == [{"sort": "choice", "remedies": []}]
    (one,) = told("fight")
    assert (one["move"], one["best"]) == (1, "fight with Great Sword")
    assert {key: one["kept"][key] for key in ("won", "lost")} == share(3)
    assert {key: one["played"][key] for key in ("won", "lost")} == share(0)
    assert [way["command"] for way in one["remedies"]] == [
        "referee undo friday.toml --to 6",
        "referee play friday.toml",
    ]


def test_judge_tells_it_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "config.toml"))
    told = " ".join(run("judge", EXAMPLES / "fight-illegal.toml", code=1).stdout.split())
    assert "With the best legal move 72% won, 11% drawn, 17% lost (fight with Great Sword); as it was played" in told
    told = " ".join(run("judge", EXAMPLES / "fight-disputed.toml", code=1).stdout.split())
    assert "As it is the fight is won, as claimed drawn. Before its last roll it stood at 72% won" in told


def test_the_way_back_writes_a_record_that_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    illegal = EXAMPLES / "fight-illegal.toml"
    (found,) = cost_of_mistakes(BATTLES.read(illegal, read_toml(illegal)), ASKED)
    assert "Written: again.toml, with 0 moves" in run(*shlex.split(found.remedies[0].command)[1:]).stderr
    assert read_toml(Path("again.toml")).get("moves", []) == []
    FightTable(games.load("prophecy"), Path("again.toml"), Screen(plain=True))
    Path("again.toml").unlink()
    assert "Written: again.toml, with 2 moves" in run(*shlex.split(found.remedies[1].command)[1:]).stderr
    assert read_toml(Path("again.toml"))["moves"] == ["fight with Great Sword", "roll 4 2"]
