"""Typer parameters shared by commands; calls by `straight` don't load them."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from referee.cli.common import leave, preferred_plain
from referee.errors import BadInput


def offering(what: str) -> Callable[[typer.Context, str], list[tuple[str, str]]] | None:
    """Return the completer of that name in `completing`; None unless a shell completes."""
    if "_REFEREE_COMPLETE" not in os.environ:
        return None

    def offered(context: typer.Context, incomplete: str) -> list[tuple[str, str]]:
        from referee.cli import completing  # loaded only at the tab key

        return completing.offer(getattr(completing, what), context, incomplete)

    return offered


Files = Annotated[
    list[Path] | None, typer.Argument(metavar="[FILE]...", show_default=False, autocompletion=offering("any_files"))
]
SaveArgument = Annotated[Path, typer.Argument(metavar="FILE", show_default=False, autocompletion=offering("saves"))]
PlayedArgument = Annotated[
    Path, typer.Argument(metavar="FILE", show_default=False, autocompletion=offering("played"))
]
"""A save, or the record of a battle."""
DeckOption = Annotated[
    Path | None,
    typer.Option(
        "--deck", metavar="DECK", help="Look card names up in this deck file.", autocompletion=offering("decks")
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print one JSON object, for scripts.")]
JsonOfFilesOption = Annotated[bool, typer.Option("--json", help="Print one JSON object per file, for scripts.")]
MovesOption = Annotated[
    Path | None, typer.Option("--moves", metavar="FILE", help="Take the answers from this file, without asking.")
]
EntryArgument = Annotated[
    int | None, typer.Argument(metavar="[ENTRY]", min=1, show_default=False, help="An entry of a save's log.")
]
GameOption = Annotated[str | None, typer.Option("--game", help="Which game.", autocompletion=offering("game_names"))]
MistakesOption = Annotated[
    bool, typer.Option("--mistakes", help="Show in the story the moves in battles that cost most.")
]
MistakesSecondsOption = Annotated[
    float, typer.Option("--seconds", metavar="N", min=1, max=36_000, help="With --mistakes: how long that may take.")
]


def _preferred(context: typer.Context, param: typer.CallbackParam, value: bool) -> bool:
    """Return whether the screen is plain: by the option, else by the preferences.

    Output for scripts ignores the preferences.
    """
    source = context.get_parameter_source(param.name or "")
    if context.resilient_parsing or context.params.get("as_json"):
        return value
    try:
        preferred = preferred_plain()
    except BadInput as error:
        if context.info_name == "config":  # it can repair a bad file
            return value
        leave(error)
    return value if source is not None and source.name == "COMMANDLINE" else preferred


PlainOption = Annotated[
    bool,
    typer.Option(
        "--plain/--no-plain",
        callback=_preferred,
        show_default=False,
        help="No colours and no drawing; fit for a screen reader.",
    ),
]
