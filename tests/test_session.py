"""Sessions and the loop, with a small game that isn't any of the real ones: add numbers up to a limit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from referee.ask import Option, Procedure, Question, choice, whole_number, yes_or_no
from referee.errors import Ambiguous, BadInput, Illegal, RefereeError, Unreadable
from referee.interview import FormTable
from referee.loop import Command, Script, play, read_command, read_script
from referee.session import Answer, Session


@dataclass
class Sum:
    """A number that grows."""

    total: int = 0


class Adding:
    """Each step asks for a number and, for an odd one, whether to double it; at five it must be five; ten ends it."""

    def copy(self, state: Sum) -> Sum:
        return Sum(state.total)

    def step(self, state: Sum, events: list[Any]) -> Procedure[None] | None:
        return None if state.total >= 10 else self._add(state, events)

    def _add(self, state: Sum, events: list[Any]) -> Procedure[None]:
        def parse(text: str) -> int:
            if not text.isdigit():
                raise Unreadable(f'"{text}" is no number')
            if int(text) > 9:
                raise Illegal("more than nine", "R1")
            return int(text)

        forced = "5" if state.total == 5 else None  # as it stands when the step begins
        events.append("asked")
        number = yield Question("number", "A number", parse, forced=lambda: forced)
        if number % 2 and state.total != 5:
            events.append("odd")
            number *= 2 if (yield yes_or_no("double", "Double it")) else 1
        state.total += number


def adding() -> Session[Sum]:
    return Session(Adding(), Sum())


def asked(session: Session[Any]) -> str:
    """The key of the question that is open; "" if there is none."""
    return session.question.key if session.question else ""


def test_answers_are_applied_and_recorded() -> None:
    session = adding()
    session.answer("4")
    session.answer("3")
    assert (asked(session), session.state.total) == ("double", 4)
    assert session.draft == [Answer("number", "3")]
    session.answer("YES")
    assert session.state.total == 10
    assert session.question is None
    assert session.entries == [(Answer("number", "4"),), (Answer("number", "3"), Answer("double", "yes"))]


@pytest.mark.parametrize(("text", "error"), [("x", Unreadable), ("12", Illegal)])
def test_a_refused_answer_changes_nothing(text: str, error: type[RefereeError]) -> None:
    session = adding()
    session.answer("4")
    with pytest.raises(error):
        session.answer(text)
    assert (session.state.total, session.entries, session.draft) == (4, [(Answer("number", "4"),)], [])


def test_undo_takes_the_answer_under_way_then_the_whole_step() -> None:
    session = adding()
    session.answer("4")
    session.answer("3")
    assert session.undo()
    assert (asked(session), session.draft, session.state.total) == ("number", [], 4)
    assert session.undo()
    assert session.state.total == 0
    assert not session.undo()


def test_redo_gives_back_what_undo_took_until_something_new_is_answered() -> None:
    session = adding()
    for text in ("4", "3", "no"):
        session.answer(text)
    session.undo()
    session.undo()
    assert session.redo()
    assert session.redo()
    assert (session.state.total, len(session.entries)) == (7, 2)
    session.undo()
    session.answer("2")
    assert not session.redo()
    assert session.state.total == 6


def test_a_forced_answer_goes_by_itself_and_is_undone_with_the_one_before() -> None:
    session = adding()
    for text in ("5", "no"):
        session.answer(text)
    assert session.state.total == 10
    assert session.entries[-1] == (Answer("number", "5"),)
    assert session.undo()
    assert (session.state.total, session.entries) == (0, [])
    session.redo()
    assert session.state.total == 10


def test_a_session_goes_on_from_recorded_entries_and_draft() -> None:
    played = adding()
    played.answer("4")
    played.answer("3")
    again = Session(Adding(), Sum(), list(played.entries), list(played.draft))
    assert (again.state, again.draft, asked(again)) == (played.state, played.draft, "double")


def test_events_come_while_a_step_is_under_way() -> None:
    session = adding()
    assert session.take_events() == ["asked"]
    session.answer("3")
    assert session.take_events() == ["odd"]
    assert session.take_events() == []


def test_an_answer_after_the_end_is_refused() -> None:
    session = adding()
    for text in ("8", "8"):
        session.answer(text)
    with pytest.raises(RefereeError, match="after the end"):
        session.answer("1")


# --- questions ------------------------------------------------------------------------------------


def test_a_choice_is_made_by_beginning_or_number() -> None:
    question = choice("kind", "Kind", [Option("duel"), Option("battleground"), Option("dusk")])
    assert [question.parse(text) for text in ("BATTLE", "1", "dusk")] == ["battleground", "duel", "dusk"]
    with pytest.raises(Ambiguous, match="fits several"):
        question.parse("du")
    with pytest.raises(Unreadable, match="did you mean duel"):
        question.parse("duell")
    with pytest.raises(Unreadable, match="it has 1 to 3"):
        question.parse("4")


@pytest.mark.parametrize("text", ["x", "-1", "5", "1.5", "", "²", "9" * 30])
def test_a_whole_number_keeps_its_limits(text: str) -> None:
    with pytest.raises(Unreadable):
        whole_number("n", "N", 0, 4).parse(text)


# --- the loop -------------------------------------------------------------------------------------


@dataclass
class Notes:
    """A table that writes down what the loop does with it."""

    session: Session[Sum] = field(default_factory=adding)
    saved: list[int] = field(default_factory=list)
    said: list[str] = field(default_factory=list)

    set_up = True

    @property
    def over(self) -> bool:
        return self.session.question is None

    def reload(self) -> None:
        raise AssertionError("nobody else plays")

    def save(self) -> None:
        self.saved.append(sum(len(entry) for entry in self.session.entries) + len(self.session.draft))

    def show(self, events: Sequence[Any]) -> None:
        self.said += map(str, events)

    def status(self) -> None:
        self.said.append(f"at {self.session.state.total}")

    def rules(self, words: str) -> None:
        self.said.append(f"rules {words}")

    def say(self, text: str) -> None:
        self.said.append(text)


def script(text: str) -> Script:
    return Script(read_script(text), "moves.txt")


def test_each_answer_is_saved_before_the_next_question() -> None:
    table = Notes()
    assert play(table, script("4\n3\nyes"))
    assert table.saved == [1, 2, 3]


def test_commands_are_obeyed_at_any_question() -> None:
    table = Notes()
    assert not play(table, script("4\nstatus\nundo\nredo\nundo\nundo\nrules flying\nwhy not\n3\nstop"))
    assert [s for s in table.said if s not in ("asked", "odd")] == [
        "at 4", "Taken back: 4.", "at 0", "Given back: 4.", "at 4", "Taken back: 4.", "at 0",
        "There is nothing to undo.", "rules flying",
        "You can answer: anything listed. Or say: undo, redo, status, why not, rules, stop.",
    ]  # fmt: skip
    assert table.session.draft == [Answer("number", "3")]


def test_a_script_that_ends_early_leaves_the_rest_open() -> None:
    table = Notes()
    assert not play(table, script("4"))
    assert asked(table.session) == "number"


def test_answers_given_beforehand_are_taken_for_their_questions() -> None:
    table = Notes()
    assert not play(table, script("3"), given={"double": "yes"})
    assert table.session.state.total == 6


def test_a_refused_line_of_a_script_is_named_and_what_came_before_stays() -> None:
    table = Notes()
    with pytest.raises(BadInput, match=r'moves.txt, line 3: "x"'):
        play(table, script("4\n\nx"))
    with pytest.raises(Illegal, match=r'line 1: "12" is not legal: more than nine'):
        play(table, script("12"))
    assert (table.session.state.total, table.saved[-1]) == (4, 1)


def test_scripts_have_comments_and_brackets() -> None:
    text = "# a battle\nsummon Wolf #2 1  # first\n\nattack Wolf [2 1 / 0] \n[1] pass\n"
    assert read_script(text) == [
        (2, "summon Wolf #2 1"), (4, "attack Wolf"), (4, "2 1"), (4, "0"), (5, "1"), (5, "pass"),
    ]  # fmt: skip


def test_a_script_tells_what_was_not_asked_for() -> None:
    table, answers = Notes(), script("8\n8\nmore")
    play(table, answers)
    assert answers.left_over() == 'moves.txt, line 3: "more" comes after the end'


@pytest.mark.parametrize(
    ("text", "command"),
    [("Undo", Command("undo")), ("?", Command("why not")), ("rules B9", Command("rules", "B9")), ("undo it", None)],
)
def test_commands_stand_alone(text: str, command: Command | None) -> None:
    assert read_command(text) == command


# --- forms ----------------------------------------------------------------------------------------


def two_numbers() -> Procedure[int]:
    one = yield whole_number("one", "One", 0)
    two = yield whole_number("two", "Two", 0)
    return int(one * two)


def test_a_form_keeps_its_answers_in_its_file_and_goes_on(tmp_path: Any) -> None:
    path = tmp_path / "form.toml"

    def form() -> FormTable[int]:
        return FormTable("adding", "sum", two_numbers, lambda result: f"result = {result}\n", lambda text: None, path)

    assert not play(form(), script("6"))
    assert "unfinished" in path.read_text()
    table = form()
    assert asked(table.session) == "two"
    assert play(table, script("undo\n5\n7"))
    assert table.result == 35
    assert path.read_text() == "result = 35\n"
    with pytest.raises(BadInput, match="no unfinished sum"):
        form()
