"""Shell completion: files, players, cards, legal moves. Loaded only by the tab key.

Names of files, players and cards come from outside, and each shell treats completions in its own way: bash inserts
them unchanged (so special characters are escaped), zsh evaluates them once (typer escapes for it, but neither
backslashes nor apostrophes), PowerShell inserts them and takes anything but a plain word for a program, fish escapes
them. A word of which a shell could run a part is never offered.
"""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

from referee.errors import RefereeError
from referee.text.pattern import lazy_pattern
from referee.text.streams import sanitized

if TYPE_CHECKING:
    import typer

    from referee.library import Save

Offered = list[tuple[str, str]]
"""Completions, each with a remark."""

Find = Callable[["typer.Context", str], Offered]
"""Finds the completions of a word behind others."""

_SPECIAL = lazy_pattern(r"[\s'\"()\[\]{}&;|<>*?#!]")
"""Characters that are special in bash."""

_RUNNING = lazy_pattern(r"[\\$`]")
"""Characters that may run a part of a word as a command, even in quotes."""

_PLAIN_WORD = lazy_pattern(r"[\w./:+=%-]+")
"""Words that PowerShell takes literally."""

_BRACKETS = str.maketrans("[]", "()")
"""Typer reads remarks as rich's markup, where square brackets are tags."""

_HEAD = 1000
"""Bytes of a file that are searched for its kind."""


_PLAYED = r"(?!deck|map|scenario|board)\w+"
"""Kinds of files in which a game or a battle is played: all but those that describe a box."""


def files_of(kind: str, incomplete: str) -> Offered:
    """List TOML files whose kind matches a pattern ("": any kind), and folders."""
    from referee.files.files import path_of

    before, _, start = incomplete.rpartition("/")
    folder = path_of(before or ("/" if incomplete.startswith("/") else "."))
    lead = f"{before}/" if before or incomplete.startswith("/") else ""
    found = []
    for path in sorted(folder.iterdir() if folder.is_dir() else ()):
        if not path.name.startswith(start) or (path.name.startswith(".") and not start):
            continue
        with suppress(OSError):  # an unreadable one is skipped
            if path.is_dir():
                found.append((f"{lead}{path.name}/", ""))
            elif path.suffix == ".toml" and (found_kind := _kind_of(path, kind)) is not None:
                found.append((f"{lead}{path.name}", found_kind))
    return found


def _kind_of(path: Path, kind: str) -> str | None:
    """Return the kind that a file names if it matches, else None; "" if any kind will do."""
    if not path.is_file():
        return None
    if not kind:
        return ""
    with path.open("rb") as file:
        head = file.read(_HEAD).decode("utf-8", "replace")
    found = re.search(rf'^kind\s*=\s*["\']({kind})["\']', head, re.MULTILINE)
    return None if found is None else found[1]


def _files(kind: str) -> Find:
    """Build the completer for files of a kind."""
    return lambda context, incomplete: files_of(kind, incomplete)


saves, played, decks, any_files = map(_files, ("save", _PLAYED, "deck", ""))


def game_names(context: typer.Context, incomplete: str) -> Offered:
    """List the games."""
    from referee import games

    return [(name, "") for name in games.names()]


def entries(context: typer.Context, incomplete: str) -> Offered:
    """List the numbers of the log's entries, the last first."""
    save = _save(context)
    steps = save.file.session.steps
    if _shell() == "bash":  # it shows no remarks
        return [(str(number), "") for number in range(len(steps), 0, -1)]
    numbered = list(enumerate(zip(steps, save.log, strict=True), 1))
    return [(str(number), f"{step.place}: {text}") for number, (step, text) in reversed(numbered)]


def records(context: typer.Context, incomplete: str) -> Offered:
    """List sheets, records and saves; behind one of them the numbers of its entries come first."""
    typed = [Path(str(path)) for path in context.params.get("files") or context.params.get("records") or ()]
    if not typed or not typed[-1].is_file():
        return any_files(context, incomplete)
    context.params["file"] = typed[-1]
    found: Offered = []
    with suppress(RefereeError):  # a sheet has none
        found = entries(context, incomplete)
    return [*found, *any_files(context, incomplete)]


def corrections(context: typer.Context, incomplete: str) -> Offered:
    """List the beginnings of a correction (players and other owners), or what can follow those words."""
    from referee.declaration.tracking import PLAYERS, kinds_of_owners
    from referee.saves.save import OpenSave

    save = _save(context).file
    if not isinstance(save, OpenSave):
        return []  # battles only have claims
    if words := context.params.get("words"):
        following = save.rules.all_corrections.following(save.setup, save.session.present.copy(), " ".join(words))
        return [(word, "") for word in following]
    kinds = [kind for kind in kinds_of_owners(save.rules) if kind is not PLAYERS]
    things = [(name, kind.kind) for kind in kinds for name in kind.all_in(save.session.present) if name]
    return [*players(context, incomplete), *things]


def players(context: typer.Context, incomplete: str) -> Offered:
    """List the players of the game in the save that was named before."""
    return [(str(player["name"]), "") for player in _save(context).state.get("players", ())]


def moves(context: typer.Context, incomplete: str) -> Offered:
    """List the legal moves after those that were typed before; nothing is saved."""
    from referee.asking.interrupts import ways_to_interrupt
    from referee.play.notation import read_each

    save = _save(context).file
    save.do(read_each(context.params.get("moves") or ()))
    question = save.session.question
    if question is None or question.private:
        return []
    return [(option.playable, option.detail) for option in (*question.options(), *ways_to_interrupt(question))]


def cards(context: typer.Context, incomplete: str) -> Offered:
    """List the cards of the deck that was named before."""
    found = _deck(context).listing(()).data()["cards"]
    return [(str(card.get("name")), str(card.get("kind"))) for card in found]


def changes(context: typer.Context, incomplete: str) -> Offered:
    """List parts that the card named before can have, and what can be removed from it."""
    return [(word, "") for word in _deck(context).completions(str(context.params["name"]))]


def _deck(context: typer.Context) -> Any:
    from referee import games
    from referee.files.files import read_toml

    deck = Path(str(context.params["deck"]))
    return games.of(read_toml(deck), str(deck)).deck(deck)


def preferences(context: typer.Context, incomplete: str) -> Offered:
    """List the names of preferences."""
    from referee.preferences import MEANINGS

    return list(MEANINGS.items())


def values(context: typer.Context, incomplete: str) -> Offered:
    """List the values of the preference that was named before."""
    from referee.preferences import WORDS, setting

    name = setting(str(context.params["name"]))
    return decks(context, incomplete) if name in ("deck", "board") else [(word, "") for word in WORDS[name]]


def topics(context: typer.Context, incomplete: str) -> Offered:
    """List the topics, ids and titles of the rulebook's entries."""
    from referee import games
    from referee.rulebook.rules import rulebook

    book = rulebook(games.load(context.params.get("game")).name)
    return [
        *((topic, "topic") for topic in book.topics),
        *((entry.id, entry.title) for entry in book.entries.values()),
    ]


def _save(context: typer.Context) -> Save:
    from referee import library

    return library.open(Path(str(context.params["file"])))


# --- without Typer --------------------------------------------------------------------------------
# Loading Typer and building a command takes longer than finding most completions.


PLACES: Mapping[str, Mapping[str, Find]] = {
    "score": {"files": any_files},
    "judge": {"files": records},
    "rules": {"words": topics},
    "do": {"file": played, "moves": moves},
    "why": {"file": played, "number": entries},
    **{command: {"file": played} for command in ("play", "next", "status", "log", "undo", "watch")},
}
"""Completers of commands by the names of their parameters, the same as in their signatures."""

_SEVERAL = ("files", "words", "moves")
"""Parameters that take all following words."""


def straight(commands: Iterable[str]) -> Callable[[], None] | None:
    """Return the completer of a bash line with only a command and files, moves or words; None for other lines."""
    if _shell() != "bash":
        return None
    try:
        line, at = shlex.split(os.environ["COMP_WORDS"]), int(os.environ["COMP_CWORD"])
    except (KeyError, ValueError):  # a quote that isn't closed yet, which Typer reads as if it were
        return None
    given, begun = line[1:at], "".join(line[at : at + 1])
    if begun == "=" or any(word[:1] == "-" for word in (*given, begun)):
        return None
    command = given.pop(0) if given else ""
    places = PLACES.get(command, {}) if command else {"": lambda *_: [(name, "") for name in commands]}
    names = list(places)
    params: dict[str, Any] = dict(zip(names, given, strict=False))
    if names and names[-1] in _SEVERAL:
        params[names[-1]] = given[len(names) - 1 :]
    elif len(given) >= len(names):
        return None
    find = places[names[min(len(given), len(names) - 1)]]

    def tell() -> None:
        found = offer(find, cast("typer.Context", SimpleNamespace(params=params)), begun)
        sys.stdout.write("\n".join(word for word, _ in found) + "\n")

    return tell


class _Match(str):
    """A matching word. Typer compares the typed word with this escaped one again, so `startswith` is always true."""

    __slots__ = ()

    def startswith(self, *args: Any) -> bool:
        """Return True."""
        return True


def offer(find: Find, context: typer.Context, incomplete: str) -> Offered:
    """Return what `find` offers; [] if a file can't be read or an earlier move can't be made."""
    try:
        return list(_matching(find(context, incomplete), incomplete))
    except (RefereeError, OSError, KeyError):
        return []


def _shell() -> str:
    """Return the name of the shell that asks."""
    return os.environ.get("_REFEREE_COMPLETE", "").removeprefix("complete_")


def _matching(found: Offered, incomplete: str) -> Iterator[tuple[str, str]]:
    """Yield the matching words, escaped for the shell that asks."""
    shell = _shell()
    for word, remark in found:
        if word.casefold().startswith(incomplete.casefold()):
            safe = _escape(word, shell)
            if safe is not None:
                yield _Match(safe), _RUNNING.sub("", sanitized(remark)).translate(_BRACKETS)


def _escape(word: str, shell: str) -> str | None:
    """Escape a word for a shell; None if the shell might run a part of it, or change it."""
    if _RUNNING.search(word) or word != sanitized(word) or "\n" in word:
        return None
    if shell == "bash":
        quote = _quote()
        if not quote:
            return _SPECIAL.sub(r"\\\g<0>", word)
        return None if quote in word or "!" in word else word
    if shell == "zsh" and ('"' in word or ("'" in word and word.endswith((".toml", "/")))):
        return None
    if shell == "zsh":
        return word.replace("'", "’")  # names are read with either apostrophe; a file's isn't
    if shell in ("powershell", "pwsh") and not _PLAIN_WORD.fullmatch(word):
        return "'{}'".format(word.replace("'", "''"))
    return word


def _quote() -> str:
    """Return the quote with which the word under the cursor begins; "" for none."""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    at = int(os.environ.get("COMP_CWORD") or 0)
    first = words[at][:1] if at < len(words) else ""
    return first if first in ("'", '"') else ""
