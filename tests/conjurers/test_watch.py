"""A game on a second screen: drawn anew when its save changes, patient with a broken file, silent about hands."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from threading import Timer
from typing import Any

import pytest

from referee.files.portable import changes, mark_of
from referee.games.conjurers import GAME as CONJURERS
from referee.saves.save import OpenSave
from tests.children import PATIENCE
from tests.conjurers.test_game_commands import DECK, begin, run
from tests.terminal import ended, start


@pytest.fixture
def save(tmp_path: Path) -> Path:
    return begin(tmp_path / "friday.toml")


@pytest.fixture
def watched(save: Path) -> Any:
    """A terminal in which the save is watched."""
    return watching(save)


def watching(save: Path, *options: str, **environment: str) -> Any:
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    return start("watch", save, *options, rows=60, columns=80, env={**env, "TERM": "xterm-256color", **environment})


# --- waiting --------------------------------------------------------------------------------------


def test_it_goes_on_at_once_and_then_at_each_change() -> None:
    marks = iter([1, 1, 2, 2, None, 3])
    waits: list[int] = []
    going = changes(lambda: next(marks), lambda: waits.append(1))
    seen = []
    for _ in range(4):
        next(going)
        seen.append(len(waits))
    assert seen == [0, 2, 4, 5]


def test_a_version_of_a_file_has_its_mark(tmp_path: Path) -> None:
    path = tmp_path / "file"
    assert mark_of(path) is None
    path.write_text("one", encoding="utf-8")
    first = mark_of(path)
    assert first == mark_of(path)
    other = tmp_path / "other"
    other.write_text("two", encoding="utf-8")
    os.utime(other, ns=(path.stat().st_atime_ns, path.stat().st_mtime_ns))
    other.replace(path)  # as a save is written: another file of the same size and time in its place
    assert mark_of(path) != first
    assert mark_of(Path("a\0b")) is None


# --- once -----------------------------------------------------------------------------------------


def test_once_draws_the_board_and_leaves(save: Path) -> None:
    assert "Last:" not in run("watch", save, "--once").stdout
    run("do", save, "place worker lumber mill")
    shown = run("watch", save, "--once", "--plain").stdout
    assert "lumber mill, gives 1, next phase 2, Anna's worker stands there" in " ".join(shown.split())
    assert "Last: turn 1, placing · Anna: place worker lumber mill" in shown
    assert "Next: Bo places" in shown


def test_once_refuses_what_isnt_a_save(tmp_path: Path) -> None:
    run("watch", tmp_path / "none.toml", "--once", code=2)
    broken = tmp_path / "broken.toml"
    broken.write_text("game = ", encoding="utf-8")
    assert "broken.toml" in run("watch", broken, "--once", code=2).stderr


def test_a_state_changed_by_hand_is_shown_and_told(save: Path) -> None:
    text = save.read_text(encoding="utf-8")
    save.write_text(
        text.replace('name = "Anna"\nassistants', 'name = "Anna"\nfood = 9\nassistants'), encoding="utf-8"
    )
    assert "changed by hand" in run("watch", save, "--once").stdout


@pytest.mark.rule("random-draw")
def test_a_hand_that_the_program_drew_stays_secret(tmp_path: Path) -> None:
    path = tmp_path / "duel.toml"
    seats = ("--player", "Anna:worker", "--player", "Bo:warrior", "--deck", DECK)
    run("new", path, *seats, "--seed", 7, "--dice", "average", "--draws", "program", "--yes")
    run("adjust", path, "Anna gains creature Sphinx")
    run(
        "do",
        path,
        "place worker lumber mill",
        "place warrior wild animals",
        "place conjurer duel Bo",
        "place conjurer tavern",
        "resolve worker",
        "resolve conjurer",
        "referee",
    )
    contest = OpenSave(CONJURERS, path).session.state.contest
    assert contest is not None
    assert len(contest.hands[0]) == 3
    for options in ((), ("--plain",)):
        shown = run("watch", path, "--once", *options).stdout
        assert "Anna 3" in shown
        assert not any(name in shown for name in contest.hands[0])


# --- in a terminal --------------------------------------------------------------------------------


def test_it_is_drawn_anew_when_the_save_changes(save: Path, watched: Any) -> None:
    watched.expect("Next: Anna places")
    run("do", save, "place worker lumber mill")
    watched.expect("Last: turn 1, placing · Anna: place worker lumber mill")
    watched.expect("Next: Bo places")
    run("undo", save)
    watched.expect("Next: Anna places")


def test_a_broken_or_vanished_file_is_told_and_waited_for(save: Path, watched: Any) -> None:
    watched.expect("Next: Anna places")
    whole = save.read_bytes()
    save.write_bytes(whole[: len(whole) // 2])
    watched.expect("Waiting for it to change")
    save.unlink()
    watched.expect("Waiting for it to change")
    save.write_bytes(whole)
    watched.expect("Next: Anna places")


def test_ctrl_c_leaves_with_one_line(save: Path, watched: Any) -> None:
    watched.expect("Next: Anna places")
    watched.sendintr()
    watched.expect("No longer watching")
    assert ended(watched) == 0
    assert "Traceback" not in watched.before


def test_a_wider_screen_is_drawn_wide(watched: Any) -> None:
    watched.expect("Next: Anna places")
    assert "* feeding" not in watched.before
    watched.setwinsize(60, 130)
    watched.expect(r"\* feeding")
    watched.expect("Next: Anna places")


def test_without_colours_nothing_is_coloured(save: Path) -> None:
    child = watching(save, NO_COLOR="1")
    child.expect("Next: Anna places")
    assert not any(f"\x1b[{colour}m" in child.before for colour in ("31", "32", "33", "34", "1;34"))


def test_plain_mode_writes_below(save: Path) -> None:
    child = watching(save, "--plain")
    child.expect("Next: Anna places")
    run("do", save, "place worker lumber mill")
    child.expect("Next: Bo places")
    assert "\x1b" not in child.before


def test_into_a_pipe_it_draws_until_it_is_stopped(save: Path) -> None:
    command = [sys.executable, "-m", "referee", "watch", str(save)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        too_late = Timer(PATIENCE, child.kill)  # then nothing is left to be read
        too_late.start()
        assert child.stdout is not None
        assert any("Next: Anna places" in line for line in child.stdout)
        child.send_signal(signal.SIGINT)
        _, said = child.communicate()
        too_late.cancel()
    assert child.returncode == 0
    assert said.strip() == f"No longer watching {save}."
