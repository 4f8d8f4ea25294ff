"""What the shell offers at the tab key: files, players, cards, legal moves. Loaded only then."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import typer

from referee.errors import RefereeError

Offered = list[tuple[str, str]]
"""What may be typed, each with a remark."""

_SPECIAL = re.compile(r"[\s'\"\\()\[\]&;|<>*?$`#!]")
"""What a shell would take for something else."""

_HEAD = 1000
"""How many bytes of a file tell what it is."""


def files_of(kind: str, incomplete: str) -> Offered:
    """TOML files of a kind ("save", "deck"), and folders that lead on; "" for any kind."""
    before, _, start = incomplete.rpartition("/")
    folder = Path(before or ("/" if incomplete.startswith("/") else ".")).expanduser()
    lead = f"{before}/" if before or incomplete.startswith("/") else ""
    found = []
    for path in sorted(folder.iterdir() if folder.is_dir() else ()):
        if not path.name.startswith(start) or (path.name.startswith(".") and not start):
            continue
        if path.is_dir():
            found.append((f"{lead}{path.name}/", ""))
        elif path.suffix == ".toml" and _is_of(path, kind):
            found.append((f"{lead}{path.name}", kind))
    return found


def _is_of(path: Path, kind: str) -> bool:
    if not kind:
        return True
    with path.open("rb") as file:
        head = file.read(_HEAD).decode("utf-8", "replace")
    return re.search(rf'^kind\s*=\s*["\']{kind}["\']', head, re.MULTILINE) is not None


def saves(context: typer.Context, incomplete: str) -> Offered:
    """Saves of games."""
    return files_of("save", incomplete)


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
    from referee.notation import written

    numbered = list(enumerate(_table(context).public_log(), 1))
    return [(str(number), f"{step.place}: {written(step)}") for number, step in reversed(numbered)]


def corrections(context: typer.Context, incomplete: str) -> Offered:
    """What a correction begins with: a player."""
    return players(context, incomplete) if not context.params.get("words") else []


def players(context: typer.Context, incomplete: str) -> Offered:
    """The players of the game in the save that was named before."""
    data = _table(context).public_state()
    return [(str(player["name"]), "") for player in data.get("players", ())]


def moves(context: typer.Context, incomplete: str) -> Offered:
    """The legal moves after those that were typed before; nothing is saved."""
    from referee.notation import read_each

    table = _table(context)
    table.keeper.do(read_each(context.params.get("moves") or ()))
    question = table.session.question
    return [(option.text, option.detail) for option in (question.options() if question else ())]


def cards(context: typer.Context, incomplete: str) -> Offered:
    """The cards of the deck that was named before."""
    from referee import games
    from referee.files import read_toml

    deck = Path(str(context.params["deck"]))
    found = games.of(read_toml(deck), str(deck)).cards(deck).listing(()).data()["cards"]
    return [(str(card.get("name")), str(card.get("kind"))) for card in found]


def preferences(context: typer.Context, incomplete: str) -> Offered:
    """The names of preferences."""
    from referee.preferences import MEANINGS

    return list(MEANINGS.items())


def values(context: typer.Context, incomplete: str) -> Offered:
    """What the preference that was named before may be."""
    from referee.preferences import WORDS, setting

    name = setting(str(context.params["name"]))
    return decks(context, incomplete) if name == "deck" else [(word, "") for word in WORDS[name]]


def topics(context: typer.Context, incomplete: str) -> Offered:
    """The topics, ids and titles of the rulebook's entries."""
    from referee import games
    from referee.rules import rulebook

    book = rulebook(games.load(context.params.get("game")).name)
    return [
        *((topic, "topic") for topic in book.topics),
        *((entry.id, entry.title) for entry in book.entries.values()),
    ]


def _table(context: typer.Context) -> Any:
    from referee import games
    from referee.keeping import read_save
    from referee.screens import Screen

    path = Path(str(context.params["file"]))
    found = read_save(path)
    return games.of(found.data, str(path)).table(found, Screen(True))


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


def _as_typed(found: Offered, incomplete: str) -> Iterator[tuple[str, str]]:
    """The words that fit. Bash puts them on its line as they are, so spaces outside quotes are escaped."""
    bash = os.environ.get("_REFEREE_COMPLETE") == "complete_bash" and not _in_quotes()
    for word, remark in found:
        if word.casefold().startswith(incomplete.casefold()):
            yield _Chosen(_SPECIAL.sub(r"\\\g<0>", word) if bash else word), remark


def _in_quotes() -> bool:
    """Whether the word under the cursor begins with a quote."""
    words = os.environ.get("COMP_WORDS", "").split("\n")
    at = int(os.environ.get("COMP_CWORD") or 0)
    return at < len(words) and words[at][:1] in ("'", '"')
