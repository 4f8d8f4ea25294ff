"""What every set-up asks alike: players' names that can be told apart, and options that a new game knows."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from referee.asking.commands import read_command
from referee.asking.question import Question, whole_number
from referee.errors import BadInput, Unreadable
from referee.text.names import did_you_mean, fold, refuse_hidden

T = TypeVar("T")
_NAME = re.compile(r"[^\[\]/:,;]{1,30}")


def name_reader(what: str, taken: Mapping[str, str]) -> Callable[[str], str]:
    """What reads a player's name (or another `what`) that nobody has yet; the reader raises Unreadable.

    `taken` says of each that is taken which player has it.
    """
    owners = {fold(name): owner for name, owner in taken.items()}

    def read(text: str) -> str:
        name = " ".join(text.split())
        refuse_hidden(name)
        if not _NAME.fullmatch(name) or fold(name) == "nobody" or name.isdigit():
            raise Unreadable('it must be 1 to 30 letters, without brackets, commas, colons or "/"')
        if read_command(name) is not None:
            raise Unreadable(f'"{name}" is what you say to the referee; another name is needed')
        if fold(name) in owners:
            raise Unreadable(f"{owners[fold(name)]} has that {what} already")
        return name

    return read


def seats_question(least: int, most: int, read: Callable[[list[str]], T], hint: str) -> Question[int | T]:
    """How many players, or all of them in a line with commas between, which `read` reads; it raises Unreadable."""
    asked = whole_number("players", "How many players", least, most)

    def parse(text: str) -> int | T:
        seats = [" ".join(part.split()) for part in text.split(",")]
        if text.strip().removeprefix("-").isdigit() or (len(seats) == 1 and not text.strip()):
            return asked.parse(text)
        if not least <= len(seats) <= most:
            raise Unreadable(f"{least} to {most} can play; this line names {len(seats)}")
        return read(seats)

    return Question(asked.key, asked.prompt, parse, hint=f"or all in a line: {hint}")


def check_number(players: Sequence[str], least: int, most: int) -> None:
    """Refuse more or fewer players than can play, where any are named. Raises BadInput."""
    if players and not least <= len(players) <= most:
        raise BadInput(f"this game is for {least} to {most} players; you gave --player {len(players)} times")


def check_options(given: Iterable[str], known: Mapping[str, str]) -> None:
    """Refuse an option that a new game doesn't know. Raises BadInput with the nearest one."""
    expect_known(given, known, "a new game")


def expect_known(given: Iterable[str], known: Iterable[str], who: str) -> None:
    """Refuse an option that `who` asks for it doesn't know. Raises BadInput with the nearest one."""
    names = list(known)
    unknown = next((name for name in given if name not in names), None)
    if unknown is not None:
        hint = did_you_mean(unknown, names) or f"; {who} knows {', '.join(names)}"
        raise BadInput(f"there is no option --{unknown}{hint}")
