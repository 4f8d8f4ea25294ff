"""The tab key and names from outside: no shell runs a part of what it is offered."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Callable
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any

import pexpect
import pytest
import typer

from referee.cli import MODULES, build, straight
from referee.cli.completing import PLACES, Offered, entries, offer, played, records, saves
from tests.children import python, referee
from tests.conjurers.test_game_commands import begin

EXAMPLES = Path(__file__).parents[1] / "examples"

HARMFUL = (
    "a\\$(touch pwned).toml",
    "b$(touch pwned).toml",
    "c`touch pwned`.toml",
    "d\\`touch pwned\\`.toml",
    "e\n$(touch pwned).toml",
    "f\x1b]0;x\x07.toml",
    "g\u202e.toml",
    "h\\.toml",
)
"""Names that no shell is offered."""


def offered(shell: str, *words: str, typed: str = "", monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a shell is offered of some words, where `typed` stands under the cursor."""
    monkeypatch.setenv("_REFEREE_COMPLETE", f"complete_{shell}")
    monkeypatch.setenv("COMP_WORDS", f"referee\nplay\n{typed}")
    monkeypatch.setenv("COMP_CWORD", "2")
    found: Offered = [(word, "") for word in words]
    context = typer.Context(typer.main.get_command(typer.Typer(callback=lambda: None, no_args_is_help=True)))
    return [word for word, _ in offer(lambda *_: found, context, typed.lstrip("'\""))]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell", "pwsh"])
def test_what_a_shell_might_run_is_not_offered(shell: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert offered(shell, *HARMFUL, "fine.toml", monkeypatch=monkeypatch) == ["fine.toml"]


def test_bash_gets_what_is_special_escaped_and_in_quotes_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    words = "Odin's Spear", "Mask; touch pwned", 'A "x" (2)', "{a,b}", "Ouch!"
    assert offered("bash", *words, monkeypatch=monkeypatch) == [
        r"Odin\'s\ Spear",
        r"Mask\;\ touch\ pwned",
        r"A\ \"x\"\ \(2\)",
        r"\{a,b\}",
        r"Ouch\!",
    ]
    assert offered("bash", *words, typed='"', monkeypatch=monkeypatch) == [
        "Odin's Spear",
        "Mask; touch pwned",
        "{a,b}",
    ]
    assert offered("bash", *words, typed="'", monkeypatch=monkeypatch) == [
        "Mask; touch pwned",
        'A "x" (2)',
        "{a,b}",
    ]


def test_zsh_gets_names_with_the_other_apostrophe_and_no_file_that_it_would_change(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    words = "Odin's Spear", "Bo's.toml", "Bo's/", 'an "x"', "place worker (2)"
    assert offered("zsh", *words, monkeypatch=monkeypatch) == ["Odin’s Spear", "place worker (2)"]


def test_powershell_gets_more_than_a_word_in_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    words = "games/friday.toml", "(calc)", "Odin's Spear", "a;calc"
    assert offered("pwsh", *words, monkeypatch=monkeypatch) == [
        "games/friday.toml",
        "'(calc)'",
        "'Odin''s Spear'",
        "'a;calc'",
    ]


def test_remarks_have_nothing_that_is_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Typer renders them as rich's markup and lets zsh evaluate them."""
    monkeypatch.setenv("_REFEREE_COMPLETE", "complete_zsh")
    context = typer.Context(typer.main.get_command(typer.Typer(callback=lambda: None, no_args_is_help=True)))
    remark = "resolve recruiter [/x] \\$(touch pwned) `y` \x1b[31m"
    (offer_,) = offer(lambda *_: [("1", remark)], context, "")
    assert not set(offer_[1]) & set("[]\\$`\x1b")


def test_a_pipe_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not hasattr(os, "mkfifo"):
        pytest.skip("only POSIX has named pipes")
    os.mkfifo(tmp_path / "pipe.toml")
    context = typer.Context(typer.main.get_command(typer.Typer(callback=lambda: None, no_args_is_help=True)))
    assert offer(saves, context, f"{tmp_path}/") == []


@pytest.mark.parametrize("what", ["open", "is_dir"])
def test_a_file_that_cant_be_read_hides_no_other(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One of somebody else's, or a link into a folder that is closed."""
    for name in "friday", "secret", "sunday":
        (tmp_path / f"{name}.toml").write_text('kind = "save"\n', encoding="utf-8")
    real: Callable[..., Any] = getattr(Path, what)

    def guarded(path: Path, *args: Any) -> Any:
        if path.name == "secret.toml":
            raise PermissionError(path)
        return real(path, *args)

    monkeypatch.setattr(Path, what, guarded)
    context = typer.Context(typer.main.get_command(typer.Typer(callback=lambda: None, no_args_is_help=True)))
    found = [Path(name).name for name, _ in offer(saves, context, f"{tmp_path}/")]
    assert found == ["friday.toml", "sunday.toml"]


def test_what_takes_a_game_or_a_battle_is_offered_both(tmp_path: Path) -> None:
    begin(tmp_path / "friday.toml")
    for name in ("duel-disputed", "sample-deck", "four-players", "mythic/attack-odds", "mythic/valley-duel"):
        shutil.copy(EXAMPLES / f"{name}.toml", tmp_path)
    context = typer.Context(typer.main.get_command(typer.Typer(callback=lambda: None, no_args_is_help=True)))
    found = [(Path(name).name, kind) for name, kind in offer(played, context, f"{tmp_path}/")]
    assert found == [("attack-odds.toml", "attack"), ("duel-disputed.toml", "duel"), ("friday.toml", "save")]


def test_behind_a_file_its_entries_are_offered_and_more_files() -> None:
    context = typer.Context(typer.main.get_command(typer.Typer(callback=lambda: None, no_args_is_help=True)))
    context.params["files"] = [EXAMPLES / "duel-disputed.toml"]
    assert dict(offer(records, context, "2"))["2"].startswith("turn 2 · Bo: ")
    assert f"{EXAMPLES}/duel-cost.toml" in dict(offer(records, context, f"{EXAMPLES}/duel-c"))
    context.params["files"] = [EXAMPLES / "four-players.toml"]  # a sheet has no entries
    assert [name for name, _ in offer(records, context, f"{EXAMPLES}/duel-c")]


def test_the_turns_of_a_battle_are_its_entries(tmp_path: Path) -> None:
    context = typer.Context(typer.main.get_command(typer.Typer(callback=lambda: None, no_args_is_help=True)))
    context.params["file"] = EXAMPLES / "duel-disputed.toml"
    assert dict(offer(entries, context, ""))["2"].startswith("turn 2 · Bo: ")


def test_bash_is_offered_the_entries_that_other_shells_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without what is told of them."""
    context = typer.Context(typer.main.get_command(typer.Typer(callback=lambda: None, no_args_is_help=True)))
    context.params["file"] = EXAMPLES / "duel-disputed.toml"
    told = offer(entries, context, "")
    monkeypatch.setenv("_REFEREE_COMPLETE", "complete_bash")
    assert offer(entries, context, "") == [(number, "") for number, _ in told] != []


@pytest.mark.parametrize("shell", ["bash", "fish", "pwsh"])
@pytest.mark.parametrize(
    ("typed", "fitting", "built"),
    [
        (["sc"], ["score"], ["score"]),
        (["score"], ["score"], ["score"]),
        (["score", "--js"], ["--json"], ["score"]),
        (["cards", "li"], ["list"], ["cards"]),
        (["--v"], ["--version"], []),
        (["zz"], [], []),
        (["zz", "sc"], ["score"], list(MODULES)),
        ([""], list(MODULES), list(MODULES)),
    ],
)
def test_commands_that_can_not_be_meant_are_not_built(
    typed: list[str], fitting: list[str], built: list[str], shell: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PowerShell doesn't tell whether its last word is whole, so that a first word there may become any command."""
    line = {"_REFEREE_COMPLETE": f"complete_{shell}"}
    if shell == "bash":
        line |= {"COMP_WORDS": "\n".join(["referee", *typed]), "COMP_CWORD": str(len(typed))}
    else:
        line |= {"_TYPER_COMPLETE_ARGS": " ".join(["referee", *typed]), "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
    if shell == "pwsh":
        line["_TYPER_COMPLETE_WORD_TO_COMPLETE"] = typed[-1]
    for name, value in line.items():
        monkeypatch.setenv(name, value)
    command = typer.main.get_command(build())
    every = shell == "pwsh" and len(typed) == 1
    modules = set(MODULES.values()) if every else {MODULES[name] for name in built}
    assert set(getattr(command, "commands")) == {name for name in MODULES if MODULES[name] in modules}  # noqa: B009
    offers = referee(env=os.environ | line).stdout.strip().splitlines()
    assert sorted(re.split(":::|\t", offer)[0] for offer in offers) == sorted(fitting)


SHELLS = {
    "bash": ["--norc", "--noprofile"],
    "zsh": ["-f"],
}


@pytest.mark.parametrize("shell", [shell for shell in SHELLS if shutil.which(shell)])
def test_no_real_shell_runs_what_a_file_is_called(shell: str, tmp_path: Path) -> None:
    """The tab key after the beginning of a name, bare and in quotes; then enter."""
    text = begin(tmp_path / "friday.toml").read_bytes()
    folder = tmp_path / "games"
    folder.mkdir()
    for name in HARMFUL:
        (folder / name).write_bytes(text)
    script = tmp_path / "script"
    shown, _ = pexpect.run(
        f"{sys.executable} -m referee --show-completion {shell}",
        withexitstatus=True,
        env={**os.environ, "_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"},
    )
    script.write_bytes(shown.replace(b"\r\n", b"\n"))
    program, asked = tmp_path / "bin" / "referee", tmp_path / "asked"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\n"{sys.executable}" -m referee "$@"\necho >"{asked}"\n', encoding="utf-8")
    program.chmod(0o755)
    environment = {
        **os.environ,
        "PATH": f"{program.parent}:{os.environ['PATH']}",
        "PS1": "$ ",
        "TERM": "dumb",
        "HOME": str(tmp_path),
        "INPUTRC": "/dev/null",
    }
    before = "autoload -U compinit; compinit -u -D; " if shell == "zsh" else ""
    for typed in ("a", '"b'):
        child = pexpect.spawn(
            shell, SHELLS[shell], cwd=str(folder), env=environment, timeout=60, dimensions=(50, 200), encoding="utf-8"
        )
        child.delaybeforesend = None
        child.sendline(f"{before}source {script}; echo rea''dy")
        child.expect("ready")
        child.send(f"referee status {typed}\t")
        for _ in range(600):  # 30 seconds at most
            if asked.exists():
                break
            time.sleep(0.05)
        asked.unlink()
        time.sleep(0.3)  # the shell takes up what it was told
        child.sendline("")
        child.expect("Anna|no such file|Missing argument")
        child.close(force=True)
        assert not list(folder.glob("pwned*"))


LINES = [
    ([], ""),
    ([], "s"),
    ([], "zz"),
    (["zz"], "s"),
    *(([command], f"{{folder}}/{name}") for command in PLACES for name in ("", "fri", "none")),
    *(([command, "{save}"], begun) for command in PLACES for begun in ("", "1", "place", "{folder}/")),
    *(([command, "{save}", "2"], begun) for command in PLACES for begun in ("", "Anna")),
    (["do", "{save}", "'place worker [a]'"], ""),
    (["do", "{save}", "place\\ worker\\ [a]"], ""),
    (["do", "{save}", "no such move"], ""),
    (["do", "{save}"], "'pl"),
    (["rules"], "fl"),
    (["rules", "--game", "mythic"], "A"),
    (["rules", "fl"], ""),
    (["score", "--"], "{folder}/"),
    (["why", "{record}"], ""),
    (["judge", "{record}"], ""),
    (["log", "{save}"], "--"),
    ([], "="),
    (["do", "{save}"], "="),
]
"""Lines that the tab key is pressed on: the words, and the one under the cursor."""


BY_TYPER = """
import contextlib, io, json, os, sys
for line in json.load(sys.stdin):
    os.environ |= {"_REFEREE_COMPLETE": "complete_bash", "COMP_WORDS": line, "COMP_CWORD": str(line.count(chr(10)))}
    from referee.cli import build
    with contextlib.redirect_stdout(io.StringIO()) as printed, contextlib.suppress(SystemExit):
        build()(prog_name="referee")
    print(json.dumps(printed.getvalue()))
"""
"""A child that prints what Typer tells bash of each of some lines."""


def test_bash_is_offered_the_same_without_typer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save = begin(tmp_path / "friday.toml")
    record = shutil.copy(EXAMPLES / "duel-disputed.toml", tmp_path)
    known = {"folder": tmp_path, "save": save, "record": record}
    lines = ["\n".join(["referee", *(word.format(**known) for word in (*words, begun))]) for words, begun in LINES]
    by_typer = python("-c", BY_TYPER, input=json.dumps(lines)).stdout.splitlines()
    told = 0
    for line, typers in zip(lines, by_typer, strict=True):
        monkeypatch.setenv("_REFEREE_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(line.count("\n")))
        if (call := straight(())) is not None:
            with redirect_stdout(io.StringIO()) as printed:
                call()
            assert sorted(printed.getvalue().split("\n")) == sorted(json.loads(typers).split("\n")), line
            told += printed.getvalue() != "\n"
    assert told > len(LINES) / 4
