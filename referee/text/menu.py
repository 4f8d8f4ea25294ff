"""A menu: numbered answers with remarks, grouped by subject, fitted into the available lines."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from itertools import groupby
from typing import Any, NamedTuple

from referee.text.names import or_list
from referee.text.pattern import lazy_pattern
from referee.text.screen import Screen, columns

_LAST_NUMBER = lazy_pattern(r"(.* )?(\d+)")
LIST = 6
"""Most answers in a plain list; more are shown in columns if none has a remark."""

BETWEEN, GAP = " · ", 2
"""Separator of a group's answers on a shared line, and the gap behind its heading."""


class MenuRow(NamedTuple):
    """A menu entry: what to type ("" for its words), its label, a remark, and its group.

    If `has_odds`, the remark matters for the choice and is dropped last; of other remarks the short form `brief` is
    kept.
    """

    number: str
    shown: str
    detail: str = ""
    group: str = ""
    has_odds: bool = False
    brief: str = ""


def show_menu(screen: Screen, rows: Sequence[MenuRow], room: int) -> None:
    """Write a menu in at most `room` lines.

    Remarks don't repeat their heading. If not everything fits, first headings go, then remarks are cut, then the
    answers of a group share lines without remarks, and at last answers are left out, with their number given.
    `has_odds` rows then come first and keep their remarks.
    """
    groups = [(heading, [row for row in rows if row.group == heading]) for heading in _headings(rows)]
    ordered = [row for _, found in groups for row in found]
    tall = screen.height_of(_table(ordered))
    verb = ordered[0].shown.partition(" ")[0] if ordered else ""
    if room >= tall > LIST and len(groups) == 1 and not any(row.detail or not row.number for row in ordered):
        alike = all(row.shown.startswith(f"{verb} ") for row in ordered)
        rows = [row._replace(shown=row.shown.removeprefix(f"{verb} ")) for row in ordered] if alike else ordered
        if alike:
            screen.line(f"{verb}:", style="dim")  # once, as the columns leave it out
        _show_columns(screen, rows, room - alike)
    elif len(groups) > 1 and tall + len(groups) <= room:
        for at, (heading, found) in enumerate(groups):
            if heading or at:
                screen.line(heading, style="dim")
            screen.print(_table(row._replace(detail=row.detail.removesuffix(f"; {heading}")) for row in found))
    elif tall <= room:
        screen.print(_table(ordered))
    elif (kept := [row for row in ordered if row.has_odds]) and screen.height_of(_table(kept)) < room:
        screen.print(_table(kept))
        show_menu(screen, [row for row in rows if not row.has_odds], room - screen.height_of(_table(kept)))
    elif len(ordered) <= room:
        wide = max(len(row.shown) for row in ordered)
        for row in ordered:
            line = f"{row.number:>4}  {row.shown:<{wide}}  {row.detail}".rstrip()
            if len(line) > screen.width and row.has_odds and ", " in row.detail:  # no half of a chance
                line = line[: screen.width + 2].rpartition(", ")[0]
            screen.line(line if len(line) <= screen.width else f"{line[: screen.width - 1]}…")
    else:
        _show_in_short(screen, ordered, room)


def _headings(rows: Iterable[MenuRow]) -> list[str]:
    return list(dict.fromkeys(row.group for row in rows))


def _table(rows: Iterable[MenuRow]) -> Any:
    table = columns("right", "left", "*")
    for row in rows:
        table.add_row(row.number, row.shown, row.detail)
    return table


# --- in short -------------------------------------------------------------------------------------


def _show_in_short(screen: Screen, rows: Sequence[MenuRow], room: int) -> None:
    """Show each group on a line of its own, without remarks; a single group in columns."""
    verbs = {row.shown.partition(" ")[0] for row in rows}
    if len(verbs) == 1 and len(_headings(rows)) > 1:
        rows = [row._replace(shown=_without(row.shown, *verbs)) for row in rows]
    grouped = [row if row.group else row._replace(group=_verb(row, rows)) for row in rows]
    if _headings(grouped) == [""]:
        _show_columns(screen, rows, room)
        return
    for many in range(len(rows), 0, -1):
        lines = _format_briefly(grouped[:many], screen.width)
        left_out = len(rows) - many
        if len(lines) + bool(left_out) <= max(room, 1 + bool(left_out)):
            for line in lines:
                screen.line(line)
            if left_out:
                screen.line(f"   and {left_out} more: type the name", style="dim")
            return


def _show_columns(screen: Screen, rows: Sequence[MenuRow], room: int) -> None:
    texts = [f"{row.number:>2} {row.shown}".rstrip() for row in rows]
    beside = max(1, (screen.width + GAP) // (max(map(len, texts)) + GAP))
    fit = len(texts) if len(texts) <= beside * room else beside * (room - 1)
    screen.side_by_side(texts[:fit])
    if fit < len(texts):
        screen.line(f"   and {len(texts) - fit} more: type the name", style="dim")


def _verb(row: MenuRow, rows: Iterable[MenuRow]) -> str:
    """Return the first word of an answer if it is a verb that other answers share, else ""."""
    verb, _, rest = row.shown.partition(" ")
    return verb if rest and verb.islower() and sum(other.shown.startswith(f"{verb} ") for other in rows) > 1 else ""


def _format_briefly(rows: Sequence[MenuRow], width: int) -> list[str]:
    """Format answers without remarks as lines, one group after the other."""
    widest = max(map(len, _headings(rows))) + GAP
    lines = []
    for heading, found in groupby(rows, lambda row: row.group):
        wide = widest if heading else GAP  # rows without a heading aren't aligned below another's
        alike = [*found]
        moves = all(row.shown.startswith(f"{heading} ") for row in alike)
        texts = _runs([row._replace(shown=_without(row.shown, heading)) for row in alike], each=moves)
        line = heading.ljust(wide)
        for one in texts:
            if len(line) > wide and len(line) + len(BETWEEN) + len(one) > width:
                lines.append(line)
                line = " " * wide
            line += (BETWEEN if len(line) > wide else "") + one
        lines.append(line)
    return lines


def _without(shown: str, heading: str) -> str:
    """Return an answer without its leading heading."""
    return shown.removeprefix(f"{heading} ") if heading else shown


def _runs(rows: Sequence[MenuRow], *, each: bool = False) -> list[str]:
    """Format answers with their numbers, consecutive ones as ranges: "14-15 blacksmith 1-2".

    With `each`, names that all have the same numbers are combined: "Wolf or Bear in 1, 2 or 3 (like Bear 1)".
    """

    def place(pair: tuple[int, MenuRow]) -> tuple[object, ...]:
        at, row = pair
        counted = _LAST_NUMBER.fullmatch(row.shown)
        if counted is None or not row.number.isdigit():
            return (at,)
        return (counted[1], int(row.number) - at, int(counted[2]) - at)

    runs = [[row for _, row in found] for _, found in groupby(enumerate(rows), place)]
    ways = [[row.shown.rpartition(" ")[2] for row in run] for run in runs]
    if each and len(runs) > 1 and len(ways[0]) > 1 and all(way == ways[0] for way in ways):
        names = [run[0].shown.rpartition(" ")[0] for run in runs]
        return [f"{or_list(names)} in {or_list(ways[0])} (like {runs[-1][0].shown})"]
    if any(row.brief for row in rows):
        named = [row.shown if row.shown.split()[:1] == [row.number] else f"{row.number} {row.shown}" for row in rows]
        return [f"{name.strip()}{row.brief and f' ({row.brief})'}" for name, row in zip(named, rows, strict=True)]
    labels: list[tuple[str, str]] = []
    for run in runs:
        first, last = run[0], run[-1]
        number = first.number if len(run) == 1 else f"{first.number}-{last.number}"
        shown = first.shown if len(run) == 1 else f"{first.shown}-{last.shown.rpartition(' ')[2]}"
        labels.append((number, shown))
    if all(shown.split()[:1] == [number] for number, shown in labels):  # the answers are the numbers
        return [shown for _, shown in labels]
    cut = ["", *(shown for _, shown in labels)]
    for at, (number, shown) in enumerate(labels):  # "1 Wolf simple · 2 complex"
        name, _, way = shown.rpartition(" ")
        if name[:1].isalpha() and way.islower() and cut[at].rpartition(" ")[0] == name:
            labels[at] = number, way
    return [f"{number} {shown}".strip() for number, shown in labels]


# --- Fitting --------------------------------------------------------------------------------------
# Parts of a screen have several forms; the least needed are shortened or left out first.


ALWAYS = 1000
"""`need` of a form that is never left out."""


class DrawnForm(NamedTuple):
    """One way to draw a part of a screen; `need` ranks it against the next shorter form."""

    need: int
    draw: Callable[[Screen], None]


Part = Sequence[DrawnForm]
"""The forms of a part of a screen, the fullest first; after the last form it is left out."""


def blank(need: int = 0) -> Part:
    """Return an empty line, drawn only if there is room."""
    return (DrawnForm(need, lambda screen: screen.line()),)


def show_fitting(parts: Sequence[Part], screen: Screen) -> None:
    """Draw the parts one below the other, each as full as the room of the screen allows.

    Step by step the part whose form is least needed takes its next shorter form, until all fit; then parts that were
    shortened more than necessary grow again, the most needed first.
    """
    forms = [0] * len(parts)
    if screen.room is not None:
        steps: list[int] = []

        @cache
        def height(at: int, form: int) -> int:
            return screen.lines_of(parts[at][form].draw) if form < len(parts[at]) else 0

        def fits() -> bool:
            return sum(height(at, form) for at, form in enumerate(forms)) <= (screen.room or 0)

        while not fits():
            need, at = min(
                (part[form].need, at)
                for at, part in enumerate(parts)
                for form in forms[at : at + 1]
                if form < len(part)
            )
            if need >= ALWAYS:
                break
            forms[at] += 1
            steps.append(at)
        for at in reversed(steps):
            forms[at] -= 1
            if not fits():
                forms[at] += 1
    for part, form in zip(parts, forms, strict=True):
        if form < len(part):
            part[form].draw(screen)
