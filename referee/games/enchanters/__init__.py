"""Enchanters: everything that is about this game and no other."""

from __future__ import annotations

from referee.games.enchanters.interface import GAME

__all__ = ["GAME"]
