"""How often random tests run: a modest number of times by default, the same each time; many more if thorough.

`pytest --hypothesis-profile thorough` runs the same tests with ten times as many examples, other ones each time;
with `MORE=100` before it a hundred times as many.
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from referee.asking.question import Option, Question
from referee.declaration.readings import Readings, readings_of
from referee.errors import Illegal

EVERYDAY, THOROUGH = "everyday", "thorough"
USUAL = 100
"""The examples of a test that names no number."""
MORE = int(os.environ.get("MORE", "10"))
"""So many times as many are run by the thorough profile."""


def register_profiles() -> None:
    """Make both profiles known; every day's is used unless the command line names another."""
    patient = [HealthCheck.too_slow, HealthCheck.data_too_large]  # a busy machine is no mistake of a test
    everyday = settings(
        max_examples=USUAL, deadline=None, derandomize=True, database=None, suppress_health_check=patient
    )
    settings.register_profile(EVERYDAY, everyday)
    settings.register_profile(THOROUGH, everyday, max_examples=MORE * USUAL, derandomize=False, print_blob=True)
    settings.load_profile(EVERYDAY)


def examples(number: int) -> settings:
    """Run a test with so many examples each day, and with as many times more as the profile has."""
    return settings(max_examples=number * settings().max_examples // USUAL)


def games(number: int) -> settings:
    """Run a test with so many games: a game isn't made clearer by shrinking its seed."""
    return settings(examples(number), phases=[Phase.explicit, Phase.generate])


def seeds(first: int, number: int) -> range:
    """The seeds of so many games each day, and of as many times more as the profile has."""
    return range(first, first + number * settings().max_examples // USUAL)


def read_as_listed(question: Question[Any], listed: Iterable[Option]) -> None:
    """What is listed is read, and recorded alike in CAPITALS and as data."""
    for text in (option.text for option in listed if option.more is None):
        loud, data = text.upper(), question.moves.as_json(text) if question.moves is not None else None
        meant = question.parse(text)
        for said in (question.parse(other) for other in (loud, json.dumps(data)) if other != "null"):
            assert said == meant if question.write is None else question.write(said) == question.write(meant)


def refused_as_listed(question: Question[Any]) -> None:
    """What is listed as closed is refused by the rule that stands beside it."""
    for option in list(question.closed())[:2]:
        with pytest.raises(Illegal) as caught:
            question.parse(option.text)
        assert caught.value.ruling == option.rule, option


def drawn(number: int) -> settings:
    """Run a test with so many examples of which many are drawn in vain: what they need is rare."""
    rare = [*settings().suppress_health_check, HealthCheck.filter_too_much]
    return settings(examples(number), suppress_health_check=rare)


def random_readings(chance: random.Random, declared: type[Readings]) -> dict[str, Any]:
    """Readings as a table might have them: about a third unusual, house numbers within their bounds."""
    found: dict[str, Any] = {}
    for name, one in readings_of(declared).items():
        if chance.random() < 1 / 3:
            known = list(one.answers.values())
            found[name] = chance.choice(known) if known else chance.randint(one.least, one.most)
    return found
