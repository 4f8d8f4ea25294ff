"""Two programs at one file, as the commands tell it: nothing of anybody's is lost, and nothing is said too early."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from referee import preferences
from referee.cli import build
from referee.cli.common import using_table
from referee.errors import BadInput, Overtaken
from referee.files import files
from referee.games.conjurers import GAME as CONJURERS
from referee.preferences import VARIABLE, Preferences, change, config_path, load
from referee.saves import amending
from referee.saves.new import SetupForm


def run(*arguments: object, code: int = 0) -> str:
    """What a command prints; what it complains of if it is to fail."""
    words = [str(argument) for argument in arguments]
    result = CliRunner().invoke(build(words), words)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.stderr


def seats(first: str, second: str) -> list[str]:
    return [
        "--player",
        f"{first}:worker",
        "--player",
        f"{second}:merchant",
        "--deck",
        "none",
        "--draws",
        "table",
        "--locked",
        "norse, greek",
        "--dealt",
        f"{first}: A, B, C",
        "--dealt",
        f"{second}: D, E, F",
    ]


OURS, THEIRS = seats("Anna", "Bo"), seats("Cleo", "Dan")


def script(folder: Path, words: list[str], *moves: str) -> Path:
    path = folder / f"{words[1].partition(':')[0]}.moves"
    path.write_text("\n".join([f"new {shlex.join(words)}", *moves, ""]))
    return path


@pytest.fixture
def save(tmp_path: Path) -> Path:
    path = tmp_path / "friday.toml"
    run("new", path, *OURS, "--yes")
    return path


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


def before_the_next(monkeypatch: pytest.MonkeyPatch, function: str, work: Callable[[], object]) -> None:
    """Let another program do its work right before this one writes."""
    write, waiting = getattr(files, function), [work]

    def late(*arguments: Any, **named: Any) -> Any:
        if waiting:  # a module that was loaded meanwhile keeps this function
            monkeypatch.undo()
            waiting.pop()()
        return write(*arguments, **named)

    for module in [module for name, module in sys.modules.items() if name.startswith("referee.")]:
        if (module, function) != (files, "replace_file") and getattr(module, function, None) is write:
            monkeypatch.setattr(module, function, late)


# --- beginning a file ---------------------------------------------------------------------------------


@pytest.mark.parametrize("theirs", ["new", "do"])
@pytest.mark.parametrize("ours", ["new", "do"])
def test_of_two_who_begin_a_file_at_once_one_has_it_and_one_is_told(
    ours: str, theirs: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "friday.toml"

    def begin(how: str, words: list[str], code: int = 0) -> str:
        if how == "new":
            return run("new", path, *words, "--yes", code=code)
        return run("do", path, "--from", script(tmp_path, words, "place worker lumber mill"), code=code)

    before_the_next(monkeypatch, "create_file", lambda: begin(theirs, THEIRS))
    assert begin(ours, OURS, code=2) == f"{path} already exists; choose another file\n"
    found = tomllib.loads(path.read_text())
    assert [player["name"] for player in found["setup"]["players"]] == ["Cleo", "Dan"]
    assert len(found.get("history", {}).get("log", [])) == (theirs == "do")
    assert not [name for name in names(tmp_path) if name.startswith(".")]


@pytest.mark.parametrize("what", ["battle", "sheet", "deck", "list"])
def test_of_two_who_begin_another_file_at_once_one_is_told_too(
    what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A battle record, a score sheet, a deck, a list for a spreadsheet."""
    path, deck = tmp_path / "begun.csv", tmp_path / "known.toml"
    run("cards", "add", deck, "Imp: level 1, 4/2")

    answers = tmp_path / "answers"
    answers.write_text("none\nAnna\nBo\n" if what == "battle" else "2\nAnna\n")
    commands: dict[str, tuple[object, ...]] = {
        "battle": ("battle", path, "--kind", "duel", "--dice", "average", "--moves", answers),
        "sheet": ("score", "--save", path, "--moves", answers),
        "deck": ("cards", "add", path, "Wolf: level 1, 5/2"),
        "list": ("cards", "export", deck, path),
    }
    first = "replace_file" if what == "deck" else "create_file"
    before_the_next(monkeypatch, first, lambda: path.write_text("theirs"))
    told = run(*commands[what], code=2)
    assert path.read_text() == "theirs"
    assert ("was changed meanwhile; nothing of yours was written" if what == "deck" else "already exists") in told


def test_a_script_that_fails_takes_away_only_its_own_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not one that somebody has begun to play meanwhile."""
    path = tmp_path / "friday.toml"
    broken = script(tmp_path, OURS, "place worker nowhere")
    run("do", path, "--from", broken, code=2)
    assert not path.exists()

    def meanwhile(*arguments: Any, **named: Any) -> Any:
        run("adjust", path, "Anna", "food", 9)
        return using_table(*arguments, **named)

    monkeypatch.setattr("referee.cli.game.using_table", meanwhile)
    run("do", path, "--from", broken, code=2)
    assert tomllib.loads(path.read_text())["state"]["players"][0]["food"] == 9


@pytest.mark.parametrize("how", ["new", "do"])
def test_a_link_that_leads_to_no_file_yet_stays_one(how: str, tmp_path: Path) -> None:
    path = tmp_path / "friday.toml"
    path.symlink_to(tmp_path / "elsewhere.toml")
    run("do", path, "--from", script(tmp_path, OURS, "place worker nowhere"), code=2)
    assert (path.is_symlink(), path.exists()) == (True, False)
    if how == "new":
        run("new", path, *OURS, "--yes")
    else:
        run("do", path, "--from", script(tmp_path, OURS, "place worker lumber mill"))
    assert (path.is_symlink(), (tmp_path / "elsewhere.toml").is_file()) == (True, True)


def test_nobody_goes_on_with_what_a_script_has_begun_to_answer(tmp_path: Path) -> None:
    path = tmp_path / "friday.toml"
    run("new", path, "--player", "Anna:worker", "--yes", code=2)
    assert names(tmp_path) == []


def form(path: Path) -> SetupForm:
    return SetupForm(CONJURERS, path, lambda text: None)


def test_two_people_at_one_set_up_go_on_from_each_others_answers(tmp_path: Path) -> None:
    path = tmp_path / "friday.toml"
    anna = form(path)
    anna.session.answer("usual")
    anna.session.answer("everything")
    anna.session.answer("2")
    anna.save()
    bo = form(path)
    assert bo.session.steps == anna.session.steps
    bo.session.answer("Bo")
    anna.session.answer("Anna")
    bo.save()
    with pytest.raises(Overtaken):
        anna.save()
    anna.reload()
    assert anna.session.steps == bo.session.steps
    anna.discard()  # it isn't only hers any more
    assert path.exists()


def test_a_set_up_that_another_has_finished_is_told_and_stays(tmp_path: Path) -> None:
    path = tmp_path / "friday.toml"
    anna = form(path)
    anna.session.answer("usual")
    anna.session.answer("everything")
    anna.session.answer("2")
    anna.save()
    path.unlink()
    run("new", path, *THEIRS, "--yes")
    anna.session.undo()
    anna.session.answer("3")
    with pytest.raises(Overtaken):
        anna.save()
    with pytest.raises(BadInput, match="already exists and isn't an unfinished game"):
        anna.reload()
    anna.discard()
    assert path.exists()


@pytest.mark.parametrize(
    "command",
    [("new",), ("battle", "--kind", "duel"), ("do", "--from"), ("cards", "add"), ("score", "--save")],
    ids=lambda command: command[0],
)
@pytest.mark.parametrize("length", [240, 300])
def test_a_name_that_is_too_long_is_refused_when_a_file_is_begun(
    length: int, command: tuple[str, ...], tmp_path: Path
) -> None:
    path, answers = tmp_path / ("x" * length), tmp_path / "answers"
    answers.write_text("duel\n")
    words: list[object] = [command[0], path, *command[1:], "--moves", answers]
    match command[0]:
        case "do":
            words = ["do", path, "--from", script(tmp_path, OURS)]
        case "cards":
            words = ["cards", "add", path, "Imp: level 1, 4/2"]
        case "score":
            words = ["score", "--save", path, "--moves", answers]
    assert f"its name is too long to be saved ({length} bytes; 237 at most)" in run(*words, code=2)


# --- going on with one --------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["undo", "redo", "amend"])
def test_nothing_is_said_to_be_done_that_is_not_on_the_disk(
    command: str, save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("do", save, "place worker lumber mill", "place merchant wood storage")
    words: tuple[object, ...] = (command, save)
    if command == "redo":
        run("undo", save)
    elif command == "amend":
        words = ("amend", save, 1, "place conjurer lumber mill")
    before_the_next(monkeypatch, "replace_file", lambda: save.write_text(f"{save.read_text()}# ours\n"))
    arguments = [str(word) for word in words]
    result = CliRunner().invoke(build(arguments), arguments)
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.endswith("was changed meanwhile; nothing of yours was written. Try again\n")
    assert save.read_text().endswith("# ours\n")


def test_what_is_cut_off_is_written_before_the_save_lacks_it(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run("do", save, "place worker lumber mill", "place merchant wood storage", "place conjurer stone mine")
    text, cut = save.read_text(), save.with_name("friday-cut.moves")
    amended = ("amend", save, 1, "place conjurer wood storage", "--cut")
    seen: list[str] = []
    before_the_next(monkeypatch, "replace_file", lambda: seen.append(cut.read_text()))
    told = run(*amended)
    assert seen == [cut.read_text()]
    assert cut.name in "".join(told.split())
    cut.unlink()
    save.write_text(text)
    before_the_next(monkeypatch, "replace_file", lambda: save.chmod(0o444))
    assert "is read-only" in run(*amended, code=2)
    assert (save.read_text(), cut.exists()) == (text, False)
    save.chmod(0o644)
    monkeypatch.setattr(amending, "create_file", _full)
    assert "No space left" in run(*amended, code=2)
    assert (save.read_text(), cut.exists()) == (text, False)


def _full(path: Path, text: str) -> None:
    raise BadInput(f"{path}: can't be written: No space left on device")


@pytest.mark.parametrize("trouble", ["read-only", "hard link"])
def test_a_save_that_should_stay_as_it_is_stays(trouble: str, save: Path) -> None:
    text = save.read_text()
    if trouble == "read-only":
        save.chmod(0o444)
    else:
        os.link(save, save.with_name("second.toml"))
    assert trouble in run("do", save, "place worker lumber mill", code=2)
    assert save.read_text() == text
    assert not save.with_name("friday.toml.bak").exists()


# --- what is preferred --------------------------------------------------------------------------------


@pytest.fixture
def config(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "home" / "config.toml"))
    return config_path()


@pytest.mark.parametrize("there", [False, True])
def test_two_changes_of_the_preferences_at_once_are_both_kept(
    there: bool, config: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if there:
        change("colours", "off")
    with pytest.MonkeyPatch.context() as patch:
        before_the_next(patch, "replace_file", lambda: change("dice", "average"))
        assert change("plain", "on") == Preferences(plain=True, colours=not there, dice="average")
    assert load() == Preferences(plain=True, colours=not there, dice="average")
    assert names(config.parent) == ["config.toml"]


def test_who_is_always_overtaken_gives_up(config: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Path] = []

    def overtaken(path: Path, text: str, before: str | None) -> None:
        tried.append(path)
        raise Overtaken(f"{path} was changed meanwhile")

    monkeypatch.setattr(preferences, "replace_file", overtaken)
    with pytest.raises(Overtaken):
        change("plain", "on")
    assert len(tried) == preferences.TRIES


# --- real programs ------------------------------------------------------------------------------------


def test_corrections_by_two_programs_with_folders_of_their_own_are_all_kept(save: Path) -> None:
    """Each has another folder for temporary files; what one says is done is done."""
    loop = """
import sys
from typer.testing import CliRunner
from referee.cli import build
done = 0
for number in range(400):
    words = ["adjust", sys.argv[1], sys.argv[2], "food", str(number % 9 + 1), "--because", f"{sys.argv[2]} {number}"]
    done += (code := CliRunner().invoke(build(words), words).exit_code) == 0
    assert code in (0, 2), code
    if done == 8:
        break
print(done)
"""
    children = []
    for name in ("Anna", "Bo"):
        own = save.with_name(f"{name}.tmp")
        own.mkdir()
        command = [sys.executable, "-c", loop, str(save), name]
        env = {**os.environ, "TMPDIR": str(own)}
        children.append(subprocess.Popen(command, env=env, stdout=subprocess.PIPE, text=True))
    assert [child.communicate()[0] for child in children] == ["8\n", "8\n"]
    assert save.read_text().count('because = "Anna ') == save.read_text().count('because = "Bo ') == 8
    assert not [name for name in names(save.parent) if name.startswith(".")]
    run("verify", save)
