"""The loop of every game: ask, apply, record, show.

The session knows the next question. An answerer (a person, a script, a test) gives an answer or a command; the
answer is applied, written to disk, and shown, before the next question is asked.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, TypeVar

from msgspec import structs

from referee.asking.interrupts import is_interruption
from referee.asking.meaning import (
    FEW,
    AmbiguousText,
    Suggestion,
    Vocabulary,
    best,
    fit,
    proposal,
    refused_behind_verb,
)
from referee.asking.question import (
    ASIDE,
    BESIDE,
    COMMANDS,
    NEEDED,
    OF_BATTLES,
    OF_THE_LOG,
    Command,
    Option,
    Procedure,
    Question,
    choice,
    commands_asked,
    drive,
    free_text,
)
from referee.asking.words import AGREEMENTS, FILLERS, IDLE, NEGATIONS, tokens_of
from referee.errors import BadInput, Illegal, Overtaken, RefereeError, Unchanged, Unreadable, fault
from referee.play.event import Claims
from referee.play.notation import Step, as_answer, read_one, readings, write_step
from referee.play.session import Session
from referee.play.table import Answerer, Cite, Table
from referee.text.grammar import so_many
from referee.text.names import fold, or_list, printable, word_set

T = TypeVar("T")
LISTED, LONGEST_DONE = 15, 44
"""Number of entries that `back` lists, and of letters shown of each."""
MOST_NAMED = 4
"""Maximal number of undone answers that are each named."""
SENTENCE = 3
"""Least number of words behind "why not" that are a question where they are no answer."""
LONGEST_NUMBER = 9
"""Maximal number of digits in the number of an entry."""

NOWHERE, HERE = "nowhere", "go on where you are"
"""Answer to `back` that stays, and to `amend` that changes nothing; and its description for `back`."""

REMOVED = "remove"
"""Answer to `amend` that removes the entry."""


def play(
    table: Table,
    answerer: Answerer,
    given: Mapping[str, str] | None = None,
    usual: Mapping[str, str] | None = None,
    *,
    parting: bool = True,
) -> bool:
    """Play until the game is over, or a player quits; return whether it is over.

    `given` are answers by question key that were given in advance (as options of a command); an invalid one is
    reported, and asked for if the answerer is patient. `usual` are the group's preferred answers: they replace a
    question's own default. Without `parting`, the answerer isn't asked at the end whether to undo. Exceptions of the
    answerer pass through; all answers are on disk by then.
    """
    ahead = dict(given or {})
    _greet(table, answerer)
    while True:
        now = _next_question(table, answerer, ahead, usual or {})
        answer = _get_answer(table, answerer, now, ahead) if now.question is not None or parting else None
        if answer is None or answer == Command("stop"):
            return now.question is None
        try:
            _carry_out(table, answerer, now, answer, ahead)
        except Overtaken as error:
            table.reload()
            table.session.take_events()  # the status shows what they led to
            table.say(f"{error}. Nothing was overwritten: here is the new state, and the question again.")
            table.status()
            answerer.drop_line()  # the rest of the line was typed before another program wrote


def _greet(table: Table, answerer: Answerer) -> None:
    """Greet the answerer, and show what happened already."""
    answerer.greet(table.commands, table.cite, table.vocabulary)
    table.show_boards_unless(answerer.types_ahead)
    events = table.session.take_events()
    if events and table.session.draft:
        table.show(())
        table.say("Done already in this move:")
    table.show(events)


class _Current(NamedTuple):
    """Current question, None when all is over, and the question as it is `shown`.

    The `opener` is the question whose default was given automatically to reach this one. The `coming` routine steps
    are asked together.
    """

    question: Question[Any] | None
    shown: Question[Any] | None
    opener: Question[Any] | None
    coming: UpcomingSteps


def _next_question(table: Table, answerer: Answerer, ahead: Mapping[str, str], usual: Mapping[str, str]) -> _Current:
    """Return the next question; first answer those that leave no decision."""
    opener = None
    if answerer.patient and (first := table.session.question) is not None and first.key not in ahead:
        opener = table.session.ahead().question if first.opens else None
        if lines := by_itself(table.session):
            _save_and_show(table, None)
            for line in filter(None, lines):
                table.say(line)
    session = table.session
    question = session.question
    if question is None:
        return _Current(None, None, opener, UpcomingSteps())
    routine = coming(session) if answerer.patient else UpcomingSteps()
    if routine.steps:
        shown: Question[Any] = asked_together(routine, table.vocabulary)
        for line in in_words(routine.steps, table.vocabulary.players()):
            table.say(line)
    else:
        shown = _preferred(table, question, usual)
        if opener is not None and session.draft:
            shown = structs.replace(
                shown,
                parse=partial(_parse_opened, question, opener),
                write=shown.write and partial(_write_opened, shown.write, opener),
            )
    if answerer.patient:
        follows = partial(_question_after, session, routine, shown)
        shown = structs.replace(shown, follows=follows, heading=table.heading(question))
    return _Current(question, shown, opener, routine)


def _get_answer(table: Table, answerer: Answerer, now: _Current, ahead: Mapping[str, str]) -> str | Command | None:
    """Return the answer or command to a question, given before or now, or at the end; None to quit."""
    if now.question is None or now.shown is None:
        return answerer.at_end()
    answer = _given_answer(now.question, ahead) or ask_advised(now.shown, answerer, table)
    if isinstance(answer, Command) and _is_answer(table, now.question, answer):
        return answer.words
    return answer


def _carry_out(table: Table, answerer: Answerer, now: _Current, answer: str | Command, ahead: dict[str, str]) -> None:
    """Carry out what was typed, unless another program has changed the game meanwhile. Raises Overtaken."""
    opener = now.opener
    if answerer.patient and table.refresh():
        opener = None  # the question was opened before the change
        if not _still_asked(table, now.question, answer, now.coming):
            if not _is_aside(answer):
                table.say(f"Not taken{quote_public(now.question, answer)}.")
            answerer.drop_line()  # the rest of the line was typed before another program wrote
            if not _is_aside(answer):
                return
    session = table.session
    question = session.question if now.question is not None else None
    if isinstance(answer, Command):
        _run_command(table, answerer, question, answer)
    elif now.coming.steps and now.shown is not None and not session.corrects(read_one(answer)):
        _answer_together(table, answerer, now.coming, now.shown, answer)
    elif question is not None and opener is not None and _answer_opener(session, opener, question, answer):
        _save_and_show(table, None)
    elif question is not None:
        _answer(table, answerer, question, answer, beforehand=ahead.pop(question.key, None) is not None)


def quote_public(question: Question[Any] | None, typed: str | Command) -> str:
    """Quote what was typed, unless it may reveal what only one player may see: a card of a hidden hand."""
    if isinstance(typed, Command):
        return f': "{typed.words}"'
    more_questions = (option.more() for option in question.options() if option.more is not None) if question else ()
    secret = question is None or question.private or any(more is not None and more.private for more in more_questions)
    return "" if secret else f': "{read_one(typed).text}"'


def _is_aside(typed: str | Command) -> bool:
    return isinstance(typed, Command) and typed.name in ASIDE


def _still_asked(table: Table, before: Question[Any] | None, typed: str | Command, coming_up: UpcomingSteps) -> bool:
    """Return whether the same question is asked after another program has written; print that it has.

    A command that goes back in the log or amends it isn't carried out then: it meant the log as it was.
    """
    table.session.take_events()  # the status shows what they led to
    by_itself(table.session)
    now = table.session.question
    same = before is not None and now is not None and (now.key, now.who) == (before.key, before.who)
    if _is_aside(typed):
        table.say("Another window has changed the game; this is how it stands now.")
        return same
    if same and not coming_up.steps and (not isinstance(typed, Command) or typed.name not in OF_THE_LOG):
        table.say("Another window has changed the game meanwhile; your answer goes on from there.")
        return True
    table.say("Another window has changed the game meanwhile: here is the new state, and the question again.")
    table.status()
    return False


def _parse_opened(question: Question[Any], opener: Question[Any], text: str) -> Any:
    """Parse an answer to a question that was opened automatically, or to the question before it (None)."""
    try:
        return question.parse(text)
    except RefereeError:
        if _fits(opener, text):
            return None
        raise


def _write_opened(write: Callable[[Any], str], opener: Question[Any], value: Any) -> str:
    """Write an answer to a question that was opened automatically; None is one to the question before it."""
    return (opener.default or "") if value is None else write(value)


def _answer_opener(session: Session[Any], opener: Question[Any], question: Question[Any], text: str) -> bool:
    """Return whether `text` answers the `opener` instead, which then gets this answer."""
    typed = read_one(text)
    if _fits(question, typed.text) or not _fits(opener, typed.text):
        return False
    if opener.recorded(typed.text) != opener.default:
        session.undo()
        session.answer(typed.text)
    return True


def _is_answer(table: Table, question: Question[Any], command: Command) -> bool:
    """Return whether a command word is an answer: this table has no such command, or a move is called so."""
    if command.name not in table.commands:
        return not command.argument and _fits(question, command.name)
    if command.name not in OF_BATTLES:
        return False
    moves = {option.text.partition(" ")[0] for option in (*question.options(), *question.closed())}
    if command.name not in moves or not command.argument:
        return command.name in moves
    unread = fault(fit, question, command.words, table.vocabulary)
    return unread is None or (command.name == "claim" and fault(table.claim, command.argument) is not None)


def _fits(question: Question[Any], text: str) -> bool:
    return not fault(question.parse, text)


# --- automatic and routine answers -----------------------------------------------------------------


class Routine(NamedTuple):
    """A step whose default asks for nothing more: its question, the options, and the events of the default."""

    question: Question[Any]
    options: Sequence[Option]
    events: Sequence[Any]


class UpcomingSteps(NamedTuple):
    """Routine steps that come next and can be asked together, and the question after them."""

    steps: Sequence[Routine] = ()
    then: Question[Any] | None = None


_NOTHING = ("done", "nobody", "none")
"""Answers that decline."""


def by_itself(session: Session[Any]) -> list[str]:
    """Answer the questions that leave no decision: those with one answer, or whose default only opens another one.

    Returns for each answer a line that describes it, or "" if its events do.
    """
    lines = []
    while (question := session.question) is not None and not question.decides:
        only = question.only()
        silent = only in _NOTHING or (only is not None and only != question.default)  # else its events tell
        told = silent and question.forced() is None and session.draft
        lines.append(f"  {_describe_only_answer(question, only)}" if told and only else "")
        session.answer(question.default or "" if only is None else only)
    return lines


def _describe_only_answer(question: Question[Any], only: str) -> str:
    """Format the only possible answer, and why there is no other."""
    closed, verb = question.closed(), question.prompt.removeprefix(f"{question.who} ")
    if only in _NOTHING and question.who and re.fullmatch(r"[a-z]+s", verb):
        why = f" can't {verb[:-1]}: {closed[0].detail}" if closed else f" has nothing to {verb[:-1]}"
        return f"{question.who}{why}."
    what = "nothing is possible" if only in _NOTHING else f"{only}, nothing else is possible"
    return f"{question.prompt}: {what}{f' ({closed[0].detail})' if closed else ''}."


def _question_after(
    session: Session[Any], coming_up: UpcomingSteps, asked: Question[Any], text: str
) -> Question[Any] | None:
    """Return the question after an answer, played ahead on a copy; None at the end. Raises what the answer raises."""
    ahead = session.ahead()
    answer = read_one(text).text
    if coming_up.steps:
        many, answer = _parse_together(coming_up, asked, answer)
        for step in coming_up.steps[:many]:
            by_itself(ahead)
            ahead.answer(step.question.default or "")
        by_itself(ahead)
    before = len(ahead.answers)
    if answer or not coming_up.steps:
        ahead.answer(answer)
        before += 1  # forced answers that follow it count as passed
    by_itself(ahead)
    then, passed = ahead.question, [answer.text for answer in ahead.answers[before:]]
    if then is None:
        return None
    return structs.replace(then, passed=passed, follows=partial(_question_after, ahead, UpcomingSteps(), then))


def coming(session: Session[Any]) -> UpcomingSteps:
    """Play the routine steps ahead on a copy, and return them."""
    if session.draft or session.question is None or not session.question.routine:
        return UpcomingSteps()
    steps: list[Routine] = []
    ahead = session.ahead()
    while ahead.question is not None and ahead.question.routine:
        question, options = ahead.question, ahead.question.options()
        ahead.answer(question.default or "")
        steps.append(Routine(question, options, ahead.take_events()))
        by_itself(ahead)
        ahead.take_events()
    return UpcomingSteps(steps, ahead.question)


TOGETHER = "together"
"""Key of the question whether all routine steps are done as usual."""

ALL = "yes"
"""Answer that accepts all routine steps."""


def asked_together(coming_up: UpcomingSteps, vocabulary: Vocabulary) -> Question[tuple[int, str]]:
    """Return the question that asks whether all routine steps are done as usual.

    Its value is the number of accepted steps, and the answer that follows them: to the next step, or to the question
    after all steps; "" for none.
    """
    others = [
        (at, option, Option(f"{option.text} {step.question.who}", detail=option.detail))
        for at, step in enumerate(coming_up.steps)
        for option in step.options
    ]
    usual = {at: step.question.default for at, step in enumerate(coming_up.steps)}
    verbs = {(text or "").partition(" ")[0] for text in usual.values()}
    verbs -= {option.text.partition(" ")[0] for at, option, _ in others if option.text != usual[at]}
    movers = {word for step in coming_up.steps for word in tokens_of(step.question.who)}
    usual_words = {
        word for at, one, _ in others if one.text == usual[at] for word in tokens_of(f"{one.text} {one.detail}")
    }
    usual_words.update(*map(tokens_of, in_words(coming_up.steps, vocabulary.players())))

    def accepts_all(tokens: Sequence[str]) -> bool:
        """Return whether a text agrees to all steps and says no more than what they do: "yes, Bo takes 11 food"."""
        named, told = movers & {*tokens}, usual_words - verbs - movers
        said = {*tokens} - named
        agrees = not said.isdisjoint(AGREEMENTS | _ALL_WORDS) and (
            named in (set(), movers) or tokens[0] in AGREEMENTS
        )
        every = {*AGREEMENTS, *FILLERS, *_ALL_WORDS, *_EXTRA, *verbs, *(f"{verb}s" for verb in verbs), *told}
        return agrees and said <= every and (said.isdisjoint(verbs) or said.isdisjoint(told))

    def likely(text: str) -> RefereeError | None:
        """Return the error that asks whether all is as usual, or what isn't; None if the text says neither."""
        said = {form for word in tokens_of(text) if word not in IDLE for form in (word, word.removesuffix("s"))}
        meant = [Option(ALL)] if said & usual_words - movers else []
        if not said.isdisjoint((*NEGATIONS, "but", "except")):
            unusual = [one for at, _, one in others if not one.text.startswith(str(usual[at]))]
            shared = [len(said.intersection(tokens_of(f"{one.text} {one.detail}"))) for one in unusual]
            meant = [one for one, many in zip(unusual, shared, strict=True) if many == max(shared) > 0]
        return None if not meant else AmbiguousText(text, meant) if meant[1:] else proposal(text, meant[0])

    def parse(text: str) -> tuple[int, str]:
        tokens = tokens_of(text)
        if fold(text).rstrip("!. ") in (ALL, "all", "ok", *_GO_ON) or accepts_all(tokens):
            return len(coming_up.steps), ""
        if is_interruption(coming_up.steps[0].question, text):
            return 0, text
        found = best([shown for _, _, shown in others], tokens, vocabulary.words())
        if len(found) > 1:
            raise AmbiguousText(text, found)
        if found:
            at, option = next((at, option) for at, option, shown in others if shown is found[0])
            return (at + 1, "") if option.text == coming_up.steps[at].question.default else (at, option.text)
        instead = f"; type what is different, like {different[0]}" if different else ""
        refused = likely(text) or Unreadable(f'can\'t read "{printable(text)}"; Enter takes all of that{instead}')
        if coming_up.then is None:
            raise refused
        try:
            return len(coming_up.steps), fit(coming_up.then, text, vocabulary)
        except Unreadable as error:
            is_meant = type(error) is not Unreadable or _shares_a_word(coming_up.then, text)
            raise (error if is_meant else refused) from None

    different = [shown.text for at, option, shown in others if option.text != coming_up.steps[at].question.default]
    hint = f"or what is different: {different[0]}" if different else ""
    return Question(
        TOGETHER, "Is all of that done", parse, default=ALL, open=True, hint=hint, words=lambda: different
    )


_EXTRA = word_set(
    "and as both collects did does done get gets go have it of on please takes that that's their theirs they"
)
"""Filler words in such an answer."""
_ALL_WORDS = word_set("all correct everybody everyone everything right usual")
"""Words for all routine steps, or for what was told of them."""
_GO_ON = ("continue", "go", "go ahead", "go on", "resolved")
"""Words that accept all routine steps only alone: "go" begins names too."""


def _shares_a_word(question: Question[Any], text: str) -> bool:
    """Return whether a text shares a word with an answer of the question, so that it is likely meant for it."""
    words = {word for option in question.options() for word in tokens_of(f"{option.text} {option.shown}")}
    return not words.isdisjoint(tokens_of(text))


def in_words(steps: Sequence[Routine], players: Sequence[str]) -> list[str]:
    """Describe what happens in routine steps, a line for each player."""
    by: dict[str, list[str]] = {}
    for step in steps:
        happens = [event.sentence(players.__getitem__) for event in step.events[:1]]
        by.setdefault(step.question.who, []).extend(happens)
    return [" ".join(happens) for happens in by.values()]


def _parse_together(coming_up: UpcomingSteps, asked: Question[tuple[int, str]], text: str) -> tuple[int, str]:
    """Parse how many steps are as usual, and the answer after them; one that names a new card needs no question."""
    try:
        return asked.parse(text)
    except Suggestion as meant:
        if not meant.new or fold(meant.answer) != fold(text):
            raise
        return len(coming_up.steps), meant.answer


def _answer_together(
    table: Table, answerer: Answerer, coming_up: UpcomingSteps, question: Question[tuple[int, str]], text: str
) -> None:
    """Answer the routine steps as far as accepted, and then give the answer that follows."""
    try:
        many, answer = _parse_together(coming_up, question, read_one(text).text)
    except (Unreadable, Illegal) as error:
        answerer.refused(question, error)
        return
    shown: list[Any] = []
    for step in coming_up.steps[:many]:
        for line in filter(None, by_itself(table.session)):
            table.say(line)
        table.session.answer(step.question.default or "")
        shown += step.events[:1]
    table.save()
    table.show([event for event in table.session.take_events() if event not in shown])
    if answer:
        if many == len(coming_up.steps):
            by_itself(table.session)
        if table.session.question is not None:
            _answer(table, answerer, table.session.question, as_answer(answer), beforehand=False)


# --- asking and answering --------------------------------------------------------------------------


def ask_through(procedure: Procedure[T], answerer: Answerer, table: Table) -> T | None:
    """Ask all questions of a procedure; return its result, or None if a command leaves it."""
    try:
        return drive(procedure, lambda question: _ask_value(question, answerer, table))
    except _CommandTyped:
        return None


def ask_one(question: Question[T], answerer: Answerer, table: Table) -> T | None:
    """Ask one question; return None as `ask_through` does."""
    try:
        return _ask_value(question, answerer, table)
    except _CommandTyped:
        return None


def ask_advised(question: Question[Any], answerer: Answerer, table: Table) -> str | Command | None:
    """Ask a question, with the table's advice for an advised answerer; its computation ends with the answer."""
    if not answerer.advised:
        return answerer.ask(question)
    question = table.advise(question)
    try:
        return answerer.ask(question)
    finally:
        if question.meanwhile is not None:
            question.meanwhile.stop()


class _CommandTyped(Exception):
    """A command was typed instead of an answer."""


def _ask_value(question: Question[T], answerer: Answerer, table: Table) -> T:
    """Ask until the answer can be parsed; return its value. Raises _CommandTyped."""
    while True:
        typed = ask_advised(question, answerer, table)
        if isinstance(typed, Command) and typed.name in ASIDE:
            _run_command(table, answerer, question, typed)
            continue
        if not isinstance(typed, str):
            raise _CommandTyped
        try:
            return question.parse(read_one(typed).text)
        except (Unreadable, Illegal) as error:
            answerer.refused(question, error)


def _preferred(table: Table, question: Question[Any], usual: Mapping[str, str]) -> Question[Any]:
    """Return the question with the group's preferred answer as default and first option, if it answers it."""
    if question.key not in usual:
        return question
    try:
        question.parse(usual[question.key])
    except RefereeError as error:
        table.say(f"note: {question.key} is usually {usual[question.key]}, which can't be used: {error}")
        return question
    preferred = usual[question.key]
    options = sorted(question.options(), key=lambda option: fold(option.text) != fold(preferred))
    return structs.replace(
        question,
        default=preferred,
        options=lambda: options,
        foresees=lambda text: preferred if question.foresees(text) else "",
    )


def _given_answer(question: Question[Any], ahead: Mapping[str, str]) -> str | None:
    """Return the answer that was given before, else the only possible one; None if there is neither."""
    if given := ahead.get(question.key):
        return given
    only = question.forced()
    return None if only is None else as_answer(only)


def _answer(table: Table, answerer: Answerer, question: Question[Any], text: str, *, beforehand: bool) -> None:
    """Apply an answer, save and show what it did; or show why it is refused."""
    before = table.session.present
    try:
        correction = table.session.say(read_one(text))
    except (Unreadable, Illegal) as error:
        if not beforehand:
            answerer.refused(question, error)
            return
        sentence = f'"{text}" was given for: {question.prompt}. That can\'t be: {error}'
        if not answerer.patient:
            raise BadInput(f"{sentence}; leave it out, and it is asked for") from None
        table.say(sentence)
        return
    _save_and_show(table, correction, before)


def _save_and_show(table: Table, correction: Step | None, before: Any = None) -> None:
    """Save what was answered or corrected, and show what it did."""
    table.save()
    if correction is not None:
        table.say(f"Recorded: {write_step(correction)}")
        print_hand_moves(table, before)
    table.show(table.session.take_events())


def print_hand_moves(table: Table, before: Any) -> None:
    """Print what to move on the table, if anything lies differently than in `before`."""
    if moved := table.hands(before):
        table.say(f"On the table: {'; '.join(moved)}.")


def _run_command(table: Table, answerer: Answerer, question: Question[Any] | None, command: Command) -> None:
    if command == Command("back") and "back" not in table.commands and "undo" in table.commands:
        command = Command("undo")  # a table without entries can only undo the last answer
    if command.name not in table.commands:
        table.say(f'"{command.name}" says nothing here; you can say: {", ".join(table.commands)}.')
        return
    match command.name:
        case "undo" | "redo":
            undo_or_redo(table, answerer, command)
        case "back":
            _go_back(table, answerer, command.argument)
        case "adjust" if question is not None:
            _adjust(table, answerer, question)
        case "help":
            _help(table, everything=bool(command.argument))
        case "log":
            table.log(command.argument)
        case "why not" if question is not None and command.argument:
            if told := why_not(question, command.argument, table.cite):
                table.say(f"  {told}")
            else:
                table.rules(command.words)
        case "why not" if question is not None:
            _list_closed(table, question)
        case "rules":
            _explain(table, command.argument)
        case "claim":
            _claim(table, command)
        case "odds" | "judge" | "look" | "until" | "why":
            _show_aside(table, command)
        case "amend":
            _amend(table, answerer, command.argument)
        case "score":
            table.score()
        case _:
            table.asked_status()


def _adjust(table: Table, answerer: Answerer, question: Question[Any]) -> None:
    """Ask for a correction, and make it."""
    correction = ask_through(table.correction(), answerer, table)
    if correction is None:
        table.say("Nothing was corrected.")
        return
    before = table.session.present
    try:
        correction = table.session.correct(correction)
    except (Unreadable, Illegal) as error:
        answerer.refused(question, error)
    else:
        _save_and_show(table, correction, before)


_WORDS: Mapping[str, str] = {"adjust": "correct", "stop": "quit"}
"""Everyday words for commands; logs and scripts keep the others."""


def _help(table: Table, *, everything: bool) -> None:
    """List the commands: those a newcomer needs, or all of them."""
    several = 'several answers go on a line, with ; between, and "2, no, I meant 3" mends one'
    table.say(f"Answer in words or by number; {several}. ? lists them. Or:")
    for name in table.commands:
        if everything or name in NEEDED:
            table.say(f"  {_WORDS.get(name, name)}: {COMMANDS[name]}")
    for word, description in BESIDE.items() if everything and "adjust" in table.commands else ():
        table.say(f"  {word}: {description}")


def _explain(table: Table, asked: str) -> None:
    """Answer a question: about the program with its commands, any other from the rules."""
    about = [name for name in commands_asked(asked) if name in table.commands]
    for name in about:
        table.say(f"  {_WORDS.get(name, name)}: {COMMANDS[name]}")
    if not about:
        table.rules(asked)


def _claim(table: Table, command: Command) -> None:
    """Record a claim with the turn that it is about, if it can be recorded, and judge it."""
    try:
        if kept := table.claim(command.argument):
            with suppress(Unchanged):  # it is recorded already
                table.session.correct(*readings(kept))
                events = table.session.take_events()
                table.save()
                table.say(f"Recorded: {kept}")
                for one in events:
                    if isinstance(one, Claims) and one.ruled:
                        table.say(f"  {one.describe(str)}")
    except RefereeError as error:
        table.say(f"  {error}")
        return
    _show_aside(table, command)


def _show_aside(table: Table, command: Command) -> None:
    """Show what a command asks for about a battle, a hand, the time or an entry; or why it can't be shown."""
    try:
        if command.name == "look":
            table.look(command.argument)
        elif command.name == "why":
            table.why(int(command.argument[:LONGEST_NUMBER]) if command.argument else None)
        elif command.name == "until":
            table.say(table.end_at(command.argument))
        else:
            table.of_battle(command)
    except Illegal as error:
        table.say(f"  {command.argument}: {error} ({table.cite(error.ruling)})")
    except RefereeError as error:
        table.say(f"  {error}")


def _amend(table: Table, answerer: Answerer, argument: str) -> None:
    """Replace an entry of the log; ask for what the command doesn't say."""
    session, before = table.session, table.session.present
    number, _, words = argument.partition(" ")
    move: str | None = words
    if not session.steps:
        table.say("There is no entry yet.")
        return

    def ask(question: Question[Any]) -> Any:
        return ask_one(question, answerer, table)

    if not number.isdecimal():
        found = found_in_log(session.steps, argument, session.public_text)
        if not found:
            table.say(f'No entry has "{printable(argument)}". log lists them.')
            return
        which = _entries(session, "amended", "Which entry do you want to change", found if argument else ())
        number, move = (str(found[0]) if argument and len(found) == 1 else ask(which) or NOWHERE), ""
    if number != NOWHERE and not move and 0 < int(number[:LONGEST_NUMBER]) <= len(session.steps):
        move = _ask_again(table, answerer, int(number))
    if NOWHERE in (number, move) or move is None:
        table.say("Nothing was changed.")
        return
    try:
        lines = table.amend(int(number[:LONGEST_NUMBER]), move.strip(), ask)
    except RefereeError as error:
        table.say(f"  {error}")
        return
    session.take_events()
    table.status()
    for line in lines:
        table.say(line)
    print_hand_moves(table, before)


def _ask_again(table: Table, answerer: Answerer, number: int) -> str | None:
    """Ask an entry's questions again, with the old answers as defaults; return the new move, None to keep the old."""
    session = table.session
    step = session.steps[number - 1]
    was, old = session.public_text(step), [answer.text for answer in step.answers]
    table.say(f"Entry {number}, {step.place}: {was}. Answer it again; {REMOVED} takes it out.")
    try:
        session_before = session.before(number)
    except RefereeError as error:
        table.say(f"  {error}")
        return None
    while old and not session_before.steps:
        question, at = session_before.question, len(session_before.draft)
        if question is None:
            break
        usual = old[at] if at < len(old) and _fits(question, old[at]) else question.default
        then = partial(_question_after, session_before, UpcomingSteps(), question)
        again = structs.replace(question, default=usual, by_enter=lambda: True, follows=then)
        typed = ask_advised(again, answerer, table)
        if isinstance(typed, Command) and typed.name in ASIDE:
            _run_command(table, answerer, question, typed)
            continue
        if not isinstance(typed, str):
            return None
        if not at and fold(typed) in (REMOVED, NOWHERE):
            return fold(typed)
        try:
            session_before.say(read_one(typed))
        except (Unreadable, Illegal) as error:
            answerer.refused(question, error)
    now = (
        write_step(session_before.steps[0])
        if session_before.steps
        else ask_one(
            free_text("amend", "It should be", default=write_step(step), hint="as in the log"), answerer, table
        )
    )
    if now in (None, NOWHERE, write_step(step)):
        return None
    if not answerer.patient or now == REMOVED:
        return now
    sure = choice("amend", f"Entry {number} becomes: {now}. Change it", (Option("yes"), Option("no")), default="yes")
    return now if ask_one(sure, answerer, table) == "yes" else None


def found_in_log(steps: Sequence[Step], words: str, told: Callable[[Step], str]) -> list[int]:
    """List the numbers of the entries with these words, or of that turn; all of them for ""."""
    wanted = fold(words)
    if not wanted:
        return list(range(1, len(steps) + 1))
    if wanted.isdecimal():
        return [int(wanted)] if len(wanted) < LONGEST_NUMBER and 0 < int(wanted) <= len(steps) else []
    places = [number for number, step in enumerate(steps, 1) if f"{wanted}," in f"{fold(step.at)}, "]
    return places or [
        number
        for number, step in enumerate(steps, 1)
        if all(word in fold(f"{step.who} {step.at} {told(step)}") for word in wanted.split())
    ]


def undo_or_redo(table: Table, answerer: Answerer, command: Command) -> None:
    """Undo the last answers, or redo them, as many as the command says; if there is none, drop the typed line."""
    texts = []
    before = table.session.present.copy()  # redoing goes on with the state itself
    steps = int(command.argument[:4] or 1)
    if not steps:
        table.say(f"Say how many, like {command.name} 2.")
        return
    try:
        for _ in range(steps):
            if command.name == "undo":
                if not (text := table.session.take_back()):
                    break
                texts.append(text)
            elif table.session.redo():
                texts.append(table.session.last_answer())
            else:
                break
    except RefereeError as error:
        table.say(str(error))
        if not texts:
            return
    table.session.take_events()
    if not texts:
        table.say(f"There is nothing to {command.name}.")
        answerer.drop_line()
        return
    table.save()
    if table.is_set_up:
        table.status()
    table.say(describe_undone(texts) if command.name == "undo" else describe_redone(texts))
    print_hand_moves(table, before)


def describe_undone(texts: Sequence[str]) -> str:
    """Describe answers that were undone, the last first; of many only the first one."""
    return f"Undid: {_in_short(texts, texts[-1])}."


def describe_redone(texts: Sequence[str]) -> str:
    """Describe answers that were redone, the first first; of many only that."""
    return f"Redid: {_in_short(texts, texts[0])}."


def _in_short(texts: Sequence[str], first: str) -> str:
    return "; ".join(texts) if len(texts) <= MOST_NAMED else f"{so_many(len(texts), 'answer')}, from {first} on"


def _list_closed(table: Table, question: Question[Any]) -> None:
    """List what isn't possible now and why; if everything is possible, what can be typed."""
    closed = question.closed()
    for option in closed:
        table.say(f"  {_describe_closed(option, table.cite)}")
    if closed and question.moves is not None:
        table.say("To make one of them all the same: overrule MOVE because REASON")
    if not closed:
        hint = f" ({question.hint})" if question.hint else ""
        table.say(f"Nothing that can be answered is blocked{hint}. You can also say: {', '.join(table.commands)}.")


def _describe_closed(option: Option, cite: Cite) -> str:
    return f"{option.shown}: {option.detail}" + (f" ({cite(option.rule)})" if option.rule else "")


def why_not(question: Question[Any], text: str, cite: Cite) -> str:
    """Explain in a sentence why a text is no legal answer to a question now; "" for a sentence that can't be read."""
    for option in question.closed():
        if fold(text) in (fold(option.text), fold(option.shown)):
            return _describe_closed(option, cite)
    try:
        question.parse(text)
    except Illegal as error:
        return _explain_refusal(text, error, cite)
    except Unreadable as error:
        tokens = tokens_of(text)
        if found := best(question.closed(), tokens, {}):
            return "; ".join(_describe_closed(option, cite) for option in found[:FEW])
        if found := best(question.options(), tokens, {}):
            return f"{or_list(option.text for option in found[:FEW])}: that can be done now."
        for _, why in refused_behind_verb(question, text, question.options()):
            return _explain_refusal(text, why, cite)
        if question.throw is not None:
            return f"{text}: dice are thrown first ({question.prompt})"
        if len(text.split()) >= SENTENCE:
            return ""
        return str(error).replace(f'can\'t read "{text}"', f'"{text}" isn\'t an answer here', 1)
    return f"{text}: that can be done now."


def _explain_refusal(text: str, why: Illegal, cite: Cite) -> str:
    """Format why a text isn't possible; a reason that begins with the text doesn't repeat it."""
    about = "" if fold(str(why)).startswith(fold(text)) else f"{text}: "
    return f"{about}{why} ({cite(why.ruling)})"


def _go_back(table: Table, answerer: Answerer, number: str) -> None:
    """Undo an entry and all after it; without a number, it is chosen from a list of the last ones."""
    session = table.session
    if not session.steps:
        table.say("There is nothing to go back to.")
        return
    if not number:
        chosen = ask_one(_entries(session, "back", "Go back to before entry"), answerer, table)
        if chosen in (None, NOWHERE):
            return
        number = chosen
    entry = int(number) if len(number) <= LONGEST_NUMBER else 0
    if not 1 <= entry <= len(session.steps):
        further = "; redo brings back what was undone" if session.undone else ""
        table.say(f"There is no entry {number}; they are numbered from 1 to {len(session.steps)}{further}.")
        return
    before = session.present
    try:
        lost = session.rewind(entry - 1)
    except RefereeError as error:
        table.say(str(error))
        return
    session.take_events()
    table.save()
    table.status()
    table.say(f"Undid {so_many(lost, 'entry')}; redo brings them back one by one.")
    print_hand_moves(table, before)


def _entries(session: Session[Any], key: str, prompt: str, some: Sequence[int] = ()) -> Question[str]:
    """Return the question for an entry by number, or none; it lists the last ones, or those in `some`."""
    options = [
        Option(str(number), _shorten(session.public_text(step)), step.place, number=str(number))
        for number, step in enumerate(session.steps, 1)
    ]
    stay = Option(NOWHERE, "none", "all stays as it is") if key == "amended" else Option(NOWHERE, detail=HERE)
    listed = [options[number - 1] for number in some] or options
    question = choice(key, prompt, [stay, *listed[: -LISTED - 1 : -1]])

    def parse(text: str) -> str:
        if not text.strip().isdecimal():
            return question.parse(text)
        if text.strip() not in {one.text for one in options}:
            raise Unreadable(f"there is no entry {printable(text)}; they are numbered from 1 to {len(options)}")
        return text.strip()

    return structs.replace(question, parse=parse, default=NOWHERE, hint=f"its number, from 1 to {len(options)}")


def _shorten(text: str) -> str:
    """Shorten a text to the room that a list has for it."""
    return text if len(text) <= LONGEST_DONE else f"{text[: LONGEST_DONE - 1]}…"
