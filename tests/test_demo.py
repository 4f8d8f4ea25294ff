"""`referee demo`: a guided evening whose every command is the real one."""

from __future__ import annotations

import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import CompletedProcess

import pytest

from referee.cli.demo import SCRIPT, DemoWalk, _folder, _walk, fit_lines, shell_line, wrap_lines
from referee.files.files import convert, read_toml
from referee.games.conjurers import GAME as CONJURERS
from tests.children import referee
from tests.terminal import ended, start

WALK = convert(read_toml(_folder("conjurers") / SCRIPT), DemoWalk, SCRIPT)


def demo(*options: str, cwd: Path, code: int = 0, **environment: str) -> CompletedProcess[str]:
    return referee("demo", *options, code=code, cwd=cwd, env={**os.environ, **environment})


def test_every_step_shows_its_command_and_what_it_answers(tmp_path: Path) -> None:
    """The arithmetic, the refusal, the correction and the score are those of the real commands."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    done = demo("--no-wait", "--plain", cwd=tmp_path, TMPDIR=str(scratch))
    shown = " ".join(done.stdout.split())
    for step in WALK.step:
        assert f"$ referee {step.run.split()[0]} " in shown
        assert " ".join(step.say.split()[:6]) in shown
    assert "2 dice 2+1 = 3, offensive +2: 5 dealt; 2 of 7 left" in shown
    assert "2 dice 2+2 = 4, offensive +2: 6 dealt; 1 of 7 left" in shown
    assert "Anna takes the card Sand Beetle" in shown
    assert "Entry 2 is now: place worker lumber mill" in shown
    assert "Anna would win with 5 victory points" in shown
    assert "taken by Anna's warrior (One figure per space, E1; tables differ" in done.stderr
    assert "referee new friday.toml" in done.stderr.splitlines()[-1]
    assert "\x1b" not in done.stdout
    assert list(tmp_path.iterdir()) == [scratch]
    assert list(scratch.iterdir()) == []
    typed = [step for step in WALK.step if step.type]
    assert typed
    for step in typed:  # what is typed at the prompts of `play`
        assert f"$ referee {step.run}" in done.stdout
        for line in filter(None, step.type):
            assert f": {line}" in shown


def test_the_cards_of_the_evening_are_without_fault_and_invented() -> None:
    deck = CONJURERS.deck(_folder("conjurers") / "cards.toml")
    found = deck.findings().data()
    assert (found["faults"], found["doubts"]) == ([], [])
    assert "INVENTED" in deck.text


@pytest.mark.parametrize(("keys", "says"), [("q\r", "Stopped. Your own evening"), ("\x03", "Stopped.")])
def test_enter_goes_on_and_q_or_ctrl_c_ends_it(tmp_path: Path, keys: str, says: str) -> None:
    child = start("demo", columns=80, cwd=str(tmp_path))
    child.expect(re.escape("evening.toml is ready"))
    child.expect("Enter goes on")
    child.send("\r")
    child.expect("Anna's warrior goes to: duat")
    child.expect("Enter goes on")
    child.send(keys)
    child.expect(re.escape(says))
    ended(child)


@pytest.mark.skipif(os.name != "posix", reason="no pipe is broken by a signal there")
def test_who_reads_no_further_ends_its_commands_quietly(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "referee", "demo", "--no-wait"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, text=True) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        while not child.stdout.readline().startswith("$"):
            pass  # the first command follows
        child.stdout.close()
        told = child.stderr.read()
    assert (child.returncode, "ended with" in told) == (-signal.SIGPIPE, False)


def test_a_command_is_shown_as_people_type_it() -> None:
    assert shell_line(["new", "a.toml", "Thieves' Guild 8", "two words"]) == (
        "$ referee new a.toml \"Thieves' Guild 8\" 'two words'"
    )
    assert shlex.split(shell_line(["it's $5", 'a "b"'])) == ["$", "referee", "it's $5", 'a "b"']


def test_a_message_is_broken_between_words() -> None:
    assert wrap_lines("it costs 6 Gold\n\nAnna has 2", 12) == ["it costs 6", "Gold", "", "Anna has 2"]


@pytest.mark.parametrize("game", ["conjurers", "enchanters"])
def test_each_step_fits_a_small_screen_and_keeps_its_colours(game: str, tmp_path: Path) -> None:
    """At 80 x 24 nobody scrolls: what is long is cut in the middle, and the prompts of `play` fit.

    No letters stand where colours should be, and what to go on with comes after the answer.
    """
    steps = len(_walk(game).step)
    environment = {key: value for key, value in os.environ.items() if key != "NO_COLOR"} | {"TERM": "xterm-256color"}
    child = start("demo", "--game", game, rows=24, columns=80, cwd=str(tmp_path), env=environment)
    shown = []
    for number in range(1, steps + 1):
        child.expect(f"Step {number} of {steps}")
        child.expect("Enter goes on" if number < steps else "That was all")
        shown.append(child.before)
        assert len(child.before.replace("\r", "").split("\n")) <= 24, number
        if number < steps:
            child.send("\r")
    ended(child)
    assert not any("?[" in step for step in shown)
    if game == "conjurers":
        asked = next(step for step in shown if "referee next evening.toml\x1b" in step)
        assert "\x1b[" in asked.partition("Next: ")[0]
        assert asked.rindex("Go on with: ") > asked.index("summon Minion 1")


def test_a_long_text_is_cut_in_the_middle() -> None:
    lines = [str(number) for number in range(30)]
    cut = fit_lines(lines, 12)
    assert len(cut) == 12
    assert cut[:5] == lines[:5]
    assert cut[-6:] == lines[-6:]
    assert "19 more lines" in cut[5]
    assert fit_lines(lines[:12], 12) == lines[:12]


def test_a_game_that_is_not_known_has_no_evening(tmp_path: Path) -> None:
    assert "there is no game" in demo("--game", "chess", cwd=tmp_path, code=2).stderr
