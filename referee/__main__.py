"""The `referee` command. The version is answered before anything heavy is loaded."""

from __future__ import annotations

import sys


def main() -> None:
    """Run the command line."""
    arguments = sys.argv[1:]
    if arguments in (["--version"], ["-V"]):
        from referee import __version__

        sys.stdout.write(f"referee {__version__}\n")
        return
    from referee.cli import build

    build(arguments)(prog_name="referee")


if __name__ == "__main__":
    main()
