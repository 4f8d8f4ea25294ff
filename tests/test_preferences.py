"""What is preferred: one file, told and changed by `referee config`, and what each preference does."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from referee import games
from referee.asking.question import Option, Question, choice
from referee.cli import build
from referee.declaration.readings import read_known
from referee.errors import BadInput, Unreadable
from referee.games.conjurers.readings import BattleReadings
from referee.games.mythic.attack.live import AttackTable
from referee.play.loop import _preferred
from referee.play.table import Table
from referee.preferences import (
    MEANINGS,
    VARIABLE,
    Preferences,
    change,
    config_path,
    describe,
    group_file,
    load,
    usual_answers,
    usual_deck,
)
from referee.text.screen import Screen

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "examples" / "sample-deck.toml"


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "home" / "config.toml"
    monkeypatch.setenv(VARIABLE, str(path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return path


def run(*arguments: object, code: int = 0) -> Result:
    words = [str(argument) for argument in arguments]
    result = CliRunner().invoke(build(words), words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def test_without_a_file_everything_is_as_usual(config: Path) -> None:
    assert load() == Preferences()
    assert (usual_deck("conjurers"), usual_answers("conjurers")) == (None, {})
    assert not config.exists()


def test_all_are_listed_with_their_meaning_and_the_file(config: Path) -> None:
    shown = " ".join(run("config").stdout.split())
    assert all(name in shown for name in MEANINGS)
    assert str(config).replace(" ", "") in run("config").stdout.replace("\n", "").replace(" ", "")
    assert json.loads(run("config", "--json").stdout) == {
        "file": str(config),
        "plain": False,
        "colours": True,
        "dice": None,
        "deck": "",
        "board": "",
        "cost": True,
        "alias": {},
        "readings": {},
    }


@pytest.mark.parametrize(
    ("name", "value", "kept"),
    [
        ("plain", "on", True),
        ("Plain", "yes", True),
        ("colours", "off", False),
        ("colors", "no", False),
        ("dice", "Rolled", "rolled"),
        ("deck", "none", "none"),
        ("deck", "/tmp/box.toml", "/tmp/box.toml"),
    ],
)
def test_a_preference_is_set_and_forgotten(config: Path, name: str, value: str, kept: Any) -> None:
    run("config", name, value)
    (found,) = tomllib.loads(config.read_text(encoding="utf-8")).values()
    assert found == kept
    run("config", name, "--reset")
    assert load() == Preferences()


def test_comments_in_the_file_stay_and_a_reset_keeps_a_backup(config: Path) -> None:
    config.parent.mkdir()
    config.write_text("# ours\nplain = true # for Dan\n", encoding="utf-8")
    run("config", "dice", "average")
    text = config.read_text(encoding="utf-8")
    assert text == '# ours\nplain = true # for Dan\ndice = "average"\n'
    run("config", "--reset")
    assert not config.exists()
    assert config.with_name("config.toml.bak").read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("plian", "on"), "did you mean plain"),
        (("nonsense",), "known are plain, colours, dice, deck"),
        (("dice", "roled"), "did you mean rolled"),
        (("plain", "maybe"), "it is on or off"),
        (("deck", "/no/such/folder/box.toml"), "there is no folder"),
        (("deck", ROOT / "README.md"), "is not valid TOML"),
        (("deck", ROOT / "examples" / "four-players.toml"), "score sheet"),
        (("board", "/no/such/folder/board.toml"), "there is no folder"),
        (("board", ROOT / "README.md"), "is not valid TOML"),
        (("board", SAMPLE), "is a file of conjurers, which has no board in a file"),
        (("board", ROOT / "examples" / "prophecy" / "sample-deck.toml"), "not a board"),
        (("alias", "a=b=c"), 'alias can\'t be "a=b=c"'),
        (("alias", f"{'x' * 5000}=Jo"), "1 to 30 letters"),
        (("alias", f"Jo={'x' * 5000}"), "1 to 30 letters"),
        (("alias", "Jo=undo"), "is what you say to the referee"),
        (("dice", "rolled", "--reset"), "--reset takes a NAME or nothing"),
    ],
)
def test_what_can_not_be_is_refused_and_nothing_is_written(config: Path, words: tuple[Any, ...], says: str) -> None:
    assert says in run("config", *words, code=2).stderr
    assert not config.exists()


def test_a_file_for_the_board_is_a_board_or_will_be_one(config: Path, tmp_path: Path) -> None:
    board = ROOT / "examples" / "prophecy" / "sample-board.toml"
    assert str(board) in run("config", "board", board).stdout.replace("\n", "")
    assert "isn't there yet" in run("config", "board", tmp_path / "nofile.toml").stderr
    run("config", "board", "none")
    assert load().board == "none"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("plian = true", 'unknown key "plian"; did you mean plain'),
        ('dice = "roled"', "did you mean rolled"),
        ("plain = 1", "it must be true or false"),
        ("plain", "is not valid TOML"),
    ],
)
def test_a_bad_file_is_one_message_that_names_the_way_out(config: Path, text: str, says: str) -> None:
    config.parent.mkdir()
    config.write_text(text, encoding="utf-8")
    for command in (("rules", "flying"), ("config",)):
        message = run(*command, code=2).stderr
        assert says in message
        assert "referee config --reset" in message
    assert json.loads(run("rules", "B9", "--json").stdout)  # scripts don't depend on it
    run("config", "--reset")
    run("rules", "flying")


@pytest.mark.parametrize(
    "deck", ["sample-deck", "enchanters/sample-deck", "prophecy/sample-deck", "mythic/sample-units"]
)
def test_a_deck_is_of_the_game_that_it_names(config: Path, deck: str) -> None:
    run("config", "deck", ROOT / "examples" / f"{deck}.toml")
    assert deck in config.read_text(encoding="utf-8")


def test_the_deck_is_the_named_one_else_the_one_beside_the_file(config: Path, tmp_path: Path) -> None:
    assert group_file("conjurers", "deck") == config.with_name("conjurers-cards.toml")
    change("deck", str(SAMPLE))
    assert usual_deck("conjurers") == SAMPLE
    change("deck", "none")
    assert group_file("conjurers", "deck") is None
    change("deck", str(tmp_path / "later.toml"))
    assert (group_file("conjurers", "deck"), usual_deck("conjurers")) == (tmp_path / "later.toml", None)


def test_the_platforms_places_are_used_without_the_variable(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    import platformdirs

    monkeypatch.delenv(VARIABLE)
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    assert config_path() == platformdirs.user_config_path("referee", appauthor=False) / "config.toml"
    place = group_file("conjurers", "deck")
    assert place == platformdirs.user_data_path("referee", appauthor=False) / "conjurers-cards.toml"


@pytest.mark.parametrize("value", ["on", "off"])
def test_names_and_values_are_told_in_the_words_that_set_them(config: Path, value: str) -> None:
    assert describe(change("plain", value), "plain") == value
    with pytest.raises(Unreadable):
        change("plain", "")
    config.write_text("x = [", encoding="utf-8")
    with pytest.raises(BadInput):
        change("plain", value)


# --- what each does -------------------------------------------------------------------------------


def status(config: Path, *options: str, **environment: str) -> str:
    """What `referee rules` prints where colours are forced on."""
    command = [sys.executable, "-m", "referee", "rules", "flying", *options]
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR", "TERM")}
    env = {**clean, VARIABLE: str(config), "TERM": "xterm", **environment}
    return subprocess.run(command, capture_output=True, text=True, check=True, env=env).stdout


def test_plain_is_preferred_and_an_option_overrides_it(config: Path) -> None:
    """The option before the preference; forced colours show what the screen thinks of itself."""
    forced = {"FORCE_COLOR": "1"}
    assert "\x1b[" in status(config, **forced)
    change("plain", "on")
    assert "\x1b[" not in status(config, **forced)
    assert "\x1b[" in status(config, "--no-plain", **forced)


def test_usual_answers_take_the_place_of_a_questions_own(config: Path) -> None:
    change("dice", "rolled")
    change("deck", str(SAMPLE))
    assert usual_answers("conjurers") == {"dice": "rolled", "deck": str(SAMPLE)}
    asked = choice("dice", "Whose dice", [Option("entered"), Option("rolled")])
    said: list[str] = []
    offered = _preferred(_Hears(said), asked, usual_answers("conjurers"))
    assert (offered.default, said) == ("rolled", [])
    refused: Question[str] = _preferred(_Hears(said), asked, {"dice": "average"})
    assert (refused.default, len(said)) == (asked.default, 1)


class _Hears(Table):
    def __init__(self, said: list[str]) -> None:
        self._said = said

    def say(self, text: str) -> None:
        self._said.append(text)


SEATS = ("--player", "Anna:worker", "--player", "Bo:merchant")


def setup_of(save: Path) -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads(save.read_text(encoding="utf-8"))["setup"]
    return found


def test_a_new_game_takes_the_usual_deck_and_dice_unless_told_otherwise(config: Path, tmp_path: Path) -> None:
    change("dice", "average")
    change("deck", str(SAMPLE))
    run("new", tmp_path / "one.toml", *SEATS, "--draws", "program", "--yes")
    found = setup_of(tmp_path / "one.toml")
    assert (found["dice"], found["deck"]) == ("average", str(SAMPLE))
    locked = ("--locked", "norse, greek", "--dealt", "Anna: A, B, C", "--dealt", "Bo: D, E, F")
    run(
        "new",
        tmp_path / "two.toml",
        *SEATS,
        "--deck",
        "none",
        "--draws",
        "table",
        "--dice",
        "entered",
        *locked,
        "--yes",
    )
    found = setup_of(tmp_path / "two.toml")
    assert (found.get("dice", "entered"), found.get("deck", "")) == ("entered", "")


def test_a_script_of_a_game_means_what_it_says(config: Path, tmp_path: Path) -> None:
    change("dice", "average")
    change("deck", str(SAMPLE))
    line = " ".join(
        ["new", *SEATS, "--locked", "'norse, greek'", "--dealt", "'Anna: A, B, C'", "--dealt", "'Bo: D, E, F'"]
    )
    script = tmp_path / "game.moves"
    script.write_text(line, encoding="utf-8")
    run("do", tmp_path / "game.toml", "--from", script)
    found = setup_of(tmp_path / "game.toml")
    assert (found.get("dice", "entered"), found.get("deck", "")) == ("entered", "")


def test_names_on_a_score_sheet_are_found_in_the_usual_deck(config: Path, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.toml"
    sheet.write_text(
        'game = "conjurers"\n[[players]]\nname = "Anna"\ncreatures = ["Wolf"]\n[[players]]\nname = "Bo"\n',
        encoding="utf-8",
    )
    assert "no deck to look it up in" in run("score", sheet, code=2).stderr
    change("deck", str(SAMPLE))
    assert json.loads(run("score", sheet, "--json").stdout)["players"][0]["total"] == 1


def test_of_the_groups_readings_a_battle_has_those_that_decide_something_in_it() -> None:
    assert read_known(BattleReadings, {"overkill": "lost", "turns": "9"}) == {"overkill": "lost"}


def test_an_attack_is_set_up_with_the_readings_of_the_group(tmp_path: Path) -> None:
    table = AttackTable(
        games.load("mythic"), tmp_path / "attack.toml", Screen(plain=True), None, {"throw_counts": "after slayer"}
    )
    for text in (
        "attack",
        "Ash Runner: hero, offence 6",
        "Marsh Serpent: monster, defence 8",
        "here",
        "none",
        "entered",
    ):
        table.session.answer(text)
    assert 'throw_counts = "after slayer"' in (table.to_text() or "")


def test_a_battle_offers_the_usual_deck_and_dice(config: Path, tmp_path: Path) -> None:
    change("dice", "average")
    change("deck", str(SAMPLE))
    moves = tmp_path / "moves.txt"
    moves.write_text("Sphinx\ndone\ndone\nKappa\ndone\ndone\nsummon Sphinx 1\n", encoding="utf-8")
    options = (
        "--kind",
        "duel",
        "--dice",
        "rolled",
        "--seed",
        1,
        "--optional",
        "none",
        "--attacker",
        "A",
        "--defender",
        "B",
    )
    record = tmp_path / "duel.toml"
    run("battle", record, *options, "--moves", moves)
    written = tomllib.loads(record.read_text(encoding="utf-8"))
    assert (written["dice"], written["attacker"]["creatures"][0]["hp"]) == ("rolled", 11)
