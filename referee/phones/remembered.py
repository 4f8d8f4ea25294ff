"""What is kept of a table for a day, so that its telephones need no new scan where the pages are started again.

It lies beside the preferences, in a folder and a file that only their user may read; of a telephone's cookie only the
digest is kept. It holds for the same save at the same address of the machine alone. It is a convenience: where it
can't be read or written, everybody scans again.
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
"""Seconds for which it is kept."""


class Remembered(Struct, frozen=True):
    """A table: when it was kept (seconds since 1970), at which address and port, its key, and by the digest of each
    telephone's cookie the names that it has."""

    at: float
    address: str
    port: int
    key: str
    phones: dict[str, tuple[str, ...]] = {}


def digest_of(secret: str) -> str:
    """What is kept in the place of a secret, from which nobody finds it."""
    return sha256(secret.encode(errors="replace")).hexdigest()


def place(save: Path) -> Path:
    """Where it is kept for a save."""
    name = sha256(bytes(save.resolve())).hexdigest()[:32]
    return config_path().with_name("tables") / f"{name}.json"


def recall(save: Path, address: str) -> Remembered | None:
    """What is kept of a save's table at an address; None where there is nothing, or it is older than a day."""
    try:
        found = msgspec.json.decode(read_text(place(save)), type=Remembered)
    except (RefereeError, OSError, msgspec.MsgspecError, RecursionError):
        return None
    fresh = 0 <= time.time() - found.at < DAY
    return found if fresh and found.address == address and len(found.key) >= 22 else None


def keep(save: Path, found: Remembered) -> None:
    """Keep a table, as long as that is possible."""
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
