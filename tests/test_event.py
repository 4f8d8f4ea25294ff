"""Events tell themselves: each field as its type says, players by name."""

from __future__ import annotations

import re
from importlib import import_module
from typing import Annotated

import msgspec
import pytest
from msgspec.structs import fields

from referee.play.event import Event, Names, Seat, ShownBy, names_of
from tests.steps import Named

NAMES = names_of([Named("Anna"), Named("Bo")])
KINDS = [
    kind
    for module in ("conjurers.rules.events", "enchanters.rules.context")
    for kind in vars(import_module(f"referee.games.{module}")).values()
    if isinstance(kind, type) and issubclass(kind, Event) and not kind.__name__.endswith("Event")
]


class Given(Event, frozen=True, tag=True):
    """One player gives another some coins."""

    says = "{player} gives {to} {coins}: {why}."

    player: Seat
    to: Seat
    coins: Annotated[int, ShownBy(lambda coins: f"{coins or 'no'} coins")]
    why: str
    rules: tuple[str, ...] = ("gift",)


def test_a_sentence_names_players_and_shows_fields_as_their_types_say() -> None:
    assert Given(0, 1, 3, "a debt").describe(NAMES) == "Anna gives Bo 3 coins: a debt."
    assert Given(1, 0, 0, "{why}").describe(NAMES) == "Bo gives Anna no coins: {why}.", (
        "no field's text is a sentence"
    )


class Recalled(Event, frozen=True, tag=True):
    """A unit gets cards back, for some gold; `left` may be unknown."""

    says = "{unit:takes} {cards} card(s)[gold? for {gold:+} gold|, free][left?; {left} left]."

    unit: str
    cards: int
    gold: int = 0
    left: int | None = None
    rules: tuple[str, ...] = ()


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Recalled("Wolf", 1), "Wolf takes 1 card, free."),
        (Recalled("Reed Archers", 2, 3), "Reed Archers take 2 cards for +3 gold."),
        (Recalled("[left?]{cards}", 0, left=0), "[left?]{cards} takes 0 cards, free; 0 left."),
    ],
)
def test_parts_of_a_sentence_stand_where_their_field_tells_something(event: Event, words: str) -> None:
    assert event.describe(NAMES) == words, "a unit may be called anything"


def test_an_event_is_plain_data_with_its_kind() -> None:
    assert msgspec.to_builtins(Given(0, 1, 3, "a debt")) == {
        "type": "Given",
        "player": 0,
        "to": 1,
        "coins": 3,
        "why": "a debt",
        "rules": ("gift",),
    }


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.__module__.split('.')[2]} {kind.__name__}")
def test_every_kind_of_event_has_words_and_rules(kind: type[Event]) -> None:
    """A sentence whose fields it has, or words of its own; rules behind it; every player in it by name."""
    own = {field.name for field in fields(kind)}
    assert "rules" in own
    assert bool(kind.says) != (kind.describe is not Event.describe)
    assert set(re.findall(r"[{[](\w+)(?=[}:?])", kind.says)) <= own
    assert not re.sub(r"\{\w+(:[^{}]+)?\}|\[\w+\?[^][]*\]|[^][{}]", "", kind.says), "a sentence has no other brackets"
    assert not {"player", "attacker", "defender", "victim", "winner", "to"} & {
        field.name for field in fields(kind) if field.type is int
    }


def test_words_of_its_own_may_use_anything() -> None:
    class Either(Event, frozen=True):
        seat: Seat | None
        rules: tuple[str, ...] = ()

        def describe(self, name: Names) -> str:
            return "nobody" if self.seat is None else name(self.seat)

    assert [Either(None).describe(NAMES), Either(1).describe(NAMES)] == ["nobody", "Bo"]
