"""What a command finds where its streams, its terminal or its environment are out of the ordinary."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pexpect
import pytest

from referee.text.streams import sanitized
from tests.conjurers.test_game_commands import begin, run

POSIX = pytest.mark.skipif(os.name != "posix", reason="shells, pipes and signals of POSIX")


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return begin(tmp_path_factory.mktemp("streams") / "friday.toml")


def shell(line: str, save: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """A line as bash runs it, in which `R` is the program and `F` a save."""
    words = line.replace("R ", f'"{sys.executable}" -m referee ').replace("F", f'"{save}"')
    return subprocess.run(
        ["bash", "-c", words], capture_output=True, check=False, timeout=60, env={**os.environ, **environment}
    )


@POSIX
@pytest.mark.parametrize("line", ["R --version >&-", "R status F >&-", "R status F --json >&-"])
def test_standard_output_that_is_closed_is_told(line: str, save: Path) -> None:
    done = shell(line, save)
    assert (done.returncode, done.stderr.decode().splitlines()[:1]) == (
        2,
        ["referee: can't write the output: Bad file descriptor"],
    )


@POSIX
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize("line", ["R --version >/dev/full", "R status F >/dev/full", "R log F --json >/dev/full"])
def test_a_full_disk_is_told(line: str, save: Path) -> None:
    done = shell(line, save)
    assert (done.returncode, done.stderr.decode()) == (
        2,
        "referee: can't write the output: No space left on device\n",
    )


@POSIX
def test_closed_standard_input_is_empty_and_closed_standard_error_hears_nothing(save: Path) -> None:
    done = shell("R do F --from - <&-", save)
    assert (done.returncode, b"Next: " in done.stdout) == (0, True)
    done = shell("R play F <&-", save)
    assert (done.returncode, done.stderr.startswith(b"there is no terminal to ask at")) == (2, True)
    done = shell("R play F 2>&-", save)
    assert (done.returncode, done.stdout, done.stderr) == (2, b"", b"")


@POSIX
@pytest.mark.parametrize("line", ["R status F", "R status F --json", "R rules --game conjurers", "R log F --moves"])
def test_who_reads_no_more_ends_the_program_quietly(line: str, save: Path) -> None:
    """As every other tool: by the signal, which a shell tells as 141."""
    done = shell(f"{line} | true; exit ${{PIPESTATUS[0]}}", save)
    assert (done.returncode, done.stderr.splitlines()[1:]) == (141, [])


@POSIX
@pytest.mark.parametrize("columns", ["abc", "0", "-5", "²", "3000000", ""])
def test_any_number_of_columns_will_do(columns: str, save: Path) -> None:
    done = shell("R status F", save, COLUMNS=columns)
    assert done.returncode == 0
    assert 40 < max(map(len, done.stdout.decode().splitlines())) <= 500


def test_a_home_folder_that_nobody_has(monkeypatch: pytest.MonkeyPatch, save: Path) -> None:
    monkeypatch.setenv("REFEREE_CONFIG", "~nosuch/x")
    for words in ("status", save), ("config", "--json"), ("config", "--reset"):
        assert run(*words, code=2).stderr == "~nosuch/x: there is no such home folder; write the whole path\n"


@POSIX
def test_a_name_that_no_file_system_takes_is_told_in_short(save: Path) -> None:
    done = shell("R status F", save, REFEREE_CONFIG="x" * 5000)
    assert (done.returncode, len(done.stderr) < 200, b"File name too long" in done.stderr) == (2, True, True)
    assert len(shell(f"R do F {'x' * 5000}", save).stderr) < 1000
    assert len(shell(f"R {'x' * 5000}", save).stderr) < 1000


@POSIX
def test_a_script_that_never_ends_is_refused(save: Path) -> None:
    done = shell("R do F --from - </dev/zero", save)
    assert (done.returncode, done.stderr.decode()) == (
        2,
        "standard input: is too large to be read; it can have 4 MB at most\n",
    )


# --- text from outside ------------------------------------------------------------------------------

HARM = "\x1b]0;pwned\x07\x9b31m\u202e\u200b"


def clean(done: subprocess.CompletedProcess[bytes]) -> str:
    """What was said and written, if a terminal has nothing in it to obey."""
    told = (done.stdout + done.stderr).decode()
    assert sanitized(told) == told
    return told


@POSIX
def test_nothing_in_a_file_reaches_the_screen_as_a_command(tmp_path: Path) -> None:
    """Names of files, keys and values; the reason of a correction, also where it is replayed."""
    save = begin(tmp_path / "friday.toml")
    odd = tmp_path / f"a{HARM}.toml"
    odd.write_bytes(save.read_bytes())
    assert "Anna" in clean(shell("R status F", odd))
    assert "pwned" in clean(shell(f"R status F '--{HARM}'", save))
    assert "pwned" in clean(shell("R status F", tmp_path / f"{HARM}.toml"))
    odd.write_text(f'game = "conjurers"\n"{HARM_IN_TOML}" = 1\n', encoding="utf-8")
    assert "pwned" in clean(shell("R score F", odd))
    odd.write_text(f'game = "conjurers"\n[[players]]\nname = "A{HARM_IN_TOML}"\nfood = "{HARM_IN_TOML}"\n', "utf-8")
    assert "pwned" in clean(shell("R score F", odd))
    assert "food" in clean(shell(f"R adjust F Anna food 9 --because 'the {HARM} cat'", save))
    for line in "R log F", "R why F", "R watch F --once", "R log F --json", "R undo F", "R redo F":
        assert "pwned" in clean(shell(line, save)), line


HARM_IN_TOML = "".join(letter if letter.isprintable() else f"\\u{ord(letter):04x}" for letter in HARM)


@POSIX
def test_what_programs_read_stays_exact(tmp_path: Path) -> None:
    save = begin(tmp_path / "friday.toml")
    run("adjust", save, "Anna", "food", 9, "--because", "the \u200b cat")
    assert "the \u200b cat" in shell("R log F --moves", save).stdout.decode()
    assert rb"the \u200b cat" in shell("R log F --json", save).stdout


@POSIX
def test_a_terminal_sees_scripts_and_colours_clean(tmp_path: Path) -> None:
    save = begin(tmp_path / "friday.toml")
    run("adjust", save, "Anna", "food", 9, "--because", f"the {HARM} cat")
    for words in ("log", "--moves"), ("log",), ("status",):
        child = terminal(words[0], str(save), *words[1:])
        child.expect(pexpect.EOF)
        told = re.sub(r"\x1b\[[\d;]*m|\r", "", child.before)  # the program's own colours
        assert sanitized(told) == told


@POSIX
def test_no_word_of_a_message_is_broken_on_a_terminal_and_a_command_stays_on_its_line(tmp_path: Path) -> None:
    save = begin(tmp_path / "friday.toml")
    for name in ("monday", "tuesday", "wednesday", "thursday"):
        (tmp_path / f"{name}-evening-with-friends.toml").write_text("[project]\n", encoding="utf-8")
    child = terminal("evenings", str(tmp_path))
    child.expect(pexpect.EOF)
    first, second, *_ = child.before.splitlines()
    assert first.startswith("note: left out, as they are no saves of games: monday-evening-with-friends.toml, ")
    assert first.endswith("-with-friends.toml,")
    assert second == "tuesday-evening-with-friends.toml and 1 more"
    child = terminal("odds", str(save), "Wolf")
    child.expect(pexpect.EOF)
    assert f"with --move: referee odds {save} --move Wolf\r\n" in child.before


# --- being asked to end -----------------------------------------------------------------------------


def terminal(*words: str) -> Any:
    env = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES", "NO_COLOR")}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "referee", *words],
        timeout=60,
        encoding="utf-8",
        dimensions=(50, 120),
        env={**env, "TERM": "xterm-256color", "PROMPT_TOOLKIT_NO_CPR": "1"},
    )
    child.delaybeforesend = None
    return child


@POSIX
@pytest.mark.parametrize(
    ("command", "options", "how"),
    [
        *((command, options, "SIGTERM") for command in ("play", "watch") for options in ((), ("--plain",))),
        *((command, (), "SIGHUP") for command in ("play", "watch")),
    ],
)
def test_a_program_that_is_asked_to_end_leaves_the_terminal_as_it_was(
    command: str, options: tuple[str, ...], how: str, save: Path
) -> None:
    import termios

    child = terminal(command, str(save), *options)
    before = termios.tcgetattr(child.child_fd)
    child.expect("Anna places")
    until = time.monotonic() + (0.5 if options or command == "watch" else 20)
    while termios.tcgetattr(child.child_fd) == before and time.monotonic() < until:
        time.sleep(0.05)  # until the prompt has taken the terminal over
    time.sleep(0.3)
    told = child.before
    number = getattr(signal, how)
    child.kill(number)
    child.expect(pexpect.EOF)
    told += child.before
    after = termios.tcgetattr(child.child_fd) if sys.platform == "linux" else before  # elsewhere it is gone by then
    child.close()
    assert child.signalstatus == number
    assert after == before
    assert told.rfind("\x1b[?25l") <= told.rfind("\x1b[?25h")  # the cursor is shown again
    assert told.rfind("\x1b[?2004h") <= told.rfind("\x1b[?2004l")  # and what is pasted comes as typed
    assert "Traceback" not in told


ENDED_EARLY = """
import os, signal, tty
from referee.text.streams import Terminated, die_of, standard
try:
    with standard():
        print("ready")
        input()
        tty.setraw(0)
        os.kill(os.getpid(), signal.SIGTERM)
except Terminated as error:
    die_of(error.name)
"""


@POSIX
def test_a_program_that_is_ended_while_a_prompt_takes_the_terminal_over_gives_it_back() -> None:
    import termios

    child = pexpect.spawn(sys.executable, ["-c", ENDED_EARLY], encoding="utf-8")
    child.expect("ready")
    before = termios.tcgetattr(child.child_fd)
    child.sendline()
    child.expect(pexpect.EOF)
    after = termios.tcgetattr(child.child_fd) if sys.platform == "linux" else before
    child.close()
    assert (child.signalstatus, after) == (signal.SIGTERM, before)


@POSIX
def test_a_message_is_as_wide_as_the_terminal_that_it_stands_on(tmp_path: Path) -> None:
    """Standard output may go elsewhere, or be wider."""
    import fcntl
    import pty
    import struct
    import termios

    above, beneath = pty.openpty()
    fcntl.ioctl(beneath, termios.TIOCSWINSZ, struct.pack("HHHH", 20, 40, 0, 0))
    env = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    words = [sys.executable, "-m", "referee", "new", str(tmp_path / "x.toml"), "--game", "nothing"]
    subprocess.run(words, stdout=subprocess.PIPE, stderr=beneath, env=env, check=False, timeout=60)
    told = os.read(above, 2000).decode()
    os.close(above)
    os.close(beneath)
    assert "known is" in told
    assert max(map(len, told.splitlines())) <= 40


@POSIX
def test_what_installs_the_tab_key_shows_no_codes_of_colours(tmp_path: Path) -> None:
    """The shell is named: it isn't looked for among the ancestors of what runs the tests, which may have none."""
    env = {
        **os.environ,
        "HOME": str(tmp_path),
        "TERM": "xterm-256color",
        "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1",
    }
    words = ["-m", "referee", "--install-completion", "bash"]
    child = pexpect.spawn(sys.executable, words, timeout=60, encoding="utf-8", env=env)
    child.expect("completion installed")
    told = child.before
    child.expect(pexpect.EOF)
    child.close()
    assert "?[" not in told + child.before


_WHILE_LOADING = """
import os, sys
from referee.__main__ import main
module, number, *sys.argv[1:] = sys.argv[1:]
class Stops:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            os.kill(os.getpid(), int(number))
sys.meta_path.insert(0, Stops())
main()
"""


@pytest.mark.parametrize("module", ["msgspec", "referee.text.streams"])
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, -signal.SIGTERM)])
@pytest.mark.parametrize("words", [["rules", "flying"], ["rules", "flying", "--plain"]], ids=["straight", "built"])
def test_stopped_while_it_is_loaded_it_ends_quietly(
    module: str, number: signal.Signals, code: int, words: list[str]
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _WHILE_LOADING, module, str(int(number)), *words],
        capture_output=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stdout, done.stderr) == (code, b"", b"")
