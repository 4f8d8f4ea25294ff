"""`referee new`: begin a whole game."""

from __future__ import annotations

import shlex
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from referee import games, recent
from referee.asking.question import Command, Option, Question, choice, yes_or_no
from referee.cli.common import STOPPED, answering, complain, leave, play_on, using_table
from referee.cli.options import GameOption, MovesOption, PlainOption, offering
from referee.cli.per_game import ANY_OPTION, PerGame, read_options
from referee.errors import BadInput, Illegal, Unreadable
from referee.files.files import expect_place, read_toml, retire_file
from referee.text.names import fold, printable

if TYPE_CHECKING:
    from referee.declaration.game import Game
    from referee.play.table import Answerer, Table
    from referee.saves.new import SetupForm


class New(PerGame):
    """The command that begins a game."""

    title = "What {} asks, as options"

    def options_of(self, game: Game[Any, Any]) -> Mapping[str, str]:
        """Return what is agreed before the first turn."""
        return game.setup().options


SETTINGS = {"new": {"cls": New, "context_settings": ANY_OPTION}}


def new(
    context: typer.Context,
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", show_default=False, autocompletion=offering("saves"))
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", help="Take the usual answer to everything else.")] = False,
    moves: MovesOption = None,
    game: GameOption = None,
    again: Annotated[bool, typer.Option("--again", help="Start an unfinished set-up over.")] = False,
    teach: Annotated[
        bool, typer.Option("--teach", help="For newcomers: the goal, and each new choice explained.")
    ] = False,
    until: Annotated[
        str | None, typer.Option("--until", metavar="TIME", help="When the evening is to end: how many turns fit.")
    ] = None,
    checklist: Annotated[
        bool, typer.Option("--checklist", help="How to lay out the board for the game in FILE, step by step.")
    ] = False,
    plain: PlainOption = False,
) -> None:
    """Set a game up: players, optional rules, cards, what is locked and dealt; at a terminal, then play it.

    FILE is its save; without one it is named by the day and the game. A game under way goes on.
    """
    from referee.files.kinds import is_save
    from referee.play.line import has_terminal
    from referee.saves.table import read_time

    words = list(context.args)
    if file is not None and str(file).startswith("--"):
        file, words = None, [str(file), *words]
    ends = read_time(until) if until is not None else ""
    if file is None and checklist:
        raise BadInput("name the game's file: referee new FILE --checklist")
    if game is None and not (words or yes or moves) and has_terminal() and not (file and file.exists()):
        game = _which_game(plain)
    if file is None:
        file = _file_of_today(games.load(game).name)
    if checklist:
        lay_out(file, plain)
        return
    if again:
        _retire(file)
    elif has_terminal() and not (words or yes or moves) and file.is_file() and is_save(read_toml(file)):
        play_on(file, plain=plain, until=ends or None)
        return
    if teach:
        recent.teach(file)
    if ends:
        recent.ends(file, ends)
    begin(file, words, yes=yes, moves=moves, game=game, plain=plain)


def _which_game(plain: bool) -> str:
    """Ask which game to set up, the one played last first."""
    from referee.text.screen import Screen

    last = recent.game()
    known = sorted(games.names(), key=lambda name: name != last)
    options = [Option(name, detail=title if fold(title := games.load(name).title) != name else "") for name in known]
    screen = Screen(plain)
    with answering(None, screen, "Stopped.") as answerer:
        answer = _ask(choice("game", "Which game do you play", options, default=known[0]), answerer)
        answerer.drop_line()
    return answer if isinstance(answer, str) else leave("Stopped.", 0)


def _file_of_today(game: str) -> Path:
    """Return a file named by the day and the game: an unfinished set-up, or one that doesn't exist yet."""
    from referee.play.form import unfinished_of

    today = f"{datetime.now().date()}-{game}"
    files = (Path(f"{today}{'' if number == 1 else f'-{number}'}.toml") for number in count(1))
    return next(file for file in files if not file.exists() or unfinished_of(read_toml(file)) == "game")


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
    """Set a game up by questions, as far as the options in `words` don't answer them; return the set-up.

    Files are first looked up in the folder `beside`. At a terminal the board is then laid out. Raises BadInput.
    """
    from referee.declaration.setup import TRACKING, YES
    from referee.play import loop
    from referee.preferences import preferred_readings, usual_answers
    from referee.saves.new import SetupForm
    from referee.text.screen import Screen

    expect_place(file)
    options = read_options(words)
    named = options.pop("game", [game])[-1]  # in the first line of a script it is a word among the others
    chosen = games.load_for(named, file)
    ours = preferred_readings(chosen.name) if beside is None else {}  # preferences don't affect scripts
    given = chosen.setup().answers(options)
    for key in chosen.setup().files:
        if beside is not None and key in given and (beside / given[key]).is_file():
            given[key] = str(beside / given[key])
    screen = Screen(plain)
    stopped = f"Stopped; go on with: referee new {shlex.quote(str(file))}"
    usual = usual_answers(chosen.name) if beside is None else {}  # preferences don't affect scripts
    with answering(moves, screen, stopped, usual=chosen.setup().options if yes else None) as answerer:
        form = SetupForm(chosen, file, screen.line if beside is None else lambda text: None)
        form.screen = screen
        form.in_steps = not (yes or moves)
        _go_on(form, file, given)
        if ours:
            given = chosen.setup().answers({**ours, **options})
        at_table = beside is None and answerer.patient and not yes
        if at_table and not form.session.steps:
            screen.line(f"Setting up {chosen.title}.")
            if "player" not in options:
                given = _as_last_time(form, answerer, file) | given
            if recent.is_taught(file):
                from referee.rulebook.rules import rulebook

                for line in rulebook(chosen.name).newcomers:
                    screen.line(line)
        if at_table and (levels := chosen.rules().tracking_levels) is not None:
            usual = {TRACKING: levels.newcomers if recent.is_taught(file) else levels.advised} | usual
        while True:
            if not loop.play(form, answerer, given, usual, parting=not at_table):
                leave(stopped, 0)
            lays_out = _ask_layout(answerer) if at_table else None
            if not isinstance(lays_out, Command) or lays_out.name == "stop":
                break
            loop.undo_or_redo(form, answerer, lays_out if lays_out.name == "undo" else Command("undo"))
    asked = {answer.key for answer in form.session.answers}
    for name in _not_needed(chosen, options, asked):
        complain(f"note: --{name} was not needed")
    if beside is None:
        if answerer.patient:
            recent.remember(file)
            form.keep_group()
        if isinstance(lays_out, str):
            play_on(file, plain=plain, laid_out=lays_out == YES and lay_out(file, plain))
        else:
            screen.line(f"{file} is ready; play with: referee play {shlex.quote(str(file))}")
    return form


def _as_last_time(form: SetupForm, answerer: Answerer, file: Path) -> dict[str, str]:
    """Return the answers of the last set-up if the table wants them; else ask whether to teach newcomers."""
    from referee.play import loop

    same, hint = form.as_last_time(answerer), "no: each choice is explained as it comes"
    if not same and not recent.is_taught(file):
        experience = yes_or_no("played before", "Has everybody played before", hint=hint)
        if loop.ask_one(experience, answerer, form) is False:
            recent.teach(file)
    return same


def _ask_layout(answerer: Answerer) -> str | Command | None:
    """Ask whether to lay out the board before the first turn; return the answer or a command."""
    there = ("all set", "already done", "board is ready", "done", "it's laid out", "ready", "we did", "we have")
    options = Option("yes", detail="step by step"), Option("no", detail="play at once", also=there)
    return _ask(choice("lay out", "Lay out the board now", options, default="yes"), answerer)


def _ask(question: Question[str], answerer: Answerer) -> str | Command | None:
    """Return the answer to a question, or the command given instead; None at the end."""
    while (answer := answerer.ask(question)) is not None:
        try:
            if not isinstance(answer, Command):
                return question.parse(answer)
            if answer.name in ("stop", "undo", "back"):
                return answer
            raise Unreadable("Please answer first; quit ends.")
        except (Unreadable, Illegal) as error:
            answerer.refused(question, error)
    return None


def _not_needed(chosen: Game[Any, Any], options: Mapping[str, Sequence[str]], asked: Collection[str]) -> list[str]:
    """List the options to which no question came; a reading holds all the same."""
    from referee.declaration.readings import readings_of

    setup = chosen.setup()
    left = dict.fromkeys(_option_of(key, options) for key in setup.answers(options) if key not in asked)
    return [name for name in left if name in options and name.replace("-", "_") not in readings_of(setup.readings)]


def _option_of(key: str, options: Mapping[str, Sequence[str]]) -> str:
    """Return the option typed for an answer; "" for the "assistant 1" of "--player Anna:worker"."""
    what, _, number = key.rpartition(" ")
    name = (what if number.isdecimal() else key).replace(" ", "-")
    return name if name in options or not number.isdecimal() else ""


def _retire(file: Path) -> None:
    """Move an unfinished set-up to its backup, so that it can be begun again. Raises BadInput."""
    from referee.play.form import unfinished_of

    if not file.exists():
        return
    if unfinished_of(read_toml(file)) != "game":
        raise BadInput(f"{file} isn't an unfinished set-up; --again would lose it. Choose another file")
    retire_file(file)


def lay_out(file: Path, plain: bool) -> bool:
    """Show how to lay out the board of a game, step by step at a terminal; return whether all was shown."""
    from referee.play.line import has_terminal

    with using_table(file, plain, by_hand="told") as table:
        steps = table.layout()
        for number, step in enumerate(steps, 1):
            table.say(f"[ ] {number}. {step}")
            try:
                if has_terminal() and not plain and not _is_done(number, len(steps), table):
                    return False
            except (KeyboardInterrupt, EOFError):
                leave(f"\nStopped; the game is ready. Play with: referee play {shlex.quote(str(file))}", STOPPED)
    return True


def _is_done(number: int, steps: int, table: Table) -> bool:
    """Wait for confirmation of a step, and answer questions; return False if the user ends."""
    from referee.asking.words import asks

    while typed := input(f"    step {number} of {steps}; Enter when it is done, q ends: ").strip():
        if fold(typed) in ("q", "quit", "stop"):
            return False
        if fold(typed) in ("done", "next", "ok", "y", "yes"):
            break
        if asks(typed):
            table.rules(typed)
        else:
            table.say(f'  "{printable(typed)}" is no answer here; ask a rule, or press Enter.')
    return True


def _go_on(form: Table, file: Path, given: Mapping[str, str]) -> None:
    """Print the answers of an unfinished set-up that is continued. Raises BadInput if options contradict them."""
    known = {answer.key: answer.text for answer in form.session.answers}
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
