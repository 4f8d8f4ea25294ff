"""The twin of Mythic Battles against the program.

`python -m tests.mythic.twin 5000 300` judges so many random attacks and plays so many random games with both, and
stops at the first thing that they see otherwise. `python -m tests.mythic.twin 0 100 200` begins with game 200.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path

import tomli_w

from tests.mythic.twin_attack import Data
from tests.mythic.twin_compare import Comparison, Differs
from tests.mythic.twin_records import deck, disagreement, random_record

RECORD, SCRIPT = Path("attack.toml"), Path("game.moves")


def attacks(number: int, first: int = 0) -> tuple[int, str, Data] | None:
    """Judge so many random attacks twice; the first on which twin and program differ, with how."""
    units = deck()
    for seed in range(first, first + number):
        record = random_record(seed, units)
        if found := disagreement(record, units):
            return seed, found, record
    return None


def games(number: int, first: int = 0, most: int = 4000) -> tuple[int, str, list[str]] | int:
    """Play so many random games with both; the first that differs with how and its script, or the decisions made."""
    decisions = 0
    for seed in range(first, first + number):
        with tempfile.TemporaryDirectory() as folder:
            game = Comparison(seed, Path(folder))
            try:
                decisions += game.run(most)
            except Differs as error:
                kept = f"game-{seed}"  # its units and map
                shutil.copytree(folder, kept, dirs_exist_ok=True)
                return seed, str(error), [line.replace(folder, kept) for line in game.script]
    return decisions


def main() -> None:
    """Run both comparisons; write the first record or script on which they differ to a file, to see it."""
    many, number, first, *_ = [*([int(text) for text in sys.argv[1:]] or [5000, 300]), 0, 0]
    if differs := attacks(many):
        seed, found, record = differs
        RECORD.write_text(tomli_w.dumps(record), encoding="utf-8")
        sys.exit(f"attack {seed}: {found}\nSee it with: referee judge {RECORD}")
    print(f"{many} attacks agree.")
    played = games(number, first)
    if isinstance(played, tuple):
        seed, found, script = played
        SCRIPT.write_text("\n".join(script) + "\n", encoding="utf-8")
        sys.exit(f"game {seed}: {found}\nSee it with: referee do new.toml --from {SCRIPT}")
    print(f"{number} games agree, {played} decisions.")


if __name__ == "__main__":
    main()
