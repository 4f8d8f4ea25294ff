"""Questions: what isn't an answer is refused with words, whatever is typed."""

from __future__ import annotations

import pytest

from referee.asking.question import Option, choice, kind_of_move
from referee.errors import Unreadable

ASKED = choice("colour", "Which colour", [Option("red"), Option("blue")])


@pytest.mark.parametrize("typed", ["2", "٢", " blue ", "b"])
def test_a_choice_is_answered_by_number_or_words(typed: str) -> None:
    assert ASKED.parse(typed) == "blue"


@pytest.mark.parametrize("typed", ["0", "3", "²", "½", "9" * 5000, "-1", ""])
def test_a_choice_refuses_what_is_no_number_of_the_list(typed: str) -> None:
    with pytest.raises(Unreadable):
        ASKED.parse(typed)


def test_an_unknown_kind_of_move_is_told_with_what_can_be_typed_now() -> None:
    with pytest.raises(Unreadable, match='"Refreshing"; now you can type end'):
        kind_of_move("Refreshing", ["end", "attack"], lambda: [Option("end turn")])
