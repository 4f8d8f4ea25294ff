"""Text from outside on its way to a screen: what a terminal would obey, and what nobody sees, doesn't get there."""

from __future__ import annotations

import json
import unicodedata

import pytest

from referee.text.streams import LONGEST_LINE, MARK, escaped, in_short, sanitized

HARMFUL = {
    "a colour": "\x1b[31m",
    "a title": "\x1b]0;mine\x07",
    "an eight-bit command": "\x9b31m",
    "backspace": "\b",
    "a bare line start": "\r",
    "nothing": "\0",
    "delete": "\x7f",
    "right to left": "\u202e",
    "an isolate": "\u2066",
    "an Arabic mark": "\u061c",
    "zero width": "\u200b",
    "a joiner": "\u200d",
    "a byte-order mark": "\ufeff",
    "a soft hyphen": "\u00ad",
    "a blank letter": "\u3164",
    "a line separator": "\u2028",
    "a tag": "\U000e0041",
}


@pytest.mark.parametrize("what", HARMFUL)
def test_what_a_terminal_would_obey_is_marked(what: str) -> None:
    shown = sanitized(f"An{HARMFUL[what]}na")
    assert HARMFUL[what][0] not in shown
    assert shown.startswith(f"An{MARK}")
    assert shown.endswith("na")


@pytest.mark.parametrize(
    "text", ["Anna", "Zoë", "two\nlines\tand a tab", "Ægir’s ─ drawn", "日本語", "עברית", "😀☀️", "e\u0301", ""]
)
def test_what_people_write_stays(text: str) -> None:
    assert sanitized(text) == text


def test_every_control_and_every_character_that_turns_the_text_is_marked() -> None:
    letters = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) == "Cc"]
    letters += [
        chr(code)
        for code in range(0x110000)
        if unicodedata.bidirectional(chr(code)) in ("LRE", "RLE", "PDF", "LRO", "RLO", "LRI", "RLI", "FSI", "PDI")
    ]
    assert [letter for letter in letters if sanitized(letter) != MARK] == ["\t", "\n"]


@pytest.mark.parametrize("what", HARMFUL)
def test_in_json_it_is_escaped_and_the_same_data(what: str) -> None:
    data = {"name": f"An{HARMFUL[what]}na\n", "Zoë": 1}
    found = escaped(json.dumps(data, ensure_ascii=False).encode()).decode()
    assert json.loads(found) == data
    assert sanitized(found) == found
    assert "Zoë" in found


def test_a_message_repeats_nothing_at_great_length() -> None:
    assert in_short("x: there is no such file") == "x: there is no such file"
    assert len(in_short(f"{'x' * 5000}: there is no such file")) < 100
    long = in_short(f'"{"a b " * 1250}" is no player')
    assert len(long) < LONGEST_LINE
    assert long.endswith("is no player")
    lines = "\n".join(["one line"] * 300)
    assert in_short(lines) == lines
