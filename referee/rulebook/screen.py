"""Rules on the screen: the topics, the answers to a question, entries in full, and the coverage of the rules."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType

from msgspec.structs import replace

from referee.errors import BadInput
from referee.rulebook.rules import Answers, EntryText, OpenPoint, RuleBook
from referee.text.grammar import so_many
from referee.text.names import and_list, fold, or_list
from referee.text.screen import ENDLESS, Screen, columns

BEST, NAMED = 3, 5
"""Numbers of answers to a question: shown if none is clearly ahead; shown or named."""

LEAST_TITLE = 16
"""Minimum width of a title in a table, in columns."""

AT_A_PROMPT = "rules"
AROUND, PROMPTED = 3, 10
"""The command at a prompt; the lines that an answer leaves for the question and the next prompt, and the lines that
it takes at a prompt, where the board stays visible."""

Example = Callable[[str], Sequence[str]]
"""A function that returns the lines of an entry's worked example, by its id."""


def no_example(entry_id: str) -> Sequence[str]:
    """Return no lines: the `Example` for when none are wanted."""
    return ()


def show_rules(
    book: RuleBook,
    words: str,
    screen: Screen,
    *,
    example: Example = no_example,
    names: Iterable[str] = (),
    held: Mapping[str, str] = MappingProxyType({}),
) -> None:
    """Show the entries for words typed at a prompt, or the topics without any; "--all" at their end shows all.

    Words that match nothing get a message. `names` are never taken for misspelled words; `held` are the table's
    unusual readings and house numbers, by name.
    """
    try:
        asked = words.removesuffix("--all").strip()
        if asked:
            found, every = book.look_up(asked, names, held), asked != words.strip()
            show_found(book, found, screen, every=every, example=example, call=AT_A_PROMPT)
        else:
            show_topics(book, screen)
    except BadInput as error:
        screen.line(str(error).replace(book.call, AT_A_PROMPT))


def show_topics(book: RuleBook, screen: Screen) -> None:
    """Show the topics of a rulebook, with the titles of their first entries and the number of entries."""
    totals = f"{so_many(len(book.rules), 'rule')} and {so_many(len(book.rulings), 'ruling')}"
    screen.line(f"The rules of {book.title} by topic: {totals}", style="bold")
    table = columns("left", "right", "*", expand=True)
    for topic in book.topics:
        entries = book.of_topic(topic)
        titles = [entry.title for entry in entries if not book.is_ruling(entry.id)] or [e.title for e in entries]
        table.add_row(topic, str(len(entries)), ", ".join(titles[:3]) + (" ..." if len(entries) > 3 else ""))
    screen.print(table)
    screen.line(f"Ask for a topic, an id, a title or anything: {book.call} {book.ask}", style="dim")


def show_found(
    book: RuleBook,
    found: Answers,
    screen: Screen,
    *,
    every: bool = False,
    example: Example = no_example,
    call: str = "",
) -> None:
    """Show the entries found: one in full, a topic as a list, a question's best answers; with `every`, all in full.

    `call` is the command to ask for more, if not the shell's.
    """
    call = call or book.call
    texts = book.explain(entry.id for entry in found.entries)
    room = ENDLESS if screen.height is None else screen.height - AROUND
    if found.by == "topic" and not every:
        _show_rows([(one.title, one.id, one.pages) for one in texts], screen, title=0, pages=2)
        screen.line(f"In full: {call} {texts[0].topic} --all", style="dim")
        return
    if found.by == "readings" and not every:
        lists: Sequence[Callable[[Screen], None]] = (
            lambda on: _list_readings(texts, found.held, on),
            lambda on: _list_readings(texts, found.held, on, brief=True),
        )
        next((form for form in lists if screen.lines_of(form) <= room), lists[-1])(screen)
        screen.line("To decide one between two actions: reading NAME ANSWER", style="dim")
        return
    if found.by == "course":
        _show_course(book, texts, screen, call)
        return
    if every or found.by == "name":
        for number, one in enumerate(texts):
            if number:
                screen.line()
            _show_entry(book, one, screen, in_full=True, example=example, held=found.held)
        return
    forms: Sequence[Callable[[Screen], None]] = (
        lambda on: _show_best(book, found, texts, on, call, shown=1 if found.clear else BEST),
        lambda on: _show_best(book, found, texts, on, call),
        lambda on: _show_best(book, found, texts, on, call, brief=bool(found.answer)),
    )
    if call == AT_A_PROMPT and screen.height is not None:
        room = PROMPTED
    next((form for form in forms if screen.lines_of(form) <= room), forms[-1])(screen)


def _show_best(
    book: RuleBook,
    found: Answers,
    entries: Sequence[EntryText],
    screen: Screen,
    call: str,
    shown: int = 1,
    *,
    brief: bool = False,
) -> None:
    """Show the first entry's answer, then the best entries, the first in full, and the names of others.

    If `brief`, show only that answer, and the commands for its entry in full and for what tables decide of it.

    The readings of other entries that the answer cites are shown with the first. Worked examples are shown only for
    an entry that is asked for by name.
    """
    cited = [one for one in entries[1:] if re.search(rf"\b{re.escape(one.id)}\b", found.answer)]
    cited += [one for one in entries[1:2] if one.id in entries[0].rulings and one not in cited]
    beside = [point for one in cited for point in one.readings if point not in entries[0].readings]
    entries = [replace(entries[0], readings=(*entries[0].readings, *beside)), *entries[1:]]
    if found.answer:
        screen.line(found.answer, style="bold")
        for point in entries[0].readings:
            if (held := found.held.get(point.name)) and not point.number:
                meaning = point.answers.get(held, point.open)
                screen.line(f"At this table: {point.name.replace('_', ' ')} {held}: {meaning}.", style="bold")
    if brief:
        screen.line(f"{entries[0].title}, {entries[0].pages}. In full: {call} {entries[0].id}", style="dim")
        points = [one for one in book.readings.values() if one.entry in entries[0].rulings]
        _point_to([*entries[0].readings, *(one for one in points if one not in entries[0].readings)], screen, call)
        return
    for number, one in enumerate(entries[:shown]):
        if number:
            screen.line()
        already_shown = found.answer.removeprefix(f"{one.title}: ") if not number else ""
        text = one.text.removeprefix(already_shown).strip()
        _show_entry(book, one, screen, in_full=not number, example=no_example, text=text, held=found.held)
    others = entries[shown:]
    if others:
        named = " · ".join(f"{one.title} ({one.id})" for one in others[: NAMED - shown])
        more = len(entries) - NAMED
        further = f"; {more} more: add --all" if more > 0 else ""
        screen.line(f"Also: {named}{further}. In full: {call} {others[0].id}", style="dim")
    near = {entry_id for one in entries[:shown] for entry_id in one.rulings} | {
        one.id for one in others[: NAMED - shown]
    }
    shown_in_full = {point.name for point in entries[0].readings}
    _point_to(
        [one for one in book.readings.values() if one.entry in near and one.name not in shown_in_full], screen, call
    )
    for typed, meant in found.read_as.items():
        screen.line(f'"{typed}" was read as "{meant}".', style="dim")


def _point_to(points: Sequence[OpenPoint], screen: Screen, call: str) -> None:
    """Show the commands for readings of entries that aren't shown in full; none for house numbers."""
    if ways := [f"{call} {one.name.replace('_', ' ')}" for one in points if one.answers]:
        screen.line(f"Tables differ: {or_list(ways[:BEST])}", style="dim")


def _show_course(book: RuleBook, entries: Sequence[EntryText], screen: Screen, call: str) -> None:
    """Show the course of a turn, step by step."""
    screen.line(f"How a turn of {book.title} goes", style="bold")
    for number, one in enumerate(entries, 1):
        screen.print_indented(f"{number}. {one.title}: {one.text}", dim=f"  ({book.cite([one.id])})")
    screen.line(f"More on one of them: {call} {entries[0].id}", style="dim")


def _show_rows(rows: Sequence[Sequence[str]], screen: Screen, *, title: int, pages: int) -> None:
    """Show a table in which long headings leave room for titles; if neither has room, a row is a line of text."""
    longest = [max(map(len, column)) for column in zip(*rows, strict=True)]
    shared = screen.width - 2 * (len(longest) - 1) - (sum(longest) - longest[title] - longest[pages])
    of_pages = min(longest[pages], shared // 2)
    if shared - of_pages < LEAST_TITLE:
        for row in rows:
            screen.line("  ".join(row))
        return
    kinds: list[str | int] = ["left"] * len(longest)
    kinds[title], kinds[pages] = "*", of_pages
    table = columns(*kinds, expand=True)
    for row in rows:
        table.add_row(*row)
    screen.print(table)


def _show_entry(
    book: RuleBook,
    entry: EntryText,
    screen: Screen,
    *,
    in_full: bool,
    example: Example,
    text: str | None = None,
    held: Mapping[str, str],
) -> None:
    """Show title, id and page, the rule (or a `text`); in full also an example, a switch, and related entries."""
    kind = "ruling " if entry.ruling else ""
    screen.line(f"{entry.title}  ({kind}{entry.id}, {entry.pages})", style="bold")
    if text := entry.text if text is None else text:
        screen.print_indented(text)
    for line in entry.lines:
        screen.print_indented(line, by=4)
    if not in_full:
        for one in entry.readings:
            _show_way(one, screen, held.get(one.name, ""))
        return
    if lines := example(entry.id):
        screen.print_indented("For example:")
        for line in lines:
            screen.print_indented(line, by=4)
    for one in entry.readings:
        _show_reading(book, one, screen, held.get(one.name, ""))
    if entry.switch and not entry.readings:
        screen.print_indented(f"A table may change this: {entry.switch}")
    if entry.rulings:
        named = (f"{other} {book.entries[other].title}" for other in entry.rulings)
        screen.print_indented(f"Rulings: {', '.join(named)}")
    if entry.see:
        screen.print_indented(f"See also: {', '.join(entry.see)}")


def _list_readings(
    entries: Sequence[EntryText], held: Mapping[str, str], screen: Screen, *, brief: bool = False
) -> None:
    """List the readings, with the answers, the `held` one, and the ruling; `brief`: without their descriptions."""
    points = [point for entry in entries for point in entry.readings]
    short = []
    for point in points:
        name, here = point.name.replace("_", " "), f", here {held[point.name]}" if point.name in held else ""
        if brief:
            short.append(f"{name} ({'/'.join(point.answers) or 'number'}{here})")
            continue
        answers = or_list(point.answers) if point.answers else "a number"
        screen.print_indented(f"{name}: {point.open}", dim=f"  ({answers}{here}; {point.entry})")
    if brief:
        screen.print_indented(" · ".join(short))
        screen.line("What one is about: rules NAME", style="dim")


def _show_reading(book: RuleBook, one: OpenPoint, screen: Screen, held: str) -> None:
    """Show a reading, the meaning of each answer, which one holds (`held`, or the usual), how to choose another."""
    usual = next(iter(one.answers), "")
    holds = _holds(one, held)
    if one.answers:
        screen.print_indented(f"Tables differ: {one.open}")
    else:
        number = f"; usually {default}" if (default := book.usual_number(one)) else ""
        screen.print_indented(f"House number: {one.open}{number}{f'; here it is {held}' if held else ''}")
    for word, meaning in one.answers.items():
        marks = ", ".join(["usual"] * (word == usual) + ["holds here"] * (word == holds))
        screen.print_indented(f"{word}: {meaning}{f' ({marks})' if marks else ''}", by=4)
    _show_way(one, screen, held)


def _holds(one: OpenPoint, held: str) -> str:
    """Return the answer that holds: `held`, or the usual one."""
    return next((word for word in one.answers if fold(word) == fold(held)), next(iter(one.answers), ""))


def _show_way(one: OpenPoint, screen: Screen, held: str) -> None:
    """Show the command that decides a reading differently."""
    other = next((word for word in one.answers if word != _holds(one, held)), "NUMBER")
    screen.print_indented("", dim=f"To decide it: reading {one.name.replace('_', ' ')} {other}")


def show_coverage(entries: Sequence[EntryText], screen: Screen) -> None:
    """Show a table of entries with their statuses, and the number of entries of each status."""
    rows = [
        (one.id, f"{one.title} (switch: {one.switch})" if one.switch else one.title, one.pages, one.status)
        for one in entries
    ]
    _show_rows(rows, screen, title=1, pages=2)
    counts = Counter(one.status for one in entries)
    kinds = and_list(f"{number} {status}" for status, number in counts.most_common())
    screen.line(f"{len(entries)} entries: {kinds}", style="bold")
