"""The `referee` command. The version is answered before anything heavy is loaded."""

from __future__ import annotations

import gc
import os
import sys
from io import TextIOWrapper


def main() -> None:
    """Run the command line."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        from referee import __version__

        sys.stdout.write(f"referee {__version__}\n")
        return
    gc.set_threshold(100_000)  # most commands end before collecting garbage would pay
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that lacks a letter shows "?"
    from referee.cli import build

    try:
        build(arguments)(prog_name="referee")
        sys.stdout.flush()
    except OSError as error:
        sys.stderr.write(f"referee: can't write the output: {error.strerror}\n")
        os._exit(2)  # nothing more can be flushed


if __name__ == "__main__":
    main()
