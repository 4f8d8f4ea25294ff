"""The command line: one thin module per group of commands, and no rules.

Modules here load nothing heavy when they are imported; a command loads what it uses when it runs.
"""

from __future__ import annotations

import typer

from referee.cli import battle, judge, rules, score

app = typer.Typer(
    name="referee",
    help="A referee for board games: scores, battles, rulings.",
    epilog="Start with: referee score · referee battle duel.toml · referee rules flying",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from referee import __version__

        typer.echo(f"referee {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: bool = typer.Option(
        False, "--version", "-V", callback=_version, is_eager=True, help="Show the version and leave."
    ),
) -> None:
    pass


for _module in (score, judge, battle, rules):
    _module.register(app)
