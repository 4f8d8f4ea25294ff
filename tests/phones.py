"""What both the evening on telephones and their load need: the pages as a program, and what a log answers next."""

from __future__ import annotations

import signal
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from referee.asking.question import Question
from referee.phones.table import SharedGame
from referee.play.loop import TOGETHER, coming
from referee.play.notation import Step


def next_answer(shared: SharedGame, wanted: Sequence[Step]) -> tuple[Question[Any], str] | None:
    """What is asked, and what a log answers there; None at its end."""
    question, session = shared.question, shared.table.session
    if question is None:
        return None
    given = [answer for step in session.steps for answer in step.answers] + list(session.draft)
    answers = [answer for step in wanted for answer in step.answers]
    at = next((n for n, (a, b) in enumerate(zip(given, answers, strict=False)) if a.text != b.text), len(given))
    if question.key == TOGETHER:
        told = coming(session).steps
        same = [one.question.default == b.text for one, b in zip(told, answers[at:], strict=False)]
        usual = [*same, False].index(False)
        other = f"{answers[at + usual].text} {told[usual].question.who}" if usual < len(told) else ""
        return question, other or question.default or ""
    return (question, answers[at].text) if at < len(answers) else None


class Program:
    """`referee table` as a program of its own, which can end and begin anew."""

    def __init__(self, save: Path) -> None:
        self._save = save
        self._complaints = tempfile.TemporaryFile("w+")  # noqa: SIM115 it lives as long as the program
        self.address = ""
        self.begin()

    def begin(self) -> None:
        """Start it; `address` is what is scanned."""
        self._process = subprocess.Popen(
            [sys.executable, "-m", "referee", "table", str(self._save), "--host", "127.0.0.1"],
            stdout=subprocess.PIPE,
            stderr=self._complaints,
            stdin=subprocess.DEVNULL,
            text=True,
        )
        assert self._process.stdout is not None
        told = next(line for line in self._process.stdout if "http://" in line)
        self.address = told[told.index("http://") :].strip()

    def end(self) -> None:
        """Stop it as Ctrl-C does."""
        self._process.send_signal(signal.SIGINT)
        self._process.wait(10)

    @property
    def complaints(self) -> list[str]:
        """What it has written to the terminal besides what it tells of itself."""
        self._complaints.seek(0)
        return [
            line for line in self._complaints.read().splitlines() if not line.startswith(("Saved in ", "Saved; "))
        ]

    @property
    def worked(self) -> float:
        """Seconds of CPU that it has used (Linux)."""
        fields = Path(f"/proc/{self._process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    @property
    def memory(self) -> float:
        """The megabytes that it holds (Linux)."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024
