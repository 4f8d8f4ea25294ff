"""Files: read strictly, told clearly, written whole or not at all."""

from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from msgspec import Meta, Struct

from referee.errors import BadInput
from referee.files.files import MOST_BYTES, convert, parse_toml, read_text, read_toml

# --- reading ------------------------------------------------------------------------------------------


def test_text_is_read_as_utf8_with_or_without_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes("Zoë\n".encode())
    assert read_text(path) == "Zoë\n"
    path.write_bytes(b"\xef\xbb\xbf" + "Zoë\n".encode())
    assert read_text(path) == "Zoë\n"


def test_windows_line_ends_are_fine(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"a = 1\r\nb = 2\r\n")
    assert read_toml(path) == {"a": 1, "b": 2}


def refusal(path: Path) -> str:
    """What is said about a file that can't be read, after its name."""
    with pytest.raises(BadInput) as error:
        read_toml(path)
    message = str(error.value)
    assert message.startswith(f"{path}: ")
    assert error.value.__cause__ is None
    return message.removeprefix(f"{path}: ")


def test_a_missing_file(tmp_path: Path) -> None:
    assert refusal(tmp_path / "duel.toml") == "there is no such file"
    (tmp_path / "Duell.toml").touch()
    assert refusal(tmp_path / "duel.toml") == "there is no such file; did you mean Duell.toml?"
    assert refusal(tmp_path / "none" / "duel.toml") == "there is no such file"
    (tmp_path / "link.toml").symlink_to("gone.toml")
    assert refusal(tmp_path / "link.toml") == "is a link to gone.toml, and there is no such file"


def test_a_folder(tmp_path: Path) -> None:
    assert refusal(tmp_path) == "is a folder; a file was expected"


def test_a_name_below_a_file(tmp_path: Path) -> None:
    (tmp_path / "a.toml").touch()
    refusal(tmp_path / "a.toml" / "b.toml")


@pytest.mark.parametrize("name", ["a\0b.toml", "x" * 5000])
def test_an_impossible_path(name: str, tmp_path: Path) -> None:
    refusal(tmp_path / name)


def test_a_binary_file(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"\x00\xff\xfe\x00")
    assert "UTF-8" in refusal(path)


def test_an_unreadable_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Path, mode: str) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(self))

    (tmp_path / "a.toml").touch()
    monkeypatch.setattr(Path, "open", fail)
    assert "Permission denied" in refusal(tmp_path / "a.toml")


def test_a_file_that_is_too_large(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    path.write_bytes(b"#" * MOST_BYTES)
    assert read_toml(path) == {}
    path.write_bytes(b"#" * (MOST_BYTES + 1))
    assert refusal(path) == "is too large to be read; it can have 4 MB at most"


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="only POSIX has named pipes")
def test_a_pipe_is_refused_before_anybody_waits_for_it(tmp_path: Path) -> None:
    path = tmp_path / "a.toml"
    os.mkfifo(path)
    assert refusal(path) == "is a pipe or a device; a file was expected"


def test_the_empty_device_is_an_empty_file() -> None:
    assert read_text(Path(os.devnull)) == ""


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="only POSIX has an endless device")
def test_a_device_that_never_ends() -> None:
    assert refusal(Path("/dev/zero")) == "is a pipe or a device; a file was expected"


def test_bad_toml_is_told_with_its_line() -> None:
    with pytest.raises(BadInput, match=r"^sheet: .*TOML.*line 2"):
        parse_toml("a = 1\nb = \n", "sheet")


def test_a_key_that_is_there_twice_is_told_with_its_line() -> None:
    with pytest.raises(BadInput, match=r"^sheet: is not valid TOML, a key is there twice \(at line 2.*\): a = 2$"):
        parse_toml("a = 1\na = 2\n", "sheet")


@pytest.mark.parametrize("text", ["x = " + "[" * 100_000, "x = " + "{x=" * 100_000])
def test_toml_nested_too_deeply(text: str) -> None:
    with pytest.raises(BadInput, match=r"^sheet: .*deep"):
        parse_toml(text, "sheet")


@pytest.mark.parametrize("text", ["x = " + "9" * 10_000, "x = 2024-02-30", "x = 25:00:00", "x = '\0'"])
def test_values_that_toml_cannot_hold(text: str) -> None:
    with pytest.raises(BadInput, match=r"^sheet: "):
        parse_toml(text, "sheet")


# --- what a value should have been --------------------------------------------------------------------


class Card(Struct, forbid_unknown_fields=True):
    name: str
    level: Annotated[int, Meta(ge=1, le=5)] = 1
    element: Literal["fire", "earth", "air", "water"] = "fire"
    goods: dict[Literal["wood", "iron"], Annotated[int, Meta(ge=0)]] = {}
    words: tuple[str, ...] = ()
    wild: bool = False
    pair: tuple[int, int] = (0, 0)


class Hand(Struct, forbid_unknown_fields=True):
    cards: list[str | Card]


class Box(Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(min_length=1, max_length=9)]
    cards: Annotated[tuple[str | Card, ...], Meta(max_length=3)] = ()
    top: Card | None = None
    by_turn: dict[int, dict[str, int]] = {}
    hand: Hand | None = None


class Readings(Struct, kw_only=True):
    draws: str = ""


class Sheet(Readings, forbid_unknown_fields=True, kw_only=True):
    players: int = 2


def test_an_unknown_key_is_told_with_the_tables_own_keys_before_the_shared_ones() -> None:
    with pytest.raises(BadInput, match='unknown key "zzz"; known here: players, draws'):
        convert({"zzz": 1}, Sheet, "f")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, 'the key "game" is missing, like game = "..."'),
        ({"game": "x", "hand": {}}, 'hand: the key "cards" is missing, like cards = ["..."]'),
        ({"game": "x", "gmae": "y"}, 'unknown key "gmae"; did you mean game?'),
        ({"game": "x", "zzz": "y"}, 'unknown key "zzz"; known here: game, cards, top, by_turn, hand'),
        ({"game": 7}, "game is 7; it must be a text in quotes"),
        ({"game": ["x"]}, "game is a list; it must be a text in quotes"),
        ({"game": {"x": 1}}, "game is a table; it must be a text in quotes"),
        ({"game": "x", "cards": "Wolf"}, 'cards is "Wolf"; it must be a list [ ... ]'),
        ({"game": "x", "cards": [7]}, "cards 1 is 7; it must be a text in quotes or a table { ... }"),
        ({"game": "x", "cards": [{"level": 2}]}, 'cards 1: the key "name" is missing, like name = "..."'),
        ({"game": "x", "cards": ["Imp", "", {"name": 3}]}, "cards 3 name is 3; it must be a text in quotes"),
        ({"game": "x", "cards": [{"name": "Ox", "level": 0}]}, "Ox's level is 0; it must be 1 or more"),
        ({"game": "x", "cards": [{"name": "Ox", "level": 6}]}, "Ox's level is 6; it must be 5 or less"),
        ({"game": "x", "cards": [{"name": "Ox", "level": 2.0}]}, "Ox's level is 2.0; it must be a whole number"),
        ({"game": "x", "cards": [{"name": "Ox", "level": True}]}, "Ox's level is true; it must be a whole number"),
        ({"game": "x", "cards": [{"name": "Ox", "level": "2"}]}, 'Ox\'s level is "2"; it must be a whole number'),
        ({"game": "x", "cards": [{"name": "Ox", "wild": 1}]}, "Ox's wild is 1; it must be true or false"),
        ({"game": "x", "cards": [{"name": "Ox", "lvl": 1}]}, 'Ox: unknown key "lvl"; did you mean level?'),
        ({"game": "x", "cards": [{"name": "Ox", "element": "fier"}]}, 'Ox\'s element is "fier"; did you mean fire?'),
        (
            {"game": "x", "cards": [{"name": "Ox", "element": 7}]},
            "Ox's element is 7; it must be air, earth, fire or water",
        ),
        ({"game": "x", "cards": [{"name": "O\nx", "level": 0}]}, "O?x's level is 0; it must be 1 or more"),
        ({"game": "x", "top": {"name": "O", "goods": {"wood": -1}}}, "top.goods.wood is -1; it must be 0 or more"),
        ({"game": "x", "cards": [{"name": "", "level": 0}]}, "cards 1 level is 0; it must be 1 or more"),
        ({"game": "x", "cards": [{"name": "O", "words": ["a", 2]}]}, "O's words 2 is 2; it must be a text in quotes"),
        (
            {"game": "x", "cards": [{"name": "Ox", "goods": {"wood": 3, "irn": 1}}]},
            'Ox\'s goods: unknown key "irn"; did you mean iron?',
        ),
        ({"game": "x", "cards": [{"name": "O", "pair": [1, "2"]}]}, 'O\'s pair 2 is "2"; it must be a whole number'),
        ({"game": "x", "top": {"name": 5}}, "top.name is 5; it must be a text in quotes"),
        ({"game": "x", "top": {"name": "Ox", "level": 9}}, "top.level is 9; it must be 5 or less"),
        ({"game": "x", "by_turn": {"2": {"Ox": 1, "Imp": "2"}}}, 'by_turn.2.Imp is "2"; it must be a whole number'),
        ({"game": "x", "by_turn": {"two": {}}}, 'by_turn: the key "two" must be a whole number'),
    ],
)
def test_what_is_said_about_a_value(data: dict[str, Any], message: str) -> None:
    """The place in the data's own names, the value, and what was expected."""
    with pytest.raises(BadInput) as error:
        convert(data, Box, "box.toml")
    assert str(error.value) == f"box.toml: {message}"
    assert error.value.__cause__ is None


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"game": ""}, ["game", "is empty"]),
        ({"game": "x" * 10}, ["game", "at most 9"]),
        ({"game": "x", "cards": ["a", "b", "c", "d"]}, ["cards", "at most 3"]),
        ({"game": "x", "cards": [{"name": "Ox", "pair": [1]}]}, ["Ox's pair", "2"]),
        (
            {"game": "x", "cards": [{"name": "Ox", "element": "gold"}]},
            ["Ox's element", "fire", "earth", "air", "water"],
        ),
    ],
)
def test_what_is_said_about_lengths_and_choices(data: dict[str, Any], words: list[str]) -> None:
    with pytest.raises(BadInput) as error:
        convert(data, Box, "box.toml")
    assert [word for word in words if word not in str(error.value)] == []


def test_long_values_are_cut_in_a_message() -> None:
    with pytest.raises(BadInput) as error:
        convert({"game": "x", "cards": [{"name": "Ox", "level": "9" * 1000}]}, Box, "box.toml")
    assert len(str(error.value)) < 150


@pytest.mark.parametrize("key", ["a`b", "a` - at `$.b", "a.b", "a[0]", "", " ", "ключ", "a\nb", "$", "[...]"])
def test_any_key_may_be_unknown(key: str) -> None:
    with pytest.raises(BadInput, match="unknown"):
        convert({"game": "x", key: 1}, Box, "box.toml")
    with pytest.raises(BadInput, match="goods"):
        convert({"game": "x", "cards": [{"name": "Ox", "goods": {key: 1}}]}, Box, "box.toml")


def test_what_fits_is_converted() -> None:
    box = convert({"game": "x", "cards": ["Imp", {"name": "Ox"}], "by_turn": {"3": {"Ox": 1}}}, Box, "box.toml")
    assert box == Box("x", ("Imp", Card("Ox")), None, {3: {"Ox": 1}})
