"""A person at plain prompts: what is listed, and why something is refused."""

from __future__ import annotations

import pytest

from referee.ask import Option, Question
from referee.errors import Illegal, Unreadable
from referee.prompt import Person
from referee.screens import Screen


@pytest.fixture
def anna(monkeypatch: pytest.MonkeyPatch) -> Person:
    """Somebody who types "7" at every prompt and has been greeted."""
    monkeypatch.setattr("builtins.input", lambda prompt: "7")
    person = Person(Screen(plain=True))
    person.greet(("undo", "stop"), lambda rule: f"{rule}, p. 12")
    return person


def asked(*, tells_closed: bool) -> Question[int]:
    closed = (Option("8", detail="too many", rule="tavern"), Option("9", detail="nobody counts so far"))
    return Question("n", "How many", int, closed=lambda: closed, tells_closed=tells_closed)


def test_a_refusal_names_the_rule_with_its_page(anna: Person, capsys: pytest.CaptureFixture[str]) -> None:
    anna.refused(asked(tells_closed=False), Illegal("too many", "tavern"))
    anna.refused(asked(tells_closed=False), Unreadable("no number"))
    assert capsys.readouterr().out.splitlines()[-2:] == ["  too many (tavern, p. 12)", "  no number"]


@pytest.mark.parametrize("tells_closed", [True, False])
def test_what_is_closed_is_listed_with_its_rule(
    anna: Person, capsys: pytest.CaptureFixture[str], tells_closed: bool
) -> None:
    assert anna.ask(asked(tells_closed=tells_closed)) == "7"
    shown = capsys.readouterr().out
    assert ("   -  8: too many (tavern, p. 12)\n   -  9: nobody counts so far\n" in shown) is tells_closed
