"""Attacks for tests: two sides with what matters, the rest as usual."""

from __future__ import annotations

from typing import Any

from referee.games.mythic.attack.values import Attack, Side


def side(kind: str = "hero", offence: int = 5, defence: int = 5, **more: Any) -> Side:
    return Side(name=more.pop("name", "Ash Runner"), kind=kind, offence=offence, defence=defence, **more)  # type: ignore[arg-type]


def attack(attacker: Side | None = None, defender: Side | None = None, **situation: Any) -> Attack:
    """An attack far enough for any distance, unless the attacker says otherwise."""
    return Attack(attacker=attacker or side(range=9), defender=defender or side(name="Marsh Serpent"), **situation)
