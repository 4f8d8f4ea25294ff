"""A screen that fits: its parts in several forms, of which the least needed are shortened or left out first."""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import NamedTuple

from referee.text.screen import Screen

ALWAYS = 1000
"""The need of a form that is never left out."""


class DrawnForm(NamedTuple):
    """One way to draw a part of a screen, and how much it is needed rather than the next shorter one."""

    need: int
    draw: Callable[[Screen], None]


Part = Sequence[DrawnForm]
"""A part of a screen in its forms, the fullest first; after the last form there is nothing."""


def blank(need: int = 0) -> Part:
    """An empty line, there only where there is room for it."""
    return (DrawnForm(need, lambda screen: screen.line()),)


def show_fitting(parts: Sequence[Part], screen: Screen) -> None:
    """Draw the parts one below the other, each as full as the room of the screen allows.

    Step by step the part whose form is least needed takes its next shorter form, until all of them fit; then what
    was shortened more than was necessary grows again, the most needed first.
    """
    forms = [0] * len(parts)
    if screen.room is not None:
        heights = [[_height(form, screen) for form in part] + [0] for part in parts]
        steps: list[int] = []

        def fits() -> bool:
            return sum(heights[at][form] for at, form in enumerate(forms)) <= (screen.room or 0)

        while not fits():
            need, at = min((part[form].need, at) for at, part in enumerate(parts) for form in forms[at : at + 1]
                           if form < len(part))  # fmt: skip
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


def _height(form: DrawnForm, screen: Screen) -> int:
    """The lines that a form takes."""
    drawn = io.StringIO()
    form.draw(Screen(screen.plain, drawn, screen.width, drawing=screen.draws))
    return drawn.getvalue().count("\n")
