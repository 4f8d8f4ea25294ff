"""Options that a game declares for a command: those of a new game, those of odds without a record."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from referee.cli.common import leave
from referee.cli.guide import Guided
from referee.errors import BadInput

if TYPE_CHECKING:
    from typer import _click

    from referee.declaration.game import Game

TYPED = "referee.typed"
"""Key of the typed arguments in a context's `meta`."""

ANY_OPTION = {"allow_extra_args": True, "ignore_unknown_options": True}
"""Context settings of a command that takes options of a game."""


class PerGame(Guided):
    """A command whose help ends with the options of the game in `--game`, else how to see those of each game."""

    title = ""
    """Heading of their list, with {} for the game's title."""

    def options_of(self, game: Game[Any, Any]) -> Mapping[str, str]:
        """Return the options of a game, with what they take."""
        raise NotImplementedError

    def has_options(self, game: Game[Any, Any]) -> bool:
        """Return whether a game has options here."""
        return True

    def parse_args(self, ctx: _click.Context, args: list[str]) -> list[str]:
        """Keep the arguments: the help is requested before the game is known."""
        ctx.meta[TYPED] = list(args)
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: _click.Context, formatter: _click.HelpFormatter) -> None:
        """Write the examples, then the options of the game in `--game`, or how to see those of each game."""
        from referee import games

        super().format_epilog(ctx, formatter)
        words = [word for typed in ctx.meta.get(TYPED, ()) for word in typed.split("=", 1)]
        named = words[words.index("--game") + 1 :][:1] if "--game" in words else []
        if not named:
            names = [name for name in games.names() if self.has_options(games.load(name))]
            with formatter.section(self.title.format("a game")):
                formatter.write_dl([(f"{ctx.command_path} --game {name} --help", "") for name in names])
            return
        try:
            game = games.load(named[0])
        except BadInput as error:
            leave(error)
        if own := self.options_of(game):
            with formatter.section(self.title.format(game.title)):
                formatter.write_dl([(f"--{name}", takes) for name, takes in own.items()])


def read_options(words: Sequence[str]) -> dict[str, list[str]]:
    """Parse options with their values: --tournament alone is yes, --no-tournament is no. Raises BadInput."""
    found: dict[str, list[str]] = {}
    waiting: str | None = None

    def alone(name: str) -> None:
        found.setdefault(name.removeprefix("no-"), []).append("no" if name.startswith("no-") else "yes")

    for word in words:
        if word.startswith("--"):
            if waiting is not None:
                alone(waiting)
            name, equals, value = word[2:].partition("=")
            waiting = None if equals else name
            if equals:
                found.setdefault(name, []).append(value)
        elif waiting is None:
            raise BadInput(f'"{word}" stands without an option; write it like --start Anna')
        else:
            found.setdefault(waiting, []).append(word)
            waiting = None
    if waiting is not None:
        alone(waiting)
    return found
