"""Hands and decks of which everybody knows the number, in a made-up game (`siege`): a line of it each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from referee import games
from referee.declaration.game import SECRET
from referee.declaration.tracking import HiddenCards, wrong
from referee.saves.save import read_save
from referee.saves.table import SavedTable
from referee.text.screen import Screen
from tests.made_up import as_json, made_up, run


@pytest.fixture(autouse=True)
def _siege(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    with made_up("siege", tmp_path / "tables", monkeypatch):
        yield


@pytest.fixture
def begun(tmp_path: Path) -> Callable[..., Path]:
    """A save that begins with these options."""

    def begin(*options: str) -> Path:
        path = tmp_path / "siege.toml"
        run("new", path, "--game", "siege", "--player", "Anna", "--player", "Bo", "--yes", *options)
        return path

    return begin


@pytest.fixture
def save(begun: Callable[..., Path]) -> Path:
    """The table draws its own cards."""
    return begun()


@pytest.fixture
def drawn(begun: Callable[..., Path]) -> Path:
    """The program draws."""
    return begun("--drawn", "yes")


def test_everybody_knows_the_number(save: Path) -> None:
    run("do", save, "Bo: buy draw", "rest")
    told = run("status", save, "--plain").stdout
    assert "Anna: gold 2, hand 0 cards, deck 3 cards" in told
    assert "Bo: gold 1, hand 1 card, deck 2 cards" in told
    assert [player["hand"] for player in as_json("status", save)["players"]] == [0, 1]
    assert as_json("why", save)["happened"][0]["steps"] == ["2 - 1 = 1 gold", "hand: 0 + 1 = 1 card"]


def test_the_number_is_put_right(save: Path) -> None:
    told = run("adjust", save, "Anna hand 5").stdout
    assert "Anna: 5 more in the hand" in told
    run("adjust", save, "Bo hand +2, deck -1")
    assert [(player["hand"], player["deck"]) for player in as_json("status", save)["players"]] == [(5, 3), (2, 2)]
    assert "Anna can't have 6 hand; the most is 5" in run("adjust", save, "Anna hand 6", code=1).stderr


def test_what_is_known_stays_in_the_number(drawn: Path) -> None:
    assert "3 cards of the deck are known by name" in run("adjust", drawn, "Anna deck 2", code=1).stderr
    table = SavedTable(games.load("siege"), read_save(drawn), Screen(True))
    state = table.session.present.copy()
    state.players[0].hand = HiddenCards(1, ["oil", "rope"])
    assert list(wrong(table.game.rules(), state)) == ["Anna's hand: 1 card, of which 2 are known"]


def test_a_card_that_isnt_there_cant_leave() -> None:
    cards = HiddenCards(2, ["oil", "rope"])
    with pytest.raises(ValueError, match="ladder isn't there"):
        cards.remove("ladder")
    cards.add("ladder")
    cards.remove("oil")
    assert (cards.number, cards.known) == (2, ["rope", "ladder"])


@pytest.mark.parametrize(
    "command",
    [
        ("status",),
        ("status", "--plain"),
        ("status", "--json"),
        ("log",),
        ("log", "--moves"),
        ("log", "--json"),
        ("watch", "--plain", "--once"),
        ("why", "--json"),
        ("why", "1", "--plain"),
        ("next",),
        ("next", "--json"),
        ("undo",),
        ("score",),
        ("verify",),
    ],
)
def test_no_card_is_told(drawn: Path, command: tuple[str, ...]) -> None:
    run("do", drawn, "Bo: buy draw [plan / north]", "Anna: buy search [oil / plan / south]")
    name, *options = command
    told = run(name, drawn, *options)
    for card in ("oil", "rope", "ladder", "north", "south"):
        assert card not in told.stdout + told.stderr


def test_a_question_for_one_player_is_told_without_its_answers(save: Path) -> None:
    run("do", save, "plan")
    found = as_json("next", save)
    assert (found["moves"], found["private"], found["who"]) == ([], True, "Anna")
    assert "north" not in run("next", save).stdout
    assert "Only Anna may see what can be answered" in run("next", save).stdout


def test_its_owner_looks_at_a_hand_and_nobody_at_a_deck(drawn: Path) -> None:
    run("do", drawn, "Bo: buy draw [rest]")
    assert run("look", drawn, "Bo").stdout == "Bo's hand: oil\n"
    assert "nothing" in run("look", drawn, "Anna").stdout
    run("adjust", drawn, "Bo hand 3")
    assert run("look", drawn, "Bo").stdout == "Bo's hand: oil, 2 other cards\n"


def test_draws_follow_from_the_set_up_and_choices_are_veiled(drawn: Path) -> None:
    run("do", drawn, "Bo: buy draw [plan / north]")
    assert run("log", drawn, "--moves").stdout.splitlines()[1:] == [f"Bo: buy draw [plan / {SECRET}]"]
    assert '"north"' in drawn.read_text()


def test_nothing_is_secret_when_all_is_over(drawn: Path, tmp_path: Path) -> None:
    run("do", drawn, "plan [north]", "attack Anna's Guard [5 5]", "rest", "attack Anna's Guard [5 5]")
    script = tmp_path / "siege.moves"
    script.write_text(run("log", drawn, "--moves").stdout)
    assert "plan [north]" in script.read_text()
    run("do", tmp_path / "again.toml", "--from", script)
    assert as_json("status", tmp_path / "again.toml") == as_json("status", drawn)


def test_it_can_be_taken_back_and_given_back(drawn: Path) -> None:
    run("do", drawn, "Bo: buy draw [plan / north]")
    told = run("undo", drawn, "4").stdout + run("redo", drawn, "4").stdout
    assert "north" not in told
    assert "oil" not in told
    assert [player["hand"] for player in as_json("status", drawn)["players"]] == [1, 1]
