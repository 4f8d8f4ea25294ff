"""What can be said at a prompt instead of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from referee.text.names import fold

CommandName = Literal["undo", "redo", "back", "status", "score", "why", "why not", "rules", "adjust", "help", "stop"]

COMMANDS: Mapping[CommandName, str] = {
    "undo": "undo the last answer, or several: undo 3",
    "redo": "redo what was undone, or several",
    "back": "go back to an earlier entry; you choose it from a list",
    "status": "show where things stand",
    "score": "the score if the game ended now",
    "why": "explain an entry, the last one without a number: why 12",
    "why not": "show what is blocked, and why: why not tavern",
    "rules": "look a rule up: rules flying",
    "adjust": "correct a mistake you noticed later (it is logged); correct says the same",
    "help": "show these commands; ? lists the answers again",
    "stop": "save and quit; quit says the same",
}
"""What can be said at a prompt instead of an answer."""

OTHER_WORDS: Mapping[str, CommandName] = {"?": "help", "quit": "stop", "exit": "stop", "correct": "adjust"}
"""Other words for some of them."""

ASIDE: tuple[CommandName, ...] = ("status", "score", "why", "why not", "rules", "help")
"""The commands after which an answer goes on where it was."""

EVERYWHERE: tuple[CommandName, ...] = ("undo", "redo", "status", "why", "why not", "rules", "help", "stop")
"""The commands that every table knows."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something said at a prompt that is no answer. `argument` is what follows the word."""

    name: CommandName
    argument: str = ""


def read_command(text: str) -> Command | None:
    """A command as typed, or None for an answer. Commands stand alone; only a few take words or a number."""
    typed = fold(text)
    if typed in OTHER_WORDS:
        return Command(OTHER_WORDS[typed])
    for name in COMMANDS:
        if typed == name:
            return Command(name)
    if typed.startswith("rules "):
        return Command("rules", text.split(maxsplit=1)[1])
    if typed.startswith("why not "):
        return Command("why not", text.split(maxsplit=2)[2])
    numbered: tuple[CommandName, ...] = ("undo", "redo", "back", "why")
    for name in numbered:
        if typed.startswith(f"{name} ") and (number := typed.removeprefix(f"{name} ")).isdecimal():
            return Command(name, number)
    return None
