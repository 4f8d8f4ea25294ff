"""The `referee` command. `--version` is answered before anything heavy is loaded."""

from __future__ import annotations

import atexit
import gc
import os
import sys
from functools import partial

TYPE_CHECKING = False  # importing it from typing would take longer than all the rest of `--version`
if TYPE_CHECKING:
    from typing import NoReturn


def main() -> None:
    """Run the command line; stopped while it is still loading, it ends without a traceback too."""
    try:
        _run(sys.argv[1:])
    except KeyboardInterrupt:
        sys.exit(130)


def _run(arguments: list[str]) -> None:
    if arguments in (["--version"], ["-V"]) and sys.stdout is not None:
        from referee import __version__

        try:
            sys.stdout.write(f"referee {__version__}\n")
            sys.stdout.flush()
        except OSError as error:
            _fail(f"can't write the output: {error.strerror}")
        return
    gc.set_threshold(100_000)  # most commands end before garbage collection pays
    atexit.register(gc.freeze)  # skip Python's last collection: the system frees all memory anyway
    import signal

    hold = getattr(signal, "pthread_sigmask", None)  # Windows lacks it
    # an extension module whose loading is broken off by a signal may crash later
    held = hold(signal.SIG_BLOCK, signal.valid_signals()) if hold else None
    from referee.cli import build, straight
    from referee.text.streams import OutputFailed, Terminated, die_of, standard

    with standard():
        try:
            try:
                call = straight(arguments) or partial(build(arguments), prog_name="referee")
                if hold:
                    hold(signal.SIG_SETMASK, held)
                call()
            finally:
                sys.stdout.flush()
        except OutputFailed as error:
            if error.unread:
                die_of("SIGPIPE")
            _fail(f"can't write the output: {error.why}")
        except Terminated as error:
            die_of(error.name)
        except OSError as error:
            _fail(": ".join(str(part) for part in (error.filename, error.strerror or error) if part))


def _fail(why: str) -> NoReturn:
    """Write a message to stderr if it can still be written, and exit with code 2; buffered output is dropped."""
    try:
        if sys.stderr is not None:
            sys.stderr.write(f"referee: {why}\n")
            sys.stderr.flush()
    finally:
        os._exit(2)


if __name__ == "__main__":
    main()
