"""The help, the line that names the next command, and what the shell offers at the tab key."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.core import TyperGroup
from typer.testing import CliRunner, Result

from referee import games
from referee.cli import MODULES, build
from referee.cli.completing import files_of
from referee.cli.examples import EXAMPLES, FIRST, PANELS
from tests.children import python, referee
from tests.terminal import ended, spawn

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "examples" / "sample-deck.toml"
BOXES = re.compile(r"[\u2500-\u259f]")


def run(*arguments: object, code: int = 0) -> Result:
    words = [str(argument) for argument in arguments]
    result = CliRunner().invoke(build(words), words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.stdout + result.stderr
    return result


def option(command: Any, name: str) -> bool:
    """Whether a command takes an option, by its parameter."""
    return any(param.name == name for param in command.params)


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with its words."""
    whole = typer.main.get_command(build())
    assert isinstance(whole, TyperGroup)
    for name, command in whole.commands.items():
        yield name, command
        if isinstance(command, TyperGroup):
            yield from ((f"{name} {inner}", found) for inner, found in command.commands.items())


COMMANDS = dict(commands())


# --- the help -------------------------------------------------------------------------------------


def test_every_command_stands_under_what_a_person_wants() -> None:
    told = [name for names in PANELS.values() for name in names]
    assert sorted(told) == sorted(MODULES)
    shown = run("--help").stdout
    places = [shown.index(f"\n{panel}:\n") for panel in PANELS]
    assert places == sorted(places)
    assert shown.index("referee score") < places[0]  # examples lead
    for does in (does for names in PANELS.values() for does in names.values()):
        assert f"  {does}\n" in shown  # on one line
    assert shown.index("Options:") > places[-1]
    assert run("--help").stdout == run("-h").stdout


def test_the_program_alone_says_what_a_table_needs() -> None:
    shown = run(code=2).stderr.splitlines()
    assert len(shown) <= 16
    assert all(len(line) <= 80 for line in shown)
    for name in ("demo", "new", "play", "watch", "score", "rules", "evenings", "guide"):
        assert any(f"referee {name}" in line for line in shown)
    assert all(name in "".join(shown) for name in games.names())


@pytest.mark.parametrize("words", sorted(COMMANDS))
def test_every_help_has_examples_that_can_be_typed(words: str) -> None:
    shown = run(*words.split(), "--help").stdout
    assert not BOXES.search(shown)
    assert all(len(line) <= 80 for line in shown.splitlines())
    for typed, told in EXAMPLES[words]:
        assert f"referee {typed}" in shown
        assert told in shown


@pytest.mark.parametrize("typed", [typed for found in (FIRST, *EXAMPLES.values()) for typed, _ in found])
def test_an_example_is_understood_by_its_command(typed: str) -> None:
    """Its options exist, and it has all that is required."""
    words = shlex.split(typed)
    many = 2 if words[0] == "cards" else 1
    command = COMMANDS[" ".join(words[:many])]
    command.make_context(words[many - 1], words[many:])


def test_what_stands_in_brackets_is_not_swallowed() -> None:
    assert "[trade 3 wood iron / done]" in run("do", "--help").stdout


@pytest.mark.parametrize("words", [words for words, command in commands() if option(command, "as_json")])
def test_an_object_per_file_is_promised_where_each_file_has_one(words: str) -> None:
    """Judge, odds and score go through files one by one; evenings and standings tell of all together."""
    per_file = words in ("judge", "odds", "score")
    assert ("JSON object per file" in " ".join(run(*words.split(), "--help").stdout.split())) is per_file


def test_the_help_loads_nothing_that_draws() -> None:
    code = "import sys; from referee.__main__ import main\ntry: main()\nfinally: print('rich' in sys.modules)"
    assert python("-c", code, "do", "--help").stdout.endswith("False\n")


# --- what comes next ------------------------------------------------------------------------------


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game under way, a deck, a record and a sheet."""
    monkeypatch.chdir(tmp_path)
    for name in ("sample-deck", "four-players", "duel-disputed", "duel-entered-dice"):
        (tmp_path / f"{name}.toml").write_bytes((ROOT / "examples" / f"{name}.toml").read_bytes())
    (tmp_path / "cards.csv").write_text("kind,name,abilities\nitem,Spade,power hit 1\n", encoding="utf-8")
    seats = ("--player", "Anna:worker", "--player", "Bo:warrior")
    run("new", "friday.toml", "--deck", "sample-deck.toml", *seats, "--draws", "program", "--seed", 1, "--yes")
    run("do", "friday.toml", "place worker lumber mill")
    return tmp_path


@pytest.mark.parametrize(
    ("line", "code", "following"),
    [
        (
            "new other.toml --player A:worker --player B:worker --draws program --deck sample-deck.toml --yes",
            0,
            "referee play other.toml",
        ),
        ("do friday.toml 'place warrior duat'", 0, "referee next friday.toml"),
        ("do friday.toml 'place warrior tavern'", 1, "referee next friday.toml"),
        ("next friday.toml", 0, 'referee do friday.toml "MOVE"'),
        ("status friday.toml", 0, "referee next friday.toml"),
        ("look friday.toml Anna", 0, "referee play friday.toml"),
        ("log friday.toml", 0, 'referee amend friday.toml N "MOVE"'),
        ("undo friday.toml", 0, "referee redo friday.toml"),
        ("adjust friday.toml Anna food 7", 0, "referee status friday.toml"),
        ("amend friday.toml 1 'place worker stone mine'", 0, "referee log friday.toml"),
        ("verify friday.toml", 0, "referee play friday.toml"),
        ("score friday.toml", 0, "referee score friday.toml --html friday.html"),
        ("score four-players.toml --svg score.svg", 0, "referee rules scoring"),
        ("judge duel-disputed.toml --deck sample-deck.toml", 1, "referee rules ID"),
        ("odds duel-entered-dice.toml", 0, "referee judge duel-entered-dice.toml"),
        ("rules flying", 0, "referee rules ID"),
        ("config", 0, "referee new FILE"),
        ("cards list sample-deck.toml", 0, "referee cards show sample-deck.toml NAME"),
        ("cards show sample-deck.toml Wolf", 0, "referee cards edit sample-deck.toml NAME CHANGE"),
        ("cards add sample-deck.toml 'Spade: power hit 1'", 0, "referee cards missing sample-deck.toml"),
        ("cards edit sample-deck.toml Wolf 6/2", 0, "referee cards check sample-deck.toml"),
        ("cards remove sample-deck.toml Wolf", 0, "referee cards missing sample-deck.toml"),
        ("cards check sample-deck.toml", 0, "referee cards edit sample-deck.toml NAME CHANGE"),
        ("cards missing sample-deck.toml", 0, "referee cards add sample-deck.toml"),
        ("cards compare sample-deck.toml sample-deck.toml", 0, "referee cards edit sample-deck.toml NAME CHANGE"),
        ("cards import sample-deck.toml cards.csv --dry-run", 0, "referee cards check sample-deck.toml"),
        ("cards export sample-deck.toml all.csv", 0, "referee cards import sample-deck.toml all.csv"),
    ],
)
def test_a_command_ends_by_naming_the_next_one(folder: Path, line: str, code: int, following: str) -> None:
    result = run(*shlex.split(line), code=code)
    last = (result.stderr or result.stdout).rstrip("\n").rpartition("\n")[2]
    assert following in last
    assert "\x1b" not in last


def test_redo_names_what_comes_next_and_a_game_that_is_over_its_score(folder: Path) -> None:
    run("undo", "friday.toml")
    assert "referee next friday.toml" in run("redo", "friday.toml").stderr
    script = ROOT / "examples" / "two-player-game.moves"
    assert "referee score duet.toml" in run("do", "duet.toml", "--from", script, "--brief").stderr


@pytest.mark.parametrize("line", ["next friday.toml --json", "score friday.toml --json", "log friday.toml --moves"])
def test_scripts_are_told_nothing_of_it(folder: Path, line: str) -> None:
    assert run(*shlex.split(line)).stderr == ""


@pytest.mark.parametrize(
    ("line", "next_one"),
    [
        ("judge --brief battleground.toml", None),
        ("judge battleground.toml", "judge battleground.toml --full, for every turn"),
        ("judge --full battleground.toml", "rules ID, with an id from above"),
        ("judge --brief duel-illegal.toml battleground.toml", "rules ID, with an id from above"),
        ("judge prophecy/fight-heroes.toml", None),
        ("judge prophecy/fight-disputed.toml", None),
        ("judge prophecy/fight-illegal.toml", "rules --game prophecy ID, with an id from above"),
        ("judge duel-illegal.toml prophecy/fight-heroes.toml", "rules ID, with an id from above"),
        ("odds battleground.toml", "judge battleground.toml"),
        ("odds duel-illegal.toml", "judge duel-illegal.toml"),
        ("odds duel-disputed.toml", "battle duel-disputed.toml"),
    ],
)
def test_what_comes_next_fits_what_was_found(
    line: str, next_one: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No rule is named of a record that stands, told in brief; nobody plays on a battle that is over or illegal."""
    monkeypatch.chdir(ROOT / "examples")
    command, *rest = shlex.split(line)
    result = CliRunner().invoke(build([command]), [command, *rest])
    named = [line for line in result.stderr.splitlines() if line.startswith("Go on with")]
    assert named == ([] if next_one is None else [f"Go on with: referee {next_one}"])


def test_what_cant_be_used_names_only_what_is_wrong(folder: Path) -> None:
    assert "Go on" not in run("status", "nosuch.toml", code=2).stderr


# --- the tab key ----------------------------------------------------------------------------------


def offered(*words: str) -> list[str]:
    """What bash is offered for the last of the words, as its own function asks for it."""
    environment = {
        **os.environ,
        "COMP_WORDS": "\n".join(["referee", *words]),
        "COMP_CWORD": str(len(words)),
        "_REFEREE_COMPLETE": "complete_bash",
    }
    done = referee(env=environment)
    assert not done.stderr
    return done.stdout.split("\n")[:-1] if done.stdout.strip() else []


def test_the_tab_key_knows_commands_files_players_cards_and_moves(folder: Path) -> None:
    assert offered("ver") == ["verify"]
    assert offered("cards", "ex") == ["export"]
    assert offered("redo", "") == ["friday.toml"]
    assert offered("play", "") == ["duel-disputed.toml", "duel-entered-dice.toml", "friday.toml"]
    assert offered("cards", "list", "s") == ["sample-deck.toml"]
    assert offered("score", "f") == ["four-players.toml", "friday.toml"]
    assert offered("look", "friday.toml", "") == ["Anna", "Bo"]
    assert offered("cards", "show", "sample-deck.toml", "Snow") == [r"Snow\ Fox"]
    assert offered("config", "d") == ["dice", "deck"]
    assert offered("config", "dice", "r") == ["rolled"]
    assert "flying" in offered("rules", "fl")
    assert "--dry-run" in offered("do", "--d")
    assert offered("new", "x.toml", "--game", "e") == ["enchanters"]
    assert offered("adjust", "friday.toml", "B") == ["Bo"]
    run("do", "friday.toml", "place warrior duat")
    assert offered("why", "friday.toml", "") == offered("amend", "friday.toml", "") == ["2", "1"]


def test_moves_are_offered_as_the_shell_wants_them_and_after_those_typed_before(folder: Path) -> None:
    assert offered("do", "friday.toml", r"place\ warrior\ du") == [r"place\ warrior\ duat"]
    assert offered("do", "friday.toml", '"place warrior du') == ["place warrior duat"]
    after = offered("do", "friday.toml", '"place warrior duat"', '"place conjurer m')
    assert after == ["place conjurer mount olympus", "place conjurer marketplace"]
    saved = run("log", "friday.toml", "--moves").stdout
    assert "duat" not in saved


@pytest.mark.parametrize(
    "words", [("do", "nosuch.toml", ""), ("look", "sample-deck.toml", ""), ("cards", "show", "x", "")]
)
def test_trouble_offers_nothing_and_says_nothing(folder: Path, words: tuple[str, ...]) -> None:
    assert offered(*words) == []


def test_files_are_offered_in_folders_and_hidden_ones_only_when_asked_for(folder: Path) -> None:
    (folder / "games").mkdir()
    (folder / ".hidden").mkdir()
    (folder / "games" / "one.toml").write_bytes((folder / "friday.toml").read_bytes())
    assert files_of("save", "") == [("friday.toml", "save"), ("games/", "")]
    assert files_of("save", "games/") == [("games/one.toml", "save")]
    assert files_of("save", str(folder / "games") + "/o") == [(str(folder / "games" / "one.toml"), "save")]
    assert files_of("save", ".h") == [(".hidden/", "")]
    assert files_of("save", "nosuch/") == []


def test_a_move_is_completed_in_a_real_bash(folder: Path) -> None:
    """The script of --show-completion, the tab key, and the command that runs."""
    bash = spawn(
        "bash",
        "--norc",
        "--noprofile",
        columns=200,
        env={
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}",
            "PS1": "$ ",
            "TERM": "dumb",
            "INPUTRC": "/dev/null",
        },
    )
    undetected = {**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    shown = referee("--show-completion", "bash", env=undetected).stdout
    (folder / "completion.sh").write_text(shown, encoding="utf-8")
    bash.sendline("source completion.sh; echo rea''dy")
    bash.expect("ready")
    bash.send("referee do fri\tplace\\ war\tdu\t --brief && echo mo''ved\n")
    bash.expect("moved")
    bash.sendline("exit")
    ended(bash)
    assert "place warrior duat" in run("log", "friday.toml", "--moves").stdout


# --- without drawing ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "score four-players.toml",
        "judge duel-disputed.toml --deck sample-deck.toml",
        "status friday.toml",
        "next friday.toml",
        "log friday.toml",
        "do friday.toml 'place warrior duat' --dry-run",
        "rules flying",
        "rules",
        "rules --coverage",
        "cards show sample-deck.toml Wolf",
        "cards list sample-deck.toml",
        "config",
        "cards missing sample-deck.toml",
        "cards compare sample-deck.toml sample-deck.toml",
    ],
)
def test_nothing_is_drawn_in_plain_mode_or_for_another_program(folder: Path, line: str) -> None:
    """Plain on a terminal, and anything that is no terminal."""
    for options, environment in (("--plain",), {"FORCE_COLOR": "1", "TERM": "xterm"}), ((), {"TERM": "xterm"}):
        words = [*shlex.split(line), *options]
        done = CliRunner().invoke(build(words), words, env=environment)
        assert done.stdout
        assert not BOXES.search(done.stdout), done.stdout
        assert "\x1b" not in done.stdout


@pytest.mark.parametrize("words", [("--game", "enchanters"), ("--game=enchanters",)])
def test_the_help_of_new_has_an_option_a_line_of_the_game_that_is_named(words: tuple[str, ...]) -> None:
    for asked in (("new", *words, "--help"), ("new", "--help", *words)):
        told = run(*asked).stdout
        for name, takes in games.load("enchanters").setup().options.items():
            line = next(line for line in told.splitlines() if line.strip().startswith(f"--{name} "))
            assert takes.split()[0] in line


def test_the_help_of_new_fits_two_screens_without_a_game_and_says_how_to_see_each() -> None:
    told = run("new", "--help").stdout
    assert all(f"referee new --game {name} --help" in told for name in games.names())
    assert "--tournament" not in told
    assert len(told.splitlines()) < 48
