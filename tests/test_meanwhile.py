"""What is reckoned while somebody thinks at a prompt: begun when looked at, ended when nobody does any more."""

from __future__ import annotations

from threading import Event

from referee.sampling.race import Meanwhile, Tell


def test_the_line_says_more_and_more() -> None:
    more, told = Event(), Event()

    def compute(tell: Tell) -> str:
        tell("about")
        told.set()
        assert more.wait(10)
        return "exactly"

    line = Meanwhile(compute)
    assert line() == "" or told.is_set()
    assert told.wait(10)
    assert line() == "about"
    more.set()
    line.wait()
    assert line() == "exactly"


def test_nothing_is_reckoned_before_somebody_looks_nor_after_the_answer() -> None:
    begun = Event()

    def compute(tell: Tell) -> str:
        begun.set()
        return "reckoned"

    line = Meanwhile(compute)
    line.stop()
    assert line() == ""
    line.wait()
    assert (line(), begun.is_set()) == ("", False)


def test_it_ends_when_it_next_tells_something() -> None:
    stopped, ended = Event(), Event()

    def compute(tell: Tell) -> str:
        try:
            assert stopped.wait(10)
            tell("too late")
            return "never"
        finally:
            ended.set()

    line = Meanwhile(compute)
    line()
    line.stop()
    stopped.set()
    line.wait()
    assert ended.is_set()
    assert line() == ""


def test_what_goes_wrong_disturbs_nobody() -> None:
    def compute(tell: Tell) -> str:
        tell("about")
        raise ValueError

    line = Meanwhile(compute)
    line()
    line.wait()
    assert line() == "about"
