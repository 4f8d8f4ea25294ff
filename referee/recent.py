"""What was played last: the game to go on with, and how each game was set up, to be offered again.

Kept in a small file beside the preferences. It is a convenience: where it can't be read or written, nothing is
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
"""So many saves are kept besides the last one."""
_FIRST_LINE = "# What was played last; referee offers it again. This file may be deleted.\n"


class Recent(Struct, frozen=True, omit_defaults=True):
    """The save that was played last, by game the answers of its last set-up that a group keeps, the saves whose
    players learn the game, and by save when the evening is to end ("23:00")."""

    save: str = ""
    groups: dict[str, dict[str, str]] = {}
    taught: tuple[str, ...] = ()
    until: dict[str, str] = {}


def place() -> Path:
    """Where it is kept."""
    return config_path().with_name("last.toml")


def load() -> Recent:
    """What was played last; nothing where that can't be read."""
    try:
        path = place()
        return convert(read_toml(path), Recent, str(path)) if path.is_file() else Recent()
    except RefereeError:
        return Recent()


def played(save: Path) -> None:
    """Keep which save was played last."""
    _keep(replace(load(), save=str(save.absolute())))


def game() -> str:
    """The game that was played last; "" where that can't be read any more."""
    try:
        return str(read_toml(Path(load().save)).get("game", ""))
    except RefereeError:
        return ""


def keep_answers(game: str, answers: Mapping[str, str]) -> None:
    """Keep how a game was set up."""
    now = load()
    _keep(replace(now, groups=now.groups | {game: dict(answers)}))


def teach(save: Path) -> None:
    """Keep that the players of a save learn the game; the last few saves are kept."""
    now = load()
    _keep(replace(now, taught=(*now.taught[-TAUGHT:], str(save.absolute()))))


def is_taught(save: Path) -> bool:
    """Whether the players of a save learn the game."""
    return str(save.absolute()) in load().taught


def ends(save: Path, until: str) -> None:
    """Keep when the evening of a save is to end; "" for no time. The last few are kept."""
    now = load()
    others = [(other, time) for other, time in now.until.items() if other != str(save.absolute())]
    _keep(replace(now, until=dict([*others[-TAUGHT:], *([(str(save.absolute()), until)] if until else [])])))


def end_of(save: Path) -> str:
    """When the evening of a save is to end; "" for no time."""
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
