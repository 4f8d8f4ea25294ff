"""Enchanters: everything that is about this game and no other."""

from __future__ import annotations

from referee.games.enchanters.game import GAME

__all__ = ["GAME"]
