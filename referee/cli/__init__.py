"""The command line: one thin module per group of commands, and no rules.

Modules here load nothing heavy when they are imported; a command loads what it uses when it runs. Building a
command takes longer than running a short one, so only the one that is called is built.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module

import typer

from referee.cli.guide import Panels, explain, first_help, guide

MODULES = {
    "score": "referee.cli.score",
    "judge": "referee.cli.judge",
    "odds": "referee.cli.odds",
    "battle": "referee.cli.battle",
    "rules": "referee.cli.rules",
    "new": "referee.cli.new",
    **dict.fromkeys(("play", "do", "next", "status", "look"), "referee.cli.game"),
    **dict.fromkeys(("log", "undo", "redo", "adjust", "amend", "verify", "why"), "referee.cli.history"),
    "watch": "referee.cli.watch",
    "cards": "referee.cli.cards",
    "config": "referee.cli.config",
    "demo": "referee.cli.demo",
}
"""The commands and the modules that they stand in."""


def build(arguments: Sequence[str] = ()) -> typer.Typer:
    """The command line with the command that the arguments begin with, or with all of them."""
    called = MODULES.get(arguments[0]) if arguments else None
    helped = called is None or not {"-h", "--help"}.isdisjoint(arguments)
    app = typer.Typer(
        name="referee",
        cls=Panels,
        help=first_help() if helped else None,
        epilog="referee COMMAND --help tells more of each, with examples.",
        no_args_is_help=True,
        add_completion=called is None,  # asked for without a command
        rich_markup_mode=None,  # no boxes, and what stands in brackets stays
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"]},
    )
    app.callback()(_main)
    for module in dict.fromkeys([called] if called else MODULES.values()):
        import_module(module).register(app)
    guide(app)
    if helped:
        explain(app)
    return app


def _version(wanted: bool) -> None:
    if wanted:
        from referee import __version__

        typer.echo(f"referee {__version__}")
        raise typer.Exit


def _main(
    version: bool = typer.Option(
        False, "--version", "-V", callback=_version, is_eager=True, help="Show the version and leave."
    ),
) -> None:
    pass
