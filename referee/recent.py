"""Recently played games: the save to go on with, and the last set-up of each game, offered as defaults.

Stored in a small file beside the preferences. It is a convenience: if it can't be read or written, nothing is
offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from referee.errors import RefereeError
from referee.files.files import convert, read_toml, write_file
from referee.preferences import config_path

TAUGHT = 9
"""Number of saves that are kept besides the last one."""
_FIRST_LINE = "# What was played last; referee offers it again. This file may be deleted.\n"


class Recent(Struct, frozen=True, omit_defaults=True):
    """The save that was played last (`save`), the answers of each game's last set-up (`groups`), the saves whose
    players are learning the game (`taught`), and by save the time at which the evening is to end ("23:00")."""

    save: str = ""
    groups: dict[str, dict[str, str]] = {}
    taught: tuple[str, ...] = ()
    until: dict[str, str] = {}


def place() -> Path:
    """Return the path of the file."""
    return config_path().with_name("last.toml")


def load() -> Recent:
    """Read the file; an empty `Recent` if that fails."""
    try:
        path = place()
        return convert(read_toml(path), Recent, str(path)) if path.is_file() else Recent()
    except RefereeError:
        return Recent()


def remember(save: Path) -> None:
    """Save which file was played last."""
    _keep(replace(load(), save=str(save.absolute())))


def game() -> str:
    """Return the name of the game that was played last; "" if its save can't be read."""
    try:
        return str(read_toml(Path(load().save)).get("game", ""))
    except RefereeError:
        return ""


def keep_answers(game: str, answers: Mapping[str, str]) -> None:
    """Save the set-up answers of a game."""
    now = load()
    _keep(replace(now, groups=now.groups | {game: dict(answers)}))


def teach(save: Path) -> None:
    """Save that the players of this save are learning the game; only the last few saves are kept."""
    now = load()
    _keep(replace(now, taught=(*now.taught[-TAUGHT:], str(save.absolute()))))


def is_taught(save: Path) -> bool:
    """Return whether the players of a save are learning the game."""
    return str(save.absolute()) in load().taught


def ends(save: Path, until: str) -> None:
    """Save when the evening of a save is to end; "" for no time. Only the last few are kept."""
    now = load()
    others = [(other, time) for other, time in now.until.items() if other != str(save.absolute())]
    _keep(replace(now, until=dict([*others[-TAUGHT:], *([(str(save.absolute()), until)] if until else [])])))


def end_of(save: Path) -> str:
    """Return when the evening of a save is to end; "" for no time."""
    return load().until.get(str(save.absolute()), "")


def _keep(recent: Recent) -> None:
    import tomli_w  # loaded only by what writes

    if recent == load():
        return
    path = place()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_file(path, _FIRST_LINE + tomli_w.dumps(msgspec.to_builtins(recent)))
    except (RefereeError, OSError):
        return
