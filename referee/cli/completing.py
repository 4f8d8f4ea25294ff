"""What the shell offers at the tab key: files, players, cards, legal moves. Loaded only then.

Names of files, players and cards come from outside, and each shell treats what it is offered in its own way: bash
puts it on the line as it stands (so what is special is escaped), zsh evaluates it once (typer escapes for it, but
neither backslashes nor apostrophes), PowerShell puts it on the line and takes what is no plain word for a program,
fish escapes it. A word that a shell could run a part of isn't offered by any.
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
from referee.text.streams import seen

if TYPE_CHECKING:
    import typer

    from referee.library import Save

Offered = list[tuple[str, str]]
"""What may be typed, each with a remark."""

_SPECIAL = lazy_pattern(r"[\s'\"()\[\]{}&;|<>*?#!]")
"""What bash would take for something else."""

_RUNNING = lazy_pattern(r"[\\$`]")
"""What may run a part of a word as a command, in quotes too."""

_PLAIN_WORD = lazy_pattern(r"[\w./:+=%-]+")
"""What PowerShell takes as it stands."""

_BRACKETS = str.maketrans("[]", "()")
"""Typer reads remarks as rich's markup, where square brackets are tags."""

_HEAD = 1000
"""How many bytes of a file tell what it is."""


_PLAYED = r"(?!deck|map|scenario|board)\w+"
"""Files that a game or a battle is played in: all that have a kind but those that a box is described in."""


def files_of(kind: str, incomplete: str) -> Offered:
    """TOML files of a kind, as a pattern, and folders that lead on; "" for any kind."""
    from referee.files.files import path_of

    before, _, start = incomplete.rpartition("/")
    folder = path_of(before or ("/" if incomplete.startswith("/") else "."))
    lead = f"{before}/" if before or incomplete.startswith("/") else ""
    found = []
    for path in sorted(folder.iterdir() if folder.is_dir() else ()):
        if not path.name.startswith(start) or (path.name.startswith(".") and not start):
            continue
        with suppress(OSError):  # one that can't be read hides no other
            if path.is_dir():
                found.append((f"{lead}{path.name}/", ""))
            elif path.suffix == ".toml" and (found_kind := _kind_of(path, kind)) is not None:
                found.append((f"{lead}{path.name}", found_kind))
    return found


def _kind_of(path: Path, kind: str) -> str | None:
    """What a file says that it is, if that is of a kind; None for another. "" where any will do."""
    if not path.is_file():
        return None
    if not kind:
        return ""
    with path.open("rb") as file:
        head = file.read(_HEAD).decode("utf-8", "replace")
    found = re.search(rf'^kind\s*=\s*["\']({kind})["\']', head, re.MULTILINE)
    return None if found is None else found[1]


def saves(context: typer.Context, incomplete: str) -> Offered:
    """Saves of games."""
    return files_of("save", incomplete)


def played(context: typer.Context, incomplete: str) -> Offered:
    """Saves of games, and records of battles."""
    return files_of(_PLAYED, incomplete)


def decks(context: typer.Context, incomplete: str) -> Offered:
    """Decks."""
    return files_of("deck", incomplete)


def any_files(context: typer.Context, incomplete: str) -> Offered:
    """Sheets, records and saves."""
    return files_of("", incomplete)


def game_names(context: typer.Context, incomplete: str) -> Offered:
    """The games."""
    from referee import games

    return [(name, "") for name in games.names()]


def entries(context: typer.Context, incomplete: str) -> Offered:
    """The numbers of the log's last entries."""
    save = _save(context)
    steps = save.file.session.steps
    if _shell() == "bash":  # it shows no remarks
        return [(str(number), "") for number in range(len(steps), 0, -1)]
    numbered = list(enumerate(zip(steps, save.log, strict=True), 1))
    return [(str(number), f"{step.place}: {text}") for number, (step, text) in reversed(numbered)]


def records(context: typer.Context, incomplete: str) -> Offered:
    """Sheets, records and saves; behind one of them the numbers of its entries come first."""
    typed = [Path(str(path)) for path in context.params.get("files") or context.params.get("records") or ()]
    if not typed or not typed[-1].is_file():
        return any_files(context, incomplete)
    context.params["file"] = typed[-1]
    found: Offered = []
    with suppress(RefereeError):  # a sheet has none
        found = entries(context, incomplete)
    return [*found, *any_files(context, incomplete)]


def corrections(context: typer.Context, incomplete: str) -> Offered:
    """What a correction begins with: a player, or another thing that has something; then what can follow."""
    from referee.declaration.tracking import PLAYERS, kinds_of_owners
    from referee.saves.save import OpenSave

    save = _save(context).file
    if not isinstance(save, OpenSave):
        return []  # of a battle only claims are kept
    if words := context.params.get("words"):
        following = save.rules.all_corrections().following(save.setup, save.session.present.copy(), " ".join(words))
        return [(word, "") for word in following]
    kinds = [kind for kind in kinds_of_owners(save.rules) if kind is not PLAYERS]
    things = [(name, kind.kind) for kind in kinds for name in kind.all_in(save.session.present) if name]
    return [*players(context, incomplete), *things]


def players(context: typer.Context, incomplete: str) -> Offered:
    """The players of the game in the save that was named before."""
    return [(str(player["name"]), "") for player in _save(context).state.get("players", ())]


def moves(context: typer.Context, incomplete: str) -> Offered:
    """The legal moves after those that were typed before; nothing is saved."""
    from referee.asking.interrupts import ways_to_interrupt
    from referee.play.notation import read_each

    save = _save(context).file
    save.do(read_each(context.params.get("moves") or ()))
    question = save.session.question
    if question is None or question.private:
        return []
    return [(option.playable, option.detail) for option in (*question.options(), *ways_to_interrupt(question))]


def cards(context: typer.Context, incomplete: str) -> Offered:
    """The cards of the deck that was named before."""
    found = _deck(context).listing(()).data()["cards"]
    return [(str(card.get("name")), str(card.get("kind"))) for card in found]


def changes(context: typer.Context, incomplete: str) -> Offered:
    """The parts that the card that was named before can have, and what can be taken from it."""
    return [(word, "") for word in _deck(context).offered(str(context.params["name"]))]


def _deck(context: typer.Context) -> Any:
    from referee import games
    from referee.files.files import read_toml

    deck = Path(str(context.params["deck"]))
    return games.of(read_toml(deck), str(deck)).deck(deck)


def preferences(context: typer.Context, incomplete: str) -> Offered:
    """The names of preferences."""
    from referee.preferences import MEANINGS

    return list(MEANINGS.items())


def values(context: typer.Context, incomplete: str) -> Offered:
    """What the preference that was named before may be."""
    from referee.preferences import WORDS, setting

    name = setting(str(context.params["name"]))
    return decks(context, incomplete) if name in ("deck", "board") else [(word, "") for word in WORDS[name]]


def topics(context: typer.Context, incomplete: str) -> Offered:
    """The topics, ids and titles of the rulebook's entries."""
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
# Loading Typer and building a command takes longer than finding what most are offered.


Find = Callable[["typer.Context", str], Offered]

PLACES: Mapping[str, Mapping[str, Find]] = {
    "score": {"files": any_files},
    "judge": {"files": records},
    "rules": {"words": topics},
    "do": {"file": played, "moves": moves},
    "why": {"file": played, "number": entries},
    **{command: {"file": played} for command in ("play", "next", "status", "log", "undo", "watch")},
}
"""What is offered in each place behind a command, by the names of its parameters, as its signature has it too."""

_SEVERAL = ("files", "words", "moves")
"""The parameters that take all that follows."""


def straight(commands: Iterable[str]) -> Callable[[], None] | None:
    """What tells bash what fits a line of nothing but a command and files, moves or words; None for other lines."""
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


class _Chosen(str):
    """A word that fits what was typed. It is compared again with the typed word as it stands, before escaping."""

    __slots__ = ()

    def startswith(self, *args: Any) -> bool:
        """It does."""
        return True


def offer(find: Callable[[typer.Context, str], Offered], context: typer.Context, incomplete: str) -> Offered:
    """What there is to offer; nothing where a file can't be read or a move before can't be made."""
    try:
        return list(_as_typed(find(context, incomplete), incomplete))
    except (RefereeError, OSError, KeyError):
        return []


def _shell() -> str:
    """The shell that asks."""
    return os.environ.get("_REFEREE_COMPLETE", "").removeprefix("complete_")


def _as_typed(found: Offered, incomplete: str) -> Iterator[tuple[str, str]]:
    """The words that fit, as the shell that asks is to get them."""
    shell = _shell()
    for word, remark in found:
        if word.casefold().startswith(incomplete.casefold()):
            safe = _for_shell(word, shell)
            if safe is not None:
                yield _Chosen(safe), _RUNNING.sub("", seen(remark)).translate(_BRACKETS)


def _for_shell(word: str, shell: str) -> str | None:
    """A word as a shell is to be offered it; None if that shell might run a part of it, or change it."""
    if _RUNNING.search(word) or word != seen(word) or "\n" in word:
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
    """The quote that the word under the cursor begins with; "" for none."""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    at = int(os.environ.get("COMP_CWORD") or 0)
    first = words[at][:1] if at < len(words) else ""
    return first if first in ("'", '"') else ""
