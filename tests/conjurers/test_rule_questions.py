"""Questions in plain words, as people at a table put them, and the entries that answer them (`questions.toml`)."""

from __future__ import annotations

import re
import tomllib
from itertools import permutations
from pathlib import Path

import pytest

from referee.games.conjurers import tables
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


def number_told(question: str) -> int:
    """The first number of an answer."""
    answer = rulebook(GAME).look_up(question).answer
    return int(re.findall(r"\d+", answer)[0])


@pytest.mark.rule("creature-variety", "S2")
def test_the_points_of_variety_are_told_for_each_level_and_number() -> None:
    for players, rows in tables.bonuses().variety.items():
        for many, points in rows.items():
            for level, worth in enumerate(points, 2):
                asked = f"points for {many} level {level} creatures of different mythologies with {players} players"
                assert (asked, number_told(asked)) == (asked, worth)


@pytest.mark.rule("market-rates", "A3")
def test_what_is_paid_and_gained_at_the_market_is_told_for_each_pair() -> None:
    market = tables.market()
    for pay, gain in permutations([good for group in market.groups for good in group.resources], 2):
        paid, gained = market.rate(pay, gain)
        cost, brings = (
            rulebook(GAME).look_up(asked).answer
            for asked in (
                f"how much {pay} does it cost to buy {gained} {gain}",
                f"how much {gain} do I get for {paid} {pay} at the market",
            )
        )
        assert str(paid) in re.findall(r"\d+", cost), (pay, gain, cost)
        assert str(gained) in re.findall(r"\d+", brings), (pay, gain, brings)
