"""A set-up and a state of it, read from plain data as from a save, and what is said of one that can't be."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from referee.declaration.game import Rules
from referee.errors import BadInput
from referee.files.files import convert


def read_kept(rules: Rules[Any, Any], setup: Any, state: Any) -> None:
    """Read a set-up and a state of it from plain data, and look at both closely. Raises BadInput."""
    known = convert(msgspec.to_builtins(setup), rules.setup_type, "setup")
    rules.check_setup(known)
    rules.check(known, convert(msgspec.to_builtins(state), rules.state_type, "state"))


def why_not_kept(rules: Rules[Any, Any], setup: Any, state: Any) -> str:
    """Why a set-up and a state of it can't be."""
    with pytest.raises(BadInput) as refused:
        read_kept(rules, setup, state)
    return str(refused.value)
