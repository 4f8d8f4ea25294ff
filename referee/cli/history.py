"""The history of a game: `log`, `undo`, `redo`, `adjust`, `amend`, `verify`, `why`."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from referee import games
from referee.cli.common import (
    AGAINST,
    STOPPED,
    answering,
    by_hand_or_bug,
    by_id,
    complain,
    leave,
    open_table,
    print_json,
    print_next,
    print_report,
    suggest,
    using_table,
)
from referee.errors import BadInput, naming_place
from referee.play.notation import Step, read_each, readings, write_step, written_change
from referee.text.grammar import so_many
from referee.text.names import and_list, find
from referee.text.streams import write_exactly

if TYPE_CHECKING:
    import typer

    from referee.asking.question import Question
    from referee.cli.options import JsonOption, PlainOption, PlayedArgument, SaveArgument, offering
    from referee.play.notation import StateChange
    from referee.saves.open_session import Way
    from referee.saves.save import OpenSave
    from referee.saves.table import SavedTable


SETTINGS = {"adjust": {"context_settings": {"ignore_unknown_options": True}}}  # "-3" is a number there


def log(
    file: PlayedArgument,
    moves: Annotated[bool, typer.Option("--moves", help="A script that rebuilds the game with: referee do")] = False,
    last: Annotated[int | None, typer.Option("--last", metavar="N", min=1, help="Only the last N entries.")] = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """What happened so far, numbered, turn by turn."""
    from referee.saves.table import show_log

    with using_table(file, plain, by_hand="told", battles=True) as table:
        entries = list(enumerate(table.public_log(), 1))
        shown = entries[-last:] if last else entries
        draft = table.session.draft
        under_way = " ".join(table.session.public_text(Step.of(draft)).split()) if draft else ""
        if as_json:
            print_json([_as_json(number, step) for number, step in shown])
        elif moves:
            begins = (games.begin_line(table.game, table.open_save.setup),) if table.check == "score" else ()
            write_exactly("\n".join([*begins, *(write_step(step) for _, step in shown)]) + "\n")
            if under_way:
                complain(f"note: a step is under way and isn't in this script: {under_way}")
            suggest("")  # a script is read by the program
        else:
            show_log(shown, table.screen)
            if under_way:
                table.say(f"Under way: {under_way}")


def _as_json(number: int, step: Step) -> dict[str, object]:
    """Return a step in the machine format."""
    move, *more = [answer.text for answer in step.answers] or [write_step(step)]
    return {
        "number": number,
        "at": step.place,
        "move": move,
        "more": more,
        "kind": step.kind,
        "who": step.who,
        "when": step.when,
        "because": step.because,
        **({"was": step.was} if step.was else {}),
        **({"removed": step.removed} if step.removed else {}),
    }


def undo(
    file: PlayedArgument,
    steps: Annotated[int, typer.Argument(metavar="[N]", min=1)] = 1,
    to: Annotated[
        int | None, typer.Option("--to", metavar="N", min=0, help="Go back to just after entry N of the log.")
    ] = None,
    plain: PlainOption = False,
) -> None:
    """Take back the last N steps, or all after an entry of the log; `referee redo` gives them back."""
    from referee.play.loop import describe_undone

    with using_table(file, plain, battles=True) as table:
        session, before = table.session, table.session.present
        if to is not None:
            if to >= len(session.steps) + bool(session.draft):
                raise BadInput(
                    f"the log has {so_many(len(session.steps), 'entry')}; there is nothing after entry {to}"
                )
            lost = session.rewind(to)
            lines = [f"Undid: {so_many(lost, 'entry') if lost else 'the step under way'}."]
        else:
            undone = []
            for _ in range(steps):
                answer = session.last_answer()
                if not session.undo():
                    break
                undone.append(answer)
            if not undone:
                raise BadInput("there is nothing to undo")
            lines = [describe_undone(undone)]
        _save_and_tell(table, lines, before)
        if table.check == "judge":  # a record has no redo
            suggest(f"next {shlex.quote(str(file))}")


def redo(
    file: SaveArgument, steps: Annotated[int, typer.Argument(metavar="[N]", min=1)] = 1, plain: PlainOption = False
) -> None:
    """Give back what was undone."""
    from referee.play.loop import describe_redone

    with using_table(file, plain) as table:
        redone, before = [], table.session.present.copy()  # redoing goes on with the state itself
        for _ in range(steps):
            if not table.session.redo():
                break
            redone.append(table.session.last_answer())
        if not redone:
            raise BadInput("there is nothing to redo")
        _save_and_tell(table, [describe_redone(redone)], before)


def _save_and_tell(table: SavedTable, lines: Sequence[str], before: Any) -> None:
    """Save, then print what was done and what the players must move by hand."""
    from referee.play.loop import print_hand_moves

    table.save()
    for line in lines:
        table.say(line)
    print_hand_moves(table, before)
    print_next(table)


def adjust(
    file: SaveArgument,
    words: Annotated[
        list[str] | None,
        typer.Argument(metavar="[CORRECTION]", show_default=False, autocompletion=offering("corrections")),
    ] = None,
    because: Annotated[str | None, typer.Option("--because", metavar="WHY", help="The reason, for the log.")] = None,
    plain: PlainOption = False,
) -> None:
    """Put right what the program has wrong, on the record; without a CORRECTION it asks."""
    from referee.play.loop import ask_through, print_hand_moves
    from referee.text.screen import Screen

    if not all(word.strip() for word in words or ()):
        leave(f"{file}: an empty word stands in the correction; write whom or what it is about")
    text = " ".join(words or ())
    asked: Step | None = None
    if not text:
        with using_table(file, plain) as table:
            example = table.open_save.rules.all_corrections.like(table.setup, table.session.state)
            otherwise = f"give the correction, like: referee adjust {shlex.quote(str(file))} {example}"
            with answering(None, Screen(plain), "Nothing was changed.", otherwise=otherwise) as answerer:
                asked = ask_through(table.correction(), answerer, table)
        if asked is None:
            leave("Nothing was changed.", 0)
    with using_table(file, plain) as table:
        table.session.take_events()
        before = table.session.present
        correction = table.session.correct(*([asked] if asked else _read_correction(text, because)))
        table.save()
        table.say(f"Recorded: {write_step(correction)}")
        print_hand_moves(table, before)
        table.show_events(table.session.take_events())
        print_next(table)


def _read_correction(text: str, because: str | None) -> list[Step]:
    """Return the possible readings of a typed correction; a separate reason leaves only one."""
    words = text if text.lower().startswith(("leave ", "adjust ")) else f"adjust {text}"
    return [Step(correct=words, because=because)] if because else readings(words)


def amend(
    file: PlayedArgument,
    number: Annotated[int, typer.Argument(metavar="N", autocompletion=offering("entries"))],
    move: Annotated[str | None, typer.Argument(metavar="[MOVE]", show_default=False)] = None,
    remove: Annotated[bool, typer.Option("--remove", help="Take the entry out.")] = False,
    then: Annotated[
        str | None,
        typer.Option(
            "--then",
            metavar="WAY",
            help="Where a later entry no longer holds: cut-off the log there, leave-out that one, or keep the old.",
        ),
    ] = None,
    cut: Annotated[bool, typer.Option("--cut", help="The same as --then cut-off.")] = False,
    plain: PlainOption = False,
) -> None:
    """Replace or remove an entry of the log that was noticed too late; the rest is played again.

    Each later answer goes only to the player and the question that it was given for. Where an entry no longer holds,
    you are asked what becomes of it, or --then says so; what is in the log no more is kept in a file.
    """
    from referee.play.line import has_terminal
    from referee.play.loop import print_hand_moves
    from referee.saves import amending
    from referee.saves.open_session import Amendment

    way = _way(then, cut=cut)
    asking = has_terminal() and way is None
    with using_table(file, plain, battles=True) as table:
        if (not read_each([move or ""])) != remove:
            raise BadInput("give the new MOVE, or --remove")
        before = table.session.present
        try:
            if asking:
                lines = amending.amend_asking(table, number, move or "", _asker(table))
            else:
                lines = amending.amend(table, number, move or "", choose=lambda amendment: way or "keep")
        except Amendment as error:
            for line in [] if asking else amending.refusal(table, number, move or "", error):
                complain(line)
            ways = (f"--then {one.replace(' ', '-')} ({means})" for one, means in amending.WAYS.items())
            complain("The old entry stays." if asking or way else f"Say what becomes of it: {', '.join(ways)}.")
            raise SystemExit(AGAINST) from None
        for line in lines:
            table.say(line)
        print_hand_moves(table, before)
        print_next(table)


def _asker(table: SavedTable) -> Callable[[Question[Any]], Any]:
    """Return a function that asks the person at the terminal; leaving ends the command without changes."""
    from referee.play.loop import ask_one
    from referee.play.person import person

    answerer = person(table.screen)

    def ask(question: Question[Any]) -> Any:
        try:
            return ask_one(question, answerer, table)
        except (KeyboardInterrupt, EOFError):
            leave("\nNothing was changed.", STOPPED)

    return ask


def _way(then: str | None, *, cut: bool) -> Way | None:
    """Return what the options say about later entries that no longer hold; None if they don't."""
    from referee.saves.amending import WAYS

    if cut and then is not None:
        leave("--cut says what --then cut-off does; give one of them")
    if then is None:
        return "cut off" if cut else None
    with naming_place("--then"):
        return find(then, {way.replace(" ", "-"): way for way in WAYS}, "way", listing=len(WAYS))


def verify(
    file: SaveArgument,
    accept: Annotated[bool, typer.Option("--accept", help="Record a change by hand as a correction.")] = False,
    restore: Annotated[bool, typer.Option("--restore", help="Put back what the log leads to.")] = False,
    because: Annotated[str, typer.Option("--because", metavar="WHY", help="With --accept: the reason.")] = "",
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Play the log again from the start and compare: does it lead to the state in the file?"""
    from referee.text.screen import Screen

    if accept and restore:
        leave("--accept keeps the change and --restore drops it; give one of them")
    if restore and (unusable := _rescue(file)):
        if as_json:
            print_json({"agrees": False, "differences": [unusable]})
        else:
            Screen(plain).line(f"What the program wrote is back. What couldn't be used was: {unusable}")
        return
    with using_table(file, plain, by_hand="settled") as table:
        open_save = table.open_save
        try:
            outdated = None if accept or restore else open_save.outdated()
            found = [] if outdated else _differences(open_save, accept=accept, restore=restore)
        except Exception:
            for one in open_save.impossible():
                complain(f"This can't be: {one.text}.")
            raise
        lines = [
            *_doubts(open_save, bool(found or outdated)),
            *([str(outdated)] if outdated else open_save.in_words(found)),
        ]
        changed = open_save.changed
        settled = accept or restore
        if settled and (found or changed or (accept and open_save.older_rules)):
            if accept:
                open_save.accept_mended(because)
                open_save.save()
            else:
                open_save.drop_mended()
            lines.append(_describe_settled(changed, accept))
        elif (found and not open_save.older_rules) or changed:
            lines.append(f"Keep that with: referee verify {shlex.quote(str(file))} --accept; drop it with --restore")
        wrong = open_save.impossible()
        if as_json:
            differences = [str(outdated)] if outdated else [written_change(change) for change in found]
            print_json(
                {
                    "agrees": not differences,
                    "differences": differences,
                    "changed": list(changed),
                    "mended_rules": open_save.mended_rules,
                    **({"impossible": [one.text for one in wrong]} if wrong else {}),
                }
            )
        else:
            for line in lines or ["State and log agree."]:
                table.say(line)
            for one in wrong:
                table.say(f"This can't be: {one.text}; {open_save.way_out(one)}")
        if wrong or ((found or changed) and not settled and (changed or not open_save.older_rules)):
            raise SystemExit(AGAINST)


def _differences(open_save: OpenSave[Any], *, accept: bool, restore: bool) -> list[StateChange]:
    """Return the differences between state and log; [] if the log needn't be replayed. Raises BadInput."""
    if (accept and open_save.older_rules) or (restore and set(open_save.changed) - {"state"}):
        return []
    try:
        return open_save.disagreements()
    except BadInput:
        if accept and open_save.lost_log:  # the log becomes history, and the state counts as it is
            return []
        raise


def _doubts(open_save: OpenSave[Any], differs: bool) -> list[str]:
    """Explain in words why state and log may disagree."""
    if open_save.changed:
        return [f"In this file the {open_save.changed_in_words}:"]
    if not differs:
        return []
    if open_save.older_rules:
        rulings = and_list(open_save.mended_rules)
        return [
            f"This save is from before {rulings} of the rules were mended. Its state counts as it stands; "
            "the log would lead elsewhere now:"
        ]
    return ["The log leads to a different state from the file's:"]


def _describe_settled(changed: Sequence[str], accept: bool) -> str:
    """Return what was done about a change by hand."""
    if changed in ((), ("state",)):
        return "Kept as a correction." if accept else "The log's state is back."
    return "Kept as it is." if accept else "The version before is back."


def _rescue(file: Path) -> str:
    """Restore a save that can't be used; return what was wrong with it, "" if nothing."""
    from referee.saves.save import OpenSave, read_save
    from referee.text.screen import Screen

    try:
        open_table(file, Screen(plain=True))
        return ""
    except BadInput as error:
        unusable = str(error)
    except Exception as error:
        unusable = by_hand_or_bug(file, error)
    found = read_save(file)
    OpenSave.restore(games.of(found.data, str(file)), found)
    return unusable


def why(
    file: PlayedArgument,
    number: Annotated[
        int | None,
        typer.Argument(
            metavar="[N]",
            show_default=False,
            help="The entry, as `referee log` counts.",
            autocompletion=offering("entries"),
        ),
    ] = None,
    as_json: JsonOption = False,
    plain: PlainOption = False,
) -> None:
    """Why an entry of the log (the last one without N) came out as it did.

    What was answered and rolled, each step of the arithmetic, the rules and rulings with their pages, and what
    every switch and optional rule decided: the entry is played again with it the other way.
    """
    with using_table(file, plain, by_hand="told", battles=True) as table:
        report = table.explanation(number)
        print_report(report, None if as_json else table.screen)
        suggest(by_id(report.book.game))
