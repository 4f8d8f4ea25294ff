"""The tables as JSON, a cache of their TOML: it is read in a hundredth of the time.

It is made when the program is built (`build_hook`), and in a checkout when a table is read that has changed since.
The first line is the checksum of the TOML that it was made from.
"""

from __future__ import annotations

import os
from pathlib import Path
from zlib import crc32

import tomli


def made_of(table: Path) -> tuple[Path, bytes]:
    """Return the path of a table's JSON, and its expected first line. Raises OSError if there is no such table."""
    return table.with_suffix(".json"), b"%d" % crc32(table.read_bytes())


def make(table: Path) -> None:
    """Make the JSON of a table. Raises OSError if it can't be written, ValueError if the table isn't TOML."""
    import json  # imported only when needed

    place, mark = made_of(table)
    data = json.dumps(tomli.loads(table.read_text(encoding="utf-8")), ensure_ascii=False)
    keep(place, mark, data.encode())


def keep(place: Path, mark: bytes, data: bytes) -> None:
    """Write JSON after its first line, atomically. Raises OSError if it can't be written."""
    unfinished = place.with_name(f".{place.name}.{os.getpid()}.tmp")
    try:
        unfinished.write_bytes(mark + b"\n" + data)
        os.replace(unfinished, place)
    finally:
        unfinished.unlink(missing_ok=True)
