"""`referee guide`: how a game is played with the referee, from first set-up to the last count."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee import games
from referee.cli.common import suggest
from referee.cli.options import PlainOption, offering
from referee.errors import BadInput
from referee.text.names import and_list, fold
from referee.text.pattern import lazy_pattern

if TYPE_CHECKING:
    from referee.declaration.game import Game

_PICTURE = lazy_pattern(r"!\[[^\]]*\]\([^)]*\)\n*")
"""A picture in a guide, which a terminal can't show."""


def guide(
    game: Annotated[
        str | None, typer.Argument(metavar="[GAME]", show_default=False, autocompletion=offering("game_names"))
    ] = None,
    about: Annotated[list[str] | None, typer.Argument(metavar="[ABOUT]", show_default=False)] = None,
    plain: PlainOption = False,
) -> None:
    """Show the guide to a game, or the part of it that has a word in its heading: referee guide conjurers cards.

    referee guide conjurers notation lists all that can be typed.
    """
    from referee.text.screen import Screen

    chosen = games.load(game)
    text = _part(chosen, " ".join(about or ()))
    screen = Screen(plain)
    screen.markdown(text.rstrip("\n"))
    others = (name for name in games.names() if name != chosen.name)
    suggest(next((f"guide {name}" for name in others if game is None), f"new FILE --game {chosen.name}"))


def _part(game: Game[Any, Any], about: str) -> str:
    """Return the parts of a guide whose headings contain `about`, or the notation; without `about` all of it.

    Raises BadInput.
    """
    from referee.declaration.plain import notation

    if fold(about) == "notation":
        return notation(game)
    text = _PICTURE.sub("", games.guide(game.name))
    parts = {part.partition("\n")[0]: f"## {part}" for part in text.split("\n## ")[1:]}
    found = [part for heading, part in parts.items() if fold(about) in fold(heading)]
    if not found:
        raise BadInput(f'the guide has no part called "{about}"; its parts are {and_list((*parts, "notation"))}')
    return "\n".join(found) if about else text
