"""A scenario at the set-up: named as a file; what it says isn't asked any more, and no other answer is taken."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from referee.asking.question import Question, with_default
from referee.declaration.setup import NO, NONE, YES, Agreed, SetUpField
from referee.errors import BadInput, Unreadable
from referee.files.files import path_of
from referee.games.mythic.board.scenario_file import Scenario, load_scenario
from referee.games.mythic.rules.state import Setup
from referee.text.names import fold

Named = tuple[str, Scenario]
"""A scenario's file as it was typed, and what stands in it."""


def which() -> SetUpField[Setup]:
    """The file of the scenario that is played, or none."""
    return SetUpField(name="scenario", takes="a file with your scenario, or none", ask=_question, file=True,
                 line=lambda setup: [setup.scenario] if setup.scenario else [])  # fmt: skip


def _question(agreed: Agreed) -> Question[Named | None]:
    many = len(agreed["player"])

    def parse(text: str) -> Named | None:
        if fold(text) in ("", NONE):
            return None
        try:
            found = load_scenario(path_of(text.strip()))
        except BadInput as error:
            raise Unreadable(str(error)) from None
        if found.players != many:
            raise Unreadable(f"{text.strip()}: is for {found.players} players; you are {many}")
        return text.strip(), found

    return Question(
        "scenario", "File with your scenario", parse, default=NONE, passable=True,
        hint="none: a skirmish by the numbers of the rules", write=lambda named: named[0] if named else NONE,
    )  # fmt: skip


def of(agreed: Agreed) -> Scenario | None:
    """The scenario that is played."""
    named: Named | None = agreed["scenario"]
    return None if named is None else named[1]


# --- what it says ---------------------------------------------------------------------------------------


def unless_said(one: SetUpField[Setup], said: Callable[[Scenario, Sequence[str]], str | None]) -> SetUpField[Setup]:
    """A field whose answer the scenario may have `said`, given the players: only that one is taken then."""

    def ask(agreed: Agreed) -> Any:
        asked, scenario = one.ask(agreed), of(agreed)
        answer = None if scenario is None else said(scenario, agreed["player"])
        return asked if answer is None or not isinstance(asked, Question) else _fixed(asked, answer)

    return dataclasses.replace(one, ask=ask)


def _fixed(asked: Question[Any], answer: str) -> Question[Any]:
    """A question that has one answer, as the scenario says it."""

    def parse(text: str) -> Any:
        value = asked.parse(text)
        if value != asked.parse(answer):
            raise Unreadable(f"the scenario says {answer}")
        return value

    return dataclasses.replace(with_default(asked, answer), parse=parse, forced=lambda: answer)


def lead(scenario: Scenario, players: Sequence[str]) -> str | None:
    """Who leads."""
    return None if scenario.lead is None else players[scenario.lead]


def teams(scenario: Scenario, players: Sequence[str]) -> str | None:
    """Whether there are teams."""
    return YES if scenario.teams else NO


def mode(scenario: Scenario, players: Sequence[str]) -> str | None:
    """How armies are recruited: from the scenario's units where it names them (Limited)."""
    return "limited" if scenario.units else None


def divinity(scenario: Scenario, players: Sequence[str]) -> str | None:
    """Gods or titans."""
    return scenario.divinity


def area_attacks(scenario: Scenario, players: Sequence[str]) -> str | None:
    """Who makes area attacks (M37)."""
    return scenario.area_attacks


def points(scenario: Scenario, players: Sequence[str]) -> str | None:
    """The recruitment points of each player, or none."""
    return NONE if scenario.points is None else str(scenario.points)


def applied(setup: Setup, named: Named | None) -> Setup:
    """A set-up with what else the scenario says: map, zones, stones, things, tokens, units, victory, area attacks."""
    if named is None:
        return setup
    file, scenario = named
    return replace(
        setup, scenario=file, board=scenario.board, board_file=scenario.map, zones=scenario.zones,
        stones=(*scenario.stones, *scenario.things), things=tuple(name for name, _ in scenario.things),
        tokens=scenario.tokens, limited=scenario.units, victory=scenario.victory,
        area_attacks=scenario.area_attacks or setup.area_attacks,
    )  # fmt: skip
