"""Save files: their layout, their marks, and what can be wrong with them."""

from __future__ import annotations

import json
import re
import shutil
import tomllib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from referee.errors import BadInput
from referee.files.files import parse_toml
from referee.files.kinds import DECK, kind_of
from referee.play.notation import Answer, StateChange, Step
from referee.saves.layout import (
    FORMAT,
    Checkpoint,
    History,
    SaveFile,
    Writer,
    data_of,
    file_of,
    line_of,
    marks_of,
    new_save,
)
from tests.made_up import run
from tests.random_runs import examples
from tests.shipped import EXAMPLES

SETUP: dict[str, Any] = {"seed": 1}
STATE: dict[str, Any] = {"turn": 3, "players": [{"name": "Anna", "food": 2}]}
LOG = (
    Step(at="turn 1, placing", who="Anna", when="2026-11-22T20:14:05+01:00", key="place", do="place worker tavern"),
    Step.of([Answer("figure", "resolve worker"), Answer("roll", "2 1")], "turn 1, resolving", "Bo"),
    Step(at="turn 1, resolving", correct="adjust Anna food 7", because="miscounted"),
    Step(edit=(StateChange(("players", 0, "food"), 2), StateChange(("gone",))), because="by hand"),
)


def a_save(**changed: Any) -> SaveFile:
    """A save of a small game."""
    file = replace(new_save("conjurers", 1, SETUP, STATE), history=History(LOG), **changed)
    return replace(file, marks=marks_of(file.setup, file.state, file.history, file.checkpoint))


def read(text: str) -> SaveFile:
    """A save from a file's text."""
    data = data_of(text, "e.toml")
    assert data == parse_toml(text, "e.toml")
    return file_of(data, "e.toml")


def test_a_save_is_read_as_it_was_written() -> None:
    undone = ((LOG[0],), (LOG[2], LOG[1]))
    history = History(LOG, (Answer("figure", "resolve worker"), Answer("roll", "1")), undone)
    file = a_save(note="our first", checkpoint=Checkpoint(2, STATE))
    file = replace(file, history=history, marks=marks_of(SETUP, STATE, history, file.checkpoint))
    assert read(Writer().text_of(file)) == file
    assert read(Writer().text_of(file)).changed == ()


def test_each_step_is_a_line_that_a_person_can_read() -> None:
    assert [line_of(step) for step in LOG] == [
        '{ at = "turn 1, placing", who = "Anna", when = "2026-11-22T20:14:05+01:00", key = "place", '
        'do = "place worker tavern" }',
        '{ at = "turn 1, resolving", who = "Bo", key = "figure", do = "resolve worker", then = [["roll", "2 1"]] }',
        '{ at = "turn 1, resolving", correct = "adjust Anna food 7", because = "miscounted" }',
        '{ edit = [{ place = ["players", 0, "food"], value = 2 }, { place = ["gone"] }], because = "by hand" }',
    ]


TEXTS = st.text(st.characters(codec="utf-8"), max_size=12)
PLAIN = st.recursive(
    st.one_of(st.booleans(), st.integers(-(2**63), 2**63 - 1), TEXTS),
    lambda part: st.lists(part, max_size=3) | st.dictionaries(TEXTS, part, max_size=3),
    max_leaves=5,
)
CHANGES = st.builds(StateChange, st.lists(TEXTS | st.integers(0, 9), min_size=1).map(tuple), PLAIN)
STEPS = st.one_of(
    st.builds(Step.of, st.lists(st.builds(Answer, TEXTS, TEXTS), min_size=1, max_size=3), TEXTS, TEXTS, TEXTS),
    st.builds(lambda text, why: Step(correct=text, because=why), TEXTS.filter(bool), TEXTS),
    st.builds(
        lambda edit, why: Step(edit=tuple(edit), because=why), st.lists(CHANGES, min_size=1, max_size=2), TEXTS
    ),
)


def slowly(value: Any) -> str:
    """Plain data as TOML on one line, said as simply as can be."""
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False).replace("\x7f", r"\u007f")
    if isinstance(value, dict):
        keys = [key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else slowly(key) for key in value]
        pairs = ", ".join(f"{key} = {slowly(one)}" for key, one in zip(keys, value.values(), strict=True))
        return f"{{ {pairs} }}" if value else "{}"
    return f"[{', '.join(map(slowly, value))}]" if isinstance(value, list | tuple) else json.dumps(value)


@examples(300)
@given(STEPS)
def test_a_step_is_written_as_json_writes_its_texts(step: Step) -> None:
    assert line_of(step) == slowly(msgspec.to_builtins(step))


@pytest.mark.parametrize(
    ("by", "stands"),
    [
        ('"place worker tavern"  ', "place worker tavern"),
        ('"place worker\\u0020tavern"', "place worker tavern"),
        ("'place worker tavern'", "place worker tavern"),
        ('"x, key = y"', "x, key = y"),
        ('"x, do = "', "x, do = "),
        ('"y" }, # said twice', "y"),
        ('"y", who = "Bo"', None),
        ("null", None),
        (r'"a\/b"', None),
    ],
)
def test_a_log_that_was_changed_by_hand_is_read_as_toml(by: str, stands: str | None) -> None:
    """As it was written, it is read as JSON; what only JSON would read isn't."""
    text = Writer().text_of(a_save()).replace('"place worker tavern"', by)
    if by.endswith("twice"):
        text = text.replace("twice },", "twice")
    if stands is None:
        with pytest.raises(BadInput, match="not valid TOML"):
            data_of(text, "e.toml")
    else:
        assert read(text).history.log[0].do == stands
        assert read(text.replace("\n", "\r\n")).history.log[0].do == stands


@examples(150)
@given(st.lists(STEPS, max_size=3), st.lists(st.lists(STEPS, min_size=1, max_size=2), max_size=2))
def test_steps_of_any_characters_are_read_as_they_were_written(log: list[Step], undone: list[list[Step]]) -> None:
    history = History(tuple(log), (), tuple(map(tuple, undone)))
    text = Writer().text_of(replace(a_save(), history=history))
    assert read(text).history == history
    assert text.count("\n") == Writer().text_of(a_save()).count("\n") - len(LOG) + len(log) + (
        len(undone) + 2 if undone else 0
    )


def test_the_history_is_last_in_the_file() -> None:
    text = Writer().text_of(a_save())
    assert text.startswith("# A game kept by referee.")
    assert text.index("\n[marks]") < text.index("\n[setup]") < text.index("\n[state]") < text.index("\n[history")


def test_every_save_has_an_id_of_its_own() -> None:
    assert new_save("conjurers", 1, SETUP, STATE).id != new_save("conjurers", 1, SETUP, STATE).id


# --- changed by hand ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "by", "changed"),
    [
        ("food = 2", "food = 9", ("state",)),
        ("seed = 1", "seed = 2", ("setup",)),
        ("place worker tavern", "place worker pond", ("history",)),
        ('"resolve worker", then = [["roll", "2 1"]]', '"resolve worker", then = [["roll", "2 2"]]', ("history",)),
        ("turn = 3", "turn = 3  # of 12", ()),
        ("revision = 1", 'revision = 1\nnote = "our first"', ()),
    ],
)
def test_it_is_known_which_part_was_changed_by_hand(text: str, by: str, changed: tuple[str, ...]) -> None:
    written = Writer().text_of(a_save())
    assert text in written
    assert read(written.replace(text, by)).changed == changed


@pytest.mark.parametrize("gone", [("setup",), ("state",), ("history",), ("setup", "state", "history")])
def test_a_part_whose_mark_was_taken_out_counts_as_changed(gone: tuple[str, ...]) -> None:
    file = a_save()
    marks = replace(file.marks, **dict.fromkeys(gone, ""))
    assert read(Writer().text_of(replace(file, marks=marks))).changed == gone


def test_marks_dont_depend_on_the_order() -> None:
    one, other = ({"a": 1, "b": [1, 2]}, {"b": [1, 2], "a": 1})
    assert marks_of(one, STATE, History()) == marks_of(other, STATE, History())
    assert marks_of(one, STATE, History()) != marks_of(STATE, one, History())


# --- broken files ---------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [FORMAT + 1, 99])
def test_a_newer_format_is_refused_politely(version: int) -> None:
    data = {**tomllib.loads(Writer().text_of(a_save())), "format": version, "unknown": 1}
    with pytest.raises(BadInput, match=r"e\.toml: was written by a newer referee .*please update referee"):
        file_of(data, "e.toml")


def test_a_save_whose_id_was_emptied_is_refused_and_not_written_without_one() -> None:
    data = {**tomllib.loads(Writer().text_of(a_save())), "id": ""}
    with pytest.raises(BadInput, match=r"^e\.toml: id is empty$"):
        file_of(data, "e.toml")


@pytest.mark.parametrize("version", [None, 0, -1, "1", True, 1.0])
def test_a_format_that_is_none_is_refused(version: object) -> None:
    data = {**tomllib.loads(Writer().text_of(a_save())), "format": version}
    with pytest.raises(BadInput, match=r"^e\.toml: format must be a whole number from 1"):
        file_of(data, "e.toml")


@pytest.mark.parametrize("data", [{}, {"kind": "record"}, {"kind": ["save"]}])
def test_another_file_is_no_save(data: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=r"^e\.toml: isn't a save of a game; start one with"):
        file_of(data, "e.toml")


@pytest.mark.parametrize(
    ("text", "by", "message"),
    [
        ("revision = 1", "revision = true", "revision"),
        ("revision = 1", "revison = 1", "revison"),
        ("[marks]", "[remarks]", "marks"),
        ("log = ", "logs = ", "logs"),
        ('do = "resolve worker"', 'done = "resolve worker"', "done"),
        ('do = "resolve worker"', 'do = "resolve worker", correct = "adjust"', "several"),
        ('do = "resolve worker"', 'do = "resolve worker", because = "rain"', "reason"),
        ("[setup]", "[set-up]", "set-up"),
        ("[state]", "[state", "line"),
        ('do = "resolve worker"', f"more = {'[' * 50_000}", "nested too deeply"),
    ],
)
def test_a_broken_save_says_where(tmp_path: Path, text: str, by: str, message: str) -> None:
    written = Writer().text_of(a_save())
    assert text in written
    with pytest.raises(BadInput) as refusal:
        read(written.replace(text, by))
    assert str(refusal.value).startswith("e.toml: ")
    assert message in str(refusal.value)


def test_a_save_is_plain_data() -> None:
    """What is written is what the layout says, whoever reads it."""
    data = tomllib.loads(Writer().text_of(a_save()))
    assert data["state"] == STATE
    assert data["history"]["log"] == msgspec.json.decode(msgspec.json.encode(LOG))


@pytest.mark.parametrize("command", ["status", "next", "log", "why", "undo", "verify", "table"])
@pytest.mark.parametrize(
    ("file", "told"),
    [
        ("four-players.toml", "is a score sheet, not the save of a game; score it with: referee score"),
        ("sample-deck.toml", "is a deck, not the save of a game; name it with --deck"),
        ("mythic/sample-units.toml", "is a deck, not the save of a game; name it with --deck"),
        (
            "mythic/two-fords.toml",
            "is a map, not the save of a game; play on it with: referee new --game",
        ),
        ("prophecy/sample-board.toml", "is a board, not the save of a game; play on it with: referee new --game"),
        ("enchanters/sample-deck.toml", "is a deck, not the save of a game; name it with --deck"),
    ],
)
def test_a_file_that_is_no_save_is_told_for_what_it_is(command: str, file: str, told: str) -> None:
    assert told in run(command, EXAMPLES / file, code=2).stderr


def test_cards_make_a_deck_though_it_names_no_kind() -> None:
    assert kind_of({"creature": []}) == kind_of({"item": []}) == DECK
    assert kind_of({"creature": "Wolf"}) is None, "no cards"


@pytest.mark.parametrize("command", ["verify", "score", "judge", "cards list"])
@pytest.mark.parametrize(
    ("game", "of", "goes_on"),
    [
        ("enchanters", "game", "new"),
        ("conjurers", "score sheet", "score --save"),
        ("mythic", "attack record", "battle"),
    ],
)
def test_answers_that_were_broken_off_are_told_what_goes_on_with_them(
    tmp_path: Path, command: str, game: str, of: str, goes_on: str
) -> None:
    path = tmp_path / "on friday.toml"
    path.write_text(f'game = "{game}"\nof = "{of}"\n[unfinished]\nanswers = ["2"]\n', encoding="utf-8")
    told = f"{path}: is an unfinished {of}; go on with: referee {goes_on} '{path}'"
    assert told in run(*command.split(), path, code=2).stderr


@pytest.mark.parametrize(
    ("example", "commands", "told"),
    [
        ("duel-illegal.toml", ("next", "why"), "see: referee judge '{}'"),
        ("mythic/attack-illegal.toml", ("log", "undo"), "see: referee judge '{}'"),
        ("prophecy/sample-deck.toml", ("verify", "status"), "referee cards list '{}'"),
    ],
)
def test_a_command_that_is_told_can_be_typed_for_a_path_with_a_blank(
    tmp_path: Path, example: str, commands: tuple[str, ...], told: str
) -> None:
    shutil.copy(EXAMPLES / "sample-deck.toml", tmp_path)
    copied = shutil.copy(EXAMPLES / example, tmp_path / "one evening.toml")
    for command in commands:
        assert told.format(copied) in run(command, copied, code=2).stderr


def test_a_save_with_a_blank_in_its_name_is_told_how_to_be_settled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)  # a long path would be broken between two lines
    save = Path("one evening.toml")
    run("do", save, "--from", EXAMPLES / "two-player-game.moves", "--brief")
    save.write_text(save.read_text(encoding="utf-8").replace("food = 1", "food = 2", 1), encoding="utf-8")
    told = " ".join(run("verify", save, code=1).stdout.split())
    assert f"Keep that with: referee verify '{save}' --accept" in told


@pytest.mark.parametrize("command", ["verify", "undo", "log", "next"])
@pytest.mark.parametrize("left", ['game = "conj', 'game = "conjurers"\nkind = "save"\n[setup', ""])
def test_the_version_before_a_damaged_one_is_named(tmp_path: Path, command: str, left: str) -> None:
    damaged, before = tmp_path / "friday.toml", tmp_path / "friday.toml.bak"
    damaged.write_text(left, encoding="utf-8")
    assert "version before" not in run(command, damaged, code=2).stderr
    before.write_text("", encoding="utf-8")
    assert f"the version before is {before}" in run(command, damaged, code=2).stderr
