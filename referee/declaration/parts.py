"""Parts of a game that are loaded where they are used."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any


def part(place: str) -> Callable[..., Any]:
    """A part by its place, "package.module:name", imported when it is called for.

    A call returns it; where it is a function or a class, what that returns of the same arguments.
    """
    module, _, name = place.partition(":")

    def load(*given: Any) -> Any:
        found = getattr(import_module(module), name)
        return found(*given) if callable(found) else found

    return load
