"""Index of the games in folders and files: each is read once, and its summary is kept in the platform's cache folder.

A file is read again if its time or its size changed. The index is a convenience: if it can't be read or written,
everything is read again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from referee import __version__
from referee.declaration.game import Game
from referee.errors import BadInput, RefereeError, fault
from referee.evenings.standings import PlayedGame, luck_of, played_of
from referee.files.files import Data, read_text, write_file
from referee.files.kinds import is_save
from referee.play.notation import expect_text
from referee.preferences import own_path
from referee.saves.layout import file_of
from referee.saves.save import look_closely, read_save
from referee.text.names import and_list, printable

LAYOUT = 2
"""The version of the index's own layout."""
ENDING = ".toml"
MANY = 60
"""From this number of files on, several processes read faster than one, in spite of their start."""

NAMED = 3
"""Limit of files named that are no games; the others are counted."""

Load = Callable[[Data, str], Game[Any, Any]]
"""Loads the game that a file's data names; raises BadInput."""
Tell = Callable[[int, int], None]
"""Callback for progress while files are read: how many of how many."""


class IndexedFile(Struct, frozen=True, omit_defaults=True):
    """A file as it was read: its time and size then, the game in it, or why it can't be used.

    With neither it is something else than a game, which a folder may well hold; with both a game whose dice can't be
    counted.
    """

    time: int
    size: int
    played: PlayedGame | None = None
    broken: str = ""


class Index(Struct, frozen=True, omit_defaults=True):
    """Index of files that were read, by their whole paths, and the version of the program that read them."""

    version: str
    files: dict[str, IndexedFile] = {}


class Evenings(Struct, frozen=True):
    """The games that were found, the oldest first, and a line for each file that is left out or counts otherwise."""

    played: Sequence[PlayedGame]
    notes: Sequence[str] = field(default=())


def gather(
    places: Iterable[Path], load: Load, *, luck: bool = False, tell: Tell = lambda done, all_: None
) -> Evenings:
    """Find the games in these folders and files; with `luck` the dice too, for which each game is replayed once.

    Of two saves of one evening (the same id) the longer one counts. Raises BadInput for a place that isn't there, a
    file that was named and is no game, and where nothing is found at all.
    """
    places = list(places)
    paths = list(dict.fromkeys(path for place in places for path in _files(place)))
    kept = _read_index()
    named = {place for place in places if not place.is_dir()}
    fresh: dict[str, IndexedFile] = {}
    for number, (path, entry) in enumerate(_entries(paths, kept, load, luck=luck), 1):
        key = str(path.absolute())
        if entry is None:
            continue
        if entry is not kept.files.get(key):
            tell(number, len(paths))
        if path in named and entry.played is None and len(places) == 1:
            raise BadInput(entry.broken or f"{path}: isn't a save of a game")
        fresh[key] = entry
    _keep(kept, fresh)
    return _evenings(paths, fresh, named, places, luck=luck)


def _evenings(
    paths: Sequence[Path], entries: dict[str, IndexedFile], named: set[Path], places: Sequence[Path], *, luck: bool
) -> Evenings:
    notes, by_id, others = list[str](), dict[str, PlayedGame](), list[str]()
    for path in paths:
        entry = entries.get(str(path.absolute()))
        if entry is None:
            continue
        if entry.played is None:
            if entry.broken or path in named:
                broken = entry.broken or f"{path}: isn't a save of a game"
                notes.append(f"{broken}; left out")
            else:
                others.append(path.name)
            continue
        if entry.broken and luck:
            notes.append(f"{entry.broken}; its dice aren't counted")
        played = replace(entry.played, path=os.fsencode(path).decode(errors="replace"))
        other = by_id.get(played.id)
        if other is None or played.entries > other.entries:
            by_id[played.id] = played
        if other is not None:
            counts, not_counted = (played, other) if by_id[played.id] is played else (other, played)
            why = "which is longer and counts" if counts.entries > not_counted.entries else "of which one counts"
            notes.append(f"{not_counted.path}: is the same evening as {counts.path}, {why}")
    if others:
        more = [f"{len(others) - NAMED} more"] if len(others) > NAMED else []
        notes.append(f"left out, as they are no saves of games: {and_list([*others[:NAMED], *more])}")
    if not by_id:
        raise BadInput("\n".join([f"there is no game in {' or '.join(map(str, places))}", *notes]))
    return Evenings(sorted(by_id.values(), key=lambda one: (one.began_at, one.path)), notes)


def _files(place: Path) -> Iterator[Path]:
    """Yield the files that a place may mean: itself, or all that may be saves in a folder and its subfolders.

    Raises BadInput if it isn't there.
    """
    if not place.is_dir():
        if not place.exists():
            raise BadInput(f"{place}: there is no such file or folder")
        yield place
        return
    for folder, folders, names in os.walk(place):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        yield from (Path(folder, name) for name in sorted(names) if name.endswith(ENDING) and name[:1] != ".")


def _entries(
    paths: Sequence[Path], kept: Index, load: Load, *, luck: bool
) -> Iterator[tuple[Path, IndexedFile | None]]:
    """Yield each file with its entry, None if it is gone by now; many changed files are read on all cores."""
    known = {path: kept.files.get(str(path.absolute())) for path in paths}
    fresh = {path: before for path, before in known.items() if _is_fresh(path, before, luck)}
    stale = [path for path in paths if path not in fresh]
    tasks = [(path, known[path], load, luck) for path in stale]
    read = _on_all_cores(tasks) if len(stale) >= MANY else (_entry(*task) for task in tasks)
    for path in paths:
        yield path, fresh[path] if path in fresh else next(read)


Task = tuple[Path, IndexedFile | None, Load, bool]
"""Arguments of `_entry`."""


def _on_all_cores(tasks: Sequence[Task]) -> Iterator[IndexedFile | None]:
    """Do these on all cores; if no worker answers within PATIENCE seconds, read in this process."""
    from referee.sampling.race import PATIENCE, Cores  # loaded only where there is much to do

    with Cores() as cores:
        futures = [cores.give(_entry, *task) for task in tasks]
        for task, future in zip(tasks, futures, strict=True):
            try:
                entry = future.result(PATIENCE)
            except TimeoutError:
                entry = _entry(*task)
            yield entry


def _is_fresh(path: Path, before: IndexedFile | None, luck: bool) -> bool:
    """Return whether a file is as it was when it was read, and all that is asked for was read then."""
    if before is None or (luck and before.played is not None and before.played.luck is None):
        return False
    try:
        stat = path.stat()
    except OSError:
        return False
    return (before.time, before.size) == (stat.st_mtime_ns, stat.st_size)


def _entry(path: Path, before: IndexedFile | None, load: Load, luck: bool) -> IndexedFile | None:
    """Read a file; None if it is gone by now."""
    try:
        stat = path.stat()
    except OSError:
        return None
    same = before is not None and (before.time, before.size) == (stat.st_mtime_ns, stat.st_size)
    made = IndexedFile(stat.st_mtime_ns, stat.st_size)
    try:
        found = read_save(path)
        if not is_save(found.data):
            return made
        game = load(found.data, str(path))
        played = before.played if before is not None and same and before.played else played_of(game, found)
        if not luck:
            return replace(made, played=played)
        try:
            return replace(made, played=replace(played, luck=luck_of(game, found)))
        except BadInput as error:  # its log can't be played, but only the dice need that
            return replace(made, played=replace(played, luck={}), broken=str(error).partition("\n")[0])
    except RefereeError as error:
        return replace(made, broken=str(error).partition("\n")[0])
    except Exception as error:  # one line like all others
        return replace(made, broken=_why_unusable(path, load, error))


def _why_unusable(path: Path, load: Load, error: Exception) -> str:
    """Explain what is impossible in a save, or report an unforeseen error after a change by hand."""
    try:
        data = read_save(path).data
        look_closely(load(data, str(path)), file_of(data, str(path)), str(path))
    except RefereeError as impossible:
        return str(impossible).partition("\n")[0]
    return f"{path}: can't be used ({type(error).__name__}: {printable(str(error))})"


# --- the index ------------------------------------------------------------------------------------


def place() -> Path:
    """Return the path of the index."""
    return own_path("cache", "evenings.json")


def _read_index() -> Index:
    version = f"{__version__}/{LAYOUT}"
    try:
        index = msgspec.json.decode(read_text(place()), type=Index)
    except (RefereeError, msgspec.MsgspecError, RecursionError):
        return Index(version)
    return index if index.version == version else Index(version)


def known_games() -> list[PlayedGame]:
    """List the games that were read so far, with the whole paths of their files."""
    files = _read_index().files.items()
    return [replace(entry.played, path=path) for path, entry in files if entry.played is not None]


def _keep(before: Index, fresh: dict[str, IndexedFile]) -> None:
    """Write the index with what was read now beside what was known; files that are gone are dropped."""
    if all(before.files.get(key) is entry for key, entry in fresh.items()):
        return
    still = {key: entry for key, entry in before.files.items() if key in fresh or os.path.exists(key)}
    readable = {key: entry for key, entry in (still | fresh).items() if not fault(expect_text, key)}
    index = replace(before, files=readable)
    try:
        place().parent.mkdir(parents=True, exist_ok=True)
        write_file(place(), msgspec.json.encode(index).decode())
    except (OSError, RefereeError):
        return
