"""The log of a game on the screen."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from referee.play.notation import Step, written
from referee.text.screen import Screen


def show_log(steps: Iterable[tuple[int, Step]], screen: Screen) -> None:
    """The steps of a log with their numbers, under headings where the place in the game changes."""
    before = None
    for number, step in steps:
        if step.at != before:
            screen.line(f"{step.at[:1].upper()}{step.at[1:]}", style="bold")
            before = step.at
        for gone in step.removed:
            screen.line(f"      amended: {_further_in(gone)} was taken out here", style="dim")
        whose = f"{step.who}: " if step.who else ""
        text = written(replace(step, because="")).removeprefix(whose)
        screen.line(f"{number:>4}  {whose}{_further_in(text)}")
        if step.because:
            screen.line(f"      because {_further_in(step.because)}", style="dim")
        if step.was:
            screen.line(f"      amended: it was {_further_in(step.was)}", style="dim")


def _further_in(text: str) -> str:
    """A text in the log, its further lines where no entry can begin."""
    return "\n        ".join(text.splitlines())
