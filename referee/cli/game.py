"""Whole games while they are played: `play`, `do`, `next`, `status`, `look`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from referee.cli.common import STOPPED, complain, leave, play_on, print_json, print_next, using_table
from referee.errors import BadInput, RefereeError
from referee.play.notation import TypedStep, read_each, read_script, write_step

if TYPE_CHECKING:
    import typer

    from referee.asking.question import Option, Question, Throw
    from referee.cli.options import JsonOption, MovesOption, PlainOption, PlayedArgument, SaveArgument, offering


def play(
    file: Annotated[
        Path | None, typer.Argument(metavar="[FILE]", show_default=False, autocompletion=offering("played"))
    ] = None,
    moves: MovesOption = None,
    odds: Annotated[bool, typer.Option("--odds", help="Show the odds of each fight beside the moves.")] = False,
    until: Annotated[
        str | None, typer.Option("--until", metavar="TIME", help="When the evening is to end, as 23:00; or none.")
    ] = None,
    plain: PlainOption = False,
) -> None:
    """Play a game with prompts: only legal answers, what the hands must do, every answer saved at once.

    Without a FILE the game that was played last goes on.
    """
    play_on(file or _last_played(), moves=moves, odds=odds, until=until, plain=plain)


def _last_played() -> Path:
    """Return the save that was played last; end the command if there is none."""
    from referee import recent

    save = recent.load().save
    if not save or not Path(save).is_file():
        gone = f"{save} is gone" if save else "nothing was played here yet"
        leave(f"{gone}; name a file: referee play FILE, or start a game: referee new FILE")
    file, here = Path(save), Path.cwd()
    file = file.relative_to(here) if file.is_relative_to(here) else file
    complain(f"Going on with {file}")
    return file


def do(
    file: PlayedArgument,
    moves: Annotated[
        list[str] | None, typer.Argument(metavar="MOVE...", show_default=False, autocompletion=offering("moves"))
    ] = None,
    source: Annotated[
        Path | None, typer.Option("--from", metavar="FILE", help="Read moves from a file, or - for standard input.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only show what would happen.")] = False,
    brief: Annotated[bool, typer.Option("--brief", help="Show only where the game stands afterwards.")] = False,
    as_json: Annotated[
        bool, typer.Option("--json", help='Take each MOVE as data, as `next --json` gives it: {"move": "pass"}.')
    ] = False,
    plain: PlainOption = False,
) -> None:
    """Make moves in a game: all of them or none. `referee next FILE` lists the legal ones.

    Answers to what a move asks stand in brackets: "resolve recruiter [trade 3 wood iron / done]". A script that
    begins with a line `new --player ...` begins the game too.
    """
    script = _script(source)
    beginning, script = _split_off_beginning(script) if not moves else ("", script)
    typed = [TypedStep(move, 1, quoted=True) for move in moves or ()] if as_json else read_each(moves or ())
    steps = [*typed, *read_script(script, "standard input" if str(source) == "-" else str(source))]
    begun = _begun(file, beginning, source, plain=plain, dry_run=dry_run) if beginning else nullcontext()
    with begun, using_table(file, plain, battles=True) as table:
        table.session.take_events()
        before = len(table.session.steps)
        if source is not None and str(source) != "-":
            usual = table.open_save.do(steps, str(source))
        else:
            usual = table.open_save.do(steps, "moves", "line" if source is not None else "move")
        if usual:
            complain(f"Not given, so taken as usual: {', '.join(usual)}.")
        if dry_run:
            complain("A dry run: nothing was written.")
        else:
            table.save()
        events = table.session.take_events()
        for step in [] if brief else table.session.steps[before:]:
            if step.kind != "move":
                table.say(f"{'To be recorded' if dry_run else 'Recorded'}: {write_step(step)}")
        if brief:
            table.status()
        elif events:
            table.show_events(events)
        print_next(table)


def _script(source: Path | None) -> str:
    from referee.files.files import read_limited, read_text

    if source is None:
        return ""
    return read_limited(sys.stdin.buffer, "standard input") if str(source) == "-" else read_text(source)


def _split_off_beginning(script: str) -> tuple[str, str]:
    """Split a script into the line that begins a game ("": none), and the rest with the same line numbers."""
    lines = script.split("\n")
    for at, line in enumerate(lines):
        if line.strip() and not line.lstrip().startswith("#"):
            if line.split()[0] != "new":
                break
            return line, "\n".join([*lines[:at], "", *lines[at + 1 :]])
    return "", script


@contextmanager
def _begun(file: Path, beginning: str, source: Path | None, *, plain: bool, dry_run: bool) -> Iterator[None]:
    """Begin a script's game for its moves; if one of them fails, no game is left behind."""
    from referee.cli.new import begin
    from referee.files.files import expect_place

    expect_place(file)
    if file.exists():
        raise BadInput(f"{file} already exists, and the script begins a new game; choose another file")
    try:
        words = shlex.split(beginning)
    except ValueError as error:
        raise BadInput(f'can\'t read "{beginning}": {error}') from None
    beside = source.parent if source is not None and str(source) != "-" else Path()
    made = False
    form = begin(file, words[1:], yes=True, plain=plain, beside=beside)
    try:
        yield
        made = not dry_run
    finally:
        if not made:
            with suppress(RefereeError):  # another program has opened it
                form.discard()


def next_question(file: PlayedArgument, as_json: JsonOption = False, plain: PlainOption = False) -> None:
    """Who decides what now, and every legal answer as `referee do` takes it."""
    from referee.asking.interrupts import interrupts_text

    with using_table(file, plain, by_hand="told", battles=True) as table:
        question = table.session.question
        options = question.options() if question and not question.private else ()
        if as_json:
            print_json(_as_json(question, options))
            return
        print_next(table)
        for option in options:
            table.say(f"  {option.playable}" + (f"  ({option.detail})" if option.detail else ""))
        if question is not None and question.private:
            table.say(f"  Only {question.who} may see what can be answered: referee play {shlex.quote(str(file))}")
        if question is not None and question.hint:
            table.say(f"  {question.hint}")
        if question is not None and (text := interrupts_text(question)):
            table.say(f"  {text}")


def _as_json(question: Question[Any] | None, options: Sequence[Option]) -> dict[str, object]:
    """Return a question in the machine format: options with their effects, dice, default answer."""
    moves = [{"move": one.playable, "detail": one.detail, **_move_as_json(question, one)} for one in options]
    if question is None:
        nothing = dict.fromkeys(("who", "key", "question", "hint", "usual", "dice"))
        return {"over": True, **nothing, "open": False, "moves": moves}
    on_table = [
        {"who": dice.who, "count": len(dice.showing), "faces": dice.faces, "showing": dice.showing}
        for dice in question.dice
    ]
    return {
        "over": False,
        "who": question.who,
        "key": question.key,
        "question": question.prompt,
        "hint": question.hint,
        "usual": question.default,
        "dice": _throw_as_json(question.throw),
        "open": question.open or not moves,
        "moves": moves,
        **({"private": True} if question.private else {}),
        **({"parts": True} if question.in_parts else {}),
        **({"on_table": on_table} if on_table else {}),
        **({"interrupts": _interrupts_as_json(question)} if question.interrupts() else {}),
    }


def _move_as_json(question: Question[Any] | None, option: Option) -> dict[str, object]:
    """Return a move in parts for `do --json`: {"as": {"move": "learn", "ability": "Prayer"}}, or {}."""
    parts: dict[str, Any] | None = {"move": option.playable}
    if question is not None and question.moves is not None:
        parts = question.moves.as_json(option.playable)
    return {} if parts is None else {"as": parts}


def _throw_as_json(throw: Throw | None) -> dict[str, object] | None:
    """Return the requested dice in the machine format, with their owner if known."""
    if throw is None:
        return None
    return {"count": throw.count, "faces": throw.faces, **({"who": throw.who} if throw.who else {})}


def _interrupts_as_json(question: Question[Any]) -> list[dict[str, object]]:
    """Return what may be said out of turn: the words, by whom, and whether more follows them."""
    from referee.asking.interrupts import besides_answers

    return [
        {"say": one.option.text, "who": one.who, "more": one.rest is not None, "detail": one.option.detail}
        for one in besides_answers(question)
    ]


def status(file: PlayedArgument, as_json: JsonOption = False, plain: PlainOption = False) -> None:
    """The whole board: what lies where, what everybody has, what is under way.

    On a terminal that is too low for it, where everybody stands comes again at the end.
    """
    with using_table(file, plain, by_hand="told", battles=True) as table:
        if as_json:
            print_json(table.public_state())
        else:
            table.board()
            if table.screen.room_left < 1:  # the head has scrolled off
                table.say("")
                table.status()
            print_next(table)


def ask(
    words: Annotated[list[str] | None, typer.Argument(metavar="FILE QUESTION...", show_default=False)] = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Ask a game anything: what somebody has, whose turn it is, what a card does, why something can't be done.

    What the game can't say, the rulebook answers.
    """
    place, *asked = words or [""]
    if not asked or not (place.endswith(".toml") or Path(place).exists()):
        leave('name a game and ask it: referee ask FILE "how much gold has Anna"; the rules alone: referee rules ...')
    with using_table(Path(place), plain, by_hand="told") as table:
        if as_json:
            print_json(table.ask(" ".join(asked)))
        else:
            table.rules(" ".join(asked))


def look(
    file: SaveArgument,
    player: Annotated[str, typer.Argument(metavar="PLAYER", show_default=False, autocompletion=offering("players"))],
    plain: PlainOption = False,
) -> None:
    """Show a player the cards that the program drew for the hand; only Enter or the player's name opens it."""
    with using_table(file, plain, by_hand="told") as table:
        try:
            table.look(player)
        except (KeyboardInterrupt, EOFError):
            leave("\nNothing is shown any longer.", STOPPED)
