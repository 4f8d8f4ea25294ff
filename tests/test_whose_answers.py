"""Answers belong to who gave them to which question: amended, given back, resumed or merged, they are theirs."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from referee import games
from referee.asking.question import Command, Option, choice
from referee.cli.common import open_table
from referee.errors import BadInput, Unreadable
from referee.evenings.story import story_of
from referee.play import line, loop, person
from referee.play.loop import play
from referee.play.notation import (
    Answer,
    Owner,
    Step,
    read_each,
    read_script,
    readings,
    write_step,
    written_for_owners,
)
from referee.play.person import Person
from referee.saves.open_session import Amendment, Way
from referee.saves.save import OpenSave
from referee.text.screen import Screen
from tests.old_saves import run
from tests.shipped import shipped

PLACED = ("place conjurer shangri la", "place conjurer valhalla", "place conjurer lumber mill")
"""The first three entries of the game for four: Anna's, Bo's and Cleo's."""


@pytest.fixture
def save(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The game for four after its first three placings; Dan is next."""
    monkeypatch.setenv("COLUMNS", "1000")
    kept = shipped(tmp_path, "conjurers", 5)
    assert tuple(write_step(step) for step in kept.session.steps) == PLACED
    return kept.path


class Typing(Person):
    """Somebody who types lines, then leaves; before the first prompt something happens elsewhere."""

    def __init__(self, lines: Sequence[str], elsewhere: Callable[[], object] = lambda: None) -> None:
        super().__init__(Screen(plain=True))
        self._lines, self._elsewhere = list(lines), [elsewhere]

    def _line(self, prompt: str, words: object, default: str = "") -> str:
        while self._elsewhere:
            self._elsewhere.pop()()
        return self._lines.pop(0) if self._lines else "stop"


def log(path: Path) -> list[tuple[str, str]]:
    """Who did what, as the log has it."""
    steps = OpenSave(games.load("conjurers"), path).session.steps
    return [(step.who, write_step(step)) for step in steps]


# --- amended ------------------------------------------------------------------------------------------


def test_what_was_anothers_is_refused_with_what_can_become_of_it(save: Path) -> None:
    before = save.read_bytes()
    refused = run("amend", save, 1, "--remove")
    assert refused.exit_code == 1
    assert "Nothing was changed: entry 2 wouldn't hold any more." in refused.stderr
    assert (
        '"place conjurer valhalla" is Bo\'s answer to another question; now it is asked: Anna places'
        in refused.stderr
    )
    for way in ("--then cut-off", "--then leave-out", "--then keep"):
        assert way in refused.stderr
    assert save.read_bytes() == before


@pytest.mark.parametrize("then", [("--then", "keep"), ("--then", "k")])
def test_the_old_entry_may_stay(save: Path, then: Sequence[str]) -> None:
    before = save.read_bytes()
    assert run("amend", save, 1, "--remove", *then).exit_code == 1
    assert save.read_bytes() == before


@pytest.mark.parametrize("then", [("--then", "cut-off"), ("--cut",)])
def test_the_log_may_stop_and_the_rest_is_kept_with_whose_it_is(save: Path, then: Sequence[str]) -> None:
    told = run("amend", save, 1, "--remove", *then).stdout
    kept = save.with_name(f"{save.stem}-cut.moves")
    assert f"2 later entries were cut off; {kept} has them." in told
    assert log(save) == []
    assert kept.read_text(encoding="utf-8") == (
        "place conjurer valhalla  #by Bo: place\nplace conjurer lumber mill  #by Cleo: place\n"
    )
    before = save.read_bytes()
    resumed = run("do", save, "--from", kept)
    assert (resumed.exit_code, save.read_bytes()) == (2, before)
    assert '"place conjurer valhalla" is Bo\'s answer to another question; now it is asked: Anna' in resumed.stderr
    assert run("play", save, "--moves", kept).exit_code == 2
    assert save.read_bytes() == before
    assert run("do", save, PLACED[0]).exit_code == 0
    assert run("do", save, "--from", kept).exit_code == 0
    assert log(save) == [*zip(("Anna", "Bo", "Cleo"), PLACED, strict=True)]


def test_what_doesnt_fit_may_be_left_out(save: Path) -> None:
    assert run("do", save, "place conjurer mount olympus", "place merchant wild animals").exit_code == 0
    told = run("amend", save, 1, "--remove", "--then", "leave-out").stdout
    assert "3 later entries were left out" in told
    assert log(save) == [("Anna", "place merchant wild animals")]
    assert run("verify", save).exit_code == 0


def test_a_wrong_way_is_told_with_those_there_are(save: Path) -> None:
    told = run("amend", save, 1, "--remove", "--then", "moon")
    assert (told.exit_code, "cut off, leave out or keep" in told.stderr) == (2, True)
    assert run("amend", save, 1, "--remove", "--then", "keep", "--cut").exit_code == 2


@pytest.mark.parametrize(
    ("typed", "left"),
    [
        (("cut off",), 0),
        (("leave out", "leave out"), 0),
        (("leave out", "cut"), 0),
        (("yes",), 0),
        (("stop",), 3),
        (("keep",), 3),
        (("",), 3),
        (("leave out", "keep"), 3),
        ((), 3),
        (("no",), 3),
    ],
)
def test_at_a_terminal_it_is_asked(
    save: Path, typed: Sequence[str], left: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the command and at the prompt."""
    text = save.read_text(encoding="utf-8")
    play(open_table(save, Screen(plain=True)), Typing(("amend 1 remove", *typed)))
    assert len(log(save)) == left
    save.write_text(text, encoding="utf-8")
    monkeypatch.setattr(line, "has_terminal", lambda: True)
    monkeypatch.setattr(person, "person", lambda screen, otherwise="": Typing(typed))
    assert run("amend", save, 1, "--remove").exit_code == (1 if left else 0)
    assert len(log(save)) == left


def test_who_begins_the_next_turn_keeps_whose_placings_these_are(tmp_path: Path) -> None:
    """Dan went to the tavern in turn 1; without that Anna places first in turn 2, and nothing goes to another."""
    kept = shipped(tmp_path, "conjurers", 60)
    kept.session.steps[:] = [_at(step, number) for number, step in enumerate(kept.session.steps)]
    before, steps = owners(kept), list(kept.session.steps)
    tavern = next(at for at, step in enumerate(steps, 1) if step.do == "place recruiter tavern")
    second = next(at for at, step in enumerate(steps, 1) if step.at == "turn 2, placing")
    assert steps[second - 1].who == "Dan"
    with pytest.raises(Amendment) as refused:
        kept.amend(tavern, read_each(["place recruiter marketplace"]))
    assert refused.value.number <= second
    kept.amend(tavern, read_each(["place recruiter marketplace"]), choose=lambda amendment: "leave out")
    now = {when: given for when, given in owners(kept).items() if when in before}
    assert now == {when: before[when] for when in now}


def owners(kept: OpenSave[Any]) -> dict[str, list[tuple[str, Owner]]]:
    """Each entry by its time: its answers, and whose they are."""
    session = kept.session
    return {
        step.when: list(zip((answer.text for answer in step.answers), session.owners_of(at), strict=True))
        for at, step in enumerate(session.steps, 1)
        if step.kind == "move"
    }


def amended_at_random(name: str, kept: OpenSave[Any], chance: random.Random) -> None:
    """Change or take out an entry: what is left is whose it was, each answer to a question of its kind."""
    session = kept.session
    session.steps[:] = [_at(step, number) for number, step in enumerate(session.steps)]
    before = owners(kept)
    number = chance.randint(1, len(session.steps))
    question = session.before(number).question
    others = [] if question is None else [option.text for option in question.options() if option.more is None]
    said = [chance.choice(others)] if others and chance.random() < 0.6 else []
    ways: Sequence[Way] = ("leave out", "leave out", "cut off")
    clock, session.clock = session.clock, lambda: "new"
    try:
        kept.amend(number, read_each(said), choose=lambda amendment: chance.choice(ways))
    except BadInput:
        return  # the new entry lacks an answer
    finally:
        session.clock = clock
    for when, now in owners(kept).items():
        if when != "new":
            assert now == before[when], (name, number, said)


def _at(step: Step, number: int) -> Step:
    from msgspec.structs import replace

    return replace(step, when=f"{number}")


@pytest.mark.parametrize(("name", "lines"), [("conjurers", 60), ("enchanters", 30), ("prophecy", 30), ("mythic", 60)])
def test_whatever_is_amended_everybodys_answers_stay_theirs(name: str, lines: int, tmp_path: Path) -> None:
    """One entry of each game; `python -m tests.test_whose_answers 100` changes so many."""
    amended_at_random(name, shipped(tmp_path, name, lines), random.Random(lines))


# --- given back, corrected, resumed -------------------------------------------------------------------


def test_what_was_undone_is_given_back_only_to_whom_it_belongs(save: Path) -> None:
    kept: OpenSave[Any] = OpenSave(games.load("conjurers"), save)
    kept.session.undo()
    cleos = kept.session.undone[-1][0]
    assert cleos.owners == (Owner("place", "Cleo"),)
    kept.session.undo()
    kept.session.undone[-1] = [cleos]
    with pytest.raises(Unreadable, match="is Cleo's answer to another question; now it is asked: Bo places"):
        kept.session.redo()
    assert kept.session.undone[-1] == [cleos]


def test_a_step_says_who_gave_each_of_its_answers(tmp_path: Path) -> None:
    kept = shipped(tmp_path, "mythic", 140)
    several = [step for step in kept.session.steps if len({*step.by, step.who} - {""}) > 1]
    assert several
    for step in several:
        assert len(step.by) == len(step.then)
        assert [said.owner for said in read_script(written_for_owners(step))] == list(step.owners)


@pytest.mark.parametrize(
    "owned",
    [
        Step.of(
            [Answer("move", "hit Ox"), Answer("roll", "1 2"), Answer("guard", "none")], "", "Anna", "", ["", "Bo"]
        ),
        Step.of([Answer("card", "Ox: level 1 # or [2]"), Answer("roll", '"')], "", "Zoë of Ox", "", ["Zoë of Ox"]),
    ],
)
def test_whose_answers_are_is_read_back_as_it_is_written(owned: Step) -> None:
    said = read_script(f"{written_for_owners(owned)}\nend turn # by Bo: nothing\n")
    assert [(one.text, one.owner) for one in said[:-1]] == [
        (answer.text, owner) for answer, owner in zip(owned.answers, owned.owners, strict=True)
    ]
    assert (said[-1].text, said[-1].owner) == ("end turn", None)


def test_an_older_log_that_lacks_whose_answers_are_is_amended_by_whose_they_were(save: Path) -> None:
    kept: OpenSave[Any] = OpenSave(games.load("conjurers"), save)
    kept.session.steps[:] = [Step(at=step.at, do=step.do) for step in kept.session.steps]
    with pytest.raises(Amendment, match="is Bo's answer to another question"):
        kept.amend(1, [])
    assert kept.amend(1, read_each(["place conjurer duat"])) == []


# --- merged -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["undo", "amend 3 remove", "back 3"])
def test_a_command_about_the_log_as_it_was_isnt_obeyed_after_another_windows_entry(save: Path, typed: str) -> None:
    elsewhere = ("adjust", save, "Anna", "food", "33")
    play(open_table(save, Screen(plain=True)), Typing((typed,), lambda: run(*elsewhere)))
    assert log(save)[-2:] == [("Cleo", PLACED[2]), ("", "adjust Anna food 33")]


@pytest.mark.parametrize(
    "line", ["place conjurer mount olympus; place merchant wild animals", "status; place conjurer mount olympus"]
)
def test_what_was_typed_ahead_is_dropped_when_another_window_goes_on(save: Path, line: str) -> None:
    elsewhere = ("do", save, "place conjurer mount olympus")
    play(open_table(save, Screen(plain=True)), Typing((line,), lambda: run(*elsewhere)))
    assert log(save)[3:] == [("Dan", "place conjurer mount olympus")]


def test_what_wasnt_taken_is_told_only_where_it_is_no_secret() -> None:
    """A card of a hidden hand is asked for privately, by the whole question or behind one of its options."""
    moves = choice("move", "Anna's move", [Option("pass")], who="Anna")
    hand = structs.replace(moves, private=True)
    summons = choice("move", "Anna's move", [Option("pass"), Option("summon", more=lambda: hand)], who="Anna")
    said = [loop.quote_public(question, "summon Wolf 2") for question in (moves, hand, summons)]
    assert said == [': "summon Wolf 2"', "", ""]
    assert loop.quote_public(hand, Command("undo")) == ': "undo"'


# --- what the log tells of it -------------------------------------------------------------------------


def test_an_amended_entry_is_marked_in_the_log_and_told_in_the_story(save: Path) -> None:
    assert run("do", save, "adjust Anna food 3").exit_code == 0
    run("amend", save, 3, "place conjurer stone mine")
    entries = json.loads(run("log", save, "--json").stdout)
    assert [entry.get("was") for entry in entries] == [None, None, PLACED[2], None]
    assert f"amended: it was {PLACED[2]}" in run("log", save).stdout
    corrected = dict(story_of(OpenSave(games.load("conjurers"), save)).chapters)["Corrections"]
    assert (
        f"Entry 3, turn 1, placing: place conjurer stone mine was put in later, in place of {PLACED[2]}." in corrected
    )
    assert "was put in later" not in run("log", save, "--moves").stdout
    run("undo", save, 2)
    assert "amended" not in run("log", save).stdout
    run("redo", save, 2)
    assert f"amended: it was {PLACED[2]}" in run("log", save).stdout


def test_what_was_taken_out_is_told_where_it_stood(tmp_path: Path) -> None:
    kept = shipped(tmp_path, "conjurers", 12)
    kept.session.correct(*readings("adjust Anna food 9"))
    kept.session.correct(*readings("adjust Bo food 9"))
    number = len(kept.session.steps) - 1
    kept.amend(number, [])
    assert kept.session.steps[number - 1].removed == ("adjust Anna food 9",)
    kept.save()
    corrected = dict(story_of(OpenSave(kept.game, kept.path)).chapters)["Corrections"]
    assert any("adjust Anna food 9 was taken out later" in line for line in corrected)
    assert "amended: adjust Anna food 9 was taken out here" in run("log", kept.path).stdout.replace("\n", " ")


def test_an_entry_that_is_put_in_as_it_was_is_not_marked(save: Path) -> None:
    run("amend", save, 2, PLACED[1])
    assert "amended" not in run("log", save).stdout


def test_a_later_correction_that_cant_be_done_in_full_any_more_is_told(save: Path) -> None:
    assert run("do", save, "adjust Anna food 5", "adjust Anna food -4").exit_code == 0
    refused = run("amend", save, 4, "adjust Anna food 2")
    assert refused.exit_code == 1
    assert "Anna has 2 food; 4 can't be taken from that" in refused.stderr


if __name__ == "__main__":
    import sys
    import tempfile

    for seed in range(int(sys.argv[1])):
        for game in games.names():
            with tempfile.TemporaryDirectory() as folder:
                amended_at_random(game, shipped(Path(folder), game, 60), random.Random(seed))
