"""Events of a game in words, each with the steps of its arithmetic, for an explanation."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from referee.declaration.game import Happened
from referee.games.conjurers.battle.events import BattleEvent, Hit, TurnBegan
from referee.games.conjurers.battle.state import Battle
from referee.games.conjurers.rules.arithmetic import hit_steps, rules_of, steps
from referee.games.conjurers.rules.events import BattleSetUp
from referee.games.conjurers.rules.state import GameState, Setup
from referee.games.conjurers.screens.battle_words import Teller
from referee.play.event import names_of


def told(setup: Setup, before: GameState, events: Iterable[Any]) -> list[Happened]:
    """Events in words; those of a refereed battle as in any battle. `before` is the game that they changed."""
    name = names_of(before.players)
    battle: Battle | None = before.contest.battle if before.contest is not None else None
    found = []
    for event in events:
        if isinstance(event, BattleSetUp):
            battle = event.battle
        if isinstance(event, BattleEvent):
            found += [] if battle is None else told_of_battle(battle, [event])
        else:
            found.append(Happened(event.told(name), tuple(steps(event, setup, before)), rules_of(event)))
    return found


def told_of_battle(battle: Battle, events: Iterable[Any]) -> list[Happened]:
    """Events of a battle in words."""
    teller = Teller(battle)
    told = ((_in_battle(teller, event), event) for event in events)
    return [Happened(text, tuple(hit_steps(event)), rules_of(event)) for text, event in told if text]


def _in_battle(teller: Teller, event: BattleEvent) -> str:
    """A battle's event; a hit without its arithmetic, which is told in steps."""
    match event:
        case TurnBegan():
            return ""  # the entry's heading says so
        case Hit():
            return f"{event.blow(teller.name)}: {event.dealt} dealt, {event.received} received."
        case _:
            return teller.tell(event)
