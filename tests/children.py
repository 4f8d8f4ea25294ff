"""Python as a child of the tests: for what only a process of its own shows. None goes on for ever."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

PATIENCE = 120
"""So many seconds a child may take on a busy machine."""


def python(*words: str | Path, code: int | None = 0, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run Python with these words until it ends with this exit code, None for any; `options` are subprocess.run's."""
    done = subprocess.run(
        [sys.executable, *map(str, words)], capture_output=True, text=True, check=False, timeout=PATIENCE, **options
    )
    assert code is None or done.returncode == code, done.stdout + done.stderr
    return done


def referee(*words: str | Path, code: int | None = 0, **options: Any) -> subprocess.CompletedProcess[str]:
    """Run the program as a process of its own, as `python` does."""
    return python("-m", "referee", *words, code=code, **options)
