"""Readings of Prophecy: each decides its smallest situation, in every answer; house numbers count."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from referee.files.files import read_toml
from referee.games.prophecy.odds.options import best_of_each
from referee.games.prophecy.odds.reckoning import Reckoning
from referee.games.prophecy.readings import ProphecyReadings
from referee.games.prophecy.records.record import read_record
from referee.games.prophecy.records.verdict import RecordPlayer
from referee.play.notation import readings
from tests.old_saves import run
from tests.prophecy.fights import duel, record, ruling, told
from tests.prophecy.fights import hero as fighting
from tests.prophecy.games import EXAMPLES, say
from tests.prophecy.staged import hero, offered, placed, refused
from tests.prophecy.test_rounds import standing, taken

BEAR = "Bear: creature, strength 4"
SPHINX = "Sphinx: lesser, strength 9; lost: lose half health"


def verdict(data: dict[str, Any]) -> Any:
    return RecordPlayer(read_record(Path("fight.toml"), data)).run()


@pytest.mark.rule("P36", "turn-back-time")
@pytest.mark.parametrize("answer", ["again", "once"])
def test_time_is_turned_back_once_on_a_roll_or_as_often_as_it_is_paid(answer: str) -> None:
    moves = ("fight", "roll 1 6", "cast Turn Back Time", "roll 1 6", "cast Turn Back Time", "roll 6 1")
    data = record(BEAR, fighting(3, 2, "Turn Back Time"), *moves, turn_back_time=answer)
    if answer == "once":
        assert ruling(data) == (5, "P36")
    else:
        assert told(data)["result"] == "won"


@pytest.mark.rule("P36")
def test_on_the_next_roll_time_is_turned_back_again() -> None:
    moves = ("fight", "roll 1 6", "cast Turn Back Time", "roll 6 1", "roll 1 6", "cast Turn Back Time", "roll 6 1")
    mob = "Mob: creature, strength 4, 2 lives"
    assert told(record(mob, fighting(3, 2, "Turn Back Time"), *moves, turn_back_time="once"))["result"] == "won"


@pytest.mark.rule("P36")
def test_odds_know_how_often_time_is_turned_back() -> None:
    """A lead of 0 wins 15 of 36, and what isn't won is thrown again once or twice."""
    won = Fraction(15, 36)
    for answer, throws in (("again", 3), ("once", 2)):
        data = record("Bear: creature, strength 3", fighting(3, 2, "Turn Back Time"), turn_back_time=answer)
        read = read_record(Path("fight.toml"), data)
        best = next(best_of_each(Reckoning(), read.scene, read.heroes[0])).chance
        assert Fraction(best.won, best.ways) == 1 - (1 - won) ** throws


@pytest.mark.rule("P31", "sphinx")
@pytest.mark.parametrize(("answer", "left"), [("down", 2), ("up", 1)])
def test_half_of_the_health_is_rounded_as_the_table_reads_it(answer: str, left: int) -> None:
    fought = verdict(record(SPHINX, fighting(3, 0), "fight", "roll 1 6", half_lost=answer))
    assert fought.heroes[0].health == left


@pytest.mark.rule("P31")
def test_a_half_of_gold_is_rounded_down_in_both() -> None:
    thief = "Thief: creature, strength 9; lost: lose half gold"
    fought = verdict(record(thief, fighting(3, 0, gold=5), "fight", "roll 1 6", half_lost="up"))
    assert fought.heroes[0].gold == 3


@pytest.mark.rule("P56", "handing-over")
@pytest.mark.parametrize(("answer", "asked"), [("loser", "Bo"), ("winner", "Anna")])
@pytest.mark.parametrize("phase", ["final battle", "countdown"])
def test_loser_or_winner_picks_the_artifact(answer: str, asked: str, phase: Any) -> None:
    variant = "standard" if phase == "final battle" else "apocalypse"
    played = standing(health=8, red=8, settings={"artifact_given": answer, "variant": variant})
    played.state.phase = phase
    played = placed(placed(played, 1, step="turn", space="Plains 6", health=2), step="turn")
    played = taken(played, ("Mirrored Shield", 0), ("Royal Cape", 1), ("Banner of Hope", 1))
    say(played, "attack Bo [accept / roll 6 1]")
    assert played.question is not None
    assert (played.question.who, sorted(one.text for one in played.question.options())) == (
        asked, ["Banner of Hope", "Royal Cape"]
    )  # fmt: skip
    say(played, offered(played)[0])
    assert (len(hero(played).artifacts), len(hero(played, 1).artifacts)) == (2, 1)


# --- how they are said ------------------------------------------------------------------------------------


@pytest.fixture
def begun(tmp_path: Path) -> Path:
    path = tmp_path / "begun.toml"
    done = run("new", path, "--game", "prophecy", "--yes", "--player", "Anna:Druid", "--player", "Bo:Mercenary",
               "--deck", EXAMPLES / "sample-deck.toml", "--board", EXAMPLES / "sample-board.toml",
               "--half-lost", "up", "--lodging-once", "yes")  # fmt: skip
    assert done.exit_code == 0, done.output
    return path


@pytest.mark.rule("P31", "P24")
def test_options_of_a_new_game_are_keys_of_its_set_up(begun: Path) -> None:
    setup = read_toml(begun)["setup"]
    assert (setup["half_lost"], setup["lodging_once"], "turn_back_time" in setup) == ("up", True, False)
    assert "--half-lost up --lodging-once yes" in run("log", begun, "--moves").stdout.replace("\\\n", "")
    assert "House rules: half lost up, lodging once yes" in run("status", begun).stdout


def test_a_group_that_was_asked_for_readings_one_by_one_keeps_them() -> None:
    from referee import games
    from referee.saves.new import SetupForm

    form = SetupForm(games.load("prophecy"), Path("ours.toml"), lambda text: None)
    kept = {"players": "Anna, Bo", "rulings": "change", "work after moving": "yes", "lodging once": "no"}
    assert form._with_readings(kept)["readings"] == "work after moving yes, lodging once no"


def test_a_group_keeps_its_readings(tmp_path: Path) -> None:
    assert run("config", "readings", "prophecy", "artifact", "given", "winner").exit_code == 0
    path = tmp_path / "ours.toml"
    run("new", path, "--game", "prophecy", "--yes", "--track", "battles", "--player", "Anna", "--player", "Bo")
    assert read_toml(path)["setup"]["artifact_given"] == "winner"


@pytest.mark.rule("P31")
def test_in_the_middle_of_a_game_a_reading_holds_from_there_on(begun: Path) -> None:
    assert run("do", begun, "reading half lost down").exit_code == 0
    assert read_toml(begun)["state"]["readings"] == {"half_lost": "down"}
    assert run("verify", begun).exit_code == 0
    assert run("undo", begun).exit_code == 0
    assert "readings" not in read_toml(begun)["state"]
    assert "it is down or up" in run("do", begun, "reading half lost sideways").stderr


@pytest.mark.rule("P49")
def test_no_reading_changes_in_the_middle_of_an_attack_on_a_plane() -> None:
    played = standing(at="City", step="movement", health=8, red=8)
    say(played, "plane Monastery [Door Warden]")
    with pytest.raises(Exception, match="between two actions"):
        played.correct(*readings("reading astral win ends turn yes"))
    say(played, "fight Door Warden [roll 1 6]")
    played.correct(*readings("reading astral win ends turn yes"))
    assert played.present.readings == {"astral_win_ends_turn": True}


def test_what_is_unusual_in_a_record_is_taken_and_an_unknown_answer_is_not(tmp_path: Path) -> None:
    path = tmp_path / "fight.toml"
    lines = f'game = "prophecy"\nkind = "creature"\ncreature = "{SPHINX}"\nmoves = ["fight", "roll 1 6"]\n'
    for answer, code in (("up", 0), ("sideways", 2)):
        path.write_text(f'{lines}half_lost = "{answer}"\nwork_after_moving = true\n[hero]\nhealth = 3\nmagic = 0\n')
        judged = run("judge", path, "--json")
        assert judged.exit_code == code
        assert code or json.loads(judged.stdout)["legal"]


def test_what_is_usual_is_what_the_rulebook_says() -> None:
    assert ProphecyReadings() == ProphecyReadings(surplus_discarded=True, apocalypse_hands_over=True)
    assert duel(fighting(3, 0), fighting(3, 0, name="Bo"))["kind"] == "hero"
    assert refused(standing(at="City", settings={"work_after_moving": False}), "work")
