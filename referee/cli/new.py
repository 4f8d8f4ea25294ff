"""`referee new`: begin a whole game."""

from __future__ import annotations

import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee.cli.common import GameOption, MovesOption, PlainOption, SaveArgument, answering, complain, leave
from referee.cli.per_game import ANY_OPTION, PerGame, read_options
from referee.errors import BadInput, Unreadable
from referee.text.names import fold

if TYPE_CHECKING:
    from referee.declaration.game import Game
    from referee.play.loop import Table
    from referee.saves.new import SetupForm


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command(cls=New, context_settings=ANY_OPTION)(new)


class New(PerGame):
    """The command that begins a game."""

    title = "What {} asks, as options"

    def options_of(self, game: Game[Any, Any]) -> Mapping[str, str]:
        """What is agreed before the first turn."""
        return game.setup().options


def new(
    context: typer.Context,
    file: SaveArgument,
    yes: Annotated[bool, typer.Option("--yes", help="Take the usual answer to everything else.")] = False,
    moves: MovesOption = None,
    game: GameOption = None,
    again: Annotated[bool, typer.Option("--again", help="Begin an unfinished set-up again, from its start.")] = False,
    teach: Annotated[
        bool, typer.Option("--teach", help="For newcomers: in the first turn, what each choice can do, and why.")
    ] = False,
    until: Annotated[
        str | None, typer.Option("--until", metavar="TIME", help="When the evening is to end: how many turns fit.")
    ] = None,
    checklist: Annotated[
        bool, typer.Option("--checklist", help="How to lay out the board for the game in FILE, step by step.")
    ] = False,
    plain: PlainOption = False,
) -> None:
    """Begin a whole game: players, optional rules, switches, cards, what is locked and dealt. FILE is its save."""
    from referee import recent
    from referee.saves.table import read_time

    try:
        ends = read_time(until) if until is not None else ""
        if checklist:
            lay_out(file, plain)
            return
        if again:
            _forget(file)
        begin(file, context.args, yes=yes, moves=moves, game=game, plain=plain)
        if teach:
            recent.teach(file)
        if ends:
            recent.ends(file, ends)
    except (BadInput, Unreadable) as error:
        leave(error)


def begin(
    file: Path,
    words: Sequence[str],
    *,
    yes: bool = False,
    moves: Path | None = None,
    game: str | None = None,
    plain: bool = False,
    beside: Path | None = None,
) -> SetupForm:
    """Set a game up by questions, answered beforehand by the options in `words` as far as they go; what was set up.

    Files are looked for in the folder `beside` first. Raises BadInput.
    """
    from referee import games, recent
    from referee.files.files import expect_place
    from referee.play import loop
    from referee.preferences import preferred_readings, usual_answers
    from referee.saves.new import SetupForm
    from referee.text.screen import Screen

    expect_place(file)
    options = read_options(words)
    named = options.pop("game", [game])[-1]  # in the first line of a script it is a word among the others
    chosen = games.load_for(named, file)
    ours = preferred_readings(chosen.name) if beside is None else {}  # a script means what it says
    given = chosen.setup().answers({**ours, **options})
    for key in chosen.setup().files:
        if beside is not None and key in given and (beside / given[key]).is_file():
            given[key] = str(beside / given[key])
    screen = Screen(plain)
    stopped = f"Stopped; go on with: referee new {shlex.quote(str(file))}"
    usual = usual_answers(chosen.name) if beside is None else {}  # a script means what it says
    with answering(moves, screen, stopped, usual=yes) as answerer:
        form = SetupForm(chosen, file, screen.line if beside is None else _nothing)
        form.in_steps = not (yes or moves)
        _go_on(form, file, given)
        fresh = beside is None and not form.session.steps
        if fresh and answerer.patient and not yes and "player" not in options:
            given = form.as_last_time(answerer) | given
        if not loop.play(form, answerer, given, usual):
            leave(stopped, 0)
    asked = {answer.key for step in form.session.steps for answer in step.answers}
    left = (_typed(key, options) for key in chosen.setup().answers(options) if key not in asked)
    for name in dict.fromkeys(filter(None, left)):
        complain(f"note: --{name} was not needed")
    if beside is None:
        if answerer.patient:
            recent.played(file)
            form.keep_group()
            screen.line(f"How to lay out the board: referee new {file} --checklist")
        screen.line(f"{file} is ready; play with: referee play {file}")
    return form


def _typed(key: str, options: Mapping[str, Sequence[str]]) -> str:
    """The option that was typed for an answer; "" for the "assistant 1" of "--player Anna:worker"."""
    what, _, number = key.rpartition(" ")
    name = (what if number.isdecimal() else key).replace(" ", "-")
    return name if name in options or not number.isdecimal() else ""


def _forget(file: Path) -> None:
    """Make room for a set-up that is begun again; what was answered stays as a backup. Raises BadInput."""
    from referee.files.files import read_toml, retire_file
    from referee.play.form import unfinished_of

    if not file.exists():
        return
    if unfinished_of(read_toml(file)) != "game":
        raise BadInput(f"{file} is no unfinished set-up; --again would lose it. Choose another file")
    retire_file(file)


def lay_out(file: Path, plain: bool) -> None:
    """How the board is laid out for a game that was set up: step by step at a terminal, else at once."""
    from referee.cli.common import opened
    from referee.play.line import has_terminal

    with opened(file, plain, by_hand="told") as table:
        steps = table.layout()
        for number, step in enumerate(steps, 1):
            table.say(f"[ ] {number}. {step}")
            if has_terminal() and not plain and number < len(steps) and not _is_done(number, len(steps)):
                return


def _is_done(number: int, steps: int) -> bool:
    """Wait for Enter after a step of so many, and for nothing else; False if somebody would rather end."""
    while typed := fold(input(f"    step {number} of {steps}; Enter when it is done, q ends: ")):
        if typed in ("q", "quit", "stop"):
            return False
    return True


def _go_on(form: Table, file: Path, given: Mapping[str, str]) -> None:
    """Tell what a set-up that is gone on with has answered already. Raises BadInput if options say otherwise."""
    known = {answer.key: answer.text for step in form.session.steps for answer in step.answers}
    if not known:
        return
    other = [key for key, text in given.items() if key in known and fold(known[key]) != fold(text)]
    if other:
        raise BadInput(
            f'{file}: is a set-up that was begun before, with "{known[other[0]]}" for {other[0]}; '
            "go on without that option, or name another file"
        )
    form.say(f"Going on with the set-up in {file}.")
    form.status()


def _nothing(text: str) -> None:
    """A script needn't hear what its answers were taken for."""
