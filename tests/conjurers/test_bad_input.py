"""Score sheets, battle records and decks that can't be used: one message, exit code 2, nothing written."""

from __future__ import annotations

import copy
import datetime
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import tomli_w
import typer
from typer.testing import CliRunner

from referee.cli import build

Steps = tuple[str | int, ...]
DROP = object()
"""Stands for a key that is left out."""
HUGE = 10**30
COMMANDS = ("score", "judge")

SHEET: dict[str, Any] = {
    "game": "conjurers",
    "players": [
        {
            "name": "Anna",
            "creatures": [{"mythology": "biblical", "level": 3}, {"level": 1}],
            "artifacts": ["The Holy Grail"],
            "resources": {"wood": 12, "iron": 4},
            "minus_points": 6,
        },
        {"name": "Bo", "creatures": [{"mythology": "norse", "level": 2}]},
    ],
}
RECORD: dict[str, Any] = {
    "game": "conjurers",
    "kind": "duel",
    "dice": "entered",
    "attacker": {
        "name": "Anna",
        "creatures": [
            {
                "name": "Sphinx",
                "mythology": "egyptian",
                "level": 3,
                "element": "earth",
                "hp": 9,
                "bd": 3,
                "abilities": ["offensive 2"],
            },
            {"name": "Imp", "level": 1, "hp": 5, "bd": 1},
        ],
        "equipment": [{"name": "Tower Shield", "abilities": ["absorption 6", "immobility"]}],
    },
    "defender": {
        "name": "Bo",
        "creatures": [
            {"name": "Wolf", "level": 1, "hp": 5, "bd": 2, "abilities": ["poisonous"]},
            {"name": "Imp", "level": 1, "hp": 5, "bd": 1},
        ],
    },
    "turns": [
        {"move": "summon Sphinx 2 with Tower Shield"},
        {"move": "summon Wolf 2", "dice": "2 1 / 0 1 2", "claim": {"Sphinx": 0}},
    ],
}
GUARDED: dict[str, Any] = {
    "game": "conjurers",
    "kind": "battleground",
    "dice": "average",
    "attacker": {"name": "Anna", "creatures": [{"name": "Imp", "level": 1, "hp": 5, "bd": 1}]},
    "defender": {
        "name": "Bo",
        "creatures": [{"name": "Troll", "mythology": "norse", "level": 3, "hp": 9, "bd": 2}],
        "minion": {"mythology": "norse", "level": 3},
    },
    "turns": [{"move": "summon Minion 1"}],
}
DECK: dict[str, Any] = {
    "game": "conjurers",
    "kind": "deck",
    "creature": [
        {"name": "Anubis", "mythology": "egyptian", "level": 5, "hp": 14, "bd": 4, "abilities": ["flying"]},
        {"name": "Wolf", "level": 1, "hp": 5, "bd": 2, "abilities": ["poisonous"], "copies": 2},
    ],
    "item": [{"name": "Dirk", "abilities": ["power hit 1"]}],
    "artifact": [{"name": "Mjöllnir", "abilities": ["first strike"]}],
}


def changed(data: dict[str, Any], *changes: tuple[Steps, object]) -> dict[str, Any]:
    """A copy with some values changed; a step past a list's end adds to it."""
    data = copy.deepcopy(data)
    for steps, value in changes:
        at: Any = data
        for step in steps[:-1]:
            at = at[step]
        last = steps[-1]
        if value is DROP:
            del at[last]
        elif isinstance(at, list) and isinstance(last, int) and last == len(at):
            at.append(copy.deepcopy(value))
        else:
            at[last] = copy.deepcopy(value)
    return data


def write(folder: Path, data: dict[str, Any] | str | bytes, name: str = "friday.toml") -> Path:
    """A file with this content."""
    path = folder / name
    if isinstance(data, dict):
        data = tomli_w.dumps(data)
    path.write_bytes(data.encode() if isinstance(data, str) else data)
    return path


@dataclass(frozen=True)
class Outcome:
    """What a command gave back."""

    code: int
    out: str
    err: str

    @property
    def reports(self) -> list[Any]:
        """The JSON objects, one a line."""
        return [json.loads(line) for line in self.out.splitlines()]


@cache
def application(command: str) -> typer.Typer:
    """The command line with one command."""
    return build([command])


def run(command: str, *arguments: str | Path) -> Outcome:
    """Run the real command in this process; an escaped exception is an error of the test."""
    result = CliRunner().invoke(application(command), [command, *map(str, arguments)])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    assert "Traceback" not in result.stderr
    return Outcome(result.exit_code, result.stdout, result.stderr)


def contents(folder: Path) -> dict[str, bytes | None]:
    """Every file of a folder with its bytes."""
    return {str(path): path.read_bytes() if path.is_file() else None for path in folder.rglob("*")}


def refused(command: str, path: Path, *options: str | Path, blames: Path | None = None) -> str:
    """The message on a file that can't be used, without the file's name that must open it."""
    before = contents(path.parent)
    outcome = run(command, path, *options, "--json")
    assert contents(path.parent) == before
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1, outcome.err
    opening = str(blames or path)
    assert outcome.err.startswith(opening), outcome.err
    return outcome.err.removeprefix(opening).strip()


def says(message: str, words: Sequence[str]) -> None:
    """Check that a message has all of these words, in any letter case."""
    lacking = [word for word in words if word.lower() not in message.lower()]
    assert not lacking, f"{lacking} not in: {message}"


def test_the_samples_here_can_be_used(tmp_path: Path) -> None:
    """What the tests below spoil is good before."""
    deck = write(tmp_path, DECK, "deck.toml")
    assert run("score", write(tmp_path, SHEET), "--deck", deck, "--json").code == 0
    assert run("judge", write(tmp_path, RECORD), "--deck", deck, "--json").code == 0
    assert run("judge", write(tmp_path, GUARDED), "--json").code == 0


# --- files that are no usable text --------------------------------------------------------------------


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param(b"", ["game", "missing"], id="empty"),
        pytest.param(b"# only a remark\n", ["game", "missing"], id="remark"),
        pytest.param(b'game = "conjurers"\n[[players', ["TOML", "end of document"], id="cut off in a header"),
        pytest.param(b'game = "conjurers"\nnote = "Fri', ["TOML", "end of document"], id="cut off in a text"),
        pytest.param(b'game = "conjurers"\nx = [1,', ["TOML", "end of document"], id="cut off in a list"),
        pytest.param(b'game = "conjurers"\ngame = "conjurers"\n', ["TOML", "line 2"], id="key twice"),
        pytest.param(b"game = conjurers\n", ["TOML", "line 1"], id="no quotes"),
        pytest.param(b'\x89PNG\r\n\x1a\n\x00\xff\xfe"', ["text", "UTF-8"], id="picture"),
        pytest.param('game = "conjurers"\n'.encode("utf-16"), ["text", "UTF-8"], id="UTF-16"),
        pytest.param('note = "Zoë"\n'.encode("latin-1"), ["text", "UTF-8"], id="Latin-1"),
        pytest.param(b"\x00" * 64, ["TOML", "line 1"], id="zeros"),
        pytest.param(b'game = "conjurers"\nx = ' + b"[" * 100_000, ["TOML", "deep"], id="deep lists"),
        pytest.param(b'game = "conjurers"\nx = ' + b"{a=" * 100_000, ["TOML", "deep"], id="deep tables"),
        pytest.param(b'game = "conjurers"\nx = ' + b"9" * 10_000, ["TOML"], id="endless number"),
        pytest.param(b'game = "conjurors"\n', ["conjurors", "mean conjurers"], id="misspelled game"),
        pytest.param(b'game = "chess"\n', ["chess", "conjurers"], id="unknown game"),
        pytest.param(b"game = 7\n", ["game", "7", "name"], id="game is a number"),
        pytest.param(b'game = ""\n', ["game", "conjurers"], id="game is empty"),
        pytest.param(
            b'game = "conju\\nrers"\n', ["conju?rers", "did you mean conjurers"], id="game has a line break"
        ),
        pytest.param(b'[game]\nname = "conjurers"\n', ["game", "name"], id="game is a table"),
    ],
)
def test_no_usable_text(command: str, content: bytes, words: list[str], tmp_path: Path) -> None:
    says(refused(command, write(tmp_path, content)), words)


@pytest.mark.parametrize("command", COMMANDS)
def test_deep_dotted_keys(command: str, tmp_path: Path) -> None:
    """A key of a thousand parts is an unknown key like any other."""
    refused(command, write(tmp_path, 'game = "conjurers"\nx' + ".x" * 1000 + " = 1\n"))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_missing_file_is_told_with_the_nearest_beside_it(command: str, tmp_path: Path) -> None:
    write(tmp_path, SHEET, "friday.toml")
    says(refused(command, tmp_path / "firday.toml"), ["no such file", "mean friday.toml"])


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_in_a_missing_folder(command: str, tmp_path: Path) -> None:
    says(refused(command, tmp_path / "nowhere" / "friday.toml"), ["no such file"])


@pytest.mark.parametrize("command", COMMANDS)
def test_a_folder_is_no_file(command: str, tmp_path: Path) -> None:
    (tmp_path / "friday.toml").mkdir()
    says(refused(command, tmp_path / "friday.toml"), ["folder", "file was expected"])


@pytest.mark.parametrize("command", COMMANDS)
def test_a_file_where_a_folder_should_be(command: str, tmp_path: Path) -> None:
    inside = write(tmp_path, SHEET) / "inside.toml"
    outcome = run(command, inside, "--json")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(str(inside))


@pytest.mark.parametrize("command", COMMANDS)
def test_a_byte_order_mark_does_no_harm(command: str, tmp_path: Path) -> None:
    data = SHEET if command == "score" else RECORD
    path = write(tmp_path, b"\xef\xbb\xbf" + tomli_w.dumps(data).encode())
    assert run(command, path, "--json").code == 0


@pytest.mark.parametrize("command", COMMANDS)
def test_people_get_the_same_message(command: str, tmp_path: Path) -> None:
    """Without --json: the message on standard error, nothing on standard output."""
    path = write(tmp_path, 'game = "conjurers"\n')
    with_json, without = run(command, path, "--json"), run(command, path)
    assert without == with_json


# --- files of another kind ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("command", "data", "words"),
    [
        ("score", RECORD, ["is a battle record", "referee judge"]),
        ("score", DECK, ["is a deck", "--deck"]),
        ("judge", SHEET, ["is a score sheet", "referee score"]),
        ("judge", DECK, ["is a deck", "--deck"]),
        ("score", {**SHEET, "game": "prophecy"}, ["isn't a save", "referee new --game prophecy"]),
    ],
    ids=["record scored", "deck scored", "sheet judged", "deck judged", "no sheets"],
)
def test_a_file_of_another_kind(command: str, data: dict[str, Any], words: list[str], tmp_path: Path) -> None:
    says(refused(command, write(tmp_path, data)), words)


# --- score sheets -------------------------------------------------------------------------------------

ANNA: Steps = ("players", 0)
CREATURE: Steps = (*ANNA, "creatures", 0)


@pytest.mark.parametrize(
    ("steps", "value", "words"),
    [
        # unknown and missing keys
        (("playrs",), [], ["playrs", "mean players"]),
        (("players",), DROP, ["players", "missing"]),
        ((*ANNA, "artefacts"), [], ["Anna", "artefacts", "mean artifacts"]),
        ((*ANNA, "resource"), {}, ["Anna", "resource", "mean resources"]),
        ((*ANNA, "minus-points"), 6, ["Anna", "minus-points", "mean minus_points"]),
        ((*ANNA, "zzz"), 6, ["Anna", "zzz", "name", "creatures", "artifacts", "resources", "minus_points"]),
        ((*ANNA, "name"), DROP, ["player 1", "name", "missing"]),
        ((*CREATURE, "lvel"), 3, ["Anna", "creature 1", "lvel", "mean level"]),
        ((*CREATURE, "level"), DROP, ["Anna", "creature 1", "level", "missing"]),
        # words
        ((*CREATURE, "mythology"), "bibical", ["Anna", "creature 1", "mythology", "bibical", "mean biblical"]),
        ((*CREATURE, "mythology"), "aztec", ["Anna", "mythology", "aztec", "egyptian", "greek", "norse"]),
        ((*CREATURE, "mythology"), 3, ["Anna", "mythology", "3", "egyptian", "greek"]),
        ((*ANNA, "resources", "irn"), 3, ["Anna", "resources", "irn", "mean iron"]),
        ((*ANNA, "resources", "food"), 3, ["Anna", "resources", "food", "scores nothing"]),
        ((*ANNA, "resources"), {"food": 1}, ["Anna's resources: food scores nothing"]),
        ((*ANNA, "resources", "Wood"), 3, ["Anna", "resources", "Wood", "wood"]),
        ((*ANNA, "artifacts", 0), "The Holy Grial", ["Anna", "The Holy Grial", "mean The Holy Grail"]),
        ((*ANNA, "artifacts", 0), "Tower Shield", ["Anna", "Tower Shield"]),
        ((*ANNA, "artifacts", 0), "", ["Anna", "artifact"]),
        # shapes
        (("players",), "Anna", ["players", "list"]),
        (("players",), {"name": "Anna"}, ["players", "list"]),
        (("players", 0), "Anna", ["player 1", "Anna", "table"]),
        ((*ANNA, "name"), 7, ["player 1", "name", "7", "text"]),
        ((*ANNA, "name"), "", ["player 1", "name"]),
        ((*ANNA, "name"), "  ", ["name", "empty"]),
        ((*ANNA, "creatures"), "Wolf", ["Anna", "creatures", "Wolf", "list"]),
        ((*ANNA, "creatures", 1), 1, ["Anna", "creatures 2", "1"]),
        ((*ANNA, "artifacts"), "The Holy Grail", ["Anna", "artifacts", "The Holy Grail", "list"]),
        ((*ANNA, "artifacts", 0), 5, ["Anna", "artifacts 1", "5", "text"]),
        ((*ANNA, "resources"), ["wood"], ["Anna", "resources", "list", "table"]),
        ((*ANNA, "resources"), 12, ["Anna", "resources", "12", "table"]),
        # levels and mythologies
        ((*CREATURE, "level"), 0, ["Anna", "creature 1", "level", "0", "1 or more"]),
        ((*CREATURE, "level"), -1, ["Anna", "creature 1", "level", "-1", "1 or more"]),
        ((*CREATURE, "level"), 6, ["Anna", "creature 1", "level", "6", "5 or less"]),
        ((*CREATURE, "level"), HUGE, ["Anna", "creature 1", "level"]),
        ((*CREATURE, "level"), 2.5, ["Anna", "creature 1", "level", "2.5", "whole number"]),
        ((*CREATURE, "level"), 3.0, ["Anna", "creature 1", "level", "3.0", "whole number"]),
        ((*CREATURE, "level"), True, ["Anna", "creature 1", "level", "true", "whole number"]),
        ((*CREATURE, "level"), "3", ["Anna", "creature 1", "level", '"3"', "whole number"]),
        ((*CREATURE, "mythology"), DROP, ["Anna", "level 3", "mythology", "biblical"]),
        # amounts
        ((*ANNA, "resources", "iron"), -1, ["Anna", "resources", "iron", "-1", "0 or more"]),
        ((*ANNA, "resources", "iron"), 1.5, ["Anna", "resources", "iron", "1.5", "whole number"]),
        ((*ANNA, "resources", "iron"), float("inf"), ["Anna", "resources", "iron", "whole number"]),
        ((*ANNA, "resources", "iron"), float("nan"), ["Anna", "resources", "iron", "whole number"]),
        ((*ANNA, "resources", "iron"), False, ["Anna", "resources", "iron", "false", "whole number"]),
        ((*ANNA, "resources", "iron"), "4", ["Anna", "resources", "iron", '"4"', "whole number"]),
        ((*ANNA, "resources", "iron"), [4], ["Anna", "resources", "iron", "list", "whole number"]),
        ((*ANNA, "minus_points"), -6, ["Anna", "minus_points", "-6", "0 or more"]),
        ((*ANNA, "minus_points"), 6.0, ["Anna", "minus_points", "6.0", "whole number"]),
        ((*ANNA, "minus_points"), True, ["Anna", "minus_points", "true", "whole number"]),
        ((*ANNA, "minus_points"), "6", ["Anna", "minus_points", '"6"', "whole number"]),
    ],
)
def test_wrong_values_in_a_sheet(steps: Steps, value: object, words: list[str], tmp_path: Path) -> None:
    says(refused("score", write(tmp_path, changed(SHEET, (steps, value)))), words)


@pytest.mark.parametrize("number", [0, 1, 5, 9])
def test_two_to_four_players(number: int, tmp_path: Path) -> None:
    players = [{"name": f"Player {seat}"} for seat in range(1, number + 1)]
    message = refused("score", write(tmp_path, {"game": "conjurers", "players": players}))
    says(message, ["players", "2 to 4"])


@pytest.mark.parametrize("steps", [(*ANNA, "minus_points"), (*ANNA, "resources", "wood")])
def test_huge_amounts_do_not_break_the_command(steps: Steps, tmp_path: Path) -> None:
    """Any whole number from 0 may stand there: it is counted, or refused with the player's name."""
    path = write(tmp_path, changed(SHEET, (steps, HUGE)))
    outcome = run("score", path, "--json")
    if outcome.code == 0:
        assert len(outcome.reports) == 1
    else:
        assert (outcome.code, outcome.out) == (2, "")
        says(outcome.err, ["Anna", str(steps[-1])])


def players(*holdings: dict[str, Any]) -> dict[str, Any]:
    """A sheet of players named Ann, Bea, Cid and Dan."""
    names = ("Ann", "Bea", "Cid", "Dan")
    return {"game": "conjurers", "players": [{"name": n, **held} for n, held in zip(names, holdings, strict=False)]}


def kin(mythology: str, number: int) -> list[dict[str, Any]]:
    """So many creatures of one mythology."""
    return [{"mythology": mythology, "level": 2 + at % 4} for at in range(number)]


ONES = [{"level": 1}]


@pytest.mark.rule("E6", "abundance", "creature-cards", "level-1-cards", "artifact-cards", "locked-mythologies")
@pytest.mark.parametrize(
    ("data", "words"),
    [
        (players({"creatures": kin("norse", 9)}, {}), ["9", "norse", "8"]),
        (players({"creatures": kin("norse", 5)}, {"creatures": kin("norse", 4)}), ["9", "norse", "8"]),
        (players({"creatures": ONES * 16}, {}), ["16", "level 1", "15"]),
        (players({"creatures": ONES * 8}, {}, {"creatures": ONES * 8}), ["16", "level 1", "15"]),
        (players({"artifacts": ["Ofuda", "Ofuda"]}, {}), ["Ofuda", "twice", "Ann"]),
        (players({"artifacts": ["Mjöllnir", "MJOLLNIR"]}, {}), ["Mjöllnir", "twice", "Ann"]),
        (players({"artifacts": ["Ofuda"]}, {"artifacts": ["ofuda"]}), ["Ofuda", "Ann", "Bea"]),
        (
            players(
                {"creatures": [*kin("norse", 1), *kin("greek", 1)]},
                {"creatures": kin("egyptian", 1), "artifacts": ["Ofuda"]},
            ),
            ["4", "mythologies", "2 players", "3"],
        ),
        (players({"artifacts": ["Ofuda", "Talaria", "Mandjet", "Mjöllnir"]}, {}), ["4", "mythologies", "3"]),
        (
            players(
                {"artifacts": ["Ofuda", "Talaria"]},
                {"artifacts": ["Mandjet", "Mjöllnir"]},
                {"creatures": kin("biblical", 1)},
            ),
            ["5", "mythologies", "3 players", "4"],
        ),
    ],
    ids=[
        "nine",
        "nine of two",
        "level 1",
        "level 1 of two",
        "artifact",
        "accents",
        "artifact of two",
        "two players",
        "two players' artifacts",
        "three players",
    ],
)
def test_what_the_box_cannot_hold(data: dict[str, Any], words: list[str], tmp_path: Path) -> None:
    """Pp. 5-9: eight creatures and three artifacts of a mythology, one card of each artifact, locked mythologies."""
    says(refused("score", write(tmp_path, data)), words)


@pytest.mark.rule("E6")
@pytest.mark.parametrize(
    "data",
    [
        players({"creatures": kin("norse", 5)}, {"creatures": kin("norse", 3)}),
        players({"creatures": ONES * 8}, {"creatures": ONES * 7}),
        players({"artifacts": ["Ofuda", "Talaria"]}, {"artifacts": ["Mandjet", "Cornucopia"]}),
        players({"artifacts": ["Ofuda", "Talaria"]}, {"artifacts": ["Mandjet", "Mjöllnir"]}, {}),
        players(
            {"artifacts": ["Ofuda", "Talaria"]},
            {"artifacts": ["Mandjet", "Mjöllnir"]},
            {},
            {"creatures": kin("biblical", 8)},
        ),
    ],
    ids=["eight", "fifteen", "two players", "three players", "four players"],
)
def test_what_the_box_just_holds(data: dict[str, Any], tmp_path: Path) -> None:
    assert run("score", write(tmp_path, data), "--json").code == 0


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Anna", "Anna"),
        ("Anna", "ANNA"),
        ("Zoë", "zoe"),
        ("Anna", " Anna "),
        ("D'Arc", "D’Arc"),
        ("Jürgen", "JURGEN"),
    ],
)
def test_players_names_differ(first: str, second: str, tmp_path: Path) -> None:
    data = {"game": "conjurers", "players": [{"name": first}, {"name": "Cid"}, {"name": second}]}
    says(refused("score", write(tmp_path, data)), ["called", second.strip(), "differ"])


# --- names and decks ----------------------------------------------------------------------------------


def test_a_bare_name_needs_a_deck(tmp_path: Path) -> None:
    message = refused("score", write(tmp_path, changed(SHEET, ((*ANNA, "creatures", 0), "Anubis"))))
    says(message, ["Anna", "Anubis", "deck"])
    says(refused("score", write(tmp_path, changed(SHEET, ((*ANNA, "creatures", 0), "An\nubis")))), ["An?ubis"])


def test_a_bare_name_in_a_record_needs_a_deck(tmp_path: Path) -> None:
    message = refused("judge", write(tmp_path, changed(RECORD, (("attacker", "creatures", 0), "Anubis"))))
    says(message, ["attacker", "Anubis", "deck"])
    message = refused("judge", write(tmp_path, changed(RECORD, (("attacker", "equipment", 0), "Dirk"))))
    says(message, ["attacker", "Dirk", "deck"])


@pytest.mark.parametrize("given", [True, False], ids=["--deck", "in the file"])
def test_a_name_that_is_not_in_the_deck(given: bool, tmp_path: Path) -> None:
    deck = write(tmp_path, DECK, "deck.toml")
    named: list[tuple[Steps, object]] = [] if given else [(("deck",), "deck.toml")]
    options: list[str | Path] = ["--deck", deck] if given else []
    sheet = write(tmp_path, changed(SHEET, *named, ((*ANNA, "creatures", 0), "Anubs")))
    says(refused("score", sheet, *options), ["Anna", "Anubs", "deck.toml", "mean Anubis"])
    record = write(tmp_path, changed(RECORD, *named, (("defender", "creatures", 0), "Wlf")))
    says(refused("judge", record, *options), ["defender", "Wlf", "deck.toml", "mean Wolf"])
    record = write(tmp_path, changed(RECORD, *named, (("attacker", "equipment", 0), "Mjolnir")))
    says(refused("judge", record, *options), ["attacker", "Mjolnir", "deck.toml", "mean Mjöllnir"])


def test_an_item_is_no_creature(tmp_path: Path) -> None:
    deck = write(tmp_path, DECK, "deck.toml")
    sheet = write(tmp_path, changed(SHEET, ((*ANNA, "creatures", 0), "Dirk")))
    says(refused("score", sheet, "--deck", deck), ["Anna", "Dirk", "creature"])


def test_more_copies_than_the_deck_has(tmp_path: Path) -> None:
    deck = write(tmp_path, DECK, "deck.toml")
    sheet = write(tmp_path, changed(SHEET, ((*ANNA, "creatures"), ["Wolf", "Wolf #2", "wolf"])))
    says(refused("score", sheet, "--deck", deck), ["Wolf", "3", "2"])


@pytest.mark.parametrize("command", COMMANDS)
def test_the_deck_is_missing(command: str, tmp_path: Path) -> None:
    """The path in a file is relative to that file."""
    data = SHEET if command == "score" else RECORD
    write(tmp_path, DECK, "deck.toml")
    path = write(tmp_path, changed(data, (("deck",), "dek.toml")))
    says(refused(command, path), ["dek.toml", "no such file", "mean deck.toml"])
    path = write(tmp_path, data)
    missing = tmp_path / "none.toml"
    says(refused(command, path, "--deck", missing, blames=missing), ["no such file"])


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("deck", [".", "..", "a\0b", "\0/b", "x" * 5000, "no\nsuch", "friday.toml/a.toml"], ids=repr)
def test_the_deck_is_no_path(command: str, deck: str, tmp_path: Path) -> None:
    path = write(tmp_path, changed(SHEET if command == "score" else RECORD, (("deck",), deck)))
    outcome = run(command, path, "--json")
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(str(tmp_path.parent))


def test_an_endless_number_of_a_copy(tmp_path: Path) -> None:
    deck = write(tmp_path, DECK, "deck.toml")
    sheet = write(tmp_path, changed(SHEET, ((*ANNA, "creatures", 0), "Wolf #" + "9" * 5000)))
    outcome = run("score", sheet, "--deck", deck, "--json")
    assert outcome.code == 0 or "Wolf #" in outcome.err


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("content", "words"),
    [
        pytest.param(b"[[creature", ["TOML", "end of document"], id="cut off"),
        pytest.param(b"\x00\xff\xfe", ["text", "UTF-8"], id="binary"),
        pytest.param(b"deck = " + b"[" * 100_000, ["TOML", "deep"], id="deep"),
    ],
)
def test_the_deck_is_no_usable_text(command: str, content: bytes, words: list[str], tmp_path: Path) -> None:
    deck = write(tmp_path, content, "deck.toml")
    path = write(tmp_path, changed(SHEET if command == "score" else RECORD, (("deck",), "deck.toml")))
    says(refused(command, path, blames=deck), words)


@pytest.mark.parametrize(
    ("steps", "value", "words"),
    [
        (("creatures",), [], ["creatures", "mean creature"]),
        (("creature", 0, "abilites"), ["flying"], ["Anubis", "abilites", "mean abilities"]),
        (("creature", 0, "hp"), DROP, ["Anubis", "hp", "missing"]),
        (("creature", 0, "name"), DROP, ["creature 1", "name", "missing"]),
        (("creature", 0, "name"), "", ["creature 1", "name"]),
        (("creature", 0, "mythology"), "egiptian", ["Anubis", "mythology", "egiptian", "mean egyptian"]),
        (("creature", 0, "mythology"), DROP, ["Anubis", "level 5", "mythology"]),
        (("creature", 0, "element"), "fier", ["Anubis", "element", "fier", "mean fire"]),
        (("creature", 0, "hp"), 0, ["Anubis", "hp", "0", "1 or more"]),
        (("creature", 0, "bd"), -1, ["Anubis", "bd", "-1", "0 or more"]),
        (("creature", 0, "level"), 6, ["Anubis", "level", "6", "5 or less"]),
        (("creature", 0, "abilities", 0), "fliyng", ["Anubis", "fliyng", "mean flying"]),
        (("creature", 0, "abilities", 0), "burning", ["Anubis", "burning", "number"]),
        (("creature", 0, "abilities"), "flying", ["Anubis", "abilities", "flying", "list"]),
        (("creature", 1, "copies"), 0, ["Wolf", "copies", "0", "1 or more"]),
        (("creature", 2), {"name": "WOLF", "level": 1, "hp": 5, "bd": 2}, ["WOLF", "twice", "copies"]),
        (("item", 0, "abilities", 0), "power hit", ["Dirk", "power hit", "number"]),
        (("item", 1), {"name": "dirk"}, ["dirk", "twice"]),
        (("artifact", 0, "name"), "Mjolner", ["Mjolner", "mean Mjöllnir"]),
        (("item", 0, "cost"), {"irn": 2}, ["Dirk", "cost", "irn", "iron"]),
        (("item", 0, "cost"), {"iron": 0}, ["Dirk", "cost", "iron", "0", "1 or more"]),
        (("kind",), "dek", ["kind", "dek", "deck"]),
    ],
)
@pytest.mark.parametrize("command", COMMANDS)
def test_wrong_values_in_a_deck(command: str, steps: Steps, value: object, words: list[str], tmp_path: Path) -> None:
    """The deck's name opens the message, also where the file needs none of its cards."""
    deck = write(tmp_path, changed(DECK, (steps, value)), "deck.toml")
    path = write(tmp_path, changed(SHEET if command == "score" else RECORD, (("deck",), "deck.toml")))
    says(refused(command, path, blames=deck), words)


# --- battle records -----------------------------------------------------------------------------------

SPHINX: Steps = ("attacker", "creatures", 0)
SHIELD: Steps = ("attacker", "equipment", 0)
SECOND: Steps = ("turns", 1)


@pytest.mark.parametrize(
    ("steps", "value", "words"),
    [
        # unknown and missing keys
        (("moral",), True, ["moral", "mean morale"]),
        (("atacker",), {}, ["atacker", "mean attacker"]),
        (("kind",), DROP, ["kind", "missing"]),
        (("dice",), DROP, ["dice", "missing"]),
        (("attacker",), DROP, ["attacker", "missing"]),
        (("defender",), DROP, ["defender", "missing"]),
        (("attacker", "equipement"), [], ["attacker", "equipement", "mean equipment"]),
        (("attacker", "name"), DROP, ["attacker", "name", "missing"]),
        (("attacker", "creatures"), DROP, ["attacker", "creatures", "missing"]),
        ((*SPHINX, "abilites"), [], ["Sphinx", "abilites", "mean abilities"]),
        ((*SPHINX, "level"), DROP, ["Sphinx", "level", "missing"]),
        ((*SPHINX, "hp"), DROP, ["Sphinx", "hp", "missing"]),
        ((*SPHINX, "bd"), DROP, ["Sphinx", "bd", "missing"]),
        ((*SPHINX, "name"), DROP, ["attacker", "creature 1", "name", "missing"]),
        ((*SHIELD, "ability"), [], ["Tower Shield", "ability", "mean abilities"]),
        ((*SECOND, "dices"), "1", ["turn 2", "dices", "mean dice"]),
        ((*SECOND, "move"), DROP, ["turn 2", "move", "missing"]),
        # words
        (("kind",), "dule", ["kind", "dule", "mean duel"]),
        (("kind",), "tournament", ["kind", "tournament", "duel", "battleground"]),
        (("dice",), "entred", ["dice", "entred", "mean entered"]),
        (("dice",), "real", ["dice", "real", "entered", "average", "rolled"]),
        ((*SPHINX, "element"), "erth", ["Sphinx", "element", "erth", "mean earth"]),
        ((*SPHINX, "mythology"), "egiptian", ["Sphinx", "mythology", "egiptian", "mean egyptian"]),
        ((*SPHINX, "abilities", 0), "ofensive 2", ["Sphinx", "ofensive 2", "mean offensive"]),
        ((*SPHINX, "abilities", 0), "poisonus", ["Sphinx", "poisonus", "mean poisonous"]),
        ((*SPHINX, "abilities", 0), "swimming", ["Sphinx", "swimming"]),
        ((*SPHINX, "abilities", 0), "immunity frost", ["Sphinx", "immunity frost", "immunity"]),
        ((*SPHINX, "abilities", 0), "", ["Sphinx", "ability"]),
        ((*SHIELD, "abilities", 0), "absorbtion 6", ["Tower Shield", "absorbtion 6", "mean absorption"]),
        # numbers of abilities
        ((*SPHINX, "abilities", 0), "offensive", ["Sphinx", "offensive", "number"]),
        ((*SPHINX, "abilities", 0), "offensive x", ["Sphinx", "offensive x"]),
        ((*SPHINX, "abilities", 0), "offensive 0", ["Sphinx", "offensive 0", "1"]),
        ((*SPHINX, "abilities", 0), "offensive -2", ["Sphinx", "offensive -2"]),
        ((*SPHINX, "abilities", 0), "offensive 1.5", ["Sphinx", "offensive 1.5"]),
        ((*SPHINX, "abilities", 0), f"offensive {HUGE}", ["Sphinx", "offensive", "number"]),
        ((*SPHINX, "abilities", 0), "offensive " + "9" * 5000, ["Sphinx", "offensive"]),
        ((*SPHINX, "abilities", 0), "flying 2", ["Sphinx", "flying 2", "no number"]),
        ((*SPHINX, "abilities", 0), 2, ["Sphinx", "abilities 1", "2", "text"]),
        # creatures
        ((*SPHINX, "hp"), 0, ["Sphinx", "hp", "0", "1 or more"]),
        ((*SPHINX, "hp"), -1, ["Sphinx", "hp", "-1", "1 or more"]),
        ((*SPHINX, "hp"), 9.5, ["Sphinx", "hp", "9.5", "whole number"]),
        ((*SPHINX, "hp"), True, ["Sphinx", "hp", "true", "whole number"]),
        ((*SPHINX, "hp"), "9", ["Sphinx", "hp", '"9"', "whole number"]),
        ((*SPHINX, "hp"), HUGE, ["Sphinx", "hp"]),
        ((*SPHINX, "bd"), -1, ["Sphinx", "bd", "-1", "0 or more"]),
        ((*SPHINX, "bd"), 3.0, ["Sphinx", "bd", "3.0", "whole number"]),
        ((*SPHINX, "bd"), True, ["Sphinx", "bd", "true", "whole number"]),
        ((*SPHINX, "bd"), "3", ["Sphinx", "bd", '"3"', "whole number"]),
        ((*SPHINX, "bd"), HUGE, ["Sphinx", "bd"]),
        ((*SPHINX, "level"), 0, ["Sphinx", "level", "0", "1 or more"]),
        ((*SPHINX, "level"), 6, ["Sphinx", "level", "6", "5 or less"]),
        ((*SPHINX, "mythology"), DROP, ["Sphinx", "level 3", "mythology"]),
        ((*SPHINX, "name"), "", ["creature 1", "name"]),
        (("attacker", "creatures"), [], ["attacker", "0 creatures", "1 to 3"]),
        (("attacker", "creatures"), "Sphinx", ["attacker", "creatures", "Sphinx", "list"]),
        (("attacker", "creatures", 1), 7, ["attacker", "creatures 2", "7"]),
        # settings
        (("elements",), 1, ["elements", "1", "true or false"]),
        (("morale",), "yes", ["morale", "yes", "true or false"]),
        (("seed",), 7, ["seed", "rolled"]),
        (("attacker", "name"), "BO", ["attacker", "defender", "BO"]),
        (("attacker", "name"), 7, ["attacker", "name", "7", "text"]),
        (("attacker",), "Anna", ["attacker", "Anna", "table"]),
        (("turns",), "pass", ["turns", "pass", "list"]),
        (("turns", 0), "summon Sphinx 2", ["turn 1", "summon Sphinx 2", "table"]),
        (("attacker", "minion"), {"mythology": "egyptian", "level": 3}, ["attacker", "minion", "defender"]),
        (("defender", "minion"), {"mythology": "norse", "level": 3}, ["defender", "minion", "battleground"]),
    ],
)
def test_wrong_values_in_a_record(steps: Steps, value: object, words: list[str], tmp_path: Path) -> None:
    says(refused("judge", write(tmp_path, changed(RECORD, (steps, value)))), words)


def test_four_creatures_are_too_many(tmp_path: Path) -> None:
    more = [{"name": f"Imp {n}", "level": 1, "hp": 1, "bd": 1} for n in range(4)]
    message = refused("judge", write(tmp_path, changed(RECORD, (("attacker", "creatures"), more))))
    says(message, ["attacker", "4 creatures", "1 to 3"])


@pytest.mark.parametrize("name", ["Sphinx", "SPHINX", "Sphïnx", " sphinx "])
def test_names_are_unique_within_a_side(name: str, tmp_path: Path) -> None:
    record = changed(RECORD, (("attacker", "creatures", 1, "name"), name))
    says(refused("judge", write(tmp_path, record)), ["attacker", "two creatures", name.strip(), "#2"])
    record = changed(RECORD, (("attacker", "equipment", 1), {"name": "TOWER SHIELD"}))
    says(refused("judge", write(tmp_path, record)), ["attacker", "equipment", "TOWER SHIELD", "#2"])


@pytest.mark.rule("minion")
@pytest.mark.parametrize(
    ("steps", "value", "words"),
    [
        (("defender", "minion", "mythology"), "greek", ["minion", "greek", "Troll", "norse"]),
        (("defender", "minion", "level"), 4, ["minion", "4", "Troll", "3"]),
        (("defender", "minion", "level"), 1, ["minion", "level", "1", "2 or more"]),
        (("defender", "minion", "level"), 6, ["minion", "level", "6", "5 or less"]),
        (("defender", "minion", "level"), "3", ["minion", "level", '"3"', "whole number"]),
        (("defender", "minion", "level"), DROP, ["minion", "level", "missing"]),
        (("defender", "minion", "mythology"), "nrose", ["minion", "mythology", "nrose", "mean norse"]),
        (("defender", "minion", "lvl"), 3, ["minion", "lvl", "mean level"]),
        (("defender", "minion"), "norse", ["minion", "norse", "table"]),
        (("defender", "creatures", 0, "name"), "minion", ["defender", "minion"]),
        (("defender", "creatures"), [], ["defender", "minion", "one creature"]),
        (
            ("defender", "creatures", 1),
            {"name": "Imp", "level": 1, "hp": 1, "bd": 1},
            ["defender", "minion", "one creature", "2"],
        ),
        (("kind",), "duel", ["defender", "minion", "battleground"]),
        (
            ("defender", "creatures", 0),
            {"name": "Imp", "level": 1, "hp": 1, "bd": 1},
            ["minion", "norse", "3", "Imp", "1"],
        ),
    ],
)
def test_minions_that_do_not_fit(steps: Steps, value: object, words: list[str], tmp_path: Path) -> None:
    """P. 15: a minion is of the mythology and level of the creature that it guards."""
    says(refused("judge", write(tmp_path, changed(GUARDED, (steps, value)))), words)


# --- moves --------------------------------------------------------------------------------------------


def with_moves(*moves: str, data: dict[str, Any] = RECORD) -> dict[str, Any]:
    """A record with these moves and nothing else in its turns."""
    return changed(data, (("turns",), [{"move": move} for move in moves]))


@pytest.mark.rule("slots")
@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("sumon Sphinx 2", ["sumon Sphinx 2", "mean", "summon Sphinx 2"]),
        ("sommon Sphinx 2", ["mean", "summon Sphinx 2"]),
        ("mvoe Sphinx 2", ["mean", "move Sphinx 2"]),
        ("atack Sphinx", ["mean", "attack Sphinx"]),
        ("devuor Sphinx", ["mean", "devour Sphinx"]),
        ("brake free Sphinx", ["mean", "break free Sphinx"]),
        ("breakfree Sphinx", ["mean", "break free Sphinx"]),
        ("bnid Wolf", ["mean", "bind Wolf"]),
        ("pas", ["mean", "pass"]),
        ("dance Sphinx", ["dance Sphinx", "summon CREATURE SLOT", "pass"]),
        ("", ["summon CREATURE SLOT", "pass"]),
        ("   ", ["summon CREATURE SLOT", "pass"]),
        ("Sphinx 2", ["Sphinx 2", "summon CREATURE SLOT"]),
        ("attack Wolf with Sphinx", ["Wolf with Sphinx"]),
        ("Sphinx attacks Wolf", ["Sphinx attacks Wolf", "attack CREATURE"]),
        ("summon", ["summon", "followed by Sphinx"]),
        ("summon Sphinx", ["summon Sphinx", "1 to 3"]),
        ("summon 2", ["summon 2", "is followed by Sphinx or Imp"]),
        ("summon Sphinx two", ["summon Sphinx two", "1 to 3"]),
        ("summon Sphinx 2.5", ["summon Sphinx 2.5"]),
        ("summon Sphinx 2 with", ["summon Sphinx 2 with"]),
        ("summon Sphinx 2 Tower Shield", ["summon Sphinx 2 Tower Shield", "is followed by with"]),
        ("summon Sphinx 0", ["0", "1 to 3"]),
        ("summon Sphinx 4", ["4", "1 to 3"]),
        ("summon Sphinx -1", ["-1", "1 to 3"]),
        (f"summon Sphinx {HUGE}", ["1 to 3"]),
        ("summon Sphinx " + "9" * 5000, ["1 to 3"]),
        ("summon Sphinx ⁴", ["summon Sphinx"]),
        ("move Sphinx", ["move Sphinx", "1 to 3"]),
        ("move Sphinx 0", ["0", "1 to 3"]),
        ("move Sphinx 4", ["4", "1 to 3"]),
        ("attack", ["attack", "followed by Sphinx"]),
        ("devour", ["devour", "followed by Sphinx"]),
        ("break free", ["break free", "followed by Sphinx"]),
        ("bind", ["bind", "followed by Wolf"]),
        ("pass Sphinx", ["pass Sphinx", "pass"]),
        # names
        ("summon Sfinx 2", ["Sfinx", "mean summon Sphinx 2"]),
        ("summon Griffin 2", ["Griffin"]),
        ("attack Sfinx", ["Sfinx", "mean attack Sphinx"]),
        ("summon Sphinx 2 with Tower Sheild", ["Tower Sheild", "mean", "Tower Shield"]),
        ("summon Sphinx 2 with Tower Shield, Dirk", ["Dirk"]),
        ("summon Sphinx 2 with Tower Shield,", ["with Tower Shield,"]),
        ("summon Sphinx 2 with Sphinx", ["sphinx", "is followed by Tower Shield"]),
        ("bind Wlf", ["Wlf", "mean bind Wolf"]),
        ("bind Wolf by Sfinx", ["Sfinx", "mean bind Wolf by Sphinx"]),
        # the other side
        ("summon Wolf 2", ["Wolf is Bo's"]),
        ("move Wolf 2", ["Wolf is Bo's"]),
        ("attack Wolf", ["Wolf is Bo's"]),
        ("devour Wolf", ["Wolf is Bo's"]),
        ("break free Wolf", ["Wolf is Bo's"]),
        ("bind Sphinx", ["Sphinx", "enemy"]),
        ("bind Wolf by Wolf", ["Wolf is Bo's"]),
    ],
)
def test_moves_that_cannot_be_read(move: str, words: list[str], tmp_path: Path) -> None:
    """The message has the turn's number and the right spelling or the way such a move is written."""
    message = refused("judge", write(tmp_path, with_moves(move)))
    says(message, ["turn 1", *words])


def test_the_nearest_name_is_shown_as_it_is_written(tmp_path: Path) -> None:
    assert "Tower Shield" in refused("judge", write(tmp_path, with_moves("summon Sphinx 2 with Tower Sheild")))


@pytest.mark.parametrize("move", [7, True, 1.5, ["pass"], {"summon": "Sphinx"}])
def test_a_move_is_a_text(move: object, tmp_path: Path) -> None:
    record = changed(RECORD, (("turns", 0, "move"), move))
    says(refused("judge", write(tmp_path, record)), ["turn 1", "move", "text"])


def test_the_turn_is_named(tmp_path: Path) -> None:
    message = refused("judge", write(tmp_path, with_moves("summon Sphinx 2", "summon Wolf 1", "atack Sphinx")))
    says(message, ["turn 3", "attack Sphinx"])


def test_the_whole_record_is_read_before_it_is_played(tmp_path: Path) -> None:
    """Turn 2 is illegal (slot 2 is taken, the Sphinx is out), but turn 3 can't even be read."""
    record = with_moves("summon Sphinx 2", "attack Wolf", "atack Sphinx")
    says(refused("judge", write(tmp_path, record)), ["turn 3"])


# --- claims and magic ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("claim", "words"),
    [
        ({"Sfinx": 0}, ["turn 2", "Sfinx", "mean Sphinx"]),
        ({"Imp": 0}, ["turn 2", "Imp", "both sides", "attacker.Imp", "defender.Imp"]),
        ({"attacker.Wolf": 0}, ["turn 2", "attacker.Wolf"]),
        ({"Sphinx": 0, "attacker.Sphinx": 1}, ["turn 2", "twice"]),
        ({"Sphinx": 0, "SPHINX": 0}, ["turn 2", "twice"]),
        ({"Tower Shield": 3}, ["turn 2", "Tower Shield"]),
        ({"Sphinx": -1}, ["turn 2", "claim", "Sphinx", "-1", "0 or more"]),
        ({"Sphinx": 0.5}, ["turn 2", "claim", "Sphinx", "0.5", "whole number"]),
        ({"Sphinx": True}, ["turn 2", "claim", "Sphinx", "true", "whole number"]),
        ({"Sphinx": "0"}, ["turn 2", "claim", "Sphinx", '"0"', "whole number"]),
        ("Sphinx 0", ["turn 2", "claim", "Sphinx 0", "table"]),
    ],
)
def test_claims_that_cannot_be_used(claim: object, words: list[str], tmp_path: Path) -> None:
    says(refused("judge", write(tmp_path, changed(RECORD, ((*SECOND, "claim"), claim)))), words)


WITH_MAGIC = changed(RECORD, ((*SHIELD, "abilities"), ["magician"]))


@pytest.mark.rule("magician")
@pytest.mark.parametrize(
    ("data", "magic", "words"),
    [
        (RECORD, {"Sphinx": "poisonous"}, ["turn 2", "Sphinx", "magician"]),
        (WITH_MAGIC, {"Wolf": "poisonous"}, ["turn 2", "Wolf", "magician"]),
        (WITH_MAGIC, {"Sphinx": "poisonus"}, ["turn 2", "poisonus", "mean poisonous"]),
        (WITH_MAGIC, {"Sphinx": "flying"}, ["turn 2", "flying", "frost attack", "burning 2", "poisonous"]),
        (WITH_MAGIC, {"Sphinx": "burning 3"}, ["turn 2", "burning 3", "burning 2"]),
        (WITH_MAGIC, {"Sphinx": ""}, ["turn 2", "frost attack", "burning 2", "poisonous"]),
        (WITH_MAGIC, {"Sfinx": "poisonous"}, ["turn 2", "Sfinx", "mean Sphinx"]),
        (WITH_MAGIC, {"Imp": "poisonous"}, ["turn 2", "Imp", "both sides", "attacker.Imp", "defender.Imp"]),
        (WITH_MAGIC, {"Sphinx": 2}, ["turn 2", "magic", "Sphinx", "2", "text"]),
        (WITH_MAGIC, "poisonous", ["turn 2", "magic", "poisonous", "table"]),
    ],
)
def test_magic_that_cannot_be_used(data: dict[str, Any], magic: object, words: list[str], tmp_path: Path) -> None:
    says(refused("judge", write(tmp_path, changed(data, ((*SECOND, "magic"), magic)))), words)


# --- dice ---------------------------------------------------------------------------------------------


@pytest.mark.rule("B23", "B24", "battle-dice")
@pytest.mark.parametrize(
    ("dice", "words"),
    [
        (DROP, ["turn 2", "missing"]),
        ("", ["turn 2", "missing"]),
        ("2 1", ["turn 2", "missing"]),
        ("2 / 0 1 2", ["turn 2", "roll 1", "too few", "2"]),
        ("2 1 / 0 1", ["turn 2", "roll 2", "too few", "3"]),
        ("2 1 0 / 0 1 2", ["turn 2", "roll 1", "too many", "2"]),
        ("2 1 / 0 1 2 2", ["turn 2", "roll 2", "too many", "3"]),
        ("2 1 / 0 1 2 / 1", ["turn 2", "3 are written", "2"]),
        ("2 1 / ", ["turn 2", "roll 2", "too few"]),
        ("3 1 / 0 1 2", ["turn 2", "roll 1", "can't show 3", "0, 1, 2"]),
        ("2 1 / 0 1 -1", ["turn 2", "roll 2"]),
        ("2 1 / 0 1 6", ["turn 2", "roll 2", "can't show 6", "0, 1, 2"]),
        ("2 1 / 0 1 x", ["turn 2", "roll 2"]),
        ("2 1 / 0 1 1.5", ["turn 2", "roll 2"]),
        ("two one", ["turn 2", "roll 1"]),
        ("2 ١ / 0 1 2", ["turn 2", "roll 1"]),
        ("2 1 / 0 1 " + "9" * 5000, ["turn 2", "roll 2"]),
        ([[2], [0, 1, 2]], ["turn 2", "roll 1", "too few", "2"]),
        ([[2, 1], [0, 1, 2, 2]], ["turn 2", "roll 2", "too many", "3"]),
        ([[2, 1]], ["turn 2", "missing"]),
        ([], ["turn 2", "missing"]),
        ([[2, 1], [0, 1, 2], [1]], ["turn 2", "3 are written", "2"]),
        ([[2, 1], [0, 1, 3]], ["turn 2", "roll 2", "can't show 3", "0, 1, 2"]),
        ([[2, 1], [0, 1, -1]], ["turn 2", "roll 2", "-1"]),
        ([[21], [0, 1, 2]], ["turn 2", "roll 1", "21"]),
        ([[2, 1], [0, 1, 1.0]], ["turn 2", "dice", "1.0", "whole number"]),
        ([[2, 1], [0, 1, True]], ["turn 2", "dice", "true", "whole number"]),
        ([[2, 1], ["0", "1", "2"]], ["turn 2", "dice", '"0"', "whole number"]),
        ([2, 1], ["turn 2", "dice", "2", "list"]),
        (21, ["turn 2", "dice", "21"]),
        (True, ["turn 2", "dice", "true"]),
    ],
)
def test_dice_that_cannot_be(dice: object, words: list[str], tmp_path: Path) -> None:
    """B23: in turn 2 the Wolf rolls two dice, then the Sphinx three; each shows 0, 1 or 2."""
    message = refused("judge", write(tmp_path, changed(RECORD, ((*SECOND, "dice"), dice))))
    says(message, words)
    assert "(like" not in message  # as at a prompt


@pytest.mark.parametrize("dice", ["2", "0 1 2", [[1]]])
def test_dice_in_a_turn_without_rolls(dice: object, tmp_path: Path) -> None:
    record = changed(RECORD, (("turns", 0, "dice"), dice))
    says(refused("judge", write(tmp_path, record)), ["turn 1", "1 is written", "0"])


@pytest.mark.rule("average-dice", "B22")
def test_average_dice_are_not_written(tmp_path: Path) -> None:
    record = changed(RECORD, (("dice",), "average"))
    says(refused("judge", write(tmp_path, record)), ["turn 2", "dice", "entered", "average"])


def test_rolled_dice_are_not_written(tmp_path: Path) -> None:
    record = changed(RECORD, (("dice",), "rolled"), (("seed",), 7))
    says(refused("judge", write(tmp_path, record)), ["turn 2", "dice", "entered", "rolled"])


@pytest.mark.parametrize(
    ("mode", "seed", "words"),
    [
        ("entered", 7, ["seed", "rolled", "entered"]),
        ("average", 7, ["seed", "rolled", "average"]),
        ("rolled", DROP, ["rolled", "seed"]),
        ("rolled", "7", ["seed", '"7"', "whole number"]),
        ("rolled", 7.5, ["seed", "7.5", "whole number"]),
        ("rolled", True, ["seed", "true", "whole number"]),
    ],
)
def test_a_seed_goes_with_rolled_dice(mode: str, seed: object, words: list[str], tmp_path: Path) -> None:
    record = changed(RECORD, (("dice",), mode), (("seed",), 0), (("seed",), seed), ((*SECOND, "dice"), DROP))
    says(refused("judge", write(tmp_path, record)), words)


@pytest.mark.parametrize("seed", [0, -7, HUGE])
def test_any_whole_number_can_be_a_seed_or_is_refused(seed: int, tmp_path: Path) -> None:
    record = changed(RECORD, (("dice",), "rolled"), (("seed",), seed), ((*SECOND, "dice"), DROP))
    outcome = run("judge", write(tmp_path, record), "--json")
    assert outcome.code in (0, 1) or "seed" in outcome.err


def test_dice_after_an_illegal_turn_are_not_checked(tmp_path: Path) -> None:
    """Turn 2 is illegal (the Sphinx can't be summoned twice), so nobody throws the dice of turn 4."""
    record = with_moves("summon Sphinx 1", "summon Wolf 3", "summon Sphinx 2", "attack Wolf")
    record = changed(record, (("turns", 3, "dice"), "9 9 9 9 / x"))
    outcome = run("judge", write(tmp_path, record), "--json")
    assert outcome.code == 1
    assert outcome.reports[0]["illegal"]["turn"] == 3


# --- anything anywhere --------------------------------------------------------------------------------


def places(data: Any, before: Steps = ()) -> Iterator[Steps]:
    """The way to every value of a file."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for step, value in items:
        yield (*before, step)
        yield from places(value, (*before, step))


@pytest.mark.parametrize(
    "odd",
    [
        -1,
        0,
        HUGE,
        -HUGE,
        1.5,
        float("nan"),
        True,
        "",
        " ",
        "x",
        "#",
        "#2",
        "²",
        "İ" * 200,
        "a.b",
        "../..",
        "%s {}",
        [],
        [[]],
        {},
        [{}],
        {"a": {"b": 1}},
        datetime.date(2024, 2, 29),
        datetime.time(1, 2),
        DROP,
    ],
    ids=lambda odd: "drop" if odd is DROP else f"{type(odd).__name__} {odd!s:.12}",
)
@pytest.mark.parametrize(
    ("command", "data"), [("score", SHEET), ("judge", RECORD), ("judge", GUARDED)], ids=["sheet", "record", "minion"]
)
def test_whatever_stands_anywhere(command: str, data: dict[str, Any], odd: object, tmp_path: Path) -> None:
    """An odd value in any one place of a good file leads to a report or to one message, never to a crash."""
    files = [write(tmp_path, changed(data, (steps, odd)), f"{at}.toml") for at, steps in enumerate(places(data))]
    before = contents(tmp_path)
    outcome = run(command, *files, "--json")
    assert contents(tmp_path) == before
    messages = [line for line in outcome.err.splitlines() if not line.startswith("note: ")]
    assert len(outcome.reports) + len(messages) == len(files)
    assert all(message.startswith(f"{tmp_path}/") for message in messages)
    assert outcome.code == 2


@pytest.mark.parametrize("odd", [-1, HUGE, 1.5, True, "", "x", [], {}, datetime.date(2024, 2, 29)], ids=str)
def test_whatever_stands_anywhere_in_a_deck(odd: object, tmp_path: Path) -> None:
    """Also a deck can't crash the command that reads it."""
    for at, steps in enumerate(places(DECK)):
        deck = write(tmp_path, changed(DECK, (steps, odd)), f"deck {at}.toml")
        outcome = run("score", write(tmp_path, SHEET), "--deck", deck, "--json")
        assert (outcome.code, len(outcome.reports), outcome.err) == (0, 1, "") or (
            outcome.code == 2 and outcome.out == "" and outcome.err.startswith(str(deck))
        )


# --- exit code 1, and several files -------------------------------------------------------------------

ILLEGAL = with_moves("summon Sphinx 2", "summon Wolf 1", "summon Imp 2")
DISPUTED = changed(RECORD, ((*SECOND, "claim", "Sphinx"), 1))


@pytest.mark.rule("summon")
def test_an_illegal_move_is_exit_code_one(tmp_path: Path) -> None:
    """P. 16: slot 2 is taken by the Sphinx."""
    outcome = run("judge", write(tmp_path, ILLEGAL), "--json")
    assert (outcome.code, outcome.err) == (1, "")
    (report,) = outcome.reports
    assert report["legal"] is False
    assert (report["illegal"]["turn"], report["illegal"]["move"]) == (3, "summon Imp 2")
    assert len(report["turns"]) == 2


def test_a_disputed_claim_is_exit_code_one(tmp_path: Path) -> None:
    """The shield takes the Wolf's 3, so there is no damage on the Sphinx."""
    outcome = run("judge", write(tmp_path, DISPUTED), "--json")
    assert (outcome.code, outcome.err) == (1, "")
    (report,) = outcome.reports
    assert (report["legal"], report["illegal"]) == (True, None)
    assert report["disputes"] == [{"turn": 2, "creature": "attacker.Sphinx", "claimed": 1, "ruled": 0}]


def test_all_files_are_scored(tmp_path: Path) -> None:
    """Two usable ones give a line each, in order; each unusable one its message; the code is 2."""
    files = [
        write(tmp_path, changed(SHEET, ((*ANNA, "name"), "One")), "1.toml"),
        write(tmp_path, changed(SHEET, ((*ANNA, "minus_points"), -1)), "2.toml"),
        tmp_path / "3.toml",
        write(tmp_path, changed(SHEET, ((*ANNA, "name"), "Four")), "4.toml"),
        write(tmp_path, b"\xff\xfe", "5.toml"),
    ]
    outcome = run("score", *files, "--json")
    assert outcome.code == 2
    assert [report["players"][0]["name"] for report in outcome.reports] == ["One", "Four"]
    messages = outcome.err.splitlines()
    assert [message.startswith(str(files[at])) for message, at in zip(messages, (1, 2, 4), strict=True)] == [True] * 3


@pytest.mark.parametrize(
    ("records", "code", "lines"),
    [
        ([RECORD, RECORD], 0, 2),
        ([RECORD, ILLEGAL], 1, 2),
        ([DISPUTED, RECORD], 1, 2),
        ([ILLEGAL, DISPUTED], 1, 2),
        ([ILLEGAL, "", RECORD], 2, 2),
        (["", ILLEGAL], 2, 1),
        (["", "x"], 2, 0),
    ],
)
def test_the_highest_exit_code_wins(
    records: list[dict[str, Any] | str], code: int, lines: int, tmp_path: Path
) -> None:
    files = [write(tmp_path, record, f"{number}.toml") for number, record in enumerate(records)]
    before = contents(tmp_path)
    outcome = run("judge", *files, "--json")
    assert contents(tmp_path) == before
    assert outcome.code == code
    assert [report["game"] for report in outcome.reports] == ["conjurers"] * lines
    assert len(outcome.err.splitlines()) == len(records) - lines


def test_one_file_twice_is_two_reports(tmp_path: Path) -> None:
    path = write(tmp_path, SHEET)
    first, second = run("score", path, path, "--json").reports
    assert first == second
