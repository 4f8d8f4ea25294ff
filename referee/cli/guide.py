"""The help and the last line of every command: plain text, commands by what a person wants, what comes next.

The help has no boxes, whatever the terminal; examples keep their lines.
"""

from __future__ import annotations

import os
import shlex
import sys
from collections.abc import Iterator, Sequence
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer
from typer.core import TyperCommand, TyperGroup

from referee.text.streams import drawable, seen

if TYPE_CHECKING:
    from typer import _click
    from typer.models import CommandInfo

    from referee.cli.examples import Example

_WELL = (0, 1)
"""The exit codes after which a next command is named."""

_suggested: ContextVar[str | None] = ContextVar("suggested", default=None)


def suggest(command: str | None) -> None:
    """Say which command is likely to come after the one that runs; None for the usual one, "" for none."""
    _suggested.set(command)


def by_id(game: str, text: str = "for one entry with its example") -> str:
    """The command that tells one rule of a game in full; `text` says what it is given, or for what."""
    from referee.rulebook.rules import rulebook

    return f"{rulebook(game).call.removeprefix('referee ')} ID, {text}"


class Guided(TyperCommand):
    """A command that ends by naming the likely next one, on standard error; not where scripts read what it prints."""

    def invoke(self, ctx: _click.Context) -> Any:
        """Run it."""
        _suggested.set(None)
        try:
            result = super().invoke(ctx)
        except typer.Exit as left:
            if left.exit_code in _WELL:
                self._name_next(ctx)
            raise
        self._name_next(ctx)
        return result

    def _name_next(self, ctx: _click.Context) -> None:
        if ctx.params.get("as_json"):
            return
        suggested = _suggested.get()
        words = _filled(_words(ctx), ctx.params) if suggested is None else suggested
        if words:
            line = f"Go on with: referee {words}"
            colours = sys.stderr.isatty() and not (ctx.params.get("plain") or os.environ.get("NO_COLOR"))
            if colours:
                drawable(sys.stderr).write(f"\x1b[2m{seen(line)}\x1b[0m\n")
            else:
                sys.stderr.write(f"{line}\n")


def _words(ctx: _click.Context) -> str:
    """The words that call a command: "cards list"."""
    return " ".join((ctx.command_path or "").split()[1:])


def _filled(command: str, params: dict[str, Any]) -> str:
    """What usually comes after a command, with the files that it was called with."""
    from referee.cli.examples import NEXT  # scripts don't need it

    file = (
        params.get("file")
        or params.get("record")
        or next(iter(params.get("files") or params.get("records") or ()), None)
    )
    template = NEXT.get(command, "")
    if "{file}" in template and file is None:
        return ""
    names = {"file": file, "deck": params.get("deck"), "stem": Path(file).stem if file else ""}
    return template.format(**{key: shlex.quote(str(name)) if name else "" for key, name in names.items()})


class Panels(TyperGroup):
    """The whole command line; its help lists the commands by what a person wants."""

    def parse_args(self, ctx: _click.Context, args: list[str]) -> list[str]:
        """Say in a few lines what a table needs where nothing is asked for."""
        if not args and not ctx.resilient_parsing:
            from referee.cli.examples import SHORT

            typer.echo(SHORT, err=True)
            ctx.exit(2)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: _click.Context, formatter: _click.HelpFormatter) -> None:
        """The commands, and the few options of the whole last."""
        from referee.cli.examples import OTHERS, PANELS

        left = dict.fromkeys(self.list_commands(ctx))
        for panel, told in {**PANELS, OTHERS: dict.fromkeys(left, "")}.items():
            here = [name for name in told if name in left]
            for name in here:
                del left[name]
            if here:
                with formatter.section(panel):
                    formatter.write_dl([(name, told[name] or self._summary(ctx, name)) for name in here])
        self.commands, kept = {}, self.commands
        try:
            super().format_options(ctx, formatter)
        finally:
            self.commands = kept

    def _summary(self, ctx: _click.Context, name: str) -> str:
        command = self.get_command(ctx, name)
        return command.get_short_help_str(limit=200) if command else ""


def shown(examples: Sequence[Example], title: str = "For example:") -> str:
    """Examples as text of a help, each on a line of its own, what it does beside or below."""
    return "\n".join(["\b", title, *_lines(examples)])


def _lines(examples: Sequence[Example]) -> Iterator[str]:
    wide = max((len(typed) for typed, _ in examples), default=0)
    beside = wide + max((len(told) for _, told in examples), default=0) <= 66
    for typed, told in examples:
        if beside:
            yield f"  referee {typed:<{wide}}  {told}"
        else:
            yield f"  referee {typed}"
            yield f"      {told}"


def first_help() -> str:
    """What the help of the whole begins with."""
    from referee.cli.examples import FIRST, HELP

    return f"{HELP}\n\n{shown(FIRST)}"


def guide(app: typer.Typer) -> None:
    """Let the commands of an app, and those of its groups, end by naming the next one."""
    for command in app.registered_commands:
        if not (command.cls is not None and issubclass(command.cls, Guided)):
            command.cls = Guided
    for group in app.registered_groups:
        if group.typer_instance is not None:
            guide(group.typer_instance)


def name_of(command: CommandInfo) -> str:
    """What calls a command."""
    return command.name or str(getattr(command.callback, "__name__", ""))


def explain(app: typer.Typer, before: str = "") -> None:
    """Give the commands of an app, and those of its groups, their examples."""
    from referee.cli.examples import EXAMPLES

    for command in app.registered_commands:
        if examples := EXAMPLES.get(f"{before}{name_of(command)}"):
            command.epilog = "\n\n".join([shown(examples), *([command.epilog] if command.epilog else [])])
    for group in app.registered_groups:
        inner = group.typer_instance
        if inner is not None:
            inner.info.epilog = shown(EXAMPLES[str(inner.info.name)])
            explain(inner, f"{inner.info.name} ")
