"""A whole evening's start in a real pseudo-terminal: set-up, one whole turn, and ten kills that lose nothing."""

from __future__ import annotations

import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from referee import recent
from referee.games.conjurers import GAME as CONJURERS
from referee.play.notation import write_step
from referee.saves.save import OpenSave
from tests import terminal
from tests.terminal import ENTER, answer, ended, kill, wait_for

DECK = Path(__file__).parents[2] / "examples" / "sample-deck.toml"

Step = tuple[str, str]
"""What is waited for, and what is typed then."""

SET_UP: Sequence[Step] = (
    ("Which game do you play", "conjurers"),
    ("Has everybody played before", "yes"),
    ("How much should the referee track", ""),
    ("How many players", "2"),
    ("Player 1, clockwise", "Anna"),
    ("Anna's colour", ""),
    ("Anna starts with a", "warr"),
    ("Player 2, clockwise", "Bo"),
    ("Bo's colour", "purple"),
    ("Bo starts with a", "1"),
    ("Who starts", ""),
    ("File with your cards", str(DECK)),
    ("Whose dice", ""),
    ("Who shuffles and deals", "table"),
    ("Optional rules", ""),
    ("House rules", ""),
    ("Which spaces of your board", ""),
    ("Which 2 mythologies did you lock", "norse, greek"),
    ("Anna's 3 level 1 creatures", "Wolf, Imp, Bear"),
    ("Bo's 3 level 1 creatures", "Owl, Boar, Viper"),
    ("Lay out the board now", "stop"),
)

TURN: Sequence[Step] = (
    ("Anna places conjurer or warrior", "warrior"),
    ("Anna's warrior goes to", "duat"),
    ("Bo places conjurer or worker", "worker stone mine"),
    ("Anna places conjurer", "wood storage"),
    ("Bo places conjurer", "tavern"),
    ("Anna fight for", "Medjed"),
    ("Anna against Bo", "ref"),
    ("Bo's move", "summon Minion 1"),
    ("Anna's move", "summon Bear 1"),
    ("Anna throws: Bear strikes Minion: 2 dice", "22"),
    ("Bo throws: Minion strikes Bear: 2 dice", "0 0"),
    ("Bo's move", "summon Medjed 2"),
    ("Anna's move", "attack Bear"),
    ("Anna throws: Bear strikes Minion: 2 dice", "21"),
    ("Bo throws: Minion strikes Bear: 2 dice", "11"),
    ("Bo's move", "stop"),
)


def start(command: str, save: Path) -> Any:
    return terminal.start(command, save, rows=50)


def enter(child: Any, step: Step) -> None:
    prompt, text = step
    answer(child, prompt, text + ENTER)


def known_answers(save: Path) -> int:
    """How many answers are in the file: of the set-up while it isn't finished, else of the game."""
    if not save.exists():
        return 0
    data = tomllib.loads(save.read_text(encoding="utf-8"))
    if "unfinished" in data:
        return len(data["unfinished"]["answers"])
    open_save = OpenSave(CONJURERS, save)
    return sum(len(step.answers) for step in open_save.session.steps) + len(open_save.session.draft)


def drive(command: str, save: Path, steps: Sequence[Step], kills: Sequence[int]) -> int:
    """Go through the steps, killing the program at the prompts of some of them; how often it was killed."""
    child, killed = start(command, save), 0
    for number, step in enumerate(steps):
        if number in kills:
            wait_for(child, step[0])
            before = known_answers(save)
            kill(child)
            assert known_answers(save) == before
            killed += 1
            child = start(command, save)
        enter(child, step)
    assert ended(child) == 0
    return killed


def test_a_set_up_and_a_whole_turn_survive_ten_kills(tmp_path: Path) -> None:
    """Killed at a prompt and started again, the program asks that very question; nothing is asked twice."""
    save = tmp_path / "evening.toml"
    killed = drive("new", save, SET_UP, (3, 9, 14, 16))
    killed += drive("play", save, TURN, (2, 5, 6, 9, 12, 14))
    assert killed == 10
    open_save = OpenSave(CONJURERS, save)
    assert [f"{step.place}: {write_step(step)}" for step in open_save.session.steps] == [
        "turn 1, placing · Anna: place warrior duat",
        "turn 1, placing · Bo: place worker stone mine",
        "turn 1, placing · Anna: place conjurer wood storage",
        "turn 1, placing · Bo: place conjurer tavern",
        "turn 1, resolving · Anna: resolve warrior",
        "turn 1, battles · Anna: Medjed [referee]",
        "turn 1, battles · Bo: summon Minion 1",
        "turn 1, battles · Anna: summon Bear 1 [2 2 / 0 0]",
        "turn 1, battles · Bo: summon Medjed 2",
        "turn 1, battles · Anna: attack Bear [2 1 / 1 1]",
    ]
    assert not open_save.disagreements()
    assert open_save.setup.players[1].colour == "purple"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The save of a game that was set up at the prompts."""
    save = tmp_path_factory.mktemp("begun") / "evening.toml"
    recent.place().unlink(missing_ok=True)
    drive("new", save, SET_UP, ())
    return save.read_bytes()


@pytest.fixture
def save(tmp_path: Path, begun: bytes) -> Path:
    """A game's save before its first turn."""
    path = tmp_path / "evening.toml"
    path.write_bytes(begun)
    return path


@pytest.mark.parametrize("delay", [0.0, 0.02])
def test_a_kill_in_the_midst_of_an_answer_leaves_a_whole_file(save: Path, delay: float) -> None:
    """Either the answer is in the file or it isn't; the file can be read, and the log leads to its state."""
    child = start("play", save)
    for number, step in enumerate(TURN[:5]):
        before = known_answers(save)
        if number == 0:
            enter(child, step)
            continue
        prompt, text = step
        wait_for(child, prompt)
        child.send(text + ENTER)
        time.sleep(delay)
        kill(child)
        by_itself = number == 4  # then the only figure that can be resolved is
        assert known_answers(save) in range(before, before + 2 + by_itself), step
        assert not OpenSave(CONJURERS, save).disagreements()
        child = start("play", save)
        if known_answers(save) == before:
            if number == 1:  # the figure was chosen at the first prompt of the two
                enter(child, TURN[0])
            enter(child, step)
            wait_for(child, TURN[number + 1][0])
            kill(child)
            child = start("play", save)
    wait_for(child, TURN[5][0])
    kill(child)
    assert known_answers(save) == 5


@pytest.mark.parametrize(("choice", "food"), [("keep", 9), ("drop", 0)])
def test_a_state_that_was_changed_by_hand_is_offered_as_a_correction(save: Path, choice: str, food: int) -> None:
    """Kept, it is on the record with its reason; dropped, the log's state is back."""
    text = save.read_text(encoding="utf-8")
    save.write_text(
        text.replace('name = "Anna"\nassistants', 'name = "Anna"\nfood = 9\nassistants', 1), encoding="utf-8"
    )
    child = start("play", save)
    child.expect("Anna's food is 9; the log leads to nothing")
    enter(child, ("What should happen to it", "help"))
    enter(child, ("What should happen to it", choice))
    if choice == "keep":
        enter(child, ("Why", "a gift"))
    enter(child, ("Anna places conjurer or", "stop"))
    assert ended(child) == 0
    open_save = OpenSave(CONJURERS, save)
    assert open_save.session.state.players[0].food == food
    assert not open_save.changed
    assert not open_save.disagreements()
    log = [write_step(step) for step in open_save.session.steps]
    assert log == (["mend players.0.food = 9 because a gift"] if food else [])
