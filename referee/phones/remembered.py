"""A table's telephones, stored for a day, so that they needn't scan again after the server restarts.

The file lies beside the preferences, readable only by the user; it has only the digests of the telephones' cookies.
It is valid for the same save at the same address of the machine alone. It is a convenience: if it can't be read or
written, everybody scans again.
"""

from __future__ import annotations

import time
from hashlib import sha256
from pathlib import Path

import msgspec
from msgspec import Struct

from referee.errors import RefereeError
from referee.files.files import read_text, write_file
from referee.preferences import config_path

DAY = 24 * 60 * 60
"""Seconds for which the file is valid."""


class Remembered(Struct, frozen=True):
    """A table: when it was stored (seconds since 1970), its address and port, its key, and each telephone's names by
    the digest of its cookie."""

    at: float
    address: str
    port: int
    key: str
    phones: dict[str, tuple[str, ...]] = {}


def digest_of(secret: str) -> str:
    """Return the digest that is stored in place of a secret."""
    return sha256(secret.encode(errors="replace")).hexdigest()


def place(save: Path) -> Path:
    """Return the path of the file for a save."""
    name = sha256(bytes(save.resolve())).hexdigest()[:32]
    return config_path().with_name("tables") / f"{name}.json"


def recall(save: Path, address: str) -> Remembered | None:
    """Load what was kept of a save's table at an address; None if there is nothing, or it is older than a day."""
    try:
        found = msgspec.json.decode(read_text(place(save)), type=Remembered)
    except (RefereeError, OSError, msgspec.MsgspecError, RecursionError):
        return None
    fresh = 0 <= time.time() - found.at < DAY
    return found if fresh and found.address == address and len(found.key) >= 22 else None


def keep(save: Path, found: Remembered) -> None:
    """Store a table, if possible, and remove files older than a day."""
    path = place(save)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.parent.chmod(0o700)
        path.touch(mode=0o600)
        write_file(path, msgspec.json.encode(found).decode())
        for other in path.parent.glob("*.json"):
            if time.time() - other.stat().st_mtime > DAY:
                other.unlink()
    except (RefereeError, OSError):
        return
