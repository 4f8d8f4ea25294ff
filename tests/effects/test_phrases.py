"""Phrases by themselves: how each of their parts is read and written, and what is no phrase."""

from __future__ import annotations

from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from referee.effects.phrases import Misread, Phrases, Word
from referee.errors import Unreadable


class Get(Struct, frozen=True):
    number: Annotated[int, Meta(ge=1, le=6)]
    of: Literal["coins", "wool"]
    who: Literal["", "everybody"] = ""
    sort: Word | None = None
    notes: tuple[Literal["now", "twice"], ...] = ()

    def __post_init__(self) -> None:
        if self.of == "wool" and self.number > 3:
            raise Unreadable("there is no more wool than 3")


class Go(Struct, frozen=True):
    far: int = 1


class Tell(Struct, frozen=True):
    words: str


PHRASES = Phrases(
    {
        "[{who} ]get(s) {number}[ fine|good][ {sort} (kind of|)] {of}(s)[ {notes:and|,}]": Get,
        "go (|straight) on": Go,
        "go (|straight) on {far} step(s)": Go,
        "tell {words}": Tell,
    },
    spellings={"colour": "color"},
)


@pytest.mark.parametrize(
    ("typed", "record", "written"),
    [
        ("get 2 coins", Get(2, "coins"), "get 2 coins"),
        ("Get  A coin", Get(1, "coins"), "get 1 coin"),
        ("get 3 wool", Get(3, "wool"), "get 3 wool"),
        ("everybody get 1 good coin", Get(1, "coins", "everybody"), "everybody gets 1 coin"),
        ("get 2 red kind of coins", Get(2, "coins", sort=Word("red")), "get 2 red kind of coins"),
        ("get 2 colour coins", Get(2, "coins", sort=Word("color")), "get 2 color kind of coins"),
        ("get 2 coins now, twice", Get(2, "coins", notes=("now", "twice")), "get 2 coins now and twice"),
        ("go straight on", Go(), "go on"),
        ("go on 1 step", Go(), "go on"),
        ("go on 3 step", Go(3), "go on 3 steps"),
        ("tell Anna's  Own, and go", Tell("Anna's Own, and go"), "tell Anna's Own, and go"),
    ],
)
def test_a_phrase_is_read_however_it_may_be_said_and_written_in_one_way(
    typed: str, record: Struct, written: str
) -> None:
    assert PHRASES.read(Struct, typed, ()) == (record,)
    assert PHRASES.write(record) == written
    assert PHRASES.read(Struct, written, ()) == (record,)


@pytest.mark.parametrize(
    ("typed", "says"),
    [
        ("go on 2 stpes", 'can\'t read "go on 2 stpes"; did you mean go on 2 steps?'),
        ("go back", 'can\'t read "go back": "go" is followed by on, not by "back"'),
        ("go", 'can\'t read "go": "go" must be followed by on'),
        ("get 7 coins", 'can\'t read "get 7 coins": "get" is followed by a number from 1 to 6, not by "7"'),
        ("get 5 wool", '"get 5 wool": there is no more wool than 3'),
        ("go on, go on on", 'can\'t read "go on on": "go on" is followed by a number, not by "on"'),
        ("tell", 'can\'t read "tell": "tell" must be followed by words of your own'),
        ("fly", 'can\'t read "fly"'),
        ("", 'can\'t read ""'),
    ],
)
def test_what_no_phrase_reads_is_told_by_the_word_that_does_not_fit(typed: str, says: str) -> None:
    with pytest.raises(Misread) as caught:
        PHRASES.read(Struct, typed)
    assert str(caught.value) == says


def test_what_no_words_make_is_a_mistake_of_the_declaration() -> None:
    with pytest.raises(TypeError, match="no place can hold"):
        PHRASES.kind(dict[str, int])
    with pytest.raises(TypeError, match="no phrase says"):
        PHRASES.write(Tell(""))
