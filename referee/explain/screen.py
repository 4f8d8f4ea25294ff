"""An entry of a log explained on the screen: answers, events with their arithmetic, changes, rules, switches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from msgspec import Struct, to_builtins

from referee.explain.why import HAPPENS, POSSIBLE, Explanation, OtherValue, SwitchDecision
from referee.rulebook.rules import RuleBook
from referee.text.screen import Screen, columns

MOST = 160
"""Limit of characters that are shown of one value."""

CHANGES = ("before", "after")
"""Names of the two sides of a change."""


class WhyReport(Struct, frozen=True):
    """An explanation, as the JSON that scripts rely on and as a screen."""

    found: Explanation
    book: RuleBook
    notes: tuple[str, ...] = ()
    against: bool = False

    def data(self) -> dict[str, Any]:
        """Return the explanation, each rule with its pages and text."""
        decided = (rule for one in self.found.decided for rule in one.rules)
        rows = self.book.explain((*self.found.rules, *decided))
        rules = [
            {"id": one.id, "title": one.title, "page": one.page, "ruling": one.ruling, "text": one.text}
            for one in rows
        ]
        data: dict[str, Any] = to_builtins(self.found)
        return data | {"rules": rules}

    def show(self, screen: Screen) -> None:
        """Show what explains the entry: the rules first, last the events with their arithmetic.

        Where all of it doesn't fit the terminal, the rules are only named, and the switches left out.
        """
        if (
            screen.height is None
            or screen.lines_of(self._show_rules) + screen.lines_of(self._show_entry) <= screen.room_left
        ):
            self._show_rules(screen)
        elif self.found.rules:
            screen.line("By these rules (in full: rules NAME)", style="bold")
            screen.print_indented(" · ".join(map(self.book.in_words, self.found.rules)))
        self._show_entry(screen)

    def _show_rules(self, screen: Screen) -> None:
        """Show the rules in full, and what switches decide."""
        if self.found.rules:
            screen.line("By these rules", style="bold")
        for rule in self.book.explain(self.found.rules):
            screen.line(f"  {rule.title} ({'ruling ' if rule.ruling else ''}{rule.id}, {rule.pages})")
            screen.print_indented(rule.text, by=4)
        for decided in self.found.decided:
            _show_decided(decided, self.book, screen)

    def _show_entry(self, screen: Screen) -> None:
        """Show the answers, what changed, and the events with their arithmetic."""
        found = self.found
        screen.line(" · ".join(filter(None, (f"Entry {found.number}", found.at))), style="bold")
        _show_answers(found, screen)
        if found.changed:
            screen.line("Changed", style="bold")
            _show_differences(found.changed, screen, CHANGES)
        if found.happened:
            screen.line("What happened", style="bold")
        for one in found.happened:
            screen.line(one.text)
            for step in one.steps:
                screen.print_indented(step, by=4)


def _show_answers(found: Explanation, screen: Screen) -> None:
    """Show the questions with their answers; a correction as its own words."""
    if not found.given:
        screen.print_indented(found.text)
        return
    asked = max(len(given.question) for given in found.given) + 1
    table = columns(min(asked, screen.width // 2), "*", expand=True)
    for given in found.given:
        table.add_row(f"{given.question}:", given.answer)
    screen.print_indented(table)


def _show_differences(differences: Sequence[OtherValue], screen: Screen, heads: tuple[str, str]) -> None:
    """Show each difference on its own line: "Anna's food  3 → 8"; each side of long texts on a line of its own."""
    table = columns("left", "*", expand=True)
    for one in differences:
        now, other = _short(one.now), _short(one.other)
        if one.what in (HAPPENS, POSSIBLE):
            sides = zip(heads, (one.now, one.other), strict=True)
            table.add_row(one.what, "\n".join(f"only {head}: {_short(text)}" for head, text in sides if text))
        elif heads == CHANGES and (changes := _format_list_changes(one)):
            table.add_row(one.what, changes)
        elif len(now) + len(other) < screen.width // 2:
            table.add_row(one.what, f"{now} → {other}")
        else:
            table.add_row(one.what, f"{heads[0]}: {now}\n{heads[1]}: {other}")
    screen.print_indented(table)


def _format_list_changes(one: OtherValue) -> str:
    """Format what came to a list and what left it: "+ Hydra"; "" where no part of the list stays."""
    before, after = one.now.split(", "), one.other.split(", ")
    removed, new = _subtract(before, after), _subtract(after, before)
    if len(removed) == len(before) or not (removed or new):
        return ""
    return ", ".join([*(f"+ {part}" for part in new), *(f"- {part}" for part in removed)])


def _subtract(parts: Sequence[str], others: Sequence[str]) -> list[str]:
    """Return the parts of a list that another one lacks; repeated parts count as often as they occur."""
    there = Counter(others)
    found = []
    for part in parts:
        if not there[part]:
            found.append(part)
        there[part] -= there[part] > 0
    return found


def _short(text: str) -> str:
    shown = text or "none"
    return shown if len(shown) <= MOST else f"{shown[: MOST - 4]} ..."


def _show_decided(one: SwitchDecision, book: RuleBook, screen: Screen) -> None:
    """Show a switch and what it decides here."""
    name = one.switch.replace("_", " ")
    screen.line(f"Decided by a switch: {name} = {one.now} ({book.cite(one.rules)})", style="bold")
    instead = f"With {name} = {one.other}"
    if one.refused:
        screen.print_indented(f"{instead} it would not be legal: {one.refused}")
    elif one.unfit:
        screen.print_indented(f'{instead} "{one.unfit}" would not answer: {one.asks} ({one.why_unfit})')
    elif one.asks:
        screen.print_indented(f"{instead} something else would be asked: {one.asks}")
    else:
        screen.print_indented(f"{instead} it would be different:")
        _show_differences(one.differences, screen, ("as played", "otherwise"))
