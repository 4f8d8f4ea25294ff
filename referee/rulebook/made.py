"""The tables as JSON, made of their TOML: it is read in a hundredth of the time.

It is made when the program is built (`build_hook`), and in a checkout when a table is read that has changed since.
The first line says of what text it was made.
"""

from __future__ import annotations

import os
from pathlib import Path
from zlib import crc32

import tomli


def made_of(table: Path) -> tuple[Path, bytes]:
    """Where the JSON of a table is, and what its first line must be. Raises OSError where there is no such table."""
    return table.with_suffix(".json"), b"%d" % crc32(table.read_bytes())


def make(table: Path) -> None:
    """Make the JSON of a table. Raises OSError where it can't be written, ValueError for what is no TOML."""
    import json  # loaded only where something is made

    place, mark = made_of(table)
    data = json.dumps(tomli.loads(table.read_text(encoding="utf-8")), ensure_ascii=False)
    keep(place, mark, data.encode())


def keep(place: Path, mark: bytes, data: bytes) -> None:
    """Write JSON with its first line. Raises OSError where it can't be written."""
    unfinished = place.with_name(f".{place.name}.{os.getpid()}.tmp")
    try:
        unfinished.write_bytes(mark + b"\n" + data)
        os.replace(unfinished, place)
    finally:
        unfinished.unlink(missing_ok=True)
