"""`referee battle`: a battle refereed live."""

from __future__ import annotations

import typer


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
