"""Questions in plain words, as people at a table put them, and the entries that answer them (`questions.toml`)."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from referee.games.conjurers.vocabulary import GAME
from referee.rulebook.rules import RuleBook, rulebook

FIRST = 3
"""Among so many entries the answer must stand."""
SHARE_AT_ONCE = 0.88
"""Of so many questions the very first entry must be the answer."""

TOPICS: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parent / "questions.toml").read_text(encoding="utf-8")
)
QUESTIONS = {question: answers.split() for asked in TOPICS.values() for question, answers in asked.items()}


def place(book: RuleBook, question: str) -> int:
    """How many entries stand before the first one that answers a question."""
    found = [entry.id for entry in book.look_up(question).entries]
    return min((found.index(answer) for answer in QUESTIONS[question] if answer in found), default=len(book.entries))


@pytest.mark.parametrize("question", QUESTIONS)
def test_a_question_finds_its_answer(question: str) -> None:
    found = [entry.id for entry in rulebook(GAME).find(question)][:FIRST]
    assert set(found) & set(QUESTIONS[question]), found


def test_most_answers_come_first() -> None:
    first = [question for question in QUESTIONS if place(rulebook(GAME), question) == 0]
    assert len(first) >= SHARE_AT_ONCE * len(QUESTIONS)


def test_the_answers_are_entries_and_every_topic_is_asked_about() -> None:
    assert {answer for answers in QUESTIONS.values() for answer in answers} <= set(rulebook(GAME).entries)
    assert list(TOPICS) == rulebook(GAME).topics
    assert len(QUESTIONS) == sum(map(len, TOPICS.values())), "a question stands twice"
