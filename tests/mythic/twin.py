"""The twin of Mythic Battles against the program: `python -m tests.mythic.twin 5000` for so many random attacks."""

from __future__ import annotations

import sys
from pathlib import Path

import tomli_w

from tests.mythic.twin_attack import Data
from tests.mythic.twin_records import deck, disagreement, random_record

SHOWN = Path("attack.toml")


def attacks(number: int, first: int = 0) -> tuple[int, str, Data] | None:
    """Judge so many random attacks twice; the first on which twin and program differ, with how."""
    units = deck()
    for seed in range(first, first + number):
        record = random_record(seed, units)
        if found := disagreement(record, units):
            return seed, found, record
    return None


def main() -> None:
    """Run both kinds of comparison; write the first record that is judged otherwise to a file, to see it."""
    number, *_ = [int(text) for text in sys.argv[1:]] or [5000]
    if differs := attacks(number):
        seed, found, record = differs
        SHOWN.write_text(tomli_w.dumps(record), encoding="utf-8")
        sys.exit(f"attack {seed}: {found}\nSee it with: referee judge {SHOWN}")
    print(f"{number} attacks agree.")


if __name__ == "__main__":
    main()
