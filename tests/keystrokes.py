"""What an evening costs at the keyboard: `python -m tests.keystrokes` plays the shipped examples through the prompt.

Every line is typed at the very prompt of `referee play`, in the shortest way that a practised typist would: Enter
where it is the usual answer, one letter for a word that begins an answer or that several answers share, three letters
of a name. Counted honestly: nothing is typed before the table knows it, so a line ends where dice are thrown, where a
card is turned over, and with a stage of the turn; Enter is a key. What the prompt recorded must be the example's log.
"""

from __future__ import annotations

import itertools
import os
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from msgspec import structs

from referee.asking.meaning import Vocabulary, fit
from referee.asking.question import Question
from referee.asking.words import FILLERS
from referee.cli.common import open_table
from referee.errors import RefereeError
from referee.play.line import together
from referee.play.loop import by_itself, coming, play
from referee.play.notation import Answer, Step
from referee.play.person import Person, Proposed
from referee.play.session import Session
from referee.preferences import VARIABLE
from referee.saves.table import SavedTable
from referee.text.screen import Screen
from tests.old_saves import run

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
SCRIPTS = (
    "four-player-game.moves",
    "two-player-game.moves",
    "enchanters/three-players.moves",
    "prophecy/three-players.moves",
    "mythic/two-players.moves",
    "mythic/short-game.moves",
)

NAME, WORDS = 3, 3
"""How many letters of a name are typed, and of how many words at most."""


@dataclass
class Typed:
    """A line as it was typed: where in the game, and the answers that it held."""

    at: str
    text: str
    answers: Sequence[Answer]

    @property
    def keys(self) -> int:
        """The keys that were pressed, Enter among them."""
        return len(self.text) + 1


@dataclass
class Evening:
    """An example that was played through the prompt."""

    script: str
    log: Sequence[Step]
    lines: list[Typed] = field(default_factory=list)

    @property
    def keys(self) -> int:
        """All keys."""
        return sum(line.keys for line in self.lines)

    def by_stage(self) -> dict[str, list[Typed]]:
        """The lines of each stage of each turn, in their order."""
        found: dict[str, list[Typed]] = {}
        for line in self.lines:
            found.setdefault(line.at, []).append(line)
        return found


class Typist(Person):
    """Somebody who makes the moves of a log, and knows no more of it than the table does."""

    def __init__(self, evening: Evening, table: SavedTable) -> None:
        super().__init__(Screen(plain=True))
        self._evening = evening
        self._table = table
        self._at = -1
        self._answers = [answer for step in evening.log for answer in step.answers]

    def _line(self, prompt: str, words: Sequence[str], default: str = "") -> str:
        session = self._table.session
        if session.question is None:
            return "stop"
        at = session.label(session.state)
        if self._insisted:  # something else was proposed: the same again, with what was to follow
            then = self._after.answers[1:] if isinstance(self._after, Proposed) else []
            text = together([self._insisted, *then])
            self._evening.lines.append(Typed(at, text, self._evening.lines[-1].answers))
            return text
        if isinstance(self._after, Proposed) and self._evening.lines:  # a warning: Enter does it all the same
            self._evening.lines.append(Typed(at, "", ()))
            return ""
        parts, answers = self._next_line(session.ahead(), self._answers[_answered(session) :])
        if self._evening.lines and answers == self._evening.lines[-1].answers and self._at == _answered(session):
            if "[Enter: " in prompt and self._evening.lines[-1].text:  # it is asked whether that is meant
                self._evening.lines.append(Typed(at, "", answers))
                return ""
            raise ValueError(f"{prompt}: {self._evening.lines[-1].text!r} was refused")
        self._at = _answered(session)
        line = ";".join(parts) + (";" if len(parts) > 1 and not parts[-1] else "")
        self._evening.lines.append(Typed(at, line, answers))
        return line

    def _next_line(self, ahead: Session[Any], wanted: Sequence[Answer]) -> tuple[list[str], list[Answer]]:
        """The answers of the next line, as they are typed, and as they are recorded."""
        at, given, moved, apart = ahead.label(ahead.state), 0, "", False
        parts: list[str] = []
        while ahead.question is not None and given < len(wanted) and ahead.label(ahead.state) == at:
            question, target, before = ahead.question, wanted[given], _answered(ahead)
            if by_itself(ahead) or ahead.question is not question:
                given += _answered(ahead) - before
                continue
            if told := coming(ahead).steps:
                many = 0
                for step in told:
                    by_itself(ahead)
                    at_step = given + _answered(ahead) - before
                    if at_step >= len(wanted):
                        break
                    usual = wanted[at_step].text == step.question.default
                    if not usual:
                        parts.append(f"{wanted[at_step].text} {step.question.who}")
                    ahead.answer(wanted[at_step].text)
                    many += usual
                    if not usual:
                        break
                if many == len(told):
                    parts.append("")
                given += _answered(ahead) - before
                continue
            text = shortest(question, target.text, self._table.vocabulary)
            if question.throw is not None and text[:1].isdigit() and parts and not apart:
                parts[-1] = (
                    f"{parts[-1] or moved} {text}"  # dice stand behind the move, also where it is the usual one
                )
            else:
                parts.append(text)
                moved = text or shortest(structs.replace(question, default=None), target.text, self._table.vocabulary)
            apart = question.in_parts  # what is done with dice that lie has dice of its own
            try:
                ahead.answer(target.text)
            except RefereeError as error:
                raise ValueError(f"{question.prompt}: {target.text}: {error}") from None
            given += _answered(ahead) - before
            if question.throw is not None and (ahead.question is None or ahead.question.throw is None):
                break
        return parts, list(wanted[:given])


def _answered(session: Session[Any]) -> int:
    return sum(len(step.answers) for step in session.steps) + len(session.draft)


def shortest(question: Question[Any], target: str, vocabulary: Vocabulary) -> str:
    """The shortest text that a practised typist may type for an answer."""
    for text in ways(question, target):
        if not text:
            if (
                question.default is not None
                and question.by_enter()
                and recorded(question, question.default, vocabulary) == target
            ):
                return text
        elif recorded(question, text, vocabulary) == target:
            return text
    return target


def recorded(question: Question[Any], text: str, vocabulary: Vocabulary) -> str | None:
    """What a text is recorded as; None if it is refused."""
    try:
        answer = text if question.throw is not None and text[:1].isdigit() else fit(question, text, vocabulary)
        return question.record(question.parse(answer), answer)
    except RefereeError:
        return None


def ways(question: Question[Any], target: str) -> Iterator[str]:
    """The ways to type an answer, the shortest first."""
    yield ""
    dice = target.removeprefix("roll ")
    if question.throw is not None and dice[:1].isdigit():
        yield dice.replace(" ", "")
        return
    options = question.options()
    often = Counter(word for option in options for word in set(option.text.lower().split()))
    tokens = target.split()
    cuts = []
    for at, word in enumerate(tokens):
        common = (at == 0 and len(tokens) > 1) or often[word.lower()] > 1
        cuts.append(sorted({word[:1], word[:NAME], word} if common else {word[:NAME], word}, key=len))
    found: set[str] = set()
    telling = [at for at, word in enumerate(tokens) if word.lower() not in FILLERS]
    for many in range(1, WORDS + 1):
        for chosen in itertools.combinations(telling, many):
            found.update(" ".join(cut) for cut in itertools.product(*(cuts[at] for at in chosen)))
    if question.in_parts:  # a word for several parts, as "best"
        found.update(option.text[:NAME] for option in options)
    numbered = {text for text in found if options and text.isdigit()}  # those are of the list, which nobody looks at
    yield from sorted((text.lower() for text in found - numbered), key=lambda text: (len(text), text))


def played(script: str, where: Path) -> Evening:
    """An example, played through the prompt. Raises ValueError if what was recorded isn't its log."""
    text = (EXAMPLES / script).read_text(encoding="utf-8")
    first = next(line for line in text.splitlines() if line.startswith("new "))
    for shipped in (EXAMPLES / script).parent.glob("*.toml"):
        if shipped.name in first:
            (where / shipped.name).write_bytes(shipped.read_bytes())
    for name, moves in (("whole", text), ("typed", first)):
        (where / f"{name}.moves").write_text(moves, encoding="utf-8")
        begun = run("do", where / f"{name}.toml", "--from", where / f"{name}.moves", "--brief")
        if begun.exit_code:
            raise ValueError(f"{script}: {begun.stderr}")
    log = open_table(where / "whole.toml", Screen(plain=True)).session.steps
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        table = open_table(where / "typed.toml", Screen(plain=True, file=nowhere))
        evening = Evening(script, log)
        typist = Typist(evening, table)
        typist.screen = table.screen
        play(table, typist)
    made, wanted = ([step.answers for step in steps] for steps in (table.session.steps, log))
    if made != wanted:
        at = next(n for n, (a, b) in enumerate(itertools.zip_longest(made, wanted), 1) if a != b)
        raise ValueError(f"{script}: entry {at} is {made[at - 1 : at]}, not {wanted[at - 1 : at]}")
    return evening


def throws(log: Sequence[Step]) -> int:
    """In how many steps dice are thrown."""
    return sum(any(answer.key == "roll" for answer in step.answers) for step in log)


def told(evening: Evening) -> Iterator[str]:
    """The figures of an evening, in lines."""
    yield f"{evening.script}: {len(evening.lines)} inputs, {evening.keys} keys ({throws(evening.log)} throws of dice)"
    for stage in ("placing", "resolving", "battles", "ending", "tournament"):
        lines = [lines for at, lines in evening.by_stage().items() if at.endswith(stage)]
        if lines:
            inputs = [len(one) for one in lines]
            keys = [sum(line.keys for line in one) for one in lines]
            yield f"  {stage:<12}{len(lines):>3} times, inputs {_spread(inputs)}, keys {_spread(keys)}"
    fights = [line for line in evening.lines if "roll" in [answer.key for answer in line.answers]]
    if fights:
        yield f"  {'dice':<12}{len(fights):>3} lines, {sum(line.keys for line in fights)} keys"


def _spread(numbers: Sequence[int]) -> str:
    return f"{min(numbers)} to {max(numbers)}, mean {sum(numbers) / len(numbers):.1f}"


def main() -> None:
    """Play all examples and print what they cost."""
    with tempfile.TemporaryDirectory() as place:
        os.environ[VARIABLE] = str(Path(place, "config.toml"))
        for script in SCRIPTS:
            folder = Path(place, script.replace("/", "-"))
            folder.mkdir()
            print("\n".join(told(played(script, folder))))


if __name__ == "__main__":
    main()
