"""The lock beside a file: who has it, who waits, and what is left of it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from referee.asking.question import Question
from referee.cli import build
from referee.cli.common import open_table
from referee.errors import BadInput, Held, Overtaken
from referee.files import portable
from referee.files.files import create_file, read_text, replace_file
from referee.files.portable import locked
from referee.play import loop
from referee.play.table import Answerer
from referee.text.screen import Screen

needs_locks = pytest.mark.skipif(portable.fcntl is None, reason="this system locks in another way")
administrator = pytest.mark.skipif(
    not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the administrator becomes another user"
)


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file, and nobody who waits for long."""
    monkeypatch.setattr(portable, "WAIT", 0.05)
    path = tmp_path / "friday.toml"
    path.write_text("old\n")
    return path


def test_a_lock_lies_beside_its_file_while_it_is_held_and_then_no_more(path: Path) -> None:
    with locked(path, path):
        assert names(path.parent) == [".friday.toml.lock", "friday.toml"]
    assert names(path.parent) == ["friday.toml"]


@needs_locks
def test_who_waits_too_long_is_told_for_whom_and_nothing_is_written(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("USER", "anna")
    with locked(path, path), pytest.raises(Held) as error:
        replace_file(path, "new\n", "old\n", backup=True)
    assert str(error.value) == (
        f"{path}: process {os.getpid()} of anna on {os.uname().nodename} is writing it "
        "and hasn't finished in 0.05 seconds"
    )
    assert (names(path.parent), path.read_text()) == (["friday.toml"], "old\n")


@needs_locks
def test_the_lock_of_another_program_is_respected_and_ends_with_it(path: Path) -> None:
    """Whatever its folder for temporary files is; killed, it leaves its lock file, which keeps nobody out."""
    holding = f"""
import sys
from pathlib import Path
from referee.files.portable import locked
from referee.text.screen import Screen
with locked(Path({str(path)!r}), Path({str(path)!r})):
    print("held", flush=True)
    sys.stdin.read()
"""
    env = {**os.environ, "TMPDIR": str(path.parent)}
    with subprocess.Popen(
        [sys.executable, "-c", holding], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=env
    ) as child:
        assert child.stdout is not None
        assert child.stdout.readline() == "held\n"
        with pytest.raises(Held, match=f"process {child.pid} of "):
            replace_file(path, "new\n", "old\n")
        child.kill()
        child.wait()
    assert ".friday.toml.lock" in names(path.parent)
    replace_file(path, "new\n", "old\n")
    assert (names(path.parent), path.read_text()) == (["friday.toml"], "new\n")


@needs_locks
def test_a_lock_that_was_taken_away_meanwhile_is_no_lock(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who had it before took the file with him: the next one may have made another already."""
    lock, try_lock, tried = path.with_name(".friday.toml.lock"), portable.try_lock, []

    def late(handle: int) -> bool:
        tried.append(handle)
        if len(tried) < 3:
            lock.unlink()
        if len(tried) == 2:
            lock.touch()
        return try_lock(handle)

    monkeypatch.setattr(portable, "try_lock", late)
    with locked(path, path):
        assert len(tried) == 3
        assert lock.exists()


def test_two_names_that_lead_to_one_file_have_one_lock(path: Path) -> None:
    link = path.with_name("link.toml")
    link.symlink_to(path)
    with locked(path, path), pytest.raises(Held, match=r"link\.toml: process "):
        replace_file(link, "new\n", "old\n")


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.ENOTSUP, errno.ENOLCK, errno.EINVAL])
def test_where_there_are_no_locks_the_comparison_is_what_is_left(
    number: int, path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class None_:
        LOCK_EX, LOCK_NB = 2, 4

        def flock(self, handle: int, how: int) -> None:
            raise OSError(number, os.strerror(number))

    monkeypatch.setattr(portable, "fcntl", None_())
    replace_file(path, "new\n", "old\n")
    with pytest.raises(Overtaken):
        replace_file(path, "newer\n", "old\n")
    assert (names(path.parent), path.read_text()) == (["friday.toml"], "new\n")


def test_a_link_in_the_place_of_the_lock_is_not_followed(path: Path, tmp_path: Path) -> None:
    path.with_name(".friday.toml.lock").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(BadInput, match=r"friday\.toml: can't be written: its lock .*\.friday\.toml\.lock is a link"):
        replace_file(path, "new\n", "old\n")
    assert names(tmp_path) == [".friday.toml.lock", "friday.toml"]


def test_a_folder_in_the_place_of_the_lock_is_named(path: Path) -> None:
    path.with_name(".friday.toml.lock").mkdir()
    with pytest.raises(BadInput, match=r"its lock .*\.friday\.toml\.lock is a folder; remove it"):
        replace_file(path, "new\n", "old\n")
    assert path.read_text() == "old\n"


# --- several users ------------------------------------------------------------------------------------


@contextmanager
def user(number: int) -> Iterator[None]:
    """Be another user for a while."""
    os.setegid(number)
    os.seteuid(number)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)


@pytest.fixture
def table() -> Iterator[Path]:
    """A folder that several users reach."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@administrator
@pytest.mark.parametrize("mode", [0o777, 0o1777])
def test_two_users_of_a_folder_write_in_turn(mode: int, table: Path) -> None:
    """Also past what a killed program of the other has left, as far as the folder lets one remove it."""
    table.chmod(mode)
    path = table / "friday.toml"
    with user(1001):
        create_file(path, "one\n")
        path.with_name(".friday.toml.lock").write_text("half")
        path.with_name(".friday.toml.lock").chmod(portable.shared_rights(table))
        path.with_name(".friday.toml.0123abcd.tmp").write_text("half")
    with user(1002):
        if mode == 0o777:
            replace_file(path, "two\n", "one\n", backup=True)
        else:  # each may replace only what is his
            with pytest.raises(BadInput, match=r"is another user's, and in .* each may replace only what is his"):
                replace_file(path, "two\n", "one\n", backup=True)
    with user(1001):
        replace_file(path, "three\n", read_text(path), backup=True)
    assert names(table) == ["friday.toml", "friday.toml.bak"]


@administrator
def test_a_lock_that_may_only_be_read_is_one_too(table: Path) -> None:
    table.chmod(0o777)
    path, lock = table / "friday.toml", table / ".friday.toml.lock"
    lock.write_text("process 1 of root on laptop")
    lock.chmod(0o644)
    with user(1001):
        create_file(path, "one\n")
    lock.touch(mode=0o600)
    with user(1001), pytest.raises(BadInput, match=r"its lock .* is another user's and can't be opened; if nobody"):
        replace_file(path, "two\n", "one\n")
    assert path.read_text() == "one\n"


@administrator
def test_a_folder_that_may_only_be_read_is_told_as_that(table: Path) -> None:
    path = table / "friday.toml"
    path.write_text("one\n")
    path.chmod(0o666)
    table.chmod(0o755)
    with user(1001), pytest.raises(BadInput) as error:
        replace_file(path, "two\n", "one\n")
    assert str(error.value) == (
        f"{path}: can't be written: nothing may be changed in the folder {table} (Permission denied)"
    )
    assert names(table) == ["friday.toml"]


@pytest.mark.parametrize(
    ("folder", "rights"), [(0o700, 0o600), (0o755, 0o600), (0o775, 0o660), (0o777, 0o666), (0o1777, 0o666)]
)
def test_who_may_write_in_a_folder_may_lock_there(folder: int, rights: int, tmp_path: Path) -> None:
    tmp_path.chmod(folder)
    assert portable.shared_rights(tmp_path) == rights
    path = tmp_path / "a.toml"
    with locked(path, path):
        assert path.with_name(".a.toml.lock").stat().st_mode & 0o777 == rights


# --- as the commands tell it --------------------------------------------------------------------------

BEGIN = (
    "--player",
    "Anna:worker",
    "--player",
    "Bo:merchant",
    "--deck",
    "none",
    "--draws",
    "table",
    "--yes",
    "--locked",
    "norse, greek",
    "--dealt",
    "Anna: A, B, C",
    "--dealt",
    "Bo: D, E, F",
)


def run(*arguments: object, code: int = 0) -> str:
    words = [str(argument) for argument in arguments]
    result = CliRunner().invoke(build(words), words)
    assert result.exit_code == code, result.output
    return result.stdout if code == 0 else result.stderr


@needs_locks
def test_a_move_into_a_held_save_is_refused_and_can_be_tried_again(path: Path) -> None:
    path.unlink()
    run("new", path, *BEGIN)
    text = path.read_text()
    with locked(path, path):
        told = run("do", path, "place worker lumber mill", code=2)
        assert told.startswith(f"{path}: process {os.getpid()} of ")
        assert told.endswith("nothing of yours was written. Try again\n")
    assert (path.read_text(), names(path.parent)) == (text, ["friday.toml"])
    run("do", path, "place worker lumber mill")
    with locked(path, path):
        told = run("undo", path, code=2)
    assert "Undid" not in told
    run("undo", path)


class Patient(Answerer):
    """Answers once while another program has the save's lock, and once more when it is free."""

    patient = True

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked: list[str] = []
        self.holding = ExitStack()

    def ask(self, question: Question[Any]) -> str | None:
        self.asked.append(question.prompt)
        if len(self.asked) == 1:
            self.holding.enter_context(locked(self.path, self.path))
        else:
            self.holding.close()
        return "place worker lumber mill" if len(self.asked) < 3 else None


@needs_locks
def test_at_a_prompt_one_is_told_who_has_the_lock_and_asked_again(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path.unlink()
    run("new", path, *BEGIN)
    table, person = open_table(path, Screen(plain=True)), Patient(path)
    assert not loop.play(table, person)
    assert person.asked[0] == person.asked[1] != person.asked[2]
    shown = " ".join(capsys.readouterr().out.split())
    assert "is writing it and hasn't finished in 0.05 seconds. Nothing was overwritten" in shown
    assert len(open_table(path, Screen(plain=True)).public_log()) == 1
