"""Sessions and the loop, with a small game that isn't any of the real ones: add numbers up to a limit."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec import Struct, structs

from referee.asking.meaning import QUIET
from referee.asking.question import (
    COMMANDS,
    EVERYWHERE,
    Command,
    CommandName,
    Option,
    Procedure,
    Question,
    choice,
    commands_asked,
    name_reader,
    read_command,
    seat_question,
    seats_question,
    whole_number,
    yes_or_no,
)
from referee.errors import Ambiguous, BadInput, Illegal, Overtaken, RefereeError, Unreadable
from referee.play.event import Copyable
from referee.play.form import FormTable
from referee.play.loop import describe_redone, describe_undone, play
from referee.play.notation import Answer, Step, read_script, readings
from referee.play.script import Script
from referee.play.session import Session, Unplayable
from referee.play.table import Table
from tests.steps import Corrected, firsts, places

Intervene = Callable[["Sum", str, list[Any]], "Sum"]


class Sum(Struct, Copyable):
    """A number that grows."""

    total: int = 0


class Adding:
    """Each step asks for a number and, for an odd one, whether to double it; at five it must be five; ten ends it."""

    def next_decision(self, state: Sum, events: list[Any]) -> Procedure[None] | None:
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


def answers_of(session: Session[Any]) -> list[tuple[Answer, ...]]:
    """The answers of each step."""
    return [step.answers for step in session.steps]


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
    assert answers_of(session) == [(Answer("number", "4"),), (Answer("number", "3"), Answer("double", "yes"))]


@pytest.mark.parametrize(("text", "error"), [("x", Unreadable), ("12", Illegal)])
def test_a_refused_answer_changes_nothing(text: str, error: type[RefereeError]) -> None:
    session = adding()
    session.answer("4")
    with pytest.raises(error):
        session.answer(text)
    assert (session.state.total, answers_of(session), session.draft) == (4, [(Answer("number", "4"),)], [])


def test_an_answer_that_is_refused_when_it_is_carried_out_changes_nothing() -> None:
    """Rules that find out late: the question stands, and what was told isn't told again."""

    class Late(Adding):
        def _add(self, state: Sum, events: list[Any]) -> Procedure[None]:
            first = yield Question("first", "First", int)
            events.append(f"first {first}")
            state.total += first
            second = yield Question("second", "Second", int)
            state.total += second
            if state.total > 9:
                raise Illegal("more than nine", "R1")

    session = Session(Late(), Sum())
    session.answer("4")
    assert session.take_events() == ["first 4"]
    with pytest.raises(Illegal):
        session.answer("8")
    assert (asked(session), session.draft, session.present.total) == ("second", [Answer("first", "4")], 4)
    assert session.take_events() == []
    session.answer("3")
    assert (session.state.total, len(session.steps)) == (7, 1)


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (["12"], "entry 2 .*more than nine"),
        (["x"], "entry 2 .*is no number"),
        (["2", "4"], "entry 2 .*isn't asked for any more"),
        (["3", "maybe"], "entry 2 .*maybe"),
        (["3"], "entry 3 "),  # the rest of it is missing
    ],
    ids=str,
)
def test_no_way_back_leads_through_an_entry_that_cant_be_played(said: list[str], why: str) -> None:
    steps = [Step.of([Answer("", text) for text in answers]) for answers in (["2"], said, ["1", "no"])]
    session = Session(Adding(), Sum(), steps, resumed=Sum(8))
    with pytest.raises(Unplayable, match=why):
        session.state_before(3)
    assert (session.state, session.steps) == (Sum(8), steps)


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
    assert (session.state.total, len(session.steps)) == (7, 2)
    session.undo()
    session.answer("2")
    assert not session.redo()
    assert session.state.total == 6


def test_a_forced_answer_goes_by_itself_and_is_undone_with_the_one_before() -> None:
    session = adding()
    for text in ("5", "no"):
        session.answer(text)
    assert session.state.total == 10
    assert session.steps[-1].answers == (Answer("number", "5"),)
    assert session.undo()
    assert (session.state.total, session.steps) == (0, [])
    session.redo()
    assert session.state.total == 10


def test_an_answer_can_be_given_without_what_follows_by_itself() -> None:
    """Also within a step: what is asked next stays open until it is answered, or forced."""
    session = adding()
    session.give("5")
    assert asked(session) == "double"
    session.give("no")
    assert (session.state.total, asked(session), len(session.steps)) == (5, "number", 1)
    session.give("5")
    assert (session.state.total, asked(session), len(session.steps)) == (10, "", 2)


def test_what_was_given_is_undone_like_an_answer_and_ends_what_could_be_redone() -> None:
    session = adding()
    session.answer("4")
    assert session.undo()
    session.give("2")
    assert not session.redo()
    assert session.undo()
    assert session.state.total == 0


@pytest.mark.parametrize(("text", "error"), [("x", Unreadable), ("12", Illegal)])
def test_what_is_given_and_refused_changes_nothing(text: str, error: type[RefereeError]) -> None:
    session = adding()
    session.give("4")
    assert session.undo()
    with pytest.raises(error):
        session.give(text)
    assert (session.state.total, session.steps, session.draft) == (0, [], [])
    assert session.redo(), "a refused answer takes nothing from what was undone"


def test_what_waits_to_go_by_itself_goes_when_it_is_forced() -> None:
    session = adding()
    session.give("5")
    session.give("no")
    session.force()
    assert (session.state.total, session.steps[-1].answers) == (10, (Answer("number", "5"),))


# --- going back several steps ---------------------------------------------------------------------


def texts(session: Session[Any]) -> list[list[str]]:
    return [[answer.text for answer in step.answers] for step in session.steps]


@pytest.mark.parametrize("count", [0, 1, 2])
def test_steps_are_taken_back_together_and_given_back_one_by_one(count: int) -> None:
    session = adding()
    for text in ("2", "1", "no", "4"):
        session.answer(text)
    whole = texts(session)
    assert session.rewind(count) == 3 - count
    assert (texts(session), session.state.total) == (whole[:count], (0, 2, 3)[count])
    for back in range(count + 1, 4):
        assert session.redo()
        assert texts(session) == whole[:back]
    assert not session.redo()
    assert session.state.total == 7


def test_the_step_under_way_goes_first_and_comes_last() -> None:
    session = adding()
    for text in ("2", "2", "1"):
        session.answer(text)
    assert session.rewind(1) == 1
    assert (texts(session), session.draft) == ([["2"]], [])
    assert session.redo()
    assert session.redo()
    assert (texts(session), session.draft, asked(session)) == ([["2"], ["2"]], [Answer("number", "1")], "double")


def test_a_forced_step_goes_and_comes_with_the_one_before() -> None:
    """Taken back to behind it, or to before both."""
    for count in (0, 1):
        session = adding()
        for text in ("5", "no"):
            session.answer(text)
        assert session.rewind(count) == 2
        assert (session.state.total, texts(session)) == (0, [])
        while session.redo():
            pass
        assert (session.state.total, texts(session)) == (10, [["5", "no"], ["5"]])


def test_going_back_to_a_step_that_isnt_there_yet_takes_back_what_is_under_way() -> None:
    session = adding()
    for text in ("2", "1"):
        session.answer(text)
    assert session.rewind(5) == 0
    assert (texts(session), session.draft) == ([["2"]], [])
    assert session.redo()
    assert (texts(session), session.draft) == ([["2"]], [Answer("number", "1")])


# --- steps that would be played otherwise ---------------------------------------------------------


class Purse(Struct, Copyable):
    """Coins, and how many are taken at most."""

    coins: int = 0
    most: int = 9


class Taking:
    """Each step asks how many times, and then as often for coins; the last time nothing else than one."""

    def next_decision(self, state: Purse, events: list[Any]) -> Procedure[None] | None:
        def take() -> Procedure[None]:
            times = min((yield whole_number("times", "How often", 1, 9)), state.most)
            for left in range(times, 0, -1):
                asked = whole_number("coins", "How many", 1, 5)
                only = "1" if left == 1 < state.most else None
                state.coins += yield structs.replace(asked, forced=lambda only=only: only)

        return take()


def set_most(state: Purse, text: str, events: list[Any]) -> Purse:
    return structs.replace(state, most=int(text.rpartition(" ")[2]))


def taking(*answers: str) -> Session[Purse]:
    session = Session(Taking(), Purse(), corrector=Corrected(set_most))
    for text in answers:
        session.answer(text)
    return session


def test_an_answer_of_the_step_under_way_never_becomes_one_of_the_next_step() -> None:
    """After the correction there is room for one answer, and what follows it would fit the question after it."""
    session = taking("4", "4", "5")
    with pytest.raises(Unreadable, match=r'^"4" is under way and .* undo it first$'):
        session.correct(*readings("adjust most 1"))
    assert (session.steps, [answer.text for answer in session.draft]) == ([], ["4", "4", "5"])
    assert session.state == Purse()


def test_an_answer_of_a_recorded_step_never_becomes_one_of_the_next_step() -> None:
    session = taking()
    session.correct(*readings("adjust most 1"))
    with pytest.raises(Unreadable, match=r'^"5" '):
        session.repeat(Step.of([Answer("times", "2"), Answer("coins", "4"), Answer("coins", "5")]))


def test_what_goes_by_itself_isnt_filled_in_beyond_the_end_of_a_recorded_step() -> None:
    session = taking()
    with pytest.raises(Unreadable):
        session.repeat(Step.of([Answer("times", "1"), Answer("coins", "8")]))


def test_a_correction_is_given_back_within_a_step_under_way_too() -> None:
    """So a save may have it that was written by an older version, or by hand."""
    session = Session(
        Taking(),
        Purse(),
        draft=[Answer("times", "2")],
        undone=[[Step(correct="adjust most 8")]],
        corrector=Corrected(set_most),
    )
    assert session.redo()
    assert ([answer.text for answer in session.draft], asked(session)) == (["2"], "coins")
    session.answer("3")
    assert (texts(session), session.state) == ([[], ["2", "3", "1"]], Purse(4, 8))


def test_what_is_cut_off_for_good_isnt_given_back() -> None:
    session = adding()
    for text in ("2", "2", "4"):
        session.answer(text)
    session.undo()
    assert [step.do for step in session.truncate(1)] == ["2"]
    assert not session.redo()


# --- labels ---------------------------------------------------------------------------------------


def test_answers_are_taken_back_one_by_one_of_whole_steps_too() -> None:
    session = adding()
    for text in ("4", "3", "no"):
        session.answer(text)
    assert session.take_back() == "no"
    assert (asked(session), session.draft, len(session.steps)) == ("double", [Answer("number", "3")], 1)
    assert session.take_back() == "3"
    assert session.take_back() == "4"
    assert (session.state.total, session.take_back()) == (0, "")
    for total, key in ((4, "number"), (4, "double"), (7, "number")):
        assert session.redo()
        assert (session.state.total, asked(session)) == (total, key)
    assert not session.redo()


def test_a_step_that_is_taken_back_and_given_back_was_made_when_it_was_made() -> None:
    times = iter("abcdef")
    session = Session(Adding(), Sum(), clock=lambda: next(times))
    for text in ("4", "3", "no"):
        session.answer(text)
    for _ in range(2):
        session.take_back()
    while session.redo():
        pass
    assert [step.when for step in session.steps] == ["a", "b"]


def test_what_went_by_itself_is_taken_back_with_the_answer_before() -> None:
    session = adding()
    for text in ("5", "no"):
        session.answer(text)
    assert session.question is None
    assert session.take_back() == "no"
    assert (session.steps, session.draft) == ([], [Answer("number", "5")])
    assert session.redo()
    assert session.question is None


def test_a_correction_is_taken_back_as_a_whole() -> None:
    session = labelled(set_total)
    session.answer("4")
    session.correct(*readings("adjust to 2"))
    assert session.take_back() == "adjust to 2"
    assert (session.state.total, len(session.steps)) == (4, 1)


def labelled(intervene: Intervene | None = None) -> Session[Sum]:
    corrector = None if intervene is None else Corrected(intervene)
    return Session(Adding(), Sum(), label=lambda state: f"at {state.total}", corrector=corrector)


def set_total(state: Sum, text: str, events: list[Any]) -> Sum:
    return Sum(int(text.rpartition(" ")[2]))


def test_each_step_is_labelled_with_the_state_that_it_began_with() -> None:
    """Forced steps and corrections too; a step that is under way has no label yet."""
    session = labelled(set_total)
    session.answer("4")
    session.correct(*readings("adjust to 2"))
    session.answer("3")
    assert places(session) == ["at 0", "at 4"]
    session.answer("no")
    assert (session.state.total, places(session)) == (10, ["at 0", "at 4", "at 2", "at 5"])


def test_a_label_says_who_decided_the_step() -> None:
    """Who answered its first question; nobody for a correction, or where everybody answers."""

    class Taking(Adding):
        def next_decision(self, state: Sum, events: list[Any]) -> Procedure[None] | None:
            return self._owned(self._add(state, events), "Anna" if state.total % 2 else "Bo")

        def _owned(self, procedure: Procedure[None], who: str) -> Procedure[None]:
            question = next(procedure)
            while True:
                answered = yield structs.replace(question, who=who if question.key == "number" else "Cleo")
                try:
                    question = procedure.send(answered)
                except StopIteration:
                    return

    session = Session(Taking(), Sum(), label=lambda state: f"at {state.total}", corrector=Corrected(set_total))
    for text in ("3", "no", "4"):
        session.answer(text)
    session.correct(*readings("adjust to 2"))
    assert places(session) == ["at 0 · Bo", "at 3 · Anna", "at 7"]


def test_labels_go_and_come_with_their_steps() -> None:
    session = labelled(set_total)
    for text in ("4", "4"):
        session.answer(text)
    session.correct(*readings("adjust to 1"))
    assert session.undo()
    assert places(session) == ["at 0", "at 4"]
    assert session.undo()
    assert places(session) == ["at 0"]
    assert session.redo()
    assert session.redo()
    assert places(session) == ["at 0", "at 4", "at 8"]


def test_replayed_entries_are_labelled_again() -> None:
    played = labelled()
    for text in ("4", "3", "no"):
        played.answer(text)
    again = Session(Adding(), Sum(), list(played.steps), label=lambda state: f"at {state.total}")
    assert places(again) == places(played) == ["at 0", "at 4"]


def test_steps_without_a_label_are_counted_all_the_same() -> None:
    session = adding()
    for text in ("4", "8"):
        session.answer(text)
    assert places(session) == ["", ""]


# --- going on -------------------------------------------------------------------------------------


def test_a_session_goes_on_from_recorded_entries_and_draft() -> None:
    played = adding()
    played.answer("4")
    played.answer("3")
    again = Session(Adding(), Sum(), list(played.steps), list(played.draft))
    assert (again.state, again.draft, asked(again)) == (played.state, played.draft, "double")


def test_events_come_while_a_step_is_under_way() -> None:
    session = adding()
    assert session.take_events() == ["asked"]
    session.answer("3")
    assert session.take_events() == ["odd"]
    assert session.take_events() == []


def told_with_total(state: Sum, text: str, events: list[Any]) -> Sum:
    events.append(text)
    return set_total(state, text, events)


def test_a_correction_doesnt_tell_again_what_the_step_under_way_has_told() -> None:
    session = labelled(told_with_total)
    for text in ("4", "3"):
        session.answer(text)
    assert session.take_events() == ["asked", "asked", "odd"]
    session.correct(*readings("adjust to 2"))
    assert session.take_events() == ["adjust to 2"]
    session.answer("no")
    assert session.take_events() == ["asked"]


def test_a_correction_tells_what_of_the_step_under_way_nobody_has_heard() -> None:
    session = labelled(told_with_total)
    session.answer("4")
    assert session.take_events() == ["asked", "asked"]
    session.answer("3")
    session.correct(*readings("adjust to 2"))
    assert session.take_events() == ["adjust to 2", "odd"]


def test_a_correction_that_changes_what_the_step_under_way_did_tells_it_again() -> None:
    class Telling(Adding):
        def _add(self, state: Sum, events: list[Any]) -> Procedure[None]:
            number = yield Question("number", "A number", int)
            events.append(f"{state.total} and {number}")
            state.total += number * (yield whole_number("times", "How many times", 1, 9))

    session = Session(Telling(), Sum(), corrector=Corrected(told_with_total))
    session.answer("3")
    assert session.take_events() == ["0 and 3"]
    session.correct(*readings("adjust to 2"))
    assert session.take_events() == ["adjust to 2", "2 and 3"]


def test_a_correction_that_changes_nothing_isnt_recorded() -> None:
    """An old log that has one is played all the same."""
    session = labelled(told_with_total)
    session.answer("4")
    session.take_events()
    with pytest.raises(Unreadable, match='"adjust to 4": that is so already'):
        session.correct(*readings("adjust to 4"))
    assert (len(session.steps), session.take_events()) == (1, [])
    old = Session(Adding(), Sum(), [Step(correct="adjust to 0")], corrector=Corrected(told_with_total))
    assert len(old.steps) == 1


def test_a_refused_correction_tells_nothing() -> None:
    def refuse(state: Sum, text: str, events: list[Any]) -> Sum:
        events.append(text)
        raise Illegal("no", "R1")

    session = labelled(refuse)
    session.answer("3")
    assert session.take_events() == ["asked", "odd"]
    with pytest.raises(Illegal):
        session.correct(*readings("adjust to 2"))
    assert session.take_events() == []
    session.answer("no")
    assert session.take_events() == ["asked"]


def test_an_answer_after_the_end_is_refused() -> None:
    session = adding()
    for text in ("8", "8"):
        session.answer(text)
    with pytest.raises(RefereeError, match="after the end"):
        session.answer("1")


# --- questions ------------------------------------------------------------------------------------


def test_a_choice_names_all_answers_if_none_is_near_what_was_typed() -> None:
    few = choice("kind", "Kind", [Option("duel"), Option("battleground"), Option("dusk")])
    with pytest.raises(Unreadable, match=r'"x" isn.t an answer here; it can be duel, battleground or dusk$'):
        few.parse("x")
    with pytest.raises(Unreadable, match=r'"baddleground".*; did you mean battleground\?$'):
        few.parse("baddleground")
    many = choice("kind", "Kind", [Option(f"house {number}") for number in range(9)])
    with pytest.raises(Unreadable, match=r'"x" isn.t an answer here$'):
        many.parse("x")


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


def test_a_number_may_be_a_word() -> None:
    seats = seats_question(2, 5, list, "Mette, Jonas")
    assert [whole_number("n", "N", 0, 4).parse("Three"), seats.parse("four"), seats.parse("Six, Bo")] == [
        3,
        4,
        ["Six", "Bo"],
    ]


@pytest.mark.parametrize(
    "line",
    [
        "Anna, Bo, Cleo",
        "Anna, Bo and Cleo",
        "Anna, Bo, and Cleo",
        "Anna & Bo & Cleo",
        "Anna; Bo; Cleo",
        "We are three: Anna, Bo and Cleo",
    ],
)
def test_players_are_listed_as_people_list_them(line: str) -> None:
    assert seats_question(2, 5, list, "Mette, Jonas").parse(line) == ["Anna", "Bo", "Cleo"]


def test_players_without_commas_are_proposed_with_them() -> None:
    with pytest.raises(Unreadable, match=r"this line names 1; did you mean anna, bo, cleo\?"):
        seats_question(2, 5, list, "Mette, Jonas").parse("anna bo cleo")
    with pytest.raises(Unreadable, match=r'Did you mean Anna, Bo, Cleo\? With "Anna Bo" for one player'):
        seats_question(2, 5, list, "Mette, Jonas").parse("Anna Bo and Cleo")


def test_what_is_printed_on_a_hero_makes_no_players() -> None:
    with pytest.raises(Unreadable, match="\"4 willpower\" isn't a player's name"):
        seats_question(2, 5, list, "Mette, Jonas").parse("Bellringer: 3 strength, 4 willpower, Monastery, Fortress")


def test_no_player_is_called_me() -> None:
    with pytest.raises(Unreadable, match="write the name"):
        name_reader("name", {})("me")


def test_the_line_of_all_players_may_stand_where_the_first_is_asked_for() -> None:
    asked = seat_question(1, 3, lambda name: [name], list)
    assert asked.parse("Anna, Bo and Cleo") == ["Anna", "Bo", "Cleo"]
    assert asked.parse("Anna") == ["Anna"]
    assert seat_question(2, 3, lambda name: [name], list).parse("Bo, Cleo, Dan") == ["Bo, Cleo, Dan"]


# --- the loop -------------------------------------------------------------------------------------


@dataclass
class Notes(Table):
    """A table that writes down what the loop does with it."""

    session: Session[Sum] = field(default_factory=adding)
    saved: list[int] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    commands: Sequence[CommandName] = EVERYWHERE

    @property
    def over(self) -> bool:
        return self.session.question is None

    def reload(self) -> None:
        raise AssertionError("nobody else plays")

    def save(self) -> None:
        self.saved.append(sum(len(step.answers) or 1 for step in self.session.steps) + len(self.session.draft))

    def show(self, events: Sequence[Any]) -> None:
        self.said += map(str, events)

    def status(self) -> None:
        self.said.append(f"at {self.session.state.total}")

    def score(self) -> None:
        self.said.append(f"score {self.session.state.total}")

    def correction(self) -> Procedure[Step | None]:
        total = yield whole_number("total", "What is it really", 0, 9)
        return Step(correct=f"adjust to {total}")

    def why(self, number: int | None = None) -> None:
        if (number or 1) > len(self.session.steps):
            raise BadInput("no such entry")
        self.said.append(f"because of {self.session.steps[(number or 0) - 1].do}")

    def rules(self, words: str) -> None:
        self.said.append(f"rules {words}")

    def of_battle(self, said: Command) -> None:
        if said.name == "odds" and said.argument:
            raise Illegal("not your turn", "R1")
        self.said.append(f"{said.name} {said.argument}".strip())

    def log(self, words: str) -> None:
        self.said.append(f"log {words}")

    def look(self, name: str) -> None:
        raise Unreadable(f'no player is called "{name}"')

    def end_at(self, said: str) -> str:
        if said == "25:00":
            raise Unreadable("no time of day")
        return f"ends {said}".strip()

    def amend(self, number: int, said: str, ask: Callable[[Question[Any]], Any]) -> list[str]:
        if said == "9":
            raise BadInput("too many")
        return [f"{number} is {said}"]

    vocabulary = QUIET

    def cite(self, rule: str) -> str:
        return f"{rule}, p. 7"

    def say(self, text: str) -> None:
        self.said.append(text)


def script(text: str) -> Script:
    return Script(read_script(text), "moves.txt")


def test_each_answer_is_saved_before_the_next_question() -> None:
    table = Notes()
    assert play(table, script("4\n3\nyes"))
    assert table.saved == [1, 2, 3]


def test_a_step_that_was_broken_off_is_told_as_done_already() -> None:
    begun = labelled()
    begun.answer("3")
    table = Notes(Session(Adding(), Sum(), draft=begun.draft))
    assert not play(table, script("stop"))
    assert table.said == ["Done already in this move:", "asked", "odd"]


def test_what_is_taken_over_from_another_program_isnt_told_again() -> None:
    """Where it stands is shown instead."""

    class Overtaking(Notes):
        def save(self) -> None:
            super().save()
            if len(self.saved) == 1:
                raise Overtaken("another program was faster")

        def reload(self) -> None:
            self.session = Session(Adding(), Sum(), draft=[Answer("number", "3")])

    table = Overtaking()
    assert not play(table, script("4\nyes"))
    assert table.said == [
        "asked",
        "another program was faster. Nothing was overwritten: here is the new state, and the question again.",
        "at 0",
        "asked",
    ]


def test_commands_are_obeyed_at_any_question() -> None:
    table = Notes()
    assert not play(table, script("4\nstatus\nundo\nredo\nundo\nundo\nrules flying\nwhy not\n3\nstop"))
    assert [s for s in table.said if s not in ("asked", "odd")] == [
        "at 4",
        "at 0",
        "Undid: 4.",
        "at 4",
        "Redid: 4.",
        "at 0",
        "Undid: 4.",
        "There is nothing to undo.",
        "rules flying",
        "Nothing that can be answered is blocked. "
        "You can also say: undo, redo, status, why, why not, rules, help, stop.",
    ]
    assert table.session.draft == [Answer("number", "3")]


def test_what_is_closed_is_told_with_its_rule_and_page() -> None:
    class Shut(Adding):
        def _add(self, state: Sum, events: list[Any]) -> Procedure[None]:
            closed = [Option("ten", detail="more than nine", rule="R1"), Option("x", detail="no number")]
            yield Question("number", "A number", int, closed=lambda: closed)

    table = Notes(Session(Shut(), Sum()))
    assert not play(table, script("why not"))
    assert table.said == ["  ten: more than nine (R1, p. 7)", "  x: no number"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Ten", "ten: one too many (R1, p. 7)"),
        ("12", "12: more than nine (R1, p. 7)"),
        ("x", '"x" is no number'),
        ("9", "9: that can be done now."),
    ],
)
def test_one_answer_is_told_to_be_impossible(text: str, told: str) -> None:
    """Whether it is listed as closed, refused when it is given, unreadable, or possible after all."""

    class Shut(Adding):
        def next_decision(self, state: Sum, events: list[Any]) -> Procedure[None] | None:
            return self._closing(self._add(state, []))

        def _closing(self, procedure: Procedure[None]) -> Procedure[None]:
            question = next(procedure)
            yield structs.replace(question, closed=lambda: [Option("ten", detail="one too many", rule="R1")])

    table = Notes(Session(Shut(), Sum()))
    assert not play(table, script(f"why not {text}"))
    assert table.said == [f"  {told}"]
    assert table.saved == []


def test_what_was_given_beforehand_and_cant_be_is_asked_for() -> None:
    """A script stops there instead."""

    class Patient(Script):
        patient = True

    table = Notes()
    assert not play(table, Patient(read_script("4"), "moves.txt"), given={"number": "x", "double": "maybe"})
    assert table.session.state.total == 4
    assert [line for line in table.said if line != "asked"] == [
        '"x" was given for: A number. That can\'t be: "x" is no number'
    ]
    with pytest.raises(BadInput, match="leave it out, and it is asked for"):
        play(Notes(), script("4"), given={"number": "x"})


def test_several_answers_are_taken_back_and_given_back_at_once() -> None:
    table = Notes()
    assert not play(table, script("4\n3\nno\nundo 2\nredo 9\nundo 9\nundo 2"))
    told = [line for line in table.said if line.startswith(("Undid", "Redid")) or "nothing" in line]
    assert told == [
        "Undid: no; 3.",
        "Redid: 3; 3 [no].",
        "Undid: no; 3; 4.",
        "There is nothing to undo.",
    ]
    assert table.saved[-3:] == [1, 3, 0]


def test_of_many_answers_taken_back_only_the_first_is_named() -> None:
    texts = [str(number) for number in range(1, 42)]
    assert describe_undone(texts) == "Undid: 41 answers, from 41 on."
    assert describe_redone(texts) == "Redid: 41 answers, from 1 on."


def everything() -> Notes:
    """A table at which all commands can be said."""
    return Notes(labelled(set_total), commands=tuple(COMMANDS))


def test_back_undoes_where_there_are_no_entries_to_go_back_to() -> None:
    table = Notes()
    assert not play(table, script("4\nback\nstop"))
    assert table.said[-2:] == ["at 0", "Undid: 4."]


@pytest.mark.parametrize("command", ["score", "adjust", "back 1"])
def test_a_command_that_a_table_doesnt_know_is_told(command: str) -> None:
    table = Notes()
    assert not play(table, script(f"4\n{command}"))
    assert table.said[-1] == (
        f'"{command.split()[0]}" says nothing here; you can say: undo, redo, status, why, why not, rules, help, stop.'
    )
    assert (table.session.state.total, table.saved) == (4, [1])


def test_the_last_entry_is_explained_at_any_question() -> None:
    table = Notes()
    assert not play(table, script("why\n4\n2\nwhy\nwhy 1\nwhy 3\nstop"))
    assert [line for line in table.said if line != "asked"] == [
        "  no such entry",
        "because of 2",
        "because of 4",
        "  no such entry",
    ]
    assert table.saved == [1, 2]


def test_help_tells_what_can_be_said_and_what_it_does() -> None:
    table = Notes()
    assert not play(table, script("help"))
    told = [line for line in table.said if line != "asked"]
    assert [line.split(":")[0].strip() for line in told[1:]] == ["undo", "status", "rules", "help", "quit"]
    table = Notes()
    assert not play(table, script("help all"))
    told = [line for line in table.said if line != "asked"]
    assert [line.split(":")[0].strip() for line in told[1:]] == [*EVERYWHERE[:-1], "quit"]
    assert "  undo: undo the last answer, or several: undo 3" in told


@pytest.mark.parametrize(
    ("asked", "names"),
    [
        ("how do I undo", ["undo"]),
        ("can I undo that?", ["undo"]),
        ("how can I take that back", ["undo"]),
        ("How do I correct a mistake?", ["undo"]),
        ("how do i fix the spelling of a card", ["undo"]),
        ("how do we save and quit", ["quit"]),
        ("what do I type here", ["help", "why not"]),
        ("I made a mistake!", ["undo"]),
        ("undo Bo's placement", ["undo"]),
    ],
)
def test_a_question_about_the_program_tells_the_command(asked: str, names: list[str]) -> None:
    table = Notes()
    assert not play(table, script(f"rules {asked}"))
    told = [line for line in table.said if line != "asked"]
    assert [line.split(":")[0].strip() for line in told] == names


@pytest.mark.parametrize("asked", ["can I take my stone back", "can I save a crystal", "how does undoing work"])
def test_a_question_about_the_rules_is_none_about_the_program(asked: str) -> None:
    assert commands_asked(asked) == ()


def test_the_score_is_told_at_any_question() -> None:
    table = everything()
    assert not play(table, script("4\nscore\n3\nscore"))
    assert [line for line in table.said if line.startswith("score")] == ["score 4", "score 4"]


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("judge", "judge"),
        ("claim Griffin 4", "claim Griffin 4"),
        ("odds", "odds"),
        ("odds attack Wolf", "  attack Wolf: not your turn (R1, p. 7)"),
        ("look Bo", '  no player is called "Bo"'),
        ("until 23:00", "ends 23:00"),
        ("until", "ends"),
        ("until 25:00", "  no time of day"),
        ("amend 1 5", "1 is 5"),
        ("amend 1\n5\nyes", "1 is 5 [yes]"),
        ("amend\n1\n5\nyes", "1 is 5 [yes]"),
        ("amend 1\nnowhere", "Nothing was changed."),
        ("amend 1 9", "  too many"),
    ],
)
def test_a_battle_a_hand_and_an_earlier_entry_are_asked_about_at_any_question(typed: str, told: str) -> None:
    table = everything()
    assert not play(table, script(f"4\n2\n{typed}\nstop"))
    assert table.said[-1] == told


@pytest.mark.parametrize("text", ["look at the top card", "judge Anna", "claims", "looks"])
def test_words_that_only_begin_like_a_command_are_none(text: str) -> None:
    assert read_command(text) is None


def test_a_correction_is_asked_for_and_recorded() -> None:
    table = everything()
    assert not play(table, script("4\nadjust\n7\n1"))
    assert table.session.steps[1].correct == "adjust to 7"
    assert (table.session.state.total, asked(table.session), table.saved) == (7, "double", [1, 2, 3])


def test_a_correction_that_is_broken_off_changes_nothing() -> None:
    table = everything()
    assert not play(table, script("4\nadjust\nundo\n2"))
    assert [[answer.text for answer in step.answers] for step in table.session.steps] == [["4"], ["2"]]
    assert "Nothing was corrected." in table.said


@pytest.mark.parametrize("command", ["rules flying", "help", "status", "score", "why not"])
def test_a_correction_goes_on_after_a_command_that_only_tells(command: str) -> None:
    table = everything()
    assert not play(table, script(f"4\nadjust\n{command}\n7\n1"))
    assert table.session.steps[1].correct == "adjust to 7"
    assert "Nothing was corrected." not in table.said


@pytest.mark.parametrize("command", ["undo", "redo"])
def test_taking_nothing_back_is_no_taking_back(command: str) -> None:
    table = Notes()
    assert not play(table, script(f"4\n{command} 0"))
    assert f"Say how many, like {command} 2." in table.said
    assert not any("nothing to" in line for line in table.said)
    assert table.saved == [1]


@pytest.mark.parametrize(
    ("said", "left"), [("back 1", []), ("back 2", ["2"]), ("back 3", ["2", "2"]), ("back\n2", ["2"])]
)
def test_back_goes_to_before_an_entry(said: str, left: list[str]) -> None:
    """It is said with its number, or chosen from the list."""
    table = everything()
    assert not play(table, script(f"2\n2\n2\n{said}"))
    assert firsts(table.session) == left
    lost = 3 - len(left)
    assert f"Undid {lost} {'entry' if lost == 1 else 'entries'}; redo brings them back one by one." in table.said
    assert table.saved[-1] == len(left)


@pytest.mark.parametrize("said", ["back 0", "back 4", "back 99999999999", "back 00000011"])
def test_back_to_an_entry_that_isnt_there_changes_nothing(said: str) -> None:
    table = everything()
    assert not play(table, script(f"2\n2\n2\n{said}"))
    assert len(table.session.steps) == 3
    assert table.said[-1] == f"There is no entry {said.split()[1]}; they are numbered from 1 to 3."


def test_back_lists_what_was_done_and_takes_any_entry() -> None:
    """Those that are listed are the last ones; a number is an entry's, never a place of the list."""
    steps = 20
    table = everything()
    assert not play(table, script("0\n" * steps))
    asked_of: list[Question[Any]] = []

    class Asking(Script):
        def ask(self, question: Question[Any]) -> str | Command | None:
            if question.key == "back":
                asked_of.append(question)
            return super().ask(question)

    assert not play(table, Asking(read_script("back\n3"), "moves.txt"))
    listed = asked_of[0].options()
    assert [(one.number, one.label, one.detail) for one in listed[:3]] == [
        ("", "", "go on where you are"),
        ("20", "0", "at 0"),
        ("19", "0", "at 0"),
    ]
    assert len(listed) == 16
    assert len(table.session.steps) == 2
    with pytest.raises(Unreadable, match="there is no entry 21; they are numbered from 1 to 20"):
        asked_of[0].parse("21")


def test_back_may_stay_where_it_is() -> None:
    table = everything()
    assert not play(table, script("2\n2\nback\nnowhere\n2"))
    assert firsts(table.session) == ["2", "2", "2"]


def test_what_was_taken_back_is_named_where_an_entry_is_missing() -> None:
    table = everything()
    assert not play(table, script("2\n2\n2\nback 2\nback 3"))
    assert table.said[-1] == ("There is no entry 3; they are numbered from 1 to 1; redo brings back what was undone.")


def test_there_may_be_nothing_to_go_back_to() -> None:
    table = everything()
    assert not play(table, script("back"))
    assert "There is nothing to go back to." in table.said


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
    assert [(said.line, said.text) for said in read_script(text)] == [
        (2, "summon Wolf #2 1"),
        (4, "attack Wolf"),
        (4, "2 1"),
        (4, "0"),
        (5, "1"),
        (5, "pass"),
    ]


def test_a_script_tells_what_was_not_asked_for() -> None:
    table, answers = Notes(), script("8\n8\nmore")
    play(table, answers)
    assert answers.left_over() == 'moves.txt, line 3: "more" comes after the end'


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Undo", Command("undo")),
        ("undo 3", Command("undo", "3")),
        ("undo x", None),
        ("?", Command("help")),
        ("why", Command("why")),
        ("Why not", Command("why not")),
        ("let it stand", Command("status")),
        ("never mind", Command("status")),
        ("take that back", Command("undo")),
        ("What did we do last?", Command("log")),
        ("I made a mistake", Command("rules", "I made a mistake")),
        ("I made a mistake, sorry", Command("rules", "I made a mistake, sorry")),
        ("judge 22", Command("judge", "22")),
        ("why not Bo's Lair", Command("why not", "Bo's Lair")),
        ("Why 12", Command("why", "12")),
        ("rules B9", Command("rules", "B9")),
        ("undo it", Command("undo")),
        ("oops, undo that please", Command("undo")),
        ("take back the last two", Command("undo", "2")),
        ("undo the fight", None),
        ("go back two steps", Command("undo", "2")),
        ("delete the last entry", Command("rules", "delete the last entry")),
        ("change Bo's last move", Command("rules", "change Bo's last move")),
        ("restart my turn", None),
        ("start this turn again", Command("rules", "start this turn again")),
        ("who did that?", Command("log")),
        ("Show me the board", Command("status")),
        ("the score, please", Command("score")),
        ("let me see the log", Command("log")),
        ("save and quit", Command("stop")),
        ("stop", Command("stop")),
        ("let's stop", None),
        ("undo and redo", None),
        ("help me", Command("help")),
        ("back", Command("back")),
        ("Back 12", Command("back", "12")),
        ("back to", None),
        ("adjust", Command("adjust")),
        ("readings", Command("rules", "readings")),
        ("adjust Anna food 7", None),
        ("score", Command("score")),
        ("until", Command("until")),
        ("Until off", Command("until", "off")),
        ("until 11 pm", Command("until", "11 pm")),
        ("until we meet again", None),
    ],
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
    with pytest.raises(BadInput, match="an unfinished sum"):
        form()


def test_every_command_is_told_on_a_line_of_eighty_columns() -> None:
    table = everything()
    assert not play(table, script("help all\nstop"))
    told = [line for line in table.said if line.startswith("  ")]
    assert len(told) >= len(COMMANDS)
    assert not [line for line in told if len(line) > 80]
