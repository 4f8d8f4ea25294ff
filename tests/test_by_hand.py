"""Saves whose state was changed by hand: what nobody foresaw is told as such; a bug elsewhere shows as a bug."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from typer.testing import CliRunner, Result

from referee.cli import build
from referee.declaration.game import Playing, Rules
from referee.games.conjurers import GAME as CONJURERS
from referee.play.notation import read_each
from referee.saves import scoring, table
from referee.saves.layout import Writer, file_of, marks_of
from referee.saves.save import OpenSave
from tests.conjurers.kept import PLACED, new_game
from tests.made_up import play_example

EXAMPLES = Path(__file__).parent.parent / "examples"


def run(command: str, *arguments: object) -> Result:
    return CliRunner().invoke(build([command]), [command, *map(str, arguments)])


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A game in its second step, saved."""
    open_save = new_game(tmp_path)
    open_save.do(read_each(PLACED[:1]))
    open_save.save()
    return open_save.path


@pytest.fixture
def changed(save: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same with a state that nobody checks and that breaks the game."""

    def next_decision(self: Playing[Any, Any], state: Any, events: list[Any]) -> Any:
        if state.players[0].food == 3:
            raise KeyError("moon")
        return whole(self, state, events)

    def believed(self: Rules[Any, Any], setup: Any, state: Any, *, closely: bool = True) -> None:
        pass

    whole = Playing.next_decision
    monkeypatch.setattr(Rules, "check", believed)
    monkeypatch.setattr(Playing, "next_decision", next_decision)
    text = save.read_text(encoding="utf-8")
    assert '[[state.players]]\nname = "Anna"\n' in text
    text = text.replace('[[state.players]]\nname = "Anna"\n', '[[state.players]]\nname = "Anna"\nfood = 3\n', 1)
    save.write_text(text, encoding="utf-8")
    return save


@pytest.mark.parametrize(
    "command", ["status", "next", "score", "verify", "why", "log", "do", "undo", "look", "watch"]
)
def test_what_nobody_foresaw_of_a_state_changed_by_hand_is_told(changed: Path, command: str) -> None:
    more = {"look": ["Anna"], "watch": ["--once"], "do": ["place worker stone mine"]}.get(command, [])
    result = run(command, changed, *more)
    assert result.exit_code == 2, result.exception
    assert isinstance(result.exception, SystemExit)
    last = " ".join(result.stderr.split())
    assert "it was changed by hand, and the game can't go on from it (KeyError: 'moon')" in last
    assert last.endswith(f"referee verify {changed} --restore")


def test_a_battle_of_a_state_changed_by_hand_is_told_so_too(changed: Path, tmp_path: Path) -> None:
    record = tmp_path / "record.toml"
    result = run("battle", record, "--from", changed)
    assert (result.exit_code, record.exists()) == (2, False)
    assert "it was changed by hand, and the game can't go on from it" in " ".join(result.stderr.split())


def test_a_place_taken_away_by_hand_is_disputed_in_plain_words(tmp_path: Path) -> None:
    save = play_example("mythic/short-game.moves", "activate ", tmp_path)
    text = save.read_text(encoding="utf-8")
    begun = text.index("[state.spots.")
    save.write_text(text[:begun] + text[text.index("\n[", begun) + 1 :], encoding="utf-8")
    told = " ".join(run("judge", save).stdout.split())
    assert ", not nothing" in told


def test_the_way_out_puts_back_what_the_log_leads_to(changed: Path) -> None:
    result = run("verify", changed, "--restore")
    assert result.exit_code == 0, result.stderr
    assert "changed by hand" in " ".join(result.stdout.split())
    assert run("status", changed).exit_code == 0
    assert run("verify", changed, "--json").stdout.startswith('{"agrees":true')


@pytest.mark.parametrize("command", ["status", "next", "score", "do"])
def test_a_bug_shows_as_a_bug(save: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    def broken(*_: Any, **__: Any) -> Any:
        raise KeyError("moon")

    monkeypatch.setattr(table.SavedTable, "__init__", broken)
    monkeypatch.setattr(scoring, "_of_save", broken)
    assert isinstance(run(command, save).exception, KeyError)


def test_an_error_from_a_state_that_cant_be_is_told_whatever_its_marks_say(
    save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who makes the marks anew is believed only until something breaks."""
    file = file_of(tomllib.loads(save.read_text(encoding="utf-8")), "save")
    state = json.loads(json.dumps(file.state))
    state["players"][1]["items"] = ["Nothing"]
    save.write_text(Writer().text_of(replace(file, state=state, marks=marks_of(file.setup, state, file.history))))
    assert run("status", save).exit_code == 0

    def broken(*_: Any, **__: Any) -> Any:
        raise AssertionError

    monkeypatch.setattr(Playing, "next_decision", broken)
    result = run("status", save)
    assert result.exit_code == 2
    last = " ".join(result.stderr.split())
    assert "items: Nothing can't be one more; the box has 20" in last
    assert last.endswith(f"referee verify {save} --restore")


def test_a_state_that_cant_be_is_neither_kept_nor_shown(save: Path) -> None:
    text = save.read_text(encoding="utf-8")
    assert 'assistants = ["worker"]' in text or 'assistants = [\n    "worker",\n]' in text
    for written in ('"worker"', '"merchant"'):
        text = text.replace(f"assistants = [\n    {written},\n]", f"assistants = [{written}]")
    save.write_text(text.replace('assistants = ["merchant"]', 'assistants = ["merchant", "merchant"]', 1))
    for command, more in (("status", ()), ("verify", ("--accept",)), ("do", ("place worker stone mine",))):
        result = run(command, save, *more)
        assert result.exit_code == 2
        assert "Bo's assistants: merchant twice; each player has one of each kind" in " ".join(result.stderr.split())
    assert run("verify", save, "--restore").exit_code == 0
    assert OpenSave(CONJURERS, save).session.state.players[1].assistants == ["merchant"]


@pytest.mark.parametrize("command", ["judge SAVE 3", "odds SAVE 3", "battle RECORD --from SAVE 3"])
def test_a_log_that_was_made_unreadable_is_told_wherever_it_is_looked_into(tmp_path: Path, command: str) -> None:
    save, record = tmp_path / "duel.toml", tmp_path / "record.toml"
    assert run("do", save, "--from", EXAMPLES / "mythic" / "short-game.moves", "--brief").exit_code == 0
    text = save.read_text(encoding="utf-8")
    begun = text.index('do = "place ')
    save.write_text(text[:begun] + text[begun:].replace('do = "place ', 'do = "plaice ', 1), encoding="utf-8")
    words = [{"SAVE": save, "RECORD": record}.get(word, word) for word in command.split()]
    result = run(str(words[0]), *words[1:])
    assert (result.exit_code, record.exists()) == (2, False)
    assert " ".join(result.stderr.split()).endswith(f"referee verify {save} --restore")


def test_what_a_changed_file_says_stays_on_one_line_of_the_message(save: Path) -> None:
    text = save.read_text(encoding="utf-8")
    save.write_text(text.replace('[[state.players]]\nname = "Anna"', '[[state.players]]\nname = "An\\nna"', 1))
    result = run("next", save, "--json")
    assert (result.exit_code, len(result.stderr.splitlines())) == (2, 1), result.stderr


def test_a_message_that_ends_in_a_question_needs_no_full_stop(save: Path) -> None:
    text = save.read_text(encoding="utf-8")
    assert "\n[state]\n" in text
    save.write_text(text.replace("\n[state]\n", "\n[state]\ntrun = 2\n"), encoding="utf-8")
    assert "did you mean turn? Mend it, or put back" in " ".join(run("status", save).stderr.split())
