"""What can be said at a prompt instead of an answer."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from referee.text.names import fold

CommandName = Literal[
    "undo", "redo", "back", "status", "score", "why", "why not", "rules", "odds", "claim", "judge", "adjust", "amend",
    "look", "until", "help", "stop",
]  # fmt: skip

COMMANDS: Mapping[CommandName, str] = {
    "undo": "undo the last answer, or several: undo 3",
    "redo": "redo what was undone, or several",
    "back": "go back to an earlier entry; you choose it from a list",
    "status": "show where things stand",
    "score": "the score if the game ended now",
    "why": "explain an entry, the last one without a number: why 12",
    "why not": "show what is blocked, and why; or why one answer is: why not ANSWER",
    "rules": "look a rule up: rules WORD, or a question",
    "odds": "how the fights that can come next may end, or one move: odds MOVE; who wins: odds battle",
    "claim": "check what somebody says of the battle: claim NAME NUMBER",
    "judge": "check the battle so far for illegal moves",
    "adjust": "correct a mistake you noticed later (it is logged); correct says the same",
    "amend": "replace an earlier entry: amend 12 MOVE, or amend 12 remove",
    "look": "show a player the hand that the program drew: look PLAYER",
    "until": "when the evening is to end, to be told how many turns fit: until 23:00, or until off",
    "help": "show these commands; ? lists the answers again",
    "stop": "save and quit; quit says the same",
}
"""What can be said at a prompt instead of an answer."""

OTHER_WORDS: Mapping[str, CommandName] = {"?": "help", "quit": "stop", "exit": "stop", "correct": "adjust"}
"""Other words for some of them."""

OF_BATTLES: tuple[CommandName, ...] = ("odds", "claim", "judge")
"""The commands about a battle that is refereed."""

ASIDE: tuple[CommandName, ...] = ("status", "score", "why", "why not", "rules", *OF_BATTLES, "look", "until", "help")
"""The commands after which an answer goes on where it was."""

OF_THE_LOG: tuple[CommandName, ...] = ("undo", "redo", "back", "amend")
"""The commands that go back in the log or change an entry of it."""

EVERYWHERE: tuple[CommandName, ...] = ("undo", "redo", "status", "why", "why not", "rules", "help", "stop")
"""The commands that every table knows."""


_TAKE_WORDS: tuple[CommandName, ...] = ("rules", "odds", "claim")

_VERB_AND_NAME = 2
"""Words of a command that takes one name; what goes on is something else ("look at the top card")."""


@dataclass(frozen=True, slots=True)
class Command:
    """Something said at a prompt that is no answer. `argument` is what follows the word."""

    name: CommandName
    argument: str = ""

    @property
    def words(self) -> str:
        """What was typed; at some tables a move begins with the same word."""
        return f"{self.name} {self.argument}".strip()


def read_command(text: str) -> Command | None:
    """A command as typed, or None for an answer. Commands stand alone; only a few take words, a name or a number."""
    typed = fold(text)
    if typed in OTHER_WORDS:
        return Command(OTHER_WORDS[typed])
    for name in COMMANDS:
        if typed == name:
            return Command(name)
    if typed.startswith("why not "):
        return Command("why not", text.split(maxsplit=2)[2])
    for name in _TAKE_WORDS:
        if typed.startswith(f"{name} "):
            return Command(name, text.split(maxsplit=1)[1])
    if typed.startswith("look ") and len(typed.split()) == _VERB_AND_NAME:
        return Command("look", text.split()[1])
    if typed.startswith("until ") and (len(typed.split()) == _VERB_AND_NAME or typed.split()[1][0].isdigit()):
        return Command("until", text.split(maxsplit=1)[1])
    if typed.startswith("amend ") and typed.split()[1].isdecimal():
        return Command("amend", text.split(maxsplit=1)[1])
    numbered: tuple[CommandName, ...] = ("undo", "redo", "back", "why")
    for name in numbered:
        if typed.startswith(f"{name} ") and (number := typed.removeprefix(f"{name} ")).isdecimal():
            return Command(name, number)
    return None
