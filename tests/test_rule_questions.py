"""Questions in plain words about each game, and the entries that answer them (a game's `questions.toml`)."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from referee.rulebook.rules import rulebook

FIRST = 3
"""Among so many entries the answer must stand."""
SHARE_AT_ONCE = 0.9
"""Of so many questions the very first entry must be the answer."""

TOPICS: dict[str, dict[str, dict[str, str]]] = {
    game: tomllib.loads((Path(__file__).parent / game / "questions.toml").read_text(encoding="utf-8"))
    for game in ("enchanters", "mythic", "prophecy")
}
QUESTIONS = {
    game: {question: answers.split() for asked in topics.values() for question, answers in asked.items()}
    for game, topics in TOPICS.items()
}
games = pytest.mark.parametrize("game", TOPICS)


@pytest.mark.parametrize(
    ("game", "question"), [(game, asked) for game, found in QUESTIONS.items() for asked in found]
)
def test_a_question_finds_its_answer(game: str, question: str) -> None:
    found = [entry.id for entry in rulebook(game).find(question)][:FIRST]
    assert set(found) & set(QUESTIONS[game][question]), found


@pytest.mark.parametrize("game", ["conjurers", *TOPICS])
def test_every_sum_is_one_of_numbers_that_its_keys_ask_for(game: str) -> None:
    for entry in rulebook(game).entries.values():
        for keys, told in entry.short.items():
            used = {part for one in re.findall(r"\[([^]]+)\]", told) for part in one.split()[::2] if part.isalpha()}
            for key in keys.split(","):
                assert used <= set(re.findall(r"#(\w+)", key)), (entry.id, key)


@games
def test_most_answers_come_first(game: str) -> None:
    book, asked = rulebook(game), QUESTIONS[game]
    first = [question for question, answers in asked.items() if book.find(question)[0].id in answers]
    assert len(first) >= SHARE_AT_ONCE * len(asked)


@games
def test_the_answers_are_entries_and_every_topic_is_asked_about(game: str) -> None:
    book, asked = rulebook(game), QUESTIONS[game]
    assert {answer for answers in asked.values() for answer in answers} <= set(book.entries)
    assert list(TOPICS[game]) == book.topics
    assert len(asked) == sum(map(len, TOPICS[game].values())), "a question stands twice"
