"""A hand that only its owner may see: it is opened on purpose, and on a screen of its own (`Screen.apart`)."""

from __future__ import annotations

import sys
from collections.abc import Callable

from referee.text.cleaning import seen
from referee.text.names import fold, printable
from referee.text.screen import Screen


def show_alone(player: str, told: str, screen: Screen) -> None:
    """Show a player what only this one may see, and hide it again; in a script it is simply told."""
    if not has_terminal():
        screen.line(told)
        return
    wait_until_alone(player, screen, lambda prompt: input(seen(prompt)))
    with screen.apart():
        screen.line(told)
        input("Press Enter to hide it: ")


def has_terminal() -> bool:
    """Whether there is a person: both ends are a terminal."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def wait_until_alone(
    player: str, screen: Screen, read: Callable[[str], str], leaves: Callable[[str], bool] = lambda typed: False
) -> str:
    """Wait until only this player looks: Enter or the name opens the hand, nothing else does.

    `read` shows a prompt and reads a line. What `leaves` (a command) ends the wait and comes back; "" is returned
    where the hand may be opened.
    """
    while True:
        typed = read(f"Only {player} may look. Press Enter when everyone else has looked away: ").strip()
        if fold(typed) in ("", fold(player)):
            return ""
        if leaves(typed):
            return typed
        screen.line(f"  \"{printable(typed)}\" doesn't open {player}'s hand: press Enter, or type {player}", "red")
