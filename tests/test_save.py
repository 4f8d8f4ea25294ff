"""Save files: their layout, what can be wrong with them, revisions, and differences between states."""

from __future__ import annotations

import tomllib
from copy import copy
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from referee.errors import BadInput, Overtaken
from referee.save import (
    FORMAT,
    KIND,
    MIGRATIONS,
    History,
    LogEntry,
    SaveFile,
    differences,
    entry_of,
    fingerprint,
    mend,
    read_line,
    read_save,
    replace_save,
    save_from,
    text_of,
    told_differences,
)
from referee.session import INTERVENE, Answer
from tests.random_runs import examples

STATE: dict[str, Any] = {"turn": 3, "players": [{"name": "Anna", "food": 2}]}


def a_save(**changed: Any) -> SaveFile:
    """A save of a small game."""
    history = History(["turn 1, placing: place worker tavern", "turn 1, resolving: resolve worker [2 1 / done]"])
    fields: dict[str, Any] = {
        "game": "conjurers", "kind": KIND, "format": FORMAT, "rules": 1, "revision": 1,
        "fingerprint": fingerprint(STATE), "setup": {"seed": 1}, "state": STATE, "history": history,
    }  # fmt: skip
    return SaveFile(**{**fields, **changed})


def write_new(path: Path, file: SaveFile) -> None:
    """Write a save that wasn't there before."""
    path.write_text(text_of(file), encoding="utf-8")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a save is written."""
    return tmp_path / "evening.toml"


def test_a_save_is_read_as_it_was_written(path: Path) -> None:
    file = a_save(note="our first", draft=["resolve worker", "1"])
    write_new(path, file)
    assert read_save(path) == file
    assert not read_save(path).mended
    assert path.read_text().startswith("# A game kept by referee.")


def test_the_history_is_last_in_the_file() -> None:
    text = text_of(a_save())
    assert text.index("\n[setup]") < text.index("\n[state]") < text.index("\n[history")


def test_writing_again_counts_the_revision_and_keeps_the_version_before(path: Path) -> None:
    write_new(path, a_save())
    before = path.read_text()
    file = read_save(path)
    file.note = "later"
    replace_save(path, file, read_save(path))
    assert (read_save(path).revision, read_save(path).note, file.revision) == (2, "later", 2)
    assert path.with_name("evening.toml.bak").read_text() == before
    assert sorted(p.name for p in path.parent.iterdir()) == ["evening.toml", "evening.toml.bak"]


def test_what_another_program_wrote_isnt_overwritten(path: Path) -> None:
    write_new(path, a_save())
    one, other = read_save(path), read_save(path)
    replace_save(path, other, read_save(path))
    theirs = path.read_text()
    with pytest.raises(Overtaken, match="changed meanwhile"):
        replace_save(path, one, copy(one))
    assert path.read_text() == theirs
    assert one.revision == 1


def test_what_was_mended_by_hand_meanwhile_isnt_overwritten(path: Path) -> None:
    """The revision is the same; the text isn't."""
    write_new(path, a_save())
    file = read_save(path)
    path.write_text(path.read_text().replace("food = 2", "food = 9"))
    theirs = path.read_text()
    with pytest.raises(Overtaken, match="changed meanwhile"):
        replace_save(path, file, copy(file))
    assert path.read_text() == theirs


def test_a_save_that_was_removed_isnt_written_anew(path: Path) -> None:
    write_new(path, a_save())
    file = read_save(path)
    path.unlink()
    with pytest.raises(BadInput, match="no such file"):
        replace_save(path, file, copy(file))


def test_a_mended_state_is_noticed(path: Path) -> None:
    write_new(path, a_save())
    path.write_text(path.read_text().replace("food = 2", "food = 9"))
    assert read_save(path).mended


def test_a_comment_is_no_mending(path: Path) -> None:
    write_new(path, a_save())
    path.write_text(path.read_text().replace("turn = 3", "turn = 3  # of 12"))
    assert not read_save(path).mended


def test_the_fingerprint_doesnt_depend_on_the_order() -> None:
    assert fingerprint({"a": 1, "b": (1, 2)}) == fingerprint({"b": [1, 2], "a": 1})
    assert fingerprint({"a": 1}) != fingerprint({"a": 2})


# --- broken files ---------------------------------------------------------------------------------


@pytest.mark.parametrize("version", [FORMAT + 1, 99])
def test_a_newer_format_is_refused_politely(version: int) -> None:
    data = {**msgspec.to_builtins(a_save()), "format": version, "unknown": 1}
    with pytest.raises(BadInput, match=r"e\.toml: was written by a newer referee .*please update referee"):
        save_from(data, "e.toml")


@pytest.mark.parametrize("version", [None, 0, -1, "1", True, 1.0])
def test_a_format_that_is_none_is_refused(version: object) -> None:
    data = {**msgspec.to_builtins(a_save()), "format": version}
    with pytest.raises(BadInput, match=r"^e\.toml: format must be a whole number from 1"):
        save_from(data, "e.toml")


def test_an_older_format_is_brought_up_to_date(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.save.FORMAT", FORMAT + 1)
    monkeypatch.setitem(MIGRATIONS, FORMAT, lambda data, where: {**data, "note": "migrated"})
    file = save_from(msgspec.to_builtins(a_save()), "e.toml")
    assert (file.format, file.note) == (FORMAT + 1, "migrated")


@pytest.mark.parametrize("data", [{}, {"kind": "record"}, {"kind": ["save"]}])
def test_another_file_is_no_save(data: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match=r"^e\.toml: is no save of a game; begin one with"):
        save_from(data, "e.toml")


@pytest.mark.parametrize(
    ("text", "by", "message"),
    [
        ("revision = 1", "revision = true", "revision"),
        ("revision = 1", "revison = 1", "revison"),
        ("fingerprint = ", "fingerprints = ", "fingerprint"),
        ("log = ", "logs = ", "logs"),
        ('"turn 1, placing: place worker tavern"', "1", "history.log"),
        ("[setup]", "[set-up]", "set-up"),
        ("[state]", "[state", "line"),
    ],
)
def test_a_broken_save_says_where(path: Path, text: str, by: str, message: str) -> None:
    write_new(path, a_save())
    assert text in path.read_text()
    path.write_text(path.read_text().replace(text, by))
    with pytest.raises(BadInput) as refusal:
        read_save(path)
    assert str(refusal.value).startswith(f"{path}: ")
    assert message in str(refusal.value)


# --- entries --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "at", "answers"),
    [
        ("turn 1, placing: place worker stone mine", "turn 1, placing", ("place worker stone mine",)),
        ("turn 1, resolving: resolve worker [done]", "turn 1, resolving", ("resolve worker", "done")),
        (
            "turn 1, resolving: resolve recruiter [trade 3 wood iron / done]", "turn 1, resolving",
            ("resolve recruiter", "trade 3 wood iron", "done"),
        ),
        (
            "turn 2, battles: summon Wolf #2 1 with Dirk, Club [9/3, flying / none / 2 1]", "turn 2, battles",
            ("summon Wolf #2 1 with Dirk, Club", "9/3, flying", "none", "2 1"),
        ),
        (": resolve worker [done]", "", ("resolve worker", "done")),
    ],
)  # fmt: skip
def test_a_step_is_one_line_with_what_followed_in_brackets(line: str, at: str, answers: tuple[str, ...]) -> None:
    entry = read_line(line)
    assert (entry.at, entry.line) == (at, line)
    assert entry.answers() == tuple(Answer("", text) for text in answers)
    assert entry_of(at, tuple(Answer("key", text) for text in answers)) == entry
    assert entry.text == line.removeprefix(f"{at}: ")


@pytest.mark.parametrize(
    "text",
    [
        "adjust Anna food 7 because we forgot [twice / thrice]", "leave Bo because: the last train [21:40]",
        'mend players.0.items = ["Dirk","Club"]; players.1 = {"food": 1} because rain',
    ],
)  # fmt: skip
def test_a_correction_is_one_text_whatever_is_in_it(text: str) -> None:
    entry = read_line(f"turn 2, placing: {text}")
    assert entry.answers() == (Answer(INTERVENE, text),)
    assert (entry.at, entry.line) == ("turn 2, placing", f"turn 2, placing: {text}")
    assert entry_of("turn 2, placing", (Answer(INTERVENE, text),)) == entry


WORDS = st.text(st.characters(codec="utf-8", exclude_characters="[]/:#", exclude_categories=("C", "Z")), min_size=1)
TEXTS = st.lists(st.one_of(WORDS, st.sampled_from(("9/3", "2 0 1", "turn 2: x"))), min_size=1, max_size=4).map(
    " ".join
)
STEPS = st.builds(LogEntry, st.sampled_from(("", "turn 1", "turn 12, battles")), TEXTS, st.lists(TEXTS).map(tuple))


@examples(100)
@given(st.lists(STEPS, max_size=4), st.lists(STEPS, max_size=4))
def test_every_step_is_read_from_the_line_that_it_is_written_to(log: list[LogEntry], undone: list[LogEntry]) -> None:
    history = History.of(log, undone)
    assert (history.entries(), history.undone_entries()) == (log, undone)
    assert all(isinstance(line, str) and "\n" not in line for line in (*history.log, *history.undone))


def test_what_followed_a_correction_is_no_correction() -> None:
    """Also in the file: a forced answer that was undone together with the correction before it."""
    entry = entry_of("", (Answer(INTERVENE, "adjust Anna food 1"), Answer("move", "pass")))
    assert [answer.key for answer in entry.answers()] == [INTERVENE, ""]
    (again,) = History.of([], [entry]).undone_entries()
    assert again.answers() == entry.answers()


# --- older formats --------------------------------------------------------------------------------


def format_1(log: list[dict[str, str]], undone: list[dict[str, str]] | None = None) -> dict[str, Any]:
    """A save as format 1 had it: a table for each step."""
    data: dict[str, Any] = msgspec.to_builtins(a_save(format=1))
    return data | {"history": {"log": log} | ({} if undone is None else {"undone": undone})}


def test_the_steps_of_format_1_become_lines() -> None:
    log = [
        {"at": "turn 1, placing", "move": "place worker tavern"},
        {"at": "turn 1, resolving", "move": "resolve recruiter", "more": "trade 3 wood iron / done"},
        {"at": "turn 1, ending", "move": "adjust Anna food 7 because of rain", "kind": "intervene"},
    ]
    file = save_from(format_1(log, [{"at": "", "move": "end turn"}]), "e.toml")
    assert file.format == FORMAT
    assert file.history == History(
        [
            "turn 1, placing: place worker tavern",
            "turn 1, resolving: resolve recruiter [trade 3 wood iron / done]",
            "turn 1, ending: adjust Anna food 7 because of rain",
        ],
        [": end turn"],
    )
    assert [answer.text for answer in file.history.entries()[1].answers()] == [
        "resolve recruiter", "trade 3 wood iron", "done",
    ]  # fmt: skip
    assert file.history.entries()[2].answers()[0].key == INTERVENE


def test_all_else_of_format_1_stays() -> None:
    kept = a_save(note="our first", draft=["resolve worker", "1"], format=1, history=History())
    file = save_from(msgspec.to_builtins(kept), "e.toml")
    kept.format = FORMAT
    assert file == kept
    assert not file.mended
    assert save_from(format_1([]), "e.toml").history == History()


@pytest.mark.parametrize(
    "history", [{"log": [1]}, {"log": ["place"]}, {"log": {"move": "x"}}, {"log": 1}, [], "none", {"lag": []}]
)
def test_a_broken_history_of_format_1_is_refused(history: object) -> None:
    data = {**msgspec.to_builtins(a_save()), "format": 1, "history": history}
    with pytest.raises(BadInput, match=r"^e\.toml: "):
        save_from(data, "e.toml")


def test_every_older_format_has_its_way_to_the_next() -> None:
    assert sorted(MIGRATIONS) == list(range(1, FORMAT))


# --- differences ----------------------------------------------------------------------------------


def values(depth: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.one_of(st.lists(depth, max_size=3), st.dictionaries(keys, depth, max_size=3))


keys = st.sampled_from(("food", "players", "iron mine", "a", "b"))
texts = st.one_of(st.text(max_size=8), st.sampled_from(("a; b", "x because y", " = ", "-a", ";", 'q"; "')))
states = st.dictionaries(
    keys, st.recursive(st.one_of(st.integers(-(2**53), 2**53), texts, st.none()), values, max_leaves=8), max_size=4
)


@examples(200)
@given(states, states)
def test_differences_lead_from_one_state_to_the_other(old: dict[str, Any], new: dict[str, Any]) -> None:
    lines = differences(old, new)
    assert mend(old, lines) == new
    assert bool(lines) == (old != new)
    assert mend(old, "; ".join(lines).split("; ") if lines else []) == new, "also on one line"
    assert not any(" because " in line for line in lines)


def test_differences_name_places() -> None:
    old = {"turn": 1, "players": [{"food": 1}, {"food": 2, "items": ["Dirk"]}], "gone": ["Wolf"]}
    new = {"turn": 1, "players": [{"food": 1}, {"food": 3}], "gone": ["Wolf", "Imp"], "holder": 1}
    assert differences(old, new) == [
        "players.1.food = 3", "-players.1.items", 'gone = ["Wolf","Imp"]', "holder = 1",
    ]  # fmt: skip


def test_mending_leaves_the_old_state_alone() -> None:
    old = tomllib.loads("[[players]]\nfood = 1")
    assert mend(old, ["players.0.food = 5"]) == {"players": [{"food": 5}]}
    assert old == {"players": [{"food": 1}]}


@pytest.mark.parametrize(
    "line",
    [
        "players.3.food = 1", "players.x.food = 1", "player.0.food = 1", "players.0.food = many", "-players.0.iron",
        "-players.0", "turn.a = 1", "", "turn", "players.5 = 1",
    ],
)  # fmt: skip
def test_a_line_that_fits_nowhere_is_named(line: str) -> None:
    with pytest.raises(BadInput, match="can't mend"):
        mend(STATE, [line])


def test_differences_in_words_name_whom_they_are_about() -> None:
    old = {"turn": 3, "players": [{"name": "Anna", "food": 5}, {"name": "Bo"}]}
    new = {"turn": 4, "players": [{"name": "Anna", "food": 9}, {"name": "Bo", "food": 1}]}
    assert told_differences(old, new) == [
        "turn is 4; the log leads to 3",
        "Anna's food is 9; the log leads to 5",
        "Bo's food is 1; the log leads to nothing",
    ]
