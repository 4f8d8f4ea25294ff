"""Regular expressions compiled on first use, as a single command needs few of them."""

from __future__ import annotations

import re
from typing import Any, cast


class _LazyPattern:
    """A proxy that compiles its regular expression on first use, and caches attributes of the compiled one."""

    def __init__(self, source: str, flags: int) -> None:
        self._arguments = source, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._arguments), name)
        setattr(self, name, found)
        return found


def lazy_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """Return a regular expression like `re.compile`'s that is compiled on first use."""
    return cast("re.Pattern[str]", _LazyPattern(source, flags))
