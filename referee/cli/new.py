"""`referee new`: begin a whole game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from referee.cli.common import GameOption, MovesOption, PlainOption, SaveArgument, answering, complain, leave
from referee.cli.guide import Guided
from referee.errors import BadInput, Unreadable
from referee.text.names import fold

if TYPE_CHECKING:
    from typer import _click

    from referee.play.loop import Table
    from referee.saves.new import SetupForm


def register(app: typer.Typer) -> None:
    """Add the commands of this module."""
    app.command(cls=New, context_settings={"allow_extra_args": True, "ignore_unknown_options": True})(new)


class New(Guided):
    """The command that begins a game; its help ends with the options of one game, each on a line of its own."""

    def parse_args(self, ctx: _click.Context, args: list[str]) -> list[str]:
        """Keep what was typed: the help is asked for before the game is known."""
        ctx.meta[TYPED] = list(args)
        return super().parse_args(ctx, args)

    def format_epilog(self, ctx: _click.Context, formatter: _click.HelpFormatter) -> None:
        """The examples, then what the game takes that `--game` names, and how to see that of the others."""
        from referee import games

        super().format_epilog(ctx, formatter)
        words = [word for typed in ctx.meta.get(TYPED, ()) for word in typed.split("=", 1)]
        said = words[words.index("--game") + 1 :][:1] if "--game" in words else []
        try:
            game = games.load(said[0] if said else None)
        except BadInput as error:
            leave(error)
        with formatter.section(f"What {game.title} asks, as options"):
            formatter.write_dl([(f"--{name}", takes) for name, takes in game.setup().options.items()])
        with formatter.section("Those of the other games"):
            others = [name for name in games.names() if name != game.name]
            formatter.write_dl([(f"referee new --game {name} --help", "") for name in others])


TYPED = "referee.new.typed"
"""Where a context keeps what was typed."""


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
    from referee.saves.clock import read_time

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
    from referee.preferences import usual_answers
    from referee.saves.new import SetupForm
    from referee.text.screen import Screen

    expect_place(file)
    options = read_options(words)
    named = options.pop("game", [game])[-1]  # in the first line of a script it is a word among the others
    chosen = games.load(named)
    given = chosen.setup().answers(options)
    for key in ("deck", "board"):
        if beside is not None and key in given and (beside / given[key]).is_file():
            given[key] = str(beside / given[key])
    screen = Screen(plain)
    stopped = f"Stopped; go on with: referee new {file}"
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
    for key in chosen.setup().answers(options):
        if key not in asked:
            complain(f"note: --{key.replace(' ', '-')} was not needed")
    if beside is None:
        if answerer.patient:
            recent.played(file)
            form.keep_group()
            screen.line(f"How to lay out the board: referee new {file} --checklist")
        screen.line(f"{file} is ready; play with: referee play {file}")
    return form


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
    from referee.play.alone import has_terminal

    with opened(file, plain, by_hand="told") as table:
        steps = table.layout()
        for number, step in enumerate(steps, 1):
            table.say(f"[ ] {number}. {step}")
            if has_terminal() and not plain and number < len(steps):
                input(f"    step {number} of {len(steps)}; Enter when it is done: ")


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


def read_options(words: Sequence[str]) -> dict[str, list[str]]:
    """Options as typed, with their values: --tournament alone is yes, --no-tournament is no. Raises BadInput."""
    found: dict[str, list[str]] = {}
    waiting: str | None = None
    for word in words:
        if word.startswith("--"):
            if waiting is not None:
                found.setdefault(waiting, []).append("yes")
            name, equals, value = word[2:].partition("=")
            waiting = None if equals else name
            if equals:
                found.setdefault(name, []).append(value)
        elif waiting is None:
            raise BadInput(f'"{word}" stands without an option; write like --start Anna')
        else:
            found.setdefault(waiting, []).append(word)
            waiting = None
    if waiting is not None:
        found.setdefault(waiting, []).append("yes")
    for name in [name for name in found if name.startswith("no-")]:
        found[name.removeprefix("no-")] = ["no" for _ in found.pop(name)]
    return found
