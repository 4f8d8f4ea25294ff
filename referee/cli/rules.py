"""`referee rules`: what the rulebook says, and where."""

from __future__ import annotations

from typing import Annotated

import typer

from referee.cli.common import GameOption, PlainOption, leave
from referee.errors import BadInput


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command()(rules)


def rules(
    words: Annotated[list[str] | None, typer.Argument(metavar="[TOPIC or ID]", show_default=False)] = None,
    game: GameOption = None,
    plain: PlainOption = False,
) -> None:
    """Look a rule or ruling up by topic, id or words; without any, list the topics.

    For example: referee rules flying · referee rules B9 · referee rules scoring
    """
    from referee import games
    from referee.rules import rulebook
    from referee.screens import Screen, show_entries, show_topics

    try:
        book = rulebook(games.load(game).name)
        found = book.find(" ".join(words)) if words and any(word.strip() for word in words) else None
    except BadInput as error:
        leave(error)
    screen = Screen(plain)
    if found is None:
        show_topics(book, screen)
    else:
        show_entries(book, found, screen)
