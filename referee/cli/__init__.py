"""The command line: one thin module per group of commands, and no rules.

Modules here import nothing heavy at the top; a command imports what it uses when it runs. Building a command takes
longer than running a short one, so only the called one is built; and one called as scripts do isn't built at all, nor
is Typer loaded, which takes longest (`straight`).
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import typer

MODULES = {
    "score": "referee.cli.score",
    "judge": "referee.cli.judge",
    "odds": "referee.cli.odds",
    "battle": "referee.cli.battle",
    "rules": "referee.cli.rules",
    "new": "referee.cli.new",
    **dict.fromkeys(("play", "do", "next", "status", "look", "ask"), "referee.cli.game"),
    **dict.fromkeys(("log", "undo", "redo", "adjust", "amend", "verify", "why"), "referee.cli.history"),
    "watch": "referee.cli.watch",
    "table": "referee.cli.table",
    **dict.fromkeys(("evenings", "standings", "story"), "referee.cli.evenings"),
    "cards": "referee.cli.cards",
    "config": "referee.cli.config",
    "guide": "referee.cli.guides",
    "demo": "referee.cli.demo",
}
"""The modules of the commands."""


def straight(arguments: Sequence[str]) -> Callable[[], None] | None:
    """Return a fast call for a command with only files, moves or a question, perhaps --json behind; else None.

    During completion it is the completer for such a line.
    """
    if "_REFEREE_COMPLETE" in os.environ:
        from referee.cli import completing

        if (call := completing.straight(MODULES)) is not None:
            _load_msgspec()
        return call
    from referee.cli.common import LONGEST_NUMBER

    command, *words = arguments or [""]
    as_json = words[-1:] == ["--json"]
    given = words[:-1] if as_json else words
    if not given or not all(word and word[0] != "-" for word in given):
        return None
    params: dict[str, Any]
    match command, len(given):
        case (("score" | "judge"), _):
            params = {"files": [Path(word) for word in given]}
        case "rules", _:
            params = {"words": given}
        case (("next" | "status" | "undo" | "log" | "why"), 1) if not (as_json and command == "undo"):
            params = {"file": Path(given[0])}
        case "why", 2 if given[1].isdecimal() and len(given[1]) < LONGEST_NUMBER:
            params = {"file": Path(given[0]), "number": int(given[1])}
        case "do", many if many > 1:
            params = {"file": Path(given[0]), "moves": given[1:]}
        case _:
            return None
    _load_msgspec()
    return partial(_call, command, params, as_json=as_json)


def _call(command: str, params: dict[str, Any], *, as_json: bool) -> None:
    """Run a command as Typer would, with defaults for its other parameters. Raises SystemExit."""
    from referee.cli.common import STOPPED, leave, preferred_plain, run_with_hint
    from referee.errors import BadInput

    run = _function(command)
    try:
        more = {"as_json": True} if as_json else {"plain": preferred_plain()}
    except BadInput as error:
        leave(error)
    try:
        run_with_hint(command, {**params, **more}, partial(run, **params, **more))
    except KeyboardInterrupt:
        raise SystemExit(STOPPED) from None


def _function(command: str) -> Callable[..., Any]:
    found: Callable[..., Any] = getattr(
        import_module(MODULES[command]), {"next": "next_question"}.get(command, command)
    )
    return found


def _load_msgspec() -> None:
    """Import msgspec without typing_extensions, which would load `inspect` and all that it needs.

    What msgspec uses from it is in `typing` too.
    """
    missing = "typing_extensions" not in sys.modules
    if missing:
        sys.modules["typing_extensions"] = None  # type: ignore[assignment]
    import msgspec  # noqa: F401

    if missing:
        del sys.modules["typing_extensions"]


def build(arguments: Sequence[str] = ()) -> typer.Typer:
    """Build the command line with the command that begins the arguments, or with all commands.

    During completion there are no arguments: the shell passes its line in the environment.
    """
    import typer

    from referee.cli import options
    from referee.cli.guide import Panels, explain, first_help, guide, whole

    at_tab_key = "_REFEREE_COMPLETE" in os.environ
    words, begun = _at_cursor() if at_tab_key else (arguments, "")
    called = MODULES.get(words[0]) if words else None
    helped = not at_tab_key and (called is None or not {"-h", "--help"}.isdisjoint(arguments))
    app = typer.Typer(
        name="referee",
        cls=Panels,
        help=first_help() if helped else None,
        epilog="referee COMMAND --help shows more of each, with examples.",
        no_args_is_help=True,
        add_completion=called is None or at_tab_key,  # asked for without a command
        rich_markup_mode=None,  # no boxes, and brackets aren't markup
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["-h", "--help"], "color": False},  # the screen has its own colours
    )
    app.callback()(whole)
    fit = [name for name in MODULES if words or name.startswith(begun)]
    for name in [words[0]] if called else fit:
        module = import_module(MODULES[name])
        for option, value in vars(options).items():
            vars(module).setdefault(option, value)  # names of signatures only, which `straight` calls don't load
        if name == "cards":
            app.add_typer(module.group())
        else:
            settings = getattr(module, "SETTINGS", {})  # of commands that take more than Typer's usual options
            app.command(name, **settings.get(name, {}))(_function(name))
    guide(app)
    if helped:
        explain(app)
    return app


def _at_cursor() -> tuple[list[str], str]:
    """Return the words of the shell's line behind the program's name, up to the one to complete, and that one."""
    if "COMP_WORDS" in os.environ:
        at, line = int(os.environ.get("COMP_CWORD") or 0), os.environ["COMP_WORDS"].split("\n")
        return line[1:at], "".join(line[at : at + 1])
    *words, last = f"{os.environ.get('_TYPER_COMPLETE_ARGS', '')}|".split()[1:] or [""]
    return words, last.rstrip("|") if "_TYPER_COMPLETE_WORD_TO_COMPLETE" not in os.environ else ""
