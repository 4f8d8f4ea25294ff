"""Regular expressions that are compiled at their first use: no one command needs many of them."""

from __future__ import annotations

import re
from typing import Any, cast


class _Later:
    """A regular expression that isn't compiled yet; what is asked of it is asked of the compiled one, and kept."""

    def __init__(self, source: str, flags: int) -> None:
        self._said = source, flags

    def __getattr__(self, name: str) -> Any:
        found = getattr(re.compile(*self._said), name)
        setattr(self, name, found)
        return found


def lazy_pattern(source: str, flags: int = 0) -> re.Pattern[str]:
    """A regular expression as `re.compile` gives it, compiled when something is first asked of it."""
    return cast("re.Pattern[str]", _Later(source, flags))
