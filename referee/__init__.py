"""A referee for the physical copies of board games: scores, battles, rulings.

As a library: `open` a save and play on, `judge` a battle record, `score` a sheet, compute `odds` of the next moves.
"""

from __future__ import annotations

__version__ = "0.1.0"

TYPE_CHECKING = False  # importing it from typing would take longer than all the rest of `--version`
if TYPE_CHECKING:
    from typing import Any

    from referee.library import Save, judge, odds, open, score

__all__ = ["Save", "judge", "odds", "open", "score"]


def __getattr__(name: str) -> Any:
    """Load the library's names on first access: the commands must start quickly."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from referee import library

    return getattr(library, name)
