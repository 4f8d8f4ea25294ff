"""The help of every command: plain text, commands by purpose, and the likely next one.

The help has no boxes, whatever the terminal; examples keep their lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from referee.cli.common import run_with_hint

if TYPE_CHECKING:
    from typer import _click

    from referee.cli.examples import Example


class Guided(TyperCommand):
    """A command that ends by suggesting the next one on standard error, unless its output is for scripts."""

    def invoke(self, ctx: _click.Context) -> Any:
        """Run the command."""
        words = " ".join((ctx.command_path or "").split()[1:])  # "cards list"
        return run_with_hint(words, ctx.params, partial(super().invoke, ctx))


class Panels(TyperGroup):
    """A group whose help lists the commands by purpose."""

    def parse_args(self, ctx: _click.Context, args: list[str]) -> list[str]:
        """Print a short introduction if there are no arguments."""
        if not args and not ctx.resilient_parsing:
            from referee.cli.examples import SHORT

            typer.echo(SHORT, err=True)
            ctx.exit(2)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: _click.Context, formatter: _click.HelpFormatter) -> None:
        """Write the commands by panel, and the group's few options last."""
        from referee.cli.examples import OTHERS, PANELS

        left = dict.fromkeys(self.list_commands(ctx))
        for panel, texts in {**PANELS, OTHERS: dict.fromkeys(left, "")}.items():
            here = [name for name in texts if name in left]
            for name in here:
                del left[name]
            if here:
                with formatter.section(panel):
                    formatter.write_dl([(name, texts[name] or self._summary(ctx, name)) for name in here])
        self.commands, kept = {}, self.commands
        try:
            super().format_options(ctx, formatter)
        finally:
            self.commands = kept

    def _summary(self, ctx: _click.Context, name: str) -> str:
        command = self.get_command(ctx, name)
        return command.get_short_help_str(limit=200) if command else ""


def format_examples(examples: Sequence[Example]) -> str:
    """Format examples for a help text, each on a line of its own, its effect beside or below."""
    return "\n".join(["\b", "For example:", *_lines(examples)])


def _lines(examples: Sequence[Example]) -> Iterator[str]:
    wide = max((len(typed) for typed, _ in examples), default=0)
    beside = wide + max((len(effect) for _, effect in examples), default=0) <= 66
    for typed, effect in examples:
        if beside:
            yield f"  referee {typed:<{wide}}  {effect}"
        else:
            yield f"  referee {typed}"
            yield f"      {effect}"


def first_help() -> str:
    """Return the beginning of the whole program's help."""
    from referee.cli.examples import FIRST, HELP

    return f"{HELP}\n\n{format_examples(FIRST)}"


def guide(app: typer.Typer) -> None:
    """Make the commands of an app, and of its groups, suggest the next one."""
    for command in app.registered_commands:
        if not (command.cls is not None and issubclass(command.cls, Guided)):
            command.cls = Guided
    for group in app.registered_groups:
        if group.typer_instance is not None:
            guide(group.typer_instance)


def explain(app: typer.Typer, before: str = "") -> None:
    """Add examples to the help of an app's commands, and of its groups'."""
    from referee.cli.examples import EXAMPLES

    for command in app.registered_commands:
        if examples := EXAMPLES.get(f"{before}{command.name}"):
            command.epilog = "\n\n".join([format_examples(examples), *([command.epilog] if command.epilog else [])])
    for group in app.registered_groups:
        inner = group.typer_instance
        if inner is not None:
            inner.info.epilog = format_examples(EXAMPLES[str(inner.info.name)])
            explain(inner, f"{inner.info.name} ")


def _version(wanted: bool) -> None:
    if wanted:
        from referee import __version__

        typer.echo(f"referee {__version__}")
        raise typer.Exit


def whole(
    version: bool = typer.Option(
        False, "--version", "-V", callback=_version, is_eager=True, help="Show the version and exit."
    ),
) -> None:
    """The whole command line, which tells its version."""
