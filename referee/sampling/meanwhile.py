"""What is reckoned while somebody thinks at a prompt, which doesn't wait for it."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread

Tell = Callable[[str], None]


class Meanwhile:
    """A line that says more and more: it is reckoned from the first time that somebody looks until it is stopped.

    `reckon` is given what it tells how it looks meanwhile, and returns the last word. What it raises is nobody's to
    see here: the line stays as it was.
    """

    def __init__(self, reckon: Callable[[Tell], str]) -> None:
        self._reckon = reckon
        self._line = ""
        self._stopped = False
        self._thread: Thread | None = None

    def __call__(self) -> str:
        """The line as it is now."""
        if self._thread is None and not self._stopped:
            self._thread = Thread(target=self._run, daemon=True)
            self._thread.start()
        return self._line

    @property
    def begun(self) -> bool:
        """Whether anybody has looked."""
        return self._thread is not None

    def stop(self) -> None:
        """Nobody looks any more; what is reckoned ends when it next tells something."""
        self._stopped = True

    def wait(self) -> None:
        """Wait until it is reckoned, or has ended."""
        if self._thread is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            self._line = self._reckon(self._tell)
        except _Stopped:
            return
        except Exception:  # a line beside the prompt is no reason to disturb who types there
            return

    def _tell(self, line: str) -> None:
        if self._stopped:
            raise _Stopped
        self._line = line


class _Stopped(Exception):
    """Nobody looks any more."""
