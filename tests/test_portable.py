"""What systems do differently: each call with its counterpart, and the program without what only POSIX has."""

from __future__ import annotations

import errno
import hashlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from referee.errors import BadInput, Held
from referee.files import portable
from referee.files.files import backup_of, create_file, expect_place, remove_file, replace_file, write_file
from referee.files.portable import locked

ROOT = Path(__file__).parents[1]


def test_digests_are_those_of_hashlib() -> None:
    for data in (b"", b"Anna", bytes(range(256)) * 500):
        assert portable.sha256()(data).hexdigest() == hashlib.sha256(data).hexdigest()


def names(folder: Path) -> list[str]:
    return sorted(os.listdir(folder))


# --- a system as Windows is ---------------------------------------------------------------------------


class Windows:
    """The rules of Windows that matter here: no open file goes, nothing is renamed over a file, bytes are locked."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.opened: dict[int, str] = {}
        self.locked: dict[tuple[str, int], int] = {}
        self.readers: list[str] = []
        self.vanishing = 0
        watched = ("open", "close", "unlink", "rename", "replace")
        self._os = SimpleNamespace(**{name: getattr(os, name) for name in watched})
        for name in watched:
            patch.setattr(os, name, getattr(self, name))
        for name in ("link", "chown", "fchmod", "uname", "pathconf", "O_DIRECTORY", "O_NOFOLLOW"):
            patch.delattr(os, name, raising=False)
        patch.setattr(portable, "fcntl", None)
        patch.setattr(portable, "msvcrt", SimpleNamespace(locking=self.locking, LK_NBLCK=2))
        patch.setattr(portable, "windows", True)

    def _refuse(self, path: object) -> None:
        if str(path) in (*self.opened.values(), *self.readers):
            if self.readers:
                self.readers.pop()  # it is gone soon
            raise PermissionError(errno.EACCES, "Another process has it open", str(path))

    def open(self, path: Any, flags: int, mode: int = 0o777) -> int:
        if os.path.isdir(path):
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        if self.vanishing:
            self.vanishing -= 1
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        handle: int = self._os.open(path, flags, mode)
        self.opened[handle] = str(path)
        return handle

    def close(self, handle: int) -> None:
        self.opened.pop(handle, None)
        for key in [key for key, holder in self.locked.items() if holder == handle]:
            del self.locked[key]
        self._os.close(handle)

    def unlink(self, path: Any, **_: Any) -> None:
        self._refuse(path)
        self._os.unlink(path)

    def rename(self, source: Any, target: Any) -> None:
        if os.path.lexists(target):
            raise FileExistsError(errno.EEXIST, "File exists", str(target))
        self._os.rename(source, target)

    def replace(self, source: Any, target: Any) -> None:
        self._refuse(source)
        self._refuse(target)
        self._os.replace(source, target)

    def locking(self, handle: int, how: int, count: int) -> None:
        place = self.opened[handle], os.lseek(handle, 0, os.SEEK_CUR)
        if place in self.locked:
            raise PermissionError(errno.EACCES, "Permission denied")
        self.locked[place] = handle


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> Iterator[Windows]:
    system = Windows(monkeypatch)
    yield system
    assert not system.opened
    assert not system.locked


def test_files_are_written_on_windows(windows: Windows, tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    create_file(path, "one\n")
    with pytest.raises(BadInput, match="already exists"):
        create_file(path, "two\n")
    replace_file(path, "two\r\n", "one\n", backup=True)
    assert (path.read_bytes(), backup_of(path).read_bytes()) == (b"two\r\n", b"one\n")
    write_file(path, "three\n")
    assert names(tmp_path) == ["a.toml", "a.toml.bak"]
    assert remove_file(path, "three\n")
    assert names(tmp_path) == ["a.toml.bak"]


def test_a_lock_is_one_on_windows_and_who_has_it_can_be_read(
    windows: Windows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("referee.files.portable.WAIT", 0.02)
    monkeypatch.delenv("USER", raising=False)
    monkeypatch.setenv("USERNAME", "anna")
    monkeypatch.setenv("COMPUTERNAME", "LAPTOP")
    path = tmp_path / "a.toml"
    with locked(path, path), pytest.raises(Held, match=f"process {os.getpid()} of anna on LAPTOP is writing it"):
        create_file(path, "one\n")
    windows.vanishing = 1  # it is just being taken away
    create_file(path, "one\n")
    assert names(tmp_path) == ["a.toml"]
    windows.vanishing = 99
    with pytest.raises(Held, match="another program is writing it"):
        replace_file(path, "two\n", "one\n")


def test_a_file_that_somebody_is_reading_is_replaced_a_moment_later(
    windows: Windows, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.toml"
    create_file(path, "one\n")
    waited: list[float] = []
    monkeypatch.setattr(time, "sleep", waited.append)
    windows.readers += [str(path)] * 3
    replace_file(path, "two\n", "one\n", backup=True)
    assert (path.read_text(), len(waited)) == ("two\n", 3)
    windows.readers += [str(path)] * 99
    with pytest.raises(BadInput, match="can't be written"):
        replace_file(path, "three\n", "two\n", backup=True)
    windows.readers.clear()
    assert (path.read_text(), backup_of(path).read_text()) == ("two\n", "one\n")
    replace_file(path, "three\n", "two\n", backup=True)
    assert names(tmp_path) == ["a.toml", "a.toml.bak"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("a:b.toml", "a name can't hold ':' on Windows"),
        ("what?.toml", "a name can't hold '?' on Windows"),
        ("a\tb.toml", "a name can't hold '\\t' on Windows"),
        ("aux.toml", "aux is the name of a device on Windows"),
        ("Com1", "Com1 is the name of a device on Windows"),
        ("friday.", "can't end with a space or a full stop on Windows"),
        ("a\0b.toml", "a name can't hold the character NUL"),
    ],
)
def test_names_that_a_system_forbids_are_refused_before_anything_is_asked(
    name: str, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / name
    if "\0" not in name:
        expect_place(path)  # here it may be called so
    monkeypatch.setattr(portable, "windows", True)
    with pytest.raises(BadInput) as error:
        expect_place(path)
    assert says in str(error.value)


@pytest.mark.parametrize("name", ["friday.toml", "comet.toml", "console.toml", "com10.toml", ".hidden", "a b", "Zoë"])
def test_other_names_are_fine_on_windows(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(portable, "windows", True)
    expect_place(tmp_path / name)


def test_a_file_on_another_drive_is_named_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert portable.relative(tmp_path / "a" / "deck.toml", tmp_path) == os.path.join("a", "deck.toml")

    def other_drive(path: Path, start: Path) -> str:
        raise ValueError("path is on mount 'D:', start on mount 'C:'")

    monkeypatch.setattr(os.path, "relpath", other_drive)
    assert portable.relative(tmp_path / "deck.toml", tmp_path) == str(tmp_path / "deck.toml")


@pytest.mark.parametrize("lacking", [False, True])
def test_a_file_is_brought_to_the_disk_on_macos(
    lacking: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By its own call, and where the file system lacks that by fsync, whose errors count."""
    called: list[str] = []

    def control(handle: int, what: int) -> int:
        called.append(f"call {what}")
        if lacking:
            raise OSError(errno.ENOTSUP, "Operation not supported")
        return 0

    def sync(handle: int) -> None:
        called.append("fsync")
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(portable, "fcntl", SimpleNamespace(F_FULLFSYNC=51, fcntl=control))
    monkeypatch.setattr(os, "fsync", sync)
    path = tmp_path / "a.toml"
    path.touch()
    with path.open() as file:
        if lacking:
            with pytest.raises(OSError, match="Input/output"):
                portable.sync_file(file.fileno())
        else:
            portable.sync_file(file.fileno())
    assert called == (["call 51", "fsync"] if lacking else ["call 51"])


# --- the program without what only POSIX has ----------------------------------------------------------

WITHOUT = """
import os, sys
for name in ("fcntl", "termios", "tty", "pty", "resource", "pwd", "grp", "readline", "syslog", "crypt", "posix1e"):
    sys.modules[name] = None
for name in ("chown", "lchown", "fchown", "fchmod", "link", "symlink", "uname", "pathconf", "fpathconf", "mkfifo",
             "getuid", "geteuid", "getgid", "getegid", "getgroups", "fork", "forkpty", "openpty", "setsid", "getpgid",
             "getpgrp", "getppid", "killpg", "nice", "sync", "fdatasync", "statvfs", "fstatvfs", "chroot", "ttyname",
             "O_DIRECTORY", "O_NOFOLLOW", "O_NOCTTY", "O_NONBLOCK", "O_SYNC"):
    if hasattr(os, name):
        delattr(os, name)
import signal
for name in ("SIGHUP", "SIGQUIT", "SIGKILL", "SIGPIPE", "SIGALRM", "SIGUSR1", "SIGCHLD", "SIGTSTP", "SIGCONT",
             "SIGWINCH", "alarm", "setitimer", "pthread_sigmask", "siginterrupt", "sigwait", "pause"):
    if hasattr(signal, name):
        delattr(signal, name)
from referee.__main__ import main
lines = open(sys.argv[1], encoding="utf-8").read().splitlines()
for line in lines:
    sys.argv = ["referee", *line.split("|")]
    print(">", *sys.argv, flush=True)
    try:
        main()
    except SystemExit as end:
        assert not end.code, (line, end.code)
    sys.stdout.flush()
from referee.files import portable
assert portable.fcntl is None and portable.msvcrt is None
"""

PATHS = """\
--version
score|{root}/examples/four-players.toml|--svg|points.svg|--html|points.html
judge|{root}/examples/duel-entered-dice.toml
rules|can a flyer be bound
new|friday.toml|--player|Anna:worker|--player|Zoë:merchant|--deck|none|--draws|table|--yes|--locked|norse, greek\
|--dealt|Anna: A, B, C|--dealt|Zoë: D, E, F
next|friday.toml|--json
do|friday.toml|place worker lumber mill|place merchant wood storage
undo|friday.toml
redo|friday.toml
adjust|friday.toml|Anna|food|7|--because|miscounted
amend|friday.toml|1|place worker stone mine
log|friday.toml|--moves
why|friday.toml
verify|friday.toml
status|friday.toml|--plain
watch|friday.toml|--once
score|friday.toml|--json
do|four.toml|--from|{root}/examples/four-player-game.moves|--brief
cards|add|box.toml|Wolf: level 1, earth, 5/2, poisonous
cards|edit|box.toml|Wolf|6/2
cards|export|box.toml|box.csv
cards|import|box.toml|box.csv
config|dice|average
config|dice
config|--reset
battle|duel.toml|--moves|duel.moves|--kind|duel|--dice|average|--optional|none|--attacker|Anna|--defender|Zoë
do|quest.toml|--from|{root}/examples/enchanters/three-players.moves|--brief
status|quest.toml
"""


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_the_program_runs_without_what_only_posix_has(encoding: str, tmp_path: Path) -> None:
    """Every module that Windows lacks and the functions of `os` and `signal`, also where the console isn't UTF-8."""
    (tmp_path / "paths").write_text(PATHS.format(root=ROOT), encoding="utf-8")
    (tmp_path / "duel.moves").write_bytes(
        "Wölf: level 1, 5/2\r\ndone\r\ndone\r\nImp: level 1, 4/2\r\ndone\r\ndone\r\nsummon Wölf 2\r\n".encode()
    )
    env = {**os.environ, "REFEREE_CONFIG": str(tmp_path / "config.toml"), "PYTHONIOENCODING": encoding}
    env |= {"PYTHONUTF8": "0", "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0"}
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT, "paths"], cwd=tmp_path, env=env, capture_output=True, check=False
    )
    assert done.returncode == 0, done.stdout[-500:] + done.stderr
    found = set(names(tmp_path))
    assert found >= {
        "friday.toml",
        "friday.toml.bak",
        "four.toml",
        "box.toml",
        "box.csv",
        "duel.toml",
        "quest.toml",
        "points.svg",
        "points.html",
        "config.toml.bak",
    }
    assert not [name for name in found if name.startswith(".")]


# --- files as other systems write them ----------------------------------------------------------------


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    env = {**os.environ, "REFEREE_CONFIG": str(folder / "config.toml")}
    return subprocess.run(
        [sys.executable, "-m", "referee", *words],
        cwd=folder,
        env=env,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )


def test_line_ends_and_marks_of_windows_are_read_everywhere(tmp_path: Path) -> None:
    """A save, a deck, preferences and a script that an editor of Windows has saved."""

    def as_on_windows(name: str) -> None:
        path = tmp_path / name
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))

    run(tmp_path, "config", "dice", "average")
    run(tmp_path, "cards", "add", "box.toml", "Wolf: level 1, earth, 5/2, poisonous")
    (tmp_path / "a.moves").write_text(
        "new --player Anna:worker --player Bo:merchant --deck none --draws table "
        '--locked "norse, greek" --dealt "Anna: A, B, C" --dealt "Bo: D, E, F"\nplace worker lumber mill\n'
    )
    as_on_windows("a.moves")
    run(tmp_path, "do", "friday.toml", "--from", "a.moves")
    for name in ("config.toml", "box.toml", "friday.toml"):
        as_on_windows(name)
    run(tmp_path, "config", "plain", "on")
    run(tmp_path, "cards", "add", "box.toml", "Imp: level 1, 4/2")
    run(tmp_path, "do", "friday.toml", "place merchant wood storage")
    assert "agree" in run(tmp_path, "verify", "friday.toml").stdout
    assert len(run(tmp_path, "cards", "list", "box.toml").stdout.splitlines()) >= 2
    assert '"dice":"average"' in run(tmp_path, "config", "--json").stdout
