"""`referee odds`, and odds at the prompt of `referee battle --odds`."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from typer.testing import CliRunner, Result

from referee import games
from referee.asking.dice import exactly, percent
from referee.asking.question import Command, Option, Question
from referee.cli import build
from referee.games.conjurers.battle.live import BattleTable
from referee.play.table import Answerer
from referee.text.screen import Screen
from tests.conjurers.battles import creature, piece, record

EXAMPLES = Path(__file__).parents[2] / "examples"


def odds(path: Path, *options: str) -> Result:
    result = CliRunner().invoke(build(["odds"]), ["odds", str(path), *options])
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def told(path: Path, *options: str) -> str:
    """What is told, on one line."""
    return " ".join(odds(path, "--plain", *options).stdout.split())


def written(folder: Path, *args: Any, **settings: Any) -> Path:
    """A record (see `record`) as a file; its dice are entered unless told otherwise."""
    path = folder / "battle.toml"
    path.write_text(tomli_w.dumps(record(*args, **{"dice": "entered", **settings})), encoding="utf-8")
    return path


WOLF, IMP, BEAR = creature("Wolf", 5, 2), creature("Imp", 4, 1), creature("Bear", 9, 1)
FIRST = ("summon Wolf 1", "summon Bear 2", "summon Imp 2")
"""Turns in which Imp is summoned in front of Bear, with a die each."""


def test_each_move_with_a_fight_has_its_line(tmp_path: Path) -> None:
    """Wolf has two dice, Imp and Bear have one; in slot 3 Bear would face nobody."""
    path = written(tmp_path, [WOLF, IMP], [BEAR], *FIRST[:2], ("summon Imp 2", "2 / 1"))
    result = odds(path, "--plain")
    assert result.exit_code == 0
    assert result.stdout.splitlines() == [
        "Turn 4 · Bo",
        "move Bear 1: nobody dies; Wolf takes 0-2; Bear 0-4, mostly 2.",
        "attack Bear: nobody dies; Imp takes 0-2; Bear 0-2.",
        "1 other legal move causes no fight.",
    ]


def test_who_may_die_is_told_first(tmp_path: Path) -> None:
    weak = creature("Rat", 2, 1)
    path = written(tmp_path, [weak, WOLF], [BEAR], "summon Rat 1", "summon Bear 2", ("move Rat 2", "0 / 1"))
    line = odds(path, "--plain").stdout.splitlines()[1]
    assert line == "attack Bear: Rat dies 67%, Bear 0%; Rat takes 0-2; Bear 0-2."


def test_the_list_fits_a_terminal(tmp_path: Path) -> None:
    path = written(tmp_path, [WOLF, IMP], [BEAR], *FIRST[:2], ("summon Imp 2", "2 / 1"))
    lines = odds(path).stdout.splitlines()
    assert lines[2] == "attack Bear  nobody dies; Imp takes 0-2; Bear 0-2"
    assert all(len(line) <= 80 for line in lines)


def test_one_move_is_told_in_full(tmp_path: Path) -> None:
    weak = creature("Rat", 2, 1)
    path = written(tmp_path, [weak, WOLF], [BEAR], "summon Rat 1", "summon Bear 2", ("move Rat 2", "0 / 1"))
    lines = [line.strip() for line in odds(path, "--move", "attack be").stdout.splitlines()]
    assert "Rat: 1 of 2 damage now, on average 2.00 after it, dies 66.7%" in lines
    rows = [line.split() for line in lines]
    assert ["1", "33.3%", "100%"] in rows
    assert ["2", "33.3%", "66.7%", "dies"] in rows
    assert ["3", "33.3%", "33.3%", "dies"] in rows


def test_scripts_get_exact_chances(tmp_path: Path) -> None:
    weak = creature("Rat", 2, 1)
    path = written(tmp_path, [weak], [BEAR], "summon Rat 1", "summon Bear 2", ("move Rat 2", "0 / 1"))
    found = json.loads(odds(path, "--json").stdout)
    (move,) = [move for move in found["moves"] if move["move"] == "attack Bear"]
    rat = move["creatures"][0]
    assert (found["turn"], found["side"], found["legal"], found["over"]) == (4, "defender", True, False)
    assert rat["creature"] == "attacker.Rat"
    assert (rat["damage_now"], rat["dies"]) == (1, {"exact": "2/3", "about": 0.666667})
    assert [(row["damage"], row["exact"]) for row in rat["damage"]] == [(1, "1/3"), (2, "1/3"), (3, "1/3")]
    assert move["wins"] == {"defender": {"exact": "2/3", "about": 0.666667}}


@pytest.mark.rule("B22")
def test_average_dice_say_what_will_happen(tmp_path: Path) -> None:
    path = written(tmp_path, [WOLF, IMP], [BEAR], *FIRST, dice="average")
    lines = odds(path, "--plain").stdout.splitlines()
    assert lines[2] == "attack Bear: Imp takes 1; Bear takes 1."
    assert "Dice are averaged in this battle: this is what will happen, not what may." in lines


def test_a_battle_that_is_over_has_no_odds() -> None:
    result = odds(EXAMPLES / "battleground.toml")
    assert result.exit_code == 0
    assert result.stdout.startswith("The battle is over. Anna wins")
    assert json.loads(odds(EXAMPLES / "battleground.toml", "--json").stdout)["moves"] == []


def test_an_illegal_record_is_judged(tmp_path: Path) -> None:
    result = odds(EXAMPLES / "duel-illegal.toml")
    assert result.exit_code == 1
    assert "illegal: move Kappa 2" in result.stdout
    found = json.loads(odds(EXAMPLES / "duel-illegal.toml", "--json").stdout)
    assert (found["legal"], found["illegal"]["turn"], found["moves"]) == (False, 7, [])


@pytest.mark.parametrize(
    ("asked", "code", "message"),
    [
        ("attack Imp", 1, "attack Imp is not legal: Imp is still in hand (attack, p. 16)"),
        ("atack Wolf", 2, "did you mean attack Wolf?"),
        ("attack Bear", 2, "Bear is Bo's, and it is Anna's move"),
    ],
)
def test_a_move_that_can_not_be_made_is_refused(tmp_path: Path, asked: str, code: int, message: str) -> None:
    path = written(tmp_path, [WOLF, IMP], [creature("Ape", 9, 1), BEAR], "summon Wolf 1", "summon Ape 2")
    result = odds(path, "--move", asked)
    assert result.exit_code == code
    assert message in result.stderr


def test_a_move_without_a_fight_is_said_so(tmp_path: Path) -> None:
    path = written(tmp_path, [WOLF, IMP], [BEAR], *FIRST[:2])
    result = odds(path, "--move", "summon Imp 3")
    assert result.exit_code == 0
    assert "summon Imp 3: no dice are thrown for it, and nobody fights." in result.stdout


def test_an_outfit_is_asked_for_with_the_move(tmp_path: Path) -> None:
    path = written(tmp_path, [WOLF, IMP], [BEAR], *FIRST[:2], attacker_wears=[piece("Dirk", "power hit 2")])
    assert 'for an outfit: --move "summon NAME SLOT with ITEM"' in told(path)
    assert "Bear takes 0-2" in odds(path, "--move", "summon Imp 2").stdout
    assert "Bear takes 0-6, mostly 3" in odds(path, "--move", "summon Imp 2 with Dirk").stdout


@pytest.mark.rule("B19")
def test_a_magicians_choice_is_said_and_can_be_made(tmp_path: Path) -> None:
    path = written(tmp_path, [creature("Merlin", 9, 1, "magician"), WOLF], [BEAR], "summon Merlin 1")
    plain = told(path)
    assert 'Merlin is a magician and uses frost attack here; for another: --magic "Merlin:ABILITY" (B19).' in plain
    assert "Bear 0-2." in plain
    fire = told(path, "--magic", "Merlin:burning 2")
    assert "Bear 0-6, mostly 3." in fire
    assert "Merlin is a magician and uses burning 2 here" in fire
    assert odds(path, "--magic", "Bear:burning 2").exit_code == 2
    assert odds(path, "--magic", "burning").exit_code == 2


@pytest.mark.rule("B1")
def test_poison_before_the_move_is_counted(tmp_path: Path) -> None:
    """Viper's strike leaves one damage and a marker on Bear, and the marker bites before Bear acts."""
    viper, bear = creature("Viper", 9, 1, "poisonous"), creature("Bear", 3, 1)
    path = written(
        tmp_path, [viper, WOLF], [bear, IMP], "summon Viper 1", ("summon Bear 1", "0 / 0"), ("attack Viper", "1 / 0")
    )
    assert "Bear: 2 of 3 damage now" in told(path, "--move", "attack Bear")


@pytest.mark.rule("B1", "B16")
def test_dice_before_the_move_are_left_aside_unless_they_are_known(tmp_path: Path) -> None:
    kraken = creature("Kraken", 9, 2, "devour")
    args = ([kraken, WOLF], [BEAR, IMP], "summon Kraken 1", ("summon Bear 1", "0 / 0 0"), "devour Kraken")
    result = odds(written(tmp_path, *args))
    assert "a throw before the move is left aside: Anna throws: Kraken devours Bear: 2 dice" in result.stderr
    aside = json.loads(odds(written(tmp_path, *args), "--json").stdout)["notes"]
    assert aside == ["a throw before the move is left aside: Anna throws: Kraken devours Bear: 2 dice"]
    full = odds(written(tmp_path, *args), "--move", "break free Bear")
    assert "Bear: 0 of 9 damage now" in full.stdout
    known = odds(written(tmp_path, *args, unfinished={"turn": ["2 1"]}), "--move", "break free Bear")
    assert known.stderr == "" or "left aside" not in known.stderr
    assert "Bear: 3 of 9 damage now" in known.stdout


def test_an_unfinished_turn_is_told(tmp_path: Path) -> None:
    path = written(tmp_path, [WOLF, IMP], [BEAR], *FIRST[:2], unfinished={"turn": ["summon Imp 2"]})
    result = odds(path)
    assert result.exit_code == 0
    assert 'these are the odds before "summon Imp 2"' in result.stderr


@pytest.mark.parametrize("name", ["four-players.toml", "sample-deck.toml"])
def test_another_kind_of_file_is_refused(name: str) -> None:
    result = odds(EXAMPLES / name)
    assert result.exit_code == 2
    assert "not a battle record" in result.stderr


@pytest.mark.parametrize(
    ("chance", "short", "long"),
    [
        (Fraction(0), "0%", "0%"),
        (Fraction(1), "100%", "100%"),
        (Fraction(1, 3**20), "<1%", "<0.1%"),
        (1 - Fraction(1, 3**20), ">99%", ">99.9%"),
        (Fraction(1, 8), "13%", "12.5%"),
        (Fraction(2, 3), "67%", "66.7%"),
    ],
)
def test_only_what_is_certain_is_called_so(chance: Fraction, short: str, long: str) -> None:
    assert (percent(chance), exactly(chance)) == (short, long)


# --- at the prompt --------------------------------------------------------------------------------


class Reader(Answerer):
    """An answerer that reads what is listed and says nothing."""

    patient = False

    def __init__(self) -> None:
        self.listed: list[Option] = []

    def ask(self, question: Question[Any]) -> str | Command | None:
        """Nothing."""
        self.listed = list(question.options())
        return None


def listed(path: Path) -> dict[str, Option]:
    """The moves as they are listed with their odds."""
    with Path("/dev/null").open("w", encoding="utf-8") as nowhere:
        table = BattleTable(games.load("conjurers"), path, Screen(plain=True, file=nowhere))
    reader = Reader()
    question = table.session.question
    assert question is not None
    assert reader.ask(table.advise(question)) is None
    return {option.text: option for option in reader.listed}


def test_the_prompt_lists_the_odds_of_fights(tmp_path: Path) -> None:
    path = written(tmp_path, [WOLF, IMP], [creature("Rat", 2, 1)], "summon Wolf 1", "summon Rat 2")
    found = listed(path)
    assert found["summon Imp 2"].detail == "Rat takes 0-2 (dies 33%), Imp 0-2, Anna wins 33%"
    assert found["move Wolf 2"].detail == "Rat takes 0-4 (dies 67%), Wolf 0-2, Anna wins 67%"
    assert found["summon Imp 3"].detail == ""


def test_the_question_for_equipment_lists_them_too(tmp_path: Path) -> None:
    path = written(tmp_path, [WOLF, IMP], [BEAR], *FIRST[:2], attacker_wears=[piece("Dirk", "power hit 2")])
    more = listed(path)["summon Imp 2"].more
    assert more is not None
    asked = more()
    assert asked is not None
    assert [option.detail for option in asked.options()] == ["Bear takes 0-2, Imp 0-2", "Bear takes 0-6, Imp 0-2"]


def test_the_odds_at_the_prompt_are_those_after_poison(tmp_path: Path) -> None:
    viper, rat = creature("Viper", 9, 1, "poisonous"), creature("Rat", 4, 1)
    path = written(tmp_path, [viper, WOLF], [rat, IMP], "summon Viper 1", ("summon Rat 1", "0 / 1"), "summon Wolf 2")
    assert listed(path)["attack Rat"].detail == "Viper takes 0-2, Rat 0-2 (dies 33%)"


def test_the_set_up_has_no_odds(tmp_path: Path) -> None:
    assert {text: option.detail for text, option in listed(tmp_path / "new.toml").items()}.keys() == {
        "duel",
        "battleground",
    }


def test_a_battle_can_be_played_with_odds(tmp_path: Path) -> None:
    path = written(tmp_path, [WOLF, IMP], [BEAR], *FIRST[:2])
    script = tmp_path / "moves"
    script.write_text("summon Imp 2 [1 / 1]\nundo 3\nsummon Imp 3\n", encoding="utf-8")
    result = CliRunner().invoke(build(["battle"]), ["battle", str(path), "--moves", str(script), "--odds"])
    assert result.exit_code == 0, result.output
    assert "summon Imp 3" in path.read_text(encoding="utf-8")
